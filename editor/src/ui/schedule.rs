//! The dock's Schedule page: arrivals and departures, and what players set up. It offers what the
//! rules can play; anything else in a file can still be seen and changed.

use super::fields::{self, Scope};
use super::forces::Carried;
use super::scenario::{entry_frame, put_property};
use super::tab::{PanelRequests, Tab};
use super::{list_navigation, look, swatch, timeline};
use crate::core::counters;
use crate::core::edit::{ListEdit, MOST_TURNS};
use crate::core::enlist::{self, Entry};
use crate::core::{Edit, pieces};
use crate::words;
use crate::words::forces as say;
use egui::{DragAndDrop, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};
use engine::hex::HexId;
use engine::present::{CounterId, CounterPlace};
use engine::scenario::{
    Field, Piece, Props, ScenarioDoc, ScheduleEntry, ScheduleKind, Schema, SetupEntry, Value, When, WhenKind,
};

/// The turn track, reinforcements and the like, and pieces left to the players to set up.
pub fn schedule_page(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    look::section_caption(ui, "Turn track");
    timeline::turn_track(ui, tab, requests);
    timeline::turn_fields(ui, tab, requests);
    timeline::date_fields(ui, tab, requests);
    ui.add_space(8.0);
    look::section_caption(ui, "Schedule");
    let schema = tab.schema();
    if tab.doc().schedule.is_empty() {
        let none = schema.schedule.is_empty();
        look::muted_label(ui, if none { words::NO_SCHEDULE_KINDS } else { words::NO_SCHEDULE });
    } else {
        timeline::schedule_table(ui, tab);
    }
    ui.add_space(6.0);
    if let Some(i) = tab.time.entry {
        entry_details(ui, tab, i, requests);
    }
    if !schema.schedule.is_empty() {
        ui.menu_button("Add to schedule", |ui| {
            for k in &schema.schedule {
                if ui.button(&k.name).on_hover_text(&k.help).clicked() {
                    let chosen = tab.tools.selection.clone();
                    add_entry(tab.doc(), k, &chosen, turn_of_new_entries(tab), requests);
                }
            }
        });
    }
    ui.add_space(12.0);
    look::section_caption(ui, "Set-up by the players");
    setup_section(ui, tab, requests);
}

/// The side of the first of them, or the first side.
fn side_of(doc: &ScenarioDoc, ids: &[String]) -> String {
    let first = ids.iter().find_map(|id| doc.piece(id)).map(|p| p.side.clone());
    first.or_else(|| doc.sides.first().map(|s| s.id.clone())).unwrap_or_default()
}

fn of_side(doc: &ScenarioDoc, side: &str, ids: &[String]) -> Vec<String> {
    ids.iter().filter(|id| doc.piece(id).is_some_and(|p| p.side == side)).cloned().collect()
}

/// The turn that is selected; else the second, since what is there on the first is placed on the map.
pub fn turn_of_new_entries(tab: &Tab) -> u32 {
    tab.time.turn.unwrap_or_else(|| tab.doc().turns.count.clamp(1, 2))
}

/// A new entry for the selected pieces, with the rules' defaults.
pub fn add_entry(
    doc: &ScenarioDoc,
    kind: &ScheduleKind,
    ids: &[String],
    turn: u32,
    requests: &mut PanelRequests,
) {
    let side = side_of(doc, ids);
    let list = if kind.pieces { of_side(doc, &side, ids) } else { Vec::new() };
    let first = doc.map.regions.first().filter(|_| kind.area);
    let e = ScheduleEntry {
        pieces: list.clone(),
        side,
        area: first.map(|r| r.id.clone()).unwrap_or_default(),
        ..kind.entry(turn)
    };
    requests.entry = Some(doc.schedule.len());
    requests.edit(enlist::new_entry(doc, Edit::Schedule(ListEdit::Add(e)), &list));
    requests.dock = Some(super::tab::Dock::Schedule);
}

/// A new set-up entry for the selected pieces.
pub fn add_setup(doc: &ScenarioDoc, ids: &[String], requests: &mut PanelRequests) {
    let side = side_of(doc, ids);
    let list = of_side(doc, &side, ids);
    let e = SetupEntry {
        side,
        pieces: list.clone(),
        area: doc.map.regions.first().map(|r| r.id.clone()).unwrap_or_default(),
        order: doc.setup.iter().map(|e| e.order).max().unwrap_or(0) + 1,
        ..SetupEntry::default()
    };
    requests.edit(enlist::new_entry(doc, Edit::Setup(ListEdit::Add(e)), &list));
    requests.dock = Some(super::tab::Dock::Schedule);
}

