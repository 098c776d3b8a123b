//! 9: reinforcements are placed at the start of the Recruiting Phase; whoever has no place waits (9.5).

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::event::Event;
use crate::ids::SideId;
use crate::reinforcements::{check, due, landings};
use crate::state::{Reinforcement, State};
use crate::words::{answer, landing_name, landing_target, unit_name, unit_target};
use crate::{AustrianSuccession, Context, Record, recruiting};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

/// A side places the reinforcements that can come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlaceReinforcements {
    pub side: SideId,
}

impl PlaceReinforcements {
    fn group(&self, s: &State, action: &Action) -> Option<Reinforcement> {
        let Action::Place { unit, .. } = action else { return None };
        due(s, self.side).into_iter().find(|r| r.unit == *unit)
    }
}

impl Decision<AustrianSuccession> for PlaceReinforcements {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let any = due(s, self.side).iter().any(|r| !landings(cx, s, r).is_empty());
        if any { Ask::Seat(self.side.seat()) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for group in due(s, self.side) {
            let unit = group.unit;
            out.extend(landings(cx, s, &group).into_iter().map(|at| Action::Place { unit, at }));
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let first = Refusal::new("9.5", "Reinforcements that can come are placed first.");
        match (self.group(s, action), action) {
            (Some(group), Action::Place { at, .. }) => check(cx, s, &group, *at).err().unwrap_or(first),
            _ => first,
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if let Action::Place { unit, at } = *action {
            let side = self.side;
            s.reinforcements.retain(|r| r.unit != unit);
            recruiting::put(cx, s, unit, at);
            rec.emit(|| Event::Placed { side, unit, at, recruit: false });
        }
        s.push(*self);
    }

    fn prompt(&self, _: &Context, s: &State) -> Question {
        (format!("Place reinforcements: {} left", due(s, self.side).len()), "9.1")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match *action {
            Action::Place { unit, at } => {
                let label = format!("Place {} in {}", unit_name(cx, unit), landing_name(cx, unit, at));
                answer(label, Verb::Place, landing_target(cx, unit, at), "9.2").by(unit_target(unit))
            }
            _ => unlisted(action),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
