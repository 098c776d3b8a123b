//! Things on the ground that change in play: broken bridges, fires, works, sieges, depots, and the victory points of a
//! place.

use crate::art::{MapStyle, fortress_trace};
use crate::counter::{self, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Affine, Face, Seg, Shape, Stroke, Text, quad_as_cubic};
use egui::{Vec2, pos2, vec2};
use engine::hex::HexId;
use engine::present::{Badge, CounterStrength, CounterView, MarkView, Target};

/// Offset of the victory-point shield from the centre of its hex.
const SHIELD: Vec2 = vec2(0.56, -0.34);
/// Offset and size of a depot.
const DEPOT: (Vec2, f32) = (vec2(0.56, 0.3), 0.47);

/// The hex of a mark that takes room: forces there are moved aside.
pub fn occupied_hex(m: &MarkView) -> Option<HexId> {
    let roomy = !m.value.is_empty() && (m.art == "fortress" || m.art.starts_with("depot"));
    match m.at {
        Target::Hex(id) if roomy => Some(id),
        _ => None,
    }
}

/// Marks under the counters.
pub fn marks_under_counters(layout: &Layout, marks: &[MarkView], px: f32) -> Vec<Shape> {
    let style = MapStyle::at_scale(px);
    let mut out = Vec::new();
    for m in marks.iter().filter(|m| !is_above_counters(m)) {
        let (at, turn) = match &m.at {
            Target::Hex(id) if matches!(m.art.as_str(), "siege" | "camp") => (layout.center(*id), 0.0),
            Target::Hex(id) | Target::Facing(id, _) => (layout.center(*id) + vec2(-0.5, 0.42), 0.0),
            Target::Edge(e) => (layout.edge_mid(*e), layout.dir_vec(e.stored_key().1).angle()),
            _ => continue,
        };
        let mut local = Vec::new();
        draw_mark(&mut local, m, &style);
        let to = Affine::new(at.to_vec2(), 1.0, turn);
        out.extend(local.iter().map(|s| s.transformed(&to)));
    }
    out
}

/// Marks that no counter may hide: victory points, depots, markers.
pub fn marks_over_counters(layout: &Layout, marks: &[MarkView], px: f32, mono: bool) -> Vec<Shape> {
    let style = MapStyle { mono, ..MapStyle::at_scale(px) };
    let mut out = Vec::new();
    for m in marks.iter().filter(|m| is_above_counters(m)) {
        let Target::Hex(id) = m.at else { continue };
        let c = layout.center(id);
        if m.art == "fortress" {
            draw_shield(&mut out, c + SHIELD, &m.value, &style);
        } else if let Some(badge) = marker_badge(m) {
            draw_marker(&mut out, c, badge, m, &style);
        } else {
            draw_depot(&mut out, c + DEPOT.0, m, &style);
        }
    }
    out
}

/// Markers that lie on a stack.
fn marker_badge(m: &MarkView) -> Option<Badge> {
    match m.art.as_str() {
        "locked" => Some(Badge::Locked),
        "momentum" => Some(Badge::Momentum),
        _ => None,
    }
}

/// A marker at the left of its hex, with its figure on a small tag.
fn draw_marker(out: &mut Vec<Shape>, center: Pos, badge: Badge, m: &MarkView, style: &MapStyle) {
    let r = 0.15_f32.max(4.5 / style.px);
    let at = center + vec2(-0.6, if badge == Badge::Locked { 0.1 } else { -0.3 });
    counter::badges::draw_badge(out, badge, at, r, style.px);
    if m.value.is_empty() || style.px < 16.0 {
        return;
    }
    let tag = Rect::from_center_size(at + vec2(0.0, r * 1.9), vec2(r * 2.5, r * 1.6));
    let edge = Stroke::new(style.line_width(0.02), palette::WHITE);
    out.push(Shape::round_rect(tag, r * 0.4, Some(palette::TARGET), Some(edge)));
    let foot = tag.center() + vec2(0.0, r * 0.5);
    out.push(Shape::Text(Text::new(foot, m.value.clone(), r * 1.4, Face::UiBlack, palette::WHITE)));
}

