//! A march drawn on the map: what it costs hex by hex, and the actions that follow it.

use super::board::leader_of;
use crate::action::Action;
use crate::ids::{LeaderId, Walls};
use crate::movement::{self, Judge};
use crate::state::{Force, Frame, Mode, State};
use crate::why::{self, Why};
use crate::{Ctx, march, retreat};
use engine::hex::HexId;
use engine::present::{Refusal, Target, WayStep, WayView};

fn leader(subject: &Target) -> Option<LeaderId> {
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

pub fn way(cx: &Ctx, s: &State, subject: &Target, hexes: &[HexId]) -> WayView {
    let mut out = WayView::default();
    let refuse = |at: Option<&HexId>, why: Why| at.map(|h| (*h, Refusal::from(why)));
    let (begun, mut f) = match force(cx, s, leader(subject)) {
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
        out.steps.push(WayStep { hex: *hex, cost: spent.to_string() });
    }
    out.text = format!("{spent} of {all} MP");
    out
}

pub fn route(_cx: &Ctx, _s: &State, a: &Action) -> Vec<HexId> {
    match a {
        Action::Step { to } => vec![*to],
        _ => Vec::new(),
    }
}

pub fn follow(cx: &Ctx, s: &State, subject: &Target, hexes: &[HexId]) -> Option<Action> {
    let l = leader(subject)?;
    let Some(Frame::Force(f)) = s.frames.top() else {
        let m = movement::current_march(s)?;
        return movement::can_begin(&Judge::new(cx, s), &m, l).is_ok().then_some(Action::Begin { leader: l });
    };
    if f.leader != l {
        return None;
    }
    let next = match hexes.iter().position(|h| *h == f.at) {
        Some(i) => *hexes.get(i + 1)?,
        None => {
            // Nobody marches off without his troops unasked.
            let j = Judge::new(cx, s);
            let idle = f.carried.iter().all(|n| *n == 0);
            if idle && Walls::BOTH.into_iter().any(|inside| movement::can_take(&j, f, inside, 1).is_ok()) {
                return None;
            }
            *hexes.first()?
        }
    };
    Some(Action::Step { to: next })
}
