//! Geography and tables on the command line: the project's own fixtures, and the shared files where they lie beside
//! the project.

use editor::core::geo::{self, Frame, Mapping};
use editor::core::template::Templates;
use engine::AssetSource;
use engine::hex::{Grid, Numbering, Orientation, Shove};
use std::path::PathBuf;
use tests::library;

fn tables(ruleset: &str) -> Vec<(String, Mapping)> {
    let assets = &library().assets;
    let paths = assets.list(&format!("{ruleset}/editor"));
    let geo = paths.into_iter().filter(|p| p.contains("/geo-"));
    geo.map(|p| (p.clone(), Mapping::parse(&assets.read(&p).unwrap()).unwrap_or_else(|e| panic!("{p}: {e}"))))
        .collect()
}

#[test]
fn every_ruleset_brings_tables_and_templates_that_fit_it() {
    for rules in library().registry.all() {
        let tables = tables(rules.id());
        assert!(!tables.is_empty(), "{} has no mapping table", rules.id());
        for (path, m) in tables {
            assert_eq!(m.problems(rules.schema()), Vec::<String>::new(), "{path}");
            assert!(!m.name.is_empty() && m.hex_m > 0, "{path}");
            assert_eq!(Mapping::parse(&m.to_text()).as_ref(), Ok(&m), "{path} is read back the same");
        }
        let path = format!("{}/editor/templates.ron", rules.id());
        let text = library().assets.read(&path).unwrap();
        let all = Templates::parse(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert!(!all.templates.is_empty());
        assert_eq!(all.problems(rules.schema()), Vec::<String>::new(), "{path}");
    }
}

/// A file of the shared geography, or a reason why the test is skipped.
fn shared(name: &str) -> Option<(String, String)> {
    let path = tests::root().join("../shared/geo").join(name);
    let path = if path.is_file() { path } else { PathBuf::from(std::env::var_os("OBLIQUE_GEO")?).join(name) };
    match std::fs::read_to_string(&path) {
        Ok(text) => Some((name.to_owned(), text)),
        Err(e) => {
            eprintln!("skipped: {}: {e}", path.display());
            None
        }
    }
}

fn features(names: &[&str]) -> Option<Vec<geo::Feature>> {
    let mut out = Vec::new();
    for name in names {
        let Some((name, text)) = shared(name) else {
            eprintln!("skipped: {name} does not lie beside the project");
            return None;
        };
        out.extend(geo::read(&name, &text).unwrap_or_else(|e| panic!("{e}")));
    }
    Some(out)
}

fn frame(features: &[geo::Feature], hex_m: f64, orientation: Orientation) -> Frame {
    let grid = Grid { orientation, shove: Shove::Odd, cols: 1, rows: 1, numbering: Numbering::ccrr() };
    let mut f = Frame { grid, hex_m, middle: Frame::middle_of(features).unwrap(), rotate: 0.0 };
    (f.grid.cols, f.grid.rows) = f.fit(features).unwrap();
    f
}

#[test]
fn kolin_at_457_metres() {
    let Some(features) = features(&["battles/kolin.geojson"]) else { return };
    // Brooks along hexsides, as rules that have them want it.
    let rules = library().registry.all().find(|r| r.schema().edge("river").is_some()).unwrap();
    let table = r#"(
        rules: [
            (when: {"kind": "river|stream"}, shape: Some(Line), make: Side("river")),
            (when: {"kind": "village|town"}, make: Name, settlement: true, label: Some(Village)),
        ],
    )"#;
    let mut mapping = Mapping::parse(table).unwrap();
    let town = rules.schema().terrains.iter().find(|t| t.art == "fortress" || t.art == "town").unwrap();
    mapping.rules[1].make = geo::Make::Terrain(town.id.clone());
    for o in [Orientation::PointyTop, Orientation::FlatTop] {
        let made = geo::import(&features, &mapping, &frame(&features, 457.0, o), rules.schema())
            .unwrap_or_else(|e| panic!("{e:?}"));
        let water = &made.report.water;
        assert!(water.sides > 60, "{water:?}");
        assert_eq!(water.orphans.len(), 0);
        assert!(made.report.towns.len() >= 28);
        assert!(made.report.wrong_bank().is_empty(), "{:?}", made.report.wrong_bank());
        assert_eq!(made.report.unjoined, [], "every brook reaches its river");
    }
    // And as the rules whose water fills hexes want it.
    for (path, mapping) in tables("hold-the-line") {
        let rules = library().rules("hold-the-line").unwrap();
        let made = geo::import(
            &features,
            &mapping,
            &frame(&features, 457.0, Orientation::PointyTop),
            rules.schema(),
        )
        .unwrap_or_else(|e| panic!("{path}: {e:?}"));
        let count = |id: &str| made.map.grid.ids().filter(|h| made.map.terrain_at(*h) == id).count();
        assert!(count("town") >= 25 && count("hill") > 40 && count("forest") > 5, "{path}");
        assert!(made.report.unmapped.is_empty(), "{:?}", made.report.unmapped);
        assert!(made.report.wrong_bank().is_empty(), "{:?}", made.report.wrong_bank());
        assert_eq!(made.report.unjoined, [], "{path}: every brook reaches its river");
    }
}

