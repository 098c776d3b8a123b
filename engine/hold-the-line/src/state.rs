//! A position: small, flat, cheap to copy, without anything that could be worked out.

use super::data::LONGEST_MOVE;
use engine::game::Frames;
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A piece by its place in the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct UnitId(pub u8);

impl UnitId {
    pub const NONE: Self = Self(u8::MAX);

    pub const fn is_none(self) -> bool {
        self.0 == u8::MAX
    }

    pub const fn some(self) -> Option<Self> {
        if self.is_none() { None } else { Some(self) }
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides, in the order of the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    pub const FIRST: Self = Self(0);
    pub const SECOND: Self = Self(1);
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];
    /// Neither side: the winner of a draw, the owner of an objective where nobody has been yet.
    pub const NOBODY: Self = Self(2);

    pub const fn enemy(self) -> Self {
        Self(1 - (self.0 & 1))
    }

    /// The first side unless `second`.
    pub const fn second_if(second: bool) -> Self {
        if second { Self::SECOND } else { Self::FIRST }
    }

    pub const fn is_a_side(self) -> bool {
        self.0 < Self::NOBODY.0
    }

    /// Always 0 or 1, also for a number from a damaged file.
    pub const fn index(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// What is true of a unit, one bit each.
pub mod flag {
    /// Its activation of this player turn is used.
    pub const ACTED: u16 = 1;
    /// It has changed its hex since its own player turn began, by whatever cause.
    pub const SHIFTED: u16 = 1 << 1;
    pub const ASLEEP: u16 = 1 << 2;
    /// Fired on since its owner's last player turn ended.
    pub const SHOT: u16 = 1 << 3;
    /// Came onto the map this player turn.
    pub const ARRIVED: u16 = 1 << 4;
    /// Rode off from the fire now being given.
    pub const FLED: u16 = 1 << 5;
    pub const COLUMN: u16 = 1 << 6;
    /// Gone for good.
    pub const LOST: u16 = 1 << 7;
    /// Off the map until its hour comes.
    pub const DUE: u16 = 1 << 8;
    /// Off the map, free to be placed as soon as there is room.
    pub const WAITING: u16 = 1 << 9;
    /// Used the extra hex of its leader.
    pub const HURRIED: u16 = 1 << 10;
    /// All that end with a player turn.
    pub const OF_TURN: u16 = ACTED | SHIFTED | ARRIVED | FLED | HURRIED;
}

/// No facing: leaders, cavalry, Grenzers, and everybody while facing is not played.
pub const NO_FACING: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub hex: HexId,
    pub mp: u8,
    /// The corner looked at, 0 to 5.
    pub facing: u8,
    pub flags: u16,
}

impl Unit {
    pub const fn has_flag(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }

    pub fn set_flag(&mut self, flags: u16) {
        self.flags |= flags;
    }

    pub fn clear_flag(&mut self, flags: u16) {
        self.flags &= !flags;
    }

    pub const fn on_map(&self) -> bool {
        !self.hex.is_none()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SideState {
    /// Points of this turn.
    pub fresh: u8,
    /// Points kept from the turn before, spent first.
    pub kept: u8,
    /// Points put away for the next turn.
    pub stored: u8,
    /// The army commander did nothing last turn.
    pub idle: bool,
    /// Who commands the army now.
    pub commander: UnitId,
    pub leaders_lost: u8,
    /// Next corps of the arrival list that is rolled for.
    pub corps: u8,
    /// It comes on a die up to this.
    pub comes_on: u8,
    /// Rolled for this player turn.
    pub called: bool,
}

impl SideState {
    pub const fn points(&self) -> u8 {
        self.fresh.saturating_add(self.kept)
    }

    /// Takes `cost` points, kept ones first.
    pub fn spend_points(&mut self, cost: u8) {
        let kept = cost.min(self.kept);
        self.kept -= kept;
        self.fresh = self.fresh.saturating_sub(cost - kept);
    }
}

/// How a combat is fought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Fight {
    Fire,
    Close,
    Charge,
}

/// Where a combat stands. Each stage asks a seat, asks chance, or runs on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// The firer or momentum looks for a target (seat).
    Aim,
    /// Flee or stay (seat).
    Flee,
    FleeRoll,
    /// Attackers check before close combat (chance).
    Nerve,
    /// Withdraw or stand (seat).
    Answer,
    WithdrawRoll,
    StandRoll,
    /// Whoever rode off has gone: is anybody left?
    Vacated,
    MoraleMain,
    MoraleGuns,
    Dice,
    CounterDice,
    Allot,
    AllotBack,
    LeaderRoll,
    LeaderRollBack,
    FallMain,
    FallGuns,
    Follow,
    /// Those who went back check once more (an option).
    Settle,
    /// Take the hex or stay (seat).
    Advance,
    End,
}

/// A combat under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Combat {
    pub fight: Fight,
    pub stage: Stage,
    pub unit: UnitId,
    /// Where the attacker stood when dice were due.
    pub from: HexId,
    pub target: HexId,
    /// The defenders as the combat began; NONE once they are out of it.
    pub main: UnitId,
    pub guns: UnitId,
    pub main_failed: bool,
    pub guns_failed: bool,
    /// The horse has ridden off before the attack.
    pub withdrawn: bool,
    pub countered: bool,
    pub hits: u8,
    pub dangers: u8,
    pub hits_back: u8,
    pub dangers_back: u8,
    /// Where the two went, for their leader.
    pub main_to: HexId,
    pub guns_to: HexId,
    /// Fire in place of close combat, after a failed check.
    pub shaken: bool,
    /// The leader who rode along in a charge.
    pub rider: UnitId,
    /// Cavalry momentum: fire that is still to be paid for, at neighbours only.
    pub momentum: bool,
}

