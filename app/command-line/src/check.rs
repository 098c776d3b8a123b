//! `oblique check`: every issue of scenarios, saved games and charts, with place and severity.

use super::{Exit, Failure};
use engine::AssetSource;
use engine::game::SaveError;
use engine::scenario::{At, FileError, Issues, OptionSet, Parsed, Severity, parse_with_places};
use library::Library;
use library::assets::Assets;
use library::files;
use registry::Registry;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

pub fn run(library: &Library, paths: &[PathBuf], out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut exit = Exit::Good;
    for path in paths {
        let name = path.display();
        let (what, issues) = match path.to_str().and_then(|name| library.find(name).ok()) {
            _ if path.is_dir() => check_folder(path),
            Some(entry) if !path.exists() => {
                ("scenario", check_scenario_text(library, Path::new(&entry.path), &entry.text))
            }
            _ => check_file(library, path),
        };
        for issue in &issues.list {
            writeln!(out, "{name}: {issue}")?;
        }
        let count = |s: Severity| issues.list.iter().filter(|i| i.severity == s).count();
        let errors = count(Severity::Error);
        let number = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        let counts = [
            number(errors, "error", "errors"),
            number(count(Severity::Warning), "warning", "warnings"),
            number(count(Severity::Advice), "suggestion", "suggestions"),
        ];
        writeln!(out, "{name}: {what}: {}", counts.join(", "))?;
        if errors > 0 {
            exit = Exit::Bad;
        }
    }
    Ok(exit)
}

/// What a text seems to be, by the fields at its outermost level. It may be garbled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Scenario,
    Save,
    Chart,
}

fn kind_of(text: &str) -> Kind {
    let fields = outer_fields(text);
    let has = |name: &str| fields.contains(name);
    if has("journal") || has("snapshot") || has("rules_version") {
        Kind::Save
    } else if has("chart") {
        Kind::Chart
    } else {
        Kind::Scenario
    }
}

/// Names of fields at the outermost level; strings and comments are passed over.
fn outer_fields(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let (mut depth, mut word) = (0usize, String::new());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' => {
                while let Some(c) = letters.next() {
                    match c {
                        '\\' => drop(letters.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '/' if letters.peek() == Some(&'/') => drop(letters.by_ref().find(|c| *c == '\n')),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 1 => drop(out.insert(std::mem::take(&mut word))),
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            c if c.is_whitespace() => {}
            _ => word.clear(),
        }
        if c == '(' || c == ',' {
            word.clear();
        }
    }
    out
}

fn check_file(library: &Library, path: &Path) -> (&'static str, Issues) {
    let mut issues = Issues::default();
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(e) => {
            issues.error(At::Whole, "", e.text).remedy(e.remedy);
            return ("unreadable", issues);
        }
    };
    match kind_of(&text) {
        Kind::Scenario => ("scenario", check_scenario_text(library, path, &text)),
        Kind::Save => check_save(library, path, &text, &mut issues),
        Kind::Chart => check_chart(path, text, &mut issues),
    }
}

fn at_text(path: &Path, line: usize, column: usize) -> (At, String) {
    let at = At::Text { path: path.display().to_string(), line, column };
    (at, format!("line {line}, column {column}"))
}

/// Everything wrong with the text of a scenario, each with its line and column.
pub fn check_scenario_text(library: &Library, path: &Path, text: &str) -> Issues {
    let mut issues = Issues::default();
    match parse_with_places(text, &mut issues) {
        Ok(Parsed { doc, index }) => {
            issues.extend(library.check_document(&doc, &OptionSet::new()));
            issues.locate(&doc, &index);
            // Reader and rule system may both say it.
            let mut said = BTreeSet::new();
            issues.list.retain(|i| said.insert((i.place.clone(), i.text.clone())));
        }
        Err(fault) => {
            let position = fault.position(text);
            let text = match fault {
                FileError::Syntax { text, .. } => text,
                other => other.to_string(),
            };
            issues.error(at_text(path, position.line, position.column).0, "", text).position(position);
        }
    }
    issues
}

fn check_save(library: &Library, path: &Path, text: &str, issues: &mut Issues) -> (&'static str, Issues) {
    let restored = library.read_save(text).and_then(|(file, rules)| rules.restore(&file));
    match restored {
        Ok(r) => {
            for chart in r.changed_charts {
                issues.warning(At::Field("charts".into()), chart, "has changed since the game was saved");
            }
            if let Some(e) = r.diverged {
                issues
                    .error(At::Field("journal".into()), "journal", e.to_string())
                    .remedy("the game can go on from the last position saved");
            }
        }
        Err(SaveError::Syntax { line, column, text }) => {
            let (at, place) = at_text(path, line, column);
            issues.error(at, place, text);
        }
        Err(other) => {
            issues.error(At::Whole, "", other.to_string());
        }
    }
    ("saved game", std::mem::take(issues))
}

