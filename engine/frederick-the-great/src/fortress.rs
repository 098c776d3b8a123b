//! Chapter 12: in and out of fortresses, sallies and relief.

use super::action::Action;
use super::command::Gate;
use super::event::What;
use super::movement::{can_come_out, can_go_in};
use super::state::{DoorKind, Frame, Lead, Place, Sally, Stack, State, leader_bit, leaders_in};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody, for_side};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

fn open_gate(s: &State) -> Option<(HexId, SideId, DoorKind)> {
    match s.frames.top() {
        Some(Frame::Door { hex, side, kind }) => Some((*hex, *side, *kind)),
        _ => None,
    }
}

/// Whether this side may go in through this door.
fn may_in(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind) -> Result<(), Why> {
    match kind {
        DoorKind::Move if s.is_demoralised(hex, side) => Err(why::UNDIVIDED),
        DoorKind::Move | DoorKind::Combat if s.duty.contains(&(hex, side)) => Err(why::DUTY),
        DoorKind::Combat if s.is_sallied(hex) => Err(why::BESIEGED_FORT),
        DoorKind::Move | DoorKind::Combat => can_go_in(cx, s, hex, side),
        _ if !cx.setup.is_fort(hex) => Err(why::NO_FORT),
        _ if s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside) => Err(why::ENEMY_FORT),
        DoorKind::Relief | DoorKind::Possess | DoorKind::Seize => Ok(()),
    }
}

fn may_out(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind) -> Result<(), Why> {
    match kind {
        DoorKind::Move if s.is_demoralised(hex, side) => Err(why::UNDIVIDED),
        DoorKind::Move => can_come_out(cx, s, hex),
        DoorKind::Combat if cx.setup.is_winter(s.turn) => Err(why::QUARTERS),
        DoorKind::Combat => Ok(()),
        DoorKind::Relief | DoorKind::Possess | DoorKind::Seize => Err(why::ONLY_IN),
    }
}

/// A relief or a conquest does not ask who has moved.
fn is_late(kind: DoorKind) -> bool {
    matches!(kind, DoorKind::Relief | DoorKind::Possess | DoorKind::Seize)
}

/// Points that may still pass.
fn points_left_to_pass(s: &State, hex: HexId, nation: NationId, inside: Walls, kind: DoorKind) -> u8 {
    s.stack_at(hex, nation, inside).map_or(0, |k| if is_late(kind) { k.sp() } else { k.fresh })
}

/// The supreme commander rule binds in movement phases (5.37).
fn check_supreme_commander(cx: &Ctx, s: &State, kind: DoorKind, a: &Action) -> Result<(), Why> {
    let Some((hex, ..)) = open_gate(s).filter(|_| kind == DoorKind::Move) else { return Ok(()) };
    let lead = |l: LeaderId| cx.setup.leaders.get(l.index()).map_or(NationId::NONE, |i| i.nation);
    let ok = match *a {
        Action::In { nation, sp } => Gate::new(cx, s, nation, hex, true, 0).allows(sp),
        Action::Out { nation, sp } => Gate::new(cx, s, nation, hex, false, 0).allows(sp),
        Action::LeaderIn { leader } => {
            Gate::new(cx, s, lead(leader), hex, true, leader_bit(leader)).allows(0)
        }
        Action::LeaderOut { leader } => {
            Gate::new(cx, s, lead(leader), hex, false, leader_bit(leader)).allows(0)
        }
        _ => true,
    };
    if ok { Ok(()) } else { Err(why::SUPREME) }
}

fn free_leader(s: &State, leader: LeaderId, hex: HexId, place: Place, kind: DoorKind) -> bool {
    let l = &s.leaders[leader.index()];
    l.hex == hex && l.place == place && (!l.moved || is_late(kind))
}

pub fn can_pass(cx: &Ctx, s: &State, a: &Action) -> Result<(), Why> {
    let Some((hex, side, kind)) = open_gate(s) else { return Err(why::NOT_NOW) };
    let own = |n: NationId| cx.setup.nations.get(n.index()).is_some_and(|i| i.side == side);
    let lead = |l: LeaderId| cx.setup.leaders.get(l.index()).is_some_and(|i| i.side == side);
    let enough = |yes: bool| if yes { Ok(()) } else { Err(why::NOT_HERE) };
    match *a {
        Action::In { nation, sp } => {
            may_in(cx, s, hex, side, kind)?;
            enough(own(nation) && sp > 0 && sp <= points_left_to_pass(s, hex, nation, Walls::Outside, kind))
        }
        Action::Out { nation, sp } => {
            may_out(cx, s, hex, side, kind)?;
            enough(own(nation) && sp > 0 && sp <= points_left_to_pass(s, hex, nation, Walls::Inside, kind))
        }
        Action::LeaderIn { leader } => {
            may_in(cx, s, hex, side, kind)?;
            enough(lead(leader) && free_leader(s, leader, hex, Place::Outside, kind))
        }
        Action::LeaderOut { leader } => {
            may_out(cx, s, hex, side, kind)?;
            enough(lead(leader) && free_leader(s, leader, hex, Place::Inside, kind))
        }
        _ => Err(why::NOT_NOW),
    }?;
    check_supreme_commander(cx, s, kind, a)
}

