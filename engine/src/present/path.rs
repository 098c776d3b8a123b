//! Views of drawn paths, of sight lines, and of what happened as one seat may know it.

use super::{LogLine, Motion, Refusal, Rules};
use crate::hex::HexId;
use serde::Serialize;

/// One hex of a path, with the cost so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PathStep {
    pub hex: HexId,
    /// The cost as written into the hex (`3`).
    pub cost: String,
}

/// A path drawn for a counter, as far as it is legal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PathPreview {
    /// Excludes the starting hex.
    pub steps: Vec<PathStep>,
    /// The hex that cannot be entered, and why.
    pub refused: Option<(HexId, Refusal)>,
    /// The total in words: `3 of 6 MP`.
    pub text: String,
}

/// A line of sight from hex to hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SightView {
    pub from: HexId,
    pub to: HexId,
    /// The hex that blocks it; none if it is clear.
    pub blocked_at: Option<HexId>,
    /// Everything on the line, both ends included.
    pub steps: Vec<SightStep>,
    pub text: String,
    pub rules: Rules,
}

/// One stretch of a sight line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SightStep {
    /// Two if the line runs along a hexside.
    pub hexes: smallvec::SmallVec<[HexId; 2]>,
    /// What is there (`Forest`, `Infantry E7`).
    pub name: String,
    /// Level of the ground, and the height of what stands on it.
    pub ground: i16,
    pub height: i16,
    pub blocks: bool,
}

/// One event as one seat may know it: a log line, a movement, or both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    pub line: Option<LogLine>,
    pub motion: Option<Motion>,
}
