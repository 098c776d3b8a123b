//! 29 to 32, 36 and 38: optional rules of combat.

use super::battle::{battle, field, leader, strong};
use super::world::{Game, World};
use crate::Action;
use crate::combat::CombatEvent;
use crate::data::CombatResult;
use crate::decide::Frame;
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, Phase, Spot};

#[test]
fn a_delaying_action_changes_every_result() {
    use CombatResult as R;
    let pairs = [
        (R::AttackerDefeated, R::AttackerWithdraws),
        (R::AttackerRouted, R::AttackerDefeated),
        (R::AttackerAnnihilated, R::AttackerRouted),
        (R::DefenderDefeated, R::DefenderWithdraws),
        (R::DefenderRouted, R::DefenderDefeated),
        (R::DefenderAnnihilated, R::DefenderRouted),
        (R::Counterattack, R::DefenderWithdraws),
    ];
    let mut seen = std::collections::HashSet::new();
    for attack in [4, 20, 30, 60, 120] {
        for die in 1..=6 {
            let mut w = field();
            w.setup.options.delaying_actions = true;
            strong(&mut w, "prussian", "infantry", "0805", attack);
            strong(&mut w, "austrian", "cavalry", "0806", 20);
            let mut g = battle(w);
            g.attack("0805", "0806");
            g.act(Action::Yes);
            g.roll(die);
            let f = g.rounds()[0].clone();
            assert!(pairs.contains(&(f.rolled, f.result)), "{f:?}");
            seen.insert(f.rolled);
            g.finish(4);
        }
    }
    assert_eq!(seen.len(), pairs.len());
}

#[test]
fn a_withdrawal_costs_nobody_and_nobody_wins() {
    for (die, attacker_goes) in [(2, true), (5, false)] {
        let mut w = field();
        w.setup.options.delaying_actions = true;
        let own = strong(&mut w, "prussian", "infantry", "0805", 4);
        let their = strong(&mut w, "austrian", "light", "0806", 4);
        let mut g = battle(w);
        g.attack("0805", "0806");
        g.act(Action::Yes);
        g.roll(die);
        if attacker_goes {
            g.choose_hex("0804").choose_hex("0803").pursue(their, "0805");
            assert!(g.is_at(own, "0803") && g.is_at(their, "0805"));
        } else {
            g.choose_hex("0807").choose_hex("0808").pursue(own, "0806");
            assert!(g.is_at(their, "0808") && g.is_at(own, "0806"));
        }
        assert_eq!((g.winner(), g.morale()), (None, [12, 12]));
    }
}

#[test]
fn who_may_delay() {
    // Cavalry and lights of the defender with his best leader's value, twice the attacker's of the same kind (30.2).
    for (own_horse, own_value, horse, value, may) in [
        (1, 0, 2, 0, true),
        (1, 1, 3, 1, true),
        (1, 1, 2, 1, false),
        (2, 0, 3, 0, false),
        (0, 0, 1, 0, true),
        (0, 0, 0, 2, false),
    ] {
        let mut w = field();
        w.setup.options.delaying_actions = true;
        strong(&mut w, "prussian", "infantry", "0805", 9);
        if own_horse > 0 {
            strong(&mut w, "prussian", "cavalry", "0805", own_horse);
        }
        if own_value > 0 {
            leader(&mut w, "prussian", "0805", own_value);
        }
        strong(&mut w, "austrian", "infantry", "0806", 9);
        if horse > 0 {
            strong(&mut w, "austrian", "cavalry", "0806", horse);
        }
        if value > 0 {
            leader(&mut w, "austrian", "0806", value);
        }
        let mut g = battle(w);
        g.attack("0805", "0806");
        assert_eq!(matches!(g.s.frames.top(), Some(Frame::Delay(_))), may, "{own_horse} {horse}");
    }
}

#[test]
fn trains_shift_a_column_in_the_first_round() {
    let mut w = field();
    w.setup.options.combat_supply = true;
    for _ in 0..2 {
        strong(&mut w, "prussian", "infantry", "0805", 2);
        strong(&mut w, "austrian", "infantry", "0806", 2);
    }
    let own = w.unit("prussian", "supply-train", "0804");
    // Too far for a line over open country.
    w.unit("austrian", "supply-train", "0811");
    let mut g = battle(w);
    g.attack("0805", "0806");
    assert_eq!(g.legal(), [Action::Expend { train: own }, Action::No]);
    g.act(Action::Expend { train: own });
    g.roll(3);
    let f = g.last_round();
    assert_eq!((f.base, f.column, f.lines[0].value), (4, 5, 1));
    assert_eq!(f.result, CombatResult::Counterattack);
    for _ in 0..2 {
        let first = g.legal()[0].clone();
        g.act(first);
    }
    g.roll(1);
    assert!(g.last_round().lines.is_empty(), "not again in the next round");
}

