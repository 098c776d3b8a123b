//! 22.4: a leader who falls may escape.

use super::{Ask, Decision, Question, unlisted};
use crate::action::Action;
use crate::combat::{self, CombatEvent};
use crate::ids::{SideId, UnitId};
use crate::state::{Spot, State};
use crate::words::{hex_name, unit_name};
use crate::{AustrianSuccession, Context, Record, fog, leaders};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use engine::present::Affordance;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// His die: up to his value he escapes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Escape {
    pub leader: UnitId,
    /// Where he fell.
    pub hex: HexId,
    /// He becomes a prisoner if he does not escape (38.1).
    pub captured: bool,
}

impl Escape {
    fn side(&self, cx: &Context, s: &State) -> Option<SideId> {
        s.owner(&cx.setup, self.leader)
    }

    fn refuges(&self, cx: &Context, s: &State) -> SmallVec<[HexId; 8]> {
        self.side(cx, s).map(|side| combat::refuges(cx, s, side, self.hex, None)).unwrap_or_default()
    }

    fn end(&self, cx: &Context, s: &mut State, die: u8, to: Option<HexId>, rec: &mut Record) {
        let (leader, side) = (self.leader, self.side(cx, s));
        let captured = self.captured && to.is_none();
        match to {
            Some(hex) => fog::enter(&cx.setup, s, leader, hex),
            None => {
                if captured {
                    s.unit_mut(leader).spot = Spot::Prisoner;
                }
                if let Some(side) = side {
                    combat::note_leader(s, side, captured);
                }
            }
        }
        rec.emit(|| CombatEvent::Escape { leader, die, to, captured }.into());
    }
}

impl Decision<AustrianSuccession> for Escape {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("escape", "22.4", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let die = roll.one() as u8;
        if die > leaders::value(cx, s, self.leader) {
            return self.end(cx, s, die, None, rec);
        }
        match self.refuges(cx, s).as_slice() {
            [] => self.end(cx, s, die, None, rec),
            [hex] => self.end(cx, s, die, Some(*hex), rec),
            _ => s.push(EscapeDraw { escape: *self, die }),
        }
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("{} may escape", unit_name(cx, self.leader)), "22.4")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }
}

/// Chance chooses among fortresses equally near.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EscapeDraw {
    pub escape: Escape,
    pub die: u8,
}

impl Decision<AustrianSuccession> for EscapeDraw {
    fn ask(&self, cx: &Context, s: &State) -> Ask {
        Ask::Chance(Roll::pick("refuge", "22.4", self.escape.refuges(cx, s).len().max(1) as u16))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let to = self.escape.refuges(cx, s).get(usize::from(roll.one())).copied();
        self.escape.end(cx, s, self.die, to, rec);
    }

    fn prompt(&self, cx: &Context, _: &State) -> Question {
        (format!("Chance says where {} gets to", unit_name(cx, self.escape.leader)), "22.4")
    }

    fn label(&self, _: &Context, _: &State, action: &Action) -> Affordance {
        unlisted(action)
    }

    fn draw_names(&self, cx: &Context, s: &State) -> Vec<String> {
        self.escape.refuges(cx, s).iter().map(|h| hex_name(cx, *h)).collect()
    }
}
