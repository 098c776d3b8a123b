//! The editor's screen.

mod host;
mod screen;

pub use host::{Host, SaveOutcome};
pub use screen::EditorScreen;
