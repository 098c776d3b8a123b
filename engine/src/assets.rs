//! How text (charts, scenarios, help) reaches the engine.

use std::collections::BTreeMap;

/// Why a text could not be had.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum AssetError {
    #[error("{0} is missing")]
    Missing(String),
    #[error("{path} cannot be read: {why}")]
    Unreadable { path: String, why: String },
}

/// The one door through which the engine is given text. `path` is relative to the asset root and
/// uses `/`, for example `hold-the-line/units.ron`.
pub trait AssetSource: Send + Sync {
    fn read(&self, path: &str) -> Result<String, AssetError>;
    /// Paths of all files directly below `folder`, sorted.
    fn list(&self, folder: &str) -> Vec<String>;
    /// Whether the user has put a file of his own in place of the shipped one.
    fn is_override(&self, _path: &str) -> bool {
        false
    }
}

/// Assets held in memory: for tests, and for saves that bring their own charts.
#[derive(Debug, Clone, Default)]
pub struct MemoryAssets {
    files: BTreeMap<String, String>,
}

impl MemoryAssets {
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.files.insert(path.into(), text.into());
    }
}

impl AssetSource for MemoryAssets {
    fn read(&self, path: &str) -> Result<String, AssetError> {
        let found = self.files.get(path).cloned();
        found.ok_or_else(|| AssetError::Missing(path.to_owned()))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let below = |p: &&String| p.strip_prefix(&prefix).is_some_and(|rest| !rest.contains('/'));
        self.files.keys().filter(below).cloned().collect()
    }
}
