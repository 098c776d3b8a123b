//! 35: pillage by light units.

use crate::data::Arm;
use crate::ids::UnitId;
use crate::state::{Flag, State};
use crate::{Context, impulses};
use engine::hex::HexId;
use engine::present::Refusal;

/// Whether a light unit may spend its Movement Phase pillaging its hex (35.1).
pub fn check(cx: &Context, s: &State, u: UnitId) -> Result<(), Refusal> {
    let refuse = |rule, text: &str| Err(Refusal::new(rule, text));
    if !cx.setup.options.pillage {
        return refuse("35.0", "Pillage is an optional rule.");
    }
    if cx.setup.unit(u).arm != Arm::Light {
        return refuse("35.1", "Light units pillage.");
    }
    if let Err(bar) = impulses::check_mover(cx, s, u) {
        return Err(bar.refusal());
    }
    let Some(hex) = s.unit(u).hex() else { return refuse("35.1", "Only hexes on the map are pillaged.") };
    if s.pillaged.contains(&hex) {
        return refuse("35.3", "That hex is pillaged already.");
    }
    if s.units_in(hex).any(|other| s.unit(other).has(Flag::Pillaged)) {
        return refuse("35.1", "Pillage was tried in that hex in this phase.");
    }
    if impulses::needs_leader(s) && !impulses::has_leader(cx, s, u) {
        return refuse("18.4", "In this impulse units act only with an activated leader of their hex.");
    }
    Ok(())
}

/// The unit gives up its move for the attempt.
pub fn begin(s: &mut State, u: UnitId) -> Option<HexId> {
    let unit = s.unit_mut(u);
    unit.flags.set(Flag::Moved);
    unit.flags.set(Flag::Pillaged);
    unit.hex()
}

/// Odd dice pillage (35.1).
pub fn succeeds(die: u8) -> bool {
    die % 2 == 1
}

pub fn mark(s: &mut State, hex: HexId) {
    if let Err(place) = s.pillaged.binary_search(&hex) {
        s.pillaged.insert(place, hex);
    }
}

pub fn unmark(s: &mut State, hex: HexId) {
    s.pillaged.retain(|h| *h != hex);
}
