//! The sheet of keys, and the search for everything by name.

use super::commands::{self, Menu};
use super::look;
use super::menu::Around;
use super::search_results::{self, Find};
use crate::words;
use egui::{Key, RichText, ScrollArea, TextEdit, Ui};

/// All keys and gestures on one sheet. False when it should close.
pub fn keys_sheet(ctx: &egui::Context) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let modal = look::modal_dialog(ctx, "editor keys").show(ctx, |ui| {
        ui.set_width((room.x - 80.0).min(1060.0));
        look::title_label(ui, words::KEYS);
        ui.add_space(6.0);
        let most = (room.y - 170.0).max(120.0);
        ScrollArea::vertical().id_salt("keys").max_height(most).min_scrolled_height(most).show(ui, |ui| {
            let n = ((room.x - 80.0) / 330.0).clamp(1.0, 3.0) as usize;
            ui.columns(n, |columns| {
                for menu in Menu::SHOWN {
                    keys_of(&mut columns[column_of(menu).min(n - 1)], menu);
                }
                // Keys of the whole program.
                let ui = &mut columns[n - 1];
                look::section_caption(ui, words::EVERYWHERE);
                for (what, does) in super::command_text::EVERYWHERE {
                    key_line(ui, &engine::capitalised(does), what);
                }
                ui.add_space(8.0);
            });
            gesture_list(ui, if room.x > 760.0 { 2 } else { 1 });
        });
        ui.add_space(8.0);
        if look::primary_button(ui, "Close", "Esc").clicked() {
            open = false;
        }
    });
    open && !modal.should_close() && !ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::F1))
}

/// The first guide for designers: the document of that name.
const GUIDE: &str = include_str!("../../../docs/designing.md");

/// The guide in a window of its own. False when it should close.
pub fn guide_sheet(ctx: &egui::Context) -> bool {
    let room = ctx.content_rect().size();
    let mut open = true;
    let modal = look::modal_dialog(ctx, "editor guide").show(ctx, |ui| {
        ui.set_width((room.x - 80.0).min(660.0));
        let most = (room.y - 170.0).max(120.0);
        let mut lines = guide_paragraphs();
        look::title_label(ui, lines.first().map_or("", String::as_str));
        lines.drain(..1.min(lines.len()));
        ui.add_space(6.0);
        ScrollArea::vertical().id_salt("guide").max_height(most).show(ui, |ui| {
            for line in lines {
                ui.add(egui::Label::new(RichText::new(line).size(13.5)).wrap());
                ui.add_space(6.0);
            }
        });
        ui.add_space(8.0);
        if look::primary_button(ui, "Close", "Esc").clicked() {
            open = false;
        }
    });
    open && !modal.should_close()
}

/// Its paragraphs and steps, without the marks of the notation.
fn guide_paragraphs() -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut begins = true;
    for line in GUIDE.lines() {
        let is_step = line.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok());
        let words: String =
            line.trim().trim_start_matches("# ").chars().filter(|c| !"*`".contains(*c)).collect();
        match out.last_mut().filter(|_| !begins && !is_step && !words.is_empty()) {
            Some(last) => *last = format!("{last} {words}"),
            None if !words.is_empty() => out.push(words),
            None => {}
        }
        begins = line.trim().is_empty();
    }
    out
}

/// Pointer gestures: sentences too long for the columns of keys.
fn gesture_list(ui: &mut Ui, n: usize) {
    look::section_caption(ui, words::POINTER);
    let all = super::command_text::GESTURES;
    let half = all.len().div_ceil(n);
    ui.columns(n, |columns| {
        for c in columns.iter_mut() {
            (c.spacing_mut().interact_size.y, c.spacing_mut().item_spacing.y) = (16.0, 3.0);
        }
        for (i, (what, does)) in all.iter().enumerate() {
            columns[i / half].horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                ui.label(RichText::new(*what).size(12.0).color(look::colour(look::theme(ui).accent)));
                ui.label(RichText::new(engine::capitalised(does)).size(12.5));
            });
        }
    });
}

/// Three columns of about the same length.
fn column_of(menu: Menu) -> usize {
    match menu {
        Menu::File | Menu::Edit => 0,
        Menu::Map | Menu::Tools => 1,
        Menu::View | Menu::Help => 2,
    }
}

fn keys_of(ui: &mut Ui, menu: Menu) {
    look::section_caption(ui, super::command_text::menu_name(menu));
    for c in commands::all_commands().into_iter().filter(|c| c.menu == menu) {
        let key = c.all_keys(ui.ctx());
        if !key.is_empty() {
            key_line(ui, c.name(), &key);
        }
    }
    ui.add_space(8.0);
}

fn key_line(ui: &mut Ui, name: &str, key: &str) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
            ui.add_space(14.0);
            ui.label(RichText::new(key).size(12.0).color(look::colour(look::theme(ui).accent)));
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Min), |ui| {
                ui.add(egui::Label::new(RichText::new(name).size(12.5)).truncate());
            });
        });
    });
}

/// The search for everything by name.
#[derive(Default)]
pub struct Search {
    text: String,
    at: usize,
    focused: bool,
}

/// The outcome of the search this frame.
pub enum SearchOutcome {
    Open,
    Closed,
    This(Find),
}

impl Search {
    pub fn show(&mut self, ctx: &egui::Context, around: &Around<'_>) -> SearchOutcome {
        let list = search_results::search_hits(&self.text, around, ctx);
        let step = |key| ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        if step(Key::ArrowDown) {
            self.at += 1;
        }
        if step(Key::ArrowUp) {
            self.at = self.at.saturating_sub(1);
        }
        self.at = self.at.min(list.len().saturating_sub(1));
        let mut found = SearchOutcome::Open;
        let enter = ctx.input(|i| i.key_pressed(Key::Enter));
        let room = ctx.content_rect().size();
        let modal = look::modal_dialog(ctx, "editor search").show(ctx, |ui| {
            ui.set_width((room.x - 80.0).min(520.0));
            let hint = TextEdit::singleline(&mut self.text).hint_text(words::SEARCH_HINT);
            let r = ui.add(hint.desired_width(f32::INFINITY));
            r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH_HINT));
            if !std::mem::replace(&mut self.focused, true) {
                r.request_focus();
            }
            if r.changed() {
                self.at = 0;
            }
            ui.add_space(6.0);
            if list.is_empty() {
                look::muted_label(ui, words::NOTHING_FOUND);
            }
            let most = (room.y * 0.55).max(120.0);
            ScrollArea::vertical().id_salt("found").max_height(most).show(ui, |ui| {
                for (i, c) in list.iter().enumerate() {
                    let text = format!("{}: {}", c.group, c.name);
                    let button = egui::Button::selectable(i == self.at, text).shortcut_text(c.key.as_str());
                    let wide = egui::vec2(ui.available_width(), 24.0);
                    let r = ui.add_enabled(c.can, button.min_size(wide));
                    if i == self.at && (step_moved(ui.ctx())) {
                        r.scroll_to_me(None);
                    }
                    let r = r.on_hover_text(engine::capitalised(&c.help));
                    if r.clicked() || (enter && i == self.at && c.can) {
                        found = SearchOutcome::This(c.what.clone());
                    }
                }
            });
        });
        if modal.should_close() && matches!(found, SearchOutcome::Open) {
            found = SearchOutcome::Closed;
        }
        found
    }
}

fn step_moved(ctx: &egui::Context) -> bool {
    ctx.input(|i| i.key_down(Key::ArrowDown) || i.key_down(Key::ArrowUp))
}
