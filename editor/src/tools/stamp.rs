//! The stamp: pastes what was copied.

use super::{IconLine, Phase, Pointer, Reply, Tool, ToolText, Toolbox};
use crate::core::edit::Edit;
use crate::core::pattern::Pattern;
use crate::ui::commands::EditorAction;
use crate::ui::palette::action_button;
use crate::ui::tab::{PanelRequests, Tab};
use crate::ui::{look, stamp_preview};
use crate::words;
use egui::{CursorIcon, Response, Role, Sense, TextureHandle, Ui, WidgetInfo};
use engine::scenario::{ScenarioDoc, Schema};
use std::sync::Arc;

pub struct Stamp;

impl Tool for Stamp {
    fn text(&self) -> ToolText {
        ToolText {
            name: "Stamp",
            key: "P",
            help: "click to put down what was copied, R turns it by 60 degrees, M mirrors it, Esc ends.",
            synonyms: "paste",
        }
    }

    fn icon(&self) -> &'static [IconLine] {
        &[
            &[(9.5, 4.0), (14.5, 4.0), (13.5, 10.5), (19.0, 13.0), (19.0, 16.5), (5.0, 16.5), (5.0, 13.0)],
            &[(5.0, 13.0), (10.5, 10.5), (9.5, 4.0)],
            &[(4.0, 20.0), (20.0, 20.0)],
        ]
    }

    fn plan(&self, tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        tools.stamp.as_ref()?.paste_at(doc, schema, ev.hex?)
    }

    /// A click pastes once; dragging does not repeat it.
    fn respond(&self, tools: &mut Toolbox, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        // While hovering only the position is reported: the part may be as large as a sheet.
        let commit = if ev.phase == Phase::Down { tools.plan(doc, schema, ev) } else { None };
        let put = ev.hex.filter(|_| tools.stamp.is_some());
        Reply { commit, put, ..Reply::default() }
    }

    fn show_palette(&self, ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
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
        for (n, (part, thumb)) in stamp_preview::clipboard_thumbs(ui.ctx(), tab).into_iter().enumerate() {
            let on = tab.clipboard.hand.source.as_ref().is_some_and(|s| Arc::ptr_eq(s, &part));
            if clipboard_slot(ui, n, &part, thumb.as_ref(), on).clicked() {
                requests.acts.push(EditorAction::Part(n as u8));
            }
        }
    }

    fn cursor(&self, _: &Pointer, _: bool) -> Option<CursorIcon> {
        None
    }
}

/// A copied part: its number and picture.
fn clipboard_slot(
    ui: &mut Ui,
    n: usize,
    part: &Pattern,
    thumb: Option<&TextureHandle>,
    on: bool,
) -> Response {
    let size = egui::vec2(ui.available_width(), stamp_preview::THUMB.y + 8.0);
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
        let room = egui::Rect::from_min_size(rect.min + egui::vec2(26.0, 4.0), stamp_preview::THUMB);
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
