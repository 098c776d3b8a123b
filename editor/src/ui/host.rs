//! The program around the editor, as plain data: what the editor is told ([`Surroundings`]), what it asks for
//! ([`EditorCommand`]) and the replies ([`EditorAnswer`]).

use engine::AssetSource;
use engine::scenario::{Issues, ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A scenario whose map a new one may start from.
#[derive(Clone, Debug)]
pub struct MapChoice {
    /// Unique.
    pub key: String,
    pub title: String,
    pub ruleset: String,
    pub doc: Arc<ScenarioDoc>,
}

/// A recovery copy of a changed document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecoveryCopy {
    /// The file it belongs to, if it has one.
    pub path: Option<PathBuf>,
    pub text: String,
}

/// An older version of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    /// In words: `12 minutes ago`.
    pub when: String,
    /// The same as date and time.
    pub date: String,
    /// What it holds, or why it cannot be read.
    pub doc: Result<Arc<ScenarioDoc>, String>,
}

/// What the editor expects of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExpectedFile {
    /// It has not been checked yet.
    #[default]
    Unknown,
    Absent,
    /// A number that changes when the file is written.
    Fingerprint(u64),
}

impl ExpectedFile {
    pub fn of_fingerprint(now: Option<u64>) -> Self {
        now.map_or(Self::Absent, Self::Fingerprint)
    }

    /// A file of this fingerprint (none: there is no file) contradicts it.
    pub fn contradicts(self, now: Option<u64>) -> bool {
        self != Self::Unknown && self != Self::of_fingerprint(now)
    }
}

/// A file as it is now.
#[derive(Clone, PartialEq, Debug)]
pub struct FileNow {
    /// None: there is no such file.
    pub fingerprint: Option<u64>,
    /// What it holds, or why it cannot be read.
    pub doc: Result<Arc<ScenarioDoc>, String>,
}

/// The outcome of a save.
#[derive(Clone, PartialEq, Debug)]
pub enum SaveOutcome {
    /// Written to this file, which now has this fingerprint.
    Saved(PathBuf, Option<u64>),
    /// The user cancelled.
    Cancelled,
    /// Not written; the sentence says why. The document stays open and changed.
    Failed(String),
    /// Not written: the file is not what the editor expected.
    FileChanged(FileNow),
    /// Not written: the file holds so many comments, which the save would remove.
    HasComments(usize),
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
    /// A background image.
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
            Self::Picture => "Open a background image",
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

/// Checks a document, on any thread.
pub type Checker = Arc<dyn Fn(&ScenarioDoc) -> Issues + Send + Sync>;

/// Starts a match from a document, on any thread.
pub type Starter = Arc<dyn Fn(&ScenarioDoc) -> Option<Box<dyn engine::game::AnyMatch>> + Send + Sync>;

/// What the editor is told about the program around it.
pub struct Surroundings<'a> {
    /// Rule systems by id and name, for a new scenario.
    pub rulesets: &'a [(String, String)],
    pub schemas: &'a BTreeMap<String, Arc<Schema>>,
    /// Everything wrong with a document: compile and lint.
    pub check: Checker,
    /// Starts a match from a document, for overlays; none while it has errors.
    pub start: Starter,
    /// The assets, with the texts that rule systems bring for the editor.
    pub assets: &'a dyn AssetSource,
    /// Scenario files opened lately, the latest first.
    pub recent_files: Vec<PathBuf>,
    /// Scenarios whose maps can be reused.
    pub maps: Vec<MapChoice>,
    /// Numbers kept from one start of the program to the next.
    pub remembered: &'a BTreeMap<String, f32>,
}

