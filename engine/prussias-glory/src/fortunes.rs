//! Fortunes of War (18): what a bad command roll brings, and how a rash wing is held to its attack.

use crate::Context;
use crate::approach::{
    check_march, cover_allowance, cover_price, covers_of, has_cover, host_of, host_of_leader,
};
use crate::board::{fits, has_counter, is_zoned, side_of, stack};
use crate::command::{units_of, wing_of};
use crate::data::{Arm, Fortune};
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::movement::{allowance, check_step, ground_price, leave_price};
use crate::state::{Flag, State};
use engine::hex::{Dir, HexId};
use engine::search::{Dense, Step};

/// Added to the two dice by the Army Commander's initiative (18).
pub fn modifier(cx: &Context, s: &State, side: SideId) -> i8 {
    let c = &cx.data.command;
    let initiative = crate::activation::commander_initiative(cx, s, side);
    if initiative >= c.fortunes.high.least {
        c.fortunes.high.modifier
    } else if initiative <= c.fortunes.low.most {
        c.fortunes.low.modifier
    } else {
        0
    }
}

/// The line of the table.
pub fn fortune(cx: &Context, side: SideId, roll: i8) -> Fortune {
    let line = cx.data.command.fortunes.lines.iter().find(|l| l.roll == roll);
    line.map_or(Fortune::Nothing, |l| if side == SideId::PRUSSIAN { l.prussian } else { l.coalition })
}

/// Wings whose leader is with the Army Commander: one of them may be kept on a short leash.
pub fn wings_for_leash(cx: &Context, s: &State, side: SideId) -> Vec<WingId> {
    let Some(commander) = s.army(side).commander else { return Vec::new() };
    let is_near = |w: &WingId| {
        cx.setup.wing(*w).side == side
            && units_of(cx, s, *w).iter().any(|u| s.is_present(*u))
            && crate::command::is_with(cx, s, commander, *w)
    };
    cx.setup.wing_ids().filter(is_near).collect()
}

/// All guns that are not with the Army Commander (18).
pub fn drag_guns(cx: &Context, s: &mut State, side: SideId) {
    let commander = s.army(side).commander;
    let is_beside = |u: UnitId, l: LeaderId| {
        if s.leader(l).veiled {
            return s.has(u, Flag::Veiled) && host_of(cx, s, u) == host_of_leader(cx, s, l);
        }
        s.unit(u).hex == s.leader(l).hex && s.unit(u).is_on_map()
    };
    let is_dragged = |u: &UnitId| {
        cx.setup.unit(*u).arm == Arm::Guns
            && side_of(cx, *u) == side
            && s.is_present(*u)
            && !commander.is_some_and(|l| is_beside(*u, l))
    };
    let guns: Vec<UnitId> = cx.setup.unit_ids().filter(is_dragged).collect();
    for u in guns {
        s.set(u, Flag::Slowed);
    }
}

/// The units of a wing crawl; with a March Debacle guns stacked with them do too (18).
pub fn slow_wing(cx: &Context, s: &mut State, w: WingId, with_guns: bool) {
    let units = units_of(cx, s, w);
    for u in &units {
        s.set(*u, Flag::Slowed);
    }
    if !with_guns {
        return;
    }
    let side = cx.setup.wing(w).side;
    let hexes: Vec<HexId> = units.iter().map(|u| s.unit(*u).hex).filter(|h| !h.is_none()).collect();
    for hex in hexes {
        for u in stack(cx, s, hex, side) {
            if cx.setup.unit(u).arm == Arm::Guns {
                s.set(u, Flag::Slowed);
            }
        }
    }
}

/// Hexes from a place to the nearest enemy counter that is seen.
fn enemy_distance(cx: &Context, s: &State, hex: HexId, side: SideId) -> u16 {
    let map = &cx.setup.map;
    let units = crate::board::enemy_distance(cx, s, hex, side);
    let covers =
        covers_of(s, side.enemy()).flat_map(|c| crate::approach::counters(&s.covers[usize::from(c)]));
    covers.map(|h| map.distance(h, hex)).min().unwrap_or(u16::MAX).min(units)
}

/// How near the enemy a unit can come with the points it has left.
fn best_distance(cx: &Context, s: &State, u: UnitId, left: u8, is_first: bool) -> u16 {
    let side = side_of(cx, u);
    let start = s.unit(u).hex;
    let leave = leave_price(cx, s, u);
    let mut search = Dense::default();
    if let Ok(leave) = leave {
        search.find_reach(cx.setup.map.len(), u32::from(start.0), u32::from(left), |at, _, emit| {
            let at = HexId(at as u16);
            // Who has come into a zone goes no further.
            if at != start && is_zoned(cx, s, at, side.enemy()) {
                return;
            }
            for dir in Dir::ALL {
                let Some(to) = cx.setup.map.neighbour(at, dir) else { continue };
                let Some(price) = ground_price(cx, s, u, at, dir) else { continue };
                if has_counter(cx, s, to, side.enemy())
                    || has_cover(s, to, side.enemy())
                    || !fits(cx, s, u, to)
                {
                    continue;
                }
                let leave = if at == start { leave } else { 0 };
                let price = if at == start && is_first {
                    (price + leave).min(left.max(leave))
                } else {
                    price + leave
                };
                emit.enter_node(u32::from(to.0), Step::Go(u32::from(price)));
            }
        });
    }
    let reached = search.reached().iter().map(|n| enemy_distance(cx, s, HexId(*n as u16), side));
    reached.min().unwrap_or(u16::MAX).min(enemy_distance(cx, s, start, side))
}

