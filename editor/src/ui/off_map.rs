//! Pieces off the map, as counters in their boxes: set-up, arrivals, the boxes and sheets the rules name.

use super::forces::{Carried, first_hex, matches_filter};
use super::tab::{PanelRequests, Tab};
use super::{list_navigation, look, schedule, swatch, timeline};
use crate::core::counters;
use crate::core::enlist::Entry;
use crate::core::off_map::{self, Heap, Lot};
use crate::core::{forces, pieces};
use crate::words;
use crate::words::forces as say;
use egui::{DragAndDrop, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{Piece, ScenarioDoc, Schema};

/// Room for a counter with its name.
const CELL: egui::Vec2 = vec2(64.0, 70.0);
const COUNTER: f32 = 38.0;

pub fn off_map_page(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let mut state = std::mem::take(&mut tab.forces.rows);
    let schema = tab.schema();
    let doc = tab.doc();
    let mut all = off_map::off_map_heaps(doc, &schema);
    for h in &mut all {
        h.pieces.retain(|p| matches_filter(doc, &schema, p, &tab.forces.filter));
    }
    if all.iter().all(|h| h.pieces.is_empty()) {
        look::muted_label(
            ui,
            if tab.forces.filter.trim().is_empty() { words::NO_OFF_MAP } else { say::NOT_FOUND },
        );
    }
    let order: Vec<&str> = all.iter().flat_map(|h| &h.pieces).map(|p| p.id.as_str()).collect();
    for (i, h) in all.iter().enumerate() {
        ui.push_id(i, |ui| box_section(ui, tab, &schema, h, (&order, &mut state), requests));
    }
    tab.forces.rows = state;
}

/// The title of a box, and a note.
fn box_title(doc: &ScenarioDoc, schema: &Schema, lot: &Lot) -> (String, String) {
    match lot {
        Lot::Entry(Entry::Schedule(i)) => {
            let e = &doc.schedule[*i];
            let place = schedule::place_of(doc, schema, e);
            let when = timeline::when_text(&e.when);
            let more = if place.is_empty() { when } else { format!("{when}, {place}") };
            (timeline::entry_name(schema, e), more)
        }
        Lot::Entry(Entry::Setup(i)) => {
            let e = &doc.setup[*i];
            let how = if e.secret { say::IN_SECRET } else { "" };
            (say::setup_title(*i, &pieces::setup_place(doc, schema, e)), how.to_owned())
        }
        Lot::Fate(id) => {
            let name = off_map::box_names(schema).iter().find(|f| f.0 == *id).map_or(id.as_str(), |f| &f.1);
            (engine::capitalised(name), String::new())
        }
        Lot::Sheet { sheet, slot } if slot.is_empty() => (sheet.clone(), String::new()),
        Lot::Sheet { sheet, slot } => (format!("{sheet}: {slot}"), String::new()),
        Lot::Unknown(text) => (say::no_hex(text), String::new()),
        Lot::Nothing => (words::NEVER_COMES.to_owned(), say::NOTHING_HELP.to_owned()),
    }
}

/// A box: its name, total and counters. Dragged pieces can be dropped anywhere in it.
fn box_section(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    h: &Heap<'_>,
    (order, state): (&[&str], &mut list_navigation::State),
    requests: &mut PanelRequests,
) {
    let doc = tab.doc();
    let t = look::theme(ui);
    let (name, more) = box_title(doc, schema, &h.lot);
    let frame = egui::Frame::new().fill(look::colour(t.card)).corner_radius(7).inner_margin(8);
    let r = frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
            ui.horizontal_wrapped(|ui| {
                ui.strong(&name);
                if !h.pieces.is_empty() {
                    let totals = forces::totals(schema, h.pieces.iter().copied());
                    look::muted_label(ui, words::totals_short(&totals));
                }
            });
            if !more.is_empty() && (h.lot != Lot::Nothing || !h.pieces.is_empty()) {
                look::muted_label(ui, more);
            }
            if h.pieces.is_empty() {
                return;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
                for p in &h.pieces {
                    counter_button(ui, tab, schema, p, (order, state), requests);
                }
            });
        })
        .response;
    let said = say::box_of(&name, h.pieces.len());
    r.widget_info(|| WidgetInfo::labeled(Role::Group, true, said.clone()));
    drop_here(ui, tab, schema, &h.lot, r.rect, requests);
    ui.add_space(4.0);
}

fn drop_here(ui: &Ui, tab: &Tab, schema: &Schema, lot: &Lot, rect: Rect, requests: &mut PanelRequests) {
    let Some(c) = DragAndDrop::payload::<Carried>(ui.ctx()) else { return };
    let seen = rect.intersect(ui.clip_rect());
    let over = tab.is_editable() && ui.ctx().pointer_latest_pos().is_some_and(|at| seen.contains(at));
    let Some(edit) = off_map::put_off_map(tab.doc(), schema, &c.0, lot).filter(|_| over) else { return };
    let ink = look::colour(look::theme(ui).accent);
    ui.painter().rect_stroke(rect, 7.0, Stroke::new(2.0, ink), StrokeKind::Inside);
    if ui.input(|i| i.pointer.any_released()) {
        DragAndDrop::clear_payload(ui.ctx());
        requests.edit(edit);
    }
}

/// One counter with its name: selected, dragged and right-clicked like a row of the tree.
fn counter_button(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    p: &Piece,
    (order, state): (&[&str], &mut list_navigation::State),
    requests: &mut PanelRequests,
) {
    let doc = tab.doc();
    let (rect, _) = ui.allocate_exact_size(CELL, Sense::hover());
    let r = ui.interact(rect, ui.scope_id().with(&p.id), Sense::click_and_drag());
    let on = tab.tools.selection.contains(&p.id);
    let said = format!(
        "{}, {}",
        crate::core::pieces::piece_name(p, schema),
        super::forces::where_is(doc, schema, p)
    );
    r.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, said.clone()));
    let ids = || vec![p.id.clone()];
    if r.clicked() {
        let held = ui.input(|i| i.modifiers);
        list_navigation::select_row(tab, state, order, &ids(), held, requests);
        requests.jump = first_hex(doc, p);
    }
    if tab.is_editable() {
        super::roster::drag_row(&r, tab, ids);
        list_navigation::row_menu(&r, tab, ids, requests);
    }
    if ui.is_rect_visible(rect) {
        let t = look::theme(ui);
        if on || r.hovered() || r.has_focus() {
            ui.painter().rect_filled(rect, 4.0, look::colour(if on { t.accent_weak } else { t.sunk }));
        }
        if on || r.has_focus() {
            let stroke = Stroke::new(1.0, look::colour(t.accent));
            ui.painter().rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
        }
        let at = pos2(rect.center().x, rect.top() + 3.0 + COUNTER / 2.0);
        let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
        let view = counters::counter_view(doc, schema, p, CounterId(0), place);
        swatch::paint_counter(ui, Rect::from_center_size(at, vec2(COUNTER, COUNTER)), &view);
        let name = pieces::piece_title(p, schema);
        let font = FontId::proportional(10.5);
        let ink = look::colour(t.text);
        let mut job = egui::text::LayoutJob::simple(name, font, ink, rect.width() - 4.0);
        job.wrap.max_rows = 2;
        job.halign = egui::Align::Center;
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(rect.center().x, rect.top() + COUNTER + 5.0), galley, ink);
    }
    r.on_hover_text(format!("{said}\n{}", say::OFF_MAP_KEYS));
}
