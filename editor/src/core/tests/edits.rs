use super::*;
use engine::hex::Facing;
use engine::scenario::{
    Label, LabelStyle, ProvenanceKind, ScheduleEntry, SetupEntry, Special, Value, Victory,
};

fn label(text: &str, at: Hex) -> Label {
    Label { text: text.into(), at, dx: 0, dy: 0, turn: 0, size: 100, style: LabelStyle::Town }
}

/// One of each kind; every one of them changes `scenario()`.
fn samples() -> Vec<Edit> {
    let ids = || vec!["one".to_owned(), "foe".to_owned()];
    let change = |change| Edit::ChangePieces { ids: ids(), change };
    let (river, slope) = (|| "river".to_owned(), || "slope".to_owned());
    vec![
        Edit::Terrain { hexes: vec![at("0101"), at("0202")], kind: "wood".into(), turn: 0 },
        Edit::TurnGround { hexes: vec![at("0101")], by: 2 },
        Edit::ReplaceTerrain { from: "clear".into(), to: "lake".into() },
        Edit::Levels { hexes: vec![at("0505")], change: LevelChange::By(2), limits: (0, 4) },
        Edit::Levels { hexes: vec![at("0506")], change: LevelChange::Set(3), limits: (0, 4) },
        Edit::DrawEdges { sides: vec![(side_of("0303", 0), None)], kind: river() },
        Edit::DrawEdges { sides: vec![(side_of("0303", 1), Some(at("0303")))], kind: slope() },
        Edit::FlipEdges { sides: vec![side_of("0303", 1)], kind: slope() },
        Edit::EraseEdges { sides: vec![side_of("0303", 0)], kind: Some(river()) },
        Edit::EraseEdges { sides: vec![side_of("0303", 1)], kind: None },
        Edit::Roads { sides: vec![side_of("0404", 2)], class: 2 },
        Edit::Roads { sides: vec![side_of("0404", 2)], class: 0 },
        Edit::RegionHexes { id: "camp".into(), hexes: vec![at("0102")], inside: true },
        Edit::RegionHexes { id: "camp".into(), hexes: vec![at("0101")], inside: false },
        Edit::Regions(ListEdit::Add(Region::default())),
        Edit::Regions(ListEdit::Remove(0)),
        Edit::Labels(ListEdit::Add(label("Kolin", at("0707")))),
        Edit::Labels(ListEdit::Set(0, label("Kolin", at("0708")))),
        Edit::AddPieces(vec![piece("one", "b", Place::Hex(at("0909")))]),
        Edit::PlacePieces(vec![("one".into(), Place::Hex(at("1010")), Some(Facing(2)))]),
        change(PieceChange::Name("Bevern".into())),
        change(PieceChange::Kind("brigade".into())),
        change(PieceChange::Side("c".into())),
        change(PieceChange::Nation("red".into())),
        change(PieceChange::Facing(Some(Facing(4)))),
        change(PieceChange::Parent("long".into())),
        change(PieceChange::Place(Place::Hex(at("1111")))),
        change(PieceChange::Prop("mp".into(), Some(Value::Int(3)))),
        change(PieceChange::Prop("mp".into(), None)),
        Edit::OrderPieces { ids: vec!["one".into()], mark: "foe".into(), after: true },
        Edit::RenamePiece { from: "one".into(), to: "first".into() },
        Edit::RemovePieces(vec!["first".into()]),
        Edit::Text(TextField::Title, "Kolin".into()),
        Edit::Text(TextField::ProvenanceNote, "own".into()),
        Edit::Provenance(ProvenanceKind::Found),
        Edit::Turns(12),
        Edit::TurnNames(vec!["Dawn".into()]),
        Edit::Scale(457),
        Edit::Option { id: "rally".into(), value: Some(Value::Bool(true)) },
        Edit::Prop { id: "first".into(), value: Some(Value::Text("a".into())) },
        Edit::Sides(ListEdit::Move { from: 0, to: 1 }),
        Edit::Nations(ListEdit::Add(Nation::default())),
        Edit::Specials(ListEdit::Add(Special::default())),
        Edit::Victory(ListEdit::Add(Victory::default())),
        Edit::Schedule(ListEdit::Add(ScheduleEntry::default())),
        Edit::Setup(ListEdit::Add(SetupEntry::default())),
        Edit::Together { name: "Both".into(), edits: vec![Edit::Turns(3), Edit::Scale(9)] },
    ]
}

