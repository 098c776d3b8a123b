//! The program with an editor in it, for tests of its files.

// Not every test uses all of it.
#![allow(dead_code, clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::{App, Screen};
use egui::{Event, Key, Modifiers, PointerButton, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use engine::hex::HexId;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub fn start(folder: &Path) -> Harness<'static, App> {
    let places = Places::below_root(folder);
    let mut settings = Settings::default();
    settings.switches.insert("own-file-dialog".into(), true);
    let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(120);
    let mut harness =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    harness.run();
    harness
}

pub fn key(h: &mut Harness<'static, App>, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run();
}

pub fn new_document(h: &mut Harness<'static, App>, title: &str) {
    key(h, Modifiers::COMMAND, Key::N);
    h.event(Event::Text(title.into()));
    h.run();
    key(h, Modifiers::NONE, Key::Enter);
    assert_eq!(h.state().screen(), Screen::Editor);
    assert_eq!(h.state().editor().document().unwrap().doc().title, title);
}

/// A stroke of the brush over some hexes of one row.
pub fn paint(h: &mut Harness<'static, App>, row: u16) {
    key(h, Modifiers::NONE, Key::B);
    let cols = h.state().editor().document().unwrap().doc().map.grid.cols;
    let at =
        |h: &Harness<'static, App>, col: u16| h.state().editor().screen_of(HexId(row * cols + col)).unwrap();
    let (from, to) = (at(h, 3), at(h, 9));
    h.hover_at(from);
    h.run();
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    h.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
    h.step();
    h.event(Event::PointerMoved(to));
    h.step();
    h.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
    h.run();
}

pub fn painted(h: &Harness<'static, App>) -> usize {
    let map = &h.state().editor().document().unwrap().doc().map;
    let open = map.terrain_at(HexId(0)).to_owned();
    map.grid.ids().filter(|id| map.terrain_at(*id) != open).count()
}

pub fn kept(folder: &Path) -> Vec<PathBuf> {
    let list = |p: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(p).map(|r| r.map(|e| e.unwrap().path()).collect()).unwrap_or_default()
    };
    let files = list(&Places::below_root(folder).journal()).into_iter().flat_map(|p| list(&p));
    files.filter(|p| p.extension().is_some_and(|e| e == "ron")).collect()
}

/// Lets at most five seconds of the program's own time pass, and waits for the disk.
pub fn until_kept(h: &mut Harness<'static, App>, folder: &Path, what: &str) {
    let began = h.ctx.input(|i| i.time);
    while h.ctx.input(|i| i.time) - began < 5.0 {
        h.step();
    }
    let found = || kept(folder).iter().any(|p| std::fs::read_to_string(p).is_ok_and(|t| t.contains(what)));
    let waited = Instant::now();
    while !found() {
        assert!(waited.elapsed() < Duration::from_secs(20), "not kept: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub fn sees(h: &Harness<'static, App>, label: &str) -> bool {
    h.query_all_by_label_contains(label).next().is_some()
}

pub fn close(h: &mut Harness<'static, App>) -> Vec<egui::ViewportCommand> {
    let viewport = h.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    h.step();
    let said = h.output().viewport_output.values().flat_map(|v| v.commands.clone()).collect();
    h.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    h.run_steps(3);
    said
}

pub fn save(h: &mut Harness<'static, App>) {
    key(h, Modifiers::COMMAND, Key::S);
}
