//! What may be behind what a seat sees: the secret set-up of the other side, drawn at random.

use super::C;
use super::board::Board;
use super::special;
use super::state::{Frame, State, UnitId, flag};
use engine::game::RandomSource;
use engine::hex::HexId;
use engine::present::Seat;

/// A whole position that agrees with what `seat` sees. Enemy units of a step that has been set up, or is
/// being set up, and that are not waiting have been placed somewhere in their area.
pub fn sample(cx: &C, seen: &State, seat: Seat, random: &mut RandomSource) -> State {
    let mut s = seen.clone();
    let Some(Frame::Setup(step)) = s.frames.iter().find(|f| matches!(f, Frame::Setup(_))) else { return s };
    let is_placed = |u: &UnitId, s: &State| {
        let def = cx.setup.unit_def(*u);
        def.secret && cx.setup.seat_for(def.side) != seat && s.unit(*u).has_flag(flag::DUE)
    };
    let done = cx.setup.steps.iter().take(*step as usize);
    let mut placed: Vec<UnitId> = done.flat_map(|x| &x.units).copied().filter(|u| is_placed(u, &s)).collect();
    // Of the step under way at least one unit is still to be placed, or it would be over.
    let current = cx.setup.steps.get(*step as usize).into_iter().flat_map(|x| &x.units).copied();
    let mut current: Vec<UnitId> = current.filter(|u| is_placed(u, &s)).collect();
    let waiting = 1 + random.index(current.len());
    current.truncate(current.len().saturating_sub(waiting));
    placed.append(&mut current);
    for u in placed {
        let (side, area) = (cx.setup.unit_def(u).side, cx.setup.unit_def(u).area);
        let Some(area) = area.and_then(|a| cx.setup.areas.get(a as usize)) else { continue };
        s.unit_mut(u).clear_flag(flag::DUE);
        s.unit_mut(u).set_flag(flag::WAITING);
        let board = Board::new(&cx.setup, &s);
        let fits = |to: &&HexId| special::can_place(cx, &s, &board, side, u, **to).is_ok();
        let hexes: Vec<HexId> = area.iter().filter(fits).copied().collect();
        s.unit_mut(u).clear_flag(flag::WAITING);
        match hexes.get(random.index(hexes.len())) {
            Some(to) => s.unit_mut(u).hex = *to,
            None => s.unit_mut(u).set_flag(flag::DUE),
        }
    }
    s
}