/// Every battlefield there is, with water in hexes and along sides.
#[test]
fn rivers_join_and_towns_keep_their_banks_on_every_field() {
    let fields = [
        "chotusitz",
        "hochkirch",
        "hohenfriedberg",
        "kesselsdorf",
        "kolin",
        "krefeld",
        "kunersdorf",
        "leuthen",
        "liegnitz",
        "minden",
        "mollwitz",
        "prague",
        "torgau",
    ];
    for field in fields {
        let Some(features) = features(&[&format!("battles/{field}.geojson")]) else { return };
        for rules in library().registry.all() {
            for (path, mapping) in tables(rules.id()) {
                let frame = frame(&features, 457.0, Orientation::PointyTop);
                let made = geo::import(&features, &mapping, &frame, rules.schema())
                    .unwrap_or_else(|e| panic!("{path}: {e:?}"));
                let what = format!("{field}, {path}");
                assert_eq!(made.report.water.orphans, [], "{what}");
                assert_eq!(made.report.wrong_bank(), Vec::<&geo::Town>::new(), "{what}");
                assert_eq!(made.report.unjoined, [], "{what}");
            }
        }
    }
}

#[test]
fn central_europe_at_14_miles() {
    let names =
        ["coast.geojson", "relief.geojson", "regions-1756.geojson", "rivers.geojson", "places.geojson"];
    let Some(features) = features(&names) else { return };
    let rules = library().rules("frederick-the-great").unwrap();
    let (_, mapping) = tables("frederick-the-great").remove(0);
    let frame = frame(&features, 14.0 * 1609.344, Orientation::PointyTop);
    let made = geo::import(&features, &mapping, &frame, rules.schema()).unwrap_or_else(|e| panic!("{e:?}"));
    let lines = made.report.report_lines(&made.map).join("\n");
    assert_eq!(made.report.water.orphans.len(), 0, "{lines}");
    // Each open end is a source or a bed that leaves the picture: never more than there are rivers.
    assert!(made.report.water.loose.len() <= 125, "{lines}");
    assert_eq!(made.report.wrong_bank(), Vec::<&geo::Town>::new(), "{lines}");
    assert_eq!(made.report.unjoined, [], "{lines}");
    assert!(made.report.towns.len() >= 350, "{lines}");
    assert!(made.map.regions.len() > 60, "{lines}");
}

/// The program with a data folder of its own: exit code, and all it said.
fn oblique(home: &std::path::Path, args: &[&str]) -> (i32, String) {
    let mut c = std::process::Command::new(env!("CARGO_BIN_EXE_oblique-under-test"));
    let o = c.args(args).env("OBLIQUE_DATA", home).env_remove("DISPLAY").output().unwrap();
    let said = String::from_utf8_lossy(&o.stdout).into_owned() + &String::from_utf8_lossy(&o.stderr);
    (o.status.code().unwrap_or(-1), said)
}

const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "river", "name": "Strom"}, "geometry":
  {"type": "LineString", "coordinates": [[13.0, 51.02], [13.03, 51.028], [13.07, 51.02], [13.1, 51.025]]}},
 {"type": "Feature", "properties": {"kind": "town", "name": "Furt"}, "geometry":
  {"type": "Point", "coordinates": [13.03, 51.031]}}
]}"#;

