//! The computer's moves: when the next one is due, whether they are paused, and the card shown when a
//! computer player gives no answer.

use super::panel::PlayCommand;
use super::session::{Player, Session};
use super::{Decision, PlayScreen};
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Align2, Role, Ui, WidgetInfo};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, card};

/// Seconds between two moves of the computer.
const PACE: f64 = 0.35;

#[derive(Debug, Default)]
pub(super) struct ComputerMoves {
    pub paused: bool,
    /// When the next move is due, in seconds of the screen's clock.
    next: Option<f64>,
    /// Why the computer gave no answer.
    trouble: Option<String>,
}

impl ComputerMoves {
    /// Pauses, or goes on after a pause.
    pub fn toggle_pause(&mut self) {
        self.pause(!self.paused);
    }

    /// Pauses or not; the time to the next move starts anew.
    pub fn pause(&mut self, paused: bool) {
        self.paused = paused;
        self.next = None;
    }

    /// Somebody answers for the computer player that gave no answer.
    pub fn resume(&mut self) {
        *self = Self::default();
    }

    pub fn forget_trouble(&mut self) {
        self.trouble = None;
    }

    /// The computer gave no answer: it is paused, and the player is asked.
    fn give_up(&mut self, why: String) {
        self.paused = true;
        self.trouble = Some(why);
    }

    /// The computer gave no answer: the match is as it was, and somebody must go on.
    pub fn show_trouble(&mut self, session: &Session, rect: egui::Rect, ui: &mut Ui) -> Vec<PlayCommand> {
        let Some(why) = self.trouble.clone() else { return Vec::new() };
        let Some(seat) = session.game.to_act().filter(|_| session.computer_acts()) else {
            self.trouble = None;
            return Vec::new();
        };
        let c = colours(ui);
        let name = session.seats.get(seat.0 as usize).map_or_else(String::new, |s| s.name.clone());
        let player = session.player(seat).clone();
        let mut choice = None;
        let area = egui::Area::new(egui::Id::unique("trouble"))
            .order(egui::Order::Foreground)
            .pivot(Align2::CENTER_CENTER)
            .fixed_pos(rect.center())
            .constrain_to(rect);
        area.show(ui.ctx(), |ui| {
            let frame = card(ui).fill(c.warn_weak).stroke(egui::Stroke::new(1.5, c.warn));
            frame.show(ui, |ui| {
                ui.set_width((rect.width() - 40.0).clamp(200.0, 440.0));
                ui.label(text(words::trouble(&name), Face::Title, 20.0, c.text));
                let said = ui.label(text(&why, Face::Medium, 13.0, c.warn));
                said.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &why));
                ui.label(text(words::TROUBLE_KEPT, Face::Ui, 12.5, c.text));
                ui.add_space(6.0);
                ui.horizontal_wrapped(|ui| {
                    if Action::primary(words::TRY_AGAIN).show(ui).clicked() {
                        choice = Some(player.clone());
                    }
                    if Action::new(words::TAKE_OVER).show(ui).clicked() {
                        choice = Some(Player::Person);
                    }
                    let plain = Player::Computer("random".into());
                    if player != plain && Action::new(words::RANDOM).show(ui).clicked() {
                        choice = Some(plain);
                    }
                });
            });
        });
        choice.map(|player| PlayCommand::ReplacePlayer(seat, player)).into_iter().collect()
    }
}

impl PlayScreen {
    /// Lets the computer move when its move is due.
    pub(super) fn run_computer(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        if !self.session.computer_acts()
            || self.computer.paused
            || self.session.looks_back()
            || self.guide.is_some()
        {
            return;
        }
        let now = ui.input(|i| i.time);
        match self.session.decided() {
            Decision::Do(id) => {
                self.computer.next = Some(now + PACE);
                self.perform(id, out);
            }
            Decision::Failed(why) => self.computer.give_up(why),
            Decision::Thinking => ui.ctx().request_repaint_after(std::time::Duration::from_secs(1)),
            Decision::None => {}
        }
        if self.computer.paused || self.session.is_thinking() || !self.session.computer_acts() {
            return;
        }
        let due = *self.computer.next.get_or_insert(now + PACE);
        if now < due {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(due - now));
            return;
        }
        let ctx = ui.ctx().clone();
        if let Err(why) = self.session.think(move || ctx.request_repaint()) {
            self.computer.give_up(why);
        }
    }
}
