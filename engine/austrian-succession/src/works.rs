//! 36: Field Works.

use crate::combat::CombatEvent;
use crate::data::Arm;
use crate::ids::{SideId, UnitId};
use crate::setup::Setup;
use crate::state::{FieldWorks, Flag, State};
use crate::words::{hex_name, unit_name};
use crate::{Context, Record};
use engine::hex::HexId;
use engine::present::Refusal;
use smallvec::SmallVec;

/// Whether a side has Field Works in a hex.
pub fn stands(s: &State, side: SideId, hex: HexId) -> bool {
    s.works.iter().any(|w| w.hex == hex && w.side == side)
}

/// Whether enemy Field Works next to a fortress that a side holds shut it: nobody is recruited in it, nobody moves, retreats or
/// pursues in or out (36.2).
pub fn shut(setup: &Setup, s: &State, side: SideId, hex: HexId) -> bool {
    !s.works.is_empty()
        && setup.ground(hex).is_fortress
        && s.works.iter().any(|w| w.side == side.enemy() && setup.map.is_adjacent(hex, w.hex))
        && s.holder(setup, hex) == Some(side)
}

/// Whether a supply train may be expended for Field Works at the start of its Movement Phase; the hex if so (36.2).
pub fn check(cx: &Context, s: &State, train: UnitId) -> Result<HexId, Refusal> {
    let setup = &cx.setup;
    let name = unit_name(cx, train);
    let refuse = |rule, text: String| Err(Refusal::new(rule, text));
    let hex = match s.unit(train).hex() {
        Some(hex) if s.owner(setup, train) == Some(s.active) && setup.unit(train).arm == Arm::SupplyTrain => {
            hex
        }
        _ => return refuse("36.2", format!("{name} is no supply train of yours on the map.")),
    };
    let is_led = s.units_in(hex).any(|u| s.unit(u).has(Flag::Activated));
    if s.impulse > 1 && !is_led {
        return refuse("18.4", format!("No activated leader is with {name}."));
    }
    if setup.ground(hex).is_fortress {
        return refuse("36.2", format!("{} is a fortress.", hex_name(cx, hex)));
    }
    if s.works.iter().any(|w| w.hex == hex) {
        return refuse("36.2", format!("{} has Field Works already.", hex_name(cx, hex)));
    }
    Ok(hex)
}

/// Trains that may build now.
pub fn builders(cx: &Context, s: &State) -> SmallVec<[UnitId; 4]> {
    cx.setup
        .unit_ids()
        .filter(|u| cx.setup.unit(*u).arm == Arm::SupplyTrain && check(cx, s, *u).is_ok())
        .collect()
}

pub fn build(cx: &Context, s: &mut State, train: UnitId, hex: HexId, rec: &mut Record) {
    let side = s.active;
    let entry = FieldWorks { hex, side };
    if let Err(at) = s.works.binary_search(&entry) {
        s.works.insert(at, entry);
    }
    // The train goes last, so that its works are never deserted while others stay.
    crate::combat::discard(cx, s, train);
    rec.emit(|| CombatEvent::WorksBuilt { side, hex }.into());
    remove_deserted(cx, s, rec);
}

/// Works without units of their side are removed at once (36.4).
pub fn remove_deserted(cx: &Context, s: &mut State, rec: &mut Record) {
    if s.works.is_empty() {
        return;
    }
    let held = |s: &State, w: &FieldWorks| s.units_in(w.hex).any(|u| s.owner(&cx.setup, u) == Some(w.side));
    let gone: SmallVec<[FieldWorks; 2]> = s.works.iter().copied().filter(|w| !held(s, w)).collect();
    for w in gone {
        s.works.retain(|o| *o != w);
        rec.emit(|| CombatEvent::WorksGone { hex: w.hex }.into());
    }
}
