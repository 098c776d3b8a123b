//! Sweeping Charges (10.13).

use super::{Ask, Decision, Frame, Question, Why, close_combat, fight};
use crate::action::Action;
use crate::board::{arm_of, fighters, has_fighter, leaders_in};
use crate::combat::{Combat, can_reach, top_steps};
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{Hexes, UnitId, Units};
use crate::leaders::morale_of;
use crate::morale::set_state;
use crate::odds::{is_broken_ground, is_over_trench};
use crate::setup::Post;
use crate::state::{Flag, MoraleState, State};
use crate::words::{about_unit, answer, said, unit_name};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// The active player names the hexes to be charged and the cavalry that tries.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Sweep {
    targets: Hexes,
    units: Units,
}

/// Whether the combat just fought leaves room for a sweep: not into woods, town or marsh, not over an entrenchment.
fn is_open_field(cx: &Context, c: &Combat) -> bool {
    let is_rough = |h: &HexId| is_broken_ground(cx.setup.terrain(&cx.data, *h));
    let crossed = |d: &HexId| c.attackers.iter().any(|a| is_over_trench(cx, *a, *d));
    !c.targets.iter().any(is_rough) && !c.targets.iter().any(crossed)
}

/// Whether this unit could charge this hex.
fn can_charge(cx: &Context, s: &State, u: UnitId, hex: HexId) -> bool {
    has_fighter(cx, s, hex, s.active.enemy())
        && can_reach(cx, s, u, hex)
        && !is_broken_ground(cx.setup.terrain(&cx.data, hex))
        && !is_over_trench(cx, s.unit(u).hex, hex)
}

/// Formed attacking cavalry among the top four steps of its hex that has not tried yet (10.13.1).
fn candidates(cx: &Context, s: &State, c: &Combat) -> Units {
    let is_one = |u: &UnitId| {
        let unit = s.unit(*u);
        unit.is_on_map() && unit.is_formed() && arm_of(cx, *u) == Arm::Horse && !s.has(*u, Flag::Swept) && {
            let all = fighters(cx, s, unit.hex, s.active);
            top_steps(cx, s, &all, cx.data.movement.engaged_steps).contains(u)
        }
    };
    let own = c.present.iter().map(|p| p.0).filter(|u| cx.setup.unit(*u).side == s.active);
    own.filter(is_one).collect()
}

impl Sweep {
    /// A momentum marker's hex must be charged (10.13.2).
    pub fn new(c: &Combat) -> Self {
        Self { targets: c.marked.into_iter().collect(), units: Units::new() }
    }

    fn reaches_all(&self, cx: &Context, s: &State, u: UnitId) -> bool {
        self.targets.iter().all(|t| can_charge(cx, s, u, *t))
    }

    /// Cavalry that could take part against the hexes named so far.
    fn able(&self, cx: &Context, s: &State) -> Units {
        let Some(c) = s.combat.as_deref() else { return Units::new() };
        if !is_open_field(cx, c) {
            return Units::new();
        }
        let all = candidates(cx, s, c).into_iter();
        let has_target = |u: &UnitId| {
            let row = cx.setup.map.neighbours(s.unit(*u).hex);
            row.iter().any(|n| !n.is_none() && can_charge(cx, s, *u, *n))
        };
        all.filter(|u| self.reaches_all(cx, s, *u) && has_target(u)).collect()
    }

    /// Hexes that may be charged as well.
    fn more_targets(&self, cx: &Context, s: &State) -> Hexes {
        let able = self.able(cx, s);
        let mut out = Hexes::new();
        for u in &able {
            for n in cx.setup.map.neighbours(s.unit(*u).hex).iter().copied().filter(|n| !n.is_none()) {
                let fits_all = self.units.iter().all(|o| can_charge(cx, s, *o, n));
                if fits_all && can_charge(cx, s, *u, n) && !self.targets.contains(&n) && !out.contains(&n) {
                    out.push(n);
                }
            }
        }
        out
    }
}

