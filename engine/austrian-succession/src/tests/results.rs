//! 39: every result, with what follows from it in its order.

use super::battle::{battle, field, frederick, leader, strong};
use super::world::Game;
use crate::Action;
use crate::combat::CombatEvent;
use crate::data::CombatResult;
use crate::decide::{Frame, Losses};
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, Spot};

const US: SideId = SideId::COALITION;
const THEM: SideId = SideId::HABSBURG;

fn due(g: &Game) -> Option<(SideId, u8)> {
    match g.s.frames.top() {
        Some(Frame::Losses(Losses { side, due })) => Some((*side, *due)),
        _ => None,
    }
}

fn on_map(g: &Game, units: &[UnitId]) -> usize {
    units.iter().filter(|u| g.s.unit(**u).hex().is_some()).count()
}

#[test]
fn attacker_defeated() {
    let mut w = field();
    let wing = w.unit("prussian", "infantry-wing", "0805");
    let own: Vec<UnitId> = (0..3).map(|_| strong(&mut w, "prussian", "infantry", "0805", 1)).collect();
    w.unit("prussian", "infantry", "box");
    let their: Vec<UnitId> = (0..5).map(|_| strong(&mut w, "austrian", "infantry", "0806", 2)).collect();
    let other = w.unit("prussian", "cavalry", "0905");
    w.unit("prussian", "infantry", "1305");
    w.unit("austrian", "infantry", "1306");
    let mut g = battle(w);
    g.attack("0805", "0806").roll(2);
    assert_eq!(g.last_round().result, CombatResult::AttackerDefeated);
    // Six brigade equivalents: two of them, then the wing breaks, then a quarter of five of the winner.
    assert_eq!(due(&g), Some((US, 2)));
    g.lose(own[0]).lose(own[1]);
    assert_eq!(g.spot(wing), Spot::Box, "surviving wings break");
    // The two just lost and the one of the box stand in its place (16.25).
    assert_eq!(g.s.units_in(g.hex("0805")).count(), 4);
    assert_eq!(due(&g), Some((THEM, 2)));
    g.lose(their[0]).lose(their[1]);
    g.choose_hex("0804").choose_hex("0803");
    assert!(g.is_at(own[2], "0803") && g.s.units_in(g.hex("0803")).count() == 4);
    g.pursue(their[2], "0805").stay();
    assert_eq!(g.winner(), Some(THEM));
    assert_eq!(g.morale(), [10, 14]);
    // 17.17: who has advanced is safe in this phase; those who stayed are not.
    let (from, sheltered, left) = (g.hex("0905"), g.hex("0805"), g.hex("0806"));
    assert_eq!(g.refusal(&Action::Attack { from, to: sheltered }).rule.0, "17.17");
    assert!(g.is_at(other, "0905") && !g.legal().contains(&Action::Attack { from, to: left }));
}

#[test]
fn attacker_annihilated() {
    let mut w = field();
    let own = [w.unit("prussian", "infantry", "0805"), w.unit("prussian", "cavalry", "0805")];
    let rest = w.unit("prussian", "garrison", "0805");
    let their = strong(&mut w, "austrian", "infantry", "0806", 40);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(1);
    assert_eq!(g.last_round().result, CombatResult::AttackerAnnihilated);
    assert_eq!(on_map(&g, &own), 0);
    // The garrison did not attack: it is not involved, and keeps the hex (16.4).
    assert!(g.is_at(rest, "0805") && g.is_at(their, "0806"));
    assert!(g.s.battle.is_none(), "nobody can pursue into a hex that is held");
    assert_eq!((g.winner(), g.morale()), (Some(THEM), [10, 14]));
}

#[test]
fn attacker_routed() {
    let mut w = field();
    let own: Vec<UnitId> = (0..3).map(|_| w.unit("prussian", "infantry", "0805")).collect();
    let elite = w.unit("prussian", "cavalry", "0805");
    let their: Vec<UnitId> = (0..4).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut g = battle(w);
    g.s.unit_mut(elite).flags.set(Flag::Elite);
    g.attack("0805", "0806").roll(1);
    assert_eq!((g.last_round().percentage, g.last_round().result), (112, CombatResult::AttackerRouted));
    assert_eq!(due(&g), Some((US, 2)));
    g.lose(own[0]).lose(own[1]);
    // Each for itself in the owner's order: the Elite goes two hexes, the other as far as its die says (17.4).
    assert_eq!(g.legal().len(), 2);
    g.act(Action::Choose { unit: elite });
    g.choose_hex("0804").choose_hex("0803");
    assert!(g.is_at(elite, "0803"));
    g.roll(3);
    g.choose_hex("0804").choose_hex("0803").choose_hex("0802");
    assert!(g.is_at(own[2], "0802"));
    g.stay();
    assert_eq!(on_map(&g, &their), 4, "the winner of a rout loses nobody");
    // Two brigades and the rout.
    assert_eq!((g.winner(), g.morale()), (Some(THEM), [9, 15]));
}

