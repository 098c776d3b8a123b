//! The static map as textures: rasterised tile by tile and cached.

use crate::art::{MapArt, MapStyle};
use crate::layout::Rect;
use crate::raster;
use crate::scene::{Affine, Shape};
use egui::{Color32, ColorImage, Context, Painter, TextureHandle, TextureOptions, Vec2, pos2, vec2};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Side of a tile in pixels.
pub const TILE: u32 = 256;
/// Most cached tiles, of 256 KB each.
const KEEP: usize = 220;
/// Longest side of the overview in pixels.
const OVERVIEW: f32 = 1024.0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    /// Pixels per R, as bits, so that it can be hashed.
    scale: u32,
    x: i32,
    y: i32,
}

struct Tile {
    picture: Picture,
    used: u64,
}

/// A part of the sheet as a texture, redrawn only where the sheet has changed.
struct Picture {
    texture: TextureHandle,
    /// The part of the sheet it shows.
    of: Rect,
    k: f32,
    /// The part of the sheet that has changed since it was drawn.
    stale: Option<Rect>,
}

impl Picture {
    fn new(ctx: &Context, name: &str, art: &MapArt, (of, k): (Rect, f32), style: &MapStyle) -> Self {
        let texture = ctx.load_texture(name, render_part(art, of, k, style), TextureOptions::LINEAR);
        Self { texture, of, k, stale: None }
    }

    fn mark_stale(&mut self, parts: &[Rect]) {
        for r in parts.iter().filter(|r| r.intersects(self.of)) {
            let cut = r.intersect(self.of);
            self.stale = Some(self.stale.map_or(cut, |s| s.union(cut)));
        }
    }

    /// Redraws what has changed: a patch, or everything if the patch is most of the picture.
    fn redraw_stale(&mut self, art: &MapArt, style: &MapStyle) {
        let Some(stale) = self.stale.take() else { return };
        match stale_patch((self.of, self.k), self.texture.size(), stale) {
            Patch::Nothing => {}
            Patch::Part(at, part) => {
                self.texture.set_partial(at, render_patch(art, part, self.k, style), TextureOptions::LINEAR);
            }
            Patch::Whole => {
                self.texture.set(render_part(art, self.of, self.k, style), TextureOptions::LINEAR)
            }
        }
    }
}

/// The part of a picture to redraw.
enum Patch {
    Nothing,
    /// From this pixel on, this part of the sheet, in whole pixels.
    Part([usize; 2], Rect),
    Whole,
}

/// The pixels of a stale part and one more on each side, because anti-aliasing reaches over the edge.
fn stale_patch((of, k): (Rect, f32), size: [usize; 2], stale: Rect) -> Patch {
    let from = |v: f32, most: usize| (((v * k).floor() as i64 - 1).max(0) as usize).min(most);
    let to = |v: f32, most: usize| (((v * k).ceil() as i64 + 1).max(0) as usize).min(most);
    let (lo, hi) = (stale.min - of.min, stale.max - of.min);
    let (x, y) = (from(lo.x, size[0]), from(lo.y, size[1]));
    let (w, h) = (to(hi.x, size[0]).saturating_sub(x), to(hi.y, size[1]).saturating_sub(y));
    if w == 0 || h == 0 {
        return Patch::Nothing;
    }
    if w * h * 4 > size[0] * size[1] * 3 {
        return Patch::Whole;
    }
    let min = of.min + vec2(x as f32, y as f32) / k;
    Patch::Part([x, y], Rect::from_min_size(min, vec2(w as f32, h as f32) / k))
}

/// All textures of one map.
#[derive(Default)]
pub struct Tiles {
    tiles: HashMap<Key, Tile>,
    overview: Option<Picture>,
    pass: u64,
    /// Scales shown before, newest last; their tiles stand in while current ones are missing.
    scales: Vec<u32>,
    style: Option<MapStyle>,
}

/// What one frame of the map needs.
pub struct TileFrame<'a> {
    pub art: &'a MapArt,
    pub style: MapStyle,
    pub to_screen: Affine,
    pub screen: Rect,
    pub ppp: f32,
    /// The zoom is still, so new tiles are worth making.
    pub settled: bool,
    pub budget: Duration,
    /// Multiplies the colours of the tiles.
    pub tint: Color32,
}

