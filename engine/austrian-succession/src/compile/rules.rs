//! Special rules and victory conditions: payments, staging areas, markers in force, bonus lines, levels.

use super::say;
use crate::data::{Data, VictoryChart};
use crate::fields;
use crate::ids::{PlaceId, SideId};
use crate::setup::{BonusLine, Setup, StagingCard};
use engine::map::Map;
use engine::scenario::{At, Issues, Props, ScenarioDoc, Value};

/// The side of the war a name of a side means.
fn belligerent(doc: &ScenarioDoc, id: &str) -> Option<SideId> {
    doc.sides.iter().take(2).position(|s| s.id == id).map(|i| SideId(i as u8))
}

/// What cities bring to who enters them first (5.11.2).
pub fn payments(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    for (i, s) in doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::CITY_PAYMENT) {
        let hex = fields::HEX.find_hex(&s.props, &setup.map.grid);
        let Some(place) = hex.and_then(|h| setup.ground(h).place).filter(|p| p.index() < setup.places.len())
        else {
            let text = "no fortress or town stands there".to_owned();
            say(issues, At::Special(i), "city-payment", "5.11.2", text, "give it the hex of a city");
            continue;
        };
        let name = setup.places[place.index()].name.clone();
        let Some(side) = fields::GAINER.read(&s.props).and_then(|id| belligerent(doc, id)) else {
            let text = "neither side of the war gains it".to_owned();
            say(issues, At::Special(i), &name, "5.11.2", text, "name one of the first two sides");
            continue;
        };
        if setup.places[place.index()].payment.is_some() {
            let text = "this city pays twice".to_owned();
            say(issues, At::Special(i), &name, "5.11.2", text, "leave one out");
        }
        let points = fields::PAYMENT.read_or_default(&s.props);
        setup.places[place.index()].payment = Some((side, points));
        if fields::IS_PAID.is_on(&s.props) {
            setup.paid.push(place);
        }
    }
}

/// The staging areas of this map (26).
pub fn staging(data: &Data, doc: &ScenarioDoc, map: &Map, issues: &mut Issues) -> Vec<StagingCard> {
    let mut out: Vec<StagingCard> = Vec::new();
    for (i, s) in doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::STAGING_AREA) {
        let area = s.props.get(fields::AREA).and_then(Value::as_text).unwrap_or_default();
        let nations: Vec<_> =
            data.nations.iter().filter(|n| n.staging.as_deref() == Some(area) && !area.is_empty()).collect();
        let Some(first) = nations.first() else {
            let text = "no nation enters by this staging area".to_owned();
            say(issues, At::Special(i), area, "26.2", text, "name a staging area of the rules");
            continue;
        };
        if out.iter().any(|o| o.id == area) {
            let text = "this staging area is there twice".to_owned();
            say(issues, At::Special(i), area, "26.1", text, "leave one out");
            continue;
        }
        let region = fields::ENTRY.read(&s.props).unwrap_or_default();
        let Some(entry) = map.sorted_region(region) else {
            let text = "it leads to no hex of the map".to_owned();
            say(issues, At::Special(i), area, "26.2", text, "name an area that has hexes");
            continue;
        };
        out.push(StagingCard {
            id: area.to_owned(),
            name: format!("{} staging area", first.adjective),
            nations: nations.iter().filter_map(|n| data.nation(&n.id)).collect(),
            entry,
        });
    }
    out
}

/// Markers that were drawn before the start (7.4).
pub fn in_force(data: &Data, doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    for (i, s) in doc.specials.iter().enumerate().filter(|(_, s)| s.rule == fields::EVENT_IN_FORCE) {
        let id = s.props.get(fields::MARKER).and_then(Value::as_text).unwrap_or_default();
        let Some(marker) = data.marker(id) else {
            say(issues, At::Special(i), id, "7.4", "it names no marker".to_owned(), "name one of the chart");
            continue;
        };
        if setup.in_force.contains(&marker) {
            say(issues, At::Special(i), id, "7.4", "it is in force twice".to_owned(), "leave one out");
        } else {
            setup.in_force.push(marker);
        }
    }
}

/// Lines of special Victory Points (27.4).
pub fn bonus(data: &Data, doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    for (i, v) in doc.victory.iter().enumerate().filter(|(_, v)| v.kind == fields::BONUS_LINE) {
        let name = fields::NAME.read(&v.props).unwrap_or("Bonus").to_owned();
        let mut places: Vec<PlaceId> = Vec::new();
        for word in fields::HEXES.read_all(&v.props) {
            let place = setup.map.grid.parse(&word).and_then(|h| setup.ground(h).place);
            match place {
                Some(place) => places.push(place),
                None => {
                    let text = format!("no fortress or town stands in {word}");
                    say(issues, At::Victory(i), &name, "27.4", text, "give it hexes of cities");
                }
            }
        }
        let nation = fields::NATION.read(&v.props).and_then(|n| data.nation(n));
        let side = belligerent(doc, &v.side);
        let (Some(nation), Some(side), false) = (nation, side, places.is_empty()) else {
            let text = "it has no place, no nation, or no side of the war".to_owned();
            say(issues, At::Victory(i), &name, "27.4", text, "name all three");
            continue;
        };
        let points = fields::BONUS.read_or_default(&v.props);
        setup.bonus.push(BonusLine { name, side, nation, places, points });
    }
}

pub fn levels(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) -> VictoryChart {
    let none = Props::new();
    let found = doc.victory.iter().enumerate().find(|(_, v)| v.kind == fields::LEVELS);
    let props = found.map_or(&none, |(_, v)| &v.props);
    let levels = VictoryChart {
        marginal: fields::MARGINAL.read(props).unwrap_or(data.victory.marginal),
        campaign: fields::CAMPAIGN.read(props).unwrap_or(data.victory.campaign),
        decisive: fields::DECISIVE.read(props).unwrap_or(data.victory.decisive),
    };
    if !(levels.marginal < levels.campaign && levels.campaign < levels.decisive) {
        let at = found.map_or(At::Field("victory".into()), |(i, _)| At::Victory(i));
        let text = "the levels of victory do not rise".to_owned();
        say(issues, at, "levels", "27.2", text, "let each level ask for more points than the one before");
    }
    levels
}
