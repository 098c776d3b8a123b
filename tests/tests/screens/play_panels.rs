//! Every panel of play in two sizes, two themes, at 100 and 200 %: nothing that is said lies off
//! the screen. `OBLIQUE_PICTURES=FOLDER` writes what was seen, for people to look at.

#![allow(clippy::unwrap_used)]

use crate::room;
use crate::room::Look;
use app::files::Places;
use app::library::Library;
use app::settings::{Settings, Theme};
use app::ui::App;
use app::ui::play::selection::hexes_of;
use egui::{Key, Modifiers, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use engine::game::NewMatch;
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;
use tests::{Numbers, Shipped, shipped};

struct Stage {
    h: Harness<'static, App>,
    name: String,
    size: egui::Vec2,
    folder: TempDir,
    pictures: Option<PathBuf>,
    /// What had no room, panel by panel.
    crowded: Vec<String>,
}

impl Drop for Stage {
    /// Everything is looked at before it is said what had no room.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.crowded.is_empty(), "{:#?}", self.crowded);
        }
    }
}

/// All of them where pictures are wanted, else one of each kind.
fn looks() -> Vec<Look> {
    room::looks(std::env::var_os("OBLIQUE_PICTURES").is_some())
}

impl Stage {
    fn new((w, h, theme, scale): Look) -> Self {
        let pictures = std::env::var_os("OBLIQUE_PICTURES").map(PathBuf::from);
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let mut settings = Settings { theme, ..Settings::default() };
        settings.switches.insert("own-file-dialog".into(), true);
        // At 200 % a point is twice as large, and half as many have room.
        let (points, size) = (f32::from(scale) / 100.0, vec2(w, h) * 100.0 / f32::from(scale));
        let mut build = Harness::builder().with_size(size).with_pixels_per_point(points).with_max_steps(200);
        build = build.with_theme(if theme == Theme::Dark { egui::Theme::Dark } else { egui::Theme::Light });
        if pictures.is_some()
            && let Ok(r) = std::panic::catch_unwind(WgpuTestRenderer::new)
        {
            build = build.renderer(r);
        }
        let mut h_ =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        h_.run();
        let name = room::name((w, h, theme, scale));
        Self { h: h_, name, size, folder, pictures, crowded: Vec::new() }
    }

    /// What has a name and is to be seen must be on the screen; a picture if wanted.
    fn look(&mut self, what: &str, must: &[&str]) {
        self.h.run_steps(2);
        let bad = room::crowded(&self.h);
        self.crowded.extend(bad.into_iter().map(|line| format!("{} {what}: {line}", self.name)));
        if let Some(play) = self.h.state().play().filter(|p| !p.session.covered()) {
            let (map, all) = (play.map_rect().area(), self.size.x * self.size.y);
            assert!(map >= all * 0.5, "{} {what}: the map has {:.0} %", self.name, map / all * 100.0);
        }
        let screen = Rect::from_min_size(Pos2::ZERO, self.size).expand(1.0);
        for words in must {
            let found = self.h.query_all_by_label_contains(words).next();
            let found = found.unwrap_or_else(|| panic!("{} {what}: '{words}' is not there", self.name));
            let rect = found.rect();
            assert!(screen.contains_rect(rect), "{} {what}: '{words}' lies at {rect:?}", self.name);
        }
        if let Some(folder) = &self.pictures {
            std::fs::create_dir_all(folder).unwrap();
            // A software adapter on a busy machine may need more than one try.
            let picture = (0..8).find_map(|_| self.h.render().ok()).expect("a picture");
            picture.save(folder.join(format!("{}-{what}.png", self.name))).unwrap();
        }
    }

