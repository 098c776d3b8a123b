//! The screen driven by raw events, without a window.

use super::tab::{Dock, Tab};
use super::*;
use crate::core::tests::{at, scenario, schema};
use crate::tools::ToolKind;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use engine::MemoryAssets;
use engine::scenario::{At, Issues, ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub struct Fake {
    pub rulesets: Vec<(String, String)>,
    pub schemas: BTreeMap<String, Arc<Schema>>,
    pub saved: Vec<(Option<PathBuf>, String)>,
    pub played: Vec<String>,
    pub said: Vec<String>,
    pub wrong: bool,
    later: bool,
    /// Nothing more can be kept.
    pub full: bool,
    pub older: Vec<Version>,
    pub asked: Vec<FileRequest>,
    pub written: Vec<(FileRequest, String, Vec<u8>)>,
    files: BTreeMap<PathBuf, Vec<u8>>,
    pub texts: MemoryAssets,
    pub kept: BTreeMap<u64, RecoveryCopy>,
    pub numbers: BTreeMap<String, f32>,
    pub scaled: Vec<i32>,
    pub opened: Vec<PathBuf>,
    /// What was asked of the program, in words.
    pub done: Vec<String>,
    /// What lies on the disk, with its mark.
    pub disk: BTreeMap<PathBuf, (u64, ScenarioDoc)>,
}

impl Default for Fake {
    fn default() -> Self {
        Self {
            rulesets: vec![("made-up".into(), "Made up".into())],
            schemas: [("made-up".to_owned(), Arc::new(schema()))].into(),
            saved: Vec::new(),
            played: Vec::new(),
            said: Vec::new(),
            wrong: false,
            later: false,
            full: false,
            older: Vec::new(),
            asked: Vec::new(),
            written: Vec::new(),
            files: BTreeMap::new(),
            texts: MemoryAssets::default(),
            kept: BTreeMap::new(),
            numbers: BTreeMap::new(),
            scaled: Vec::new(),
            opened: Vec::new(),
            done: Vec::new(),
            disk: BTreeMap::new(),
        }
    }
}

impl Fake {
    pub fn surroundings(&self) -> Surroundings<'_> {
        let wrong = self.wrong;
        let check = move |doc: &ScenarioDoc| {
            let mut issues = Issues::default();
            if wrong {
                issues.error(At::Hex(doc.map.grid.hex_at(0, 0)), "0101", "too wet");
                issues.warning(At::Piece("one".into()), "one", "alone").rule("4.2");
            }
            issues
        };
        let (key, title, ruleset) = ("field".to_owned(), "Field".to_owned(), "made-up".to_owned());
        Surroundings {
            rulesets: &self.rulesets,
            schemas: &self.schemas,
            check: Arc::new(check),
            start: Arc::new(|_| None),
            assets: &self.texts,
            recent_files: vec!["old.ron".into()],
            maps: vec![MapChoice { key, title, ruleset, doc: Arc::new(scenario()) }],
            remembered: &self.numbers,
        }
    }

    fn file_now(&self, path: &Path) -> FileNow {
        let found = self.disk.get(path);
        let doc = found.map(|f| Arc::new(f.1.clone())).ok_or_else(|| "it is not there".to_owned());
        FileNow { fingerprint: found.map(|f| f.0), doc }
    }

    /// Does what the editor asks for.
    fn carry_out(&mut self, command: EditorCommand) -> Option<EditorAnswer> {
        match command {
            EditorCommand::Save { path, suggested_name, text, expected, .. } => {
                if let Some(path) = &path
                    && expected.contradicts(self.file_now(path).fingerprint)
                {
                    return Some(EditorAnswer::Saved(SaveOutcome::FileChanged(self.file_now(path))));
                }
                self.saved.push((path.clone(), text));
                let path = path.unwrap_or_else(|| suggested_name.into());
                let fingerprint = self.file_now(&path).fingerprint;
                return (!self.later).then_some(EditorAnswer::Saved(SaveOutcome::Saved(path, fingerprint)));
            }
            EditorCommand::LookAtFile { document, path, expected } => {
                let now = self.file_now(&path);
                let is_wanted = expected == ExpectedFile::Unknown || expected.contradicts(now.fingerprint);
                return is_wanted.then_some(EditorAnswer::FileLooked { document, now });
            }
            EditorCommand::LoadFile { document, path } => {
                let now = self.file_now(&path);
                return Some(EditorAnswer::FileLoaded { document, path, now });
            }
            EditorCommand::ListVersions { document, .. } => {
                return Some(EditorAnswer::Versions { document, list: self.older.clone() });
            }
            EditorCommand::ReadPicture { document, name, .. } => {
                let found = self.files.get(Path::new(&name)).cloned();
                let bytes = found.ok_or_else(|| format!("{name} is not there"));
                return Some(EditorAnswer::Picture { document, name, bytes });
            }
            EditorCommand::StoreRecovery { document, .. } if self.full => {
                return Some(EditorAnswer::RecoveryNotStored(document));
            }
            EditorCommand::StoreRecovery { document, copy } => {
                self.kept.insert(document, copy);
            }
            EditorCommand::DiscardRecovery(document) => {
                self.kept.remove(&document);
            }
            EditorCommand::Remember(name, value) => {
                self.numbers.insert(name, value);
            }
            EditorCommand::WriteFile { request, suggested_name, bytes } => {
                self.written.push((request, suggested_name, bytes));
            }
            EditorCommand::AskFile(request) => self.asked.push(request),
            EditorCommand::OpenFile(path) => self.opened.push(path),
            EditorCommand::Play { doc, computer } => {
                self.played.push(format!("{}{}", doc.title, if computer { ", computer" } else { "" }));
            }
            EditorCommand::Toast(text) | EditorCommand::ShowError(text) => self.said.push(text),
            EditorCommand::Scale(step) => self.scaled.push(step),
            EditorCommand::Print(doc) => self.done.push(format!("print {}", doc.title)),
            EditorCommand::AskOpen => self.done.push("open".into()),
            EditorCommand::GoHome => self.done.push("home".into()),
            EditorCommand::ShowRecovered => self.done.push("left over".into()),
            EditorCommand::ToggleTheme => self.done.push("theme".into()),
            EditorCommand::ShowSettings => self.done.push("settings".into()),
        }
        None
    }
}

