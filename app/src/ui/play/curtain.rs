//! Handing over: the one who has acted says so, the curtain falls over everything, the next one
//! sits down and is told what his side saw.

use super::hand::Hand;
use super::recap::Recap;
use super::selection::{self, Selection};
use super::{PlayScreen, dock};
use crate::ui::commands::Command;
use crate::ui::words;
use egui::{Align, Frame, Key, Layout, Margin, Modifiers, Ui, vec2};
use engine::present::Seat;
use ui_kit::icons::Icon;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{Action, flag, icon_link};

impl PlayScreen {
    fn seat_name(&self, seat: Seat) -> (String, String) {
        let found = self.session.seats.get(seat.0 as usize);
        found.map_or_else(Default::default, |s| (s.name.clone(), s.army.clone()))
    }

    /// The whole window while nobody may see anything: no view of the match is read here.
    pub(super) fn curtain(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let Some(next) = self.session.handing() else { return };
        let (name, army) = self.seat_name(next);
        let frame = Frame::new().fill(c.panel).inner_margin(Margin::same(16));
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            if icon_link(ui, Icon::Home, "Home", 28.0).clicked() {
                out.push(Command::GoHome);
            }
            let height = ui.available_height();
            ui.add_space((height * 0.5 - 170.0).max(8.0));
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.y = 12.0;
                flag(ui, &army, &name, 64.0);
                ui.label(text(&name, Face::Title, 42.0, c.text));
                ui.label(text(words::curtain(&name), Face::Ui, 15.0, c.muted));
                ui.add_space(10.0);
                let label = words::sit(&name);
                let button = Action::primary(&label).key("Enter").width(320.0).height(44.0).show(ui);
                let enter =
                    ui.is_enabled() && ui.ctx().input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter));
                if button.clicked() || enter {
                    self.sit_down();
                }
                ui.label(text(words::CURTAIN_NOTE, Face::Ui, 12.0, c.muted));
            });
        });
    }

    fn sit_down(&mut self) {
        let Some((seat, told, before)) = self.session.sit() else { return };
        // Where the other looked is his own affair.
        match self.map.cameras.get(&seat.0) {
            Some(camera) => self.widget.camera = *camera,
            None => {
                self.widget.fit_map();
                self.map.opened = false;
            }
        }
        self.selection = selection::starting(&self.session.views.actions);
        self.recap = Recap::new(told, before, &self.session.views.board);
    }

    /// The one at the screen leaves it. Nothing that was made for him stays.
    pub fn leave(&mut self, out: &mut Vec<Command>) {
        self.map.cameras.insert(self.session.viewer().0, self.widget.camera);
        self.session.leave();
        if self.session.covered() {
            self.forget_view();
            out.push(Command::Autosave);
        }
    }

    fn forget_view(&mut self) {
        self.selection = Selection::default();
        self.choice = None;
        self.why = None;
        self.end_phase.asking = None;
        self.dock = dock::DockPanel::default();
        self.map.forget_view();
        self.windows.stack.hex = None;
        self.computer.forget_trouble();
        self.recap = None;
        self.hand = Hand::default();
        self.widget.forget_motions();
        self.widget.cursor = None;
    }

    /// In the prompt strip: the screen is to change hands. True if that is all there is to say.
    pub(super) fn handing_strip(&mut self, ui: &mut Ui, out: &mut Vec<Command>) -> bool {
        let Some(next) = self.session.handing() else { return false };
        let c = colours(ui);
        let (name, army) = self.seat_name(next);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = words::hand_over(&name);
            let width = (ui.available_width() * 0.5).min(300.0);
            if Action::primary(&label).key("Enter").width(width).height(34.0).show(ui).clicked() {
                self.leave(out);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                flag(ui, &army, &name, 20.0);
                ui.label(text(words::next_decides(&name), Face::Bold, 14.0, c.text));
                ui.add_space(6.0);
                ui.allocate_space(vec2(0.0, 0.0));
            });
        });
        true
    }
}
