//! Whether the program ended as it should: a mark beside the saves says that a match is played.

use super::App;
use super::dialogs::Dialog;
use crate::files::{self, Keep};

/// Whether the process that left the mark still plays.
fn alive(pid: u32) -> bool {
    // Where processes cannot be looked up, only this one is known to live.
    pid == std::process::id() || std::path::Path::new(&format!("/proc/{pid}")).exists()
}

impl App {
    /// A match has begun. Where the mark cannot be left, nothing is lost but the question.
    pub(super) fn mark_running(&self) {
        if let Some(p) = &self.places {
            let _ = files::write(&p.running(), std::process::id().to_string().as_bytes(), Keep::Nothing);
        }
    }

    /// The program ends as it should.
    pub(super) fn ended_well(&self) {
        let Some(path) = self.places.as_ref().map(|p| p.running()) else { return };
        let ours = files::read_text(&path).is_ok_and(|t| t.trim() == std::process::id().to_string());
        if ours {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Offers the match of a program that was killed or broke down.
    pub(super) fn offer_broken_off(&mut self) {
        let Some(path) = self.places.as_ref().map(|p| p.running()) else { return };
        let Ok(mark) = files::read_text(&path) else { return };
        if mark.trim().parse::<u32>().is_ok_and(alive) {
            return;
        }
        let _ = std::fs::remove_file(path);
        if let Some(last) = &self.home.last {
            let standing = format!("{}, {}, {}", last.title, last.standing, last.when);
            self.open_dialogs.dialog = Some(Dialog::Recover { standing });
        }
    }
}
