//! Hidden approach (17.1): counters of unspotted wings and dummies, what is laid up behind them, and how they move.

use crate::Context;
use crate::board::{arm_of, has_counter, is_fighter};
use crate::command::wing_of;
use crate::data::Arm;
use crate::decide::Why;
use crate::ids::{LeaderId, SideId, UnitId, WingId};
use crate::movement::{allowance_as, price_as};
use crate::setup::Post;
use crate::state::{Behind, Cover, Flag, State};
use engine::hex::{Dir, HexId};
use engine::search::{Dense, Step};
use smallvec::SmallVec;

pub type Counters = SmallVec<[HexId; 3]>;

/// Numbers of the counters of a side that are on the map, unspotted.
pub fn covers_of(s: &State, side: SideId) -> impl Iterator<Item = u8> + '_ {
    let is_own = move |(_, c): &(usize, &Cover)| c.side == side && c.is_on_map();
    s.covers.iter().enumerate().filter(is_own).map(|(i, _)| i as u8)
}

/// The wing leader's counter and the Dis counters (17.1.2).
pub fn counters(cover: &Cover) -> Counters {
    let all = [cover.at, cover.dis[0], cover.dis[1]];
    all.into_iter().filter(|h| !h.is_none()).collect()
}

/// The counter that stands for a wing; none once it is spotted.
pub fn cover_of(s: &State, w: WingId) -> Option<u8> {
    s.covers.iter().position(|c| c.what == Behind::Wing(w) && !c.gone).map(|i| i as u8)
}

/// Whether an unspotted counter of a side stands in the hex.
pub fn has_cover(s: &State, hex: HexId, side: SideId) -> bool {
    covers_of(s, side).any(|c| counters(&s.covers[usize::from(c)]).contains(&hex))
}

/// The wing a unit of an unspotted wing is laid up with (17.1.1).
pub fn host_of(cx: &Context, s: &State, u: UnitId) -> Option<WingId> {
    if is_fighter(cx, u) {
        return wing_of(cx, s, u);
    }
    let berths = &s.berths[cx.setup.unit(u).side.index()];
    wing_of(cx, s, u).or_else(|| berths.guns.iter().find(|g| g.0 == u).map(|g| g.1))
}

/// The wing a leader is laid up with: his own, or the one he was placed with.
pub fn host_of_leader(cx: &Context, s: &State, l: LeaderId) -> Option<WingId> {
    match cx.setup.leader(l).post {
        Post::Wing(w) => Some(w),
        _ => {
            let berths = &s.berths[cx.setup.leader(l).side.index()];
            berths.leaders.iter().find(|b| b.0 == l).map(|b| b.1)
        }
    }
}

/// Units laid up with a wing, guns and detached units included.
pub fn laid_up(cx: &Context, s: &State, w: WingId) -> SmallVec<[UnitId; 12]> {
    let side = cx.setup.wing(w).side;
    let is_there = |u: &UnitId| {
        cx.setup.unit(*u).side == side && s.has(*u, Flag::Veiled) && host_of(cx, s, *u) == Some(w)
    };
    cx.setup.unit_ids().filter(is_there).collect()
}

/// Leaders laid up with a wing, its own first.
pub fn leaders_laid_up(cx: &Context, s: &State, w: WingId) -> SmallVec<[LeaderId; 4]> {
    let own = cx.setup.wing(w).leader;
    let is_there = |l: &LeaderId| *l != own && s.leader(*l).veiled && host_of_leader(cx, s, *l) == Some(w);
    std::iter::once(own).chain(cx.setup.leader_ids().filter(is_there)).collect()
}

/// Wings a counter may stand for as far as its movement goes: the real one, for a dummy any of its arm (17.1.4).
fn models(cx: &Context, s: &State, cover: &Cover) -> SmallVec<[WingId; 8]> {
    match cover.what {
        Behind::Wing(w) => SmallVec::from_slice(&[w]),
        Behind::Dummy | Behind::FalseLeader | Behind::Unknown => {
            let is_like = |w: &WingId| {
                let card = cx.setup.wing(*w);
                card.side == cover.side
                    && card.is_cavalry == cover.cavalry
                    && crate::command::units_of(cx, s, *w).iter().any(|u| s.is_present(*u))
            };
            cx.setup.wing_ids().filter(is_like).collect()
        }
    }
}

/// Units whose rate binds a wing: those laid up with it, or those it has on the map.
fn members(cx: &Context, s: &State, w: WingId) -> SmallVec<[UnitId; 12]> {
    let laid = laid_up(cx, s, w);
    if !laid.is_empty() {
        return laid;
    }
    crate::command::units_of(cx, s, w).into_iter().filter(|u| s.is_present(*u)).collect()
}

