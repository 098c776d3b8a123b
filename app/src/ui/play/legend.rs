//! What the signs on this map mean, in a window of its own.

use super::session::Session;
use crate::ui::words;
use board::art::MapStyle;
use board::furniture;
use board::scene::{Affine, Scene};
use egui::{Frame, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2};
use std::sync::Arc;

/// What it was made for, the picture, and its words.
type Drawn = Arc<((u64, bool, u32), Scene, String)>;

/// Points to a row of the legend.
const ROW: f32 = 46.0;

#[derive(Debug, Default)]
pub(super) struct LegendWindow {
    pub open: bool,
}

impl LegendWindow {
    /// The legend of the terrains, hexsides and roads of this map.
    pub fn show(&mut self, session: &Session, map_version: u64, rect: egui::Rect, ui: &Ui) {
        if !self.open {
            return;
        }
        let style = MapStyle { winter: session.is_winter(), ..MapStyle::at_scale(ROW) };
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
                    let width = (ui.available_width() / ROW * 4.0).round() / 4.0;
                    let drawn = drawn_legend(session, map_version, &style, width, ui);
                    let (scene, said) = (&drawn.1, &drawn.2);
                    let (r, response) = ui.allocate_exact_size(scene.bounds.size() * ROW, Sense::hover());
                    let to = Affine::new(r.min.to_vec2(), ROW, 0.0);
                    ui.painter_at(r).extend(board::egui_shapes(ui.ctx(), scene, &to));
                    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, said));
                });
            });
        self.open = open;
    }
}

/// The picture and the words, made anew only when the map, its season or the width has changed.
fn drawn_legend(session: &Session, map_version: u64, style: &MapStyle, width: f32, ui: &Ui) -> Drawn {
    let id = egui::Id::unique("legend of the map");
    let key = (map_version, style.winter, width.to_bits());
    if let Some(known) = ui.data(|d| d.get_temp::<Drawn>(id)).filter(|k| k.0 == key) {
        return known;
    }
    let (doc, schema) = (session.doc(), &session.schema);
    let scene = furniture::legend_scene(&doc.map, schema, style, width);
    let rows = furniture::legend_rows(&doc.map, schema, style);
    let said: Vec<String> = rows.iter().map(|r| format!("{}: {}", r.name, r.help)).collect();
    let drawn = Arc::new((key, scene, said.join("; ")));
    ui.data_mut(|d| d.insert_temp(id, Arc::clone(&drawn)));
    drawn
}
