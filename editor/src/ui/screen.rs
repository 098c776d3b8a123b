//! The screen as a whole: open documents as tabs, bars, panels and the canvas.

use super::commands::{self, EditorAction, PanelKind};
use super::dialogs::Dialogs;
use super::geo::GeoDialog;
use super::help::{self, Search, SearchOutcome};
use super::host::{EditorAnswer, EditorCommand, Host, SaveOutcome, Surroundings};
use super::menu::{self, Around, MenuChoice};
use super::new::{NewDialog, NewDialogOutcome};
use super::panels::Panels;
use super::resize::{self, Resize};
use super::tab::{DocumentChange, PanelRequests, Tab};
use super::{bars, canvas, dock, document_tabs, look, numbering, palette};
use crate::core::Document;
use crate::core::pattern::Pattern;
use crate::words;
use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui};
use engine::scenario::ScenarioDoc;
use std::path::PathBuf;
use std::sync::Arc;

/// A save whose answer is awaited.
#[derive(Clone, Copy, Debug)]
struct Pending {
    tab: u64,
    point: u64,
    /// Close the tab once the document is saved.
    close: bool,
}

/// The editor. Keeps its documents while other screens are shown.
#[derive(Default)]
pub struct EditorScreen {
    pub(super) tabs: Vec<Tab>,
    pub(super) current: usize,
    /// Documents to open when the screen is next shown.
    incoming: Vec<Document>,
    pending: Option<Pending>,
    pub(super) dialogs: Dialogs,
    pub(super) panels: Panels,
    /// What was copied, for all documents: the latest first.
    pub(super) clipboard: Vec<Arc<Pattern>>,
    /// Keys of closed documents.
    pub(super) closed: Vec<u64>,
    keys: u64,
}

impl EditorScreen {
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a scenario in a tab of its own; a file that is open already comes to the front.
    pub fn open(&mut self, doc: ScenarioDoc, path: Option<PathBuf>) {
        let same = |d: &Document| path.is_some() && d.path() == path.as_deref();
        if let Some(i) = self.tabs.iter().position(|t| same(&t.document)) {
            self.current = i;
        } else if !self.incoming.iter().any(same) {
            let first = if path.is_some() { words::OPENED } else { words::STARTED };
            self.incoming.push(Document::new(doc, path, first));
        }
    }

    /// Opens a copy of a scenario: in no file, and not worth a question until it is changed.
    pub fn open_copy(&mut self, doc: ScenarioDoc) {
        self.incoming.push(Document::copied(doc, words::STARTED));
    }

    /// Opens a document recovered after a crash: changed, whichever file it belongs to.
    pub fn recover(&mut self, doc: ScenarioDoc, path: Option<PathBuf>) {
        self.incoming.push(Document::recovered(doc, path, words::RECOVERED));
    }

    /// Opens the document in a new tab with the next frame.
    pub(super) fn receive_document(&mut self, document: Document) {
        self.incoming.push(document);
    }

    /// Shows the dialog for a new scenario when next shown; asked for from another screen.
    pub fn ask_new(&mut self) {
        self.begin_new();
        self.dialogs.visiting = true;
    }

    fn begin_new(&mut self) {
        self.dialogs.visiting = false;
        self.dialogs.new = Some(NewDialog::with_open(self.documents().map(Document::doc)));
    }

    /// Saves the first changed document and shows it; none if all are saved.
    pub fn save_next(&mut self, around: &Surroundings<'_>) -> Option<Vec<EditorCommand>> {
        let mut host = Host::new(around);
        self.open_incoming(&host);
        let i = self.tabs.iter().position(|t| t.document.is_dirty())?;
        self.current = i;
        self.save_tab(i, false, false, &mut host);
        Some(host.commands)
    }

    /// Whether a save is waiting for its answer.
    pub fn is_saving(&self) -> bool {
        self.pending.is_some()
    }

