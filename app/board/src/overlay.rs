//! The program's own marks over the map: reach, targets, paths, sight, areas, selection. Each has a pale line under it
//! and is told apart by shape before colour.

use crate::art::{MapStyle, chains};
use crate::board::PlacedCounter;
use crate::fonts::Fonts;
use crate::layout::{Layout, Pos, Rect};
use crate::palette::{self, Rgba};
use crate::scene::{Face, Shape, Stroke, Text, dot_lattice, hatch_lines};
use egui::{Vec2, pos2, vec2};
use engine::hex::{Dir, Edge, Hex, HexId};
use engine::present::{
    AreaKind, AreaView, BoardView, CounterId, CounterView, LineKind, OverlayLine, OverlayView, Target,
};
use std::collections::BTreeSet;

/// Everything that is highlighted on the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Highlights {
    /// Gold frames.
    pub selected: Vec<Target>,
    /// Hexes the selection can reach, with the cost to write into the hex.
    pub reach: Vec<(HexId, String)>,
    /// Hexes the selection can attack, with the odds for a tag.
    pub targets: Vec<(HexId, String)>,
    /// Hexsides that can be clicked.
    pub target_edges: Vec<Edge>,
    /// Counters that can be clicked where a hex holds several.
    pub target_counters: Vec<CounterId>,
    /// The path of a move.
    pub path: Vec<HexId>,
    /// Running cost at each hex of the path after the first; empty where nothing is written.
    pub path_tags: Vec<String>,
    /// Counters where they would end.
    pub ghosts: Vec<(HexId, CounterView)>,
    /// A part of a map about to be pasted, and the hex its origin would land on.
    pub stamp: Option<(std::sync::Arc<crate::view::StampPreview>, Hex)>,
    pub areas: Vec<AreaView>,
    pub lines: Vec<OverlayLine>,
    /// Numbers in hexes, without an area.
    pub tags: Vec<(HexId, String)>,
    /// An arrow from attacker to defender.
    pub arrow: Option<(HexId, HexId)>,
    /// Arrows of a fight that goes on.
    pub arrows: Vec<(HexId, HexId)>,
    /// The keyboard's hex, or one pointed out by another panel.
    pub cursor: Option<HexId>,
    /// What a tool of the editor would change.
    pub preview: crate::preview::Preview,
    /// Hexes selected in the editor.
    pub selected_hexes: Vec<HexId>,
    /// Named areas, as the editor shows them.
    pub named_areas: std::sync::Arc<Vec<crate::areas::AreaMark>>,
    /// Hexes with a problem.
    pub problems: Vec<HexId>,
    /// Frame the counters that may still act.
    pub can_act: bool,
}

impl Highlights {
    /// Adds an overlay that the rules provided.
    pub fn add_overlay(&mut self, overlay: &OverlayView) {
        self.areas.extend(overlay.areas.iter().cloned());
        self.tags.extend(overlay.tags.iter().cloned());
        self.lines.extend(overlay.lines.iter().cloned());
    }
}

/// What overlay functions need to know of the board they draw on.
pub struct OverlayCanvas<'a> {
    pub layout: &'a Layout,
    /// Pixels to R.
    pub px: f32,
    pub placed: &'a [PlacedCounter],
}

impl OverlayCanvas<'_> {
    pub(crate) fn line_width(&self, fraction: f32) -> f32 {
        MapStyle::at_scale(self.px).line_width(fraction).max(1.0 / self.px)
    }

    pub(crate) fn scaled_size(&self, fraction: f32, least: f32) -> f32 {
        fraction.min(fraction * 93.0 / self.px).max(least / self.px)
    }

    pub(crate) fn hex_on_map(&self, id: HexId) -> Option<Hex> {
        let hex = self.layout.grid.hex(id);
        (!id.is_none() && self.layout.grid.contains_hex(hex)).then_some(hex)
    }

    pub(crate) fn scaled_corners(&self, id: HexId, scale: f32) -> Option<[Pos; 6]> {
        self.hex_on_map(id).map(|h| self.layout.corners_of(h, scale))
    }
}

