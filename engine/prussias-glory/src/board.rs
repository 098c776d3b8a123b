//! Who stands where, in what order: stacking (5), zones of control (6.1) and Engaged units (6.2).

use crate::Context;
use crate::data::Arm;
use crate::ids::{LeaderId, SideId, UnitId, Units};
use crate::setup::{Column, Face};
use crate::state::{Flag, MoraleState, State};
use engine::hex::{Dir, HexId};
use smallvec::SmallVec;

/// Where a unit goes in the stack it enters (5.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Layer {
    Top,
    Bottom,
}

pub fn side_of(cx: &Context, u: UnitId) -> SideId {
    cx.setup.unit(u).side
}

pub fn arm_of(cx: &Context, u: UnitId) -> Arm {
    cx.setup.unit(u).arm
}

/// Infantry or cavalry.
pub fn is_fighter(cx: &Context, u: UnitId) -> bool {
    arm_of(cx, u) != Arm::Guns
}

/// The face now up.
pub fn face(cx: &Context, s: &State, u: UnitId) -> Face {
    cx.setup.unit(u).face(s.unit(u).steps)
}

pub fn morale(cx: &Context, s: &State, u: UnitId) -> u8 {
    face(cx, s, u).morale
}

/// By the printed movement of the face now up (7.5.3).
pub fn is_fast(cx: &Context, s: &State, u: UnitId) -> bool {
    arm_of(cx, u) == Arm::Horse
        || (arm_of(cx, u) == Arm::Foot && face(cx, s, u).movement >= cx.data.movement.fast)
}

/// Its column of the terrain chart.
pub fn column_of(cx: &Context, s: &State, u: UnitId) -> Column {
    match arm_of(cx, u) {
        Arm::Foot if is_fast(cx, s, u) => Column::FastFoot,
        Arm::Foot => Column::Foot,
        Arm::Horse => Column::Horse,
        Arm::Guns => Column::Guns,
        Arm::Leader => Column::Leader,
    }
}

/// Units of a side in a hex, top first.
pub fn stack(cx: &Context, s: &State, hex: HexId, side: SideId) -> Units {
    let mut out = Units::new();
    for (i, unit) in s.units.iter().enumerate() {
        if unit.hex == hex && cx.setup.unit_sides[i] == side {
            out.push(UnitId(i as u8));
        }
    }
    out.sort_unstable_by_key(|u| s.unit(*u).order);
    out
}

/// Infantry and cavalry of a side in a hex, top first.
pub fn fighters(cx: &Context, s: &State, hex: HexId, side: SideId) -> Units {
    let mut out = stack(cx, s, hex, side);
    out.retain(|u| is_fighter(cx, *u));
    out
}

pub fn guns(cx: &Context, s: &State, hex: HexId, side: SideId) -> Units {
    let mut out = stack(cx, s, hex, side);
    out.retain(|u| !is_fighter(cx, *u));
    out
}

pub fn has_unit(cx: &Context, s: &State, hex: HexId, side: SideId) -> bool {
    s.units.iter().enumerate().any(|(i, u)| u.hex == hex && cx.setup.unit_sides[i] == side)
}

pub fn has_fighter(cx: &Context, s: &State, hex: HexId, side: SideId) -> bool {
    let is_one = |(i, u): (usize, &crate::state::Unit)| {
        u.hex == hex && cx.setup.unit_sides[i] == side && cx.setup.units[i].arm != Arm::Guns
    };
    s.units.iter().enumerate().any(is_one)
}

/// Units of either side in a hex.
pub fn units_in_hex(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.units.iter().enumerate().filter(move |(_, u)| u.hex == hex).map(|(i, _)| UnitId(i as u8))
}

pub fn has_any_unit(s: &State, hex: HexId) -> bool {
    s.units.iter().any(|u| u.hex == hex)
}

/// A counter of this side, leaders included (7.4.3).
pub fn has_counter(cx: &Context, s: &State, hex: HexId, side: SideId) -> bool {
    has_unit(cx, s, hex, side) || leaders_in(cx, s, hex, side).next().is_some()
}

pub fn leaders_in<'a>(
    cx: &'a Context,
    s: &'a State,
    hex: HexId,
    side: SideId,
) -> impl Iterator<Item = LeaderId> + 'a {
    cx.setup.leader_ids().filter(move |l| s.leader(*l).hex == hex && cx.setup.leader(*l).side == side)
}

/// Steps as they count for stacking and Engaged (5.3).
pub fn counted_steps(cx: &Context, s: &State, u: UnitId) -> u8 {
    let steps = s.unit(u).steps;
    if cx.setup.unit(u).traits.double { steps.saturating_mul(cx.data.movement.double) } else { steps }
}

/// Steps in a hex: of infantry and cavalry, of those in column, of guns.
pub fn steps_in(cx: &Context, s: &State, hex: HexId, side: SideId) -> (u8, u8, u8) {
    let mut sum = (0, 0, 0);
    for (i, unit) in s.units.iter().enumerate() {
        if unit.hex == hex && cx.setup.unit_sides[i] == side {
            count_unit(cx, s, UnitId(i as u8), &mut sum);
        }
    }
    sum
}

