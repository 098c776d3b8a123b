//! The computer's moves: when the next one is due, whether they are paused, and the card shown when a
//! computer player gives no answer.

use super::panel::PlayCommand;
use super::recap::Recap;
use super::session::{Player, Session};
use super::{Decision, PlayScreen};
use crate::settings::Settings;
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Align2, Role, Ui, WidgetInfo};
use engine::present::{BoardView, Verb};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, card};

/// How fast the computer's moves follow each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
    Instant,
}

impl Speed {
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Instant];

    pub fn word(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
            Self::Instant => "Instant",
        }
    }

    pub fn from_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|s| s.word() == word).unwrap_or_default()
    }

    /// Seconds to read what was told before the next move.
    fn pause(self) -> f64 {
        match self {
            Self::Slow => 2.2,
            Self::Normal => 1.1,
            Self::Fast => 0.3,
            Self::Instant => 0.0,
        }
    }
}

/// What was seen of one action.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Something was told that is worth reading.
    pub told: bool,
    pub at: Option<engine::hex::HexId>,
}

/// Where the computer's turn began: entries of the log, and the board as it was.
#[derive(Debug)]
struct TurnStart {
    log: usize,
    board: BoardView,
    /// What the player was looking at.
    camera: board::view::Camera,
}

#[derive(Debug, Default)]
pub(super) struct ComputerMoves {
    pub paused: bool,
    pub speed: Speed,
    /// What the enemy did is told after its turn.
    pub recap: bool,
    /// The computer has the first move of the match and waits for the player to look at the board.
    waits_to_begin: bool,
    turn: Option<TurnStart>,
    /// When the next move is due, in seconds of the screen's clock.
    next: Option<f64>,
    /// Why the computer gave no answer.
    trouble: Option<String>,
}

impl ComputerMoves {
    /// `first`: whether the computer is about to make the first move of a new match.
    pub fn new(settings: &Settings, first: bool) -> Self {
        let mut new = Self { waits_to_begin: first, ..Self::default() };
        new.take_settings(settings);
        new
    }

    pub fn take_settings(&mut self, settings: &Settings) {
        self.speed = Speed::from_word(settings.words.get(SPEED_SETTING).map_or("", String::as_str));
        self.recap = settings.switches.get(RECAP_SETTING).copied().unwrap_or(true);
    }

    /// What the computer is doing, in words.
    pub fn state_words(&self) -> &'static str {
        if self.waits_to_begin {
            words::COMPUTER_WAITS
        } else if self.paused {
            words::COMPUTER_PAUSED
        } else {
            words::HINT_COMPUTER
        }
    }

    /// The player has seen the board.
    pub fn begin(&mut self) {
        self.waits_to_begin = false;
    }

    /// The match was taken elsewhere: what the computer did before is no longer its turn.
    pub fn forget_turn(&mut self) {
        self.turn = None;
        self.waits_to_begin = false;
    }

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
        self.pause(false);
        self.trouble = None;
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

/// The setting of the speed, and the switch of the recap.
pub const SPEED_SETTING: &str = "computer-speed";
pub const RECAP_SETTING: &str = "computer-recap";

