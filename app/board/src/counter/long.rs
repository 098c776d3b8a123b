//! Counters longer than a hex: one plate over a straight row, a plate for each hex of a bent one.

use super::{CounterDrawing, CounterLod, CounterStyle, army_look, figures};
use crate::layout::{Layout, Pos, Rect};
use crate::palette;
use crate::scene::{Affine, Face, Shape, Stroke, Text};
use egui::{pos2, vec2};
use engine::hex::HexId;
use engine::present::CounterView;

/// Direction of a row of hexes in radians, if it is straight.
pub fn row_angle(layout: &Layout, hexes: &[HexId]) -> Option<f32> {
    let at: Vec<Pos> = hexes.iter().map(|h| layout.center(*h)).collect();
    let first = at.get(1).zip(at.first()).map(|(b, a)| *b - *a)?;
    let straight = at.windows(2).all(|w| (w[1] - w[0] - first).length() < 0.05);
    straight.then(|| first.angle())
}

/// A counter of several hexes, in hex units on the sheet; `px` is the pixels per R.
pub fn long_shapes(
    c: &CounterView,
    hexes: &[HexId],
    layout: &Layout,
    px: f32,
    style: &CounterStyle,
) -> Vec<Shape> {
    let mut out = Vec::new();
    let at: Vec<Pos> = hexes.iter().map(|h| layout.center(*h)).collect();
    let (Some(first), Some(last)) = (at.first(), at.last()) else { return out };
    let parts = c.strength.parts.len().max(1);
    let front = c.facing.map(|f| facing_angle(layout, f));
    if let Some(turn) = row_angle(layout, hexes) {
        let middle = *first + (*last - *first) * 0.5;
        let len = (*last - *first).length() + 1.12;
        let turn = rotation_toward(turn, front);
        draw_plate(&mut out, c, &Plate { middle, len, turn, from: 0, to: parts, px }, style);
    } else {
        for (i, p) in at.iter().enumerate() {
            let next = at.get(i + 1).or_else(|| i.checked_sub(1).and_then(|k| at.get(k)));
            let turn = rotation_toward(next.map_or(0.0, |n| (*n - *p).angle()), front);
            let share = |k: usize| k * parts / at.len().max(1);
            let p = Plate { middle: *p, len: 1.12, turn, from: share(i), to: share(i + 1), px };
            draw_plate(&mut out, c, &p, style);
        }
    }
    out
}

/// Direction of a facing in radians.
pub fn facing_angle(layout: &Layout, f: engine::hex::Facing) -> f32 {
    let start: f32 = if layout.is_flat_top() { 30.0 } else { 0.0 };
    (start + 30.0 * f32::from(f.0 % 12)).to_radians()
}

/// Rotates the plate so that its top faces the enemy; without a facing, so that it is not upside down.
fn rotation_toward(turn: f32, front: Option<f32>) -> f32 {
    let flipped = turn + std::f32::consts::PI;
    let up = |t: f32| vec2(t.sin(), -t.cos());
    let want = front.map_or(vec2(0.0, -1.0), |f| vec2(f.cos(), f.sin()));
    if up(turn).dot(want) >= up(flipped).dot(want) { turn } else { flipped }
}

struct Plate {
    middle: Pos,
    len: f32,
    turn: f32,
    from: usize,
    to: usize,
    px: f32,
}

fn draw_plate(out: &mut Vec<Shape>, c: &CounterView, p: &Plate, style: &CounterStyle) {
    let army = army_look(c, style);
    let m = Affine::new(p.middle.to_vec2(), 1.0, p.turn);
    let (w, h) = (p.len, 0.62);
    let r = Rect::from_center_size(Pos::ZERO, vec2(w, h));
    let mut local: Vec<Shape> = Vec::new();
    let width = |f: f32| f.max(0.75 / p.px);
    if style.shadow && !style.mono {
        local.push(Shape::round_rect(
            r.translate(vec2(0.02, 0.03)),
            0.06,
            Some(palette::MARKINK.alpha(0.25)),
            None,
        ));
    }
    local.push(Shape::round_rect(r, 0.06, Some(army.fill), Some(Stroke::new(width(0.025), army.edge))));
    let stripe = Rect::from_min_size(r.min + vec2(0.05, 0.05), vec2(w - 0.1, 0.1));
    let band = if style.mono { palette::MARKINK } else { army.stripe };
    local.push(Shape::round_rect(stripe, 0.015, Some(band), None));
    let arrow = vec![pos2(-0.13, -h / 2.0 - 0.03), pos2(0.0, -h / 2.0 - 0.17), pos2(0.13, -h / 2.0 - 0.03)];
    if c.facing.is_some() {
        let s = Stroke::new(width(0.016), palette::WHITE);
        local.push(Shape::Polygon { points: arrow, fill: Some(palette::INK), stroke: Some(s) });
    }
    let lod = CounterLod::of(p.px * 0.95);
    if lod >= CounterLod::Medium && !c.hidden {
        draw_part_boxes(&mut local, c, p, style, (w, h));
    }
    out.extend(local.iter().map(|s| s.transformed(&m)));
}

/// A box for each part: solid at full strength, dashed after a loss, without figures when destroyed.
fn draw_part_boxes(
    out: &mut Vec<Shape>,
    c: &CounterView,
    p: &Plate,
    style: &CounterStyle,
    (w, h): (f32, f32),
) {
    let army = army_look(c, style);
    let n = p.to.saturating_sub(p.from).max(1);
    let gap = 0.04;
    let each = (w - 0.18 - gap * (n as f32 - 1.0)) / n as f32;
    let d = CounterDrawing { c, army, px: p.px, lod: CounterLod::Full, style };
    for i in 0..n {
        let x = -w / 2.0 + 0.09 + i as f32 * (each + gap);
        let r = Rect::from_min_size(pos2(x, -h / 2.0 + 0.19), vec2(each, h - 0.24));
        let (left, all) = c.strength.parts.get(p.from + i).copied().unwrap_or((1, 1));
        let mut s = Stroke::new(0.016_f32.max(0.6 / p.px), army.text);
        if left < all {
            s = s.dashed(&[0.05, 0.04]);
        }
        out.push(Shape::round_rect(r, 0.03, None, Some(s)));
        if left > 0 {
            let group = each > 0.42 && figures::find_figure(&c.figure).is_some();
            d.draw_figure(out, pos2(r.center().x, r.center().y - 0.05), 0.0125, group);
        }
        if c.strength.parts.len() > 1 || all > 1 {
            let t = Text::new(
                pos2(r.center().x, r.max.y - 0.025),
                format!("{left}"),
                0.125,
                Face::UiBold,
                army.text,
            );
            out.push(Shape::Text(t));
        }
    }
}
