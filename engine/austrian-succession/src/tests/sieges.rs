//! 21: sieges by every cell of the table and by every result, storms and breakouts; 36 and 31 in sieges.

use super::battle::{leader, strong};
use super::world::{Game, World};
use crate::Action;
use crate::combat::{CombatEvent, Kind, Shift};
use crate::data::{CombatResult, SiegeResult};
use crate::decide::Frame;
use crate::ids::{PlaceId, SideId, UnitId};
use crate::state::{Flag, Phase, Spot};

/// Glogau in 0806 held by Habsburg, a fortress of each side far behind.
fn glogau() -> World {
    let mut w = World::new();
    w.fortress("Glogau", "0806").fortress("North", "0801").fortress("South", "0818");
    w.unit("prussian", "garrison", "0801");
    w.unit("austrian", "garrison", "0818");
    w
}

const GLOGAU: PlaceId = PlaceId(0);

fn siege(w: World) -> Game {
    w.at(Phase::Siege, 1, SideId::COALITION)
}

impl Game {
    fn besiege(&mut self, from: &str) -> &mut Self {
        let from = self.hex(from);
        self.act(Action::Besiege { from, place: GLOGAU });
        self
    }

    fn storm(&mut self, from: &str) -> &mut Self {
        let from = self.hex(from);
        self.act(Action::Storm { from, place: GLOGAU });
        if matches!(self.s.frames.top(), Some(Frame::Commit(_))) {
            self.act(Action::Fight);
        }
        self
    }

    fn besieged(&self) -> ([i8; 2], SiegeResult) {
        let of = |e: &CombatEvent| match e {
            CombatEvent::Besieged { factors, result, .. } => Some((*factors, *result)),
            _ => None,
        };
        self.combat_events().find_map(of).unwrap()
    }
}

#[test]
fn every_cell_of_the_siege_table_is_reached() {
    for factor in -1..=7 {
        for die in 1..=6 {
            let mut w = glogau();
            let trains = (factor + 1).max(1) as u8;
            for _ in 0..trains {
                w.unit("prussian", "siege-train", "0805");
            }
            // As strong as the besiegers; a leader of 1, or of 2, takes off what is too much.
            strong(&mut w, "austrian", "garrison", "0806", trains);
            leader(&mut w, "austrian", "0806", if factor < 0 { 2 } else { 1 });
            let mut g = siege(w);
            g.besiege("0805").roll(die);
            let (factors, result) = g.besieged();
            assert_eq!(factors[0] - factors[1], factor);
            let expected = match die as i8 + factor.clamp(0, 6) {
                ..=2 => SiegeResult::Sortie,
                3..=5 => SiegeResult::Stalemate,
                6 => SiegeResult::Breach,
                7..=8 => SiegeResult::HonorsOfWar,
                _ => SiegeResult::Capitulation,
            };
            assert_eq!(result, expected, "factor {factor}, die {die}");
            g.finish(6);
        }
    }
}

#[test]
fn factors_are_named() {
    // 21.5: trains, the best leader, strength; works and a train of supply by their options.
    let cases = [(3, 3, 0, 0), (4, 2, 1, 0), (8, 2, 2, 0), (1, 4, 0, 1), (3, 0, 2, 0)];
    for (ours, theirs, gained, weaker) in cases {
        let mut w = glogau();
        strong(&mut w, "prussian", "siege-train", "0805", ours);
        leader(&mut w, "prussian", "0805", 2);
        leader(&mut w, "prussian", "0805", 1);
        strong(&mut w, "austrian", "garrison", "0806", theirs);
        let mut g = siege(w);
        let hex = g.hex("0805");
        g.s.works.push(crate::state::FieldWorks { hex, side: SideId::COALITION });
        g.besiege("0805").roll(1);
        assert_eq!(g.besieged().0, [1 + 2 + gained + 1, weaker], "{ours} to {theirs}");
    }
}

#[test]
fn a_train_of_either_side_is_a_factor() {
    let mut w = glogau();
    w.setup.options.combat_supply = true;
    w.unit("prussian", "siege-train", "0805");
    let far = w.unit("prussian", "supply-train", "0301");
    let near = w.unit("prussian", "supply-train", "0804");
    strong(&mut w, "austrian", "garrison", "0806", 1);
    let inside = w.unit("austrian", "supply-train", "0806");
    let mut g = siege(w);
    g.besiege("0805");
    // The First Player is asked first (31.1), and only for a train with a line to the hex (31.2).
    assert_eq!(g.legal(), [Action::Expend { train: near }, Action::No]);
    g.act(Action::Expend { train: near });
    assert_eq!(g.legal(), [Action::Expend { train: inside }, Action::No]);
    g.act(Action::Expend { train: inside });
    g.roll(1);
    assert_eq!(g.besieged().0, [2, 1]);
    assert!(g.is_at(far, "0301") && g.spot(near) == Spot::Box && g.spot(inside) == Spot::Box);
    assert_eq!(g.morale(), [12, 12], "expended trains do not count");
}