impl Decision for Sweep {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if self.able(cx, s).is_empty() { Ask::Nobody } else { Ask::Side(s.active) }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.more_targets(cx, s).into_iter().map(|hex| Action::ChooseHex { hex }));
        if !self.targets.is_empty() {
            let able = self.able(cx, s).into_iter().filter(|u| !self.units.contains(u));
            out.extend(able.map(|unit| Action::Choose { unit }));
        }
        if self.units.is_empty() {
            out.push(Action::Done);
        } else {
            out.push(Action::Roll);
        }
    }

    fn refuse(&self, _: &Context, _: &State, action: &Action) -> Why {
        match action {
            Action::Choose { .. } => (
                "10.13.1",
                "Formed cavalry of the attack, Engaged in its hex and next to every hex charged, once a turn",
            ),
            Action::ChooseHex { .. } => {
                ("10.13.1", "no woods, town or marsh, not over an entrenchment, next to all who charge")
            }
            _ => ("10.13.2", "a Sweeping Charge has been begun"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let mut next = self.clone();
        match *action {
            Action::ChooseHex { hex } => next.targets.push(hex),
            Action::Choose { unit } => next.units.push(unit),
            Action::Roll => {
                // Who does not sweep loses its order now (10.13.3a).
                if let Some(c) = s.combat.as_deref().cloned() {
                    fight::blow_horses(cx, s, &c, &self.units, rec);
                }
                s.push(SweepRoll { targets: self.targets.clone(), units: self.units.clone() });
                return;
            }
            _ => return,
        }
        s.push(next);
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        if self.targets.is_empty() {
            return ("Sweeping Charge: choose the hexes to charge, or none".into(), "10.13");
        }
        let hexes: Vec<String> = self.targets.iter().map(|h| cx.setup.label(*h)).collect();
        (format!("Sweeping Charge on {}: choose the cavalry", hexes.join(" and ")), "10.13")
    }

    fn what_is_missing(&self, _: &Context, _: &State) -> Option<Refusal> {
        let is_begun = !self.targets.is_empty() && self.units.is_empty();
        is_begun.then(|| Refusal::new("10.13.2", "Choose the cavalry that tries"))
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseHex { hex } => {
                answer(format!("Charge {}", cx.setup.label(*hex)), Verb::Attack, Target::Hex(*hex), "10.13.2")
            }
            Action::Choose { unit } => {
                let mut all = self.units.clone();
                all.push(*unit);
                let modifier = help(cx, s, &all, *unit);
                let rating = i16::from(crate::board::morale(cx, s, *unit)) + i16::from(modifier);
                let needed = (i16::from(cx.data.combat.sweep) - rating).max(1);
                let with = if modifier > 0 { format!(", MM {modifier}") } else { String::new() };
                let label = format!("{} charges on {needed} or more{with}", unit_name(cx, *unit));
                about_unit(label, Verb::Attack, *unit, "10.13.2")
            }
            Action::Roll => said("Charge", Verb::Attack, "10.13.2").chancy(),
            _ => said("No Sweeping Charge", Verb::Pass, "10.13"),
        }
    }
}

/// One die for all who try (10.13.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SweepRoll {
    targets: Hexes,
    units: Units,
}

/// What a leader adds to the die for one of those who try: the best modifier of a leader of a cavalry wing with any of them,
/// or by the option in its own hex.
fn help(cx: &Context, s: &State, all: &[UnitId], unit: UnitId) -> u8 {
    let own = [unit];
    let units = if cx.setup.options.sweep_leader_in_hex { &own } else { all };
    let is_horse_leader = |l: &crate::ids::LeaderId| match cx.setup.leader(*l).post {
        Post::Wing(w) => cx.setup.wing(w).is_cavalry,
        Post::Commander | Post::Extra => false,
    };
    let leaders =
        units.iter().flat_map(|u| leaders_in(cx, s, s.unit(*u).hex, s.active)).filter(is_horse_leader);
    leaders.map(|l| morale_of(cx, s, l)).max().unwrap_or(0)
}

impl Decision for SweepRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("sweeping charge", "10.13.2", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let modifier = |u: UnitId| help(cx, s, &self.units, u);
        let succeeds =
            |u: &UnitId| die + modifier(*u) + crate::board::morale(cx, s, *u) >= cx.data.combat.sweep;
        let joined: Units = self.units.iter().copied().filter(succeeds).collect();
        let units: Vec<(UnitId, u8)> = self.units.iter().map(|u| (*u, modifier(*u))).collect();
        rec.emit(|| Event::SweepRolled { units, die, joined: joined.to_vec() });
        let old = s.combat.clone();
        for u in &self.units {
            s.set(*u, Flag::Swept);
            if !joined.contains(u) {
                // 10.13.3b: in place.
                set_state(cx, s, *u, MoraleState::Disordered, rec);
            }
        }
        if let Some(c) = old {
            fight::close(cx, s, &c, &joined, rec);
        }
        if joined.is_empty() {
            if let Some(Frame::Fight(_)) = s.frames.top() {
                s.frames.pop();
            }
            return;
        }
        let mut hexes = Hexes::new();
        for u in &joined {
            if !hexes.contains(&s.unit(*u).hex) {
                hexes.push(s.unit(*u).hex);
            }
        }
        // The frame of the combat before goes on with this one.
        close_combat::begin(cx, s, hexes, self.targets.clone(), joined, rec);
    }
}
