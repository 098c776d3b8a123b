//! Ways, sight lines, and what one seat was told: plain views like the rest.

use super::{LogLine, Motion, Refusal, Rules};
use crate::hex::HexId;
use serde::Serialize;

/// One hex of a way, with what has been spent when it is entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WayStep {
    pub hex: HexId,
    /// As written into the hex (`3`).
    pub cost: String,
}

/// A way drawn for something, as far as it may be gone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct WayView {
    /// Without the hex it starts from.
    pub steps: Vec<WayStep>,
    /// Where it goes no further, and why.
    pub refused: Option<(HexId, Refusal)>,
    /// In words: `3 of 6 MP`.
    pub text: String,
}

/// A line of sight from hex to hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SightView {
    pub from: HexId,
    pub to: HexId,
    /// The hex that blocks it; none if it is clear.
    pub blocked_at: Option<HexId>,
    /// What the line passes, both ends included.
    pub steps: Vec<SightStep>,
    pub text: String,
    pub rules: Rules,
}

/// One stretch of a sight line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SightStep {
    /// Two where the line runs along a side.
    pub hexes: smallvec::SmallVec<[HexId; 2]>,
    /// What is there (`Forest`, `Infantry E7`).
    pub name: String,
    /// Level of the ground, and how far what stands on it rises above that.
    pub ground: i16,
    pub height: i16,
    pub blocks: bool,
}

/// One thing that happened, as one seat was told of it: words, what moved, or both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Told {
    pub line: Option<LogLine>,
    pub motion: Option<Motion>,
}
