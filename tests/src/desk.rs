//! The editor on a desk of its own, for tests that use it by its widgets. No rule system is named.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use crate::library;
use editor::ui::{Checker, EditorScreen, FileRequest, Host, SaveOutcome, Starter, Version};
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::AssetSource;
use engine::game::NewMatch;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The program around the editor, as far as tests want to know.
#[derive(Default)]
pub struct Desk {
    /// Files it was asked for, and those it was to write.
    pub asked: Vec<FileRequest>,
    pub written: Vec<(FileRequest, String, Vec<u8>)>,
    pub said: Vec<String>,
    /// How long a check takes beyond what it needs.
    pub slow: std::time::Duration,
    /// The mark of every file on the disk.
    pub stamp: Option<u64>,
    /// Rules made up for a test, under the id they bear.
    pub made_up: Option<Schema>,
}

impl Host for Desk {
    fn rulesets(&self) -> Vec<(String, String)> {
        library().registry.all().map(|r| (r.id().to_owned(), r.name().to_owned())).collect()
    }
    fn schema(&self, ruleset: &str) -> Option<&Schema> {
        let known = library().registry.get(ruleset).map(|r| r.schema());
        known.or_else(|| self.made_up.as_ref().filter(|s| s.ruleset == ruleset))
    }
    fn check(&self, doc: &ScenarioDoc) -> Issues {
        std::thread::sleep(self.slow);
        match self.made_up.as_ref().filter(|s| s.ruleset == doc.ruleset) {
            // Rules made up have no eyes of their own: what needs no rule system is told.
            Some(rules) => {
                let mut issues = Issues::default();
                engine::scenario::lint(doc, rules, &mut issues);
                issues
            }
            None => library().check(doc, &OptionSet::new()),
        }
    }
    fn checker(&self) -> Checker {
        let slow = self.slow;
        Arc::new(move |doc| {
            std::thread::sleep(slow);
            library().check(doc, &OptionSet::new())
        })
    }
    fn save(&mut self, path: Option<&Path>, name: &str, _: &str) -> SaveOutcome {
        SaveOutcome::Saved(path.map_or_else(|| PathBuf::from(name), Path::to_owned))
    }
    fn ask_open(&mut self) {}
    fn ask_file(&mut self, wish: FileRequest) {
        self.asked.push(wish);
    }
    fn write_file(&mut self, wish: FileRequest, name: &str, bytes: Vec<u8>) {
        self.written.push((wish, name.to_owned(), bytes));
    }
    fn read_file(&self, path: &Path, _: Option<&Path>) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|e| e.to_string())
    }
    fn editor_files(&self, ruleset: &str, begins: &str) -> Vec<(String, String)> {
        let assets = &library().assets;
        let paths = assets.list(&format!("{ruleset}/editor"));
        let named = paths.into_iter().filter(|p| p.rsplit('/').next().is_some_and(|n| n.starts_with(begins)));
        named.map(|p| (p.clone(), assets.read(&p).unwrap())).collect()
    }
    fn starter(&self) -> Starter {
        let slow = self.slow;
        Arc::new(move |doc| {
            std::thread::sleep(slow);
            let rules = library().registry.get(&doc.ruleset)?;
            rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
        })
    }
    fn play(&mut self, _: &ScenarioDoc) {}
    fn print(&mut self, _: &ScenarioDoc) {}
    fn go_home(&mut self) {}
    fn toast(&mut self, text: String) {
        self.said.push(text);
    }
    fn versions(&self, _: &Path) -> Vec<Version> {
        let version =
            |when: &str, doc| Version { when: when.into(), date: "18 Nov 1757, 08:00 UTC".into(), doc };
        let read = firsts().into_iter().map(|d| version("12 minutes ago", Ok(Arc::new(d))));
        read.chain([version("3 days ago", Err("line 3, column 7: a comma is missing".into()))]).collect()
    }
    fn file_fingerprint(&self, _: &Path) -> Option<u64> {
        self.stamp
    }
    fn is_dark(&self) -> bool {
        false
    }
}

/// The editor with a document, as a person has it before him.
pub struct Stage {
    pub harness: Harness<'static, (EditorScreen, Desk)>,
}

/// A window of this size in points.
pub fn builder(width: f32, height: f32, dark: bool) -> egui_kittest::HarnessBuilder<(EditorScreen, Desk)> {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    Harness::builder().with_size(vec2(width, height)).with_max_steps(80).with_theme(theme)
}

/// The editor as `build` draws it.
pub fn stage_with(
    doc: Option<ScenarioDoc>,
    build: egui_kittest::HarnessBuilder<(EditorScreen, Desk)>,
) -> Stage {
    stage_on(doc, build, Desk::default())
}

