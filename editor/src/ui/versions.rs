//! Older versions of a document's file: opened beside it, or restored as a step of its history.

use super::host::{EditorCommand, Host, Version};
use super::look;
use super::screen::EditorScreen;
use crate::core::{Document, Edit};
use crate::words::versions as say;
use egui::{Label, RichText, Role, ScrollArea, Ui, WidgetInfo};
use engine::scenario::ScenarioDoc;
use std::sync::Arc;

/// The list while it is shown.
pub struct Versions {
    /// The document it belongs to.
    tab: u64,
    list: Vec<Row>,
}

/// A version, and how it differs from the document.
struct Row {
    version: Version,
    same: bool,
    line: String,
}

impl Row {
    fn new(version: Version, now: &ScenarioDoc) -> Self {
        let same = version.doc.as_ref().is_ok_and(|d| **d == *now);
        let said = match &version.doc {
            Ok(_) if same => say::SAME.to_owned(),
            Ok(doc) => say::difference_text(now, doc),
            Err(why) => why.clone(),
        };
        let line = format!("{}: {said}", version.date);
        Self { version, same, line }
    }
}

/// The action for a version, by index in the list.
#[derive(Clone, Copy)]
enum Choice {
    Open(usize),
    BringBack(usize),
}

impl EditorScreen {
    pub(super) fn ask_versions(&mut self, host: &mut Host<'_>) {
        let Some(tab) = self.tabs.get(self.current) else { return };
        let document = tab.key;
        match tab.document.path().map(ToOwned::to_owned) {
            Some(path) => host.ask(EditorCommand::ListVersions { document, path }),
            None => self.list_versions(document, Vec::new()),
        }
    }

    pub(super) fn list_versions(&mut self, document: u64, list: Vec<Version>) {
        let Some(tab) = self.tabs.iter().find(|t| t.key == document) else { return };
        let list = list.into_iter().map(|v| Row::new(v, tab.doc())).collect();
        self.dialogs.versions = Some(Versions { tab: document, list });
    }

    pub(super) fn versions_dialog(&mut self, ctx: &egui::Context) {
        let Some(dialog) = self.dialogs.versions.take() else { return };
        let Some(i) = self.tabs.iter().position(|t| t.key == dialog.tab) else { return };
        let (editable, title) = (self.tabs[i].is_editable(), self.tabs[i].title());
        let (mut open, mut choice) = (true, None);
        let room = ctx.content_rect().size();
        let modal = look::modal_dialog(ctx, "editor versions").show(ctx, |ui| {
            ui.set_width((room.x - 80.0).min(560.0));
            look::title_cut(ui, &say::versions_title(&title));
            look::muted_label(ui, if dialog.list.len() > 1 { say::HELP } else { say::NONE });
            ui.add_space(8.0);
            let most = (room.y - 220.0).max(100.0);
            ScrollArea::vertical().id_salt("versions").max_height(most).show(ui, |ui| {
                for (n, v) in dialog.list.iter().enumerate() {
                    ui.push_id(n, |ui| version_row(ui, n, v, editable, &mut choice));
                }
            });
            ui.add_space(8.0);
            open = !ui.button("Close").on_hover_text("Esc").clicked();
        });
        let taken = |n: usize| {
            let v = &dialog.list.get(n)?.version;
            Some((Arc::clone(v.doc.as_ref().ok()?), &v.when))
        };
        match choice {
            Some(Choice::Open(n)) => {
                if let Some((doc, when)) = taken(n) {
                    let document = Document::recovered((*doc).clone(), None, &say::restore_step(when));
                    self.receive_document(document);
                    ctx.request_repaint();
                }
            }
            Some(Choice::BringBack(n)) => {
                if let Some((doc, when)) = taken(n) {
                    self.tabs[i].replace_document(say::restore_step(when), doc);
                }
            }
            None if open && !modal.should_close() => self.dialogs.versions = Some(dialog),
            None => {}
        }
    }
}

fn version_row(ui: &mut Ui, n: usize, row: &Row, editable: bool, choice: &mut Option<Choice>) {
    let v = &row.version;
    ui.horizontal(|ui| {
        let wide = ui.available_width();
        ui.vertical(|ui| {
            ui.set_width((wide - 156.0).max(140.0));
            let head = say::version_head(n, &v.when);
            ui.add(Label::new(RichText::new(head).strong()).truncate());
            look::muted_label(ui, row.line.as_str());
        });
        let button = |ui: &mut Ui, text: &str, can: bool, tip: &str| {
            let r = ui.add_enabled(can, egui::Button::new(text)).on_hover_text(tip);
            let name = format!("{text}: {}", v.when);
            r.widget_info(|| WidgetInfo::labeled(Role::Button, can, name.clone()));
            r.clicked()
        };
        if button(ui, say::OPEN, v.doc.is_ok(), say::OPEN_TIP) {
            *choice = Some(Choice::Open(n));
        }
        if button(ui, say::BRING_BACK, editable && v.doc.is_ok() && !row.same, say::BRING_BACK_TIP) {
            *choice = Some(Choice::BringBack(n));
        }
    });
    ui.add_space(4.0);
}

impl super::tab::Tab {
    /// Replaces the whole document, as one step.
    pub(super) fn replace_document(&mut self, name: String, doc: Arc<ScenarioDoc>) {
        self.tools.cancel();
        self.tools.area.clear();
        self.document.end_stroke();
        self.apply_edit(Edit::Replace { name, doc });
        self.fulfil(super::tab::PanelRequests::default());
    }
}
