//! Pictures of the screen. They need a graphics adapter (Mesa's software one will do): where none
//! exists they say so and pass, except in continuous integration, where that is a failure.

#![allow(clippy::unwrap_used)]

use board::board::{BoardStyle, board_scene};
use board::overlay::Highlights;
use board::paint::egui_shapes;
use board::scene::Affine;
use egui::{Color32, Rect, pos2, vec2};
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use engine::game::NewMatch;
use engine::present::Seat;
use image::RgbaImage;
use std::panic::catch_unwind;
use std::sync::Arc;

/// A renderer, or the reason why there is none.
fn renderer() -> Option<WgpuTestRenderer> {
    match catch_unwind(WgpuTestRenderer::new) {
        Ok(r) => Some(r),
        Err(_) => {
            assert!(
                std::env::var_os("CI").is_none(),
                "no graphics adapter: install Mesa's software Vulkan or GL"
            );
            println!("skipped: no graphics adapter was found (Mesa's software Vulkan or GL would do)");
            None
        }
    }
}

/// Mean difference of two pictures in shades of 255, per channel.
fn difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    assert_eq!(a.dimensions(), b.dimensions());
    let sum: u64 = a
        .pixels()
        .zip(b.pixels())
        .flat_map(|(p, q)| (0..3).map(move |i| u64::from(p.0[i].abs_diff(q.0[i]))))
        .sum();
    sum as f64 / (f64::from(a.width()) * f64::from(a.height()) * 3.0)
}

#[test]
fn every_kind_of_piece_has_a_figure() {
    for rules in tests::library().registry.all() {
        for unit in &rules.schema().units {
            let known = board::counter::figures::find_figure(&unit.figure).is_some();
            assert!(known, "{}: nothing is drawn for {} ({})", rules.id(), unit.id, unit.figure);
        }
    }
}

#[test]
fn screen_and_paper_show_the_same_picture() {
    let Some(renderer) = renderer() else { return };
    let s = tests::shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    let game = s.rules.new_match(Arc::clone(&s.doc), &NewMatch { seed: 3, ..Default::default() });
    let game = game.map_err(|i| i.list).unwrap();
    let px = 30.0;
    let style = BoardStyle::at_scale(px);
    let scene = board_scene(
        &s.doc.map,
        s.rules.schema(),
        &game.view(Seat::OPEN).board(),
        &Highlights::default(),
        &style,
    );
    let (w, h) = ((scene.bounds.width() * px).ceil(), (scene.bounds.height() * px).ceil());

    let shown = scene.clone();
    let mut harness = Harness::builder().with_size(vec2(w, h)).renderer(renderer).build_ui(move |ui| {
        let first = !ui.ctx().data(|d| d.get_temp::<bool>(egui::Id::unique("fonts")).unwrap_or(false));
        if first {
            ui.ctx().set_fonts(board::fonts::font_definitions(&|_| None));
            ui.ctx().data_mut(|d| d.insert_temp(egui::Id::unique("fonts"), true));
            ui.ctx().request_repaint();
            return;
        }
        let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(w, h));
        let painter = ui.ctx().layer_painter(egui::LayerId::background());
        painter.rect_filled(whole, 0.0, Color32::WHITE);
        let to_screen = Affine::new(-shown.bounds.min.to_vec2() * px, px, 0.0);
        painter.extend(egui_shapes(ui.ctx(), &shown, &to_screen));
    });
    harness.run_steps(4);
    let screen = harness.render().unwrap();

    let svg = board::svg::to_svg(&scene, px);
    let mut options = resvg::usvg::Options::default();
    for f in &board::fonts::FILES {
        options.fontdb_mut().load_font_data(f.bytes.to_vec());
    }
    let tree = resvg::usvg::Tree::from_str(&svg, &options).unwrap();
    let mut map = resvg::tiny_skia::Pixmap::new(screen.width(), screen.height()).unwrap();
    map.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut map.as_mut());
    let paper = RgbaImage::from_raw(map.width(), map.height(), map.data().to_vec()).unwrap();

    let off = difference(&screen, &paper);
    if off >= 5.0 {
        let dir = std::env::temp_dir();
        screen.save(dir.join("oblique-screen.png")).unwrap();
        paper.save(dir.join("oblique-paper.png")).unwrap();
    }
    assert!(off < 5.0, "mean difference {off:.2} of 255");
    // And the comparison can fail: another position is farther off than drawing differs.
    let blank = RgbaImage::from_pixel(screen.width(), screen.height(), image::Rgba([243, 234, 214, 255]));
    assert!(difference(&screen, &blank) > 2.0 * off, "the picture has something on it");
}

#[test]
fn the_play_screen_is_drawn_in_both_themes() {
    use app::{files::Places, library::Library, settings::Settings, ui::App};
    let mut means = Vec::new();
    for (theme, shown) in
        [(app::settings::Theme::Light, egui::Theme::Light), (app::settings::Theme::Dark, egui::Theme::Dark)]
    {
        let Some(renderer) = renderer() else { return };
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let settings = Settings { theme, ..Settings::default() };
        let build = Harness::builder()
            .with_size(vec2(1280.0, 800.0))
            .with_max_steps(200)
            .with_theme(shown)
            .renderer(renderer);
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        harness.run();
        let doc = tests::shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap().doc;
        harness.state_mut().begin(doc, 7);
        harness.run();
        let picture = harness.render().unwrap();
        // The map keeps its paper in both themes; the bars do not.
        let mean = |x: u32, y: u32| {
            let p = picture.get_pixel(x, y).0;
            (u32::from(p[0]) + u32::from(p[1]) + u32::from(p[2])) / 3
        };
        means.push((mean(1270, 790), mean(8, 400)));
        let colours: std::collections::BTreeSet<[u8; 4]> = picture.pixels().map(|p| p.0).collect();
        assert!(colours.len() > 500, "a picture with {} colours shows nothing", colours.len());
    }
    assert!(means[0].0 > 200 && means[1].0 < 80, "bars: {means:?}");
}
