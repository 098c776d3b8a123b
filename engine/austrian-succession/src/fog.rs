//! 24: fog of war. Of an enemy stack only the top unit is seen, and nothing of what lies below it.

use crate::data::Arm;
use crate::event::Event;
use crate::ids::{Hexes, SideId, UnitId, Units};
use crate::setup::Setup;
use crate::state::{Flag, Spot, State};
use crate::words::{about_unit, hex_name, unit_name};
use crate::zones::HexSet;
use crate::{Context, Record, impulses};
use engine::hex::HexId;
use engine::present::{Affordance, Refusal, Verb};

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

/// What an enemy sees of a group that moves off: what it saw before, or the usual unit.
pub fn own_top(setup: &Setup, s: &State, group: &[UnitId], before: Option<UnitId>) -> UnitId {
    let shown = before.filter(|u| group.contains(u));
    let lying = || group.iter().copied().find(|u| s.unit(*u).has(Flag::Top));
    let usual = || group.iter().copied().min_by_key(|u| usual_order(setup, *u));
    shown.or_else(lying).or_else(usual).unwrap_or(UnitId(0))
}

/// Moves units of one place into a hex: below the top if somebody lies there, otherwise with this one on top.
pub fn move_group(setup: &Setup, s: &mut State, group: &[UnitId], top: UnitId, to: HexId) {
    let Some(from) = group.first().map(|u| s.unit(*u).spot) else { return };
    let is_empty = s.units_in(to).next().is_none();
    for u in group {
        let unit = s.unit_mut(*u);
        unit.spot = Spot::Hex(to);
        unit.flags.clear(Flag::Top);
    }
    if is_empty {
        s.unit_mut(top).flags.set(Flag::Top);
    }
    if let Spot::Hex(from) = from {
        keep_top(setup, s, from);
    }
}

/// Whether the owner may put a unit on top: once for each hex in a phase (24).
pub fn check_show(cx: &Context, s: &State, side: SideId, u: UnitId) -> Result<(), Refusal> {
    let refuse = |text: &str| Err(Refusal::new("24.0", text));
    let Some(hex) = s.unit(u).hex().filter(|_| s.owner(&cx.setup, u) == Some(side)) else {
        return refuse("Units of your side on the map lie in stacks.");
    };
    if s.unit(u).has(Flag::Top) {
        return refuse("That unit lies on top.");
    }
    if s.units_in(hex).any(|other| s.unit(other).has(Flag::Shown)) {
        return refuse("The top of that stack has been set in this phase.");
    }
    Ok(())
}

/// Every unit that may be put on top, in one pass.
pub fn list_tops(cx: &Context, s: &State, side: SideId, out: &mut Vec<crate::action::Action>) {
    let mut settled = HexSet::new(cx.setup.map.len());
    for u in &s.units {
        if let (Spot::Hex(hex), true) = (u.spot, u.has(Flag::Shown)) {
            settled.insert(hex);
        }
    }
    for unit in cx.setup.unit_ids() {
        let Spot::Hex(hex) = s.unit(unit).spot else { continue };
        let is_free = !s.unit(unit).has(Flag::Top) && !settled.contains(hex);
        if is_free && s.owner(&cx.setup, unit) == Some(side) {
            out.push(crate::action::Action::ShowOnTop { unit });
        }
    }
}

pub fn show_on_top(cx: &Context, s: &mut State, unit: UnitId, rec: &mut Record) {
    let Some(hex) = s.unit(unit).hex() else { return };
    show(&cx.setup, s, unit, hex);
    s.unit_mut(unit).flags.set(Flag::Shown);
    rec.emit(|| Event::TopShown { unit, hex });
}

pub fn label_show(cx: &Context, s: &State, unit: UnitId) -> Affordance {
    let at = s.unit(unit).hex().map_or_else(String::new, |hex| hex_name(cx, hex));
    let label = format!("Put {} on top in {at}", unit_name(cx, unit));
    about_unit(label, Verb::Other, unit, "24.0")
}

/// Whether light units on top keep a stack from being opened (34.3).
pub fn is_screened(cx: &Context, top: UnitId) -> bool {
    cx.setup.options.light_units && cx.setup.unit(top).arm == Arm::Light
}

/// Enemy stacks next to a hex that scouts would open (24.1.1): fortresses too, but neither those open already nor screened ones.
fn stacks_to_open(cx: &Context, s: &State, side: SideId, at: HexId) -> Hexes {
    let near = cx.setup.map.neighbours(at);
    let opens = |u: &UnitId| {
        let unit = s.unit(*u);
        unit.has(Flag::Top)
            && !unit.has(Flag::Scouted)
            && s.owner(&cx.setup, *u) == Some(side.enemy())
            && !is_screened(cx, *u)
    };
    cx.setup
        .unit_ids()
        .filter_map(|u| s.unit(u).hex().filter(|hex| near.contains(hex) && opens(&u)))
        .collect()
}

/// Whether a unit may be shown to open the stacks next to it (24.1.1).
pub fn check_scout(cx: &Context, s: &State, u: UnitId) -> Result<(), Refusal> {
    let refuse = |rule, text: &str| Err(Refusal::new(rule, text));
    let Some(at) = s.unit(u).hex().filter(|_| s.owner(&cx.setup, u) == Some(s.active)) else {
        return refuse("24.1", "Units of your side on the map scout.");
    };
    if !matches!(cx.setup.unit(u).arm, Arm::Cavalry | Arm::Light) {
        return refuse("24.1", "Cavalry and light units scout.");
    }
    if s.unit(u).has(Flag::Scouted) {
        return refuse("24.1", "That unit has scouted.");
    }
    if !impulses::could_move(cx, s, u) {
        return refuse("24.1", "In this impulse only units scout that an activated leader could move.");
    }
    if stacks_to_open(cx, s, s.active, at).is_empty() {
        return refuse("24.1", "No enemy stack next to it is to be opened.");
    }
    Ok(())
}

/// The unit is shown, and so are the stacks next to it, until the Battle Phase ends.
pub fn scout(cx: &Context, s: &mut State, u: UnitId, rec: &mut Record) {
    let (Some(at), side) = (s.unit(u).hex(), s.active) else { return };
    let stacks = stacks_to_open(cx, s, side, at);
    let found: Units =
        cx.setup.unit_ids().filter(|f| s.unit(*f).hex().is_some_and(|hex| stacks.contains(&hex))).collect();
    for shown in found.iter().chain([&u]) {
        s.unit_mut(*shown).flags.set(Flag::Scouted);
    }
    rec.reveal();
    rec.emit(|| Event::Scouted { side, unit: u, found });
}
