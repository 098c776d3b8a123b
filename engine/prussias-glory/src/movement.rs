//! Movement (7): prices, allowances, and who may go where.

use crate::Context;
use crate::activation::{is_leader_awake, is_unit_awake};
use crate::board::{
    Layer, arm_of, column_of, counted_steps, engaged, face, is_fast, is_held_by_cavalry, is_zoned, side_of,
};
use crate::command::{is_effective, units_of, wing_of};
use crate::data::Arm;
use crate::decide::Why;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::setup::Column;
use crate::state::{Flag, MoraleState, Spirit, State};
use crate::survey::Survey;
use engine::hex::{Dir, HexId};

/// Degraded, Out of Command or Disordered: half movement, once (7.4.1).
pub fn is_halved(cx: &Context, s: &State, u: UnitId) -> bool {
    // A rash wing attacks as if Effective (18).
    let is_rash = wing_of(cx, s, u).is_some_and(|w| s.wing(w).rash);
    (!is_effective(cx, s, u) && !is_rash)
        || s.has(u, Flag::OutOfCommand)
        || s.unit(u).morale == MoraleState::Disordered
}

/// Movement points of a unit.
pub fn allowance(cx: &Context, s: &State, u: UnitId) -> u8 {
    allowance_as(cx, s, u, s.has(u, Flag::Column))
}

/// What it would have in column, or deployed.
pub fn allowance_as(cx: &Context, s: &State, u: UnitId, column: bool) -> u8 {
    if s.has(u, Flag::Slowed) {
        let c = &cx.data.command;
        return if column { c.fortunes.column } else { c.fortunes.movement };
    }
    let printed = face(cx, s, u).movement;
    let c = &cx.data.command;
    match (column, is_halved(cx, s, u)) {
        (true, false) => printed + c.column_bonus,
        (true, true) => match arm_of(cx, u) {
            Arm::Foot => c.degraded_column.foot,
            Arm::Horse => c.degraded_column.horse,
            Arm::Guns | Arm::Leader => c.degraded_column.guns,
        },
        (false, true) => printed.div_ceil(2),
        (false, false) => printed,
    }
}

/// Price of a hex for a piece in column (7.6.1), along a road through closed ground too (7.3).
fn column_price(cx: &Context, column: Column, from: HexId, dir: Dir) -> Option<u8> {
    let to = cx.setup.map.neighbour(from, dir)?;
    let is_open = cx.setup.sides_open[from.index()][dir.0 as usize][column as usize];
    if cx.setup.options.column_roads && cx.setup.map.road_class(from, dir) > 0 && is_open {
        return Some(cx.data.terrain.road_column);
    }
    cx.setup.enter_cost(column, from, dir)?;
    Some(cx.setup.terrain(&cx.data, to).column)
}

/// Price of the ground for a unit.
pub fn ground_price(cx: &Context, s: &State, u: UnitId, from: HexId, dir: Dir) -> Option<u8> {
    price_as(cx, s, u, s.has(u, Flag::Column), from, dir)
}

/// The price in column, or deployed.
pub fn price_as(cx: &Context, s: &State, u: UnitId, in_column: bool, from: HexId, dir: Dir) -> Option<u8> {
    let column = column_of(cx, s, u);
    if in_column { column_price(cx, column, from, dir) } else { cx.setup.enter_cost(column, from, dir) }
}

/// Whether it is among the Engaged of a hex that lies in an enemy zone (6.2).
pub fn is_engaged(cx: &Context, s: &State, u: UnitId) -> bool {
    let hex = s.unit(u).hex;
    let side = side_of(cx, u);
    is_zoned(cx, s, hex, side.enemy()) && engaged(cx, s, hex, side).contains(&u)
}

/// What it costs to leave the zone a unit stands in (7.5).
pub fn leave_price(cx: &Context, s: &State, u: UnitId) -> Result<u8, Why> {
    let hex = s.unit(u).hex;
    let side = side_of(cx, u);
    let m = &cx.data.movement;
    if !is_zoned(cx, s, hex, side.enemy()) {
        return Ok(0);
    }
    if arm_of(cx, u) == Arm::Guns {
        return Ok(m.leave_guns);
    }
    if !engaged(cx, s, hex, side).contains(&u) {
        return Ok(m.leave_supporting);
    }
    if !is_fast(cx, s, u) {
        return Err(("7.5.1", "Engaged infantry stays until it is Supporting"));
    }
    if is_held_by_cavalry(cx, s, hex, side.enemy()) {
        return Err(("7.5.3", "Formed enemy cavalry holds it"));
    }
    Ok(if cx.setup.unit(u).traits.quick_cavalry { m.leave_quick_cavalry } else { m.leave_fast })
}

