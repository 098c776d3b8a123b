//! The made-up rule system on the screen and in the editor.

use app::files::Places;
use app::settings::Settings;
use app::ui::{App, Screen};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::present::{CounterId, Target};
use std::sync::Arc;
use tests::made_up;

fn doc() -> Arc<engine::scenario::ScenarioDoc> {
    made_up().scenarios[0].doc.clone().unwrap()
}

/// The program with the made-up rule system and folders of its own.
fn window(folder: &std::path::Path) -> Harness<'static, App> {
    let places = Places::below_root(folder);
    let mut settings = Settings::default();
    settings.words.insert("players".into(), "person,person".into());
    settings.switches.insert("own-file-dialog".into(), true);
    // A click during a film only ends the film.
    settings.switches.insert("animate".into(), false);
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
            .map(|c| (c.stack.order, c.id))
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

fn position(h: &Harness<'static, App>, label: &str) -> Pos2 {
    let hex = doc().map.grid.parse(label).unwrap();
    h.state().play().unwrap().widget.screen_of(hex).unwrap()
}

/// The pointer goes down at the first place and up at the last.
fn drag(h: &mut Harness<'static, App>, path: &[Pos2], modifiers: Modifiers) {
    let button =
        |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    h.hover_at(path[0]);
    h.run();
    h.event_modifiers(button(path[0], true), modifiers);
    h.step();
    for pos in &path[1..] {
        h.event_modifiers(Event::PointerMoved(*pos), modifiers);
        h.step();
    }
    h.event_modifiers(button(path[path.len() - 1], false), modifiers);
    h.run();
}

fn click_hex(h: &mut Harness<'static, App>, label: &str, modifiers: Modifiers) {
    // A stack that lies fanned out would cover its neighbours.
    let (away, at) = (position(h, "0307"), position(h, label));
    h.hover_at(away);
    h.run();
    drag(h, &[at], modifiers);
}

fn counters_in(h: &Harness<'static, App>, label: &str) -> usize {
    let counters = &h.state().play().unwrap().session.views.board.counters;
    counters.iter().filter(|c| c.line.starts_with("blue-") && c.line.ends_with(label)).count()
}

fn selected(h: &Harness<'static, App>) -> usize {
    h.state().play().unwrap().selection.counters().len()
}

#[test]
fn a_box_selects_a_stack_that_moves_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let box_of = [position(&h, "0403"), position(&h, "0404"), position(&h, "0405")];
    drag(&mut h, &box_of, Modifiers::SHIFT);
    assert_eq!(selected(&h), 2, "both counters of 0404");
    assert!(h.query_all_by_label_contains("2 counters: ").next().is_some(), "the list says who is selected");
    click_hex(&mut h, "0504", Modifiers::NONE);
    assert_eq!(counters_in(&h, "0504"), 2, "one click moved both");
    // What no rule lets them do together is said.
    let everybody = [position(&h, "0101"), position(&h, "0907")];
    drag(&mut h, &everybody, Modifiers::SHIFT);
    assert!(selected(&h) > 2);
    click_hex(&mut h, "0505", Modifiers::NONE);
    assert!(h.query_all_by_label_contains("These counters cannot act as one").next().is_some());
}

#[test]
fn a_shift_click_adds_a_counter_and_takes_it_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let hex = doc().map.grid.parse("0404").unwrap();
    let play = h.state_mut().play_mut().unwrap();
    let stack = app::ui::play::selection::counters_on(hex, &play.session.views.board);
    play.select(Target::Counter(stack[0]));
    play.show_stack(hex);
    h.run();
    let mut rows: Vec<Pos2> = h
        .query_all_by_label_contains(", 0404: ")
        .filter(|n| n.accesskit_node().role() == Role::Button)
        .map(|n| n.rect().center())
        .collect();
    rows.sort_by(|a, b| a.y.total_cmp(&b.y));
    assert_eq!(rows.len(), 2);
    drag(&mut h, &rows[1..], Modifiers::SHIFT);
    assert_eq!(selected(&h), 2, "the second counter is added");
    drag(&mut h, &rows[1..], Modifiers::SHIFT);
    let selection = &h.state().play().unwrap().selection;
    assert_eq!(selection.counters(), [stack[0]], "and taken out again");
}

