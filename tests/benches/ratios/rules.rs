//! Legal actions and decisions a second, the cost of copying a state, and of hovering an overlay.

use crate::common::{best, row, time};
use app::library::Library;
use engine::game::{AnyRuleset, NewMatch};
use engine::present::{OverlayWants, Seat, Target};
use engine::scenario::{OptionSet, ScenarioDoc};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Scenarios that are measured where a rule system's first one is not the telling one.
const TELLING: [&str; 1] = ["frederick-the-great/1757"];

/// A figure of OpenSpiel's chess, from what the command in `OPENSPIEL_CHESS` printed.
fn openspiel(text: Option<&String>, what: &str) -> Option<f64> {
    text?.rsplit(what).next()?.split_whitespace().next()?.parse().ok()
}

fn printed() -> Option<String> {
    let command = std::env::var("OPENSPIEL_CHESS").ok()?;
    let out = std::process::Command::new("sh").args(["-c", &command]).output().ok()?;
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn telling(library: &Library, ruleset: &str) -> Option<Arc<ScenarioDoc>> {
    let own = || library.scenarios.iter().filter(|s| s.doc.as_ref().is_ok_and(|d| d.ruleset == ruleset));
    let chosen = own().find(|s| TELLING.contains(&s.key.as_str())).or_else(|| own().next());
    chosen.and_then(|s| s.doc.as_ref().ok()).map(Arc::clone)
}

pub fn run() {
    let library = Library::shipped();
    let chess = printed();
    for rules in library.registry.all() {
        let Some(doc) = telling(&library, rules.id()) else { continue };
        let name = format!("{}, {}", rules.name(), doc.title);
        let (listed, decisions) = rates(rules, &doc);
        let what = format!("{name}: listed legal actions a second in random games");
        against(&what, listed, openspiel(chess.as_ref(), "listed actions/s"), "≥ 2 (aim 6)", 2.0);
        let what = format!("{name}: decisions a second (list, pick, apply, roll)");
        against(&what, decisions, openspiel(chess.as_ref(), "moves/s"), "≥ 1 (aim 3)", 1.0);
        copying(rules, &doc, &name);
        hovering(rules, &doc, &name);
    }
}

/// Listed actions and decisions a second, the best of five rounds of about a second.
fn rates(rules: &dyn AnyRuleset, doc: &ScenarioDoc) -> (f64, f64) {
    let none = OptionSet::new();
    let (mut listed, mut decisions) = (0.0f64, 0.0f64);
    for round in 0..5u64 {
        let (mut l, mut d, mut seed) = (0u64, 0u64, round * 1000);
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(1) {
            let seeds: Vec<u64> = (seed..seed + 4).collect();
            seed += 4;
            let games = rules.sims(doc, &none, &seeds).expect("a shipped scenario");
            l += games.iter().map(|g| g.listed).sum::<u64>();
            d += games.iter().map(|g| g.actions).sum::<u64>();
        }
        let seconds = start.elapsed().as_secs_f64();
        listed = listed.max(l as f64 / seconds);
        decisions = decisions.max(d as f64 / seconds);
    }
    (listed, decisions)
}

fn against(what: &str, rate: f64, chess: Option<f64>, goal: &str, least: f64) {
    let here = format!("{:.2} M/s", rate / 1e6);
    match chess {
        Some(c) => {
            let there = format!("OpenSpiel chess {:.2} M/s", c / 1e6);
            row(what, &here, &there, rate / c, goal, rate / c >= least);
        }
        None => row(what, &here, "OPENSPIEL_CHESS not set", 0.0, goal, false),
    }
}

fn copying(rules: &dyn AnyRuleset, doc: &ScenarioDoc, name: &str) {
    let mut probe = rules.probe(doc, &OptionSet::new(), 7, 60).expect("a shipped scenario");
    let copy = best(Duration::from_millis(40), || probe.copy());
    let bytes = vec![1u8; probe.size()];
    let mut to = vec![0u8; probe.size()];
    let plain = best(Duration::from_millis(40), || {
        to.copy_from_slice(std::hint::black_box(&bytes));
        std::hint::black_box(&mut to);
    });
    let limit = (3.0 * plain.as_secs_f64()).max(200e-9);
    let what = format!("{name}: copy of a state of {} bytes", probe.size());
    let ratio = copy.as_secs_f64() / plain.as_secs_f64();
    row(
        &what,
        &time(copy),
        &format!("memcpy {}", time(plain)),
        ratio,
        "≤ 3, or 200 ns",
        copy.as_secs_f64() <= limit,
    );
}

/// Every overlay of the whole map or of a hex, as if the pointer had just moved there.
fn hovering(rules: &dyn AnyRuleset, doc: &Arc<ScenarioDoc>, name: &str) {
    let how = NewMatch { seed: 3, ..NewMatch::default() };
    let Ok(mut game) = rules.new_match(Arc::clone(doc), &how) else { return };
    for n in 0..400usize {
        let count = game.legal_count();
        if count == 0 || game.submit(n * 7 % count).is_err() {
            break;
        }
    }
    let middle = engine::hex::HexId((doc.map.grid.len() / 2) as u16);
    for kind in game.overlays().iter().filter(|k| k.wants != OverlayWants::Counter) {
        let took = best(Duration::from_millis(40), || {
            std::hint::black_box(game.view(Seat(0)).overlay(kind.id, Some(&Target::Hex(middle))));
        });
        let what = format!("{name}: overlay '{}' worked out anew", kind.name);
        let ratio = took.as_secs_f64() / 4e-3;
        row(&what, &time(took), "4 ms", ratio, "≤ 1", ratio <= 1.0);
    }
}
