//! Playing the editor's document at once, and the way back.

use super::commands::{Command, Start};
use super::new_game::random_seed;
use super::play::PlayScreen;
use super::play::session::Player;
use super::play::sharing::Mode;
use super::{App, MatchOrigin, Screen, words};
use egui::{Frame, Key, Margin, Modifiers, Ui};
use engine::scenario::{OptionSet, ScenarioDoc};
use std::sync::Arc;
use ui_kit::theme::{Face, colours, text};

/// A match that waits while a document is tried.
pub struct WaitingMatch {
    play: PlayScreen,
    origin: MatchOrigin,
}

#[derive(Default)]
pub struct Playtest {
    /// The running match is a test of the editor's document.
    pub is_running: bool,
    /// The match that is about to start is one.
    pub starts_next: bool,
    /// The match that was being played when the test began.
    pub waiting_match: Option<WaitingMatch>,
}

impl App {
    /// Plays a document of the editor: in the open, by one person, and kept in no file.
    pub(super) fn playtest(&mut self, doc: Arc<ScenarioDoc>) {
        // The match that was running waits as it is, and is kept.
        self.autosave_now();
        if !self.playtest.is_running
            && let Some(play) = self.play.take()
        {
            let origin = std::mem::take(&mut self.match_origin);
            self.playtest.waiting_match = Some(WaitingMatch { play, origin });
        }
        let seats = doc.seats.len().max(doc.sides.len());
        let players = vec![Player::Person; seats];
        let start =
            Start { doc, players, options: OptionSet::new(), seed: random_seed(), mode: Mode::default() };
        self.playtest.starts_next = true;
        self.start(start);
        self.playtest.starts_next = false;
        if !self.playtest.is_running {
            self.end_test();
        }
    }

    /// The test is over, or did not begin; the match that waited for its end is there again.
    pub(super) fn end_test(&mut self) {
        self.playtest.is_running = false;
        (self.play, self.match_origin) = match self.playtest.waiting_match.take() {
            Some(waiting) => (Some(waiting.play), waiting.origin),
            None => (None, MatchOrigin::default()),
        };
    }

    /// A position of the match as a scenario of its own in the editor: what the seat looking at it may know.
    /// A test ends with it; a match being played is kept and waits.
    pub(super) fn take_position(&mut self, entries: Option<usize>) {
        let Some(play) = &mut self.play else { return };
        let (game, seat) = (&play.session.game, play.session.viewer());
        let doc = entries.map_or_else(|| game.view(seat).position(), |n| game.at(n).view(seat).position());
        if self.playtest.is_running {
            self.back_to_editor();
            self.toast(words::TAKEN);
        } else {
            play.leave(&mut Vec::new());
            self.autosave_now();
            self.screen = Screen::Editor;
            self.toast(words::TAKEN_FROM_MATCH);
        }
        self.editor.open(doc, None);
    }

    pub(super) fn back_to_editor(&mut self) {
        self.end_test();
        self.screen = Screen::Editor;
    }

    /// Says that this is a test, and how to get back. Escape does so once there is nothing to drop.
    pub(super) fn test_strip(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(play) = self.play.as_ref().filter(|_| self.playtest.is_running) else { return };
        let ctx = ui.ctx().clone();
        let free = ui.is_enabled() && !egui::Popup::is_any_open(&ctx) && !ctx.text_edit_focused();
        let mut back =
            free && play.at_rest() && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
        let c = colours(ui);
        let frame = Frame::new().fill(c.accent_weak).inner_margin(Margin::symmetric(12, 4));
        egui::Panel::top("playtest").frame(frame).show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = &play.session.doc().title;
                ui.label(text(words::testing(title), Face::Medium, 13.0, c.text));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let key = egui::Button::new(words::BACK_TO_EDITOR).shortcut_text("Esc");
                    back |= ui.add(key).on_hover_text(words::BACK_HELP).clicked();
                    if ui.button(words::TAKE_POSITION).on_hover_text(words::TAKE_HELP).clicked() {
                        out.push(Command::TakePosition(None));
                    }
                });
            });
        });
        if back {
            out.push(Command::BackToEditor);
        }
    }
}
