//! Detects files that other programs change while their documents are open; they are never overwritten unasked.

use super::host::{EditorCommand, ExpectedFile, FileNow, Host};
use super::look;
use super::screen::EditorScreen;
use crate::core::Document;
use crate::words::disk as say;
use egui::{Align, Frame, Layout, Margin, Panel, RichText, Ui};
use engine::scenario::ScenarioDoc;
use std::path::{Path, PathBuf};

/// Seconds between checks of the files, while the screen is being drawn.
const EVERY: f64 = 1.0;

/// What is known about a document's file.
pub struct Disk {
    /// The file when last read or written here.
    expected: ExpectedFile,
    /// Its contents then; none for a recovered document, whose file has not been read.
    holds: Option<ScenarioDoc>,
    /// What is being written.
    writing: Option<ScenarioDoc>,
    state: State,
    looked: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    AsKnown,
    /// Another program has written it, and the user has not decided what to do.
    Changed,
    Gone,
}

/// The user's decision about a file that was changed elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConflictChoice {
    Load,
    Keep,
    SaveOver,
    SaveAs,
    Nothing,
}

impl Disk {
    pub fn new(document: &Document) -> Self {
        let holds = (!document.is_dirty()).then(|| document.doc().clone());
        Self {
            expected: ExpectedFile::Unknown,
            holds,
            writing: None,
            state: State::AsKnown,
            looked: f64::NEG_INFINITY,
        }
    }

    pub fn expected(&self) -> ExpectedFile {
        self.expected
    }

    pub fn is_changed(&self) -> bool {
        self.state == State::Changed
    }

    /// A save of this document starts.
    pub fn write(&mut self, doc: &ScenarioDoc) {
        self.writing = Some(doc.clone());
    }

    /// The save is finished.
    pub fn written(&mut self, fingerprint: Option<u64>) {
        self.expected = ExpectedFile::of_fingerprint(fingerprint);
        self.holds = self.writing.take();
        self.state = State::AsKnown;
    }

    /// Compares the file with what it was. A file with the same contents counts as unchanged.
    pub fn compare(&mut self, document: &mut Document, now: &FileNow) {
        let is_first_look = self.expected == ExpectedFile::Unknown;
        self.expected = ExpectedFile::of_fingerprint(now.fingerprint);
        if is_first_look {
            return;
        }
        self.state = match (now.fingerprint, &now.doc, &self.holds) {
            (None, ..) => State::Gone,
            (Some(_), Ok(doc), Some(known)) if **doc == *known => State::AsKnown,
            (Some(_), ..) => State::Changed,
        };
        if self.state == State::Gone {
            document.mark_unsaved();
        }
    }
}

impl EditorScreen {
    /// Checks the files of all open documents at intervals.
    pub(super) fn watch(&mut self, ctx: &egui::Context, host: &mut Host<'_>) {
        let now = ctx.input(|i| i.time);
        for tab in &mut self.tabs {
            let disk = &mut tab.file.disk;
            if now - disk.looked >= EVERY
                && let Some(path) = tab.document.path()
            {
                disk.looked = now;
                let (path, expected) = (path.to_owned(), disk.expected);
                host.ask(EditorCommand::LookAtFile { document: tab.key, path, expected });
            }
        }
    }

    /// The file of a document is not what it was.
    pub(super) fn file_looked(&mut self, document: u64, now: &FileNow) {
        if let Some(tab) = self.tabs.iter_mut().find(|t| t.key == document) {
            tab.file.disk.compare(&mut tab.document, now);
        }
    }

    /// Replaces the document with what another program has written.
    pub(super) fn file_loaded(&mut self, document: u64, path: PathBuf, now: FileNow, host: &mut Host<'_>) {
        let Some(tab) = self.tabs.iter_mut().find(|t| t.key == document) else { return };
        match now.doc {
            Ok(doc) => {
                tab.file.disk.write(&doc);
                tab.replace_document(say::STEP.to_owned(), doc);
                let point = tab.document.save_point();
                tab.file.disk.written(now.fingerprint);
                tab.document.mark_saved(path, point);
            }
            Err(why) => host.show_error(say::file_unreadable(&file_name(&tab.document), &why)),
        }
    }

    /// Shows a notice above the map if the document is read-only or its file has changed.
    pub(super) fn show_notices(&mut self, ui: &mut Ui, host: &mut Host<'_>) {
        let Some(tab) = self.tabs.get(self.current) else { return };
        if !tab.is_editable() {
            notice_bar(ui, "editor read only", &crate::words::read_only(&tab.doc().ruleset), |_| {});
        }
        let (state, name) = (tab.file.disk.state, file_name(&tab.document));
        let text = match state {
            State::AsKnown => return,
            State::Changed => say::file_changed(&name),
            State::Gone => say::file_gone(&name),
        };
        let mut choice = None;
        notice_bar(ui, "editor disk", &text, |ui| {
            if state == State::Changed {
                if ui.button(say::KEEP).on_hover_text(say::KEEP_TIP).clicked() {
                    choice = Some(ConflictChoice::Keep);
                }
                if ui.button(say::LOAD).on_hover_text(say::LOAD_TIP).clicked() {
                    choice = Some(ConflictChoice::Load);
                }
            } else if ui.button("OK").clicked() {
                choice = Some(ConflictChoice::Nothing);
            }
        });
        match choice {
            Some(ConflictChoice::Nothing) => self.tabs[self.current].file.disk.state = State::AsKnown,
            Some(choice) => self.resolve_conflict(self.current, choice, false, host),
            None => {}
        }
    }

