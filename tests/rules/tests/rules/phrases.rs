//! Phrases that readers stumbled over stay out of everything the program says: its strings, and the words that rule systems give it.
//! The lists are files: `old-phrases.txt` for play, files and the command line, `editor-phrases.txt` for the editor.

use rule_tests::{library, root};
use std::path::{Path, PathBuf};

/// Texts in quotation marks with their lines; comments, and tests at the end of a file, are left out.
fn strings(text: &str) -> Vec<(usize, String)> {
    let shown = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut out = Vec::new();
    let mut letters = shown.chars().peekable();
    let (mut line, mut last) = (1, ' ');
    while let Some(c) = letters.next() {
        match c {
            '\n' => line += 1,
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|c| *c == '\n');
                line += 1;
            }
            // The letter '"'.
            '"' if last == '\'' && letters.peek() == Some(&'\'') => {}
            '"' => {
                let (start, mut words) = (line, String::new());
                while let Some(c) = letters.next() {
                    match c {
                        '"' => break,
                        '\\' if letters.peek() == Some(&'\n') => {
                            // The text goes on below, at its first letter.
                            letters.next();
                            line += 1;
                            while letters.next_if(|c| c.is_whitespace()).is_some() {}
                        }
                        '\\' => drop(letters.next()),
                        c => {
                            line += usize::from(c == '\n');
                            words.push(c);
                        }
                    }
                }
                out.push((start, words));
            }
            _ => {}
        }
        last = c;
    }
    out
}

fn sources(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, ending, out);
        } else if name.ends_with(ending) && !name.ends_with("tests.rs") {
            out.push(path);
        }
    }
}

/// Whether a string says it. One or two words are a whole label, more stand anywhere; `=` makes a phrase a whole label,
/// `*` lets it stand anywhere.
fn says(string: &str, phrase: &str) -> bool {
    let whole = |p: &str| string.trim().trim_end_matches(['.', '\u{2026}']) == p;
    let anywhere = |p: &str| string.to_lowercase().contains(&p.to_lowercase());
    match (phrase.strip_prefix('='), phrase.strip_prefix('*')) {
        (Some(p), _) => whole(p),
        (_, Some(p)) => anywhere(p),
        _ if phrase.split_whitespace().count() <= 2 => whole(phrase),
        _ => anywhere(phrase),
    }
}

/// Looks for every phrase of a list in every string of the files. Strings read.
fn search(list: &str, files: &[PathBuf]) -> usize {
    let list = std::fs::read_to_string(root().join(list)).unwrap();
    let phrases: Vec<&str> = list.lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    assert!(phrases.len() > 60, "the list is read");
    let (mut found, mut read) = (Vec::new(), 0);
    for path in files {
        for (line, string) in strings(&std::fs::read_to_string(path).unwrap()) {
            read += 1;
            let hits = phrases.iter().filter(|p| says(&string, p));
            found.extend(hits.map(|p| format!("{}:{line}: '{p}' in \"{string}\"", path.display())));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    read
}

#[test]
fn no_phrase_of_the_list_is_in_play_in_files_or_on_the_command_line() {
    let mut files = Vec::new();
    for folder in ["app", "engine"] {
        sources(&root().join(folder), ".rs", &mut files);
    }
    // Rulebooks, guided battles and charts of every rule system.
    sources(&root().join("assets"), ".ron", &mut files);
    let read = search("tests/old-phrases.txt", &files);
    assert!(read > 10_000, "{read} strings");
}

#[test]
fn no_phrase_of_the_list_is_in_the_editor() {
    let mut files = Vec::new();
    sources(&root().join("editor/src"), ".rs", &mut files);
    sources(&root().join("app/src/ui"), ".rs", &mut files);
    sources(&root().join("engine/src/scenario"), ".rs", &mut files);
    for rules in library().registry.ids() {
        let folder = root().join("engine").join(rules).join("src");
        let known = ["schema.rs", "fields.rs", "lint.rs"].map(|f| folder.join(f));
        files.extend(known.into_iter().filter(|f| f.is_file()));
        let given = root().join("assets").join(rules).join("editor");
        if given.is_dir() {
            sources(&given, ".ron", &mut files);
        }
    }
    let read = search("tests/editor-phrases.txt", &files);
    assert!(read > 4000, "{read} strings");
}

#[test]
fn strings_are_found_in_source_text() {
    let text = "let a = \"one\"; // \"no\"\nlet b = '\"'; f(\"two \\\n      lines\", \"x\\\"y\");\n#[cfg(test)]\nmod tests { \"no\" }";
    assert_eq!(strings(text), [(1, "one".into()), (2, "two lines".into()), (3, "xy".into())]);
    assert!(says("Try it.", "Try it") && !says("Try it again", "Try it") && !says("try it", "Try it"));
    assert!(says("please mend what is wrong here", "Mend what is wrong"));
    assert!(says("one idle commander", "*idle commander") && !says("the whole of it", "=of it"));
}
