//! Matches behind an object-safe trait: all that the rest of the program sees of them.

use super::player::{AnyPlayer, PlayerRequest, RandomSource, Roster, Seated};
use super::save::ChartDigests;
use super::seat_view::{MatchView, SeatView};
use super::{Match, Present, SaveFile, Seen, SubmitError, ToAct, UndoError};
use crate::dice::Dictated;
use crate::present::{Affordance, ChartView, KitView, OutcomeView, OverlayKind, Seat};
use crate::scenario::{OptionSet, Provenance, ScenarioDoc};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;

/// Log note where a solo player has undone past dice.
pub(super) const UNDO_NOTE: &str =
    "Taken back beyond dice or a change of player; new dice are rolled from here.";

/// A seat as shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatInfo {
    pub name: String,
    /// The palette's army name.
    pub army: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct MatchInfo {
    pub ruleset: &'static str,
    pub ruleset_name: &'static str,
    pub title: String,
    pub seed: u64,
    pub options: OptionSet,
    /// Some seat has hidden information.
    pub hides: bool,
}

/// A match of any rule system. Everything shown of it comes from [`AnyMatch::view`], for one seat.
pub trait AnyMatch: Send {
    fn info(&self) -> MatchInfo;
    fn doc(&self) -> &Arc<ScenarioDoc>;
    fn seats(&self) -> Vec<SeatInfo>;
    /// The seat to act; none when the game is over.
    fn to_act(&self) -> Option<Seat>;
    fn outcome(&self) -> Option<OutcomeView>;
    /// Grows with every change.
    fn version(&self) -> u64;
    fn hash(&self) -> u64;

    /// How many legal actions the seat to act has.
    fn legal_count(&self) -> usize;
    /// What `seat` sees of the match now.
    fn view(&self, seat: Seat) -> Box<dyn SeatView + '_>;
    /// Submits a legal action by its index. Read the outcome for each seat with [`SeatView::log_with_motions`].
    fn submit(&mut self, id: usize) -> Result<(), SubmitError>;
    /// Submits an action from the list made for `version`; refused if the match has changed since.
    fn submit_listed(&mut self, version: u64, id: usize) -> Result<(), SubmitError> {
        if version == self.version() { self.submit(id) } else { Err(SubmitError::Stale) }
    }
    /// Creates the computer player with this id; `seed` is for its own randomness.
    fn player(&self, id: &str, seed: u64) -> Option<Box<dyn AnyPlayer>>;
    /// A request to the computer player in `seat` for its next decision, with the events it saw from log entry
    /// `observed` on; none if another seat is to act.
    fn request(&self, seat: Seat, observed: usize) -> Option<Box<dyn PlayerRequest>>;
    /// Sets the dice for the next action.
    fn dictate(&mut self, dice: Dictated);
    fn log_len(&self) -> usize;
    /// The charts in force as tables, limited to what the scenario uses.
    fn charts(&self) -> Vec<ChartView>;
    /// What playing the scenario on a table needs, as it starts and with nothing hidden: for print, not for a seat.
    fn kit(&self) -> KitView;
    fn overlays(&self) -> &'static [OverlayKind];

    fn can_undo(&self, lift: bool) -> Result<(), UndoError>;
    fn undo(&mut self, lift: bool) -> Result<(), UndoError>;
    fn can_redo(&self) -> bool;
    fn redo(&mut self) -> bool;
    fn save(&self) -> SaveFile;
    /// The same save, made when the result is called, on any thread. Only state and journal are copied now.
    fn save_later(&self) -> SaveLater;
    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// The match as it stood after `entries` journal entries, for looking back.
    fn at(&self, entries: usize) -> Box<dyn AnyMatch>;
    /// The same as a branch to play on from, with dice of its own; `note` goes into the log.
    fn branch(&self, entries: usize, note: &str, salt: u64) -> Box<dyn AnyMatch>;
    /// Part of the match as a save that starts in the middle.
    fn extract(&self, from: usize, to: usize) -> SaveFile;
}

/// A save whose texts are still to be made.
pub type SaveLater = Box<dyn FnOnce() -> SaveFile + Send>;

/// The affordances made for a version and a seat.
type Listed = (u64, Seat, Arc<Vec<Affordance>>);

/// A match with the options, charts and players it was made with.
pub(super) struct Played<R: Present> {
    pub(super) game: Match<R>,
    /// Cached by version: every 'why not?' needs them.
    listed: RefCell<Option<Listed>>,
    options: OptionSet,
    charts: Arc<ChartDigests>,
    heads: Arc<Vec<ChartOrigin>>,
    roster: Roster<R>,
}

/// A chart file and where it comes from.
pub(super) struct ChartOrigin {
    pub path: String,
    pub provenance: Provenance,
    pub own: bool,
}

impl<R: Present> Played<R> {
    pub(super) fn new(
        game: Match<R>,
        options: OptionSet,
        charts: Arc<ChartDigests>,
        heads: Arc<Vec<ChartOrigin>>,
        roster: Roster<R>,
    ) -> Self {
        Self { game, listed: RefCell::default(), options, charts, heads, roster }
    }

