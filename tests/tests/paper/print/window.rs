//! The print dialog by its accessible labels.

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::time::{Duration, Instant};

/// Draws frames until something holds: the pages are made on another thread.
fn until(harness: &mut Harness<'static, App>, what: &str, holds: impl Fn(&Harness<'static, App>) -> bool) {
    let start = Instant::now();
    while !holds(harness) {
        assert!(start.elapsed() < Duration::from_secs(240), "{what} never came");
        std::thread::sleep(Duration::from_millis(20));
        harness.step();
    }
    harness.step();
}

fn pages(h: &Harness<'static, App>) -> usize {
    h.state().printing().and_then(|p| p.kit()).map_or(0, |k| k.pages.len())
}

#[test]
fn the_kit_is_looked_at_and_written_from_the_gallery() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below_root(folder.path());
    let mut settings = Settings::default();
    settings.switches.insert("own-file-dialog".into(), true);
    let build = Harness::builder().with_size(vec2(1280.0, 860.0)).with_max_steps(120);
    let mut h =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    h.run();
    h.key_press_modifiers(Modifiers::NONE, Key::ArrowRight);
    h.run();
    h.key_press_modifiers(Modifiers::COMMAND, Key::P);
    h.step();
    until(&mut h, "the pages", |h| pages(h) > 0);
    let all = pages(&h);
    assert!(h.query_by_label("Page 1: Setup sheet").is_some(), "thumbnails have names");
    let size = |h: &Harness<'static, App>| {
        h.state().printing().and_then(|p| p.kit()).map(|k| k.pages[0].size).unwrap_or_default()
    };
    assert!((size(&h).x - 210.0).abs() < 0.1);

    h.get_by_label("Letter").click();
    h.step();
    until(&mut h, "Letter", |h| (size(h).x - 215.9).abs() < 0.1);
    h.get_by_label("Counters").click();
    h.step();
    until(&mut h, "fewer pages", |h| pages(h) < all && pages(h) > 0);
    h.get_by_label("Page 2: Setup sheet").click();
    h.step();

    until(&mut h, "the button", |h| h.query_by_label("Write PDF").is_some());
    h.get_by_label("Write PDF").click();
    h.step();
    until(&mut h, "the file dialog", |h| h.query_by_label("Save").is_some());
    h.get_by_label("Save").click();
    h.step();
    until(&mut h, "the file", |h| h.query_by_label_contains("Written: ").is_some());
    let written = std::fs::read_dir(folder.path().join("saves")).unwrap().filter_map(Result::ok);
    let file = written.map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "pdf")).unwrap();
    assert!(std::fs::read(file).unwrap().starts_with(b"%PDF"));

    h.key_press_modifiers(Modifiers::NONE, Key::Escape);
    h.step();
    until(&mut h, "the end", |h| h.state().printing().is_none());
}
