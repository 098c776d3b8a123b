//! Loss points, one by one (10.8), of a bombardment.

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::board::{arm_of, engaged, fighters, guns, morale};
use crate::data::{Arm, Cell};
use crate::ids::{SideId, UnitId, Units};
use crate::morale::{capacity, lose_step, suffer};
use crate::state::{MoraleState, State};
use crate::words::{about_unit, unit_name};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Losses {
    side: SideId,
    hex: HexId,
    points: u8,
    /// Step losses that must come before any retreat (10.8.1.2).
    steps_first: u8,
    gun_step: bool,
    retreat: bool,
    /// Units an additional retreat still moves (10.8.3.3).
    moved_by_r: Units,
}

impl Losses {
    pub fn of_bombardment(
        cx: &Context,
        s: &State,
        side: SideId,
        hex: HexId,
        cell: Cell,
        steps_first: u8,
    ) -> Self {
        let o = &cx.data.options;
        let no_foot = !fighters(cx, s, hex, side).iter().any(|u| arm_of(cx, *u) == Arm::Foot);
        let is_reduced = cx.setup.options.cavalry_losses && no_foot && cell.points >= o.cavalry_losses_from;
        let points =
            if is_reduced { cell.points.saturating_add_signed(o.cavalry_losses) } else { cell.points };
        Self {
            side,
            hex,
            points,
            steps_first,
            gun_step: cell.gun_step,
            retreat: cell.retreat,
            moved_by_r: Units::new(),
        }
    }

    fn takers(&self, cx: &Context, s: &State) -> Units {
        engaged(cx, s, self.hex, self.side)
    }

    /// Whether a unit must or may give way instead of losing a step (10.8.1.3, 10.8.1.4).
    fn ways(&self, cx: &Context, s: &State, u: UnitId) -> (bool, bool) {
        if self.steps_first > 0 {
            return (true, false);
        }
        if morale(cx, s, u) < cx.data.combat.forced_retreat_below {
            return (false, true);
        }
        let others = fighters(cx, s, self.hex, self.side).into_iter().filter(|o| *o != u);
        let can_take: u8 = others.map(|o| capacity(cx, s, o, true)).sum();
        let is_last = self.points <= 1 || can_take >= self.points - 1;
        let can_go = !super::retreat::options(cx, s, u, None, true).is_empty();
        (true, is_last && can_go)
    }

    /// What is left to do, the first of it.
    fn stage(&self, cx: &Context, s: &State) -> Stage {
        if self.points > 0 && !self.takers(cx, s).is_empty() {
            Stage::Points
        } else if self.gun_step && !guns(cx, s, self.hex, self.side).is_empty() {
            Stage::Gun
        } else if self.retreat || !self.moved_by_r.is_empty() {
            Stage::Retreat
        } else {
            Stage::Done
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Points,
    Gun,
    Retreat,
    Done,
}

impl Decision for Losses {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        match self.stage(cx, s) {
            Stage::Points | Stage::Gun => Ask::Side(self.side),
            Stage::Retreat if !self.retreat => Ask::Side(self.side),
            Stage::Retreat | Stage::Done => Ask::Nobody,
        }
    }

    /// The list of those an r moves is taken when the last loss point is settled.
    fn go(&self, cx: &Context, s: &mut State, _: &mut Record) {
        if self.stage(cx, s) != Stage::Retreat {
            return;
        }
        let limit = cx.data.combat.r_below;
        let mut next = Self { points: 0, gun_step: false, retreat: false, ..self.clone() };
        next.moved_by_r = self.takers(cx, s).into_iter().filter(|u| morale(cx, s, *u) < limit).collect();
        if !next.moved_by_r.is_empty() {
            s.push(next);
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        match self.stage(cx, s) {
            Stage::Points => {
                for unit in self.takers(cx, s) {
                    let (step, way) = self.ways(cx, s, unit);
                    out.extend(step.then_some(Action::LoseStep { unit }));
                    out.extend(way.then_some(Action::GiveWay { unit }));
                }
            }
            Stage::Gun => {
                out.extend(
                    guns(cx, s, self.hex, self.side).into_iter().map(|unit| Action::LoseStep { unit }),
                );
            }
            Stage::Retreat => out.extend(self.moved_by_r.iter().map(|unit| Action::GiveWay { unit: *unit })),
            Stage::Done => {}
        }
    }

    fn refuse(&self, _: &Context, _: &State, action: &Action) -> Why {
        match action {
            Action::GiveWay { .. } => ("10.8.1.4", "it may not retreat for this loss point"),
            Action::LoseStep { .. } => ("10.8.1.3", "its morale is below 5: it must retreat"),
            _ => ("10.8.1", "loss points are taken first"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let mut next = self.clone();
        let stage = self.stage(cx, s);
        match *action {
            Action::LoseStep { unit } => {
                if stage == Stage::Gun {
                    next.gun_step = false;
                } else {
                    next.points -= 1;
                    next.steps_first = next.steps_first.saturating_sub(1);
                }
                s.push(next);
                lose_step(cx, s, unit, false, rec);
            }
            Action::GiveWay { unit } => {
                let f = &cx.data.combat;
                let rating = morale(cx, s, unit);
                let result = match stage {
                    Stage::Points if rating <= f.rout_up_to => MoraleState::Routed,
                    _ => MoraleState::Disordered,
                };
                let voluntary = stage == Stage::Points && rating >= f.forced_retreat_below;
                if stage == Stage::Points {
                    next.points -= 1;
                }
                next.moved_by_r.retain(|u| *u != unit);
                s.push(next);
                suffer(cx, s, unit, result, voluntary, rec);
            }
            _ => s.push(next),
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let hex = cx.setup.label(self.hex);
        match self.stage(cx, s) {
            Stage::Gun => (format!("A battery in {hex} loses a step"), "10.8.3.1"),
            Stage::Retreat => (format!("Units in {hex} retreat"), "10.8.3.3"),
            Stage::Points | Stage::Done => (format!("{} loss points in {hex}", self.points), "10.8.1"),
        }
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::GiveWay { unit } => {
                about_unit(format!("{} gives way", unit_name(cx, *unit)), Verb::Choose, *unit, "10.8.1.3")
            }
            Action::LoseStep { unit } => {
                about_unit(format!("{} loses a step", unit_name(cx, *unit)), Verb::Choose, *unit, "10.8.1.1")
            }
            _ => crate::words::said("Done", Verb::Pass, "10.8"),
        }
    }
}
