//! Carries out what the screens asked for.

use super::commands::{Command, Start};
use super::dialogs::Dialog;
use super::file_dialog::{Answer, Ask, Purpose};
use super::new_game::{NewGame, random_seed};
use super::play::PlayScreen;
use super::play::session::{Player, Session};
use super::{App, Screen, words};
use crate::files::{self, Keep};
use engine::game::{NewMatch, Seating, UndoError};
use engine::scenario::OptionSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ui_kit::widgets::Tone;

impl App {
    pub(super) fn carry_out(&mut self, ctx: &egui::Context, command: Command) {
        match command {
            Command::GoHome => self.go_home(),
            Command::NewGame { doc, file } => self.ask_new_game(doc, file),
            Command::Start(start) => self.start(*start),
            Command::PlayAgain => self.play_again(),
            Command::Continue => self.continue_last(),
            Command::OpenDialog => self.ask_file(ctx, Purpose::Open, String::new()),
            Command::OpenToEdit => self.ask_file(ctx, Purpose::OpenToEdit, String::new()),
            Command::AskScenarioFile(name) => self.ask_scenario_file(ctx, name),
            Command::EditorFile(wish, name) => self.ask_file(ctx, Purpose::Editor(wish), name),
            Command::Open(path) => self.open_path(&path),
            Command::NewScenario => self.new_scenario(),
            Command::Edit { doc, path } => self.edit((*doc).clone(), path),
            Command::LeftOver => self.list_left_over(),
            Command::EditFile(path) => self.open_to_edit(&path),
            Command::Playtest { doc, computer } => self.playtest(doc, computer),
            Command::BackToEditor => self.back_to_editor(),
            Command::TakePosition(entries) => self.take_position(entries),
            Command::Print(doc, options) => self.open_print(ctx, doc, &options),
            Command::Forget(path) => {
                self.settings.recent.retain(|p| *p != path);
                self.refresh_home();
            }
            Command::Save => self.save(ctx),
            Command::SaveAs => {
                let name = self.suggested_name();
                self.ask_file(ctx, Purpose::SaveGame, name);
            }
            Command::Autosave => self.autosave(),
            Command::Undo { lift } => self.undo(lift),
            Command::Redo => self.redo(),
            Command::Do(id) => {
                if let Some(play) = &mut self.play {
                    play.perform(id, &mut self.commands);
                }
            }
            Command::Follow { subject, way } => {
                if let Some(play) = &mut self.play {
                    play.follow(&subject, &way, &mut self.commands);
                }
            }
            Command::Saves => self.list_saves(),
            Command::Settings => self.open_dialogs.dialog = Some(Dialog::Settings),
            Command::Shortcuts => {
                let shown = matches!(self.open_dialogs.dialog, Some(Dialog::Shortcuts));
                self.open_dialogs.dialog = if shown { None } else { Some(Dialog::Shortcuts) };
            }
            Command::Toast(tone, words) => self.toasts.push(tone, words),
            Command::Scale(step) => {
                self.scale(ctx, step);
                self.toast(format!("Interface at {} %", self.settings.scale));
                self.write_settings();
            }
            Command::ToggleTheme => {
                let dark = ctx.theme() == egui::Theme::Dark;
                self.settings.theme =
                    if dark { crate::settings::Theme::Light } else { crate::settings::Theme::Dark };
                self.apply_settings(ctx);
                self.write_settings();
            }
            Command::SettingsChanged => {
                if let Some(play) = &mut self.play {
                    play.take_settings(&self.settings);
                }
                self.apply_settings(ctx);
                self.write_settings();
            }
            Command::Export(what) => self.export(ctx, what),
            Command::Learn(ruleset) => self.learn(&ruleset),
        }
    }

    fn go_home(&mut self) {
        // A test is kept in no file: the match to be continued is another.
        if self.playtest.is_running {
            self.end_test();
        }
        // Whoever comes back may be another.
        if let Some(play) = &mut self.play {
            play.leave(&mut Vec::new());
        }
        self.autosave_now();
        self.write_settings();
        self.screen = Screen::Home;
        self.reload_library();
    }

