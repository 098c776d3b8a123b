use super::*;
use engine::game::{AnyRuleset, Loaded, NewMatch};
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
    ["cavalry-withdrawal", "croat-sniping", "limited-intelligence", "fortunes-of-war"]
        .map(|id| (id.to_owned(), Value::Bool(false)))
        .into()
}

fn scenario(name: &str) -> ScenarioDoc {
    let path = root().join("engine/prussias-glory/scenarios").join(format!("{name}.ron"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut issues = Issues::default();
    let doc = engine::scenario::parse(&text, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    doc
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
fn main_scenarios_and_missing_options_are_refused_with_their_rule() {
    let rules = loaded();
    for (name, options, rule) in [
        ("kolin-main", playable(), "4.1"),
        ("kolin-battle", OptionSet::from([("fortunes-of-war".to_owned(), Value::Bool(true))]), "18"),
    ] {
        let new = NewMatch { options, ..NewMatch::default() };
        let Err(issues) = rules.new_match(Arc::new(scenario(name)), &new) else { panic!("{name} is played") };
        assert!(issues.list.iter().any(|i| i.rule == rule), "{:?}", issues.list);
    }
}

/// Every rule number between quotes in the code, as chips cite them.
fn numbers_in_code(folder: &Path, out: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            numbers_in_code(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let is_number = |t: &&str| {
                let mut figures = t.strip_prefix('+').map_or(*t, |_| "").split('.');
                let is_chapter =
                    figures.next().and_then(|c| c.parse::<u8>().ok()).is_some_and(|c| (1..=20).contains(&c));
                is_chapter && figures.all(|f| f.starts_with(|c: char| c.is_ascii_digit()) && f.len() <= 3)
            };
            let cited = text.split('"').skip(1).step_by(2).filter(is_number);
            out.extend(cited.map(str::to_owned));
        }
    }
}

#[test]
fn every_number_in_the_code_can_be_read() {
    let mut cited = std::collections::BTreeSet::new();
    numbers_in_code(&root().join("engine/prussias-glory/src"), &mut cited);
    assert!(cited.len() >= 60, "{} numbers", cited.len());
    let mut issues = Issues::default();
    let book =
        engine::present::Rulebook::load(&Shipped(root().join("assets")), PrussiasGlory::ID, &mut issues);
    assert!(issues.list.is_empty(), "{:?}", issues.list);
    let missing: Vec<&String> = cited.iter().filter(|n| book.exact(n).is_none()).collect();
    assert!(missing.is_empty(), "no text for {missing:?}");
    for rule in &book.rules {
        assert!(book.depth(&rule.number) <= 3, "{}", rule.number);
        for other in &rule.see {
            assert!(book.exact(other).is_some(), "{}: see {other}", rule.number);
        }
    }
}
