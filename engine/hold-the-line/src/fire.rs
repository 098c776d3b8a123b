//! Chapter 8, fire combat: who may fire at what, and with which dice.

use super::C;
use super::board::Board;
use super::data::Class;
use super::event::{Mod, ModKind, Mods};
use super::state::{Fight, State, UnitId, flag};
use super::units::{Attack, unit_kind};
use super::why::Why;
use super::{movement, options, sight, terrain};
use engine::hex::HexId;

/// How far the unit may fire from where it stands.
pub fn fire_range(cx: &C, s: &State, unit: UnitId) -> u8 {
    let def = cx.setup.unit_def(unit);
    let far = cx.setup.options.artillery_range
        && def.class == Class::Guns
        && cx.setup.ground_at(s.unit(unit).hex).hill;
    def.range + u8::from(far)
}

/// Whether `unit` may be told to fire now.
pub fn may_fire(cx: &C, s: &State, unit: UnitId) -> Result<(), Why> {
    movement::check_ready(cx, s, unit)?;
    fit_to_fire(cx, s, unit)?;
    if s.active_side().points() < cx.data.ap.fire_cost { Err(Why::NoPoints) } else { Ok(()) }
}

/// What it is and how it stands lets it fire, whatever it has done or costs.
pub fn fit_to_fire(cx: &C, s: &State, unit: UnitId) -> Result<(), Why> {
    if cx.setup.unit_def(unit).range == 0 {
        return Err(Why::CannotFire);
    }
    if s.unit(unit).has_flag(flag::COLUMN) {
        return Err(Why::InColumn);
    }
    Ok(())
}

/// Whether `unit` has `target` in range, in its front and in sight; its distance.
pub fn can_reach(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> Result<u8, Why> {
    let (def, from) = (cx.setup.unit_def(unit), s.unit(unit).hex);
    let distance = cx.setup.hex_distance(from, target);
    if distance == 0 || !board.cell(target).held_by(def.side.enemy()) {
        return Err(if board.cell(target).lone_enemy_of(def.side).is_some() {
            Why::LoneLeader
        } else {
            Why::NoTarget
        });
    }
    if distance > u16::from(fire_range(cx, s, unit)) {
        return Err(Why::OutOfRange);
    }
    if !options::in_front(cx, s, unit, target) {
        return Err(Why::NotInFront);
    }
    if distance > 1 && sight::sight_blocked_at(cx, board, from, target).is_some() {
        return Err(Why::NoSight);
    }
    Ok(distance as u8)
}

/// 8.fire: the whole question.
pub fn can_fire(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> Result<u8, Why> {
    may_fire(cx, s, unit)?;
    can_reach(cx, s, board, unit, target)
}

/// The dice of `unit` at `target`.
pub fn fire_dice(cx: &C, s: &State, board: &Board, unit: UnitId, target: HexId) -> Attack {
    let (def, k, o) = (cx.setup.unit_def(unit), unit_kind(cx, unit), &cx.setup.options);
    let range = cx.setup.hex_distance(s.unit(unit).hex, target).clamp(1, 255) as u8;
    let mut mods = Mods::new();
    let shot = match k.fire.get(range as usize - 1) {
        Some(shot) => *shot,
        None => {
            mods.push(Mod { what: ModKind::HillGun, value: cx.data.options.hill_gun.dice as i8 });
            cx.data.options.hill_gun
        }
    };
    if shot.dice == 1 && k.fire.len() >= range as usize {
        mods.push(Mod { what: ModKind::OneDie, value: 1 });
    }
    let mut dice = shot.dice + options::elite_dice(cx, s, unit, shot.dice, &mut mods);
    if o.linear && k.line && options::beside_the_line(cx, board, unit, s.unit(unit).hex) {
        dice += cx.data.options.linear_dice;
        mods.push(Mod { what: ModKind::LinearDice, value: cx.data.options.linear_dice as i8 });
    }
    let mut doubles = 0;
    let figures = &cx.data.options;
    let nation = &cx.setup.nations[def.nation as usize].id;
    if o.prussian_infantry
        && def.class == Class::Foot
        && *nation == figures.doubles_nation
        && range <= figures.doubles_range
    {
        doubles = figures.doubles_hits;
        mods.push(Mod { what: ModKind::Doubles, value: doubles as i8 });
    }
    terrain::attack_modifiers(cx, target, &mut mods);
    options::attack_mods(cx, s, board, unit, target, &mut mods);
    Attack { fight: Fight::Fire, dice, need: shot.hit, range, mods, doubles }
}
