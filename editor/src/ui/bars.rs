//! Strips above and below the canvas: layers and zoom, history, status.

use super::tab::{DocumentChange, PanelRequests, Tab};
use super::{canvas, checks, icons, look};
use crate::words;
use egui::{Align, Layout, RichText, Ui, vec2};

/// The buttons for zooming take this much.
const ZOOM: f32 = 120.0;

/// From this width on all layers stand beside the zoom.
const ROOMY: f32 = 680.0;

fn layer_buttons(ui: &mut Ui, tab: &mut Tab) {
    let s = &mut tab.display.shown;
    ui.checkbox(&mut s.grid, "Grid");
    ui.checkbox(&mut s.numbers, "Numbers");
    ui.checkbox(&mut s.counters, "Counters");
    ui.checkbox(&mut s.areas, "Areas");
    ui.checkbox(&mut s.problems, "Problem signs");
}

/// Which layers are shown, and how large.
pub fn view_bar(ui: &mut Ui, tab: &mut Tab) {
    ui.horizontal(|ui| {
        // In a narrow window the layers become a menu, so that they do not cover the zoom.
        if ui.available_width() < ROOMY {
            let menu = ui.menu_button(words::LAYERS, |ui| layer_buttons(ui, tab));
            menu.response.on_hover_text(words::LAYERS_TIP);
        } else {
            layer_buttons(ui, tab);
        }
        checks::overlay_menu(ui, tab);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let fit = look::painted_button(ui, vec2(28.0, 28.0), "Whole map (Home)", false, |p, r, ink| {
                icons::fit_icon(p, r.shrink(6.0), ink);
            });
            if fit.clicked() {
                tab.widget.fit_map();
            }
            // Where there is no room, the wheel and the keys zoom.
            if ui.available_width() < ZOOM {
                return;
            }
            if ui.button("+").on_hover_text("Zoom in (+)").clicked() {
                tab.widget.zoom_by(1.25);
            }
            ui.label(format!("{:.0} %", tab.widget.zoom_percent()));
            if ui.button("\u{2212}").on_hover_text("Zoom out (-)").clicked() {
                tab.widget.zoom_by(0.8);
            }
        });
    });
}

/// Steps shown in the ribbon, around the present one.
const RIBBON: usize = 24;

/// Undo, redo and the named steps; a click goes there.
pub fn history_bar(ui: &mut Ui, tab: &Tab, requests: &mut PanelRequests) {
    let d = &tab.document;
    ui.horizontal(|ui| {
        let undo = d.undo_name().map_or_else(|| "Undo (Ctrl+Z)".to_owned(), |n| format!("Undo {n} (Ctrl+Z)"));
        let redo = d.redo_name().map_or_else(|| "Redo (Ctrl+Y)".to_owned(), |n| format!("Redo {n} (Ctrl+Y)"));
        ui.add_enabled_ui(d.can_undo() && tab.is_editable(), |ui| {
            let r = look::painted_button(ui, vec2(28.0, 28.0), &undo, false, |p, r, ink| {
                icons::undo_icon(p, r.shrink(5.0), ink);
            });
            if r.clicked() {
                requests.changes.push(DocumentChange::Undo);
            }
        });
        ui.add_enabled_ui(d.can_redo() && tab.is_editable(), |ui| {
            let r = look::painted_button(ui, vec2(28.0, 28.0), &redo, false, |p, r, ink| {
                icons::redo_icon(p, r.shrink(5.0), ink);
            });
            if r.clicked() {
                requests.changes.push(DocumentChange::Redo);
            }
        });
        let mut go_to = None;
        let list = ui.menu_button(words::HISTORY, |ui| history_list(ui, tab, &mut go_to));
        requests.changes.extend(go_to.map(DocumentChange::GoTo));
        list.response.on_hover_text(words::HISTORY_TIP);
        egui::ScrollArea::horizontal().id_salt("history").stick_to_right(true).show(ui, |ui| {
            let (first, saved) = (d.at().saturating_sub(RIBBON), d.saved_step());
            for (i, step) in d.steps().iter().enumerate().skip(first).take(RIBBON * 2) {
                let on = i == d.at();
                let text = RichText::new(words::history_entry(&step.name, saved == Some(i))).size(12.0);
                let text = if i > d.at() { text.color(look::colour(look::theme(ui).line2)) } else { text };
                let text = if on { text.strong() } else { text };
                if ui.selectable_label(on, text).on_hover_text("Go to this step").clicked() && !on {
                    requests.changes.push(DocumentChange::GoTo(i));
                }
            }
        });
    });
}

/// All steps including those that can be redone, the latest on top.
pub fn history_list(ui: &mut Ui, tab: &Tab, go_to: &mut Option<usize>) {
    let d = &tab.document;
    let most = (ui.ctx().content_rect().height() * 0.6).max(120.0);
    let (n, saved) = (d.steps().len(), d.saved_step());
    ui.set_min_width(240.0);
    let area = egui::ScrollArea::vertical().id_salt("steps").max_height(most).min_scrolled_height(most);
    // Only visible steps are laid out.
    area.show_rows(ui, ui.spacing().interact_size.y, n, |ui, rows| {
        for i in rows.map(|row| n - 1 - row) {
            let step = &d.steps()[i];
            let on = i == d.at();
            let name = words::history_entry(&step.name, saved == Some(i));
            let text = RichText::new(format!("{i}  {name}")).size(12.5);
            let text =
                if i > d.at() { text.color(look::colour(look::theme(ui).muted)).italics() } else { text };
            let button = egui::Button::selectable(on, text).truncate();
            let r = ui.add_enabled(tab.is_editable(), button).on_hover_text(words::step_tip(i, d.at()));
            if r.clicked() {
                *go_to = Some(i);
                ui.close();
            }
        }
    });
}

/// The status bar: the tool, what is under the pointer, and the sheet.
pub fn status_bar(ui: &mut Ui, tab: &Tab) {
    let schema = tab.schema();
    ui.horizontal(|ui| {
        let held = tab.names.selected.is_some();
        let asked = super::pick::waiting_field(ui.ctx()).map(|_| words::forces::picking_hex(""));
        let text = match tab.is_editable() {
            true => asked
                .or(tab.trace.pinning.prompt_text().map(str::to_owned))
                .or(tab.names.hex.map(|h| words::naming_hex(&words::hex_label(tab.doc(), h))))
                .unwrap_or_else(|| tab.tools.kind.tool().status(&tab.tools, tab.doc(), &schema, held)),
            false => words::READ_ONLY.to_owned(),
        };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let saved = match (tab.document.is_dirty(), tab.document.path()) {
                (true, Some(p)) => words::changed_since(p, tab.file.kept.is_stored()),
                (true, None) if tab.file.kept.is_stored() => words::NOT_SAVED_KEPT.to_owned(),
                (true, None) => words::NOT_SAVED.to_owned(),
                (false, Some(p)) => words::file_name(p),
                (false, None) => String::new(),
            };
            look::muted_label(ui, saved).on_hover_text(words::saved_tip(tab.document.path()));
            ui.separator();
            look::muted_label(ui, words::sheet_summary(&tab.doc().map));
            if let Some(id) = tab.pointer.hovered {
                ui.separator();
                let line = canvas::hex_line(tab.doc(), &schema, id);
                // The tool's text gets half of the width.
                let room = vec2(ui.available_width() * 0.5, ui.available_height());
                ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(line).size(12.0).strong()).truncate());
                });
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(engine::capitalised(&text)).size(12.0)).truncate());
            });
        });
    });
}
