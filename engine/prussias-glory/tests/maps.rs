//! The shipped maps and set-ups against what they were made from: the table of starting hexes, and the geography of
//! the four battlefields where it is at hand (`OBLIQUE_GEO=FOLDER`; `--nocapture` prints every distance).

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod support;

use engine::hex::{Edge, Hex};
use engine::scenario::{MapDoc, Piece, Place, ScenarioDoc, Value};
use serde_json::Value as Json;
use std::path::PathBuf;
use support::{SCENARIOS, root, rules, scenario};

/// Where a piece starts, or is set up unless its owner wants otherwise.
fn start(doc: &ScenarioDoc, piece: &Piece) -> String {
    match &piece.place {
        Place::Hex(h) => doc.map.hex_label(*h),
        _ => match piece.props.get("usual") {
            Some(Value::Text(t)) => t.clone(),
            Some(Value::Int(n)) => format!("{n:04}"),
            _ => String::new(),
        },
    }
}

/// Main scenarios: units whose hex of the table lies outside their wing's area stand in the nearest hex of it, and so do the two
/// batteries with Finck.
const MOVED: [(&str, &str, &str, &str); 9] = [
    ("prague-main", "Zieten", "1704", "1804"),
    ("prague-main", "Hohenems", "1018", "1118"),
    ("kolin-main", "Serbelloni", "1916", "1915"),
    ("krefeld-main", "Spörcken", "2804", "2704"),
    ("kunersdorf-main", "Finck", "1909", "1808"),
    ("kunersdorf-main", "Finck", "1609", "1709"),
    ("kunersdorf-main", "Golitsyn", "2115", "2014"),
    ("kunersdorf-main", "guns", "1809", "1808"),
    ("kunersdorf-main", "guns", "1609", "1509"),
];

#[test]
fn everybody_starts_where_the_table_says() {
    let table = std::fs::read_to_string(root().join("engine/prussias-glory/tests/data/starts.tsv")).unwrap();
    let mut moved = 0;
    for (form, column) in [("battle", 4), ("main", 5)] {
        for line in table.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            let name = format!("{}-{form}", cells[0]);
            let doc = scenario(&name);
            let (leader, units) = cells[column].split_once(':').unwrap();
            let pieces = || doc.pieces.iter();
            let side =
                doc.sides.iter().find(|s| s.id.starts_with(&cells[1][..2])).or_else(|| {
                    doc.sides.iter().find(|s| s.props.get("player") == Some(&Value::from(cells[1])))
                });
            let side = &side.unwrap_or_else(|| panic!("{name}: no side {}", cells[1])).id;
            let led = pieces().find(|p| p.name == cells[3]);
            let found: Vec<String> = match led {
                Some(l) => {
                    assert_eq!(start(&doc, l), leader.trim(), "{name}: {}", cells[3]);
                    pieces().filter(|p| p.parent == l.id).map(|p| start(&doc, p)).collect()
                }
                None => {
                    assert_eq!(cells[3], "guns", "{name}: nobody is called {}", cells[3]);
                    pieces()
                        .filter(|p| p.kind == "artillery" && p.side == *side)
                        .map(|p| start(&doc, p))
                        .collect()
                }
            };
            let want: Vec<&str> = units.split_whitespace().collect();
            if cells[2] == "-" {
                continue;
            }
            assert_eq!(found.len(), want.len(), "{name}: {}", cells[3]);
            for (have, want) in found.iter().zip(&want).filter(|(a, b)| a != b) {
                let known = (name.as_str(), cells[3], *want, have.as_str());
                assert!(MOVED.contains(&known), "{name}: {} has a unit in {have}, not {want}", cells[3]);
                moved += 1;
            }
        }
    }
    assert_eq!(moved, MOVED.len());
}

#[test]
fn nobody_starts_out_of_command_and_nothing_is_wrong() {
    use engine::game::AnyRuleset;
    let rules = rules();
    // Main scenarios are refused as long as nobody can be set up.
    for name in SCENARIOS.iter().filter(|n| n.ends_with("battle")) {
        let doc = scenario(name);
        let mut options = doc.options.clone();
        options.extend(support::playable());
        let issues = rules.check(&doc, &options);
        let is_known = |i: &&engine::scenario::Issue| !i.text.contains("cannot be played yet");
        let list: Vec<String> = issues.list.iter().filter(is_known).map(ToString::to_string).collect();
        assert!(list.is_empty(), "{name}:\n{}", list.join("\n"));
    }
}

/// Metres east and south of the middle of the sheet.
type Spot = (f64, f64);

const STEP: f64 = 457.2;

