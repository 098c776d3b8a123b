//! Tools of the editor that need the whole program: a picture pinned with the mouse, overlays asked of
//! the rules, a position taken back from play. For every rule system that is registered.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::{App, Screen};
use editor::core::underlay::Underlay;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::game::NewMatch;
use engine::hex::HexId;
use engine::present::{BoardView, OverlayWants, Seat, Target};
use engine::scenario::{FieldKind, Place, ScenarioDoc, Value};
use std::sync::Arc;
use tempfile::TempDir;
use tests::{Numbers, Shipped, library, shipped};

struct Hand {
    harness: Harness<'static, App>,
    folder: TempDir,
}

impl Hand {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let mut settings = Settings::default();
        // The desktop's dialogs must not be asked in a test.
        settings.switches.insert("own-file-dialog".into(), true);
        let build = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_max_steps(200);
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        harness.run();
        Self { harness, folder }
    }

    /// From the gallery into the editor.
    fn edit(s: &Shipped) -> Self {
        let mut w = Self::new();
        let card = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
        w.harness.get_by_label(&card).scroll_to_me();
        w.harness.run();
        w.click(&card);
        w.click("Edit a copy");
        assert_eq!(w.app().screen(), Screen::Editor);
        w
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn doc(&self) -> &ScenarioDoc {
        self.app().editor().document().unwrap().doc()
    }

    fn underlay(&self) -> Underlay {
        Underlay::of(self.doc()).unwrap()
    }

    fn click(&mut self, label: &str) {
        let pressable = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() != Role::Label;
        let found = self.harness.query_all_by_label(label).find(pressable);
        found.unwrap_or_else(|| panic!("nothing to click is called {label}")).click();
        self.harness.run();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.into()));
        self.harness.run();
    }

    fn sees(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    fn click_at(&mut self, pos: Pos2) {
        self.harness.hover_at(pos);
        self.harness.run();
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.run();
    }

    fn drag(&mut self, from: Pos2, to: Pos2) {
        self.harness.hover_at(from);
        self.harness.run();
        let press = |w: &mut Self, pos: Pos2, pressed: bool| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            w.harness.event(Event::PointerButton { pos, button, pressed, modifiers });
            w.harness.run();
        };
        press(self, from, true);
        self.harness.event(Event::PointerMoved(to));
        self.harness.run();
        press(self, to, false);
    }

    fn place(&self, hex: HexId) -> Pos2 {
        self.app().editor().screen_of(hex).unwrap()
    }
}

#[test]
fn a_picture_is_pinned_with_the_mouse_faded_and_locked() {
    let mut w = Hand::new();
    w.key(Modifiers::COMMAND, Key::N);
    w.write("Traced");
    w.key(Modifiers::NONE, Key::Enter);
    assert_eq!(w.app().screen(), Screen::Editor);
    let path = w.folder.path().join("scan.png");
    image::RgbaImage::from_pixel(320, 200, image::Rgba([200, 90, 30, 255])).save(&path).unwrap();
    w.click("File");
    w.harness.get_all_by_label_contains("Add background image").next().unwrap().click();
    w.harness.run();
    w.key(Modifiers::COMMAND, Key::A);
    w.write(path.to_str().unwrap());
    w.key(Modifiers::NONE, Key::Enter);
    assert_eq!(w.underlay().pins, []);
    // Pins, opacity and lock are in sight at once, and again when asked for.
    assert!(w.sees("Pin 1 of 3"));
    w.click("Forces");
    assert!(!w.sees("Pin 1 of 3"));
    w.click("File");
    w.harness.get_all_by_label_contains("Add background image").next().unwrap().click();
    w.harness.run();
    // Three spots of the picture, and the hexes they belong to.
    let grid = w.doc().map.grid;
    let hex = |col: u16, row: u16| grid.id(grid.hex_at(col, row)).unwrap();
    let pins = [(hex(4, 3), hex(2, 2)), (hex(12, 3), hex(16, 3)), (hex(6, 10), hex(5, 12))];
    let layout = board::layout::Layout::new(grid);
    let (size, sheet) = ([320.0, 200.0], [layout.sheet_size().x, layout.sheet_size().y]);
    let mut spots = Vec::new();
    for (n, (spot, place)) in pins.into_iter().enumerate() {
        // Once begun, one pin follows the other.
        if n == 0 {
            w.harness.get_by_label("Pin 1 of 3").scroll_to_me();
            w.harness.run();
            w.click("Pin 1 of 3");
        }
        assert!(w.sees("Click a spot you know"), "it says what to do");
        let on = layout.center(spot);
        spots.push(w.underlay().fit(size, sheet).invert([on.x, on.y]).unwrap());
        let at = w.place(spot);
        w.click_at(at);
        assert!(w.sees("Now click where on the map"));
        let at = w.place(place);
        w.click_at(at);
        assert_eq!(w.underlay().pins.len(), n + 1);
    }
    let fit = w.underlay().fit(size, sheet);
    for ((_, place), spot) in pins.into_iter().zip(&spots) {
        let (is, want) = (fit.apply(*spot), layout.center(place));
        let off = (is[0] - want.x).hypot(is[1] - want.y);
        assert!(off < 0.05, "a spot lies {off} radii from where it was pinned");
    }
    // A pin is moved by hand, whatever tool is held, and its spot goes with it.
    w.key(Modifiers::NONE, Key::B);
    let (from, to) = (w.place(pins[2].1), w.place(hex(7, 12)));
    w.drag(from, to);
    let (is, want) = (w.underlay().fit(size, sheet).apply(spots[2]), layout.center(hex(7, 12)));
    assert!((is[0] - want.x).hypot(is[1] - want.y) < 0.05);
    assert_eq!(w.app().editor().document().unwrap().undo_name(), Some("Move a pin of the picture"));
    w.key(Modifiers::COMMAND, Key::Z);
    assert!(w.doc().map.terrain.iter().all(|t| t == 0), "no tool took the clicks");
    w.click("Opacity");
    w.key(Modifiers::COMMAND, Key::A);
    w.write("30");
    w.key(Modifiers::NONE, Key::Enter);
    assert_eq!(w.underlay().opacity, 30);
    w.click("Locked");
    assert!(w.underlay().locked);
    let button = w.harness.get_by_label("Another pin");
    assert!(button.accesskit_node().is_disabled(), "locked, nothing is pinned by mistake");
    let before = w.underlay();
    w.harness.get_by_label("Another pin").click();
    w.harness.run();
    let at = w.place(hex(8, 8));
    w.click_at(at);
    w.click_at(at);
    assert_eq!(w.underlay(), before);
    // Step by step back to where there was no picture.
    for _ in 0..8 {
        w.key(Modifiers::COMMAND, Key::Z);
    }
    assert!(Underlay::of(w.doc()).is_none());
}