/// Marks under the counters.
pub fn shapes_under_counters(g: &OverlayCanvas<'_>, h: &Highlights, view: &BoardView) -> Vec<Shape> {
    let mut out = Vec::new();
    for a in view.areas.iter().chain(&h.areas) {
        draw_area(&mut out, g, a);
    }
    crate::areas::draw_areas(&mut out, g, &h.named_areas);
    draw_reach(&mut out, g, &h.reach, &h.path);
    for (id, tag) in &h.tags {
        draw_hex_figure(&mut out, g, *id, tag, palette::REACH);
    }
    crate::preview::draw_selected_hexes(&mut out, g, &h.selected_hexes);
    crate::preview::draw_preview(&mut out, g, &h.preview);
    for l in h.lines.iter().filter(|l| l.kind == LineKind::Sight) {
        draw_sight_line(&mut out, g, l);
    }
    draw_supply_lines(&mut out, g, &h.lines);
    draw_path(&mut out, g, h);
    // Under the counters, so that the frame does not cover a leader who rides with the unit.
    for p in g.placed {
        let can = |c: &&CounterView| h.can_act && c.can_act && c.own && !h.target_counters.contains(&c.id);
        if view.counters.get(p.index).filter(can).is_some() {
            draw_counter_frame(&mut out, g, p, CounterFrame::CanAct);
        }
    }
    out
}

/// Marks over the counters.
pub fn shapes_over_counters(g: &OverlayCanvas<'_>, h: &Highlights, counters: &[CounterView]) -> Vec<Shape> {
    let mut out = Vec::new();
    for p in g.placed {
        let Some(c) = counters.get(p.index) else { continue };
        if h.target_counters.contains(&c.id) {
            draw_counter_frame(&mut out, g, p, CounterFrame::Target);
        }
    }
    for (id, _) in &h.targets {
        draw_target_hex(&mut out, g, *id);
    }
    for e in &h.target_edges {
        draw_edge_mark(&mut out, g, *e, palette::TARGET, &[0.17, 0.09]);
    }
    for t in &h.selected {
        draw_selection(&mut out, g, t, counters);
    }
    if let Some(id) = h.cursor {
        draw_cursor(&mut out, g, id);
    }
    for (from, to) in h.arrow.iter().chain(&h.arrows) {
        draw_attack_arrow(&mut out, g, *from, *to);
    }
    for id in &h.problems {
        draw_problem_mark(&mut out, g, *id);
    }
    for (id, text) in &h.targets {
        if let Some(hex) = g.hex_on_map(*id).filter(|_| !text.is_empty()) {
            // Over the hex number, just above the counter, where it hides no other counter.
            let half = crate::counter::counter_side(g.layout.is_flat_top()) / 2.0;
            draw_tag(&mut out, g, g.layout.center_of(hex) - vec2(0.0, half + 0.07), text);
        }
    }
    out
}

/// The outline of a set of hexes as closed paths along its hexsides.
pub(crate) fn outline_of_hexes(g: &OverlayCanvas<'_>, hexes: &[HexId]) -> Vec<Vec<crate::scene::Seg>> {
    let grid = &g.layout.grid;
    let mut set: Vec<Hex> = hexes.iter().filter_map(|id| g.hex_on_map(*id)).collect();
    set.sort_unstable();
    set.dedup();
    // For many hexes a table of the whole sheet is faster than a search for each neighbour.
    let mut table = vec![false; if set.len() > 500 { grid.len() } else { 0 }];
    for id in hexes.iter().filter(|id| g.hex_on_map(**id).is_some()) {
        if let Some(t) = table.get_mut(id.index()) {
            *t = true;
        }
    }
    let within = |h: Hex| match table.is_empty() {
        true => set.binary_search(&h).is_ok(),
        false => grid.id(h).is_some_and(|id| table[id.index()]),
    };
    let edges = set.iter().flat_map(|h| Dir::ALL.into_iter().map(move |d| (*h, d)));
    let rim: Vec<Edge> = edges.filter(|(h, d)| !within(h.step(*d))).map(|(h, d)| Edge::new(h, d)).collect();
    chains::along_edges(g.layout, &rim, 0.0).into_iter().map(|c| c.path).collect()
}

