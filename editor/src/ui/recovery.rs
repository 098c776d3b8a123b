//! Keeps changed documents against a sudden end of the program: every change is handed to the host
//! within seconds, named documents and unnamed ones alike.

use super::host::{EditorCommand, RecoveryCopy};
use super::screen::EditorScreen;
use crate::core::Document;

/// Seconds from the first change that is not kept to keeping it.
const WAIT: f64 = 2.0;

/// What of a document is kept.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Version last handed over.
    version: u64,
    /// When the oldest change that is not kept was seen.
    since: Option<f64>,
    /// When it was last handed over.
    asked: f64,
    /// The host holds something for it.
    held: bool,
}

impl State {
    /// What has changed is kept against a sudden end.
    pub fn is_stored(&self) -> bool {
        self.held && self.since.is_none()
    }

    pub fn new(document: &Document) -> Self {
        // A document that is in no file from the start is kept at once.
        let (version, since) =
            if document.dirty() { (0, Some(f64::MIN)) } else { (document.version(), None) };
        Self { version, since, asked: 0.0, held: false }
    }
}

impl EditorScreen {
    /// Hands over what has waited long enough, and lets go of what is safe. To be called with every
    /// frame, whatever screen is shown; says in how many seconds it must be called again.
    pub fn keep(&mut self, now: f64) -> (Vec<EditorCommand>, Option<f64>) {
        let mut next: Option<f64> = None;
        let closed = std::mem::take(&mut self.closed);
        let mut commands: Vec<EditorCommand> =
            closed.into_iter().map(EditorCommand::DiscardRecovery).collect();
        for tab in &mut self.tabs {
            let (document, state) = (&tab.document, &mut tab.file.kept);
            if !document.dirty() {
                if std::mem::take(&mut state.held) {
                    commands.push(EditorCommand::DiscardRecovery(tab.key));
                }
                // What is in a file now may be in none later without having changed.
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

    /// What was handed over could not be kept: perhaps there is room later.
    pub(super) fn recovery_not_stored(&mut self, document: u64) {
        if let Some(tab) = self.tabs.iter_mut().find(|t| t.key == document) {
            let asked = tab.file.kept.asked;
            tab.file.kept = State { version: 0, since: Some(asked), asked, held: false };
        }
    }
}