impl Tiles {
    /// The given parts of the sheet have changed.
    pub fn mark_stale(&mut self, parts: &[Rect]) {
        // The order of the map does not matter: all pictures are treated alike.
        let pictures = self.tiles.values_mut().map(|t| &mut t.picture);
        pictures.chain(&mut self.overview).for_each(|p| p.mark_stale(parts));
    }

    /// The whole map as a small texture, made on first use.
    pub fn overview_texture(
        &mut self,
        ctx: &Context,
        art: &MapArt,
        style: &MapStyle,
    ) -> Option<&TextureHandle> {
        let bounds = art.bounds(style);
        if !bounds.is_positive() {
            return None;
        }
        let k = (OVERVIEW / bounds.width().max(bounds.height())).min(8.0);
        let style = MapStyle { px: k, ..*style };
        let make = || Picture::new(ctx, "overview", art, (bounds, k), &style);
        let picture = self.overview.get_or_insert_with(make);
        picture.redraw_stale(art, &style);
        Some(&picture.texture)
    }

    /// Paints the map. True if tiles are still missing.
    pub fn paint_tiles(&mut self, painter: &Painter, f: &TileFrame<'_>) -> bool {
        self.pass += 1;
        let base = MapStyle { px: 0.0, ..f.style };
        if self.style.is_some_and(|s| s != base) {
            self.tiles.clear();
            self.overview = None;
        }
        self.style = Some(base);
        let bounds = f.art.bounds(&f.style);
        if !bounds.is_positive() {
            return false;
        }
        let wanted = self.tiles_in_view(f, bounds);
        let current = (f.to_screen.scale() * f.ppp).to_bits();
        let made = self.make_tiles(painter.ctx(), f, &wanted);
        let missing = wanted.iter().any(|k| self.tiles.get(k).is_none_or(|t| t.picture.stale.is_some()));
        if wanted.iter().any(|k| !self.tiles.contains_key(k)) {
            self.paint_stand_ins(painter, f, bounds, current);
        }
        for key in &wanted {
            self.paint_tile(painter, f, bounds, key);
        }
        if !missing {
            self.scales.retain(|s| *s != current);
            self.scales.push(current);
            if self.scales.len() > 3 {
                self.scales.remove(0);
            }
        }
        if made > 0 {
            self.evict_oldest();
        }
        missing
    }

    /// Tiles in view at the current scale, nearest the middle first.
    fn tiles_in_view(&self, f: &TileFrame<'_>, bounds: Rect) -> Vec<Key> {
        let scale = f.to_screen.scale() * f.ppp;
        let unit = TILE as f32 / scale;
        let seen = visible_sheet(f).intersect(bounds);
        if !seen.is_positive() {
            return Vec::new();
        }
        let cells = |lo: f32, hi: f32| ((lo / unit).floor() as i32)..=(((hi - 1e-4) / unit).floor() as i32);
        let (xs, ys) = (cells(seen.min.x, seen.max.x), cells(seen.min.y, seen.max.y));
        let mut out: Vec<Key> =
            ys.flat_map(|y| xs.clone().map(move |x| Key { scale: scale.to_bits(), x, y })).collect();
        let middle = seen.center();
        let far = |k: &Key| tile_rect(k).center().distance_sq(middle);
        out.sort_by(|a, b| far(a).total_cmp(&far(b)));
        out
    }

    fn make_tiles(&mut self, ctx: &Context, f: &TileFrame<'_>, wanted: &[Key]) -> usize {
        if !f.settled {
            return 0;
        }
        let start = Instant::now();
        let mut made = 0;
        for key in wanted {
            let there = self.tiles.get(key);
            if there.is_some_and(|t| t.picture.stale.is_none()) {
                continue;
            }
            // A stale tile may wait longer than a missing one, so that strokes stay responsive.
            let budget = if there.is_some() { f.budget / 2 } else { f.budget };
            if made > 0 && start.elapsed() > budget {
                break;
            }
            let style = MapStyle { px: f.to_screen.scale(), ..f.style };
            if let Some(tile) = self.tiles.get_mut(key) {
                tile.picture.redraw_stale(f.art, &style);
            } else {
                let what = (tile_rect(key), f32::from_bits(key.scale));
                let picture = Picture::new(ctx, "map tile", f.art, what, &style);
                self.tiles.insert(*key, Tile { picture, used: self.pass });
            }
            made += 1;
        }
        made
    }

