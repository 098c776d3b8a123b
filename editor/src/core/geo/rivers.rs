//! Rivers: trunk before tributary, each joined to what it flows into, with towns on the correct bank.

use super::path::{self, Way, Wishes};
use super::read::Bank;
use super::shapes::{beside_line, beyond_ends, on_sheet};
use board::layout::{Layout, Pos};
use engine::hex::{Corner, Edge, Hex};
use std::collections::BTreeSet;

/// A line that is to run along hexsides.
#[derive(Clone, Debug)]
pub struct River {
    pub name: String,
    pub kind: String,
    /// Points of the sheet, downstream.
    pub line: Vec<Pos>,
    /// Rivers have banks and mouths; walls and borders do not.
    pub water: bool,
    /// For directed kinds: point out of the hex on the left.
    pub left: bool,
}

/// A place that must stay on its bank.
#[derive(Clone, Debug)]
pub struct Place {
    pub at: Pos,
    pub hex: Hex,
    /// River and bank, where stated.
    pub banks: Vec<(String, Bank)>,
}

/// A river laid along hexsides.
#[derive(Clone, Debug)]
pub struct Laid {
    pub river: usize,
    pub way: Way,
}

/// The result of fitting all lines.
#[derive(Clone, Debug, Default)]
pub struct Courses {
    pub laid: Vec<Laid>,
    /// Lines that end in another in the source data, but not on the map.
    pub unjoined: Vec<(usize, usize)>,
}

/// A line that ends nearer than this to another flows into it.
const MOUTH: f32 = 1.0;
/// A line starts at another only if it nearly touches it: two sources may be close together.
const FORK: f32 = 0.2;
/// Places farther from a river than this are not on it.
const ON_RIVER: f32 = 1.2;
/// A river that ends nearer than this to a shore flows into it.
const SHORE: f32 = 1.6;

/// Fits all lines, trunks first. `wet` are hexes of open water.
pub fn lay_all(layout: &Layout, rivers: &[River], places: &[Place], wet: &BTreeSet<Hex>) -> Courses {
    let shores: BTreeSet<Corner> = wet.iter().flat_map(|h| (0..6).map(move |i| Corner::new(*h, i))).collect();
    let rim = path::rim_corners(layout);
    let mut done: Vec<Laid> = Vec::new();
    let mut net: Vec<BTreeSet<Corner>> = vec![BTreeSet::new(); rivers.len()];
    let order = flow_order(rivers);
    for (i, parents) in order.iter().copied() {
        let river = &rivers[i];
        let banks = if river.water { banks_of(river, places) } else { Vec::new() };
        let end_net = |end: Option<usize>, at: Option<&Pos>| {
            end.map(|p| &net[p]).filter(|n| !n.is_empty()).or_else(|| {
                let near = |c: &Corner| at.is_some_and(|p| layout.corner_pos(*c).distance(*p) < SHORE);
                (river.water && shores.iter().any(near)).then_some(&shores)
            })
        };
        let mut ways = Vec::new();
        for run in on_sheet(layout, &river.line, path::STEP, 0.2) {
            // Only true ends of a line join others; where it leaves the sheet it runs to the edge.
            let begins = run.first() == river.line.first();
            let ends = run.last() == river.line.last();
            let wishes = Wishes {
                banks: &banks,
                begin: if begins { end_net(parents[0], run.first()) } else { Some(&rim) },
                end: if ends { end_net(parents[1], run.last()) } else { Some(&rim) },
            };
            let mut way = path::lay_path(layout, &run, &wishes);
            let none = BTreeSet::new();
            let stop = [wishes.begin.unwrap_or(&none), wishes.end.unwrap_or(&none)];
            cut_path(&mut way, stop, wet);
            if way.len() > 1 {
                ways.push(way);
            }
        }
        for way in ways {
            net[i].extend(way.iter().copied());
            done.push(Laid { river: i, way });
        }
    }
    let unjoined = unjoined_pairs(layout, rivers, &order, &net, &shores);
    Courses { laid: done, unjoined }
}

/// Pairs that meet on the sheet in the source data but share no corner on the map.
fn unjoined_pairs(
    layout: &Layout,
    rivers: &[River],
    order: &[(usize, [Option<usize>; 2])],
    net: &[BTreeSet<Corner>],
    shores: &BTreeSet<Corner>,
) -> Vec<(usize, usize)> {
    let room = layout.sheet_rect().shrink(1.0);
    let mut out = Vec::new();
    for (i, parents) in order {
        let ends = [rivers[*i].line.first(), rivers[*i].line.last()];
        for (parent, at) in parents.iter().zip(ends) {
            let (Some(p), Some(at)) = (parent, at) else { continue };
            // They may both end in the same lake.
            let lake = |n: &BTreeSet<Corner>| n.iter().any(|c| shores.contains(c));
            let met = !net[*i].is_disjoint(&net[*p]) || (lake(&net[*i]) && lake(&net[*p]));
            if room.contains(*at) && !met {
                out.push((*i, *p));
            }
        }
    }
    out
}

