//! Schema, and the document made playable.

use crate::state::{GREEN, Nothing};
use engine::game::{Control, PlacementEntry, read_placement};
use engine::hex::{Edge, HexId};
use engine::los::LineTable;
use engine::map::Map;
use engine::scenario::declared::{Choice, ChoiceField, Declared, Number, NumberField};
use engine::scenario::front_end::Resolver;
use engine::scenario::{
    At, EdgeKind, Field, FieldKind, Issues, NationKind, OptionSet, Place, PoolKind, RoadKind, ScenarioDoc,
    ScheduleKind, Schema, Slope, SpecialKind, TerrainKind, UnitKind, Value, When, WhenKind,
};

pub const WOOD: u8 = 1;
pub const RIVER: u8 = 0;
pub const BRIDGE: u8 = 1;
pub const RAMPART: u8 = 2;
pub const HIGHWAY: u8 = 1;
pub const TRACK: u8 = 2;
/// Markers of the pool, in the order of the bag.
pub const MARKERS: [&str; 4] = ["Green joins", "Rain", "Bridge burns", "Quiet"];
/// The condition of the schedule: a side has lost so many counters.
pub const LOSSES: &str = "losses";
pub const SHEET: &str = "camp";
pub const SLOT: &str = "reserve";
pub const LONGEST_SIGHT: u8 = 4;

pub struct Piece {
    pub id: String,
    pub name: String,
    pub kind: u8,
    pub side: u8,
    pub place: Start,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    Off,
    Box,
    Hex(HexId),
}

pub struct Arrival {
    pub when: When,
    pub pieces: Vec<u8>,
    pub hexes: Vec<HexId>,
}

pub struct Setup {
    pub map: Map,
    pub lines: LineTable,
    /// Blue, red and perhaps green, which belongs to nobody at first.
    pub sides: Vec<(String, String)>,
    pub control: Control,
    pub pieces: Vec<Piece>,
    pub entries: Vec<PlacementEntry<u8>>,
    pub arrivals: Vec<Arrival>,
    /// Where each side deploys from its box.
    pub camps: [Vec<HexId>; 2],
    pub bridges: Vec<Edge>,
    pub pool: Vec<u8>,
    pub turns: u32,
    pub sight: u8,
}

impl Setup {
    pub fn side_index(&self, id: &str) -> Option<u8> {
        self.sides.iter().position(|s| s.0 == id).map(|i| i as u8)
    }
}

pub const KINDS: [(&str, &str, &str); 3] =
    [("foot", "Foot", "infantry"), ("guns", "Guns", "artillery"), ("leader", "Leader", "leader")];

/// How far one sees (M.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    Day,
    /// No further than the next hex.
    Dusk,
}

const TURNS: NumberField<u32> =
    Declared::new("turns", "Turns", Number::between(1, 9, 3), "M.1", "How long it lasts.");
const SIGHT: NumberField<u8> = Declared::new(
    "sight",
    "Sight",
    Number::between(1, LONGEST_SIGHT as i64, 3),
    "M.1",
    "How many hexes one sees by day.",
);
const LIGHT: ChoiceField<Light> = Declared::new(
    "light",
    "Light",
    Choice::of(&[("day", "Day", Light::Day), ("dusk", "Dusk", Light::Dusk)]),
    "M.1",
    "At dusk one sees no further than the next hex.",
);

fn field(id: &str, kind: FieldKind, default: Value) -> Field {
    Field {
        id: id.into(),
        name: id.into(),
        kind,
        default,
        rule: "M.7".into(),
        help: String::new(),
        printed: false,
    }
}

pub fn schema() -> Schema {
    let terrain = |id: &str, name: &str, art: &str, key| TerrainKind {
        id: id.into(),
        name: name.into(),
        art: art.into(),
        key,
        ..TerrainKind::default()
    };
    let edge = |id: &str, art: &str, directed, slope| EdgeKind {
        id: id.into(),
        name: id.into(),
        art: art.into(),
        directed,
        slope,
        ..EdgeKind::default()
    };
    let road = |id: &str| RoadKind { id: id.into(), name: id.into(), art: "road".into() };
    let nation = |id: &str, army: &str| NationKind {
        id: id.into(),
        name: id.into(),
        adjective: id.into(),
        army: army.into(),
    };
    let unit = |(id, name, figure): (&str, &str, &str)| UnitKind {
        id: id.into(),
        name: name.into(),
        figure: figure.into(),
        leader: id == "leader",
        footprint: (1, 1),
        ..UnitKind::default()
    };
    let losses = SpecialKind {
        id: LOSSES.into(),
        name: "Losses".into(),
        fields: vec![
            field("side", FieldKind::Side, Value::from("")),
            field("count", FieldKind::Int { min: 1, max: 9 }, Value::Int(1)),
        ],
        ..SpecialKind::default()
    };
    let events = MARKERS.map(|m| (m.to_owned(), m.to_owned())).to_vec();
    Schema {
        ruleset: "made-up".into(),
        name: "Made up".into(),
        terrains: vec![terrain("clear", "Clear", "clear", '.'), terrain("wood", "Wood", "heavy wood", 'w')],
        edges: vec![
            edge("river", "river", false, None),
            edge("bridge", "bridge", false, None),
            edge("rampart", "entrenchment", true, None),
            edge("bank", "slope", true, Some(Slope::Gentle)),
            edge("cliff", "steep slope", true, Some(Slope::Steep)),
            edge("graded", "no slope", false, Some(Slope::None)),
        ],
        roads: vec![road("highway"), road("track")],
        levels: Some((0, 3)),
        units: KINDS.map(unit).to_vec(),
        nations: vec![nation("blue", "prussian"), nation("red", "austrian"), nation("green", "saxon")],
        schedule: vec![ScheduleKind {
            id: "arrival".into(),
            name: "Arrival".into(),
            rule: "M.7".into(),
            when: vec![WhenKind::Turn, WhenKind::Event(events), WhenKind::Condition(vec![losses])],
            pieces: true,
            area: true,
            ..ScheduleKind::default()
        }],
        options: vec![TURNS.option(), SIGHT.option(), LIGHT.option()],
        sheets: vec![SHEET.into()],
        pools: vec![PoolKind {
            id: "events".into(),
            name: "Events".into(),
            markers: MARKERS.map(str::to_owned).to_vec(),
            rule: "M.6".into(),
        }],
        own_nations: true,
        setup: true,
        setup_near: true,
        ..Schema::default()
    }
}

