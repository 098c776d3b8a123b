//! The editor's screen.
//!
//! Panels read the document and say what they wish ([`tab::Wishes`]); it is done once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod checks;
mod choosing;
pub(crate) mod commands;
mod control;
mod disk;
mod dock;
mod faces;
mod fields;
mod finds;
mod forces;
mod geo;
mod geomake;
mod georules;
mod hand;
mod help;
mod host;
mod icons;
pub(crate) mod imports;
mod jump;
mod keeping;
mod look;
mod menu;
mod names;
mod nations;
mod new;
mod numbering;
mod off_map;
mod palette;
mod panels;
mod perform;
mod pick;
pub(crate) mod picture;
mod piece;
mod problems;
mod regions;
mod resize;
mod roster;
mod rows;
mod scenario;
mod schedule;
mod screen;
mod shown;
mod slopes;
mod steps;
mod strip;
mod swatch;
pub(crate) mod tab;
mod templates;
mod timeline;
mod trace;
mod tree;
mod versions;
mod victory;

pub use host::{Checker, FileWish, Host, Kept, MapChoice, SaveOutcome, Starter, Version};
pub use look::ASKED_RULE;
pub use screen::EditorScreen;
pub use tab::LARGE;

#[cfg(test)]
mod act_tests;
#[cfg(test)]
mod check_tests;
#[cfg(test)]
mod comfort_tests;
#[cfg(test)]
mod disk_tests;
#[cfg(test)]
mod ground_tests;
#[cfg(test)]
mod map_tests;
#[cfg(test)]
mod tests;
