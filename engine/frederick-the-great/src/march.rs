//! Chapter 5 in action: forces are formed, march, overwhelm, and are put down again.

use super::event::What;
use super::movement::{Judge, current_march, leader_initiative, movement_points, plan_step};
use super::state::{Force, Frame, Lead, Mode, Place, State, leader_bit, leaders_in};
use super::{Ctx, Rec, for_everybody, for_side, supply};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::game::InlineVec;
use engine::hex::HexId;

/// The force a leader would begin to move.
fn form_force(cx: &Ctx, s: &mut State, leader: LeaderId) -> Force {
    let info = &cx.setup.leaders[leader.index()];
    let (side, nation) = (info.side, info.nation);
    let l = s.leaders[leader.index()];
    let (at, inside) = (l.hex, Walls::from(l.place == Place::Inside));
    let whole = s.is_demoralised(at, side);
    let before = super::command::strength_commanded(cx, s, nation);
    let mut carried = [0; super::state::MOST_NATIONS];
    let mut riders = leader_bit(leader);
    if whole {
        riders |= s.leaders_at(&cx.setup, at, side, inside);
        for (n, c) in carried.iter_mut().enumerate().filter(|n| cx.setup.side_of(NationId(n.0 as u8)) == side)
        {
            *c = s.remove_points(at, NationId(n as u8), inside, u8::MAX);
        }
    }
    for r in leaders_in(riders) {
        s.leaders[r.index()] = Lead { place: Place::Moving, hex: at, moved: true };
    }
    let visited = InlineVec::from_items(&[at]);
    Force {
        mode: Mode::March,
        side,
        leader,
        at,
        left: 0,
        spent: 0,
        carried,
        riders,
        whole,
        attempt: false,
        held: false,
        before,
        seeks: false,
        visited,
        tried: InlineVec::new(),
    }
}

pub fn begin_march(cx: &Ctx, s: &mut State, leader: LeaderId) {
    let Some(m) = current_march(s) else { return };
    let nation = cx.setup.leaders[leader.index()].nation;
    let power = leader_initiative(cx, s, leader);
    let seeks = must_seek_supply(cx, s, power, m.side, s.leaders[leader.index()].hex);
    let done =
        if m.nation != NationId::NONE && m.nation != nation { m.done | (m.nation.bit()) } else { m.done };
    s.frames.replace(Frame::March { side: m.side, die: m.die, nation, done, next: leader.0 + 1 });
    let mut f = form_force(cx, s, leader);
    f.seeks = seeks;
    if m.die == 0 {
        s.frames.push(Frame::Muster {
            leader,
            at: f.at,
            carried: f.carried,
            riders: f.riders,
            before: f.before,
            seeks: f.seeks,
        });
        return;
    }
    f.left = movement_points(cx, s, m.die, power);
    s.frames.push(Frame::Force(f));
}

/// The force march is made up: now its die (5.2).
pub fn roll_for_force_march(s: &mut State) {
    if let Some(Frame::Muster { leader, at, carried, riders, before, seeks }) = s.frames.pop() {
        s.frames.push(Frame::ForceDie { leader, at, carried, riders, before, seeks });
    }
}

/// Whether a force has to look for supply (10.52, 10.53).
fn must_seek_supply(cx: &Ctx, s: &State, power: u8, side: SideId, hex: HexId) -> bool {
    let m = &cx.data.movement;
    power < m.bound_below
        || (power < m.seeks_below && !supply::supply_field(cx, s, side, true).is_supplied(hex))
}

