//! The contract over many games with every mixture of options, and figures that must not drift.

use super::HoldTheLine;
use super::schema::OPTIONS;
use crate::dice::DiceStream;
use crate::game::{AnyRuleset, Loaded};
use crate::scenario::{Issues, OptionSet, ScenarioDoc, Value, parse};
use crate::{AssetError, AssetSource};
use std::path::PathBuf;
use std::sync::Arc;

/// The project's own assets, straight from the disk.
struct Disk;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl AssetSource for Disk {
    fn read(&self, path: &str) -> Result<String, AssetError> {
        let file = root().join("assets").join(path);
        std::fs::read_to_string(file).map_err(|_| AssetError::Missing(path.to_owned()))
    }

    fn list(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
}

pub fn rules() -> Loaded<HoldTheLine> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&Disk, &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    loaded.expect("charts")
}

pub fn scenarios() -> Vec<(String, Arc<ScenarioDoc>)> {
    let folder = root().join("scenarios/hold-the-line");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("folder").map(|f| f.expect("file").path()).collect();
    files.sort();
    let read = |p: PathBuf| {
        let name = p.file_stem().expect("name").to_string_lossy().into_owned();
        let mut issues = Issues::default();
        let doc = parse(&std::fs::read_to_string(&p).expect("text"), &mut issues).expect("scenario");
        assert!(!issues.has_errors(), "{name}: {:?}", issues.list);
        (name, Arc::new(doc))
    };
    files.into_iter().map(read).collect()
}

pub fn mollwitz() -> Arc<ScenarioDoc> {
    scenarios().into_iter().find(|s| s.0 == "mollwitz").expect("mollwitz").1
}

fn mixture(dice: &mut DiceStream) -> OptionSet {
    OPTIONS.iter().map(|o| (o.0.to_owned(), Value::Bool(dice.index(2) == 1))).collect()
}

#[test]
fn every_battle_keeps_the_contract() {
    let rules = rules();
    for (name, doc) in scenarios() {
        for seed in 0..4 {
            let report =
                rules.contract(&doc, &OptionSet::new(), seed).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(report.decisions > 20, "{name}: only {} decisions", report.decisions);
        }
    }
}

#[test]
fn every_mixture_of_options_keeps_the_contract() {
    let rules = rules();
    let mut dice = DiceStream::new(1756);
    let scenarios = scenarios();
    for seed in 0..32 {
        let (name, doc) = &scenarios[seed as usize % scenarios.len()];
        let options = mixture(&mut dice);
        rules.contract(doc, &options, seed).unwrap_or_else(|e| panic!("{name} with {options:?}: {e}"));
    }
}
