//! The hand in play: what a hover shows can be pressed, menus tell their rows apart, a march goes in one click, and
//! the computer's turn waits, is watched and is told. No rule system is named.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use app::ui::play::selection::hexes_of;
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::game::NewMatch;
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use std::sync::Arc;
use tempfile::TempDir;
use tests::{Numbers, Shipped, shipped};

struct Table {
    h: Harness<'static, App>,
    folder: TempDir,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let mut settings = Settings::default();
        settings.switches.insert("own-file-dialog".into(), true);
        let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(120);
        let mut h =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        h.run_steps(4);
        Self { h, folder }
    }

    /// A fresh match of a scenario with these players.
    fn open(&mut self, s: &Shipped, players: &[&str]) {
        let how = NewMatch { seed: 12, ..Default::default() };
        let game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
        let mut file = game.save();
        file.players = players.iter().map(|p| (*p).to_owned()).collect();
        file.seating.mode = "open".into();
        let path = self.folder.path().join("game.oblique");
        std::fs::write(&path, file.to_text()).unwrap();
        self.h.state_mut().open(&path);
        self.h.run_steps(8);
    }

    fn actions(&self) -> Vec<Affordance> {
        self.h.state().play().unwrap().session.views.actions.clone()
    }

    fn version(&self) -> u64 {
        self.h.state().play().unwrap().session.game.version()
    }

    fn sees(&self, words: &str) -> bool {
        self.h.query_all_by_label_contains(words).next().is_some()
    }

    fn at(&self, hex: HexId) -> Pos2 {
        self.h.state().play().unwrap().widget.screen_of(hex).unwrap()
    }

    fn click_at(&mut self, at: Pos2) {
        self.h.hover_at(at);
        self.h.run_steps(2);
        self.h.drag_at(at);
        self.h.run_steps(2);
        self.h.drop_at(at);
        self.h.run_steps(4);
    }

    fn key(&mut self, key: Key) {
        self.h.key_press_modifiers(Modifiers::NONE, key);
        self.h.run_steps(4);
    }

    /// Plays at random until something holds.
    fn until<T>(&mut self, seed: u64, found: impl Fn(&Self) -> Option<T>) -> T {
        self.until_if(seed, found).expect("it never came to that")
    }

    /// The same, for what may never come.
    fn until_if<T>(&mut self, seed: u64, found: impl Fn(&Self) -> Option<T>) -> Option<T> {
        let mut numbers = Numbers(seed);
        for _ in 0..900 {
            if let Some(t) = found(self) {
                self.h.run_steps(3);
                return Some(t);
            }
            let play = self.h.state_mut().play_mut().unwrap();
            let n = play.session.game.legal_count();
            play.session.submit(numbers.below(n)).unwrap();
            play.changed();
        }
        None
    }

    /// The button of the dock that does an action, by its full name.
    fn button(&self, label: &str) -> Option<egui::Rect> {
        let all = self.h.query_all_by_role(egui::Role::Button);
        all.filter(|n| n.accesskit_node().label().as_deref() == Some(label))
            .map(|n| n.rect())
            // Rows of the list, which may be as tall, stand before it.
            .rfind(|r| r.height() > 33.0 && r.left() > 900.0)
    }
}

fn tactical() -> Shipped {
    shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap()
}

#[test]
fn what_a_hover_shows_can_be_pressed() {
    let mut t = Table::new();
    t.open(&tactical(), &["person", "person"]);
    let (subject, to, label) = t.until(21, |t| {
        let actions = t.actions();
        let board = &t.h.state().play().unwrap().session.views.board;
        let several = |a: &Affordance, to: HexId| {
            actions
                .iter()
                .filter(|o| o.subject == a.subject && hexes_of(&o.target, board).contains(&to))
                .count()
        };
        actions.iter().find_map(|a| {
            let to = *hexes_of(&a.target, board).first()?;
            let alone = a.verb == Verb::Attack && a.chancy && several(a, to) == 1;
            alone.then(|| (a.subject.clone().unwrap(), to, a.label.clone()))
        })
    });
    t.h.state_mut().select(subject);
    t.h.run_steps(6);
    let from = t.at(to);
    t.h.hover_at(from);
    t.h.run_steps(4);
    let button = t.button(&label).unwrap_or_else(|| panic!("the dock offers '{label}'"));
    // On its way to the button the pointer crosses other hexes and the rim of the map.
    for i in 1..=10 {
        t.h.hover_at(from + (button.center() - from) * (i as f32 / 10.0));
        t.h.run_steps(1);
    }
    assert!(t.button(&label).is_some(), "the button has not fled");
    let before = t.version();
    t.click_at(button.center());
    assert!(t.version() > before, "and a click on it does it");
}

