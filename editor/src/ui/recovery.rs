//! Keeps changed documents against a sudden end of the program: every change is handed to the host
//! within seconds, named documents and unnamed ones alike.

use super::host::{Host, RecoveryCopy};
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
        Self { version, since, held: false }
    }
}

impl EditorScreen {
    /// Hands over what has waited long enough, and lets go of what is safe. To be called with every
    /// frame, whatever screen is shown; says in how many seconds it must be called again.
    pub fn keep(&mut self, now: f64, host: &mut dyn Host) -> Option<f64> {
        let mut next: Option<f64> = None;
        for key in std::mem::take(&mut self.closed) {
            host.discard_recovery(key);
        }
        for tab in &mut self.tabs {
            let (document, state) = (&tab.document, &mut tab.file.kept);
            if !document.dirty() {
                if std::mem::take(&mut state.held) {
                    host.discard_recovery(tab.key);
                }
                // What is in a file now may be in none later without having changed.
                *state = State { version: 0, since: None, held: false };
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
            if host.store_recovery(tab.key, RecoveryCopy { path, text: document.to_text() }) {
                *state = State { version: document.version(), since: None, held: true };
            } else {
                // Perhaps there is room later.
                state.since = Some(now);
                next = Some(next.map_or(WAIT, |n| n.min(WAIT)));
            }
        }
        next
    }
}
