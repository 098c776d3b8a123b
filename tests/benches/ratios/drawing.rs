//! CPU a frame for a whole map of 200 x 150 hexes with 500 counters, against 30,000 `convex_polygon` shapes.

use crate::common::{best, row, time};
use board::overlay::Highlights;
use board::view::{BoardInput, BoardWidget, ViewOptions};
use engine::hex::HexId;
use engine::present::{BoardView, CounterId, CounterPlace, CounterStrength, CounterView};
use engine::scenario::{EdgeKind, Schema, TerrainKind};
use std::time::Duration;

const SIZE: egui::Vec2 = egui::vec2(1920.0, 1080.0);

fn counter(i: u32) -> CounterView {
    CounterView {
        id: CounterId(i),
        place: CounterPlace::Hexes([HexId((i * 59) as u16)].into_iter().collect()),
        army: if i.is_multiple_of(2) { "prussian" } else { "austrian" }.into(),
        figure: ["infantry", "hussar", "light artillery"][i as usize % 3].into(),
        strength: CounterStrength {
            values: vec![format!("{}", i % 4 + 1)],
            reduced: i.is_multiple_of(5),
            pips: Some((2, 4)),
            ..CounterStrength::default()
        },
        own: true,
        ..CounterView::default()
    }
}

fn input() -> egui::RawInput {
    egui::RawInput {
        screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, SIZE)),
        ..Default::default()
    }
}

/// Shapes and tessellation of one frame; the number of vertices.
fn frame(ctx: &egui::Context, mut ui: impl FnMut(&mut egui::Ui)) -> usize {
    let out = ctx.run_ui(input(), |root| ui(root));
    let meshes = ctx.tessellate(out.shapes, out.pixels_per_point);
    let count = |p: &egui::epaint::ClippedPrimitive| match &p.primitive {
        egui::epaint::Primitive::Mesh(m) => m.vertices.len(),
        egui::epaint::Primitive::Callback(_) => 0,
    };
    meshes.iter().map(count).sum()
}

/// How the terrains of the large map are drawn.
pub fn schema() -> Schema {
    let arts = [
        ("clear", "clear"),
        ("forest", "heavy wood"),
        ("hill", "hill"),
        ("town", "village"),
        ("swamp", "marsh"),
    ];
    let terrain =
        |(id, art): &(&str, &str)| TerrainKind { id: (*id).into(), art: (*art).into(), ..Default::default() };
    let river = EdgeKind { id: "river".into(), art: "river".into(), ..EdgeKind::default() };
    Schema { terrains: arts.iter().map(terrain).collect(), edges: vec![river], ..Schema::default() }
}

pub fn run() {
    let (doc, schema) = (crate::scenarios::large(), schema());
    let view = BoardView { counters: (0..500).map(counter).collect(), ..BoardView::default() };
    let highlights = Highlights::default();
    let ctx = egui::Context::default();
    ctx.set_fonts(board::fonts::font_definitions(&|_| None));
    let mut widget = BoardWidget::new();
    let mut ours_frame = || {
        frame(&ctx, |ui| {
            let input = BoardInput {
                doc: &doc.map,
                doc_key: 1,
                schema: &schema,
                view: &view,
                highlights: &highlights,
                desk: egui::Color32::GRAY,
                options: ViewOptions::default(),
                lines_for_hex: None,
            };
            widget.show(ui, &input);
        })
    };
    // Tiles are made a few a frame; measured is a frame when all are there.
    for _ in 0..400 {
        ours_frame();
    }
    let vertices = ours_frame();
    let ours = best(Duration::from_millis(300), || {
        std::hint::black_box(ours_frame());
    });

    let plain = egui::Context::default();
    let hexes: Vec<Vec<egui::Pos2>> = (0..30_000u32)
        .map(|i| {
            let (x, y) = ((i % 200) as f32 * 9.3 + 10.0, (i / 200) as f32 * 7.0 + 10.0);
            (0..6)
                .map(|k| egui::Vec2::angled(k as f32 * std::f32::consts::FRAC_PI_3) * 5.0 + egui::vec2(x, y))
                .map(|v| v.to_pos2())
                .collect()
        })
        .collect();
    let other_frame = || {
        frame(&plain, |ui| {
            let painter = ui.painter();
            let stroke = egui::Stroke::new(1.0, egui::Color32::BLACK);
            for h in &hexes {
                painter.add(egui::Shape::convex_polygon(h.clone(), egui::Color32::LIGHT_GREEN, stroke));
            }
        })
    };
    let theirs = best(Duration::from_millis(300), || {
        std::hint::black_box(other_frame());
    });
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let what = format!(
        "a frame of 200 x 150 hexes and 500 counters, shapes and tessellation ({} k vertices)",
        vertices / 1000
    );
    row(
        &what,
        &time(ours),
        &format!("30,000 convex_polygon {}", time(theirs)),
        ratio,
        "≤ 0.33 (aim 0.1)",
        ratio <= 1.0 / 3.0,
    );
}
