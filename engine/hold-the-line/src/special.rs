//! Chapter 11, special rules any scenario may use: sleeping sides, reinforcements by die or turn,
//! objectives. Crossing at bridges only is in the ground (`Ground::closed`).

use super::board::Board;
use super::event::{Event, WakeWhy};
use super::movement::{Door, stacking_door};
use super::setup::{Comes, Corps};
use super::state::{SideId, State, UnitId, flag};
use super::why::Why;
use super::{C, Rec};
use engine::hex::HexId;

/// 11.kesselsdorf: whether the sleeping `unit` may be called to arms; the price.
pub fn can_wake(cx: &C, s: &State, unit: UnitId) -> Result<u8, Why> {
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    if def.side != s.active {
        return Err(Why::NotYours);
    }
    if !u.on_map() || !u.has_flag(flag::ASLEEP) {
        return Err(Why::NotAsleep);
    }
    let cost = cx.setup.sides[def.side.index()].asleep.ok_or(Why::NotAsleep)?;
    if s.active_side().points() < cost { Err(Why::NoPoints) } else { Ok(cost) }
}

/// Wakes a sleeper.
pub fn wake_unit(s: &mut State, unit: UnitId, why: WakeWhy, cost: u8, rec: &mut Rec) {
    let u = s.unit_mut(unit);
    if !u.has_flag(flag::ASLEEP) {
        return;
    }
    u.clear_flag(flag::ASLEEP);
    if why == WakeWhy::Called {
        u.set_flag(flag::ACTED);
    }
    let hex = u.hex;
    rec.emit(|| Event::Woke { unit, hex, why, cost });
}

/// The moment a combat unit stands in `hex`: sleepers of both sides next to an enemy awake.
pub fn wake_around(cx: &C, s: &mut State, hex: HexId, side: SideId, rec: &mut Rec) {
    if cx.setup.sides.iter().all(|x| x.asleep.is_none()) {
        return;
    }
    let near: smallvec::SmallVec<[UnitId; 8]> = s
        .unit_ids()
        .filter(|u| {
            let other = s.unit(*u);
            other.on_map() && cx.setup.unit_def(*u).is_combat_unit() && cx.setup.are_adjacent(other.hex, hex)
        })
        .collect();
    let enemies = near.iter().copied().filter(|u| cx.setup.unit_def(*u).side != side);
    let mut faced = false;
    for u in enemies {
        faced = true;
        wake_unit(s, u, WakeWhy::EnemyNear, 0, rec);
    }
    if faced {
        let own: smallvec::SmallVec<[UnitId; 2]> =
            s.unit_ids().filter(|u| s.unit(*u).hex == hex && cx.setup.unit_def(*u).side == side).collect();
        for u in own {
            wake_unit(s, u, WakeWhy::EnemyNear, 0, rec);
        }
    }
}

/// The corps of `side` that is rolled for next, with its die.
pub fn next_corps<'a>(cx: &'a C, s: &State, side: SideId) -> Option<(u8, &'a Corps, u16, u8, u8)> {
    let from = s.sides[side.index()].corps as usize;
    cx.setup.sides[side.index()].corps.iter().enumerate().skip(from).find_map(|(i, c)| match c.comes {
        Comes::Die { from, cost, on } => Some((i as u8, c, from, cost, on)),
        Comes::Turn(_) => None,
    })
}

/// 11.liegnitz: whether the active side may roll for reinforcements; the price.
pub fn can_call(cx: &C, s: &State) -> Result<u8, Why> {
    let (_, _, from, cost, _) = next_corps(cx, s, s.active).ok_or(Why::NobodyComes)?;
    if s.turn < from {
        return Err(Why::TooEarly);
    }
    if s.active_side().called {
        return Err(Why::CalledOnce);
    }
    if s.active_side().points() < cost { Err(Why::NoPoints) } else { Ok(cost) }
}

/// Makes every unit of the corps ready to be placed.
pub fn bring_corps(s: &mut State, corps: &Corps) {
    for u in &corps.units {
        let unit = s.unit_mut(*u);
        if unit.has_flag(flag::DUE) {
            unit.clear_flag(flag::DUE);
            unit.set_flag(flag::WAITING);
        }
    }
}

/// Whether `unit` waits off the map and may be placed in `hex`: its area, passable, stacking.
pub fn can_place(
    cx: &C,
    s: &State,
    board: &Board,
    side: SideId,
    unit: UnitId,
    hex: HexId,
) -> Result<(), Why> {
    let (def, u) = (cx.setup.unit_def(unit), s.unit(unit));
    if def.side != side {
        return Err(Why::NotYours);
    }
    if !u.has_flag(flag::WAITING) {
        return Err(Why::NotWaiting);
    }
    let area = def.area.and_then(|a| cx.setup.areas.get(a as usize)).ok_or(Why::NotWaiting)?;
    if area.binary_search(&hex).is_err() {
        return Err(Why::OutsideArea);
    }
    if !cx.setup.ground_at(hex).is_passable() {
        return Err(Why::Impassable);
    }
    if board.cell(hex).lone_enemy_of(side).is_some() {
        return Err(Why::EnemyHeld);
    }
    match stacking_door(cx, board.cell(hex), def, UnitId::NONE) {
        Door::Shut(why) | Door::Pass(why) => Err(why),
        Door::Open | Door::Stop => Ok(()),
    }
}
