//! A campaign of one's own from a blank sheet, in the words of the schema alone.

use super::*;
use engine::hex::{Dir, Edge, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{
    EdgeFeature, Field, MapDoc, Piece, Place as Put, Props, Region, ScheduleEntry, Schema, Side, Special,
    TurnTrack, Value, When,
};

fn grid() -> Grid {
    Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 20,
        rows: 15,
        numbering: Numbering::ccrr(),
    }
}

fn at(col: u16, row: u16) -> Hex {
    let g = grid();
    g.hex(HexId(row * 20 + col))
}

/// What an editor writes first: the default of every field.
fn defaults(fields: &[Field]) -> Props {
    fields.iter().map(|f| (f.id.clone(), f.default.clone())).collect()
}

fn piece(
    schema: &Schema,
    kind: &str,
    owner: (&str, &str),
    id: &str,
    hex: Option<Hex>,
    set: &[(&str, Value)],
) -> Piece {
    let unit = schema.unit(kind).unwrap();
    let mut props = defaults(&unit.fields);
    for (k, v) in set {
        assert!(props.contains_key(*k), "{kind} has no field '{k}'");
        props.insert((*k).into(), v.clone());
    }
    Piece {
        id: id.into(),
        kind: kind.into(),
        side: owner.0.into(),
        nation: owner.1.into(),
        name: id.into(),
        place: hex.map_or(Put::Off, Put::Hex),
        props,
        ..Piece::default()
    }
}

fn special(schema: &Schema, rule: &str, set: &[(&str, Value)]) -> Special {
    let kind = schema.specials.iter().find(|k| k.id == rule).unwrap();
    let mut props = defaults(&kind.fields);
    for (k, v) in set {
        assert!(props.contains_key(*k), "{rule} has no field '{k}'");
        props.insert((*k).into(), v.clone());
    }
    Special { rule: rule.into(), props }
}

/// Two armies, a river, a ridge with a pass, four fortresses, a depot, reinforcements, a withdrawal.
fn document(schema: &Schema) -> ScenarioDoc {
    let mut map = MapDoc::blank(grid(), "clear");
    let edges = Arc::make_mut(&mut map.edges);
    for row in 0..15 {
        let kind = |k: &str| vec![EdgeFeature { kind: k.into(), from: None }];
        edges.insert(Edge::new(at(9, row), Dir(0)), kind("river"));
        let ridge = if row == 7 { "pass" } else { "mountain" };
        edges.insert(Edge::new(at(14, row), Dir(0)), kind(ridge));
    }
    map.set_terrain(HexId(3 * 20 + 12), "mountain");
    let hexes: Vec<Hex> = (0..15).flat_map(|row| (0..10).map(move |col| at(col, row))).collect();
    let mut west = Region { id: "west".into(), name: "The West".into(), hexes };
    west.hexes.sort();
    Arc::make_mut(&mut map.regions).push(west);
    let mut doc = ScenarioDoc::blank(FrederickTheGreat::ID, map);
    doc.title = "A war of one's own".into();
    doc.turns = TurnTrack { count: 6, ..TurnTrack::default() };
    doc.props = defaults(&schema.scenario_fields);
    doc.props.insert("winter_from".into(), Value::Int(5));
    for (id, nations) in [("north", vec!["prussian", "hanoverian"]), ("south", vec!["austrian", "russian"])] {
        let mut side =
            Side { id: id.into(), name: id.into(), props: defaults(&schema.side_fields), ..Side::default() };
        side.nations = nations.into_iter().map(Into::into).collect();
        doc.sides.push(side);
    }
    doc.pieces = Arc::new(pieces(schema));
    doc.schedule = vec![
        ScheduleEntry {
            kind: "arrival".into(),
            name: "The Russians".into(),
            side: "south".into(),
            pieces: vec!["r-12".into(), "Fermor".into()],
            when: When::Turn(3),
            props: Props::from([("hex".into(), Value::Text(grid().label(HexId(7 * 20 + 19))))]),
            ..ScheduleEntry::default()
        },
        ScheduleEntry {
            kind: "withdrawal".into(),
            name: "The Hanoverians go home".into(),
            when: When::Die { from: 4, props: Props::from([("removes_on".into(), Value::Int(2))]) },
            props: Props::from([("nation".into(), "hanoverian".into())]),
            ..ScheduleEntry::default()
        },
    ];
    let list = |n: &str| Value::List(vec![Value::from(n)]);
    doc.specials = vec![
        special(schema, "confined", &[("nation", "hanoverian".into()), ("region", "west".into())]),
        special(
            schema,
            "exchange",
            &[
                ("first", list("prussian")),
                ("second", list("austrian")),
                ("turns", Value::List(vec![Value::Int(2), Value::Int(4)])),
            ],
        ),
    ];
    doc
}

