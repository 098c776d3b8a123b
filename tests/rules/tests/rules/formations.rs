//! Losses are told by formation where the scenario has any, else by arm.

#![allow(clippy::unwrap_used)]

use engine::game::NewMatch;
use engine::present::Seat;
use rule_tests::{Numbers, shipped};
use std::sync::Arc;

#[test]
fn reinforcements_that_come_together_are_a_formation() {
    let mut seen = 0;
    for s in shipped() {
        for corps in s.doc.schedule.iter().filter(|e| !e.name.is_empty() && e.pieces.len() > 1) {
            for id in &corps.pieces {
                assert_eq!(s.doc.formation(id), Some(corps.name.as_str()), "{}: {id}", s.entry.key);
                seen += 1;
            }
        }
    }
    assert!(seen > 4, "only {seen} pieces come in corps");
}

#[test]
fn a_formation_has_its_own_line_and_the_others_stay_with_their_arm() {
    let s = shipped().into_iter().find(|s| s.doc.title == "Mollwitz").unwrap();
    let mut doc = (*s.doc).clone();
    let side = doc.sides[1].id.clone();
    let mut put = 0;
    let pieces = Arc::make_mut(&mut doc.pieces);
    for p in pieces.iter_mut().filter(|p| p.side == side && p.kind == "infantry") {
        p.parent = "First line".into();
        put += 1;
    }
    assert!(put > 2);
    let how = NewMatch { seed: 5, ..Default::default() };
    let lost = |doc: engine::scenario::ScenarioDoc| {
        let mut game = s.rules.new_match(Arc::new(doc), &how).map_err(|i| i.list).unwrap();
        rule_tests::play_on(game.as_mut(), &mut Numbers(2), 400);
        game.view(Seat::OPEN).course().losses
    };
    let (plain, formed) = (lost((*s.doc).clone()), lost(doc));
    let line = formed.iter().find(|l| l.name == "First line").unwrap();
    assert_eq!(line.pieces, put);
    assert!(line.steps_lost > 0, "somebody was hit: {formed:?}");
    assert!(!plain.iter().any(|l| l.name == "First line"));
    let sum = |lines: &[engine::present::LossLine]| {
        lines.iter().fold((0, 0, 0), |a, l| (a.0 + l.pieces, a.1 + l.steps, a.2 + l.steps_lost))
    };
    assert_eq!(sum(&plain), sum(&formed), "only the lines are drawn differently");
    let arm = &s.rules.schema().unit("artillery").unwrap().name;
    assert!(formed.iter().any(|l| l.name == *arm), "others by arm: {formed:?}");
}
