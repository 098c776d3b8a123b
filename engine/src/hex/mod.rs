//! Hexes, sides, corners and facings in integers. No map, no terrain, no screen.
//!
//! Coordinates are axial. The six [`Dir`]s run clockwise on the screen for both orientations;
//! what they are called (N, NE, …) depends on the [`Orientation`].

mod footprint;
mod grid;
mod set;

pub use footprint::{Footprint, line_footprint};
pub use grid::{Axis, Grid, HexId, Numbering, Order, Orientation, Shove};
pub use set::HexSet;

use serde::{Deserialize, Serialize};

/// A place, in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hex {
    pub q: i16,
    pub r: i16,
}

const STEPS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The third cube coordinate.
    pub const fn third_axis(self) -> i16 {
        -self.q - self.r
    }

    pub const fn step(self, dir: Dir) -> Self {
        let (dq, dr) = STEPS[dir.0 as usize];
        Self { q: self.q + dq, r: self.r + dr }
    }

    pub fn distance(self, other: Self) -> u16 {
        let (dq, dr) = (self.q - other.q, self.r - other.r);
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// The direction in which a neighbour lies, if it is one.
    pub fn dir_to(self, other: Self) -> Option<Dir> {
        let step = (other.q - self.q, other.r - self.r);
        STEPS.iter().position(|s| *s == step).map(|i| Dir(i as u8))
    }

    /// Turned clockwise about `centre` by `sixths` of a circle.
    pub fn rotated_about(self, centre: Self, sixths: u8) -> Self {
        let (mut q, mut r) = (self.q - centre.q, self.r - centre.r);
        for _ in 0..sixths % 6 {
            (q, r) = (-r, q + r);
        }
        Self::new(q + centre.q, r + centre.r)
    }

    /// Mirrored across the axis through `centre` along the direction pair 0/3.
    pub fn mirrored_about(self, centre: Self) -> Self {
        let (q, r) = (self.q - centre.q, self.r - centre.r);
        Self::new(q + r + centre.q, -r + centre.r)
    }

    /// All hexes exactly `radius` away, clockwise.
    pub fn ring_around(self, radius: u16) -> Vec<Self> {
        if radius == 0 {
            return vec![self];
        }
        let mut at = self;
        for _ in 0..radius {
            at = at.step(Dir(4));
        }
        let mut out = Vec::with_capacity(6 * radius as usize);
        // From the corner in direction 4, clockwise: directions 0 to 5 close the ring.
        for dir in Dir::ALL {
            for _ in 0..radius {
                out.push(at);
                at = at.step(dir);
            }
        }
        out
    }

    /// All hexes at most `radius` away, nearest first.
    pub fn hexes_within(self, radius: u16) -> Vec<Self> {
        (0..=radius).flat_map(|n| self.ring_around(n)).collect()
    }
}

impl std::ops::Add for Hex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.q + o.q, self.r + o.r)
    }
}

impl std::ops::Sub for Hex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self::new(self.q - o.q, self.r - o.r)
    }
}

/// One of the six ways out of a hex, clockwise. Pointy-top: E SE SW W NW NE; flat-top: SE S SW NW N NE.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Dir(pub u8);

impl Dir {
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// Turned clockwise by `sixths`.
    pub const fn turned_by(self, sixths: i8) -> Self {
        Self((self.0 as i8 + sixths).rem_euclid(6) as u8)
    }

    pub const fn compass_name(self, orientation: Orientation) -> &'static str {
        match orientation {
            Orientation::PointyTop => ["E", "SE", "SW", "W", "NW", "NE"][self.0 as usize],
            Orientation::FlatTop => ["SE", "S", "SW", "NW", "N", "NE"][self.0 as usize],
        }
    }

    pub fn parse_compass(name: &str, orientation: Orientation) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.compass_name(orientation).eq_ignore_ascii_case(name))
    }
}

/// A hexside under its one key: the same side seen from either hex is equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Edge {
    hex: Hex,
    dir: u8,
}

