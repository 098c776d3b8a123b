//! What a player may decide.

use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// Set up a piece that is left to the player.
    Place {
        piece: u16,
        hex: HexId,
        inside: bool,
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
        leader: u8,
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
        inside: bool,
        sp: u8,
    },
    TakeLeader {
        leader: u8,
    },
    /// Roll for the force march (5.2).
    Go,
    Step {
        to: HexId,
    },
    Overwhelm,
    /// Leave points behind.
    Leave {
        inside: bool,
        sp: u8,
    },
    LeaveLeader {
        leader: u8,
        inside: bool,
    },
    Stop {
        inside: bool,
    },
    In {
        nation: u8,
        sp: u8,
    },
    Out {
        nation: u8,
        sp: u8,
    },
    LeaderIn {
        leader: u8,
    },
    LeaderOut {
        leader: u8,
    },
    /// Take up this hex next (9.0).
    Fight {
        hex: HexId,
    },
    /// Name the commander where strength and rank are equal (8.23).
    Nominate {
        leader: u8,
    },
    Attack,
    Decline,
    Lose {
        nation: u8,
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
        nation: u8,
        sp: u8,
    },
    ReleaseLeader {
        leader: u8,
    },
    PutBack {
        hex: HexId,
        sp: u8,
    },
    PutLeader {
        hex: HexId,
        leader: u8,
    },
    Forfeit,
    PlayOn,
    Done,
}
