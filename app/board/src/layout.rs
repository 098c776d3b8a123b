//! Where hexes lie on the sheet, in hex units: R = 1 from centre to corner, x to the right, y down.

use egui::{Vec2, pos2, vec2};
use engine::hex::{Corner, Dir, Edge, Grid, Hex, HexId, Orientation};

/// A point on the sheet or on the screen.
pub type Pos = egui::Pos2;
/// A rectangle on the sheet or on the screen.
pub type Rect = egui::Rect;

const SQRT3: f32 = 1.732_050_8;

/// The geometry of one sheet. The top left of the hexes is the origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub grid: Grid,
}

impl Layout {
    pub fn new(grid: Grid) -> Self {
        Self { grid }
    }

    pub fn is_flat_top(&self) -> bool {
        self.grid.orientation == Orientation::FlatTop
    }

    fn unshifted_center(&self, hex: Hex) -> Pos {
        let (q, r) = (f32::from(hex.q), f32::from(hex.r));
        match self.grid.orientation {
            Orientation::PointyTop => pos2(SQRT3 * (q + r / 2.0), 1.5 * r),
            Orientation::FlatTop => pos2(1.5 * q, SQRT3 * (r + q / 2.0)),
        }
    }

    /// Shift from axial coordinates to the sheet, so that nothing lies left of or above the origin.
    fn sheet_origin(&self) -> Vec2 {
        let half = if matches!(self.grid.shove, engine::hex::Shove::Even) { 1.0 } else { 0.0 };
        // With 'even' the first line is the one shifted by half a hex.
        match self.grid.orientation {
            Orientation::PointyTop => {
                let first = self.unshifted_center(self.grid.hex_at(0, 0));
                vec2(SQRT3 / 2.0 + half * SQRT3 / 2.0 - first.x, 1.0 - first.y)
            }
            Orientation::FlatTop => {
                let first = self.unshifted_center(self.grid.hex_at(0, 0));
                vec2(1.0 - first.x, SQRT3 / 2.0 + half * SQRT3 / 2.0 - first.y)
            }
        }
    }

    /// Centre of a hex, also of one beyond the sheet.
    pub fn center_of(&self, hex: Hex) -> Pos {
        self.unshifted_center(hex) + self.sheet_origin()
    }

    pub fn center(&self, id: HexId) -> Pos {
        self.center_of(self.grid.hex(id))
    }

    /// From a hex centre to its corner `index`, the one between directions `index` and `index + 1`.
    pub fn corner_offset(&self, index: u8) -> Vec2 {
        let start = match self.grid.orientation {
            Orientation::PointyTop => 30.0,
            Orientation::FlatTop => 60.0,
        };
        let a = (start + 60.0 * f32::from(index % 6)) * std::f32::consts::PI / 180.0;
        vec2(a.cos(), a.sin())
    }

    /// The unit vector out of a hex in that direction.
    pub fn dir_vec(&self, dir: Dir) -> Vec2 {
        let start = if self.is_flat_top() { 30.0 } else { 0.0 };
        let a = (start + 60.0 * f32::from(dir.0 % 6)) * std::f32::consts::PI / 180.0;
        vec2(a.cos(), a.sin())
    }

    /// Corners of a hex, corner 0 first, clockwise; `scale` 1 is the hex itself.
    pub fn corners_of(&self, hex: Hex, scale: f32) -> [Pos; 6] {
        let c = self.center_of(hex);
        std::array::from_fn(|i| c + self.corner_offset(i as u8) * scale)
    }

    pub fn hex_corners(&self, id: HexId) -> [Pos; 6] {
        self.corners_of(self.grid.hex(id), 1.0)
    }

    pub fn corner_pos(&self, corner: Corner) -> Pos {
        let (hex, i) = corner.stored_key();
        self.center_of(hex) + self.corner_offset(i)
    }

    /// Both ends of a hexside.
    pub fn edge_ends(&self, edge: Edge) -> [Pos; 2] {
        edge.end_corners().map(|c| self.corner_pos(c))
    }

    pub fn edge_mid(&self, edge: Edge) -> Pos {
        let [a, b] = self.edge_ends(edge);
        a + (b - a) * 0.5
    }

    /// Size of the sheet of hexes, without its frame.
    pub fn sheet_size(&self) -> Vec2 {
        if self.grid.is_empty() {
            return Vec2::ZERO;
        }
        let (c, r) = (f32::from(self.grid.cols), f32::from(self.grid.rows));
        let shoved =
            |lines: u16| if lines > 1 || self.grid.shove == engine::hex::Shove::Even { 0.5 } else { 0.0 };
        match self.grid.orientation {
            Orientation::PointyTop => vec2(SQRT3 * (c + shoved(self.grid.rows)), 1.5 * r + 0.5),
            Orientation::FlatTop => vec2(1.5 * c + 0.5, SQRT3 * (r + shoved(self.grid.cols))),
        }
    }

    pub fn sheet_rect(&self) -> Rect {
        Rect::from_min_size(Pos::ZERO, self.sheet_size())
    }

    /// The hex that contains a point, also beyond the sheet.
    pub fn place_at(&self, at: Pos) -> Hex {
        let p = at - self.sheet_origin();
        let (q, r) = match self.grid.orientation {
            Orientation::PointyTop => (p.x / SQRT3 - p.y / 3.0, p.y / 1.5),
            Orientation::FlatTop => (p.x / 1.5, p.y / SQRT3 - p.x / 3.0),
        };
        let s = -q - r;
        let (mut rq, mut rr, rs) = (q.round(), r.round(), s.round());
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        if dq > dr && dq > ds {
            rq = -rr - rs;
        } else if dr > ds {
            rr = -rq - rs;
        }
        let clamp = |v: f32| v.clamp(-20_000.0, 20_000.0) as i16;
        Hex::new(clamp(rq), clamp(rr))
    }

