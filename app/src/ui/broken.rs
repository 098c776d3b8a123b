//! When the program itself fails: what is open is kept, the person is told, and the program goes on at the
//! home screen instead of vanishing.

use super::{App, FileDialogs, Screen};
use egui::Ui;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use ui_kit::widgets::Tone;

/// What failed last, and where in the program.
static FAILED: Mutex<Option<String>> = Mutex::new(None);

/// Notes what fails and says on standard error what it means for one's work.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
        let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line())).unwrap_or_default();
        eprintln!("oblique: the program failed: {text}{place}");
        eprintln!("oblique: the game and all documents are kept as they stood and offered at the next start");
        if let Ok(mut last) = FAILED.lock() {
            *last = Some(format!("{text}{place}"));
        }
    }));
}

impl App {
    /// Draws a frame; if that fails, keeps everything and goes home.
    pub(super) fn guarded_frame(&mut self, ui: &mut Ui) {
        if catch_unwind(AssertUnwindSafe(|| self.frame(ui))).is_err() {
            self.go_home_broken();
            ui.ctx().request_repaint();
        }
    }

    /// The match is written as it stood; documents stay open in the editor and are written by its journal.
    fn go_home_broken(&mut self) {
        // A test of the editor's document is kept in no file.
        let is_match = self.play.is_some() && self.places.is_some() && !self.playtest.is_running;
        let kept =
            is_match && matches!(catch_unwind(AssertUnwindSafe(|| self.autosave_or_say())), Ok(Ok(())));
        let reason = FAILED.lock().ok().and_then(|mut l| l.take()).unwrap_or_default();
        self.commands.clear();
        let open = &mut self.open_dialogs;
        (open.dialog, open.new_game, open.saves, open.rules_card, open.print) =
            (None, None, None, None, None);
        (self.exports.waiting, self.exports.report) = (None, None);
        let only_own = self.files.only_own;
        self.files = FileDialogs::default();
        self.files.only_own = only_own;
        if self.playtest.is_running {
            self.end_test();
        } else if self.screen == Screen::Play {
            self.play = None;
        }
        self.screen = Screen::Home;
        // What cannot be drawn at home must not keep the program from starting.
        let _ = catch_unwind(AssertUnwindSafe(|| self.refresh_home()));
        let game = if kept { " Your game is kept: Continue takes it up again." } else { "" };
        let words = format!(
            "Something in the program failed.{game} Scenarios in the editor are still open. Please report: {reason}"
        );
        self.toasts.push(Tone::Bad, words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Library;
    use crate::settings::Settings;

    #[test]
    fn a_failure_ends_at_home_with_words() {
        let ctx = egui::Context::default();
        let mut app = App::new(&ctx, Library::shipped(), Settings::default(), None);
        install_hook();
        app.screen = Screen::Editor;
        let failed: Result<(), _> = catch_unwind(|| panic!("a test of failing"));
        assert!(failed.is_err());
        app.go_home_broken();
        assert_eq!(app.screen(), Screen::Home);
        let last = app.toasts.last().unwrap_or_default();
        assert!(last.contains("a test of failing") && last.contains("still open"), "{last}");
        let _ = std::panic::take_hook();
    }
}