impl Combat {
    pub const fn new(fight: Fight, unit: UnitId, from: HexId, target: HexId, stage: Stage) -> Self {
        Self {
            fight,
            stage,
            unit,
            from,
            target,
            main: UnitId::NONE,
            guns: UnitId::NONE,
            main_failed: false,
            guns_failed: false,
            withdrawn: false,
            countered: false,
            hits: 0,
            dangers: 0,
            hits_back: 0,
            dangers_back: 0,
            main_to: HexId::NONE,
            guns_to: HexId::NONE,
            shaken: false,
            rider: UnitId::NONE,
            momentum: false,
        }
    }
}

/// Why a unit goes back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Back {
    Flee,
    /// Before a charge.
    Withdraw,
    /// From close combat.
    Slip,
    Retreat,
}

/// What follows a march.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Then {
    Rest,
    /// On into the charge of this hex.
    Charge(HexId),
}

/// A move under way along a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct March {
    pub unit: UnitId,
    /// Its leader goes along.
    pub lead: bool,
    pub path: [HexId; LONGEST_MOVE],
    pub len: u8,
    pub at: u8,
    pub then: Then,
    /// Guns must pass a check before they leave their front.
    pub check: bool,
    pub cost: u8,
    /// It formed column for this move.
    pub column: bool,
}

/// A move hex by hex, where the way matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Walk {
    pub unit: UnitId,
    pub lead: bool,
    pub column: bool,
    pub start: HexId,
    pub steps: u8,
    /// Never next to the enemy so far.
    pub clear: bool,
    /// May still turn into a charge.
    pub charge: bool,
    /// Entered terrain that ends the move.
    pub stopped: bool,
    /// Guns have passed their check in this walk.
    pub checked: bool,
    /// Guns wait for the check that lets them step out of their front to this hex.
    pub pending: HexId,
    /// Steps in any case; never next to the enemy; and with the leader's extra hex.
    pub limits: [u8; 3],
}

/// What is going on; the top of the stack says who decides what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// Players set up entry `0` of the scenario.
    Setup(u8),
    /// The die for action points is due.
    Points,
    /// The active side acts.
    Act,
    March(March),
    Walk(Walk),
    /// A Grenzer that has moved may fire.
    Skirmish(UnitId),
    Combat(Combat),
    /// `unit` goes one hex back from the enemy in `from`.
    Fall {
        unit: UnitId,
        from: HexId,
        back: Back,
    },
    /// `unit` makes room for `whom`, who falls back into its hex.
    Displace {
        unit: UnitId,
        whom: UnitId,
        from: HexId,
        back: Back,
    },
    /// A leader goes to `main` or `guns`, where his units went, else to his nearest friends; `from`
    /// is the enemy that caused it.
    Home {
        leader: UnitId,
        from: HexId,
        main: HexId,
        guns: HexId,
        /// Somebody came into his hex, in place of his units leaving it.
        driven: bool,
    },
    /// A leader left alone in `hex` by a loss must find friends.
    Bereft {
        hex: HexId,
        side: SideId,
        from: HexId,
    },
    /// The owner says which of two equals is hit.
    Share {
        main: UnitId,
        guns: UnitId,
    },
    /// The last point of an elite unit.
    LastStand {
        unit: UnitId,
    },
    /// A check after having gone back.
    Steady {
        unit: UnitId,
        from: HexId,
    },
    /// A unit sets its facing.
    Face(UnitId),
    /// Reinforcements are placed.
    Arrive,
    /// The die for reinforcements is due.
    Call,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// 1 for the first; 0 while setting up.
    pub turn: u16,
    pub active: SideId,
    /// Whose player turn comes second is over when this is set.
    pub second: bool,
    /// Over: the side that won, or [`SideId::NOBODY`] for a draw.
    pub over: Option<SideId>,
    pub sides: [SideState; 2],
    pub units: SmallVec<[Unit; 32]>,
    pub frames: Frames<Frame>,
    /// Owners of the objectives, in the order of the scenario.
    pub held: SmallVec<[SideId; 8]>,
    /// Who attacked whom this player turn, in order; only while attacks from opposite sides count.
    pub attacks: SmallVec<[(UnitId, UnitId); 4]>,
}

impl State {
    /// The armies are still being set up.
    pub fn setting_up(&self) -> bool {
        self.frames.iter().any(|f| matches!(f, Frame::Setup(_)))
    }

    pub fn unit(&self, u: UnitId) -> &Unit {
        &self.units[u.index()]
    }

    pub fn unit_mut(&mut self, u: UnitId) -> &mut Unit {
        &mut self.units[u.index()]
    }

    pub fn active_side(&self) -> &SideState {
        &self.sides[self.active.index()]
    }

    pub fn side_mut(&mut self) -> &mut SideState {
        &mut self.sides[self.active.index()]
    }

    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
}
