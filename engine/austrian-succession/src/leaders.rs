//! 22: leaders: their values, their escape, Frederick.

use crate::Context;
use crate::ids::{SideId, UnitId};
use crate::state::State;

/// A leader's Value as it is now (2.6, 22.6).
pub fn value(cx: &Context, s: &State, leader: UnitId) -> u8 {
    s.leader_value(&cx.setup, leader)
}

/// The leader with a second value on his reverse (22.6).
pub fn is_frederick(cx: &Context, u: UnitId) -> bool {
    cx.setup.unit(u).value.is_some_and(|v| v.reverse.is_some())
}

/// Whose king he is.
pub fn side_of_frederick(cx: &Context, s: &State) -> Option<SideId> {
    cx.setup.unit_ids().find(|u| is_frederick(cx, *u)).and_then(|u| s.owner(&cx.setup, u))
}

/// The leaders among some units.
pub fn among<'a>(cx: &'a Context, units: &'a [UnitId]) -> impl Iterator<Item = UnitId> + 'a {
    units.iter().copied().filter(|u| cx.setup.unit(*u).is_leader())
}

/// The leader whose value counts where only one does and nothing else hangs on him: the best, Frederick on a tie.
pub fn best(cx: &Context, s: &State, units: &[UnitId]) -> Option<UnitId> {
    among(cx, units).max_by_key(|u| (value(cx, s, *u), is_frederick(cx, *u), std::cmp::Reverse(*u)))
}
