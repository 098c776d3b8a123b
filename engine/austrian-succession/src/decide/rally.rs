//! 20: the die of Rally.

use super::{Ask, Decision, PillageEnds, Question, unlisted};
use crate::action::Action;
use crate::event::{Event, Reason};
use crate::ids::SideId;
use crate::morale::{self, Change};
use crate::rally::{objectives, points_of_die};
use crate::state::State;
use crate::{AustrianSuccession, Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::Affordance;
use serde::{Deserialize, Serialize};

/// One side rallies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rally {
    pub side: SideId,
}

/// The Rally of the active side; Pillaged markers are rolled for once, before either.
pub fn begin(s: &mut State) {
    let side = s.active;
    s.push(Rally { side });
    if side == s.first {
        s.push(PillageEnds::FIRST);
    }
}

impl Decision<AustrianSuccession> for Rally {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("rally", "20.2", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (side, die) = (self.side, roll.one() as u8);
        let held = objectives(cx, s, side);
        let points = points_of_die(s, side, die);
        let halved = s.side(side).has_activated;
        rec.emit(|| Event::Rallied { side, objectives: held, die, halved, points });
        let gain = held.saturating_mul(cx.data.morale.objective).saturating_add(points);
        morale::change(cx, s, Change::gain(side, gain), Reason::Rally, rec);
    }

    /// The phase begins with it: what went before is over.
    fn is_rest(&self) -> bool {
        true
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("{} rallies", crate::words::side_name(cx, self.side)), "20.2")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
