//! Names of pieces and hexes, and the words of answers.

use crate::Context;
use crate::ids::{LeaderId, UnitId};
use engine::present::{Affordance, CounterId, Target, Verb};

/// Counters of units come first, then those of leaders.
pub fn unit_counter(u: UnitId) -> CounterId {
    CounterId(u32::from(u.0))
}

pub fn leader_counter(cx: &Context, l: LeaderId) -> CounterId {
    CounterId(cx.setup.units.len() as u32 + u32::from(l.0))
}

pub fn unit_target(u: UnitId) -> Target {
    Target::Counter(unit_counter(u))
}

pub fn leader_target(cx: &Context, l: LeaderId) -> Target {
    Target::Counter(leader_counter(cx, l))
}

pub fn unit_name(cx: &Context, u: UnitId) -> &str {
    &cx.setup.unit(u).name
}

pub fn leader_name(cx: &Context, l: LeaderId) -> &str {
    &cx.setup.leader(l).name
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
pub fn said(label: &str, verb: Verb, rule: &'static str) -> Affordance {
    Affordance::button(label, verb).rules(&[rule])
}
