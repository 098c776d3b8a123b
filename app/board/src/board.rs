//! The whole picture: map, marks, counters, highlights.

use crate::art::{MapArt, MapStyle};
use crate::counter::{self, CounterLod, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::overlay::{self, Highlights};
use crate::palette;
use crate::scene::{Affine, Face, Scene, Seg, Shape, Stroke, Text, quad};
use egui::{Vec2, pos2, vec2};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, CounterView, MarkView, Target};
use engine::scenario::{MapDoc, Schema};
use std::collections::BTreeMap;

/// Where and how large a counter is drawn, in hex units.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its place in [`BoardView::counters`].
    pub index: usize,
    pub hex: HexId,
    pub center: Pos,
    /// Side of the plate.
    pub side: f32,
    /// Width and height of what can be clicked.
    pub reach: Vec2,
    pub turn: f32,
    /// On the top of a stack: how many there are.
    pub count: usize,
    /// Deep in a stack: only its edge shows.
    pub buried: bool,
    pub badges_left: bool,
    /// Longer than a hex.
    pub hexes: Vec<HexId>,
}

impl Placed {
    /// Whether a point of the sheet lies on it.
    pub fn contains(&self, at: Pos) -> bool {
        let v = Affine::new(Vec2::ZERO, 1.0, -self.turn).apply((at - self.center).to_pos2());
        v.x.abs() <= self.reach.x / 2.0 && v.y.abs() <= self.reach.y / 2.0
    }
}

/// How many of a stack are drawn under each other.
const DEEPEST: usize = 4;

/// Lays all counters of a board out; drawn in this order, the topmost last.
pub fn place_counters(layout: &Layout, counters: &[CounterView]) -> Vec<Placed> {
    let by_id: BTreeMap<CounterId, &CounterView> = counters.iter().map(|c| (c.id, c)).collect();
    let mut stacks: BTreeMap<HexId, Vec<usize>> = BTreeMap::new();
    let mut longs = Vec::new();
    for (i, c) in counters.iter().enumerate() {
        match hexes_of(c, &by_id, 0).as_slice() {
            [] => {}
            [one] if layout.grid.contains(layout.grid.hex(*one)) => stacks.entry(*one).or_default().push(i),
            [_] => {}
            many => longs.push((i, many.to_vec())),
        }
    }
    let side = counter::side_of(layout.flat());
    let mut out: Vec<Placed> = longs.into_iter().map(|(i, h)| place_long(layout, counters, i, h)).collect();
    for (hex, mut stack) in stacks {
        stack.sort_by_key(|i| (counters[*i].order, *i));
        place_stack(layout, counters, hex, &stack, side, &mut out);
    }
    out
}

fn hexes_of(c: &CounterView, all: &BTreeMap<CounterId, &CounterView>, depth: u8) -> Vec<HexId> {
    match &c.place {
        CounterPlace::Hexes(h) => h.to_vec(),
        CounterPlace::Box { .. } => Vec::new(),
        CounterPlace::On { counter, part } => {
            let host = all.get(counter).filter(|_| depth < 4);
            let hexes = host.map(|h| hexes_of(h, all, depth + 1)).unwrap_or_default();
            hexes.get(*part as usize).or(hexes.last()).map(|h| vec![*h]).unwrap_or_default()
        }
    }
}

fn place_long(layout: &Layout, counters: &[CounterView], index: usize, hexes: Vec<HexId>) -> Placed {
    let at: Vec<Pos> = hexes.iter().map(|h| layout.center(*h)).collect();
    let (a, b) = (at[0], at[at.len() - 1]);
    let turn = counter::parts_turn(layout, &hexes);
    let reach = match turn {
        Some(_) => vec2((b - a).length() + 1.12, 0.62),
        None => Rect::from_points(&at).size() + Vec2::splat(0.62),
    };
    let count = counters.get(index).map_or(0, |_| 1);
    Placed {
        index,
        hex: hexes[0],
        center: if turn.is_some() { a + (b - a) * 0.5 } else { Rect::from_points(&at).center() },
        side: 0.95,
        reach,
        turn: turn.unwrap_or(0.0),
        count,
        buried: false,
        badges_left: false,
        hexes,
    }
}

