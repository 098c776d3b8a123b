//! The tree of an order of battle, wings by name, entries and copies.

use super::forces::{army, rules};
use super::*;
use crate::core::enlist::{self, Entry};
use crate::core::tree::{self, What};
use crate::core::{Document, csv};
use engine::scenario::{ScheduleEntry, SetupEntry, When};
use std::collections::BTreeSet;

fn shown(doc: &ScenarioDoc, find: Option<&str>, folded: &[&str]) -> Vec<String> {
    let rules = rules();
    let folded: BTreeSet<String> = folded.iter().map(|f| (*f).to_owned()).collect();
    let named = |p: &Piece| find.is_some_and(|f| p.id.contains(f));
    let named: Option<&dyn Fn(&Piece) -> bool> = if find.is_some() { Some(&named) } else { None };
    let line = |r: &tree::Row<'_>| {
        let name = match r.what {
            What::Side { name, .. } | What::Body { name, .. } => name,
            What::Piece(p) => &p.id,
        };
        let sign = if r.folded { "+" } else { "" };
        format!("{}{sign}{name} {}", "-".repeat(r.depth), r.ids.len())
    };
    tree::rows(doc, &rules, named, &folded, "nobody").iter().map(line).collect()
}

fn winged() -> ScenarioDoc {
    let mut doc = army();
    let list = Arc::make_mut(&mut doc.pieces);
    list[3].parent = "Left wing".into();
    list[4].parent = "Left wing".into();
    doc
}

#[test]
fn the_tree_has_sides_heads_and_wings() {
    let doc = winged();
    assert_eq!(
        shown(&doc, None, &[]),
        [
            "a 7",
            "-a-3 1",
            "-a-6 1",
            "-a-chief 3",
            "--a-1 2",
            "---a-2 1",
            "-Left wing 2",
            "--a-4 1",
            "--a-5 1",
            "b 1",
            "-foe 1"
        ]
    );
    // Folded away, they still count.
    assert_eq!(
        shown(&doc, None, &["piece a-chief", "body a Left wing"]),
        ["a 7", "-a-3 1", "-a-6 1", "-+a-chief 3", "-+Left wing 2", "b 1", "-foe 1"]
    );
    assert_eq!(shown(&doc, None, &["side a"]), ["+a 7", "b 1", "-foe 1"]);
    // Whoever is looked for is shown with those above him, folded or not.
    assert_eq!(shown(&doc, Some("a-2"), &["side a"]), ["a 3", "-a-chief 3", "--a-1 2", "---a-2 1"]);
}

#[test]
fn rings_enemies_and_strangers_stand_by_themselves() {
    let mut doc = winged();
    let list = Arc::make_mut(&mut doc.pieces);
    list[6].parent = "a-2".into();
    list[7].parent = "a-3".into();
    list[2].side = "gone".into();
    let rows = shown(&doc, None, &[]);
    for row in ["-a-1 1", "-a-2 1", "-a-chief 1", "-foe 1", "nobody 1", "-a-3 1"] {
        assert!(rows.contains(&row.to_owned()), "{row}: {rows:?}");
    }
}

#[test]
fn wings_have_names_of_their_own() {
    let doc = winged();
    assert_eq!(tree::bodies(&doc, "a"), ["Left wing"]);
    assert!(tree::bodies(&doc, "b").is_empty());
    assert_eq!(tree::in_body(&doc, "a", "Left wing"), ["a-4", "a-5"]);
    assert_eq!(tree::free_name(&doc, "Wing"), "Wing 1");
    for (name, may) in [("Right wing", true), ("Left wing", false), ("a-1", false), (" ", false)] {
        assert_eq!(tree::may_be_named(&doc, "a", name), may, "{name}");
    }
}

#[test]
fn wings_go_out_to_tables_and_come_back() {
    let mut doc = winged();
    Arc::make_mut(&mut doc.pieces).iter_mut().filter(|p| p.side == "a").for_each(|p| p.nation = "red".into());
    let text = csv::export(&doc, &rules());
    assert!(text.contains("[Left wing]"), "{text}");
    let mut back = doc.clone();
    Arc::make_mut(&mut back.pieces).iter_mut().for_each(|p| p.parent.clear());
    let edit = csv::import(&back, &rules(), &text).unwrap();
    crate::core::edit::apply(&mut back, &edit);
    assert_eq!(back.pieces, doc.pieces);
}

