//! Where a group could go and the way there, hex by hex, for the screen to light and to follow.

use crate::Context;
use crate::action::Action;
use crate::decide::{Frame, March};
use crate::ids::{UnitId, Units};
use crate::impulses::check_lead;
use crate::movement::{Spent, Theatre, is_by_river, reach};
use crate::state::State;
use engine::hex::HexId;
use engine::present::{CounterId, PathPreview, PathStep, ReachView, Target};

/// Half points as players count them: `2½`.
pub fn half(points: u8) -> String {
    match (points / 2, points % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The units picked up, in order: one, or a group selected as one.
fn units_of(cx: &Context, subject: &Target) -> Option<Units> {
    let unit = |c: &CounterId| (c.0 < cx.setup.units.len() as u32).then_some(UnitId(c.0 as u8));
    let mut units: Units = match subject {
        Target::Counter(c) => std::iter::once(unit(c)?).collect(),
        Target::Group(all) => all.iter().map(unit).collect::<Option<_>>()?,
        _ => return None,
    };
    units.sort_unstable();
    units.dedup();
    Some(units)
}

/// Who begins the move of a group: in later impulses its activated leader (18.4).
fn leader_of(cx: &Context, s: &State, units: &[UnitId]) -> Option<UnitId> {
    units.iter().copied().find(|u| check_lead(cx, s, *u).is_ok())
}

/// What makes the group under way the one picked up: who joins and who stays, before it goes. Who picks up one unit of the group
/// means all of it.
fn next_of_group(cx: &Context, s: &State, march: &March, units: &[UnitId]) -> Result<Option<Action>, ()> {
    if let [one] = units {
        return if march.units.contains(one) { Ok(None) } else { Err(()) };
    }
    if let Some(unit) = units.iter().copied().find(|u| !march.units.contains(u)) {
        return march.check_join(cx, s, unit).map(|()| Some(Action::Join { unit })).map_err(|_| ());
    }
    match march.units.iter().copied().find(|u| !units.contains(u)) {
        Some(unit) => march.check_drop(unit).map(|()| Some(Action::Drop { unit })).map_err(|_| ()),
        None => Ok(None),
    }
}

/// The move under way, or the one that would begin with these counters; nothing where it could not.
fn move_of(cx: &Context, s: &State, subject: &Target) -> Option<March> {
    let units = units_of(cx, subject)?;
    let mut march = match s.frames.top()? {
        Frame::March(march) => march.clone(),
        Frame::Movement(_) => March::of(cx, s, leader_of(cx, s, &units)?),
        _ => return None,
    };
    while let Some(action) = next_of_group(cx, s, &march, &units).ok()? {
        match action {
            Action::Join { unit } => march.add(unit),
            Action::Drop { unit } => march.units.retain(|u| *u != unit),
            _ => return None,
        }
    }
    Some(march)
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
    let units = units_of(cx, subject)?;
    let march = match s.frames.top()? {
        Frame::Movement(_) => return leader_of(cx, s, &units).map(|unit| Action::Lead { unit }),
        Frame::March(march) => march,
        _ => return None,
    };
    if let Some(action) = next_of_group(cx, s, march, &units).ok()? {
        return Some(action);
    }
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
