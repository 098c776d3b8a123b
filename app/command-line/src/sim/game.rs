//! One game by computer players, each of which knows what its seat knows.

use super::super::args::SimArgs;
use super::super::{Exit, Failure};
use super::seed_of;
use engine::game::{AnyMatch, AnyPlayer, AnyRuleset, Budget, NewMatch, SimResult};
use engine::present::{LogLine, ScoreView, Seat, TrackKind};
use engine::scenario::{Issues, OptionSet, ScenarioDoc};
use library::files;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What came of a game, and what it took.
pub struct Played {
    pub result: SimResult,
    /// How the end is told; of games by computer players.
    pub title: Option<String>,
    /// What each side's reckoning came to, line by line; of games by computer players.
    pub scores: Vec<ScoreLine>,
    /// Points of victory at the end, by seat.
    pub points: Vec<i32>,
    /// Processor time spent on choosing, by player.
    pub thought: Vec<Duration>,
    /// Points to spend that lapsed at the end of a player turn, by seat.
    pub lapsed: Vec<i32>,
    /// Turns of the game that were played.
    pub turns: u32,
    /// What the tracks stood at as each turn began, and at the end; of games that were watched for it.
    pub by_turn: Vec<TracksAt>,
}

/// A turn, none for the end of the game, and every track by name.
pub type TracksAt = (Option<u32>, Vec<(String, i32)>);

/// A line of a reckoning under its side, with its number; without one it is words.
pub type ScoreLine = (String, Option<i64>);

impl Played {
    /// A game of which the result alone is known.
    pub fn plain(result: SimResult) -> Self {
        Self {
            result,
            title: None,
            scores: Vec::new(),
            points: Vec::new(),
            thought: Vec::new(),
            lapsed: Vec::new(),
            turns: 0,
            by_turn: Vec::new(),
        }
    }
}

/// A reckoning by side and line: numbers as they are, words as part of the line.
fn score_lines(view: &ScoreView) -> Vec<ScoreLine> {
    let mut out = Vec::new();
    for s in &view.sides {
        for l in &s.lines {
            match l.value.parse() {
                Ok(n) => out.push((format!("{}: {}", s.name, l.name), Some(n))),
                Err(_) => out.push((format!("{}: {} {}", s.name, l.name, l.value), None)),
            }
        }
        out.push((format!("{}: total", s.name), Some(i64::from(s.points))));
    }
    out
}

/// The processor time of this thread so far.
#[cfg(unix)]
fn thread_time() -> Duration {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(t.tv_sec.unsigned_abs(), u32::try_from(t.tv_nsec).unwrap_or(0))
}

/// Where the system does not say, the clock.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

struct Table {
    game: Box<dyn AnyMatch>,
    bots: Vec<Box<dyn AnyPlayer>>,
    played: Played,
}

/// Points to spend, by side; a few rule systems have none.
fn points_in_hand(game: &dyn AnyMatch) -> Vec<i32> {
    let tracks = game.view(Seat::OPEN).tracks();
    tracks.iter().filter(|t| t.kind == TrackKind::Points).map(|t| t.at).collect()
}

/// Turn, and whose player turn it is.
fn player_turn(game: &dyn AnyMatch) -> (u32, Option<usize>) {
    let sequence = game.view(Seat::OPEN).sequence();
    let current = sequence.groups.iter().position(|g| g.phases.iter().any(|p| p.current));
    (sequence.turn, current)
}

impl Table {
    fn open(
        rules: &dyn AnyRuleset,
        doc: &Arc<ScenarioDoc>,
        options: &OptionSet,
        seed: u64,
        ids: &[String],
    ) -> Result<Self, Issues> {
        let how = NewMatch { options: options.clone(), seed, dice: None };
        let game = rules.new_match(Arc::clone(doc), &how)?;
        let bots: Vec<_> = (0..).zip(ids).filter_map(|(i, id)| game.player(id, seed_of(seed, i))).collect();
        let result =
            SimResult { winner: None, grade: 0, actions: 0, listed: 0, finished: false, turns: 0, hash: 0 };
        let seats = game.seats().len();
        let played = Played {
            thought: vec![Duration::ZERO; bots.len()],
            lapsed: vec![0; seats],
            ..Played::plain(result)
        };
        Ok(Self { game, bots, played })
    }

