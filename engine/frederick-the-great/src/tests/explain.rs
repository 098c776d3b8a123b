//! 'Why not?': an answer with a rule for everything of one's own and any hex, at any moment.

use super::*;
use crate::ids::{NationId, SideId, Walls};
use engine::game::{Describe, Picture, Play};
use engine::present::{CounterPlace, Target};
use std::collections::{BTreeMap, BTreeSet};

/// Rule numbers of the index, as the first column of RULES.md has them.
fn index() -> BTreeSet<&'static str> {
    let rows = include_str!("../../RULES.md").lines().filter_map(|l| l.strip_prefix("| "));
    rows.filter_map(|l| l.split(" | ").next())
        .filter(|n| n.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

/// Calls `look` at states of random games, every `step` decisions.
pub(super) fn wander(year: &str, seed: u64, step: usize, mut look: impl FnMut(&Ctx, &State) -> bool) {
    let cx = cx(year);
    let mut s = FrederickTheGreat::start(&cx);
    let (mut dice, mut choice) = (DiceStream::new(seed), DiceStream::new(seed + 1));
    let mut n = 0;
    loop {
        match FrederickTheGreat::to_act(&cx, &s) {
            ToAct::Over(_) => return,
            ToAct::Chance(r) => {
                let r = dice.roll(&r);
                FrederickTheGreat::resolve(&cx, &mut s, &r, &mut Recorder::off());
            }
            ToAct::Seat(_) => {
                n += 1;
                if n % step == 0 && !look(&cx, &s) {
                    return;
                }
                let mut list = Vec::new();
                legal::list_actions(&movement::Judge::new(&cx, &s), &mut list);
                // Setting up at once leaves more of the game to look at.
                let a = match list.iter().find(|a| matches!(a, Action::SetUpRest { all: false })) {
                    Some(a) => *a,
                    None => list[choice.random_index(list.len())],
                };
                FrederickTheGreat::apply(&cx, &mut s, &a, &mut Recorder::off());
            }
        }
    }
}

/// Subjects of a seat: its counters, and the hexes of its depots.
fn subjects(cx: &Ctx, seen: &engine::game::Seen<'_, FrederickTheGreat>, side: SideId) -> Vec<Target> {
    let board = FrederickTheGreat::board(cx, seen);
    let own = board.counters.iter().filter(|c| c.own && matches!(c.place, CounterPlace::Hexes(_)));
    let mut out: Vec<Target> = own.map(|c| Target::Counter(c.id)).collect();
    out.extend(seen.state().depots.iter().filter(|d| d.side == side).map(|d| Target::Hex(d.hex)));
    out
}

#[test]
fn every_refusal_has_its_reason_and_rule() {
    let known = index();
    assert!(known.len() > 200, "{}", known.len());
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    // Of every kind of decision a dozen, so that the rare ones count too.
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut states = 0;
    let mut pick = DiceStream::new(9);
    for (i, year) in YEARS.iter().enumerate() {
        wander(year, 40 + i as u64, 3, |cx, s| {
            let top = format!("{:?}", s.frames.top());
            let kind = format!("{} {:?}", top.split([' ', '(']).nth(1).unwrap_or(""), s.phase);
            let many = kinds.entry(kind).or_default();
            if *many >= 4 + 3 * (i + 1) {
                return true;
            }
            *many += 1;
            states += 1;
            for side in SideId::BOTH {
                let seat = cx.setup.seat(side);
                let seen = engine::game::testing::seen_by(cx, s, seat);
                let all = subjects(cx, &seen, side);
                let asks = if legal::deciding_side(cx, s) == Some(side) { 60 } else { 4 };
                for _ in 0..asks {
                    let subject = &all[pick.random_index(all.len())];
                    // Near hexes and far ones.
                    let at = super::super::present::hex_of(seen.state(), subject).unwrap();
                    let near: Vec<HexId> =
                        cx.setup.map.grid.ids().filter(|h| cx.setup.map.distance(*h, at) < 3).collect();
                    let to = match pick.random_index(3) {
                        0 => HexId(pick.random_index(cx.setup.map.len()) as u16),
                        1 => at,
                        _ => near[pick.random_index(near.len())],
                    };
                    let r = FrederickTheGreat::explain(cx, &seen, subject, &Target::Hex(to));
                    assert!(r.text.len() > 8, "{year}: {r}");
                    assert!(known.contains(r.rule.0), "{year}: {} is no rule: {r}", r.rule.0);
                    *met.entry(r.rule.0).or_default() += 1;
                }
            }
            true
        });
    }
    assert!(states >= 200, "{states} states: {kinds:?}");
    assert!(met.len() >= 25, "{} rules: {met:?}", met.len());
    // 'Not now' must not be the answer to everything.
    let most = met.get("4.1").copied().unwrap_or(0);
    assert!(most * 10 < met.values().sum::<usize>(), "{met:?}");
}

#[test]
fn answers_are_the_true_ones() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::March);
    let p = nation(&cx, "prussian");
    s.add_points(hex(&cx, "2925"), p, Walls::Inside, 1, true);
    s.add_points(hex(&cx, "2925"), p, Walls::Outside, 9, true);
    s.depots.push(Depot { hex: hex(&cx, "2925"), side: SideId(0), done: true, offmap: false, used: false });
    put(&cx, &mut s, "Frederick", "1623", Place::Outside);
    s.add_points(hex(&cx, "1623"), p, Walls::Outside, 9, true);
    s.frames.push(Frame::March { side: SideId(0), die: 2, nation: NationId::NONE, done: 0, next: 0 });
    let seen = engine::game::testing::seen_by(&cx, &s, cx.setup.seat(SideId(0)));
    let fred = Target::Counter(engine::present::CounterId(leader(&cx, "Frederick").0.into()));
    let ask = |subject: &Target, to: &str| {
        FrederickTheGreat::explain(&cx, &seen, subject, &Target::Hex(hex(&cx, to))).rule.0
    };
    assert_eq!(ask(&fred, "2217"), "5.36", "further than any force moves in a phase");
    assert_eq!(ask(&fred, "3801"), "5.45", "the North Sea");
    assert_eq!(ask(&fred, "1722"), "5.35", "in reach: he must begin first");
    let depot = Target::Hex(hex(&cx, "2925"));
    assert_eq!(ask(&depot, "2926"), "5.38");
    let board = FrederickTheGreat::board(&cx, &seen);
    let troops = |at: &str| {
        let here = |c: &&engine::present::CounterView| {
            c.figure == "infantry" && c.place == CounterPlace::Hexes(smallvec::smallvec![hex(&cx, at)])
        };
        Target::Counter(board.counters.iter().find(here).unwrap().id)
    };
    assert_eq!(ask(&troops("2925"), "2926"), "5.0", "no leader is there");
    assert_eq!(ask(&troops("1623"), "1722"), "5.35", "a leader is there");
}