/// Movement points of an unspotted counter: the slowest unit's; for a dummy those of the quickest wing of its arm (17.1.4).
pub fn cover_allowance(cx: &Context, s: &State, cover: &Cover) -> u8 {
    if cover.slowed {
        let c = &cx.data.command;
        return if cover.column { c.fortunes.column } else { c.fortunes.movement };
    }
    let slowest = |w: &WingId| members(cx, s, *w).iter().map(|u| allowance_as(cx, s, *u, cover.column)).min();
    let rates = models(cx, s, cover);
    rates.iter().filter_map(slowest).max().unwrap_or(0)
}

/// Half the column rate of the slowest unit, rounded up: how far a wing goes before it deploys of its own will (17.4).
pub fn deploying_allowance(cx: &Context, s: &State, w: WingId) -> u8 {
    let slowest = members(cx, s, w).iter().map(|u| allowance_as(cx, s, *u, true)).min().unwrap_or(0);
    slowest.div_ceil(2)
}

/// Price of the ground: that of the most restricted unit; for a dummy that of the wing of its arm that finds it easiest (17.1.4).
pub fn cover_price(cx: &Context, s: &State, cover: &Cover, from: HexId, dir: Dir) -> Option<u8> {
    let of_unit = |u: &UnitId| price_as(cx, s, *u, cover.column, from, dir);
    let of_wing = |w: &WingId| -> Option<u8> {
        let units = members(cx, s, *w);
        units.iter().map(of_unit).collect::<Option<SmallVec<[u8; 12]>>>()?.into_iter().max()
    };
    models(cx, s, cover).iter().filter_map(of_wing).min()
}

/// Whether a side may move its unspotted counters now (4.1, 17.4).
pub fn can_march(s: &State, cover: u8) -> Result<(), Why> {
    let Some(c) = s.covers.get(usize::from(cover)).filter(|c| c.is_on_map()) else {
        return Err(("17.1.4", "the counter is not on the map"));
    };
    if c.side != s.active {
        return Err(("7.3", "it is not yours to move"));
    }
    if !s.army(c.side).active {
        return Err(("4.1", "its army is not Activated"));
    }
    if c.moved {
        return Err(("7.3", "it has moved"));
    }
    Ok(())
}

fn check_ground(cx: &Context, s: &State, cover: &Cover, from: HexId, to: HexId) -> Result<u8, Why> {
    let Some(dir) = cx.setup.map.direction_to(from, to) else {
        return Err(("7.3", "a step leads to the next hex"));
    };
    let Some(price) = cover_price(cx, s, cover, from, dir) else {
        return Err(("17.1.4", "that ground is closed to one of its units"));
    };
    if has_counter(cx, s, to, cover.side.enemy()) || has_cover(s, to, cover.side.enemy()) {
        return Err(("7.4.3", "the enemy stands there"));
    }
    Ok(price)
}

/// Hexes a Dis counter reaches with the points of its wing.
pub fn dis_reach(cx: &Context, s: &State, cover: &Cover, which: usize, spent: u8) -> Dense {
    let points = cover_allowance(cx, s, cover).saturating_sub(spent);
    let mut search = Dense::default();
    let from = cover.dis[which];
    search.find_reach(cx.setup.map.len(), u32::from(from.0), u32::from(points), |at, _, emit| {
        let at = HexId(at as u16);
        for dir in Dir::ALL {
            if let Some(to) = cx.setup.map.neighbour(at, dir)
                && let Ok(price) = check_ground(cx, s, cover, at, to)
            {
                // One hex may always be moved (7.3).
                let price = if at == from && spent == 0 { price.min(points) } else { price };
                emit.enter_node(u32::from(to.0), Step::Go(u32::from(price)));
            }
        }
    });
    search
}

/// Hexes a Dis counter may be moved to, within reach and within two of its leader.
pub fn dis_hexes(cx: &Context, s: &State, cover: &Cover, which: usize, spent: u8) -> Vec<HexId> {
    let search = dis_reach(cx, s, cover, which, spent);
    let range = cx.data.options.counter_range;
    let near = |h: &HexId| cx.setup.map.distance(*h, cover.at) <= range;
    let mut out: Vec<HexId> = search.reached().iter().map(|n| HexId(*n as u16)).filter(near).collect();
    out.sort_unstable();
    out
}

