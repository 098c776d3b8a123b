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
pub struct RecoveryCopy {
    /// The file it belongs to, if it has one.
    pub path: Option<PathBuf>,
    pub text: String,
}

/// An older state of a file that is kept beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    /// In words: `12 minutes ago`.
    pub when: String,
    /// The same as day and hour.
    pub date: String,
    /// What it holds, or why it cannot be read.
    pub doc: Result<Arc<ScenarioDoc>, String>,
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

/// A file the editor wants to read or to write, beside scenarios.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileRequest {
    /// GeoJSON.
    Geography,
    /// A mapping table for geography.
    Mapping,
    /// An order of battle.
    Table,
    /// A picture to trace.
    Picture,
    SaveTable,
    SaveMapping,
    /// The map as a picture.
    SavePicture,
}

impl FileRequest {
    pub fn title(self) -> &'static str {
        match self {
            Self::Geography => "Open geography",
            Self::Mapping => "Open a mapping table",
            Self::Table => "Open an order of battle",
            Self::Picture => "Open a picture to trace",
            Self::SaveTable => "Save the order of battle as",
            Self::SaveMapping => "Save the mapping table as",
            Self::SavePicture => "Save the picture as",
        }
    }

    /// Endings of files, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Geography => &["geojson", "json"],
            Self::Mapping | Self::SaveMapping => &["ron"],
            Self::Table | Self::SaveTable => &["csv"],
            Self::Picture => &["png", "jpg", "jpeg"],
            Self::SavePicture => &["png", "svg"],
        }
    }

    pub fn is_saving(self) -> bool {
        matches!(self, Self::SaveTable | Self::SaveMapping | Self::SavePicture)
    }
}

/// A check that can go to another thread.
pub type Checker = std::sync::Arc<dyn Fn(&ScenarioDoc) -> Issues + Send + Sync>;

/// Begins a document, on any thread.
pub type Starter = Arc<dyn Fn(&ScenarioDoc) -> Option<Box<dyn engine::game::AnyMatch>> + Send + Sync>;

/// The program around the editor: files, rule systems, other screens.
pub trait Host {
    /// Rule systems by id and name, for a new scenario.
    fn rulesets(&self) -> Vec<(String, String)>;

    /// The vocabulary of a rule system; none if it is unknown.
    fn schema(&self, ruleset: &str) -> Option<&Schema>;

    /// Everything wrong with a document: compile and lint.
    fn check(&self, doc: &ScenarioDoc) -> Issues;

    /// The same check for a thread of its own.
    fn checker(&self) -> Checker;

    /// Writes `text`: to `path`, or to a file to be asked for when there is none.
    fn save(&mut self, path: Option<&Path>, suggested_name: &str, text: &str) -> SaveOutcome;

    /// Asks for a file to open; the host hands it in through [`super::EditorScreen::open`].
    fn ask_open(&mut self);

    /// Asks for a file to read; the host hands it in through [`super::EditorScreen::take_file`].
    fn ask_file(&mut self, wish: FileRequest);

    /// Asks where to write `bytes`, and writes them.
    fn write_file(&mut self, wish: FileRequest, suggested_name: &str, bytes: Vec<u8>);

    /// Reads a file named in a document, from the document's own folder if the name is relative.
    fn read_file(&self, path: &Path, beside: Option<&Path>) -> Result<Vec<u8>, String>;

    /// A text the rule system brings for the editor (`geo-….ron`, `templates.ron`), by name: all
    /// those whose name begins so.
    fn editor_files(&self, ruleset: &str, begins: &str) -> Vec<(String, String)>;

    /// Compiles and begins documents, for overlays; none while they have errors.
    fn starter(&self) -> Starter;

    /// The document compiled and begun here and now.
    fn start(&self, doc: &ScenarioDoc) -> Option<Box<dyn engine::game::AnyMatch>> {
        self.starter()(doc)
    }

    /// Plays the document as it is now; the editor keeps its state until shown again.
    fn play(&mut self, doc: &ScenarioDoc);

    /// Shows the setup kit of the document as it is now, to print it.
    fn print(&mut self, doc: &ScenarioDoc);

    /// Back to the gallery. Open documents stay open.
    fn go_home(&mut self);

    /// Tells the person something in passing.
    fn toast(&mut self, text: String);

    /// Tells the person something that went wrong.
    fn show_error(&mut self, text: String) {
        self.toast(text);
    }

    /// The dark theme is in force.
    fn is_dark(&self) -> bool;

    /// Files opened lately, the latest first.
    fn recent_files(&self) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Opens a file; it comes back through [`super::EditorScreen::open`].
    fn open_file(&mut self, _path: &Path) {}

    /// A mark of a file that is another once it has been written; none where there is no file.
    fn file_fingerprint(&self, _path: &Path) -> Option<u64> {
        None
    }

    /// What a file holds now, or why it cannot be read.
    fn read_document(&self, _path: &Path) -> Result<Arc<ScenarioDoc>, String> {
        Err(String::new())
    }

    /// A file as it was last saved, and its older versions: the latest first.
    fn versions(&self, _path: &Path) -> Vec<Version> {
        Vec::new()
    }

    /// Scenarios whose maps can be taken over.
    fn map_choices(&self) -> Vec<MapChoice> {
        Vec::new()
    }

    fn map_document(&self, _key: &str) -> Option<Arc<ScenarioDoc>> {
        None
    }

    /// A number kept from one start of the program to the next.
    fn remembered(&self, _name: &str) -> Option<f32> {
        None
    }

    fn remember(&mut self, _name: &str, _value: f32) {}

    /// Keeps a changed document against a sudden end; `key` names it until [`Self::let_go`]. False if it
    /// cannot be: it will be asked again.
    fn store_recovery(&mut self, _key: u64, _kept: RecoveryCopy) -> bool {
        true
    }

    /// The document is safe, or given up.
    fn discard_recovery(&mut self, _key: u64) {}

    /// Lists what a sudden end of the program left and nobody has decided about.
    fn show_recovered(&mut self) {}

    /// The whole interface larger or smaller by a step; 0 for the usual size.
    fn scale(&mut self, _step: i32) {}

    fn toggle_theme(&mut self) {}

    fn show_settings(&mut self) {}
}
