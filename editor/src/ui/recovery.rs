//! Recovery copies of changed documents: every change is passed to the program
//! within seconds, for named and unnamed documents alike.

use super::host::{EditorCommand, RecoveryCopy};
use super::screen::EditorScreen;
use crate::core::Document;

/// Seconds from the first unstored change to storing it.
const WAIT: f64 = 2.0;

/// The recovery copy of a document.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Version last stored.
    version: u64,
    /// When the oldest unstored change was seen.
    since: Option<f64>,
    /// When it was last stored.
    asked: f64,
    /// The program has a copy.
    held: bool,
}

impl State {
    /// Whether all changes are stored.
    pub fn is_stored(&self) -> bool {
        self.held && self.since.is_none()
    }

    pub fn new(document: &Document) -> Self {
        // A document without a file is stored at once.
        let (version, since) =
            if document.is_dirty() { (0, Some(f64::MIN)) } else { (document.version(), None) };
        Self { version, since, asked: 0.0, held: false }
    }
}

impl EditorScreen {
    /// Stores what has waited long enough, and discards copies of saved documents. To be called with every
    /// frame, whichever screen is shown; returns in how many seconds it must be called again.
    pub fn store_recovery_copies(&mut self, now: f64) -> (Vec<EditorCommand>, Option<f64>) {
        let mut next: Option<f64> = None;
        let closed = std::mem::take(&mut self.closed);
        let mut commands: Vec<EditorCommand> =
            closed.into_iter().map(EditorCommand::DiscardRecovery).collect();
        for tab in &mut self.tabs {
            let (document, state) = (&tab.document, &mut tab.file.kept);
            if !document.is_dirty() {
                if std::mem::take(&mut state.held) {
                    commands.push(EditorCommand::DiscardRecovery(tab.key));
                }
                // A saved document may become unsaved later without a change (its file may vanish).
                *state = State { version: 0, since: None, asked: now, held: false };
                continue;
            }
            if state.version == document.version() {
                continue;
            }
            let since = *state.since.get_or_insert(now);
            let left = WAIT - (now - since);
            if left > 0.0 {
                next = Some(next.map_or(left, |n| n.min(left)));
                continue;
            }
            let path = document.path().map(ToOwned::to_owned);
            let copy = RecoveryCopy { path, text: document.to_text() };
            commands.push(EditorCommand::StoreRecovery { document: tab.key, copy });
            *state = State { version: document.version(), since: None, asked: now, held: true };
        }
        (commands, next)
    }

    /// The copy could not be stored: try again later.
    pub(super) fn recovery_not_stored(&mut self, document: u64) {
        if let Some(tab) = self.tabs.iter_mut().find(|t| t.key == document) {
            let asked = tab.file.kept.asked;
            tab.file.kept = State { version: 0, since: Some(asked), asked, held: false };
        }
    }
}