impl PlayScreen {
    /// Says who moves first before a computer player begins.
    pub(super) fn first_move_card(&mut self, ui: &mut Ui, rect: egui::Rect) {
        let to_act = self.session.game.to_act().filter(|_| self.session.computer_acts());
        let Some(seat) = to_act.filter(|_| self.computer.waits_to_begin) else { return };
        let c = colours(ui);
        let name = self.session.seats.get(seat.0 as usize).map_or_else(String::new, |s| s.name.clone());
        let area = egui::Area::new(egui::Id::unique("first move"))
            .order(egui::Order::Middle)
            .pivot(Align2::CENTER_TOP)
            .fixed_pos(rect.center_top() + egui::vec2(0.0, 12.0))
            .constrain_to(rect);
        let mut begin = false;
        area.show(ui.ctx(), |ui| {
            card(ui).fill(c.panel).show(ui, |ui| {
                ui.set_max_width((rect.width() - 40.0).clamp(180.0, 380.0));
                let words = words::moves_first(&name);
                let said = ui.label(text(&words, Face::Title, 20.0, c.text));
                said.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
                ui.label(text(words::MOVES_FIRST_HELP, Face::Ui, 12.5, c.muted));
                ui.add_space(4.0);
                begin = Action::primary(words::BEGIN).key("Enter").show(ui).clicked();
            });
        });
        let free = ui.is_enabled() && !ui.ctx().text_edit_focused();
        let enter = egui::Key::Enter;
        if begin || free && ui.ctx().input_mut(|i| i.consume_key(egui::Modifiers::NONE, enter)) {
            self.computer.begin();
        }
    }

    /// Notes where a computer player's turn begins, and tells what it did once the player is free to act.
    fn watch_turn(&mut self) {
        if self.session.computer_acts() {
            let (log, camera) = (self.session.game.log_len(), self.widget.camera);
            match &mut self.computer.turn {
                // The player looks about until the first move; a map just opened has yet to be fitted.
                Some(turn) if turn.log == log => turn.camera = camera,
                Some(_) => {}
                None => {
                    let board = self.session.views.board.clone();
                    self.computer.turn = Some(TurnStart { log, board, camera });
                }
            }
            return;
        }
        // An answer in the middle of its turn is not yet the player's own turn.
        let own_turn = self.session.views.actions.iter().any(|a| a.verb == Verb::End);
        if !own_turn && self.session.game.to_act().is_some() {
            return;
        }
        let Some(turn) = self.computer.turn.take() else { return };
        // The camera followed the computer: it goes back to where the player was at work.
        if self.map.follow {
            self.widget.camera = turn.camera;
            self.follow_question();
        }
        if !self.computer.recap || self.session.game.outcome().is_some() {
            return;
        }
        let told = self.session.game.view(self.session.viewer()).log_with_motions(turn.log);
        let told = super::recap::of_enemies(told, &self.session.views.board);
        let title = words::RECAP_ENEMY;
        self.recap = Recap::after_turn(title, told, turn.board, &self.session.views.board);
    }

    /// Asks the computer players for their moves, one after the other.
    pub(super) fn run_computer(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        if self.guide.is_some() || self.session.looks_back() {
            return;
        }
        self.watch_turn();
        if !self.session.computer_acts() || self.computer.paused || self.computer.waits_to_begin {
            return;
        }
        let now = ui.input(|i| i.time);
        match self.session.decided() {
            Decision::Do(id) => {
                let seen = self.perform_one(id, out);
                let still = self.widget.is_moving() && self.computer.speed != Speed::Instant;
                let pause = if seen.told { self.computer.speed.pause() } else { 0.0 };
                self.computer.next = Some(now + if still { pause.max(0.2) } else { pause });
                if let Some(hex) = seen.at.filter(|_| self.map.follow) {
                    self.widget.reveal_hex(hex);
                }
            }
            Decision::Failed(why) => self.computer.give_up(why),
            Decision::Thinking => ui.ctx().request_repaint_after(std::time::Duration::from_secs(1)),
            Decision::None => {}
        }
        if self.computer.paused || self.session.is_thinking() || !self.session.computer_acts() {
            return;
        }
        // What moves is seen to its end, and what was told is read, before the next move.
        let pause = self.computer.speed.pause();
        let due = *self.computer.next.get_or_insert(now + pause.min(0.35));
        if now < due || (self.widget.is_moving() && self.computer.speed != Speed::Instant) {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64((due - now).max(0.02)));
            return;
        }
        let ctx = ui.ctx().clone();
        if let Err(why) = self.session.think(move || ctx.request_repaint()) {
            self.computer.give_up(why);
        }
    }
}
