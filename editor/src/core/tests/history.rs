//! Steps are called as rules and document call things, not as the file does.

use super::*;
use crate::core::edit::{LevelChange, ListEdit, PieceChange};
use engine::scenario::{Field, FieldKind, Label, LabelStyle, ScheduleEntry, ScheduleKind, Value};

/// Rules whose names are not their ids.
fn named() -> Schema {
    let mut s = schema();
    s.terrains[1].name = "Heavy wood".into();
    s.edges[0].name = "Great river".into();
    s.edges[2].name = "Stone bridge".into();
    s.units[0].name = "Foot regiment".into();
    s.units[0].fields = vec![Field {
        id: "mp".into(),
        name: "Morale".into(),
        kind: FieldKind::Int { min: 0, max: 9 },
        default: Value::Int(0),
        rule: String::new(),
        help: String::new(),
        printed: true,
    }];
    s.schedule = vec![ScheduleKind { id: "in".into(), name: "Arrival".into(), ..ScheduleKind::default() }];
    s
}

fn document() -> Document {
    let mut doc = scenario();
    Arc::make_mut(&mut doc.pieces)[0].name = "Itzenplitz".into();
    Arc::make_mut(&mut doc.pieces)[0].parent = "Left wing".into();
    Arc::make_mut(&mut doc.pieces)[1].parent = "Left wing".into();
    let mut d = Document::new(doc, None, "New");
    d.set_schema(Arc::new(named()));
    d
}

fn label(text: &str, hex: &str) -> Label {
    let (text, at, style) = (text.to_owned(), at(hex), LabelStyle::Village);
    Label { text, at, dx: 0, dy: 68, turn: 0, size: 100, style }
}

#[track_caller]
fn called(edits: &[Edit], name: &str) {
    let mut d = document();
    for e in edits {
        d.seal_step();
        assert!(d.apply(e), "{e:?} changes something");
    }
    assert_eq!(d.undo_name(), Some(name));
}

#[test]
fn the_map() {
    let wood = Edit::Terrain { hexes: vec![at("0404"), at("0405")], kind: "wood".into(), turn: 0 };
    called(std::slice::from_ref(&wood), "Paint heavy wood, 2 hexes");
    let replace = Edit::ReplaceTerrain { from: "wood".into(), to: "lake".into() };
    called(&[wood, replace], "Replace heavy wood by lake, 2 hexes");
    let river = Edit::DrawEdges { sides: vec![(side_of("0404", 0), None)], kind: "river".into() };
    called(std::slice::from_ref(&river), "Draw great river, 1 hexside");
    let erase = Edit::EraseEdges { sides: vec![side_of("0404", 0)], kind: Some("river".into()) };
    called(&[river, erase], "Erase great river, 1 hexside");
    let raise = |hexes: &[&str]| Edit::Levels {
        hexes: hexes.iter().map(|h| at(h)).collect(),
        change: LevelChange::By(1),
        limits: (0, 4),
    };
    called(&[raise(&["0404"]), raise(&["0404", "0505"])], "Raise 2 hexes");
    called(&[raise(&["0404", "0505"]), raise(&["0404", "0505"])], "Raise to level 2, 2 hexes");
    let camp = Edit::RegionHexes { id: "camp".into(), hexes: vec![at("0404")], inside: true };
    called(&[camp], "Add 1 hex to Camp");
    let write = Edit::Labels(ListEdit::Add(label("Lomnitz", "0604")));
    let turned = Edit::Labels(ListEdit::Set(0, Label { turn: 30, ..label("Lomnitz", "0604") }));
    called(&[write.clone(), turned.clone()], "Rotate Lomnitz");
    called(&[write, turned, Edit::Labels(ListEdit::Remove(0))], "Delete name Lomnitz");
}

