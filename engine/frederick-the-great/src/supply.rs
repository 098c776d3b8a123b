//! Chapter 10: sources, networks of depots, paths and what blocks them; zones of control (6.0).

use super::state::{Place, State, leaders_in};
use super::{Ctx, Rec, event::What, setup::Setup};
use crate::ids::{NationId, SideId, Walls};
use engine::hex::{HexId, HexSet};
use engine::search::{Dense, Step};
use smallvec::SmallVec;
use std::cell::RefCell;

const FAR: u8 = u8::MAX;

/// Where a side is in supply; asked hex by hex, because few hexes are asked about.
pub struct Field<'a> {
    setup: &'a Setup,
    /// Paths lead into these hexes but not out of them.
    block: HexSet,
    source: HexSet,
    reach: u8,
    /// Fortresses with a garrison and operative depots, sorted.
    pub sources: SmallVec<[HexId; 32]>,
    /// Sources in fortress hexes, as indices; the others are depots in the field.
    forts: SmallVec<[u8; 32]>,
    field: SmallVec<[HexId; 16]>,
    known: RefCell<Known>,
}

/// Hexes asked about before, and which of them are in supply.
struct Known {
    asked: HexSet,
    yes: HexSet,
}

impl Field<'_> {
    fn add_source(&mut self, hex: HexId) {
        if !self.source.insert(hex) {
            return;
        }
        self.sources.push(hex);
        match self.setup.fort_index(hex) {
            Some(i) => self.forts.push(i),
            None => self.field.push(hex),
        }
    }

    pub fn is_supplied(&self, hex: HexId) -> bool {
        let mut known = self.known.borrow_mut();
        if known.asked.insert(hex) && self.distance_from_source(hex).is_some() {
            known.yes.insert(hex);
        }
        known.yes.contains(hex)
    }

    pub fn is_operative(&self, hex: HexId) -> bool {
        self.source.contains(hex)
    }

    /// Length of the shortest path from a source: searched backwards, so that it ends at the first.
    pub fn distance_from_source(&self, hex: HexId) -> Option<u8> {
        if self.source.contains(hex) {
            return Some(0);
        }
        // Most hexes out of supply are far from any source: no search is needed to see that.
        let near = |d: &HexId| self.setup.map.distance(*d, hex) <= u16::from(self.reach);
        let row = self.setup.fort_distances(hex);
        if !self.forts.iter().any(|f| row[*f as usize] <= self.reach) && !self.field.iter().any(near) {
            return None;
        }
        // No path leads out of a blocked hex: they count as seen.
        let mut seen = self.block.copy();
        let mut seen = seen.bits();
        seen.insert(hex);
        let mut queue: SmallVec<[HexId; 96]> = SmallVec::new();
        queue.push(hex);
        let (mut from, mut d) = (0, 0);
        while d < self.reach && from < queue.len() {
            d += 1;
            let to = queue.len();
            for i in from..to {
                for n in self.setup.beside(queue[i]) {
                    if seen.insert(*n) {
                        if self.source.contains(*n) {
                            return Some(d);
                        }
                        queue.push(*n);
                    }
                }
            }
            from = to;
        }
        None
    }

    /// The shortest path from a source, source first; empty if there is none.
    pub fn path_from_source(&self, hex: HexId) -> Vec<HexId> {
        let mut out = vec![hex];
        let (mut at, mut left) = (hex, self.distance_from_source(hex));
        if left.is_none() {
            return Vec::new();
        }
        while let Some(d) = left.filter(|d| *d > 0) {
            let near = |n: &&HexId| {
                !self.block.contains(**n) && self.distance_from_source(**n).is_some_and(|k| k < d)
            };
            let Some(next) = self.setup.beside(at).iter().find(near) else { break };
            at = *next;
            out.push(at);
            left = self.distance_from_source(at);
        }
        out.reverse();
        out
    }

    /// The way from the nearest source without looking at enemies, source first, and where it is
    /// stopped: for those who ask why there is no path.
    pub fn path_if_unblocked(&self, hex: HexId) -> (Vec<HexId>, Option<HexId>) {
        let mut search = Dense::default();
        let nodes = self.setup.map.len();
        search.find_reach(nodes, u32::from(hex.0), nodes as u32, |at, _, emit| {
            for n in self.setup.beside(HexId(at as u16)) {
                emit.enter_node(u32::from(n.0), Step::Go(1));
            }
        });
        let is_source =
            |node: &&u32| **node != u32::from(hex.0) && self.source.contains(HexId(**node as u16));
        let source = search.reached().iter().find(is_source);
        let mut out: Vec<HexId> = source
            .map_or_else(Vec::new, |node| search.path_to(*node))
            .into_iter()
            .map(|node| HexId(node as u16))
            .collect();
        out.reverse();
        let stopped = out.iter().copied().find(|h| *h != hex && self.block.contains(*h));
        (out, stopped)
    }

    /// Length of a path at most (10.22).
    pub fn longest_path(&self) -> u8 {
        self.reach
    }

    fn near_fort(&self, hex: HexId) -> u8 {
        let row = self.setup.fort_distances(hex);
        self.forts.iter().map(|f| row[*f as usize]).min().unwrap_or(FAR)
    }

    /// Hexes to the nearest source along enterable hexes, for everybody who looks for one (10.52).
    pub fn distance_to_nearest_source(&self, hex: HexId) -> u8 {
        let depots = self.field.iter().map(|d| self.setup.hexes_between(*d, hex));
        depots.min().unwrap_or(FAR).min(self.near_fort(hex))
    }
}

