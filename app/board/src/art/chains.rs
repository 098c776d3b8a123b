//! Joins hexsides and hexes into long courses, so that rivers are smooth and dashes continue.

use super::noise::Noise;
use crate::layout::{Layout, Pos, Rect};
use crate::scene::{Seg, smooth_curve};
use engine::hex::{Corner, Dir, Edge, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// One line on the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    pub path: Vec<Seg>,
    pub reach: Rect,
}

impl Course {
    fn through_points(points: &[Pos], curved: bool) -> Self {
        let path = if curved {
            smooth_curve(points)
        } else {
            let first = points.first().map(|p| Seg::Move(*p));
            first.into_iter().chain(points.iter().skip(1).map(|p| Seg::Line(*p))).collect()
        };
        Self { path, reach: Rect::from_points(points) }
    }
}

/// The bounds of all pieces that only one of two sets of courses has. The direction of a piece does not matter.
pub fn moved_parts(old: &[Course], new: &[Course]) -> Vec<Rect> {
    let (a, b) = (piece_set(old), piece_set(new));
    let only = |x: &BTreeSet<Piece>, y: &BTreeSet<Piece>| x.difference(y).copied().collect::<Vec<Piece>>();
    only(&a, &b).into_iter().chain(only(&b, &a)).map(piece_bounds).collect()
}

/// The end points and handles of a curve, in thousandths of R so that they can be compared.
type Piece = [(i32, i32); 4];

fn piece_set(courses: &[Course]) -> BTreeSet<Piece> {
    let fine = |p: Pos| ((p.x * 1000.0).round() as i32, (p.y * 1000.0).round() as i32);
    let mut out = BTreeSet::new();
    for c in courses {
        let mut at = Pos::ZERO;
        for seg in &c.path {
            let (h, k, to) = match *seg {
                Seg::Move(p) => {
                    at = p;
                    continue;
                }
                Seg::Line(p) => (at, p, p),
                Seg::Cubic(h, k, p) => (h, k, p),
                Seg::Close => continue,
            };
            let piece = [fine(at), fine(h), fine(k), fine(to)];
            let back = [piece[3], piece[2], piece[1], piece[0]];
            out.insert(piece.min(back));
            at = to;
        }
    }
    out
}

fn piece_bounds(p: Piece) -> Rect {
    let points = p.map(|(x, y)| Pos::new(x as f32 / 1000.0, y as f32 / 1000.0));
    Rect::from_points(&points)
}

/// Splits a graph into runs: first those from ends and forks, then the remaining rings.
fn walk_runs<N: Copy + Ord>(around: &BTreeMap<N, BTreeSet<N>>) -> Vec<Vec<N>> {
    let mut done: BTreeSet<(N, N)> = BTreeSet::new();
    let mut out = Vec::new();
    let ends = around.iter().filter(|(_, n)| n.len() != 2).map(|(k, _)| *k);
    let rings = around.keys().copied();
    for start in ends.chain(rings) {
        for &next in around.get(&start).into_iter().flatten() {
            if !done.insert((start, next)) {
                continue;
            }
            done.insert((next, start));
            let mut run = vec![start, next];
            let (mut before, mut at) = (start, next);
            while let Some(n) = around.get(&at)
                && n.len() == 2
                && let Some(&on) = n.iter().find(|x| **x != before)
                && done.insert((at, on))
            {
                done.insert((on, at));
                run.push(on);
                (before, at) = (at, on);
            }
            out.push(run);
        }
    }
    out
}

/// Joins hexsides into runs of corners.
pub fn corner_runs(edges: &[Edge]) -> Vec<Vec<Corner>> {
    let mut around: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    for e in edges {
        let [a, b] = e.end_corners();
        around.entry(a).or_default().insert(b);
        around.entry(b).or_default().insert(a);
    }
    walk_runs(&around)
}

/// Joins hexsides at their corners. `sway` is how far the line strays from the hexside.
pub fn along_edges(layout: &Layout, edges: &[Edge], sway: f32) -> Vec<Course> {
    let mut around: BTreeMap<Corner, BTreeSet<Corner>> = BTreeMap::new();
    let mut edge_of: BTreeMap<(Corner, Corner), Edge> = BTreeMap::new();
    for e in edges {
        let [a, b] = e.end_corners();
        around.entry(a).or_default().insert(b);
        around.entry(b).or_default().insert(a);
        edge_of.insert((a.min(b), a.max(b)), *e);
    }
    let course = |run: &Vec<Corner>| {
        let mut points = Vec::new();
        for pair in run.windows(2) {
            let (a, b) = (layout.corner_pos(pair[0]), layout.corner_pos(pair[1]));
            points.push(a);
            let key = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if sway > 0.0
                && let Some(e) = edge_of.get(&key)
            {
                let mut n = Noise::of_edge(*e, 7);
                // The same bend in either direction.
                let turn = if key.0 == pair[0] { 1.0 } else { -1.0 };
                let side = (b - a).rot90() * turn;
                let sign = if n.unit() < 0.5 { 1.0 } else { -1.0 };
                let (p, q) = (sign * sway * n.range(0.5, 1.0), -sign * sway * n.range(0.4, 0.9));
                let (first, second) = if turn > 0.0 { (p, q) } else { (q, p) };
                points.push(a + (b - a) * 0.32 + side * first);
                points.push(a + (b - a) * 0.68 + side * second);
            }
        }
        if let Some(last) = run.last() {
            points.push(layout.corner_pos(*last));
        }
        Course::through_points(&points, sway > 0.0)
    };
    walk_runs(&around).iter().map(course).collect()
}

