//! Whole games played at random, with every law of a rule system.

use super::games::OPTIONS;
use crate::AustrianSuccession;
use crate::compile::tests::scenario;
use crate::data::tests::charts;
use engine::game::{AnyRuleset, Loaded};
use engine::scenario::{Issues, OptionSet, Value};
use std::sync::Arc;

fn loaded() -> Loaded<AustrianSuccession> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&charts(&[]), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    loaded.unwrap()
}

/// Plays some turns of a scenario, with every option or none.
fn contract(name: &str, turns: u32, with_options: bool, seed: u64) {
    let mut doc = scenario(name);
    doc.turns.count = turns;
    let on = |id: &str| (id.to_owned(), Value::Bool(true));
    let options: OptionSet = if with_options { OPTIONS.map(on).into() } else { OptionSet::new() };
    loaded().contract(&Arc::new(doc), &options, seed).unwrap();
}

#[test]
fn the_contract_holds() {
    contract("tutorial", 1, false, 1);
    contract("tutorial", 1, true, 2);
}

#[test]
fn the_contract_holds_through_set_up_and_neutrals() {
    contract("short", 2, true, 3);
}
