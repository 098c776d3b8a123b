//! What may come of an action.

use super::ModLine;
use serde::Serialize;

/// Whether the figures are the whole truth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub enum Quality {
    /// Every throw was counted.
    Exact,
    /// Part was sampled; each probability is within `error` of the truth in 95 of 100.
    About { error: f64 },
}

/// The preview of an action, up to the first choice that has no usual answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    pub quality: Quality,
    /// Distinct throws counted (or sampled).
    pub throws: u64,
    /// What was added to the dice and why.
    pub mods: Vec<ModLine>,
    /// Answers to later choices that were taken for granted ('the weakest unit takes the loss').
    pub assumed: Vec<String>,
    /// One for each answer another player may give first; a single one without an answer if none.
    pub branches: Vec<OddsBranch>,
    /// The chance in one figure, for a menu or a tag on the map; none where no single figure tells it.
    pub headline: Option<Headline>,
}

/// The chance that an action does what it is done for, over all branches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Headline {
    /// The least and the greatest chance of any branch.
    pub least: f64,
    pub most: f64,
    /// What follows the figure: `to hit`.
    pub words: &'static str,
}

impl Headline {
    /// `70 % to hit`, `46 to 70 % to hit`.
    pub fn text(&self) -> String {
        let (least, most) = (self.least * 100.0, self.most * 100.0);
        if format!("{least:.0}") == format!("{most:.0}") {
            format!("{most:.0} % {}", self.words)
        } else {
            format!("{least:.0} to {most:.0} % {}", self.words)
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OddsBranch {
    /// `if he withdraws`; empty where nobody is asked.
    pub answer: String,
    pub outcomes: Vec<OddsOutcome>,
    pub facts: Vec<OddsFact>,
}

/// One line of the distribution; the lines of a branch add up to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OddsOutcome {
    pub text: String,
    pub p: f64,
    /// Takes a piece off the map.
    pub removes: bool,
    /// For ordering: worst for the target last.
    pub rank: i32,
}

/// A side fact with its own probability ('leader falls').
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OddsFact {
    pub text: String,
    pub p: f64,
}
