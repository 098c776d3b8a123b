//! Geography on small sheets of a made-up rule system; no file beside the project is needed.

use super::*;
use engine::hex::{Edge, Grid, Numbering, Orientation, Shove};
use engine::scenario::{EdgeKind, RoadKind, Schema, TerrainKind};

fn schema() -> Schema {
    let terrain =
        |id: &str| TerrainKind { id: id.into(), name: id.into(), art: id.into(), ..TerrainKind::default() };
    let edge =
        |id: &str, directed| EdgeKind { id: id.into(), art: id.into(), directed, ..EdgeKind::default() };
    Schema {
        name: "Made up".into(),
        terrains: ["clear", "wood", "town", "lake", "waterway", "bridge"].map(terrain).to_vec(),
        edges: vec![
            edge("river", false),
            edge("bridge", false),
            edge("entrenchment", true),
            edge("border", false),
        ],
        roads: vec![RoadKind::default(), RoadKind::default()],
        levels: Some((0, 4)),
        ..Schema::default()
    }
}

fn grid(orientation: Orientation) -> Grid {
    Grid { orientation, shove: Shove::Odd, cols: 20, rows: 16, numbering: Numbering::ccrr() }
}

/// A kilometre from hex to hex about a place in Saxony.
fn frame(orientation: Orientation, rotate: f64) -> Frame {
    Frame { grid: grid(orientation), hex_m: 1000.0, middle: [13.7, 51.0], rotate }
}

/// Kilometres east and north of the middle, as degrees.
fn km(x: f64, y: f64) -> String {
    let lat = 51.0 + y / 111.195;
    format!("[{:.6}, {:.6}]", 13.7 + x / (111.195 * 51f64.to_radians().cos()), lat)
}

