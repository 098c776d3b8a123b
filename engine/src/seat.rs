//! Seats: who decides at the table.

use serde::Serialize;

/// Who decides. Seat 0 is the first of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, serde::Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// Sees everything: solo play in the open, and any game that is over.
    pub const OPEN: Self = Self(u8::MAX);
}
