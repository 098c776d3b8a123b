//! Command states (4.2 to 4.5).

use crate::Context;
use crate::board::{arm_of, is_fighter, leaders_in};
use crate::data::Arm;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
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

pub fn is_group_degraded(s: &State, group: u8) -> bool {
    s.degraded & (1 << group) != 0
}

/// Whether a unit's wing or a battery is Effective (4.2.3).
pub fn is_effective(cx: &Context, s: &State, u: UnitId) -> bool {
    match cx.setup.unit(u).wing {
        Some(w) => s.wing(w).effective,
        None => s.has(u, Flag::GunEffective) || !is_group_degraded(s, cx.setup.unit(u).group),
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
    match cx.setup.unit(u).wing {
        Some(w) => !is_near(cx.setup.wing(w).leader),
        None => {
            !cx.setup.leader_ids().any(|l| cx.setup.leader(l).side == cx.setup.unit(u).side && is_near(l))
        }
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
    let hex = s.leader(l).hex;
    let star = star_of(cx, s, l);
    let suits = |w: &WingId| {
        let card = cx.setup.wing(*w);
        let kind = match star {
            Star::None => false,
            Star::Any => true,
            Star::Infantry => !card.is_cavalry,
            Star::Cavalry => card.is_cavalry,
        };
        let has_units = card.units.iter().any(|u| s.unit(*u).is_on_map());
        kind && has_units
            && card.side == cx.setup.leader(l).side
            && !s.wing(*w).effective
            && s.leader(card.leader).hex == hex
    };
    cx.setup.wing_ids().filter(suits).collect()
}

/// Degraded batteries in a Special Leader's hex.
pub fn guns_to_inspire(cx: &Context, s: &State, l: LeaderId) -> Vec<UnitId> {
    let hex = s.leader(l).hex;
    let side = cx.setup.leader(l).side;
    let suits = |u: &UnitId| {
        arm_of(cx, *u) == Arm::Guns
            && cx.setup.unit(*u).side == side
            && s.unit(*u).hex == hex
            && !is_effective(cx, s, *u)
    };
    if star_of(cx, s, l) == Star::None || hex.is_none() {
        return Vec::new();
    }
    cx.setup.unit_ids().filter(suits).collect()
}

/// The figure a unit has in a deployment roll: its group's rating, or the initiative of a leader with its Wing Leader (7.6.3).
pub fn deployment_rating(cx: &Context, s: &State, u: UnitId) -> u8 {
    let card = cx.setup.unit(u);
    let Some(w) = card.wing else { return cx.setup.groups[card.group as usize].rating };
    let wing = cx.setup.wing(w);
    let hex = s.leader(wing.leader).hex;
    let rating = cx.setup.groups[wing.group as usize].rating;
    let best = leaders_in(cx, s, hex, card.side).map(|l| initiative_of(cx, s, l)).max();
    if hex.is_none() { rating } else { rating.max(best.unwrap_or(0)) }
}
