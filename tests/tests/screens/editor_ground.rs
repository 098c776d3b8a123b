//! Roads of two classes, their bridges and fords, levels with slopes that are derived, drawn and suppressed: through
//! the palettes of the editor, with a made-up rule system that has them all.

#![allow(clippy::unwrap_used)]

use editor::ui::{EditorAnswer, EditorScreen, FileRequest};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::hex::{Dir, Edge, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{EdgeKind, MapDoc, Origin, RoadKind, ScenarioDoc, Schema, Slope, TerrainKind};
use tests::desk::OneRuleSystem;

/// Its table for geography.
const TABLE: &str = r#"(name: "Table", hex_m: 500, rules: [
    (when: {"kind": "wood"}, shape: Some(Area), make: Terrain("wood"), label: Some(Wood)),
    (when: {"kind": "village"}, make: Name, settlement: true, label: Some(Village)),
])"#;

const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "forest", "name": "Forst"}, "geometry": {"type": "Polygon", "coordinates":
  [[[13.0, 51.0], [13.04, 51.0], [13.04, 51.02], [13.0, 51.02], [13.0, 51.0]]]}},
 {"type": "Feature", "properties": {"kind": "village", "name": "Furt"}, "geometry":
  {"type": "Point", "coordinates": [13.06, 51.03]}}
]}"#;

/// A rule system with everything that can be drawn.
fn rules() -> Schema {
    let edge = |name: &str, art: &str, directed| EdgeKind {
        id: name.to_lowercase().replace(' ', "-"),
        name: name.into(),
        art: art.into(),
        directed,
        ..EdgeKind::default()
    };
    let terrain = |name: &str| TerrainKind {
        id: name.to_lowercase(),
        name: name.into(),
        art: name.to_lowercase(),
        ..TerrainKind::default()
    };
    let road = |name: &str, art: &str| RoadKind { id: art.into(), name: name.into(), art: art.into() };
    Schema {
        name: "Made up".into(),
        terrains: vec![terrain("Clear"), terrain("Wood")],
        edges: vec![
            edge("River", "river", false),
            edge("Bridge", "bridge", false),
            edge("Ford", "ford", false),
            EdgeKind { slope: Some(Slope::Gentle), ..edge("Slope", "slope", true) },
            EdgeKind { slope: Some(Slope::Steep), ..edge("Steep slope", "steep slope", true) },
            EdgeKind { slope: Some(Slope::None), ..edge("No slope", "no slope", false) },
        ],
        roads: vec![road("Highway", "road"), road("Track", "track")],
        levels: Some((0, 4)),
        ..Schema::default()
    }
}

/// The file is read.
fn geography() -> EditorAnswer {
    let (request, path) = (FileRequest::Geography, "field.geojson".into());
    EditorAnswer::File { request, path, bytes: Ok(FIELD.into()) }
}

struct Hand {
    harness: Harness<'static, (EditorScreen, OneRuleSystem)>,
}

impl Hand {
    fn new() -> Self {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 12,
            rows: 9,
            numbering: Numbering::ccrr(),
        };
        let mut host = OneRuleSystem::new("made-up", rules());
        host.assets.insert("made-up/editor/geo-made-up.ron", TABLE);
        let mut screen = EditorScreen::new();
        screen.open(ScenarioDoc::blank("made-up", MapDoc::blank(grid, "clear")), None);
        let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(60);
        let mut first = true;
        let mut harness = build.build_ui_state(
            move |ui, (screen, host): &mut (EditorScreen, OneRuleSystem)| {
                // Letters are there from the second frame on.
                if std::mem::take(&mut first) {
                    ui_kit::theme::install(ui.ctx());
                    ui.ctx().request_repaint();
                } else {
                    screen.show(ui, &host.surroundings());
                }
            },
            (screen, host),
        );
        harness.run_steps(4);
        harness.run();
        Self { harness }
    }

    fn map(&self) -> &MapDoc {
        &self.harness.state().0.document().unwrap().doc().map
    }

    fn steps(&self) -> usize {
        self.harness.state().0.document().unwrap().steps().len()
    }

    fn key(&mut self, key: Key, held: Modifiers) {
        self.harness.key_press_modifiers(held, key);
        self.harness.run();
    }

    fn click(&mut self, label: &str) {
        let pressable = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() != Role::Label;
        for scroll in [true, false] {
            let found = self.harness.query_all_by_label(label).find(pressable);
            let node = found.unwrap_or_else(|| panic!("nothing to click is called {label}"));
            if scroll {
                node.scroll_to_me()
            } else {
                node.click()
            }
            self.harness.run();
        }
    }

    fn sees(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    fn hex(&self, label: &str) -> Hex {
        let grid = &self.map().grid;
        grid.hex(grid.parse(label).unwrap())
    }

    fn at(&self, label: &str) -> Pos2 {
        self.harness.state().0.screen_of(self.map().grid.parse(label).unwrap()).unwrap()
    }

    /// The middle of the side between two hexes, from the first one's hand.
    fn side(&self, a: &str, b: &str) -> Pos2 {
        self.at(a) + (self.at(b) - self.at(a)) * 0.45
    }

    fn press(&mut self, pos: Pos2, pressed: bool, modifiers: Modifiers) {
        self.harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
        self.harness.step();
    }

    fn drag(&mut self, way: &[Pos2]) {
        self.harness.hover_at(way[0]);
        self.harness.run();
        self.press(way[0], true, Modifiers::NONE);
        for p in way {
            self.harness.event(Event::PointerMoved(*p));
            self.harness.step();
        }
        self.press(way[way.len() - 1], false, Modifiers::NONE);
        self.harness.run();
    }

    fn kinds(&self, a: &str, b: &str) -> Vec<String> {
        let edge = Edge::between(self.hex(a), self.hex(b)).unwrap();
        self.map().edges.get(&edge).into_iter().flatten().map(|f| f.kind.clone()).collect()
    }
}