#[test]
fn every_edit_is_undone_and_redone_to_the_letter() {
    let mut d = Document::new(scenario(), None, "New");
    let mut stations = vec![(d.doc().clone(), d.to_text())];
    for edit in samples() {
        d.seal_step();
        assert!(d.apply(&edit), "{edit:?} changes nothing");
        assert!(!edit.description().is_empty());
        stations.push((d.doc().clone(), d.to_text()));
    }
    let count = stations.len();
    assert_eq!(d.steps().len(), count);
    for (doc, text) in stations.iter().rev().skip(1) {
        assert!(d.undo());
        assert_eq!(d.doc(), doc);
        assert_eq!(d.to_text(), *text);
    }
    assert!(!d.undo());
    for (doc, _) in stations.iter().skip(1) {
        assert!(d.redo());
        assert_eq!(d.doc(), doc);
    }
    assert!(!d.redo());
    assert!(d.go_to(3));
    assert_eq!(d.doc(), &stations[3].0);
}

#[test]
fn nonsense_changes_nothing_and_never_panics() {
    let far = [
        Hex::new(i16::MIN, i16::MIN),
        Hex::new(i16::MAX, i16::MAX),
        Hex::new(i16::MIN, i16::MAX),
        Hex::new(-1, 0),
        Hex::new(0, 20),
        Hex::new(9000, -9000),
    ];
    let edges: Vec<Edge> = far[3..].iter().map(|h| Edge::new(h.step(Dir(3)), Dir(0))).collect();
    let mut d = Document::new(scenario(), None, "New");
    for h in far {
        let edits = [
            Edit::Terrain { hexes: vec![h], kind: "wood".into(), turn: 0 },
            Edit::Levels { hexes: vec![h], change: LevelChange::By(127), limits: (4, 0) },
            Edit::RegionHexes { id: "camp".into(), hexes: vec![h], inside: true },
            Edit::RegionHexes { id: "none".into(), hexes: vec![h], inside: false },
            Edit::AddPieces(vec![piece("x", "a", Place::Hex(h))]),
            Edit::PlacePieces(vec![("one".into(), Place::Hexes(vec![at("0101"), h]), None)]),
            Edit::Labels(ListEdit::Add(label("x", h))),
        ];
        for e in edits {
            let before = d.doc().clone();
            d.apply(&e);
            assert_eq!(d.doc(), &before, "{e:?}");
        }
    }
    let before = d.doc().clone();
    for e in [
        Edit::DrawEdges { sides: edges[2..].iter().map(|e| (*e, None)).collect(), kind: "river".into() },
        Edit::FlipEdges { sides: edges.clone(), kind: "river".into() },
        Edit::EraseEdges { sides: edges.clone(), kind: None },
        Edit::Roads { sides: edges[2..].to_vec(), class: 1 },
        Edit::Regions(ListEdit::Remove(7)),
        Edit::Sides(ListEdit::Move { from: 0, to: 9 }),
        Edit::Labels(ListEdit::Remove(0)),
        Edit::RemovePieces(vec!["nobody".into()]),
        Edit::RenamePiece { from: "one".into(), to: "foe".into() },
        Edit::ReplaceTerrain { from: "moon".into(), to: "wood".into() },
    ] {
        assert!(!d.apply(&e), "{e:?}");
        assert_eq!(d.doc(), &before);
    }
}