    /// Own scenarios may have come or gone in the editor.
    pub(super) fn reload_library(&mut self) {
        let own = self.library.assets.own_folder().map(Path::to_owned);
        if own.is_some() {
            self.library = crate::library::Library::from_assets(crate::assets::Assets::with_own(own));
            crate::own_geography::refuse_unreadable(&mut self.library);
            let last = std::mem::take(&mut self.home.catalog);
            self.home.catalog = super::home::catalog::Catalog::build(&self.library, last);
        }
        self.refresh_home();
    }

    fn ask_new_game(&mut self, doc: Arc<engine::scenario::ScenarioDoc>, file: Option<PathBuf>) {
        match self.library.rules(&doc.ruleset) {
            Ok(rules) => {
                let schema = Arc::new(rules.schema().clone());
                let about = super::new_game::About {
                    schema,
                    ruleset: rules.name().to_owned(),
                    book: Arc::clone(rules.rulebook()),
                    bots: rules.bots(),
                    hides: match self.home.catalog.compiled(&doc) {
                        Some(compiled) => compiled.has_hidden_information(),
                        None => rules.has_hidden_information(&doc, &OptionSet::new()),
                    },
                    file,
                };
                self.open_dialogs.new_game = Some(NewGame::new(doc, about, &self.settings));
            }
            Err(why) => self.problem("This scenario cannot be played", vec![why]),
        }
    }

    pub(super) fn problem(&mut self, title: &str, lines: Vec<String>) {
        self.open_dialogs.dialog = Some(Dialog::Problem { title: title.to_owned(), lines });
    }

    pub(super) fn start(&mut self, start: Start) {
        let how = NewMatch { options: start.options.clone(), seed: start.seed, dice: None };
        let begun = self.library.rules(&start.doc.ruleset).map(|r| {
            let schema = Arc::new(r.schema().clone());
            let compiled = self.home.catalog.compiled(&start.doc).filter(|_| how.options.is_empty());
            let game = match compiled {
                Some(compiled) => compiled.start_match(how.seed, None),
                None => r.new_match(Arc::clone(&start.doc), &how),
            };
            (game, schema, r.name().to_owned())
        });
        match begun {
            Ok((Ok(game), schema, name)) => {
                if let Some(new) = self.open_dialogs.new_game.take() {
                    new.remember(&mut self.settings);
                }
                let session =
                    Session::new(game, schema, name, start.players.clone(), start.mode, &Seating::default());
                self.match_origin.begun = Some(start);
                self.match_origin.saved_as = None;
                self.enter(session);
            }
            Ok((Err(issues), ..)) => match &mut self.open_dialogs.new_game {
                Some(new) => new.refused = issues,
                None => {
                    let lines = issues.list.iter().map(ToString::to_string).collect();
                    self.problem("This scenario cannot be played", lines);
                }
            },
            Err(why) => self.problem("This scenario cannot be played", vec![why]),
        }
    }

    /// Shows a match.
    pub(super) fn enter(&mut self, mut session: Session) {
        if let Ok(rules) = self.library.rules(&session.doc().ruleset) {
            session.book = Arc::clone(rules.rulebook());
        }
        self.playtest.is_running = self.playtest.starts_next;
        if !self.playtest.is_running {
            self.playtest.waiting_match = None;
        }
        self.maps += 1;
        self.play = Some(PlayScreen::new(session, &self.settings, self.maps));
        self.screen = Screen::Play;
        self.open_dialogs.dialog = None;
        self.open_dialogs.new_game = None;
        self.write_first_autosave();
        if !self.playtest.is_running {
            self.write_run_marker();
        }
        self.write_settings();
    }

