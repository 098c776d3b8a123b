//! Chapter 8, line of sight.

use super::C;
use super::board::Eyes;
use crate::hex::{Hex, HexId};

/// 8.los: the hex that blocks the line between two hexes, if one does. Only what lies strictly
/// between counts; along a hexside both must block; beyond the board nothing does.
pub fn blocked(cx: &C, board: &impl Eyes, a: HexId, b: HexId) -> Option<HexId> {
    let origin = cx.setup.hexes[a.index()];
    let blocks = |d: Hex| {
        let id = cx.setup.map.grid.id(origin + d)?;
        (cx.setup.ground(id).blocks || board.held(id)).then_some(id)
    };
    for (one, other) in cx.setup.line(a, b)? {
        let stop = match other {
            None => blocks(*one),
            Some(other) => blocks(*one).and(blocks(*other)),
        };
        if stop.is_some() {
            return stop;
        }
    }
    None
}
