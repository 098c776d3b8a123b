//! Loss points, one by one (10.8), of a bombardment or a close combat.

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::board::{arm_of, engaged, fighters, guns, morale};
use crate::combat::Combat;
use crate::data::{Arm, Cell};
use crate::event::Taken;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::morale::{capacity, capture, lose_step, suffer};
use crate::state::{MoraleState, State};
use crate::words::{about_unit, unit_name};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Losses {
    side: SideId,
    /// The hex bombarded; none in a close combat, whose record says which hexes suffer.
    hex: Option<HexId>,
    points: u8,
    /// Takes the first loss point (10.4).
    lead: Option<UnitId>,
    /// Every retreat of this result is a rout (10.8.3.2).
    rout: bool,
    /// Units of low morale give up (10.8.3.5).
    surrender: bool,
    /// Step losses that must come before any retreat (10.8.1.2).
    steps_first: u8,
    /// Each unit loses a step before it may retreat from fire (the option of 8.3), and those that have.
    step_each: bool,
    stepped: Units,
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
            hex: Some(hex),
            points,
            lead: None,
            rout: false,
            surrender: false,
            steps_first,
            step_each: cx.setup.options.step_before_retreat && steps_first == 0,
            stepped: Units::new(),
            gun_step: cell.gun_step,
            retreat: cell.retreat,
            moved_by_r: Units::new(),
        }
    }

    /// What a side suffers in the close combat that is fought; `place` is its place in the record.
    pub fn of_combat(c: &Combat, side: SideId, place: usize) -> Self {
        let due = c.due[place];
        Self {
            side,
            hex: None,
            points: due.points,
            lead: c.lead[place],
            rout: due.rout,
            surrender: due.surrender,
            steps_first: 0,
            step_each: false,
            stepped: Units::new(),
            gun_step: due.gun_step,
            retreat: due.retreat,
            moved_by_r: Units::new(),
        }
    }

    /// Engaged units.
    fn takers(&self, cx: &Context, s: &State) -> Units {
        match (self.hex, s.combat.as_deref()) {
            (Some(hex), _) => engaged(cx, s, hex, self.side),
            (None, Some(c)) => c.front(cx, s, self.side),
            (None, None) => Units::new(),
        }
    }

    /// Engaged and Supporting units.
    fn all(&self, cx: &Context, s: &State) -> Units {
        match (self.hex, s.combat.as_deref()) {
            (Some(hex), _) => fighters(cx, s, hex, self.side),
            (None, Some(c)) => c.all_standing(cx, s, self.side),
            (None, None) => Units::new(),
        }
    }

    fn guns(&self, cx: &Context, s: &State) -> Units {
        let hexes: Hexes = match (self.hex, s.combat.as_deref()) {
            (Some(hex), _) => Hexes::from_slice(&[hex]),
            (None, Some(c)) => c.hexes(s, self.side).clone(),
            (None, None) => Hexes::new(),
        };
        hexes.iter().flat_map(|h| guns(cx, s, *h, self.side)).collect()
    }

    /// Who may take the next point: the Lead Unit the first one, if it still can.
    fn next_takers(&self, cx: &Context, s: &State) -> Units {
        let all = self.takers(cx, s);
        match self.lead {
            Some(lead) if all.contains(&lead) => Units::from_slice(&[lead]),
            _ => all,
        }
    }

    /// In close combat each unit loses a step before it may retreat (10.8.1.2); by an option also under fire.
    fn has_lost(&self, s: &State, u: UnitId) -> bool {
        if self.hex.is_some() {
            return !self.step_each || self.stepped.contains(&u);
        }
        s.combat.as_deref().is_some_and(|c| c.has_lost.contains(&u))
    }

    fn capacity(&self, cx: &Context, s: &State, u: UnitId) -> u8 {
        capacity(cx, s, u, self.has_lost(s, u), self.surrender)
    }

    /// Engaged units whose morale is so low that an S takes them.
    fn surrendering(&self, cx: &Context, s: &State) -> Units {
        let limit = cx.data.combat.losses.surrender_up_to;
        let mut out = self.takers(cx, s);
        out.retain(|u| self.surrender && morale(cx, s, *u) <= limit);
        out
    }

    /// Notes in the record of the combat what is left, and who was Engaged while anything was (10.13.3).
    fn note(&self, s: &mut State, before: &[UnitId]) {
        if self.hex.is_some() {
            return;
        }
        let place = usize::from(self.side != s.active);
        if let Some(c) = s.combat.as_deref_mut() {
            c.note_engaged(before);
            c.due[place].points = self.points;
        }
    }

    /// Whether a unit must or may give way instead of losing a step (10.8.1.3, 10.8.1.4).
    fn ways(&self, cx: &Context, s: &State, u: UnitId) -> (bool, bool) {
        if self.steps_first > 0 || !self.has_lost(s, u) {
            return (true, false);
        }
        if morale(cx, s, u) < cx.data.combat.losses.forced_retreat_below {
            return (false, true);
        }
        let others = self.all(cx, s).into_iter().filter(|o| *o != u);
        let can_take: u8 = others.map(|o| self.capacity(cx, s, o)).sum();
        let is_last = self.points <= 1 || can_take >= self.points - 1;
        let can_go = !super::retreat::options(cx, s, u, true).is_empty();
        (true, is_last && can_go)
    }

    /// What is left to do, the first of it.
    fn stage(&self, cx: &Context, s: &State) -> Stage {
        if self.points > 0 && !self.surrendering(cx, s).is_empty() {
            Stage::Surrender
        } else if self.points > 0 && !self.takers(cx, s).is_empty() {
            Stage::Points
        } else if self.gun_step && !self.guns(cx, s).is_empty() {
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
    /// Those an S takes are captured at once, each for one point.
    Surrender,
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
            Stage::Surrender | Stage::Retreat | Stage::Done => Ask::Nobody,
        }
    }

    /// The list of those an r moves is taken when the last loss point is settled.
    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let stage = self.stage(cx, s);
        if stage == Stage::Surrender {
            let (before, taken) = (self.takers(cx, s), self.surrendering(cx, s));
            let mut next = self.clone();
            next.points = self.points.saturating_sub(taken.len() as u8);
            next.lead = self.lead.filter(|l| !taken.contains(l));
            next.note(s, &before);
            s.push(next);
            for u in taken {
                capture(cx, s, u, Taken::Surrendered, rec);
            }
            return;
        }
        if stage != Stage::Retreat {
            return;
        }
        let limit = cx.data.combat.losses.r_below;
        let mut next = Self { points: 0, gun_step: false, retreat: false, ..self.clone() };
        next.moved_by_r = self.takers(cx, s).into_iter().filter(|u| morale(cx, s, *u) < limit).collect();
        if !next.moved_by_r.is_empty() {
            s.push(next);
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        match self.stage(cx, s) {
            Stage::Points => {
                for unit in self.next_takers(cx, s) {
                    let (step, way) = self.ways(cx, s, unit);
                    out.extend(step.then_some(Action::LoseStep { unit }));
                    out.extend(way.then_some(Action::GiveWay { unit }));
                }
            }
            Stage::Gun => {
                out.extend(self.guns(cx, s).into_iter().map(|unit| Action::LoseStep { unit }));
            }
            Stage::Retreat => out.extend(self.moved_by_r.iter().map(|unit| Action::GiveWay { unit: *unit })),
            Stage::Surrender | Stage::Done => {}
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
        let before = if stage == Stage::Points { self.takers(cx, s) } else { Units::new() };
        match *action {
            Action::LoseStep { unit } => {
                if stage == Stage::Gun {
                    next.gun_step = false;
                } else {
                    next.points -= 1;
                    next.lead = None;
                    next.steps_first = next.steps_first.saturating_sub(1);
                    next.stepped.push(unit);
                    next.note(s, &before);
                    if let Some(c) = s.combat.as_deref_mut().filter(|c| !c.has_lost.contains(&unit)) {
                        c.has_lost.push(unit);
                    }
                }
                s.push(next);
                lose_step(cx, s, unit, false, rec);
            }
            Action::GiveWay { unit } => {
                let f = &cx.data.combat.losses;
                let rating = morale(cx, s, unit);
                let result = match stage {
                    Stage::Points if rating <= f.rout_up_to || self.rout => MoraleState::Routed,
                    _ => MoraleState::Disordered,
                };
                let voluntary = stage == Stage::Points && rating >= f.forced_retreat_below;
                if stage == Stage::Points {
                    next.points -= 1;
                    next.lead = None;
                    next.note(s, &before);
                }
                next.moved_by_r.retain(|u| *u != unit);
                s.push(next);
                suffer(cx, s, unit, result, voluntary, rec);
            }
            _ => s.push(next),
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let hex = match (self.hex, s.combat.as_deref()) {
            (None, Some(c)) => {
                c.hexes(s, self.side).iter().map(|h| cx.setup.label(*h)).collect::<Vec<_>>().join(" and ")
            }
            (hex, _) => hex.map(|h| cx.setup.label(h)).unwrap_or_default(),
        };
        match self.stage(cx, s) {
            Stage::Gun => (format!("A battery in {hex} loses a step"), "10.8.3.1"),
            Stage::Retreat => (format!("Units in {hex} retreat"), "10.8.3.3"),
            Stage::Surrender | Stage::Points | Stage::Done => {
                (format!("{} loss points in {hex}", self.points), "10.8.1")
            }
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
