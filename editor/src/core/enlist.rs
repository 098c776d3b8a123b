//! Edits that put pieces into formations and entries, or duplicate them.

use super::edit::{Edit, ListEdit, PieceChange};
use super::forces::Ground;
use super::pieces;
use crate::words::forces as words;
use engine::scenario::{Piece, Place, ScenarioDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// An entry that holds pieces off the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// By index in the schedule.
    Schedule(usize),
    /// By index in the set-up entries.
    Setup(usize),
}

/// The side an entry is for; empty for any.
pub fn side_of(doc: &ScenarioDoc, entry: Entry) -> Option<&str> {
    match entry {
        Entry::Schedule(i) => doc.schedule.get(i).map(|e| e.side.as_str()),
        Entry::Setup(i) => doc.setup.get(i).map(|e| e.side.as_str()),
    }
}

/// The pieces of an entry.
pub fn entry_pieces(doc: &ScenarioDoc, entry: Entry) -> &[String] {
    match entry {
        Entry::Schedule(i) => doc.schedule.get(i).map_or(&[][..], |e| &e.pieces),
        Entry::Setup(i) => doc.setup.get(i).map_or(&[][..], |e| &e.pieces),
    }
}

/// Those of `ids` that may join an entry and have not yet.
pub fn may_join(doc: &ScenarioDoc, entry: Entry, ids: &[String]) -> Vec<String> {
    let Some(side) = side_of(doc, entry) else { return Vec::new() };
    let fits = |id: &&String| doc.piece(id).is_some_and(|p| side.is_empty() || p.side == side);
    ids.iter().filter(fits).filter(|id| !entry_pieces(doc, entry).contains(id)).cloned().collect()
}

/// Moves pieces into an entry: off the map, and out of every other entry. One step.
pub fn join_entry(doc: &ScenarioDoc, entry: Entry, ids: &[String]) -> Option<Edit> {
    let new = may_join(doc, entry, ids);
    if new.is_empty() {
        return None;
    }
    let mut edits = leave_entries(doc, &new, Some(entry));
    let on_map: Vec<String> =
        new.iter().filter(|id| doc.piece(id).is_some_and(|p| p.place != Place::Off)).cloned().collect();
    if !on_map.is_empty() {
        edits.push(Edit::ChangePieces { ids: on_map, change: PieceChange::Place(Place::Off) });
    }
    edits.extend(with_pieces(doc, entry, entry_pieces(doc, entry).iter().chain(&new).cloned().collect()));
    Some(Edit::Together { name: words::join_step(new.len()), edits })
}

/// The entry with these pieces instead of its own.
fn with_pieces(doc: &ScenarioDoc, entry: Entry, list: Vec<String>) -> Option<Edit> {
    match entry {
        Entry::Schedule(i) => {
            let mut e = doc.schedule.get(i)?.clone();
            e.pieces = list;
            Some(Edit::Schedule(ListEdit::Set(i, e)))
        }
        Entry::Setup(i) => {
            let mut e = doc.setup.get(i)?.clone();
            e.pieces = list;
            Some(Edit::Setup(ListEdit::Set(i, e)))
        }
    }
}

/// Removes pieces from every entry but one.
pub fn leave_entries(doc: &ScenarioDoc, ids: &[String], but: Option<Entry>) -> Vec<Edit> {
    let schedule = (0..doc.schedule.len()).map(Entry::Schedule);
    let all = schedule.chain((0..doc.setup.len()).map(Entry::Setup));
    let touched = all.filter(|e| Some(*e) != but && entry_pieces(doc, *e).iter().any(|id| ids.contains(id)));
    let rest = |e| {
        with_pieces(doc, e, entry_pieces(doc, e).iter().filter(|id| !ids.contains(id)).cloned().collect())
    };
    touched.filter_map(rest).collect()
}

/// Adds an entry with these pieces: they leave the map and other entries. One step, and the entry's pieces are
/// those of `ids` that are of its side.
pub fn new_entry(doc: &ScenarioDoc, add: Edit, ids: &[String]) -> Edit {
    let mut edits = leave_entries(doc, ids, None);
    let on_map: Vec<String> =
        ids.iter().filter(|id| doc.piece(id).is_some_and(|p| p.place != Place::Off)).cloned().collect();
    if !on_map.is_empty() {
        edits.push(Edit::ChangePieces { ids: on_map, change: PieceChange::Place(Place::Off) });
    }
    if edits.is_empty() {
        return add;
    }
    let name = add.description();
    edits.push(add);
    Edit::Together { name, edits }
}

