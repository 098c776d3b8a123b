//! Sets of hexes and hexsides that tools work on. Everything stays on the sheet.

use engine::hex::{Corner, Dir, Edge, Grid, Hex, HexId};
use engine::scenario::MapDoc;
use std::collections::{BTreeSet, VecDeque};

/// Coordinates beyond this are nonsense; checking first keeps integer arithmetic in range.
const FAR: i16 = 8000;

/// The dense number of a hex, or none if it is not on the sheet, whatever its coordinates.
pub fn on_sheet(grid: &Grid, hex: Hex) -> Option<HexId> {
    let sane = (-FAR..=FAR).contains(&hex.q) && (-FAR..=FAR).contains(&hex.r);
    if sane { grid.id(hex) } else { None }
}

/// True if at least one hex of the hexside is on the sheet.
pub fn side_on_sheet(grid: &Grid, edge: Edge) -> bool {
    let (hex, _) = edge.stored_key();
    let sane = (-FAR..=FAR).contains(&hex.q) && (-FAR..=FAR).contains(&hex.r);
    sane && edge.hexes().iter().any(|h| grid.contains_hex(*h))
}

/// The hexes under a brush of `radius` (1 is a single hex) about `centre`.
pub fn disc(grid: &Grid, centre: Hex, radius: u8) -> Vec<Hex> {
    if on_sheet(grid, centre).is_none() {
        return Vec::new();
    }
    let rings = u16::from(radius.clamp(1, 9)) - 1;
    let all = (0..=rings).flat_map(|r| centre.ring_around(r));
    all.filter(|h| grid.contains_hex(*h)).collect()
}

/// The hexes from `a` to `b` in a straight line, both ends included; neighbours follow neighbours.
/// Exact: each step goes to the neighbour nearer `b` that lies closest to the line.
pub fn line(grid: &Grid, a: Hex, b: Hex) -> Vec<Hex> {
    if on_sheet(grid, a).is_none() || on_sheet(grid, b).is_none() {
        return Vec::new();
    }
    let n = i64::from(a.distance(b));
    let mut out = vec![a];
    let mut at = a;
    for i in 1..=n {
        // The point of the line at step i is a + (b - a) * i / n; compare distances times n.
        let off = |h: Hex| {
            let d = |x: i16, from: i16, to: i16| {
                (i64::from(x) - i64::from(from)) * n - (i64::from(to) - i64::from(from)) * i
            };
            let (q, r) = (d(h.q, a.q, b.q), d(h.r, a.r, b.r));
            q.abs() + r.abs() + (q + r).abs()
        };
        let nearer = Dir::ALL.into_iter().map(|d| at.step(d)).filter(|h| h.distance(b) < at.distance(b));
        match nearer.min_by_key(|h| (off(*h), *h)) {
            Some(next) => at = next,
            None => break,
        }
        out.push(at);
    }
    out.retain(|h| grid.contains_hex(*h));
    out
}

/// The hexes whose column and row lie between those of `a` and `b`.
pub fn rectangle(grid: &Grid, a: Hex, b: Hex) -> Vec<Hex> {
    if on_sheet(grid, a).is_none() || on_sheet(grid, b).is_none() {
        return Vec::new();
    }
    let ((ac, ar), (bc, br)) = (grid.column_and_row(a), grid.column_and_row(b));
    let (cols, rows) = (ac.min(bc)..=ac.max(bc), ar.min(br)..=ar.max(br));
    rows.flat_map(|r| cols.clone().map(move |c| (c, r)))
        .map(|(c, r)| grid.hex_at(c as u16, r as u16))
        .collect()
}

/// All hexes joined to `from` for which `same` holds.
pub fn flood(grid: &Grid, from: Hex, same: impl Fn(HexId) -> bool) -> Vec<Hex> {
    let Some(start) = on_sheet(grid, from).filter(|id| same(*id)) else { return Vec::new() };
    let mut seen = vec![false; grid.len()];
    seen[start.index()] = true;
    let mut queue = VecDeque::from([from]);
    let mut out = Vec::new();
    while let Some(at) = queue.pop_front() {
        out.push(at);
        for d in Dir::ALL {
            if let Some(id) = grid.id(at.step(d))
                && !seen[id.index()]
                && same(id)
            {
                seen[id.index()] = true;
                queue.push_back(at.step(d));
            }
        }
    }
    out
}

/// The hexsides crossed by a path from hex to hex; steps that are not to a neighbour are skipped.
pub fn edges_crossed(way: &[Hex]) -> Vec<Edge> {
    way.windows(2).filter_map(|w| Edge::between(w[0], w[1])).collect()
}

/// The hex on the left (or right) when walking along `edge` away from `from`.
pub fn hex_beside(edge: Edge, from: Corner, left: bool) -> Hex {
    let (hex, dir) = edge.stored_key();
    // Corners are numbered clockwise: going from corner d - 1 to d, the hex is on the right.
    let clockwise = Corner::new(hex, (dir.0 + 5) % 6) == from;
    if clockwise == left { hex.step(dir) } else { hex }
}

/// A path along hexsides with the hex on the left of each.
pub fn corner_way(map: &MapDoc, from: Corner, to: Corner) -> Vec<(Edge, Hex)> {
    let mut at = from;
    let mut out = Vec::new();
    for edge in map.corner_path(from, to) {
        out.push((edge, hex_beside(edge, at, true)));
        at = at.other_end(edge).unwrap_or(at);
    }
    out
}

/// Removes repeats, keeping the first of each.
pub fn without_repeats(hexes: impl IntoIterator<Item = Hex>) -> Vec<Hex> {
    let mut seen = BTreeSet::new();
    hexes.into_iter().filter(|h| seen.insert(*h)).collect()
}

/// The hex nearest the middle of a set.
pub fn middle_hex(hexes: &[Hex]) -> Option<Hex> {
    let n = hexes.len().max(1) as i64;
    let (q, r) = hexes.iter().fold((0, 0), |s, h| (s.0 + i64::from(h.q), s.1 + i64::from(h.r)));
    let off = |h: &Hex| {
        let (a, b) = (i64::from(h.q) * n - q, i64::from(h.r) * n - r);
        a.abs() + b.abs() + (a + b).abs()
    };
    hexes.iter().min_by_key(|h| (off(h), **h)).copied()
}
