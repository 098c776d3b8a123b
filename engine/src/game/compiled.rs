//! A document compiled once and used many times: for its issues, for whether it has hidden information, and for any
//! number of matches.

use super::any_match::{AnyMatch, ChartOrigin, Played};
use super::save::ChartDigests;
use super::{Cx, Match, Present, Roster};
use crate::dice::Dictated;
use crate::scenario::{At, Issues, OptionSet, ScenarioDoc};
use std::sync::Arc;

/// A compiled document with its options. Clones share the result.
#[derive(Clone)]
pub struct Compiled {
    doc: Arc<ScenarioDoc>,
    issues: Arc<Issues>,
    playable: Option<Arc<dyn Playable>>,
}

impl Compiled {
    pub(super) fn new(doc: Arc<ScenarioDoc>, issues: Issues, playable: Option<Arc<dyn Playable>>) -> Self {
        Self { doc, issues: Arc::new(issues), playable }
    }

    pub fn doc(&self) -> &Arc<ScenarioDoc> {
        &self.doc
    }

    /// All errors, warnings and suggestions.
    pub fn issues(&self) -> &Issues {
        &self.issues
    }

    pub fn is_playable(&self) -> bool {
        self.playable.is_some()
    }

    /// Whether the scenario has hidden information; false if it cannot be played.
    pub fn has_hidden_information(&self) -> bool {
        self.playable.as_ref().is_some_and(|p| p.has_hidden_information())
    }

    /// Starts a match, or returns every reason why it cannot start.
    pub fn start_match(&self, seed: u64, dice: Option<Dictated>) -> Result<Box<dyn AnyMatch>, Issues> {
        match &self.playable {
            Some(playable) => playable.start_match(Arc::clone(&self.doc), seed, dice),
            None => Err((*self.issues).clone()),
        }
    }
}

/// A playable setup of any rule system.
pub(super) trait Playable: Send + Sync {
    fn has_hidden_information(&self) -> bool;
    fn start_match(
        &self,
        doc: Arc<ScenarioDoc>,
        seed: u64,
        dice: Option<Dictated>,
    ) -> Result<Box<dyn AnyMatch>, Issues>;
}

/// A setup with the charts and options its matches record in their saves.
pub(super) struct Ready<R: Present> {
    pub cx: Cx<R>,
    /// The scenario's own with those chosen on top.
    pub options: OptionSet,
    pub charts: Arc<ChartDigests>,
    pub heads: Arc<Vec<ChartOrigin>>,
    pub roster: Roster<R>,
}

impl<R: Present> Playable for Ready<R> {
    fn has_hidden_information(&self) -> bool {
        R::has_hidden_information(&self.cx)
    }

    fn start_match(
        &self,
        doc: Arc<ScenarioDoc>,
        seed: u64,
        dice: Option<Dictated>,
    ) -> Result<Box<dyn AnyMatch>, Issues> {
        let game = Match::new(self.cx.clone(), doc, seed, dice).map_err(|text| {
            let mut issues = Issues::default();
            issues.error(At::Whole, "dice", text);
            issues
        })?;
        let (charts, heads) = (Arc::clone(&self.charts), Arc::clone(&self.heads));
        Ok(Box::new(Played::new(game, self.options.clone(), charts, heads, self.roster)))
    }
}
