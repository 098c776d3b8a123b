//! The still map as textures: rasterised piece by piece, kept while they are of use.

use crate::art::{MapArt, MapStyle};
use crate::layout::Rect;
use crate::raster;
use crate::scene::{Affine, Shape};
use egui::{Color32, ColorImage, Context, Painter, TextureHandle, TextureOptions, Vec2, pos2, vec2};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Side of a tile in pixels.
pub const TILE: u32 = 256;
/// Tiles kept at most: 256 KB each.
const KEEP: usize = 220;
/// Longest side of the overview in pixels.
const OVERVIEW: f32 = 1024.0;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    /// The scale in pixels to R, as bits.
    scale: u32,
    x: i32,
    y: i32,
}

struct Tile {
    texture: TextureHandle,
    used: u64,
    stale: bool,
}

/// All textures of one map.
#[derive(Default)]
pub struct Tiles {
    tiles: HashMap<Key, Tile>,
    overview: Option<TextureHandle>,
    overview_stale: bool,
    pass: u64,
    /// Scales shown before, newest last, to stand in while tiles are missing.
    scales: Vec<u32>,
    style: Option<MapStyle>,
}

/// What one frame of the map needs.
pub struct Frame<'a> {
    pub art: &'a MapArt,
    pub style: MapStyle,
    pub to_screen: Affine,
    pub screen: Rect,
    pub ppp: f32,
    /// The zoom has come to rest: new tiles are worth making.
    pub settled: bool,
    pub budget: Duration,
}

impl Tiles {
    /// Forgets tiles that show any of the given parts of the sheet, or all.
    pub fn spoil(&mut self, parts: Option<&[Rect]>) {
        self.overview_stale = true;
        // Order does not matter: every tile is asked the same.
        #[expect(clippy::iter_over_hash_type)]
        for (key, tile) in &mut self.tiles {
            let hit = parts.is_none_or(|p| p.iter().any(|r| r.intersects(region(key))));
            tile.stale |= hit;
        }
    }

    /// The whole map, small; made when first asked for.
    pub fn overview(&mut self, ctx: &Context, art: &MapArt, style: &MapStyle) -> Option<&TextureHandle> {
        if self.overview.is_none() || self.overview_stale {
            let bounds = art.bounds(style);
            if !bounds.is_positive() {
                return None;
            }
            let k = (OVERVIEW / bounds.width().max(bounds.height())).min(8.0);
            let image = render(art, bounds, k, &MapStyle { px: k, ..*style });
            self.overview = Some(ctx.load_texture("overview", image, TextureOptions::LINEAR));
            self.overview_stale = false;
        }
        self.overview.as_ref()
    }

    /// Paints the map. Says whether tiles are still missing.
    pub fn paint(&mut self, painter: &Painter, f: &Frame<'_>) -> bool {
        self.pass += 1;
        let base = MapStyle { px: 0.0, ..f.style };
        if self.style.is_some_and(|s| s != base) {
            self.tiles.clear();
            self.overview_stale = true;
        }
        self.style = Some(base);
        let bounds = f.art.bounds(&f.style);
        if !bounds.is_positive() {
            return false;
        }
        let wanted = self.wanted(f, bounds);
        let current = (f.to_screen.scale() * f.ppp).to_bits();
        let made = self.make(painter.ctx(), f, &wanted);
        let missing = wanted.iter().any(|k| self.tiles.get(k).is_none_or(|t| t.stale));
        if wanted.iter().any(|k| !self.tiles.contains_key(k)) {
            self.stand_in(painter, f, bounds, current);
        }
        for key in &wanted {
            self.put(painter, f, bounds, key);
        }
        if !missing {
            self.scales.retain(|s| *s != current);
            self.scales.push(current);
            if self.scales.len() > 3 {
                self.scales.remove(0);
            }
        }
        if made > 0 {
            self.evict();
        }
        missing
    }

