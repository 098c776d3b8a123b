//! A picture as plain shapes in hex units. The screen, SVG and PNG paint the same scene.

use crate::layout::{Pos, Rect};
use crate::palette::Rgba;
use egui::{Vec2, pos2, vec2};

/// A picture and its bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    pub shapes: Vec<Shape>,
    pub bounds: Rect,
}

impl Scene {
    pub fn empty() -> Self {
        Self { shapes: Vec::new(), bounds: Rect::from_min_size(Pos::ZERO, Vec2::ZERO) }
    }
}

/// A line: width in scene units, dashes (on, off, …) in scene units or none.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    pub width: f32,
    pub color: Rgba,
    pub dash: Vec<f32>,
    /// Round ends; joins are round unless `miter`.
    pub round: bool,
    pub miter: bool,
}

impl Stroke {
    pub fn new(width: f32, color: Rgba) -> Self {
        Self { width, color, dash: Vec::new(), round: false, miter: false }
    }

    pub fn round(width: f32, color: Rgba) -> Self {
        Self { round: true, ..Self::new(width, color) }
    }

    #[must_use]
    pub fn dashed(mut self, dash: &[f32]) -> Self {
        self.dash = dash.to_vec();
        self
    }

    #[must_use]
    pub fn mitred(mut self) -> Self {
        self.miter = true;
        self
    }
}

/// A typeface by its use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    Ui,
    UiMedium,
    UiSemi,
    UiBold,
    UiBlack,
    Title,
    TitleBold,
    TitleItalic,
    /// Cut for under 13 px.
    Small,
    SmallItalic,
    Mono,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Anchor {
    Start,
    #[default]
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The anchor point, on the baseline.
    pub at: Pos,
    pub text: String,
    pub size: f32,
    pub face: Face,
    pub color: Rgba,
    pub anchor: Anchor,
    /// Colour and full width of the line behind the letters.
    pub halo: Option<(Rgba, f32)>,
    /// Added after each letter.
    pub spacing: f32,
    /// Clockwise, in radians, about `at`.
    pub turn: f32,
}

impl Text {
    pub fn new(at: Pos, text: impl Into<String>, size: f32, face: Face, color: Rgba) -> Self {
        Self {
            at,
            text: text.into(),
            size,
            face,
            color,
            anchor: Anchor::Middle,
            halo: None,
            spacing: 0.0,
            turn: 0.0,
        }
    }

    #[must_use]
    pub fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    #[must_use]
    pub fn halo(mut self, color: Rgba, width: f32) -> Self {
        self.halo = Some((color, width));
        self
    }

    #[must_use]
    pub fn spaced(mut self, spacing: f32) -> Self {
        self.spacing = spacing;
        self
    }
}

/// A segment of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seg {
    Move(Pos),
    Line(Pos),
    Cubic(Pos, Pos, Pos),
    Close,
}

/// A path through points.
pub fn path_through(points: &[Pos], close: bool) -> impl Iterator<Item = Seg> {
    let one = |(i, p): (usize, &Pos)| if i == 0 { Seg::Move(*p) } else { Seg::Line(*p) };
    let end = (close && !points.is_empty()).then_some(Seg::Close);
    points.iter().enumerate().map(one).chain(end)
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Polygon { points: Vec<Pos>, fill: Option<Rgba>, stroke: Option<Stroke> },
    Polyline { points: Vec<Pos>, stroke: Stroke },
    Path { path: Vec<Seg>, fill: Option<Rgba>, stroke: Option<Stroke> },
    Circle { center: Pos, radius: f32, fill: Option<Rgba>, stroke: Option<Stroke> },
    Text(Text),
}

impl Shape {
    pub fn polygon(points: impl Into<Vec<Pos>>, fill: Rgba) -> Self {
        Self::Polygon { points: points.into(), fill: Some(fill), stroke: None }
    }

    pub fn outline(points: impl Into<Vec<Pos>>, stroke: Stroke) -> Self {
        Self::Polygon { points: points.into(), fill: None, stroke: Some(stroke) }
    }

    pub fn line(a: Pos, b: Pos, stroke: Stroke) -> Self {
        Self::Polyline { points: vec![a, b], stroke }
    }

