//! The order of an order of battle: that of the file, of the tree and of printed sheets.

use super::edit::{Edit, PieceChange};
use super::{enlist, forces, tree};
use crate::words::forces as words;
use engine::scenario::{Piece, ScenarioDoc};
use std::collections::BTreeSet;

/// A place between two rows of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap<'a> {
    /// The row it is next to: a piece by its id, or a wing by side and name.
    pub by: Mark<'a>,
    pub after: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark<'a> {
    Piece(&'a str),
    Wing { side: &'a str, name: &'a str },
}

/// Pieces with all their subordinates, in the order of the file.
fn with_bodies(doc: &ScenarioDoc, ids: &[String]) -> Vec<String> {
    let all: BTreeSet<&str> =
        ids.iter().flat_map(|id| forces::piece_and_subordinates(doc, id)).map(|p| p.id.as_str()).collect();
    doc.pieces.iter().filter(|p| all.contains(p.id.as_str())).map(|p| p.id.clone()).collect()
}

/// The wing that consists of exactly these pieces: side and name.
pub fn whole_wing<'a>(doc: &'a ScenarioDoc, ids: &[String]) -> Option<(&'a str, &'a str)> {
    let of = |p: &'a Piece| (!p.parent.is_empty() && doc.piece(&p.parent).is_none()).then_some(p);
    let first = ids.iter().filter_map(|id| doc.piece(id)).find_map(of)?;
    let (side, name) = (first.side.as_str(), first.parent.as_str());
    let direct = tree::in_body(doc, side, name);
    let all = with_bodies(doc, &direct);
    let same = all.len() == with_bodies(doc, ids).len() && all.iter().all(|id| ids.contains(id));
    same.then_some((side, name))
}

/// Moves pieces into a gap: they get the parent of the rows beside it, and the same place in the file.
/// None if nothing would change or a piece would become its own parent.
pub fn into_gap(doc: &ScenarioDoc, ids: &[String], gap: Gap<'_>) -> Option<Edit> {
    match gap.by {
        Mark::Piece(mark) => beside_piece(doc, ids, mark, gap.after),
        Mark::Wing { side, name } => {
            // Wings go among wings; a whole wing cannot go next to a wing of the enemy.
            let (own, moved) = whole_wing(doc, ids)?;
            if own != side || moved == name {
                return None;
            }
            let wings = tree::wings_in_order(doc, side);
            let at = wings.iter().position(|w| *w == name)?;
            let edit = beside_wing(doc, &wings, (moved, at), gap.after)?;
            Some(edit)
        }
    }
}

fn beside_piece(doc: &ScenarioDoc, ids: &[String], mark: &str, after: bool) -> Option<Edit> {
    let target = doc.piece(mark)?;
    let (side, parent) = (target.side.clone(), target.parent.clone());
    // Subordinates come along.
    let heads: Vec<String> = ids
        .iter()
        .filter(|id| doc.piece(id).is_some_and(|p| !ids.contains(&p.parent) || p.parent == parent))
        .cloned()
        .collect();
    let may = |id: &String| id != mark && (parent.is_empty() || forces::may_join(doc, id, &parent));
    if heads.is_empty() || heads.iter().any(|id| !may(id)) {
        return None;
    }
    let moved = with_bodies(doc, &heads);
    if moved.iter().any(|id| id == mark) {
        return None;
    }
    let mut edits = Vec::new();
    let changed = |test: &dyn Fn(&Piece) -> bool| -> Vec<String> {
        heads.iter().filter(|id| doc.piece(id).is_some_and(test)).cloned().collect()
    };
    if !changed(&|p| p.side != side).is_empty() {
        edits.push(enlist::change_side(doc, &moved, &side));
    }
    let joins = changed(&|p| p.parent != parent || p.side != side);
    if !joins.is_empty() {
        edits.push(Edit::ChangePieces { ids: joins, change: PieceChange::Parent(parent.clone()) });
    }
    edits.extend(reorder_edit(doc, moved, mark, after));
    let name = words::reorder_step(heads.len());
    (!edits.is_empty()).then_some(Edit::Together { name, edits })
}

