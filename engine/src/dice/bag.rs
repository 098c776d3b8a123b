//! What is left in a pool: how many of each thing, in no order, because the next draw is not known to anybody.

use super::{Roll, RollResult};
use serde::{Deserialize, Serialize};

/// Counts by kind of thing. Part of a state; the names stay in the setup.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Bag(smallvec::SmallVec<[u8; 16]>);

impl Bag {
    pub fn new(counts: impl IntoIterator<Item = u8>) -> Self {
        Self(counts.into_iter().collect())
    }

    /// How many kinds of things there are, left or not.
    pub fn kinds(&self) -> usize {
        self.0.len()
    }

    /// Things left in all.
    pub fn total_left(&self) -> u16 {
        self.0.iter().map(|n| u16::from(*n)).sum()
    }

    /// The draw of one thing. The bag must not be empty.
    pub fn draw_roll(&self, purpose: &'static str, rule: &'static str) -> Roll {
        Roll::pick(purpose, rule, self.total_left())
    }

    /// Takes out what was drawn, without replacement, and says which kind it is.
    pub fn take_drawn(&mut self, result: &RollResult) -> Option<usize> {
        let kind = self.kinds_by_face().nth(result.one() as usize)?;
        self.0[kind] -= 1;
        Some(kind)
    }

    /// Puts a thing back, or in.
    pub fn put_back(&mut self, kind: usize) {
        if let Some(n) = self.0.get_mut(kind) {
            *n = n.saturating_add(1);
        }
    }

    /// What each face of the draw is called.
    pub fn face_names<'a>(&self, name: impl Fn(usize) -> &'a str) -> Vec<String> {
        self.kinds_by_face().map(|k| name(k).to_owned()).collect()
    }

    /// The kind behind every face, in order.
    fn kinds_by_face(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(kind, n)| std::iter::repeat_n(kind, *n as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::DiceStream;

    #[test]
    fn what_is_drawn_is_out_until_it_is_put_back() {
        let mut bag = Bag::new([2, 0, 1]);
        assert_eq!(bag.face_names(|k| ["a", "b", "c"][k]), ["a", "a", "c"]);
        assert_eq!(bag.take_drawn(&RollResult::of(&[2])), Some(2));
        assert_eq!(bag, Bag::new([2, 0, 0]));
        assert_eq!(bag.take_drawn(&RollResult::of(&[2])), None, "there are two left");
        bag.put_back(2);
        assert_eq!(bag, Bag::new([2, 0, 1]));
    }

    #[test]
    fn first_draws_are_uniform() {
        let bag = Bag::new([1, 2, 3, 4]);
        let mut dice = DiceStream::new(41);
        let mut seen = [0u32; 4];
        for _ in 0..100_000 {
            let roll = bag.draw_roll("event", "1");
            seen[bag.clone().take_drawn(&dice.roll(&roll)).unwrap()] += 1;
        }
        let square = |(i, n): (usize, &u32)| {
            let expected = 10_000.0 * (i as f64 + 1.0);
            (f64::from(*n) - expected).powi(2) / expected
        };
        let chi: f64 = seen.iter().enumerate().map(square).sum();
        assert!(chi < 16.27, "chi-square {chi:.2} with three degrees of freedom (0.1 %)");
    }
}
