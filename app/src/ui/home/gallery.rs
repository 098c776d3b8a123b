//! The gallery: a card for each scenario, and the details of the selected one.

use super::catalog::Entry;
use super::{Home, Sort, edit_copy, play, print};
use crate::ui::commands::Command;
use crate::ui::pictures::Wanted;
use crate::ui::words;
use egui::{
    Align, CursorIcon, Frame, Layout, Margin, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, TextEdit,
    Ui, WidgetInfo, pos2, vec2,
};
use std::sync::Arc;
use ui_kit::icons::{self, Icon};
use ui_kit::theme::{CARD, Face, colours, text};
use ui_kit::widgets::{Action, Tone, filter_chip, flag, link, one_line, paint_flag, rule_line, tone_chip};

const GAP: f32 = 18.0;
const TEXT_HEIGHT: f32 = 98.0;
/// The least a card needs for the name of its rule system beside where the map comes from.
const CARD_WIDTH: f32 = 276.0;

impl Home {
    pub(super) fn gallery(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        self.heading(ui);
        self.filters(ui);
        self.troubles(ui, out);
        ui.add_space(4.0);
        let wide = ui.available_width();
        // Something is picked from the start, so that the cards do not move at the first click.
        if wide > 900.0 && !std::mem::replace(&mut self.offered, true) && self.selected.is_none() {
            self.selected = self.shown().first().map(|e| e.key.clone());
        }
        // The details never show what the filter leaves out.
        let is_gone = self.selected.as_ref().is_some_and(|key| self.shown().iter().all(|e| e.key != *key));
        if is_gone {
            self.selected = self.shown().first().map(|e| e.key.clone());
        }
        let side = self.selected_entry().is_some() && wide > 640.0;
        let details = if side { (wide * 0.3).clamp(250.0, 320.0) } else { 0.0 };
        ui.horizontal_top(|ui| {
            let height = ui.available_height();
            let left = wide - details - if side { GAP } else { 0.0 };
            ui.allocate_ui_with_layout(vec2(left, height), Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(vec2(left, height));
                let area = ScrollArea::vertical().id_salt("gallery").auto_shrink([false, false]);
                area.show(ui, |ui| self.cards(ui, !side, out));
            });
            if side {
                ui.add_space(GAP - 8.0);
                ui.allocate_ui_with_layout(vec2(details, height), Layout::top_down(Align::Min), |ui| {
                    self.details(ui, details, height, out);
                });
            }
        });
    }

    fn heading(&mut self, ui: &mut Ui) {
        let c = colours(ui);
        let own = self.catalog.entries.iter().filter(|e| e.own.is_some()).count();
        let shipped = self.catalog.entries.len() - own;
        ui.horizontal(|ui| {
            ui.label(text("Scenarios", Face::Title, 28.0, c.text));
            let count = match own {
                0 => format!("{shipped} shipped"),
                n => format!("{shipped} shipped, {n} of your own"),
            };
            if ui.available_width() > 420.0 {
                ui.add_space(14.0);
                ui.label(text(count, Face::TitleItalic, 15.0, c.muted));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let width = ui.available_width().min(250.0);
                let (rect, _) = ui.allocate_exact_size(vec2(width, 34.0), Sense::hover());
                self.search_field(ui, rect);
            });
        });
    }

    /// Files of the user's own that could not be used: nothing is left out in silence.
    fn troubles(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(first) = self.catalog.problems.first() else { return };
        let c = colours(ui);
        let frame = Frame::new().fill(c.warn_weak).stroke(Stroke::new(1.0, c.warn)).corner_radius(CARD);
        frame.inner_margin(Margin::symmetric(10, 5)).show(ui, |ui| {
            ui.horizontal(|ui| {
                let n = self.catalog.problems.len();
                ui.label(text(words::unusable(n), Face::Semi, 12.5, c.warn));
                let room = (ui.available_width() - 60.0).max(40.0);
                ui.label(one_line(ui, first, Face::Ui, 12.0, c.text, room)).on_hover_text(first);
                if link(ui, "Show all", "Show all problems", Face::Ui, 12.5).clicked() {
                    out.push(Command::Settings);
                }
            });
        });
    }

    fn search_field(&mut self, ui: &mut Ui, rect: Rect) {
        let c = colours(ui);
        ui.painter().rect(rect, CARD, c.card, Stroke::new(1.0, c.line2), StrokeKind::Inside);
        let glass = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), vec2(16.0, 16.0));
        icons::paint(ui.painter(), glass, Icon::Search, c.muted);
        let field = Rect::from_min_max(pos2(rect.left() + 32.0, rect.top() + 2.0), rect.max - vec2(6.0, 2.0));
        let hint = "Battle, leader, year";
        let edit = TextEdit::singleline(&mut self.search)
            .hint_text(hint)
            .frame(Frame::NONE)
            .margin(Margin::same(0))
            .align(egui::Align2::LEFT_CENTER);
        let r = ui.put(field, edit);
        let words = self.search.clone();
        r.widget_info(|| WidgetInfo {
            label: Some("Search".to_owned()),
            ..WidgetInfo::text_edit(true, &words, &words, hint)
        });
        if std::mem::take(&mut self.focus_search) {
            r.request_focus();
        }
    }

    fn filters(&mut self, ui: &mut Ui) {
        let rulesets = self.catalog.rulesets.clone();
        ui.horizontal_wrapped(|ui| {
            let all = self.rulesets.is_empty() && !self.mine;
            if filter_chip(ui, "All", all).clicked() {
                self.rulesets.clear();
                self.mine = false;
            }
            for (id, name) in rulesets {
                let on = self.rulesets.contains(&id);
                if filter_chip(ui, &name, on).clicked() {
                    if on {
                        self.rulesets.remove(&id);
                    } else {
                        self.rulesets.insert(id);
                    }
                }
            }
            if filter_chip(ui, "Mine", self.mine).clicked() {
                self.mine = !self.mine;
            }
            ui.add_space(8.0);
            let name = format!("Sort: {}", self.sort.word());
            if link(ui, self.sort.word(), &name, Face::Ui, 12.5).on_hover_text("Change the order").clicked() {
                self.sort = match self.sort {
                    Sort::Date => Sort::Title,
                    Sort::Title => Sort::Length,
                    Sort::Length => Sort::Date,
                };
            }
        });
    }

    fn cards(&mut self, ui: &mut Ui, inline: bool, out: &mut Vec<Command>) {
        let c = colours(ui);
        // A narrow window has no room beside the cards: details stand over them.
        if inline && self.selected_entry().is_some() {
            let width = ui.available_width() - 6.0;
            self.details(ui, width, 0.0, out);
            ui.add_space(GAP);
        }
        let keys: Vec<String> = self.shown().iter().map(|e| e.key.clone()).collect();
        if keys.is_empty() {
            let none_own = self.mine && self.catalog.entries.iter().all(|e| e.own.is_none());
            let words = match self.catalog.entries.is_empty() {
                true => words::NO_SCENARIOS,
                false if none_own => words::NONE_OWN,
                false => words::NO_MATCH,
            };
            ui.add_space(30.0);
            ui.vertical_centered(|ui| ui.label(text(words, Face::TitleItalic, 17.0, c.muted)));
        }
        let width = ui.available_width() - 10.0;
        self.columns = ((width + GAP) / (CARD_WIDTH + GAP)).floor().max(1.0) as usize;
        let card = ((width + GAP) / self.columns as f32 - GAP).min(420.0);
        for row in keys.chunks(self.columns) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for key in row {
                    self.card(ui, key, card, out);
                }
            });
            ui.add_space(GAP - 6.0);
        }
        self.new_card(ui, card, out);
        ui.add_space(GAP);
    }

    fn new_card(&self, ui: &mut Ui, width: f32, out: &mut Vec<Command>) {
        let c = colours(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(width, 96.0), Sense::click());
        let ink = if response.hovered() || response.has_focus() { c.accent } else { c.muted };
        let r = rect.shrink(1.0);
        let corners = [r.left_top(), r.right_top(), r.right_bottom(), r.left_bottom(), r.left_top()];
        ui.painter().extend(egui::Shape::dashed_line(&corners, Stroke::new(1.2, ink), 6.0, 5.0));
        let at = Rect::from_center_size(rect.center() - vec2(0.0, 18.0), vec2(22.0, 22.0));
        icons::paint(ui.painter(), at, Icon::Plus, ink);
        let font = ui_kit::theme::font(Face::Title, 17.0);
        ui.painter().text(
            rect.center() + vec2(0.0, 14.0),
            egui::Align2::CENTER_CENTER,
            "New scenario",
            font,
            c.text,
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "New blank scenario"));
        if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
            out.push(Command::NewScenario);
        }
    }

    fn card(&mut self, ui: &mut Ui, key: &str, width: f32, out: &mut Vec<Command>) {
        let Some(e) = self.catalog.entries.iter().find(|e| e.key == key) else { return };
        let c = colours(ui);
        // Low windows show a strip of the map, so that the words are in view.
        let low = (ui.ctx().content_rect().height() * 0.4).max(110.0);
        let picture = (width * 0.6).min(low).round();
        let (rect, response) = ui.allocate_exact_size(vec2(width, picture + TEXT_HEIGHT), Sense::click());
        let on = self.selected.as_deref() == Some(key);
        if on && std::mem::take(&mut self.scroll_to_selected) {
            ui.scroll_to_rect(rect.expand(12.0), None);
        }
        if ui.is_rect_visible(rect) {
            let top = Rect::from_min_size(rect.min, vec2(width, picture));
            let lit = on || response.hovered() || response.has_focus();
            let shadow = egui::Shadow {
                offset: [0, 2],
                blur: 6,
                spread: 0,
                color: egui::Color32::from_black_alpha(28),
            };
            ui.painter().add(shadow.as_shape(rect, CARD));
            ui.painter().rect_filled(rect, CARD, c.card);
            let scale = ui.ctx().pixels_per_point();
            let size = ((top.width() * scale).round() as u32, (top.height() * scale).round() as u32);
            if let Some(schema) = self.catalog.schemas.get(&e.doc.ruleset).cloned() {
                let name = format!("{key} {size:?}");
                let wanted = || Wanted {
                    key: name.clone(),
                    doc: Arc::clone(&e.doc),
                    schema,
                    view: e.view.clone(),
                    size,
                };
                if let Some(t) = self.thumbnails.get(ui.ctx(), &name, wanted) {
                    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                    ui.painter().image(t.id(), top.shrink(1.0), uv, egui::Color32::WHITE);
                } else {
                    ui.painter().rect_filled(top.shrink(1.0), 0, c.sunk);
                }
            }
            ui.painter().hline(top.x_range(), top.bottom(), Stroke::new(1.0, c.line));
            card_words(ui, e, Rect::from_min_max(top.left_bottom(), rect.max).shrink2(vec2(12.0, 8.0)));
            let (w, edge) = if on {
                (2.0, c.accent)
            } else if lit {
                // What is only pointed at does not look selected.
                (1.5, c.muted)
            } else {
                (1.0, c.line)
            };
            ui.painter().rect_stroke(rect, CARD, Stroke::new(w, edge), StrokeKind::Inside);
        }
        let name = format!("{}, {}, {}", e.doc.title, e.doc.date, e.ruleset);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if response.double_clicked() {
            out.push(play(e));
        } else if response.clicked() {
            self.selected = Some(key.to_owned());
        }
    }

    fn details(&mut self, ui: &mut Ui, width: f32, height: f32, out: &mut Vec<Command>) {
        let Some(e) = self.selected_entry() else { return };
        let c = colours(ui);
        let frame = Frame::new()
            .fill(c.accent_weak)
            .stroke(Stroke::new(1.0, c.accent))
            .corner_radius(CARD)
            .inner_margin(Margin::same(16));
        frame.show(ui, |ui| {
            ui.set_width(width - 34.0);
            ui.spacing_mut().item_spacing.y = 7.0;
            ui.label(text(&e.doc.title, Face::Title, 24.0, c.text));
            let date = if e.doc.subtitle.is_empty() {
                e.doc.date.clone()
            } else {
                format!("{}, {}", e.doc.subtitle, e.doc.date)
            };
            ui.label(text(date, Face::TitleItalic, 15.0, c.muted));
            let words = |ui: &mut Ui| entry_words(ui, e);
            if height > 0.0 {
                let most = (height - 260.0).max(60.0);
                ScrollArea::vertical()
                    .id_salt("details")
                    .max_height(most)
                    .min_scrolled_height(most)
                    .show(ui, words);
            } else {
                words(ui);
            }
            entry_buttons(ui, e, out);
        });
    }
}

