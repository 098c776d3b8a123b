//! How a move can still end: one look ahead for the duty to seek supply (10.52, 10.53) and the supreme
//! commander rule (5.37). A step, a pick-up or a stop is offered only where the best end that could be had
//! can still be had: both kept if that is possible, else as much as possible, supply first.

use super::command;
use super::flood::flood_reach;
use super::movement::{Judge, can_go_in, not_bound};
use super::state::{Force, Place};
use crate::ids::{NationId, Walls};
use engine::hex::HexId;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// What an end of the move keeps; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ending {
    /// 0 in supply, else hexes to the nearest source and one more; 0 for whoever need not look for it.
    pub class: u16,
    /// Somebody newly outweighs the supreme commander.
    pub outweighed: bool,
}

pub const KEPT: Ending = Ending { class: 0, outweighed: false };

/// The look ahead for a force as it would be.
pub struct Look<'l, 'a> {
    j: &'l Judge<'a>,
    f: &'l Force,
    nation: Option<NationId>,
    /// Points added, or taken away, where the force stands.
    change: Option<(HexId, Walls, i16)>,
    /// Where somebody of the nation is: all other ground is alike.
    special: SmallVec<[HexId; 16]>,
    open: OnceCell<bool>,
}

impl<'l, 'a> Look<'l, 'a> {
    pub fn new(j: &'l Judge<'a>, f: &'l Force, change: Option<(HexId, Walls, i16)>) -> Self {
        let nation = command::nation_bound(j.cx, f);
        let mut special = SmallVec::new();
        if let Some(n) = nation {
            special.extend(j.s.stacks.iter().filter(|k| k.nation == n).map(|k| k.hex));
            let on_map = j.s.leaders[j.cx.setup.ranks(n)].iter().filter(|l| l.on_map());
            special.extend(on_map.map(|l| l.hex));
        }
        Self { j, f, nation, change, special, open: OnceCell::new() }
    }

    fn is_free(&self) -> bool {
        !self.f.seeks && self.nation.is_none()
    }

    fn is_outweighed(&self, hex: HexId, inside: Walls) -> bool {
        let Some(n) = self.nation else { return false };
        let judged = |hex| command::would_outweigh(self.j, self.f, n, (hex, inside), self.change);
        let changed = self.change.is_some_and(|c| c.0 == hex);
        if inside == Walls::Inside || changed || self.special.contains(&hex) {
            judged(hex)
        } else {
            *self.open.get_or_init(|| judged(HexId::NONE))
        }
    }

    /// What ending in `hex` on this side of the walls would keep.
    pub fn ending_at(&self, hex: HexId, inside: Walls) -> Ending {
        let class = if self.f.seeks { self.class_at(hex, inside) } else { 0 };
        Ending { class, outweighed: self.is_outweighed(hex, inside) }
    }

    fn class_at(&self, hex: HexId, inside: Walls) -> u16 {
        let (j, f) = (self.j, self.f);
        let class = if hex == f.at { j.supply_class(f.side, hex) } else { j.class_without(f, hex) };
        if class == 0 || f.carried.iter().all(|n| *n == 0) {
            return class;
        }
        // He mans what he finds: an open fortress, or a depot linked to a source beyond the map (1757.4B).
        let link = hex != f.at && j.s.depot_at(hex).is_some_and(|d| d.side == f.side && d.done && d.offmap);
        if link || inside == Walls::Inside { 0 } else { class }
    }

    /// The best end in this hex, before the walls or within.
    fn best_at(&self, hex: HexId) -> Ending {
        let outside = self.ending_at(hex, Walls::Outside);
        let (j, f) = (self.j, self.f);
        let open = outside != KEPT
            && can_go_in(j.cx, j.s, hex, f.side).is_ok()
            && (hex != f.at || not_bound(j, f, Walls::Inside).is_ok());
        if open { outside.min(self.ending_at(hex, Walls::Inside)) } else { outside }
    }

    /// The best end among all hexes that can be reached from `from`.
    pub fn best_from(&self, from: HexId, left: u8, held: bool) -> Ending {
        if self.is_free() {
            return KEPT;
        }
        let mut best = self.best_at(from);
        if best != KEPT {
            flood_reach(self.j, self.f, from, left, held, |to| {
                best = best.min(self.best_at(to));
                best == KEPT
            });
        }
        best
    }

    /// Whether an end at least as good as `want` can be had in some other hex.
    pub fn can_reach_elsewhere(&self, (from, left, held): (HexId, u8, bool), want: Ending) -> bool {
        self.is_free()
            || flood_reach(self.j, self.f, from, left, held, |to| to != from && self.best_at(to) <= want)
    }

    /// Whether an end at least as good as `want` can be had from there.
    pub fn can_reach(&self, (from, left, held): (HexId, u8, bool), want: Ending) -> bool {
        let good = |to: HexId| self.best_at(to) <= want;
        self.is_free() || good(from) || flood_reach(self.j, self.f, from, left, held, good)
    }
}

/// Points a force may still spend: before the die of a force march, all it could be given.
pub fn points_ahead(j: &Judge, f: &Force) -> u8 {
    if f.visited.is_empty() { j.cx.data.movement.most } else { f.left }
}

/// Whether a leader of the nation stands outside in `hex`, not with the force.
pub fn other_leader_present(j: &Judge, nation: NationId, hex: HexId) -> bool {
    j.s.leaders[j.cx.setup.ranks(nation)].iter().any(|l| l.hex == hex && l.place == Place::Outside)
}