pub struct Stage {
    pub ctx: egui::Context,
    pub screen: EditorScreen,
    pub host: Fake,
    pub time: f64,
}

impl Stage {
    pub fn new(doc: ScenarioDoc) -> Self {
        let ctx = egui::Context::default();
        ctx.set_fonts(board::fonts::font_definitions(&|_| None));
        let mut screen = EditorScreen::new();
        screen.open(doc, Some("field.ron".into()));
        let mut stage = Self { ctx, screen, host: Fake::default(), time: 0.0 };
        for _ in 0..4 {
            stage.frame(vec![]);
        }
        stage
    }

    pub fn frame(&mut self, events: Vec<Event>) {
        self.frame_with(events, Modifiers::NONE);
    }

    pub fn frame_with(&mut self, mut events: Vec<Event>, modifiers: Modifiers) {
        events.insert(0, Event::ModifiersChanged(modifiers));
        self.time += 0.1;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        };
        let (screen, around, mut commands) = (&mut self.screen, self.host.surroundings(), Vec::new());
        let mut out = self.ctx.run_ui(input, |ui| commands.extend(screen.show(ui, &around)));
        out.textures_delta.clear();
        self.carry_out(commands);
    }

    /// Does what the editor asks for, and tells it.
    pub fn carry_out(&mut self, mut commands: Vec<EditorCommand>) {
        while !commands.is_empty() {
            for command in std::mem::take(&mut commands) {
                if let Some(answer) = self.host.carry_out(command) {
                    commands.extend(self.screen.answer(answer, &self.host.surroundings()));
                }
            }
        }
    }

    pub fn answer(&mut self, answer: EditorAnswer) {
        let commands = self.screen.answer(answer, &self.host.surroundings());
        self.carry_out(commands);
    }

    /// Does something by its name.
    pub fn perform(&mut self, act: super::commands::EditorAction) {
        let ctx = self.ctx.clone();
        let around = self.host.surroundings();
        let mut host = super::host::Host::new(&around);
        self.screen.perform_action(act, &ctx, &mut host);
        let commands = host.commands;
        self.carry_out(commands);
    }

    /// Saves the next changed document: whether that went well; none if all are safe.
    pub fn save_next(&mut self) -> Option<bool> {
        let commands = self.screen.save_next(&self.host.surroundings())?;
        self.carry_out(commands);
        Some(self.screen.is_saving() || !self.tab().document.is_dirty())
    }

    /// Hands over what is to be kept; in how many seconds it must be called again.
    pub fn keep(&mut self, now: f64) -> Option<f64> {
        let (commands, next) = self.screen.store_recovery_copies(now);
        self.carry_out(commands);
        // What could not be kept is to be tried again.
        next.or_else(|| self.screen.store_recovery_copies(now).1)
    }

    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame_with(vec![event(true)], modifiers);
        self.frame(vec![event(false)]);
    }

    pub fn tab(&mut self) -> &mut Tab {
        &mut self.screen.tabs[self.screen.current]
    }

    pub fn place(&mut self, label: &str) -> Pos2 {
        let tab = self.tab();
        let id = tab.doc().map.grid.id(at(label)).unwrap();
        tab.widget.screen_of(id).unwrap()
    }

    pub fn button(&mut self, pos: Pos2, pressed: bool) {
        let modifiers = Modifiers::NONE;
        self.frame(vec![Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers }]);
    }

    pub fn drag(&mut self, labels: &[&str]) {
        let places: Vec<Pos2> = labels.iter().map(|l| self.place(l)).collect();
        self.frame(vec![Event::PointerMoved(places[0])]);
        self.frame(vec![]);
        self.button(places[0], true);
        for p in &places {
            self.frame(vec![Event::PointerMoved(*p)]);
        }
        self.button(places[places.len() - 1], false);
        self.frame(vec![]);
    }

    pub fn painted(&mut self, terrain: &str) -> usize {
        let map = &self.tab().doc().map;
        map.grid.ids().filter(|id| map.terrain_at(*id) == terrain).count()
    }
}

