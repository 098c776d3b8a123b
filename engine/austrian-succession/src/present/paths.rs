//! Where a group could go and the way there, hex by hex, for the screen to light and to follow.

use super::inspect::unit_of;
use crate::Context;
use crate::action::Action;
use crate::decide::{Frame, March};
use crate::movement::{Spent, Theatre, is_by_river, reach};
use crate::state::State;
use engine::hex::HexId;
use engine::present::{PathPreview, PathStep, ReachView, Target};

/// Half points as players count them: `2½`.
pub fn half(points: u8) -> String {
    match (points / 2, points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The move under way, or the one that would begin with this counter; nothing where it could not.
fn move_of(cx: &Context, s: &State, subject: &Target) -> Option<March> {
    let unit = unit_of(cx, subject)?;
    match s.frames.top()? {
        Frame::March(march) if march.units.contains(&unit) => Some(march.clone()),
        Frame::Movement(_) => crate::impulses::check_lead(cx, s, unit).ok().map(|()| March::of(cx, s, unit)),
        _ => None,
    }
}

/// Every hex in reach with its cheapest way (13.2).
pub fn reach_views(cx: &Context, s: &State, subject: &Target) -> Vec<ReachView> {
    let Some(march) = move_of(cx, s, subject) else { return Vec::new() };
    let Some(at) = march.at else { return Vec::new() };
    let theatre = Theatre::new(cx, s, s.active);
    let found = reach(&theatre, &march.group(cx, s), march.spent, at);
    let view = |hex: HexId| {
        let (_, way) = found.path_to(hex)?;
        let (_, cost) = found.cost_of(hex)?;
        Some(ReachView { hex, cost: half(cost), way })
    };
    found.hexes(at).into_iter().filter_map(view).collect()
}

/// The action that goes the next step along a path: along the river where only that leads to its end.
fn next_step(cx: &Context, s: &State, march: &March, at: HexId, path: &[HexId]) -> Option<Action> {
    let theatre = Theatre::new(cx, s, s.active);
    let group = march.group(cx, s);
    let to = *path.first()?;
    let by_river = is_by_river(&theatre, &group, march.spent, at, path);
    theatre.step(&group, march.spent, at, to, by_river).ok()?;
    Some(if by_river { Action::GoByRiver { to } } else { Action::Go { to } })
}

pub fn next_on_path(cx: &Context, s: &State, subject: &Target, hexes: &[HexId]) -> Option<Action> {
    let unit = unit_of(cx, subject)?;
    let march = match s.frames.top()? {
        Frame::Movement(_) => {
            return crate::impulses::check_lead(cx, s, unit).ok().map(|()| Action::Lead { unit });
        }
        Frame::March(march) if march.units.contains(&unit) => march,
        _ => return None,
    };
    let at = march.at?;
    let has_begun = march.spent != Spent::NOTHING;
    let rest = match hexes.iter().position(|h| *h == at) {
        Some(i) if has_begun => hexes.get(i + 1..)?,
        _ => hexes,
    };
    next_step(cx, s, march, at, rest)
}

/// What a drawn path would cost, as far as it can be gone.
pub fn path_preview(cx: &Context, s: &State, subject: &Target, hexes: &[HexId]) -> PathPreview {
    let mut out = PathPreview::default();
    let Some(march) = move_of(cx, s, subject) else { return out };
    let Some(mut at) = march.at else { return out };
    let theatre = Theatre::new(cx, s, s.active);
    let group = march.group(cx, s);
    let mut spent = march.spent;
    let by_river = is_by_river(&theatre, &group, spent, at, hexes);
    for to in hexes {
        match theatre.step(&group, spent, at, *to, by_river) {
            Ok(step) => {
                spent = step.spent;
                out.steps.push(PathStep { hex: *to, cost: half(spent.least()) });
                at = *to;
                if step.stops {
                    break;
                }
            }
            Err(bar) => {
                out.refused = Some((*to, bar.refusal()));
                break;
            }
        }
    }
    out.text = format!("{} of {} movement points", half(spent.least()), half(group.allowance));
    out
}
