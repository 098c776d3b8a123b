//! The computer player who takes what looks best at once: no plan of campaign, but no wasted shot either.

use crate::throws::{Layout, SAMPLES, Throws};
use engine::game::{Advice, Budget, Imagined, Knowledge, Plan, Player, RandomSource, ToAct};
use engine::present::Seat;
use std::collections::VecDeque;

/// Decisions remembered.
const REMEMBERED: usize = 16;
/// Above the number of steps that anything settled without a choice can take.
const STEPS: usize = 200;
/// Throws tried for the answer of another seat.
const ANSWER_SAMPLES: usize = 3;
/// Samples after which plans that are far behind are dropped.
const FIRST_LOOK: usize = SAMPLES / 2;

/// Tries every plan on a sample that agrees with what its seat has seen and takes the plan that leaves the seat best off.
pub struct Greedy<R: Advice> {
    /// The positions of its last decisions, so that it does not go round in circles.
    recent: VecDeque<Vec<f64>>,
    /// The rest of the plan it has begun, the next action last.
    begun: Vec<R::Action>,
}

impl<R: Advice> Default for Greedy<R> {
    fn default() -> Self {
        Self { recent: VecDeque::new(), begun: Vec::new() }
    }
}

impl<R: Advice> Player<R> for Greedy<R> {
    fn choose(
        &mut self,
        knowledge: &Knowledge<R>,
        random: &mut RandomSource,
        budget: &Budget,
    ) -> Option<usize> {
        let legal = knowledge.legal();
        if let Some(next) = self.begun.pop() {
            if let Ok(place) = legal.binary_search(&next) {
                return Some(place);
            }
            self.begun.clear();
        }
        if legal.len() < 2 {
            return (!legal.is_empty()).then_some(0);
        }
        let (mut plans, worth) = weigh_plans(knowledge, random, budget);
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |i: &usize| best - worth[*i] < 1e-9;
        let choice = if self.recent.contains(&worth) {
            let all: Vec<usize> = (0..worth.len()).filter(is_best).collect();
            all.get(random.index(all.len())).copied()?
        } else {
            // Of equals the last: lists end with what ends a thing.
            (0..worth.len()).rev().find(is_best)?
        };
        if !self.recent.contains(&worth) {
            self.recent.truncate(REMEMBERED - 1);
            self.recent.push_front(worth);
        }
        self.begun = plans.swap_remove(choice).actions;
        self.begun.reverse();
        let first = self.begun.pop()?;
        legal.binary_search(&first).ok()
    }

    fn forget(&mut self) {
        self.recent.clear();
        self.begun.clear();
    }
}

/// A candidate with what is known of it so far.
struct Candidate<'k, 'p, R: Advice> {
    /// Where the plan stands when the first throw is due.
    world: Imagined<'k, R>,
    rest_of_plan: &'p [R::Action],
    sum: f64,
    samples: usize,
    /// Nothing is left to chance: one look says all.
    settled: bool,
}

impl<R: Advice> Candidate<'_, '_, R> {
    fn mean(&self) -> f64 {
        if self.samples == 0 { f64::NEG_INFINITY } else { self.sum / self.samples as f64 }
    }
}

/// How well off each undertaking leaves the seat: the mean over throws laid out evenly and the same for all,
/// so that luck does not decide between them. Between two undertakings it looks to the end of
/// each; in the middle of one it looks at each action alone, and at what others answer to it.
fn weigh_plans<R: Advice>(
    knowledge: &Knowledge<R>,
    random: &mut RandomSource,
    budget: &Budget,
) -> (Vec<Plan<R::Action>>, Vec<f64>) {
    let world = knowledge.sample(random);
    let is_at_rest = world.is_at_rest();
    let plans = if is_at_rest {
        knowledge.plans()
    } else {
        let mut legal = knowledge.legal().to_vec();
        world.thin_out(knowledge.seat(), &mut legal);
        if legal.len() > 1 {
            legal.retain(|a| !knowledge.is_rash(a, random));
        }
        legal.into_iter().map(Plan::single).collect()
    };
    let look = LookAhead { seat: knowledge.seat(), layout: Layout::new(random), to_rest: is_at_rest, budget };
    let mut candidates: Vec<Candidate<'_, '_, R>> =
        plans.iter().map(|p| look.until_chance(&world, p)).collect();
    for sample in 0..FIRST_LOOK {
        look.try_all(&mut candidates, sample, f64::NEG_INFINITY);
    }
    let floor = second_look_floor(&candidates);
    for sample in FIRST_LOOK..SAMPLES {
        look.try_all(&mut candidates, sample, floor);
    }
    let mut worth: Vec<f64> = candidates.iter().map(Candidate::mean).collect();
    // What comes at the end of a phase comes anyway and is not put off by doing something idle.
    if is_at_rest
        && let (Some(last), Some(end)) = (plans.last(), knowledge.legal().last())
        && last.actions.first() == Some(end)
        && let Some(value) = worth.last_mut()
    {
        *value = value.max(world.evaluate(look.seat));
    }
    (plans, worth)
}

/// After the first look only what comes near the best is looked at again.
fn second_look_floor<R: Advice>(candidates: &[Candidate<'_, '_, R>]) -> f64 {
    let means = || candidates.iter().map(Candidate::mean);
    let best = means().fold(f64::NEG_INFINITY, f64::max);
    let settled = candidates.iter().filter(|c| c.settled).map(Candidate::mean);
    let spread = best - settled.fold(f64::NEG_INFINITY, f64::max);
    best - if spread.is_finite() { spread.abs().max(SECOND_LOOK) } else { SECOND_LOOK }
}

