//! Renders a specimen map and a counter sheet to PNG files, for looking at.
//!
//! `cargo run -p board --example specimen [folder]`

use board::art::{MapArt, MapStyle};
use board::board::{BoardStyle, board_scene};
use board::counter::{CounterStyle, counter_shapes};
use board::overlay::Highlights;
use board::palette;
use board::raster;
use board::scene::{Affine, Face, Scene, Shape, Text};
use egui::{Rect, Vec2, pos2, vec2};
use engine::hex::{Corner, Dir, Edge, Facing, Grid, Hex, HexId, Numbering, Orientation, Shove};
use engine::present::{
    AreaKind, AreaView, Badge, BoardView, CounterId, CounterPlace, CounterStrength, CounterView, OverlayLine,
    Target,
};
use engine::scenario::{EdgeFeature, Label, LabelStyle, MapDoc, Schema};
use std::sync::Arc;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "target/specimen".to_owned());
    std::fs::create_dir_all(&folder)?;
    let save = |name: &str, png: Vec<u8>| std::fs::write(format!("{folder}/{name}.png"), png);
    let schema = Schema::default();
    let (doc, view, lights) = tactical();
    for px in [62.0, 40.0, 28.0, 20.0, 12.0, 6.0] {
        let style = BoardStyle::at_scale(px);
        let scene = board_scene(&doc, &schema, &view, &lights, &style);
        save(&format!("tactical-{px}"), raster::to_png(&scene, px))?;
    }
    let (doc2, view2, lights2) = mollwitz();
    for px in [50.0, 30.0] {
        let scene = board_scene(&doc2, &schema, &view2, &lights2, &BoardStyle::at_scale(px));
        save(&format!("battle-{px}"), raster::to_png(&scene, px))?;
    }
    for (name, winter, mono) in [("winter", true, false), ("mono", false, true)] {
        let map = MapStyle { winter, mono, ..MapStyle::at_scale(40.0) };
        let style = BoardStyle { map, counters: CounterStyle { mono, ..CounterStyle::default() } };
        save(name, raster::to_png(&board_scene(&doc, &schema, &view, &Highlights::default(), &style), 40.0))?;
    }
    save("counters", raster::to_png(&sheet(), 1.0))?;
    timing(&doc, &schema);
    Ok(())
}

fn timing(doc: &MapDoc, schema: &Schema) {
    let t = std::time::Instant::now();
    let art = MapArt::new(doc, schema);
    println!("read {:?}", t.elapsed());
    let part = Rect::from_min_size(pos2(1.0, 1.0), Vec2::splat(512.0 / 62.0));
    let t = std::time::Instant::now();
    let shapes = art.shapes_in(part, &MapStyle::at_scale(62.0));
    println!("shapes of a tile {:?} ({})", t.elapsed(), shapes.len());
    let t = std::time::Instant::now();
    let refs: Vec<&Shape> = shapes.iter().collect();
    let _ = raster::rasterise_shapes(&refs, part, 62.0);
    println!("pixels of a tile {:?}", t.elapsed());
}

struct Draft(MapDoc);

impl Draft {
    fn hex(&self, label: &str) -> HexId {
        self.0.grid.parse(label).unwrap_or(HexId(0))
    }
    fn at(&self, label: &str) -> Hex {
        self.0.grid.hex(self.hex(label))
    }
    fn terrain(&mut self, kind: &str, labels: &[&str]) {
        for l in labels {
            let id = self.hex(l);
            self.0.set_terrain(id, kind);
        }
    }
    fn edges(&mut self, kind: &str, list: &[Edge], from: Option<Hex>) {
        let edges = Arc::make_mut(&mut self.0.edges);
        for e in list {
            edges.entry(*e).or_default().push(EdgeFeature { kind: kind.to_owned(), from });
        }
    }
    fn course(&mut self, kind: &str, from: (&str, u8), to: (&str, u8)) {
        let (a, b) = (Corner::new(self.at(from.0), from.1), Corner::new(self.at(to.0), to.1));
        let path = self.0.corner_path(a, b);
        self.edges(kind, &path, None);
    }
    fn road(&mut self, class: u8, labels: &[&str]) {
        for w in labels.windows(2) {
            if let Some(e) = Edge::between(self.at(w[0]), self.at(w[1])) {
                Arc::make_mut(&mut self.0.roads).insert(e, class);
            } else {
                println!("no side between {} and {}", w[0], w[1]);
            }
        }
    }
    fn label(&mut self, text: &str, at: &str, style: LabelStyle, dx: i16, dy: i16, turn: i16) {
        let at = self.at(at);
        Arc::make_mut(&mut self.0.labels).push(Label {
            text: text.to_owned(),
            at,
            dx,
            dy,
            turn,
            size: 100,
            style,
        });
    }
}

