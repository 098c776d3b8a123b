//! The scenario of the made-up rule system: a ridge, a river with one bridge, three sides.

use engine::hex::{Dir, Edge, Grid, Numbering, Orientation, Shove};
use engine::scenario::{
    EdgeFeature, MapDoc, Nation, Piece, Place, Pool, Props, Region, ScenarioDoc, ScheduleEntry, Seating,
    SetupEntry, Side, TurnTrack, Value, When,
};
use std::sync::Arc;

/// Nine columns, seven rows. The ridge stands in the middle, the river east of it.
pub fn scenario() -> ScenarioDoc {
    let grid = Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 9,
        rows: 7,
        numbering: Numbering::ccrr(),
    };
    let mut map = MapDoc::blank(grid, "clear");
    let at = |label: &str| grid.parse(label).map(|id| grid.hex(id)).unwrap_or_default();
    for (label, level) in [("0503", 1), ("0504", 2), ("0505", 1), ("0404", 1), ("0604", 1)] {
        if let Some(id) = grid.parse(label) {
            map.levels.set(id.index(), level);
        }
    }
    if let Some(id) = grid.parse("0302") {
        map.set_terrain(id, "wood");
    }
    let mut edges = std::collections::BTreeMap::new();
    let feature = |kind: &str, from| EdgeFeature { kind: kind.into(), from };
    for row in 1..=7 {
        let hex = at(&format!("07{row:02}"));
        let kinds = if row == 4 {
            vec![feature("bridge", None), feature("river", None)]
        } else {
            vec![feature("river", None)]
        };
        edges.insert(Edge::new(hex, Dir(0)), kinds);
    }
    edges.insert(Edge::new(at("0804"), Dir(0)), vec![feature("rampart", Some(at("0904")))]);
    map.edges = Arc::new(edges);
    let mut roads = std::collections::BTreeMap::new();
    for col in 1..=8 {
        let class = if col < 4 { 1 } else { 2 };
        roads.insert(Edge::new(at(&format!("{col:02}04")), Dir(0)), class);
    }
    map.roads = Arc::new(roads);
    let region = |id: &str, cols: std::ops::RangeInclusive<u16>| Region {
        id: id.into(),
        name: id.into(),
        hexes: {
            let mut h: Vec<_> = cols.flat_map(|c| (1..=7).map(move |r| (c, r))).collect();
            h.sort_unstable();
            let mut out: Vec<_> = h.into_iter().map(|(c, r)| at(&format!("{c:02}{r:02}"))).collect();
            out.sort_unstable();
            out
        },
    };
    map.regions = Arc::new(vec![region("blue-camp", 1..=2), region("red-camp", 8..=9)]);
    let mut doc = ScenarioDoc::blank("made-up", map);
    (doc.id, doc.title) = ("ridge".into(), "The Ridge".into());
    (doc.date, doc.date_key) = ("1 May 1750".into(), "1750-05-01".into());
    doc.turns = TurnTrack { count: 3, ..TurnTrack::default() };
    fill(&mut doc);
    doc
}

fn fill(doc: &mut ScenarioDoc) {
    let army = |id: &str| match id {
        "blue" => "prussian",
        "red" => "austrian",
        _ => "saxon",
    };
    for id in ["blue", "red", "green"] {
        doc.nations.push(Nation {
            id: id.into(),
            name: id.into(),
            adjective: id.into(),
            army: army(id).into(),
        });
        let nations = vec![id.to_owned()];
        doc.sides.push(Side { id: id.into(), name: id.into(), nations, props: Props::new() });
    }
    // Green has no seat: nobody decides for it before it joins.
    doc.seats = ["blue", "red"].map(|s| Seating { name: s.into(), sides: vec![s.into()] }).to_vec();
    let grid = doc.map.grid;
    let on = |label: &str| grid.parse(label).map_or(Place::Off, |id| Place::Hex(grid.hex(id)));
    let reserve = || Place::Box { sheet: "camp".into(), slot: "reserve".into() };
    let pieces = Arc::make_mut(&mut doc.pieces);
    let mut add = |id: &str, side: &str, kind: &str, place: Place| {
        let (id, side, kind) = (id.to_owned(), side.to_owned(), kind.to_owned());
        pieces.push(Piece {
            nation: side.clone(),
            name: id.clone(),
            id,
            kind,
            side,
            place,
            ..Piece::default()
        });
    };
    for side in ["blue", "red"] {
        let front = if side == "blue" { "0404" } else { "0604" };
        add(&format!("{side}-first"), side, "foot", on(front));
        add(&format!("{side}-guns"), side, "guns", on(front));
        add(&format!("{side}-leader"), side, "leader", Place::Off);
        add(&format!("{side}-second"), side, "foot", Place::Off);
        add(&format!("{side}-reserve"), side, "foot", reserve());
        add(&format!("{side}-late"), side, "foot", Place::Off);
    }
    add("green-foot", "green", "foot", on("0501"));
    for (i, side) in ["blue", "red"].into_iter().enumerate() {
        let entry = |piece: &str, order| SetupEntry {
            side: side.into(),
            pieces: vec![format!("{side}-{piece}")],
            order,
            secret: true,
            ..SetupEntry::default()
        };
        doc.setup.push(SetupEntry { area: format!("{side}-camp"), ..entry("leader", i as i32) });
        doc.setup.push(SetupEntry {
            near: format!("{side}-leader"),
            within: 2,
            ..entry("second", i as i32 + 2)
        });
    }
    let arrival = |side: &str, when| ScheduleEntry {
        kind: "arrival".into(),
        name: format!("{side} reinforcements"),
        side: side.into(),
        pieces: vec![format!("{side}-late")],
        area: format!("{side}-camp"),
        when,
        ..ScheduleEntry::default()
    };
    doc.schedule.push(arrival("blue", When::Event("Rain".into())));
    let props = Props::from([("side".to_owned(), Value::from("red")), ("count".to_owned(), Value::Int(1))]);
    doc.schedule.push(arrival("red", When::Condition { kind: "losses".into(), props }));
    let items = ["Green joins", "Rain", "Bridge burns", "Quiet"].map(|m| (m.to_owned(), 1)).to_vec();
    doc.pools.push(Pool { id: "events".into(), name: "Events".into(), items });
}
