//! 24.1.1: at the end of a Movement Phase the moving player shows cavalry and light units; stacks next to them are opened.

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::state::State;
use crate::words::{about_unit, said, unit_name};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scouting;

impl Decision<AustrianSuccession> for Scouting {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let scouts = cx.setup.unit_ids().filter(|u| fog::check_scout(cx, s, *u).is_ok());
        out.extend(scouts.map(|unit| Action::Scout { unit }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match *action {
            Action::Scout { unit } if unit.index() < cx.setup.units.len() => {
                fog::check_scout(cx, s, unit).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("24.1", "Movement is over; cavalry and light units may scout."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if let Action::Scout { unit } = *action {
            fog::scout(cx, s, unit, rec);
            s.push(*self);
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Show cavalry or light units to see the stacks next to them".into(), "24.1")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Scout { unit } => {
                let label = format!("Scout with {}", unit_name(cx, *unit));
                about_unit(label, Verb::Other, *unit, "24.1")
            }
            _ => said("No more scouting", Verb::End, "24.1"),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
