//! Throws laid out evenly: over a dozen samples each face of a die shows equally often, and every
//! candidate of a decision meets the same luck.

use engine::dice::{Draw, Roll, RollResult};
use engine::game::RandomSource;

/// Samples of one decision: a multiple of six.
pub const SAMPLES: usize = 12;
/// Dice laid out; beyond the last they begin again.
const DICE: usize = 48;

/// The throws of all samples of one decision.
pub struct Layout {
    dice: [[u8; SAMPLES]; DICE],
}

impl Layout {
    pub fn new(random: &mut RandomSource) -> Self {
        let mut dice = [[0; SAMPLES]; DICE];
        for order in &mut dice {
            for i in 0..SAMPLES {
                let j = random.index(i + 1);
                order[i] = order[j];
                order[j] = i as u8;
            }
        }
        Self { dice }
    }

    /// The luck of one sample from its beginning.
    pub fn throws(&self, sample: usize) -> Throws<'_> {
        Throws { layout: self, sample, thrown: 0 }
    }
}

/// One run of luck.
#[derive(Clone)]
pub struct Throws<'l> {
    layout: &'l Layout,
    sample: usize,
    thrown: usize,
}

impl Throws<'_> {
    pub fn roll(&mut self, roll: &Roll) -> RollResult {
        let (low, high) = roll.face_range();
        let faces = u32::from(high - low) + 1;
        let count = match roll.draw {
            Draw::Dice { count, .. } => count,
            Draw::Pick { .. } => 1,
        };
        let mut result = RollResult::default();
        for _ in 0..count {
            let round = self.thrown / DICE;
            let slot = self.layout.dice[self.thrown % DICE][(self.sample + round) % SAMPLES];
            // The middle of the slot, so that picks of more things than slots are spread as well.
            let face = (2 * u32::from(slot) + 1) * faces / (2 * SAMPLES as u32);
            result.faces.push(low + face as u16);
            self.thrown += 1;
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_face_shows_equally_often_over_the_samples() {
        let layout = Layout::new(&mut RandomSource::new(3));
        let roll = Roll::dice("fire", "8.fire", 5, 6);
        let mut shown = [[0; 6]; 5];
        for sample in 0..SAMPLES {
            let mut throws = layout.throws(sample);
            for (die, face) in throws.roll(&roll).faces.iter().enumerate() {
                shown[die][*face as usize - 1] += 1;
            }
        }
        assert_eq!(shown, [[SAMPLES / 6; 6]; 5]);
    }

    #[test]
    fn the_same_sample_has_the_same_luck_and_others_have_not() {
        let layout = Layout::new(&mut RandomSource::new(3));
        let roll = Roll::dice("fire", "8.fire", 5, 6);
        let thrown: Vec<_> = (0..SAMPLES).map(|n| layout.throws(n).roll(&roll)).collect();
        assert_eq!(thrown[4], layout.throws(4).roll(&roll));
        assert!(thrown.iter().any(|t| *t != thrown[4]));
    }

    #[test]
    fn draws_of_many_things_stay_within_them() {
        let layout = Layout::new(&mut RandomSource::new(3));
        let roll = Roll::pick("card", "1.1", 55);
        for sample in 0..SAMPLES {
            assert!(layout.throws(sample).roll(&roll).one() < 55);
        }
    }
}
