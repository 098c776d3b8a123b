//! Chapter 8, cavalry charge: who may ride at whom, and with which dice.

use super::C;
use super::board::{Board, Eyes};
use super::data::Shot;
use super::event::Mods;
use super::movement::{self, Legs, Path};
use super::state::{Fight, State, UnitId, flag};
use super::units::{Attack, kind};
use super::why::Why;
use super::{options, terrain};
use engine::hex::HexId;

/// 8.charge: whether `unit` may charge anybody at all from where it stands.
pub fn may_charge(cx: &C, s: &State, board: &impl Eyes, unit: UnitId) -> Result<(), Why> {
    movement::ready(cx, s, unit)?;
    let (def, u) = (cx.setup.def(unit), s.unit(unit));
    if kind(cx, unit).charge.is_none() {
        return Err(Why::NeverCharges);
    }
    if u.is(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    if board.near_enemy(u.hex, def.side) {
        return Err(Why::StartsNearEnemy);
    }
    if s.side().points() < cx.data.ap.charge_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// Whether what stands in `target` may be charged at all by `unit`.
pub fn may_be_charged(cx: &C, board: &Board, unit: UnitId, target: HexId) -> Result<(), Why> {
    let def = cx.setup.def(unit);
    if !board.at(target).held_by(1 - def.side) {
        let lone = board.at(target).lone_enemy_of(def.side).is_some();
        return Err(if lone { Why::LoneLeader } else { Why::NoTarget });
    }
    if cx.setup.ground(target).charge { Ok(()) } else { Err(Why::ChargeGround) }
}

/// A charge rides at the normal rate: no extra hexes.
pub fn legs(cx: &C, s: &State, board: &Board, unit: UnitId, lead: bool) -> Result<Legs, Why> {
    let mut legs = movement::legs(cx, s, board, unit, lead, false)?;
    (legs.base, legs.clear, legs.hurried) = (cx.setup.def(unit).rate, 0, 0);
    Ok(legs)
}

/// 8.charge: the whole question, and the way ridden.
pub fn can_charge(
    cx: &C,
    s: &State,
    board: &Board,
    unit: UnitId,
    from: HexId,
    target: HexId,
    lead: bool,
) -> Result<(Legs, Path), Why> {
    may_charge(cx, s, board, unit)?;
    may_be_charged(cx, board, unit, target)?;
    if !cx.setup.touch(from, target) {
        return Err(Why::NotAdjacent);
    }
    let legs = legs(cx, s, board, unit, lead)?;
    let door = movement::door(cx, board, cx.setup.def(unit), legs.lead, from);
    if let movement::Door::Shut(why) = door {
        return Err(why);
    }
    let path = movement::path(cx, s, board, &legs, from).ok_or(Why::TooFar)?;
    Ok((legs, path))
}

/// The dice of `unit` at `target`; `back` for the answer of charged cavalry.
pub fn attack(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId, back: bool) -> Attack {
    let shot = kind(cx, unit).charge.unwrap_or(Shot { hit: 7, dice: 1 });
    let mut mods = Mods::new();
    let dice = shot.dice + options::elite_dice(cx, s, unit, shot.dice, &mut mods);
    terrain::attack(cx, target, &mut mods);
    if !back {
        options::attack_mods(cx, s, board, unit, target, &mut mods);
    }
    Attack { fight: Fight::Charge, dice, need: shot.hit, range: 1, mods, doubles: 0 }
}
