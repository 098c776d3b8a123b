//! What was found after a sudden end of the program, offered at the start.

use super::App;
use super::Screen;
use super::crash_recovery::Found;
use super::words;
use egui::{ScrollArea, Ui};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action};

/// What a person decided about the documents found.
enum Decision {
    Recover(usize),
    RecoverAll,
    /// Asks first.
    Discard(usize),
    DiscardForGood(usize),
    KeepIt,
    Later,
}

/// Documents found, while they are looked through.
#[derive(Default)]
pub struct Recovery {
    pub found: Vec<Found>,
    /// The list is on the screen; what is decided later waits behind it.
    pub shown: bool,
    /// The one to be discarded, once that is said again.
    discarding: Option<usize>,
}

impl Recovery {
    pub fn new(found: Vec<Found>) -> Self {
        Self { shown: !found.is_empty(), found, discarding: None }
    }

    pub fn is_open(&self) -> bool {
        self.shown && !self.found.is_empty()
    }
}

impl App {
    pub(super) fn show_recovery(&mut self, ui: &Ui) {
        // One question after the other.
        if !self.open_dialogs.recovery.is_open() || self.open_dialogs.dialog.is_some() {
            return;
        }
        let asked = self.open_dialogs.recovery.discarding;
        let Some(decision) = dialog(ui, &self.open_dialogs.recovery.found, asked) else { return };
        self.open_dialogs.recovery.discarding = None;
        match decision {
            Decision::Recover(i) => self.recover(i),
            Decision::RecoverAll => {
                while !self.open_dialogs.recovery.found.is_empty() {
                    self.recover(0);
                }
            }
            Decision::Discard(i) => self.open_dialogs.recovery.discarding = Some(i),
            Decision::DiscardForGood(i) => {
                let f = self.open_dialogs.recovery.found.remove(i);
                if let Some(j) = &self.editor_files.journal {
                    j.discard_found(&f.file);
                }
            }
            Decision::KeepIt => {}
            Decision::Later => {
                self.open_dialogs.recovery.shown = false;
                self.toast(words::recover_later(self.open_dialogs.recovery.found.len()));
            }
        }
    }

    /// The list again, after it was put off.
    pub(super) fn list_left_over(&mut self) {
        match self.open_dialogs.recovery.found.is_empty() {
            true => self.toast(words::NOTHING_LEFT),
            false => self.open_dialogs.recovery.shown = true,
        }
    }

    /// Says once what was found and cannot be read.
    pub(super) fn tell_unread(&mut self) {
        let unread = self.editor_files.journal.as_ref().map(|j| j.unread().to_vec()).unwrap_or_default();
        if let Some(first) = unread.first() {
            self.toasts.push(widgets::Tone::Warn, words::unread(unread.len(), first));
        }
    }

    fn recover(&mut self, i: usize) {
        let f = self.open_dialogs.recovery.found.remove(i);
        self.editor.recover(f.doc, f.path);
        self.screen = Screen::Editor;
        if let Some(j) = &mut self.editor_files.journal {
            j.adopt(f.file);
        }
    }
}

fn dialog(ui: &Ui, found: &[Found], discarding: Option<usize>) -> Option<Decision> {
    let c = colours(ui);
    let room = ui.ctx().content_rect().size();
    let mut out = None;
    let modal = egui::Modal::new(egui::Id::unique("recovery")).frame(widgets::dialog_frame(ui));
    let shown = modal.show(ui.ctx(), |ui| {
        ui.set_width((room.x - 90.0).min(600.0));
        ui.label(text(words::RECOVERY_TITLE, Face::Title, 24.0, c.text));
        ui.label(text(words::RECOVERY, Face::Ui, 13.0, c.text));
        ui.add_space(6.0);
        let most = (room.y - 240.0).max(80.0);
        ScrollArea::vertical().id_salt("recovery").max_height(most).show(ui, |ui| {
            for (i, f) in found.iter().enumerate() {
                let decided = row(ui, i, f, discarding == Some(i));
                out = decided.or(out.take());
                ui.add_space(4.0);
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
            if Action::primary("Recover all").key("Enter").show(ui).clicked() || enter {
                out = Some(Decision::RecoverAll);
            }
            if Action::new("Not now").key("Esc").height(36.0).show(ui).clicked() {
                out = Some(Decision::Later);
            }
        });
    });
    if out.is_none() && shown.should_close() {
        out = Some(Decision::Later);
    }
    out
}

/// A document found: what it is, and what may be done with it.
fn row(ui: &mut Ui, i: usize, f: &Found, discarding: bool) -> Option<Decision> {
    let c = colours(ui);
    let mut out = None;
    let title = if f.doc.title.is_empty() { words::NO_TITLE } else { &f.doc.title };
    ui.horizontal(|ui| {
        let wide = ui.available_width();
        ui.vertical(|ui| {
            ui.set_width((wide - 180.0).max(120.0));
            ui.add(egui::Label::new(text(title, Face::Medium, 14.0, c.text)).truncate());
            let from =
                f.path.as_ref().map_or_else(|| words::NEVER_SAVED.to_owned(), |p| p.display().to_string());
            let line = words::found_line(&from, f.age, f.file_is_newer);
            ui.add(egui::Label::new(text(&line, Face::Ui, 12.0, c.muted)).truncate()).on_hover_text(line);
            if discarding {
                ui.label(text(words::DISCARD_ASK, Face::Medium, 12.5, c.danger));
            }
        });
        let name = |verb: &str| format!("{verb} {title}");
        if discarding {
            if button(ui, "Discard it", &name("Discard for good")) {
                out = Some(Decision::DiscardForGood(i));
            }
            if button(ui, "Keep it", &name("Keep")) {
                out = Some(Decision::KeepIt);
            }
        } else {
            if button(ui, "Recover", &name("Recover")) {
                out = Some(Decision::Recover(i));
            }
            if button(ui, "Discard", &name("Discard")) {
                out = Some(Decision::Discard(i));
            }
        }
    });
    out
}

fn button(ui: &mut Ui, face: &str, name: &str) -> bool {
    let r = ui.button(face).on_hover_text(name);
    r.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    r.clicked()
}
