//! The map of the operational campaigns against the geography it shows: rivers, passes, mountains, sea
//! and fortresses, each with its distance. With `GEO_PICTURE=folder` the map is drawn with the geography
//! over it.

#![allow(clippy::unwrap_used)]

use board::art::MapStyle;
use board::layout::{Layout, Pos, distance_to_segment};
use board::palette::Rgba;
use board::scene::{Face, Shape, Stroke, Text};
use egui::{pos2, vec2};
use engine::hex::{Corner, Edge, HexId};
use engine::scenario::ScenarioDoc;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const RULES: &str = "frederick-the-great";
const ROOT3: f32 = 1.732_050_8;

/// Places whose printed hex lies off their true place, as the sources on the lost map say: it is
/// compressed in the north-east, and the rulebook's hexes of these fit no better.
const WEAK_PLACES: [&str; 12] = [
    "Königsberg",
    "Glatz",
    "Kolberg",
    "Brunswick",
    "Verden",
    "Cologne",
    "Coblenz",
    "Fulda",
    "Saarlouis",
    "Strasbourg",
    // Dortmund, Hamm or Lippstadt: the sources do not agree which town the hex is.
    "Lippstadt",
    "Hameln",
];
/// Passes that lead to such a place and are shifted with it.
const WEAK_PASSES: [&str; 2] = ["Silberberg", "Fulda gap (Hünfeld-Vacha)"];

#[derive(Deserialize)]
struct Course {
    name: String,
    line: Vec<[f32; 2]>,
}

#[derive(Deserialize)]
struct Spot {
    name: String,
    at: [f32; 2],
}

#[derive(Deserialize)]
struct Area {
    name: String,
    ring: Vec<[f32; 2]>,
}

#[derive(Deserialize)]
struct Geo {
    rivers: Vec<Course>,
    passes: Vec<Spot>,
    ranges: Vec<Area>,
    water: Vec<Area>,
    places: Vec<Spot>,
}

