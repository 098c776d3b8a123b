//! Queries about an order of battle, and edits of several pieces at once.

use super::edit::{Edit, PieceChange};
use super::hexes;
use super::pieces;
use crate::words;
use engine::hex::{Grid, Hex};
use engine::scenario::{FacingUse, Field, FieldKind, Piece, Place, ScenarioDoc, Schema};
use std::collections::BTreeSet;

/// How many pieces, and what their figures add up to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    pub pieces: usize,
    pub leaders: usize,
    /// The strength field's name and its sum; none where kinds have no number in common.
    pub strength: Option<(String, i64)>,
}

/// The number that stands for a piece's strength: the first of its kind that is no leader's.
pub fn strength_field<'a>(schema: &'a Schema, kind: &str) -> Option<&'a Field> {
    let kind = schema.unit(kind).filter(|k| !k.leader)?;
    kind.fields.iter().find(|f| matches!(f.kind, FieldKind::Int { .. }))
}

pub fn totals<'a>(schema: &Schema, list: impl IntoIterator<Item = &'a Piece>) -> Totals {
    let mut out = Totals::default();
    for p in list {
        out.pieces += 1;
        out.leaders += usize::from(schema.unit(&p.kind).is_some_and(|k| k.leader));
        if let Some(f) = strength_field(schema, &p.kind)
            && let Some(n) = pieces::field_value(p, f).as_int()
        {
            let sum = out.strength.get_or_insert_with(|| (f.name.clone(), 0));
            if sum.0 == f.name {
                sum.1 += n;
            }
        }
    }
    out
}

/// A piece and all its subordinates, itself first; stops at a cycle of parents.
pub fn piece_and_subordinates<'a>(doc: &'a ScenarioDoc, id: &str) -> Vec<&'a Piece> {
    let mut out: Vec<&Piece> = doc.piece(id).into_iter().collect();
    let mut seen: BTreeSet<&str> = out.iter().map(|p| p.id.as_str()).collect();
    let mut i = 0;
    while i < out.len() {
        let of = out[i].id.clone();
        for p in doc.pieces.iter().filter(|p| p.parent == of) {
            if seen.insert(&p.id) {
                out.push(p);
            }
        }
        i += 1;
    }
    out
}

/// Whether `parent` may become the parent of `id`: no piece is under itself or its subordinates.
pub fn may_join(doc: &ScenarioDoc, id: &str, parent: &str) -> bool {
    id != parent && !piece_and_subordinates(doc, id).iter().any(|p| p.id == parent)
}

/// The ids pieces get when they are renumbered, in the order given.
pub fn new_numbers(doc: &ScenarioDoc, ids: &[String], stem: &str) -> Vec<String> {
    let stem = pieces::slug(stem);
    let others: BTreeSet<&str> =
        doc.pieces.iter().map(|p| p.id.as_str()).filter(|id| !ids.iter().any(|i| i == id)).collect();
    let free = (1u32..).map(|n| format!("{stem}-{n}")).filter(|id| !others.contains(id.as_str()));
    free.take(ids.len()).collect()
}

/// New ids `stem-1`, `stem-2`, … in the order given; references follow.
pub fn renumber_ids(doc: &ScenarioDoc, ids: &[String], stem: &str) -> Option<Edit> {
    let stem = pieces::slug(stem);
    if stem.is_empty() || ids.is_empty() {
        return None;
    }
    let free = new_numbers(doc, ids, &stem);
    let pairs: Vec<(&String, String)> = ids.iter().zip(free).filter(|(a, b)| **a != *b).collect();
    // Two passes, so that ids can be swapped.
    let aside = |i: usize| format!("{stem}-renumbered-{i}");
    let mut edits = Vec::new();
    for (i, (from, _)) in pairs.iter().enumerate() {
        edits.push(Edit::RenamePiece { from: (*from).clone(), to: aside(i) });
    }
    for (i, (_, to)) in pairs.iter().enumerate() {
        edits.push(Edit::RenamePiece { from: aside(i), to: to.clone() });
    }
    (!edits.is_empty()).then(|| Edit::Together { name: words::renumber_step(ids.len()), edits })
}

