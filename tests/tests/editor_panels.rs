//! The editor's panels by their accessible labels: imports, forces, time, problems, overlays. No rule
//! system is named. With `PICTURES=folder` every panel is also drawn, light and dark, at two sizes.

#![allow(clippy::unwrap_used)]

use editor::ui::{Checker, EditorScreen, FileWish, Host, SaveOutcome};
use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::AssetSource;
use engine::game::{AnyMatch, NewMatch};
use engine::scenario::{Issues, OptionSet, Place, ScenarioDoc, ScheduleEntry, Schema, Value, When, parse};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tests::library;

#[derive(Default)]
struct Desk {
    asked: Vec<FileWish>,
    written: Vec<(FileWish, String, Vec<u8>)>,
    said: Vec<String>,
}

impl Host for Desk {
    fn rulesets(&self) -> Vec<(String, String)> {
        library().registry.all().map(|r| (r.id().to_owned(), r.name().to_owned())).collect()
    }
    fn schema(&self, ruleset: &str) -> Option<&Schema> {
        library().registry.get(ruleset).map(|r| r.schema())
    }
    fn check(&self, doc: &ScenarioDoc) -> Issues {
        library().check(doc, &OptionSet::new())
    }
    fn checker(&self) -> Checker {
        Arc::new(|doc| library().check(doc, &OptionSet::new()))
    }
    fn save(&mut self, path: Option<&Path>, name: &str, _: &str) -> SaveOutcome {
        SaveOutcome::Saved(path.map_or_else(|| PathBuf::from(name), Path::to_owned))
    }
    fn ask_open(&mut self) {}
    fn ask_file(&mut self, wish: FileWish) {
        self.asked.push(wish);
    }
    fn write_file(&mut self, wish: FileWish, name: &str, bytes: Vec<u8>) {
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
    fn start(&self, doc: &ScenarioDoc) -> Option<Box<dyn AnyMatch>> {
        let rules = library().registry.get(&doc.ruleset)?;
        rules.new_match(Arc::new(doc.clone()), &NewMatch::default()).ok()
    }
    fn play(&mut self, _: &ScenarioDoc) {}
    fn print(&mut self, _: &ScenarioDoc) {}
    fn go_home(&mut self) {}
    fn toast(&mut self, text: String) {
        self.said.push(text);
    }
    fn dark(&self) -> bool {
        false
    }
}

struct Stage {
    harness: Harness<'static, (EditorScreen, Desk)>,
}

fn builder(width: f32, height: f32, dark: bool) -> egui_kittest::HarnessBuilder<(EditorScreen, Desk)> {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    Harness::builder().with_size(vec2(width, height)).with_max_steps(80).with_theme(theme)
}

fn stage_with(doc: Option<ScenarioDoc>, build: egui_kittest::HarnessBuilder<(EditorScreen, Desk)>) -> Stage {
    let mut screen = EditorScreen::new();
    if let Some(doc) = doc {
        screen.open(doc, Some("field.ron".into()));
    }
    let mut first = true;
    let mut harness = build.build_ui_state(
        move |ui, (screen, desk): &mut (EditorScreen, Desk)| {
            if std::mem::take(&mut first) {
                app::ui::theme::install(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
            screen.show(ui, desk);
        },
        (screen, Desk::default()),
    );
    harness.run_steps(6);
    Stage { harness }
}

fn stage(doc: ScenarioDoc) -> Stage {
    stage_with(Some(doc), builder(1440.0, 900.0, false))
}

impl Stage {
    fn doc(&self) -> &ScenarioDoc {
        self.harness.state().0.documents().last().unwrap().doc()
    }
    fn run(&mut self) {
        self.harness.run_steps(5);
    }
    fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.run();
    }
    /// The first of several with this label.
    fn click_first(&mut self, label: &str) {
        self.harness.get_all_by_label(label).next().unwrap().click();
        self.run();
    }
    fn click_containing(&mut self, part: &str) {
        self.harness.get_all_by_label_contains(part).next().unwrap().click();
        self.run();
    }
    fn sees(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }
    fn hand(&mut self, wish: FileWish, name: &str, bytes: &[u8]) {
        let (screen, desk) = self.harness.state_mut();
        screen.take_file(wish, Path::new(name), Ok(bytes.to_vec()), desk);
        self.run();
    }
    fn said(&self) -> String {
        self.harness.state().1.said.join("\n")
    }
}

/// The first shipped scenario of every rule system.
fn firsts() -> Vec<ScenarioDoc> {
    let all = tests::shipped();
    let of = |id: &str| all.iter().find(|s| s.rules.id() == id).map(|s| (*s.doc).clone());
    library().registry.all().filter_map(|r| of(r.id())).collect()
}

/// A small field with a river, a brook, a wood and a town, in degrees.
const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "extent", "hex_metres": 500}, "geometry":
  {"type": "Polygon", "coordinates": [[[13.0, 51.0], [13.1, 51.0], [13.1, 51.05], [13.0, 51.05], [13.0, 51.0]]]}},
 {"type": "Feature", "properties": {"kind": "river", "name": "Strom"}, "geometry":
  {"type": "LineString", "coordinates": [[12.98, 51.02], [13.03, 51.028], [13.07, 51.02], [13.12, 51.025]]}},
 {"type": "Feature", "properties": {"kind": "stream", "name": "Bach"}, "geometry":
  {"type": "LineString", "coordinates": [[13.05, 51.048], [13.052, 51.036], [13.05, 51.0245]]}},
 {"type": "Feature", "properties": {"kind": "town", "name": "Furt"}, "geometry":
  {"type": "Point", "coordinates": [13.03, 51.031]}},
 {"type": "Feature", "properties": {"kind": "dyke", "name": ""}, "geometry":
  {"type": "Point", "coordinates": [13.03, 51.031]}}
]}"#;

