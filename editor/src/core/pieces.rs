//! Edits of pieces and of the references to them.

use super::edit::PieceChange;
use super::hexes::on_sheet;
use engine::hex::{Facing, Grid, Hex};
use engine::scenario::{Nation, NationKind, Piece, Place, ScenarioDoc, Schema, SetupEntry, Side, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a piece is called in a list: its name, or its kind with the number of its id.
pub fn piece_title(piece: &Piece, schema: &Schema) -> String {
    if !piece.name.is_empty() {
        return piece.name.clone();
    }
    let kind = schema.unit(&piece.kind).map_or(piece.kind.as_str(), |u| u.name.as_str());
    let digits = piece.id.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    if digits.is_empty() { kind.to_owned() } else { format!("{kind} {digits}") }
}

/// The hexes a piece stands on.
pub fn hexes_of(place: &Place) -> Vec<Hex> {
    match place {
        Place::Hex(h) => vec![*h],
        Place::Hexes(hs) => hs.clone(),
        _ => Vec::new(),
    }
}

/// The place moved so that its head is at `to`; off-map places become the hex itself.
pub fn moved_place(place: &Place, to: Hex) -> Place {
    match place {
        Place::Hexes(hs) if hs.len() > 1 => {
            let shift = |h: &Hex| Hex::new(h.q - hs[0].q + to.q, h.r - hs[0].r + to.r);
            Place::Hexes(hs.iter().map(shift).collect())
        }
        _ => Place::Hex(to),
    }
}

/// An id that no piece has: `stem-1`, `stem-2`, ….
pub fn free_id(doc: &ScenarioDoc, stem: &str) -> String {
    let taken: BTreeSet<&str> = doc.pieces.iter().map(|p| p.id.as_str()).collect();
    first_free(stem, |id| taken.contains(id))
}

fn first_free(stem: &str, taken: impl Fn(&str) -> bool) -> String {
    let stem = if stem.is_empty() { "piece" } else { stem };
    let mut n = 1u32;
    loop {
        let id = format!("{stem}-{n}");
        if !taken(&id) {
            return id;
        }
        n += 1;
    }
}

/// The id itself if it is free, else the next number of its series.
pub fn fresh_id(id: &str, taken: &BTreeSet<String>) -> String {
    if !id.is_empty() && !taken.contains(id) {
        return id.to_owned();
    }
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
    first_free(stem, |id| taken.contains(id))
}

/// Adds a nation of the rule system to a document, with a side of its own.
pub fn add_side(doc: &mut ScenarioDoc, schema: &Schema, n: &NationKind) {
    doc.nations.push(Nation {
        id: n.id.clone(),
        name: n.name.clone(),
        adjective: n.adjective.clone(),
        army: n.army.clone(),
    });
    doc.sides.push(Side {
        id: slug(&n.name),
        name: n.name.clone(),
        nations: vec![n.id.clone()],
        props: schema.side_fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect(),
    });
}

/// Lower-case words joined by hyphens, fit for an id.
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

fn fits_grid(grid: &Grid, place: &Place) -> bool {
    match place {
        Place::Hex(h) => on_sheet(grid, *h).is_some(),
        Place::Hexes(hs) => !hs.is_empty() && hs.iter().all(|h| on_sheet(grid, *h).is_some()),
        _ => true,
    }
}

pub(super) fn place_pieces(doc: &mut ScenarioDoc, places: &[(String, Place, Option<Facing>)]) {
    let grid = doc.map.grid;
    let pieces = Arc::make_mut(&mut doc.pieces);
    for (id, place, facing) in places.iter().filter(|p| fits_grid(&grid, &p.1)) {
        for p in pieces.iter_mut().filter(|p| p.id == *id) {
            p.place = place.clone();
            p.facing = facing.or(p.facing);
        }
    }
}

pub(super) fn change_pieces(doc: &mut ScenarioDoc, ids: &[String], change: &PieceChange) {
    let grid = doc.map.grid;
    let ids: BTreeSet<&String> = ids.iter().collect();
    let pieces = Arc::make_mut(&mut doc.pieces);
    pieces.iter_mut().filter(|p| ids.contains(&p.id)).for_each(|p| change_piece(p, change, &grid));
}

pub(super) fn add_pieces(doc: &mut ScenarioDoc, new: &[Piece]) {
    let grid = doc.map.grid;
    let mut taken: BTreeSet<String> = doc.pieces.iter().map(|p| p.id.clone()).collect();
    let pieces = Arc::make_mut(&mut doc.pieces);
    for piece in new.iter().filter(|p| fits_grid(&grid, &p.place)) {
        let mut piece = piece.clone();
        piece.id = fresh_id(&piece.id, &taken);
        taken.insert(piece.id.clone());
        pieces.push(piece);
    }
}

fn change_piece(p: &mut Piece, change: &PieceChange, grid: &Grid) {
    match change {
        PieceChange::Name(t) => p.name.clone_from(t),
        PieceChange::Kind(t) => p.kind.clone_from(t),
        PieceChange::Side(t) => p.side.clone_from(t),
        PieceChange::Nation(t) => p.nation.clone_from(t),
        PieceChange::Parent(t) => p.parent.clone_from(t),
        PieceChange::Facing(f) => p.facing = *f,
        PieceChange::Place(place) if fits_grid(grid, place) => p.place = place.clone(),
        PieceChange::Place(_) => {}
        PieceChange::Prop(field, Some(v)) => {
            p.props.insert(field.clone(), v.clone());
        }
        PieceChange::Prop(field, None) => {
            p.props.remove(field);
        }
    }
}

/// Moves pieces next to another one in the list, keeping their order. Next to one of themselves they stay put.
pub(super) fn order_pieces(doc: &mut ScenarioDoc, ids: &[String], mark: &str, after: bool) {
    let moved: BTreeSet<&String> = ids.iter().collect();
    if moved.iter().any(|id| *id == mark) || doc.piece(mark).is_none() {
        return;
    }
    let pieces = Arc::make_mut(&mut doc.pieces);
    let (go, mut stay): (Vec<Piece>, Vec<Piece>) =
        std::mem::take(pieces).into_iter().partition(|p| moved.contains(&p.id));
    let at = stay.iter().position(|p| p.id == mark).map_or(stay.len(), |i| i + usize::from(after));
    stay.splice(at..at, go);
    *pieces = stay;
}

/// Removes pieces and all references to them.
pub(super) fn remove_pieces(doc: &mut ScenarioDoc, ids: &[String]) {
    let gone: BTreeSet<&String> = ids.iter().collect();
    let pieces = Arc::make_mut(&mut doc.pieces);
    pieces.retain(|p| !gone.contains(&p.id));
    for p in pieces.iter_mut() {
        if gone.contains(&p.parent) {
            p.parent.clear();
        }
        if matches!(&p.place, Place::On { piece, .. } if gone.contains(piece)) {
            p.place = Place::Off;
        }
    }
    for e in &mut doc.setup {
        e.pieces.retain(|p| !gone.contains(p));
        if gone.contains(&e.near) {
            (e.near, e.within) = (String::new(), 0);
        }
    }
    doc.schedule.iter_mut().for_each(|e| e.pieces.retain(|p| !gone.contains(p)));
}

/// Where the pieces of a set-up entry go: `in Silesia`, `near Zieten`, `in Silesia near Zieten`.
pub fn setup_place(doc: &ScenarioDoc, schema: &Schema, e: &SetupEntry) -> String {
    let region = doc.map.region(&e.area);
    let area = region.map(|r| r.name.as_str()).filter(|n| !n.is_empty()).unwrap_or(&e.area);
    let near = doc.piece(&e.near).map_or(e.near.clone(), |p| piece_name(p, schema));
    match (area.is_empty(), near.is_empty()) {
        (_, true) => format!("in {area}"),
        (true, false) => format!("near {near}"),
        (false, false) => format!("in {area} near {near}"),
    }
}

/// Changes the id of a piece and all references to it. Does nothing if the id is taken.
pub(super) fn rename_piece(doc: &mut ScenarioDoc, from: &str, to: &str) {
    if to.is_empty() || from == to || doc.piece(to).is_some() || doc.piece(from).is_none() {
        return;
    }
    let swap = |id: &mut String| {
        if id == from {
            to.clone_into(id);
        }
    };
    for p in Arc::make_mut(&mut doc.pieces) {
        swap(&mut p.id);
        swap(&mut p.parent);
        if let Place::On { piece, .. } = &mut p.place {
            swap(piece);
        }
    }
    doc.setup.iter_mut().flat_map(|e| e.pieces.iter_mut().chain([&mut e.near])).for_each(swap);
    doc.schedule.iter_mut().flat_map(|e| &mut e.pieces).for_each(swap);
}

/// The value of a field of a piece, as written or by default.
pub fn field_value<'a>(piece: &'a Piece, field: &'a engine::scenario::Field) -> &'a Value {
    piece.props.get(&field.id).unwrap_or(&field.default)
}

/// Whether a default is meaningful: zero or an empty text may mean 'see the chart'.
pub fn says_something(value: &Value) -> bool {
    match value {
        Value::Int(n) => *n != 0,
        Value::Bool(on) => *on,
        Value::Text(t) => !t.is_empty(),
        Value::List(items) => !items.is_empty(),
    }
}

/// A piece in words: its name, or its kind and id.
pub fn piece_name(piece: &Piece, schema: &Schema) -> String {
    if !piece.name.is_empty() {
        return piece.name.clone();
    }
    let kind = schema.unit(&piece.kind).map_or(piece.kind.as_str(), |u| u.name.as_str());
    format!("{kind} ({})", piece.id)
}
