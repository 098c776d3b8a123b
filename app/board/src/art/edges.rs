//! Roads, borders, works along hexsides, and crossings.

use super::{Brush, EdgeArt, Ground, Lod};
use crate::layout::{Pos, Rect};
use crate::palette;
use crate::scene::{Affine, Seg, Shape, Stroke, quad_as_cubic, rect_points};
use egui::{Vec2, pos2, vec2};
use engine::hex::{Dir, Edge, Hex, HexId};

impl Brush<'_> {
    fn road_dirs(&self, hex: Hex, major: bool) -> Vec<Dir> {
        Dir::ALL.into_iter().filter(|d| self.art.roads.get(&Edge::new(hex, *d)) == Some(&major)).collect()
    }

    /// The pieces of road in one hex, from hexside middle to hexside middle, bending at the centre.
    fn road_pieces(&self, id: HexId, major: bool) -> Vec<Vec<Seg>> {
        let l = &self.art.layout;
        let hex = self.hex_of(id);
        let mut dirs = self.road_dirs(hex, major);
        let c = l.center(id);
        let mid = |d: Dir| c + l.dir_vec(d) * 0.866_025_4;
        let mut out = Vec::new();
        let mut hub = c;
        // The straightest pair of directions makes one road; the others join it.
        let pairs = dirs.iter().flat_map(|a| dirs.iter().filter(move |b| a < *b).map(move |b| (*a, *b)));
        let straight = pairs.min_by(|x, y| {
            let bend = |p: &(Dir, Dir)| l.dir_vec(p.0).dot(l.dir_vec(p.1));
            bend(x).total_cmp(&bend(y))
        });
        if let Some((a, b)) = straight {
            out.push(vec![Seg::Move(mid(a)), quad_as_cubic(mid(a), c, mid(b))]);
            hub = mid(a) + (c - mid(a)) * 0.5 + (mid(b) - mid(a)) * 0.25;
            hub = c + (hub - c) * 1.0;
            dirs.retain(|d| *d != a && *d != b);
        } else if !major {
            let big = self.road_dirs(hex, true);
            if let [a, b] = big[..] {
                hub = c + ((mid(a) - c) + (mid(b) - c)) * 0.25;
            }
        }
        out.extend(dirs.into_iter().map(|d| vec![Seg::Move(mid(d)), Seg::Line(hub)]));
        out
    }

    pub(super) fn draw_roads(&self, out: &mut Vec<Shape>) {
        let lod = self.style.lod();
        if self.art.roads.is_empty() {
            return;
        }
        if lod >= Lod::Small {
            for id in self.ids {
                for piece in self.road_pieces(*id, false) {
                    // Whole dashes in each piece, so that the pattern continues from hex to hex.
                    let length = length_of(&piece);
                    let k = (length / 0.175).round().max(1.0);
                    let unit = length / k / 0.175;
                    let s = Stroke::new(self.line_width(0.034), palette::MINOR)
                        .dashed(&[0.12 * unit, 0.055 * unit]);
                    out.push(Shape::path(piece, s));
                }
            }
        }
        let pieces: Vec<Vec<Seg>> = self.ids.iter().flat_map(|id| self.road_pieces(*id, true)).collect();
        let (casing, fill) = match lod {
            Lod::Flat | Lod::Plan | Lod::Wash => (self.line_width(0.06).max(1.2 / self.style.px), 0.0),
            _ => (self.line_width(0.10), self.line_width(0.10) * 0.64),
        };
        for p in &pieces {
            out.push(Shape::path(p.clone(), Stroke::round(casing, palette::ROADC)));
        }
        if fill > 0.0 {
            for p in pieces {
                out.push(Shape::path(p, Stroke::round(fill, palette::ROAD)));
            }
        }
    }

    pub(super) fn draw_borders(&self, out: &mut Vec<Shape>) {
        // Small pictures of many small states would otherwise show nothing but frontiers.
        let small = self.style.lod() <= Lod::Plan;
        let drawn = if small { &self.art.great_borders } else { &self.art.borders };
        for c in drawn.iter().filter(|c| self.is_in_part(c.reach)) {
            if self.style.mono && self.style.lod() > Lod::Flat {
                // Without a colour of its own a frontier is told from the hexsides it runs along by its weight.
                let wide = self.line_width(0.075).max(2.2 / self.style.px);
                let s = Stroke::new(wide, palette::BORDER).dashed(&[0.26, 0.12, 0.075, 0.12]);
                out.push(Shape::path(c.path.clone(), s));
            } else if self.style.lod() == Lod::Plan {
                let s = Stroke::new(1.0 / self.style.px, palette::BORDER.alpha(0.6)).dashed(&[0.3, 0.15]);
                out.push(Shape::path(c.path.clone(), s));
            } else if self.style.lod() > Lod::Flat {
                out.push(Shape::path(
                    c.path.clone(),
                    Stroke::new(self.line_width(0.13), palette::BORDER.alpha(0.18)),
                ));
                let s =
                    Stroke::new(self.line_width(0.034), palette::BORDER).dashed(&[0.2, 0.07, 0.035, 0.07]);
                out.push(Shape::path(c.path.clone(), s));
            } else {
                out.push(Shape::path(c.path.clone(), Stroke::new(1.0 / self.style.px, palette::BORDER)));
            }
        }
    }

    fn features_in_part(&self, wanted: &[EdgeArt]) -> Vec<(Edge, EdgeArt, Option<Hex>)> {
        let mut out = Vec::new();
        for (edge, f) in &self.art.edges {
            for (art, from) in f.iter().filter(|f| wanted.contains(&f.0)) {
                if self.is_in_part(Rect::from_points(&self.art.layout.edge_ends(*edge)).expand(0.5)) {
                    out.push((*edge, *art, *from));
                }
            }
        }
        out
    }

    /// Walls and entrenchments, and a dashed line for hexsides of unknown art.
    pub(super) fn draw_works(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        for (edge, art, from) in
            self.features_in_part(&[EdgeArt::Entrenchment, EdgeArt::Wall, EdgeArt::Unknown])
        {
            let [a, b] = l.edge_ends(edge);
            match art {
                EdgeArt::Wall => self.draw_wall(out, a, b),
                EdgeArt::Entrenchment => {
                    let safe = from.unwrap_or(edge.stored_key().0);
                    let enemy = (l.edge_mid(edge) - l.center_of(safe)).normalized();
                    self.draw_toothed_line(out, a, b, enemy);
                }
                _ => out.push(Shape::line(
                    a,
                    b,
                    Stroke::new(self.line_width(0.06), palette::INK3).dashed(&[0.08, 0.06]),
                )),
            }
        }
    }

    fn draw_wall(&self, out: &mut Vec<Shape>, a: Pos, b: Pos) {
        let half = self.line_width(0.064) / 2.0;
        let m = Affine::new(a.to_vec2(), 1.0, (b - a).angle());
        let len = (b - a).length();
        let band = Rect::from_min_max(pos2(0.0, -half), pos2(len, half));
        out.push(Shape::Polygon {
            points: rect_points(band).into_iter().map(|p| m.apply(p)).collect(),
            fill: Some(palette::WALLFILL),
            stroke: Some(Stroke::new(self.line_width(0.018), palette::WALL)),
        });
        if self.style.lod() < Lod::Small {
            return;
        }
        out.push(Shape::line(a, b, Stroke::new(self.line_width(0.01), palette::WALL)));
        for i in 1..8 {
            let x = len * i as f32 / 8.0;
            let (y0, y1) = if i % 2 == 1 { (-half, 0.0) } else { (0.0, half) };
            let s = Stroke::new(self.line_width(0.014), palette::WALL);
            out.push(Shape::line(m.apply(pos2(x, y0)), m.apply(pos2(x, y1)), s));
        }
    }

    /// A line with three redans towards `enemy` and ticks on the defender's side.
    pub(super) fn draw_toothed_line(&self, out: &mut Vec<Shape>, a: Pos, b: Pos, enemy: Vec2) {
        let along = b - a;
        let at = |t: f32, off: f32| a + along * t + enemy * off;
        let line = |base: f32| {
            let mut p = vec![at(0.0, base)];
            for k in 0..3 {
                let m = (k as f32 + 0.5) / 3.0;
                p.extend([at(m - 0.06, base), at(m, base + 0.11), at(m + 0.06, base)]);
            }
            p.push(at(1.0, base));
            p
        };
        out.push(Shape::polyline(line(0.02), Stroke::round(self.line_width(0.065), palette::ENT).mitred()));
        if self.style.lod() < Lod::Small {
            return;
        }
        out.push(Shape::polyline(line(-0.035), Stroke::round(self.line_width(0.016), palette::ENT).mitred()));
        for i in 0..10 {
            let t = (i as f32 + 0.5) / 10.0;
            out.push(Shape::line(
                at(t, -0.05),
                at(t, -0.10),
                Stroke::new(self.line_width(0.018), palette::ENT),
            ));
        }
    }

    /// Bridges, fords and passes, on hexsides and in hexes of water.
    pub(super) fn draw_crossings(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        for (edge, art, _) in self.features_in_part(&[EdgeArt::Bridge, EdgeArt::Ford, EdgeArt::Pass]) {
            let (hex, d) = edge.stored_key();
            let mid = l.edge_mid(edge);
            let across = l.dir_vec(d).angle();
            let m = Affine::new(mid.to_vec2(), 1.0, across);
            match art {
                EdgeArt::Bridge => self.draw_bridge(out, &m, 0.15, 0.075),
                EdgeArt::Ford => self.draw_ford(out, &m, (0.1, 0.125), 0.15),
                _ => self.draw_pass(out, &m, hex),
            }
        }
        for id in self.ids {
            let g = self.ground_of(*id);
            if !matches!(g, Ground::Bridge | Ground::Ford) {
                continue;
            }
            let m =
                Affine::new(l.center(*id).to_vec2(), 1.0, self.crossing_angle(*id) + self.hex_rotation(*id));
            match g {
                Ground::Bridge => self.draw_bridge(out, &m, 0.46, 0.11),
                _ => self.draw_ford(out, &m, (0.3, 0.2), 0.42),
            }
        }
    }

    /// Direction of a crossing in a hex of water: along the road, else at right angles to the river.
    fn crossing_angle(&self, id: HexId) -> f32 {
        let (l, hex) = (&self.art.layout, self.hex_of(id));
        let roads = Dir::ALL.into_iter().filter(|d| self.art.roads.contains_key(&Edge::new(hex, *d)));
        let roads: Vec<Vec2> = roads.map(|d| l.dir_vec(d)).collect();
        if let [a, b] = roads[..]
            && a.dot(b) < -0.4
        {
            return (a - b).angle();
        }
        let wet: Vec<Vec2> = Dir::ALL
            .into_iter()
            .filter(|d| self.art.ground_at(hex.step(*d)).is_some_and(Ground::is_waterway))
            .map(|d| l.dir_vec(d))
            .collect();
        let flow = match wet[..] {
            [a, b, ..] => a - b,
            [a] => a,
            [] => vec2(0.0, 1.0),
        };
        let flow = if flow.length() < 0.1 { vec2(0.0, 1.0) } else { flow };
        flow.angle() + std::f32::consts::FRAC_PI_2
    }

    fn draw_bridge(&self, out: &mut Vec<Shape>, m: &Affine, half: f32, side: f32) {
        let deck = Rect::from_center_size(Pos::ZERO, vec2(half, side) * 2.0);
        out.push(Shape::rect(deck, palette::ROAD).transformed(m));
        let flare = 0.055_f32.max(half * 0.2);
        for s in [-1.0, 1.0] {
            let rail = vec![
                pos2(-half - flare, s * (side + flare)),
                pos2(-half, s * side),
                pos2(half, s * side),
                pos2(half + flare, s * (side + flare)),
            ];
            out.push(
                Shape::polyline(
                    rail,
                    Stroke::round(self.line_width(0.034).max(0.045 * half / 0.46), palette::INK),
                )
                .transformed(m),
            );
        }
    }

    fn draw_ford(&self, out: &mut Vec<Shape>, m: &Affine, (hx, hy): (f32, f32), reach: f32) {
        let bed = Rect::from_center_size(Pos::ZERO, vec2(hx, hy) * 2.0);
        out.push(Shape::round_rect(bed, 0.03, Some(palette::Rgba::hex(0xD5DED5)), None).transformed(m));
        for k in -1..=1 {
            let y = k as f32 * hy * 0.72;
            let s = Stroke::new(self.line_width(0.026), palette::INK).dashed(&[0.045, 0.035]);
            out.push(Shape::line(pos2(-reach, y), pos2(reach, y), s).transformed(m));
        }
    }

    fn draw_pass(&self, out: &mut Vec<Shape>, m: &Affine, hex: Hex) {
        let bow = |s: f32| {
            let (a, b) = (pos2(-0.2, 0.2 * s), pos2(0.2, 0.2 * s));
            (a, quad_as_cubic(a, pos2(0.0, 0.02 * s), b), b)
        };
        let ((a, up, b), (c, down, d)) = (bow(-1.0), bow(1.0));
        let ground =
            self.art.layout.grid.id(hex).map_or(palette::PAPER, |id| self.art.wash_of(id, self.style));
        let back = quad_as_cubic(d, pos2(0.0, 0.02), c);
        let gap = vec![Seg::Move(a), up, Seg::Line(b), Seg::Line(d), back, Seg::Close];
        out.push(Shape::Path { path: gap, fill: Some(ground), stroke: None }.transformed(m));
        let s = Stroke::round(self.line_width(0.05), palette::INK);
        out.push(Shape::path(vec![Seg::Move(a), up], s.clone()).transformed(m));
        out.push(Shape::path(vec![Seg::Move(c), down], s).transformed(m));
    }
}

/// Approximate length of a path.
fn length_of(path: &[Seg]) -> f32 {
    let runs = crate::scene::flatten_path(path, 8);
    runs.iter().flat_map(|(p, _)| p.windows(2).map(|w| w[0].distance(w[1]))).sum()
}