fn unit(id: u32, hex: HexId, army: &str, figure: &str, values: &[&str]) -> CounterView {
    CounterView {
        id: CounterId(id),
        place: CounterPlace::Hexes([hex].into_iter().collect()),
        army: army.to_owned(),
        figure: figure.to_owned(),
        strength: CounterStrength {
            values: values.iter().map(|v| (*v).to_owned()).collect(),
            ..CounterStrength::default()
        },
        own: army == "prussian",
        ..CounterView::default()
    }
}

fn tactical() -> (MapDoc, BoardView, Highlights) {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols: 12,
        rows: 8,
        numbering: Numbering::ccrr(),
    };
    let mut d = Draft(MapDoc::blank(grid, "clear"));
    d.terrain("sea", &["0101", "0102", "0201"]);
    d.terrain("lake", &["1101", "1201", "1202"]);
    d.terrain("heavy wood", &["0205", "0206", "0306", "0307"]);
    d.terrain("light wood", &["0106", "0305", "0406", "0407"]);
    d.terrain("mountain", &["0701", "0801", "0901"]);
    d.terrain("town", &["0403"]);
    d.terrain("village", &["0705", "1006"]);
    d.terrain("marsh", &["0508", "0607", "0608"]);
    d.terrain("heath", &["1106", "1205", "1206"]);
    d.terrain("rough", &["1008", "1108", "1208"]);
    d.terrain("pond", &["1105"]);
    d.terrain("redoubt", &["1005"]);
    d.terrain("trench", &["0303"]);
    d.terrain("lava", &["0301"]);
    for (l, level) in [
        ("0803", 2),
        ("0804", 1),
        ("0903", 3),
        ("0904", 4),
        ("0905", 1),
        ("1003", 3),
        ("1004", 2),
        ("1103", 1),
        ("1104", 1),
    ] {
        let id = d.hex(l);
        d.0.levels.set(id.index(), level);
    }
    d.course("river", ("0501", 4), ("0507", 1));
    d.course("river", ("0507", 1), ("0507", 2));
    d.course("stream", ("1101", 2), ("0603", 4));
    d.course("border", ("1203", 0), ("1008", 3));
    let (h, o) = (d.at("0905"), d.at("0805"));
    d.edges("entrenchment", &[Edge::between(h, o).unwrap_or(Edge::new(h, Dir(1)))], Some(h));
    d.edges("entrenchment", &[Edge::new(h, Dir(1))], Some(h));
    let v = d.at("1006");
    d.edges("wall", &[Edge::new(v, Dir(0)), Edge::new(v, Dir(5)), Edge::new(v, Dir(4))], None);
    let b = d.at("0504");
    d.edges("bridge", &[Edge::new(b, Dir(0))], None);
    let f = d.at("0506");
    d.edges("ford", &[Edge::new(f, Dir(0))], None);
    let m = d.at("0801");
    d.edges("pass", &[Edge::new(m, Dir(2))], None);
    d.road(
        1,
        &["0104", "0203", "0303", "0403", "0504", "0604", "0705", "0805", "0906", "1006", "1107", "1207"],
    );
    d.road(2, &["0401", "0402", "0403"]);
    d.road(2, &["0705", "0706", "0707", "0708"]);
    d.road(2, &["0506", "0606", "0706"]);
    d.label("Lomnitz", "0403", LabelStyle::Town, 0, 0, 0);
    d.label("Krzetz", "0705", LabelStyle::Village, 0, 0, 0);
    d.label("Bradau", "1006", LabelStyle::Village, 0, 0, 0);
    d.label("Kaiserberg", "0903", LabelStyle::Hill, 0, -30, 0);
    d.label("Eichwald", "0306", LabelStyle::Wood, -60, 90, 0);
    d.label("Sauer Moor", "0608", LabelStyle::Wood, 0, -80, 0);
    d.label("Haff", "0101", LabelStyle::Water, 30, 20, 0);
    d.label("Blank See", "1101", LabelStyle::Water, 60, 20, 0);
    d.label("Heide", "1206", LabelStyle::Wood, -20, 0, 0);
    d.label("Iser", "0502", LabelStyle::Water, 60, -30, 60);
    d.label("Silesia", "0203", LabelStyle::Province, 50, 60, 0);
    let mut counters = Vec::new();
    let mut put =
        |l: &str, army: &str, figure: &str, values: &[&str], name: &str, pips: (u8, u8), band: u8| {
            let mut c = unit(counters.len() as u32 + 1, d.hex(l), army, figure, values);
            c.name = name.to_owned();
            c.strength.pips = Some(pips);
            c.band = Some(band);
            counters.push(c);
        };
    put("0707", "prussian", "infantry", &["8", "6", "3"], "Hülsen", (4, 4), 0);
    put("0605", "prussian", "grenadier", &["5", "6", "3"], "Manstein", (4, 4), 1);
    put("0506", "prussian", "hussar", &["4", "7", "7"], "Zieten", (3, 3), 2);
    put("0603", "prussian", "heavy artillery", &["6", "4", "2"], "12 pdr", (4, 4), 3);
    put("0905", "austrian", "infantry", &["8", "5", "3"], "Starhbg", (4, 4), 2);
    put("0904", "austrian", "heavy artillery", &["6", "4", "2"], "Res Art", (2, 4), 3);
    put("1107", "austrian", "heavy cavalry", &["5", "5", "5"], "Serbelloni", (3, 3), 1);
    put("1107", "austrian", "hussar", &["5", "5", "5"], "Nádasdy", (3, 3), 1);
    put("0204", "austrian", "light infantry", &["3", "4", "4"], "Banal Cr.", (4, 4), 1);
    counters[1].badges = vec![Badge::OutOfCommand];
    counters[6].badges = vec![Badge::Disordered];
    counters[7].stack.order = 1;
    counters[2].facing = Some(Facing(1));
    let mut long = unit(90, d.hex("0202"), "prussian", "infantry", &[]);
    long.place = CounterPlace::Hexes([d.hex("0202"), d.hex("0301"), d.hex("0401")].into_iter().collect());
    long.strength.parts = vec![(1, 1), (1, 1), (1, 2), (1, 1), (0, 1)];
    long.facing = Some(Facing(9));
    counters.push(long);
    let view = BoardView { counters, ..BoardView::default() };
    let reach = [
        ("0706", "1"),
        ("0606", "2"),
        ("0806", "2"),
        ("0906", "2"),
        ("0708", "1"),
        ("0807", "2"),
        ("0808", "3"),
        ("0907", "3"),
    ];
    let lights = Highlights {
        selected: vec![Target::Counter(CounterId(1))],
        reach: reach.iter().map(|(l, c)| (d.hex(l), (*c).to_owned())).collect(),
        targets: vec![(d.hex("0905"), "3:2 · 58 %".to_owned())],
        path: ["0707", "0806", "0906"].iter().map(|l| d.hex(l)).collect(),
        path_tags: vec!["1".to_owned(), "2".to_owned()],
        lines: vec![
            OverlayLine::sight(d.hex("0603"), d.hex("0904"), None),
            OverlayLine::sight(d.hex("0603"), d.hex("0204"), Some(d.hex("0403"))),
        ],
        areas: vec![
            AreaView {
                name: "Arrivals".to_owned(),
                hexes: ["0107", "0108", "0207", "0208"].iter().map(|l| d.hex(l)).collect(),
                kind: AreaKind::Setup,
            },
            AreaView {
                name: String::new(),
                hexes: ["1201", "1202", "1203"].iter().map(|l| d.hex(l)).collect(),
                kind: AreaKind::Zone,
            },
        ],
        cursor: Some(d.hex("0804")),
        ..Highlights::default()
    };
    (d.0, view, lights)
}