fn draw_ruled_runs(out: &mut Vec<Shape>, runs: &[Vec<crate::scene::Seg>], under: f32, stroke: &Stroke) {
    for r in runs {
        out.push(Shape::path(r.clone(), Stroke::round(under, palette::WHITE.alpha(0.85))));
    }
    for r in runs {
        out.push(Shape::path(r.clone(), stroke.clone()));
    }
}

fn draw_area(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, a: &AreaView) {
    let runs = outline_of_hexes(g, &a.hexes);
    let px = |n: f32| n / g.px;
    let hexes: Vec<[Pos; 6]> = a.hexes.iter().filter_map(|id| g.scaled_corners(*id, 0.93)).collect();
    let (ink, line) = match a.kind {
        AreaKind::Reach => {
            let ids: Vec<(HexId, String)> = a.hexes.iter().map(|h| (*h, String::new())).collect();
            return draw_reach(out, g, &ids, &[]);
        }
        AreaKind::Target => return a.hexes.iter().for_each(|id| draw_target_hex(out, g, *id)),
        AreaKind::Zone => {
            hexes.iter().for_each(|p| out.extend(dot_lattice(p, px(7.0), px(1.1), palette::ZOC.alpha(0.7))));
            draw_zone_diamonds(out, g, &a.hexes);
            (palette::ZOC, Stroke::round(g.line_width(0.02), palette::ZOC))
        }
        AreaKind::Command => {
            draw_double_line(out, g, &runs, palette::COMMAND);
            return draw_area_name(out, g, a, palette::COMMAND);
        }
        AreaKind::Supply => {
            let s = Stroke::new(px(1.5), palette::COMMAND.alpha(0.5));
            hexes.iter().for_each(|p| out.extend(hatch_lines(p, 90f32.to_radians(), px(9.0), &s)));
            draw_double_line(out, g, &runs, palette::COMMAND);
            return draw_area_name(out, g, a, palette::COMMAND);
        }
        AreaKind::Setup => {
            let s = Stroke::new(px(1.6), palette::COMMAND.alpha(0.5));
            hexes.iter().for_each(|p| out.extend(hatch_lines(p, 45f32.to_radians(), px(10.0), &s)));
            (
                palette::COMMAND,
                Stroke::new(g.line_width(0.045), palette::COMMAND).dashed(&[0.24, 0.08, 0.05, 0.08]),
            )
        }
        AreaKind::Objective => {
            let ink = Rgba::hex(0x6B3A12);
            a.hexes.iter().for_each(|id| draw_objective_flag(out, g, *id, ink));
            (ink, Stroke::round(g.line_width(0.035), ink).dashed(&[0.001, 0.09]))
        }
        AreaKind::SightClear => {
            for p in a.hexes.iter().filter_map(|id| g.scaled_corners(*id, 1.0)) {
                out.push(Shape::polygon(p, palette::REACH.alpha(0.12)));
            }
            (palette::REACH, Stroke::round(g.line_width(0.035), palette::REACH))
        }
        AreaKind::SightBlocked => {
            for p in a.hexes.iter().filter_map(|id| g.scaled_corners(*id, 0.94)) {
                out.push(Shape::outline(
                    p,
                    Stroke::round(g.line_width(0.045), palette::TARGET).dashed(&[0.05, 0.08]),
                ));
            }
            return draw_area_name(out, g, a, palette::TARGET);
        }
    };
    draw_ruled_runs(out, &runs, line.width + g.line_width(0.05), &line);
    draw_area_name(out, g, a, ink);
}

fn draw_double_line(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, runs: &[Vec<crate::scene::Seg>], ink: Rgba) {
    draw_ruled_runs(out, runs, g.line_width(0.14), &Stroke::round(g.line_width(0.085), ink));
    for r in runs {
        out.push(Shape::path(r.clone(), Stroke::round(g.line_width(0.035), palette::WHITE)));
    }
}