#[test]
fn a_sortie_costs_the_besieger_one_brigade() {
    let mut w = glogau();
    let train = w.unit("prussian", "siege-train", "0805");
    let wing = w.unit("prussian", "infantry-wing", "0805");
    let brigades: Vec<UnitId> = (0..2).map(|_| w.unit("prussian", "infantry", "box")).collect();
    strong(&mut w, "austrian", "garrison", "0806", 10);
    leader(&mut w, "austrian", "0806", 1);
    let mut g = siege(w);
    g.besiege("0805").roll(1);
    assert_eq!(g.besieged().1, SiegeResult::Sortie);
    assert!(g.legal().contains(&Action::Lose { unit: train }), "a train may be given");
    g.lose(wing);
    assert!(brigades.iter().all(|u| g.is_at(*u, "0805")) && g.spot(wing) == Spot::Box);
    assert_eq!((g.winner(), g.morale()), (None, [12, 12]));
    // The force has besieged in this phase.
    let from = g.hex("0805");
    assert!(g.s.frames.top().is_some() && !g.legal().contains(&Action::Besiege { from, place: GLOGAU }));
}

#[test]
fn a_breach_is_stormed_at_once_without_the_walls() {
    let mut w = glogau();
    w.river("0805", "0806");
    let trains: Vec<UnitId> = (0..2).map(|_| w.unit("prussian", "siege-train", "0805")).collect();
    let foot: Vec<UnitId> = (0..2).map(|_| strong(&mut w, "prussian", "infantry", "0805", 4)).collect();
    let guard = strong(&mut w, "austrian", "infantry", "0806", 8);
    let mut g = siege(w);
    g.besiege("0805").roll(4);
    assert_eq!(g.besieged().1, SiegeResult::Breach);
    assert!(matches!(g.s.frames.top(), Some(Frame::Commit(_))));
    assert_eq!(g.s.battle.as_ref().unwrap().kind, Kind::Breach);
    let force = g.s.battle.as_ref().unwrap().forces[0].clone();
    assert_eq!(force.as_slice(), foot.as_slice(), "trains do not storm");
    g.act(Action::Fight);
    g.roll(5);
    let f = g.last_round();
    assert_eq!((f.percentage, f.lines.len(), f.result), (100, 0, CombatResult::DefenderDefeated));
    // One of one is lost; the winner loses one of two, and goes in.
    assert_eq!(g.spot(guard), Spot::Box);
    g.lose(foot[0]);
    g.pursue(foot[1], "0806");
    assert!(g.is_at(foot[1], "0806") && trains.iter().all(|u| g.is_at(*u, "0805")));
    assert_eq!(g.morale(), [13, 11]);
}

#[test]
fn a_breach_that_nobody_can_storm_has_no_effect() {
    let mut w = glogau();
    w.unit("prussian", "siege-train", "0805");
    strong(&mut w, "austrian", "garrison", "0806", 1);
    let mut g = siege(w);
    g.besiege("0805").roll(5);
    assert_eq!(g.besieged().1, SiegeResult::Breach);
    assert!(g.s.battle.is_none());
    assert_eq!(g.winner(), None);
}

#[test]
fn honors_of_war_lead_to_the_nearest_fortress() {
    let mut w = glogau();
    w.fortress("Left", "0311").fortress("Right", "1311").fortress("Empty", "0808");
    w.unit("austrian", "garrison", "0311");
    w.unit("austrian", "garrison", "1311");
    for _ in 0..3 {
        w.unit("prussian", "siege-train", "0805");
    }
    let own = w.unit("prussian", "garrison", "0805");
    let guard = strong(&mut w, "austrian", "garrison", "0806", 4);
    let train = w.unit("austrian", "supply-train", "0806");
    let mut g = siege(w);
    g.besiege("0805").roll(4);
    assert_eq!(g.besieged().1, SiegeResult::HonorsOfWar);
    // Two are equally near: the owner chooses; an empty one is not held.
    assert_eq!(
        g.legal(),
        [Action::ChooseHex { hex: g.hex("0311") }, Action::ChooseHex { hex: g.hex("1311") }]
    );
    g.choose_hex("1311");
    assert!(g.is_at(guard, "1311") && g.is_at(train, "1311"));
    // Any unit of the force may go in, a garrison too.
    g.pursue(own, "0806").stay();
    assert!(g.is_at(own, "0806"));
    assert_eq!((g.winner(), g.morale()), (None, [12, 12]));
}

