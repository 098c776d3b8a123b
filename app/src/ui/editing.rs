//! The program around the editor.

use super::commands::Command;
use super::file_dialog::Purpose;
use super::home::catalog::Catalog;
use super::journal::Journal;
use super::{App, Screen};
use crate::files::{self, Keep};
use crate::library::Library;
use crate::settings::Settings;
use editor::ui::{Checker, FileRequest, Host, MapChoice, RecoveryCopy, SaveOutcome, Starter, Version};
use egui::Ui;
use engine::game::NewMatch;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema, parse};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use ui_kit::widgets::Tone;

/// A scenario waiting for the name of its file.
pub struct Waiting {
    name: String,
    text: String,
}

struct EditorHost<'a> {
    library: &'a Library,
    catalog: &'a Catalog,
    dark: bool,
    out: &'a mut Vec<Command>,
    settings: &'a mut Settings,
    journal: Option<&'a mut Journal>,
    saved: Vec<PathBuf>,
    waiting: Option<Waiting>,
    other: Option<Vec<u8>>,
}

impl Host for EditorHost<'_> {
    fn rulesets(&self) -> Vec<(String, String)> {
        self.catalog.rulesets.clone()
    }

    fn schema(&self, ruleset: &str) -> Option<&Schema> {
        self.catalog.schemas.get(ruleset).map(Arc::as_ref)
    }

    fn check(&self, doc: &ScenarioDoc) -> Issues {
        self.library.check(doc, &OptionSet::new())
    }

    fn checker(&self) -> Checker {
        let registry = Arc::clone(&self.library.registry);
        Arc::new(move |doc| crate::library::check(&registry, doc, &OptionSet::new()))
    }

    fn save(&mut self, path: Option<&Path>, suggested_name: &str, text: &str) -> SaveOutcome {
        match path {
            Some(path) => {
                let outcome = match gone(path) {
                    Some(folder) => SaveOutcome::Failed(super::words::folder_gone(folder)),
                    None => write(path, text, self.out),
                };
                if let SaveOutcome::Saved(p) = &outcome {
                    self.saved.push(p.clone());
                }
                outcome
            }
            None => {
                self.waiting = Some(Waiting { name: suggested_name.to_owned(), text: text.to_owned() });
                SaveOutcome::Pending
            }
        }
    }

    fn ask_open(&mut self) {
        self.out.push(Command::OpenToEdit);
    }

    fn ask_file(&mut self, wish: FileRequest) {
        self.out.push(Command::EditorFile(wish, String::new()));
    }

    fn write_file(&mut self, wish: FileRequest, suggested_name: &str, bytes: Vec<u8>) {
        self.other = Some(bytes);
        self.out.push(Command::EditorFile(wish, suggested_name.to_owned()));
    }

    fn read_file(&self, path: &Path, beside: Option<&Path>) -> Result<Vec<u8>, String> {
        super::editor_files::read(path, beside)
    }

    fn editor_files(&self, ruleset: &str, begins: &str) -> Vec<(String, String)> {
        super::editor_files::list(&self.library.assets, ruleset, begins)
    }

    fn starter(&self) -> Starter {
        let registry = Arc::clone(&self.library.registry);
        Arc::new(move |doc| {
            let rules = registry.get(&doc.ruleset)?;
            rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
        })
    }

    fn play(&mut self, doc: &ScenarioDoc) {
        self.out.push(Command::Playtest(Arc::new(doc.clone())));
    }

    fn print(&mut self, doc: &ScenarioDoc) {
        self.out.push(Command::Print(Arc::new(doc.clone()), OptionSet::new()));
    }

    fn go_home(&mut self) {
        self.out.push(Command::GoHome);
    }

    fn toast(&mut self, text: String) {
        self.out.push(Command::Toast(Tone::Plain, text));
    }

    fn show_error(&mut self, text: String) {
        self.out.push(Command::Toast(Tone::Bad, text));
    }

    fn file_fingerprint(&self, path: &Path) -> Option<u64> {
        files::stamp(path)
    }

    fn read_document(&self, path: &Path) -> Result<Arc<ScenarioDoc>, String> {
        let text = files::read_text(path).map_err(|e| e.text)?;
        parse(&text, &mut Issues::default()).map(Arc::new).map_err(|e| e.to_string())
    }

    fn versions(&self, path: &Path) -> Vec<Version> {
        files::versions(path).iter().map(|p| version(p)).collect()
    }

    fn is_dark(&self) -> bool {
        self.dark
    }

    fn recent_files(&self) -> Vec<PathBuf> {
        let scenario = |p: &&PathBuf| p.extension().is_some_and(|e| e == "ron");
        self.settings.recent.iter().filter(scenario).cloned().collect()
    }

    fn open_file(&mut self, path: &Path) {
        self.out.push(Command::EditFile(path.to_owned()));
    }

    fn map_choices(&self) -> Vec<MapChoice> {
        let one = |e: &crate::library::Entry| {
            let doc = e.doc.as_ref().ok()?;
            let (title, ruleset) = (doc.title.clone(), doc.ruleset.clone());
            Some(MapChoice { key: e.key.clone(), title, ruleset })
        };
        self.library.scenarios.iter().filter_map(one).collect()
    }

    fn map_document(&self, key: &str) -> Option<Arc<ScenarioDoc>> {
        let found = self.library.scenarios.iter().find(|e| e.key == key)?;
        found.doc.as_ref().ok().cloned()
    }

    fn remembered(&self, name: &str) -> Option<f32> {
        self.settings.panels.get(name).copied()
    }

    fn remember(&mut self, name: &str, value: f32) {
        if self.settings.panels.get(name) != Some(&value) {
            self.settings.panels.insert(name.to_owned(), value);
        }
    }

    fn store_recovery(&mut self, key: u64, kept: RecoveryCopy) -> bool {
        match self.journal.as_mut().map(|j| j.keep(key, &kept)) {
            Some(Err(why)) => {
                self.out.push(Command::Toast(Tone::Bad, super::words::not_kept(&why)));
                false
            }
            _ => true,
        }
    }

    fn discard_recovery(&mut self, key: u64) {
        if let Some(j) = &mut self.journal {
            j.let_go(key);
        }
    }

    fn show_recovered(&mut self) {
        self.out.push(Command::LeftOver);
    }

    fn scale(&mut self, step: i32) {
        self.out.push(Command::Scale(step));
    }

    fn toggle_theme(&mut self) {
        self.out.push(Command::ToggleTheme);
    }

    fn show_settings(&mut self) {
        self.out.push(Command::Settings);
    }
}

