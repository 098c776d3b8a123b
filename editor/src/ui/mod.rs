//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod checks;
mod dock;
mod fields;
mod forces;
mod geo;
mod host;
mod icons;
mod imports;
mod look;
mod menu;
mod new;
mod palette;
mod picture;
mod problems;
mod scenario;
mod screen;
mod swatch;
mod tab;

pub use host::{Checker, FileWish, Host, SaveOutcome};
pub use screen::EditorScreen;

#[cfg(test)]
mod tests;