/// What the editor asks of the program around it. `document` is the key of an open document.
#[derive(Clone, PartialEq, Debug)]
pub enum EditorCommand {
    /// Write `text` to `path`, or to a file to be asked for; answered by [`EditorAnswer::Saved`]. A file that is
    /// not as expected is left alone.
    Save {
        path: Option<PathBuf>,
        suggested_name: String,
        text: String,
        expected: ExpectedFile,
        /// Comments of the file may be lost.
        over_comments: bool,
    },
    /// Look whether a file is as expected; answered by [`EditorAnswer::FileLooked`] where it is not, or where
    /// it was unknown.
    LookAtFile {
        document: u64,
        path: PathBuf,
        expected: ExpectedFile,
    },
    /// Answered by [`EditorAnswer::FileLoaded`].
    LoadFile {
        document: u64,
        path: PathBuf,
    },
    /// Answered by [`EditorAnswer::Versions`].
    ListVersions {
        document: u64,
        path: PathBuf,
    },
    /// Read a picture named in a document, from the folder of `beside` if its name is relative; answered by
    /// [`EditorAnswer::Picture`].
    ReadPicture {
        document: u64,
        name: String,
        beside: Option<PathBuf>,
    },
    /// Ask for a scenario to open; it comes in through [`super::EditorScreen::open`].
    AskOpen,
    OpenFile(PathBuf),
    /// Ask for a file to read; answered by [`EditorAnswer::File`].
    AskFile(FileRequest),
    /// Ask where to write bytes, and write them.
    WriteFile {
        request: FileRequest,
        suggested_name: String,
        bytes: Vec<u8>,
    },
    /// Play the document, for all sides or against the computer; the editor keeps its state until shown again.
    Play {
        doc: Arc<ScenarioDoc>,
        computer: bool,
    },
    /// Show the setup kit of the document, to print it.
    Print(Arc<ScenarioDoc>),
    /// Back to the gallery. Open documents stay open.
    GoHome,
    /// Show a short message.
    Toast(String),
    /// Show an error message.
    ShowError(String),
    Remember(String, f32),
    /// Store a recovery copy of a changed document; [`EditorAnswer::RecoveryNotStored`] if that fails.
    StoreRecovery {
        document: u64,
        copy: RecoveryCopy,
    },
    /// The document is saved, or discarded.
    DiscardRecovery(u64),
    /// List the documents recovered after a crash that the user has not decided about.
    ShowRecovered,
    /// The whole interface larger or smaller by a step; 0 for the usual size.
    Scale(i32),
    ToggleTheme,
    ShowSettings,
}

/// What the program answers to a command.
#[derive(Clone, PartialEq, Debug)]
pub enum EditorAnswer {
    Saved(SaveOutcome),
    FileLooked {
        document: u64,
        now: FileNow,
    },
    FileLoaded {
        document: u64,
        path: PathBuf,
        now: FileNow,
    },
    /// A file as it was last saved, and its older versions: the latest first.
    Versions {
        document: u64,
        list: Vec<Version>,
    },
    Picture {
        document: u64,
        name: String,
        bytes: Result<Vec<u8>, String>,
    },
    RecoveryNotStored(u64),
    File {
        request: FileRequest,
        path: PathBuf,
        bytes: Result<Vec<u8>, String>,
    },
}

/// The surroundings, and the commands collected so far.
pub struct Host<'a> {
    pub given: &'a Surroundings<'a>,
    pub commands: Vec<EditorCommand>,
}

impl<'a> Host<'a> {
    pub fn new(given: &'a Surroundings<'a>) -> Self {
        Self { given, commands: Vec::new() }
    }

    pub fn ask(&mut self, command: EditorCommand) {
        self.commands.push(command);
    }

    pub fn toast(&mut self, text: String) {
        self.ask(EditorCommand::Toast(text));
    }

    pub fn show_error(&mut self, text: String) {
        self.ask(EditorCommand::ShowError(text));
    }

    /// The vocabulary of a rule system; none if it is unknown.
    pub fn schema(&self, ruleset: &str) -> Option<&'a Arc<Schema>> {
        self.given.schemas.get(ruleset)
    }

    /// Texts a rule system brings for the editor (`geo-….ron`, `templates.ron`) whose names begin so: name without
    /// ending, and text.
    pub fn editor_texts(&self, ruleset: &str, begins: &str) -> Vec<(String, String)> {
        let paths = self.given.assets.list(&format!("{ruleset}/editor"));
        let name = |p: &str| p.rsplit('/').next().unwrap_or_default().trim_end_matches(".ron").to_owned();
        let wanted = paths.into_iter().filter(|p| p.ends_with(".ron") && name(p).starts_with(begins));
        wanted.filter_map(|p| self.given.assets.read(&p).ok().map(|text| (name(&p), text))).collect()
    }
}
