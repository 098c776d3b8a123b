//! Selecting rows of pieces, and their context menu.

use super::forces;
use super::tab::{PanelRequests, Tab};
use crate::core::edit::{ListEdit, PieceChange};
use crate::core::enlist::{self, Entry};
use crate::core::{Edit, order, pieces, tree};
use crate::tools::ToolKind;
use crate::words;
use egui::{Modifiers, Response, Ui};
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};
use std::collections::BTreeSet;

/// The state of the lists of pieces.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Folded rows.
    pub folded: BTreeSet<String>,
    /// The piece where a range starts.
    pub anchor: Option<String>,
    /// The row the keyboard goes to.
    pub go: Option<String>,
    /// The row with the keyboard focus: its keys belong to the list.
    pub held: Option<egui::Id>,
    /// The selection as last shown: a new one is scrolled into view.
    pub seen: Vec<String>,
    /// The side the table shows; empty for all.
    pub side: String,
}

impl State {
    /// Folds a row, or unfolds it.
    pub fn toggle_fold(&mut self, key: &str) {
        if !self.folded.remove(key) {
            self.folded.insert(key.to_owned());
        }
    }
}

/// A row is clicked: alone, added with Ctrl, or with Shift the range from the last one. `order` is what is
/// shown, from top to bottom; `ids` the pieces of the row.
pub fn select_row(
    tab: &Tab,
    state: &mut State,
    order: &[&str],
    ids: &[String],
    held: Modifiers,
    requests: &mut PanelRequests,
) {
    let Some(first) = ids.first() else { return };
    let mut chosen = tab.tools.selection.clone();
    let place = |id: &str| order.iter().position(|o| *o == id);
    let range = state.anchor.as_deref().and_then(place).zip(ids.last().and_then(|id| place(id)));
    match (held.shift, held.command, range) {
        (true, _, Some((a, b))) => {
            let span = order[a.min(b)..=a.max(b)].iter().map(|id| (*id).to_owned());
            chosen = if held.command { chosen } else { Vec::new() };
            for id in span.chain(ids.iter().cloned()) {
                if !chosen.contains(&id) {
                    chosen.push(id);
                }
            }
        }
        (true, ..) | (_, true, _) => {
            if ids.iter().all(|id| chosen.contains(id)) {
                chosen.retain(|s| !ids.contains(s));
            } else {
                let new: Vec<String> = ids.iter().filter(|id| !chosen.contains(id)).cloned().collect();
                chosen.extend(new);
            }
            state.anchor = Some(first.clone());
        }
        _ => {
            chosen = ids.to_vec();
            state.anchor = Some(first.clone());
            let doc = tab.doc();
            requests.jump =
                doc.piece(first).filter(|_| ids.len() == 1).and_then(|p| forces::first_hex(doc, p));
        }
    }
    requests.select = Some(chosen);
    if !matches!(tab.tools.kind, ToolKind::Select | ToolKind::Formation) {
        requests.tool = Some(ToolKind::Select);
    }
}

/// The pieces an action on a row applies to: the selection if the row is part of it.
pub fn affected_pieces(tab: &Tab, own: Vec<String>) -> Vec<String> {
    let chosen = &tab.tools.selection;
    let within = !own.is_empty() && own.iter().all(|id| chosen.contains(id));
    if within { chosen.clone() } else { own }
}

/// The context menu of a row.
pub fn row_menu(r: &Response, tab: &Tab, ids: impl Fn() -> Vec<String>, requests: &mut PanelRequests) {
    let about = || affected_pieces(tab, ids());
    if r.secondary_clicked() {
        requests.select = Some(about());
    }
    r.context_menu(|ui| {
        ui.set_min_width(180.0);
        let about = about();
        let doc = tab.doc();
        let schema = tab.schema();
        menu_actions(ui, doc, &schema, &about, requests);
        ui.separator();
        formation_menu(ui, doc, &schema, &about, requests);
        // Rules that bring nothing in have no entries to come with.
        if !doc.schedule.is_empty() || schema.schedule.iter().any(|k| k.pieces) {
            ui.separator();
            entry_menu(ui, doc, &schema, &about, super::schedule::turn_of_new_entries(tab), requests);
        }
    });
}

fn menu_actions(
    ui: &mut Ui,
    doc: &ScenarioDoc,
    schema: &Schema,
    ids: &[String],
    requests: &mut PanelRequests,
) {
    if ui.button("Duplicate").on_hover_text(words::forces::DUPLICATE).clicked() {
        forces::duplicate_selected(doc, schema, ids, requests);
    }
    if ui.button("Delete").clicked() {
        requests.edit(Edit::RemovePieces(ids.to_vec()));
    }
    let on_map = ids.iter().any(|id| doc.piece(id).is_some_and(|p| p.place != Place::Off));
    let off = ui.add_enabled(on_map, egui::Button::new(words::forces::TAKE_OFF));
    if off.on_hover_text(words::forces::OFF_MAP_NOW).clicked() {
        requests.edit(Edit::ChangePieces { ids: ids.to_vec(), change: PieceChange::Place(Place::Off) });
    }
}

