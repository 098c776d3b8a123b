//! How well off a side looks to a computer player. Judgement, not rule: points first, then strength,
//! then what each side can do to the other in its next turn, then the ground and the way to the enemy.

use super::C;
use super::board::{Board, Eyes};
use super::data::{Class, Shot};
use super::state::{SideId, State, UnitId, flag};
use super::{fire, leaders, options, sight, units, victory};
use engine::hex::HexId;
use engine::present::Seat;
use smallvec::SmallVec;

/// A won battle outweighs everything.
const WON: f64 = 100_000.0;
const POINT: f64 = 100.0;
/// A morale point of a unit that still stands.
const MORALE: f64 = 14.0;
/// A unit destroyed, beyond its morale points, as far as it is only a threat.
const KILL: f64 = 60.0;
/// What the enemy can do to us next turn, and what we can do to him.
const THREAT: f64 = 0.6;
const PROMISE: f64 = 0.4;
/// A hex nearer to the enemy, for the side that may wait and for the one that must come to him.
const NEARER: [f64; 2] = [1.0, 2.5];
/// How much more a hex nearer counts for a side that runs out of time.
const HASTE: f64 = 0.5;
/// Points still needed a turn: with so few there is time enough, with so many none to lose.
const AT_EASE: f64 = 0.25;
const PRESSED: f64 = 0.55;
/// A hex nearer to a place that brings points.
const OBJECTIVE: f64 = 4.0;
/// Ground that helps the one who stands on it, next to the enemy.
const COVER: f64 = 4.0;
/// A unit next to the enemy with more of them about than friends: for each of them, beyond one.
const ALONE: f64 = 6.0;
/// So far about.
const ABOUT: u16 = 2;
/// An action point that can be kept for the next turn; those that cannot are worth nothing.
const KEPT: f64 = 0.8;
/// A leader a hex away from troops.
const LEADER_AWAY: f64 = 0.6;
/// A leader with wounded troops he can rally, for each lost point.
const LEADER_RALLIES: f64 = 1.5;
/// A leader in contact with the enemy.
const LEADER_EXPOSED: f64 = 2.0;
/// What the die brings, on the average.
const MEAN_DIE: u8 = 2;

pub fn evaluate(cx: &C, s: &State, seat: Seat) -> f64 {
    let side = SideId::second_if(
        cx.setup.seat_for(SideId::SECOND) == seat && cx.setup.seat_for(SideId::FIRST) != seat,
    );
    if let Some(winner) = s.over {
        return if winner == side {
            WON
        } else if winner == SideId::NOBODY {
            0.0
        } else {
            -WON
        };
    }
    let points = victory::victory_points(cx, s);
    let (own, foe) = (side.index(), side.enemy().index());
    let board = Board::new(&cx.setup, s);
    let armies = SideId::BOTH.map(|side| Army::new(cx, s, side));
    let press = pressure(cx, side, points[own], s.turn);
    let mut worth = POINT * f64::from(points[own] - points[foe]);
    worth += MORALE * (armies[own].morale() - armies[foe].morale());
    worth += KEPT * f64::from(points_kept(cx, s, side));
    worth -= THREAT * (1.0 - press) * expected_blows(cx, s, &board, &armies, side.enemy());
    worth += PROMISE * expected_blows(cx, s, &board, &armies, side);
    worth + approach(cx, s, side, &armies, press) + leading(cx, s, &board, side, &armies[own])
}

/// How hard time presses a side that must reach a total: from 0, when a quarter of a point a turn will do, to 1. Whoever loses
/// by the clock has nothing to save.
fn pressure(cx: &C, side: SideId, points: i32, turn: u16) -> f64 {
    let info = &cx.setup.sides[side.index()];
    let (Some(goal), false) = (info.goal, info.avoids) else { return 0.0 };
    let left = f64::from(cx.setup.turns.last.saturating_sub(turn)) + 1.0;
    let needed = f64::from((goal - points).max(0)) / left;
    ((needed - AT_EASE) / (PRESSED - AT_EASE)).clamp(0.0, 1.0)
}

/// Points put away, and of those in hand as many as may be.
fn points_kept(cx: &C, s: &State, side: SideId) -> u8 {
    let stored = s.sides[side.index()].stored;
    if side == s.active { stored.max(leaders::most_stored(cx, s, side)) } else { stored }
}

/// A combat unit on the map.
#[derive(Clone, Copy)]
struct Fighter {
    id: UnitId,
    hex: HexId,
    mp: u8,
}

struct Army {
    fighters: SmallVec<[Fighter; 20]>,
}

impl Army {
    fn new(cx: &C, s: &State, side: SideId) -> Self {
        let mut fighters = SmallVec::new();
        for (i, (u, d)) in s.units.iter().zip(&cx.setup.defs).enumerate() {
            if d.side == side && d.is_combat_unit() && u.on_map() {
                fighters.push(Fighter { id: UnitId(i as u8), hex: u.hex, mp: u.mp });
            }
        }
        Self { fighters }
    }

