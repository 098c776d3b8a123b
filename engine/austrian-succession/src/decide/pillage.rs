//! The dice of pillage: for the attempt (35.1), and in the Rally Phase for every marker (35.4).

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::event::Event;
use crate::pillage::{mark, succeeds, unmark};
use crate::state::State;
use crate::{AustrianSuccession, Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::Affordance;
use serde::{Deserialize, Serialize};

/// A light unit tries to pillage this hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PillageRoll {
    pub hex: HexId,
}

/// Whether markers from this hex on are removed, hex by hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct PillageEnds {
    /// No marker before this hex is rolled for any more.
    pub from: HexId,
}

impl PillageEnds {
    pub const FIRST: Self = Self { from: HexId(0) };

    fn next_hex(self, s: &State) -> Option<HexId> {
        s.pillaged.iter().copied().find(|hex| *hex >= self.from)
    }
}

impl Decision<AustrianSuccession> for PillageRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("pillage", "35.1", 1, 6))
    }

    fn resolve(&self, _: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        let (side, hex, success) = (s.active, self.hex, succeeds(die));
        if success {
            mark(s, hex);
        }
        rec.emit(|| Event::Pillaged { side, hex, die, success });
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("A light unit pillages: an odd die succeeds".into(), "35.1")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

impl Decision<AustrianSuccession> for PillageEnds {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        match self.next_hex(s) {
            Some(_) => Ask::Chance(Roll::dice("end of pillage", "35.4", 1, 6)),
            None => Ask::Nobody,
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let Some(hex) = self.next_hex(s) else { return };
        let die = roll.one() as u8;
        let removed = die <= cx.data.morale.pillage_ends;
        if removed {
            unmark(s, hex);
        }
        rec.emit(|| Event::PillageRolled { hex, die, removed });
        s.push(Self { from: HexId(hex.0 + 1) });
    }

    /// The phase begins with it: what went before is over.
    fn is_rest(&self) -> bool {
        self.from == Self::FIRST.from
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        ("A die for each Pillaged marker".into(), "35.4")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}
