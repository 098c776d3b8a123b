//! What happened, for log and animation.

use crate::data::CaptureResult;
use crate::decide::Wound;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::modifier::Modifier;
use crate::state::MoraleState;
use engine::hex::HexId;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    PlayerTurnBegan {
        side: SideId,
    },
    Traced {
        unit: UnitId,
    },
    GroupRolled {
        group: u8,
        die: u8,
        modifier: i8,
        effective: bool,
    },
    SpecialRolled {
        leader: LeaderId,
        wing: Option<WingId>,
        die: u8,
        modifier: i8,
        effective: bool,
    },
    WingDeployed {
        wing: WingId,
    },
    GunDeployed {
        unit: UnitId,
    },
    WingFormedColumn {
        wing: WingId,
    },
    GunFormedColumn {
        unit: UnitId,
    },
    LeaderChangedColumn {
        leader: LeaderId,
        column: bool,
    },
    DeploymentRolled {
        wing: WingId,
        own: u8,
        enemy: u8,
        deploys: bool,
    },
    Moved {
        unit: UnitId,
        from: HexId,
        to: HexId,
        cost: u8,
    },
    LeaderMoved {
        leader: LeaderId,
        from: HexId,
        to: HexId,
    },
    LeftMap {
        unit: UnitId,
    },
    Reordered {
        unit: UnitId,
        hex: HexId,
        position: u8,
    },
    GaveUp {
        unit: UnitId,
    },
    Locked {
        hex: HexId,
    },
    LockedFlipped {
        hex: HexId,
    },
    CossackRolled {
        unit: UnitId,
        die: u8,
        refuses: bool,
    },
    WoodsRolled {
        unit: UnitId,
        die: u8,
        fails: bool,
    },
    Bombarded {
        target: HexId,
        guns: Vec<UnitId>,
        strength: u8,
        die: u8,
        modifiers: Vec<Modifier>,
        result: String,
    },
    RallyRolled {
        unit: UnitId,
        die: u8,
        rating: i8,
        rallies: bool,
    },
    LeaderCaught {
        leader: LeaderId,
        die: u8,
        killed: bool,
    },
    LeaderReplaced {
        leader: LeaderId,
        promoted: Option<LeaderId>,
    },
    StepLost {
        unit: UnitId,
        left: u8,
    },
    Eliminated {
        unit: UnitId,
    },
    Captured {
        unit: UnitId,
    },
    StateChanged {
        unit: UnitId,
        to: MoraleState,
    },
    Retreated {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    RoutedOff {
        unit: UnitId,
    },
    OverstackedRetreat {
        hex: HexId,
    },
    Checked {
        unit: UnitId,
        die: u8,
        modifier: i8,
        rating: i8,
        to: Option<MoraleState>,
    },
    CombatDesignated {
        attackers: Vec<HexId>,
        defenders: Vec<HexId>,
        sweep: bool,
    },
    Withdrew {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    Fought {
        attackers: Vec<HexId>,
        defenders: Vec<HexId>,
        /// Of attacker and defender.
        strength: (u8, u8),
        column: String,
        die: u8,
        modifiers: Vec<Modifier>,
        result: String,
        /// Loss points of attacker and defender.
        points: (u8, u8),
    },
    LeaderTested {
        leader: LeaderId,
        die: u8,
        wound: Wound,
    },
    Advanced {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    CaptureRolled {
        unit: UnitId,
        die: u8,
        modifiers: Vec<Modifier>,
        result: CaptureResult,
    },
    CounterCaptured {
        unit: UnitId,
        steps: u8,
    },
    MomentumMarked {
        hex: HexId,
    },
    SweepRolled {
        units: Vec<UnitId>,
        die: u8,
        modifier: u8,
        joined: Vec<UnitId>,
    },
    Sniped {
        unit: UnitId,
        die: u8,
        strength: u8,
        hits: bool,
    },
    Fatigued {
        side: SideId,
        points: u8,
    },
    Rested {
        side: SideId,
        points: u8,
    },
    Encouraged {
        side: SideId,
        points: u8,
    },
    MoraleMarked {
        side: SideId,
        level: i8,
        routed: u8,
    },
    DemoralizationRolled {
        side: SideId,
        die: u8,
        range: u8,
        demoralized: bool,
    },
    ArmyDemoralized {
        side: SideId,
    },
    ArmyBroken {
        side: SideId,
    },
    Ended {
        difference: i16,
    },
}
