//! The position as a scenario: everybody where he stands, with what he has left, the turn and who
//! is to move. What is going on in the middle of a player turn is not kept: the turn is begun anew.

use crate::C;
use crate::fields;
use crate::setup::Comes;
use crate::state::{SideId, State, Unit, flag};
use crate::{special, victory};
use engine::hex::Facing;
use engine::scenario::{Piece, Place, ProvenanceKind, ScenarioDoc, ScheduleEntry, When};
use std::sync::Arc;

pub fn position(cx: &C, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    // While they set up there is nothing to add to the scenario itself.
    if s.turn == 0 {
        return out;
    }
    let unit = |p: &Piece| {
        let at = cx.setup.names.iter().position(|n| n.id == p.id)?;
        Some((&s.units[at], at))
    };
    let keep = |p: &Piece| unit(p).is_none_or(|(u, _)| !u.has_flag(flag::LOST));
    let pieces = doc.pieces.iter().filter(|p| keep(p)).map(|p| match unit(p) {
        Some((u, at)) => piece(cx, p, u, at),
        None => p.clone(),
    });
    out.pieces = Arc::new(pieces.collect());
    out.setup.clear();
    out.schedule = schedule(cx, s, doc);
    sides(cx, s, &mut out);
    fields::FIRST_TURN.write(&mut out.props, s.turn);
    fields::TO_MOVE.write(&mut out.props, &cx.setup.sides[s.active.index()].id);
    out.options = doc.options.clone();
    out.id = format!("{}-turn-{}", doc.id, s.turn);
    out.title = format!("{}, turn {}", doc.title, s.turn);
    out.provenance.kind = ProvenanceKind::Own;
    out.provenance.note = format!("A position of {}, taken in play on turn {}.", doc.title, s.turn);
    out
}

fn piece(cx: &C, p: &Piece, u: &Unit, at: usize) -> Piece {
    let def = &cx.setup.defs[at];
    let mut out = p.clone();
    out.place = if u.on_map() { Place::Hex(cx.setup.hexes[u.hex.index()]) } else { Place::Off };
    out.facing = (u.facing < 6).then(|| Facing::towards_corner(u.facing)).or(p.facing);
    if def.is_combat_unit() {
        fields::MP.write(&mut out.props, def.mp);
        fields::MP_LEFT.write_if(&mut out.props, Some(u.mp).filter(|mp| *mp < def.mp));
        if cx.setup.sides[def.side.index()].asleep.is_some() && !u.has_flag(flag::ASLEEP) {
            fields::AWAKE.write(&mut out.props, true);
        }
    }
    out
}

/// Who is still to come, on the die it stands at.
fn schedule(cx: &C, s: &State, doc: &ScenarioDoc) -> Vec<ScheduleEntry> {
    let coming = |id: &String| {
        let at = cx.setup.names.iter().position(|n| n.id == *id);
        at.is_some_and(|i| s.units[i].has_flag(flag::DUE | flag::WAITING))
    };
    let mut out = Vec::new();
    for e in &doc.schedule {
        let pieces: Vec<String> = e.pieces.iter().filter(|p| coming(p)).cloned().collect();
        if pieces.is_empty() {
            continue;
        }
        let side = cx.setup.sides.iter().position(|x| x.id == e.side).unwrap_or(0);
        let mut entry = ScheduleEntry { pieces, ..e.clone() };
        let waits = cx.setup.sides[side].corps.iter().find(|c| c.name == e.name);
        let here = |u: &crate::state::UnitId| s.unit(*u).has_flag(flag::WAITING);
        if waits.is_some_and(|c| c.units.iter().any(here)) {
            entry.when = When::Turn(s.turn.into());
        } else if let (Some((_, next, ..)), When::Die { props, .. }) =
            (special::next_corps(cx, s, SideId(side as u8)), &mut entry.when)
            && next.name == e.name
            && matches!(next.comes, Comes::Die { .. })
        {
            fields::SUCCEEDS_ON.write(props, s.sides[side].comes_on.clamp(1, 6));
        }
        out.push(entry);
    }
    out
}

/// What the sides have gained, lost and kept.
fn sides(cx: &C, s: &State, out: &mut ScenarioDoc) {
    let mut points = victory::victory_points(cx, s);
    // Objectives are counted again from who stands there.
    for (o, held) in cx.setup.objectives.iter().zip(&s.held) {
        if held.is_a_side() && o.side.is_none_or(|side| side == *held) {
            points[held.index()] -= o.points;
        }
    }
    for (i, side) in out.sides.iter_mut().take(2).enumerate() {
        let st = &s.sides[i];
        let given = |n: u8| Some(n).filter(|n| *n > 0);
        fields::SCORED.write_if(&mut side.props, Some(points[i]).filter(|n| *n > 0));
        fields::LEADERS_FALLEN.write_if(&mut side.props, given(st.leaders_lost));
        fields::POINTS_KEPT.write_if(&mut side.props, given(st.stored));
    }
}
