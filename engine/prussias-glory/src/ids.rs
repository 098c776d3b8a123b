//! Handles of pieces, wings and sides.

use serde::{Deserialize, Serialize};

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
    /// A unit by its place in the setup.
    UnitId
);
handle!(
    /// A leader by his place in the setup.
    LeaderId
);
handle!(
    /// A wing by its place in the setup.
    WingId
);
handle!(
    /// 0 is the Prussian player, who moves first (3).
    SideId
);

impl SideId {
    pub const PRUSSIAN: Self = Self(0);
    pub const COALITION: Self = Self(1);
    pub const BOTH: [Self; 2] = [Self::PRUSSIAN, Self::COALITION];

    pub const fn enemy(self) -> Self {
        Self(1 - self.0)
    }

    pub const fn seat(self) -> engine::present::Seat {
        engine::present::Seat(self.0)
    }
}

/// A few units; a few hexes.
pub type Units = smallvec::SmallVec<[UnitId; 8]>;
pub type Hexes = smallvec::SmallVec<[engine::hex::HexId; 6]>;
