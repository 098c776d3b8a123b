//! Chapter 8, combat retreat rules: where a beaten unit goes and who makes room for it.

use super::C;
use super::board::Board;
use super::movement::{Door, door};
use super::state::{State, UnitId};
use super::why::Why;
use crate::hex::HexId;
use smallvec::SmallVec;

/// Hexes a unit may go back to.
pub type Ways = SmallVec<[HexId; 6]>;

/// Free hexes next to `unit`, those not next to the enemy in `from` first and alone if there are
/// any; `not` is left out.
fn free(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId, not: HexId) -> Ways {
    let (def, at) = (cx.setup.def(unit), s.unit(unit).hex);
    let (mut far, mut near) = (Ways::new(), Ways::new());
    for h in cx.setup.ring[at.index()].iter().copied().take_while(|h| !h.is_none()) {
        if h != not && h != from && door(cx, board, def, UnitId::NONE, h).may_stay() {
            if cx.setup.touch(h, from) { near.push(h) } else { far.push(h) }
        }
    }
    if far.is_empty() { near } else { far }
}

/// 3.light-flee, 8.charge-cavalry: hexes for a unit that goes of its own will; it displaces nobody.
pub fn open_ways(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId) -> Ways {
    // From further off, going back is going no nearer.
    let at = cx.setup.distance(s.unit(unit).hex, from);
    let mut ways = free(cx, s, board, unit, from, HexId::NONE);
    ways.retain(|h| cx.setup.distance(*h, from) >= at);
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
    let def = cx.setup.def(unit);
    let cell = board.at(hex);
    if !cell.held_by(def.side) || !cx.setup.ground(hex).passable() {
        return None;
    }
    let blocker = match door(cx, board, def, UnitId::NONE, hex) {
        Door::Shut(Why::UnitThere) => cell.main,
        Door::Shut(Why::GunsThere) => cell.guns,
        _ => return None,
    };
    // A foreign leader in the hex would keep the newcomer out even then.
    let leader = cell.lead[def.side as usize];
    if !leader.is_none() && cx.setup.def(leader).nation != def.nation {
        return None;
    }
    let ways = free(cx, s, board, blocker, from, s.unit(unit).hex);
    (!ways.is_empty()).then_some((blocker, ways))
}

/// 8.retreat: hexes for a unit that must go, best group first: free and away from the enemy, away
/// by displacing a friend, free but still next to him, the same by displacing. Empty: it is lost.
pub fn ways(cx: &C, s: &State, board: &Board, unit: UnitId, from: HexId) -> Ways {
    let at = s.unit(unit).hex;
    let def = cx.setup.def(unit);
    let mut groups: [Ways; 4] = Default::default();
    for h in cx.setup.ring[at.index()].iter().copied().take_while(|h| !h.is_none()) {
        if h == from {
            continue;
        }
        let near = if cx.setup.touch(h, from) { 2 } else { 0 };
        if door(cx, board, def, UnitId::NONE, h).may_stay() {
            groups[near].push(h);
        } else if in_the_way(cx, s, board, unit, h, from).is_some() {
            groups[near + 1].push(h);
        }
    }
    groups.into_iter().find(|g| !g.is_empty()).unwrap_or_default()
}