/// What a scenario is about: sides, length, history and sources.
fn entry_words(ui: &mut Ui, e: &Entry) {
    let c = colours(ui);
    ui.label(text(&e.doc.summary, Face::Title, 16.0, c.text).line_height(Some(20.0)));
    for ((name, armies), (_, n)) in e.sides.iter().zip(&e.strength) {
        ui.horizontal_wrapped(|ui| {
            for a in armies {
                flag(ui, a, name, 20.0);
            }
            ui.label(text(
                format!("{name}: {}", words::count(*n, "piece", "pieces")),
                Face::Ui,
                13.0,
                c.text,
            ));
        });
    }
    let turns = words::count(e.doc.turns.count as usize, "turn", "turns");
    ui.label(text(format!("{}, {turns}", e.ruleset), Face::Ui, 12.5, c.muted));
    ui.horizontal_wrapped(|ui| chips(ui, e));
    if !e.doc.history.is_empty() {
        rule_line(ui);
        ui.label(text(&e.doc.history, Face::Title, 15.0, c.text).line_height(Some(19.0)));
    }
    if !e.doc.notes.is_empty() {
        ui.label(text(&e.doc.notes, Face::TitleItalic, 14.0, c.muted));
    }
    if !e.doc.provenance.note.is_empty() {
        ui.label(text(&e.doc.provenance.note, Face::Ui, 11.5, c.muted));
    }
}

