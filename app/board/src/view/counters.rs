//! Counters of the board as quads of the atlas.

use super::{BoardInput, BoardWidget, atlas};
use crate::board::PlacedCounter;
use crate::counter::{self, CounterStyle};
use crate::layout::{Layout, Pos, Rect};
use crate::palette;
use crate::scene::Affine;
use egui::epaint::Mesh;
use egui::{Color32, Painter, Vec2, vec2};
use engine::present::CounterView;
use std::time::{Duration, Instant};

/// Where a counter is painted in this frame, and whether the time to rasterise new pictures is used up.
pub(super) struct CounterSpot {
    pub middle: Pos,
    pub ppp: f32,
    pub late: bool,
}

impl BoardWidget {
    /// Draws counters as quads of the atlas. True if pictures are still missing.
    pub(super) fn paint_counters(
        &mut self,
        painter: &Painter,
        input: &BoardInput<'_>,
        layout: &Layout,
        placed: &[PlacedCounter],
        to: &Affine,
        now: f64,
    ) -> bool {
        let ppp = painter.ctx().pixels_per_point();
        let seen = self.camera.visible_rect(self.screen).expand(1.0);
        let start = Instant::now();
        let mut missing = false;
        let mut meshes: Vec<(usize, Mesh)> = Vec::new();
        for p in placed {
            let Some(c) = input.view.counters.get(p.index) else { continue };
            let center = self.motion.current_pos(c.id, p.center, now);
            if !seen.contains(center) {
                continue;
            }
            if !p.hexes.is_empty() {
                flush_meshes(painter, &mut meshes);
                let style = CounterStyle { letters: self.high_contrast, ..CounterStyle::default() };
                let shapes = counter::long_shapes(c, &p.hexes, layout, self.camera.zoom, &style);
                self.paint_shapes(painter, &shapes, to);
                continue;
            }
            let late = start.elapsed() > Duration::from_millis(6);
            let place = CounterSpot { middle: to.apply(center), ppp, late };
            missing |= !self.paint_counter(painter, &mut meshes, layout, (c, p), &place, 1.0);
            if let Some((old, left)) = self.motion.fading_loss(c, now) {
                self.paint_counter(painter, &mut meshes, layout, (&old, p), &place, left);
            }
        }
        let leaving: Vec<_> =
            self.motion.fading_counters(now).map(|(p, c, a)| (p.clone(), c.clone(), a)).collect();
        for (p, c, left) in leaving.iter().filter(|(p, ..)| p.hexes.is_empty()) {
            let place = CounterSpot { middle: to.apply(p.center), ppp, late: false };
            self.paint_counter(painter, &mut meshes, layout, (c, p), &place, *left);
        }
        flush_meshes(painter, &mut meshes);
        missing
    }

    /// One counter as a quad with an opacity. True if its picture exists at the right size.
    pub(super) fn paint_counter(
        &mut self,
        painter: &Painter,
        meshes: &mut Vec<(usize, Mesh)>,
        layout: &Layout,
        (c, p): (&CounterView, &PlacedCounter),
        at: &CounterSpot,
        seen: f32,
    ) -> bool {
        let look = atlas::look_hash(c, p, self.high_contrast);
        let px = (p.side * self.zoom_rest.settled * at.ppp).round().max(2.0) as u32;
        let found = match self.atlas.find_spot(look, px) {
            None if !at.late => {
                self.atlas.make_picture(painter.ctx(), layout, (c, p, self.high_contrast), look, px)
            }
            found => found,
        };
        let side = p.side * self.camera.zoom;
        match found.or_else(|| self.atlas.any_size(look)) {
            Some(s) => {
                let tint = Color32::WHITE.gamma_multiply(seen);
                self.atlas.add_quad(meshes, s, at.middle, side, at.ppp, tint);
            }
            None if seen >= 1.0 => {
                flush_meshes(painter, meshes);
                paint_plain_counter(painter, c, at.middle, side);
            }
            None => {}
        }
        found.is_some()
    }
}

pub(super) fn flush_meshes(painter: &Painter, meshes: &mut Vec<(usize, Mesh)>) {
    for (_, m) in meshes.drain(..) {
        painter.add(egui::Shape::mesh(m));
    }
}

/// A stand-in for a counter without a picture yet: its plate and stripe.
fn paint_plain_counter(painter: &Painter, c: &CounterView, middle: Pos, side: f32) {
    let army = palette::army(&c.army);
    let r = Rect::from_center_size(middle, Vec2::splat(side));
    painter.rect_filled(r, side * 0.07, Color32::from(army.fill));
    let stripe = Rect::from_min_size(r.min + Vec2::splat(side * 0.055), vec2(side * 0.89, side * 0.13));
    painter.rect_filled(stripe, 0.0, Color32::from(army.stripe));
}
