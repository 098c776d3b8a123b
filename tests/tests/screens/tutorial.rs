//! The guided battles: each can be finished, in the engine alone and by clicking in the window.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::play::selection::hexes_of;
use app::ui::{App, Screen};
use egui::accesskit::Role;
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::game::{AnyMatch, NewMatch};
use engine::has_words;
use engine::present::{Affordance, Lesson, Point, Seat, Until, Verb, dictated};
use std::sync::Arc;
use tests::library;

/// The one legal action of a step.
fn action(game: &dyn AnyMatch, wanted: &str) -> Affordance {
    let all = game.view(Seat::OPEN).affordances();
    if let Some(whole) = all.iter().find(|a| a.label.eq_ignore_ascii_case(wanted)) {
        return whole.clone();
    }
    let found: Vec<&Affordance> = all.iter().filter(|a| has_words(&a.label, &[wanted])).collect();
    let labels: Vec<&str> = all.iter().map(|a| a.label.as_str()).collect();
    assert_eq!(found.len(), 1, "'{wanted}' among {labels:?}");
    found[0].clone()
}

fn begin(lesson: &Lesson) -> Box<dyn AnyMatch> {
    let (doc, _) = library().scenario_named(&lesson.scenario).unwrap();
    let rules = library().rules(&doc.ruleset).unwrap();
    let dice = Some(dictated(&lesson.start));
    let how = NewMatch { seed: lesson.seed, dice, ..NewMatch::default() };
    rules.new_match(doc, &how).map_err(|i| i.list).unwrap()
}

/// Rows of charts used last; each is a row of a chart that is there.
fn charts_used(game: &dyn AnyMatch) -> usize {
    let charts = game.charts();
    let used = game.view(Seat::OPEN).charts_used();
    for u in &used {
        let chart = charts.iter().find(|c| c.title == u.chart);
        let chart = chart.unwrap_or_else(|| panic!("no chart {}", u.chart));
        assert!(u.row < chart.rows.len(), "{u:?}");
        assert!(u.column.is_none_or(|c| c < chart.columns.len()), "{u:?}");
    }
    used.len()
}

/// Who begins a move without yet leaving his hex.
fn who_sets_out(a: &Affordance, board: &engine::present::BoardView) -> Option<engine::present::Target> {
    let subject = a.subject.clone().filter(|_| a.verb == Verb::Move && !a.chancy)?;
    let here = hexes_of(&subject, board);
    hexes_of(&a.target, board).iter().all(|h| here.contains(h)).then_some(subject)
}

#[test]
fn every_rule_system_has_a_lesson_that_can_be_finished() {
    for rules in library().registry.all() {
        let lesson = rules.lesson().unwrap_or_else(|| panic!("{} has no guided battle", rules.id()));
        assert!(lesson.steps.len() >= 10, "{}: {} steps", rules.id(), lesson.steps.len());
        let mut game = begin(lesson);
        let (mut done, mut used) = (0, 0);
        for (i, step) in lesson.steps.iter().enumerate() {
            let place = format!("{} step {}: {}", rules.id(), i + 1, step.title);
            let acts = matches!(step.until, Until::Watch(_) | Until::Do(_));
            assert!(!step.at_once || (i > 0 && acts), "{place}: there is nothing to do at once");
            assert!(!step.title.is_empty() && !step.text.is_empty(), "{place}");
            assert!(rules.rulebook().exact(&step.rule).is_some(), "{place}: rule {}", step.rule);
            let board = game.view(Seat(lesson.seat)).board();
            let counter = |wanted: &str| board.counters.iter().any(|c| has_words(&c.line, &[wanted]));
            match &step.point {
                Point::Hex(h) => assert!(game.doc().map.grid.parse(h).is_some(), "{place}: hex {h}"),
                Point::Counter(c) => assert!(counter(c), "{place}: no counter '{c}'"),
                Point::Panel(p) => {
                    let known = ["tracks", "end", "top", "prompt", "dock", "log"];
                    assert!(known.contains(&p.as_str()), "{place}: panel {p}");
                }
                Point::Nothing => {}
            }
            match &step.until {
                Until::Do(words) | Until::Watch(words) => {
                    let own = game.to_act() == Some(Seat(lesson.seat));
                    assert_eq!(own, matches!(step.until, Until::Do(_)), "{place}: who acts");
                    let a = action(game.as_ref(), words);
                    let setting_out = who_sets_out(&a, &board);
                    game.dictate(dictated(&step.dice));
                    game.submit(a.id).unwrap_or_else(|e| panic!("{place}: {e}"));
                    // As on the screen, whoever sets out takes along what goes with him.
                    let next = setting_out
                        .and_then(|s| game.view(Seat(lesson.seat)).next_on_path(&s, &[]))
                        .filter(|_| own);
                    if let Some(next) = next {
                        game.submit(next).unwrap_or_else(|e| panic!("{place}: {e}"));
                    }
                    done += 1;
                    used += charts_used(game.as_ref());
                }
                Until::Select(words) => assert!(counter(words), "{place}: no counter '{words}'"),
                Until::Read | Until::Open(_) => assert!(step.dice.is_empty(), "{place}: dice nobody throws"),
            }
        }
        assert!(done >= 5, "{}: {done} actions", rules.id());
        assert!(used > 0, "{}: no chart was ever used", rules.id());
        assert!(game.outcome().is_none(), "there is something left to play");
    }
}

