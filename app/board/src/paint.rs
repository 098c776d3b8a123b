//! Paints scenes as egui shapes.

use crate::palette::Rgba;
use crate::scene::{Affine, Anchor, Scene, Shape, Stroke, Text, flatten_path};
use egui::epaint::{Mesh, PathShape, PathStroke, TextShape};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Pos2, Shape as Out, vec2};

/// The scene as egui shapes; `to_screen` maps hex units to points. Needs the shipped families
/// ([`crate::fonts::font_definitions`]) in the context.
pub fn egui_shapes(ctx: &egui::Context, scene: &Scene, to_screen: &Affine) -> Vec<Out> {
    let mut out = Vec::new();
    append_shapes(ctx, &scene.shapes, to_screen, &mut out);
    out
}

/// The same for loose shapes.
pub fn append_shapes(ctx: &egui::Context, list: &[Shape], to_screen: &Affine, out: &mut Vec<Out>) {
    for s in list {
        append_shape(ctx, &s.transformed(to_screen), out);
    }
}

fn color(c: Rgba) -> Color32 {
    c.into()
}

fn append_shape(ctx: &egui::Context, s: &Shape, out: &mut Vec<Out>) {
    match s {
        Shape::Polygon { points, fill, stroke } => {
            if let Some(c) = fill {
                append_fill(points, *c, out);
            }
            if let Some(st) = stroke {
                append_line(points, true, st, out);
            }
        }
        Shape::Polyline { points, stroke } => append_line(points, false, stroke, out),
        Shape::Path { path, fill, stroke } => {
            let runs = flatten_path(path, 8);
            if let Some(c) = fill {
                runs.iter().for_each(|(p, _)| append_fill(p, *c, out));
            }
            if let Some(st) = stroke {
                runs.iter().for_each(|(p, closed)| append_line(p, *closed, st, out));
            }
        }
        Shape::Circle { center, radius, fill, stroke } => {
            if let Some(c) = fill {
                out.push(Out::circle_filled(*center, *radius, color(*c)));
            }
            if let Some(st) = stroke {
                if st.dash.is_empty() {
                    out.push(Out::circle_stroke(*center, *radius, (st.width, color(st.color))));
                } else {
                    let ring = flatten_path(&crate::scene::ellipse(*center, *radius, *radius), 8);
                    ring.iter().for_each(|(p, _)| append_line(p, true, st, out));
                }
            }
        }
        Shape::Text(t) => append_text(ctx, t, out),
    }
}

fn append_line(points: &[Pos2], closed: bool, s: &Stroke, out: &mut Vec<Out>) {
    let mut pts: Vec<Pos2> = points.to_vec();
    pts.dedup_by(|a, b| a.distance_sq(*b) < 1e-6);
    if closed && pts.len() > 2 && pts[0].distance_sq(pts[pts.len() - 1]) < 1e-6 {
        pts.pop();
    }
    if pts.len() < 2 {
        if let Some(p) = pts.first().filter(|_| s.round) {
            out.push(Out::circle_filled(*p, s.width / 2.0, color(s.color)));
        }
        return;
    }
    if s.dash.is_empty() {
        let stroke = PathStroke::new(s.width, color(s.color));
        let ends = [pts[0], pts[pts.len() - 1]];
        out.push(if closed {
            Out::Path(PathShape::closed_line(pts, stroke))
        } else {
            Out::Path(PathShape::line(pts, stroke))
        });
        // egui has no round caps; on lines over 3 px their absence would show.
        if s.round && !closed && s.width > 3.0 && s.color.a == 255 {
            out.extend(ends.map(|p| Out::circle_filled(p, s.width / 2.0, color(s.color))));
        }
        return;
    }
    if closed {
        pts.push(pts[0]);
    }
    for piece in cut_dashes(&pts, &s.dash) {
        let plain = Stroke { dash: Vec::new(), ..s.clone() };
        append_line(&piece, false, &plain, out);
    }
}

/// Cuts a line into dashes.
pub fn cut_dashes(pts: &[Pos2], pattern: &[f32]) -> Vec<Vec<Pos2>> {
    let total: f32 = pattern.iter().sum();
    if total <= 0.05 {
        return vec![pts.to_vec()];
    }
    let (mut out, mut run) = (Vec::new(), vec![pts[0]]);
    let (mut k, mut left) = (0, pattern[0]);
    for w in pts.windows(2) {
        let (mut a, b) = (w[0], w[1]);
        let mut far = a.distance(b);
        while far > left {
            let cut = a + (b - a) * (left / far);
            run.push(cut);
            if k % 2 == 0 {
                out.push(std::mem::take(&mut run));
            }
            run = vec![cut];
            (a, far) = (cut, far - left);
            k = (k + 1) % if pattern.len().is_multiple_of(2) { pattern.len() } else { pattern.len() * 2 };
            left = pattern[k % pattern.len()].max(0.01);
        }
        left -= far;
        run.push(b);
    }
    if k % 2 == 0 && run.len() > 1 {
        out.push(run);
    }
    out
}

