//! The tables of `RULES.md`: every row names code that is there and a case that is there.

use rule_tests::{library, root};
use std::collections::BTreeMap;
use std::path::Path;

/// A row of a rule table: its rule, the code that keeps it, its cases as written.
struct Row {
    rule: String,
    code: String,
    cases: String,
}

fn table_rows(id: &str) -> Vec<Row> {
    let path = root().join("engine").join(id).join("RULES.md");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut columns = None;
    let mut out = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let column = |names: &[&str]| cells.iter().position(|c| names.contains(c));
        if cells.get(1) == Some(&"rule") {
            columns = column(&["where", "code"]).zip(column(&["case"]));
        } else if !line.starts_with('|') {
            columns = None;
        } else if let Some((code, case)) = columns.filter(|_| !cells[1].starts_with("--")) {
            let cell = |n: usize| cells.get(n).copied().unwrap_or_default().to_owned();
            out.push(Row { rule: cell(1), code: cell(code), cases: cell(case) });
        }
    }
    out
}

/// What stands between backticks.
fn quoted_names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The source files of a rule system, tests left out: module path with `::` and text.
fn source_files(folder: &Path) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for file in std::fs::read_dir(&next).unwrap().flatten().map(|e| e.path()) {
            let is_source = file.extension().is_some_and(|e| e == "rs");
            if file.is_dir() && !file.ends_with("tests") {
                folders.push(file);
            } else if is_source && !file.ends_with("tests.rs") {
                let short = file.strip_prefix(folder).unwrap().with_extension("");
                let module = short.to_string_lossy().replace(['/', '\\'], "::");
                let module = module.trim_end_matches("::mod").to_owned();
                out.insert(module, std::fs::read_to_string(&file).unwrap());
            }
        }
    }
    out
}

/// All Rust of a crate in one text, tests with it.
fn all_sources(folder: &Path) -> String {
    let mut out = String::new();
    for path in std::fs::read_dir(folder).unwrap().flatten().map(|e| e.path()) {
        if path.is_dir() {
            out += &all_sources(&path);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out += &std::fs::read_to_string(&path).unwrap();
        }
    }
    out
}

/// Whether a text defines a name: a function, type, constant, module, field or variant.
fn is_defined_in(text: &str, name: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.trim_start();
        for prefix in ["pub(crate) ", "pub(super) ", "pub "] {
            words = words.strip_prefix(prefix).unwrap_or(words);
        }
        for kind in ["const fn ", "fn ", "const ", "struct ", "enum ", "trait ", "type ", "mod ", "static "] {
            words = words.strip_prefix(kind).unwrap_or(words);
        }
        words
            .strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c == '_' || c.is_alphanumeric()))
    })
}

/// Whether a data file is there: below the rule system's assets or scenarios, or below the project's root.
fn is_data_file(id: &str, name: &str) -> bool {
    let folders = [root().join("assets").join(id), root().join("scenarios").join(id), root()];
    folders.iter().any(|folder| folder.join(name).is_file())
}

/// Whether the name in the code column is there: `module`, `module::function`, `module::Type::method`,
/// `Type::item`, `item`, `folder/file.rs`, `file.ron`.
fn is_there(id: &str, sources: &BTreeMap<String, String>, name: &str) -> bool {
    if name.ends_with(".ron") {
        return is_data_file(id, name);
    }
    if name.ends_with(".rs") {
        return root().join("engine").join(id).join("src").join(name).is_file();
    }
    if sources.contains_key(name) {
        return true;
    }
    let parts: Vec<&str> = name.split("::").collect();
    let module = (1..parts.len()).rev().find(|n| sources.contains_key(&parts[..*n].join("::")));
    let texts: Vec<&String> = match module {
        Some(n) => {
            let path = parts[..n].join("::");
            let below = format!("{path}::");
            let inside = sources.iter().filter(|(m, _)| **m == path || m.starts_with(&below));
            inside.map(|(_, text)| text).collect()
        }
        None => sources.values().collect(),
    };
    parts[module.unwrap_or(0)..].iter().all(|part| texts.iter().any(|t| is_defined_in(t, part)))
}

