//! Chapter 8, combat retreat rules: where a beaten unit goes and who makes room for it.

use super::C;
use super::board::Board;
use super::movement::{Door, stacking_door};
use super::setup::Def;
use super::state::{State, UnitId};
use super::why::Why;
use engine::hex::HexId;
use smallvec::SmallVec;

/// Hexes a unit may go back to.
pub type Ways = SmallVec<[HexId; 6]>;

/// 8.retreat-blocked, 9.foreign: whether a unit forced back finds room in `hex`. Leaders keep nobody
/// out: true if one of another nation has to leave the hex for it.
fn room_for(cx: &C, board: &Board, def: &Def, hex: HexId) -> Option<bool> {
    if !cx.setup.ground_at(hex).is_passable() {
        return None;
    }
    match stacking_door(cx, board.cell(hex), def, UnitId::NONE) {
        Door::Open | Door::Stop => Some(false),
        Door::Pass(_) => Some(true),
        Door::Shut(_) => None,
    }
}

fn first_nonempty<const N: usize>(groups: [Ways; N]) -> Ways {
    groups.into_iter().find(|g| !g.is_empty()).unwrap_or_default()
}

/// Free hexes next to `unit`, those not next to the enemy in `from` first and alone if there are
/// any; `not` is left out. Who is `forced` may send a foreign leader away, if nothing better is there.
fn free_hexes(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId, not: HexId, forced: bool) -> Ways {
    let (def, at) = (cx.setup.unit_def(unit), s.unit(unit).hex);
    let mut groups: [Ways; 4] = Default::default();
    for h in cx.setup.ring[at.index()].iter().copied().take_while(|h| !h.is_none()) {
        if h == not || h == from {
            continue;
        }
        let near = if cx.setup.are_adjacent(h, from) { 2 } else { 0 };
        if let Some(sends) = room_for(cx, board, def, h).filter(|sends| forced || !sends) {
            groups[near + usize::from(sends)].push(h);
        }
    }
    first_nonempty(groups)
}

/// 3.light-flee, 8.charge-cavalry: hexes for a unit that goes of its own will; it displaces nobody.
pub fn open_ways(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId) -> Ways {
    // From further off, going back is going no nearer.
    let at = cx.setup.hex_distance(s.unit(unit).hex, from);
    let mut ways = free_hexes(cx, s, board, unit, from, HexId::NONE, false);
    ways.retain(|h| cx.setup.hex_distance(*h, from) >= at);
    ways
}

/// 8.displace: the friend in `hex` who would have to make room for `unit`, if he can.
pub fn in_the_way(
    cx: &C,
    s: &State,
    board: &Board,
    unit: UnitId,
    hex: HexId,
    from: HexId,
) -> Option<(UnitId, Ways)> {
    let def = cx.setup.unit_def(unit);
    let cell = board.cell(hex);
    if !cell.held_by(def.side) || !cx.setup.ground_at(hex).is_passable() {
        return None;
    }
    let blocker = match stacking_door(cx, cell, def, UnitId::NONE) {
        Door::Shut(Why::UnitThere) => cell.main,
        Door::Shut(Why::GunsThere) => cell.guns,
        _ => return None,
    };
    let ways = free_hexes(cx, s, board, blocker, from, s.unit(unit).hex, true);
    (!ways.is_empty()).then_some((blocker, ways))
}

/// A leader foreign to `def` who stays with the other unit of the hex when one makes room.
fn foreigner_stays(cx: &C, board: &Board, def: &Def, hex: HexId) -> bool {
    let cell = board.cell(hex);
    let leader = cell.lead[def.side.index()].some();
    cell.units().count() > 1 && leader.is_some_and(|l| cx.setup.unit_def(l).nation != def.nation)
}

/// 8.retreat: hexes for a unit that must go, best group first: free and away from the enemy, away
/// by displacing a friend, free but still next to him, the same by displacing; in each of them last
/// those a foreign leader has to leave. Empty: it is lost.
pub fn retreat_hexes(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId) -> Ways {
    let at = s.unit(unit).hex;
    let def = cx.setup.unit_def(unit);
    let mut groups: [Ways; 8] = Default::default();
    for h in cx.setup.ring[at.index()].iter().copied().take_while(|h| !h.is_none()) {
        if h == from {
            continue;
        }
        let near = if cx.setup.are_adjacent(h, from) { 4 } else { 0 };
        if let Some(sends) = room_for(cx, board, def, h) {
            groups[near + usize::from(sends)].push(h);
        } else if in_the_way(cx, s, board, unit, h, from).is_some() {
            groups[near + 2 + usize::from(foreigner_stays(cx, board, def, h))].push(h);
        }
    }
    first_nonempty(groups)
}

/// 8.displace, 8.leader-follow: the leader who makes room together with `unit`: nobody else is left
/// in the hex, and he may stand in `to`. If he may not, he stays with whoever comes.
pub fn goes_along(cx: &C, s: &State, board: &Board, unit: UnitId, to: HexId) -> Option<UnitId> {
    let cell = board.cell(s.unit(unit).hex);
    let leader = cell.lead[cx.setup.unit_def(unit).side.index()].some()?;
    let fits = stacking_door(cx, board.cell(to), cx.setup.unit_def(leader), UnitId::NONE).may_stay();
    (cell.units().count() == 1 && fits).then_some(leader)
}