fn check_chart(path: &Path, text: String, issues: &mut Issues) -> (&'static str, Issues) {
    let shipped = Assets::shipped();
    match chart_path(&shipped, path) {
        Some(name) => load_with(&shipped, vec![(name, text)], issues),
        None => {
            issues
                .error(At::Whole, "", "no rule system has a chart of this file name")
                .remedy("'oblique charts RULESET' prints the names");
        }
    }
    ("chart", std::mem::take(issues))
}

/// A folder of charts, as `oblique charts -o` writes it or as one rule system's folder.
fn check_folder(path: &Path) -> (&'static str, Issues) {
    let mut issues = Issues::default();
    let shipped = Assets::shipped();
    let mut found = Vec::new();
    let (mut texts, mut others) = (Vec::new(), 0);
    list_files(path, 0, &mut found);
    for file in found {
        let place = file.strip_prefix(path).unwrap_or(&file).display().to_string();
        match (chart_path(&shipped, &file), files::read_text(&file)) {
            (Some(name), Ok(text)) => texts.push((name, text)),
            // Rules as text, guided battles, geography and templates are used too, though they are no charts.
            (None, Ok(text)) if is_other_asset(&shipped, &file) => {
                if let Some(bad) = engine::scenario::syntax::check_form(&text) {
                    let (at, _) = at_text(&file, bad.position.line, bad.position.column);
                    issues.error(at, place, bad.text).position(bad.position);
                }
                others += 1;
            }
            (None, _) => {
                issues
                    .warning(At::Whole, place, "no rule system has a chart of this file name")
                    .remedy("it is not used; is it misspelt?");
            }
            (_, Err(e)) => {
                issues.error(At::Whole, place, e.text).remedy(e.remedy);
            }
        }
    }
    if texts.is_empty() && others == 0 {
        issues.error(At::Whole, "", "there is no chart in this folder");
    }
    load_with(&shipped, texts, &mut issues);
    ("charts", issues)
}

fn list_files(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && depth < 2 {
            list_files(&path, depth + 1, out);
        } else if path.extension().is_some_and(|e| e == "ron") {
            out.push(path);
        }
    }
}

/// The chart a file stands for: by its folder and name, or by its name alone where only one has it.
fn chart_path(shipped: &Assets, file: &Path) -> Option<String> {
    let registry = Registry::load(shipped, &mut Issues::default());
    let charts: Vec<String> = registry.all().flat_map(|r| r.charts()).map(|c| c.path.clone()).collect();
    let name = file.file_name()?.to_str()?;
    let folder = std::path::absolute(file).ok()?;
    let folder = folder.parent()?.file_name()?.to_str()?.to_owned();
    let whole = format!("{folder}/{name}");
    if charts.contains(&whole) {
        return Some(whole);
    }
    let alike: Vec<&String> = charts.iter().filter(|c| c.rsplit('/').next() == Some(name)).collect();
    match alike.as_slice() {
        [one] => Some((*one).clone()),
        _ => None,
    }
}

/// Whether the program ships a file of this name in such a folder.
fn is_other_asset(shipped: &Assets, file: &Path) -> bool {
    let Ok(whole) = std::path::absolute(file) else { return false };
    let parts: Vec<String> =
        whole.components().rev().take(3).map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    (2..=parts.len()).any(|n| {
        let path: Vec<&str> = parts[..n].iter().rev().map(String::as_str).collect();
        shipped.read(&path.join("/")).is_ok()
    })
}

fn load_with(shipped: &Assets, texts: Vec<(String, String)>, issues: &mut Issues) {
    let mut found = Issues::default();
    Registry::load(&shipped.overlaid_with(texts), &mut found);
    issues.extend(found);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_even_when_garbled() {
        assert_eq!(kind_of("(format: 2, ruleset: \"x\", title: \"journal: y\""), Kind::Scenario);
        assert_eq!(kind_of("(name: \"Units\", provenance: (kind: Own), chart: ("), Kind::Chart);
        assert_eq!(kind_of("// chart: no\n(format: 1, seed: 3, journal: [Do(\"x\""), Kind::Save);
        assert_eq!(kind_of("\0\0"), Kind::Scenario);
        assert_eq!(kind_of("(a: \"unfinished"), Kind::Scenario);
    }
}
