//! What screens ask of the program. Gathered while a frame is drawn, carried out after it.

use super::play::session::Player;
use super::play::sharing::Mode;
use engine::hex::HexId;
use engine::present::Target;
use engine::scenario::{OptionSet, ScenarioDoc};
use std::path::PathBuf;
use std::sync::Arc;
use ui_kit::widgets::Tone;

/// Everything a match is started from.
#[derive(Clone, Debug)]
pub struct Start {
    pub doc: Arc<ScenarioDoc>,
    pub players: Vec<Player>,
    pub options: OptionSet,
    pub seed: u64,
    pub mode: Mode,
}

/// What of the running match is written to a file of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Export {
    /// The position after so many entries, as a scenario.
    Position { entries: usize },
    /// Part of the match, as a save.
    Extract { from: usize, to: usize },
    /// The report of the whole match.
    Report,
}

#[derive(Clone, Debug)]
pub enum Command {
    GoHome,
    /// Opens the new-game dialog, for a scenario of the library or of a file.
    NewGame {
        doc: Arc<ScenarioDoc>,
        file: Option<PathBuf>,
    },
    Start(Box<Start>),
    /// The same again with new dice.
    PlayAgain,
    Continue,
    /// Asks for a file.
    OpenDialog,
    /// Asks for a file and opens it in the editor.
    OpenToEdit,
    Open(PathBuf),
    AskScenarioFile(String),
    /// A file of the editor's, with the name suggested when saving.
    EditorFile(editor::ui::FileRequest, String),
    /// A blank scenario in the editor.
    NewScenario,
    Edit {
        doc: Arc<ScenarioDoc>,
        path: Option<PathBuf>,
    },
    /// The list of documents that a sudden end left.
    LeftOver,
    /// A file into the editor.
    EditFile(PathBuf),
    /// Plays the editor's document at once.
    Playtest {
        doc: Arc<ScenarioDoc>,
        computer: bool,
    },
    BackToEditor,
    /// The position of the match into the editor: as it stands, or after so many entries.
    TakePosition(Option<usize>),
    /// Opens the print dialog, with options on top of the scenario's own.
    Print(Arc<ScenarioDoc>, OptionSet),
    Forget(PathBuf),
    Save,
    SaveAs,
    /// The match has changed: keep it.
    Autosave,
    Undo {
        lift: bool,
    },
    Redo,
    Do(usize),
    /// Goes a drawn way.
    Follow {
        subject: Target,
        way: Vec<HexId>,
    },
    /// The list of saved games.
    Saves,
    Settings,
    Shortcuts,
    Toast(Tone, String),
    /// Up or down by steps of ten per cent; 0 for 100 %.
    Scale(i32),
    ToggleTheme,
    SettingsChanged,
    Export(Export),
    /// The guided battle of a rule system.
    Learn(String),
}