    fn key(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::NONE, key);
        self.h.run_steps(4);
    }

    fn click(&mut self, label: &str) {
        self.h.query_all_by_label(label).next().unwrap_or_else(|| panic!("no '{label}'")).click_accesskit();
        self.h.run_steps(5);
    }

    /// The dock is a drawer.
    fn small(&self) -> bool {
        self.size.x < 1100.0 || self.size.y < 680.0
    }

    /// Where the odds stand over the map.
    fn odds_card(&self) -> Option<Rect> {
        let name = egui::Id::unique("odds-card");
        let shown =
            self.h.ctx.memory(|m| m.areas().is_visible(&egui::LayerId::new(egui::Order::Middle, name)));
        if shown { self.h.ctx.memory(|m| m.area_rect(name)) } else { None }
    }

    fn at(&self, hex: HexId) -> Pos2 {
        self.h.state().play().unwrap().widget.screen_of(hex).unwrap()
    }

    fn begin_shared(&mut self, s: &Shipped, mode: &str, actions: usize) {
        let how = NewMatch { seed: 12, ..Default::default() };
        let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
        tests::play_on(game.as_mut(), &mut Numbers(8), actions);
        let mut file = game.save();
        file.players = vec!["person".into(); game.seats().len()];
        file.seating.mode = mode.into();
        let path = self.folder.path().join("game.oblique");
        std::fs::write(&path, file.to_text()).unwrap();
        self.h.state_mut().open(&path);
        self.h.run_steps(8);
    }

    fn perform_end(&mut self) {
        let actions = self.h.state().play().unwrap().session.views.actions.clone();
        let end = actions.iter().find(|a| a.verb == Verb::End).or(actions.first()).unwrap().id;
        self.h.state_mut().perform(end);
        self.h.run_steps(4);
    }
}

fn hiding() -> Shipped {
    shipped().into_iter().find(|s| s.rules.has_hidden_information(&s.doc, &Default::default())).unwrap()
}

fn tactical() -> Shipped {
    shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap()
}

#[test]
fn handing_over_recap_and_new_game() {
    for look in looks() {
        let s = hiding();
        let mut stage = Stage::new(look);
        let card = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
        if stage.h.query_all_by_label(&card).next().is_some() {
            stage.click(&card);
            stage.click("Play");
            stage.look("new-game", &["Start", "Cancel"]);
            stage.key(Key::Escape);
        }
        stage.begin_shared(&s, "curtain", 60);
        stage.look("curtain", &["show the board", "Everybody else looks away"]);
        stage.key(Key::Enter);
        stage.look("recap-film", &["What your side saw", "Continue"]);
        stage.h.run_steps(40);
        stage.look("recap", &["What your side saw", "Continue"]);
        stage.key(Key::Enter);
        stage.look("field", &["Save (Ctrl S)", "Whole map (F)"]);
        for _ in 0..60 {
            if stage.h.state().play().unwrap().session.handing().is_some() {
                break;
            }
            stage.perform_end();
        }
        stage.look("hand-over", &["Hand over to"]);
        stage.key(Key::Enter);
        stage.key(Key::Enter);
        stage.key(Key::Enter);
        if stage.h.query_by_label("Sheets").is_some() {
            stage.click("Sheets");
            stage.look("sheets", &["Pop out"]);
            let first = stage.h.query_all_by_label_contains("Pop out").next().unwrap();
            first.click_accesskit();
            stage.h.run_steps(5);
            // In a small window the drawer makes way for it.
            stage.look("popped", if stage.small() { &[] } else { &["In a window of its own"] });
        }
    }
}