/// An area by its name.
pub fn area_name(doc: &ScenarioDoc, id: &str) -> String {
    let region = doc.map.region(id);
    region.map_or_else(|| id.to_owned(), |r| if r.name.is_empty() { r.id.clone() } else { r.name.clone() })
}

/// One entry in full.
fn entry_details(ui: &mut Ui, tab: &Tab, i: usize, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    let Some(old) = doc.schedule.get(i) else { return };
    let kind = schema.schedule_kind(&old.kind);
    let (name, help, rule) =
        kind.map_or((old.kind.as_str(), words::UNKNOWN_RULE, ""), |k| (&k.name, &k.help, &k.rule));
    let mut e = old.clone();
    ui.push_id(("schedule", i), |ui| {
        let gone = entry_frame(ui, name, help, rule, |ui| {
            look::muted_label(ui, help);
            entry_fields(ui, Scope { doc, schema: &schema }, kind, &mut e);
            if kind.is_none_or(|k| k.pieces) {
                entry_pieces(ui, tab, Entry::Schedule(i), requests);
            } else if !old.pieces.is_empty() {
                look::muted_label(ui, say::UNUSED_PIECES);
                entry_pieces(ui, tab, Entry::Schedule(i), requests);
            }
        });
        if gone {
            requests.edit(list_navigation::remove_entry(Entry::Schedule(i)));
        } else if e != *old {
            requests.edit(Edit::Schedule(ListEdit::Set(i, e)));
        }
    });
}

/// The fields of an entry: name, side, when, where, and those of its kind.
fn entry_fields(ui: &mut Ui, scope: Scope<'_>, kind: Option<&ScheduleKind>, e: &mut ScheduleEntry) {
    if let Some(t) = fields::text_line(ui, "Name", "", &e.name) {
        e.name = t;
    }
    if let Some(side) = fields::choice_field(ui, "Side", "", &e.side, &fields::side_choices(scope.doc)) {
        e.side = side;
    }
    when_field(ui, scope, kind, e);
    if kind.is_none_or(|k| k.area) || !e.area.is_empty() {
        let name = if kind.is_none_or(|k| k.area) { "Area" } else { say::UNUSED_AREA };
        let mut areas = vec![(String::new(), String::new())];
        areas.extend(fields::area_choices(scope.doc));
        if let Some(area) = fields::choice_field(ui, name, "", &e.area, &areas) {
            e.area = area;
        }
        if scope.doc.map.regions.is_empty() {
            look::muted_label(ui, say::NO_AREA_YET);
        }
    }
    property_fields(ui, scope, kind.map_or(&[][..], |k| &k.fields), &mut e.props);
}

/// Fields of the schema, then unknown ones.
fn property_fields(ui: &mut Ui, scope: Scope<'_>, list: &[Field], props: &mut Props) {
    let old = props.clone();
    put_property(props, fields::property_fields(ui, scope, list, |id| old.get(id).cloned()));
    for (id, v) in old.iter().filter(|(id, _)| list.iter().all(|f| f.id != **id)) {
        ui.horizontal(|ui| {
            if fields::icon_cross(ui, &format!("Remove {id}")).clicked() {
                props.remove(id);
            }
            look::muted_label(ui, say::unused_property(id, &v.to_string()));
        });
    }
}

/// Names of the kinds of timing, in the order of [`WhenKind`].
fn when_name(when: &When) -> (&'static str, &'static str) {
    match when {
        When::Turn(_) => ("turn", say::ON_TURN),
        When::Die { .. } => ("die", say::BY_DIE),
        When::Event(_) => ("event", say::BY_EVENT),
        When::Condition { .. } => ("condition", say::ON_CONDITION),
    }
}

