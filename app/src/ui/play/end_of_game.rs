//! How the match ended, over everything else until it has been seen.

use super::Page;
use super::panel::PlayCommand;
use super::reckon::{self, ScorePanel};
use super::session::Session;
use crate::ui::commands::{Command, Export};
use egui::{ScrollArea, Ui};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, flag, rule_chip};

#[derive(Debug, Default)]
pub(super) struct EndOfGame {
    /// The player has looked at it; it can be opened again.
    pub seen: bool,
}

impl EndOfGame {
    /// How it ended, with the reckoning.
    pub fn show(&mut self, session: &Session, score: &mut ScorePanel, ui: &mut Ui) -> Vec<PlayCommand> {
        let mut out = Vec::new();
        let Some(o) = &session.views.outcome else {
            self.seen &= session.looks_back();
            return out;
        };
        if self.seen {
            return out;
        }
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let army =
            o.winner.and_then(|s| session.seats.get(s.0 as usize)).map(|s| (s.army.clone(), s.name.clone()));
        let course = score.course(session, ui);
        let mut jump = None;
        let modal = egui::Modal::new(egui::Id::unique("end-of-game")).frame(widgets::dialog_frame(ui));
        modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 80.0).min(560.0));
            ui.horizontal(|ui| {
                if let Some((army, name)) = &army {
                    flag(ui, army, name, 34.0);
                }
                ui.label(text(&o.title, Face::Title, 32.0, c.text));
            });
            ui.horizontal_wrapped(|ui| {
                ui.label(text(&o.text, Face::Ui, 13.5, c.text));
                rule_chip(ui, o.rule.0);
            });
            ui.add_space(6.0);
            let most = (room.y - if room.x < 620.0 { 270.0 } else { 240.0 }).max(44.0);
            ScrollArea::vertical().id_salt("end").max_height(most).min_scrolled_height(most).show(ui, |ui| {
                if let Some(course) = &course {
                    jump = reckon::show_turning_points(ui, course);
                    ui.add_space(6.0);
                }
                reckon::show_score(ui, &session.views.score);
            });
            ui.add_space(10.0);
            ui.horizontal_wrapped(|ui| {
                if widgets::Action::primary("View board").show(ui).clicked() {
                    self.seen = true;
                }
                if widgets::Action::new("Game statistics").height(36.0).show(ui).clicked() {
                    self.seen = true;
                    score.tab = reckon::Tab::Course;
                    out.push(PlayCommand::OpenPage(Page::Score));
                }
                if widgets::Action::new("Report…").height(36.0).show(ui).clicked() {
                    out.push(PlayCommand::Program(Command::Export(Export::Report)));
                }
                if widgets::Action::new("Save the game").height(36.0).show(ui).clicked() {
                    out.push(PlayCommand::Program(Command::Save));
                }
                if widgets::Action::new("Play again").height(36.0).show(ui).clicked() {
                    out.push(PlayCommand::Program(Command::PlayAgain));
                }
                if widgets::Action::new("Home").height(36.0).show(ui).clicked() {
                    out.push(PlayCommand::Program(Command::GoHome));
                }
            });
        });
        if let Some(entries) = jump {
            self.seen = true;
            out.push(PlayCommand::LookBackTo { entries });
        }
        out
    }
}
