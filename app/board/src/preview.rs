//! What an editor tool would do: gold ribbons and hexes for what it draws, dark crosses for what it erases.

use crate::art::chains;
use crate::layout::Pos;
use crate::overlay::{OverlayCanvas, outline_of_hexes};
use crate::palette::{self, Rgba};
use crate::scene::{Seg, Shape, Stroke, hatch_lines};
use egui::vec2;
use engine::hex::{Corner, Edge, Hex, HexId};
use std::collections::BTreeMap;

/// What a click would change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    pub hexes: Vec<HexId>,
    /// Hexsides, with the hex that a directed one points out of.
    pub edges: Vec<(Edge, Option<Hex>)>,
    /// Hexsides crossed by the road.
    pub roads: Vec<Edge>,
    /// Corners where a line along hexsides would start or end.
    pub corners: Vec<Corner>,
    /// Hexes where a road would start or end.
    pub middles: Vec<HexId>,
    /// The tool erases.
    pub erases: bool,
    /// The hexes are only framed, because their new content is drawn already.
    pub framed: bool,
}

/// More hexes than this are only outlined, to keep the frame time low.
const FILLED: usize = 3000;

pub fn draw_preview(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, p: &Preview) {
    draw_preview_hexes(out, g, p);
    let all: Vec<Edge> = p.edges.iter().map(|s| s.0).collect();
    let along = chains::along_edges(g.layout, &all, 0.0);
    draw_ribbon(out, g, along.into_iter().map(|c| c.path).collect(), p.erases);
    draw_ribbon(out, g, road_legs(g, &p.roads), p.erases);
    if p.erases {
        let middles = p.edges.iter().map(|s| s.0).chain(p.roads.iter().copied());
        middles.for_each(|e| draw_cross(out, g, g.layout.edge_mid(e)));
    } else {
        for (e, from) in &p.edges {
            if let Some(from) = from {
                draw_direction_arrow(out, g, *e, *from);
            }
        }
        run_ends(&all).into_iter().for_each(|c| draw_knob(out, g, g.layout.corner_pos(c)));
        road_ends(&p.roads).into_iter().for_each(|h| draw_knob(out, g, g.layout.center_of(h)));
    }
    p.corners.iter().for_each(|c| draw_knob(out, g, g.layout.corner_pos(*c)));
    let on = |id: &HexId| g.hex_on_map(*id).map(|h| g.layout.center_of(h));
    p.middles.iter().filter_map(on).for_each(|at| draw_knob(out, g, at));
}

fn draw_preview_hexes(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, p: &Preview) {
    let runs = outline_of_hexes(g, &p.hexes);
    if p.erases {
        let line = Stroke::new(1.6 / g.px, palette::MARKINK.alpha(0.55));
        for c in p.hexes.iter().filter_map(|id| g.scaled_corners(*id, 1.0)) {
            out.push(Shape::polygon(c, palette::WHITE.alpha(0.35)));
            for turn in [45f32, 135.0] {
                out.extend(hatch_lines(&c, turn.to_radians(), 9.0 / g.px, &line));
            }
        }
        return draw_ribbon(out, g, runs, true);
    }
    let filled = !p.framed && p.hexes.len() <= FILLED;
    for c in p.hexes.iter().filter(|_| filled).filter_map(|id| g.scaled_corners(*id, 1.0)) {
        out.push(Shape::polygon(c, palette::SELECTED.alpha(0.22)));
    }
    draw_runs(out, &runs, g.line_width(0.075), palette::MARKINK);
    draw_runs(out, &runs, g.line_width(0.045), palette::SELECTED);
}

fn draw_runs(out: &mut Vec<Shape>, runs: &[Vec<Seg>], width: f32, ink: Rgba) {
    out.extend(runs.iter().map(|r| Shape::path(r.clone(), Stroke::round(width, ink))));
}

/// A gold ribbon with a dark seam, or a dark dashed line on white for what is erased.
fn draw_ribbon(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, runs: Vec<Vec<Seg>>, erases: bool) {
    let dash = [0.13, 0.1];
    let mut seam = |width: f32| {
        let line = Stroke::new(g.line_width(width), palette::MARKINK).dashed(&dash);
        out.extend(runs.iter().map(|r| Shape::path(r.clone(), line.clone())));
    };
    if erases {
        let mut under = Vec::new();
        draw_runs(&mut under, &runs, g.line_width(0.15), palette::WHITE.alpha(0.92));
        seam(0.075);
        let at = out.len() - runs.len();
        out.splice(at..at, under);
        return;
    }
    let mut under = Vec::new();
    draw_runs(&mut under, &runs, g.line_width(0.19), palette::WHITE.alpha(0.9));
    draw_runs(&mut under, &runs, g.line_width(0.14), palette::SELECTED);
    seam(0.035);
    let at = out.len() - runs.len();
    out.splice(at..at, under);
}

/// Roads from hex centre to hex centre.
fn road_legs(g: &OverlayCanvas<'_>, edges: &[Edge]) -> Vec<Vec<Seg>> {
    let leg = |e: &Edge| {
        let [a, b] = e.hexes();
        vec![Seg::Move(g.layout.center_of(a)), Seg::Line(g.layout.center_of(b))]
    };
    edges.iter().map(leg).collect()
}

/// Corners where a run of hexsides starts or ends.
fn run_ends(edges: &[Edge]) -> Vec<Corner> {
    let mut met: BTreeMap<Corner, u8> = BTreeMap::new();
    for c in edges.iter().flat_map(|e| e.end_corners()) {
        *met.entry(c).or_default() += 1;
    }
    met.into_iter().filter(|(_, n)| *n == 1).map(|(c, _)| c).collect()
}