/// Small diamonds along the inside of the outline.
fn draw_zone_diamonds(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, hexes: &[HexId]) {
    let set: BTreeSet<Hex> = hexes.iter().filter_map(|id| g.hex_on_map(*id)).collect();
    for h in &set {
        for d in Dir::ALL.into_iter().filter(|d| !set.contains(&h.step(*d))) {
            let c = g.layout.corners_of(*h, 0.88);
            let (a, b) = (c[(d.0 as usize + 5) % 6], c[d.0 as usize]);
            for t in [0.2, 0.5, 0.8] {
                let (p, r) = (a + (b - a) * t, g.scaled_size(0.045, 1.6));
                let pts = vec![p - vec2(0.0, r), p + vec2(r, 0.0), p + vec2(0.0, r), p - vec2(r, 0.0)];
                out.push(Shape::polygon(pts, palette::ZOC));
            }
        }
    }
}

/// The name of an area, at its top.
fn draw_area_name(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, a: &AreaView, ink: Rgba) {
    let Some(first) = a
        .hexes
        .iter()
        .filter_map(|id| g.hex_on_map(*id))
        .map(|h| g.layout.center_of(h))
        .min_by(|x, y| x.y.total_cmp(&y.y))
    else {
        return;
    };
    if a.name.is_empty() || g.px < 14.0 {
        return;
    }
    let size = g.scaled_size(0.24, 10.5);
    let t = Text::new(first - vec2(0.0, 0.36), &a.name, size, Face::UiBold, ink);
    out.push(Shape::Text(t.halo(palette::WHITE, size * 0.28)));
}

fn draw_reach(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, hexes: &[(HexId, String)], path: &[HexId]) {
    if hexes.is_empty() {
        return;
    }
    let s = Stroke::new(1.5 / g.px, palette::REACH.alpha(0.62));
    for (id, _) in hexes {
        let (Some(all), Some(inner)) = (g.scaled_corners(*id, 1.0), g.scaled_corners(*id, 0.92)) else {
            continue;
        };
        out.push(Shape::polygon(all, palette::REACH.alpha(0.1)));
        out.extend(hatch_lines(&inner, -45f32.to_radians(), 8.0 / g.px, &s));
    }
    let ids: Vec<HexId> = hexes.iter().map(|h| h.0).collect();
    draw_ruled_runs(
        out,
        &outline_of_hexes(g, &ids),
        g.line_width(0.097),
        &Stroke::round(g.line_width(0.052), palette::REACH),
    );
    for (id, cost) in hexes.iter().filter(|h| !path.contains(&h.0)) {
        draw_hex_figure(out, g, *id, cost, palette::REACH);
    }
}

fn draw_hex_figure(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, id: HexId, text: &str, ink: Rgba) {
    let Some(hex) = g.hex_on_map(id).filter(|_| !text.is_empty() && g.px >= 12.0) else { return };
    let size = g.scaled_size(0.29, 10.0);
    let taken = g.placed.iter().any(|p| p.hex == id);
    let down = if taken { 0.66 } else { size * 0.36 };
    let at = g.layout.center_of(hex) + vec2(0.0, down);
    let t = Text::new(at, text, size, Face::UiBlack, ink);
    out.push(Shape::Text(t.halo(palette::WHITE, size * 0.24)));
}

fn draw_sight_line(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, l: &OverlayLine) {
    let (Some(a), Some(b)) = (g.hex_on_map(l.from), g.hex_on_map(l.to)) else { return };
    let (a, b) = (g.layout.center_of(a), g.layout.center_of(b));
    let (pale, wide) = (Stroke::round(g.line_width(0.097), palette::WHITE.alpha(0.9)), g.line_width(0.042));
    out.push(Shape::line(a, b, pale));
    let blocked = l.blocked_at.and_then(|id| g.hex_on_map(id)).map(|h| g.layout.center_of(h));
    let Some(stop) = blocked else {
        out.push(Shape::line(a, b, Stroke::round(wide, palette::REACH)));
        out.push(Shape::Circle {
            center: b,
            radius: g.scaled_size(0.073, 2.5),
            fill: Some(palette::REACH),
            stroke: Some(Stroke::new(g.line_width(0.022), palette::WHITE)),
        });
        return;
    };
    // The cross stands on the sight line, at the point nearest to the blocking hex.
    let ab = b - a;
    let t = if ab.length_sq() > 0.0 { ((stop - a).dot(ab) / ab.length_sq()).clamp(0.05, 1.0) } else { 0.0 };
    let at = a + ab * t;
    out.push(Shape::line(a, at, Stroke::round(wide, palette::REACH)));
    out.push(Shape::line(at, b, Stroke::round(wide, palette::TARGET).dashed(&[0.05, 0.097])));
    if let Some(p) = l.blocked_at.and_then(|id| g.scaled_corners(id, 0.95)) {
        out.push(Shape::outline(p, Stroke::new(g.line_width(0.048), palette::TARGET).dashed(&[0.048, 0.08])));
    }
    let r = g.scaled_size(0.177, 5.0);
    let ring = Some(Stroke::new(g.line_width(0.039), palette::TARGET));
    out.push(Shape::Circle { center: at, radius: r, fill: Some(palette::WHITE), stroke: ring });
    for s in [-1.0, 1.0] {
        let v = vec2(0.45, 0.45 * s) * r;
        out.push(Shape::line(at - v, at + v, Stroke::new(g.line_width(0.048), palette::TARGET)));
    }
}

