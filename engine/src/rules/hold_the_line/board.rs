//! Who stands where, worked out once for a question and thrown away after it.

use super::data::Class;
use super::setup::Setup;
use super::state::{SideId, State, UnitId};
use crate::hex::HexId;
use smallvec::SmallVec;

/// The pieces of one hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Foot or horse.
    pub main: UnitId,
    pub guns: UnitId,
    /// Leaders by side.
    pub lead: [UnitId; 2],
    /// Side of the combat units.
    pub side: SideId,
    /// One bit for each side that has a combat unit next to this hex.
    pub near: u8,
}

const EMPTY: Cell =
    Cell { main: UnitId::NONE, guns: UnitId::NONE, lead: [UnitId::NONE; 2], side: 0, near: 0 };

impl Cell {
    /// Some combat unit is here.
    pub const fn held(&self) -> bool {
        !self.main.is_none() || !self.guns.is_none()
    }

    pub const fn held_by(&self, side: SideId) -> bool {
        self.held() && self.side == side
    }

    /// A combat unit of the other side is next to it.
    pub const fn near_enemy_of(&self, side: SideId) -> bool {
        self.near & (2 >> side) != 0
    }

    /// The leader of the other side, if he is alone.
    pub const fn lone_enemy_of(&self, side: SideId) -> Option<UnitId> {
        if self.held() { None } else { self.lead[1 - side as usize].some() }
    }

    /// Combat units here, foot or horse first.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        [self.main, self.guns].into_iter().filter(|u| !u.is_none())
    }
}

pub struct Board {
    cells: SmallVec<[Cell; 128]>,
    restless: bool,
}

impl Board {
    pub fn new(setup: &Setup, s: &State) -> Self {
        let mut cells: SmallVec<[Cell; 128]> = SmallVec::from_elem(EMPTY, setup.ring.len());
        let mut restless = !setup.objectives.is_empty() || setup.sides.iter().any(|x| x.asleep.is_some());
        for (i, (unit, def)) in s.units.iter().zip(&setup.defs).enumerate() {
            if !unit.on_map() {
                continue;
            }
            let id = UnitId(i as u8);
            let cell = &mut cells[unit.hex.index()];
            match def.class {
                Class::Leader => {
                    cell.lead[def.side as usize] = id;
                    continue;
                }
                Class::Guns => cell.guns = id,
                Class::Foot | Class::Horse => cell.main = id,
            }
            cell.side = def.side;
            for n in setup.ring[unit.hex.index()] {
                if n.is_none() {
                    break;
                }
                cells[n.index()].near |= 1 << def.side;
            }
        }
        // A leader alone may be put to flight.
        restless |= s
            .units
            .iter()
            .zip(&setup.defs)
            .any(|(u, d)| d.is_leader() && u.on_map() && !cells[u.hex.index()].held());
        Self { cells, restless }
    }

    pub fn at(&self, h: HexId) -> &Cell {
        &self.cells[h.index()]
    }

    /// Whether a move may change anything but the mover's own place.
    pub fn restless(&self) -> bool {
        self.restless
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }
}
