//! Washes, their darker rims, and slopes.

use super::{Brush, Ground, Lod, noise::Noise};
use crate::layout::Pos;
use crate::palette;
use crate::scene::{Shape, Stroke};
use egui::Vec2;
use engine::hex::{Dir, Edge, Hex};

impl Brush<'_> {
    pub(super) fn draw_washes(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        for id in self.ids {
            let wash = self.art.wash_of(*id, self.style);
            if !self.style.contrast && (wash == palette::PAPER || (self.style.mono && wash == palette::WHITE))
            {
                continue;
            }
            // A little larger than the hex, so that no seam shows between equal neighbours.
            out.push(Shape::polygon(l.corners_of(self.hex_of(*id), 1.006), wash));
        }
    }

    pub(super) fn draw_rims(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        let width = self.line_width(0.035);
        for (id, hex, d, other) in self.hex_edges() {
            let g = self.ground_of(id);
            let Some(tone) = g.rim_tone() else { continue };
            if self.art.ground_at(other).is_some_and(|o| o.same_wash(g)) {
                continue;
            }
            let c = l.corners_of(hex, 0.985);
            let (a, b) = (c[(d.0 as usize + 5) % 6], c[d.0 as usize]);
            out.push(Shape::line(a, b, Stroke::round(width, tone.alpha(0.75))));
        }
    }

    /// Hachures where one hex lies above another, and where a hexside has a slope of its own.
    pub(super) fn draw_slopes(&self, out: &mut Vec<Shape>) {
        if self.style.lod() == Lod::Flat {
            return;
        }
        for (_, hex, d, other) in self.hex_edges() {
            let (Some(here), Some(there)) = (self.art.level_at(hex), self.art.level_at(other)) else {
                continue;
            };
            let water = self.art.ground_at(other).is_some_and(Ground::is_water);
            match self.explicit_slope(Edge::new(hex, d)) {
                Some((super::EdgeArt::NoSlope, _)) => {}
                Some((art, from)) if from == hex => {
                    self.draw_hachures(out, hex, d, art == super::EdgeArt::Steep);
                }
                None if here > there && !water => self.draw_hachures(out, hex, d, here - there > 1),
                _ => {}
            }
        }
    }

    /// The slope that the map gives a hexside itself, and the hex on its upper side.
    fn explicit_slope(&self, edge: Edge) -> Option<(super::EdgeArt, Hex)> {
        use super::EdgeArt::{NoSlope, Slope, Steep};
        let slopes = self.art.edges.get(&edge)?.iter().filter(|f| matches!(f.0, NoSlope | Slope | Steep));
        let weight = |art| [Slope, Steep, NoSlope].iter().position(|a| *a == art);
        let (art, from) = slopes.max_by_key(|f| weight(f.0))?;
        Some((*art, from.unwrap_or(edge.stored_key().0)))
    }

    /// Strokes on the lower side of hexside `d` of the higher hex.
    fn draw_hachures(&self, out: &mut Vec<Shape>, hex: Hex, d: Dir, steep: bool) {
        let l = &self.art.layout;
        let c = l.corners_of(hex, 1.0);
        let (a, b) = (c[(d.0 as usize + 5) % 6], c[d.0 as usize]);
        let down = l.dir_vec(d);
        let lod = self.style.lod();
        if lod <= Lod::Plan {
            let half = down * 0.06;
            let tint = palette::HACH.alpha(if steep { 0.75 } else { 0.5 });
            out.push(Shape::polygon(vec![a, b, b + half * 2.0, a + half * 2.0], tint));
            return;
        }
        let full = if steep { 19 } else { 13 };
        let count = if lod <= Lod::Medium { if steep { 13 } else { 9 } } else { full };
        let (long, short, base) = if steep { (0.27, 0.18, 0.042) } else { (0.20, 0.13, 0.036) };
        let base = base * full as f32 / count as f32 * if lod <= Lod::Medium { 0.85 } else { 1.0 };
        let mut n = Noise::of_edge(Edge::new(hex, d), 3);
        for i in 0..count {
            let t = (i as f32 + 0.5) / count as f32;
            let length = if i % 2 == 0 { long } else { short } * n.range(0.92, 1.1);
            out.push(hachure_shape(a, b, down, t, length, base * 0.5, n.range(-0.03, 0.03)));
        }
        let crest = self.line_width(if steep { 0.03 } else { 0.02 });
        out.push(Shape::line(a, b, Stroke::round(crest, palette::HACH)));
    }
}

/// One tapered stroke; strokes near the ends lean outwards.
fn hachure_shape(a: Pos, b: Pos, down: Vec2, t: f32, length: f32, half: f32, lean: f32) -> Shape {
    let along = (b - a).normalized();
    let foot = a + (b - a) * t;
    let fan = along * ((t - 0.5) * 0.62 + lean);
    let tip = foot + (down + fan).normalized() * length;
    Shape::polygon(vec![foot - along * half, tip, foot + along * half], palette::HACH)
}
