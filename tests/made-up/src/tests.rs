use super::*;
use engine::MemoryAssets;
use engine::dice::DiceStream;
use engine::game::{AnyRuleset, Loaded, NewMatch};
use engine::hex::Dir;
use std::sync::Arc;

fn loaded() -> Loaded<MadeUp> {
    Loaded::load(&MemoryAssets::default(), &mut Issues::default()).unwrap()
}

fn cx() -> Cx<MadeUp> {
    let mut issues = Issues::default();
    let setup = MadeUp::compile(&(), &scenario(), &OptionSet::new(), &mut issues);
    assert!(issues.list.is_empty(), "{:?}", issues.list);
    Cx { data: Arc::new(()), setup: Arc::new(setup.unwrap()) }
}

fn started(cx: &Cx<MadeUp>, seed: u64) -> State {
    let mut s = MadeUp::start(cx);
    let mut dice = DiceStream::new(seed);
    while let ToAct::Chance(roll) = MadeUp::to_act(cx, &s) {
        MadeUp::resolve(cx, &mut s, &dice.roll(&roll), &mut Recorder::off());
    }
    s
}

#[test]
fn the_contract_holds() {
    let doc = Arc::new(scenario());
    for seed in 0..40 {
        loaded().contract(&doc, &OptionSet::new(), seed).unwrap();
    }
}

#[test]
fn options_have_values_and_bad_ones_are_refused() {
    use engine::scenario::Value;
    let compile = |id: &str, n: i64| {
        let mut issues = Issues::default();
        let options = OptionSet::from([(id.to_owned(), Value::Int(n))]);
        MadeUp::compile(&(), &scenario(), &options, &mut issues)
    };
    assert_eq!(compile("turns", 1).unwrap().turns, 1);
    assert_eq!(compile("sight", 2).unwrap().sight, 2);
    let options = OptionSet::from([("sight".to_owned(), Value::Int(9))]);
    assert!(loaded().check(&scenario(), &options).has_errors());
}

#[test]
fn numbers_of_counters_tell_nothing() {
    let cx = cx();
    let first = |seed| started(&cx, seed).counters[0].piece;
    let seen: std::collections::BTreeSet<u8> = (0..60).map(first).collect();
    assert!(seen.len() > 8, "any piece may have the first number: {seen:?}");
    // Two truths that differ in covered counters give the other seat one picture.
    let a = started(&cx, 3);
    let mut b = a.clone();
    let red: Vec<usize> = (0..a.counters.len())
        .filter(|i| a.counters[*i].side == 1 && matches!(a.counters[*i].spot, Spot::Hex(_)))
        .collect();
    let (x, y) = (b.counters[red[0]].piece, b.counters[red[1]].piece);
    (b.counters[red[0]].piece, b.counters[red[1]].piece) = (y, x);
    assert_ne!(a, b);
    assert_eq!(MadeUp::redact(&cx, &a, Seat(0)), MadeUp::redact(&cx, &b, Seat(0)));
    assert_ne!(MadeUp::redact(&cx, &a, Seat(1)), MadeUp::redact(&cx, &b, Seat(1)));
}

#[test]
fn a_burning_bridge_stops_steps_and_sight() {
    let cx = cx();
    let mut s = started(&cx, 1);
    let at = |label: &str| cx.setup.map.grid.parse(label).unwrap();
    let step = |s: &State, hex: &str, dir| rules::step_cost(&cx.setup, s, at(hex), Dir(dir)).map(|c| c.1);
    assert_eq!(step(&s, "0704", 0), Some(2), "over the bridge by track");
    assert_eq!(step(&s, "0703", 0), None, "no bridge");
    assert_eq!(step(&s, "0104", 0), Some(1), "by highway");
    assert_eq!(step(&s, "0804", 0), Some(3), "by track, over the rampart from outside");
    assert_eq!(step(&s, "0904", 3), Some(2), "and out of it");
    assert_eq!(step(&s, "0404", 0), Some(3), "up a slope by track");
    assert!(rules::can_see(&cx.setup, &s, at("0704"), at("0804")));
    assert!(!rules::can_see(&cx.setup, &s, at("0304"), at("0604")), "the ridge is between");
    s.burning = true;
    assert_eq!(step(&s, "0704", 0), None);
    assert!(!rules::can_see(&cx.setup, &s, at("0704"), at("0804")));
}

#[test]
fn set_up_near_the_leader_is_held_to_it() {
    let game = loaded().new_match(Arc::new(scenario()), &NewMatch::default()).unwrap();
    let labels: Vec<String> = game.view(Seat(0)).affordances().iter().map(|a| a.label.clone()).collect();
    assert!(labels.iter().any(|l| l == "Place blue-leader in 0101"), "{labels:?}");
    assert!(!labels.iter().any(|l| l.ends_with("0301")), "outside the camp");
}
