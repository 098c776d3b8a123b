//! The command line: everything the program can do without a window.

mod args;
mod image;
pub mod import;
mod print;
mod report;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use command_line::{Exit, Failure};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// The program: reads the arguments and does what they say.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        None => window(cli.file).into(),
        Some(command) => command_line::exit_code(run(command, &mut std::io::stdout().lock())),
    }
}

fn run(command: Command, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut library = command_line::open_library();
    let told = library.issues().list.len();
    crate::own_geography::refuse_unreadable(&mut library);
    for issue in library.issues().list.iter().skip(told) {
        eprintln!("oblique: {issue}");
    }
    match command {
        Command::Headless(command) => command_line::run(command, &library, out),
        Command::Print(args) => print::run(&library, &args, out),
        Command::Image(args) => image::run(&library, &args, out),
        Command::Report { save, output, seat } => report::run(&library, &save, &output, seat, out),
        Command::Import(what) => import::run(&library, &what, out),
        Command::Export(what) => import::export(&library, &what, out),
    }
}

/// What was neither a command nor a file.
fn no_such_file(path: &std::path::Path) -> String {
    let shown = path.display();
    format!("There is no file {shown}, and no command of that name. `oblique --help` lists the commands.")
}

fn window(file: Option<PathBuf>) -> Exit {
    if let Some(missing) = file.as_ref().filter(|f| !f.exists()) {
        eprintln!("oblique: {}", no_such_file(missing));
        return Exit::Useless;
    }
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
