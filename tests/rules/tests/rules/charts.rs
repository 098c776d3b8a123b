//! Charts: all there, all used, all with provenance; a missing or garbled one is said with its place.

use engine::present::{lesson_path, rules_path};
use engine::scenario::Issues;
use engine::{AssetSource, MemoryAssets};
use library::Library;
use library::assets::Assets;
use registry::Registry;
use rule_tests::{Numbers, library, root};
use std::collections::BTreeSet;

#[test]
fn every_chart_has_a_name_and_provenance() {
    for rules in library().registry.all() {
        assert!(!rules.charts().is_empty(), "{} has no charts", rules.id());
        for c in rules.charts() {
            let (name, provenance) =
                c.head().unwrap_or_else(|| panic!("{} does not say where it is from", c.path));
            assert!(!name.is_empty() && !provenance.note.is_empty(), "{}: name or note missing", c.path);
            assert!(!c.own);
        }
    }
}

#[test]
fn every_chart_file_is_used() {
    for rules in library().registry.all() {
        let used: BTreeSet<&str> = rules.charts().iter().map(|c| c.path.as_str()).collect();
        let folder = root().join("assets").join(rules.id());
        for entry in std::fs::read_dir(&folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let path = format!("{}/{name}", rules.id());
            let beside = [rules_path(rules.id()), lesson_path(rules.id())].contains(&path);
            if name.ends_with(".ron") && !beside {
                assert!(used.contains(path.as_str()), "{path} is read by nobody");
            }
        }
    }
}

/// The shipped charts in memory, all but one.
fn without(missing: &str) -> MemoryAssets {
    let mut out = MemoryAssets::default();
    for c in library().registry.all().flat_map(|r| r.charts()).filter(|c| c.path != missing) {
        out.insert(&c.path, &c.text);
    }
    out
}

#[test]
fn a_missing_or_garbled_chart_is_said_with_its_place() {
    for rules in library().registry.all() {
        for c in rules.charts() {
            let mut issues = Issues::default();
            let registry = Registry::load(&without(&c.path), &mut issues);
            assert!(registry.get(rules.id()).is_none(), "{} loads without {}", rules.id(), c.path);
            assert!(issues.list.iter().any(|i| i.to_string().contains(&c.path)), "{issues:?}");

            let mut garbled = without(&c.path);
            garbled.insert(&c.path, &c.text[..c.text.len() / 2]);
            let mut issues = Issues::default();
            Registry::load(&garbled, &mut issues);
            let said = issues.list.iter().any(|i| i.to_string().contains("line"));
            assert!(said, "{}: no line is named: {issues:?}", c.path);
        }
    }
}

#[test]
fn a_bad_chart_of_the_users_gives_way_to_the_shipped_one() {
    let shipped = Assets::shipped();
    for rules in library().registry.all() {
        for c in rules.charts() {
            let broken = shipped.overlaid_with([(c.path.clone(), c.text.replacen("name:", "((name:", 1))]);
            let library = Library::from_assets(broken);
            let again = library.rules(rules.id()).unwrap_or_else(|e| panic!("{}: {e}", c.path));
            let chart = again.charts().iter().find(|x| x.path == c.path).unwrap();
            assert_eq!(chart.text, c.text);
            assert!(!library.assets.is_override(&c.path));
            assert!(
                library.issues().list.iter().any(|i| i.place.contains(&c.path)),
                "{:?}",
                library.issues()
            );
            // A good one is used.
            let text = format!("// mine\n{}", c.text);
            let library = Library::from_assets(shipped.overlaid_with([(c.path.clone(), text.clone())]));
            assert!(library.issues().is_empty(), "{:?}", library.issues());
            let chart =
                library.rules(rules.id()).unwrap().charts().iter().find(|x| x.path == c.path).cloned();
            assert_eq!(chart.map(|x| (x.own, x.text)), Some((true, text)));
        }
    }
}

#[test]
fn no_chart_makes_the_program_panic() {
    let mut numbers = Numbers(17);
    for rules in library().registry.all() {
        for c in rules.charts() {
            for _ in 0..60 {
                let text = rule_tests::mutate(&c.text, &mut numbers);
                let mut assets = without(&c.path);
                assets.insert(&c.path, text);
                let mut issues = Issues::default();
                let registry = Registry::load(&assets, &mut issues);
                let Some(again) = registry.get(rules.id()) else {
                    assert!(issues.has_errors(), "refused without a reason");
                    continue;
                };
                for s in rule_tests::shipped().iter().filter(|s| s.rules.id() == rules.id()).take(1) {
                    let how = engine::game::NewMatch { seed: numbers.word(), ..Default::default() };
                    if let Ok(mut game) = again.new_match(std::sync::Arc::clone(&s.doc), &how) {
                        rule_tests::play_on(game.as_mut(), &mut numbers, 30);
                    }
                }
            }
        }
    }
}
