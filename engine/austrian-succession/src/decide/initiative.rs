//! 6: the side with the higher morale has the Initiative; tied sides roll.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::event::Event;
use crate::ids::SideId;
use crate::state::State;
use crate::{AustrianSuccession, Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::Affordance;
use serde::{Deserialize, Serialize};

/// Each side rolls for a tie, the Coalition first (6.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InitiativeRoll {
    /// The Coalition's die, once it is rolled.
    pub coalition: Option<u8>,
}

/// The Initiative Determination Phase.
pub fn begin(s: &mut State, rec: &mut Record) {
    let [coalition, habsburg] = [s.sides[0].morale, s.sides[1].morale];
    match coalition.cmp(&habsburg) {
        std::cmp::Ordering::Equal => s.push(InitiativeRoll { coalition: None }),
        std::cmp::Ordering::Greater => give(s, SideId::COALITION, rec),
        std::cmp::Ordering::Less => give(s, SideId::HABSBURG, rec),
    }
}

fn give(s: &mut State, side: SideId, rec: &mut Record) {
    s.first = side;
    rec.emit(|| Event::Initiative { side });
}

impl Decision<AustrianSuccession> for InitiativeRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("initiative", "6.2", 1, 6))
    }

    fn resolve(&self, _: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let side = if self.coalition.is_none() { SideId::COALITION } else { SideId::HABSBURG };
        rec.emit(|| Event::InitiativeDie { side, die });
        let Some(coalition) = self.coalition else {
            return s.push(Self { coalition: Some(die) });
        };
        match coalition.cmp(&die) {
            std::cmp::Ordering::Equal => s.push(Self { coalition: None }),
            std::cmp::Ordering::Greater => give(s, SideId::COALITION, rec),
            std::cmp::Ordering::Less => give(s, SideId::HABSBURG, rec),
        }
    }

    /// The phase begins with it: what went before is over.
    fn is_rest(&self) -> bool {
        self.coalition.is_none()
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Both sides roll for the Initiative".into(), "6.2")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
