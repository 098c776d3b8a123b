//! 15: zones of control, and who stands where (14.1).

use crate::ids::SideId;
use crate::setup::Setup;
use crate::state::{Spot, State};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Whether a hex lies in a zone of the enemy of `side`. Zones reach into everything but fortresses, and not out of them
/// (15.2.3, 15.8); neutral units have none (25.3).
pub fn is_in_enemy_zone(setup: &Setup, s: &State, side: SideId, hex: HexId) -> bool {
    if setup.ground(hex).is_fortress {
        return false;
    }
    let near = setup.map.neighbours(hex);
    setup.unit_ids().any(|u| match s.unit(u).spot {
        Spot::Hex(at) => {
            near.contains(&at) && s.owner(setup, u) == Some(side.enemy()) && !setup.ground(at).is_fortress
        }
        _ => false,
    })
}

/// A set of hexes, one bit each; a map of this war needs no memory of its own for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexSet(SmallVec<[u64; 44]>);

impl HexSet {
    pub fn new(hexes: usize) -> Self {
        Self(SmallVec::from_elem(0, hexes.div_ceil(64)))
    }

    /// Adds a hex; false if it was there already.
    pub fn insert(&mut self, hex: HexId) -> bool {
        let (word, bit) = (&mut self.0[hex.index() / 64], 1 << (hex.index() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub fn contains(&self, hex: HexId) -> bool {
        self.0[hex.index() / 64] & (1 << (hex.index() % 64)) != 0
    }
}

/// Who stands in every hex and whose zones reach it, worked out once for many questions.
#[derive(Clone, Debug)]
pub struct Field {
    stand: [HexSet; 2],
    neutral: HexSet,
    zone: [HexSet; 2],
}

impl Field {
    pub fn of(setup: &Setup, s: &State) -> Self {
        let none = HexSet::new(setup.map.len());
        let mut field =
            Self { stand: [none.clone(), none.clone()], neutral: none.clone(), zone: [none.clone(), none] };
        for u in setup.unit_ids() {
            let Spot::Hex(at) = s.unit(u).spot else { continue };
            let Some(side) = s.owner(setup, u) else {
                field.neutral.insert(at);
                continue;
            };
            if !field.stand[side.index()].insert(at) || setup.ground(at).is_fortress {
                continue;
            }
            for next in setup.map.neighbours(at).iter().filter(|n| !n.is_none()) {
                if !setup.ground(*next).is_fortress {
                    field.zone[side.index()].insert(*next);
                }
            }
        }
        field
    }

    pub fn holds(&self, side: SideId, hex: HexId) -> bool {
        self.stand[side.index()].contains(hex)
    }

    pub fn is_neutral(&self, hex: HexId) -> bool {
        self.neutral.contains(hex)
    }

    /// Whether the zone of this side reaches the hex.
    pub fn is_in_zone_of(&self, side: SideId, hex: HexId) -> bool {
        self.zone[side.index()].contains(hex)
    }
}
