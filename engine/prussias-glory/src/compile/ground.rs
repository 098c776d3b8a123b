//! Prices and effects of every hexside, worked out once.

use crate::data::{ArmCosts, Data, SideLine};
use crate::setup::{CLOSED, Column, SideEffect};
use engine::hex::{Dir, HexId};
use engine::map::Map;

type Costs = Vec<[[u8; 5]; 6]>;
type Open = Vec<[[bool; 5]; 6]>;
type Effects = Vec<[SideEffect; 6]>;

fn price(costs: &ArmCosts, column: Column) -> Option<u8> {
    match column {
        Column::Foot => costs.foot,
        Column::FastFoot => costs.fast_foot,
        Column::Horse => costs.horse,
        Column::Guns => costs.guns,
        Column::Leader => costs.leader,
    }
}

/// Sides met going over `dir`, slopes apart: those without a direction, and those that protect the hex entered.
fn lines_into<'a>(data: &'a Data, map: &Map, to: HexId, back: Dir) -> Vec<&'a SideLine> {
    let kinds = map.edge_kinds(to, back);
    let is_there = |(i, s): &(usize, &SideLine)| kinds.has(*i as u8) && s.slope.is_none();
    data.terrain.sides.iter().enumerate().filter(is_there).map(|(_, s)| s).collect()
}

/// For each hex and direction: points to enter the next hex, whether the side is open, and what it does to combat and fire.
pub fn tables(data: &Data, map: &Map) -> (Costs, Open, Effects) {
    let mut costs = vec![[[CLOSED; 5]; 6]; map.len()];
    let mut open = vec![[[false; 5]; 6]; map.len()];
    let mut effects = vec![[SideEffect::default(); 6]; map.len()];
    let slope = data.terrain.sides.iter().find(|s| s.id == "slope");
    for from in map.grid.ids() {
        for dir in Dir::ALL {
            let Some(to) = map.neighbour(from, dir) else { continue };
            let met = lines_into(data, map, to, dir.opposite());
            let crossing = met.iter().find_map(|s| s.crossing.as_ref());
            let is_crossed = |s: &SideLine| crossing.is_some_and(|c| c.over.contains(&s.id));
            let climbs = map.rise(from, dir) > 0;
            let hex = &data.terrain.hexes[map.terrain[to.index()].0 as usize];
            let (i, d) = (from.index(), dir.0 as usize);
            for column in Column::ALL {
                let mut total = Some(0u8);
                for side in met.iter().filter(|s| !is_crossed(s) && s.crossing.is_none()) {
                    total = total.and_then(|t| price(&side.cost, column).map(|p| t + p));
                }
                if climbs {
                    let up = slope.and_then(|s| price(&s.cost, column));
                    total = total.and_then(|t| up.map(|p| t + p));
                }
                open[i][d][column as usize] = total.is_some();
                if let (Some(side), Some(hex)) = (total, price(&hex.cost, column)) {
                    costs[i][d][column as usize] = side + hex;
                }
            }
            effects[i][d] = effect(&met, climbs.then_some(slope).flatten());
        }
    }
    (costs, open, effects)
}

/// Directions by the numbers of the hexes they lead to.
pub fn in_order(map: &Map) -> Vec<[Dir; 6]> {
    let sorted = |row: &[HexId; 6]| {
        let mut dirs: [Dir; 6] = std::array::from_fn(|d| Dir(d as u8));
        dirs.sort_unstable_by_key(|d| row[d.0 as usize]);
        dirs
    };
    map.neighbour_table().iter().map(sorted).collect()
}

fn effect(met: &[&SideLine], slope: Option<&SideLine>) -> SideEffect {
    let crossing = met.iter().find_map(|s| s.crossing.as_ref());
    let mut out =
        SideEffect { combat: [Some(0), Some(0)], slope_up: slope.is_some(), ..SideEffect::default() };
    for side in met.iter().copied().filter(|s| s.crossing.is_none()).chain(slope) {
        let is_crossed = crossing.is_some_and(|c| c.over.contains(&side.id));
        // A crossing may bring its own figure in place of what it crosses.
        let replaced = is_crossed && crossing.is_some_and(|c| c.combat.is_some());
        if !replaced {
            for (sum, own) in out.combat.iter_mut().zip([side.combat.foot, side.combat.horse]) {
                *sum = sum.and_then(|s| own.map(|o| s + o));
            }
        }
        out.bombard += side.bombard;
        out.trench |= side.trench;
    }
    if let Some(own) = crossing.and_then(|c| c.combat) {
        for sum in &mut out.combat {
            *sum = sum.map(|s| s + own);
        }
    }
    out
}
