//! 16.24, 16.25: the owner chooses what is lost, one counter at a time.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, Cause};
use crate::ids::{SideId, UnitId, Units};
use crate::reorganization::spare_brigades;
use crate::state::State;
use crate::words::{about_unit, unit_name};
use crate::{AustrianSuccession, Context, Record};
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Losses {
    pub side: SideId,
    /// Brigade equivalents still to be given up.
    pub due: u8,
}

impl Losses {
    fn force(&self, s: &State) -> Units {
        s.battle.as_deref().map(|b| b.force(self.side).clone()).unwrap_or_default()
    }

    /// Nothing to choose: nothing is due, or everything.
    fn is_settled(&self, cx: &Context, s: &State) -> bool {
        self.due == 0 || combat::brigades(&cx.setup, &self.force(s)) <= self.due
    }

    /// Wings that may be broken before their brigades are given up one by one (16.24, 12.5).
    fn may_divide(&self, cx: &Context, s: &State, u: UnitId) -> bool {
        let card = cx.setup.unit(u);
        card.is_wing
            && self.due < card.brigades()
            && spare_brigades(&cx.setup, s, u).len() == usize::from(card.brigades())
    }
}

impl Decision<AustrianSuccession> for Losses {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if self.is_settled(cx, s) { Ask::Nobody } else { Ask::Seat(self.side.seat()) }
    }

    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        if self.due > 0 {
            combat::annihilate(cx, s, self.side, Cause::Loss, rec);
        }
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        for unit in self.force(s) {
            out.push(Action::Lose { unit });
            if self.may_divide(cx, s, unit) {
                out.push(Action::Divide { wing: unit });
            }
        }
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Lose { unit } if usize::from(unit.0) < cx.setup.units.len() => {
                Refusal::new("16.24", format!("{} is not in the battle.", unit_name(cx, *unit)))
            }
            Action::Divide { wing } if self.force(s).contains(wing) => {
                Refusal::new("12.5", "There are not enough brigade counters to break that wing.")
            }
            _ => Refusal::new("16.24", "Losses are chosen first, among the units in the battle."),
        }
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        match *action {
            Action::Divide { wing } => {
                s.push(*self);
                combat::break_wing(cx, s, wing, 0, rec);
            }
            Action::Lose { unit } => {
                let taken = cx.setup.unit(unit).brigades().min(self.due);
                s.push(Self { due: self.due - taken, ..*self });
                if cx.setup.unit(unit).is_wing && taken < cx.setup.unit(unit).brigades() {
                    combat::break_wing(cx, s, unit, taken, rec);
                } else {
                    combat::eliminate(cx, s, unit, Cause::Loss, rec);
                }
            }
            _ => {}
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        let n = self.due;
        let what =
            if n == 1 { "1 brigade equivalent".to_owned() } else { format!("{n} brigade equivalents") };
        (format!("Give up {what}"), "16.24")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        match action {
            Action::Lose { unit } => {
                let card = cx.setup.unit(*unit);
                let taken = card.brigades().min(self.due);
                let part = if card.is_wing && taken < card.brigades() {
                    format!(", {taken} of {} brigades", card.brigades())
                } else {
                    String::new()
                };
                about_unit(format!("Lose {}{part}", unit_name(cx, *unit)), Verb::Choose, *unit, "16.24")
            }
            Action::Divide { wing } => about_unit(
                format!("Break {} into brigades", unit_name(cx, *wing)),
                Verb::Choose,
                *wing,
                "16.25",
            ),
            _ => unlisted(action),
        }
    }
}
