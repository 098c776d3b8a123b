//! Opening files: what they are, what is wrong with them, where they lead.

use super::commands::Command;
use super::dialogs::Dialog;
use super::dispatch::players_of;
use super::home::{Continue, Recent};
use super::play::lines::Lines;
use super::play::session::Session;
use super::play::sharing::{self, Mode};
use super::{App, words};
use crate::files;
use engine::game::{Restored, SaveError, SaveFile};
use engine::present::BoardView;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema, parse};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use ui_kit::widgets::Tone;

/// A save names its journal and snapshot; a scenario has neither.
fn is_save(path: &Path, text: &str) -> bool {
    let ending = path.extension().is_some_and(|e| e == "oblique");
    ending || (text.contains("journal:") && text.contains("snapshot:"))
}

/// `7 of 24` as told.
pub(super) fn standing(file: &SaveFile) -> String {
    match file.standing.chars().next() {
        Some(c) if c.is_ascii_digit() => format!("turn {}", file.standing),
        _ => file.standing.clone(),
    }
}

impl App {
    pub(super) fn open_path(&mut self, path: &Path) {
        // The match that is kept is gone on with, not saved over by hand.
        if self.places.as_ref().is_some_and(|p| p.autosave() == path) {
            self.play = None;
            return self.continue_last();
        }
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(e) => return self.scenario_unread(path, e.to_string()),
        };
        if is_save(path, &text) {
            self.open_save(Some(path), &text);
        } else {
            self.open_scenario(path, &text);
        }
    }

    fn open_scenario(&mut self, path: &Path, text: &str) {
        let mut issues = Issues::default();
        let doc = match parse(text, &mut issues) {
            Ok(doc) => Arc::new(doc),
            Err(e) => return self.scenario_unread(path, format!("{}: {e}", path.display())),
        };
        if let Some(file) = files::original_of(path) {
            return self.open_older_scenario((*doc).clone(), file);
        }
        self.settings.opened(path);
        self.tell_left_out(&issues);
        issues.extend(self.library.check_document(&doc, &OptionSet::new()));
        if issues.has_errors() {
            let n = words::count(issues.errors(), "error", "errors");
            self.toasts.push(
                Tone::Warn,
                format!("{}: {n} before it can be played. They are listed here.", doc.title),
            );
            self.commands.push(Command::Edit { doc, path: Some(path.to_owned()) });
        } else {
            self.commands.push(Command::NewGame { doc, file: Some(path.to_owned()) });
        }
        self.write_settings();
    }

    /// What of a file did not come into the document is told before it can be saved away.
    fn tell_left_out(&mut self, read: &Issues) {
        if read.is_empty() {
            return;
        }
        let told = read.list.iter().take(40).map(ToString::to_string);
        let more = read.list.len().saturating_sub(40);
        let more = (more > 0).then(|| format!("and {more} more"));
        let lines = told.chain(more).chain([words::PARTLY_READ_HELP.to_owned()]).collect();
        self.problem(words::PARTLY_READ, lines);
    }

    pub(super) fn open_to_edit(&mut self, path: &Path) {
        let mut issues = Issues::default();
        let read = files::read_text(path).map_err(|e| e.to_string());
        match read.and_then(|t| parse(&t, &mut issues).map_err(|e| format!("{}: {e}", path.display()))) {
            Ok(doc) => {
                if let Some(file) = files::original_of(path) {
                    return self.open_older_scenario(doc, file);
                }
                self.settings.opened(path);
                self.edit(doc, Some(path.to_owned()));
                self.tell_left_out(&issues);
                // What was opened and how panels stand is known again even after a sudden end.
                self.write_settings();
            }
            Err(why) => self.scenario_unread(path, why),
        }
    }

    /// An older version of a scenario's file, as a document of that file with changes in it.
    fn open_older_scenario(&mut self, doc: ScenarioDoc, file: PathBuf) {
        self.autosave_now();
        self.toasts.push(Tone::Plain, words::older_opened(&file));
        self.editor.recover(doc, Some(file));
        self.screen = super::Screen::Editor;
    }

    /// A scenario's file cannot be read: older versions of it that can are offered.
    fn scenario_unread(&mut self, path: &Path, why: String) {
        let mut older = Vec::new();
        for file in files::file_versions(path).into_iter().filter(|p| files::original_of(p).is_some()) {
            let text = files::read_text(&file).ok();
            if let Some(doc) = text.and_then(|t| parse(&t, &mut Issues::default()).ok()) {
                older.push((file.clone(), format!("{}, saved {}", doc.title, words::ago(age(&file)))));
            }
        }
        let title = "The file cannot be read".to_owned();
        let lines = vec![why, "The file is untouched.".to_owned()];
        self.open_dialogs.dialog = Some(match older.is_empty() {
            true => Dialog::Problem { title, lines },
            false => Dialog::Older { title, lines, older },
        });
    }

    fn open_save(&mut self, path: Option<&Path>, text: &str) {
        let name = path.map_or_else(|| "The kept game".to_owned(), |p| p.display().to_string());
        let restored = self.library.read_save(text).and_then(|(file, rules)| {
            let schema = Arc::new(rules.schema().clone());
            rules.restore(&file).map(|r| (r, schema, rules.name().to_owned()))
        });
        match restored {
            Ok((r, schema, ruleset)) => {
                if let Some(p) = path {
                    self.settings.opened(p);
                }
                match r.diverged.clone() {
                    Some(why) => {
                        let why = format!("{name}: {}", told(&why));
                        let path = path.map(Path::to_owned);
                        self.open_dialogs.dialog =
                            Some(Dialog::Diverged { path, why, restored: Box::new(r) });
                    }
                    None => self.resume(r, schema, ruleset, path.map(Path::to_owned)),
                }
            }
            Err(e) => {
                let lines = vec![format!("{name}: {}", told(&e)), "The file is untouched.".into()];
                self.offer_older(path, lines);
            }
        }
    }

    /// Goes on from the snapshot of a save that no longer plays.
    pub(super) fn adopt(&mut self, dialog: Dialog) {
        let Dialog::Diverged { path, restored, .. } = dialog else { return };
        let id = restored.game.info().ruleset;
        match self.library.rules(id) {
            Ok(rules) => {
                let (schema, name) = (Arc::new(rules.schema().clone()), rules.name().to_owned());
                // The file stays as it was: what follows is saved under another name.
                self.resume(*restored, schema, name, None);
                let _ = path;
                self.toasts.push(Tone::Warn, "Going on from the last position kept in the file.".into());
            }
            Err(why) => self.problem("The game cannot be loaded", vec![why]),
        }
    }

    fn resume(&mut self, r: Restored, schema: Arc<Schema>, ruleset: String, path: Option<PathBuf>) {
        let seats = r.game.seats().len();
        let players = players_of(&r.players, seats);
        // Old saves do not say: what is usual here, and never what shows more than was agreed.
        let usual = || self.settings.words.get("sharing").and_then(|w| Mode::from_word(w));
        let mode = Mode::from_word(&r.seating.mode).or_else(usual).unwrap_or_default();
        if !r.changed_charts.is_empty() {
            let list = r.changed_charts.join(", ");
            self.toasts.push(Tone::Warn, format!("Charts have changed since this game was saved: {list}"));
        }
        let read = self.library.rules(r.game.info().ruleset).map(|rules| Lines::read(rules, &r));
        self.match_origin.saved_as = path.filter(|p| p.extension().is_some_and(|e| e == "oblique"));
        let mut session = Session::new(r.game, schema, ruleset, players, mode, &r.seating);
        if let Ok((lines, lost)) = read {
            session.lines = lines;
            for why in lost {
                self.toasts.push(Tone::Warn, format!("A line of this game cannot be read. {why}"));
            }
        }
        self.enter(session);
    }

    pub(super) fn continue_last(&mut self) {
        if self.play.is_some() {
            self.screen = super::Screen::Play;
            return;
        }
        let Some(places) = self.places.clone() else { return };
        match files::read_text(&places.autosave()) {
            Ok(text) => self.open_save(None, &text),
            Err(e) => self.offer_older(None, vec![e.to_string()]),
        }
    }

    /// A save cannot be loaded: the last versions of it that can are offered.
    fn offer_older(&mut self, path: Option<&Path>, lines: Vec<String>) {
        let path = path.map(Path::to_owned).or_else(|| self.places.as_ref().map(|p| p.autosave()));
        let mut older = Vec::new();
        for n in 0..=files::GENERATIONS {
            let Some(file) = path.as_ref().map(|p| files::generation_path(p, n)).filter(|f| f.is_file())
            else {
                continue;
            };
            let read = files::read_text(&file).ok().and_then(|t| SaveFile::parse(&t).ok());
            if let Some(save) = read {
                let label = format!("{}, {}, {}", save.title, standing(&save), words::ago(age(&file)));
                older.push((file, label));
            }
        }
        let title = "The game cannot be loaded".to_owned();
        self.open_dialogs.dialog = Some(Dialog::Older { title, lines, older });
    }

    /// Reads what the rail shows: the kept match and the recent files.
    pub(super) fn refresh_home(&mut self) {
        self.home.last = self.kept();
        self.home.recent = self.settings.recent.iter().map(|p| recent(p)).collect();
    }

    fn kept(&self) -> Option<Continue> {
        let path = self.places.as_ref()?.autosave();
        let text = files::read_text(&path).ok()?;
        let (file, rules) = self.library.read_save(&text).ok()?;
        let restored = rules.restore(&file).ok()?;
        let doc = Arc::clone(restored.game.doc());
        let view = seen_by_all(&restored);
        let who = restored
            .game
            .to_act()
            .and_then(|s| restored.game.seats().get(s.0 as usize).map(|i| i.name.clone()));
        let ago = words::ago(age(&path));
        let when = who.map_or_else(|| ago.clone(), |w| format!("{w} to act, {ago}"));
        let key = format!("{:016x}", restored.game.hash());
        Some(Continue { title: file.title.clone(), standing: standing(&file), when, doc, view, key })
    }
}

