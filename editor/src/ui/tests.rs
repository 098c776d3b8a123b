//! The screen driven by raw events, without a window.

use super::tab::{Dock, Tab};
use super::*;
use crate::core::tests::{at, scenario, schema};
use crate::tools::ToolKind;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use engine::scenario::{At, Issues, ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Fake {
    pub schema: Schema,
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
    files: std::collections::BTreeMap<PathBuf, Vec<u8>>,
    texts: Vec<(String, String)>,
    pub kept: BTreeMap<u64, RecoveryCopy>,
    pub numbers: BTreeMap<String, f32>,
    pub scaled: Vec<i32>,
    pub opened: Vec<PathBuf>,
    /// What was asked of the program, in words.
    pub done: Vec<String>,
    /// What lies on the disk, with its mark.
    pub disk: BTreeMap<PathBuf, (u64, ScenarioDoc)>,
}

impl Host for Fake {
    fn rulesets(&self) -> Vec<(String, String)> {
        vec![("made-up".into(), "Made up".into())]
    }
    fn schema(&self, ruleset: &str) -> Option<&Schema> {
        (ruleset == "made-up").then_some(&self.schema)
    }
    fn check(&self, doc: &ScenarioDoc) -> Issues {
        let mut issues = Issues::default();
        if self.wrong {
            issues.error(At::Hex(doc.map.grid.hex_at(0, 0)), "0101", "too wet");
            issues.warning(At::Piece("one".into()), "one", "alone").rule("4.2");
        }
        issues
    }
    fn checker(&self) -> Checker {
        std::sync::Arc::new(|_| Issues::default())
    }
    fn save(&mut self, path: Option<&Path>, name: &str, text: &str) -> SaveOutcome {
        self.saved.push((path.map(ToOwned::to_owned), text.to_owned()));
        if self.later {
            SaveOutcome::Pending
        } else {
            SaveOutcome::Saved(path.map_or(name.into(), Into::into))
        }
    }
    fn ask_open(&mut self) {
        self.done.push("open".into());
    }
    fn ask_file(&mut self, wish: FileRequest) {
        self.asked.push(wish);
    }
    fn write_file(&mut self, wish: FileRequest, name: &str, bytes: Vec<u8>) {
        self.written.push((wish, name.to_owned(), bytes));
    }
    fn read_file(&self, path: &Path, _: Option<&Path>) -> Result<Vec<u8>, String> {
        self.files.get(path).cloned().ok_or_else(|| format!("{} is not there", path.display()))
    }
    fn editor_files(&self, _: &str, begins: &str) -> Vec<(String, String)> {
        self.texts.iter().filter(|t| t.0.starts_with(begins)).cloned().collect()
    }
    fn starter(&self) -> Starter {
        std::sync::Arc::new(|_| None)
    }
    fn print(&mut self, doc: &ScenarioDoc) {
        self.done.push(format!("print {}", doc.title));
    }
    fn play(&mut self, doc: &ScenarioDoc) {
        self.played.push(doc.title.clone());
    }
    fn go_home(&mut self) {
        self.done.push("home".into());
    }
    fn toggle_theme(&mut self) {
        self.done.push("theme".into());
    }
    fn show_settings(&mut self) {
        self.done.push("settings".into());
    }
    fn toast(&mut self, text: String) {
        self.said.push(text);
    }
    fn is_dark(&self) -> bool {
        false
    }
    fn recent_files(&self) -> Vec<PathBuf> {
        vec!["old.ron".into()]
    }
    fn open_file(&mut self, path: &Path) {
        self.opened.push(path.to_owned());
    }
    fn map_choices(&self) -> Vec<MapChoice> {
        let (title, ruleset) = ("Field".to_owned(), "made-up".to_owned());
        vec![MapChoice { key: "field".into(), title, ruleset }]
    }
    fn map_document(&self, key: &str) -> Option<std::sync::Arc<ScenarioDoc>> {
        (key == "field").then(|| std::sync::Arc::new(scenario()))
    }
    fn remembered(&self, name: &str) -> Option<f32> {
        self.numbers.get(name).copied()
    }
    fn remember(&mut self, name: &str, value: f32) {
        self.numbers.insert(name.to_owned(), value);
    }
    fn store_recovery(&mut self, key: u64, kept: RecoveryCopy) -> bool {
        if !self.full {
            self.kept.insert(key, kept);
        }
        !self.full
    }
    fn versions(&self, _: &Path) -> Vec<Version> {
        self.older.clone()
    }
    fn file_fingerprint(&self, path: &Path) -> Option<u64> {
        self.disk.get(path).map(|f| f.0)
    }
    fn read_document(&self, path: &Path) -> Result<std::sync::Arc<ScenarioDoc>, String> {
        let found = self.disk.get(path).map(|f| std::sync::Arc::new(f.1.clone()));
        found.ok_or_else(|| "it is not there".to_owned())
    }
    fn discard_recovery(&mut self, key: u64) {
        self.kept.remove(&key);
    }
    fn show_recovered(&mut self) {
        self.done.push("left over".into());
    }
    fn scale(&mut self, step: i32) {
        self.scaled.push(step);
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
        let mut stage = Self { ctx, screen, host: Fake { schema: schema(), ..Fake::default() }, time: 0.0 };
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
        let (screen, host) = (&mut self.screen, &mut self.host);
        let mut out = self.ctx.run_ui(input, |ui| screen.show(ui, host));
        out.textures_delta.clear();
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
    assert!(!s.screen.dirty());
    s.key(Key::B, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Brush);
    s.drag(&["0404", "0804"]);
    assert_eq!(s.painted("wood"), 5);
    assert_eq!(s.tab().document.steps().len(), 2);
    assert!(s.screen.dirty());
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 0);
    s.key(Key::Y, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 5);
    s.key(Key::S, Modifiers::COMMAND);
    assert_eq!(s.host.saved.len(), 1);
    assert_eq!(s.host.saved[0].0.as_deref(), Some(Path::new("field.ron")));
    assert!(s.host.saved[0].1.contains("wood"));
    assert!(!s.screen.dirty());
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
    s.screen.finish_save(SaveOutcome::Saved("b.ron".into()), &mut s.host);
    assert!(s.screen.dirty(), "the second stroke is in no file");
    s.key(Key::Z, Modifiers::COMMAND);
    assert!(!s.screen.dirty());
    s.key(Key::S, Modifiers::COMMAND);
    s.screen.finish_save(SaveOutcome::Failed("disk full".into()), &mut s.host);
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
        s.tab().tools.take(kind);
        s.frame(vec![Event::PointerMoved(pos2(640.0, 400.0))]);
        s.frame(vec![]);
        assert!(!s.screen.dirty(), "{kind:?} changed the document by being shown");
    }
}

#[test]
fn a_changed_document_is_not_closed_unasked() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404"]);
    s.key(Key::W, Modifiers::COMMAND);
    assert_eq!(s.screen.tabs.len(), 1);
    assert!(s.screen.closing.is_some());
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
    assert!(s.screen.dirty());
}
