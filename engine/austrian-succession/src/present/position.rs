//! The position as a scenario of its own: a war taken up in the turn, the phase and the impulse that are being played. What is in
//! the middle of a march, a combat, a purchase or the dice of an event begins with its phase again; all else is as it is.

use crate::Context;
use crate::decide::Frame;
use crate::events::line;
use crate::fields::{self, midway as f, midway::Begin};
use crate::ids::{MarkerId, PartyId, SideId, UnitId};
use crate::state::{Flag, Phase, Spot, State};
use engine::hex::HexId;
use engine::scenario::{Piece, Place, Pool, Props, ScenarioDoc, Special, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn position(cx: &Context, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    let is_begun = s.phase != Phase::SetUp && s.ended.is_none();
    for piece in Arc::make_mut(&mut out.pieces) {
        if let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) {
            write_piece(cx, s, UnitId(i as u8), piece, is_begun);
        }
    }
    set_up(cx, s, &mut out);
    sides(cx, s, &mut out, is_begun);
    pools(cx, s, &mut out);
    specials(cx, s, &mut out);
    markers(cx, s, &mut out);
    objectives(cx, s, &mut out);
    f::FIRST_TURN.write_if(&mut out.props, Some(s.turn).filter(|n| *n > 1));
    moment(cx, s, &mut out.props, is_begun);
    out
}

fn in_box(slot: &str) -> Place {
    Place::Box { sheet: fields::BOXES.to_owned(), slot: slot.to_owned() }
}

fn number(cx: &Context, hex: HexId) -> String {
    cx.setup.map.label(hex)
}

fn write_piece(cx: &Context, s: &State, u: UnitId, piece: &mut Piece, is_begun: bool) {
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
            let area = cx.setup.staging_area_of(card.nation);
            area.map_or_else(recruits, |a| in_box(&crate::words::staging_slot(cx, a)))
        }
        Spot::Waiting | Spot::Covered => Place::Off,
        Spot::Box | Spot::Due => recruits(),
        Spot::Dead => in_box(fields::DEAD),
        Spot::Prisoner => side.map_or_else(recruits, |side| in_box(fields::PRISONERS[side.enemy().index()])),
    };
    if card.is_mercenary {
        let is_hired = unit.hex().is_some() || unit.spot == Spot::Prisoner;
        let hired = s.owner(&cx.setup, u).filter(|_| is_hired);
        piece.side = hired.map_or_else(String::new, |side| cx.setup.sides[side.index()].id.clone());
    }
    // A mercenary has no other grade, and no field that says so.
    let is_trained = unit.is_elite() && card.elite.is_some() && !card.is_mercenary;
    fields::ELITE.write_if_on(&mut piece.props, is_trained);
    fields::REVERSED.write_if_on(&mut piece.props, unit.has(Flag::Reverse));
    let marks: Vec<Flag> = f::ALL_MARKS.iter().map(|m| m.2).filter(|m| unit.has(*m)).collect();
    f::MARKS.write_if(&mut piece.props, Some(marks).filter(|l| is_begun && !l.is_empty()));
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

