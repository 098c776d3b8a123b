//! Named areas of the map as the editor shows them: each with a line, a hatching and an ink of its own, and its
//! name. Neighbours are told apart without colour.

use crate::art::chains;
use crate::layout::Pos;
use crate::overlay::Ground;
use crate::palette::{self, Rgba};
use crate::scene::{Face, Seg, Shape, Stroke, Text, dots, hatch};
use egui::vec2;
use engine::hex::{Corner, Dir, Edge, Hex, HexId};
use std::collections::{BTreeMap, BTreeSet};

/// So many ways to draw an area there are.
pub const LOOKS: u8 = 6;

/// An area to show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AreaMark {
    pub name: String,
    pub hexes: Vec<HexId>,
    /// From 0 to [`LOOKS`].
    pub look: u8,
    /// The one being worked at: shown strongest.
    pub current: bool,
    /// Its ground is hatched; else only its line and name are seen.
    pub hatched: bool,
}

struct Look {
    ink: Rgba,
    dash: &'static [f32],
    /// Directions of hatching in degrees; none stands for dots.
    hatch: &'static [f32],
}

fn look(n: u8) -> Look {
    let (ink, dash, hatch): (u32, &[f32], &[f32]) = match n % LOOKS {
        0 => (0x0B6B5A, &[0.24, 0.08, 0.05, 0.08], &[45.0]),
        1 => (0x7A1F5C, &[], &[135.0]),
        2 => (0x1F4E79, &[0.12, 0.1], &[0.0]),
        3 => (0x8A4B00, &[0.34, 0.1], &[90.0]),
        4 => (0x9E2A1F, &[0.04, 0.1], &[]),
        _ => (0x3A3A3A, &[0.2, 0.07, 0.06, 0.07, 0.06, 0.07], &[30.0, 150.0]),
    };
    Look { ink: Rgba::hex(ink), dash, hatch }
}

/// A sample of a look for a list, in a rectangle of the screen.
pub fn sample(n: u8, rect: crate::layout::Rect) -> Vec<Shape> {
    let (l, points) = (look(n), crate::scene::rect_points(rect));
    let line = Stroke::new(1.2, l.ink.alpha(0.6));
    let mut out = vec![Shape::polygon(points.clone(), palette::PAPER)];
    out.extend(l.hatch.iter().flat_map(|turn| hatch(&points, turn.to_radians(), 6.0, &line)));
    if l.hatch.is_empty() {
        out.extend(dots(&points, 6.0, 1.2, l.ink.alpha(0.6)));
    }
    let dash: Vec<f32> = l.dash.iter().map(|d| d * 30.0).collect();
    out.push(Shape::outline(points, Stroke::new(2.0, l.ink).dashed(&dash)));
    out
}

pub fn shapes(out: &mut Vec<Shape>, g: &Ground<'_>, areas: &[AreaMark]) {
    // The one in hand last, above the others.
    let order = || areas.iter().filter(|a| !a.current).chain(areas.iter().filter(|a| a.current));
    order().filter(|a| a.hatched).for_each(|a| ground(out, g, a));
    order().for_each(|a| line(out, g, a));
    let mut written: BTreeMap<Hex, u8> = BTreeMap::new();
    // Names are written first come first: the one in hand has the first choice.
    areas.iter().filter(|a| a.current).chain(areas.iter().filter(|a| !a.current)).for_each(|a| {
        name(out, g, a, &mut written);
    });
}

fn ground(out: &mut Vec<Shape>, g: &Ground<'_>, a: &AreaMark) {
    let l = look(a.look);
    let strong = if a.current { 0.6 } else { 0.38 };
    let stroke = Stroke::new(1.5 / g.px, l.ink.alpha(strong));
    for p in a.hexes.iter().filter_map(|id| g.corners(*id, 0.93)) {
        for turn in l.hatch {
            out.extend(hatch(&p, turn.to_radians(), 10.0 / g.px, &stroke));
        }
        if l.hatch.is_empty() {
            out.extend(dots(&p, 8.0 / g.px, 1.3 / g.px, l.ink.alpha(strong)));
        }
    }
}

/// Its rim, a little inside so that neighbours lie side by side.
fn line(out: &mut Vec<Shape>, g: &Ground<'_>, a: &AreaMark) {
    let l = look(a.look);
    let (wide, white) = if a.current { (0.075, 0.15) } else { (0.04, 0.08) };
    let runs = inset(g, &a.hexes);
    let under = Stroke::round(g.w(white), palette::WHITE.alpha(0.85));
    out.extend(runs.iter().map(|r| Shape::path(r.clone(), under.clone())));
    let stroke = Stroke::new(g.w(wide), l.ink).dashed(l.dash);
    out.extend(runs.into_iter().map(|r| Shape::path(r, stroke.clone())));
}

