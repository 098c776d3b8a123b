//! The made-up rule system on the screen, in the editor and on paper.

use app::files::Places;
use app::settings::Settings;
use app::ui::{App, Screen};
use editor::print::{Options, Source, compose, pdf};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::present::{CounterId, Target};
use engine::scenario::OptionSet;
use std::sync::Arc;
use tests::made_up;

fn doc() -> Arc<engine::scenario::ScenarioDoc> {
    made_up().scenarios[0].doc.clone().unwrap()
}

/// The program with the made-up rule system and folders of its own.
fn window(folder: &std::path::Path) -> Harness<'static, App> {
    let places = Places::below(folder);
    let mut settings = Settings::default();
    settings.switches.insert("own-file-dialog".into(), true);
    let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(200);
    let mut h = build.build_eframe(move |cc| App::new(&cc.egui_ctx, made_up(), settings, Some(places)));
    h.run();
    h
}

fn labels(h: &Harness<'static, App>) -> Vec<String> {
    h.state().play().unwrap().session.views.actions.iter().map(|a| a.label.clone()).collect()
}

/// Does the action with this label, whatever draws what.
fn act(h: &mut Harness<'static, App>, label: &str) {
    let id = labels(h).iter().position(|l| l == label).unwrap_or_else(|| panic!("{label}: {:?}", labels(h)));
    h.state_mut().perform(id);
    h.run();
}

/// A match after everything is set up.
fn begun(folder: &std::path::Path) -> Harness<'static, App> {
    let mut h = window(folder);
    h.state_mut().begin(doc(), 4);
    h.run();
    for _ in 0..4 {
        act(&mut h, "Place the rest");
    }
    h
}

#[test]
fn a_stack_is_put_in_order_by_drag_and_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let grid = doc().map.grid;
    let hex = grid.parse("0404").unwrap();
    let order = |h: &Harness<'static, App>| -> Vec<CounterId> {
        let counters = &h.state().play().unwrap().session.views.board.counters;
        let mut here: Vec<_> = counters
            .iter()
            .filter(|c| c.place == engine::present::CounterPlace::Hexes([hex].into_iter().collect()))
            .map(|c| (c.order, c.id))
            .collect();
        here.sort();
        here.into_iter().map(|c| c.1).collect()
    };
    let before = order(&h);
    assert_eq!(before.len(), 2);
    h.state_mut().play_mut().unwrap().show_stack(hex);
    h.run();
    let row = |h: &Harness<'static, App>, n: usize| {
        let mut all: Vec<_> = h.query_all_by_label_contains(", 0404: ").map(|n| n.rect()).collect();
        assert_eq!(all.len(), 2, "a row for each counter");
        all.sort_by(|a, b| a.top().total_cmp(&b.top()));
        all[n].center()
    };
    let (from, to) = (row(&h, 1), row(&h, 0));
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    h.hover_at(from);
    h.run();
    h.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
    h.step();
    h.event(Event::PointerMoved(to));
    h.step();
    h.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    h.run();
    assert_eq!(order(&h), [before[1], before[0]], "dragged to the top");
    // The other one has not been moved yet: Page up does it.
    // A tooltip may say the same words.
    let rows = h.query_all_by_label_contains(", 0404: ");
    let all: Vec<_> = rows.filter(|n| n.accesskit_node().role() == Role::Button).collect();
    let lower = all.into_iter().max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).unwrap();
    lower.focus();
    h.run();
    h.key_press(Key::PageUp);
    h.run();
    assert_eq!(order(&h), before, "and back by keys");
}

#[test]
fn a_reserve_is_taken_from_its_box_and_set_on_the_map() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    h.state_mut().show_page("Sheets");
    h.run();
    let reserve =
        h.query_all_by_label_contains("blue-reserve, in its box").next().expect("it lies in its box");
    reserve.click();
    h.run();
    let play = h.state().play().unwrap();
    assert!(matches!(play.selection.subject, Some(Target::Counter(_))), "picked from the box");
    act(&mut h, "Deploy blue-reserve in 0101");
    assert!(h.query_all_by_label_contains("blue-reserve, 0101").next().is_some());
}

#[test]
fn counters_move_as_one_and_an_attack_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    for label in ["Move blue-first along", "Move blue-guns along", "Go to 0504", "Halt"] {
        act(&mut h, label);
    }
    let board = h.state().play().unwrap().session.views.board.clone();
    assert_eq!(
        board.counters.iter().filter(|c| c.line.starts_with("blue-") && c.line.ends_with("0504")).count(),
        2
    );
    act(&mut h, "Attack");
    let held = |h: &Harness<'static, App>| h.state().play().unwrap().session.views.prompt.held.clone();
    assert_eq!(held(&h).unwrap().text, "choose a hex to attack from");
    act(&mut h, "Choose 0504");
    assert_eq!(held(&h).unwrap().text, "choose a hex to attack");
    act(&mut h, "Choose 0604");
    assert_eq!(held(&h), None);
    assert!(labels(&h).iter().any(|l| l == "Fire"));
}

#[test]
fn the_editor_opens_it_and_its_sheet_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = window(folder.path());
    let path = folder.path().join("ridge.ron");
    std::fs::write(&path, engine::scenario::to_text(&doc())).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
    assert_eq!(h.state().screen(), Screen::Editor);
    assert_eq!(h.state().editor().document().unwrap().doc().title, "The Ridge");
    assert_eq!(*h.state().editor().document().unwrap().doc(), *doc(), "nothing is lost on the way");
    let library = made_up();
    let rules = library.rules("made-up").unwrap();
    let source = Source::gather(doc(), rules, &OptionSet::new());
    let kit = compose(&source, &Options::default(), &mut |_| true).unwrap();
    let bytes = pdf::write(&kit, &mut |_| true).unwrap().unwrap();
    assert!(bytes.starts_with(b"%PDF"));
}

/// Options that are numbers or words have their fields in the dialog, and the match is played with them.
#[test]
fn options_with_values_are_chosen_for_a_new_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = window(folder.path());
    let path = folder.path().join("options.ron");
    std::fs::write(&path, engine::scenario::to_text(&doc())).unwrap();
    h.state_mut().open(&path);
    h.run();
    let mut turns = h.query_all_by_label("Turns");
    assert!(turns.any(|n| n.accesskit_node().role() == Role::SpinButton), "a number has a field");
    let mut light = h.query_all_by_label("Light");
    light.find(|n| n.accesskit_node().role() == Role::ComboBox).unwrap().click();
    drop((turns, light));
    h.run();
    h.get_by_label("Dusk").click();
    h.run();
    h.get_by_label("Start").click();
    h.run();
    assert_eq!(h.state().screen(), Screen::Play);
    let save = h.state().play().unwrap().session.game.save();
    assert_eq!(save.options.get("light"), Some(&engine::scenario::Value::from("dusk")));
}
