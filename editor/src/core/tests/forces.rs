//! Orders of battle: tables, totals, numbers, formations, templates, repairs.

use super::*;
use crate::core::csv;
use crate::core::edit::apply;
use crate::core::forces::{self, Ground};
use crate::core::line::{Lines, draw_up};
use crate::core::template::Templates;
use engine::scenario::{Field, FieldKind, Fix, Repair, ScheduleEntry, ScheduleKind, Value, When, WhenKind};

/// The made-up rules with a strength, a leader, closed water and arrivals.
pub fn rules() -> Schema {
    let mut s = schema();
    let field = |id: &str, kind| Field {
        id: id.into(),
        name: id.into(),
        kind,
        default: Value::Int(4),
        rule: String::new(),
        help: String::new(),
        printed: true,
    };
    s.units[0].fields =
        vec![field("steps", FieldKind::Int { min: 1, max: 4 }), field("guard", FieldKind::Bool)];
    s.units.push(UnitKind {
        id: "leader".into(),
        name: "Leader".into(),
        leader: true,
        footprint: (1, 1),
        ..UnitKind::default()
    });
    s.terrains[2].closed = true;
    s.stacking = 1;
    s.schedule = vec![ScheduleKind {
        id: "arrival".into(),
        fields: vec![Field { default: Value::from(""), ..field("hex", FieldKind::Hex) }],
        when: vec![WhenKind::Turn],
        pieces: true,
        area: true,
        ..ScheduleKind::default()
    }];
    s
}

pub fn army() -> ScenarioDoc {
    let mut doc = scenario();
    let mut list = Vec::new();
    for i in 1..=6 {
        list.push(piece(&format!("a-{i}"), "a", Place::Off));
    }
    list.push(Piece { kind: "leader".into(), ..piece("a-chief", "a", Place::Off) });
    list[0].parent = "a-chief".into();
    list[1].parent = "a-1".into();
    list[0].props.insert("steps".into(), Value::Int(2));
    list.push(piece("foe", "b", Place::Hex(at("0612"))));
    doc.pieces = Arc::new(list);
    doc
}

