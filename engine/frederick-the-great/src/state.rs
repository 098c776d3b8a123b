//! What changes in play: strength points as amounts, leaders, depots, prisoners and the frames of
//! what is going on. Small, flat, in canonical order.

use super::command::Commands;
use super::setup::Setup;
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::game::{Frames, InlineVec};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

mod parts;

pub use parts::{OffMapPoints, ScheduleDone, SetUpChoices, Sieges};

pub const MOST_NATIONS: usize = 8;
/// A set of leaders is a 64-bit mask.
pub const MOST_LEADERS: usize = 64;
/// An amount this seat may not know.
pub const UNKNOWN: u8 = u8::MAX;

pub type Amounts = [u8; MOST_NATIONS];

/// Points of one nation in one hex, inside or outside its fortress (12.11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Stack {
    pub hex: HexId,
    pub nation: NationId,
    pub inside: Walls,
    /// May still move in this phase (5.36).
    pub fresh: u8,
    pub moved: u8,
}

impl Stack {
    pub fn sp(&self) -> u8 {
        self.fresh.saturating_add(self.moved)
    }

    fn sort_key(&self) -> (HexId, NationId, Walls) {
        (self.hex, self.nation, self.inside)
    }
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Place {
    /// Not yet arrived.
    Off,
    Outside,
    Inside,
    /// With the force that is moving.
    Moving,
    Prisoner,
    Dead,
    /// Out of play without loss.
    Removed,
    /// Somewhere this seat may not know.
    Hidden,
}

impl Place {
    /// Where a leader on the map stands.
    pub const fn at(walls: Walls) -> Self {
        match walls {
            Walls::Outside => Self::Outside,
            Walls::Inside => Self::Inside,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Lead {
    pub place: Place,
    pub hex: HexId,
    pub moved: bool,
}

impl Lead {
    pub fn on_map(&self) -> bool {
        matches!(self.place, Place::Outside | Place::Inside)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Depot {
    pub hex: HexId,
    pub side: SideId,
    /// Finished (10.41).
    pub done: bool,
    /// Linked to a source beyond the map.
    pub offmap: bool,
    /// Its siege succeeded: it goes when the conqueror is in the fortress (10.48).
    pub used: bool,
}

/// A fortified camp (1761.4C).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Camp {
    pub hex: HexId,
    pub done: bool,
}

/// Who came out of a besieged fortress and goes back if no combat follows (12.23).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Sally {
    pub hex: HexId,
    pub nation: NationId,
    pub sp: u8,
    pub leaders: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    Setup,
    TurnStart,
    Reinforcement,
    Recovery,
    Depots,
    March,
    ForceMarch,
    Combat,
    Siege,
    Attrition,
    Exchange,
    TurnEnd,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Mode {
    March,
    Forced,
    Retreat,
}

/// A force on the move (5.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Force {
    pub mode: Mode,
    pub side: SideId,
    /// Its commander; [`LeaderId::NONE`] for a leaderless retreat.
    pub leader: LeaderId,
    pub at: HexId,
    pub left: u8,
    pub spent: u8,
    pub carried: Amounts,
    /// All leaders with it, the commander too.
    pub riders: u64,
    /// Demoralised: it moves as one (11.12).
    pub whole: bool,
    /// Just entered an enemy hex: an overwhelming attack may be tried (5.58).
    pub attempt: bool,
    /// Came over a pass into an enemy hex: it may not leave again (5.54).
    pub held: bool,
    /// What the leaders of its nation commanded before (5.37).
    pub before: Commands,
    /// Must end in supply if it can (10.52, 10.53).
    pub seeks: bool,
    /// Where it began and what it entered, in order (9.52).
    pub visited: InlineVec<HexId, 8>,
    /// Where it has tried an overwhelming attack (5.58); of a retreat without another way, where it is
    /// known to find leaders alone (8.31).
    pub tried: InlineVec<HexId, 4>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum LossKind {
    Killed,
    Captured,
    Attrition,
    Winter,
    Sortie,
    Storm,
}

/// Why a door is open (12.21).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DoorKind {
    /// In a movement phase: who passes has moved.
    Move,
    /// At the start of a combat phase.
    Combat,
    /// After a combat with the besiegers: in only (12.23).
    Relief,
    /// A fortress just taken: in only (13.33).
    Possess,
    /// A fortress that surrendered: it must be garrisoned (13.33).
    Seize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum BattleStage {
    Die,
    Losses,
    Prisoners,
    Retreat,
    After,
}

/// What is going on; the top one says who decides what.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The sequence of play goes on.
    Sequence,
    Setup {
        side: SideId,
        left: SmallVec<[u16; 8]>,
    },
    /// Pieces a player sets up, in order.
    Place {
        entry: u8,
        left: SmallVec<[u16; 8]>,
    },
    WithdrawDie {
        entry: u8,
    },
    RecoverDie {
        hex: HexId,
    },
    Depots,
    MarchDie,
    /// A movement phase between two forces. `die` is 0 in a force march phase.
    March {
        side: SideId,
        die: u8,
        nation: NationId,
        done: u8,
        next: u8,
    },
    /// A force march being made ready (5.2).
    Muster {
        leader: LeaderId,
        at: HexId,
        carried: Amounts,
        riders: u64,
        before: Commands,
        /// Judged when the leader began (10.51).
        seeks: bool,
    },
    ForceDie {
        leader: LeaderId,
        at: HexId,
        carried: Amounts,
        riders: u64,
        before: Commands,
        seeks: bool,
    },
    Force(Force),
    Garrisons {
        side: SideId,
    },
    Door {
        hex: HexId,
        side: SideId,
        kind: DoorKind,
    },
    Combats {
        begun: bool,
        left: SmallVec<[HexId; 8]>,
    },
    /// A hex is taken up: both sides may have to name a commander first (8.23).
    TakeUp {
        hex: HexId,
    },
    Nominate {
        hex: HexId,
        side: SideId,
    },
    /// Equal initiative: first side 0 rolls, then side 1 (9.0).
    TieDie {
        hex: HexId,
        first: u8,
    },
    /// `last`: nobody is asked after this.
    AttackOption {
        hex: HexId,
        side: SideId,
        last: bool,
    },
    Battle {
        hex: HexId,
        attacker: SideId,
        stage: BattleStage,
        /// Points eliminated, by side.
        lost: [u8; 2],
        /// Who commands, by side, from the first to the last moment (8.23); [`LeaderId::NONE`] without a leader.
        leads: [LeaderId; 2],
        /// The fortress of the hex was under siege when it began (12.23).
        siege: bool,
        /// An L result, by side.
        falls: [bool; 2],
        /// Who lost; [`SideId::NONE`] for a draw or when there is nobody left.
        loser: SideId,
    },
    Lose {
        side: SideId,
        hex: HexId,
        left: u8,
        kind: LossKind,
        /// The loss is the garrison's.
        inside: Walls,
    },
    /// A force before a friendly fortress after a combat: beaten, or after a draw with the
    /// besiegers (12.23).
    Retire {
        hex: HexId,
        side: SideId,
        beaten: bool,
    },
    RetreatDie {
        hex: HexId,
        side: SideId,
        beaten: bool,
    },
    Sieges {
        left: SmallVec<[HexId; 4]>,
    },
    SiegeDie {
        hex: HexId,
    },
    Honours {
        hex: HexId,
    },
    Terms {
        hex: HexId,
    },
    Refuge {
        hex: HexId,
        nation: NationId,
    },
    Possess {
        hex: HexId,
        /// It surrendered and must be garrisoned.
        seize: bool,
    },
    /// Which prisoners are handed over (14.13, 14.14).
    Release {
        holder: SideId,
        nations: u8,
        sp: u8,
        leaders: u8,
    },
    /// Where exchanged prisoners go (14.16).
    PutBack {
        nation: NationId,
        sp: u8,
        leaders: u64,
    },
    Exchange {
        entry: u8,
    },
    KingTaken {
        side: SideId,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub turn: u8,
    pub phasing: SideId,
    pub phase: Phase,
    pub frames: Frames<Frame>,
    /// Sorted by hex, nation, inside; never empty ones.
    pub stacks: Vec<Stack>,
    pub leaders: InlineVec<Lead, 40>,
    pub depots: InlineVec<Depot, 16>,
    pub camp: Option<Camp>,
    pub camps: u8,
    /// Hex and side, sorted.
    pub demoralised: Vec<(HexId, SideId)>,
    /// Must attack after a failed overwhelming attack over a pass (5.54).
    pub duty: Vec<(HexId, SideId)>,
    /// Commanders named where strength and rank are equal, sorted.
    pub named: Vec<(HexId, LeaderId)>,
    pub sieges: Sieges,
    /// Gates opened since anything last happened, with who opened them: nobody opens and closes for ever. While a
    /// force is made up: where it has put something back, so that nobody takes and leaves for ever.
    pub shut: Vec<(HexId, SideId)>,
    pub off_map: OffMapPoints,
    pub schedule: ScheduleDone,
    pub set_up: SetUpChoices,
    pub forfeited: SideId,
    /// The last turn is over, or all are in quarters (16.23).
    pub ending: bool,
    /// The captured king's player has been asked (14.15).
    pub asked: bool,
}

/// A set of leaders, lowest index (highest rank) first.
pub fn leaders_in(mask: u64) -> impl Iterator<Item = LeaderId> {
    std::iter::successors(Some(mask), |m| Some(m & m.wrapping_sub(1)))
        .take_while(|m| *m != 0)
        .map(|m| LeaderId(m.trailing_zeros() as u8))
}

pub fn leader_bit(leader: LeaderId) -> u64 {
    1u64.checked_shl(u32::from(leader.0)).unwrap_or(0)
}

impl State {
    fn find_stack(&self, hex: HexId, nation: NationId, inside: Walls) -> Result<usize, usize> {
        self.stacks.binary_search_by(|s| s.sort_key().cmp(&(hex, nation, inside)))
    }

    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }

    pub fn stack_at(&self, hex: HexId, nation: NationId, inside: Walls) -> Option<&Stack> {
        self.find_stack(hex, nation, inside).ok().map(|i| &self.stacks[i])
    }

    /// All stacks of a hex.
    pub fn stacks_at(&self, hex: HexId) -> &[Stack] {
        let from = self.stacks.partition_point(|s| s.hex < hex);
        // A hex holds few: counting is quicker than searching.
        let n = self.stacks[from..].iter().take_while(|s| s.hex == hex).count();
        &self.stacks[from..from + n]
    }

    /// Adds points; `fresh` ones may still move.
    pub fn add_points(&mut self, hex: HexId, nation: NationId, inside: Walls, sp: u8, fresh: bool) {
        if sp == 0 {
            return;
        }
        let (f, m) = if fresh { (sp, 0) } else { (0, sp) };
        match self.find_stack(hex, nation, inside) {
            Ok(i) => {
                let s = &mut self.stacks[i];
                s.fresh = s.fresh.saturating_add(f);
                s.moved = s.moved.saturating_add(m);
            }
            Err(i) => self.stacks.insert(i, Stack { hex, nation, inside, fresh: f, moved: m }),
        }
    }

    /// Takes points away, those that have moved first; returns how many there were.
    pub fn remove_points(&mut self, hex: HexId, nation: NationId, inside: Walls, sp: u8) -> u8 {
        let Ok(i) = self.find_stack(hex, nation, inside) else { return 0 };
        let s = &mut self.stacks[i];
        let old = s.moved.min(sp);
        s.moved -= old;
        let new = s.fresh.min(sp - old);
        s.fresh -= new;
        if s.sp() == 0 {
            self.stacks.remove(i);
        }
        old + new
    }

    /// Takes only points that may still move.
    pub fn take_fresh(&mut self, hex: HexId, nation: NationId, inside: Walls, sp: u8) -> u8 {
        let Ok(i) = self.find_stack(hex, nation, inside) else { return 0 };
        let s = &mut self.stacks[i];
        let n = s.fresh.min(sp);
        s.fresh -= n;
        if s.sp() == 0 {
            self.stacks.remove(i);
        }
        n
    }

    /// Points of a side in a hex.
    pub fn strength_at(&self, setup: &Setup, hex: HexId, side: SideId, inside: Walls) -> u16 {
        let own = |s: &&Stack| s.inside == inside && setup.side_of(s.nation) == side;
        self.stacks_at(hex).iter().filter(own).map(|s| u16::from(s.sp())).sum()
    }

    /// Points of a side in a hex, inside and outside, with a force that stands there on its move.
    pub fn sp_all(&self, setup: &Setup, hex: HexId, side: SideId) -> u16 {
        let own = |s: &&Stack| setup.side_of(s.nation) == side;
        let there: u16 = self.stacks_at(hex).iter().filter(own).map(|s| u16::from(s.sp())).sum();
        there + self.sp_moving(hex, side)
    }

    /// Where a force is on its move, and what it carries.
    pub fn moving_force(&self) -> Option<(HexId, &Amounts)> {
        match self.frames.top() {
            Some(Frame::Force(f)) => Some((f.at, &f.carried)),
            Some(Frame::Muster { at, carried, .. } | Frame::ForceDie { at, carried, .. }) => {
                Some((*at, carried))
            }
            _ => None,
        }
    }

    /// Points carried by a force of that side which stands in the hex.
    pub fn sp_moving(&self, hex: HexId, side: SideId) -> u16 {
        let Some((_, carried)) = self.moving_force().filter(|m| m.0 == hex) else { return 0 };
        let own = match self.frames.top() {
            Some(Frame::Force(f)) => f.side == side,
            _ => self.mover_side() == Some(side),
        };
        if own { carried.iter().map(|n| u16::from(*n)).sum() } else { 0 }
    }

    fn mover_side(&self) -> Option<SideId> {
        self.frames.iter().rev().find_map(|f| match f {
            Frame::March { side, .. } => Some(*side),
            _ => None,
        })
    }

    /// Leaders of a side in a hex, inside or outside.
    pub fn leaders_at(&self, setup: &Setup, hex: HexId, side: SideId, inside: Walls) -> u64 {
        let want = Place::at(inside);
        let mut mask = 0;
        for (i, l) in self.leaders.iter().enumerate() {
            mask |= u64::from(l.hex == hex && l.place == want) << i;
        }
        mask & setup.lookup.side_leaders.get(side.index()).copied().unwrap_or(0)
    }

    /// Something of this side stands there, as anybody can see.
    pub fn is_present(&self, setup: &Setup, hex: HexId, side: SideId, inside: Walls) -> bool {
        self.stacks_at(hex).iter().any(|s| s.inside == inside && setup.side_of(s.nation) == side)
            || self.leaders_at(setup, hex, side, inside) != 0
    }

    /// Occupied by this side in any way but a bare depot.
    pub fn is_occupied(&self, setup: &Setup, hex: HexId, side: SideId) -> bool {
        self.is_present(setup, hex, side, Walls::Outside) || self.is_present(setup, hex, side, Walls::Inside)
    }

    pub fn is_demoralised(&self, hex: HexId, side: SideId) -> bool {
        self.demoralised.binary_search(&(hex, side)).is_ok()
    }

    pub fn demoralise_force(&mut self, hex: HexId, side: SideId) {
        if let Err(i) = self.demoralised.binary_search(&(hex, side)) {
            self.demoralised.insert(i, (hex, side));
        }
    }

    pub fn rally_force(&mut self, hex: HexId, side: SideId) {
        self.demoralised.retain(|d| *d != (hex, side));
    }

    pub fn depot_at(&self, hex: HexId) -> Option<&Depot> {
        self.depots.iter().find(|d| d.hex == hex)
    }

    /// Somebody has come out of its besieged fortress to fight: its gate is shut to all others (12.23).
    pub fn is_sallied(&self, hex: HexId) -> bool {
        self.sieges.sallies.iter().any(|y| y.hex == hex)
    }

    pub fn is_besieged(&self, hex: HexId) -> bool {
        self.sieges.besieged.binary_search(&hex).is_ok()
    }

    /// Everybody may move again.
    pub fn reset_moved(&mut self) {
        for s in &mut self.stacks {
            s.fresh = s.sp();
            s.moved = 0;
        }
        for l in &mut self.leaders {
            l.moved = false;
        }
    }

    /// Hexes where this side has anything, sorted.
    pub fn hexes_of(&self, setup: &Setup, side: SideId) -> Vec<HexId> {
        let mut out: Vec<HexId> = Vec::with_capacity(self.stacks.len() + 4);
        for k in self.stacks.iter().filter(|k| setup.side_of(k.nation) == side) {
            if out.last() != Some(&k.hex) {
                out.push(k.hex);
            }
        }
        for (i, l) in self.leaders.iter().enumerate() {
            if l.on_map()
                && setup.leaders[i].side == side
                && let Err(at) = out.binary_search(&l.hex)
            {
                out.insert(at, l.hex);
            }
        }
        out
    }
}
