//! Scenario documents and the screen that edits them.
//!
//! [`core`] holds documents, edits and undo, independent of the screen; [`tools`] holds the drawing tools, one file
//! each; [`ui`] shows it all. What may be drawn and placed comes from the rule system's schema alone.

pub mod core;
pub mod print;
pub mod tools;
pub mod ui;
mod words;

#[cfg(test)]
mod layers;
