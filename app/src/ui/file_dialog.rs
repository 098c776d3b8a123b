//! Asking for a file: the desktop's own dialog, or ours where none answers. 'Cancelled' and 'failed'
//! are different things.

use super::own_file_dialog::OwnFileDialog;
use egui::Ui;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ui_kit::{Job, JobState};

/// No person answers a dialog faster: such an answer means that none was shown.
const TOO_FAST: Duration = Duration::from_millis(400);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    /// Straight into the editor.
    OpenToEdit,
    SaveGame,
    SaveScenario,
    /// What the editor reads and writes beside scenarios.
    Editor(editor::ui::FileRequest),
    /// The position of a match, as a scenario.
    SavePosition,
    /// Part of a match, as a save.
    SaveExtract,
    SaveReport,
    /// The setup kit as a PDF.
    SaveKit,
}

impl Purpose {
    pub fn title(&self) -> &'static str {
        match self {
            Self::Open => "Open a scenario or a saved game",
            Self::OpenToEdit => "Open a scenario",
            Self::SaveGame => "Save the game as",
            Self::SaveScenario => "Save the scenario as",
            Self::Editor(wish) => wish.title(),
            Self::SavePosition => "Save the position as a scenario",
            Self::SaveExtract => "Save the extract as a replay",
            Self::SaveReport => "Save the report as",
            Self::SaveKit => "Write the setup kit as",
        }
    }

    pub fn opens(&self) -> bool {
        match self {
            Self::Open | Self::OpenToEdit => true,
            Self::Editor(wish) => !wish.is_saving(),
            _ => false,
        }
    }

    /// Whether several files may be named at once.
    pub fn takes_several(&self) -> bool {
        matches!(self, Self::Editor(editor::ui::FileRequest::Geography))
    }

    /// Whether what is written holds what players hide from each other.
    pub fn is_saved_game(&self) -> bool {
        matches!(self, Self::SaveGame | Self::SaveExtract)
    }

    pub fn endings(&self) -> &'static [&'static str] {
        match self {
            Self::Open => &["ron", "oblique"],
            Self::SaveGame | Self::SaveExtract => &["oblique"],
            Self::SaveScenario | Self::SavePosition | Self::OpenToEdit => &["ron"],
            Self::SaveReport => &["html", "md"],
            Self::Editor(wish) => wish.endings(),
            Self::SaveKit => &["pdf"],
        }
    }
}

/// What was asked and where to begin.
#[derive(Clone, Debug)]
pub struct Ask {
    pub purpose: Purpose,
    pub folder: PathBuf,
    /// Suggested when saving.
    pub name: String,
}

/// The answer; no path means that the user cancelled.
pub struct Answer {
    pub purpose: Purpose,
    pub paths: Vec<PathBuf>,
}

#[derive(Default)]
pub struct FileDialogs {
    native: Option<(Ask, Instant, Job<Vec<PathBuf>>)>,
    own: Option<OwnFileDialog>,
    /// No desktop dialog has answered: ours from now on.
    pub only_own: bool,
}

impl FileDialogs {
    pub fn ask(&mut self, ctx: &egui::Context, ask: Ask) {
        if self.native.is_some() || self.own.is_some() {
            return;
        }
        if self.only_own || !desktop_may_answer() {
            self.own = Some(OwnFileDialog::new(ask));
            return;
        }
        let wanted = ask.clone();
        let work = move || {
            let dialog = rfd::FileDialog::new()
                .set_title(wanted.purpose.title())
                .set_directory(&wanted.folder)
                .add_filter("Oblique Order", wanted.purpose.endings());
            if wanted.purpose.takes_several() {
                dialog.pick_files().unwrap_or_default()
            } else if wanted.purpose.opens() {
                dialog.pick_file().into_iter().collect()
            } else {
                dialog.set_file_name(&wanted.name).save_file().into_iter().collect()
            }
        };
        match Job::start("file dialog", ctx, work) {
            Ok(job) => self.native = Some((ask, Instant::now(), job)),
            Err(_) => self.own = Some(OwnFileDialog::new(ask)),
        }
    }

    pub fn is_open(&self) -> bool {
        self.own.is_some() || self.native.is_some()
    }

    /// Shows what is ours and brings the answer once it is there.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        if let Some((ask, since, job)) = self.native.take() {
            match job.poll() {
                JobState::Done(paths) if paths.is_empty() && since.elapsed() < TOO_FAST => {
                    self.only_own = true;
                    self.own = Some(OwnFileDialog::new(ask));
                }
                JobState::Done(paths) => {
                    let paths = paths.into_iter().map(|p| with_ending(&ask.purpose, p)).collect();
                    return Some(Answer { purpose: ask.purpose, paths });
                }
                JobState::Lost => self.own = Some(OwnFileDialog::new(ask)),
                JobState::Running => self.native = Some((ask, since, job)),
            }
        }
        let mut own = self.own.take()?;
        match own.show(ui) {
            Some(paths) => Some(Answer { purpose: own.ask.purpose, paths }),
            None => {
                self.own = Some(own);
                None
            }
        }
    }
}

/// What is saved without an ending gets the usual one: a file without it would not be found again.
pub fn with_ending(purpose: &Purpose, mut path: PathBuf) -> PathBuf {
    if !purpose.opens()
        && path.extension().is_none()
        && let Some(ending) = purpose.endings().first()
    {
        path.set_extension(ending);
    }
    path
}

/// A desktop dialog needs a session bus on Unix; elsewhere there always is one.
fn desktop_may_answer() -> bool {
    if cfg!(all(unix, not(target_os = "macos"))) {
        let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let bus = std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|d| Path::new(&d).join("bus").exists());
        set("DBUS_SESSION_BUS_ADDRESS") || bus
    } else {
        true
    }
}
