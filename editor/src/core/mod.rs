//! The document core: what can be changed, how it is undone, and how tools turn pointer events
//! into changes. No screen, no files.

mod delta;
pub mod document;
pub mod edit;
pub mod hexes;
pub mod pattern;
pub mod pieces;
pub mod sheet;
pub mod tool;

pub use document::{Document, Step};
pub use edit::{Edit, LevelChange, ListEdit, PieceChange, TextField, apply};
pub use tool::{Phase, Pointer, Reply, ToolKind, Toolbox};

#[cfg(test)]
pub mod tests;
