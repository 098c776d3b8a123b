//! Asking for a file: the desktop's own dialog, or ours where none answers. 'Cancelled' and 'failed'
//! are different things.

use egui::{ScrollArea, TextEdit, Ui};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ui_kit::theme::{Face, colours, text};
use ui_kit::widgets::{self, Action, caption};
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
    fn title(&self) -> &'static str {
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

    fn opens(&self) -> bool {
        match self {
            Self::Open | Self::OpenToEdit => true,
            Self::Editor(wish) => !wish.is_saving(),
            _ => false,
        }
    }

    fn endings(&self) -> &'static [&'static str] {
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

/// The answer; no path means that the person thought better of it.
pub struct Answer {
    pub purpose: Purpose,
    pub path: Option<PathBuf>,
}

struct Own {
    ask: Ask,
    path: String,
    problem: String,
    over: bool,
    fresh: bool,
}

#[derive(Default)]
pub struct FileDialogs {
    native: Option<(Ask, Instant, Job<Option<PathBuf>>)>,
    own: Option<Own>,
    /// No desktop dialog has answered: ours from now on.
    pub only_own: bool,
}

impl FileDialogs {
    pub fn ask(&mut self, ctx: &egui::Context, ask: Ask) {
        if self.native.is_some() || self.own.is_some() {
            return;
        }
        if self.only_own || !desktop_may_answer() {
            self.own = Some(Own::new(ask));
            return;
        }
        let wanted = ask.clone();
        let work = move || {
            let dialog = rfd::FileDialog::new()
                .set_title(wanted.purpose.title())
                .set_directory(&wanted.folder)
                .add_filter("Oblique Order", wanted.purpose.endings());
            if wanted.purpose.opens() {
                dialog.pick_file()
            } else {
                dialog.set_file_name(&wanted.name).save_file()
            }
        };
        match Job::start("file dialog", ctx, work) {
            Ok(job) => self.native = Some((ask, Instant::now(), job)),
            Err(_) => self.own = Some(Own::new(ask)),
        }
    }

    pub fn is_open(&self) -> bool {
        self.own.is_some() || self.native.is_some()
    }

    /// Shows what is ours and brings the answer once it is there.
    pub fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        if let Some((ask, since, job)) = self.native.take() {
            match job.poll() {
                JobState::Done(None) if since.elapsed() < TOO_FAST => {
                    self.only_own = true;
                    self.own = Some(Own::new(ask));
                }
                JobState::Done(path) => {
                    let path = path.map(|p| with_ending(&ask.purpose, p));
                    return Some(Answer { purpose: ask.purpose, path });
                }
                JobState::Lost => self.own = Some(Own::new(ask)),
                JobState::Running => self.native = Some((ask, since, job)),
            }
        }
        let mut own = self.own.take()?;
        match own.show(ui) {
            Some(path) => Some(Answer { purpose: own.ask.purpose, path }),
            None => {
                self.own = Some(own);
                None
            }
        }
    }
}

