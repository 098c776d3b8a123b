//! Positions that agree with what a seat has seen (17): wings and dummies dealt at random behind unspotted counters.

use crate::Context;
use crate::approach::{has_berth, is_gun};
use crate::board::is_fighter;
use crate::command::wing_of;
use crate::decide::{Decision, Frame, VeiledSetUp};
use crate::ids::{SideId, UnitId, WingId};
use crate::setup::Post;
use crate::state::{Behind, Flag, State};
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
        if let (Behind::Wing(w), true, true) = (c.what, c.side == enemy, c.column && !c.gone) {
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
                && s.leader(card.leader).veiled
                && !s.covers.iter().any(|c| c.what == Behind::Wing(*w) && !c.gone)
        };
        let wings: Vec<WingId> = cx.setup.wing_ids().filter(is_unseen).collect();
        let is_open = |(_, c): &(usize, &crate::state::Cover)| {
            c.side == enemy && c.cavalry == cavalry && c.what == Behind::Unknown
        };
        let mut open: Vec<usize> = s.covers.iter().enumerate().filter(is_open).map(|(i, _)| i).collect();
        for wing in wings {
            if open.is_empty() {
                break;
            }
            let place = open.swap_remove(random.index(open.len()));
            s.covers[place].what = Behind::Wing(wing);
        }
        for place in open {
            s.covers[place].what = Behind::Dummy;
        }
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
        let Some(action) = legal.get(random.index(legal.len())).cloned() else { return };
        frame.apply(cx, s, &action, &mut Record::off());
        // The frame puts itself back; it is not asked here.
        s.frames.pop();
    }
}

/// Guns, commanders and detached units are with some unspotted wing.
fn lay_up(cx: &Context, s: &mut State, enemy: SideId, random: &mut RandomSource) {
    let is_unseen = |w: &WingId| cx.setup.wing(*w).side == enemy && s.leader(cx.setup.wing(*w).leader).veiled;
    let wings: Vec<WingId> = cx.setup.wing_ids().filter(is_unseen).collect();
    if wings.is_empty() {
        return;
    }
    for l in cx.setup.leader_ids() {
        let is_loose = cx.setup.leader(l).side == enemy
            && s.leader(l).veiled
            && !matches!(cx.setup.leader(l).post, Post::Wing(_));
        if is_loose {
            s.berths[enemy.index()].leaders.push((l, wings[random.index(wings.len())]));
        }
    }
    let veiled: Vec<UnitId> =
        cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == enemy && s.has(*u, Flag::Veiled)).collect();
    for u in veiled {
        if is_fighter(cx, u) {
            // Its wing is on the map without it: it has been detached to the Army Commander.
            let is_away = wing_of(cx, s, u).is_some_and(|w| !wings.contains(&w));
            if is_away {
                s.berths[enemy.index()].detached.push(u);
            }
        } else if is_gun(cx, u) {
            let open: Vec<WingId> = wings.iter().copied().filter(|w| has_berth(cx, s, *w)).collect();
            match open.get(random.index(open.len())) {
                Some(w) => s.berths[enemy.index()].guns.push((u, *w)),
                None => s.berths[enemy.index()].detached.push(u),
            }
        }
    }
}
