//! The whole picture: map, marks, counters, highlights.

use crate::art::{MapArt, MapStyle};
use crate::counter::{self, CounterLod, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::marks;
use crate::overlay::{self, Highlights};
use crate::palette;
use crate::scene::{Affine, Face, Scene, Shape, Stroke, Text};
use egui::{Vec2, pos2, vec2};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, CounterView};
use engine::scenario::{MapDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// Where and how large a counter is drawn, in hex units.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedCounter {
    /// Index into [`BoardView::counters`].
    pub index: usize,
    pub hex: HexId,
    pub center: Pos,
    /// Side length of the plate.
    pub side: f32,
    /// Width and height of the clickable area.
    pub reach: Vec2,
    pub turn: f32,
    /// On top of a stack: the number of counters in it; else 1.
    pub count: usize,
    /// Below the top of a stack: only the edge shows.
    pub buried: bool,
    pub badges_left: bool,
    /// All hexes of a counter that is longer than one; empty for others.
    pub hexes: Vec<HexId>,
}

impl PlacedCounter {
    /// A counter outside a stack, centred on a point.
    pub(crate) fn single(index: usize, hex: HexId, center: Pos, side: f32) -> Self {
        Self {
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
        }
    }

    /// Whether a point of the sheet lies on the counter.
    pub fn contains(&self, at: Pos) -> bool {
        let v = Affine::new(Vec2::ZERO, 1.0, -self.turn).apply((at - self.center).to_pos2());
        v.x.abs() <= self.reach.x / 2.0 && v.y.abs() <= self.reach.y / 2.0
    }
}

/// Most counters of a stack that are drawn.
const DEEPEST: usize = 4;

/// Lays out all counters of a board, in painting order.
pub fn place_counters(layout: &Layout, view: &BoardView) -> Vec<PlacedCounter> {
    let counters = &view.counters;
    let by_id: BTreeMap<CounterId, &CounterView> = counters.iter().map(|c| (c.id, c)).collect();
    let mut stacks: BTreeMap<HexId, Vec<usize>> = BTreeMap::new();
    let mut longs = Vec::new();
    for (i, c) in counters.iter().enumerate() {
        match hexes_of(c, &by_id, 0).as_slice() {
            [] => {}
            [one] if layout.grid.contains_hex(layout.grid.hex(*one)) => {
                stacks.entry(*one).or_default().push(i)
            }
            [_] => {}
            many => longs.push((i, many.to_vec())),
        }
    }
    let taken: BTreeSet<HexId> = view.marks.iter().filter_map(marks::occupied_hex).collect();
    let side = counter::counter_side(layout.is_flat_top());
    let mut out: Vec<PlacedCounter> =
        longs.into_iter().map(|(i, h)| place_long(layout, counters, i, h)).collect();
    for (hex, mut stack) in stacks {
        stack.sort_by_key(|i| (counters[*i].stack.order, *i));
        let (inner, outer): (Vec<usize>, Vec<usize>) = stack.iter().partition(|i| counters[**i].stack.inside);
        let center = layout.center(hex);
        let marked = taken.contains(&hex);
        place_stack(counters, (hex, center + INSIDE.0), &inner, INSIDE.1, &mut out);
        // Opponents in one hex stand side by side: nobody vanishes under the other.
        let (own, enemy): (Vec<usize>, Vec<usize>) = outer.iter().partition(|i| counters[**i].own);
        if own.is_empty() || enemy.is_empty() {
            let (shift, size) = shift_for_marks(marked, !inner.is_empty());
            place_stack(counters, (hex, center + shift), &outer, side * size, &mut out);
        } else {
            let (off, size) = side_by_side(layout.is_flat_top(), marked || !inner.is_empty());
            let left = vec2(-off.x, off.y);
            place_stack(counters, (hex, center + left), &own, side * size, &mut out);
            place_stack(counters, (hex, center + off), &enemy, side * size, &mut out);
        }
    }
    out
}

/// Offset and size of a garrison.
const INSIDE: (Vec2, f32) = (vec2(-0.47, -0.47), 0.5);

/// Offset of a force that makes room for marks and a garrison, and its share of the usual size.
fn shift_for_marks(marked: bool, garrison: bool) -> (Vec2, f32) {
    match (marked, garrison) {
        (false, false) => (Vec2::ZERO, 1.0),
        // The star of a fortress and the name below it stay in sight.
        (true, false) => (vec2(-0.36, -0.26), 0.8),
        (_, true) => (vec2(-0.34, 0.18), 0.68),
    }
}

