//! Deploy From Column Segment (4.4, 7.6.2).

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::approach::covers_of;
use crate::event::Event;
use crate::ids::{LeaderId, UnitId, WingId};
use crate::leaders::{man_of, name_of};
use crate::setup::Post;
use crate::state::{Flag, State};
use crate::words::{
    about_unit, answer, cover_name, cover_target, leader_name, leader_target, said, unit_name,
};
use crate::{Context, Record};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DeployColumn;

/// The whole wing and its leader leave the column.
pub fn deploy_wing(cx: &Context, s: &mut State, w: WingId, rec: &mut Record) {
    s.wing_mut(w).column = false;
    let card = cx.setup.wing(w);
    s.leader_mut(card.leader).column = false;
    for u in crate::command::units_of(cx, s, w) {
        s.unit_mut(u).flags.clear(Flag::Column);
    }
    rec.emit(|| Event::WingDeployed { wing: w });
}

/// A battery may deploy within 5 hexes of a Wing Leader who is not in column (4.4).
pub fn can_deploy_gun(cx: &Context, s: &State, u: UnitId) -> bool {
    let unit = s.unit(u);
    let side = cx.setup.unit(u).side;
    let is_near = |l: LeaderId| {
        let leader = s.leader(l);
        let is_wing = matches!(cx.setup.leader(l).post, Post::Wing(_));
        is_wing
            && cx.setup.leader(l).side == side
            && leader.is_on_map()
            && !leader.column
            && cx.setup.map.distance(leader.hex, unit.hex) <= cx.data.command.column_guns_range
    };
    unit.is_on_map()
        && unit.has(Flag::Column)
        && cx.setup.unit(u).wing.is_none()
        && cx.setup.leader_ids().any(is_near)
}

impl Decision for DeployColumn {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let own_wing = |w: &WingId| {
            cx.setup.wing(*w).side == s.active
                && s.wing(*w).column
                && !s.leader(cx.setup.wing(*w).leader).veiled
        };
        out.extend(cx.setup.wing_ids().filter(own_wing).map(|wing| Action::ChooseWing { wing }));
        let own_gun = |u: &UnitId| cx.setup.unit(*u).side == s.active && can_deploy_gun(cx, s, *u);
        out.extend(cx.setup.unit_ids().filter(own_gun).map(|unit| Action::Choose { unit }));
        let own_leader = |l: &LeaderId| {
            let card = cx.setup.leader(*l);
            card.side == s.active && s.leader(*l).column && !matches!(card.post, Post::Wing(_))
        };
        out.extend(cx.setup.leader_ids().filter(own_leader).map(|leader| Action::FormLeader { leader }));
        if s.army(s.active).active {
            let is_column = |c: &u8| s.covers[usize::from(*c)].column;
            out.extend(covers_of(s, s.active).filter(is_column).map(|cover| Action::ChooseCover { cover }));
        }
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> super::Why {
        ("4.4", "wings In Column deploy, and guns within 5 hexes of a deployed Wing Leader")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::ChooseWing { wing } => deploy_wing(cx, s, wing, rec),
            Action::ChooseCover { cover } => {
                super::march::form(cx, s, cover, false);
                rec.emit(|| Event::CoverDeployed { cover });
            }
            Action::Choose { unit } => {
                s.unit_mut(unit).flags.clear(Flag::Column);
                rec.emit(|| Event::GunDeployed { unit });
            }
            Action::FormLeader { leader } => {
                s.leader_mut(leader).column = false;
                let man = man_of(cx, s, leader);
                rec.emit(|| Event::LeaderChangedColumn { man, column: false });
            }
            _ => return,
        }
        s.push(Self);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Deploy wings from column".into(), "4.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseCover { cover } => {
                let label = format!("Deploy {}", cover_name(cx, s, *cover));
                answer(label, Verb::Choose, cover_target(cx, *cover, 0), "4.4")
            }
            Action::ChooseWing { wing } => {
                let card = cx.setup.wing(*wing);
                let label = format!("Deploy the wing of {}", leader_name(cx, card.leader));
                answer(label, Verb::Choose, leader_target(cx, card.leader), "4.4")
            }
            Action::Choose { unit } => {
                about_unit(format!("Deploy {}", unit_name(cx, *unit)), Verb::Choose, *unit, "4.4")
            }
            Action::FormLeader { leader } => answer(
                format!("{} leaves the column", name_of(cx, s, *leader)),
                Verb::Choose,
                leader_target(cx, *leader),
                "7.6",
            ),
            _ => said("Done", Verb::Pass, "4.4"),
        }
    }
}
