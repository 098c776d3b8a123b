//! Normal movement, stack order and column formation (5.5, 6.3, 7.3 to 7.6).

use super::{Ask, CossackRoll, Decision, Question, Why, WoodsRoll};
use crate::action::Action;
use crate::board::{Layer, may_reorder, overstacked, put, reorder, side_of, stack};
use crate::command::{units_of, wing_of};
use crate::data::Arm;
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::leaders::{man_of, name_of};
use crate::movement::{
    allowance, check_exit, check_form, check_form_gun, check_mover, check_ride, check_ride_way, check_rider,
    check_step, check_way, is_engaged, layers, must_stop, turn_locked,
};
use crate::setup::Post;
use crate::state::{Flag, Spirit, State};
use crate::survey::Survey;
use crate::words::{about_unit, answer, leader_name, leader_target, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Piece {
    Unit(UnitId),
    Leader(LeaderId),
}

/// The counter that is moving, and what it has spent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Mover {
    pub piece: Piece,
    pub spent: u8,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move {
    pub mover: Option<Mover>,
}

impl Move {
    fn spent(&self, piece: Piece) -> u8 {
        self.mover.filter(|m| m.piece == piece).map_or(0, |m| m.spent)
    }

    fn list_unit(&self, b: &Survey, unit: UnitId, out: &mut Vec<Action>) {
        let (cx, s) = (b.cx, b.s);
        let spent = self.spent(Piece::Unit(unit));
        if let Ok(mover) = check_mover(b, unit, spent) {
            for (dir, to) in cx.setup.ways(s.unit(unit).hex) {
                if check_way(b, &mover, dir, to).is_ok() {
                    out.extend(layers(b, unit, to).iter().map(|layer| Action::Go {
                        unit,
                        to,
                        layer: *layer,
                    }));
                }
            }
        }
        if s.army(s.active).spirit != Spirit::Steady && check_exit(cx, s, unit, spent).is_ok() {
            out.push(Action::Exit { unit });
        }
    }

    fn list_leader(&self, b: &Survey, leader: LeaderId, out: &mut Vec<Action>) {
        let spent = self.spent(Piece::Leader(leader));
        if check_rider(b, leader).is_err() {
            return;
        }
        for (dir, to) in b.cx.setup.ways(b.s.leader(leader).hex) {
            if check_ride_way(b, leader, spent, dir, to).is_ok() {
                out.push(Action::Ride { leader, to });
            }
        }
    }

    fn list_between(b: &Survey, out: &mut Vec<Action>) {
        let (cx, s) = (b.cx, b.s);
        for unit in cx.setup.unit_ids().filter(|u| side_of(cx, *u) == s.active) {
            let here = s.unit(unit);
            if here.is_on_map() && !here.has(Flag::Lifted) && crate::activation::is_unit_awake(cx, s, unit) {
                let size = b.own_units(here.hex);
                // Only guns of the Coalition in an enemy zone are bound to their place.
                let may_be_bound = b.side == SideId::COALITION && b.is_zoned(here.hex);
                let may = |p: &u8| *p != here.order && (!may_be_bound || may_reorder(cx, s, unit, *p));
                out.extend((0..size).filter(may).map(|position| Action::Lift { unit, position }));
            }
        }
        out.extend(
            cx.setup.wing_ids().filter(|w| check_form(b, *w).is_ok()).map(|wing| Action::Form { wing }),
        );
        // Batteries follow a wing that has just gone into column; there is seldom one.
        for wing in cx.setup.wing_ids().filter(|w| s.wing(*w).column && s.wing(*w).guns > 0) {
            let follows = |u: &UnitId| b.is_gun(*u) && check_form_gun(cx, s, *u, wing).is_ok();
            out.extend(cx.setup.unit_ids().filter(follows).map(|unit| Action::FormGun { unit, wing }));
        }
        let may_form = |l: &LeaderId| {
            let card = cx.setup.leader(*l);
            let leader = s.leader(*l);
            card.side == s.active
                && crate::activation::is_leader_awake(cx, s, *l)
                && leader.is_on_map()
                && !leader.moved
                && !leader.column
                && !matches!(card.post, Post::Wing(_))
        };
        out.extend(cx.setup.leader_ids().filter(may_form).map(|leader| Action::FormLeader { leader }));
    }

    fn go_step(&self, cx: &Context, s: &mut State, unit: UnitId, to: HexId, layer: Layer, rec: &mut Record) {
        let spent = self.spent(Piece::Unit(unit));
        let card = cx.setup.unit(unit);
        let is_zone = crate::board::is_zoned(cx, s, to, s.active.enemy());
        if cx.setup.options.cossacks && card.traits.cossack && !card.traits.reliable && is_zone {
            s.push(self.clone());
            s.push(CossackRoll { unit, to, layer });
            return;
        }
        enter(cx, s, unit, spent, to, layer, rec);
    }
}

/// A unit enters the next hex; what follows from that is asked at once.
pub fn enter(
    cx: &Context,
    s: &mut State,
    unit: UnitId,
    spent: u8,
    to: HexId,
    layer: Layer,
    rec: &mut Record,
) {
    let Ok(cost) = check_step(cx, s, unit, spent, to) else { return s.push(Move { mover: None }) };
    let (from, card) = (s.unit(unit).hex, cx.setup.unit(unit));
    put(cx, s, unit, to, layer);
    s.unit_mut(unit).flags.clear(Flag::Lifted);
    let side = s.active;
    s.army_mut(side).tired |= s.army(side).active;
    match wing_of(cx, s, unit) {
        Some(w) if card.arm != Arm::Guns => s.wing_mut(w).moved = true,
        _ => s.set(unit, Flag::GunMoved),
    }
    rec.emit(|| Event::Moved { unit, from, to, cost });
    note_turned(cx, s, rec);
    let mover = if must_stop(cx, s, unit) {
        s.set(unit, Flag::Moved);
        None
    } else {
        Some(Mover { piece: Piece::Unit(unit), spent: spent.saturating_add(cost) })
    };
    s.push(Move { mover });
    super::column::offer_after_step(cx, s, unit);
    let terrain = cx.setup.terrain(&cx.data, to);
    if cx.setup.options.woods_disorder && terrain.woods && is_bothered_by_woods(cx, s, unit) {
        s.push(WoodsRoll { unit, moving: true });
    }
}

/// Deployed units other than Croats (16.4).
pub fn is_bothered_by_woods(cx: &Context, s: &State, u: UnitId) -> bool {
    !cx.setup.unit(u).traits.croat && !s.has(u, Flag::Column)
}

fn note_turned(cx: &Context, s: &mut State, rec: &mut Record) {
    for hex in turn_locked(cx, s) {
        rec.emit(|| Event::LockedFlipped { hex });
    }
}

/// The wing goes into column; if it has begun to move it moves no more (7.6).
fn form(cx: &Context, s: &mut State, w: WingId, rec: &mut Record) {
    let card = cx.setup.wing(w);
    let is_late = s.wing(w).moved;
    s.wing_mut(w).column = true;
    s.wing_mut(w).guns = 1;
    s.leader_mut(card.leader).column = true;
    for u in units_of(cx, s, w).into_iter().filter(|u| s.unit(*u).is_on_map()).collect::<Vec<_>>() {
        s.set(u, Flag::Column);
        if is_late {
            s.set(u, Flag::Moved);
        }
    }
    rec.emit(|| Event::WingFormedColumn { wing: w });
}

/// Overstacked hexes nobody can leave: units that may be given up (7.3).
fn surplus(cx: &Context, s: &State, out: &mut Vec<Action>) {
    for hex in overstacked(cx, s, s.active) {
        let units = stack(cx, s, hex, s.active);
        out.extend(
            units.into_iter().filter(|u| !is_engaged(cx, s, *u)).map(|unit| Action::LoseStep { unit }),
        );
    }
}

impl Decision for Move {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Side(s.active)
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        self.list_some(cx, s, usize::MAX, out);
    }

    fn list_some(&self, cx: &Context, s: &State, enough: usize, out: &mut Vec<Action>) {
        let b = Survey::new(cx, s);
        match self.mover.map(|m| m.piece) {
            Some(Piece::Unit(u)) if s.unit(u).is_on_map() => {
                self.list_unit(&b, u, out);
                if out.is_empty() || !crate::fortunes::must_advance(cx, s, u, self.spent(Piece::Unit(u))) {
                    out.push(Action::Halt);
                }
            }
            Some(Piece::Leader(l)) if s.leader(l).is_on_map() => {
                self.list_leader(&b, l, out);
                out.push(Action::Halt);
            }
            Some(_) => out.push(Action::Halt),
            None => {
                let own = |u: &UnitId| side_of(cx, *u) == s.active && s.unit(*u).is_on_map();
                for u in cx.setup.unit_ids().filter(own) {
                    self.list_unit(&b, u, out);
                    if out.len() >= enough {
                        return;
                    }
                }
                if !b.overstacked.is_empty() {
                    if out.is_empty() {
                        surplus(cx, s, out);
                    }
                    if !out.is_empty() {
                        return;
                    }
                }
                for l in cx.setup.leader_ids().filter(|l| cx.setup.leader(*l).side == s.active) {
                    if s.leader(l).is_on_map() {
                        self.list_leader(&b, l, out);
                    }
                }
                Self::list_between(&b, out);
                super::march::list_starts(cx, s, out);
                if !crate::fortunes::is_anybody_rash(cx, s) {
                    out.push(Action::Done);
                }
            }
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        let or = |r: Option<Why>| r.unwrap_or(("7.3", "that cannot be done now"));
        let is_other = |piece: Piece| self.mover.is_some_and(|m| m.piece != piece);
        match action {
            Action::Go { unit, .. } if is_other(Piece::Unit(*unit)) => ("7.3", "another counter is moving"),
            Action::Ride { leader, .. } if is_other(Piece::Leader(*leader)) => {
                ("7.3", "another counter is moving")
            }
            Action::Go { unit, to, .. } => {
                or(check_step(cx, s, *unit, self.spent(Piece::Unit(*unit)), *to).err())
            }
            Action::Ride { leader, to } => {
                or(check_ride(cx, s, *leader, self.spent(Piece::Leader(*leader)), *to).err())
            }
            Action::Exit { unit } => or(check_exit(cx, s, *unit, self.spent(Piece::Unit(*unit))).err()),
            Action::Form { wing } => or(check_form(&Survey::new(cx, s), *wing).err()),
            Action::FormGun { unit, wing } => or(check_form_gun(cx, s, *unit, *wing).err()),
            Action::Lift { unit, position } if !may_reorder(cx, s, *unit, *position) => {
                ("5.5", "guns that entered an enemy zone stay below")
            }
            Action::Lift { .. } => ("5.5", "its place in the stack stays"),
            Action::March { .. }
            | Action::FormCover { .. }
            | Action::Rearrange { .. }
            | Action::DeployHere { .. }
                if self.mover.is_some() =>
            {
                ("7.3", "another counter is moving")
            }
            Action::March { .. }
            | Action::FormCover { .. }
            | Action::Rearrange { .. }
            | Action::DeployHere { .. } => super::march::refuse_start(cx, s, action),
            Action::Halt | Action::Done if crate::fortunes::is_anybody_rash(cx, s) => {
                ("18", "the rash wing goes for the enemy first")
            }
            Action::Done if self.mover.is_some() => ("7.3", "a counter is moving"),
            Action::Done => ("5.4", "overstacked hexes are relieved first"),
            _ => ("7.3", "that cannot be done now"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::March { .. }
            | Action::FormCover { .. }
            | Action::Rearrange { .. }
            | Action::DeployHere { .. } => {
                s.push(Self { mover: None });
                return super::march::start(cx, s, action, rec);
            }
            Action::Go { unit, to, layer } => return self.go_step(cx, s, unit, to, layer, rec),
            Action::Ride { leader, to } => {
                let spent = self.spent(Piece::Leader(leader));
                let cost = check_ride(cx, s, leader, spent, to).unwrap_or(1);
                let from = s.leader(leader).hex;
                s.leader_mut(leader).hex = to;
                if let (Post::Wing(w), false) = (cx.setup.leader(leader).post, s.covers.is_empty()) {
                    s.entered.push((s.active, to, Some(w)));
                }
                let man = man_of(cx, s, leader);
                rec.emit(|| Event::LeaderMoved { leader, man, from, to });
                return s.push(Self {
                    mover: Some(Mover { piece: Piece::Leader(leader), spent: spent.saturating_add(cost) }),
                });
            }
            Action::Exit { unit } => {
                crate::board::lift_off(cx, s, unit);
                rec.emit(|| Event::LeftMap { unit });
            }
            Action::Lift { unit, position } => {
                reorder(cx, s, unit, position);
                s.set(unit, Flag::Lifted);
                let hex = s.unit(unit).hex;
                rec.emit(|| Event::Reordered { unit, hex, position });
                note_turned(cx, s, rec);
            }
            Action::Form { wing } => form(cx, s, wing, rec),
            Action::FormGun { unit, wing } => {
                let column = s.wing_mut(wing);
                column.guns = column.guns.saturating_add(1);
                s.set(unit, Flag::Column);
                rec.emit(|| Event::GunFormedColumn { unit });
            }
            Action::FormLeader { leader } => {
                s.leader_mut(leader).column = true;
                let man = man_of(cx, s, leader);
                rec.emit(|| Event::LeaderChangedColumn { man, column: true });
            }
            Action::LoseStep { unit } => {
                rec.emit(|| Event::GaveUp { unit });
                crate::morale::lose_step(cx, s, unit, true, rec);
            }
            Action::Halt => match self.mover.map(|m| m.piece) {
                Some(Piece::Unit(u)) => s.set(u, Flag::Moved),
                Some(Piece::Leader(l)) => s.leader_mut(l).moved = true,
                None => {}
            },
            _ => return,
        }
        s.push(Self { mover: None });
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        match self.mover.map(|m| m.piece) {
            Some(Piece::Unit(u)) => {
                let left = allowance(cx, s, u).saturating_sub(self.spent(Piece::Unit(u)));
                (format!("{} moves: {left} points left", unit_name(cx, u)), "7.3")
            }
            Some(Piece::Leader(l)) => (format!("{} rides", name_of(cx, s, l)), "7.3"),
            None if !overstacked(cx, s, s.active).is_empty() => ("Relieve overstacked hexes".into(), "5.4"),
            None => ("Move counters, order stacks, form columns".into(), "7.3"),
        }
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let hex = |h: &HexId| cx.setup.label(*h);
        match action {
            Action::Go { unit, to, layer } => {
                let place = match (layer, stack(cx, s, *to, s.active).is_empty()) {
                    (_, true) => "",
                    (Layer::Top, _) => ", on top",
                    (Layer::Bottom, _) => ", below",
                };
                let label = format!("Move {} to {}{place}", unit_name(cx, *unit), hex(to));
                answer(label, Verb::Move, Target::Hex(*to), "7.3").by(unit_target(*unit))
            }
            Action::Ride { leader, to } => {
                let label = format!("{} rides to {}", name_of(cx, s, *leader), hex(to));
                answer(label, Verb::Move, Target::Hex(*to), "7.3").by(leader_target(cx, *leader))
            }
            Action::Exit { unit } => {
                about_unit(format!("{} leaves the map", unit_name(cx, *unit)), Verb::Move, *unit, "12.4")
            }
            Action::Lift { unit, position } => {
                let at = s.unit(*unit).hex;
                let label = format!("Put {} at place {} in {}", unit_name(cx, *unit), position + 1, hex(&at));
                let target = Target::StackPosition { hex: at, position: *position };
                answer(label, Verb::Other, target, "5.5").by(unit_target(*unit))
            }
            Action::Form { wing } => {
                let leader = cx.setup.wing(*wing).leader;
                let label = format!("The wing of {} forms column", leader_name(cx, leader));
                answer(label, Verb::Turn, leader_target(cx, leader), "7.6")
            }
            Action::FormGun { unit, wing } => {
                let leader = leader_name(cx, cx.setup.wing(*wing).leader);
                let label = format!("{} forms column with {leader}", unit_name(cx, *unit));
                about_unit(label, Verb::Turn, *unit, "7.6")
            }
            Action::FormLeader { leader } => answer(
                format!("{} goes into column", name_of(cx, s, *leader)),
                Verb::Turn,
                leader_target(cx, *leader),
                "7.6",
            ),
            Action::LoseStep { unit } => {
                about_unit(format!("Give up a step of {}", unit_name(cx, *unit)), Verb::Choose, *unit, "7.3")
            }
            Action::March { .. }
            | Action::FormCover { .. }
            | Action::Rearrange { .. }
            | Action::DeployHere { .. } => super::march::label(cx, s, action),
            Action::Halt => said("Halt", Verb::Pass, "7.3"),
            _ => said("End movement", Verb::End, "7.3").confirmed(),
        }
    }
}
