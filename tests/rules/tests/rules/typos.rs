//! One typing error in an otherwise good file is named with its line and a remedy, whatever it is in: field, kind, nation,
//! side, option, type or number. The files are the examples the rule systems bring, so that a new rule system is held to it too.

use command_line::{check_scenario_text, reference};
use engine::scenario::{Issue, Severity, TextIndex};
use rule_tests::library;
use std::collections::BTreeSet;

/// A file with one typing error.
struct Typo {
    text: String,
    line: usize,
    /// What was written in place of the right word or number.
    written: String,
    is_word: bool,
}

/// Two neighbouring letters swapped; a letter dropped where all are alike.
fn misspell(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    let places = (middle..letters.len()).chain(1..middle + 1);
    for i in places.filter(|i| *i > 0) {
        if letters[i] != letters[i - 1] {
            letters.swap(i, i - 1);
            return letters.into_iter().collect();
        }
    }
    letters.pop();
    letters.into_iter().collect()
}

/// Words of a line outside comments: where they begin, and whether they stand in quotation marks.
fn words_of(line: &str) -> Vec<(usize, &str, bool)> {
    let mut out = Vec::new();
    let mut start = None;
    let mut quoted = None;
    for (i, c) in line.char_indices().chain([(line.len(), ' ')]) {
        if let Some(from) = quoted {
            if c == '"' {
                out.push((from, &line[from..i], true));
                quoted = None;
            }
            continue;
        }
        if line[i..].starts_with("//") {
            break;
        }
        if c.is_ascii_alphabetic() || c == '_' {
            start.get_or_insert(i);
        } else if let Some(from) = start.take() {
            out.push((from, &line[from..i], false));
        }
        if c == '"' {
            quoted = Some(i + 1);
        }
    }
    out
}

/// Words that mean something where they stand: not a text for people, not an id being given.
fn is_name(line: &str, at: usize, word: &str, is_quoted: bool) -> bool {
    const FOR_PEOPLE: [&str; 14] = [
        "title",
        "subtitle",
        "date",
        "date_key",
        "summary",
        "history",
        "notes",
        "credits",
        "note",
        "name",
        "text",
        "names",
        "adjective",
        "army",
    ];
    let before = line[..at].trim_end_matches(['"', ' ', '[']);
    let field =
        before.trim_end_matches(':').rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let is_letter_for = before.ends_with("':");
    let free = FOR_PEOPLE.contains(&field) || ["id", "wing", "parent", "terrain", "levels"].contains(&field);
    let is_slug = word.len() >= 2 && word.chars().all(|c| c.is_ascii_lowercase() || "-_".contains(c));
    match is_quoted {
        // A quoted pair's name, or an id that something else gave.
        true => is_slug && (is_letter_for || !free),
        false => word.len() >= 2 && word != "true" && word != "false",
    }
}

fn typos_of(text: &str) -> Vec<Typo> {
    let mut out = Vec::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    let mut before = 0;
    for (n, line) in text.lines().enumerate() {
        let with = |at: usize, length: usize, new: &str| {
            format!("{}{new}{}", &text[..before + at], &text[before + at + length..])
        };
        for (at, word, is_quoted) in words_of(line) {
            // Titles in lists of their own ("June", "July") are texts too: they are no slugs.
            if !is_name(line, at, word, is_quoted) || !done.insert(format!("{is_quoted} {word}")) {
                continue;
            }
            let written = misspell(word);
            out.push(Typo { text: with(at, word.len(), &written), line: n + 1, written, is_word: true });
        }
        // Numbers of the rule system's own fields: out of range, and no number at all.
        for (i, _) in line.match_indices("\": ") {
            let digits: usize = line[i + 3..].chars().take_while(char::is_ascii_digit).count();
            if digits > 0 && done.insert(format!("number {}", &line[..i].rsplit('"').next().unwrap_or(""))) {
                for wrong in ["999999", "\"three\""] {
                    let text = with(i + 3, digits, wrong);
                    out.push(Typo { text, line: n + 1, written: wrong.to_owned(), is_word: false });
                }
            }
        }
        before += line.len() + 1;
    }
    out
}

fn is_named(issue: &Issue, typo: &Typo) -> bool {
    let is_there = issue.position.is_some_and(|p| p.line == typo.line);
    let says = !typo.is_word || [&issue.text, &issue.place].iter().any(|t| t.contains(&typo.written));
    let has_remedy = !issue.remedy.is_empty() || issue.text.contains('(') || issue.text.contains("must be");
    is_there && says && has_remedy && issue.severity == Severity::Error
}

#[test]
fn every_typing_error_is_named_with_its_line_and_a_remedy() {
    let mut tried = 0;
    let mut silent = Vec::new();
    for rules in library().registry.all() {
        let text = reference::example(library(), rules).unwrap();
        for typo in typos_of(&text) {
            tried += 1;
            let found = check_scenario_text(library(), "typo.ron".as_ref(), &typo.text).list;
            if !found.iter().any(|i| is_named(i, &typo)) {
                let said: Vec<String> = found.iter().map(ToString::to_string).collect();
                silent.push(format!("{} line {}: {}: {said:?}", rules.id(), typo.line, typo.written));
            }
        }
    }
    assert!(tried >= 60, "{tried} typing errors are too few");
    assert!(silent.is_empty(), "{} of {tried} are not named:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn every_problem_has_a_line() {
    for rules in library().registry.all() {
        let text = reference::example(library(), rules).unwrap();
        let index = TextIndex::build(&text);
        // A file of nothing but its head and sheet has many problems.
        let cut = index.position("nations").line;
        let bare: String = text.lines().take(cut - 1).collect::<Vec<_>>().join("\n") + "\n)";
        let found = check_scenario_text(library(), "bare.ron".as_ref(), &bare).list;
        assert!(found.iter().any(|i| i.severity == Severity::Error), "{}: {found:?}", rules.id());
        for issue in found {
            assert!(issue.position.is_some_and(|p| p.line >= 1), "{}: {issue}", rules.id());
        }
    }
}