    /// The next decision; false when nobody is asked any more.
    fn decide(&mut self) -> bool {
        let Some(Seat(seat)) = self.game.to_act() else { return false };
        let who = seat as usize % self.bots.len().max(1);
        let Some(bot) = self.bots.get_mut(who) else { return false };
        let began = thread_time();
        let choice = self.game.request(Seat(seat), bot.observed()).and_then(|request| {
            Some((request.version(), bot.choose(request.as_ref(), &Budget::unlimited())?))
        });
        self.played.thought[who] += thread_time().saturating_sub(began);
        self.played.result.listed += self.game.legal_count() as u64;
        let Some((version, choice)) = choice else { return false };
        if self.game.submit_listed(version, choice).is_err() {
            return false;
        }
        self.played.result.actions += 1;
        true
    }

    /// The same, with an eye on points that lapse.
    fn decide_watched(&mut self) -> bool {
        let (turn, before) = (player_turn(self.game.as_ref()), points_in_hand(self.game.as_ref()));
        if !self.decide() {
            return false;
        }
        let after = points_in_hand(self.game.as_ref());
        if player_turn(self.game.as_ref()) != turn {
            for ((lapsed, before), after) in self.played.lapsed.iter_mut().zip(&before).zip(&after) {
                *lapsed += (before - after).max(0);
            }
        }
        true
    }

    fn close(mut self) -> Played {
        let over = self.game.outcome();
        let view = self.game.view(Seat::OPEN);
        let result = &mut self.played.result;
        result.winner = over.as_ref().and_then(|o| o.winner);
        result.finished = over.is_some();
        result.turns = view.sequence().turn;
        result.hash = self.game.hash();
        let score = view.score();
        self.played.points = score.sides.iter().map(|s| s.points).collect();
        self.played.scores = score_lines(&score);
        self.played.title = over.map(|o| o.title);
        self.played
    }
}

/// A game to its end.
pub fn play(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    seed: u64,
    ids: &[String],
) -> Result<Played, Issues> {
    let mut table = Table::open(rules, doc, options, seed, ids)?;
    while table.decide() {}
    Ok(table.close())
}

/// What points and other tracks stand at; the turns are no news.
fn tracks_now(game: &dyn AnyMatch) -> Vec<(String, i32)> {
    let tracks = game.view(Seat::OPEN).tracks();
    tracks.into_iter().filter(|t| t.kind != TrackKind::Turns).map(|t| (t.name, t.at)).collect()
}

/// A game to its end, with what the tracks stood at as each turn began.
pub fn play_by_turn(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    seed: u64,
    ids: &[String],
) -> Result<Played, Issues> {
    let mut table = Table::open(rules, doc, options, seed, ids)?;
    let mut last = None;
    loop {
        let turn = table.game.view(Seat::OPEN).sequence().turn;
        if last != Some(turn) && table.game.outcome().is_none() {
            last = Some(turn);
            table.played.by_turn.push((Some(turn), tracks_now(table.game.as_ref())));
        }
        if !table.decide() {
            break;
        }
    }
    table.played.by_turn.push((None, tracks_now(table.game.as_ref())));
    Ok(table.close())
}

/// A game to its end, counting the points that lapse and the turns it took.
pub fn play_watched(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    seed: u64,
    ids: &[String],
) -> Result<Played, Issues> {
    let mut table = Table::open(rules, doc, options, seed, ids)?;
    let first = table.game.view(Seat::OPEN).sequence().turn;
    while table.decide_watched() {}
    let last = table.game.view(Seat::OPEN).sequence().turn;
    table.played.turns = (last + 1).saturating_sub(first.max(1)).max(1);
    Ok(table.close())
}

/// The first game of a seed as a watcher reads it: with everything, or as the seats see it.
pub fn write_log(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    args: &SimArgs,
    path: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let opened = Table::open(rules, doc, options, seed_of(args.seed, 0), &args.bots);
    let mut table = match opened {
        Ok(table) => table,
        Err(issues) => {
            for issue in &issues.list {
                writeln!(out, "{}: {issue}", args.scenario)?;
            }
            return Ok(Exit::Bad);
        }
    };
    while table.decide() {}
    let mut text = String::new();
    for line in table.game.view(Seat::OPEN).log(0) {
        push_line(&mut text, &line);
    }
    if path == Path::new("-") {
        out.write_all(text.as_bytes())?;
    } else {
        files::write(path, text.as_bytes(), files::Keep::Nothing)?;
        writeln!(out, "{}: {} lines", path.display(), text.lines().count())?;
    }
    Ok(Exit::Good)
}

fn push_line(text: &mut String, line: &LogLine) {
    let dice: Vec<String> = line.dice.iter().map(|d| d.value.to_string()).collect();
    let _ = write!(text, "{:<10} {}", line.head, line.text);
    if !dice.is_empty() {
        let _ = write!(text, " [{}]", dice.join(" "));
    }
    if !line.detail.is_empty() {
        let _ = write!(text, " ({})", line.detail);
    }
    text.push('\n');
}