    /// Takes what the program answers to a command.
    pub fn answer(&mut self, answer: EditorAnswer, around: &Surroundings<'_>) -> Vec<EditorCommand> {
        let mut host = Host::new(around);
        match answer {
            EditorAnswer::Saved(outcome) => self.finish_save(outcome, &mut host),
            EditorAnswer::FileLooked { document, now } => self.file_looked(document, &now),
            EditorAnswer::FileLoaded { document, path, now } => {
                self.file_loaded(document, path, now, &mut host);
            }
            EditorAnswer::Versions { document, list } => self.list_versions(document, list),
            EditorAnswer::Picture { document, name, bytes } => {
                if let Some(tab) = self.tabs.iter_mut().find(|t| t.key == document) {
                    super::trace::take_bytes(tab, name, bytes);
                }
            }
            EditorAnswer::RecoveryNotStored(document) => self.recovery_not_stored(document),
            EditorAnswer::File { request, path, bytes } => self.take_file(request, &path, bytes, &mut host),
        }
        host.commands
    }

    fn finish_save(&mut self, outcome: SaveOutcome, host: &mut Host<'_>) {
        let Some(pending) = self.pending.take() else { return };
        let Some(i) = self.tabs.iter().position(|t| t.key == pending.tab) else { return };
        let tab = &mut self.tabs[i];
        match outcome {
            SaveOutcome::Saved(path, fingerprint) => {
                tab.file.disk.written(fingerprint);
                tab.document.mark_saved(path, pending.point);
                if pending.close && !tab.document.is_dirty() {
                    self.remove_tab(i);
                }
            }
            SaveOutcome::FileChanged(now) => {
                tab.file.disk.compare(&mut tab.document, &now);
                self.save_tab(i, false, pending.close, host);
            }
            SaveOutcome::HasComments(_) => self.dialogs.comments = Some((tab.key, pending.close)),
            SaveOutcome::Failed(why) => host.show_error(why),
            SaveOutcome::Cancelled => {}
        }
    }

    /// The rule system of the document in front.
    pub fn ruleset(&self) -> Option<&str> {
        self.tabs.get(self.current).map(|t| t.document.doc().ruleset.as_str())
    }

    pub fn is_empty(&self) -> bool {
        self.tabs.is_empty() && self.incoming.is_empty()
    }

