//! The editor's screen.
//!
//! Panels read the document and collect their requests ([`tab::PanelRequests`]); they are carried out once all of the
//! frame's widgets are done.

mod bars;
mod canvas;
mod cell_edit;
pub(crate) mod checklist;
mod checks;
pub(crate) mod command_text;
pub(crate) mod commands;
mod counter_faces;
mod dialogs;
mod disk;
mod dock;
mod document_tabs;
pub(crate) mod fields;
mod forces;
mod geo;
mod geo_job;
mod geo_preview;
mod georules;
mod help;
mod host;
mod icons;
mod imports;
mod jump;
mod list_navigation;
mod map_menu;
mod menu;
mod name_field;
pub(crate) mod names;
pub(crate) mod nations;
mod new;
mod numbering;
mod off_map;
pub(crate) mod palette;
mod panels;
mod perform;
mod pick;
mod piece;
mod preview;
mod problem_check;
mod problems;
mod recovery;
pub(crate) mod regions;
mod resize;
mod roster;
mod scenario;
mod schedule;
mod screen;
mod search_results;
mod search_synonyms;
mod seats_and_pools;
pub(crate) mod slopes;
pub(crate) mod stamp_preview;
pub(crate) mod swatch;
pub(crate) mod tab;
pub(crate) mod templates;
mod timeline;
mod trace;
mod tree;
mod versions;
mod victory;

pub(crate) use ui_kit::panel_look as look;

pub use host::{
    Checker, EditorAnswer, EditorCommand, ExpectedFile, FileNow, FileRequest, MapChoice, RecoveryCopy,
    SaveOutcome, Starter, Surroundings, Version,
};
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
