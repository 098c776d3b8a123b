//! The editor's screen.
//!
//! Panels read the document and collect their requests ([`tab::PanelRequests`]); they are carried out once all of the
//! frame's widgets are through.

mod bars;
mod canvas;
mod checklist;
mod checks;
mod command_text;
mod commands;
mod counter_faces;
mod disk;
mod dock;
mod document_tabs;
mod fields;
mod forces;
mod geo;
mod geo_job;
mod georules;
mod help;
mod hex_selection_palette;
mod host;
mod icons;
mod imports;
mod jump;
mod list_navigation;
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
mod piece;
mod preview;
mod problem_check;
mod problems;
mod recovery;
mod regions;
mod resize;
mod roster;
mod scenario;
mod schedule;
mod screen;
mod search_results;
mod search_synonyms;
mod seats_and_pools;
mod slopes;
mod stamp_preview;
mod swatch;
mod tab;
mod templates;
mod timeline;
mod trace;
mod tree;
mod versions;
mod victory;

use ui_kit::panel_look as look;

pub use host::{Checker, FileRequest, Host, MapChoice, RecoveryCopy, SaveOutcome, Starter, Version};
pub use problem_check::LARGE;
pub use screen::EditorScreen;

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
