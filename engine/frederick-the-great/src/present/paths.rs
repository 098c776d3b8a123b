//! A march drawn on the map: what it costs hex by hex, and the actions that follow it.

use super::board::leader_of;
use crate::action::Action;
use crate::ids::{LeaderId, Walls};
use crate::movement::{self, Judge};
use crate::state::{Force, Frame, Mode, State};
use crate::why::{self, Why};
use crate::{Ctx, march, retreat};
use engine::hex::HexId;
use engine::present::{PathPreview, PathStep, Refusal, Target};

pub fn leader_of_target(subject: &Target) -> Option<LeaderId> {
    match subject {
        Target::Counter(id) => leader_of(*id),
        _ => None,
    }
}

/// The force that would go that way: the one under way, or the one its leader would begin with.
fn force(cx: &Ctx, s: &State, leader: Option<LeaderId>) -> Result<(State, Force), Why> {
    if let Some(Frame::Force(f)) = s.frames.top() {
        let his = leader.is_none_or(|l| f.leader == l);
        return if his { Ok((s.clone(), f.clone())) } else { Err(why::NOT_NOW) };
    }
    let (Some(l), Some(m)) = (leader, movement::current_march(s)) else { return Err(why::NOT_NOW) };
    movement::can_begin(&Judge::new(cx, s), &m, l)?;
    let mut begun = s.clone();
    march::begin_march(cx, &mut begun, l);
    match begun.frames.top().cloned() {
        Some(Frame::Force(f)) => Ok((begun, f)),
        // A force march has no points before its die is thrown.
        _ => Err(why::NOT_NOW),
    }
}

/// The most points a force that carries none yet may take from the field before it sets out (5.35).
fn most_points(j: &Judge, f: &Force) -> Option<u8> {
    if f.carried.iter().any(|n| *n > 0) || f.visited.len() > 1 {
        return None;
    }
    let at_hand = movement::points_at_hand(j, f, Walls::Outside);
    (1..=at_hand).rev().find(|sp| movement::can_take(j, f, Walls::Outside, *sp).is_ok())
}

/// The same with all the points it may take: nobody marches off without his troops unasked.
pub fn force_with_points(cx: &Ctx, s: &State, leader: Option<LeaderId>) -> Result<(State, Force), Why> {
    let (mut begun, f) = force(cx, s, leader)?;
    let most = most_points(&Judge::new(cx, &begun), &f);
    let Some(sp) = most.filter(|_| f.mode != Mode::Retreat) else { return Ok((begun, f)) };
    march::take_points(cx, &mut begun, Walls::Outside, sp, &mut engine::game::Recorder::off());
    match begun.frames.top().cloned() {
        Some(Frame::Force(f)) => Ok((begun, f)),
        _ => Err(why::NOT_NOW),
    }
}

pub fn path_preview(cx: &Ctx, s: &State, subject: &Target, hexes: &[HexId]) -> PathPreview {
    let mut out = PathPreview::default();
    let refuse = |at: Option<&HexId>, why: Why| at.map(|h| (*h, Refusal::from(why)));
    let (begun, mut f) = match force_with_points(cx, s, leader_of_target(subject)) {
        Ok(found) => found,
        Err(why) => {
            out.refused = refuse(hexes.first(), why);
            return out;
        }
    };
    let (all, mut spent) = (f.left, 0u8);
    for hex in hexes {
        let j = Judge::new(cx, &begun);
        let step = if f.mode == Mode::Retreat {
            retreat::can_step(&j, &f, *hex)
        } else {
            movement::can_step(&j, &f, *hex)
        };
        let plan = match step {
            Ok(plan) => plan,
            Err(why) => {
                out.refused = refuse(Some(hex), why);
                break;
            }
        };
        spent += plan.cost;
        (f.at, f.held) = (*hex, plan.held);
        f.left = f.left.saturating_sub(plan.cost);
        f.visited.push(*hex);
        out.steps.push(PathStep { hex: *hex, cost: spent.to_string() });
    }
    out.text = format!("{spent} of {all} MP");
    out
}

pub fn path_of_action(_cx: &Ctx, _s: &State, a: &Action) -> Vec<HexId> {
    match a {
        Action::Step { to } => vec![*to],
        _ => Vec::new(),
    }
}

/// Begins the march, takes every point of the field it may, goes the way and ends at its last hex.
pub fn next_on_path(cx: &Ctx, s: &State, subject: &Target, hexes: &[HexId]) -> Option<Action> {
    let l = leader_of_target(subject)?;
    let gathering;
    let f = match s.frames.top() {
        Some(Frame::Force(f)) => f,
        Some(Frame::Muster { .. }) => {
            gathering = movement::mustered_force(cx, s)?;
            &gathering
        }
        _ => {
            let m = movement::current_march(s)?;
            let begins = movement::can_begin(&Judge::new(cx, s), &m, l).is_ok() && !hexes.is_empty();
            return begins.then_some(Action::Begin { leader: l });
        }
    };
    if f.leader != l || f.mode == Mode::Retreat && hexes.is_empty() {
        return None;
    }
    let j = Judge::new(cx, s);
    let next = match hexes.iter().position(|h| *h == f.at) {
        Some(i) if i + 1 == hexes.len() => {
            let ends = f.mode != Mode::Retreat && movement::can_stop(&j, f, Walls::Outside).is_ok();
            return ends.then_some(Action::Stop { inside: Walls::Outside });
        }
        Some(i) => hexes[i + 1],
        None => {
            if let Some(sp) = most_points(&j, f).filter(|_| f.mode != Mode::Retreat) {
                return Some(Action::Take { inside: Walls::Outside, sp });
            }
            // A force march waits for its die.
            if matches!(s.frames.top(), Some(Frame::Muster { .. })) {
                return None;
            }
            *hexes.first()?
        }
    };
    Some(Action::Step { to: next })
}
