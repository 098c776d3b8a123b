//! Badges: a state is shown by shape and letter first, by colour last.

use crate::layout::{Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Face, Seg, Shape, Stroke, Text, quad_as_cubic};
use egui::{pos2, vec2};
use engine::present::Badge;

/// A badge centred on a point; `r` is its radius in units of the counter, `px` the pixels per unit.
pub fn draw_badge(out: &mut Vec<Shape>, badge: Badge, at: Pos, r: f32, px: f32) {
    let b = BadgeDrawing { at, r, px };
    match badge {
        Badge::Disordered => {
            b.draw_polygon(out, &[(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)], palette::DISORDERED);
            b.draw_letter(out, "D", 1.15, 0.42, palette::WHITE);
        }
        Badge::Shaken => {
            b.draw_polygon(out, &[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)], palette::SHAKEN);
            b.draw_letter(out, "S", 1.1, 0.62, palette::WHITE);
        }
        Badge::Panicked => {
            let (a, c) = (1.0, 0.414);
            let oct = [(a, c), (c, a), (-c, a), (-a, c), (-a, -c), (-c, -a), (c, -a), (a, -c)];
            b.draw_polygon(out, &oct, palette::PANICKED);
            b.draw_letter(out, "P", 1.25, 0.44, palette::WHITE);
        }
        Badge::Routed => {
            let flag = [(-1.0, -1.05), (1.25, -0.75), (0.65, 0.0), (1.25, 0.75), (-1.0, 1.05)];
            b.draw_polygon(out, &flag, palette::ROUTED);
            BadgeDrawing { at: at + vec2(-0.1 * r, 0.0), ..b }.draw_letter(
                out,
                "R",
                1.2,
                0.43,
                palette::WHITE,
            );
        }
        Badge::Demoralised => {
            b.draw_polygon(out, &[(0.0, 1.2), (1.2, -0.85), (-1.2, -0.85)], palette::MARKINK);
            b.draw_letter(out, "M", 1.0, 0.18, palette::WHITE);
        }
        Badge::OutOfCommand => {
            b.draw_ring(out, palette::WHITE, palette::OOC);
            b.draw_line(out, (-0.62, 0.62), (0.62, -0.62), 0.19, palette::OOC);
            b.draw_letter(out, "C", 1.2, 0.43, palette::OOC);
        }
        Badge::InSupply => {
            b.draw_disc(out, palette::COMMAND);
            b.draw_barrel(out, 0.55, palette::WHITE);
            b.draw_line(out, (-0.6, -0.18), (0.6, -0.18), 0.1, palette::COMMAND);
            b.draw_line(out, (-0.6, 0.2), (0.6, 0.2), 0.1, palette::COMMAND);
        }
        Badge::OutOfSupply => {
            b.draw_ring(out, palette::WHITE, palette::UNSUPPLIED);
            b.draw_barrel(out, 0.5, palette::UNSUPPLIED);
            b.draw_line(out, (-0.75, 0.75), (0.75, -0.75), 0.33, palette::WHITE);
            b.draw_line(out, (-0.7, 0.7), (0.7, -0.7), 0.19, palette::UNSUPPLIED);
        }
        Badge::Locked => b.draw_padlock(out),
        Badge::Acted => {
            out.push(Shape::Circle {
                center: at,
                radius: r,
                fill: Some(Rgba::hex(0xF6F1E5)),
                stroke: Some(Stroke::new(b.line_width(0.146), Rgba::hex(0x655743))),
            });
            let tick = [(-0.45, 0.0), (-0.1, 0.4), (0.5, -0.4)].map(|(x, y)| at + vec2(x, y) * r);
            out.push(Shape::polyline(tick.to_vec(), Stroke::round(b.line_width(0.19), Rgba::hex(0x2A231C))));
        }
        Badge::Asleep => b.draw_moon(out),
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
            b.draw_polygon(out, &house, Rgba::hex(0x2C5468));
            b.draw_letter(out, "W", 1.0, 0.72, palette::WHITE);
        }
        Badge::Captured => {
            b.draw_polygon(out, &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)], palette::WHITE);
            for x in [-0.5, 0.0, 0.5] {
                b.draw_line(out, (x, -0.8), (x, 0.8), 0.2, palette::MARKINK);
            }
        }
        Badge::Degraded => {
            b.draw_ring(out, palette::WHITE, palette::OOC);
            b.draw_line(out, (-0.5, -0.4), (0.0, 0.1), 0.22, palette::OOC);
            b.draw_line(out, (0.0, 0.1), (0.5, -0.4), 0.22, palette::OOC);
            b.draw_line(out, (-0.5, 0.15), (0.0, 0.65), 0.22, palette::OOC);
            b.draw_line(out, (0.0, 0.65), (0.5, 0.15), 0.22, palette::OOC);
        }
        Badge::Momentum => {
            let arrow =
                [(-1.1, -0.45), (0.1, -0.45), (0.1, -1.1), (1.2, 0.0), (0.1, 1.1), (0.1, 0.45), (-1.1, 0.45)];
            b.draw_polygon(out, &arrow, palette::TARGET);
        }
        Badge::GunsMoved => {
            b.draw_disc(out, Rgba::hex(0x2C5468));
            b.draw_line(out, (-0.55, 0.0), (0.45, 0.0), 0.22, palette::WHITE);
            b.draw_line(out, (0.05, -0.45), (0.5, 0.0), 0.22, palette::WHITE);
            b.draw_line(out, (0.5, 0.0), (0.05, 0.45), 0.22, palette::WHITE);
        }
        Badge::Drilled => {
            b.draw_disc(out, Rgba::hex(0x6A4C93));
            b.draw_letter(out, "D", 1.2, 0.5, palette::WHITE);
        }
        Badge::Activated => {
            b.draw_disc(out, Rgba::hex(0x2E7D4F));
            b.draw_line(out, (-0.3, -0.55), (0.5, 0.0), 0.24, palette::WHITE);
            b.draw_line(out, (0.5, 0.0), (-0.3, 0.55), 0.24, palette::WHITE);
            b.draw_line(out, (-0.3, 0.55), (-0.3, -0.55), 0.24, palette::WHITE);
        }
        Badge::Halted => {
            let sign = [
                (-0.45, -1.1),
                (0.45, -1.1),
                (1.1, -0.45),
                (1.1, 0.45),
                (0.45, 1.1),
                (-0.45, 1.1),
                (-1.1, 0.45),
                (-1.1, -0.45),
            ];
            b.draw_polygon(out, &sign, Rgba::hex(0xA6282A));
            b.draw_line(out, (-0.6, 0.0), (0.6, 0.0), 0.3, palette::WHITE);
        }
        Badge::Column => {
            let tall = [(-0.7, -1.15), (0.7, -1.15), (0.7, 1.15), (-0.7, 1.15)];
            b.draw_polygon(out, &tall, Rgba::hex(0x1F4E79));
            b.draw_letter(out, "K", 1.25, 0.44, palette::WHITE);
        }
    }
}

