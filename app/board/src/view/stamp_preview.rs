//! A part of a map about to be pasted, drawn translucent where it would land.

use super::BoardWidget;
use super::counters::{CounterSpot, flush_meshes};
use crate::art::{MapArt, MapStyle};
use crate::board::{PlacedCounter, place_counters, placed_shapes};
use crate::counter::{self, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::overlay::Highlights;
use crate::raster;
use crate::scene::{Affine, Shape};
use crate::view::tiles::{TileFrame, Tiles};
use egui::{Color32, ColorImage, Painter, vec2};
use engine::hex::{Hex, HexId};
use engine::present::BoardView;
use engine::scenario::{MapDoc, Schema};
use std::sync::Arc;
use std::time::Duration;

/// A part of a map, on a small sheet of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct StampPreview {
    pub map: MapDoc,
    pub schema: Arc<Schema>,
    /// Hexes whose ground is pasted.
    pub ground: Vec<HexId>,
    pub view: BoardView,
    /// The hex of the small sheet that lies under the pointer.
    pub origin: Hex,
}

impl StampPreview {
    /// A small picture, no larger than this many pixels.
    pub fn thumbnail(&self, width: f32, height: f32) -> ColorImage {
        let art = MapArt::new(&self.map, &self.schema).cut_out(&self.ground);
        let placed = place_counters(&art.layout, &self.view);
        let hexes = self.ground.iter().map(|id| art.layout.center(*id));
        let spots: Vec<Pos> = hexes.chain(placed.iter().map(|p| p.center)).collect();
        if spots.is_empty() {
            return ColorImage::filled([1, 1], Color32::TRANSPARENT);
        }
        let of = Rect::from_points(&spots).expand(1.05);
        let k = (width / of.width()).min(height / of.height()).min(40.0);
        let style = MapStyle { px: k, frame: false, numbers: false, ..MapStyle::default() };
        let mut shapes = art.shapes_in(of, &style);
        for p in &placed {
            let Some(c) = self.view.counters.get(p.index) else { continue };
            shapes.extend(placed_shapes(&art.layout, p, c, k, &CounterStyle::default()));
        }
        let refs: Vec<&Shape> = shapes.iter().collect();
        let map = raster::rasterise_shapes(&refs, of, k);
        ColorImage::from_rgba_premultiplied([map.width() as usize, map.height() as usize], map.data())
    }
}

/// Art and textures kept from frame to frame.
pub(super) struct StampCache {
    of: Arc<StampPreview>,
    art: MapArt,
    tiles: Tiles,
    placed: Vec<PlacedCounter>,
}

impl StampCache {
    fn new(of: &Arc<StampPreview>) -> Self {
        let art = MapArt::new(&of.map, &of.schema).cut_out(&of.ground);
        let placed = place_counters(&art.layout, &of.view);
        Self { of: of.clone(), art, tiles: Tiles::default(), placed }
    }

    /// From its own sheet to the screen.
    fn to_screen(&self, at: Hex, layout: &Layout, to: &Affine, ppp: f32) -> Affine {
        let by = layout.center_of(at) - self.art.layout.center_of(self.of.origin);
        // On whole pixels, like the map below.
        let shift = to.shift + by * to.scale();
        let whole = |v: f32| (v * ppp).round() / ppp;
        Affine::new(vec2(whole(shift.x), whole(shift.y)), to.scale(), 0.0)
    }
}

/// Opacity: what the paste would cover still shows through.
const SEEN: f32 = 0.82;

