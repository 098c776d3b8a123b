//! The program: window and command line over the headless engine.

pub mod assets;
pub mod cli;
pub mod files;
pub mod library;
pub mod report;
pub mod settings;
pub mod ui;
