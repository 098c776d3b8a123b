//! A guided battle as data: what each step says, what it points at, and what the learner does.

use super::rulebook::read;
use crate::AssetSource;
use crate::dice::{Dictated, DictatedRoll};
use crate::scenario::Issues;
use serde::{Deserialize, Serialize};

/// What a step points at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Point {
    #[default]
    Nothing,
    /// A hex by its number.
    Hex(String),
    /// The counter whose line contains these words.
    Counter(String),
    /// A page or part of the screen by its name.
    Panel(String),
}

/// What ends a step.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Until {
    /// The learner has read it.
    #[default]
    Read,
    /// The learner does the one legal action whose label contains these words.
    Do(String),
    /// The program acts for the other side when the learner clicks.
    Watch(String),
    /// The learner selects the counter whose line contains these words.
    Select(String),
    /// The learner opens this page of the dock.
    Open(String),
}

/// Dictated dice of one step: purpose (or empty) and faces.
pub type StepDice = Vec<(String, Vec<u16>)>;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    pub title: String,
    pub text: String,
    pub rule: String,
    pub point: Point,
    pub until: Until,
    pub dice: StepDice,
    /// The guide does it at once after the step before; there is no card for it.
    pub at_once: bool,
}

/// A guided battle.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lesson {
    pub title: String,
    pub summary: String,
    /// The scenario by its name in the library.
    pub scenario: String,
    #[serde(default)]
    pub seed: u64,
    /// The learner's seat.
    #[serde(default)]
    pub seat: u8,
    /// Dice before the first decision.
    #[serde(default)]
    pub start: StepDice,
    pub steps: Vec<Step>,
}

/// Where the lesson of a rule system is found among the assets.
pub fn lesson_path(ruleset: &str) -> String {
    format!("{ruleset}/tutorial.ron")
}

impl Lesson {
    /// Reads the lesson of a rule system. None if it has none, or if the file is damaged, which is reported.
    pub fn load(src: &dyn AssetSource, ruleset: &str, issues: &mut Issues) -> Option<Self> {
        read(src, &lesson_path(ruleset), issues)
    }
}

/// Where a step stands among those with a card, from 1, and how many of these there are.
pub fn place_among_cards(steps: &[Step], at: usize) -> (usize, usize) {
    let cards = |steps: &[Step]| steps.iter().filter(|s| !s.at_once).count();
    (cards(steps.get(..=at).unwrap_or(steps)), cards(steps))
}

/// The same dice in the form a match takes.
pub fn dictated(dice: &StepDice) -> Dictated {
    let one = |(purpose, faces): &(String, Vec<u16>)| {
        DictatedRoll::with_faces((!purpose.is_empty()).then(|| purpose.clone()), faces)
    };
    Dictated { results: dice.iter().map(one).collect() }
}
