//! The document core: what can be changed, and how it is undone. No screen, no files.

pub mod calendar;
pub mod cells;
pub mod counters;
pub mod csv;
mod delta;
pub mod document;
pub mod edit;
pub mod enlist;
pub mod facing;
pub mod forces;
pub mod geo;
pub mod ground;
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
pub mod tree;
pub mod underlay;
pub mod water;

pub use document::{Document, HistoryEntry};
pub use edit::{Edit, LevelChange, ListEdit, PieceChange, TextField, apply};

#[cfg(test)]
pub mod tests;
