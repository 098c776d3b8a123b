//! 'Why not?' always has an answer with a rule number: over random states of every rule system, and
//! in cases written by hand.

#![allow(clippy::unwrap_used)]

use engine::game::{AnyMatch, NewMatch};
use engine::present::{Explanation, Seat, Target};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tests::{Numbers, Shipped, library, random_options, root, shipped};

/// States looked at for each rule system.
const STATES: usize = 200;
/// Pairs asked in each state where there are more; `WHY_NOT=all` asks them all.
const PAIRS: usize = 300;
/// Different rule numbers that must come up.
const NUMBERS: usize = 25;

/// States of one kind of decision taken before all kinds had their turn.
const OF_A_KIND: usize = 8;

/// States of random games, of every kind of decision some: the rare ones count too.
fn states(all: &[Shipped], id: &str) -> Vec<Box<dyn AnyMatch>> {
    let of: Vec<&Shipped> = all.iter().filter(|s| s.doc.ruleset == id).collect();
    let mut out: Vec<Box<dyn AnyMatch>> = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for n in 0..STATES {
        let mut numbers = Numbers(n as u64 * 7919 + 5);
        let s = of[n % of.len()];
        let options = random_options(s.rules.schema(), &mut numbers);
        let plain = NewMatch { seed: n as u64, ..Default::default() };
        let how = NewMatch { options, ..plain.clone() };
        let begun = s.rules.new_match(Arc::clone(&s.doc), &how);
        let begun = begun.or_else(|_| s.rules.new_match(Arc::clone(&s.doc), &plain));
        let mut game = begun.map_err(|i| i.list).unwrap();
        // A few from each game, whatever they are, and what is still rare.
        let any = numbers.below(150);
        for step in 0..1_200 {
            let Some(seat) = game.to_act() else { break };
            if out.len() >= STATES {
                return out;
            }
            let rules: Vec<&str> = game.prompt(seat).rules.iter().map(|r| r.0).collect();
            let many = kinds.entry(rules.join(" ")).or_default();
            if *many < OF_A_KIND || step == any {
                *many += 1;
                out.push(game.fork());
            }
            let legal = game.legal_count();
            game.submit(numbers.below(legal)).unwrap();
        }
    }
    out
}

/// Every refused pair of a counter and a hex, up to so many; numbers by how often they came.
fn ask(game: &dyn AnyMatch, n: usize, most: usize) -> BTreeMap<String, usize> {
    let seat: Seat = game.to_act().unwrap();
    let board = game.board(seat);
    let units: Vec<Target> = board.counters.iter().map(|c| Target::Counter(c.id)).collect();
    let hexes: Vec<_> = game.doc().map.grid.ids().collect();
    let pairs = units.len() * hexes.len();
    // Small maps are asked about in full.
    let most = if hexes.len() < 400 { usize::MAX } else { most };
    // An odd stride walks over all pairs in the end, other ones in every state.
    let stride = (pairs / most.max(1)).max(1) | 1;
    let mut found = BTreeMap::new();
    let mut at = n % stride;
    while at < pairs {
        let (subject, hex) = (&units[at % units.len()], hexes[at / units.len()]);
        if let Explanation::Refused(r) = game.explain(seat, subject, &Target::Hex(hex)) {
            let place = game.doc().map.grid.label(hex);
            assert!(!r.rule.0.trim().is_empty(), "{subject:?} and {place}: no number: {}", r.text);
            assert!(r.text.len() > 8, "{subject:?} and {place}: no reason: {r}");
            *found.entry(r.rule.0.to_owned()).or_insert(0) += 1;
        }
        at += stride;
    }
    found
}

#[test]
fn every_refused_pair_of_unit_and_hex_has_its_number() {
    let all = shipped();
    let most = if std::env::var("WHY_NOT").is_ok_and(|v| v == "all") { usize::MAX } else { PAIRS };
    let mut few = Vec::new();
    for id in library().registry.ids() {
        let found: Vec<(usize, Box<dyn AnyMatch>)> = states(&all, id).into_iter().enumerate().collect();
        assert_eq!(found.len(), STATES, "{id}: too few states");
        let counted: Vec<BTreeMap<String, usize>> =
            found.into_par_iter().map(|(n, g)| ask(g.as_ref(), n, most)).collect();
        let mut sum: BTreeMap<String, usize> = BTreeMap::new();
        for (rule, n) in counted.into_iter().flatten() {
            *sum.entry(rule).or_default() += n;
        }
        println!("{id}: {} refusals, {} numbers: {sum:?}", sum.values().sum::<usize>(), sum.len());
        if sum.len() < NUMBERS {
            few.push(format!("{id}: only {} different numbers: {:?}", sum.len(), sum.keys()));
        }
    }
    assert!(few.is_empty(), "{few:?}");
}

/// The cases by hand are scripts (`why WHO WHERE => NUMBER`), played with all others by the test
/// `cases`; here is seen that there are enough of them.
#[test]
fn each_rule_system_has_twenty_cases_by_hand() {
    for id in library().registry.ids() {
        let folder = root().join("tests/cases").join(id);
        let mut cases = BTreeSet::new();
        for file in std::fs::read_dir(&folder).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let asked = text.lines().filter(|l| l.starts_with("why ") && l.contains("=>"));
            cases.extend(asked.map(|l| (file.file_name(), l.to_owned())));
        }
        let numbers: BTreeSet<&str> = cases.iter().filter_map(|(_, l)| l.split("=> ").nth(1)).collect();
        assert!(cases.len() >= 20, "{id}: {} cases", cases.len());
        assert!(numbers.len() >= 10, "{id}: only {numbers:?}");
    }
}
