//! What may be done now, and why not: one predicate for listing, checking and doing.

use super::action::Action;
use super::movement::{self, Judge};
use super::setup::Item;
use super::state::{DoorKind, Frame, Mode, State};
use super::why::{self, Why};
use super::{Ctx, combat, depots, fortress, placing, prisoners, retreat, siege};
use crate::ids::{SideId, Walls};

/// Which side decides; none when chance does.
pub fn deciding_side(cx: &Ctx, s: &State) -> Option<SideId> {
    Some(match s.frames.top()? {
        Frame::Setup { side, .. }
        | Frame::March { side, .. }
        | Frame::Garrisons { side }
        | Frame::Door { side, .. }
        | Frame::Nominate { side, .. }
        | Frame::AttackOption { side, .. }
        | Frame::Lose { side, .. }
        | Frame::Retire { side, .. }
        | Frame::KingTaken { side } => *side,
        Frame::Place { entry, .. } => cx.setup.start.entries.get(*entry as usize)?.side,
        Frame::Force(f) => f.side,
        Frame::Muster { leader, .. } => cx.setup.leaders.get(leader.index())?.side,
        Frame::Depots | Frame::Combats { .. } | Frame::Sieges { .. } | Frame::Honours { .. } => s.phasing,
        Frame::Terms { .. } => s.phasing.enemy(),
        Frame::Refuge { nation, .. } | Frame::PutBack { nation, .. } => cx.setup.side_of(*nation),
        Frame::Release { holder, .. } => *holder,
        _ => return None,
    })
}

/// Everything the seat to act may do, sorted.
pub fn list_actions(j: &Judge, out: &mut Vec<Action>) {
    let (cx, s) = (j.cx, j.s);
    let Some(top) = s.frames.top() else { return };
    match top {
        Frame::Setup { left, .. } => list_setup(cx, left, out),
        Frame::Place { .. } => placing::list(cx, s, out),
        Frame::Depots => list_depots(j, out),
        Frame::March { .. } => list_march(j, out),
        Frame::Muster { .. } => {
            if let Some(f) = movement::mustered_force(cx, s) {
                movement::list_taking(j, &f, out);
                if depots::can_destroy_on_the_way(s, &f, f.at).is_ok() {
                    out.push(Action::Destroy { hex: f.at });
                }
            }
            out.push(Action::Go);
        }
        Frame::Force(f) => movement::list_force(j, f, out),
        Frame::Garrisons { side } => {
            out.extend(
                fortress::usable_gates(cx, s, *side, DoorKind::Combat)
                    .into_iter()
                    .map(|hex| Action::Open { hex }),
            );
            out.push(Action::Done);
        }
        Frame::Door { hex, side, kind } => {
            fortress::list_passages(cx, s, *hex, *side, *kind, out);
            if fortress::can_close(cx, s).is_ok() {
                out.push(Action::Done);
            }
        }
        Frame::Combats { left, .. } => out.extend(left.iter().map(|hex| Action::Fight { hex: *hex })),
        Frame::Nominate { hex, side } => {
            let all = combat::command_candidates(cx, s, *hex, *side, Walls::Outside);
            out.extend(super::state::leaders_in(all).map(|leader| Action::Nominate { leader }));
        }
        Frame::AttackOption { .. } => {
            if combat::can_attack(cx, s).is_ok() {
                out.push(Action::Attack);
            }
            if combat::can_decline(cx, s).is_ok() {
                out.push(Action::Decline);
            }
        }
        Frame::Lose { .. } => combat::list_lose(cx, s, out),
        Frame::Retire { beaten, .. } => {
            out.extend([Action::Retire, Action::Retreat]);
            if !beaten {
                out.push(Action::Done);
            }
        }
        Frame::Sieges { left } => {
            out.extend(left.iter().map(|hex| Action::Besiege { hex: *hex }));
            out.push(Action::Done);
        }
        Frame::Honours { .. } => out.extend([Action::Grant, Action::Deny]),
        Frame::Terms { .. } => {
            out.push(Action::Surrender);
            if siege::can_refuse(cx, s).is_ok() {
                out.push(Action::Refuse);
            }
        }
        Frame::Refuge { hex, nation } => {
            out.extend(
                siege::refuge_hexes(cx, s, *hex, *nation).into_iter().map(|hex| Action::Refuge { hex }),
            );
        }
        Frame::Release { .. } => prisoners::list_release(cx, s, out),
        Frame::PutBack { .. } => prisoners::list_put_back(cx, s, out),
        Frame::KingTaken { .. } => out.extend([Action::Forfeit, Action::PlayOn]),
        _ => {}
    }
    out.sort_unstable();
}

