//! Chapter 17: victory points and levels.

use super::Ctx;
use super::state::State;
use crate::ids::{SideId, Walls};
use engine::game::Outcome;

/// One side's reckoning.
pub struct Reckoning {
    /// Fortress and its points.
    pub forts: Vec<(usize, i32)>,
    pub lost: u16,
    pub penalty: i32,
    pub total: i32,
}

pub fn count_points(cx: &Ctx, s: &State, side: SideId) -> Reckoning {
    let setup = &*cx.setup;
    let closed = |h: engine::hex::HexId| setup.closed.iter().any(|c| c.from <= s.turn && c.hexes[h.index()]);
    let forts: Vec<(usize, i32)> = setup
        .forts
        .iter()
        .enumerate()
        .filter(|(_, f)| s.is_present(setup, f.hex, side, Walls::Inside) && !closed(f.hex))
        .map(|(i, f)| (i, f.vp))
        .collect();
    let own = |n: &usize| setup.nations.get(*n).is_some_and(|i| i.side == side);
    let lost: u16 =
        (0..setup.nations.len()).filter(own).map(|n| u16::from(s.dead[n]) + u16::from(s.prisoners[n])).sum();
    let v = &cx.data.victory;
    let limit = setup.sides[side.index()].double_after.unwrap_or(u16::MAX);
    let single = lost.min(limit);
    let penalty = i32::from(single) * v.loss + i32::from(lost - single) * v.double;
    let total = forts.iter().map(|f| f.1).sum::<i32>() - penalty;
    Reckoning { forts, lost, penalty, total }
}

/// The outcome as things stand; the grade is the level of victory, -1 for a pyrrhic one.
pub fn outcome(cx: &Ctx, s: &State) -> Outcome {
    let v = &cx.data.victory;
    let most = v.levels.len() as i16 - 1;
    if s.forfeited != SideId::NONE {
        return Outcome { winner: Some(cx.setup.seat(s.forfeited.enemy())), grade: most };
    }
    let [a, b] = SideId::BOTH.map(|side| count_points(cx, s, side).total);
    if a == b {
        return Outcome { winner: None, grade: 0 };
    }
    let winner = SideId::second_if(b > a);
    let level = v.levels.iter().rposition(|l| l.from <= a.abs_diff(b) as i32).unwrap_or(0) as i16;
    let (high, low) = (a.max(b), a.min(b));
    let grade = if high < 0 {
        -1
    } else if low < 0 {
        level.max(1)
    } else {
        level
    };
    if grade == 0 {
        Outcome { winner: None, grade }
    } else {
        Outcome { winner: Some(cx.setup.seat(winner)), grade }
    }
}
