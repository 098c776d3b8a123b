//! SVG and pixels of one scene agree; the board widget runs without a window.

use board::board::{BoardStyle, board_scene};
use board::overlay::Highlights;
use board::paper::{LEAST_LINE_MM, LEAST_TEXT_MM, Style};
use board::scene::{Face, Shape};
use board::view::{BoardInput, BoardWidget, Click, ViewOptions};
use board::{fonts, raster, svg};
use egui::{Color32, Context, Event, Pos2, RawInput, Rect, pos2, vec2};
use engine::hex::{Dir, Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::present::{
    Badge, BoardView, CounterId, CounterPlace, CounterStrength, CounterView, MarkView, OverlayLine, Target,
};
use engine::scenario::{EdgeFeature, Label, LabelStyle, MapDoc, Schema};
use std::sync::Arc;

mod soft;

fn map(orientation: Orientation, cols: u16, rows: u16) -> MapDoc {
    let grid = Grid { orientation, shove: Shove::Odd, cols, rows, numbering: Numbering::ccrr() };
    let mut doc = MapDoc::blank(grid, "clear");
    let kinds = [
        "light wood",
        "heavy wood",
        "hill",
        "town",
        "village",
        "marsh",
        "pond",
        "lake",
        "sea",
        "heath",
        "rough",
        "mountain",
        "redoubt",
        "fortress",
        "trench",
        "waterway",
        "bridge",
        "ford",
        "swamp",
        "no such ground",
    ];
    for (i, k) in kinds.iter().enumerate() {
        doc.set_terrain(HexId((i * 2 % grid.len()) as u16), k);
    }
    let sides = [
        "river",
        "stream",
        "bridge",
        "ford",
        "slope",
        "steep slope",
        "entrenchment",
        "wall",
        "pass",
        "ridge",
        "border",
        "sea",
        "odd",
    ];
    let edges = Arc::make_mut(&mut doc.edges);
    for (i, k) in sides.iter().enumerate() {
        let hex = grid.hex(HexId((i * 3 % grid.len()) as u16));
        let f = EdgeFeature { kind: (*k).to_owned(), from: Some(hex) };
        edges.entry(Edge::new(hex, Dir(i as u8 % 6))).or_default().push(f);
    }
    let roads = Arc::make_mut(&mut doc.roads);
    for i in 0..cols - 1 {
        roads.insert(Edge::new(grid.hex_at(i, 2), Dir(0)), 1 + (i % 2) as u8);
    }
    let label = |text: &str, at: u16, style| Label {
        text: text.to_owned(),
        at: grid.hex(HexId(at)),
        dx: 0,
        dy: 0,
        turn: 20,
        size: 100,
        style,
    };
    Arc::make_mut(&mut doc.labels).extend([
        label("Mollwitz & <co>", 9, LabelStyle::Village),
        label("Schweidnitz", 15, LabelStyle::Town),
        label("Elbe", 18, LabelStyle::Water),
    ]);
    doc
}

fn counter(id: u32, hex: u16, army: &str) -> CounterView {
    CounterView {
        id: CounterId(id),
        place: CounterPlace::Hexes([HexId(hex)].into_iter().collect()),
        army: army.to_owned(),
        figure: "infantry".to_owned(),
        strength: CounterStrength {
            values: vec!["4".to_owned()],
            pips: Some((3, 4)),
            ..CounterStrength::default()
        },
        own: true,
        can_act: true,
        line: format!("{army} infantry {id}"),
        ..CounterView::default()
    }
}

/// Everything the map of a campaign shows: places with points, sieges, depots in each state, a garrison, a
/// force with its leader.
fn campaign() -> BoardView {
    let mark = |hex: u16, art: &str| MarkView::new(Target::Hex(HexId(hex)), art, art, "12.0");
    let mut inside = counter(3, 16, "prussian");
    inside.stack.inside = true;
    let mut leader = counter(4, 30, "austrian");
    (leader.figure, leader.name, leader.strength.force) = ("leader".into(), "Daun".into(), "?".into());
    leader.strength.values = ["3", "1", "3"].map(str::to_owned).to_vec();
    leader.badges = vec![Badge::Demoralised, Badge::OutOfSupply, Badge::Quartered];
    BoardView {
        counters: vec![counter(1, 10, "prussian"), counter(2, 25, "austrian"), inside, leader],
        marks: vec![
            mark(16, "fortress").value(5),
            mark(16, "siege"),
            mark(10, "depot").value(5).army("prussian"),
            mark(11, "depot begun").value(5).army("prussian"),
            mark(12, "depot idle").value(4).army("austrian"),
            mark(23, "camp"),
            mark(24, "fire"),
        ],
        ..BoardView::default()
    }
}

#[test]
fn svg_and_pixels_agree() {
    let mut doc = map(Orientation::PointyTop, 7, 6);
    // A map of a country: towns are rings, regions have frontiers.
    doc.scale_m = 22_500;
    let view = campaign();
    let lights = Highlights {
        lines: vec![
            OverlayLine::supply(HexId(16), HexId(17), 1),
            OverlayLine::supply(HexId(17), HexId(24), 2),
            OverlayLine::sight(HexId(2), HexId(20), Some(HexId(10))),
        ],
        selected: vec![Target::Counter(CounterId(1))],
        reach: vec![(HexId(17), "1".to_owned()), (HexId(18), "2".to_owned())],
        targets: vec![(HexId(25), "58 %".to_owned())],
        ..Highlights::default()
    };
    let mut options = resvg::usvg::Options::default();
    for f in &fonts::FILES {
        options.fontdb_mut().load_font_data(f.bytes.to_vec());
    }
    for px in [62.0, 30.0, 14.0, 6.0] {
        let scene = board_scene(&doc, &Schema::default(), &view, &lights, &BoardStyle::at_scale(px));
        let ours = raster::rasterise_scene(&scene, scene.bounds, px);
        let text = svg::to_svg(&scene, px);
        let tree = resvg::usvg::Tree::from_str(&text, &options).expect("well-formed SVG");
        let mut theirs = raster::blank_pixmap(ours.width(), ours.height());
        resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut theirs.as_mut());
        let sum: u64 = ours.data().iter().zip(theirs.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = sum as f64 / ours.data().len() as f64;
        assert!(mean < 1.2, "at {px}: mean difference {mean}");
        let ink = ours.data().chunks(4).filter(|p| p[0] < 100).count();
        assert!(ink * 200 > ours.data().len() / 4, "something is drawn");
    }
}

/// On paper no line is thinner than 0.2 mm, in black and white nothing is grey, and every letter has 7 points.
#[test]
fn paper_keeps_its_promises() {
    let doc = map(Orientation::PointyTop, 7, 6);
    let radius = 11.0;
    for style in [Style::Colour, Style::Mono] {
        let how = BoardStyle::on_paper(radius, style);
        let scene = board_scene(&doc, &Schema::default(), &campaign(), &Highlights::default(), &how);
        let mut inks = std::collections::BTreeSet::new();
        for s in &scene.shapes {
            let (fill, stroke) = match s {
                Shape::Polygon { fill, stroke, .. }
                | Shape::Path { fill, stroke, .. }
                | Shape::Circle { fill, stroke, .. } => (*fill, stroke.as_ref()),
                Shape::Polyline { stroke, .. } => (None, Some(stroke)),
                Shape::Text(t) => {
                    let on_map = t.face == Face::UiMedium && t.text.len() == 4;
                    assert!(!on_map || t.size * radius >= LEAST_TEXT_MM - 1e-3, "{}: {}", t.text, t.size);
                    (Some(t.color), None)
                }
            };
            assert!(stroke.is_none_or(|s| s.width * radius >= LEAST_LINE_MM - 1e-4), "{s:?}");
            let all = fill.into_iter().chain(stroke.map(|s| s.color));
            inks.extend(all.map(|c| (c.r, c.g, c.b)));
        }
        let two = [(0, 0, 0), (255, 255, 255)].into_iter().collect();
        assert_eq!(inks == two, style == Style::Mono, "{inks:?}");
    }
}

/// Counters stand aside for what may not be hidden.
#[test]
fn points_and_depots_are_never_covered() {
    let doc = map(Orientation::PointyTop, 7, 6);
    let l = board::layout::Layout::new(doc.grid);
    let mut view = campaign();
    view.counters.push(counter(5, 16, "russian"));
    let placed = board::board::place_counters(&l, &view);
    for (hex, at) in [(16, vec2(0.56, -0.34)), (10, vec2(0.56, 0.3))] {
        let c = l.center(HexId(hex)) + at;
        let here = placed.iter().filter(|p| p.hex == HexId(hex));
        for p in here {
            let free = (c - p.center).abs() - p.reach / 2.0;
            assert!(free.x.max(free.y) > 0.08, "counter {} covers hex {hex}: {free:?}", p.index);
        }
    }
    let garrison = placed.iter().find(|p| view.counters[p.index].stack.inside).expect("a garrison");
    let outside =
        placed.iter().find(|p| p.hex == HexId(16) && !view.counters[p.index].stack.inside).expect("a force");
    assert!(garrison.side < outside.side);
}

struct Table {
    ctx: Context,
    widget: BoardWidget,
    time: f64,
    soft: soft::Soft,
}

impl Table {
    fn new() -> Self {
        let ctx = Context::default();
        ctx.set_fonts(fonts::font_definitions(&|_| None));
        Self { ctx, widget: BoardWidget::new(), time: 0.0, soft: soft::Soft::default() }
    }

    fn frame(
        &mut self,
        input: &BoardInput<'_>,
        events: Vec<Event>,
    ) -> (board::view::BoardOutput, egui::FullOutput) {
        self.time += 1.0 / 60.0;
        let raw = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0))),
            time: Some(self.time),
            events,
            focused: true,
            ..RawInput::default()
        };
        let mut out = None;
        let widget = &mut self.widget;
        let mut full = self.ctx.run_ui(raw, |ui| {
            egui::CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
                out = Some(widget.show(ui, input));
            });
        });
        self.soft.take(&mut full.textures_delta);
        (out.expect("the widget was shown"), full)
    }
}

