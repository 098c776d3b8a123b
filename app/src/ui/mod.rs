//! The window.

use std::path::PathBuf;

/// Opens the window, with a scenario or save if one is given.
pub fn run(_open: Option<PathBuf>) -> Result<(), String> {
    Err("this build has no window".into())
}
