//! Chapter 2, terrain: what the defender's ground does to dice.

use super::C;
use super::event::{Mod, ModKind, Mods};
use engine::hex::HexId;

/// 2.combat: on each die of whoever attacks `hex`.
pub fn attack_modifiers(cx: &C, hex: HexId, mods: &mut Mods) {
    let g = cx.setup.ground_at(hex);
    if g.attack != 0 {
        mods.push(Mod { what: ModKind::Terrain(g.terrain), value: g.attack });
    }
}

/// 2.morale: on the die of a unit that checks in `hex`.
pub fn morale_modifiers(cx: &C, hex: HexId, mods: &mut Mods) {
    let g = cx.setup.ground_at(hex);
    if g.morale != 0 {
        mods.push(Mod { what: ModKind::Ground(g.terrain), value: g.morale });
    }
}
