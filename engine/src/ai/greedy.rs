//! The computer player who takes what looks best at once: no plan, but no wasted shot either.

use super::Bot;
use crate::dice::{DiceStream, Roll};
use crate::game::{AnyMatch, Cx, Present, Recorder, Seen, ToAct};
use crate::present::Seat;
use std::collections::VecDeque;

/// Throws tried for every action that rolls dice.
const DRAWS: u64 = 8;
/// Decisions remembered.
const LATELY: usize = 16;
/// More steps than anything that is settled without a choice.
const STEPS: usize = 200;

/// Tries every legal action on what its seat imagines and takes the one that leaves it best off.
pub struct Greedy {
    stream: DiceStream,
    /// What it last had before it, not to go round in a circle of idle steps.
    lately: VecDeque<Vec<f64>>,
}

impl Greedy {
    pub fn new(seed: u64) -> Self {
        Self { stream: DiceStream::new(seed), lately: VecDeque::new() }
    }
}

impl Bot for Greedy {
    fn id(&self) -> &'static str {
        "greedy"
    }

    fn choose(&mut self, game: &dyn AnyMatch) -> Option<usize> {
        let seat = game.to_act()?;
        let seed = self.stream.index(usize::MAX) as u64;
        let worth = game.prospects(seat, seed);
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let equal = |i: &usize| best - worth[*i] < 1e-9;
        let again = self.lately.contains(&worth);
        // Of equals the last: lists end with what ends a thing.
        let mut choice = (0..worth.len()).rev().find(equal);
        if again {
            let all: Vec<usize> = (0..worth.len()).filter(equal).collect();
            choice = (!all.is_empty()).then(|| all[self.stream.index(all.len())]);
        } else if worth.len() > 1 {
            self.lately.truncate(LATELY - 1);
            self.lately.push_front(worth);
        }
        choice
    }
}

/// How well off each action leaves the seat that sees `seen`: the mean over throws. All actions are
/// tried with the same dice, so that luck does not decide between them. Between two undertakings
/// it looks to the end of each; in the midst of one it goes on as it looked then.
pub fn prospects<R: Present>(cx: &Cx<R>, seen: &Seen<'_, R>, legal: &[R::Action], seed: u64) -> Vec<f64> {
    if legal.len() < 2 {
        return vec![0.0; legal.len()];
    }
    let (state, seat) = (R::imagine(cx, seen), seen.seat());
    let at_rest = R::at_rest(cx, &state);
    let after = |a: &R::Action| {
        let mut sum = 0.0;
        for draw in 0..DRAWS {
            let mut look = Look { cx, seat, dice: DiceStream::new(seed ^ draw), chance: false };
            let worth = if at_rest { look.until_rest(&state, a) } else { look.at_once(&state, a) };
            if !look.chance {
                return worth;
            }
            sum += worth;
        }
        sum / DRAWS as f64
    };
    let mut worth: Vec<f64> = legal.iter().map(after).collect();
    // What comes at the end of a phase comes anyway and is not put off by doing something idle.
    if at_rest && let Some(last) = worth.last_mut() {
        *last = last.max(R::evaluate(cx, &Seen::whole(&state, seat)));
    }
    worth
}

/// A look ahead by one seat with one run of luck.
struct Look<'a, R: Present> {
    cx: &'a Cx<R>,
    seat: Seat,
    dice: DiceStream,
    /// Something was left to chance.
    chance: bool,
}

impl<R: Present> Look<'_, R> {
    fn worth(&self, state: &R::State) -> f64 {
        R::evaluate(self.cx, &Seen::whole(state, self.seat))
    }

    /// The worth as soon as the dice for `a` have fallen.
    fn at_once(&mut self, from: &R::State, a: &R::Action) -> f64 {
        let mut state = from.clone();
        R::apply(self.cx, &mut state, a, &mut Recorder::off());
        for _ in 0..STEPS {
            match R::to_act(self.cx, &state) {
                ToAct::Chance(roll) if !R::at_rest(self.cx, &state) => self.roll(&mut state, &roll),
                _ => break,
            }
        }
        self.worth(&state)
    }

    /// The worth once all that `a` begins has come to rest. What its own seat is asked on the way it
    /// answers by what is best at once; what others would answer is left to chance.
    fn until_rest(&mut self, from: &R::State, a: &R::Action) -> f64 {
        let mut state = from.clone();
        let mut legal = Vec::new();
        R::apply(self.cx, &mut state, a, &mut Recorder::off());
        for _ in 0..STEPS {
            if R::at_rest(self.cx, &state) {
                break;
            }
            match R::to_act(self.cx, &state) {
                ToAct::Over(_) => break,
                ToAct::Chance(roll) => self.roll(&mut state, &roll),
                ToAct::Seat(seat) => {
                    legal.clear();
                    R::legal_actions(self.cx, &Seen::by(self.cx, &state, seat), &mut legal);
                    let Some(n) = self.answer(&state, seat, &legal) else { break };
                    R::apply(self.cx, &mut state, &legal[n], &mut Recorder::off());
                }
            }
        }
        self.worth(&state)
    }

    fn roll(&mut self, state: &mut R::State, roll: &Roll) {
        self.chance = true;
        R::resolve(self.cx, state, &self.dice.roll(roll), &mut Recorder::off());
    }

    fn answer(&mut self, state: &R::State, seat: Seat, legal: &[R::Action]) -> Option<usize> {
        if legal.len() < 2 {
            return (!legal.is_empty()).then_some(0);
        }
        if seat != self.seat {
            self.chance = true;
            return Some(self.dice.index(legal.len()));
        }
        let dice = self.dice.clone();
        let mut best = (0, f64::NEG_INFINITY);
        for (i, a) in legal.iter().enumerate() {
            self.dice = dice.clone();
            let worth = self.at_once(state, a);
            // Of equals the last: lists end with what ends a thing.
            if worth >= best.1 {
                best = (i, worth);
            }
        }
        self.dice = dice;
        Some(best.0)
    }
}
