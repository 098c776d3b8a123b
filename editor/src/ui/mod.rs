//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod choosing;
pub(crate) mod commands;
mod dock;
mod fields;
mod forces;
mod help;
mod host;
mod icons;
mod keeping;
mod look;
mod menu;
mod new;
mod palette;
mod panels;
mod perform;
pub(crate) mod picture;
mod resize;
mod scenario;
mod screen;
mod swatch;
pub(crate) mod tab;

pub use host::{Host, Kept, MapChoice, SaveOutcome};
pub use look::ASKED_RULE;
pub use screen::EditorScreen;

#[cfg(test)]
mod comfort_tests;
#[cfg(test)]
mod tests;
