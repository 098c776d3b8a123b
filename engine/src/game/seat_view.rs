//! What one seat sees of a match: redacted once, asked many times.

use super::any_match::Played;
use super::{Limits, Match, Present, Seen, ToAct, odds_within};
use crate::hex::HexId;
use crate::present::{
    Affordance, BoardView, ChartUse, Course, Explanation, Inspector, LogLine, Moment, Odds, OverlayView,
    PathPreview, ProcedureView, Prompt, ReachView, ScoreView, Seat, SequenceView, SheetView, SightView,
    Target, Told, TrackView,
};
use crate::scenario::ScenarioDoc;
use std::cell::OnceCell;
use std::sync::Arc;

/// A match as one seat sees it at one moment. [`Seat::OPEN`] sees everything and is for solitaire
/// play with nothing hidden and for games that are over.
pub trait SeatView {
    fn seat(&self) -> Seat;
    /// The version of the match this was made for.
    fn version(&self) -> u64;

    /// The legal actions; empty for a seat that is not to act.
    fn affordances(&self) -> Vec<Affordance>;
    fn odds(&self, id: usize) -> Option<Odds> {
        self.odds_within(id, &Limits::default())
    }
    /// The same with other limits on what is calculated exactly.
    fn odds_within(&self, id: usize, limits: &Limits) -> Option<Odds>;
    fn explain(&self, subject: &Target, target: &Target) -> Explanation;

    /// The hexes an action leads through.
    fn path_of_action(&self, id: usize) -> Vec<HexId>;
    /// The hexes a counter could go to where it goes hex by hex.
    fn reach(&self, subject: &Target) -> Vec<ReachView>;
    /// What is being done step by step; none where nothing is.
    fn procedure(&self) -> Option<ProcedureView>;
    /// What a drawn path would cost, hex by hex.
    fn path_preview(&self, subject: &Target, hexes: &[HexId]) -> PathPreview;
    /// Where a subject may go in one undertaking of several actions, with what each place costs.
    fn destinations(&self, subject: &Target) -> Vec<(HexId, String)>;
    /// The path to one of its destinations.
    fn path_to(&self, subject: &Target, to: HexId) -> Vec<HexId>;
    /// The next action on a drawn path.
    fn next_on_path(&self, subject: &Target, hexes: &[HexId]) -> Option<usize>;
    /// The line of sight between two hexes; none where the rules have none.
    fn sight(&self, from: HexId, to: HexId) -> Option<SightView>;

    fn prompt(&self) -> Prompt;
    fn board(&self) -> BoardView;
    fn sheets(&self) -> Vec<SheetView>;
    fn tracks(&self) -> Vec<TrackView>;
    fn sequence(&self) -> SequenceView;
    fn inspect(&self, target: &Target) -> Inspector;
    fn score(&self) -> ScoreView;
    fn overlay(&self, kind: &str, subject: Option<&Target>) -> OverlayView;

    /// Log lines from entry `from` on.
    fn log(&self, from: usize) -> Vec<LogLine>;
    /// Log lines this seat may read from entry `from` on, each with the movement it saw.
    fn log_with_motions(&self, from: usize) -> Vec<Told>;
    /// Chart rows used by the latest log entry this seat may read that used any.
    fn charts_used(&self) -> Vec<ChartUse>;

    /// Moments as this seat could tell them apart, the start first and now last.
    fn timeline(&self) -> Vec<Moment>;
    /// The position as a scenario that begins with it.
    fn position(&self) -> ScenarioDoc;
    /// Luck, losses, points and turning points, as this seat may look back on them.
    fn course(&self) -> Course;
}

pub(super) struct MatchView<'a, R: Present> {
    played: &'a Played<R>,
    seat: Seat,
    /// Redacted when first needed: the log needs no state.
    seen: OnceCell<Seen<'a, R>>,
    /// What the seat to act sees, where this view is not that seat's but may show its choices.
    /// Boxed, because it is seldom there and every view would be twice as large.
    actor_seen: OnceCell<Box<Seen<'a, R>>>,
}

impl<'a, R: Present> MatchView<'a, R> {
    pub(super) fn new(played: &'a Played<R>, seat: Seat) -> Self {
        Self { played, seat, seen: OnceCell::new(), actor_seen: OnceCell::new() }
    }

    fn game(&self) -> &'a Match<R> {
        &self.played.game
    }

    fn seen(&self) -> &Seen<'a, R> {
        self.seen.get_or_init(|| self.game().seen(self.seat))
    }

    /// What the seat to act sees, if this view may show what it may do.
    fn actor_seen(&self) -> Option<&Seen<'a, R>> {
        match self.game().to_act() {
            ToAct::Seat(actor) if actor == self.seat => Some(self.seen()),
            ToAct::Seat(actor) if self.seat == Seat::OPEN => {
                Some(self.actor_seen.get_or_init(|| Box::new(self.game().seen(actor))))
            }
            _ => None,
        }
    }

    fn listed(&self) -> Arc<Vec<Affordance>> {
        let Some(seen) = self.actor_seen() else { return Arc::default() };
        self.played.listed(self.seat, seen)
    }
}

