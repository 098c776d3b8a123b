//! Picks a hex for a field: the next click on the map sets the field.

use super::look;
use crate::words::forces as say;
use egui::{Context, Id, PointerButton, Ui};
use engine::hex::HexId;
use engine::scenario::MapDoc;

/// The field waiting for a hex.
fn field_id() -> Id {
    Id::unique("hex-asked-for")
}

fn answer_to(field: Id) -> Id {
    field.with("hex-answered")
}

pub fn waiting_field(ctx: &Context) -> Option<Id> {
    ctx.data(|d| d.get_temp(field_id()))
}

/// Stops waiting.
pub fn stop_waiting(ctx: &Context) {
    ctx.data_mut(|d| d.remove::<Id>(field_id()));
}

/// The button beside a field; returns the hex that was clicked for it.
pub fn pick_button(ui: &mut Ui, name: &str) -> Option<String> {
    let field = ui.scope_id().with(name);
    let on = waiting_field(ui.ctx()) == Some(field);
    let said = say::pick_hex(name);
    let r = look::painted_button(ui, egui::vec2(24.0, 24.0), &said, on, |p, rect, ink| {
        super::icons::aim_icon(p, rect.shrink(5.0), ink);
    });
    if r.clicked() {
        stop_waiting(ui.ctx());
        if !on {
            ui.ctx().data_mut(|d| d.insert_temp(field_id(), field));
        }
    }
    ui.ctx().data_mut(|d| d.remove_temp::<String>(answer_to(field)))
}

/// Handles the pointer while a field waits; true if the field uses it.
pub fn on_map(ui: &Ui, map: &MapDoc, hovered: Option<HexId>, response: &egui::Response) -> bool {
    let Some(field) = waiting_field(ui.ctx()) else { return false };
    if let Some(at) = response.hover_pos() {
        let hex = hovered.map(|h| map.grid.label(h)).unwrap_or_default();
        look::pointer_tag(ui, at, &say::picking_hex(&hex), response.rect);
    }
    let clicked =
        ui.input(|i| i.pointer.button_released(PointerButton::Primary)) && response.contains_pointer();
    if clicked && let Some(h) = hovered {
        let label = map.grid.label(h);
        ui.ctx().data_mut(|d| d.insert_temp(answer_to(field), label));
        stop_waiting(ui.ctx());
        ui.ctx().request_repaint();
    }
    true
}
