//! Marks that say a state by shape and letter first, colour last.

use crate::layout::{Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Face, Seg, Shape, Stroke, Text, quad};
use egui::{pos2, vec2};
use engine::present::Badge;

/// A badge about a point, `r` its radius in the units of the counter, `px` pixels to a unit.
pub fn badge(out: &mut Vec<Shape>, badge: Badge, at: Pos, r: f32, px: f32) {
    let b = Mark { at, r, px };
    match badge {
        Badge::Disordered => {
            b.poly(out, &[(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)], palette::DISORDERED);
            b.letter(out, "D", 1.15, 0.42, palette::WHITE);
        }
        Badge::Shaken => {
            b.poly(out, &[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)], palette::SHAKEN);
            b.letter(out, "S", 1.1, 0.62, palette::WHITE);
        }
        Badge::Panicked => {
            let (a, c) = (1.0, 0.414);
            let oct = [(a, c), (c, a), (-c, a), (-a, c), (-a, -c), (-c, -a), (c, -a), (a, -c)];
            b.poly(out, &oct, palette::PANICKED);
            b.letter(out, "P", 1.25, 0.44, palette::WHITE);
        }
        Badge::Routed => {
            let flag = [(-1.0, -1.05), (1.25, -0.75), (0.65, 0.0), (1.25, 0.75), (-1.0, 1.05)];
            b.poly(out, &flag, palette::ROUTED);
            Mark { at: at + vec2(-0.1 * r, 0.0), ..b }.letter(out, "R", 1.2, 0.43, palette::WHITE);
        }
        Badge::Demoralised => {
            b.poly(out, &[(0.0, 1.2), (1.2, -0.85), (-1.2, -0.85)], palette::MARKINK);
            b.letter(out, "M", 1.0, 0.18, palette::WHITE);
        }
        Badge::OutOfCommand => {
            b.ring(out, palette::WHITE, palette::OOC);
            b.line(out, (-0.62, 0.62), (0.62, -0.62), 0.19, palette::OOC);
            b.letter(out, "C", 1.2, 0.43, palette::OOC);
        }
        Badge::InSupply => {
            b.disc(out, palette::COMMAND);
            b.barrel(out, 0.55, palette::WHITE);
            b.line(out, (-0.6, -0.18), (0.6, -0.18), 0.1, palette::COMMAND);
            b.line(out, (-0.6, 0.2), (0.6, 0.2), 0.1, palette::COMMAND);
        }
        Badge::OutOfSupply => {
            b.ring(out, palette::WHITE, palette::UNSUPPLIED);
            b.barrel(out, 0.5, palette::UNSUPPLIED);
            b.line(out, (-0.75, 0.75), (0.75, -0.75), 0.33, palette::WHITE);
            b.line(out, (-0.7, 0.7), (0.7, -0.7), 0.19, palette::UNSUPPLIED);
        }
        Badge::Locked => b.padlock(out),
        Badge::Acted => {
            out.push(Shape::Circle {
                center: at,
                radius: r,
                fill: Some(Rgba::hex(0xF6F1E5)),
                stroke: Some(Stroke::new(b.w(0.146), Rgba::hex(0x655743))),
            });
            let tick = [(-0.45, 0.0), (-0.1, 0.4), (0.5, -0.4)].map(|(x, y)| at + vec2(x, y) * r);
            out.push(Shape::polyline(tick.to_vec(), Stroke::round(b.w(0.19), Rgba::hex(0x2A231C))));
        }
        Badge::Asleep => b.moon(out),
        Badge::Quartered => {
            let house = [
                (0.0, -1.2),
                (1.15, -0.2),
                (0.85, -0.2),
                (0.85, 1.0),
                (-0.85, 1.0),
                (-0.85, -0.2),
                (-1.15, -0.2),
            ];
            b.poly(out, &house, Rgba::hex(0x2C5468));
            b.letter(out, "W", 1.0, 0.72, palette::WHITE);
        }
        Badge::Column => {
            let tall = [(-0.7, -1.15), (0.7, -1.15), (0.7, 1.15), (-0.7, 1.15)];
            b.poly(out, &tall, Rgba::hex(0x1F4E79));
            b.letter(out, "K", 1.25, 0.44, palette::WHITE);
        }
    }
}

#[derive(Clone, Copy)]
struct Mark {
    at: Pos,
    r: f32,
    px: f32,
}