    /// Paints the overview and tiles of other scales until the right ones exist.
    fn paint_stand_ins(&mut self, painter: &Painter, f: &TileFrame<'_>, bounds: Rect, current: u32) {
        let to = &f.to_screen;
        if let Some(t) = self.overview_texture(painter.ctx(), f.art, &f.style) {
            let r = Rect::from_min_max(to.apply(bounds.min), to.apply(bounds.max));
            painter.image(t.id(), r, FULL, f.tint);
        }
        let near = visible_sheet(f);
        for scale in self.scales.clone().into_iter().filter(|s| *s != current) {
            let mut keys: Vec<Key> = self.tiles.keys().filter(|k| k.scale == scale).copied().collect();
            keys.retain(|k| tile_rect(k).intersects(near));
            keys.sort_by_key(|k| (k.y, k.x));
            for k in keys {
                self.paint_tile(painter, f, bounds, &k);
            }
        }
    }

    fn paint_tile(&mut self, painter: &Painter, f: &TileFrame<'_>, bounds: Rect, key: &Key) {
        let Some(tile) = self.tiles.get_mut(key) else { return };
        tile.used = self.pass;
        let r = tile_rect(key);
        let cut = r.intersect(bounds);
        let on = Rect::from_min_max(f.to_screen.apply(cut.min), f.to_screen.apply(cut.max));
        let uv = Rect::from_min_max(
            ((cut.min - r.min) / r.width()).to_pos2(),
            ((cut.max - r.min) / r.width()).to_pos2(),
        );
        painter.image(tile.picture.texture.id(), on, uv, f.tint);
    }

    fn evict_oldest(&mut self) {
        if self.tiles.len() <= KEEP {
            return;
        }
        let mut ages: Vec<(u64, Key)> = self.tiles.iter().map(|(k, t)| (t.used, *k)).collect();
        ages.sort_by_key(|a| a.0);
        for (_, key) in ages.into_iter().take(self.tiles.len() - KEEP) {
            self.tiles.remove(&key);
        }
    }
}

const FULL: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

fn visible_sheet(f: &TileFrame<'_>) -> Rect {
    let k = f.to_screen.scale();
    let min = (f.screen.min - f.to_screen.shift).to_vec2() / k;
    Rect::from_min_size(min.to_pos2(), f.screen.size() / k)
}

/// The part of the sheet a tile shows. Tiles are counted from the sheet's origin, which the camera puts on a whole
/// pixel, so that every pixel of a tile falls on a pixel of the screen.
fn tile_rect(key: &Key) -> Rect {
    let unit = TILE as f32 / f32::from_bits(key.scale);
    Rect::from_min_size((vec2(key.x as f32, key.y as f32) * unit).to_pos2(), Vec2::splat(unit))
}

fn render_part(art: &MapArt, part: Rect, k: f32, style: &MapStyle) -> ColorImage {
    let shapes = art.shapes_in(part, style);
    let refs: Vec<&Shape> = shapes.iter().collect();
    let map = raster::rasterise_shapes(&refs, part, k);
    ColorImage::from_rgba_premultiplied([map.width() as usize, map.height() as usize], map.data())
}

