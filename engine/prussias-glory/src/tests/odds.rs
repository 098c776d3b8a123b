//! Odds of a close combat against simulated dice.

use super::duel::Duel;
use super::*;
use crate::ids::SideId;
use engine::dice::DiceStream;
use engine::game::testing::seen_by;
use engine::game::{Reckon, odds};
use engine::present::Quality;
use std::collections::BTreeMap;

const THROWS: u32 = 20_000;

/// Follows one run of dice with the usual answers until nothing is going on.
fn simulate(duel: &Duel, dice: &mut DiceStream) -> String {
    let cx = &duel.cx;
    let seat = duel.s.active.seat();
    let mut s = duel.s.clone();
    PrussiasGlory::apply(cx, &mut s, &Action::Done, &mut Recorder::off());
    while !PrussiasGlory::at_rest(cx, &s) {
        match PrussiasGlory::to_act(cx, &s) {
            ToAct::Chance(roll) => {
                let result = dice.roll(&roll);
                PrussiasGlory::resolve(cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Seat(asked) => {
                let mut legal = Vec::new();
                let seen = seen_by(cx, &s, asked);
                PrussiasGlory::legal_actions(cx, &seen, &mut legal);
                let action = PrussiasGlory::usual_answer(cx, &seen, &legal).expect("a usual answer").action;
                PrussiasGlory::apply(cx, &mut s, &action, &mut Recorder::off());
            }
            ToAct::Over(_) => break,
        }
    }
    PrussiasGlory::result(cx, &seen_by(cx, &duel.s, seat), &Action::Done, &s).text
}

/// Each line within four standard errors of what the dice say.
fn compare(duel: &Duel) {
    let odds = odds(&duel.cx, &seen_by(&duel.cx, &duel.s, duel.s.active.seat()), &Action::Done);
    assert_eq!(odds.quality, Quality::Exact);
    assert_eq!(odds.branches.len(), 1, "{:?}", odds.branches);
    let lines = &odds.branches[0].outcomes;
    let total: f64 = lines.iter().map(|l| l.p).sum();
    assert!((total - 1.0).abs() < 1e-9, "{lines:?}");
    let mut dice = DiceStream::new(11);
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..THROWS {
        *found.entry(simulate(duel, &mut dice)).or_default() += 1;
    }
    assert_eq!(found.len(), lines.len(), "{found:?} {lines:?}");
    for line in lines {
        let share = f64::from(found.get(&line.text).copied().unwrap_or(0)) / f64::from(THROWS);
        let bar = 4.0 * (line.p * (1.0 - line.p) / f64::from(THROWS)).sqrt();
        assert!((share - line.p).abs() <= bar, "{}: {} said, {share} thrown", line.text, line.p);
    }
}

#[test]
fn one_brigade_against_another_is_reckoned_as_it_falls() {
    let mut duel = Duel::new("kolin-battle", &OptionSet::default());
    let (middle, north) = (duel.middle, duel.around(0));
    duel.put(SideId::PRUSSIAN, "8-6-3", north);
    duel.put(SideId::COALITION, "8-5-3", middle);
    duel.designate(&[north, middle]);
    let seen = seen_by(&duel.cx, &duel.s, duel.s.active.seat());
    let mods = PrussiasGlory::dice_modifiers(&duel.cx, &seen, &Action::Done);
    assert_eq!(mods.len(), 1);
    assert_eq!((mods[0].value.as_str(), mods[0].rule.0), ("+1", "10.4"));
    // 1-1 with +1: rows 2 to 7; with four steps a side Ex/(1) and Ex/Ex come to the same, and so do Ex/Ex+1 and 1/Ex+1.
    let all = odds(&duel.cx, &seen, &Action::Done);
    let lines: Vec<&str> = all.branches[0].outcomes.iter().map(|o| o.text.as_str()).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(all.assumed.iter().any(|a| a.contains("advance")), "{:?}", all.assumed);
    compare(&duel);
}

#[test]
fn a_stack_with_a_second_line_behind_it_is_reckoned_as_it_falls() {
    let mut duel = Duel::new("kolin-battle", &OptionSet::default());
    let (middle, north, south) = (duel.middle, duel.around(0), duel.around(3));
    duel.put(SideId::PRUSSIAN, "8-6-3", north);
    duel.put(SideId::COALITION, "8-5-3", middle);
    duel.put(SideId::COALITION, "8-5-3", middle);
    // Whoever runs runs through them.
    duel.put(SideId::COALITION, "5-5-5", south);
    duel.designate(&[north, middle]);
    compare(&duel);
}
