//! Positions out of a save somebody has tampered with: refused, or played on without a panic. `FORGED=10000` is the long run.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod support;

use engine::game::{AnyRuleset, SavedEntry};
use engine::present::Seat;
use std::panic::{AssertUnwindSafe, catch_unwind};
use support::{Numbers, playable, rounds, rules, scenario, try_match};

/// A few numbers of the text become others.
fn tampered(text: &str, numbers: &mut Numbers) -> String {
    let mut out = text.to_owned();
    for _ in 0..=numbers.below(3) {
        let digits: Vec<usize> =
            out.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
        let start = digits[numbers.below(digits.len())];
        let end = out[start..].find(|c: char| !c.is_ascii_digit()).map_or(out.len(), |n| start + n);
        let word = ["0", "1", "3", "7", "60", "200", "255", "65535", "900"][numbers.below(9)];
        out.replace_range(start..end, word);
    }
    out
}

#[test]
fn forged_positions_are_refused_or_go_on() {
    let rules = rules();
    let mut numbers = Numbers(17);
    let (mut refused, mut played) = (0, 0);
    let mut saves = Vec::new();
    for (name, length) in [("kolin-battle", 40), ("kunersdorf-battle", 160), ("prague-battle", 420)] {
        let mut doc = scenario(name);
        doc.turns.count = 3;
        let mut game = try_match(&rules, doc, playable(), 5).unwrap_or_else(|e| panic!("{:?}", e.list));
        for _ in 0..length {
            let n = game.legal_count();
            if n == 0 {
                break;
            }
            game.submit(numbers.below(n)).unwrap();
            // Some positions in the middle of something.
            if numbers.below(40) == 0 {
                saves.push(game.save());
            }
        }
        saves.push(game.save());
    }
    for round in 0..rounds("FORGED", 120) {
        let mut file = saves[round % saves.len()].clone();
        file.snapshot = tampered(&file.snapshot, &mut numbers);
        file.journal = vec![SavedEntry::Do("nonsense".into())];
        let done = catch_unwind(AssertUnwindSafe(|| {
            let Ok(restored) = rules.restore(&file) else { return false };
            let mut game = restored.game;
            for _ in 0..15 {
                {
                    let view = game.view(Seat(0));
                    view.board();
                    view.tracks();
                    view.score();
                    view.affordances();
                }
                let n = game.legal_count();
                if n == 0 {
                    break;
                }
                game.submit(numbers.below(n)).unwrap();
            }
            true
        }));
        let Ok(done) = done else { panic!("round {round} panics on\n{}", file.snapshot) };
        played += usize::from(done);
        refused += usize::from(!done);
    }
    assert!(refused > 0 && played > 0, "{refused} refused, {played} played: a poor sample");
    println!("{refused} refused, {played} played");
}