fn pieces(schema: &Schema) -> Vec<Piece> {
    let (p, h, a, r) =
        (("north", "prussian"), ("north", "hanoverian"), ("south", "austrian"), ("south", "russian"));
    let rank = |n: i64, initiative: i64| {
        [
            ("rank", Value::Int(n)),
            ("initiative", Value::Int(initiative)),
            ("attack", Value::Int(1)),
            ("defence", Value::Int(1)),
        ]
    };
    let sp = |n: i64| [("sp", Value::Int(n))];
    let vp = |n: i64| [("vp", Value::Int(n))];
    let none = ("", "");
    vec![
        piece(schema, "fortress", none, "Westburg", Some(at(2, 7)), &vp(4)),
        piece(schema, "fortress", none, "Mitte", Some(at(8, 7)), &vp(3)),
        piece(schema, "fortress", none, "Furt", Some(at(12, 7)), &vp(3)),
        piece(schema, "fortress", none, "Ostburg", Some(at(18, 7)), &vp(4)),
        piece(schema, "strength", p, "p-14", Some(at(2, 7)), &sp(14)),
        piece(schema, "strength", p, "p-2", Some(at(8, 7)), &sp(2)),
        piece(schema, "leader", p, "Ruprecht", Some(at(2, 7)), &rank(1, 3)),
        piece(schema, "leader", p, "Anhalt", Some(at(2, 7)), &rank(2, 1)),
        piece(schema, "strength", h, "h-6", Some(at(4, 4)), &sp(6)),
        piece(schema, "leader", h, "Oberg", Some(at(4, 4)), &rank(1, 1)),
        piece(schema, "depot", p, "p-depot", Some(at(4, 4)), &[]),
        piece(schema, "strength", a, "a-16", Some(at(18, 7)), &sp(16)),
        piece(schema, "strength", a, "a-3", Some(at(12, 7)), &sp(3)),
        piece(schema, "leader", a, "Starhemberg", Some(at(18, 7)), &rank(1, 1)),
        piece(schema, "leader", a, "Beck", Some(at(12, 7)), &rank(2, 2)),
        piece(schema, "strength", r, "r-12", None, &sp(12)),
        piece(schema, "leader", r, "Fermor", None, &rank(1, 0)),
    ]
}

#[test]
fn a_blank_sheet_becomes_a_campaign() {
    let game = loaded();
    let schema = game.schema().clone();
    let doc = Arc::new(document(&schema));
    let issues = game.check(&doc, &OptionSet::new());
    let text: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
    assert!(issues.is_empty(), "{}", text.join("\n"));
    for seed in 0..3 {
        game.contract(&doc, &OptionSet::new(), seed).unwrap_or_else(|e| panic!("{e}"));
    }
    let seeds: Vec<u64> = (0..20).collect();
    let games = game.sims(&doc, &OptionSet::new(), &seeds).unwrap();
    assert!(games.iter().all(|g| g.finished && g.actions > 20));
    assert!(games.windows(2).any(|w| w[0].hash != w[1].hash));
}

