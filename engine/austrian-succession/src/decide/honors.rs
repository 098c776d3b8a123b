//! 21.6: honors of war: the garrison marches to the nearest fortress of its side.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Cause, CombatEvent};
use crate::ids::SideId;
use crate::state::State;
use crate::words::{answer, hex_name};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The owner chooses among fortresses equally near.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Honors;

impl Honors {
    fn place(s: &State) -> Option<(SideId, HexId)> {
        s.battle.as_deref().map(|b| (b.defender(), b.at))
    }

    fn refuges(cx: &Context, s: &State) -> SmallVec<[HexId; 8]> {
        let place = Self::place(s);
        place.map(|(side, at)| combat::refuges(cx, s, side, at, Some(at))).unwrap_or_default()
    }

    /// Without a fortress to go to the garrison is lost, and the besieger has won.
    pub fn begin(cx: &Context, s: &mut State, rec: &mut Record) {
        if !Self::refuges(cx, s).is_empty() {
            return s.push(Self);
        }
        let Some(b) = s.battle.as_deref_mut() else { return };
        b.winner = Some(b.attacker);
        let side = b.defender();
        combat::annihilate(cx, s, side, Cause::NoRefuge, rec);
    }
}

impl Decision<AustrianSuccession> for Honors {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Self::place(s).map_or(Ask::Nobody, |(side, _)| Ask::Seat(side.seat()))
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(Self::refuges(cx, s).into_iter().map(|hex| Action::ChooseHex { hex }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("21.6", "The garrison marches to the nearest fortress its side holds.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::ChooseHex { hex: to } = *action else { return };
        let Some(b) = s.battle.as_deref_mut() else { return };
        let i = b.defender().index();
        let units = std::mem::take(&mut b.forces[i]);
        for u in &units {
            fog::enter(&cx.setup, s, *u, to);
        }
        let units = units.into_iter().collect();
        rec.emit(|| CombatEvent::Honors { units, to }.into());
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Where does the garrison march with honors of war?".into(), "21.6")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::ChooseHex { hex } = action else { return unlisted(action) };
        answer(format!("March to {}", hex_name(cx, *hex)), Verb::Move, Target::Hex(*hex), "21.6")
    }
}
