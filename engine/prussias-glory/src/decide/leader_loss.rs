//! Leader casualties of a close combat (10.7, 15.2).

use super::{Ask, Decision};
use crate::event::Event;
use crate::ids::LeaderId;
use crate::leaders::{fall, man_of};
use crate::state::State;
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use serde::{Deserialize, Serialize};

/// One die for a leader, a second if he is hit.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LeaderLoss {
    pub leader: LeaderId,
    pub hit: bool,
}

/// What became of him.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Wound {
    Unhurt,
    Hit,
    Flesh,
    Wounded,
    Killed,
}

impl Decision for LeaderLoss {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        if s.leader(self.leader).is_on_map() {
            let purpose = if self.hit { "leader wound" } else { "leader loss" };
            Ask::Chance(Roll::dice(purpose, "15.2", 1, 6))
        } else {
            Ask::Nobody
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (leader, die) = (self.leader, roll.one() as u8);
        let l = &cx.data.leaders;
        let wound = match (self.hit, die) {
            (false, d) if d < l.hit => Wound::Unhurt,
            (false, _) => Wound::Hit,
            (true, d) if d <= l.flesh_wound => Wound::Flesh,
            (true, d) if d >= l.killed => Wound::Killed,
            (true, _) => Wound::Wounded,
        };
        let man = man_of(cx, s, leader);
        rec.emit(|| Event::LeaderTested { man, die, wound });
        match wound {
            Wound::Unhurt | Wound::Flesh => {}
            Wound::Hit => s.push(Self { leader, hit: true }),
            Wound::Wounded => fall(cx, s, leader, false, rec),
            Wound::Killed => fall(cx, s, leader, true, rec),
        }
    }
}