/// The problem list: each mistake is told, in its place, and with its rule.
#[test]
fn mistakes_of_a_designer_are_told() {
    let game = loaded();
    let schema = game.schema().clone();
    let told = |change: &dyn Fn(&mut ScenarioDoc)| {
        let mut doc = document(&schema);
        change(&mut doc);
        let issues = game.check(&Arc::new(doc), &OptionSet::new());
        issues.list.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let set = |doc: &mut ScenarioDoc, id: &str, hex: Hex| {
        let all = Arc::make_mut(&mut doc.pieces);
        all.iter_mut().find(|p| p.id == id).unwrap().place = Put::Hex(hex);
    };
    let late = told(&|d| d.schedule[0].when = When::Turn(9));
    assert!(late.contains("after the last turn") && late.contains("[15.1]"), "{late}");
    let blocked = told(&|d| set(d, "h-6", at(19, 7)));
    assert!(blocked.contains("the enemy starts in its entry hex"), "{blocked}");
    let beside = told(&|d| set(d, "p-2", at(19, 8)));
    assert!(beside.contains("the enemy starts next to its entry hex"), "{beside}");
    let drowned = told(&|d| {
        d.map.set_terrain(HexId(4 * 20 + 4), "lake");
    });
    assert!(drowned.contains("is water") && drowned.contains("[5.45]"), "{drowned}");
    let leaderless = told(&|d| Arc::make_mut(&mut d.pieces).retain(|p| p.id != "Oberg"));
    assert!(leaderless.contains("can never move"), "{leaderless}");
    let idle = told(&|d| d.schedule.clear());
    assert!(idle.contains("never comes into play"), "{idle}");
    let shut = told(&|d| {
        let edges = Arc::make_mut(&mut d.map.edges);
        for dir in Dir::ALL {
            edges
                .insert(Edge::new(at(12, 7), dir), vec![EdgeFeature { kind: "mountain".into(), from: None }]);
        }
    });
    assert!(shut.contains("no way leads from here"), "{shut}");
    assert!(shut.contains("by no leader of the other side in time"), "{shut}");
    let twice = told(&|d| {
        let list = Arc::make_mut(&mut d.map.edges).get_mut(&Edge::new(at(9, 3), Dir(0))).unwrap();
        list.push(list[0].clone());
    });
    assert!(twice.contains("drawn twice"), "{twice}");
    let bare = told(&|d| {
        d.map.set_terrain(HexId(20), "fortress");
    });
    assert!(bare.contains("without a fortress"), "{bare}");
    let hungry = told(&|d| set(d, "p-depot", at(0, 0)));
    assert!(hungry.contains("not operative"), "{hungry}");
    let stray = told(&|d| set(d, "Oberg", at(12, 7)));
    assert!(stray.contains("starts alone in an enemy hex"), "{stray}");
    let out = told(&|d| set(d, "h-6", at(11, 4)));
    assert!(out.contains("where they may not be"), "{out}");
    let worthless = told(&|d| {
        for p in Arc::make_mut(&mut d.pieces).iter_mut().filter(|p| p.kind == "fortress") {
            p.props.insert("vp".into(), Value::Int(0));
        }
    });
    assert!(worthless.contains("no fortress is worth"), "{worthless}");
    let summer = told(&|d| {
        d.props.remove("winter_from");
    });
    assert!(summer.contains("no turn is marked as winter"), "{summer}");
}

#[test]
fn seats_bear_their_names_and_every_side_has_one() {
    use engine::scenario::Seating;
    let game = loaded();
    let schema = game.schema().clone();
    let seat = |name: &str, sides: &[&str]| Seating {
        name: name.into(),
        sides: sides.iter().map(|s| (*s).to_owned()).collect(),
    };
    let with = |seats: Vec<Seating>| ScenarioDoc { seats, ..document(&schema) };
    let errors = |doc: ScenarioDoc| game.check(&Arc::new(doc), &OptionSet::new()).errors();
    assert_eq!(errors(with(vec![seat("King", &["north"]), seat("Queen", &["south"])])), 0);
    assert_eq!(errors(with(vec![seat("King", &["north"])])), 1, "the south has nobody");
    assert_eq!(errors(with(vec![seat("King", &["north", "south"]), seat("Queen", &["south"])])), 1);
    let doc = Arc::new(with(vec![seat("Queen", &["south"]), seat("King", &["north"])]));
    let game = game.new_match(doc, &engine::game::NewMatch::default()).unwrap();
    let names: Vec<String> = game.seats().into_iter().map(|s| s.name).collect();
    assert_eq!(names, ["Queen", "King"]);
}
