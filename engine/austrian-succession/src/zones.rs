//! 15: zones of control, and who stands where (14.1).

use crate::ids::SideId;
use crate::setup::Setup;
use crate::state::{Spot, State};
use engine::hex::HexId;

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

/// Who stands in every hex and whose zones reach it, worked out once for many questions.
pub struct Field {
    /// One bit for each side with units there, a third for neutral ones.
    stand: Vec<u8>,
    /// One bit for each side whose zone reaches there.
    zone: Vec<u8>,
}

const NEUTRAL: u8 = 4;

impl Field {
    pub fn of(setup: &Setup, s: &State) -> Self {
        let mut field = Self { stand: vec![0; setup.map.len()], zone: vec![0; setup.map.len()] };
        for u in setup.unit_ids() {
            let Spot::Hex(at) = s.unit(u).spot else { continue };
            let bit = s.owner(setup, u).map_or(NEUTRAL, |side| 1 << side.0);
            if field.stand[at.index()] & bit != 0 {
                continue;
            }
            field.stand[at.index()] |= bit;
            if bit == NEUTRAL || setup.ground(at).is_fortress {
                continue;
            }
            for next in setup.map.neighbours(at).iter().filter(|n| !n.is_none()) {
                if !setup.ground(*next).is_fortress {
                    field.zone[next.index()] |= bit;
                }
            }
        }
        field
    }

    pub fn holds(&self, side: SideId, hex: HexId) -> bool {
        self.stand[hex.index()] & (1 << side.0) != 0
    }

    pub fn is_neutral(&self, hex: HexId) -> bool {
        self.stand[hex.index()] & NEUTRAL != 0
    }

    pub fn is_empty(&self, hex: HexId) -> bool {
        self.stand[hex.index()] == 0
    }

    /// Whether the zone of this side reaches the hex.
    pub fn is_in_zone_of(&self, side: SideId, hex: HexId) -> bool {
        self.zone[hex.index()] & (1 << side.0) != 0
    }
}
