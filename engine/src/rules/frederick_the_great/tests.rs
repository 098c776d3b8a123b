//! The shipped campaigns, played at random under the contract.

use super::FrederickTheGreat;
use crate::MemoryAssets;
use crate::game::{AnyRuleset, Loaded, Ruleset};
use crate::scenario::{Issues, OptionSet, ScenarioDoc, parse};
use std::sync::Arc;

const YEARS: [&str; 7] = ["1756", "1757", "1758", "1759", "1760", "1761", "1762"];

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn loaded() -> Loaded<FrederickTheGreat> {
    let mut src = MemoryAssets::default();
    for path in FrederickTheGreat::chart_files() {
        src.insert(*path, std::fs::read_to_string(root().join("assets").join(path)).unwrap());
    }
    let mut issues = Issues::default();
    let out = Loaded::load(&src, &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    out.unwrap()
}

fn doc(year: &str) -> Arc<ScenarioDoc> {
    let path = root().join(format!("scenarios/frederick-the-great/{year}.ron"));
    let mut issues = Issues::default();
    let doc = parse(&std::fs::read_to_string(path).unwrap(), &mut issues).unwrap();
    assert!(issues.is_empty(), "{year}: {:?}", issues.list);
    Arc::new(doc)
}

#[test]
fn every_campaign_compiles_without_a_word() {
    let game = loaded();
    for year in YEARS {
        let issues = game.check(&doc(year), &OptionSet::new());
        let text: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
        assert!(issues.is_empty(), "{year}: {}", text.join("\n"));
    }
}

#[test]
fn the_contract_holds() {
    let game = loaded();
    let seeds = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(2);
    for year in YEARS {
        let doc = doc(year);
        for seed in 0..seeds {
            let r = game.contract(&doc, &OptionSet::new(), seed).unwrap_or_else(|e| panic!("{year}: {e}"));
            assert!(r.decisions > 50);
        }
    }
}
