//! What changes during a game. Small, flat, in canonical order.

use crate::combat::{Barred, Battle};
use crate::decide::Frame;
use crate::ids::{LandId, MarkerId, NationId, PartyId, PlaceId, SideId, UnitId};
use crate::setup::{Setup, Start};
use engine::dice::Bag;
use engine::game::{Control, Frames};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Spot {
    Hex(HexId),
    /// In its nation's staging area (26).
    Staging,
    /// In the Recruit box of its side, or in the common box of mercenaries (10.4, 33).
    Box,
    /// Its owner has not set it up yet (40).
    Waiting,
    /// A reinforcement that waits for a place to come to (9.5).
    Due,
    /// A leader who is gone for good (10.7).
    Dead,
    /// A prisoner of the enemy (38).
    Prisoner,
    /// On the map, but not known where: under the top of an enemy stack (24).
    Covered,
}

/// What is to be remembered of a counter for a while.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Flags(u16);

/// One fact about a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Flag {
    /// On its Elite side (2.6).
    Elite = 1,
    /// On top of its stack, all an enemy sees of it (24). Exactly one unit of every occupied hex.
    Top = 2,
    /// Has moved in this Movement Phase, or has been left behind by a leader (13.6, 18.4).
    Moved = 4,
    /// Has moved in a Movement Phase of this turn (23).
    Marched = 8,
    /// Has attacked in this Battle Phase (16.6) or Siege Phase (21.2).
    Fought = 16,
    /// Has advanced after combat in this phase (17.17).
    Advanced = 32,
    /// Drilled with, or as, new Elites this turn (11.5).
    Drilled = 64,
    /// A leader who was paid for in this impulse (18.2).
    Activated = 128,
    /// Shown to the enemy until his Battle Phase ends (24.1.1).
    Scouted = 256,
    /// Shown to the enemy in a battle or siege (16.2, 21.3).
    Revealed = 512,
    /// Frederick on his reverse (22.6).
    Reverse = 1024,
    /// Mercenaries in Habsburg service; others on the map serve the Coalition (33).
    HabsburgPay = 2048,
    /// Was combined or divided in this phase (12).
    Reorganized = 4096,
    /// Was put on top of its stack in this phase: once for each hex (24).
    Shown = 8192,
    /// Light units that try to pillage in this Movement Phase (35.1).
    Pillaged = 16384,
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
    pub spot: Spot,
    pub flags: Flags,
}

impl Unit {
    pub const fn hex(&self) -> Option<HexId> {
        match self.spot {
            Spot::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    pub const fn has(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    pub const fn is_elite(&self) -> bool {
        self.has(Flag::Elite)
    }
}

/// A marker in force, with the turn in which it was drawn (7.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InForce {
    pub marker: MarkerId,
    pub turn: u8,
    /// Turned over by another event (41.C11).
    pub cancelled: bool,
}

/// A side's accounts.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SideState {
    /// Morale Points (5).
    pub morale: u8,
    /// Has paid for a later impulse in this turn (20.2).
    pub has_activated: bool,
    /// Event markers that may still be drawn, by their place in the chart (7.2).
    pub pool: Bag,
    /// Points for recruits of one nation this turn (41.H4).
    pub purse: u8,
    /// Points spent this turn on lots with a nation whose recruiting is capped (41.H9).
    pub capped_spent: u8,
    /// Its exchange of prisoners has been offered in this Rally Phase (38.4).
    pub offered: bool,
}

/// A reinforcement group that has not come yet (9): the marker says what and where.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Reinforcement {
    pub side: SideId,
    pub unit: UnitId,
    /// The marker whose landing says where it may be placed.
    pub marker: MarkerId,
    /// Lands it is bound to, where the event fixed them when it was played (41.C12); empty: those of the marker.
    pub lands: SmallVec<[LandId; 4]>,
}

/// A Field Works marker (36).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FieldWorks {
    pub hex: HexId,
    pub side: SideId,
}

/// What a fortress has suffered in this Siege Phase (21.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Attacked {
    pub place: PlaceId,
    pub stormed: bool,
}

/// Where the game is in the Sequence of Play (4.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    SetUp,
    Initiative,
    Events,
    Recruiting,
    Activation,
    Siege,
    Movement,
    Battle,
    Logistics,
    Rally,
    EndOfTurn,
}

/// How the game ended before its last turn (27.3, 27.5, 5.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SuddenEnd {
    /// Morale collapsed; none: of both sides at once.
    Collapse(Option<SideId>),
    Fortresses(SideId),
    Objectives(SideId),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub units: SmallVec<[Unit; 176]>,
    pub sides: [SideState; 2],
    pub control: Control,
    pub in_force: SmallVec<[InForce; 6]>,
    pub reinforcements: SmallVec<[Reinforcement; 2]>,
    /// Places whose first occupation has been paid for (5.11.2), one bit each.
    pub paid: u64,
    /// Who was the last in each objective, in the order of the places (27.5).
    pub last_in: SmallVec<[Option<SideId>; 8]>,
    pub works: SmallVec<[FieldWorks; 2]>,
    /// Hexes with a Pillaged marker, sorted (35).
    pub pillaged: SmallVec<[HexId; 4]>,
    pub attacked: SmallVec<[Attacked; 2]>,
    /// Hexes nobody attacks any more in this phase (17.17, 41.C6), sorted.
    pub barred: SmallVec<[Barred; 2]>,
    pub battle: Option<Box<Battle>>,
    pub ended: Option<SuddenEnd>,
    pub frames: Frames<Frame>,
    /// 1 in the first turn.
    pub turn: u8,
    /// 1 to 3 in a Campaign Impulse, otherwise 0.
    pub impulse: u8,
    pub phase: Phase,
    /// The side with the Initiative (6).
    pub first: SideId,
    /// Whose phase it is.
    pub active: SideId,
}

