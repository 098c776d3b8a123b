//! The map of the campaigns against the geography it shows: rivers, passes, mountains and places, each with its
//! distance, which is printed (`--nocapture`).

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use engine::hex::{Dir, Edge, HexId};
use engine::scenario::{Issues, ScenarioDoc, parse};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Places on the sheet are measured in radii of a hex, from the middle of hex 0101.
type Pos = [f64; 2];

const ROOT3: f64 = 1.732_050_807_568_877;

/// Passes over which no road of the map is led: the tracks over them were not for armies.
const WITHOUT_ROAD: [&str; 10] = [
    "Achenpass",
    "Einsiedl-Sayda",
    "Graslitz-Klingenthal",
    "Landeck-Jauernig",
    "Neuwelt-Schreiberhau",
    "Nordhalben",
    "Pressnitz-Weipert",
    "Ramsau (Goldenstein)",
    "Rumburg",
    "Strany",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn campaign() -> ScenarioDoc {
    let text = std::fs::read_to_string(root().join("scenarios/austrian-succession/long.ron")).unwrap();
    parse(&text, &mut Issues::default()).unwrap()
}

fn geo() -> Value {
    let text = std::fs::read_to_string(root().join("tests/geo/theatre-1740.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Azimuthal equidistant about 14.50 E 49.87 N, which is the middle of the sheet; north is up.
fn on_sheet(at: &Value) -> Pos {
    let (lon, lat) = (at[0].as_f64().unwrap(), at[1].as_f64().unwrap());
    let (east, north, middle) = ((lon - 14.5).to_radians(), lat.to_radians(), 49.87_f64.to_radians());
    let cos = middle.sin() * north.sin() + middle.cos() * north.cos() * east.cos();
    let angle = cos.min(1.0).acos();
    let stretch = if angle < 1e-9 { 1.0 } else { angle / angle.sin() };
    let scale = stretch * 6_371_000.0 / (12_070.0 / ROOT3);
    let x = scale * north.cos() * east.sin();
    let y = scale * (middle.cos() * north.sin() - middle.sin() * north.cos() * east.cos());
    [49.0 * 1.5 / 2.0 + x, 53.5 * ROOT3 / 2.0 - y]
}

/// The middle of a hex by column and row, also beyond the sheet.
fn middle_of((col, row): (i16, i16)) -> Pos {
    [1.5 * f64::from(col), (f64::from(row) + 0.5 * f64::from(col.rem_euclid(2))) * ROOT3]
}

fn middle(doc: &ScenarioDoc, id: HexId) -> Pos {
    middle_of(doc.map.grid.column_and_row(doc.map.grid.hex(id)))
}

fn edge_middle(doc: &ScenarioDoc, edge: Edge) -> Pos {
    let [a, b] = edge.hexes().map(|hex| middle_of(doc.map.grid.column_and_row(hex)));
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

/// In hexes.
fn far(a: Pos, b: Pos) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1]) / ROOT3
}

fn off_line(p: Pos, line: &[Pos]) -> f64 {
    let off = |a: Pos, b: Pos| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx * dx + dy * dy;
        let t = if length == 0.0 { 0.0 } else { ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length };
        far(p, [a[0] + t.clamp(0.0, 1.0) * dx, a[1] + t.clamp(0.0, 1.0) * dy])
    };
    line.windows(2).map(|w| off(w[0], w[1])).fold(f64::MAX, f64::min)
}

fn is_inside(p: Pos, ring: &[Pos]) -> bool {
    let crosses = |a: Pos, b: Pos| {
        (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]
    };
    (0..ring.len()).filter(|i| crosses(ring[*i], ring[(i + 1) % ring.len()])).count() % 2 == 1
}

/// Named lines or rings of the geography.
fn lines(geo: &Value, list: &str, field: &str) -> Vec<(String, Vec<Pos>)> {
    let one = |v: &Value| {
        let points = v[field].as_array().unwrap().iter().map(on_sheet).collect();
        (v["name"].as_str().unwrap().to_owned(), points)
    };
    geo[list].as_array().unwrap().iter().map(one).collect()
}

fn spots(geo: &Value, list: &str) -> Vec<(String, Pos)> {
    let one = |v: &Value| (v["name"].as_str().unwrap().to_owned(), on_sheet(&v["at"]));
    geo[list].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn the_corners_of_the_sheet_are_where_the_frame_has_them() {
    let doc = campaign();
    for (label, lon, lat) in
        [("0101", 10.70, 52.71), ("5001", 18.30, 52.66), ("0154", 11.13, 46.97), ("5054", 17.87, 46.92)]
    {
        let corner = middle(&doc, doc.map.grid.parse(label).unwrap());
        let off = far(corner, on_sheet(&serde_json::json!([lon, lat])));
        assert!(off < 0.1, "{label}: {off:.2} hexes");
    }
}

#[test]
fn rivers_run_where_rivers_ran() {
    let (doc, geo) = (campaign(), geo());
    let rivers = lines(&geo, "rivers", "line");
    let sides: Vec<Edge> = doc.map.edges_of("river").collect();
    let mut worst = (0.0, String::new());
    for edge in &sides {
        let at = edge_middle(&doc, *edge);
        let near = rivers.iter().map(|(name, line)| (off_line(at, line), name));
        let (off, river) = near.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        println!("river {} {river}: {off:.2} hexes", doc.map.edge_label(*edge));
        assert!(off <= 1.0, "{} lies {off:.2} hexes from {river}", doc.map.edge_label(*edge));
        if off > worst.0 {
            worst = (off, format!("{} ({river})", doc.map.edge_label(*edge)));
        }
    }
    println!("{} river sides, the worst {:.2} hexes off: {}", sides.len(), worst.0, worst.1);
    // The rivers the map has are there along most of their course.
    let names = "Elbe,Saale,Havel,Spree,Mulde,Oder,Lausitzer Neisse,Bober,Glatzer Neisse,Warthe,Moldau,Eger,Beraun,\
        Danube,Inn,Isar,Salzach,Enns,March,Thaya,Mur,Raab,Waag";
    for name in names.split(',') {
        let is_on = |p: &Pos| (0.0..73.5).contains(&p[0]) && (0.0..92.0).contains(&p[1]);
        let own = rivers.iter().filter(|(n, _)| n == name).flat_map(|(_, line)| line.iter().copied());
        let points: Vec<Pos> = own.filter(is_on).collect();
        let is_near = |p: &Pos| sides.iter().any(|e| far(edge_middle(&doc, *e), *p) < 1.2);
        let found = points.iter().filter(|p| is_near(p)).count();
        println!("{name}: {found} of {} points have a river side near", points.len());
        assert!(!points.is_empty() && found * 10 > points.len() * 6, "{name}: {found} of {}", points.len());
    }
}

/// Every river comes from its source or the rim of the map and goes to another river or the rim: no side stands alone.
#[test]
fn no_river_side_is_an_orphan() {
    let doc = campaign();
    let sides: BTreeSet<Edge> = doc.map.edges_of("river").collect();
    let beside = |edge: &Edge| -> usize {
        let around = edge.end_corners().into_iter().flat_map(|c| c.edges_meeting());
        around.filter(|e| e != edge && sides.contains(e)).count()
    };
    let alone: Vec<String> =
        sides.iter().filter(|e| beside(e) == 0).map(|e| doc.map.edge_label(*e)).collect();
    assert!(alone.is_empty(), "{alone:?}");
}

#[test]
fn places_stand_where_they_stood() {
    let (doc, geo) = (campaign(), geo());
    let known = spots(&geo, "places");
    let mut count = 0;
    let is_place = |id: &HexId| matches!(doc.map.terrain_at(*id), "fortress" | "town" | "free-city");
    for id in doc.map.grid.ids().filter(is_place) {
        let name = doc.map.place_name(doc.map.grid.hex(id)).unwrap();
        let spot = known.iter().find(|(n, _)| n == name);
        let at = spot.unwrap_or_else(|| panic!("{name} is no known place")).1;
        let off = far(middle(&doc, id), at);
        println!("place {} {name}: {off:.2} hexes", doc.map.grid.label(id));
        assert!(off <= 1.0, "{name}: {off:.2} hexes");
        count += 1;
    }
    println!("{count} places");
    assert_eq!(count, 55);
}

#[test]
fn passes_lie_where_armies_crossed() {
    let (doc, geo) = (campaign(), geo());
    let is_on_road = |id: &HexId| {
        let hex = doc.map.grid.hex(*id);
        Dir::ALL.iter().any(|d| doc.map.roads.contains_key(&Edge::new(hex, *d)))
    };
    let roads: Vec<HexId> = doc.map.grid.ids().filter(is_on_road).collect();
    let mut without = BTreeSet::new();
    let mut count = 0;
    let all = spots(&geo, "passes");
    for (name, at) in &all {
        if !(-0.5..74.0).contains(&at[0]) || !(-0.5..93.0).contains(&at[1]) {
            continue;
        }
        let near = roads.iter().map(|id| (far(middle(&doc, *id), *at), *id));
        let (off, id) = near.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        println!("pass {name}: road in {} at {off:.2} hexes", doc.map.grid.label(id));
        count += 1;
        if off > 1.0 {
            without.insert(name.as_str());
        }
    }
    println!("{count} passes on the sheet, {} without a road of the map", without.len());
    assert!(count >= 40);
    assert_eq!(without.into_iter().collect::<Vec<_>>(), WITHOUT_ROAD);
}

#[test]
fn mountains_stand_on_their_ranges() {
    let (doc, geo) = (campaign(), geo());
    let ranges = lines(&geo, "ranges", "ring");
    let mut worst = 0.0_f64;
    for id in doc.map.grid.ids().filter(|id| doc.map.terrain_at(*id) == "mountain") {
        let at = middle(&doc, id);
        let off = |(name, ring): &(String, Vec<Pos>)| {
            (if is_inside(at, ring) { 0.0 } else { off_line(at, ring) }, name.clone())
        };
        let (off, range) = ranges.iter().map(off).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(off <= 1.0, "{}: {off:.2} hexes from {range}", doc.map.grid.label(id));
        worst = worst.max(off);
    }
    println!("mountains: the worst {worst:.2} hexes off");
}
