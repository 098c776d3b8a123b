//! What happened, for log, motions and reports.

use crate::ids::{PartyId, SideId, UnitId};
use crate::setup::Setup;
use crate::state::{Phase, SuddenEnd};
use engine::hex::HexId;
use engine::present::Seat;
use serde::{Deserialize, Serialize};

/// Why Morale Points changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// An event marker (41).
    Marker(crate::ids::MarkerId),
    /// A marker put back (28).
    MarkerBack,
    Recruiting,
    Training,
    Activation,
    /// A battle, storm, capitulation or Advance Guard Action (5.11.1, 22.6).
    Combat,
    /// First in a city (5.11.2).
    City(HexId),
    /// Rally (20).
    Rally,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Event {
    PhaseBegan {
        phase: Phase,
        impulse: u8,
        side: Option<SideId>,
        turn: u8,
    },
    /// Both dice of a tie, or none (6.2).
    Initiative {
        side: SideId,
        dice: Option<[u8; 2]>,
    },
    Morale {
        side: SideId,
        before: u8,
        after: u8,
        why: Reason,
    },
    Joined {
        party: PartyId,
        side: SideId,
    },
    /// Set up; the enemy learns of it only if it lies on top (24).
    SetUp {
        unit: UnitId,
        side: SideId,
        hex: HexId,
    },
    Ended {
        end: Option<SuddenEnd>,
    },
}

impl Event {
    pub fn is_seen_by(&self, _setup: &Setup, seat: Seat) -> bool {
        match self {
            Self::SetUp { side, .. } => seat == Seat::OPEN || SideId::of_seat(seat) == Some(*side),
            _ => true,
        }
    }
}