/// A unit that may move, and what of a step does not depend on where it leads.
pub struct Mover {
    unit: UnitId,
    spent: u8,
    points: u8,
    leave: Result<u8, Why>,
}

/// Whether a unit that has spent so much may move on at all.
pub fn check_mover(b: &Survey, u: UnitId, spent: u8) -> Result<Mover, Why> {
    let (cx, s) = (b.cx, b.s);
    let unit = s.unit(u);
    if side_of(cx, u) != s.active || !unit.is_on_map() {
        return Err(("7.3", "it is not yours to move"));
    }
    if !is_unit_awake(cx, s, u) {
        return Err(("4.1", "its army is not Activated"));
    }
    if unit.is_routed() {
        return Err(("7.3", "Routed units do not move as they like"));
    }
    if unit.has(Flag::Moved) {
        return Err(("7.3", "it has moved"));
    }
    let leave = if b.is_zoned(unit.hex) { leave_price(cx, s, u) } else { Ok(0) };
    Ok(Mover { unit: u, spent, points: allowance(cx, s, u), leave })
}

/// The price of a step over `dir` into the next hex, or why it may not be taken.
pub fn check_way(b: &Survey, mover: &Mover, dir: Dir, to: HexId) -> Result<u8, Why> {
    let (cx, s) = (b.cx, b.s);
    let &Mover { unit: u, spent, points, leave } = mover;
    let Some(ground) = ground_price(cx, s, u, s.unit(u).hex, dir) else {
        return Err(("7.4.3", "that ground is closed to it"));
    };
    let leave = leave?;
    let price = ground + leave;
    // The first hex is free of its price, but the way out of a zone is paid in full (7.3, 7.5).
    let is_free_step = spent == 0 && points > 0 && leave == 0;
    if spent.saturating_add(price) > points && !is_free_step {
        return Err(("7.3", "it has not the movement points"));
    }
    if b.has_enemy(to) {
        return Err(("7.4.3", "the enemy stands there"));
    }
    if !b.fits(u, to) {
        return Err(("5.4", "too many steps would stand there"));
    }
    if b.is_zoned(to) {
        check_zone_entry(b, u, to)?;
    }
    // 5.4: whoever overstacks a hex leaves it first, unless Engaged.
    let relieves = || b.overstacked.contains(&s.unit(u).hex) && !is_engaged(cx, s, u);
    if spent == 0 && !b.overstacked.is_empty() && !relieves() {
        return Err(("5.4", "overstacked hexes are relieved first"));
    }
    let price = price.min(points.saturating_sub(spent).max(1));
    check_rash(b, mover, to, price)?;
    Ok(price)
}

/// The price of the next step of a unit that has spent so much, or why it may not be taken.
pub fn check_step(cx: &Context, s: &State, u: UnitId, spent: u8, to: HexId) -> Result<u8, Why> {
    let b = Survey::new(cx, s);
    let mover = check_mover(&b, u, spent)?;
    let Some(dir) = cx.setup.map.direction_to(s.unit(u).hex, to) else {
        return Err(("7.3", "a step leads to the next hex"));
    };
    check_way(&b, &mover, dir, to)
}

/// 18: a rash wing moves first, and as near to the enemy as it can.
fn check_rash(b: &Survey, mover: &Mover, to: HexId, price: u8) -> Result<(), Why> {
    if !b.is_any_rash {
        return Ok(());
    }
    let (cx, s, is_free) = (b.cx, b.s, !b.overstacked.is_empty());
    let &Mover { unit: u, spent, .. } = mover;
    if wing_of(cx, s, u).is_some_and(|w| s.wing(w).rash) {
        if !is_free && !crate::fortunes::is_towards_enemy(cx, s, u, spent, to, price) {
            return Err(("18", "a rash wing goes for the enemy by the shortest way"));
        }
    } else if spent == 0 && !is_free && crate::fortunes::is_anybody_rash(cx, s) {
        return Err(("18", "the rash wing moves first"));
    }
    Ok(())
}

