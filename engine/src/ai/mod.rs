//! Computer players, generic over rule systems. They see what their seat sees and nothing else.

mod greedy;

pub use greedy::{Greedy, prospects};

use crate::dice::DiceStream;
use crate::game::{AnyMatch, BotInfo};

/// Chooses among the legal actions of the seat to act.
pub trait Bot: Send {
    fn id(&self) -> &'static str;
    /// The number of the action to submit; `None` when there is nothing to choose.
    fn choose(&mut self, game: &dyn AnyMatch) -> Option<usize>;
}

/// Picks any legal action with equal chance.
pub struct Random {
    stream: DiceStream,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { stream: DiceStream::new(seed) }
    }
}

impl Bot for Random {
    fn id(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, game: &dyn AnyMatch) -> Option<usize> {
        let n = game.legal_count();
        (n > 0).then(|| self.stream.index(n))
    }
}

/// The computer players there are, the best first.
pub static BOTS: &[BotInfo] = &[
    BotInfo {
        id: "greedy",
        name: "Greedy",
        help: "Takes what looks best at once: every shot, every fortress, every march towards the enemy. It makes no plans.",
    },
    BotInfo {
        id: "random",
        name: "Random mover",
        help: "Does anything the rules allow, without a thought. Good for trying a scenario out.",
    },
];

/// A computer player by its id.
pub fn bot(id: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match id {
        "greedy" => Some(Box::new(Greedy::new(seed))),
        "random" => Some(Box::new(Random::new(seed))),
        _ => None,
    }
}
