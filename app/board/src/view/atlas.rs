//! Rasterised counters, packed into textures by look and size. A counter on screen is one quad.

use crate::board::{PlacedCounter, facing_and_count};
use crate::counter::{CounterStyle, counter_shapes};
use crate::layout::{Layout, Rect};
use crate::raster;
use crate::scene::Shape;
use egui::epaint::Mesh;
use egui::{Color32, ColorImage, Context, Pos2, TextureHandle, TextureOptions, Vec2, pos2};
use engine::present::CounterView;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Side of a page in pixels.
const PAGE: usize = 1024;
/// Most pages; beyond that the atlas starts again empty.
const PAGES: usize = 8;

/// Where a picture lies in the atlas.
#[derive(Clone, Copy, Debug)]
pub struct AtlasSpot {
    pub page: usize,
    uv: Rect,
    /// Side of the cell in units of the counter.
    cell: f32,
}

struct Page {
    texture: TextureHandle,
    /// Top, height and used width of the shelves.
    shelves: Vec<(usize, usize, usize)>,
}

/// The store of counter pictures.
#[derive(Default)]
pub struct Atlas {
    pages: Vec<Page>,
    spots: HashMap<(u64, u32), AtlasSpot>,
    /// Newest picture of each look, of any size.
    latest: HashMap<u64, AtlasSpot>,
}

/// A hash of everything that changes the look of a counter.
pub fn look_hash(c: &CounterView, p: &PlacedCounter, letters: bool) -> u64 {
    let mut h = DefaultHasher::new();
    letters.hash(&mut h);
    (&c.army, c.hidden, c.facing.filter(|_| !p.buried), &c.badges, c.quarter_turns).hash(&mut h);
    (p.count, p.badges_left).hash(&mut h);
    if !c.hidden {
        (&c.figure, &c.name, &c.strength.values, c.strength.reduced, c.strength.pips).hash(&mut h);
        (&c.tag, c.star, c.band, &c.strength.force, c.stack.inside).hash(&mut h);
    }
    h.finish()
}

impl Atlas {
    /// The picture at that size, if it exists.
    pub fn find_spot(&self, look: u64, px: u32) -> Option<AtlasSpot> {
        self.spots.get(&(look, px)).copied()
    }

    /// A picture of that look at any size.
    pub fn any_size(&self, look: u64) -> Option<AtlasSpot> {
        self.latest.get(&look).copied()
    }

    /// Makes the picture: `px` is the side in pixels.
    pub fn make_picture(
        &mut self,
        ctx: &Context,
        layout: &Layout,
        (c, p, letters): (&CounterView, &PlacedCounter, bool),
        look: u64,
        px: u32,
    ) -> Option<AtlasSpot> {
        let cell: f32 = if c.facing.is_some() { 1.9 } else { 1.6 };
        let side = (cell * px as f32).ceil() as usize + 1;
        if side > PAGE {
            return None;
        }
        let style = CounterStyle { badges_left: p.badges_left, letters, ..CounterStyle::default() };
        let mut shapes: Vec<Shape> = counter_shapes(c, px as f32, &style);
        shapes.extend(facing_and_count(layout, p, c, px as f32 / p.side));
        let refs: Vec<&Shape> = shapes.iter().collect();
        let cell = side as f32 / px as f32;
        let part = Rect::from_center_size(Pos2::ZERO, Vec2::splat(cell));
        let map = raster::rasterise_shapes(&refs, part, px as f32);
        let size = [map.width() as usize, map.height() as usize];
        let image = ColorImage::from_rgba_premultiplied(size, map.data());
        let (page, x, y) = self.allocate_cell(ctx, side);
        let sheet = self.pages.get_mut(page)?;
        sheet.texture.set_partial([x, y], image, TextureOptions::LINEAR);
        let at = |v: usize| v as f32 / PAGE as f32;
        let uv = Rect::from_min_max(pos2(at(x), at(y)), pos2(at(x + size[0]), at(y + size[1])));
        let spot = AtlasSpot { page, uv, cell };
        self.spots.insert((look, px), spot);
        self.latest.insert(look, spot);
        Some(spot)
    }

    /// A free square on a shelf of the right height, with a pixel of padding.
    fn allocate_cell(&mut self, ctx: &Context, side: usize) -> (usize, usize, usize) {
        let need = side + 1;
        for (i, page) in self.pages.iter_mut().enumerate() {
            for (top, high, used) in &mut page.shelves {
                if *high >= need && *high <= need + 24 && *used + need <= PAGE {
                    let x = *used;
                    *used += need;
                    return (i, x, *top);
                }
            }
            let top = page.shelves.last().map_or(0, |(t, h, _)| t + h);
            if top + need <= PAGE {
                page.shelves.push((top, need, need));
                return (i, 0, top);
            }
        }
        if self.pages.len() >= PAGES {
            self.pages.clear();
            self.spots.clear();
            self.latest.clear();
        }
        let blank = ColorImage::filled([PAGE, PAGE], Color32::TRANSPARENT);
        let texture = ctx.load_texture("counters", blank, TextureOptions::LINEAR);
        self.pages.push(Page { texture, shelves: vec![(0, need, need)] });
        (self.pages.len() - 1, 0, 0)
    }

    /// Adds the quad of a picture to its page's mesh.
    pub fn add_quad(
        &self,
        meshes: &mut Vec<(usize, Mesh)>,
        spot: AtlasSpot,
        middle: Pos2,
        side: f32,
        ppp: f32,
        tint: Color32,
    ) {
        let Some(page) = self.pages.get(spot.page) else { return };
        if meshes.last().is_none_or(|m| m.0 != spot.page) {
            meshes.push((spot.page, Mesh::with_texture(page.texture.id())));
        }
        let size = spot.cell * side;
        let min = middle - Vec2::splat(size / 2.0);
        // On whole pixels, or the picture blurs.
        let snap = |v: f32| (v * ppp).round() / ppp;
        let r = Rect::from_min_size(pos2(snap(min.x), snap(min.y)), Vec2::splat(size));
        if let Some((_, mesh)) = meshes.last_mut() {
            mesh.add_rect_with_uv(r, spot.uv, tint);
        }
    }
}
