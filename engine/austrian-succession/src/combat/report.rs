//! What happened in battles, sieges and what follows from them.

use super::{Cause, Kind, Line};
use crate::data::{CombatResult, SiegeResult};
use crate::event::Event;
use crate::ids::{PlaceId, SideId, UnitId};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a retreating unit rolls for (17.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Peril {
    Zone,
    River,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CombatEvent {
    Declared {
        kind: Kind,
        side: SideId,
        from: HexId,
        at: HexId,
    },
    /// Forbidden after all (41.C6).
    Void {
        side: SideId,
        at: HexId,
    },
    Shown {
        units: SmallVec<[UnitId; 8]>,
    },
    Delaying {
        side: SideId,
    },
    Commander {
        side: SideId,
        leader: UnitId,
    },
    /// A train was spent for a shift or a siege factor (31).
    Supplied {
        side: SideId,
        train: UnitId,
    },
    Rolled(Box<Fought>),
    Besieged {
        place: PlaceId,
        factors: [i8; 2],
        lines: SmallVec<[Line; 6]>,
        die: u8,
        result: SiegeResult,
    },
    /// `into`: what is left of it.
    WingBroken {
        wing: UnitId,
        into: SmallVec<[UnitId; 3]>,
        lost: u8,
        uncounted: u8,
    },
    Eliminated {
        unit: UnitId,
        hex: HexId,
        cause: Cause,
        captured: bool,
    },
    /// Where the leader got to, if he did (22.4).
    Escape {
        leader: UnitId,
        die: u8,
        to: Option<HexId>,
        captured: bool,
    },
    RoutDie {
        unit: UnitId,
        die: u8,
    },
    Retreated {
        units: SmallVec<[UnitId; 4]>,
        from: HexId,
        to: HexId,
    },
    Risked {
        unit: UnitId,
        peril: Peril,
        die: u8,
        survived: bool,
    },
    Stopped {
        units: SmallVec<[UnitId; 4]>,
        hex: HexId,
    },
    RetreatIgnored {
        side: SideId,
    },
    Advanced {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    Deserted {
        unit: UnitId,
        die: u8,
        lost: bool,
    },
    /// The garrison marches away (21.6).
    Honors {
        units: SmallVec<[UnitId; 4]>,
        to: HexId,
    },
    TrainTaken {
        side: SideId,
        train: UnitId,
        hex: HexId,
    },
    /// 22.6.
    FrederickTurned {
        leader: UnitId,
    },
    Ended {
        winner: Option<SideId>,
    },
    /// An Advance Guard Action (29.1).
    AdvanceGuard {
        side: SideId,
        at: HexId,
        strength: u16,
        against: u16,
        succeeds: bool,
    },
    WorksBuilt {
        side: SideId,
        hex: HexId,
    },
    WorksGone {
        hex: HexId,
    },
    /// 38.4: what is offered and what is asked for.
    Proposed {
        side: SideId,
        given: SmallVec<[UnitId; 4]>,
        wanted: SmallVec<[UnitId; 4]>,
    },
    Answered {
        side: SideId,
        accepted: bool,
    },
    Returned {
        unit: UnitId,
        hex: HexId,
    },
}

/// A round of combat: how it was reckoned, and its die.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fought {
    pub striker: SideId,
    pub round: u8,
    pub strengths: [u16; 2],
    pub percentage: u16,
    pub base: u8,
    pub lines: SmallVec<[Line; 6]>,
    pub column: u8,
    pub die: u8,
    /// As the table says, before a Delaying Action changes it (30.2).
    pub rolled: CombatResult,
    pub result: CombatResult,
}

impl From<CombatEvent> for Event {
    fn from(event: CombatEvent) -> Self {
        Self::Combat(event)
    }
}