/// Supply paths: a double line, with numbered rings where lines end.
fn draw_supply_lines(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, lines: &[OverlayLine]) {
    let at = |id: HexId| g.hex_on_map(id).map(|h| g.layout.center_of(h));
    let steps: Vec<(Pos, Pos, &str)> = lines
        .iter()
        .filter(|l| l.kind == LineKind::Supply)
        .filter_map(|l| Some((at(l.from)?, at(l.to)?, l.tag.as_str())))
        .collect();
    for (width, ink) in
        [(0.15, palette::WHITE.alpha(0.9)), (0.095, palette::COMMAND), (0.035, palette::WHITE)]
    {
        for (a, b, _) in &steps {
            out.push(Shape::line(*a, *b, Stroke::round(g.line_width(width), ink)));
        }
    }
    for (_, b, tag) in steps.iter().filter(|s| !s.2.is_empty()) {
        let r = g.scaled_size(0.16, 6.0);
        let ring = Some(Stroke::new(g.line_width(0.04), palette::COMMAND));
        out.push(Shape::Circle { center: *b, radius: r, fill: Some(palette::TAGCARD), stroke: ring });
        let t = Text::new(*b + vec2(0.0, r * 0.42), *tag, r * 1.16, Face::UiBold, palette::COMMAND);
        out.push(Shape::Text(t));
    }
}

fn draw_path(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, h: &Highlights) {
    let pts: Vec<Pos> =
        h.path.iter().filter_map(|id| g.hex_on_map(*id)).map(|x| g.layout.center_of(x)).collect();
    if pts.len() < 2 {
        return;
    }
    out.push(Shape::polyline(pts.clone(), Stroke::round(g.line_width(0.13), palette::WHITE.alpha(0.9))));
    out.push(Shape::polyline(
        pts.clone(),
        Stroke::round(g.line_width(0.06), palette::MARKINK).dashed(&[0.14, 0.11]),
    ));
    for (i, p) in pts.iter().enumerate().skip(1) {
        let words = h.path_tags.get(i - 1).map_or("", String::as_str);
        if words.is_empty() && i + 1 < pts.len() {
            continue;
        }
        let r = g.scaled_size(0.19, 6.0);
        let r = if words.is_empty() { r * 0.45 } else { r };
        let ring = Some(Stroke::new(g.line_width(0.026), palette::MARKINK));
        out.push(Shape::Circle { center: *p, radius: r, fill: Some(palette::TAGCARD), stroke: ring });
        if !words.is_empty() {
            let t = Text::new(*p + vec2(0.0, r * 0.42), words, r * 1.16, Face::UiBold, palette::MARKINK);
            out.push(Shape::Text(t));
        }
    }
}

enum CounterFrame {
    Target,
    CanAct,
    Selected,
}

