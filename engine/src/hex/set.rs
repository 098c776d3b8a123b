use super::HexId;
use smallvec::{SmallVec, smallvec};

/// A set of hexes of one sheet, a bit for each: made, copied and asked without the heap up to 2,048 hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HexSet(SmallVec<[u64; 32]>);

/// The bits of a set, at hand.
pub struct Bits<'a>(&'a mut [u64]);

impl Bits<'_> {
    /// Puts a hex in; false if it was there.
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        let word = &mut self.0[hex.index() / 64];
        let bit = 1u64 << (hex.index() % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl HexSet {
    /// An empty set for a sheet of so many hexes.
    pub fn new(hexes: usize) -> Self {
        Self(smallvec![0; hexes.div_ceil(64)])
    }

    /// What lies beyond the sheet is in no set.
    #[inline]
    pub fn contains(&self, hex: HexId) -> bool {
        self.0.get(hex.index() / 64).is_some_and(|w| w >> (hex.index() % 64) & 1 != 0)
    }

    /// Puts a hex in; false if it was there.
    #[inline]
    pub fn insert(&mut self, hex: HexId) -> bool {
        self.bits().insert(hex)
    }

    /// The bits themselves, for loops that ask often.
    #[inline]
    pub fn bits(&mut self) -> Bits<'_> {
        Bits(&mut self.0)
    }

    /// A copy without element by element cloning.
    #[inline]
    pub fn copy(&self) -> Self {
        Self(SmallVec::from_slice(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hex_is_in_once() {
        for hexes in [1, 64, 65, 5000] {
            let mut set = HexSet::new(hexes);
            let last = HexId(hexes as u16 - 1);
            assert!(!set.contains(last));
            assert!(set.insert(last));
            assert!(!set.insert(last));
            assert!(set.contains(last) && set.copy().contains(last));
            assert_eq!(set.contains(HexId(0)), hexes == 1);
            assert!(!set.contains(HexId::NONE), "beyond the sheet");
        }
    }
}
