//! How well off a side looks to a computer player. Judgement, not rule: victory points (17.0) first, then what its
//! forces may still take and the enemy's may take from it, what supply and winter will cost, and forces that stand beside
//! stronger ones. Who holds which fortress is worked out in one pass over all pieces.

use super::Ctx;
use super::state::{Frame, Place, State};
use super::victory::{self, Holders};
use crate::ids::{SideId, Walls};
use engine::hex::HexId;
use engine::present::Seat;
use smallvec::SmallVec;
use std::sync::LazyLock;

const WON: f64 = 100_000.0;
const POINT: f64 = 10.0;
/// A point of strength, beyond what its loss costs in the reckoning.
const STRENGTH: f64 = 4.0;
/// Of what own forces may take, and of what the enemy's may.
const PROSPECTS: f64 = 0.6;
const ENEMY_PROSPECTS: f64 = 0.3;
/// What a fortress one hex further off is still worth.
const NEARER: f64 = 0.9;
/// Who stands out of supply is thought to do so for so many turns more.
const HUNGRY_TURNS: f64 = 3.0;
/// How much of winter is forgotten for each turn until it comes.
const WINTER_IS_NEAR: f64 = 0.25;
/// For each point of strength more than the enemy in the same hex, and for each point fewer.
const CONTACT: [f64; 2] = [0.6, 1.5];
/// What a point of initiative adds to a force's strength in a battle.
const SKILL: f64 = 0.08;
/// Of the points in reach of an enemy four times as strong, and of one that is merely stronger, so many are thought lost.
const OVERWHELMED: f64 = 0.2;
const THREATENED: f64 = 0.04;
const STRONGER: f64 = 1.25;
/// Who moves takes along what lies about and does not leave it behind on the way.
const CARRIED: f64 = 0.01;
/// A force announced for an attack that failed.
const ANNOUNCED: f64 = 15.0;
/// Beyond so many hexes nothing is expected of a force.
const FAR: usize = 40;
/// What a siege needs: a depot is built by so many (10.42).
const SIEGE_FORCE: f64 = 10.0;
/// Strength wanted before a fortress, for each point of the enemy's that may come to relieve it.
const SUPERIOR: f64 = 1.2;
/// So many hexes off, a force may come to relieve it.
const NEAR: u8 = 2;
/// How likely a fortress is taken that nobody holds; one that is held, with no depot before it, with one begun, and one done.
const EMPTY: f64 = 0.45;
const SIEGE: [f64; 3] = [0.5, 0.65, 0.8];
/// Where no supply reaches as yet.
const UNFED: f64 = 0.2;
/// A force that marches reaches so far in a turn.
const REACH: u16 = 4;
/// A depot that serves for nothing yet.
const DEPOT: f64 = 0.5;
/// Leaders alone in reach of the enemy.
const LEADER_ALONE: f64 = 2.0;

fn side_of(cx: &Ctx, seat: Seat) -> SideId {
    SideId::second_if(cx.setup.seat(SideId::SECOND) == seat && cx.setup.seat(SideId::FIRST) != seat)
}

/// Points of a side in one hex.
#[derive(Clone, Copy)]
struct Post {
    hex: HexId,
    outside: f64,
    inside: f64,
    /// Carried by the force that moves.
    carried: f64,
    led: bool,
    /// The best initiative outside.
    skill: u8,
}

impl Post {
    /// Strength outside as it tells in a battle: with who leads it.
    fn might(&self) -> f64 {
        self.outside * (1.0 + SKILL * f64::from(self.skill))
    }
}

type Posts = SmallVec<[Post; 40]>;

pub fn evaluate(cx: &Ctx, s: &State, seat: Seat) -> f64 {
    let side = side_of(cx, seat);
    if s.forfeited != SideId::NONE {
        return if s.forfeited == side { -WON } else { WON };
    }
    let holders = victory::fort_holders(cx, s);
    let [own, foe] = [side, side.enemy()].map(|side| victory::total_points(cx, s, &holders, side));
    let mut worth = POINT * f64::from(own - foe);
    let posts = [posts(cx, s, side), posts(cx, s, side.enemy())];
    let (own, foe) = (&posts[0], &posts[1]);
    worth += STRENGTH * own.iter().map(|p| p.outside + p.inside).sum::<f64>();
    worth -= wear(cx, s, side, own);
    worth += PROSPECTS * prospects(cx, s, &holders, side, own, foe);
    worth -= ENEMY_PROSPECTS * prospects(cx, s, &holders, side.enemy(), foe, own);
    worth += contacts(own, foe);
    worth += DEPOT * s.depots.iter().filter(|d| d.side == side).count() as f64;
    worth -= danger(cx, own, foe);
    worth -= taken_along(s, own);
    worth - announced_in_vain(cx, s, side)
}

