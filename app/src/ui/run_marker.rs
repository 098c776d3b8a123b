//! The run marker: a file beside the saves while a match is being played. If it is still there at the next start, the
//! program did not end normally.

use super::App;
use super::dialogs::Dialog;
use crate::files::{self, Keep};

/// Whether the process that wrote the marker is still running.
fn is_alive(pid: u32) -> bool {
    // Where processes cannot be looked up, only this one is known to run.
    pid == std::process::id() || std::path::Path::new(&format!("/proc/{pid}")).exists()
}

impl App {
    /// Called when a match begins. If the marker cannot be written, only the offer at the next start is lost.
    pub(super) fn write_run_marker(&self) {
        if let Some(p) = &self.places {
            let _ = files::write(&p.running(), std::process::id().to_string().as_bytes(), Keep::Nothing);
        }
    }

    /// Called when the program ends normally.
    pub(super) fn remove_run_marker(&self) {
        let Some(path) = self.places.as_ref().map(|p| p.running()) else { return };
        let ours = files::read_text(&path).is_ok_and(|t| t.trim() == std::process::id().to_string());
        if ours {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Offers to continue the match of a program that was killed or crashed.
    pub(super) fn offer_interrupted_match(&mut self) {
        let Some(path) = self.places.as_ref().map(|p| p.running()) else { return };
        let Ok(mark) = files::read_text(&path) else { return };
        if mark.trim().parse::<u32>().is_ok_and(is_alive) {
            return;
        }
        let _ = std::fs::remove_file(path);
        if let Some(last) = &self.home.last {
            let standing = format!("{}, {}, {}", last.title, last.standing, last.when);
            self.open_dialogs.dialog = Some(Dialog::Recover { standing });
        }
    }
}