/// What lies this far behind the best after half the throws does not catch up.
const SECOND_LOOK: f64 = 25.0;

/// A look ahead by one seat.
struct LookAhead<'b> {
    seat: Seat,
    layout: Layout,
    /// Looks to the end of what is begun, and not only at what comes of one action.
    to_rest: bool,
    budget: &'b Budget,
}

/// How far a look has come.
enum Came<'p, A> {
    ToRest,
    /// A throw is due; what is left of the plan.
    ToChance(&'p [A]),
}

impl LookAhead<'_> {
    /// The plan carried on to where luck begins to matter.
    fn until_chance<'k, 'p, R: Advice>(
        &self,
        from: &Imagined<'k, R>,
        plan: &'p Plan<R::Action>,
    ) -> Candidate<'k, 'p, R> {
        let mut world = from.clone();
        let mut rest_of_plan = &plan.actions[..];
        if let Some((first, rest)) = rest_of_plan.split_first() {
            world.apply(first);
            rest_of_plan = rest;
        }
        self.budget.spend_node();
        match self.carry_on(&mut world, rest_of_plan, None, 0) {
            Came::ToRest => {
                let sum = world.evaluate(self.seat);
                Candidate { world, rest_of_plan: &[], sum, samples: 1, settled: true }
            }
            Came::ToChance(rest_of_plan) => {
                Candidate { world, rest_of_plan, sum: 0.0, samples: 0, settled: false }
            }
        }
    }

    /// One more sample for every candidate that luck decides and that is not below the floor.
    fn try_all<R: Advice>(&self, candidates: &mut [Candidate<'_, '_, R>], sample: usize, floor: f64) {
        for c in candidates.iter_mut().filter(|c| !c.settled) {
            if self.budget.is_spent() || c.mean() < floor && c.samples > 0 {
                continue;
            }
            let mut world = c.world.clone();
            let mut throws = self.layout.throws(sample);
            self.budget.spend_node();
            self.carry_on(&mut world, c.rest_of_plan, Some(&mut throws), sample);
            c.sum += world.evaluate(self.seat);
            c.samples += 1;
        }
    }

    /// Plays on until all that has been begun has come to rest, or to the first throw if there is no luck
    /// to throw with. What its own seat is asked beyond the plan it answers by what is best for it at once;
    /// so does every other seat.
    fn carry_on<'p, R: Advice>(
        &self,
        world: &mut Imagined<'_, R>,
        mut planned: &'p [R::Action],
        mut throws: Option<&mut Throws<'_>>,
        sample: usize,
    ) -> Came<'p, R::Action> {
        let mut legal = Vec::new();
        for _ in 0..STEPS {
            if world.is_at_rest() && (self.to_rest || planned.is_empty()) {
                break;
            }
            match world.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance(roll) => match &mut throws {
                    Some(throws) => world.resolve(&throws.roll(&roll)),
                    None => return Came::ToChance(planned),
                },
                ToAct::Seat(seat) => {
                    if seat == self.seat {
                        if let Some((next, rest)) = planned.split_first()
                            && world.is_legal(seat, next)
                        {
                            world.apply(next);
                            planned = rest;
                            continue;
                        }
                        if !self.to_rest {
                            break;
                        }
                    }
                    planned = &[];
                    world.legal_actions(seat, &mut legal);
                    world.thin_out(seat, &mut legal);
                    let Some(n) = self.best_at_once(world, seat, &legal, sample) else { break };
                    world.apply(&legal[n]);
                }
            }
        }
        Came::ToRest
    }

    /// What is best for `seat` as soon as the dice for it have been rolled. Throws of other samples are
    /// used: nobody knows the dice to come.
    fn best_at_once<R: Advice>(
        &self,
        world: &Imagined<'_, R>,
        seat: Seat,
        legal: &[R::Action],
        sample: usize,
    ) -> Option<usize> {
        if legal.len() < 2 {
            return (!legal.is_empty()).then_some(0);
        }
        let mut best = (0, f64::NEG_INFINITY);
        for (i, action) in legal.iter().enumerate() {
            let worth = self.at_once(world, seat, action, sample);
            // Of equals the last: lists end with what ends a thing.
            if worth >= best.1 {
                best = (i, worth);
            }
        }
        Some(best.0)
    }

    fn at_once<R: Advice>(
        &self,
        from: &Imagined<'_, R>,
        seat: Seat,
        action: &R::Action,
        sample: usize,
    ) -> f64 {
        let mut begun = from.clone();
        begun.apply(action);
        self.budget.spend_node();
        if begun.is_at_rest() || !matches!(begun.to_act(), ToAct::Chance(_)) {
            return begun.evaluate(seat);
        }
        let mut sum = 0.0;
        for n in 1..=ANSWER_SAMPLES {
            let mut world = begun.clone();
            let mut throws = self.layout.throws((sample + n * (SAMPLES / (ANSWER_SAMPLES + 1))) % SAMPLES);
            for _ in 0..STEPS {
                match world.to_act() {
                    ToAct::Chance(roll) if !world.is_at_rest() => world.resolve(&throws.roll(&roll)),
                    _ => break,
                }
            }
            sum += world.evaluate(seat);
        }
        sum / ANSWER_SAMPLES as f64
    }
}
