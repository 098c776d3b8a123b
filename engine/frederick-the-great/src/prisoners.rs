//! Chapter 14: captures and exchanges.

use super::action::Action;
use super::event::What;
use super::state::{Frame, Lead, MOST_NATIONS, Place, State, leader_bit, leaders_in};
use super::why::{self, Why};
use super::{Ctx, Rec, for_everybody};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::hex::HexId;

pub fn capture_leaders(cx: &Ctx, s: &mut State, mask: u64, rec: &mut Rec) {
    for l in leaders_in(mask) {
        let hex = s.leaders[l.index()].hex;
        s.leaders[l.index()] = Lead { place: Place::Prisoner, hex: HexId::NONE, moved: false };
        rec.emit(|| for_everybody(What::LeaderTaken { leader: l, hex }));
        if cx.setup.leaders[l.index()].king {
            rec.emit(|| for_everybody(What::KingTaken { leader: l }));
        }
    }
}

/// Everything of a side outside in a hex becomes prisoners (5.5, 9.43).
pub fn capture_outside(cx: &Ctx, s: &mut State, hex: HexId, side: SideId, rec: &mut Rec) {
    let mut sp = [0; MOST_NATIONS];
    for (nation, _) in super::combat::nations_outside(cx, s, hex, side) {
        let n = s.remove_points(hex, nation, Walls::Outside, u8::MAX);
        sp[nation.index()] = n;
        s.off_map.prisoners[nation.index()] = s.off_map.prisoners[nation.index()].saturating_add(n);
    }
    rec.emit(|| for_everybody(What::Captured { side, hex, sp }));
    let leaders = s.leaders_at(&cx.setup, hex, side, Walls::Outside);
    capture_leaders(cx, s, leaders, rec);
}

/// Where prisoners of a nation may return to (14.16).
pub fn return_hexes(cx: &Ctx, s: &State, nation: NationId) -> Vec<HexId> {
    let side = cx.setup.side_of(nation);
    let leader = |h: HexId| {
        leaders_in(s.leaders_at(&cx.setup, h, side, Walls::Inside))
            .any(|l| cx.setup.leaders[l.index()].nation == nation)
    };
    let open = |h: &HexId| {
        !s.is_besieged(*h)
            && !super::movement::is_barred(cx, s, nation, *h)
            && (s.stack_at(*h, nation, Walls::Inside).is_some() || leader(*h))
    };
    let mut out: Vec<HexId> = cx.setup.forts.iter().map(|f| f.hex).filter(open).collect();
    out.sort_unstable();
    out
}

/// Captured leaders of these nations who may be exchanged.
pub fn exchangeable_leaders(cx: &Ctx, s: &State, nations: u8) -> u64 {
    let mut mask = 0;
    for (i, l) in s.leaders.iter().enumerate() {
        let info = &cx.setup.leaders[i];
        if l.place == Place::Prisoner && !info.king && nations & (info.nation.bit()) != 0 {
            mask |= 1 << i;
        }
    }
    mask
}

/// One exchange agreement is carried out (14.12 to 14.14).
pub fn carry_out_exchange(cx: &Ctx, s: &mut State, rec: &mut Rec) {
    let Some(Frame::Exchange { entry }) = s.frames.pop() else { return };
    let Some(e) = cx.setup.special.exchanges.get(entry as usize) else { return };
    let open = e.nations.map(|mask| {
        let home = |n: &NationId| mask & n.bit() != 0 && !return_hexes(cx, s, *n).is_empty();
        cx.setup.nation_ids().filter(home).fold(0u8, |m, n| m | n.bit())
    });
    let held = |mask: u8| -> u16 {
        (0..MOST_NATIONS).filter(|n| mask & (1 << n) != 0).map(|n| u16::from(s.off_map.prisoners[n])).sum()
    };
    let sp = held(open[0]).min(held(open[1])) as u8;
    let leaders = open.map(|m| exchangeable_leaders(cx, s, m).count_ones());
    let leaders = leaders[0].min(leaders[1]) as u8;
    if sp == 0 && leaders == 0 {
        return;
    }
    rec.emit(|| for_everybody(What::Exchange { sp, leaders }));
    // The holder hands over; side 1 holds the prisoners of side 0.
    s.frames.push(Frame::Release { holder: SideId::FIRST, nations: open[1], sp, leaders });
    s.frames.push(Frame::Release { holder: SideId::SECOND, nations: open[0], sp, leaders });
}

fn return_home(s: &mut State, nation: NationId, sp: u8, leaders: u64) {
    // Homecomers of one nation wait together below the frame that hands them over.
    let top = s.frames.pop();
    match s.frames.top_mut() {
        Some(Frame::PutBack { nation: n, sp: more, leaders: mask }) if *n == nation => {
            *more = more.saturating_add(sp);
            *mask |= leaders;
        }
        _ => s.frames.push(Frame::PutBack { nation, sp, leaders }),
    }
    if let Some(top) = top {
        s.frames.push(top);
    }
}

fn hand_over(s: &mut State, nation: NationId, sp: u8) {
    s.off_map.prisoners[nation.index()] -= sp;
    if let Some(Frame::Release { sp: left, .. }) = s.frames.top_mut() {
        *left -= sp;
    }
    return_home(s, nation, sp, 0);
}

fn hand_over_leader(cx: &Ctx, s: &mut State, leader: LeaderId) {
    if let Some(Frame::Release { leaders, .. }) = s.frames.top_mut() {
        *leaders -= 1;
    }
    s.leaders[leader.index()] = Lead { place: Place::Moving, hex: HexId::NONE, moved: false };
    return_home(s, cx.setup.leaders[leader.index()].nation, 0, leader_bit(leader));
}

