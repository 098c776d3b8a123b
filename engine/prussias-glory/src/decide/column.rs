//! Forced deployment (7.6.3).

use super::deploy::deploy_wing;
use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::command::{deployment_rating, units_of};
use crate::event::Event;
use crate::ids::{UnitId, WingId};
use crate::state::{Flag, State};
use crate::words::{leader_name, said, unit_name};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

/// The owner of a wing In Column is asked whether it tries to deploy.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ForcedDeployment {
    pub wing: WingId,
    /// The enemy unit that came near.
    pub enemy: UnitId,
}

fn nearest_in_range(cx: &Context, s: &State, w: WingId, enemies: &[UnitId]) -> Option<UnitId> {
    let card = cx.setup.wing(w);
    let is_awake = crate::activation::is_leader_awake(cx, s, card.leader);
    if !s.wing(w).column || s.wing(w).deploy_tried || !is_awake {
        return None;
    }
    let map = &cx.setup.map;
    let far = |e: &UnitId| {
        let units = units_of(cx, s, w);
        let own = units.iter().filter(|u| s.unit(**u).is_on_map());
        own.map(|u| map.distance(s.unit(*u).hex, s.unit(*e).hex)).min().unwrap_or(u16::MAX)
    };
    let best = |e: &UnitId| (far(e), u8::MAX - deployment_rating(cx, s, *e));
    let nearest = enemies.iter().copied().min_by_key(best)?;
    (far(&nearest) <= cx.data.command.forced_deployment_range).then_some(nearest)
}

/// At the start of a Movement Phase (case b of the reading).
pub fn offer_at_start(cx: &Context, s: &mut State) {
    for wing in cx.setup.wing_ids() {
        let side = cx.setup.wing(wing).side;
        let is_enemy = |u: &UnitId| cx.setup.unit(*u).side == side.enemy() && s.unit(*u).is_on_map();
        let enemies: Vec<UnitId> = cx.setup.unit_ids().filter(is_enemy).collect();
        if let Some(enemy) = nearest_in_range(cx, s, wing, &enemies) {
            s.push(ForcedDeployment { wing, enemy });
        }
    }
}

/// After a unit has entered a hex.
pub fn offer_after_step(cx: &Context, s: &mut State, mover: UnitId) {
    let side = cx.setup.unit(mover).side.enemy();
    for wing in cx.setup.wing_ids().filter(|w| cx.setup.wing(*w).side == side) {
        if let Some(enemy) = nearest_in_range(cx, s, wing, &[mover]) {
            s.push(ForcedDeployment { wing, enemy });
        }
    }
}

impl Decision for ForcedDeployment {
    fn ask(&self, cx: &Context, _: &State) -> Ask {
        Ask::Side(cx.setup.wing(self.wing).side)
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
    }

    fn apply(&self, _: &Context, s: &mut State, action: &Action, _: &mut Record) {
        if *action == Action::Yes {
            s.wing_mut(self.wing).deploy_tried = true;
            s.push(ForcedRoll { wing: self.wing, enemy: self.enemy, own: 0 });
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let leader = leader_name(cx, cx.setup.wing(self.wing).leader);
        let text = format!("{} is near: does the wing of {leader} try to deploy?", unit_name(cx, self.enemy));
        (text, "7.6.3")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => said("Try to deploy", Verb::Turn, "7.6.3").chancy(),
            _ => said("Stay in column", Verb::Pass, "7.6.3"),
        }
    }
}

/// Each side throws one die: first the side in column.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ForcedRoll {
    pub wing: WingId,
    pub enemy: UnitId,
    /// The total of the side in column; 0 before it has rolled.
    pub own: u8,
}

impl Decision for ForcedRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        let purpose = if self.own == 0 { "deployment" } else { "deployment of the enemy" };
        Ask::Chance(Roll::dice(purpose, "7.6.3", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let card = cx.setup.wing(self.wing);
        if self.own == 0 {
            let units = units_of(cx, s, self.wing);
            let Some(first) = units.iter().find(|u| s.unit(**u).is_on_map()) else { return };
            let is_quick =
                card.side != s.active && units.iter().all(|u| cx.setup.unit(*u).traits.quick_cavalry);
            let bonus = if is_quick { cx.data.command.quick_cavalry as u8 } else { 0 };
            let own = die + deployment_rating(cx, s, *first) + bonus;
            return s.push(Self { own, ..self.clone() });
        }
        let enemy = die + deployment_rating(cx, s, self.enemy);
        let (wing, own, deploys) = (self.wing, self.own, self.own > enemy);
        rec.emit(|| Event::DeploymentRolled { wing, own, enemy, deploys });
        if !deploys {
            return;
        }
        let range = cx.data.command.column_guns_range;
        let near = |u: &UnitId| {
            let unit = s.unit(*u);
            let is_gun = cx.setup.unit(*u).wing.is_none() && cx.setup.unit(*u).side == card.side;
            is_gun
                && unit.is_on_map()
                && unit.has(Flag::Column)
                && units_of(cx, s, wing).iter().any(|w| {
                    s.unit(*w).is_on_map() && cx.setup.map.distance(s.unit(*w).hex, unit.hex) <= range
                })
        };
        let guns: Vec<UnitId> = cx.setup.unit_ids().filter(near).collect();
        deploy_wing(cx, s, wing, rec);
        for unit in guns {
            s.unit_mut(unit).flags.clear(Flag::Column);
            rec.emit(|| Event::GunDeployed { unit });
        }
    }
}
