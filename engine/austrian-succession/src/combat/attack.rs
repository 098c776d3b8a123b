//! 16.4 to 16.12, 16.21: who may attack, and whom.

use super::{Why, barred};
use crate::Context;
use crate::data::Arm;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::setup::Setup;
use crate::state::{Flag, State};
use crate::words::{hex_name, side_name};
use crate::{belligerents, events};
use engine::hex::HexId;
use engine::present::Refusal;

/// Hexes whose units may act in a later impulse: those with an activated leader when the phase begins (18.3, 18.5); none
/// in the first impulse, in which everybody may.
pub fn ready_hexes(cx: &Context, s: &State, side: SideId) -> Option<Hexes> {
    if s.impulse <= 1 {
        return None;
    }
    let leaders = cx.setup.unit_ids().filter(|u| s.unit(*u).has(Flag::Activated));
    let mut hexes: Hexes =
        leaders.filter(|u| s.owner(&cx.setup, *u) == Some(side)).filter_map(|u| s.unit(u).hex()).collect();
    hexes.sort_unstable();
    hexes.dedup();
    Some(hexes)
}

/// Why a unit neither attacks nor besieges now, if so.
pub fn why_not_fight(cx: &Context, s: &State, u: UnitId) -> Option<(&'static str, &'static str)> {
    let unit = s.unit(u);
    if unit.has(Flag::Drilled) {
        Some(("11.5", "it has drilled in this turn"))
    } else if unit.has(Flag::Fought) {
        Some(("16.6", "it has attacked in this phase"))
    } else if unit.has(Flag::Advanced) {
        Some(("17.17", "it has advanced after combat in this phase"))
    } else if events::halts(cx, s, u).is_some() {
        Some(("41", "an event forbids it in this turn"))
    } else if s.impulse > 1 && events::bars_later_impulses(cx, s, u).is_some() {
        Some(("41", "an event keeps it to first impulses"))
    } else {
        None
    }
}

/// Whether only light units and leaders with them may attack a hex (34.2).
fn is_for_lights(setup: &Setup, hex: HexId) -> bool {
    let has_road = setup.crossings[hex.index()].iter().any(|c| c.road);
    setup.options.light_units && setup.ground(hex).is_mountain && !has_road
}

fn has_open_strength(cx: &Context, s: &State, u: UnitId) -> bool {
    !cx.setup.unit(u).face(s.unit(u).is_elite()).parenthesized
}

/// Whether these units could attack that hex together.
pub fn may_attack_together(cx: &Context, s: &State, units: &[UnitId], at: HexId) -> bool {
    let is_light = |u: &UnitId| cx.setup.unit(*u).arm == Arm::Light;
    units.iter().any(|u| has_open_strength(cx, s, *u))
        && (!is_for_lights(&cx.setup, at) || units.iter().any(is_light))
}

/// Units of a hex that may attack another; a refusal if there are none.
fn attackers(cx: &Context, s: &State, side: SideId, from: HexId, at: HexId) -> Result<Units, Refusal> {
    let setup = &cx.setup;
    let name = hex_name(cx, from);
    let own: Units = super::units_of(setup, s, side, from);
    if own.is_empty() {
        return Err(Refusal::new("16.2", format!("{} has no units in {name}.", side_name(cx, side))));
    }
    let open: Units = own.into_iter().filter(|u| has_open_strength(cx, s, *u)).collect();
    if open.is_empty() {
        return Err(Refusal::new(
            "16.4",
            format!("Nobody in {name} may attack: their strength is in parentheses."),
        ));
    }
    let mut why = None;
    let mut able: Units = Units::new();
    for u in open {
        match why_not_fight(cx, s, u) {
            None => able.push(u),
            Some(reason) => why = why.or(Some(reason)),
        }
    }
    if is_for_lights(setup, at) {
        able.retain(|u| matches!(setup.unit(*u).arm, Arm::Light | Arm::Leader));
        if !able.iter().any(|u| setup.unit(*u).arm == Arm::Light) {
            let text = format!("Only light units attack {}, mountains without a road.", hex_name(cx, at));
            return Err(Refusal::new("34.2", text));
        }
    }
    match why {
        Some((rule, text)) if able.is_empty() => {
            Err(Refusal::new(rule, format!("Nobody in {name} may attack: {text}.")))
        }
        _ => Ok(able),
    }
}

/// What holds for attacks of every kind.
fn check_hexes(
    cx: &Context,
    s: &State,
    ready: Option<&[HexId]>,
    from: HexId,
    at: HexId,
) -> Result<(), Refusal> {
    let setup = &cx.setup;
    let refuse = |rule, text: String| Err(Refusal::new(rule, text));
    if !setup.map.is_adjacent(from, at) {
        return refuse("16.5", format!("{} is not next to {}.", hex_name(cx, at), hex_name(cx, from)));
    }
    if s.holder(setup, at) != Some(s.active.enemy()) {
        return refuse("16.2", format!("No enemy stands in {}.", hex_name(cx, at)));
    }
    if belligerents::is_shut(setup, s, at) {
        return refuse("25.3", format!("{} is neutral ground.", hex_name(cx, at)));
    }
    if ready.is_some_and(|hexes| !hexes.contains(&from)) {
        return refuse(
            "18.5",
            format!("No activated leader was in {} as the phase began.", hex_name(cx, from)),
        );
    }
    match barred(s, at) {
        Some(Why::Sheltered) => refuse(
            "17.17",
            format!("Nobody is in {} but units that advanced in this phase.", hex_name(cx, at)),
        ),
        Some(Why::Forbidden) => {
            refuse("41.C6", format!("An event forbids to attack {} in this turn.", hex_name(cx, at)))
        }
        None => Ok(()),
    }
}

/// Whether the units of a hex may attack another in the Battle Phase: those that may (16.2).
pub fn check_attack(
    cx: &Context,
    s: &State,
    ready: Option<&[HexId]>,
    from: HexId,
    at: HexId,
) -> Result<Units, Refusal> {
    if cx.setup.ground(at).is_fortress && s.holder(&cx.setup, at) == Some(s.active.enemy()) {
        let text = format!("{} is a fortress, attacked in the Siege Phase only.", hex_name(cx, at));
        return Err(Refusal::new("16.21", text));
    }
    check_hexes(cx, s, ready, from, at)?;
    attackers(cx, s, s.active, from, at)
}

/// Whether the units of a hex may storm a fortress: those that may (21.7).
pub fn check_storm(
    cx: &Context,
    s: &State,
    ready: Option<&[HexId]>,
    from: HexId,
    at: HexId,
) -> Result<Units, Refusal> {
    check_fortress(cx, s, ready, from, at, true)?;
    attackers(cx, s, s.active, from, at)
}

/// What holds for storms and formal sieges alike; a fortress suffers one kind in a phase (21.2).
pub fn check_fortress(
    cx: &Context,
    s: &State,
    ready: Option<&[HexId]>,
    from: HexId,
    at: HexId,
    storm: bool,
) -> Result<(), Refusal> {
    let Some(place) = cx.setup.ground(at).place.filter(|_| cx.setup.ground(at).is_fortress) else {
        return Err(Refusal::new("21.1", format!("{} is no fortress.", hex_name(cx, at))));
    };
    check_hexes(cx, s, ready, from, at)?;
    match s.attacked.iter().find(|a| a.place == place) {
        Some(a) if a.stormed != storm => {
            let kind = if a.stormed { "stormed" } else { "besieged" };
            Err(Refusal::new("21.2", format!("{} has been {kind} in this phase.", hex_name(cx, at))))
        }
        _ => Ok(()),
    }
}
