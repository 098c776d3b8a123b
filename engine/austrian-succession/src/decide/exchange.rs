//! 38.4: one offer of each side in the Rally Phase: a list of prisoners for a list.

use super::{Ask, Decision, Question, unlisted};
use crate::action::{Action, Landing};
use crate::combat::{CombatEvent, held_fortresses};
use crate::ids::{SideId, UnitId, Units};
use crate::prisoners::{may_exchange, of_side};
use crate::state::{Flag, State};
use crate::words::{about_unit, answer, hex_name, said, side_name, unit_name, unit_target};
use crate::{AustrianSuccession, Context, Record, fog};
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A side makes its offer: prisoners of both sides who shall go home.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Exchange {
    pub side: SideId,
    pub list: Units,
}

/// After the dice of both: the First Player offers, then the Second (38.4). Pushed before the dice, so that it comes after.
pub fn begin(cx: &Context, s: &mut State) {
    if cx.setup.options.prisoners {
        for side in [s.first.enemy(), s.first] {
            s.push(Exchange { side, list: Units::new() });
        }
    }
}

impl Exchange {
    fn can_offer(&self, cx: &Context, s: &State) -> bool {
        !s.side(self.side).offered && may_exchange(cx, s)
    }

    fn is_whole(&self, cx: &Context, s: &State) -> bool {
        let has = |side| self.list.iter().any(|u| s.owner(&cx.setup, *u) == Some(side));
        has(SideId::COALITION) && has(SideId::HABSBURG)
    }
}

impl Decision<AustrianSuccession> for Exchange {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if self.can_offer(cx, s) { Ask::Seat(self.side.seat()) } else { Ask::Nobody }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for side in SideId::BOTH {
            let open = of_side(cx, s, side).into_iter().filter(|u| !self.list.contains(u));
            out.extend(open.map(|unit| Action::Offer { unit }));
        }
        if self.is_whole(cx, s) {
            out.push(Action::Yes);
        }
        out.push(Action::No);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Yes if !self.is_whole(cx, s) => {
                Refusal::new("38.4", "Prisoners of both sides are on the list of an exchange.")
            }
            _ => Refusal::new("38.4", "Prisoners who are not on the list yet can be put on it."),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let side = self.side;
        match *action {
            Action::Offer { unit } => {
                let mut next = self.clone();
                if let Err(at) = next.list.binary_search(&unit) {
                    next.list.insert(at, unit);
                }
                s.push(next);
            }
            Action::Yes => {
                s.side_mut(side).offered = true;
                let of = |who| -> SmallVec<[UnitId; 4]> {
                    self.list.iter().copied().filter(|u| s.owner(&cx.setup, *u) == Some(who)).collect()
                };
                let (given, wanted) = (of(side.enemy()), of(side));
                rec.emit(|| CombatEvent::Proposed { side, given, wanted }.into());
                s.push(Answer { side: side.enemy(), list: self.list.clone() });
            }
            _ => s.side_mut(side).offered = true,
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Offer an exchange of prisoners: who shall go home?".into(), "38.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Offer { unit } => {
                let verb = if s.owner(&cx.setup, *unit) == Some(self.side) { "Ask for" } else { "Give back" };
                about_unit(format!("{verb} {}", unit_name(cx, *unit)), Verb::Choose, *unit, "38.4")
            }
            Action::Yes => {
                said(format!("Propose the exchange of {} prisoners", self.list.len()), Verb::Choose, "38.4")
            }
            Action::No => said("Offer no exchange", Verb::Pass, "38.4"),
            _ => unlisted(action),
        }
    }
}

/// The other side accepts or not.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub side: SideId,
    pub list: Units,
}

impl Decision<AustrianSuccession> for Answer {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, _: &Context, _: &State, out: &mut Vec<Action>) {
        out.extend([Action::Yes, Action::No]);
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let (side, accepted) = (self.side, *action == Action::Yes);
        rec.emit(|| CombatEvent::Answered { side, accepted }.into());
        if !accepted {
            return;
        }
        for who in [s.first.enemy(), s.first] {
            let units: Units =
                self.list.iter().copied().filter(|u| s.owner(&cx.setup, *u) == Some(who)).collect();
            s.push(Homecoming { side: who, units });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let names = |who: SideId| {
            let of = self.list.iter().filter(|u| s.owner(&cx.setup, **u) == Some(who));
            of.map(|u| unit_name(cx, *u)).collect::<Vec<_>>().join(", ")
        };
        let (ours, theirs) = (names(self.side), names(self.side.enemy()));
        let enemy = side_name(cx, self.side.enemy());
        (format!("{enemy} offers {ours} for {theirs}: accept?"), "38.4")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Yes => said("Accept the exchange", Verb::Choose, "38.4"),
            Action::No => said("Refuse the exchange", Verb::Pass, "38.4"),
            _ => unlisted(action),
        }
    }
}

/// Prisoners come back to fortresses of their side, of their owner's choice (38.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Homecoming {
    pub side: SideId,
    pub units: Units,
}

impl Decision<AustrianSuccession> for Homecoming {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        if self.units.is_empty() { Ask::Nobody } else { Ask::Seat(self.side.seat()) }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let Some(unit) = self.units.first().copied() else { return };
        let hexes = held_fortresses(cx, s, self.side);
        out.extend(hexes.into_iter().map(|hex| Action::Place { unit, at: Landing::Hex(hex) }));
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Refusal {
        Refusal::new("38.4", "Exchanged prisoners come back to a fortress their side holds.")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        let Action::Place { unit, at: Landing::Hex(hex) } = *action else { return };
        let mut next = self.clone();
        next.units.retain(|u| *u != unit);
        s.push(next);
        fog::enter(&cx.setup, s, unit, hex);
        if cx.setup.unit(unit).is_mercenary {
            s.unit_mut(unit).flags.set(Flag::Elite);
        }
        rec.emit(|| CombatEvent::Returned { unit, hex }.into());
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        let who = self.units.first().map_or("", |u| unit_name(cx, *u));
        (format!("Where does {who} come back?"), "38.4")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::Place { unit, at: Landing::Hex(hex) } = action else { return unlisted(action) };
        let label = format!("{} comes back to {}", unit_name(cx, *unit), hex_name(cx, *hex));
        answer(label, Verb::Place, Target::Hex(*hex), "38.4").by(unit_target(*unit))
    }
}
