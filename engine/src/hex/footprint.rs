//! Counters longer than one hex.

use super::{Dir, Hex};

/// The hexes a piece stands on, in order from its head (or right) to its tail (or left); bent ones
/// are allowed. Children of a piece stand on part `k` of it.
pub type Footprint = smallvec::SmallVec<[Hex; 3]>;

/// A straight footprint of `length` hexes from `head` along `dir`.
pub fn line_footprint(head: Hex, dir: Dir, length: u8) -> Footprint {
    std::iter::successors(Some(head), |h| Some(h.step(dir))).take(length as usize).collect()
}
