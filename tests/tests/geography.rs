//! The map of Central Europe against its geography: how far every river side, pass and fortress lies from
//! where it is in truth, in hexes. `-- --nocapture` prints them all; the picture of both, one over the
//! other, is `geography.svg` in the build's folder for tests.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used)]

use engine::hex::{Edge, Grid, Hex};
use engine::scenario::ScenarioDoc;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;
use tests::{root, shipped};

type At = (f64, f64);

#[derive(Deserialize)]
struct Geography {
    rivers: Vec<(String, Vec<At>)>,
    passes: Vec<(String, At)>,
    fortresses: Vec<(String, String, At)>,
}

/// Where the deployments or the ranges leave no better side: name and hexes it may be off.
const WEAK_PASSES: [(&str, f64); 4] =
    [("Zabern (Saverne)", 1.25), ("Silberberg", 1.25), ("Kniebis", 1.15), ("Fulda gap (Hünfeld-Vacha)", 1.1)];

/// Fortresses whose hex the rulebook gives off their true place (the north-east of the map is compressed).
const WEAK_PLACES: [(&str, f64); 11] = [
    ("Königsberg", 2.8),
    ("Verden", 2.1),
    ("Coblenz", 2.1),
    ("Fulda", 1.6),
    ("Saarlouis", 1.6),
    ("Cologne", 1.5),
    ("Kolberg", 1.5),
    ("Glatz", 1.45),
    ("Brunswick", 1.45),
    ("Strasbourg", 1.4),
    ("Brünn", 1.3),
];

const ROW: f64 = 0.866_025_403_784_438_6;

/// Longitude and latitude on the sheet, hexes east and north: the straight fit of the known places to the
/// printed numbers. A column number stands for a quarter of a hex more, as every other row is shoved by half.
fn fit((lon, lat): At) -> At {
    let row = -252.774 + 5.2520 * lat + 0.0776 * lon;
    let col = -20.790 + 0.0392 * lat + 3.0464 * lon;
    (col + 0.25, row * ROW)
}

/// The centre of a hex on the same sheet.
fn centre(grid: &Grid, hex: Hex) -> At {
    let base = grid.hex(grid.parse("1125").unwrap());
    let (q, r) = (f64::from(hex.q - base.q), f64::from(hex.r - base.r));
    (25.5 + q + r / 2.0, (11.0 - r) * ROW)
}

fn middle(grid: &Grid, edge: Edge) -> At {
    let [a, b] = edge.hexes().map(|h| centre(grid, h));
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

fn apart(a: At, b: At) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn from_line(p: At, a: At, b: At) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 { 0.0 } else { ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length };
    let u = along.clamp(0.0, 1.0);
    apart(p, (a.0 + u * dx, a.1 + u * dy))
}

