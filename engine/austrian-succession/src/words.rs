//! Names of units and hexes, and the words of answers.

use crate::Context;
use crate::action::Landing;
use crate::data::Arm;
use crate::ids::{SideId, UnitId};
use crate::setup::UnitCard;
use crate::state::State;
use engine::hex::HexId;
use engine::present::{Affordance, CounterId, Target, Verb};

pub fn counter(u: UnitId) -> CounterId {
    CounterId(u32::from(u.0))
}

pub fn unit_target(u: UnitId) -> Target {
    Target::Counter(counter(u))
}

pub fn unit_name(cx: &Context, u: UnitId) -> &str {
    &cx.setup.unit(u).name
}

pub fn side_name(cx: &Context, side: SideId) -> &str {
    &cx.setup.sides[side.index()].name
}

/// A hex by the place in it and its number: 'Breslau 4316'.
pub fn hex_name(cx: &Context, hex: HexId) -> String {
    let label = cx.setup.map.label(hex);
    match cx.setup.place_at(hex) {
        Some(place) if place.name != label => format!("{} {label}", place.name),
        _ => label,
    }
}

/// An arm in words.
pub fn arm_name(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Light => "light",
        Arm::Garrison => "garrison",
        Arm::SiegeTrain => "siege train",
        Arm::SupplyTrain => "supply train",
        Arm::Leader => "leader",
    }
}

/// Brigades like this one, in words: 'Elite Prussian infantry brigades'.
pub fn plural_of(cx: &Context, s: &State, u: UnitId) -> String {
    let card = cx.setup.unit(u);
    let grade = if s.unit(u).is_elite() { "Elite " } else { "" };
    let adjective = &cx.data.nations[card.nation.index()].adjective;
    format!("{grade}{adjective} {} brigades", arm_name(card.arm))
}

/// Counters of one kind, one and several: `Elite infantry`, `3 supply trains`.
fn count_words(card: &UnitCard, is_elite: bool, nation: &str, n: usize) -> String {
    let name = match (card.arm, card.is_wing) {
        (Arm::Infantry, true) => "infantry wing",
        (Arm::Cavalry, true) => "cavalry wing",
        (Arm::Light, _) => "light",
        (arm, _) => arm_name(arm),
    };
    let has_plural = card.is_wing || matches!(card.arm, Arm::Garrison | Arm::SiegeTrain | Arm::SupplyTrain);
    let end = if n > 1 && has_plural { "s" } else { "" };
    let number = if n > 1 { format!("{n} ") } else { String::new() };
    let grade = if is_elite { "Elite " } else { "" };
    format!("{number}{grade}{nation}{name}{end}")
}

/// Units in few words: leaders by name, all others counted. `Schwerin, 5 Elite infantry, 3 cavalry`. Who is Elite is told where
/// a state says it; nations where there are several.
pub fn force_words(cx: &Context, s: Option<&State>, units: &[UnitId]) -> String {
    let card = |u: &UnitId| cx.setup.unit(*u);
    let is_mixed = units.windows(2).any(|w| card(&w[0]).nation != card(&w[1]).nation);
    let mut words: Vec<String> =
        units.iter().filter(|u| card(u).is_leader()).map(|u| unit_name(cx, *u).to_owned()).collect();
    let mut kinds: Vec<(UnitId, bool, usize)> = Vec::new();
    for u in units.iter().filter(|u| !card(u).is_leader()) {
        let is_elite = s.is_some_and(|s| s.unit(*u).is_elite());
        let like = |k: &&mut (UnitId, bool, usize)| {
            let (a, b) = (card(&k.0), card(u));
            (a.arm, a.is_wing, a.nation, k.1) == (b.arm, b.is_wing, b.nation, is_elite)
        };
        match kinds.iter_mut().find(like) {
            Some(kind) => kind.2 += 1,
            None => kinds.push((*u, is_elite, 1)),
        }
    }
    kinds.sort_by_key(|(u, is_elite, _)| (card(u).arm, !card(u).is_wing, !is_elite));
    words.extend(kinds.iter().map(|(u, is_elite, n)| {
        let nation = &cx.data.nations[card(u).nation.index()].adjective;
        let nation = if is_mixed { format!("{nation} ") } else { String::new() };
        count_words(card(u), *is_elite, &nation, *n)
    }));
    words.join(", ")
}

/// A staging area's name.
pub fn staging_name(cx: &Context, u: UnitId) -> &str {
    let area = cx.setup.staging_area_of(cx.setup.unit(u).nation);
    area.map_or("its staging area", |a| &cx.setup.staging.cards[usize::from(a)].name)
}

/// The box of a staging area on the sheet.
pub fn staging_slot(cx: &Context, area: u8) -> String {
    format!("{}{}", crate::fields::STAGING, cx.setup.staging.cards[usize::from(area)].id)
}

pub fn landing_name(cx: &Context, u: UnitId, at: Landing) -> String {
    match at {
        Landing::Hex(hex) => hex_name(cx, hex),
        Landing::Staging => staging_name(cx, u).to_owned(),
    }
}

/// The sheet with the boxes off the map.
pub const SHEET: &str = "boxes";

pub fn landing_target(cx: &Context, u: UnitId, at: Landing) -> Target {
    match at {
        Landing::Hex(hex) => Target::Hex(hex),
        Landing::Staging => {
            let area = cx.setup.staging_area_of(cx.setup.unit(u).nation);
            let slot = area.map_or_else(String::new, |a| staging_slot(cx, a));
            Target::Box { sheet: SHEET.to_owned(), slot }
        }
    }
}

/// An answer that points at something.
pub fn answer(label: String, verb: Verb, target: Target, rule: &'static str) -> Affordance {
    Affordance::new(label, verb, target).rules(&[rule])
}

/// An answer about a unit.
pub fn about_unit(label: String, verb: Verb, u: UnitId, rule: &'static str) -> Affordance {
    answer(label, verb, unit_target(u), rule).by(unit_target(u))
}

/// An answer that is said.
pub fn said(label: impl Into<String>, verb: Verb, rule: &'static str) -> Affordance {
    Affordance::button(label, verb).rules(&[rule])
}
