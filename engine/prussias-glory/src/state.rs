//! What changes during a battle.

use crate::decide::Frame;
use crate::ids::{Hexes, LeaderId, SideId, UnitId, WingId};
use crate::setup::Setup;
use engine::game::Frames;
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The morale state of a unit (9).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MoraleState {
    Formed,
    Disordered,
    Routed,
}

/// What is to be remembered of a unit for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Flags(u16);

/// One fact about a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Flag {
    /// In Column (7.6).
    Column = 1,
    /// Has finished its move in this phase (7.3).
    Moved = 2,
    /// A battery that moved in this Player Turn (7.3).
    GunMoved = 4,
    /// Fired in this phase (8).
    Fired = 8,
    /// More than five hexes from its leader at the start of the turn (4.2.5).
    OutOfCommand = 64,
    /// Traced to the Army Commander (4.2.5).
    Traced = 128,
    /// Put into another place of its stack since it last moved (5.5).
    Lifted = 256,
    /// A battery made Effective by a Special Leader (4.5).
    GunEffective = 512,
    /// Was chosen in the phase: routed movement done, rally tried.
    Tried = 1024,
    /// Refused to enter a zone in this phase (16.1c).
    Refused = 2048,
}

impl Flags {
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & flag as u16 != 0
    }

    pub const fn set(&mut self, flag: Flag) {
        self.0 |= flag as u16;
    }

    pub const fn clear(&mut self, flag: Flag) {
        self.0 &= !(flag as u16);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// None once it is off the map.
    pub hex: HexId,
    /// Place in the stack of its side, 0 on top.
    pub order: u8,
    pub steps: u8,
    pub morale: MoraleState,
    pub flags: Flags,
}

impl Unit {
    pub fn is_on_map(&self) -> bool {
        !self.hex.is_none()
    }

