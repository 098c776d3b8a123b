//! 31: supply trains that may be expended for a shift or a siege factor.

use crate::Context;
use crate::ids::{SideId, Units};
use crate::logistics::{Depots, trains, trains_needed};
use crate::movement::large_armies;
use crate::state::State;
use engine::hex::HexId;

/// Trains of a side with a line of communications to the hex from which it fights (31.2).
pub fn trains_in_reach(cx: &Context, s: &State, side: SideId, hex: HexId) -> Units {
    let depots = Depots::new(cx, s, side);
    let reaches = |source: HexId| source == hex || depots.fed_by(&[source]).contains(hex);
    trains(cx, s, side).filter(|(_, at)| reaches(*at)).map(|(train, _)| train).collect()
}

/// How many trains one shift takes: two for a Large Army (37.2).
pub fn trains_for_shift(cx: &Context, s: &State, side: SideId, hex: HexId) -> usize {
    trains_needed(large_armies(cx, s, side).contains(&hex))
}
