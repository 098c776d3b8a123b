//! Bombardment (8): who may fire at what, and with what modifiers.

use crate::Context;
use crate::board::{face, has_unit, is_fighter, side_of, stack};
use crate::data::Arm;
use crate::decide::Why;
use crate::ids::UnitId;
use crate::modifier::{Modifiers, Reason};
use crate::sight::can_see;
use crate::state::{Flag, MoraleState, Spirit, State};
use engine::hex::{Dir, HexId};

/// Whether a battery may fire at all in this phase (8).
pub fn check_battery(cx: &Context, s: &State, u: UnitId, defensive: bool) -> Result<(), Why> {
    let unit = s.unit(u);
    let firing = if defensive { s.active.enemy() } else { s.active };
    if cx.setup.unit(u).arm != Arm::Guns || side_of(cx, u) != firing || !unit.is_on_map() {
        return Err(("8", "it is no battery of the side that fires"));
    }
    if !crate::activation::is_unit_awake(cx, s, u) {
        return Err(("4.1", "its army is not Activated"));
    }
    if unit.has(Flag::Fired) {
        return Err(("8", "it has fired"));
    }
    if unit.has(Flag::Column) {
        return Err(("7.6.1", "guns In Column do not fire"));
    }
    if unit.is_routed() {
        return Err(("8", "Routed guns do not fire"));
    }
    if !defensive && unit.has(Flag::GunMoved) {
        return Err(("7.3", "guns that moved do not fire"));
    }
    let above = stack(cx, s, unit.hex, firing).into_iter().take_while(|o| *o != u);
    if above.into_iter().any(|o| is_fighter(cx, o)) {
        return Err(("5.5", "infantry or cavalry stands above it"));
    }
    Ok(())
}

fn has_neighbour(cx: &Context, s: &State, hex: HexId, side: crate::ids::SideId) -> bool {
    cx.setup.map.neighbours(hex).iter().any(|n| !n.is_none() && has_unit(cx, s, *n, side))
}

/// Farthest a battery reaches a target (8.1, 8.5, 16.3.1).
fn reach(cx: &Context, from: HexId, at: HexId, defensive: bool) -> u16 {
    let b = &cx.data.bombardment;
    let map = &cx.setup.map;
    let is_lower = map.level[at.index()] < map.level[from.index()];
    match (defensive, cx.setup.options.extended_range && is_lower) {
        (true, _) => b.defensive_range,
        (false, true) => cx.data.options.extended_range,
        (false, false) => b.range,
    }
}

/// Whether a battery may fire at a hex (8.1).
pub fn check_target(cx: &Context, s: &State, u: UnitId, at: HexId, defensive: bool) -> Result<(), Why> {
    check_battery(cx, s, u, defensive)?;
    check_aim(cx, s, u, at, defensive)
}

/// The same of a battery that may fire.
pub fn check_aim(cx: &Context, s: &State, u: UnitId, at: HexId, defensive: bool) -> Result<(), Why> {
    let from = s.unit(u).hex;
    let side = side_of(cx, u);
    let distance = cx.setup.map.distance(from, at);
    if distance == 0 || distance > reach(cx, from, at, defensive) {
        let rule = if defensive { "8.5" } else { "8.1" };
        return Err((rule, "it is out of range"));
    }
    if !has_unit(cx, s, at, side.enemy()) {
        return Err(("8.1", "no enemy unit stands there"));
    }
    if s.bombarded.contains(&at) {
        return Err(("8", "the hex has been bombarded"));
    }
    if distance > 1 && has_neighbour(cx, s, from, side.enemy()) {
        return Err(("8.1", "guns next to the enemy fire at neighbours only"));
    }
    if distance > 1 && has_neighbour(cx, s, at, side) {
        return Err(("8.1", "friends stand next to the target"));
    }
    if !can_see(cx, s, from, at) {
        return Err(("8.2", "there is no line of sight"));
    }
    Ok(())
}

/// Strength at the target (8.3a).
pub fn strength(cx: &Context, s: &State, u: UnitId, at: HexId) -> u8 {
    let distance = cx.setup.map.distance(s.unit(u).hex, at).clamp(1, 3);
    face(cx, s, u).fire[usize::from(distance) - 1]
}

/// Strength of all firers together (8.3a).
pub fn total_strength(cx: &Context, s: &State, guns: &[UnitId], at: HexId) -> u8 {
    guns.iter().fold(0, |sum: u8, u| sum.saturating_add(strength(cx, s, *u, at)))
}

/// Terrain against fire from one hex: the worse hex, the sides of both (8.3c).
fn terrain(cx: &Context, from: HexId, at: HexId, howitzers: bool) -> i8 {
    let of = |h: HexId| cx.setup.terrain(&cx.data, h).bombard;
    let sides = if howitzers { 0 } else { side_terrain(cx, from, at) };
    of(from).min(of(at)) + sides
}

/// The side the line leaves the firing hex by, and the one it comes in by; the choice along a side is the firer's.
fn side_terrain(cx: &Context, from: HexId, at: HexId) -> i8 {
    let grid = &cx.setup.map.grid;
    let mut best = i8::MIN;
    cx.setup.lines.any_path(grid.hex(from), grid.hex(at), |path| {
        let ids: Vec<HexId> = path.iter().filter_map(|h| grid.id(*h)).collect();
        let cross = |a: HexId, b: HexId| {
            let dir: Option<Dir> = cx.setup.map.direction_to(a, b);
            dir.map_or(0, |d| cx.setup.effects[a.index()][d.0 as usize].bombard)
        };
        let n = ids.len();
        if n >= 2 {
            let last = cross(ids[n - 2], ids[n - 1]);
            let first = if n > 2 { cross(ids[0], ids[1]) } else { 0 };
            best = best.max(first + last);
        }
        false
    });
    if best == i8::MIN { 0 } else { best }
}

/// All modifiers of a bombardment (8.3c).
pub fn modifiers(cx: &Context, s: &State, guns: &[UnitId], at: HexId) -> Modifiers {
    let b = &cx.data.bombardment;
    let mut out = Modifiers::default();
    let Some(first) = guns.first() else { return out };
    let side = side_of(cx, *first);
    let map = &cx.setup.map;
    let is_far = |u: &UnitId| map.distance(s.unit(*u).hex, at) > 1;
    let howitzers =
        cx.setup.options.howitzers && guns.iter().any(|u| cx.setup.unit(*u).traits.howitzer && is_far(u));
    let ground = guns.iter().map(|u| terrain(cx, s.unit(*u).hex, at, howitzers)).max().unwrap_or(0);
    out.add(Reason::Terrain, ground);
    let targets = stack(cx, s, at, side.enemy());
    out.add_if(targets.iter().all(|u| s.unit(*u).is_routed()), Reason::RoutedTarget, b.routed_target);
    let is_disordered = |u: &UnitId| s.unit(*u).morale == MoraleState::Disordered;
    out.add_if(guns.iter().any(is_disordered), Reason::DisorderedFirer, b.disordered_firer);
    match s.army(side).spirit {
        Spirit::Steady => {}
        Spirit::Demoralized => out.add(Reason::FirerDemoralized, b.demoralized),
        Spirit::Broken => out.add(Reason::FirerBroken, b.broken),
    }
    let is_marked = |u: &UnitId| s.momentum.iter().any(|m| m.hex == s.unit(*u).hex && m.side == side);
    out.add_if(guns.iter().any(is_marked), Reason::FirerMomentum, b.momentum);
    out.add_if(!guns.iter().any(is_far), Reason::AllAdjacent, b.adjacent);
    out
}
