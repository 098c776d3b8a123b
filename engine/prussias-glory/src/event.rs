//! What happened, for log and animation.

use crate::data::{CaptureResult, Fortune};
use crate::decide::Wound;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::leaders::Man;
use crate::modifier::Modifier;
use crate::setup::Setup;
use crate::state::MoraleState;
use engine::hex::HexId;
use engine::present::Seat;
use serde::{Deserialize, Serialize};

/// Why a whole unit is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Taken {
    /// It must retreat and cannot, or flees into an enemy zone (10.9).
    InRetreat,
    /// S in a combat result (10.8.3.5).
    Surrendered,
    /// Routed, of a beaten army, and attacked (9.2).
    RiddenDown,
    /// Guns that the enemy entered (10.10.4).
    Guns,
}

impl Taken {
    pub const fn rule(self) -> &'static str {
        match self {
            Self::InRetreat => "10.9",
            Self::Surrendered => "10.8.3.5",
            Self::RiddenDown => "9.2",
            Self::Guns => "10.10.4",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    TurnBegan {
        turn: u8,
    },
    PlayerTurnBegan {
        side: SideId,
    },
    /// A unit is set up.
    UnitPlaced {
        unit: UnitId,
        hex: HexId,
    },
    LeaderPlaced {
        leader: LeaderId,
        hex: HexId,
    },
    SetUpDone {
        side: SideId,
    },
    /// Only its owner is told (17.1.1).
    LaidUp {
        unit: UnitId,
        wing: WingId,
    },
    LeaderLaidUp {
        leader: LeaderId,
        wing: WingId,
    },
    Detached {
        unit: UnitId,
    },
    Rejoined {
        unit: UnitId,
    },
    CoverPlaced {
        cover: u8,
        side: SideId,
        hex: HexId,
    },
    CoverMoved {
        cover: u8,
        from: HexId,
        to: HexId,
    },
    DisMoved {
        cover: u8,
        which: u8,
        from: HexId,
        to: HexId,
    },
    CoverFormed {
        cover: u8,
    },
    CoverDeployed {
        cover: u8,
    },
    CoverShown {
        cover: u8,
        wing: WingId,
    },
    CoverTurnedDown {
        cover: u8,
    },
    DummyRemoved {
        cover: u8,
    },
    ContestRolled {
        side: SideId,
        moving: u8,
        stationary: u8,
        moving_wins: bool,
    },
    /// A Special Leader of an unspotted wing: for his owner (17.1.3).
    SecretRolled {
        man: Man,
        wing: Option<WingId>,
        die: u8,
        modifier: i8,
        effective: bool,
    },
    /// The same for the enemy.
    VeiledRolled {
        side: SideId,
        die: u8,
        modifier: i8,
        effective: bool,
    },
    LeashNamed {
        wing: WingId,
        /// The wing is unspotted.
        secret: bool,
    },
    FortuneRolled {
        side: SideId,
        dice: Vec<u8>,
        modifier: i8,
        result: Fortune,
    },
    WingStruck {
        wing: WingId,
        result: Fortune,
    },
    CoverStruck {
        cover: u8,
        result: Fortune,
    },
    CoverSpared {
        cover: u8,
    },
    StaysInactive {
        side: SideId,
    },
    ActivationPaid {
        side: SideId,
        points: u8,
    },
    ActivationRolled {
        side: SideId,
        die: u8,
        initiative: u8,
        activates: bool,
    },
    /// An enemy has come near: active from the next Player Turn (4.1.2).
    ArmyAlarmed {
        side: SideId,
    },
    ArmyActivated {
        side: SideId,
    },
    CoupRolled {
        side: SideId,
        die: u8,
        initiative: u8,
        succeeds: bool,
    },
    CoupDeclined {
        side: SideId,
    },
    DetachmentActivated {
        detachment: u8,
    },
    DetachmentDissolved {
        detachment: u8,
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
        man: Man,
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
        man: Man,
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
        man: Man,
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
        man: Man,
        die: u8,
        killed: bool,
    },
    LeaderReplaced {
        man: Man,
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
        how: Taken,
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
        man: Man,
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
        /// Each with what a leader adds to its die.
        units: Vec<(UnitId, u8)>,
        die: u8,
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

impl Event {
    /// Whether a seat may be told of it: what is laid up and set up unseen is its owner's (17).
    pub fn is_seen_by(&self, setup: &Setup, seat: Seat) -> bool {
        let owner = match self {
            Self::LaidUp { unit, .. } | Self::Detached { unit } => setup.unit(*unit).side,
            Self::LeaderLaidUp { leader, .. } => setup.leader(*leader).side,
            Self::SecretRolled { man: Man::Named(l) | Man::Replacement(l), .. } => setup.leader(*l).side,
            Self::CoverPlaced { side, .. } => *side,
            Self::LeashNamed { wing, secret: true } => setup.wing(*wing).side,
            // Its owner has been told more.
            Self::VeiledRolled { side, .. } => return seat == side.enemy().seat(),
            _ => return true,
        };
        seat == Seat::OPEN || seat == owner.seat()
    }
}
