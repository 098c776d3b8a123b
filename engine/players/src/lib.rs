//! Computer players, generic over rule systems. A player gets what its seat knows and nothing else:
//! see `engine::game::Knowledge`.

mod first_greedy;
mod greedy;
mod throws;

pub use first_greedy::FirstGreedy;
pub use greedy::Greedy;

use engine::game::{Advice, BotInfo, Budget, Knowledge, Player, RandomSource, Roster};

/// Picks any legal action with equal chance.
pub struct Random;

impl<R: Advice> Player<R> for Random {
    fn choose(&mut self, knowledge: &Knowledge<R>, random: &mut RandomSource, _: &Budget) -> Option<usize> {
        let n = knowledge.legal().len();
        (n > 0).then(|| random.index(n))
    }
}

/// The computer players there are, the best first.
static PLAYERS: &[BotInfo] = &[
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

/// Those that better ones are measured against.
static YARDSTICKS: &[BotInfo] = &[BotInfo {
    id: "first-greedy",
    name: "First greedy",
    help: "The greedy player as it was at first, kept unchanged to measure others against.",
}];

/// The computer players for a rule system.
pub fn roster<R: Advice>() -> Roster<R> {
    Roster { players: PLAYERS, yardsticks: YARDSTICKS, make: make_player::<R> }
}

fn make_player<R: Advice>(id: &str) -> Option<Box<dyn Player<R>>> {
    match id {
        "greedy" => Some(Box::new(Greedy::default())),
        "first-greedy" => Some(Box::new(FirstGreedy::default())),
        "random" => Some(Box::new(Random)),
        _ => None,
    }
}