#[test]
fn ways_sight_stack_and_saves() {
    for look in looks() {
        let mut stage = Stage::new(look);
        stage.begin_shared(&tactical(), "open", 0);
        let (subject, from) = {
            let play = stage.h.state().play().unwrap();
            let a = play.session.views.actions.iter().find(|a| a.verb == Verb::Move).unwrap();
            let subject = a.subject.clone().unwrap();
            let board = &play.session.views.board;
            (subject.clone(), app::ui::play::selection::hexes_of(&subject, board)[0])
        };
        stage.h.state_mut().select(subject.clone());
        stage.h.run_steps(4);
        let grid = stage.h.state().play().unwrap().session.doc().map.grid;
        let reach: Vec<HexId> = {
            let actions = &stage.h.state().play().unwrap().session.views.actions;
            let far = |a: &&engine::present::Affordance| {
                a.subject.as_ref() == Some(&subject) && a.verb == Verb::Move
            };
            let hexes = actions.iter().filter(far).filter_map(|a| match &a.target {
                Target::Hex(h) => Some(*h),
                _ => None,
            });
            hexes.collect()
        };
        let to = *reach.iter().max_by_key(|h| grid.hex(**h).distance(grid.hex(from))).unwrap();
        let (start, end) = (stage.at(from), stage.at(to));
        stage.h.hover_at(end);
        stage.h.run_steps(4);
        let told: &[&str] = if stage.small() { &["Hex: "] } else { &["Selected"] };
        stage.look("route", told);
        // Drawn slowly, so that no hex is left out.
        stage.h.hover_at(start);
        stage.h.run_steps(2);
        stage.h.drag_at(start);
        stage.h.step();
        for i in 1..=12 {
            stage.h.hover_at(start + (end - start) * (i as f32 / 12.0));
            stage.h.step();
        }
        stage.look("drawn", told);
        let before = stage.h.state().play().unwrap().session.game.version();
        stage.h.drop_at(end);
        stage.h.run_steps(6);
        let play = stage.h.state().play().unwrap();
        assert!(play.session.game.version() > before, "{}: the drawn way is gone", stage.name);
        assert_eq!(
            app::ui::play::selection::hexes_of(&subject, &play.session.views.board).first(),
            Some(&to)
        );
        stage.h.hover_at(stage.at(to));
        stage.h.run_steps(3);
        stage.key(Key::L);
        let far = HexId(grid.cols * 2 + 2);
        let at = stage.at(far);
        stage.h.hover_at(at);
        stage.h.run_steps(4);
        stage.look("sight", &["Sight: ", "Sight from "]);
        stage.key(Key::L);
        stage.h.hover_at(stage.at(to));
        stage.h.run_steps(2);
        stage.key(Key::K);
        stage.look("stack", &["on top"]);
        stage.key(Key::K);
        stage.key(Key::F10);
        stage.look("end", &[]);
        stage.key(Key::Escape);
        stage.h.state_mut().list_saves();
        for _ in 0..30 {
            std::thread::sleep(std::time::Duration::from_millis(20));
            stage.h.step();
        }
        stage.look("saves", &["Open Mollwitz", "Another file"]);
    }
}

/// A state in which something can be attacked, the attacker, and the hex of the attacked.
fn before_an_attack(stage: &mut Stage) -> (Target, HexId) {
    let mut numbers = Numbers(21);
    for _ in 0..600 {
        let play = stage.h.state_mut().play_mut().unwrap();
        let board = &play.session.views.board;
        let found = play.session.views.actions.iter().find_map(|a| {
            let to = *app::ui::play::selection::hexes_of(&a.target, board).first()?;
            (a.verb == Verb::Attack && a.chancy).then(|| (a.subject.clone(), to))
        });
        if let Some((Some(subject), to)) = found {
            return (subject, to);
        }
        let n = play.session.game.legal_count();
        play.session.submit(numbers.below(n)).unwrap();
        play.changed();
    }
    panic!("nobody attacks");
}

