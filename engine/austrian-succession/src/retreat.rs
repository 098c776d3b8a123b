//! 17: the ways of a retreat, and the steps of a pursuit.

use crate::Context;
use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId};
use crate::state::State;
use crate::zones::Field;
use crate::{belligerents, combat, works};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Whether units could go from a hex into the next by normal movement, whatever it costs: land, ground, Field Works
/// (17.7, 17.15). Enemies are looked for apart.
pub fn is_passable(cx: &Context, s: &State, side: SideId, units: &[UnitId], from: HexId, to: HexId) -> bool {
    let setup = &cx.setup;
    if to.is_none() || belligerents::is_shut(setup, s, to) {
        return false;
    }
    let light = |u: &UnitId| setup.unit(*u).arm == Arm::Light;
    let is_open = setup.ground(to).cost.is_some()
        || setup.crossing(from, to).road
        || (setup.options.light_units && units.iter().all(light));
    is_open && !works::shut(setup, s, side, from) && !works::shut(setup, s, side, to)
}

/// Whether one unit may advance from its hex into a neighbouring one that has no enemies (17.11 to 17.15).
pub fn may_advance(cx: &Context, s: &State, u: UnitId, to: HexId) -> bool {
    let Some((from, side)) = s.unit(u).hex().zip(s.owner(&cx.setup, u)) else { return false };
    cx.setup.map.is_adjacent(from, to)
        && s.units_in(to).all(|o| s.owner(&cx.setup, o) == Some(side))
        && is_passable(cx, s, side, &[u], from, to)
}

/// How good a way is, the best first: it goes the distance, enters fewest enemy zones, ends nearer to a held fortress (17.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Merit {
    missing: u8,
    zones: u8,
    not_nearer: bool,
}

/// The map as retreating units meet it.
pub struct Flight<'a> {
    cx: &'a Context,
    s: &'a State,
    side: SideId,
    units: &'a [UnitId],
    field: Field,
    /// Fortresses their side holds, with the distance from where they fought.
    refuges: SmallVec<[(HexId, u16); 8]>,
}

/// What is found on the search for the best ways.
struct Found {
    best: Merit,
    firsts: Hexes,
}

impl<'a> Flight<'a> {
    pub fn new(cx: &'a Context, s: &'a State, side: SideId, units: &'a [UnitId], start: HexId) -> Self {
        let map = &cx.setup.map;
        let held = combat::held_fortresses(cx, s, side);
        let refuges = held.into_iter().map(|f| (f, map.distance(start, f))).collect();
        Self { cx, s, side, units, field: Field::of(&cx.setup, s), refuges }
    }

    /// Without any fortress of their own the enemy leads them (17.7).
    pub fn is_led_by_enemy(&self) -> bool {
        self.refuges.is_empty()
    }

    pub fn is_zone(&self, hex: HexId) -> bool {
        self.field.is_in_zone_of(self.side.enemy(), hex)
    }

    fn may_step(&self, from: HexId, to: HexId) -> bool {
        !to.is_none()
            && !self.field.holds(self.side.enemy(), to)
            && !self.field.is_neutral(to)
            && is_passable(self.cx, self.s, self.side, self.units, from, to)
    }

    /// Whether enemies bar a step that could be made without them (38.1).
    pub fn is_hemmed_in(&self, at: HexId) -> bool {
        self.cx.setup.map.neighbours(at).iter().any(|to| {
            !to.is_none()
                && self.field.holds(self.side.enemy(), *to)
                && is_passable(self.cx, self.s, self.side, self.units, at, *to)
        })
    }

    fn merit(&self, end: HexId, missing: u8, zones: u8) -> Merit {
        let map = &self.cx.setup.map;
        let is_nearer = self.refuges.iter().any(|(f, distance)| map.distance(end, *f) < *distance);
        Merit { missing, zones, not_nearer: !is_nearer && !self.refuges.is_empty() }
    }

    /// The next hexes on the best ways, `path` being the hexes gone so far from the battle hex on. None: the way ends here.
    pub fn next_hexes(&self, path: &[HexId], left: u8) -> Hexes {
        let worst = Merit { missing: u8::MAX, zones: u8::MAX, not_nearer: true };
        let mut found = Found { best: worst, firsts: Hexes::new() };
        let Some(at) = path.last().copied() else { return found.firsts };
        if left == 0 {
            return found.firsts;
        }
        if path.len() > 1 && self.cx.setup.ground(at).is_fortress {
            // They may stop here (17.9): whoever goes on must have as good a way.
            found.best = self.merit(at, 0, 0);
        }
        let mut gone: SmallVec<[HexId; 8]> = SmallVec::from_slice(path);
        for to in *self.cx.setup.map.neighbours(at) {
            if self.may_step(at, to) && !gone.contains(&to) {
                let zones = u8::from(self.is_zone(to));
                gone.push(to);
                self.search(&mut gone, left - 1, zones, to, &mut found);
                gone.pop();
            }
        }
        found.firsts.sort_unstable();
        found.firsts
    }

    fn search(&self, path: &mut SmallVec<[HexId; 8]>, left: u8, zones: u8, first: HexId, found: &mut Found) {
        let Some(at) = path.last().copied() else { return };
        let hopeful = Merit { missing: 0, zones, not_nearer: false };
        if hopeful > found.best || (hopeful == found.best && found.firsts.contains(&first)) {
            return;
        }
        if left == 0 || self.cx.setup.ground(at).is_fortress {
            self.note(self.merit(at, 0, zones), first, found);
        }
        if left == 0 {
            return;
        }
        let mut is_end = true;
        for to in *self.cx.setup.map.neighbours(at) {
            if self.may_step(at, to) && !path.contains(&to) {
                is_end = false;
                path.push(to);
                self.search(path, left - 1, zones + u8::from(self.is_zone(to)), first, found);
                path.pop();
            }
        }
        if is_end && !self.cx.setup.ground(at).is_fortress {
            self.note(self.merit(at, left, zones), first, found);
        }
    }

    fn note(&self, merit: Merit, first: HexId, found: &mut Found) {
        if merit < found.best {
            found.best = merit;
            found.firsts.clear();
        }
        if merit == found.best && !found.firsts.contains(&first) {
            found.firsts.push(first);
        }
    }
}
