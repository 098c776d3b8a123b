//! 38: prisoners of war and their exchange.

use crate::Context;
use crate::combat::held_fortresses;
use crate::ids::{SideId, UnitId, Units};
use crate::state::{Spot, State};

/// Units of a side that the enemy holds (38.1).
pub fn of_side(cx: &Context, s: &State, side: SideId) -> Units {
    let is_taken = |u: &UnitId| s.unit(*u).spot == Spot::Prisoner && s.owner(&cx.setup, *u) == Some(side);
    cx.setup.unit_ids().filter(is_taken).collect()
}

/// Whether prisoners could be exchanged: both sides hold some, and both have a fortress for those who come back (38.4).
pub fn may_exchange(cx: &Context, s: &State) -> bool {
    cx.setup.options.prisoners
        && SideId::BOTH
            .iter()
            .all(|side| !of_side(cx, s, *side).is_empty() && !held_fortresses(cx, s, *side).is_empty())
}