#[test]
fn honors_of_war_without_a_refuge_are_a_loss() {
    let mut w = World::new();
    w.fortress("Glogau", "0806");
    for _ in 0..3 {
        w.unit("prussian", "siege-train", "0805");
    }
    let guard = strong(&mut w, "austrian", "garrison", "0806", 3);
    w.unit("austrian", "infantry", "1020");
    // Another fortress keeps the war from being over.
    w.fortress("Empty", "1022");
    let mut g = siege(w);
    g.besiege("0805").roll(4);
    g.stay();
    assert_eq!((g.spot(guard), g.winner(), g.morale()), (Spot::Box, Some(SideId::COALITION), [13, 11]));
}

#[test]
fn a_capitulation_takes_everybody() {
    for prisoners in [false, true] {
        let mut w = glogau();
        w.setup.options.prisoners = prisoners;
        for _ in 0..4 {
            w.unit("prussian", "siege-train", "0805");
        }
        let spare = w.unit("prussian", "supply-train", "box");
        let guard = strong(&mut w, "austrian", "garrison", "0806", 4);
        let elite = strong(&mut w, "austrian", "infantry", "0806", 0);
        let train = w.unit("austrian", "supply-train", "0806");
        let general = leader(&mut w, "austrian", "0806", 1);
        w.setup.units[elite.index()].starts_elite = true;
        let mut g = siege(w);
        let first = g.cx.setup.unit_ids().nth(2).unwrap();
        g.besiege("0805").roll(6);
        assert_eq!(g.besieged().1, SiegeResult::Capitulation);
        // His escape: a two is above his value.
        g.roll(2);
        g.pursue(first, "0806").stay();
        assert_eq!(g.winner(), Some(SideId::COALITION));
        if prisoners {
            // 38.5: Elites too; half of two brigades and a leader, rounded up; the train does not become a prisoner.
            for u in [guard, elite, general] {
                assert_eq!(g.spot(u), Spot::Prisoner);
            }
            assert!(g.is_at(spare, "0806") && g.spot(train) == Spot::Box);
            assert_eq!(g.morale(), [12 + 1 + 2, 12 - 1 - 2]);
        } else {
            assert_eq!((g.spot(guard), g.spot(elite), g.spot(general)), (Spot::Box, Spot::Box, Spot::Dead));
            assert_eq!(g.morale(), [12 + 3 + 1, 12 - 3 - 2]);
        }
    }
}

#[test]
fn sieges_come_from_several_hexes_and_no_storm_beside_them() {
    let mut w = glogau();
    w.unit("prussian", "siege-train", "0805");
    w.unit("prussian", "siege-train", "0706");
    w.unit("prussian", "infantry", "0706");
    strong(&mut w, "austrian", "garrison", "0806", 9);
    let mut g = siege(w);
    let second = g.hex("0706");
    g.besiege("0805").roll(3);
    assert!(g.legal().contains(&Action::Besiege { from: second, place: GLOGAU }), "21.4");
    let (first, far) = (g.hex("0805"), g.hex("0801"));
    assert_eq!(g.refusal(&Action::Besiege { from: first, place: GLOGAU }).rule.0, "16.6");
    assert_eq!(g.refusal(&Action::Besiege { from: far, place: GLOGAU }).rule.0, "16.5");
    assert_eq!(g.refusal(&Action::Storm { from: second, place: GLOGAU }).rule.0, "21.2");
    g.besiege("0706").roll(3);
    assert!(g.combat_events().filter(|e| matches!(e, CombatEvent::Besieged { .. })).count() == 2);
}