/// Hexes a path of `side` may be traced into but not out of (10.31, 10.32). `seen`: as that side's
/// player sees it, any enemy stack counts as combat units.
fn blocked_hexes(cx: &Ctx, s: &State, side: SideId, seen: bool) -> HexSet {
    let setup = &*cx.setup;
    let enemy = side.enemy();
    let mut block = HexSet::new(setup.map.len());
    let mut own = HexSet::new(setup.map.len());
    for k in &s.stacks {
        if setup.side_of(k.nation) == side {
            own.insert(k.hex)
        } else {
            block.insert(k.hex)
        };
    }
    let here = |mask: u64| leaders_in(mask).map(|l| (l, &s.leaders[l.index()])).filter(|l| l.1.on_map());
    for (_, l) in here(setup.lookup.side_leaders[side.index()]) {
        own.insert(l.hex);
    }
    if seen {
        for (_, l) in here(setup.lookup.side_leaders[enemy.index()]) {
            block.insert(l.hex);
        }
    }
    let moving = s.moving_force().filter(|m| {
        m.1.iter().enumerate().any(|(n, sp)| *sp > 0 && setup.side_of(NationId(n as u8)) == enemy)
    });
    if let Some((at, _)) = moving {
        block.insert(at);
    }
    let zones =
        setup.lookup.zones & if enemy == SideId::FIRST { !setup.lookup.second } else { setup.lookup.second };
    if zones == 0 {
        return block;
    }
    let mut zone = |at: HexId| {
        if own.contains(at) {
            return;
        }
        for to in setup.beside(at) {
            if !own.contains(*to) {
                block.insert(*to);
            }
        }
    };
    let has_zone = |n: NationId| zones & n.bit() != 0;
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Outside && has_zone(k.nation)) {
        zone(k.hex);
    }
    if let Some((at, carried)) = moving
        && carried.iter().enumerate().any(|(n, sp)| *sp > 0 && has_zone(NationId(n as u8)))
    {
        zone(at);
    }
    if seen {
        for (i, l) in here(setup.lookup.side_leaders[enemy.index()]) {
            if l.place == Place::Outside && has_zone(setup.leaders[i.index()].nation) {
                zone(l.hex);
            }
        }
    }
    block
}

/// The supply of a side: what is true, or with `seen` what its player can know.
pub fn supply_field<'a>(cx: &'a Ctx, s: &State, side: SideId, seen: bool) -> Field<'a> {
    let setup = &*cx.setup;
    let mut f = Field {
        setup,
        block: blocked_hexes(cx, s, side, seen),
        source: HexSet::new(setup.map.len()),
        reach: setup.sides[side.index()].supply,
        sources: SmallVec::new(),
        forts: SmallVec::new(),
        field: SmallVec::new(),
        known: RefCell::new(Known { asked: HexSet::new(setup.map.len()), yes: HexSet::new(setup.map.len()) }),
    };
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Inside && setup.side_of(k.nation) == side) {
        if setup.is_fort(k.hex) {
            f.add_source(k.hex);
        }
    }
    let manned =
        |h: HexId| s.stacks_at(h).iter().any(|k| setup.side_of(k.nation) == side) || s.sp_moving(h, side) > 0;
    let mut ready: SmallVec<[(HexId, bool); 16]> = s
        .depots
        .iter()
        .filter(|d| d.side == side && d.done && manned(d.hex))
        .map(|d| (d.hex, d.offmap))
        .collect();
    // A depot reached by a path becomes a source itself: the network grows link by link (10.12).
    while let Some(i) = ready.iter().position(|(h, offmap)| *offmap || f.distance_from_source(*h).is_some()) {
        let (h, _) = ready.remove(i);
        f.add_source(h);
    }
    f.sources.sort_unstable();
    f
}

