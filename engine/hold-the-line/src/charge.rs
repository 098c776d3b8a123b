//! Chapter 8, cavalry charge: who may ride at whom, and with which dice.

use super::C;
use super::board::{Board, Eyes};
use super::data::Shot;
use super::event::Mods;
use super::movement::{self, Legs, Path};
use super::state::{Fight, State, UnitId, flag};
use super::units::{Attack, unit_kind};
use super::why::Why;
use super::{options, terrain};
use engine::hex::HexId;

/// 8.charge: whether `unit` may charge anybody at all from where it stands.
pub fn may_charge(cx: &C, s: &State, board: &impl Eyes, unit: UnitId) -> Result<(), Why> {
    movement::check_ready(cx, s, unit)?;
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    if unit_kind(cx, unit).charge.is_none() {
        return Err(Why::NeverCharges);
    }
    if u.has_flag(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    if board.near_enemy(u.hex, def.side) {
        return Err(Why::StartsNearEnemy);
    }
    if s.active_side().points() < cx.data.ap.charge_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// Whether what stands in `target` may be charged at all by `unit`.
pub fn may_be_charged(cx: &C, board: &Board, unit: UnitId, target: HexId) -> Result<(), Why> {
    let def = cx.setup.unit_def(unit);
    if !board.cell(target).held_by(def.side.enemy()) {
        let lone = board.cell(target).lone_enemy_of(def.side).is_some();
        return Err(if lone { Why::LoneLeader } else { Why::NoTarget });
    }
    if cx.setup.ground_at(target).charge { Ok(()) } else { Err(Why::ChargeGround) }
}

/// A charge rides at the normal rate: no extra hexes.
pub fn charge_legs(cx: &C, s: &State, board: &Board, unit: UnitId, lead: bool) -> Result<Legs, Why> {
    let mut legs = movement::movement_legs(cx, s, board, unit, lead, false)?;
    (legs.base, legs.clear, legs.hurried) = (cx.setup.unit_def(unit).rate, 0, 0);
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
    if !cx.setup.are_adjacent(from, target) {
        return Err(Why::NotAdjacent);
    }
    let legs = charge_legs(cx, s, board, unit, lead)?;
    let door = movement::entry_door(cx, board, cx.setup.unit_def(unit), legs.lead, from);
    if let movement::Door::Shut(why) = door {
        return Err(why);
    }
    match movement::find_path(cx, s, board, &legs, from) {
        Some(path) => Ok((legs, path)),
        None if cx.setup.hex_distance(s.unit(unit).hex, from) > u16::from(legs.base) => Err(Why::TooFar),
        None => Err(movement::reason_unreachable(cx, s, board, &legs, from)),
    }
}

/// The dice of `unit` at `target`; `back` for the answer of charged cavalry.
pub fn charge_dice(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId, back: bool) -> Attack {
    let shot = unit_kind(cx, unit).charge.unwrap_or(Shot { hit: 7, dice: 1 });
    let mut mods = Mods::new();
    let dice = shot.dice + options::elite_dice(cx, s, unit, shot.dice, &mut mods);
    terrain::attack_modifiers(cx, target, &mut mods);
    if !back {
        options::attack_mods(cx, s, board, unit, target, &mut mods);
    }
    Attack { fight: Fight::Charge, dice, need: shot.hit, range: 1, mods, doubles: 0 }
}
