//! What the editor asks of the program around it.

use engine::scenario::{Issues, ScenarioDoc, Schema};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scenario whose map a new one may start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapChoice {
    /// For [`Host::map`].
    pub key: String,
    pub title: String,
    pub ruleset: String,
}

/// A changed document as it is kept against a sudden end of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The file it belongs to, if it has one.
    pub path: Option<PathBuf>,
    pub text: String,
}

/// What became of a wish to save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveOutcome {
    /// Written, to this file.
    Saved(PathBuf),
    /// The person thought better of it.
    Cancelled,
    /// Not written; the sentence says why. The document stays open and changed.
    Failed(String),
    /// A dialog is open; the host answers later through [`super::EditorScreen::finish_save`].
    Pending,
}

/// The program around the editor: files, rule systems, other screens.
pub trait Host {
    /// Rule systems by id and name, for a new scenario.
    fn rulesets(&self) -> Vec<(String, String)>;

    /// The vocabulary of a rule system; none if it is unknown.
    fn schema(&self, ruleset: &str) -> Option<&Schema>;

    /// Everything wrong with a document: compile and lint.
    fn check(&self, doc: &ScenarioDoc) -> Issues;

    /// Writes `text`: to `path`, or to a file to be asked for when there is none.
    fn save(&mut self, path: Option<&Path>, suggested_name: &str, text: &str) -> SaveOutcome;

    /// Asks for a file to open; the host hands it in through [`super::EditorScreen::open`].
    fn ask_open(&mut self);

    /// Plays the document as it is now; the editor keeps its state until shown again.
    fn play(&mut self, doc: &ScenarioDoc);

    /// Shows the setup kit of the document as it is now, to print it.
    fn print(&mut self, doc: &ScenarioDoc);

    /// Back to the gallery. Open documents stay open.
    fn go_home(&mut self);

    /// Tells the person something in passing.
    fn toast(&mut self, text: String);

    /// The dark theme is in force.
    fn dark(&self) -> bool;

    /// Files opened lately, the latest first.
    fn recent(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Opens a file; it comes back through [`super::EditorScreen::open`].
    fn open_file(&mut self, _path: &Path) {}

    /// Scenarios whose maps can be taken over.
    fn maps(&self) -> Vec<MapChoice> {
        Vec::new()
    }

    fn map(&self, _key: &str) -> Option<Arc<ScenarioDoc>> {
        None
    }

    /// A number kept from one start of the program to the next.
    fn remembered(&self, _name: &str) -> Option<f32> {
        None
    }

    fn remember(&mut self, _name: &str, _value: f32) {}

    /// Keeps a changed document against a sudden end; `key` names it until [`Self::let_go`].
    fn keep(&mut self, _key: u64, _kept: Kept) {}

    /// The document is safe, or given up.
    fn let_go(&mut self, _key: u64) {}

    /// The whole interface larger or smaller by a step; 0 for the usual size.
    fn scale(&mut self, _step: i32) {}

    fn toggle_theme(&mut self) {}

    fn show_settings(&mut self) {}
}
