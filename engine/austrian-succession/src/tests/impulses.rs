//! 18: later impulses; 26: staging areas; 24: what is seen.

use super::world::{Game, World};
use crate::action::Action;
use crate::event::Event;
use crate::ids::SideId;
use crate::redact::redact;
use crate::state::{Flag, Phase, Spot};
use engine::game::RandomSource;
use engine::present::Seat;

const PR: &str = "prussian";
const AU: &str = "austrian";
const COALITION: Seat = Seat(0);
const HABSBURG: Seat = Seat(1);

/// The Activation Phase of impulse 2 with the Coalition first.
fn activation(w: World) -> Game {
    w.at(Phase::Activation, 2, SideId::COALITION)
}

#[test]
fn leaders_are_paid_for_before_anybody_acts() {
    // 18.2: First, then Second; one point each.
    let mut w = World::new();
    let first = w.unit(PR, "leader", "0503");
    let inf = w.unit(PR, "infantry", "0503");
    let second = w.unit(AU, "leader", "0510");
    w.unit(AU, "infantry", "0510");
    let mut g = activation(w);
    assert_eq!(g.legal(), [Action::Activate { leader: first }, Action::Done]);
    g.act(Action::Activate { leader: first });
    assert_eq!((g.s.sides[0].morale, g.s.sides[0].has_activated), (11, true));
    assert_eq!(g.legal(), [Action::Activate { leader: second }, Action::Done], "then the Second Player");
    g.act(Action::Done);
    assert_eq!(g.s.phase, Phase::Movement);
    assert_eq!(g.refusal(&Action::Lead { unit: inf }).rule.0, "18.4");
    g.lead(first);
    g.act(Action::Join { unit: inf });
    g.go("0504 0505 0506 0507");
    assert!(g.is_at(inf, "0507"));
    // Only the leader can go on.
    g.act(Action::Drop { unit: inf });
    g.go("0508 0509");
    assert!(g.is_at(first, "0509"));
    assert_ne!(g.s.active, SideId::HABSBURG, "the Second Player paid for nobody");
}

#[test]
fn the_last_point_is_not_spent_on_a_leader() {
    // 5.5
    let mut w = World::new();
    w.setup.sides[0].morale = 1;
    let leader = w.unit(PR, "leader", "0503");
    w.unit(AU, "leader", "0510");
    let g = activation(w);
    assert_eq!(g.s.active, SideId::HABSBURG, "the Coalition can pay for nobody");
    assert_eq!(
        crate::impulses::check_activation(&g.cx, &g.s, SideId::COALITION, leader).unwrap_err().rule.0,
        "5.5"
    );
}

#[test]
fn only_leaders_in_play_who_are_free_are_activated() {
    // 11.5, 18.2, 41
    let mut w = World::new();
    let drilled = w.unit(PR, "leader", "0503");
    let boxed = w.unit(PR, "leader", "box");
    let inf = w.unit(PR, "infantry", "0503");
    let free = w.unit(PR, "leader", "0504");
    let mut g = activation(w);
    g.s.unit_mut(drilled).flags.set(Flag::Drilled);
    assert_eq!(g.legal(), [Action::Activate { leader: free }, Action::Done]);
    for (unit, rule) in [(drilled, "11.5"), (boxed, "18.2"), (inf, "18.2")] {
        assert_eq!(g.refusal(&Action::Activate { leader: unit }).rule.0, rule);
    }
}

#[test]
fn events_hold_leaders_back() {
    // 41.C6 (Prussians halted), 41.C10 (Saxons only in First Impulses).
    for (marker, nation) in [("C6", PR), ("C10", "saxon")] {
        let mut w = World::new();
        let held = w.unit(nation, "leader", "0503");
        w.unit(AU, "leader", "0510");
        let line = w.data.events.iter().position(|e| e.id == marker).unwrap();
        w.setup.in_force.push(crate::ids::MarkerId(line as u8));
        let mut g = activation(w);
        g.s.control.join(2, Seat(0));
        let check = crate::impulses::check_activation(&g.cx, &g.s, SideId::COALITION, held);
        assert_eq!(check.unwrap_err().rule.0, "41", "{marker}");
    }
}