    /// Tiles in view at the current scale, nearest the middle first.
    fn wanted(&self, f: &Frame<'_>, bounds: Rect) -> Vec<Key> {
        let scale = f.to_screen.scale() * f.ppp;
        let unit = TILE as f32 / scale;
        let seen = seen(f).intersect(bounds);
        if !seen.is_positive() {
            return Vec::new();
        }
        let cells = |lo: f32, hi: f32| ((lo / unit).floor() as i32)..=(((hi - 1e-4) / unit).floor() as i32);
        let (xs, ys) = (cells(seen.min.x, seen.max.x), cells(seen.min.y, seen.max.y));
        let mut out: Vec<Key> =
            ys.flat_map(|y| xs.clone().map(move |x| Key { scale: scale.to_bits(), x, y })).collect();
        let middle = seen.center();
        let far = |k: &Key| region(k).center().distance_sq(middle);
        out.sort_by(|a, b| far(a).total_cmp(&far(b)));
        out
    }

    fn make(&mut self, ctx: &Context, f: &Frame<'_>, wanted: &[Key]) -> usize {
        if !f.settled {
            return 0;
        }
        let start = Instant::now();
        let mut made = 0;
        for key in wanted {
            if self.tiles.get(key).is_some_and(|t| !t.stale) {
                continue;
            }
            if made > 0 && start.elapsed() > f.budget {
                break;
            }
            let r = region(key);
            let style = MapStyle { px: f.to_screen.scale(), ..f.style };
            let image = render(f.art, r, f32::from_bits(key.scale), &style);
            let old = self.tiles.remove(key);
            let texture = match old {
                Some(mut t) => {
                    t.texture.set(image, TextureOptions::LINEAR);
                    t.texture
                }
                None => ctx.load_texture("map tile", image, TextureOptions::LINEAR),
            };
            self.tiles.insert(*key, Tile { texture, used: self.pass, stale: false });
            made += 1;
        }
        made
    }

    /// The overview and tiles of other scales, until the right ones are there.
    fn stand_in(&mut self, painter: &Painter, f: &Frame<'_>, bounds: Rect, current: u32) {
        let to = &f.to_screen;
        if let Some(t) = self.overview(painter.ctx(), f.art, &f.style) {
            let r = Rect::from_min_max(to.apply(bounds.min), to.apply(bounds.max));
            painter.image(t.id(), r, FULL, Color32::WHITE);
        }
        let near = seen(f);
        for scale in self.scales.clone().into_iter().filter(|s| *s != current) {
            let mut keys: Vec<Key> = self.tiles.keys().filter(|k| k.scale == scale).copied().collect();
            keys.retain(|k| region(k).intersects(near));
            keys.sort_by_key(|k| (k.y, k.x));
            for k in keys {
                self.put(painter, f, bounds, &k);
            }
        }
    }

    fn put(&mut self, painter: &Painter, f: &Frame<'_>, bounds: Rect, key: &Key) {
        let Some(tile) = self.tiles.get_mut(key) else { return };
        tile.used = self.pass;
        let r = region(key);
        let cut = r.intersect(bounds);
        let on = Rect::from_min_max(f.to_screen.apply(cut.min), f.to_screen.apply(cut.max));
        let uv = Rect::from_min_max(
            ((cut.min - r.min) / r.width()).to_pos2(),
            ((cut.max - r.min) / r.width()).to_pos2(),
        );
        painter.image(tile.texture.id(), on, uv, Color32::WHITE);
    }

    fn evict(&mut self) {
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

fn seen(f: &Frame<'_>) -> Rect {
    let k = f.to_screen.scale();
    let min = (f.screen.min - f.to_screen.shift).to_vec2() / k;
    Rect::from_min_size(min.to_pos2(), f.screen.size() / k)
}

/// The part of the sheet a tile shows. Counted from the sheet's own zero, which the camera puts on a
/// whole pixel: so every dot of a tile falls on a dot of the screen.
fn region(key: &Key) -> Rect {
    let unit = TILE as f32 / f32::from_bits(key.scale);
    Rect::from_min_size((vec2(key.x as f32, key.y as f32) * unit).to_pos2(), Vec2::splat(unit))
}

fn render(art: &MapArt, part: Rect, k: f32, style: &MapStyle) -> ColorImage {
    let shapes = art.shapes(part, style);
    let refs: Vec<&Shape> = shapes.iter().collect();
    let map = raster::rasterise_shapes(&refs, part, k);
    ColorImage::from_rgba_premultiplied([map.width() as usize, map.height() as usize], map.data())
}
