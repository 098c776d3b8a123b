//! One game of every scenario, written down: prompts, actions, log and position. Whoever changes a rule sees in the
//! difference what changed.
//!
//! An action is chosen by its label and not by its place in the list: one more legal action somewhere changes a game
//! only where it is chosen itself.

use engine::game::NewMatch;
use engine::present::Seat;
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, compare, root, shipped};
use std::fmt::Write;
use std::sync::Arc;

const SEED: u64 = 1740;
/// Decisions that are played and written down.
const MOST: usize = 150;
/// Of these scenarios the whole game is written down: two battles and a campaign.
const WHOLE: [&str; 3] = ["mollwitz", "liegnitz", "1757"];
/// A whole game that has not ended by then does not end.
const ENDLESS: usize = 20_000;

/// The number a label draws at a decision; the lowest is chosen.
fn lot(decision: usize, label: &str) -> u64 {
    // FNV-1a, mixed: short labels that differ in one letter draw numbers far apart.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in label.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    Numbers(hash ^ SEED ^ ((decision as u64) << 32)).word()
}

fn is_whole(s: &Shipped) -> bool {
    WHOLE.iter().any(|name| s.entry.key.rsplit('/').next() == Some(name))
}

fn playthrough(s: &Shipped) -> String {
    let how = NewMatch { seed: SEED, ..NewMatch::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).unwrap_or_else(|i| panic!("{:?}", i.list));
    let most = if is_whole(s) { ENDLESS } else { MOST };
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
        if decisions == most {
            break;
        }
        decisions += 1;
        said = tell(game.as_ref(), said, &mut out);
        let prompt = game.view(seat).prompt();
        let all = game.view(seat).affordances();
        let pick = all.iter().min_by_key(|a| (lot(decisions, &a.label), a.id)).unwrap();
        let _ = writeln!(out, "{}: {} ({} legal)", prompt.who, prompt.text, all.len());
        let _ = writeln!(out, "  > {}", pick.label);
        let id = pick.id;
        game.submit(id).unwrap_or_else(|e| panic!("{e}"));
    }
    tell(game.as_ref(), said, &mut out);
    assert!(decisions < ENDLESS, "{}: the game does not end", s.entry.key);
    if game.to_act().is_some() {
        let _ = writeln!(out, "... the game goes on");
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
    assert_eq!(shipped().iter().filter(|s| is_whole(s)).count(), WHOLE.len(), "a scenario has another name");
    let failures: Vec<String> = shipped()
        .par_iter()
        .filter_map(|s| {
            let file = root().join("tests/playthroughs").join(format!("{}.txt", s.entry.key));
            compare(&file, &playthrough(s)).err()
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_difference_is_shown_with_the_lines_around_it() {
    let old = "a\nb\nc\nd\ne\nf\ng";
    let told = rule_tests::difference(old, &old.replace('f', "x"));
    assert_eq!(told, "line 6 of 7 (now 7)\n    b\n    c\n    d\n    e\n  - f\n  - g\n  + x\n  + g");
    assert_eq!(rule_tests::difference("a", "a\nb"), "line 2 of 1 (now 2)\n    a\n  + b");
}
