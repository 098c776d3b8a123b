//! A document made into a game, or everything that is wrong with it.

mod forces;
mod ground;
mod lint;
mod pieces;
mod rules;
#[cfg(test)]
pub(crate) mod tests;

use crate::data::Data;
use crate::fields;
use crate::ids::{NationId, PartyId};
use crate::midway::Midway;
use crate::setup::{OptionFlags, Setup, StagingAreas, TurnCard};
use engine::game::read_placement;
use engine::map::Map;
use engine::scenario::{At, Issue, Issues, OptionSet, ScenarioDoc, Value};
pub use lint::lint;

/// Most turns, places and counters a game can have.
pub const MOST_TURNS: u32 = 60;
pub const MOST_PLACES: usize = 64;
pub const MOST_UNITS: usize = 250;
pub const MOST_SIDES: usize = 16;

/// Says what is wrong, under which rule, and what to do.
fn say<'a>(
    issues: &'a mut Issues,
    at: At,
    place: &str,
    rule: &str,
    text: String,
    remedy: &str,
) -> &'a mut Issue {
    issues.error(at, place, text).rule(rule).remedy(remedy)
}

pub fn compile(data: &Data, doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
    let before = issues.errors();
    let setup = read(data, doc, options, issues)?;
    (issues.errors() == before).then_some(setup)
}

/// What can be made of a document, also of one that cannot be played: advice is given on all of it.
fn read(data: &Data, doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
    let schema = crate::schema::schema(data);
    let map = Map::compile(&doc.map, &schema, issues);
    if map.is_empty() || doc.sides.len() < 2 {
        let text = "a map and the two sides of the war are needed".to_owned();
        let remedy = "give the Coalition first and Habsburg second";
        say(issues, At::Field("sides".into()), "sides", "1.1", text, remedy);
        return None;
    }
    let turns = turns(doc, issues);
    let parties = forces::parties(data, doc, issues);
    let control = forces::control(doc, &parties, issues);
    let lands = ground::lands(data, doc, &map, &parties, issues);
    let (ground, places) = ground::places(data, doc, &map, &lands, issues);
    let staging = rules::staging(data, doc, &map, issues);
    let staging_of = data.nations.iter().map(|n| {
        let area = n.staging.as_ref()?;
        staging.iter().position(|s| s.id == *area).map(|i| i as u8)
    });
    let mut setup = Setup {
        crossings: ground::crossings(&map),
        ground,
        lands: lands.cards,
        places,
        units: Vec::new(),
        sides: forces::sides(data, doc, issues),
        staging: StagingAreas {
            of_nation: staging_of.collect(),
            cards: staging,
            instead: fields::INSTEAD_OF_STAGING.find_hex(&doc.props, &map.grid),
        },
        set_up: Vec::new(),
        set_up_areas: Vec::new(),
        bonus: Vec::new(),
        turns,
        options: read_options(options, issues),
        control,
        in_force: Vec::new(),
        midway: Midway::default(),
        paid: Vec::new(),
        levels: rules::levels(data, doc, issues),
        parties,
        map,
        distances: std::sync::OnceLock::new(),
    };
    rules::payments(doc, &mut setup, issues);
    rules::bonus(data, doc, &mut setup, issues);
    rules::in_force(data, doc, &mut setup, issues);
    setup.units = pieces::read(data, doc, &setup, issues);
    set_up(doc, &mut setup, issues);
    setup.midway = Midway::read(data, doc, &setup);
    pieces::check_starts(doc, &setup, issues);
    forces::check_markers(data, doc, &setup, issues);
    Some(setup)
}

/// Handles of nations named in a list.
fn nations<'a>(data: &Data, names: impl IntoIterator<Item = &'a str>) -> Vec<NationId> {
    names.into_iter().filter_map(|name| data.nation(name)).collect()
}

fn turns(doc: &ScenarioDoc, issues: &mut Issues) -> Vec<TurnCard> {
    let track = &doc.turns;
    let at = || At::Field("turns".into());
    if !(1..=MOST_TURNS).contains(&track.count) {
        let text = format!("{} turns cannot be played", track.count);
        say(issues, at(), "turns", "40.3", text, &format!("give 1 to {MOST_TURNS} turns"));
    }
    if let Some(turn) = track.marks.keys().find(|turn| !(1..=track.count).contains(turn)) {
        let text = format!("turn {turn} is marked, and the track has {} turns", track.count);
        say(issues, at(), "turns", "40.3", text, "lengthen the track, or take the mark away");
    }
    let first = fields::midway::FIRST_TURN.read_or_default(&doc.props);
    if u32::from(first) > track.count {
        let text = format!("play begins with turn {first}, and the track has {} turns", track.count);
        say(
            issues,
            At::Field("first_turn".into()),
            "first_turn",
            "4.2",
            text,
            "lengthen the track, or begin earlier",
        );
    }
    let card = |turn: u32| {
        let marks = track.marks.get(&turn).map_or(&[][..], Vec::as_slice);
        let is_marked = |mark: &str| marks.iter().any(|m| m == mark);
        let name = track.names.get(turn as usize - 1).filter(|n| !n.is_empty());
        TurnCard {
            name: name.cloned().unwrap_or_else(|| format!("Turn {turn}")),
            winter: is_marked(fields::WINTER),
            no_events: is_marked(fields::NO_EVENTS),
            no_recruiting: is_marked(fields::NO_RECRUITING),
        }
    };
    (1..=track.count.min(MOST_TURNS)).map(card).collect()
}

fn read_options(options: &OptionSet, issues: &mut Issues) -> OptionFlags {
    let is_on = |id: &str| options.get(id).and_then(Value::as_bool).unwrap_or(false);
    let light_units = is_on("light-units");
    if is_on("pillage") && !light_units {
        issues
            .warning(
                At::Option("pillage".into()),
                "pillage",
                "nobody pillages without the rules for light units",
            )
            .rule("34.4")
            .remedy("switch light-units on too");
    }
    OptionFlags {
        grand_diplomacy: is_on("grand-diplomacy"),
        advance_guard: is_on("advance-guard"),
        delaying_actions: is_on("delaying-actions"),
        combat_supply: is_on("combat-supply"),
        enhanced_pursuit: is_on("enhanced-pursuit"),
        mercenaries: is_on("mercenaries"),
        light_units,
        pillage: is_on("pillage") && light_units,
        field_works: is_on("field-works"),
        large_armies: is_on("large-armies"),
        prisoners: is_on("prisoners"),
    }
}

/// Lines of the deployment, with our own handles (40.4 to 40.6).
fn set_up(doc: &ScenarioDoc, setup: &mut Setup, issues: &mut Issues) {
    let sides: Vec<&str> = doc.sides.iter().take(MOST_SIDES).map(|s| s.id.as_str()).collect();
    let entries = read_placement(doc, &setup.map, &sides, false, issues);
    let units = &setup.units;
    let handle = |id: String| units.iter().position(|u| u.id == id).map(|i| crate::ids::UnitId(i as u8));
    setup.set_up = entries
        .into_iter()
        .map(|e| {
            let party = PartyId(e.side as u8);
            e.resolve(party, handle)
        })
        .collect();
    let named = |id: &str| doc.map.regions.iter().find(|r| r.id == id).map(|r| r.name.clone());
    let name = |e: &crate::setup::SetUpEntry| {
        named(&e.area).filter(|n| !n.is_empty()).unwrap_or_else(|| e.area.clone())
    };
    setup.set_up_areas = setup.set_up.iter().map(name).collect();
}
