//! Chapter 10: sources, networks of depots, paths and what blocks them; zones of control (6.0).

use super::state::State;
use super::{Ctx, Rec, event::What, setup::Setup};
use crate::hex::HexId;
use std::cell::{OnceCell, RefCell};

const FAR: u8 = u8::MAX;

/// Where a side is in supply; asked hex by hex, because few hexes are asked about.
pub struct Field<'a> {
    setup: &'a Setup,
    /// Paths lead into these hexes but not out of them.
    block: Vec<bool>,
    source: Vec<bool>,
    reach: u8,
    /// Fortresses with a garrison and operative depots, sorted.
    pub sources: Vec<HexId>,
    /// Sources in fortress hexes, as indices; the others are depots in the field.
    forts: Vec<u8>,
    field: Vec<HexId>,
    /// Hexes to the nearest depot in the field, worked out when asked.
    from_field: OnceCell<Vec<u8>>,
    scratch: RefCell<Scratch>,
}

#[derive(Default)]
struct Scratch {
    stamp: Vec<u16>,
    now: u16,
    queue: Vec<HexId>,
}

impl Field<'_> {
    fn add(&mut self, hex: HexId) {
        if std::mem::replace(&mut self.source[hex.index()], true) {
            return;
        }
        self.sources.push(hex);
        match self.setup.fort_index(hex) {
            Some(i) => self.forts.push(i),
            None => self.field.push(hex),
        }
    }

    pub fn supplied(&self, hex: HexId) -> bool {
        self.distance(hex).is_some()
    }

    pub fn operative(&self, hex: HexId) -> bool {
        self.sources.binary_search(&hex).is_ok()
    }

    /// Length of the shortest path from a source: searched backwards, so that it ends at the first.
    pub fn distance(&self, hex: HexId) -> Option<u8> {
        if self.source[hex.index()] {
            return Some(0);
        }
        // Most hexes out of supply are far from any source: no search is needed to see that.
        let near = |d: &HexId| self.setup.map.distance(*d, hex) <= u16::from(self.reach);
        if self.near_fort(hex) > self.reach && !self.field.iter().any(near) {
            return None;
        }
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { stamp, now, queue } = &mut *scratch;
        if *now == u16::MAX || stamp.is_empty() {
            stamp.clear();
            stamp.resize(self.source.len(), 0);
            *now = 0;
        }
        *now += 1;
        queue.clear();
        queue.push(hex);
        stamp[hex.index()] = *now;
        let (mut from, mut d) = (0, 0);
        while d < self.reach && from < queue.len() {
            d += 1;
            let to = queue.len();
            for i in from..to {
                let at = queue[i];
                for n in self.setup.beside(at) {
                    if stamp[n.index()] == *now || self.block[n.index()] {
                        continue;
                    }
                    if self.source[n.index()] {
                        return Some(d);
                    }
                    stamp[n.index()] = *now;
                    queue.push(*n);
                }
            }
            from = to;
        }
        None
    }

    /// The shortest path from a source, source first; empty if there is none.
    pub fn path(&self, hex: HexId) -> Vec<HexId> {
        let mut out = vec![hex];
        let (mut at, mut left) = (hex, self.distance(hex));
        if left.is_none() {
            return Vec::new();
        }
        while let Some(d) = left.filter(|d| *d > 0) {
            let near = |n: &&HexId| !self.block[n.index()] && self.distance(**n).is_some_and(|k| k < d);
            let Some(next) = self.setup.beside(at).iter().find(near) else { break };
            at = *next;
            out.push(at);
            left = self.distance(at);
        }
        out.reverse();
        out
    }

    /// The way from the nearest source without looking at enemies, source first, and where it is
    /// stopped: for those who ask why there is no path.
    pub fn wanted(&self, hex: HexId) -> (Vec<HexId>, Option<HexId>) {
        let mut from = vec![HexId::NONE; self.source.len()];
        let mut queue = std::collections::VecDeque::from([hex]);
        let mut found = None;
        from[hex.index()] = hex;
        while let Some(at) = queue.pop_front() {
            if self.source[at.index()] && at != hex {
                found = Some(at);
                break;
            }
            for n in self.setup.beside(at) {
                if from[n.index()].is_none() {
                    from[n.index()] = at;
                    queue.push_back(*n);
                }
            }
        }
        let mut out: Vec<HexId> = Vec::new();
        let mut next = found;
        while let Some(at) = next {
            out.push(at);
            next = (at != hex).then(|| from[at.index()]);
        }
        let stopped = out.iter().copied().find(|h| *h != hex && self.block[h.index()]);
        (out, stopped)
    }

    /// Length of a path at most (10.22).
    pub fn reach(&self) -> u8 {
        self.reach
    }

    fn near_fort(&self, hex: HexId) -> u8 {
        let row = self.setup.fort_distances(hex);
        self.forts.iter().map(|f| row[*f as usize]).min().unwrap_or(FAR)
    }

    /// Hexes to the nearest source along enterable hexes, for everybody who looks for one (10.52).
    pub fn near(&self, hex: HexId) -> u8 {
        let fort = self.near_fort(hex);
        if self.field.is_empty() {
            return fort;
        }
        fort.min(self.from_field.get_or_init(|| self.setup.distances(&self.field))[hex.index()])
    }
}

