//! The supreme commander rule (5.37): no leader may come to command more of his nation's strength
//! than its supreme commander, neither by gathering it nor because the supreme commander gives his away.

use super::Ctx;
use super::duties::{self, Look};
use super::movement::Judge;
use super::state::{Force, Place, State, leader_bit};
use crate::ids::{LeaderId, NationId, Walls};
use engine::game::InlineVec;
use engine::hex::HexId;
use smallvec::SmallVec;

/// What each leader of a nation commands, highest rank first.
pub type Commands = InlineVec<u8, 16>;

/// What would be different: leaders put down somewhere else, points added or taken away.
pub struct Shift {
    pub leaders: u64,
    pub to: (HexId, Walls),
    pub points: SmallVec<[(HexId, Walls, i16); 3]>,
}

/// Whether the rule binds this nation now: not the exempt ones, nor a single leader.
fn is_bound(cx: &Ctx, s: &State, nation: NationId) -> bool {
    let here = |i: &usize| s.leaders[*i].on_map() || s.leaders[*i].place == Place::Moving;
    !cx.setup.nations[nation.index()].free_command && cx.setup.ranks(nation).filter(here).count() > 1
}

/// What every leader of a nation weighs, apart from how many points are added or taken away: the points
/// of his place where nobody of higher rank is, and which of the changes touch them. Points inside a fortress
/// count for a supreme commander who is inside with them, else for nobody.
struct Scales(SmallVec<[(i16, u8); 16]>);

/// Of a leader without a place of his own.
const NOTHING: (i16, u8) = (0, 0);

impl Scales {
    fn new(cx: &Ctx, s: &State, nation: NationId, shift: &Shift) -> Self {
        let mut places: SmallVec<[(HexId, Walls); 16]> = SmallVec::new();
        let mut supreme = true;
        let mut out = SmallVec::new();
        for i in cx.setup.ranks(nation) {
            let l = &s.leaders[i];
            let at = if shift.leaders & leader_bit(LeaderId(i as u8)) != 0 {
                shift.to
            } else if l.on_map() {
                (l.hex, Walls::from(l.place == Place::Inside))
            } else {
                out.push(NOTHING);
                continue;
            };
            let first = std::mem::replace(&mut supreme, false);
            if places.contains(&at) {
                out.push(NOTHING);
                continue;
            }
            places.push(at);
            if at.1 == Walls::Inside && !first {
                out.push(NOTHING);
                continue;
            }
            let there = s.stack_at(at.0, nation, at.1).map_or(0, |k| i16::from(k.sp()));
            let touched = shift.points.iter().enumerate().filter(|p| (p.1.0, p.1.1) == at);
            out.push((there, touched.fold(0, |mask, p| mask | (1 << p.0))));
        }
        Self(out)
    }

    /// Strength under each leader, when so many points change.
    fn strength_by_leader<'a>(&'a self, points: &'a [i16]) -> impl Iterator<Item = u8> + 'a {
        self.0.iter().map(move |(there, mask)| {
            let touched = points.iter().enumerate().filter(|p| mask & (1 << p.0) != 0);
            (there + touched.map(|p| *p.1).sum::<i16>()).clamp(0, 255) as u8
        })
    }
}

/// What the leaders of a nation command now; empty where the rule does not bind.
pub fn strength_commanded(cx: &Ctx, s: &State, nation: NationId) -> Commands {
    if !is_bound(cx, s, nation) {
        return Commands::new();
    }
    let shift = Shift { leaders: 0, to: (HexId::NONE, Walls::Outside), points: SmallVec::new() };
    Scales::new(cx, s, nation, &shift).strength_by_leader(&[]).collect()
}

fn supreme_commander(cx: &Ctx, s: &State, nation: NationId) -> Option<usize> {
    let here = |i: &usize| s.leaders[*i].on_map() || s.leaders[*i].place == Place::Moving;
    cx.setup.ranks(nation).find(here)
}

/// Whether somebody outweighs the supreme commander (the place of his rank) who did not do so by as much before.
fn is_newly_outweighed(scales: &Scales, points: &[i16], head: usize, base: &Commands) -> bool {
    let own = scales.strength_by_leader(points).nth(head).unwrap_or(0);
    let was = base.get(head).copied().unwrap_or(0);
    scales.strength_by_leader(points).enumerate().any(|(i, n)| {
        let before = base.get(i).copied().unwrap_or(0);
        i != head && n > own && (n > before || own < was)
    })
}

/// Whether a shift makes somebody outweigh the supreme commander who did not do so by as much before.
fn shift_breaks_rule(cx: &Ctx, s: &State, nation: NationId, base: &Commands, shift: &Shift) -> bool {
    let Some(head) = supreme_commander(cx, s, nation) else { return false };
    let points: SmallVec<[i16; 3]> = shift.points.iter().map(|p| p.2).collect();
    let scales = Scales::new(cx, s, nation, shift);
    is_newly_outweighed(&scales, &points, head - cx.setup.ranks(nation).start, base)
}

/// The force put down in a hex, with so many points.
fn put_down(f: &Force, nation: NationId, hex: HexId, inside: Walls) -> Shift {
    let carried = i16::from(f.carried[nation.index()]);
    Shift { leaders: f.riders, to: (hex, inside), points: smallvec::smallvec![(hex, inside, carried)] }
}

