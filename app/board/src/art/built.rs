//! Towns, villages, redoubts and trenches.

use super::{Brush, Ground, Lod, noise::Noise, rotate_vector};
use crate::layout::{Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Shape, Stroke, rect_points};
use egui::{Vec2, pos2, vec2};
use engine::hex::{Dir, Edge, HexId};

/// Houses of a village along a level road: x, y, rotation in degrees, width, depth.
const VILLAGE: [(f32, f32, f32, f32, f32); 10] = [
    (-0.42, -0.20, -7.4, 0.20, 0.11),
    (-0.16, -0.24, 1.2, 0.18, 0.11),
    (0.12, -0.24, -1.8, 0.22, 0.11),
    (0.40, -0.16, 17.0, 0.16, 0.11),
    (-0.46, 0.20, 10.2, 0.16, 0.11),
    (-0.20, 0.22, -4.6, 0.20, 0.11),
    (0.34, 0.22, -5.1, 0.22, 0.11),
    (0.06, 0.42, 31.3, 0.14, 0.10),
    (-0.10, -0.47, -11.3, 0.15, 0.10),
    (0.30, -0.45, 21.3, 0.13, 0.10),
];

/// Houses of a town: x, y, width, depth, darker roof.
const TOWN: [(f32, f32, f32, f32, bool); 16] = [
    (-0.235, -0.42, 0.183, 0.15, true),
    (0.0, -0.42, 0.183, 0.15, false),
    (0.235, -0.42, 0.183, 0.15, false),
    (-0.323, -0.20, 0.168, 0.15, false),
    (-0.108, -0.20, 0.168, 0.15, false),
    (0.108, -0.20, 0.168, 0.15, true),
    (0.323, -0.20, 0.168, 0.15, false),
    (-0.36, 0.0, 0.16, 0.12, false),
    (0.36, 0.0, 0.16, 0.12, true),
    (-0.323, 0.20, 0.168, 0.15, false),
    (-0.108, 0.20, 0.168, 0.15, true),
    (0.108, 0.20, 0.168, 0.15, false),
    (0.323, 0.20, 0.168, 0.15, false),
    (-0.235, 0.42, 0.183, 0.15, true),
    (0.0, 0.42, 0.183, 0.15, false),
    (0.235, 0.42, 0.183, 0.15, false),
];

/// A quarter of the outline of a four-bastion redoubt; the other quarters are rotated copies.
const BASTION: [(f32, f32); 5] =
    [(0.393, -0.115), (0.393, 0.115), (0.4134, 0.2740), (0.4384, 0.4384), (0.2740, 0.4134)];

