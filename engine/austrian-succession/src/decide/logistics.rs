//! 19: the owner expends supply trains; then every unit out of supply, and in winter whoever has marched, rolls for attrition.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::event::Event;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::logistics::{self, Column, Depots, attrition, expend, lose};
use crate::state::State;
use crate::words::{about_unit, hex_name, said, unit_name};
use crate::{AustrianSuccession, Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Verb};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// One side's half of the Logistics Phase, before any die.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Logistics {
    pub side: SideId,
    /// Where trains were expended; nobody else knows.
    pub expended: Hexes,
}

/// Units that still have to roll, the next one last. To another seat a unit it does not see is nobody.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attrition {
    pub side: SideId,
    pub queue: SmallVec<[Check; 16]>,
    /// Nobody was asked before these dice, and none of them has been thrown: what went before is over.
    pub unasked: bool,
}

/// One unit's die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Check {
    pub unit: Option<UnitId>,
    pub column: Column,
}

pub fn begin(s: &mut State) {
    let side = s.active;
    s.push(Logistics { side, expended: Hexes::new() });
}

impl Logistics {
    fn check(&self, cx: &Context, s: &State, train: UnitId) -> Result<HexId, Refusal> {
        let refuse = |text: String| Err(Refusal::new("19.4", text));
        let mut trains = logistics::trains(cx, s, self.side);
        let Some((_, hex)) = trains.find(|t| t.0 == train) else {
            return refuse("Supply trains of your side on the map are expended.".into());
        };
        let depots = Depots::new(cx, s, self.side);
        if !depots.helps(hex, &depots.hungry(&self.expended)) {
            return refuse(format!("{} would supply nobody who needs it.", unit_name(cx, train)));
        }
        Ok(hex)
    }

    /// Trains whose expenditure would feed somebody.
    fn useful_trains(&self, cx: &Context, s: &State) -> Units {
        let depots = Depots::new(cx, s, self.side);
        let hungry = depots.hungry(&self.expended);
        let useful = logistics::trains(cx, s, self.side).filter(|(_, hex)| depots.helps(*hex, &hungry));
        useful.map(|(train, _)| train).collect()
    }
}

/// Beyond so many dice the odds of attrition are not worked out die by die.
const MOST_ODDS: usize = 10;

impl Decision<AustrianSuccession> for Logistics {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Seat(self.side.seat())
    }

    fn list(&self, cx: &Context, s: &State, out: &mut Vec<Action>) {
        out.extend(self.useful_trains(cx, s).into_iter().map(|train| Action::Expend { train }));
        out.push(Action::Done);
    }

    fn refuse(&self, cx: &Context, s: &State, action: &Action) -> Refusal {
        match action {
            Action::Expend { train } if train.index() < cx.setup.units.len() => {
                self.check(cx, s, *train).err()
            }
            _ => None,
        }
        .unwrap_or_else(|| Refusal::new("19.1", "Supply is looked after first."))
    }

    fn apply(&self, cx: &Context, s: &mut State, action: &Action, rec: &mut Record) {
        if let Action::Expend { train } = *action {
            let mut next = self.clone();
            next.expended.extend(s.unit(train).hex());
            expend(cx, s, train, rec);
            return s.push(next);
        }
        let units = attrition(cx, s, self.side, &self.expended);
        let unasked = self.expended.is_empty() && self.useful_trains(cx, s).is_empty();
        let queue = units.iter().rev().map(|(unit, column)| Check { unit: Some(*unit), column: *column });
        let queue: SmallVec<[Check; 16]> = queue.collect();
        if !queue.is_empty() {
            s.push(Attrition { side: self.side, queue, unasked });
        }
    }

    fn prompt(&self, cx: &Context, s: &State) -> Question {
        let hungry = Depots::new(cx, s, self.side).hungry(&self.expended).len();
        let stacks = if hungry == 1 { "stack is" } else { "stacks are" };
        (format!("{hungry} {stacks} out of supply: expend trains?"), "19.4")
    }

    fn label(&self, cx: &Context, s: &State, action: &Action) -> Affordance {
        match action {
            Action::Expend { train } => {
                let at = s.unit(*train).hex().map_or_else(String::new, |hex| hex_name(cx, hex));
                let label = format!("Expend {} in {at}", unit_name(cx, *train));
                about_unit(label, Verb::Other, *train, "19.4")
            }
            _ => {
                let dice = attrition(cx, s, self.side, &self.expended).len();
                let text = match dice {
                    0 => "Expend no more trains".to_owned(),
                    1 => "Expend no more trains: 1 unit rolls for attrition".to_owned(),
                    n => format!("Expend no more trains: {n} units roll for attrition"),
                };
                let end = said(text, Verb::End, "19.4");
                if (1..=MOST_ODDS).contains(&dice) { end.chancy() } else { end }
            }
        }
    }

    fn is_rest(&self) -> bool {
        true
    }
}

impl Decision<AustrianSuccession> for Attrition {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        if self.queue.is_empty() {
            return Ask::Nobody;
        }
        Ask::Chance(Roll::dice("attrition", "19.5", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (side, die) = (self.side, roll.one() as u8);
        let mut next = Self { unasked: false, ..self.clone() };
        let Some(Check { unit, column }) = next.queue.pop() else { return };
        if let Some(unit) = unit
            && let Some(hex) = s.unit(unit).hex()
        {
            let lost = column.is_lost(cx, die, s.unit(unit).is_elite());
            if lost {
                lose(cx, s, unit);
            }
            rec.emit(|| Event::Attrition { side, unit, hex, column, die, lost });
            rec.emit(|| Event::AttritionSeen { side, die, lost: lost.then_some(unit) });
        }
        if !next.queue.is_empty() {
            s.push(next);
        }
    }

    fn prompt(&self, _: &Context, _: &State) -> Question {
        (format!("Attrition: {} dice left", self.queue.len()), "19.5")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }

    fn is_rest(&self) -> bool {
        self.unasked
    }
}