fn entry_buttons(ui: &mut Ui, e: &Entry, out: &mut Vec<Command>) {
    ui.add_space(4.0);
    let inner = ui.available_width();
    let play_w = (inner * 0.56).min(220.0);
    let label = if e.errors > 0 { "Problems" } else { "Play" };
    ui.horizontal(|ui| {
        let go = Action::primary(label).icon(Icon::Play).key("Enter").width(play_w).show(ui);
        if go.clicked() {
            out.push(play(e));
        }
        let edit = if e.own.is_some() { "Edit" } else { "Edit a copy" };
        let w = (inner - play_w - 8.0).min(160.0);
        if Action::new(edit).width(w).height(36.0).show(ui).on_hover_text("Ctrl E").clicked() {
            out.push(edit_copy(e));
        }
    });
    let kit = Action::new("Print setup kit").key("Ctrl P").width(inner.min(388.0));
    if kit.show(ui).on_hover_text("Setup sheet, map, counters and charts as a PDF (Ctrl P)").clicked() {
        out.push(print(e));
    }
}

fn chips(ui: &mut Ui, e: &Entry) {
    tone_chip(ui, words::provenance(e.doc.provenance.kind), Tone::Warn).on_hover_text(&e.doc.provenance.note);
    if e.errors > 0 {
        tone_chip(ui, &words::count(e.errors, "error", "errors"), Tone::Bad);
    } else if e.warnings > 0 {
        tone_chip(ui, &words::count(e.warnings, "warning", "warnings"), Tone::Plain);
    }
}

