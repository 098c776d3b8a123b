//! The menus, made from the list of commands.

use super::commands::{self, Act, Menu};
use super::host::Host;
use super::panels::Panels;
use super::tab::Tab;
use crate::core::pieces;
use crate::words;
use egui::{Button, Ui};
use std::path::PathBuf;

<<<<<<< HEAD
/// What concerns the screen rather than one document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    New,
    Open,
    Save,
    SaveAs,
    Close,
    Home,
    Play,
    /// Imports and exports.
    Other(super::imports::Other),
=======
/// What the menus need to know.
pub struct Around<'a> {
    pub tab: Option<&'a Tab>,
    pub panels: &'a Panels,
    pub copied: bool,
    pub documents: usize,
    pub recent: Vec<PathBuf>,
>>>>>>> main
}

impl<'a> Around<'a> {
    pub fn new(
        tab: Option<&'a Tab>,
        panels: &'a Panels,
        copied: bool,
        documents: usize,
        host: &dyn Host,
    ) -> Self {
        Self { tab, panels, copied, documents, recent: host.recent() }
    }
}

/// What was chosen from the menus.
#[derive(Default)]
pub struct Chosen {
    pub acts: Vec<Act>,
    pub recent: Option<PathBuf>,
}

pub fn bar(ui: &mut Ui, around: &Around<'_>, out: &mut Chosen) {
    let all = commands::all();
    for menu in Menu::SHOWN {
        ui.menu_button(words::commands::menu(menu), |ui| {
            let mut group = None;
            for c in all.iter().filter(|c| c.menu == menu) {
                if group.is_some_and(|g| g != c.group) {
                    ui.separator();
                }
                group = Some(c.group);
                item(ui, c, around, out);
                if c.act == Act::Open {
                    recent(ui, around, out);
                }
            }
        });
    }
}

fn item(ui: &mut Ui, c: &commands::Command, around: &Around<'_>, out: &mut Chosen) {
    let enabled = commands::enabled(c.act, around.tab, around.copied, around.documents);
    let key = c.key(ui.ctx());
    let on = commands::on(c.act, around.tab, around.panels).unwrap_or(false);
    let button = Button::selectable(on, c.name()).shortcut_text(key);
    let r = ui.add_enabled(enabled, button);
    let r = if c.help().is_empty() { r } else { r.on_hover_text(super::palette::sentence(c.help())) };
    if r.clicked() {
        out.acts.push(c.act);
        ui.close();
    }
}

fn recent(ui: &mut Ui, around: &Around<'_>, out: &mut Chosen) {
    ui.menu_button(words::RECENT, |ui| {
        if around.recent.is_empty() {
            super::look::muted(ui, words::NO_RECENT);
        }
<<<<<<< HEAD
    };
    ui.menu_button("File", |ui| {
        pick(ui, "New scenario\u{2026}", "Ctrl+N", true, Ask::New);
        pick(ui, "Open\u{2026}", "Ctrl+O", true, Ask::Open);
        ui.separator();
        pick(ui, "Save", "Ctrl+S", open, Ask::Save);
        pick(ui, "Save as\u{2026}", "Ctrl+Shift+S", open, Ask::SaveAs);
        ui.separator();
        for (what, name, needs) in super::imports::MENU {
            pick(ui, name, "", open || !needs, Ask::Other(what));
        }
        ui.separator();
        pick(ui, "Close document", "Ctrl+W", open, Ask::Close);
        pick(ui, "Back to the gallery", "", true, Ask::Home);
    });
    let Some(tab) = tab else { return };
    let editable = tab.editable();
    ui.menu_button("Edit", |ui| {
        let d = &tab.document;
        wishes.undo |= item(ui, "Undo", "Ctrl+Z", d.can_undo() && editable);
        wishes.redo |= item(ui, "Redo", "Ctrl+Y", d.can_redo() && editable);
        ui.separator();
        let some = !tab.tools.selection.is_empty() && editable;
        if item(ui, "Select all pieces", "Ctrl+A", true) {
            wishes.select = Some(tab.doc().pieces.iter().map(|p| p.id.clone()).collect());
        }
        if item(ui, "Duplicate", "Ctrl+D", some) {
            wishes.edit(super::forces::duplicate(tab.doc(), &tab.tools.selection));
        }
        if item(ui, "Delete", "Del", some) {
            tab.delete(wishes);
        }
    });
    ui.menu_button("Tools", |ui| {
        for kind in ToolKind::ALL {
            let (name, key, _) = words::tool(kind);
            if item(ui, name, key, editable) {
                wishes.tool = Some(kind);
=======
        for path in &around.recent {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                out.recent = Some(path.clone());
                ui.close();
>>>>>>> main
            }
        }
    });
}

/// The name a file gets if nobody says otherwise.
pub fn file_name(tab: &Tab) -> String {
    let stem = pieces::slug(&tab.title());
    format!("{}.ron", if stem.is_empty() { "scenario" } else { &stem })
}
