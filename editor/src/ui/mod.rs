//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod dock;
mod fields;
mod forces;
mod host;
mod icons;
mod look;
mod menu;
mod new;
mod palette;
pub(crate) mod picture;
mod scenario;
mod screen;
mod swatch;
mod tab;

pub use host::{Host, SaveOutcome};
pub use screen::EditorScreen;

#[cfg(test)]
mod tests;
