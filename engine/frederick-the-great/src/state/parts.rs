//! What of a [`State`] belongs together, and the flat record it is in saves.

use super::{Amounts, Frame, Phase, Sally, State};
use crate::ids::{SideId, Walls};
use engine::game::{Frames, InlineVec};
use engine::hex::HexId;

/// Fortresses under siege, and what follows from it for a combat phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sieges {
    /// Fortresses under siege: announced, so everybody knows (13.14).
    pub besieged: Vec<HexId>,
    /// Strength of the besiegers, told to all for a combat phase (13.14).
    pub announced: Vec<(HexId, u16)>,
    pub sallies: Vec<Sally>,
}

/// Points that are off the map, by nation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OffMapPoints {
    /// In the hands of the other side.
    pub prisoners: Amounts,
    pub dead: Amounts,
    pub removed: Amounts,
}

/// Arrivals, withdrawals and limits that are over, as bits by their places in the scenario's lists.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ScheduleDone {
    pub arrived: u64,
    pub withdrawn: u64,
    pub lifted: u64,
}

/// Choices made in setting up (18.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SetUpChoices {
    /// Item and how many inside.
    pub plan: Vec<(u16, u8)>,
    /// Pieces set up so far: which, where, inside; laid on the map when all are done.
    pub placed: Vec<(u16, HexId, Walls)>,
}

/// An empty map before set-up.
impl Default for State {
    fn default() -> Self {
        Self {
            turn: 0,
            phasing: SideId::FIRST,
            phase: Phase::Setup,
            frames: Frames::new(Frame::Sequence),
            stacks: Vec::new(),
            leaders: InlineVec::new(),
            depots: InlineVec::new(),
            camp: None,
            camps: 0,
            demoralised: Vec::new(),
            duty: Vec::new(),
            named: Vec::new(),
            sieges: Sieges::default(),
            shut: Vec::new(),
            off_map: OffMapPoints::default(),
            schedule: ScheduleDone::default(),
            set_up: SetUpChoices::default(),
            forfeited: SideId::NONE,
            ending: false,
            asked: false,
        }
    }
}

engine::flat_record!(State {
    turn,
    phasing,
    phase,
    frames,
    stacks,
    leaders,
    depots,
    camp,
    camps,
    demoralised,
    sieges.besieged,
    sieges.announced,
    duty,
    sieges.sallies,
    shut,
    named,
    off_map.prisoners,
    off_map.dead,
    off_map.removed,
    schedule.arrived,
    schedule.withdrawn,
    schedule.lifted,
    set_up.plan,
    set_up.placed,
    forfeited,
    ending,
    asked,
});
