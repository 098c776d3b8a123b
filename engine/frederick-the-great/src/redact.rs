//! What a seat may not know is taken away (5.0, 9.0): of an enemy stack it sees for every nation the
//! top leader or 'troops', inside or outside, and the markers; never how many.

use super::Ctx;
use super::setup::Item;
use super::state::{Frame, Lead, Mode, Place, Stack, State, UNKNOWN, leader_bit, leaders_in};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

/// The hex whose forces both players have examined: a battle is on (9.0).
pub fn battle_hex(s: &State) -> Option<HexId> {
    s.frames.iter().rev().find_map(|f| match f {
        Frame::Battle { hex, .. } => Some(*hex),
        _ => None,
    })
}

/// The state as the players of `side` may know it.
pub fn redact(cx: &Ctx, s: &State, side: SideId) -> State {
    let enemy = side.enemy();
    let setup = &*cx.setup;
    let open = battle_hex(s);
    let mut out = s.clone();
    out.set_up.plan.retain(|(item, _)| {
        let nation = match setup.start.items.get(*item as usize) {
            Some(Item::Points { nation, .. }) => *nation,
            Some(Item::Leader { leader, .. }) => setup.leaders[leader.index()].nation,
            None => NationId(0),
        };
        setup.side_of(nation) == side
    });
    out.set_up.placed.retain(|(p, ..)| {
        let entry =
            setup.start.loose.get(*p as usize).and_then(|l| setup.start.entries.get(l.entry as usize));
        entry.is_none_or(|e| e.side == side || !e.secret)
    });
    let visible = hide_leaders(cx, &mut out, enemy, open);
    out.stacks.retain_mut(|k| {
        if setup.side_of(k.nation) == side {
            return true;
        }
        if open == Some(k.hex) && k.inside == Walls::Outside {
            k.fresh = k.sp();
            k.moved = 0;
            return true;
        }
        (k.fresh, k.moved) = (UNKNOWN, 0);
        true
    });
    // A leader may have troops below him or none.
    for l in leaders_in(visible) {
        let at = out.leaders[l.index()];
        let inside = Walls::from(at.place == Place::Inside);
        if !at.on_map() || (open == Some(at.hex) && inside == Walls::Outside) {
            continue;
        }
        let nation = setup.leaders[l.index()].nation;
        let key = |k: &Stack| (k.hex, k.nation, k.inside);
        if let Err(i) = out.stacks.binary_search_by(|k| key(k).cmp(&(at.hex, nation, inside))) {
            out.stacks.insert(i, Stack { hex: at.hex, nation, inside, fresh: UNKNOWN, moved: 0 });
        }
    }
    out.named.retain(|(hex, l)| setup.leaders[l.index()].side == side || open == Some(*hex));
    for y in out.sieges.sallies.iter_mut().filter(|y| setup.side_of(y.nation) == enemy) {
        y.sp = UNKNOWN;
        y.leaders &= visible;
    }
    out.shut.retain(|g| g.1 == side);
    hide_frames(cx, &mut out, enemy, visible);
    out
}

/// Hides all enemy leaders below the top one of their nation; returns who is seen.
fn hide_leaders(cx: &Ctx, out: &mut State, enemy: SideId, open: Option<HexId>) -> u64 {
    let mut seen: Vec<(HexId, Place, NationId)> = Vec::new();
    let mut visible = 0;
    let retreating = matches!(out.frames.top(), Some(Frame::Force(f)) if f.mode == Mode::Retreat);
    for (i, l) in out.leaders.iter_mut().enumerate() {
        let info = &cx.setup.leaders[i];
        if info.side != enemy {
            continue;
        }
        match l.place {
            Place::Outside | Place::Inside | Place::Moving => {}
            _ => continue,
        }
        let examined = (open == Some(l.hex) && l.place == Place::Outside)
            || (l.place == Place::Moving && (retreating || l.hex.is_none()));
        let key = (l.hex, l.place, info.nation);
        if examined || !seen.contains(&key) {
            seen.push(key);
            visible |= leader_bit(LeaderId(i as u8));
            l.moved = false;
        } else {
            *l = Lead { place: Place::Hidden, hex: HexId::NONE, moved: false };
        }
    }
    visible
}

fn hide_frames(cx: &Ctx, out: &mut State, enemy: SideId, visible: u64) {
    let moving = |f: &Frame| matches!(f, Frame::Force(_) | Frame::Muster { .. } | Frame::ForceDie { .. });
    if !out.frames.iter().any(moving) {
        return;
    }
    let mut frames: Vec<Frame> = out.frames.iter().cloned().collect();
    for f in &mut frames {
        match f {
            Frame::Force(f) if f.side == enemy && f.mode != Mode::Retreat => {
                f.riders &= visible;
                let mut carried = [0; super::state::MOST_NATIONS];
                leaders_in(f.riders)
                    .for_each(|l| carried[cx.setup.leaders[l.index()].nation.index()] = UNKNOWN);
                f.carried = carried;
                f.before.clear();
                (f.seeks, f.attempt) = (false, false);
                f.tried.clear();
            }
            Frame::Muster { leader, carried, riders, before, seeks, .. }
            | Frame::ForceDie { leader, carried, riders, before, seeks, .. } => {
                let info = &cx.setup.leaders[leader.index()];
                if info.side == enemy {
                    *riders &= visible;
                    *carried = [0; super::state::MOST_NATIONS];
                    carried[info.nation.index()] = UNKNOWN;
                    before.clear();
                    *seeks = false;
                }
            }
            _ => {}
        }
    }
    let mut frames = frames.into_iter();
    if let Some(first) = frames.next() {
        out.frames = engine::game::Frames::new(first);
        frames.for_each(|f| out.frames.push(f));
    }
}
