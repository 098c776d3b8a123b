//! The rules in words: a tree of numbers that opens where a chip points, and a search.

use super::words;
use egui::{
    CursorIcon, Frame, Margin, Response, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2,
};
use engine::present::{RuleText, Rulebook};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{one_line, rule_chip};

/// Where one stands in the rules.
#[derive(Clone, Debug, Default)]
pub struct BookView {
    search: String,
    /// The rule that is open.
    at: Option<String>,
    /// Where one was before, for going back.
    before: Vec<String>,
    scroll: bool,
}

impl BookView {
    /// Opens the rules at a number, or at the nearest one above it.
    pub fn open(&mut self, book: &Rulebook, number: &str) {
        let Some(found) = book.find(number) else { return };
        if let Some(at) = self.at.take().filter(|a| *a != found.number) {
            self.before.push(at);
        }
        self.at = Some(found.number.clone());
        self.search.clear();
        self.scroll = true;
    }

    pub fn show(&mut self, ui: &mut Ui, book: &Rulebook) {
        let c = colours(ui);
        if book.rules.is_empty() {
            ui.label(text(words::RULES_EMPTY, Face::Ui, 12.5, c.muted));
            return;
        }
        self.head(ui, book);
        ScrollArea::vertical().id_salt("rulebook").auto_shrink([false, false]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            if self.search.trim().is_empty() {
                self.tree(ui, book);
                ui.add_space(8.0);
                ui.label(text(&book.note, Face::TitleItalic, 13.0, c.muted));
            } else {
                self.found(ui, book);
            }
        });
        self.scroll = false;
    }

    fn head(&mut self, ui: &mut Ui, book: &Rulebook) {
        ui.horizontal(|ui| {
            let back = !self.before.is_empty();
            let room = ui.available_width() - if back { 66.0 } else { 0.0 };
            let field = TextEdit::singleline(&mut self.search)
                .hint_text(words::RULES_SEARCH)
                .desired_width(room - 12.0);
            let field = ui.add(field);
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, words::RULES_SEARCH));
            if back && ui_kit::widgets::Action::new("Back").height(26.0).show(ui).clicked() {
                self.at = self.before.pop().and_then(|n| book.find(&n)).map(|r| r.number.clone());
                self.search.clear();
                self.scroll = true;
            }
        });
        ui.add_space(4.0);
    }

    /// Chapters, those on the way to the open rule unfolded.
    fn tree(&mut self, ui: &mut Ui, book: &Rulebook) {
        let open_chapter = self.at.as_deref().map(|n| chapter(book, n).to_owned());
        for r in &book.rules {
            let depth = book.depth(&r.number);
            let here = open_chapter.as_deref() == Some(chapter(book, &r.number));
            if depth == 0 || here {
                self.entry(ui, book, r, depth);
            }
        }
    }

    fn found(&mut self, ui: &mut Ui, book: &Rulebook) {
        let c = colours(ui);
        let list = book.search(&self.search);
        if list.is_empty() {
            ui.label(text(words::RULES_NOT_FOUND, Face::Ui, 12.5, c.muted));
        }
        for r in list.into_iter().take(80) {
            self.entry(ui, book, r, 0);
        }
    }

    /// One row; the open one with its text.
    fn entry(&mut self, ui: &mut Ui, book: &Rulebook, r: &RuleText, depth: usize) {
        let on = self.at.as_deref() == Some(r.number.as_str());
        let response = row(ui, r, depth, on);
        if on && self.scroll {
            response.scroll_to_me(Some(egui::Align::Min));
        }
        if response.clicked() {
            if on {
                self.at = book.parent(&r.number).map(|p| p.number.clone());
            } else {
                if let Some(at) = self.at.take() {
                    self.before.push(at);
                }
                self.at = Some(r.number.clone());
            }
        }
        if on {
            body(ui, r, depth);
        }
    }
}

/// The number of the chapter a rule stands in.
fn chapter<'a>(book: &'a Rulebook, number: &'a str) -> &'a str {
    let mut at = number;
    for _ in 0..8 {
        match book.parent(at) {
            Some(p) => at = &p.number,
            None => break,
        }
    }
    at
}

fn row(ui: &mut Ui, r: &RuleText, depth: usize, on: bool) -> Response {
    let c = colours(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::click());
    if on || response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 4, c.accent_weak);
    }
    let x = rect.left() + 6.0 + depth as f32 * 14.0;
    let number = one_line(ui, &r.number, Face::Semi, 11.5, c.rule, width * 0.5);
    let face = if depth == 0 || on { Face::Semi } else { Face::Ui };
    let left = x + number.size().x + 8.0;
    let title = one_line(ui, &r.title, face, 13.0, c.text, rect.right() - left - 6.0);
    let y = |h: f32| rect.center().y - h / 2.0;
    ui.painter().galley(pos2(x, y(number.size().y)), number, c.rule);
    ui.painter().galley(pos2(left, y(title.size().y)), title, c.text);
    let name = format!("Rule {}: {}", r.number, r.title);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, &name));
    response.on_hover_cursor(CursorIcon::PointingHand)
}

fn body(ui: &mut Ui, r: &RuleText, depth: usize) {
    let c = colours(ui);
    let left = (10.0 + depth as f32 * 14.0) as i8;
    let frame = Frame::new().inner_margin(Margin { left, right: 6, top: 2, bottom: 8 });
    frame.show(ui, |ui| {
        ui.add(egui::Label::new(text(&r.text, Face::Ui, 13.5, c.text)).wrap());
        if !r.see.is_empty() {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                ui.label(text("See also", Face::Ui, 12.0, c.muted));
                for n in &r.see {
                    rule_chip(ui, n);
                }
            });
        }
    });
}
