//! Every edit, on a small sheet of a made-up rule system.

mod areas;
mod edits;
mod forces;
mod ground;
mod history;
mod orders;
mod props;
mod speed;

use super::*;
use crate::tools::{Phase, Pointer, ToolKind, Toolbox};
use engine::hex::{Dir, Edge, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{
    EdgeKind, FacingUse, MapDoc, Nation, Piece, Place, Region, RoadKind, ScenarioDoc, Schema, Side, Slope,
    TerrainKind, UnitKind,
};
use std::sync::Arc;

pub fn grid() -> Grid {
    Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 12,
        rows: 20,
        numbering: Numbering::ccrr(),
    }
}

pub fn at(label: &str) -> Hex {
    let g = grid();
    g.hex(g.parse(label).unwrap())
}

pub fn schema() -> Schema {
    let terrain = |id: &str| TerrainKind { id: id.into(), name: id.into(), ..TerrainKind::default() };
    let edge = |id: &str, directed| EdgeKind {
        id: id.into(),
        name: id.into(),
        art: id.into(),
        directed,
        ..EdgeKind::default()
    };
    let drawn = |id: &str| TerrainKind { art: id.into(), ..terrain(id) };
    let road = |name: &str| RoadKind { id: name.to_lowercase(), name: name.into(), ..RoadKind::default() };
    let none = EdgeKind { art: "no slope".into(), slope: Some(Slope::None), ..edge("none", false) };
    let unit = |id: &str, length| UnitKind {
        id: id.into(),
        name: id.into(),
        footprint: (length, length),
        ..UnitKind::default()
    };
    Schema {
        terrains: vec![terrain("clear"), terrain("wood"), terrain("lake"), drawn("village"), drawn("trench")],
        edges: vec![
            edge("river", false),
            edge("ford", false),
            edge("bridge", false),
            EdgeKind { slope: Some(Slope::Gentle), ..edge("slope", true) },
            none,
        ],
        roads: vec![road("Highway"), road("Track")],
        levels: Some((0, 4)),
        facing: FacingUse::Sides,
        units: vec![unit("foot", 1), unit("brigade", 3)],
        ..Schema::default()
    }
}

pub fn piece(id: &str, side: &str, place: Place) -> Piece {
    Piece { id: id.into(), kind: "foot".into(), side: side.into(), place, ..Piece::default() }
}

pub fn scenario() -> ScenarioDoc {
    let mut doc = ScenarioDoc::blank("made-up", MapDoc::blank(grid(), "clear"));
    doc.title = "Test".into();
    doc.turns.count = 10;
    doc.nations = vec![Nation { id: "red".into(), ..Nation::default() }];
    doc.sides = vec![
        Side { id: "a".into(), nations: vec!["red".into()], ..Side::default() },
        Side { id: "b".into(), ..Side::default() },
    ];
    let parts = vec![at("0303"), at("0403")];
    doc.pieces = Arc::new(vec![
        piece("one", "a", Place::Hex(at("0202"))),
        piece("long", "a", Place::Hexes(parts)),
        piece("foe", "b", Place::Hex(at("0510"))),
        piece("rider", "a", Place::On { piece: "one".into(), part: 0 }),
        piece("idle", "b", Place::Off),
    ]);
    doc.map.regions =
        Arc::new(vec![Region { id: "camp".into(), name: "Camp".into(), hexes: vec![at("0101")] }]);
    doc
}

pub fn side_of(label: &str, dir: u8) -> Edge {
    Edge::new(at(label), Dir(dir))
}