#[test]
fn a_menu_of_amounts_is_numbered_by_the_amounts() {
    let mut t = Table::new();
    t.open(&tactical(), &["person", "person"]);
    let wanted = t.until(3, |t| {
        let actions = t.actions();
        let ends: Vec<&Affordance> = actions.iter().filter(|a| a.verb == Verb::End).collect();
        let two = ends.iter().find(|a| matches!(a.target, Target::Amount { count: 2, .. }));
        two.filter(|_| ends.len() > 2).map(|a| a.label.clone())
    });
    t.key(Key::F10);
    assert!(t.sees(&wanted));
    t.key(Key::Num2);
    if t.h.query_by_label("End it").is_some() {
        t.key(Key::Enter);
    }
    let log = t.h.state().play().unwrap().session.game.view(engine::present::Seat::OPEN).log(0);
    assert!(log.iter().any(|l| l.text.contains("keeps 2")), "the key 2 keeps two");
}

/// Somebody who may march to an empty hex at least two away: who, from where, to where.
fn far_march(t: &Table) -> Option<(Target, HexId, HexId)> {
    let session = &t.h.state().play().unwrap().session;
    let (view, board) = (session.game.view(session.viewer()), &session.views.board);
    let grid = session.doc().map.grid;
    let empty =
        |h: &HexId| board.counters.iter().all(|c| !hexes_of(&Target::Counter(c.id), board).contains(h));
    app::ui::play::selection::subjects(&session.views.actions).into_iter().find_map(|s| {
        let from = *hexes_of(&s, board).first()?;
        let far = |h: &HexId| grid.hex(*h).distance(grid.hex(from)) >= 2 && empty(h);
        let to = view.destinations(&s).into_iter().map(|d| d.0).find(far)?;
        Some((s, from, to))
    })
}

#[test]
fn a_leader_marches_to_a_far_hex_in_two_clicks() {
    // Leaders who march go further than the next hex where something is hidden; not in every such rule system.
    let hiding =
        shipped().into_iter().filter(|s| s.rules.has_hidden_information(&s.doc, &Default::default()));
    let mut asked: Vec<String> = Vec::new();
    let mut found = None;
    for s in hiding {
        if asked.iter().any(|id| id == s.rules.id()) {
            continue;
        }
        asked.push(s.rules.id().to_owned());
        let mut t = Table::new();
        t.open(&s, &["person", "person"]);
        if let Some(march) = t.until_if(5, far_march) {
            found = Some((t, march));
            break;
        }
    }
    let (mut t, (subject, from, to)) = found.expect("it never came to that");
    t.h.state_mut().select(subject.clone());
    t.h.run_steps(6);
    let before = t.version();
    let at = t.at(to);
    assert!(t.h.state().play().unwrap().map_rect().contains(at), "its reach is in view");
    t.click_at(at);
    t.h.run_steps(6);
    let play = t.h.state().play().unwrap();
    assert!(t.version() > before);
    assert_eq!(hexes_of(&subject, &play.session.views.board), [to], "one click marches from {from:?}");
    let idle = play.session.views.actions.iter().all(|a| a.subject != Some(subject.clone()));
    assert!(idle, "the march is at its end");
    assert!(play.session.game.can_undo(false).is_ok() || play.session.game.can_undo(true).is_ok());
}

