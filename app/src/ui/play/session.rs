//! A match with its players: plain views made once for each change, computer players on a thread
//! of their own, and the text of a save.

use super::lines::Lines;
use super::sharing::{Mode, Sharing};
use engine::game::{AnyMatch, AnyPlayer, Budget, SeatInfo, Seating, SubmitError, UndoError};
use engine::present::{
    Affordance, BoardView, LogLine, Odds, OutcomeView, ProcedureView, Prompt, Rulebook, ScoreView, Seat,
    SequenceView, SheetView, Told, TrackView,
};
use engine::scenario::{ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// Who decides for a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    Person,
    /// A computer player by its id.
    Computer(String),
}

/// Said in saves for a seat that a person plays.
pub const PERSON: &str = "person";

impl Player {
    pub fn from_word(word: &str) -> Self {
        if word == PERSON || word.is_empty() { Self::Person } else { Self::Computer(word.to_owned()) }
    }

    pub fn word(&self) -> &str {
        match self {
            Self::Person => PERSON,
            Self::Computer(id) => id,
        }
    }
}

/// Everything shown of a match, made for one seat at one moment.
#[derive(Default)]
pub struct Views {
    pub board: BoardView,
    pub prompt: Prompt,
    /// What is being done step by step.
    pub procedure: Option<ProcedureView>,
    /// Empty while the computer thinks.
    pub actions: Vec<Affordance>,
    pub tracks: Vec<TrackView>,
    pub sequence: SequenceView,
    pub sheets: Vec<SheetView>,
    pub score: ScoreView,
    pub log: Vec<LogLine>,
    pub outcome: Option<OutcomeView>,
}

/// A computer player gets no longer than this for one action.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(30);

type Thought = (u64, Result<Option<usize>, String>, Option<Box<dyn AnyPlayer>>);

struct Thinker {
    seat: u8,
    hear: Receiver<Thought>,
    since: Instant,
    /// Set when the player shall answer with the best it has, or is no longer asked.
    stop: Arc<AtomicBool>,
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// How far the computer has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nobody thinks, or what was thought no longer fits.
    None,
    Thinking,
    Do(usize),
    /// It gave no answer: why. The match is as it was.
    Failed(String),
}

pub struct Session {
    pub game: Box<dyn AnyMatch>,
    pub schema: Arc<Schema>,
    pub ruleset_name: String,
    pub players: Vec<Player>,
    pub seats: Vec<SeatInfo>,
    pub sharing: Sharing,
    pub views: Views,
    /// A moment of the match that is looked back at; the views are then of it.
    past: Option<Box<dyn AnyMatch>>,
    /// Other lines of the same match.
    pub lines: Lines,
    /// The rules in words.
    pub book: Arc<Rulebook>,
    seen: Option<(u64, Seat)>,
    odds: BTreeMap<usize, Option<Odds>>,
    bots: BTreeMap<u8, Box<dyn AnyPlayer>>,
    thinking: Option<Thinker>,
    /// How long a computer player may think over one action.
    pub longest_thought: Duration,
}

impl Session {
    pub fn new(
        game: Box<dyn AnyMatch>,
        schema: Arc<Schema>,
        ruleset_name: String,
        players: Vec<Player>,
        mode: Mode,
        seating: &Seating,
    ) -> Self {
        let seats = game.seats();
        let info = game.info();
        let mode = mode.fitting(info.hides);
        let persons = players.iter().filter(|p| **p == Player::Person).count();
        let covered = mode == Mode::Curtain && persons > 1 && game.to_act().is_some();
        let made = (0u8..).zip(&players).filter_map(|(i, p)| Some((i, bot_of(game.as_ref(), p, i)?)));
        let bots = made.collect();
        let mut s = Self {
            game,
            schema,
            ruleset_name,
            players,
            seats,
            sharing: Sharing::new(mode, seating, covered),
            views: Views::default(),
            book: Arc::default(),
            past: None,
            lines: Lines::default(),
            seen: None,
            odds: BTreeMap::new(),
            bots,
            thinking: None,
            longest_thought: LONGEST_THOUGHT,
        };
        s.refresh();
        s
    }

