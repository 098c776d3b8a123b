//! The position as a scenario of its own: it begins with the turn that is played.

use crate::Context;
use crate::fields;
use crate::ids::{SideId, UnitId};
use crate::state::{Flag, Phase, Spot, State};
use engine::scenario::{Piece, Place, ScenarioDoc, Special, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn position(cx: &Context, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    for piece in Arc::make_mut(&mut out.pieces) {
        if let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) {
            write_piece(cx, s, UnitId(i as u8), piece);
        }
    }
    if s.phase == Phase::SetUp {
        return out;
    }
    out.setup.clear();
    turns(s, &mut out);
    sides(cx, s, &mut out);
    specials(cx, s, &mut out);
    out
}

fn in_box(slot: &str) -> Place {
    Place::Box { sheet: fields::BOXES.into(), slot: slot.into() }
}

fn write_piece(cx: &Context, s: &State, u: UnitId, piece: &mut Piece) {
    let (unit, card) = (s.unit(u), cx.setup.unit(u));
    let staging = || cx.data.nations[card.nation.index()].staging.as_deref();
    piece.place = match unit.spot {
        Spot::Hex(hex) => Place::Hex(cx.setup.map.grid.hex(hex)),
        Spot::Staging => staging().map_or(Place::Off, |area| in_box(&format!("{}{area}", fields::STAGING))),
        Spot::Dead => in_box(fields::DEAD),
        Spot::Prisoner if !card.is_mercenary => {
            let side = s.owner(&cx.setup, u).unwrap_or(SideId::COALITION);
            in_box(fields::PRISONERS[side.enemy().index()])
        }
        Spot::Prisoner | Spot::Box | Spot::Waiting | Spot::Due | Spot::Covered => Place::Off,
    };
    if card.is_mercenary {
        let owner = s.owner(&cx.setup, u).filter(|_| unit.hex().is_some());
        piece.side = owner.map_or_else(String::new, |side| cx.setup.sides[side.index()].id.clone());
    } else if card.is_leader() {
        fields::REVERSED.write_if_on(&mut piece.props, unit.has(Flag::Reverse));
    } else {
        fields::ELITE.write_if_on(&mut piece.props, unit.is_elite());
    }
}

/// The boxes of the track that are still to come.
fn turns(s: &State, out: &mut ScenarioDoc) {
    let past = u32::from(s.turn).saturating_sub(1).min(out.turns.count.saturating_sub(1));
    out.turns.count -= past;
    let named = out.turns.names.len().min(past as usize);
    out.turns.names.drain(..named);
    let marks = std::mem::take(&mut out.turns.marks).into_iter();
    out.turns.marks =
        marks.filter_map(|(turn, m)| Some((turn.checked_sub(past)?, m))).filter(|m| m.0 > 0).collect();
}

/// Morale, pools, and who has joined.
fn sides(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for side in SideId::BOTH {
        let i = side.index();
        if let Some(own) = out.sides.iter_mut().find(|d| d.id == cx.setup.sides[i].id) {
            fields::MORALE.write(&mut own.props, s.sides[i].morale.max(1));
        }
        let mut left: BTreeMap<String, u32> = BTreeMap::new();
        for name in s.sides[i].pool.face_names(|k| &cx.data.events[k].name) {
            *left.entry(name).or_default() += 1;
        }
        if let Some(pool) = out.pools.iter_mut().find(|p| p.id == fields::POOLS[i]) {
            pool.items = left.into_iter().collect();
        }
        let joined = cx.setup.parties.iter().enumerate().filter(|(p, card)| {
            card.side == side && s.control.seat_of(*p).is_some() && cx.setup.control.seat_of(*p).is_none()
        });
        if let Some(seat) = out.seats.get_mut(i) {
            seat.sides.extend(joined.map(|(_, card)| card.id.clone()));
        }
    }
}

/// Cities that have been paid for, and markers in force.
fn specials(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let grid = cx.setup.map.grid;
    for special in out.specials.iter_mut().filter(|sp| sp.rule == fields::CITY_PAYMENT) {
        let hex = fields::HEX.find_hex(&special.props, &grid);
        let place = hex.and_then(|h| cx.setup.ground(h).place);
        let is_paid = place.is_some_and(|p| s.paid & (1 << p.0) != 0);
        fields::IS_PAID.write_if_on(&mut special.props, is_paid);
    }
    out.specials.retain(|sp| sp.rule != fields::EVENT_IN_FORCE);
    for kept in s.in_force.iter().filter(|m| !m.cancelled) {
        let id = cx.data.events[kept.marker.index()].id.clone();
        let props = [(fields::MARKER.to_owned(), Value::Text(id))].into_iter().collect();
        out.specials.push(Special { rule: fields::EVENT_IN_FORCE.into(), props });
    }
}
