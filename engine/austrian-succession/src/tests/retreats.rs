//! 17: the ways of retreats, their dice, and pursuit.

use super::battle::{battle, field, leader, strong};
use super::world::{Game, World};
use crate::Action;
use crate::decide::Frame;
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, Phase, Spot};

fn next(g: &Game) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for a in g.legal() {
        match a {
            Action::ChooseHex { hex } => out.push(g.cx.setup.map.label(hex)),
            Action::Halt => out.push("halt".into()),
            _ => {}
        }
    }
    out.sort();
    out
}

/// A withdrawal of these units from 0806, the Coalition being in 0805 and everybody else where the world says.
fn withdraw(w: World, units: &[UnitId]) -> Game {
    let mut g = battle(w);
    let (from, at) = (g.hex("0805"), g.hex("0806"));
    let mut b = crate::combat::Battle::new(
        crate::combat::Kind::Battle,
        SideId::COALITION,
        from,
        at,
        Default::default(),
    );
    b.forces[1] = units.iter().copied().collect();
    b.winner = Some(SideId::COALITION);
    g.s.battle = Some(Box::new(b));
    let steps = [crate::combat::Step::Withdraw(SideId::HABSBURG), crate::combat::Step::End];
    g.s.push(crate::decide::Fight { steps: steps.into_iter().collect() });
    g.go_on();
    g
}

fn stand() -> (World, UnitId) {
    let mut w = field();
    w.unit("prussian", "infantry", "0805");
    let u = w.unit("austrian", "infantry", "0806");
    (w, u)
}

#[test]
fn a_retreat_avoids_zones_and_goes_towards_a_fortress() {
    let (mut w, u) = stand();
    let v = w.unit("austrian", "cavalry", "0806");
    let mut g = withdraw(w, &[u, v]);
    // 0706 and 0906 lie in the zone of 0805.
    assert_eq!(next(&g), ["0707", "0807", "0907"]);
    let (zone, far) = (g.hex("0706"), g.hex("0812"));
    assert_eq!(g.refusal(&Action::ChooseHex { hex: zone }).rule.0, "17.7");
    assert_eq!(g.refusal(&Action::ChooseHex { hex: far }).rule.0, "17.7");
    g.choose_hex("0707");
    // Not back into the battle hex, and not where it started from.
    assert!(!next(&g).contains(&"0806".to_owned()));
    g.choose_hex("0708");
    assert!(g.is_at(u, "0708") && g.is_at(v, "0708"), "all go together");
    assert!(g.s.battle.is_none());
}

#[test]
fn the_owner_may_choose_any_of_his_fortresses() {
    for (has_second, expected) in [(false, &["0708", "0807"][..]), (true, &["0606", "0708", "0807"])] {
        let (mut w, u) = stand();
        if has_second {
            w.fortress("Rear", "0201");
            w.unit("austrian", "garrison", "0201");
        }
        let mut g = withdraw(w, &[u]);
        g.choose_hex("0707");
        assert_eq!(next(&g), expected);
    }
}

#[test]
fn without_a_fortress_the_enemy_leads_the_retreat() {
    let mut w = World::new();
    w.fortress("North", "0801");
    w.unit("prussian", "garrison", "0801");
    w.unit("prussian", "infantry", "0805");
    let u = w.unit("austrian", "infantry", "0806");
    let mut g = withdraw(w, &[u]);
    let asked = crate::AustrianSuccession::to_act_for_test(&g);
    assert_eq!(asked, SideId::COALITION);
    g.choose_hex("0907");
    // Any direction, but zones are still avoided and the distance is gone.
    g.choose_hex("1007");
    assert!(g.is_at(u, "1007"));
}

impl crate::AustrianSuccession {
    /// Whose turn it is to answer.
    fn to_act_for_test(g: &Game) -> SideId {
        match engine::game::decision::to_act::<Self>(&g.cx, &g.s) {
            engine::game::ToAct::Seat(seat) => SideId::of_seat(seat).unwrap(),
            other => panic!("{other:?}"),
        }
    }
}

/// The only way leads through 0807 and 0808, in the zone of a unit in 0908.
fn narrow(w: &mut World) {
    w.land("closed", None, "0706 0707 0708 0906 0907 0709 0909");
    w.unit("prussian", "cavalry", "0908");
}

#[test]
fn zones_are_a_danger_for_each_unit() {
    let (mut w, u) = stand();
    let elite = w.unit("austrian", "infantry", "0806");
    let third = w.unit("austrian", "infantry", "0806");
    let general = leader(&mut w, "austrian", "0806", 1);
    narrow(&mut w);
    w.setup.units[elite.index()].starts_elite = true;
    let mut g = withdraw(w, &[u, elite, third, general]);
    // One way: nobody is asked. In 0807: 4 is safe, an Elite is on 2, 3 is not, a leader is on 2.
    for die in [4, 2, 3, 2] {
        g.roll(die);
    }
    assert_eq!(g.spot(third), Spot::Box);
    assert!([u, elite, general].iter().all(|x| g.is_at(*x, "0808")));
    // In 0808 again: 1 is nobody's die. The leader falls and may escape.
    for die in [6, 1, 1] {
        g.roll(die);
    }
    g.roll(1);
    assert!(g.is_at(u, "0808") && g.is_at(general, "0818") && g.spot(elite) == Spot::Box);
    // Two brigades, on the retreat, count (17.10).
    assert_eq!(g.morale(), [14, 10]);
}

