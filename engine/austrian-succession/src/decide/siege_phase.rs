//! 21.2: the Siege Phase: formal sieges and storms, one at a time.

use super::battle_phase::fronts;
use super::{Ask, Decision, Question, commit, unlisted};
use crate::action::Action;
use crate::combat::{self, Battle, Kind};
use crate::ids::{Hexes, PlaceId, SideId};
use crate::siege;
use crate::state::State;
use crate::words::{answer, hex_name, said};
use crate::{AustrianSuccession, Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SiegePhase {
    /// Hexes whose units may act in a later impulse (18.3).
    pub ready: Option<Hexes>,
}

pub fn begin(cx: &Context, s: &mut State, side: SideId) {
    let ready = combat::ready_hexes(cx, s, side);
    s.push(SiegePhase { ready });
}

fn hex_of(cx: &Context, place: PlaceId) -> Option<HexId> {
    cx.setup.places.get(place.index()).map(|p| p.hex)
}

impl Decision<AustrianSuccession> for SiegePhase {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        Ask::Seat(s.active.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let ready = self.ready.as_deref();
        for (from, at) in fronts(cx, s, s.active) {
            let ground = cx.setup.ground(at);
            let Some(place) = ground.place.filter(|_| ground.is_fortress) else { continue };
            if siege::check_siege(cx, s, ready, from, at).is_ok() {
                out.push(Action::Besiege { from, place });
            }
            if combat::check_storm(cx, s, ready, from, at).is_ok() {
                out.push(Action::Storm { from, place });
            }
        }
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        let ready = self.ready.as_deref();
        let found = match action {
            Action::Besiege { from, place } => {
                hex_of(cx, *place).and_then(|at| siege::check_siege(cx, s, ready, *from, at).err())
            }
            Action::Storm { from, place } => {
                hex_of(cx, *place).and_then(|at| combat::check_storm(cx, s, ready, *from, at).err())
            }
            _ => None,
        };
        found
            .unwrap_or_else(|| Refusal::new("21.2", "In the Siege Phase fortresses are besieged or stormed."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let ready = self.ready.as_deref();
        match *action {
            Action::Besiege { from, place } => {
                let Some(at) = hex_of(cx, place) else { return };
                let force = siege::check_siege(cx, s, ready, from, at).unwrap_or_default();
                s.push(self.clone());
                commit::besiege(cx, s, Battle::new(Kind::FormalSiege, s.active, from, at, force), rec);
            }
            Action::Storm { from, place } => {
                let Some(at) = hex_of(cx, place) else { return };
                let force = combat::check_storm(cx, s, ready, from, at).unwrap_or_default();
                s.push(self.clone());
                commit::begin(s, Battle::new(Kind::Storm, s.active, from, at, force), rec);
            }
            _ => {}
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Besiege or storm fortresses, or end the Siege Phase".into(), "21.2")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        let place = |place: &PlaceId| hex_of(cx, *place).map_or_else(String::new, |at| hex_name(cx, at));
        let target = |place: &PlaceId| hex_of(cx, *place).map_or(Target::Button(String::new()), Target::Hex);
        match action {
            Action::Besiege { from, place: at } => {
                let label = format!("Besiege {} from {}", place(at), hex_name(cx, *from));
                answer(label, Verb::Attack, target(at), "21.3").by(Target::Hex(*from)).chancy()
            }
            Action::Storm { from, place: at } => {
                let label = format!("Storm {} from {}", place(at), hex_name(cx, *from));
                let storm = answer(label, Verb::Attack, target(at), "21.7").by(Target::Hex(*from));
                let to = hex_of(cx, *at).unwrap_or(HexId::NONE);
                let force = combat::check_storm(cx, s, self.ready.as_deref(), *from, to);
                let is_settled = force.is_ok_and(|force| commit::is_settled(cx, s, &force, to));
                if is_settled { storm.chancy() } else { storm }
            }
            Action::Done => said("End the Siege Phase", Verb::End, "21.1"),
            _ => unlisted(action),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