/// The price of the next step of a wing leader's counter, or why it may not be taken.
pub fn check_march(cx: &Context, s: &State, cover: u8, spent: u8, to: HexId) -> Result<u8, Why> {
    can_march(s, cover)?;
    let c = &s.covers[usize::from(cover)];
    let price = check_ground(cx, s, c, c.at, to)?;
    let points = cover_allowance(cx, s, c);
    if spent.saturating_add(price) > points && !(spent == 0 && points > 0) {
        return Err(("7.3", "it has not the movement points"));
    }
    // 17.1.4: Dis counters must be able to follow.
    if !c.column {
        let range = cx.data.options.counter_range;
        for which in 0..2 {
            let stays_near = cx.setup.map.distance(c.dis[which], to) <= range;
            if !stays_near && !can_follow(cx, s, c, which, to) {
                return Err(("17.1.4", "a Dis counter could not follow within 2 hexes"));
            }
        }
    }
    let price = price.min(points.saturating_sub(spent).max(1));
    if c.rash {
        if !crate::fortunes::is_march_towards_enemy(cx, s, cover, spent, to, price) {
            return Err(("18", "a rash wing goes for the enemy by the shortest way"));
        }
    } else if spent == 0 && crate::fortunes::is_anybody_rash(cx, s) {
        return Err(("18", "the rash wing moves first"));
    }
    Ok(price)
}

fn can_follow(cx: &Context, s: &State, cover: &Cover, which: usize, leader: HexId) -> bool {
    let range = cx.data.options.counter_range;
    dis_reach(cx, s, cover, which, 0)
        .reached()
        .iter()
        .any(|n| cx.setup.map.distance(HexId(*n as u16), leader) <= range)
}

/// Whether both Dis counters are within two hexes of their leader (17.1.4).
pub fn is_together(cx: &Context, cover: &Cover) -> bool {
    let range = cx.data.options.counter_range;
    cover.dis.iter().all(|d| d.is_none() || cx.setup.map.distance(*d, cover.at) <= range)
}

/// Whether the counter may go into column: an Effective wing, or a dummy where a wing of its arm could (7.6, 17.1.4).
pub fn check_form_cover(cx: &Context, s: &State, cover: u8) -> Result<(), Why> {
    can_march(s, cover)?;
    let c = &s.covers[usize::from(cover)];
    if c.column {
        return Err(("7.6", "it is in column"));
    }
    let is_effective = |w: &WingId| {
        s.wing(*w).effective
            && laid_up(cx, s, *w)
                .iter()
                .all(|u| is_fighter(cx, *u) || crate::command::is_effective(cx, s, *u))
    };
    if !models(cx, s, c).iter().any(is_effective) {
        return Err(("7.6", "the wing and its guns must be Effective"));
    }
    Ok(())
}

/// Radius in which the Dis counters of a wing are laid down (17.1.2).
pub fn first_range(cx: &Context, s: &State, cover: &Cover) -> u16 {
    let o = &cx.data.options;
    match cover.what {
        Behind::Wing(w) if laid_up(cx, s, w).len() < usize::from(o.small_wing) => o.small_counter_range,
        _ => o.counter_range,
    }
}

/// Whether the guns of a side may still be laid up with a wing (17.1.1).
pub fn has_berth(cx: &Context, s: &State, w: WingId) -> bool {
    let berths = &s.berths[cx.setup.wing(w).side.index()];
    let is_here = |g: &&(UnitId, WingId)| g.1 == w && is_gun(cx, g.0) && !berths.detached.contains(&g.0);
    let guns = berths.guns.iter().filter(is_here).count();
    guns < usize::from(cx.data.options.wing_guns)
}

/// Whether a unit is artillery.
pub fn is_gun(cx: &Context, u: UnitId) -> bool {
    arm_of(cx, u) == Arm::Guns
}

/// Everybody laid up with a wing is in column, or deployed.
pub fn set_column(cx: &Context, s: &mut State, w: WingId, column: bool) {
    for u in laid_up(cx, s, w) {
        let flags = &mut s.unit_mut(u).flags;
        if column { flags.set(Flag::Column) } else { flags.clear(Flag::Column) }
    }
}

/// What must always hold of unspotted wings; for tests.
pub fn assert_valid(cx: &Context, s: &State) -> Result<(), String> {
    let is_known = s.covers.iter().all(|c| c.what != Behind::Unknown);
    if s.covers.is_empty() || !is_known || s.is_setting_up() {
        return Ok(());
    }
    for u in cx.setup.unit_ids().filter(|u| s.has(*u, Flag::Veiled)) {
        let host = host_of(cx, s, u).and_then(|w| cover_of(s, w));
        if host.is_none() || s.unit(u).is_on_map() {
            return Err(format!("{} is with no unspotted wing", cx.setup.unit(u).name));
        }
    }
    for (i, c) in s.covers.iter().enumerate().filter(|(_, c)| c.is_on_map()) {
        if !is_together(cx, c) && !s.frames.iter().any(|f| matches!(f, crate::decide::Frame::March(_))) {
            return Err(format!("the Dis counters of counter {i} are too far from their leader"));
        }
        let is_twin = |o: &Cover| o.what == c.what && matches!(c.what, Behind::Wing(_)) && !o.gone;
        if s.covers.iter().filter(|o| is_twin(o)).count() > 1 {
            return Err(format!("counter {i} stands for a wing that another stands for"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