#[test]
fn a_delaying_action_uses_no_trains() {
    let mut w = field();
    w.setup.options.combat_supply = true;
    w.setup.options.delaying_actions = true;
    strong(&mut w, "prussian", "infantry", "0805", 2);
    w.unit("prussian", "supply-train", "0805");
    strong(&mut w, "austrian", "cavalry", "0806", 2);
    let mut g = battle(w);
    g.attack("0805", "0806");
    g.act(Action::Yes);
    assert!(matches!(g.s.frames.top(), Some(Frame::CombatDie(_))));
}

#[test]
fn large_armies_need_two_trains_for_a_shift() {
    let mut w = field();
    w.setup.options.combat_supply = true;
    w.setup.options.large_armies = true;
    for _ in 0..10 {
        strong(&mut w, "prussian", "infantry", "0805", 1);
    }
    let trains: Vec<UnitId> = (0..2).map(|_| w.unit("prussian", "supply-train", "0805")).collect();
    strong(&mut w, "austrian", "infantry", "0806", 10);
    let mut g = battle(w);
    g.attack("0805", "0806");
    assert_eq!(g.legal().len(), 3);
    g.act(Action::Expend { train: trains[0] });
    // The second one is owed: there is nothing else to answer.
    assert!(trains.iter().all(|u| g.spot(*u) == Spot::Box));
    g.roll(6);
    assert_eq!(g.last_round().lines.len(), 1);
}

#[test]
fn a_long_pursuit_may_cost_units() {
    for (die, lost) in [(2, true), (3, false)] {
        let mut w = field();
        w.setup.options.enhanced_pursuit = true;
        let horse = w.unit("prussian", "cavalry", "0805");
        let foot = strong(&mut w, "prussian", "infantry", "0805", 20);
        w.unit("austrian", "infantry", "0806");
        let mut g = battle(w);
        g.attack("0805", "0806").roll(6);
        let (into, on) = (g.hex("0806"), g.hex("0807"));
        assert_eq!(g.refusal(&Action::Pursue { unit: horse, to: on }).rule.0, "17.11");
        g.pursue(horse, "0806").pursue(foot, "0806");
        assert!(!g.legal().contains(&Action::Pursue { unit: foot, to: on }), "infantry goes one hex");
        assert!(!g.legal().contains(&Action::Pursue { unit: horse, to: into }));
        g.pursue(horse, "0807");
        g.roll(die);
        assert_eq!(g.is_at(horse, "0807"), !lost);
        g.stay();
        assert_eq!(g.morale(), [13, 11], "deserters do not count");
    }
}

#[test]
fn elites_desert_less_and_wings_by_one_brigade() {
    let mut w = field();
    w.setup.options.enhanced_pursuit = true;
    let elite = w.unit("prussian", "cavalry", "0805");
    let wing = w.unit("prussian", "cavalry-wing", "0805");
    for _ in 0..3 {
        w.unit("prussian", "cavalry", "box");
    }
    w.unit("austrian", "infantry", "0806");
    w.setup.units[elite.index()].starts_elite = true;
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    g.pursue(elite, "0806").pursue(wing, "0806").pursue(elite, "0807");
    g.roll(2);
    assert!(g.is_at(elite, "0807"), "two and one more for an Elite");
    g.pursue(wing, "0807");
    g.roll(1);
    assert_eq!(g.s.units_in(g.hex("0807")).count(), 3, "two brigades of the wing and the Elite");
}

#[test]
fn a_long_pursuit_ends_in_a_fortress() {
    let mut w = field();
    w.setup.options.enhanced_pursuit = true;
    w.fortress("Glogau", "0806");
    let horse = strong(&mut w, "prussian", "cavalry", "0805", 20);
    w.unit("austrian", "garrison", "0806");
    let mut g = w.at(Phase::Siege, 1, SideId::COALITION);
    let from = g.hex("0805");
    let place = g.cx.setup.ground(g.hex("0806")).place.unwrap();
    g.act(Action::Storm { from, place });
    g.roll(6);
    g.pursue(horse, "0806");
    assert!(g.s.battle.is_none(), "32.2");
}

fn moving(mut w: World) -> Game {
    w.setup.options.advance_guard = true;
    w.moving(1)
}