/// How far inside the rim the line runs, in R.
const INSET: f32 = 0.1;

fn inset(g: &Ground<'_>, hexes: &[HexId]) -> Vec<Vec<Seg>> {
    let set: BTreeSet<Hex> = hexes.iter().filter_map(|id| g.on(*id)).collect();
    let sides = set.iter().flat_map(|h| Dir::ALL.into_iter().map(move |d| (*h, d)));
    let rim: Vec<Edge> =
        sides.filter(|(h, d)| !set.contains(&h.step(*d))).map(|(h, d)| Edge::new(h, d)).collect();
    // Three hexes meet in a corner, so that a rim passes it once at most: one way inwards for each.
    let inwards = |c: Corner| {
        let at = g.layout.corner(c);
        let inside = c.hexes().into_iter().filter(|h| set.contains(h));
        let to = inside.map(|h| g.layout.center_of(h) - at).fold(egui::Vec2::ZERO, |a, b| a + b);
        at + to.normalized() * INSET
    };
    let run = |corners: Vec<Corner>| -> Vec<Seg> {
        let points: Vec<Pos> = corners.into_iter().map(inwards).collect();
        crate::scene::segs(&points, false).collect()
    };
    chains::corner_runs(&rim).into_iter().map(run).collect()
}

/// The hex of an area nearest its middle.
fn heart(g: &Ground<'_>, hexes: &[HexId]) -> Option<Hex> {
    let all: Vec<Hex> = hexes.iter().filter_map(|id| g.on(*id)).collect();
    let sum = all.iter().fold(egui::Vec2::ZERO, |s, h| s + g.layout.center_of(*h).to_vec2());
    let middle = (sum / all.len().max(1) as f32).to_pos2();
    let far = |h: &Hex| g.layout.center_of(*h).distance(middle);
    all.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)))
}

fn name(out: &mut Vec<Shape>, g: &Ground<'_>, a: &AreaMark, written: &mut BTreeMap<Hex, u8>) {
    let Some(hex) = heart(g, &a.hexes).filter(|_| !a.name.is_empty() && (a.current || g.px >= 14.0)) else {
        return;
    };
    // Names that fall into one hex stand under each other.
    let n = written.entry(hex).or_default();
    let size = g.size(0.24, if a.current { 12.5 } else { 10.5 });
    let at = g.layout.center_of(hex) + vec2(0.0, size * (0.36 + 1.15 * f32::from(*n)));
    *n = n.saturating_add(1);
    let t = Text::new(at, &a.name, size, Face::UiBold, look(a.look).ink);
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
        let g = Ground { layout: &l, px: 50.0, placed: &[] };
        let rect = |ids: &[HexId]| {
            let runs = inset(&g, ids);
            assert_eq!(runs.len(), 1, "one ring");
            Shape::path(runs[0].clone(), Stroke::new(0.0, palette::WHITE)).reach()
        };
        let (a, b) = (rect(&hexes(&l, &["0303", "0304"])), rect(&hexes(&l, &["0403", "0404"])));
        assert!(a.right() < b.right() && a.width() < 2.5);
        let one = rect(&hexes(&l, &["0303"]));
        assert!((one.width() - 3f32.sqrt() * (1.0 - INSET)).abs() < 0.01, "{one:?}");
        let shapes: BTreeSet<String> =
            (0..LOOKS).map(|n| format!("{:?}{:?}", look(n).dash, look(n).hatch)).collect();
        assert_eq!(shapes.len(), usize::from(LOOKS));
    }

    #[test]
    fn names_in_one_hex_stand_under_each_other_and_the_one_in_hand_first() {
        let l = sheet();
        let g = Ground { layout: &l, px: 50.0, placed: &[] };
        let mark = |name: &str, current| AreaMark {
            name: name.into(),
            hexes: hexes(&l, &["0303"]),
            current,
            ..AreaMark::default()
        };
        let mut out = Vec::new();
        shapes(&mut out, &g, &[mark("Camp", false), mark("Fort", true)]);
        let at = |name: &str| {
            out.iter()
                .find_map(|s| matches!(s, Shape::Text(t) if t.text == name).then(|| s.reach().center().y))
        };
        assert!(at("Fort").unwrap() < at("Camp").unwrap() - 0.1);
        let far = Ground { layout: &l, px: 9.0, placed: &[] };
        let mut small = Vec::new();
        shapes(&mut small, &far, &[mark("Camp", false), mark("Fort", true)]);
        let names: Vec<&Shape> = small.iter().filter(|s| matches!(s, Shape::Text(_))).collect();
        assert_eq!(names.len(), 1, "on a small map only the one in hand is named");
    }
}
