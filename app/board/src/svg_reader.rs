//! SVG files as scene shapes: art that is drawn in a vector editor and embedded in the program.
//!
//! Fills and strokes in plain colours are read. Text, images, gradients and dashes are left out; art does not need them.

use crate::layout::Pos;
use crate::palette::Rgba;
use crate::scene::{Seg, Shape, Stroke, quad_as_cubic};
use egui::pos2;
use usvg::tiny_skia_path::{Path, PathSegment, Point, Transform};

/// The shapes of an SVG file, in painting order. The canvas becomes `width` units wide with its middle at the origin,
/// whatever units the file itself uses.
pub fn read_svg(text: &str, width: f32) -> Result<Vec<Shape>, String> {
    let tree = usvg::Tree::from_str(text, &usvg::Options::default()).map_err(|e| e.to_string())?;
    let scale = width / tree.size().width();
    let middle = (-tree.size().width() / 2.0, -tree.size().height() / 2.0);
    let canvas = Transform::from_scale(scale, scale).pre_translate(middle.0, middle.1);
    let mut shapes = Vec::new();
    read_group(tree.root(), canvas, &mut shapes);
    Ok(shapes)
}

fn read_group(group: &usvg::Group, canvas: Transform, out: &mut Vec<Shape>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => read_group(inner, canvas, out),
            usvg::Node::Path(path) if path.is_visible() => out.extend(read_path(path, canvas)),
            usvg::Node::Path(_) | usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

fn read_path(path: &usvg::Path, canvas: Transform) -> Option<Shape> {
    let placed = canvas.pre_concat(path.abs_transform());
    let outline = path.data().clone().transform(placed)?;
    let fill = path.fill().and_then(|f| plain_colour(f.paint(), f.opacity()));
    let stroke = path.stroke().and_then(|s| {
        let color = plain_colour(s.paint(), s.opacity())?;
        // Art is scaled evenly; of an uneven scale the mean serves.
        let (x, y) = placed.get_scale();
        Some(Stroke {
            width: round_off(s.width().get() * (x + y) / 2.0),
            color,
            dash: Vec::new(),
            round: s.linecap() == usvg::LineCap::Round,
            miter: s.linejoin() != usvg::LineJoin::Round,
        })
    });
    if fill.is_none() && stroke.is_none() {
        return None;
    }
    let path = scene_path(&outline);
    Some(match circle_of_path(&path) {
        Some((center, radius)) => {
            // A circle has no ends; hairlines would be given caps where it closes.
            let stroke = stroke.map(|s| Stroke { round: false, ..s });
            Shape::Circle { center, radius, fill, stroke }
        }
        None => Shape::Path { path, fill, stroke },
    })
}

/// Centre and radius of a path of four quarter circles: the parser turns `<circle>` into one, but every painter draws
/// a true circle better.
fn circle_of_path(path: &[Seg]) -> Option<(Pos, f32)> {
    let [Seg::Move(start), quarters @ .., Seg::Close] = path else { return None };
    let [Seg::Cubic(a, b, top), Seg::Cubic(c, d, far), Seg::Cubic(e, f, low), Seg::Cubic(g, h, end)] =
        quarters
    else {
        return None;
    };
    let center = *start + (*far - *start) * 0.5;
    let radius = center.distance(*start);
    // Handles of a quarter circle stand this many radii off the centre.
    const HANDLES: f32 = 1.142_36;
    let are_at = |points: &[&Pos], distance: f32| {
        points.iter().all(|p| (center.distance(**p) - distance).abs() < radius * 1e-3)
    };
    (are_at(&[top, far, low, end], radius) && are_at(&[a, b, c, d, e, f, g, h], radius * HANDLES))
        .then(|| (pos2(round_off(center.x), round_off(center.y)), round_off(radius)))
}

fn plain_colour(paint: &usvg::Paint, opacity: usvg::Opacity) -> Option<Rgba> {
    match paint {
        usvg::Paint::Color(c) => Some(Rgba { r: c.red, g: c.green, b: c.blue, a: opacity.to_u8() }),
        usvg::Paint::LinearGradient(_) | usvg::Paint::RadialGradient(_) | usvg::Paint::Pattern(_) => None,
    }
}

/// Drops what the transforms added behind the third decimal, so that a file means the numbers that are written in it.
fn round_off(v: f32) -> f32 {
    (v * 1000.0).round() / 1000.0
}

fn scene_path(path: &Path) -> Vec<Seg> {
    let pos = |p: Point| pos2(round_off(p.x), round_off(p.y));
    let mut last = Pos::ZERO;
    let mut out = Vec::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(p) => out.push(Seg::Move(pos(p))),
            PathSegment::LineTo(p) => out.push(Seg::Line(pos(p))),
            PathSegment::QuadTo(c, p) => out.push(quad_as_cubic(last, pos(c), pos(p))),
            PathSegment::CubicTo(a, b, p) => out.push(Seg::Cubic(pos(a), pos(b), pos(p))),
            PathSegment::Close => out.push(Seg::Close),
        }
        if let PathSegment::MoveTo(p)
        | PathSegment::LineTo(p)
        | PathSegment::QuadTo(_, p)
        | PathSegment::CubicTo(_, _, p) = segment
        {
            last = pos(p);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_whatever_its_units_and_groups() {
        let text = r##"<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm" viewBox="0 0 300 300">
            <g transform="translate(150 150) scale(10)" style="stroke-linecap:round">
              <rect x="-3" y="-2" width="6" height="4" style="fill:#ffffff"/>
              <path d="M0 0 Q 4 -4 8 0" fill="none" stroke="#000" stroke-width="1.5"/>
            </g>
            <rect width="9" height="9" fill="none"/>
            <circle cx="150" cy="180" r="20"/>
        </svg>"##;
        let shapes = read_svg(text, 30.0).unwrap();
        let [
            Shape::Path { fill: Some(fill), path, .. },
            Shape::Path { stroke: Some(stroke), .. },
            Shape::Circle { center, radius, .. },
        ] = &shapes[..]
        else {
            panic!("a filled and a stroked shape and a circle, and nothing invisible: {shapes:?}");
        };
        assert_eq!((*center, *radius), (pos2(0.0, 3.0), 2.0));
        assert_eq!(*fill, Rgba::hex(0xFFFFFF));
        let shape = Shape::Path { path: path.clone(), fill: None, stroke: None };
        let off = shape.bounding_box().min.distance(pos2(-3.0, -2.0));
        assert!(off < 1e-3, "the middle of the canvas is the origin: {off}");
        assert!((stroke.width - 1.5).abs() < 1e-3 && stroke.round && stroke.miter);
        assert!(read_svg("<svg", 30.0).is_err());
    }
}
