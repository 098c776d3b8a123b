//! A match looked back upon: its moments, its luck, its losses, its turning points.

use super::{Rule, Seat};
use serde::Serialize;

/// A position of the match that a seat could tell from the one before.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// So many entries of the journal have been played.
    pub entries: usize,
    pub turn: u32,
    pub turn_name: String,
    /// Whose phase and which: `Prussia: Actions`.
    pub phase: String,
    /// Who is to act.
    pub seat: Option<Seat>,
    /// What happened last, as told to the seat that looks.
    pub text: String,
}

impl Moment {
    /// Another phase or turn than `other`.
    pub fn other_phase(&self, other: &Self) -> bool {
        self.other_turn(other) || self.phase != other.phase
    }

    pub fn other_turn(&self, other: &Self) -> bool {
        self.turn != other.turn
    }
}

/// A row of a chart that was looked up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ChartUse {
    /// The chart's title.
    pub chart: String,
    /// Its row, from 0.
    pub row: usize,
    /// The cell of the row, if one was meant.
    pub column: Option<usize>,
}

impl ChartUse {
    pub fn new(chart: &str, row: usize) -> Self {
        Self { chart: chart.to_owned(), row, column: None }
    }
}

/// Dice of one kind thrown by one army: what was to be expected and what came.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LedgerLine {
    /// The palette's army of who is told of in the log.
    pub army: String,
    /// What they were thrown for.
    pub kind: String,
    pub rule: Rule,
    pub rolls: u32,
    pub dice: u32,
    /// Sum of all faces.
    pub sum: u32,
    pub expected_sum: f64,
    /// Dice that did something (hits, failed checks, …).
    pub counted: u32,
    pub expected: f64,
    /// Variance of `counted` over all throws that could have come.
    pub variance: f64,
}

impl LedgerLine {
    /// How far `counted` is from what was expected, in standard deviations; 0 where nothing could vary.
    pub fn luck(&self) -> f64 {
        if self.variance > 1e-9 {
            (f64::from(self.counted) - self.expected) / self.variance.sqrt()
        } else {
            0.0
        }
    }
}

/// What a formation has lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LossLine {
    pub army: String,
    /// Arm, formation or nation, as the rule system groups its pieces.
    pub name: String,
    pub pieces: u32,
    pub pieces_lost: u32,
    pub steps: u32,
    pub steps_lost: u32,
}

/// One sample of the course of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CoursePoint {
    pub entries: usize,
    pub turn: u32,
    /// Turns since the start with the part of the turn that was played.
    pub time: f64,
    /// Victory points, by side.
    pub points: Vec<i32>,
    /// Strength on the map, by side.
    pub strength: Vec<i32>,
}

/// Something that changed the balance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurningPoint {
    pub entries: usize,
    pub turn: u32,
    pub text: String,
    /// The side it was good for, by its place in [`Course::sides`].
    pub side: usize,
    pub points: i32,
    pub strength: i32,
}

/// The whole course.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Course {
    /// Name and palette army of each side.
    pub sides: Vec<(String, String)>,
    pub samples: Vec<CoursePoint>,
    /// Greatest first.
    pub turning: Vec<TurningPoint>,
    pub losses: Vec<LossLine>,
    pub ledger: Vec<LedgerLine>,
}