/// Closing the gate: a fortress that surrendered is garrisoned first (13.33).
pub fn can_close(cx: &Ctx, s: &State) -> Result<(), Why> {
    match open_gate(s) {
        Some((hex, side, DoorKind::Seize)) if !s.is_present(&cx.setup, hex, side, Walls::Inside) => {
            Err(why::GARRISON_IT)
        }
        Some(_) => Ok(()),
        None => Err(why::NOT_NOW),
    }
}

/// Lists what may pass the open door.
pub fn list_passages(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind, out: &mut Vec<Action>) {
    let (go_in, go_out) = (may_in(cx, s, hex, side, kind).is_ok(), may_out(cx, s, hex, side, kind).is_ok());
    for k in s.stacks_at(hex).iter().filter(|k| cx.setup.side_of(k.nation) == side) {
        let (nation, most) = (k.nation, points_left_to_pass(s, hex, k.nation, k.inside, kind));
        if most == 0 || !(if k.inside == Walls::Inside { go_out } else { go_in }) {
            continue;
        }
        let gate =
            (kind == DoorKind::Move).then(|| Gate::new(cx, s, nation, hex, k.inside == Walls::Outside, 0));
        let may = |sp: &u8| gate.as_ref().is_none_or(|g| g.allows(*sp));
        let one = |sp| {
            if k.inside == Walls::Inside { Action::Out { nation, sp } } else { Action::In { nation, sp } }
        };
        out.extend((1..=most).filter(may).map(one));
    }
    for (inside, go) in [(Walls::Outside, go_in), (Walls::Inside, go_out)] {
        let place = Place::at(inside);
        let here = leaders_in(s.leaders_at(&cx.setup, hex, side, inside)).filter(|_| go);
        let one = |leader| {
            if inside == Walls::Inside { Action::LeaderOut { leader } } else { Action::LeaderIn { leader } }
        };
        let may = |a: &Action| check_supreme_commander(cx, s, kind, a).is_ok();
        out.extend(here.filter(|l| free_leader(s, *l, hex, place, kind)).map(one).filter(may));
    }
}

/// Fortress hexes whose door this side could use now.
pub fn usable_gates(cx: &Ctx, s: &State, side: SideId, kind: DoorKind) -> Vec<HexId> {
    // Stacks are in the order of hexes; what has been found is not asked about again.
    let mut out: Vec<HexId> = Vec::new();
    for (hex, inside) in points_that_may_pass(cx, s, side, kind) {
        if out.last() != Some(&hex) && is_passage_free(cx, s, hex, side, kind, inside) {
            out.push(hex);
        }
    }
    for (hex, inside) in leaders_who_may_pass(cx, s, side, kind) {
        if let Err(i) = out.binary_search(&hex)
            && is_passage_free(cx, s, hex, side, kind, inside)
        {
            out.insert(i, hex);
        }
    }
    out.retain(|h| !s.shut.contains(&(*h, side)));
    out
}

/// Seeing to a gate (12.21): it is of use, and he has not just closed it again.
pub fn can_see_to(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind) -> Result<(), Why> {
    if hex.index() >= cx.setup.map.len() || !can_open(cx, s, hex, side, kind) {
        Err(why::NO_FORT)
    } else if s.shut.contains(&(hex, side)) {
        Err(why::SHUT_AGAIN)
    } else {
        Ok(())
    }
}

fn is_passage_free(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind, inside: Walls) -> bool {
    match inside {
        Walls::Inside => may_out(cx, s, hex, side, kind).is_ok(),
        Walls::Outside => may_in(cx, s, hex, side, kind).is_ok(),
    }
}

/// Points in fortress hexes that may still pass a door: where, and whether they are inside.
fn points_that_may_pass(
    cx: &Ctx,
    s: &State,
    side: SideId,
    kind: DoorKind,
) -> impl Iterator<Item = (HexId, Walls)> {
    let own = move |k: &&Stack| {
        (k.fresh > 0 || is_late(kind)) && cx.setup.is_fort(k.hex) && cx.setup.side_of(k.nation) == side
    };
    s.stacks.iter().filter(own).map(|k| (k.hex, k.inside))
}

/// The same of leaders.
fn leaders_who_may_pass(
    cx: &Ctx,
    s: &State,
    side: SideId,
    kind: DoorKind,
) -> impl Iterator<Item = (HexId, Walls)> {
    let all = leaders_in(cx.setup.lookup.side_leaders[side.index()]).map(|l| &s.leaders[l.index()]);
    let free = move |l: &&Lead| l.on_map() && (!l.moved || is_late(kind)) && cx.setup.is_fort(l.hex);
    all.filter(free).map(|l| (l.hex, Walls::from(l.place == Place::Inside)))
}

