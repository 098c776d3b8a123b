//! When a document is validated, and what was found.

use super::host::Host;
use crate::core::Document;
use engine::scenario::{Issues, ScenarioDoc};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// Idle time in seconds before the document is validated.
const PAUSE: f64 = 0.25;

/// Documents larger than this are checked off the screen's thread: a check must not cost a frame.
pub const LARGE: usize = 3000;

pub fn is_large(doc: &ScenarioDoc) -> bool {
    doc.map.grid.len().max(doc.pieces.len() * 20) > LARGE
}

/// The problems of one document.
pub struct ProblemCheck {
    pub issues: Issues,
    /// The version `issues` are about.
    checked: Option<u64>,
    /// The version last seen and when it changed, so that checks wait for a pause.
    changed: (u64, f64),
    /// A check of this version under way on its own thread.
    checking: Option<(u64, Receiver<Issues>)>,
}

impl ProblemCheck {
    pub fn new(version: u64) -> Self {
        Self { issues: Issues::default(), checked: None, changed: (version, 0.0), checking: None }
    }

    /// This version was checked and has no errors.
    pub fn is_sound(&self, version: u64) -> bool {
        self.checked == Some(version) && !self.issues.has_errors()
    }

    pub fn refresh(&mut self, ctx: &egui::Context, document: &Document, host: &Host<'_>) {
        let version = document.version();
        if self.checked == Some(version) {
            return;
        }
        let now = ctx.input(|i| i.time);
        if self.changed.0 != version {
            self.changed = (version, now);
        }
        let waited = now - self.changed.1;
        if self.checked.is_some() && (waited < PAUSE || document.in_stroke()) {
            let left = (PAUSE - waited).max(0.02);
            ctx.request_repaint_after(Duration::from_secs_f64(left));
            return;
        }
        if is_large(document.doc()) {
            self.check_on_thread(ctx, document.doc(), host, version);
        } else {
            self.check_now(document.doc(), host, version);
        }
    }

    fn check_now(&mut self, doc: &ScenarioDoc, host: &Host<'_>, version: u64) {
        self.issues = (host.given.check)(doc);
        self.checked = Some(version);
    }

    /// The list is updated when the thread is done.
    fn check_on_thread(&mut self, ctx: &egui::Context, doc: &ScenarioDoc, host: &Host<'_>, version: u64) {
        if let Some((asked, answer)) = &self.checking {
            match answer.try_recv() {
                Ok(issues) => {
                    let done = *asked;
                    self.issues = issues;
                    self.checked = Some(done);
                    self.checking = None;
                    if done == version {
                        return;
                    }
                }
                Err(TryRecvError::Empty) => {
                    ctx.request_repaint_after(Duration::from_millis(50));
                    return;
                }
                Err(TryRecvError::Disconnected) => self.checking = None,
            }
        }
        let (sender, answer) = channel();
        let (check, copy, ctx) = (host.given.check.clone(), doc.clone(), ctx.clone());
        let work = move || {
            let _ = sender.send(check(&copy));
            ctx.request_repaint();
        };
        if std::thread::Builder::new().name("problems".into()).spawn(work).is_ok() {
            self.checking = Some((version, answer));
        } else {
            self.check_now(doc, host, version);
        }
    }
}
