//! The order of battle as a table and by place off the map; dragging rows.

use super::cell_edit::CellEdit;
use super::forces::{Carried, counter_values, matches_filter, where_is};
use super::list_navigation::State;
use super::tab::{PanelRequests, Tab};
use super::{fields, look};
use crate::core::edit::PieceChange;
use crate::core::{Edit, forces, pieces};
use crate::words;
use egui::{DragAndDrop, Response, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};
use engine::hex::Hex;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema, When};

pub const COLUMNS: [&str; 9] =
    ["Piece", "Kind", "Side", "Values", "Hex", "Arrival", "Formation", "Nation", "State"];

type Cells = [String; COLUMNS.len()];

/// When a piece arrives, if not at the start.
fn arrival_text(doc: &ScenarioDoc, p: &Piece) -> String {
    let entry = doc.schedule.iter().find(|e| e.pieces.contains(&p.id));
    let setup = || doc.setup.iter().any(|e| e.pieces.contains(&p.id));
    match entry.map(|e| &e.when) {
        Some(When::Turn(n)) => format!("turn {n}"),
        Some(When::Die { from, .. }) => format!("die from turn {from}"),
        Some(When::Event(t)) => format!("event {t}"),
        Some(When::Condition { kind, .. }) => format!("when {kind}"),
        None if setup() => "set-up".to_owned(),
        None => String::new(),
    }
}

/// The cells of a piece, in the order of the columns.
fn row_cells(tab: &Tab, schema: &Schema, p: &Piece) -> Cells {
    let doc = tab.doc();
    let side = doc.side(&p.side).map_or(p.side.as_str(), |s| s.name.as_str());
    let kind = schema.unit(&p.kind).map_or(p.kind.as_str(), |u| u.name.as_str());
    let name = pieces::piece_title(p, schema);
    let of = doc.piece(&p.parent).map_or_else(|| p.parent.clone(), |head| pieces::piece_title(head, schema));
    let nation = doc.nation(&p.nation).map_or(p.nation.as_str(), |n| n.name.as_str());
    let state = fields::state_of(fields::Scope { doc, schema }, p).join(", ");
    [
        name,
        kind.to_owned(),
        side.to_owned(),
        counter_values(tab, schema, p),
        where_is(doc, schema, p),
        arrival_text(doc, p),
        of,
        nation.to_owned(),
        state,
    ]
}

/// Numbers as numbers, words as words.
fn sort_key(text: &str) -> (Option<u64>, String) {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    (digits.parse().ok(), text.to_lowercase())
}

/// Rows as shown: filtered, and sorted by the column chosen.
fn shown_rows<'a>(tab: &'a Tab, schema: &Schema, side: &str, sort: (usize, bool)) -> Vec<(&'a Piece, Cells)> {
    let (doc, filter) = (tab.doc(), tab.forces.filter.as_str());
    let mut list: Vec<(&Piece, Cells)> = doc
        .pieces
        .iter()
        .filter(|p| side.is_empty() || p.side == side)
        .filter(|p| {
            matches_filter(doc, schema, p, filter)
                || arrival_text(doc, p).contains(filter.trim()) && !filter.trim().is_empty()
        })
        .map(|p| (p, row_cells(tab, schema, p)))
        .collect();
    let column = sort.0.min(COLUMNS.len() - 1);
    list.sort_by_cached_key(|(p, c)| (sort_key(&c[column]), p.id.clone()));
    if sort.1 {
        list.reverse();
    }
    list
}

/// The filter of the table by side.
fn side_filter(ui: &mut Ui, doc: &ScenarioDoc, state: &mut State) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.selectable_value(&mut state.side, String::new(), words::forces::ALL_SIDES);
        for s in &doc.sides {
            let name = if s.name.is_empty() { &s.id } else { &s.name };
            let r = ui.selectable_value(&mut state.side, s.id.clone(), name);
            r.on_hover_text(words::forces::SIDE_FILTER);
        }
    });
    if doc.side(&state.side).is_none() {
        state.side.clear();
    }
}

pub fn pieces_table(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests) {
    let schema = tab.schema();
    let mut state = std::mem::take(&mut tab.forces.rows);
    side_filter(ui, tab.doc(), &mut state);
    let mut sort = tab.forces.sort;
    let list = shown_rows(tab, &schema, &state.side, sort);
    let order: Vec<&str> = list.iter().map(|(p, _)| p.id.as_str()).collect();
    let mut cell = tab.forces.cell.clone();
    let wide = ui.available_width();
    egui::ScrollArea::horizontal().id_salt("roster").max_width(wide).auto_shrink([false, true]).show(
        ui,
        |ui| {
            TableBuilder::new(ui)
                .striped(true)
                .sense(Sense::click_and_drag())
                .column(Column::auto().at_least(104.0).at_most(170.0).clip(true).resizable(true))
                .columns(Column::auto().at_least(52.0).clip(true).resizable(true), COLUMNS.len() - 2)
                .column(Column::remainder().at_least(60.0))
                .header(30.0, |mut head| {
                    for (i, name) in COLUMNS.into_iter().enumerate() {
                        head.col(|ui| column_head(ui, i, name, &mut sort));
                    }
                })
                .body(|body| {
                    body.rows(24.0, list.len(), |mut line| {
                        let (p, cells) = &list[line.index()];
                        line.set_selected(tab.tools.selection.contains(&p.id));
                        for (column, text) in cells.iter().enumerate() {
                            line.col(|ui| table_cell(ui, tab, (p, column), text, &mut cell, requests));
                        }
                        table_row(&line.response(), tab, p, &order, &mut state, requests);
                    });
                });
        },
    );
    tab.forces.sort = sort;
    tab.forces.cell = cell;
    tab.forces.rows = state;
}