#[test]
fn a_leader_takes_units_and_does_not_pick_up_others() {
    // 18.4, 18.6: whoever stays behind without another leader moves no more.
    let mut w = World::new();
    let leader = w.unit(PR, "leader", "0503");
    let other = w.unit(PR, "leader", "0503");
    let units: Vec<_> = (0..3).map(|_| w.unit(PR, "infantry", "0503")).collect();
    let on_the_way = w.unit(PR, "infantry", "0504");
    let mut g = w.moving(2);
    g.s.unit_mut(leader).flags.set(Flag::Activated);
    g.s.unit_mut(other).flags.set(Flag::Activated);
    g.s.frames.push(crate::decide::Movement.into());
    g.lead(leader);
    g.act(Action::Join { unit: units[0] });
    assert_eq!(g.refusal(&Action::Drop { unit: leader }).rule.0, "18.4");
    assert_eq!(g.refusal(&Action::Join { unit: on_the_way }).rule.0, "13.2");
    g.go("0504");
    assert_eq!(g.refusal(&Action::Join { unit: on_the_way }).rule.0, "13.2");
    g.act(Action::Halt);
    assert!(!g.s.unit(units[1]).has(Flag::Moved), "the other leader may still take it");
    g.lead(other);
    g.act(Action::Join { unit: units[1] });
    g.go("0502");
    assert!(g.s.unit(units[2]).has(Flag::Moved), "left behind");
    assert!(!g.s.unit(units[2]).has(Flag::Marched), "but it has not marched");
}

#[test]
fn a_leader_who_is_not_paid_for_goes_with_another() {
    // 18.6
    let mut w = World::new();
    let leader = w.unit(PR, "leader", "0503");
    let guest = w.unit(PR, "leader", "0503");
    let mut g = w.moving(2);
    g.s.unit_mut(leader).flags.set(Flag::Activated);
    g.s.frames.push(crate::decide::Movement.into());
    assert_eq!(g.refusal(&Action::Lead { unit: guest }).rule.0, "18.4");
    g.lead(leader);
    g.act(Action::Join { unit: guest });
    g.go("0504");
    assert!(g.is_at(guest, "0504"));
}

#[test]
fn staging_areas_are_left_onto_their_edge() {
    // 26.2, 26.5: all movement; enemy zones do not matter; not onto enemies, closed land or mountains.
    let mut w = World::new();
    w.staging(&["prussian"], "0101 0102 0103 0104 0105 0106")
        .paint("mountain", "0105")
        .land("poland", None, "0106");
    let units: Vec<_> = (0..2).map(|_| w.unit(PR, "infantry", "staging")).collect();
    let elsewhere = w.unit(PR, "infantry", "0110");
    w.unit(AU, "infantry", "0103");
    let mut g = w.moving(1);
    g.lead(units[0]);
    assert_eq!(g.refusal(&Action::Join { unit: elsewhere }).rule.0, "13.2");
    g.act(Action::Join { unit: units[1] });
    for (label, rule) in [("0103", "13.5"), ("0105", "26.2"), ("0106", "25.3"), ("0107", "26.2")] {
        assert_eq!(g.refusal(&Action::Enter { to: g.hex(label) }).rule.0, rule, "{label}");
    }
    let to = g.hex("0104");
    g.act(Action::Enter { to });
    assert!(g.is_at(units[1], "0104") && !g.is_marching());
    assert!(g.s.unit(units[0]).has(Flag::Moved));
    g.lead(elsewhere);
    assert_eq!(g.refusal(&Action::Enter { to: g.hex("0101") }).rule.0, "26.2");
}

