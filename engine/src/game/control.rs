//! Which seat controls each side: a seat, or nobody until the side joins in play. Control can change, so it is part of
//! a rule system's state.

use crate::present::Seat;
use crate::scenario::{ScenarioDoc, Side};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// For each side, in the order of the document, the seat that decides for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Control(SmallVec<[Option<Seat>; 8]>);

impl Control {
    /// As the scenario begins: a side that no seat names belongs to nobody. Without any seats, each side has one.
    pub fn from_document(doc: &ScenarioDoc) -> Self {
        let seat_of = |(i, side): (usize, &Side)| {
            let named = doc.seats.iter().position(|seat| seat.sides.contains(&side.id));
            let seat = if doc.seats.is_empty() { Some(i) } else { named };
            seat.map(|i| Seat(i as u8))
        };
        Self(doc.sides.iter().enumerate().map(seat_of).collect())
    }

    /// Who decides for a side now.
    pub fn seat_of(&self, side: usize) -> Option<Seat> {
        self.0.get(side).copied().flatten()
    }

    /// Gives a side to a seat: it joins, or changes hands.
    pub fn join(&mut self, side: usize, seat: Seat) {
        if let Some(control) = self.0.get_mut(side) {
            *control = Some(seat);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Grid, Numbering, Orientation, Shove};
    use crate::scenario::{MapDoc, Seating};

    #[test]
    fn a_side_without_a_seat_is_nobodys_until_it_joins() {
        let (orientation, shove) = (Orientation::PointyTop, Shove::Odd);
        let grid = Grid { orientation, shove, cols: 1, rows: 1, numbering: Numbering::ccrr() };
        let mut doc = ScenarioDoc::blank("made-up", MapDoc::blank(grid, "clear"));
        for id in ["prussia", "saxony", "austria"] {
            doc.sides.push(Side { id: id.into(), ..Side::default() });
        }
        assert_eq!(Control::from_document(&doc).seat_of(2), Some(Seat(2)), "no seats: one for each side");
        for id in ["prussia", "austria"] {
            doc.seats.push(Seating { name: id.into(), sides: vec![id.into()] });
        }
        let mut control = Control::from_document(&doc);
        assert_eq!(
            [0, 1, 2, 3].map(|side| control.seat_of(side)),
            [Some(Seat(0)), None, Some(Seat(1)), None]
        );
        control.join(1, Seat(0));
        assert_eq!(control.seat_of(1), Some(Seat(0)));
        control.join(1, Seat(1));
        assert_eq!(control.seat_of(1), Some(Seat(1)), "it has changed sides");
    }
}