fn mollwitz() -> (MapDoc, BoardView, Highlights) {
    let grid = Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 13,
        rows: 9,
        numbering: Numbering::letters(),
    };
    let mut d = Draft(MapDoc::blank(grid, "clear"));
    d.terrain("heavy wood", &["A1", "A2", "M8", "L9", "M9"]);
    d.terrain("waterway", &["C1", "C2", "C3", "C4", "C6", "C7", "C8", "C9"]);
    d.terrain("bridge", &["C5"]);
    d.terrain("village", &["G2", "L2", "A6", "F9"]);
    d.terrain("hill", &["J7", "J8", "K7"]);
    for (t, h) in [("Mollwitz", "G2"), ("Grüningen", "L2"), ("Laugwitz", "A6"), ("Pampitz", "F9")] {
        d.label(t, h, LabelStyle::Village, 0, 0, 0);
    }
    d.label("Kleiner Bach", "C8", LabelStyle::Water, 0, -60, -78);
    let mut counters = Vec::new();
    let mut put = |l: &str, army: &str, figure: &str, left: u8, all: u8, acted: bool| {
        let mut c = unit(counters.len() as u32 + 1, d.hex(l), army, figure, &[&left.to_string()]);
        c.strength.pips = Some((left, all));
        c.strength.reduced = left < all;
        if acted {
            c.badges.push(Badge::Acted);
        }
        counters.push(c);
    };
    for (l, army, figure, left, all, acted) in [
        ("F2", "austrian", "light artillery", 2, 2, false),
        ("E3", "austrian", "infantry", 3, 4, false),
        ("H3", "austrian", "light artillery", 2, 2, false),
        ("I3", "austrian", "infantry", 4, 4, false),
        ("D4", "austrian", "hussar", 1, 2, false),
        ("F4", "austrian", "infantry", 2, 4, false),
        ("G4", "austrian", "infantry", 3, 4, false),
        ("H4", "austrian", "infantry", 4, 4, false),
        ("K5", "austrian", "heavy cavalry", 3, 3, false),
        ("L5", "austrian", "heavy cavalry", 2, 3, false),
        ("F5", "prussian", "infantry", 3, 4, true),
        ("G5", "prussian", "infantry", 4, 4, false),
        ("H5", "prussian", "infantry", 4, 4, true),
        ("E6", "prussian", "infantry", 4, 4, false),
        ("I6", "prussian", "infantry", 2, 4, false),
        ("D7", "prussian", "hussar", 2, 2, false),
        ("E7", "prussian", "light artillery", 2, 2, true),
        ("F7", "prussian", "grenadier", 4, 4, false),
        ("H7", "prussian", "grenadier", 4, 4, false),
    ] {
        put(l, army, figure, left, all, acted);
    }
    counters[17].tag = "ELITE".to_owned();
    counters[18].tag = "ELITE".to_owned();
    for (l, army, v) in
        [("G4", "austrian", "1"), ("K5", "austrian", "2"), ("F7", "prussian", "2"), ("B3", "prussian", "3")]
    {
        let mut c = unit(counters.len() as u32 + 1, d.hex(l), army, "leader", &[v]);
        c.name = "Neipperg".to_owned();
        c.stack.rider = true;
        c.star = true;
        counters.push(c);
    }
    let view = BoardView { counters, ..BoardView::default() };
    let lights = Highlights {
        selected: vec![Target::Counter(CounterId(12))],
        reach: vec![(d.hex("F6"), "1".to_owned()), (d.hex("G6"), "1".to_owned())],
        targets: vec![(d.hex("F4"), "80 % to hit".to_owned()), (d.hex("G4"), String::new())],
        arrow: Some((d.hex("G5"), d.hex("G4"))),
        ..Highlights::default()
    };
    (d.0, view, lights)
}