#[test]
fn an_attack_is_made_up_by_clicks_and_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    act(&mut h, "Move blue-first and blue-guns to 0504");
    act(&mut h, "Attack");
    let says = |h: &Harness<'static, App>, words: &str| h.query_all_by_label(words).next().is_some();
    let can_fire = |h: &Harness<'static, App>| labels(h).iter().any(|l| l == "Fire");
    assert!(says(&h, "choose a hex to attack from") && !can_fire(&h));
    click_hex(&mut h, "0504", Modifiers::NONE);
    assert!(says(&h, "choose a hex to attack") && !can_fire(&h));
    click_hex(&mut h, "0604", Modifiers::NONE);
    assert!(!says(&h, "choose a hex to attack") && can_fire(&h));
    click_hex(&mut h, "0604", Modifiers::NONE);
    assert!(!can_fire(&h), "a second click takes the hex out");
}

#[test]
fn a_counter_is_put_into_a_box_by_clicking_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let play = h.state().play().unwrap();
    let leader =
        play.session.views.board.counters.iter().find(|c| c.line.starts_with("blue-leader")).unwrap();
    let leader = leader.id;
    h.state_mut().select(Target::Counter(leader));
    h.state_mut().show_page("Sheets");
    h.run();
    h.query_all_by_label("Camp: Reserve").next().expect("the box").click();
    h.run();
    if h.query_all_by_label_contains("blue-leader, in its box").next().is_none() {
        h.query_all_by_label("Withdraw blue-leader").next().expect("the action is offered").click();
        h.run();
    }
    let board = &h.state().play().unwrap().session.views.board;
    let line = board.counters.iter().find(|c| c.id == leader).map(|c| c.line.as_str());
    assert_eq!(line, Some("blue-leader, in its box"));
}

#[test]
fn the_editor_opens_it_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = window(folder.path());
    let path = folder.path().join("ridge.ron");
    std::fs::write(&path, engine::scenario::to_text(&doc())).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
    assert_eq!(h.state().screen(), Screen::Editor);
    assert_eq!(h.state().editor().document().unwrap().doc().title, "The Ridge");
    assert_eq!(*h.state().editor().document().unwrap().doc(), *doc(), "nothing is lost on the way");
}

/// As a new user would: a scenario of one's own from New, ground and pieces by the mouse, saved and played.
#[test]
fn a_new_scenario_is_made_in_the_editor_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = window(folder.path());
    h.key_press_modifiers(Modifiers::COMMAND, Key::N);
    h.run();
    h.event(Event::Text("Own field".into()));
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().screen(), Screen::Editor);
    let document = |h: &Harness<'static, App>| h.state().editor().document().unwrap().doc().clone();
    assert_eq!(document(&h).ruleset, "made-up");
    let press = |h: &mut Harness<'static, App>, label: &str| {
        let found = h.query_all_by_label(label).filter(|n| n.accesskit_node().role() != Role::Label);
        let first = found.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        first.unwrap_or_else(|| panic!("nothing is called {label}")).click();
        h.run();
    };
    let grid = document(&h).map.grid;
    let at = |h: &Harness<'static, App>, col: u16, row: u16| {
        h.state().editor().screen_of(engine::hex::HexId(row * grid.cols + col)).unwrap()
    };
    h.key_press(Key::B);
    h.run();
    press(&mut h, "Wood");
    let wood = [at(&h, 5, 5), at(&h, 6, 5)];
    drag(&mut h, &wood, Modifiers::NONE);
    assert!(document(&h).map.terrain_at(engine::hex::HexId(5 * grid.cols + 5)) == "wood");
    h.key_press(Key::U);
    h.run();
    press(&mut h, "Foot");
    for row in [4, 6] {
        let place = at(&h, 3, row);
        drag(&mut h, &[place], Modifiers::NONE);
    }
    let made = document(&h);
    assert_eq!(made.pieces.len(), 2);
    h.state_mut().begin(Arc::new(made), 5);
    h.run();
    assert_eq!(h.state().screen(), Screen::Play);
    assert!(labels(&h).iter().any(|l| l.starts_with("Move ")), "{:?}", labels(&h));
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
