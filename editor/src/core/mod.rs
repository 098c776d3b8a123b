//! The document core: what can be changed, how it is undone, and how tools turn pointer events
//! into changes. No screen, no files.

<<<<<<< HEAD
pub mod calendar;
pub mod csv;
=======
mod delta;
>>>>>>> main
pub mod document;
pub mod edit;
pub mod forces;
pub mod geo;
pub mod hexes;
<<<<<<< HEAD
pub mod line;
pub mod pieces;
pub mod repair;
pub mod template;
=======
pub mod pattern;
pub mod pieces;
pub mod sheet;
>>>>>>> main
pub mod tool;
pub mod underlay;

pub use document::{Document, Step};
pub use edit::{Edit, LevelChange, ListEdit, PieceChange, TextField, apply};
pub use tool::{Phase, Pointer, Reply, ToolKind, Toolbox};

#[cfg(test)]
pub mod tests;
