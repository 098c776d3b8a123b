//! The made-up rule system: contract with any options, and its scripts.

use command_line::script::{How, Script};
use engine::game::{NewMatch, SaveFile};
use engine::scenario::{Issues, OptionSet, Value, parse, to_text};
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

/// Options with values: a number and a word, in the file and chosen on top, saved, and the same when replayed.
#[test]
fn options_with_values_are_read_chosen_saved_and_replayed() {
    let library = made_up();
    let rules = library.rules("made-up").unwrap();
    let mut own = (*doc()).clone();
    own.options = OptionSet::from([("turns".into(), Value::Int(2)), ("light".into(), Value::from("dusk"))]);
    let text = to_text(&own);
    let own = Arc::new(parse(&text, &mut Issues::default()).unwrap());
    assert_eq!(own.options.len(), 2, "the file holds them: {text}");
    let chosen = OptionSet::from([("sight".into(), Value::Int(4)), ("turns".into(), Value::Int(4))]);
    let how = NewMatch { options: chosen, seed: 7, dice: None };
    let mut game = rules.new_match(Arc::clone(&own), &how).unwrap();
    for _ in 0..12 {
        game.submit(0).unwrap();
    }
    let save = SaveFile::parse(&game.save().to_text()).unwrap();
    let all = OptionSet::from([
        ("light".into(), Value::from("dusk")),
        ("sight".into(), Value::Int(4)),
        ("turns".into(), Value::Int(4)),
    ]);
    assert_eq!(save.options, all);
    let back = rules.restore(&save).unwrap();
    assert!(back.diverged.is_none());
    assert_eq!(back.game.hash(), game.hash());
    // A value that is not allowed is refused with what is.
    for (id, value, remedy) in [
        ("turns", Value::Int(10), "it must be a number from 1 to 9"),
        ("turns", Value::Bool(true), "it must be a number from 1 to 9"),
        ("light", Value::from("dsuk"), "did you mean 'dusk'?"),
    ] {
        let issues = rules.check(&own, &OptionSet::from([(id.into(), value)]));
        assert!(issues.list.iter().any(|i| i.remedy == remedy && i.rule == "M.1"), "{:?}", issues.list);
    }
}
