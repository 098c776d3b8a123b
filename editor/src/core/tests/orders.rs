//! The tree of an order of battle, wings by name, entries and copies.

use super::forces::{army, rules};
use super::*;
use crate::core::edit::{Edit, PieceChange};
use crate::core::enlist::{self, Entry};
use crate::core::off_map::{self, Lot};
use crate::core::order::{self, Gap, Mark};
use crate::core::tree::{self, What};
use crate::core::{Document, csv};
use engine::scenario::{Field, FieldKind, ScheduleEntry, SetupEntry, Value, When};
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
    tree::tree_rows(doc, &rules, named, &folded, "nobody").iter().map(line).collect()
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
    assert_eq!(tree::wing_names(&doc, "a"), ["Left wing"]);
    assert!(tree::wing_names(&doc, "b").is_empty());
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
    let edit = enlist::join_entry(d.doc(), Entry::Schedule(1), &ids(&["a-3", "a-4", "a-5", "foe"])).unwrap();
    d.apply(&edit);
    let doc = d.doc();
    assert_eq!(doc.schedule[1].pieces, ["a-3", "a-4", "a-5"], "the enemy stays out");
    assert!(doc.schedule[0].pieces.is_empty() && doc.setup[0].pieces.is_empty());
    assert_eq!(doc.piece("a-3").unwrap().place, Place::Off);
    assert_eq!(d.steps().len(), 2, "one step");
    assert!(
        enlist::join_entry(d.doc(), Entry::Schedule(1), &ids(&["a-3", "foe"])).is_none(),
        "nothing more to do"
    );
    d.undo();
    assert_eq!(d.doc(), &planned());
}

#[test]
fn copies_stand_beside_follow_copied_heads_and_come_along() {
    let mut doc = planned();
    Arc::make_mut(&mut doc.pieces)[6].place = Place::Hex(at("0303"));
    let mut d = Document::new(doc, None, "new");
    let chosen = ids(&["a-chief", "a-1", "a-2", "a-3", "a-4"]);
    let (edit, fresh) = enlist::duplicate_pieces(d.doc(), &rules(), &chosen).unwrap();
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

fn files(doc: &ScenarioDoc) -> Vec<&str> {
    doc.pieces.iter().map(|p| p.id.as_str()).collect()
}

/// A gap before or after a piece.
fn by(id: &str, after: bool) -> Gap<'_> {
    Gap { by: Mark::Piece(id), after }
}

#[test]
fn rows_are_put_between_others_in_one_step() {
    let mut d = Document::new(winged(), None, "start");
    let edit = order::into_gap(d.doc(), &ids(&["a-6"]), by("a-3", false)).unwrap();
    d.apply(&edit);
    assert_eq!(files(d.doc()), ["a-1", "a-2", "a-6", "a-3", "a-4", "a-5", "a-chief", "foe"]);
    assert_eq!(d.steps().len(), 2);
    // Between two of a wing they join it, with all who stand under them.
    let edit = order::into_gap(d.doc(), &ids(&["a-chief"]), by("a-4", true)).unwrap();
    d.apply(&edit);
    assert_eq!(files(d.doc()), ["a-6", "a-3", "a-4", "a-1", "a-2", "a-chief", "a-5", "foe"]);
    let rows = shown(d.doc(), None, &[]);
    assert_eq!(
        rows[..9],
        [
            "a 7",
            "-a-6 1",
            "-a-3 1",
            "-Left wing 5",
            "--a-4 1",
            "--a-chief 3",
            "---a-1 2",
            "----a-2 1",
            "--a-5 1"
        ]
    );
    d.undo();
    d.undo();
    assert_eq!(d.doc(), &winged());
    // Nobody comes under himself, and who stands there already does nothing.
    assert!(order::into_gap(d.doc(), &ids(&["a-chief"]), by("a-1", true)).is_none());
    assert!(order::into_gap(d.doc(), &ids(&["a-6"]), by("a-3", true)).is_none());
    assert!(order::into_gap(d.doc(), &ids(&["a-6"]), by("a-6", true)).is_none());
    // Beside an enemy they change sides.
    let edit = order::into_gap(d.doc(), &ids(&["a-1"]), by("foe", false)).unwrap();
    d.apply(&edit);
    let side = |id: &str| d.doc().piece(id).unwrap().side.clone();
    assert_eq!((side("a-1").as_str(), side("a-2").as_str(), side("a-3").as_str()), ("b", "b", "a"));
    assert_eq!(d.doc().piece("a-2").unwrap().parent, "a-1");
}