fn press(at: Pos2, down: bool) -> Event {
    Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed: down,
        modifiers: Default::default(),
    }
}

#[test]
fn the_widget_settles_and_answers_clicks() {
    let doc = map(Orientation::PointyTop, 9, 7);
    let view = BoardView {
        counters: vec![counter(1, 31, "prussian"), counter(2, 20, "austrian")],
        ..BoardView::default()
    };
    let (schema, lights) = (Schema::default(), Highlights::default());
    let input = BoardInput {
        doc: &doc,
        doc_key: 1,
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: Color32::GRAY,
        options: ViewOptions::default(),
        lines_for_hex: None,
    };
    let mut t = Table::new();
    let mut still = 0;
    for _ in 0..400 {
        let (_, full) = t.frame(&input, Vec::new());
        let soon = full.viewport_output.values().any(|v| v.repaint_delay.is_zero());
        still = if soon { 0 } else { still + 1 };
        if still > 3 {
            break;
        }
    }
    assert!(still > 3, "no repaint while idle");
    let at = t.widget.screen_of(HexId(31)).expect("the hex is on the sheet");
    t.frame(&input, vec![Event::PointerMoved(at)]);
    t.frame(&input, vec![press(at, true)]);
    let (out, _) = t.frame(&input, vec![press(at, false)]);
    let click = out.clicked.expect("a click");
    assert_eq!((click.hex, click.counter), (Some(HexId(31)), Some(CounterId(1))));
    let key = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Default::default(),
    };
    t.frame(&input, vec![key(egui::Key::ArrowRight)]);
    assert_eq!(t.widget.cursor, Some(HexId(32)));
    let (out, _) = t.frame(&input, vec![key(egui::Key::Enter)]);
    assert_eq!(out.clicked.and_then(|c| c.hex), Some(HexId(32)));
    let before = t.widget.zoom_percent();
    t.widget.zoom_by(2.0);
    assert!((t.widget.zoom_percent() / before - 2.0).abs() < 1e-3);
    let (out, _) = t.frame(&input, vec![Event::PointerMoved(pos2(1.0, 1.0))]);
    assert!(out.clicked.is_none());
}

