//! Rules, charts, time, reckoning and guide in the window: by their accessible labels, and as pictures
//! at two sizes, in two themes and at two scales (`PICTURES=folder` keeps them to be looked at).

#![allow(clippy::unwrap_used)]

use crate::room;
use app::files::Places;
use app::library::Library;
use app::settings::{Settings, Theme};
use app::ui::play::time::Stride;
use app::ui::{App, Screen};
use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use std::panic::catch_unwind;

struct Window {
    harness: Harness<'static, App>,
    folder: tempfile::TempDir,
}

fn settings(theme: Theme, scale: u16) -> Settings {
    let mut s = Settings { theme, scale, ..Settings::default() };
    s.switches.insert("own-file-dialog".into(), true);
    s
}

impl Window {
    fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let s = settings(Theme::Light, 100);
        let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(120);
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), s, Some(places)));
        harness.run();
        Self { harness, folder }
    }

    fn drawn((w, h, theme, scale): room::Look, renderer: Option<WgpuTestRenderer>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let s = settings(theme, 100);
        let shown = if theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light };
        // At 200 % a point is twice as large, and half as many have room.
        let points = f32::from(scale) / 100.0;
        let mut build = Harness::builder()
            .with_size(vec2(w, h) / points)
            .with_pixels_per_point(points)
            .with_max_steps(200)
            .with_theme(shown);
        if let Some(renderer) = renderer {
            build = build.renderer(renderer);
        }
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), s, Some(places)));
        harness.run();
        Self { harness, folder }
    }

    /// A match some way on.
    fn begin(&mut self, title: &str, actions: usize) {
        let doc = tests::shipped().into_iter().find(|s| s.doc.title == title).unwrap().doc;
        self.harness.state_mut().begin(doc, 7);
        self.harness.run();
        let mut numbers = tests::Numbers(3);
        for _ in 0..actions {
            let n = self.harness.state().play().unwrap().session.game.legal_count();
            self.harness.state_mut().perform(numbers.below(n.max(1)));
            self.harness.step();
        }
        self.harness.run();
        assert_eq!(self.harness.state().screen(), Screen::Play);
    }

    fn click(&mut self, label: &str) {
        let found = self.harness.query_all_by_label(label).next();
        found.unwrap_or_else(|| panic!("nothing is called '{label}'")).click();
        self.harness.run();
    }

    fn key(&mut self, m: Modifiers, k: Key) {
        self.harness.key_press_modifiers(m, k);
        self.harness.run();
    }

    fn sees(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    fn hash(&self) -> u64 {
        self.harness.state().play().unwrap().session.game.hash()
    }

    fn shown(&self) -> u64 {
        self.harness.state().play().unwrap().session.shown().hash()
    }

    /// Waits for what is worked out on another thread.
    fn wait_for(&mut self, label: &str) {
        for _ in 0..200 {
            self.harness.run();
            if self.sees(label) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("'{label}' does not come");
    }
}

#[test]
fn a_rule_number_opens_the_rules_at_it() {
    let mut w = Window::open();
    w.begin("Mollwitz", 0);
    let rule = w.harness.state().play().unwrap().session.views.prompt.rules[0].0;
    w.click(&format!("rule {rule}"));
    let book = &w.harness.state().play().unwrap().session.book;
    let text = book.exact(rule).unwrap();
    let (row, words) = (format!("Rule {}: {}", text.number, text.title), text.text.clone());
    assert!(w.sees(&row), "{row}");
    assert!(w.sees(&words), "the text is open");
    // The search finds others.
    w.harness.get_by_label("Search the rules").focus();
    w.harness.run();
    w.harness.get_by_label("Search the rules").type_text("charge");
    w.harness.run();
    assert!(w.sees("Rule 8.charge: "));
    assert!(!w.sees(&words));
}

#[test]
fn rules_open_over_dialogs_and_other_screens_too() {
    let mut w = Window::open();
    let s = tests::shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    let card = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
    // The card may be further down than the gallery shows.
    w.harness.query_all_by_label(&card).next().unwrap().click_accesskit();
    w.harness.run();
    w.click("Play");
    let option = s.rules.schema().options.iter().find(|o| !o.rule.is_empty()).unwrap().rule.clone();
    w.harness.query_all_by_label(&format!("rule {option}")).next().unwrap().click_accesskit();
    w.harness.run();
    let text = s.rules.rulebook().exact(&option).unwrap();
    assert!(w.sees(&text.text), "the card over the dialog");
    w.key(Modifiers::NONE, Key::Escape);
    assert!(!w.sees(&text.text));
    assert!(w.sees("Start"), "the dialog is still there");
}

#[test]
fn the_slider_goes_to_the_start_and_back_and_a_line_is_left_and_returned_to() {
    let mut w = Window::open();
    w.begin("Mollwitz", 40);
    let hash = w.hash();
    w.key(Modifiers::NONE, Key::T);
    assert!(w.sees("Moments of the match"));
    w.key(Modifiers::NONE, Key::Home);
    let start = w.shown();
    assert_ne!(start, hash);
    assert_eq!(w.hash(), hash, "looking changes nothing");
    w.key(Modifiers::NONE, Key::CloseBracket);
    assert_ne!(w.shown(), start);
    w.key(Modifiers::NONE, Key::End);
    assert_eq!((w.shown(), w.hash()), (hash, hash));
    // By phase and by turn, both ways.
    let at = |w: &Window| w.harness.state().play().unwrap().time.at();
    let now = at(&w);
    w.key(Modifiers::COMMAND, Key::OpenBracket);
    let turn = at(&w);
    assert!(turn < now);
    w.key(Modifiers::SHIFT, Key::CloseBracket);
    assert!(at(&w) > turn);
    // What is looked at cannot be changed.
    w.harness.state_mut().perform(0);
    w.harness.run();
    assert_eq!(w.hash(), hash);
    // Another line from the start of the turn before.
    w.key(Modifiers::COMMAND, Key::OpenBracket);
    let from = w.shown();
    w.click("Continue from here");
    assert_eq!(w.hash(), from, "played on from there");
    let n = w.harness.state().play().unwrap().session.game.legal_count();
    w.harness.state_mut().perform(n - 1);
    w.harness.run();
    let other = w.hash();
    assert_ne!(other, from);
    w.click("Lines of this match");
    w.click("Return to First line");
    assert_eq!(w.hash(), hash, "the first line as it was left");
    // Both are in the save.
    w.key(Modifiers::COMMAND, Key::S);
    let saves = Places::below_root(w.folder.path()).saves();
    let file = std::fs::read_dir(&saves)
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.extension().is_some_and(|e| e == "oblique") && !p.ends_with("autosave.oblique"))
        .unwrap();
    w.click("Home");
    w.harness.state_mut().open(&file);
    w.harness.run();
    assert_eq!(w.hash(), hash);
    w.key(Modifiers::NONE, Key::T);
    w.click("Lines of this match");
    w.click("Return to Line 2");
    assert_eq!(w.hash(), other);
}