fn list_setup(cx: &Ctx, left: &[u16], out: &mut Vec<Action>) {
    for item in left {
        let most = match cx.setup.start.items.get(*item as usize) {
            Some(Item::Points { sp, .. }) => *sp,
            Some(Item::Leader { .. }) => 1,
            None => continue,
        };
        out.extend((0..=most).map(|inside| Action::SetUp { item: *item, inside }));
    }
    out.extend([false, true].map(|all| Action::SetUpRest { all }));
}

fn list_depots(j: &Judge, out: &mut Vec<Action>) {
    for hex in j.s.hexes_of(&j.cx.setup, j.s.phasing) {
        if depots::can_build(j, hex).is_ok() {
            out.push(Action::Build { hex });
        }
        if depots::can_camp(j.cx, j.s, hex).is_ok() {
            out.push(Action::Camp { hex });
        }
    }
    out.push(Action::Done);
}

fn list_march(j: &Judge, out: &mut Vec<Action>) {
    let Some(m) = movement::current_march(j.s) else { return };
    for leader in super::state::leaders_in(j.cx.setup.lookup.side_leaders[m.side.index()]) {
        if movement::can_begin(j, &m, leader).is_ok() {
            out.push(Action::Begin { leader });
        }
    }
    let own = |hex: &engine::hex::HexId| depots::can_destroy(j.cx, j.s, m.side, *hex).is_ok();
    out.extend(j.s.depots.iter().map(|d| d.hex).filter(own).map(|hex| Action::Destroy { hex }));
    out.extend(
        fortress::usable_gates(j.cx, j.s, m.side, DoorKind::Move).into_iter().map(|hex| Action::Open { hex }),
    );
    if movement::can_end(j, &m).is_ok() {
        out.push(Action::Done);
    }
}

fn require(ok: bool, why: Why) -> Result<(), Why> {
    if ok { Ok(()) } else { Err(why) }
}

