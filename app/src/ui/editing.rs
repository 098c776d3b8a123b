//! The program around the editor.

use super::commands::Command;
use super::file_dialog::Purpose;
use super::home::catalog::Catalog;
use super::journal::Journal;
use super::widgets::Tone;
use super::{App, Screen};
use crate::files::{self, Keep};
use crate::library::Library;
use crate::settings::Settings;
use editor::ui::{Checker, FileWish, Host, Kept, MapChoice, SaveOutcome};
use egui::Ui;
use engine::game::{AnyMatch, NewMatch};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
                let outcome = write(path, text);
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

    fn ask_file(&mut self, wish: FileWish) {
        self.out.push(Command::EditorFile(wish, String::new()));
    }

    fn write_file(&mut self, wish: FileWish, suggested_name: &str, bytes: Vec<u8>) {
        self.other = Some(bytes);
        self.out.push(Command::EditorFile(wish, suggested_name.to_owned()));
    }

    fn read_file(&self, path: &Path, beside: Option<&Path>) -> Result<Vec<u8>, String> {
        super::editor_files::read(path, beside)
    }

    fn editor_files(&self, ruleset: &str, begins: &str) -> Vec<(String, String)> {
        super::editor_files::list(&self.library.assets, ruleset, begins)
    }

    fn start(&self, doc: &ScenarioDoc) -> Option<Box<dyn AnyMatch>> {
        let rules = self.library.rules(&doc.ruleset).ok()?;
        rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
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

    fn dark(&self) -> bool {
        self.dark
    }

    fn recent(&self) -> Vec<PathBuf> {
        let scenario = |p: &&PathBuf| p.extension().is_some_and(|e| e == "ron");
        self.settings.recent.iter().filter(scenario).cloned().collect()
    }

    fn open_file(&mut self, path: &Path) {
        self.out.push(Command::EditFile(path.to_owned()));
    }

    fn maps(&self) -> Vec<MapChoice> {
        let one = |e: &crate::library::Entry| {
            let doc = e.doc.as_ref().ok()?;
            let (title, ruleset) = (doc.title.clone(), doc.ruleset.clone());
            Some(MapChoice { key: e.key.clone(), title, ruleset })
        };
        self.library.scenarios.iter().filter_map(one).collect()
    }

    fn map(&self, key: &str) -> Option<Arc<ScenarioDoc>> {
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

    fn keep(&mut self, key: u64, kept: Kept) {
        if let Some(Err(why)) = self.journal.as_mut().map(|j| j.keep(key, &kept)) {
            self.out.push(Command::Toast(Tone::Bad, super::words::not_kept(&why)));
        }
    }

    fn let_go(&mut self, key: u64) {
        if let Some(j) = &mut self.journal {
            j.let_go(key);
        }
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

fn write(path: &Path, text: &str) -> SaveOutcome {
    match files::write(path, text.as_bytes(), Keep::Generations) {
        Ok(_) => SaveOutcome::Saved(path.to_owned()),
        Err(e) => SaveOutcome::Failed(format!("Not saved. {e}")),
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
        for path in saved {
            self.settings.opened(&path);
            self.toasts.push(Tone::Good, format!("Saved as {}", path.display()));
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
        self.editor.open(doc, path);
        self.screen = Screen::Editor;
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
            Some(w) => write(path, &w.text),
            None => SaveOutcome::Cancelled,
        };
        if let SaveOutcome::Saved(p) = &outcome {
            self.settings.opened(p);
            self.toasts.push(Tone::Good, format!("Saved as {}", p.display()));
        }
        self.finish_scenario(outcome);
    }

    pub(super) fn scenario_not_saved(&mut self) {
        self.waiting = None;
        self.finish_scenario(SaveOutcome::Cancelled);
    }

    fn finish_scenario(&mut self, outcome: SaveOutcome) {
        let mut out = Vec::new();
        self.with_editor(false, &mut out, |editor, host| editor.finish_save(outcome, host));
        self.commands.extend(out);
    }
}