/// Increments a number at the end of a name (`Grenadiers 2`); others stay.
fn next_name(name: &str, taken: &BTreeSet<String>) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let Ok(n) = name[stem.len()..].parse::<u32>() else { return name.to_owned() };
    let more = (n.saturating_add(1)..=u32::MAX).map(|n| format!("{stem}{n}"));
    more.into_iter().find(|t| !taken.contains(t)).unwrap_or_else(|| name.to_owned())
}

/// Copies of pieces with their ids: next to them where stacking requires it, under copied leaders where those are
/// copied too, and in the same entries.
pub fn duplicate_pieces(doc: &ScenarioDoc, schema: &Schema, ids: &[String]) -> Option<(Edit, Vec<String>)> {
    let old: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
    let mut taken: BTreeSet<String> = doc.pieces.iter().map(|p| p.id.clone()).collect();
    let mut named: BTreeMap<&str, String> = BTreeMap::new();
    for p in &old {
        let id = pieces::fresh_id(&p.id, &taken);
        taken.insert(id.clone());
        named.insert(&p.id, id);
    }
    let standing: Vec<&Piece> =
        old.iter().copied().filter(|p| !pieces::hexes_of(&p.place).is_empty()).collect();
    let wishes: Vec<_> = standing.iter().map(|p| pieces::hexes_of(&p.place)[0]).collect();
    let places: BTreeMap<String, Place> =
        Ground::new(doc, schema, &[]).place_pieces(&standing, &wishes, &|_, _| false).into_iter().collect();
    let copy = |p: &&Piece| {
        let new = |id: &String| named.get(id.as_str()).unwrap_or(id).clone();
        let place = match &p.place {
            Place::On { piece, part } => Place::On { piece: new(piece), part: *part },
            own => places.get(&p.id).unwrap_or(own).clone(),
        };
        Piece { id: new(&p.id), parent: new(&p.parent), place, ..(*p).clone() }
    };
    let mut copies: Vec<Piece> = old.iter().map(copy).collect();
    let mut names: BTreeSet<String> = doc.pieces.iter().map(|p| p.name.clone()).collect();
    for c in &mut copies {
        c.name = next_name(&c.name, &names);
        names.insert(c.name.clone());
    }
    let fresh: Vec<String> = copies.iter().map(|p| p.id.clone()).collect();
    if fresh.is_empty() {
        return None;
    }
    let mut edits = vec![Edit::AddPieces(copies)];
    let entries = (0..doc.schedule.len()).map(Entry::Schedule).chain((0..doc.setup.len()).map(Entry::Setup));
    for e in entries {
        let more: Vec<String> =
            entry_pieces(doc, e).iter().filter_map(|id| named.get(id.as_str())).cloned().collect();
        if !more.is_empty() {
            edits.extend(with_pieces(doc, e, entry_pieces(doc, e).iter().cloned().chain(more).collect()));
        }
    }
    Some((Edit::Together { name: words::duplicate_step(fresh.len()), edits }, fresh))
}

/// Moves pieces to another side: a nation of that side, and out of formations of the old one.
pub fn change_side(doc: &ScenarioDoc, ids: &[String], side: &str) -> Edit {
    let ids = ids.to_vec();
    let nations = doc.side(side).map_or(&[][..], |s| &s.nations);
    let mut edits = vec![Edit::ChangePieces { ids: ids.clone(), change: PieceChange::Side(side.to_owned()) }];
    let of = |test: &dyn Fn(&Piece) -> bool| -> Vec<String> {
        ids.iter().filter(|id| doc.piece(id).is_some_and(test)).cloned().collect()
    };
    let foreign = of(&|p| !p.nation.is_empty() && !nations.contains(&p.nation));
    if let Some(first) = nations.first().filter(|_| !foreign.is_empty()) {
        edits.push(Edit::ChangePieces { ids: foreign, change: PieceChange::Nation(first.clone()) });
    }
    let left = of(&|p| p.side != side && !p.parent.is_empty() && !ids.contains(&p.parent));
    if !left.is_empty() {
        edits.push(Edit::ChangePieces { ids: left, change: PieceChange::Parent(String::new()) });
    }
    if edits.len() == 1 {
        return edits.remove(0);
    }
    Edit::Together { name: edits[0].description(), edits }
}
