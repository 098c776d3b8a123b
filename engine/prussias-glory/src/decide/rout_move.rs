//! Routed Movement Segment (7.1).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::board::is_fighter;
use crate::ids::UnitId;
use crate::morale::start_retreat;
use crate::state::{Flag, State};
use crate::words::{about_unit, unit_name};
use crate::{Context, Record};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RoutMove;

fn must_run(cx: &Context, s: &State, u: UnitId) -> bool {
    let unit = s.unit(u);
    cx.setup.unit(u).side == s.active
        && unit.is_on_map()
        && crate::activation::is_unit_awake(cx, s, u)
        && unit.is_routed()
        && is_fighter(cx, u)
        && !unit.has(Flag::Tried)
}

impl Decision for RoutMove {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let is_any = cx.setup.unit_ids().any(|u| must_run(cx, s, u));
        if is_any { Ask::Side(s.active) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(cx.setup.unit_ids().filter(|u| must_run(cx, s, *u)).map(|unit| Action::Choose { unit }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("7.1", "Routed units move first")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        s.set(unit, Flag::Tried);
        s.push(Self);
        start_retreat(cx, s, unit, false);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Routed units run: choose the next".into(), "7.1")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return crate::words::said("Done", Verb::Pass, "7.1") };
        about_unit(format!("{} runs on", unit_name(cx, *unit)), Verb::Move, *unit, "7.1")
    }
}
