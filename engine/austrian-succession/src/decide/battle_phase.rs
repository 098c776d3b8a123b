//! 16.1: the Battle Phase: attacks one at a time, in any order.

use super::{Ask, Decision, Question, commit, unlisted};
use crate::action::Action;
use crate::combat::{self, Battle, Kind};
use crate::ids::{Hexes, SideId};
use crate::state::State;
use crate::words::{answer, hex_name, said};
use crate::zones::Field;
use crate::{AustrianSuccession, Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BattlePhase {
    /// Hexes from which may be attacked in a later impulse (18.5).
    pub ready: Option<Hexes>,
}

pub fn begin(cx: &Context, s: &mut State, side: SideId) {
    let ready = combat::ready_hexes(cx, s, side);
    s.push(BattlePhase { ready });
}

/// Pairs of a hex with own units and a neighbour with enemies, in order.
pub fn fronts(cx: &Context, s: &State, side: SideId) -> Vec<(HexId, HexId)> {
    let setup = &cx.setup;
    let field = Field::of(setup, s);
    let mut out: Vec<(HexId, HexId)> = Vec::new();
    for u in setup.unit_ids() {
        let Some(from) = s.unit(u).hex().filter(|_| s.owner(setup, u) == Some(side)) else { continue };
        if out.iter().any(|(h, _)| *h == from) {
            continue;
        }
        let near = setup.map.neighbours(from).iter().filter(|n| !n.is_none());
        out.extend(near.filter(|n| field.holds(side.enemy(), **n)).map(|n| (from, *n)));
    }
    out
}

impl Decision<AustrianSuccession> for BattlePhase {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let open = |(from, to): &(HexId, HexId)| {
            combat::check_attack(cx, s, self.ready.as_deref(), *from, *to).is_ok()
        };
        let fronts = fronts(cx, s, s.active);
        out.extend(fronts.into_iter().filter(open).map(|(from, to)| Action::Attack { from, to }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Attack { from, to } => {
                combat::check_attack(cx, s, self.ready.as_deref(), *from, *to).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("16.1", "In the Battle Phase stacks attack their neighbours."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Attack { from, to } = *action else { return };
        let force = combat::check_attack(cx, s, self.ready.as_deref(), from, to).unwrap_or_default();
        s.push(self.clone());
        commit::begin(s, Battle::new(Kind::Battle, s.active, from, to, force), rec);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Choose attacks, or end the Battle Phase".into(), "16.1")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Attack { from, to } => {
                let label = format!("Attack {} from {}", hex_name(cx, *to), hex_name(cx, *from));
                let attack = answer(label, Verb::Attack, Target::Hex(*to), "16.2").by(Target::Hex(*from));
                let force = combat::check_attack(cx, s, self.ready.as_deref(), *from, *to);
                let is_settled = force.is_ok_and(|force| commit::is_settled(cx, s, &force, *to));
                if is_settled { attack.chancy() } else { attack }
            }
            Action::Done => said("End the Battle Phase", Verb::End, "16.3"),
            _ => unlisted(action),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
