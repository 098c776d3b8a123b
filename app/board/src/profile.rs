//! The profile of a sight line: levels, what stands on them, and where sight ends.
//!
//! The caller says what blocks. A profile is a [`Scene`] in pixels, so that the sight tool, tooltips and paper draw
//! the same picture.

use crate::art::Ground;
use crate::fonts::Fonts;
use crate::layout::{Pos, Rect};
use crate::palette::{self, Rgba, Theme};
use crate::scene::{Affine, Anchor, Face, Scene, Shape, Stroke, Text, hatch_lines, rect_points};
use crate::strings;
use egui::{Response, Sense, Ui, Vec2, pos2, vec2};

/// One hex under the sight line; the first is the viewer's, the last the target's.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Distance of its centre from the viewer along the line, in hexes.
    pub at: f32,
    /// Level of its ground.
    pub ground: f32,
    /// Height of the obstacle above the ground, in levels; 0 for none.
    pub height: f32,
    /// The obstacle by its art name (`heavy wood`, `village`, …) or in words; empty for none.
    pub what: String,
    /// Hex number, written below.
    pub label: String,
    /// Sight ends here.
    pub blocks: bool,
}

impl Sample {
    /// Open ground.
    pub fn open_ground(at: f32, ground: f32, label: impl Into<String>) -> Self {
        Self { at, ground, height: 0.0, what: String::new(), label: label.into(), blocks: false }
    }

    /// The same hex with an obstacle.
    #[must_use]
    pub fn with_obstacle(mut self, what: impl Into<String>, height: f32) -> Self {
        self.what = what.into();
        self.height = height;
        self
    }

    /// The same hex, blocking sight.
    #[must_use]
    pub fn blocking_sight(mut self) -> Self {
        self.blocks = true;
        self
    }
}

/// Height of the eye above the ground, in levels.
const EYE: f32 = 0.22;
/// Half the width of the level part of a hex; the rest is slope.
const FLAT: f32 = 0.3;
const LEFT: f32 = 30.0;
const RIGHT: f32 = 14.0;
const TOP: f32 = 16.0;
const FOOT: f32 = 22.0;

/// The elevation profile of a sight line as a scene in pixels, `size` large, in the colours of a theme.
/// Fewer than two samples give an empty scene.
pub fn profile_scene(line: &[Sample], size: Vec2, theme: &Theme) -> Scene {
    let (Some(first), Some(last)) = (line.first(), line.last()) else { return Scene::empty() };
    if line.len() < 2 || last.at <= first.at {
        return Scene::empty();
    }
    let d = ProfileDrawing::new(line, size, *theme);
    let mut out = Vec::new();
    d.draw_levels(&mut out);
    for s in line {
        d.draw_obstacle(&mut out, s);
    }
    d.draw_ground(&mut out);
    d.draw_hex_labels(&mut out);
    d.draw_sight_line(&mut out, first, last);
    Scene { shapes: out, bounds: Rect::from_min_size(Pos::ZERO, size) }
}

/// Paints a profile into the interface, with a description for screen readers.
pub fn show_profile(ui: &mut Ui, line: &[Sample], size: Vec2, theme: &Theme) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let description = strings::sight_description(line);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &description));
    let to = Affine::new(rect.min.to_vec2(), 1.0, 0.0);
    let shapes = crate::paint::egui_shapes(ui.ctx(), &profile_scene(line, size, theme), &to);
    ui.painter_at(rect).extend(shapes);
    response
}

struct ProfileDrawing<'a> {
    line: &'a [Sample],
    theme: Theme,
    field: Rect,
    from: f32,
    long: f32,
    low: f32,
    high: f32,
}

impl<'a> ProfileDrawing<'a> {
    fn new(line: &'a [Sample], size: Vec2, theme: Theme) -> Self {
        let from = line.first().map_or(0.0, |s| s.at);
        let long = line.last().map_or(1.0, |s| s.at) - from;
        let low = line.iter().map(|s| s.ground).fold(f32::MAX, f32::min);
        let high = line.iter().map(|s| s.ground + s.height.max(EYE)).fold(f32::MIN, f32::max);
        let field = Rect::from_min_max(pos2(LEFT, TOP), pos2(size.x - RIGHT, size.y - FOOT));
        Self { line, theme, field, from, long, low: low - 0.35, high: high.max(low + 1.0) }
    }

    /// Pixels per hex.
    fn pixels_per_hex(&self) -> f32 {
        self.field.width() / (self.long + 2.0 * FLAT)
    }

    fn x(&self, at: f32) -> f32 {
        self.field.min.x + (at - self.from + FLAT) * self.pixels_per_hex()
    }

    fn y(&self, level: f32) -> f32 {
        let t = (level - self.low) / (self.high - self.low).max(0.01);
        self.field.max.y - t * self.field.height()
    }

