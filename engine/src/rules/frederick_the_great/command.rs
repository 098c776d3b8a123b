//! The supreme commander rule (5.37): no leader may come to command more of his nation's strength
//! than its supreme commander, neither by gathering it nor because the supreme commander gives his away.

use super::Ctx;
use super::movement::{self, Judge};
use super::state::{Force, Place, State, bit};
use crate::hex::HexId;
use smallvec::SmallVec;

/// What each leader of a nation commands, highest rank first.
pub type Commands = SmallVec<[u8; 16]>;

/// What would be different: leaders put down somewhere else, points added or taken away.
pub struct Shift {
    pub leaders: u64,
    pub to: (HexId, bool),
    pub points: SmallVec<[(HexId, bool, i16); 3]>,
}

/// The leaders of a nation as indices; they are sorted by nation and rank.
fn ranks(cx: &Ctx, nation: u8) -> std::ops::Range<usize> {
    let all = &cx.setup.leaders;
    all.partition_point(|l| l.nation < nation)..all.partition_point(|l| l.nation <= nation)
}

/// Whether the rule binds this nation now: not the exempt ones, nor a single leader.
fn binds(cx: &Ctx, s: &State, nation: u8) -> bool {
    let here = |i: &usize| s.leaders[*i].on_map() || s.leaders[*i].place == Place::Moving;
    !cx.setup.nations[nation as usize].free_command && ranks(cx, nation).filter(here).count() > 1
}

/// Strength under each leader of a nation: the points of his place where nobody of higher rank is.
/// Points inside a fortress count for a supreme commander who is inside with them, else for nobody.
fn strengths(cx: &Ctx, s: &State, nation: u8, shift: &Shift) -> Commands {
    let mut places: SmallVec<[(HexId, bool); 16]> = SmallVec::new();
    let mut supreme = true;
    ranks(cx, nation)
        .map(|i| {
            let l = &s.leaders[i];
            let at = if shift.leaders & bit(i as u8) != 0 {
                shift.to
            } else if l.on_map() {
                (l.hex, l.place == Place::Inside)
            } else {
                return 0;
            };
            let first = std::mem::replace(&mut supreme, false);
            if places.contains(&at) {
                return 0;
            }
            places.push(at);
            if at.1 && !first {
                return 0;
            }
            let there = s.stack(at.0, nation, at.1).map_or(0, |k| i16::from(k.sp()));
            let more: i16 = shift.points.iter().filter(|p| (p.0, p.1) == at).map(|p| p.2).sum();
            (there + more).clamp(0, 255) as u8
        })
        .collect()
}

/// What the leaders of a nation command now; empty where the rule does not bind.
pub fn commands(cx: &Ctx, s: &State, nation: u8) -> Commands {
    if binds(cx, s, nation) {
        strengths(cx, s, nation, &Shift { leaders: 0, to: (HexId::NONE, false), points: SmallVec::new() })
    } else {
        Commands::new()
    }
}

fn supreme(cx: &Ctx, s: &State, nation: u8) -> Option<usize> {
    let here = |i: &usize| s.leaders[*i].on_map() || s.leaders[*i].place == Place::Moving;
    ranks(cx, nation).find(here)
}

/// Whether a shift makes somebody outweigh the supreme commander who did not do so by as much before.
fn outweighs(cx: &Ctx, s: &State, nation: u8, base: &Commands, shift: &Shift) -> bool {
    let Some(head) = supreme(cx, s, nation) else { return false };
    let head = head - ranks(cx, nation).start;
    let after = strengths(cx, s, nation, shift);
    let (own, was) = (after[head], base.get(head).copied().unwrap_or(0));
    after.iter().enumerate().any(|(i, n)| {
        let before = base.get(i).copied().unwrap_or(0);
        i != head && *n > own && (*n > before || own < was)
    })
}

/// The force put down in a hex, with so many points.
fn down(f: &Force, nation: u8, hex: HexId, inside: bool) -> Shift {
    let carried = i16::from(f.carried[nation as usize]);
    Shift { leaders: f.riders, to: (hex, inside), points: smallvec::smallvec![(hex, inside, carried)] }
}

fn nation(cx: &Ctx, f: &Force) -> Option<u8> {
    if f.before.is_empty() || f.whole {
        None
    } else {
        cx.setup.leaders.get(f.leader as usize).map(|l| l.nation)
    }
}

/// Whether the move may end in this hex.
pub fn may_end(cx: &Ctx, s: &State, f: &Force, hex: HexId, inside: bool) -> bool {
    let Some(n) = nation(cx, f) else { return true };
    !outweighs(cx, s, n, &f.before, &down(f, n, hex, inside))
}

/// Whether the force can get from `from` to a hex that fits. Ground without anybody of the nation is all
/// alike, so it is asked about once.
fn elsewhere(
    j: &Judge,
    f: &Force,
    nation: u8,
    (from, left, held): (HexId, u8, bool),
    fits: impl Fn(HexId) -> bool,
) -> bool {
    if held || left == 0 {
        return false;
    }
    let near = |h: &HexId| *h != from && j.cx.setup.map.distance(*h, from) <= u16::from(left);
    let stacks = j.s.stacks.iter().filter(|k| k.nation == nation && !k.inside).map(|k| k.hex);
    let leaders =
        j.s.leaders[ranks(j.cx, nation)].iter().filter(|l| l.place == Place::Outside).map(|l| l.hex);
    let special: SmallVec<[HexId; 16]> = stacks.chain(leaders).filter(near).collect();
    let good: SmallVec<[HexId; 8]> = special.iter().copied().filter(|h| fits(*h)).collect();
    let open = fits(HexId::NONE);
    (open || !good.is_empty())
        && movement::flood(j, f, from, left, held, |h| {
            if special.contains(&h) { good.contains(&h) } else { open && h != from }
        })
}