    pub fn has(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    pub fn is_routed(&self) -> bool {
        self.morale == MoraleState::Routed
    }

    pub fn is_formed(&self) -> bool {
        self.morale == MoraleState::Formed
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Leader {
    pub hex: HexId,
    pub column: bool,
    pub moved: bool,
    /// A Special Leader who has rolled in this phase (4.5).
    pub rolled: bool,
    /// His values are those of a replacement (15.1).
    pub replaced: bool,
}

impl Leader {
    pub fn is_on_map(&self) -> bool {
        !self.hex.is_none()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Wing {
    pub column: bool,
    /// Effective in this Player Turn (4.2.3).
    pub effective: bool,
    /// Has tried to deploy under the enemy's eyes in this Player Turn (7.6.3).
    pub deploy_tried: bool,
    /// One of its units has begun to move in this phase.
    pub moved: bool,
    /// Batteries that went into column with it in this phase (7.6).
    pub guns: u8,
}

/// A piece on the army morale track (12.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct BoxPiece {
    pub level: i8,
    pub kind: BoxKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BoxKind {
    /// A counter destroyed or routed off the map.
    Lost(UnitId),
    /// A counter captured, with the steps on it.
    Captured(UnitId, u8),
    Fatigue,
    /// Paid for a try to Activate (4.1.1).
    Cost,
}

impl BoxKind {
    /// A counter of a unit, not a marker.
    pub fn is_counter(self) -> bool {
        matches!(self, Self::Lost(_) | Self::Captured(..))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Spirit {
    #[default]
    Steady,
    Demoralized,
    Broken,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Army {
    pub boxes: SmallVec<[BoxPiece; 8]>,
    /// The level while no box is filled (12.1).
    pub base: i8,
    /// The Current Morale Marker.
    pub marker: i8,
    /// Combat Success points of this turn (10.12).
    pub success: u8,
    /// Moved or fought in this turn (12.3).
    pub tired: bool,
    pub spirit: Spirit,
    /// Who commands it now.
    pub commander: Option<LeaderId>,
    /// It is the second-in-command (15.1).
    pub second: bool,
    /// Points the enemy has for its commanders (19.1).
    pub fallen: u8,
    /// Units traced to the commander in this turn.
    pub traced: u8,
}

/// A Locked marker (6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Locked {
    pub hex: HexId,
    pub penalty: bool,
    /// Who was Engaged when it was placed.
    pub engaged: SmallVec<[UnitId; 4]>,
}

/// A Momentum Attack marker (10.11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Momentum {
    pub hex: HexId,
    /// Whose units stand under it.
    pub side: SideId,
    /// Goes at the end of this many more Player Turns.
    pub life: u8,
}

/// A morale check that is due (10.9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Check {
    pub unit: UnitId,
    pub hex: HexId,
    pub mixed: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub units: SmallVec<[Unit; 80]>,
    pub leaders: SmallVec<[Leader; 24]>,
    pub wings: SmallVec<[Wing; 20]>,
    pub armies: [Army; 2],
    pub locked: SmallVec<[Locked; 4]>,
    pub momentum: SmallVec<[Momentum; 4]>,
    pub holders: SmallVec<[Option<SideId>; 12]>,
    /// Hexes bombarded in this phase (8).
    pub bombarded: Hexes,
    /// Groups that are Degraded in this Player Turn, one bit each.
    pub degraded: u32,
    pub checks: SmallVec<[Check; 4]>,
    /// Checks made since the last rest.
    pub chain: u8,
    pub frames: Frames<Frame>,
    pub turn: u8,
    pub active: SideId,
}

impl State {
    pub fn unit(&self, u: UnitId) -> &Unit {
        &self.units[u.index()]
    }

    pub fn unit_mut(&mut self, u: UnitId) -> &mut Unit {
        &mut self.units[u.index()]
    }

    pub fn leader(&self, l: LeaderId) -> &Leader {
        &self.leaders[l.index()]
    }

    pub fn leader_mut(&mut self, l: LeaderId) -> &mut Leader {
        &mut self.leaders[l.index()]
    }

    pub fn wing(&self, w: WingId) -> &Wing {
        &self.wings[w.index()]
    }

    pub fn wing_mut(&mut self, w: WingId) -> &mut Wing {
        &mut self.wings[w.index()]
    }

    pub fn army(&self, side: SideId) -> &Army {
        &self.armies[side.index()]
    }

    pub fn army_mut(&mut self, side: SideId) -> &mut Army {
        &mut self.armies[side.index()]
    }

    pub fn has(&self, u: UnitId, flag: Flag) -> bool {
        self.unit(u).has(flag)
    }

    pub fn set(&mut self, u: UnitId, flag: Flag) {
        self.unit_mut(u).flags.set(flag);
    }

    /// Takes a mark from every unit of a side.
    pub fn clear_all(&mut self, setup: &Setup, side: SideId, flag: Flag) {
        for (unit, card) in self.units.iter_mut().zip(&setup.units) {
            if card.side == side {
                unit.flags.clear(flag);
            }
        }
    }

    /// The position before the first turn.
    pub fn new(setup: &Setup, first: Frame) -> Self {
        let unit = |card: &crate::setup::UnitCard| Unit {
            hex: card.start.unwrap_or(HexId::NONE),
            order: card.order,
            steps: card.steps(),
            morale: MoraleState::Formed,
            flags: Flags::default(),
        };
        let leader = |card: &crate::setup::LeaderCard| Leader {
            hex: card.start.unwrap_or(HexId::NONE),
            column: false,
            moved: false,
            rolled: false,
            replaced: false,
        };
        let army = |i: usize| {
            let side = &setup.sides[i];
            let commander = side.commander.filter(|l| setup.leader(*l).start.is_some());
            Army { base: side.morale, marker: side.morale, commander, ..Army::default() }
        };
        let mut s = Self {
            units: setup.units.iter().map(unit).collect(),
            leaders: setup.leaders.iter().map(leader).collect(),
            wings: setup.wings.iter().map(|_| Wing { effective: true, ..Wing::default() }).collect(),
            armies: [army(0), army(1)],
            locked: SmallVec::new(),
            momentum: SmallVec::new(),
            holders: setup.objectives.iter().map(|o| o.holder).collect(),
            bombarded: Hexes::new(),
            degraded: 0,
            checks: SmallVec::new(),
            chain: 0,
            frames: Frames::new(first),
            turn: 0,
            active: SideId::PRUSSIAN,
        };
        s.order_stacks(setup);
        s
    }

    /// Stacks at the start: guns on top, then by the order given (5.5).
    fn order_stacks(&mut self, setup: &Setup) {
        let mut all: Vec<UnitId> = setup.unit_ids().filter(|u| self.unit(*u).is_on_map()).collect();
        all.sort_by_key(|u| {
            let card = setup.unit(*u);
            let unit = self.unit(*u);
            (unit.hex, card.side, unit.order, card.arm != crate::data::Arm::Guns, *u)
        });
        let mut last = (HexId::NONE, SideId::PRUSSIAN);
        let mut next = 0;
        for u in all {
            let key = (self.unit(u).hex, setup.unit(u).side);
            next = if key == last { next + 1 } else { 0 };
            last = key;
            self.unit_mut(u).order = next;
        }
    }
}
