//! Random games of the shipped scenarios: whatever is legal can be done, and the position stays whole.

use crate::compile::tests::scenario;
use crate::data::tests::shipped;
use crate::setup::Setup;
use crate::{AustrianSuccession, Context};
use engine::dice::DiceStream;
use engine::game::{Cx, Play, Recorder, Ruleset, ToAct, decision};
use engine::scenario::{Issues, OptionSet, Value};
use std::sync::Arc;

pub(crate) fn context(name: &str, options: &[&str]) -> Context {
    let data = shipped();
    let mut set: OptionSet = OptionSet::new();
    for id in options {
        set.insert((*id).to_owned(), Value::Bool(true));
    }
    let mut issues = Issues::default();
    let setup: Option<Setup> = AustrianSuccession::compile(&data, &scenario(name), &set, &mut issues);
    Cx { data: Arc::new(data), setup: Arc::new(setup.unwrap()) }
}

pub(crate) const OPTIONS: [&str; 11] = [
    "grand-diplomacy",
    "advance-guard",
    "delaying-actions",
    "combat-supply",
    "enhanced-pursuit",
    "mercenaries",
    "light-units",
    "pillage",
    "field-works",
    "large-armies",
    "prisoners",
];

/// Plays to the end with random answers; how many decisions were made.
pub(crate) fn play(cx: &Context, seed: u64) -> usize {
    let mut random = DiceStream::new(seed);
    let mut s = AustrianSuccession::start(cx);
    let mut list = Vec::new();
    for n in 0..AustrianSuccession::longest(cx) {
        AustrianSuccession::assert_valid(cx, &s).unwrap_or_else(|e| panic!("seed {seed}, decision {n}: {e}"));
        match AustrianSuccession::to_act(cx, &s) {
            ToAct::Over(_) => return n,
            ToAct::Chance(roll) => {
                let result = random.roll(&roll);
                AustrianSuccession::resolve(cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Seat(seat) => {
                list.clear();
                decision::list_answers::<AustrianSuccession>(cx, &s, &mut list);
                assert!(
                    !list.is_empty(),
                    "seed {seed}, decision {n}: nothing to answer {:?}",
                    s.frames.top()
                );
                let seen = AustrianSuccession::redact(cx, &s, seat);
                let mut other = Vec::new();
                decision::list_answers::<AustrianSuccession>(cx, &seen, &mut other);
                assert_eq!(list, other, "seed {seed}, decision {n}: the hidden tells {:?}", s.frames.top());
                let action = list[random.random_index(list.len())].clone();
                AustrianSuccession::apply(cx, &mut s, &action, &mut Recorder::off());
            }
        }
    }
    panic!("seed {seed}: the game does not end: {:?}", s.frames.iter().collect::<Vec<_>>());
}

#[test]
fn random_games_end() {
    for (name, options) in
        [("tutorial", &[][..]), ("tutorial", &OPTIONS[..]), ("short", &[]), ("short", &OPTIONS)]
    {
        let cx = context(name, options);
        for seed in 0..3 {
            let n = play(&cx, seed);
            println!("{name} with {} options, seed {seed}: {n} decisions", options.len());
        }
    }
}
