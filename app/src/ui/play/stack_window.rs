//! The stack of a hex in a window of its own.

use super::panel::{PlayCommand, PlayView};
use super::{selection, stack_order};
use crate::ui::commands::Command;
use crate::ui::{pictures, words};
use egui::{Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterView, Target};
use ui_kit::theme::{Face, colours};
use ui_kit::widgets::one_line;

#[derive(Debug, Default)]
pub(super) struct StackWindow {
    /// The hex whose stack is shown; none while the window is closed.
    pub hex: Option<HexId>,
}

impl StackWindow {
    /// The stack of a hex, top first, one row for each counter.
    pub fn show(&mut self, view: PlayView<'_>, rect: egui::Rect, ui: &mut Ui) -> Vec<PlayCommand> {
        let mut out = Vec::new();
        let Some(hex) = self.hex else { return out };
        let board = &view.session.views.board;
        let counters: Vec<CounterView> = selection::counters_on(hex, board)
            .into_iter()
            .filter_map(|id| board.counters.iter().find(|c| c.id == id).cloned())
            .collect();
        if counters.is_empty() {
            self.hex = None;
            return out;
        }
        let title = format!("{} · {}", view.session.doc().map.grid.label(hex), words::STACK);
        let (mut open, mut hit, mut order) = (true, None, None);
        egui::Window::new(title)
            .id(egui::Id::unique("stack"))
            .open(&mut open)
            .default_pos(rect.left_top() + vec2(20.0, 20.0))
            .default_width(320.0_f32.min(rect.width() - 40.0))
            .constrain_to(rect)
            .show(ui.ctx(), |ui| {
                ScrollArea::vertical().id_salt("stack").max_height(rect.height() * 0.6).show(ui, |ui| {
                    let rows: Vec<(CounterId, egui::Response)> = counters
                        .iter()
                        .enumerate()
                        .map(|(i, c)| {
                            part(&counters, i, ui);
                            (c.id, stack_row(view, i, c, ui))
                        })
                        .collect();
                    hit = rows.iter().find(|r| r.1.clicked()).map(|r| Target::Counter(r.0));
                    order = stack_order::asked(ui, &rows);
                });
            });
        if let Some((counter, position)) = order {
            match stack_order::action(&view.session.views.actions, counter, hex, position) {
                Some(id) => out.push(PlayCommand::Program(Command::Do(id))),
                None => {
                    let target = Target::StackPosition { hex, position };
                    out.push(PlayCommand::AskWhy { subject: Target::Counter(counter), target });
                }
            }
        }
        out.extend(hit.map(PlayCommand::Click));
        if !open {
            self.hex = None;
        }
        out
    }
}

/// The name of a part of the stack, where it begins.
fn part(counters: &[CounterView], i: usize, ui: &mut Ui) {
    let rank = &counters[i].stack.rank;
    let before = i.checked_sub(1).map(|b| &counters[b].stack.rank);
    if before == Some(rank) || (before.is_none() && rank.is_empty()) {
        return;
    }
    let c = colours(ui);
    if before.is_some() {
        ui.separator();
    }
    ui.label(ui_kit::theme::text(rank, Face::Semi, 12.0, c.muted));
}

fn stack_row(view: PlayView<'_>, i: usize, counter: &CounterView, ui: &mut Ui) -> egui::Response {
    let c = colours(ui);
    let width = ui.available_width();
    let (rect, r) = ui.allocate_exact_size(vec2(width, 52.0), Sense::click_and_drag());
    let on = view.selection.counters().contains(&counter.id);
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