/// What is saved without an ending gets the usual one: a file without it would not be found again.
fn with_ending(purpose: &Purpose, mut path: PathBuf) -> PathBuf {
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

impl Own {
    fn new(ask: Ask) -> Self {
        let path = ask.folder.join(&ask.name);
        Self { path: path.display().to_string(), ask, problem: String::new(), over: false, fresh: true }
    }

    /// `Some(None)` when cancelled.
    fn show(&mut self, ui: &mut Ui) -> Option<Option<PathBuf>> {
        let c = colours(ui);
        let room = ui.ctx().content_rect().size();
        let mut done = None;
        let modal = egui::Modal::new(egui::Id::unique("own-file-dialog")).frame(widgets::dialog_frame(ui));
        let shown = modal.show(ui.ctx(), |ui| {
            ui.set_width((room.x - 90.0).min(600.0));
            ui.label(text(self.ask.purpose.title(), Face::Title, 22.0, c.text));
            let label = ui.label(text("File name with its folder", Face::Ui, 12.0, c.muted));
            let edit = TextEdit::singleline(&mut self.path).desired_width(f32::INFINITY);
            let r = ui.add(edit).labelled_by(label.id);
            if std::mem::take(&mut self.fresh) {
                r.request_focus();
            }
            if r.changed() {
                self.problem.clear();
                self.over = false;
            }
            let enter = ui.input(|i| i.key_pressed(egui::Key::Enter));
            caption(ui, "In this folder");
            let mut chosen = None;
            let most = (room.y - 300.0).clamp(60.0, 320.0);
            ScrollArea::vertical().id_salt("files").max_height(most).auto_shrink([false, true]).show(
                ui,
                |ui| {
                    chosen = self.listing(ui);
                },
            );
            if let Some(p) = chosen {
                self.path = p.display().to_string();
                self.problem.clear();
                self.over = false;
            }
            if !self.problem.is_empty() {
                ui.label(text(&self.problem, Face::Medium, 12.5, c.danger));
            }
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                let label = match (self.ask.purpose.opens(), self.over) {
                    (true, _) => "Open",
                    (_, true) => "Write over it",
                    (_, false) => "Save",
                };
                if Action::primary(label).key("Enter").show(ui).clicked() || enter {
                    done = self.accept();
                }
                if Action::new("Cancel").height(36.0).show(ui).clicked() {
                    done = Some(None);
                }
            });
        });
        if done.is_none() && shown.should_close() {
            done = Some(None);
        }
        done
    }

    fn folder(&self) -> PathBuf {
        let path = Path::new(&self.path);
        if path.is_dir() { path.to_owned() } else { path.parent().unwrap_or(Path::new(".")).to_owned() }
    }

    fn listing(&self, ui: &mut Ui) -> Option<PathBuf> {
        let c = colours(ui);
        let folder = self.folder();
        let mut chosen = None;
        if let Some(up) = folder.parent().filter(|p| !p.as_os_str().is_empty())
            && ui.selectable_label(false, "One folder up").clicked()
        {
            chosen = Some(up.join(""));
        }
        let read = match std::fs::read_dir(&folder) {
            Ok(read) => read,
            Err(e) => {
                ui.label(text(format!("This folder cannot be read: {e}"), Face::Ui, 12.5, c.danger));
                return chosen;
            }
        };
        let mut found: Vec<(bool, PathBuf)> = read
            .filter_map(Result::ok)
            .map(|e| (!e.path().is_dir(), e.path()))
            .filter(|(file, p)| {
                let hidden = p.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
                let ending = p.extension().and_then(|e| e.to_str()).unwrap_or_default();
                !hidden && (!file || self.ask.purpose.endings().contains(&ending))
            })
            .collect();
        found.sort();
        if found.is_empty() {
            ui.label(text("Nothing here to choose.", Face::Ui, 12.5, c.muted));
        }
        for (file, p) in found.iter().take(300) {
            let name = p.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
            let words = if *file { name.clone() } else { format!("{name}/") };
            if ui.selectable_label(self.path == p.display().to_string(), words).clicked() {
                chosen = Some(if *file {
                    p.clone()
                } else if self.ask.purpose.opens() {
                    p.join("")
                } else {
                    p.join(&self.ask.name)
                });
            }
        }
        chosen
    }

    fn accept(&mut self) -> Option<Option<PathBuf>> {
        let mut path = PathBuf::from(self.path.trim());
        if self.ask.purpose.opens() {
            if path.is_file() {
                return Some(Some(path));
            }
            self.problem = if path.is_dir() {
                "This is a folder: choose a file in it.".into()
            } else {
                "There is no such file: check the name and the folder.".into()
            };
            return None;
        }
        if path.is_dir() || path.file_name().is_none() {
            self.problem = "Give the file a name.".into();
            return None;
        }
        path = with_ending(&self.ask.purpose, path);
        if path.exists() && !self.over {
            self.over = true;
            self.problem = "The file exists. Its older version is kept if you write over it.".into();
            return None;
        }
        Some(Some(path))
    }
}
