//! Maps of whole countries: fortresses, towns as rings, mountain ridges along hexsides, frontiers.

use super::{Brush, Ground, Lod, MapArt, noise::Noise};
use crate::layout::{Layout, Pos, Rect};
use crate::palette;
use crate::scene::{Shape, Stroke, rect_points};
use egui::{Vec2, vec2};
use engine::hex::{Dir, Edge, HexId};
use engine::scenario::{LabelStyle, MapDoc};

/// A map with hexes of at least this many metres shows whole countries.
pub const COUNTRY_M: u32 = 5_000;

/// A quarter of the outline of a fortress; the other quarters are rotated copies.
const TRACE: [(f32, f32); 5] = [(0.2, -0.12), (0.2, 0.12), (0.31, 0.15), (0.4, 0.4), (0.15, 0.31)];

/// The outline of a four-bastion fortress centred on a point.
pub(crate) fn fortress_trace(c: Pos, k: f32) -> Vec<Pos> {
    let quarter = |q: u8| TRACE.iter().map(move |(x, y)| (0..q).fold((*x, *y), |(x, y), _| (-y, x)));
    (0..4).flat_map(quarter).map(|(x, y)| c + vec2(x, y) * k).collect()
}

/// Least number of hexes of a great state. Small pictures draw only frontiers between two great states.
const GREAT: usize = 24;

/// Hexsides where two areas of the map meet on land, and whether both are great states. A hex belongs to the first area
/// that lists it. Only maps of whole countries have frontiers; elsewhere areas serve the rules.
pub(super) fn find_frontiers(doc: &MapDoc, ground: &[Ground]) -> Vec<(Edge, bool)> {
    if doc.scale_m < COUNTRY_M {
        return Vec::new();
    }
    let mut owner: Vec<Option<usize>> = vec![None; doc.grid.len()];
    for (i, r) in doc.regions.iter().enumerate().filter(|(_, r)| r.hexes.len() > 2) {
        for id in r.hexes.iter().filter_map(|h| doc.grid.id(*h)) {
            if let Some(o) = owner.get_mut(id.index()) {
                o.get_or_insert(i);
            }
        }
    }
    let great = |region: usize| doc.regions[region].hexes.len() >= GREAT;
    let land = |id: HexId| ground.get(id.index()).is_some_and(|g| !g.is_water());
    let mut out = Vec::new();
    for id in doc.grid.ids().filter(|id| land(*id)) {
        let hex = doc.grid.hex(id);
        for d in [Dir(0), Dir(1), Dir(2)] {
            let Some(other) = doc.grid.id(hex.step(d)).filter(|o| land(*o)) else { continue };
            if let (Some(a), Some(b)) = (owner[id.index()], owner[other.index()])
                && a != b
            {
                out.push((Edge::new(hex, d), great(a) && great(b)));
            }
        }
    }
    out
}