/// Only the change of order in the file; none if they are there already.
fn reorder_edit(doc: &ScenarioDoc, ids: Vec<String>, mark: &str, after: bool) -> Option<Edit> {
    // After a piece means before its next sibling, so that its subordinates stay with it.
    let target = doc.piece(mark)?;
    let (mark, after) = match after {
        false => (mark.to_owned(), false),
        true => {
            let row = siblings_of(doc, target);
            let at = row.iter().position(|id| *id == mark)?;
            match row[at + 1..].iter().find(|id| !ids.iter().any(|i| i == *id)) {
                Some(next) => ((*next).to_owned(), false),
                None => (last_of(doc, mark, &ids)?, true),
            }
        }
    };
    let edit = Edit::OrderPieces { ids, mark, after };
    let mut new = doc.clone();
    super::edit::apply(&mut new, &edit);
    (new.pieces != doc.pieces).then_some(edit)
}

/// The last subordinate of a piece, in file order, that does not move.
fn last_of(doc: &ScenarioDoc, mark: &str, moving: &[String]) -> Option<String> {
    let body: BTreeSet<&str> =
        forces::piece_and_subordinates(doc, mark).iter().map(|p| p.id.as_str()).collect();
    let stays = |p: &&Piece| body.contains(p.id.as_str()) && !moving.contains(&p.id);
    doc.pieces.iter().rev().find(stays).map(|p| p.id.clone())
}

/// The siblings of a piece in the tree, in the order of the file.
fn siblings_of<'a>(doc: &'a ScenarioDoc, p: &Piece) -> Vec<&'a str> {
    let row = |o: &&Piece| o.side == p.side && o.parent == p.parent;
    doc.pieces.iter().filter(row).map(|o| o.id.as_str()).collect()
}

fn beside_wing(doc: &ScenarioDoc, wings: &[&str], (moved, at): (&str, usize), after: bool) -> Option<Edit> {
    let side = doc.pieces.iter().find(|p| p.parent == moved)?.side.clone();
    let members = |name: &str| with_bodies(doc, &tree::in_body(doc, &side, name));
    let to = if after { wings[at + 1..].iter().find(|w| **w != moved) } else { wings.get(at) };
    let ids = members(moved);
    let edit = match to {
        Some(next) => Edit::OrderPieces { ids, mark: members(next).first()?.clone(), after: false },
        None => {
            let last = wings.iter().rev().find(|w| **w != moved)?;
            Edit::OrderPieces { ids, mark: members(last).last()?.clone(), after: true }
        }
    };
    let mut new = doc.clone();
    super::edit::apply(&mut new, &edit);
    (tree::wings_in_order(&new, &side) != wings).then(|| Edit::Together {
        name: words::reorder_step(tree::in_body(doc, &side, moved).len()),
        edits: vec![edit],
    })
}

/// Moves pieces one row up or down among their siblings; a whole wing among the wings. None at the end.
pub fn move_among_siblings(doc: &ScenarioDoc, ids: &[String], up: bool) -> Option<Edit> {
    if let Some((side, name)) = whole_wing(doc, ids) {
        let wings = tree::wings_in_order(doc, side);
        let at = wings.iter().position(|w| *w == name)?;
        let to = if up { at.checked_sub(1)? } else { at + 1 };
        let by = Mark::Wing { side, name: wings.get(to)? };
        return into_gap(doc, ids, Gap { by, after: !up });
    }
    let first = doc.pieces.iter().find(|p| ids.contains(&p.id))?;
    let row = siblings_of(doc, first);
    let own: Vec<usize> = (0..row.len()).filter(|i| ids.iter().any(|id| id == row[*i])).collect();
    let ids: Vec<String> = own.iter().map(|i| row[*i].to_owned()).collect();
    let to = if up { own.first()?.checked_sub(1)? } else { own.last()? + 1 };
    let mark = row.get(to)?;
    beside_piece(doc, &ids, mark, !up)
}
