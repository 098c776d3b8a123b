//! Sight lines worked out beforehand, by the offset from one hex to the other.

use super::{Pass, sight_line};
use crate::hex::Hex;
use smallvec::SmallVec;

/// One stretch of a line, as an offset from the hex it begins in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    pub hex: Hex,
    /// The other hex, where the line runs along the hexside between the two.
    pub other: Option<Hex>,
}

/// Hexes from end to end, each next to the one before: the hexsides crossed lie between them.
pub type SightPath = SmallVec<[Hex; 16]>;

/// All lines up to a range. Asking for one takes no memory and no arithmetic but an index.
#[derive(Clone, Debug)]
pub struct LineTable {
    range: i16,
    /// For each offset, where its stretches begin; they end where those of the next offset begin.
    starts: Vec<u32>,
    stretches: Vec<Stretch>,
}

impl LineTable {
    /// Lines between hexes no further apart than `range`.
    pub fn new(range: u8) -> Self {
        let range = i16::from(range);
        let (mut starts, mut stretches) = (vec![0], Vec::new());
        for q in -range..=range {
            for r in -range..=range {
                let offset = Hex::new(q, r);
                if offset.distance(Hex::default()) <= range as u16 {
                    stretches.extend(sight_line(Hex::default(), offset).into_iter().map(|p| match p {
                        Pass::Through(hex) => Stretch { hex, other: None },
                        Pass::Along(hex, other) => Stretch { hex, other: Some(other) },
                    }));
                }
                starts.push(stretches.len() as u32);
            }
        }
        Self { range, starts, stretches }
    }

    /// What the line to `offset` passes, in order, without its ends; none beyond the range.
    #[inline]
    pub fn between(&self, offset: Hex) -> Option<&[Stretch]> {
        if offset.distance(Hex::default()) > self.range as u16 {
            return None;
        }
        let i = ((offset.q + self.range) * (2 * self.range + 1) + offset.r + self.range) as usize;
        self.stretches.get(self.starts[i] as usize..self.starts[i + 1] as usize)
    }

    /// Whether `accepts` takes one of the paths the line may follow from `from` to `to`. Where it runs along
    /// a hexside, whoever traces it may take either hex; the hexside itself is not crossed. False beyond the range.
    pub fn any_path(&self, from: Hex, to: Hex, mut accepts: impl FnMut(&[Hex]) -> bool) -> bool {
        let Some(line) = self.between(to - from) else { return false };
        let choices = line.iter().filter(|s| s.other.is_some()).count();
        (0u32..1 << choices).any(|chosen| {
            let mut path = SightPath::new();
            path.push(from);
            let mut bit = 0;
            for stretch in line {
                let hex = match stretch.other {
                    Some(other) => {
                        bit += 1;
                        if chosen >> (bit - 1) & 1 == 0 { stretch.hex } else { other }
                    }
                    None => stretch.hex,
                };
                path.push(from + hex);
            }
            if to != from {
                path.push(to);
            }
            accepts(&path)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_line_says() {
        let table = LineTable::new(7);
        let from = Hex::new(-3, 5);
        for to in from.hexes_within(7) {
            let asked: Vec<Pass> = sight_line(from, to);
            let listed: Vec<Pass> = table
                .between(to - from)
                .unwrap()
                .iter()
                .map(|s| match s.other {
                    None => Pass::Through(from + s.hex),
                    Some(o) => Pass::Along(from + s.hex, from + o),
                })
                .collect();
            assert_eq!(asked, listed);
        }
        assert_eq!(table.between(Hex::new(8, 0)), None);
        assert_eq!(table.between(Hex::new(7, 7)), None);
    }

    #[test]
    fn paths_go_from_hex_to_hex_and_offer_every_choice() {
        let table = LineTable::new(7);
        let from = Hex::new(2, 2);
        for to in from.hexes_within(7) {
            let along = table.between(to - from).unwrap().iter().filter(|s| s.other.is_some()).count();
            let mut paths: Vec<SightPath> = Vec::new();
            table.any_path(from, to, |p| {
                paths.push(p.into());
                false
            });
            assert_eq!(paths.len(), 1 << along);
            for p in &paths {
                assert_eq!((p.first(), p.last()), (Some(&from), Some(&to)));
                assert!(p.windows(2).all(|w| w[0].distance(w[1]) == 1), "{p:?}");
            }
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), 1 << along, "all different");
        }
        assert!(table.any_path(from, from, |p| p == [from]), "one sees one's own hex");
        assert!(!table.any_path(from, from + Hex::new(8, 0), |_| true), "beyond the range");
    }
}
