//! What a player may decide.

use crate::ids::{LeaderId, NationId, Walls};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Set up a piece that is left to the player.
    Place {
        piece: u16,
        hex: HexId,
        inside: Walls,
    },
    /// Set up the rest anyhow.
    PlaceRest,
    /// Set up: so many of an item inside the fortress (18.0).
    SetUp {
        item: u16,
        inside: u8,
    },
    /// The rest inside, or one point of each group inside and the rest out.
    SetUpRest {
        all: bool,
    },
    Build {
        hex: HexId,
    },
    Camp {
        hex: HexId,
    },
    /// Begin to move this leader (5.34).
    Begin {
        leader: LeaderId,
    },
    Destroy {
        hex: HexId,
    },
    /// See to the door of a fortress (12.21).
    Open {
        hex: HexId,
    },
    /// Pick up points (5.35).
    Take {
        inside: Walls,
        sp: u8,
    },
    TakeLeader {
        leader: LeaderId,
    },
    /// Roll for the force march (5.2).
    Go,
    Step {
        to: HexId,
    },
    Overwhelm,
    /// Leave points behind.
    Leave {
        inside: Walls,
        sp: u8,
    },
    LeaveLeader {
        leader: LeaderId,
        inside: Walls,
    },
    Stop {
        inside: Walls,
    },
    In {
        nation: NationId,
        sp: u8,
    },
    Out {
        nation: NationId,
        sp: u8,
    },
    LeaderIn {
        leader: LeaderId,
    },
    LeaderOut {
        leader: LeaderId,
    },
    /// Take up this hex next (9.0).
    Fight {
        hex: HexId,
    },
    /// Name the commander where strength and rank are equal (8.23).
    Nominate {
        leader: LeaderId,
    },
    Attack,
    Decline,
    Lose {
        nation: NationId,
        sp: u8,
    },
    /// Into the fortress instead of a retreat (12.23).
    Retire,
    Retreat,
    Besiege {
        hex: HexId,
    },
    Grant,
    Deny,
    Surrender,
    Refuse,
    Refuge {
        hex: HexId,
    },
    Release {
        nation: NationId,
        sp: u8,
    },
    ReleaseLeader {
        leader: LeaderId,
    },
    PutBack {
        hex: HexId,
        sp: u8,
    },
    PutLeader {
        hex: HexId,
        leader: LeaderId,
    },
    Forfeit,
    PlayOn,
    Done,
}
