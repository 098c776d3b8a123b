//! The questions of a position: every number of a frame has its bounds, and whoever it names is where it says.

use super::{Check, MOST_FRAMES, ensure, is_hex, is_side, is_unit};
use crate::Context;
use crate::decide::{Attrition, Frame, IMPULSES, Logistics, March, Sequence};
use crate::ids::{MarkerId, SideId};
use crate::state::{Spot, State};

pub fn check(cx: &Context, s: &State) -> Check {
    let depth = s.frames.depth();
    ensure(depth > 0 && depth <= MOST_FRAMES, || "the sequence of play is lost".into())?;
    for (i, frame) in s.frames.iter().enumerate() {
        let begins = matches!(frame, Frame::Sequence(_) | Frame::Over(_));
        ensure(begins == (i == 0), || "the sequence of play is in disorder".into())?;
        check_frame(cx, s, frame).map_err(|why| format!("a question is wrong: {why}"))?;
    }
    Ok(())
}

fn side(side: SideId) -> Check {
    ensure(is_side(side), || "it is asked of nobody".into())
}

fn effect(cx: &Context, marker: MarkerId, effect: u8) -> Check {
    let line = cx.data.events.get(marker.index());
    ensure(line.is_some_and(|l| usize::from(effect) < l.effects.len()), || "there is no such event".into())
}

fn marker(cx: &Context, marker: MarkerId) -> Check {
    ensure(marker.index() < cx.data.events.len(), || "there is no such marker".into())
}

/// Every frame, so that a new one is not forgotten.
fn check_frame(cx: &Context, s: &State, frame: &Frame) -> Check {
    let setup = &cx.setup;
    match frame {
        Frame::Sequence(q) => sequence(*q),
        Frame::Over(_) | Frame::Movement(_) | Frame::Scouting(_) | Frame::PillageEnds(_) => Ok(()),
        Frame::InitiativeRoll(q) => {
            ensure(q.coalition.is_none_or(|die| (1..=6).contains(&die)), || "there is no such die".into())
        }
        Frame::SetUp(q) => ensure(usize::from(q.entry) <= setup.set_up.len(), || "no such line".into()),
        Frame::DrawMarker(q) => side(q.side),
        Frame::KeepOrReturn(q) => side(q.side).and_then(|()| marker(cx, q.marker)),
        Frame::PlayMarker(q) => side(q.side).and_then(|()| marker(cx, q.marker)),
        Frame::EventDice(q) => {
            side(q.side)?;
            ensure(q.count <= 6, || "so many dice are not rolled".into())?;
            effect(cx, q.marker, q.effect)
        }
        Frame::LeaderRolls(q) => {
            ensure(q.leaders.iter().all(|u| is_unit(setup, *u)), || "no such leader".into())?;
            effect(cx, q.marker, q.effect)
        }
        Frame::LightRolls(q) => {
            side(q.first)?;
            ensure(q.hexes.iter().all(|hex| is_hex(setup, *hex)), || "no such hex".into())?;
            effect(cx, q.marker, q.effect)
        }
        Frame::LoseLight(q) => {
            side(q.side)?;
            ensure(is_hex(setup, q.hex), || "no such hex".into())?;
            marker(cx, q.marker)
        }
        Frame::ChooseReinforcement(q) => side(q.side).and_then(|()| effect(cx, q.marker, q.effect)),
        Frame::PlaceReinforcements(q) => side(q.side),
        Frame::Recruit(q) => side(q.side),
        Frame::TakeLot(q) => {
            side(q.purchase.side)?;
            ensure(q.purchase.lot.index() < cx.data.recruits.len(), || "no such lot".into())
        }
        Frame::Drill(q) => ensure(is_unit(setup, q.leader), || "no such leader".into()),
        Frame::Activation(q) => side(q.side),
        Frame::March(q) => march(cx, s, q),
        Frame::PillageRoll(q) => ensure(is_hex(setup, q.hex), || "no such hex".into()),
        Frame::Logistics(q) => logistics(cx, q),
        Frame::Attrition(q) => attrition(cx, s, q),
        Frame::Rally(q) => side(q.side),
        Frame::SiegePhase(_)
        | Frame::BattlePhase(_)
        | Frame::Commit(_)
        | Frame::Fight(_)
        | Frame::Delay(_)
        | Frame::Command(_)
        | Frame::CombatSupply(_)
        | Frame::CombatDie(_)
        | Frame::SiegeDie(_)
        | Frame::Losses(_)
        | Frame::Escape(_)
        | Frame::EscapeDraw(_)
        | Frame::Retreat(_)
        | Frame::Perils(_)
        | Frame::Rout(_)
        | Frame::RoutDie(_)
        | Frame::Pursuit(_)
        | Frame::Desertion(_)
        | Frame::TakeTrain(_)
        | Frame::Honors(_)
        | Frame::AdvanceGuard(_)
        | Frame::Fortify(_)
        | Frame::Exchange(_)
        | Frame::Answer(_)
        | Frame::Homecoming(_) => super::combat::check_frame(cx, s, frame),
    }
}

fn sequence(q: Sequence) -> Check {
    ensure(q.impulse <= IMPULSES, || "there is no such impulse".into())
}

fn march(cx: &Context, s: &State, q: &March) -> Check {
    let setup = &cx.setup;
    let units = &q.units;
    ensure(!units.is_empty() && units.is_sorted_by(|a, b| a < b), || "a group is in disorder".into())?;
    let place = q.at.map_or(Spot::Staging, Spot::Hex);
    for u in units {
        let moves = is_unit(setup, *u)
            && s.owner(setup, *u) == Some(s.active)
            && s.unit(*u).spot == place
            && crate::impulses::are_together(cx, s, units[0], *u);
        ensure(moves, || "a unit is not with its group".into())?;
    }
    let spent = [q.spent.full, q.spent.road, q.spent.river];
    ensure(spent.iter().any(Option::is_some), || "a group has gone astray".into())?;
    ensure(q.stay.iter().chain(&q.top).chain(&q.leader).all(|u| is_unit(setup, *u)), || "no such unit".into())
}

fn logistics(cx: &Context, q: &Logistics) -> Check {
    side(q.side)?;
    ensure(q.expended.iter().all(|hex| is_hex(&cx.setup, *hex)), || "no such hex".into())
}

fn attrition(cx: &Context, s: &State, q: &Attrition) -> Check {
    side(q.side)?;
    let rolls = |check: &crate::decide::Check| {
        check.unit.is_none_or(|u| is_unit(&cx.setup, u) && s.owner(&cx.setup, u) == Some(q.side))
    };
    ensure(q.queue.iter().all(rolls), || "a unit rolls for attrition that is not there".into())
}