fn draw_counter_frame(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, p: &PlacedCounter, frame: CounterFrame) {
    let s = p.side;
    let px = |n: f32| (n / 64.0 * s).max(n / 64.0 * 22.0 / g.px);
    let (center, half, turn) = (p.center, vec2(p.reach.x, p.reach.y) / 2.0, p.turn);
    let m = crate::scene::Affine::new(center.to_vec2(), 1.0, turn);
    let grow = |n: f32| Rect::from_center_size(Pos::ZERO, half * 2.0).expand(px(n));
    let ring =
        |n: f32, w: f32, ink: Rgba| Shape::round_rect(grow(n), px(8.0), None, Some(Stroke::new(px(w), ink)));
    let mut local = Vec::new();
    match frame {
        CounterFrame::CanAct => {
            local.push(ring(3.0, 4.6, palette::WHITE.alpha(0.9)));
            local.push(ring(3.0, 2.4, palette::REACH));
        }
        CounterFrame::Target => {
            local.push(ring(6.0, 6.0, palette::WHITE));
            let s = Stroke::new(px(3.4), palette::TARGET).dashed(&[px(11.0), px(6.0)]);
            local.push(Shape::round_rect(grow(6.0), px(8.0), None, Some(s)));
        }
        CounterFrame::Selected => {
            local.push(ring(4.0, 6.0, palette::MARKINK));
            local.push(ring(4.0, 3.4, palette::SELECTED));
            let r = grow(10.0);
            let (long, s) = (px(11.0), Stroke::round(px(2.4), palette::MARKINK).mitred());
            for (c, x, y) in [
                (r.left_top(), 1.0, 1.0),
                (r.right_top(), -1.0, 1.0),
                (r.left_bottom(), 1.0, -1.0),
                (r.right_bottom(), -1.0, -1.0),
            ] {
                let tick = vec![c + vec2(0.0, long * y), c, c + vec2(long * x, 0.0)];
                local.push(Shape::polyline(tick.clone(), Stroke::round(px(4.6), palette::WHITE.alpha(0.8))));
                local.push(Shape::polyline(tick, s.clone()));
            }
        }
    }
    out.extend(local.iter().map(|s| s.transformed(&m)));
}

fn draw_selection(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, t: &Target, counters: &[CounterView]) {
    let mut frame_of = |id: CounterId| {
        let placed = g.placed.iter().find(|p| counters.get(p.index).is_some_and(|c| c.id == id));
        if let Some(p) = placed {
            draw_counter_frame(out, g, p, CounterFrame::Selected);
        }
    };
    match t {
        Target::Counter(id) => frame_of(*id),
        Target::Group(ids) => ids.iter().for_each(|id| frame_of(*id)),
        Target::StackPosition { hex, position } => {
            let at = g
                .placed
                .iter()
                .find(|p| p.hex == *hex && counters.get(p.index).is_some_and(|c| c.stack.order == *position));
            if let Some(c) = at.and_then(|p| counters.get(p.index)) {
                frame_of(c.id);
            }
        }
        Target::Hex(id) | Target::Facing(id, _) => {
            if let Some(p) = g.scaled_corners(*id, 0.93) {
                out.push(Shape::outline(p, Stroke::new(g.line_width(0.1), palette::MARKINK)));
                out.push(Shape::outline(p, Stroke::new(g.line_width(0.056), palette::SELECTED)));
            }
        }
        Target::Edge(e) => draw_edge_mark(out, g, *e, palette::SELECTED, &[]),
        Target::Path(hexes) => {
            let h = Highlights { path: hexes.clone(), ..Highlights::default() };
            draw_path(out, g, &h);
        }
        Target::Box { .. } | Target::Amount { .. } | Target::Button(_) => {}
    }
}

fn draw_target_hex(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, id: HexId) {
    let Some(p) = g.scaled_corners(id, 0.93) else { return };
    let Some(c) = g.hex_on_map(id).map(|h| g.layout.center_of(h)) else { return };
    out.push(Shape::outline(p, Stroke::new(g.line_width(0.11), palette::WHITE.alpha(0.9))));
    let tick = |k: Pos| k + (c - k) * 0.2;
    for k in p {
        out.push(Shape::line(k, tick(k), Stroke::new(g.line_width(0.1), palette::WHITE)));
    }
    // A whole number of dashes round the hex, so that no seam shows.
    let around = 6.0 * 0.93;
    let unit = around / (around / 0.26_f32).round();
    let s = Stroke::new(g.line_width(0.06), palette::TARGET).dashed(&[unit * 0.655, unit * 0.345]);
    out.push(Shape::outline(p, s));
    for k in p {
        out.push(Shape::line(k, tick(k), Stroke::new(g.line_width(0.055), palette::TARGET)));
    }
}

