//! Optional dice while moving: Cossacks that refuse (16.1c), disorder in woods (16.4).

use super::{Ask, Decision, Frame, Move, Piece};
use crate::board::{Layer, morale};
use crate::event::Event;
use crate::ids::UnitId;
use crate::morale::{set_state, start_retreat, worsened};
use crate::state::{Flag, MoraleState, State};
use crate::{Context, Record};
use engine::dice::{Roll, RollResult};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

/// Cossacks about to enter a zone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CossackRoll {
    pub unit: UnitId,
    pub to: HexId,
    pub layer: Layer,
}

impl Decision for CossackRoll {
    fn ask(&self, _: &Context, _: &State) -> Ask {
        Ask::Chance(Roll::dice("cossacks", "16.1c", 1, 6))
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        let refuses = die >= cx.data.options.cossack_refuses;
        rec.emit(|| Event::CossackRolled { unit, die, refuses });
        if refuses {
            return s.set(unit, Flag::Refused);
        }
        let Some(Frame::Move(Move { mover })) = s.frames.pop() else { return };
        let spent = mover.filter(|m| m.piece == Piece::Unit(unit)).map_or(0, |m| m.spent);
        super::move_unit::enter(cx, s, unit, spent, self.to, self.layer, rec);
    }
}

/// A unit in woods.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WoodsRoll {
    pub unit: UnitId,
    /// Moving of its own will; else in retreat.
    pub moving: bool,
}

impl Decision for WoodsRoll {
    fn ask(&self, _: &Context, s: &State) -> Ask {
        if s.unit(self.unit).is_on_map() {
            Ask::Chance(Roll::dice("woods", "16.4", 1, 6))
        } else {
            Ask::Nobody
        }
    }

    fn resolve(&self, cx: &Context, s: &mut State, roll: &RollResult, rec: &mut Record) {
        let (unit, die) = (self.unit, roll.one() as u8);
        let rating = morale(cx, s, unit);
        let line = cx.data.options.woods.iter().find(|l| rating >= l.morale);
        let fails = line.is_some_and(|l| die >= l.die);
        rec.emit(|| Event::WoodsRolled { unit, die, fails });
        if !fails {
            return;
        }
        let before = s.unit(unit).morale;
        let to = worsened(before);
        set_state(cx, s, unit, to, rec);
        let is_new_rout = to == MoraleState::Routed && before != MoraleState::Routed;
        match s.frames.top_mut() {
            // A new Rout lengthens the retreat to the number of a rout.
            Some(Frame::Retreat(retreat)) if !self.moving && retreat.unit == unit && is_new_rout => {
                retreat.lengthen(cx);
            }
            Some(Frame::Move(frame)) if self.moving && is_new_rout => {
                frame.mover = None;
                s.set(unit, Flag::Moved);
                start_retreat(cx, s, unit, false);
            }
            _ => {}
        }
    }
}