    /// The legal actions in words, as the seat to act sees them.
    pub(super) fn listed(&self, viewer: Seat, seen: &Seen<'_, R>) -> Arc<Vec<Affordance>> {
        let version = self.game.version();
        if let Some((v, s, list)) = &*self.listed.borrow()
            && (*v, *s) == (version, viewer)
        {
            return Arc::clone(list);
        }
        let list = Arc::new(R::affordances(self.game.cx(), seen, self.game.legal()));
        *self.listed.borrow_mut() = Some((version, viewer, Arc::clone(&list)));
        list
    }

    pub(super) fn outcome_view(&self) -> Option<OutcomeView> {
        match self.game.to_act() {
            ToAct::Over(o) => Some(R::outcome(self.game.cx(), &self.game.seen(Seat::OPEN), o)),
            _ => None,
        }
    }

    /// The same match at another moment.
    fn with_game(&self, game: Match<R>) -> Box<dyn AnyMatch> {
        let (charts, heads) = (Arc::clone(&self.charts), Arc::clone(&self.heads));
        Box::new(Self::new(game, self.options.clone(), charts, heads, self.roster))
    }
}

impl<R: Present> AnyMatch for Played<R> {
    fn info(&self) -> MatchInfo {
        MatchInfo {
            ruleset: R::ID,
            ruleset_name: R::NAME,
            title: self.game.doc.title.clone(),
            seed: self.game.dice.seed(),
            options: self.options.clone(),
            hides: R::has_hidden_information(self.game.cx()),
        }
    }

    fn doc(&self) -> &Arc<ScenarioDoc> {
        self.game.doc()
    }

    fn seats(&self) -> Vec<SeatInfo> {
        R::seats(self.game.cx())
    }

    fn to_act(&self) -> Option<Seat> {
        match self.game.to_act() {
            ToAct::Seat(s) => Some(s),
            _ => None,
        }
    }

    fn outcome(&self) -> Option<OutcomeView> {
        self.outcome_view()
    }

    fn version(&self) -> u64 {
        self.game.version()
    }

    fn hash(&self) -> u64 {
        self.game.hash()
    }

    fn legal_count(&self) -> usize {
        self.game.legal().len()
    }

    fn view(&self, seat: Seat) -> Box<dyn SeatView + '_> {
        Box::new(MatchView::new(self, seat))
    }

    fn player(&self, id: &str, seed: u64) -> Option<Box<dyn AnyPlayer>> {
        let player = (self.roster.make)(id)?;
        Some(Box::new(Seated { id: id.to_owned(), player, random: RandomSource::new(seed), observed: 0 }))
    }

    fn request(&self, seat: Seat, observed: usize) -> Option<Box<dyn PlayerRequest>> {
        let ToAct::Seat(actor) = self.game.to_act() else { return None };
        (actor == seat).then(|| Box::new(self.game.request(seat, observed)) as Box<dyn PlayerRequest>)
    }

    fn submit(&mut self, id: usize) -> Result<(), SubmitError> {
        self.game.submit(id)
    }

    fn dictate(&mut self, dice: Dictated) {
        self.game.dictate(dice);
    }

    fn log_len(&self) -> usize {
        self.game.log_len()
    }

    fn charts(&self) -> Vec<ChartView> {
        let mut out = R::charts(self.game.cx());
        for c in &mut out {
            if let Some(head) = self.heads.iter().find(|h| h.path == c.file) {
                (c.provenance, c.own) = (head.provenance.clone(), head.own);
            }
        }
        out
    }

    fn kit(&self) -> KitView {
        R::kit(self.game.cx())
    }

    fn overlays(&self) -> &'static [OverlayKind] {
        R::overlays()
    }

    fn can_undo(&self, lift: bool) -> Result<(), UndoError> {
        self.game.can_undo(lift)
    }

    fn undo(&mut self, lift: bool) -> Result<(), UndoError> {
        self.game.undo(lift)
    }

    fn can_redo(&self) -> bool {
        self.game.can_redo()
    }

    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    fn save(&self) -> SaveFile {
        let mut file = self.game.save(&self.options, (*self.charts).clone());
        let at = self.view(Seat::OPEN).sequence();
        file.standing = match self.outcome() {
            Some(o) => o.title,
            None => format!("{} of {}", at.turn, at.turns),
        };
        file
    }

    fn save_later(&self) -> SaveLater {
        let (charts, heads) = (Arc::clone(&self.charts), Arc::clone(&self.heads));
        let game = self.game.without_log_and_undo();
        let copy = Self::new(game, self.options.clone(), charts, heads, self.roster);
        Box::new(move || copy.save())
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        self.with_game(self.game.clone())
    }

    fn at(&self, entries: usize) -> Box<dyn AnyMatch> {
        self.with_game(self.game.at(entries))
    }

    fn branch(&self, entries: usize, note: &str, salt: u64) -> Box<dyn AnyMatch> {
        self.with_game(self.game.branch(entries, note.to_owned(), salt))
    }

    fn extract(&self, from: usize, to: usize) -> SaveFile {
        self.with_game(self.game.extract(from, to)).save()
    }
}
