//! Chapter 10, victory: points and who has won.

use super::C;
use super::state::{SideId, State, flag};

/// 10.victory: points of both sides: enemies lost, and objectives held.
pub fn victory_points(cx: &C, s: &State) -> [i32; 2] {
    let mut out = [cx.setup.sides[0].scored, cx.setup.sides[1].scored];
    for (u, def) in s.units.iter().zip(&cx.setup.defs) {
        if u.has_flag(flag::LOST) {
            let worth =
                if def.is_leader() { cx.data.combat.leader_points } else { cx.data.combat.unit_points };
            out[def.side.enemy().index()] += worth;
        }
    }
    for (o, held) in cx.setup.objectives.iter().zip(&s.held) {
        if held.is_a_side() && o.side.is_none_or(|side| side == *held) {
            out[held.index()] += o.points;
        }
    }
    out
}

/// Who has reached his total at the end of a player turn; whose turn it was comes first.
pub fn winner(cx: &C, s: &State, active: SideId) -> Option<SideId> {
    let points = victory_points(cx, s);
    let reached =
        |side: &SideId| cx.setup.sides[side.index()].goal.is_some_and(|g| points[side.index()] >= g);
    [active, active.enemy()].into_iter().find(reached)
}

/// Who wins when time runs out: the side told to avoid defeat, or nobody.
pub fn by_time(cx: &C) -> Option<SideId> {
    cx.setup.sides.iter().position(|s| s.avoids).map(|i| SideId(i as u8))
}
