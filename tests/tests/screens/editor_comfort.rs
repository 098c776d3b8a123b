//! What a new designer stumbled over: names typed one after the other, tools the rules do not know, a third nation where pieces
//! are placed, cells of the table, the menu of the map.

#![allow(clippy::unwrap_used)]

use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use engine::hex::HexId;
use engine::scenario::ScenarioDoc;
use std::sync::Arc;
use tests::desk::{Stage, builder, firsts, stage, stage_with};

fn place(s: &Stage, hex: HexId) -> Pos2 {
    s.harness.state().0.screen_of(hex).unwrap()
}

fn press(s: &mut Stage, at: Pos2, button: PointerButton) {
    s.harness.hover_at(at);
    s.run();
    for pressed in [true, false] {
        s.harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
        s.harness.step();
    }
    s.run();
}

/// The map of the first battle without pieces and names.
fn bare() -> ScenarioDoc {
    let mut doc = firsts().remove(0);
    doc.pieces = Arc::default();
    doc.map.labels = Arc::default();
    doc.schedule.clear();
    doc.setup.clear();
    doc
}

#[test]
fn ten_names_are_typed_in_a_row() {
    let mut s = stage_with(Some(bare()), builder(1280.0, 800.0, false));
    s.key(Key::T);
    // Letters that are tools, among them those that once led away.
    let names =
        ["Beta", "Alt-Ritz", "Furt", "Rosenau", "Igel", "Hof", "Essen", "Vorwerk", "Unterau", "Mitte"];
    let hexes: Vec<HexId> = s.doc().map.grid.ids().step_by(7).take(names.len()).collect();
    for (name, hex) in names.into_iter().zip(&hexes) {
        let at = place(&s, *hex);
        press(&mut s, at, PointerButton::Primary);
        for letter in name.chars() {
            s.harness.event(Event::Text(letter.to_string()));
            s.harness.step();
        }
        s.key(Key::Enter);
    }
    let labels = s.doc().map.labels.clone();
    let written: Vec<(&str, HexId)> =
        labels.iter().map(|l| (l.text.as_str(), s.doc().map.grid.id(l.at).unwrap())).collect();
    let meant: Vec<(&str, HexId)> = names.into_iter().zip(hexes).collect();
    assert_eq!(written, meant);
}

/// On a slow screen clicks and letters of a whole name, and the Enter before them, come within one frame.
#[test]
fn names_typed_faster_than_the_screen_lose_no_letter() {
    let mut s = stage_with(Some(bare()), builder(1280.0, 800.0, false));
    s.key(Key::T);
    let names = ["Beta", "Delta", "Essen", "Auras"];
    let hexes: Vec<HexId> = s.doc().map.grid.ids().step_by(9).take(names.len()).collect();
    let enter = |pressed| Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    for (name, hex) in names.into_iter().zip(&hexes) {
        let pos = place(&s, *hex);
        let button = |pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let letters = name.chars().flat_map(|c| {
            let key = Key::from_name(&c.to_uppercase().to_string()).unwrap();
            let down = Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers: Modifiers::NONE,
            };
            [down, Event::Text(c.to_string())]
        });
        let mut frame = vec![Event::PointerMoved(pos), button(true), button(false)];
        frame.extend(letters);
        s.harness.input_mut().events.extend(frame);
        s.harness.step();
        // The Enter arrives with the next click, but for the last name.
        s.harness.input_mut().events.extend([enter(true), enter(false)]);
    }
    s.run();
    let labels = s.doc().map.labels.clone();
    let texts: Vec<&str> = labels.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(texts, names);
}

#[test]
fn a_name_is_written_by_the_next_click_too() {
    let mut s = stage(bare());
    s.key(Key::T);
    let (a, b) = (place(&s, HexId(3)), place(&s, HexId(25)));
    press(&mut s, a, PointerButton::Primary);
    s.harness.event(Event::Text("Anders".into()));
    s.run();
    press(&mut s, b, PointerButton::Primary);
    s.harness.event(Event::Text("Bern".into()));
    s.run();
    s.key(Key::Escape);
    let labels = s.doc().map.labels.clone();
    let texts: Vec<&str> = labels.iter().map(|l| l.text.as_str()).collect();
    assert_eq!(texts, ["Anders"], "the click wrote the first; Escape left the second");
}

#[test]
fn tools_the_rules_do_not_know_are_not_shown() {
    for doc in firsts() {
        let schema = s_of(&doc);
        let mut s = stage(doc);
        let has = |s: &Stage, tool: &str| s.harness.query_by_label(tool).is_some();
        assert_eq!(has(&s, "Hexsides (H)"), !schema.edges.is_empty());
        assert_eq!(has(&s, "Road (R)"), !schema.roads.is_empty());
        if schema.roads.is_empty() {
            s.key(Key::R);
            assert!(!s.sees("tool R"), "its key does nothing");
        }
    }
}

fn s_of(doc: &ScenarioDoc) -> engine::scenario::Schema {
    tests::library().registry.get(&doc.ruleset).unwrap().schema().clone()
}

#[test]
fn a_third_nation_joins_where_pieces_are_placed() {
    let mut s = stage(bare());
    s.key(Key::U);
    let before = s.doc().sides[0].nations.len();
    s.click("Add nation…");
    let known = s_of(s.doc());
    let free = known.nations.iter().find(|k| s.doc().nation(&k.id).is_none()).unwrap().clone();
    s.click_first(&free.name);
    let doc = s.doc();
    assert_eq!(doc.sides[0].nations.len(), before + 1);
    assert_eq!(doc.sides[0].nations.last(), Some(&free.id));
    assert!(doc.nation(&free.id).is_some());
    // Each side offers its own nations and no others.
    s.open_list("Nation");
    let other = doc_name(s.doc(), 1);
    let listed = s
        .harness
        .query_all_by_label(&other)
        .any(|n| n.accesskit_node().role() == egui::accesskit::Role::Button);
    assert!(!listed, "{other} fights for the other side");
}

fn doc_name(doc: &ScenarioDoc, side: usize) -> String {
    let id = &doc.sides[side].nations[0];
    doc.nation(id).unwrap().name.clone()
}

#[test]
fn the_map_has_a_menu() {
    let doc = firsts().remove(0);
    let piece =
        doc.pieces.iter().find(|p| matches!(p.place, engine::scenario::Place::Hex(_))).unwrap().clone();
    let engine::scenario::Place::Hex(hex) = piece.place else { unreachable!() };
    let mut s = stage(doc);
    let at = place(&s, s.doc().map.grid.id(hex).unwrap());
    press(&mut s, at, PointerButton::Secondary);
    assert!(s.sees("Name this hex") && s.sees("Paint with "));
    s.click_containing("off the map");
    assert_ne!(s.doc().pieces, Arc::new(Vec::new()));
    let still: Vec<&str> = s
        .doc()
        .pieces
        .iter()
        .filter(|p| p.place == engine::scenario::Place::Hex(hex))
        .map(|p| p.id.as_str())
        .collect();
    assert!(
        still.len()
            < firsts()[0].pieces.iter().filter(|p| p.place == engine::scenario::Place::Hex(hex)).count()
    );
}

#[test]
fn the_guide_for_designers_is_under_help() {
    let mut s = stage(bare());
    s.click("Help");
    s.click("Guide for designers…");
    assert!(s.sees("From a blank sheet to a battle") && s.sees("10. Play."));
    s.key(Key::Escape);
    assert!(!s.sees("10. Play."));
}