/// When it arrives: the kinds the rules have, and the present one if it is not among them.
fn when_field(ui: &mut Ui, scope: Scope<'_>, kind: Option<&ScheduleKind>, e: &mut ScheduleEntry) {
    let ways = kind.map_or(&[][..], |k| &k.when);
    let turn = timeline::turn_of(e).unwrap_or(1);
    let now = when_name(&e.when);
    let mut items: Vec<(String, String)> = Vec::new();
    for w in ways.iter().map(|w| when_name(&w.start(turn))).chain([now]) {
        if items.iter().all(|i| i.0 != w.0) {
            items.push((w.0.to_owned(), w.1.to_owned()));
        }
    }
    let help = if items.len() == 1 { say::WHEN_ONLY } else { "" };
    if let Some(new) = fields::choice_field(ui, "When", help, now.0, &items)
        && let Some(w) = ways.iter().find(|w| when_name(&w.start(turn)).0 == new)
    {
        e.when = w.start(turn);
    }
    let is_known = ways.iter().any(|w| w.is(&e.when));
    if kind.is_some() && !is_known {
        let ink = look::colour(look::theme(ui).danger);
        ui.add(egui::Label::new(egui::RichText::new(say::WHEN_UNKNOWN).size(12.0).color(ink)).wrap());
    }
    let list = kind.map_or(&[][..], |k| k.when_fields(&e.when)).to_vec();
    let last = scope.doc.turns.count.max(1);
    match &mut e.when {
        When::Turn(n) => turn_number(ui, "Turn", "", n, last),
        When::Die { from, props } => {
            turn_number(ui, say::FROM_TURN, say::FROM_TURN_HELP, from, last);
            ui.push_id("die", |ui| property_fields(ui, scope, &list, props));
        }
        When::Event(id) => event_field(ui, ways, id),
        When::Condition { kind, props } => {
            condition_field(ui, ways, kind, props);
            ui.push_id("condition", |ui| property_fields(ui, scope, &list, props));
        }
    }
}

/// A turn beyond the last is accepted with a note.
fn turn_number(ui: &mut Ui, name: &str, help: &str, n: &mut u32, last: u32) {
    if let Some(v) = fields::number_field(ui, name, help, i64::from(*n), (1, MOST_TURNS.into())) {
        *n = v.clamp(0, MOST_TURNS.into()) as u32;
    }
    if *n > last {
        let ink = look::colour(look::theme(ui).danger);
        ui.add(egui::Label::new(egui::RichText::new(say::last_turn(last)).size(12.0).color(ink)).wrap());
    }
}

/// Events of the rules; others as written.
fn event_field(ui: &mut Ui, ways: &[WhenKind], id: &mut String) {
    let known: Vec<(String, String)> = ways.iter().filter_map(of_events).flatten().cloned().collect();
    let new = match known.is_empty() {
        true => fields::text_line(ui, "Event", "", id),
        false => fields::choice_field(ui, "Event", "", id, &known),
    };
    *id = new.unwrap_or_else(|| std::mem::take(id));
}

fn of_events(w: &WhenKind) -> Option<&Vec<(String, String)>> {
    match w {
        WhenKind::Event(list) => Some(list),
        _ => None,
    }
}

/// Conditions of the rules, with default parameters when chosen; others as written.
fn condition_field(ui: &mut Ui, ways: &[WhenKind], kind: &mut String, props: &mut Props) {
    let of = |w: &WhenKind| match w {
        WhenKind::Condition(list) => list.clone(),
        _ => Vec::new(),
    };
    let known: Vec<_> = ways.iter().flat_map(of).collect();
    if known.is_empty() {
        if let Some(t) = fields::text_line(ui, "Condition", "", kind) {
            *kind = t;
        }
        return;
    }
    let items: Vec<(String, String)> = known.iter().map(|c| (c.id.clone(), c.name.clone())).collect();
    let help = known.iter().find(|c| c.id == *kind).map_or("", |c| c.help.as_str());
    if let Some(new) = fields::choice_field(ui, "Condition", help, kind, &items) {
        let usual = known.iter().find(|c| c.id == new);
        *props = usual
            .map(|c| c.fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect())
            .unwrap_or_default();
        *kind = new;
    }
}

/// The pieces of an entry as counters: a click selects, the cross removes; more are added from the selection, from
/// unassigned pieces, or by dropping.
fn entry_pieces(ui: &mut Ui, tab: &Tab, entry: Entry, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    let list = enlist::entry_pieces(doc, entry);
    let mut gone = None;
    for id in list {
        match doc.piece(id) {
            Some(p) => piece_chip(ui, tab, &schema, p, &mut gone, requests),
            None => {
                ui.horizontal(|ui| {
                    if fields::icon_cross(ui, &format!("Take {id} out")).clicked() {
                        gone = Some(id.clone());
                    }
                    look::muted_label(ui, say::missing_piece(id));
                });
            }
        }
    }
    if !list.is_empty() {
        let known = list.iter().filter_map(|id| doc.piece(id));
        look::muted_label(ui, words::totals_short(&crate::core::forces::totals(&schema, known)));
    }
    if let Some(id) = gone {
        let edits = without_piece(doc, entry, &id);
        requests.extend_edits(edits);
    }
    ui.horizontal_wrapped(|ui| {
        let chosen = enlist::may_join(doc, entry, &tab.tools.selection);
        let text = format!("Add selected ({})", chosen.len());
        if ui.add_enabled(!chosen.is_empty(), egui::Button::new(text)).clicked() {
            requests.extend_edits(enlist::join_entry(doc, entry, &chosen));
        }
        waiting_pieces(ui, doc, &schema, entry, requests);
    });
    drop_zone(ui, doc, entry, requests);
}