#[test]
fn an_advance_guard_rides_down_a_weak_stack() {
    for (strength, succeeds) in [(12, true), (11, false)] {
        let mut w = field();
        let horse = strong(&mut w, "prussian", "cavalry", "0803", strength);
        let their = w.unit("austrian", "infantry", "0806");
        let mut g = moving(w);
        g.lead(horse).go("0804 0805");
        assert_eq!(g.legal(), [Action::Charge, Action::No]);
        g.act(Action::Charge);
        if succeeds {
            assert_eq!(g.spot(their), Spot::Box);
            g.pursue(horse, "0806");
            assert_eq!((g.winner(), g.morale()), (Some(SideId::COALITION), [13, 11]));
            // 29.3: it may fight in the Battle Phase that follows.
            assert!(!g.s.unit(horse).has(Flag::Fought) && !g.s.unit(horse).has(Flag::Advanced));
        } else {
            assert!(g.is_at(their, "0806") && g.is_at(horse, "0805"));
            assert_eq!(g.morale(), [12, 12]);
        }
        assert!(g.s.units.iter().all(|u| !u.has(Flag::Revealed)));
    }
}

#[test]
fn the_advance_guard_picks_among_the_stacks_it_sees() {
    let mut w = field();
    let horse = strong(&mut w, "prussian", "cavalry", "0803", 12);
    let (weak, host) =
        (w.unit("austrian", "infantry", "0806"), strong(&mut w, "austrian", "infantry", "0906", 40));
    w.fortress("Walls", "0706");
    w.unit("austrian", "garrison", "0706");
    let below = w.unit("austrian", "supply-train", "0906");
    let mut g = moving(w);
    g.lead(horse).go("0804 0805");
    g.act(Action::Charge);
    let hexes = ["0806", "0906"].map(|h| Action::ChooseHex { hex: g.hex(h) });
    assert!(hexes.iter().all(|a| g.legal().contains(a)) && g.legal().len() == 2, "not the fortress (29.2)");
    assert!(g.s.unit(below).has(Flag::Revealed), "29.1: the stacks are shown");
    g.choose_hex("0806");
    assert!(g.spot(weak) == Spot::Box && g.is_at(host, "0906"));
}

#[test]
fn infantry_makes_no_advance_guard() {
    let mut w = field();
    let foot = strong(&mut w, "prussian", "infantry", "0804", 60);
    w.unit("austrian", "infantry", "0806");
    let mut g = moving(w);
    g.lead(foot).go("0805");
    assert!(matches!(g.s.frames.top(), Some(Frame::Movement(_))) || !g.legal().contains(&Action::Charge));
}

#[test]
fn works_are_built_and_removed() {
    let mut w = field();
    w.setup.options.field_works = true;
    let train = w.unit("prussian", "supply-train", "0805");
    let foot = w.unit("prussian", "infantry", "0805");
    let alone = w.unit("prussian", "supply-train", "0301");
    w.unit("prussian", "supply-train", "0801");
    let mut g = w.moving(1);
    // Not in a fortress (36.2).
    let mut expected = [Action::Fortify { train }, Action::Fortify { train: alone }, Action::Done];
    expected.sort();
    assert_eq!(g.legal(), expected);
    g.act(Action::Fortify { train });
    assert!(crate::works::stands(&g.s, SideId::COALITION, g.hex("0805")));
    g.act(Action::Fortify { train: alone });
    assert_eq!(g.s.works.len(), 1, "nobody is left with the second ones (36.4)");
    g.lead(foot).go("0804");
    assert!(g.s.works.is_empty());
    assert_eq!(g.spot(train), Spot::Box);
}

#[test]
fn prisoners_are_exchanged_list_for_list() {
    let mut w = field();
    w.setup.options.prisoners = true;
    w.fortress("Second", "0501");
    w.unit("prussian", "garrison", "0501");
    let own = w.unit("prussian", "infantry", "0805");
    let their = [w.unit("austrian", "infantry", "box"), w.unit("austrian", "cavalry", "box")];
    let mut g = w.moving(1);
    g.s.unit_mut(own).spot = Spot::Hex(g.hex("0805"));
    let setup = std::sync::Arc::clone(&g.cx.setup);
    for u in [own, their[0], their[1]] {
        crate::fog::leave(&setup, &mut g.s, u, Spot::Prisoner);
    }
    g.s.frames = engine::game::Frames::new(
        crate::decide::Sequence { next: Phase::Rally, impulse: 0, second: true }.into(),
    );
    g.go_on();
    g.roll(1);
    // Now the First Player's offer, after the dice of both.
    assert!(matches!(g.s.frames.top(), Some(Frame::Exchange(_))), "{:?}", g.s.frames.top());
    g.act(Action::Offer { unit: own });
    assert_eq!(g.refusal(&Action::Yes).rule.0, "38.4");
    g.act(Action::Offer { unit: their[1] });
    g.act(Action::Yes);
    g.act(Action::Yes);
    let hex = g.hex("0501");
    g.act(Action::Place { unit: own, at: crate::action::Landing::Hex(hex) });
    assert!(g.is_at(own, "0501") && g.is_at(their[1], "0818"));
    assert_eq!(g.spot(their[0]), Spot::Prisoner);
    let accepted = |e: &CombatEvent| matches!(e, CombatEvent::Answered { accepted: true, .. });
    assert!(g.combat_events().any(accepted));
}

