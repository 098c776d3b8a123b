//! Why something may not be done: the same questions the rules ask.

use super::super::board::Board;
use super::super::data::Class;
use super::super::state::{Back, Frame, State, UnitId};
use super::super::why::Why;
use super::super::{C, charge, close_combat, fire, leaders, movement, sight, special, walk};
use super::{hex_of, labels, unit_now, unit_of};
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
            (Some(frame), to) => busy(cx, s, *frame, unit, to),
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

/// Something else is decided first: what, and by which rule; for the piece it is about, why it may
/// not go where it was pointed.
fn busy(cx: &C, s: &State, frame: Frame, unit: UnitId, to: Option<HexId>) -> Refusal {
    let board = Board::new(&cx.setup, s);
    let name = |u: UnitId| unit_now(cx, s, u);
    match (frame, to) {
        (Frame::Walk(w), Some(to)) if w.unit == unit => {
            walk::can_step(cx, s, &board, &w, to).err().unwrap_or(Why::NotAsked).refusal()
        }
        (Frame::Walk(w), _) => Refusal::new("7.step", format!("{} is on its way first.", name(w.unit))),
        (Frame::Fall { unit: u, from, back }, Some(to)) if u == unit => {
            let (rule, word) =
                if back == Back::Flee { ("3.light-flee", "flees") } else { ("8.retreat", "goes back") };
            Refusal::new(rule, away(cx, s, u, from, to, word))
        }
        (Frame::Fall { unit: u, back, .. }, _) => {
            let rule = if back == Back::Flee { "3.light-flee" } else { "8.retreat" };
            Refusal::new(rule, format!("{} goes back first.", name(u)))
        }
        (Frame::Displace { unit: u, whom, .. }, _) => {
            Refusal::new("8.displace", format!("{} makes room for {} first.", name(u), name(whom)))
        }
        (Frame::Home { leader, driven, .. }, _) => {
            let rule = if driven { "7.leader-displace" } else { "8.leader-follow" };
            Refusal::new(rule, format!("{} finds his troops first.", name(leader)))
        }
        (Frame::Share { main, guns }, _) => {
            let text = format!("{} or {} takes the hit first.", name(main), name(guns));
            Refusal::new("8.hit-highest", text)
        }
        (Frame::Face(u), _) => Refusal::new("opt.facing", format!("{} chooses its front first.", name(u))),
        (Frame::Skirmish(u), _) => {
            Refusal::new("6.grenzer", format!("{} fires or holds its fire first.", name(u)))
        }
        (Frame::Combat(c), _) => Refusal::new(
            labels::combat_rule(cx, &c),
            format!("The attack of {} on {} is decided first.", name(c.unit), cx.setup.label(c.target)),
        ),
        _ => Why::NotAsked.refusal(),
    }
}

/// Why a beaten piece does not go back to `to`.
fn away(cx: &C, s: &State, unit: UnitId, from: HexId, to: HexId, word: &str) -> String {
    let at = s.unit(unit).hex;
    if to == at {
        return format!("It may not stay: it {word}.");
    }
    if !cx.setup.touch(at, to) {
        return format!("It {word} one hex, to one next to it.");
    }
    if to == from || cx.setup.touch(to, from) {
        return format!("It {word} away from the enemy in {} where it can.", cx.setup.label(from));
    }
    format!("It {word} to a free hex where there is one.")
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
    if why == Why::NoPoints && s.side().points() > 0 && rides(cx, unit) {
        let (price, left) = (cx.data.ap.charge_cost, s.side().points());
        return Refusal::new("6.charge", format!("A charge costs {price} AP, {left} are left."));
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

/// Whether the piece charges rather than fires or closes.
fn rides(cx: &C, unit: UnitId) -> bool {
    cx.setup.def(unit).class == Class::Horse
}
