//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
<<<<<<< HEAD
mod checks;
mod control;
mod dock;
mod fields;
mod forces;
mod geo;
mod host;
mod icons;
mod imports;
=======
mod choosing;
pub(crate) mod commands;
mod dock;
mod fields;
mod forces;
mod help;
mod host;
mod icons;
mod keeping;
>>>>>>> main
mod look;
mod menu;
mod new;
mod palette;
<<<<<<< HEAD
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
=======
mod panels;
mod perform;
pub(crate) mod picture;
mod resize;
mod scenario;
mod screen;
mod swatch;
pub(crate) mod tab;

pub use host::{Host, Kept, MapChoice, SaveOutcome};
>>>>>>> main
pub use screen::EditorScreen;

#[cfg(test)]
mod comfort_tests;
#[cfg(test)]
mod tests;