#[test]
fn defender_routed() {
    let mut w = field();
    let own = w.unit("prussian", "infantry", "0805");
    let trains = [w.unit("austrian", "siege-train", "0806"), w.unit("austrian", "supply-train", "0806")];
    let their: Vec<UnitId> = (0..3).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut w2 = w;
    w2.setup.units[own.index()].regular.as_mut().unwrap().strength = 21;
    let mut g = battle(w2);
    g.attack("0805", "0806").roll(4);
    assert_eq!(g.last_round().result, CombatResult::DefenderRouted);
    // The trains go first and are part of the half: three of five, two of them trains.
    assert!(trains.iter().all(|u| g.spot(*u) == Spot::Box));
    assert_eq!(due(&g), Some((THEM, 1)));
    g.lose(their[0]);
    g.act(Action::Choose { unit: their[1] });
    // One hex: only 0807 is nearer to the fortress.
    g.roll(1);
    g.roll(1);
    assert!(g.is_at(their[1], "0807") && g.is_at(their[2], "0807"));
    g.pursue(own, "0806");
    assert!(g.is_at(own, "0806"));
    assert_eq!((g.winner(), g.morale()), (Some(US), [16, 8]));
}

#[test]
fn defender_annihilated_and_trains_are_taken() {
    for taken in [false, true] {
        let mut w = field();
        w.setup.options.prisoners = true;
        let own = strong(&mut w, "prussian", "infantry", "0805", 60);
        let train = w.unit("austrian", "supply-train", "0806");
        let their = w.unit("austrian", "infantry", "0806");
        let spare = w.unit("prussian", "supply-train", "box");
        let mut g = battle(w);
        g.attack("0805", "0806").roll(4);
        assert_eq!(g.last_round().result, CombatResult::DefenderAnnihilated);
        if taken {
            g.pursue(own, "0806");
        } else {
            g.stay();
        }
        assert_eq!((g.spot(train), g.spot(their)), (Spot::Box, Spot::Box));
        assert_eq!(g.is_at(spare, "0806"), taken, "38.6");
        assert_eq!((g.winner(), g.morale()), (Some(US), [14, 10]));
    }
}

#[test]
fn a_counterattack_goes_on_to_the_end() {
    let mut w = field();
    w.paint("rough", "0806");
    let own: Vec<UnitId> = (0..4).map(|_| w.unit("prussian", "infantry", "0805")).collect();
    let foot: Vec<UnitId> = (0..2).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let horse: Vec<UnitId> = (0..2).map(|_| w.unit("austrian", "cavalry", "0806")).collect();
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    assert_eq!((g.last_round().column, g.last_round().result), (2, CombatResult::Counterattack));
    assert_eq!(due(&g), Some((US, 1)));
    g.lose(own[0]).lose(foot[0]);
    // The defender strikes: no ground, his cavalry doubled, 10 to 6.
    g.roll(3);
    let f = g.last_round();
    assert_eq!((f.striker, f.round, f.strengths, f.percentage), (THEM, 1, [10, 6], 166));
    assert!(f.lines.is_empty());
    g.lose(foot[1]).lose(own[1]);
    g.roll(4);
    let f = g.last_round();
    assert_eq!((f.striker, f.round, f.strengths), (US, 2, [4, 4]));
    g.lose(own[2]).lose(horse[0]);
    g.roll(2);
    assert_eq!((g.last_round().round, g.last_round().strengths), (3, [4, 2]));
    // Everybody is gone: nobody wins (39.CA.2).
    assert_eq!((g.winner(), g.morale()), (None, [12, 12]));
    assert_eq!(on_map(&g, &own) + on_map(&g, &foot) + on_map(&g, &horse), 0);
}