/// Whether a unit of a rash wing can still come nearer to the enemy.
pub fn must_advance(cx: &Context, s: &State, u: UnitId, spent: u8) -> bool {
    let is_rash = wing_of(cx, s, u).is_some_and(|w| s.wing(w).rash);
    let unit = s.unit(u);
    if !is_rash
        || !unit.is_on_map()
        || unit.is_routed()
        || unit.has(Flag::Moved)
        || side_of(cx, u) != s.active
    {
        return false;
    }
    let left = allowance(cx, s, u).saturating_sub(spent);
    best_distance(cx, s, u, left, spent == 0) < enemy_distance(cx, s, unit.hex, side_of(cx, u))
}

/// Whether a step of a unit of a rash wing leads as near to the enemy as it can come (18).
pub fn is_towards_enemy(cx: &Context, s: &State, u: UnitId, spent: u8, to: HexId, price: u8) -> bool {
    let left = allowance(cx, s, u).saturating_sub(spent);
    let best = best_distance(cx, s, u, left, spent == 0);
    let mut after = s.clone();
    after.unit_mut(u).hex = to;
    best_distance(cx, &after, u, left.saturating_sub(price), false) <= best
}

/// Whether a unit of a rash wing has still to come nearer to the enemy, and can.
fn rash_units(cx: &Context, s: &State) -> bool {
    let can_go = |u: &UnitId| {
        let row = cx.setup.map.neighbours(s.unit(*u).hex);
        row.iter().any(|to| !to.is_none() && check_step(cx, s, *u, 0, *to).is_ok())
    };
    let must_go = |u: &UnitId| must_advance(cx, s, *u, 0) && can_go(u);
    s.wings.iter().any(|w| w.rash) && cx.setup.unit_ids().any(|u| must_go(&u))
}

/// The same for an unspotted counter.
fn best_march(cx: &Context, s: &State, cover: u8, left: u8) -> u16 {
    let c = &s.covers[usize::from(cover)];
    let mut search = Dense::default();
    search.find_reach(cx.setup.map.len(), u32::from(c.at.0), u32::from(left), |at, _, emit| {
        let at = HexId(at as u16);
        for dir in Dir::ALL {
            let Some(to) = cx.setup.map.neighbour(at, dir) else { continue };
            let Some(price) = cover_price(cx, s, c, at, dir) else { continue };
            if !has_counter(cx, s, to, c.side.enemy()) && !has_cover(s, to, c.side.enemy()) {
                emit.enter_node(u32::from(to.0), Step::Go(u32::from(price)));
            }
        }
    });
    let reached = search.reached().iter().map(|n| enemy_distance(cx, s, HexId(*n as u16), c.side));
    reached.min().unwrap_or(u16::MAX).min(enemy_distance(cx, s, c.at, c.side))
}

/// Whether a rash unspotted counter can still come nearer to the enemy.
pub fn must_march(cx: &Context, s: &State, cover: u8, spent: u8) -> bool {
    let c = &s.covers[usize::from(cover)];
    if !c.rash || !c.is_on_map() || c.moved || c.side != s.active {
        return false;
    }
    let left = cover_allowance(cx, s, c).saturating_sub(spent);
    best_march(cx, s, cover, left) < enemy_distance(cx, s, c.at, c.side)
}

pub fn is_march_towards_enemy(cx: &Context, s: &State, cover: u8, spent: u8, to: HexId, price: u8) -> bool {
    let c = &s.covers[usize::from(cover)];
    let left = cover_allowance(cx, s, c).saturating_sub(spent);
    let best = best_march(cx, s, cover, left);
    let mut after = s.clone();
    after.covers[usize::from(cover)].at = to;
    best_march(cx, &after, cover, left.saturating_sub(price)) <= best
}

/// Whether a rash wing or counter still has to go for the enemy.
pub fn is_anybody_rash(cx: &Context, s: &State) -> bool {
    let can_march = |c: u8| {
        let row = cx.setup.map.neighbours(s.covers[usize::from(c)].at);
        row.iter().any(|to| !to.is_none() && check_march(cx, s, c, 0, *to).is_ok())
    };
    rash_units(cx, s) || covers_of(s, s.active).any(|c| must_march(cx, s, c, 0) && can_march(c))
}
