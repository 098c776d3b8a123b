//! Palettes of the tools that choose hexes and put down what was copied.

use super::commands::Act;
use super::look;
use super::tab::{Tab, Wishes};
use crate::core::pattern::What;
use crate::core::tool::Choosing;
use crate::words;
use egui::Ui;

/// Frame, lasso or wand; what is taken along; what can be done with the chosen hexes.
pub fn choose(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    look::caption(ui, "How to choose");
    let tools = &mut tab.tools;
    for (mode, name, help) in [
        (Choosing::Frame, "Rectangle", "Drag from corner to corner"),
        (Choosing::Lasso, "Lasso", "Draw round the hexes"),
        (Choosing::Wand, "Magic wand", "Click: all joined hexes of that terrain and level"),
    ] {
        ui.radio_value(&mut tools.choosing, mode, name).on_hover_text(help);
    }
    ui.add_enabled_ui(tools.choosing == Choosing::Wand, |ui| {
        ui.checkbox(&mut tools.everywhere, "Everywhere on the map").on_hover_text(words::WAND_EVERYWHERE);
    });
    ui.add_space(8.0);
    ui.separator();
    if tools.area.is_empty() {
        look::muted(ui, words::NOTHING_CHOSEN);
    } else {
        chosen(ui, tab, wishes);
    }
    ui.add_space(8.0);
    ui.separator();
    what_is_copied(ui, &mut tab.tools.what);
}

/// What can be done with the chosen hexes.
fn chosen(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    ui.label(words::chosen(tab.tools.area.len(), tab.tools.selection.len()));
    ui.add_space(4.0);
    for act in [Act::Copy, Act::Cut, Act::ClearHexes, Act::CropToHexes] {
        button(ui, act, wishes);
    }
    let schema = tab.schema();
    if let Some(t) = schema.terrain(&tab.tools.terrain) {
        let (_, help) = words::commands::act(Act::PaintHexes);
        let wide = egui::vec2(ui.available_width(), 26.0);
        let paint = egui::Button::new(words::paint_chosen(&t.name)).min_size(wide);
        if ui.add(paint).on_hover_text(help).clicked() {
            wishes.acts.push(Act::PaintHexes);
        }
    }
    ui.add_space(6.0);
    look::caption(ui, words::AS_AREA);
    super::regions::new(ui, tab, wishes);
}

fn what_is_copied(ui: &mut Ui, what: &mut What) {
    look::caption(ui, "What is copied");
    for (on, name) in [
        (&mut what.ground, "Terrain and levels"),
        (&mut what.sides, "Hexsides and roads"),
        (&mut what.areas, "Areas"),
        (&mut what.names, "Names"),
        (&mut what.pieces, "Pieces"),
    ] {
        ui.checkbox(on, name);
    }
}

fn button(ui: &mut Ui, act: Act, wishes: &mut Wishes) {
    let (name, help) = words::commands::act(act);
    let key = super::commands::key_of(ui.ctx(), act);
    let wide = egui::vec2(ui.available_width(), 26.0);
    if ui.add(egui::Button::new(name).min_size(wide)).on_hover_text(format!("{help}{key}")).clicked() {
        wishes.acts.push(act);
    }
}

/// What is in the hand, and how it can be turned.
pub fn stamp(ui: &mut Ui, tab: &Tab, wishes: &mut Wishes) {
    let Some(p) = &tab.tools.stamp else {
        look::muted(ui, words::NOTHING_COPIED);
        return;
    };
    ui.label(words::in_hand(p.len(), p.pieces()));
    ui.add_space(6.0);
    for act in [Act::TurnRight, Act::TurnLeft, Act::Mirror] {
        button(ui, act, wishes);
    }
    ui.add_space(6.0);
    look::muted(ui, words::STAMP_HELP);
}