#[test]
fn what_is_typed_is_one_step_and_turning_and_sizing_are_two() {
    let mut d = document();
    d.apply(&Edit::Labels(ListEdit::Add(label("Lom", "0604"))));
    let steps = d.steps().len();
    for text in ["Lomn", "Lomni", "Lomnitz"] {
        d.apply(&Edit::Labels(ListEdit::Set(0, label(text, "0604"))));
    }
    assert_eq!((d.steps().len(), d.undo_name()), (steps + 1, Some("Rename Lom to Lomnitz")));
    let mut l = label("Lomnitz", "0604");
    for _ in 0..3 {
        l.turn += 15;
        d.apply(&Edit::Labels(ListEdit::Set(0, l.clone())));
    }
    for _ in 0..2 {
        l.size += 10;
        d.apply(&Edit::Labels(ListEdit::Set(0, l.clone())));
    }
    let names: Vec<&str> = d.steps()[steps + 1..].iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["Rotate Lomnitz", "Size of Lomnitz"]);
    let id = "one".to_owned();
    for name in ["I", "It", "Itz"] {
        d.apply(&Edit::ChangePieces { ids: vec![id.clone()], change: PieceChange::Name(name.into()) });
    }
    assert_eq!(d.undo_name(), Some("Name of Itzenplitz"), "as it was called before");
}

#[test]
fn a_road_is_called_after_the_place_it_ends_at_and_what_came_along() {
    let mut d = document();
    let river = Edit::DrawEdges { sides: vec![(side_of("0504", 0), None)], kind: "river".into() };
    d.apply(&river);
    d.apply(&Edit::Labels(ListEdit::Add(label("Lomnitz", "0704"))));
    let mut t = Toolbox::for_document(d.doc(), &named());
    (t.roads.crossing, t.roads.class) = ("bridge".into(), 2);
    t.switch_to(ToolKind::Road);
    let mut event = |phase: Phase, hex: &str| {
        let ev = Pointer { phase, hex: Some(at(hex)), ..Pointer::default() };
        let reply = t.respond(d.doc(), &named(), &ev);
        if phase == Phase::Down {
            d.begin_stroke();
        }
        reply.commit.iter().for_each(|e| {
            d.apply(e);
        });
        if phase == Phase::Up {
            d.end_stroke();
        }
    };
    event(Phase::Down, "0404");
    for hex in ["0504", "0604", "0704"] {
        event(Phase::Move, hex);
    }
    event(Phase::Up, "0704");
    assert_eq!(d.undo_name(), Some("Track to Lomnitz, 3 hexsides, 1 stone bridge"));
}

#[test]
fn pieces_and_entries() {
    let to = |id: &str, hex: &str| (id.to_owned(), Place::Hex(at(hex)), None);
    called(&[Edit::PlacePieces(vec![to("one", "0606")])], "Move Itzenplitz to 0606");
    called(&[Edit::PlacePieces(vec![to("one", "0606"), to("foe", "0607")])], "Move 2 pieces");
    let both = vec!["one".to_owned(), "long".to_owned()];
    called(
        &[Edit::ChangePieces { ids: both, change: PieceChange::Side("b".into()) }],
        "Side of Left wing, 2 pieces",
    );
    let strength = PieceChange::Prop("mp".into(), Some(Value::Int(3)));
    called(&[Edit::ChangePieces { ids: vec!["one".into()], change: strength }], "Morale of Itzenplitz");
    called(&[Edit::AddPieces(vec![piece("new", "a", Place::Off)])], "Place foot regiment");
    called(&[Edit::RemovePieces(vec!["one".into()])], "Delete Itzenplitz");
    let entry = ScheduleEntry { kind: "in".into(), side: "a".into(), ..ScheduleEntry::default() };
    let add = Edit::Schedule(ListEdit::Add(entry));
    called(std::slice::from_ref(&add), "Add schedule entry Arrival");
    called(&[add.clone(), Edit::Schedule(ListEdit::Remove(0))], "Delete schedule entry Arrival");
    // A step of several parts that is called after one of them is called as that one is.
    let leave = Edit::PlacePieces(vec![("one".into(), Place::Off, None)]);
    let all = Edit::Together { name: add.description(), edits: vec![leave, add] };
    called(&[all], "Add schedule entry Arrival");
}
