//! Chapter 17: victory points and levels.

use super::Ctx;
use super::state::{Place, State};
use crate::ids::{SideId, Walls};
use engine::game::Outcome;
use smallvec::SmallVec;

/// One side's reckoning.
pub struct Reckoning {
    /// Fortress and its points.
    pub forts: Vec<(usize, i32)>,
    pub lost: u16,
    pub penalty: i32,
    pub total: i32,
}

/// Whether each side is inside each fortress.
pub type Holders = SmallVec<[[bool; 2]; 64]>;

/// Who is inside which fortress: one pass over all pieces.
pub fn fort_holders(cx: &Ctx, s: &State) -> Holders {
    let setup = &*cx.setup;
    let mut out: Holders = SmallVec::from_elem([false; 2], setup.forts.len());
    for k in s.stacks.iter().filter(|k| k.inside == Walls::Inside) {
        if let Some(i) = setup.fort_index(k.hex) {
            out[usize::from(i)][setup.side_of(k.nation).index()] = true;
        }
    }
    for (l, info) in s.leaders.iter().zip(&setup.leaders).filter(|(l, _)| l.place == Place::Inside) {
        if let Some(i) = setup.fort_index(l.hex) {
            out[usize::from(i)][info.side.index()] = true;
        }
    }
    out
}

/// Fortresses that count for a side, with their points.
fn counted_forts<'a>(
    cx: &'a Ctx,
    s: &'a State,
    holders: &'a Holders,
    side: SideId,
) -> impl Iterator<Item = (usize, i32)> + 'a {
    let setup = &*cx.setup;
    let closed = move |h: engine::hex::HexId| {
        setup.special.closed.iter().any(|c| c.from <= s.turn && c.hexes[h.index()])
    };
    let forts = setup.forts.iter().enumerate();
    forts.filter(move |(i, f)| holders[*i][side.index()] && !closed(f.hex)).map(|(i, f)| (i, f.vp))
}

/// Points lost for strength lost: how many, and what they cost.
fn penalty(cx: &Ctx, s: &State, side: SideId) -> (u16, i32) {
    let setup = &*cx.setup;
    let own = |n: &usize| setup.nations.get(*n).is_some_and(|i| i.side == side);
    let lost: u16 = (0..setup.nations.len())
        .filter(own)
        .map(|n| u16::from(s.off_map.dead[n]) + u16::from(s.off_map.prisoners[n]))
        .sum();
    let v = &cx.data.victory;
    let limit = setup.sides[side.index()].double_after.unwrap_or(u16::MAX);
    let single = lost.min(limit);
    (lost, i32::from(single) * v.loss + i32::from(lost - single) * v.double)
}

/// The total alone.
pub fn total_points(cx: &Ctx, s: &State, holders: &Holders, side: SideId) -> i32 {
    counted_forts(cx, s, holders, side).map(|f| f.1).sum::<i32>() - penalty(cx, s, side).1
}

pub fn count_points(cx: &Ctx, s: &State, side: SideId) -> Reckoning {
    let forts: Vec<(usize, i32)> = counted_forts(cx, s, &fort_holders(cx, s), side).collect();
    let (lost, penalty) = penalty(cx, s, side);
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
