//! Problems and their places, older versions, what menus leave alone, and a journal that has no room.

use super::Version;
use super::commands::{EditorAction, PanelKind};
use super::tab::{Dock, PanelRequests};
use super::tests::Stage;
use crate::core::tests::{at, scenario};
use crate::tools::ToolKind;
use egui::{Event, Key, Modifiers, pos2};
use engine::scenario::{
    At, Field, FieldKind, Issue, Issues, Region, ScheduleEntry, ScheduleKind, Special, SpecialKind, Value,
};
use std::sync::Arc;

fn issue(at: At) -> Issue {
    let mut issues = Issues::default();
    issues.warning(at, "place", "it is wrong");
    issues.list.remove(0)
}

/// Follows a problem of the document and gives what the screen shows then.
fn follow(s: &mut Stage, place: At) -> (Dock, ToolKind, Option<String>) {
    let mut requests = PanelRequests::default();
    let tab = s.tab();
    tab.widget.cursor = None;
    tab.show_issue(&issue(place), &mut requests);
    tab.fulfil(requests);
    let hex = tab.widget.cursor.map(|id| tab.doc().map.grid.label(id));
    (tab.dock, tab.tools.kind, hex)
}

#[test]
fn a_problem_leads_to_the_page_the_tool_and_the_hex_it_is_about() {
    let mut doc = scenario();
    let hexes = vec![at("0707")];
    let second = doc.sides[1].id.clone();
    Arc::make_mut(&mut doc.map.regions).push(Region { id: "tents".into(), name: "Tents".into(), hexes });
    let when = |area: &str, hex: &str| ScheduleEntry {
        kind: "relief".into(),
        area: area.into(),
        props: [("where".to_owned(), Value::Text(hex.into()))].into_iter().collect(),
        ..ScheduleEntry::default()
    };
    doc.schedule = vec![when("tents", ""), when("", "0909")];
    let props = [("spot".to_owned(), Value::Text("tents".into()))].into_iter().collect();
    doc.specials = vec![Special { rule: "prize".into(), props }];
    let mut s = Stage::new(doc);
    let fields = |id: &str, kind| {
        let (id, name, default) = (id.into(), String::new(), Value::Text(String::new()));
        vec![Field { id, name, kind, default, rule: String::new(), help: String::new(), printed: false }]
    };
    let mut schema = (*s.tab().schema()).clone();
    let relief = fields("where", FieldKind::Hex);
    schema.schedule = vec![ScheduleKind { id: "relief".into(), fields: relief, ..ScheduleKind::default() }];
    let prize = fields("spot", FieldKind::Region);
    schema.specials = vec![SpecialKind { id: "prize".into(), fields: prize, ..SpecialKind::default() }];
    s.tab().schema = Some(Arc::new(schema));
    let hex = |h: &str| Some(h.to_owned());
    for (field, page) in [
        ("victory", Dock::Victory),
        ("setup", Dock::Schedule),
        ("specials", Dock::Rules),
        ("turns", Dock::Scenario),
    ] {
        s.tab().dock = Dock::Problems;
        assert_eq!(follow(&mut s, At::Field(field.into())).0, page, "{field}");
    }
    assert_eq!(follow(&mut s, At::Schedule(0)), (Dock::Schedule, ToolKind::Select, hex("0707")));
    assert_eq!(follow(&mut s, At::Schedule(1)).2, hex("0909"));
    assert_eq!(follow(&mut s, At::Special(0)), (Dock::Rules, ToolKind::Select, hex("0707")));
    let stands = crate::core::pieces::hexes_of(&s.tab().doc().piece("one").unwrap().place)[0];
    s.tab().tools.switch_to(ToolKind::Brush);
    assert_eq!(follow(&mut s, At::Hex(stands)).1, ToolKind::Select);
    assert!(s.tab().tools.selection.contains(&"one".to_owned()), "who stands there is selected");
    assert_eq!(follow(&mut s, At::Region("tents".into())).1, ToolKind::Area);
    assert_eq!(s.tab().tools.region, "tents", "the area it speaks of is the one painted");
    assert_eq!(follow(&mut s, At::Forces(second.clone())), (Dock::Forces, ToolKind::Unit, None));
    assert_eq!(s.tab().tools.template.side, second, "pieces of that side are placed next");
}

#[test]
fn escape_closes_a_menu_and_drops_nothing_else() {
    let mut s = Stage::new(scenario());
    s.tab().tools.selection = vec!["one".into()];
    let file = pos2(28.0, 20.0);
    s.frame(vec![Event::PointerMoved(file)]);
    s.button(file, true);
    s.button(file, false);
    s.frame(vec![]);
    assert!(egui::Popup::is_any_open(&s.ctx), "the menu is open");
    s.key(Key::Escape, Modifiers::NONE);
    s.frame(vec![]);
    assert!(!egui::Popup::is_any_open(&s.ctx));
    assert_eq!(s.tab().tools.selection, ["one"]);
    s.key(Key::Escape, Modifiers::NONE);
    assert!(s.tab().tools.selection.is_empty());
}

#[test]
fn errors_are_shown_by_f5_also_where_the_dock_was_hidden() {
    let mut s = Stage::new(scenario());
    s.key(Key::F7, Modifiers::NONE);
    assert!(!s.screen.panels.is_shown(PanelKind::Dock));
    s.host.wrong = true;
    s.key(Key::F5, Modifiers::NONE);
    assert!(s.host.played.is_empty());
    assert!(s.screen.panels.is_shown(PanelKind::Dock));
    assert_eq!(s.tab().dock, Dock::Problems);
}

#[test]
fn what_cannot_be_kept_is_tried_again() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
    s.host.full = true;
    let now = s.time;
    let wait = s.keep(now).unwrap();
    let again = s.keep(now + wait + 0.01).expect("it will be tried again");
    assert!(s.host.kept.is_empty() && again <= 5.0);
    s.host.full = false;
    assert_eq!(s.keep(now + wait + again + 0.1), None);
    assert!(s.host.kept.values().next().unwrap().text.contains("wood"));
}

#[test]
fn older_versions_are_asked_for_and_the_list_closes() {
    let mut s = Stage::new(scenario());
    let doc = Ok(Arc::new(scenario()));
    s.host.older = vec![Version { when: "just now".into(), date: "today".into(), doc }];
    s.perform(EditorAction::Older);
    s.frame(vec![]);
    assert!(s.screen.dialogs.versions.is_some());
    s.key(Key::B, Modifiers::NONE);
    assert_eq!(s.tab().tools.kind, ToolKind::Select, "a dialog has the keys to itself");
    s.key(Key::Escape, Modifiers::NONE);
    s.frame(vec![]);
    assert!(s.screen.dialogs.versions.is_none());
    // What has no file has no older versions.
    s.screen.open(scenario(), None);
    (0..3).for_each(|_| s.frame(vec![]));
    s.perform(EditorAction::Older);
    assert!(s.screen.dialogs.versions.is_none());
}

#[test]
fn all_changed_documents_are_saved_one_after_the_other() {
    let mut s = Stage::new(scenario());
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
    s.screen.open(scenario(), None);
    (0..3).for_each(|_| s.frame(vec![]));
    assert_eq!(s.screen.documents().filter(|d| d.is_dirty()).count(), 2);
    assert_eq!(s.save_next(), Some(true));
    assert_eq!(s.save_next(), Some(true));
    assert_eq!(s.save_next(), None);
    assert!(!s.screen.has_unsaved_changes());
    assert_eq!(s.host.saved.len(), 2);
}
