//! How well off a side looked to the first greedy player: the yardstick for `evaluate`, and not to be improved.

use super::C;
use super::state::{SideId, State, Unit};
use super::victory;
use engine::hex::HexId;
use engine::present::Seat;

/// A won battle outweighs everything.
const WON: f64 = 100_000.0;
const POINT: f64 = 100.0;
/// A morale point of a unit that still stands.
const MORALE: f64 = 14.0;
/// A hex nearer to the enemy, for the side that must come to him and for the one that need not.
const NEARER: [f64; 2] = [0.4, 2.5];
/// A hex nearer to a place that brings points.
const OBJECTIVE: f64 = 4.0;
/// Ground that helps the one who stands on it, next to the enemy.
const COVER: f64 = 4.0;
/// An action point in hand: spent only on something better.
const IN_HAND: f64 = 0.8;
/// A leader among his own, and one in the first line without need.
const LEADER_NEAR: f64 = 0.6;

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
    let mut worth = POINT * f64::from(points[own] - points[foe]);
    worth += standing(cx, s, side) - standing(cx, s, side.enemy());
    worth += f64::from(s.sides[own].points() + s.sides[own].stored) * IN_HAND;
    worth + approach(cx, s, side)
}

/// Strength still on the map.
fn standing(cx: &C, s: &State, side: SideId) -> f64 {
    fighters(cx, s, side).map(|u| MORALE * f64::from(u.mp)).sum()
}

fn fighters<'a>(cx: &'a C, s: &'a State, side: SideId) -> impl Iterator<Item = &'a Unit> + 'a {
    let own = s.units.iter().zip(&cx.setup.defs);
    own.filter(move |(u, d)| d.side == side && d.is_combat_unit() && u.on_map()).map(|(u, _)| u)
}

fn nearest(cx: &C, from: HexId, to: impl Iterator<Item = HexId>) -> Option<u16> {
    to.map(|h| cx.setup.hex_distance(from, h)).min()
}

/// Where the army stands: towards the enemy, towards what brings points, under cover, with its leaders.
fn approach(cx: &C, s: &State, side: SideId) -> f64 {
    let must = cx.setup.sides[side.index()].goal.is_some() && !cx.setup.sides[side.index()].avoids;
    let mut worth = 0.0;
    for u in fighters(cx, s, side) {
        let Some(d) = nearest(cx, u.hex, fighters(cx, s, side.enemy()).map(|e| e.hex)) else { continue };
        worth -= NEARER[usize::from(must)] * f64::from(d);
        if d <= 2 {
            worth -= COVER * f64::from(cx.setup.ground_at(u.hex).attack);
        }
    }
    let leaders = s.units.iter().zip(&cx.setup.defs);
    for (u, _) in leaders.filter(|(u, d)| d.side == side && d.is_leader() && u.on_map()) {
        let d = nearest(cx, u.hex, fighters(cx, s, side).map(|e| e.hex)).unwrap_or(0);
        worth -= LEADER_NEAR * f64::from(d);
    }
    for (o, held) in cx.setup.objectives.iter().zip(&s.held) {
        if *held == side || o.side.is_some_and(|only| only != side) {
            continue;
        }
        let way = |u: &Unit| nearest(cx, u.hex, o.hexes.iter().copied());
        let near = fighters(cx, s, side).filter_map(way).min();
        worth -= OBJECTIVE * f64::from(near.unwrap_or(0));
    }
    worth
}
