//! What may be behind what a seat sees: the secret set-up of the other side, drawn at random.

use super::C;
use super::board::Board;
use super::state::{Frame, State, UnitId, flag};
use super::{flow, options, special};
use engine::game::RandomSource;
use engine::hex::HexId;
use engine::present::Seat;

/// How often a set-up that leaves a unit without room is dealt again.
const ATTEMPTS: usize = 16;

/// A whole position that agrees with what `seat` sees. Enemy units of a step that has been set up, or is
/// being set up, and that are not waiting have been placed somewhere in their area.
pub fn sample(cx: &C, seen: &State, seat: Seat, random: &mut RandomSource) -> State {
    let is_setup = |f: &&Frame| matches!(f, Frame::Setup(_));
    let Some(Frame::Setup(step)) = seen.frames.iter().find(is_setup) else { return seen.clone() };
    let is_placed = |u: &UnitId| {
        let def = cx.setup.unit_def(*u);
        def.secret && cx.setup.seat_for(def.side) != seat && seen.unit(*u).has_flag(flag::DUE)
    };
    let steps = cx.setup.steps.iter().take(*step as usize + 1);
    let placed: Vec<UnitId> = steps.flat_map(|x| &x.units).copied().filter(is_placed).collect();
    let mut sampled = place_at_random(cx, seen, &placed, random);
    for _ in 1..ATTEMPTS {
        if sampled.is_some() {
            break;
        }
        sampled = place_at_random(cx, seen, &placed, random);
    }
    sampled.unwrap_or_else(|| seen.clone())
}

/// Places the units in random hexes of their areas; nothing when one finds no room or the step would be over.
fn place_at_random(cx: &C, seen: &State, placed: &[UnitId], random: &mut RandomSource) -> Option<State> {
    let mut s = seen.clone();
    for u in placed.iter().copied() {
        let def = cx.setup.unit_def(u);
        let area = cx.setup.areas.get(def.area? as usize)?;
        s.unit_mut(u).clear_flag(flag::DUE);
        s.unit_mut(u).set_flag(flag::WAITING);
        let board = Board::new(&cx.setup, &s);
        let fits = |to: &&HexId| special::can_place(cx, &s, &board, def.side, u, **to).is_ok();
        let hexes: Vec<HexId> = area.iter().filter(fits).copied().collect();
        s.unit_mut(u).clear_flag(flag::WAITING);
        s.unit_mut(u).hex = *hexes.get(random.index(hexes.len()))?;
    }
    if let Some(Frame::Setup(step)) = s.frames.top().copied()
        && !flow::anyone_to_place(cx, &s, flow::setup_side(cx, &s, step))
    {
        // The step is not over though nobody waits: one of its units is being turned, unseen.
        let units = cx.setup.steps.get(step as usize).map_or(&[][..], |x| &x.units);
        let turning = |u: &&UnitId| placed.contains(u) && options::has_front(cx, **u);
        let turning: Vec<UnitId> = units.iter().filter(turning).copied().collect();
        s.frames.push(Frame::Face(*turning.get(random.index(turning.len()))?));
    }
    Some(s)
}