    fn morale(&self) -> f64 {
        self.fighters.iter().map(|f| f64::from(f.mp)).sum()
    }

    fn number_about(&self, cx: &C, hex: HexId) -> usize {
        self.fighters.iter().filter(|f| cx.setup.hex_distance(hex, f.hex) <= ABOUT).count()
    }

    fn distance_from(&self, cx: &C, hex: HexId) -> Option<u16> {
        self.fighters.iter().map(|f| cx.setup.hex_distance(hex, f.hex)).min()
    }
}

/// An attack a unit could make from where it stands.
#[derive(Clone, Copy)]
struct Blow {
    by: u8,
    at: u8,
    cost: u8,
    dice: u8,
    /// Of one die, to hit.
    chance: f32,
    /// What it brings for a point, against the target as it stands.
    rate: f32,
}

/// What `side` may hope to do in its next turn, in worth to it: its best blows for their cost first, as
/// far as its points last, each against what the ones before have left of its target.
fn expected_blows(cx: &C, s: &State, board: &Board, armies: &[Army; 2], side: SideId) -> f64 {
    let (own, foe) = (&armies[side.index()], &armies[side.enemy().index()]);
    let mut blows: SmallVec<[Blow; 48]> = SmallVec::new();
    for (i, f) in own.fighters.iter().enumerate() {
        if s.unit(f.id).has_flag(flag::ASLEEP) {
            continue;
        }
        list_blows(cx, s, board, side, (i as u8, f), foe, &mut blows);
    }
    blows.sort_unstable_by(|a, b| b.rate.total_cmp(&a.rate).then((a.by, a.at).cmp(&(b.by, b.at))));
    let mut left: SmallVec<[f64; 20]> = foe.fighters.iter().map(|f| f64::from(f.mp)).collect();
    let mut used = 0u64;
    let mut points = points_to_come(cx, s, side);
    let mut sum = 0.0;
    for b in &blows {
        if b.cost > points || used >> (b.by & 63) & 1 != 0 || left[b.at as usize] <= 0.0 {
            continue;
        }
        used |= 1 << (b.by & 63);
        points -= b.cost;
        let target = &mut left[b.at as usize];
        sum += worth_of_blow(b, *target);
        *target -= f64::from(b.dice) * f64::from(b.chance);
    }
    sum
}

/// The points `side` may count on in its next turn.
fn points_to_come(cx: &C, s: &State, side: SideId) -> u8 {
    let st = &s.sides[side.index()];
    let lost = st.leaders_lost.saturating_mul(cx.data.ap.leader_loss);
    cx.setup.sides[side.index()].command.saturating_sub(lost) + MEAN_DIE + points_kept(cx, s, side)
}

fn list_blows(
    cx: &C,
    s: &State,
    board: &Board,
    side: SideId,
    (by, f): (u8, &Fighter),
    foe: &Army,
    out: &mut SmallVec<[Blow; 48]>,
) {
    let (def, kind, ap) = (cx.setup.unit_def(f.id), units::unit_kind(cx, f.id), &cx.data.ap);
    let in_column = s.unit(f.id).has_flag(flag::COLUMN);
    let range = if in_column { 0 } else { u16::from(fire::fire_range(cx, s, f.id)) };
    let rides = kind.charge.filter(|_| !board.near_enemy(f.hex, side));
    let furthest = if rides.is_some() { range.max(u16::from(def.rate) + 1) } else { range.max(1) };
    for (at, e) in foe.fighters.iter().enumerate() {
        let d = cx.setup.hex_distance(f.hex, e.hex);
        if d > furthest {
            continue;
        }
        let mut add = |shot: Shot, more: u8, cost: u8| {
            let need = i32::from(shot.hit) - i32::from(cx.setup.ground_at(e.hex).attack);
            let chance = (7 - need).clamp(0, 6) as f32 / 6.0;
            let dice = shot.dice + more;
            let mut blow = Blow { by, at: at as u8, cost, dice, chance, rate: 0.0 };
            blow.rate = worth_of_blow(&blow, f64::from(e.mp)) as f32 / f32::from(cost.max(1));
            if blow.rate > 0.0 {
                out.push(blow);
            }
        };
        let in_front = || options::in_front(cx, s, f.id, e.hex);
        if d <= range && in_front() && (d == 1 || sight::sight_blocked_at(cx, board, f.hex, e.hex).is_none())
        {
            let shot = kind.fire.get(d as usize - 1).copied().unwrap_or(cx.data.options.hill_gun);
            let beside =
                kind.line && cx.setup.options.linear && options::beside_the_line(cx, board, f.id, f.hex);
            add(shot, if beside { cx.data.options.linear_dice } else { 0 }, ap.fire_cost);
        }
        if d == 1
            && !in_column
            && let Some(shot) = kind.close.filter(|_| in_front())
        {
            add(shot, 0, ap.close_cost);
        }
        if let Some(shot) = rides
            && cx.setup.ground_at(e.hex).charge
            && can_ride_to(cx, board, f.hex, u16::from(def.rate), e.hex)
        {
            add(shot, 0, ap.charge_cost);
        }
    }
}

