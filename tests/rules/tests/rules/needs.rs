//! The table of needs in ARCHITECTURE.md is true: whoever is named as a user has one of the named things in its source.

use rule_tests::{library, root};
use std::collections::BTreeMap;
use std::path::Path;

fn source_below(folder: &Path) -> String {
    let mut out = String::new();
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            out += &source_below(&path);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out += &std::fs::read_to_string(&path).unwrap();
        }
    }
    out
}

/// Who may be named as a user, and what he has written.
fn sources() -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for rules in library().registry.all() {
        let mut written = source_below(&root().join("engine").join(rules.id()).join("src"));
        // What it brings for the editor it has written too.
        let texts = std::fs::read_dir(root().join("assets").join(rules.id()).join("editor"));
        for file in texts.into_iter().flatten().flatten() {
            written += &format!("\n{}", file.file_name().to_string_lossy());
        }
        out.insert(rules.name().to_owned(), written);
    }
    out.insert("`made_up`".into(), source_below(&root().join("tests/made-up/src")));
    out.insert("the editor".into(), source_below(&root().join("editor/src")));
    out
}

/// The last names of the paths in backticks: of `a::{B, c::D}` they are B and D.
fn names(cell: &str) -> Vec<&str> {
    let paths = cell.split('`').skip(1).step_by(2).filter(|p| !p.contains('/'));
    let parts = paths.flat_map(|p| p.split(['{', '}', ',', ' ']));
    let last = parts.filter(|p| !p.ends_with("::")).map(|p| p.rsplit("::").next().unwrap_or(p));
    last.filter(|n| !n.is_empty()).collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let ends = |at: usize| {
        !text[..at].chars().next_back().is_some_and(is_letter)
            && !text[at + word.len()..].chars().next().is_some_and(is_letter)
    };
    text.match_indices(word).any(|(at, _)| ends(at))
}

/// What is wrong with a row of need, place and users.
fn wrong_row(row: &[&str], sources: &BTreeMap<String, String>) -> Vec<String> {
    let [need, place, used] = row else { return vec![format!("no row: {row:?}")] };
    if used.starts_with("reserved for ") {
        return Vec::new();
    }
    let names = names(place);
    let uses = |who: &&String| names.iter().any(|n| has_word(&sources[*who], n));
    // The short name of a rule system is enough.
    let is_named =
        |who: &String| used.contains(who.trim_end_matches(" II").split(": ").next().unwrap_or(who));
    let named: Vec<&String> = sources.keys().filter(|w| is_named(w)).collect();
    if used.split([';', ',']).any(|part| part.trim() == "all" || part.trim().ends_with(": all")) {
        let users = sources.keys().filter(uses).count();
        return if users >= 3 || names.is_empty() {
            Vec::new()
        } else {
            vec![format!("'{need}' is not used by all")]
        };
    }
    if named.is_empty() {
        return vec![format!("'{need}' names no user")];
    }
    let idle = named.into_iter().filter(|w| !names.is_empty() && !uses(w));
    idle.map(|who| format!("'{need}': {who} has none of {names:?}")).collect()
}

#[test]
fn every_row_of_the_table_of_needs_names_who_uses_it() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("| need | where | used by |\n|---|---|---|\n").nth(1).unwrap();
    let rows: Vec<Vec<&str>> = table
        .lines()
        .take_while(|l| l.starts_with('|'))
        .map(|l| l.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert!(rows.len() > 25, "the table is read wrongly");
    let sources = sources();
    let bad: Vec<String> = rows.iter().flat_map(|r| wrong_row(r, &sources)).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    let lie = ["counters that fly", "`hex::{Wing, Feather}`", "`made_up`"];
    assert_eq!(
        wrong_row(&lie, &sources),
        ["'counters that fly': `made_up` has none of [\"Wing\", \"Feather\"]"]
    );
    assert_eq!(wrong_row(&["a", "`search`", "nobody"], &sources), ["'a' names no user"], "the check itself");
}
