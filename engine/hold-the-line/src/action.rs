//! Decisions. Their order is the order of the list.

use super::state::UnitId;
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// By the way that costs least and changes least; `lead`: its leader goes along; `column`: it
    /// forms column for it.
    Move {
        unit: UnitId,
        to: HexId,
        lead: bool,
        column: bool,
    },
    /// Hex by hex, offered where the way matters.
    Walk {
        unit: UnitId,
        lead: bool,
        column: bool,
    },
    /// Rides to `from` and charges `target`.
    Charge {
        unit: UnitId,
        from: HexId,
        target: HexId,
        lead: bool,
    },
    Fire {
        unit: UnitId,
        target: HexId,
    },
    Close {
        unit: UnitId,
        target: HexId,
    },
    Rally {
        unit: UnitId,
    },
    Wake {
        unit: UnitId,
    },
    Turn {
        unit: UnitId,
        facing: u8,
    },
    /// Changes between line and column on the spot.
    Form {
        unit: UnitId,
        column: bool,
        facing: u8,
    },
    /// Rolls for reinforcements.
    Call,
    EndTurn {
        store: u8,
    },

    // Answers to a frame.
    Step {
        to: HexId,
    },
    /// Turns the walk into a charge.
    Strike {
        target: HexId,
    },
    Stop,
    Flee,
    Stay,
    Withdraw,
    Stand,
    /// A new target, or none.
    Aim {
        target: HexId,
    },
    HoldFire,
    /// Which of two equals takes the hit.
    Take {
        unit: UnitId,
    },
    /// Where a retreating, displaced or homeless piece goes.
    Go {
        to: HexId,
    },
    Advance {
        lead: bool,
    },
    Halt,
    Face {
        facing: u8,
    },
    Place {
        unit: UnitId,
        to: HexId,
    },
    AutoPlace,
}
