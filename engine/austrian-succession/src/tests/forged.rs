//! Positions out of a file somebody has tampered with: refused, or shown and played on without a panic.
//! `FORGED=100000` is the long run.

use super::games::OPTIONS;
use crate::compile::tests::scenario;
use crate::data::tests::charts;
use crate::{AustrianSuccession, State};
use engine::dice::DiceStream;
use engine::game::{AnyRuleset, Loaded, NewMatch, SaveFile};
use engine::present::{Seat, Target};
use engine::scenario::{Issues, OptionSet, Value};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Words of a position: where numbers and names begin and end.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = None;
    for (i, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(i),
            (false, Some(from)) => {
                out.push((from, i));
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// A few numbers become others, and names other names of the same position.
fn tampered(text: &str, random: &mut DiceStream) -> String {
    const NUMBERS: [&str; 11] = ["0", "1", "2", "3", "7", "14", "60", "170", "200", "255", "2699"];
    let mut out = text.to_owned();
    for _ in 0..=random.random_index(4) {
        let all = words(&out);
        // Half of the changes fall among the lists and frames at the end.
        let from = if random.random_index(2) == 0 { 0 } else { all.len() * 9 / 10 };
        let (start, end) = all[from + random.random_index(all.len() - from)];
        let is_number = out[start..end].starts_with(|c: char| c.is_ascii_digit());
        let new = if is_number {
            NUMBERS[random.random_index(NUMBERS.len())].to_owned()
        } else {
            let (a, b) = all[random.random_index(all.len())];
            out[a..b].to_owned()
        };
        out.replace_range(start..end, &new);
    }
    out
}

fn rules() -> Loaded<AustrianSuccession> {
    let mut issues = Issues::default();
    Loaded::load(&charts(&[]), &mut issues).unwrap()
}

/// Positions of games played at random, in the middle of everything.
fn positions(rules: &Loaded<AustrianSuccession>) -> Vec<SaveFile> {
    let mut random = DiceStream::new(5);
    let mut saves = Vec::new();
    for (name, length) in [("tutorial", 900), ("short", 2500)] {
        let options: OptionSet = OPTIONS.map(|id| (id.to_owned(), Value::Bool(true))).into();
        let how = NewMatch { options, seed: 3, ..NewMatch::default() };
        let mut game = rules.new_match(Arc::new(scenario(name)), &how).unwrap();
        for _ in 0..length {
            let n = game.legal_count();
            if n == 0 || game.submit(random.random_index(n)).is_err() {
                break;
            }
            if random.random_index(60) == 0 {
                let mut save = game.save();
                (save.journal, save.hashes) = (Vec::new(), Vec::new());
                saves.push(save);
            }
        }
    }
    saves
}

/// Loads a position; if it is accepted, looks at it from every seat and plays on.
fn try_position(rules: &Loaded<AustrianSuccession>, file: &SaveFile, random: &mut DiceStream) -> bool {
    let Ok(restored) = rules.restore(file) else { return false };
    let mut game = restored.game;
    for step in 0..40 {
        if step % 10 == 0 {
            for seat in [Seat(0), Seat(1), Seat::OPEN] {
                let view = game.view(seat);
                let board = view.board();
                drop((view.prompt(), view.sheets(), view.tracks(), view.score(), view.affordances()));
                for counter in board.counters.iter().take(3) {
                    drop(view.inspect(&Target::Counter(counter.id)));
                }
                for kind in game.overlays() {
                    drop(view.overlay(kind.id, None));
                }
            }
        }
        let n = game.legal_count();
        if n == 0 || game.submit(random.random_index(n)).is_err() {
            break;
        }
    }
    true
}

#[test]
fn forged_positions_are_refused_or_go_on() {
    let rules = rules();
    let saves = positions(&rules);
    let rounds = std::env::var("FORGED").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut random = DiceStream::new(17);
    let (mut refused, mut played, mut panics) = (0, 0, 0);
    for round in 0..rounds {
        let mut file = saves[round % saves.len()].clone();
        let forged = tampered(&file.snapshot, &mut random);
        file.base = Some(forged.clone());
        file.snapshot = forged;
        match catch_unwind(AssertUnwindSafe(|| try_position(&rules, &file, &mut random))) {
            Ok(true) => played += 1,
            Ok(false) => refused += 1,
            Err(_) => {
                panics += 1;
                let path = std::env::temp_dir().join(format!("forged-austrian-{round}.ron"));
                std::fs::write(path, &file.snapshot).unwrap();
            }
        }
    }
    println!("{} positions forged: {refused} refused, {played} played on, {panics} panics", rounds);
    assert!(played > 0);
    assert_eq!(panics, 0);
}

/// A true position is a small thing to copy.
#[test]
fn states_have_no_heap_of_their_own_beyond_a_few() {
    assert!(std::mem::size_of::<State>() < 4096);
}
