//! What changes, what may be done, and what happened.

use engine::dice::Bag;
use engine::game::{Control, Frames};
use engine::hex::HexId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The third side: nobody's until it joins.
pub const GREEN: u8 = 2;

/// A counter whose piece this seat does not know.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl Nothing {
    pub const PIECE: u8 = u8::MAX;
    pub const MOST: u8 = 60;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Spot {
    Off,
    Box,
    Hex(HexId),
    /// Placed in secret while others still set up.
    Secret(HexId),
    Lost,
}

/// A counter under its shuffled number: its place in [`State::counters`] says nothing of what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Counter {
    pub piece: u8,
    pub side: u8,
    pub spot: Spot,
    /// Place in its stack, 0 on top.
    pub rank: u8,
    pub shown: bool,
    /// Has moved in this phase.
    pub moved: bool,
    /// Was put elsewhere in its stack in this phase.
    pub lifted: bool,
}

/// Counters that move as one, by number.
pub type Group = SmallVec<[u8; 3]>;
pub type Hexes = SmallVec<[HexId; 4]>;

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The numbers of counters are drawn (M.1).
    Shuffle {
        left: Bag,
    },
    Place {
        entry: u8,
    },
    Event,
    Phase,
    Attack {
        from: Hexes,
        at: Hexes,
        changes: u8,
    },
    Fire {
        from: Hexes,
        at: Hexes,
    },
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub counters: SmallVec<[Counter; 16]>,
    pub frames: Frames<Frame>,
    pub turn: u32,
    pub active: u8,
    pub bag: Bag,
    /// Who decides for blue, red and green.
    pub control: Control,
    pub burning: bool,
    pub attacked: bool,
    pub arrived: u32,
}

impl State {
    pub fn new(setup: &crate::setup::Setup) -> Self {
        let left = Bag::new(setup.pieces.iter().map(|_| 1));
        Self {
            counters: SmallVec::new(),
            frames: Frames::new(Frame::Shuffle { left }),
            turn: 0,
            active: 0,
            bag: Bag::new(setup.pool.iter().copied()),
            control: setup.control.clone(),
            burning: false,
            attacked: false,
            arrived: 0,
        }
    }

    /// Who decides for a counter; none for green before it joins.
    pub fn owner(&self, c: &Counter) -> Option<u8> {
        self.control.seat_of(c.side.into()).map(|seat| seat.0)
    }

    /// Counters in a hex, top first.
    pub fn stack(&self, hex: HexId) -> SmallVec<[u8; 8]> {
        let here = |c: &Counter| c.spot == Spot::Hex(hex);
        let mut out: SmallVec<[u8; 8]> =
            (0..self.counters.len() as u8).filter(|i| here(&self.counters[*i as usize])).collect();
        out.sort_by_key(|i| self.counters[*i as usize].rank);
        out
    }

    /// Puts a counter on top of the stack in `hex`.
    pub fn put(&mut self, counter: u8, hex: HexId) {
        let mut stack = self.stack(hex);
        stack.retain(|c| *c != counter);
        stack.insert(0, counter);
        self.counters[counter as usize].spot = Spot::Hex(hex);
        self.number(&stack);
    }

    /// Gives a stack this order.
    pub fn number(&mut self, stack: &[u8]) {
        for (rank, c) in stack.iter().enumerate() {
            self.counters[*c as usize].rank = rank as u8;
        }
    }

    pub fn losses(&self, side: u8) -> u8 {
        self.counters.iter().filter(|c| c.side == side && c.spot == Spot::Lost).count() as u8
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Action {
    Place {
        counter: u8,
        hex: HexId,
    },
    PlaceRest,
    /// Counters of one hex move as one.
    Move {
        group: Group,
        to: HexId,
    },
    /// Back into the box, from the camp.
    Withdraw {
        counter: u8,
    },
    Lift {
        counter: u8,
        position: u8,
    },
    Deploy {
        counter: u8,
        hex: HexId,
    },
    Attack,
    Toggle {
        hex: HexId,
    },
    Fire,
    Cancel,
    End,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    Placed { counter: u8, side: u8, hex: HexId, secret: bool },
    Drawn { marker: u8 },
    Arrived { counter: u8, hex: HexId },
    Moved { counters: Vec<u8>, path: Vec<HexId> },
    Withdrawn { counter: u8 },
    Reordered { hex: HexId },
    Deployed { counter: u8, hex: HexId },
    Fired { dice: Vec<u8>, at: Vec<HexId> },
    Destroyed { counter: u8, hex: HexId },
    Ended { side: u8 },
}
