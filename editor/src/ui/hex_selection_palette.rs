//! Palettes of the tools that choose hexes and put down what was copied.

use super::commands::EditorAction;
use super::look;
use super::tab::{PanelRequests, Tab};
use crate::core::pattern::{Pattern, What};
use crate::core::tool::SelectionShape;
use crate::words;
use egui::{Response, Role, Sense, TextureHandle, Ui, WidgetInfo};
use std::sync::Arc;

/// Frame, lasso or wand; what is taken along; what can be done with the chosen hexes.
pub fn selection_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    look::section_caption(ui, "How to choose");
    let tools = &mut tab.tools;
    for (mode, name, help) in [
        (SelectionShape::Frame, "Rectangle", "Drag from corner to corner"),
        (SelectionShape::Lasso, "Lasso", "Draw round the hexes"),
        (SelectionShape::Wand, "Magic wand", "Click: all joined hexes of that terrain and level"),
    ] {
        ui.radio_value(&mut tools.choosing, mode, name).on_hover_text(help);
    }
    ui.add_enabled_ui(tools.choosing == SelectionShape::Wand, |ui| {
        ui.checkbox(&mut tools.ground.everywhere, "Everywhere on the map")
            .on_hover_text(words::WAND_EVERYWHERE);
    });
    ui.add_space(8.0);
    ui.separator();
    if tools.area.is_empty() {
        look::muted_label(ui, words::NOTHING_CHOSEN);
    } else {
        selection_actions(ui, tab, requests);
    }
    ui.add_space(8.0);
    ui.separator();
    what_is_copied(ui, &mut tab.tools.what);
}

/// What can be done with the chosen hexes.
fn selection_actions(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    ui.label(words::selection_summary(tab.tools.area.len(), tab.tools.selection.len()));
    ui.add_space(4.0);
    for act in [EditorAction::Copy, EditorAction::Cut, EditorAction::ClearHexes, EditorAction::CropToHexes] {
        action_button(ui, act, requests);
    }
    let schema = tab.schema();
    if let Some(t) = schema.terrain(&tab.tools.ground.terrain) {
        let (_, help) = super::command_text::action_text(EditorAction::PaintHexes);
        let wide = egui::vec2(ui.available_width(), 26.0);
        let paint = egui::Button::new(words::paint_chosen(&t.name)).min_size(wide);
        if ui.add(paint).on_hover_text(help).clicked() {
            requests.acts.push(EditorAction::PaintHexes);
        }
    }
    ui.add_space(6.0);
    look::section_caption(ui, words::AS_AREA);
    super::regions::new_area(ui, tab, requests);
}

fn what_is_copied(ui: &mut Ui, what: &mut What) {
    look::section_caption(ui, "What is copied");
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

fn action_button(ui: &mut Ui, act: EditorAction, requests: &mut PanelRequests) {
    let (name, help) = super::command_text::action_text(act);
    let key = super::commands::key_of(ui.ctx(), act);
    let wide = egui::vec2(ui.available_width(), 26.0);
    if ui.add(egui::Button::new(name).min_size(wide)).on_hover_text(format!("{help}{key}")).clicked() {
        requests.acts.push(act);
    }
}

/// What is in the hand, how it can be turned, and what was copied before it.
pub fn clipboard_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let Some(p) = tab.tools.stamp.clone() else {
        look::muted_label(ui, words::NOTHING_COPIED);
        return;
    };
    ui.label(words::in_hand(&p.count_contents()));
    ui.add_space(6.0);
    for act in [EditorAction::TurnRight, EditorAction::TurnLeft, EditorAction::Mirror] {
        action_button(ui, act, requests);
    }
    ui.add_space(6.0);
    look::muted_label(ui, words::STAMP_HELP);
    ui.add_space(8.0);
    ui.separator();
    look::section_caption(ui, words::PARTS);
    for (n, (part, thumb)) in super::stamp_preview::clipboard_thumbs(ui.ctx(), tab).into_iter().enumerate() {
        let on = tab.clipboard.hand.source.as_ref().is_some_and(|s| Arc::ptr_eq(s, &part));
        if clipboard_slot(ui, n, &part, thumb.as_ref(), on).clicked() {
            requests.acts.push(EditorAction::Part(n as u8));
        }
    }
}

/// A part copied before: its number, its picture.
fn clipboard_slot(
    ui: &mut Ui,
    n: usize,
    part: &Pattern,
    thumb: Option<&TextureHandle>,
    on: bool,
) -> Response {
    let size = egui::vec2(ui.available_width(), super::stamp_preview::THUMB.y + 8.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let said = words::clipboard_part(n + 1, &part.count_contents());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, said.clone()));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        if on || response.hovered() {
            let fill = if on { t.accent_weak } else { t.sunk };
            ui.painter().rect_filled(rect, 5.0, look::colour(fill));
        }
        if on || response.has_focus() {
            let edge = egui::Stroke::new(1.5, look::colour(t.accent));
            ui.painter().rect_stroke(rect, 5.0, edge, egui::StrokeKind::Inside);
        }
        let font = egui::FontId::proportional(12.0);
        let at = rect.left_center() + egui::vec2(10.0, 0.0);
        let ink = look::colour(t.muted);
        ui.painter().text(at, egui::Align2::LEFT_CENTER, (n + 1).to_string(), font.clone(), ink);
        let room = egui::Rect::from_min_size(rect.min + egui::vec2(26.0, 4.0), super::stamp_preview::THUMB);
        if let Some(t) = thumb {
            let size = t.size_vec2() / ui.ctx().pixels_per_point();
            let picture = egui::Rect::from_center_size(room.center(), size);
            let all = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
            ui.painter().image(t.id(), picture, all, egui::Color32::WHITE);
        }
        let text = words::part_short(&part.count_contents());
        let at = egui::pos2(room.right() + 8.0, rect.center().y);
        ui.painter_at(rect).text(at, egui::Align2::LEFT_CENTER, text, font, look::colour(t.text));
    }
    response.on_hover_text(said)
}
