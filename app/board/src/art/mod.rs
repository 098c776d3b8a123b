//! The map as shapes: washes, marks, rivers, roads, hachures, names.
//!
//! [`MapArt`] is read once from a document; it then gives the shapes of any part of the sheet at any scale, so that the
//! screen can draw in tiles what paper draws whole.

mod built;
pub(crate) mod chains;
mod edges;
mod ground;
mod kinds;
mod labels;
mod marks;
mod noise;
mod places;
mod renew;
mod water;

pub use kinds::{EdgeArt, Ground, RotationRule, terrain_rotation_rule};
pub use labels::NameBox;
pub use places::COUNTRY_M;
pub(crate) use places::fortress_trace;
pub use renew::Changed;

use crate::layout::{Layout, Pos, Rect};
use crate::palette::{self, Rgba};
use crate::paper;
use crate::scene::{Scene, Shape, Stroke, rect_points};
use egui::{Vec2, vec2};
use engine::hex::{Dir, Edge, Hex, HexId};
use engine::scenario::{Label, MapDoc, Schema};
use std::collections::BTreeMap;

/// How much is drawn, by the hex radius in pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lod {
    /// Under 10: flat washes, rivers, borders.
    Flat,
    /// 10 to 18: a faint grid from 13 on, bands for slopes, squares for villages.
    Plan,
    /// 18 to 24: washes with rims, single rivers, no minor roads.
    Wash,
    /// 24 to 34: no hex numbers, few clumps.
    Small,
    /// 34 to 48: no ripples, no reeds, fewer hachures.
    Medium,
    /// 48 to 90: everything.
    Full,
    /// Over 90: names stop growing.
    Large,
}

/// Least hex radius in pixels at which the grid is drawn.
const LEAST_GRID: f32 = 13.0;

/// Where more detail is wanted: least hex radius in pixels for hex numbers, and their least height.
const LEAST_NUMBERED: f32 = 15.0;
const LEAST_NUMBER: f32 = 8.0;

impl Lod {
    pub fn of(px_per_r: f32) -> Self {
        match px_per_r {
            p if p < 10.0 => Self::Flat,
            p if p < 18.0 => Self::Plan,
            p if p < 24.0 => Self::Wash,
            p if p < 34.0 => Self::Small,
            p if p < 48.0 => Self::Medium,
            p if p <= 90.0 => Self::Full,
            _ => Self::Large,
        }
    }
}

/// How the map is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MapStyle {
    /// Hex radius in pixels; the level of detail and least widths follow it.
    pub px: f32,
    pub grid: bool,
    pub numbers: bool,
    pub labels: bool,
    /// Names are drawn at every zoom, whatever their kind.
    pub all_names: bool,
    /// How many times larger hexes seem to [`MapStyle::lod`] and to hex numbers.
    pub detail: f32,
    pub winter: bool,
    /// Black and white, for paper: white ground, black marks, initials and levels.
    pub mono: bool,
    /// On paper: the hex radius in millimetres, for least line widths and letter sizes.
    pub paper: Option<f32>,
    /// Paler washes, thicker outlines, black grid and names.
    pub contrast: bool,
    /// Draws the double frame line around the sheet.
    pub frame: bool,
    /// Least size of numbers, letters and names in hex units, for paper.
    pub least: f32,
}

impl Default for MapStyle {
    fn default() -> Self {
        Self {
            px: 62.0,
            grid: true,
            numbers: true,
            labels: true,
            all_names: false,
            detail: 1.0,
            winter: false,
            mono: false,
            paper: None,
            contrast: false,
            frame: true,
            least: 0.0,
        }
    }
}

impl MapStyle {
    pub fn at_scale(px: f32) -> Self {
        Self { px, ..Self::default() }
    }

    pub fn lod(&self) -> Lod {
        Lod::of(self.px * self.detail)
    }

    /// A line width in hex units: a fraction of R, at least 0.75 px, at most twice its pixels at R = 62.
    pub fn line_width(&self, fraction: f32) -> f32 {
        let px = self.px.max(0.5);
        // High contrast adds a pixel to every line.
        let more = if self.contrast { 1.0 / px } else { 0.0 };
        (fraction.min(fraction * 124.0 / px)).max(0.75 / px) + more
    }

