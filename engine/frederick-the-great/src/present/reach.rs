//! How far it is: prices of the way to every hex, for answers and pictures.

use crate::ids::SideId;
use crate::state::State;
use crate::{Ctx, movement};
use engine::hex::HexId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No way at all.
pub const NEVER: u16 = u16::MAX;

/// Movement points to every hex for units of these nations, with what enemies seen there add.
pub fn costs(cx: &Ctx, s: &State, side: SideId, nations: u8, from: HexId) -> Vec<u16> {
    let setup = &*cx.setup;
    let mut out = vec![NEVER; setup.map.len()];
    let mut enemy = vec![false; setup.map.len()];
    for k in s.stacks.iter().filter(|k| setup.side_of(k.nation) != side) {
        enemy[k.hex.index()] = true;
    }
    for (i, l) in s.leaders.iter().enumerate().filter(|l| l.1.on_map()) {
        enemy[l.hex.index()] |= setup.leaders[i].side != side;
    }
    out[from.index()] = 0;
    let mut queue = BinaryHeap::from([(Reverse(0u16), from)]);
    while let Some((Reverse(spent), at)) = queue.pop() {
        if out[at.index()] < spent {
            continue;
        }
        for (_, to, price) in setup.ways(at) {
            let more = if enemy[to.index()] { cx.data.movement.enemy } else { 0 };
            let total = spent + u16::from(price + more);
            if total < out[to.index()] && movement::may_be(cx, s, nations, at, to).is_ok() {
                out[to.index()] = total;
                queue.push((Reverse(total), to));
            }
        }
    }
    out
}