/// Whether this may be done now.
pub fn check_action(j: &Judge, a: &Action) -> Result<(), Why> {
    let (cx, s) = (j.cx, j.s);
    let Some(top) = s.frames.top() else { return Err(why::NOT_NOW) };
    match (top, a) {
        (Frame::Setup { left, .. }, Action::SetUp { item, inside }) => {
            require(left.contains(item), why::SETTLED)?;
            let most = match cx.setup.start.items.get(*item as usize) {
                Some(Item::Points { sp, .. }) => *sp,
                _ => 1,
            };
            require(*inside <= most, why::NOT_CARRIED)
        }
        (Frame::Setup { .. }, Action::SetUpRest { .. }) => Ok(()),
        (Frame::Place { .. }, Action::PlaceRest) => Ok(()),
        (Frame::Place { .. }, Action::Place { piece, hex, inside }) => {
            placing::can_place(cx, s, *piece, *hex, *inside)
        }
        (Frame::Depots, Action::Build { hex }) => depots::can_build(j, *hex),
        (Frame::Depots, Action::Camp { hex }) => depots::can_camp(cx, s, *hex),
        (Frame::March { .. }, _) => permit_march(j, a),
        (Frame::Muster { .. }, _) => {
            let f = movement::mustered_force(cx, s).ok_or(why::NOT_NOW)?;
            match *a {
                Action::Go => Ok(()),
                Action::Take { inside, sp } => movement::can_take(j, &f, inside, sp),
                Action::TakeLeader { leader } => movement::can_take_leader(j, &f, leader),
                Action::Destroy { hex } => depots::can_destroy_on_the_way(s, &f, hex),
                _ => Err(why::NOT_NOW),
            }
        }
        (Frame::Force(f), _) if f.mode == Mode::Retreat => match *a {
            Action::Step { to } => retreat::can_step(j, f, to).map(|_| ()),
            _ => Err(why::NOT_NOW),
        },
        (Frame::Force(f), _) => match *a {
            Action::Step { to } => movement::can_step(j, f, to).map(|_| ()),
            Action::Overwhelm => movement::can_overwhelm(j, f),
            Action::Take { inside, sp } => movement::can_take(j, f, inside, sp),
            Action::TakeLeader { leader } => movement::can_take_leader(j, f, leader),
            Action::Leave { inside, sp } => movement::can_leave(j, f, inside, sp),
            Action::LeaveLeader { leader, inside } => movement::can_leave_leader(j, f, leader, inside),
            Action::Stop { inside } => movement::can_stop(j, f, inside),
            Action::Destroy { hex } => depots::can_destroy_on_the_way(s, f, hex),
            _ => Err(why::NOT_NOW),
        },
        (Frame::Garrisons { side }, Action::Open { hex }) => {
            fortress::can_see_to(cx, s, *hex, *side, DoorKind::Combat)
        }
        (Frame::Door { .. }, Action::Done) => fortress::can_close(cx, s),
        (Frame::Door { .. }, _) => fortress::can_pass(cx, s, a),
        (Frame::Combats { left, .. }, Action::Fight { hex }) => {
            require(left.contains(hex), why::NOT_CONTESTED)
        }
        (Frame::Nominate { .. }, Action::Nominate { leader }) => combat::can_nominate(cx, s, *leader),
        (Frame::AttackOption { .. }, Action::Attack) => combat::can_attack(cx, s),
        (Frame::AttackOption { .. }, Action::Decline) => combat::can_decline(cx, s),
        (Frame::Lose { .. }, Action::Lose { nation, sp }) => combat::can_lose(cx, s, *nation, *sp),
        (Frame::Retire { .. }, Action::Retire | Action::Retreat) => Ok(()),
        (Frame::Retire { beaten, .. }, Action::Done) => require(!*beaten, why::MUST_RETREAT),
        (Frame::Sieges { left }, Action::Besiege { hex }) => require(left.contains(hex), why::NOT_BESIEGED),
        (Frame::Honours { .. }, Action::Grant | Action::Deny) => Ok(()),
        (Frame::Terms { .. }, Action::Surrender) => Ok(()),
        (Frame::Terms { .. }, Action::Refuse) => siege::can_refuse(cx, s),
        (Frame::Refuge { hex, nation }, Action::Refuge { hex: to }) => {
            require(siege::refuge_hexes(cx, s, *hex, *nation).contains(to), why::NO_REFUGE)
        }
        (Frame::Release { .. }, _) => prisoners::can_release(cx, s, a),
        (Frame::PutBack { .. }, _) => prisoners::can_put_back(cx, s, a),
        (Frame::KingTaken { .. }, Action::Forfeit | Action::PlayOn) => Ok(()),
        (Frame::Depots | Frame::Garrisons { .. } | Frame::Sieges { .. }, Action::Done) => Ok(()),
        _ => Err(why::NOT_NOW),
    }
}

fn permit_march(j: &Judge, a: &Action) -> Result<(), Why> {
    let Some(m) = movement::current_march(j.s) else { return Err(why::NOT_NOW) };
    match *a {
        Action::Begin { leader } => movement::can_begin(j, &m, leader),
        Action::Destroy { hex } => depots::can_destroy(j.cx, j.s, m.side, hex),
        Action::Open { hex } => fortress::can_see_to(j.cx, j.s, hex, m.side, DoorKind::Move),
        Action::Done => movement::can_end(j, &m),
        _ => Err(why::NOT_NOW),
    }
}
