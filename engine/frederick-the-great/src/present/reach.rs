//! How far it is: prices of the way to every hex, for answers and pictures.

use crate::ids::SideId;
use crate::state::State;
use crate::{Ctx, movement};
use engine::hex::HexId;
use engine::search::distances_from;

/// No way at all.
pub const NEVER: u16 = u16::MAX;

/// Movement points to every hex for units of these nations, with what enemies seen there add.
pub fn costs(cx: &Ctx, s: &State, side: SideId, nations: u8, from: HexId) -> Vec<u16> {
    let setup = &*cx.setup;
    let mut enemy = vec![false; setup.map.len()];
    for k in s.stacks.iter().filter(|k| setup.side_of(k.nation) != side) {
        enemy[k.hex.index()] = true;
    }
    for (i, l) in s.leaders.iter().enumerate().filter(|l| l.1.on_map()) {
        enemy[l.hex.index()] |= setup.leaders[i].side != side;
    }
    let spent = distances_from(setup.map.len(), [(u32::from(from.0), 0)], |at, spent, go| {
        let at = HexId(at as u16);
        for (_, to, price) in setup.ways(at) {
            let more = if enemy[to.index()] { cx.data.movement.enemy } else { 0 };
            if movement::may_be(cx, s, nations, at, to).is_ok() {
                go(u32::from(to.0), spent + u32::from(price + more));
            }
        }
    });
    spent.into_iter().map(|n| u16::try_from(n).unwrap_or(NEVER)).collect()
}
