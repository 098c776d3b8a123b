//! Names of pieces and hexes, and the words of answers.

use crate::Context;
use crate::ids::{LeaderId, UnitId};
use crate::state::{Behind, State};
use engine::present::{Affordance, CounterId, Target, Verb};

/// Counters of units come first, then those of leaders.
pub fn unit_counter(u: UnitId) -> CounterId {
    CounterId(u32::from(u.0))
}

pub fn leader_counter(cx: &Context, l: LeaderId) -> CounterId {
    CounterId(cx.setup.units.len() as u32 + u32::from(l.0))
}

/// Then those of unspotted wings, three each, by their drawn numbers: the leader's, the two Dis counters.
pub fn cover_counter(cx: &Context, cover: u8, which: u8) -> CounterId {
    let first = cx.setup.units.len() + cx.setup.leaders.len();
    CounterId(first as u32 + u32::from(cover) * 3 + u32::from(which))
}

pub fn cover_target(cx: &Context, cover: u8, which: u8) -> Target {
    Target::Counter(cover_counter(cx, cover, which))
}

/// A counter by its arm and drawn number.
pub fn cover_number(cx: &Context, s: &State, cover: u8) -> String {
    let c = &s.covers[usize::from(cover)];
    let arm = if c.cavalry { "Cavalry" } else { "Infantry" };
    format!("{arm} counter {} of {}", cover + 1, cx.setup.sides[c.side.index()].name)
}

/// The same with what is behind it, as far as that is known.
pub fn cover_name(cx: &Context, s: &State, cover: u8) -> String {
    let number = cover_number(cx, s, cover);
    match s.covers[usize::from(cover)].what {
        Behind::Unknown => number,
        Behind::Dummy => format!("{number} (dummy)"),
        Behind::FalseLeader => format!("{number} (false leader)"),
        Behind::Wing(w) => format!("{number} ({})", leader_name(cx, cx.setup.wing(w).leader)),
    }
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