#[test]
fn roads_of_two_classes_bring_the_bridge_or_ford_that_is_asked_for() {
    let mut w = Hand::new();
    // A river down the middle, along sides.
    w.key(Key::H, Modifiers::NONE);
    w.click("River");
    w.click("Click sides");
    for row in ["03", "05", "07"] {
        let side = w.side(&format!("05{row}"), &format!("06{row}"));
        w.drag(&[side]);
    }
    assert_eq!(w.map().edges_of("river").count(), 3);
    w.key(Key::R, Modifiers::NONE);
    assert!(w.sees("WHERE ROAD MEETS WATER"), "what comes along is offered");
    let across = |w: &Hand, row: &str| [w.at(&format!("04{row}")), w.at(&format!("07{row}"))];
    let way = across(&w, "03");
    w.drag(&way);
    assert_eq!(w.kinds("0503", "0603"), ["bridge", "river"], "the highway has its bridge");
    w.click("Track");
    w.click("Ford");
    let way = across(&w, "05");
    w.drag(&way);
    assert_eq!(w.kinds("0505", "0605"), ["ford", "river"], "the track has its ford");
    w.click("Nothing");
    let way = across(&w, "07");
    w.drag(&way);
    assert_eq!(w.kinds("0507", "0607"), ["river"]);
    let classes = |w: &Hand, class: u8| w.map().roads.values().filter(|c| **c == class).count();
    assert_eq!((classes(&w, 1), classes(&w, 2)), (3, 6));
    // Water drawn over a road later asks the same.
    w.key(Key::H, Modifiers::NONE);
    w.click("Ford");
    w.click("River");
    assert!(w.sees("WHERE ROAD MEETS WATER"));
    let bridge = w
        .harness
        .query_all_by_label("Bridge")
        .find(|n| n.accesskit_node().role() == Role::RadioButton && n.rect().top() > w.at("0101").y + 200.0);
    bridge.unwrap().click();
    w.harness.run();
    let side = w.side("0407", "0507");
    w.drag(&[side]);
    assert_eq!(w.kinds("0407", "0507"), ["bridge", "river"]);
    let steps = w.steps();
    w.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(w.kinds("0407", "0507"), Vec::<String>::new(), "one step takes both away");
    assert_eq!(w.steps(), steps);
    // Erased by the check box, and by Ctrl.
    w.key(Key::R, Modifiers::NONE);
    w.click("Erase");
    let way = across(&w, "07");
    w.drag(&way);
    assert_eq!(classes(&w, 2), 3);
}

#[test]
fn levels_make_slopes_and_the_palette_overrules_them() {
    let mut w = Hand::new();
    w.key(Key::L, Modifiers::NONE);
    let top = w.at("0504");
    w.drag(&[top]);
    let slope = |w: &Hand, dir: u8| {
        let edge = Edge::new(w.hex("0504"), Dir(dir));
        w.map().slope_at(&rules(), edge).map(|s| (s.slope, s.origin))
    };
    assert!((0..6).all(|d| slope(&w, d) == Some((Slope::Gentle, Origin::Derived))));
    assert!(w.sees("6 derived from levels"), "the palette counts them");
    // Set to a level of the palette: steeper, by itself.
    w.click("2");
    w.drag(&[top]);
    assert_eq!(slope(&w, 0), Some((Slope::Steep, Origin::Derived)));
    // From the level palette to the hexside tool with the slope in it.
    w.click("No slope by hand (H)");
    w.click("Click sides");
    let east = w.side("0504", "0604");
    w.drag(&[east]);
    assert_eq!(slope(&w, 0), Some((Slope::None, Origin::Suppressed)));
    assert!(w.sees("1 suppressed"));
    w.click("Slope");
    let west = w.side("0504", "0404");
    w.drag(&[west]);
    assert_eq!(slope(&w, 3), Some((Slope::Gentle, Origin::Drawn)));
    assert!(w.sees("1 drawn by hand"));
    let edge = Edge::between(w.hex("0504"), w.hex("0404")).unwrap();
    assert_eq!(w.map().edges[&edge][0].from, Some(w.hex("0504")), "out of the hex it was drawn from");
    w.click("Flip direction X");
    w.drag(&[west]);
    assert_eq!(w.map().edges[&edge][0].from, Some(w.hex("0404")), "flipped by the button");
    w.click("All slopes as the levels have them");
    assert!(w.map().edges.is_empty());
    assert!((0..6).all(|d| slope(&w, d) == Some((Slope::Steep, Origin::Derived))));
}

