//! What is asked between the reveal and the die: a delaying action (30), commanders (16.15), trains for a shift (31).

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, CombatEvent, Kind};
use crate::ids::{SideId, Units};
use crate::state::State;
use crate::words::{about_unit, said, unit_name};
use crate::{AustrianSuccession, Context, Record, leaders};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

/// Does the defender declare a Delaying Action?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Delay;

impl Decision<AustrianSuccession> for Delay {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.battle.as_deref().map_or(s.active.enemy(), |b| b.defender()).seat())
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if let Some(b) = s.battle.as_deref_mut()
            && *action == Action::Yes
        {
            b.delaying = true;
            let side = b.defender();
            rec.emit(|| CombatEvent::Delaying { side }.into());
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Declare a Delaying Action?".into(), "30.2")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => said("Declare a Delaying Action", Verb::Choose, "30.2").chancy(),
            Action::No => said("Fight an ordinary battle", Verb::Pass, "30.2").chancy(),
            _ => unlisted(action),
        }
    }
}

/// Who commands the army?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Command {
    pub side: SideId,
}

impl Command {
    fn leaders(&self, cx: &Context, s: &State) -> Units {
        s.battle.as_deref().map(|b| leaders::among(cx, b.force(self.side)).collect()).unwrap_or_default()
    }
}

impl Decision<AustrianSuccession> for Command {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.leaders(cx, s).into_iter().map(|unit| Action::Choose { unit }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("16.15", "One of the leaders in the battle commands the army.")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Choose { unit: leader } = *action else { return };
        let side = self.side;
        if let Some(b) = s.battle.as_deref_mut() {
            b.commanders[side.index()] = Some(leader);
            rec.emit(|| CombatEvent::Commander { side, leader }.into());
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Who commands the army in this battle?".into(), "16.15")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return unlisted(action) };
        let value = leaders::value(cx, s, *unit);
        about_unit(format!("{} commands (value {value})", unit_name(cx, *unit)), Verb::Choose, *unit, "16.15")
    }
}

/// Does a side expend a train for a shift, or for a siege factor (31)?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CombatSupply {
    pub side: SideId,
    /// Trains expended for it so far; a Large Army needs two (37.2).
    pub spent: usize,
}

impl CombatSupply {
    /// Trains that may be expended, if there are enough of them.
    fn trains(&self, cx: &Context, s: &State) -> Units {
        let Some(b) = s.battle.as_deref() else { return Units::new() };
        let hex = b.hex_of(self.side);
        let trains = combat::trains_in_reach(cx, s, self.side, hex);
        let needed = self.needed(cx, s);
        if trains.len() + self.spent < needed { Units::new() } else { trains }
    }

    fn needed(&self, cx: &Context, s: &State) -> usize {
        s.battle.as_deref().map_or(1, |b| combat::trains_for_shift(cx, s, self.side, b.hex_of(self.side)))
    }
}

impl Decision<AustrianSuccession> for CombatSupply {
    /// Whether a train is in reach is not asked here: the enemy may not know where trains are.
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let before = out.len();
        out.extend(self.trains(cx, s).into_iter().map(|train| Action::Expend { train }));
        if self.spent == 0 || out.len() == before {
            out.push(Action::No);
        }
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new(
            "31.2",
            "Only a supply train with a line of communications to the combat can be expended.",
        )
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Expend { train } = *action else { return };
        let (side, spent, needed) = (self.side, self.spent + 1, self.needed(cx, s));
        combat::discard(cx, s, train);
        rec.emit(|| CombatEvent::Supplied { side, train }.into());
        if spent < needed {
            return s.push(Self { side, spent });
        }
        if let Some(b) = s.battle.as_deref_mut() {
            b.supplied[side.index()] = true;
        }
    }

    fn prompt(&self, _: &Context, s: &State) -> Question {
        let is_siege = s.battle.as_deref().is_some_and(|b| b.kind == Kind::FormalSiege);
        let gain = if is_siege { "a siege factor" } else { "a column shift" };
        (format!("Expend a supply train for {gain}?"), "31.1")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Expend { train } => {
                about_unit(format!("Expend {}", unit_name(cx, *train)), Verb::Choose, *train, "31.2")
            }
            Action::No => said("Expend no supply train", Verb::Pass, "31.1"),
            _ => unlisted(action),
        }
    }
}
