//! The tab of an open document, and what is shown where none is open.

use super::commands::EditorAction;
use super::menu::MenuChoice;
use super::tab::Tab;
use super::{icons, look};
use crate::words;
use egui::{CentralPanel, Frame, Margin, RichText, Ui, vec2};
use std::path::PathBuf;

/// Shown while no document is open.
pub fn nothing_open(ui: &mut Ui, recent: &[PathBuf], out: &mut MenuChoice) {
    CentralPanel::default_margins().show(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space((ui.available_height() * 0.16).min(120.0));
            look::title_label(ui, words::EMPTY);
            look::muted_label(ui, words::EMPTY_HELP);
            ui.add_space(12.0);
            if look::primary_button(ui, "New scenario", "Ctrl+N").clicked() {
                out.acts.push(EditorAction::New);
            }
            ui.add_space(6.0);
            if ui.button("Open a file").on_hover_text("Ctrl+O").clicked() {
                out.acts.push(EditorAction::Open);
            }
            ui.add_space(6.0);
            if ui.button("Back to the gallery").clicked() {
                out.acts.push(EditorAction::Home);
            }
            if !recent.is_empty() {
                ui.add_space(20.0);
                look::section_caption(ui, words::LATELY);
            }
            for path in recent.iter().take(5) {
                let name = words::file_name(path);
                if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                    out.recent = Some(path.clone());
                }
            }
        });
    });
}

/// The tab of a document: whether it was selected, and whether to close it.
pub fn document_tab(ui: &mut Ui, tab: &Tab, on: bool) -> (bool, bool) {
    let t = look::theme(ui);
    let fill = if on { look::colour(t.panel) } else { look::colour(t.sunk) };
    let corner = egui::CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 };
    let frame = Frame::new().fill(fill).corner_radius(corner).inner_margin(Margin::symmetric(8, 2));
    frame
        .show(ui, |ui| {
            look::flat_buttons(ui);
            let dot = if tab.document.is_dirty() { " \u{2022}" } else { "" };
            let text = RichText::new(format!("{}{dot}", tab.title()));
            let text = if on { text.strong() } else { text };
            let name = egui::Button::new(text).frame(false).min_size(vec2(0.0, 24.0));
            let front = ui.add(name).on_hover_text(words::DOCUMENT_TAB).clicked();
            let name = format!("Close {}", tab.title());
            let r = look::painted_button(ui, vec2(22.0, 22.0), &name, false, |p, r, ink| {
                icons::cross_icon(p, r.shrink(4.0), ink);
            });
            (front, r.clicked())
        })
        .inner
}