/// A save's field as anybody may see it.
pub(super) fn seen_by_all(r: &Restored) -> BoardView {
    let players = players_of(&r.players, r.game.seats().len());
    sharing::picture(r.game.as_ref(), &players, Mode::from_word(&r.seating.mode))
}

pub(super) fn age(path: &Path) -> u64 {
    let changed = std::fs::metadata(path).and_then(|m| m.modified()).ok();
    changed.and_then(|t| SystemTime::now().duration_since(t).ok()).map_or(0, |d| d.as_secs())
}

fn recent(path: &Path) -> Recent {
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let missing = |note: String| Recent { path: path.to_owned(), title: name.clone(), note, kind: "missing" };
    let text = match files::read_text(path) {
        Ok(text) => text,
        Err(e) => return missing(e.text),
    };
    if is_save(path, &text) {
        match SaveFile::parse(&text) {
            Ok(f) => {
                Recent { path: path.to_owned(), title: f.title.clone(), note: standing(&f), kind: "game" }
            }
            Err(e) => missing(told(&e)),
        }
    } else {
        match parse(&text, &mut Issues::default()) {
            Ok(d) => {
                let title = if d.title.is_empty() { name } else { d.title };
                Recent { path: path.to_owned(), title, note: words::ago(age(path)), kind: "scenario" }
            }
            Err(e) => missing(e.to_string()),
        }
    }
}

/// A save's error in the player's words.
pub(super) fn told(e: &SaveError) -> String {
    match e {
        SaveError::Diverged { at, why } => format!("its journal no longer plays at action {at}: {why}"),
        other => other.to_string(),
    }
}
