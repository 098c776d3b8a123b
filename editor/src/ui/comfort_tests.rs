//! Commands by menu, key and search; copying between documents; panels; keeping.

use super::commands::{self, EditorAction, Menu, PanelKind};
use super::tests::Stage;
use crate::core::tests::scenario;
use crate::tools::ToolKind;
use egui::{Event, Key, Modifiers};
use std::collections::BTreeSet;

const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

fn write(s: &mut Stage, text: &str) {
    s.frame(vec![Event::Text(text.into())]);
    s.frame(vec![]);
}

#[test]
fn every_command_has_a_name_of_its_own_and_no_two_share_a_key() {
    let all = commands::all_commands();
    let names: BTreeSet<&str> = all.iter().map(commands::Command::name).collect();
    assert_eq!(names.len(), all.len());
    let mut keys = BTreeSet::new();
    let ctx = egui::Context::default();
    for c in &all {
        for k in c.keys {
            assert!(keys.insert(ctx.format_shortcut(k)), "{} has a key of another's", c.name());
        }
        if let EditorAction::Tool(kind) = c.act {
            let key = kind.text().key;
            assert!(Key::from_name(key).is_some() && keys.insert(key.to_owned()), "{}", c.name());
        }
        assert!(Menu::SHOWN.contains(&c.menu), "{} is found nowhere", c.name());
    }
}

#[test]
fn a_search_finds_and_does_anything() {
    let mut s = Stage::new(scenario());
    s.key(Key::P, CTRL_SHIFT);
    assert!(s.screen.dialogs.search.is_some());
    s.frame(vec![]);
    write(&mut s, "whole map");
    s.key(Key::Escape, Modifiers::NONE);
    assert!(s.screen.dialogs.search.is_none());
    s.key(Key::P, CTRL_SHIFT);
    s.frame(vec![]);
    write(&mut s, "terrain brush");
    s.key(Key::Enter, Modifiers::NONE);
    s.frame(vec![]);
    assert!(s.screen.dialogs.search.is_none());
    assert_eq!(s.tab().tools.kind, ToolKind::Brush);
    s.key(Key::P, CTRL_SHIFT);
    s.frame(vec![]);
    write(&mut s, "larger interface");
    s.key(Key::Enter, Modifiers::NONE);
    assert_eq!(s.host.scaled, [1]);
}

/// Types into the search and takes the first thing found.
fn find(s: &mut Stage, text: &str) {
    s.key(Key::P, CTRL_SHIFT);
    s.frame(vec![]);
    write(s, text);
    s.key(Key::Enter, Modifiers::NONE);
    s.frame(vec![]);
    assert!(s.screen.dialogs.search.is_none(), "{text}: nothing was found");
}

#[test]
fn ground_sides_pieces_hexes_and_documents_are_found_by_name() {
    let mut s = Stage::new(scenario());
    let schema = s.tab().schema();
    let terrain = schema.terrains.iter().find(|t| t.id == "wood").unwrap().name.clone();
    find(&mut s, &terrain);
    assert_eq!((s.tab().tools.kind, s.tab().tools.ground.terrain.as_str()), (ToolKind::Brush, "wood"));
    let side = schema.edges.last().unwrap();
    find(&mut s, &format!("hexside {}", side.name));
    assert_eq!((s.tab().tools.kind, &s.tab().tools.edges.kind), (ToolKind::Hexside, &side.id));
    let unit = schema.units.last().unwrap();
    find(&mut s, &format!("place {}", unit.name));
    assert_eq!((s.tab().tools.kind, &s.tab().tools.template.kind), (ToolKind::Unit, &unit.id));
    s.tab().widget.cursor = None;
    find(&mut s, "0707");
    let at = s.tab().widget.cursor;
    assert_eq!(at.map(|id| s.tab().doc().map.grid.label(id)).as_deref(), Some("0707"));
    let name = crate::core::pieces::piece_title(s.tab().doc().piece("one").unwrap(), &schema);
    find(&mut s, &format!("map {name}"));
    assert_eq!((s.tab().tools.kind, s.tab().tools.selection.len()), (ToolKind::Select, 1));
    let other = engine::scenario::ScenarioDoc { title: "Second field".into(), ..scenario() };
    s.screen.open(other, None);
    (0..3).for_each(|_| s.frame(vec![]));
    assert_eq!(s.screen.current, 1);
    find(&mut s, "document test");
    assert_eq!(s.screen.current, 0);
    // Plain words lead to what is called otherwise here.
    for (text, dock) in [
        ("reinforcements", Some(super::tab::Dock::Schedule)),
        ("winter", Some(super::tab::Dock::Schedule)),
        ("errors", Some(super::tab::Dock::Problems)),
        ("units oob tree", Some(super::tab::Dock::Forces)),
        ("bucket", None),
    ] {
        find(&mut s, text);
        assert!(dock.is_none_or(|d| s.tab().dock == d), "{text}: {:?}", s.tab().dock);
    }
    assert_eq!(s.tab().tools.kind, ToolKind::Fill);
    // Words that nothing has leave the search open.
    s.key(Key::P, CTRL_SHIFT);
    s.frame(vec![]);
    write(&mut s, "xyzzy");
    s.key(Key::Enter, Modifiers::NONE);
    assert!(s.screen.dialogs.search.is_some());
}

