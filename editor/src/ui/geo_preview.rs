//! The preview of imported geography: it is dragged and zoomed to lay the sheet.

use crate::words;
use egui::{TextureHandle, Ui};

/// What the pointer did to the preview in this frame.
pub struct PreviewMoved {
    /// In points; only when a drag ends.
    pub by: egui::Vec2,
    pub zoom: f32,
    /// Of the picture, in points.
    pub width: f32,
}

impl PreviewMoved {
    pub fn is_any(&self) -> bool {
        self.by != egui::Vec2::ZERO || self.zoom != 1.0
    }
}

/// The preview: dragging moves the map under the sheet, the wheel changes the size of a hex.
pub fn show(ui: &mut Ui, picture: &TextureHandle, size: egui::Vec2) -> PreviewMoved {
    let (rect, r) = ui.allocate_exact_size(size, egui::Sense::drag());
    r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::GEO_PREVIEW));
    let dragged = if r.dragged() || r.drag_stopped() {
        r.total_drag_delta().unwrap_or_default()
    } else {
        egui::Vec2::ZERO
    };
    let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    ui.painter_at(rect).image(picture.id(), rect.translate(dragged), whole, egui::Color32::WHITE);
    let over = r.contains_pointer();
    // The wheel over the picture does not scroll the column.
    let wheel = ui.input_mut(|i| if over { std::mem::take(&mut i.smooth_scroll_delta.y) } else { 0.0 });
    let zoom = if wheel == 0.0 { 1.0 } else { (wheel * 0.004).exp() };
    let icon = if r.dragged() { egui::CursorIcon::Grabbing } else { egui::CursorIcon::Grab };
    r.on_hover_cursor(icon).on_hover_text(words::GEO_PREVIEW_HELP);
    let by = if dragged != egui::Vec2::ZERO && !ui.input(|i| i.pointer.any_down()) {
        dragged
    } else {
        egui::Vec2::ZERO
    };
    PreviewMoved { by, zoom, width: size.x }
}
