//! A match with its players: plain views made once for each change, computer players on a thread
//! of their own, and the text of a save.

use super::lines::Lines;
use engine::ai::Bot;
use engine::game::{AnyMatch, SeatInfo, SubmitError, UndoError};
use engine::present::{
    Affordance, BoardView, LogLine, Motion, Odds, OutcomeView, Prompt, Rulebook, ScoreView, Seat,
    SequenceView, SheetView, TrackView,
};
use engine::scenario::{ScenarioDoc, Schema};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

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
    /// Empty while the computer thinks.
    pub actions: Vec<Affordance>,
    pub tracks: Vec<TrackView>,
    pub sequence: SequenceView,
    pub sheets: Vec<SheetView>,
    pub score: ScoreView,
    pub log: Vec<LogLine>,
    pub outcome: Option<OutcomeView>,
}

type Thought = (u64, Option<usize>, Box<dyn Bot>);

pub struct Session {
    pub game: Box<dyn AnyMatch>,
    pub schema: Arc<Schema>,
    pub ruleset_name: String,
    pub players: Vec<Player>,
    pub seats: Vec<SeatInfo>,
    /// Everything is shown to whoever sits here.
    pub open: bool,
    pub views: Views,
    /// A moment of the match that is looked back at; the views are then of it.
    past: Option<Box<dyn AnyMatch>>,
    /// Other lines of the same match.
    pub lines: Lines,
    /// The rules in words.
    pub book: Arc<Rulebook>,
    seen: Option<(u64, Seat)>,
    odds: BTreeMap<usize, Option<Odds>>,
    bots: BTreeMap<u8, Box<dyn Bot>>,
    thinking: Option<(u8, Receiver<Thought>)>,
}

impl Session {
    pub fn new(
        game: Box<dyn AnyMatch>,
        schema: Arc<Schema>,
        ruleset_name: String,
        players: Vec<Player>,
        open: bool,
    ) -> Self {
        let seats = game.seats();
        let mut s = Self {
            game,
            schema,
            ruleset_name,
            players,
            seats,
            open,
            views: Views::default(),
            book: Arc::default(),
            past: None,
            lines: Lines::default(),
            seen: None,
            odds: BTreeMap::new(),
            bots: BTreeMap::new(),
            thinking: None,
        };
        s.restore_bots();
        s.refresh();
        s
    }

    /// Computer players that are missing; one that thinks for another line is lost with its thought.
    fn restore_bots(&mut self) {
        let seed = self.game.info().seed;
        for (i, p) in (0u8..).zip(&self.players) {
            if let Player::Computer(id) = p
                && !self.bots.contains_key(&i)
                && let Some(bot) =
                    engine::ai::bot(id, seed ^ (u64::from(i) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            {
                self.bots.insert(i, bot);
            }
        }
    }

    pub fn doc(&self) -> &Arc<ScenarioDoc> {
        self.game.doc()
    }

    fn persons(&self) -> impl Iterator<Item = u8> + '_ {
        (0u8..).zip(&self.players).filter(|(_, p)| **p == Player::Person).map(|(i, _)| i)
    }

    /// Nobody can be deceived: one person, or none, sits here.
    pub fn solo(&self) -> bool {
        self.open || self.persons().count() <= 1
    }

    /// Whose eyes the screen has now.
    pub fn viewer(&self) -> Seat {
        if self.open || self.game.outcome().is_some() {
            return Seat::OPEN;
        }
        let acting = self.game.to_act().filter(|s| self.player(*s) == &Player::Person);
        acting.or_else(|| self.persons().next().map(Seat)).unwrap_or(Seat::OPEN)
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
        self.look(None);
        old
    }

    /// Makes the views anew if anything has changed. True if it has.
    pub fn refresh(&mut self) -> bool {
        let viewer = self.viewer();
        let now = Some((self.shown().version(), viewer));
        if self.seen == now {
            return false;
        }
        self.seen = now;
        self.odds.clear();
        let g = self.shown();
        let idle = self.computer_acts() || self.past.is_some();
        let actions = if idle { Vec::new() } else { g.affordances(viewer) };
        self.views = Views {
            board: g.board(viewer),
            prompt: g.prompt(viewer),
            actions,
            tracks: g.tracks(viewer),
            sequence: g.sequence(viewer),
            sheets: g.sheets(viewer),
            score: g.score(viewer),
            log: g.log(viewer, 0),
            outcome: if self.past.is_some() { None } else { g.outcome() },
        };
        true
    }

    /// What may come of an action; reckoned once.
    pub fn odds(&mut self, id: usize) -> Option<&Odds> {
        let viewer = self.viewer();
        let game = &self.game;
        self.odds.entry(id).or_insert_with(|| game.odds(viewer, id)).as_ref()
    }

    /// Does an action; what moved is for showing.
    pub fn submit(&mut self, id: usize) -> Result<Vec<Motion>, SubmitError> {
        let done = self.game.submit(id).map(|s| s.motions);
        self.refresh();
        done
    }

    pub fn undo(&mut self, lift: bool) -> Result<(), UndoError> {
        self.game.undo(lift)?;
        self.refresh();
        Ok(())
    }

    pub fn redo(&mut self) -> bool {
        let done = self.game.redo();
        self.refresh();
        done
    }

    /// The text of a save.
    pub fn save_text(&self) -> String {
        let mut file = self.game.save();
        file.players = self.players.iter().map(|p| p.word().to_owned()).collect();
        self.lines.write(&mut file);
        file.to_text()
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
        let fork = self.game.fork();
        let version = self.game.version();
        let work = move || {
            let choice = bot.choose(fork.as_ref());
            let _ = tell.send((version, choice, bot));
            wake();
        };
        let spawned = std::thread::Builder::new().name("computer player".into()).spawn(work);
        spawned.map_err(|e| e.to_string())?;
        self.thinking = Some((seat.0, hear));
        Ok(())
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Takes the computer's decision, if it has come and still fits.
    pub fn decided(&mut self) -> Option<usize> {
        let (seat, hear) = self.thinking.take()?;
        match hear.try_recv() {
            Ok((version, choice, bot)) => {
                self.bots.insert(seat, bot);
                choice.filter(|_| version == self.game.version())
            }
            Err(TryRecvError::Empty) => {
                self.thinking = Some((seat, hear));
                None
            }
            Err(TryRecvError::Disconnected) => None,
        }
    }
}
