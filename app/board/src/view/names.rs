//! Hit tests and previews of the names on the map.

use super::BoardWidget;
use crate::art::NameBox;
use crate::layout::Pos;
use crate::paint;
use egui::{Painter, Ui};
use engine::scenario::Label;

/// Tolerance of the hit test, in points.
const SLACK: f32 = 3.0;

impl BoardWidget {
    /// Converts a point of the screen to the sheet, in R.
    pub fn on_sheet(&self, at: Pos) -> Pos {
        self.camera.center + (at - self.screen.center()) / self.camera.zoom
    }

    /// Converts a point of the sheet to the screen, as of the last frame.
    pub fn on_screen(&self, ui: &Ui, at: Pos) -> Pos {
        self.camera.to_screen(self.screen, ui.ctx().pixels_per_point()).apply(at)
    }

    /// The topmost name at a point of the screen, in the style last drawn.
    pub fn name_at(&self, at: Pos) -> Option<usize> {
        let (_, art) = self.art.as_ref()?;
        art.name_at(self.on_sheet(at), &self.label_style, SLACK / self.camera.zoom)
    }

    /// Where a name is or would be drawn.
    pub fn name_box(&self, label: &Label) -> Option<NameBox> {
        self.art.as_ref().map(|(_, art)| art.name_box(label, &self.label_style))
    }

    /// Draws a name that is not on the map yet.
    pub fn draw_name(&self, painter: &Painter, label: &Label) {
        let Some((_, art)) = &self.art else { return };
        let to = self.camera.to_screen(self.screen, painter.ctx().pixels_per_point());
        let mut out = Vec::new();
        paint::append_shapes(painter.ctx(), &[art.name_shape(label, &self.label_style)], &to, &mut out);
        painter.with_clip_rect(self.screen).extend(out);
    }
}