#[test]
fn a_storm_meets_the_walls_and_nobody_retreats_inside() {
    let mut w = glogau();
    w.river("0805", "0806");
    let own = strong(&mut w, "prussian", "infantry", "0805", 20);
    let guard: Vec<UnitId> = (0..4).map(|_| strong(&mut w, "austrian", "infantry", "0806", 1)).collect();
    let mut g = siege(w);
    g.storm("0805").roll(5);
    let f = g.last_round();
    // 500 per cent less three for the fortress, the river not on top (16.18): 200.
    assert_eq!((f.percentage, f.column), (500, 6));
    assert!(matches!(f.lines[0].shift, Shift::Ground(_)) && f.lines[0].value == -3);
    assert_eq!(f.result, CombatResult::DefenderRouted);
    g.lose(guard[0]).lose(guard[1]);
    // 21.7: the rout is ignored, and then nobody was routed.
    assert!(g.is_at(guard[2], "0806") && g.is_at(own, "0805"));
    assert_eq!((g.winner(), g.morale()), (Some(SideId::COALITION), [14, 10]));
}

#[test]
fn cavalry_is_not_doubled_out_of_a_fortress() {
    let mut w = glogau();
    let own: Vec<UnitId> = (0..4).map(|_| strong(&mut w, "prussian", "infantry", "0805", 4)).collect();
    let guard: Vec<UnitId> = (0..4).map(|_| strong(&mut w, "austrian", "cavalry", "0806", 2)).collect();
    let mut g = siege(w);
    // 200 less three is 75: a five is a counterattack.
    g.storm("0805").roll(5);
    assert_eq!(g.last_round().result, CombatResult::Counterattack);
    g.lose(own[0]).lose(guard[0]);
    g.roll(3);
    let f = g.last_round();
    assert_eq!((f.striker, f.strengths), (SideId::HABSBURG, [6, 12]));
    // A fifty: the attackers out of the fortress are beaten; they ignore the retreat, too.
    g.finish(1);
    assert!(guard.iter().all(|u| g.is_at(*u, "0806") || g.spot(*u) == Spot::Box));
}

#[test]
fn a_breakout_ignores_retreats_and_may_pursue() {
    let mut w = glogau();
    w.paint("rough", "0807");
    // The Coalition holds Glogau this time.
    let inside = strong(&mut w, "prussian", "infantry", "0806", 1);
    let inside2 = strong(&mut w, "prussian", "infantry", "0806", 1);
    let their = strong(&mut w, "austrian", "infantry", "0807", 2);
    let mut g = w.at(Phase::Battle, 1, SideId::COALITION);
    g.attack("0806", "0807").roll(5);
    // 100 less two for the rough ground is 50: a five beats the attacker.
    assert_eq!(g.last_round().result, CombatResult::AttackerDefeated);
    g.lose(inside);
    assert!(g.is_at(inside2, "0806"), "no retreat out of the fortress");
    // A quarter of one is one: the winner is gone as well.
    assert_eq!(g.spot(their), Spot::Box);
    assert_eq!(g.winner(), Some(SideId::HABSBURG));
}

#[test]
fn sieges_need_a_train_that_may_act() {
    let mut w = glogau();
    let train = w.unit("prussian", "siege-train", "0805");
    w.unit("prussian", "infantry", "0706");
    strong(&mut w, "austrian", "garrison", "0806", 1);
    let mut g = siege(w);
    let (from, other) = (g.hex("0805"), g.hex("0706"));
    assert_eq!(g.refusal(&Action::Besiege { from: other, place: GLOGAU }).rule.0, "21.3");
    assert_eq!(g.refusal(&Action::Storm { from, place: GLOGAU }).rule.0, "16.4");
    g.s.unit_mut(train).flags.set(Flag::Drilled);
    assert_eq!(g.refusal(&Action::Besiege { from, place: GLOGAU }).rule.0, "11.5");
}

#[test]
fn storms_come_one_after_the_other() {
    let mut w = glogau();
    let a = strong(&mut w, "prussian", "infantry", "0805", 2);
    let b = strong(&mut w, "prussian", "infantry", "0706", 2);
    for _ in 0..8 {
        strong(&mut w, "austrian", "infantry", "0806", 1);
    }
    let mut g = siege(w);
    g.storm("0805").roll(6);
    // The only stormer is lost for a defeat; the garrison loses a quarter and stays.
    for _ in 0..2 {
        let first = g.legal()[0].clone();
        g.act(first);
    }
    g.stay();
    let second = g.hex("0706");
    assert!(g.legal().contains(&Action::Storm { from: second, place: GLOGAU }));
    assert_eq!(g.refusal(&Action::Besiege { from: second, place: GLOGAU }).rule.0, "21.2");
    g.storm("0706").finish(6);
    let gone = |u: UnitId| g.s.unit(u).has(Flag::Fought) || g.s.unit(u).hex().is_none();
    assert!(g.s.phase != Phase::Siege || (gone(a) && gone(b)));
}
