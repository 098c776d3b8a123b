//! The keys alone: the largest campaign that its owners set up, both sides at one screen behind the curtain, from the gallery
//! to the third turn. What is done is found by its name; on the map the counters are gone through and the cursor is led.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::{App, Screen};
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::present::Verb;
use tests::{Numbers, shipped};

/// Keys in which set-up and two turns must be over, a name typed being one.
const MOST: usize = 6_000;
/// Pieces each side sets up by hand before the rest goes where it usually stands.
const BY_HAND: usize = 4;

struct Keys {
    h: Harness<'static, App>,
    numbers: Numbers,
    count: usize,
}

impl Keys {
    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.h.key_press_modifiers(modifiers, key);
        self.h.run_steps(3);
        self.count += 1;
    }

    fn plain(&mut self, key: Key) {
        self.press(Modifiers::NONE, key);
    }

    fn version(&self) -> u64 {
        self.h.state().play().unwrap().session.game.version()
    }

    /// Goes from control to control to the one with these words.
    fn tab_to(&mut self, words: &str) {
        let mut met = Vec::new();
        for _ in 0..120 {
            let node = self.h.root().children_recursive().find(|n| n.is_focused());
            let label = node.and_then(|n| n.accesskit_node().label()).unwrap_or_default();
            if label == words || (words.len() > 6 && label.contains(words)) {
                return;
            }
            met.push(label);
            self.plain(Key::Tab);
        }
        panic!("Tab does not lead to '{words}': {met:?}");
    }

    /// Finds an action by its name and does it; what asks first is confirmed.
    fn act(&mut self, label: &str) {
        let before = self.version();
        self.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        self.h.event(Event::Text(label.to_owned()));
        self.h.run_steps(3);
        self.count += 1;
        let words: Vec<String> = label.split_whitespace().map(str::to_lowercase).collect();
        let all = &self.h.state().play().unwrap().session.views.actions;
        let fits = |l: &str| words.iter().all(|w| l.to_lowercase().contains(w.as_str()));
        let found: Vec<&str> = all.iter().map(|a| a.label.as_str()).filter(|l| fits(l)).collect();
        let down = found.iter().position(|l| *l == label).unwrap();
        for _ in 0..down {
            self.plain(Key::ArrowDown);
        }
        self.plain(Key::Enter);
        if self.version() == before {
            self.plain(Key::Enter);
        }
        assert_ne!(self.version(), before, "'{label}' was not done");
    }

    /// Ends the phase by its key; where several ends are offered the first is taken.
    fn end(&mut self) -> bool {
        let before = self.version();
        self.plain(Key::F10);
        for _ in 0..2 {
            if self.version() == before {
                self.plain(Key::Enter);
            }
        }
        self.version() != before
    }

    /// Leads a counter over the map: the next that can act is picked up, the cursor goes a hex or two, Enter.
    fn on_map(&mut self) {
        self.plain(Key::N);
        let ways = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        for _ in 0..=self.numbers.below(2) {
            let way = ways[self.numbers.below(4)];
            self.plain(way);
        }
        self.plain(Key::Enter);
        self.plain(Key::Escape);
    }

    /// Puts away what asks something no key is meant for here, and goes on.
    fn next(&mut self, placed: &mut [usize; 2]) {
        let session = &self.h.state().play().unwrap().session;
        if session.covered() || session.handing().is_some() {
            return self.plain(Key::Enter);
        }
        if self.h.query_all_by_label_contains("What your side saw").next().is_some() {
            return self.plain(Key::Enter);
        }
        let actions = session.views.actions.clone();
        let Some(seat) = session.game.to_act() else { return };
        let end = actions.iter().find(|a| a.verb == Verb::End).map(|a| a.label.clone());
        let rest = actions.iter().find(|a| a.label.contains("he rest") && a.subject.is_none());
        if let Some(rest) = rest {
            let n = &mut placed[usize::from(seat.0)];
            *n += 1;
            if *n > BY_HAND {
                let label = rest.label.clone();
                return self.act(&label);
            }
        }
        let others: Vec<&str> =
            actions.iter().filter(|a| a.verb != Verb::End).map(|a| a.label.as_str()).collect();
        match self.numbers.below(10) {
            0..=4 if end.is_some() => {
                let done = self.end();
                assert!(done, "F10 and Enter end the phase: {end:?}");
            }
            5 => self.on_map(),
            _ if others.is_empty() => {
                assert!(self.end(), "F10 and Enter end the phase: {end:?}");
            }
            _ => {
                let label = others[self.numbers.below(others.len())].to_owned();
                self.act(&label);
            }
        }
    }
}

#[test]
fn set_up_and_two_turns_behind_the_curtain_with_the_keys_alone() {
    let of_setup = shipped().into_iter().filter(|s| !s.doc.setup.is_empty());
    let hidden = of_setup.filter(|s| s.rules.has_hidden_information(&s.doc, &Default::default()));
    let nations = |s: &tests::Shipped| s.doc.sides.iter().map(|x| x.nations.len()).sum::<usize>();
    let s = hidden.max_by_key(|s| (nations(s), s.doc.pieces.len(), s.doc.turns.count));
    let s = s.expect("a campaign set up by its owners");
    let folder = tempfile::tempdir().unwrap();
    let places = Places::below_root(folder.path());
    let build = Harness::builder().with_size(vec2(1280.0, 800.0)).with_max_steps(300);
    let h = build.build_eframe(move |cc| {
        let mut settings = Settings::default();
        settings.words.insert("players".into(), "person,person".into());
        settings.switches.insert("animate".into(), false);
        App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places))
    });
    let mut keys = Keys { h, numbers: Numbers(16), count: 0 };
    keys.h.run();
    // The card by its name: the search of the gallery, then the first card.
    keys.tab_to("Search");
    let wanted = format!("{} {}", s.doc.title, s.rules.name());
    keys.h.event(Event::Text(wanted));
    keys.h.run_steps(3);
    let card = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
    keys.tab_to(&card);
    keys.plain(Key::Enter);
    keys.tab_to("Play");
    keys.plain(Key::Enter);
    keys.tab_to("hidden screens");
    keys.plain(Key::Space);
    keys.plain(Key::Enter);
    keys.h.run_steps(4);
    assert_eq!(keys.h.state().screen(), Screen::Play);
    assert_eq!(keys.h.state().play().unwrap().session.doc().title, s.doc.title);
    assert!(keys.h.state().play().unwrap().session.covered(), "the curtain is down");
    let mut placed = [0; 2];
    let turn = |keys: &Keys| {
        let session = &keys.h.state().play().unwrap().session;
        session.game.view(session.viewer()).sequence().turn
    };
    while keys.count < MOST && turn(&keys) < 3 {
        keys.next(&mut placed);
    }
    let (now, version) = (turn(&keys), keys.version());
    println!("{card}: turn {now} after {} keys, {version} decisions, {placed:?} set up by hand", keys.count);
    assert!(now >= 3, "two turns take more than {MOST} keys: turn {now}");
    assert!(placed.iter().all(|n| *n > BY_HAND), "both sides set pieces up: {placed:?}");
}
