//! Listing moves and attacks on a map of any size, question by question.

use super::C;
use super::action::Action;
use super::board::{Board, Eyes};
use super::legal::{can_walk, quiet_actions};
use super::movement::{Search, movement_legs};
use super::state::{State, UnitId, flag};
use super::{charge, close_combat, fire, walk};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Everything the active side may do between actions, sorted.
pub fn list_between_actions(cx: &C, s: &State, out: &mut Vec<Action>) {
    let board = Board::new(&cx.setup, s);
    let mut search = Search::new(&board);
    let mut charges: SmallVec<[Action; 64]> = SmallVec::new();
    let mut walks: SmallVec<[Action; 8]> = SmallVec::new();
    let own: SmallVec<[UnitId; 32]> = s
        .unit_ids()
        .filter(|u| {
            let unit = s.unit(*u);
            cx.setup.unit_def(*u).side == s.active && unit.on_map() && !unit.has_flag(flag::ACTED)
        })
        .collect();
    for unit in &own {
        list_moves(cx, s, &board, &mut search, *unit, out, &mut walks, &mut charges);
    }
    walks.sort_unstable();
    out.extend_from_slice(&walks);
    out.extend_from_slice(&charges);
    list_attacks(cx, s, &board, &own, out);
    quiet_actions(cx, s, &board, &own, out);
}

/// Moves, walks and charges of one unit.
#[allow(clippy::too_many_arguments)]
fn list_moves(
    cx: &C,
    s: &State,
    board: &Board,
    search: &mut Search,
    unit: UnitId,
    out: &mut Vec<Action>,
    walks: &mut SmallVec<[Action; 8]>,
    charges: &mut SmallVec<[Action; 64]>,
) {
    let (first, first_charge) = (out.len(), charges.len());
    let mut ways = 0;
    let charging = charge::may_charge(cx, s, board, unit).is_ok();
    for (lead, column) in [(false, false), (true, false), (false, true), (true, true)] {
        if column && !cx.setup.options.facing {
            break;
        }
        let Ok(legs) = movement_legs(cx, s, board, unit, lead, column) else {
            if lead || column {
                continue;
            }
            return;
        };
        ways += 1;
        search.find_reach(cx, s, board, &legs);
        let start = out.len();
        out.extend(search.reached_hexes(&legs).map(|to| Action::Move { unit, to, lead, column }));
        if board.moves_have_side_effects(s.active) {
            let reach: SmallVec<[HexId; 64]> =
                out[start..].iter().filter_map(Action::move_destination).collect();
            if walk::path_matters(cx, s, board, &legs, &reach) && can_walk(cx, s, board, &legs).is_ok() {
                walks.push(Action::Walk { unit, lead, column });
            }
        }
        if charging && !column {
            for from in search.within_rate(cx.setup.unit_def(unit).rate) {
                for target in cx.setup.ring[from.index()].iter().copied().take_while(|h| !h.is_none()) {
                    if charge::may_be_charged(cx, board, unit, target).is_ok() {
                        charges.push(Action::Charge { unit, from, target, lead });
                    }
                }
            }
        }
    }
    if ways > 1 {
        out[first..].sort_unstable();
        charges[first_charge..].sort_unstable();
    }
}

/// Fire and close combat, in the order of the list.
fn list_attacks(cx: &C, s: &State, board: &Board, own: &[UnitId], out: &mut Vec<Action>) {
    let mut enemies: SmallVec<[HexId; 32]> = SmallVec::new();
    for u in s.unit_ids() {
        let (h, d) = (s.unit(u).hex, cx.setup.unit_def(u));
        if !h.is_none() && d.side != s.active && d.is_combat_unit() {
            enemies.push(h);
        }
    }
    enemies.sort_unstable();
    enemies.dedup();
    for unit in own {
        if fire::may_fire(cx, s, *unit).is_ok() {
            let seen = enemies.iter().filter(|h| fire::can_reach(cx, s, board, *unit, **h).is_ok());
            out.extend(seen.map(|target| Action::Fire { unit: *unit, target: *target }));
        }
    }
    for unit in own {
        if !board.near_enemy(s.unit(*unit).hex, s.active) {
            continue;
        }
        for target in cx.setup.ring[s.unit(*unit).hex.index()].iter().copied().take_while(|h| !h.is_none()) {
            if close_combat::can_close(cx, s, board, *unit, target).is_ok() {
                out.push(Action::Close { unit: *unit, target });
            }
        }
    }
}
