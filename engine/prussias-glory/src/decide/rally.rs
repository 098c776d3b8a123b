//! Rally Phase (9.4).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::event::Event;
use crate::ids::UnitId;
use crate::morale::{rally_rating, set_state};
use crate::state::{Flag, MoraleState, State};
use crate::words::{about_unit, said, unit_name};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rally;

fn can_rally(cx: &Context, s: &State, u: UnitId) -> bool {
    let unit = s.unit(u);
    cx.setup.unit(u).side == s.active
        && crate::activation::is_unit_awake(cx, s, u)
        && unit.is_on_map()
        && !unit.is_formed()
        && !unit.has(Flag::Tried)
}

impl Decision for Rally {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(cx.setup.unit_ids().filter(|u| can_rally(cx, s, *u)).map(|unit| Action::Choose { unit }));
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("9.4", "each Disordered or Routed unit may try once")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        s.set(unit, Flag::Tried);
        s.push(Self);
        s.push(RallyRoll { unit });
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Rally units".into(), "9.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Choose { unit } => {
                let label =
                    format!("Rally {} on {} or less", unit_name(cx, *unit), rally_rating(cx, s, *unit));
                about_unit(label, Verb::Rally, *unit, "9.4").chancy()
            }
            _ => said("End rally", Verb::End, "9.4"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RallyRoll {
    pub unit: UnitId,
}

impl Decision for RallyRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("rally", "9.4", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        let rating = rally_rating(cx, s, unit);
        let rallies = die as i8 <= rating;
        rec.emit(|| Event::RallyRolled { unit, die, rating, rallies });
        if rallies {
            let to = match s.unit(unit).morale {
                MoraleState::Routed => MoraleState::Disordered,
                _ => MoraleState::Formed,
            };
            set_state(cx, s, unit, to, rec);
            crate::board::note_objective(cx, s, unit);
        }
    }
}
