//! 18.2: at the start of a second or third impulse each player pays for the leaders he wants to act with.

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::event::{Event, Reason};
use crate::ids::SideId;
use crate::impulses::check_activation;
use crate::state::{Flag, State};
use crate::words::{about_unit, said, unit_name};
use crate::{AustrianSuccession, Context, Record, morale};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

/// The leaders of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Activation {
    pub side: SideId,
}

pub fn begin(s: &mut State) {
    let side = s.active;
    s.push(Activation { side });
}

impl Decision<AustrianSuccession> for Activation {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let leaders = cx.setup.unit_ids().filter(|u| check_activation(cx, s, self.side, *u).is_ok());
        out.extend(leaders.map(|leader| Action::Activate { leader }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Activate { leader } if leader.index() < cx.setup.units.len() => {
                check_activation(cx, s, self.side, *leader).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("18.2", "Leaders are activated first."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Activate { leader } = *action else { return };
        let side = self.side;
        s.unit_mut(leader).flags.set(Flag::Activated);
        s.side_mut(side).has_activated = true;
        let hex = s.unit(leader).hex();
        rec.emit(|| Event::Activated { side, leader, hex });
        morale::pay(cx, s, side, cx.data.morale.activation, Reason::Activation, rec);
        s.push(*self);
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let cost = cx.data.morale.activation;
        (format!("Activate leaders for impulse {}: {cost} Morale Point each", s.impulse), "18.2")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Activate { leader } => {
                let label = format!("Activate {}", unit_name(cx, *leader));
                about_unit(label, Verb::Choose, *leader, "18.2")
            }
            _ => said("No more leaders", Verb::End, "18.2"),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