fn is_above_counters(m: &MarkView) -> bool {
    matches!(m.at, Target::Hex(_))
        && (m.art == "fortress" || m.art.starts_with("depot") || marker_badge(m).is_some())
}

/// A heater shield with the points in it.
fn draw_shield(out: &mut Vec<Shape>, at: Pos, value: &str, style: &MapStyle) {
    if value.is_empty() || style.px < 16.0 {
        return;
    }
    let k = 0.2_f32.max(6.5 / style.px);
    let p = |x: f32, y: f32| at + vec2(x, y) * k;
    let path = vec![
        Seg::Move(p(-0.82, -0.95)),
        Seg::Line(p(0.82, -0.95)),
        Seg::Line(p(0.82, 0.2)),
        Seg::Cubic(p(0.82, 0.75), p(0.35, 1.0), p(0.0, 1.2)),
        Seg::Cubic(p(-0.35, 1.0), p(-0.82, 0.75), p(-0.82, 0.2)),
        Seg::Close,
    ];
    let edge = Stroke::new(style.line_width(0.032), palette::INK);
    out.push(Shape::Path { path, fill: Some(palette::TAGCARD), stroke: Some(edge) });
    let size = k * if value.chars().count() > 1 { 1.15 } else { 1.45 };
    out.push(Shape::Text(Text::new(
        p(0.0, 0.0) + vec2(0.0, size * 0.36),
        value,
        size,
        Face::UiBlack,
        palette::INK,
    )));
}

/// A small plate with barrels in the owner's colour: solid when it works, pale with a dashed outline while it is
/// built, with a struck barrel when it is out of supply.
fn draw_depot(out: &mut Vec<Shape>, at: Pos, m: &MarkView, style: &MapStyle) {
    let (side, begun) = (DEPOT.1.max(9.0 / style.px), m.art == "depot begun");
    let px = side * style.px;
    let badges = if m.art == "depot idle" { vec![Badge::OutOfSupply] } else { Vec::new() };
    let c = CounterView {
        army: m.army.clone(),
        figure: "depot".to_owned(),
        strength: CounterStrength {
            values: if begun || m.value.is_empty() { Vec::new() } else { vec![m.value.clone()] },
            ..CounterStrength::default()
        },
        badges,
        ..CounterView::default()
    };
    let look = CounterStyle { mono: style.mono, shadow: !begun, ..CounterStyle::default() };
    let to = Affine::new(at.to_vec2(), side, 0.0);
    let mut plate: Vec<Shape> =
        counter::counter_shapes(&c, px, &look).iter().map(|s| s.transformed(&to)).collect();
    if begun {
        plate.iter_mut().for_each(|s| s.recolour(&|c| c.mix(palette::PAPER, 0.55)));
        let r = Rect::from_center_size(at, Vec2::splat(side));
        let edge = Stroke::new(style.line_width(0.035), palette::INK).dashed(&[0.07, 0.05]);
        plate.push(Shape::round_rect(r, side * 0.07, None, Some(edge)));
    }
    out.extend(plate);
}

fn draw_mark(out: &mut Vec<Shape>, m: &MarkView, style: &MapStyle) {
    let w = |f: f32| style.line_width(f);
    match m.art.as_str() {
        "fire" => draw_fire(out, style),
        "siege" => draw_siege_lines(out, style),
        "bridge" | "pontoon" | "broken bridge" => {
            for s in [-1.0, 1.0] {
                let rail = vec![
                    pos2(-0.2, s * 0.13),
                    pos2(-0.15, s * 0.075),
                    pos2(0.15, s * 0.075),
                    pos2(0.2, s * 0.13),
                ];
                out.push(Shape::polyline(rail.clone(), Stroke::round(w(0.08), palette::WHITE)));
                out.push(Shape::polyline(rail, Stroke::round(w(0.034), palette::INK)));
            }
            if m.art == "broken bridge" {
                for s in [-1.0, 1.0] {
                    let (a, b) = (pos2(-0.12, -0.12 * s), pos2(0.12, 0.12 * s));
                    out.push(Shape::line(a, b, Stroke::round(w(0.09), palette::WHITE)));
                    out.push(Shape::line(a, b, Stroke::round(w(0.045), palette::TARGET)));
                }
            }
        }
        "camp" => {
            // Works all round the place.
            let line = fortress_trace(Pos::ZERO, 1.9);
            out.push(Shape::outline(line.clone(), Stroke::round(w(0.1), palette::PAPER)));
            out.push(Shape::outline(line, Stroke::round(w(0.05), palette::ENT).mitred()));
        }
        "entrenchment" | "redoubt" | "work" => {
            let pts: Vec<Pos> = [
                (-0.2, 0.1),
                (-0.2, -0.08),
                (-0.07, -0.08),
                (0.0, -0.2),
                (0.07, -0.08),
                (0.2, -0.08),
                (0.2, 0.1),
            ]
            .map(|(x, y)| pos2(x, y))
            .to_vec();
            out.push(Shape::polyline(pts.clone(), Stroke::round(w(0.1), palette::PAPER)));
            out.push(Shape::polyline(pts, Stroke::round(w(0.055), palette::ENT)));
        }
        _ => draw_sign(out, m, style),
    }
}

