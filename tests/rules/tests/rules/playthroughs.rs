//! One game of every scenario, written down: the first decisions with prompt, action and log, then the position after
//! 30, 60, 120 … decisions. A change of the rules shows in the difference, and the files are short enough to read it.
//!
//! An action is chosen by its label and not by its place in the list: one more legal action somewhere changes a game
//! only where it is chosen itself.

use engine::game::{AnyMatch, NewMatch};
use engine::present::{LogLine, Seat};
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, compare, root, shipped};
use std::fmt::Write;
use std::sync::Arc;

const SEED: u64 = 1740;
/// Decisions that are written down with all that happens.
const DETAILED: usize = 15;
/// Decisions that are played.
const PLAYED: usize = 160;
/// These scenarios are played to the end: two battles and a campaign.
const WHOLE: [&str; 3] = ["mollwitz", "liegnitz", "1757"];
/// A whole game that has not ended by then does not end.
const ENDLESS: usize = 20_000;
/// All files together; more nobody reads.
const MOST_LINES: usize = 1_600;

/// The number a label draws at a decision; the lowest is chosen.
fn lot_number(decision: usize, label: &str) -> u64 {
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

fn write_log_line(out: &mut String, line: &LogLine) {
    let rules: Vec<&str> = line.rules.iter().map(|r| r.0).collect();
    let _ = write!(out, "    {} {}", line.head, line.text);
    if !line.detail.is_empty() {
        let _ = write!(out, " ({})", line.detail);
    }
    if !line.dice.is_empty() {
        let mark = |counted: bool| if counted { "!" } else { "" };
        let dice: Vec<String> = line.dice.iter().map(|d| format!("{}{}", d.value, mark(d.counted))).collect();
        let _ = write!(out, " <{}>", dice.join(" "));
    }
    for m in &line.mods {
        let _ = write!(out, " {{{} {} {}}}", m.text, m.value, m.rule);
    }
    let _ = writeln!(out, " [{}]", rules.join(" "));
}

/// Writes the log lines since the last call.
fn write_new_log(out: &mut String, game: &dyn AnyMatch, written: &mut usize) {
    for line in game.view(Seat::OPEN).log(*written) {
        write_log_line(out, &line);
    }
    *written = game.log_len();
}

fn playthrough(s: &Shipped) -> String {
    let how = NewMatch { seed: SEED, ..NewMatch::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).unwrap_or_else(|i| panic!("{:?}", i.list));
    let most = if is_whole(s) { ENDLESS } else { PLAYED };
    let mut out = format!("{} with seed {SEED}\n", s.entry.key);
    let (mut written, mut last_prompt, mut checkpoint) = (0, String::new(), 2 * DETAILED);
    let mut decisions = 0;
    while let Some(seat) = game.to_act().filter(|_| decisions < most) {
        decisions += 1;
        let all = game.view(seat).affordances();
        let pick = all.iter().min_by_key(|a| (lot_number(decisions, &a.label), a.id)).unwrap();
        if decisions <= DETAILED {
            write_new_log(&mut out, game.as_ref(), &mut written);
            let prompt = game.view(seat).prompt();
            if prompt.text != last_prompt {
                let _ = writeln!(out, "{}: {}", prompt.who, prompt.text);
                last_prompt = prompt.text;
            }
            let _ = writeln!(out, "  > {} (1 of {})", pick.label, all.len());
        }
        let id = pick.id;
        game.submit(id).unwrap_or_else(|e| panic!("{e}"));
        if decisions == DETAILED {
            write_new_log(&mut out, game.as_ref(), &mut written);
        }
        if decisions == checkpoint {
            let _ = writeln!(out, "after {decisions} decisions: {:016x}", game.hash());
            checkpoint *= 2;
        }
    }
    assert!(decisions < ENDLESS, "{}: the game does not end", s.entry.key);
    let left = game.view(Seat::OPEN).board().counters.len();
    let _ = writeln!(out, "last, after {decisions} decisions: {:016x}, {left} counters", game.hash());
    if let Some(o) = game.outcome() {
        let _ = writeln!(out, "{}: {} [{}]", o.title, o.text, o.rule);
    }
    out
}

#[test]
fn games_play_as_written_down() {
    assert_eq!(shipped().iter().filter(|s| is_whole(s)).count(), WHOLE.len(), "a scenario has another name");
    let played: Vec<(String, String)> =
        shipped().par_iter().map(|s| (s.entry.key.clone(), playthrough(s))).collect();
    let lines: usize = played.iter().map(|(_, text)| text.lines().count()).sum();
    assert!(lines <= MOST_LINES, "{lines} lines in all: nobody reads the difference");
    let failures: Vec<String> = played
        .iter()
        .filter_map(|(key, text)| compare(&root().join(format!("tests/playthroughs/{key}.txt")), text).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_difference_is_shown_with_the_lines_around_it() {
    let old = "a\nb\nc\nd\ne\nf\ng";
    let shown = rule_tests::difference(old, &old.replace('f', "x"));
    assert_eq!(shown, "line 6 of 7 (now 7)\n    b\n    c\n    d\n    e\n  - f\n  - g\n  + x\n  + g");
    assert_eq!(rule_tests::difference("a", "a\nb"), "line 2 of 1 (now 2)\n    a\n  + b");
}