fn geography(name: &str) -> Option<Json> {
    let file = format!("battles/{name}.geojson");
    let path = root().join("../shared/geo").join(&file);
    let path = if path.is_file() { path } else { PathBuf::from(std::env::var_os("OBLIQUE_GEO")?).join(file) };
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

struct Sheet<'a> {
    map: &'a MapDoc,
    middle: (f64, f64),
}

impl Sheet<'_> {
    fn spot(&self, point: &Json) -> Spot {
        let (lon, lat) = (point[0].as_f64().unwrap(), point[1].as_f64().unwrap());
        let metres = 111_320.0;
        ((lon - self.middle.0) * metres * self.middle.1.to_radians().cos(), (self.middle.1 - lat) * metres)
    }

    fn centre(&self, h: Hex) -> Spot {
        let (col, row) = self.map.grid.column_and_row(h);
        let (cols, rows) = (f64::from(self.map.grid.cols), f64::from(self.map.grid.rows));
        let shoved = if col % 2 == 1 { 0.5 } else { 0.0 };
        let east = (f64::from(col) - (cols - 1.0) / 2.0) * STEP * 0.75_f64.sqrt();
        (east, (f64::from(row) + shoved - (rows - 0.5) / 2.0) * STEP)
    }

    fn middle_of(&self, e: Edge) -> Spot {
        let (hex, dir) = e.stored_key();
        let (a, b) = (self.centre(hex), self.centre(hex.step(dir)));
        ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
    }

    /// Hexes from a spot to the nearest of some.
    fn nearest(&self, spot: Spot, spots: impl Iterator<Item = Spot>) -> f64 {
        let far = spots.map(|s| (s.0 - spot.0).hypot(s.1 - spot.1) / STEP);
        far.fold(f64::INFINITY, f64::min)
    }

    fn is_on_sheet(&self, spot: Spot) -> bool {
        let all = self.map.grid.ids().map(|id| self.centre(self.map.grid.hex(id)));
        self.nearest(spot, all) <= 0.6
    }
}

fn middle(extent: &Json) -> (f64, f64) {
    let ring = extent["geometry"]["coordinates"][0].as_array().unwrap();
    let range = |i: usize| {
        let list = ring.iter().map(move |p| p[i].as_f64().unwrap());
        (list.clone().fold(f64::INFINITY, f64::min) + list.fold(f64::NEG_INFINITY, f64::max)) / 2.0
    };
    (range(0), range(1))
}

/// Spots along a line, every two hundred metres.
fn along(points: &[Spot]) -> Vec<Spot> {
    let mut out = Vec::new();
    for pair in points.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let steps = (dx.hypot(dy) / 200.0).ceil().max(1.0) as usize;
        out.extend((0..=steps).map(|i| {
            let part = i as f64 / steps as f64;
            (pair[0].0 + dx * part, pair[0].1 + dy * part)
        }));
    }
    out
}

fn is_inside(spot: Spot, ring: &[Spot]) -> bool {
    let mut inside = false;
    for i in 0..ring.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        if (a.1 > spot.1) != (b.1 > spot.1) && spot.0 < (b.0 - a.0) * (spot.1 - a.1) / (b.1 - a.1) + a.0 {
            inside = !inside;
        }
    }
    inside
}

/// What lies farther than one hex from where the geography has it, with the reason.
const ELSEWHERE: [(&str, &str); 2] = [
    // Where the road of the map crosses the pond, not where the geography has the dam.
    ("prague", "Sterbohol causeway"),
    // Shorter than a hexside: drawn on the nearest one.
    ("kunersdorf", "churchyard wall"),
];

