//! Why something may not be done: the same questions the rules ask.

use super::super::board::Board;
use super::super::state::{Frame, State, UnitId};
use super::super::why::Why;
use super::super::{C, charge, close_combat, fire, leaders, movement, sight, special};
use super::{hex_of, unit_of};
use crate::hex::HexId;
use crate::present::{Refusal, Target};

pub fn explain(cx: &C, s: &State, subject: &Target, target: &Target) -> Refusal {
    if s.over.is_some() {
        return Why::Over.refusal();
    }
    let Some(unit) = unit_of(cx, subject) else {
        return match hex_of(cx, s, subject) {
            Some(_) => Refusal::new("6.once", "Choose a unit, not a hex."),
            None => Why::NoUnit.refusal(),
        };
    };
    if !matches!(s.frames.top(), Some(Frame::Act)) {
        return match (s.frames.top(), hex_of(cx, s, target)) {
            (Some(Frame::Setup(_) | Frame::Arrive), Some(h)) => {
                let board = Board::new(&cx.setup, s);
                let side = cx.setup.def(unit).side;
                special::can_place(cx, s, &board, side, unit, h).err().unwrap_or(Why::NotAsked).refusal()
            }
            _ => Why::NotAsked.refusal(),
        };
    }
    let Some(to) = hex_of(cx, s, target) else { return Why::NoHex.refusal() };
    let board = Board::new(&cx.setup, s);
    let def = cx.setup.def(unit);
    if let Err(why) = movement::ready(cx, s, unit) {
        return why.refusal();
    }
    if to == s.unit(unit).hex {
        let why = leaders::can_rally(cx, s, &board, unit).err().unwrap_or(Why::SameHex);
        return why.refusal();
    }
    if board.at(to).held_by(1 - def.side) && def.fights() {
        return attack(cx, s, &board, unit, to);
    }
    let why = movement::can_move(cx, s, &board, unit, to, false, false).err();
    why.unwrap_or(Why::NotAsked).refusal()
}

/// The most telling reason among fire, close combat and charge.
fn attack(cx: &C, s: &State, board: &Board, unit: UnitId, to: HexId) -> Refusal {
    let fired = fire::can_fire(cx, s, board, unit, to).err();
    let closed = close_combat::can_close(cx, s, board, unit, to).err();
    let charged = charge::may_charge(cx, s, board, unit)
        .and_then(|()| charge::may_be_charged(cx, board, unit, to))
        .err();
    // A unit that could charge is stopped by something more interesting than its short range.
    let why = match (fired, closed, charged) {
        (Some(Why::OutOfRange), _, Some(why)) if why != Why::NeverCharges => why,
        (Some(Why::OutOfRange), _, None) => Why::TooFar,
        (Some(why), _, _) => why,
        (None, Some(why), _) | (None, None, Some(why)) => why,
        (None, None, None) => Why::NotAsked,
    };
    if why == Why::NoSight
        && let Some(at) = sight::blocked(cx, board, s.unit(unit).hex, to)
    {
        let text = format!("The line of sight is blocked at {}.", cx.setup.label(at));
        return Refusal::new("8.los", text);
    }
    if why == Why::OutOfRange {
        let (far, most) = (cx.setup.distance(s.unit(unit).hex, to), fire::range(cx, s, unit));
        return Refusal::new(
            "8.fire",
            format!("The target is {far} hexes away; the unit fires up to {most}."),
        );
    }
    why.refusal()
}
