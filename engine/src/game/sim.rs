use super::{Cx, Play, Present, Recorder, Seen, ToAct};
use crate::dice::DiceStream;
use crate::present::Seat;
use serde::Serialize;

/// One game played out by computer players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SimResult {
    pub winner: Option<Seat>,
    pub grade: i16,
    pub actions: u64,
    /// Sum over all decisions of the actions that were listed.
    pub listed: u64,
    /// False if the game passed its greatest length.
    pub finished: bool,
    /// The turn it ended in.
    pub turns: u32,
    /// Hash of the last position.
    pub hash: u64,
}

/// Plays one game at random. Dice and choices come from two streams, so that the same seed gives
/// the same game.
pub fn playout<R: Present>(cx: &Cx<R>, seed: u64) -> SimResult {
    let longest = R::longest(cx) as u64;
    let (state, mut result) = random_play(cx, seed, longest);
    if let ToAct::Over(o) = R::to_act(cx, &state) {
        (result.winner, result.grade, result.finished) = (o.winner, o.grade, true);
    }
    result.turns = R::sequence(cx, &Seen::by(cx, &state, Seat::OPEN)).turn;
    result.hash = super::state_hash(&state);
    result
}

/// The position after at most `actions` random actions.
pub(super) fn position<R: Play>(cx: &Cx<R>, seed: u64, actions: u64) -> R::State {
    random_play(cx, seed, actions).0
}

fn random_play<R: Play>(cx: &Cx<R>, seed: u64, most: u64) -> (R::State, SimResult) {
    let mut state = R::start(cx);
    let mut dice = DiceStream::new(seed);
    let mut choice = DiceStream::new(seed ^ 0x9e37_79b9_7f4a_7c15);
    let mut rec = Recorder::off();
    let mut legal = Vec::with_capacity(256);
    let mut result =
        SimResult { winner: None, grade: 0, actions: 0, listed: 0, finished: false, turns: 0, hash: 0 };
    loop {
        match R::to_act(cx, &state) {
            ToAct::Over(_) => break,
            ToAct::Chance(roll) => {
                let answer = dice.roll(&roll);
                R::resolve(cx, &mut state, &answer, &mut rec);
            }
            ToAct::Seat(seat) => {
                legal.clear();
                // The law of the contract: the list is the same from what the seat may know.
                R::legal_actions(cx, &Seen::whole(&state, seat), &mut legal);
                if legal.is_empty() || result.actions >= most {
                    break;
                }
                R::apply(cx, &mut state, &legal[choice.random_index(legal.len())], &mut rec);
                result.actions += 1;
                result.listed += legal.len() as u64;
            }
        }
    }
    (state, result)
}

/// Counts the legal sequences of `depth` decisions; each distinct throw of like dice counts once.
pub fn perft<R: Play>(cx: &Cx<R>, state: &R::State, depth: u32) -> u64 {
    let mut rec = Recorder::off();
    match R::to_act(cx, state) {
        ToAct::Over(_) => 1,
        ToAct::Chance(roll) => roll
            .all_outcomes()
            .iter()
            .map(|(result, _)| {
                let mut next = state.clone();
                R::resolve(cx, &mut next, result, &mut rec);
                perft(cx, &next, depth)
            })
            .sum(),
        ToAct::Seat(seat) => {
            if depth == 0 {
                return 1;
            }
            let mut legal = Vec::new();
            R::legal_actions(cx, &Seen::whole(state, seat), &mut legal);
            if depth == 1 {
                return legal.len() as u64;
            }
            let mut count = 0;
            for a in &legal {
                let mut next = state.clone();
                R::apply(cx, &mut next, a, &mut rec);
                count += perft(cx, &next, depth - 1);
            }
            count
        }
    }
}