    pub fn polyline(points: impl Into<Vec<Pos>>, stroke: Stroke) -> Self {
        Self::Polyline { points: points.into(), stroke }
    }

    pub fn path(path: Vec<Seg>, stroke: Stroke) -> Self {
        Self::Path { path, fill: None, stroke: Some(stroke) }
    }

    pub fn disc(center: Pos, radius: f32, fill: Rgba) -> Self {
        Self::Circle { center, radius, fill: Some(fill), stroke: None }
    }

    pub fn rect(rect: Rect, fill: Rgba) -> Self {
        Self::polygon(rect_points(rect), fill)
    }

    /// A rectangle with round corners.
    pub fn round_rect(rect: Rect, radius: f32, fill: Option<Rgba>, stroke: Option<Stroke>) -> Self {
        Self::Path { path: round_rect(rect, radius), fill, stroke }
    }

    pub fn ellipse(center: Pos, rx: f32, ry: f32, fill: Rgba) -> Self {
        Self::Path { path: ellipse(center, rx, ry), fill: Some(fill), stroke: None }
    }

    /// A box that holds the shape, for culling. Text is not measured: its box is generous.
    pub fn bounding_box(&self) -> Rect {
        let grow = |r: Rect, s: Option<&Stroke>| r.expand(s.map_or(0.0, |s| s.width));
        match self {
            Self::Polygon { points, stroke, .. } => grow(Rect::from_points(points), stroke.as_ref()),
            Self::Polyline { points, stroke } => grow(Rect::from_points(points), Some(stroke)),
            Self::Path { path, stroke, .. } => {
                let mut r = Rect::NOTHING;
                for s in path {
                    match s {
                        Seg::Move(p) | Seg::Line(p) => r.extend_with(*p),
                        Seg::Cubic(a, b, c) => [a, b, c].into_iter().for_each(|p| r.extend_with(*p)),
                        Seg::Close => {}
                    }
                }
                grow(r, stroke.as_ref())
            }
            Self::Circle { center, radius, stroke, .. } => {
                grow(Rect::from_center_size(*center, Vec2::splat(radius * 2.0)), stroke.as_ref())
            }
            Self::Text(t) => {
                let half = t.text.chars().count() as f32 * (t.size * 0.75 + t.spacing);
                Rect::from_center_size(t.at, Vec2::splat(2.0 * half + 2.0 * t.size))
            }
        }
    }

    /// The shape moved, rotated and scaled.
    #[must_use]
    pub fn transformed(&self, m: &Affine) -> Self {
        let k = m.scale();
        let stroke = |s: &Stroke| Stroke {
            width: s.width * k,
            dash: s.dash.iter().map(|d| d * k).collect(),
            ..s.clone()
        };
        match self {
            Self::Polygon { points, fill, stroke: s } => Self::Polygon {
                points: points.iter().map(|p| m.apply(*p)).collect(),
                fill: *fill,
                stroke: s.as_ref().map(stroke),
            },
            Self::Polyline { points, stroke: s } => {
                Self::Polyline { points: points.iter().map(|p| m.apply(*p)).collect(), stroke: stroke(s) }
            }
            Self::Path { path, fill, stroke: s } => Self::Path {
                path: path.iter().map(|s| m.apply_to_seg(*s)).collect(),
                fill: *fill,
                stroke: s.as_ref().map(stroke),
            },
            Self::Circle { center, radius, fill, stroke: s } => Self::Circle {
                center: m.apply(*center),
                radius: radius * k,
                fill: *fill,
                stroke: s.as_ref().map(stroke),
            },
            Self::Text(t) => Self::Text(Text {
                at: m.apply(t.at),
                size: t.size * k,
                halo: t.halo.map(|(c, w)| (c, w * k)),
                spacing: t.spacing * k,
                turn: t.turn + m.turn(),
                ..t.clone()
            }),
        }
    }

    /// Replaces every colour of the shape.
    pub fn recolour(&mut self, f: &dyn Fn(Rgba) -> Rgba) {
        let one = |c: &mut Option<Rgba>| *c = c.map(f);
        let line = |s: &mut Option<Stroke>| {
            if let Some(s) = s {
                s.color = f(s.color);
            }
        };
        match self {
            Self::Polygon { fill, stroke, .. }
            | Self::Path { fill, stroke, .. }
            | Self::Circle { fill, stroke, .. } => {
                one(fill);
                line(stroke);
            }
            Self::Polyline { stroke, .. } => stroke.color = f(stroke.color),
            Self::Text(t) => {
                t.color = f(t.color);
                t.halo = t.halo.map(|(c, w)| (f(c), w));
            }
        }
    }
}

