//! Playing the editor's document at once, and the way back.

use super::commands::{Command, Start};
use super::new_game::random_seed;
use super::play::session::Player;
use super::play::sharing::Mode;
use super::theme::{Face, colours, text};
use super::{App, Screen, words};
use egui::{Frame, Key, Margin, Modifiers, Ui};
use engine::scenario::{OptionSet, ScenarioDoc};
use std::sync::Arc;

impl App {
    /// Plays a document of the editor: in the open, by one person, and kept in no file.
    pub(super) fn playtest(&mut self, doc: Arc<ScenarioDoc>) {
        // The match that was running stays as it was last kept.
        self.keep_match();
        let seats = doc.seats.len().max(doc.sides.len());
        let players = vec![Player::Person; seats];
        let start =
            Start { doc, players, options: OptionSet::new(), seed: random_seed(), mode: Mode::default() };
        self.tests_next = true;
        self.start(start);
        self.tests_next = false;
    }

    /// The position of the match as a scenario of its own in the editor.
    pub(super) fn take_position(&mut self) {
        let Some(play) = &self.play else { return };
        let doc = play.session.game.position(play.session.viewer());
        self.back_to_editor();
        self.editor.open(doc, None);
        self.toast(words::TAKEN);
    }

    pub(super) fn back_to_editor(&mut self) {
        self.play = None;
        self.testing = false;
        self.screen = Screen::Editor;
    }

    /// Says that this is a test, and how to get back. Escape does so once there is nothing to drop.
    pub(super) fn test_strip(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(play) = self.play.as_ref().filter(|_| self.testing) else { return };
        let ctx = ui.ctx().clone();
        let free = ui.is_enabled() && !ctx.any_popup_open() && !ctx.text_edit_focused();
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
                        out.push(Command::TakePosition);
                    }
                });
            });
        });
        if back {
            out.push(Command::BackToEditor);
        }
    }
}