#[test]
fn a_position_and_an_extract_are_written_and_opened_again() {
    let mut w = Window::open();
    w.begin("Mollwitz", 30);
    w.key(Modifiers::NONE, Key::T);
    w.key(Modifiers::NONE, Key::Home);
    w.click("Export from here");
    w.click("Begin an extract here");
    w.key(Modifiers::NONE, Key::End);
    w.click("Export from here");
    w.click("The extract up to here as a replay…");
    assert!(w.sees("File name, or a path"));
    w.click("Save");
    assert!(w.sees("Written to"), "the extract");
    w.click("Export from here");
    w.click("Write this position to a file…");
    w.click("Save");
    let hash = w.hash();
    let found = |ending: &str| {
        let mut stack = vec![w.folder.path().to_owned()];
        while let Some(dir) = stack.pop() {
            for e in std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()) {
                if e.is_dir() {
                    stack.push(e);
                } else if e.to_string_lossy().ends_with(ending) {
                    return Some(e);
                }
            }
        }
        None
    };
    let extract = found("-extract.oblique").expect("an extract");
    let position = found(".ron").filter(|p| p.to_string_lossy().contains("turn")).expect("a position");
    w.click("Home");
    w.harness.state_mut().open(&extract);
    w.harness.run();
    assert_eq!(w.hash(), hash, "the extract ends where it was cut");
    w.harness.state_mut().open(&position);
    w.harness.run();
    assert!(w.sees("Start"), "the position can be played");
}

#[test]
fn the_reckoning_is_worked_out_and_shown() {
    let mut w = Window::open();
    w.begin("Mollwitz", 80);
    w.click("Score");
    w.click("Dice: expected and thrown");
    w.wait_for("expected");
    w.click("Losses by formation");
    w.wait_for("Strength lost");
    w.click("Graphs of points and strength, and turning points");
    w.wait_for("Plot of points");
}

fn renderer() -> Option<WgpuTestRenderer> {
    match catch_unwind(WgpuTestRenderer::new) {
        Ok(r) => Some(r),
        Err(_) => {
            assert!(std::env::var_os("CI").is_none(), "no graphics adapter");
            println!("skipped: no graphics adapter was found");
            None
        }
    }
}

