//! What a seat may not know of hidden approach (17): what stands behind unspotted counters, who is laid up with them, what they
//! have spent, and set-up before it is done.

use crate::Context;
use crate::approach::host_of_leader;
use crate::command::{group_of, is_group_degraded};
use crate::decide::{Frame, SpecialRoll};
use crate::ids::SideId;
use crate::piles::may_mask;
use crate::setup::Post;
use crate::state::{Behind, Flag, Flags, State};
use engine::hex::HexId;
use engine::present::Seat;
use std::borrow::Cow;

/// The state as this seat may know it. [`Seat::OPEN`] sees everything.
pub fn redact<'a>(cx: &Context, s: &'a State, seat: Seat) -> Cow<'a, State> {
    if !cx.setup.is_hidden() || seat == Seat::OPEN {
        return Cow::Borrowed(s);
    }
    let enemy = SideId(seat.0.min(1)).enemy();
    let mut known = s.clone();
    hide_counters(cx, &mut known, enemy);
    hide_leaders(cx, &mut known, enemy);
    hide_units(cx, &mut known, enemy);
    let army = known.army_mut(enemy);
    army.stays_until = 0;
    if army.leash.is_some_and(|w| s.leader(cx.setup.wing(w).leader).veiled) {
        army.leash = None;
    }
    hide_frames(cx, s, &mut known, enemy);
    Cow::Owned(known)
}

fn hide_counters(cx: &Context, s: &mut State, enemy: SideId) {
    let is_secret = s.is_setting_up();
    for c in s.covers.iter_mut().filter(|c| c.side == enemy) {
        if is_secret {
            c.at = HexId::NONE;
            c.dis = [HexId::NONE; 2];
            // What was set aside, and what a mask shows, comes out when the set-up is over (17.6.4.3).
            c.gone = false;
            c.cavalry = c.cavalry && !may_mask(cx, c);
        }
        if !c.shown && !c.gone {
            c.what = Behind::Unknown;
        }
    }
}

fn hide_leaders(cx: &Context, s: &mut State, enemy: SideId) {
    for w in cx.setup.wing_ids().filter(|w| cx.setup.wing(*w).side == enemy) {
        if !s.leader(cx.setup.wing(w).leader).veiled {
            continue;
        }
        let effective = !is_group_degraded(s, group_of(cx, s, w));
        *s.wing_mut(w) = crate::state::Wing { effective, ..crate::state::Wing::default() };
    }
    for l in cx.setup.leader_ids().filter(|l| cx.setup.leader(*l).side == enemy) {
        let leader = s.leader_mut(l);
        if leader.veiled {
            leader.column = false;
            leader.moved = false;
            leader.rolled = false;
        }
    }
}

fn hide_units(cx: &Context, s: &mut State, enemy: SideId) {
    for u in cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == enemy) {
        if s.has(u, Flag::Veiled) {
            let mut flags = Flags::default();
            flags.set(Flag::Veiled);
            s.unit_mut(u).flags = flags;
        }
    }
    let mut berths = std::mem::take(&mut s.berths[enemy.index()]);
    berths.guns.retain(|g| !s.has(g.0, Flag::Veiled));
    berths.detached.retain(|u| !s.has(*u, Flag::Veiled));
    berths.leaders.retain(|l| !s.leader(l.0).veiled);
    s.berths[enemy.index()] = berths;
}

fn hide_frames(cx: &Context, truth: &State, known: &mut State, enemy: SideId) {
    let mut frames: Vec<Frame> = Vec::new();
    while let Some(frame) = known.frames.pop() {
        frames.push(match frame {
            Frame::March(m) if truth.covers[usize::from(m.cover)].side == enemy => Frame::March(m.redacted()),
            Frame::Shuffle(sh) if sh.side == enemy => Frame::Shuffle(sh.redacted()),
            Frame::SpecialRoll(r) if is_secret_leader(cx, truth, &r, enemy) => {
                Frame::SpecialRoll(SpecialRoll::hidden())
            }
            other => other,
        });
    }
    while let Some(frame) = frames.pop() {
        known.frames.push(frame);
    }
}

fn is_secret_leader(cx: &Context, s: &State, roll: &SpecialRoll, enemy: SideId) -> bool {
    let l = roll.leader;
    l.index() < cx.setup.leaders.len()
        && cx.setup.leader(l).side == enemy
        && s.leader(l).veiled
        && (matches!(cx.setup.leader(l).post, Post::Wing(_)) || host_of_leader(cx, s, l).is_some())
}
