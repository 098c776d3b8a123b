//! Hidden approach: a dummy and a wing of the same arm may change places, and the enemy notices nothing until one is spotted.

use crate::decide::Frame;
use crate::event::Event;
use crate::ids::SideId;
use crate::state::{Behind, State};
use crate::tests::{context, scenario};
use crate::{Action, Context, PrussiasGlory};
use engine::dice::{DiceStream, RollResult};
use engine::game::testing::seen_by;
use engine::game::{Advice, Describe, Picture, Play, RandomSource, Recorder, ToAct, state_hash};
use engine::present::Seat;
use engine::scenario::{OptionSet, Value};

fn options(fortunes: bool) -> OptionSet {
    [("limited-intelligence", true), ("fortunes-of-war", fortunes), ("croat-sniping", false)]
        .map(|(id, on)| (id.to_owned(), Value::Bool(on)))
        .into()
}

/// A main scenario with hidden approach, and the numbers of its counters drawn.
fn started(name: &str, active: bool, seed: u64) -> (Context, State, DiceStream) {
    let mut doc = scenario(name);
    doc.turns.count = 4;
    for side in &mut doc.sides {
        side.props.insert("activated".into(), Value::Bool(active));
    }
    let cx = context(&doc, &options(seed.is_multiple_of(2)));
    let mut s = PrussiasGlory::start(&cx);
    let mut dice = DiceStream::new(seed);
    while let ToAct::Chance(roll) = PrussiasGlory::to_act(&cx, &s) {
        PrussiasGlory::resolve(&cx, &mut s, &dice.roll(&roll), &mut Recorder::off());
    }
    (cx, s, dice)
}

/// A counter of a wing and one of a dummy of the same side and arm.
fn pair(s: &State, side: SideId) -> Option<(usize, usize)> {
    let dummy = s.covers.iter().position(|c| c.side == side && c.what == Behind::Dummy)?;
    let is_like = |c: &crate::state::Cover| {
        c.side == side && c.cavalry == s.covers[dummy].cavalry && matches!(c.what, Behind::Wing(_))
    };
    Some((s.covers.iter().position(is_like)?, dummy))
}

fn legal(cx: &Context, s: &State, seat: Seat) -> Vec<Action> {
    let mut out = Vec::new();
    PrussiasGlory::legal_actions(cx, &seen_by(cx, s, seat), &mut out);
    out
}

/// Everything the enemy's seat gets to know is the same in both worlds.
fn assert_alike(cx: &Context, a: &State, b: &State, enemy: Seat, random: &RandomSource) {
    let (x, y) = (seen_by::<PrussiasGlory>(cx, a, enemy), seen_by::<PrussiasGlory>(cx, b, enemy));
    assert_eq!(x.state(), y.state(), "what is known");
    assert_eq!(state_hash(x.state()), state_hash(y.state()));
    let text = |v: &dyn std::fmt::Debug| format!("{v:?}");
    assert_eq!(text(&PrussiasGlory::board(cx, &x)), text(&PrussiasGlory::board(cx, &y)), "the board");
    assert_eq!(text(&PrussiasGlory::prompt(cx, &x)), text(&PrussiasGlory::prompt(cx, &y)), "the prompt");
    assert_eq!(text(&PrussiasGlory::tracks(cx, &x)), text(&PrussiasGlory::tracks(cx, &y)), "the tracks");
    assert_eq!(text(&PrussiasGlory::score(cx, &x)), text(&PrussiasGlory::score(cx, &y)), "the score");
    assert_eq!(
        PrussiasGlory::evaluate(cx, &x).to_bits(),
        PrussiasGlory::evaluate(cx, &y).to_bits(),
        "what a computer player makes of it"
    );
    // A computer player tries things on samples, with randomness of its own.
    let (mut r, mut q) = (random.clone(), random.clone());
    assert_eq!(PrussiasGlory::sample(cx, &x, &mut r), PrussiasGlory::sample(cx, &y, &mut q), "its samples");
    if PrussiasGlory::to_act(cx, a) == ToAct::Seat(enemy) {
        let (list, other) = (legal(cx, a, enemy), legal(cx, b, enemy));
        assert_eq!(list, other, "what may be done");
        let words = |s, l: &[Action]| text(&PrussiasGlory::affordances(cx, s, l));
        assert_eq!(words(&x, &list), words(&y, &other), "in words");
    }
}

/// Log lines and motions the enemy is told of.
fn told(cx: &Context, events: &[Event], enemy: Seat) -> String {
    let seen = events.iter().filter(|e| PrussiasGlory::is_visible_to(cx, e, enemy));
    let lines = seen.map(|e| (PrussiasGlory::log_line(cx, e), PrussiasGlory::motion(cx, e)));
    format!("{:?}", lines.collect::<Vec<_>>())
}

fn is_spotted(s: &State, pair: (usize, usize)) -> bool {
    [pair.0, pair.1].iter().any(|i| s.covers[*i].shown || s.covers[*i].gone)
}