#[test]
fn who_is_left_after_a_counterattack_has_won() {
    let mut w = field();
    let own = strong(&mut w, "prussian", "infantry", "0805", 10);
    let their: Vec<UnitId> = (0..5).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut g = battle(w);
    g.attack("0805", "0806").roll(4);
    g.lose(their[0]).lose(their[1]);
    assert_eq!(g.spot(own), Spot::Box);
    g.pursue(their[2], "0805").stay();
    assert_eq!((g.winner(), g.morale()), (Some(THEM), [11, 13]));
}

#[test]
fn a_round_of_a_counterattack_may_be_decided() {
    let mut w = field();
    let own: Vec<UnitId> = (0..4).map(|_| w.unit("prussian", "infantry", "0805")).collect();
    let their: Vec<UnitId> = (0..4).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut g = battle(w);
    g.attack("0805", "0806").roll(4);
    g.lose(own[0]).lose(their[0]);
    // 6 to 6, the former defender attacks: a one routs him.
    g.roll(1);
    assert_eq!(g.last_round().result, CombatResult::AttackerRouted);
    g.finish(4);
    assert_eq!(g.winner(), Some(US));
    // One in the first round, two of three in the second, and the rout: losses of all rounds count (5.11.1).
    assert_eq!(g.morale()[1], 12 - 4);
}

#[test]
fn who_may_not_attack_does_not_counterattack() {
    let mut w = field();
    for _ in 0..4 {
        w.unit("austrian", "garrison", "0806");
    }
    strong(&mut w, "prussian", "infantry", "0805", 2);
    strong(&mut w, "prussian", "infantry", "0805", 2);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(4);
    assert_eq!(g.last_round().result, CombatResult::Counterattack);
    g.finish(1);
    assert_eq!((g.rounds().len(), g.winner(), g.morale()), (1, None, [12, 12]));
}

#[test]
fn a_commander_leads_through_all_rounds_and_another_if_he_falls() {
    let mut w = field();
    let (first, second) = (leader(&mut w, "prussian", "0805", 2), leader(&mut w, "prussian", "0805", 1));
    let own: Vec<UnitId> = (0..4).map(|_| w.unit("prussian", "infantry", "0805")).collect();
    leader(&mut w, "austrian", "0806", 1);
    let their: Vec<UnitId> = (0..4).map(|_| w.unit("austrian", "infantry", "0806")).collect();
    let mut g = battle(w);
    g.attack("0805", "0806");
    // 16.15: one of two leaders is named; the only one of the defender need not be.
    assert_eq!(g.legal(), [Action::Choose { unit: first }, Action::Choose { unit: second }]);
    g.act(Action::Choose { unit: first });
    g.roll(3);
    assert_eq!(g.last_round().lines.iter().map(|l| l.value).collect::<Vec<_>>(), [2, -1]);
    assert_eq!(g.last_round().result, CombatResult::Counterattack);
    assert_eq!(due(&g), Some((US, 2)));
    g.lose(first);
    // 22.4: a die above his value.
    g.roll(3);
    assert_eq!(g.spot(first), Spot::Dead);
    g.lose(own[0]);
    g.lose(their[0]).lose(their[1]);
    g.roll(1);
    let f = g.last_round();
    // The defender's leader goes on, the attacker's other one takes over without a question.
    assert_eq!(f.lines.iter().map(|l| (l.side, l.value)).collect::<Vec<_>>(), [(THEM, 1), (US, -1)]);
}

#[test]
fn wings_give_what_the_counters_allow() {
    // 16.26: one brigade left in the box for a wing that gives up one of three.
    let mut w = field();
    let wing = w.unit("austrian", "infantry-wing", "0806");
    let brigade = w.unit("austrian", "infantry", "box");
    let horse = w.unit("austrian", "cavalry", "box");
    let extra = w.unit("austrian", "infantry", "0806");
    let own: Vec<UnitId> = (0..8).map(|_| strong(&mut w, "prussian", "infantry", "0805", 2)).collect();
    let mut g = battle(w);
    // 16 to 9 is 177: column 150, a four is a defeat.
    g.attack("0805", "0806").roll(4);
    assert_eq!(due(&g), Some((THEM, 1)));
    assert!(!g.legal().contains(&Action::Divide { wing }), "12.5: by choice only with three counters");
    g.lose(wing);
    assert!(g.is_at(brigade, "0806") && g.spot(horse) == Spot::Box && g.is_at(extra, "0806"));
    g.lose(own[0]).lose(own[1]);
    g.choose_hex("0807").choose_hex("0808").stay();
    // One given up counts, one for want of a counter does not.
    assert_eq!(g.morale(), [13, 11]);
}