/// Hexes a path of `side` may be traced into but not out of (10.31, 10.32). `seen`: as that side's
/// player sees it, any enemy stack counts as combat units.
fn blocked(cx: &Ctx, s: &State, side: u8, seen: bool) -> Vec<bool> {
    let setup = &*cx.setup;
    let enemy = 1 - side;
    let mut block = vec![false; setup.map.len()];
    let mut own = vec![false; setup.map.len()];
    for k in &s.stacks {
        if setup.side_of(k.nation) == side { own[k.hex.index()] = true } else { block[k.hex.index()] = true }
    }
    for (i, l) in s.leaders.iter().enumerate().filter(|l| l.1.on_map()) {
        if setup.leaders[i].side == side {
            own[l.hex.index()] = true;
        } else if seen {
            block[l.hex.index()] = true;
        }
    }
    let moving = s
        .moving()
        .filter(|m| m.1.iter().enumerate().any(|(n, sp)| *sp > 0 && setup.side_of(n as u8) == enemy));
    if let Some((at, _)) = moving {
        block[at.index()] = true;
    }
    let mut zone = |at: HexId| {
        if own[at.index()] {
            return;
        }
        for (_, to, _) in setup.ways(at) {
            block[to.index()] |= !own[to.index()];
        }
    };
    let has_zone = |n: u8| setup.nations.get(n as usize).is_some_and(|n| n.zone && n.side == enemy);
    for k in s.stacks.iter().filter(|k| !k.inside && has_zone(k.nation)) {
        zone(k.hex);
    }
    if let Some((at, carried)) = moving
        && carried.iter().enumerate().any(|(n, sp)| *sp > 0 && has_zone(n as u8))
    {
        zone(at);
    }
    if seen {
        for (i, l) in s.leaders.iter().enumerate() {
            if l.place == super::state::Place::Outside && has_zone(setup.leaders[i].nation) {
                zone(l.hex);
            }
        }
    }
    block
}

/// The supply of a side: what is true, or with `seen` what its player can know.
pub fn field<'a>(cx: &'a Ctx, s: &State, side: u8, seen: bool) -> Field<'a> {
    let setup = &*cx.setup;
    let mut f = Field {
        setup,
        block: blocked(cx, s, side, seen),
        source: vec![false; setup.map.len()],
        reach: setup.sides[side as usize & 1].supply,
        sources: Vec::new(),
        forts: Vec::new(),
        field: Vec::new(),
        from_field: OnceCell::new(),
        scratch: RefCell::default(),
    };
    for k in s.stacks.iter().filter(|k| k.inside && setup.side_of(k.nation) == side) {
        if setup.is_fort(k.hex) && !f.source[k.hex.index()] {
            f.add(k.hex);
        }
    }
    let manned =
        |h: HexId| s.stacks_at(h).iter().any(|k| setup.side_of(k.nation) == side) || s.sp_moving(h, side) > 0;
    let mut ready: Vec<(HexId, bool)> = s
        .depots
        .iter()
        .filter(|d| d.side == side && d.done && manned(d.hex))
        .map(|d| (d.hex, d.offmap))
        .collect();
    // A depot reached by a path becomes a source itself: the network grows link by link (10.12).
    while let Some(i) = ready.iter().position(|(h, offmap)| *offmap || f.supplied(*h)) {
        let (h, _) = ready.remove(i);
        f.add(h);
    }
    f.sources.sort_unstable();
    f.sources.dedup();
    f
}