fn check_zone_entry(b: &Survey, u: UnitId, to: HexId) -> Result<(), Why> {
    let unit = b.s.unit(u);
    if unit.has(Flag::OutOfCommand) {
        return Err(("4.2.5", "out of command it may not enter an enemy zone"));
    }
    if face(b.cx, b.s, u).bracket {
        return Err(("7.5.5", "strength in brackets: it may not enter an enemy zone"));
    }
    if b.is_gun(u) && !b.has_own_fighter(to) {
        return Err(("7.5.2", "guns enter an enemy zone only behind infantry or cavalry"));
    }
    if unit.has(Flag::Refused) {
        return Err(("16.1c", "the Cossacks have refused to close"));
    }
    Ok(())
}

/// Places a unit of the active player may take in the stack it enters (5.5).
pub fn layers(b: &Survey, u: UnitId, to: HexId) -> &'static [Layer] {
    if b.own_units(to) == 0 {
        return &[Layer::Top];
    }
    let is_bound = b.is_gun(u) && b.side == SideId::COALITION && b.is_zoned(to);
    if is_bound { &[Layer::Bottom] } else { &[Layer::Top, Layer::Bottom] }
}

/// Whether a unit that has just entered its hex must stop (7.5.1, 7.5.3).
pub fn must_stop(cx: &Context, s: &State, u: UnitId) -> bool {
    if arm_of(cx, u) == Arm::Guns || !is_engaged(cx, s, u) {
        return false;
    }
    !is_fast(cx, s, u) || is_held_by_cavalry(cx, s, s.unit(u).hex, side_of(cx, u).enemy())
}

/// Whether a leader of the active player may ride on at all.
pub fn check_rider(b: &Survey, l: LeaderId) -> Result<(), Why> {
    let leader = b.s.leader(l);
    if b.cx.setup.leader(l).side != b.s.active || !leader.is_on_map() {
        return Err(("7.3", "he is not yours to move"));
    }
    if !is_leader_awake(b.cx, b.s, l) {
        return Err(("4.1", "his army is not Activated"));
    }
    if leader.moved {
        return Err(("7.3", "he has moved"));
    }
    Ok(())
}

/// The price of a leader's step over `dir` into the next hex, or why it may not be taken.
pub fn check_ride_way(b: &Survey, l: LeaderId, spent: u8, dir: Dir, to: HexId) -> Result<u8, Why> {
    let (cx, s) = (b.cx, b.s);
    let leader = s.leader(l);
    let price = if leader.column {
        column_price(cx, Column::Leader, leader.hex, dir)
    } else {
        cx.setup.enter_cost(Column::Leader, leader.hex, dir)
    };
    let Some(price) = price else { return Err(("7.4.3", "that ground is closed to him")) };
    let points = crate::leaders::allowance(cx, s, l);
    if spent.saturating_add(price) > points && spent > 0 {
        return Err(("7.3", "he has not the movement points"));
    }
    if b.has_enemy(to) {
        return Err(("7.4.3", "the enemy stands there"));
    }
    if b.is_zoned(to) && b.own_units(to) == 0 {
        return Err(("7.5.4", "leaders enter an enemy zone only where a friendly unit stands"));
    }
    if spent == 0 && !b.overstacked.is_empty() {
        return Err(("5.4", "overstacked hexes are relieved first"));
    }
    Ok(price.min(points.saturating_sub(spent).max(1)))
}

/// The price of the next step of a leader, or why it may not be taken.
pub fn check_ride(cx: &Context, s: &State, l: LeaderId, spent: u8, to: HexId) -> Result<u8, Why> {
    let b = Survey::new(cx, s);
    check_rider(&b, l)?;
    let Some(dir) = cx.setup.map.direction_to(s.leader(l).hex, to) else {
        return Err(("7.3", "a step leads to the next hex"));
    };
    check_ride_way(&b, l, spent, dir, to)
}

/// Whether a unit may leave the map (12.4).
pub fn check_exit(cx: &Context, s: &State, u: UnitId, spent: u8) -> Result<(), Why> {
    let unit = s.unit(u);
    let side = side_of(cx, u);
    if s.army(side).spirit == Spirit::Steady {
        return Err(("7.4.3", "only units of a beaten army leave the map"));
    }
    if unit.is_routed() || unit.has(Flag::Moved) || side != s.active || !is_unit_awake(cx, s, u) {
        return Err(("12.4", "it cannot leave the map now"));
    }
    if !cx.setup.sides[side.index()].edge[unit.hex.index()] {
        return Err(("12.4", "it leaves over a friendly map edge"));
    }
    let price = leave_price(cx, s, u)? + cx.data.movement.leave_map;
    if spent.saturating_add(price) > allowance(cx, s, u) {
        return Err(("12.4", "it has not the movement points"));
    }
    Ok(())
}