impl BoardWidget {
    /// Draws the ground of the stamp. True if tiles are still missing.
    pub(super) fn paint_stamp_ground(
        &mut self,
        painter: &Painter,
        lights: &Highlights,
        below: &TileFrame<'_>,
    ) -> bool {
        let Some((of, at)) = &lights.stamp else {
            self.stamp = None;
            return false;
        };
        let mut cache = match self.stamp.take() {
            Some(h) if Arc::ptr_eq(&h.of, of) => h,
            _ => StampCache::new(of),
        };
        let to_screen = cache.to_screen(*at, &below.art.layout, &below.to_screen, below.ppp);
        let frame = TileFrame {
            art: &cache.art,
            style: MapStyle { frame: false, numbers: false, ..below.style },
            to_screen,
            screen: below.screen,
            ppp: below.ppp,
            settled: below.settled,
            budget: Duration::from_millis(6),
            tint: Color32::WHITE.gamma_multiply(SEEN),
        };
        let missing = cache.tiles.paint_tiles(&painter.with_clip_rect(self.sheet_on_screen(below)), &frame);
        self.stamp = Some(cache);
        missing
    }

    /// The part of the screen covered by the map.
    fn sheet_on_screen(&self, below: &TileFrame<'_>) -> Rect {
        let sheet = below.art.layout.sheet_rect();
        let to = &below.to_screen;
        Rect::from_min_max(to.apply(sheet.min), to.apply(sheet.max)).intersect(self.screen)
    }

    /// Draws the counters of the stamp. True if pictures are missing.
    pub(super) fn paint_stamp_counters(
        &mut self,
        painter: &Painter,
        lights: &Highlights,
        layout: &Layout,
        sheet_to: &Affine,
    ) -> bool {
        let (Some((_, at)), Some(cache)) = (&lights.stamp, self.stamp.take()) else { return false };
        let ppp = painter.ctx().pixels_per_point();
        let to = cache.to_screen(*at, layout, sheet_to, ppp);
        let by = layout.center_of(*at) - cache.art.layout.center_of(cache.of.origin);
        let sheet = layout.sheet_rect();
        let (mut missing, mut meshes) = (false, Vec::new());
        for p in cache.placed.iter().filter(|p| sheet.contains(p.center + by)) {
            let Some(c) = cache.of.view.counters.get(p.index) else { continue };
            if !self.screen.expand(60.0).contains(to.apply(p.center)) {
                continue;
            }
            if p.hexes.is_empty() {
                let place = CounterSpot { middle: to.apply(p.center), ppp, late: false };
                missing |= !self.paint_counter(painter, &mut meshes, layout, (c, p), &place, SEEN);
                continue;
            }
            let style = CounterStyle { letters: self.high_contrast, ..CounterStyle::default() };
            let mut shapes = counter::long_shapes(c, &p.hexes, &cache.art.layout, self.camera.zoom, &style);
            let moved = Affine::new(by, 1.0, 0.0);
            shapes.iter_mut().for_each(|s| {
                s.recolour(&|c| c.alpha(SEEN));
                *s = s.transformed(&moved);
            });
            self.paint_shapes(painter, &shapes, sheet_to);
        }
        flush_meshes(painter, &mut meshes);
        self.stamp = Some(cache);
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::hex::{Grid, Numbering, Orientation, Shove};

    #[test]
    fn a_thumbnail_shows_the_part_and_nothing_around_it() {
        let (orientation, shove, numbering) = (Orientation::PointyTop, Shove::Odd, Numbering::default());
        let grid = Grid { orientation, shove, cols: 9, rows: 9, numbering };
        let mut stamp = StampPreview {
            map: MapDoc::blank(grid, "lake"),
            schema: Arc::default(),
            ground: vec![HexId(40), HexId(41)],
            view: BoardView::default(),
            origin: grid.hex(HexId(40)),
        };
        let small = stamp.thumbnail(60.0, 40.0);
        assert!(small.width() <= 61 && small.height() <= 41);
        let [w, h] = small.size;
        assert_eq!(small[(0, 0)].a(), 0, "beyond the hexes there is nothing");
        assert_eq!(small[(w / 2, h / 2)].a(), 255);
        stamp.ground.clear();
        assert_eq!(stamp.thumbnail(60.0, 40.0).size, [1, 1]);
    }
}
