//! 17.11 to 17.17 and 32: pursuit unit by unit; desertion; captured trains (38.6).

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Cause, CombatEvent, Kind, Why};
use crate::data::Arm;
use crate::ids::{SideId, UnitId, Units};
use crate::logistics::Column;
use crate::retreat::may_advance;
use crate::state::{Flag, Spot, State};
use crate::words::{about_unit, answer, hex_name, said, unit_name, unit_target};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    pub side: SideId,
    /// The hex the loser has left.
    pub into: HexId,
    /// Units that have gone into it, and may go on (32).
    pub fresh: Units,
}

impl Pursuit {
    pub fn new(side: SideId, into: HexId) -> Self {
        Self { side, into, fresh: Units::new() }
    }

    /// Why a unit may not pursue there, if so.
    fn check(&self, cx: &Context, s: &State, u: UnitId, to: HexId) -> Result<(), Refusal> {
        let setup = &cx.setup;
        let name = unit_name(cx, u);
        let refuse = |rule, text: String| Err(Refusal::new(rule, text));
        let Some(b) = s.battle.as_deref().filter(|b| b.force(self.side).contains(&u)) else {
            return refuse("17.12", format!("{name} was not in the battle."));
        };
        if b.kind == Kind::FormalSiege {
            // Any and all units of the besieging force (21.6).
        } else if setup.unit(u).face(s.unit(u).is_elite()).parenthesized {
            return refuse("17.12", format!("{name} has its strength in parentheses."));
        } else if s.unit(u).has(Flag::Drilled) || crate::events::halts(cx, s, u).is_some() {
            return refuse("11.5", format!("{name} is held in this turn."));
        }
        if self.fresh.contains(&u) {
            let is_fast = matches!(setup.unit(u).arm, Arm::Leader | Arm::Cavalry | Arm::Light);
            let is_long = setup.options.enhanced_pursuit && b.kind != Kind::AdvanceGuard;
            if !is_fast || !is_long {
                return refuse("17.11", format!("{name} goes one hex."));
            }
            if setup.ground(self.into).is_fortress {
                return refuse("32.2", "A pursuit into a fortress ends there.".into());
            }
        } else if to != self.into {
            return refuse("17.11", format!("{name} goes into the hex the enemy has left."));
        } else if s.unit(u).hex() != Some(b.hex_of(self.side)) {
            return refuse("17.11", format!("{name} has pursued."));
        }
        if may_advance(cx, s, u, to) {
            Ok(())
        } else {
            refuse("17.15", format!("{name} cannot go to {}.", hex_name(cx, to)))
        }
    }

    fn options(&self, cx: &Context, s: &State) -> Vec<(UnitId, HexId)> {
        let Some(b) = s.battle.as_deref() else { return Vec::new() };
        let mut out = Vec::new();
        for u in b.force(self.side) {
            if !self.fresh.contains(u) {
                if self.check(cx, s, *u, self.into).is_ok() {
                    out.push((*u, self.into));
                }
            } else if cx.setup.options.enhanced_pursuit {
                let near = cx.setup.map.neighbours(self.into).iter().filter(|n| !n.is_none());
                out.extend(near.filter(|n| self.check(cx, s, *u, **n).is_ok()).map(|n| (*u, *n)));
            }
        }
        out
    }
}

impl Decision<AustrianSuccession> for Pursuit {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if self.options(cx, s).is_empty() { Ask::Nobody } else { Ask::Seat(self.side.seat()) }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.options(cx, s).into_iter().map(|(unit, to)| Action::Pursue { unit, to }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Pursue { unit, to } if usize::from(unit.0) < cx.setup.units.len() => {
                self.check(cx, s, *unit, *to).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("17.11", "The winner pursues unit by unit, or stays."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Pursue { unit, to } = *action else { return };
        let Some(from) = s.unit(unit).hex() else { return };
        let mut next = self.clone();
        let is_long = self.fresh.contains(&unit);
        if is_long {
            next.fresh.retain(|u| *u != unit);
        } else {
            next.fresh.push(unit);
        }
        s.push(next);
        let kind = s.battle.as_deref().map(|b| b.kind);
        let is_sheltering =
            s.units_in(to).next().is_none() && self.side != s.active && kind == Some(Kind::Battle);
        fog::enter(&cx.setup, s, unit, to);
        if kind != Some(Kind::AdvanceGuard) {
            s.unit_mut(unit).flags.set(Flag::Advanced);
        }
        if is_sheltering {
            combat::bar(s, to, Why::Sheltered);
        }
        rec.emit(|| CombatEvent::Advanced { unit, from, to }.into());
        if is_long {
            // Who pursues so far is done pursuing, so that it is not counted among those in the first hex.
            s.push(Desertion { unit });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("Pursue into {}?", hex_name(cx, self.into)), "17.11")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Pursue { unit, to } => {
                let rule = if self.fresh.contains(unit) { "32.1" } else { "17.11" };
                let label = format!("{} pursues to {}", unit_name(cx, *unit), hex_name(cx, *to));
                answer(label, Verb::Move, Target::Hex(*to), rule).by(unit_target(*unit))
            }
            Action::Done => said("End the pursuit", Verb::Pass, "17.12"),
            _ => unlisted(action),
        }
    }
}

/// The die of a unit that pursued two hexes (32.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Desertion {
    pub unit: UnitId,
}

impl Decision<AustrianSuccession> for Desertion {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("desertion", "32.1", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        let lost = Column::OutOfSupply.is_lost(cx, die, s.unit(unit).is_elite());
        rec.emit(|| CombatEvent::Deserted { unit, die, lost }.into());
        if !lost {
            return;
        }
        if cx.setup.unit(unit).is_wing {
            combat::break_wing(cx, s, unit, 1, rec);
        } else {
            combat::eliminate(cx, s, unit, Cause::Desertion, rec);
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("{} may desert on the pursuit", unit_name(cx, self.unit)), "32.1")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// Trains captured: the captor takes trains of his own side from the box (38.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TakeTrain {
    pub side: SideId,
    pub hex: HexId,
    pub left: u8,
}

impl TakeTrain {
    /// The first train of each nation in the box.
    fn trains(&self, cx: &Context, s: &State) -> Units {
        let mut out = Units::new();
        for u in cx.setup.unit_ids() {
            let card = cx.setup.unit(u);
            let is_free = card.arm == Arm::SupplyTrain
                && s.unit(u).spot == Spot::Box
                && s.owner(&cx.setup, u) == Some(self.side);
            if is_free && !out.iter().any(|o| cx.setup.unit(*o).nation == card.nation) {
                out.push(u);
            }
        }
        out
    }
}

impl Decision<AustrianSuccession> for TakeTrain {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_over = self.left == 0 || self.trains(cx, s).is_empty();
        if is_over { Ask::Nobody } else { Ask::Seat(self.side.seat()) }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.trains(cx, s).into_iter().map(|unit| Action::Choose { unit }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("38.6", "A supply train of your own side is taken from the box.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Choose { unit: train } = *action else { return };
        let (side, hex) = (self.side, self.hex);
        s.push(Self { left: self.left - 1, ..*self });
        fog::enter(&cx.setup, s, train, hex);
        rec.emit(|| CombatEvent::TrainTaken { side, train, hex }.into());
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("Which train takes over the captured one in {}?", hex_name(cx, self.hex)), "38.6")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return unlisted(action) };
        about_unit(format!("Take {}", unit_name(cx, *unit)), Verb::Choose, *unit, "38.6")
    }
}
