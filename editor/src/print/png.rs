//! A page as pixels, for preview and tests.

use super::page::{Item, Page};
use board::layout::{Pos, Rect};
use board::raster::{self, Pixmap};
use board::scene::Shape;
use egui::Vec2;

/// Draws a page at `px` pixels a millimetre, on white paper.
pub fn rasterise(page: &Page, px: f32) -> Pixmap {
    let side = |mm: f32| (mm * px).round().max(1.0) as u32;
    let mut map = raster::blank_pixmap(side(page.size.x), side(page.size.y));
    let paper = Shape::rect(Rect::from_min_size(Pos::ZERO, page.size), board::palette::WHITE);
    raster::paint_shapes(&mut map, &[&paper], Pos::ZERO, px);
    for item in &page.items {
        match item {
            Item::Shape(s) => raster::paint_shapes(&mut map, &[s], Pos::ZERO, px),
            Item::Scene { scene, place, clip } => {
                // The picture is drawn by itself, so that nothing of it passes its clip.
                let snapped = snap_to_pixels(*clip, px);
                let shown = shapes_in_clip(&scene.shapes, place, snapped);
                let size = snapped.size() * px;
                if size.x < 1.0 || size.y < 1.0 {
                    continue;
                }
                let mut part = raster::blank_pixmap(size.x.round() as u32, size.y.round() as u32);
                let refs: Vec<&Shape> = shown.iter().collect();
                raster::paint_shapes(&mut part, &refs, snapped.min, px);
                let at = snapped.min.to_vec2() * px;
                raster::draw_pixmap_onto(&mut map, &part, at.x.round() as i32, at.y.round() as i32);
            }
        }
    }
    map
}

/// A rectangle moved out to whole pixels.
fn snap_to_pixels(r: Rect, px: f32) -> Rect {
    let down = |v: f32| (v * px + 1e-3).floor() / px;
    let up = |v: f32| (v * px - 1e-3).ceil() / px;
    Rect::from_min_max(Pos::new(down(r.min.x), down(r.min.y)), Pos::new(up(r.max.x), up(r.max.y)))
}

/// The shapes of a scene that touch a part of the page, in mm.
pub fn shapes_in_clip(shapes: &[Shape], place: &board::scene::Affine, clip: Rect) -> Vec<Shape> {
    let k = place.scale().max(1e-6);
    let local = Rect::from_min_max(
        ((clip.min.to_vec2() - place.shift) / k).to_pos2(),
        ((clip.max.to_vec2() - place.shift) / k).to_pos2(),
    );
    let near = local.expand2(Vec2::splat(0.05));
    let touches = |s: &&Shape| {
        let r = s.bounding_box();
        r.is_finite() && r.intersects(near)
    };
    shapes.iter().filter(touches).map(|s| s.transformed(place)).collect()
}
