//! Small pictures of what a tool draws, made by the board's own art.

use board::art::{MapArt, MapStyle, map_scene};
use board::counter::{CounterStyle, counter_shapes};
use board::scene::{Affine, Scene};
use egui::{Rect, Ui, vec2};
use engine::hex::{Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::present::CounterView;
use engine::scenario::{EdgeFeature, MapDoc, Schema, Slope};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pictures by kind, made once.
#[derive(Default)]
pub struct Swatches {
    terrain: BTreeMap<(String, u8), Scene>,
    sides: BTreeMap<String, Scene>,
    roads: BTreeMap<u8, Scene>,
}

fn blank_map(cols: u16, rows: u16, terrain: &str) -> MapDoc {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols,
        rows,
        numbering: Numbering::ccrr(),
    };
    MapDoc::blank(grid, terrain)
}

const STYLE: MapStyle = MapStyle {
    px: 48.0,
    grid: true,
    numbers: false,
    labels: false,
    all_names: false,
    detail: 1.0,
    winter: false,
    mono: false,
    paper: None,
    contrast: false,
    frame: false,
    least: 0.0,
};

impl Swatches {
    /// A hex of the terrain, rotated by so many sixths.
    pub fn terrain(&mut self, ui: &Ui, rect: Rect, schema: &Schema, id: &str, turn: u8) {
        let scene = self.terrain.entry((id.to_owned(), turn)).or_insert_with(|| {
            let mut doc = blank_map(1, 1, id);
            doc.set_turned(doc.grid.hex(HexId(0)), turn);
            // A hex on whatever ground the panel has.
            let art = MapArt::new(&doc, schema).cut_out(&[HexId(0)]);
            let bounds = art.bounds(&STYLE);
            Scene { shapes: art.shapes_in(bounds, &STYLE), bounds }
        });
        paint_whole(ui, rect, scene);
    }

    /// The hexside between two hexes, one above the other.
    pub fn side(&mut self, ui: &Ui, rect: Rect, schema: &Schema, id: &str) {
        let none = schema.slope(id) == Some(Slope::None);
        let scene = self.sides.entry(id.to_owned()).or_insert_with(|| {
            let mut doc = plain_map(schema, 1, 2);
            let (top, low) = (doc.grid.hex(HexId(0)), doc.grid.hex(HexId(1)));
            let kind = if none { slope_kind(schema) } else { id };
            let directed = schema.edge(kind).is_some_and(|k| k.directed);
            if let Some(e) = Edge::between(top, low) {
                let feature =
                    |kind: &str| EdgeFeature { kind: kind.to_owned(), from: directed.then_some(top) };
                let mut features = vec![feature(kind)];
                // A bridge is drawn with its river.
                let art = |id: &str| schema.edge(id).map_or("", |k| k.art.as_str());
                if matches!(art(id), "bridge" | "ford")
                    && let Some(water) = schema.edges.iter().find(|k| k.art == "river" || k.art == "stream")
                {
                    features.push(feature(&water.id));
                }
                doc.edges = Arc::new(BTreeMap::from([(e, features)]));
            }
            map_scene(&doc, schema, &STYLE)
        });
        paint_middle(ui, rect, scene);
        if none {
            // A slope crossed out.
            let stroke = egui::Stroke::new(2.0, super::look::colour(super::look::theme(ui).accent));
            ui.painter_at(rect).line_segment([rect.left_bottom(), rect.right_top()], stroke);
        }
    }

    pub fn road(&mut self, ui: &Ui, rect: Rect, schema: &Schema, class: u8) {
        let scene = self.roads.entry(class).or_insert_with(|| {
            let mut doc = plain_map(schema, 3, 1);
            let hexes: Vec<_> = doc.grid.ids().map(|id| doc.grid.hex(id)).collect();
            let roads = hexes.windows(2).filter_map(|w| Edge::between(w[0], w[1])).map(|e| (e, class));
            doc.roads = Arc::new(roads.collect());
            map_scene(&doc, schema, &STYLE)
        });
        paint_middle(ui, rect, scene);
    }
}

/// The rules' first kind of slope.
fn slope_kind(schema: &Schema) -> &str {
    let slope = |k: &&engine::scenario::EdgeKind| schema.slope(&k.id) == Some(Slope::Gentle);
    schema.edges.iter().find(slope).map_or("", |k| k.id.as_str())
}

fn plain_map(schema: &Schema, cols: u16, rows: u16) -> MapDoc {
    blank_map(cols, rows, schema.terrains.first().map_or("", |t| t.id.as_str()))
}

/// A small map, without numbers and names.
pub fn sheet_scene(map: &MapDoc, schema: &Schema) -> Scene {
    map_scene(map, schema, &MapStyle { px: 6.0, grid: false, ..STYLE })
}

/// All of the scene inside the rectangle.
pub fn paint_whole(ui: &Ui, rect: Rect, scene: &Scene) {
    let size = scene.bounds.size().max(vec2(0.1, 0.1));
    paint_scaled(ui, rect, scene, (rect.width() / size.x).min(rect.height() / size.y));
}

/// The middle of the scene, filling the rectangle.
fn paint_middle(ui: &Ui, rect: Rect, scene: &Scene) {
    paint_scaled(ui, rect, scene, rect.width().max(rect.height() * 1.4) / 1.6);
}

fn paint_scaled(ui: &Ui, rect: Rect, scene: &Scene, k: f32) {
    let shift = rect.center().to_vec2() - scene.bounds.center().to_vec2() * k;
    let shapes = board::egui_shapes(ui.ctx(), scene, &Affine::new(shift, k, 0.0));
    ui.painter_at(rect).extend(shapes);
}

/// A counter filling the rectangle.
pub fn paint_counter(ui: &Ui, rect: Rect, c: &CounterView) {
    let side = rect.width().min(rect.height());
    let style = CounterStyle { shadow: false, ..CounterStyle::default() };
    let shapes = counter_shapes(c, side * ui.ctx().pixels_per_point(), &style);
    let mut out = Vec::new();
    board::paint::append_shapes(
        ui.ctx(),
        &shapes,
        &Affine::new(rect.center().to_vec2(), side, 0.0),
        &mut out,
    );
    ui.painter_at(rect.expand(2.0)).extend(out);
}
