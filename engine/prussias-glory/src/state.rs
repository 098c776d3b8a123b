//! What changes during a battle.

use crate::combat::Combat;
use crate::decide::{Frame, Phase};
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
    /// Has taken part in a close combat of this phase (10).
    Fought = 16,
    /// Has tried a Sweeping Charge in this Player Turn (10.13.1).
    Swept = 32,
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
    /// Held to the pace of a fortune of war (18).
    Slowed = 4096,
    /// Part of an unspotted wing: in play, in no hex (17.1).
    Veiled = 16384,
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
    /// With an unspotted wing: in play, in no hex (17.1).
    pub veiled: bool,
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
    /// Picked by the enemy for a fortune of war (18).
    pub struck: bool,
    /// Bound to go for the enemy with full movement (18).
    pub rash: bool,
}

/// What a wing leader's counter stands for (17.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Behind {
    /// Not known to whoever looks.
    Unknown,
    Wing(WingId),
    Dummy,
    /// A dummy of either arm, among Detachments without leaders (17.6.4.3).
    FalseLeader,
}

/// An inverted wing leader or dummy with its two Dis counters. Its place in [`State::covers`] was drawn at the start and
/// tells nothing of what it is (17.1.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cover {
    pub side: SideId,
    /// It shows a cavalry wing.
    pub cavalry: bool,
    pub what: Behind,
    /// None before it is set up.
    pub at: HexId,
    pub dis: [HexId; 2],
    /// Hexes it marched through in column, the last first (17.3.2).
    pub trail: SmallVec<[HexId; 6]>,
    pub column: bool,
    /// Has finished its move in this phase.
    pub moved: bool,
    /// Has moved in the last Player Turn of its side.
    pub marched: bool,
    /// Held to the pace of a fortune of war (18).
    pub slowed: bool,
    /// Bound to go for the enemy (18).
    pub rash: bool,
    /// Turned up: everybody knows what it is.
    pub shown: bool,
    /// Spotted and placed, or removed.
    pub gone: bool,
}

impl Cover {
    pub fn is_on_map(&self) -> bool {
        !self.gone && !self.at.is_none()
    }
}

/// What is laid up with which wing, off the map (17.1.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Berths {
    pub guns: SmallVec<[(UnitId, WingId); 10]>,
    /// The Army Commander and extra leaders.
    pub leaders: SmallVec<[(LeaderId, WingId); 3]>,
    /// Detached to the Army Commander.
    pub detached: SmallVec<[UnitId; 4]>,
}

impl Berths {
    pub fn commanders_wing(&self, commander: Option<LeaderId>) -> Option<WingId> {
        self.leaders.iter().find(|b| Some(b.0) == commander).map(|b| b.1)
    }
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
        self.unit().is_some()
    }

    /// Whose counter it is.
    pub fn unit(self) -> Option<UnitId> {
        match self {
            Self::Lost(u) | Self::Captured(u, _) => Some(u),
            Self::Fatigue | Self::Cost => None,
        }
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
    /// Activated (4.1).
    pub active: bool,
    /// Will be Activated at the start of its next Player Turn (4.1.2, 4.1.3).
    pub due: bool,
    /// Its coup d'oeil has been offered (4.1.3).
    pub coup_used: bool,
    /// Tries to Activate that were paid for.
    pub tries: u8,
    /// Not asked before this turn, unless something comes into sight.
    pub stays_until: u8,
    /// A wing with the Army Commander, safe from fortunes of war in this turn (18).
    pub leash: Option<WingId>,
}

/// A Detachment (4.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Detachment {
    pub active: bool,
    pub coup_used: bool,
    /// Part of the main army again.
    pub dissolved: bool,
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
    pub detachments: SmallVec<[Detachment; 2]>,
    /// Unspotted counters by their drawn numbers, spotted ones included (17).
    pub covers: SmallVec<[Cover; 4]>,
    pub berths: [Berths; 2],
    /// Units and wing leaders that have just entered a hex, to be tested for spotting (17.1.6).
    pub entered: SmallVec<[(SideId, HexId, Option<WingId>); 2]>,
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
    /// The close combat that is being fought.
    pub combat: Option<Box<Combat>>,
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

    pub fn detachment(&self, d: u8) -> &Detachment {
        &self.detachments[usize::from(d)]
    }

    /// The active player's Movement Phase, routed movement included.
    pub fn is_movement_phase(&self) -> bool {
        let next =
            self.frames.iter().find_map(|f| if let Frame::Sequence(q) = f { Some(q.next) } else { None });
        matches!(next, Some(Phase::Locked | Phase::Movement | Phase::OffensiveFire))
    }

    pub fn army(&self, side: SideId) -> &Army {
        &self.armies[side.index()]
    }

    pub fn army_mut(&mut self, side: SideId) -> &mut Army {
        &mut self.armies[side.index()]
    }

    /// Counters are still being set up.
    pub fn is_setting_up(&self) -> bool {
        self.frames.iter().any(|f| matches!(f, Frame::Shuffle(_) | Frame::VeiledSetUp(_) | Frame::SetUp(_)))
    }

    /// On the map, or with an unspotted wing.
    pub fn is_present(&self, u: UnitId) -> bool {
        self.unit(u).is_on_map() || self.has(u, Flag::Veiled)
    }

    pub fn is_leader_present(&self, l: LeaderId) -> bool {
        self.leader(l).is_on_map() || self.leader(l).veiled
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
            hex: card.start.filter(|_| !card.set_up).unwrap_or(HexId::NONE),
            order: card.order,
            steps: card.steps_left(),
            morale: MoraleState::Formed,
            flags: Flags::default(),
        };
        let leader = |card: &crate::setup::LeaderCard| Leader {
            hex: card.start.filter(|_| !card.set_up).unwrap_or(HexId::NONE),
            column: false,
            moved: false,
            rolled: false,
            replaced: false,
            veiled: false,
        };
        let army = |i: usize| {
            let side = &setup.sides[i];
            let commander = side.commander.filter(|l| setup.leader(*l).takes_part());
            Army { base: side.morale, marker: side.morale, commander, active: side.active, ..Army::default() }
        };
        let mut s = Self {
            units: setup.units.iter().map(unit).collect(),
            leaders: setup.leaders.iter().map(leader).collect(),
            wings: setup.wings.iter().map(|_| Wing { effective: true, ..Wing::default() }).collect(),
            armies: [army(0), army(1)],
            detachments: setup
                .detachments
                .iter()
                .map(|d| Detachment {
                    dissolved: setup.sides[d.side.index()].active,
                    ..Detachment::default()
                })
                .collect(),
            covers: SmallVec::new(),
            berths: [Berths::default(), Berths::default()],
            entered: SmallVec::new(),
            locked: SmallVec::new(),
            momentum: SmallVec::new(),
            holders: setup.objectives.iter().map(|o| o.holder).collect(),
            bombarded: Hexes::new(),
            degraded: 0,
            checks: SmallVec::new(),
            chain: 0,
            combat: None,
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