#[test]
fn staging_areas_are_left_with_a_leader_in_later_impulses() {
    let mut w = World::new();
    w.staging(&["prussian"], "0101");
    let inf = w.unit(PR, "infantry", "staging");
    let leader = w.unit(PR, "leader", "staging");
    let mut g = w.moving(2);
    g.s.unit_mut(leader).flags.set(Flag::Activated);
    g.s.frames.push(crate::decide::Movement.into());
    assert_eq!(g.refusal(&Action::Lead { unit: inf }).rule.0, "18.4");
    g.lead(leader);
    g.act(Action::Join { unit: inf });
    let to = g.hex("0101");
    g.act(Action::Enter { to });
    assert!(g.is_at(inf, "0101"));
}

/// A stack of three, the enemy next to it.
fn stacks() -> (World, Vec<crate::ids::UnitId>) {
    let mut w = World::new();
    let cav = w.unit(PR, "cavalry", "0505");
    let enemy: Vec<_> =
        ["cavalry", "infantry", "leader"].iter().map(|kind| w.unit(AU, kind, "0506")).collect();
    (w, std::iter::once(cav).chain(enemy).collect())
}

#[test]
fn only_the_top_of_an_enemy_stack_is_seen() {
    // 24.0: infantry lies on top by itself.
    let (w, units) = stacks();
    let g = w.moving(1);
    let known = redact(&g.cx, &g.s, COALITION);
    assert_eq!(known.unit(units[2]).hex(), Some(g.hex("0506")), "infantry on top");
    for hidden in [units[1], units[3]] {
        assert_eq!(known.unit(hidden).spot, Spot::Covered);
    }
    assert_eq!(known.unit(units[0]).hex(), Some(g.hex("0505")));
    assert_eq!(redact(&g.cx, &g.s, Seat::OPEN).unit(units[1]).hex(), Some(g.hex("0506")));
    let own = redact(&g.cx, &g.s, HABSBURG);
    assert_eq!(own.unit(units[1]).hex(), Some(g.hex("0506")));
    assert_eq!(redact(&g.cx, &known, COALITION), known, "twice is once");
}

#[test]
fn scouts_open_the_stacks_beside_them_until_the_battle_phase_ends() {
    // 24.1.1
    let (w, units) = stacks();
    let mut g = w.moving(1);
    g.act(Action::Done);
    assert_eq!(g.legal(), [Action::Scout { unit: units[0] }, Action::Done]);
    let mut rest = g.s.clone();
    rest.frames.pop();
    g.act(Action::Scout { unit: units[0] });
    let found = g.events.iter().find_map(|e| match e {
        Event::Scouted { found, .. } => Some(found.to_vec()),
        _ => None,
    });
    assert_eq!(found.unwrap(), units[1..]);
}

#[test]
fn infantry_does_not_scout_and_a_light_top_screens() {
    // 24.1.1, 34.3
    let mut w = World::new();
    w.setup.options.light_units = true;
    let inf = w.unit(PR, "infantry", "0505");
    let lt = w.unit(PR, "light", "0605");
    w.unit(AU, "light", "0506");
    let mut g = w.moving(1);
    g.s.frames.push(crate::decide::Scouting.into());
    assert_eq!(g.refusal(&Action::Scout { unit: inf }).rule.0, "24.1");
    assert_eq!(g.refusal(&Action::Scout { unit: lt }).rule.0, "24.1");
    let mut open = World::new();
    let lt = open.unit(PR, "light", "0505");
    open.unit(AU, "light", "0506");
    let mut g = open.moving(1);
    g.s.frames.push(crate::decide::Scouting.into());
    assert!(g.legal().contains(&Action::Scout { unit: lt }), "only with the option");
}

#[test]
fn scouts_of_later_impulses_could_move() {
    // 24.1.1
    let (mut w, units) = stacks();
    let leader = w.unit(PR, "leader", "0505");
    let mut g = w.moving(2);
    g.s.frames.push(crate::decide::Scouting.into());
    let scout = Action::Scout { unit: units[0] };
    assert!(!g.legal().contains(&scout));
    g.s.unit_mut(leader).flags.set(Flag::Activated);
    assert!(g.legal().contains(&scout));
}