fn road_ends(edges: &[Edge]) -> Vec<Hex> {
    let mut met: BTreeMap<Hex, u8> = BTreeMap::new();
    for h in edges.iter().flat_map(|e| e.hexes()) {
        *met.entry(h).or_default() += 1;
    }
    met.into_iter().filter(|(_, n)| *n == 1).map(|(h, _)| h).collect()
}

/// A white disc with a dark ring, for the end of a line.
fn draw_knob(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, at: Pos) {
    let ring = Some(Stroke::new(g.line_width(0.045), palette::MARKINK));
    out.push(Shape::Circle {
        center: at,
        radius: g.scaled_size(0.11, 4.0),
        fill: Some(palette::WHITE),
        stroke: ring,
    });
}

fn draw_cross(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, at: Pos) {
    let r = g.scaled_size(0.1, 3.5);
    for s in [-1.0, 1.0] {
        let v = vec2(r, r * s);
        out.push(Shape::line(at - v, at + v, Stroke::round(g.line_width(0.13), palette::WHITE)));
    }
    for s in [-1.0, 1.0] {
        let v = vec2(r, r * s);
        out.push(Shape::line(at - v, at + v, Stroke::round(g.line_width(0.06), palette::MARKINK)));
    }
}

/// The direction of a directed hexside: out of `from`.
fn draw_direction_arrow(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, side: Edge, from: Hex) {
    let at = g.layout.edge_mid(side);
    let along = (at - g.layout.center_of(from)).normalized();
    let (long, wide) = (g.scaled_size(0.3, 9.0), g.scaled_size(0.13, 4.0));
    let foot = at + along * g.scaled_size(0.06, 2.0);
    let points = vec![foot + along * long, foot + along.rot90() * wide, foot - along.rot90() * wide];
    let edge = Some(Stroke::new(g.line_width(0.035), palette::WHITE));
    out.push(Shape::Polygon { points, fill: Some(palette::MARKINK), stroke: edge });
}

/// Hexes selected with the frame, lasso or wand: a dashed outline, gold between white and dark.
pub fn draw_selected_hexes(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, hexes: &[HexId]) {
    for c in hexes.iter().filter(|_| hexes.len() <= FILLED).filter_map(|id| g.scaled_corners(*id, 1.0)) {
        out.push(Shape::polygon(c, palette::SELECTED.alpha(0.16)));
    }
    let runs = outline_of_hexes(g, hexes);
    draw_runs(out, &runs, g.line_width(0.085), palette::MARKINK);
    let line = Stroke::new(g.line_width(0.05), palette::SELECTED).dashed(&[0.22, 0.14]);
    draw_runs(out, &runs, g.line_width(0.05), palette::WHITE);
    out.extend(runs.into_iter().map(|r| Shape::path(r, line.clone())));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use engine::hex::{Dir, Grid, Numbering, Orientation, Shove};

    fn drawn(p: &Preview) -> Vec<Shape> {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 6,
            rows: 6,
            numbering: Numbering::ccrr(),
        };
        let layout = Layout::new(grid);
        let g = OverlayCanvas { layout: &layout, px: 50.0, placed: &[] };
        let mut out = Vec::new();
        draw_preview(&mut out, &g, p);
        out
    }

    fn discs(shapes: &[Shape]) -> usize {
        shapes.iter().filter(|s| matches!(s, Shape::Circle { .. })).count()
    }

    #[test]
    fn a_run_of_edges_has_two_ends_and_an_erased_one_has_crosses() {
        let h = Hex::new(2, 2);
        let edges = vec![(Edge::new(h, Dir(0)), None), (Edge::new(h, Dir(1)), None)];
        let draw = Preview { edges, ..Preview::default() };
        let shown = drawn(&draw);
        assert_eq!(discs(&shown), 2);
        let gone = drawn(&Preview { erases: true, ..draw });
        assert_eq!(discs(&gone), 0);
        let gold = |s: &[Shape]| format!("{s:?}").contains(&format!("{:?}", palette::SELECTED));
        assert!(gold(&shown) && !gold(&gone), "gold stands for what is made");
        let lines = gone.iter().filter(|s| matches!(s, Shape::Polyline { .. })).count();
        assert_eq!(lines, 8, "a cross in two inks on each side");
    }

    #[test]
    fn a_directed_edge_shows_its_direction() {
        let h = Hex::new(2, 2);
        let e = Edge::new(h, Dir(0));
        let tip = |from: Hex| {
            let p = Preview { edges: vec![(e, Some(from))], ..Preview::default() };
            let found = drawn(&p).into_iter().find_map(|s| match s {
                Shape::Polygon { points, fill: Some(_), .. } => Some(points[0]),
                _ => None,
            });
            found.unwrap()
        };
        let out = tip(h).x - tip(h.step(Dir(0))).x;
        assert!(out > 0.4, "the arrow lies beyond the side, away from the hex it comes from: {out}");
    }

    #[test]
    fn a_road_runs_from_centre_to_centre() {
        let (a, b) = (Hex::new(2, 2), Hex::new(3, 2));
        let shown = drawn(&Preview { roads: vec![Edge::between(a, b).unwrap()], ..Preview::default() });
        assert_eq!(discs(&shown), 2);
        let layout_width = 3f32.sqrt();
        let wide = shown.iter().map(|s| s.bounding_box().width()).fold(0.0, f32::max);
        assert!(wide >= layout_width, "as long as from one hex to the next: {wide}");
    }
}
