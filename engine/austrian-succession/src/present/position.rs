//! The position as a scenario of its own: it begins with the turn that is being played. What is on the map, in boxes and in
//! force is as it is; field works, Pillaged markers and reinforcements that wait have no place in a scenario file.

use crate::Context;
use crate::events::line;
use crate::fields;
use crate::ids::{MarkerId, PartyId, SideId, UnitId};
use crate::state::{Flag, Spot, State};
use engine::scenario::{Piece, Place, Pool, Props, ScenarioDoc, Special, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn position(cx: &Context, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    for piece in Arc::make_mut(&mut out.pieces) {
        if let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) {
            write_piece(cx, s, UnitId(i as u8), piece);
        }
    }
    set_up(cx, s, &mut out);
    sides(cx, s, &mut out);
    pools(cx, s, &mut out);
    specials(cx, s, &mut out);
    turns(s, &mut out);
    out
}

fn in_box(slot: &str) -> Place {
    Place::Box { sheet: fields::BOXES.to_owned(), slot: slot.to_owned() }
}

fn write_piece(cx: &Context, s: &State, u: UnitId, piece: &mut Piece) {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    let side = card.party.map(|p| cx.setup.parties[p.index()].side).or_else(|| s.owner(&cx.setup, u));
    let recruits = || match side {
        _ if card.is_mercenary => in_box(fields::MERCENARIES),
        Some(side) => in_box(fields::RECRUITS[side.index()]),
        None => Place::Off,
    };
    piece.place = match unit.spot {
        Spot::Hex(hex) => Place::Hex(cx.setup.map.grid.hex(hex)),
        Spot::Staging => {
            let area = cx.setup.staging_of.get(card.nation.index()).copied().flatten();
            area.map_or_else(recruits, |a| in_box(&crate::words::staging_slot(cx, a)))
        }
        Spot::Waiting | Spot::Covered => Place::Off,
        Spot::Box | Spot::Due => recruits(),
        Spot::Dead => in_box(fields::DEAD),
        Spot::Prisoner => side.map_or_else(recruits, |side| in_box(fields::PRISONERS[side.enemy().index()])),
    };
    if card.is_mercenary {
        let hired = s.owner(&cx.setup, u).filter(|_| unit.hex().is_some());
        piece.side = hired.map_or_else(String::new, |side| cx.setup.sides[side.index()].id.clone());
    }
    fields::ELITE.write_if_on(&mut piece.props, unit.is_elite() && card.elite.is_some());
    fields::REVERSED.write_if_on(&mut piece.props, unit.has(Flag::Reverse));
}

/// Only what still waits is set up.
fn set_up(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let waits = |id: &String| {
        let unit = cx.setup.units.iter().position(|u| u.id == *id);
        unit.is_some_and(|i| s.unit(UnitId(i as u8)).spot == Spot::Waiting)
    };
    for entry in &mut out.setup {
        entry.pieces.retain(waits);
    }
    out.setup.retain(|e| !e.pieces.is_empty());
}

/// Morale, and the seats of countries that have joined.
fn sides(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for side in SideId::BOTH {
        let id = &cx.setup.sides[side.index()].id;
        if let Some(found) = out.sides.iter_mut().find(|d| d.id == *id) {
            fields::MORALE.write(&mut found.props, s.side(side).morale.max(1));
        }
        for (i, party) in cx.setup.parties.iter().enumerate() {
            let has_joined = s.side_of_party(PartyId(i as u8)) == Some(side);
            if let Some(seat) = out.seats.get_mut(side.index())
                && has_joined
                && !seat.sides.contains(&party.id)
            {
                seat.sides.push(party.id.clone());
            }
        }
    }
}

fn pools(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for side in SideId::BOTH {
        let mut left: BTreeMap<usize, u32> = BTreeMap::new();
        let names = s.side(side).pool.face_names(|kind| cx.data.events[kind].id.as_str());
        for id in names {
            if let Some(kind) = cx.data.events.iter().position(|e| e.id == id) {
                *left.entry(kind).or_default() += 1;
            }
        }
        let items = left.into_iter().map(|(kind, n)| (cx.data.events[kind].id.clone(), n)).collect();
        match out.pools.iter_mut().find(|p| p.id == fields::POOLS[side.index()]) {
            Some(pool) => pool.items = items,
            None => {
                out.pools.push(Pool { id: fields::POOLS[side.index()].into(), name: String::new(), items })
            }
        }
    }
}

/// Cities that have been paid for, markers that are kept.
fn specials(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for special in out.specials.iter_mut().filter(|d| d.rule == fields::CITY_PAYMENT) {
        let hex = fields::HEX.find_hex(&special.props, &cx.setup.map.grid);
        let place = hex.and_then(|h| cx.setup.ground(h).place);
        let is_paid = place.is_some_and(|p| s.paid & (1 << p.0) != 0);
        fields::IS_PAID.write_if_on(&mut special.props, is_paid);
    }
    out.specials.retain(|d| d.rule != fields::EVENT_IN_FORCE);
    let kept = s.in_force.iter().filter(|m| line(cx, m.marker).after == crate::data::After::Keep);
    let markers: Vec<MarkerId> = kept.map(|m| m.marker).collect();
    for marker in markers {
        let props: Props =
            [(fields::MARKER.to_owned(), Value::Text(line(cx, marker).id.clone()))].into_iter().collect();
        out.specials.push(Special { rule: fields::EVENT_IN_FORCE.to_owned(), props });
    }
}

/// The turns that are left, this one first.
fn turns(s: &State, out: &mut ScenarioDoc) {
    let gone = u32::from(s.turn.saturating_sub(1));
    out.turns.count = out.turns.count.saturating_sub(gone).max(1);
    out.turns.names = out.turns.names.iter().skip(gone as usize).cloned().collect();
    let later = |(turn, marks): (u32, Vec<String>)| (turn > gone).then(|| (turn - gone, marks));
    out.turns.marks = std::mem::take(&mut out.turns.marks).into_iter().filter_map(later).collect();
}