#[test]
fn a_wing_may_be_broken_to_choose_among_its_brigades() {
    let mut w = field();
    let wing = w.unit("austrian", "infantry-wing", "0806");
    let brigades: Vec<UnitId> = (0..3).map(|_| w.unit("austrian", "infantry", "box")).collect();
    let extra = w.unit("austrian", "infantry", "0806");
    strong(&mut w, "prussian", "infantry", "0805", 16);
    let mut g = battle(w);
    g.s.unit_mut(wing).flags.set(Flag::Elite);
    g.attack("0805", "0806").roll(5);
    assert_eq!(due(&g), Some((THEM, 1)));
    g.act(Action::Divide { wing });
    assert!(brigades.iter().all(|u| g.is_at(*u, "0806") && g.s.unit(*u).is_elite()));
    g.lose(extra);
    assert!(g.spot(extra) == Spot::Box && !g.s.unit(wing).is_elite());
}

#[test]
fn frederick_is_turned_by_a_battle_he_leads() {
    // 22.6: he led, the enemy lost two; the point for his presence is one more.
    let mut w = field();
    let king = frederick(&mut w, "0805");
    strong(&mut w, "prussian", "infantry", "0805", 60);
    for _ in 0..2 {
        w.unit("austrian", "infantry", "0806");
    }
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    g.stay();
    assert!(g.s.unit(king).has(Flag::Reverse));
    assert_eq!(g.morale(), [15, 10]);
    assert!(g.combat_events().any(|e| matches!(e, CombatEvent::FrederickTurned { .. })));
}

#[test]
fn frederick_is_not_turned_if_another_leads_or_too_few_fall() {
    for (other_leads, units) in [(true, 2), (false, 1)] {
        let mut w = field();
        let king = frederick(&mut w, "0805");
        let other = other_leads.then(|| leader(&mut w, "prussian", "0805", 2));
        strong(&mut w, "prussian", "infantry", "0805", 60);
        for _ in 0..units {
            w.unit("austrian", "infantry", "0806");
        }
        let mut g = battle(w);
        g.attack("0805", "0806");
        if let Some(unit) = other {
            g.act(Action::Choose { unit });
        }
        g.roll(6);
        g.stay();
        assert!(!g.s.unit(king).has(Flag::Reverse));
        assert_eq!(g.morale(), [12 + units + 1, 12 - units], "his presence counts all the same");
    }
}

#[test]
fn a_battle_lost_with_frederick_costs_one_more() {
    let mut w = field();
    let king = frederick(&mut w, "0805");
    w.unit("prussian", "infantry", "0805");
    strong(&mut w, "austrian", "infantry", "0806", 60);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(1);
    // Annihilated; he escapes with a one and counts for nothing but his presence.
    g.roll(1);
    g.stay();
    assert!(g.is_at(king, "0801"));
    assert_eq!(g.morale(), [12 - 2, 13]);
}

#[test]
fn leaders_who_do_not_escape_cost_two() {
    let mut w = field();
    let general = leader(&mut w, "austrian", "0806", 2);
    w.unit("austrian", "infantry", "0806");
    strong(&mut w, "prussian", "infantry", "0805", 60);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    g.roll(3);
    g.stay();
    assert_eq!(g.spot(general), Spot::Dead);
    assert_eq!(g.morale(), [14, 9]);
}

#[test]
fn a_leader_escapes_to_the_nearest_fortress_by_lot() {
    let mut w = field();
    // Two fortresses five hexes away.
    w.fortress("Left", "0311").fortress("Right", "1311");
    w.unit("austrian", "garrison", "0311");
    w.unit("austrian", "garrison", "1311");
    let general = leader(&mut w, "austrian", "0808", 2);
    strong(&mut w, "prussian", "infantry", "0807", 60);
    let mut g = battle(w);
    g.attack("0807", "0808").roll(6);
    g.roll(2);
    let names = crate::decide::Frame::clone(g.s.frames.top().unwrap());
    assert!(matches!(names, Frame::EscapeDraw(_)), "chance chooses among equals");
    g.roll(1);
    assert!(g.is_at(general, "1311"));
    g.stay();
    assert_eq!(g.morale(), [12, 12], "who escapes is not lost");
}