#[test]
fn the_command_line_makes_maps_of_geography() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    std::fs::write(path("field.geojson"), FIELD).unwrap();
    std::fs::write(path("broken.geojson"), "{\n \"type\": oops").unwrap();
    for rules in library().registry.all() {
        let (field, map) = (path("field.geojson"), path("map.ron"));
        let args = [
            "import",
            "geo",
            &field,
            "--ruleset",
            rules.id(),
            "--grid",
            "20x15",
            "--hex",
            "457m",
            "-o",
            &map,
        ];
        let (code, said) = oblique(home.path(), &args);
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("2 features onto 20"), "{said}");
        let text = std::fs::read_to_string(&map).unwrap();
        let mut issues = engine::scenario::Issues::default();
        let doc = engine::scenario::parse(&text, &mut issues).unwrap();
        assert!(issues.is_empty(), "{issues:?}");
        assert_eq!((doc.map.grid.cols, doc.map.grid.rows, doc.map.scale_m), (20, 15, 457));
        std::fs::remove_file(&map).unwrap();
        // What is wrong is said with its place, and nothing is written.
        let broken = path("broken.geojson");
        let (code, said) =
            oblique(home.path(), &["import", "geo", &broken, "--ruleset", rules.id(), "-o", &map]);
        assert!(code == 1 && said.contains("broken.geojson, line 2"), "{said}");
        for (option, value) in
            [("--hex", "soon"), ("--grid", "20"), ("--origin", "north"), ("--map", "no-such")]
        {
            let (code, said) = oblique(
                home.path(),
                &["import", "geo", &field, "--ruleset", rules.id(), option, value, "-o", &map],
            );
            assert!(code == 1 && said.contains(option), "{option}: {said}");
        }
        assert!(!std::path::Path::new(&map).exists());
    }
}

#[test]
fn the_command_line_takes_tables_out_and_in() {
    let home = tempfile::tempdir().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    for s in tests::shipped().iter().take(9) {
        let (table, new) = (path("oob.csv"), path("new.ron"));
        let (code, said) = oblique(home.path(), &["export", "csv", &s.entry.key, "-o", &table]);
        assert_eq!(code, 0, "{said}");
        let (code, said) = oblique(home.path(), &["import", "csv", &s.entry.key, &table, "-o", &new]);
        assert_eq!(code, 0, "{}: {said}", s.entry.key);
        let mut issues = engine::scenario::Issues::default();
        let doc = engine::scenario::parse(&std::fs::read_to_string(&new).unwrap(), &mut issues).unwrap();
        let places = |d: &engine::scenario::ScenarioDoc| {
            d.pieces.iter().map(|p| (p.id.clone(), p.place.clone(), p.props.clone())).collect::<Vec<_>>()
        };
        assert_eq!(places(&doc), places(&s.doc), "{}", s.entry.key);
        assert_eq!(doc.schedule, s.doc.schedule, "{}", s.entry.key);
        std::fs::remove_file(&new).unwrap();
        std::fs::write(&table, "id,side,type\nx,nobody,nothing\n").unwrap();
        let (code, said) = oblique(home.path(), &["import", "csv", &s.entry.key, &table, "-o", &new]);
        assert!(code == 1 && said.contains("line 2: there is no side 'nobody'"), "{said}");
        assert!(!std::path::Path::new(&new).exists(), "nothing is written");
    }
}

#[test]
fn a_broken_table_of_ones_own_gives_way_to_the_shipped_one() {
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("own/hold-the-line/editor");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("geo-battle.ron"), "(name: \"mine\", nonsense").unwrap();
    let field = home.path().join("field.geojson");
    std::fs::write(&field, FIELD).unwrap();
    let (field, new) = (field.display().to_string(), home.path().join("new.ron").display().to_string());
    let (code, said) =
        oblique(home.path(), &["import", "geo", &field, "--ruleset", "hold-the-line", "-o", &new]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("geo-battle.ron") && said.contains("the shipped file serves"), "{said}");
    assert!(std::path::Path::new(&new).exists());
}

#[test]
fn names_can_be_read() {
    // On a battlefield every name; on a map of a continent all but a few where towns stand wall to wall.
    let kolin = features(&["battles/kolin.geojson"]);
    let names =
        ["coast.geojson", "relief.geojson", "regions-1756.geojson", "rivers.geojson", "places.geojson"];
    let europe = features(&names);
    let (Some(kolin), Some(europe)) = (kolin, europe) else { return };
    for (features, ruleset, hex_m, most) in
        [(kolin, "hold-the-line", 457.0, 0), (europe, "frederick-the-great", 14.0 * 1609.344, 12)]
    {
        let rules = library().rules(ruleset).unwrap();
        let (_, mapping) = tables(ruleset).remove(0);
        let frame = frame(&features, hex_m, Orientation::PointyTop);
        let made =
            geo::import(&features, &mapping, &frame, rules.schema()).unwrap_or_else(|e| panic!("{e:?}"));
        let crowded = &made.report.crowded;
        assert!(
            crowded.len() <= most,
            "{ruleset}: {} of {}: {crowded:?}",
            crowded.len(),
            made.map.labels.len()
        );
        let lines = made.report.report_lines(&made.map).join("\n");
        assert_eq!(lines.contains("covered by others"), !crowded.is_empty(), "{lines}");
    }
}
