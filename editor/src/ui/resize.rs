//! The dialog that resizes the sheet.

use super::fields;
use super::look;
use crate::core::sheet::{self, Lost, Margins};
use crate::words;
use egui::Key;
use engine::scenario::{ScenarioDoc, Schema};

#[derive(Clone, Copy, Debug, Default)]
pub struct Resize {
    margins: Margins,
    focused: bool,
    /// What would be lost, for these margins.
    lost: Option<(Margins, Lost)>,
}

pub enum ResizeOutcome {
    Open,
    Cancelled,
    Made(Margins),
}

impl Resize {
    /// What falls off the sheet; computed once for each choice.
    fn lost_pieces(&mut self, doc: &ScenarioDoc, schema: &Schema) -> Lost {
        match self.lost {
            Some((of, lost)) if of == self.margins => lost,
            _ => {
                let new = sheet::resized(doc, schema, self.margins);
                let lost = new.map(|new| Lost::between(doc, &new)).unwrap_or_default();
                self.lost = Some((self.margins, lost));
                lost
            }
        }
    }

    pub fn show(&mut self, ctx: &egui::Context, doc: &ScenarioDoc, schema: &Schema) -> ResizeOutcome {
        let grid = &doc.map.grid;
        let mut answer = ResizeOutcome::Open;
        let modal = look::modal_dialog(ctx, "editor resize").show(ctx, |ui| {
            ui.set_width(360.0);
            look::title_label(ui, "Resize and shift");
            look::muted_label(ui, words::RESIZE);
            ui.add_space(6.0);
            let m = &mut self.margins;
            for (name, value) in [
                ("Left", &mut m.left),
                ("Right", &mut m.right),
                ("Top", &mut m.top),
                ("Bottom", &mut m.bottom),
            ] {
                if let Some(n) =
                    fields::number_field(ui, name, words::MARGIN, i64::from(*value), (-1999, 1999))
                {
                    *value = n.clamp(-1999, 1999) as i16;
                }
            }
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.label("Shift all");
                for (name, cols, rows) in [("left", -1, 0), ("right", 1, 0), ("up", 0, -1), ("down", 0, 1)] {
                    if ui.button(name).on_hover_text(words::SHIFT).clicked() {
                        (m.left, m.right) = (m.left + cols, m.right - cols);
                        (m.top, m.bottom) = (m.top + rows, m.bottom - rows);
                    }
                }
            });
            ui.add_space(6.0);
            let size = m.size(grid);
            match size {
                Some((c, r)) => look::muted_label(ui, words::new_size(grid, c, r)),
                None => ui.colored_label(look::colour(look::theme(ui).danger), words::NO_SUCH_SHEET),
            };
            if let Some(text) = words::lost_by_resize(&self.lost_pieces(doc, schema)) {
                let ink = look::colour(look::theme(ui).warn);
                ui.add(egui::Label::new(egui::RichText::new(text).color(ink)).wrap());
            }
            let m = &self.margins;
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let ready = size.is_some() && *m != Margins::default();
                let make = ui.add_enabled_ui(ready, |ui| look::primary_button(ui, "Resize", "Enter")).inner;
                if !std::mem::replace(&mut self.focused, true) {
                    make.request_focus();
                }
                let enter = ready && ui.input(|i| i.key_pressed(Key::Enter)) && !ui.ctx().text_edit_focused();
                if make.clicked() || enter {
                    answer = ResizeOutcome::Made(*m);
                }
                if ui.button("Cancel").clicked() {
                    answer = ResizeOutcome::Cancelled;
                }
            });
        });
        if modal.should_close() && matches!(answer, ResizeOutcome::Open) {
            answer = ResizeOutcome::Cancelled;
        }
        answer
    }
}
