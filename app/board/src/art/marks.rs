//! Marks on the ground: trees, stones, tufts, peaks.

use super::{Brush, Ground, Lod, noise::Noise};
use crate::layout::Pos;
use crate::palette::{self, Rgba};
use crate::scene::{Seg, Shape, Stroke, quad_as_cubic};
use egui::{Vec2, pos2, vec2};
use engine::hex::HexId;

impl Brush<'_> {
    /// Random points inside a hex, apart from each other and from back to front; the same in every run.
    pub(super) fn scatter_points(&self, id: HexId, count: usize, apart: f32, salt: u64) -> Vec<Pos> {
        let l = &self.art.layout;
        let c = l.center(id);
        let mut n = Noise::of_hex(self.hex_of(id), salt);
        let mut out: Vec<Pos> = Vec::new();
        let mut tries = 0;
        while out.len() < count && tries < count * 30 {
            tries += 1;
            let v = vec2(n.range(-0.86, 0.86), n.range(-0.86, 0.86));
            // Marks stay 0.16 R inside the hexsides.
            let inside = (0..6).all(|d| v.dot(l.dir_vec(engine::hex::Dir(d))) < 0.866 - 0.16);
            let relax = 1.0 - 0.5 * tries as f32 / (count as f32 * 30.0);
            if inside && out.iter().all(|o| (*o - c - v).length() > apart * relax) {
                out.push(c + v);
            }
        }
        out.sort_by(|a, b| a.y.total_cmp(&b.y));
        out
    }

    /// Everything on the ground but trees and houses.
    pub(super) fn draw_ground_marks(&self, out: &mut Vec<Shape>) {
        let lod = self.style.lod();
        for id in self.ids {
            match self.ground_of(*id) {
                Ground::Lake | Ground::Sea if lod >= Lod::Full => self.draw_ripples(out, *id),
                Ground::Marsh => self.draw_marsh(out, *id),
                Ground::Heath => self.draw_heath(out, *id),
                Ground::Rough => self.draw_stones(out, *id),
                Ground::Mountain => self.draw_peaks(out, *id),
                _ => {}
            }
        }
    }

    fn draw_heath(&self, out: &mut Vec<Shape>, id: HexId) {
        let count = if self.style.lod() >= Lod::Full { 15 } else { 9 };
        let s = Stroke::round(self.line_width(0.015), palette::HEATHI);
        for p in self.scatter_points(id, count, 0.2, 21) {
            let (a, b) = (p + vec2(-0.05, -0.05), p + vec2(0.05, -0.05));
            let path = vec![
                Seg::Move(a),
                quad_as_cubic(a, p + vec2(-0.03, 0.0), p),
                quad_as_cubic(p, p + vec2(0.03, 0.0), b),
                Seg::Move(p),
                Seg::Line(p + vec2(0.0, -0.075)),
            ];
            out.push(Shape::path(path, s.clone()));
        }
    }

    fn draw_stones(&self, out: &mut Vec<Shape>, id: HexId) {
        let count = if self.style.lod() >= Lod::Full { 12 } else { 7 };
        let mut n = Noise::of_hex(self.hex_of(id), 23);
        let (fill, ink) = (self.art.wash_of(id, self.style), palette::ROUGHI);
        for p in self.scatter_points(id, count, 0.17, 22) {
            let k = n.range(0.085, 0.15);
            let at = |x: f32, y: f32| p + vec2(x - 0.5, y) * k;
            out.push(Shape::Polygon {
                points: vec![at(0.0, 0.0), at(0.3, -0.55), at(0.8, -0.5), at(1.0, 0.0)],
                fill: Some(fill),
                stroke: Some(Stroke::new(self.line_width(0.014), ink)),
            });
            let s = Stroke::new(self.line_width(0.011), ink);
            out.push(Shape::line(at(0.63, -0.5), at(0.55, -0.03), s.clone()));
            out.push(Shape::line(at(0.8, -0.4), at(0.75, -0.03), s));
        }
    }

    fn draw_peaks(&self, out: &mut Vec<Shape>, id: HexId) {
        const PLACES: [(f32, f32); 5] =
            [(0.16, -0.28), (-0.36, -0.14), (0.5, 0.02), (-0.02, 0.2), (-0.26, 0.52)];
        let c = self.art.layout.center(id);
        let mut n = Noise::of_hex(self.hex_of(id), 24);
        let fill = self.art.wash_of(id, self.style);
        let shade =
            if self.style.winter { palette::MTNSHADE.mix(palette::SNOW, 0.4) } else { palette::MTNSHADE };
        let most = if self.style.lod() >= Lod::Medium { 5 } else { 4 };
        let mut places: Vec<Vec2> = PLACES
            .iter()
            .take(most)
            .map(|(x, y)| vec2(x + n.range(-0.06, 0.06), y + n.range(-0.05, 0.05)))
            .collect();
        places.sort_by(|a, b| a.y.total_cmp(&b.y));
        for v in places {
            let (w, h) = (n.range(0.46, 0.58), n.range(0.32, 0.42));
            self.draw_peak(out, c + v + vec2(-w / 2.0, 0.08), w, h, (fill, shade), &mut n);
        }
    }

    /// One peak; the point is its left foot.
    pub(super) fn draw_peak(
        &self,
        out: &mut Vec<Shape>,
        foot: Pos,
        w: f32,
        h: f32,
        (fill, shade): (Rgba, Rgba),
        n: &mut Noise,
    ) {
        let at = |x: f32, y: f32| foot + vec2(x * w, -y * h);
        let ridge = vec![at(0.0, 0.0), at(0.3, 0.64), at(0.5, 1.0), at(0.7, 0.59), at(1.0, 0.0)];
        out.push(Shape::polygon(ridge.clone(), fill));
        let flank = vec![at(0.5, 1.0), at(0.7, 0.59), at(1.0, 0.0), at(0.57, 0.0), at(0.46, 0.44)];
        out.push(Shape::polygon(flank, shade));
        out.push(Shape::polyline(ridge, Stroke::round(self.line_width(0.018), palette::MTNI)));
        if self.style.lod() < Lod::Medium {
            return;
        }
        for i in 0..5 {
            let t = 0.1 + 0.17 * i as f32;
            // Down the right flank, each stroke falling to the left.
            let top = if t < 0.45 {
                at(0.5 + 0.2 * t / 0.45, 1.0 - 0.41 * t / 0.45)
            } else {
                at(0.7 + 0.3 * (t - 0.45) / 0.55, 0.59 * (1.0 - (t - 0.45) / 0.55))
            };
            let length = h * n.range(0.26, 0.36);
            let tip = pos2(top.x - length * 0.28, top.y + length);
            let half = 0.012;
            out.push(Shape::polygon(
                vec![top + vec2(-half, 0.0), tip, top + vec2(half, half * 0.6)],
                palette::MTNI,
            ));
        }
    }

    /// Woods are drawn last, over everything else on the ground.
    pub(super) fn draw_trees(&self, out: &mut Vec<Shape>) {
        let few = self.style.lod() < Lod::Medium;
        let mut all: Vec<(Pos, f32, Rgba)> = Vec::new();
        for id in self.ids {
            let (count, apart, sizes, tone) = match self.ground_of(*id) {
                Ground::LightWood if few => (5, 0.34, (0.085, 0.1), palette::TREE),
                Ground::HeavyWood if few => (5, 0.32, (0.1, 0.12), palette::TREEH),
                Ground::LightWood => (10, 0.235, (0.054, 0.071), palette::TREE),
                Ground::HeavyWood => (25, 0.165, (0.058, 0.077), palette::TREEH),
                _ => continue,
            };
            let mut n = Noise::of_hex(self.hex_of(*id), 32);
            let count = count - if few { 0 } else { (n.unit() * 2.99) as usize };
            for p in self.scatter_points(*id, count, apart, 31) {
                all.push((p, n.range(sizes.0, sizes.1), tone));
            }
        }
        all.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        for (p, s, tone) in all {
            if self.style.mono {
                self.draw_round_tree(out, p, s, tone == palette::TREEH);
            } else {
                self.draw_clump(out, p, s, tone);
            }
        }
    }

    /// Trees in black and white: filled circles for heavy wood, open ones for light wood.
    fn draw_round_tree(&self, out: &mut Vec<Shape>, p: Pos, s: f32, heavy: bool) {
        let (fill, edge) =
            if heavy { (palette::INK, palette::WHITE) } else { (palette::WHITE, palette::INK) };
        out.push(Shape::Circle {
            center: p,
            radius: s * 1.25,
            fill: Some(fill),
            stroke: Some(Stroke::new(self.line_width(0.02), edge)),
        });
    }

    /// A lobed crown with a shadow and a highlight.
    fn draw_clump(&self, out: &mut Vec<Shape>, p: Pos, s: f32, tone: Rgba) {
        let at = |x: f32, y: f32| pos2(p.x + x * s, p.y + y * s);
        let tone = if self.style.winter { tone.mix(palette::SNOW, 0.45) } else { tone };
        out.push(Shape::ellipse(at(1.1, 0.8), 2.1 * s, 0.84 * s, palette::TREESH.alpha(0.35)));
        let lobes = [
            (at(-2.5, -1.5), at(-1.1, -1.6)),
            (at(-0.1, -3.3), at(1.0, -1.7)),
            (at(2.5, -1.5), at(2.0, 0.0)),
            (at(1.0, 1.0), at(0.0, 0.7)),
            (at(-1.2, 1.2), at(-2.0, 0.0)),
        ];
        let mut from = at(-2.0, 0.0);
        let mut path = vec![Seg::Move(from)];
        for (c, to) in lobes {
            path.push(quad_as_cubic(from, c, to));
            from = to;
        }
        path.push(Seg::Close);
        out.push(Shape::Path {
            path,
            fill: Some(tone),
            stroke: Some(Stroke::new(self.line_width(0.011), palette::TREESH)),
        });
        if self.style.lod() >= Lod::Medium {
            let a = at(-1.1, -0.9);
            let light = vec![Seg::Move(a), quad_as_cubic(a, at(-0.6, -1.8), at(0.1, -1.7))];
            out.push(Shape::path(
                light,
                Stroke::round(self.line_width(0.013), palette::TREELIGHT.alpha(0.7)),
            ));
        }
    }
}
