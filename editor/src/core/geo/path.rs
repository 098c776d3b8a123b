//! Fits a line to hexsides: the path from corner to corner that stays closest to it.

use crate::core::hexes;
use board::layout::{Layout, Pos};
use engine::hex::{Corner, Edge, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// Distance between sample points of a line, in hex radii.
pub const STEP: f32 = 0.3;
/// A corner farther from the line than this is not considered.
const REACH: f32 = 1.3;
/// How far to look for a junction.
const JOINT: f32 = 2.4;
/// Cost of a hexside, so that paths do not zigzag.
const SIDE: f32 = 0.12;
/// Cost of passing a place on the wrong side.
const WRONG: f32 = 40.0;

/// A hex that must be on the left (or right) of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bank {
    pub hex: Hex,
    pub left: bool,
}

/// Constraints on a path.
#[derive(Clone, Debug, Default)]
pub struct Wishes<'a> {
    pub banks: &'a [Bank],
    /// It starts (ends) at one of these, if any is near.
    pub begin: Option<&'a BTreeSet<Corner>>,
    pub end: Option<&'a BTreeSet<Corner>>,
}

/// A path as corners in order.
pub type Way = Vec<Corner>;

/// The hexsides of a path with the hex on the left of each.
pub fn edges_with_left(way: &[Corner]) -> Vec<(Edge, Hex)> {
    let step = |w: &[Corner]| {
        let e = w[0].edges_meeting().into_iter().find(|e| w[0].other_end(*e) == Some(w[1]))?;
        Some((e, hexes::hex_beside(e, w[0], true)))
    };
    way.windows(2).filter_map(step).collect()
}

#[derive(Clone, Copy)]
struct Node {
    cost: f32,
    /// Index in the previous layer.
    from: usize,
}

/// The corners around a point that may be used.
fn corners_near(layout: &Layout, p: Pos, reach: f32) -> Vec<(Corner, f32)> {
    let centre = layout.place_at(p);
    let rings = if reach > 2.0 { 3 } else { 2 };
    let mut out: BTreeMap<Corner, f32> = BTreeMap::new();
    for hex in centre.hexes_within(rings).into_iter().filter(|h| layout.grid.contains_hex(*h)) {
        for i in 0..6 {
            let c = Corner::new(hex, i);
            let d = layout.corner_pos(c).distance(p);
            if d <= reach {
                out.insert(c, d);
            }
        }
    }
    out.into_iter().collect()
}

fn is_allowed(layout: &Layout, edge: Edge) -> bool {
    edge.hexes().iter().all(|h| layout.grid.contains_hex(*h))
}

/// Corners at the edge of the sheet from which a side leads inwards.
pub fn rim_corners(layout: &Layout) -> BTreeSet<Corner> {
    let grid = &layout.grid;
    let corners = grid.ids().flat_map(|id| (0..6).map(move |i| Corner::new(grid.hex(id), i)));
    let at_edge = |c: &Corner| c.hexes().iter().any(|h| !grid.contains_hex(*h));
    let leads = |c: &Corner| c.edges_meeting().into_iter().any(|e| is_allowed(layout, e));
    corners.filter(|c| at_edge(c) && leads(c)).collect()
}