fn place_stack(
    layout: &Layout,
    counters: &[CounterView],
    hex: HexId,
    stack: &[usize],
    side: f32,
    out: &mut Vec<Placed>,
) {
    let (mut riders, mut rest): (Vec<usize>, Vec<usize>) = stack.iter().partition(|i| counters[**i].rider);
    if rest.is_empty() {
        // A leader with nobody to ride on stands by himself.
        std::mem::swap(&mut riders, &mut rest);
    }
    let shown = rest.len().min(DEEPEST);
    let step = vec2(0.078, -0.094) * side;
    let top = layout.center(hex) - step * (shown.saturating_sub(1) as f32 / 2.0);
    let one = |index: usize, center: Pos, side: f32| Placed {
        index,
        hex,
        center,
        side,
        reach: Vec2::splat(side),
        turn: 0.0,
        count: 1,
        buried: false,
        badges_left: false,
        hexes: Vec::new(),
    };
    for depth in (0..shown).rev() {
        let mut p = one(rest[depth], top + step * depth as f32, side);
        p.buried = depth > 0;
        p.count = if depth == 0 { rest.len() } else { 1 };
        p.badges_left = depth == 0 && !riders.is_empty();
        out.push(p);
    }
    for (k, r) in riders.iter().enumerate() {
        let at = top + vec2(0.45 - 0.36 * k as f32, -0.46) * side;
        out.push(one(*r, at, side * 0.47));
    }
}

/// The shapes of one placed counter, on the sheet.
pub fn placed_shapes(
    layout: &Layout,
    p: &Placed,
    c: &CounterView,
    px: f32,
    style: &CounterStyle,
) -> Vec<Shape> {
    if !p.hexes.is_empty() {
        return counter::long_shapes(c, &p.hexes, layout, px, style);
    }
    let style = CounterStyle { badges_left: p.badges_left, ..*style };
    let m = Affine::new(p.center.to_vec2(), p.side, 0.0);
    let mut out: Vec<Shape> =
        counter::counter_shapes(c, p.side * px, &style).iter().map(|s| s.mapped(&m)).collect();
    out.extend(extras(layout, p, c, px).iter().map(|s| s.mapped(&m)));
    out
}

/// Facing and stack count, in the unit square of the counter.
pub fn extras(layout: &Layout, p: &Placed, c: &CounterView, px: f32) -> Vec<Shape> {
    let mut out = Vec::new();
    let side_px = p.side * px;
    if let Some(f) = c.facing.filter(|_| !p.buried && side_px >= 12.0) {
        out.push(counter::facing_arrow(counter_turn(layout, f), side_px));
    }
    if p.count > 1 && side_px >= 9.0 {
        let r = (0.155_f32).max(6.0 / side_px).min(0.34);
        let at = if p.badges_left || !c.badges.is_empty() { pos2(0.5, 0.5) } else { pos2(0.58, -0.5) };
        let ring = Some(Stroke::new((1.2 / side_px).max(0.02), palette::WHITE));
        out.push(Shape::Circle { center: at, radius: r, fill: Some(palette::MARKINK), stroke: ring });
        let t =
            Text::new(at + vec2(0.0, r * 0.42), p.count.to_string(), r * 1.2, Face::UiBlack, palette::WHITE);
        out.push(Shape::Text(t));
    }
    out
}

fn counter_turn(layout: &Layout, f: engine::hex::Facing) -> f32 {
    let start: f32 = if layout.flat() { 30.0 } else { 0.0 };
    (start + 30.0 * f32::from(f.0 % 12)).to_radians()
}

/// Things on the ground that change: broken bridges, fires, works.
pub fn mark_shapes(layout: &Layout, marks: &[MarkView], px: f32) -> Vec<Shape> {
    let style = MapStyle::at(px);
    let mut out = Vec::new();
    for m in marks {
        let (at, turn) = match &m.at {
            Target::Hex(id) | Target::Facing(id, _) => (layout.center(*id) + vec2(-0.5, 0.42), 0.0),
            Target::Side(e) => (layout.edge_mid(*e), layout.dir_vec(e.key().1).angle()),
            Target::Corner(c) => (layout.corner(*c), 0.0),
            _ => continue,
        };
        mark(&mut out, m, &Affine::new(at.to_vec2(), 1.0, turn), &style);
    }
    out
}

