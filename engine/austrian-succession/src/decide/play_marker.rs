//! 41: an event marker is played, effect by effect.

use super::{Ask, ChooseReinforcement, Decision, EventDice, LeaderRolls, LightRolls, Question, unlisted};
use crate::action::Action;
use crate::data::{Effect, Points};
use crate::event::{Event, Reason};
use crate::events::{dispose, holds, leaders_in_play, line, party_of, side_of};
use crate::ids::{MarkerId, SideId};
use crate::morale::{self, Change};
use crate::state::State;
use crate::{AustrianSuccession, Context, Record, belligerents};
use engine::present::Affordance;
use serde::{Deserialize, Serialize};

/// What is left of a marker to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PlayMarker {
    pub side: SideId,
    pub marker: MarkerId,
    /// Effects that are done.
    pub done: u8,
}

impl PlayMarker {
    pub fn new(side: SideId, marker: MarkerId) -> Self {
        Self { side, marker, done: 0 }
    }

    /// Does one effect, or asks what it needs.
    fn carry_out(&self, cx: &Context, s: &mut State, effect: &Effect, rec: &mut Record) {
        let marker = self.marker;
        let why = Reason::Marker(marker);
        match effect {
            Effect::Gain { side, points: Points::Fixed(n) } => {
                if let Some(side) = side_of(s, *side) {
                    morale::change(cx, s, Change::gain(side, *n).with_floor(cx.data.morale.floor), why, rec);
                }
            }
            Effect::Lose { side, points: Points::Fixed(n) } => {
                if let Some(side) = side_of(s, *side) {
                    morale::change(cx, s, Change::loss(side, *n).with_floor(cx.data.morale.floor), why, rec);
                }
            }
            Effect::Gain { points: Points::Dice(n), .. } | Effect::Lose { points: Points::Dice(n), .. } => {
                s.push(EventDice { side: self.side, marker, effect: self.done, count: *n });
            }
            Effect::Swing { .. } => {
                s.push(EventDice { side: self.side, marker, effect: self.done, count: 1 })
            }
            Effect::Purse { dice, .. } => {
                s.push(EventDice { side: self.side, marker, effect: self.done, count: *dice });
            }
            Effect::Join(id) => {
                if let Some(party) = party_of(cx, id) {
                    belligerents::join(cx, s, party, rec);
                }
            }
            Effect::Reinforce { .. } => s.push(ChooseReinforcement::new(self.side, marker, self.done)),
            Effect::RollLeaders { nations, .. } => {
                let leaders = leaders_in_play(cx, s, nations);
                if !leaders.is_empty() {
                    s.push(LeaderRolls { marker, effect: self.done, leaders });
                }
            }
            Effect::RollLights { .. } => s.push(LightRolls::new(s.first, marker, self.done)),
            Effect::Halt(_)
            | Effect::Truce { .. }
            | Effect::CapRecruits { .. }
            | Effect::NoRecruits(_)
            | Effect::FirstImpulseOnly(_)
            | Effect::Cancel(_) => {}
        }
    }
}

impl Decision<AustrianSuccession> for PlayMarker {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let (side, marker) = (self.side, self.marker);
        let event = line(cx, marker);
        if self.done == 0 {
            let is_cancelled = crate::events::is_cancelled(cx, s, marker);
            let took_effect = !is_cancelled && event.condition.as_ref().is_none_or(|c| holds(cx, s, c));
            rec.emit(|| Event::Played { side, marker, took_effect });
            if !took_effect {
                return dispose(cx, s, marker, side, is_cancelled);
            }
        }
        match event.effects.get(usize::from(self.done)) {
            Some(effect) => {
                s.push(Self { done: self.done + 1, ..*self });
                self.carry_out(cx, s, effect, rec);
            }
            None => dispose(cx, s, marker, side, true),
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (line(cx, self.marker).name.clone(), "7.3")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
