//! 18: the second and third impulse. Leaders are paid for at their start, and units move with them only. Also who may move at all.

use crate::ids::{SideId, UnitId};
use crate::movement::Bar;
use crate::state::{Flag, Spot, State};
use crate::{Context, events, morale, staging, training};
use engine::present::Refusal;

/// The first impulse needs no leader (18.6).
pub fn needs_leader(s: &State) -> bool {
    s.impulse > 1
}

/// Whether a leader may be paid for now (18.2).
pub fn check_activation(cx: &Context, s: &State, side: SideId, leader: UnitId) -> Result<(), Refusal> {
    let refuse = |rule, text: &str| Err(Refusal::new(rule, text));
    let card = cx.setup.unit(leader);
    if !card.is_leader() || s.owner(&cx.setup, leader) != Some(side) {
        return refuse("18.2", "Leaders of your side are activated.");
    }
    if !matches!(s.unit(leader).spot, Spot::Hex(_) | Spot::Staging) {
        return refuse("18.2", "That leader is not in play.");
    }
    if s.unit(leader).has(Flag::Activated) {
        return refuse("18.2", "That leader has been activated.");
    }
    if let Err(bar) = check_held(cx, s, leader) {
        return Err(bar.refusal());
    }
    if !morale::can_pay(cx, s, side, cx.data.morale.activation) {
        return refuse("5.5", "The last Morale Point cannot be spent.");
    }
    Ok(())
}

/// Drill and events hold units back (11.5, 41).
fn check_held(cx: &Context, s: &State, u: UnitId) -> Result<(), Bar> {
    if s.unit(u).has(Flag::Drilled) {
        return Err(Bar::Drilled);
    }
    let is_late = needs_leader(s) && events::bars_later_impulses(cx, s, u).is_some();
    if is_late || training::is_held(cx, s, u) {
        return Err(Bar::Event);
    }
    Ok(())
}

/// Whether a unit may still move in this phase, alone or with others.
pub fn check_mover(cx: &Context, s: &State, u: UnitId) -> Result<(), Bar> {
    if u.index() >= cx.setup.units.len() || s.owner(&cx.setup, u) != Some(s.active) {
        return Err(Bar::NotYours);
    }
    if !matches!(s.unit(u).spot, Spot::Hex(_) | Spot::Staging) {
        return Err(Bar::NotYours);
    }
    if s.unit(u).has(Flag::Moved) {
        return Err(Bar::HasMoved);
    }
    check_held(cx, s, u)
}

/// Whether a group may begin with this unit: in later impulses it is its activated leader (18.4).
pub fn check_lead(cx: &Context, s: &State, u: UnitId) -> Result<(), Bar> {
    check_mover(cx, s, u)?;
    if needs_leader(s) && !s.unit(u).has(Flag::Activated) {
        return Err(Bar::NotActivated);
    }
    Ok(())
}

/// Whether two units stand in one hex, or in one staging area.
pub fn are_together(cx: &Context, s: &State, a: UnitId, b: UnitId) -> bool {
    s.unit(a).spot == s.unit(b).spot
        && (s.unit(a).spot != Spot::Staging || staging::area_of(cx, a) == staging::area_of(cx, b))
}

/// Whether an activated leader who has not gone yet stands with a unit: he could take it with him (18.4, 24.1).
pub fn has_leader(cx: &Context, s: &State, u: UnitId) -> bool {
    let leads = |l: &UnitId| {
        s.unit(*l).has(Flag::Activated)
            && !s.unit(*l).has(Flag::Moved)
            && are_together(cx, s, *l, u)
            && s.owner(&cx.setup, *l) == s.owner(&cx.setup, u)
    };
    cx.setup.unit_ids().any(|l| leads(&l))
}

/// Whether a unit could move in this phase, or has: in later impulses with an activated leader (24.1.1).
pub fn could_move(cx: &Context, s: &State, u: UnitId) -> bool {
    !needs_leader(s) || (check_held(cx, s, u).is_ok() && (s.unit(u).has(Flag::Moved) || has_leader(cx, s, u)))
}

/// Units a leader's group leaves behind in its hex have no other leader to go with: they move no more (18.4, 18.6).
pub fn leave_behind(cx: &Context, s: &mut State, spot: Spot, group: &[UnitId]) {
    if !needs_leader(s) {
        return;
    }
    let Some(first) = group.first().copied() else { return };
    let area = staging::area_of(cx, first);
    let is_left = |s: &State, u: UnitId| {
        s.unit(u).spot == spot
            && !group.contains(&u)
            && s.owner(&cx.setup, u) == Some(s.active)
            && (spot != Spot::Staging || staging::area_of(cx, u) == area)
    };
    let may_lead = |s: &State, u: UnitId| s.unit(u).has(Flag::Activated) && !s.unit(u).has(Flag::Moved);
    if cx.setup.unit_ids().any(|u| is_left(s, u) && may_lead(s, u)) {
        return;
    }
    for u in cx.setup.unit_ids() {
        if is_left(s, u) {
            s.unit_mut(u).flags.set(Flag::Moved);
        }
    }
}
