//! What a seat may not see, nothing made for it may know.

use super::explain::wander;
use super::*;
use crate::ids::SideId;
use engine::game::{Advice, Describe, Picture, Play, odds};
use engine::present::Target;

/// Another truth behind the same picture for `side`: enemy strengths and hidden leaders changed.
fn another(cx: &Ctx, s: &State, side: SideId) -> State {
    let mut t = s.clone();
    let battle = s.frames.iter().find_map(|f| match f {
        Frame::Battle { hex, .. } => Some(*hex),
        _ => None,
    });
    for k in t.stacks.iter_mut().filter(|k| cx.setup.side_of(k.nation) != side && Some(k.hex) != battle) {
        k.fresh = k.fresh.saturating_add(7).min(90);
    }
    // A leader below another one of his nation goes below a third.
    let seen = super::super::redact::redact(cx, s, side);
    let tops: Vec<usize> = (0..t.leaders.len())
        .filter(|i| {
            cx.setup.leaders[*i].side != side
                && seen.leaders[*i].on_map()
                && Some(seen.leaders[*i].hex) != battle
        })
        .collect();
    for i in (0..t.leaders.len()).filter(|i| seen.leaders[*i].place == Place::Hidden) {
        let mate = tops.iter().rev().find(|o| {
            cx.setup.leaders[**o].nation == cx.setup.leaders[i].nation && **o < i && t.leaders[**o].on_map()
        });
        if let Some(o) = mate.filter(|_| t.leaders[i].on_map()) {
            t.leaders[i].hex = t.leaders[*o].hex;
            t.leaders[i].place = t.leaders[*o].place;
        }
    }
    t
}

#[test]
fn two_truths_give_one_picture() {
    let mut looked = 0;
    for (i, year) in YEARS.iter().enumerate() {
        let mut left = 12;
        wander(year, 70 + i as u64, 97, |cx, s| {
            left -= 1;
            for side in SideId::BOTH {
                let t = another(cx, s, side);
                let seat = cx.setup.seat(side);
                let (a, b) = (
                    engine::game::testing::seen_by(cx, s, seat),
                    engine::game::testing::seen_by(cx, &t, seat),
                );
                assert_eq!(a.state(), b.state(), "{year}");
                type R = FrederickTheGreat;
                assert_eq!(R::board(cx, &a), R::board(cx, &b));
                assert_eq!(R::prompt(cx, &a), R::prompt(cx, &b));
                assert_eq!(R::sheets(cx, &a), R::sheets(cx, &b));
                assert_eq!(R::tracks(cx, &a), R::tracks(cx, &b));
                assert_eq!(R::score(cx, &a), R::score(cx, &b));
                for o in R::overlays() {
                    let subject = Target::Hex(HexId(700));
                    assert_eq!(
                        R::overlay(cx, &a, o.id, Some(&subject)),
                        R::overlay(cx, &b, o.id, Some(&subject))
                    );
                }
                for h in cx.setup.map.grid.ids().filter(|h| s.is_occupied(&cx.setup, *h, side.enemy())) {
                    assert_eq!(R::inspect(cx, &a, &Target::Hex(h)), R::inspect(cx, &b, &Target::Hex(h)));
                }
                if legal::deciding_side(cx, s) == Some(side) {
                    let (mut one, mut two) = (Vec::new(), Vec::new());
                    R::legal_actions(cx, &a, &mut one);
                    R::legal_actions(cx, &b, &mut two);
                    assert_eq!(one, two);
                    for x in one
                        .iter()
                        .filter(|x| matches!(x, Action::Attack | Action::Besiege { .. } | Action::Go))
                    {
                        assert_eq!(odds(cx, &a, x), odds(cx, &b, x));
                    }
                }
                looked += 1;
            }
            left > 0
        });
    }
    assert!(looked > 100);
}

/// What may be done, and what is told of it, is the same in every world that agrees with what is seen.
#[test]
fn samples_give_the_same_choices() {
    let (mut looked, mut differ) = (0, 0);
    for (i, year) in YEARS.iter().enumerate() {
        let mut left = 12;
        let mut random = engine::game::RandomSource::new(30 + i as u64);
        wander(year, 130 + i as u64, 61, |cx, s| {
            left -= 1;
            type R = FrederickTheGreat;
            for side in SideId::BOTH {
                let seat = cx.setup.seat(side);
                let seen = engine::game::testing::seen_by(cx, s, seat);
                for _ in 0..3 {
                    let sample = R::sample(cx, &seen, &mut random);
                    let again = engine::game::testing::seen_by(cx, &sample, seat);
                    assert_eq!(seen.state(), again.state(), "{year}");
                    differ += usize::from(sample != *s);
                    if legal::deciding_side(cx, s) == Some(side) {
                        let (mut one, mut two) = (Vec::new(), Vec::new());
                        R::legal_actions(cx, &seen, &mut one);
                        legal::list_actions(&movement::Judge::new(cx, &sample), &mut two);
                        assert_eq!(one, two, "{year}");
                    }
                    looked += 1;
                }
            }
            left > 0
        });
    }
    assert!(looked > 300 && differ * 2 > looked, "{differ} of {looked} samples differ from the truth");
}

/// What the enemy does with troops nobody has examined tells nothing of how many there are.
#[test]
fn the_log_keeps_the_secret() {
    let mut compared = 0;
    for (i, year) in ["1757", "1759", "1762"].iter().enumerate() {
        let mut left = 60;
        wander(year, 90 + i as u64, 17, |cx, s| {
            left -= 1;
            let Some(mover) = legal::deciding_side(cx, s) else { return true };
            let other = mover.enemy();
            let t = another(cx, s, other);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            legal::list_actions(&movement::Judge::new(cx, s), &mut a);
            legal::list_actions(&movement::Judge::new(cx, &t), &mut b);
            let quiet = |x: &&Action| {
                matches!(
                    x,
                    Action::Take { .. }
                        | Action::Leave { .. }
                        | Action::Stop { .. }
                        | Action::In { .. }
                        | Action::Out { .. }
                        | Action::SetUp { .. }
                        | Action::Begin { .. }
                )
            };
            for x in a.iter().filter(quiet).filter(|x| b.contains(x)).take(8) {
                let told = |s: &State| {
                    let mut s = s.clone();
                    let mut rec = Recorder::new();
                    FrederickTheGreat::apply(cx, &mut s, x, &mut rec);
                    let all: Vec<_> = rec
                        .take()
                        .into_iter()
                        .filter(|e| FrederickTheGreat::is_visible_to(cx, e, cx.setup.seat(other)))
                        .filter_map(|e| FrederickTheGreat::log_line(cx, &e))
                        .collect();
                    all
                };
                assert_eq!(told(s), told(&t), "{year}: {x:?}");
                compared += 1;
            }
            left > 0
        });
    }
    assert!(compared > 100, "{compared}");
}
