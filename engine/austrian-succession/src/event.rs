//! What happened, for log, motions and reports.

use crate::Context;
use crate::action::Landing;
use crate::combat::CombatEvent;
use crate::ids::{LotId, MarkerId, PartyId, SideId, UnitId, Units};
use crate::logistics::Column;
use crate::state::{Phase, SuddenEnd};
use engine::hex::HexId;
use engine::present::Seat;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Why Morale Points changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// An event marker (41).
    Marker(MarkerId),
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
    /// A die for a tie (6.2).
    InitiativeDie {
        side: SideId,
        die: u8,
    },
    Initiative {
        side: SideId,
    },
    Morale {
        side: SideId,
        before: u8,
        after: u8,
        why: Reason,
    },
    /// A marker was drawn, or put back for points (7.3, 28).
    Drawn {
        side: SideId,
        marker: MarkerId,
    },
    PutBack {
        side: SideId,
        marker: MarkerId,
    },
    /// It was played; its condition held or did not (7.4).
    Played {
        side: SideId,
        marker: MarkerId,
        took_effect: bool,
    },
    /// Dice an event asked for.
    EventDice {
        marker: MarkerId,
        dice: SmallVec<[u8; 2]>,
    },
    /// The points an event gives for recruits of one nation (41.H4).
    Purse {
        side: SideId,
        points: u8,
    },
    /// A leader's die (41.C4).
    LeaderRolled {
        marker: MarkerId,
        leader: UnitId,
        die: u8,
        goes: bool,
    },
    /// The die for light units in a place (41.C8).
    LightsRolled {
        marker: MarkerId,
        side: SideId,
        hex: HexId,
        die: u8,
    },
    /// A unit comes as a reinforcement when it can (9).
    Reinforced {
        side: SideId,
        unit: UnitId,
    },
    /// A reinforcement or recruit was placed (9.2, 10.3).
    Placed {
        side: SideId,
        unit: UnitId,
        at: Landing,
        recruit: bool,
    },
    Bought {
        side: SideId,
        lot: LotId,
        with_purse: bool,
    },
    Trained {
        leader: UnitId,
        unit: UnitId,
    },
    Combined {
        side: SideId,
        wing: UnitId,
        brigades: SmallVec<[UnitId; 3]>,
    },
    Divided {
        side: SideId,
        wing: UnitId,
        brigades: SmallVec<[UnitId; 3]>,
    },
    /// An event sent a unit to the Recruit box.
    Boxed {
        unit: UnitId,
        marker: MarkerId,
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
    /// A leader was paid for; he is named, wherever he lies (18.2).
    Activated {
        side: SideId,
        leader: UnitId,
        hex: Option<HexId>,
    },
    /// A group went on; from: none out of a staging area (26.2). What its owner sees.
    GroupMoved {
        side: SideId,
        units: Units,
        from: Option<HexId>,
        to: HexId,
    },
    /// The same as the enemy sees it: the path and the unit on top (24).
    StackMoved {
        side: SideId,
        top: UnitId,
        from: Option<HexId>,
        to: HexId,
    },
    /// A unit was left behind by its group (18.4).
    Dropped {
        side: SideId,
        unit: UnitId,
        hex: Option<HexId>,
    },
    MovementEnded {
        side: SideId,
    },
    /// A unit lies on top of its stack now (24).
    TopShown {
        unit: UnitId,
        hex: HexId,
    },
    /// A unit was shown; what it found next to it (24.1.1).
    Scouted {
        side: SideId,
        unit: UnitId,
        found: Units,
    },
    /// Light units tried to pillage a hex (35.1).
    Pillaged {
        side: SideId,
        hex: HexId,
        die: u8,
        success: bool,
    },
    /// The die for a Pillaged marker (35.4).
    PillageRolled {
        hex: HexId,
        die: u8,
        removed: bool,
    },
    /// A supply train was expended (19.4, 31, 36); the Recruit box is open.
    Expended {
        side: SideId,
        train: UnitId,
    },
    /// The attrition die of a unit, and what its owner lost (19.5, 23).
    Attrition {
        side: SideId,
        unit: UnitId,
        hex: HexId,
        column: Column,
        die: u8,
        lost: bool,
    },
    /// The same as the enemy sees it: the die, and what comes to the Recruit box.
    AttritionSeen {
        side: SideId,
        die: u8,
        lost: Option<UnitId>,
    },
    /// Objectives and the die of Rally (20).
    Rallied {
        side: SideId,
        objectives: u8,
        die: u8,
        halved: bool,
        points: u8,
    },
    /// Battles, sieges and what follows from them (16, 17, 21, 22).
    Combat(CombatEvent),
    Ended {
        end: Option<SuddenEnd>,
    },
}

impl Event {
    /// Who learns of it. Which units are trained, combined or set up is the owner's knowledge; the boxes are open (24).
    pub fn is_seen_by(&self, cx: &Context, seat: Seat) -> bool {
        let owner = match self {
            Self::SetUp { side, .. }
            | Self::Combined { side, .. }
            | Self::Divided { side, .. }
            | Self::GroupMoved { side, .. }
            | Self::Dropped { side, .. }
            | Self::Attrition { side, .. } => Some(*side),
            Self::StackMoved { side, .. } | Self::AttritionSeen { side, .. } => {
                return SideId::of_seat(seat) == Some(side.enemy());
            }
            Self::Trained { leader, .. } => {
                cx.setup.unit(*leader).party.map(|p| cx.setup.parties[p.index()].side)
            }
            _ => None,
        };
        owner.is_none() || seat == Seat::OPEN || SideId::of_seat(seat) == owner
    }
}