impl MapArt {
    /// Hexes of country maps whose town is only a label.
    pub(super) fn find_towns(doc: &MapDoc, layout: &Layout, ground: &[Ground]) -> Vec<HexId> {
        if doc.scale_m < COUNTRY_M {
            return Vec::new();
        }
        let named = doc.labels.iter().filter(|l| matches!(l.style, LabelStyle::Village | LabelStyle::Town));
        let open = |id: &HexId| {
            ground
                .get(id.index())
                .is_some_and(|g| matches!(g, Ground::Clear | Ground::Mountain | Ground::Hill))
        };
        let mut out: Vec<HexId> = named.filter_map(|l| layout.grid.id(l.at)).filter(open).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Brush<'_> {
    pub(super) fn draw_fortress(&self, out: &mut Vec<Shape>, id: HexId) {
        let c = self.art.layout.center(id);
        let lod = self.style.lod();
        if lod == Lod::Flat {
            let r = Rect::from_center_size(c, Vec2::splat((4.0 / self.style.px).min(1.1)));
            out.push(Shape::rect(r, palette::BLOCKD));
            return;
        }
        // Large enough for the bastions to be seen.
        let k = (11.0 / self.style.px / 0.8).clamp(1.0, 1.6);
        let rule = Stroke::new(self.line_width(0.09), palette::PAPER);
        let turn = self.hex_rotation(id);
        let lines = |p: Vec<Pos>| -> Vec<Pos> {
            p.into_iter().map(|p| c + super::rotate_vector(p - c, turn)).collect()
        };
        out.push(Shape::outline(lines(fortress_trace(c, k)), rule));
        out.push(Shape::Polygon {
            points: lines(fortress_trace(c, k)),
            fill: Some(palette::BLOCK),
            stroke: Some(Stroke::new(self.line_width(0.038), palette::INK).mitred()),
        });
        if lod < Lod::Wash {
            return;
        }
        let court = Rect::from_center_size(c, Vec2::splat(0.24 * k));
        out.push(Shape::Polygon {
            points: lines(rect_points(court)),
            fill: Some(palette::PAPER),
            stroke: Some(Stroke::new(self.line_width(0.026), palette::INK).mitred()),
        });
        if lod >= Lod::Small {
            out.push(Shape::rect(Rect::from_center_size(c, Vec2::splat(0.09 * k)), palette::BLOCKD));
        }
    }

    /// A ring with a dot for each town of a country map.
    pub(super) fn draw_towns(&self, out: &mut Vec<Shape>) {
        let lod = self.style.lod();
        for id in self.art.towns.iter().filter(|id| self.ids.contains(id)) {
            let c = self.art.layout.center(*id);
            if lod <= Lod::Plan {
                out.push(Shape::disc(c, 1.5 / self.style.px, palette::INK));
                continue;
            }
            let r = 0.1_f32.max(3.0 / self.style.px);
            let ring = Some(Stroke::new(self.line_width(0.028), palette::INK));
            out.push(Shape::Circle { center: c, radius: r, fill: Some(palette::PAPER), stroke: ring });
            out.push(Shape::disc(c, r * 0.38, palette::INK));
        }
    }

    /// Mountains along hexsides, with a gap where there is a pass.
    pub(super) fn draw_ridges(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        let lod = self.style.lod();
        for (edge, f) in &self.art.edges {
            if !f.iter().any(|f| f.0 == super::EdgeArt::Ridge) {
                continue;
            }
            let [a, b] = l.edge_ends(*edge);
            if !self.is_in_part(Rect::from_two_pos(a, b).expand(0.4)) {
                continue;
            }
            if lod <= Lod::Plan {
                let s = Stroke::round(0.16_f32.max(2.0 / self.style.px), palette::HACH.alpha(0.7));
                out.push(Shape::line(a, b, s));
                continue;
            }
            let pass = f.iter().any(|f| f.0 == super::EdgeArt::Pass);
            for (from, to) in if pass { vec![(0.0, 0.3), (0.7, 1.0)] } else { vec![(0.0, 1.0)] } {
                self.draw_ridge(out, *edge, a + (b - a) * from, a + (b - a) * to);
            }
        }
    }

    /// A band of mountain ground with small peaks along it.
    fn draw_ridge(&self, out: &mut Vec<Shape>, edge: Edge, a: Pos, b: Pos) {
        let fill = if self.style.contrast { palette::MTN.pale() } else { palette::MTN };
        let fill = match (self.style.mono, self.style.winter) {
            (true, _) => palette::WHITE,
            (_, true) => fill.mix(palette::SNOW, 0.55),
            _ => fill,
        };
        let rim = self.line_width(0.025);
        if !self.style.mono {
            out.push(Shape::line(a, b, Stroke::round(0.27 + 2.0 * rim, palette::MTNSHADE)));
            out.push(Shape::line(a, b, Stroke::round(0.27, fill)));
        }
        if self.style.lod() < Lod::Small {
            return;
        }
        let mut n = Noise::of_edge(edge, 5);
        let apart = if (b - a).x.abs() < 0.1 { 0.24 } else { 0.27 };
        let count = (((b - a).length() / apart).round() as usize).max(1);
        let mut feet: Vec<Pos> =
            (0..count).map(|i| a + (b - a) * ((i as f32 + 0.5) / count as f32)).collect();
        feet.sort_by(|p, q| p.y.total_cmp(&q.y));
        let shade =
            if self.style.winter { palette::MTNSHADE.mix(palette::SNOW, 0.4) } else { palette::MTNSHADE };
        for p in feet {
            let (w, h) = (n.range(0.28, 0.34), n.range(0.22, 0.27));
            self.draw_peak(out, p + vec2(-w / 2.0, h * 0.45), w, h, (fill, shade), &mut n);
        }
    }
}
