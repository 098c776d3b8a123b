//! Named areas as the editor shows them: each has an outline, a hatching and an ink of its own, and its name, so that
//! neighbours can be told apart without colour.

use crate::art::chains;
use crate::layout::Pos;
use crate::overlay::OverlayCanvas;
use crate::palette::{self, Rgba};
use crate::scene::{Face, Seg, Shape, Stroke, Text, dot_lattice, hatch_lines};
use egui::vec2;
use engine::hex::{Corner, Dir, Edge, Hex, HexId};
use std::collections::{BTreeMap, BTreeSet};

/// Number of different looks of an area.
pub const LOOKS: u8 = 6;

/// An area to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AreaMark {
    pub name: String,
    pub hexes: Vec<HexId>,
    /// From 0 to [`LOOKS`] - 1; higher numbers start again.
    pub look: u8,
    /// The area being edited: drawn strongest.
    pub current: bool,
    /// The area is hatched; else only its outline and name are drawn.
    pub hatched: bool,
}

struct AreaLook {
    ink: Rgba,
    dash: &'static [f32],
    /// Directions of the hatching in degrees; empty means dots.
    hatch: &'static [f32],
}

fn area_look(n: u8) -> AreaLook {
    let (ink, dash, hatch): (u32, &[f32], &[f32]) = match n % LOOKS {
        0 => (0x0B6B5A, &[0.24, 0.08, 0.05, 0.08], &[45.0]),
        1 => (0x7A1F5C, &[], &[135.0]),
        2 => (0x1F4E79, &[0.12, 0.1], &[0.0]),
        3 => (0x8A4B00, &[0.34, 0.1], &[90.0]),
        4 => (0x9E2A1F, &[0.04, 0.1], &[]),
        _ => (0x3A3A3A, &[0.2, 0.07, 0.06, 0.07, 0.06, 0.07], &[30.0, 150.0]),
    };
    AreaLook { ink: Rgba::hex(ink), dash, hatch }
}

/// A sample of a look for a list, in a rectangle of the screen.
pub fn look_sample(n: u8, rect: crate::layout::Rect) -> Vec<Shape> {
    let (l, points) = (area_look(n), crate::scene::rect_points(rect));
    let line = Stroke::new(1.2, l.ink.alpha(0.6));
    let mut out = vec![Shape::polygon(points.clone(), palette::PAPER)];
    out.extend(l.hatch.iter().flat_map(|turn| hatch_lines(&points, turn.to_radians(), 6.0, &line)));
    if l.hatch.is_empty() {
        out.extend(dot_lattice(&points, 6.0, 1.2, l.ink.alpha(0.6)));
    }
    let dash: Vec<f32> = l.dash.iter().map(|d| d * 30.0).collect();
    out.push(Shape::outline(points, Stroke::new(2.0, l.ink).dashed(&dash)));
    out
}

pub fn draw_areas(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, areas: &[AreaMark]) {
    // The current area last, above the others.
    let order = || areas.iter().filter(|a| !a.current).chain(areas.iter().filter(|a| a.current));
    order().filter(|a| a.hatched).for_each(|a| hatch_area(out, g, a));
    order().for_each(|a| draw_rim(out, g, a));
    let mut written: BTreeMap<Hex, u8> = BTreeMap::new();
    // The current area places its name first.
    areas.iter().filter(|a| a.current).chain(areas.iter().filter(|a| !a.current)).for_each(|a| {
        draw_name(out, g, a, &mut written);
    });
}

fn hatch_area(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, a: &AreaMark) {
    let l = area_look(a.look);
    let strong = if a.current { 0.6 } else { 0.38 };
    let stroke = Stroke::new(1.5 / g.px, l.ink.alpha(strong));
    for p in a.hexes.iter().filter_map(|id| g.scaled_corners(*id, 0.93)) {
        for turn in l.hatch {
            out.extend(hatch_lines(&p, turn.to_radians(), 10.0 / g.px, &stroke));
        }
        if l.hatch.is_empty() {
            out.extend(dot_lattice(&p, 8.0 / g.px, 1.3 / g.px, l.ink.alpha(strong)));
        }
    }
}

/// The outline, a little inside the rim so that the outlines of neighbours lie side by side.
fn draw_rim(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, a: &AreaMark) {
    let l = area_look(a.look);
    let (wide, white) = if a.current { (0.075, 0.15) } else { (0.04, 0.08) };
    let runs = inset_rim(g, &a.hexes);
    let under = Stroke::round(g.line_width(white), palette::WHITE.alpha(0.85));
    out.extend(runs.iter().map(|r| Shape::path(r.clone(), under.clone())));
    let stroke = Stroke::new(g.line_width(wide), l.ink).dashed(l.dash);
    out.extend(runs.into_iter().map(|r| Shape::path(r, stroke.clone())));
}

/// How far inside the rim the line runs, in R.
const INSET: f32 = 0.1;