#[test]
fn every_name_in_the_code_column_is_there() {
    for id in library().registry.ids() {
        let sources = source_files(&root().join("engine").join(id).join("src"));
        let mut lost = Vec::new();
        let mut names = 0;
        for row in table_rows(id) {
            for name in quoted_names(&row.code) {
                names += 1;
                if !is_there(id, &sources, name) {
                    lost.push(format!("{}: {name}", row.rule));
                }
            }
        }
        assert!(names >= 60, "{id}: only {names} names");
        assert!(lost.is_empty(), "{id}: not there (any more): {lost:#?}");
    }
}

/// The rule a case belongs to: the longest number it begins with.
fn rule_of_case<'a>(rules: &[&'a str], case: &str) -> Option<&'a str> {
    let fits = |rule: &&&str| case.strip_prefix(**rule).is_some_and(|rest| rest.starts_with('-'));
    rules.iter().filter(fits).max_by_key(|rule| rule.len()).copied()
}

#[test]
fn every_row_with_code_has_cases_that_exist() {
    for id in library().registry.ids() {
        let cases: Vec<String> = std::fs::read_dir(root().join("tests/cases").join(id))
            .unwrap()
            .flatten()
            .filter_map(|e| e.file_name().to_string_lossy().strip_suffix(".txt").map(str::to_owned))
            .collect();
        let tests = all_sources(&root().join("engine").join(id));
        let mut wrong = Vec::new();
        let rows = table_rows(id);
        let rules: Vec<&str> = rows.iter().map(|r| r.rule.as_str()).collect();
        for Row { rule, code, cases: named } in &rows {
            // Headings and what describes the box say 'no rule'.
            let none = |cell: &str| ["", "—", "no rule"].contains(&cell);
            let is_undone =
                ["missing", "not done", "scenario not shipped"].iter().any(|w| code.starts_with(w));
            // A rule that changes nothing has no code, and may have a case that shows it.
            if !none(code) && !is_undone && none(named) {
                wrong.push(format!("{rule}: kept by {code}, shown by no case"));
            }
            let (names, more) = named.split_once(" and ").unwrap_or((named, ""));
            let names: Vec<&str> = names.split(", ").filter(|n| !none(n)).collect();
            // `test NAME` is a test of the crate.
            let is_shown = |n: &str| match n.strip_prefix("test ") {
                Some(test) => tests.contains(&format!("fn {test}(")),
                None => cases.iter().any(|c| c == n),
            };
            let lost = names.iter().filter(|n| !is_shown(n));
            wrong.extend(lost.map(|n| format!("{rule}: no case {n}")));
            let told = more.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
            let own = cases.iter().filter(|c| rule_of_case(&rules, c) == Some(rule.as_str())).count();
            if own != names.len() + told && !more.is_empty() {
                wrong.push(format!("{rule}: {own} cases, the row says {} and {told} more", names.len()));
            }
        }
        assert!(wrong.is_empty(), "{id}: {wrong:#?}");
    }
}

#[test]
fn a_name_that_is_gone_is_noticed() {
    let sources = BTreeMap::from([
        (
            "fire".to_owned(),
            "pub(crate) fn can_fire(a: u8) {}\nimpl Plan {\n    fn cost(&self) {}".to_owned(),
        ),
        ("state".to_owned(), "pub enum Frame {\n    Share,\n}".to_owned()),
    ]);
    let is_found = |name| is_there("hold-the-line", &sources, name);
    assert!(
        is_found("fire") && is_found("fire::can_fire") && is_found("Frame::Share") && is_found("units.ron")
    );
    for gone in ["fires", "fire::can", "fire::Share", "Frame::Shares", "unit.ron", "present/no.rs"] {
        assert!(!is_found(gone), "{gone}");
    }
}
