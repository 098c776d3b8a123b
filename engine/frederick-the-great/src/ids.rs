//! Who is meant: types instead of bare numbers, so that a side is never taken for a nation.

use serde::{Deserialize, Serialize};

/// One of the two sides of a campaign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    pub const FIRST: Self = Self(0);
    pub const SECOND: Self = Self(1);
    /// Neither side.
    pub const NONE: Self = Self(u8::MAX);
    pub const BOTH: [Self; 2] = [Self::FIRST, Self::SECOND];

    pub const fn enemy(self) -> Self {
        Self(1 - (self.0 & 1))
    }

    /// The first side unless `second`.
    pub const fn second_if(second: bool) -> Self {
        if second { Self::SECOND } else { Self::FIRST }
    }

    /// Always 0 or 1, also for a number from a damaged file.
    pub const fn index(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// A leader, by his place in the scenario's list: lower numbers have the higher rank within a nation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeaderId(pub u8);

impl LeaderId {
    /// No leader.
    pub const NONE: Self = Self(u8::MAX);

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A nation, by its place in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NationId(pub u8);

impl NationId {
    /// No nation.
    pub const NONE: Self = Self(u8::MAX);

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The nation alone, as a set of nations.
    pub const fn bit(self) -> u8 {
        1 << (self.0 & 7)
    }
}

/// On which side of a fortress's walls somebody stands (12.11). Files and saves know it as `inside: true`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "bool", into = "bool")]
pub enum Walls {
    Outside,
    Inside,
}

impl Walls {
    pub const BOTH: [Self; 2] = [Self::Outside, Self::Inside];

    pub const fn other(self) -> Self {
        match self {
            Self::Outside => Self::Inside,
            Self::Inside => Self::Outside,
        }
    }
}

impl From<bool> for Walls {
    fn from(inside: bool) -> Self {
        if inside { Self::Inside } else { Self::Outside }
    }
}

impl From<Walls> for bool {
    fn from(walls: Walls) -> Self {
        walls == Walls::Inside
    }
}
