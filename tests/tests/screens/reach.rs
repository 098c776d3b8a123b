//! What makes the program usable for more people: high contrast with army letters, no motion, and the signs
//! of the map in words. With `REACH_PICTURES=folder` the screens are kept for looking at.

#![allow(clippy::unwrap_used)]

use crate::room;
use app::settings::{Settings, Theme};
use app::{files::Places, library::Library, ui::App};
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use std::panic::catch_unwind;

fn window(settings: Settings, folder: &std::path::Path, drawn: bool) -> Option<Harness<'static, App>> {
    let places = Places::below_root(folder);
    let theme = if settings.theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light };
    let mut build = Harness::builder().with_size(vec2(1600.0, 1000.0)).with_max_steps(400).with_theme(theme);
    if drawn {
        match catch_unwind(WgpuTestRenderer::new) {
            Ok(r) => build = build.renderer(r),
            Err(_) => {
                assert!(
                    std::env::var_os("CI").is_none(),
                    "no graphics adapter: install Mesa's software Vulkan"
                );
                println!("skipped: no graphics adapter was found");
                return None;
            }
        }
    }
    let mut h =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    h.run();
    Some(h)
}

fn start(h: &mut Harness<'static, App>, id: &str) {
    let doc = tests::shipped().into_iter().find(|s| s.doc.id == id).unwrap().doc;
    h.state_mut().begin(doc, 7);
    h.run();
}

fn keep(h: &mut Harness<'static, App>, name: &str) -> image::RgbaImage {
    let picture = h.render().unwrap();
    if let Some(folder) = std::env::var_os("REACH_PICTURES") {
        picture.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
    picture
}

/// Contrast of two colours after WCAG.
fn contrast(a: [u8; 4], b: [u8; 4]) -> f32 {
    let lin = |v: u8| {
        let v = f32::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
    };
    let l = |c: [u8; 4]| 0.2126 * lin(c[0]) + 0.7152 * lin(c[1]) + 0.0722 * lin(c[2]);
    let (x, y) = (l(a), l(b));
    (x.max(y) + 0.05) / (x.min(y) + 0.05)
}

#[test]
fn high_contrast_reaches_every_panel_and_the_counters() {
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let folder = tempfile::tempdir().unwrap();
        let usual = Settings { theme, ..Settings::default() };
        let high = Settings { contrast: true, ..usual.clone() };
        let mut pictures = Vec::new();
        for (settings, kind) in [(usual, "usual"), (high, "high")] {
            let Some(mut h) = window(settings, folder.path(), true) else { return };
            start(&mut h, "1757");
            pictures.push(keep(&mut h, &format!("{name}-{kind}")));
        }
        // The lower bar: its ground against its strongest ink.
        let strongest = |p: &image::RgbaImage| {
            let ground = p.get_pixel(1596, 996).0;
            let inks =
                (0..1200).flat_map(|x| (940..996).map(move |y| (x, y))).map(|(x, y)| p.get_pixel(x, y).0);
            inks.map(|c| contrast(c, ground)).fold(1.0, f32::max)
        };
        let (plain, high) = (strongest(&pictures[0]), strongest(&pictures[1]));
        println!("{name}: {plain:.1} against {high:.1}");
        assert!(high > 18.0 && high > plain, "{name}: {plain} against {high}");
    }
}

#[test]
fn the_switches_stand_in_the_settings_and_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = window(Settings::default(), folder.path(), false).unwrap();
    assert!(!board::palette::is_high_contrast(&h.ctx.global_style().visuals));
    h.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    h.run();
    h.get_by_label_contains("High contrast").click();
    h.run();
    assert!(board::palette::is_high_contrast(&h.ctx.global_style().visuals), "at once");
    h.get_by_label_contains("No animation").click();
    h.run();
    assert_eq!(h.ctx.global_style().animation_time, 0.0);
    let (kept, said) = Settings::read(&Places::below_root(folder.path()).settings());
    assert!(kept.contrast && kept.still && said.is_none(), "{said:?}");
}

#[test]
fn the_signs_of_the_map_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut h) = window(Settings::default(), folder.path(), true) else { return };
    start(&mut h, "1757");
    assert!(h.query_by_label_contains("Mountain pass: ").is_none());
    h.key_press(Key::E);
    h.run();
    keep(&mut h, "legend");
    assert!(h.query_by_label_contains("Mountain pass: ").is_some(), "every sign in words");
    assert!(h.query_by_label_contains("Fortress town: ").is_some());
    h.key_press(Key::E);
    h.run();
    assert!(h.query_by_label_contains("Mountain pass: ").is_none());
}

/// What finds things without room finds them.
#[test]
fn what_is_cut_off_or_overlaps_is_found() {
    struct Small(fn(&mut egui::Ui));
    impl eframe::App for Small {
        fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
            (self.0)(ui);
        }
    }
    let look = |add: fn(&mut egui::Ui)| {
        let mut h = Harness::builder().with_size(vec2(300.0, 200.0)).build_eframe(move |cc| {
            ui_kit::theme::install(&cc.egui_ctx);
            Small(add)
        });
        h.run();
        room::crowded(&h)
    };
    fn at(ui: &mut egui::Ui, x: f32, y: f32, name: &str) {
        ui.put(egui::Rect::from_min_size(egui::pos2(x, y), vec2(80.0, 24.0)), egui::Button::new(name));
    }
    let fine = look(|ui| {
        at(ui, 20.0, 20.0, "one");
        at(ui, 20.0, 60.0, "two");
    });
    assert!(fine.is_empty(), "{fine:?}");
    let over = look(|ui| {
        at(ui, 20.0, 20.0, "one");
        at(ui, 60.0, 30.0, "two");
    });
    assert!(over.iter().any(|l| l.contains("'two' lies over 'one'")), "{over:?}");
    let off = look(|ui| at(ui, 260.0, 20.0, "far"));
    assert!(off.iter().any(|l| l.contains("'far' is cut off")), "{off:?}");
    let clipped = look(|ui| {
        ui.set_clip_rect(egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(300.0, 40.0)));
        at(ui, 20.0, 30.0, "half");
        at(ui, 20.0, 90.0, "hidden");
    });
    assert_eq!(clipped.len(), 2, "{clipped:?}");
    let scrolled = look(|ui| {
        egui::ScrollArea::vertical().max_height(60.0).show(ui, |ui| {
            for i in 0..12 {
                let _ = ui.button(format!("row {i}"));
            }
        });
    });
    assert!(scrolled.is_empty(), "what can be scrolled to is fine: {scrolled:?}");
}
