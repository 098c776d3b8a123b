//! Matches behind an object-safe trait: all that the rest of the program sees of them.

use super::save::ChartDigests;
use super::{Limits, Match, Present, SaveFile, Seen, SubmitError, ToAct, UndoError, odds_within};
use crate::dice::Dictated;
use crate::hex::HexId;
use crate::present::{
    Affordance, BoardView, ChartUse, ChartView, Course, Explanation, Inspector, KitView, LogLine, Moment,
    Odds, OutcomeView, OverlayKind, OverlayView, Prompt, ScoreView, Seat, SequenceView, SheetView, SightView,
    Target, Told, TrackView, WayView,
};
use crate::scenario::{OptionSet, Provenance, ScenarioDoc};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;

/// Said in the log where a solo player took dice back.
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
    /// Some seat may not know everything.
    pub hides: bool,
}

/// A match, whatever its rules. Every view is made for one seat; `Seat::OPEN` sees everything and
/// is for solo play in the open and for games that are over.
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
    /// The legal actions; empty for a seat that is not to act.
    fn affordances(&self, seat: Seat) -> Vec<Affordance>;
    /// Does an action. What came of it each seat asks by itself, with [`AnyMatch::told`].
    fn submit(&mut self, id: usize) -> Result<(), SubmitError>;
    /// Lays down dice for the next action.
    fn dictate(&mut self, dice: Dictated);
    fn odds(&self, seat: Seat, id: usize) -> Option<Odds> {
        self.odds_within(seat, id, &Limits::default())
    }
    /// The same with other limits on what is counted in full.
    fn odds_within(&self, seat: Seat, id: usize, limits: &Limits) -> Option<Odds>;
    fn explain(&self, seat: Seat, subject: &Target, target: &Target) -> Explanation;
    /// How well off each legal action would leave the seat to act, as far as it knows; for computer
    /// players. Empty for others.
    fn prospects(&self, seat: Seat, seed: u64) -> Vec<f64>;

    /// The hexes an action leads through.
    fn route(&self, seat: Seat, id: usize) -> Vec<HexId>;
    /// What a drawn way would cost, hex by hex.
    fn way(&self, seat: Seat, subject: &Target, hexes: &[HexId]) -> WayView;
    /// The next action on a drawn way.
    fn follow(&self, seat: Seat, subject: &Target, hexes: &[HexId]) -> Option<usize>;
    /// The line of sight between two hexes; none where the rules know none.
    fn sight(&self, seat: Seat, from: HexId, to: HexId) -> Option<SightView>;

    fn prompt(&self, seat: Seat) -> Prompt;
    fn board(&self, seat: Seat) -> BoardView;
    fn sheets(&self, seat: Seat) -> Vec<SheetView>;
    fn tracks(&self, seat: Seat) -> Vec<TrackView>;
    fn sequence(&self, seat: Seat) -> SequenceView;
    fn inspect(&self, seat: Seat, target: &Target) -> Inspector;
    fn score(&self, seat: Seat) -> ScoreView;
    /// Log lines from entry `from` on.
    fn log(&self, seat: Seat, from: usize) -> Vec<LogLine>;
    fn log_len(&self) -> usize;
    /// The charts this match is played by, as tables, only what the scenario uses.
    fn charts(&self) -> Vec<ChartView>;
    /// What a table game of the scenario needs. Of the scenario as it starts, with everything in
    /// it: for paper, not for a seat.
    fn kit(&self) -> KitView;
    /// What this seat was told from entry `from` on, with what it saw moving.
    fn told(&self, seat: Seat, from: usize) -> Vec<Told>;
    fn overlays(&self) -> &'static [OverlayKind];
    fn overlay(&self, seat: Seat, kind: &str, subject: Option<&Target>) -> OverlayView;

    fn can_undo(&self, lift: bool) -> Result<(), UndoError>;
    fn undo(&mut self, lift: bool) -> Result<(), UndoError>;
    fn can_redo(&self) -> bool;
    fn redo(&mut self) -> bool;
    fn save(&self) -> SaveFile;
    /// A copy to try things on.
    fn fork(&self) -> Box<dyn AnyMatch>;

    /// Moments as `seat` could tell them apart, the start first and now last.
    fn timeline(&self, seat: Seat) -> Vec<Moment>;
    /// The match as it stood after so many entries of its journal, to be looked at.
    fn at(&self, entries: usize) -> Box<dyn AnyMatch>;
    /// The same to be played on with dice of its own; `note` goes into the log.
    fn branch(&self, entries: usize, note: &str, salt: u64) -> Box<dyn AnyMatch>;
    /// Part of the match as a save that starts in the middle.
    fn extract(&self, from: usize, to: usize) -> SaveFile;
    /// The position as a scenario that begins with it.
    fn position(&self, seat: Seat) -> ScenarioDoc;
    /// Rows of charts used by the last thing told to `seat` that used any.
    fn charts_used(&self, seat: Seat) -> Vec<ChartUse>;
    /// Luck, losses, points and turning points, as `seat` may look back on them.
    fn course(&self, seat: Seat) -> Course;
}

