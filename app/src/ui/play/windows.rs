//! Windows over the map, and the words for what a pointer rests on.

use super::legend::LegendWindow;
use super::panel::PlayView;
use super::sheets::SheetsPanel;
use super::stack_window::StackWindow;
use super::{PlayScreen, selection};
use crate::settings::Settings;
use crate::ui::commands::Command;
use crate::ui::words;
use egui::Ui;
use engine::hex::HexId;
use engine::present::{BoardView, Target};

/// What has a window of its own over the map.
#[derive(Debug, Default)]
pub(super) struct Windows {
    pub sheets: SheetsPanel,
    pub stack: StackWindow,
    pub legend: LegendWindow,
}

impl Windows {
    /// As the player left them.
    pub fn remembered(settings: &Settings) -> Self {
        let mut new = Self::default();
        new.legend.open = settings.switches.get("legend").copied().unwrap_or(false);
        new
    }
}

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
        let asked = self.windows.sheets.show_windows(&self.session, rect, ui);
        self.carry_out(asked, ui, out);
        let view = PlayView { session: &self.session, selection: &self.selection };
        let asked = self.windows.stack.show(view, rect, ui);
        self.carry_out(asked, ui, out);
        let asked = self.computer.show_trouble(&self.session, rect, ui);
        self.carry_out(asked, ui, out);
        self.windows.legend.show(&self.session, self.map.version, rect, ui);
        self.tracks_window(ui, rect);
    }

    /// Opens the window with the stack of a hex.
    pub fn show_stack(&mut self, hex: HexId) {
        self.windows.stack.hex = Some(hex);
    }
}