#[test]
fn odds_stand_beside_the_target_and_refusals_over_the_map() {
    for look in looks() {
        let mut stage = Stage::new(look);
        stage.begin_shared(&tactical(), "open", 0);
        let (subject, to) = before_an_attack(&mut stage);
        stage.h.run_steps(3);
        stage.h.state_mut().select(subject.clone());
        stage.h.run_steps(12);
        // A small map opens at a size that can be read: what lies beyond its edge is brought into sight.
        if !stage.h.state().play().unwrap().map_rect().shrink(20.0).contains(stage.at(to)) {
            stage.key(Key::F);
            stage.h.run_steps(12);
        }
        let at = stage.at(to);
        stage.h.hover_at(at);
        stage.h.step();
        assert!(stage.odds_card().is_none(), "{}: not at once", stage.name);
        stage.h.run_steps(30);
        if stage.small() {
            let card = stage.odds_card().unwrap_or_else(|| {
                panic!(
                    "{}: no odds at {at:?} in {:?}",
                    stage.name,
                    stage.h.state().play().unwrap().map_rect()
                )
            });
            let map = stage.h.state().play().unwrap().map_rect().expand(1.0);
            // A very low map lends room from the bars around it.
            let map = if map.height() < 300.0 { stage.h.ctx.content_rect() } else { map };
            assert!(map.contains_rect(card), "{}: {card:?} in {map:?}", stage.name);
        } else {
            assert!(stage.odds_card().is_none(), "{}: the dock has the odds, the map a tag", stage.name);
        }
        stage.look("odds-hover", &["Outcome"]);
        // A click keeps it there with what does it, Escape puts it away.
        stage.h.drag_at(at);
        stage.h.run_steps(2);
        stage.h.drop_at(at);
        stage.h.run_steps(6);
        if stage.h.state().play().unwrap().selection.pending.is_none() {
            stage.look("choice", &[]);
            stage.key(Key::Num1);
            stage.h.run_steps(3);
        }
        stage.look("odds-about-to", &["Outcome"]);
        let play = stage.h.state().play().unwrap();
        // One of several ways is picked from the card: each has its button there, named by what it differs in.
        let is_meant = |a: &&Affordance| match play.selection.pending {
            Some(id) => a.id == id,
            None => a.chancy && hexes_of(&a.target, &play.session.views.board).contains(&to),
        };
        let labels: Vec<String> =
            play.session.views.actions.iter().filter(is_meant).map(|a| a.label.clone()).collect();
        let does =
            |l: &str| !l.is_empty() && labels.iter().any(|label| label.ends_with(l) || l.starts_with(label));
        let buttons = stage
            .h
            .query_all_by_role(egui::Role::Button)
            .filter(|n| n.accesskit_node().label().is_some_and(|l| does(&l)));
        assert!(buttons.count() > 0, "{}: nothing does one of {labels:?}", stage.name);
        stage.key(Key::Escape);
        // Somewhere nobody can go: why not.
        stage.key(Key::Escape);
        stage.h.state_mut().select(subject);
        stage.h.run_steps(4);
        let (cursor, grid) = (to, stage.h.state().play().unwrap().session.doc().map.grid);
        let far = (0..grid.cols * grid.rows)
            .map(HexId)
            .max_by_key(|h| grid.hex(*h).distance(grid.hex(cursor)))
            .unwrap();
        let at = stage.at(far);
        stage.h.hover_at(at);
        stage.h.run_steps(3);
        stage.key(Key::W);
        stage.look("why-not", &["Why not: "]);
    }
}

#[test]
fn odds_come_to_the_cursor_of_the_keyboard() {
    let mut stage = Stage::new((1280.0, 800.0, Theme::Light, 100));
    stage.begin_shared(&tactical(), "open", 0);
    let (subject, to) = before_an_attack(&mut stage);
    stage.h.run_steps(3);
    stage.h.state_mut().select(subject);
    stage.h.run_steps(4);
    stage.h.state_mut().play_mut().unwrap().widget.cursor = Some(to);
    stage.key(Key::ArrowLeft);
    stage.key(Key::ArrowRight);
    assert_eq!(stage.h.state().play().unwrap().widget.cursor, Some(to));
    stage.h.run_steps(30);
    stage.look("odds-by-key", &["Outcome"]);
}

#[test]
fn the_keyboard_goes_through_units_and_hexes_and_reads_them() {
    let mut stage = Stage::new((1280.0, 800.0, Theme::Light, 100));
    stage.begin_shared(&tactical(), "open", 0);
    let picked = |s: &Stage| s.h.state().play().unwrap().selection.subject.clone();
    stage.key(Key::Tab);
    let first = picked(&stage).expect("Tab picks up the first that can act");
    stage.key(Key::Tab);
    let second = picked(&stage).unwrap();
    assert_ne!(first, second);
    stage.h.key_press_modifiers(Modifiers::SHIFT, Key::Tab);
    stage.h.run_steps(3);
    assert_eq!(picked(&stage), Some(first), "and back");
    stage.key(Key::ArrowRight);
    stage.key(Key::ArrowDown);
    let cursor = stage.h.state().play().unwrap().widget.cursor.unwrap();
    let label = stage.h.state().play().unwrap().session.doc().map.grid.label(cursor);
    let read = stage.h.query_all_by_label_contains("Hex: ").next().unwrap();
    let said = read.accesskit_node().value().or(read.accesskit_node().label()).unwrap_or_default();
    assert!(said.starts_with(&format!("Hex: {label}")), "{said}");
    stage.key(Key::W);
    let why = stage.h.query_all_by_label_contains("Why not: ").next().is_some();
    let legal = stage.h.query_all_by_label_contains("It may be done").next().is_some();
    assert!(why || legal, "the keyboard asks why not");
}