/// A unit of each kind next to light units in mountains without a road, or with one.
#[test]
fn only_lights_attack_in_mountains_without_a_road() {
    for has_road in [false, true] {
        let mut w = field();
        w.setup.options.light_units = true;
        w.paint("mountain", "0806");
        if has_road {
            w.road("0806 0807");
        }
        let foot = w.unit("prussian", "infantry", "0805");
        let light = w.unit("prussian", "light", "0805");
        let general = leader(&mut w, "prussian", "0805", 1);
        w.unit("prussian", "infantry", "0906");
        w.unit("austrian", "light", "0806");
        let mut g = battle(w);
        let (from, to, other) = (g.hex("0805"), g.hex("0806"), g.hex("0906"));
        assert_eq!(g.legal().contains(&Action::Attack { from: other, to }), has_road);
        if !has_road {
            assert_eq!(g.refusal(&Action::Attack { from: other, to }).rule.0, "34.2");
        }
        g.act(Action::Attack { from, to });
        let force = g.s.battle.as_ref().unwrap().forces[0].clone();
        let expected = if has_road { vec![foot, light, general] } else { vec![light, general] };
        assert_eq!(force.as_slice(), expected);
        // A leader attacks there with light units only, so that the light unit is needed.
        assert_eq!(g.legal().contains(&Action::LeaveOut { unit: light }), has_road);
    }
}

#[test]
fn an_attack_forbidden_by_an_event_is_void() {
    // 41.C6: nobody knows before the stacks are shown; the units may attack elsewhere.
    let mut w = field();
    let own = w.unit("austrian", "infantry", "0805");
    w.unit("prussian", "infantry", "0806");
    w.unit("prussian", "cavalry", "0806");
    w.unit("prussian", "infantry", "0706");
    w.unit("saxon", "infantry", "0706");
    let mut g = w.at(Phase::Movement, 1, SideId::HABSBURG);
    g.s.control.join(2, SideId::COALITION.seat());
    let marker = crate::events::marker_named(&g.cx, "C6").unwrap();
    g.s.in_force.push(crate::state::InForce { marker, turn: 1, cancelled: false });
    g.act(Action::Done);
    while g.s.phase == Phase::Movement {
        g.act(Action::Done);
    }
    let (from, to, mixed) = (g.hex("0805"), g.hex("0806"), g.hex("0706"));
    g.act(Action::Attack { from, to });
    assert!(g.s.battle.is_none() && g.combat_events().any(|e| matches!(e, CombatEvent::Void { .. })));
    assert!(!g.s.unit(own).has(Flag::Fought) && g.s.units.iter().all(|u| !u.has(Flag::Revealed)));
    assert_eq!(g.refusal(&Action::Attack { from, to }).rule.0, "41.C6");
    g.act(Action::Attack { from, to: mixed });
    assert!(g.s.battle.is_some(), "a mixed stack may be attacked");
}

#[test]
fn a_group_in_a_fortress_may_declare_an_advance_guard_or_go_on() {
    // No zone reaches into the fortress, so that the group need not stop in it.
    for declares in [false, true] {
        let mut w = field();
        w.fortress("Glogau", "0805");
        let horse = strong(&mut w, "prussian", "cavalry", "0803", 6);
        let their = w.unit("austrian", "infantry", "0806");
        let mut g = moving(w);
        g.lead(horse).go("0804 0805");
        assert_eq!(g.legal(), [Action::Charge, Action::No]);
        g.act(if declares { Action::Charge } else { Action::No });
        // 300 per cent are not enough: it has only stopped.
        assert_eq!(g.is_marching(), !declares);
        assert!(g.is_at(their, "0806"));
    }
}
