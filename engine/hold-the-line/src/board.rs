//! Who stands where, worked out once for a question and thrown away after it.

use super::data::Class;
use super::setup::Setup;
use super::state::{SideId, State, UnitId};
use engine::hex::HexId;
use smallvec::SmallVec;

/// What rules ask most often of a position.
pub trait Eyes {
    /// A combat unit of the other side is next to `hex`.
    fn near_enemy(&self, hex: HexId, side: SideId) -> bool;
    /// A combat unit of either side is in `hex`.
    fn has_unit(&self, hex: HexId) -> bool;
    /// The leader of `side` in `hex`.
    fn leader_at(&self, hex: HexId, side: SideId) -> Option<UnitId>;
}

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
}

const EMPTY: Cell =
    Cell { main: UnitId::NONE, guns: UnitId::NONE, lead: [UnitId::NONE; 2], side: SideId::NOBODY };

impl Cell {
    /// Some combat unit is here.
    pub const fn has_unit(&self) -> bool {
        self.side.is_a_side()
    }

    pub const fn held_by(&self, side: SideId) -> bool {
        self.side.0 == side.0
    }

    /// The leader of the other side, if he is alone.
    pub const fn lone_enemy_of(&self, side: SideId) -> Option<UnitId> {
        if self.has_unit() { None } else { self.lead[side.enemy().index()].some() }
    }

    /// Combat units here, foot or horse first.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        [self.main, self.guns].into_iter().filter(|u| !u.is_none())
    }
}

/// Hexes next to combat units, by side.
enum Near {
    Small([u128; 2]),
    /// One bit for each side in each hex.
    Large(Vec<u8>),
}

pub struct Board {
    cells: SmallVec<[Cell; 128]>,
    near: Near,
    /// By side: moves may change something for its enemy.
    restless: [bool; 2],
}

impl Board {
    pub fn new(setup: &Setup, s: &State) -> Self {
        let n = setup.ring.len();
        let mut cells: SmallVec<[Cell; 128]> = if n <= 128 {
            SmallVec::from_buf_and_len([EMPTY; 128], n)
        } else {
            SmallVec::from_elem(EMPTY, n)
        };
        let mut near = match &setup.small {
            Some(_) => Near::Small([0; 2]),
            None => Near::Large(vec![0; n]),
        };
        let mut leads: SmallVec<[(HexId, SideId); 16]> = SmallVec::new();
        for (i, (unit, def)) in s.units.iter().zip(&setup.defs).enumerate() {
            if !unit.on_map() {
                continue;
            }
            let id = UnitId(i as u8);
            let cell = &mut cells[unit.hex.index()];
            match def.class {
                Class::Leader => {
                    cell.lead[def.side.index()] = id;
                    leads.push((unit.hex, def.side));
                    continue;
                }
                Class::Guns => cell.guns = id,
                Class::Foot | Class::Horse => cell.main = id,
            }
            cell.side = def.side;
            match (&mut near, &setup.small) {
                (Near::Small(near), Some(small)) => {
                    near[def.side.index()] |= small.within[unit.hex.index()][0];
                }
                (Near::Large(near), _) => {
                    for h in setup.ring[unit.hex.index()].iter().take_while(|h| !h.is_none()) {
                        near[h.index()] |= 1 << def.side.index();
                    }
                }
                _ => {}
            }
        }
        // A leader alone may be put to flight.
        let mut restless = [setup.moves_have_side_effects(); 2];
        for (hex, side) in leads {
            restless[side.enemy().index()] |= !cells[hex.index()].has_unit();
        }
        Self { cells, near, restless }
    }

    pub fn cell(&self, h: HexId) -> &Cell {
        &self.cells[h.index()]
    }

    /// Whether a move of `side` may change anything but the mover's own place.
    pub fn moves_have_side_effects(&self, side: SideId) -> bool {
        self.restless[side.index()]
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }
}

impl Eyes for Board {
    fn near_enemy(&self, hex: HexId, side: SideId) -> bool {
        let enemy = side.enemy();
        match &self.near {
            Near::Small(near) => near[enemy.index()] >> hex.0 & 1 != 0,
            Near::Large(near) => near[hex.index()] >> enemy.index() & 1 != 0,
        }
    }

    fn has_unit(&self, hex: HexId) -> bool {
        self.cells[hex.index()].has_unit()
    }

    fn leader_at(&self, hex: HexId, side: SideId) -> Option<UnitId> {
        self.cells[hex.index()].lead[side.index()].some()
    }
}
