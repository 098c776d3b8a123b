//! 17.3 to 17.9: withdrawal and rout, hex by hex, with the dice of zones and rivers.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Cause, CombatEvent, Peril};
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::retreat::Flight;
use crate::state::State;
use crate::words::{about_unit, answer, hex_name, said, unit_name};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// Units that go back along one path: all of a side that withdraws (17.3), or one that routs (17.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Retreat {
    pub side: SideId,
    pub units: Units,
    /// From the battle hex to where they are.
    pub path: Hexes,
    pub left: u8,
}

impl Retreat {
    pub fn new(side: SideId, units: Units, start: HexId, left: u8) -> Self {
        Self { side, units, path: Hexes::from_slice(&[start]), left }
    }

    fn at(&self) -> HexId {
        self.path.last().copied().unwrap_or(HexId::NONE)
    }

    /// Those that are still with it.
    fn alive(&self, s: &State) -> Units {
        let at = self.at();
        self.units.iter().copied().filter(|u| s.unit(*u).hex() == Some(at)).collect()
    }

    fn may_halt(&self, cx: &Context) -> bool {
        self.path.len() > 1 && cx.setup.ground(self.at()).is_fortress
    }

    /// Where they may go next, and whether the enemy leads them.
    fn ways(&self, cx: &Context, s: &State, units: &[UnitId]) -> (Hexes, bool) {
        let start = self.path.first().copied().unwrap_or(HexId::NONE);
        let flight = Flight::new(cx, s, self.side, units, start);
        (flight.next_hexes(&self.path, self.left), flight.is_led_by_enemy())
    }
}

impl Decision<AustrianSuccession> for Retreat {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let units = self.alive(s);
        if self.left == 0 || units.is_empty() {
            return Ask::Nobody;
        }
        let (next, is_led_by_enemy) = self.ways(cx, s, &units);
        if next.is_empty() {
            return Ask::Nobody;
        }
        Ask::Seat(if is_led_by_enemy { self.side.enemy().seat() } else { self.side.seat() })
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let units = self.alive(s);
        out.extend(self.ways(cx, s, &units).0.into_iter().map(|hex| Action::ChooseHex { hex }));
        if self.may_halt(cx) {
            out.push(Action::Halt);
        }
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        let text = "A retreat goes its full distance, through as few enemy zones as it can, and ends nearer to a \
                    fortress of its side.";
        Refusal::new("17.7", text)
    }

    /// It has arrived, or can go no further and is lost there (17.8).
    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.left == 0 || self.may_halt(cx) {
            return;
        }
        let units = self.alive(s);
        let start = self.path.first().copied().unwrap_or(HexId::NONE);
        let is_hemmed_in = Flight::new(cx, s, self.side, &units, start).is_hemmed_in(self.at());
        let cause = if is_hemmed_in { Cause::CutOff } else { Cause::DeadEnd };
        for u in units {
            combat::eliminate(cx, s, u, cause, rec);
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let (units, from) = (self.alive(s), self.at());
        if *action == Action::Halt {
            let units = units.into_iter().collect();
            return rec.emit(|| CombatEvent::Stopped { units, hex: from }.into());
        }
        let Action::ChooseHex { hex: to } = *action else { return };
        let in_zone = Flight::new(cx, s, self.side, &units, from).is_zone(to);
        for u in &units {
            fog::enter(&cx.setup, s, *u, to);
        }
        combat::unshelter(s, to);
        let mut next = self.clone();
        next.path.push(to);
        next.left -= 1;
        next.units = units.clone();
        s.push(next);
        let perils = Perils {
            waiting: units.clone(),
            river: cx.setup.crossing(from, to).river,
            zone: in_zone,
            is_across: false,
        };
        if perils.river || perils.zone {
            s.push(perils);
        }
        let units = units.into_iter().collect();
        rec.emit(|| CombatEvent::Retreated { units, from, to }.into());
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let who = match self.alive(s).as_slice() {
            [u] => format!("{} retreats", unit_name(cx, *u)),
            units => format!("{} units withdraw", units.len()),
        };
        (format!("{who}: choose the next hex, {} to go", self.left), "17.7")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::ChooseHex { hex } => {
                let units = self.alive(s);
                let (river, zone) = (
                    cx.setup.crossing(self.at(), *hex).river,
                    Flight::new(cx, s, self.side, &units, self.at()).is_zone(*hex),
                );
                let risk = match (river, zone) {
                    (true, true) => ", across a river into an enemy zone",
                    (true, false) => ", across a river",
                    (false, true) => ", into an enemy zone",
                    (false, false) => "",
                };
                let label = format!("Retreat to {}{risk}", hex_name(cx, *hex));
                answer(label, Verb::Move, Target::Hex(*hex), "17.7")
            }
            Action::Halt => said("Stop in this fortress", Verb::Pass, "17.9"),
            _ => unlisted(action),
        }
    }
}

