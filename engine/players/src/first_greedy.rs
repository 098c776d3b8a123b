//! The first greedy player, kept by name as the yardstick for better ones: eight plain throws, a judgement
//! of its own, and an opponent who answers at random. Nothing here is improved.

use engine::dice::Roll;
use engine::game::{Advice, Budget, Imagined, Knowledge, Plan, Player, RandomSource, ToAct};
use engine::present::Seat;
use std::collections::VecDeque;

/// Rolls tried for every undertaking that is left to chance.
const DRAWS: usize = 8;
/// Decisions remembered.
const REMEMBERED: usize = 16;
/// More steps than anything that is settled without a choice.
const STEPS: usize = 200;

/// Tries every undertaking on a world that agrees with what its seat has seen and takes the one that
/// leaves it best off.
pub struct FirstGreedy<R: Advice> {
    /// What it last had before it, not to go round in a circle of idle steps.
    recent: VecDeque<Vec<f64>>,
    /// What is left of the undertaking it has begun, the next action last.
    begun: Vec<R::Action>,
}

impl<R: Advice> Default for FirstGreedy<R> {
    fn default() -> Self {
        Self { recent: VecDeque::new(), begun: Vec::new() }
    }
}

impl<R: Advice> Player<R> for FirstGreedy<R> {
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

/// How well off each undertaking leaves the seat: the mean over rolls. All are tried with the same
/// dice, so that luck does not decide between them. Between two undertakings it looks to the end of
/// each; in the middle of one it looks at each action alone.
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
        knowledge.legal().iter().cloned().map(Plan::single).collect()
    };
    let draws: Vec<RandomSource> = (0..DRAWS).map(|_| random.split()).collect();
    let seat = knowledge.seat();
    let after = |plan: &Plan<R::Action>| {
        let mut sum = 0.0;
        for (tried, draw) in draws.iter().enumerate() {
            if budget.is_spent() {
                return if tried == 0 { f64::NEG_INFINITY } else { sum / tried as f64 };
            }
            let mut look = LookAhead { seat, random: draw.clone(), had_chance: false, budget };
            let worth = if is_at_rest {
                look.until_rest(&world, plan)
            } else {
                look.at_once(&world, &plan.actions[0])
            };
            if !look.had_chance {
                return worth;
            }
            sum += worth;
        }
        sum / DRAWS as f64
    };
    let mut worth: Vec<f64> = plans.iter().map(after).collect();
    // What comes at the end of a phase comes anyway and is not put off by doing something idle.
    if is_at_rest
        && let (Some(last), Some(end)) = (plans.last(), knowledge.legal().last())
        && last.actions.first() == Some(end)
        && let Some(value) = worth.last_mut()
    {
        *value = value.max(world.evaluate_first(seat));
    }
    (plans, worth)
}

/// A look ahead by one seat with one run of luck.
struct LookAhead<'b> {
    seat: Seat,
    random: RandomSource,
    /// Something was left to chance.
    had_chance: bool,
    budget: &'b Budget,
}

impl LookAhead<'_> {
    /// The worth as soon as the dice for `action` have been rolled.
    fn at_once<R: Advice>(&mut self, from: &Imagined<'_, R>, action: &R::Action) -> f64 {
        let mut world = from.clone();
        self.budget.spend_node();
        world.apply(action);
        for _ in 0..STEPS {
            match world.to_act() {
                ToAct::Chance(roll) if !world.is_at_rest() => self.roll(&mut world, &roll),
                _ => break,
            }
        }
        world.evaluate_first(self.seat)
    }

    /// The worth once all that the plan begins has come to rest. What its own seat is asked beyond the
    /// plan it answers by what is best at once; what others would answer is left to chance.
    fn until_rest<R: Advice>(&mut self, from: &Imagined<'_, R>, plan: &Plan<R::Action>) -> f64 {
        let mut world = from.clone();
        let mut legal = Vec::new();
        let mut planned = plan.actions.iter();
        if let Some(first) = planned.next() {
            self.budget.spend_node();
            world.apply(first);
        }
        for _ in 0..STEPS {
            if world.is_at_rest() {
                break;
            }
            match world.to_act() {
                ToAct::Over(_) => break,
                ToAct::Chance(roll) => self.roll(&mut world, &roll),
                ToAct::Seat(seat) => {
                    if seat == self.seat
                        && let Some(next) = planned.next().filter(|a| world.is_legal(seat, a))
                    {
                        world.apply(next);
                        continue;
                    }
                    planned = [].iter();
                    world.legal_actions(seat, &mut legal);
                    let Some(n) = self.answer(&world, seat, &legal) else { break };
                    world.apply(&legal[n]);
                }
            }
        }
        world.evaluate_first(self.seat)
    }

    fn roll<R: Advice>(&mut self, world: &mut Imagined<'_, R>, roll: &Roll) {
        self.had_chance = true;
        world.resolve(&self.random.roll(roll));
    }

    fn answer<R: Advice>(
        &mut self,
        world: &Imagined<'_, R>,
        seat: Seat,
        legal: &[R::Action],
    ) -> Option<usize> {
        if legal.len() < 2 {
            return (!legal.is_empty()).then_some(0);
        }
        if seat != self.seat {
            self.had_chance = true;
            return Some(self.random.index(legal.len()));
        }
        let random = self.random.clone();
        let mut best = (0, f64::NEG_INFINITY);
        for (i, action) in legal.iter().enumerate() {
            self.random = random.clone();
            let worth = self.at_once(world, action);
            // Of equals the last: lists end with what ends a thing.
            if worth >= best.1 {
                best = (i, worth);
            }
        }
        self.random = random;
        Some(best.0)
    }
}
