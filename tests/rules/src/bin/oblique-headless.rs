//! The commands that need no picture, as a program of their own: tests of them build no screen.

use clap::Parser;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "oblique")]
struct Headless {
    #[command(subcommand)]
    command: command_line::Command,
}

fn main() -> ExitCode {
    let library = command_line::open_library();
    let command = Headless::parse().command;
    command_line::exit_code(command_line::run(command, &library, &mut std::io::stdout().lock()))
}
