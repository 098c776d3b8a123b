//! The editor on a desk of its own, for tests that use it by its widgets. No rule system is named.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use crate::library;
use editor::ui::{
    Checker, EditorAnswer, EditorCommand, EditorScreen, ExpectedFile, FileNow, FileRequest, SaveOutcome,
    Starter, Surroundings, Version,
};
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::game::NewMatch;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::collections::BTreeMap;
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
    /// Schemas by rule system, once they have been asked for.
    pub known: BTreeMap<String, Arc<Schema>>,
}

/// Surroundings with one rule system and nothing else.
pub struct OneRuleSystem {
    rulesets: Vec<(String, String)>,
    schemas: BTreeMap<String, Arc<Schema>>,
    pub assets: engine::MemoryAssets,
    remembered: BTreeMap<String, f32>,
}

impl OneRuleSystem {
    pub fn new(id: &str, schema: Schema) -> Self {
        Self {
            rulesets: vec![(id.to_owned(), schema.name.clone())],
            schemas: [(id.to_owned(), Arc::new(schema))].into(),
            assets: engine::MemoryAssets::default(),
            remembered: BTreeMap::new(),
        }
    }

    pub fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            rulesets: &self.rulesets,
            schemas: &self.schemas,
            check: Arc::new(|_| Issues::default()),
            start: Arc::new(|_| None),
            assets: &self.assets,
            recent_files: Vec::new(),
            maps: Vec::new(),
            remembered: &self.remembered,
        }
    }
}

impl Desk {
    /// Everything wrong with a document.
    pub fn check(&self, doc: &ScenarioDoc) -> Issues {
        self.checker()(doc)
    }

    fn checker(&self) -> Checker {
        let (slow, made_up) = (self.slow, self.made_up.clone());
        Arc::new(move |doc| {
            std::thread::sleep(slow);
            match made_up.as_ref().filter(|s| s.ruleset == doc.ruleset) {
                // A made-up rule system has no checks of its own: what needs no rule system is told.
                Some(rules) => {
                    let mut issues = Issues::default();
                    engine::scenario::lint(doc, rules, &mut issues);
                    issues
                }
                None => library().check_document(doc, &OptionSet::new()),
            }
        })
    }

    /// The document compiled and begun.
    pub fn start(&self, doc: &ScenarioDoc) -> Option<Box<dyn engine::game::AnyMatch>> {
        self.starter()(doc)
    }

    fn starter(&self) -> Starter {
        let slow = self.slow;
        Arc::new(move |doc| {
            std::thread::sleep(slow);
            let rules = library().registry.get(&doc.ruleset)?;
            rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
        })
    }

    pub fn schema(&self, ruleset: &str) -> Option<Arc<Schema>> {
        self.schemas().remove(ruleset)
    }

    fn schemas(&self) -> BTreeMap<String, Arc<Schema>> {
        let known = library().registry.all().map(|r| r.schema().clone()).map(|s| (s.ruleset.clone(), s));
        let made_up = self.made_up.iter().map(|s| (s.ruleset.clone(), s.clone()));
        known.chain(made_up).map(|(id, s)| (id, Arc::new(s))).collect()
    }

    /// Shows the editor and does what it asks for.
    pub fn show(&mut self, ui: &mut egui::Ui, screen: &mut EditorScreen) {
        self.within(screen, |screen, around| screen.show(ui, around));
    }

    /// Tells the editor something and does what it asks for.
    pub fn answer(&mut self, screen: &mut EditorScreen, answer: EditorAnswer) {
        self.within(screen, |screen, around| screen.answer(answer, around));
    }

    fn within(
        &mut self,
        screen: &mut EditorScreen,
        act: impl FnOnce(&mut EditorScreen, &Surroundings<'_>) -> Vec<EditorCommand>,
    ) {
        if self.known.is_empty() {
            self.known = self.schemas();
        }
        let rulesets: Vec<(String, String)> =
            library().registry.all().map(|r| (r.id().to_owned(), r.name().to_owned())).collect();
        let (schemas, remembered) = (self.known.clone(), BTreeMap::new());
        let around = Surroundings {
            rulesets: &rulesets,
            schemas: &schemas,
            check: self.checker(),
            start: self.starter(),
            assets: &library().assets,
            recent_files: Vec::new(),
            maps: Vec::new(),
            remembered: &remembered,
        };
        let mut commands = act(screen, &around);
        while !commands.is_empty() {
            for command in std::mem::take(&mut commands) {
                let answer = self.carry_out(command);
                commands.extend(answer.into_iter().flat_map(|a| screen.answer(a, &around)));
            }
        }
    }

    fn file_now(&self) -> FileNow {
        FileNow { fingerprint: self.stamp, doc: Err(String::new()) }
    }

    fn carry_out(&mut self, command: EditorCommand) -> Option<EditorAnswer> {
        match command {
            EditorCommand::Save { path: Some(_), expected, .. } if expected.contradicts(self.stamp) => {
                Some(EditorAnswer::Saved(SaveOutcome::FileChanged(self.file_now())))
            }
            EditorCommand::Save { path, suggested_name, .. } => {
                let path = path.unwrap_or_else(|| suggested_name.into());
                Some(EditorAnswer::Saved(SaveOutcome::Saved(path, self.stamp)))
            }
            EditorCommand::LookAtFile { document, expected, .. } => {
                let is_wanted = expected == ExpectedFile::Unknown || expected.contradicts(self.stamp);
                is_wanted.then(|| EditorAnswer::FileLooked { document, now: self.file_now() })
            }
            EditorCommand::ListVersions { document, .. } => {
                Some(EditorAnswer::Versions { document, list: versions() })
            }
            EditorCommand::ReadPicture { document, name, .. } => {
                let bytes = std::fs::read(&name).map_err(|e| e.to_string());
                Some(EditorAnswer::Picture { document, name, bytes })
            }
            EditorCommand::AskFile(request) => {
                self.asked.push(request);
                None
            }
            EditorCommand::WriteFile { request, suggested_name, bytes } => {
                self.written.push((request, suggested_name, bytes));
                None
            }
            EditorCommand::Toast(text) | EditorCommand::ShowError(text) => {
                self.said.push(text);
                None
            }
            _ => None,
        }
    }
}

/// What every file was like before: one version that can be read of each rule system, and one that cannot.
fn versions() -> Vec<Version> {
    let version = |when: &str, doc| Version { when: when.into(), date: "18 Nov 1757, 08:00 UTC".into(), doc };
    let read = firsts().into_iter().map(|d| version("12 minutes ago", Ok(Arc::new(d))));
    read.chain([version("3 days ago", Err("line 3, column 7: a comma is missing".into()))]).collect()
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
            desk.show(ui, screen);
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
        let answer = EditorAnswer::File { request: wish, path: name.into(), bytes: Ok(bytes.to_vec()) };
        desk.answer(screen, answer);
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
