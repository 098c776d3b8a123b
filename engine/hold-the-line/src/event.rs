//! What happened, with all that a log line needs to explain it.

use super::state::{Back, Fight, SideId, UnitId};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A named modifier; `value` is added to each die unless the kind says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Mod {
    pub what: ModKind,
    pub value: i8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ModKind {
    /// The defender's ground, by its place in the chart.
    Terrain(u8),
    /// The ground of a unit that checks its morale.
    Ground(u8),
    /// Added to the morale points, not to the die.
    Leader(UnitId),
    /// Stands for the morale points.
    ChargeMorale,
    Elite,
    /// Attacked from opposite sides.
    Opposite,
    Side,
    Rear,
    /// Cavalry of the nation that withdraws well.
    Cavalry,
    /// Numbers of dice.
    EliteDice,
    LinearDice,
    HillGun,
    OneDie,
    /// Doubles bring a hit.
    Doubles,
}

pub type Mods = SmallVec<[Mod; 4]>;
pub type Faces = SmallVec<[u8; 8]>;

/// The faces of a roll, highest first.
pub fn sorted_faces(faces: &[u16]) -> Faces {
    let mut out: Faces = faces.iter().map(|f| *f as u8).collect();
    out.sort_unstable_by(|a, b| b.cmp(a));
    out
}

/// Why a unit checks its morale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum CheckWhy {
    Flee,
    WithdrawCharge,
    WithdrawClose,
    Countercharge,
    Retreat(Fight),
    Nerve,
    Steady,
    Discipline,
}

/// How a piece was lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Loss {
    Hits,
    NoRetreat,
    LeaderShot(Fight),
    /// A leader without troops; `driven` by somebody who came into his hex.
    NoFriends {
        driven: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum WakeWhy {
    Called,
    EnemyNear,
    FiredOn,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Said {
    Flee,
    Stay,
    Withdraw,
    Stand,
    HoldFire,
    NoTarget,
    Halt,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Points {
        side: SideId,
        turn: u16,
        die: u8,
        random: u8,
        command: u8,
        lost: u8,
        bonus: u8,
        kept: u8,
        total: u8,
    },
    TookCommand {
        side: SideId,
        leader: UnitId,
    },
    Moved {
        unit: UnitId,
        path: SmallVec<[HexId; 6]>,
        lead: UnitId,
        cost: u8,
        column: bool,
        fight: Option<HexId>,
    },
    Declared {
        unit: UnitId,
        from: HexId,
        target: HexId,
        fight: Fight,
        cost: u8,
    },
    Said {
        unit: UnitId,
        hex: HexId,
        what: Said,
        fight: Fight,
    },
    Dice {
        unit: UnitId,
        from: HexId,
        target: HexId,
        fight: Fight,
        back: bool,
        range: u8,
        need: i8,
        faces: Faces,
        mods: Mods,
        hits: u8,
        bonus: u8,
    },
    Check {
        unit: UnitId,
        hex: HexId,
        why: CheckWhy,
        die: u8,
        limit: i8,
        base: i8,
        mods: Mods,
        passed: bool,
    },
    Hit {
        unit: UnitId,
        hex: HexId,
        left: u8,
    },
    LastStand {
        unit: UnitId,
        hex: HexId,
        die: u8,
        held: bool,
    },
    Lost {
        unit: UnitId,
        hex: HexId,
        how: Loss,
    },
    LeaderRoll {
        leader: UnitId,
        hex: HexId,
        fight: Fight,
        faces: Faces,
        killed: bool,
    },
    WentBack {
        unit: UnitId,
        from: HexId,
        to: HexId,
        back: Back,
    },
    Displaced {
        unit: UnitId,
        from: HexId,
        to: HexId,
    },
    LeaderWent {
        leader: UnitId,
        from: HexId,
        to: HexId,
        followed: bool,
        driven: bool,
    },
    Advanced {
        unit: UnitId,
        from: HexId,
        to: HexId,
        lead: UnitId,
        fight: Fight,
    },
    Rallied {
        unit: UnitId,
        leader: UnitId,
        hex: HexId,
        mp: u8,
        cost: u8,
    },
    Woke {
        unit: UnitId,
        hex: HexId,
        why: WakeWhy,
        cost: u8,
    },
    Faced {
        unit: UnitId,
        hex: HexId,
        facing: u8,
        cost: u8,
        /// During a secret set-up.
        secret: bool,
    },
    /// Guns that may not leave their front have paid for nothing.
    Stayed {
        unit: UnitId,
        hex: HexId,
        cost: u8,
    },
    Formed {
        unit: UnitId,
        hex: HexId,
        column: bool,
        facing: u8,
        cost: u8,
    },
    Called {
        side: SideId,
        corps: u8,
        die: u8,
        on: u8,
        cost: u8,
        came: bool,
    },
    Placed {
        unit: UnitId,
        hex: HexId,
        arrival: bool,
        secret: bool,
    },
    Held {
        objective: u8,
        side: SideId,
    },
    Ended {
        side: SideId,
        stored: u8,
        idle: bool,
        points: [i32; 2],
    },
    Won {
        side: Option<SideId>,
        points: [i32; 2],
        by_time: bool,
    },
}
