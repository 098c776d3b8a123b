//! A group of a rule system that forms it counter by counter: selected as one on the map, dragged once or sent by a click.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use engine::game::NewMatch;
use engine::present::{CounterPlace, Seat, Target};
use engine::scenario::ScenarioDoc;
use std::sync::Arc;
use tests::library;

const GARRISON: &str = "Prussian garrison 1";

fn act(h: &mut Harness<'static, App>, label: &str) {
    let all = &h.state().play().unwrap().session.views.actions;
    let found = all.iter().find(|a| a.label == label).map(|a| a.id);
    h.state_mut().perform(found.unwrap_or_else(|| panic!("nobody may '{label}'")));
    h.run();
}

/// Whether the events of this seed ask nobody anything.
fn is_quiet(doc: &Arc<ScenarioDoc>, seed: u64) -> bool {
    let rules = library().rules(&doc.ruleset).unwrap();
    let how = NewMatch { seed, ..NewMatch::default() };
    let mut game = rules.new_match(Arc::clone(doc), &how).map_err(|i| i.list).unwrap();
    (0..2).all(|_| {
        let all = game.view(Seat::OPEN).affordances();
        let end = all.iter().find(|a| a.label == "End recruiting").map(|a| a.id);
        end.is_some_and(|id| game.submit(id).is_ok())
    })
}

/// The spring of Neisse, at the movement of the first impulse.
fn begun(folder: &std::path::Path) -> Harness<'static, App> {
    let places = Places::below_root(folder);
    let mut settings = Settings::default();
    settings.words.insert("players".into(), "person,person".into());
    settings.switches.insert("animate".into(), false);
    let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(200);
    let mut h =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    h.run();
    let (doc, _) = library().scenario_named("austrian-succession/tutorial").unwrap();
    let seed = (1..).find(|seed| is_quiet(&doc, *seed)).unwrap();
    h.state_mut().begin(doc, seed);
    h.run();
    act(&mut h, "End recruiting");
    act(&mut h, "End recruiting");
    h
}

fn position(h: &Harness<'static, App>, label: &str) -> Pos2 {
    let play = h.state().play().unwrap();
    let hex = play.session.doc().map.grid.parse(label).unwrap();
    play.widget.screen_of(hex).unwrap()
}

fn drag(h: &mut Harness<'static, App>, path: &[Pos2], modifiers: Modifiers) {
    let button =
        |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers };
    h.hover_at(path[0]);
    h.run();
    h.event_modifiers(button(path[0], true), modifiers);
    h.step();
    for pos in path {
        h.event_modifiers(Event::PointerMoved(*pos), modifiers);
        h.step();
    }
    h.event_modifiers(button(path[path.len() - 1], false), modifiers);
    h.run();
}

/// Lines of the counters in a hex.
fn standing_in(h: &Harness<'static, App>, label: &str) -> Vec<String> {
    let play = h.state().play().unwrap();
    let hex = play.session.doc().map.grid.parse(label).unwrap();
    let here = |p: &CounterPlace| matches!(p, CounterPlace::Hexes(hexes) if hexes.contains(&hex));
    play.session.views.board.counters.iter().filter(|c| here(&c.place)).map(|c| c.line.clone()).collect()
}

/// Selects the whole of Breslau but its garrison.
fn select_army(h: &mut Harness<'static, App>) -> usize {
    let path = [position(h, "4315"), position(h, "4316"), position(h, "4317")];
    drag(h, &path, Modifiers::SHIFT);
    let play = h.state().play().unwrap();
    let all = play.selection.counters();
    assert_eq!(all.len(), 15, "everybody in Breslau");
    let garrison =
        play.session.views.board.counters.iter().find(|c| c.line.starts_with(GARRISON)).unwrap().id;
    let rest: Vec<_> = all.into_iter().filter(|c| *c != garrison).collect();
    let number = rest.len();
    let play = h.state_mut().play_mut().unwrap();
    play.selection = app::ui::play::selection::Selection::of_counters(rest);
    h.run();
    number
}

#[test]
fn one_drag_moves_a_group() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let number = select_army(&mut h);
    assert!(h.query_all_by_label_contains(&format!("{number} counters: ")).next().is_some());
    let path = [position(&h, "4316"), position(&h, "4317"), position(&h, "4417")];
    drag(&mut h, &path, Modifiers::NONE);
    assert_eq!(standing_in(&h, "4417").len(), number, "one drag along the road");
    let left = standing_in(&h, "4316");
    assert!(left.len() == 1 && left[0].starts_with(GARRISON), "{left:?}");
}

#[test]
fn a_click_on_a_lit_hex_sends_a_group() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = begun(folder.path());
    let number = select_army(&mut h);
    let marcher = h.state().play().unwrap().selection.marcher().unwrap();
    assert!(matches!(&marcher, Target::Group(all) if all.len() == number));
    let at = position(&h, "4417");
    h.hover_at(position(&h, "4614"));
    h.run();
    drag(&mut h, &[at], Modifiers::NONE);
    assert_eq!(standing_in(&h, "4417").len(), number, "a click two hexes away");
}