/// Fortresses under siege: an operative enemy depot stands before the garrison (13.12).
pub fn besieged(cx: &Ctx, s: &State) -> Vec<HexId> {
    let setup = &*cx.setup;
    let mut out = Vec::new();
    let mut fields: [Option<Field<'_>>; 2] = [None, None];
    for d in s.depots.iter().filter(|d| d.done && setup.is_fort(d.hex)) {
        if !s.present(setup, d.hex, 1 - d.side, true) {
            continue;
        }
        let own = d.side as usize & 1;
        let f = fields[own].get_or_insert_with(|| field(cx, s, d.side, false));
        if f.operative(d.hex) {
            out.push(d.hex);
        }
    }
    out.sort_unstable();
    out
}

/// The depot of a siege that succeeded goes when the conqueror is in the fortress, however late (10.48).
fn settle_used(cx: &Ctx, s: &mut State, i: usize, rec: &mut Rec) -> bool {
    let d = s.depots[i];
    if s.present(&cx.setup, d.hex, d.side, true) {
        s.depots.remove(i);
        rec.emit(|| super::all(What::DepotUsedUp { hex: d.hex }));
        return true;
    }
    s.depots[i].used = !s.present(&cx.setup, d.hex, 1 - d.side, true);
    false
}

/// Brings depots, camp, limits and sieges up to date after any change.
pub fn settle(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let setup = &*cx.setup;
    let mut i = 0;
    while i < s.depots.len() {
        let d = s.depots[i];
        let (own, enemy) = (s.sp_all(setup, d.hex, d.side), s.sp_all(setup, d.hex, 1 - d.side));
        // Who is only inside the fortress neither keeps a depot from an enemy before it nor is touched (12.33).
        let [near, far] =
            [d.side, 1 - d.side].map(|side| s.sp(setup, d.hex, side, false) + s.sp_moving(d.hex, side));
        let taken = near == 0 && (far > 0 || (own == 0 && enemy > 0));
        if d.used && settle_used(cx, s, i, rec) {
            continue;
        }
        if taken && d.done {
            s.depots[i].side = 1 - d.side;
            (s.depots[i].offmap, s.depots[i].used) = (false, false);
            rec.emit(|| super::all(What::DepotTaken { hex: d.hex, side: 1 - d.side }));
        } else if taken || (!d.done && own < u16::from(cx.data.movement.depot)) {
            s.depots.remove(i);
            rec.emit(|| super::all(What::DepotGone { hex: d.hex, side: d.side }));
            continue;
        }
        i += 1;
    }
    super::depots::settle_camp(cx, s, rec);
    for (i, l) in setup.limits.iter().enumerate().filter(|l| l.1.until.is_some()) {
        let Some(hex) = l.until else { continue };
        if s.lifted & (1 << i) == 0 && s.sp(setup, hex, 1 - setup.side_of(l.nation), true) > 0 {
            s.lifted |= 1 << i;
            rec.emit(|| super::all(What::Lifted { limit: i as u8 }));
        }
    }
    if !s.demoralised.is_empty() {
        let list = std::mem::take(&mut s.demoralised);
        s.demoralised = list.into_iter().filter(|(h, side)| s.occupied(setup, *h, *side)).collect();
    }
    if s.depots.iter().any(|d| d.done && setup.is_fort(d.hex)) {
        s.besieged = besieged(cx, s);
    } else {
        s.besieged.clear();
    }
}
