//! A group of one hex or staging area on its way, hex by hex (13, 18.4, 26): all movement of its units in this phase.

use super::{Ask, Decision, Question};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{UnitId, Units};
use crate::impulses::{are_together, check_mover, leave_behind, needs_leader};
use crate::movement::{Bar, Group, Spent, Theatre, mark_marched};
use crate::state::{Flag, Spot, State};
use crate::words::{about_unit, answer, hex_name, said, unit_name, unit_target};
use crate::{AustrianSuccession, Context, Record, fog, staging};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// Who is moving, and what it has cost so far. Another seat knows of the units only the one on top.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct March {
    /// In order of their ids; all in one place.
    pub units: Units,
    /// Units of the place that do not join after all.
    pub stay: Units,
    /// Where the group is; none: in a staging area.
    pub at: Option<HexId>,
    /// What an enemy sees of the group, once it has moved (24).
    pub top: Option<UnitId>,
    /// The activated leader who leads it in a later impulse.
    pub leader: Option<UnitId>,
    pub spent: Spent,
    /// It began in an enemy zone (15.7).
    pub left_zone: bool,
}

impl March {
    pub fn of(cx: &Context, s: &State, unit: UnitId) -> Self {
        let at = s.unit(unit).hex();
        let side = s.active;
        Self {
            units: std::iter::once(unit).collect(),
            stay: Units::new(),
            at,
            top: None,
            leader: needs_leader(s).then_some(unit),
            spent: Spent::NOTHING,
            left_zone: at.is_some_and(|hex| crate::zones::is_in_enemy_zone(&cx.setup, s, side, hex)),
        }
    }

    fn has_begun(&self) -> bool {
        self.spent != Spent::NOTHING
    }

    pub fn group(&self, cx: &Context, s: &State) -> Group {
        Group::of(cx, s, s.active, &self.units, self.left_zone)
    }

    pub fn check_join(&self, cx: &Context, s: &State, u: UnitId) -> Result<(), Bar> {
        let first = self.units.first().copied().ok_or(Bar::NotThere)?;
        check_mover(cx, s, u)?;
        let is_in = self.units.contains(&u) || self.stay.contains(&u);
        if self.has_begun() || is_in || !are_together(cx, s, first, u) {
            return Err(Bar::NotThere);
        }
        Ok(())
    }

    fn joiners<'a>(&'a self, cx: &'a Context, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        cx.setup.unit_ids().filter(|u| self.check_join(cx, s, *u).is_ok())
    }

    pub fn check_drop(&self, u: UnitId) -> Result<(), Bar> {
        if self.units.len() < 2 || !self.units.contains(&u) {
            return Err(Bar::NotThere);
        }
        if self.leader == Some(u) {
            return Err(Bar::LeaderLeads);
        }
        Ok(())
    }

    pub fn add(&mut self, u: UnitId) {
        if let Err(place) = self.units.binary_search(&u) {
            self.units.insert(place, u);
        }
    }

    /// Whether somebody of the group can still go on, alone or with the others (18.4: with the leader).
    pub fn can_go_on(&self, cx: &Context, s: &State, at: HexId) -> bool {
        let theatre = Theatre::new(cx, s, s.active);
        let can_go = |units: &[UnitId]| {
            theatre.can_go(&Group::of(cx, s, s.active, units, self.left_zone), self.spent, at)
        };
        match self.leader {
            _ if can_go(&self.units) => true,
            Some(leader) => can_go(&[leader]),
            None => self.units.len() > 1 && self.units.iter().any(|u| can_go(&[*u])),
        }
    }

    fn go(&self, cx: &Context, s: &mut State, to: HexId, by_river: bool, rec: &mut Record) {
        let (Some(from), group) = (self.at, self.group(cx, s)) else { return };
        let step = Theatre::new(cx, s, s.active).step(&group, self.spent, from, to, by_river);
        let Ok(step) = step else { return };
        if !self.has_begun() {
            leave_behind(cx, s, Spot::Hex(from), &self.units);
        }
        let top = fog::own_top(&cx.setup, s, &self.units, self.top);
        fog::move_group(&cx.setup, s, &self.units, top, to);
        mark_marched(s, &self.units);
        let (side, units) = (s.active, &self.units);
        rec.emit(|| Event::GroupMoved { side, units: units.iter().copied().collect(), from: Some(from), to });
        rec.emit(|| Event::StackMoved { side, top, from: Some(from), to });
        let next = Self { at: Some(to), top: Some(top), spent: step.spent, ..self.clone() };
        if !step.stops && next.can_go_on(cx, s, to) {
            s.push(next);
        }
        super::offer_advance_guard(cx, s, &self.units, to);
    }

    fn enter(&self, cx: &Context, s: &mut State, to: HexId, rec: &mut Record) {
        leave_behind(cx, s, Spot::Staging, &self.units);
        let top = fog::own_top(&cx.setup, s, &self.units, None);
        fog::move_group(&cx.setup, s, &self.units, top, to);
        mark_marched(s, &self.units);
        let (side, units) = (s.active, &self.units);
        rec.emit(|| Event::GroupMoved { side, units: units.iter().copied().collect(), from: None, to });
        rec.emit(|| Event::StackMoved { side, top, from: None, to });
        super::offer_advance_guard(cx, s, &self.units, to);
    }

    fn drop_unit(&self, cx: &Context, s: &mut State, unit: UnitId, rec: &mut Record) {
        let mut next = self.clone();
        next.units.retain(|u| *u != unit);
        if self.has_begun() {
            next.top = self.top.filter(|top| *top != unit);
            let (side, hex) = (s.active, self.at);
            rec.emit(|| Event::Dropped { side, unit, hex });
        } else {
            next.stay.push(unit);
        }
        if next.at.is_none_or(|at| !next.has_begun() || next.can_go_on(cx, s, at)) {
            s.push(next);
        }
    }

    fn check(&self, cx: &Context, s: &State, action: &Action) -> Result<(), Bar> {
        let go = |to: HexId, by_river| {
            let at = self.at.ok_or(Bar::NoEntry)?;
            let theatre = Theatre::new(cx, s, s.active);
            theatre.step(&self.group(cx, s), self.spent, at, to, by_river).map(|_| ())
        };
        match *action {
            Action::Join { unit } => self.check_join(cx, s, unit),
            Action::Go { to } => go(to, false),
            Action::GoByRiver { to } => go(to, true),
            Action::Drop { unit } => self.check_drop(unit),
            Action::Enter { to } => match (self.at, self.units.first()) {
                (None, Some(first)) => {
                    staging::check_entry(&Theatre::new(cx, s, s.active), s.active, *first, to)
                }
                _ => Err(Bar::OnTheMap),
            },
            Action::Lead { .. } => Err(Bar::Busy),
            _ => Err(Bar::NotThere),
        }
    }
}

