use super::*;
use crate::hex::{Numbering, Orientation, Shove};
use crate::scenario::{EdgeFeature, EdgeKind, RoadKind, Slope, TerrainKind};
use std::sync::Arc;

fn edge_kind(id: &str) -> EdgeKind {
    EdgeKind { id: id.into(), ..EdgeKind::default() }
}

fn schema() -> Schema {
    let slope = |id: &str, slope| EdgeKind { slope: Some(slope), ..edge_kind(id) };
    Schema {
        terrains: vec![TerrainKind { id: "clear".into(), ..TerrainKind::default() }],
        edges: vec![
            edge_kind("river"),
            edge_kind("rampart"),
            // Named and drawn as one likes: what a kind says of slopes is a field of its own.
            slope("bank", Slope::Gentle),
            slope("cliff", Slope::Steep),
            slope("graded", Slope::None),
        ],
        roads: ["highway", "track"].map(|id| RoadKind { id: id.into(), ..RoadKind::default() }).to_vec(),
        levels: Some((0, 5)),
        ..Schema::default()
    }
}

fn blank() -> MapDoc {
    let grid = Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 5,
        rows: 5,
        numbering: Numbering::ccrr(),
    };
    MapDoc::blank(grid, "clear")
}

fn draw(doc: &mut MapDoc, hex: Hex, dir: u8, kind: &str, from: Option<Hex>) {
    let feature = EdgeFeature { kind: kind.into(), from };
    Arc::make_mut(&mut doc.edges).insert(Edge::new(hex, Dir(dir)), vec![feature]);
}

fn compile(doc: &MapDoc) -> Map {
    let mut issues = Issues::default();
    let map = Map::compile(doc, &schema(), &mut issues);
    assert_eq!(issues.errors(), 0);
    map
}

#[test]
fn rises_follow_levels_and_what_hexsides_say() {
    let mut doc = blank();
    let top = doc.grid.parse("0303").unwrap();
    let hex = doc.grid.hex(top);
    doc.levels.set(top.index(), 3);
    assert!(compile(&doc).broken_corners().is_empty(), "levels never contradict themselves");
    draw(&mut doc, hex, 0, "graded", None);
    draw(&mut doc, hex, 1, "bank", Some(hex));
    draw(&mut doc, hex, 2, "cliff", Some(hex.step(Dir(2))));
    draw(&mut doc, hex, 3, "river", None);
    let map = compile(&doc);
    assert_eq!(Dir::ALL.map(|d| map.rise(top, d)), [0, -1, 2, -3, -3, -3]);
    for d in Dir::ALL {
        let beyond = map.neighbour(top, d).unwrap();
        assert_eq!(map.rise(beyond, d.opposite()), -map.rise(top, d), "the same from below");
    }
    assert!(!map.broken_corners().is_empty(), "drawn ones do");
    assert_eq!(map.rise(HexId(0), Dir(3)), 0, "beyond the sheet");
}

#[test]
fn directed_features_count_from_one_hex_only() {
    let mut doc = blank();
    let at = doc.grid.parse("0303").unwrap();
    let hex = doc.grid.hex(at);
    draw(&mut doc, hex, 0, "rampart", Some(hex));
    draw(&mut doc, hex, 1, "river", None);
    let map = compile(&doc);
    let beyond = map.neighbour(at, Dir(0)).unwrap();
    assert!(map.edge_kinds(at, Dir(0)).has(1), "it points out of this hex");
    assert!(!map.edge_kinds(beyond, Dir(3)).has(1));
    let across = map.neighbour(at, Dir(1)).unwrap();
    assert!(map.edge_kinds(at, Dir(1)).has(0) && map.edge_kinds(across, Dir(4)).has(0), "no direction");
    assert!(!map.edge_kinds(at, Dir(0)).has(200), "no kind at all");
}

#[test]
fn roads_keep_their_class_and_unknown_ones_are_reported() {
    let mut doc = blank();
    let at = doc.grid.parse("0303").unwrap();
    let hex = doc.grid.hex(at);
    Arc::make_mut(&mut doc.roads).insert(Edge::new(hex, Dir(0)), 1);
    Arc::make_mut(&mut doc.roads).insert(Edge::new(hex, Dir(1)), 2);
    let map = compile(&doc);
    assert_eq!(Dir::ALL.map(|d| map.road_class(at, d)), [1, 2, 0, 0, 0, 0]);
    assert_eq!(map.road_class(map.neighbour(at, Dir(1)).unwrap(), Dir(4)), 2);
    Arc::make_mut(&mut doc.roads).insert(Edge::new(hex, Dir(2)), 3);
    let mut issues = Issues::default();
    Map::compile(&doc, &schema(), &mut issues);
    assert_eq!(issues.errors(), 1);
}

#[test]
fn a_seventeenth_kind_of_hexside_is_an_error() {
    let mut schema = schema();
    schema.edges = (0..17).map(|i| edge_kind(&format!("kind {i}"))).collect();
    let mut doc = blank();
    let hex = doc.grid.hex(HexId(12));
    draw(&mut doc, hex, 0, "kind 16", None);
    let mut issues = Issues::default();
    let map = Map::compile(&doc, &schema, &mut issues);
    assert_eq!(issues.errors(), 1);
    assert!(map.edge_kinds(HexId(12), Dir(0)).is_empty(), "and it is no other kind");
    schema.edges.pop();
    schema.edges.pop();
    doc.edges = Arc::default();
    let mut issues = Issues::default();
    Map::compile(&doc, &schema, &mut issues);
    assert_eq!(issues.errors(), 0);
}
