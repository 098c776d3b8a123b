//! The UI kit of the program and the editor: colours and fonts, small widgets, icons, messages and background jobs.
//!
//! It knows no screen, no document and no match; what a widget shows is passed to it.

pub mod icons;
pub mod job;
pub mod panel_look;
pub mod rule_links;
pub mod theme;
pub mod toasts;
pub mod widgets;

pub use job::{Job, JobState};
