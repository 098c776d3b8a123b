//! 40.4 to 40.6: set-up as play, line by line; pieces of a line may be split over its area.

use super::{Ask, Decision, Question};
use crate::action::{Action, Landing};
use crate::event::Event;
use crate::fog;
use crate::ids::{SideId, UnitId};
use crate::setup::SetUpEntry;
use crate::state::{Spot, State};
use crate::words::{answer, hex_name, said, unit_name, unit_target};
use crate::{AustrianSuccession, Context, Record};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Target, Verb};
use serde::{Deserialize, Serialize};

/// One line of the deployment; the Coalition sets up the neutrals too (40.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SetUp {
    pub entry: u8,
}

impl SetUp {
    fn entry<'a>(&self, cx: &'a Context) -> Option<&'a SetUpEntry> {
        cx.setup.set_up.get(usize::from(self.entry))
    }

    fn area<'a>(&self, cx: &'a Context) -> &'a str {
        cx.setup.set_up_areas.get(usize::from(self.entry)).map_or("", String::as_str)
    }

    fn side(&self, cx: &Context) -> SideId {
        self.entry(cx).map_or(SideId::COALITION, |e| cx.setup.parties[e.side.index()].side)
    }

    fn waiting<'a>(&self, cx: &'a Context, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let pieces = self.entry(cx).map_or(&[][..], |e| e.pieces.as_slice());
        pieces.iter().copied().filter(|u| s.unit(*u).spot == Spot::Waiting)
    }

    fn check(&self, cx: &Context, s: &State, unit: UnitId, at: Landing) -> Result<HexId, Refusal> {
        let refuse = |text: String| Err(Refusal::new("40.4", text));
        let Some(entry) = self.entry(cx) else { return refuse("Everything is set up.".into()) };
        if !self.waiting(cx, s).any(|u| u == unit) {
            return refuse(format!("{} is not set up now.", unit_name(cx, unit)));
        }
        match at {
            Landing::Hex(hex) if entry.hexes.contains(&hex) => Ok(hex),
            _ => refuse(format!("{} is set up in: {}.", unit_name(cx, unit), self.area(cx))),
        }
    }

    fn put(&self, cx: &Context, s: &mut State, unit: UnitId, hex: HexId, rec: &mut Record) {
        fog::enter(&cx.setup, s, unit, hex);
        let side = self.side(cx);
        rec.emit(|| Event::SetUp { unit, side, hex });
    }
}

impl Decision<AustrianSuccession> for SetUp {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if self.waiting(cx, s).next().is_some() { Ask::Seat(self.side(cx).seat()) } else { Ask::Nobody }
    }

    /// The next line.
    fn go_on(&self, cx: &Context, s: &mut State, _: &mut Record) {
        let next = Self { entry: self.entry + 1 };
        if next.entry(cx).is_some() {
            s.push(next);
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        let Some(entry) = self.entry(cx) else { return };
        for unit in self.waiting(cx, s) {
            out.extend(entry.hexes.iter().map(|hex| Action::Place { unit, at: Landing::Hex(*hex) }));
        }
        out.push(Action::PlaceRest);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Place { unit, at } => self.check(cx, s, *unit, *at).err(),
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("40.1", "The game is set up first."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match action {
            Action::Place { unit, at: Landing::Hex(hex) } => self.put(cx, s, *unit, *hex, rec),
            _ => {
                let waiting: Vec<UnitId> = self.waiting(cx, s).collect();
                for unit in waiting {
                    let first = self.entry(cx).and_then(|e| e.hexes.first().copied());
                    if let Some(hex) = cx.setup.unit(unit).usual.or(first) {
                        self.put(cx, s, unit, hex, rec);
                    }
                }
            }
        }
        s.push(*self);
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let left = self.waiting(cx, s).count();
        (format!("{}: {left} left to set up", self.area(cx)), "40.4")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Place { unit, at: Landing::Hex(hex) } => {
                let label = format!("Set up {} in {}", unit_name(cx, *unit), hex_name(cx, *hex));
                answer(label, Verb::Place, Target::Hex(*hex), "40.4").by(unit_target(*unit))
            }
            _ => said("Set up the rest of this line where it historically stood", Verb::Place, "40.4"),
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}
