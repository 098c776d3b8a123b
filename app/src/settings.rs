//! What the program remembers of its user's habits. Never in the way: a file that cannot be read
//! is said and replaced by what is usual.

use crate::files::{self, FileProblem, Keep, Places};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Recent files remembered.
const MOST_RECENT: usize = 12;
/// Interface scale in per cent, least and greatest.
pub const SCALE: (u16, u16) = (75, 250);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Theme {
    /// As the desktop is set.
    #[default]
    Desktop,
    Light,
    Dark,
}

/// Where the window was.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    pub x: Option<f32>,
    pub y: Option<f32>,
    pub width: f32,
    pub height: f32,
    pub maximised: bool,
}

impl Default for WindowPlace {
    fn default() -> Self {
        Self { x: None, y: None, width: 1280.0, height: 800.0, maximised: false }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// High contrast, with army letters on counters.
    pub contrast: bool,
    /// Nothing moves by itself: end states appear at once.
    pub still: bool,
    /// Per cent.
    pub scale: u16,
    pub window: WindowPlace,
    /// Latest first.
    pub recent: Vec<PathBuf>,
    /// Sizes of panels by name, in points.
    pub panels: BTreeMap<String, f32>,
    /// Switches by name: which panels are open, what is shown on the map.
    pub switches: BTreeMap<String, bool>,
    /// Words by name: last folder, filter of the log, ….
    pub words: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            contrast: false,
            still: false,
            scale: 100,
            window: WindowPlace::default(),
            recent: Vec::new(),
            panels: BTreeMap::new(),
            switches: BTreeMap::new(),
            words: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The user's settings, and in words what was wrong with them.
    pub fn load() -> (Self, Option<String>) {
        match Places::find() {
            Some(places) => Self::read(&places.settings()),
            None => (Self::default(), None),
        }
    }

    /// Settings from a file. A missing file is no error.
    pub fn read(path: &Path) -> (Self, Option<String>) {
        if !path.exists() {
            return (Self::default(), None);
        }
        let said = |why: String| (Self::default(), Some(format!("{why}; the usual settings are used")));
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(e) => return said(e.to_string()),
        };
        match ron::from_str::<Self>(&text) {
            Ok(settings) => (settings.sane(), None),
            Err(e) => {
                let at = e.span.start;
                said(format!("{}, line {}, column {}: {}", path.display(), at.line, at.col, e.code))
            }
        }
    }

    /// Writes the settings; what was there before is kept as a generation.
    pub fn save(&self) -> Result<(), FileProblem> {
        match Places::find() {
            Some(places) => self.write(&places.settings()),
            None => Ok(()),
        }
    }

    pub fn write(&self, path: &Path) -> Result<(), FileProblem> {
        let config = ron::ser::PrettyConfig::new().depth_limit(2).struct_names(false);
        let text = ron::ser::to_string_pretty(self, config)
            .map_err(|e| FileProblem::new(path, e.to_string(), "the settings are not kept"))?;
        if files::read_text(path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        files::write(path, text.as_bytes(), Keep::Generations).map(|_| ())
    }

    /// Puts a file at the head of the recent ones.
    pub fn opened(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }

    /// Figures that no window could use are brought into range.
    fn sane(mut self) -> Self {
        self.scale = self.scale.clamp(SCALE.0, SCALE.1);
        let within =
            |v: f32, low: f32, usual: f32| if v.is_finite() { v.clamp(low, 20_000.0) } else { usual };
        let usual = WindowPlace::default();
        self.window.width = within(self.window.width, 400.0, usual.width);
        self.window.height = within(self.window.height, 300.0, usual.height);
        let place = |v: Option<f32>| v.filter(|v| v.is_finite() && v.abs() < 100_000.0);
        (self.window.x, self.window.y) = (place(self.window.x), place(self.window.y));
        self.panels.retain(|_, v| v.is_finite() && (0.0..20_000.0).contains(v));
        self.recent.truncate(MOST_RECENT);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_and_garbage_falls_back() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("settings.ron");
        assert_eq!(Settings::read(&path), (Settings::default(), None));
        let mut s = Settings { theme: Theme::Dark, scale: 125, ..Settings::default() };
        s.opened(Path::new("/a/b.ron"));
        s.panels.insert("dock".into(), 320.0);
        s.write(&path).unwrap();
        assert_eq!(Settings::read(&path), (s, None));
        for garbage in ["(theme: Purple)", "((((", "\0\0", ""] {
            std::fs::write(&path, garbage).unwrap();
            let (read, said) = Settings::read(&path);
            assert_eq!(read, Settings::default());
            assert!(said.is_some_and(|s| s.contains("usual settings")), "{garbage}");
        }
        std::fs::write(&path, "(scale: 9999, window: (width: -4, height: inf))").unwrap();
        let (read, said) = Settings::read(&path);
        assert_eq!((read.scale, read.window.width, read.window.height, said), (250, 400.0, 800.0, None));
    }
}
