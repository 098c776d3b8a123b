//! A spotted wing is placed on the map: formation, Dis counters, unit by unit (17.2.3, 17.2.4, 17.3).

use super::set_up::{is_open_to, nearest};
use super::{Ask, Decision, Piece, Question, Why};
use crate::action::Action;
use crate::approach::{is_gun, laid_up, leaders_laid_up, set_column};
use crate::board::{Layer, can_step, is_zoned, put};
use crate::event::Event;
use crate::ids::{SideId, UnitId, Units, WingId};
use crate::state::{Behind, Cover, Flag, State};
use crate::words::{answer, cover_name, cover_target, said, unit_target};
use crate::{Context, Record};
use engine::hex::{Dir, HexId};
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlaceWing {
    pub cover: u8,
    /// In column or deployed; none while the owner chooses.
    pub column: Option<bool>,
    /// It has moved in this Player Turn, and moves no more.
    pub moving: bool,
    /// The leaders are down.
    pub begun: bool,
    /// Dis counters that may still be put next to the leader (17.3.1).
    pub spread: u8,
    pub placed: Units,
}

impl PlaceWing {
    pub fn new(cover: u8, column: Option<bool>, moving: bool) -> Self {
        Self { cover, column, moving, begun: false, spread: 0, placed: Units::new() }
    }