fn geo() -> Geo {
    let text = std::fs::read_to_string(tests::root().join("tests/geo/central-europe.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn campaigns() -> Vec<Arc<ScenarioDoc>> {
    let all = tests::shipped().into_iter().map(|s| s.doc);
    // Tutorials have a map of their own.
    let out: Vec<_> = all.filter(|d| d.ruleset == RULES && d.map.grid.len() == 43 * 38).collect();
    assert_eq!(out.len(), 7, "the seven campaigns");
    out
}

/// A place on the sheet by the fit of the known hexes: row and column by latitude and longitude. The fit
/// takes no notice of the half hex that odd rows stand further east; a quarter of a hex evens that out.
fn on_sheet(l: &Layout, [lon, lat]: [f32; 2]) -> Pos {
    let (lon, lat) = (f64::from(lon), f64::from(lat));
    let row = -252.774 + 5.2520 * lat + 0.0776 * lon;
    let col = -20.790 + 0.0392 * lat + 3.0464 * lon + 0.25;
    // Row 2 has an even number and is not shoved: its column 1 is the origin of the reckoning.
    let origin = l.center(l.grid.parse("0201").unwrap());
    origin + vec2((col - 1.0) as f32 * ROOT3, -(row - 2.0) as f32 * 1.5)
}

/// How far a point is from a line, in hexes.
fn off_line(p: Pos, line: &[Pos]) -> f32 {
    line.windows(2).map(|w| distance_to_segment(p, w[0], w[1])).fold(f32::MAX, f32::min) / ROOT3
}

fn inside(p: Pos, ring: &[Pos]) -> bool {
    let crosses =
        |a: Pos, b: Pos| (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x;
    (0..ring.len()).filter(|i| crosses(ring[*i], ring[(i + 1) % ring.len()])).count() % 2 == 1
}

fn sides<'a>(doc: &'a ScenarioDoc, kind: &'a str) -> impl Iterator<Item = Edge> + 'a {
    doc.map.edges.iter().filter(move |(_, f)| f.iter().any(|f| f.kind == kind)).map(|(e, _)| *e)
}

fn name(doc: &ScenarioDoc, e: Edge) -> String {
    let (hex, d) = e.stored_key();
    let grid = &doc.map.grid;
    format!("{}/{}", grid.id(hex).map_or("off".into(), |h| grid.label(h)), d.compass_name(grid.orientation))
}

#[test]
fn the_seven_campaigns_share_one_map() {
    let all = campaigns();
    for d in &all[1..] {
        let (a, b) = (&all[0].map, &d.map);
        assert!(a.terrain == b.terrain && a.edges == b.edges && a.grid == b.grid, "{}", d.id);
        assert!(a.labels == b.labels && a.scale_m == b.scale_m, "{}", d.id);
    }
}

#[test]
fn rivers_run_where_rivers_ran() {
    let (doc, g) = (campaigns().remove(0), geo());
    let l = Layout::new(doc.map.grid);
    let lines: Vec<(&str, Vec<Pos>)> = g
        .rivers
        .iter()
        .map(|r| (r.name.as_str(), r.line.iter().map(|p| on_sheet(&l, *p)).collect()))
        .collect();
    let mut worst = 0.0_f32;
    let mut count = 0;
    for e in sides(&doc, "river") {
        let mid = l.edge_mid(e);
        let near = lines.iter().map(|(n, line)| (off_line(mid, line), *n));
        let (far, river) = near.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        println!("river {} {river}: {far:.2} hexes", name(&doc, e));
        assert!(far <= 1.0, "{} lies {far:.2} hexes from {river}", name(&doc, e));
        worst = worst.max(far);
        count += 1;
    }
    println!("{count} river sides, the worst {worst:.2} hexes off");
    assert!(count > 400);
    // The great rivers are all there: some side of theirs lies close to the middle of their course.
    for great in [
        "Rhine", "Main", "Lahn", "Ems", "Weser", "Fulda", "Werra", "Aller", "Elbe", "Saale", "Mulde",
        "Havel", "Spree", "Oder", "Warthe", "Vistula", "Danube", "March", "Moldau",
    ] {
        let on = |p: &Pos| l.hex_at(*p).is_some();
        let mine =
            lines.iter().filter(|(n, _)| *n == great).flat_map(|(_, line)| line.iter().filter(|p| on(p)));
        let points: Vec<Pos> = mine.copied().collect();
        let near = |p: &Pos| sides(&doc, "river").any(|e| l.edge_mid(e).distance(*p) / ROOT3 < 1.2);
        let found = points.iter().filter(|p| near(p)).count();
        println!("{great}: {found} of {} points have a river side near", points.len());
        assert!(!points.is_empty() && found * 2 > points.len(), "{great}: {found} of {}", points.len());
    }
}

/// Every river comes from its source or the rim of the map and goes to another river, a lake, the sea or
/// the rim; no side stands alone.
#[test]
fn no_river_side_is_an_orphan() {
    let doc = campaigns().remove(0);
    let mut at: BTreeMap<Corner, Vec<Edge>> = BTreeMap::new();
    for e in sides(&doc, "river") {
        e.end_corners().into_iter().for_each(|c| at.entry(c).or_default().push(e));
    }
    let mut seen: BTreeSet<Edge> = BTreeSet::new();
    let mut courses = Vec::new();
    for start in sides(&doc, "river") {
        let mut todo = vec![start];
        let mut size = 0;
        while let Some(e) = todo.pop() {
            if seen.insert(e) {
                size += 1;
                todo.extend(e.end_corners().iter().flat_map(|c| at[c].iter().copied()));
            }
        }
        if size > 0 {
            courses.push((size, name(&doc, start)));
        }
    }
    println!("river systems: {courses:?}");
    assert!(courses.iter().all(|(n, _)| *n >= 5), "{courses:?}");
}

#[test]
fn passes_lie_where_armies_crossed() {
    let (doc, g) = (campaigns().remove(0), geo());
    let l = Layout::new(doc.map.grid);
    let mut weak = BTreeSet::new();
    let mut count = 0;
    for e in sides(&doc, "pass") {
        let mid = l.edge_mid(e);
        let near = g.passes.iter().map(|p| (on_sheet(&l, p.at).distance(mid) / ROOT3, p.name.as_str()));
        let (far, pass) = near.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        println!("pass {} {pass}: {far:.2} hexes", name(&doc, e));
        count += 1;
        assert!(sides(&doc, "mountain").any(|m| m == e), "{}: a pass through nothing", name(&doc, e));
        if far > 1.0 {
            assert!(
                WEAK_PASSES.contains(&pass) && far < 1.3,
                "{} is {far:.2} hexes from {pass}",
                name(&doc, e)
            );
            weak.insert(pass);
        }
    }
    assert!(count >= 20);
    assert!(WEAK_PASSES.iter().all(|p| weak.contains(p)), "a pass is named weak without need: {weak:?}");
}

#[test]
fn mountains_stand_on_their_ranges() {
    let (doc, g) = (campaigns().remove(0), geo());
    let l = Layout::new(doc.map.grid);
    let ranges: Vec<(&str, Vec<Pos>)> = g
        .ranges
        .iter()
        .map(|r| (r.name.as_str(), r.ring.iter().map(|p| on_sheet(&l, *p)).collect()))
        .collect();
    let off = |p: Pos| {
        let all = ranges.iter().map(|(n, r)| (if inside(p, r) { 0.0 } else { off_line(p, r) }, *n));
        all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
    };
    for id in doc.map.grid.ids().filter(|id| doc.map.terrain_at(*id) == "mountain") {
        let (far, range) = off(l.center(id));
        println!("mountain {} {range}: {far:.2} hexes", doc.map.grid.label(id));
        assert!(far <= 1.0, "{}: {far:.2} hexes from {range}", doc.map.grid.label(id));
    }
    for e in sides(&doc, "mountain") {
        let (far, range) = off(l.edge_mid(e));
        println!("ridge {} {range}: {far:.2} hexes", name(&doc, e));
        assert!(far <= 1.1, "{}: {far:.2} hexes from {range}", name(&doc, e));
    }
}

/// Fortresses stand in the hex geography gives them or in one beside it; each of the known ones is there.
#[test]
fn fortresses_stand_in_their_places() {
    let g = geo();
    for doc in campaigns() {
        let l = Layout::new(doc.map.grid);
        let mut named: BTreeSet<&str> = BTreeSet::new();
        let mut count = 0;
        for p in doc.pieces.iter().filter(|p| p.kind == "fortress") {
            let hexes = match &p.place {
                engine::scenario::Place::Hex(h) => vec![*h],
                engine::scenario::Place::Hexes(h) => h.to_vec(),
                _ => panic!("{} stands nowhere", p.name),
            };
            let here = hexes[0];
            let id = doc.map.grid.id(here).unwrap();
            let known = |s: &&Spot| s.name == p.name || s.name == format!("{} am Main", p.name);
            let Some(spot) = g.places.iter().find(known) else { panic!("{} is no known place", p.name) };
            let far = here.distance(l.place_at(on_sheet(&l, spot.at)));
            println!("{} fortress {} {}: {far} hexes", doc.id, p.name, doc.map.grid.label(id));
            count += 1;
            if far > 1 {
                let weak = WEAK_PLACES.iter().find(|w| **w == p.name);
                named.extend(weak);
                assert!(weak.is_some(), "{}: {} is {far} hexes off", doc.id, p.name);
            }
            assert_eq!(doc.map.terrain_at(id), "fortress", "{}: {}", doc.id, p.name);
        }
        println!("{}: {count} fortresses, off their place: {named:?}", doc.id);
        assert!(count >= 36, "{}: {count} fortresses", doc.id);
    }
}

#[test]
fn the_sea_is_sea_and_the_land_is_land() {
    let (doc, g) = (campaigns().remove(0), geo());
    let l = Layout::new(doc.map.grid);
    let water: Vec<Vec<Pos>> =
        g.water.iter().map(|w| w.ring.iter().map(|p| on_sheet(&l, *p)).collect()).collect();
    let wet = |id: HexId| {
        let c = l.center(id);
        let at = |i: i32| c + vec2((i % 5 - 2) as f32 * 0.3, (i / 5 - 2) as f32 * 0.3);
        (0..25).filter(|i| water.iter().filter(|r| inside(at(*i), r)).count() % 2 == 1).count()
    };
    let mut odd = Vec::new();
    for id in doc.map.grid.ids() {
        let sea = matches!(doc.map.terrain_at(id), "sea" | "lake");
        let share = wet(id);
        let label = doc.map.grid.label(id);
        // East of column 38 in the north the map is compressed.
        let squeezed = label.as_str() >= "3000" && &label[2..] >= "38";
        if ((sea && share < 5) || (!sea && share > 20)) && !squeezed {
            odd.push((label, share));
        }
    }
    println!("hexes that differ from the coast: {odd:?}");
    assert!(odd.len() <= 3, "{odd:?}");
}

/// The map with the geography over it, for looking at.
#[test]
fn drawn_over_the_geography() {
    let Some(folder) = std::env::var_os("GEO_PICTURE") else { return };
    let (doc, g) = (campaigns().remove(0), geo());
    let schema = tests::library().rules(RULES).unwrap().schema();
    let style = MapStyle::at_scale(30.0);
    let mut scene = board::art::map_scene(&doc.map, schema, &style);
    let l = Layout::new(doc.map.grid);
    let line = |pts: &[[f32; 2]]| -> Vec<Pos> { pts.iter().map(|p| on_sheet(&l, *p)).collect() };
    let (red, brown, blue) = (Rgba::hex(0xE0004D), Rgba::hex(0xB05000), Rgba::hex(0x0030FF));
    for a in &g.ranges {
        scene.shapes.push(Shape::outline(line(&a.ring), Stroke::new(0.06, brown)));
    }
    for a in &g.water {
        scene.shapes.push(Shape::outline(line(&a.ring), Stroke::new(0.06, blue)));
    }
    for r in &g.rivers {
        scene.shapes.push(Shape::polyline(line(&r.line), Stroke::round(0.06, red)));
    }
    for p in &g.passes {
        scene.shapes.push(Shape::disc(on_sheet(&l, p.at), 0.15, brown));
    }
    for p in &g.places {
        let at = on_sheet(&l, p.at);
        scene.shapes.push(Shape::disc(at, 0.12, red));
        scene.shapes.push(Shape::Text(Text::new(at + vec2(0.0, -0.2), &p.name, 0.3, Face::UiBold, red)));
    }
    let png = board::raster::to_png(&scene, 30.0);
    std::fs::write(std::path::Path::new(&folder).join("geography.png"), png).unwrap();
    assert!(scene.bounds.contains(pos2(1.0, 1.0)));
}
