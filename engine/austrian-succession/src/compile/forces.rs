//! Sides, joiners, seats, Morale Points and pools.

use super::{MOST_SIDES, nations, say};
use crate::data::{Condition, Data, Effect, EventLine, Landing};
use crate::fields;
use crate::ids::SideId;
use crate::setup::{EMPIRE, PartyCard, Setup, SideCard};
use engine::game::Control;
use engine::scenario::{At, Issues, ScenarioDoc};

/// The two sides of the war, then those who may join one of them (25.2).
pub fn parties(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> Vec<PartyCard> {
    let mut out = Vec::new();
    for (i, side) in doc.sides.iter().enumerate().take(MOST_SIDES) {
        let joins = fields::JOINS.read(&side.props).flatten();
        let at = || At::Side(side.id.clone());
        let of = match (i, joins) {
            (0 | 1, Some(_)) => {
                let text = "the first two sides are the Coalition and Habsburg, and join nobody".to_owned();
                say(issues, at(), &side.id, "1.1", text, "put joiners behind them, or take 'joins' away");
                SideId(i as u8)
            }
            (0 | 1, None) => SideId(i as u8),
            (_, Some(side)) => side,
            (_, None) => {
                let text = "this joiner is nobody's: it joins neither side".to_owned();
                say(issues, at(), &side.id, "25.2", text, "say in 'joins' whose belligerent it becomes");
                SideId::COALITION
            }
        };
        let own = nations(data, side.nations.iter().map(String::as_str));
        if own.is_empty() {
            let text = "it has no nation".to_owned();
            say(issues, at(), &side.id, "2.6", text, "name at least one in 'nations'");
        }
        let name = if side.name.is_empty() { side.id.clone() } else { side.name.clone() };
        out.push(PartyCard { id: side.id.clone(), name, side: of, nations: own });
    }
    if doc.sides.len() > MOST_SIDES {
        let text = format!("there are {} sides", doc.sides.len());
        say(issues, At::Field("sides".into()), "sides", "25.2", text, &format!("give {MOST_SIDES} at most"));
    }
    out
}

/// Who decides for whom at the start: the first seat for the Coalition, the second for Habsburg, nobody for neutrals.
pub fn control(doc: &ScenarioDoc, parties: &[PartyCard], issues: &mut Issues) -> Control {
    let at = || At::Field("seats".into());
    if doc.seats.is_empty() {
        if parties.len() > 2 {
            let text = "without seats every side would have one, neutrals too".to_owned();
            let remedy = "give a seat to the Coalition and one to Habsburg";
            say(issues, at(), "seats", "1.2", text, remedy);
        }
        return Control::from_document(doc);
    }
    if doc.seats.len() != 2 {
        let text = format!("there are {} seats; this game is for two", doc.seats.len());
        say(issues, at(), "seats", "1.2", text, "give a seat to the Coalition and one to Habsburg");
    }
    for (i, party) in parties.iter().enumerate() {
        let seats: Vec<usize> =
            (0..doc.seats.len()).filter(|s| doc.seats[*s].sides.contains(&party.id)).collect();
        let is_right = match seats.as_slice() {
            [] => i > 1,
            [seat] => *seat == party.side.index(),
            _ => false,
        };
        if !is_right {
            let text = format!("'{}' does not sit where it belongs", party.id);
            let remedy = "the Coalition has the first seat and Habsburg the second; a neutral has none, a belligerent sits with its side";
            say(issues, at(), "seats", "25.2", text, remedy);
        }
    }
    Control::from_document(doc)
}

pub fn sides(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> [SideCard; 2] {
    SideId::BOTH.map(|side| {
        let own = &doc.sides[side.index()];
        let nation = own.nations.first().map_or("", String::as_str);
        let army = doc.nation(nation).map(|n| n.army.clone()).filter(|a| !a.is_empty());
        let usual = data.nation(nation).map(|n| data.nations[n.index()].army.clone());
        SideCard {
            id: own.id.clone(),
            name: if own.name.is_empty() { own.id.clone() } else { own.name.clone() },
            army: army.or(usual).unwrap_or_default(),
            morale: fields::MORALE.read_or_default(&own.props).min(data.morale.most),
            pool: pool(data, doc, side, issues),
        }
    })
}

/// How many of each marker of the chart a side's pool holds (7.2).
fn pool(data: &Data, doc: &ScenarioDoc, side: SideId, issues: &mut Issues) -> Vec<u8> {
    let mut out = vec![0u8; data.events.len()];
    for (i, pool) in doc.pools.iter().enumerate().filter(|(_, p)| p.id == fields::POOLS[side.index()]) {
        for (n, (marker, count)) in pool.items.iter().enumerate() {
            if !(1..=20).contains(count) {
                let text = format!("the pool holds {count} of '{marker}'");
                say(
                    issues,
                    At::Field("pools".into()),
                    &pool.name,
                    "7.2",
                    text,
                    "give 1 to 20, or leave it out",
                )
                .path(format!("pools/{i}/items/{n}"));
            }
            if let Some(marker) = data.marker_named(side, marker) {
                let held = &mut out[marker.index()];
                *held = held.saturating_add((*count).min(20) as u8).min(100);
            }
        }
    }
    out
}

/// What the markers that may be drawn speak of is on this map and in this war (41).
pub fn check_markers(data: &Data, doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    for (i, event) in data.events.iter().enumerate() {
        let is_pooled = setup.sides[event.owner().index()].pool[i] > 0;
        let is_kept = setup.in_force.iter().any(|m| m.index() == i);
        if is_pooled || is_kept {
            check_marker(data, event, setup, doc, issues);
        }
    }
}

fn check_marker(data: &Data, event: &EventLine, setup: &Setup, doc: &ScenarioDoc, issues: &mut Issues) {
    let at = At::Field("pools".into());
    let place = format!("{} ({})", event.name, event.id);
    let has_nation = |name: &str| data.nation(name).is_some_and(|n| setup.party_of(n).is_some());
    let has_land = |name: &str| setup.lands.iter().any(|l| l.id == name || (l.is_empire && name == EMPIRE));
    for effect in &event.effects {
        match effect {
            Effect::Join(nation) if !has_nation(nation) => {
                let text = format!("no side of this scenario has the nation '{nation}'");
                let remedy = "add a side that joins, or leave the marker out of the pool";
                say(issues, at.clone(), &place, &event.rule, text, remedy);
            }
            Effect::Reinforce { nations, landing, .. } => {
                let has_staging = nations
                    .iter()
                    .filter_map(|n| data.nation(n))
                    .any(|n| setup.staging_area_of(n).is_some() || setup.staging.instead.is_some());
                let lands_somewhere = match landing {
                    Landing::Staging => has_staging,
                    Landing::AnyHex { lands, .. } => lands.iter().any(|l| has_land(l)),
                    Landing::PlaceOrEdge { lands, edge } => {
                        lands.iter().any(|l| has_land(l))
                            || edge.as_ref().is_some_and(|e| setup.map.region(e).is_some())
                    }
                    Landing::FortressOrStaging { lands } => has_staging || lands.iter().any(|l| has_land(l)),
                    Landing::Places(places) => places.iter().any(|p| setup.place_named(p).is_some()),
                };
                if !lands_somewhere {
                    let text = "its units have nowhere to come to on this map".to_owned();
                    let remedy =
                        "add the areas it names, say what serves instead of staging areas, or leave it out";
                    say(issues, at.clone(), &place, "9.2", text, remedy);
                }
            }
            _ => {}
        }
    }
    let mut warn = |text: String| {
        let remedy = "leave the marker out of the pool, or add what it speaks of";
        issues.warning(at.clone(), &place, text).rule(&event.rule).remedy(remedy);
    };
    let names = event.effects.iter().map(Effect::names).chain(event.condition.iter().map(Condition::names));
    for names in names {
        if !names.nations.is_empty() && !names.nations.iter().any(|n| has_nation(n)) {
            warn(format!("it speaks of {}, which this scenario does not have", names.nations.join(", ")));
        }
        if !names.lands.is_empty() && !names.lands.iter().any(|l| has_land(l)) {
            warn(format!("it speaks of {}, which this map does not have", names.lands.join(", ")));
        }
        for name in names.places.iter().filter(|p| setup.place_named(p).is_none()) {
            let labels = doc.map.labels.iter().map(|l| l.text.as_str());
            let near = engine::scenario::suggestion(name, labels);
            warn(format!("it speaks of '{name}', which is no fortress or town here; {near}"));
        }
    }
}
