//! Rule cases: every `tests/cases/<rule system>/*.txt` is a script, and a test of its own.
//!
//! A case whose first line is `# known_failure` must fail; it turns red when it starts to pass.
//! Words on the command line choose cases by name: `cargo test -p rule_tests --test cases -- 8.fire`.

use command_line::script::{How, Script};
use library::Library;
use rayon::prelude::*;
use rule_tests::{being_built, library, made_up, root};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

struct Case {
    library: &'static Library,
    name: String,
    path: PathBuf,
}

fn cases() -> Vec<Case> {
    let top = root().join("tests/cases");
    let mut out = Vec::new();
    let sources = [library(), being_built()];
    for (library, rules) in sources.into_iter().flat_map(|l| l.registry.all().map(move |r| (l, r))) {
        let Ok(list) = std::fs::read_dir(top.join(rules.id())) else { continue };
        for path in list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "txt")) {
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            out.push(Case { library, name: format!("{}/{stem}", rules.id()), path });
        }
    }
    out.sort_by(|a, b| a.name.cmp(&b.name));
    out
}

fn run(library: &Library, path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let known = text.lines().next().is_some_and(|l| l.trim() == "# known_failure");
    let folder = path.parent().unwrap_or(path);
    let played = Script::parse(&text, folder).and_then(|s| s.run(library, &How::default()));
    match (played, known) {
        (Ok(t), false) if t.steps.is_empty() => Err("the case does nothing".into()),
        (Ok(_), false) | (Err(_), true) => Ok(()),
        (Err(e), false) => Err(e.to_string()),
        (Ok(_), true) => Err("passes now: take '# known_failure' away".into()),
    }
}

/// Folders of cases that belong to no rule system.
fn strays() -> Vec<String> {
    let mut known = library().registry.ids();
    known.extend(made_up().registry.ids());
    known.extend(being_built().registry.ids());
    let list = std::fs::read_dir(root().join("tests/cases")).into_iter().flatten().flatten();
    let names = list.filter(|e| e.path().is_dir()).map(|e| e.file_name().to_string_lossy().into_owned());
    names.filter(|n| !known.contains(&n.as_str())).collect()
}

/// The rows of the rule table of a rule system: rule number and named cases.
fn rows(id: &str) -> Vec<(String, Vec<String>)> {
    let path = root().join("engine").join(id).join("RULES.md");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut column = None;
    let mut out = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.get(1) == Some(&"rule") {
            column = cells.iter().position(|c| *c == "case");
        } else if let Some(named) = column.and_then(|c| cells.get(c)).filter(|n| !n.starts_with("--")) {
            let named = named.split(" and ").next().unwrap_or_default();
            let names = named.split(", ").map(str::trim).filter(|n| !n.is_empty() && *n != "—");
            out.push((cells[1].to_owned(), names.map(str::to_owned).collect()));
        }
    }
    out
}

/// Cases a rule table names and nobody wrote, and cases of no rule of the table.
fn untrue_tables(all: &[Case]) -> Vec<String> {
    let mut out = Vec::new();
    for id in [library(), being_built()].into_iter().flat_map(|l| l.registry.ids()) {
        let rows = rows(id);
        let prefix = format!("{id}/");
        let cases: Vec<&str> = all.iter().filter_map(|c| c.name.strip_prefix(&prefix)).collect();
        for (rule, names) in &rows {
            let lost = names.iter().filter(|n| !cases.contains(&n.as_str()));
            out.extend(lost.map(|n| format!("{id}, rule {rule}: the case {n} does not exist")));
        }
        let known = |c: &&&str| rows.iter().any(|r| c.strip_prefix(&r.0).is_some_and(|t| t.starts_with('-')));
        let stray = cases.iter().filter(|c| !known(c));
        out.extend(stray.map(|c| format!("{id}: the case {c} belongs to no rule of RULES.md")));
    }
    out
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let chosen = |c: &Case| words.is_empty() || words.iter().any(|w| c.name.contains(w.as_str()));
    let all: Vec<Case> = cases().into_iter().filter(chosen).collect();
    if std::env::args().any(|a| a == "--list") {
        for c in &all {
            println!("{}: test", c.name);
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} cases", all.len());
    let library = library();
    let results: Vec<Result<(), String>> = all.par_iter().map(|c| run(c.library, &c.path)).collect();
    let mut failed = Vec::new();
    for (c, r) in all.iter().zip(&results) {
        println!("test {} ... {}", c.name, if r.is_ok() { "ok" } else { "FAILED" });
        if let Err(e) = r {
            failed.push((c, e));
        }
    }
    for (c, e) in &failed {
        println!("\n---- {}\n{}: {e}", c.name, c.path.strip_prefix(root()).unwrap_or(&c.path).display());
    }
    let strays = strays();
    for s in &strays {
        println!("\ntests/cases/{s}: no rule system has this name");
    }
    // Each rule system must have cases, or nothing is proven.
    let prefix = |id: &str| format!("{id}/");
    let bare: Vec<&str> = library
        .registry
        .ids()
        .into_iter()
        .filter(|id| words.is_empty() && !all.iter().any(|c| c.name.starts_with(&prefix(id))))
        .collect();
    for id in &bare {
        println!("\n{id} has no cases");
    }
    let untrue = if words.is_empty() { untrue_tables(&all) } else { Vec::new() };
    for text in &untrue {
        println!("\n{text}");
    }
    let good = failed.is_empty() && strays.is_empty() && bare.is_empty() && untrue.is_empty();
    let word = if good { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {} passed; {} failed", all.len() - failed.len(), failed.len());
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