#[test]
fn the_computer_waits_to_begin_and_its_turn_is_told() {
    let s = tactical();
    let mut t = Table::new();
    let first = s.rules.new_match(Arc::clone(&s.doc), &NewMatch::default()).map_err(|i| i.list).unwrap();
    let first = usize::from(first.to_act().unwrap().0);
    let mut players = ["person", "person"];
    players[first] = "random";
    t.open(&s, &players);
    t.h.run_steps(40);
    assert!(t.sees("moves first"), "it is said who begins");
    let before = t.version();
    let camera = t.h.state().play().unwrap().widget.camera;
    t.h.run_steps(20);
    assert_eq!(t.version(), before, "and nothing happens until then");
    t.key(Key::Enter);
    for _ in 0..900 {
        if t.actions().iter().any(|a| a.verb == Verb::End) {
            break;
        }
        // The player answers what the computer's attacks ask.
        if let Some(a) = t.actions().first().map(|a| a.id) {
            t.h.state_mut().perform(a);
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
        t.h.run_steps(2);
    }
    assert!(t.version() > before);
    t.h.run_steps(6);
    assert!(t.sees("What the enemy did"), "its turn is told");
    let after = t.h.state().play().unwrap().widget.camera;
    assert!((after.zoom - camera.zoom).abs() < 0.01, "the map is shown as large as before: {after:?}");
    t.key(Key::Enter);
    assert!(!t.sees("What the enemy did"));
}

#[test]
fn a_click_on_a_slow_screen_is_a_click() {
    let mut t = Table::new();
    let lesson = t.h.query_all_by_label_contains("Guided battle: ").next().unwrap().rect().center();
    t.h.hover_at(lesson);
    t.h.drag_at(lesson);
    // Frames of a quarter of a second each.
    t.h.run_steps(7);
    t.h.drop_at(lesson);
    t.h.run_steps(6);
    assert!(t.h.state().play().is_some(), "the guided battle has begun");
}

#[test]
fn an_open_stack_closes_once_a_counter_is_taken() {
    let hiding =
        shipped().into_iter().find(|s| s.rules.has_hidden_information(&s.doc, &Default::default())).unwrap();
    let mut t = Table::new();
    t.open(&hiding, &["person", "person"]);
    let (at, counter) = t.until(5, |t| {
        let play = t.h.state().play().unwrap();
        let board = &play.session.views.board;
        let subjects = app::ui::play::selection::subjects(&play.session.views.actions);
        subjects.into_iter().find_map(|s| {
            let Target::Counter(id) = s else { return None };
            let hex = *hexes_of(&s, board).first()?;
            let there = app::ui::play::selection::counters_on(hex, board);
            let is_top = there.len() > 1 && there.first() == Some(&id);
            let at =
                play.widget.screen_of(hex).filter(|p| is_top && play.map_rect().shrink(120.0).contains(*p));
            at.map(|at| (at, id))
        })
    });
    t.h.hover_at(at);
    t.h.run_steps(8);
    let is_open = |t: &Table| t.h.state().play().unwrap().widget.is_stack_open();
    assert!(is_open(&t), "the stack of {counter:?} lies open under the pointer");
    t.click_at(at);
    t.h.run_steps(8);
    assert!(!is_open(&t), "it no longer covers the hexes around");
    assert!(t.h.state().play().unwrap().selection.subject.is_some());
}

#[test]
fn escape_closes_a_menu_and_nothing_else() {
    let s = shipped().into_iter().next().unwrap();
    let mut t = Table::new();
    t.open(&s, &["person", "person"]);
    let play = |t: &mut Table| t.h.state().play().unwrap().selection.subject.clone();
    t.key(Key::N);
    let selected = play(&mut t);
    assert!(selected.is_some());
    t.h.get_by_label("Overlays").click();
    t.h.run_steps(6);
    assert!(t.sees("Animate moves"), "the menu is open");
    t.key(Key::Escape);
    t.h.run_steps(4);
    assert!(!t.sees("Animate moves"), "it is closed");
    assert_eq!(play(&mut t), selected);
    t.key(Key::Escape);
    assert_eq!(play(&mut t), None, "now the unit is put down");
}