/// Joins hexes through their centres; a course that ends at the edge of the sheet continues over it.
pub fn through_hexes(layout: &Layout, is: &dyn Fn(Hex) -> bool) -> Vec<Course> {
    let mut around: BTreeMap<Hex, BTreeSet<Hex>> = BTreeMap::new();
    for id in layout.grid.ids() {
        let hex = layout.grid.hex(id);
        if is(hex) {
            let near = Dir::ALL.into_iter().map(|d| hex.step(d)).filter(|h| is(*h));
            around.entry(hex).or_default().extend(near);
        }
    }
    open_joints(layout, &mut around);
    for (hex, out) in exits_from_sheet(layout, &around) {
        around.entry(hex).or_default().insert(out);
        around.entry(out).or_default().insert(hex);
    }
    let alone = around.iter().filter(|(_, n)| n.is_empty()).map(|(h, _)| {
        // A single hex of water: a short piece across it.
        let (c, d) = (layout.center_of(*h), layout.dir_vec(Dir(0)) * 0.45);
        Course::through_points(&[c - d, c + d], false)
    });
    let lone: Vec<Course> = alone.collect();
    let course = |run: &Vec<Hex>| {
        let points: Vec<Pos> = run.iter().map(|h| layout.center_of(*h)).collect();
        Course::through_points(&points, true)
    };
    walk_runs(&around).iter().map(course).chain(lone).collect()
}

/// Where a tributary touches two hexes of a river, the three hexes form a ring: remove the link with the sharpest turn.
/// Broad water, where a link belongs to several rings, stays as it is.
fn open_joints(layout: &Layout, around: &mut BTreeMap<Hex, BTreeSet<Hex>>) {
    let mut rings: Vec<[Hex; 3]> = Vec::new();
    for (a, near) in around.iter() {
        for b in near.iter().filter(|b| *b > a) {
            let third = around.get(b).into_iter().flatten().filter(|c| *c > b && near.contains(c));
            rings.extend(third.map(|c| [*a, *b, *c]));
        }
    }
    let links = |r: &[Hex; 3]| [(r[0], r[1]), (r[1], r[2]), (r[0], r[2])];
    let mut count: BTreeMap<(Hex, Hex), u32> = BTreeMap::new();
    for link in rings.iter().flat_map(links) {
        *count.entry(link).or_default() += 1;
    }
    let alone = |r: &&[Hex; 3]| links(r).iter().all(|l| count.get(l) == Some(&1));
    let single: Vec<[Hex; 3]> = rings.iter().filter(alone).copied().collect();
    for ring in single {
        let onward = |from: Hex, to: Hex| {
            let ahead = (layout.center_of(to) - layout.center_of(from)).normalized();
            let outside = around.get(&from).into_iter().flatten().filter(|n| !ring.contains(n));
            let back = |n: &Hex| (layout.center_of(from) - layout.center_of(*n)).normalized().dot(ahead);
            outside.map(back).fold(-1.0_f32, f32::max)
        };
        let straight = |l: &(Hex, Hex)| onward(l.0, l.1) + onward(l.1, l.0);
        let worst = links(&ring).into_iter().min_by(|a, b| straight(a).total_cmp(&straight(b)));
        if let Some((a, b)) = worst {
            around.entry(a).or_default().remove(&b);
            around.entry(b).or_default().remove(&a);
        }
    }
}

/// For courses that end at the edge of the sheet: the hex beyond it, as straight on as possible.
fn exits_from_sheet(layout: &Layout, around: &BTreeMap<Hex, BTreeSet<Hex>>) -> Vec<(Hex, Hex)> {
    let mut out = Vec::new();
    for (hex, near) in around {
        if near.len() > 1 {
            continue;
        }
        let ahead = near.iter().next().map(|n| layout.center_of(*hex) - layout.center_of(*n));
        let beyond = Dir::ALL.into_iter().filter(|d| !layout.grid.contains_hex(hex.step(*d)));
        let straight = |d: &Dir| ahead.map_or(0.0, |a| a.normalized().dot(layout.dir_vec(*d)));
        let best = beyond.max_by(|a, b| straight(a).total_cmp(&straight(b)));
        if let Some(d) = best
            && straight(&d) > -0.1
        {
            out.push((*hex, hex.step(d)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_run_and_a_fork_three() {
        let link = |pairs: &[(u8, u8)]| {
            let mut m: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
            for (a, b) in pairs {
                m.entry(*a).or_default().insert(*b);
                m.entry(*b).or_default().insert(*a);
            }
            walk_runs(&m)
        };
        assert_eq!(link(&[(1, 2), (2, 3), (3, 4)]), vec![vec![1, 2, 3, 4]]);
        assert_eq!(link(&[(1, 2), (2, 3), (2, 4)]).len(), 3);
        let ring = link(&[(1, 2), (2, 3), (3, 1)]);
        assert_eq!(ring.len(), 1);
        assert_eq!(ring[0].first(), ring[0].last());
    }
}