/// The entry without one of its pieces.
fn without_piece(doc: &ScenarioDoc, entry: Entry, id: &str) -> Option<Edit> {
    let ids = [id.to_owned()];
    enlist::leave_entries(doc, &ids, None).into_iter().find(|e| match (e, entry) {
        (Edit::Schedule(ListEdit::Set(i, _)), Entry::Schedule(k)) => *i == k,
        (Edit::Setup(ListEdit::Set(i, _)), Entry::Setup(k)) => *i == k,
        _ => false,
    })
}

fn piece_chip(
    ui: &mut Ui,
    tab: &Tab,
    schema: &Schema,
    p: &Piece,
    gone: &mut Option<String>,
    requests: &mut PanelRequests,
) {
    let doc = tab.doc();
    let on = tab.tools.selection.contains(&p.id);
    let name = pieces::piece_title(p, schema);
    ui.horizontal(|ui| {
        if fields::icon_cross(ui, &format!("Take {name} out")).clicked() {
            *gone = Some(p.id.clone());
        }
        let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
        let said = format!(
            "{}, {}",
            crate::core::pieces::piece_name(p, schema),
            super::forces::where_is(doc, schema, p)
        );
        r.widget_info(|| WidgetInfo::selected(Role::ListItem, true, on, said.clone()));
        let t = look::theme(ui);
        if on || r.hovered() || r.has_focus() {
            ui.painter().rect_filled(rect, 4.0, look::colour(if on { t.accent_weak } else { t.sunk }));
        }
        let square = egui::Rect::from_min_size(rect.min + vec2(2.0, 1.0), vec2(22.0, 22.0));
        let place = CounterPlace::Hexes([HexId(0)].into_iter().collect());
        swatch::paint_counter(ui, square, &counters::counter_view(doc, schema, p, CounterId(0), place));
        let at = egui::pos2(square.right() + 8.0, rect.center().y);
        let font = egui::FontId::proportional(12.5);
        let state = fields::state_of(Scope { doc, schema }, p).join(", ");
        let text = if state.is_empty() { name.clone() } else { format!("{name} ({state})") };
        let galley = look::truncated_text(ui, &text, font, look::colour(t.text), rect.right() - at.x - 4.0);
        ui.painter().galley(at - vec2(0.0, galley.size().y / 2.0), galley, look::colour(t.text));
        if r.clicked() {
            requests.select = Some(vec![p.id.clone()]);
            requests.jump = super::forces::first_hex(doc, p);
        }
        if r.double_clicked() {
            requests.dock = Some(super::tab::Dock::Forces);
        }
        let state = if state.is_empty() { state } else { format!("\n{state}") };
        r.on_hover_text(format!("{said}{state}\n{}", say::MEMBER));
    });
}

/// Pieces of the side that are off the map and in no entry.
fn waiting_pieces(
    ui: &mut Ui,
    doc: &ScenarioDoc,
    schema: &Schema,
    entry: Entry,
    requests: &mut PanelRequests,
) {
    let side = enlist::side_of(doc, entry).unwrap_or_default();
    let idle =
        |p: &&Piece| (side.is_empty() || p.side == side) && crate::core::off_map::is_idle(doc, schema, p);
    let list: Vec<&Piece> = doc.pieces.iter().filter(idle).collect();
    let menu = ui.menu_button(say::WAITING_MENU, |ui| {
        if list.is_empty() {
            look::muted_label(ui, say::NOBODY_WAITS);
        }
        if list.len() > 1 && ui.button(say::all_waiting(list.len())).clicked() {
            let all: Vec<String> = list.iter().map(|p| p.id.clone()).collect();
            requests.extend_edits(enlist::join_entry(doc, entry, &all));
        }
        egui::ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
            for p in &list {
                if ui.button(crate::core::pieces::piece_name(p, schema)).clicked() {
                    requests.extend_edits(enlist::join_entry(doc, entry, std::slice::from_ref(&p.id)));
                }
            }
        });
    });
    menu.response.on_hover_text(say::WAITING);
}

