//! The program under a name of its own, so that tests of the command line need no other package's build.

use std::process::ExitCode;

fn main() -> ExitCode {
    app::cli::main()
}
