//! Ground, crossings, lands and places.

use super::{MOST_PLACES, say};
use crate::data::Data;
use crate::fields;
use crate::ids::{LandId, PartyId, PlaceId};
use crate::setup::{Crossing, Ground, LandCard, PartyCard, PlaceCard};
use engine::hex::{Dir, HexId};
use engine::map::Map;
use engine::scenario::{At, Issues, Props, ScenarioDoc};
use std::collections::BTreeMap;

/// The only kind of hexside.
const RIVER: u8 = 0;

/// Countries, regions and closed areas, and which of them each hex belongs to.
pub struct Lands {
    pub cards: Vec<LandCard>,
    pub of_hex: Vec<Option<LandId>>,
    /// Hexes that two of them claim.
    pub shared: Vec<(HexId, LandId, LandId)>,
}

pub fn lands(data: &Data, doc: &ScenarioDoc, map: &Map, parties: &[PartyCard], issues: &mut Issues) -> Lands {
    let mut out = Lands { cards: Vec::new(), of_hex: vec![None; map.len()], shared: Vec::new() };
    for (i, special) in doc.specials.iter().enumerate() {
        let is_closed = special.rule == fields::CLOSED_REGION;
        if !is_closed && special.rule != fields::COUNTRY {
            continue;
        }
        let id = fields::REGION.read(&special.props).unwrap_or_default();
        let Some(hexes) = map.region(id).filter(|h| !h.is_empty()) else {
            let text = "it is no area of the map".to_owned();
            say(issues, At::Special(i), &special.rule, "2.2", text, "name an area that has hexes");
            continue;
        };
        if out.cards.iter().any(|c| c.id == id) {
            let text = format!("the area '{id}' is a country twice");
            say(issues, At::Special(i), id, "2.2", text, "name it once");
            continue;
        }
        if out.cards.len() >= 100 {
            let text = "there are more than 100 countries and regions".to_owned();
            say(issues, At::Special(i), id, "2.2", text, "leave some out");
            break;
        }
        let land = LandId(out.cards.len() as u8);
        for hex in hexes {
            match out.of_hex[hex.index()] {
                Some(other) if other != land => out.shared.push((*hex, other, land)),
                _ => out.of_hex[hex.index()] = Some(land),
            }
        }
        let name = doc.map.region(id).map(|r| r.name.clone()).filter(|n| !n.is_empty());
        let props = &special.props;
        out.cards.push(LandCard {
            id: id.to_owned(),
            name: name.unwrap_or_else(|| id.to_owned()),
            closed: is_closed,
            joins_with: joiner(i, props, parties, issues),
            is_empire: !is_closed && fields::IS_EMPIRE.is_on(props),
            is_country: !is_closed && !fields::IS_NO_COUNTRY.is_on(props),
            home_of: super::nations(data, fields::HOME_OF.read_all(props)),
        });
    }
    out
}

fn joiner(special: usize, props: &Props, parties: &[PartyCard], issues: &mut Issues) -> Option<PartyId> {
    let id = fields::JOINER.read(props)?;
    let party = parties.iter().position(|p| p.id == id)?;
    if party < 2 {
        let text = format!("'{id}' is at war from the start: its land is never shut");
        say(issues, At::Special(special), id, "25.3", text, "name a side that joins, or nobody");
        return None;
    }
    Some(PartyId(party as u8))
}

/// What each hex is, and the fortresses and towns.
pub fn places(
    data: &Data,
    doc: &ScenarioDoc,
    map: &Map,
    lands: &Lands,
    issues: &mut Issues,
) -> (Vec<Ground>, Vec<PlaceCard>) {
    let entries = entries(doc, map, issues);
    let mut places = Vec::new();
    let mut ground = Vec::with_capacity(map.len());
    for id in map.grid.ids() {
        let kind = map.terrain[id.index()];
        let line = &data.terrain.hexes[kind.0 as usize];
        let land = lands.of_hex[id.index()];
        let is_place = line.fortress || line.town;
        let entry = entries.get(&id);
        if let (false, Some((i, _))) = (is_place, entry) {
            let text = "no fortress or town stands there".to_owned();
            say(issues, At::Victory(*i), &map.label(id), "27.1", text, "paint one, or take this away");
        }
        let is_closed = land.is_some_and(|l| lands.cards[l.index()].closed);
        if is_place && is_closed {
            let what = if line.fortress { "a fortress" } else { "a town" };
            let at = At::Hex(map.grid.hex(id));
            let text = format!("{what} stands in land that nobody may enter");
            say(issues, at, &map.label(id), "25.3", text, "open the area, or move it");
        }
        let place = is_place.then_some(PlaceId(places.len().min(MOST_PLACES) as u8));
        if is_place {
            let none = Props::new();
            let props = entry.map_or(&none, |(_, props)| *props);
            let name = doc.map.place_name(map.grid.hex(id)).map(str::to_owned);
            places.push(PlaceCard {
                name: name.unwrap_or_else(|| map.label(id)),
                hex: id,
                is_fortress: line.fortress,
                is_free_city: line.free_city || fields::IS_FREE_CITY.is_on(props),
                points: if entry.is_some() { fields::POINTS.read_or_default(props) } else { 0 },
                is_objective: fields::IS_OBJECTIVE.is_on(props),
                payment: None,
            });
        }
        ground.push(Ground {
            terrain: kind.0,
            cost: line.cost,
            road_cost: line.road_cost,
            shift: line.shift,
            is_mountain: line.mountain,
            is_fortress: line.fortress,
            land,
            place,
        });
    }
    if places.len() > MOST_PLACES {
        let text = format!("there are {} fortresses and towns", places.len());
        let remedy = format!("give {MOST_PLACES} at most");
        say(issues, At::Whole, "map", "27.1", text, &remedy);
    }
    (ground, places)
}

/// What is said of places, by hex.
fn entries<'a>(doc: &'a ScenarioDoc, map: &Map, issues: &mut Issues) -> BTreeMap<HexId, (usize, &'a Props)> {
    let mut out = BTreeMap::new();
    for (i, v) in doc.victory.iter().enumerate().filter(|(_, v)| v.kind == fields::PLACE) {
        let Some(hex) = fields::PLACE_HEX.find_hex(&v.props, &map.grid) else {
            let text = "it has no hex on the map".to_owned();
            say(issues, At::Victory(i), "place", "27.1", text, "give it the hex of a fortress or town");
            continue;
        };
        if out.insert(hex, (i, &v.props)).is_some() {
            let text = "two entries speak of this place".to_owned();
            say(issues, At::Victory(i), &map.label(hex), "27.1", text, "leave one out");
        }
    }
    out
}

/// What lies between any two neighbours.
pub fn crossings(map: &Map) -> Vec<[Crossing; 6]> {
    let is_river = |at: HexId, dir: Dir| map.edge_kinds(at, dir).has(RIVER);
    let one = |at: HexId, dir: Dir| {
        let Some(to) = map.neighbour(at, dir) else { return Crossing::default() };
        let (river, back) = (is_river(at, dir), dir.opposite());
        // The line of river sides goes on from one hex to the other round a corner of their common side.
        let round = |turn: i8| is_river(at, dir.turned_by(turn)) && is_river(to, back.turned_by(-turn));
        Crossing { river, road: map.road_class(at, dir) > 0, along_river: river || round(1) || round(-1) }
    };
    map.grid.ids().map(|id| Dir::ALL.map(|dir| one(id, dir))).collect()
}
