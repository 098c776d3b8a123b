//! Ways and sight lines drawn on the map: the same questions the rules ask, answered hex by hex.

use super::{points_word, rules, unit_now, unit_of};
use crate::action::Action;
use crate::board::{Board, Eyes};
use crate::data::Enter;
use crate::state::{Frame, State, UnitId, Walk};
use crate::why::Why;
use crate::{C, movement, sight as lines, walk};
use engine::hex::HexId;
use engine::present::{PathPreview, PathStep, SightStep, SightView, Target};
use smallvec::{SmallVec, smallvec};

pub fn path_of_action(cx: &C, s: &State, a: &Action) -> Vec<HexId> {
    let board = Board::new(&cx.setup, s);
    let to = |unit: UnitId, to: HexId, lead: bool, column: bool| {
        let found = movement::can_move(cx, s, &board, unit, to, lead, column);
        found.map_or_else(|_| Vec::new(), |(_, p)| p.hexes[..p.len as usize].to_vec())
    };
    match *a {
        Action::Move { unit, to: hex, lead, column } => to(unit, hex, lead, column),
        Action::Charge { unit, from, target, lead } => {
            let mut way = if from == s.unit(unit).hex { Vec::new() } else { to(unit, from, lead, false) };
            way.push(target);
            way
        }
        Action::Step { to } | Action::Go { to } => vec![to],
        _ => Vec::new(),
    }
}

/// The walk under way, or the one that would begin.
fn walking(cx: &C, s: &State, board: &Board, unit: UnitId) -> Result<Walk, Why> {
    match s.frames.top() {
        Some(Frame::Walk(w)) if w.unit == unit => Ok(*w),
        Some(Frame::Act) => movement::movement_legs(cx, s, board, unit, false, false)
            .map(|legs| walk::begin_walk(cx, s, board, &legs)),
        _ => Err(Why::NotAsked),
    }
}

pub fn path_preview(cx: &C, s: &State, subject: &Target, hexes: &[HexId]) -> PathPreview {
    let mut out = PathPreview::default();
    let Some(unit) = unit_of(cx, subject) else { return out };
    let board = Board::new(&cx.setup, s);
    let mut w = match walking(cx, s, &board, unit) {
        Ok(w) => w,
        Err(why) => {
            out.refused = hexes.first().map(|h| (*h, why.refusal()));
            return out;
        }
    };
    let mut moved = s.clone();
    let mut cost = 0;
    for hex in hexes {
        match walk::can_step(cx, &moved, &board, &w, *hex) {
            Ok(points) => cost = points,
            Err(why) => {
                out.refused = Some((*hex, why.refusal()));
                break;
            }
        }
        moved.unit_mut(unit).hex = *hex;
        w.steps += 1;
        w.clear &= !board.near_enemy(*hex, cx.setup.unit_def(unit).side);
        w.stopped = cx.setup.ground_at(*hex).enter == Enter::Stop;
        out.steps.push(PathStep { hex: *hex, cost: cost.to_string() });
    }
    let n = out.steps.len();
    out.text = format!("{n} {}, {}", if n == 1 { "hex" } else { "hexes" }, points_word(i64::from(cost)));
    out
}

pub fn next_on_path(cx: &C, s: &State, subject: &Target, hexes: &[HexId]) -> Option<Action> {
    let unit = unit_of(cx, subject)?;
    let board = Board::new(&cx.setup, s);
    if let Some(Frame::Walk(w)) = s.frames.top() {
        if w.unit != unit {
            return None;
        }
        let at = s.unit(unit).hex;
        return match hexes.iter().position(|h| *h == at) {
            // Some hexes may only be passed through: there the player decides how to go on.
            Some(i) if i + 1 == hexes.len() => {
                crate::legal::check_action(cx, s, &Action::Stop).is_ok().then_some(Action::Stop)
            }
            Some(i) => Some(Action::Step { to: hexes[i + 1] }),
            None => Some(Action::Step { to: *hexes.first()? }),
        };
    }
    let to = *hexes.last()?;
    let (legs, path) = movement::can_move(cx, s, &board, unit, to, false, false).ok()?;
    if path.hexes[..path.len as usize] == *hexes {
        return Some(Action::Move { unit, to, lead: false, column: false });
    }
    // Another way than the usual one is walked hex by hex, where that makes a difference.
    let mut search = movement::Search::new(&board);
    search.find_reach(cx, s, &board, &legs);
    let reach: Vec<HexId> = search.reached_hexes(&legs).collect();
    if walk::path_matters(cx, s, &board, &legs, &reach) {
        Some(Action::Walk { unit, lead: false, column: false })
    } else {
        Some(Action::Move { unit, to, lead: false, column: false })
    }
}

pub fn sight(cx: &C, s: &State, from: HexId, to: HexId) -> SightView {
    let board = Board::new(&cx.setup, s);
    let mut steps = vec![step(cx, s, &board, smallvec![from], false)];
    let mut blocked_at = None;
    for (hexes, shut) in lines::hexes_passed(cx, &board, from, to) {
        let hexes: SmallVec<[HexId; 2]> = hexes.into_iter().flatten().collect();
        if let Some(first) = hexes.first().copied() {
            let ends = shut && blocked_at.is_none();
            blocked_at = blocked_at.or(shut.then_some(first));
            steps.push(step(cx, s, &board, hexes, ends));
        }
    }
    if from != to {
        steps.push(step(cx, s, &board, smallvec![to], false));
    }
    let (a, b) = (cx.setup.hex_label(from), cx.setup.hex_label(to));
    let far = cx.setup.hex_distance(from, to);
    let text = match blocked_at {
        None => format!("{a} sees {b}, {far} away"),
        Some(at) => format!("{a} does not see {b}, {far} away: {} is in the way", cx.setup.hex_label(at)),
    };
    SightView { from, to, blocked_at, steps, text, rules: rules(&["8.los", "2.los"]) }
}

/// What rises in these hexes. The rules know only whether something blocks: one level is drawn for
/// a hill, and one for whatever else stands in the way.
fn step(cx: &C, s: &State, board: &Board, hexes: SmallVec<[HexId; 2]>, blocks: bool) -> SightStep {
    let first = hexes[0];
    let held = hexes.iter().all(|h| board.has_unit(*h));
    let hill = hexes.iter().all(|h| cx.setup.ground_at(*h).hill);
    let opaque = hexes.iter().all(|h| cx.setup.ground_at(*h).blocks);
    let unit = s.unit_ids().find(|u| s.unit(*u).hex == first && cx.setup.unit_def(*u).is_combat_unit());
    let name = match unit.filter(|_| held) {
        Some(u) => unit_now(cx, s, u),
        None => super::ground_name(cx, cx.setup.ground_at(first).terrain),
    };
    let height = i16::from(held || (opaque && !hill));
    SightStep { hexes, name, ground: i16::from(hill), height, blocks }
}
