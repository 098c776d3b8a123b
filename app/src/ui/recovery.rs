//! What was found after a sudden end of the program, offered at the start.

use super::App;
use super::Screen;
use super::journal::Found;
use super::theme::{Face, colours, text};
use super::widgets::{self, Action};
use super::words;
use egui::{ScrollArea, Ui};

/// What a person decided about the documents found.
enum Decision {
    Recover(usize),
    RecoverAll,
    Discard(usize),
    Later,
}

impl App {
    pub(super) fn show_recovery(&mut self, ui: &Ui) {
        // One question after the other.
        if self.found.is_empty() || self.dialog.is_some() {
            return;
        }
        match dialog(ui, &self.found) {
            Some(Decision::Recover(i)) => self.recover(i),
            Some(Decision::RecoverAll) => {
                while !self.found.is_empty() {
                    self.recover(0);
                }
            }
            Some(Decision::Discard(i)) => {
                let f = self.found.remove(i);
                if let Some(j) = &self.journal {
                    j.discard(&f.file);
                }
            }
            Some(Decision::Later) => self.found.clear(),
            None => {}
        }
    }

    fn recover(&mut self, i: usize) {
        let f = self.found.remove(i);
        self.editor.recover(f.doc, f.path);
        self.screen = Screen::Editor;
        if let Some(j) = &mut self.journal {
            j.adopt(f.file);
        }
    }
}

fn dialog(ui: &Ui, found: &[Found]) -> Option<Decision> {
    let c = colours(ui);
    let room = ui.ctx().content_rect().size();
    let mut out = None;
    let modal = egui::Modal::new(egui::Id::unique("recovery")).frame(widgets::dialog_frame(ui));
    let shown = modal.show(ui.ctx(), |ui| {
        ui.set_width((room.x - 90.0).min(600.0));
        ui.label(text(words::RECOVERY_TITLE, Face::Title, 24.0, c.text));
        ui.label(text(words::RECOVERY, Face::Ui, 13.0, c.text));
        ui.add_space(6.0);
        let most = (room.y - 240.0).max(80.0);
        ScrollArea::vertical().id_salt("recovery").max_height(most).show(ui, |ui| {
            for (i, f) in found.iter().enumerate() {
                ui.horizontal(|ui| {
                    let wide = ui.available_width();
                    let title = if f.doc.title.is_empty() { words::NO_TITLE } else { &f.doc.title };
                    ui.vertical(|ui| {
                        ui.set_width((wide - 180.0).max(120.0));
                        ui.add(egui::Label::new(text(title, Face::Medium, 14.0, c.text)).truncate());
                        let from = f
                            .path
                            .as_ref()
                            .map_or_else(|| words::NEVER_SAVED.to_owned(), |p| p.display().to_string());
                        let line = format!("{from}, {}", words::ago(f.age));
                        ui.add(egui::Label::new(text(line, Face::Ui, 12.0, c.muted)).truncate());
                    });
                    let name = |verb: &str| format!("{verb} {title}");
                    if button(ui, "Recover", &name("Recover")) {
                        out = Some(Decision::Recover(i));
                    }
                    if button(ui, "Discard", &name("Discard")) {
                        out = Some(Decision::Discard(i));
                    }
                });
                ui.add_space(4.0);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
            if Action::primary("Recover all").key("Enter").show(ui).clicked() || enter {
                out = Some(Decision::RecoverAll);
            }
            if Action::new("Decide later").key("Esc").height(36.0).show(ui).clicked() {
                out = Some(Decision::Later);
            }
        });
    });
    if out.is_none() && shown.should_close() {
        out = Some(Decision::Later);
    }
    out
}

fn button(ui: &mut Ui, face: &str, name: &str) -> bool {
    let r = ui.button(face).on_hover_text(name);
    r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    r.clicked()
}
