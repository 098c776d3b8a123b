//! The lines of a script after `use FILE` and `repeat N … end` have been carried out.

use super::{ScriptError, without_comment};
use library::files;
use std::path::Path;

/// More rounds than this are taken for a typing error.
const MOST_ROUNDS: usize = 1000;
/// Stands for the number of the round in the lines of a `repeat`, from 1.
const ROUND: &str = "{n}";

/// A line to be read, with the line of the script it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourceLine {
    pub line: usize,
    pub text: String,
}

/// Lines without comments and empty lines. A map keeps its own `end`.
pub(super) fn read_lines(text: &str, folder: &Path) -> Result<Vec<SourceLine>, ScriptError> {
    repeat_rounds(use_files(text, folder)?)
}

fn plain_lines(text: &str) -> impl Iterator<Item = SourceLine> {
    let lines = (1..).zip(text.lines());
    lines
        .map(|(line, raw)| SourceLine { line, text: without_comment(raw).trim().to_owned() })
        .filter(|l| !l.text.is_empty())
}

fn first_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim())
}

/// Puts the lines of a file in place of the line that uses it. A used file uses no other.
fn use_files(text: &str, folder: &Path) -> Result<Vec<SourceLine>, ScriptError> {
    let mut out = Vec::new();
    for l in plain_lines(text) {
        let ("use", name) = first_word(&l.text) else {
            out.push(l);
            continue;
        };
        let wrong = |why: String| ScriptError::new(l.line, &l.text, why);
        if name.is_empty() {
            return Err(wrong("name the file to use".into()));
        }
        let shared = files::read_text(&folder.join(name)).map_err(|e| wrong(e.to_string()))?;
        for used in plain_lines(&shared) {
            if first_word(&used.text).0 == "use" {
                return Err(wrong(format!("line {} of {name}: a used file uses no other", used.line)));
            }
            out.push(SourceLine { line: l.line, text: used.text });
        }
    }
    Ok(out)
}

/// Expands the lines of each `repeat`.
fn repeat_rounds(lines: Vec<SourceLine>) -> Result<Vec<SourceLine>, ScriptError> {
    let mut out = Vec::new();
    let mut open: Option<(SourceLine, usize, Vec<SourceLine>)> = None;
    let mut is_map = false;
    for l in lines {
        let (first, rest) = first_word(&l.text);
        let wrong = |why: &str| ScriptError::new(l.line, &l.text, why);
        if is_map {
            is_map = first != "end";
            out.push(l);
            continue;
        }
        match (first, &mut open) {
            ("repeat", Some(_)) => return Err(wrong("a repeat stands in no other")),
            ("repeat", None) => {
                let rounds = rest.parse().ok().filter(|n| (1..=MOST_ROUNDS).contains(n));
                let rounds = rounds.ok_or_else(|| wrong("say how often, from 1 to 1000"))?;
                open = Some((l, rounds, Vec::new()));
            }
            ("end", Some(_)) => {
                let Some((_, rounds, body)) = open.take() else { continue };
                for round in 1..=rounds {
                    let text = |t: &str| t.replace(ROUND, &round.to_string());
                    out.extend(body.iter().map(|b| SourceLine { line: b.line, text: text(&b.text) }));
                }
            }
            (_, Some((_, _, body))) => body.push(l),
            (_, None) => {
                is_map = first == "map";
                out.push(l);
            }
        }
    }
    match open {
        Some((l, ..)) => Err(ScriptError::new(l.line, &l.text, "the repeat has no 'end'")),
        None => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: &str) -> Result<Vec<(usize, String)>, String> {
        let lines = read_lines(script, Path::new("."));
        lines.map(|l| l.into_iter().map(|l| (l.line, l.text)).collect()).map_err(|e| e.text)
    }

    #[test]
    fn a_repeat_is_written_out_with_the_number_of_the_round() {
        let lines = texts("show\nrepeat 2 # twice\n state turn {n}\n do End\nend\nhash").unwrap();
        let want = [(1, "show"), (3, "state turn 1"), (4, "do End"), (3, "state turn 2"), (4, "do End")];
        let want = want.iter().copied().chain([(6, "hash")]);
        assert_eq!(lines, want.map(|(n, t)| (n, t.to_owned())).collect::<Vec<_>>());
    }

    #[test]
    fn a_wrong_repeat_says_what_is_wrong() {
        assert_eq!(texts("repeat 2\nshow").unwrap_err(), "the repeat has no 'end'");
        assert_eq!(texts("repeat 2\nrepeat 2\nend\nend").unwrap_err(), "a repeat stands in no other");
        for bad in ["repeat\nend", "repeat 0\nend", "repeat often\nend", "repeat 1001\nend"] {
            assert!(texts(bad).unwrap_err().contains("how often"), "{bad}");
        }
    }

    #[test]
    fn a_map_keeps_its_end() {
        assert_eq!(texts("map\n. .\nend\nrepeat 1\nshow\nend").unwrap().len(), 4);
    }

    #[test]
    fn a_file_is_used_where_it_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("field.txt"), "# shared\nmap\n. .\nend\n").unwrap();
        std::fs::write(dir.path().join("loop.txt"), "use loop.txt\n").unwrap();
        let lines = read_lines("ruleset x\nuse field.txt\nshow", dir.path()).unwrap();
        let texts: Vec<(usize, &str)> = lines.iter().map(|l| (l.line, l.text.as_str())).collect();
        assert_eq!(texts, [(1, "ruleset x"), (2, "map"), (2, ". ."), (2, "end"), (3, "show")]);
        assert!(read_lines("use nowhere.txt", dir.path()).unwrap_err().text.contains("nowhere.txt"));
        assert!(read_lines("use loop.txt", dir.path()).unwrap_err().text.contains("uses no other"));
        assert!(read_lines("use", dir.path()).is_err());
    }
}