impl Brush<'_> {
    pub(super) fn draw_buildings(&self, out: &mut Vec<Shape>) {
        for id in self.ids {
            match self.ground_of(*id) {
                Ground::Town => self.draw_town(out, *id),
                Ground::Fortress => self.draw_fortress(out, *id),
                Ground::Village => self.draw_village(out, *id),
                Ground::Redoubt => self.draw_redoubt(out, *id),
                Ground::Trench => self.draw_trench(out, *id),
                Ground::Pond => self.draw_pond(out, *id),
                Ground::Unknown => self.draw_unknown(out, *id),
                _ => {}
            }
        }
    }

    fn draw_block(&self, out: &mut Vec<Shape>, at: Pos, turn: f32, (w, h): (f32, f32), roof: Rgba) {
        let (s, c) = turn.sin_cos();
        let place = |p: Pos| at + vec2(c * p.x - s * p.y, s * p.x + c * p.y);
        let base = Rect::from_center_size(Pos::ZERO, vec2(w, h));
        let lod = self.style.lod();
        if lod >= Lod::Medium {
            let shade = base.translate(vec2(0.018, 0.022));
            out.push(Shape::polygon(
                rect_points(shade).into_iter().map(place).collect::<Vec<_>>(),
                palette::INK.alpha(0.3),
            ));
        }
        out.push(Shape::Polygon {
            points: rect_points(base).into_iter().map(place).collect(),
            fill: Some(roof),
            stroke: Some(Stroke::new(self.line_width(0.014), palette::INK).mitred()),
        });
        if lod >= Lod::Full {
            let ridge = Stroke::new(self.line_width(0.012), palette::RIDGE);
            out.push(Shape::line(place(pos2(-w / 2.0, 0.0)), place(pos2(w / 2.0, 0.0)), ridge));
        }
    }

    /// Nave, tower and cross; the point is the middle of the nave.
    fn draw_church(&self, out: &mut Vec<Shape>, at: Pos, k: f32) {
        let ink = palette::INK;
        out.push(Shape::rect(Rect::from_min_size(at + vec2(-0.07, -0.05) * k, vec2(0.14, 0.1) * k), ink));
        let tower = at + vec2(-0.11, 0.0) * k;
        out.push(Shape::rect(Rect::from_min_size(tower + vec2(-0.04, -0.06) * k, vec2(0.08, 0.12) * k), ink));
        let s = Stroke::new(self.line_width(0.02), ink);
        out.push(Shape::line(tower + vec2(0.0, -0.19) * k, tower + vec2(0.0, -0.05) * k, s.clone()));
        out.push(Shape::line(tower + vec2(-0.045, -0.145) * k, tower + vec2(0.045, -0.145) * k, s));
    }

    fn draw_town(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let lod = self.style.lod();
        if lod <= Lod::Plan {
            let side = (if lod == Lod::Plan { 6.0 } else { 3.0 } / self.style.px).min(0.9);
            let r = Rect::from_center_size(c, Vec2::splat(side));
            out.push(Shape::Polygon {
                points: rect_points(r),
                fill: Some(palette::BLOCK),
                stroke: Some(Stroke::new(self.line_width(0.02), palette::INK)),
            });
            return;
        }
        let turn = self.hex_rotation(id);
        let ring: Vec<Pos> = (0..8)
            .map(|i| {
                let a = turn + (10.0 + 45.0 * i as f32).to_radians();
                c + vec2(a.cos(), a.sin()) * 0.74
            })
            .collect();
        let floor =
            if self.style.winter { palette::TOWN.mix(palette::SNOW, 0.6) } else { Rgba::hex(0xEDDBC5) };
        out.push(Shape::Polygon {
            points: ring.clone(),
            fill: Some(floor),
            stroke: Some(Stroke::new(self.line_width(0.034), palette::INK)),
        });
        out.extend(ring.into_iter().map(|p| Shape::disc(p, self.line_width(0.1) / 2.0, palette::INK)));
        if lod <= Lod::Small {
            for (x, y) in [(-0.2, -0.2), (0.2, -0.2), (-0.2, 0.22), (0.2, 0.22)] {
                self.draw_block(out, c + rotate_vector(vec2(x, y), turn), turn, (0.3, 0.26), palette::BLOCK);
            }
            return;
        }
        for (x, y, w, h, dark) in TOWN {
            let roof = if dark { palette::BLOCKD } else { palette::BLOCK };
            self.draw_block(out, c + rotate_vector(vec2(x, y), turn), turn, (w, h), roof);
        }
        self.draw_church(out, c + vec2(0.06, 0.02), 1.0);
    }

    /// Direction of the road through a hex, in radians; 0 without one.
    fn road_angle(&self, id: HexId) -> f32 {
        let hex = self.hex_of(id);
        let dirs: Vec<Vec2> = Dir::ALL
            .into_iter()
            .filter(|d| self.art.roads.contains_key(&Edge::new(hex, *d)))
            .map(|d| self.art.layout.dir_vec(d))
            .collect();
        let Some(first) = dirs.first() else { return 0.0 };
        let farthest = dirs.iter().min_by(|a, b| a.dot(*first).total_cmp(&b.dot(*first)));
        let along = farthest.filter(|f| f.dot(*first) < -0.2).map_or(*first, |f| *first - *f);
        let a = along.y.atan2(along.x);
        // Never upside down, so that the church is below the road.
        if a > std::f32::consts::FRAC_PI_2 + 0.01 {
            a - std::f32::consts::PI
        } else if a <= -std::f32::consts::FRAC_PI_2 + 0.01 {
            a + std::f32::consts::PI
        } else {
            a
        }
    }

    fn draw_village(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let lod = self.style.lod();
        if lod <= Lod::Plan {
            let side = (if lod == Lod::Plan { 3.0 } else { 2.0 } / self.style.px).min(0.6);
            out.push(Shape::rect(Rect::from_center_size(c, Vec2::splat(side)), palette::BLOCKD));
            return;
        }
        let turn = self.road_angle(id) + self.hex_rotation(id);
        let mut n = Noise::of_hex(self.hex_of(id), 41);
        let (count, k) = match lod {
            Lod::Wash => (4, 1.5),
            Lod::Small => (7, 1.2),
            _ => (10, 1.0),
        };
        let order = [0, 2, 5, 6, 1, 3, 4, 7, 8, 9];
        for i in order.into_iter().take(count) {
            let (x, y, lean, w, h) = VILLAGE[i];
            let p = rotate_vector(vec2(x, y), turn);
            let lean = (lean + n.range(-3.0, 3.0)).to_radians();
            self.draw_block(out, c + p, turn + lean, (w * k, h * k), palette::BLOCK);
        }
        if lod >= Lod::Small {
            let p = rotate_vector(vec2(0.03, 0.23), turn);
            self.draw_church(out, c + p, if lod == Lod::Small { 1.3 } else { 1.0 });
        }
    }

    fn draw_redoubt(&self, out: &mut Vec<Shape>, id: HexId) {
        let (c, turn) = (self.art.layout.center(id), self.hex_rotation(id));
        let trace = |k: f32| -> Vec<Pos> {
            (0..4)
                .flat_map(|q| {
                    BASTION.iter().map(move |(x, y)| {
                        // A quarter turn for each corner.
                        let (x, y) = (0..q).fold((*x, *y), |(x, y), _| (-y, x));
                        vec2(x, y)
                    })
                })
                .map(|v| c + rotate_vector(v, turn) * k)
                .collect()
        };
        let wide = Stroke::new(self.line_width(0.046), palette::ENT);
        out.push(Shape::Polygon { points: trace(1.0), fill: Some(Rgba::hex(0xD5C6AF)), stroke: Some(wide) });
        if self.style.lod() >= Lod::Wash {
            let thin = Stroke::new(self.line_width(0.0155), palette::ENT);
            out.push(Shape::Polygon { points: trace(0.78), fill: Some(palette::PAPER2), stroke: Some(thin) });
        }
    }

    /// A toothed line across the hex, teeth up unless it is rotated.
    fn draw_trench(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let at = |x, y| rotate_vector(vec2(x, y), self.hex_rotation(id));
        self.draw_toothed_line(out, c + at(-0.62, 0.12), c + at(0.62, 0.12), at(0.0, -1.0));
    }

    fn draw_unknown(&self, out: &mut Vec<Shape>, id: HexId) {
        if self.style.lod() == Lod::Flat {
            return;
        }
        let c = self.art.layout.center(id);
        let t =
            crate::scene::Text::new(c + vec2(0.0, 0.2), "?", 0.6, crate::scene::Face::UiBold, palette::INK3);
        out.push(Shape::Text(t));
    }
}
