//! The movement phase: which leader may begin a march, who must, and when the phase may end.

use super::{Judge, can_come_out, leader_initiative};
use crate::Ctx;
use crate::ids::{LeaderId, NationId, SideId, Walls};
use crate::state::{Frame, Place, State, leaders_in};
use crate::why::{self, Why};
use engine::hex::HexId;

/// Whether any leader of the side may still begin to move.
pub fn anybody_may_begin(cx: &Ctx, s: &State, m: &Marching) -> bool {
    leaders_in(cx.setup.lookup.side_leaders[m.side.index()]).any(|l| may_begin(cx, s, m, l).is_ok())
}

/// Movement phase frame: side, whether forced, nation under way, nations finished, next rank.
#[derive(Clone, Copy)]
pub struct Marching {
    pub side: SideId,
    pub die: u8,
    pub nation: NationId,
    pub done: u8,
    pub next: u8,
}

pub fn current_march(s: &State) -> Option<Marching> {
    s.frames.top().and_then(phase_of)
}

/// The movement phase that goes on below a force on its way or an open gate.
pub fn under_way(s: &State) -> Option<Marching> {
    s.frames.iter().rev().find_map(phase_of)
}

fn phase_of(f: &Frame) -> Option<Marching> {
    match f {
        Frame::March { side, die, nation, done, next } => {
            Some(Marching { side: *side, die: *die, nation: *nation, done: *done, next: *next })
        }
        _ => None,
    }
}

/// Whether this leader may begin to move, apart from the duties of others.
pub fn may_begin(cx: &Ctx, s: &State, m: &Marching, leader: LeaderId) -> Result<(), Why> {
    let Some(info) = cx.setup.leaders.get(leader.index()) else { return Err(why::NOT_ON_MAP) };
    let l = &s.leaders[leader.index()];
    if info.side != m.side {
        return Err(why::NOT_YOURS);
    }
    if !l.on_map() {
        return Err(why::NOT_ON_MAP);
    }
    if l.moved {
        return Err(why::HAS_MOVED);
    }
    if m.done & (info.nation.bit()) != 0 {
        return Err(why::NATION_DONE);
    }
    if info.nation == m.nation && leader < LeaderId(m.next) {
        return Err(why::BYPASSED);
    }
    if l.place == Place::Inside {
        can_come_out(cx, s, l.hex)?;
    }
    if s.is_demoralised(l.hex, m.side) {
        if m.die == 0 {
            return Err(why::NO_FORCED);
        }
        if crate::combat::commander_at(cx, s, l.hex, m.side, Walls::from(l.place == Place::Inside))
            != Some(leader)
        {
            return Err(why::COMMANDER_MOVES);
        }
        if must_stay(cx, s, l.hex, m.side, l.place) {
            return Err(why::HAS_MOVED);
        }
    }
    Ok(())
}

/// A demoralised force somebody has joined in this phase: undivided, it does not move again (5.36, 11.12).
fn must_stay(cx: &Ctx, s: &State, hex: HexId, side: SideId, place: Place) -> bool {
    let inside = Walls::from(place == Place::Inside);
    let points =
        |k: &crate::state::Stack| k.inside == inside && k.moved > 0 && cx.setup.side_of(k.nation) == side;
    let here = s.leaders_at(&cx.setup, hex, side, inside);
    s.stacks_at(hex).iter().any(points) || leaders_in(here).any(|l| s.leaders[l.index()].moved)
}

/// Whether a leader who may still move has to seek supply (10.52, 10.53).
pub(super) fn must_seek(j: &Judge, m: &Marching, leader: LeaderId) -> bool {
    m.die > 0
        && may_begin(j.cx, j.s, m, leader).is_ok()
        && leader_initiative(j.cx, j.s, leader) < j.cx.data.movement.seeks_below
        && !(j.s.leaders[leader.index()].place == Place::Inside
            && j.s.is_demoralised(j.s.leaders[leader.index()].hex, m.side))
        && !j.supply_field(m.side).is_supplied(j.s.leaders[leader.index()].hex)
}

pub fn can_begin(j: &Judge, m: &Marching, leader: LeaderId) -> Result<(), Why> {
    may_begin(j.cx, j.s, m, leader)?;
    let nation = j.cx.setup.leaders[leader.index()].nation;
    // Nobody with a duty may be passed over: neither in this nation nor in the one left behind.
    let of = |l: LeaderId| j.cx.setup.leaders[l.index()].nation;
    let passed = leaders_in(j.leaders_bound_to_supply(m)).any(|l| l < leader && of(l) == nation);
    let left = m.nation != nation && leaders_in(j.leaders_bound_to_supply(m)).any(|l| of(l) == m.nation);
    if passed || left { Err(why::MUST_SEEK) } else { Ok(()) }
}

pub fn can_end(j: &Judge, m: &Marching) -> Result<(), Why> {
    if j.leaders_bound_to_supply(m) != 0 { Err(why::MUST_SEEK) } else { Ok(()) }
}
