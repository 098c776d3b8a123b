//! 20: Rally. Objectives, then a die, which counts half after a second or third impulse.

use crate::Context;
use crate::ids::SideId;
use crate::state::State;

/// Objectives a side's units occupy, in friendly or enemy land (20.1).
pub fn objectives(cx: &Context, s: &State, side: SideId) -> u8 {
    let held = |hex| s.holder(&cx.setup, hex) == Some(side);
    cx.setup.places.iter().filter(|p| p.is_objective && held(p.hex)).count() as u8
}

/// What the die brings (20.2).
pub fn points_of_die(s: &State, side: SideId, die: u8) -> u8 {
    if s.side(side).has_activated { die / 2 } else { die }
}
