//! Chapter 8, line of sight.

use super::C;
use super::board::Eyes;
use engine::hex::{Hex, HexId};
use engine::los::{Pass, sight_line};

/// 2.los: whether a hex hides what lies behind it: by its ground, or by a combat unit in it.
pub fn blocks_sight(cx: &C, board: &impl Eyes, id: HexId) -> bool {
    cx.setup.ground_at(id).blocks || board.has_unit(id)
}

/// 8.los: the hex that blocks the line between two hexes, if one does. Only what lies strictly
/// between counts; along a hexside both must block; beyond the board nothing does.
pub fn sight_blocked_at(cx: &C, board: &impl Eyes, a: HexId, b: HexId) -> Option<HexId> {
    let origin = cx.setup.hexes[a.index()];
    let blocks = |d: Hex| {
        let id = cx.setup.map.grid.id(origin + d)?;
        blocks_sight(cx, board, id).then_some(id)
    };
    for stretch in cx.setup.sight_line(a, b)? {
        let stop = match stretch.other {
            None => blocks(stretch.hex),
            Some(other) => blocks(stretch.hex).and(blocks(other)),
        };
        if stop.is_some() {
            return stop;
        }
    }
    None
}

/// What the line passes between two hexes, as far apart as they may be, and whether it ends there.
pub fn hexes_passed(cx: &C, board: &impl Eyes, a: HexId, b: HexId) -> Vec<([Option<HexId>; 2], bool)> {
    let id = |h: Hex| cx.setup.map.grid.id(h);
    let shut = |h: Option<HexId>| h.is_some_and(|h| blocks_sight(cx, board, h));
    let one = |p: Pass| match p {
        Pass::Through(h) => ([id(h), None], shut(id(h))),
        Pass::Along(h, o) => ([id(h), id(o)], shut(id(h)) && shut(id(o))),
    };
    sight_line(cx.setup.hexes[a.index()], cx.setup.hexes[b.index()]).into_iter().map(one).collect()
}