#[test]
fn a_stroke_passes_every_hex() {
    let doc = map(Orientation::FlatTop, 9, 7);
    let (schema, lights, view) = (Schema::default(), Highlights::default(), BoardView::default());
    let input = BoardInput {
        doc: &doc,
        doc_key: 1,
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: Color32::GRAY,
        options: ViewOptions { left_pan: false, ..ViewOptions::default() },
        lines_for_hex: None,
    };
    let mut t = Table::new();
    t.frame(&input, Vec::new());
    let (a, b) =
        (t.widget.screen_of(HexId(27)).expect("on sheet"), t.widget.screen_of(HexId(35)).expect("on sheet"));
    let mut passed = Vec::new();
    let mut ends = 0;
    for e in [
        vec![Event::PointerMoved(a)],
        vec![press(a, true)],
        vec![Event::PointerMoved(b)],
        vec![press(b, false)],
    ] {
        if let Some(d) = t.frame(&input, e).0.dragged {
            assert_eq!(d.from, HexId(27));
            passed.extend(d.hexes_along);
            ends += i32::from(d.ended);
        }
    }
    assert_eq!((passed.first(), passed.last(), ends), (Some(&HexId(27)), Some(&HexId(35)), 1));
    let l = board::layout::Layout::new(doc.grid);
    assert!(passed.windows(2).all(|w| l.grid.hex(w[0]).distance(l.grid.hex(w[1])) == 1));
}

