//! The document core: what can be changed, how it is undone, and how tools turn pointer events
//! into changes. No screen, no files.

pub mod calendar;
pub mod cells;
pub mod counters;
pub mod csv;
mod delta;
pub mod document;
pub mod edit;
pub mod enlist;
pub mod forces;
pub mod geo;
pub mod hexes;
pub mod line;
mod map_edits;
pub mod off_map;
pub mod order;
pub mod pattern;
pub mod pieces;
pub mod repair;
pub mod sheet;
pub mod slopes;
pub mod template;
pub mod tool;
pub mod tree;
pub mod underlay;

pub use document::{Document, HistoryEntry};
pub use edit::{Edit, LevelChange, ListEdit, PieceChange, TextField, apply};
pub use tool::{Phase, Pointer, Reply, ToolKind, Toolbox};

#[cfg(test)]
pub mod tests;
