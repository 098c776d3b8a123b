//! Chance as a question and its answers. Dice live outside every state.

mod bag;

pub use bag::Bag;

use crate::rule::Rule;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde::{Deserialize, Serialize};

/// What is asked of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Like dice: their order never matters.
    Dice { count: u8, sides: u8 },
    /// One of so many equally likely things (a counter from a pool, a card). What they are called the rule
    /// system says: `Ruleset::draw_names`.
    Pick { of: u16 },
}

/// A roll that is due: why, by which rule, what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// One or two words, for people and scripts: `fire`, `morale`, `action points`.
    pub purpose: &'static str,
    pub rule: Rule,
    pub draw: Draw,
}

impl Roll {
    pub const fn dice(purpose: &'static str, rule: &'static str, count: u8, sides: u8) -> Self {
        Self { purpose, rule: Rule(rule), draw: Draw::Dice { count, sides } }
    }

    /// A draw of one thing out of `of`.
    pub const fn pick(purpose: &'static str, rule: &'static str, of: u16) -> Self {
        Self { purpose, rule: Rule(rule), draw: Draw::Pick { of } }
    }

    pub const fn dice_count(&self) -> usize {
        match self.draw {
            Draw::Dice { count, .. } => count as usize,
            Draw::Pick { .. } => 1,
        }
    }

    /// Whether `result` answers this roll.
    pub fn is_answered_by(&self, result: &RollResult) -> bool {
        let (low, high) = self.face_range();
        result.faces.len() == self.dice_count() && result.faces.iter().all(|f| (low..=high).contains(f))
    }

    /// Least and greatest face.
    pub const fn face_range(&self) -> (u16, u16) {
        match self.draw {
            Draw::Dice { sides, .. } => (1, sides as u16),
            Draw::Pick { of } => (0, of.saturating_sub(1)),
        }
    }

    /// Every distinct answer with its number of throws. Like dice come as sorted multisets.
    pub fn all_outcomes(&self) -> Vec<(RollResult, u64)> {
        let (low, high) = self.face_range();
        let mut out = Vec::new();
        let mut faces = Faces::new();
        list_multisets(low, high, self.dice_count(), &mut faces, &mut out);
        out
    }
}

fn list_multisets(low: u16, high: u16, left: usize, faces: &mut Faces, out: &mut Vec<(RollResult, u64)>) {
    if left == 0 {
        let mut ways: u64 = (1..=faces.len() as u64).product();
        let mut run = 0u64;
        for i in 0..faces.len() {
            run = if i > 0 && faces[i] == faces[i - 1] { run + 1 } else { 1 };
            ways /= run;
        }
        out.push((RollResult { faces: faces.clone() }, ways));
        return;
    }
    for f in low..=high {
        faces.push(f);
        list_multisets(f, high, left - 1, faces, out);
        faces.pop();
    }
}

pub type Faces = smallvec::SmallVec<[u16; 8]>;

/// What chance answered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct RollResult {
    pub faces: Faces,
}

impl RollResult {
    pub fn of(faces: &[u16]) -> Self {
        Self { faces: Faces::from_slice(faces) }
    }

    /// The only die of a single roll.
    pub fn one(&self) -> u16 {
        self.faces.first().copied().unwrap_or(0)
    }
}

/// The seeded stream of a match. A named, portable generator: the same seed gives the same dice
/// on every machine and in every version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceStream {
    rng: Pcg64,
    seed: u64,
    drawn: u64,
}

impl DiceStream {
    pub fn new(seed: u64) -> Self {
        Self { rng: Pcg64::seed_from_u64(seed), seed, drawn: 0 }
    }

    /// The stream as it stood after `drawn` draws.
    pub fn resumed_at(seed: u64, drawn: u64) -> Self {
        let mut stream = Self::new(seed);
        stream.rng.advance(u128::from(drawn));
        stream.drawn = drawn;
        stream
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn draws_made(&self) -> u64 {
        self.drawn
    }

    /// A number below `n`. Exactly one word of the stream for each, so that a position in the
    /// stream is a count; the bias of 2^-58 for a die is of no account.
    pub fn number_below(&mut self, n: u16) -> u16 {
        self.random_index(n as usize) as u16
    }

    pub fn roll(&mut self, roll: &Roll) -> RollResult {
        let (low, high) = roll.face_range();
        let faces = (0..roll.dice_count()).map(|_| low + self.number_below(high - low + 1)).collect();
        RollResult { faces }
    }

    /// An index below `n`, for computer players that choose at random.
    pub fn random_index(&mut self, n: usize) -> usize {
        self.drawn = self.drawn.wrapping_add(1);
        let word = self.rng.next_u64();
        ((u128::from(word) * n.max(1) as u128) >> 64) as usize
    }
}

/// Results laid down beforehand, as scripts and cases do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dictated {
    pub results: std::collections::VecDeque<DictatedRoll>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DictatedRoll {
    /// The roll's purpose must be this, if given.
    pub purpose: Option<String>,
    pub faces: std::collections::VecDeque<u16>,
    /// What is drawn, by name; taken before the faces.
    pub names: std::collections::VecDeque<String>,
}

impl DictatedRoll {
    pub fn with_faces(purpose: Option<String>, faces: &[u16]) -> Self {
        Self { purpose, faces: faces.iter().copied().collect(), ..Self::default() }
    }