/// A force march gets its die (5.2).
pub fn force_die(cx: &Ctx, s: &mut State, die: u8, rec: &mut Rec) {
    let Some(Frame::ForceDie { leader, at, mut carried, riders, mut before, seeks }) = s.frames.pop() else {
        return;
    };
    let info = &cx.setup.leaders[leader.index()];
    let m = &cx.data.movement;
    let (power, nation) = (info.initiative, info.nation.index());
    let left = movement_points(cx, s, die, power);
    let lost = if die + power >= m.forced_from { carried[nation].min(m.forced_loss) } else { 0 };
    carried[nation] -= lost;
    s.off_map.dead[nation] += lost;
    rec.emit(|| for_everybody(What::ForceDie { leader, die, initiative: power, allowance: left, lost }));
    super::command::allow_for_losses(cx, s, leader, lost, &mut before);
    let visited = InlineVec::from_items(&[at]);
    s.frames.push(Frame::Force(Force {
        mode: Mode::Forced,
        side: info.side,
        leader,
        at,
        left,
        spent: 0,
        carried,
        riders,
        whole: false,
        attempt: false,
        held: false,
        before,
        seeks,
        visited,
        tried: InlineVec::new(),
    }));
}

pub fn march_step(cx: &Ctx, s: &mut State, to: HexId, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.top() else { return };
    let j = Judge::new(cx, s);
    // Its duties were asked when it was listed.
    let plan = match f.mode {
        Mode::Retreat => super::retreat::plan_step(&j, f, to),
        _ => plan_step(&j, f, to),
    };
    let Ok(p) = plan else { return };
    let mut f = f.clone();
    let (leader, side, from) = (f.leader, f.side, f.at);
    rec.emit(|| for_everybody(What::Stepped { leader, side, from, to }));
    f.at = to;
    f.left -= p.cost;
    f.spent += p.cost;
    f.visited.push(to);
    for r in leaders_in(f.riders) {
        s.leaders[r.index()].hex = to;
    }
    let strong = f.carried.iter().any(|n| *n > 0);
    if strong && s.strength_at(&cx.setup, to, side.enemy(), Walls::Outside) == 0 {
        let lone = s.leaders_at(&cx.setup, to, side.enemy(), Walls::Outside);
        super::prisoners::capture_leaders(cx, s, lone, rec);
    }
    if f.mode == Mode::Retreat {
        s.frames.replace(Frame::Force(f));
        return;
    }
    let enemy = s.is_occupied(&cx.setup, to, side.enemy());
    f.held = p.held && enemy;
    f.attempt = strong && !f.tried.contains(&to) && s.is_present(&cx.setup, to, side.enemy(), Walls::Outside);
    s.frames.replace(Frame::Force(f));
}

/// An overwhelming attack is tried (5.5).
pub fn try_overwhelming_attack(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.top().cloned() else { return };
    let (hex, side) = (f.at, f.side);
    let own: u16 = f.carried.iter().map(|n| u16::from(*n)).sum();
    let enemy = s.strength_at(&cx.setup, hex, side.enemy(), Walls::Outside);
    let success = u32::from(own) * 100 >= u32::from(enemy) * u32::from(cx.data.combat.overwhelming);
    rec.reveal();
    rec.emit(|| for_everybody(What::Overwhelm { side, hex, sp: own, success }));
    if success {
        super::prisoners::capture_outside(cx, s, hex, side.enemy(), rec);
    } else if f.held && !s.duty.contains(&(hex, side)) {
        s.duty.push((hex, side));
        s.duty.sort_unstable();
    }
    if let Some(Frame::Force(f)) = s.frames.top_mut() {
        f.attempt = false;
        f.tried.push(hex);
        f.held &= !success;
    }
}

/// What has been taken up, or has joined, and goes back before any step has not moved (5.35, 5.36). Who goes into
/// the fortress has passed its gate.
fn has_not_moved(f: &Force, inside: Walls) -> bool {
    f.mode != Mode::Retreat && !f.whole && f.visited.len() <= 1 && inside == Walls::Outside
}

/// Held with the gates that were opened for nothing: until the force goes on.
fn note_put_back(s: &mut State, at: HexId, side: SideId) {
    if !s.shut.contains(&(at, side)) {
        s.shut.push((at, side));
        s.shut.sort_unstable();
    }
}