#[test]
fn rows_go_up_and_down_among_their_like() {
    let mut d = Document::new(winged(), None, "start");
    let go = |d: &mut Document, list: &[&str], up: bool| {
        let edit = order::move_among_siblings(d.doc(), &ids(list), up);
        edit.inspect(|e| {
            d.apply(e);
        })
        .is_some()
    };
    assert!(go(&mut d, &["a-6"], true), "over a-3, not over the wing's pieces between them");
    assert_eq!(shown(d.doc(), None, &[])[1..3], ["-a-6 1", "-a-3 1"]);
    assert!(!go(&mut d, &["a-6"], true), "it is the first");
    assert!(go(&mut d, &["a-6", "a-3"], false), "two at once, over the chief");
    assert_eq!(shown(d.doc(), None, &[])[1..6], ["-a-chief 3", "--a-1 2", "---a-2 1", "-a-6 1", "-a-3 1"]);
    assert!(go(&mut d, &["a-5"], true));
    assert!(!go(&mut d, &["a-5"], true), "within the wing");
    // Whole wings among wings.
    let list: Vec<String> = ids(&["a-6", "a-3"]);
    let change = PieceChange::Parent("Avant-garde".into());
    d.apply(&Edit::ChangePieces { ids: list, change });
    let wings = |d: &Document| tree::wings_in_order(d.doc(), "a").join(", ");
    assert_eq!(wings(&d), "Left wing, Avant-garde", "as the file first names them");
    assert!(go(&mut d, &["a-3", "a-6"], true));
    assert_eq!(wings(&d), "Avant-garde, Left wing");
    assert!(!go(&mut d, &["a-3", "a-6"], true));
    assert!(go(&mut d, &["a-3", "a-6"], false));
    assert_eq!(wings(&d), "Left wing, Avant-garde");
    let gap = Gap { by: Mark::Wing { side: "a", name: "Left wing" }, after: false };
    assert!(order::into_gap(d.doc(), &ids(&["a-1"]), gap).is_none(), "one piece is no wing");
    while d.undo() {}
    assert_eq!(d.doc(), &winged());
}

/// The made-up rules with boxes beside the map.
fn boxed() -> Schema {
    let mut s = rules();
    let choices = [("", "in play"), ("captive", "captives"), ("dead", "the dead")];
    let kind = FieldKind::Choice(choices.map(|(a, b)| (a.into(), b.into())).into());
    let field = Field {
        id: "fate".into(),
        name: "Fate".into(),
        kind,
        default: Value::from(""),
        rule: String::new(),
        help: String::new(),
        printed: false,
    };
    s.units[0].fields.push(field);
    s.off_map = "fate".into();
    s.sheets = vec!["Recruits".into()];
    s
}

