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
mod group_march;
mod keep;
mod keys_alone;
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

/// The processor time of this thread so far: what a frame costs, whatever else the machine does.
#[cfg(unix)]
fn processor_time() -> std::time::Duration {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    std::time::Duration::new(t.tv_sec.unsigned_abs(), u32::try_from(t.tv_nsec).unwrap_or(0))
}

/// Where the system does not say, the clock.
#[cfg(not(unix))]
fn processor_time() -> std::time::Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
