//! Where pieces are that do not start on the map: in an entry of schedule or set-up, in a box the rules name,
//! on a sheet, or nowhere in particular.

use super::edit::{Edit, PieceChange};
use super::enlist::{self, Entry};
use super::pieces;
use crate::words::forces as words;
use engine::scenario::{FieldKind, Piece, Place, ScenarioDoc, Schema, Value, When};

/// A place off the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lot {
    Entry(Entry),
    /// A choice of the rules' off-map field (prisoners, the dead, …).
    Fate(String),
    Sheet {
        sheet: String,
        slot: String,
    },
    /// A hex number this map does not have, as written.
    Unknown(String),
    Nothing,
}

/// A place off the map with the pieces in it.
pub struct Heap<'a> {
    pub lot: Lot,
    pub pieces: Vec<&'a Piece>,
}

/// What the rules call the boxes of their field, by value; nothing where they have none.
pub fn box_names(schema: &Schema) -> &[(String, String)] {
    let field = schema.units.iter().flat_map(|u| &u.fields).find(|f| f.id == schema.off_map);
    match field.map(|f| &f.kind) {
        Some(FieldKind::Choice(list)) => list,
        _ => &[],
    }
}

/// The box of a piece by the rules' field, as they call it.
pub fn box_of<'a>(schema: &'a Schema, p: &Piece) -> Option<&'a (String, String)> {
    let said = p.props.get(&schema.off_map).and_then(Value::as_text).filter(|t| !t.is_empty())?;
    box_names(schema).iter().find(|f| f.0 == said && !f.0.is_empty())
}

/// Where a piece is; none if it is on the map or on another piece.
pub fn lot_of(doc: &ScenarioDoc, schema: &Schema, p: &Piece) -> Option<Lot> {
    match &p.place {
        Place::Box { sheet, slot } => {
            return Some(Lot::Sheet { sheet: sheet.clone(), slot: slot.clone() });
        }
        Place::Unknown(text) => return Some(Lot::Unknown(text.clone())),
        Place::Off => {}
        _ => return None,
    }
    if let Some((id, _)) = box_of(schema, p) {
        return Some(Lot::Fate(id.clone()));
    }
    let schedule = doc.schedule.iter().position(|e| e.pieces.contains(&p.id)).map(Entry::Schedule);
    let setup = || doc.setup.iter().position(|e| e.pieces.contains(&p.id)).map(Entry::Setup);
    Some(schedule.or_else(setup).map_or(Lot::Nothing, Lot::Entry))
}

/// Set-up first, then arrivals by turn, then boxes and sheets of the rules, then unassigned pieces.
pub fn off_map_heaps<'a>(doc: &'a ScenarioDoc, schema: &Schema) -> Vec<Heap<'a>> {
    let heap = |lot| Heap { lot, pieces: Vec::new() };
    let mut setup: Vec<usize> = (0..doc.setup.len()).collect();
    setup.sort_by_key(|i| doc.setup[*i].order);
    let holds = |i: &usize| {
        let e = &doc.schedule[*i];
        !e.pieces.is_empty() || schema.schedule_kind(&e.kind).is_some_and(|k| k.pieces)
    };
    let mut schedule: Vec<usize> = (0..doc.schedule.len()).filter(holds).collect();
    schedule.sort_by_key(|i| match doc.schedule[*i].when {
        When::Turn(n) | When::Die { from: n, .. } => n,
        _ => u32::MAX,
    });
    let mut out: Vec<Heap<'a>> = setup.into_iter().map(|i| heap(Lot::Entry(Entry::Setup(i)))).collect();
    out.extend(schedule.into_iter().map(|i| heap(Lot::Entry(Entry::Schedule(i)))));
    let named = box_names(schema).iter().filter(|f| !f.0.is_empty());
    out.extend(named.map(|f| heap(Lot::Fate(f.0.clone()))));
    for p in doc.pieces.iter() {
        let Some(at) = lot_of(doc, schema, p).filter(|l| *l != Lot::Nothing) else { continue };
        match out.iter_mut().find(|h| h.lot == at) {
            Some(h) => h.pieces.push(p),
            None => out.push(Heap { lot: at, pieces: vec![p] }),
        }
    }
    for s in &schema.sheets {
        if !out.iter().any(|h| matches!(&h.lot, Lot::Sheet { sheet, .. } if sheet == s)) {
            out.push(heap(Lot::Sheet { sheet: s.clone(), slot: String::new() }));
        }
    }
    let idle = |p: &&Piece| lot_of(doc, schema, p) == Some(Lot::Nothing);
    out.push(Heap { lot: Lot::Nothing, pieces: doc.pieces.iter().filter(idle).collect() });
    out
}

/// Moves pieces there, off the map and out of other places; none if none can go or all are there.
pub fn put_off_map(doc: &ScenarioDoc, schema: &Schema, ids: &[String], to: &Lot) -> Option<Edit> {
    let has = |p: &Piece| {
        let kind = schema.unit(&p.kind);
        kind.is_some_and(|k| k.fields.iter().any(|f| f.id == schema.off_map))
    };
    let may = |p: &&Piece| match to {
        Lot::Entry(e) => enlist::side_of(doc, *e).is_some_and(|s| s.is_empty() || s == p.side),
        Lot::Fate(_) => has(p),
        Lot::Unknown(_) => false,
        _ => true,
    };
    let elsewhere = |p: &&Piece| lot_of(doc, schema, p).as_ref() != Some(to);
    let list: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).filter(may).filter(elsewhere).collect();
    let go: Vec<String> = list.iter().map(|p| p.id.clone()).collect();
    if go.is_empty() {
        return None;
    }
    let some = |test: &dyn Fn(&Piece) -> bool| -> Vec<String> {
        list.iter().filter(|p| test(p)).map(|p| p.id.clone()).collect()
    };
    let mut edits = Vec::new();
    let said = some(&|p| p.props.contains_key(&schema.off_map));
    if !said.is_empty() && !matches!(to, Lot::Fate(_)) {
        edits.push(Edit::ChangePieces { ids: said, change: PieceChange::Prop(schema.off_map.clone(), None) });
    }
    let place = match to {
        Lot::Sheet { sheet, slot } => Place::Box { sheet: sheet.clone(), slot: slot.clone() },
        _ => Place::Off,
    };
    match to {
        Lot::Entry(e) => edits.extend(enlist::join_entry(doc, *e, &go)),
        _ => edits.extend(enlist::leave_entries(doc, &go, None)),
    }
    let moved = some(&|p| p.place != place);
    if !moved.is_empty() && !matches!(to, Lot::Entry(_)) {
        edits.push(Edit::ChangePieces { ids: moved, change: PieceChange::Place(place) });
    }
    if let Lot::Fate(id) = to {
        let value = Some(Value::Text(id.clone()));
        let change = PieceChange::Prop(schema.off_map.clone(), value);
        edits.push(Edit::ChangePieces { ids: go.clone(), change });
    }
    Some(Edit::Together { name: words::lay_off_map_step(go.len()), edits })
}

/// Whether a piece is off the map and in no entry.
pub fn is_idle(doc: &ScenarioDoc, schema: &Schema, p: &Piece) -> bool {
    pieces::hexes_of(&p.place).is_empty() && lot_of(doc, schema, p) == Some(Lot::Nothing)
}