/// Hands over what leaves no choice; false if the holder must choose.
pub fn release_plainly(cx: &Ctx, s: &mut State) -> bool {
    let Some(Frame::Release { nations, sp, leaders, .. }) = s.frames.top().cloned() else { return true };
    let held: Vec<NationId> = cx
        .setup
        .nation_ids()
        .filter(|n| nations & n.bit() != 0 && s.off_map.prisoners[n.index()] > 0)
        .collect();
    let total: u16 = held.iter().map(|n| u16::from(s.off_map.prisoners[n.index()])).sum();
    if sp > 0 && (held.len() == 1 || total <= u16::from(sp)) {
        let mut left = sp;
        for n in held {
            let k = s.off_map.prisoners[n.index()].min(left);
            left -= k;
            hand_over(s, n, k);
        }
        return true;
    }
    let men = exchangeable_leaders(cx, s, nations);
    if sp == 0 && leaders > 0 && men.count_ones() <= u32::from(leaders) {
        leaders_in(men).for_each(|l| hand_over_leader(cx, s, l));
        return true;
    }
    if sp == 0 && leaders == 0 {
        s.frames.pop();
        return true;
    }
    false
}

pub fn can_release(cx: &Ctx, s: &State, a: &Action) -> Result<(), Why> {
    let Some(Frame::Release { nations, sp: left, leaders, .. }) = s.frames.top() else {
        return Err(why::NOT_NOW);
    };
    let ok = match *a {
        Action::Release { nation, sp } => {
            (nation.index()) < MOST_NATIONS
                && nations & (nation.bit()) != 0
                && (1..=s.off_map.prisoners[nation.index()].min(*left)).contains(&sp)
        }
        Action::ReleaseLeader { leader } => {
            *left == 0 && *leaders > 0 && exchangeable_leaders(cx, s, *nations) & leader_bit(leader) != 0
        }
        _ => false,
    };
    if ok { Ok(()) } else { Err(why::NOT_CAPTIVE) }
}

pub fn list_release(cx: &Ctx, s: &State, out: &mut Vec<Action>) {
    let Some(Frame::Release { nations, sp, leaders, .. }) = s.frames.top() else { return };
    if *sp > 0 {
        for nation in cx.setup.nation_ids().filter(|n| nations & n.bit() != 0) {
            out.extend(
                (1..=s.off_map.prisoners[nation.index()].min(*sp)).map(|sp| Action::Release { nation, sp }),
            );
        }
    } else if *leaders > 0 {
        out.extend(
            leaders_in(exchangeable_leaders(cx, s, *nations)).map(|leader| Action::ReleaseLeader { leader }),
        );
    }
}

pub fn release_prisoners(cx: &Ctx, s: &mut State, a: &Action) {
    match *a {
        Action::Release { nation, sp } => hand_over(s, nation, sp),
        Action::ReleaseLeader { leader } => hand_over_leader(cx, s, leader),
        _ => {}
    }
}

pub fn list_put_back(cx: &Ctx, s: &State, out: &mut Vec<Action>) {
    let Some(Frame::PutBack { nation, sp, leaders }) = s.frames.top() else { return };
    for hex in return_hexes(cx, s, *nation) {
        if *sp > 0 {
            out.extend((1..=*sp).map(|sp| Action::PutBack { hex, sp }));
        } else {
            out.extend(leaders_in(*leaders).map(|leader| Action::PutLeader { hex, leader }));
        }
    }
}

pub fn can_put_back(cx: &Ctx, s: &State, a: &Action) -> Result<(), Why> {
    let mut list = Vec::new();
    list_put_back(cx, s, &mut list);
    if list.contains(a) { Ok(()) } else { Err(why::NO_RETURN) }
}

pub fn put_back(cx: &Ctx, s: &mut State, a: &Action, rec: &mut Rec) {
    let Some(Frame::PutBack { nation, sp, leaders }) = s.frames.top_mut() else { return };
    let n = *nation;
    match *a {
        Action::PutBack { hex, sp: k } => {
            *sp = sp.saturating_sub(k);
            s.add_points(hex, n, Walls::Inside, k, true);
            let side = cx.setup.side_of(n);
            rec.emit(|| for_everybody(What::Returned { nation: n, hex, sp: 0 }));
            rec.emit(|| super::for_side(side, What::Returned { nation: n, hex, sp: k }));
        }
        Action::PutLeader { hex, leader } => {
            *leaders &= !leader_bit(leader);
            s.leaders[leader.index()] = Lead { place: Place::Inside, hex, moved: false };
            rec.emit(|| for_everybody(What::LeaderReturned { leader, hex }));
        }
        _ => {}
    }
}

/// Puts back what has one place only; false if the owner must choose.
pub fn put_back_plainly(cx: &Ctx, s: &mut State, rec: &mut Rec) -> bool {
    let Some(Frame::PutBack { nation, sp, leaders }) = s.frames.top().cloned() else { return true };
    if sp == 0 && leaders == 0 {
        s.frames.pop();
        return true;
    }
    let to = return_hexes(cx, s, nation);
    match to.as_slice() {
        // The last garrison cannot have gone since the exchange was agreed; if it has, they stay captive.
        [] => {
            s.frames.pop();
            s.off_map.prisoners[nation.index()] = s.off_map.prisoners[nation.index()].saturating_add(sp);
            leaders_in(leaders).for_each(|l| s.leaders[l.index()].place = Place::Prisoner);
            true
        }
        [only] => {
            if sp > 0 {
                put_back(cx, s, &Action::PutBack { hex: *only, sp }, rec);
            }
            for leader in leaders_in(leaders) {
                put_back(cx, s, &Action::PutLeader { hex: *only, leader }, rec);
            }
            true
        }
        _ => false,
    }
}