impl Decision<AustrianSuccession> for March {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let theatre = Theatre::new(cx, s, s.active);
        if !self.has_begun() {
            let before = out.len();
            out.extend(self.joiners(cx, s).map(|unit| Action::Join { unit }));
            if out.len() > before + 1 {
                out.push(Action::JoinAll);
            }
        }
        let droppable = self.units.iter().filter(|u| self.check_drop(**u).is_ok());
        out.extend(droppable.map(|unit| Action::Drop { unit: *unit }));
        match (self.at, self.units.first()) {
            (Some(at), _) => {
                let group = self.group(cx, s);
                out.extend(theatre.steps(&group, self.spent, at).map(|(to, by_river)| {
                    if by_river { Action::GoByRiver { to } } else { Action::Go { to } }
                }));
            }
            (None, Some(first)) => {
                out.extend(staging::entries(&theatre, s.active, *first).map(|to| Action::Enter { to }));
            }
            (None, None) => {}
        }
        out.push(Action::Halt);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let is_known = match action {
            Action::Join { unit } | Action::Drop { unit } => unit.index() < cx.setup.units.len(),
            Action::Go { to } | Action::GoByRiver { to } | Action::Enter { to } => {
                to.index() < cx.setup.map.len()
            }
            _ => true,
        };
        let bar = if is_known { self.check(cx, s, action).err() } else { None };
        bar.unwrap_or(Bar::Busy).refusal()
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Join { unit } => {
                let mut next = self.clone();
                next.add(unit);
                s.push(next);
            }
            Action::JoinAll => {
                let mut next = self.clone();
                self.joiners(cx, s).for_each(|u| next.add(u));
                s.push(next);
            }
            Action::Go { to } => self.go(cx, s, to, false, rec),
            Action::GoByRiver { to } => self.go(cx, s, to, true, rec),
            Action::Enter { to } => self.enter(cx, s, to, rec),
            Action::Drop { unit } => self.drop_unit(cx, s, unit, rec),
            // The group stays; whoever has not gone yet has used up his move all the same (13.6).
            _ => self.units.iter().for_each(|u| s.unit_mut(*u).flags.set(Flag::Moved)),
        }
    }

    /// A group is asked only while it can go on or halt: that need not be worked out.
    fn is_always_asked(&self, _: &Context, _: &State) -> bool {
        true
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let name = match self.units.as_slice() {
            [one] => unit_name(cx, *one).to_owned(),
            many => format!("A group of {}", many.len()),
        };
        if self.at.is_none() {
            return (format!("{name} comes onto the map"), "26.2");
        }
        let left = self.group(cx, s).allowance.saturating_sub(self.spent.least());
        let points = format!("{}{}", left / 2, if left % 2 == 1 { "½" } else { "" });
        let rule = if self.leader.is_some() { "18.4" } else { "13.2" };
        (format!("{name} moves: {points} points left"), rule)
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        // A group is named: whoever drags one of its counters moves all of them.
        let with = match self.units.len() {
            0 | 1 => String::new(),
            n => format!(" with {n} units"),
        };
        let to_hex = |label: String, to: HexId, rule| {
            let subject = self.units.first().map(|u| unit_target(*u));
            let affordance = answer(format!("{label}{with}"), Verb::Move, Target::Hex(to), rule);
            match subject {
                Some(subject) => affordance.by(subject),
                None => affordance,
            }
        };
        match action {
            Action::Join { unit } => {
                let label = format!("Take {} along", unit_name(cx, *unit));
                about_unit(label, Verb::Choose, *unit, "13.2")
            }
            Action::JoinAll => said("Take everybody along", Verb::Choose, "13.2"),
            Action::Drop { unit } => {
                let label = format!("Leave {} here", unit_name(cx, *unit));
                about_unit(label, Verb::Choose, *unit, if self.leader.is_some() { "18.4" } else { "13.2" })
            }
            Action::Go { to } => to_hex(format!("Move to {}", hex_name(cx, *to)), *to, "13.2"),
            Action::GoByRiver { to } => {
                to_hex(format!("Move along the river to {}", hex_name(cx, *to)), *to, "13.14")
            }
            Action::Enter { to } => {
                to_hex(format!("Come onto the map in {}", hex_name(cx, *to)), *to, "26.2")
            }
            _ => said("Halt", Verb::Pass, "13.3"),
        }
    }
}