/// The folder of a file, if it is no longer there. It is not made anew: a drive may have been taken away.
fn gone(path: &Path) -> Option<&Path> {
    path.parent().filter(|f| !f.as_os_str().is_empty() && !f.is_dir())
}

fn write(path: &Path, text: &str, out: &mut Vec<Command>) -> SaveOutcome {
    match files::write(path, text.as_bytes(), Keep::Generations) {
        Ok(note) => {
            out.extend(note.map(|n| Command::Toast(Tone::Warn, n)));
            SaveOutcome::Saved(path.to_owned())
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
        when: super::words::ago(super::opening::age(path)),
        date: since.map(|d| super::words::moment(d.as_secs())).unwrap_or_default(),
        doc: doc.map(Arc::new),
    }
}

impl App {
    /// Lends the editor its surroundings.
    pub(super) fn with_editor<T>(
        &mut self,
        dark: bool,
        out: &mut Vec<Command>,
        act: impl FnOnce(&mut editor::ui::EditorScreen, &mut dyn Host) -> T,
    ) -> T {
        let mut host = EditorHost {
            library: &self.library,
            catalog: &self.home.catalog,
            dark,
            out,
            settings: &mut self.settings,
            journal: self.journal.as_mut(),
            saved: Vec::new(),
            waiting: None,
            other: None,
        };
        let result = act(&mut self.editor, &mut host);
        let (saved, waiting, other) = (host.saved, host.waiting, host.other);
        self.editor_out = other.or(self.editor_out.take());
        let any = !saved.is_empty();
        for path in saved {
            self.settings.opened(&path);
            self.toast_saved(&path);
        }
        if any {
            self.write_settings();
        }
        if let Some(w) = waiting {
            self.commands.push(Command::AskScenarioFile(w.name.clone()));
            self.waiting = Some(w);
        }
        result
    }

    pub(super) fn show_editor(&mut self, ui: &mut Ui, out: &mut Vec<Command>) {
        let dark = ui.visuals().dark_mode;
        self.with_editor(dark, out, |editor, host| editor.show(ui, host));
    }

    /// Documents are kept whatever screen is shown.
    pub(super) fn keep_documents(&mut self, ui: &Ui, out: &mut Vec<Command>) {
        if let Some(why) = self.journal.as_ref().and_then(Journal::problem) {
            self.toasts.push(Tone::Bad, super::words::not_kept(&why));
        }
        let now = ui.input(|i| i.time);
        if let Some(wait) = self.with_editor(false, out, |editor, host| editor.keep(now, host)) {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(wait));
        }
    }

    pub(super) fn edit(&mut self, doc: ScenarioDoc, path: Option<PathBuf>) {
        self.keep_match();
        let path = path.map(|p| self.known_as(&p));
        self.editor.open(doc, path);
        self.screen = Screen::Editor;
    }

    /// The path under which a file is open already, or its whole path: a file is one document, whatever
    /// links and folders lead to it.
    fn known_as(&self, path: &Path) -> PathBuf {
        let mut open = self.editor.documents().filter_map(editor::core::Document::path);
        let known = open.find(|p| files::same(p, path)).map(ToOwned::to_owned);
        known.unwrap_or_else(|| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
    }

    pub(super) fn new_scenario(&mut self) {
        self.keep_match();
        self.editor.ask_new();
        self.screen = Screen::Editor;
    }

    pub(super) fn ask_scenario_file(&mut self, ctx: &egui::Context, name: String) {
        let name = if name.ends_with(".ron") { name } else { format!("{name}.ron") };
        self.ask_file(ctx, Purpose::SaveScenario, name);
    }

    pub(super) fn save_scenario(&mut self, path: &Path) {
        let outcome = match self.waiting.take() {
            Some(w) => write(path, &w.text, &mut self.commands),
            None => SaveOutcome::Cancelled,
        };
        // One that is not saved ends the saving of all.
        self.saving_all &= matches!(outcome, SaveOutcome::Saved(_));
        if let SaveOutcome::Saved(p) = &outcome {
            self.settings.opened(p);
            self.write_settings();
            self.toast_saved(p);
        }
        self.finish_scenario(outcome);
    }

    pub(super) fn scenario_not_saved(&mut self) {
        self.waiting = None;
        self.saving_all = false;
        self.finish_scenario(SaveOutcome::Cancelled);
    }

    /// Saves one changed document after the other, asking for files where there are none; then the program ends.
    pub(super) fn go_on_saving(&mut self, ctx: &egui::Context) {
        if !self.saving_all || self.waiting.is_some() || self.files.is_open() {
            return;
        }
        let mut out = Vec::new();
        match self.with_editor(false, &mut out, |editor, host| editor.save_next(host)) {
            None => {
                (self.saving_all, self.leaving) = (false, true);
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Some(well) => self.saving_all = well,
        }
        self.commands.extend(out);
        ctx.request_repaint();
    }

    fn finish_scenario(&mut self, outcome: SaveOutcome) {
        let mut out = Vec::new();
        self.with_editor(false, &mut out, |editor, host| editor.finish_save(outcome, host));
        self.commands.extend(out);
    }
}
