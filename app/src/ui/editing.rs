//! The program around the editor.

use super::commands::Command;
use super::crash_recovery::Journal;
use super::file_dialog::Purpose;
use super::home::catalog::Catalog;
use super::{App, Closing, Screen};
use crate::files::{self, Keep};
use crate::library::Library;
use crate::settings::Settings;
use editor::ui::{
    Checker, EditorAnswer, EditorCommand, EditorScreen, ExpectedFile, FileNow, MapChoice, SaveOutcome,
    Starter, Surroundings, Version,
};
use egui::Ui;
use engine::game::NewMatch;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, parse};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use ui_kit::widgets::Tone;

/// What the editor is told.
fn surroundings<'a>(library: &'a Library, catalog: &'a Catalog, settings: &'a Settings) -> Surroundings<'a> {
    let registry = Arc::clone(&library.registry);
    let check: Checker =
        Arc::new(move |doc| crate::library::check_document(&registry, doc, &OptionSet::new()));
    let registry = Arc::clone(&library.registry);
    let start: Starter = Arc::new(move |doc| {
        let rules = registry.get(&doc.ruleset)?;
        rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
    });
    let is_scenario = |p: &&PathBuf| p.extension().is_some_and(|e| e == "ron");
    let map_choice = |e: &crate::library::Entry| {
        let doc = Arc::clone(e.doc.as_ref().ok()?);
        let (title, ruleset) = (doc.title.clone(), doc.ruleset.clone());
        Some(MapChoice { key: e.key.clone(), title, ruleset, doc })
    };
    Surroundings {
        rulesets: &catalog.rulesets,
        schemas: &catalog.schemas,
        check,
        start,
        assets: &library.assets,
        recent_files: settings.recent.iter().filter(is_scenario).cloned().collect(),
        maps: library.scenarios.iter().filter_map(map_choice).collect(),
        remembered: &settings.panels,
    }
}

/// A file as it is now.
fn file_now(path: &Path) -> FileNow {
    let fingerprint = files::file_stamp(path);
    let text = files::read_text(path).map_err(|e| e.text);
    let doc = text.and_then(|t| parse(&t, &mut Issues::default()).map_err(|e| e.to_string()));
    FileNow { fingerprint, doc: doc.map(Arc::new) }
}

/// The folder of a file, if it is no longer there. It is not made anew: a drive may have been taken away.
fn gone(path: &Path) -> Option<&Path> {
    path.parent().filter(|f| !f.as_os_str().is_empty() && !f.is_dir())
}

fn write(path: &Path, text: &str, out: &mut Vec<Command>) -> SaveOutcome {
    match files::write(path, text.as_bytes(), Keep::Generations) {
        Ok(note) => {
            out.extend(note.map(|n| Command::Toast(Tone::Warn, n)));
            SaveOutcome::Saved(path.to_owned(), files::file_stamp(path))
        }
        Err(e) => SaveOutcome::Failed(super::words::not_saved(&e.to_string())),
    }
}

/// A version of a file as the editor shows it.
fn version(path: &Path) -> Version {
    let read = files::read_text(path).map_err(|e| e.text);
    let doc = read.and_then(|t| parse(&t, &mut Issues::default()).map_err(|e| e.to_string()));
    let changed = std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let since = changed.and_then(|t| t.duration_since(SystemTime::UNIX_EPOCH).ok());
    Version {
        when: super::words::ago(super::open_file::age(path)),
        date: since.map(|d| super::words::moment(d.as_secs())).unwrap_or_default(),
        doc: doc.map(Arc::new),
    }
}

/// Comments that would be lost if the file were written anew.
fn comments_in(path: &Path) -> usize {
    files::read_text(path).map_or(0, |text| engine::scenario::syntax::count_comments(&text))
}