/// Fortresses under siege: an operative enemy depot stands before the garrison (13.12).
pub fn besieged_fortresses(cx: &Ctx, s: &State) -> Vec<HexId> {
    let setup = &*cx.setup;
    let mut out = Vec::new();
    let mut fields: [Option<Field<'_>>; 2] = [None, None];
    for d in s.depots.iter().filter(|d| d.done && setup.is_fort(d.hex)) {
        if !s.is_present(setup, d.hex, d.side.enemy(), Walls::Inside) {
            continue;
        }
        let own = d.side.index();
        let f = fields[own].get_or_insert_with(|| supply_field(cx, s, d.side, false));
        if f.is_operative(d.hex) {
            out.push(d.hex);
        }
    }
    out.sort_unstable();
    out
}

/// The depot of a siege that succeeded goes when the conqueror is in the fortress, however late (10.48).
fn settle_used(cx: &Ctx, s: &mut State, i: usize, rec: &mut Rec) -> bool {
    let d = s.depots[i];
    if s.is_present(&cx.setup, d.hex, d.side, Walls::Inside) {
        s.depots.remove(i);
        rec.emit(|| super::for_everybody(What::DepotUsedUp { hex: d.hex }));
        return true;
    }
    s.depots[i].used = !s.is_present(&cx.setup, d.hex, d.side.enemy(), Walls::Inside);
    false
}

/// Brings depots, camp, limits and sieges up to date after any change.
pub fn update_supply(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let setup = &*cx.setup;
    let mut i = 0;
    while i < s.depots.len() {
        let d = s.depots[i];
        let (own, enemy) = (s.sp_all(setup, d.hex, d.side), s.sp_all(setup, d.hex, d.side.enemy()));
        // Who is only inside the fortress neither keeps a depot from an enemy before it nor is touched (12.33).
        let [near, far] = [d.side, d.side.enemy()]
            .map(|side| s.strength_at(setup, d.hex, side, Walls::Outside) + s.sp_moving(d.hex, side));
        let taken = near == 0 && (far > 0 || (own == 0 && enemy > 0));
        if d.used && settle_used(cx, s, i, rec) {
            continue;
        }
        if taken && d.done {
            s.depots[i].side = d.side.enemy();
            (s.depots[i].offmap, s.depots[i].used) = (false, false);
            rec.emit(|| super::for_everybody(What::DepotTaken { hex: d.hex, side: d.side.enemy() }));
        } else if taken || (!d.done && own < u16::from(cx.data.movement.depot)) {
            s.depots.remove(i);
            rec.emit(|| super::for_everybody(What::DepotGone { hex: d.hex, side: d.side }));
            continue;
        }
        i += 1;
    }
    super::depots::settle_camp(cx, s, rec);
    for (i, l) in setup.special.limits.iter().enumerate().filter(|l| l.1.until.is_some()) {
        let Some(hex) = l.until else { continue };
        if s.schedule.lifted & (1 << i) == 0
            && s.strength_at(setup, hex, setup.side_of(l.nation).enemy(), Walls::Inside) > 0
        {
            s.schedule.lifted |= 1 << i;
            rec.emit(|| super::for_everybody(What::Lifted { limit: i as u8 }));
        }
    }
    if !s.demoralised.is_empty() {
        let there = |d: &(HexId, SideId)| s.is_occupied(setup, d.0, d.1);
        if !s.demoralised.iter().all(there) {
            s.demoralised = s.demoralised.iter().copied().filter(there).collect();
        }
    }
    if s.depots.iter().any(|d| d.done && setup.is_fort(d.hex)) {
        s.sieges.besieged = besieged_fortresses(cx, s);
    } else {
        s.sieges.besieged.clear();
    }
}