#[test]
fn the_sheet_of_keys_opens_and_closes() {
    let mut s = Stage::new(scenario());
    s.key(Key::F1, Modifiers::NONE);
    assert!(s.screen.dialogs.keys_shown);
    s.key(Key::B, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Select, "a dialog has the keys to itself");
    s.key(Key::Escape, Modifiers::NONE);
    assert!(!s.screen.dialogs.keys_shown);
}

#[test]
fn the_guide_is_read_and_closed() {
    let mut s = Stage::new(scenario());
    s.perform(EditorAction::Guide);
    s.frame(vec![]);
    assert!(s.screen.dialogs.guide_shown);
    s.key(Key::Escape, Modifiers::NONE);
    assert!(!s.screen.dialogs.guide_shown);
}

#[test]
fn what_is_copied_in_one_document_is_pasted_in_another() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0505", "0605"]);
    s.key(Key::M, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Choose);
    s.drag(&["0505", "0605"]);
    assert_eq!(s.tab().tools.area.len(), 2);
    s.frame(vec![Event::Copy]);
    s.screen.open(scenario(), Some("other.ron".into()));
    (0..4).for_each(|_| s.frame(vec![]));
    assert_eq!(s.painted("wood"), 0);
    s.frame(vec![Event::Paste("anything".into())]);
    s.frame(vec![]);
    assert_eq!(s.tab().tools.kind, ToolKind::Stamp);
    s.key(Key::R, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Stamp, "R turns what is in the hand");
    s.drag(&["0610"]);
    assert_eq!(s.painted("wood"), 2);
    let wood: Vec<String> = {
        let map = &s.tab().doc().map;
        map.grid.ids().filter(|id| map.terrain_at(*id) == "wood").map(|id| map.grid.label(id)).collect()
    };
    assert_ne!(wood[0][2..], wood[1][2..], "turned by a sixth the two lie in two rows: {wood:?}");
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.painted("wood"), 0, "one step");
    s.key(Key::Escape, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Select);
}

#[test]
fn cut_and_delete_are_told_apart_from_typing() {
    let mut s = Stage::new(scenario());
    s.key(Key::A, Modifiers::COMMAND);
    let all = s.tab().doc().pieces.len();
    assert_eq!(s.tab().tools.selection.len(), all);
    s.frame(vec![Event::Cut]);
    s.frame(vec![]);
    assert!(s.tab().doc().pieces.is_empty());
    s.frame(vec![Event::Paste(String::new())]);
    s.drag(&["0510"]);
    assert!(!s.tab().doc().pieces.is_empty());
}

#[test]
fn the_sheet_is_resized_cropped_and_brought_back() {
    let mut s = Stage::new(scenario());
    s.key(Key::M, Modifiers::NONE);
    s.drag(&["0202", "0606"]);
    s.perform(EditorAction::CropToHexes);
    assert_eq!((s.tab().doc().map.grid.cols, s.tab().doc().map.grid.rows), (5, 5));
    s.frame(vec![]);
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.tab().doc(), &scenario());
    s.perform(EditorAction::Resize);
    s.frame(vec![]);
    assert!(s.screen.dialogs.resize.is_some());
    s.key(Key::Escape, Modifiers::NONE);
    assert!(s.screen.dialogs.resize.is_none());
}

#[test]
fn hexes_are_numbered_anew_and_the_old_numbers_come_back() {
    let mut s = Stage::new(scenario());
    s.perform(EditorAction::Renumber);
    s.frame(vec![]);
    assert!(s.screen.dialogs.renumber.is_some());
    s.key(Key::Enter, Modifiers::NONE);
    assert!(s.screen.dialogs.renumber.is_some(), "there is nothing to change yet");
    s.key(Key::Escape, Modifiers::NONE);
    assert!(s.screen.dialogs.renumber.is_none());
    s.screen.tabs[0].renumber_hexes(engine::hex::Numbering::letters());
    assert_eq!(s.tab().doc().map.grid.label(engine::hex::HexId(0)), "A1");
    s.frame(vec![]);
    s.key(Key::Z, Modifiers::COMMAND);
    assert_eq!(s.tab().doc(), &scenario());
}