    /// Whether hex numbers are drawn: where they can be read.
    fn has_numbers(&self) -> bool {
        self.numbers && (Lod::of(self.px) >= Lod::Medium || (self.detail > 1.0 && self.px >= LEAST_NUMBERED))
    }

    /// The size of hex numbers in hex units; where more detail is wanted they keep a size that can be read.
    fn number_size(&self) -> f32 {
        let least = if self.detail > 1.0 { LEAST_NUMBER / self.px } else { 0.0 };
        0.165_f32.min(0.165 * 93.0 / self.px).max(least).max(self.least_text())
    }

    /// The least letter size in hex units: none on screen, 7 points on paper.
    pub fn least_text(&self) -> f32 {
        self.paper.map_or(0.0, |mm| paper::LEAST_TEXT_MM / mm).max(self.least)
    }

    /// Prepares finished shapes for paper: least widths, and black and white where wanted.
    pub fn finish_shapes(&self, shapes: &mut Vec<Shape>) {
        match self.paper {
            Some(mm) if self.mono => paper::prepare_for_paper(shapes, mm, paper::Style::Mono),
            Some(mm) => paper::prepare_for_paper(shapes, mm, paper::Style::Colour),
            None if self.mono => paper::black_and_white(shapes),
            None => {}
        }
    }
}

/// Width of the frame around the hexes, in hex units.
pub const FRAME: f32 = 0.17;

/// A map read for drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct MapArt {
    pub layout: Layout,
    ground: Vec<Ground>,
    /// Letters of the terrains in the map's palette; `kind` has the palette index of each hex.
    letters: Vec<String>,
    kind: Vec<u8>,
    level: Vec<i8>,
    turned: std::sync::Arc<BTreeMap<Hex, u8>>,
    edges: BTreeMap<Edge, Vec<(EdgeArt, Option<Hex>)>>,
    roads: BTreeMap<Edge, bool>,
    labels: Vec<Label>,
    rivers: Vec<chains::Course>,
    streams: Vec<chains::Course>,
    borders: Vec<chains::Course>,
    /// Borders that are still drawn where hexes are small.
    great_borders: Vec<chains::Course>,
    sounds: Vec<chains::Course>,
    waterways: Vec<chains::Course>,
    towns: Vec<HexId>,
    /// Which hexes are drawn; `None` means all.
    shown: Option<Vec<bool>>,
    /// The document it was read from, to find what has changed since.
    from: MapDoc,
    rules: String,
}

impl MapArt {
    pub fn new(doc: &MapDoc, schema: &Schema) -> Self {
        let layout = Layout::new(doc.grid);
        let (kinds, letters): (Vec<Ground>, Vec<String>) =
            doc.palette.iter().map(|name| kinds::terrain_ground(name, schema)).unzip();
        let kind: Vec<u8> = doc.grid.ids().map(|id| doc.terrain.get(id.index()).unwrap_or(0)).collect();
        let ground: Vec<Ground> =
            kind.iter().map(|k| kinds.get(*k as usize).copied().unwrap_or(Ground::Unknown)).collect();
        let level = doc.grid.ids().map(|id| drawn_level(doc.level_at(id), ground[id.index()])).collect();
        let edges = doc.edges.iter().map(|(e, f)| (*e, renew::edge_features(f, schema))).collect();
        let roads = doc.roads.iter().map(|(e, class)| (*e, kinds::is_major_road(*class, schema))).collect();
        let mut art = Self {
            layout,
            ground,
            letters,
            kind,
            level,
            turned: doc.turned.clone(),
            edges,
            roads,
            labels: doc.labels.to_vec(),
            rivers: Vec::new(),
            streams: Vec::new(),
            borders: Vec::new(),
            great_borders: Vec::new(),
            sounds: Vec::new(),
            waterways: Vec::new(),
            towns: Vec::new(),
            shown: None,
            from: doc.clone(),
            rules: schema.ruleset.clone(),
        };
        art.join_courses(EdgeArt::River);
        art.join_courses(EdgeArt::Stream);
        art.join_courses(EdgeArt::Water);
        art.join_borders();
        art.join_waterways();
        art.towns = Self::find_towns(doc, &layout, &art.ground);
        art
    }

    /// Keeps only the ground of these hexes; the others become transparent. Hexside features, roads and names stay.
    pub fn cut_out(mut self, hexes: &[HexId]) -> Self {
        let mut shown = vec![false; self.layout.grid.len()];
        for id in hexes {
            if let Some(s) = shown.get_mut(id.index()) {
                *s = true;
            }
        }
        self.shown = Some(shown);
        self
    }