/// A touch within this many hexsides of an end is the junction.
const LAST: usize = 7;

/// Cuts a path where it first touches what it joins, and trims open water from its ends.
fn cut_path(way: &mut Way, stop: [&BTreeSet<Corner>; 2], wet: &BTreeSet<Hex>) {
    let far = way.len().saturating_sub(LAST);
    if let Some(i) = (far..way.len()).find(|i| *i > 0 && stop[1].contains(&way[*i])) {
        way.truncate(i + 1);
    }
    if let Some(i) = (0..way.len().min(LAST)).rev().find(|i| *i + 1 < way.len() && stop[0].contains(&way[*i]))
    {
        way.drain(..i);
    }
    let drowned = |w: &[Corner]| {
        path::edges_with_left(w).first().is_some_and(|(e, _)| e.hexes().iter().any(|h| wet.contains(h)))
    };
    while way.len() > 1 && drowned(&way[way.len() - 2..]) {
        way.pop();
    }
    while way.len() > 1 && drowned(&way[..2]) {
        way.remove(0);
    }
}

/// What each end of a line flows into, trunks before tributaries.
pub fn flow_order(rivers: &[River]) -> Vec<(usize, [Option<usize>; 2])> {
    let length = |r: &River| r.line.windows(2).map(|w| w[0].distance(w[1])).sum::<f32>();
    let lengths: Vec<f32> = rivers.iter().map(length).collect();
    let mouth = |i: usize, at: Option<&Pos>, near_enough: f32| {
        let at = *at?;
        let near = |j: &usize| rivers[*j].water == rivers[i].water && *j != i;
        let far = |j: usize| beside_line(&rivers[j].line, at).map_or(f32::MAX, |d| d.0);
        let all = (0..rivers.len()).filter(near).map(|j| (j, far(j)));
        // Parts of one river that leave and re-enter the sheet are not tributaries of each other.
        let reach = |j: usize| if rivers[j].name == rivers[i].name { FORK } else { near_enough };
        all.filter(|c| c.1 < reach(c.0)).min_by(|a, b| a.1.total_cmp(&b.1)).map(|c| c.0)
    };
    let ends: Vec<[Option<usize>; 2]> = rivers
        .iter()
        .enumerate()
        .map(|(i, r)| {
            if r.water { [mouth(i, r.line.first(), FORK), mouth(i, r.line.last(), MOUTH)] } else { [None; 2] }
        })
        .collect();
    let mut left: Vec<usize> = (0..rivers.len()).collect();
    let mut out = Vec::new();
    while !left.is_empty() {
        let waits = |i: &usize| ends[*i].iter().flatten().any(|p| left.contains(p));
        let free: Vec<usize> = left.iter().copied().filter(|i| !waits(i)).collect();
        // Two that end in each other: the longer is the trunk.
        let from = if free.is_empty() { &left } else { &free };
        let Some(next) = from.iter().copied().max_by(|a, b| lengths[*a].total_cmp(&lengths[*b])) else {
            break;
        };
        left.retain(|i| *i != next);
        out.push((next, ends[next]));
    }
    out
}

/// Places on this river with their bank: as stated, else as located.
fn banks_of(river: &River, places: &[Place]) -> Vec<path::Bank> {
    places.iter().filter_map(|p| bank_of(river, p).map(|left| path::Bank { hex: p.hex, left })).collect()
}

/// Whether a place must be left or right of a river; none if either will do.
pub fn bank_of(river: &River, place: &Place) -> Option<bool> {
    let (far, left) = beside_line(&river.line, place.at)?;
    let said = place.banks.iter().find(|b| b.0 == river.name).map(|b| b.1);
    match said {
        Some(Bank::Both) => None,
        Some(said) if far < 3.0 => Some(said == Bank::Left),
        // Above a source and below a mouth there are no banks.
        _ if beyond_ends(&river.line, place.at) => None,
        _ => (far < ON_RIVER && far > 0.03).then_some(left),
    }
}

/// Whether a hex is left of a path; none if the path is far away.
pub fn side_of_way(layout: &Layout, way: &[Corner], hex: Hex) -> Option<bool> {
    let centre = layout.center_of(hex);
    let far = |e: &Edge| layout.edge_mid(*e).distance(centre);
    let sides = path::edges_with_left(way);
    let (edge, left) = sides.iter().min_by(|a, b| far(&a.0).total_cmp(&far(&b.0)))?;
    if far(edge) > 2.6 {
        return None;
    }
    if edge.hexes().contains(&hex) {
        return Some(*left == hex);
    }
    let corners: Vec<Pos> = way.iter().map(|c| layout.corner_pos(*c)).collect();
    beside_line(&corners, centre).map(|b| b.1)
}
