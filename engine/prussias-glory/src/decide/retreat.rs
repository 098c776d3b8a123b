//! Retreats (10.9), hex by hex.

use super::{Ask, Checks, Decision, Frame, Question, WoodsRoll};
use crate::action::Action;
use crate::board::{
    Layer, arm_of, can_step, enemy_distance, face, has_unit, is_fighter, is_within, is_zoned, leaders_in,
    put, side_of, stack, steps_in, zoning_hexes,
};
use crate::data::Arm;
use crate::event::{Event, Taken};
use crate::ids::{Hexes, LeaderId, UnitId};
use crate::leaders::{man_of, name_of};
use crate::morale::{capture, lose_step, rout_off, set_state};
use crate::state::{Check, Flag, MoraleState, State};
use crate::words::{answer, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::hex::{Dir, HexId};
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Retreat {
    pub unit: UnitId,
    /// Hexes it must still go, and has gone.
    pub left: u8,
    gone: u8,
    start: HexId,
    dir: Option<Dir>,
    voluntary: bool,
    /// A battery that got away from those who took its hex: their zone does not hold it (10.10.4).
    escaping: bool,
    /// Hexes with friends it went into.
    entered: Hexes,
}

impl Retreat {
    pub fn new(s: &State, unit: UnitId, left: u8, voluntary: bool) -> Self {
        let start = s.unit(unit).hex;
        Self { unit, left, gone: 0, start, dir: None, voluntary, escaping: false, entered: Hexes::new() }
    }

    /// A battery goes back from those who have entered its hex (10.10.4).
    pub fn from_captors(s: &State, unit: UnitId, left: u8) -> Self {
        Self { escaping: true, ..Self::new(s, unit, left, false) }
    }

    /// Whether a zone it has to avoid reaches there.
    fn is_barred(&self, cx: &Context, s: &State, hex: HexId) -> bool {
        let enemy = side_of(cx, self.unit).enemy();
        if self.escaping {
            zoning_hexes(cx, s, hex, enemy).iter().any(|from| *from != self.start)
        } else {
            is_zoned(cx, s, hex, enemy)
        }
    }

    fn options(&self, cx: &Context, s: &State) -> Hexes {
        choose(cx, s, self.unit, self.dir, self.voluntary, &|hex| self.is_barred(cx, s, hex))
    }

    /// A rout takes the place of a shorter retreat, hexes already gone included (16.4).
    pub fn lengthen(&mut self, cx: &Context) {
        let is_horse = arm_of(cx, self.unit) == Arm::Horse;
        let m = &cx.data.movement;
        let rout = if is_horse { m.rout_horse } else { m.rout_foot };
        self.left = self.left.max(rout.saturating_sub(self.gone));
    }

    /// It must go on: hexes left, or Disordered in an enemy zone (10.9.1).
    fn goes_on(&self, cx: &Context, s: &State) -> bool {
        let unit = s.unit(self.unit);
        unit.is_on_map() && (self.left > 0 || (self.dir.is_some() && self.is_barred(cx, s, unit.hex)))
    }

    /// A Routed Unit at a friendly edge with movement left goes off the map (7.1).
    fn leaves_map(&self, cx: &Context, s: &State, options: &[HexId]) -> bool {
        let unit = s.unit(self.unit);
        if !unit.is_routed() || self.left == 0 {
            return false;
        }
        let side = &cx.setup.sides[side_of(cx, self.unit).index()];
        let is_rim = cx.setup.map.neighbours(unit.hex).iter().any(|n| n.is_none());
        side.edge[unit.hex.index()] || (is_rim && options.is_empty())
    }
}

/// The hexes a unit may retreat to first, by the priorities of 10.9.
pub fn options(cx: &Context, s: &State, u: UnitId, voluntary: bool) -> Hexes {
    let enemy = side_of(cx, u).enemy();
    choose(cx, s, u, None, voluntary, &|hex| is_zoned(cx, s, hex, enemy))
}

fn choose(
    cx: &Context,
    s: &State,
    u: UnitId,
    last: Option<Dir>,
    voluntary: bool,
    is_barred: &dyn Fn(HexId) -> bool,
) -> Hexes {
    let from = s.unit(u).hex;
    let side = side_of(cx, u);
    let map = &cx.setup.map;
    let mut list: Vec<(HexId, Dir)> = Vec::new();
    for dir in Dir::ALL {
        let Some(to) = map.neighbour(from, dir) else { continue };
        // A leader alone hinders nobody (15); he is tested when the unit is there (15.2).
        if can_step(cx, s, u, from, dir) && !has_unit(cx, s, to, side.enemy()) {
            list.push((to, dir));
        }
    }
    let free: Vec<(HexId, Dir)> = list.iter().copied().filter(|(h, _)| !is_barred(*h)).collect();
    if !free.is_empty() || voluntary {
        list = free;
    }
    let now = enemy_distance(cx, s, from, side);
    let prefer = |list: &mut Vec<(HexId, Dir)>, is_better: &dyn Fn(&(HexId, Dir)) -> bool| {
        if list.iter().any(is_better) {
            list.retain(|o| is_better(o));
        }
    };
    prefer(&mut list, &|(h, _)| enemy_distance(cx, s, *h, side) >= now);
    let friends = |h: HexId| stack(cx, s, h, side).len();
    let fewest = list.iter().map(|(h, _)| friends(*h)).min().unwrap_or(0);
    prefer(&mut list, &|(h, _)| friends(*h) == fewest);
    let edge = |h: HexId| cx.setup.sides[side.index()].edge_distance[h.index()];
    let nearest = list.iter().map(|(h, _)| edge(*h)).min().unwrap_or(0);
    prefer(&mut list, &|(h, _)| edge(*h) == nearest);
    if let Some(last) = last {
        prefer(&mut list, &|(_, d)| *d == last);
    }
    list.into_iter().map(|(h, _)| h).collect()
}

impl Decision for Retreat {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if !self.goes_on(cx, s) {
            return Ask::Nobody;
        }
        let list = self.options(cx, s);
        if list.is_empty() || self.leaves_map(cx, s, &list) {
            Ask::Nobody
        } else {
            Ask::Side(side_of(cx, self.unit))
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let list = self.options(cx, s);
        out.extend(list.into_iter().map(|hex| Action::ChooseHex { hex }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("10.9", "a retreat avoids enemy zones, then friends, and goes towards the friendly edge")
    }

    /// It leaves the map, is captured, or has arrived.
    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let unit = self.unit;
        if self.goes_on(cx, s) {
            let list = self.options(cx, s);
            if self.leaves_map(cx, s, &list) {
                rout_off(cx, s, unit, rec);
            } else {
                capture(cx, s, unit, Taken::InRetreat, rec);
            }
        }
        self.finish(cx, s, rec);
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::ChooseHex { hex: to } = *action else { return };
        let mut next = self.clone();
        let (unit, from) = (self.unit, s.unit(self.unit).hex);
        let side = side_of(cx, unit);
        next.dir = cx.setup.map.direction_to(from, to);
        let is_zone = self.is_barred(cx, s, to);
        let has_friends = !stack(cx, s, to, side).is_empty();
        put(cx, s, unit, to, Layer::Top);
        s.unit_mut(unit).flags.clear(Flag::Lifted);
        rec.emit(|| Event::Retreated { unit, from, to });
        if has_friends {
            next.entered.push(to);
            overstack(cx, s, unit, to, rec);
        }
        if is_zone && (s.unit(unit).is_routed() || face(cx, s, unit).bracket) {
            capture(cx, s, unit, Taken::InRetreat, rec);
        } else if self.left == 0 {
            // Each hex beyond the retreat costs a step (10.9.1).
            lose_step(cx, s, unit, false, rec);
        }
        next.left = self.left.saturating_sub(1);
        next.gone = self.gone.saturating_add(1);
        s.push(next);
        let is_woods = |h: HexId| cx.setup.terrain(&cx.data, h).woods;
        let is_bothered = super::move_unit::is_bothered_by_woods(cx, s, unit) && is_fighter(cx, unit);
        if cx.setup.options.woods_disorder && is_bothered && (is_woods(from) || is_woods(to)) {
            s.push(WoodsRoll { unit, moving: false });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("{} retreats: choose the hex", unit_name(cx, self.unit)), "10.9")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::ChooseHex { hex } = action else { return said("Done", Verb::Pass, "10.9") };
        let label = format!("Retreat {} to {}", unit_name(cx, self.unit), cx.setup.label(*hex));
        answer(label, Verb::Move, Target::Hex(*hex), "10.9").by(unit_target(self.unit))
    }
}

/// 10.9.2A: stationary units of an overstacked hex are Disordered in place.
fn overstack(cx: &Context, s: &mut State, unit: UnitId, hex: HexId, rec: &mut Record) {
    let side = side_of(cx, unit);
    if is_within(cx, steps_in(cx, s, hex, side)) {
        return;
    }
    rec.emit(|| Event::OverstackedRetreat { hex });
    for u in stack(cx, s, hex, side).into_iter().filter(|u| *u != unit) {
        if s.unit(u).is_formed() {
            set_state(cx, s, u, MoraleState::Disordered, rec);
        }
    }
}

impl Retreat {
    /// Checks of those passed through are queued; leaders may follow.
    fn finish(&self, cx: &Context, s: &mut State, _: &mut Record) {
        let unit = self.unit;
        let side = side_of(cx, unit);
        for hex in &self.entered {
            let others = stack(cx, s, *hex, side);
            let has = |arm: Arm| others.iter().any(|u| arm_of(cx, *u) == arm);
            let mixed = has(Arm::Foot) && has(Arm::Horse);
            let due = others.iter().filter(|u| **u != unit).map(|u| Check { unit: *u, hex: *hex, mixed });
            s.checks.extend(due.collect::<Vec<_>>());
        }
        let is_queued = s.frames.iter().any(|f| matches!(f, Frame::Checks(_)));
        if !s.checks.is_empty() && !is_queued {
            s.push(Checks);
        }
        let to = s.unit(unit).hex;
        if !to.is_none() && to != self.start {
            for leader in leaders_in(cx, s, self.start, side).collect::<Vec<_>>() {
                s.push(LeaderAlong { leader, to });
            }
        }
    }
}

/// A leader may go along with a unit that retreats (10.9).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LeaderAlong {
    pub leader: LeaderId,
    pub to: HexId,
}

impl Decision for LeaderAlong {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        Ask::Side(cx.setup.leader(self.leader).side)
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if *action == Action::Yes {
            let (leader, to) = (self.leader, self.to);
            let from = s.leader(leader).hex;
            s.leader_mut(leader).hex = to;
            let man = man_of(cx, s, leader);
            rec.emit(|| Event::LeaderMoved { leader, man, from, to });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let text = format!("Does {} go along to {}?", name_of(cx, s, self.leader), cx.setup.label(self.to));
        (text, "10.9")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => said("Go along", Verb::Move, "10.9"),
            _ => said("Stay", Verb::Pass, "10.9"),
        }
    }
}
