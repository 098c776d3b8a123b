//! Units traced to the Army Commander (4.2.5).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::activation::is_unit_awake;
use crate::command::can_trace;
use crate::event::Event;
use crate::state::{Flag, State};
use crate::words::{about_unit, said, unit_name};
use crate::{Context, Record};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Trace;

impl Decision for Trace {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        if s.army(s.active).traced < cx.data.command.traced_units {
            let own = cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == s.active);
            out.extend(
                own.filter(|u| s.unit(*u).is_on_map() && can_trace(cx, s, *u) && is_unit_awake(cx, s, *u))
                    .map(|unit| Action::Choose { unit }),
            );
        }
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("4.2.5", "two units out of command and within 5 hexes of the Army Commander may be traced to him")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        s.unit_mut(unit).flags.clear(Flag::OutOfCommand);
        s.set(unit, Flag::Traced);
        let side = s.active;
        let army = s.army_mut(side);
        army.traced = army.traced.saturating_add(1);
        rec.emit(|| Event::Traced { unit });
        s.push(Self);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Trace units out of command to the Army Commander".into(), "4.2.5")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Choose { unit } => about_unit(
                format!("Trace {} to the Army Commander", unit_name(cx, *unit)),
                Verb::Choose,
                *unit,
                "4.2.5",
            ),
            _ => said("Done", Verb::Pass, "4.2.5"),
        }
    }
}