pub fn can_open(cx: &Ctx, s: &State, hex: HexId, side: SideId, kind: DoorKind) -> bool {
    let mut all = points_that_may_pass(cx, s, side, kind)
        .chain(leaders_who_may_pass(cx, s, side, kind))
        .filter(|u| u.0 == hex);
    cx.setup.is_fort(hex) && all.any(|(_, inside)| is_passage_free(cx, s, hex, side, kind, inside))
}

/// Whether there is any door for this side to use.
pub fn any_door(cx: &Ctx, s: &State, side: SideId, kind: DoorKind) -> bool {
    let mut all = points_that_may_pass(cx, s, side, kind).chain(leaders_who_may_pass(cx, s, side, kind));
    all.any(|(hex, inside)| !s.shut.contains(&(hex, side)) && is_passage_free(cx, s, hex, side, kind, inside))
}

pub fn pass_gate(cx: &Ctx, s: &mut State, a: &Action, rec: &mut Rec) {
    let Some((hex, side, kind)) = open_gate(s) else { return };
    let late = is_late(kind);
    let besieged = s.is_besieged(hex);
    match *a {
        Action::In { nation, sp } | Action::Out { nation, sp } => {
            let into = matches!(a, Action::In { .. });
            let n = if late {
                s.remove_points(hex, nation, Walls::from(!into), sp)
            } else {
                s.take_fresh(hex, nation, Walls::from(!into), sp)
            };
            s.add_points(hex, nation, Walls::from(into), n, false);
            if !into && besieged {
                join_sally(s, hex, nation, n, 0);
            }
            rec.emit(|| for_everybody(What::Door { side, hex, into }));
            rec.emit(|| for_side(side, What::DoorSp { side, hex, nation, sp: n, into }));
        }
        Action::LeaderIn { leader } | Action::LeaderOut { leader } => {
            let into = matches!(a, Action::LeaderIn { .. });
            let l = &mut s.leaders[leader.index()];
            l.place = if into { Place::Inside } else { Place::Outside };
            l.moved = true;
            if !into && besieged {
                join_sally(s, hex, cx.setup.leaders[leader.index()].nation, 0, leader_bit(leader));
            }
            rec.emit(|| for_everybody(What::Door { side, hex, into }));
        }
        _ => {}
    }
}

fn join_sally(s: &mut State, hex: HexId, nation: NationId, sp: u8, leaders: u64) {
    match s.sieges.sallies.iter_mut().find(|y| y.hex == hex && y.nation == nation) {
        Some(y) => {
            y.sp = y.sp.saturating_add(sp);
            y.leaders |= leaders;
        }
        None => s.sieges.sallies.push(Sally { hex, nation, sp, leaders }),
    }
    s.sieges.sallies.sort_unstable();
}

/// Without a combat who came out of a besieged fortress goes back (12.23).
pub fn back_inside(cx: &Ctx, s: &mut State, hex: HexId, rec: &mut Rec) {
    let out: Vec<Sally> = s.sieges.sallies.iter().filter(|y| y.hex == hex).copied().collect();
    s.sieges.sallies.retain(|y| y.hex != hex);
    for y in out {
        let side = cx.setup.side_of(y.nation);
        // Whoever left the gate open to the enemy stays outside.
        if s.is_present(&cx.setup, hex, side.enemy(), Walls::Inside) {
            continue;
        }
        let n = s.remove_points(hex, y.nation, Walls::Outside, y.sp);
        s.add_points(hex, y.nation, Walls::Inside, n, false);
        for l in leaders_in(y.leaders) {
            let l = &mut s.leaders[l.index()];
            if l.hex == hex && l.place == Place::Outside {
                l.place = Place::Inside;
            }
        }
        rec.emit(|| for_everybody(What::Door { side, hex, into: true }));
    }
}

/// After a combat with the besiegers the garrison's friends may go in (12.23).
pub fn offer_relief(cx: &Ctx, s: &mut State, hex: HexId, siege: bool) {
    let sallied = s.sieges.sallies.iter().find(|y| y.hex == hex).map(|y| cx.setup.side_of(y.nation));
    let inside = SideId::BOTH.into_iter().find(|side| s.is_present(&cx.setup, hex, *side, Walls::Inside));
    s.sieges.sallies.retain(|y| y.hex != hex);
    let Some(side) = sallied.or(inside.filter(|_| siege)) else { return };
    if can_open(cx, s, hex, side, DoorKind::Relief) {
        s.frames.push(Frame::Door { hex, side, kind: DoorKind::Relief });
    }
}

/// A door is closed again.
pub fn close_gate(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Door { hex, side, kind }) = s.frames.pop() else { return };
    if matches!(kind, DoorKind::Possess | DoorKind::Seize)
        && s.is_present(&cx.setup, hex, side, Walls::Inside)
    {
        rec.emit(|| for_everybody(What::FortressTaken { hex, side }));
    }
}