/// Offset of the enemy's force where opponents share a hex (their own lies as far to the left), and the share of
/// the usual size of both.
fn side_by_side(flat_top: bool, marked: bool) -> (Vec2, f32) {
    let across = if flat_top { 0.44 } else { 0.4 };
    match marked {
        true => (vec2(across, 0.2), 0.64),
        false => (vec2(across, 0.02), 0.72),
    }
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

fn place_long(layout: &Layout, counters: &[CounterView], index: usize, hexes: Vec<HexId>) -> PlacedCounter {
    let at: Vec<Pos> = hexes.iter().map(|h| layout.center(*h)).collect();
    let (a, b) = (at[0], at[at.len() - 1]);
    let turn = counter::row_angle(layout, &hexes);
    let reach = match turn {
        Some(_) => vec2((b - a).length() + 1.12, 0.62),
        None => Rect::from_points(&at).size() + Vec2::splat(0.62),
    };
    let count = counters.get(index).map_or(0, |_| 1);
    PlacedCounter {
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
    counters: &[CounterView],
    (hex, center): (HexId, Pos),
    stack: &[usize],
    side: f32,
    out: &mut Vec<PlacedCounter>,
) {
    if stack.is_empty() {
        return;
    }
    let (mut riders, mut rest): (Vec<usize>, Vec<usize>) =
        stack.iter().partition(|i| counters[**i].stack.rider);
    if rest.is_empty() || stack.iter().any(|i| !counters[*i].strength.force.is_empty()) {
        // Leaders without a unit to ride on are placed like units, and the leader of a force lies on top of it.
        rest.splice(0..0, riders.drain(..));
        rest.sort_by_key(|i| counters[*i].strength.force.is_empty());
    }
    let shown = rest.len().min(DEEPEST);
    let step = vec2(0.078, -0.094) * side;
    let top = center - step * (shown.saturating_sub(1) as f32 / 2.0);
    let one = |index: usize, center: Pos, side: f32| PlacedCounter::single(index, hex, center, side);
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
    p: &PlacedCounter,
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
        counter::counter_shapes(c, p.side * px, &style).iter().map(|s| s.transformed(&m)).collect();
    out.extend(facing_and_count(layout, p, c, px).iter().map(|s| s.transformed(&m)));
    out
}

/// Facing and stack count, in the unit square of the counter.
pub fn facing_and_count(layout: &Layout, p: &PlacedCounter, c: &CounterView, px: f32) -> Vec<Shape> {
    let mut out = Vec::new();
    let side_px = p.side * px;
    if let Some(f) = c.facing.filter(|_| !p.buried && side_px >= 12.0) {
        out.push(counter::facing_arrow(counter::facing_angle(layout, f), side_px));
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

/// How the whole picture is drawn.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardStyle {
    pub map: MapStyle,
    pub counters: CounterStyle,
}

impl BoardStyle {
    pub fn at_scale(px: f32) -> Self {
        Self { map: MapStyle::at_scale(px), counters: CounterStyle::default() }
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
    let mut shapes = art.shapes_in(bounds, &style.map);
    shapes.extend(play_shapes(&art.layout, view, h, style));
    Scene { shapes, bounds }
}

/// Marks, counters and highlights without the map, in hex units.
pub fn play_shapes(layout: &Layout, view: &BoardView, h: &Highlights, style: &BoardStyle) -> Vec<Shape> {
    let px = style.map.px;
    let placed = place_counters(layout, view);
    let ground = overlay::OverlayCanvas { layout, px, placed: &placed };
    let mut out = marks::marks_under_counters(layout, &view.marks, px);
    out.extend(overlay::shapes_under_counters(&ground, h, view));
    for p in &placed {
        out.extend(placed_shapes(layout, p, &view.counters[p.index], px, &style.counters));
    }
    for (hex, c) in &h.ghosts {
        out.extend(ghost_shapes(layout, *hex, c, px));
    }
    out.extend(marks::marks_over_counters(layout, &view.marks, px, style.counters.mono));
    out.extend(overlay::shapes_over_counters(&ground, h, &view.counters));
    style.map.finish_shapes(&mut out);
    out
}

/// A counter where its move would end: pale, with a dashed outline.
pub fn ghost_shapes(layout: &Layout, hex: HexId, c: &CounterView, px: f32) -> Vec<Shape> {
    let side = counter::counter_side(layout.is_flat_top());
    let m = Affine::new(layout.center(hex).to_vec2(), side, 0.0);
    let style = CounterStyle { shadow: false, ..CounterStyle::default() };
    let mut out: Vec<Shape> =
        counter::counter_shapes(c, side * px, &style).iter().map(|s| s.transformed(&m)).collect();
    out.iter_mut().for_each(|s| s.recolour(&|c| c.alpha(0.5)));
    let r = Rect::from_center_size(layout.center(hex), Vec2::splat(side));
    let w = (1.6 / px).max(0.024);
    if CounterLod::of(side * px) >= CounterLod::Small {
        let s = Stroke::new(w, palette::INK).dashed(&[0.065, 0.065]);
        out.push(Shape::round_rect(r, 0.065, None, Some(s)));
    }
    out
}
