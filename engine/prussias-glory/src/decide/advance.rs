//! Advance after combat (10.10), also into hexes emptied by withdrawal (10.2) and hexes with guns alone (10.10.3).

use super::{Ask, Capture, Decision, Question, Why};
use crate::action::Action;
use crate::board::{
    Layer, can_step, face, fits, guns, has_counter, has_fighter, has_unit, is_fighter, is_zoned, leaders_in,
    put, side_of, stack,
};
use crate::combat::Combat;
use crate::event::Event;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::leaders::{man_of, name_of};
use crate::state::State;
use crate::words::{answer, leader_target, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// Which hexes are entered, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Passage {
    /// Supporting attackers, into hexes emptied by withdrawal while others stand (10.2).
    Emptied,
    /// Attackers, into vacated hexes (10.10.1).
    Vacated,
    /// Attackers, into hexes with guns alone (10.10.3).
    Guns,
    /// Defenders, into attacking hexes with guns alone (10.10.2).
    DefendersGuns,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Advance {
    pub passage: Passage,
}

/// Whether infantry or cavalry may go into the next hex after a combat, enemy guns apart (10.10).
pub fn may_advance(cx: &Context, s: &State, u: UnitId, to: HexId) -> bool {
    let from = s.unit(u).hex;
    let side = side_of(cx, u);
    let Some(dir) = cx.setup.map.direction_to(from, to) else { return false };
    let is_zone = is_zoned(cx, s, to, side.enemy());
    is_fighter(cx, u)
        // 4.1: an inactive army defends itself and does no more.
        && crate::activation::is_unit_awake(cx, s, u)
        && !s.unit(u).is_routed()
        && can_step(cx, s, u, from, dir)
        && fits(cx, s, u, to)
        && !(is_zone && face(cx, s, u).bracket)
}

impl Advance {
    fn side(&self, s: &State) -> SideId {
        if self.passage == Passage::DefendersGuns { s.active.enemy() } else { s.active }
    }

    /// Hexes that may be entered now.
    fn targets(&self, cx: &Context, s: &State, c: &Combat) -> Hexes {
        let enemy = self.side(s).enemy();
        let is_vacated = |h: &HexId| !has_counter(cx, s, *h, enemy);
        let has_guns_alone = |h: &HexId| has_unit(cx, s, *h, enemy) && !has_fighter(cx, s, *h, enemy);
        match self.passage {
            Passage::Emptied | Passage::Vacated => c.targets.iter().copied().filter(is_vacated).collect(),
            Passage::Guns => c.targets.iter().copied().filter(has_guns_alone).collect(),
            Passage::DefendersGuns => c.attackers.iter().copied().filter(has_guns_alone).collect(),
        }
    }

    /// Units that may go.
    fn movers(&self, cx: &Context, s: &State, c: &Combat) -> Units {
        let side = self.side(s);
        let mut out = c.all_standing(cx, s, side);
        if self.passage == Passage::Emptied {
            let front = c.front(cx, s, side);
            out.retain(|u| !front.contains(u));
        }
        out
    }

    /// Leaders may follow those who advanced from their hex.
    fn list_leaders(&self, cx: &Context, s: &State, c: &Combat, out: &mut Vec<Action>) {
        let side = self.side(s);
        for u in &c.advanced {
            let Some((_, home)) = c.present.iter().find(|(p, _)| p == u) else { continue };
            let to = s.unit(*u).hex;
            if side_of(cx, *u) != side || to.is_none() || to == *home {
                continue;
            }
            let rides = leaders_in(cx, s, *home, side).map(|leader| Action::Ride { leader, to });
            out.extend(rides);
        }
    }
}

impl Decision for Advance {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let mut any = Vec::new();
        self.list(cx, s, &mut any);
        if any.len() > 1 { Ask::Side(self.side(s)) } else { Ask::Nobody }
    }

    /// Nobody is left who could go in: guns that were reached are taken.
    fn go_on(&self, cx: &Context, s: &mut State, _: &mut Record) {
        self.close(cx, s);
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let Some(c) = s.combat.as_deref() else { return };
        let targets = self.targets(cx, s, c);
        if !targets.is_empty() {
            for unit in self.movers(cx, s, c) {
                for to in targets.iter().filter(|to| may_advance(cx, s, unit, **to)) {
                    out.push(Action::Go { unit, to: *to, layer: Layer::Top });
                    if !stack(cx, s, *to, self.side(s)).is_empty() {
                        out.push(Action::Go { unit, to: *to, layer: Layer::Bottom });
                    }
                }
            }
        }
        self.list_leaders(cx, s, c, out);
        out.sort();
        out.dedup();
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Why {
        match action {
            Action::Go { unit, .. } if !is_fighter(cx, *unit) => ("10.10.1", "artillery never advances"),
            Action::Go { unit, .. } if s.unit(*unit).is_routed() => {
                ("10.10.1", "Routed units do not advance")
            }
            Action::Go { unit, to, .. } if !fits(cx, s, *unit, *to) => {
                ("5.4", "too many steps would stand there")
            }
            Action::Ride { .. } => ("10.10.1", "leaders advance with infantry or cavalry of their hex"),
            _ if self.passage == Passage::DefendersGuns => {
                ("10.10.2", "defenders enter attacking hexes with guns alone, no others")
            }
            _ => ("10.10.1", "units of attacking hexes enter hexes that the defender has left"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Go { unit, to, layer } => {
                let from = s.unit(unit).hex;
                put(cx, s, unit, to, layer);
                rec.emit(|| Event::Advanced { unit, from, to });
                if let Some(c) = s.combat.as_deref_mut() {
                    c.advanced.push(unit);
                }
                s.push(self.clone());
            }
            Action::Ride { leader, to } => {
                let from = s.leader(leader).hex;
                s.leader_mut(leader).hex = to;
                let man = man_of(cx, s, leader);
                rec.emit(|| Event::LeaderMoved { leader, man, from, to });
                s.push(self.clone());
            }
            _ => self.close(cx, s),
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        match self.passage {
            Passage::Emptied => ("Supporting units may enter emptied hexes".into(), "10.2"),
            Passage::Vacated => ("Advance after combat".into(), "10.10.1"),
            Passage::Guns => ("Enter hexes with guns alone to take them".into(), "10.10.3"),
            Passage::DefendersGuns => ("Defenders may enter hexes with guns alone".into(), "10.10.2"),
        }
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Go { unit, to, layer } => {
                let place = match (layer, stack(cx, s, *to, self.side(s)).is_empty()) {
                    (_, true) => "",
                    (Layer::Top, _) => ", on top",
                    (Layer::Bottom, _) => ", below",
                };
                let label = format!("Advance {} to {}{place}", unit_name(cx, *unit), cx.setup.label(*to));
                answer(label, Verb::Move, Target::Hex(*to), "10.10.1").by(unit_target(*unit))
            }
            Action::Ride { leader, to } => {
                let label = format!("{} goes along to {}", name_of(cx, s, *leader), cx.setup.label(*to));
                answer(label, Verb::Move, Target::Hex(*to), "10.10.1").by(leader_target(cx, *leader))
            }
            _ => said("No further advance", Verb::Pass, "10.10.1"),
        }
    }
}

impl Advance {
    /// Guns that stand in a hex with the enemy are tried for, hex by hex (10.10.4).
    fn close(&self, cx: &Context, s: &mut State) {
        if !matches!(self.passage, Passage::Guns | Passage::DefendersGuns) {
            return;
        }
        let Some(c) = s.combat.as_deref() else { return };
        let side = self.side(s);
        let hexes = if side == s.active { &c.targets } else { &c.attackers };
        let is_shared = |h: &HexId| has_unit(cx, s, *h, side) && !guns(cx, s, *h, side.enemy()).is_empty();
        let found: Hexes = hexes.iter().copied().filter(is_shared).collect();
        for hex in found {
            s.push(Capture::new(hex, side));
        }
    }
}
