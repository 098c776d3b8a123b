//! Group command rolls and Special Leaders (4.5).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::activation::{is_leader_awake, is_unit_awake};
use crate::command::{group_of, group_of_gun, guns_to_inspire, roll_penalty, units_of, wings_to_inspire};
use crate::event::Event;
use crate::ids::{LeaderId, WingId};
use crate::leaders::{initiative_of, man_of, name_of};
use crate::state::{Flag, State};
use crate::words::{answer, leader_name, leader_target, said};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

/// The groups of the active player roll one after another.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GroupRoll {
    pub group: u8,
}

/// A group with anybody left in it.
fn is_alive(cx: &Context, s: &State, group: u8) -> bool {
    let in_wing = |w: WingId| {
        group_of(cx, s, w) == group
            && is_leader_awake(cx, s, cx.setup.wing(w).leader)
            && units_of(cx, s, w).iter().any(|u| s.is_present(*u))
    };
    let is_gun = |u: crate::ids::UnitId| {
        let card = cx.setup.unit(u);
        card.wing.is_none() && group_of_gun(cx, s, u) == group && is_unit_awake(cx, s, u) && s.is_present(u)
    };
    cx.setup.groups[group as usize].side == s.active
        && (cx.setup.wing_ids().any(in_wing) || cx.setup.unit_ids().any(is_gun))
}

impl Decision for GroupRoll {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if usize::from(self.group) < cx.setup.groups.len() && is_alive(cx, s, self.group) {
            Ask::Chance(Roll::dice("command", "4.5", 1, 6))
        } else {
            Ask::Nobody
        }
    }

    /// A group of the enemy, or one that is no more, is passed over.
    fn go_on(&self, cx: &Context, s: &mut State, _: &mut Record) {
        if usize::from(self.group) + 1 < cx.setup.groups.len() {
            s.push(Self { group: self.group + 1 });
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let group = self.group;
        let die = roll.one() as u8;
        let modifier = roll_penalty(cx, s, s.active);
        let effective = die as i8 + modifier <= cx.setup.groups[group as usize].rating as i8;
        if !effective {
            s.degraded |= 1 << group;
        }
        for w in cx.setup.wing_ids().filter(|w| group_of(cx, s, *w) == group).collect::<Vec<_>>() {
            s.wing_mut(w).effective = effective;
        }
        rec.emit(|| Event::GroupRolled { group, die, modifier, effective });
        self.go_on(cx, s, rec);
        // 18: a natural six.
        if cx.setup.options.fortunes_of_war && die == cx.data.command.fortunes.on {
            s.push(super::FortuneRoll { side: s.active });
        }
    }
}

/// Special Leaders try to recover one wing each.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SpecialLeaders;

impl Decision for SpecialLeaders {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for leader in cx.setup.leader_ids() {
            let is_ready = cx.setup.leader(leader).side == s.active && s.is_leader_present(leader);
            let is_ready = is_ready && is_leader_awake(cx, s, leader);
            if !is_ready || s.leader(leader).rolled {
                continue;
            }
            let wings = wings_to_inspire(cx, s, leader);
            if wings.is_empty() && !guns_to_inspire(cx, s, leader).is_empty() {
                out.push(Action::Inspire { leader, wing: None });
            }
            out.extend(wings.into_iter().map(|w| Action::Inspire { leader, wing: Some(w) }));
        }
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("4.5", "a Special Leader tries once, for a Degraded wing of his kind whose leader he is or is with")
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Inspire { leader, wing } = *action else { return };
        s.leader_mut(leader).rolled = true;
        s.push(Self);
        s.push(SpecialRoll { leader, wing });
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Special Leaders try to recover Degraded wings".into(), "4.5")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Inspire { leader, wing } => {
                let what = match wing {
                    Some(w) => format!("the wing of {}", leader_name(cx, cx.setup.wing(*w).leader)),
                    None => "the guns with him".to_owned(),
                };
                let label = format!("{} tries to recover {what}", name_of(cx, s, *leader));
                answer(label, Verb::Rally, leader_target(cx, *leader), "4.5").chancy()
            }
            _ => said("Done", Verb::Pass, "4.5"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SpecialRoll {
    pub leader: LeaderId,
    pub wing: Option<WingId>,
}

impl SpecialRoll {
    /// As another seat sees it whom the leader is hidden from.
    pub fn hidden() -> Self {
        Self { leader: LeaderId(u8::MAX), wing: None }
    }
}

impl Decision for SpecialRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("special leader", "4.5", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (leader, wing) = (self.leader, self.wing);
        let die = roll.one() as u8;
        let modifier = roll_penalty(cx, s, s.active);
        let effective = die as i8 + modifier <= initiative_of(cx, s, leader) as i8;
        if effective {
            for u in guns_to_inspire(cx, s, leader) {
                s.set(u, Flag::GunEffective);
            }
            if let Some(w) = wing {
                s.wing_mut(w).effective = true;
            }
        }
        // 17.1.3: of an unspotted wing only the die is told.
        if s.leader(leader).veiled {
            let side = s.active;
            let man = man_of(cx, s, leader);
            rec.emit(|| Event::SecretRolled { man, wing, die, modifier, effective });
            return rec.emit(|| Event::VeiledRolled { side, die, modifier, effective });
        }
        let man = man_of(cx, s, leader);
        rec.emit(|| Event::SpecialRolled { man, wing, die, modifier, effective });
    }
}
