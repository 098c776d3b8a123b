//! Bombardment (8).

use super::{Ask, Decision, Losses, Question, Why, Withdraw};
use crate::action::Action;
use crate::board::{arm_of, has_any_unit};
use crate::data::Arm;
use crate::event::Event;
use crate::fire::{check_aim, check_target, modifiers};
use crate::ids::{SideId, UnitId, Units};
use crate::state::{Flag, State};
use crate::words::{answer, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// The first battery names the target, others join, then they fire.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Bombard {
    pub defensive: bool,
    pub target: Option<HexId>,
    pub guns: Units,
}

impl Bombard {
    pub fn new(defensive: bool) -> Self {
        Self { defensive, target: None, guns: Units::new() }
    }

    fn side(&self, s: &State) -> SideId {
        if self.defensive { s.active.enemy() } else { s.active }
    }

    fn rule(&self) -> &'static str {
        if self.defensive { "8.5" } else { "8" }
    }
}

impl Decision for Bombard {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(self.side(s))
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        self.list_some(cx, s, usize::MAX, out);
    }

    fn list_some(&self, cx: &Context, s: &State, enough: usize, out: &mut Vec<Action>) {
        let side = self.side(s);
        let mut targets: Vec<HexId> = match self.target {
            Some(hex) => vec![hex],
            None => {
                let is_enemy = |(i, u): &(usize, &crate::state::Unit)| {
                    u.is_on_map() && cx.setup.units[*i].side == side.enemy()
                };
                s.units.iter().enumerate().filter(is_enemy).map(|(_, u)| u.hex).collect()
            }
        };
        targets.sort_unstable();
        targets.dedup();
        let own = |u: &UnitId| arm_of(cx, *u) == Arm::Guns && cx.setup.unit(*u).side == side;
        for unit in cx.setup.unit_ids().filter(own).filter(|u| !self.guns.contains(u)) {
            if crate::fire::check_battery(cx, s, unit, self.defensive).is_err() {
                continue;
            }
            for hex in &targets {
                if check_aim(cx, s, unit, *hex, self.defensive).is_ok() {
                    out.push(Action::Aim { unit, hex: *hex });
                }
            }
            if out.len() >= enough {
                return;
            }
        }
        if self.target.is_some() {
            out.push(Action::Roll);
        } else {
            out.push(Action::Done);
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        let waiting = ("8", "a bombardment has been begun");
        match action {
            Action::Aim { unit, .. } if self.guns.contains(unit) => ("8", "it fires already"),
            Action::Aim { hex, .. } if self.target.is_some_and(|t| t != *hex) => waiting,
            Action::Aim { unit, hex } => {
                check_target(cx, s, *unit, *hex, self.defensive).err().unwrap_or(("8", "not now"))
            }
            Action::Done => waiting,
            _ => ("3", "that is no bombardment"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, _: &mut Record) {
        match *action {
            Action::Aim { unit, hex } => {
                let mut next = self.clone();
                next.target = Some(hex);
                next.guns.push(unit);
                s.push(next);
            }
            Action::Roll => {
                let Some(target) = self.target else { return };
                s.push(Self::new(self.defensive));
                s.push(FireRoll { target, guns: self.guns.clone() });
                if cx.setup.options.cavalry_withdrawal {
                    s.push(Withdraw::before_fire(self.side(s).enemy(), target));
                }
            }
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        match self.target {
            Some(hex) => {
                let total = crate::fire::total_strength(cx, s, &self.guns, hex);
                (
                    format!("Bombard {} with strength {total}: more guns, or fire", cx.setup.label(hex)),
                    self.rule(),
                )
            }
            None if self.defensive => ("Defensive bombardment".into(), "8.5"),
            None => ("Offensive bombardment".into(), "8"),
        }
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Aim { unit, hex } => {
                let label = format!("{} fires at {}", unit_name(cx, *unit), cx.setup.label(*hex));
                answer(label, Verb::Attack, Target::Hex(*hex), "8.1").by(unit_target(*unit))
            }
            Action::Roll => said("Fire", Verb::Attack, "8.3").chancy(),
            _ => said("End bombardment", Verb::End, self.rule()),
        }
    }
}

/// The die of a bombardment (8.3d).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FireRoll {
    pub target: HexId,
    pub guns: Units,
}

impl FireRoll {
    fn note_fired(&self, s: &mut State) {
        for u in &self.guns {
            s.set(*u, Flag::Fired);
        }
        s.bombarded.push(self.target);
    }
}

impl Decision for FireRoll {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        if has_any_unit(s, self.target) {
            Ask::Chance(Roll::dice("bombardment", "8.3", 1, 6))
        } else {
            Ask::Nobody
        }
    }

    /// Everybody has ridden off: the shot is spent (16.1a).
    fn go_on(&self, _: &Context, s: &mut State, _: &mut Record) {
        self.note_fired(s);
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let target = self.target;
        self.note_fired(s);
        let Some(first) = self.guns.first() else { return };
        let owner = cx.setup.unit(*first).side.enemy();
        let total = crate::fire::total_strength(cx, s, &self.guns, target);
        if total >= cx.data.bombardment.fatigue_strength {
            s.army_mut(owner).tired |= s.army(owner).active;
        }
        let mods = modifiers(cx, s, &self.guns, target);
        let die = roll.one() as u8;
        let row = i32::from(die) + i32::from(mods.total());
        let cell = cx.data.bombardment.results.get(total.into(), row).copied().unwrap_or_default();
        let (guns, text) = (self.guns.to_vec(), cell.text());
        rec.emit(|| Event::Bombarded { target, guns, strength: total, die, modifiers: mods.0, result: text });
        let is_canister = self.guns.iter().all(|u| cx.setup.map.distance(s.unit(*u).hex, target) == 1);
        let steps = if is_canister { cx.data.bombardment.canister_steps } else { 0 };
        s.push(Losses::of_bombardment(cx, s, owner, target, cell, steps));
    }
}