#[test]
fn the_owner_sets_the_top_once_a_hex() {
    // 24
    let (mut w, units) = stacks();
    let mut more = vec![units[0]];
    more.extend((0..2).map(|_| w.unit(PR, "infantry", "0505")));
    let mut g = w.moving(1);
    assert!(g.s.unit(more[1]).has(Flag::Top), "infantry before cavalry");
    g.act(Action::ShowOnTop { unit: more[0] });
    assert!(g.s.unit(more[0]).has(Flag::Top) && !g.s.unit(more[1]).has(Flag::Top));
    assert_eq!(g.refusal(&Action::ShowOnTop { unit: more[1] }).rule.0, "24.0");
    assert_eq!(g.refusal(&Action::ShowOnTop { unit: units[2] }).rule.0, "24.0", "not those of the enemy");
}

#[test]
fn a_moving_stack_shows_its_path_and_its_top() {
    // 24: below the top of friends it passes; what it consists of stays its own.
    let mut w = World::new();
    let cav = w.unit(PR, "cavalry", "0503");
    let inf = w.unit(PR, "infantry", "0503");
    let third = w.unit(PR, "garrison", "0504");
    w.unit(AU, "leader", "1010");
    let mut g = w.moving(1);
    g.lead(cav);
    g.act(Action::Join { unit: inf });
    g.go("0504");
    assert!(g.s.unit(third).has(Flag::Top));
    let known = redact(&g.cx, &g.s, HABSBURG);
    assert_eq!(known.unit(inf).hex(), Some(g.hex("0504")), "the group's own top is followed");
    assert_eq!(known.unit(cav).spot, Spot::Covered);
    assert!(g.events.iter().any(|e| matches!(e, Event::StackMoved { top, .. } if *top == inf)));
    g.go("0505");
    assert!(g.s.unit(inf).has(Flag::Top));
    for e in &g.events {
        match e {
            Event::GroupMoved { .. } => {
                assert!(e.is_seen_by(&g.cx, COALITION) && !e.is_seen_by(&g.cx, HABSBURG));
            }
            Event::StackMoved { .. } => {
                assert!(!e.is_seen_by(&g.cx, COALITION) && e.is_seen_by(&g.cx, HABSBURG));
            }
            _ => {}
        }
    }
}

#[test]
fn neutrals_are_known_to_who_placed_them() {
    // 24, 25.3, 40.6
    let mut w = World::new();
    w.land("saxony", Some(2), "0505");
    let saxons: Vec<_> = (0..2).map(|_| w.unit("saxon", "infantry", "0505")).collect();
    w.unit(PR, "infantry", "0101");
    let g = w.moving(1);
    assert_eq!(redact(&g.cx, &g.s, COALITION).unit(saxons[1]).hex(), Some(g.hex("0505")));
    let known = redact(&g.cx, &g.s, HABSBURG);
    assert_eq!(known.unit(saxons[0]).hex(), Some(g.hex("0505")));
    assert_eq!(known.unit(saxons[1]).spot, Spot::Covered);
}

#[test]
fn imagined_positions_agree_with_what_is_seen() {
    let mut w = World::new();
    w.land("saxony", Some(2), "0505");
    for (nation, at) in [("saxon", "0505"), (AU, "0610"), (AU, "0710"), (AU, "0812"), (PR, "0101")] {
        for kind in ["infantry", "cavalry", "leader", "supply-train"] {
            w.unit(nation, kind, at);
        }
    }
    let g = w.moving(1);
    let mut random = RandomSource::new(7);
    let mut hexes = std::collections::BTreeSet::new();
    for seat in [COALITION, HABSBURG] {
        let known = redact(&g.cx, &g.s, seat).into_owned();
        for _ in 0..50 {
            let dealt = crate::sample::sample(&g.cx, &known, seat, &mut random);
            crate::valid::check(&g.cx, &dealt).unwrap();
            assert_eq!(*redact(&g.cx, &dealt, seat), known);
            hexes.insert(dealt.unit(crate::ids::UnitId(5)).hex());
        }
    }
    assert!(hexes.len() > 2, "a covered unit may lie in any stack of its side");
}