/// A cell: its text, or the field it is being written in.
fn table_cell(
    ui: &mut Ui,
    tab: &Tab,
    (p, column): (&Piece, usize),
    text: &str,
    cell: &mut Option<CellEdit>,
    requests: &mut PanelRequests,
) {
    if let Some(open) = cell.as_mut().filter(|c| c.is_of(&p.id, column)) {
        if !open.show(ui, tab, p, requests) {
            *cell = None;
        }
        return;
    }
    let rect = ui.max_rect();
    ui.add(egui::Label::new(text).selectable(false).truncate());
    let (double, at) = ui
        .input(|i| (i.pointer.button_double_clicked(egui::PointerButton::Primary), i.pointer.interact_pos()));
    let over = at.is_some_and(|p| rect.contains(p) && ui.clip_rect().contains(p));
    if double && over && tab.is_editable() {
        *cell = CellEdit::begin(tab.doc(), &tab.schema(), p, column, text).or(cell.take());
    }
}

/// The heading of a column; a click sorts by it, another reverses the order.
fn column_head(ui: &mut Ui, i: usize, name: &str, sort: &mut (usize, bool)) {
    let on = sort.0 == i;
    let arrow = match (on, sort.1) {
        (false, _) => "",
        (true, true) => " \u{2193}",
        (true, false) => " \u{2191}",
    };
    let text = RichText::new(format!("{name}{arrow}")).size(11.5);
    let r = ui.add(egui::Button::new(text).frame(false));
    if r.on_hover_text(format!("Sort by {}", name.to_lowercase())).clicked() {
        *sort = (i, on && !sort.1);
    }
}

/// A row of the table is selected, dragged and right-clicked like a row of the tree.
fn table_row(
    r: &Response,
    tab: &Tab,
    p: &Piece,
    order: &[&str],
    state: &mut State,
    requests: &mut PanelRequests,
) {
    let ids = [p.id.clone()];
    if r.clicked() {
        let held = r.ctx.input(|i| i.modifiers);
        super::list_navigation::select_row(tab, state, order, &ids, held, requests);
    }
    if tab.is_editable() {
        let spot = || Spot { ids: ids.to_vec(), side: p.side.clone(), parent: p.id.clone() };
        drag_or_drop(r, tab, spot, requests);
        super::list_navigation::row_menu(r, tab, || ids.to_vec(), requests);
    }
}

/// Below the list: add a piece, renumber.
pub fn list_buttons(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let schema = tab.schema();
    ui.horizontal_wrapped(|ui| {
        let menu = ui.menu_button("Add piece", |ui| {
            egui::ScrollArea::vertical()
                .max_height(360.0)
                .show(ui, |ui| add_menu(ui, tab, &schema, requests));
        });
        menu.response.on_hover_text(words::ADD_PIECE);
        let chosen = &tab.tools.selection;
        let renumber = ui.add_enabled(chosen.len() > 1, egui::Button::new("Renumber"));
        if renumber.on_hover_text(words::RENUMBER).clicked()
            && let Some(p) = chosen.first().and_then(|id| doc.piece(id))
        {
            let stem = p.id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
            let stem = if stem.is_empty() { &p.kind } else { stem };
            let fresh = forces::new_numbers(doc, chosen, stem);
            requests.extend_edits(forces::renumber_ids(doc, chosen, stem));
            requests.select = Some(fresh);
        }
        let form = ui.add_enabled(!chosen.is_empty(), egui::Button::new("New formation"));
        if form.on_hover_text(words::forces::NEW_FORMATION).clicked() {
            super::list_navigation::make_wing(doc, &schema, chosen, requests);
        }
    });
}

/// Templates and kinds. A new piece is like the selected one: of its side, nation and formation.
fn add_menu(ui: &mut Ui, tab: &Tab, schema: &Schema, requests: &mut PanelRequests) {
    let doc = tab.doc();
    let like =
        tab.tools.selection.first().and_then(|id| doc.piece(id)).filter(|p| doc.side(&p.side).is_some());
    let like = like.unwrap_or(&tab.tools.template);
    let parent = doc.piece(&like.id).map(|p| p.parent.clone()).unwrap_or_default();
    let under = doc.piece(&parent).map_or_else(|| parent.clone(), |head| pieces::piece_title(head, schema));
    let side = doc.side(&like.side).map_or(like.side.as_str(), |s| s.name.as_str());
    look::muted_label(ui, words::forces::adds_for(side, &under));
    let mut made = None;
    for t in tab.rules.templates.of(&like.nation) {
        if ui.button(&t.name).clicked() {
            made = Some(t.make_piece(doc, &like.side, &like.nation));
        }
    }
    if tab.rules.templates.of(&like.nation).next().is_some() {
        ui.separator();
    }
    for u in &schema.units {
        if ui.button(&u.name).on_hover_text(&u.help).clicked() {
            let (kind, side, nation) = (u.id.clone(), like.side.clone(), like.nation.clone());
            made = Some(Piece { kind, side, nation, ..Piece::default() });
        }
    }
    if let Some(piece) = made {
        add_piece(with_fresh_id(doc, Piece { parent, ..piece }), requests);
    }
}