fn append_fill(points: &[Pos2], c: Rgba, out: &mut Vec<Out>) {
    if points.len() < 3 {
        return;
    }
    if is_convex(points) {
        out.push(Out::Path(PathShape::convex_polygon(points.to_vec(), color(c), egui::Stroke::NONE)));
        return;
    }
    let mut mesh = Mesh::default();
    for p in points {
        mesh.colored_vertex(*p, color(c));
    }
    for [x, y, z] in ear_triangles(points) {
        mesh.add_triangle(x, y, z);
    }
    out.push(Out::mesh(mesh));
    // A mesh is not anti-aliased: a thin outline of the same colour softens its edges.
    if c.a == 255 {
        out.push(Out::Path(PathShape::closed_line(points.to_vec(), PathStroke::new(0.6, color(c)))));
    }
}

fn cross_product(o: Pos2, a: Pos2, b: Pos2) -> f32 {
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
}

fn is_convex(p: &[Pos2]) -> bool {
    let n = p.len();
    let turns = (0..n).map(|i| cross_product(p[i], p[(i + 1) % n], p[(i + 2) % n]));
    let (mut left, mut right) = (false, false);
    for t in turns {
        left |= t > 1e-4;
        right |= t < -1e-4;
    }
    !(left && right)
}

/// Triangulates a simple polygon by ear clipping.
fn ear_triangles(p: &[Pos2]) -> Vec<[u32; 3]> {
    let area: f32 = (0..p.len())
        .map(|i| {
            let (a, b) = (p[i], p[(i + 1) % p.len()]);
            a.x * b.y - b.x * a.y
        })
        .sum();
    let mut left: Vec<usize> = if area > 0.0 { (0..p.len()).collect() } else { (0..p.len()).rev().collect() };
    let mut out = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
            cross_product(p[a], p[b], p[c]) > 0.0
                && left.iter().all(|&q| q == a || q == b || q == c || !is_in_triangle(p[q], p[a], p[b], p[c]))
        });
        // A self-intersecting polygon may have no ear: take any corner, so that the loop ends.
        let i = ear.unwrap_or(0);
        out.push([left[(i + n - 1) % n] as u32, left[i] as u32, left[(i + 1) % n] as u32]);
        left.remove(i);
    }
    if let [a, b, c] = left[..] {
        out.push([a as u32, b as u32, c as u32]);
    }
    out
}

fn is_in_triangle(q: Pos2, a: Pos2, b: Pos2, c: Pos2) -> bool {
    cross_product(a, b, q) >= 0.0 && cross_product(b, c, q) >= 0.0 && cross_product(c, a, q) >= 0.0
}

fn append_text(ctx: &egui::Context, t: &Text, out: &mut Vec<Out>) {
    if t.size < 2.0 || t.text.is_empty() {
        return;
    }
    let format = TextFormat {
        font_id: FontId::new(t.size, t.face.egui_family()),
        extra_letter_spacing: t.spacing,
        color: Color32::PLACEHOLDER,
        ..Default::default()
    };
    let galley = ctx.fonts_mut(|f| f.layout_job(LayoutJob::single_section(t.text.clone(), format)));
    let ascent = galley.rows.first().and_then(|r| r.glyphs.first()).map_or(t.size * 0.8, |g| g.pos.y);
    let wide = galley.size().x - t.spacing.max(0.0);
    let dx = match t.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -wide / 2.0,
        Anchor::End => -wide,
    };
    let m = Affine::new(t.at.to_vec2(), 1.0, t.turn);
    let put = |shift: egui::Vec2, c: Rgba| {
        let pos = m.apply(Pos2::new(dx, -ascent)) + shift;
        let mut s = TextShape::new(pos, galley.clone(), color(c));
        s.angle = t.turn;
        Out::Text(s)
    };
    if let Some((c, w)) = t.halo {
        // egui cannot stroke letters: a ring of copies makes the halo.
        let r = w / 2.0;
        let steps = if r > 1.6 { 12 } else { 8 };
        for i in 0..steps {
            let a = std::f32::consts::TAU * i as f32 / steps as f32;
            out.push(put(vec2(a.cos(), a.sin()) * r, c));
        }
    }
    out.push(put(egui::Vec2::ZERO, t.color));
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn ears_cover_the_polygon() {
        let star: Vec<Pos2> = crate::scene::star_points(pos2(0.0, 0.0), 10.0);
        for p in [star.clone(), star.into_iter().rev().collect::<Vec<_>>()] {
            let sum = |tri: &[[u32; 3]]| -> f32 {
                tri.iter()
                    .map(|t| cross_product(p[t[0] as usize], p[t[1] as usize], p[t[2] as usize]).abs() / 2.0)
                    .sum()
            };
            let area: f32 = (0..p.len())
                .map(|i| p[i].x * p[(i + 1) % p.len()].y - p[(i + 1) % p.len()].x * p[i].y)
                .sum::<f32>()
                .abs()
                / 2.0;
            let t = ear_triangles(&p);
            assert_eq!(t.len(), p.len() - 2);
            assert!((sum(&t) - area).abs() < 0.01 * area);
            assert!(!is_convex(&p));
        }
    }

    #[test]
    fn dashes_keep_their_length_round_corners() {
        let pts = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 10.0)];
        let d = cut_dashes(&pts, &[4.0, 2.0]);
        let len = |p: &Vec<Pos2>| p.windows(2).map(|w| w[0].distance(w[1])).sum::<f32>();
        assert_eq!(d.len(), 4);
        assert!(d[..3].iter().all(|p| (len(p) - 4.0).abs() < 1e-3));
        assert!((len(&d[3]) - 2.0).abs() < 1e-3);
    }
}
