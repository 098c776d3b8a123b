//! Command states (4.2 to 4.5).

use crate::Context;
use crate::board::{arm_of, is_fighter, leaders_in};
use crate::data::Arm;
use crate::ids::{LeaderId, SideId, UnitId, Units, WingId};
use crate::leaders::{initiative_of, star_of};
use crate::setup::Star;
use crate::state::{Flag, Spirit, State};

/// What a beaten army adds to its command rolls (12.4, 12.5).
pub fn roll_penalty(cx: &Context, s: &State, side: SideId) -> i8 {
    match s.army(side).spirit {
        Spirit::Steady => 0,
        Spirit::Demoralized => cx.data.command.demoralized,
        Spirit::Broken => cx.data.command.broken,
    }
}

/// The wing a unit is part of: its own, or the one the Army Commander is with if it is detached to him (17.1.1).
/// None for artillery (2.2) that is not.
pub fn wing_of(cx: &Context, s: &State, u: UnitId) -> Option<WingId> {
    let card = cx.setup.unit(u);
    let berths = &s.berths[card.side.index()];
    if !berths.detached.contains(&u) {
        return crate::piles::home_wing(cx, s, u);
    }
    berths.commanders_wing(cx.setup.sides[card.side.index()].commander).or(card.wing)
}

/// Infantry and cavalry that are part of a wing now.
pub fn units_of(cx: &Context, s: &State, w: WingId) -> Units {
    let card = cx.setup.wing(w);
    if s.berths[card.side.index()].detached.is_empty() && !card.is_pile {
        return card.units.iter().copied().collect();
    }
    let is_part = |u: &UnitId| is_fighter(cx, *u) && wing_of(cx, s, *u) == Some(w);
    cx.setup.unit_ids().filter(is_part).collect()
}

/// The group a wing rolls with: that of its Detachment while it lasts (4.3).
pub fn group_of(cx: &Context, s: &State, w: WingId) -> u8 {
    let card = cx.setup.wing(w);
    group_while_detached(cx, s, card.detachment).unwrap_or(card.group)
}

/// The same for artillery.
pub fn group_of_gun(cx: &Context, s: &State, u: UnitId) -> u8 {
    let card = cx.setup.unit(u);
    group_while_detached(cx, s, card.detachment).unwrap_or(card.group)
}

fn group_while_detached(cx: &Context, s: &State, detachment: Option<u8>) -> Option<u8> {
    let lasting = detachment.filter(|d| !s.detachment(*d).dissolved)?;
    Some(cx.setup.detachments[usize::from(lasting)].group)
}

pub fn is_group_degraded(s: &State, group: u8) -> bool {
    s.degraded & (1 << group) != 0
}

/// Whether a unit's wing or a battery is Effective (4.2.3).
pub fn is_effective(cx: &Context, s: &State, u: UnitId) -> bool {
    match wing_of(cx, s, u) {
        Some(w) => s.wing(w).effective,
        None => s.has(u, Flag::GunEffective) || !is_group_degraded(s, group_of_gun(cx, s, u)),
    }
}

/// More than five hexes from who commands it (4.2.5).
pub fn is_out_of_reach(cx: &Context, s: &State, u: UnitId) -> bool {
    let hex = s.unit(u).hex;
    let range = cx.data.command.command_range;
    let is_near = |l: LeaderId| {
        let at = s.leader(l).hex;
        !at.is_none() && cx.setup.map.distance(at, hex) <= range
    };
    match wing_of(cx, s, u) {
        Some(w) if is_fighter(cx, u) => !is_near(cx.setup.wing(w).leader),
        _ => !cx.setup.leader_ids().any(|l| cx.setup.leader(l).side == cx.setup.unit(u).side && is_near(l)),
    }
}

/// Units that may be traced to the Army Commander (4.2.5).
pub fn can_trace(cx: &Context, s: &State, u: UnitId) -> bool {
    let side = cx.setup.unit(u).side;
    let Some(commander) = s.army(side).commander else { return false };
    let at = s.leader(commander).hex;
    is_fighter(cx, u)
        && s.has(u, Flag::OutOfCommand)
        && !at.is_none()
        && cx.setup.map.distance(at, s.unit(u).hex) <= cx.data.command.command_range
}

/// Degraded wings a Special Leader may try for (4.5).
pub fn wings_to_inspire(cx: &Context, s: &State, l: LeaderId) -> Vec<WingId> {
    let star = star_of(cx, s, l);
    let suits = |w: &WingId| {
        let card = cx.setup.wing(*w);
        let kind = match star {
            Star::None => false,
            Star::Any => true,
            Star::Infantry => !card.is_cavalry,
            Star::Cavalry => card.is_cavalry,
        };
        let has_units = units_of(cx, s, *w).iter().any(|u| s.is_present(*u));
        kind && has_units
            && crate::activation::is_leader_awake(cx, s, card.leader)
            && card.side == cx.setup.leader(l).side
            && !s.wing(*w).effective
            && is_with(cx, s, l, *w)
    };
    cx.setup.wing_ids().filter(suits).collect()
}

/// Whether a leader is in the hex of a wing's leader, or laid up with his wing (17.1.3).
pub fn is_with(cx: &Context, s: &State, l: LeaderId, w: WingId) -> bool {
    let leader = cx.setup.wing(w).leader;
    if s.leader(leader).veiled {
        return s.leader(l).veiled && crate::approach::host_of_leader(cx, s, l) == Some(w);
    }
    s.leader(leader).hex == s.leader(l).hex && s.leader(l).is_on_map()
}

/// Degraded batteries in a Special Leader's hex.
pub fn guns_to_inspire(cx: &Context, s: &State, l: LeaderId) -> Vec<UnitId> {
    let hex = s.leader(l).hex;
    let side = cx.setup.leader(l).side;
    let host = if s.leader(l).veiled { crate::approach::host_of_leader(cx, s, l) } else { None };
    let is_beside = |u: UnitId| match host {
        Some(w) => s.has(u, Flag::Veiled) && crate::approach::host_of(cx, s, u) == Some(w),
        None => s.unit(u).hex == hex && !hex.is_none(),
    };
    let suits = |u: &UnitId| {
        arm_of(cx, *u) == Arm::Guns
            && cx.setup.unit(*u).side == side
            && is_beside(*u)
            && crate::activation::is_unit_awake(cx, s, *u)
            && !is_effective(cx, s, *u)
    };
    if star_of(cx, s, l) == Star::None {
        return Vec::new();
    }
    cx.setup.unit_ids().filter(suits).collect()
}

/// The figure a unit has in a deployment roll: its group's rating, or the initiative of a leader with its Wing Leader (7.6.3).
pub fn deployment_rating(cx: &Context, s: &State, u: UnitId) -> u8 {
    let card = cx.setup.unit(u);
    let Some(w) = wing_of(cx, s, u) else { return cx.setup.groups[group_of_gun(cx, s, u) as usize].rating };
    let hex = s.leader(cx.setup.wing(w).leader).hex;
    let rating = cx.setup.groups[group_of(cx, s, w) as usize].rating;
    let best = leaders_in(cx, s, hex, card.side).map(|l| initiative_of(cx, s, l)).max();
    if hex.is_none() { rating } else { rating.max(best.unwrap_or(0)) }
}