/// Dice for a step across a river or into an enemy zone, each unit for itself (17.7).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Perils {
    pub waiting: Units,
    river: bool,
    zone: bool,
    /// The first of them has come across the river.
    is_across: bool,
}

impl Perils {
    fn peril(&self) -> Peril {
        if self.river && !self.is_across { Peril::River } else { Peril::Zone }
    }
}

impl Decision<AustrianSuccession> for Perils {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        match (self.waiting.is_empty(), self.peril()) {
            (true, _) => Ask::Nobody,
            (false, Peril::River) => Ask::Chance(Roll::dice("river", "17.7", 1, 6)),
            (false, Peril::Zone) => Ask::Chance(Roll::dice("enemy zone", "17.7", 1, 6)),
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (Some(unit), die, peril) = (self.waiting.first().copied(), roll.one() as u8, self.peril()) else {
            return;
        };
        let chart = &cx.data.combat;
        let is_steady = s.unit(unit).is_elite() || cx.setup.unit(unit).is_leader();
        let (limit, cause) = match peril {
            Peril::River => (chart.river_die, Cause::River),
            Peril::Zone => (chart.zone_die, Cause::Zone),
        };
        let survived = die > if is_steady { chart.steady_die } else { limit };
        let mut next = self.clone();
        if survived && peril == Peril::River && self.zone {
            next.is_across = true;
        } else {
            next.waiting.remove(0);
            next.is_across = false;
        }
        s.push(next);
        rec.emit(|| CombatEvent::Risked { unit, peril, die, survived }.into());
        if !survived {
            combat::eliminate(cx, s, unit, cause, rec);
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let who = self.waiting.first().map_or("", |u| unit_name(cx, *u));
        let what = match self.peril() {
            Peril::River => "across the river",
            Peril::Zone => "through the enemy zone",
        };
        (format!("{who} retreats {what}"), "17.7")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// A rout: each unit for itself, in the owner's order (17.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Rout {
    pub side: SideId,
    pub waiting: Units,
}

impl Decision<AustrianSuccession> for Rout {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        if self.waiting.is_empty() { Ask::Nobody } else { Ask::Seat(self.side.seat()) }
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend(self.waiting.iter().map(|unit| Action::Choose { unit: *unit }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("17.4", "The units that rout go one by one.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        let mut next = self.clone();
        next.waiting.retain(|u| *u != unit);
        s.push(next);
        let Some(at) = s.unit(unit).hex() else { return };
        if s.unit(unit).is_elite() || cx.setup.unit(unit).is_leader() {
            let hexes = cx.data.combat.withdrawal_hexes;
            s.push(Retreat::new(self.side, Units::from_slice(&[unit]), at, hexes));
        } else {
            s.push(RoutDie { side: self.side, unit, at });
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Who routs next?".into(), "17.4")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return unlisted(action) };
        about_unit(format!("{} routs next", unit_name(cx, *unit)), Verb::Move, *unit, "17.4")
    }
}

/// How far a unit runs (17.4.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct RoutDie {
    pub side: SideId,
    pub unit: UnitId,
    pub at: HexId,
}

impl Decision<AustrianSuccession> for RoutDie {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("rout", "17.4", 1, 6))
    }

    fn resolve(&self, _: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        rec.emit(|| CombatEvent::RoutDie { unit, die }.into());
        s.push(Retreat::new(self.side, Units::from_slice(&[unit]), self.at, die));
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("How far does {} rout?", unit_name(cx, self.unit)), "17.4")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
