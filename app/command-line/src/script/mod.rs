//! `oblique script`: a script is a test is a replay. One command a line.
//!
//! [`Script::parse`] reads it, [`Script::run`] plays it; both are used by the rule cases as they are
//! by the command line.

mod lines;
mod player;
mod sketch;
mod source;
mod words;

use crate::args::ScriptArgs;
use crate::{Exit, Failure};
use library::Library;
use library::files;
use serde::Serialize;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A script, read but not yet played.
#[derive(Clone, Debug)]
pub struct Script {
    /// Lines before the first command: the battle.
    header: Vec<HeaderLine>,
    steps: Vec<Step>,
    /// Where files named in it are looked for.
    folder: PathBuf,
}

#[derive(Clone, Debug)]
struct HeaderLine {
    line: usize,
    text: String,
}

#[derive(Clone, Debug)]
struct Step {
    line: usize,
    text: String,
    command: Command,
}

#[derive(Clone, Debug, PartialEq)]
enum Command {
    Dice {
        start: bool,
        purpose: Option<String>,
        faces: Vec<u16>,
    },
    /// What is drawn next from a pool, by name.
    Draw(String),
    Do(String),
    List(String),
    Count(usize, String),
    Refuse(String),
    Why {
        subject: String,
        target: String,
        rule: Option<String>,
    },
    Expect(String),
    Unexpected(String),
    Show,
    State(String),
    NoState(String),
    Until(String),
    Inspect {
        target: String,
        want: Option<String>,
    },
    Score(Option<String>),
    Odds {
        words: String,
        check: Option<(String, f64)>,
    },
    Seat(String),
    Undo {
        lift: bool,
    },
    Redo,
    Hash(Option<u64>),
    Save(String),
}

/// Scenario and options for a script, as given on the command line.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Path or name; without it the script describes its own battle.
    pub scenario: Option<String>,
    pub seed: Option<u64>,
    /// `NAME=VALUE`, on top of the script's own.
    pub options: Vec<String>,
}

/// What a script did and printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Transcript {
    pub scenario: String,
    pub seed: u64,
    pub steps: Vec<Done>,
    /// Hash of the last position.
    pub hash: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Done {
    pub line: usize,
    pub command: String,
    pub output: Vec<String>,
}

/// Where a script failed and why, with the transcript so far.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {command}: {text}")]
pub struct ScriptError {
    pub line: usize,
    pub command: String,
    pub text: String,
    pub transcript: Box<Transcript>,
}

impl ScriptError {
    fn new(line: usize, command: &str, text: impl Into<String>) -> Self {
        let command = command.trim().to_owned();
        Self { line, command, text: text.into(), transcript: Box::default() }
    }
}

impl Script {
    /// Reads a script. `folder` is where files named in it are looked for.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, ScriptError> {
        let mut out = Self { header: Vec::new(), steps: Vec::new(), folder: folder.to_owned() };
        let mut in_map = false;
        for l in source::read_lines(text, folder)? {
            let (line, words) = (l.line, l.text.as_str());
            let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
            if in_map {
                in_map = first != "end";
                out.header.push(HeaderLine { line, text: words.to_owned() });
                continue;
            }
            match read_command(first, rest.trim()).map_err(|e| ScriptError::new(line, words, e))? {
                Some(command) => out.steps.push(Step { line, text: words.to_owned(), command }),
                None if out.steps.is_empty() => {
                    in_map = first == "map";
                    out.header.push(HeaderLine { line, text: words.to_owned() });
                }
                None => {
                    let text =
                        "no command of this name; lines that describe the battle come before the first";
                    return Err(ScriptError::new(line, words, text));
                }
            }
        }
        if in_map {
            let last = text.lines().count();
            return Err(ScriptError::new(last, "map", "the map has no 'end'"));
        }
        Ok(out)
    }

    /// Whether the script describes its own battle.
    pub fn stands_alone(&self) -> bool {
        self.header.iter().any(|h| {
            let first = h.text.split_whitespace().next();
            first == Some("scenario") || first == Some("map")
        })
    }

    /// Runs to the end or to the first line that fails.
    pub fn run(&self, library: &Library, how: &How) -> Result<Transcript, ScriptError> {
        player::run(self, library, how)
    }
}

/// A line up to its comment; `#` within a word or quotes is none.
fn without_comment(line: &str) -> &str {
    let (mut quoted, mut before) = (false, ' ');
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted && before.is_whitespace() => return &line[..i],
            _ => {}
        }
        before = c;
    }
    line
}