#[test]
fn a_stroke_of_the_brush_is_painted_undone_and_saved() {
    let mut s = Stage::new(scenario());
    assert!(!s.screen.has_unsaved_changes());
    s.key(Key::B, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Brush);
    s.drag(&["0404", "0804"]);
    assert_eq!(s.painted("wood"), 5);
    assert_eq!(s.tab().document.steps().len(), 2);
    assert!(s.screen.has_unsaved_changes());
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 0);
    s.key(Key::Y, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 5);
    s.key(Key::S, Modifiers::COMMAND);
    assert_eq!(s.host.saved.len(), 1);
    assert_eq!(s.host.saved[0].0.as_deref(), Some(Path::new("field.ron")));
    assert!(s.host.saved[0].1.contains("wood"));
    assert!(!s.screen.has_unsaved_changes());
}

#[test]
fn a_stroke_within_one_frame_loses_neither_end() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    let (a, b) = (s.place("0404"), s.place("0804"));
    s.frame(vec![Event::PointerMoved(a)]);
    s.frame(vec![]);
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    let press = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers };
    s.frame(vec![press(a, true), Event::PointerMoved(b), press(b, false)]);
    s.frame(vec![]);
    assert_eq!(s.painted("wood"), 5);
    assert!(!s.tab().document.in_stroke());
}

