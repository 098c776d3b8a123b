//! Parts of a match written to files of their own: a position, an extract, a report.

use super::commands::Export;
use super::dispatch::slug;
use super::file_dialog::Purpose;
use super::play::session::{Player, Session};
use super::play::sharing::Mode;
use super::{App, words};
use crate::files::{self, FileProblem, Keep};
use crate::report::{self, Format};
use engine::game::{NewMatch, Seating};
use engine::present::{Lesson, dictated};
use engine::scenario::Issues;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use ui_kit::JobState;
use ui_kit::widgets::Tone;

/// A report being written: the file and how it ended.
pub type Reporting = ui_kit::Job<(PathBuf, Result<(), FileProblem>)>;

impl App {
    /// Begins the guided battle of a rule system.
    pub(super) fn learn(&mut self, ruleset: &str) {
        let begun = self.lesson(ruleset);
        match begun {
            Ok((session, lesson)) => {
                self.match_origin.begun = None;
                self.match_origin.saved_as = None;
                self.enter(session);
                if let Some(play) = &mut self.play {
                    play.begin_lesson(lesson);
                }
            }
            Err(lines) => self.problem("The guided battle cannot be begun", lines),
        }
    }

    fn lesson(&self, ruleset: &str) -> Result<(Session, Arc<Lesson>), Vec<String>> {
        let rules = self.library.rules(ruleset).map_err(|e| vec![e])?;
        let Some(lesson) = rules.lesson() else { return Err(vec![format!("{} has none.", rules.name())]) };
        let (doc, _) = self.library.scenario_named(&lesson.scenario).map_err(|e| vec![e])?;
        let dice = Some(dictated(&lesson.start));
        let how = NewMatch { seed: lesson.seed, dice, ..NewMatch::default() };
        let said = |i: Issues| i.list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let game = rules.new_match(doc, &how).map_err(said)?;
        // The computer has the other seats; while the guide is there it waits for him.
        let bot = rules.bots().first().map_or_else(String::new, |b| b.id.to_owned());
        let player = |i: u8| if i == lesson.seat { Player::Person } else { Player::Computer(bot.clone()) };
        let players = (0..game.seats().len() as u8).map(player).collect();
        let schema = Arc::new(rules.schema().clone());
        let name = rules.name().to_owned();
        let session = Session::new(game, schema, name, players, Mode::Open, &Seating::default());
        Ok((session, Arc::clone(lesson)))
    }

    /// Asks where to write it.
    pub(super) fn export(&mut self, ctx: &egui::Context, what: Export) {
        let Some(play) = &self.play else { return };
        let doc = play.session.doc();
        let stem = if doc.id.is_empty() { slug(&doc.title) } else { slug(&doc.id) };
        let (purpose, name) = match &what {
            Export::Position { entries } => {
                let turn = play.session.game.at(*entries).view(play.session.viewer()).sequence().turn;
                (Purpose::SavePosition, format!("{stem}-turn-{turn}.ron"))
            }
            Export::Extract { .. } => (Purpose::SaveExtract, format!("{stem}-extract.oblique")),
            Export::Report => (Purpose::SaveReport, format!("{stem}-report.html")),
        };
        self.exports.waiting = Some((what, ctx.clone()));
        self.ask_file(ctx, purpose, name);
    }

    /// Writes what was asked for.
    pub(super) fn write_export(&mut self, path: &Path) {
        let Some((what, ctx)) = self.exports.waiting.take() else { return };
        let Some(play) = &self.play else { return };
        let session = &play.session;
        // Whoever may not see everything is given what his seat may know.
        let seat = session.viewer();
        let done: Result<(), FileProblem> = match what {
            Export::Position { entries } => {
                let doc = session.game.at(entries).view(seat).position();
                let text = engine::scenario::to_text(&doc);
                files::write(path, text.as_bytes(), Keep::Generations).map(|_| ())
            }
            Export::Extract { from, to } => {
                let mut file = session.game.extract(from, to);
                file.players = session.players.iter().map(|p| p.word().to_owned()).collect();
                files::write(path, file.to_text().as_bytes(), Keep::Generations).map(|_| ())
            }
            Export::Report => {
                // Maps of many turns take a while: they are drawn on a thread of their own.
                let format = Format::of(path).unwrap_or(Format::Html);
                let (game, schema) = (session.game.fork(), Arc::clone(&session.schema));
                let to = path.to_owned();
                let work = move || {
                    let done = report::write(game.as_ref(), &schema, seat, &to, format);
                    (to, done)
                };
                match ui_kit::Job::start("report", &ctx, work) {
                    Ok(job) => {
                        self.exports.report = Some(job);
                        self.toast(words::REPORT_BEGUN);
                        return;
                    }
                    Err(e) => Err(FileProblem::new(path, e, "try again")),
                }
            }
        };
        self.written(path, done);
    }

    fn written(&mut self, path: &Path, done: Result<(), FileProblem>) {
        match done {
            Ok(()) => self.toasts.push(Tone::Good, format!("Written to {}", path.display())),
            Err(e) => self.toasts.push(Tone::Bad, format!("Not written. {e}")),
        }
    }

    /// Says so when a report is finished.
    pub(super) fn hear_report(&mut self) {
        let Some(job) = self.exports.report.take() else { return };
        match job.poll() {
            JobState::Done((path, done)) => self.written(&path, done),
            JobState::Running => self.exports.report = Some(job),
            JobState::Lost => self.toasts.push(Tone::Bad, words::REPORT_LOST.into()),
        }
    }
}