/// Whether a move that has come to `hex` can still end well, there or further on.
pub fn may_go_on(j: &Judge, f: &Force, hex: HexId, left: u8, held: bool) -> bool {
    let Some(n) = nation(j.cx, f) else { return true };
    let fits = |h: HexId| !outweighs(j.cx, j.s, n, &f.before, &down(f, n, h, false));
    fits(hex) || elsewhere(j, f, n, (hex, left, held), fits)
}

/// Whether so many points may be picked up: what a subordinate could only carry to a place of his own
/// must not outweigh the supreme commander.
pub fn may_take(j: &Judge, f: &Force, inside: bool, sp: u8) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation(cx, f) else { return true };
    let (Some(head), start) = (supreme(cx, s, n), ranks(cx, n).start) else { return true };
    if head == f.leader as usize {
        return true;
    }
    let after = f.carried[n as usize].saturating_add(sp);
    let before = f.before.get(f.leader as usize - start).copied().unwrap_or(0);
    let l = &s.leaders[head];
    let at = (l.hex, l.place == Place::Inside);
    let there = s.stack(at.0, n, at.1).map_or(0, |k| k.sp());
    let left = if at == (f.at, inside) { there.saturating_sub(sp) } else { there };
    if after <= before || after <= left {
        return true;
    }
    // Too much for him alone; he may still bring it to somebody of higher rank.
    let mut g = f.clone();
    g.carried[n as usize] = after;
    let reach = if f.visited.is_empty() { cx.data.movement.most } else { f.left };
    let fits = |h: HexId| {
        let mut shift = down(&g, n, h, false);
        shift.points.push((f.at, inside, -i16::from(sp)));
        !outweighs(cx, s, n, &f.before, &shift)
    };
    elsewhere(j, &g, n, (f.at, reach, f.held), fits)
}

/// Losses never oblige: what the supreme commander loses on the road he need not have had before.
pub fn bears(cx: &Ctx, s: &State, leader: u8, lost: u8, before: &mut Commands) {
    let Some(info) = cx.setup.leaders.get(leader as usize) else { return };
    let at = (leader as usize).saturating_sub(ranks(cx, info.nation).start);
    if supreme(cx, s, info.nation) == Some(leader as usize)
        && let Some(had) = before.iter_mut().nth(at)
    {
        *had = had.saturating_sub(lost);
    }
}

/// A leader of the nation stands outside here, not with the force.
fn somebody(cx: &Ctx, s: &State, nation: u8, hex: HexId) -> bool {
    s.leaders[ranks(cx, nation)].iter().any(|l| l.hex == hex && l.place == Place::Outside)
}

/// Whether a rider may be left here: points that wait here become his.
pub fn may_drop(j: &Judge, f: &Force, leader: u8, inside: bool) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation(cx, f) else { return true };
    if inside || s.stack(f.at, n, false).is_none() {
        return true;
    }
    let mut t = s.clone();
    t.leaders[leader as usize].place = Place::Outside;
    let mut g = f.clone();
    g.riders &= !bit(leader);
    let fits = |h: HexId| !outweighs(cx, &t, n, &f.before, &down(&g, n, h, false));
    fits(f.at) || elsewhere(&Judge::new(cx, &t), &g, n, (f.at, f.left, f.held), fits)
}

/// Whether so many points may be left here, inside the fortress or with a leader outside.
pub fn may_leave(j: &Judge, f: &Force, sp: u8, inside: bool) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation(cx, f) else { return true };
    // A subordinate only grows lighter by a garrison; points that nobody leads weigh nothing.
    let matters =
        if inside { supreme(cx, s, n) == Some(f.leader as usize) } else { somebody(cx, s, n, f.at) };
    if !matters {
        return true;
    }
    let mut g = f.clone();
    g.carried[n as usize] = g.carried[n as usize].saturating_sub(sp);
    let fits = |h: HexId| {
        let mut shift = down(&g, n, h, false);
        shift.points.push((f.at, inside, i16::from(sp)));
        !outweighs(cx, s, n, &f.before, &shift)
    };
    fits(f.at) || elsewhere(j, &g, n, (f.at, f.left, f.held), fits)
}

/// Whether points or a leader may pass the gate of a fortress in a movement phase.
pub fn may_pass(cx: &Ctx, s: &State, nation: u8, hex: HexId, into: bool, sp: u8, leaders: u64) -> bool {
    let base = commands(cx, s, nation);
    let n = i16::from(sp);
    let points = smallvec::smallvec![(hex, into, n), (hex, !into, -n)];
    base.is_empty() || !outweighs(cx, s, nation, &base, &Shift { leaders, to: (hex, into), points })
}
