//! Areas and lines on the sheet.
use board::layout::{Layout, Pos};
use engine::hex::{Edge, Hex, HexId};
use std::collections::BTreeMap;

/// Rings of one polygon on the sheet, outer first.
pub type Rings = Vec<Vec<Pos>>;

/// Even-odd over all rings, so that holes are holes.
pub fn is_inside(rings: &[Vec<Pos>], p: Pos) -> bool {
    let mut odd = false;
    for ring in rings {
        let mut last = ring.len().wrapping_sub(1);
        for (i, a) in ring.iter().enumerate() {
            let Some(b) = ring.get(last) else { break };
            if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
                odd = !odd;
            }
            last = i;
        }
    }
    odd
}

/// The centroid of the outer ring.
pub fn centroid(ring: &[Pos]) -> Option<Pos> {
    let first = *ring.first()?;
    let (mut area, mut x, mut y) = (0.0f64, 0.0f64, 0.0f64);
    for pair in ring.windows(2) {
        let d = |v: f32, from: f32| f64::from(v) - f64::from(from);
        let (ax, ay) = (d(pair[0].x, first.x), d(pair[0].y, first.y));
        let (bx, by) = (d(pair[1].x, first.x), d(pair[1].y, first.y));
        let cross = ax * by - bx * ay;
        area += cross;
        x += (ax + bx) * cross;
        y += (ay + by) * cross;
    }
    if area.abs() < 1e-9 {
        return Some(first);
    }
    let at = |v: f64, from: f32| from + (v / (3.0 * area)) as f32;
    Some(Pos::new(at(x, first.x), at(y, first.y)))
}

/// Sample points of a hex.
fn hex_samples(layout: &Layout, id: HexId) -> Vec<Pos> {
    let c = layout.center(id);
    let mut out = vec![c];
    for i in 0..6u8 {
        let corner = layout.corner_offset(i);
        let next = layout.corner_offset(i + 1);
        out.extend([c + corner * 0.42, c + corner * 0.85, c + (corner + next) * 0.42]);
    }
    out
}

/// How much of each hex an area covers, in per cent; hexes it does not touch are left out.
pub fn covered_shares(layout: &Layout, areas: &[Rings]) -> BTreeMap<HexId, u8> {
    let mut out: BTreeMap<HexId, u8> = BTreeMap::new();
    for rings in areas {
        let Some(outer) = rings.first() else { continue };
        let bound = board::layout::Rect::from_points(outer);
        for id in layout.ids_in(bound.intersect(layout.sheet_rect().expand(2.0)), 1.0) {
            let points = hex_samples(layout, id);
            let hits = points.iter().filter(|p| is_inside(rings, **p)).count();
            if hits > 0 {
                let share = (hits * 100 / points.len()) as u8;
                let slot = out.entry(id).or_default();
                *slot = slot.saturating_add(share).min(100);
            }
        }
    }
    out
}

/// The line as closely spaced points.
pub fn dense_points(line: &[Pos], step: f32) -> Vec<Pos> {
    let mut out = Vec::new();
    for pair in line.windows(2) {
        let way = pair[1] - pair[0];
        let n = (way.length() / step).ceil().clamp(1.0, 20_000.0) as usize;
        out.extend((0..n).map(|i| pair[0] + way * (i as f32 / n as f32)));
    }
    out.extend(line.last());
    out
}

/// The parts of a line that run over the sheet, as closely spaced points.
pub fn on_sheet(layout: &Layout, line: &[Pos], step: f32, margin: f32) -> Vec<Vec<Pos>> {
    let room = layout.sheet_rect().expand(margin);
    let near = room.expand(4.0);
    let mut out: Vec<Vec<Pos>> = Vec::new();
    let mut open = false;
    for pair in line.windows(2) {
        // Skip parts that are far away.
        if !board::layout::Rect::from_two_pos(pair[0], pair[1]).intersects(near) {
            open = false;
            continue;
        }
        for p in dense_points(pair, step) {
            let here = room.contains(p);
            match (here, open) {
                (true, false) => out.push(vec![p]),
                (true, true) => {
                    if let Some(run) = out.last_mut().filter(|r| r.last() != Some(&p)) {
                        run.push(p);
                    }
                }
                (false, _) => {}
            }
            open = here;
        }
    }
    out
}

/// The hexes a line passes through, each next to the last, without needless corners.
pub fn hex_chain(layout: &Layout, points: &[Pos], keep: &[Hex]) -> Vec<Hex> {
    let mut chain: Vec<Hex> = Vec::new();
    for p in points {
        let hex = layout.place_at(*p);
        if !layout.grid.contains_hex(hex) || chain.last() == Some(&hex) {
            continue;
        }
        match chain.last().copied() {
            Some(last) if last.distance(hex) > 1 => {
                chain.extend(crate::core::hexes::line(&layout.grid, last, hex).into_iter().skip(1));
            }
            _ => chain.push(hex),
        }
    } // A way that returns to a hex drops the loop.
    let mut out: Vec<Hex> = Vec::new();
    for hex in chain {
        if let Some(i) = out.iter().position(|h| *h == hex) {
            out.truncate(i + 1);
        } else {
            out.push(hex);
        }
    } // A hex cut at its corner is left out where its neighbours on the way touch.
    let mut i = 1;
    while i + 1 < out.len() {
        if Edge::between(out[i - 1], out[i + 1]).is_some() && !keep.contains(&out[i]) {
            out.remove(i);
        } else {
            i += 1;
        }
    }
    out
}

/// The distance of a point from a line, and whether it is on its left (as drawn, on a map with
/// north up).
pub fn beside_line(line: &[Pos], p: Pos) -> Option<(f32, bool)> {
    let mut best: Option<(f32, bool)> = None;
    for (i, pair) in line.windows(2).enumerate() {
        let d = board::layout::distance_to_segment(p, pair[0], pair[1]);
        if best.is_none_or(|b| d < b.0 - 1e-6) {
            // At a bend both segments are equally near: the mean direction decides.
            let next = line.get(i + 2).map_or(pair[1], |n| *n);
            let ends_here = p.distance(pair[1]) <= d + 1e-6;
            let from = pair[0];
            let to = if ends_here { next } else { pair[1] };
            let (a, b) = (to - from, p - from); // With y down the left hand has a negative cross product.
            best = Some((d, a.x * b.y - a.y * b.x < 0.0));
        }
    }
    best
}

/// Whether the point is before the start or after the end of the line, not beside it.
pub fn beyond_ends(line: &[Pos], p: Pos) -> bool {
    let mut best: Option<(f32, bool)> = None;
    let last = line.len().saturating_sub(2);
    for (i, pair) in line.windows(2).enumerate() {
        let d = board::layout::distance_to_segment(p, pair[0], pair[1]);
        if best.is_none_or(|b| d < b.0 - 1e-6) {
            let before = i == 0 && (p - pair[0]).dot(pair[1] - pair[0]) < 0.0;
            let after = i == last && (p - pair[1]).dot(pair[1] - pair[0]) > 0.0;
            best = Some((d, before || after));
        }
    }
    best.is_some_and(|b| b.1)
}