/// The nation whose supreme commander binds the move.
pub fn nation_bound(cx: &Ctx, f: &Force) -> Option<NationId> {
    if f.before.is_empty() || f.whole {
        None
    } else {
        cx.setup.leaders.get(f.leader.index()).map(|l| l.nation)
    }
}

/// Whether somebody would newly outweigh the supreme commander if the force were put down there; `change`
/// says what points are added or taken away elsewhere by the same act.
pub fn would_outweigh(
    j: &Judge,
    f: &Force,
    nation: NationId,
    (hex, inside): (HexId, Walls),
    change: Option<(HexId, Walls, i16)>,
) -> bool {
    let mut shift = put_down(f, nation, hex, inside);
    shift.points.extend(change);
    shift_breaks_rule(j.cx, j.s, nation, &f.before, &shift)
}

/// Whether nothing in this rule limits what the force takes up: it is led by the supreme commander, or free.
pub fn takes_freely(cx: &Ctx, s: &State, f: &Force) -> bool {
    nation_bound(cx, f).is_none_or(|n| supreme_commander(cx, s, n) == Some(f.leader.index()))
}

/// Whether so many points may be picked up: what a subordinate could only carry to a place of his own
/// must not outweigh the supreme commander.
pub fn may_take(j: &Judge, f: &Force, inside: Walls, sp: u8) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation_bound(cx, f) else { return true };
    let (Some(head), start) = (supreme_commander(cx, s, n), cx.setup.ranks(n).start) else { return true };
    if head == f.leader.index() {
        return true;
    }
    let after = f.carried[n.index()].saturating_add(sp);
    let before = f.before.get(f.leader.index() - start).copied().unwrap_or(0);
    let l = &s.leaders[head];
    let at = (l.hex, Walls::from(l.place == Place::Inside));
    let there = s.stack_at(at.0, n, at.1).map_or(0, |k| k.sp());
    let left = if at == (f.at, inside) { there.saturating_sub(sp) } else { there };
    if after <= before || after <= left {
        return true;
    }
    // Too much for him alone; he may still bring it to somebody of higher rank.
    let mut g = f.clone();
    g.carried[n.index()] = after;
    let look = Look::new(j, &g, Some((f.at, inside, -i16::from(sp))));
    look.can_reach_elsewhere((f.at, duties::points_ahead(j, f), f.held), j.best_ending(f))
}

/// Losses never oblige: what the supreme commander loses on the road he need not have had before.
pub fn allow_for_losses(cx: &Ctx, s: &State, leader: LeaderId, lost: u8, before: &mut Commands) {
    let Some(info) = cx.setup.leaders.get(leader.index()) else { return };
    let at = (leader.index()).saturating_sub(cx.setup.ranks(info.nation).start);
    if supreme_commander(cx, s, info.nation) == Some(leader.index())
        && let Some(had) = before.get_mut(at)
    {
        *had = had.saturating_sub(lost);
    }
}

/// Whether a rider may be left here: points that wait here become his.
pub fn may_drop(j: &Judge, f: &Force, leader: LeaderId, inside: Walls) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation_bound(cx, f) else { return true };
    if (inside == Walls::Inside) || s.stack_at(f.at, n, Walls::Outside).is_none() {
        return true;
    }
    let mut t = s.clone();
    t.leaders[leader.index()].place = Place::Outside;
    let mut g = f.clone();
    g.riders &= !leader_bit(leader);
    let after = Judge::new(cx, &t);
    Look::new(&after, &g, None).can_reach((f.at, f.left, f.held), j.best_ending(f))
}

/// Whether so many points may be left here, inside the fortress or with a leader outside.
pub fn may_leave(j: &Judge, f: &Force, sp: u8, inside: Walls) -> bool {
    let (cx, s) = (j.cx, j.s);
    let Some(n) = nation_bound(cx, f) else { return true };
    // A subordinate only grows lighter by a garrison; points that nobody leads weigh nothing.
    let matters = if inside == Walls::Inside {
        supreme_commander(cx, s, n) == Some(f.leader.index())
    } else {
        duties::other_leader_present(j, n, f.at)
    };
    if !matters {
        return true;
    }
    let mut g = f.clone();
    g.carried[n.index()] = g.carried[n.index()].saturating_sub(sp);
    let look = Look::new(j, &g, Some((f.at, inside, i16::from(sp))));
    look.can_reach((f.at, f.left, f.held), j.best_ending(f))
}

/// The gate of a fortress in a movement phase: how many points of a nation may pass, or which leaders.
pub struct Gate {
    scales: Option<(Scales, usize)>,
    base: Commands,
}

impl Gate {
    pub fn new(cx: &Ctx, s: &State, nation: NationId, hex: HexId, into: bool, leaders: u64) -> Self {
        let base = strength_commanded(cx, s, nation);
        let head = supreme_commander(cx, s, nation).filter(|_| !base.is_empty());
        let scales = head.map(|head| {
            let walls = Walls::from(into);
            let points = smallvec::smallvec![(hex, walls, 0), (hex, walls.other(), 0)];
            let shift = Shift { leaders, to: (hex, walls), points };
            (Scales::new(cx, s, nation, &shift), head - cx.setup.ranks(nation).start)
        });
        Self { scales, base }
    }

    pub fn allows(&self, sp: u8) -> bool {
        let n = i16::from(sp);
        self.scales
            .as_ref()
            .is_none_or(|(scales, head)| !is_newly_outweighed(scales, &[n, -n], *head, &self.base))
    }
}
