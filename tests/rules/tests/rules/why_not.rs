//! 'Why not?' always has an answer with a rule number: over random states of every rule system, and
//! in cases written by hand.

#![allow(clippy::unwrap_used)]

use engine::game::{AnyMatch, NewMatch};
use engine::hex::HexId;
use engine::present::{CounterPlace, CounterView, Explanation, Seat, Target};
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, library, random_options, root, shipped};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// States looked at for each rule system, one of a game. `WHY_SEED` takes other games,
/// `WHY_STATES` fewer or more of them, `WHY_SHOW` prints a refusal of each.
const STATES: usize = 200;
/// Pairs asked in each state besides those of neighbours; `WHY_NOT=all` asks them all.
const PAIRS: usize = 300;
/// Hexes so near to a counter are always asked about.
const NEAR: i32 = 2;
/// Different rule numbers that must come up.
const NUMBERS: usize = 25;
/// Random games are cut off here.
const LONGEST: usize = 20_000;
/// States of one kind of decision taken before all kinds had their turn.
const OF_A_KIND: usize = 8;

fn set(name: &str, or: usize) -> usize {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or)
}

fn begin(s: &Shipped, seed: u64, numbers: &mut Numbers) -> Box<dyn AnyMatch> {
    let options = random_options(s.rules.schema(), numbers);
    let plain = NewMatch { seed, ..Default::default() };
    let begun = s.rules.new_match(Arc::clone(&s.doc), &NewMatch { options, ..plain.clone() });
    let begun = begun.or_else(|_| s.rules.new_match(Arc::clone(&s.doc), &plain));
    begun.map_err(|i| i.list).unwrap()
}

/// The rules a decision is made by: what tells its kind.
fn kind_of(game: &dyn AnyMatch, seat: Seat) -> String {
    let rules: Vec<&str> = game.view(seat).prompt().rules.iter().map(|r| r.0).collect();
    rules.join(" ")
}

/// One decision of a random game of any scenario: every kind as likely as the other, and within it every decision. Of
/// all decisions alike nearly every one would be a step of a march.
fn any_state(of: &[&Shipped], seed: u64) -> Box<dyn AnyMatch> {
    let mut numbers = Numbers(seed.wrapping_mul(7919).wrapping_add(5));
    let mut game = begin(of[numbers.below(of.len())], seed, &mut numbers);
    let mut kept: BTreeMap<String, (usize, Box<dyn AnyMatch>)> = BTreeMap::new();
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act() else { break };
        // The nth takes the place of the one kept with a chance of 1 in n: no need to know the end.
        let (many, state) = kept.entry(kind_of(game.as_ref(), seat)).or_insert_with(|| (0, game.fork()));
        *many += 1;
        if numbers.below(*many) == 0 {
            *state = game.fork();
        }
        let legal = game.legal_count();
        game.submit(numbers.below(legal)).unwrap();
    }
    let kind = numbers.below(kept.len());
    kept.into_values().nth(kind).unwrap().1
}

/// States of random games, of every kind of decision some: the rare ones count too.
fn states_of_every_kind(of: &[&Shipped]) -> Vec<Box<dyn AnyMatch>> {
    let mut out: Vec<Box<dyn AnyMatch>> = Vec::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for n in 0..STATES {
        let mut numbers = Numbers(n as u64 * 7919 + 5);
        let mut game = begin(of[n % of.len()], n as u64, &mut numbers);
        for _ in 0..1_200 {
            let Some(seat) = game.to_act() else { break };
            if out.len() >= STATES {
                return out;
            }
            let many = kinds.entry(kind_of(game.as_ref(), seat)).or_default();
            if *many < OF_A_KIND {
                *many += 1;
                out.push(game.fork());
            }
            let legal = game.legal_count();
            game.submit(numbers.below(legal)).unwrap();
        }
    }
    out
}

/// What is asked: all pairs of a small map; of a large one those of neighbours and so many others.
fn pairs(game: &dyn AnyMatch, counters: &[CounterView], n: usize, most: usize) -> Vec<(usize, HexId)> {
    let grid = &game.doc().map.grid;
    let hexes: Vec<HexId> = grid.ids().collect();
    let all = counters.len() * hexes.len();
    let most = if hexes.len() < 400 { usize::MAX } else { most };
    // An odd stride walks over all pairs in the end, other ones in every state.
    let stride = (all / most.max(1)).max(1) | 1;
    let far = (n % stride..all).step_by(stride).map(|i| (i % counters.len(), hexes[i / counters.len()]));
    let mut out: BTreeSet<(usize, HexId)> = far.collect();
    if stride > 1 {
        for (i, c) in counters.iter().enumerate() {
            let CounterPlace::Hexes(at) = &c.place else { continue };
            for from in at.iter().filter(|h| !h.is_none()) {
                let near = |h: &&HexId| i32::from(grid.hex(*from).distance(grid.hex(**h))) <= NEAR;
                out.extend(hexes.iter().filter(near).map(|h| (i, *h)));
            }
        }
    }
    out.into_iter().collect()
}

