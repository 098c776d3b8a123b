//! Withdrawal before combat (10.2), and of cavalry before bombardment (16.1a).

use super::{Ask, Decision, LeaderAlong, Question, Why};
use crate::action::Action;
use crate::board::{
    Layer, arm_of, can_step, counted_steps, face, fighters, has_counter, is_fast, is_within, is_zoned,
    leaders_in, put, steps_in,
};
use crate::combat::Combat;
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::state::{Flag, State};
use crate::words::{answer, said};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// Before what units withdraw.
#[derive(Clone, Copy)]
pub enum Cause<'a> {
    Combat(&'a Combat),
    /// Fire at the hex, by the side whose enemy stands there.
    Fire(SideId),
}

/// Cavalry of the attacker that is Formed and Engaged holds the defender (10.2).
fn is_held(cx: &Context, s: &State, c: &Combat) -> bool {
    c.front(cx, s, s.active).iter().any(|u| arm_of(cx, *u) == Arm::Horse && s.unit(*u).is_formed())
}

/// Units of a hex that may withdraw at all.
fn eligible(cx: &Context, s: &State, hex: HexId, cause: Cause<'_>) -> Units {
    let (side, held) = match cause {
        Cause::Combat(c) => (s.active.enemy(), is_held(cx, s, c)),
        Cause::Fire(side) => (side.enemy(), false),
    };
    let may = |u: &UnitId| {
        let card = cx.setup.unit(*u);
        let kind = match cause {
            // Who has come from another hex of this combat has had his answer.
            Cause::Combat(c) => is_fast(cx, s, *u) && c.present.contains(&(*u, hex)),
            Cause::Fire(_) => card.arm == Arm::Horse,
        };
        let is_free = !held || (cx.setup.options.cossacks && card.traits.cossack);
        kind && is_free && !s.unit(*u).is_routed()
    };
    fighters(cx, s, hex, side).into_iter().filter(may).collect()
}

/// Who withdraws to a hex: all eligible units, but no bracketed ones into a zone (7.5.5). None if it cannot be done.
fn party(cx: &Context, s: &State, hex: HexId, to: HexId, all: &Units, side: SideId) -> Option<Units> {
    let dir = cx.setup.map.direction_to(hex, to)?;
    let is_zone = is_zoned(cx, s, to, side.enemy());
    let party: Units = all.iter().copied().filter(|u| !is_zone || !face(cx, s, *u).bracket).collect();
    let mut steps = steps_in(cx, s, to, side);
    for u in &party {
        steps.0 += counted_steps(cx, s, *u);
        if s.has(*u, Flag::Column) {
            steps.1 += counted_steps(cx, s, *u);
        }
    }
    let is_open = party.iter().all(|u| can_step(cx, s, *u, hex, dir));
    let is_possible =
        !party.is_empty() && is_open && is_within(cx, steps) && !has_counter(cx, s, to, side.enemy());
    is_possible.then_some(party)
}

/// Hexes the eligible units of a hex may withdraw to.
pub fn options(cx: &Context, s: &State, hex: HexId, cause: Cause<'_>) -> Hexes {
    let all = eligible(cx, s, hex, cause);
    let Some(first) = all.first() else { return Hexes::new() };
    let side = cx.setup.unit(*first).side;
    let can = |to: &HexId| !to.is_none() && party(cx, s, hex, *to, &all, side).is_some();
    cx.setup.map.neighbours(hex).iter().copied().filter(can).collect()
}

/// The owner answers hex by hex, in his order: where to, or all that is left stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Withdraw {
    side: SideId,
    hexes: Hexes,
    /// Before a bombardment (16.1a).
    fire: bool,
}

impl Withdraw {
    pub fn before_combat(side: SideId, hexes: Hexes) -> Self {
        Self { side, hexes, fire: false }
    }

    pub fn before_fire(side: SideId, hex: HexId) -> Self {
        Self { side, hexes: Hexes::from_slice(&[hex]), fire: true }
    }

    fn cause<'a>(&self, s: &'a State) -> Cause<'a> {
        match s.combat.as_deref() {
            Some(c) if !self.fire => Cause::Combat(c),
            _ => Cause::Fire(self.side.enemy()),
        }
    }

    fn rule(&self) -> &'static str {
        if self.fire { "16.1a" } else { "10.2" }
    }
}

impl Decision for Withdraw {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let any = self.hexes.iter().any(|h| !options(cx, s, *h, self.cause(s)).is_empty());
        if any { Ask::Side(self.side) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for hex in &self.hexes {
            let to = options(cx, s, *hex, self.cause(s));
            out.extend(to.into_iter().map(|to| Action::Pair { from: *hex, to }));
        }
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        (self.rule(), "all Fast Units of a hex withdraw together, one hex, within the stacking limits")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Pair { from, to } = *action else { return };
        let all = eligible(cx, s, from, self.cause(s));
        let Some(party) = party(cx, s, from, to, &all, self.side) else { return };
        let mut next = self.clone();
        next.hexes.retain(|h| *h != from);
        s.push(next);
        // The lowest first, so that they keep their order on top of the stack they join.
        for unit in party.iter().rev().copied() {
            put(cx, s, unit, to, Layer::Top);
            rec.emit(|| Event::Withdrew { unit, from, to });
        }
        for leader in leaders_in(cx, s, from, self.side).collect::<Vec<_>>() {
            s.push(LeaderAlong { leader, to });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let names: Vec<String> = self.hexes.iter().map(|h| cx.setup.label(*h)).collect();
        let before = if self.fire { "the bombardment" } else { "the attack" };
        (format!("Withdraw from {} before {before}, or stand", names.join(" and ")), self.rule())
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Pair { from, to } => {
                let label = format!("Withdraw from {} to {}", cx.setup.label(*from), cx.setup.label(*to));
                answer(label, Verb::Move, Target::Hex(*to), self.rule()).by(Target::Hex(*from))
            }
            _ => said("Stand", Verb::Pass, self.rule()),
        }
    }
}