struct Window {
    harness: Harness<'static, App>,
    _folder: tempfile::TempDir,
}

impl Window {
    fn open(width: f32, height: f32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::below_root(folder.path());
        let mut settings = Settings::default();
        settings.switches.insert("own-file-dialog".into(), true);
        let build = Harness::builder().with_size(vec2(width, height)).with_max_steps(120);
        let mut harness =
            build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
        harness.run();
        Self { harness, _folder: folder }
    }

    fn click(&mut self, label: &str) {
        let found = self.harness.query_all_by_label(label).next();
        found.unwrap_or_else(|| panic!("nothing is called '{label}'")).click();
        self.harness.run();
    }

    fn step(&self) -> Option<usize> {
        self.harness.state().play().and_then(|p| p.guide()).map(|g| g.at())
    }

    /// Does an action as a person does: picks up who acts, finds the row or button, presses it.
    fn act(&mut self, a: &Affordance) {
        let version = |w: &Self| w.harness.state().play().unwrap().session.game.version();
        let before = version(self);
        if let Some(s) = &a.subject {
            self.harness.state_mut().select(s.clone());
            self.harness.run();
        }
        if self.harness.query_all_by_label(&a.label).next().is_none() && a.verb == Verb::End {
            self.click("End the phase");
        }
        // A caption over a list may say the same as a row of it ('Attack'); only the row can be pressed.
        let row = |h: &Harness<'_, App>, press: bool| {
            let mut all = h.query_all_by_label(&a.label).filter(|n| n.accesskit_node().role() != Role::Label);
            let found = all.next().unwrap_or_else(|| panic!("not listed: {}", a.label));
            if press { found.click_accesskit() } else { found.scroll_to_me() }
        };
        row(&self.harness, false);
        self.harness.run();
        row(&self.harness, true);
        self.harness.run();
        if version(self) == before && self.harness.query_by_label("End it").is_some() {
            self.click("End it");
        } else if version(self) == before {
            self.harness.key_press_modifiers(Modifiers::NONE, Key::Enter);
            self.harness.run();
        }
        assert_ne!(version(self), before, "{} was not done", a.label);
    }
}

fn finish(lesson: &Arc<Lesson>, name: &str) {
    let mut w = Window::open(1280.0, 800.0);
    w.click(&format!("Guided battle: {name}"));
    assert_eq!(w.harness.state().screen(), Screen::Play);
    for (i, step) in lesson.steps.iter().enumerate() {
        // What goes on at once was done with the step before.
        if step.at_once {
            continue;
        }
        assert_eq!(w.step(), Some(i), "{name}: {}", step.title);
        let card = w.harness.query_all_by_label(&step.title).next();
        assert!(card.is_some(), "{name}: the card of '{}'", step.title);
        let last = i + 1 == lesson.steps.len();
        match &step.until {
            Until::Read => w.click(if last { "Play on without the guide" } else { "Next step" }),
            Until::Watch(_) => w.click("Watch the other side"),
            Until::Do(words) => {
                let a = action(w.harness.state().play().unwrap().session.game.as_ref(), words);
                // Something else is not done first.
                let other = w.harness.state().play().unwrap().session.views.actions.iter();
                let other = other.map(|o| o.id).find(|id| *id != a.id);
                let hash = w.harness.state().play().unwrap().session.game.hash();
                if let Some(other) = other {
                    w.harness.state_mut().perform(other);
                    w.harness.run();
                    assert_eq!(w.harness.state().play().unwrap().session.game.hash(), hash, "{}", step.title);
                }
                w.act(&a);
            }
            Until::Select(words) => {
                let board = &w.harness.state().play().unwrap().session.views.board;
                let counter = board.counters.iter().find(|c| has_words(&c.line, &[words])).unwrap();
                let line = counter.line.clone();
                let all = w.harness.get_all_by_role_and_label(Role::Button, &line);
                all.max_by(|a, b| a.rect().left().total_cmp(&b.rect().left())).unwrap().click();
                w.harness.run();
            }
            Until::Open(_) => {
                w.harness.key_press(Key::R);
                w.harness.run();
            }
        }
    }
    assert_eq!(w.step(), None, "{name} is finished");
}

#[test]
fn every_lesson_is_finished_by_clicking() {
    for rules in library().registry.all() {
        finish(rules.lesson().unwrap(), rules.name());
    }
}

#[test]
fn a_step_that_is_taken_back_is_told_again() {
    let rules = library().registry.all().next().unwrap();
    let lesson = rules.lesson().unwrap();
    let mut w = Window::open(1280.0, 800.0);
    w.click(&format!("Guided battle: {}", rules.name()));
    for step in &lesson.steps {
        match &step.until {
            Until::Read => w.click("Next step"),
            Until::Do(words) => {
                let at = w.step();
                let a = action(w.harness.state().play().unwrap().session.game.as_ref(), words);
                w.act(&a);
                assert_ne!(w.step(), at);
                w.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
                w.harness.run();
                assert_eq!(w.step(), at, "taken back with the action");
                return;
            }
            Until::Select(_) | Until::Open(_) => w.click("Skip this step"),
            Until::Watch(_) => w.click("Watch the other side"),
        }
    }
    panic!("the lesson has nothing to do");
}