fn mark(out: &mut Vec<Shape>, m: &MarkView, to: &Affine, style: &MapStyle) {
    let w = |f: f32| style.width(f);
    let mut local = Vec::new();
    match m.art.as_str() {
        "fire" => {
            let flame = |k: f32| {
                let p = |x: f32, y: f32| pos2(x * k, y * k + (1.0 - k) * 0.14);
                vec![
                    Seg::Move(p(0.0, 0.2)),
                    Seg::Cubic(p(-0.24, 0.16), p(-0.16, -0.06), p(-0.06, -0.12)),
                    quad(p(-0.06, -0.12), p(-0.02, -0.02), p(0.02, -0.26)),
                    Seg::Cubic(p(0.14, -0.1), p(0.26, 0.14), p(0.0, 0.2)),
                    Seg::Close,
                ]
            };
            let edge = Some(Stroke::new(w(0.03), palette::WHITE));
            local.push(Shape::Path { path: flame(1.0), fill: Some(palette::TARGET), stroke: edge });
            local.push(Shape::Path { path: flame(0.5), fill: Some(palette::GOLD), stroke: None });
        }
        "bridge" | "pontoon" | "broken bridge" => {
            for s in [-1.0, 1.0] {
                let rail = vec![
                    pos2(-0.2, s * 0.13),
                    pos2(-0.15, s * 0.075),
                    pos2(0.15, s * 0.075),
                    pos2(0.2, s * 0.13),
                ];
                local.push(Shape::polyline(rail.clone(), Stroke::round(w(0.08), palette::WHITE)));
                local.push(Shape::polyline(rail, Stroke::round(w(0.034), palette::INK)));
            }
            if m.art == "broken bridge" {
                for s in [-1.0, 1.0] {
                    let (a, b) = (pos2(-0.12, -0.12 * s), pos2(0.12, 0.12 * s));
                    local.push(Shape::line(a, b, Stroke::round(w(0.09), palette::WHITE)));
                    local.push(Shape::line(a, b, Stroke::round(w(0.045), palette::TARGET)));
                }
            }
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
            local.push(Shape::polyline(pts.clone(), Stroke::round(w(0.1), palette::PAPER)));
            local.push(Shape::polyline(pts, Stroke::round(w(0.055), palette::ENT)));
        }
        _ => sign(&mut local, m, style),
    }
    out.extend(local.iter().map(|s| s.mapped(to)));
}

/// Anything else: its figure on a disc, or its first letter.
fn sign(out: &mut Vec<Shape>, m: &MarkView, style: &MapStyle) {
    let r = 0.19_f32.max(5.0 / style.px);
    let ring = Some(Stroke::new(style.width(0.026), palette::MARKINK));
    out.push(Shape::Circle { center: Pos::ZERO, radius: r, fill: Some(palette::TAGCARD), stroke: ring });
    let letter: String = m.art.chars().next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    out.push(Shape::Text(Text::new(pos2(0.0, r * 0.42), letter, r * 1.2, Face::UiBold, palette::MARKINK)));
}

/// How the whole picture is drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardStyle {
    pub map: MapStyle,
    pub counters: CounterStyle,
}

impl BoardStyle {
    pub fn at(px: f32) -> Self {
        Self { map: MapStyle::at(px), counters: CounterStyle::default() }
    }
}

/// Map, marks, counters and highlights as one scene, for SVG, PNG, thumbnails and tests.
pub fn board_scene(
    doc: &MapDoc,
    schema: &Schema,
    view: &BoardView,
    h: &Highlights,
    style: &BoardStyle,
) -> Scene {
    let art = MapArt::new(doc, schema);
    let bounds = art.bounds(&style.map);
    let mut shapes = art.shapes(bounds, &style.map);
    shapes.extend(play_shapes(&art.layout, view, h, style));
    Scene { shapes, bounds }
}

/// All that lies on the map, in hex units.
pub fn play_shapes(layout: &Layout, view: &BoardView, h: &Highlights, style: &BoardStyle) -> Vec<Shape> {
    let px = style.map.px;
    let placed = place_counters(layout, &view.counters);
    let ground = overlay::Ground { layout, px, placed: &placed };
    let mut out = mark_shapes(layout, &view.marks, px);
    out.extend(overlay::under(&ground, h, &view.areas));
    for p in &placed {
        out.extend(placed_shapes(layout, p, &view.counters[p.index], px, &style.counters));
    }
    if let Some((hex, c)) = &h.ghost {
        out.extend(ghost_shapes(layout, *hex, c, px));
    }
    out.extend(overlay::over(&ground, h, &view.counters));
    style.map.finish(&mut out);
    out
}

/// A counter where it would end: pale, with a broken rule.
pub fn ghost_shapes(layout: &Layout, hex: HexId, c: &CounterView, px: f32) -> Vec<Shape> {
    let side = counter::side_of(layout.flat());
    let m = Affine::new(layout.center(hex).to_vec2(), side, 0.0);
    let style = CounterStyle { shadow: false, ..CounterStyle::default() };
    let mut out: Vec<Shape> =
        counter::counter_shapes(c, side * px, &style).iter().map(|s| s.mapped(&m)).collect();
    out.iter_mut().for_each(|s| s.recolour(&|c| c.alpha(0.5)));
    let r = Rect::from_center_size(layout.center(hex), Vec2::splat(side));
    let w = (1.6 / px).max(0.024);
    if CounterLod::of(side * px) >= CounterLod::Small {
        let s = Stroke::new(w, palette::INK).dashed(&[0.065, 0.065]);
        out.push(Shape::round_rect(r, 0.065, None, Some(s)));
    }
    out
}
