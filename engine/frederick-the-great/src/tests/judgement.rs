//! What computer players go by: quick enough, and without the follies of the first one.

use super::*;
use crate::{evaluate, first_evaluate};
use std::time::{Duration, Instant};

/// Positions of random games.
fn positions(cx: &Ctx) -> Vec<State> {
    let mut out = Vec::new();
    let mut dice = DiceStream::new(5);
    let mut s = FrederickTheGreat::start(cx);
    let mut legal = Vec::new();
    for n in 0..4_000 {
        match FrederickTheGreat::to_act(cx, &s) {
            ToAct::Over(_) => break,
            ToAct::Chance(roll) => {
                let answer = dice.roll(&roll);
                FrederickTheGreat::resolve(cx, &mut s, &answer, &mut Recorder::off());
            }
            ToAct::Seat(_) => {
                legal.clear();
                legal::list_actions(&movement::Judge::new(cx, &s), &mut legal);
                let action = legal[dice.random_index(legal.len())];
                FrederickTheGreat::apply(cx, &mut s, &action, &mut Recorder::off());
            }
        }
        if n % 20 == 0 {
            out.push(s.clone());
        }
    }
    out
}

fn time(positions: &[State], judge: impl Fn(&State) -> f64) -> Duration {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(positions.iter().map(&judge).sum::<f64>());
        start.elapsed()
    };
    (0..9).map(|_| once()).min().unwrap_or_default()
}

/// `MEASURE=1 cargo test --release -p frederick_the_great judged -- --nocapture` prints the ratio and demands it;
/// without `MEASURE` both are only asked to give finite figures, for a busy machine says nothing about speed.
#[test]
fn positions_are_judged_three_times_as_quickly_as_at_first() {
    let cx = cx("1757");
    let positions = positions(&cx);
    let is_finite = |s: &State| {
        first_evaluate::evaluate(&cx, s, Seat(0)).is_finite()
            && evaluate::evaluate(&cx, s, Seat(0)).is_finite()
    };
    assert!(positions.iter().all(is_finite));
    if std::env::var_os("MEASURE").is_none() {
        return;
    }
    let first = time(&positions, |s| first_evaluate::evaluate(&cx, s, Seat(0)));
    let now = time(&positions, |s| evaluate::evaluate(&cx, s, Seat(0)));
    let each = |d: Duration| d.as_secs_f64() * 1e6 / positions.len() as f64;
    let ratio = first.as_secs_f64() / now.as_secs_f64();
    println!("a position: {:.2} µs, at first {:.2} µs, {ratio:.2} times", each(now), each(first));
    assert!(ratio >= 3.0, "{ratio:.2}");
}

/// The figures of the reckoning are the same however they are worked out.
#[test]
fn points_counted_in_one_pass_are_those_of_the_reckoning() {
    for year in ["1756", "1757"] {
        let cx = cx(year);
        for s in positions(&cx).iter().step_by(7) {
            let holders = victory::fort_holders(&cx, s);
            for side in SideId::BOTH {
                let reckoned = victory::count_points(&cx, s, side);
                assert_eq!(victory::total_points(&cx, s, &holders, side), reckoned.total);
                for (i, f) in cx.setup.forts.iter().enumerate() {
                    let there = s.is_present(&cx.setup, f.hex, side, Walls::Inside);
                    assert_eq!(holders[i][side.index()], there, "{}", f.name);
                }
            }
        }
    }
}

/// Seven points beside fifteen are worth much less than seven beside seven.
#[test]
fn a_weak_force_beside_a_strong_one_is_judged_badly() {
    let cx = cx("1757");
    let build = |prussians: u8| {
        let mut s = empty(&cx, Phase::March);
        s.add_points(hex(&cx, "2121"), nation(&cx, "prussian"), Walls::Outside, prussians, true);
        put(&cx, &mut s, "Frederick", "2121", Place::Outside);
        s.add_points(hex(&cx, "2121"), nation(&cx, "austrian"), Walls::Outside, 7, true);
        put(&cx, &mut s, "Browne", "2121", Place::Outside);
        s
    };
    let worth = |s: &State| evaluate::evaluate(&cx, s, cx.setup.seat(SideId::SECOND));
    assert!(worth(&build(7)) > worth(&build(15)) + 10.0);
}