fn draw_fire(out: &mut Vec<Shape>, style: &MapStyle) {
    let flame = |k: f32| {
        let p = |x: f32, y: f32| pos2(x * k, y * k + (1.0 - k) * 0.14);
        vec![
            Seg::Move(p(0.0, 0.2)),
            Seg::Cubic(p(-0.24, 0.16), p(-0.16, -0.06), p(-0.06, -0.12)),
            quad_as_cubic(p(-0.06, -0.12), p(-0.02, -0.02), p(0.02, -0.26)),
            Seg::Cubic(p(0.14, -0.1), p(0.26, 0.14), p(0.0, 0.2)),
            Seg::Close,
        ]
    };
    let edge = Some(Stroke::new(style.line_width(0.03), palette::WHITE));
    out.push(Shape::Path { path: flame(1.0), fill: Some(palette::TARGET), stroke: edge });
    out.push(Shape::Path { path: flame(0.5), fill: Some(palette::GOLD), stroke: None });
}

/// Siege lines round a place: redans facing inwards, batteries between them.
fn draw_siege_lines(out: &mut Vec<Shape>, style: &MapStyle) {
    const TEETH: usize = 12;
    const FAR: f32 = 0.72;
    let at = |turn: f32, r: f32| {
        let a = turn * std::f32::consts::TAU / TEETH as f32;
        (vec2(a.cos(), a.sin()) * r).to_pos2()
    };
    let mut ring = Vec::new();
    for i in 0..TEETH {
        let i = i as f32;
        ring.extend([at(i - 0.3, FAR), at(i, FAR - 0.13), at(i + 0.3, FAR)]);
    }
    out.push(Shape::outline(ring.clone(), Stroke::round(style.line_width(0.11), palette::PAPER)));
    out.push(Shape::outline(ring, Stroke::round(style.line_width(0.05), palette::ENT).mitred()));
    if style.px < 30.0 {
        return;
    }
    for i in [1.5, 4.5, 7.5, 10.5] {
        out.push(Shape::line(
            at(i, FAR + 0.02),
            at(i, FAR - 0.16),
            Stroke::round(style.line_width(0.05), palette::INK),
        ));
    }
}

/// Any other mark: its value or its first letter on a disc.
fn draw_sign(out: &mut Vec<Shape>, m: &MarkView, style: &MapStyle) {
    let r = 0.19_f32.max(5.0 / style.px);
    let army = palette::army(&m.army);
    let (fill, ink): (Rgba, Rgba) =
        if m.army.is_empty() { (palette::TAGCARD, palette::MARKINK) } else { (army.fill, army.text) };
    let ring = Some(Stroke::new(style.line_width(0.026), palette::MARKINK));
    out.push(Shape::Circle { center: Pos::ZERO, radius: r, fill: Some(fill), stroke: ring });
    let letter: String = m.art.chars().next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let words = if m.value.is_empty() { letter } else { m.value.clone() };
    let size = r * if words.chars().count() > 1 { 1.0 } else { 1.2 };
    out.push(Shape::Text(Text::new(pos2(0.0, size * 0.36), words, size, Face::UiBold, ink)));
}
