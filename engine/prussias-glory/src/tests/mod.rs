mod duel;
mod games;
mod odds;

use super::*;
use engine::game::{AnyRuleset, Loaded};
use engine::scenario::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct Shipped(PathBuf);

impl AssetSource for Shipped {
    fn read(&self, path: &str) -> Result<String, engine::AssetError> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| engine::AssetError::Missing(path.into()))
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn loaded() -> Loaded<PrussiasGlory> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&Shipped(root().join("assets")), &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    loaded.unwrap()
}

/// The options of chapters that are not written yet are off.
fn playable() -> OptionSet {
    ["limited-intelligence", "fortunes-of-war"].map(|id| (id.to_owned(), Value::Bool(false))).into()
}

pub(crate) fn scenario(name: &str) -> ScenarioDoc {
    let path = root().join("scenarios/prussias-glory").join(format!("{name}.ron"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut issues = Issues::default();
    let doc = engine::scenario::parse(&text, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    doc
}

/// The scenario compiled with its own options and these on top.
pub(crate) fn context(doc: &ScenarioDoc, options: &OptionSet) -> Context {
    let mut issues = Issues::default();
    let data = PrussiasGlory::load(&Shipped(root().join("assets")), &mut issues).unwrap();
    let mut all = doc.options.clone();
    all.extend(options.clone());
    let setup = PrussiasGlory::compile(&data, doc, &all, &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    Cx { data: Arc::new(data), setup: Arc::new(setup.unwrap()) }
}

/// Kolin, cut short.
fn short(turns: u32) -> Arc<ScenarioDoc> {
    let mut doc = scenario("kolin-battle");
    doc.turns.count = turns;
    Arc::new(doc)
}

#[test]
fn the_contract_holds() {
    for seed in 0..2 {
        loaded().contract(&short(1), &playable(), seed).unwrap();
    }
}

#[test]
fn the_contract_holds_through_set_up_and_approach() {
    for (name, seed) in [("kolin-main", 1), ("kunersdorf-main", 2)] {
        let mut doc = scenario(name);
        doc.turns.count = 1;
        // One of them is played by active armies: what is inactive for hours would show little.
        for side in &mut doc.sides {
            side.props.insert("activated".into(), Value::Bool(seed == 2));
        }
        loaded().contract(&Arc::new(doc), &playable(), seed).unwrap();
    }
}

#[test]
fn the_contract_holds_for_hidden_approach_and_fortunes_of_war() {
    for (name, seed) in [("kunersdorf-main", 3), ("krefeld-main", 4)] {
        let mut doc = scenario(name);
        doc.turns.count = 1;
        for side in &mut doc.sides {
            side.props.insert("activated".into(), Value::Bool(true));
        }
        let mut options = playable();
        for id in ["limited-intelligence", "fortunes-of-war"] {
            options.insert(id.to_owned(), Value::Bool(true));
        }
        loaded().contract(&Arc::new(doc), &options, seed).unwrap();
    }
}

/// 17.6.5 to 17.6.8.
#[test]
fn dummies_are_as_many_as_the_rules_say() {
    let main = |name: &str| context(&scenario(name), &OptionSet::new()).setup;
    for (name, prussian, coalition) in [
        ("prague-main", [2, 2], [0, 0]),
        ("kolin-main", [0, 0], [2, 2]),
        ("krefeld-main", [2, 2], [0, 0]),
        ("kunersdorf-main", [2, 2], [2, 2]),
    ] {
        let setup = main(name);
        assert_eq!((setup.sides[0].dummies, setup.sides[1].dummies), (prussian, coalition), "{name}");
    }
}