#[test]
fn a_stroke_is_one_step_and_names_what_it_did() {
    let mut d = Document::new(scenario(), None, "New");
    let before = d.doc().clone();
    d.begin_stroke();
    for l in ["0101", "0102", "0102", "0103"] {
        d.apply(&Edit::Terrain { hexes: vec![at(l)], kind: "wood".into(), turn: 0 });
    }
    assert!(d.is_dirty());
    d.end_stroke();
    assert_eq!(d.steps().len(), 2);
    assert_eq!(d.undo_name(), Some("Paint wood, 3 hexes"));
    d.undo();
    assert_eq!(d.doc(), &before);
    d.begin_stroke();
    d.end_stroke();
    assert!(d.can_redo(), "an empty stroke must not cut what can be redone");
    d.begin_stroke();
    d.apply(&Edit::Terrain { hexes: vec![at("0505")], kind: "lake".into(), turn: 0 });
    d.cancel_stroke();
    assert_eq!(d.doc(), &before);
}

#[test]
fn typing_is_one_step_until_it_is_saved_or_sealed() {
    let mut d = Document::new(scenario(), Some("a.ron".into()), "Opened");
    assert!(!d.is_dirty());
    for t in ["K", "Ko", "Kol"] {
        d.apply(&Edit::Text(TextField::Title, t.into()));
    }
    assert_eq!(d.steps().len(), 2);
    let point = d.save_point();
    d.mark_saved("a.ron".into(), point);
    assert!(!d.is_dirty());
    d.apply(&Edit::Text(TextField::Title, "Koli".into()));
    assert!(d.is_dirty());
    assert_eq!(d.steps().len(), 3);
    d.undo();
    assert!(!d.is_dirty());
    assert_eq!(d.doc().title, "Kol");
    d.redo();
    d.apply(&Edit::Text(TextField::Title, "Kolin".into()));
    assert_eq!(d.steps().len(), 4, "what came back by redo is not typed into");
    let versions = (d.version(), d.map_version());
    d.apply(&Edit::Text(TextField::Date, "18 June 1757".into()));
    assert_eq!((d.version(), d.map_version()), (versions.0 + 1, versions.1));
    d.apply(&Edit::Terrain { hexes: vec![at("0101")], kind: "lake".into(), turn: 0 });
    assert_eq!(d.map_version(), versions.1 + 1);
}

#[test]
fn a_piece_that_goes_is_named_nowhere() {
    let mut doc = scenario();
    doc.setup = vec![SetupEntry { pieces: vec!["one".into(), "foe".into()], ..SetupEntry::default() }];
    doc.schedule = vec![ScheduleEntry { pieces: vec!["one".into()], ..ScheduleEntry::default() }];
    apply(&mut doc, &Edit::RenamePiece { from: "one".into(), to: "first".into() });
    assert_eq!(doc.setup[0].pieces, ["first", "foe"]);
    assert_eq!(doc.piece("rider").unwrap().place, Place::On { piece: "first".into(), part: 0 });
    apply(&mut doc, &Edit::RemovePieces(vec!["first".into()]));
    assert_eq!(doc.setup[0].pieces, ["foe"]);
    assert!(doc.schedule[0].pieces.is_empty());
    assert_eq!(doc.piece("rider").unwrap().place, Place::Off);
}

#[test]
fn history_shares_what_a_step_leaves_alone() {
    let big = Grid { cols: 200, rows: 150, ..grid() };
    let mut d = Document::new(ScenarioDoc::blank("made-up", MapDoc::blank(big, "clear")), None, "New");
    d.apply(&Edit::Terrain { hexes: vec![big.hex_at(0, 0)], kind: "wood".into(), turn: 0 });
    let before = d.doc().clone();
    d.apply(&Edit::Terrain { hexes: vec![big.hex_at(199, 149)], kind: "wood".into(), turn: 0 });
    assert!(Arc::ptr_eq(&before.pieces, &d.doc().pieces));
    assert!(Arc::ptr_eq(&before.map.edges, &d.doc().map.edges));
    assert!(Arc::ptr_eq(&before.map.palette, &d.doc().map.palette));
}