fn inset_rim(g: &OverlayCanvas<'_>, hexes: &[HexId]) -> Vec<Vec<Seg>> {
    let set: BTreeSet<Hex> = hexes.iter().filter_map(|id| g.hex_on_map(*id)).collect();
    let edges = set.iter().flat_map(|h| Dir::ALL.into_iter().map(move |d| (*h, d)));
    let rim: Vec<Edge> =
        edges.filter(|(h, d)| !set.contains(&h.step(*d))).map(|(h, d)| Edge::new(h, d)).collect();
    // Three hexes meet at a corner, so an outline passes it at most once and each corner has one inward direction.
    let inwards = |c: Corner| {
        let at = g.layout.corner_pos(c);
        let inside = c.hexes().into_iter().filter(|h| set.contains(h));
        let to = inside.map(|h| g.layout.center_of(h) - at).fold(egui::Vec2::ZERO, |a, b| a + b);
        at + to.normalized() * INSET
    };
    let run = |corners: Vec<Corner>| -> Vec<Seg> {
        let points: Vec<Pos> = corners.into_iter().map(inwards).collect();
        crate::scene::path_through(&points, false).collect()
    };
    chains::corner_runs(&rim).into_iter().map(run).collect()
}

/// The hex of an area nearest to its centre of mass.
fn central_hex(g: &OverlayCanvas<'_>, hexes: &[HexId]) -> Option<Hex> {
    let all: Vec<Hex> = hexes.iter().filter_map(|id| g.hex_on_map(*id)).collect();
    let sum = all.iter().fold(egui::Vec2::ZERO, |s, h| s + g.layout.center_of(*h).to_vec2());
    let middle = (sum / all.len().max(1) as f32).to_pos2();
    let far = |h: &Hex| g.layout.center_of(*h).distance(middle);
    all.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}

fn draw_name(out: &mut Vec<Shape>, g: &OverlayCanvas<'_>, a: &AreaMark, written: &mut BTreeMap<Hex, u8>) {
    let Some(hex) = central_hex(g, &a.hexes).filter(|_| !a.name.is_empty() && (a.current || g.px >= 14.0))
    else {
        return;
    };
    // Names that share a hex are stacked.
    let n = written.entry(hex).or_default();
    let size = g.scaled_size(0.24, if a.current { 12.5 } else { 10.5 });
    let at = g.layout.center_of(hex) + vec2(0.0, size * (0.36 + 1.15 * f32::from(*n)));
    *n = n.saturating_add(1);
    let t = Text::new(at, &a.name, size, Face::UiBold, area_look(a.look).ink);
    out.push(Shape::Text(t.halo(palette::WHITE, size * 0.3)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use engine::hex::{Grid, Numbering, Orientation, Shove};

    fn sheet() -> Layout {
        Layout::new(Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 8,
            rows: 8,
            numbering: Numbering::ccrr(),
        })
    }

    fn hexes(l: &Layout, labels: &[&str]) -> Vec<HexId> {
        labels.iter().map(|s| l.grid.parse(s).unwrap()).collect()
    }

    #[test]
    fn neighbours_have_lines_beside_each_other_and_looks_differ_without_colour() {
        let l = sheet();
        let g = OverlayCanvas { layout: &l, px: 50.0, placed: &[] };
        let rect = |ids: &[HexId]| {
            let runs = inset_rim(&g, ids);
            assert_eq!(runs.len(), 1, "one ring");
            Shape::path(runs[0].clone(), Stroke::new(0.0, palette::WHITE)).bounding_box()
        };
        let (a, b) = (rect(&hexes(&l, &["0303", "0304"])), rect(&hexes(&l, &["0403", "0404"])));
        assert!(a.right() < b.right() && a.width() < 2.5);
        let one = rect(&hexes(&l, &["0303"]));
        assert!((one.width() - 3f32.sqrt() * (1.0 - INSET)).abs() < 0.01, "{one:?}");
        let shapes: BTreeSet<String> =
            (0..LOOKS).map(|n| format!("{:?}{:?}", area_look(n).dash, area_look(n).hatch)).collect();
        assert_eq!(shapes.len(), usize::from(LOOKS));
    }

    #[test]
    fn names_in_one_hex_are_stacked_with_the_current_area_first() {
        let l = sheet();
        let g = OverlayCanvas { layout: &l, px: 50.0, placed: &[] };
        let mark = |name: &str, current| AreaMark {
            name: name.into(),
            hexes: hexes(&l, &["0303"]),
            current,
            ..AreaMark::default()
        };
        let mut out = Vec::new();
        draw_areas(&mut out, &g, &[mark("Camp", false), mark("Fort", true)]);
        let at = |name: &str| {
            out.iter().find_map(|s| {
                matches!(s, Shape::Text(t) if t.text == name).then(|| s.bounding_box().center().y)
            })
        };
        assert!(at("Fort").unwrap() < at("Camp").unwrap() - 0.1);
        let far = OverlayCanvas { layout: &l, px: 9.0, placed: &[] };
        let mut small = Vec::new();
        draw_areas(&mut small, &far, &[mark("Camp", false), mark("Fort", true)]);
        let names: Vec<&Shape> = small.iter().filter(|s| matches!(s, Shape::Text(_))).collect();
        assert_eq!(names.len(), 1, "on a small map only the current area is named");
    }
}
