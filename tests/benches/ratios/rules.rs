//! Listed legal actions a second, and the cost of copying a state, on each rule system's first scenario.

use crate::common::{best, row, time};
use engine::scenario::OptionSet;
use std::time::{Duration, Instant};

/// What OpenSpiel's chess lists a second, from the command in `OPENSPIEL_CHESS`.
fn openspiel() -> Option<f64> {
    let command = std::env::var("OPENSPIEL_CHESS").ok()?;
    let out = std::process::Command::new("sh").args(["-c", &command]).output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.rsplit("listed actions/s").next()?.split_whitespace().next()?.parse().ok()
}

pub fn run() {
    let library = app::library::Library::shipped();
    let chess = openspiel();
    for rules in library.registry.all() {
        let Some(doc) =
            library.scenarios.iter().filter_map(|s| s.doc.as_ref().ok()).find(|d| d.ruleset == rules.id())
        else {
            continue;
        };
        let seeds: Vec<u64> = (0..200).collect();
        let none = OptionSet::new();
        let mut rate = 0.0f64;
        let mut decisions = 0.0f64;
        for _ in 0..5 {
            let start = Instant::now();
            let games = rules.sims(doc, &none, &seeds).expect("a shipped scenario");
            let seconds = start.elapsed().as_secs_f64();
            rate = rate.max(games.iter().map(|g| g.listed).sum::<u64>() as f64 / seconds);
            decisions = decisions.max(games.iter().map(|g| g.actions).sum::<u64>() as f64 / seconds);
        }
        let what = format!("{}, {}: listed legal actions a second in random games", rules.name(), doc.title);
        match chess {
            Some(c) => {
                let against = format!("OpenSpiel chess {:.1} M/s", c / 1e6);
                row(
                    &what,
                    &format!("{:.1} M/s", rate / 1e6),
                    &against,
                    rate / c,
                    "≥ 2 (aim 6)",
                    rate / c >= 2.0,
                );
            }
            None => row(
                &what,
                &format!("{:.1} M/s", rate / 1e6),
                "OPENSPIEL_CHESS not set",
                0.0,
                "≥ 2 (aim 6)",
                false,
            ),
        }
        println!(
            "| the same: decisions a second (list, pick, apply, roll) | {:.2} M/s | | | |",
            decisions / 1e6
        );
        let mut probe = rules.probe(doc, &none, 7, 60).expect("a shipped scenario");
        let copy = best(Duration::from_millis(40), || probe.copy());
        let bytes = vec![1u8; probe.size()];
        let mut to = vec![0u8; probe.size()];
        let plain = best(Duration::from_millis(40), || {
            to.copy_from_slice(std::hint::black_box(&bytes));
            std::hint::black_box(&mut to);
        });
        let limit = (3.0 * plain.as_secs_f64()).max(200e-9);
        let what = format!("{}, {}: copy of a state of {} bytes", rules.name(), doc.title, probe.size());
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
}
