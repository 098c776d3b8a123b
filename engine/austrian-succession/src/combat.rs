//! 16: battle; what is fought out now. The questions of a battle are in `decide`.

use crate::data::CombatResult;
use crate::ids::{SideId, UnitId, Units};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

/// What kind of combat it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// In a Battle Phase, out of a fortress too (16, 21.8).
    Battle,
    /// In a Siege Phase (21.7).
    Storm,
    /// The storm after a breach, without a shift for the fortress (21.6).
    Breach,
}

/// A battle from the moment it is declared (16.2). Pairs are by side.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Battle {
    pub kind: Kind,
    pub attacker: SideId,
    pub from: HexId,
    pub at: HexId,
    /// Units involved on each side that have survived so far (16.24).
    pub forces: [Units; 2],
    /// The army commanders (16.15).
    pub commanders: [Option<UnitId>; 2],
    /// A supply train was expended for a shift (31).
    pub supplied: [bool; 2],
    /// A Delaying Action was declared (30).
    pub delaying: bool,
    /// Who attacks in this round; it changes with every counterattack (39.CA).
    pub striker: SideId,
    /// 0 in the first round.
    pub round: u8,
    pub result: Option<CombatResult>,
    /// Brigade equivalents eliminated so far that count for morale (16.27).
    pub lost: [u8; 2],
    /// Leaders lost who did not escape.
    pub leaders_lost: [u8; 2],
    /// Brigade equivalents taken prisoner, which count half (38.3).
    pub captured: [u8; 2],
    /// A rout was carried out (5.11.1).
    pub routed: [bool; 2],
    /// Frederick was there at the start (22.6).
    pub frederick: bool,
    pub winner: Option<SideId>,
}
