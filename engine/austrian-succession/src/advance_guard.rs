//! 29: Advance Guard Actions: a moving stack of cavalry and light units rides down a weaker one.

use crate::Context;
use crate::combat::strength;
use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::state::{Flag, State};
use engine::hex::HexId;

/// Whether a moving group may do it at all: cavalry and light units, leaders with them (29.1.1).
pub fn is_fit(cx: &Context, units: &[UnitId]) -> bool {
    let is_horse = |u: &UnitId| matches!(cx.setup.unit(*u).arm, Arm::Cavalry | Arm::Light);
    cx.setup.options.advance_guard
        && units.iter().any(is_horse)
        && units.iter().all(|u| is_horse(u) || cx.setup.unit(*u).is_leader())
}

/// Enemy stacks next to a hex, outside fortresses (29.2.2).
pub fn targets(cx: &Context, s: &State, side: SideId, at: HexId) -> Hexes {
    let setup = &cx.setup;
    let near = setup.map.neighbours(at).iter().copied().filter(|n| !n.is_none());
    let mut out: Hexes = near
        .filter(|n| !setup.ground(*n).is_fortress && s.holder(setup, *n) == Some(side.enemy()))
        .filter(|n| !crate::belligerents::is_shut(setup, s, *n))
        .collect();
    out.sort_unstable();
    out
}

/// A stack with a light unit on top is not opened (34.3).
pub fn is_screened(cx: &Context, s: &State, hex: HexId) -> bool {
    let top = s.units_in(hex).find(|u| s.unit(*u).has(Flag::Top));
    cx.setup.options.light_units && top.is_some_and(|u| cx.setup.unit(u).arm == Arm::Light)
}

/// Printed strengths of both, and whether it is enough (29.1.3).
pub fn compare(cx: &Context, s: &State, units: &[UnitId], against: &Units) -> (u16, u16, bool) {
    let (ours, theirs) = (strength(cx, s, units), strength(cx, s, against));
    let is_enough = u32::from(ours) * 100 >= u32::from(theirs) * u32::from(cx.data.combat.advance_guard);
    (ours, theirs, is_enough)
}
