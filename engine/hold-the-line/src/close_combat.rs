//! Chapter 8, infantry close combat: who may begin it, and with which dice.

use super::C;
use super::board::Board;
use super::data::Shot;
use super::event::Mods;
use super::state::{Fight, State, UnitId, flag};
use super::units::{Attack, unit_kind};
use super::why::Why;
use super::{movement, options, terrain};
use engine::hex::HexId;

/// 6.close: whether `unit` may begin close combat at all now.
pub fn may_close(cx: &C, s: &State, unit: UnitId) -> Result<(), Why> {
    movement::check_ready(cx, s, unit)?;
    let u = s.unit(unit);
    if unit_kind(cx, unit).close.is_none() {
        return Err(Why::NeverCloses);
    }
    if u.has_flag(flag::COLUMN) {
        return Err(Why::InColumn);
    }
    if u.has_flag(flag::ARRIVED) {
        return Err(Why::JustArrived);
    }
    if s.active_side().points() < cx.data.ap.close_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// 8.close: whether `unit` may attack `target` hand to hand.
pub fn can_close(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> Result<(), Why> {
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    let able = may_close(cx, s, unit);
    if !matches!(able, Ok(()) | Err(Why::NoPoints)) {
        return able;
    }
    if !board.cell(target).held_by(def.side.enemy()) {
        let lone = board.cell(target).lone_enemy_of(def.side).is_some();
        return Err(if lone { Why::LoneLeader } else { Why::NoTarget });
    }
    if !cx.setup.are_adjacent(u.hex, target) {
        return Err(Why::NotAdjacent);
    }
    if !options::in_front(cx, s, unit, target) {
        return Err(Why::NotInFront);
    }
    able
}

/// The dice of `unit` at `target`.
pub fn close_combat_dice(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> Attack {
    let shot = unit_kind(cx, unit).close.unwrap_or(Shot { hit: 7, dice: 1 });
    let mut mods = Mods::new();
    let dice = shot.dice + options::elite_dice(cx, s, unit, shot.dice, &mut mods);
    terrain::attack_modifiers(cx, target, &mut mods);
    options::attack_mods(cx, s, board, unit, target, &mut mods);
    Attack { fight: Fight::Close, dice, need: shot.hit, range: 1, mods, doubles: 0 }
}