/// One scenario of every rule system, the first that is no lesson.
fn firsts() -> Vec<Shipped> {
    let mut out: Vec<Shipped> = Vec::new();
    for s in shipped() {
        if !s.entry.key.contains("tutorial") && out.iter().all(|o| o.rules.id() != s.rules.id()) {
            out.push(s);
        }
    }
    assert_eq!(out.len(), library().registry.all().count());
    out
}

#[test]
fn overlays_answer_through_the_bar_over_the_map() {
    for s in firsts() {
        let game = s.rules.new_match(Arc::clone(&s.doc), &NewMatch::default()).map_err(|i| i.list).unwrap();
        let mut w = Hand::edit(&s);
        let schema = s.rules.schema();
        // Whose unit is asked about begins, so that every unit can be examined.
        let mut begun_by = (*s.doc).clone();
        // The leader of the first side who stands on the map, or whoever stands there where leaders come later.
        let leads = |p: &&engine::scenario::Piece| schema.unit(&p.kind).is_some_and(|k| k.leader);
        let stands =
            |p: &&engine::scenario::Piece| matches!(p.place, Place::Hex(_)) && s.doc.side(&p.side).is_some();
        let pieces = || s.doc.pieces.iter().filter(stands);
        let leader = pieces().find(leads).or_else(|| pieces().next()).unwrap();
        let Place::Hex(at) = leader.place else { unreachable!() };
        let at = s.doc.map.grid.id(at).unwrap();
        for f in schema.scenario_fields.iter().filter(|f| f.kind == FieldKind::Side) {
            begun_by.props.insert(f.id.clone(), Value::from(leader.side.as_str()));
        }
        let his = s.rules.new_match(Arc::new(begun_by), &NewMatch::default()).map_err(|i| i.list).unwrap();
        w.key(Modifiers::NONE, Key::V);
        let pos = w.place(at);
        w.click_at(pos);
        let ids: Vec<&str> = game.overlays().iter().map(|k| k.id).collect();
        // Of those two everything is asked that a designer tests a map with; others have reach and overlays of their own.
        let wanted: &[&str] = match s.rules.id() {
            "hold-the-line" | "frederick-the-great" => &["reach", "turns", "going", "command"],
            _ => &["reach"],
        };
        for wanted in wanted {
            assert!(ids.contains(wanted), "{} offers no {wanted}", s.rules.name());
        }
        for k in game.overlays() {
            w.click("Overlays");
            w.click(&format!("Show {}", k.name.to_lowercase()));
            w.harness.hover_at(pos);
            w.harness.run();
            let board = his.view(Seat::OPEN).board();
            let here = board
                .counters
                .iter()
                .filter(|c| matches!(&c.place, engine::present::CounterPlace::Hexes(h) if h.contains(&at)));
            let answers: Vec<String> = match k.wants {
                OverlayWants::Nothing => vec![game.view(Seat::OPEN).overlay(k.id, None).text],
                OverlayWants::Hex => vec![game.view(Seat::OPEN).overlay(k.id, Some(&Target::Hex(at))).text],
                OverlayWants::Counter => here
                    .map(|c| his.view(Seat::OPEN).overlay(k.id, Some(&Target::Counter(c.id))).text)
                    .collect(),
            };
            let said = answers.iter().any(|a| !a.is_empty() && w.sees(a));
            assert!(said, "{}: {} says none of {answers:?}", s.rules.name(), k.name);
            // Off again: several may be on at once.
            w.click(k.name);
            w.click(&format!("Show {}", k.name.to_lowercase()));
        }
        assert_eq!(w.doc().pieces, s.doc.pieces, "looking changes nothing");
    }
}

