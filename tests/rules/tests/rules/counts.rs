//! How many ways a battle can open: legal sequences from the start, by depth. A number that changes
//! without a reason is a rule that changed without one.

use engine::scenario::OptionSet;
use rayon::prelude::*;
use rule_tests::{compare, root, shipped};
use std::fmt::Write;

/// Where more sequences than this lead on, the third step is not counted.
const MOST: u64 = 400_000;

#[test]
fn openings_are_counted() {
    let counts: Vec<String> = shipped()
        .par_iter()
        .map(|s| {
            let mut line = s.entry.key.clone();
            for depth in 1..=3 {
                let n = s.rules.perft(&s.doc, &OptionSet::new(), depth).unwrap();
                let _ = write!(line, " {n}");
                // The last step is counted and not played: the next depth plays this many.
                if depth > 1 && n > MOST {
                    break;
                }
            }
            line
        })
        .collect();
    let text = counts.join("\n") + "\n";
    compare(&root().join("tests/counts.txt"), &text).unwrap_or_else(|e| panic!("{e}"));
}