/// Some hex next to `target` is free and as near as the unit rides; what lies on the way is not looked for.
fn can_ride_to(cx: &C, board: &Board, from: HexId, rate: u16, target: HexId) -> bool {
    cx.setup.ring[target.index()].iter().take_while(|h| !h.is_none()).any(|h| {
        cx.setup.hex_distance(from, *h) <= rate
            && cx.setup.ground_at(*h).is_passable()
            && !board.cell(*h).has_unit()
    })
}

/// Hits on a target with so many points left, and the chance that it falls.
fn worth_of_blow(b: &Blow, left: f64) -> f64 {
    let (n, p) = (u32::from(b.dice), f64::from(b.chance));
    if left <= 0.0 || p <= 0.0 {
        return 0.0;
    }
    let needed = left.ceil() as u32;
    let mut kills = 0.0;
    let mut hits = 0.0;
    // Binomial terms from no hit on.
    let (mut term, ratio) = if p < 1.0 { ((1.0 - p).powi(n as i32), p / (1.0 - p)) } else { (0.0, 0.0) };
    if p >= 1.0 {
        return MORALE * f64::from(n).min(left) + if n >= needed { KILL } else { 0.0 };
    }
    for k in 0..=n {
        if k >= needed {
            kills += term;
        }
        hits += term * f64::from(k).min(left);
        term *= ratio * f64::from(n - k) / f64::from(k + 1);
    }
    MORALE * hits + KILL * kills
}

/// Where the army stands: towards the enemy, towards what brings points, under cover.
fn approach(cx: &C, s: &State, side: SideId, armies: &[Army; 2], press: f64) -> f64 {
    let (own, foe) = (&armies[side.index()], &armies[side.enemy().index()]);
    let must = cx.setup.sides[side.index()].goal.is_some() && !cx.setup.sides[side.index()].avoids;
    let mut worth = 0.0;
    for f in &own.fighters {
        let Some(d) = foe.distance_from(cx, f.hex) else { continue };
        worth -= NEARER[usize::from(must)] * (1.0 + HASTE * press) * f64::from(d.saturating_sub(1));
        if d <= 2 {
            worth -= COVER * f64::from(cx.setup.ground_at(f.hex).attack);
        }
        if d == 1 {
            // Counts the unit itself: one against one is no more than a fight.
            let excess = foe.number_about(cx, f.hex).saturating_sub(own.number_about(cx, f.hex));
            worth -= ALONE * excess as f64;
        }
    }
    for (o, held) in cx.setup.objectives.iter().zip(&s.held) {
        if *held == side || o.side.is_some_and(|only| only != side) {
            continue;
        }
        let way = o.hexes.iter().filter_map(|h| own.distance_from(cx, *h)).min();
        worth -= OBJECTIVE * f64::from(way.unwrap_or(0));
    }
    worth
}

/// Leaders: among their troops, best with the wounded, and out of the first line.
fn leading(cx: &C, s: &State, board: &Board, side: SideId, own: &Army) -> f64 {
    let mut worth = 0.0;
    let pieces = s.units.iter().zip(&cx.setup.defs);
    for (u, def) in pieces.filter(|(u, d)| d.side == side && d.is_leader() && u.on_map()) {
        worth -= LEADER_AWAY * f64::from(own.distance_from(cx, u.hex).unwrap_or(0));
        if board.near_enemy(u.hex, side) {
            worth -= LEADER_EXPOSED;
            continue;
        }
        let can_rally = |f: &&Fighter| {
            let d = cx.setup.unit_def(f.id);
            f.hex == u.hex && d.class != Class::Guns && d.nation == def.nation
        };
        let lost: u8 = own.fighters.iter().filter(can_rally).map(|f| missing(cx, f)).sum();
        worth += LEADER_RALLIES * f64::from(lost);
    }
    worth
}

fn missing(cx: &C, f: &Fighter) -> u8 {
    cx.setup.unit_def(f.id).mp.saturating_sub(f.mp)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blow(dice: u8, chance: f32) -> Blow {
        Blow { by: 0, at: 0, cost: 1, dice, chance, rate: 0.0 }
    }

    #[test]
    fn a_blow_is_worth_its_hits_and_the_chance_of_a_loss() {
        let one_in_two = worth_of_blow(&blow(1, 0.5), 4.0);
        assert!((one_in_two - MORALE * 0.5).abs() < 1e-6);
        let last_point = worth_of_blow(&blow(2, 0.5), 1.0);
        assert!((last_point - (MORALE + KILL) * 0.75).abs() < 1e-6);
        let sure = worth_of_blow(&blow(3, 1.0), 2.0);
        assert!((sure - (2.0 * MORALE + KILL)).abs() < 1e-6);
        assert!(worth_of_blow(&blow(3, 0.0), 2.0) == 0.0);
    }
}
