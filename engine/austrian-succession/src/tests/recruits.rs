//! 9 to 12 and 33: reinforcements, recruits, training and reorganizing.

use super::games::context;
use super::world::{Game, World};
use crate::action::{Action, Landing};
use crate::decide::{Frame, Recruit, Sequence};
use crate::ids::{LotId, SideId, UnitId};
use crate::state::{Flag, Phase, Spot};
use engine::game::Frames;

const PR: &str = "prussian";
const COALITION: SideId = SideId::COALITION;

/// A fortress at home and one abroad, both held, with the Recruiting Phase of the Coalition begun.
fn recruiting(change: impl Fn(&mut World)) -> Game {
    let mut w = World::new();
    w.fortress("Berlin", "0303").fortress("Prague", "0320");
    let nation = w.data.nation(PR).unwrap();
    w.land("prussia", Some(0), "0303 0304");
    w.setup.lands[0].home_of.push(nation);
    // Holding all fortresses of a country would end the war.
    w.setup.lands[0].is_country = false;
    w.unit(PR, "garrison", "0303");
    w.unit(PR, "garrison", "0320");
    change(&mut w);
    let mut g = w.at(Phase::Recruiting, 0, COALITION);
    g.s.frames = Frames::new(Frame::Sequence(Sequence::FIRST));
    g.s.push(Recruit { side: COALITION });
    g
}

fn lot(g: &Game, name: &str) -> LotId {
    let i = g.cx.data.recruits.iter().position(|l| l.name.to_lowercase().contains(name));
    LotId(i.unwrap_or_else(|| panic!("no lot like {name}")) as u8)
}

fn places(g: &Game) -> Vec<String> {
    let at = |a: &Action| match a {
        Action::Place { at: Landing::Hex(hex), .. } => Some(g.cx.setup.map.label(*hex)),
        Action::Place { at: Landing::Staging, .. } => Some("staging".to_owned()),
        _ => None,
    };
    let mut out: Vec<String> = g.legal().iter().filter_map(at).collect();
    out.dedup();
    out
}

fn first_placing(g: &Game) -> Action {
    g.legal().into_iter().find(|a| matches!(a, Action::Place { .. })).unwrap()
}

#[test]
fn one_point_buys_two_infantry_brigades_at_home() {
    let mut g = recruiting(|w| {
        for _ in 0..3 {
            w.unit(PR, "infantry", "box");
        }
    });
    let id = lot(&g, "infantry");
    g.act(Action::Buy { lot: id });
    assert_eq!(g.s.side(COALITION).morale, 11);
    assert_eq!(places(&g), ["0303"], "in a held fortress at home");
    g.act(first_placing(&g));
    g.act(first_placing(&g));
    assert!(matches!(g.s.frames.top(), Some(Frame::Recruit(_))), "two, and no third");
    let raised = g.cx.setup.unit_ids().filter(|u| g.is_at(*u, "0303") && !g.s.unit(*u).is_elite()).count();
    assert_eq!(raised, 3, "regular, with the garrison");
}

#[test]
fn garrisons_and_trains_come_to_any_held_fortress() {
    let g = recruiting(|w| {
        w.unit(PR, "garrison", "box");
        w.unit(PR, "supply-train", "box");
        w.unit(PR, "infantry-wing", "box");
    });
    for name in ["garrison", "supply"] {
        let mut h = Game { cx: g.cx.clone(), s: g.s.clone(), events: Vec::new() };
        let id = lot(&h, name);
        h.act(Action::Buy { lot: id });
        assert_eq!(places(&h), ["0303", "0320"], "{name}");
    }
    let wing = lot(&g, "infantry");
    assert_eq!(g.refusal(&Action::Buy { lot: wing }).rule.0, "10.3", "wings are not recruited");
}

#[test]
fn towns_in_an_enemy_zone_raise_nobody_but_fortresses_do() {
    let mut g = recruiting(|w| {
        w.unit(PR, "infantry", "box");
        w.unit("austrian", "infantry", "0304");
    });
    let id = lot(&g, "infantry");
    g.act(Action::Buy { lot: id });
    assert_eq!(places(&g), ["0303"], "zones do not reach into a fortress (10.3 note)");
}

#[test]
fn the_last_point_is_not_spent_and_neutrals_are_not_recruited() {
    let mut g = recruiting(|w| {
        w.unit(PR, "infantry", "box");
        w.unit("saxon", "cavalry", "box");
    });
    let (foot, horse) = (lot(&g, "infantry"), lot(&g, "cavalry"));
    assert_eq!(g.refusal(&Action::Buy { lot: horse }).rule.0, "10.3", "Saxony is neutral");
    g.s.side_mut(COALITION).morale = 1;
    assert_eq!(g.refusal(&Action::Buy { lot: foot }).rule.0, "10.4");
}

#[test]
fn what_is_not_taken_of_a_lot_is_lost() {
    let mut g = recruiting(|w| {
        w.unit(PR, "infantry", "box");
        w.unit(PR, "infantry", "box");
    });
    let id = lot(&g, "infantry");
    g.act(Action::Buy { lot: id });
    g.act(Action::Done);
    assert!(matches!(g.s.frames.top(), Some(Frame::Recruit(_))));
    assert_eq!(g.s.side(COALITION).morale, 11);
}

