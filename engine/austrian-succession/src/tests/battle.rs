//! 16 and 39: battles by worked examples, by every cell of the table and by every result.

use super::world::{Game, World};
use crate::Action;
use crate::Event;
use crate::combat::{CombatEvent, Fought};
use crate::data::{CombatResult, Face};
use crate::decide::Frame;
use crate::ids::{SideId, UnitId};
use crate::setup::Value;
use crate::state::{Flag, Phase, Spot};

/// A unit of this strength.
pub fn strong(w: &mut World, nation: &str, kind: &str, at: &str, strength: u8) -> UnitId {
    let u = w.unit(nation, kind, at);
    let card = &mut w.setup.units[u.index()];
    for face in [&mut card.regular, &mut card.elite].into_iter().flatten() {
        *face = Face { strength, ..*face };
    }
    u
}

/// A leader of this value and of no strength that could disturb a sum.
pub fn leader(w: &mut World, nation: &str, at: &str, value: u8) -> UnitId {
    let u = strong(w, nation, "leader", at, 0);
    w.setup.units[u.index()].value = Some(Value { front: value, reverse: None });
    u
}

pub fn frederick(w: &mut World, at: &str) -> UnitId {
    let u = strong(w, "prussian", "leader", at, 0);
    w.setup.units[u.index()].value = Some(Value { front: 1, reverse: Some(2) });
    u
}

pub fn battle(w: World) -> Game {
    w.at(Phase::Battle, 1, SideId::COALITION)
}

impl Game {
    pub fn attack(&mut self, from: &str, to: &str) -> &mut Self {
        let (from, to) = (self.hex(from), self.hex(to));
        self.act(Action::Attack { from, to });
        if matches!(self.s.frames.top(), Some(Frame::Commit(_))) {
            self.act(Action::Fight);
        }
        self
    }

    pub fn combat_events(&self) -> impl Iterator<Item = &CombatEvent> {
        self.events.iter().filter_map(|e| match e {
            Event::Combat(c) => Some(c),
            _ => None,
        })
    }

    pub fn rounds(&self) -> Vec<Fought> {
        let of = |e: &CombatEvent| match e {
            CombatEvent::Rolled(f) => Some(f.as_ref().clone()),
            _ => None,
        };
        self.combat_events().filter_map(of).collect()
    }

    pub fn last_round(&self) -> Fought {
        self.rounds().pop().unwrap()
    }

    pub fn winner(&self) -> Option<SideId> {
        let of = |e: &CombatEvent| match e {
            CombatEvent::Ended { winner } => Some(*winner),
            _ => None,
        };
        self.combat_events().filter_map(of).last().expect("a combat has ended")
    }

    pub fn spot(&self, u: UnitId) -> Spot {
        self.s.unit(u).spot
    }

    pub fn morale(&self) -> [u8; 2] {
        [self.s.sides[0].morale, self.s.sides[1].morale]
    }

    pub fn lose(&mut self, unit: UnitId) -> &mut Self {
        self.act(Action::Lose { unit });
        self
    }

    pub fn choose_hex(&mut self, label: &str) -> &mut Self {
        let hex = self.hex(label);
        self.act(Action::ChooseHex { hex });
        self
    }

    pub fn pursue(&mut self, unit: UnitId, label: &str) -> &mut Self {
        let to = self.hex(label);
        self.act(Action::Pursue { unit, to });
        self
    }

    /// Ends the pursuit, if it is asked about.
    pub fn stay(&mut self) -> &mut Self {
        if matches!(self.s.frames.top(), Some(Frame::Pursuit(_))) {
            self.act(Action::Done);
        }
        self
    }

    /// Answers everything that is open with the first answer and this die until the combat is over.
    pub fn finish(&mut self, die: u16) -> &mut Self {
        while self.s.battle.is_some() {
            match self.legal().first().cloned() {
                Some(action) => self.act(action),
                None => self.roll(die),
            }
        }
        self
    }
}

/// Coalition in 0805 against Habsburg in 0806, fortresses of both far behind.
pub fn field() -> World {
    let mut w = World::new();
    w.fortress("North", "0801").fortress("South", "0818");
    w.unit("prussian", "garrison", "0801");
    w.unit("austrian", "garrison", "0818");
    w
}

#[test]
fn shifts_of_both_are_added_and_subtracted() {
    // 16.14: attacker plus one, defender minus two is minus one.
    let mut w = field();
    w.paint("rough", "0806");
    leader(&mut w, "prussian", "0805", 1);
    strong(&mut w, "prussian", "infantry", "0805", 4);
    strong(&mut w, "austrian", "infantry", "0806", 4);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(1);
    let f = g.last_round();
    assert_eq!((f.percentage, f.base, f.column), (100, 4, 3));
    let values: Vec<i8> = f.lines.iter().map(|l| l.value).collect();
    assert_eq!(values, [1, -2]);
}