#[test]
fn panels_are_hidden_and_remembered() {
    let mut s = Stage::new(scenario());
    let wide = s.host.numbers["editor dock width"];
    assert!(wide > 250.0);
    s.key(Key::F7, Modifiers::NONE);
    s.frame(vec![]);
    assert!(!s.screen.panels.is_shown(PanelKind::Dock));
    assert_eq!(s.host.numbers["editor dock"], 0.0);
    let numbers = s.host.numbers.clone();
    let mut again = Stage::new(scenario());
    again.screen = super::EditorScreen::new();
    again.host.numbers = numbers;
    again.screen.open(scenario(), None);
    again.frame(vec![]);
    assert!(!again.screen.panels.is_shown(PanelKind::Dock), "another start finds it hidden");
    again.key(Key::Num5, Modifiers::COMMAND);
    again.frame(vec![]);
    assert!(again.screen.panels.is_shown(PanelKind::Dock), "asking for a page brings it back");
}

#[test]
fn widths_of_panels_do_not_creep() {
    let mut s = Stage::new(scenario());
    let first = s.host.numbers.clone();
    for _ in 0..3 {
        let mut next = Stage::new(scenario());
        next.host.numbers = s.host.numbers.clone();
        next.ctx = egui::Context::default();
        next.ctx.set_fonts(board::fonts::font_definitions(&|_| None));
        next.screen = super::EditorScreen::new();
        next.screen.open(scenario(), None);
        (0..4).for_each(|_| next.frame(vec![]));
        s = next;
    }
    assert_eq!(s.host.numbers, first);
}

#[test]
fn changes_are_kept_within_seconds_named_or_not() {
    let mut s = Stage::new(scenario());
    s.screen.open(scenario(), None);
    (0..4).for_each(|_| s.frame(vec![]));
    let now = s.time;
    assert_eq!(s.keep(now), None);
    assert_eq!(s.host.kept.len(), 1, "a document without a file is kept from the start");
    s.screen.current = 0;
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
    let began = s.time;
    let wait = s.keep(began).expect("it is to be kept");
    assert!(wait <= 4.0);
    s.keep(began + wait + 0.01);
    let named = s.host.kept.values().find(|k| k.path.is_some()).expect("the named one is kept too");
    assert!(named.text.contains("wood"));
    s.key(Key::S, Modifiers::COMMAND);
    let now = s.time;
    s.keep(now);
    assert_eq!(s.host.kept.len(), 1, "what is saved is let go");
    s.screen.current = 1;
    s.key(Key::W, Modifiers::COMMAND);
    s.frame(vec![]);
    assert!(s.screen.dialogs.closing.is_some(), "it was never saved: closing asks");
}

#[test]
fn a_recovered_document_is_changed_and_keeps_its_file() {
    let mut s = Stage::new(scenario());
    s.screen.recover(scenario(), Some("lost.ron".into()));
    (0..3).for_each(|_| s.frame(vec![]));
    assert!(s.screen.has_unsaved_changes());
    assert_eq!(s.screen.document().and_then(|d| d.path()), Some(std::path::Path::new("lost.ron")));
    let now = s.time;
    s.keep(now);
    assert_eq!(s.host.kept.len(), 1, "kept at once");
    s.key(Key::S, Modifiers::COMMAND);
    assert!(!s.screen.has_unsaved_changes());
}

#[test]
fn a_new_scenario_takes_the_map_of_another() {
    let mut s = Stage::new(scenario());
    let mut dialog = super::new::NewDialog::default();
    dialog.take_map("made-up", "field");
    let doc = dialog.made(&super::host::Host::new(&s.host.surroundings())).expect("a document");
    assert_eq!(doc.map, scenario().map);
    // The map of an open document, as it is now.
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
    let mut dialog = super::new::NewDialog::with_open(std::iter::once(s.tab().doc()));
    dialog.take_map("made-up", "open 0");
    let taken = dialog.made(&super::host::Host::new(&s.host.surroundings())).expect("a document");
    assert_eq!(taken.map, s.tab().doc().map);
    assert_ne!(taken.map, doc.map);
    assert!(doc.pieces.is_empty());
    assert_eq!(s.tab().doc().map.grid, doc.map.grid);
}
