//! Things in windows of their own over the map: sheets, the stack of a hex, and the card that says
//! the computer gave no answer.

use super::session::Player;
use super::{PlayScreen, selection, stack_order};
use crate::ui::commands::Command;
use crate::ui::pictures;
use crate::ui::words;
use egui::{Align2, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterView, Target};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, card, one_line};

/// What a pointer resting on a hex is told: every counter, every badge, every mark, in words.
pub(super) fn symbols(board: &BoardView, hex: HexId) -> Vec<String> {
    let mut out = Vec::new();
    for id in selection::counters_on(hex, board) {
        let Some(c) = board.counters.iter().find(|c| c.id == id) else { continue };
        let signs: Vec<&str> = c.badges.iter().map(|b| words::badge_name(*b)).collect();
        let signs = if signs.is_empty() { String::new() } else { format!(" ({})", signs.join(", ")) };
        out.push(format!("{}{signs}", c.line));
    }
    for m in board.marks.iter().filter(|m| m.at == Target::Hex(hex)) {
        let rule = m.rule.map_or_else(String::new, |r| format!(" [{r}]"));
        out.push(format!("{}{rule}", m.text));
    }
    for a in board.areas.iter().filter(|a| !a.name.is_empty() && a.hexes.contains(&hex)) {
        out.push(a.name.clone());
    }
    out
}

impl PlayScreen {
    pub(super) fn windows(&mut self, ui: &mut Ui, rect: egui::Rect, out: &mut Vec<Command>) {
        self.popped_sheets(ui, rect, out);
        self.stack_window(ui, rect, out);
        self.trouble_card(ui, rect);
        self.legend_window(ui, rect);
        self.tracks_window(ui, rect);
    }

    fn popped_sheets(&mut self, ui: &mut Ui, rect: egui::Rect, out: &mut Vec<Command>) {
        let sheets = self.session.views.sheets.clone();
        let mut hit = None;
        for (i, s) in sheets.iter().enumerate() {
            if !self.hand.popped.contains(&s.id) {
                continue;
            }
            let mut open = true;
            let at = rect.left_top() + vec2(24.0, 24.0) * (i as f32 + 1.0);
            egui::Window::new(&s.name)
                .id(egui::Id::unique(("sheet", s.id.as_str())))
                .open(&mut open)
                .default_pos(at)
                .default_size([300.0_f32.min(rect.width() - 40.0), 260.0_f32.min(rect.height() - 40.0)])
                .constrain_to(rect)
                .show(ui.ctx(), |ui| {
                    ScrollArea::vertical()
                        .id_salt(&s.id)
                        .auto_shrink([false, true])
                        .show(ui, |ui| self.sheet(ui, s, &mut hit));
                });
            if !open {
                self.hand.popped.remove(&s.id);
            }
        }
        if let Some(t) = hit {
            self.pointed_at(t, ui, out);
        }
    }

    /// The stack of a hex, top first, one row for each counter.
    fn stack_window(&mut self, ui: &mut Ui, rect: egui::Rect, out: &mut Vec<Command>) {
        let Some(hex) = self.hand.stack else { return };
        let board = &self.session.views.board;
        let counters: Vec<CounterView> = selection::counters_on(hex, board)
            .into_iter()
            .filter_map(|id| board.counters.iter().find(|c| c.id == id).cloned())
            .collect();
        if counters.is_empty() {
            self.hand.stack = None;
            return;
        }
        let title = format!("{} · {}", self.session.doc().map.grid.label(hex), words::STACK);
        let (mut open, mut hit, mut order) = (true, None, None);
        egui::Window::new(title)
            .id(egui::Id::unique("stack"))
            .open(&mut open)
            .default_pos(rect.left_top() + vec2(20.0, 20.0))
            .default_width(320.0_f32.min(rect.width() - 40.0))
            .constrain_to(rect)
            .show(ui.ctx(), |ui| {
                ScrollArea::vertical().id_salt("stack").max_height(rect.height() * 0.6).show(ui, |ui| {
                    let rows: Vec<(CounterId, egui::Response)> =
                        counters.iter().enumerate().map(|(i, c)| (c.id, self.stack_row(ui, i, c))).collect();
                    hit = rows.iter().find(|r| r.1.clicked()).map(|r| Target::Counter(r.0));
                    order = stack_order::asked(ui, &rows);
                });
            });
        if let Some((counter, position)) = order {
            match stack_order::action(&self.session.views.actions, counter, hex, position) {
                Some(id) => out.push(Command::Do(id)),
                None => {
                    let target = Target::StackPosition { hex, position };
                    self.ask_why(&Target::Counter(counter), &target);
                }
            }
        }
        if let Some(t) = hit {
            self.pointed_at(t, ui, out);
        }
        if !open {
            self.hand.stack = None;
        }
    }

    fn stack_row(&self, ui: &mut Ui, i: usize, counter: &CounterView) -> egui::Response {
        let c = colours(ui);
        let width = ui.available_width();
        let (rect, r) = ui.allocate_exact_size(vec2(width, 52.0), Sense::click_and_drag());
        let on = self.selection.counters().contains(&counter.id);
        if on || r.hovered() || r.has_focus() {
            ui.painter().rect_filled(rect, 5, c.accent_weak);
        }
        let at = egui::Rect::from_min_size(rect.min + vec2(4.0, 4.0), vec2(44.0, 44.0));
        pictures::counter(ui, at, counter);
        let room = width - 62.0;
        let line = one_line(ui, &counter.line, Face::Medium, 12.5, c.text, room);
        ui.painter().galley(rect.min + vec2(56.0, 8.0), line, c.text);
        let mut signs = vec![words::place_in_stack(i)];
        signs.extend(counter.badges.iter().map(|b| words::badge_name(*b).to_owned()));
        let signs = signs.join(" · ");
        let quiet = one_line(ui, &signs, Face::Ui, 11.5, c.muted, room);
        ui.painter().galley(rect.min + vec2(56.0, 28.0), quiet, c.muted);
        let told = format!("{}: {}", counter.line, signs);
        r.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &told));
        r.on_hover_text(told)
    }

    /// Something was pointed at off the map.
    pub(super) fn pointed_at(&mut self, t: Target, ui: &Ui, out: &mut Vec<Command>) {
        if let Target::Counter(counter) = t
            && ui.input(|i| i.modifiers.shift)
        {
            self.select_counters(&[counter]);
            return;
        }
        let views = &self.session.views;
        let answer = selection::click(&views.actions, &views.board, &self.selection, &[t]);
        let at = ui.ctx().pointer_latest_pos().unwrap_or_default();
        self.answer(answer, at, out);
    }

    /// The computer gave no answer: the match is as it was, and somebody must go on.
    fn trouble_card(&mut self, ui: &mut Ui, rect: egui::Rect) {
        let Some(why) = self.hand.trouble.clone() else { return };
        let Some(seat) = self.session.game.to_act().filter(|_| self.session.computer_acts()) else {
            self.hand.trouble = None;
            return;
        };
        let c = colours(ui);
        let name = self.session.seats.get(seat.0 as usize).map_or_else(String::new, |s| s.name.clone());
        let player = self.session.player(seat).clone();
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
                    if widgets::Action::primary(words::TRY_AGAIN).show(ui).clicked() {
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
        if let Some(player) = choice {
            self.session.seat(seat, player);
            self.hand.trouble = None;
            self.paused = false;
            self.next_move = None;
            self.changed();
        }
    }
}
