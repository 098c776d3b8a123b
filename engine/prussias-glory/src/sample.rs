//! Positions that agree with what a seat has seen (17): wings and dummies dealt at random behind unspotted counters.

use crate::Context;
use crate::approach::{has_berth, is_gun, laid_up};
use crate::board::is_fighter;
use crate::command::wing_of;
use crate::decide::{Decision, Frame, VeiledSetUp};
use crate::ids::{SideId, UnitId, WingId};
use crate::piles::{is_pile_unit, is_unseen, piles, set_aside};
use crate::setup::Post;
use crate::state::{Behind, Cover, Flag, State};
use crate::{Record, action::Action};
use engine::game::RandomSource;
use engine::present::Seat;

/// A whole position drawn at random from those that agree with what the seat sees.
pub fn sample(cx: &Context, seen: &State, seat: Seat, random: &mut RandomSource) -> State {
    let mut s = seen.clone();
    if !cx.setup.is_hidden() || seat == Seat::OPEN {
        return s;
    }
    let enemy = SideId(seat.0.min(1)).enemy();
    if s.frames.iter().any(|f| matches!(f, Frame::Shuffle(_))) {
        return s;
    }
    deal_wings(cx, &mut s, enemy, random);
    if s.is_setting_up() {
        let is_done = !s.frames.iter().any(|f| matches!(f, Frame::VeiledSetUp(v) if v.side == enemy));
        if is_done {
            set_up(cx, &mut s, enemy, random);
        }
        return s;
    }
    lay_up(cx, &mut s, enemy, random);
    for i in 0..s.covers.len() {
        let c = &s.covers[i];
        // A wing that is being placed shows its formation itself.
        if let (Behind::Wing(w), true, true) = (c.what, c.side == enemy, c.column && !c.gone)
            && s.leader(cx.setup.wing(w).leader).veiled
        {
            s.wing_mut(w).column = true;
            crate::approach::set_column(cx, &mut s, w, true);
        }
    }
    s
}

/// Unspotted wings of each arm behind unspotted counters of that arm; the other counters are dummies.
fn deal_wings(cx: &Context, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    for cavalry in [false, true] {
        let is_unseen = |w: &WingId| {
            let card = cx.setup.wing(*w);
            card.side == enemy
                && card.is_cavalry == cavalry
                && !card.is_pile
                && s.leader(card.leader).veiled
                && !s.covers.iter().any(|c| c.what == Behind::Wing(*w) && !c.gone)
        };
        let wings: Vec<WingId> = cx.setup.wing_ids().filter(is_unseen).collect();
        let is_open =
            |(_, c): &(usize, &Cover)| c.side == enemy && c.cavalry == cavalry && c.what == Behind::Unknown;
        let mut open: Vec<usize> = s.covers.iter().enumerate().filter(is_open).map(|(i, _)| i).collect();
        for wing in wings {
            if open.is_empty() {
                break;
            }
            let place = open.swap_remove(random.index(open.len()));
            s.covers[place].what = Behind::Wing(wing);
        }
    }
    // Masks show any arm: Detachments without leaders may be behind whatever is left (17.6.4.3).
    let is_dealt = |w: &WingId| s.covers.iter().any(|c| c.what == Behind::Wing(*w));
    let piles: Vec<WingId> = piles(cx, enemy).filter(|w| is_unseen(cx, s, *w) && !is_dealt(w)).collect();
    // Before the set-up is over no mask shows cavalry.
    let is_masked = |c: &Cover| !s.is_setting_up() || !c.cavalry;
    let is_open = |(_, c): &(usize, &Cover)| c.side == enemy && c.what == Behind::Unknown && is_masked(c);
    let mut open: Vec<usize> = s.covers.iter().enumerate().filter(is_open).map(|(i, _)| i).collect();
    for wing in piles {
        if open.is_empty() {
            break;
        }
        let place = open.swap_remove(random.index(open.len()));
        s.covers[place].what = Behind::Wing(wing);
    }
    for c in s.covers.iter_mut().filter(|c| c.side == enemy && c.what == Behind::Unknown) {
        c.what = Behind::Dummy;
    }
}

/// The other side has set up already: anyhow, as far as this seat knows.
fn set_up(cx: &Context, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    let frame = VeiledSetUp { side: enemy };
    let mut legal = Vec::new();
    loop {
        legal.clear();
        frame.list(cx, s, &mut legal);
        legal.retain(|a| !matches!(a, Action::PlaceRest | Action::Detach { .. } | Action::Done));
        let Some(action) = legal.get(random.index(legal.len())).cloned() else { break };
        frame.apply(cx, s, &action, &mut Record::off());
        // The frame puts itself back; it is not asked here.
        s.frames.pop();
    }
    set_aside(cx, s, enemy);
}

