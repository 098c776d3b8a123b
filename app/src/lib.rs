//! The program: window and command line over the headless engine.

pub mod cli;
pub mod own_geography;
pub mod report;
pub mod settings;
pub mod ui;

pub use ::library;
pub use ::library::{assets, files};