/// Legal actions in words: for which version and seat.
type Listed = (u64, Seat, Arc<Vec<Affordance>>);

/// A match with what it was made of.
pub(super) struct Played<R: Present> {
    game: Match<R>,
    /// Made once for each change: every 'why not?' asks for them.
    listed: RefCell<Option<Listed>>,
    options: OptionSet,
    charts: Arc<ChartDigests>,
    heads: Arc<Vec<ChartOrigin>>,
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
    ) -> Self {
        Self { game, listed: RefCell::default(), options, charts, heads }
    }

    fn seen(&self, seat: Seat) -> Seen<'_, R> {
        self.game.seen(seat)
    }

    fn listed(&self, seat: Seat) -> Arc<Vec<Affordance>> {
        let Some(actor) = self.may_act(seat) else { return Arc::default() };
        let version = self.game.version();
        if let Some((v, s, list)) = &*self.listed.borrow()
            && (*v, *s) == (version, seat)
        {
            return Arc::clone(list);
        }
        let seen = self.seen(actor);
        let one = |(i, a)| R::affordance(self.game.cx(), &seen, a, i);
        let list: Arc<Vec<Affordance>> = Arc::new(self.game.legal().iter().enumerate().map(one).collect());
        *self.listed.borrow_mut() = Some((version, seat, Arc::clone(&list)));
        list
    }

    /// The same match at another moment.
    fn with_game(&self, game: Match<R>) -> Box<dyn AnyMatch> {
        let (charts, heads) = (Arc::clone(&self.charts), Arc::clone(&self.heads));
        Box::new(Self::new(game, self.options.clone(), charts, heads))
    }

    /// Whether `seat` may be shown what the seat to act may do.
    fn may_act(&self, seat: Seat) -> Option<Seat> {
        match self.game.to_act() {
            ToAct::Seat(s) if s == seat || seat == Seat::OPEN => Some(s),
            _ => None,
        }
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
            hides: R::hides(self.game.cx()),
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
        match self.game.to_act() {
            ToAct::Over(o) => Some(R::outcome(self.game.cx(), &self.seen(Seat::OPEN), o)),
            _ => None,
        }
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

    fn affordances(&self, seat: Seat) -> Vec<Affordance> {
        self.listed(seat).to_vec()
    }

    fn prospects(&self, seat: Seat, seed: u64) -> Vec<f64> {
        let Some(actor) = self.may_act(seat) else { return Vec::new() };
        crate::ai::prospects(self.game.cx(), &self.seen(actor), self.game.legal(), seed)
    }

    fn submit(&mut self, id: usize) -> Result<(), SubmitError> {
        self.game.submit(id)
    }

    fn dictate(&mut self, dice: Dictated) {
        self.game.dictate(dice);
    }

    fn odds_within(&self, seat: Seat, id: usize, limits: &Limits) -> Option<Odds> {
        let actor = self.may_act(seat)?;
        let action = self.game.legal().get(id)?;
        Some(odds_within(self.game.cx(), &self.seen(actor), action, limits))
    }

    fn route(&self, seat: Seat, id: usize) -> Vec<HexId> {
        let action = self.may_act(seat).and_then(|s| Some((s, self.game.legal().get(id)?)));
        action.map_or_else(Vec::new, |(s, a)| R::route(self.game.cx(), &self.seen(s), a))
    }

    fn way(&self, seat: Seat, subject: &Target, hexes: &[HexId]) -> WayView {
        let Some(actor) = self.may_act(seat) else { return WayView::default() };
        R::way(self.game.cx(), &self.seen(actor), subject, hexes)
    }

    fn follow(&self, seat: Seat, subject: &Target, hexes: &[HexId]) -> Option<usize> {
        let actor = self.may_act(seat)?;
        let next = R::follow(self.game.cx(), &self.seen(actor), subject, hexes)?;
        self.game.legal().iter().position(|a| *a == next)
    }

    fn sight(&self, seat: Seat, from: HexId, to: HexId) -> Option<SightView> {
        let grid = &self.game.doc.map.grid;
        let known = |h: HexId| !h.is_none() && grid.contains(grid.hex(h));
        if known(from) && known(to) { R::sight(self.game.cx(), &self.seen(seat), from, to) } else { None }
    }

    fn explain(&self, seat: Seat, subject: &Target, target: &Target) -> Explanation {
        let hits = |t: &Target, a: &Affordance| a.target == *t || a.also.contains(t);
        let does = |a: &&Affordance| a.subject.as_ref() == Some(subject) && hits(target, a);
        let ids: Vec<usize> = self.listed(seat).iter().filter(does).map(|a| a.id).collect();
        if ids.is_empty() {
            Explanation::Refused(R::explain(self.game.cx(), &self.seen(seat), subject, target))
        } else {
            Explanation::Legal(ids)
        }
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        R::prompt(self.game.cx(), &self.seen(seat))
    }

    fn board(&self, seat: Seat) -> BoardView {
        R::board(self.game.cx(), &self.seen(seat))
    }

    fn sheets(&self, seat: Seat) -> Vec<SheetView> {
        R::sheets(self.game.cx(), &self.seen(seat))
    }

    fn tracks(&self, seat: Seat) -> Vec<TrackView> {
        R::tracks(self.game.cx(), &self.seen(seat))
    }

    fn sequence(&self, seat: Seat) -> SequenceView {
        R::sequence(self.game.cx(), &self.seen(seat))
    }

    fn inspect(&self, seat: Seat, target: &Target) -> Inspector {
        R::inspect(self.game.cx(), &self.seen(seat), target)
    }

    fn score(&self, seat: Seat) -> ScoreView {
        let mut score = R::score(self.game.cx(), &self.seen(seat));
        score.outcome = self.outcome();
        score
    }

    fn log(&self, seat: Seat, from: usize) -> Vec<LogLine> {
        self.game.log(seat, from)
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

    fn told(&self, seat: Seat, from: usize) -> Vec<Told> {
        self.game.told(seat, from)
    }

    fn overlays(&self) -> &'static [OverlayKind] {
        R::overlays()
    }

    fn overlay(&self, seat: Seat, kind: &str, subject: Option<&Target>) -> OverlayView {
        R::overlay(self.game.cx(), &self.seen(seat), kind, subject)
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
        let at = self.sequence(Seat::OPEN);
        file.standing = match self.outcome() {
            Some(o) => o.title,
            None => format!("{} of {}", at.turn, at.turns),
        };
        file
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        self.with_game(self.game.clone())
    }

    fn timeline(&self, seat: Seat) -> Vec<Moment> {
        self.game.timeline(seat)
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

    fn position(&self, seat: Seat) -> ScenarioDoc {
        R::position(self.game.cx(), &self.seen(seat), self.game.doc())
    }

    fn charts_used(&self, seat: Seat) -> Vec<ChartUse> {
        self.game.charts_used(seat)
    }

    fn course(&self, seat: Seat) -> Course {
        self.game.course(seat)
    }
}