#[derive(Clone, Copy)]
struct BadgeDrawing {
    at: Pos,
    r: f32,
    px: f32,
}

impl BadgeDrawing {
    /// A width from a fraction of the badge, at least 0.9 px.
    fn line_width(&self, fraction: f32) -> f32 {
        (fraction * self.r).max(0.9 / self.px)
    }

    fn point_at(&self, (x, y): (f32, f32)) -> Pos {
        self.at + vec2(x, y) * self.r
    }

    fn draw_polygon(&self, out: &mut Vec<Shape>, pts: &[(f32, f32)], fill: Rgba) {
        out.push(Shape::Polygon {
            points: pts.iter().map(|q| self.point_at(*q)).collect(),
            fill: Some(fill),
            stroke: Some(Stroke::new(self.line_width(0.125), palette::WHITE)),
        });
    }

    fn draw_disc(&self, out: &mut Vec<Shape>, fill: Rgba) {
        let s = Some(Stroke::new(self.line_width(0.125), palette::WHITE));
        out.push(Shape::Circle { center: self.at, radius: self.r, fill: Some(fill), stroke: s });
    }

    fn draw_ring(&self, out: &mut Vec<Shape>, fill: Rgba, edge: Rgba) {
        let s = Some(Stroke::new(self.line_width(0.19), edge));
        out.push(Shape::Circle { center: self.at, radius: self.r, fill: Some(fill), stroke: s });
    }

