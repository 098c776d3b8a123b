//! Sheets off the map: a page of the dock, and a window for each that is popped out.

use super::dock::row;
use super::panel::PlayCommand;
use super::session::Session;
use crate::ui::{pictures, words};
use egui::{ScrollArea, Ui, vec2};
use engine::present::{SheetView, Target};
use std::collections::BTreeSet;
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, caption, rule_chip};

#[derive(Debug, Default)]
pub(super) struct SheetsPanel {
    /// Sheets in windows of their own, by their ids.
    popped: BTreeSet<String>,
}

impl SheetsPanel {
    /// Boxes off the map, clickable like hexes; each sheet may have a window of its own.
    pub fn show(&mut self, session: &Session, ui: &mut Ui) -> Vec<PlayCommand> {
        let mut out = Vec::new();
        let c = colours(ui);
        let sheets = &session.views.sheets;
        let mut hit = None;
        ScrollArea::vertical().id_salt("sheets").auto_shrink([false, false]).show(ui, |ui| {
            for s in sheets {
                let out_there = self.popped.contains(&s.id);
                ui.horizontal(|ui| {
                    caption(ui, &s.name);
                    if let Some(r) = s.rule {
                        rule_chip(ui, r.0);
                    }
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let (word, name) = if out_there { ("dock", "Dock") } else { ("pop out", "Pop out") };
                        let name = format!("{name} {}", s.name);
                        if widgets::link(ui, word, &name, Face::Ui, 12.0).clicked() {
                            if out_there {
                                self.popped.remove(&s.id);
                            } else {
                                self.popped.insert(s.id.clone());
                                // In a small window it would lie under the drawer.
                                out.push(PlayCommand::HideDrawer);
                            }
                        }
                    });
                });
                if out_there {
                    ui.label(text(words::POPPED, Face::Ui, 12.0, c.muted));
                } else {
                    show_sheet(session, s, &mut hit, ui);
                }
                ui.add_space(8.0);
            }
            if sheets.is_empty() {
                ui.label(text("This rule system has no sheets off the map.", Face::Ui, 12.5, c.muted));
            }
        });
        out.extend(hit.map(PlayCommand::Click));
        out
    }

    /// Sheets in windows of their own.
    pub fn show_windows(&mut self, session: &Session, rect: egui::Rect, ui: &mut Ui) -> Vec<PlayCommand> {
        let sheets = &session.views.sheets;
        let mut hit = None;
        for (i, s) in sheets.iter().enumerate() {
            if !self.popped.contains(&s.id) {
                continue;
            }
            let mut open = true;
            let at = rect.left_top() + vec2(24.0, 24.0) * (i as f32 + 1.0);
            egui::Window::new(&s.name)
                .id(egui::Id::unique(("sheet", s.id.as_str())))
                .open(&mut open)
                .default_pos(at)
                .default_size([300.0_f32.min(rect.width() - 40.0), 260.0_f32.min(rect.height() - 40.0)])
                .constrain_to(rect)
                .show(ui.ctx(), |ui| {
                    ScrollArea::vertical()
                        .id_salt(&s.id)
                        .auto_shrink([false, true])
                        .show(ui, |ui| show_sheet(session, s, &mut hit, ui));
                });
            if !open {
                self.popped.remove(&s.id);
            }
        }
        hit.map(PlayCommand::Click).into_iter().collect()
    }
}

/// The boxes of one sheet with what lies in them.
fn show_sheet(session: &Session, s: &SheetView, hit: &mut Option<Target>, ui: &mut Ui) {
    for b in &s.boxes {
        let name = format!("{}: {}", s.name, b.name);
        // What does not fit beside the name stands below it.
        let long = b.text.chars().count() > 12;
        let beside = if long { "" } else { b.text.as_str() };
        if row(ui, &b.name, &name, beside, "", false).clicked() {
            *hit = Some(Target::Box { sheet: s.id.clone(), slot: b.id.clone() });
        }
        if long {
            let inset =
                egui::Frame::new().inner_margin(egui::Margin { left: 8, right: 8, top: 0, bottom: 4 });
            inset.show(ui, |ui| ui.label(text(&b.text, Face::Ui, 12.5, colours(ui).muted)));
        }
        if b.counters.is_empty() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            let of =
                |id: &engine::present::CounterId| session.views.board.counters.iter().find(|c| c.id == *id);
            for counter in b.counters.iter().filter_map(of) {
                let (rect, r) = ui.allocate_exact_size(vec2(40.0, 40.0), egui::Sense::click());
                pictures::counter(ui, rect, counter);
                r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &counter.line));
                if r.on_hover_text(&counter.line).clicked() {
                    *hit = Some(Target::Counter(counter.id));
                }
            }
        });
    }
}