    /// The first autosave of a match archives the match before it.
    fn write_first_autosave(&mut self) {
        // A test of the editor's document never takes the place of the match being played.
        let (Some(play), Some(places), false) = (&self.play, &self.places, self.playtest.is_running) else {
            return;
        };
        let text = play.session.save_text();
        match super::autosave_archive::archive_autosave(places, &text) {
            Ok(Some(path)) => self.toasts.push(Tone::Plain, words::laid_aside(&path)),
            Ok(None) => {}
            Err(e) => self.toasts.push(Tone::Bad, format!("The previous game could not be saved: {e}")),
        }
        if let Err(e) = files::write(&places.autosave(), text.as_bytes(), Keep::Generations) {
            self.toasts.push(Tone::Bad, format!("The game could not be saved: {e}"));
        }
    }

    fn play_again(&mut self) {
        let Some(play) = &self.play else { return };
        let info = play.session.game.info();
        let start = Start {
            doc: Arc::clone(play.session.doc()),
            players: play.session.players.clone(),
            options: info.options,
            seed: random_seed(),
            mode: play.session.sharing.mode,
        };
        self.playtest.starts_next = self.playtest.is_running;
        self.start(start);
        self.playtest.starts_next = false;
    }

    fn undo(&mut self, lift: bool) {
        let Some(play) = &mut self.play else { return };
        match play.session.undo(lift) {
            Ok(()) => {
                // Beyond the computer's moves, to where a person decides.
                while lift && play.session.computer_acts() && play.session.undo(true).is_ok() {}
                play.after_undo();
                self.autosave();
            }
            Err(UndoError::Nothing) => self.toast("There is nothing to undo."),
            Err(UndoError::Cut) if play.session.solo() => self.open_dialogs.dialog = Some(Dialog::Cut),
            Err(UndoError::Cut) => self.toast(words::CUT_OTHERS),
        }
    }

    fn redo(&mut self) {
        let Some(play) = &mut self.play else { return };
        if play.session.redo() {
            play.after_undo();
            self.autosave();
        } else {
            self.toast("There is nothing to redo.");
        }
    }

    /// Has the running match written soon.
    pub(super) fn autosave(&mut self) {
        let (Some(play), Some(places), false) = (&self.play, &self.places, self.playtest.is_running) else {
            return;
        };
        if let Err(e) = self.autosave.write_soon(places.autosave(), play.session.save_text_later()) {
            self.toasts.push(Tone::Bad, format!("The game could not be saved: {e}"));
        }
    }

    /// Writes the running match and waits for it: the screen or the program is being left.
    pub(super) fn autosave_now(&mut self) {
        // A failure is told like every other of the autosave.
        let _ = self.autosave_or_say();
    }

    /// The same; says why the match is not on the disk.
    pub(super) fn autosave_or_say(&mut self) -> Result<(), String> {
        self.autosave();
        self.autosave.flush()
    }

    pub(super) fn suggested_name(&self) -> String {
        let Some(play) = &self.play else { return "game.oblique".into() };
        let doc = play.session.doc();
        let stem = if doc.id.is_empty() { slug(&doc.title) } else { slug(&doc.id) };
        let turn = play.session.views.sequence.turn;
        format!("{stem}-turn-{turn}.oblique")
    }

    fn save(&mut self, ctx: &egui::Context) {
        let path = match (&self.match_origin.saved_as, &self.places) {
            (Some(path), _) => path.clone(),
            (None, Some(places)) => free(&places.saves(), &self.suggested_name()),
            (None, None) => {
                let name = self.suggested_name();
                return self.ask_file(ctx, Purpose::SaveGame, name);
            }
        };
        self.save_to(&path);
    }

    pub(super) fn save_to(&mut self, path: &Path) {
        let Some(play) = &self.play else { return };
        match files::write(path, play.session.save_text().as_bytes(), Keep::Generations) {
            Ok(note) => {
                self.settings.opened(path);
                self.match_origin.saved_as = Some(path.to_owned());
                self.toast_saved(path);
                self.toasts.push(Tone::Plain, words::SAVES_ARE_OPEN.to_owned());
                if let Some(note) = note {
                    self.toasts.push(Tone::Warn, note);
                }
                self.write_settings();
            }
            Err(e) => self.toasts.push(Tone::Bad, format!("Not saved. {e}")),
        }
    }