impl App {
    /// Lets the editor do something in its surroundings, and carries out what it asks for. True if it was answered.
    pub(super) fn with_editor(
        &mut self,
        out: &mut Vec<Command>,
        act: impl FnOnce(&mut EditorScreen, &Surroundings<'_>) -> Vec<EditorCommand>,
    ) -> bool {
        let around = surroundings(&self.library, &self.home.catalog, &self.settings);
        let mut commands: VecDeque<EditorCommand> = act(&mut self.editor, &around).into();
        let mut is_answered = false;
        while let Some(command) = commands.pop_front() {
            if let Some(answer) = self.serve_editor(command, out) {
                is_answered = true;
                let around = surroundings(&self.library, &self.home.catalog, &self.settings);
                commands.extend(self.editor.answer(answer, &around));
            }
        }
        is_answered
    }

    /// Does what the editor asks for; what is known at once is answered.
    fn serve_editor(&mut self, command: EditorCommand, out: &mut Vec<Command>) -> Option<EditorAnswer> {
        match command {
            EditorCommand::Save { path: Some(path), text, expected, over_comments, .. } => {
                let comments = if over_comments { 0 } else { comments_in(&path) };
                if comments > 0 && !expected.contradicts(files::file_stamp(&path)) {
                    return Some(EditorAnswer::Saved(SaveOutcome::HasComments(comments)));
                }
                return Some(EditorAnswer::Saved(self.save_document(&path, &text, expected, out)));
            }
            EditorCommand::Save { path: None, suggested_name, text, .. } => {
                self.commands.push(Command::AskScenarioFile(suggested_name));
                self.editor_files.scenario_text = Some(text);
            }
            EditorCommand::LookAtFile { document, path, expected } => {
                let fingerprint = files::file_stamp(&path);
                if expected == ExpectedFile::Unknown {
                    let now = FileNow { fingerprint, doc: Err(String::new()) };
                    return Some(EditorAnswer::FileLooked { document, now });
                }
                let is_other = expected.contradicts(fingerprint);
                return is_other.then(|| EditorAnswer::FileLooked { document, now: file_now(&path) });
            }
            EditorCommand::LoadFile { document, path } => {
                let now = file_now(&path);
                return Some(EditorAnswer::FileLoaded { document, path, now });
            }
            EditorCommand::ListVersions { document, path } => {
                let list = files::file_versions(&path).iter().map(|p| version(p)).collect();
                return Some(EditorAnswer::Versions { document, list });
            }
            EditorCommand::ReadPicture { document, name, beside } => {
                let bytes = super::editor_files::read(Path::new(&name), beside.as_deref());
                return Some(EditorAnswer::Picture { document, name, bytes });
            }
            EditorCommand::StoreRecovery { document, copy } => {
                let why = self.editor_files.journal.as_mut()?.store_copy(document, &copy).err()?;
                out.push(Command::Toast(Tone::Bad, super::words::not_kept(&why)));
                return Some(EditorAnswer::RecoveryNotStored(document));
            }
            EditorCommand::DiscardRecovery(document) => {
                if let Some(journal) = &mut self.editor_files.journal {
                    journal.discard_copy(document);
                }
            }
            EditorCommand::Remember(name, value) => {
                self.settings.panels.insert(name, value);
            }
            EditorCommand::WriteFile { request, suggested_name, bytes } => {
                self.editor_files.bytes = Some(bytes);
                out.push(Command::EditorFile(request, suggested_name));
            }
            EditorCommand::AskOpen => out.push(Command::OpenToEdit),
            EditorCommand::OpenFile(path) => out.push(Command::EditFile(path)),
            EditorCommand::AskFile(request) => out.push(Command::EditorFile(request, String::new())),
            EditorCommand::Play { doc, computer } => out.push(Command::Playtest { doc, computer }),
            EditorCommand::Print(doc) => out.push(Command::Print(doc, OptionSet::new())),
            EditorCommand::GoHome => out.push(Command::GoHome),
            EditorCommand::Toast(text) => out.push(Command::Toast(Tone::Plain, text)),
            EditorCommand::ShowError(text) => out.push(Command::Toast(Tone::Bad, text)),
            EditorCommand::ShowRecovered => out.push(Command::LeftOver),
            EditorCommand::Scale(step) => out.push(Command::Scale(step)),
            EditorCommand::ToggleTheme => out.push(Command::ToggleTheme),
            EditorCommand::ShowSettings => out.push(Command::Settings),
        }
        None
    }

    /// Saves a document to its file, unless that is gone with its folder or is not what the editor expects.
    fn save_document(
        &mut self,
        path: &Path,
        text: &str,
        expected: ExpectedFile,
        out: &mut Vec<Command>,
    ) -> SaveOutcome {
        if expected.contradicts(files::file_stamp(path)) {
            return SaveOutcome::FileChanged(file_now(path));
        }
        let outcome = match gone(path) {
            Some(folder) => SaveOutcome::Failed(super::words::folder_gone(folder)),
            None => write(path, text, out),
        };
        if let SaveOutcome::Saved(..) = &outcome {
            self.settings.opened(path);
            self.toast_saved(path);
            self.write_settings();
        }
        outcome
    }

    pub(super) fn show_editor(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        if let Some(rules) = self.editor.ruleset().and_then(|id| self.library.rules(id).ok()) {
            ui_kit::widgets::set_chip_rulebook(ui.ctx(), rules.rulebook());
        }
        if self.with_editor(out, |editor, around| editor.show(ui, around)) {
            ui.ctx().request_repaint();
        }
    }

    /// Documents are kept whatever screen is shown.
    pub(super) fn keep_documents(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        if let Some(why) = self.editor_files.journal.as_ref().and_then(Journal::problem) {
            self.toasts.push(Tone::Bad, super::words::not_kept(&why));
        }
        let now = ui.input(|i| i.time);
        let (commands, wait) = self.editor.store_recovery_copies(now);
        let is_answered = self.with_editor(out, |_, _| commands);
        // What could not be kept is tried again.
        let wait = if is_answered { Some(1.0) } else { wait };
        if let Some(wait) = wait {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(wait));
        }
    }