    pub fn hex_at(&self, at: Pos) -> Option<HexId> {
        self.grid.id(self.place_at(at))
    }

    /// The hexside nearest to a point of the sheet, and its distance.
    pub fn nearest_edge(&self, at: Pos) -> Option<(Edge, f32)> {
        let hex = self.place_at(at);
        if !self.grid.contains_hex(hex) {
            return None;
        }
        let edges = Dir::ALL.map(|d| Edge::new(hex, d));
        let far = |e: &Edge| {
            let [a, b] = self.edge_ends(*e);
            distance_to_segment(at, a, b)
        };
        edges.into_iter().map(|e| (e, far(&e))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The corner nearest to a point of the sheet, and its distance.
    pub fn nearest_corner(&self, at: Pos) -> Option<(Corner, f32)> {
        let hex = self.place_at(at);
        if !self.grid.contains_hex(hex) {
            return None;
        }
        let near = (0..6).map(|i| Corner::new(hex, i)).map(|c| (c, self.corner_pos(c).distance(at)));
        near.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Hexes that may be visible in a part of the sheet, with `margin` around it.
    pub fn ids_in(&self, part: Rect, margin: f32) -> Vec<HexId> {
        let part = part.expand(margin);
        if self.grid.is_empty() || !part.intersects(self.sheet_rect().expand(1.0)) {
            return Vec::new();
        }
        let (across, down) = if self.is_flat_top() { (1.5, SQRT3) } else { (SQRT3, 1.5) };
        let lines = |lo: f32, hi: f32, step: f32, most: u16| {
            let lo = ((lo / step).floor() - 2.0).max(0.0) as u16;
            let hi = ((hi / step).ceil() + 2.0).clamp(0.0, f32::from(most)) as u16;
            lo.min(most)..hi
        };
        let cols = lines(part.min.x, part.max.x, across, self.grid.cols);
        let rows = lines(part.min.y, part.max.y, down, self.grid.rows);
        let near = part.expand(1.0);
        let all = rows.flat_map(|r| cols.clone().map(move |c| (c, r)));
        all.map(|(c, r)| HexId(r * self.grid.cols + c)).filter(|id| near.contains(self.center(*id))).collect()
    }
}

/// Distance of a point from a line segment.
pub fn distance_to_segment(p: Pos, a: Pos, b: Pos) -> f32 {
    let ab = b - a;
    let t = if ab.length_sq() > 0.0 { ((p - a).dot(ab) / ab.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    p.distance(a + ab * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Numbering, Shove};

    fn all() -> impl Iterator<Item = Layout> {
        [Orientation::FlatTop, Orientation::PointyTop].into_iter().flat_map(|orientation| {
            [Shove::Odd, Shove::Even].into_iter().map(move |shove| {
                Layout::new(Grid { orientation, shove, cols: 17, rows: 11, numbering: Numbering::default() })
            })
        })
    }

    #[test]
    fn points_hexes_and_centres_agree() {
        for l in all() {
            for id in l.grid.ids() {
                let c = l.center(id);
                assert_eq!(l.hex_at(c), Some(id));
                for k in l.hex_corners(id) {
                    assert!(
                        l.sheet_rect().expand(1e-3).contains(k),
                        "{k:?} of {id:?} beyond {:?}",
                        l.sheet_rect()
                    );
                    assert_eq!(l.hex_at(c + (k - c) * 0.97), Some(id));
                }
            }
            assert_eq!(l.hex_at(pos2(-3.0, -3.0)), None);
        }
    }

    #[test]
    fn the_sheet_is_no_larger_than_its_hexes() {
        for l in all() {
            let corners: Vec<Pos> = l.grid.ids().flat_map(|id| l.hex_corners(id)).collect();
            let b = Rect::from_points(&corners);
            assert!(
                (b.min - l.sheet_rect().min).length() < 1e-3 && (b.max - l.sheet_rect().max).length() < 1e-3
            );
        }
    }

    #[test]
    fn edges_and_corners_are_found_at_their_place() {
        for l in all() {
            for id in l.grid.ids() {
                let hex = l.grid.hex(id);
                for d in Dir::ALL {
                    let e = Edge::new(hex, d);
                    let mid = l.edge_mid(e);
                    let (dir, out) = (l.dir_vec(d), (mid - l.center(id)).normalized());
                    assert!((dir - out).length() < 1e-3);
                    let near = l.center(id) + (mid - l.center(id)) * 0.9;
                    assert_eq!(l.nearest_edge(near).map(|n| n.0), Some(e));
                }
                for i in 0..6 {
                    let c = Corner::new(hex, i);
                    assert!((l.corner_pos(c) - (l.center(id) + l.corner_offset(i))).length() < 1e-3);
                    let near = l.center(id) + l.corner_offset(i) * 0.9;
                    assert_eq!(l.nearest_corner(near).map(|n| n.0), Some(c));
                }
            }
        }
    }

    #[test]
    fn a_part_of_the_sheet_finds_its_hexes() {
        for l in all() {
            let part = Rect::from_min_max(pos2(6.0, 5.0), pos2(11.0, 9.0));
            let found = l.ids_in(part, 0.0);
            for id in l.grid.ids() {
                if part.contains(l.center(id)) {
                    assert!(found.contains(&id));
                }
            }
            assert!(found.len() < 80);
        }
    }
}