/// A translation, rotation and uniform scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Scale times cosine and sine of the rotation.
    pub a: f32,
    pub b: f32,
    pub shift: Vec2,
}

impl Affine {
    pub fn new(shift: Vec2, scale: f32, turn: f32) -> Self {
        Self { a: scale * turn.cos(), b: scale * turn.sin(), shift }
    }

    pub fn scale(&self) -> f32 {
        self.a.hypot(self.b)
    }

    pub fn turn(&self) -> f32 {
        self.b.atan2(self.a)
    }

    pub fn apply(&self, p: Pos) -> Pos {
        pos2(self.a * p.x - self.b * p.y + self.shift.x, self.b * p.x + self.a * p.y + self.shift.y)
    }

    pub fn apply_to_seg(&self, s: Seg) -> Seg {
        match s {
            Seg::Move(p) => Seg::Move(self.apply(p)),
            Seg::Line(p) => Seg::Line(self.apply(p)),
            Seg::Cubic(a, b, c) => Seg::Cubic(self.apply(a), self.apply(b), self.apply(c)),
            Seg::Close => Seg::Close,
        }
    }
}

pub fn rect_points(r: Rect) -> Vec<Pos> {
    vec![r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom()]
}

/// Length of the control handles of a quarter circle, in radii.
const ROUND: f32 = 0.552_284_8;

pub fn ellipse(c: Pos, rx: f32, ry: f32) -> Vec<Seg> {
    let (kx, ky) = (rx * ROUND, ry * ROUND);
    let p = |x: f32, y: f32| c + vec2(x, y);
    vec![
        Seg::Move(p(rx, 0.0)),
        Seg::Cubic(p(rx, ky), p(kx, ry), p(0.0, ry)),
        Seg::Cubic(p(-kx, ry), p(-rx, ky), p(-rx, 0.0)),
        Seg::Cubic(p(-rx, -ky), p(-kx, -ry), p(0.0, -ry)),
        Seg::Cubic(p(kx, -ry), p(rx, -ky), p(rx, 0.0)),
        Seg::Close,
    ]
}

pub fn round_rect(r: Rect, radius: f32) -> Vec<Seg> {
    let q = radius.min(r.width() / 2.0).min(r.height() / 2.0).max(0.0);
    let k = q * (1.0 - ROUND);
    let (x0, y0, x1, y1) = (r.min.x, r.min.y, r.max.x, r.max.y);
    vec![
        Seg::Move(pos2(x0 + q, y0)),
        Seg::Line(pos2(x1 - q, y0)),
        Seg::Cubic(pos2(x1 - k, y0), pos2(x1, y0 + k), pos2(x1, y0 + q)),
        Seg::Line(pos2(x1, y1 - q)),
        Seg::Cubic(pos2(x1, y1 - k), pos2(x1 - k, y1), pos2(x1 - q, y1)),
        Seg::Line(pos2(x0 + q, y1)),
        Seg::Cubic(pos2(x0 + k, y1), pos2(x0, y1 - k), pos2(x0, y1 - q)),
        Seg::Line(pos2(x0, y0 + q)),
        Seg::Cubic(pos2(x0, y0 + k), pos2(x0 + k, y0), pos2(x0 + q, y0)),
        Seg::Close,
    ]
}

/// A quadratic curve as a cubic one.
pub fn quad_as_cubic(from: Pos, ctrl: Pos, to: Pos) -> Seg {
    Seg::Cubic(from + (ctrl - from) * (2.0 / 3.0), to + (ctrl - to) * (2.0 / 3.0), to)
}

/// A smooth curve through all points.
pub fn smooth_curve(points: &[Pos]) -> Vec<Seg> {
    let Some(first) = points.first() else { return Vec::new() };
    let at = |i: isize| points[i.clamp(0, points.len() as isize - 1) as usize];
    let mut out = vec![Seg::Move(*first)];
    for i in 0..points.len() as isize - 1 {
        let (p0, p1, p2, p3) = (at(i - 1), at(i), at(i + 1), at(i + 2));
        out.push(Seg::Cubic(p1 + (p2 - p0) / 6.0, p2 - (p3 - p1) / 6.0, p2));
    }
    out
}