#[test]
fn geography_is_brought_in_through_its_dialog() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("File");
        s.click_containing("Import geography");
        assert!(s.sees("No file yet"));
        s.click_containing("Add file");
        assert_eq!(s.harness.state().1.asked, [FileWish::Geography]);
        // A broken file is told with its place and changes nothing.
        s.hand(FileWish::Geography, "broken.geojson", b"{\n \"type\": ");
        assert!(s.sees("broken.geojson, line 2"), "the place of the mistake");
        s.hand(FileWish::Geography, "field.geojson", FIELD.as_bytes());
        s.harness.run_steps(20);
        assert!(s.sees("5 features onto"), "the report");
        assert!(s.sees("kind = dyke"), "what no rule speaks of");
        s.hand(FileWish::Mapping, "mine.ron", b"(rules: [(wenn: {})])");
        assert!(s.sees("mine.ron: line 1"), "a broken table");
        s.click("Import");
        assert_eq!(s.harness.state().0.documents().count(), 2);
        let new = s.doc();
        assert_eq!((new.ruleset.as_str(), new.map.scale_m), (doc.ruleset.as_str(), 500));
        assert_eq!(new.sides.len(), 2);
        assert!(
            new.map.edges.len() > 8
                || new.map.grid.ids().filter(|h| new.map.terrain_at(*h) != "clear").count() > 10
        );
        assert_eq!(s.harness.state().0.documents().next().unwrap().doc(), &doc, "the other one is untouched");
    }
}

#[test]
fn geography_takes_the_place_of_a_map_in_one_step() {
    let doc = firsts().remove(0);
    let mut s = stage(doc.clone());
    s.harness.state_mut().0.ask_geography();
    s.run();
    s.hand(FileWish::Geography, "field.geojson", FIELD.as_bytes());
    s.harness.run_steps(20);
    s.click("In place of this map");
    s.click("Import");
    assert_ne!(s.doc().map, doc.map);
    assert_eq!(s.doc().pieces, doc.pieces);
    s.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    s.run();
    assert_eq!(s.doc(), &doc);
}

