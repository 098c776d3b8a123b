//! The mouse alone: campaigns with hidden forces, both sides at one screen behind the curtain, from
//! the gallery to the third turn; one begins as it stands, one is set up by its owners. `PICTURES=folder` writes what was seen
//! on the way.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::App;
use egui::accesskit::Role;
use egui::{PointerButton, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, wgpu::WgpuTestRenderer};
use engine::present::Verb;
use tests::{Numbers, Shipped, shipped};

const SIZE: egui::Vec2 = vec2(1600.0, 1000.0);
/// Clicks in which two turns must be over.
const MOST: usize = 2_500;

struct Hand {
    h: Harness<'static, App>,
    numbers: Numbers,
    clicks: usize,
    pictures: Option<std::path::PathBuf>,
}

impl Hand {
    /// What can be pressed and is in sight: label and place.
    fn buttons(&self) -> Vec<(String, Rect)> {
        let screen = Rect::from_min_size(Pos2::ZERO, SIZE);
        let all = self.h.root().children_recursive().filter(|n| {
            let node = n.accesskit_node();
            matches!(node.role(), Role::Button | Role::RadioButton | Role::ListItem) && !node.is_disabled()
        });
        let named = all.filter_map(|n| Some((n.accesskit_node().label()?, n.rect())));
        named.filter(|(_, r)| screen.contains(r.center())).collect()
    }

    fn press(&mut self, at: Pos2) {
        self.h.hover_at(at);
        self.h.run_steps(1);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, egui::Modifiers::NONE);
            self.h.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
            self.h.run_steps(1);
        }
        self.h.run_steps(2);
        self.clicks += 1;
    }

    /// Presses one of the buttons that answer to it, at random; false if there is none.
    fn try_press(&mut self, which: impl Fn(&str) -> bool) -> bool {
        let found: Vec<Rect> = self.buttons().into_iter().filter(|(l, _)| which(l)).map(|(_, r)| r).collect();
        if found.is_empty() {
            return false;
        }
        let at = found[self.numbers.below(found.len())].center();
        self.press(at);
        true
    }

    fn picture(&mut self, name: &str) {
        if let Some(folder) = self.pictures.clone() {
            self.h.render().unwrap().save(folder.join(format!("{name}.png"))).unwrap();
        }
    }

    /// One thing a person would do next.
    fn next(&mut self) {
        let session = &self.h.state().play().unwrap().session;
        if session.covered() {
            assert!(self.try_press(|l| l.starts_with("I am ")), "the curtain has a way out");
            return;
        }
        if session.handing().is_some() {
            assert!(self.try_press(|l| l.starts_with("Hand over to")), "the screen can be handed over");
            return;
        }
        if self.h.query_all_by_label_contains("What your side saw").next().is_some()
            && self.try_press(|l| l.starts_with("Play on") || l == "Close" || l.starts_with("Continue"))
        {
            return;
        }
        let views = &self.h.state().play().unwrap().session.views;
        let actions = views.actions.clone();
        let lines: Vec<String> = views.board.counters.iter().map(|c| c.line.clone()).collect();
        let of = |end: bool| -> Vec<String> {
            actions.iter().filter(|a| (a.verb == Verb::End) == end).map(|a| a.label.clone()).collect()
        };
        let (ends, others) = (of(true), of(false));
        let done = match self.numbers.below(10) {
            0..=4 => self.try_press(|l| others.iter().any(|o| o == l)),
            5..=6 => self.try_press(|l| lines.iter().any(|o| o == l)),
            _ => false,
        };
        if done {
            return;
        }
        let end = self.try_press(|l| l == "End it")
            || self.try_press(|l| ends.iter().any(|o| o == l))
            || self.try_press(|l| l == "End the phase" || l == "End…")
            || self.try_press(|l| others.iter().any(|o| o == l))
            || self.try_press(|l| lines.iter().any(|o| o == l));
        assert!(end, "nothing to press: {:?}", self.buttons());
    }
}

/// The largest campaign in which something is hidden, among those that stand at the start or those that are set up.
fn largest(is_set_up: bool) -> Shipped {
    let hidden =
        shipped().into_iter().filter(|s| s.rules.has_hidden_information(&s.doc, &Default::default()));
    let nations = |s: &Shipped| s.doc.sides.iter().map(|x| x.nations.len()).sum::<usize>();
    let all = hidden.filter(|s| s.doc.setup.is_empty() != is_set_up);
    all.max_by_key(|s| (nations(s), s.doc.pieces.len(), s.doc.turns.count))
        .expect("a scenario hides something")
}

#[test]
fn two_turns_behind_the_curtain_with_the_mouse_alone() {
    two_turns(&largest(false));
}

#[test]
fn set_up_and_two_turns_behind_the_curtain_with_the_mouse_alone() {
    two_turns(&largest(true));
}

fn two_turns(s: &Shipped) {
    let Ok(renderer) = std::panic::catch_unwind(WgpuTestRenderer::new) else {
        assert!(std::env::var_os("CI").is_none(), "no graphics adapter");
        return println!("skipped: no graphics adapter was found");
    };
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below_root(folder.path());
    let build = Harness::builder().with_size(SIZE).with_max_steps(300).renderer(renderer);
    let h = build.build_eframe(move |cc| {
        let mut settings = Settings::default();
        settings.words.insert("players".into(), "person,person".into());
        App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places))
    });
    let pictures = std::env::var_os("PICTURES").map(std::path::PathBuf::from);
    let mut hand = Hand { h, numbers: Numbers(41), clicks: 0, pictures };
    hand.h.run();
    let card = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
    hand.h.get_by_label(&card).scroll_to_me();
    hand.h.run_steps(3);
    assert!(hand.try_press(|l| l == card), "the card of {card}");
    assert!(hand.try_press(|l| l == "Play"));
    assert!(hand.try_press(|l| l.contains("hidden screens")));
    hand.picture(&format!("{}-0-new", s.doc.id));
    assert!(hand.try_press(|l| l == "Start"));
    hand.h.run_steps(4);
    let (mut turn, mut seen) = (0, 0);
    while hand.clicks < MOST {
        let session = &hand.h.state().play().unwrap().session;
        let now = session.game.view(session.viewer()).sequence().turn;
        if now >= 3 {
            break;
        }
        if now != turn || (session.covered() && seen < 8) {
            let name = format!(
                "{:04}-turn-{now}-{}",
                hand.clicks,
                if session.covered() { "curtain" } else { "field" }
            );
            turn = now;
            seen += 1;
            hand.picture(&format!("{}-{name}", s.doc.id));
        }
        hand.next();
    }
    hand.picture(&format!("{}-9-end", s.doc.id));
    let session = &hand.h.state().play().unwrap().session;
    let now = session.game.view(session.viewer()).sequence().turn;
    println!("{card}: turn {now} after {} clicks, {} decisions", hand.clicks, session.game.version());
    assert!(now >= 3, "two turns take more than {MOST} clicks: turn {now}");
}
