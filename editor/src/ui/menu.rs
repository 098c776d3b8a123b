//! Menus and keys: everything that can be asked for by name.

use super::tab::{Tab, Wishes};
use crate::core::{ToolKind, pieces};
use crate::words;
use egui::{Button, Context, Key, KeyboardShortcut, Modifiers, Ui};

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
}

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

const KEYS: [(Ask, KeyboardShortcut); 6] = [
    (Ask::New, KeyboardShortcut::new(Modifiers::COMMAND, Key::N)),
    (Ask::Open, KeyboardShortcut::new(Modifiers::COMMAND, Key::O)),
    (Ask::SaveAs, KeyboardShortcut::new(CTRL_SHIFT, Key::S)),
    (Ask::Save, KeyboardShortcut::new(Modifiers::COMMAND, Key::S)),
    (Ask::Close, KeyboardShortcut::new(Modifiers::COMMAND, Key::W)),
    (Ask::Play, KeyboardShortcut::new(Modifiers::NONE, Key::F5)),
];

fn item(ui: &mut Ui, text: &str, key: &str, enabled: bool) -> bool {
    ui.add_enabled(enabled, Button::new(text).shortcut_text(key)).clicked()
}

/// The menus. `tab` is none where nothing is open.
pub fn bar(ui: &mut Ui, tab: Option<&mut Tab>, wishes: &mut Wishes, ask: &mut Option<Ask>) {
    let open = tab.is_some();
    let mut pick = |ui: &mut Ui, text, key, enabled, what| {
        if item(ui, text, key, enabled) {
            *ask = Some(what);
        }
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
            }
        }
    });
    ui.menu_button("View", |ui| {
        let s = &mut tab.shown;
        ui.checkbox(&mut s.grid, "Grid");
        ui.checkbox(&mut s.numbers, "Numbers");
        ui.checkbox(&mut s.counters, "Counters");
        ui.checkbox(&mut s.areas, "Areas");
        ui.checkbox(&mut s.problems, "Problem signs");
        ui.separator();
        if item(ui, "Whole map", "Home", true) {
            tab.widget.fit();
        }
        if item(ui, "Zoom in", "+", true) {
            tab.widget.zoom_by(1.25);
        }
        if item(ui, "Zoom out", "-", true) {
            tab.widget.zoom_by(0.8);
        }
    });
}

/// A text is being typed: letters are letters, not tools.
fn typing(ctx: &Context) -> bool {
    let focused = ctx.memory(egui::Memory::focused);
    focused.is_some_and(|id| egui::TextEdit::load_state(ctx, id).is_some())
}

/// Keys that concern the screen.
pub fn screen_keys(ctx: &Context) -> Option<Ask> {
    KEYS.into_iter().find(|(_, key)| ctx.input_mut(|i| i.consume_shortcut(key))).map(|k| k.0)
}

/// Keys that concern the document in front.
pub fn document_keys(ctx: &Context, tab: &mut Tab, wishes: &mut Wishes) {
    if typing(ctx) {
        return;
    }
    let pressed = |m: Modifiers, k: Key| ctx.input_mut(|i| i.consume_key(m, k));
    let (ctrl, none) = (Modifiers::COMMAND, Modifiers::NONE);
    wishes.redo |= pressed(CTRL_SHIFT, Key::Z) || pressed(ctrl, Key::Y);
    wishes.undo |= pressed(ctrl, Key::Z);
    if pressed(ctrl, Key::A) {
        wishes.select = Some(tab.doc().pieces.iter().map(|p| p.id.clone()).collect());
    }
    if pressed(ctrl, Key::D) && !tab.tools.selection.is_empty() {
        wishes.edit(super::forces::duplicate(tab.doc(), &tab.tools.selection));
    }
    if pressed(none, Key::Delete) || pressed(none, Key::Backspace) {
        tab.delete(wishes);
    }
    if pressed(none, Key::Escape) {
        escape(tab, wishes);
    }
    if pressed(none, Key::X) {
        tab.tools.flip = !tab.tools.flip;
    }
    if pressed(none, Key::OpenBracket) {
        tab.tools.radius = tab.tools.radius.saturating_sub(1).max(1);
    }
    if pressed(none, Key::CloseBracket) {
        tab.tools.radius = (tab.tools.radius + 1).min(5);
    }
    if pressed(none, Key::Home) {
        tab.widget.fit();
    }
    if pressed(none, Key::Plus) || pressed(none, Key::Equals) {
        tab.widget.zoom_by(1.25);
    }
    if pressed(none, Key::Minus) {
        tab.widget.zoom_by(0.8);
    }
    if tab.editable() {
        for kind in ToolKind::ALL {
            if let Some(key) = Key::from_name(words::tool(kind).1)
                && pressed(none, key)
            {
                wishes.tool = Some(kind);
            }
        }
    }
}

/// First drops what has been begun, then the selection.
fn escape(tab: &mut Tab, wishes: &mut Wishes) {
    tab.document.cancel_stroke();
    if !tab.tools.cancel() {
        wishes.select = Some(Vec::new());
        tab.label = None;
    }
    tab.preview = None;
    tab.pressing = false;
}

/// The name a file gets if nobody says otherwise.
pub fn file_name(tab: &Tab) -> String {
    let stem = pieces::slug(&tab.title());
    format!("{}.ron", if stem.is_empty() { "scenario" } else { &stem })
}
