//! Morale states and what is lost: steps, counters, units (9, 10.8, 12.2).

use crate::board::{arm_of, best_modifier, is_zoned, lift_off, morale, side_of};
use crate::data::Arm;
use crate::decide::Retreat;
use crate::event::{Event, Taken};
use crate::ids::{SideId, UnitId};
use crate::state::{BoxKind, Flag, MoraleState, Spirit, State};
use crate::{Context, Record, army_morale};

/// The rating a unit checks with: leader and army included (9.3).
pub fn check_rating(cx: &Context, s: &State, u: UnitId) -> i8 {
    let side = side_of(cx, u);
    let helped = morale(cx, s, u) + best_modifier(cx, s, s.unit(u).hex, side);
    helped as i8 + spirit_modifier(cx, s, side)
}

fn spirit_modifier(cx: &Context, s: &State, side: SideId) -> i8 {
    match s.army(side).spirit {
        Spirit::Steady => 0,
        Spirit::Demoralized => cx.data.morale.demoralized,
        Spirit::Broken => cx.data.morale.broken,
    }
}

/// The rating a unit rallies with (9.4).
pub fn rally_rating(cx: &Context, s: &State, u: UnitId) -> i8 {
    let m = &cx.data.morale;
    let unit = s.unit(u);
    let side = side_of(cx, u);
    let mut rating = check_rating(cx, s, u);
    if unit.is_routed() {
        rating += m.rally_routed;
    }
    if is_zoned(cx, s, unit.hex, side.enemy()) {
        rating += m.rally_zone;
    }
    if unit.has(Flag::OutOfCommand) {
        rating += m.rally_out_of_command;
    }
    if cx.setup.terrain(&cx.data, unit.hex).town {
        rating += m.rally_town;
    }
    rating
}

/// What a Disorder result makes of a state (9.1, 9.2).
pub fn worsened(state: MoraleState) -> MoraleState {
    match state {
        MoraleState::Formed => MoraleState::Disordered,
        MoraleState::Disordered | MoraleState::Routed => MoraleState::Routed,
    }
}

/// Puts a unit into a state; a new Rout marker earns the enemy a Combat Success point (10.12).
pub fn set_state(cx: &Context, s: &mut State, u: UnitId, to: MoraleState, rec: &mut Record) {
    if s.unit(u).morale == to {
        return;
    }
    if to == MoraleState::Routed {
        army_morale::earn_success(s, side_of(cx, u).enemy(), 1);
    }
    s.unit_mut(u).morale = to;
    rec.emit(|| Event::StateChanged { unit: u, to });
}

/// A Disorder or Rout result with its retreat (9.1, 9.2).
pub fn suffer(
    cx: &Context,
    s: &mut State,
    u: UnitId,
    result: MoraleState,
    voluntary: bool,
    rec: &mut Record,
) {
    let to = match (result, s.unit(u).morale) {
        (MoraleState::Routed, _) => MoraleState::Routed,
        (_, state) => worsened(state),
    };
    set_state(cx, s, u, to, rec);
    start_retreat(cx, s, u, voluntary);
}

/// The retreat that goes with the state a unit is in: one hex, or a rout (9.1, 9.2).
pub fn start_retreat(cx: &Context, s: &mut State, u: UnitId, voluntary: bool) {
    let m = &cx.data.movement;
    let hexes = match (s.unit(u).morale, arm_of(cx, u)) {
        (MoraleState::Routed, Arm::Guns) => return,
        (MoraleState::Routed, Arm::Horse) => m.rout_horse,
        (MoraleState::Routed, _) => m.rout_foot,
        _ => m.disorder,
    };
    s.push(Retreat::new(s, u, hexes, voluntary));
}

/// One step is lost; counters and the unit itself go off the map as their steps run out.
pub fn lose_step(cx: &Context, s: &mut State, u: UnitId, captured: bool, rec: &mut Record) {
    let before = s.unit(u).steps;
    let after = before.saturating_sub(1);
    remove_counters(cx, s, u, before, after, captured);
    s.unit_mut(u).steps = after;
    if after > 0 {
        rec.emit(|| Event::StepLost { unit: u, left: after });
    } else {
        lift_off(cx, s, u);
        rec.emit(|| Event::Eliminated { unit: u });
    }
}

/// Whether the next step lost takes a counter off the map.
pub fn crosses_counter(cx: &Context, s: &State, u: UnitId) -> bool {
    let steps = s.unit(u).steps;
    cx.setup.unit(u).counters_lost(steps, steps.saturating_sub(1)) > 0
}

/// Lays the counters of the steps between on the army morale track (12.2).
pub fn remove_counters(cx: &Context, s: &mut State, u: UnitId, before: u8, after: u8, captured: bool) {
    let card = cx.setup.unit(u);
    let mut top = before;
    for edge in card.counter_edges() {
        if edge < before && edge >= after {
            let kind = if captured { BoxKind::Captured(u, top - edge) } else { BoxKind::Lost(u) };
            army_morale::fill_box(s, card.side, kind);
            army_morale::earn_success(s, card.side.enemy(), 1);
            top = edge;
        }
    }
}

/// The whole unit is captured (10.9, 10.8.3.5).
pub fn capture(cx: &Context, s: &mut State, u: UnitId, how: Taken, rec: &mut Record) {
    let steps = s.unit(u).steps;
    remove_counters(cx, s, u, steps, 0, true);
    s.unit_mut(u).steps = 0;
    lift_off(cx, s, u);
    rec.emit(|| Event::Captured { unit: u, how });
}

/// It routs off the map: eliminated (7.1).
pub fn rout_off(cx: &Context, s: &mut State, u: UnitId, rec: &mut Record) {
    let steps = s.unit(u).steps;
    remove_counters(cx, s, u, steps, 0, false);
    s.unit_mut(u).steps = 0;
    lift_off(cx, s, u);
    rec.emit(|| Event::RoutedOff { unit: u });
}

/// Loss points a unit could still take before it is gone or has retreated.
pub fn capacity(cx: &Context, s: &State, u: UnitId, has_lost: bool, surrenders: bool) -> u8 {
    let limit = cx.data.combat.losses.forced_retreat_below;
    let card = cx.setup.unit(u);
    let mut steps = s.unit(u).steps;
    let mut taken = 0;
    let mut lost = has_lost;
    while steps > 0 {
        taken += 1;
        let gives_up = surrenders && card.face(steps).morale <= cx.data.combat.losses.surrender_up_to;
        if gives_up || (lost && card.face(steps).morale < limit) {
            return taken;
        }
        steps -= 1;
        lost = true;
    }
    taken
}