fn line(points: &[(f64, f64)]) -> String {
    let list: Vec<String> = points.iter().map(|p| km(p.0, p.1)).collect();
    format!(r#"{{"type": "LineString", "coordinates": [{}]}}"#, list.join(", "))
}

fn ring(points: &[(f64, f64)]) -> String {
    let list: Vec<String> = points.iter().chain(points.first()).map(|p| km(p.0, p.1)).collect();
    format!(r#"{{"type": "Polygon", "coordinates": [[{}]]}}"#, list.join(", "))
}

fn point(x: f64, y: f64) -> String {
    format!(r#"{{"type": "Point", "coordinates": {}}}"#, km(x, y))
}

fn collection(features: &[(&str, &str, String)]) -> String {
    let one = |(kind, name, shape): &(&str, &str, String)| {
        format!(
            r#"{{"type": "Feature", "properties": {{"kind": "{kind}", "name": "{name}", "level": 2}}, "geometry": {shape}}}"#
        )
    };
    let list: Vec<String> = features.iter().map(one).collect();
    format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, list.join(",\n"))
}

fn mapping() -> Mapping {
    Mapping::parse(
        r#"(
        ground: "clear",
        bridge: "bridge",
        rules: [
            (when: {"kind": "hill"}, make: LevelFrom("level")),
            (when: {"kind": "wood|forest"}, make: Terrain("wood"), label: Some(Wood)),
            (when: {"kind": "lake"}, make: Terrain("lake")),
            (when: {"kind": "river"}, shape: Some(Line), make: Side("river"), label: Some(Water)),
            (when: {"kind": "works"}, make: Side("entrenchment")),
            (when: {"kind": "land"}, make: Region("name")),
            (when: {"kind": "march"}, make: Outline("border")),
            (when: {"kind": "road"}, make: Road(1)),
            (when: {"kind": "town"}, make: Terrain("town"), settlement: true, label: Some(Town)),
            (when: {"kind": "bridge"}, make: Side("bridge")),
        ],
    )"#,
    )
    .unwrap()
}

fn made(features: &[(&str, &str, String)], frame: &Frame) -> Imported {
    let features = read("field.geojson", &collection(features)).unwrap();
    import(&features, &mapping(), frame, &schema()).unwrap_or_else(|e| panic!("{e:?}"))
}

fn every_frame() -> Vec<Frame> {
    let mut out = Vec::new();
    for o in [Orientation::PointyTop, Orientation::FlatTop] {
        out.extend([0.0, 37.0, 180.0].map(|r| frame(o, r)));
    }
    out
}

#[test]
fn distances_on_the_sheet_are_those_on_the_ground() {
    for f in every_frame() {
        let layout = board::layout::Layout::new(f.grid);
        let at = |x: f64, y: f64| {
            let text = km(x, y);
            let p: [f64; 2] = serde_json::from_str(&text).unwrap();
            f.place(p)
        };
        assert!(at(0.0, 0.0).distance(layout.sheet_rect().center()) < 1e-3);
        // Ten kilometres are ten steps from hex to hex.
        for (x, y) in [(10.0, 0.0), (0.0, 10.0), (-6.0, 8.0)] {
            let steps = at(x, y).distance(at(0.0, 0.0)) / 3f32.sqrt();
            assert!((steps - 10.0).abs() < 0.03, "{steps}");
        }
    }
    // With rotation 90 the east points up.
    let f = frame(Orientation::PointyTop, 90.0);
    let p: [f64; 2] = serde_json::from_str(&km(5.0, 0.0)).unwrap();
    assert!(f.place(p).y < f.place([13.7, 51.0]).y - 5.0);
}

#[test]
fn rivers_hang_together_and_tributaries_reach_their_mouths() {
    for f in every_frame() {
        let trunk = [(-12.0, 1.0), (-5.0, 2.5), (-1.0, -0.4), (4.0, 0.3), (7.0, -2.0), (12.0, -1.5)];
        let north = [(-3.0, 6.0), (-2.2, 4.0), (-1.4, 1.9), (-1.0, -0.35)];
        let south = [(5.0, -6.5), (5.2, -4.0), (4.6, -2.0), (4.1, 0.2)];
        let made = made(
            &[
                ("river", "North", line(&north)),
                ("river", "South", line(&south)),
                ("river", "Trunk", line(&trunk)),
            ],
            &f,
        );
        let water = &made.report.water;
        let layout = board::layout::Layout::new(f.grid);
        let seen: Vec<String> =
            made.map.edges.keys().map(|e| format!("{:?}", layout.edge_ends(*e))).collect();
        assert!(water.sides > 20, "{water:?}");
        assert_eq!(water.systems, 1, "{f:?}\n{}", seen.join("\n"));
        assert!(water.orphans.is_empty());
        // The two sources, and no mouth that was missed.
        assert!(water.loose.len() <= 2, "{f:?}: {:?}", water.loose);
        // No corner has three sides but the two mouths.
        let mut ends = std::collections::BTreeMap::new();
        for e in made.map.edges.keys() {
            e.end_corners().into_iter().for_each(|c| *ends.entry(c).or_insert(0) += 1);
        }
        assert_eq!(ends.values().filter(|n| **n == 3).count(), 2, "{f:?}");
    }
}

#[test]
fn a_river_ends_at_the_shore() {
    for f in every_frame() {
        let lake = [(4.0, -3.0), (8.0, -3.0), (8.0, 3.0), (4.0, 3.0)];
        let river = [(-6.0, 1.0), (-2.0, -0.6), (2.0, 0.5), (6.0, 0.2)];
        let made = made(&[("lake", "", ring(&lake)), ("river", "Bach", line(&river))], &f);
        assert!(made.report.water.loose.len() <= 1, "{f:?}: {:?}", made.report.water.loose);
        let lake = check::wet_hexes(&made.map, &schema());
        assert!(lake.len() > 15);
        let dry = |e: &Edge| !e.hexes().iter().all(|h| lake.contains(h));
        assert!(made.map.edges.keys().all(dry), "a river side within the lake");
    }
}

#[test]
fn towns_keep_to_their_bank() {
    for f in every_frame() {
        let river = [(-12.0, 0.05), (-6.0, 0.6), (0.0, 0.0), (6.0, -0.5), (12.0, 0.1)];
        let mut list = vec![("river", "Strom", line(&river))];
        let spots = [
            (-7.0, 0.9, "N1"),
            (-4.0, -0.1, "S1"),
            (0.0, 0.25, "N2"),
            (0.3, -0.3, "S2"),
            (5.0, -0.1, "N3"),
            (3.0, -0.7, "S3"),
        ];
        list.extend(spots.iter().map(|s| ("town", s.2, point(s.0, s.1))));
        let made = made(&list, &f);
        assert_eq!(made.report.towns.len(), 6);
        assert_eq!(made.report.wrong_bank(), Vec::<&Town>::new(), "{f:?}");
        assert_eq!(made.map.labels.iter().filter(|l| l.text.len() == 2).count(), 6);
        // No two share a hex, and each is a town on the map.
        for t in &made.report.towns {
            let id = made.map.grid.id(t.hex).unwrap();
            assert_eq!(made.map.terrain_at(id), "town");
            assert_eq!(made.report.towns.iter().filter(|o| o.hex == t.hex).count(), 1, "{}", t.name);
        }
    }
}

#[test]
fn a_stated_bank_outweighs_the_line() {
    let f = frame(Orientation::PointyTop, 0.0);
    // Drawn eastward: the north is the left bank. The town lies a little south of the line, but is said
    // to stand on the left.
    let river = line(&[(-8.0, 0.0), (8.0, 0.0)]);
    let text = format!(
        r#"{{"type": "FeatureCollection", "features": [
        {{"type": "Feature", "properties": {{"kind": "river", "name": "Elbe"}}, "geometry": {river}}},
        {{"type": "Feature", "properties": {{"kind": "town", "name": "Torgau", "on_river": [{{"river": "Elbe", "bank": "left"}}]}},
          "geometry": {}}}]}}"#,
        point(0.0, -0.2)
    );
    let features = read("elbe.geojson", &text).unwrap();
    let made = import(&features, &mapping(), &f, &schema()).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(made.report.wrong_bank().is_empty());
    let town = &made.report.towns[0];
    // The river runs south of it.
    let south = made.map.edges.keys().any(|e| e.hexes().contains(&town.hex));
    assert!(south, "the river passes the town");
}