/// The drop zone of an entry while rows are dragged.
fn drop_zone(ui: &mut Ui, doc: &ScenarioDoc, entry: Entry, requests: &mut PanelRequests) {
    let Some(c) = DragAndDrop::payload::<Carried>(ui.ctx()) else { return };
    let may = !enlist::may_join(doc, entry, &c.0).is_empty();
    let (rect, r) = ui.allocate_exact_size(vec2(ui.available_width(), 34.0), Sense::hover());
    r.widget_info(|| WidgetInfo::labeled(Role::Label, may, say::DROP_ENTRY));
    let t = look::theme(ui);
    let ink = look::colour(if may { t.accent } else { t.line2 });
    let wide = if may && r.dnd_hover_payload::<Carried>().is_some() { 2.0 } else { 1.0 };
    ui.painter().rect_stroke(rect, 5.0, Stroke::new(wide, ink), StrokeKind::Inside);
    let font = egui::FontId::proportional(12.0);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, say::DROP_ENTRY, font, ink);
    if let Some(c) = r.dnd_release_payload::<Carried>() {
        requests.extend_edits(enlist::join_entry(doc, entry, &c.0));
    }
}

/// The piece to stay near, and how far from it a piece may go.
fn near_fields(ui: &mut Ui, scope: fields::Scope<'_>, e: &mut SetupEntry) {
    let mut pieces = vec![(String::new(), String::new())];
    pieces.extend(fields::piece_choices(scope).into_iter().filter(|p| !e.pieces.contains(&p.0)));
    if let Some(near) = fields::choice_field(ui, "Near piece", say::NEAR, &e.near, &pieces) {
        e.within = if near.is_empty() { 0 } else { e.within.max(1) };
        e.near = near;
    }
    if !e.near.is_empty()
        && let Some(n) = fields::number_field(ui, "Within", say::WITHIN, e.within.into(), (0, 99))
    {
        e.within = n.clamp(0, 99) as u8;
    }
}

fn setup_section(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    if !schema.setup {
        look::muted_label(ui, say::SETUP_UNKNOWN);
    } else if doc.setup.is_empty() {
        look::muted_label(ui, words::NO_SETUP);
    }
    for (i, old) in doc.setup.iter().enumerate() {
        let mut e = old.clone();
        ui.push_id(("setup", i), |ui| {
            let gone = entry_frame(ui, &format!("Set-up {}", i + 1), "", "", |ui| {
                if let Some(side) = fields::choice_field(ui, "Side", "", &e.side, &fields::side_choices(doc))
                {
                    e.side = side;
                }
                let mut areas = vec![(String::new(), String::new())];
                areas.extend(fields::area_choices(doc));
                let help = if doc.map.regions.is_empty() { say::NO_AREA_YET } else { "" };
                if let Some(area) = fields::choice_field(ui, "Area", help, &e.area, &areas) {
                    e.area = area;
                }
                if doc.map.regions.is_empty() {
                    look::muted_label(ui, say::NO_AREA_YET);
                }
                if schema.setup_near || !e.near.is_empty() {
                    near_fields(ui, fields::Scope { doc, schema: &schema }, &mut e);
                }
                if let Some(n) =
                    fields::number_field(ui, "Order", words::SETUP_ORDER, e.order.into(), (0, 99))
                {
                    e.order = n.clamp(-999, 999) as i32;
                }
                ui.checkbox(&mut e.secret, "In secret").on_hover_text(say::SECRET);
                entry_pieces(ui, tab, Entry::Setup(i), requests);
            });
            if gone {
                requests.edit(list_navigation::remove_entry(Entry::Setup(i)));
            } else if e != *old {
                requests.edit(Edit::Setup(ListEdit::Set(i, e)));
            }
        });
    }
    if schema.setup && ui.button("Add set-up entry").on_hover_text(words::ADD_SETUP).clicked() {
        add_setup(doc, &tab.tools.selection, requests);
    }
}

/// Where an entry arrives: its area, or its hex.
pub fn place_of(doc: &ScenarioDoc, schema: &Schema, e: &ScheduleEntry) -> String {
    let kind = schema.schedule_kind(&e.kind);
    if kind.is_none_or(|k| k.area) {
        return area_name(doc, &e.area);
    }
    let hex = kind.and_then(ScheduleKind::hex_field).and_then(|f| e.props.get(&f.id));
    hex.map(Value::to_string).unwrap_or_default()
}
