//! The board as the side to move finds it, worked out once for all steps that are tried: whose steps stand where, where the
//! enemy stands, and his zones. `board.rs` answers the same questions for a single hex.

use crate::Context;
use crate::approach::{counters, covers_of};
use crate::board::{arm_of, column_of, counted_steps, is_fighter, is_within};
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, State};
use engine::hex::HexId;
use smallvec::SmallVec;

#[derive(Clone, Copy, Default)]
struct Cell {
    /// Own units.
    units: u8,
    /// Own steps: of infantry and cavalry, of those in column, of guns.
    steps: (u8, u8, u8),
    has_fighter: bool,
    /// A counter of the enemy stands there, unspotted ones included.
    is_enemy: bool,
    is_zoned: bool,
}

pub struct Survey<'a> {
    pub cx: &'a Context,
    pub s: &'a State,
    pub side: SideId,
    cells: Vec<Cell>,
    /// Own hexes above their limits (5.4).
    pub overstacked: SmallVec<[HexId; 4]>,
    /// A rash wing is among those of this turn (18).
    pub is_any_rash: bool,
}

impl<'a> Survey<'a> {
    /// For the side whose Player Turn it is.
    pub fn new(cx: &'a Context, s: &'a State) -> Self {
        let cells = vec![Cell::default(); cx.setup.map.len()];
        let is_any_rash = s.wings.iter().any(|w| w.rash);
        let mut out = Self { cx, s, side: s.active, cells, overstacked: SmallVec::new(), is_any_rash };
        for (i, unit) in s.units.iter().enumerate() {
            if unit.is_on_map() {
                let u = UnitId(i as u8);
                if cx.setup.unit_sides[i] == out.side { out.add_own(u) } else { out.add_enemy(u) }
            }
        }
        out.add_counters();
        out.find_overstacked();
        out
    }

    fn add_own(&mut self, u: UnitId) {
        let cell = &mut self.cells[self.s.unit(u).hex.index()];
        cell.units = cell.units.saturating_add(1);
        cell.has_fighter |= is_fighter(self.cx, u);
        cell.steps = with(self.cx, self.s, u, cell.steps);
    }

    fn add_enemy(&mut self, u: UnitId) {
        let unit = self.s.unit(u);
        self.cells[unit.hex.index()].is_enemy = true;
        if unit.is_routed() {
            return;
        }
        let column = column_of(self.cx, self.s, u) as usize;
        let row = self.cx.setup.map.neighbours(unit.hex);
        for (to, costs) in row.iter().zip(&self.cx.setup.costs[unit.hex.index()]) {
            if !to.is_none() && costs[column] != crate::setup::CLOSED {
                self.cells[to.index()].is_zoned = true;
            }
        }
    }

    fn add_counters(&mut self) {
        let enemy = self.side.enemy();
        for (leader, card) in self.s.leaders.iter().zip(&self.cx.setup.leaders) {
            if leader.is_on_map() && card.side == enemy {
                self.cells[leader.hex.index()].is_enemy = true;
            }
        }
        for cover in covers_of(self.s, enemy) {
            for hex in counters(&self.s.covers[usize::from(cover)]) {
                self.cells[hex.index()].is_enemy = true;
            }
        }
    }

    fn find_overstacked(&mut self) {
        for (unit, side) in self.s.units.iter().zip(&self.cx.setup.unit_sides) {
            let is_own = unit.is_on_map() && *side == self.side;
            if is_own
                && !is_within(self.cx, self.cells[unit.hex.index()].steps)
                && !self.overstacked.contains(&unit.hex)
            {
                self.overstacked.push(unit.hex);
            }
        }
        self.overstacked.sort_unstable();
    }

    /// How many own units stand there.
    pub fn own_units(&self, hex: HexId) -> u8 {
        self.cells[hex.index()].units
    }

    pub fn has_own_fighter(&self, hex: HexId) -> bool {
        self.cells[hex.index()].has_fighter
    }

    /// An enemy counter, leaders and unspotted ones included (7.4.3).
    pub fn has_enemy(&self, hex: HexId) -> bool {
        self.cells[hex.index()].is_enemy
    }

    /// Whether the hex lies in an enemy zone (6.1).
    pub fn is_zoned(&self, hex: HexId) -> bool {
        !hex.is_none() && self.cells[hex.index()].is_zoned
    }

    /// Whether the unit may join a hex (5.4).
    pub fn fits(&self, u: UnitId, hex: HexId) -> bool {
        is_within(self.cx, with(self.cx, self.s, u, self.cells[hex.index()].steps))
    }

    pub fn is_gun(&self, u: UnitId) -> bool {
        arm_of(self.cx, u) == crate::data::Arm::Guns
    }
}

/// The steps of a hex together with those of a unit. A scenario may heap up more than a byte holds.
fn with(cx: &Context, s: &State, u: UnitId, mut steps: (u8, u8, u8)) -> (u8, u8, u8) {
    let own = counted_steps(cx, s, u);
    let add = |sum: &mut u8| *sum = sum.saturating_add(own);
    if !is_fighter(cx, u) {
        add(&mut steps.2);
    } else {
        add(&mut steps.0);
        if s.has(u, Flag::Column) {
            add(&mut steps.1);
        }
    }
    steps
}