    fn draw_line(&self, out: &mut Vec<Shape>, a: (f32, f32), b: (f32, f32), w: f32, ink: Rgba) {
        out.push(Shape::line(self.point_at(a), self.point_at(b), Stroke::new(self.line_width(w), ink)));
    }

    fn draw_barrel(&self, out: &mut Vec<Shape>, k: f32, fill: Rgba) {
        let pts = [(-0.9, -1.0), (0.9, -1.0), (1.2, 0.0), (0.9, 1.0), (-0.9, 1.0), (-1.2, 0.0)];
        let pts: Vec<Pos> = pts.iter().map(|(x, y)| self.point_at((x * k, y * k))).collect();
        out.push(Shape::polygon(pts, fill));
    }

    /// Letters under 5 px are unreadable and left out.
    fn draw_letter(&self, out: &mut Vec<Shape>, letter: &str, size: f32, down: f32, ink: Rgba) {
        if size * self.r * self.px >= 5.0 {
            let at = self.point_at((0.0, down));
            out.push(Shape::Text(Text::new(at, letter, size * self.r, Face::UiBlack, ink)));
        }
    }

    fn draw_padlock(&self, out: &mut Vec<Shape>) {
        let ink = palette::MARKINK;
        let (a, b) = (self.point_at((-0.5, -0.3)), self.point_at((0.5, -0.3)));
        let (l, r) = (self.point_at((-0.5, -0.65)), self.point_at((0.5, -0.65)));
        let path = vec![
            Seg::Move(a),
            Seg::Line(l),
            Seg::Cubic(self.point_at((-0.5, -1.3)), self.point_at((0.5, -1.3)), r),
            Seg::Line(b),
        ];
        out.push(Shape::path(path.clone(), Stroke::new(self.line_width(0.42), palette::WHITE)));
        out.push(Shape::path(path, Stroke::new(self.line_width(0.19), ink)));
        let body = Rect::from_min_max(self.point_at((-0.9, -0.3)), self.point_at((0.9, 1.0)));
        let edge = Stroke::new(self.line_width(0.125), palette::WHITE);
        out.push(Shape::round_rect(body, 0.15 * self.r, Some(ink), Some(edge)));
        out.push(Shape::disc(self.point_at((0.0, 0.3)), 0.2 * self.r, palette::WHITE));
    }

    /// A crescent with a Z.
    fn draw_moon(&self, out: &mut Vec<Shape>) {
        self.draw_disc(out, Rgba::hex(0x24324A));
        let (top, foot) = (self.point_at((-0.1, -0.78)), self.point_at((-0.1, 0.78)));
        let path = vec![
            Seg::Move(top),
            Seg::Cubic(self.point_at((-1.05, -0.7)), self.point_at((-1.05, 0.7)), foot),
            quad_as_cubic(foot, self.point_at((-0.62, 0.0)), top),
            Seg::Close,
        ];
        out.push(Shape::Path { path, fill: Some(palette::GOLD), stroke: None });
        if 0.95 * self.r * self.px >= 5.0 {
            let at = self.point_at((0.26, 0.34));
            out.push(Shape::Text(Text::new(at, "Z", 0.95 * self.r, Face::UiBlack, palette::WHITE)));
        } else {
            out.push(Shape::disc(
                pos2(self.point_at((0.4, 0.0)).x, self.at.y),
                0.16 * self.r,
                palette::WHITE,
            ));
        }
    }
}