    fn cover<'a>(&self, s: &'a State) -> &'a Cover {
        &s.covers[usize::from(self.cover)]
    }

    pub fn wing(&self, s: &State) -> Option<WingId> {
        match self.cover(s).what {
            Behind::Wing(w) => Some(w),
            Behind::Dummy | Behind::FalseLeader | Behind::Unknown => None,
        }
    }

    fn waiting(&self, cx: &Context, s: &State) -> Units {
        self.wing(s).map_or_else(Units::new, |w| laid_up(cx, s, w).into_iter().collect())
    }

    /// The leaders lie down first; the formation holds for all units.
    fn begin(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let Some(w) = self.wing(s) else { return };
        let (at, was_column) = (self.cover(s).at, self.cover(s).column);
        let column = self.column.unwrap_or(false);
        set_column(cx, s, w, column);
        s.wing_mut(w).column = column;
        for leader in leaders_laid_up(cx, s, w) {
            let l = s.leader_mut(leader);
            l.hex = at;
            l.veiled = false;
            l.column = column;
            l.moved = self.moving;
            rec.emit(|| Event::LeaderPlaced { leader, hex: at });
        }
        let spread = if was_column && !column { cx.data.options.counters } else { 0 };
        s.push(Self { begun: true, spread, ..self.clone() });
    }

    /// The hex of the march string or the Dis hex that is next, or those around what has been placed.
    fn hexes(&self, cx: &Context, s: &State, u: UnitId) -> Vec<HexId> {
        let wanted =
            if self.column == Some(true) { self.column_hexes(cx, s, u) } else { self.line_hexes(cx, s, u) };
        if !wanted.is_empty() || self.is_anybody_placeable(cx, s) {
            return wanted;
        }
        self.nearest_hexes(cx, s, u)
    }

    fn is_anybody_placeable(&self, cx: &Context, s: &State) -> bool {
        let can = |u: &UnitId| match self.column {
            Some(true) => !self.column_hexes(cx, s, *u).is_empty(),
            _ => !self.line_hexes(cx, s, *u).is_empty(),
        };
        self.waiting(cx, s).iter().any(can)
    }

    /// A hex closed to every unit left: the nearest legal one within three of the leader, else the nearest there is.
    fn nearest_hexes(&self, cx: &Context, s: &State, u: UnitId) -> Vec<HexId> {
        let at = self.cover(s).at;
        let map = &cx.setup.map;
        let range = cx.data.options.placing_range;
        let mut near: Vec<HexId> = map
            .grid
            .ids()
            .filter(|h| map.distance(*h, at) <= range && self.check(cx, s, u, *h).is_ok())
            .collect();
        let least = near.iter().map(|h| map.distance(*h, at)).min().unwrap_or(0);
        near.retain(|h| map.distance(*h, at) == least);
        if near.is_empty() { nearest(cx, s, Piece::Unit(u), at) } else { near }
    }

    /// 17.3.1: the first unit under the leader, the next two in the Dis hexes, the others with or next to them.
    fn line_hexes(&self, cx: &Context, s: &State, u: UnitId) -> Vec<HexId> {
        let cover = self.cover(s);
        let map = &cx.setup.map;
        let mut hexes: Vec<HexId> = match self.placed.len() {
            0 => vec![cover.at],
            n @ (1 | 2) => vec![cover.dis[n - 1]],
            _ => {
                let near = |h: &HexId| self.placed.iter().any(|p| map.distance(s.unit(*p).hex, *h) <= 1);
                map.grid.ids().filter(near).collect()
            }
        };
        let range = cx.data.options.placing_range;
        hexes.retain(|h| {
            !h.is_none() && map.distance(*h, cover.at) <= range && self.check(cx, s, u, *h).is_ok()
        });
        hexes
    }

    /// 17.3.2: under the leader and along the march path, then beside that string.
    fn column_hexes(&self, cx: &Context, s: &State, u: UnitId) -> Vec<HexId> {
        let string = march_string(cx, self.cover(s));
        let map = &cx.setup.map;
        let fine = |h: &HexId| self.check(cx, s, u, *h).is_ok();
        let on: Vec<HexId> = string.iter().copied().filter(fine).collect();
        if !on.is_empty() {
            return on;
        }
        let beside = |h: &HexId| string.iter().any(|x| map.distance(*x, *h) == 1);
        map.grid.ids().filter(|h| beside(h) && fine(h)).collect()
    }

    fn check(&self, cx: &Context, s: &State, u: UnitId, hex: HexId) -> Result<(), Why> {
        is_open_to(cx, s, Piece::Unit(u), hex)?;
        let cover = self.cover(s);
        let enemy = cover.side.enemy();
        if crate::approach::has_cover(s, hex, enemy) {
            return Err(("7.4.3", "the enemy stands there"));
        }
        if is_beyond(cx, s, cover.at, hex, enemy) {
            return Err(("17.3.1", "it may not be placed beyond the enemy"));
        }
        if self.column == Some(true) {
            if cx
                .setup
                .map
                .neighbours(hex)
                .iter()
                .any(|n| !n.is_none() && crate::board::has_unit(cx, s, *n, enemy))
            {
                return Err(("17.3.2", "columns are not placed next to the enemy"));
            }
        } else if self.surrounds(cx, s, u, hex) {
            return Err(("17.3.1", "the wing may not surround the enemy as it is placed"));
        }
        Ok(())
    }

    /// Whether the units placed so far and this one would hold or zone all neighbours of an enemy hex (17.3.1).
    fn surrounds(&self, cx: &Context, s: &State, u: UnitId, hex: HexId) -> bool {
        let map = &cx.setup.map;
        let enemy = self.cover(s).side.enemy();
        let covers = |who: UnitId, at: HexId, n: HexId| {
            let reaches = |d: Dir| can_step(cx, s, who, at, d);
            at == n || map.direction_to(at, n).is_some_and(reaches)
        };
        let is_covered = |n: HexId| {
            covers(u, hex, n) || self.placed.iter().any(|p| !is_gun(cx, *p) && covers(*p, s.unit(*p).hex, n))
        };
        map.neighbours(hex)
            .iter()
            .filter(|e| !e.is_none() && crate::board::has_unit(cx, s, **e, enemy))
            .any(|e| map.neighbours(*e).iter().all(|n| !n.is_none() && is_covered(*n)))
    }

    fn set_down(&self, cx: &Context, s: &mut State, unit: UnitId, hex: HexId, rec: &mut Record) {
        s.unit_mut(unit).flags.clear(Flag::Veiled);
        let side = self.cover(s).side;
        let is_bound = side == SideId::COALITION && is_zoned(cx, s, hex, side.enemy());
        let layer = if is_gun(cx, unit) && !is_bound { Layer::Top } else { Layer::Bottom };
        put(cx, s, unit, hex, layer);
        if self.moving {
            s.set(unit, Flag::Moved);
            if is_gun(cx, unit) && self.cover(s).marched {
                s.set(unit, Flag::GunMoved);
            }
        }
        rec.emit(|| Event::UnitPlaced { unit, hex });
    }

    fn finish(&self, s: &mut State) {
        let wing = self.wing(s);
        let c = &mut s.covers[usize::from(self.cover)];
        c.gone = true;
        if let Some(w) = wing.filter(|_| self.moving) {
            s.wing_mut(w).moved = true;
        }
    }
}

/// The hexes of a column: under the leader, along the march path, and straight on behind it (17.3.2).
fn march_string(cx: &Context, cover: &Cover) -> Vec<HexId> {
    let length = usize::from(cx.data.options.column_length);
    let mut out = vec![cover.at];
    out.extend(cover.trail.iter().copied().take(length));
    let map = &cx.setup.map;
    while out.len() > 1 && out.len() <= length {
        let (last, before) = (out[out.len() - 1], out[out.len() - 2]);
        let Some(next) = map.direction_to(before, last).and_then(|d| map.neighbour(last, d)) else { break };
        out.push(next);
    }
    out
}