    fn resolve_conflict(&mut self, i: usize, choice: ConflictChoice, close: bool, host: &mut Host<'_>) {
        let tab = &mut self.tabs[i];
        match choice {
            ConflictChoice::Keep => {
                (tab.file.disk.state, tab.file.disk.holds) = (State::AsKnown, None);
                tab.document.mark_unsaved();
            }
            ConflictChoice::Load => {
                let Some(path) = tab.document.path().map(ToOwned::to_owned) else { return };
                host.ask(EditorCommand::LoadFile { document: tab.key, path });
            }
            ConflictChoice::SaveOver => {
                tab.file.disk.state = State::AsKnown;
                self.save_tab(i, false, close, host);
            }
            ConflictChoice::SaveAs => self.save_tab(i, true, close, host),
            ConflictChoice::Nothing => {}
        }
    }

    /// Asks what to do when a save would overwrite another program's changes.
    pub(super) fn ask_conflict(&mut self, ctx: &egui::Context, host: &mut Host<'_>) {
        let Some((key, close)) = self.dialogs.conflict else { return };
        let Some(i) = self.tabs.iter().position(|t| t.key == key) else {
            self.dialogs.conflict = None;
            return;
        };
        let name = file_name(&self.tabs[i].document);
        let mut choice = None;
        let modal = look::modal_dialog(ctx, "editor conflict").show(ctx, |ui| {
            ui.set_width((ctx.content_rect().width() - 90.0).min(520.0));
            look::title_cut(ui, &say::save_conflict(&name));
            ui.label(say::CONFLICT);
            ui.add_space(12.0);
            ui.horizontal_wrapped(|ui| {
                if look::primary_button(ui, say::SAVE_AS, "").clicked() {
                    choice = Some(ConflictChoice::SaveAs);
                }
                if ui.button(say::SAVE_OVER).on_hover_text(say::SAVE_OVER_TIP).clicked() {
                    choice = Some(ConflictChoice::SaveOver);
                }
                if ui.button(say::LOAD).on_hover_text(say::LOAD_TIP).clicked() {
                    choice = Some(ConflictChoice::Load);
                }
                if ui.button(say::CANCEL).on_hover_text("Esc").clicked() {
                    choice = Some(ConflictChoice::Nothing);
                }
            });
        });
        if modal.should_close() {
            choice = choice.or(Some(ConflictChoice::Nothing));
        }
        if let Some(choice) = choice {
            self.dialogs.conflict = None;
            self.resolve_conflict(i, choice, close, host);
        }
    }
}

impl EditorScreen {
    /// Asks before a save removes what somebody wrote into the file by hand.
    pub(super) fn ask_comments(&mut self, ctx: &egui::Context, host: &mut Host<'_>) {
        let Some((key, close)) = self.dialogs.comments else { return };
        let Some(i) = self.tabs.iter().position(|t| t.key == key) else {
            self.dialogs.comments = None;
            return;
        };
        let name = file_name(&self.tabs[i].document);
        let mut choice = None;
        let modal = look::modal_dialog(ctx, "editor comments").show(ctx, |ui| {
            ui.set_width((ctx.content_rect().width() - 90.0).min(480.0));
            look::title_cut(ui, &say::comments_in(&name));
            ui.label(say::COMMENTS);
            ui.add_space(12.0);
            ui.horizontal_wrapped(|ui| {
                if look::primary_button(ui, say::SAVE_AS, "").clicked() {
                    choice = Some(ConflictChoice::SaveAs);
                }
                if ui.button(say::SAVE_WITHOUT_COMMENTS).clicked() {
                    choice = Some(ConflictChoice::SaveOver);
                }
                if ui.button(say::CANCEL).on_hover_text("Esc").clicked() {
                    choice = Some(ConflictChoice::Nothing);
                }
            });
        });
        if modal.should_close() {
            choice = choice.or(Some(ConflictChoice::Nothing));
        }
        let Some(choice) = choice else { return };
        self.dialogs.comments = None;
        match choice {
            ConflictChoice::SaveOver => {
                self.tabs[i].file.comments_may_go = true;
                self.save_tab(i, false, close, host);
            }
            ConflictChoice::SaveAs => self.save_tab(i, true, close, host),
            ConflictChoice::Keep | ConflictChoice::Load | ConflictChoice::Nothing => {}
        }
    }

    /// Every line of a table that is wrong, until it is closed.
    pub(super) fn show_refused(&mut self, ctx: &egui::Context) {
        let Some((name, lines)) = &self.dialogs.refused else { return };
        let room = ctx.content_rect().size();
        let mut open = true;
        let modal = look::modal_dialog(ctx, "editor refused table").show(ctx, |ui| {
            ui.set_width((room.x - 90.0).min(620.0));
            look::title_cut(ui, &crate::words::table_refused(name, lines.len()));
            ui.add_space(6.0);
            let most = (room.y - 190.0).max(100.0);
            egui::ScrollArea::vertical().id_salt("refused").max_height(most).show(ui, |ui| {
                for line in lines {
                    ui.add(egui::Label::new(line).wrap().selectable(true));
                }
            });
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if look::primary_button(ui, "OK", "").clicked() {
                    open = false;
                }
                if ui.button(say::COPY_LIST).clicked() {
                    ui.ctx().copy_text(lines.join("\n"));
                }
            });
        });
        if !open || modal.should_close() {
            self.dialogs.refused = None;
        }
    }
}

fn file_name(document: &Document) -> String {
    let name = document.path().and_then(Path::file_name);
    name.map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A notice above the map, with its buttons on the right.
pub fn notice_bar(ui: &mut Ui, id: &'static str, text: &str, add: impl FnOnce(&mut Ui)) {
    let t = look::theme(ui);
    let frame = Frame::new().fill(look::colour(t.accent_weak)).inner_margin(Margin::symmetric(12, 4));
    Panel::top(id).frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                add(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(text)).truncate()).on_hover_text(text);
                });
            });
        });
    });
}