impl Edge {
    pub const fn new(hex: Hex, dir: Dir) -> Self {
        if dir.0 < 3 { Self { hex, dir: dir.0 } } else { Self { hex: hex.step(dir), dir: dir.0 - 3 } }
    }

    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        a.dir_to(b).map(|d| Self::new(a, d))
    }

    /// The hex that holds the key, and the way out of it (always one of the first three).
    pub const fn stored_key(self) -> (Hex, Dir) {
        (self.hex, Dir(self.dir))
    }

    /// Both hexes; the first is the key's.
    pub const fn hexes(self) -> [Hex; 2] {
        [self.hex, self.hex.step(Dir(self.dir))]
    }

    /// The two ends.
    pub const fn end_corners(self) -> [Corner; 2] {
        [Corner::new(self.hex, (self.dir + 5) % 6), Corner::new(self.hex, self.dir)]
    }
}

/// Where three hexes meet, under its one key. Corner `i` of a hex lies between directions `i` and `i + 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Corner {
    hex: Hex,
    index: u8,
}

impl Corner {
    pub const fn new(hex: Hex, index: u8) -> Self {
        let i = index % 6;
        match i {
            0 | 1 => Self { hex, index: i },
            // From the neighbour in direction i the same corner is i + 2, from that in i + 1 it is i + 4.
            2 | 3 => Self { hex: hex.step(Dir((i + 1) % 6)), index: (i + 4) % 6 },
            _ => Self { hex: hex.step(Dir(i)), index: (i + 2) % 6 },
        }
    }

    pub const fn stored_key(self) -> (Hex, u8) {
        (self.hex, self.index)
    }

    pub const fn hexes(self) -> [Hex; 3] {
        [self.hex, self.hex.step(Dir(self.index)), self.hex.step(Dir((self.index + 1) % 6))]
    }

    /// The three sides that end here.
    pub fn edges_meeting(self) -> [Edge; 3] {
        let [a, b, c] = self.hexes();
        let side = |x: Hex, y: Hex| Edge::between(x, y).unwrap_or(Edge::new(x, Dir(0)));
        [side(a, b), side(b, c), side(c, a)]
    }

    /// The corner at the other end of `edge`, if `edge` ends here.
    pub fn other_end(self, edge: Edge) -> Option<Self> {
        let [a, b] = edge.end_corners();
        if a == self {
            Some(b)
        } else if b == self {
            Some(a)
        } else {
            None
        }
    }
}

/// Twelve ways to look, clockwise by 30 degrees: even ones through the side of that [`Dir`], odd
/// ones through the corner that follows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Facing(pub u8);

impl Facing {
    pub const fn towards_edge(dir: Dir) -> Self {
        Self(dir.0 * 2)
    }

    pub const fn towards_corner(index: u8) -> Self {
        Self((index % 6) * 2 + 1)
    }

    pub const fn is_corner(self) -> bool {
        self.0 % 2 == 1
    }

    pub const fn turned_by(self, twelfths: i8) -> Self {
        Self((self.0 as i8 + twelfths).rem_euclid(12) as u8)
    }

    /// How far, in twelfths (0 to 6), the direction `dir` lies off the way looked.
    pub const fn turns_from(self, dir: Dir) -> u8 {
        let d = (dir.0 as i8 * 2 - self.0 as i8).rem_euclid(12) as u8;
        if d > 6 { 12 - d } else { d }
    }

    /// Compass names. Pointy-top faces begin at E, flat-top ones at ESE.
    pub const fn compass_name(self, orientation: Orientation) -> &'static str {
        const P: [&str; 12] = ["E", "ESE", "SE", "S", "SW", "WSW", "W", "WNW", "NW", "N", "NE", "ENE"];
        const F: [&str; 12] = ["SE", "SSE", "S", "SSW", "SW", "W", "NW", "NNW", "N", "NNE", "NE", "E"];
        match orientation {
            Orientation::PointyTop => P[self.0 as usize % 12],
            Orientation::FlatTop => F[self.0 as usize % 12],
        }
    }

    pub fn parse_compass(name: &str, orientation: Orientation) -> Option<Self> {
        (0..12).map(Self).find(|f| f.compass_name(orientation).eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests;
