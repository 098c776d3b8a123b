//! What the signs on this map mean, in a window of its own.

use super::PlayScreen;
use crate::ui::words;
use board::art::MapStyle;
use board::furniture;
use board::scene::Affine;
use egui::{Frame, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// Points to a row of the legend.
const ROW: f32 = 46.0;

impl PlayScreen {
    /// The legend of the terrains, hexsides and roads of this map.
    pub(super) fn legend_window(&mut self, ui: &Ui, rect: egui::Rect) {
        if !self.look.legend {
            return;
        }
        let (doc, schema) = (std::sync::Arc::clone(self.session.doc()), self.session.schema.clone());
        let style = MapStyle { winter: self.is_winter(), ..MapStyle::at(ROW) };
        let mut open = true;
        egui::Window::new(words::LEGEND)
            .open(&mut open)
            .default_pos(rect.left_top() + vec2(16.0, 16.0))
            .default_size([330.0_f32.min(rect.width() - 40.0), 420.0_f32.min(rect.height() - 60.0)])
            .constrain_to(rect)
            // The map's own paper, in either theme: the pictures are drawn for it.
            .frame(Frame::window(ui.style()).fill(board::palette::PAPER2.into()))
            .show(ui.ctx(), |ui| {
                ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                    let scene = furniture::legend(&doc.map, &schema, &style, ui.available_width() / ROW);
                    let (r, response) = ui.allocate_exact_size(scene.bounds.size() * ROW, Sense::hover());
                    let shapes =
                        board::egui_shapes(ui.ctx(), &scene, &Affine::new(r.min.to_vec2(), ROW, 0.0));
                    ui.painter_at(r).extend(shapes);
                    let rows = furniture::legend_rows(&doc.map, &schema, &style);
                    let said: Vec<String> = rows.iter().map(|r| format!("{}: {}", r.name, r.help)).collect();
                    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said.join("; ")));
                });
            });
        self.look.legend = open;
    }

    /// Whether the turn track marks this turn as one of winter: the map lies under snow.
    pub(super) fn is_winter(&self) -> bool {
        let marks = &self.session.doc().turns.marks;
        marks.get(&self.session.views.sequence.turn).is_some_and(|m| m.iter().any(|w| w == "winter"))
    }
}
