//! Odds of battles, sieges and attrition against dice that are thrown. `THROWS=20000` is the whole run; CI throws a tenth.

use super::battle::{battle, leader, strong};
use super::world::{Game, World};
use crate::ids::SideId;
use crate::state::Phase;
use crate::{Action, AustrianSuccession};
use engine::dice::DiceStream;
use engine::game::testing::seen_by;
use engine::game::{Play, Reckon, Recorder, ToAct, odds};
use engine::present::{Odds, OddsBranch, Quality};
use std::collections::BTreeMap;

fn throws() -> u32 {
    std::env::var("THROWS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

fn reckoned(g: &Game, action: &Action) -> Odds {
    let ToAct::Seat(seat) = AustrianSuccession::to_act(&g.cx, &g.s) else { panic!("nobody is asked") };
    odds(&g.cx, &seen_by(&g.cx, &g.s, seat), action)
}

/// One run of dice from a state on, with the usual answers, until nothing goes on or no answer is usual.
fn run(g: &Game, begin: &crate::State, dice: &mut DiceStream) -> crate::State {
    let cx = &g.cx;
    let mut s = begin.clone();
    while !AustrianSuccession::at_rest(cx, &s) {
        match AustrianSuccession::to_act(cx, &s) {
            ToAct::Chance(roll) => {
                let result = dice.roll(&roll);
                AustrianSuccession::resolve(cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Seat(seat) => {
                let mut legal = Vec::new();
                let seen = seen_by(cx, &s, seat);
                AustrianSuccession::legal_actions(cx, &seen, &mut legal);
                let Some(usual) = AustrianSuccession::usual_answer(cx, &seen, &legal) else { break };
                AustrianSuccession::apply(cx, &mut s, &usual.action, &mut Recorder::off());
            }
            ToAct::Over(_) => break,
        }
    }
    s
}

/// Each line of a branch lies within four standard errors of what the dice say.
fn compare(g: &Game, action: &Action, branch: &OddsBranch, begin: &crate::State) {
    let total: f64 = branch.outcomes.iter().map(|l| l.p).sum();
    assert!((total - 1.0).abs() < 1e-9, "{branch:?}");
    let ToAct::Seat(seat) = AustrianSuccession::to_act(&g.cx, &g.s) else { panic!("nobody is asked") };
    let mut dice = DiceStream::new(11);
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..throws() {
        let end = run(g, begin, &mut dice);
        let line = AustrianSuccession::result(&g.cx, &seen_by(&g.cx, &g.s, seat), action, &end);
        *found.entry(line.text).or_default() += 1;
    }
    let n = f64::from(throws());
    for line in &branch.outcomes {
        let share = f64::from(found.remove(&line.text).unwrap_or(0)) / n;
        let bar = 4.0 * (line.p * (1.0 - line.p) / n).sqrt() + 1.0 / n;
        assert!((share - line.p).abs() <= bar, "{}: {} said, {share} thrown", line.text, line.p);
    }
    assert!(found.is_empty(), "not foreseen: {found:?}");
}

/// An action after which nobody is asked before the dice.
fn check(g: &Game, action: &Action) -> Odds {
    let all = reckoned(g, action);
    assert_eq!(all.quality, Quality::Exact);
    assert_eq!(all.branches.len(), 1, "{:?}", all.branches);
    let mut begin = g.s.clone();
    AustrianSuccession::apply(&g.cx, &mut begin, action, &mut Recorder::off());
    compare(g, action, &all.branches[0], &begin);
    all
}

fn attack(g: &Game, from: &str, to: &str) -> Action {
    Action::Attack { from: g.hex(from), to: g.hex(to) }
}

#[test]
fn one_brigade_against_another_is_reckoned_as_it_falls() {
    let mut w = World::new();
    w.fortress("Brieg", "0901").fortress("Neisse", "0920");
    strong(&mut w, "prussian", "infantry", "0510", 4);
    strong(&mut w, "austrian", "infantry", "0511", 2);
    w.unit("prussian", "garrison", "0901");
    w.unit("austrian", "garrison", "0920");
    let g = battle(w);
    let all = check(&g, &attack(&g, "0510", "0511"));
    assert!(all.branches[0].outcomes.len() > 3, "{:?}", all.branches);
    assert!(all.assumed.iter().any(|a| a == "nobody pursues"), "{:?}", all.assumed);
    assert!(all.headline.is_some_and(|h| h.most > 0.4), "200 per cent mostly drives the enemy out");
}

#[test]
fn armies_with_leaders_and_wings_are_reckoned_as_they_fall() {
    let mut w = World::new();
    w.fortress("Brieg", "0901").fortress("Neisse", "0920").river("0511", "0512");
    leader(&mut w, "prussian", "0510", 2);
    leader(&mut w, "prussian", "0510", 1);
    w.unit("prussian", "infantry-wing", "0510");
    w.unit("prussian", "cavalry", "0510");
    leader(&mut w, "austrian", "0511", 1);
    w.unit("austrian", "infantry", "0511");
    w.unit("austrian", "infantry", "0511");
    for _ in 0..3 {
        w.unit("prussian", "infantry", "box");
    }
    w.unit("prussian", "garrison", "0901");
    w.unit("austrian", "garrison", "0920");
    let mut g = battle(w);
    let action = attack(&g, "0510", "0511");
    g.act(action);
    let all = reckoned(&g, &Action::Fight);
    // The Prussians name one of two leaders before the die: a branch for each, and for what may lie in the Austrian stack.
    assert!(all.branches.len() >= 2, "{:?}", all.branches);
    assert!(all.assumed.iter().any(|a| a.contains("weakest units")), "{:?}", all.assumed);
    for branch in &all.branches {
        let total: f64 = branch.outcomes.iter().map(|l| l.p).sum();
        assert!((total - 1.0).abs() < 1e-9, "{branch:?}");
    }
    g.act(Action::Fight);
    // All is open now, and the leader is asked for.
    let leaders = g.legal();
    check(&g, &leaders[0]);
}

#[test]
fn of_a_closed_stack_the_top_alone_is_known() {
    let mut w = World::new();
    w.fortress("Neisse", "0920");
    strong(&mut w, "prussian", "infantry", "0510", 6);
    for _ in 0..4 {
        strong(&mut w, "austrian", "infantry", "0511", 3);
    }
    let g = battle(w);
    let all = reckoned(&g, &attack(&g, "0510", "0511"));
    let names: Vec<&str> = all.branches.iter().map(|b| b.answer.as_str()).collect();
    assert!(names.len() > 1 && names[0].ends_with("alone"), "{names:?}");
    assert!(names.contains(&"against strength 6"), "{names:?}");
    let chance = |b: &OddsBranch| b.outcomes.iter().filter(|o| o.rank > 500).map(|o| o.p).sum::<f64>();
    assert!(chance(&all.branches[0]) > chance(&all.branches[1]), "a stronger stack is harder to drive out");
}

#[test]
fn a_siege_is_reckoned_as_it_falls() {
    let mut w = World::new();
    w.fortress("Brieg", "0511").fortress("Neisse", "0920");
    w.unit("prussian", "siege-train", "0510");
    w.unit("prussian", "infantry", "0510");
    w.unit("austrian", "garrison", "0511");
    w.unit("austrian", "garrison", "0920");
    let g = w.at(Phase::Siege, 1, SideId::COALITION);
    let siege = g.legal().into_iter().find(|a| matches!(a, Action::Besiege { .. })).unwrap();
    let all = reckoned(&g, &siege);
    let begin = |state: &mut crate::State| {
        AustrianSuccession::apply(&g.cx, state, &siege, &mut Recorder::off());
    };
    let mut state = g.s.clone();
    begin(&mut state);
    // The garrison on top is the whole of it.
    compare(&g, &siege, &all.branches[0], &state);
    assert!(all.branches[0].outcomes.len() > 2, "{:?}", all.branches);
    assert!(all.mods.iter().any(|m| m.rule.0 == "21.5"), "{:?}", all.mods);
}

#[test]
fn attrition_is_reckoned_as_it_falls() {
    let mut w = World::new();
    w.fortress("Brieg", "0101").fortress("Neisse", "0920");
    for _ in 0..5 {
        w.unit("prussian", "infantry", "0812");
    }
    w.unit("prussian", "supply-train", "0812");
    w.unit("austrian", "garrison", "0920");
    w.unit("prussian", "garrison", "0101");
    let g = w.at(Phase::Logistics, 0, SideId::COALITION);
    assert!(g.legal().iter().any(|a| matches!(a, Action::Expend { .. })), "{:?}", g.legal());
    let all = check(&g, &Action::Done);
    assert!(all.branches[0].outcomes.len() > 2, "{:?}", all.branches);
}