#[test]
fn rivers_are_a_danger_even_with_a_bridge_and_both_roll_apart() {
    let (mut w, u) = stand();
    let v = w.unit("austrian", "infantry", "0806");
    w.land("closed", None, "0706 0707 0708 0906 0907 0709 0909 0908");
    w.river("0806", "0807").road("0806 0807");
    let mut g = withdraw(w, &[u, v]);
    g.roll(3);
    g.roll(2);
    assert!(g.is_at(u, "0808") && g.spot(v) == Spot::Box);
    let (mut w, u) = stand();
    narrow(&mut w);
    w.river("0806", "0807");
    let mut g = withdraw(w, &[u]);
    // Across the river, then the zone of the same hex, then the next zone.
    for die in [3, 4, 4] {
        assert!(g.s.unit(u).hex().is_some());
        g.roll(die);
    }
    assert!(g.is_at(u, "0808") && g.s.battle.is_none());
}

#[test]
fn who_cannot_go_the_distance_is_lost_in_the_last_hex() {
    let (mut w, u) = stand();
    w.land("closed", None, "0706 0707 0708 0906 0907 0908 0808");
    let g = withdraw(w, &[u]);
    assert_eq!((g.spot(u), g.morale()), (Spot::Box, [13, 11]));
    let lost = g.combat_events().find_map(|e| match e {
        crate::combat::CombatEvent::Eliminated { hex, cause, .. } => Some((*hex, *cause)),
        _ => None,
    });
    assert_eq!(lost, Some((g.hex("0807"), crate::combat::Cause::DeadEnd)));
}

#[test]
fn prisoners_are_those_the_enemy_shuts_in() {
    for (elite, spot) in [(false, Spot::Prisoner), (true, Spot::Box)] {
        let (mut w, u) = stand();
        w.setup.options.prisoners = true;
        w.setup.units[u.index()].starts_elite = elite;
        w.land("closed", None, "0706 0707 0708 0906 0907 0908");
        w.unit("prussian", "infantry", "0808");
        let mut g = withdraw(w, &[u]);
        // The zone of 0808 first.
        g.roll(5);
        assert_eq!(g.spot(u), spot);
        assert_eq!(g.morale(), [13, 11], "half of one, rounded up");
    }
}

#[test]
fn prisoners_count_half() {
    let (mut w, u) = stand();
    w.setup.options.prisoners = true;
    let v = w.unit("austrian", "infantry", "0806");
    let x = w.unit("austrian", "infantry", "0806");
    narrow(&mut w);
    let mut g = withdraw(w, &[u, v, x]);
    for die in [1, 1, 1] {
        g.roll(die);
    }
    assert!([u, v, x].iter().all(|p| g.spot(*p) == Spot::Prisoner));
    assert_eq!(g.morale(), [14, 10], "three prisoners count two");
}

#[test]
fn a_fortress_ends_a_retreat() {
    let (mut w, u) = stand();
    w.fortress("Refuge", "0807");
    let mut g = withdraw(w, &[u]);
    assert!(next(&g).contains(&"0807".to_owned()));
    g.choose_hex("0807");
    assert!(next(&g).contains(&"halt".to_owned()));
    g.act(Action::Halt);
    assert!(g.is_at(u, "0807") && g.s.battle.is_none());
}

#[test]
fn a_fortress_is_better_than_a_zone_behind_it() {
    let (mut w, u) = stand();
    narrow(&mut w);
    w.fortress("Refuge", "0807");
    let g = withdraw(w, &[u]);
    // 0807 is never in a zone; 0808 is, so that it stops there.
    assert!(g.is_at(u, "0807") && g.s.battle.is_none());
}

#[test]
fn works_shut_a_fortress_to_retreats() {
    let (mut w, u) = stand();
    w.fortress("Refuge", "0807");
    w.unit("austrian", "garrison", "0807");
    w.unit("prussian", "infantry", "0908");
    let mut g = battle(w);
    let hex = g.hex("0908");
    g.s.works.push(crate::state::FieldWorks { hex, side: SideId::COALITION });
    let units = [u];
    let start = g.hex("0806");
    let flight = crate::retreat::Flight::new(&g.cx, &g.s, SideId::HABSBURG, &units, start);
    assert!(!flight.next_hexes(&[start], 2).contains(&g.hex("0807")));
}