fn draw_edge_mark(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, e: Edge, ink: Rgba, dash: &[f32]) {
    let [a, b] = g.layout.edge_ends(e);
    let rule = if ink == palette::SELECTED { palette::MARKINK } else { palette::WHITE };
    out.push(Shape::line(a, b, Stroke::round(g.line_width(0.16), rule)));
    out.push(Shape::line(a, b, Stroke::round(g.line_width(0.09), ink).dashed(dash)));
}

fn draw_cursor(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, id: HexId) {
    let Some(p) = g.scaled_corners(id, 0.97) else { return };
    out.push(Shape::outline(p, Stroke::new(g.line_width(0.07), palette::WHITE.alpha(0.85))));
    out.push(Shape::outline(p, Stroke::new(g.line_width(0.03), palette::MARKINK)));
}

fn draw_attack_arrow(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, from: HexId, to: HexId) {
    let (Some(a), Some(b)) = (g.hex_on_map(from), g.hex_on_map(to)) else { return };
    let (a, b) = (g.layout.center_of(a), g.layout.center_of(b));
    let along = (b - a).normalized();
    let (s, e) = (a + along * 0.62, b - along * 0.5);
    let neck = e - along * 0.14;
    out.push(Shape::line(s, neck, Stroke::new(g.line_width(0.14), palette::WHITE)));
    out.push(Shape::line(s, neck, Stroke::new(g.line_width(0.068), palette::TARGET)));
    let side = along.rot90() * 0.12;
    out.push(Shape::Polygon {
        points: vec![e, neck + side, neck - side],
        fill: Some(palette::TARGET),
        stroke: Some(Stroke::new(g.line_width(0.024), palette::WHITE)),
    });
}

fn draw_objective_flag(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, id: HexId, ink: Rgba) {
    let Some(hex) = g.hex_on_map(id).filter(|_| g.px >= 12.0) else { return };
    let foot = g.layout.center_of(hex) + vec2(-0.62, 0.28);
    let head = foot - vec2(0.0, 0.4);
    out.push(Shape::line(foot, head, Stroke::round(g.line_width(0.06), palette::WHITE)));
    out.push(Shape::line(foot, head, Stroke::round(g.line_width(0.03), ink)));
    let cloth = vec![head, head + vec2(0.24, 0.07), head + vec2(0.0, 0.16)];
    out.push(Shape::Polygon {
        points: cloth,
        fill: Some(ink),
        stroke: Some(Stroke::new(g.line_width(0.014), palette::WHITE)),
    });
}

/// A ringed exclamation mark at the upper right of the hex.
fn draw_problem_mark(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, id: HexId) {
    let Some(hex) = g.hex_on_map(id) else { return };
    let at = g.layout.center_of(hex) + vec2(0.5, -0.5);
    let r = g.scaled_size(0.17, 7.0);
    let ring = Some(Stroke::new(g.line_width(0.03), palette::WHITE));
    out.push(Shape::Circle { center: at, radius: r, fill: Some(Rgba::hex(0x9E2A1F)), stroke: ring });
    out.push(Shape::Text(Text::new(at + vec2(0.0, r * 0.5), "!", r * 1.4, Face::UiBlack, palette::WHITE)));
}

/// A small text card that stands on a point.
fn draw_tag(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, foot: Pos, words: &str) {
    let size = 12.5_f32.max(0.2 * g.px.min(93.0)) / g.px;
    let w = Fonts::shipped().text_width(Face::UiBold, words, size, 0.0) + size * 1.4;
    let r = Rect::from_min_size(pos2(foot.x - w / 2.0, foot.y - size * 1.9), Vec2::new(w, size * 1.9));
    let edge = Some(Stroke::new(g.line_width(0.028).max(1.4 / g.px), palette::TARGET));
    out.push(Shape::round_rect(r.expand(2.0 / g.px), size * 0.4, Some(palette::WHITE.alpha(0.85)), None));
    out.push(Shape::round_rect(r, size * 0.34, Some(palette::TAGCARD), edge));
    let at = pos2(foot.x, foot.y - size * 0.6);
    out.push(Shape::Text(Text::new(at, words, size, Face::UiBold, palette::TARGETTEXT)));
}