fn card_words(ui: &mut Ui, e: &Entry, rect: Rect) {
    let c = colours(ui);
    let date = one_line(ui, &e.doc.date, Face::TitleItalic, 14.0, c.muted, rect.width() * 0.55);
    let title = one_line(ui, &e.doc.title, Face::Title, 19.0, c.text, rect.width() - date.size().x - 8.0);
    ui.painter().galley(rect.min, title, c.text);
    ui.painter().galley(pos2(rect.right() - date.size().x, rect.top() + 5.0), date, c.muted);
    let y = rect.top() + 30.0;
    let mut x = rect.left();
    for (_, armies) in &e.sides {
        for a in armies {
            paint_flag(ui, Rect::from_min_size(pos2(x, y), vec2(19.0, 19.0)), a);
            x += 23.0;
        }
    }
    let turns = words::count(e.doc.turns.count as usize, "turn", "turns");
    let turns = one_line(ui, &turns, Face::Medium, 12.5, c.text, 100.0);
    ui.painter().galley(pos2(rect.right() - turns.size().x, y + 2.0), turns, c.text);
    let low = Rect::from_min_max(pos2(rect.left(), rect.bottom() - 22.0), rect.max);
    let mut inner =
        ui.new_child(egui::UiBuilder::new().max_rect(low).layout(Layout::right_to_left(Align::Center)));
    inner.set_clip_rect(low.expand(2.0).intersect(ui.clip_rect()));
    if e.errors > 0 {
        tone_chip(&mut inner, &words::count(e.errors, "error", "errors"), Tone::Bad);
    } else {
        tone_chip(&mut inner, words::provenance(e.doc.provenance.kind), Tone::Warn);
    }
    let room = inner.available_width();
    // The name before the colon, on every card alike.
    let head = e.ruleset.split(':').next().unwrap_or_default();
    let name = one_line(ui, head, Face::Ui, 12.5, c.muted, room.max(20.0));
    ui.painter().galley(pos2(rect.left(), low.center().y - name.size().y / 2.0), name, c.muted);
}