/// Morale, what each has done in the turn, and the seats of countries that have joined.
fn sides(cx: &Context, s: &State, out: &mut ScenarioDoc, is_begun: bool) {
    for side in SideId::BOTH {
        let (id, own) = (&cx.setup.sides[side.index()].id, s.side(side));
        if let Some(found) = out.sides.iter_mut().find(|d| d.id == *id) {
            let props = &mut found.props;
            let positive = |n: u8| Some(n).filter(|n| is_begun && *n > 0);
            fields::MORALE.write(props, own.morale.max(1));
            f::HAS_ACTIVATED.write_if_on(props, is_begun && own.has_activated);
            f::HAS_OFFERED.write_if_on(props, is_begun && own.offered);
            f::PURSE.write_if(props, positive(own.purse));
            f::CAPPED_SPENT.write_if(props, positive(own.capped_spent));
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
        // Pools of a file hold markers by their names.
        let items = left.into_iter().map(|(kind, n)| (cx.data.events[kind].name.clone(), n)).collect();
        match out.pools.iter_mut().find(|p| p.id == fields::POOLS[side.index()]) {
            Some(pool) => pool.items = items,
            None => {
                out.pools.push(Pool { id: fields::POOLS[side.index()].into(), name: String::new(), items })
            }
        }
    }
}

fn marker_props(cx: &Context, marker: MarkerId) -> Props {
    [(fields::MARKER.to_owned(), Value::Text(line(cx, marker).id.clone()))].into_iter().collect()
}

/// Cities that have been paid for, and markers in force.
fn specials(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    for special in out.specials.iter_mut().filter(|d| d.rule == fields::CITY_PAYMENT) {
        let hex = fields::HEX.find_hex(&special.props, &cx.setup.map.grid);
        let place = hex.and_then(|h| cx.setup.ground(h).place);
        let is_paid = place.is_some_and(|p| s.paid & (1 << p.0) != 0);
        fields::IS_PAID.write_if_on(&mut special.props, is_paid);
    }
    out.specials.retain(|d| d.rule != fields::EVENT_IN_FORCE);
    for m in &s.in_force {
        let mut props = marker_props(cx, m.marker);
        f::IS_OF_TURN.write_if_on(&mut props, m.turn == s.turn);
        f::IS_CANCELLED.write_if_on(&mut props, m.cancelled);
        out.specials.push(Special { rule: fields::EVENT_IN_FORCE.to_owned(), props });
    }
}

/// Markers on the map, reinforcements that wait, what this phase has seen of attacks.
fn markers(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let written = [f::FIELD_WORKS, f::PILLAGED, f::REINFORCEMENT, f::MARKER_DRAWN, f::ATTACKED, f::BARRED];
    out.specials.retain(|d| !written.contains(&d.rule.as_str()));
    let mut add = |rule: &str, props: Props| out.specials.push(Special { rule: rule.to_owned(), props });
    for works in &s.works {
        let mut props = Props::new();
        f::WORKS_HEX.write(&mut props, number(cx, works.hex).into());
        f::WORKS_SIDE.write(&mut props, cx.setup.sides[works.side.index()].id.as_str());
        add(f::FIELD_WORKS, props);
    }
    for hex in &s.pillaged {
        let mut props = Props::new();
        f::PILLAGED_HEX.write(&mut props, number(cx, *hex).into());
        add(f::PILLAGED, props);
    }
    for group in &s.reinforcements {
        let mut props = marker_props(cx, group.marker);
        f::REINFORCEMENT_PIECE.write(&mut props, cx.setup.unit(group.unit).id.as_str());
        let lands: Vec<&str> = group.lands.iter().map(|l| cx.setup.lands[l.index()].id.as_str()).collect();
        f::REINFORCEMENT_LANDS.write_if(&mut props, Some(lands).filter(|l| !l.is_empty()));
        add(f::REINFORCEMENT, props);
    }
    for attacked in &s.attacked {
        let mut props = Props::new();
        let hex = cx.setup.places[attacked.place.index()].hex;
        f::ATTACKED_HEX.write(&mut props, number(cx, hex).into());
        f::IS_STORMED.write_if_on(&mut props, attacked.stormed);
        add(f::ATTACKED, props);
    }
    for barred in &s.barred {
        let mut props = Props::new();
        f::BARRED_HEX.write(&mut props, number(cx, barred.hex).into());
        f::BARRED_WHY.write(&mut props, barred.why);
        add(f::BARRED, props);
    }
    if let Some(props) = drawn(cx, s) {
        add(f::MARKER_DRAWN, props);
    }
}

/// The marker that may be put back or is being played.
fn drawn(cx: &Context, s: &State) -> Option<Props> {
    let mut props = None;
    for frame in s.frames.iter() {
        match frame {
            Frame::KeepOrReturn(q) => props = Some(marker_props(cx, q.marker)),
            Frame::PlayMarker(q) => {
                let mut own = marker_props(cx, q.marker);
                f::DONE.write(&mut own, q.done);
                props = Some(own);
            }
            Frame::ChooseReinforcement(q) => {
                let own = props.get_or_insert_with(|| marker_props(cx, q.marker));
                f::OFFER.write_if(own, q.offer.map(|n| n + 1));
                f::TAKEN.write_if(own, Some(q.taken).filter(|n| *n > 0));
            }
            _ => {}
        }
    }
    props
}

/// Who was the last in each objective (27.5).
fn objectives(cx: &Context, s: &State, out: &mut ScenarioDoc) {
    let places = cx.setup.places.iter().filter(|p| p.is_objective);
    for (place, last) in places.zip(&s.last_in) {
        let found = out.victory.iter_mut().find(|v| {
            v.kind == fields::PLACE
                && fields::PLACE_HEX.find_hex(&v.props, &cx.setup.map.grid) == Some(place.hex)
        });
        if let Some(found) = found {
            f::LAST_IN.write_if(&mut found.props, Some(*last).filter(Option::is_some));
        }
    }
}

/// The turns that are left, this one first.
/// What the innermost question that can be asked again begins; none: the turn.
fn begin_of(frame: &Frame) -> Option<Begin> {
    Some(match frame {
        Frame::DrawMarker(_) => Begin::Events,
        Frame::KeepOrReturn(_) => Begin::Drawn,
        Frame::PlayMarker(_) => Begin::Event,
        Frame::PlaceReinforcements(_) => Begin::Reinforcements,
        Frame::Recruit(_) => Begin::Recruiting,
        Frame::Activation(_) => Begin::Activation,
        Frame::SiegePhase(_) => Begin::Siege,
        Frame::Fortify(_) => Begin::FieldWorks,
        Frame::Movement(_) => Begin::Movement,
        Frame::Scouting(_) => Begin::Scouting,
        Frame::BattlePhase(_) => Begin::Battle,
        Frame::Logistics(_) | Frame::Attrition(_) => Begin::Logistics,
        Frame::Rally(_) => Begin::Rally,
        Frame::Exchange(_) | Frame::Answer(_) | Frame::Homecoming(_) => Begin::Exchange,
        _ => return None,
    })
}

/// The phase that is being played, and whose.
fn moment(cx: &Context, s: &State, props: &mut Props, is_begun: bool) {
    let begin = s.frames.iter().rev().find_map(begin_of).filter(|_| is_begun);
    f::BEGIN.write_if(props, begin.map(Some));
    f::IMPULSE.write_if(props, Some(s.impulse).filter(|n| begin.is_some() && *n > 0));
    f::FIRST_PLAYER.write_if(props, begin.map(|_| s.first));
    f::ACTIVE.write_if(props, begin.map(|_| s.active));
    let numbers = |hexes: &[HexId]| hexes.iter().map(|hex| number(cx, *hex).into()).collect::<Vec<_>>();
    let (mut ready, mut expended) = (None, None);
    for frame in s.frames.iter() {
        match frame {
            Frame::SiegePhase(q) => ready = q.ready.as_deref().map(numbers),
            Frame::BattlePhase(q) => ready = q.ready.as_deref().map(numbers),
            Frame::Logistics(q) => expended = Some(numbers(&q.expended)),
            _ => {}
        }
    }
    f::READY.write_if(props, ready.filter(|l| is_begun && !l.is_empty()));
    f::EXPENDED.write_if(props, expended.filter(|l| is_begun && !l.is_empty()));
}
