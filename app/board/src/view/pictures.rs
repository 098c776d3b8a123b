//! Counters and maps outside the board: in lists, docks and galleries.

use super::atlas::{self, Atlas};
use crate::art::MapArt;
use crate::board::{BoardStyle, PlacedCounter, play_shapes};
use crate::layout::{Layout, Pos, Rect};
use crate::overlay::Highlights;
use crate::raster;
use crate::scene::Shape;
use egui::{Color32, ColorImage, Painter, Response, Sense, Ui, Vec2};
use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
use engine::present::{BoardView, CounterView};
use engine::scenario::{MapDoc, Schema};

/// Draws single counters into the interface; keep one instance, it caches pictures.
#[derive(Default)]
pub struct CounterPictures {
    atlas: Atlas,
}

impl CounterPictures {
    /// A clickable counter, with its description for screen readers.
    pub fn show_counter(&mut self, ui: &mut Ui, c: &CounterView, side: f32) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &c.line));
        self.paint_counter(ui.painter(), c, rect.center(), side);
        response
    }

    /// A counter centred on a point.
    pub fn paint_counter(&mut self, painter: &Painter, c: &CounterView, middle: Pos, side: f32) {
        let ppp = painter.ctx().pixels_per_point();
        let p = PlacedCounter::single(0, HexId(0), Pos::ZERO, 1.0);
        let high = crate::palette::is_high_contrast(&painter.ctx().global_style().visuals);
        let look = atlas::look_hash(c, &p, high);
        let px = (side * ppp).round().max(2.0) as u32;
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 1,
            rows: 1,
            numbering: Numbering::default(),
        };
        let layout = Layout::new(grid);
        let spot = match self.atlas.find_spot(look, px) {
            None => self.atlas.make_picture(painter.ctx(), &layout, (c, &p, high), look, px),
            found => found,
        };
        let mut meshes = Vec::new();
        if let Some(s) = spot {
            self.atlas.add_quad(&mut meshes, s, middle, side, ppp, Color32::WHITE);
        }
        super::counters::flush_meshes(painter, &mut meshes);
    }
}

/// A picture of a whole board that fits into this many pixels.
pub fn board_thumbnail(
    doc: &MapDoc,
    schema: &Schema,
    view: &BoardView,
    width: usize,
    height: usize,
) -> ColorImage {
    let art = MapArt::new(doc, schema);
    let mut style = BoardStyle::at_scale(10.0);
    let bounds = art.bounds(&style.map);
    if !bounds.is_positive() || width == 0 || height == 0 {
        return ColorImage::filled([width.max(1), height.max(1)], Color32::TRANSPARENT);
    }
    let k = (width as f32 / bounds.width()).min(height as f32 / bounds.height());
    style.map.px = k;
    let mut shapes = art.shapes_in(bounds, &style.map);
    shapes.extend(play_shapes(&art.layout, view, &Highlights::default(), &style));
    let refs: Vec<&Shape> = shapes.iter().collect();
    let map = raster::rasterise_shapes(&refs, Rect::from_min_max(bounds.min, bounds.max), k);
    ColorImage::from_rgba_premultiplied([map.width() as usize, map.height() as usize], map.data())
}
