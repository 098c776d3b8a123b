//! Where a leader may march with everything he can take from the field, and by which path.

use super::paths;
use crate::Ctx;
use crate::ids::Walls;
use crate::movement::{self, Judge};
use crate::state::{Force, Mode, State};
use engine::hex::HexId;
use engine::present::Target;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// How a hex is reached most cheaply.
struct Reached {
    spent: u8,
    from: HexId,
    /// The force as it arrives.
    force: Force,
}

/// Every hex the force may come to, by hex; where it stands is among them.
fn flood(cx: &Ctx, begun: &State, start: &Force) -> BTreeMap<HexId, Reached> {
    let mut found: BTreeMap<HexId, Reached> = BTreeMap::new();
    let mut open = BinaryHeap::from([Reverse((0u8, start.at))]);
    found.insert(start.at, Reached { spent: 0, from: start.at, force: start.clone() });
    while let Some(Reverse((spent, at))) = open.pop() {
        let Some(here) = found.get(&at).filter(|r| r.spent == spent) else { continue };
        let force = here.force.clone();
        let judge = Judge::new(cx, begun);
        for (_, to, _) in cx.setup.ways(at) {
            let Ok(step) = movement::can_step(&judge, &force, to) else { continue };
            let total = spent + step.cost;
            if found.get(&to).is_some_and(|r| r.spent <= total) {
                continue;
            }
            let mut next = force.clone();
            (next.at, next.held) = (to, step.held);
            next.left = next.left.saturating_sub(step.cost);
            next.visited.push(to);
            found.insert(to, Reached { spent: total, from: at, force: next });
            open.push(Reverse((total, to)));
        }
    }
    found
}

/// The force with all it takes along, and the position it sets out from. Retreats go hex by hex.
fn setting_out(cx: &Ctx, s: &State, subject: &Target) -> Option<(State, Force)> {
    let leader = paths::leader_of_target(subject)?;
    paths::force_with_points(cx, s, Some(leader)).ok().filter(|(_, f)| f.mode != Mode::Retreat)
}

pub fn destinations(cx: &Ctx, s: &State, subject: &Target) -> Vec<(HexId, String)> {
    let Some((begun, start)) = setting_out(cx, s, subject) else { return Vec::new() };
    let may_end = |r: &Reached| {
        let judge = Judge::new(cx, &begun);
        movement::can_stop(&judge, &r.force, Walls::Outside).is_ok()
    };
    let reached = flood(cx, &begun, &start);
    let there = reached.iter().filter(|(hex, r)| **hex != start.at && may_end(r));
    there.map(|(hex, r)| (*hex, r.spent.to_string())).collect()
}

pub fn path_to(cx: &Ctx, s: &State, subject: &Target, to: HexId) -> Vec<HexId> {
    let Some((begun, start)) = setting_out(cx, s, subject) else { return Vec::new() };
    let reached = flood(cx, &begun, &start);
    let mut path = Vec::new();
    let mut at = to;
    while at != start.at {
        let Some(r) = reached.get(&at) else { return Vec::new() };
        path.push(at);
        at = r.from;
    }
    path.reverse();
    path
}