/// Locked markers turn when one of those who were Engaged no longer is (6.3).
pub fn turn_locked(cx: &Context, s: &mut State) -> Vec<HexId> {
    let side = s.active;
    let mut turned = Vec::new();
    for i in 0..s.locked.len() {
        let marker = &s.locked[i];
        let now = engaged(cx, s, marker.hex, side);
        let is_displaced = |u: &UnitId| s.unit(*u).hex == marker.hex && !now.contains(u);
        if !marker.penalty && marker.engaged.iter().any(is_displaced) {
            turned.push(marker.hex);
            s.locked[i].penalty = true;
        }
    }
    turned
}

/// Whether a wing may be put into column (7.6).
pub fn check_form(b: &Survey, w: crate::ids::WingId) -> Result<(), Why> {
    let (cx, s) = (b.cx, b.s);
    let card = cx.setup.wing(w);
    let wing = s.wing(w);
    if card.side != s.active || wing.column {
        return Err(("7.6", "it is in column, or not yours"));
    }
    if !is_leader_awake(cx, s, card.leader) {
        return Err(("4.1", "its army is not Activated"));
    }
    if wing.rash {
        return Err(("18", "a rash wing attacks as it stands"));
    }
    if !wing.effective {
        return Err(("7.6", "the wing is not Effective"));
    }
    let mut hexes: Vec<(HexId, u8)> = Vec::new();
    let mut is_any = false;
    for u in units_of(cx, s, w).iter().filter(|u| s.is_present(**u)) {
        is_any = true;
        let unit = s.unit(*u);
        if !unit.is_on_map() {
            return Err(("17.1", "part of the wing is not on the map"));
        }
        if !unit.is_formed() || unit.has(Flag::OutOfCommand) {
            return Err(("7.6", "all its units must be Formed and in command"));
        }
        if b.is_zoned(unit.hex) {
            return Err(("7.6", "one of its units is in an enemy zone"));
        }
        let steps = counted_steps(cx, s, *u);
        match hexes.iter_mut().find(|h| h.0 == unit.hex) {
            Some(h) => h.1 += steps,
            None => hexes.push((unit.hex, steps)),
        }
    }
    if !is_any {
        return Err(("7.6", "the wing has no units left"));
    }
    let is_full = |(hex, steps): &(HexId, u8)| {
        crate::board::steps_in(cx, s, *hex, card.side).1 + steps > cx.data.movement.column_steps
    };
    if hexes.iter().any(is_full) {
        return Err(("5.2", "too many steps in column in one hex: spread the wing first"));
    }
    Ok(())
}

/// Whether a battery may go into column with a wing that has just done so (7.6).
pub fn check_form_gun(cx: &Context, s: &State, u: UnitId, w: crate::ids::WingId) -> Result<(), Why> {
    let card = cx.setup.wing(w);
    let unit = s.unit(u);
    if s.leader(card.leader).veiled {
        return Err(("17.1", "the wing is not on the map"));
    }
    let at = s.leader(card.leader).hex;
    let c = &cx.data.command;
    if arm_of(cx, u) != Arm::Guns || side_of(cx, u) != s.active || card.side != s.active || !unit.is_on_map()
    {
        return Err(("7.6", "it is no battery of yours"));
    }
    if !is_unit_awake(cx, s, u) {
        return Err(("4.1", "its army is not Activated"));
    }
    if unit.has(Flag::Column) || !s.wing(w).column || s.wing(w).guns == 0 {
        return Err(("7.6", "batteries go into column with a wing that does so"));
    }
    if s.wing(w).guns > c.column_guns {
        return Err(("7.6", "three batteries have gone with the wing"));
    }
    let is_near = !at.is_none() && cx.setup.map.distance(at, unit.hex) <= c.column_guns_range;
    if !is_near || !unit.is_formed() || !is_effective(cx, s, u) || is_zoned(cx, s, unit.hex, s.active.enemy())
    {
        return Err(("7.6", "it must be Formed, Effective, out of zones and within 5 hexes of the leader"));
    }
    Ok(())
}
