//! The commands that need neither a window nor a picture: checking, scripts, simulations, lists, replays, charts. The
//! program adds the commands that draw.

mod args;
mod charts;
mod check;
mod list;
mod replay;
pub mod script;
pub mod sim;

pub use args::Command;
pub use check::check_scenario_text;

use engine::game::AnyRuleset;
use engine::scenario::{FieldKind, OptionSet, Value};
use library::{Library, files};
use std::io::Write;
use std::process::ExitCode;

/// How a command ended, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Good,
    /// Errors were found in what was checked.
    Bad,
    /// The command could not be carried out.
    Useless,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Good => Self::SUCCESS,
            Exit::Bad => Self::from(1),
            Exit::Useless => Self::from(2),
        }
    }
}

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("{0}")]
    Said(String),
    #[error("the output cannot be written: {0}")]
    Output(#[from] std::io::Error),
}

impl From<String> for Failure {
    fn from(text: String) -> Self {
        Self::Said(text)
    }
}

impl From<files::FileProblem> for Failure {
    fn from(e: files::FileProblem) -> Self {
        Self::Said(e.to_string())
    }
}

/// The library with the user's files; their problems are printed on standard error.
pub fn open_library() -> Library {
    let library = Library::open();
    for issue in &library.issues().list {
        eprintln!("oblique: {issue}");
    }
    library
}

/// Runs a command and prints its output.
pub fn run(command: Command, library: &Library, out: &mut dyn Write) -> Result<Exit, Failure> {
    match command {
        Command::Check { files } => check::run(library, &files, out),
        Command::Script(args) => script::command_line(library, &args, out),
        Command::Sim(args) => sim::run_command(library, &args, out),
        Command::Replay { save } => replay::run(library, &save, out),
        Command::List { ruleset, scenarios: true } => list::list_scenarios(library, ruleset.as_deref(), out),
        Command::List { ruleset, .. } => list::run(library, ruleset.as_deref(), out),
        Command::Charts { ruleset, output } => charts::run(library, &ruleset, output.as_deref(), out),
    }
}

/// The exit code of a command; a failure is printed on standard error.
pub fn exit_code(done: Result<Exit, Failure>) -> ExitCode {
    match done {
        Ok(exit) => exit.into(),
        // The reader has closed the pipe (`oblique list | head`): not an error.
        Err(Failure::Output(e)) if e.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("oblique: {e}");
            ExitCode::from(1)
        }
    }
}

/// Reads `NAME=VALUE` options as the rule system understands them.
pub fn read_options(rules: &dyn AnyRuleset, words: &[String]) -> Result<OptionSet, String> {
    let mut out = OptionSet::new();
    for word in words {
        let (name, value) =
            word.split_once('=').ok_or_else(|| format!("'{word}' is no option: write NAME=VALUE"))?;
        out.insert(name.trim().to_owned(), read_option(rules, name.trim(), value.trim())?);
    }
    Ok(out)
}

fn read_option(rules: &dyn AnyRuleset, name: &str, value: &str) -> Result<Value, String> {
    let schema = rules.schema();
    let Some(kind) = schema.option(name) else {
        let names: Vec<&str> = schema.options.iter().map(|o| o.id.as_str()).collect();
        return Err(format!("{} has no option '{name}'; it has: {}", rules.name(), names.join(", ")));
    };
    let read = Value::from_words(value);
    let fits = match (&kind.kind, &read) {
        (FieldKind::Bool, Value::Bool(_)) => true,
        (FieldKind::Int { min, max }, Value::Int(n)) => (min..=max).contains(&n),
        (FieldKind::Choice(list), _) if list.iter().any(|c| c.0 == value) => return Ok(Value::from(value)),
        (FieldKind::Choice(_) | FieldKind::Int { .. } | FieldKind::Bool, _) => false,
        _ => true,
    };
    if fits { Ok(read) } else { Err(format!("option {name}: '{value}' is not {}", values_of(&kind.kind))) }
}

/// The values a field takes, in words.
fn values_of(kind: &FieldKind) -> String {
    match kind {
        FieldKind::Bool => "on or off".into(),
        FieldKind::Int { min, max } => format!("a number from {min} to {max}"),
        FieldKind::Text => "a text".into(),
        FieldKind::Choice(list) => {
            let ids: Vec<&str> = list.iter().map(|c| c.0.as_str()).collect();
            format!("one of {}", ids.join(", "))
        }
        FieldKind::Hex => "a hex".into(),
        FieldKind::Region => "a region".into(),
        FieldKind::Side => "a side".into(),
        FieldKind::Nation => "a nation".into(),
        FieldKind::Piece => "a piece".into(),
        FieldKind::UnitKind => "a kind of unit".into(),
        FieldKind::List(inner) => format!("a list, each {}", values_of(inner)),
    }
}