/// Renders a part with a margin and crops it, because anti-aliasing differs where the edge of a picture clips a shape.
fn render_patch(art: &MapArt, part: Rect, k: f32, style: &MapStyle) -> ColorImage {
    const MORE: usize = 4;
    let wide = render_part(art, part.expand(MORE as f32 / k), k, style);
    let (w, h) = ((part.width() * k).round() as usize, (part.height() * k).round() as usize);
    wide.region_by_pixels([MORE, MORE], [w, h])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::art::Changed;
    use engine::hex::{Dir, Edge, Grid, HexId, Numbering, Orientation, Shove};
    use engine::scenario::{EdgeFeature, MapDoc, Schema};
    use std::sync::Arc;

    fn paste(into: &mut ColorImage, at: [usize; 2], part: &ColorImage) {
        for y in 0..part.size[1] {
            for x in 0..part.size[0] {
                into[(at[0] + x, at[1] + y)] = part[(x, y)];
            }
        }
    }

    #[test]
    fn a_patched_picture_equals_a_full_redraw() {
        let grid = Grid {
            orientation: Orientation::FlatTop,
            shove: Shove::Odd,
            cols: 30,
            rows: 20,
            numbering: Numbering::default(),
        };
        let schema = Schema::default();
        for k in [4.0, 14.0, 30.0] {
            let mut doc = MapDoc::blank(grid, "clear");
            for i in 0..600u16 {
                doc.set_terrain(HexId(i), ["clear", "forest", "hill", "marsh"][i as usize * 7 % 11 % 4]);
            }
            let mut art = MapArt::new(&doc, &schema);
            let style = MapStyle { px: k, ..MapStyle::default() };
            let of = Rect::from_min_size(pos2(3.0, 5.0), Vec2::splat(256.0 / k));
            let mut shown = render_part(&art, of, k, &style);
            let middle = art.layout.hex_at(pos2(7.0, 9.0)).unwrap();
            doc.set_terrain(middle, "town");
            doc.set_terrain(HexId(middle.0 + 1), "hill");
            let side = Edge::new(grid.hex(middle), Dir(2));
            Arc::make_mut(&mut doc.edges)
                .insert(side, vec![EdgeFeature { kind: "river".into(), from: None }]);
            let Changed::Parts(parts) = art.update_from(&doc, &schema) else { panic!("a few parts") };
            let stale = parts.iter().map(|r| r.intersect(of)).reduce(Rect::union).unwrap();
            let anew = render_part(&art, of, k, &style);
            assert_ne!(shown.pixels, anew.pixels, "the change is seen at {k}");
            match stale_patch((of, k), shown.size, stale) {
                Patch::Part(at, part) => paste(&mut shown, at, &render_patch(&art, part, k, &style)),
                Patch::Whole => shown = render_part(&art, of, k, &style),
                Patch::Nothing => panic!("something is to be drawn"),
            }
            let apart = |(a, b): (&Color32, &Color32)| (0..4).any(|i| a[i].abs_diff(b[i]) > 6);
            let wrong = shown.pixels.iter().zip(&anew.pixels).filter(|p| apart(*p)).count();
            assert_eq!(wrong, 0, "at {k} pixels to the hex");
        }
    }

    /// Paints and erases water hex by hex; after each stroke the patched picture must equal a full redraw.
    #[test]
    fn water_painted_stroke_by_stroke_equals_a_full_redraw() {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 12,
            rows: 10,
            numbering: Numbering::default(),
        };
        let schema = Schema::default();
        let k = 18.0;
        let style = MapStyle { px: k, frame: false, ..MapStyle::default() };
        let mut doc = MapDoc::blank(grid, "clear");
        let mut art = MapArt::new(&doc, &schema);
        // A whole number of dots, so that the rim is drawn like the inside.
        let of = art.bounds(&style);
        let of = Rect::from_min_size(of.min, vec2((of.width() * k).floor(), (of.height() * k).floor()) / k);
        let all = |art: &MapArt| render_patch(art, of, k, &style);
        let mut shown = all(&art);
        let mut seed = 11u64;
        let mut die = |n: u64| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 33) % n
        };
        let mut at = grid.hex_at(5, 0);
        for round in 0..160 {
            // The stroke wanders down the sheet; now and then a hex becomes dry again, or a bridge.
            let next = at.step(Dir([1, 2, 2, 3, 1, 0][die(6) as usize]));
            at = if grid.contains_hex(next) { next } else { grid.hex_at(die(12) as u16, die(3) as u16) };
            let kind = ["waterway", "waterway", "waterway", "waterway", "clear", "bridge"][die(6) as usize];
            doc.set_terrain(grid.id(at).unwrap(), kind);
            let Changed::Parts(parts) = art.update_from(&doc, &schema) else { panic!("a few parts") };
            for part in parts.iter().filter(|r| r.intersects(of)) {
                match stale_patch((of, k), shown.size, part.intersect(of)) {
                    Patch::Part(dot, part) => paste(&mut shown, dot, &render_patch(&art, part, k, &style)),
                    Patch::Whole => shown = all(&art),
                    Patch::Nothing => {}
                }
            }
            let anew = all(&art);
            // Anti-aliasing of rims may differ in a few pixels; a wrong bend differs in dozens, and by far more.
            let apart = |(a, b): (&Color32, &Color32)| (0..4).any(|i| a[i].abs_diff(b[i]) > 64);
            let wrong = shown.pixels.iter().zip(&anew.pixels).filter(|p| apart(*p)).count();
            assert!(wrong < 12, "{wrong} dots differ after dab {round}");
        }
    }
}
