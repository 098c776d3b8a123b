//! Templates of the rule system in the palette, and how formations are drawn up.

use super::tab::Tab;
use super::{fields, look, swatch};
use crate::core::counters;
use crate::core::template::Templates;
use crate::words;
use egui::{Rect, Ui, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{Piece, ScenarioDoc, Schema};

/// Pieces ready to be placed, for the nation chosen.
pub fn template_menu(ui: &mut Ui, doc: &ScenarioDoc, schema: &Schema, all: &Templates, template: &mut Piece) {
    let nation = template.nation.clone();
    if all.of(&nation).next().is_none() {
        return;
    }
    ui.menu_button("Templates", |ui| {
        egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
            for t in all.of(&nation) {
                let piece = t.make_piece(doc, &template.side, &nation);
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(26.0, 26.0), egui::Sense::hover());
                    let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
                    let view = counters::counter_view(doc, schema, &piece, CounterId(0), place);
                    swatch::paint_counter(ui, Rect::from_center_size(rect.center(), vec2(24.0, 24.0)), &view);
                    if ui.button(&t.name).clicked() {
                        *template = piece.clone();
                    }
                });
            }
        });
    })
    .response
    .on_hover_text(words::TEMPLATES);
    ui.add_space(4.0);
}

/// How many lines, and how far apart.
pub fn formation_settings(ui: &mut Ui, tab: &mut Tab) {
    let lines = &mut tab.tools.lines;
    ui.add_space(6.0);
    look::section_caption(ui, "Draw up in");
    for (n, name) in [(1, "One line"), (2, "Two lines"), (3, "Two lines and a reserve")] {
        ui.radio_value(&mut lines.count, n, name);
    }
    if lines.count > 1
        && let Some(n) = fields::number_field(ui, "Distance", words::LINE_GAP, lines.gap.into(), (1, 6))
    {
        lines.gap = n.clamp(1, 6) as u8;
    }
    look::muted_label(ui, words::FORMATION);
}
