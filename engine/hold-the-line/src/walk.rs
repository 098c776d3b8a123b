//! Chapter 7, a move hex by hex: for a player to whom the way matters (a lone enemy leader, sleepers,
//! objectives).

use super::C;
use super::board::{Board, Eyes};
use super::flow;
use super::movement::{self, Door, Legs, entry_door};
use super::setup::Def;
use super::state::{Frame, State, UnitId, Walk};
use super::why::Why;
use super::{charge, options};
use engine::hex::HexId;

/// The walk as it begins.
pub fn begin_walk(cx: &C, s: &State, board: &Board, legs: &Legs) -> Walk {
    Walk {
        unit: legs.unit,
        lead: !legs.lead.is_none(),
        column: legs.column,
        start: s.unit(legs.unit).hex,
        steps: 0,
        clear: !board.near_enemy(s.unit(legs.unit).hex, cx.setup.unit_def(legs.unit).side),
        charge: charge::may_charge(cx, s, board, legs.unit).is_ok(),
        stopped: false,
        checked: false,
        pending: HexId::NONE,
        limits: [legs.base, legs.clear, legs.hurried],
    }
}

/// Whether a walk is worth offering: some hex in reach changes something, and the way has more
/// than one step.
pub fn path_matters(cx: &C, s: &State, board: &Board, legs: &Legs, reach: &[HexId]) -> bool {
    legs.most_hexes() > 1 && reach.iter().any(|h| movement::side_effects(cx, s, board, legs.unit, *h) > 0)
}

/// Whoever leads the walker along.
pub fn walking_leader(cx: &C, s: &State, w: &Walk) -> UnitId {
    if !w.lead {
        return UnitId::NONE;
    }
    let (side, hex) = (cx.setup.unit_def(w.unit).side, s.unit(w.unit).hex);
    let led = |u: &UnitId| {
        let d = cx.setup.unit_def(*u);
        d.is_leader() && d.side == side && s.unit(*u).hex == hex
    };
    s.unit_ids().find(led).unwrap_or(UnitId::NONE)
}

fn step_limit(cx: &C, w: &Walk, def: &Def, board: &Board, steps: u8, to: HexId) -> Result<u8, Why> {
    let ap = &cx.data.ap;
    let (base, more) = if def.is_leader() { (0, 0) } else { (ap.move_cost, ap.leader_hex_cost) };
    let clear = w.clear && !board.near_enemy(to, def.side);
    if steps <= w.limits[0] || (clear && steps <= w.limits[1]) {
        Ok(base)
    } else if clear && steps <= w.limits[2] {
        Ok(base + more)
    } else {
        Err(Why::TooFar)
    }
}

/// Whether the next step may go to `to`; what the walk has cost then.
pub fn can_step(cx: &C, s: &State, board: &Board, w: &Walk, to: HexId) -> Result<u8, Why> {
    let (def, at) = (cx.setup.unit_def(w.unit), s.unit(w.unit).hex);
    if w.stopped {
        return Err(Why::NoWay);
    }
    if !cx.setup.are_adjacent(at, to) {
        return Err(Why::NotAdjacent);
    }
    if to == w.start {
        return Err(Why::SameHex);
    }
    let lead = walking_leader(cx, s, w);
    let cost = step_limit(cx, w, def, board, w.steps + 1, to)?;
    match entry_door(cx, board, def, lead, to) {
        // Hex by hex he would stand in one hex with the other while he is asked.
        Door::Shut(why) | Door::Pass(why @ Why::TwoLeaders) => Err(why),
        Door::Open | Door::Stop => Ok(cost),
        // Guns that fail to leave their front stay where they are, which must be allowed.
        Door::Pass(why) if options::has_front(cx, w.unit) => Err(why),
        Door::Pass(_) => {
            // It may not stay there: some next hex must take it in.
            let onward = cx.setup.ring[to.index()].iter().copied().take_while(|h| !h.is_none()).any(|h| {
                h != w.start
                    && h != at
                    && step_limit(cx, w, def, board, w.steps + 2, h).is_ok()
                    && entry_door(cx, board, def, lead, h).may_stay()
            });
            if onward { Ok(cost) } else { Err(Why::Foreign) }
        }
    }
}

/// Whether the walker may stay where it is.
pub fn can_stop(cx: &C, s: &State, board: &Board, w: &Walk) -> Result<(), Why> {
    if w.steps == 0 {
        return Err(Why::SameHex);
    }
    let def = cx.setup.unit_def(w.unit);
    let cell = board.cell(s.unit(w.unit).hex);
    let leader = cell.lead[def.side.index()];
    let nation = leader.some().map_or(def.nation, |l| cx.setup.unit_def(l).nation);
    let strange = cell.units().any(|u| cx.setup.unit_def(u).nation != nation);
    if !leader.is_none() && strange { Err(Why::Foreign) } else { Ok(()) }
}

/// Whether the walk may turn into a charge of `target`.
pub fn can_strike(cx: &C, s: &State, board: &Board, w: &Walk, target: HexId) -> Result<(), Why> {
    let ap = &cx.data.ap;
    if !w.charge || w.steps == 0 || w.steps > cx.setup.unit_def(w.unit).rate {
        return Err(Why::NeverCharges);
    }
    if s.active_side().points() < ap.charge_cost.saturating_sub(ap.move_cost) {
        return Err(Why::NoPoints);
    }
    can_stop(cx, s, board, w)?;
    charge::may_be_charged(cx, board, w.unit, target)?;
    if cx.setup.are_adjacent(s.unit(w.unit).hex, target) { Ok(()) } else { Err(Why::NotAdjacent) }
}

/// Ends the walk when nothing but stopping is left; false while there is a choice.
pub fn run_walk(cx: &C, s: &mut State, w: Walk) -> bool {
    if !w.pending.is_none() || w.steps == 0 {
        return false;
    }
    let board = Board::new(&cx.setup, s);
    let ring = cx.setup.ring[s.unit(w.unit).hex.index()];
    let more = ring
        .iter()
        .copied()
        .take_while(|h| !h.is_none())
        .any(|h| can_step(cx, s, &board, &w, h).is_ok() || can_strike(cx, s, &board, &w, h).is_ok());
    if more {
        return false;
    }
    end_walk(cx, s, &w);
    true
}

/// The walk is over.
pub fn end_walk(cx: &C, s: &mut State, w: &Walk) {
    s.frames.pop();
    if w.steps > 0 {
        flow::after_move(cx, s, w.unit);
    }
}

impl Frame {
    /// The walk on top, if there is one.
    pub fn current_walk(&self) -> Option<Walk> {
        match self {
            Self::Walk(w) => Some(*w),
            _ => None,
        }
    }
}