/// One line for each village, bridge, work and hill level; those beyond one hex are returned.
fn compare(name: &str, doc: &ScenarioDoc, geo: &Json) -> Vec<String> {
    let features = geo["features"].as_array().unwrap();
    let extent = features.iter().find(|f| f["properties"]["kind"] == "extent").unwrap();
    let map = &doc.map;
    let sheet = Sheet { map, middle: middle(extent) };
    let edges = |kinds: &'static [&'static str]| {
        let is_one = move |list: &Vec<engine::scenario::EdgeFeature>| {
            list.iter().any(|f| kinds.contains(&f.kind.as_str()))
        };
        map.edges.iter().filter(move |(_, list)| is_one(list)).map(|(e, _)| *e).collect::<Vec<Edge>>()
    };
    let mut far = Vec::new();
    let mut say = |what: String, distance: f64| {
        println!("{name}: {what}: {distance:.2} hexes");
        let known = ELSEWHERE.iter().any(|(battle, part)| *battle == name && what.contains(part));
        if distance > 1.0 && !known {
            far.push(format!("{name}: {what}: {distance:.2} hexes"));
        }
    };
    let settled = || {
        let is_settled = |id: &engine::hex::HexId| {
            let t = map.terrain_at(*id);
            t == "town" || t.contains("village")
        };
        map.grid.ids().filter(is_settled).map(|id| sheet.centre(map.grid.hex(id)))
    };
    for f in features {
        let p = &f["properties"];
        let title = p["name"].as_str().unwrap_or("without name");
        match p["kind"].as_str().unwrap_or_default() {
            kind @ ("village" | "town") => {
                let spot = match p["centre"].as_array() {
                    Some(_) => sheet.spot(&p["centre"]),
                    None => {
                        let ring = f["geometry"]["coordinates"][0].as_array().unwrap();
                        let spots: Vec<Spot> = ring.iter().map(|x| sheet.spot(x)).collect();
                        let n = spots.len() as f64;
                        (
                            spots.iter().map(|s| s.0).sum::<f64>() / n,
                            spots.iter().map(|s| s.1).sum::<f64>() / n,
                        )
                    }
                };
                if sheet.is_on_sheet(spot) {
                    say(format!("{kind} {title}"), sheet.nearest(spot, settled()));
                }
            }
            kind @ ("bridge" | "ford") => {
                let spot = sheet.spot(&f["geometry"]["coordinates"]);
                let all = edges(&["bridge", "ford", "gate", "causeway"]);
                if sheet.is_on_sheet(spot) {
                    let there = all.iter().map(|e| sheet.middle_of(*e));
                    say(format!("{kind} {title}"), sheet.nearest(spot, there));
                }
            }
            kind @ ("entrenchment" | "abatis" | "wall") => {
                let kinds: &'static [&'static str] = match kind {
                    "entrenchment" => &["entrenchment"],
                    "abatis" => &["abatis"],
                    _ => &["wall", "gate"],
                };
                let line = f["geometry"]["coordinates"].as_array().unwrap();
                let spots: Vec<Spot> = line.iter().map(|x| sheet.spot(x)).collect();
                let all = edges(kinds);
                let there = || all.iter().map(|e| sheet.middle_of(*e));
                let worst = along(&spots)
                    .into_iter()
                    .filter(|s| sheet.is_on_sheet(*s))
                    .map(|s| sheet.nearest(s, there()))
                    .fold(0.0, f64::max);
                say(format!("{kind} {title}"), worst);
            }
            _ => {}
        }
    }
    for (level, distance) in levels(&sheet, features) {
        say(format!("level {level}"), distance);
    }
    far
}

/// For each level, how far the farthest hex that should have it is from one that has it.
fn levels(sheet: &Sheet<'_>, features: &[Json]) -> Vec<(i8, f64)> {
    let map = sheet.map;
    let hills: Vec<(i8, Vec<Spot>)> = features
        .iter()
        .filter(|f| f["properties"]["kind"] == "hill")
        .map(|f| {
            let ring = f["geometry"]["coordinates"][0].as_array().unwrap();
            let level = f["properties"]["level"].as_i64().unwrap() as i8;
            (level, ring.iter().map(|x| sheet.spot(x)).collect())
        })
        .collect();
    let want = |spot: Spot| hills.iter().filter(|h| is_inside(spot, &h.1)).map(|h| h.0).max().unwrap_or(0);
    let have = |h: Hex| map.grid.id(h).and_then(|id| map.levels.get(id.index()));
    let mut out: Vec<(i8, f64)> = Vec::new();
    for id in map.grid.ids() {
        let hex = map.grid.hex(id);
        let level = want(sheet.centre(hex));
        let far = (0..=5).find(|r| hex.hexes_within(*r).into_iter().any(|h| have(h) == Some(level)));
        let far = far.map_or(9.0, f64::from);
        match out.iter_mut().find(|o| o.0 == level) {
            Some(o) => o.1 = o.1.max(far),
            None => out.push((level, far)),
        }
    }
    out
}

#[test]
fn villages_bridges_levels_and_works_lie_where_they_were() {
    let mut far = Vec::new();
    for name in ["prague", "kolin", "krefeld", "kunersdorf"] {
        let Some(geo) = geography(name) else {
            println!("{name}: its geography is not at hand; OBLIQUE_GEO names the folder");
            continue;
        };
        far.extend(compare(name, &scenario(&format!("{name}-battle")), &geo));
        let (battle, main) = (scenario(&format!("{name}-battle")), scenario(&format!("{name}-main")));
        assert_eq!(battle.map.levels, main.map.levels, "{name}: both scenarios have one map");
        assert_eq!(battle.map.edges, main.map.edges, "{name}: both scenarios have one map");
    }
    assert!(far.is_empty(), "{}", far.join("\n"));
}