/// Words of a line; quotes hold several together.
fn words_of(text: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => out.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err("a quotation mark is missing".into());
    }
    out.extend(word);
    Ok(out)
}

/// `None` if `name` is no command.
fn read_command(name: &str, rest: &str) -> Result<Option<Command>, String> {
    let text = rest.to_owned();
    let needed = |text: String| {
        if text.is_empty() { Err("some words are needed".to_owned()) } else { Ok(text) }
    };
    let alone = |c: Command| if rest.is_empty() { Ok(c) } else { Err(format!("'{rest}' is too much")) };
    let found = match name {
        "dice" => read_dice(rest)?,
        "do" => Command::Do(needed(text)?),
        "list" => Command::List(text),
        "count" => {
            let (n, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let n = n.parse().map_err(|_| "a number is needed, then words".to_owned())?;
            Command::Count(n, words.trim().to_owned())
        }
        "refuse" => Command::Refuse(needed(text)?),
        "why" => read_why(rest)?,
        "expect" => Command::Expect(needed(text)?),
        "unexpected" => Command::Unexpected(needed(text)?),
        "show" => alone(Command::Show)?,
        "state" => Command::State(needed(text)?),
        "nostate" => Command::NoState(needed(text)?),
        "until" => Command::Until(needed(text)?),
        "inspect" => {
            let (target, want) = match rest.split_once("=>") {
                Some((target, want)) => (target, Some(needed(want.trim().to_owned())?)),
                None => (rest, None),
            };
            Command::Inspect { target: needed(target.trim().trim_matches('"').to_owned())?, want }
        }
        "score" => Command::Score((!text.is_empty()).then_some(text)),
        "odds" => read_odds(rest)?,
        "seat" => Command::Seat(needed(text)?),
        "undo" if rest == "lift" => Command::Undo { lift: true },
        "undo" => alone(Command::Undo { lift: false })?,
        "redo" => alone(Command::Redo)?,
        "hash" if rest.is_empty() => Command::Hash(None),
        "hash" => {
            let read = u64::from_str_radix(rest, 16);
            Command::Hash(Some(read.map_err(|_| format!("'{rest}' is no hash"))?))
        }
        "save" => Command::Save(needed(text)?),
        _ => return Ok(None),
    };
    Ok(Some(found))
}

fn read_dice(rest: &str) -> Result<Command, String> {
    if let Some(name) = rest.strip_prefix("draw ").map(str::trim).filter(|n| n.starts_with('"')) {
        return Ok(Command::Draw(name.trim_matches('"').to_owned()));
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let first = words.iter().position(|w| w.parse::<u16>().is_ok());
    let first = first.ok_or("no faces are given: dice [PURPOSE] 5 5 6")?;
    let faces: Result<Vec<u16>, String> = words[first..]
        .iter()
        .map(|w| w.parse().map_err(|_| format!("'{w}' is no face; the purpose comes before the faces")))
        .collect();
    let mut purpose = &words[..first];
    let start = purpose.first().is_some_and(|w| w.eq_ignore_ascii_case("start"));
    if start {
        purpose = &purpose[1..];
    }
    let purpose = (!purpose.is_empty()).then(|| purpose.join(" "));
    Ok(Command::Dice { start, purpose, faces: faces? })
}

fn read_why(rest: &str) -> Result<Command, String> {
    let (ask, rule) = match rest.split_once("=>") {
        Some((ask, rule)) => (ask, Some(rule.trim().to_owned())),
        None => (rest, None),
    };
    let words = words_of(ask)?;
    match words.as_slice() {
        [subject, target] => Ok(Command::Why { subject: subject.clone(), target: target.clone(), rule }),
        _ => Err("why SUBJECT TARGET: names of several words are quoted".into()),
    }
}

fn read_odds(rest: &str) -> Result<Command, String> {
    let Some((words, check)) = rest.split_once("=>") else {
        let words = rest.to_owned();
        return if words.is_empty() {
            Err("some words are needed".into())
        } else {
            Ok(Command::Odds { words, check: None })
        };
    };
    let check = check.trim().trim_end_matches('%').trim();
    let (text, percent) = check.rsplit_once(char::is_whitespace).unwrap_or(("", check));
    let percent = percent.parse().map_err(|_| format!("'{percent}' is no percentage"))?;
    Ok(Command::Odds { words: words.trim().to_owned(), check: Some((text.trim().to_owned(), percent)) })
}

/// The command `oblique script`.
pub(super) fn command_line(
    library: &Library,
    args: &ScriptArgs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let (scenario, file) = match &args.file {
        Some(file) => (Some(args.scenario.clone()), file.as_str()),
        None => (None, args.scenario.as_str()),
    };
    let (text, folder) = if file == "-" {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|e| format!("standard input cannot be read as text: {e}"))?;
        (text, PathBuf::from("."))
    } else {
        let path = Path::new(file);
        (files::read_text(path)?, path.parent().unwrap_or(Path::new(".")).to_owned())
    };
    let how = How { scenario, seed: args.seed, options: args.options.clone() };
    let played = Script::parse(&text, &folder).and_then(|s| {
        if how.scenario.is_none() && !s.stands_alone() {
            let text = "this script brings no scenario: oblique script SCENARIO FILE";
            return Err(ScriptError::new(1, file, text));
        }
        s.run(library, &how)
    });
    let (transcript, error) = match played {
        Ok(t) => (t, None),
        Err(e) => (e.transcript.as_ref().clone(), Some(e)),
    };
    if args.json {
        let error = error
            .as_ref()
            .map(|e| serde_json::json!({ "line": e.line, "command": e.command, "text": e.text }));
        let whole = serde_json::json!({ "transcript": transcript, "error": error });
        let text = serde_json::to_string_pretty(&whole).map_err(|e| e.to_string())?;
        writeln!(out, "{text}")?;
    } else {
        for step in &transcript.steps {
            writeln!(out, "> {}", step.command)?;
            for line in &step.output {
                writeln!(out, "  {line}")?;
            }
        }
    }
    match error {
        Some(e) => {
            out.flush()?;
            eprintln!("oblique: {file}, {e}");
            Ok(Exit::Bad)
        }
        None => Ok(Exit::Good),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |line: &str| {
            let (a, b) = line.split_once(' ').unwrap_or((line, ""));
            read_command(a, b)
        };
        let dice = |start, purpose: Option<&str>, faces: &[u16]| Command::Dice {
            start,
            purpose: purpose.map(str::to_owned),
            faces: faces.to_vec(),
        };
        assert_eq!(read("dice 5 5 6"), Ok(Some(dice(false, None, &[5, 5, 6]))));
        assert_eq!(read("dice Action points 4"), Ok(Some(dice(false, Some("Action points"), &[4]))));
        assert_eq!(read("dice start 4"), Ok(Some(dice(true, None, &[4]))));
        assert!(read("dice fire").is_err());
        assert_eq!(read("dice draw \"France joins\""), Ok(Some(Command::Draw("France joins".into()))));
        assert!(read("dice 4 fire").is_err());
        let why = |rule: Option<&str>| Command::Why {
            subject: "Prinz Karl".into(),
            target: "E4".into(),
            rule: rule.map(str::to_owned),
        };
        assert_eq!(read("why \"Prinz Karl\" E4"), Ok(Some(why(None))));
        assert_eq!(read("why \"Prinz Karl\" E4 => 8.los"), Ok(Some(why(Some("8.los")))));
        assert!(read("why E4").is_err());
        assert!(read("why \"E4").is_err());
        let odds = Command::Odds { words: "fire E4".into(), check: Some(("1 hit".into(), 37.5)) };
        assert_eq!(read("odds fire E4 => 1 hit 37.5 %"), Ok(Some(odds)));
        assert_eq!(read("nonsense"), Ok(None));
        assert!(read("do").is_err());
        assert!(read("show me").is_err());
    }

    #[test]
    fn comments_end_a_line_but_not_a_word() {
        assert_eq!(without_comment("do fire # at will"), "do fire ");
        assert_eq!(without_comment("name \"a # b\""), "name \"a # b\"");
        assert_eq!(without_comment("a#b"), "a#b");
        assert_eq!(without_comment("# all"), "");
    }

    #[test]
    fn the_battle_comes_before_the_first_command() {
        let parse = |t: &str| Script::parse(t, Path::new("."));
        assert!(parse("map\n do . .\nend\nshow").unwrap().stands_alone());
        assert_eq!(parse("show\nmap\n. .\nend").unwrap_err().line, 2);
        assert!(parse("map\n. .").unwrap_err().text.contains("no 'end'"));
    }
}
