//! Scenario documents and the screen that makes them.
//!
//! [`core`] holds documents, edits and undo, and knows no screen; [`tools`] are what a hand can do to a map, one file
//! each; [`ui`] shows it all. What may be drawn and placed is said by the rule system's schema alone.

pub mod core;
pub mod print;
pub mod tools;
pub mod ui;
mod words;

#[cfg(test)]
mod layers;