fn formation_menu(
    ui: &mut Ui,
    doc: &ScenarioDoc,
    schema: &Schema,
    ids: &[String],
    requests: &mut PanelRequests,
) {
    let whole = whole_formation(doc, ids);
    let more = ui.add_enabled(whole.len() > ids.len(), egui::Button::new(words::forces::SELECT_FORMATION));
    if more.clicked() {
        requests.select = Some(whole);
    }
    if ui.button("New formation").on_hover_text(words::forces::NEW_FORMATION).clicked() {
        make_wing(doc, schema, ids, requests);
    }
    for (name, key, up) in [("Move up", "Alt+Up", true), ("Move down", "Alt+Down", false)] {
        let step = order::move_among_siblings(doc, ids, up);
        let button = egui::Button::new(name).shortcut_text(key);
        if ui.add_enabled(step.is_some(), button).on_hover_text(words::forces::ORDER).clicked() {
            requests.extend_edits(step);
        }
    }
    // Whoever is meant together with his leader stays with him.
    let is_led = |p: &Piece| !p.parent.is_empty() && !ids.contains(&p.parent);
    let formed: Vec<String> = ids.iter().filter(|id| doc.piece(id).is_some_and(is_led)).cloned().collect();
    let out = ui.add_enabled(!formed.is_empty(), egui::Button::new(words::forces::OUT_OF_FORMATION));
    if out.clicked() {
        requests.edit(Edit::ChangePieces { ids: formed, change: PieceChange::Parent(String::new()) });
    }
}

/// The formations these pieces belong to or lead, with all their pieces.
fn whole_formation(doc: &ScenarioDoc, ids: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for p in ids.iter().filter_map(|id| doc.piece(id)) {
        let people: Vec<String> = match doc.piece(&p.parent) {
            Some(head) => crate::core::forces::piece_and_subordinates(doc, &head.id)
                .iter()
                .map(|p| p.id.clone())
                .collect(),
            None if p.parent.is_empty() => {
                crate::core::forces::piece_and_subordinates(doc, &p.id).iter().map(|p| p.id.clone()).collect()
            }
            None => tree::in_body(doc, &p.side, &p.parent)
                .iter()
                .flat_map(|id| crate::core::forces::piece_and_subordinates(doc, id))
                .map(|p| p.id.clone())
                .collect(),
        };
        for id in people {
            if !out.contains(&id) {
                out.push(id);
            }
        }
    }
    out
}

/// Makes a wing of these pieces, with a free name. Pieces of another side than the first are left out.
pub fn make_wing(doc: &ScenarioDoc, schema: &Schema, ids: &[String], requests: &mut PanelRequests) {
    let Some(first) = ids.first().and_then(|id| doc.piece(id)) else { return };
    let stem = schema.organisation.first().filter(|_| schema.organisation.len() > 1);
    let name = tree::free_name(doc, stem.map_or("Wing", String::as_str));
    // Subordinates come along.
    let own = |id: &&String| doc.piece(id).is_some_and(|p| p.side == first.side && !ids.contains(&p.parent));
    let ids: Vec<String> = ids.iter().filter(own).cloned().collect();
    let change = Edit::ChangePieces { ids: ids.clone(), change: PieceChange::Parent(name.clone()) };
    requests
        .edit(Edit::Together { name: words::forces::form_wing_step(ids.len(), &name), edits: vec![change] });
    requests.row = Some(tree::body_key(&first.side, &name));
    requests.select = Some(ids);
}

/// Entries of schedule and set-up these pieces may join.
fn entry_menu(
    ui: &mut Ui,
    doc: &ScenarioDoc,
    schema: &Schema,
    ids: &[String],
    turn: u32,
    requests: &mut PanelRequests,
) {
    ui.menu_button(words::forces::JOIN_ENTRY, |ui| {
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for entry in all_entries(doc, schema) {
                let may = !enlist::may_join(doc, entry, ids).is_empty();
                let name = entry_title(doc, schema, entry);
                if ui.add_enabled(may, egui::Button::new(name)).clicked() {
                    requests.extend_edits(enlist::join_entry(doc, entry, ids));
                }
            }
            for k in schema.schedule.iter().filter(|k| k.pieces) {
                let name = format!("{}: {}", words::forces::NEW_ENTRY, k.name);
                if ui.button(name).on_hover_text(&k.help).clicked() {
                    super::schedule::add_entry(doc, k, ids, turn, requests);
                }
            }
            if schema.setup && ui.button(words::forces::NEW_SETUP).on_hover_text(words::ADD_SETUP).clicked() {
                super::schedule::add_setup(doc, ids, requests);
            }
        });
    });
    let leave = enlist::leave_entries(doc, ids, None);
    let out = ui.add_enabled(!leave.is_empty(), egui::Button::new(words::forces::NO_ENTRY));
    if out.clicked() {
        requests.edit(Edit::Together { name: words::forces::leave_step(ids.len()), edits: leave });
    }
}

/// Entries that hold pieces.
fn all_entries(doc: &ScenarioDoc, schema: &Schema) -> Vec<Entry> {
    let holds = |i: &usize| schema.schedule_kind(&doc.schedule[*i].kind).is_none_or(|k| k.pieces);
    let schedule = (0..doc.schedule.len()).filter(holds).map(Entry::Schedule);
    schedule.chain((0..doc.setup.len()).map(Entry::Setup)).collect()
}

/// The title of an entry in a menu.
fn entry_title(doc: &ScenarioDoc, schema: &Schema, entry: Entry) -> String {
    match entry {
        Entry::Schedule(i) => {
            let e = &doc.schedule[i];
            format!("{}, {}", super::timeline::entry_name(schema, e), super::timeline::when_text(&e.when))
        }
        Entry::Setup(i) => words::forces::setup_title(i, &pieces::setup_place(doc, schema, &doc.setup[i])),
    }
}

/// Deletes an entry of the schedule or of the set-up.
pub fn remove_entry(entry: Entry) -> Edit {
    match entry {
        Entry::Schedule(i) => Edit::Schedule(ListEdit::Remove(i)),
        Entry::Setup(i) => Edit::Setup(ListEdit::Remove(i)),
    }
}
