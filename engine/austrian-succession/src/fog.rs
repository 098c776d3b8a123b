//! 24: fog of war. Of an enemy stack only the top unit is seen, and nothing of what lies below it.

use crate::Context;
use crate::data::Arm;
use crate::ids::UnitId;
use crate::setup::Setup;
use crate::state::{Flag, Spot, State};
use engine::hex::HexId;
use engine::present::Seat;
use std::borrow::Cow;

/// The order in which a unit comes to lie on top if its owner says nothing: garrisons, infantry, then the others.
fn usual_order(setup: &Setup, u: UnitId) -> (u8, UnitId) {
    let rank = match setup.unit(u).arm {
        Arm::Garrison => 0,
        Arm::Infantry => 1,
        Arm::Cavalry => 2,
        Arm::Light => 3,
        Arm::SiegeTrain => 4,
        Arm::SupplyTrain => 5,
        Arm::Leader => 6,
    };
    (rank, u)
}

/// Sees to it that exactly one unit of the hex lies on top: who does stays, otherwise the usual one.
pub fn keep_top(setup: &Setup, s: &mut State, hex: HexId) {
    let here: crate::ids::Units = s.units_in(hex).collect();
    let mut tops = here.iter().filter(|u| s.unit(**u).has(Flag::Top));
    let top = tops.next().copied().or_else(|| here.iter().copied().min_by_key(|u| usual_order(setup, *u)));
    for u in here {
        let unit = s.unit_mut(u);
        if Some(u) == top { unit.flags.set(Flag::Top) } else { unit.flags.clear(Flag::Top) }
    }
}

/// Puts a unit on top of its stack.
pub fn show(setup: &Setup, s: &mut State, unit: UnitId, hex: HexId) {
    let here: crate::ids::Units = s.units_in(hex).collect();
    for u in here {
        s.unit_mut(u).flags.clear(Flag::Top);
    }
    s.unit_mut(unit).flags.set(Flag::Top);
    keep_top(setup, s, hex);
}

/// At the start every stack shows its usual unit.
pub fn top_every_stack(setup: &Setup, s: &mut State) {
    for u in setup.unit_ids() {
        if let Spot::Hex(hex) = s.unit(u).spot {
            keep_top(setup, s, hex);
        }
    }
}

/// Puts a unit into a hex: below the top if somebody lies there.
pub fn enter(setup: &Setup, s: &mut State, u: UnitId, hex: HexId) {
    leave(setup, s, u, Spot::Hex(hex));
}

/// Moves a unit to another spot; the stack it leaves and the one it joins keep one unit on top.
pub fn leave(setup: &Setup, s: &mut State, u: UnitId, to: Spot) {
    let from = s.unit(u).hex();
    let unit = s.unit_mut(u);
    unit.spot = to;
    unit.flags.clear(Flag::Top);
    for hex in [from, s.unit(u).hex()].into_iter().flatten() {
        keep_top(setup, s, hex);
    }
}

/// What a seat may know.
pub fn redact<'a>(_cx: &Context, s: &'a State, _seat: Seat) -> Cow<'a, State> {
    Cow::Borrowed(s)
}