#[test]
fn areas_fill_hexes_levels_regions_and_borders() {
    let f = frame(Orientation::FlatTop, 0.0);
    let west = [(-9.0, -6.0), (0.0, -6.0), (0.0, 6.0), (-9.0, 6.0)];
    let east = [(0.0, -6.0), (9.0, -6.0), (9.0, 6.0), (0.0, 6.0)];
    let wood = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)];
    let made = made(
        &[
            ("land", "West", ring(&west)),
            ("land", "East", ring(&east)),
            ("march", "", ring(&west)),
            ("wood", "Forst", ring(&wood)),
            ("hill", "Berg", ring(&wood)),
            ("wood", "Far", ring(&[(300.0, 0.0), (301.0, 0.0), (301.0, 1.0), (300.0, 1.0)])),
        ],
        &f,
    );
    let map = &made.map;
    let woods = map.grid.ids().filter(|id| map.terrain_at(*id) == "wood").count() as f32;
    // 36 square kilometres at 0.866 a hex.
    assert!((woods - 41.6).abs() < 6.0, "{woods}");
    assert!(map.grid.ids().all(|id| (map.level_at(id) == 2) == (map.terrain_at(id) == "wood")));
    let (w, e) = (map.region("west").unwrap(), map.region("east").unwrap());
    assert!(w.hexes.iter().all(|h| !e.hexes.contains(h)), "no hex in two lands");
    assert!((w.hexes.len() as i32 - e.hexes.len() as i32).abs() < 20);
    assert!(map.edges_of("border").count() > 8);
    assert_eq!(made.report.beyond, 1);
}

#[test]
fn roads_run_from_hex_to_hex_and_bring_bridges() {
    for f in every_frame() {
        let river = [(-12.0, 0.05), (0.0, 0.4), (12.0, 0.1)];
        let road = [(0.5, 5.0), (0.8, 2.0), (1.5, -2.0), (1.0, -5.0)];
        let made = made(&[("river", "Strom", line(&river)), ("road", "", line(&road))], &f);
        let map = &made.map;
        assert!(map.roads.len() >= 8 && map.roads.len() <= 14, "{}", map.roads.len());
        let bridged: Vec<Edge> = map.edges_of("bridge").collect();
        assert_eq!(bridged.len(), 1, "{f:?}");
        assert!(map.roads.contains_key(&bridged[0]) && map.edges[&bridged[0]].len() == 2);
    }
}

#[test]
fn points_become_crossings_and_works_have_a_front() {
    let f = frame(Orientation::PointyTop, 0.0);
    let river = [(-12.0, 0.05), (0.0, 0.4), (12.0, 0.1)];
    let works = [(-4.0, 4.0), (4.0, 4.0)];
    let made = made(
        &[
            ("river", "Strom", line(&river)),
            ("bridge", "Steg", point(3.0, 0.5)),
            ("bridge", "Nowhere", point(0.0, 6.0)),
            ("works", "", line(&works)),
        ],
        &f,
    );
    assert_eq!(made.map.edges_of("bridge").count(), 1);
    assert_eq!(made.report.dry, ["Nowhere"]);
    // Drawn eastward they protect the hex at the right: the southern one.
    let map = &made.map;
    let works: Vec<_> =
        map.edges.iter().filter(|(_, fs)| fs.iter().any(|f| f.kind == "entrenchment")).collect();
    assert!(works.len() >= 6);
    let layout = board::layout::Layout::new(map.grid);
    for (e, fs) in works {
        let from = fs[0].from.unwrap();
        let other = e.hexes().into_iter().find(|h| *h != from).unwrap();
        assert!(layout.center_of(from).y >= layout.center_of(other).y - 1e-3);
    }
}

