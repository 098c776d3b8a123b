//! Paints scenes as pixels on the CPU. Text is drawn as glyph outlines of the shipped fonts.

use crate::fonts::Fonts;
use crate::layout::{Pos, Rect};
use crate::palette::Rgba;
use crate::scene::{Affine, Anchor, Scene, Seg, Shape, Stroke, Text, path_through};
use egui::vec2;
pub use tiny_skia::Pixmap;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, StrokeDash, Transform};

/// Longer sides are scaled down to this, to limit memory.
pub const MOST_PX: f32 = 16_000.0;

/// Part of a scene as pixels.
pub fn rasterise_scene(scene: &Scene, region: Rect, px_per_unit: f32) -> Pixmap {
    let refs: Vec<&Shape> = scene.shapes.iter().collect();
    rasterise_shapes(&refs, region, px_per_unit)
}

/// Shapes as pixels; shapes outside the region are skipped.
pub fn rasterise_shapes(shapes: &[&Shape], region: Rect, px_per_unit: f32) -> Pixmap {
    let fit = MOST_PX / (region.width().max(region.height()) * px_per_unit).max(1.0);
    let k = px_per_unit * fit.min(1.0);
    let side = |v: f32| ((v * k - 1e-3).ceil().clamp(1.0, MOST_PX)) as u32;
    let mut map = blank_pixmap(side(region.width()), side(region.height()));
    paint_shapes(&mut map, shapes, region.min, k);
    map
}

/// An empty picture, halved until it can be allocated.
pub fn blank_pixmap(mut w: u32, mut h: u32) -> Pixmap {
    loop {
        (w, h) = (w.max(1), h.max(1));
        if let Some(p) = Pixmap::new(w, h) {
            return p;
        }
        (w, h) = (w / 2, h / 2);
    }
}

/// Paints shapes onto a pixmap whose top left is `origin`.
pub fn paint_shapes(map: &mut Pixmap, shapes: &[&Shape], origin: Pos, k: f32) {
    let seen = Rect::from_min_size(origin, vec2(map.width() as f32, map.height() as f32) / k);
    let ts = Transform::from_row(k, 0.0, 0.0, k, -origin.x * k, -origin.y * k);
    for s in shapes {
        let reach = s.bounding_box();
        if reach.is_finite() && reach.intersects(seen.expand(2.0 / k)) {
            paint_shape(map, s, ts);
        }
    }
}

/// Draws a picture on another, with its top left at `x`, `y`.
pub fn draw_pixmap_onto(map: &mut Pixmap, part: &Pixmap, x: i32, y: i32) {
    let paint = tiny_skia::PixmapPaint::default();
    map.draw_pixmap(x, y, part.as_ref(), &paint, Transform::identity(), None);
}

/// The whole scene as a PNG file.
pub fn to_png(scene: &Scene, px_per_unit: f32) -> Vec<u8> {
    rasterise_scene(scene, scene.bounds, px_per_unit).encode_png().unwrap_or_default()
}

fn solid_paint(c: Rgba) -> Paint<'static> {
    let mut p = Paint::default();
    p.set_color_rgba8(c.r, c.g, c.b, c.a);
    p.anti_alias = true;
    p
}

fn paint_shape(map: &mut Pixmap, s: &Shape, ts: Transform) {
    match s {
        Shape::Polygon { points, fill, stroke } => {
            fill_and_stroke(map, skia_path(path_through(points, true)), *fill, stroke.as_ref(), ts);
        }
        Shape::Polyline { points, stroke } => {
            fill_and_stroke(map, skia_path(path_through(points, false)), None, Some(stroke), ts)
        }
        Shape::Path { path, fill, stroke } => {
            fill_and_stroke(map, skia_path(path.iter().copied()), *fill, stroke.as_ref(), ts)
        }
        Shape::Circle { center, radius, fill, stroke } => {
            fill_and_stroke(
                map,
                PathBuilder::from_circle(center.x, center.y, *radius),
                *fill,
                stroke.as_ref(),
                ts,
            );
        }
        Shape::Text(t) => paint_text(map, t, ts),
    }
}

fn skia_path(path: impl IntoIterator<Item = Seg>) -> Option<tiny_skia::Path> {
    let mut b = PathBuilder::new();
    for s in path {
        match s {
            Seg::Move(p) => b.move_to(p.x, p.y),
            Seg::Line(p) => b.line_to(p.x, p.y),
            Seg::Cubic(a, c, p) => b.cubic_to(a.x, a.y, c.x, c.y, p.x, p.y),
            Seg::Close => b.close(),
        }
    }
    b.finish()
}

fn fill_and_stroke(
    map: &mut Pixmap,
    path: Option<tiny_skia::Path>,
    fill: Option<Rgba>,
    stroke: Option<&Stroke>,
    ts: Transform,
) {
    let Some(path) = path else { return };
    if let Some(c) = fill {
        map.fill_path(&path, &solid_paint(c), FillRule::Winding, ts, None);
    }
    if let Some(s) = stroke {
        let line = tiny_skia::Stroke {
            width: s.width,
            line_cap: if s.round { LineCap::Round } else { LineCap::Butt },
            line_join: if s.miter { LineJoin::Miter } else { LineJoin::Round },
            dash: stroke_dash(&s.dash),
            ..Default::default()
        };
        map.stroke_path(&path, &solid_paint(s.color), &line, ts, None);
    }
}

/// The library takes only even numbers of dashes; an odd list is repeated, as in SVG.
fn stroke_dash(list: &[f32]) -> Option<StrokeDash> {
    if list.is_empty() {
        return None;
    }
    let even = if list.len().is_multiple_of(2) { list.to_vec() } else { [list, list].concat() };
    StrokeDash::new(even, 0.0)
}

/// The outlines of a text at its place.
pub fn text_outline(t: &Text) -> Vec<Seg> {
    let fonts = Fonts::shipped();
    let width = fonts.text_width(t.face, &t.text, t.size, t.spacing);
    let dx = match t.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let turn = Affine::new(t.at.to_vec2(), 1.0, t.turn);
    let slide = Affine::new(vec2(dx, 0.0), 1.0, 0.0);
    let out = fonts.glyph_outlines(t.face, &t.text, t.size, t.spacing);
    out.into_iter().map(|s| turn.apply_to_seg(slide.apply_to_seg(s))).collect()
}

fn paint_text(map: &mut Pixmap, t: &Text, ts: Transform) {
    let Some(path) = skia_path(text_outline(t)) else { return };
    if let Some((c, w)) = t.halo {
        let line = tiny_skia::Stroke { width: w, line_join: LineJoin::Round, ..Default::default() };
        map.stroke_path(&path, &solid_paint(c), &line, ts, None);
    }
    map.fill_path(&path, &solid_paint(t.color), FillRule::Winding, ts, None);
}