    fn is_empty(&self) -> bool {
        self.faces.is_empty() && self.names.is_empty()
    }
}

impl Dictated {
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    pub fn rolls_left(&self) -> usize {
        self.results.iter().map(|r| r.faces.len() + r.names.len()).sum()
    }

    /// Takes the faces this roll asks for. One dictated line may serve several rolls in a row. `names` are
    /// what a draw may bring, by face.
    pub fn take_faces(&mut self, roll: &Roll, names: &[String]) -> Result<RollResult, String> {
        let asked = describe_roll(roll);
        let Some(first) = self.results.front_mut() else {
            return Err(format!("too few dice dictated: the game asks for {asked}"));
        };
        if let Some(p) = &first.purpose
            && !p.eq_ignore_ascii_case(roll.purpose)
        {
            return Err(format!("dice were dictated for '{p}', but the game asks for {asked}"));
        }
        if let Some(name) = first.names.pop_front() {
            let face = names.iter().position(|n| n.eq_ignore_ascii_case(&name));
            if first.is_empty() {
                self.results.pop_front();
            }
            let face = face.ok_or_else(|| {
                let mut known = names.to_vec();
                known.dedup();
                let known = if known.is_empty() { "nothing with a name".into() } else { known.join(", ") };
                format!("'{name}' cannot be drawn: the game asks for {asked} ({known})")
            })?;
            return Ok(RollResult::of(&[face as u16]));
        }
        if first.faces.len() < roll.dice_count() {
            let have = first.faces.len();
            return Err(format!("too few dice dictated ({have} left): the game asks for {asked}"));
        }
        let result = RollResult { faces: first.faces.drain(..roll.dice_count()).collect() };
        if first.is_empty() {
            self.results.pop_front();
        }
        if roll.is_answered_by(&result) {
            Ok(result)
        } else {
            Err(format!(
                "the dictated faces {:?} cannot be rolled: the game asks for {asked}",
                result.faces.as_slice()
            ))
        }
    }
}

/// A roll in words: `3 six-sided dice for fire [8.fire]`.
pub fn describe_roll(roll: &Roll) -> String {
    match roll.draw {
        Draw::Dice { count, sides } => format!("{count}d{sides} for '{}' [{}]", roll.purpose, roll.rule),
        Draw::Pick { of } => format!("a draw from {of} for '{}' [{}]", roll.purpose, roll.rule),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_complete() {
        for count in 1..=4 {
            let roll = Roll::dice("fire", "8.fire", count, 6);
            let all = roll.all_outcomes();
            assert_eq!(all.iter().map(|o| o.1).sum::<u64>(), 6u64.pow(count.into()));
        }
        assert_eq!(Roll::dice("fire", "8.fire", 3, 6).all_outcomes().len(), 56);
    }

    #[test]
    fn the_stream_is_portable_and_can_be_taken_up_again() {
        let mut s = DiceStream::new(1741);
        let roll = Roll::dice("fire", "8.fire", 6, 6);
        let first = s.roll(&roll);
        assert_eq!(first, DiceStream::new(1741).roll(&roll));
        assert_eq!(s.roll(&roll), DiceStream::resumed_at(1741, 6).roll(&roll));
        assert!(roll.is_answered_by(&first));
    }

    #[test]
    fn dictated_dice_say_what_was_asked() {
        let mut d = Dictated::default();
        let roll = Roll::dice("morale", "8.close", 1, 6);
        assert!(d.take_faces(&roll, &[]).unwrap_err().contains("1d6 for 'morale' [8.close]"));
        d.results.push_back(DictatedRoll::with_faces(None, &[3, 7]));
        assert_eq!(d.take_faces(&roll, &[]), Ok(RollResult::of(&[3])));
        assert!(d.take_faces(&roll, &[]).is_err(), "a seven cannot be rolled");
    }

    #[test]
    fn draws_are_dictated_by_name() {
        let mut d = Dictated::default();
        let names = ["Rain", "Rain", "France joins"].map(str::to_owned);
        let roll = Roll::pick("event", "41", 3);
        for name in ["france joins", "Rain", "Snow"] {
            d.results.push_back(DictatedRoll { names: [name.to_owned()].into(), ..DictatedRoll::default() });
        }
        assert_eq!(d.rolls_left(), 3);
        assert_eq!(d.take_faces(&roll, &names), Ok(RollResult::of(&[2])));
        assert_eq!(d.take_faces(&roll, &names), Ok(RollResult::of(&[0])));
        let said = d.take_faces(&roll, &names).unwrap_err();
        assert!(said.contains("'Snow' cannot be drawn") && said.contains("(Rain, France joins)"), "{said}");
        assert!(d.is_empty());
    }
}