    fn point_at(&self, at: f32, level: f32) -> Pos {
        pos2(self.x(at), self.y(level))
    }

    /// A thin line and a number for each level.
    fn draw_levels(&self, out: &mut Vec<Shape>) {
        let s = Stroke::new(1.0, self.theme.line);
        for level in self.low.ceil() as i32..=self.high.floor() as i32 {
            let y = self.y(level as f32);
            out.push(Shape::line(pos2(LEFT - 4.0, y), pos2(self.field.max.x, y), s.clone()));
            let t = Text::new(
                pos2(LEFT - 8.0, y + 4.0),
                level.to_string(),
                11.0,
                Face::UiMedium,
                self.theme.muted,
            );
            out.push(Shape::Text(t.anchored(Anchor::End)));
        }
    }

    /// The ground from level to level.
    fn draw_ground(&self, out: &mut Vec<Shape>) {
        let mut top = Vec::new();
        for s in self.line {
            top.extend([self.point_at(s.at - FLAT, s.ground), self.point_at(s.at + FLAT, s.ground)]);
        }
        // Piece by piece, because the whole outline need not be convex.
        for pair in top.windows(2) {
            let foot = |p: Pos| pos2(p.x, self.field.max.y);
            let quad = vec![pair[0], pair[1], foot(pair[1]), foot(pair[0])];
            out.push(Shape::polygon(quad, palette::LEVELS[3]));
        }
        out.push(Shape::polyline(top, Stroke::round(2.0, palette::HACH).mitred()));
    }

    /// Trees, houses, or a hatched block.
    fn draw_obstacle(&self, out: &mut Vec<Shape>, s: &Sample) {
        if s.height <= 0.0 {
            return;
        }
        let r = Rect::from_min_max(
            self.point_at(s.at - FLAT, s.ground + s.height),
            self.point_at(s.at + FLAT, s.ground - 0.02),
        );
        match Ground::parse(&s.what) {
            Ground::LightWood => draw_trees(out, r, palette::TREE),
            Ground::HeavyWood => draw_trees(out, r, palette::TREEH),
            Ground::Town | Ground::Village => draw_houses(out, r),
            _ => {
                let s = Stroke::new(1.2, self.theme.muted);
                out.push(Shape::rect(r, palette::LEVELS[2]));
                out.extend(hatch_lines(&rect_points(r), -45f32.to_radians(), 6.0, &s));
                out.push(Shape::outline(rect_points(r), s));
            }
        }
    }

    /// Hex numbers; where there is no room for all, at least both ends and the blocking hex.
    fn draw_hex_labels(&self, out: &mut Vec<Shape>) {
        let size = 11.0;
        let width = |s: &Sample| Fonts::shipped().text_width(Face::UiMedium, &s.label, size, 0.0) + 8.0;
        let widest = self.line.iter().map(width).fold(1.0, f32::max);
        let every = (widest / self.pixels_per_hex().max(1.0)).ceil().max(1.0) as usize;
        let last = self.line.len() - 1;
        let wanted = |i: usize| i == 0 || i == last || self.line[i].blocks;
        let taken: Vec<f32> =
            self.line.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, s)| self.x(s.at)).collect();
        for (i, s) in self.line.iter().enumerate() {
            let x = self.x(s.at);
            let free = taken.iter().all(|t| (t - x).abs() >= widest);
            if !(wanted(i) || (free && i % every == 0)) {
                continue;
            }
            let (ink, face) = match (s.blocks, i == 0 || i == last) {
                (true, _) => (self.theme.danger, Face::UiBold),
                (_, true) => (self.theme.text, Face::UiBold),
                _ => (self.theme.muted, Face::UiMedium),
            };
            let at = pos2(x, self.field.max.y + 15.0);
            out.push(Shape::Text(Text::new(at, &s.label, size, face, ink)));
        }
    }

    /// From eye to target: solid as far as sight reaches, then a ringed cross and dots.
    fn draw_sight_line(&self, out: &mut Vec<Shape>, first: &Sample, last: &Sample) {
        let (a, b) = (self.point_at(first.at, first.ground + EYE), self.point_at(last.at, last.ground + EYE));
        let under = Stroke::round(5.5, palette::WHITE.alpha(0.9));
        out.push(Shape::line(a, b, under));
        let stop = self.line.iter().find(|s| s.blocks);
        let Some(stop) = stop else {
            out.push(Shape::line(a, b, Stroke::round(2.4, palette::REACH)));
            draw_end_dot(out, a, palette::REACH);
            draw_end_dot(out, b, palette::REACH);
            return;
        };
        let at = a + (b - a) * ((stop.at - first.at) / (last.at - first.at)).clamp(0.06, 0.97);
        out.push(Shape::line(a, at, Stroke::round(2.4, palette::REACH)));
        out.push(Shape::line(at, b, Stroke::round(2.4, palette::TARGET).dashed(&[0.1, 6.0])));
        draw_end_dot(out, a, palette::REACH);
        draw_end_dot(out, b, palette::TARGET);
        let ring = Some(Stroke::new(2.2, palette::TARGET));
        out.push(Shape::Circle { center: at, radius: 7.0, fill: Some(palette::WHITE), stroke: ring });
        for s in [-1.0, 1.0] {
            let v = vec2(3.2, 3.2 * s);
            out.push(Shape::line(at - v, at + v, Stroke::new(2.4, palette::TARGET)));
        }
    }
}