#[test]
fn a_save_that_is_answered_later_marks_what_was_written() {
    let mut s = Stage::new(scenario());
    s.host.later = true;
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404"]);
    s.key(Key::S, Modifiers { shift: true, ..Modifiers::COMMAND });
    assert_eq!(s.host.saved[0].0, None, "save as asks for a file");
    s.drag(&["0606"]);
    s.answer(EditorAnswer::Saved(SaveOutcome::Saved("b.ron".into(), None)));
    assert!(s.screen.has_unsaved_changes(), "the second stroke is in no file");
    s.key(Key::Z, Modifiers::COMMAND);
    assert!(!s.screen.has_unsaved_changes());
    s.key(Key::S, Modifiers::COMMAND);
    s.answer(EditorAnswer::Saved(SaveOutcome::Failed("disk full".into())));
    assert_eq!(s.host.said, ["disk full"]);
}

#[test]
fn pieces_are_dragged_and_deleted_on_the_map() {
    let mut s = Stage::new(scenario());
    s.drag(&["0202", "0505"]);
    let place = |s: &mut Stage| s.tab().doc().piece("one").map(|p| p.place.clone());
    assert_eq!(place(&mut s), Some(engine::scenario::Place::Hex(at("0505"))));
    assert_eq!(s.tab().tools.selection, ["one"]);
    s.key(Key::Delete, Modifiers::NONE);
    assert_eq!(place(&mut s), None);
    assert!(s.tab().tools.selection.is_empty());
}

#[test]
fn playing_needs_a_document_without_errors() {
    let mut s = Stage::new(scenario());
    s.key(Key::F5, Modifiers::NONE);
    assert_eq!(s.host.played, ["Test"]);
    s.host.wrong = true;
    s.key(Key::F5, Modifiers::NONE);
    assert_eq!(s.host.played.len(), 1);
    assert_eq!(s.tab().dock, Dock::Problems);
    assert_eq!(s.host.said.len(), 1);
}

#[test]
fn a_document_is_played_against_the_computer() {
    let mut s = Stage::new(scenario());
    s.key(Key::F5, Modifiers::SHIFT);
    assert_eq!(s.host.played, ["Test, computer"]);
    assert!(s.tab().was_played, "the last step of the list is ticked");
}

#[test]
fn unknown_rules_are_looked_at_and_not_changed() {
    let mut doc = scenario();
    doc.ruleset = "unheard-of".into();
    let mut s = Stage::new(doc.clone());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
    s.key(Key::Delete, Modifiers::NONE);
    assert_eq!(s.tab().doc(), &doc);
}

#[test]
fn every_page_and_palette_can_be_shown() {
    let mut s = Stage::new(scenario());
    s.host.wrong = true;
    s.tab().tools.selection = vec!["one".into(), "foe".into()];
    for dock in [Dock::Forces, Dock::Schedule, Dock::Victory, Dock::Rules, Dock::Scenario, Dock::Problems] {
        s.tab().dock = dock;
        s.frame(vec![]);
        s.tab().forces.view = forces::View::Table;
    }
    for kind in ToolKind::ALL {
        s.tab().tools.switch_to(kind);
        s.frame(vec![Event::PointerMoved(pos2(640.0, 400.0))]);
        s.frame(vec![]);
        assert!(!s.screen.has_unsaved_changes(), "{kind:?} changed the document by being shown");
    }
}

#[test]
fn a_changed_document_is_not_closed_unasked() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404"]);
    s.key(Key::W, Modifiers::COMMAND);
    assert_eq!(s.screen.tabs.len(), 1);
    assert!(s.screen.dialogs.closing.is_some());
    s.key(Key::Escape, Modifiers::NONE);
    s.key(Key::Z, Modifiers::COMMAND);
    s.key(Key::W, Modifiers::COMMAND);
    assert!(s.screen.is_empty());
}

#[test]
fn a_new_scenario_is_made_with_the_enter_key() {
    let mut s = Stage::new(scenario());
    s.key(Key::N, Modifiers::COMMAND);
    s.frame(vec![]);
    s.frame(vec![Event::Text("Kolin".into())]);
    s.key(Key::Enter, Modifiers::NONE);
    s.frame(vec![]);
    assert_eq!(s.screen.tabs.len(), 2);
    assert_eq!(s.tab().doc().title, "Kolin");
    assert_eq!(s.tab().doc().map.terrain_at(engine::hex::HexId(0)), "clear");
    assert!(s.screen.has_unsaved_changes());
}
