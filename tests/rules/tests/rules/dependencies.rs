//! Other people's code: from one place, no crate twice unless said, nothing that was taken out comes back. `deny.toml` is the
//! list; `cargo deny` checks licences too, where it is installed.

use rule_tests::root;
use std::collections::{BTreeMap, BTreeSet};

struct Package {
    name: String,
    version: String,
    source: Option<String>,
}

fn locked() -> Vec<Package> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|l| l.strip_prefix(&format!("{key} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let blocks = text.split("[[package]]").skip(1);
    let package = |b: &str| Package {
        name: value(b, "name").unwrap(),
        version: value(b, "version").unwrap(),
        source: value(b, "source"),
    };
    blocks.map(package).collect()
}

/// Texts in quotation marks of a list in `deny.toml`.
fn listed(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("deny.toml")).unwrap();
    let start = text.find(&format!("\n{name} = [")).unwrap_or_else(|| panic!("deny.toml has no {name}"));
    let list = &text[start..];
    let list = &list[..list.find("]\n").unwrap()];
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn crates_come_from_one_registry() {
    let allowed = listed("allow-registry");
    let mut others = 0;
    for p in locked() {
        let Some(source) = p.source else { continue };
        let registry = source.strip_prefix("registry+").unwrap_or_else(|| panic!("{}: {source}", p.name));
        assert!(allowed.contains(registry), "{}: {source}", p.name);
        others += 1;
    }
    assert!(others > 100, "{others} crates from elsewhere");
}

#[test]
fn no_crate_is_there_twice_unless_deny_says_so() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for p in locked() {
        versions.entry(p.name).or_default().push(p.version);
    }
    let twice = versions.iter().filter(|(_, v)| v.len() > 1);
    let found: BTreeSet<String> =
        twice.flat_map(|(n, v)| v.iter().map(move |v| format!("{n}@{v}"))).collect();
    let skipped = listed("skip");
    for name in skipped.iter().map(|s| s.split('@').next().unwrap()) {
        let (all, left) =
            (&versions[name], versions[name].iter().filter(|v| !skipped.contains(&format!("{name}@{v}"))));
        assert_eq!(left.count(), 1, "{name}: one of {all:?} is the one to keep");
    }
    let gone: Vec<&String> = skipped.difference(&found).collect();
    assert!(gone.is_empty(), "no longer doubled, remove from deny.toml: {gone:?}");
    let named: BTreeSet<&str> = skipped.iter().map(|s| s.split('@').next().unwrap()).collect();
    let new: Vec<&String> = found.iter().filter(|f| !named.contains(f.split('@').next().unwrap())).collect();
    assert!(new.is_empty(), "doubled and not in deny.toml: {new:?}");
}

#[test]
fn what_was_taken_out_stays_out() {
    let out = listed("deny");
    assert!(out.contains("ttf-parser") && out.contains("rustybuzz"));
    for p in locked() {
        assert!(!out.contains(&p.name), "{} {} is back", p.name, p.version);
    }
}