/// Plays both worlds side by side with the same dice until one of the two counters is spotted. How many decisions that took.
fn play_twins(name: &str, side: SideId, active: bool, seed: u64) -> usize {
    let (cx, mut a, mut dice) = started(name, active, seed);
    let Some(pair) = pair(&a, side) else { return 0 };
    let mut b = a.clone();
    let (x, y) = (b.covers[pair.0].what, b.covers[pair.1].what);
    (b.covers[pair.0].what, b.covers[pair.1].what) = (y, x);
    let enemy = side.enemy().seat();
    let random = RandomSource::new(seed);
    let mut choice = DiceStream::new(seed ^ 77);
    for decision in 0..500 {
        assert_eq!(PrussiasGlory::to_act(&cx, &a), PrussiasGlory::to_act(&cx, &b), "who is asked");
        assert_alike(&cx, &a, &b, enemy, &random);
        let (mut first, mut second) = (Recorder::new(), Recorder::new());
        match PrussiasGlory::to_act(&cx, &a) {
            ToAct::Over(_) => return decision,
            ToAct::Chance(roll) => {
                let result: RollResult = dice.roll(&roll);
                PrussiasGlory::resolve(&cx, &mut a, &result, &mut first);
                PrussiasGlory::resolve(&cx, &mut b, &result, &mut second);
            }
            ToAct::Seat(seat) => {
                let other = legal(&cx, &b, seat);
                let mut both = legal(&cx, &a, seat);
                both.retain(|x| other.contains(x) && !matches!(x, Action::PlaceRest));
                assert!(!both.is_empty(), "nothing can be done in both worlds");
                let action = both[choice.random_index(both.len())].clone();
                PrussiasGlory::apply(&cx, &mut a, &action, &mut first);
                PrussiasGlory::apply(&cx, &mut b, &action, &mut second);
            }
        }
        if is_spotted(&a, pair) || is_spotted(&b, pair) {
            return decision;
        }
        assert_eq!(told(&cx, &first.take(), enemy), told(&cx, &second.take(), enemy), "what is told");
    }
    500
}

#[test]
fn a_dummy_and_a_wing_are_alike_until_one_is_spotted() {
    let mut decisions = 0;
    for (seed, (name, side)) in [
        ("kunersdorf-main", SideId::PRUSSIAN),
        ("kunersdorf-main", SideId::COALITION),
        ("kolin-main", SideId::COALITION),
        ("prague-main", SideId::PRUSSIAN),
        ("krefeld-main", SideId::PRUSSIAN),
    ]
    .into_iter()
    .enumerate()
    {
        decisions += play_twins(name, side, seed != 1, seed as u64);
    }
    assert!(decisions > 500, "the worlds were compared {decisions} times");
}

#[test]
fn numbers_of_counters_tell_nothing() {
    let behind = |seed| {
        let (_, s, _) = started("kunersdorf-main", false, seed);
        format!("{:?}", s.covers[0].what)
    };
    let seen: std::collections::BTreeSet<String> = (0..60).map(behind).collect();
    assert!(seen.len() > 6, "anybody may have the first number: {seen:?}");
}

#[test]
fn samples_put_something_else_behind_a_counter_each_time() {
    let (cx, s, _) = started("kunersdorf-main", false, 4);
    let (own, _) = pair(&s, SideId::PRUSSIAN).unwrap();
    let seen = seen_by::<PrussiasGlory>(&cx, &s, SideId::COALITION.seat());
    let mut random = RandomSource::new(4);
    let mut behind = || format!("{:?}", PrussiasGlory::sample(&cx, &seen, &mut random).covers[own].what);
    let drawn: std::collections::BTreeSet<String> = (0..60).map(|_| behind()).collect();
    assert!(drawn.len() > 3, "it may be any wing of its arm, or a dummy: {drawn:?}");
}

#[test]
fn the_enemy_does_not_see_what_is_laid_up_or_where_before_both_are_done() {
    let (cx, mut s, _) = started("kolin-main", false, 3);
    let Some(Frame::VeiledSetUp(set_up)) = s.frames.top().cloned() else { panic!("{:?}", s.frames.top()) };
    let (own, enemy) = (set_up.side, set_up.side.enemy());
    PrussiasGlory::apply(&cx, &mut s, &Action::PlaceRest, &mut Recorder::off());
    let seen = seen_by::<PrussiasGlory>(&cx, &s, enemy.seat());
    assert!(s.covers.iter().any(|c| c.side == own && !c.at.is_none()), "they are set up");
    assert!(seen.state().covers.iter().filter(|c| c.side == own).all(|c| c.at.is_none()));
    assert!(seen.state().covers.iter().filter(|c| c.side == own).all(|c| c.what == Behind::Unknown));
    assert!(seen.state().berths[own.index()].guns.is_empty());
    assert!(!s.berths[own.index()].guns.is_empty());
}
