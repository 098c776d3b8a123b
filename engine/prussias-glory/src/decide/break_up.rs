//! Both armies Demoralized or Broken in one phase (12.4, 12.5): all of both check first, then they retreat by turns, one unit
//! at a time.

use super::{Ask, Decision, Question, Why};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::morale::{check_rating, set_state, start_retreat, worsened};
use crate::state::{MoraleState, State};
use crate::words::{about_unit, said, unit_name};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::present::{Affordance, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BreakUp {
    /// Units that are still to check, the next one first.
    pub checks: SmallVec<[UnitId; 8]>,
    /// Units that have failed and are still to retreat.
    pub due: SmallVec<[UnitId; 8]>,
    /// Who retreats next; a die decides who begins.
    pub next: Option<SideId>,
}

impl BreakUp {
    fn has_due(&self, cx: &Context, s: &State, side: SideId) -> bool {
        self.due_of(cx, s, side).next().is_some()
    }

    fn due_of<'a>(
        &'a self,
        cx: &'a Context,
        s: &'a State,
        side: SideId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let own = move |u: &UnitId| cx.setup.unit(*u).side == side && s.unit(*u).is_on_map();
        self.due.iter().copied().filter(own)
    }

    /// The side whose turn it is; a side that has nobody left is passed over.
    fn side(&self, cx: &Context, s: &State) -> Option<SideId> {
        let wanted = self.next.unwrap_or(SideId::PRUSSIAN);
        [wanted, wanted.enemy()].into_iter().find(|side| self.has_due(cx, s, *side))
    }

    fn needs_first(&self, cx: &Context, s: &State) -> bool {
        self.next.is_none() && SideId::BOTH.into_iter().all(|side| self.has_due(cx, s, side))
    }
}

impl Decision for BreakUp {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        if !self.checks.is_empty() {
            Ask::Chance(Roll::dice("morale", "9.3", 1, 6))
        } else if self.needs_first(cx, s) {
            Ask::Chance(Roll::dice("first to retreat", "12.4", 1, 6))
        } else {
            self.side(cx, s).map_or(Ask::Nobody, Ask::Side)
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let mut next = self.clone();
        let die = roll.one() as u8;
        if next.checks.is_empty() {
            next.next = Some(if die <= 3 { SideId::PRUSSIAN } else { SideId::COALITION });
            return s.push(next);
        }
        let unit = next.checks.remove(0);
        let rating = check_rating(cx, s, unit);
        let to = super::check::result(cx, die as i8, rating);
        rec.emit(|| Event::Checked { unit, die, modifier: 0, rating, to });
        if let Some(to) = to {
            // The zone of a Routed Unit is gone at once, its retreat comes later.
            let worse = if to == MoraleState::Routed { to } else { worsened(s.unit(unit).morale) };
            set_state(cx, s, unit, worse, rec);
            next.due.push(unit);
        }
        s.push(next);
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        if let Some(side) = self.side(cx, s) {
            out.extend(self.due_of(cx, s, side).map(|unit| Action::Choose { unit }));
        }
    }

    fn refuse(&self, _: &Context, _: &State, _: &Action) -> Why {
        ("12.4", "the armies retreat by turns, one unit that failed its check at a time")
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, _: &mut Record) {
        let Action::Choose { unit } = *action else { return };
        let mut next = self.clone();
        next.due.retain(|u| *u != unit);
        next.next = Some(cx.setup.unit(unit).side.enemy());
        s.push(next);
        start_retreat(cx, s, unit, false);
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("Both armies give way: choose the next unit to retreat".into(), "12.4")
    }

    fn label(&self, cx: &Context, _: &State, action: &Action) -> Affordance {
        let Action::Choose { unit } = action else { return said("Done", Verb::Pass, "12.4") };
        about_unit(format!("{} retreats", unit_name(cx, *unit)), Verb::Move, *unit, "12.4")
    }
}