/// The same on a desk that has been laid.
pub fn stage_on(
    doc: Option<ScenarioDoc>,
    build: egui_kittest::HarnessBuilder<(EditorScreen, Desk)>,
    desk: Desk,
) -> Stage {
    let mut screen = EditorScreen::new();
    if let Some(doc) = doc {
        screen.open(doc, Some("field.ron".into()));
    }
    let mut first = true;
    let mut harness = build.build_ui_state(
        move |ui, (screen, desk): &mut (EditorScreen, Desk)| {
            if std::mem::take(&mut first) {
                ui_kit::theme::install(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
            screen.show(ui, desk);
        },
        (screen, desk),
    );
    harness.run_steps(6);
    Stage { harness }
}

/// The editor with this document in a window of the usual size.
pub fn stage(doc: ScenarioDoc) -> Stage {
    stage_with(Some(doc), builder(1440.0, 900.0, false))
}

impl Stage {
    pub fn doc(&self) -> &ScenarioDoc {
        self.harness.state().0.documents().last().unwrap().doc()
    }
    pub fn run(&mut self) {
        self.harness.run_steps(5);
    }
    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.run();
    }
    /// The first of several with this label.
    pub fn click_first(&mut self, label: &str) {
        self.harness.get_all_by_label(label).next().unwrap().click();
        self.run();
    }
    pub fn click_containing(&mut self, part: &str) {
        self.harness.get_all_by_label_contains(part).next().unwrap().click();
        self.run();
    }
    pub fn key(&mut self, key: Key) {
        self.harness.key_press(key);
        self.run();
    }
    /// A page of the dock by its key.
    pub fn page(&mut self, key: Key) {
        self.harness.key_press_modifiers(egui::Modifiers::COMMAND, key);
        self.run();
    }
    /// The first piece of the list is selected.
    pub fn pick(&mut self) {
        let row = self.harness.get_all_by_role(Role::ListItem).next();
        row.unwrap().click();
        self.run();
    }
    /// Chooses from the list of a field.
    pub fn choose(&mut self, field: &str, item: &str) {
        self.open_list(field);
        let listed = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() != Role::Label;
        let found = self.harness.query_all_by_label(item).rfind(listed);
        found.unwrap_or_else(|| panic!("{field} offers no {item}")).click();
        self.run();
    }
    /// Opens the list of a field.
    pub fn open_list(&mut self, field: &str) {
        self.of_role(field, Role::ComboBox);
    }
    /// Clicks the first thing of a role by its name, wherever its page must be scrolled to.
    pub fn of_role(&mut self, label: &str, role: Role) {
        for scroll in [true, false] {
            let of = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() == role;
            let node = self.harness.query_all_by_label(label).find(of);
            let node = node.unwrap_or_else(|| panic!("no {role:?} is called {label}"));
            if scroll {
                node.scroll_to_me()
            } else {
                node.click()
            }
            self.run();
        }
    }
    /// Types a number over that of a field.
    pub fn number(&mut self, field: &str, digits: &str) {
        self.of_role(field, Role::SpinButton);
        self.harness.event(egui::Event::Text(digits.into()));
        self.run();
        self.key(Key::Enter);
    }
    /// Presses at one place, moves, and lets go at another.
    pub fn drag(&mut self, from: egui::Pos2, to: egui::Pos2) {
        self.harness.hover_at(from);
        self.run();
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        self.harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
        self.harness.step();
        for k in 1..=8 {
            self.harness.event(egui::Event::PointerMoved(from + (to - from) * (k as f32 / 8.0)));
            self.harness.step();
        }
        self.harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers });
        self.run();
    }
    pub fn sees(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }
    pub fn hand(&mut self, wish: FileRequest, name: &str, bytes: &[u8]) {
        let (screen, desk) = self.harness.state_mut();
        screen.take_file(wish, Path::new(name), Ok(bytes.to_vec()), desk);
        self.run();
    }
    pub fn said(&self) -> String {
        self.harness.state().1.said.join("\n")
    }
}

/// The first shipped scenario of every rule system.
pub fn firsts() -> Vec<ScenarioDoc> {
    let all = crate::shipped();
    let of = |id: &str| all.iter().find(|s| s.rules.id() == id).map(|s| (*s.doc).clone());
    library().registry.all().filter_map(|r| of(r.id())).collect()
}

/// The shipped scenario of every rule system that is drawn fastest.
pub fn smallest() -> Vec<ScenarioDoc> {
    let all = crate::shipped();
    let of = |id: &str| {
        let mine = all.iter().filter(|s| s.rules.id() == id);
        mine.min_by_key(|s| s.doc.map.grid.len()).map(|s| (*s.doc).clone())
    };
    library().registry.all().filter_map(|r| of(r.id())).collect()
}
