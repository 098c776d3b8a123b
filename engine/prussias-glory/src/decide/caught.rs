//! A leader caught alone in an enemy zone (15.2).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::event::Event;
use crate::ids::LeaderId;
use crate::leaders::{fall, man_of, name_of, nearest_hexes};
use crate::state::State;
use crate::words::{answer, leader_target, said};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Caught {
    pub leader: LeaderId,
}

impl Decision for Caught {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("leader caught", "15.2", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (leader, die) = (self.leader, roll.one() as u8);
        let killed = die >= cx.data.leaders.caught;
        let man = man_of(cx, s, leader);
        rec.emit(|| Event::LeaderCaught { man, die, killed });
        if killed {
            fall(cx, s, leader, true, rec);
        }
        // He, or who takes his place, rides to the nearest unit.
        if crate::leaders::is_caught(cx, s, leader) {
            if nearest_hexes(cx, s, leader).is_empty() {
                s.leader_mut(leader).hex = HexId::NONE;
            } else {
                s.push(RideAway { leader });
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RideAway {
    pub leader: LeaderId,
}

impl Decision for RideAway {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        Ask::Side(cx.setup.leader(self.leader).side)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let leader = self.leader;
        out.extend(nearest_hexes(cx, s, leader).into_iter().map(|to| Action::Ride { leader, to }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("15.2", "he rides to the nearest friendly unit")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Ride { leader, to } = *action else { return };
        let from = s.leader(leader).hex;
        s.leader_mut(leader).hex = to;
        let man = man_of(cx, s, leader);
        rec.emit(|| Event::LeaderMoved { leader, man, from, to });
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        (format!("{} rides to the nearest unit", name_of(cx, s, self.leader)), "15.2")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let Action::Ride { leader, to } = action else { return said("Done", Verb::Pass, "15.2") };
        let label = format!("{} rides to {}", name_of(cx, s, *leader), cx.setup.label(*to));
        answer(label, Verb::Move, Target::Hex(*to), "15.2").by(leader_target(cx, *leader))
    }
}
