use super::*;
use crate::hex::{Dir, Edge, Facing, Grid, Hex, Numbering, Orientation, Shove};
use std::sync::Arc;

fn sample() -> ScenarioDoc {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Even,
        cols: 12,
        rows: 9,
        numbering: Numbering::ccrr(),
    };
    let mut map = MapDoc::blank(grid, "clear");
    map.set_terrain(grid.parse("0304").unwrap(), "heavy wood");
    map.levels.set(grid.parse("0505").unwrap().index(), 3);
    let here = grid.hex(grid.parse("0505").unwrap());
    let river = Edge::new(here, Dir(4));
    let slope = Edge::new(here, Dir(1));
    Arc::make_mut(&mut map.edges).insert(river, vec![EdgeFeature { kind: "river".into(), from: None }]);
    Arc::make_mut(&mut map.edges).insert(slope, vec![EdgeFeature { kind: "slope".into(), from: Some(here) }]);
    let mut at = here;
    for d in [Dir(0), Dir(0), Dir(5)] {
        Arc::make_mut(&mut map.roads).insert(Edge::new(at, d), 2);
        at = at.step(d);
    }
    Arc::make_mut(&mut map.regions).push(Region {
        id: "entry".into(),
        name: "Entry".into(),
        hexes: vec![here],
    });
    let mut doc = ScenarioDoc::blank("any", map);
    doc.title = "Übung".into();
    Arc::make_mut(&mut doc.pieces).extend([
        Piece {
            id: "long".into(),
            place: Place::Hexes(vec![here, here.step(Dir(3))]),
            facing: Some(Facing(3)),
            ..Piece::default()
        },
        Piece {
            id: "boxed".into(),
            place: Place::Box { sheet: "staging".into(), slot: "a".into() },
            ..Piece::default()
        },
        Piece { id: "child".into(), place: Place::On { piece: "long".into(), part: 1 }, ..Piece::default() },
    ]);
    doc
}

#[test]
fn a_document_survives_the_file() {
    let doc = sample();
    let mut issues = Issues::default();
    let text = to_text(&doc);
    let back = parse(&text, &mut issues).unwrap();
    assert_eq!(issues.list, []);
    assert_eq!(to_text(&back), text);
    assert_eq!(back.map.edges, doc.map.edges);
    assert_eq!(back.map.roads, doc.map.roads);
    assert_eq!(back.pieces, doc.pieces);
    assert_eq!(back.map.terrain_at(doc.map.grid.parse("0304").unwrap()), "heavy wood");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let text = to_text(&sample()).replace("\"0505 ", "\"9905 ");
    let mut issues = Issues::default();
    parse(&text, &mut issues).unwrap();
    assert!(issues.list.iter().any(|i| i.at == At::Piece("long".into())), "{:?}", issues.list);
    let cut = &text[..text.len() / 2];
    assert!(matches!(parse(cut, &mut issues), Err(FileError::Syntax { line, .. }) if line > 1));
    let newer = text.replacen(&format!("format: {FORMAT}"), "format: 99", 1);
    assert_eq!(parse(&newer, &mut issues).unwrap_err(), FileError::Newer { found: 99, known: FORMAT });
    assert!(matches!(parse("(title: \"x\")", &mut issues), Err(FileError::NotAScenario)));
}

#[test]
fn format_one_is_brought_up_to_date() {
    let text = to_text(&sample()).replacen(&format!("format: {FORMAT}"), "format: 1", 1);
    let at = text.find("turns: (").unwrap();
    let end = at + text[at..].find("),\n").unwrap();
    let old = format!("{}turns: 24{}", &text[..at], &text[end + 1..]);
    let mut issues = Issues::default();
    let doc = parse(&old, &mut issues).unwrap();
    assert_eq!(doc.turns.count, 24);
}

#[test]
fn shipped_scenarios_read_cleanly() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
    let mut seen = 0;
    for folder in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let mut issues = Issues::default();
            let doc = parse(&text, &mut issues).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(issues.list, [], "{}", path.display());
            let again = parse(&to_text(&doc), &mut issues).unwrap();
            assert_eq!(to_text(&again), to_text(&doc));
            seen += 1;
        }
    }
    assert!(seen >= 8);
}

#[test]
fn corner_paths_follow_the_sides() {
    let doc = sample();
    let a = crate::hex::Corner::new(Hex::new(2, 2), 0);
    let b = crate::hex::Corner::new(Hex::new(5, 1), 3);
    let path = doc.map.corner_path(a, b);
    assert!(!path.is_empty());
    let mut at = a;
    for e in &path {
        at = at.other_end(*e).unwrap();
    }
    assert_eq!(at, b);
}
