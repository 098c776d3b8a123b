//! 36.2: Field Works are built at the start of a Movement Phase.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::state::State;
use crate::words::{about_unit, hex_name, said, unit_name};
use crate::{AustrianSuccession, Context, Record, works};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fortify;

pub fn begin(cx: &Context, s: &mut State) {
    if cx.setup.options.field_works {
        s.push(Fortify);
    }
}

impl Decision<AustrianSuccession> for Fortify {
    /// Whether anybody can build is not asked here: the enemy may not know where trains are.
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(works::builders(cx, s).into_iter().map(|train| Action::Fortify { train }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Fortify { train } if usize::from(train.0) < cx.setup.units.len() => {
                works::check(cx, s, *train).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("36.2", "Field Works are built before anybody moves."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Fortify { train } = *action else { return };
        s.push(*self);
        if let Ok(hex) = works::check(cx, s, train) {
            works::build(cx, s, train, hex, rec);
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Build Field Works?".into(), "36.2")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Fortify { train } => {
                let at = s.unit(*train).hex().map_or_else(String::new, |h| hex_name(cx, h));
                let label = format!("Build Field Works in {at} with {}", unit_name(cx, *train));
                about_unit(label, Verb::Place, *train, "36.2")
            }
            Action::Done => said("Go on to movement", Verb::Pass, "36.2"),
            _ => unlisted(action),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