/// Wings the other side is placing on the map: their leaders lie there, their units not all.
fn wings_being_placed(s: &State, enemy: SideId) -> Vec<WingId> {
    let of_frame = |f: &Frame| match f {
        Frame::PlaceWing(p) if s.covers[usize::from(p.cover)].side == enemy => p.wing(s),
        _ => None,
    };
    s.frames.iter().filter_map(of_frame).collect()
}

/// Somebody is left to be placed where its owner is asked who.
fn leave_one(cx: &Context, s: &mut State, enemy: SideId) {
    let Some(Frame::PlaceWing(frame)) = s.frames.top() else { return };
    let Some(placing) = frame.wing(s).filter(|w| cx.setup.wing(*w).side == enemy) else { return };
    if !laid_up(cx, s, placing).is_empty() {
        return;
    }
    let is_veiled_gun = |u: &UnitId| is_gun(cx, *u) && s.has(*u, Flag::Veiled);
    let is_loose = |u: &UnitId| {
        cx.setup.unit(*u).side == enemy
            && s.has(*u, Flag::Veiled)
            && !s.berths[enemy.index()].detached.contains(u)
    };
    let berths = &s.berths[enemy.index()];
    let is_with_commander = berths.commanders_wing(cx.setup.sides[enemy.index()].commander) == Some(placing);
    let gun = berths.guns.iter().position(|g| is_veiled_gun(&g.0));
    let detached = berths.detached.iter().copied().find(is_veiled_gun);
    let loose = cx.setup.unit_ids().find(is_loose);
    let berths = &mut s.berths[enemy.index()];
    match (gun, detached, loose) {
        (Some(i), _, _) => berths.guns[i].1 = placing,
        (None, Some(u), _) => {
            berths.detached.retain(|d| *d != u);
            berths.guns.push((u, placing));
        }
        // Units detached to the Army Commander lie with his wing.
        (None, None, Some(u)) if is_with_commander => berths.detached.push(u),
        _ => {}
    }
}

/// A unit of Detachments without leaders lies with one that has nobody yet, else with any.
fn lay_with_pile(cx: &Context, s: &mut State, u: UnitId, placing: &[WingId], random: &mut RandomSource) {
    let side = cx.setup.unit(u).side;
    let is_open = |w: &WingId| is_unseen(cx, s, *w) || placing.contains(w);
    let unseen: Vec<WingId> = piles(cx, side).filter(is_open).collect();
    let empty: Vec<WingId> = unseen.iter().copied().filter(|w| laid_up(cx, s, *w).is_empty()).collect();
    let open = if empty.is_empty() { unseen } else { empty };
    if let Some(w) = open.get(random.index(open.len())) {
        s.berths[side.index()].guns.push((u, *w));
    }
}

/// Guns, commanders and detached units are with some unspotted wing.
fn lay_up(cx: &Context, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    let is_theirs = |w: &WingId| cx.setup.wing(*w).side == enemy && is_unseen(cx, s, *w);
    let wings: Vec<WingId> = cx.setup.wing_ids().filter(is_theirs).collect();
    let placing = wings_being_placed(s, enemy);
    if wings.is_empty() && placing.is_empty() {
        return;
    }
    for l in cx.setup.leader_ids() {
        let is_loose = cx.setup.leader(l).side == enemy
            && s.leader(l).veiled
            && !matches!(cx.setup.leader(l).post, Post::Wing(_));
        if is_loose {
            let wing = wings.get(random.index(wings.len())).or(placing.first()).copied();
            s.berths[enemy.index()].leaders.extend(wing.map(|w| (l, w)));
        }
    }
    let veiled: Vec<UnitId> =
        cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == enemy && s.has(*u, Flag::Veiled)).collect();
    for u in veiled {
        if is_pile_unit(cx, u) {
            lay_with_pile(cx, s, u, &placing, random);
        } else if is_fighter(cx, u) {
            // Its wing is on the map without it: it has been detached to the Army Commander.
            let is_away = wing_of(cx, s, u).is_some_and(|w| !wings.contains(&w) && !placing.contains(&w));
            if is_away {
                s.berths[enemy.index()].detached.push(u);
            }
        } else if is_gun(cx, u) {
            let open: Vec<WingId> = wings.iter().copied().filter(|w| has_berth(cx, s, *w)).collect();
            match open.get(random.index(open.len())).or(placing.first()) {
                Some(w) => s.berths[enemy.index()].guns.push((u, *w)),
                None => s.berths[enemy.index()].detached.push(u),
            }
        }
    }
    leave_one(cx, s, enemy);
}
