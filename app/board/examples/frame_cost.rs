//! What a frame of a large board costs, against drawing every hex as a polygon.
//!
//! `cargo run --release -p board --example frame_cost`

use board::fonts;
use board::overlay::Highlights;
use board::view::{BoardInput, BoardWidget, ViewOptions};
use egui::{Color32, Context, Pos2, RawInput, Rect, Shape, vec2};
use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
use engine::present::{BoardView, CounterId, CounterPlace, CounterStrength, CounterView};
use engine::scenario::{MapDoc, Schema};
use std::time::{Duration, Instant};

fn main() {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols: 200,
        rows: 150,
        numbering: Numbering::ccrr(),
    };
    let mut doc = MapDoc::blank(grid, "clear");
    for i in 0..30_000u16 {
        let kind = ["clear", "heavy wood", "light wood", "village", "marsh"][(i as usize * 7 / 5) % 5];
        doc.set_terrain(HexId(i), kind);
    }
    let counters = (0..500).map(|i| counter(i, HexId((i * 59 % 30_000) as u16))).collect();
    let view = BoardView { counters, ..BoardView::default() };
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
    let ctx = Context::default();
    ctx.set_fonts(fonts::font_definitions(&|_| None));
    let mut widget = BoardWidget::new();
    let mut time = 0.0;
    let mut frame = |widget: &mut BoardWidget| {
        time += 1.0 / 60.0;
        run(&ctx, time, |ui| {
            widget.show(ui, &input);
        })
    };
    let first = frame(&mut widget);
    let mut slowest = Duration::ZERO;
    for _ in 0..200 {
        slowest = slowest.max(frame(&mut widget));
    }
    let far = (0..100).map(|_| frame(&mut widget)).sum::<Duration>() / 100;
    widget.set_zoom_percent(100.0);
    let mut zoomed = Duration::ZERO;
    for _ in 0..120 {
        zoomed = zoomed.max(frame(&mut widget));
    }
    let near = (0..100).map(|_| frame(&mut widget)).sum::<Duration>() / 100;
    let layout = board::layout::Layout::new(grid);
    let mut polygons = || {
        time += 1.0 / 60.0;
        run(&ctx, time, |ui| {
            let shapes = grid.ids().map(|id| {
                let pts = layout.hex_corners(id).map(|p| (p.to_vec2() * 4.0).to_pos2()).to_vec();
                Shape::convex_polygon(pts, Color32::LIGHT_GREEN, (1.0, Color32::BLACK))
            });
            ui.painter().extend(shapes);
        })
    };
    polygons();
    let plain = (0..10).map(|_| polygons()).sum::<Duration>() / 10;
    println!("first frame {first:?}; slowest while tiles are made {slowest:?}, after a zoom {zoomed:?}");
    println!("whole map {far:?}, at 100 % {near:?}, 30000 polygons {plain:?}");
    println!(
        "share {:.3} and {:.3}",
        far.as_secs_f64() / plain.as_secs_f64(),
        near.as_secs_f64() / plain.as_secs_f64()
    );
}

fn run(ctx: &Context, time: f64, mut add: impl FnMut(&mut egui::Ui)) -> Duration {
    let raw = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1600.0, 1000.0))),
        time: Some(time),
        ..RawInput::default()
    };
    let start = Instant::now();
    let mut full = ctx.run_ui(raw, |ui| {
        egui::CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| add(ui));
    });
    let prims = ctx.tessellate(std::mem::take(&mut full.shapes), 1.0);
    let spent = start.elapsed();
    full.textures_delta.clear();
    drop(prims);
    spent
}

fn counter(id: u32, hex: HexId) -> CounterView {
    CounterView {
        id: CounterId(id),
        place: CounterPlace::Hexes([hex].into_iter().collect()),
        army: ["prussian", "austrian", "russian"][id as usize % 3].to_owned(),
        figure: ["infantry", "hussar", "light artillery"][id as usize % 3].to_owned(),
        name: format!("Regiment {id}"),
        strength: CounterStrength {
            values: vec![(id % 9).to_string()],
            pips: Some((3, 4)),
            ..CounterStrength::default()
        },
        own: true,
        can_act: true,
        ..CounterView::default()
    }
}