    pub(super) fn edit(&mut self, doc: ScenarioDoc, path: Option<PathBuf>) {
        self.autosave_now();
        match path.map(|p| self.known_as(&p)) {
            None => self.editor.open_copy(doc),
            path => self.editor.open(doc, path),
        }
        self.screen = Screen::Editor;
    }

    /// The path under which a file is open already, or its whole path: a file is one document, whatever
    /// links and folders lead to it.
    fn known_as(&self, path: &Path) -> PathBuf {
        let mut open = self.editor.documents().filter_map(editor::core::Document::path);
        let known = open.find(|p| files::is_same_file(p, path)).map(ToOwned::to_owned);
        known.unwrap_or_else(|| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
    }

    pub(super) fn new_scenario(&mut self) {
        self.autosave_now();
        self.editor.ask_new();
        self.screen = Screen::Editor;
    }

    pub(super) fn ask_scenario_file(&mut self, ctx: &egui::Context, name: String) {
        let name = if name.ends_with(".ron") { name } else { format!("{name}.ron") };
        self.ask_file(ctx, Purpose::SaveScenario, name);
    }

    pub(super) fn save_scenario(&mut self, path: &Path) {
        let outcome = match self.editor_files.scenario_text.take() {
            Some(text) => write(path, &text, &mut self.commands),
            None => SaveOutcome::Cancelled,
        };
        // One that is not saved ends the saving of all.
        if !matches!(outcome, SaveOutcome::Saved(..)) {
            self.stop_saving_all();
        }
        if let SaveOutcome::Saved(p, _) = &outcome {
            self.settings.opened(p);
            self.write_settings();
            self.toast_saved(p);
        }
        self.finish_scenario(outcome);
    }

    pub(super) fn scenario_not_saved(&mut self) {
        self.editor_files.scenario_text = None;
        self.stop_saving_all();
        self.finish_scenario(SaveOutcome::Cancelled);
    }

    fn stop_saving_all(&mut self) {
        if self.closing == Closing::SavingAll {
            self.closing = Closing::No;
        }
    }

    /// Saves one changed document after the other, asking for files where there are none; then the program ends.
    pub(super) fn go_on_saving(&mut self, ctx: &egui::Context) {
        if self.closing != Closing::SavingAll
            || self.editor_files.scenario_text.is_some()
            || self.files.is_open()
        {
            return;
        }
        let mut out = Vec::new();
        let around = surroundings(&self.library, &self.home.catalog, &self.settings);
        match self.editor.save_next(&around) {
            None => {
                self.closing = Closing::Leaving;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Some(commands) => {
                self.with_editor(&mut out, |_, _| commands);
                let is_saved = self.editor.document().is_none_or(|d| !d.is_dirty());
                if !is_saved && !self.editor.is_saving() {
                    self.stop_saving_all();
                }
            }
        }
        self.commands.extend(out);
        ctx.request_repaint();
    }

    fn finish_scenario(&mut self, outcome: SaveOutcome) {
        let mut out = Vec::new();
        self.with_editor(&mut out, |editor, around| editor.answer(EditorAnswer::Saved(outcome), around));
        self.commands.extend(out);
    }
}