    pub(super) fn ask_file(&mut self, ctx: &egui::Context, purpose: Purpose, name: String) {
        let saves = self.places.as_ref().map(|p| p.saves());
        let usual = match purpose {
            Purpose::SaveScenario | Purpose::SavePosition | Purpose::OpenToEdit => {
                self.places.as_ref().map(|p| p.own_scenarios())
            }
            Purpose::Open | Purpose::SaveGame | Purpose::SaveExtract => saves,
            // Paper, pictures and tables are for other programs.
            Purpose::SaveKit | Purpose::SaveReport | Purpose::Editor(_) => {
                self.places.as_ref().and_then(|p| p.documents.clone()).or(saves)
            }
        };
        let last = self.settings.words.get(folder_word(&purpose)).map(PathBuf::from).filter(|p| p.is_dir());
        let folder = last.or(usual).unwrap_or_else(|| PathBuf::from("."));
        if let Err(e) = std::fs::create_dir_all(&folder) {
            self.toasts.push(Tone::Warn, format!("{} cannot be made: {e}", folder.display()));
        }
        if self.settings.switches.get("own-file-dialog").copied().unwrap_or(false) {
            self.files.only_own = true;
        }
        self.files.ask(ctx, Ask { purpose, folder, name });
    }

    pub(super) fn file_chosen(&mut self, answer: Answer) {
        let Some(path) = answer.paths.first().cloned() else {
            if answer.purpose == Purpose::SaveScenario {
                self.scenario_not_saved();
            }
            return;
        };
        if let Some(folder) = path.parent() {
            let word = folder_word(&answer.purpose);
            self.settings.words.insert(word.into(), folder.display().to_string());
        }
        match answer.purpose {
            Purpose::Open => self.open_path(&path),
            Purpose::OpenToEdit => self.open_to_edit(&path),
            Purpose::SaveGame => self.save_to(&path),
            Purpose::SaveScenario => self.save_scenario(&path),
            Purpose::Editor(wish) => answer.paths.iter().for_each(|path| self.editor_file(wish, path)),
            Purpose::SavePosition | Purpose::SaveExtract | Purpose::SaveReport => self.write_export(&path),
            Purpose::SaveKit => self.write_kit(&path),
        }
    }
}

/// The setting that remembers where such files were last: scenarios lie elsewhere than saved games.
fn folder_word(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::OpenToEdit | Purpose::SaveScenario | Purpose::SavePosition => "scenario-folder",
        Purpose::Open | Purpose::SaveGame | Purpose::SaveExtract => "folder",
        Purpose::SaveKit | Purpose::SaveReport => "paper-folder",
        Purpose::Editor(_) => "editor-folder",
    }
}

/// Small letters, figures and hyphens.
pub(super) fn slug(words: &str) -> String {
    let mut out = String::new();
    for c in words.to_lowercase().chars() {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let out = out.trim_end_matches('-').to_owned();
    if out.is_empty() { "game".into() } else { out }
}

/// A name in the folder that is not taken.
fn free(folder: &Path, name: &str) -> PathBuf {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "oblique"));
    let first = folder.join(name);
    let numbered = (2..1000).map(|n| folder.join(format!("{stem}-{n}.{ending}")));
    std::iter::once(first.clone()).chain(numbered).find(|p| !p.exists()).unwrap_or(first)
}

/// Players of a save, as many as there are seats.
pub(super) fn players_of(words: &[String], seats: usize) -> Vec<Player> {
    (0..seats).map(|i| Player::from_word(words.get(i).map_or("", String::as_str))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain_and_free() {
        assert_eq!(slug("Mollwitz (copy)"), "mollwitz-copy");
        assert_eq!(slug("???"), "game");
        let dir = tempfile::tempdir().unwrap();
        let first = free(dir.path(), "a.oblique");
        std::fs::write(&first, "x").unwrap();
        assert_eq!(free(dir.path(), "a.oblique"), dir.path().join("a-2.oblique"));
    }
}