/// Where a side stands, in the order of hexes.
fn posts(cx: &Ctx, s: &State, side: SideId) -> Posts {
    let mut out = Posts::new();
    let mut at = |hex: HexId| -> usize {
        let i = out.iter().rposition(|p: &Post| p.hex == hex);
        i.unwrap_or_else(|| {
            out.push(Post { hex, outside: 0.0, inside: 0.0, carried: 0.0, led: false, skill: 0 });
            out.len() - 1
        })
    };
    let mut points: SmallVec<[(usize, f64, Walls); 48]> = SmallVec::new();
    for k in s.stacks.iter().filter(|k| cx.setup.side_of(k.nation) == side) {
        points.push((at(k.hex), f64::from(k.sp()), k.inside));
    }
    let moving = s.moving_force().filter(|_| mover_side(s) == Some(side));
    let mut led: SmallVec<[(usize, u8); 40]> = SmallVec::new();
    for (l, info) in s.leaders.iter().zip(&cx.setup.leaders).filter(|(_, info)| info.side == side) {
        match (l.place, moving) {
            (Place::Outside, _) => led.push((at(l.hex), info.initiative)),
            (Place::Inside, _) => led.push((at(l.hex), 0)),
            (Place::Moving, Some((hex, _))) => led.push((at(hex), info.initiative)),
            _ => {}
        }
    }
    let moving = moving.map(|(hex, carried)| (at(hex), carried.iter().map(|n| f64::from(*n)).sum::<f64>()));
    for (i, sp, walls) in points {
        if walls == Walls::Inside { out[i].inside += sp } else { out[i].outside += sp }
    }
    for (i, skill) in led {
        out[i].led = true;
        out[i].skill = out[i].skill.max(skill);
    }
    if let Some((i, carried)) = moving {
        out[i].outside += carried;
        out[i].carried = carried;
        out[i].led = true;
    }
    out
}

/// Whose force is on the move.
fn mover_side(s: &State) -> Option<SideId> {
    match s.frames.top() {
        Some(Frame::Force(f)) => Some(f.side),
        _ => s
            .frames
            .iter()
            .rev()
            .find_map(|f| if let Frame::March { side, .. } = f { Some(*side) } else { None }),
    }
}

/// Attrition phases of a side that are still to come, this turn's included.
fn phases_left(cx: &Ctx, s: &State, side: SideId) -> u8 {
    let left = cx.setup.calendar.last_turn.saturating_sub(s.turn);
    // A side loses at the end of the enemy's player turn.
    left + u8::from(side != s.phasing || s.phasing == SideId::FIRST)
}

/// What supply and winter will take (10.61, 16.31).
fn wear(cx: &Ctx, s: &State, side: SideId, posts: &Posts) -> f64 {
    // Leaders alone hold a fortress but feed nobody (10.11).
    let sources: SmallVec<[u8; 64]> =
        posts.iter().filter(|p| p.inside > 0.0).filter_map(|p| cx.setup.fort_index(p.hex)).collect();
    let reach = cx.setup.sides[side.index()].supply;
    // How far supply must come as the crow marches; blocked ways are not looked for.
    let is_fed = |hex: HexId| {
        let row = cx.setup.fort_distances(hex);
        sources.iter().any(|i| row[usize::from(*i)] <= reach)
            || s.depots
                .iter()
                .any(|d| d.side == side && d.done && cx.setup.map.distance(d.hex, hex) <= u16::from(reach))
    };
    let left = f64::from(phases_left(cx, s, side));
    let winter = cx.setup.calendar.winter.first().copied().unwrap_or(u8::MAX);
    let winters = cx.setup.calendar.winter.iter().filter(|t| **t >= s.turn).count() as f64;
    let until_winter = f64::from(winter.saturating_sub(s.turn));
    // Early in the year nobody thinks of winter.
    let cold = winters * (1.0 - until_winter * WINTER_IS_NEAR).max(0.0);
    let mut sum = 0.0;
    for p in posts.iter().filter(|p| p.outside > 0.0) {
        if !is_fed(p.hex) {
            sum += left.min(p.outside).min(HUNGRY_TURNS);
        }
        sum += cold.min(p.outside);
    }
    (POINT + STRENGTH) * sum
}

/// What a chance is worth so many hexes away.
fn decay(hexes: u8) -> f64 {
    static ROW: LazyLock<[f64; FAR]> = LazyLock::new(|| std::array::from_fn(|i| NEARER.powi(i as i32)));
    ROW.get(usize::from(hexes)).copied().unwrap_or(0.0)
}