/// A star of five points.
pub fn star_points(c: Pos, radius: f32) -> Vec<Pos> {
    (0..10)
        .map(|i| {
            let r = if i % 2 == 0 { radius } else { radius * 0.42 };
            let a = (-90.0 + 36.0 * i as f32).to_radians();
            c + vec2(a.cos(), a.sin()) * r
        })
        .collect()
}

/// Parallel lines clipped to a convex polygon; `angle` is their direction in radians.
pub fn hatch_lines(poly: &[Pos], angle: f32, pitch: f32, stroke: &Stroke) -> Vec<Shape> {
    let (along, across) = (vec2(angle.cos(), angle.sin()), vec2(-angle.sin(), angle.cos()));
    let of = |p: &Pos| p.to_vec2().dot(across);
    let (lo, hi) = poly.iter().map(of).fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
    if pitch <= 0.0 || lo > hi {
        return Vec::new();
    }
    let mut out = Vec::new();
    let mut k = (lo / pitch).ceil();
    while k * pitch <= hi {
        let at = k * pitch;
        let cuts = (0..poly.len()).filter_map(|i| {
            let (a, b) = (poly[i], poly[(i + 1) % poly.len()]);
            let (da, db) = (of(&a) - at, of(&b) - at);
            ((da <= 0.0) != (db <= 0.0)).then(|| (a + (b - a) * (da / (da - db))).to_vec2().dot(along))
        });
        let (s, e) = cuts.fold((f32::MAX, f32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        if e > s {
            let p = |t: f32| (along * t + across * at).to_pos2();
            out.push(Shape::line(p(s), p(e), stroke.clone()));
        }
        k += 1.0;
    }
    out
}

/// Dots on a square lattice inside a convex polygon.
pub fn dot_lattice(poly: &[Pos], pitch: f32, radius: f32, color: Rgba) -> Vec<Shape> {
    let b = Rect::from_points(poly);
    if pitch <= 0.0 || !b.is_finite() {
        return Vec::new();
    }
    let inside = |p: Pos| {
        let side = |i: usize| {
            let (a, b) = (poly[i], poly[(i + 1) % poly.len()]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        };
        let all: Vec<f32> = (0..poly.len()).map(side).collect();
        all.iter().all(|s| *s >= 0.0) || all.iter().all(|s| *s <= 0.0)
    };
    let mut out = Vec::new();
    let mut y = (b.min.y / pitch).ceil();
    while y * pitch <= b.max.y {
        let mut x = (b.min.x / pitch).ceil();
        while x * pitch <= b.max.x {
            let p = pos2(x * pitch, y * pitch);
            if inside(p) {
                out.push(Shape::disc(p, radius, color));
            }
            x += 1.0;
        }
        y += 1.0;
    }
    out
}

/// A path as polylines, each with a flag for closed; a curve becomes `steps` lines.
pub fn flatten_path(path: &[Seg], steps: usize) -> Vec<(Vec<Pos>, bool)> {
    let mut out: Vec<(Vec<Pos>, bool)> = Vec::new();
    for s in path {
        match s {
            Seg::Move(p) => out.push((vec![*p], false)),
            Seg::Line(p) => {
                if let Some((run, _)) = out.last_mut() {
                    run.push(*p);
                }
            }
            Seg::Cubic(a, b, c) => {
                let Some((run, _)) = out.last_mut() else { continue };
                let Some(&from) = run.last() else { continue };
                run.extend((1..=steps).map(|i| cubic_at(from, *a, *b, *c, i as f32 / steps as f32)));
            }
            Seg::Close => {
                if let Some((_, closed)) = out.last_mut() {
                    *closed = true;
                }
            }
        }
    }
    out
}

pub fn cubic_at(p0: Pos, p1: Pos, p2: Pos, p3: Pos, t: f32) -> Pos {
    let u = 1.0 - t;
    let (a, b, c, d) = (u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t);
    pos2(a * p0.x + b * p1.x + c * p2.x + d * p3.x, a * p0.y + b * p1.y + c * p2.y + d * p3.y)
}
