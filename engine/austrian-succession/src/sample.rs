//! Positions that agree with what a seat has seen (24): the units it does not see are dealt under the tops of enemy stacks.

use crate::Context;
use crate::data::Arm;
use crate::decide::{Frame, March};
use crate::ids::{SideId, UnitId, Units};
use crate::redact::keeper;
use crate::setup::UnitCard;
use crate::state::{Flag, Spot, State};
use engine::game::RandomSource;
use engine::hex::HexId;
use engine::present::Seat;
use smallvec::SmallVec;

/// The top of an enemy stack, under which others may lie.
struct Stack {
    hex: HexId,
    top: UnitId,
    /// It was opened: nothing else was there then.
    is_open: bool,
    /// How likely it is to hide a unit, among the others.
    weight: usize,
}

/// Armies are thought to lie where they are wanted: next to those of the seat, in the field under fighting troops, and in
/// fortresses by what they count.
const FACING: usize = 2;
const IN_FIELD: usize = 4;
const IN_FORTRESS: usize = 3;

/// How likely a stack hides somebody.
fn weight(cx: &Context, s: &State, (hex, top): (HexId, UnitId), side: SideId) -> usize {
    let setup = &cx.setup;
    let near = setup.map.neighbours(hex).iter().filter(|n| !n.is_none());
    let is_facing = near.into_iter().any(|n| s.holder(setup, *n) == Some(side));
    let ground = setup.ground(hex);
    let points = setup.place_at(hex).map_or(0, |p| usize::from(p.points.max(0).unsigned_abs()));
    let is_field = matches!(setup.unit(top).arm, Arm::Infantry | Arm::Cavalry | Arm::Leader);
    let lies = match (ground.is_fortress, is_field) {
        (true, _) => IN_FORTRESS * (1 + points),
        (false, true) => IN_FIELD,
        (false, false) => 1,
    };
    lies * if is_facing { FACING } else { 1 }
}

/// A hex drawn by the weights of the stacks.
fn drawn<'a>(stacks: impl Iterator<Item = &'a Stack> + Clone, random: &mut RandomSource) -> Option<HexId> {
    let total: usize = stacks.clone().map(|stack| stack.weight).sum();
    let mut at = random.index(total.max(1));
    for stack in stacks {
        match at.checked_sub(stack.weight) {
            Some(rest) => at = rest,
            None => return Some(stack.hex),
        }
    }
    None
}

/// A whole position drawn at random from those that agree with what the seat sees.
pub fn sample(cx: &Context, seen: &State, seat: Seat, random: &mut RandomSource) -> State {
    let mut s = seen.clone();
    let Some(side) = SideId::of_seat(seat) else { return s };
    let setup = &cx.setup;
    let stacks: SmallVec<[Stack; 32]> = setup
        .unit_ids()
        .filter(|u| s.unit(*u).has(Flag::Top) && keeper(setup, &s, *u) != Some(side))
        .filter_map(|top| {
            let unit = s.unit(top);
            let is_open = unit.has(Flag::Scouted) || unit.has(Flag::Revealed);
            let hex = unit.hex()?;
            Some(Stack { hex, top, is_open, weight: weight(cx, &s, (hex, top), side) })
        })
        .collect();
    for u in setup.unit_ids().filter(|u| seen.unit(*u).spot == Spot::Covered) {
        let fits = |stack: &&Stack| may_lie_under(cx, &s, u, stack.top);
        let closed = stacks.iter().filter(|stack| !stack.is_open).filter(fits);
        let hex = drawn(closed, random).or_else(|| drawn(stacks.iter().filter(fits), random));
        let card = setup.unit(u);
        let unit = s.unit_mut(u);
        unit.spot = hex.map_or_else(|| home(card), Spot::Hex);
        if card.starts_elite || card.is_mercenary {
            unit.flags.set(Flag::Elite);
        }
    }
    fill_march(cx, &mut s, side, random);
    s
}

/// Neutrals lie with neutrals of their own country, everybody else with friends.
fn may_lie_under(cx: &Context, s: &State, u: UnitId, top: UnitId) -> bool {
    let setup = &cx.setup;
    match (s.owner(setup, u), s.owner(setup, top)) {
        (Some(own), Some(friend)) => own == friend,
        (None, None) => setup.unit(u).party == setup.unit(top).party,
        _ => false,
    }
}

/// Where a unit is that no stack can hide.
fn home(card: &UnitCard) -> Spot {
    if card.is_leader() { Spot::Dead } else { Spot::Box }
}

/// A group of the enemy that moves unseen has somebody in it.
fn fill_march(cx: &Context, s: &mut State, side: SideId, random: &mut RandomSource) {
    if s.active == side {
        return;
    }
    let mut above: SmallVec<[Frame; 4]> = SmallVec::new();
    while let Some(frame) = s.frames.pop() {
        let (frame, is_march) = match frame {
            Frame::March(march) if march.units.is_empty() => {
                (Frame::March(filled(cx, s, march, random)), true)
            }
            other => (other, false),
        };
        above.push(frame);
        if is_march {
            break;
        }
    }
    while let Some(frame) = above.pop() {
        s.frames.push(frame);
    }
}

fn filled(cx: &Context, s: &mut State, mut march: March, random: &mut RandomSource) -> March {
    let Some(at) = march.at else { return march };
    let is_unseen = |s: &State, u: UnitId| {
        s.owner(&cx.setup, u) == Some(s.active) && s.unit(u).hex().is_some() && !crate::redact::is_seen(s, u)
    };
    let unseen: Units = cx.setup.unit_ids().filter(|u| is_unseen(s, *u)).collect();
    if let Some(u) = unseen.get(random.index(unseen.len())) {
        s.unit_mut(*u).spot = Spot::Hex(at);
        march.units.push(*u);
    }
    march
}