    fn is_shown(&self, id: HexId) -> bool {
        self.shown.as_ref().is_none_or(|s| s.get(id.index()).copied().unwrap_or(false))
    }

    /// The sheet with its frame.
    pub fn bounds(&self, style: &MapStyle) -> Rect {
        self.layout.sheet_rect().expand(if style.frame { FRAME } else { 0.0 })
    }

    /// How the ground of a hex is drawn.
    pub fn ground_at(&self, hex: Hex) -> Option<Ground> {
        let id = self.layout.grid.id(hex).filter(|id| self.is_shown(*id))?;
        self.ground.get(id.index()).copied()
    }

    fn level_at(&self, hex: Hex) -> Option<i8> {
        let id = self.layout.grid.id(hex).filter(|id| self.is_shown(*id))?;
        self.level.get(id.index()).copied()
    }

    /// The wash of a hex.
    fn wash_of(&self, id: HexId, style: &MapStyle) -> Rgba {
        let (Some(g), Some(l)) = (self.ground.get(id.index()), self.level.get(id.index())) else {
            return palette::PAPER;
        };
        if style.mono {
            return palette::WHITE;
        }
        let wash = g.wash_on_level(*l);
        let wash = match (style.winter, g.is_water()) {
            (true, true) => palette::ICE,
            (true, false) => wash.mix(palette::SNOW, 0.55),
            _ => wash,
        };
        if style.contrast { wash.pale() } else { wash }
    }

    /// The shapes of a part of the sheet, in painting order.
    pub fn shapes_in(&self, part: Rect, style: &MapStyle) -> Vec<Shape> {
        let mut out = Vec::new();
        let sheet = self.layout.sheet_rect();
        if self.layout.grid.is_empty() || self.ground.is_empty() {
            return out;
        }
        let paper = match (style.mono, style.winter) {
            (true, _) => palette::WHITE,
            (_, true) => palette::PAPER.mix(palette::SNOW, 0.55),
            _ if style.contrast => palette::PAPER.pale(),
            _ => palette::PAPER,
        };
        let mut ids = self.layout.ids_in(part, 0.4);
        if self.shown.is_some() {
            ids.retain(|id| self.is_shown(*id));
            let hex = |id: &HexId| self.layout.corners_of(self.layout.grid.hex(*id), 1.006);
            out.extend(ids.iter().map(|id| Shape::polygon(hex(id), paper)));
        } else {
            out.push(Shape::rect(sheet, paper));
        }
        let cx = Brush { art: self, style, ids: &ids, part };
        cx.draw_all(&mut out);
        if style.frame {
            draw_frame(&mut out, sheet, style);
        }
        style.finish_shapes(&mut out);
        out
    }

    /// The wash colour of every hex, for the smallest pictures.
    pub fn wash_colours(&self, style: &MapStyle) -> Vec<(Pos, Rgba)> {
        self.layout.grid.ids().map(|id| (self.layout.center(id), self.wash_of(id, style))).collect()
    }
}

/// The level to draw: a hill stands one level above its ground.
fn drawn_level(level: i8, ground: Ground) -> i8 {
    level.saturating_add(i8::from(ground == Ground::Hill))
}

/// The arguments of one call of [`MapArt::shapes_in`].
struct Brush<'a> {
    art: &'a MapArt,
    style: &'a MapStyle,
    ids: &'a [HexId],
    part: Rect,
}