#[test]
fn pieces_off_the_map_lie_in_boxes_and_go_from_one_to_another() {
    let rules = boxed();
    let mut doc = winged();
    doc.schedule = vec![
        ScheduleEntry {
            side: "a".into(),
            pieces: vec!["a-1".into()],
            when: When::Turn(4),
            ..Default::default()
        },
        ScheduleEntry { side: "b".into(), kind: "arrival".into(), when: When::Turn(2), ..Default::default() },
    ];
    doc.setup = vec![SetupEntry { side: "a".into(), pieces: vec!["a-2".into()], ..Default::default() }];
    Arc::make_mut(&mut doc.pieces)[2].props.insert("fate".into(), Value::from("captive"));
    let all = |doc: &ScenarioDoc| -> Vec<(Lot, String)> {
        let names =
            |h: &off_map::Heap<'_>| h.pieces.iter().map(|p| p.id.as_str()).collect::<Vec<_>>().join(" ");
        off_map::off_map_heaps(doc, &rules).iter().map(|h| (h.lot.clone(), names(h))).collect()
    };
    let sheet = Lot::Sheet { sheet: "Recruits".into(), slot: String::new() };
    let is = |lot: Lot, names: &str| (lot, names.to_owned());
    assert_eq!(
        all(&doc),
        [
            is(Lot::Entry(Entry::Setup(0)), "a-2"),
            is(Lot::Entry(Entry::Schedule(1)), ""),
            is(Lot::Entry(Entry::Schedule(0)), "a-1"),
            is(Lot::Fate("captive".into()), "a-3"),
            is(Lot::Fate("dead".into()), ""),
            is(sheet.clone(), ""),
            is(Lot::Nothing, "a-4 a-5 a-6 a-chief"),
        ]
    );
    let mut d = Document::new(doc.clone(), None, "start");
    let put = |d: &mut Document, list: &[&str], to: &Lot| {
        let edit = off_map::put_off_map(d.doc(), &rules, &ids(list), to);
        edit.is_some_and(|e| d.apply(&e))
    };
    let lot = |d: &Document, id: &str| off_map::lot_of(d.doc(), &rules, d.doc().piece(id).unwrap());
    // From an entry and from the map; leaders of these rules are neither captive nor dead.
    assert!(put(&mut d, &["a-1", "a-chief", "foe"], &Lot::Fate("dead".into())));
    assert_eq!(lot(&d, "a-1"), Some(Lot::Fate("dead".into())));
    assert_eq!(lot(&d, "foe"), Some(Lot::Fate("dead".into())));
    assert_eq!(lot(&d, "a-chief"), Some(Lot::Nothing));
    assert!(d.doc().schedule[0].pieces.is_empty());
    assert_eq!(d.steps().len(), 2, "one step");
    assert!(!put(&mut d, &["a-1"], &Lot::Fate("dead".into())), "they lie there");
    // Out of the box into an entry of their own side: the box forgets them.
    assert!(put(&mut d, &["a-1", "foe"], &Lot::Entry(Entry::Schedule(1))));
    assert_eq!(lot(&d, "foe"), Some(Lot::Entry(Entry::Schedule(1))));
    assert_eq!(lot(&d, "a-1"), Some(Lot::Fate("dead".into())));
    assert!(put(&mut d, &["a-1"], &sheet));
    assert_eq!(lot(&d, "a-1"), Some(sheet));
    assert!(put(&mut d, &["a-1"], &Lot::Nothing));
    assert_eq!(lot(&d, "a-1"), Some(Lot::Nothing));
    while d.undo() {}
    assert_eq!(d.doc(), &doc);
}

#[test]
fn copies_are_numbered_on() {
    let mut doc = army();
    let list = Arc::make_mut(&mut doc.pieces);
    (list[0].name, list[1].name, list[2].name) = ("Guard 1".into(), "Guard 2".into(), "Garde".into());
    let rules = rules();
    let (edit, fresh) = enlist::duplicate_pieces(&doc, &rules, &ids(&["a-1", "a-2", "a-3"])).unwrap();
    crate::core::edit::apply(&mut doc, &edit);
    let names: Vec<&str> = fresh.iter().map(|id| doc.piece(id).unwrap().name.as_str()).collect();
    assert_eq!(names, ["Guard 3", "Guard 4", "Garde"]);
    assert_eq!(fresh, ["a-7", "a-8", "a-9"]);
}
