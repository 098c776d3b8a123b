//! A hex for a field, taken from the map: the field asks, the next click on the map answers.

use super::look;
use crate::words::forces as say;
use egui::{Context, Id, PointerButton, Ui};
use engine::hex::HexId;
use engine::scenario::MapDoc;

/// The field that waits for a hex.
fn asking() -> Id {
    Id::unique("hex-asked-for")
}

fn answer_to(field: Id) -> Id {
    field.with("hex-answered")
}

pub fn asks(ctx: &Context) -> Option<Id> {
    ctx.data(|d| d.get_temp(asking()))
}

/// Nothing is waited for any more.
pub fn stop(ctx: &Context) {
    ctx.data_mut(|d| d.remove::<Id>(asking()));
}

/// The button beside a field; says the hex that was clicked for it.
pub fn button(ui: &mut Ui, name: &str) -> Option<String> {
    let field = ui.scope_id().with(name);
    let on = asks(ui.ctx()) == Some(field);
    let said = say::pick_hex(name);
    let r = look::painted_button(ui, egui::vec2(24.0, 24.0), &said, on, |p, rect, ink| {
        super::icons::aim(p, rect.shrink(5.0), ink);
    });
    if r.clicked() {
        stop(ui.ctx());
        if !on {
            ui.ctx().data_mut(|d| d.insert_temp(asking(), field));
        }
    }
    ui.ctx().data_mut(|d| d.remove_temp::<String>(answer_to(field)))
}

/// The map is pointed at while a field waits: true if the pointer is the field's.
pub fn on_map(ui: &Ui, map: &MapDoc, hovered: Option<HexId>, response: &egui::Response) -> bool {
    let Some(field) = asks(ui.ctx()) else { return false };
    if let Some(at) = response.hover_pos() {
        let hex = hovered.map(|h| map.grid.label(h)).unwrap_or_default();
        look::tag(ui, at, &say::picking(&hex), response.rect);
    }
    let clicked =
        ui.input(|i| i.pointer.button_released(PointerButton::Primary)) && response.contains_pointer();
    if clicked && let Some(h) = hovered {
        let label = map.grid.label(h);
        ui.ctx().data_mut(|d| d.insert_temp(answer_to(field), label));
        stop(ui.ctx());
        ui.ctx().request_repaint();
    }
    true
}