/// What is to be seen, but for who may act: a player turn is begun anew.
fn seen(board: &BoardView) -> BoardView {
    let mut out = board.clone();
    for c in &mut out.counters {
        // Numbers of counters are the match's own.
        (c.can_act, c.own, c.id) = (false, false, engine::present::CounterId(0));
    }
    out.counters.sort_by_cached_key(|c| format!("{c:?}"));
    out
}

#[test]
fn a_position_is_taken_from_play_into_the_editor_and_played() {
    for s in firsts() {
        let mut w = Hand::edit(&s);
        w.key(Modifiers::NONE, Key::F5);
        assert_eq!(w.app().screen(), Screen::Play, "{}", s.rules.name());
        let mut numbers = Numbers(5);
        for _ in 0..30 {
            let n = w.app().play().unwrap().session.views.actions.len();
            w.harness.state_mut().perform(numbers.below(n));
            w.harness.run_steps(2);
        }
        // To the beginning of a player turn, where nobody is on the march.
        let phase = |w: &Hand| {
            let game = &w.app().play().unwrap().session.game;
            let line = game.view(Seat::OPEN).timeline();
            line.last().map(|m| m.phase.split(':').next().unwrap_or_default().to_owned())
        };
        let began = phase(&w);
        for _ in 0..400 {
            if phase(&w) != began {
                break;
            }
            let actions = &w.app().play().unwrap().session.views.actions;
            let end = actions
                .iter()
                .position(|a| matches!(a.verb, engine::present::Verb::End | engine::present::Verb::Pass));
            let n = actions.len();
            w.harness.state_mut().perform(end.unwrap_or_else(|| numbers.below(n)));
            w.harness.run_steps(2);
        }
        w.harness.run();
        let there = seen(&w.app().play().unwrap().session.game.view(Seat::OPEN).board());
        w.click("Use position as scenario");
        assert_eq!(w.app().screen(), Screen::Editor);
        assert_eq!(w.app().editor().documents().count(), 2);
        let taken = Arc::new(w.doc().clone());
        let begun = s.rules.new_match(Arc::clone(&taken), &NewMatch::default()).map_err(|i| i.list).unwrap();
        assert_eq!(seen(&begun.view(Seat::OPEN).board()).counters.len(), there.counters.len());
        w.key(Modifiers::NONE, Key::F5);
        assert_eq!(w.app().screen(), Screen::Play, "{}: {:#?}", s.rules.name(), taken.title);
        let again = seen(&w.app().play().unwrap().session.game.view(Seat::OPEN).board());
        assert_eq!(again, there, "{}", s.rules.name());
    }
}

#[test]
fn a_position_is_taken_from_a_match_that_waits_meanwhile() {
    for s in firsts() {
        let mut w = Hand::edit(&s);
        w.harness.state_mut().begin(Arc::clone(&s.doc), 3);
        w.harness.run_steps(6);
        w.harness.state_mut().perform(0);
        w.harness.run_steps(4);
        let hash = w.app().play().unwrap().session.game.hash();
        let there = seen(&w.app().play().unwrap().session.game.view(Seat::OPEN).board());
        w.click("Edit this position");
        assert_eq!(w.app().screen(), Screen::Editor);
        assert_eq!(w.app().editor().documents().count(), 2);
        assert!(w.app().editor().document().unwrap().is_dirty(), "it is in no file yet");
        let taken = Arc::new(w.doc().clone());
        let begun = s.rules.new_match(taken, &NewMatch::default()).map_err(|i| i.list).unwrap();
        assert_eq!(seen(&begun.view(Seat::OPEN).board()).counters.len(), there.counters.len());
        // The match is as it was.
        assert_eq!(w.app().play().unwrap().session.game.hash(), hash);
    }
}