impl Brush<'_> {
    fn draw_all(&self, out: &mut Vec<Shape>) {
        let lod = self.style.lod();
        self.draw_washes(out);
        if lod > Lod::Plan {
            self.draw_rims(out);
        }
        if lod > Lod::Flat {
            self.draw_shores(out);
        }
        self.draw_waterways(out);
        if self.style.grid && self.style.px >= LEAST_GRID {
            self.draw_grid(out);
        }
        self.draw_slopes(out);
        if lod >= Lod::Small {
            self.draw_ground_marks(out);
        }
        if lod > Lod::Flat {
            self.draw_roads(out);
        }
        self.draw_ridges(out);
        self.draw_rivers(out);
        self.draw_borders(out);
        if lod > Lod::Flat {
            self.draw_works(out);
            self.draw_crossings(out);
        }
        self.draw_buildings(out);
        self.draw_towns(out);
        if lod >= Lod::Small {
            self.draw_trees(out);
        }
        if self.style.mono && lod > Lod::Flat {
            self.draw_letters(out);
        }
        if self.style.has_numbers() {
            self.draw_numbers(out);
        }
        if self.draws_names() {
            self.draw_names(out);
        }
    }

    fn line_width(&self, fraction: f32) -> f32 {
        self.style.line_width(fraction)
    }

    fn hex_of(&self, id: HexId) -> Hex {
        self.art.layout.grid.hex(id)
    }

    /// Rotation of the ground's picture from its default, in radians.
    fn hex_rotation(&self, id: HexId) -> f32 {
        let sixths = self.art.turned.get(&self.hex_of(id)).copied().unwrap_or(0);
        f32::from(sixths) * std::f32::consts::FRAC_PI_3
    }

    fn ground_of(&self, id: HexId) -> Ground {
        self.art.ground.get(id.index()).copied().unwrap_or(Ground::Unknown)
    }

    /// Every hex of the part with each direction and the neighbour there, which may lie beyond the sheet.
    fn hex_edges(&self) -> impl Iterator<Item = (HexId, Hex, Dir, Hex)> + '_ {
        self.ids.iter().flat_map(move |id| {
            let hex = self.hex_of(*id);
            Dir::ALL.into_iter().map(move |d| (*id, hex, d, hex.step(d)))
        })
    }

    fn draw_grid(&self, out: &mut Vec<Shape>) {
        let l = &self.art.layout;
        let faint = if self.style.lod() > Lod::Plan { 1.0 } else { 0.7 };
        let ink =
            if self.style.contrast { palette::INK.alpha(0.8) } else { palette::INK3.alpha(0.5 * faint) };
        let stroke = Stroke::new(self.line_width(0.016), ink);
        for (_, hex, d, other) in self.hex_edges() {
            // Each hexside once: in the first three directions, or where there is no neighbour.
            if d.0 < 3 || !l.grid.contains_hex(other) {
                let [a, b] = l.edge_ends(Edge::new(hex, d));
                out.push(Shape::line(a, b, stroke.clone()));
            }
        }
    }

    fn is_in_part(&self, r: Rect) -> bool {
        r.intersects(self.part.expand(0.3))
    }
}

/// Rotates a vector clockwise, with y pointing down.
fn rotate_vector(v: Vec2, angle: f32) -> Vec2 {
    let (s, c) = angle.sin_cos();
    vec2(c * v.x - s * v.y, s * v.x + c * v.y)
}

/// Covers what overflows the sheet and draws the double frame line.
fn draw_frame(out: &mut Vec<Shape>, sheet: Rect, style: &MapStyle) {
    let (mat, ink) =
        if style.mono { (palette::WHITE, palette::MARKINK) } else { (palette::PAPER2, palette::INK) };
    let far = 2.5;
    let outer = sheet.expand(FRAME);
    for r in [
        Rect::from_min_max(outer.min - Vec2::splat(far), outer.max.to_vec2().to_pos2() + vec2(far, 0.0))
            .with_max_y(sheet.min.y),
        Rect::from_min_max(outer.min - Vec2::splat(far), outer.max + Vec2::splat(far))
            .with_min_y(sheet.max.y),
        Rect::from_min_max(outer.min - Vec2::splat(far), outer.max + Vec2::splat(far))
            .with_max_x(sheet.min.x),
        Rect::from_min_max(outer.min - Vec2::splat(far), outer.max + Vec2::splat(far))
            .with_min_x(sheet.max.x),
    ] {
        out.push(Shape::rect(r, mat));
    }
    let rule = |at: f32, w: f32| {
        Shape::outline(rect_points(sheet.expand(at)), Stroke::new(style.line_width(w), ink).mitred())
    };
    if style.lod() > Lod::Flat {
        out.push(rule(0.073, 0.013));
    }
    out.push(rule(FRAME - 0.025, 0.042));
}

/// The whole map as a scene.
pub fn map_scene(doc: &MapDoc, schema: &Schema, style: &MapStyle) -> Scene {
    let art = MapArt::new(doc, schema);
    let bounds = art.bounds(style);
    Scene { shapes: art.shapes_in(bounds, style), bounds }
}

#[cfg(test)]
mod tests;
