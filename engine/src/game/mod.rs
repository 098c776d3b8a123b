//! The contract every rule system keeps, and what is built on it once for all of them: matches
//! with journal and undo, saves, odds, playouts, and the check of the contract itself.

mod any_match;
mod any_ruleset;
mod branches;
mod compiled;
pub mod contract;
mod control;
pub mod decision;
mod frames;
mod hash;
mod inline_vec;
mod journal;
mod laws;
mod match_;
mod odds;
mod placement;
mod plan;
pub mod player;
mod review;
mod ruleset;
mod save;
mod seat_view;
mod seen;
mod sim;
mod time;
#[cfg(test)]
mod toy;

pub use any_match::{AnyMatch, MatchInfo, SaveLater, SeatInfo};
pub use any_ruleset::{AnyRuleset, ChartFile, Loaded, NewMatch, Probe, Restored};
pub use branches::SavedBranch;
pub use compiled::Compiled;
pub use control::Control;
pub use decision::{AsDecision, Ask, Decision, Question, Questions};
pub use frames::Frames;
pub use hash::{digest, state_hash};
pub use inline_vec::InlineVec;
pub use journal::Entry;
pub use match_::{Match, SubmitError, UndoError};
pub use odds::{Limits, UsualAnswer, odds, odds_within};
pub use placement::{PlacementEntry, read_placement};
pub use plan::Plan;
pub use player::{
    AnyPlayer, BotInfo, Budget, Imagined, Knowledge, Player, PlayerRequest, RandomSource, Roster,
};
pub use ruleset::{Advice, Aids, Describe, Picture, Play, Present, Reckon, Ruleset};
pub use save::{SAVE_FORMAT, SaveError, SaveFile, SavedEntry, Seating};
pub use seat_view::SeatView;
pub use seen::Seen;
#[cfg(feature = "testing")]
pub use seen::testing;
pub use sim::{SimResult, perft, playout};

use crate::dice::Roll;
use crate::present::Seat;
use serde::Serialize;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

/// What never changes during a match: charts and scenario.
pub struct Cx<R: Ruleset> {
    pub data: Arc<R::Data>,
    pub setup: Arc<R::Setup>,
}

impl<R: Ruleset> Clone for Cx<R> {
    fn clone(&self) -> Self {
        Self { data: Arc::clone(&self.data), setup: Arc::clone(&self.setup) }
    }
}

/// What the match is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    Seat(Seat),
    Chance(Roll),
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, serde::Deserialize)]
pub struct Outcome {
    /// None for a draw.
    pub winner: Option<Seat>,
    /// The grade of victory as the rule system numbers them; 0 where it has none.
    pub grade: i16,
}

/// Collects events. Switched off for search, where nobody reads them.
pub struct Recorder<R: Ruleset> {
    events: Vec<R::Event>,
    on: bool,
    revealed: bool,
}

impl<R: Ruleset> Recorder<R> {
    pub fn new() -> Self {
        Self { events: Vec::new(), on: true, revealed: false }
    }

    /// Discards every event.
    pub fn off() -> Self {
        Self { events: Vec::new(), on: false, revealed: false }
    }

    /// Records an event; `make` is not called if the recorder is off.
    pub fn emit(&mut self, make: impl FnOnce() -> R::Event) {
        if self.on {
            self.events.push(make());
        }
    }

    /// Hidden information was revealed: undo past this point needs `lift`.
    pub fn reveal(&mut self) {
        self.revealed = true;
    }

    /// The events recorded since the last call.
    pub fn take(&mut self) -> Vec<R::Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn was_revealed(&self) -> bool {
        self.revealed
    }
}

impl<R: Ruleset> Default for Recorder<R> {
    fn default() -> Self {
        Self::new()
    }
}
