//! Scenario documents and the screen that makes them.
//!
//! [`core`] holds documents, edits, tools and undo, and knows no screen; [`ui`] shows them. What
//! may be drawn and placed is said by the rule system's schema alone.

pub mod core;
pub mod print;
pub mod ui;
mod words;

#[cfg(test)]
mod layers;
