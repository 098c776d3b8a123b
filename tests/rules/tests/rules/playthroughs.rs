//! One game of every scenario by dice, written down (the first thousand decisions): prompts, actions, log and position.
//! Whoever changes a rule sees in the difference what he changed.

use engine::game::NewMatch;
use engine::present::Seat;
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, compare, root, shipped};
use std::fmt::Write;
use std::sync::Arc;

const SEED: u64 = 1740;
/// Decisions written down; of a longer game only the rest is counted and the end told.
const MOST: usize = 1000;

fn playthrough(s: &Shipped) -> String {
    let how = NewMatch { seed: SEED, ..NewMatch::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).unwrap_or_else(|i| panic!("{:?}", i.list));
    let mut numbers = Numbers(SEED);
    let mut out = format!("{} with seed {SEED}\n", s.entry.key);
    let mut said = 0;
    let tell = |game: &dyn engine::game::AnyMatch, from: usize, out: &mut String| {
        for l in game.view(Seat::OPEN).log(from) {
            let rules: Vec<&str> = l.rules.iter().map(|r| r.0).collect();
            let dice: Vec<String> =
                l.dice.iter().map(|d| format!("{}{}", d.value, if d.counted { "!" } else { "" })).collect();
            let _ = write!(out, "    {} {}", l.head, l.text);
            if !l.detail.is_empty() {
                let _ = write!(out, " ({})", l.detail);
            }
            if !dice.is_empty() {
                let _ = write!(out, " <{}>", dice.join(" "));
            }
            for m in &l.mods {
                let _ = write!(out, " {{{} {} {}}}", m.text, m.value, m.rule);
            }
            let _ = writeln!(out, " [{}]", rules.join(" "));
        }
        game.log_len()
    };
    let mut decisions = 0;
    while let Some(seat) = game.to_act() {
        decisions += 1;
        if decisions > MOST {
            let pick = numbers.below(game.legal_count());
            game.submit(pick).unwrap_or_else(|e| panic!("{e}"));
            said = game.log_len();
            continue;
        }
        said = tell(game.as_ref(), said, &mut out);
        let prompt = game.view(seat).prompt();
        let all = game.view(seat).affordances();
        let pick = &all[numbers.below(all.len())];
        let _ = writeln!(out, "{}: {} ({} legal)", prompt.who, prompt.text, all.len());
        let _ = writeln!(out, "  > {}", pick.label);
        let id = pick.id;
        game.submit(id).unwrap_or_else(|e| panic!("{e}"));
    }
    tell(game.as_ref(), said, &mut out);
    if decisions > MOST {
        let _ = writeln!(out, "... {} more decisions", decisions - MOST);
    }
    for c in game.view(Seat::OPEN).board().counters {
        let _ = writeln!(out, "  {}", c.line);
    }
    if let Some(o) = game.outcome() {
        let _ = writeln!(out, "{}: {} [{}]", o.title, o.text, o.rule);
    }
    let _ = writeln!(out, "hash {:016x}", game.hash());
    out
}

#[test]
fn games_play_as_written_down() {
    let failures: Vec<String> = shipped()
        .par_iter()
        .filter_map(|s| {
            let file = root().join("tests/playthroughs").join(format!("{}.txt", s.entry.key));
            compare(&file, &playthrough(s)).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