impl<R: Present> SeatView for MatchView<'_, R> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn version(&self) -> u64 {
        self.game().version()
    }

    fn affordances(&self) -> Vec<Affordance> {
        self.listed().to_vec()
    }

    fn odds_within(&self, id: usize, limits: &Limits) -> Option<Odds> {
        let seen = self.actor_seen()?;
        let action = self.game().legal().get(id)?;
        Some(odds_within(self.game().cx(), seen, action, limits))
    }

    fn explain(&self, subject: &Target, target: &Target) -> Explanation {
        let hits = |t: &Target, a: &Affordance| a.target == *t || a.also.contains(t);
        let does = |a: &&Affordance| a.subject.as_ref() == Some(subject) && hits(target, a);
        let ids: Vec<usize> = self.listed().iter().filter(does).map(|a| a.id).collect();
        if ids.is_empty() {
            Explanation::Refused(R::explain(self.game().cx(), self.seen(), subject, target))
        } else {
            Explanation::Legal(ids)
        }
    }

    fn path_of_action(&self, id: usize) -> Vec<HexId> {
        let action = self.actor_seen().and_then(|s| Some((s, self.game().legal().get(id)?)));
        action.map_or_else(Vec::new, |(s, a)| R::path_of_action(self.game().cx(), s, a))
    }

    fn procedure(&self) -> Option<ProcedureView> {
        R::procedure(self.game().cx(), self.seen())
    }

    fn reach(&self, subject: &Target) -> Vec<ReachView> {
        self.actor_seen().map_or_else(Vec::new, |seen| R::reach(self.game().cx(), seen, subject))
    }

    fn path_preview(&self, subject: &Target, hexes: &[HexId]) -> PathPreview {
        let Some(seen) = self.actor_seen() else { return PathPreview::default() };
        R::path_preview(self.game().cx(), seen, subject, hexes)
    }

    fn destinations(&self, subject: &Target) -> Vec<(HexId, String)> {
        let Some(seen) = self.actor_seen() else { return Vec::new() };
        R::destinations(self.game().cx(), seen, subject)
    }

    fn path_to(&self, subject: &Target, to: HexId) -> Vec<HexId> {
        let Some(seen) = self.actor_seen() else { return Vec::new() };
        R::path_to(self.game().cx(), seen, subject, to)
    }

    fn next_on_path(&self, subject: &Target, hexes: &[HexId]) -> Option<usize> {
        let next = R::next_on_path(self.game().cx(), self.actor_seen()?, subject, hexes)?;
        self.game().legal().iter().position(|a| *a == next)
    }

    fn sight(&self, from: HexId, to: HexId) -> Option<SightView> {
        let grid = &self.game().doc.map.grid;
        let on_map = |h: HexId| !h.is_none() && grid.contains_hex(grid.hex(h));
        if on_map(from) && on_map(to) { R::sight(self.game().cx(), self.seen(), from, to) } else { None }
    }

    fn prompt(&self) -> Prompt {
        R::prompt(self.game().cx(), self.seen())
    }

    fn board(&self) -> BoardView {
        R::board(self.game().cx(), self.seen())
    }

    fn sheets(&self) -> Vec<SheetView> {
        R::sheets(self.game().cx(), self.seen())
    }

    fn tracks(&self) -> Vec<TrackView> {
        R::tracks(self.game().cx(), self.seen())
    }

    fn sequence(&self) -> SequenceView {
        R::sequence(self.game().cx(), self.seen())
    }

    fn inspect(&self, target: &Target) -> Inspector {
        R::inspect(self.game().cx(), self.seen(), target)
    }

    fn score(&self) -> ScoreView {
        let mut score = R::score(self.game().cx(), self.seen());
        score.outcome = self.played.outcome_view();
        score
    }

    fn overlay(&self, kind: &str, subject: Option<&Target>) -> OverlayView {
        R::overlay(self.game().cx(), self.seen(), kind, subject)
    }

    fn log(&self, from: usize) -> Vec<LogLine> {
        self.game().log(self.seat, from)
    }

    fn log_with_motions(&self, from: usize) -> Vec<Told> {
        self.game().log_with_motions(self.seat, from)
    }

    fn charts_used(&self) -> Vec<ChartUse> {
        self.game().charts_used(self.seat)
    }

    fn timeline(&self) -> Vec<Moment> {
        self.game().timeline(self.seat)
    }

    fn position(&self) -> ScenarioDoc {
        R::position(self.game().cx(), self.seen(), self.game().doc())
    }

    fn course(&self) -> Course {
        self.game().course(self.seat)
    }
}
