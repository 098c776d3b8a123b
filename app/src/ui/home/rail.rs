//! The left rail: continue, new, open, recent, settings.

use super::Home;
use crate::ui::commands::Command;
use crate::ui::pictures::Wanted;
use crate::ui::play::tutorial;
use crate::ui::words;
use egui::{
    Align, CursorIcon, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;
use ui_kit::icons::{self, Icon};
use ui_kit::theme::{CARD, Face, c32, colours, text};
use ui_kit::widgets::{Action, caption, one_line, rule_line};

impl Home {
    pub(super) fn rail(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        let height = ui.available_height();
        let width = ui.available_width();
        ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
            ui.horizontal(|ui| {
                let half = (width - 8.0) / 2.0;
                let room = half > 104.0;
                let settings = Action::new("Settings").icon(Icon::Gear);
                if (if room { settings.width(half) } else { settings }).show(ui).clicked() {
                    out.push(Command::Settings);
                }
                if room
                    && Action::new("Keys").icon(Icon::Help).name("Shortcuts").width(half).show(ui).clicked()
                {
                    out.push(Command::Shortcuts);
                }
            });
            ui.add_space(4.0);
            rule_line(ui);
            ui.with_layout(Layout::top_down(Align::Min), |ui| {
                let area = ScrollArea::vertical().id_salt("rail").auto_shrink([false, false]);
                area.show(ui, |ui| {
                    ui.set_width(width);
                    if height > 520.0 {
                        title(ui, width);
                    } else {
                        ui.label(text(words::PROGRAM, Face::Title, 24.0, c.text));
                    }
                    self.continue_card(ui, width, out);
                    ui.add_space(6.0);
                    let new =
                        Action::new("New scenario").icon(Icon::Plus).key("Ctrl N").width(width).height(36.0);
                    if new.show(ui).clicked() {
                        out.push(Command::NewScenario);
                    }
                    if Action::new(words::SAVES).icon(Icon::Save).width(width).height(36.0).show(ui).clicked()
                    {
                        out.push(Command::Saves);
                    }
                    let open =
                        Action::new("Open file").icon(Icon::Folder).key("Ctrl O").width(width).height(36.0);
                    if open.show(ui).clicked() {
                        out.push(Command::OpenDialog);
                    }
                    ui.add_space(8.0);
                    self.learn(ui, width, out);
                    self.recent_list(ui, out);
                });
            });
        });
    }

    /// Guided battles; told more plainly to whoever has never played.
    fn learn(&self, ui: &mut Ui, width: f32, out: &mut Vec<Command>) {
        if self.catalog.lessons.is_empty() {
            return;
        }
        caption(ui, words::LEARN);
        if self.last.is_none() && self.recent.is_empty() {
            tutorial::hint(ui, &self.catalog.lessons, width, out);
        } else {
            tutorial::lessons_list(ui, &self.catalog.lessons, width, out);
        }
        ui.add_space(8.0);
    }

    fn continue_card(&mut self, ui: &mut Ui, width: f32, out: &mut Vec<Command>) {
        let Some(last) = &self.last else { return };
        let c = colours(ui);
        caption(ui, "Continue");
        let picture = (width * 0.3).round();
        let (rect, response) = ui.allocate_exact_size(vec2(width, picture + 54.0), Sense::click());
        let edge = if response.hovered() || response.has_focus() { 2.5 } else { 1.5 };
        ui.painter().rect(rect, CARD, c.card, Stroke::new(edge, c.accent), StrokeKind::Inside);
        let top = Rect::from_min_size(rect.min, vec2(width, picture)).shrink(2.0);
        let schema = self.catalog.schemas.get(&last.doc.ruleset).cloned();
        if let Some(schema) = schema {
            let scale = ui.ctx().pixels_per_point();
            let size = ((top.width() * scale) as u32, (top.height() * scale) as u32);
            let key = format!("continue {} {size:?}", last.key);
            let wanted = || Wanted {
                key: key.clone(),
                doc: Arc::clone(&last.doc),
                schema,
                view: last.view.clone(),
                size,
            };
            if let Some(t) = self.thumbnails.get(ui.ctx(), &key, wanted) {
                let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(t.id(), top, uv, egui::Color32::WHITE);
            }
        }
        let x = rect.left() + 12.0;
        let standing = one_line(ui, &last.standing, Face::Ui, 12.0, c.muted, width * 0.5);
        let title = one_line(ui, &last.title, Face::Title, 17.0, c.text, width - 36.0 - standing.size().x);
        ui.painter().galley(pos2(x, top.bottom() + 6.0), title, c.text);
        let right = rect.right() - 12.0 - standing.size().x;
        ui.painter().galley(pos2(right, top.bottom() + 10.0), standing, c.muted);
        let when = one_line(ui, &last.when, Face::Ui, 12.0, c.muted, width - 48.0);
        ui.painter().galley(pos2(x, top.bottom() + 31.0), when, c.muted);
        let play = Rect::from_center_size(pos2(rect.right() - 20.0, top.bottom() + 39.0), vec2(12.0, 12.0));
        icons::paint(ui.painter(), play, Icon::Play, c.accent);
        let name = format!("Continue {}, {}", last.title, last.standing);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text(name.as_str()).on_hover_cursor(CursorIcon::PointingHand).clicked() {
            out.push(Command::Continue);
        }
    }

    fn recent_list(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let c = colours(ui);
        caption(ui, "Recent");
        if self.recent.is_empty() {
            ui.label(text(words::NO_RECENT, Face::Ui, 12.0, c.muted));
        }
        for r in &self.recent {
            let width = ui.available_width();
            let (rect, response) = ui.allocate_exact_size(vec2(width, 38.0), Sense::click());
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 5, c.accent_weak);
            }
            let kind = one_line(ui, r.kind, Face::Ui, 11.5, c.muted, 90.0);
            let title = one_line(ui, &r.title, Face::Medium, 12.5, c.text, width - kind.size().x - 10.0);
            ui.painter().galley(rect.min + vec2(0.0, 3.0), title, c.text);
            let right = pos2(rect.right() - kind.size().x, rect.top() + 4.0);
            ui.painter().galley(right, kind, c.muted);
            let note = one_line(ui, &r.note, Face::Ui, 11.5, c.muted, width);
            ui.painter().galley(rect.min + vec2(0.0, 19.0), note, c.muted);
            let name = format!("Open {} ({})", r.title, r.kind);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
            let response = response.on_hover_text(r.path.display().to_string());
            if response.clicked() {
                out.push(Command::Open(r.path.clone()));
            }
            response.context_menu(|ui| {
                if ui.button("Remove from this list").clicked() {
                    out.push(Command::Forget(r.path.clone()));
                    ui.close();
                }
            });
        }
    }
}

fn title(ui: &mut Ui, width: f32) {
    let c = colours(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(width, 70.0), Sense::hover());
    let own = c32(board::palette::army("prussian").fill);
    let own = if ui.visuals().dark_mode { c.accent } else { own };
    let logo = Rect::from_center_size(rect.center() + vec2(0.0, 2.0), vec2(118.0, 58.0));
    icons::logo(ui.painter(), logo, own, c.text);
    ui.vertical_centered(|ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        let size = if width > 220.0 { 38.0 } else { 28.0 };
        ui.label(text(words::PROGRAM, Face::Title, size, c.text));
        ui.label(text(words::MOTTO, Face::TitleItalic, if width > 220.0 { 14.0 } else { 12.0 }, c.muted));
    });
    ui.add_space(4.0);
    rule_line(ui);
    ui.add_space(2.0);
}