/// Adds the steps of a unit to those of infantry and cavalry, of those in column, of guns.
fn count_unit(cx: &Context, s: &State, u: UnitId, sum: &mut (u8, u8, u8)) {
    let steps = counted_steps(cx, s, u);
    // A scenario may heap up more than a byte holds.
    let add = |sum: &mut u8| *sum = sum.saturating_add(steps);
    if !is_fighter(cx, u) {
        add(&mut sum.2);
    } else {
        add(&mut sum.0);
        if s.has(u, Flag::Column) {
            add(&mut sum.1);
        }
    }
}

/// Whether a hex with so many steps is within the limits (5.1, 5.2).
pub fn is_within(cx: &Context, steps: (u8, u8, u8)) -> bool {
    let m = &cx.data.movement;
    let (fighters, column, guns) = steps;
    let most_guns = if fighters == 0 { m.guns_alone } else { m.gun_steps };
    fighters <= m.steps && column <= m.column_steps && guns <= most_guns
}

/// Whether the unit may join a hex (5.4).
pub fn fits(cx: &Context, s: &State, u: UnitId, hex: HexId) -> bool {
    let mut steps = steps_in(cx, s, hex, side_of(cx, u));
    let own = counted_steps(cx, s, u);
    let add = |sum: &mut u8| *sum = sum.saturating_add(own);
    if !is_fighter(cx, u) {
        add(&mut steps.2);
    } else {
        add(&mut steps.0);
        if s.has(u, Flag::Column) {
            add(&mut steps.1);
        }
    }
    is_within(cx, steps)
}

/// Hexes of a side above their limits (5.4). Asked for every step that is tried: first all steps are counted in one
/// pass by the last digits of their hexes, and only what might be too many is counted exactly.
pub fn overstacked(cx: &Context, s: &State, side: SideId) -> SmallVec<[HexId; 4]> {
    const ROUGH: usize = 64;
    let mut rough = [(0u8, 0u8, 0u8); ROUGH];
    let own = || {
        let units = s.units.iter().enumerate().map(|(i, unit)| (UnitId(i as u8), unit.hex));
        units.filter(|(u, hex)| !hex.is_none() && cx.setup.unit_sides[u.index()] == side)
    };
    for (u, hex) in own() {
        count_unit(cx, s, u, &mut rough[hex.index() % ROUGH]);
    }
    let m = &cx.data.movement;
    let gun_steps = m.gun_steps.min(m.guns_alone);
    let is_suspect = |(f, c, g): (u8, u8, u8)| f > m.steps || c > m.column_steps || g > gun_steps;
    let mut out: SmallVec<[HexId; 4]> = SmallVec::new();
    if !rough.iter().any(|r| is_suspect(*r)) {
        return out;
    }
    for (_, hex) in own() {
        let may_be = is_suspect(rough[hex.index() % ROUGH]) && !out.contains(&hex);
        if may_be && !is_within(cx, steps_in(cx, s, hex, side)) {
            out.push(hex);
        }
    }
    out.sort_unstable();
    out
}

/// Whether the unit could step over `dir` as far as the ground goes (6.1, 7.4.3).
pub fn can_step(cx: &Context, s: &State, u: UnitId, from: HexId, dir: Dir) -> bool {
    cx.setup.enter_cost(column_of(cx, s, u), from, dir).is_some()
}

/// Whether units of `side` zone the hex (6.1).
pub fn is_zoned(cx: &Context, s: &State, hex: HexId, side: SideId) -> bool {
    let row = cx.setup.map.neighbours(hex);
    // Few units stand in the rows about: a look at the numbers tells.
    let on_map = || row.iter().filter(|n| !n.is_none()).map(|n| n.0);
    let (Some(low), Some(high)) = (on_map().min(), on_map().max()) else { return false };
    s.units.iter().enumerate().any(|(i, unit)| {
        if unit.hex.0.wrapping_sub(low) > high - low || unit.is_routed() || cx.setup.unit_sides[i] != side {
            return false;
        }
        let Some(d) = row.iter().position(|n| *n == unit.hex) else { return false };
        can_step(cx, s, UnitId(i as u8), unit.hex, Dir(d as u8).opposite())
    })
}

/// Hexes next to `hex` from which `side` zones it.
pub fn zoning_hexes(cx: &Context, s: &State, hex: HexId, side: SideId) -> SmallVec<[HexId; 6]> {
    let mut out: SmallVec<[HexId; 6]> = SmallVec::new();
    for dir in Dir::ALL {
        let Some(n) = cx.setup.map.neighbour(hex, dir) else { continue };
        let zones = |u: &UnitId| !s.unit(*u).is_routed() && can_step(cx, s, *u, n, dir.opposite());
        if stack(cx, s, n, side).iter().any(zones) {
            out.push(n);
        }
    }
    out
}

/// Units of at most four steps counted from the top (6.2).
pub fn engaged(cx: &Context, s: &State, hex: HexId, side: SideId) -> Units {
    let mut left = cx.data.movement.engaged_steps;
    let mut out = Units::new();
    for u in fighters(cx, s, hex, side) {
        let steps = counted_steps(cx, s, u);
        if steps > left {
            break;
        }
        left -= steps;
        out.push(u);
    }
    out
}

