//! What happened, and who may be told.

use super::state::{Amounts, LossKind, Mode};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Only this side is told; everybody if none.
    pub to: Option<SideId>,
    pub what: What,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum What {
    Turn {
        turn: u8,
        winter: bool,
    },
    PlayerTurn {
        side: SideId,
    },
    SetUp {
        side: SideId,
    },
    Placed {
        piece: u16,
        hex: HexId,
        inside: Walls,
    },
    ChoseInside {
        item: u16,
        inside: u8,
    },
    Arrived {
        entry: u8,
    },
    Withdrawn {
        nation: NationId,
        die: u8,
    },
    Stays {
        nation: NationId,
        die: u8,
    },
    Interned {
        hex: HexId,
        side: SideId,
        sp: u8,
    },
    Recovery {
        hex: HexId,
        side: SideId,
        die: u8,
        initiative: u8,
        back: bool,
    },
    DepotBegun {
        hex: HexId,
        side: SideId,
    },
    DepotDone {
        hex: HexId,
        side: SideId,
    },
    DepotGone {
        hex: HexId,
        side: SideId,
    },
    DepotTaken {
        hex: HexId,
        side: SideId,
    },
    DepotUsedUp {
        hex: HexId,
    },
    CampBegun {
        hex: HexId,
    },
    CampDone {
        hex: HexId,
    },
    CampGone {
        hex: HexId,
    },
    MarchDie {
        side: SideId,
        die: u8,
    },
    ForceDie {
        leader: LeaderId,
        die: u8,
        initiative: u8,
        allowance: u8,
        lost: u8,
    },
    /// Where a force went: seen by all; its strength is not in it.
    Moved {
        leader: LeaderId,
        side: SideId,
        from: HexId,
        to: HexId,
        mode: Mode,
    },
    /// One hex of the way, for the picture.
    Stepped {
        leader: LeaderId,
        side: SideId,
        from: HexId,
        to: HexId,
    },
    /// What it takes along or leaves: for its owner.
    Took {
        leader: LeaderId,
        at: HexId,
        sp: u8,
    },
    Left {
        leader: LeaderId,
        at: HexId,
        sp: u8,
        inside: Walls,
    },
    Joined {
        leader: LeaderId,
        with: LeaderId,
        at: HexId,
    },
    Stayed {
        leader: LeaderId,
        at: HexId,
    },
    Door {
        side: SideId,
        hex: HexId,
        into: bool,
    },
    DoorSp {
        side: SideId,
        hex: HexId,
        nation: NationId,
        sp: u8,
        into: bool,
    },
    LeaderTaken {
        leader: LeaderId,
        hex: HexId,
    },
    LeaderKilled {
        leader: LeaderId,
        hex: HexId,
    },
    Overwhelm {
        side: SideId,
        hex: HexId,
        sp: u16,
        success: bool,
    },
    Captured {
        side: SideId,
        hex: HexId,
        sp: Amounts,
    },
    Besieger {
        hex: HexId,
        side: SideId,
        sp: u16,
    },
    Tie {
        hex: HexId,
        dice: [u8; 2],
    },
    Declined {
        hex: HexId,
        side: SideId,
    },
    Void {
        hex: HexId,
        side: SideId,
    },
    Battle {
        hex: HexId,
        attacker: SideId,
        sp: [u16; 2],
        percent: u16,
        die: u8,
        attack: u8,
        defence: u8,
        mountain: i8,
        total: i8,
        cells: [(u8, bool, bool); 2],
    },
    Victor {
        hex: HexId,
        side: SideId,
        totals: [u16; 2],
        prisoners: u8,
    },
    Drawn {
        hex: HexId,
        total: u16,
    },
    Lost {
        side: SideId,
        hex: HexId,
        nation: NationId,
        sp: u8,
        kind: LossKind,
    },
    RetreatDie {
        hex: HexId,
        side: SideId,
        die: u8,
        initiative: u8,
        allowance: u8,
    },
    Retired {
        hex: HexId,
        side: SideId,
    },
    Demoralised {
        hex: HexId,
        side: SideId,
    },
    Siege {
        hex: HexId,
        die: u8,
        initiative: u8,
        camp: i8,
        total: i8,
        result: u8,
    },
    Honours {
        hex: HexId,
        granted: bool,
    },
    Terms {
        hex: HexId,
        surrendered: bool,
    },
    MarchedOff {
        hex: HexId,
        nation: NationId,
        to: Option<HexId>,
    },
    Storm {
        hex: HexId,
        besieger: u16,
        garrison: u16,
    },
    FortressTaken {
        hex: HexId,
        side: SideId,
    },
    Exchange {
        sp: u8,
        leaders: u8,
    },
    Returned {
        nation: NationId,
        hex: HexId,
        sp: u8,
    },
    LeaderReturned {
        leader: LeaderId,
        hex: HexId,
    },
    KingTaken {
        leader: LeaderId,
    },
    Forfeit {
        side: SideId,
    },
    Lifted {
        limit: u8,
    },
    WinterEnd,
    Over,
}
