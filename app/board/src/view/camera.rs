//! The visible part of the sheet, and its scale.

use crate::layout::{Pos, Rect};
use crate::scene::Affine;
use egui::{Vec2, vec2};

/// R in points at 100 %.
pub const HUNDRED: f32 = 50.0;
/// Smallest and largest R in points.
pub const ZOOM: (f32, f32) = (1.5, 220.0);

/// The point of the sheet in the middle of the screen, and the zoom in points per R.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    pub center: Pos,
    pub zoom: f32,
}

impl Camera {
    /// From the sheet to the screen, on whole pixels so that tiles stay sharp.
    pub fn to_screen(&self, screen: Rect, pixels_per_point: f32) -> Affine {
        let shift = screen.center().to_vec2() - self.center.to_vec2() * self.zoom;
        let snap = |v: f32| (v * pixels_per_point).round() / pixels_per_point;
        Affine::new(vec2(snap(shift.x), snap(shift.y)), self.zoom, 0.0)
    }

    /// The visible part of the sheet.
    pub fn visible_rect(&self, screen: Rect) -> Rect {
        Rect::from_center_size(self.center, screen.size() / self.zoom.max(0.01))
    }

    /// Shows everything, with a small margin.
    pub fn fit_bounds(&mut self, bounds: Rect, screen: Rect) {
        let room = (screen.size() - Vec2::splat(20.0)).max(Vec2::splat(10.0));
        let need = bounds.size().max(Vec2::splat(0.1));
        self.zoom = (room.x / need.x).min(room.y / need.y).clamp(ZOOM.0, ZOOM.1);
        self.center = bounds.center();
    }

    /// Zooms about a point of the screen, which keeps its place.
    pub fn zoom_at(&mut self, factor: f32, at: Pos, screen: Rect) {
        let before = self.zoom;
        self.zoom = (self.zoom * factor).clamp(ZOOM.0, ZOOM.1);
        let off = at - screen.center();
        self.center += off / before - off / self.zoom;
    }

    /// Keeps the middle of the screen on the sheet.
    pub fn clamp_to(&mut self, bounds: Rect) {
        if bounds.is_finite() && bounds.is_positive() {
            self.center = bounds.clamp(self.center);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn the_point_under_the_cursor_stands_still() {
        let screen = Rect::from_min_size(pos2(10.0, 20.0), vec2(800.0, 600.0));
        let mut c = Camera { center: pos2(12.0, 9.0), zoom: 40.0 };
        let at = pos2(333.0, 222.0);
        let under = |c: &Camera| c.center + (at - screen.center()) / c.zoom;
        let before = under(&c);
        c.zoom_at(1.7, at, screen);
        assert!((under(&c) - before).length() < 1e-3 && (c.zoom - 68.0).abs() < 1e-3);
        c.zoom_at(1e9, at, screen);
        assert_eq!(c.zoom, ZOOM.1);
        c.fit_bounds(Rect::from_min_size(pos2(0.0, 0.0), vec2(30.0, 20.0)), screen);
        assert!(screen.contains_rect(Rect::from_center_size(screen.center(), vec2(30.0, 20.0) * c.zoom)));
    }
}
