//! Shores, ripples, and rivers through hexes and along hexsides.

use super::{Brush, Ground, Lod, chains::Course, noise::Noise};
use crate::palette::{self, Rgba};
use crate::scene::{Seg, Shape, Stroke, quad_as_cubic};
use egui::{pos2, vec2};
use engine::hex::{Dir, Hex, HexId};

impl Brush<'_> {
    fn water_tone(&self) -> Rgba {
        if self.style.winter { palette::ICE } else { palette::WATER }
    }

    /// The shore line, and up to three fainter lines parallel to it on the water.
    pub(super) fn draw_shores(&self, out: &mut Vec<Shape>) {
        const LINES: [(f32, f32, f32); 4] =
            [(1.0, 0.026, 1.0), (0.9, 0.0145, 0.65), (0.8, 0.0113, 0.55), (0.69, 0.0089, 0.44)];
        let l = &self.art.layout;
        let lines = if self.style.lod() >= Lod::Small { 4 } else { 1 };
        for (id, hex, d, other) in self.hex_edges() {
            if !self.ground_of(id).is_water() || self.art.ground_at(other).is_none_or(Ground::is_water) {
                continue;
            }
            for (scale, width, alpha) in LINES.iter().take(lines) {
                let c = l.corners_of(hex, *scale);
                let (a, b) = (c[(d.0 as usize + 5) % 6], c[d.0 as usize]);
                let s = Stroke::round(self.line_width(*width), palette::WINK.alpha(*alpha));
                out.push(Shape::line(a, b, s));
            }
        }
    }

    /// Waves on open water; cracks in winter.
    pub(super) fn draw_ripples(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let strong = if self.ground_of(id) == Ground::Sea { 0.5 } else { 0.4 };
        let s = Stroke::round(self.line_width(0.011), palette::WINK.alpha(strong));
        let mut n = Noise::of_hex(self.hex_of(id), 11);
        if self.style.winter {
            for _ in 0..4 {
                let p = c + vec2(n.range(-0.5, 0.5), n.range(-0.45, 0.45));
                let q = p + vec2(n.range(-0.16, 0.16), n.range(-0.1, 0.1));
                let r = q + vec2(n.range(-0.14, 0.14), n.range(-0.1, 0.1));
                out.push(Shape::polyline(vec![p, q, r], s.clone()));
            }
            return;
        }
        for (i, y) in [-0.5_f32, -0.25, 0.0, 0.25, 0.5].into_iter().enumerate() {
            let half = 0.14 + 0.11 * (1.0 - y.abs()) + n.range(-0.02, 0.03);
            let x = n.range(-0.12, 0.12) + if i % 2 == 0 { 0.04 } else { -0.04 };
            let step = half / 2.0;
            let mut at = c + vec2(x - half, y);
            let mut path = vec![Seg::Move(at)];
            for k in 0..4 {
                let to = at + vec2(step, 0.0);
                let bow = if k % 2 == 0 { -0.05 } else { 0.05 };
                path.push(quad_as_cubic(at, at + vec2(step / 2.0, bow), to));
                at = to;
            }
            out.push(Shape::path(path, s.clone()));
        }
    }

    fn draw_courses(&self, out: &mut Vec<Shape>, courses: &[Course], stroke: &Stroke) {
        for c in courses.iter().filter(|c| self.is_in_part(c.reach.expand(0.5))) {
            out.push(Shape::path(c.path.clone(), stroke.clone()));
        }
    }

    /// Rivers that fill hexes: a broad double line with finer lines in it.
    pub(super) fn draw_waterways(&self, out: &mut Vec<Shape>) {
        let (ink, water) = (palette::WINK, self.water_tone());
        let all = &self.art.waterways;
        if self.style.lod() <= Lod::Plan {
            self.draw_courses(out, all, &Stroke::round(0.66_f32.max(1.0 / self.style.px), water));
            return;
        }
        let edge = self.line_width(0.03);
        self.draw_courses(out, all, &Stroke::round(0.66, ink));
        self.draw_courses(out, all, &Stroke::round(0.66 - 2.0 * edge, water));
        if self.style.lod() >= Lod::Small {
            let fine = self.line_width(0.009);
            for (width, alpha) in [(0.494, 0.45), (0.374, 0.3)] {
                self.draw_courses(out, all, &Stroke::round(width, water.mix(ink, alpha)));
                self.draw_courses(out, all, &Stroke::round(width - 2.0 * fine, water));
            }
        }
        self.fill_wide_water(out, water);
    }

    /// Three hexes of water round a corner are one sheet of it: no island is left between their courses.
    fn fill_wide_water(&self, out: &mut Vec<Shape>, water: Rgba) {
        let l = &self.art.layout;
        let wet = |hex: Hex| self.art.ground_at(hex).is_some_and(Ground::is_waterway);
        for (_, hex, d, other) in self.hex_edges() {
            let third = hex.step(Dir((d.0 + 1) % 6));
            // Each corner belongs to three hexes, and comes up in one of these two directions once.
            if d.0 > 1 || !wet(hex) || !wet(other) || !wet(third) {
                continue;
            }
            let points = [hex, other, third].map(|h| l.center_of(h)).to_vec();
            out.push(Shape::Polygon { points, fill: Some(water), stroke: None });
        }
    }

    /// Streams and rivers along hexsides, and arms of the sea.
    pub(super) fn draw_rivers(&self, out: &mut Vec<Shape>) {
        let (ink, water) = (palette::WINK, self.water_tone());
        let px = self.style.px.max(0.5);
        let a = self.art;
        if !a.sounds.is_empty() {
            self.draw_courses(out, &a.sounds, &Stroke::round(self.line_width(0.26), ink));
            self.draw_courses(
                out,
                &a.sounds,
                &Stroke::round((self.line_width(0.26) - 2.0 * self.line_width(0.03)).max(0.01), water),
            );
        }
        match self.style.lod() {
            Lod::Flat => {
                self.draw_courses(out, &a.rivers, &Stroke::round(1.0 / px, ink));
            }
            Lod::Plan | Lod::Wash => {
                self.draw_courses(out, &a.streams, &Stroke::round(1.0 / px, ink));
                self.draw_courses(out, &a.rivers, &Stroke::round(2.0 / px, ink));
            }
            lod => {
                self.draw_courses(out, &a.streams, &Stroke::round(self.line_width(0.05), ink));
                let bed = self.line_width(0.15);
                self.draw_courses(out, &a.rivers, &Stroke::round(bed, ink));
                self.draw_courses(out, &a.rivers, &Stroke::round(bed * 0.63, water));
                if lod >= Lod::Full && !self.style.winter {
                    let flow = Stroke::new(self.line_width(0.01), ink.alpha(0.5)).dashed(&[0.16, 0.12]);
                    self.draw_courses(out, &a.rivers, &flow);
                }
            }
        }
    }

    /// A rounded patch of water with two lines in it.
    pub(super) fn draw_pond(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let turn = self.hex_rotation(id);
        let mut n = Noise::of_hex(self.hex_of(id), 12);
        let radii: Vec<f32> = (0..9).map(|_| n.range(0.9, 1.08)).collect();
        let ring = |k: f32| {
            let at = |i: usize| {
                let a = std::f32::consts::TAU * i as f32 / 9.0;
                c + super::rotate_vector(vec2(a.cos() * 0.42, a.sin() * 0.32), turn) * radii[i % 9] * k
            };
            let mid = |i: usize| at(i) + (at((i + 1) % 9) - at(i)) * 0.5;
            let mut path = vec![Seg::Move(mid(8))];
            path.extend((0..9).map(|i| quad_as_cubic(mid((i + 8) % 9), at(i), mid(i))));
            path.push(Seg::Close);
            path
        };
        let fill = if self.style.winter { palette::ICE } else { palette::POND };
        out.push(Shape::Path {
            path: ring(1.0),
            fill: Some(fill),
            stroke: Some(Stroke::new(self.line_width(0.028), palette::WINK)),
        });
        if self.style.lod() >= Lod::Small {
            out.push(Shape::path(ring(0.78), Stroke::new(self.line_width(0.011), palette::WINK.alpha(0.55))));
            out.push(Shape::path(ring(0.53), Stroke::new(self.line_width(0.009), palette::WINK.alpha(0.45))));
        }
    }

    /// Horizontal dashes and reeds.
    pub(super) fn draw_marsh(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let mut n = Noise::of_hex(self.hex_of(id), 13);
        let s = Stroke::new(self.line_width(0.013), palette::MARSHI.alpha(0.75));
        let flat = self.art.layout.is_flat_top();
        for row in 0..7 {
            let y: f32 = -0.63 + 0.21 * row as f32 + n.range(-0.02, 0.02);
            // A little less than half the width of the hex at that height.
            let half = if flat { 0.86 - y.abs() * 0.577 } else { 0.72_f32.min((0.88 - y.abs()) * 1.6) };
            let mut x = -half + n.range(0.0, 0.25);
            while x < half - 0.1 {
                let len = n.range(0.2, 0.36).min(half - x);
                out.push(Shape::line(c + vec2(x, y), c + vec2(x + len, y), s.clone()));
                x += len + n.range(0.16, 0.34);
            }
        }
        if self.style.lod() < Lod::Full {
            return;
        }
        let reed = Stroke::round(self.line_width(0.017), palette::MARSHI);
        for p in self.scatter_points(id, 5, 0.34, 14) {
            for k in -2..=2 {
                let lean = k as f32 * 0.03;
                let high = 0.125 - (k as f32).abs() * 0.012;
                out.push(Shape::line(p, pos2(p.x + lean, p.y - high), reed.clone()));
            }
        }
    }
}