    /// Open documents, for autosave and for asking before the program ends.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.tabs.iter().map(|t| &t.document).chain(&self.incoming)
    }

    /// The document in front.
    pub fn document(&self) -> Option<&Document> {
        self.tabs.get(self.current).map(|t| &t.document)
    }

    /// Where a hex of the document in front is on the screen.
    pub fn screen_of(&self, hex: engine::hex::HexId) -> Option<egui::Pos2> {
        self.tabs.get(self.current)?.widget.screen_of(hex)
    }

    /// Whether any document has unsaved changes.
    pub fn has_unsaved_changes(&self) -> bool {
        self.documents().any(Document::is_dirty)
    }

    fn open_incoming(&mut self, host: &Host<'_>) {
        for document in std::mem::take(&mut self.incoming) {
            self.keys += 1;
            self.tabs.push(Tab::new(self.keys, document, host));
            self.current = self.tabs.len() - 1;
        }
    }

    fn remove_tab(&mut self, i: usize) {
        if i < self.tabs.len() {
            let gone = self.tabs.remove(i);
            self.closed.push(gone.key);
        }
        if self.current >= i && self.current > 0 {
            self.current -= 1;
        }
    }

    /// Draws the editor into the available space.
    pub fn show(&mut self, ui: &mut Ui, around: &Surroundings<'_>) -> Vec<EditorCommand> {
        let mut host = Host::new(around);
        self.show_all(ui, &mut host);
        host.commands
    }

    fn show_all(&mut self, ui: &mut Ui, host: &mut Host<'_>) {
        self.open_incoming(host);
        self.panels.load(host);
        self.panels.fit(ui.ctx().content_rect().size());
        let mut chosen = MenuChoice::default();
        let mut requests = PanelRequests::default();
        if ui.is_enabled() && !self.dialogs.is_any_open() {
            chosen.acts = commands::pressed_actions(ui.ctx(), self.tabs.get(self.current));
        }
        self.watch(ui.ctx(), host);
        self.top_bar(ui, &mut chosen, host);
        self.tab_strip(ui);
        self.show_notices(ui, host);
        match self.tabs.get_mut(self.current) {
            Some(tab) => {
                tab.follow_focus(ui.ctx());
                tab.clipboard.parts.clone_from(&self.clipboard);
                tab.refresh_problems(ui.ctx(), host);
                super::checks::refresh_overlay(ui.ctx(), tab, host);
                super::counter_faces::refresh_faces(ui.ctx(), tab, host);
                super::trace::refresh_picture(ui.ctx(), tab, host);
                document_panels(ui, tab, &mut requests, &mut self.panels);
                chosen.acts.append(&mut requests.acts);
                if requests.dock.is_some() {
                    self.panels.reveal(PanelKind::Dock);
                }
                requests.changes.extend(chosen.go_to.map(DocumentChange::GoTo));
                if requests.from_rail {
                    self.panels.tool_taken();
                }
                tab.fulfil(requests);
            }
            None => document_tabs::nothing_open(ui, &host.given.recent_files, &mut chosen),
        }
        if let Some(path) = chosen.recent {
            host.ask(EditorCommand::OpenFile(path));
        }
        for act in chosen.acts {
            self.perform_action(act, ui.ctx(), host);
        }
        self.show_dialogs(ui, host);
        self.panels.remember(host);
    }

    fn around<'a>(&'a self, host: &Host<'_>) -> Around<'a> {
        let tab = self.tabs.get(self.current);
        let titles = self.tabs.iter().map(Tab::title).collect();
        Around::new(tab, &self.panels, !self.clipboard.is_empty(), titles, host)
    }

    fn top_bar(&self, ui: &mut Ui, out: &mut MenuChoice, host: &Host<'_>) {
        Panel::top("editor top").show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(36.0);
                menu::menu_bar(ui, &self.around(host), out);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if let Some(tab) = self.tabs.get(self.current) {
                        if look::primary_button(ui, "Playtest", "F5").on_hover_text(words::PLAYTEST).clicked()
                        {
                            out.acts.push(EditorAction::Play);
                        }
                        if self.panels.is_narrow() {
                            let on = self.panels.is_shown(PanelKind::Dock);
                            let r = ui.selectable_label(on, words::PANELS);
                            if r.on_hover_text(words::PANELS_TIP).clicked() {
                                out.acts.push(EditorAction::Panel(PanelKind::Dock));
                            }
                        }
                        if ui.available_width() > 420.0
                            && ui.button(words::PRINT_KIT).on_hover_text(words::PRINT_KIT_TIP).clicked()
                        {
                            out.acts.push(EditorAction::Print);
                        }
                        if ui.button("Save").on_hover_text("Save (Ctrl+S)").clicked() {
                            out.acts.push(EditorAction::Save);
                        }
                        let rules =
                            tab.schema.as_ref().map_or(tab.doc().ruleset.as_str(), |s| s.name.as_str());
                        let dot = if tab.document.is_dirty() { "\u{2022} " } else { "" };
                        let title = format!("{dot}{} \u{00B7} {rules}", tab.title());
                        ui.with_layout(Layout::centered_and_justified(egui::Direction::LeftToRight), |ui| {
                            ui.add(egui::Label::new(title).truncate());
                        });
                    }
                });
            });
        });
    }

    /// Open documents as tabs.
    fn tab_strip(&mut self, ui: &mut Ui) {
        if self.tabs.is_empty() {
            return;
        }
        let t = look::theme(ui);
        let desk =
            Frame::new().fill(look::colour(t.desk)).inner_margin(Margin { left: 52, top: 4, ..Margin::ZERO });
        Panel::top("editor tabs").frame(desk).show(ui, |ui| {
            ScrollArea::horizontal().id_salt("tabs").show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    let mut close = None;
                    for (i, tab) in self.tabs.iter().enumerate() {
                        let on = i == self.current;
                        let (front, shut) = document_tabs::document_tab(ui, tab, on);
                        if front {
                            self.current = i;
                        }
                        if shut {
                            close = Some(i);
                        }
                    }
                    if let Some(i) = close {
                        self.ask_close(i);
                    }
                });
            });
        });
    }

    fn ask_close(&mut self, i: usize) {
        match self.tabs.get(i) {
            Some(t) if t.document.is_dirty() => self.dialogs.closing = Some(t.key),
            Some(_) => self.remove_tab(i),
            None => {}
        }
    }

    /// Performs a command, if it is enabled.
    pub(super) fn perform_action(&mut self, act: EditorAction, ctx: &egui::Context, host: &mut Host<'_>) {
        let tab = self.tabs.get(self.current);
        if !commands::is_enabled(act, tab, !self.clipboard.is_empty(), self.tabs.len()) {
            return;
        }
        match act {
            EditorAction::New => self.begin_new(),
            EditorAction::Open => host.ask(EditorCommand::AskOpen),
            EditorAction::Save => self.save_tab(self.current, false, false, host),
            EditorAction::SaveAs => self.save_tab(self.current, true, false, host),
            EditorAction::Older => self.ask_versions(host),
            EditorAction::LeftOver => host.ask(EditorCommand::ShowRecovered),
            EditorAction::Close => self.ask_close(self.current),
            EditorAction::NextDocument => self.current = (self.current + 1) % self.tabs.len().max(1),
            EditorAction::Home => host.ask(EditorCommand::GoHome),
            EditorAction::Play => self.play_document(false, host),
            EditorAction::PlayComputer => self.play_document(true, host),
            EditorAction::Guide => self.dialogs.guide_shown = true,
            EditorAction::Print => self.print_document(host),
            EditorAction::Other(what) => self.grant_other(what, host),
            EditorAction::Copy | EditorAction::Cut => self.copy_or_cut(act == EditorAction::Cut, ctx),
            EditorAction::Paste | EditorAction::Tool(crate::tools::ToolKind::Stamp) => {
                self.paste_part(0, host)
            }
            EditorAction::Part(n) => self.paste_part(usize::from(n), host),
            EditorAction::Resize => self.dialogs.resize = Some(Resize::default()),
            EditorAction::Renumber => {
                self.dialogs.renumber = tab.map(|t| numbering::Renumber::of(&t.doc().map.grid));
            }
            EditorAction::Panel(side) => self.panels.toggle(side),
            EditorAction::SwapPanels => self.panels.swapped = !self.panels.swapped,
            EditorAction::LargerInterface => host.ask(EditorCommand::Scale(1)),
            EditorAction::SmallerInterface => host.ask(EditorCommand::Scale(-1)),
            EditorAction::UsualInterface => host.ask(EditorCommand::Scale(0)),
            EditorAction::Theme => host.ask(EditorCommand::ToggleTheme),
            EditorAction::Settings => host.ask(EditorCommand::ShowSettings),
            EditorAction::Shortcuts => self.dialogs.keys_shown = true,
            EditorAction::Search => self.dialogs.search = Some(Search::default()),
            _ => {
                match act {
                    EditorAction::Page(_) => self.panels.reveal(PanelKind::Dock),
                    EditorAction::Tool(_) => self.panels.tool_taken(),
                    _ => {}
                }
                if let Some(tab) = self.tabs.get_mut(self.current) {
                    tab.perform(act);
                }
            }
        }
        ctx.request_repaint();
    }

    fn copy_or_cut(&mut self, cut: bool, ctx: &egui::Context) {
        let Some(tab) = self.tabs.get_mut(self.current) else { return };
        let Some(pattern) = tab.copy_selection() else { return };
        self.clipboard.retain(|p| **p != pattern);
        self.clipboard.insert(0, Arc::new(pattern));
        self.clipboard.truncate(super::stamp_preview::PARTS);
        // The desktop sends paste events only if its clipboard holds something.
        ctx.copy_text(words::COPIED.to_owned());
        if cut {
            tab.cut_selection();
        }
    }

    /// Starts pasting a copied part; 0 is the latest.
    fn paste_part(&mut self, part: usize, host: &mut Host<'_>) {
        let (Some(tab), Some(p)) = (self.tabs.get_mut(self.current), self.clipboard.get(part)) else {
            return;
        };
        let gone = tab.take_up(p);
        if gone > 0 {
            host.toast(words::left_out(gone));
        }
    }

    fn print_document(&mut self, host: &mut Host<'_>) {
        if let Some(tab) = self.tabs.get_mut(self.current) {
            tab.document.end_stroke();
            host.ask(EditorCommand::Print(Arc::new(tab.document.doc().clone())));
        }
    }

    fn play_document(&mut self, computer: bool, host: &mut Host<'_>) {
        let Some(tab) = self.tabs.get_mut(self.current) else { return };
        tab.document.end_stroke();
        // The problems shown may be outdated: check again.
        tab.problems.issues = (host.given.check)(tab.document.doc());
        if tab.problems.issues.has_errors() {
            tab.dock = super::tab::Dock::Problems;
            self.panels.reveal(PanelKind::Dock);
            host.toast(words::not_playable(tab.problems.issues.errors()));
        } else {
            tab.was_played = true;
            host.ask(EditorCommand::Play { doc: Arc::new(tab.document.doc().clone()), computer });
        }
    }

    pub(super) fn save_tab(&mut self, i: usize, elsewhere: bool, close: bool, host: &mut Host<'_>) {
        let Some(tab) = self.tabs.get_mut(i) else { return };
        if !elsewhere && tab.file.disk.is_changed() {
            // It would overwrite another program's changes: ask first.
            self.dialogs.conflict = Some((tab.key, close));
            return;
        }
        let point = tab.document.save_point();
        let text = tab.document.to_text();
        let path = if elsewhere { None } else { tab.document.path().map(ToOwned::to_owned) };
        tab.file.disk.write(tab.document.doc());
        self.pending = Some(Pending { tab: tab.key, point, close });
        let (suggested_name, expected) = (menu::file_name(tab), tab.file.disk.expected());
        let over_comments = tab.file.comments_may_go;
        host.ask(EditorCommand::Save { path, suggested_name, text, expected, over_comments });
    }

    fn show_dialogs(&mut self, ui: &Ui, host: &mut Host<'_>) {
        self.geo_dialog(ui.ctx(), host);
        let ctx = ui.ctx();
        if let Some(mut dialog) = self.dialogs.new.take() {
            match dialog.show(ctx, host) {
                NewDialogOutcome::Open => self.dialogs.new = Some(dialog),
                // Opened from another screen with no document open: go back.
                NewDialogOutcome::Cancelled if self.tabs.is_empty() && self.dialogs.visiting => {
                    host.ask(EditorCommand::GoHome)
                }
                NewDialogOutcome::Cancelled => {}
                NewDialogOutcome::Made(doc, geography) => {
                    if geography {
                        self.dialogs.geo = Some(GeoDialog::onto(&doc));
                    }
                    self.open(*doc, None);
                    ctx.request_repaint();
                }
            }
        }
        if let Some(mut search) = self.dialogs.search.take() {
            match search.show(ctx, &self.around(host)) {
                SearchOutcome::Open => self.dialogs.search = Some(search),
                SearchOutcome::Closed => {}
                SearchOutcome::This(what) => self.take_found(what, ctx, host),
            }
        }
        if self.dialogs.guide_shown {
            self.dialogs.guide_shown = help::guide_sheet(ctx);
        }
        if self.dialogs.keys_shown {
            self.dialogs.keys_shown = help::keys_sheet(ctx);
        }
        if let (Some(mut dialog), Some(tab)) = (self.dialogs.resize.take(), self.tabs.get_mut(self.current)) {
            match dialog.show(ctx, tab.doc(), &tab.schema()) {
                resize::ResizeOutcome::Open => self.dialogs.resize = Some(dialog),
                resize::ResizeOutcome::Cancelled => {}
                resize::ResizeOutcome::Made(margins) => tab.resize_sheet(margins),
            }
        }
        if let (Some(mut dialog), Some(tab)) = (self.dialogs.renumber.take(), self.tabs.get_mut(self.current))
        {
            match dialog.show(ctx, &tab.doc().map.grid) {
                numbering::NumberingOutcome::Open => self.dialogs.renumber = Some(dialog),
                numbering::NumberingOutcome::Cancelled => {}
                numbering::NumberingOutcome::Made(numbers) => tab.renumber_hexes(numbers),
            }
        }
        self.versions_dialog(ctx);
        self.show_refused(ctx);
        self.ask_comments(ctx, host);
        self.ask_closing(ctx, host);
        self.ask_conflict(ctx, host);
    }

    fn ask_closing(&mut self, ctx: &egui::Context, host: &mut Host<'_>) {
        let Some(key) = self.dialogs.closing else { return };
        let Some(i) = self.tabs.iter().position(|t| t.key == key) else {
            self.dialogs.closing = None;
            return;
        };
        let title = self.tabs[i].title();
        let mut choice = None;
        let modal = look::modal_dialog(ctx, "editor close").show(ctx, |ui| {
            ui.set_width(360.0);
            look::title_label(ui, &format!("Save changes to {title}?"));
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                if look::primary_button(ui, "Save changes", "").clicked() {
                    choice = Some(true);
                }
                if ui.button("Discard changes").clicked() {
                    choice = Some(false);
                }
                if ui.button("Keep editing").clicked() {
                    self.dialogs.closing = None;
                }
            });
        });
        match choice {
            Some(true) => {
                self.dialogs.closing = None;
                self.save_tab(i, false, true, host);
            }
            Some(false) => {
                self.dialogs.closing = None;
                self.remove_tab(i);
            }
            None if modal.should_close() => self.dialogs.closing = None,
            None => {}
        }
    }
}