#[test]
fn only_the_best_ground_counts_and_works_on_top() {
    // 16.18: rough behind a river is the rough or the river, not both.
    for (terrain, river, works, shift) in [
        ("rough", true, false, -2),
        ("forest", true, false, -1),
        ("open", true, false, -1),
        ("open", false, true, -1),
        ("rough", true, true, -3),
        ("town", false, false, -1),
        ("open", false, false, 0),
    ] {
        let mut w = field();
        w.paint(terrain, "0806");
        if river {
            w.river("0805", "0806");
        }
        // The attacker's own ground does not matter (16.19).
        w.paint("rough", "0805");
        strong(&mut w, "prussian", "infantry", "0805", 4);
        strong(&mut w, "austrian", "infantry", "0806", 4);
        let mut g = battle(w);
        if works {
            let hex = g.hex("0806");
            g.s.works.push(crate::state::FieldWorks { hex, side: SideId::HABSBURG });
        }
        g.attack("0805", "0806").roll(1);
        let f = g.last_round();
        assert_eq!(f.lines.iter().map(|l| l.value).sum::<i8>(), shift, "{terrain} {river} {works}");
    }
}

#[test]
fn every_cell_of_the_table_is_reached() {
    let strengths = [4, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120];
    for (column, strength) in strengths.into_iter().enumerate() {
        for die in 1..=6 {
            let mut w = field();
            strong(&mut w, "prussian", "infantry", "0805", strength);
            strong(&mut w, "austrian", "infantry", "0806", 20);
            let mut g = battle(w);
            g.attack("0805", "0806").roll(die);
            let f = g.rounds()[0].clone();
            let offsets = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
            let expected = match die as i32 + offsets[column] {
                ..=-1 => CombatResult::AttackerAnnihilated,
                0..=1 => CombatResult::AttackerRouted,
                2..=3 => CombatResult::AttackerDefeated,
                4 => CombatResult::Counterattack,
                5..=6 => CombatResult::DefenderDefeated,
                7..=9 => CombatResult::DefenderRouted,
                _ => CombatResult::DefenderAnnihilated,
            };
            assert_eq!((usize::from(f.column), f.result), (column, expected), "die {die}");
            g.finish(4);
            assert!(g.s.units.iter().all(|u| !u.has(Flag::Revealed)), "the stacks are closed again");
        }
    }
}

#[test]
fn shifts_stop_at_the_ends() {
    let mut w = field();
    w.paint("rough", "0806");
    strong(&mut w, "prussian", "infantry", "0805", 1);
    strong(&mut w, "austrian", "infantry", "0806", 20);
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    assert_eq!(g.last_round().column, 0);
    let mut w = field();
    leader(&mut w, "prussian", "0805", 2);
    strong(&mut w, "prussian", "infantry", "0805", 1);
    w.unit("austrian", "supply-train", "0806");
    let mut g = battle(w);
    g.attack("0805", "0806").roll(6);
    assert_eq!(g.last_round().column, 10, "no strength at all is the last column");
}

#[test]
fn half_of_nine_brigade_equivalents_are_five() {
    // 16.25: two wings, a leader and two brigades; a wing and two brigades may be given up for half of them.
    let mut w = field();
    let wings = [w.unit("austrian", "infantry-wing", "0806"), w.unit("austrian", "infantry-wing", "0806")];
    let brigades = [w.unit("austrian", "infantry", "0806"), w.unit("austrian", "infantry", "0806")];
    let general = leader(&mut w, "austrian", "0806", 1);
    strong(&mut w, "prussian", "infantry", "0805", 60);
    for _ in 0..6 {
        w.unit("austrian", "infantry", "box");
    }
    let mut g = battle(w);
    // 60 to 18 is 300 per cent, less one for the leader.
    g.attack("0805", "0806").roll(5);
    assert_eq!(g.last_round().result, CombatResult::DefenderRouted);
    // Wings are broken before the losses of a rout (39.DR).
    assert!(wings.iter().all(|w| g.spot(*w) == Spot::Box));
    let there = || -> Vec<UnitId> { g.s.units_in(g.hex("0806")).collect() };
    assert_eq!(there().len(), 9);
    let expected = Frame::from(crate::decide::Losses { side: SideId::HABSBURG, due: 5 });
    assert_eq!(g.s.frames.top(), Some(&expected));
    let given: Vec<UnitId> =
        there().into_iter().filter(|u| *u != general && !brigades.contains(u)).take(3).collect();
    for u in given.into_iter().chain(brigades) {
        g.lose(u);
    }
    assert!(matches!(g.s.frames.top(), Some(Frame::Rout(_))));
    assert_eq!(g.s.battle.as_ref().unwrap().losses.brigades[1], 5);
}

#[test]
fn only_the_losers_units_count_for_morale() {
    // 16.27: defender defeated; three units of the winner and two of the loser are eliminated.
    let mut w = field();
    let own: Vec<UnitId> = (0..12).map(|_| strong(&mut w, "prussian", "infantry", "0805", 2)).collect();
    let their: Vec<UnitId> = (0..8).map(|_| strong(&mut w, "austrian", "infantry", "0806", 2)).collect();
    let mut g = battle(w);
    g.attack("0805", "0806").roll(5);
    assert_eq!(g.last_round().result, CombatResult::DefenderDefeated);
    g.lose(their[0]).lose(their[1]);
    g.lose(own[0]).lose(own[1]).lose(own[2]);
    g.choose_hex("0807").choose_hex("0808").stay();
    assert_eq!(g.winner(), Some(SideId::COALITION));
    assert_eq!(g.morale(), [14, 10]);
    assert_eq!(own.iter().filter(|u| g.spot(**u) == Spot::Box).count(), 3);
}
