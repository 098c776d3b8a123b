//! Artillery Capture Attempt (10.10.4).

use super::{Ask, Decision, Retreat};
use crate::board::{arm_of, fighters, guns, has_counter};
use crate::data::{Arm, CaptureResult};
use crate::event::{Event, Taken};
use crate::ids::{SideId, UnitId};
use crate::modifier::{Modifiers, Reason};
use crate::morale::{capture, remove_counters, set_state};
use crate::state::{MoraleState, Spirit, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

/// Batteries in a hex the enemy has entered, one after another from the top.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Capture {
    hex: HexId,
    /// Who has entered.
    side: SideId,
}

impl Capture {
    pub fn new(hex: HexId, side: SideId) -> Self {
        Self { hex, side }
    }

    fn next(&self, cx: &Context, s: &State) -> Option<UnitId> {
        guns(cx, s, self.hex, self.side.enemy()).first().copied()
    }

    /// Modifiers of the die for one battery.
    pub fn modifiers(&self, cx: &Context, s: &State, u: UnitId) -> Modifiers {
        let f = &cx.data.capture;
        let mut out = Modifiers::default();
        let captors = fighters(cx, s, self.hex, self.side);
        out.add_if(captors.iter().any(|c| arm_of(cx, *c) == Arm::Horse), Reason::GunsRidden, f.horse);
        out.add_if(s.unit(u).morale == MoraleState::Disordered, Reason::GunsDisordered, f.disordered);
        match s.army(self.side.enemy()).spirit {
            Spirit::Steady => {}
            Spirit::Demoralized => out.add(Reason::GunsBeaten, f.demoralized),
            Spirit::Broken => out.add(Reason::GunsBeaten, f.broken),
        }
        out.add_if(cx.setup.unit(u).traits.steady_guns, Reason::GunsSteady, f.steady_guns);
        let has_friends = |n: &HexId| {
            !n.is_none() && fighters(cx, s, *n, self.side.enemy()).iter().any(|f| !s.unit(*f).is_routed())
        };
        let covered = cx.setup.map.neighbours(self.hex).iter().any(has_friends);
        out.add_if(covered, Reason::GunsCovered, f.friends_near);
        out
    }
}

impl Decision for Capture {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        match self.next(cx, s) {
            Some(u) if !s.unit(u).is_routed() => {
                Ask::Chance(Roll::dice("artillery capture", "10.10.4", 1, 6))
            }
            _ => Ask::Nobody,
        }
    }

    /// Routed guns are captured without a die.
    fn go_on(&self, cx: &Context, s: &mut State, rec: &mut Record) {
        let Some(u) = self.next(cx, s) else { return };
        if has_counter(cx, s, self.hex, self.side) {
            capture(cx, s, u, Taken::Guns, rec);
            s.push(self.clone());
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let Some(unit) = self.next(cx, s) else { return };
        let die = roll.one() as u8;
        let mods = self.modifiers(cx, s, unit);
        let total = die as i8 + mods.total();
        let lines = &cx.data.capture.results;
        let line = lines.iter().rev().find(|l| total >= l.least).or(lines.first());
        let mut result = line.map_or(CaptureResult::Escapes, |l| l.result);
        let card = cx.setup.unit(unit);
        let steps = s.unit(unit).steps;
        let edge = card.counter_edges().into_iter().find(|e| *e < steps).unwrap_or(0);
        if result == CaptureResult::Counter && edge == 0 {
            result = CaptureResult::Unit;
        }
        rec.emit(|| Event::CaptureRolled { unit, die, modifiers: mods.0, result });
        s.push(self.clone());
        match result {
            CaptureResult::Unit => return capture(cx, s, unit, Taken::Guns, rec),
            CaptureResult::Counter => {
                remove_counters(cx, s, unit, steps, edge, true);
                s.unit_mut(unit).steps = edge;
                rec.emit(|| Event::CounterCaptured { unit, steps: steps - edge });
            }
            CaptureResult::Escapes => {}
        }
        // What is left is Disordered and goes back a hex.
        set_state(cx, s, unit, MoraleState::Disordered, rec);
        s.push(Retreat::from_captors(s, unit, cx.data.movement.disorder));
    }
}