#[test]
fn a_leader_trains_up_to_his_value_once_a_turn() {
    let mut g = recruiting(|w| {
        w.unit(PR, "leader", "0303");
        w.unit(PR, "infantry", "0303");
        w.unit(PR, "cavalry-wing", "0303");
        w.unit(PR, "light", "0303");
    });
    let of = |kind: &str| g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).id.contains(kind)).unwrap();
    let (leader, foot, wing, light) = (of("leader"), of("infantry"), of("cavalry-wing"), of("light"));
    g.act(Action::Train { leader });
    assert_eq!(g.s.side(COALITION).morale, 11);
    let legal = g.legal();
    assert!(legal.contains(&Action::Choose { unit: foot }) && legal.contains(&Action::Choose { unit: wing }));
    assert!(!legal.contains(&Action::Choose { unit: light }), "no Elite side (11.4)");
    g.act(Action::Choose { unit: wing });
    assert!(
        g.s.unit(wing).is_elite() && g.s.unit(wing).has(Flag::Drilled) && g.s.unit(leader).has(Flag::Drilled)
    );
    assert!(matches!(g.s.frames.top(), Some(Frame::Recruit(_))), "his Value is 1");
    assert_eq!(g.refusal(&Action::Train { leader }).rule.0, "11.3");
    assert!(crate::training::is_held(&g.cx, &g.s, wing), "drill time (11.5)");
}

#[test]
fn training_wants_a_fortress() {
    let g = recruiting(|w| {
        w.unit(PR, "leader", "0310");
        w.unit(PR, "infantry", "0310");
    });
    let leader = g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).is_leader()).unwrap();
    assert_eq!(g.refusal(&Action::Train { leader }).rule.0, "11.2");
}

fn brigades(g: &Game) -> Vec<UnitId> {
    g.cx.setup.unit_ids().filter(|u| g.cx.setup.unit(*u).is_brigade()).collect()
}

#[test]
fn three_brigades_alike_become_a_wing_and_go_back_to_the_box() {
    let mut g = recruiting(|w| {
        for _ in 0..3 {
            w.unit(PR, "infantry", "0310");
        }
        w.unit(PR, "infantry-wing", "box");
    });
    let three = brigades(&g);
    g.act(Action::Combine { unit: three[0] });
    let wing = g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).is_wing).unwrap();
    assert!(g.is_at(wing, "0310") && g.s.unit(wing).has(Flag::Top));
    assert!(three.iter().all(|u| g.s.unit(*u).spot == Spot::Box), "they may be bought again (10.4)");
    assert_eq!(g.refusal(&Action::Divide { wing }).rule.0, "12.2", "not divided again in this phase");
}

#[test]
fn grades_and_arms_are_not_mixed_and_counters_are_the_limit() {
    let g = recruiting(|w| {
        w.unit(PR, "infantry", "0310");
        w.unit(PR, "infantry", "0310");
        let elite = w.unit(PR, "infantry", "0310");
        w.setup.units[elite.index()].starts_elite = true;
        w.unit(PR, "infantry-wing", "box");
        w.unit(PR, "cavalry-wing", "0312");
    });
    let first = brigades(&g)[0];
    assert_eq!(g.refusal(&Action::Combine { unit: first }).rule.0, "12.3");
    let wing = g.cx.setup.unit_ids().find(|u| g.is_at(*u, "0312")).unwrap();
    assert_eq!(g.refusal(&Action::Divide { wing }).rule.0, "12.5", "no cavalry brigades are left");
}

#[test]
fn a_wing_divides_into_brigades_of_its_grade() {
    let mut g = recruiting(|w| {
        let wing = w.unit(PR, "infantry-wing", "0310");
        w.setup.units[wing.index()].starts_elite = true;
        for _ in 0..3 {
            w.unit(PR, "infantry", "box");
        }
    });
    let wing = g.cx.setup.unit_ids().find(|u| g.cx.setup.unit(*u).is_wing).unwrap();
    g.act(Action::Divide { wing });
    assert!(brigades(&g).iter().all(|u| g.is_at(*u, "0310") && g.s.unit(*u).is_elite()));
    assert!(
        g.s.unit(wing).spot == Spot::Box && !g.s.unit(wing).is_elite(),
        "back on its regular side (10.6)"
    );
}

#[test]
fn mercenaries_are_elite_and_one_a_side() {
    let with = |options: &[&str]| {
        let cx = context("long", options);
        let s = crate::State::new(&cx.setup, Frame::Sequence(Sequence::FIRST));
        let mut g = Game { cx, s, events: Vec::new() };
        g.s.turn = 2;
        g.s.phase = Phase::Recruiting;
        g.s.active = COALITION;
        g.s.push(Recruit { side: COALITION });
        g
    };
    let g = with(&[]);
    let id = LotId(g.cx.data.recruits.iter().position(|l| l.mercenary).unwrap() as u8);
    assert!(!g.legal().contains(&Action::Buy { lot: id }));
    let mut g = with(&["mercenaries"]);
    g.act(Action::Buy { lot: id });
    let Action::Place { unit, at } = first_placing(&g) else { panic!() };
    g.act(Action::Place { unit, at });
    assert!(g.s.unit(unit).is_elite() && g.s.owner(&g.cx.setup, unit) == Some(COALITION));
    assert!(!g.legal().contains(&Action::Buy { lot: id }), "one unit at a time (33)");
}

#[test]
fn nobody_recruits_or_trains_on_the_first_turn() {
    let cx = context("long", &[]);
    let s = crate::State::new(&cx.setup, Frame::Sequence(Sequence::FIRST));
    let mut g = Game { cx, s, events: Vec::new() };
    g.s.phase = Phase::Recruiting;
    g.s.push(Recruit { side: COALITION });
    assert_eq!(g.refusal(&Action::Buy { lot: LotId(0) }).rule.0, "40.8");
    let combines = |a: &Action| matches!(a, Action::Combine { .. } | Action::Divide { .. } | Action::Done);
    assert!(g.legal().iter().all(combines), "they may reorganize");
}
