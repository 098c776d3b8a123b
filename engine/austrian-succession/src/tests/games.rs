//! Whole games played at random, with every law of a rule system.

use crate::AustrianSuccession;
use crate::data::tests::charts;
use engine::game::{AnyRuleset, Loaded};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Value};
use std::path::Path;
use std::sync::Arc;

pub fn scenario(name: &str) -> ScenarioDoc {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/austrian-succession");
    let text = std::fs::read_to_string(root.join(format!("{name}.ron"))).unwrap();
    let mut issues = Issues::default();
    let doc = engine::scenario::parse(&text, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    doc
}

pub fn loaded() -> Loaded<AustrianSuccession> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&charts(&[]), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    loaded.unwrap()
}

/// Every option of the rulebook, on.
pub fn every_option() -> OptionSet {
    [
        "grand-diplomacy",
        "advance-guard",
        "delaying-actions",
        "combat-supply",
        "enhanced-pursuit",
        "mercenaries",
        "light-units",
        "pillage",
        "field-works",
        "large-armies",
        "prisoners",
    ]
    .map(|id| (id.to_owned(), Value::Bool(true)))
    .into()
}

#[test]
fn the_contract_holds() {
    for (name, options, seed) in [("tutorial", OptionSet::new(), 1), ("tutorial", every_option(), 2)] {
        let mut doc = scenario(name);
        doc.turns.count = 1;
        loaded().contract(&Arc::new(doc), &options, seed).unwrap();
    }
}

#[test]
fn the_contract_holds_through_set_up_and_neutrals() {
    let mut doc = scenario("short");
    doc.turns.count = 2;
    loaded().contract(&Arc::new(doc), &every_option(), 3).unwrap();
}
