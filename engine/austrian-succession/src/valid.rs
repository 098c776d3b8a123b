//! What must always hold of a position, and what a position read from a file must be: it may be forged, and whatever passes here
//! is played on without a further question.

mod combat;
mod frames;

use crate::Context;
use crate::belligerents::is_shut;
use crate::ids::{SideId, UnitId};
use crate::setup::Setup;
use crate::state::{Flag, Spot, State, SuddenEnd};
use crate::zones::HexSet;
use engine::hex::HexId;

type Check = Result<(), String>;

/// The most frames there ever are at once.
const MOST_FRAMES: usize = 64;

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(why()) }
}

fn is_unit(setup: &Setup, u: UnitId) -> bool {
    u.index() < setup.units.len()
}

fn is_hex(setup: &Setup, hex: HexId) -> bool {
    hex.index() < setup.map.len()
}

fn is_side(side: SideId) -> bool {
    side.index() < 2
}

pub fn check(cx: &Context, s: &State) -> Check {
    check_numbers(cx, s)?;
    check_units(cx, s)?;
    check_stacks(cx, s)?;
    check_lists(cx, s)?;
    check_battle(cx, s)?;
    frames::check(cx, s)
}

pub fn check_read(cx: &Context, s: &State) -> Check {
    check(cx, s)
}

fn check_numbers(cx: &Context, s: &State) -> Check {
    let setup = &cx.setup;
    ensure(s.units.len() == setup.units.len(), || "a unit is missing or there twice".into())?;
    ensure(s.turn > 0 && usize::from(s.turn) <= setup.turns.len(), || {
        format!("there is no turn {}", s.turn)
    })?;
    ensure(s.impulse <= crate::decide::IMPULSES, || format!("there is no impulse {}", s.impulse))?;
    ensure(is_side(s.first) && is_side(s.active), || "there are two sides".into())?;
    for side in &s.sides {
        ensure(side.morale <= cx.data.morale.most, || format!("{} Morale Points are too many", side.morale))?;
        ensure(side.pool.kinds() == cx.data.events.len(), || "a pool holds unknown markers".into())?;
    }
    for (i, party) in setup.parties.iter().enumerate() {
        let seat = s.control.seat_of(i);
        ensure(seat.is_none_or(|seat| seat == party.side.seat()), || {
            format!("{} changes sides", party.name)
        })?;
        let has_left = setup.control.seat_of(i).is_some() && seat.is_none();
        ensure(!has_left, || format!("{} is not at war any more", party.name))?;
    }
    let ended = match s.ended {
        Some(SuddenEnd::Collapse(side)) => side.is_none_or(is_side),
        Some(SuddenEnd::Fortresses(side) | SuddenEnd::Objectives(side)) => is_side(side),
        None => true,
    };
    ensure(ended, || "nobody has won".into())
}

fn check_units(cx: &Context, s: &State) -> Check {
    let setup = &cx.setup;
    for u in setup.unit_ids() {
        let (unit, card) = (s.unit(u), setup.unit(u));
        let stands = match unit.spot {
            Spot::Hex(hex) => is_hex(setup, hex),
            Spot::Staging => crate::staging::area_of(cx, u).is_some(),
            Spot::Box | Spot::Waiting | Spot::Due => true,
            Spot::Dead | Spot::Prisoner => true,
            Spot::Covered => false,
        };
        ensure(stands, || format!("{} is nowhere", card.name))?;
        let is_on_map = unit.hex().is_some();
        ensure(is_on_map || !unit.has(Flag::Top), || format!("{} lies on top of nothing", card.name))?;
        ensure(!unit.has(Flag::Activated) || card.is_leader(), || format!("{} is no leader", card.name))?;
    }
    Ok(())
}

/// One side in a hex, one unit on top; nobody at war in neutral or closed land.
fn check_stacks(cx: &Context, s: &State) -> Check {
    let setup = &cx.setup;
    let none = HexSet::new(setup.map.len());
    // Coalition, Habsburg, neutrals; then tops.
    let mut stand = [none.clone(), none.clone(), none.clone()];
    let mut tops = none;
    for u in setup.unit_ids() {
        let Some(hex) = s.unit(u).hex() else { continue };
        let name = || format!("{} in {}", setup.unit(u).name, setup.map.label(hex));
        let owner = s.owner(setup, u);
        let own = owner.map_or(2, SideId::index);
        stand[own].insert(hex);
        let with_others = (0..3).any(|other| other != own && stand[other].contains(hex));
        ensure(!with_others, || format!("{} stands with the enemy", name()))?;
        ensure(owner.is_none() || !is_shut(setup, s, hex), || {
            format!("{} is in land it may not enter", name())
        })?;
        if s.unit(u).has(Flag::Top) {
            ensure(tops.insert(hex), || format!("{} is not alone on top", name()))?;
        }
    }
    for u in setup.unit_ids() {
        let Some(hex) = s.unit(u).hex() else { continue };
        ensure(tops.contains(hex), || format!("nobody lies on top in {}", setup.map.label(hex)))?;
    }
    Ok(())
}

fn check_lists(cx: &Context, s: &State) -> Check {
    let setup = &cx.setup;
    let events = cx.data.events.len();
    ensure(s.in_force.len() <= events, || "too many markers are in force".into())?;
    for m in &s.in_force {
        ensure(m.marker.index() < events, || "an unknown marker is in force".into())?;
    }
    for r in &s.reinforcements {
        let known = is_side(r.side)
            && is_unit(setup, r.unit)
            && r.marker.index() < events
            && r.lands.iter().all(|l| l.index() < setup.lands.len());
        ensure(known, || "an unknown reinforcement is due".into())?;
        ensure(s.unit(r.unit).spot == Spot::Due, || format!("{} is not due", setup.unit(r.unit).name))?;
    }
    let objectives = setup.places.iter().filter(|p| p.is_objective).count();
    ensure(s.last_in.len() == objectives, || "an objective is missing".into())?;
    ensure(s.last_in.iter().flatten().all(|side| is_side(*side)), || "an objective is nobody's".into())?;
    for w in &s.works {
        ensure(is_hex(setup, w.hex) && is_side(w.side), || "Field Works are nowhere".into())?;
    }
    ensure(s.barred.iter().all(|b| is_hex(setup, b.hex)), || "a hex nobody attacks is nowhere".into())?;
    ensure(s.pillaged.is_sorted_by(|a, b| a < b), || "Pillaged markers are out of order".into())?;
    ensure(s.pillaged.iter().all(|hex| is_hex(setup, *hex)), || "a Pillaged marker is nowhere".into())?;
    let places = setup.places.len();
    ensure(s.attacked.iter().all(|a| a.place.index() < places), || "an unknown place was attacked".into())
}

fn check_battle(cx: &Context, s: &State) -> Check {
    let setup = &cx.setup;
    let Some(battle) = &s.battle else { return Ok(()) };
    ensure(is_side(battle.attacker) && is_side(battle.striker), || "nobody attacks".into())?;
    ensure(battle.winner.is_none_or(is_side), || "nobody has won the battle".into())?;
    ensure(is_hex(setup, battle.from) && is_hex(setup, battle.at), || "the battle is nowhere".into())?;
    for (forces, commander) in battle.forces.iter().zip(&battle.commanders) {
        let mut sorted = forces.clone();
        sorted.sort_unstable();
        sorted.dedup();
        ensure(sorted.len() == forces.len(), || "a unit fights twice".into())?;
        let known = forces.iter().chain(commander).all(|u| is_unit(setup, *u));
        ensure(known, || "an unknown unit fights".into())?;
    }
    Ok(())
}
