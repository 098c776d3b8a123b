//! Morale checks of units passed through, one after another (9.3, 10.9.2).

use super::{Ask, Decision};
use crate::event::Event;
use crate::morale::{check_rating, suffer};
use crate::state::{Check, MoraleState, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use serde::{Deserialize, Serialize};

/// A chain of retreats is cut here: no unit is checked any more. No chain of real armies comes near it.
const LONGEST_CHAIN: u8 = 200;

/// Works the queue off.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Checks;

impl Decision for Checks {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Nobody
    }

    fn go_on(&self, _: &Context, s: &mut State, _: &mut Record) {
        if s.checks.is_empty() {
            return;
        }
        let check = s.checks.remove(0);
        s.push(Self);
        if s.unit(check.unit).hex == check.hex && s.chain < LONGEST_CHAIN {
            s.chain += 1;
            s.push(CheckRoll { check });
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CheckRoll {
    pub check: Check,
}

/// What a die makes of a unit (9.3).
pub fn result(cx: &Context, die: i8, rating: i8) -> Option<MoraleState> {
    let over = die - rating;
    let m = &cx.data.morale;
    if over >= m.routs_by {
        Some(MoraleState::Routed)
    } else if over >= m.disorders_by {
        Some(MoraleState::Disordered)
    } else {
        None
    }
}

impl Decision for CheckRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("morale", "9.3", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let unit = self.check.unit;
        let die = roll.one() as u8;
        let modifier = if self.check.mixed { cx.data.morale.mixed_die } else { 0 };
        let rating = check_rating(cx, s, unit);
        let to = result(cx, die as i8 + modifier, rating);
        rec.emit(|| Event::Checked { unit, die, modifier, rating, to });
        if let Some(to) = to {
            suffer(cx, s, unit, to, false, rec);
        }
    }
}
