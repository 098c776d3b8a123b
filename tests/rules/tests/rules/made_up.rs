//! The made-up rule system: contract with any options, and its scripts.

use command_line::script::{How, Script};
use engine::scenario::{OptionSet, Value};
use rule_tests::{made_up, root};
use std::sync::Arc;

fn doc() -> Arc<engine::scenario::ScenarioDoc> {
    made_up().scenarios[0].doc.clone().unwrap()
}

#[test]
fn the_contract_holds_with_any_options() {
    let library = made_up();
    let rules = library.rules("made-up").unwrap();
    let issues = rules.check(&doc(), &OptionSet::new());
    assert!(issues.list.is_empty(), "{:?}", issues.list);
    for (turns, sight) in [(1, 1), (3, 3), (5, 4)] {
        let options =
            OptionSet::from([("turns".into(), Value::Int(turns)), ("sight".into(), Value::Int(sight))]);
        for seed in 0..8 {
            rules.contract(&doc(), &options, seed).unwrap();
        }
    }
}

#[test]
fn its_cases_pass() {
    let library = made_up();
    let folder = root().join("tests/cases/made-up");
    let mut played = 0;
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let script = Script::parse(&text, &folder).unwrap();
        script.run(&library, &How::default()).unwrap_or_else(|e| panic!("{:?}: {e}", entry.path()));
        played += 1;
    }
    assert!(played >= 6);
}