/// Adds a piece and selects it.
fn add_piece(piece: Piece, requests: &mut PanelRequests) {
    requests.select = Some(vec![piece.id.clone()]);
    requests.edit(Edit::AddPieces(vec![piece]));
}

fn with_fresh_id(doc: &ScenarioDoc, piece: Piece) -> Piece {
    let stem = if piece.nation.is_empty() { &piece.side } else { &piece.nation };
    let id = pieces::free_id(doc, &pieces::slug(&format!("{stem} {}", piece.kind)));
    Piece { id, ..piece }
}

/// A row as source and target of a drag: which pieces it moves, and what a drop on it joins.
pub struct Spot {
    pub ids: Vec<String>,
    pub side: String,
    pub parent: String,
}

/// Starts dragging a row: itself, or the selection it is part of.
pub fn drag_row(r: &Response, tab: &Tab, ids: impl Fn() -> Vec<String>) {
    let doc = tab.doc();
    if r.drag_started() {
        DragAndDrop::set_payload(&r.ctx, Carried(super::list_navigation::affected_pieces(tab, ids())));
    }
    if r.dragged()
        && let Some(c) = DragAndDrop::payload::<Carried>(&r.ctx)
        && let Some(first) = c.0.first().and_then(|id| doc.piece(id))
    {
        let text = words::forces::dragged_text(&pieces::piece_title(first, &tab.schema()), c.0.len());
        look::drag_tag(&r.ctx, &text);
    }
}

/// Drags a row, or drops something on it. True while something hovers over it.
pub fn drag_or_drop(r: &Response, tab: &Tab, spot: impl Fn() -> Spot, requests: &mut PanelRequests) -> bool {
    let doc = tab.doc();
    drag_row(r, tab, || spot().ids);
    if let Some(c) = r.dnd_release_payload::<Carried>() {
        requests.extend_edits(join_formation(doc, &c.0, &spot()));
    }
    r.dnd_hover_payload::<Carried>().is_some_and(|c| join_formation(doc, &c.0, &spot()).is_some())
}

/// Moves pieces under another, into a wing, or to the top level; pieces of another side change sides. A piece that
/// would become its own parent stays.
pub fn join_formation(doc: &ScenarioDoc, ids: &[String], spot: &Spot) -> Option<Edit> {
    // Subordinates come along, unless the drop is at the top level.
    let led = |p: &Piece| !spot.parent.is_empty() && ids.contains(&p.parent);
    let may = |id: &&String| {
        doc.piece(id).is_some_and(|p| (p.parent != spot.parent || p.side != spot.side) && !led(p))
            && forces::may_join(doc, id, &spot.parent)
    };
    let ids: Vec<String> = ids.iter().filter(may).cloned().collect();
    if ids.is_empty() {
        return None;
    }
    let under = Edit::ChangePieces { ids: ids.clone(), change: PieceChange::Parent(spot.parent.clone()) };
    if ids.iter().all(|id| doc.piece(id).is_some_and(|p| p.side == spot.side)) {
        return Some(under);
    }
    // Subordinates change sides too.
    let mut all: Vec<String> = Vec::new();
    for p in ids.iter().flat_map(|id| forces::piece_and_subordinates(doc, id)) {
        if !all.contains(&p.id) {
            all.push(p.id.clone());
        }
    }
    let turn = crate::core::enlist::change_side(doc, &all, &spot.side);
    Some(Edit::Together { name: turn.description(), edits: vec![turn, under] })
}

/// Drops dragged pieces on the map: as near to the hex as ground and stacking allow.
pub fn drop_on_map(tab: &Tab, ids: &[String], at: Hex) -> Option<Edit> {
    let doc = tab.doc();
    let schema = tab.schema();
    let list: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
    let settled =
        forces::Ground::new(doc, &schema, ids).place_pieces(&list, &vec![at; list.len()], &|_, _| false);
    let place = |(id, place): (String, Place)| {
        let side = doc.piece(&id).map(|p| p.side.clone()).unwrap_or_default();
        let hex = pieces::hexes_of(&place).first().copied().unwrap_or(at);
        (id, place, crate::core::facing::facing_enemy(doc, &schema, &side, hex))
    };
    let moves: Vec<_> = settled.into_iter().map(place).collect();
    (!moves.is_empty()).then_some(Edit::PlacePieces(moves))
}