    /// Makes the computer players that are missing. One that was still thinking about another line of the match is dropped.
    fn restore_bots(&mut self) {
        for (i, p) in (0u8..).zip(&self.players) {
            if !self.bots.contains_key(&i)
                && let Some(bot) = bot_of(self.game.as_ref(), p, i)
            {
                self.bots.insert(i, bot);
            }
        }
    }

    /// Computer players hear the match told anew after it was taken back.
    fn forget_observed(&mut self) {
        self.bots.values_mut().for_each(|b| b.forget());
    }

    pub fn doc(&self) -> &Arc<ScenarioDoc> {
        self.game.doc()
    }

    /// Whether the turn track marks this turn as one of winter: the map lies under snow.
    pub fn is_winter(&self) -> bool {
        let marks = &self.doc().turns.marks;
        marks.get(&self.views.sequence.turn).is_some_and(|m| m.iter().any(|w| w == "winter"))
    }

    fn persons(&self) -> impl Iterator<Item = u8> + '_ {
        (0u8..).zip(&self.players).filter(|(_, p)| **p == Player::Person).map(|(i, _)| i)
    }

    fn several(&self) -> bool {
        self.persons().count() > 1
    }

    /// Nobody can be deceived: one person, or none, sits here.
    pub fn solo(&self) -> bool {
        !self.several() || matches!(self.sharing.mode, Mode::Open | Mode::Fog)
    }

    /// People change places behind a curtain.
    fn curtained(&self) -> bool {
        self.sharing.mode == Mode::Curtain && self.several() && self.game.to_act().is_some()
    }

    /// The curtain is down: nothing of the match may be shown.
    pub fn covered(&self) -> bool {
        self.curtained() && self.sharing.covered()
    }

    /// The person who is to have the screen next, if another has it now.
    pub fn handing(&self) -> Option<Seat> {
        let next = self.game.to_act().filter(|s| *self.player(*s) == Player::Person)?;
        (self.curtained() && self.sharing.at() != Some(next)).then_some(next)
    }

    /// Lets the curtain fall over everything.
    pub fn leave(&mut self) {
        if !self.curtained() || self.sharing.covered() {
            return;
        }
        let board = std::mem::take(&mut self.views).board;
        self.sharing.leave(self.game.log_len(), board);
        self.forget();
    }

    /// The next person sits down and the curtain rises. What this seat saw since it left, and the
    /// field as it was then.
    pub fn sit(&mut self) -> Option<(Seat, Vec<Told>, Option<BoardView>)> {
        let seat = self.handing()?;
        self.sharing.sit(seat);
        self.refresh();
        let (from, board) = self.sharing.since(seat, self.game.log_len());
        Some((seat, self.game.view(seat).log_with_motions(from), board.cloned()))
    }

    /// Nothing made for an earlier viewer stays.
    fn forget(&mut self) {
        self.views = Views::default();
        self.past = None;
        self.odds.clear();
        self.seen = None;
    }

    /// Whose eyes the screen has now.
    pub fn viewer(&self) -> Seat {
        if self.game.outcome().is_some() {
            return Seat::OPEN;
        }
        if !self.several() {
            return self.persons().next().map_or(Seat::OPEN, Seat);
        }
        let acting = self.game.to_act().filter(|s| self.player(*s) == &Player::Person);
        let first = || self.persons().next().map_or(Seat::OPEN, Seat);
        match self.sharing.mode {
            Mode::Open | Mode::Table => Seat::OPEN,
            Mode::Fog => acting.unwrap_or_else(first),
            Mode::Curtain => self.sharing.at().or(acting).unwrap_or_else(first),
        }
    }

    pub fn player(&self, seat: Seat) -> &Player {
        self.players.get(seat.0 as usize).unwrap_or(&Player::Person)
    }

    /// The seat to act is the computer's.
    pub fn computer_acts(&self) -> bool {
        self.game.to_act().is_some_and(|s| matches!(self.player(s), Player::Computer(_)))
    }

    /// The match whose views are shown: the one being played, or the moment looked back at.
    pub fn shown(&self) -> &dyn AnyMatch {
        self.past.as_deref().unwrap_or(self.game.as_ref())
    }

    /// Looking back, not playing.
    pub fn looks_back(&self) -> bool {
        self.past.is_some()
    }

    /// Shows another moment, or the present again.
    pub fn look(&mut self, past: Option<Box<dyn AnyMatch>>) {
        self.past = past;
        self.seen = None;
        self.refresh();
    }

    /// Goes over to another line of the match; what the computer was thinking of is forgotten.
    pub fn take_over(&mut self, game: Box<dyn AnyMatch>) -> Box<dyn AnyMatch> {
        let old = std::mem::replace(&mut self.game, game);
        self.thinking = None;
        self.restore_bots();
        self.forget_observed();
        self.look(None);
        old
    }

    /// Makes the views anew if anything has changed. True if it has.
    pub fn refresh(&mut self) -> bool {
        if self.covered() {
            self.forget();
            return false;
        }
        let viewer = self.viewer();
        let now = Some((self.shown().version(), viewer));
        if self.seen == now {
            return false;
        }
        self.seen = now;
        self.odds.clear();
        let idle = self.computer_acts() || self.past.is_some();
        let views = {
            let game = self.shown();
            let view = game.view(viewer);
            Views {
                board: view.board(),
                prompt: view.prompt(),
                procedure: view.procedure(),
                actions: if idle { Vec::new() } else { view.affordances() },
                tracks: view.tracks(),
                sequence: view.sequence(),
                sheets: view.sheets(),
                score: view.score(),
                log: view.log(0),
                outcome: if self.past.is_some() { None } else { game.outcome() },
            }
        };
        self.views = views;
        if self.past.is_some() {
            self.views.board.counters.iter_mut().for_each(|c| c.can_act = false);
        }
        true
    }

    /// What may come of an action; reckoned once.
    pub fn odds(&mut self, id: usize) -> Option<&Odds> {
        let viewer = self.viewer();
        let game = &self.game;
        self.odds.entry(id).or_insert_with(|| game.view(viewer).odds(id)).as_ref()
    }

    /// The same, but not reckoned now if something else has been in this frame already.
    pub fn odds_if_ready(&mut self, id: usize, reckoned: &mut bool) -> Option<&Odds> {
        if !self.odds.contains_key(&id) {
            if *reckoned {
                return None;
            }
            *reckoned = true;
        }
        self.odds(id)
    }

    /// Does an action; what the viewer saw of it is for showing.
    pub fn submit(&mut self, id: usize) -> Result<Vec<Told>, SubmitError> {
        let from = self.game.log_len();
        let done = self.game.submit(id);
        self.refresh();
        done.map(|()| self.game.view(self.viewer()).log_with_motions(from))
    }

    pub fn undo(&mut self, lift: bool) -> Result<(), UndoError> {
        self.game.undo(lift)?;
        self.forget_observed();
        self.refresh();
        Ok(())
    }

    pub fn redo(&mut self) -> bool {
        let done = self.game.redo();
        self.forget_observed();
        self.refresh();
        done
    }

    /// The text of a save.
    pub fn save_text(&self) -> String {
        self.save_text_later()()
    }

    /// The same, to be called on another thread: in a long game the text takes longer than a frame.
    pub fn save_text_later(&self) -> impl FnOnce() -> String + Send + use<> {
        let make_file = self.game.save_later();
        let players = self.players.iter().map(|p| p.word().to_owned()).collect();
        let (lines, seating) = (self.lines.saved(), self.sharing.saved());
        move || {
            let mut file = make_file();
            file.players = players;
            lines.write(&mut file);
            file.seating = seating;
            file.to_text()
        }
    }

    /// Lets the computer think on a thread of its own; `wake` is called when it has decided.
    pub fn think(&mut self, wake: impl FnOnce() + Send + 'static) -> Result<(), String> {
        let Some(seat) = self.game.to_act() else { return Ok(()) };
        if self.thinking.is_some() {
            return Ok(());
        }
        let Some(mut bot) = self.bots.remove(&seat.0) else {
            return Err(format!("no computer player '{}' is known", self.player(seat).word()));
        };
        let (tell, hear) = channel();
        let Some(request) = self.game.request(seat, bot.observed()) else { return Ok(()) };
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::new(u64::MAX, Arc::clone(&stop));
        let work = move || {
            // A player that fails must not take the match with it.
            let thought = catch_unwind(AssertUnwindSafe(|| bot.choose(request.as_ref(), &budget)));
            let _ = tell.send(match thought {
                Ok(choice) => (request.version(), Ok(choice), Some(bot)),
                Err(why) => (request.version(), Err(said(why.as_ref())), None),
            });
            wake();
        };
        let spawned = std::thread::Builder::new().name("computer player".into()).spawn(work);
        spawned.map_err(|e| e.to_string())?;
        self.thinking = Some(Thinker { seat: seat.0, hear, since: Instant::now(), stop });
        Ok(())
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Takes the computer's decision, if it has come and still fits.
    pub fn decided(&mut self) -> Decision {
        let Some(t) = self.thinking.take() else { return Decision::None };
        match t.hear.try_recv() {
            Ok((version, choice, bot)) => {
                if let Some(mut bot) = bot {
                    if version != self.game.version() {
                        bot.forget();
                    }
                    self.bots.insert(t.seat, bot);
                }
                match choice {
                    _ if version != self.game.version() => Decision::None,
                    Ok(Some(id)) => Decision::Do(id),
                    Ok(None) => Decision::Failed("it gave no answer".into()),
                    Err(why) => Decision::Failed(format!("it broke off: {why}")),
                }
            }
            Err(TryRecvError::Empty) if t.since.elapsed() < self.longest_thought => {
                self.thinking = Some(t);
                Decision::Thinking
            }
            Err(TryRecvError::Empty) => {
                let most = self.longest_thought.as_secs_f32();
                Decision::Failed(format!("it has thought for more than {most} s"))
            }
            Err(TryRecvError::Disconnected) => Decision::Failed("it broke off".into()),
        }
    }

    /// Somebody else decides for a seat from now on; a computer player begins afresh.
    pub fn seat(&mut self, seat: Seat, player: Player) {
        self.thinking = None;
        // One person who takes over the other side plays both, and still may not look ahead.
        if player == Player::Person && self.persons().count() <= 1 {
            self.sharing.mode = Mode::Fog.fitting(self.game.info().hides);
        }
        let bot = bot_of(self.game.as_ref(), &player, seat.0);
        if let Some(p) = self.players.get_mut(seat.0 as usize) {
            *p = player;
        }
        self.bots.remove(&seat.0);
        self.bots.extend(bot.map(|b| (seat.0, b)));
        self.seen = None;
        self.refresh();
    }

    /// Puts a computer player of the caller's own in a seat.
    pub fn seat_bot(&mut self, seat: Seat, bot: Box<dyn AnyPlayer>) {
        self.seat(seat, Player::Computer(bot.id().to_owned()));
        self.bots.insert(seat.0, bot);
    }
}

/// A computer player for a seat, with randomness that differs by match, seat and moment.
fn bot_of(game: &dyn AnyMatch, player: &Player, seat: u8) -> Option<Box<dyn AnyPlayer>> {
    let Player::Computer(id) = player else { return None };
    let salt = (u64::from(seat) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    game.player(id, game.info().seed ^ game.version() ^ salt)
}

/// What a thread said when it broke off.
fn said(why: &(dyn std::any::Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|s| (*s).to_owned());
    text.or_else(|| why.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}
