//! An exported position is a scenario that begins with the same position: whole, in every phase.

use super::games::{OPTIONS, context};
use crate::compile::tests::scenario;
use crate::setup::Setup;
use crate::state::{Phase, State};
use crate::{AustrianSuccession, Context};
use engine::dice::DiceStream;
use engine::game::testing::seen_by;
use engine::game::{Aids, Cx, Play, Recorder, Ruleset, ToAct, decision};
use engine::present::Seat;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

fn options(ids: &[&str]) -> OptionSet {
    ids.iter().map(|id| ((*id).to_owned(), Value::Bool(true))).collect()
}

/// What the exported position begins with.
fn begun(cx: &Context, s: &State, doc: &ScenarioDoc, ids: &[&str]) -> (Context, State) {
    let out = AustrianSuccession::position(cx, &seen_by(cx, s, Seat::OPEN), doc);
    // As a file would bring it back.
    let text = engine::scenario::to_text(&out);
    let mut issues = Issues::default();
    let out = engine::scenario::parse(&text, &mut issues).unwrap();
    let setup: Option<Setup> = AustrianSuccession::compile(&cx.data, &out, &options(ids), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    let cx = Cx { data: Arc::clone(&cx.data), setup: Arc::new(setup.unwrap()) };
    let s = AustrianSuccession::start(&cx);
    AustrianSuccession::assert_valid(&cx, &s).unwrap();
    (cx, s)
}

/// The same state, with markers of earlier turns dated as a scenario dates them.
fn dated_as_in_a_file(s: &State) -> State {
    let mut out = s.clone();
    for m in out.in_force.iter_mut().filter(|m| m.turn != s.turn) {
        m.turn = 0;
    }
    out
}

/// In words, so that a difference can be read.
fn told(s: &State) -> Vec<String> {
    let mut out: Vec<String> = s.units.iter().enumerate().map(|(i, u)| format!("unit {i}: {u:?}")).collect();
    out.extend(s.frames.iter().map(|f| format!("{f:?}")));
    out.push(format!("{:?} {:?} {:?} {:?}", s.sides, s.in_force, s.reinforcements, s.paid));
    out.push(format!("{:?} {:?} {:?}", s.last_in, s.works, s.pillaged));
    out.push(format!("{:?} {:?} {:?} {:?}", s.attacked, s.barred, s.battle, s.control));
    out.push(format!("{:?} {} {:?} {:?} {:?}", s.phase, s.impulse, s.first, s.active, s.ended));
    out
}

/// Plays at random and compares the position with its export wherever nothing is unfinished; the phases met.
fn compare(name: &str, ids: &[&str], seed: u64, every: usize, met: &mut BTreeSet<Phase>) -> usize {
    let (cx, doc) = (context(name, ids), scenario(name));
    let mut random = DiceStream::new(seed);
    let mut s = AustrianSuccession::start(&cx);
    let (mut list, mut compared) = (Vec::new(), 0);
    for n in 0..AustrianSuccession::longest(&cx) {
        match AustrianSuccession::to_act(&cx, &s) {
            ToAct::Over(_) => break,
            ToAct::Chance(roll) => {
                let result = random.roll(&roll);
                AustrianSuccession::resolve(&cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Seat(_) => {
                let is_whole = AustrianSuccession::at_rest(&cx, &s) && s.phase != Phase::SetUp;
                if is_whole && (n % every == 0 || !met.contains(&s.phase)) {
                    let (_, other) = begun(&cx, &s, &doc, ids);
                    let own = dated_as_in_a_file(&s);
                    let (a, b) = (told(&own), told(&other));
                    for (was, is) in a.iter().zip(&b) {
                        assert_eq!(was, is, "{name}, seed {seed}, decision {n}");
                    }
                    assert_eq!(own, other, "{name}, seed {seed}, decision {n}");
                    met.insert(s.phase);
                    compared += 1;
                }
                list.clear();
                decision::list_answers::<AustrianSuccession>(&cx, &s, &mut list);
                let action = list[random.random_index(list.len())].clone();
                AustrianSuccession::apply(&cx, &mut s, &action, &mut Recorder::off());
            }
        }
    }
    compared
}

/// `POSITIONS=20` compares in so many games of each.
#[test]
fn an_exported_position_is_the_same_position() {
    let games = std::env::var("POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut met = BTreeSet::new();
    let mut compared = 0;
    for seed in 0..games {
        for (name, ids, every) in
            [("tutorial", &[][..], 7), ("tutorial", &OPTIONS[..], 7), ("short", &OPTIONS[..], 61)]
        {
            compared += compare(name, ids, seed, every, &mut met);
        }
    }
    println!("{compared} positions in {met:?}");
    assert!(compared > 30);
    for phase in
        [Phase::Recruiting, Phase::Activation, Phase::Siege, Phase::Movement, Phase::Battle, Phase::Logistics]
    {
        assert!(met.contains(&phase), "{phase:?} is not met: {met:?}");
    }
}
