use super::{Cx, Present, Recorder, Ruleset, ToAct};
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
    let mut state = R::start(cx);
    let mut dice = DiceStream::new(seed);
    let mut choice = DiceStream::new(seed ^ 0x9e37_79b9_7f4a_7c15);
    let mut rec = Recorder::off();
    let mut legal = Vec::with_capacity(256);
    let (mut actions, mut listed) = (0, 0);
    let longest = R::longest(cx) as u64;
    loop {
        match R::to_act(cx, &state) {
            ToAct::Over(o) => {
                let hash = super::state_hash(&state);
                let turns = turn_of(cx, &state);
                let (winner, grade) = (o.winner, o.grade);
                return SimResult { winner, grade, actions, listed, finished: true, turns, hash };
            }
            ToAct::Chance(roll) => {
                let result = dice.roll(&roll);
                R::resolve(cx, &mut state, &result, &mut rec);
            }
            ToAct::Seat(seat) => {
                legal.clear();
                R::legal_actions(cx, &R::redact(cx, &state, seat), &mut legal);
                if legal.is_empty() || actions >= longest {
                    let hash = super::state_hash(&state);
                    let turns = turn_of(cx, &state);
                    return SimResult {
                        winner: None,
                        grade: 0,
                        actions,
                        listed,
                        finished: false,
                        turns,
                        hash,
                    };
                }
                let pick = choice.index(legal.len());
                R::apply(cx, &mut state, &legal[pick], &mut rec);
                actions += 1;
                listed += legal.len() as u64;
            }
        }
    }
}

fn turn_of<R: Present>(cx: &Cx<R>, state: &R::State) -> u32 {
    R::sequence(cx, &R::redact(cx, state, Seat::OPEN)).turn
}

/// Counts the legal sequences of `depth` decisions; each distinct throw of like dice counts once.
pub fn perft<R: Ruleset>(cx: &Cx<R>, state: &R::State, depth: u32) -> u64 {
    let mut rec = Recorder::off();
    match R::to_act(cx, state) {
        ToAct::Over(_) => 1,
        ToAct::Chance(roll) => roll
            .outcomes()
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
            R::legal_actions(cx, &R::redact(cx, state, seat), &mut legal);
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
