//! Several counters selected: shift-click adds and takes out, shift-drag draws a box.

use super::PlayScreen;
use super::selection;
use board::view::{Click, Drag};
use egui::{Stroke, StrokeKind, Ui};
use engine::hex::{Grid, HexId};
use engine::present::{CounterId, Target};
use ui_kit::theme::colours;

/// Hexes of the rectangle of columns and rows with these two in its corners.
fn hexes_in_box(grid: &Grid, a: HexId, b: HexId) -> Vec<HexId> {
    let ((ca, ra), (cb, rb)) = (grid.column_and_row(grid.hex(a)), grid.column_and_row(grid.hex(b)));
    let inside = |h: &HexId| {
        let (c, r) = grid.column_and_row(grid.hex(*h));
        (ca.min(cb)..=ca.max(cb)).contains(&c) && (ra.min(rb)..=ra.max(rb)).contains(&r)
    };
    grid.ids().filter(inside).collect()
}

impl PlayScreen {
    /// A shift-click: the counter, or the whole stack where the ground was hit, joins the selection or leaves it.
    pub(super) fn select_more(&mut self, click: &Click) {
        let board = &self.session.views.board;
        let counters = match (click.counter, click.hex) {
            (Some(c), _) => vec![c],
            (None, Some(hex)) => selection::counters_on(hex, board),
            (None, None) => return,
        };
        self.select_counters(&counters);
    }

    /// Adds counters to the selection, or takes them out if all of them were in it.
    pub(super) fn select_counters(&mut self, counters: &[CounterId]) {
        let selected = selection::toggle_counters(&self.session.views.actions, &self.selection, counters);
        self.take_selection(selected);
    }

    /// A shift-drag over the map; true if the drag was one.
    pub(super) fn drag_box(&mut self, drag: &Drag) -> bool {
        if drag.began && drag.modifiers.shift {
            self.hand.selecting_from = Some(drag.from);
        }
        let Some(from) = self.hand.selecting_from else { return false };
        if drag.ended {
            self.hand.selecting_from = None;
            if let Some(to) = drag.to {
                let hexes = hexes_in_box(&self.session.doc().map.grid, from, to);
                let views = &self.session.views;
                let selected = selection::select_box(&views.actions, &views.board, &hexes);
                self.take_selection(selected);
            }
        }
        true
    }

    fn take_selection(&mut self, selected: selection::Selection) {
        self.why = None;
        self.choice = None;
        self.dock.inspected = selected.subject.clone();
        self.selection = selected;
        self.room.page = super::Page::Play;
    }

    /// The box being drawn.
    pub(super) fn show_box(&self, ui: &Ui) {
        if self.hand.selecting_from.is_none() {
            return;
        }
        let (from, to) = ui.input(|i| (i.pointer.press_origin(), i.pointer.latest_pos()));
        if let (Some(from), Some(to)) = (from, to) {
            let c = colours(ui);
            let rect = egui::Rect::from_two_pos(from, to);
            ui.painter().rect(
                rect,
                2.0,
                c.accent.gamma_multiply(0.15),
                Stroke::new(1.5, c.accent),
                StrokeKind::Inside,
            );
        }
    }

    /// Several counters are selected, and there is nothing they could do as one.
    pub(super) fn is_idle_group(&self) -> bool {
        !self.selection.others.is_empty()
            && selection::offered(&self.session.views.actions, &self.selection).is_empty()
    }

    /// The counters selected as one, in words; empty for one or none.
    pub(super) fn group_words(&self) -> String {
        if self.selection.others.is_empty() {
            return String::new();
        }
        let counters = self.selection.counters();
        let names: Vec<String> = counters.iter().map(|c| self.line_of(&Target::Counter(*c))).collect();
        format!("{} counters: {}", counters.len(), names.join("; "))
    }
}