/// Rotates pieces by one facing of the rules; those without a facing first face the enemy. None where the
/// rules have no facing.
pub fn turn_facings(doc: &ScenarioDoc, schema: &Schema, ids: &[String], right: bool) -> Option<Edit> {
    let step = match schema.facing {
        FacingUse::None => return None,
        FacingUse::Sides | FacingUse::Corners => 2,
        FacingUse::Both => 1,
    };
    let turn = |p: &Piece| match p.facing {
        Some(f) => Some(f.turned_by(if right { step } else { -step })),
        None => {
            let at = pieces::hexes_of(&p.place).first().copied().unwrap_or_default();
            super::facing::facing_enemy(doc, schema, &p.side, at)
        }
    };
    let one =
        |p: &Piece| Edit::ChangePieces { ids: vec![p.id.clone()], change: PieceChange::Facing(turn(p)) };
    let edits: Vec<Edit> = ids.iter().filter_map(|id| doc.piece(id)).map(one).collect();
    (!edits.is_empty()).then(|| Edit::Together { name: words::forces::turn_step(edits.len()), edits })
}

/// Where pieces may be placed, and how many per hex.
pub struct Ground<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
    /// The pieces being moved: their current hexes count as free.
    moving: BTreeSet<&'a str>,
}

impl<'a> Ground<'a> {
    pub fn new(doc: &'a ScenarioDoc, schema: &'a Schema, moving: &'a [String]) -> Self {
        Self { doc, schema, moving: moving.iter().map(String::as_str).collect() }
    }

    fn grid(&self) -> &Grid {
        &self.doc.map.grid
    }

    fn is_leader(&self, p: &Piece) -> bool {
        self.schema.unit(&p.kind).is_some_and(|k| k.leader)
    }

    /// On the sheet, and of a terrain that can be occupied.
    pub fn is_open(&self, hex: Hex) -> bool {
        hexes::on_sheet(self.grid(), hex).is_some_and(|id| {
            let kind = self.schema.terrain(self.doc.map.terrain_at(id));
            kind.is_none_or(|k| !k.closed)
        })
    }

    /// Whether a hex has room for one more piece of a side, given what is already `placed`.
    fn has_room(&self, hex: Hex, side: &str, placed: &[(Hex, bool)], leader: bool) -> bool {
        if !self.is_open(hex) {
            return false;
        }
        let here =
            |p: &&Piece| !self.moving.contains(p.id.as_str()) && pieces::hexes_of(&p.place).contains(&hex);
        let mut standing = self.doc.pieces.iter().filter(here);
        if standing.clone().any(|p| p.side != side) {
            return false;
        }
        let limit = usize::from(self.schema.stacking);
        if leader || limit == 0 {
            let leaders = self.doc.pieces.iter().filter(here).filter(|p| self.is_leader(p)).count()
                + placed.iter().filter(|p| p.0 == hex && p.1).count();
            return limit == 0 || leaders == 0;
        }
        let others = placed.iter().filter(|p| p.0 == hex && !p.1).count();
        standing.by_ref().filter(|p| !self.is_leader(p)).count() + others < limit
    }

    /// Places for pieces, each as near to its target as rules and ground allow. `wishes` are in the order
    /// of `list`; `shun` says which hexes are a last resort.
    pub fn place_pieces(
        &self,
        list: &[&Piece],
        wishes: &[Hex],
        shun: &dyn Fn(Hex, Hex) -> bool,
    ) -> Vec<(String, Place)> {
        let mut placed: Vec<(Hex, bool)> = Vec::new();
        let mut out = Vec::new();
        // Leaders last: they join troops that have been placed.
        let mut order: Vec<usize> = (0..list.len()).collect();
        order.sort_by_key(|i| self.is_leader(list[*i]));
        for i in order {
            let (p, leader) = (list[i], self.is_leader(list[i]));
            let Some(wish) = wishes.get(i).copied() else { continue };
            let near: Vec<Hex> = (0..=FAR).flat_map(|r| wish.ring_around(r)).collect();
            let (last, first): (Vec<Hex>, Vec<Hex>) = near.into_iter().partition(|h| shun(*h, wish));
            let free = |h: &Hex| self.has_room(*h, &p.side, &placed, leader) && self.can_stand(p, *h);
            let mut with: Vec<Hex> = placed.iter().filter(|t| leader && !t.1).map(|t| t.0).collect();
            with.sort_by_key(|h| h.distance(wish));
            let found = with.into_iter().chain(first).chain(last).find(free);
            if let Some(h) = found {
                let place = pieces::moved_place(&p.place, h);
                placed.extend(pieces::hexes_of(&place).into_iter().map(|h| (h, leader)));
                out.push((p.id.clone(), place));
            }
        }
        out
    }

    fn can_stand(&self, p: &Piece, at: Hex) -> bool {
        pieces::hexes_of(&pieces::moved_place(&p.place, at)).iter().all(|h| self.is_open(*h))
    }
}

/// No piece is placed farther than this from its target.
const FAR: u16 = 6;