/// Ends a move: everything is put down.
pub fn end_march(s: &mut State, inside: Walls, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.pop() else { return };
    let place = Place::at(inside);
    let fresh = has_not_moved(&f, inside);
    for (n, sp) in f.carried.iter().enumerate() {
        s.add_points(f.at, NationId(n as u8), inside, *sp, fresh);
    }
    for r in leaders_in(f.riders) {
        s.leaders[r.index()] = Lead { place, hex: f.at, moved: !fresh || r == f.leader };
    }
    let from = f.visited.first().copied().unwrap_or(f.at);
    let (leader, side, to, mode) = (f.leader, f.side, f.at, f.mode);
    rec.emit(|| for_everybody(What::Moved { leader, side, from, to, mode }));
    let joins = s.is_demoralised(to, side);
    if f.whole {
        if !joins {
            s.demoralise_force(to, side);
            rec.emit(|| for_everybody(What::Demoralised { hex: to, side }));
        }
    } else if joins {
        rec.emit(|| for_side(side, What::Demoralised { hex: to, side }));
    }
}

pub fn take_points(cx: &Ctx, s: &mut State, inside: Walls, sp: u8, rec: &mut Rec) {
    let Some((leader, at)) = moving_leader(s) else { return };
    let (nation, side) = (cx.setup.leaders[leader.index()].nation, cx.setup.leaders[leader.index()].side);
    let n = s.take_fresh(at, nation, inside, sp);
    match s.frames.top_mut() {
        Some(Frame::Force(f)) => {
            f.carried[nation.index()] += n;
            f.attempt = false;
        }
        Some(Frame::Muster { carried, .. }) => carried[nation.index()] += n,
        _ => {}
    }
    rec.emit(|| for_side(side, What::Took { leader, at, sp: n }));
}

fn moving_leader(s: &State) -> Option<(LeaderId, HexId)> {
    match s.frames.top() {
        Some(Frame::Force(f)) => Some((f.leader, f.at)),
        Some(Frame::Muster { leader, at, .. }) => Some((*leader, *at)),
        _ => None,
    }
}

pub fn take_leader(cx: &Ctx, s: &mut State, leader: LeaderId, rec: &mut Rec) {
    let Some((with, at)) = moving_leader(s) else { return };
    s.leaders[leader.index()] = Lead { place: Place::Moving, hex: at, moved: true };
    match s.frames.top_mut() {
        Some(Frame::Force(f)) => {
            f.riders |= leader_bit(leader);
            f.attempt = false;
        }
        Some(Frame::Muster { riders, .. }) => *riders |= leader_bit(leader),
        _ => {}
    }
    let side = cx.setup.leaders[leader.index()].side;
    rec.emit(|| for_side(side, What::Joined { leader, with, at }));
}

pub fn leave_points(cx: &Ctx, s: &mut State, inside: Walls, sp: u8, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.top_mut() else { return };
    let info = &cx.setup.leaders[f.leader.index()];
    let (leader, at) = (f.leader, f.at);
    f.carried[info.nation.index()] = f.carried[info.nation.index()].saturating_sub(sp);
    f.attempt = false;
    let fresh = has_not_moved(f, inside);
    s.add_points(at, info.nation, inside, sp, fresh);
    if fresh {
        note_put_back(s, at, info.side);
    }
    rec.emit(|| for_side(info.side, What::Left { leader, at, sp, inside }));
}

pub fn leave_leader(cx: &Ctx, s: &mut State, leader: LeaderId, inside: Walls, rec: &mut Rec) {
    let Some(Frame::Force(f)) = s.frames.top_mut() else { return };
    f.riders &= !leader_bit(leader);
    f.attempt = false;
    let (at, moved) = (f.at, !has_not_moved(f, inside));
    let place = Place::at(inside);
    s.leaders[leader.index()] = Lead { place, hex: at, moved };
    if !moved {
        note_put_back(s, at, cx.setup.leaders[leader.index()].side);
    }
    let side = cx.setup.leaders[leader.index()].side;
    rec.emit(|| for_side(side, What::Stayed { leader, at }));
}