#[test]
fn tables_come_in_and_go_out_and_broken_ones_change_nothing() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("File");
        s.click_containing("Export order of battle");
        let (wish, name, bytes) = s.harness.state().1.written[0].clone();
        assert_eq!(wish, FileWish::SaveTable);
        assert!(name.ends_with(".csv"));
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.lines().count(), doc.pieces.len() + 1);
        // A wrong line: nothing changes, and it is named.
        let broken = text.replacen(&format!(",{},", doc.pieces[0].side), ",nobody,", 1);
        s.hand(FileWish::Table, "oob.csv", broken.as_bytes());
        assert!(s.said().contains("line 2") && s.said().contains("nobody"), "{}", s.said());
        s.hand(FileWish::Table, "oob.csv", b"\xff\xfe");
        assert!(s.said().contains("not UTF-8"));
        assert_eq!(s.doc(), &doc);
        // A changed name comes in.
        let first = &doc.pieces[0];
        let row = format!("id,side,type,name\n{},{},{},Changed\n", first.id, first.side, first.kind);
        s.hand(FileWish::Table, "oob.csv", row.as_bytes());
        assert_eq!(s.doc().pieces[0].name, "Changed");
        assert_eq!(s.doc().pieces.len(), doc.pieces.len());
    }
}

#[test]
fn a_picture_to_trace_is_kept_and_a_broken_one_refused() {
    let doc = firsts().remove(0);
    let mut s = stage(doc.clone());
    s.hand(FileWish::Picture, "map.png", b"this is no picture");
    assert!(s.said().contains("map.png") && s.said().contains("cannot be read"), "{}", s.said());
    assert_eq!(s.doc(), &doc);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.png");
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(64, 48, image::Rgba([200, 30, 30, 255]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    std::fs::write(&path, bytes.get_ref()).unwrap();
    s.hand(FileWish::Picture, path.to_str().unwrap(), bytes.get_ref());
    assert_eq!(s.doc().editor.get("underlay").and_then(Value::as_text), path.to_str());
    // One step of the history: it is taken back whole.
    s.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    s.run();
    assert_eq!(s.doc(), &doc);
}

#[test]
fn problems_are_shown_and_repaired() {
    for mut doc in firsts() {
        let kind = library().registry.get(&doc.ruleset).unwrap().schema().schedule[0].clone();
        let mut late = doc.schedule.first().cloned().unwrap_or_default();
        late = ScheduleEntry {
            kind: kind.id,
            name: "Too late".into(),
            when: When::Turn(doc.turns.count + 5),
            pieces: Vec::new(),
            ..late
        };
        late.side.clone_from(&doc.sides[0].id);
        doc.schedule.push(late);
        let last = doc.turns.count;
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        s.click_containing("Problems");
        let label = format!("Turn {last}: Too late, turn");
        assert!(s.sees(&label), "a button that repairs");
        s.click_containing(&label);
        assert_eq!(s.doc().schedule.last().unwrap().when, When::Turn(last));
        s.harness.run_steps(12);
        assert!(!s.sees(&label), "the problem is gone");
    }
}

#[test]
fn the_timeline_moves_and_marks_turns() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("Schedule");
        assert!(s.sees("Turn track") || s.sees("TURN TRACK"));
        s.click_containing("Turn 2");
        s.harness.get_by_label("Marks").focus();
        s.run();
        s.harness.get_by_label("Marks").type_text("rain, night");
        s.run();
        assert!(
            s.doc()
                .turns
                .marks
                .get(&2)
                .is_some_and(|m| m.contains(&"rain".to_owned()) && m.contains(&"night".to_owned()))
        );
        s.click("Write dates");
        assert_eq!(s.doc().turns.names.len(), s.doc().turns.count as usize);
        let before = s.doc().schedule.len();
        s.click("Add to schedule");
        let name = library().registry.get(&doc.ruleset).unwrap().schema().schedule[0].name.clone();
        s.click_first(&name);
        assert_eq!(s.doc().schedule.len(), before + 1);
        assert_eq!(s.doc().schedule.last().unwrap().when, When::Turn(2), "the turn looked at");
        // Saved and read back the same.
        let text = engine::scenario::to_text(s.doc());
        let mut issues = Issues::default();
        assert_eq!(&parse(&text, &mut issues).unwrap(), s.doc());
    }
}

