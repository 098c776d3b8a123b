//! What computer players are told: plans can be carried out, and the evaluation prefers what a player would.

use super::battle::strong;
use super::games::context;
use super::world::{Game, World};
use crate::action::Action;
use crate::ids::SideId;
use crate::state::{Phase, State};
use crate::{AustrianSuccession, Context};
use engine::game::testing::seen_by;
use engine::game::{Advice, Plan, Play, Recorder, decision};

fn worth(cx: &Context, s: &State, side: SideId) -> f64 {
    AustrianSuccession::evaluate(cx, &seen_by(cx, s, side.seat()))
}

fn plans(g: &Game) -> Vec<Plan<Action>> {
    let mut out = Vec::new();
    AustrianSuccession::plans(&g.cx, &seen_by(&g.cx, &g.s, g.s.active.seat()), &mut out);
    out
}

/// Where a plan leads; every action of it is legal when its turn comes.
fn carried_out(g: &Game, plan: &Plan<Action>) -> State {
    let mut s = g.s.clone();
    for action in &plan.actions {
        decision::check_answer::<AustrianSuccession>(&g.cx, &s, action)
            .unwrap_or_else(|why| panic!("{action:?} of {plan:?}: {why}"));
        AustrianSuccession::apply(&g.cx, &mut s, action, &mut Recorder::off());
    }
    s
}

/// Two forts of their own, so that both sides have somewhere to be.
fn world() -> World {
    let mut w = World::new();
    w.fortress("Brieg", "0101").fortress("Neisse", "1424");
    w.unit("prussian", "garrison", "0101");
    w.unit("austrian", "garrison", "1424");
    w
}

#[test]
fn an_empty_town_within_a_march_is_taken() {
    let mut w = world();
    w.fortress("Ohlau", "0508");
    w.setup.places[2].points = 2;
    let units = [w.unit("prussian", "infantry", "0505"), w.unit("prussian", "infantry", "0505")];
    let g = w.moving(1);
    let all = plans(&g);
    let ends: Vec<State> = all.iter().map(|p| carried_out(&g, p)).collect();
    let best = ends
        .iter()
        .max_by(|a, b| worth(&g.cx, a, SideId::COALITION).total_cmp(&worth(&g.cx, b, SideId::COALITION)));
    let town = g.hex("0508");
    assert!(units.iter().any(|u| best.unwrap().unit(*u).hex() == Some(town)));
    // Every unit that may begin to move begins a plan, and the phase may end.
    for action in g.legal() {
        assert!(all.iter().any(|p| p.actions[0] == action), "{action:?}");
    }
}

#[test]
fn an_army_comes_up_to_a_weaker_one_and_keeps_off_a_stronger_one() {
    let value = |own: u8, enemy: u8, at: &str| {
        let mut w = world();
        for _ in 0..3 {
            strong(&mut w, "prussian", "infantry", at, own);
            strong(&mut w, "austrian", "infantry", "0810", enemy);
        }
        let g = w.moving(1);
        worth(&g.cx, &g.s, SideId::COALITION)
    };
    assert!(value(8, 2, "0809") > value(8, 2, "0803"), "the weaker one is sought");
    assert!(value(1, 9, "0803") > value(1, 9, "0809"), "the stronger one is not");
}

#[test]
fn an_attack_is_made_with_all_who_may() {
    let mut w = world();
    for _ in 0..3 {
        w.unit("prussian", "infantry", "0509");
    }
    w.unit("austrian", "infantry", "0510");
    let g = w.at(Phase::Battle, 1, SideId::COALITION);
    let attack = Action::Attack { from: g.hex("0509"), to: g.hex("0510") };
    let plan = plans(&g).into_iter().find(|p| p.actions[0] == attack).unwrap();
    assert_eq!(plan.actions, [attack, Action::Fight]);
    let s = carried_out(&g, &plan);
    assert!(s.battle.is_some_and(|b| b.force(SideId::COALITION).len() == 3));
}

#[test]
fn recruits_are_bought_and_placed_in_one_plan() {
    let mut w = world();
    for _ in 0..3 {
        w.unit("prussian", "garrison", "box");
    }
    let g = w.at(Phase::Recruiting, 0, SideId::COALITION);
    let bought: Vec<Plan<Action>> =
        plans(&g).into_iter().filter(|p| matches!(p.actions[0], Action::Buy { .. })).collect();
    assert!(!bought.is_empty());
    for plan in &bought {
        let s = carried_out(&g, plan);
        assert_eq!(s.units_in(g.hex("0101")).count(), 4, "three garrisons join the one in Brieg");
    }
}

#[test]
fn the_usual_set_up_is_as_good_as_any() {
    let cx = context("short", &[]);
    let s = AustrianSuccession::start(&cx);
    let mut legal = Vec::new();
    decision::list_answers::<AustrianSuccession>(&cx, &s, &mut legal);
    let after = |a: &Action| {
        let mut s = s.clone();
        AustrianSuccession::apply(&cx, &mut s, a, &mut Recorder::off());
        let engine::game::ToAct::Seat(seat) = AustrianSuccession::to_act(&cx, &s) else { return f64::MAX };
        AustrianSuccession::evaluate(&cx, &seen_by(&cx, &s, seat))
    };
    let rest = after(&Action::PlaceRest);
    assert!(legal.iter().all(|a| after(a) <= rest));
}

#[test]
fn what_comes_to_the_same_is_not_tried() {
    let mut w = world();
    for strength in [5, 1, 3] {
        strong(&mut w, "prussian", "infantry", "0509", strength);
        strong(&mut w, "austrian", "infantry", "0510", 9);
    }
    let mut g = w.at(Phase::Battle, 1, SideId::COALITION);
    g.act(Action::Attack { from: g.hex("0509"), to: g.hex("0510") });
    let mut legal = g.legal();
    assert!(legal.len() > 1);
    AustrianSuccession::thin_out(&g.cx, &seen_by(&g.cx, &g.s, SideId::COALITION.seat()), &mut legal);
    assert_eq!(legal, [Action::Fight]);
}