#[test]
fn a_table_goes_out_and_comes_back_the_same() {
    let mut doc = army();
    let pieces = Arc::make_mut(&mut doc.pieces);
    pieces[2].name = "Guard, \"old\"; 1st".into();
    pieces[3].props.insert("guard".into(), Value::Bool(true));
    pieces[4].place = Place::Hexes(vec![at("0303"), at("0403")]);
    pieces[7].facing = Some(engine::hex::Facing(4));
    let entry = |id: &str, turn| ScheduleEntry {
        kind: "arrival".into(),
        side: "a".into(),
        pieces: vec![id.into()],
        when: When::Turn(turn),
        area: "camp".into(),
        props: [("hex".to_owned(), Value::from(""))].into(),
        ..ScheduleEntry::default()
    };
    doc.schedule = vec![entry("a-5", 3), entry("a-6", 4)];
    let text = csv::export(&doc, &rules());
    assert!(text.starts_with(
        "id,parent,side,nation,name,type,setup_hex,facing,steps,guard,arrive_turn,arrive_at,setup_area\n"
    ));
    let same = csv::import(&doc, &rules(), &text).unwrap_or_else(|e| panic!("{e:?}"));
    let mut again = doc.clone();
    apply(&mut again, &same);
    // A nation nobody wrote is the side's first.
    let nation = |d: &ScenarioDoc| {
        d.pieces
            .iter()
            .map(|p| (p.id.clone(), p.props.clone(), p.place.clone(), p.parent.clone(), p.name.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(nation(&again), nation(&doc));
    assert_eq!(again.schedule, doc.schedule);
    // Into an empty order of battle it brings everything.
    let mut empty = doc.clone();
    (empty.pieces, empty.schedule) = (Arc::default(), Vec::new());
    let all = csv::import(&empty, &rules(), &text).unwrap_or_else(|e| panic!("{e:?}"));
    apply(&mut empty, &all);
    assert_eq!(nation(&empty), nation(&doc));
    assert_eq!(empty.schedule.len(), 2);
    // Spreadsheets of the Continent part cells by semicolons.
    let other = "id;side;type;steps\nnew;a;foot;3\n";
    let edit = csv::import(&doc, &rules(), other).unwrap_or_else(|e| panic!("{e:?}"));
    apply(&mut empty, &edit);
    assert_eq!(empty.piece("new").and_then(|p| p.props.get("steps")), Some(&Value::Int(3)));
}

#[test]
fn tables_of_spreadsheets_are_read_by_ids_and_by_names() {
    let mut doc = army();
    doc.sides[0].name = "Österreich".into();
    let text = "Id;SIDE;Type;Name;Setup_Hex;Steps;Guard\r\nnew;österreich;FOOT;\"Zieten; \"\"Husaren\"\"\";405;3;Yes\r\n";
    let edit = csv::import(&doc, &rules(), text).unwrap_or_else(|e| panic!("{e:?}"));
    apply(&mut doc, &edit);
    let p = doc.piece("new").unwrap();
    assert_eq!((p.side.as_str(), p.kind.as_str(), p.name.as_str()), ("a", "foot", "Zieten; \"Husaren\""));
    // Spreadsheets take the zero from before a number.
    assert_eq!(p.place, Place::Hex(at("0405")));
    assert_eq!((&p.props["steps"], &p.props["guard"]), (&Value::Int(3), &Value::Bool(true)));
    let wrong = csv::import(&doc, &rules(), "id,side,type,ID\nx,a,foot,y\n").unwrap_err();
    assert!(wrong[0].text.contains("twice"), "{wrong:?}");
}

#[test]
fn pieces_are_turned_by_the_facings_there_are() {
    let mut doc = army();
    let rules = rules();
    Arc::make_mut(&mut doc.pieces)[0].place = Place::Hex(at("0605"));
    let ids = vec!["a-1".to_owned()];
    let mut d = Document::new(doc, None, "start");
    let turn = |d: &mut Document, right: bool| {
        let edit = forces::turn_facings(d.doc(), &rules, &ids, right).unwrap();
        d.apply(&edit);
        d.doc().piece("a-1").unwrap().facing.unwrap()
    };
    let first = turn(&mut d, true);
    assert_eq!(first.compass_name(grid().orientation), "SE", "at first towards the enemy in the south");
    let mut seen = vec![first];
    for _ in 0..5 {
        seen.push(turn(&mut d, true));
    }
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 6, "all the facings there are");
    assert_eq!(turn(&mut d, true), first, "round once");
    turn(&mut d, false);
    assert_eq!(turn(&mut d, true), first);
    let mut none = rules.clone();
    none.facing = FacingUse::None;
    assert!(forces::turn_facings(d.doc(), &none, &ids, true).is_none());
}

#[test]
fn a_line_drawn_before_the_enemy_stands_looks_ahead() {
    let mut doc = army();
    Arc::make_mut(&mut doc.pieces).retain(|p| p.side == "a");
    // What belongs to nobody is no enemy.
    Arc::make_mut(&mut doc.pieces).push(piece("fort", "", Place::Hex(at("0602"))));
    let ids: Vec<String> = (1..=4).map(|i| format!("a-{i}")).collect();
    let lines = Lines { count: 2, gap: 2 };
    for (line, ahead, rows) in
        [(("0410", "0810"), ["NE", "NW"], (9, 11)), (("0810", "0410"), ["SE", "SW"], (9, 7))]
    {
        let edit = draw_up(&doc, &rules(), &ids, (at(line.0), at(line.1)), lines).unwrap();
        let mut new = doc.clone();
        apply(&mut new, &edit);
        let facing = new.piece("a-1").unwrap().facing.unwrap().compass_name(grid().orientation);
        assert!(ahead.contains(&facing), "{line:?}: {facing}");
        let row = |id: &str| match new.piece(id).unwrap().place {
            Place::Hex(h) => new.map.grid.column_and_row(h).1,
            _ => panic!(),
        };
        assert_eq!(
            (row("a-1"), row("a-4")),
            rows,
            "the second line stands behind, to the right of the stroke"
        );
    }
}

#[test]
fn a_wrong_line_is_named_and_nothing_is_done() {
    let doc = army();
    let says = |text: &str, line: usize, part: &str| {
        let wrong = csv::import(&doc, &rules(), text).expect_err(text);
        assert!(wrong.iter().any(|e| e.line == line && e.text.contains(part)), "{text}: {wrong:?}");
    };
    says("", 1, "empty");
    says("id,side,type,colour\n", 1, "'colour' is unknown");
    says("id,name\n", 1, "no column 'side'");
    says("id,side,type\nx,c,foot\n", 2, "no side 'c'");
    says("id,side,type\nx,a,foot\ny,a,tank\n", 3, "no type 'tank'");
    says("id,side,type,steps\nx,a,foot,9\n", 2, "no number from 1 to 4");
    says("id,side,type,guard\nx,a,foot,perhaps\n", 2, "neither yes nor no");
    says("id,side,type,steps\nx,a,leader,2\n", 2, "has no 'steps'");
    says("id,side,type,setup_hex\nx,a,foot,9999\n", 2, "no hex of this map");
    says("id,side,type,facing\nx,a,foot,UP\n", 2, "no facing");
    says("id,side,type,parent\nx,a,foot,nobody\n", 2, "'nobody' is neither");
    says("id,side,type\nx,a,foot\nx,a,foot\n", 3, "on line 2 already");
    says("id,side,type,arrive_turn,arrive_at\nx,a,foot,soon,camp\n", 2, "no turn");
    says("id,side,type,arrive_turn,arrive_at\nx,a,foot,2,moon\n", 2, "no area and no hex");
    says("id,side,type,setup_area\nx,a,foot,moon\n", 2, "no area 'moon'");
    says("id,side,type,parent\nx,a,foot,Left\n", 2, "stands in brackets");
    says("id,side,type\n\"x,a,foot\n", 2, "not closed");
    says("id,side,type\nx,a,foot,more\n", 2, "4 cells for 3 columns");
    // A cell may run over lines; the numbers count what is in the file.
    says("id,side,type,name\nx,a,foot,\"one\ntwo\"\ny,c,foot,z\n", 4, "no side 'c'");
}

#[test]
fn totals_follow_formations() {
    let doc = army();
    let rules = rules();
    let all = forces::totals(&rules, doc.pieces.iter().filter(|p| p.side == "a"));
    assert_eq!((all.pieces, all.leaders), (7, 1));
    assert_eq!(all.strength, Some(("steps".into(), 2 + 5 * 4)));
    let wing = forces::totals(&rules, forces::piece_and_subordinates(&doc, "a-chief"));
    assert_eq!((wing.pieces, wing.strength), (3, Some(("steps".into(), 6))));
    assert!(!forces::may_join(&doc, "a-chief", "a-2"), "nobody is under his own people");
    assert!(forces::may_join(&doc, "a-2", "a-chief"));
    // A ring of parents ends.
    let mut ring = doc;
    Arc::make_mut(&mut ring.pieces)[6].parent = "a-2".into();
    assert_eq!(forces::piece_and_subordinates(&ring, "a-1").len(), 3);
}

#[test]
fn new_numbers_reach_everything_that_names_them() {
    let mut d = Document::new(army(), None, "new");
    let ids: Vec<String> = ["a-2", "a-1", "a-6"].map(str::to_owned).to_vec();
    let edit = forces::renumber_ids(d.doc(), &ids, "a").unwrap();
    d.apply(&edit);
    // The first takes the first free number, and so on; those not chosen keep theirs.
    let names: Vec<&str> = d.doc().pieces.iter().map(|p| p.id.as_str()).collect();
    assert_eq!(names, ["a-2", "a-1", "a-3", "a-4", "a-5", "a-6", "a-chief", "foe"]);
    assert_eq!(d.doc().piece("a-1").unwrap().parent, "a-2", "its formation has the new name");
    d.undo();
    assert_eq!(d.doc(), &army());
}

#[test]
fn a_formation_keeps_off_water_and_off_others() {
    let mut doc = army();
    let grid = doc.map.grid;
    // Water in the middle of the line.
    doc.map.set_terrain(grid.parse("0605").unwrap(), "lake");
    Arc::make_mut(&mut doc.pieces).push(piece("there", "a", Place::Hex(at("0405"))));
    let ids: Vec<String> = (1..=6).map(|i| format!("a-{i}")).chain(["a-chief".to_owned()]).collect();
    let edit = draw_up(&doc, &rules(), &ids, (at("0205"), at("0905")), Lines::default()).unwrap();
    let mut new = doc.clone();
    apply(&mut new, &edit);
    let place = |id: &str| match new.piece(id).map(|p| p.place.clone()) {
        Some(Place::Hex(h)) => h,
        other => panic!("{id}: {other:?}"),
    };
    let troops: Vec<Hex> = (1..=6).map(|i| place(&format!("a-{i}"))).collect();
    for (i, h) in troops.iter().enumerate() {
        assert_ne!(new.map.terrain_at(grid.id(*h).unwrap()), "lake");
        assert_ne!(*h, at("0405"), "somebody stands there");
        assert!(!troops[..i].contains(h), "two in one hex");
        assert!(h.distance(at("0605")) <= 5);
    }
    assert!(
        troops.contains(&place("a-chief"))
            || new.map.terrain_at(grid.id(place("a-chief")).unwrap()) == "clear"
    );
    // Looking at the enemy, who is to the south.
    let facing = new.piece("a-1").and_then(|p| p.facing).unwrap();
    assert!(matches!(facing.compass_name(grid.orientation), "SE" | "SW"), "{facing:?}");
}

#[test]
fn second_line_and_reserve_stand_behind() {
    let doc = army();
    let ids: Vec<String> = (1..=6).map(|i| format!("a-{i}")).collect();
    let lines = Lines { count: 3, gap: 2 };
    let led: Vec<String> = ids.iter().cloned().chain(["a-chief".to_owned()]).collect();
    let edit = draw_up(&doc, &rules(), &led, (at("0407"), at("0807")), lines).unwrap();
    let mut new = doc.clone();
    apply(&mut new, &edit);
    let chief = new.piece("a-chief").unwrap().place.clone();
    assert!(new.pieces[..2].iter().any(|p| p.place == chief), "he rides with troops of the first line");
    let row = |i: usize| match new.pieces[i].place {
        Place::Hex(h) => new.map.grid.column_and_row(h).1,
        _ => panic!(),
    };
    // The enemy is to the south: behind is to the north, two rows each.
    assert_eq!([row(0), row(1), row(2), row(3), row(4), row(5)], [6, 6, 4, 4, 2, 2]);
}

#[test]
fn whoever_finds_no_room_in_the_line_stands_behind_it() {
    let doc = army();
    let ids: Vec<String> = (1..=6).map(|i| format!("a-{i}")).collect();
    let edit = draw_up(&doc, &rules(), &ids, (at("0507"), at("0707")), Lines::default()).unwrap();
    let mut new = doc.clone();
    apply(&mut new, &edit);
    let rows: Vec<i16> = new.pieces[..6]
        .iter()
        .map(|p| match p.place {
            Place::Hex(h) => new.map.grid.column_and_row(h).1,
            _ => panic!(),
        })
        .collect();
    // The enemy is to the south: nobody stands before the line.
    assert!(rows.iter().all(|r| *r <= 6), "{rows:?}");
    assert!(rows.iter().filter(|r| **r == 6).count() >= 3, "{rows:?}");
}

#[test]
fn dropped_pieces_find_room() {
    let doc = army();
    let ids: Vec<String> = (1..=4).map(|i| format!("a-{i}")).collect();
    let list: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
    let rules = rules();
    let settled = Ground::new(&doc, &rules, &ids).place_pieces(&list, &[at("0612"); 4], &|_, _| false);
    assert_eq!(settled.len(), 4);
    let hexes: Vec<Hex> = settled.iter().flat_map(|s| crate::core::pieces::hexes_of(&s.1)).collect();
    assert!(hexes.iter().all(|h| *h != at("0612")), "the enemy stands there");
    assert!(hexes.iter().all(|h| h.distance(at("0612")) == 1));
}

#[test]
fn templates_are_held_against_the_rules() {
    let text = r#"(templates: [(name: "Line", kind: "foot", props: {"steps": 3}), (name: "Red", nation: "red", kind: "foot")])"#;
    let all = Templates::parse(text).unwrap();
    let mut s = rules();
    assert_eq!(all.problems(&s), ["Red: no nation 'red'"]);
    s.nations.push(engine::scenario::NationKind { id: "red".into(), ..Default::default() });
    assert!(all.problems(&s).is_empty());
    assert_eq!(all.of("blue").count(), 1);
    assert_eq!(all.of("red").count(), 2);
    let p = all.templates[0].make_piece(&army(), "a", "");
    assert_eq!((p.nation.as_str(), p.props.get("steps")), ("red", Some(&Value::Int(3))));
    assert!(Templates::parse("(templates: [\n(nome: 1)])").unwrap_err().starts_with("line 2"));
}

#[test]
fn repairs_are_steps_of_the_history() {
    let mut doc = army();
    doc.schedule.push(ScheduleEntry { when: When::Turn(40), ..ScheduleEntry::default() });
    let mut d = Document::new(doc.clone(), None, "new");
    let e = side_of("0404", 0);
    let fix = |repairs: Vec<Repair>| Fix { name: "Do".into(), repairs };
    let all = vec![
        Repair::AddSide { edge: e, kind: "bridge".into() },
        Repair::Road { edge: e, class: 1 },
        Repair::MovePiece { id: "a-1".into(), to: Some(at("0101")) },
        Repair::PieceProp { id: "a-1".into(), field: "steps".into(), value: Value::Int(1) },
        Repair::ScheduleTurn { entry: 0, turn: 10 },
        Repair::Turns(12),
    ];
    let edit = crate::core::repair::repair_edit(d.doc(), &fix(all), "0404").unwrap();
    d.apply(&edit);
    let now = d.doc();
    assert_eq!(now.map.edges_of("bridge").count(), 1);
    assert_eq!(now.map.roads.get(&e), Some(&1));
    assert_eq!(now.piece("a-1").unwrap().place, Place::Hex(at("0101")));
    assert_eq!((&now.schedule[0].when, now.turns.count), (&When::Turn(10), 12));
    assert_eq!(d.steps().len(), 2, "one step");
    d.undo();
    assert_eq!(d.doc(), &doc);
    // What no longer applies offers nothing.
    assert!(
        crate::core::repair::repair_edit(&doc, &fix(vec![Repair::ScheduleTurn { entry: 9, turn: 1 }]), "")
            .is_none()
    );
}

#[test]
fn a_setup_entry_follows_the_piece_it_is_near() {
    let mut doc = army();
    doc.setup.push(engine::scenario::SetupEntry {
        near: "a-1".into(),
        within: 2,
        ..engine::scenario::SetupEntry::default()
    });
    let mut d = Document::new(doc, None, "new");
    d.apply(&Edit::RenamePiece { from: "a-1".into(), to: "guide".into() });
    assert_eq!(d.doc().setup[0].near, "guide");
    assert!(crate::core::pieces::setup_place(d.doc(), &schema(), &d.doc().setup[0]).starts_with("near "));
    d.apply(&Edit::RemovePieces(vec!["guide".into()]));
    assert_eq!((d.doc().setup[0].near.as_str(), d.doc().setup[0].within), ("", 0));
    d.undo();
    assert_eq!(d.doc().setup[0].within, 2);
}
