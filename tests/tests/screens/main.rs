//! Screens and the editor by their widgets, and what stands behind them.

// Helpers of tests are tests.
#![allow(clippy::unwrap_used)]

mod editor_checks;
mod editor_comfort;
mod editor_files;
mod editor_forces;
mod editor_frames;
mod editor_from_new;
mod editor_ground;
mod editor_keep;
mod editor_large;
mod editor_order;
mod editor_panels;
mod editor_playtest;
mod editor_problems;
mod editor_tools;
mod geo_import;
mod keep;
mod made_up;
mod mouse_alone;
mod panels;
mod play_hand;
mod play_panels;
mod play_seats;
mod reach;
mod room;
mod tutorial;
mod ui;
mod windows;
