//! Phrases that were found foreign by readers stay out of the strings of the program. The list is a file of its own.

use rule_tests::root;
use std::path::Path;

/// Every string literal of a source file, with its line; tests at the end of a file are left out.
fn strings(text: &str) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    let shown = text.split("#[cfg(test)]").next().unwrap_or(text);
    for (i, line) in shown.lines().enumerate() {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        let mut parts = code.split('"');
        parts.next();
        while let (Some(inside), rest) = (parts.next(), parts.next()) {
            out.push((i + 1, inside.to_owned()));
            if rest.is_none() {
                break;
            }
        }
    }
    out
}

fn sources(folder: &Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs")
            && path.file_name().is_some_and(|n| n != "tests.rs")
        {
            out.push(path);
        }
    }
}

#[test]
fn no_phrase_of_the_list_is_on_screen() {
    let list = std::fs::read_to_string(root().join("tests/old-phrases.txt")).unwrap();
    let phrases: Vec<&str> = list.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    assert!(phrases.len() > 40, "the list is read");
    let mut files = Vec::new();
    for folder in ["app/src/ui", "engine/hold-the-line/src", "engine/frederick-the-great/src"] {
        sources(&root().join(folder), &mut files);
    }
    let mut found = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for (line, string) in strings(&text) {
            let hits = phrases.iter().filter(|p| string.contains(**p));
            found.extend(hits.map(|p| format!("{}:{line}: '{p}' in \"{string}\"", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