#[test]
fn chosen_hexes_become_an_area_by_name_and_an_area_is_chosen() {
    let mut w = Hand::new();
    w.key(Key::M, Modifiers::NONE);
    let frame = [w.at("0303"), w.at("0504")];
    w.drag(&frame);
    assert!(w.sees("6 hexes selected"));
    w.click("Name of a new area");
    w.harness.event(Event::Text("Left wing".into()));
    w.harness.run();
    w.click("Area of 6 selected hexes");
    let made = w.map().region("left-wing").cloned().unwrap();
    assert_eq!((made.name.as_str(), made.hexes.len(), w.steps()), ("Left wing", 6, 2));
    assert!(w.sees("Left wing, 6 hexes"), "it is in the hand");
    w.click("Select its hexes");
    assert!(w.sees("6 hexes selected"));
    // More hexes chosen are added to it, again in one step.
    let more = [w.at("0703"), w.at("0704")];
    w.drag(&more);
    w.key(Key::A, Modifiers::NONE);
    w.click("Add 2 selected hexes");
    assert_eq!((w.map().region("left-wing").unwrap().hexes.len(), w.steps()), (8, 3));
    w.click("Remove 2 selected hexes");
    assert_eq!(w.map().region("left-wing").unwrap().hexes, made.hexes);
}

#[test]
fn a_line_of_the_geography_table_is_changed_in_the_dialog() {
    let mut w = Hand::new();
    w.click("File");
    w.harness.get_all_by_label_contains("Import geography").next().unwrap().click();
    w.harness.run();
    let (screen, host) = w.harness.state_mut();
    screen.answer(geography(), &host.surroundings());
    w.harness.run_steps(40);
    assert!(w.sees("NOT IN THE TABLE"), "a forest is no wood yet");
    w.click("Details of the rule for kind = wood");
    w.click("kind");
    w.key(Key::A, Modifiers::COMMAND);
    w.harness.event(Event::Text("wood|forest".into()));
    w.harness.run_steps(40);
    assert!(!w.sees("NOT IN THE TABLE"));
    assert!(w.sees("kind = wood|forest"));
    w.click("Later");
    w.click("Import");
    w.harness.run_steps(10);
    let map = w.map();
    let wood = map.grid.ids().filter(|id| map.terrain_at(*id) == "wood").count();
    assert!(wood > 10, "{wood}");
    let mut names: Vec<&str> = map.labels.iter().map(|l| l.text.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Forst", "Furt"]);
}

#[test]
fn the_rest_of_the_geography_table_is_set_in_the_dialog() {
    let mut w = Hand::new();
    w.click("File");
    w.harness.get_all_by_label_contains("Import geography").next().unwrap().click();
    w.harness.run();
    let (screen, host) = w.harness.state_mut();
    screen.answer(geography(), &host.surroundings());
    w.harness.run_steps(40);
    // Open ground everywhere else becomes wood.
    w.click("Default terrain");
    w.click("Wood");
    // The forest becomes a height: the rule comes from what no rule speaks of.
    let becomes = |w: &mut Hand, nth: usize| {
        let of = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() == Role::ComboBox;
        let all: Vec<_> = w.harness.query_all_by_label("becomes").filter(of).collect();
        all[nth].click();
        w.harness.run();
    };
    becomes(&mut w, 2);
    w.click("level 3");
    w.harness.run_steps(40);
    assert!(!w.sees("NOT IN THE TABLE"));
    // Villages only if they are called so; the condition is taken back again.
    w.click("Details of the rule for kind = village");
    w.click("And only if\u{2026}");
    w.click("name");
    w.harness.run_steps(40);
    assert!(w.sees("kind = village, name = *"));
    w.click("Whatever its name is");
    w.harness.run_steps(40);
    assert!(!w.sees("name = *"));
    w.click("Import");
    w.harness.run_steps(10);
    let map = w.map();
    let high = map.grid.ids().filter(|id| map.level_at(*id) == 3).count();
    assert!(high > 10, "{high}");
    assert!(map.grid.ids().all(|id| map.terrain_at(id) == "wood"), "the ground where nothing is said");
}