/// The board as the widget shows it and as the raster writes it, side by side.
#[test]
fn screen_and_pixels_agree() {
    let doc = map(Orientation::PointyTop, 9, 7);
    let view = BoardView {
        counters: vec![counter(1, 31, "prussian"), counter(2, 20, "austrian")],
        ..BoardView::default()
    };
    let lights = Highlights {
        selected: vec![Target::Counter(CounterId(1))],
        reach: vec![(HexId(32), "1".to_owned()), (HexId(33), "2".to_owned())],
        targets: vec![(HexId(20), "58 %".to_owned())],
        ..Highlights::default()
    };
    let schema = Schema::default();
    let input = BoardInput {
        doc: &doc,
        doc_key: 1,
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: Color32::GRAY,
        options: ViewOptions::default(),
        lines_for_hex: None,
    };
    let mut t = Table::new();
    let mut last = None;
    for _ in 0..200 {
        last = Some(t.frame(&input, Vec::new()).1);
    }
    let full = last.expect("a frame");
    let prims = t.ctx.tessellate(full.shapes, 1.0);
    let shown = t.soft.paint(&prims, 800, 600);
    let px = t.widget.camera.zoom;
    let scene = board_scene(&doc, &schema, &view, &lights, &BoardStyle::at_scale(px));
    let whole = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
    let shift = t.widget.camera.to_screen(whole, 1.0).shift;
    let seen = Rect::from_min_size((-shift / px).to_pos2(), whole.size() / px);
    let drawn = raster::rasterise_scene(&scene, seen, px);
    if let Ok(folder) = std::env::var("BOARD_PICTURES") {
        let bytes: Vec<u8> = shown.iter().flat_map(|c| c.to_array()).collect();
        image::save_buffer(format!("{folder}/screen.png"), &bytes, 800, 600, image::ColorType::Rgba8)
            .expect("saved");
        drawn.save_png(format!("{folder}/raster.png")).expect("saved");
    }
    let (mut sum, mut count) = (0u64, 0u64);
    for (i, c) in shown.iter().enumerate() {
        let p = drawn.data().get(i * 4..i * 4 + 4).unwrap_or(&[0, 0, 0, 0]);
        // The desk is not in the scene.
        let at = seen.min + vec2((i % 800) as f32 + 0.5, (i / 800) as f32 + 0.5) / px;
        if scene.bounds.shrink(0.03).contains(at) {
            sum += (0..3).map(|k| u64::from(c.to_array()[k].abs_diff(p[k]))).sum::<u64>();
            count += 3;
        }
    }
    let mean = sum as f64 / count.max(1) as f64;
    assert!(count > 300_000 && mean < 2.0, "mean difference {mean} over {count}");
}