fn sheet() -> Scene {
    let mut shapes =
        vec![Shape::rect(Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 1180.0)), palette::PAPER2)];
    let style = CounterStyle::default();
    let mut put = |c: &CounterView, x: f32, y: f32, px: f32, style: &CounterStyle| {
        let m = Affine::new(vec2(x, y), px, 0.0);
        shapes.extend(counter_shapes(c, px, style).iter().map(|s| s.transformed(&m)));
    };
    let figures = [
        "infantry",
        "grenadier",
        "light infantry",
        "heavy cavalry",
        "dragoon",
        "hussar",
        "light artillery",
        "heavy artillery",
        "howitzer",
        "leader",
        "commander",
        "supply train",
        "siege train",
        "depot",
        "garrison",
        "baggage",
    ];
    for (i, f) in figures.iter().enumerate() {
        let army = palette::ARMIES[i % palette::ARMIES.len()].name;
        let x = 60.0 + 96.0 * i as f32;
        put(&unit(0, HexId(0), army, f, &[]), x, 60.0, 64.0, &style);
        put(&unit(0, HexId(0), army, f, &["3"]), x, 140.0, 64.0, &style);
        put(&unit(0, HexId(0), army, f, &["3"]), x - 20.0, 200.0, 34.0, &style);
        put(&unit(0, HexId(0), army, f, &["3"]), x + 16.0, 200.0, 24.0, &style);
        put(&unit(0, HexId(0), army, f, &["3"]), x - 16.0, 232.0, 16.0, &style);
        put(&unit(0, HexId(0), army, f, &["3"]), x + 16.0, 232.0, 12.0, &style);
    }
    for (i, a) in palette::ARMIES.iter().enumerate() {
        let mut c = unit(0, HexId(0), a.name, "infantry", &["4"]);
        c.strength.pips = Some((3, 4));
        c.strength.reduced = i % 2 == 1;
        c.tag = if i % 3 == 0 { "ELITE".to_owned() } else { String::new() };
        let x = 60.0 + 140.0 * i as f32;
        put(&c, x, 300.0, 64.0, &style);
        put(&c, x + 62.0, 284.0, 34.0, &style);
        put(&c, x + 62.0, 318.0, 24.0, &style);
        put(&c, x, 380.0, 64.0, &CounterStyle { mono: true, ..style });
        let mut h = c.clone();
        h.hidden = true;
        put(&h, x + 62.0, 364.0, 48.0, &style);
        put(&h, x + 62.0, 404.0, 24.0, &style);
    }
    let badges = [
        Badge::Disordered,
        Badge::Shaken,
        Badge::Panicked,
        Badge::Routed,
        Badge::Demoralised,
        Badge::OutOfCommand,
        Badge::InSupply,
        Badge::OutOfSupply,
        Badge::Locked,
        Badge::Acted,
        Badge::Asleep,
        Badge::Column,
    ];
    for (i, b) in badges.iter().enumerate() {
        let army = ["prussian", "austrian", "russian"][i % 3];
        let mut c = unit(0, HexId(0), army, "infantry", &["3"]);
        c.strength.pips = Some((3, 4));
        c.badges = vec![*b];
        let x = 60.0 + 125.0 * i as f32;
        put(&c, x, 480.0, 64.0, &style);
        put(&c, x + 60.0, 494.0, 24.0, &style);
        c.badges = vec![*b, Badge::Acted];
        put(&c, x, 560.0, 40.0, &style);
    }
    let mut pg = unit(0, HexId(0), "prussian", "heavy cavalry", &["6", "6", "5"]);
    pg.name = "Schönaich".to_owned();
    pg.strength.pips = Some((3, 4));
    pg.band = Some(1);
    pg.tag = "1204".to_owned();
    let mut x = 70.0;
    for px in [96.0, 64.0, 48.0, 34.0, 24.0, 18.0, 12.0, 6.0] {
        put(&pg, x, 660.0, px, &style);
        x += px + 40.0;
    }
    let mut force = unit(0, HexId(0), "prussian", "leader", &["14", "6", "3", "3"]);
    force.name = "Frederick".to_owned();
    force.tag = "I".to_owned();
    let mut hidden = unit(0, HexId(0), "austrian", "leader", &["?", "3", "1", "3"]);
    hidden.name = "Daun".to_owned();
    let mut htl = unit(0, HexId(0), "austrian", "leader", &["2"]);
    htl.name = "Neipperg".to_owned();
    htl.star = true;
    let mut elite = unit(0, HexId(0), "prussian", "grenadier", &["7", "4"]);
    elite.tag = "E".to_owned();
    let brigade = unit(0, HexId(0), "prussian", "infantry", &["6", "4"]);
    let unknown = unit(0, HexId(0), "klingon", "warbird", &["9"]);
    let mut named = unit(0, HexId(0), "austrian", "infantry", &["4"]);
    named.name = "Botta".to_owned();
    named.strength.pips = Some((2, 4));
    for (i, c) in [force, hidden, htl, elite, brigade, unknown, named].iter().enumerate() {
        for (k, px) in [96.0, 64.0, 48.0, 34.0, 24.0].into_iter().enumerate() {
            put(c, 70.0 + 120.0 * i as f32, [800.0, 896.0, 966.0, 1020.0, 1060.0][k], px, &style);
        }
    }
    let t = Text::new(
        pos2(60.0, 1140.0),
        "Figures, armies, states, layouts.",
        20.0,
        Face::TitleItalic,
        palette::INK2,
    );
    shapes.push(Shape::Text(t.anchored(board::scene::Anchor::Start)));
    Scene { shapes, bounds: Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 1180.0)) }
}