/// Farther from the own leader than some enemy, and nearer to that enemy than the leader is (17.3.1).
fn is_beyond(cx: &Context, s: &State, leader: HexId, hex: HexId, enemy: SideId) -> bool {
    let map = &cx.setup.map;
    let own = map.distance(leader, hex);
    s.units.iter().enumerate().any(|(i, e)| {
        e.is_on_map() && cx.setup.units[i].side == enemy && {
            let far = map.distance(leader, e.hex);
            own > far && map.distance(e.hex, hex) < far
        }
    })
}

impl Decision for PlaceWing {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_open = self.column.is_none() || (self.begun && !self.waiting(cx, s).is_empty());
        if is_open { Ask::Side(self.cover(s).side) } else { Ask::Nobody }
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.begun { self.finish(s) } else { self.begin(cx, s, rec) }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        if self.column.is_none() {
            return out.extend([Action::Yes, Action::No]);
        }
        if self.spread > 0 {
            let at = self.cover(s).at;
            let next = cx.setup.map.neighbours(at);
            let is_open = |h: &HexId| {
                !h.is_none() && self.waiting(cx, s).iter().any(|u| self.check(cx, s, *u, *h).is_ok())
            };
            out.extend(next.iter().copied().filter(is_open).map(|hex| Action::ChooseHex { hex }));
            return out.push(Action::No);
        }
        for unit in self.waiting(cx, s) {
            out.extend(self.hexes(cx, s, unit).into_iter().map(|hex| Action::Place { unit, hex }));
        }
        out.push(Action::PlaceRest);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        match *action {
            Action::Place { unit, hex } => self.check(cx, s, unit, hex).err().unwrap_or((
                "17.3.1",
                "units are placed under the leader, in the Dis hexes, then around them",
            )),
            _ => ("17.3", "the wing is placed first"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let mut next = self.clone();
        match *action {
            Action::Yes | Action::No if self.column.is_none() => next.column = Some(*action == Action::Yes),
            Action::No => next.spread = 0,
            Action::ChooseHex { hex } => {
                let which = usize::from(cx.data.options.counters.saturating_sub(self.spread)).min(1);
                s.covers[usize::from(self.cover)].dis[which] = hex;
                next.spread -= 1;
            }
            Action::Place { unit, hex } => {
                self.set_down(cx, s, unit, hex, rec);
                next.placed.push(unit);
            }
            _ => {
                // The rest one after the other, each in the first hex it may have.
                while let Some((unit, hex)) = next.first_place(cx, s) {
                    next.set_down(cx, s, unit, hex, rec);
                    next.placed.push(unit);
                }
            }
        }
        // Placing is no move: nobody is spotted by it alone (17.1.6).
        s.entered.clear();
        s.push(next);
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let name = cover_name(cx, s, self.cover);
        match (self.column, self.spread) {
            (None, _) => (format!("{name} is placed: in column, or deployed?"), "17.2.3"),
            (_, 0) => (format!("Place the units of {name}"), "17.3"),
            _ => (format!("Put the Dis counters of {name} next to the leader"), "17.3.1"),
        }
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => said("In column", Verb::Turn, "17.2.3"),
            Action::No if self.column.is_none() => said("Deployed", Verb::Turn, "17.2.3"),
            Action::No => said("Leave the Dis counters where they are", Verb::Pass, "17.3.1"),
            Action::ChooseHex { hex } => {
                let label = format!("Put the Dis counter in {}", cx.setup.label(*hex));
                let which = cx.data.options.counters.saturating_sub(self.spread) + 1;
                answer(label, Verb::Place, Target::Hex(*hex), "17.3.1").by(cover_target(
                    cx,
                    self.cover,
                    which.min(2),
                ))
            }
            Action::Place { unit, hex } => {
                let label = format!("Place {} in {}", super::set_up::called(cx, *unit), cx.setup.label(*hex));
                answer(label, Verb::Place, Target::Hex(*hex), "17.3").by(unit_target(*unit))
            }
            _ => said("Place the rest", Verb::Place, "17.3"),
        }
    }
}

impl PlaceWing {
    fn first_place(&self, cx: &Context, s: &State) -> Option<(UnitId, HexId)> {
        let units = self.waiting(cx, s);
        // Foot and horse first: guns lie on top of them.
        let mut order: Units = units.iter().copied().filter(|u| !is_gun(cx, *u)).collect();
        order.extend(units.iter().copied().filter(|u| is_gun(cx, *u)));
        order.into_iter().find_map(|u| self.hexes(cx, s, u).first().map(|h| (u, *h)))
    }
}
