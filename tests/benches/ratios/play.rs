//! CPU a frame of the whole play screen while the pointer moves over the map, and while it is panned.

use crate::common::{best, row, time};
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use std::sync::Arc;
use std::time::Duration;

const SIZE: egui::Vec2 = egui::vec2(1920.0, 1080.0);
/// The goal for a hover or pan frame.
const GOAL: Duration = Duration::from_millis(4);

fn frame(ctx: &egui::Context, app: &mut App, events: Vec<egui::Event>) {
    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, SIZE);
    let input = egui::RawInput { screen_rect: Some(rect), events, ..Default::default() };
    let out = ctx.run_ui(input, |ui| app.frame(ui));
    std::hint::black_box(ctx.tessellate(out.shapes, out.pixels_per_point));
}

pub fn run() {
    let titles = ["Mollwitz", "1757"];
    for title in titles {
        let library = Library::shipped();
        let found = library.scenarios.iter().filter_map(|s| s.doc.as_ref().ok()).find(|d| d.title == title);
        let Some(doc) = found.map(Arc::clone) else { continue };
        let ctx = egui::Context::default();
        let mut app = App::new(&ctx, library, Settings::default(), None);
        app.begin(doc, 7);
        for _ in 0..400 {
            frame(&ctx, &mut app, Vec::new());
        }
        let mut n = 0u32;
        let mut move_to = |pressed: Option<bool>| {
            n += 1;
            // Over the middle of the map, another hex each time.
            let pos = egui::pos2(300.0 + (n * 37 % 700) as f32, 200.0 + (n * 23 % 500) as f32);
            let mut events = vec![egui::Event::PointerMoved(pos)];
            if let Some(pressed) = pressed {
                let button = egui::PointerButton::Secondary;
                events.push(egui::Event::PointerButton {
                    pos,
                    button,
                    pressed,
                    modifiers: Default::default(),
                });
            }
            frame(&ctx, &mut app, events);
        };
        let hover = best(Duration::from_millis(500), || move_to(None));
        move_to(Some(true));
        let pan = best(Duration::from_millis(500), || move_to(None));
        move_to(Some(false));
        for (what, took) in [("pointer moves", hover), ("map is panned", pan)] {
            let what = format!("{title}: a frame of the play screen while the {what}");
            let ratio = took.as_secs_f64() / GOAL.as_secs_f64();
            row(&what, &time(took), &format!("goal {}", time(GOAL)), ratio, "≤ 1 (aim 0.4)", ratio <= 1.0);
        }
    }
}
