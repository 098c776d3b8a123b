//! What lies beside the board: charts as tables, and what a table game of the scenario needs.
//!
//! Made from the scenario and the charts in force, never from a position: it holds what is printed,
//! not what has happened.

use super::{CounterView, Rule};
use crate::scenario::{Provenance, ProvenanceKind};
use serde::Serialize;

/// A chart of the rules as a table, cut down to what the scenario uses and with its options applied.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChartView {
    /// The chart file its figures come from, below the asset root; empty if from none.
    pub file: &'static str,
    pub title: String,
    /// The rule it belongs to.
    pub rule: Rule,
    pub provenance: Provenance,
    /// The figures are the user's own and not the shipped ones.
    pub own: bool,
    pub columns: Vec<String>,
    /// Each as long as `columns`; the first cell names the row.
    pub rows: Vec<Vec<String>>,
    /// Read below the table, each with its rule number in brackets at the end.
    pub notes: Vec<String>,
}

impl ChartView {
    /// An empty table; provenance and owner are filled in from the chart file.
    pub fn new(file: &'static str, title: &str, rule: &'static str, columns: &[&str]) -> Self {
        Self {
            file,
            title: title.to_owned(),
            rule: Rule(rule),
            provenance: Provenance { kind: ProvenanceKind::Rulebook, note: String::new() },
            own: false,
            columns: columns.iter().map(|c| (*c).to_owned()).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    pub fn note(&mut self, text: impl AsRef<str>, rule: &str) {
        self.notes.push(format!("{} [{rule}]", text.as_ref()));
    }
}

/// Everything a table game of the scenario needs besides the map, whoever looks: for paper.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct KitView {
    /// Set-up or strength is kept from the enemy: each side gets its own sealed pages.
    pub secret: bool,
    pub pieces: Vec<PieceView>,
    pub markers: Vec<MarkerView>,
    pub roster: Vec<RosterView>,
    /// The special rules of the scenario as sentences for people; empty where the scenario's own words do.
    pub special_rules: Vec<String>,
}

/// A counter to cut out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceView {
    /// The piece of the scenario it stands for; empty for change and for spare ones.
    pub piece: String,
    /// The side's id; empty for nobody's.
    pub side: String,
    pub front: CounterView,
    /// The other side: reduced, or the army's letter.
    pub back: CounterView,
    pub copies: u16,
}

/// A marker to cut out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MarkerView {
    pub name: String,
    /// On its back; the same word where both sides are alike.
    pub back: String,
    /// A silhouette or empty.
    pub figure: String,
    /// Palette army or empty.
    pub army: String,
    pub count: u16,
    pub rule: Rule,
}

impl MarkerView {
    /// A marker with words alone.
    pub fn worded(name: &str, back: &str, army: &str, count: usize, rule: &'static str) -> Self {
        Self {
            name: name.into(),
            back: back.into(),
            figure: String::new(),
            army: army.into(),
            count: count.try_into().unwrap_or(u16::MAX),
            rule: Rule(rule),
        }
    }
}

/// A line of the loss roster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RosterView {
    /// The piece of the scenario; empty for a whole army.
    pub piece: String,
    pub side: String,
    pub name: String,
    /// Boxes to cross out.
    pub boxes: u16,
    pub note: String,
    pub rule: Rule,
}