impl State {
    pub fn new(setup: &Setup, first: Frame) -> Self {
        let unit = |card: &crate::setup::UnitCard| {
            let spot = match card.start {
                Start::Hex(hex) => Spot::Hex(hex),
                Start::SetUp => Spot::Waiting,
                Start::Staging => Spot::Staging,
                Start::Box => Spot::Box,
                Start::Dead => Spot::Dead,
                Start::Prisoner => Spot::Prisoner,
            };
            let mut flags = Flags::default();
            for (is_set, flag) in [
                (card.starts_elite, Flag::Elite),
                (card.starts_reversed, Flag::Reverse),
                (card.hired_by == Some(SideId::HABSBURG), Flag::HabsburgPay),
            ] {
                if is_set {
                    flags.set(flag);
                }
            }
            Unit { spot, flags }
        };
        let side = |i: usize| SideState {
            morale: setup.sides[i].morale,
            pool: Bag::new(setup.sides[i].pool.iter().copied()),
            ..SideState::default()
        };
        let in_force = |m: &MarkerId| InForce { marker: *m, turn: 0, cancelled: false };
        let mut s = Self {
            units: setup.units.iter().map(unit).collect(),
            sides: [side(0), side(1)],
            control: setup.control.clone(),
            in_force: setup.in_force.iter().map(in_force).collect(),
            reinforcements: SmallVec::new(),
            paid: setup.paid.iter().fold(0, |bits, p| bits | 1 << p.0),
            last_in: setup.places.iter().filter(|p| p.is_objective).map(|_| None).collect(),
            works: SmallVec::new(),
            pillaged: SmallVec::new(),
            attacked: SmallVec::new(),
            barred: SmallVec::new(),
            battle: None,
            ended: None,
            frames: Frames::new(first),
            turn: 1,
            impulse: 0,
            phase: Phase::SetUp,
            first: SideId::COALITION,
            active: SideId::COALITION,
        };
        crate::fog::top_every_stack(setup, &mut s);
        setup.midway.apply(setup, &mut s);
        s
    }

    pub fn unit(&self, u: UnitId) -> &Unit {
        &self.units[u.index()]
    }

    pub fn unit_mut(&mut self, u: UnitId) -> &mut Unit {
        &mut self.units[u.index()]
    }

    pub fn side(&self, side: SideId) -> &SideState {
        &self.sides[side.index()]
    }

    pub fn side_mut(&mut self, side: SideId) -> &mut SideState {
        &mut self.sides[side.index()]
    }

    pub fn push(&mut self, frame: impl Into<Frame>) {
        self.frames.push(frame.into());
    }

    /// Whom a unit belongs to; none while its country is neutral, and for mercenaries in their box (25, 33).
    pub fn owner(&self, setup: &Setup, u: UnitId) -> Option<SideId> {
        match setup.unit(u).party {
            Some(party) => self.side_of_party(party),
            None if self.unit(u).spot == Spot::Box => None,
            None if self.unit(u).has(Flag::HabsburgPay) => Some(SideId::HABSBURG),
            None => Some(SideId::COALITION),
        }
    }

    pub fn side_of_party(&self, party: PartyId) -> Option<SideId> {
        self.control.seat_of(party.index()).and_then(SideId::of_seat)
    }

    /// Whether the forces of a party are at war (25.1).
    pub fn has_joined(&self, party: PartyId) -> bool {
        self.side_of_party(party).is_some()
    }

    /// Units of any owner in a hex, in order of their ids.
    pub fn units_in(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.units
            .iter()
            .enumerate()
            .filter(move |(_, u)| u.spot == Spot::Hex(hex))
            .map(|(i, _)| UnitId(i as u8))
    }

    /// The side that has units in a hex; neutral units count for nobody.
    pub fn holder(&self, setup: &Setup, hex: HexId) -> Option<SideId> {
        self.units_in(hex).find_map(|u| self.owner(setup, u))
    }

    /// Whether an event marker has its effect now.
    pub fn is_in_force(&self, marker: MarkerId) -> bool {
        self.in_force.iter().any(|m| m.marker == marker && !m.cancelled)
    }

    /// A leader's Value as it is now (2.6, 22.6).
    pub fn leader_value(&self, setup: &Setup, leader: UnitId) -> u8 {
        setup.unit(leader).value.map_or(0, |v| {
            if self.unit(leader).has(Flag::Reverse) { v.reverse.unwrap_or(v.front) } else { v.front }
        })
    }

    /// The side with fewer Morale Points; none while they are equal.
    pub fn lower_side(&self) -> Option<SideId> {
        match self.sides[0].morale.cmp(&self.sides[1].morale) {
            std::cmp::Ordering::Less => Some(SideId::COALITION),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(SideId::HABSBURG),
        }
    }

    pub fn nation_units<'a>(
        &'a self,
        setup: &'a Setup,
        nation: NationId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        setup.unit_ids().filter(move |u| setup.unit(*u).nation == nation)
    }
}