fn nearest<'a>(all: impl Iterator<Item = (f64, &'a str)>) -> (f64, &'a str) {
    all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

fn map() -> Arc<ScenarioDoc> {
    shipped().into_iter().find(|s| s.entry.key == "frederick-the-great/1757").unwrap().doc
}

fn geography() -> Geography {
    let text = std::fs::read_to_string(root().join("tests/geography/central-europe.ron")).unwrap();
    ron::from_str(&text).unwrap()
}

fn limit(list: &[(&str, f64)], name: &str) -> f64 {
    list.iter().find(|w| w.0 == name).map_or(1.0, |w| w.1)
}

#[test]
fn the_map_lies_over_its_geography() {
    let (doc, geo) = (map(), geography());
    let grid = &doc.map.grid;
    let lines: Vec<(&str, Vec<At>)> =
        geo.rivers.iter().map(|(n, l)| (n.as_str(), l.iter().map(|p| fit(*p)).collect())).collect();
    let mut bad = Vec::new();
    let mut sides = 0;
    let mut say = |what: String, off: f64, most: f64| {
        println!("{off:.2} {what}");
        if off > most {
            bad.push(format!("{what} is {off:.2} hexes off, at most {most}"));
        }
    };
    for edge in doc.map.edges_of("river") {
        let p = middle(grid, edge);
        let all = lines.iter().map(|(n, l)| {
            let off = l.windows(2).map(|w| from_line(p, w[0], w[1])).fold(f64::MAX, f64::min);
            (off, *n)
        });
        let (off, name) = nearest(all);
        say(format!("river {} {name}", doc.map.edge_label(edge)), off, 1.0);
        sides += 1;
    }
    assert!(sides > 500, "{sides} river sides");
    let passes: Vec<(&str, At)> = geo.passes.iter().map(|(n, p)| (n.as_str(), fit(*p))).collect();
    for edge in doc.map.edges_of("pass") {
        let p = middle(grid, edge);
        let (off, name) = nearest(passes.iter().map(|(n, q)| (apart(p, *q), *n)));
        say(format!("pass {} {name}", doc.map.edge_label(edge)), off, limit(&WEAK_PASSES, name));
    }
    for (name, label, p) in &geo.fortresses {
        let hex = grid.hex(grid.parse(label).unwrap());
        let there =
            doc.pieces.iter().any(|x| x.kind == "fortress" && x.place == engine::scenario::Place::Hex(hex));
        assert!(there, "no fortress in {label}");
        say(format!("fortress {label} {name}"), apart(centre(grid, hex), fit(*p)), limit(&WEAK_PLACES, name));
    }
    draw(&doc, &lines, &geo);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Hexes, sides and fortresses in ink; rivers, passes and places as they are in red.
fn draw(doc: &ScenarioDoc, lines: &[(&str, Vec<At>)], geo: &Geography) {
    const SCALE: f64 = 40.0;
    let grid = &doc.map.grid;
    let on = |p: At| (p.0 * SCALE, (39.0 * ROW - p.1) * SCALE);
    let corner = |p: At, i: i32| {
        let turn = (f64::from(i) * 60.0 - 30.0).to_radians();
        (p.0 + turn.cos() / 3f64.sqrt(), p.1 + turn.sin() / 3f64.sqrt())
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        45.0 * SCALE,
        39.0 * ROW * SCALE
    );
    for id in grid.ids() {
        let p = centre(grid, grid.hex(id));
        let ground = match doc.map.terrain_at(id) {
            "sea" | "lake" => "#cfe0ec",
            "mountain" => "#d8c7a8",
            "fortress" => "#e8d0d0",
            _ => "#f3efe2",
        };
        let points: Vec<String> =
            (0..6).map(|i| on(corner(p, i))).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            out,
            "<polygon points=\"{}\" fill=\"{ground}\" stroke=\"#bbb\" stroke-width=\"0.5\"/>",
            points.join(" ")
        );
    }
    for (kind, ink, wide) in [("mountain", "#8a6d3b", 5), ("river", "#2b6ca3", 4), ("pass", "#111", 7)] {
        for edge in doc.map.edges_of(kind) {
            let [a, b] = edge.hexes().map(|h| centre(grid, h));
            let (m, d) = (((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), (b.0 - a.0, b.1 - a.1));
            let half = 0.5 / 3f64.sqrt() * if kind == "pass" { 0.4 } else { 1.0 };
            let (p, q) = ((m.0 - d.1 * half, m.1 + d.0 * half), (m.0 + d.1 * half, m.1 - d.0 * half));
            let ((x1, y1), (x2, y2)) = (on(p), on(q));
            let _ = write!(
                out,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{ink}\" stroke-width=\"{wide}\"/>"
            );
        }
    }
    for (_, line) in lines {
        let points: Vec<String> =
            line.iter().map(|p| on(*p)).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#d02020\" stroke-width=\"1.2\"/>",
            points.join(" ")
        );
    }
    let places = geo.fortresses.iter().map(|f| (f.0.as_str(), f.2, "#d02020"));
    for (name, p, ink) in places.chain(geo.passes.iter().map(|p| (p.0.as_str(), p.1, "#a02080"))) {
        let (x, y) = on(fit(p));
        let _ = write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{ink}\"/><text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"11\" fill=\"{ink}\">{name}</text>",
            x + 5.0
        );
    }
    out.push_str("</svg>\n");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("geography.svg"), out).unwrap();
}