/// Lets the pointer rest for a second.
fn rest(t: &mut Table, input: &BoardInput<'_>) {
    for _ in 0..60 {
        t.frame(input, Vec::new());
    }
}

fn click(t: &mut Table, input: &BoardInput<'_>, at: Pos2) -> Click {
    t.frame(input, vec![Event::PointerMoved(at)]);
    t.frame(input, vec![press(at, true)]);
    t.frame(input, vec![press(at, false)]).0.clicked.expect("a click")
}

#[test]
fn a_stack_fans_out_and_each_card_can_be_clicked() {
    let doc = map(Orientation::PointyTop, 9, 7);
    let mut counters: Vec<CounterView> =
        (0..3).map(|i| counter(i, 31, ["prussian", "saxon", "russian"][i as usize])).collect();
    for (i, c) in counters.iter_mut().enumerate() {
        c.stack.order = i as u8;
    }
    let view = BoardView { counters, ..BoardView::default() };
    let (schema, lights) = (Schema::default(), Highlights { can_act: true, ..Highlights::default() });
    let input = BoardInput {
        doc: &doc,
        doc_key: 1,
        schema: &schema,
        view: &view,
        highlights: &lights,
        desk: Color32::GRAY,
        options: ViewOptions { dim: true, ..ViewOptions::default() },
        lines_for_hex: None,
    };
    let mut t = Table::new();
    t.frame(&input, Vec::new());
    let at = t.widget.screen_of(HexId(31)).expect("on sheet");
    let (out, _) = t.frame(&input, vec![Event::PointerMoved(at)]);
    let on = out.hovered_counter.expect("a counter").0;
    let mut last = None;
    for _ in 0..60 {
        last = Some(t.frame(&input, Vec::new()).1);
    }
    if let Ok(folder) = std::env::var("BOARD_PICTURES") {
        let prims = t.ctx.tessellate(last.expect("a frame").shapes, 1.0);
        let bytes: Vec<u8> = t.soft.paint(&prims, 800, 600).iter().flat_map(|c| c.to_array()).collect();
        image::save_buffer(format!("{folder}/fan.png"), &bytes, 800, 600, image::ColorType::Rgba8)
            .expect("saved");
    }
    // Three cards in a row, the top one first, and the one pointed at stays below the pointer.
    let beside = |want: u32| at + vec2(66.0 * (want as f32 - on as f32), 0.0);
    for want in 0..3 {
        assert!(t.widget.is_stack_open(), "before card {want}");
        let click = click(&mut t, &input, beside(want));
        assert_eq!((click.hex, click.counter), (Some(HexId(31)), Some(CounterId(want))));
        // It would cover the hexes around: it stays closed until the pointer comes anew.
        t.frame(&input, vec![Event::PointerMoved(at)]);
        rest(&mut t, &input);
        assert!(!t.widget.is_stack_open(), "a counter was taken");
        t.frame(&input, vec![Event::PointerMoved(pos2(790.0, 590.0))]);
        t.frame(&input, vec![Event::PointerMoved(at)]);
        rest(&mut t, &input);
    }
    // Several are taken one after the other with a key held.
    t.frame(&input, vec![Event::ModifiersChanged(egui::Modifiers::SHIFT)]);
    for want in 0..3 {
        let click = click(&mut t, &input, beside(want));
        assert_eq!((click.hex, click.counter), (Some(HexId(31)), Some(CounterId(want))));
    }
    assert!(t.widget.is_stack_open(), "there may be more to take");
    t.frame(&input, vec![Event::PointerMoved(pos2(790.0, 590.0))]);
    let beside = if on == 0 { 66.0 } else { -66.0 };
    let (out, _) = t.frame(&input, vec![Event::PointerMoved(at + vec2(beside, 0.0))]);
    assert_eq!(out.hovered_counter, None, "the fan is closed");
}
