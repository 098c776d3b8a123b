//! The questions of battles and sieges: whom they name, and that a combat is fought where they need one.

use super::{Check, ensure, is_hex, is_side, is_unit};
use crate::Context;
use crate::combat::Step;
use crate::decide::Frame;
use crate::ids::{SideId, UnitId};
use crate::state::{Spot, State};
use engine::hex::HexId;

fn units(cx: &Context, units: &[UnitId]) -> Check {
    ensure(units.iter().all(|u| is_unit(&cx.setup, *u)), || "no such unit".into())
}

fn hexes(cx: &Context, hexes: &[HexId]) -> Check {
    ensure(hexes.iter().all(|hex| is_hex(&cx.setup, *hex)), || "no such hex".into())
}

fn side(side: SideId) -> Check {
    ensure(is_side(side), || "it is asked of nobody".into())
}

/// The side a step is about, if it is about one.
const fn side_of(step: Step) -> Option<SideId> {
    match step {
        Step::Lead(side)
        | Step::Supply(side)
        | Step::Trains(side)
        | Step::Break(side)
        | Step::Lose(side, _)
        | Step::Annihilate(side)
        | Step::Withdraw(side)
        | Step::Rout(side)
        | Step::Pursue(side)
        | Step::Take(side) => Some(side),
        Step::Delay
        | Step::Die
        | Step::SiegeDie
        | Step::Survivors
        | Step::Honors
        | Step::Breach
        | Step::End => None,
    }
}

/// Whether a question is asked only while a combat is fought.
const fn needs_combat(frame: &Frame) -> bool {
    matches!(
        frame,
        Frame::Commit(_)
            | Frame::Fight(_)
            | Frame::Delay(_)
            | Frame::Command(_)
            | Frame::CombatSupply(_)
            | Frame::CombatDie(_)
            | Frame::SiegeDie(_)
            | Frame::Losses(_)
            | Frame::Retreat(_)
            | Frame::Perils(_)
            | Frame::Rout(_)
            | Frame::RoutDie(_)
            | Frame::Pursuit(_)
            | Frame::Desertion(_)
            | Frame::TakeTrain(_)
            | Frame::Honors(_)
    )
}

pub fn check_frame(cx: &Context, s: &State, frame: &Frame) -> Check {
    ensure(s.battle.is_some() || !needs_combat(frame), || "there is no combat".into())?;
    match frame {
        Frame::SiegePhase(q) => hexes(cx, q.ready.as_deref().unwrap_or_default()),
        Frame::BattlePhase(q) => hexes(cx, q.ready.as_deref().unwrap_or_default()),
        Frame::Fight(q) => q.steps.iter().filter_map(|step| side_of(*step)).try_for_each(side),
        Frame::Command(q) => side(q.side),
        Frame::CombatSupply(q) => side(q.side),
        Frame::Losses(q) => side(q.side),
        Frame::Escape(q) => units(cx, &[q.leader]).and_then(|()| hexes(cx, &[q.hex])),
        Frame::EscapeDraw(q) => units(cx, &[q.escape.leader]).and_then(|()| hexes(cx, &[q.escape.hex])),
        Frame::Retreat(q) => {
            side(q.side)?;
            ensure(!q.path.is_empty() && q.left <= 6, || "a retreat has gone astray".into())?;
            units(cx, &q.units).and_then(|()| hexes(cx, &q.path))
        }
        Frame::Perils(q) => units(cx, &q.waiting),
        Frame::Rout(q) => side(q.side).and_then(|()| units(cx, &q.waiting)),
        Frame::RoutDie(q) => {
            side(q.side).and_then(|()| units(cx, &[q.unit])).and_then(|()| hexes(cx, &[q.at]))
        }
        Frame::Pursuit(q) => {
            side(q.side).and_then(|()| units(cx, &q.fresh)).and_then(|()| hexes(cx, &[q.into]))
        }
        Frame::Desertion(q) => units(cx, &[q.unit]),
        Frame::TakeTrain(q) => side(q.side).and_then(|()| hexes(cx, &[q.hex])),
        Frame::AdvanceGuard(q) => units(cx, &q.units).and_then(|()| hexes(cx, &[q.at])),
        Frame::Exchange(q) => side(q.side).and_then(|()| prisoners(cx, s, &q.list)),
        Frame::Answer(q) => side(q.side).and_then(|()| prisoners(cx, s, &q.list)),
        Frame::Homecoming(q) => {
            side(q.side)?;
            ensure(!crate::combat::held_fortresses(cx, s, q.side).is_empty(), || {
                "nobody can come home".into()
            })?;
            prisoners(cx, s, &q.units)
        }
        _ => Ok(()),
    }
}

fn prisoners(cx: &Context, s: &State, list: &[UnitId]) -> Check {
    units(cx, list)?;
    ensure(list.iter().all(|u| s.unit(*u).spot == Spot::Prisoner), || "somebody is no prisoner".into())
}