#[test]
fn the_order_of_battle_is_added_to_sorted_and_carried_to_the_map() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("Add piece");
        let unit = library().registry.get(&doc.ruleset).unwrap().schema().units[0].name.clone();
        // The menu lies above all else.
        s.harness.get_all_by_label(&unit).last().unwrap().click();
        s.run();
        assert_eq!(s.doc().pieces.len(), doc.pieces.len() + 1);
        let new = s.doc().pieces.last().unwrap().clone();
        assert_eq!(new.place, Place::Off);
        s.click("Off map");
        assert!(s.sees("WAITING FOR NOTHING"), "it waits for nothing yet");
        // Carried from the list onto the map.
        let part = if new.name.is_empty() { format!("({})", new.id) } else { new.name.clone() };
        let row = s
            .harness
            .get_all_by_role(Role::ListItem)
            .find(|n| n.accesskit_node().label().is_some_and(|l| l.contains(&part)));
        let from = row.unwrap().rect().center();
        let to = egui::pos2(600.0, 470.0);
        s.harness.hover_at(from);
        s.run();
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        s.harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
        s.harness.step();
        for k in 1..=8 {
            s.harness.event(egui::Event::PointerMoved(from + (to - from) * (k as f32 / 8.0)));
            s.harness.step();
        }
        s.harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers });
        s.run();
        assert!(
            matches!(s.doc().piece(&new.id).unwrap().place, Place::Hex(_) | Place::Hexes(_)),
            "{:?}",
            s.doc().piece(&new.id)
        );
        s.click("Table");
        s.click("Kind");
        s.click_containing("Kind");
        s.click("Tree");
    }
}

#[test]
fn overlays_are_asked_of_the_rules() {
    for doc in firsts() {
        let game = Desk::default().start(&doc).unwrap();
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        let before = s.doc().clone();
        for k in game.overlays() {
            s.click("Overlays");
            s.click(&format!("Show {}", k.name.to_lowercase()));
            // The menu bears the name of what is shown; the same again puts it out.
            s.click_first(k.name);
            s.click(&format!("Show {}", k.name.to_lowercase()));
        }
        assert_eq!(s.doc(), &before, "looking changes nothing");
    }
}

/// A panel: its name, and how to get to it.
type Panel = (&'static str, fn(&mut Stage));

const PANELS: [Panel; 9] = [
    ("forces", |_| {}),
    ("forces-table", |s| s.click("Table")),
    ("forces-off-map", |s| s.click("Off map")),
    ("schedule", |s| s.click("Schedule")),
    ("victory", |s| s.click("Victory")),
    ("rules", |s| s.click("Rules")),
    ("scenario", |s| s.click("Scenario")),
    ("problems", |s| s.click_containing("Problems")),
    ("geography", |s| {
        s.harness.state_mut().0.ask_geography();
        s.run();
        s.hand(FileWish::Geography, "field.geojson", FIELD.as_bytes());
        s.harness.run_steps(20);
    }),
];

#[test]
fn every_panel_can_be_looked_at() {
    let Some(folder) = std::env::var_os("PICTURES").map(PathBuf::from) else {
        println!("skipped: set PICTURES=folder to draw every panel");
        return;
    };
    std::fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    for (n, doc) in firsts().into_iter().enumerate() {
        for (name, go) in PANELS.iter().filter(|p| p.0.contains(&only)) {
            for (dark, w, h) in [(false, 1440.0, 900.0), (true, 1100.0, 720.0)] {
                let build = builder(w, h, dark).wgpu();
                let mut s = stage_with(Some(doc.clone()), build);
                go(&mut s);
                s.harness.run_steps(10);
                let picture = s.harness.render().unwrap();
                let shade = if dark { "dark" } else { "light" };
                picture.save(folder.join(format!("{name}-{n}-{shade}.png"))).unwrap();
            }
        }
    }
}
