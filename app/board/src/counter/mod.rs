//! Counters: plate, army stripe, silhouette, numbers, pips, badges. Level of detail by pixels.

pub mod badges;
pub mod figures;
mod leader;
mod long;

pub use figures::{Arm, Figure};
pub use long::{facing_angle, long_shapes, row_angle};

use crate::fonts::Fonts;
use crate::layout::{Pos, Rect};
use crate::palette::{self, Army, MonoStripe, Stripe};
use crate::scene::{
    Affine, Anchor, Face, Shape, Stroke, Text, dot_lattice, hatch_lines, quad_as_cubic, rect_points,
    star_points,
};
use egui::{Vec2, pos2, vec2};
use engine::present::{Badge, CounterView};

/// How much of a counter is drawn, by its side in pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CounterLod {
    /// Under 7: a square of the army's colour.
    Dot,
    /// Under 18: the symbol of period battle plans.
    Plan,
    /// 18 to 27: one figure, first number.
    Small,
    /// 28 to 39: one figure, full number.
    Medium,
    /// 40 to 55: groups of figures, step boxes, no names.
    Large,
    /// From 56: everything.
    Full,
}

impl CounterLod {
    pub fn of(side_px: f32) -> Self {
        match side_px {
            s if s < 7.0 => Self::Dot,
            s if s < 18.0 => Self::Plan,
            s if s < 28.0 => Self::Small,
            s if s < 40.0 => Self::Medium,
            s if s < 56.0 => Self::Large,
            _ => Self::Full,
        }
    }
}

/// How counters are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CounterStyle {
    /// White ground, black figures, the army as a pattern and a letter.
    pub mono: bool,
    /// Draws a soft shadow.
    pub shadow: bool,
    /// Badges go to the left corner, because a leader covers the right one.
    pub badges_left: bool,
    /// Draws the army's letter at the end of its stripe, for players who cannot tell armies by colour.
    pub letters: bool,
    /// Least letter size as a share of the side, where the text fits.
    pub least_text: f32,
}

impl Default for CounterStyle {
    fn default() -> Self {
        Self { mono: false, shadow: true, badges_left: false, letters: false, least_text: 0.0 }
    }
}

/// The side of a counter for a hex radius of 1.
pub fn counter_side(flat_top: bool) -> f32 {
    if flat_top { 0.95 } else { 1.06 }
}

/// A counter in the unit square centred on the origin, with the detail for `side_px` pixels.
pub fn counter_shapes(c: &CounterView, side_px: f32, style: &CounterStyle) -> Vec<Shape> {
    let lod = CounterLod::of(side_px);
    let d = CounterDrawing { c, army: army_look(c, style), px: side_px.max(1.0), lod, style };
    let mut out = Vec::new();
    match lod {
        CounterLod::Dot => d.draw_dot(&mut out),
        CounterLod::Plan => d.draw_plan_sign(&mut out),
        _ => {
            d.draw_plate(&mut out);
            if c.hidden {
                d.draw_back(&mut out);
            } else {
                d.draw_front(&mut out);
            }
            if c.quarter_turns > 0 {
                // The badges stay upright.
                let turn = f32::from(c.quarter_turns) * std::f32::consts::FRAC_PI_2;
                let to = Affine::new(Vec2::ZERO, 1.0, turn);
                out = out.iter().map(|s| s.transformed(&to)).collect();
            }
            d.draw_badges(&mut out);
        }
    }
    out
}

fn army_look(c: &CounterView, style: &CounterStyle) -> Army {
    let army = *palette::army(&c.army);
    if style.mono {
        let (white, black) = (palette::WHITE, palette::MARKINK);
        Army { fill: white, stripe: white, text: black, edge: black, reduced: black, ..army }
    } else {
        army
    }
}

/// One counter being drawn; lengths are fractions of the side.
struct CounterDrawing<'a> {
    c: &'a CounterView,
    army: Army,
    px: f32,
    lod: CounterLod,
    style: &'a CounterStyle,
}