/// Rule and line of every refused pair. A pair is refused if and only if no legal action has it.
fn ask(game: &dyn AnyMatch, n: usize, most: usize) -> Vec<(&'static str, String)> {
    let seat: Seat = game.to_act().unwrap();
    let counters = game.view(seat).board().counters;
    let legal = game.view(seat).affordances();
    let mut found = Vec::new();
    for (i, hex) in pairs(game, &counters, n, most) {
        let (subject, target) = (Target::Counter(counters[i].id), Target::Hex(hex));
        let does = |id: &usize| {
            let a = &legal[*id];
            a.subject.as_ref() == Some(&subject) && (a.target == target || a.also.contains(&target))
        };
        let (line, place) = (&counters[i].line, game.doc().map.grid.label(hex));
        match game.view(seat).explain(&subject, &target) {
            Explanation::Legal(ids) => {
                assert!(!ids.is_empty() && ids.iter().all(does), "{line} and {place}: {ids:?}");
            }
            Explanation::Refused(r) => {
                assert!(!(0..legal.len()).any(|id| does(&id)), "{line} and {place} is legal: {r}");
                assert!(!r.rule.0.trim().is_empty(), "{line} and {place}: no number: {}", r.text);
                assert!(r.text.len() > 8, "{line} and {place}: no reason: {r}");
                let odd = !r.text.ends_with('.') || r.text.starts_with(char::is_lowercase);
                assert!(!odd, "{line} and {place}: not a sentence: {r}");
                found.push((r.rule.0, format!("{line} -> {place}: {r}")));
            }
        }
    }
    found
}

/// How many of each number, and whether they are enough.
fn count(id: &str, found: &[Vec<(&'static str, String)>]) {
    let mut sum: BTreeMap<&str, usize> = BTreeMap::new();
    for (rule, _) in found.iter().flatten() {
        *sum.entry(rule).or_default() += 1;
    }
    println!("{id}: {} refusals, {} numbers: {sum:?}", sum.values().sum::<usize>(), sum.len());
    assert!(sum.len() >= NUMBERS, "{id}: only {} different numbers: {:?}", sum.len(), sum.keys());
}

#[test]
fn every_refused_pair_of_unit_and_hex_has_its_number() {
    let all = shipped();
    let most = if std::env::var("WHY_NOT").is_ok_and(|v| v == "all") { usize::MAX } else { PAIRS };
    let (states, base) = (set("WHY_STATES", STATES), set("WHY_SEED", 0));
    for id in library().registry.ids() {
        let of: Vec<&Shipped> = all.iter().filter(|s| s.doc.ruleset == id).collect();
        let one = |n: usize| {
            let game = any_state(&of, (base * STATES + n) as u64);
            ask(game.as_ref(), n, most)
        };
        let found: Vec<_> = (0..states).into_par_iter().map(one).collect();
        if std::env::var_os("WHY_SHOW").is_some() {
            let mut numbers = Numbers(base as u64);
            for said in found.iter().filter(|f| !f.is_empty()) {
                println!("  {}", said[numbers.below(said.len())].1);
            }
        }
        count(id, &found);
    }
}

#[test]
fn every_kind_of_decision_has_its_numbers() {
    let all = shipped();
    for id in library().registry.ids() {
        let of: Vec<&Shipped> = all.iter().filter(|s| s.doc.ruleset == id).collect();
        let games: Vec<(usize, Box<dyn AnyMatch>)> =
            states_of_every_kind(&of).into_iter().enumerate().collect();
        let found: Vec<_> = games.into_par_iter().map(|(n, g)| ask(g.as_ref(), n, PAIRS)).collect();
        count(id, &found);
    }
}

/// The cases by hand are scripts (`why WHO WHERE => NUMBER`), played with all others by the test
/// `cases`; here is seen that there are enough of them.
#[test]
fn each_rule_system_has_twenty_cases_by_hand() {
    for id in library().registry.ids() {
        let folder = root().join("tests/cases").join(id);
        let mut cases = BTreeSet::new();
        let files = std::fs::read_dir(&folder).unwrap().flatten().filter(|f| f.path().is_file());
        for file in files {
            let text = std::fs::read_to_string(file.path()).unwrap();
            let asked = text.lines().filter(|l| l.starts_with("why ") && l.contains("=>"));
            cases.extend(asked.map(|l| (file.file_name(), l.to_owned())));
        }
        let numbers: BTreeSet<&str> = cases.iter().filter_map(|(_, l)| l.split("=> ").nth(1)).collect();
        assert!(cases.len() >= 20, "{id}: {} cases", cases.len());
        assert!(numbers.len() >= 10, "{id}: only {numbers:?}");
    }
}