fn planned() -> ScenarioDoc {
    let mut doc = army();
    let list = Arc::make_mut(&mut doc.pieces);
    list[2].place = Place::Hex(at("0303"));
    let arrives = |turn, pieces: &[&str]| ScheduleEntry {
        kind: "arrival".into(),
        side: "a".into(),
        pieces: pieces.iter().map(|p| (*p).to_owned()).collect(),
        when: When::Turn(turn),
        ..ScheduleEntry::default()
    };
    doc.schedule = vec![arrives(2, &["a-4"]), arrives(5, &[])];
    doc.setup = vec![SetupEntry { side: "a".into(), pieces: vec!["a-5".into()], ..SetupEntry::default() }];
    doc
}

fn ids(list: &[&str]) -> Vec<String> {
    list.iter().map(|i| (*i).to_owned()).collect()
}

#[test]
fn pieces_brought_into_an_entry_leave_map_and_other_entries() {
    let mut d = Document::new(planned(), None, "new");
    let edit = enlist::join(d.doc(), Entry::Schedule(1), &ids(&["a-3", "a-4", "a-5", "foe"])).unwrap();
    d.apply(&edit);
    let doc = d.doc();
    assert_eq!(doc.schedule[1].pieces, ["a-3", "a-4", "a-5"], "the enemy stays out");
    assert!(doc.schedule[0].pieces.is_empty() && doc.setup[0].pieces.is_empty());
    assert_eq!(doc.piece("a-3").unwrap().place, Place::Off);
    assert_eq!(d.steps().len(), 2, "one step");
    assert!(enlist::join(d.doc(), Entry::Schedule(1), &ids(&["a-3", "foe"])).is_none(), "nothing more to do");
    d.undo();
    assert_eq!(d.doc(), &planned());
}

#[test]
fn copies_stand_beside_follow_copied_heads_and_come_along() {
    let mut doc = planned();
    Arc::make_mut(&mut doc.pieces)[6].place = Place::Hex(at("0303"));
    let mut d = Document::new(doc, None, "new");
    let chosen = ids(&["a-chief", "a-1", "a-2", "a-3", "a-4"]);
    let (edit, fresh) = enlist::duplicate(d.doc(), &rules(), &chosen).unwrap();
    d.apply(&edit);
    let doc = d.doc();
    assert_eq!(fresh.len(), 5);
    let copy = |i: usize| doc.piece(&fresh[i]).unwrap();
    assert_eq!(copy(1).parent, fresh[0], "under the copied head");
    assert_eq!(copy(2).parent, fresh[1]);
    let Place::Hex(h) = copy(3).place else { panic!("{:?}", copy(3).place) };
    assert_eq!(h.distance(at("0303")), 1, "one to a hex");
    assert_eq!(doc.schedule[0].pieces, ["a-4".to_owned(), fresh[4].clone()]);
    assert_eq!(d.steps().len(), 2, "one step");
}

#[test]
fn another_side_brings_its_nation_and_leaves_the_formation() {
    let mut doc = winged();
    doc.nations.push(Nation { id: "blue".into(), ..Nation::default() });
    doc.sides[1].nations = vec!["blue".into()];
    Arc::make_mut(&mut doc.pieces).iter_mut().for_each(|p| p.nation = "red".into());
    let mut d = Document::new(doc, None, "new");
    let edit = enlist::change_side(d.doc(), &ids(&["a-4", "a-1", "a-2"]), "b");
    d.apply(&edit);
    let p = |id: &str| d.doc().piece(id).unwrap().clone();
    assert_eq!((p("a-4").side, p("a-4").nation, p("a-4").parent), ("b".into(), "blue".into(), String::new()));
    assert_eq!(
        (p("a-1").parent.as_str(), p("a-2").parent.as_str()),
        ("", "a-1"),
        "who comes along stays under him"
    );
    assert_eq!(d.steps().len(), 2, "one step");
}