/// Formed cavalry among the Engaged of a hex that zones this one (7.5.3).
pub fn is_held_by_cavalry(cx: &Context, s: &State, hex: HexId, side: SideId) -> bool {
    let is_formed_horse = |u: &UnitId| arm_of(cx, *u) == Arm::Horse && s.unit(*u).is_formed();
    zoning_hexes(cx, s, hex, side).iter().any(|h| engaged(cx, s, *h, side).iter().any(is_formed_horse))
}

/// Numbers a stack from the top.
fn number(s: &mut State, stack: &[UnitId]) {
    for (i, u) in stack.iter().enumerate() {
        s.unit_mut(*u).order = i as u8;
    }
}

/// Takes a unit off its stack; it stands nowhere afterwards.
pub fn lift_off(cx: &Context, s: &mut State, u: UnitId) {
    let hex = s.unit(u).hex;
    s.unit_mut(u).hex = HexId::NONE;
    s.unit_mut(u).order = 0;
    let rest = stack(cx, s, hex, side_of(cx, u));
    number(s, &rest);
    if rest.is_empty() {
        // A marker goes when its hex is vacated (6.4, 10.11).
        s.momentum.retain(|m| m.hex != hex || m.side != side_of(cx, u));
    }
    if !rest.iter().any(|r| is_fighter(cx, *r)) && side_of(cx, u) == s.active {
        s.locked.retain(|l| l.hex != hex);
    }
}

/// Moves a unit into a hex, above or below those who stand there.
pub fn put(cx: &Context, s: &mut State, u: UnitId, hex: HexId, layer: Layer) {
    lift_off(cx, s, u);
    let mut units = stack(cx, s, hex, side_of(cx, u));
    let at = match layer {
        Layer::Top => 0,
        Layer::Bottom if is_fighter(cx, u) => {
            units.len() - units.iter().rev().take_while(|o| is_bound(cx, s, **o)).count()
        }
        Layer::Bottom => units.len(),
    };
    units.insert(at, u);
    s.unit_mut(u).hex = hex;
    number(s, &units);
    if !s.covers.is_empty() {
        s.entered.push((side_of(cx, u), hex, crate::command::wing_of(cx, s, u)));
    }
    note_objective(cx, s, u);
}

/// Guns of the Coalition that entered an enemy zone in this phase: they stay under all infantry and cavalry (5.5).
pub fn is_bound(cx: &Context, s: &State, u: UnitId) -> bool {
    let (unit, side) = (s.unit(u), side_of(cx, u));
    side == SideId::COALITION
        && arm_of(cx, u) == Arm::Guns
        && unit.has(Flag::GunMoved)
        && is_zoned(cx, s, unit.hex, side.enemy())
}

/// The stack of a unit when that unit is in another place of it.
fn reordered(cx: &Context, s: &State, u: UnitId, position: u8) -> Units {
    let mut units = stack(cx, s, s.unit(u).hex, side_of(cx, u));
    units.retain(|o| *o != u);
    units.insert(usize::from(position).min(units.len()), u);
    units
}

/// Whether a unit may be put into another place of its own stack (5.5).
pub fn may_reorder(cx: &Context, s: &State, u: UnitId, position: u8) -> bool {
    let units = reordered(cx, s, u, position);
    let lowest = units.iter().rposition(|o| is_fighter(cx, *o)).unwrap_or(0);
    !units[..lowest].iter().any(|o| is_bound(cx, s, *o))
}

/// Puts a unit into another place of its own stack.
pub fn reorder(cx: &Context, s: &mut State, u: UnitId, position: u8) {
    let units = reordered(cx, s, u, position);
    number(s, &units);
}

/// An objective is held by whose unrouted infantry or cavalry was last in it (19.2).
pub fn note_objective(cx: &Context, s: &mut State, u: UnitId) {
    let unit = s.unit(u);
    if unit.morale == MoraleState::Routed || !is_fighter(cx, u) {
        return;
    }
    let (hex, side) = (unit.hex, side_of(cx, u));
    for (i, o) in cx.setup.objectives.iter().enumerate() {
        if o.hexes.contains(&hex) {
            s.holders[i] = Some(side);
        }
    }
}

/// Hexes to the nearest enemy unit.
pub fn enemy_distance(cx: &Context, s: &State, hex: HexId, side: SideId) -> u16 {
    let grid = &cx.setup.map.grid;
    let at = grid.hex(hex);
    let far = |(i, u): (usize, &crate::state::Unit)| {
        (u.is_on_map() && cx.setup.unit_sides[i] == side.enemy()).then(|| grid.hex(u.hex).distance(at))
    };
    s.units.iter().enumerate().filter_map(far).min().unwrap_or(u16::MAX)
}

/// The best Morale Modifier of a leader in the hex (9.3, 15).
pub fn best_modifier(cx: &Context, s: &State, hex: HexId, side: SideId) -> u8 {
    leaders_in(cx, s, hex, side).map(|l| crate::leaders::morale_of(cx, s, l)).max().unwrap_or(0)
}
