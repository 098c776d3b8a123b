//! The command line: everything the program can do without a window.

mod args;
mod charts;
mod check;
mod image;
pub mod import;
mod list;
mod print;
mod replay;
mod report;
pub mod script;
pub mod sim;

use crate::library::Library;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use engine::game::AnyRuleset;
use engine::scenario::{FieldKind, OptionSet, Value};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// How a command ended, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Good,
    /// What was looked at is wrong.
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

/// The program: reads the arguments and does what they say.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = std::io::stdout().lock();
    let done = match cli.command {
        None => {
            drop(out);
            return window(cli.file).into();
        }
        Some(command) => run(command, &mut out),
    };
    match done {
        Ok(exit) => exit.into(),
        // Nobody reads on (`oblique list | head`): that is no error.
        Err(Failure::Output(e)) if e.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("oblique: {e}");
            ExitCode::from(1)
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

impl From<crate::files::FileProblem> for Failure {
    fn from(e: crate::files::FileProblem) -> Self {
        Self::Said(e.to_string())
    }
}

fn run(command: Command, out: &mut dyn Write) -> Result<Exit, Failure> {
    let library = Library::open();
    for issue in &library.issues().list {
        eprintln!("oblique: {issue}");
    }
    match command {
        Command::Check { files } => check::run(&library, &files, out),
        Command::Script(args) => script::command_line(&library, &args, out),
        Command::Sim(args) => sim::command(&library, &args, out),
        Command::Print(args) => print::run(&library, &args, out),
        Command::Image(args) => image::run(&library, &args, out),
        Command::Replay { save } => replay::run(&library, &save, out),
        Command::Report { save, output, seat } => report::run(&library, &save, &output, seat, out),
        Command::List { ruleset, scenarios: true } => list::scenarios(&library, ruleset.as_deref(), out),
        Command::List { ruleset, .. } => list::run(&library, ruleset.as_deref(), out),
        Command::Import(what) => import::run(&library, &what, out),
        Command::Export(what) => import::export(&library, &what, out),
        Command::Charts { ruleset, output } => charts::run(&library, &ruleset, output.as_deref(), out),
    }
}

fn window(file: Option<PathBuf>) -> Exit {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    let why = if cfg!(target_os = "linux") && !set("DISPLAY") && !set("WAYLAND_DISPLAY") {
        "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".to_owned()
    } else {
        match crate::ui::run(file) {
            Ok(()) => return Exit::Good,
            Err(why) => why,
        }
    };
    eprintln!("oblique: The window cannot be opened: {why}.\n");
    eprintln!("{}", Cli::command().render_help());
    Exit::Useless
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
