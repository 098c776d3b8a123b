//! Palettes of the tools that choose hexes and put down what was copied.

use super::commands::Act;
use super::look;
use super::tab::{Tab, Wishes};
use crate::core::pattern::{Pattern, What};
use crate::core::tool::Choosing;
use crate::words;
use egui::{Response, Role, Sense, TextureHandle, Ui, WidgetInfo};
use std::sync::Arc;

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

/// What is in the hand, how it can be turned, and what was copied before it.
pub fn stamp(ui: &mut Ui, tab: &mut Tab, wishes: &mut Wishes) {
    let Some(p) = tab.tools.stamp.clone() else {
        look::muted(ui, words::NOTHING_COPIED);
        return;
    };
    ui.label(words::in_hand(&p.holds()));
    ui.add_space(6.0);
    for act in [Act::TurnRight, Act::TurnLeft, Act::Mirror] {
        button(ui, act, wishes);
    }
    ui.add_space(6.0);
    look::muted(ui, words::STAMP_HELP);
    ui.add_space(8.0);
    ui.separator();
    look::caption(ui, words::PARTS);
    for (n, (part, thumb)) in super::hand::thumbs(ui.ctx(), tab).into_iter().enumerate() {
        let on = tab.hand.source.as_ref().is_some_and(|s| Arc::ptr_eq(s, &part));
        if slot(ui, n, &part, thumb.as_ref(), on).clicked() {
            wishes.acts.push(Act::Part(n as u8));
        }
    }
}

/// A part copied before: its number, its picture.
fn slot(ui: &mut Ui, n: usize, part: &Pattern, thumb: Option<&TextureHandle>, on: bool) -> Response {
    let size = egui::vec2(ui.available_width(), super::hand::THUMB.y + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let said = words::part(n + 1, &part.holds());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, said.clone()));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        if on || response.hovered() {
            let fill = if on { t.accent_weak } else { t.sunk };
            ui.painter().rect_filled(rect, 5.0, look::c(fill));
        }
        if on || response.has_focus() {
            let edge = egui::Stroke::new(1.5, look::c(t.accent));
            ui.painter().rect_stroke(rect, 5.0, edge, egui::StrokeKind::Inside);
        }
        let font = egui::FontId::proportional(12.0);
        let at = rect.left_center() + egui::vec2(10.0, 0.0);
        let ink = look::c(t.muted);
        ui.painter().text(at, egui::Align2::LEFT_CENTER, (n + 1).to_string(), font.clone(), ink);
        let room = egui::Rect::from_min_size(rect.min + egui::vec2(26.0, 4.0), super::hand::THUMB);
        if let Some(t) = thumb {
            let size = t.size_vec2() / ui.ctx().pixels_per_point();
            let picture = egui::Rect::from_center_size(room.center(), size);
            let all = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
            ui.painter().image(t.id(), picture, all, egui::Color32::WHITE);
        }
        let text = words::part_short(&part.holds());
        let at = egui::pos2(room.right() + 8.0, rect.center().y);
        ui.painter_at(rect).text(at, egui::Align2::LEFT_CENTER, text, font, look::c(t.text));
    }
    response.on_hover_text(said)
}
