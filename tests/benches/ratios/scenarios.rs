//! Opening and saving a map of 30,000 hexes, against RON with one struct a hex.

use crate::common::{best, row, time};
use engine::hex::{Dir, Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{EdgeFeature, Issues, MapDoc, Piece, Place, ScenarioDoc, parse, to_text};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Serialize, Deserialize)]
struct HexStruct {
    q: i16,
    r: i16,
    terrain: String,
    level: i8,
    edges: Vec<String>,
    road: [u8; 6],
    label: Option<String>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Naive {
    title: String,
    hexes: Vec<HexStruct>,
    pieces: Vec<(String, String, i16, i16)>,
}

/// 200 x 150 hexes with rivers and 500 pieces.
pub fn large() -> ScenarioDoc {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols: 200,
        rows: 150,
        numbering: Numbering {
            col: engine::hex::Axis { width: 3, ..Default::default() },
            row: engine::hex::Axis { width: 3, ..Default::default() },
            ..Numbering::ccrr()
        },
    };
    let mut map = MapDoc::blank(grid, "clear");
    let names = ["clear", "clear", "clear", "forest", "hill", "town", "swamp"];
    for id in grid.ids() {
        let noise = (u64::from(id.0) / 5).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50;
        map.set_terrain(id, names[noise as usize % names.len()]);
    }
    let edges = Arc::make_mut(&mut map.edges);
    for i in 0..2000u32 {
        let hex = grid.hex(HexId((i * 15 % 30_000) as u16));
        edges.insert(
            Edge::new(hex, Dir((i % 6) as u8)),
            vec![EdgeFeature { kind: "river".into(), from: None }],
        );
    }
    let mut doc = ScenarioDoc::blank("hold-the-line", map);
    doc.title = "A large map".into();
    let piece = |i: u32| Piece {
        id: format!("piece-{i}"),
        kind: "infantry".into(),
        side: if i.is_multiple_of(2) { "prussia" } else { "austria" }.into(),
        place: Place::Hex(grid.hex(HexId((i * 59) as u16))),
        ..Piece::default()
    };
    doc.pieces = Arc::new((0..500).map(piece).collect());
    doc
}

fn naive(doc: &ScenarioDoc) -> Naive {
    let grid = doc.map.grid;
    let hex = |id: HexId| {
        let h = grid.hex(id);
        let rivers = Dir::ALL.iter().filter(|d| doc.map.edges.contains_key(&Edge::new(h, **d)));
        HexStruct {
            q: h.q,
            r: h.r,
            terrain: doc.map.terrain_at(id).to_owned(),
            level: 0,
            edges: rivers.map(|d| format!("river {}", d.0)).collect(),
            road: [0; 6],
            label: None,
        }
    };
    let piece = |p: &Piece| match p.place {
        Place::Hex(h) => (p.id.clone(), p.kind.clone(), h.q, h.r),
        _ => (p.id.clone(), p.kind.clone(), 0, 0),
    };
    Naive {
        title: doc.title.clone(),
        hexes: grid.ids().map(hex).collect(),
        pieces: doc.pieces.iter().map(piece).collect(),
    }
}

pub fn run() {
    let doc = large();
    let text = to_text(&doc);
    let pretty = ron::ser::PrettyConfig::default();
    let other = naive(&doc);
    let other_text = ron::ser::to_string_pretty(&other, pretty.clone()).expect("plain data");
    let half = Duration::from_millis(150);
    let open = best(half, || {
        let doc = parse(&text, &mut Issues::default()).expect("just written");
        std::hint::black_box(doc);
    });
    let open_other = best(half, || {
        std::hint::black_box(ron::from_str::<Naive>(&other_text).expect("just written"));
    });
    let ratio = open.as_secs_f64() / open_other.as_secs_f64();
    row(
        "open 30,000 hexes and 500 pieces",
        &time(open),
        &format!("a struct a hex {}", time(open_other)),
        ratio,
        "≤ 0.125",
        ratio <= 0.125,
    );
    let save = best(half, || {
        std::hint::black_box(to_text(&doc));
    });
    let save_other = best(half, || {
        std::hint::black_box(ron::ser::to_string_pretty(&other, pretty.clone()).expect("plain data"));
    });
    let ratio = save.as_secs_f64() / save_other.as_secs_f64();
    row(
        "save the same",
        &time(save),
        &format!("a struct a hex {}", time(save_other)),
        ratio,
        "≤ 0.2",
        ratio <= 0.2,
    );
    let ratio = text.len() as f64 / other_text.len() as f64;
    let kb = |n: usize| format!("{} kB", n / 1000);
    row("size of the file", &kb(text.len()), &kb(other_text.len()), ratio, "≤ 0.1", ratio <= 0.1);
    let undo = best(Duration::from_millis(50), || {
        let mut copy = doc.clone();
        copy.map.set_terrain(HexId(12_345), "clear");
        copy.map.set_terrain(HexId(12_345), "hill");
        std::hint::black_box(copy);
    });
    row(
        "an undo step on that map",
        &time(undo),
        "1 ms",
        undo.as_secs_f64() / 1e-3,
        "≤ 1",
        undo.as_secs_f64() <= 1e-3,
    );
}