/// Rail, palette, dock, status and canvas of the document in front.
fn document_panels(ui: &mut Ui, tab: &mut Tab, requests: &mut PanelRequests, panels: &mut Panels) {
    let t = look::theme(ui);
    let pad = |x: i8, y: i8| Frame::new().fill(look::colour(t.panel)).inner_margin(Margin::symmetric(x, y));
    let side = |left: bool, id: &'static str| if left { Panel::left(id) } else { Panel::right(id) };
    let left = !panels.swapped;
    Panel::bottom("editor status").frame(pad(12, 5)).show(ui, |ui| bars::status_bar(ui, tab));
    let rail = side(left, "editor rail").exact_size(52.0).resizable(false);
    rail.frame(pad(8, 8)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("rail").show(ui, |ui| palette::tool_rail(ui, tab, requests));
    });
    let wide = ui.available_width();
    if panels.is_shown(PanelKind::Palette) {
        let usual = panels.palette.unwrap_or(208.0).clamp(180.0, 320.0);
        let panel = side(left, "editor palette").default_size(usual).size_range(180.0..=320.0);
        // After a change of the window the panels keep their share of it.
        let panel = if panels.resized { panel.exact_size(usual) } else { panel };
        let shown = panel.frame(pad(12, 10)).show(ui, |ui| {
            ScrollArea::vertical().id_salt("palette").auto_shrink([false, false]).show(ui, |ui| {
                ui.set_max_width(ui.available_width() - 4.0);
                ui.add_enabled_ui(tab.is_editable(), |ui| palette::tool_palette(ui, tab, requests));
            });
        });
        panels.palette = Some(shown.response.rect.width());
    }
    if panels.is_shown(PanelKind::Dock) {
        let least = if panels.is_narrow() { 280.0 } else { 300.0 };
        let most = 560.0_f32.min(wide * 0.6).max(least);
        let usual = panels.dock.unwrap_or((wide * 0.26).clamp(least, 410.0)).clamp(least, most);
        let panel =
            side(!left, "editor dock").default_size(usual).size_range(least..=most).frame(pad(14, 10));
        let panel = if panels.resized { panel.exact_size(usual) } else { panel };
        let shown = panel.show(ui, |ui| {
            // The panel keeps its width whatever it contains.
            let (rect, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
            let mut inner = ui.new_child(egui::UiBuilder::new().id_salt("dock").max_rect(rect));
            inner.shrink_clip_rect(rect.expand(6.0));
            dock::show_dock(&mut inner, tab, requests);
        });
        panels.dock = Some(shown.response.rect.width());
    }
    let desk = Frame::new().fill(look::colour(t.desk));
    CentralPanel::no_frame().frame(desk).show(ui, |ui| {
        Panel::top("editor view").frame(pad(10, 4)).show(ui, |ui| bars::view_bar(ui, tab));
        if panels.is_shown(PanelKind::History) {
            Panel::bottom("editor history")
                .frame(pad(10, 4))
                .show(ui, |ui| bars::history_bar(ui, tab, requests));
        }
        CentralPanel::no_frame().show(ui, |ui| canvas::show(ui, tab, requests));
    });
}
