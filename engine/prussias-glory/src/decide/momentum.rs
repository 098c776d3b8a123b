//! Momentum Advances and Momentum Attacks (10.11).

use super::{Ask, Decision, Question, Why, may_advance};
use crate::action::Action;
use crate::board::{Layer, has_counter, has_fighter, leaders_in, put, stack};
use crate::combat::Combat;
use crate::event::Event;
use crate::ids::{Hexes, UnitId};
use crate::leaders::{man_of, name_of};
use crate::state::{self, State};
use crate::words::{answer, leader_target, said, unit_name, unit_target};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use serde::{Deserialize, Serialize};

/// Player Turns after which a marker goes: the present one and the next.
const LIFE: u8 = 2;

/// The attacker goes on by one hex, or puts a marker on a neighbour, or neither.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Momentum;

fn touches_enemy(cx: &Context, s: &State, hex: HexId) -> bool {
    let enemy = s.active.enemy();
    cx.setup.map.neighbours(hex).iter().any(|n| !n.is_none() && has_fighter(cx, s, *n, enemy))
}

/// Units that advanced and touch no enemy infantry or cavalry.
fn may_carry_on(cx: &Context, s: &State, c: &Combat, u: UnitId) -> bool {
    let hex = s.unit(u).hex;
    c.advanced.contains(&u) && !c.carried_on.contains(&u) && !hex.is_none() && !touches_enemy(cx, s, hex)
}

/// Enemy hexes next to those who advanced.
pub fn markable(cx: &Context, s: &State, c: &Combat) -> Hexes {
    let enemy = s.active.enemy();
    let mut out = Hexes::new();
    for u in c.advanced.iter().filter(|u| s.unit(**u).is_on_map() && !s.unit(**u).is_routed()) {
        for n in cx.setup.map.neighbours(s.unit(*u).hex) {
            if !n.is_none() && has_fighter(cx, s, *n, enemy) && !out.contains(n) {
                out.push(*n);
            }
        }
    }
    out
}

impl Momentum {
    fn list_advances(cx: &Context, s: &State, c: &Combat, out: &mut Vec<Action>) {
        for unit in c.advanced.iter().copied().filter(|u| may_carry_on(cx, s, c, *u)) {
            for to in cx.setup.map.neighbours(s.unit(unit).hex).iter().copied().filter(|n| !n.is_none()) {
                if has_counter(cx, s, to, s.active.enemy()) || !may_advance(cx, s, unit, to) {
                    continue;
                }
                out.push(Action::Go { unit, to, layer: Layer::Top });
                if !stack(cx, s, to, s.active).is_empty() {
                    out.push(Action::Go { unit, to, layer: Layer::Bottom });
                }
            }
        }
    }

    /// Leaders follow from the hex a unit has just left.
    fn list_leaders(cx: &Context, s: &State, c: &Combat, out: &mut Vec<Action>) {
        for u in &c.carried_on {
            let to = s.unit(*u).hex;
            // Nobody rides on from where he has followed to.
            let is_left =
                |n: &HexId| c.targets.contains(n) && !c.carried_on.iter().any(|o| s.unit(*o).hex == *n);
            let near = cx.setup.map.neighbours(to).iter().copied().filter(is_left);
            for from in near {
                out.extend(leaders_in(cx, s, from, s.active).map(|leader| Action::Ride { leader, to }));
            }
        }
    }
}

impl Decision for Momentum {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let mut any = Vec::new();
        self.list(cx, s, &mut any);
        if any.len() > 1 { Ask::Side(s.active) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let Some(c) = s.combat.as_deref() else { return };
        Self::list_advances(cx, s, c, out);
        if c.carried_on.is_empty() {
            out.extend(markable(cx, s, c).into_iter().map(|hex| Action::ChooseHex { hex }));
        }
        Self::list_leaders(cx, s, c, out);
        out.sort();
        out.dedup();
        out.push(Action::Done);
    }

    fn refuse(&self, _: &Context, s: &State, action: &Action) -> Why {
        let has_gone = s.combat.as_deref().is_some_and(|c| !c.carried_on.is_empty());
        match action {
            Action::ChooseHex { .. } if has_gone => ("10.11", "the momentum has gone into an advance"),
            Action::ChooseHex { .. } => {
                ("10.11", "a marker goes on an enemy hex next to units that advanced")
            }
            _ => ("10.11", "units that advanced and touch no enemy infantry or cavalry go one hex more"),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Go { unit, to, layer } => {
                let from = s.unit(unit).hex;
                put(cx, s, unit, to, layer);
                rec.emit(|| Event::Advanced { unit, from, to });
                if let Some(c) = s.combat.as_deref_mut() {
                    c.carried_on.push(unit);
                }
                s.push(Self);
            }
            Action::Ride { leader, to } => {
                let from = s.leader(leader).hex;
                s.leader_mut(leader).hex = to;
                let man = man_of(cx, s, leader);
                rec.emit(|| Event::LeaderMoved { leader, man, from, to });
                s.push(Self);
            }
            Action::ChooseHex { hex } => {
                let side = s.active.enemy();
                s.momentum.push(state::Momentum { hex, side, life: LIFE });
                rec.emit(|| Event::MomentumMarked { hex });
                if let Some(c) = s.combat.as_deref_mut() {
                    c.marked = Some(hex);
                }
            }
            _ => {}
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Momentum: advance one hex more, or mark a hex for a Momentum Attack".into(), "10.11")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Go { unit, to, layer } => {
                let place = match (layer, stack(cx, s, *to, s.active).is_empty()) {
                    (_, true) => "",
                    (Layer::Top, _) => ", on top",
                    (Layer::Bottom, _) => ", below",
                };
                let label = format!("Carry {} on to {}{place}", unit_name(cx, *unit), cx.setup.label(*to));
                answer(label, Verb::Move, Target::Hex(*to), "10.11").by(unit_target(*unit))
            }
            Action::Ride { leader, to } => {
                let label = format!("{} goes along to {}", name_of(cx, s, *leader), cx.setup.label(*to));
                answer(label, Verb::Move, Target::Hex(*to), "10.11").by(leader_target(cx, *leader))
            }
            Action::ChooseHex { hex } => {
                let label = format!("Momentum Attack on {}", cx.setup.label(*hex));
                answer(label, Verb::Attack, Target::Hex(*hex), "10.11")
            }
            _ => said("No momentum", Verb::Pass, "10.11"),
        }
    }
}
