//! Croat Sniping Attacks (16.2).

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::board::{arm_of, engaged, face, fighters, is_zoned, morale};
use crate::combat::{can_reach, is_free_to_attack, top_steps};
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{Hexes, UnitId, Units};
use crate::morale::{set_state, start_retreat, worsened};
use crate::state::{Flag, MoraleState, State};
use crate::words::{about_unit, answer, said, unit_name};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// Croats of a hex that may snipe, with what they may snipe at: Croats alone, Engaged with no cavalry.
fn snipers(cx: &Context, s: &State, hex: HexId) -> (Units, Hexes) {
    let all = fighters(cx, s, hex, s.active);
    let is_sniper = |u: &UnitId| cx.setup.unit(*u).traits.croat && is_free_to_attack(s, *u);
    if all.is_empty() || !all.iter().all(is_sniper) || !is_zoned(cx, s, hex, s.active.enemy()) {
        return (Units::new(), Hexes::new());
    }
    let front = top_steps(cx, s, &all, cx.data.movement.engaged_steps);
    let enemy = s.active.enemy();
    let mut targets = Hexes::new();
    for n in cx.setup.map.neighbours(hex).iter().copied().filter(|n| !n.is_none()) {
        let units = engaged(cx, s, n, enemy);
        if units.iter().any(|u| arm_of(cx, *u) == Arm::Horse) {
            return (Units::new(), Hexes::new());
        }
        if !units.is_empty() && front.iter().any(|u| can_reach(cx, s, *u, n)) {
            targets.push(n);
        }
    }
    (front, targets)
}

/// Sniping attacks that may be begun.
pub fn list(cx: &Context, s: &State, out: &mut Vec<Action>) {
    if !cx.setup.options.croat_sniping {
        return;
    }
    let mut hexes: Vec<HexId> = Vec::new();
    for u in cx.setup.unit_ids() {
        let unit = s.unit(u);
        if cx.setup.unit(u).traits.croat
            && cx.setup.unit(u).side == s.active
            && unit.is_on_map()
            && crate::activation::is_unit_awake(cx, s, u)
            && !hexes.contains(&unit.hex)
        {
            hexes.push(unit.hex);
        }
    }
    for hex in hexes {
        let (front, targets) = snipers(cx, s, hex);
        if let Some(unit) = front.first() {
            out.extend(targets.into_iter().map(|hex| Action::Aim { unit: *unit, hex }));
        }
    }
}

/// Croats of one or more hexes against one enemy hex; the unit they aim at is named last.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Snipe {
    from: Hexes,
    target: HexId,
}

impl Snipe {
    pub fn new(s: &State, unit: UnitId, target: HexId) -> Self {
        Self { from: Hexes::from_slice(&[s.unit(unit).hex]), target }
    }
}

impl Decision for Snipe {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for n in cx.setup.map.neighbours(self.target).iter().copied().filter(|n| !n.is_none()) {
            if !self.from.contains(&n) && snipers(cx, s, n).1.contains(&self.target) {
                out.push(Action::ChooseHex { hex: n });
            }
        }
        out.extend(
            engaged(cx, s, self.target, s.active.enemy()).into_iter().map(|unit| Action::Choose { unit }),
        );
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("16.2", "more hexes of Croats join, or the Engaged unit they aim at is named")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        match *action {
            Action::ChooseHex { hex } => {
                let mut next = self.clone();
                next.from.push(hex);
                s.push(next);
            }
            Action::Choose { unit } => s.push(SnipeRoll { from: self.from.clone(), unit }),
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let hexes: Vec<String> = self.from.iter().map(|h| cx.setup.label(*h)).collect();
        let target = cx.setup.label(self.target);
        (
            format!(
                "Croats in {} snipe at {target}: more of them, or the unit aimed at",
                hexes.join(" and ")
            ),
            "16.2",
        )
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseHex { hex } => {
                let label = format!("Croats in {} join", cx.setup.label(*hex));
                answer(label, Verb::Attack, Target::Hex(*hex), "16.2")
            }
            Action::Choose { unit } => {
                let least = i16::from(morale(cx, s, *unit)) - i16::from(strength(cx, s, &self.from)) + 1;
                let label = format!("Snipe at {} on {} or more", unit_name(cx, *unit), least.max(1));
                about_unit(label, Verb::Attack, *unit, "16.2").chancy()
            }
            _ => said("Done", Verb::Pass, "16.2"),
        }
    }
}

/// Strength of the Croats alone, within the limit of each hex.
fn strength(cx: &Context, s: &State, from: &[HexId]) -> u8 {
    let of = |h: &HexId| -> u8 {
        let sum: u8 = snipers(cx, s, *h).0.iter().map(|u| face(cx, s, *u).strength).sum();
        sum.min(cx.data.combat.strength)
    };
    from.iter().map(of).sum()
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SnipeRoll {
    from: Hexes,
    unit: UnitId,
}

impl Decision for SnipeRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("sniping", "16.2", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        let strength = strength(cx, s, &self.from);
        let hits = die + strength > morale(cx, s, unit);
        rec.emit(|| Event::Sniped { unit, die, strength, hits });
        for hex in &self.from {
            for u in fighters(cx, s, *hex, s.active) {
                s.set(u, Flag::Fought);
            }
        }
        for army in &mut s.armies {
            army.tired = true;
        }
        if hits {
            let to = worsened(s.unit(unit).morale);
            set_state(cx, s, unit, to, rec);
            // Disorder is in place; a rout is a rout.
            if to == MoraleState::Routed {
                start_retreat(cx, s, unit, false);
            }
        }
    }
}