impl Mark {
    /// A width from a fraction of the badge, at least 0.9 px.
    fn w(&self, fraction: f32) -> f32 {
        (fraction * self.r).max(0.9 / self.px)
    }

    fn p(&self, (x, y): (f32, f32)) -> Pos {
        self.at + vec2(x, y) * self.r
    }

    fn poly(&self, out: &mut Vec<Shape>, pts: &[(f32, f32)], fill: Rgba) {
        out.push(Shape::Polygon {
            points: pts.iter().map(|q| self.p(*q)).collect(),
            fill: Some(fill),
            stroke: Some(Stroke::new(self.w(0.125), palette::WHITE)),
        });
    }

    fn disc(&self, out: &mut Vec<Shape>, fill: Rgba) {
        let s = Some(Stroke::new(self.w(0.125), palette::WHITE));
        out.push(Shape::Circle { center: self.at, radius: self.r, fill: Some(fill), stroke: s });
    }

    fn ring(&self, out: &mut Vec<Shape>, fill: Rgba, edge: Rgba) {
        let s = Some(Stroke::new(self.w(0.19), edge));
        out.push(Shape::Circle { center: self.at, radius: self.r, fill: Some(fill), stroke: s });
    }

    fn line(&self, out: &mut Vec<Shape>, a: (f32, f32), b: (f32, f32), w: f32, ink: Rgba) {
        out.push(Shape::line(self.p(a), self.p(b), Stroke::new(self.w(w), ink)));
    }

    fn barrel(&self, out: &mut Vec<Shape>, k: f32, fill: Rgba) {
        let pts = [(-0.9, -1.0), (0.9, -1.0), (1.2, 0.0), (0.9, 1.0), (-0.9, 1.0), (-1.2, 0.0)];
        let pts: Vec<Pos> = pts.iter().map(|(x, y)| self.p((x * k, y * k))).collect();
        out.push(Shape::polygon(pts, fill));
    }

    /// Under 5 px a letter is a smudge: the shape speaks alone.
    fn letter(&self, out: &mut Vec<Shape>, letter: &str, size: f32, down: f32, ink: Rgba) {
        if size * self.r * self.px >= 5.0 {
            let at = self.p((0.0, down));
            out.push(Shape::Text(Text::new(at, letter, size * self.r, Face::UiBlack, ink)));
        }
    }

    fn padlock(&self, out: &mut Vec<Shape>) {
        let ink = palette::MARKINK;
        let (a, b) = (self.p((-0.5, -0.3)), self.p((0.5, -0.3)));
        let (l, r) = (self.p((-0.5, -0.65)), self.p((0.5, -0.65)));
        let path = vec![
            Seg::Move(a),
            Seg::Line(l),
            Seg::Cubic(self.p((-0.5, -1.3)), self.p((0.5, -1.3)), r),
            Seg::Line(b),
        ];
        out.push(Shape::path(path.clone(), Stroke::new(self.w(0.42), palette::WHITE)));
        out.push(Shape::path(path, Stroke::new(self.w(0.19), ink)));
        let body = Rect::from_min_max(self.p((-0.9, -0.3)), self.p((0.9, 1.0)));
        let edge = Stroke::new(self.w(0.125), palette::WHITE);
        out.push(Shape::round_rect(body, 0.15 * self.r, Some(ink), Some(edge)));
        out.push(Shape::disc(self.p((0.0, 0.3)), 0.2 * self.r, palette::WHITE));
    }

    /// A crescent with a Z.
    fn moon(&self, out: &mut Vec<Shape>) {
        self.disc(out, Rgba::hex(0x24324A));
        let (top, foot) = (self.p((-0.1, -0.78)), self.p((-0.1, 0.78)));
        let path = vec![
            Seg::Move(top),
            Seg::Cubic(self.p((-1.05, -0.7)), self.p((-1.05, 0.7)), foot),
            quad(foot, self.p((-0.62, 0.0)), top),
            Seg::Close,
        ];
        out.push(Shape::Path { path, fill: Some(palette::GOLD), stroke: None });
        if 0.95 * self.r * self.px >= 5.0 {
            let at = self.p((0.26, 0.34));
            out.push(Shape::Text(Text::new(at, "Z", 0.95 * self.r, Face::UiBlack, palette::WHITE)));
        } else {
            out.push(Shape::disc(pos2(self.p((0.4, 0.0)).x, self.at.y), 0.16 * self.r, palette::WHITE));
        }
    }
}
