//! Handles of units, sides, nations, places and lands.

use engine::present::Seat;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// A unit, leaders and trains included, by its place in the setup.
    UnitId
);
handle!(
    /// A country's forces as a side of the document: the two sides that have a seat, then the joiners (25.2).
    PartyId
);
handle!(
    /// A nation by its place in the chart of nations.
    NationId
);
handle!(
    /// A fortress, town or free city by its place in the setup.
    PlaceId
);
handle!(
    /// A country or region by its place in the setup.
    LandId
);
handle!(
    /// An event marker by its place in the chart of events.
    MarkerId
);
handle!(
    /// A line of the Recruit Chart.
    LotId
);
handle!(
    /// The two sides of the war (1.1), which are the two seats.
    SideId
);

impl SideId {
    pub const COALITION: Self = Self(0);
    pub const HABSBURG: Self = Self(1);
    pub const BOTH: [Self; 2] = [Self::COALITION, Self::HABSBURG];

    pub const fn enemy(self) -> Self {
        Self(1 - self.0)
    }

    pub const fn seat(self) -> Seat {
        Seat(self.0)
    }

    /// The side of a seat; none for the open view.
    pub fn of_seat(seat: Seat) -> Option<Self> {
        (seat.0 < 2).then_some(Self(seat.0))
    }
}

/// A few units; a few hexes.
pub type Units = SmallVec<[UnitId; 16]>;
pub type Hexes = SmallVec<[engine::hex::HexId; 8]>;
