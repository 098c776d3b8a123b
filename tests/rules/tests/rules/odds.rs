//! Odds said to be exact are, and the bars of those that are not hold the truth.

#![allow(clippy::unwrap_used)]

use engine::game::{AnyMatch, Limits, NewMatch};
use engine::present::{Affordance, Odds, Quality, Seat, Verb};
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, library, shipped};
use std::sync::Arc;

/// Attacks looked at for each rule system.
const ATTACKS: usize = 50;
const ROLLS: u32 = 100_000;
/// Standard deviations a sampled share may be off; among all lines of all attacks one in a million
/// would be further.
const FAR: f64 = 5.5;

struct Attack {
    game: Box<dyn AnyMatch>,
    seat: Seat,
    id: usize,
    label: String,
}

/// Attacks in random games, a few from each.
fn attacks(id: &str, wanted: usize) -> Vec<Attack> {
    let of: Vec<Shipped> = shipped().into_iter().filter(|s| s.doc.ruleset == id).collect();
    let mut out = Vec::new();
    for n in 0..400usize {
        let s = &of[n % of.len()];
        let mut numbers = Numbers(n as u64 * 31 + 17);
        let how = NewMatch { seed: n as u64, ..Default::default() };
        let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
        let most = out.len() + 4;
        for _ in 0..3_000 {
            if out.len() >= wanted {
                return out;
            }
            let Some(seat) = game.to_act().filter(|_| out.len() < most) else { break };
            let legal = game.legal_count();
            // Lists in words are dear: the short ones are read, of the long ones some.
            if legal <= 4 || numbers.below(12) == 0 {
                let list = game.view(seat).affordances();
                let chancy = |a: &&Affordance| a.chancy && a.verb == Verb::Attack;
                let chancy: Vec<&Affordance> = list.iter().filter(chancy).collect();
                if !chancy.is_empty() {
                    let a = chancy[numbers.below(chancy.len())];
                    out.push(Attack { game: game.fork(), seat, id: a.id, label: a.label.clone() });
                }
            }
            game.submit(numbers.below(legal)).unwrap();
        }
    }
    out
}

/// Shares by branch and line.
fn lines(o: &Odds) -> Vec<(String, String, f64)> {
    let of = |b: &engine::present::OddsBranch| {
        b.outcomes.iter().map(|l| (b.answer.clone(), l.text.clone(), l.p)).collect::<Vec<_>>()
    };
    o.branches.iter().flat_map(of).collect()
}

fn share(all: &[(String, String, f64)], answer: &str, text: &str) -> f64 {
    all.iter().find(|l| l.0 == answer && l.1 == text).map_or(0.0, |l| l.2)
}

#[test]
fn exact_odds_are_what_a_hundred_thousand_rolls_say() {
    for id in library().registry.ids() {
        let all = attacks(id, ATTACKS);
        assert_eq!(all.len(), ATTACKS, "{id}: not enough attacks in random games");
        let shown: usize = all
            .into_iter()
            .enumerate()
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|(n, a)| {
                let exact = a.game.view(a.seat).odds(a.id).unwrap();
                assert_eq!(exact.quality, Quality::Exact, "{id}: {}", a.label);
                for b in &exact.branches {
                    let sum: f64 = b.outcomes.iter().map(|o| o.p).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{}: {} adds up to {sum}", a.label, b.answer);
                }
                // Nothing is counted out: every throw is thrown.
                let rolls = Limits { states: 0, samples: ROLLS, seed: 77 + n as u64, ..Limits::default() };
                let rolled = lines(&a.game.view(a.seat).odds_within(a.id, &rolls).unwrap());
                let exact = lines(&exact);
                for (answer, text, p) in &exact {
                    let seen = share(&rolled, answer, text);
                    let far = (p * (1.0 - p) / f64::from(ROLLS)).sqrt() * FAR + 2.0 / f64::from(ROLLS);
                    assert!(
                        (seen - p).abs() <= far,
                        "{id}: {}: {answer} {text}: {p} said, {seen} rolled",
                        a.label
                    );
                }
                for (answer, text, p) in &rolled {
                    assert!(share(&exact, answer, text) > 0.0, "{}: {answer} {text} came ({p})", a.label);
                }
                usize::from(
                    exact.len() > exact.iter().map(|l| &l.0).collect::<std::collections::BTreeSet<_>>().len(),
                )
            })
            .sum();
        println!("{id}: {shown} of {ATTACKS} attacks have more than one outcome");
        assert!(shown * 2 > ATTACKS, "{id}: nearly nothing hangs on dice");
    }
}

#[test]
fn bars_of_sampled_odds_hold_the_truth_in_95_of_100() {
    for id in library().registry.ids() {
        let (mut held, mut asked, mut widest) = (0, 0, 0.0_f64);
        for (n, a) in attacks(id, 25).iter().enumerate() {
            let exact = lines(&a.game.view(a.seat).odds(a.id).unwrap());
            for seed in 0..8 {
                let limits = Limits { cut: 0.02, states: 6, samples: 400, seed: seed * 1000 + n as u64 };
                let about = a.game.view(a.seat).odds_within(a.id, &limits).unwrap();
                let Quality::About { error } = about.quality else { continue };
                widest = widest.max(error);
                let said = lines(&about);
                for (answer, text, p) in &exact {
                    asked += 1;
                    held += usize::from((share(&said, answer, text) - p).abs() <= error + 1e-12);
                }
            }
        }
        println!("{id}: {held} of {asked} bars hold the truth, the widest is {widest:.3}");
        assert!(asked >= 100, "{id}: too few sampled odds: {asked}");
        assert!(held * 100 >= asked * 95, "{id}: only {held} of {asked}");
        assert!(widest < 0.2, "{id}: a bar that wide says nothing: {widest}");
    }
}