/// Fits `points` (closely spaced, on the sheet) to hexsides. Empty if they are too short for one.
pub fn lay_path(layout: &Layout, points: &[Pos], wishes: &Wishes<'_>) -> Way {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    // At a junction the path may have to go a hexside or two farther than the line.
    let mut stops: Vec<(Pos, f32)> = Vec::new();
    if wishes.begin.is_some() {
        stops.extend(std::iter::repeat_n((*first, JOINT), 5));
    }
    // Near the edge of the sheet many corners are dead ends: look farther there.
    let inner = layout.sheet_rect().shrink(1.0);
    stops.extend(points.iter().map(|p| (*p, if inner.contains(*p) { REACH } else { JOINT })));
    if wishes.end.is_some() {
        stops.extend(std::iter::repeat_n((*last, JOINT), 5));
    }
    let mut layers: Vec<Vec<Corner>> = Vec::with_capacity(stops.len());
    let mut nodes: Vec<Vec<Node>> = Vec::with_capacity(stops.len());
    for (i, (p, reach)) in stops.iter().enumerate() {
        let mut corners = corners_near(layout, *p, *reach);
        let only = |set: Option<&BTreeSet<Corner>>, list: &mut Vec<(Corner, f32)>| {
            if let Some(set) = set
                && list.iter().any(|c| set.contains(&c.0))
            {
                list.retain(|c| set.contains(&c.0));
            }
        };
        if i == 0 {
            only(wishes.begin, &mut corners);
        }
        if i + 1 == stops.len() {
            only(wishes.end, &mut corners);
        }
        if corners.is_empty() {
            break;
        }
        let own = |d: f32| d * d * STEP;
        let row: Vec<Node> = match (layers.last(), nodes.last()) {
            (Some(before), Some(costs)) => corners
                .iter()
                .map(|(c, d)| best_previous(layout, before, costs, *c, own(*d), wishes.banks))
                .collect(),
            _ => corners.iter().map(|(_, d)| Node { cost: own(*d), from: 0 }).collect(),
        };
        if row.iter().all(|n| n.cost.is_infinite()) {
            // Corners at the edge are dead ends: a line that has only just entered starts again.
            if trace_back(&layers, &nodes).len() > 1 {
                break;
            }
            nodes = vec![corners.iter().map(|(_, d)| Node { cost: own(*d), from: 0 }).collect()];
            layers = vec![corners.into_iter().map(|c| c.0).collect()];
            continue;
        }
        layers.push(corners.into_iter().map(|c| c.0).collect());
        nodes.push(row);
    }
    trace_back(&layers, &nodes)
}

fn best_previous(
    layout: &Layout,
    before: &[Corner],
    costs: &[Node],
    to: Corner,
    own: f32,
    banks: &[Bank],
) -> Node {
    let mut out = Node { cost: f32::INFINITY, from: 0 };
    let mut offer = |from: usize, cost: f32| {
        if cost < out.cost {
            out = Node { cost, from };
        }
    };
    if let Ok(i) = before.binary_search(&to) {
        offer(i, costs[i].cost + own);
    }
    for edge in to.edges_meeting().into_iter().filter(|e| is_allowed(layout, *e)) {
        let Some(from) = to.other_end(edge) else { continue };
        if let Ok(i) = before.binary_search(&from) {
            let left = hexes::hex_beside(edge, from, true);
            let [a, b] = edge.hexes();
            let right = if left == a { b } else { a };
            let wrong = |k: &&Bank| (k.left && k.hex == right) || (!k.left && k.hex == left);
            let fines = banks.iter().filter(wrong).count() as f32 * WRONG;
            offer(i, costs[i].cost + own + SIDE + fines);
        }
    }
    out
}

fn trace_back(layers: &[Vec<Corner>], nodes: &[Vec<Node>]) -> Way {
    let (Some(last), Some(corners)) = (nodes.last(), layers.last()) else { return Vec::new() };
    let least = |a: &(usize, &Node), b: &(usize, &Node)| a.1.cost.total_cmp(&b.1.cost);
    let Some((mut at, _)) = last.iter().enumerate().min_by(least) else { return Vec::new() };
    let mut back = vec![corners[at]];
    for i in (1..layers.len()).rev() {
        at = nodes[i][at].from;
        back.push(layers[i - 1][at]);
    }
    back.reverse();
    without_loops(back)
}

/// Visits each corner once: detours that return to the same corner are cut.
fn without_loops(way: Way) -> Way {
    let mut out: Way = Vec::new();
    for c in way {
        match out.iter().position(|o| *o == c) {
            Some(i) => out.truncate(i + 1),
            None => out.push(c),
        }
    }
    out
}
