//! Positions that agree with what a seat has seen (24): the units it does not see are dealt under the tops of enemy stacks.

use crate::Context;
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
            Some(Stack { hex: unit.hex()?, top, is_open })
        })
        .collect();
    for u in setup.unit_ids().filter(|u| seen.unit(*u).spot == Spot::Covered) {
        let fits = |stack: &&Stack| may_lie_under(cx, &s, u, stack.top);
        let mut open: SmallVec<[HexId; 32]> =
            stacks.iter().filter(fits).filter(|stack| !stack.is_open).map(|stack| stack.hex).collect();
        if open.is_empty() {
            open = stacks.iter().filter(fits).map(|stack| stack.hex).collect();
        }
        let card = setup.unit(u);
        let unit = s.unit_mut(u);
        match open.get(random.index(open.len())) {
            Some(hex) => unit.spot = Spot::Hex(*hex),
            None => unit.spot = home(card),
        }
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