/// What the forces of a side may hope to take: for each fortress with points the force that stands best.
fn prospects(cx: &Ctx, s: &State, holders: &Holders, side: SideId, own: &Posts, foe: &Posts) -> f64 {
    let closed = |h: HexId| cx.setup.special.closed.iter().any(|c| c.from <= s.turn && c.hexes[h.index()]);
    let forts = &cx.setup.forts;
    let mut relief: SmallVec<[f64; 64]> = SmallVec::from_elem(0.0, forts.len());
    for p in foe.iter().filter(|p| p.outside > 0.0) {
        let row = cx.setup.fort_distances(p.hex);
        for (sum, d) in relief.iter_mut().zip(row) {
            *sum += if *d <= NEAR { p.outside } else { 0.0 };
        }
    }
    let mut best: SmallVec<[f64; 64]> = SmallVec::from_elem(0.0, forts.len());
    for p in own.iter().filter(|p| p.led) {
        let sp = p.outside + 0.9 * (p.inside - 1.0).max(0.0);
        if sp <= 0.0 {
            continue;
        }
        let row = cx.setup.fort_distances(p.hex);
        for i in 0..forts.len() {
            let least = if holders[i][side.enemy().index()] { SIEGE_FORCE } else { 1.0 };
            let share = (sp / least.max(SUPERIOR * relief[i])).min(1.0);
            best[i] = f64::max(best[i], share * share * decay(row[i]));
        }
    }
    let fed = within_supply(cx, s, side, holders);
    let mut sum = 0.0;
    for (i, fort) in forts.iter().enumerate() {
        if fort.vp <= 0 || best[i] <= 0.0 || holders[i][side.index()] || closed(fort.hex) {
            continue;
        }
        // A fortress taken from the enemy counts twice.
        let (chance, times) = if holders[i][side.enemy().index()] {
            (siege_chance(cx, s, side, fort.hex) * if fed[i] { 1.0 } else { UNFED }, 2.0)
        } else {
            (EMPTY, 1.0)
        };
        sum += POINT * times * f64::from(fort.vp) * best[i] * chance;
    }
    sum
}

/// Which fortresses the supply of a side reaches, as the crow marches.
fn within_supply(cx: &Ctx, s: &State, side: SideId, holders: &Holders) -> SmallVec<[bool; 64]> {
    let reach = cx.setup.sides[side.index()].supply;
    let forts = cx.setup.forts.iter().zip(holders).filter(|(_, h)| h[side.index()]).map(|(f, _)| f.hex);
    let depots = s.depots.iter().filter(|d| d.side == side && d.done).map(|d| d.hex);
    let mut out = SmallVec::from_elem(false, cx.setup.forts.len());
    for hex in forts.chain(depots) {
        for (fed, d) in out.iter_mut().zip(cx.setup.fort_distances(hex)) {
            *fed |= *d <= reach;
        }
    }
    out
}

/// How likely a siege is to succeed that a sufficient force undertakes: by how far it has come.
fn siege_chance(cx: &Ctx, s: &State, side: SideId, hex: HexId) -> f64 {
    let turns = f64::from(cx.setup.calendar.last_turn.saturating_sub(s.turn)) + 0.5;
    let (chance, needed) = match s.depots.iter().find(|d| d.hex == hex && d.side == side) {
        Some(d) if d.done => (SIEGE[2], 0.0),
        Some(_) => (SIEGE[1], 1.0),
        None => (SIEGE[0], 2.0),
    };
    // Half of all throws make a breach (13.2).
    chance * (1.0 - 0.5f64.powf((turns - needed).max(0.0)))
}

/// Forces in one hex: better to be the stronger, and much worse to be the weaker.
fn contacts(own: &Posts, foe: &Posts) -> f64 {
    let mut worth = 0.0;
    for o in own.iter().filter(|o| o.outside > 0.0) {
        let Some(f) = foe.iter().find(|f| f.hex == o.hex && f.outside > 0.0) else { continue };
        let more = o.might() - f.might();
        worth += CONTACT[usize::from(more < 0.0)] * more;
    }
    worth
}

/// What stands in reach of a stronger enemy.
fn danger(cx: &Ctx, own: &Posts, foe: &Posts) -> f64 {
    let mut sum = 0.0;
    for o in own.iter().filter(|o| o.outside > 0.0 || o.led && o.inside <= 0.0) {
        let strongest = foe
            .iter()
            .filter(|f| f.led && f.outside > 0.0 && cx.setup.map.distance(f.hex, o.hex) <= REACH)
            .map(Post::might)
            .fold(0.0, f64::max);
        if o.outside <= 0.0 {
            sum += if strongest > 0.0 { LEADER_ALONE } else { 0.0 };
        } else if strongest >= 4.0 * o.outside {
            sum += OVERWHELMED * (POINT + STRENGTH) * o.outside;
        } else if strongest > STRONGER * o.might() {
            sum += THREATENED * (POINT + STRENGTH) * o.outside;
        }
    }
    sum
}

/// A grain for whom a force on the move could take along, and for being on the move.
fn taken_along(s: &State, own: &Posts) -> f64 {
    let Some((hex, _)) = s.moving_force() else { return 0.0 };
    let Some(p) = own.iter().find(|p| p.hex == hex && p.carried > 0.0) else { return 0.0 };
    CARRIED * (p.outside - p.carried) - CARRIED / 2.0
}

/// Nobody shows his strength for an attack that cannot succeed (5.5).
fn announced_in_vain(cx: &Ctx, s: &State, side: SideId) -> f64 {
    match s.frames.top() {
        Some(Frame::Force(f))
            if f.side == side
                && f.tried.contains(&f.at)
                && s.is_present(&cx.setup, f.at, side.enemy(), Walls::Outside) =>
        {
            ANNOUNCED
        }
        _ => 0.0,
    }
}