pub fn compile(doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
    let schema = schema();
    let before = issues.errors();
    let map = Map::compile(&doc.map, &schema, issues);
    if map.is_empty() || !(2..=3).contains(&doc.sides.len()) {
        issues
            .error(At::Field("sides".into()), "sides", "a map and two or three sides are needed")
            .rule("M.1");
        return None;
    }
    let sides: Vec<(String, String)> = doc.sides.iter().map(|s| (s.id.clone(), s.name.clone())).collect();
    let names = Resolver::new(doc, &schema);
    let side_of = |id: &str| names.side(id).map(|i| i as u8);
    let pieces = read_pieces(doc, &map, &names, issues);
    if pieces.is_empty() || pieces.len() > usize::from(Nothing::MOST) {
        issues.error(At::Whole, "pieces", "there are no pieces, or too many").rule("M.1");
    }
    let index = |id: String| pieces.iter().position(|p| p.id == id).map(|i| i as u8);
    let ids: Vec<&str> = sides.iter().take(2).map(|s| s.0.as_str()).collect();
    let entries = read_placement(doc, &map, &ids, true, issues);
    let entries = entries.into_iter().map(|e| (e.side, e)).map(|(s, e)| e.resolve(s, index)).collect();
    let arrivals = read_arrivals(doc, &map, &side_of, &index, issues);
    let camp = |side: &str| map.region(&format!("{side}-camp")).map(<[HexId]>::to_vec).unwrap_or_default();
    let camps = [camp(ids[0]), camp(ids[1])];
    let in_pool = |marker: &str| -> u32 {
        doc.pools.iter().flat_map(|p| &p.items).filter(|item| item.0 == marker).map(|item| item.1).sum()
    };
    let pool: Vec<u8> = MARKERS.iter().map(|marker| in_pool(marker).min(20) as u8).collect();
    if doc.pools.iter().flat_map(|p| &p.items).any(|i| !MARKERS.contains(&i.0.as_str())) {
        issues
            .error(At::Field("pools".into()), "events", "there is an unknown marker in the pool")
            .rule("M.6");
    }
    let turns = TURNS.read_or_default(options);
    let by_day = SIGHT.read_or_default(options);
    let sight = if LIGHT.read(options) == Some(Light::Dusk) { 1 } else { by_day };
    let bridges = doc.map.edges_of("bridge").collect();
    debug_assert_eq!(usize::from(GREEN), 2);
    (issues.errors() == before).then(|| Setup {
        map,
        lines: LineTable::new(LONGEST_SIGHT),
        sides,
        control: Control::from_document(doc),
        pieces,
        entries,
        arrivals,
        camps,
        bridges,
        pool,
        turns,
        sight,
    })
}

fn read_pieces(doc: &ScenarioDoc, map: &Map, names: &Resolver, issues: &mut Issues) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for p in doc.pieces.iter() {
        let place = match &p.place {
            Place::Hex(h) => map.grid.id(*h).map(Start::Hex),
            Place::Box { sheet, slot } if sheet == SHEET && slot == SLOT => Some(Start::Box),
            Place::Off => Some(Start::Off),
            _ => None,
        };
        let (Some(kind), Some(side), Some(place)) = (names.unit_kind(p), names.side(&p.side), place) else {
            issues.error(At::Piece(p.id.clone()), &p.id, "its kind, side or place is unknown").rule("M.1");
            continue;
        };
        let name = if p.name.is_empty() { p.id.clone() } else { p.name.clone() };
        pieces.push(Piece { id: p.id.clone(), name, kind: kind as u8, side: side as u8, place });
    }
    pieces
}

/// Who comes later; `index` finds a piece by its name.
fn read_arrivals(
    doc: &ScenarioDoc,
    map: &Map,
    side_of: &dyn Fn(&str) -> Option<u8>,
    index: &dyn Fn(String) -> Option<u8>,
    issues: &mut Issues,
) -> Vec<Arrival> {
    let read = doc.schedule.iter().enumerate().filter_map(|(i, e)| {
        let is_known = match &e.when {
            When::Turn(_) => true,
            When::Event(name) => MARKERS.contains(&name.as_str()),
            When::Condition { kind, props } => {
                kind == LOSSES && props.get("side").and_then(Value::as_text).and_then(side_of).is_some()
            }
            When::Die { .. } => false,
        };
        let Some(area) = map.region(&e.area).filter(|_| is_known) else {
            issues.error(At::Schedule(i), &e.name, "its time or its area is unknown").rule("M.7");
            return None;
        };
        let pieces = e.pieces.iter().filter_map(|p| index(p.clone())).collect();
        Some(Arrival { when: e.when.clone(), pieces, hexes: area.to_vec() })
    });
    read.collect()
}
