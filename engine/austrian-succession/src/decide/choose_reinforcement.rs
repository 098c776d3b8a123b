//! 9 and 41: which units an event brings; they wait in front of the player for their place.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::data::{Effect, Landing, Offer};
use crate::event::Event;
use crate::events::{line, nation_named, risen_lands, rule_of};
use crate::ids::{LandId, MarkerId, SideId, UnitId, Units};
use crate::state::{Reinforcement, Spot, State};
use crate::words::{about_unit, said, unit_name};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The owner takes one of the offers of an event, then its units out of the Recruit box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChooseReinforcement {
    pub side: SideId,
    pub marker: MarkerId,
    pub effect: u8,
    /// The offer taken.
    pub offer: Option<u8>,
    pub taken: u8,
}

impl ChooseReinforcement {
    pub fn new(side: SideId, marker: MarkerId, effect: u8) -> Self {
        Self { side, marker, effect, offer: None, taken: 0 }
    }

    fn parts<'a>(&self, cx: &'a Context) -> Option<(SideId, &'a [String], &'a [Offer], &'a Landing)> {
        match line(cx, self.marker).effects.get(usize::from(self.effect))? {
            Effect::Reinforce { nations, choice, landing, .. } => Some((self.side, nations, choice, landing)),
            _ => None,
        }
    }

    /// One counter of each kind and nation that the offer allows; leaders one by one.
    fn counters(&self, cx: &Context, s: &State, offer: &Offer) -> Units {
        let setup = &cx.setup;
        let Some((side, nations, ..)) = self.parts(cx) else { return Units::new() };
        let mut out = Units::new();
        for u in setup.unit_ids() {
            let card = setup.unit(u);
            let is_meant = s.unit(u).spot == Spot::Box
                && s.owner(setup, u) == Some(side)
                && !card.is_wing
                && !card.is_mercenary
                && offer.arms.contains(&card.arm)
                && nations.iter().any(|id| nation_named(cx, id) == Some(card.nation));
            let is_like = |o: &UnitId| {
                let other = setup.unit(*o);
                !card.is_leader() && other.nation == card.nation && other.kind == card.kind
            };
            if is_meant && !out.iter().any(is_like) {
                out.push(u);
            }
        }
        out
    }

    /// Offers of which something is in the box.
    fn offers(&self, cx: &Context, s: &State) -> SmallVec<[u8; 4]> {
        let Some((_, _, choice, _)) = self.parts(cx) else { return SmallVec::new() };
        let has = |(_, o): &(usize, &Offer)| !self.counters(cx, s, o).is_empty();
        choice.iter().enumerate().filter(has).map(|(i, _)| i as u8).collect()
    }

    fn chosen<'a>(&self, cx: &'a Context) -> Option<&'a Offer> {
        let (_, _, choice, _) = self.parts(cx)?;
        choice.get(usize::from(self.offer?))
    }
}

impl Decision<AustrianSuccession> for ChooseReinforcement {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        let goes_on = match self.chosen(cx) {
            None => !self.offers(cx, s).is_empty(),
            Some(offer) => self.taken < offer.number && !self.counters(cx, s, offer).is_empty(),
        };
        if goes_on { Ask::Seat(self.side.seat()) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        match self.chosen(cx) {
            None => out.extend(self.offers(cx, s).into_iter().map(|offer| Action::Take { offer })),
            Some(offer) => {
                out.extend(self.counters(cx, s, offer).into_iter().map(|unit| Action::Choose { unit }));
            }
        }
    }

    fn refuse(&self, cx: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new(rule_of(cx, self.marker), "The event's units are chosen from the Recruit box first.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Take { offer } => s.push(Self { offer: Some(offer), ..*self }),
            Action::Choose { unit } => {
                let lands: SmallVec<[LandId; 4]> = self
                    .parts(cx)
                    .map_or_else(SmallVec::new, |(side, _, _, rule)| risen_lands(cx, s, side, rule));
                let (side, marker) = (self.side, self.marker);
                fog::leave(&cx.setup, s, unit, Spot::Due);
                s.reinforcements.push(Reinforcement { side, unit, marker, lands });
                rec.emit(|| Event::Reinforced { side, unit });
                s.push(Self { taken: self.taken + 1, ..*self });
            }
            _ => {}
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let name = &line(cx, self.marker).name;
        (format!("'{name}': which units come as reinforcements?"), rule_of(cx, self.marker))
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let rule = rule_of(cx, self.marker);
        match *action {
            Action::Take { offer } => {
                let words = self.parts(cx).and_then(|(_, _, choice, _)| choice.get(usize::from(offer)));
                said(words.map_or_else(String::new, offer_words), Verb::Choose, rule)
            }
            Action::Choose { unit } => {
                about_unit(format!("Take {}", unit_name(cx, unit)), Verb::Choose, unit, rule)
            }
            _ => unlisted(action),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}

/// An offer in words: '2 light brigades', '1 garrison or light brigade'.
fn offer_words(offer: &Offer) -> String {
    let arms: Vec<&str> = offer.arms.iter().map(|a| crate::words::arm_name(*a)).collect();
    let plural = if offer.number == 1 { "unit" } else { "units" };
    format!("Take {} {} {plural}", offer.number, arms.join(" or "))
}
