//! Pictures, print and the commands that draw.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used)]

mod command_line;
mod geography;
mod large;
mod made_up;
mod pictures;
mod print;