#[test]
fn garrisons_in_the_attackers_hex_keep_it() {
    let mut w = field();
    let own = w.unit("prussian", "infantry", "0805");
    let train = w.unit("prussian", "supply-train", "0805");
    let their: Vec<UnitId> = (0..2).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut g = battle(w);
    g.attack("0805", "0806").roll(4);
    g.finish(6);
    assert_eq!(g.spot(own), Spot::Box);
    assert!(g.is_at(train, "0805"));
    assert!(their.iter().all(|u| !g.is_at(*u, "0805")), "nobody pursues into a hex that is held");
}

#[test]
fn parenthesized_strength_neither_attacks_nor_pursues() {
    let mut w = field();
    let own = w.unit("prussian", "infantry", "0805");
    let guard = w.unit("austrian", "garrison", "0806");
    let foot = strong(&mut w, "austrian", "infantry", "0806", 30);
    w.unit("prussian", "garrison", "1005");
    w.unit("austrian", "garrison", "1006");
    let mut g = battle(w);
    let (from, to) = (g.hex("1005"), g.hex("1006"));
    assert_eq!(g.refusal(&Action::Attack { from, to }).rule.0, "16.4");
    g.attack("0805", "0806").roll(1);
    assert_eq!(g.spot(own), Spot::Box);
    let into = g.hex("0805");
    assert_eq!(g.refusal(&Action::Pursue { unit: guard, to: into }).rule.0, "17.12");
    g.pursue(foot, "0805");
    assert!(g.is_at(foot, "0805") && g.is_at(guard, "0806"));
}

#[test]
fn nobody_attacks_twice_and_several_hexes_attack_one_after_the_other() {
    let mut w = field();
    let one = w.unit("prussian", "infantry", "0805");
    let two = w.unit("prussian", "infantry", "0906");
    for _ in 0..2 {
        strong(&mut w, "austrian", "infantry", "0806", 1);
    }
    w.unit("austrian", "garrison", "0704");
    let mut g = battle(w);
    g.attack("0805", "0806").roll(4);
    g.finish(4);
    // Whoever has attacked does not again (16.6); the other hex may (16.10), if enemies are left.
    assert!(g.s.unit(one).has(Flag::Fought) || g.spot(one) == Spot::Box);
    for a in g.legal() {
        if let Action::Attack { from, .. } = a {
            assert_eq!(Some(from), g.s.unit(two).hex());
        }
    }
}

#[test]
fn fortresses_are_not_attacked_in_a_battle_phase() {
    let mut w = field();
    w.fortress("Glogau", "0806");
    w.unit("austrian", "garrison", "0806");
    w.unit("prussian", "infantry", "0805");
    w.unit("austrian", "infantry", "0705");
    let g = battle(w);
    let (from, to) = (g.hex("0805"), g.hex("0806"));
    assert_eq!(g.refusal(&Action::Attack { from, to }).rule.0, "16.21");
    assert_eq!(g.legal().len(), 2, "the other stack, or nothing");
}

#[test]
fn units_left_out_take_no_part() {
    let mut w = field();
    let own: Vec<UnitId> = (0..3).map(|_| w.unit("prussian", "infantry", "0805")).collect();
    w.unit("austrian", "infantry", "0806");
    let mut g = battle(w);
    let (from, to) = (g.hex("0805"), g.hex("0806"));
    g.act(Action::Attack { from, to });
    assert_eq!(g.legal().len(), 4);
    g.act(Action::LeaveOut { unit: own[0] });
    g.act(Action::LeaveOut { unit: own[1] });
    // The last one attacks: the attack cannot be called off (16.3), and both hexes are shown (16.2.2).
    assert!(own.iter().all(|u| g.s.unit(*u).has(Flag::Revealed)));
    assert!(g.s.unit(own[2]).has(Flag::Fought) && !g.s.unit(own[0]).has(Flag::Fought));
    g.roll(6);
    assert_eq!(g.rounds()[0].strengths, [2, 2]);
}

#[test]
fn later_impulses_need_a_leader_in_the_hex() {
    let mut w = field();
    let general = leader(&mut w, "prussian", "0805", 1);
    w.unit("prussian", "infantry", "0805");
    w.unit("prussian", "infantry", "0906");
    w.unit("austrian", "infantry", "0806");
    w.setup.units[general.index()].starts_elite = false;
    let cx = engine::game::Cx { data: std::sync::Arc::new(w.data), setup: std::sync::Arc::new(w.setup) };
    let next = crate::decide::Sequence { next: Phase::Battle, impulse: 2, second: false };
    let mut s = crate::state::State::new(&cx.setup, Frame::Sequence(next));
    s.unit_mut(general).flags.set(Flag::Activated);
    let mut g = Game { cx, s, events: Vec::new() };
    g.go_on();
    let (from, to, other) = (g.hex("0805"), g.hex("0806"), g.hex("0906"));
    assert!(g.legal().contains(&Action::Attack { from, to }));
    assert_eq!(g.refusal(&Action::Attack { from: other, to }).rule.0, "18.5");
}