#[test]
fn broken_files_are_refused_with_their_place() {
    let says = |text: &str, part: &str| {
        let e = read("maps/broken.geojson", text).unwrap_err().to_string();
        assert!(e.starts_with("maps/broken.geojson, ") && e.contains(part), "{e}");
    };
    says("{\n  \"type\": \"FeatureCollection\",\n  \"features\": [}", "line 3");
    says("[1, 2]", "not GeoJSON");
    says(r#"{"type": "FeatureCollection"}"#, "no list of features");
    let feature = |g: &str| {
        format!(
            r#"{{"type": "FeatureCollection", "features": [{{"type": "Feature", "properties": {{"name": "Elbe"}}, "geometry": {g}}}]}}"#
        )
    };
    says(
        &feature(r#"{"type": "LineString", "coordinates": [[1, 2]]}"#),
        "feature 1 (Elbe): a line has fewer",
    );
    says(
        &feature(r#"{"type": "Point", "coordinates": ["a", 2]}"#),
        "feature 1 (Elbe): a position is not two numbers",
    );
    says(&feature(r#"{"type": "Point", "coordinates": [4500000, 5600000]}"#), "no longitude and latitude");
    says(&feature(r#"{"type": "Circle", "coordinates": [1, 2]}"#), "'Circle' is no geometry");
    says(&feature(r#"{"type": "Polygon", "coordinates": [[[1, 2], [1, 3], [1, 2]]]}"#), "fewer than four");
    // No shape is no error.
    assert_eq!(read("x", &feature("null")).map(|l| l.len()), Ok(0));
}

#[test]
fn a_table_is_held_against_the_rules() {
    let mut m = mapping();
    assert!(m.problems(&schema()).is_empty());
    m.rules[1].make = Make::Terrain("jungle".into());
    m.rules[7].make = Make::Road(3);
    let said = m.problems(&schema());
    assert_eq!(said.len(), 2);
    assert!(said[0].contains("rule 2 (kind = wood|forest)") && said[0].contains("jungle"), "{said:?}");
    assert!(import(&[], &m, &frame(Orientation::PointyTop, 0.0), &schema()).is_err());
    // Kept as RON, read back the same; a slip is said with its line.
    assert_eq!(Mapping::parse(&mapping().to_text()), Ok(mapping()));
    assert!(Mapping::parse("(\n ground: 3)").unwrap_err().starts_with("line 2"));
    let features =
        read("f", &collection(&[("dyke", "", point(0.0, 0.0)), ("town", "", point(0.0, 0.0))])).unwrap();
    let (counts, rest) = survey_features(&features, &mapping());
    assert_eq!(counts[8], 1);
    assert_eq!((rest.len(), rest[0].value.as_str(), rest[0].count), (1, "dyke", 1));
}

#[test]
fn water_that_fills_hexes_is_joined_and_no_town_stands_in_it() {
    let f = frame(Orientation::PointyTop, 0.0);
    let mut m = mapping();
    m.bridge.clear();
    m.rules[3].make = Make::Terrain("waterway".into());
    m.rules[9] = Rule {
        when: [("kind".to_owned(), "bridge".to_owned())].into(),
        make: Make::Terrain("bridge".into()),
        onto: "waterway".into(),
        ..Rule::default()
    };
    let text = collection(&[
        ("river", "Strom", line(&[(-12.0, 0.0), (12.0, 0.7)])),
        ("river", "Bach", line(&[(2.0, 6.0), (1.4, 1.6)])),
        ("town", "Furt", point(-3.0, 0.15)),
        ("bridge", "Steg", point(4.0, 1.0)),
    ]);
    let features = read("field", &text).unwrap();
    let made = import(&features, &m, &f, &schema()).unwrap_or_else(|e| panic!("{e:?}"));
    let map = &made.map;
    let wet = |id: &engine::hex::HexId| matches!(map.terrain_at(*id), "waterway" | "bridge");
    let all: Vec<_> = map.grid.ids().filter(wet).collect();
    let joined = crate::core::hexes::flood(&map.grid, map.grid.hex(all[0]), |id| wet(&id));
    assert_eq!(joined.len(), all.len(), "one body of water");
    assert_eq!(map.grid.ids().filter(|id| map.terrain_at(*id) == "town").count(), 1);
    assert_eq!(map.grid.ids().filter(|id| map.terrain_at(*id) == "bridge").count(), 1);
}

#[test]
fn a_town_on_both_banks_and_one_below_the_mouth_are_on_no_wrong_side() {
    for f in every_frame() {
        let river = line(&[(-9.0, 0.2), (0.0, -0.2), (9.0, 0.1)]);
        let brook = line(&[(2.0, 6.0), (2.2, 3.0), (2.0, 0.0)]);
        let town = |name: &str, banks: &str, x: f64, y: f64| {
            let at = point(x, y);
            format!(
                r#"{{"type": "Feature", "properties": {{"kind": "town", "name": "{name}", "on_river": [{banks}]}}, "geometry": {at}}}"#
            )
        };
        let water = |name: &str, shape: &str| {
            format!(
                r#"{{"type": "Feature", "properties": {{"kind": "river", "name": "{name}"}}, "geometry": {shape}}}"#
            )
        };
        let text = format!(
            r#"{{"type": "FeatureCollection", "features": [{}, {}, {}, {}]}}"#,
            water("Strom", &river),
            water("Bach", &brook),
            town("Both", r#"{"river": "Strom", "bank": "both"}"#, -4.0, 0.1),
            town("Below", r#"{"river": "Strom", "bank": "right"}"#, 2.3, -0.3),
        );
        let features = read("rivers.geojson", &text).unwrap();
        assert_eq!(features[2].banks, [("Strom".to_owned(), Bank::Both)]);
        let made = import(&features, &mapping(), &f, &schema()).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(made.report.wrong_bank(), Vec::<&Town>::new(), "{f:?}");
        assert_eq!(made.report.unjoined, [], "{f:?}: the brook reaches the river");
        assert!(made.report.towns.iter().any(|t| t.name == "Both" && !t.moved), "it stays where it is");
    }
}

#[test]
fn water_that_fills_hexes_is_joined_and_never_built_over() {
    let table = r#"(
        ground: "clear",
        rules: [
            (when: {"kind": "river"}, shape: Some(Line), make: Terrain("waterway")),
            (when: {"kind": "wood"}, make: Terrain("wood"), share: 30),
            (when: {"kind": "town"}, make: Terrain("town"), share: 30, settlement: true, label: Some(Town)),
        ],
    )"#;
    let mapping = Mapping::parse(table).unwrap();
    for f in every_frame() {
        let square =
            |x: f64, y: f64, r: f64| ring(&[(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]);
        // The brook comes first in the file; a town and a wood lie over its mouth and its course.
        let text = collection(&[
            ("river", "Bach", line(&[(1.0, 6.0), (1.2, 3.0), (1.0, 0.0)])),
            ("river", "Strom", line(&[(-9.0, 0.2), (0.0, -0.2), (9.0, 0.1)])),
            ("town", "Furt", square(1.0, 1.2, 1.3)),
            ("wood", "Forst", square(1.2, 4.0, 1.0)),
        ]);
        let features = read("field.geojson", &text).unwrap();
        let made = import(&features, &mapping, &f, &schema()).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(made.report.unjoined, [], "{f:?}");
        let wet: Vec<engine::hex::Hex> = made
            .map
            .grid
            .ids()
            .filter(|id| made.map.terrain_at(*id) == "waterway")
            .map(|id| made.map.grid.hex(id))
            .collect();
        // One piece of water: every hex is reached from the first.
        let mut seen = vec![wet[0]];
        let mut i = 0;
        while i < seen.len() {
            let next: Vec<_> =
                wet.iter().filter(|h| h.distance(seen[i]) == 1 && !seen.contains(h)).copied().collect();
            seen.extend(next);
            i += 1;
        }
        assert_eq!(seen.len(), wet.len(), "{f:?}: the water hangs together");
        assert!(made.map.grid.ids().any(|id| made.map.terrain_at(id) == "town"), "{f:?}: the town stands");
        let town = &made.report.towns[0];
        assert!(!wet.contains(&town.hex), "{f:?}: nobody lives in the river");
    }
}

#[test]
fn a_river_that_misses_another_is_told() {
    let f = frame(Orientation::PointyTop, 0.0);
    let made = made(
        &[
            ("river", "Strom", line(&[(-9.0, 0.2), (9.0, 0.1)])),
            ("river", "Bach", line(&[(0.0, 5.0), (0.2, 0.5)])),
            ("river", "Graben", line(&[(5.0, -6.0), (5.0, -3.0)])),
        ],
        &f,
    );
    assert_eq!(made.report.unjoined, []);
    let mut report = made.report.clone();
    report.unjoined.push(("Bach".into(), "Strom".into()));
    let said = report.report_lines(&made.map).join("\n");
    assert!(said.contains("Bach does not reach Strom"), "{said}");
}