/// Every panel in every size: all of it has room. With `PICTURES` set they are drawn and kept.
#[test]
fn every_panel_has_room() {
    let keep = std::env::var_os("PICTURES").map(std::path::PathBuf::from);
    let crowded = std::cell::RefCell::new(Vec::new());
    for look in room::looks(keep.is_some()) {
        let renderer = keep.as_ref().and_then(|_| renderer());
        let mut w = Window::drawn(look, renderer);
        let name = room::name(look);
        let shot = |w: &mut Window, what: &str| {
            w.harness.run();
            let bad = room::crowded(&w.harness);
            crowded.borrow_mut().extend(bad.into_iter().map(|line| format!("{name} {what}: {line}")));
            if let Some(folder) = &keep {
                std::fs::create_dir_all(folder).unwrap();
                let picture = (0..8).find_map(|_| w.harness.render().ok()).expect("a picture");
                picture.save(folder.join(format!("{name}-{what}.png"))).unwrap();
            }
            if let Some(play) = w.harness.state().play() {
                let (map, all) = (play.map_rect().area(), w.harness.ctx.content_rect().area());
                assert!(map >= all * 0.5, "{name} {what}: the map has {:.0} %", map / all * 100.0);
            }
        };
        walk(&mut w, shot);
    }
    // Everything is looked at before it is said what had no room.
    assert!(crowded.borrow().is_empty(), "{:#?}", crowded.borrow());
}

/// Through every panel.
fn walk(w: &mut Window, shot: impl Fn(&mut Window, &str)) {
    std::thread::sleep(std::time::Duration::from_millis(400));
    shot(w, "home");
    let rules = tests::library().registry.all().next().unwrap();
    // In a small window one scrolls to it first.
    let lesson = format!("Guided battle: {}", rules.name());
    w.harness.query_all_by_label(&lesson).next().unwrap().click_accesskit();
    w.harness.run();
    shot(w, "guide-1");
    w.click("Next step");
    shot(w, "guide-2");
    w.begin("Mollwitz", 90);
    w.key(Modifiers::NONE, Key::R);
    shot(w, "rules");
    w.harness.state_mut().open_rule("8.close");
    shot(w, "rule");
    w.key(Modifiers::NONE, Key::C);
    shot(w, "charts");
    w.click("Sequence of play");
    shot(w, "sequence");
    w.click("Terrain, pieces and options of this battle");
    shot(w, "battle");
    w.harness.state_mut().show_page("Log");
    shot(w, "log");
    w.harness.state_mut().show_page("Score");
    shot(w, "score");
    w.click("Graphs of points and strength, and turning points");
    w.wait_for("Plot of points");
    shot(w, "course");
    w.click("Dice: expected and thrown");
    w.wait_for("expected");
    shot(w, "dice");
    w.click("Losses by formation");
    w.wait_for("Strength lost");
    shot(w, "losses");
    w.key(Modifiers::NONE, Key::Escape);
    w.key(Modifiers::NONE, Key::T);
    shot(w, "time-now");
    w.harness.state_mut().step_time(false, Stride::Turn);
    shot(w, "time-back");
    w.click("Lines of this match");
    shot(w, "time-lines");
    w.click("Name this line…");
    shot(w, "time-naming");
    w.click("Leave the name");
    w.key(Modifiers::NONE, Key::T);
    w.key(Modifiers::NONE, Key::B);
    shot(w, "tracks");
    w.key(Modifiers::NONE, Key::B);
    w.key(Modifiers::NONE, Key::E);
    shot(w, "signs");
    w.key(Modifiers::NONE, Key::E);
    w.key(Modifiers::NONE, Key::M);
    shot(w, "small-map");
    w.key(Modifiers::NONE, Key::M);
    menus_and_dialogs(w, &shot);
}

fn menus_and_dialogs(w: &mut Window, shot: &impl Fn(&mut Window, &str)) {
    let folded = w.harness.query_by_label("More").is_some();
    w.click(if folded { "More" } else { "Overlays" });
    shot(w, "menu");
    w.key(Modifiers::NONE, Key::Escape);
    w.key(Modifiers::NONE, Key::F1);
    shot(w, "shortcuts");
    w.key(Modifiers::NONE, Key::Escape);
    w.key(Modifiers::COMMAND, Key::Comma);
    shot(w, "settings");
    w.key(Modifiers::NONE, Key::Escape);
    w.key(Modifiers::COMMAND, Key::O);
    shot(w, "open-file");
    w.key(Modifiers::NONE, Key::Escape);
    w.key(Modifiers::COMMAND, Key::P);
    for _ in 0..40 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        w.harness.step();
    }
    shot(w, "print");
    w.key(Modifiers::NONE, Key::Escape);
    // To the end of the battle.
    let mut numbers = tests::Numbers(5);
    for _ in 0..4000 {
        let n = w.harness.state().play().unwrap().session.game.legal_count();
        if n == 0 {
            break;
        }
        let id = numbers.below(n);
        let play = w.harness.state_mut().play_mut().unwrap();
        if play.session.submit(id).is_err() {
            break;
        }
    }
    w.harness.state_mut().play_mut().unwrap().changed();
    for _ in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(30));
        w.harness.step();
    }
    shot(w, "end");
}