fn draw_end_dot(out: &mut Vec<Shape>, center: Pos, ink: Rgba) {
    let ring = Some(Stroke::new(1.4, palette::WHITE));
    out.push(Shape::Circle { center, radius: 4.5, fill: Some(ink), stroke: ring });
}

fn draw_trees(out: &mut Vec<Shape>, r: Rect, tone: Rgba) {
    let count = (r.width() / 11.0).clamp(2.0, 9.0) as usize;
    let step = r.width() / count as f32;
    for i in 0..count {
        let x = r.min.x + step * (i as f32 + 0.5);
        let high = r.height() * if i % 2 == 0 { 1.0 } else { 0.86 };
        let crown = (step * 0.62).min(high * 0.4);
        let trunk = Stroke::new(1.6, palette::TREESH);
        out.push(Shape::line(pos2(x, r.max.y), pos2(x, r.max.y - high + crown), trunk));
        let c = pos2(x, r.max.y - high + crown);
        out.push(Shape::Circle {
            center: c,
            radius: crown,
            fill: Some(tone),
            stroke: Some(Stroke::new(1.0, palette::TREESH)),
        });
        let low = pos2(x, (c.y + crown * 0.8).min(r.max.y - 1.0));
        out.push(Shape::disc(low, crown * 0.8, tone));
    }
}

fn draw_houses(out: &mut Vec<Shape>, r: Rect) {
    let count = (r.width() / 18.0).clamp(1.0, 5.0) as usize;
    let step = r.width() / count as f32;
    for i in 0..count {
        let wide = step * 0.82;
        let high = r.height() * if i % 2 == 0 { 1.0 } else { 0.82 };
        let (x0, y0) = (r.min.x + step * i as f32 + (step - wide) / 2.0, r.max.y - high * 0.58);
        let wall = Rect::from_min_max(pos2(x0, y0), pos2(x0 + wide, r.max.y));
        let edge = Stroke::new(1.0, palette::INK);
        out.push(Shape::Polygon {
            points: rect_points(wall),
            fill: Some(palette::TOWN),
            stroke: Some(edge.clone()),
        });
        out.push(Shape::Polygon {
            points: vec![
                pos2(x0 - 2.0, y0),
                pos2(x0 + wide / 2.0, r.max.y - high),
                pos2(x0 + wide + 2.0, y0),
            ],
            fill: Some(palette::BLOCK),
            stroke: Some(edge),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Vec<Sample> {
        vec![
            Sample::open_ground(0.0, 0.0, "B2"),
            Sample::open_ground(1.0, 1.0, "C2"),
            Sample::open_ground(2.0, 2.0, "D3").with_obstacle("heavy wood", 1.0).blocking_sight(),
            Sample::open_ground(3.0, 0.0, "E3").with_obstacle("village", 0.6),
            Sample::open_ground(4.0, 1.0, "F4"),
        ]
    }

    #[test]
    fn a_blocked_line_has_its_cross_and_a_clear_one_has_not() {
        let size = vec2(360.0, 150.0);
        let dashed = |line: &[Sample]| {
            let scene = profile_scene(line, size, &palette::LIGHT);
            let inside = scene.bounds.expand(1.0);
            let boxed = |s: &&Shape| !matches!(s, Shape::Text(_));
            assert!(scene.shapes.iter().filter(boxed).all(|s| inside.contains_rect(s.bounding_box())));
            let red = |s: &Shape| matches!(s, Shape::Polyline { stroke, .. } if !stroke.dash.is_empty());
            scene.shapes.iter().any(red)
        };
        assert!(dashed(&line()));
        let mut clear = line();
        clear.iter_mut().for_each(|s| s.blocks = false);
        assert!(!dashed(&clear));
        assert!(strings::sight_description(&line()).contains("blocked at D3"));
        assert!(strings::sight_description(&clear).contains("clear"));
        assert!(profile_scene(&line()[..1], size, &palette::LIGHT).shapes.is_empty());
    }

    #[test]
    fn higher_ground_is_drawn_higher() {
        let l = line();
        let d = ProfileDrawing::new(&l, vec2(360.0, 150.0), palette::DARK);
        assert!(d.y(2.0) < d.y(1.0) && d.y(1.0) < d.y(0.0));
        assert!(d.x(4.0) > d.x(0.0) && d.y(3.0) >= TOP - 1.0);
    }
}
