//! The menus, made from the list of commands.

use super::commands::{self, EditorAction, Menu};
use super::host::Host;
use super::look;
use super::panels::Panels;
use super::tab::Tab;
use crate::core::pieces;
use crate::words;
use egui::{Button, Ui};
use std::path::PathBuf;

/// What the menus need to know.
pub struct Around<'a> {
    pub tab: Option<&'a Tab>,
    pub panels: &'a Panels,
    pub copied: bool,
    /// Titles of the open ones.
    pub documents: Vec<String>,
    pub recent: Vec<PathBuf>,
}

impl<'a> Around<'a> {
    pub fn new(
        tab: Option<&'a Tab>,
        panels: &'a Panels,
        copied: bool,
        documents: Vec<String>,
        host: &Host<'_>,
    ) -> Self {
        Self { tab, panels, copied, documents, recent: host.given.recent_files.clone() }
    }
}

/// What was chosen from the menus.
#[derive(Default)]
pub struct MenuChoice {
    pub acts: Vec<EditorAction>,
    pub recent: Option<PathBuf>,
    /// A step of the history.
    pub go_to: Option<usize>,
}

pub fn menu_bar(ui: &mut Ui, around: &Around<'_>, out: &mut MenuChoice) {
    ui.scope(|ui| {
        look::flat_buttons(ui);
        menu_buttons(ui, around, out);
    });
}

fn menu_buttons(ui: &mut Ui, around: &Around<'_>, out: &mut MenuChoice) {
    let all = commands::all_commands();
    for menu in Menu::SHOWN {
        ui.menu_button(super::command_text::menu_name(menu), |ui| {
            // A long menu scrolls in a low window.
            let most = (ui.ctx().content_rect().height() - 70.0).max(120.0);
            egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, |ui| {
                let mut group = None;
                for c in all.iter().filter(|c| c.menu == menu && commands::is_offered(c.act, around.tab)) {
                    if group.is_some_and(|g| g != c.group) {
                        ui.separator();
                    }
                    group = Some(c.group);
                    menu_item(ui, c, around, out);
                    match (c.act, around.tab) {
                        (EditorAction::Open, _) => recent_files(ui, around, out),
                        // The history strip is hidden in a low window, and may be turned off.
                        (EditorAction::Redo, Some(tab)) => {
                            let list = |ui: &mut Ui| super::bars::history_list(ui, tab, &mut out.go_to);
                            ui.menu_button(words::HISTORY, list).response.on_hover_text(words::HISTORY_TIP);
                        }
                        _ => {}
                    }
                }
            });
        });
    }
}

fn menu_item(ui: &mut Ui, c: &commands::Command, around: &Around<'_>, out: &mut MenuChoice) {
    let enabled = commands::is_enabled(c.act, around.tab, around.copied, around.documents.len());
    let key = c.key_text(ui.ctx());
    let on = commands::is_on(c.act, around.tab, around.panels).unwrap_or(false);
    let button = Button::selectable(on, c.name()).wrap_mode(egui::TextWrapMode::Extend);
    let button = if key.is_empty() { button } else { button.shortcut_text(key) };
    let r = ui.add_enabled(enabled, button);
    let r = if c.help().is_empty() { r } else { r.on_hover_text(engine::capitalised(c.help())) };
    if r.clicked() {
        out.acts.push(c.act);
        ui.close();
    }
}

fn recent_files(ui: &mut Ui, around: &Around<'_>, out: &mut MenuChoice) {
    ui.menu_button(words::RECENT, |ui| {
        if around.recent.is_empty() {
            look::muted_label(ui, words::NO_RECENT);
        }
        for path in &around.recent {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                out.recent = Some(path.clone());
                ui.close();
            }
        }
    });
}

/// The default file name.
pub fn file_name(tab: &Tab) -> String {
    let stem = pieces::slug(&tab.title());
    format!("{}.ron", if stem.is_empty() { "scenario" } else { &stem })
}
