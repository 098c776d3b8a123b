//! The tool rail, and the palette of the current tool.

use super::commands::{self, EditorAction};
use super::tab::{PanelRequests, Tab};
use super::{command_text, icons, look};
use crate::tools::{ToolKind, ToolText};
use egui::{Align2, Color32, FontId, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// Tools one under the other, each with its key in the corner.
pub fn tool_rail(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let taken = newly_taken(ui, tab.tools.kind);
    ui.add_enabled_ui(tab.is_editable(), |ui| {
        for kind in ToolKind::ALL {
            let tool = kind.tool();
            if tool.begins_group() {
                ui.separator();
            }
            let ToolText { name, key, .. } = tool.text();
            // Tools for what these rules do not know are not shown.
            if tab.schema.as_ref().is_some_and(|s| tool.why_unused(s).is_some()) {
                continue;
            }
            let on = tab.tools.kind == kind;
            let label = format!("{name} ({key})");
            let r = look::painted_button(ui, vec2(36.0, 36.0), &label, on, |p, rect, ink| {
                icons::tool_icon(p, rect.shrink(7.0).translate(vec2(-2.0, -1.0)), kind, ink);
                let font = FontId::proportional(10.5);
                p.text(rect.right_bottom() - vec2(3.0, 2.0), Align2::RIGHT_BOTTOM, key, font, ink);
            });
            if r.clicked() {
                requests.tool = Some(kind);
                requests.from_rail = true;
            }
            if on && taken {
                r.scroll_to_me(None);
            }
        }
    });
}

/// The tool has changed since the rail was last drawn: scroll to it.
fn newly_taken(ui: &Ui, kind: ToolKind) -> bool {
    let id = egui::Id::unique("tool in the rail");
    ui.data_mut(|d| {
        let last: Option<ToolKind> = d.get_temp(id);
        d.insert_temp(id, kind);
        last != Some(kind)
    })
}

/// The palette of the current tool.
pub fn tool_palette(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let kind = tab.tools.kind;
    let ToolText { name, key, .. } = kind.text();
    ui.horizontal(|ui| {
        look::title_label(ui, name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            look::muted_label(ui, format!("tool {key}"));
        });
    });
    ui.add_space(6.0);
    kind.tool().show_palette(ui, tab, requests);
}

/// A row with a picture at the left and a name, one of several.
pub fn picture_row(ui: &mut Ui, name: &str, on: bool, paint: impl FnOnce(&Ui, Rect)) -> Response {
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 34.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), on, name));
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        let fill = if on {
            look::colour(t.accent_weak)
        } else if response.hovered() {
            look::colour(t.sunk)
        } else {
            Color32::TRANSPARENT
        };
        ui.painter().rect_filled(rect, 5.0, fill);
        if on || response.has_focus() {
            ui.painter().rect_stroke(rect, 5.0, Stroke::new(1.5, look::colour(t.accent)), StrokeKind::Inside);
        }
        let picture = Rect::from_min_size(rect.min + vec2(6.0, 5.0), vec2(44.0, 24.0));
        paint(ui, picture);
        let at = egui::pos2(picture.right() + 10.0, rect.center().y);
        let font = FontId::proportional(13.0);
        let painter = ui.painter_at(rect.shrink(2.0));
        painter.text(at, Align2::LEFT_CENTER, name, font, look::colour(t.text));
    }
    response
}

/// The help of something with the rule behind it.
pub fn hover_with_rule(response: Response, help: &str, rule: &str) -> Response {
    look::hover_help(response, &if rule.is_empty() { help.to_owned() } else { format!("{help} [{rule}]") })
}

/// One to five, for the tools that paint hexes.
pub fn radius_choice(ui: &mut Ui, radius: &mut u8, enabled: bool) {
    ui.add_space(4.0);
    ui.add_enabled_ui(enabled, |ui| {
        let label = ui.label("Brush size");
        ui.horizontal(|ui| {
            for n in 1..=5u8 {
                let r = ui.selectable_label(*radius == n, n.to_string());
                let r = r.labelled_by(label.id).on_hover_text(format!("Radius {n} ([ and ] change it)"));
                if r.clicked() {
                    *radius = n;
                }
            }
        });
    });
}

/// A button as wide as the palette for a command.
pub fn action_button(ui: &mut Ui, act: EditorAction, requests: &mut PanelRequests) {
    let (name, help) = command_text::action_text(act);
    let key = commands::key_of(ui.ctx(), act);
    let wide = egui::vec2(ui.available_width(), 26.0);
    if ui.add(egui::Button::new(name).min_size(wide)).on_hover_text(format!("{help}{key}")).clicked() {
        requests.acts.push(act);
    }
}