impl CounterDrawing<'_> {
    fn line_width(&self, fraction: f32, least_px: f32) -> f32 {
        fraction.max(least_px / self.px)
    }

    /// The figure to draw: a garrison shows a fortress instead of troops.
    fn silhouette(&self) -> Option<&'static Figure> {
        let own = figures::find_figure(&self.c.figure);
        let men = own.is_some_and(|f| matches!(f.arm, Arm::Foot | Arm::Horse));
        if self.c.stack.inside && men { figures::find_figure("garrison") } else { own }
    }

    fn draw_dot(&self, out: &mut Vec<Shape>) {
        let s = (3.0 / self.px).clamp(0.55, 1.0);
        out.push(Shape::Polygon {
            points: rect_points(Rect::from_center_size(Pos::ZERO, Vec2::splat(s))),
            fill: Some(self.army.fill),
            stroke: Some(Stroke::new(0.75 / self.px, palette::INK)),
        });
    }

    /// Infantry is a solid block, cavalry a divided one, artillery three dots, a leader a star.
    fn draw_plan_sign(&self, out: &mut Vec<Shape>) {
        // A hidden counter must not reveal its arm.
        let arm = self.silhouette().filter(|_| !self.c.hidden).map(|f| f.arm);
        let edge = Stroke::new(self.line_width(0.066, 0.8), palette::INK).mitred();
        let block = rect_points(Rect::from_center_size(Pos::ZERO, vec2(1.1, 0.55)));
        match arm {
            Some(Arm::Guns) => {
                for x in [-0.32, 0.0, 0.32] {
                    out.push(Shape::Circle {
                        center: pos2(x, 0.0),
                        radius: 0.14,
                        fill: Some(palette::INK),
                        stroke: Some(Stroke::new(0.05, self.army.fill)),
                    });
                }
            }
            Some(Arm::Leader) => out.push(Shape::Polygon {
                points: star_points(Pos::ZERO, 0.5),
                fill: Some(self.army.fill),
                stroke: Some(Stroke::new(self.line_width(0.06, 0.8), palette::INK)),
            }),
            _ => {
                out.push(Shape::polygon(block.clone(), self.army.fill));
                if arm == Some(Arm::Horse) {
                    let half = vec![pos2(-0.55, 0.275), pos2(0.55, 0.275), pos2(0.55, -0.275)];
                    let other = if self.style.mono { palette::MARKINK } else { self.army.stripe };
                    out.push(Shape::polygon(half, other));
                }
                out.push(Shape::outline(block, edge));
            }
        }
    }

    fn draw_plate(&self, out: &mut Vec<Shape>) {
        let r = Rect::from_center_size(Pos::ZERO, Vec2::splat(1.0));
        if self.style.shadow && !self.style.mono {
            // Four translucent plates imitate a blur.
            for (grow, alpha) in [(0.035, 0.05), (0.02, 0.08), (0.006, 0.1), (-0.008, 0.14)] {
                let s = r.translate(vec2(0.019, 0.028)).expand(grow);
                out.push(Shape::round_rect(
                    s,
                    0.07 + grow.max(0.0),
                    Some(palette::MARKINK.alpha(alpha)),
                    None,
                ));
            }
        }
        let edge = Stroke::new(self.line_width(0.022, 0.8), self.army.edge);
        out.push(Shape::round_rect(r, 0.07, Some(self.army.fill), Some(edge)));
        if self.lod >= CounterLod::Large && !self.style.mono {
            let bevel = Stroke::new(0.012, palette::WHITE.alpha(0.35));
            out.push(Shape::round_rect(r.shrink(0.03), 0.049, None, Some(bevel)));
        }
    }

    /// The back: only a ring with the army's letter.
    fn draw_back(&self, out: &mut Vec<Shape>) {
        let ink = self.army.text;
        let r = Rect::from_center_size(Pos::ZERO, Vec2::splat(0.84));
        out.push(Shape::round_rect(
            r,
            0.05,
            None,
            Some(Stroke::new(self.line_width(0.016, 0.5), ink.alpha(0.8))),
        ));
        if self.lod >= CounterLod::Medium {
            for k in -3..=3 {
                let y = k as f32 * 0.14;
                let (a, b) = (pos2(-0.42, y), pos2(0.42, y));
                let path = vec![crate::scene::Seg::Move(a), quad_as_cubic(a, pos2(0.0, y + 0.12), b)];
                out.push(Shape::path(path, Stroke::new(self.line_width(0.01, 0.4), ink.alpha(0.3))));
            }
        }
        out.push(Shape::Circle {
            center: Pos::ZERO,
            radius: 0.23,
            fill: Some(self.army.fill),
            stroke: Some(Stroke::new(self.line_width(0.02, 0.6), ink)),
        });
        let letter = if self.army.letter == '?' { '?' } else { self.army.letter };
        let t = Text::new(pos2(0.0, 0.125), letter.to_string(), 0.34, Face::TitleBold, ink);
        out.push(Shape::Text(t));
    }

    fn draw_front(&self, out: &mut Vec<Shape>) {
        let small = self.lod <= CounterLod::Medium;
        self.draw_stripe(out, if small { 0.16 } else { 0.13 });
        if self.lod >= CounterLod::Large {
            self.draw_band(out);
        }
        let leader = self.silhouette().is_some_and(|f| f.arm == Arm::Leader);
        match (self.lod, self.c.strength.values.len()) {
            (CounterLod::Small | CounterLod::Medium, _) => self.draw_small_front(out),
            _ if leader => self.draw_leader(out),
            (_, 0) => self.draw_figure(out, pos2(0.0, 0.06), 0.03, true),
            (_, 1) if self.c.strength.pips.is_some() || self.is_number_beside() => {
                self.draw_number_beside(out)
            }
            (_, 1) => self.draw_number_below(out),
            _ => self.draw_value_row(out),
        }
    }

    /// A single short number goes beside infantry and cavalry, but under other figures.
    fn is_number_beside(&self) -> bool {
        let arm = self.silhouette().map(|f| f.arm);
        self.c.strength.values[0].chars().count() <= 2 && matches!(arm, Some(Arm::Foot | Arm::Horse))
    }

    fn draw_stripe(&self, out: &mut Vec<Shape>, high: f32) {
        let r = Rect::from_min_size(pos2(-0.445, -0.445), vec2(0.89, high));
        if self.style.mono {
            self.draw_mono_stripe(out, r);
            return;
        }
        out.push(Shape::round_rect(r, 0.02, Some(self.army.stripe), None));
        let part = |from: f32, share: f32| {
            Rect::from_min_size(pos2(r.min.x, r.min.y + high * from), vec2(r.width(), high * share))
        };
        match self.army.pattern {
            Stripe::Solid => {}
            Stripe::Over(c) => out.push(Shape::rect(part(0.62, 0.38), c)),
            Stripe::Triple(c) => out.push(Shape::rect(part(0.35, 0.3), c)),
            Stripe::Lozenges(c) => {
                let w = r.width() / 6.0;
                for i in 0..6 {
                    let m = pos2(r.min.x + w * (i as f32 + 0.5), r.center().y);
                    let (h, v) = (vec2(w / 2.0, 0.0), vec2(0.0, high / 2.0));
                    out.push(Shape::polygon(vec![m - v, m + h, m + v, m - h], c));
                }
            }
        }
        if self.style.letters {
            self.draw_letter_tab(out, r);
        }
    }

    fn draw_mono_stripe(&self, out: &mut Vec<Shape>, r: Rect) {
        let ink = palette::MARKINK;
        let poly = rect_points(r);
        let line = |w: f32| Stroke::new(w, ink);
        let deg = |d: f32| d.to_radians();
        match self.army.mono {
            MonoStripe::Black => out.push(Shape::rect(r, ink)),
            MonoStripe::Empty => {}
            MonoStripe::WideDiagonal => out.extend(hatch_lines(&poly, deg(-45.0), 0.1, &line(0.018))),
            MonoStripe::CloseDiagonal => out.extend(hatch_lines(&poly, deg(-45.0), 0.06, &line(0.02))),
            MonoStripe::Level => out.extend(hatch_lines(&poly, 0.0, 0.04, &line(0.018))),
            MonoStripe::Upright => out.extend(hatch_lines(&poly, deg(90.0), 0.06, &line(0.018))),
            MonoStripe::Cross => {
                out.extend(hatch_lines(&poly, deg(45.0), 0.08, &line(0.016)));
                out.extend(hatch_lines(&poly, deg(-45.0), 0.08, &line(0.016)));
            }
            MonoStripe::Dots => out.extend(dot_lattice(&poly, 0.065, 0.016, ink)),
        }
        out.push(Shape::round_rect(r, 0.02, None, Some(line(self.line_width(0.016, 0.6)))));
        self.draw_letter_tab(out, r);
    }

    /// The army's letter in a box at the right end of its stripe.
    fn draw_letter_tab(&self, out: &mut Vec<Shape>, r: Rect) {
        let ink = palette::MARKINK;
        let tab = Rect::from_min_max(pos2(r.max.x - 0.2, r.min.y - 0.005), pos2(r.max.x, r.max.y + 0.005));
        out.push(Shape::Polygon {
            points: rect_points(tab),
            fill: Some(palette::WHITE),
            stroke: Some(Stroke::new(self.line_width(0.016, 0.6), ink)),
        });
        let size = 0.145 * r.height() / 0.13;
        let at = pos2(tab.center().x, tab.max.y - 0.022);
        out.push(Shape::Text(Text::new(at, self.army.letter.to_string(), size, Face::UiBlack, ink)));
    }

    fn draw_band(&self, out: &mut Vec<Shape>) {
        let Some(band) = self.c.band else { return };
        let r = Rect::from_min_max(pos2(-0.445, -0.295), pos2(-0.375, 0.445));
        let fill = if self.style.mono {
            palette::WHITE
        } else {
            palette::BANDS[band as usize % palette::BANDS.len()]
        };
        let edge = if self.style.mono { palette::MARKINK } else { palette::WHITE };
        out.push(Shape::round_rect(
            r,
            0.015,
            Some(fill),
            Some(Stroke::new(self.line_width(0.0095, 0.5), edge)),
        ));
        if self.style.mono {
            let t = Text::new(pos2(-0.41, 0.12), (band + 1).to_string(), 0.1, Face::UiBold, palette::MARKINK);
            out.push(Shape::Text(t));
        }
    }

    /// The silhouette centred on a point; `unit` is the size of a figure's unit as a share of the side.
    fn draw_figure(&self, out: &mut Vec<Shape>, at: Pos, unit: f32, group: bool) {
        let m = Affine::new(at.to_vec2(), unit, 0.0);
        let Some(f) = self.silhouette() else {
            if !self.c.figure.is_empty() {
                let t =
                    Text::new(at + vec2(0.0, unit * 6.0), "?", unit * 17.0, Face::UiBlack, self.army.text);
                out.push(Shape::Text(t));
            }
            return;
        };
        out.extend(f.coloured(group, self.army.text, self.army.fill, &m));
    }

    /// Text that shrinks to be no wider than `most`.
    fn draw_text(
        &self,
        out: &mut Vec<Shape>,
        at: Pos,
        words: &str,
        (size, face): (f32, Face),
        most: f32,
        anchor: Anchor,
    ) {
        let size = size.max(self.style.least_text);
        let wide = Fonts::shipped().text_width(face, words, size, 0.0);
        let size = if wide > most { size * most / wide } else { size };
        out.push(Shape::Text(Text::new(at, words, size, face, self.army.text).anchored(anchor)));
    }

    fn draw_number(&self, out: &mut Vec<Shape>, at: Pos, words: &str, size: f32, most: f32, halo: bool) {
        // At least 9 px, if it fits.
        let size = size.max(9.0 / self.px).min(0.62);
        let wide = Fonts::shipped().text_width(Face::UiBlack, words, size, 0.0);
        let size = if wide > most { size * most / wide } else { size };
        let ink = if self.c.strength.reduced { self.army.reduced } else { self.army.text };
        let mut t = Text::new(at, words, size, Face::UiBlack, ink);
        if halo {
            t = t.halo(self.army.fill, 0.09);
        }
        out.push(Shape::Text(t));
    }

    fn first_value(&self) -> &str {
        if !self.c.strength.force.is_empty() {
            return &self.c.strength.force;
        }
        self.c.strength.values.first().map_or("", String::as_str)
    }

    fn joined_values(&self) -> String {
        self.c.strength.values.join("-")
    }

    /// One figure and a number, for counters under 40 px.
    fn draw_small_front(&self, out: &mut Vec<Shape>) {
        let f = self.silhouette();
        let arm = f.map(|f| f.arm);
        let many = self.c.strength.values.len() > 1;
        if self.c.strength.values.is_empty() {
            self.draw_figure(out, pos2(0.0, 0.1), 0.03, false);
        } else if many && self.lod == CounterLod::Medium && arm != Some(Arm::Leader) {
            self.draw_figure(out, pos2(0.0, -0.06), 0.0185, false);
            self.draw_number(out, pos2(0.0, 0.43), &self.joined_values(), 0.31, 0.9, false);
        } else if arm == Some(Arm::Foot) {
            let (x, k) = if self.c.figure == "light infantry" { (-0.19, 0.029) } else { (-0.2, 0.034) };
            self.draw_figure(out, pos2(x, 0.12), k, false);
            self.draw_number(out, pos2(0.235, 0.38), self.first_value(), 0.5, 0.46, false);
        } else {
            self.draw_figure(out, pos2(-0.13, 0.02), 0.0245, false);
            self.draw_number(out, pos2(0.26, 0.43), self.first_value(), 0.44, 0.5, true);
        }
        self.draw_star(out, pos2(0.33, -0.33), 0.17);
        if self.lod == CounterLod::Medium && !many && self.px >= 34.0 {
            self.draw_pips_below(out, 0.055);
        }
    }

    fn draw_star(&self, out: &mut Vec<Shape>, at: Pos, radius: f32) {
        if self.c.star {
            let (fill, edge) =
                (if self.style.mono { palette::WHITE } else { palette::GOLD }, palette::MARKINK);
            let s = Stroke::new(self.line_width(0.011, 0.6), edge);
            out.push(Shape::Polygon { points: star_points(at, radius), fill: Some(fill), stroke: Some(s) });
        }
    }

    /// Figure left, number right, pips below.
    fn draw_number_beside(&self, out: &mut Vec<Shape>) {
        let named = self.has_name();
        let down = if named { 0.045 } else { 0.0 };
        self.draw_name(out);
        let wide = self.first_value().chars().count() > 1;
        let (x, unit) = if wide { (-0.17, 0.0175) } else { (-0.135, 0.0205) };
        self.draw_figure(out, pos2(x, -0.005 + down), unit * if named { 0.9 } else { 1.0 }, true);
        let nx = if wide { 0.29 } else { 0.345 };
        self.draw_number(out, pos2(nx, 0.13 + down), self.first_value(), 0.33, 0.33, false);
        self.draw_pips_below(out, 0.09);
        if !self.c.tag.is_empty() && self.lod >= CounterLod::Large {
            let left = self.c.strength.pips.map_or(0.86, |(_, all)| 0.86 - 0.118 * f32::from(all.min(6)));
            self.draw_text(
                out,
                pos2(0.43, 0.425),
                &self.c.tag,
                (0.108, Face::UiBlack),
                left.max(0.15),
                Anchor::End,
            );
        }
        self.draw_star(out, pos2(0.36, -0.2), 0.085);
    }

    fn has_name(&self) -> bool {
        self.lod == CounterLod::Full && !self.c.name.is_empty()
    }

    fn draw_name(&self, out: &mut Vec<Shape>) {
        if self.has_name() {
            let x = if self.c.band.is_some() { -0.32 } else { -0.42 };
            let beside = self.c.strength.values.len() == 1
                && (self.c.strength.pips.is_some() || self.is_number_beside());
            let tag = if beside { 0.0 } else { self.tag_width() };
            let most = 0.43 - x - if tag > 0.0 { tag + 0.05 } else { 0.0 };
            self.draw_text(out, pos2(x, -0.205), &self.c.name, (0.125, Face::UiSemi), most, Anchor::Start);
        }
    }

    /// Width of the tag at the upper right.
    fn tag_width(&self) -> f32 {
        match self.c.tag.chars().count() {
            0 => 0.0,
            n @ 1..=2 => 0.2_f32.max(0.115 * n as f32 + 0.06),
            _ => Fonts::shipped().text_width(Face::UiMedium, &self.c.tag, 0.105, 0.0).min(0.3),
        }
    }

    /// Figure above, one number below.
    fn draw_number_below(&self, out: &mut Vec<Shape>) {
        let named = self.has_name();
        self.draw_name(out);
        let (y, k) = if named { (0.0, 0.0175) } else { (-0.05, 0.0225) };
        self.draw_figure(out, pos2(0.0, y), k, true);
        self.draw_number(out, pos2(0.0, 0.43), self.first_value(), 0.27, 0.86, false);
        if self.c.tag.chars().count() > 2 {
            self.draw_text(out, pos2(0.43, -0.205), &self.c.tag, (0.105, Face::UiMedium), 0.4, Anchor::End);
        }
        self.draw_tag_box(out);
        self.draw_star(out, pos2(0.36, -0.2), 0.085);
    }

    /// Several values in a row below, step boxes at the right.
    fn draw_value_row(&self, out: &mut Vec<Shape>) {
        let steps = self.c.strength.pips.is_some();
        let shift = if self.c.band.is_some() { 0.03 } else { 0.0 };
        self.draw_name(out);
        let (y, k) = match (self.has_name() || steps, self.lod) {
            (true, CounterLod::Full) => (0.035, 0.0164),
            (true, _) => (-0.04, 0.0195),
            _ => (-0.04, 0.0215),
        };
        let x = if steps { shift - 0.03 } else { shift };
        self.draw_figure(out, pos2(x, y), k, true);
        let (size, most) = if steps { (0.255, 0.8) } else { (0.28, 0.86) };
        self.draw_number(out, pos2(shift, 0.427), &self.joined_values(), size, most - shift, false);
        self.draw_pips_upright(out);
        if self.lod == CounterLod::Full && self.c.tag.chars().count() > 2 {
            self.draw_text(out, pos2(0.43, -0.205), &self.c.tag, (0.105, Face::UiMedium), 0.3, Anchor::End);
        }
        self.draw_tag_box(out);
        self.draw_star(out, pos2(0.36, -0.2), 0.085);
    }

    /// One or two letters in a box of inverted colours.
    fn draw_tag_box(&self, out: &mut Vec<Shape>) {
        let n = self.c.tag.chars().count();
        if n == 0 || n > 2 || self.lod < CounterLod::Large {
            return;
        }
        let w = self.tag_width();
        let r = Rect::from_min_size(pos2(0.435 - w, -0.285), vec2(w, 0.19));
        out.push(Shape::round_rect(r, 0.03, Some(self.army.text), None));
        let t =
            Text::new(pos2(r.center().x, r.max.y - 0.035), &self.c.tag, 0.165, Face::UiBlack, self.army.fill);
        out.push(Shape::Text(t));
    }

    fn pip_shape(&self, r: Rect, radius: f32, full: bool) -> Shape {
        let s = Stroke::new(self.line_width(0.016, 0.7), self.army.text);
        Shape::round_rect(r, radius, full.then_some(self.army.text), Some(s))
    }

    fn draw_pips_below(&self, out: &mut Vec<Shape>, size: f32) {
        let Some((left, all)) = self.c.strength.pips else { return };
        let all = all.min(10);
        let room = if self.c.tag.is_empty() { 0.83 } else { 0.5 };
        let step = (size + 0.028).min(room / f32::from(all.max(1)));
        let size = size.min(step * 0.8);
        for i in 0..all {
            let at = pos2(-0.415 + step * f32::from(i), 0.415 - size);
            out.push(self.pip_shape(Rect::from_min_size(at, Vec2::splat(size)), 0.02, i < left));
        }
    }

    fn draw_pips_upright(&self, out: &mut Vec<Shape>) {
        let Some((left, all)) = self.c.strength.pips else { return };
        let all = all.min(8);
        let step = 0.085_f32.min(0.36 / f32::from(all.max(1)));
        for i in 0..all {
            let at = pos2(0.355, 0.15 - step * f32::from(i));
            out.push(self.pip_shape(Rect::from_min_size(at, vec2(0.075, step * 0.76)), 0.01, i < left));
        }
    }

    fn draw_badges(&self, out: &mut Vec<Shape>) {
        if self.c.badges.contains(&Badge::Acted) {
            let r = Rect::from_center_size(Pos::ZERO, Vec2::splat(1.0));
            out.push(Shape::round_rect(r, 0.07, Some(palette::MARKINK.alpha(0.28)), None));
        }
        let small = self.lod <= CounterLod::Medium;
        // On small counters badges are relatively larger, to stay readable.
        let radius = if small { (5.4 / self.px).min(0.225) } else { 0.15 };
        for (i, b) in self.c.badges.iter().enumerate() {
            let step = i as f32 * radius * 2.25;
            let x = if self.style.badges_left { -0.44 + step } else { 0.44 - step };
            badges::draw_badge(out, *b, pos2(x, -0.44), radius, self.px);
        }
    }
}

/// A triangle outside the plate that shows the facing; `turn` in radians, 0 to the right.
pub fn facing_arrow(turn: f32, px: f32) -> Shape {
    // The plate is square: the distance of its edge depends on the direction.
    let (s, c) = turn.sin_cos();
    let edge = 0.5 / s.abs().max(c.abs()).max(0.7);
    let m = Affine::new(vec2(c, s) * (edge + 0.03), 1.0, turn);
    Shape::Polygon {
        points: vec![pos2(0.0, -0.12), pos2(0.13, 0.0), pos2(0.0, 0.12)],
        fill: Some(palette::INK),
        stroke: Some(Stroke::new((1.0 / px.max(1.0)).max(0.012), palette::WHITE)),
    }
    .transformed(&m)
}

#[cfg(test)]
mod tests;
