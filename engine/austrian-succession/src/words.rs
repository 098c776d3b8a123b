//! Names of units and hexes, and the words of answers.

use crate::Context;
use crate::ids::{SideId, UnitId};
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
    cx.setup.place_at(hex).map_or_else(|| label.clone(), |p| format!("{} {label}", p.name))
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
