//! The minimap: the whole map with the visible part framed.

use crate::board;
use crate::palette;
use crate::strings;
use crate::view::{BoardInput, BoardWidget};
use egui::{Color32, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};

/// Draws the minimap; a click or a drag moves the camera.
pub fn show_minimap(ui: &mut Ui, widget: &mut BoardWidget, input: &BoardInput<'_>, size: Vec2) -> Response {
    let (room, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, strings::OVERVIEW));
    let painter = ui.painter_at(room);
    painter.rect_filled(room, 0.0, input.desk);
    let Some((texture, bounds)) = widget.overview_texture(ui.ctx(), input) else { return response };
    let k = (room.width() / bounds.width()).min(room.height() / bounds.height());
    let sheet = Rect::from_center_size(room.center(), bounds.size() * k);
    painter.image(texture, sheet, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    let to = |p: Pos2| sheet.min + (p - bounds.min) * k;
    if let Some(layout) = widget.layout() {
        let side = (k * 1.1).clamp(3.0, 7.0);
        for p in board::place_counters(&layout, input.view).iter().filter(|p| !p.buried) {
            let Some(c) = input.view.counters.get(p.index) else { continue };
            let r = Rect::from_center_size(to(p.center), Vec2::splat(side));
            painter.rect_filled(r, 0.0, Color32::from(palette::army(&c.army).fill));
            painter.rect_stroke(r, 0.0, Stroke::new(0.75, Color32::from(palette::INK)), StrokeKind::Outside);
        }
    }
    let seen = widget.visible_sheet();
    let frame = Rect::from_min_max(to(seen.min), to(seen.max)).intersect(sheet);
    painter.rect_stroke(frame, 0.0, Stroke::new(3.0, Color32::from(palette::MARKINK)), StrokeKind::Middle);
    painter.rect_stroke(frame, 0.0, Stroke::new(1.4, Color32::from(palette::SELECTED)), StrokeKind::Middle);
    if (response.clicked() || response.dragged())
        && let Some(at) = response.interact_pointer_pos()
    {
        widget.look_at(bounds.min + (at - sheet.min) / k);
        ui.ctx().request_repaint();
    }
    response
}
