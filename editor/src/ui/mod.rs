//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod checks;
mod control;
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
mod roster;
mod scenario;
mod screen;
mod swatch;
mod tab;
mod templates;
mod timeline;
mod trace;

pub use host::{Checker, FileWish, Host, SaveOutcome};
pub use screen::EditorScreen;

#[cfg(test)]
mod tests;
