use super::{Cx, Present, Recorder, Seen, ToAct};
use crate::dice::{DiceStream, RollResult};
use crate::present::{Headline, Odds, OddsBranch, OddsFact, OddsOutcome, Quality};
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::Hash;

/// How much is calculated exactly before the rest is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Sequences of rolls less likely than this are sampled.
    pub cut: f64,
    /// Beyond this many distinct states the rest is sampled.
    pub states: usize,
    pub samples: u32,
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cut: 1e-6, states: 60_000, samples: 4_000, seed: 0x0b11 }
    }
}

/// What may come of a legal action: walks chance to the first choice of any seat that has no usual answer,
/// adding up states that compare equal. Where a seat is asked before any die is thrown, each of its answers
/// gets a distribution of its own.
pub fn odds<R: Present>(cx: &Cx<R>, seen: &Seen<'_, R>, action: &R::Action) -> Odds {
    odds_within(cx, seen, action, &Limits::default())
}

/// The same with explicit limits.
pub fn odds_within<R: Present>(cx: &Cx<R>, seen: &Seen<'_, R>, action: &R::Action, limits: &Limits) -> Odds {
    let mods = R::dice_modifiers(cx, seen, action);
    let out = Odds {
        quality: Quality::Exact,
        throws: 0,
        mods,
        assumed: Vec::new(),
        branches: Vec::new(),
        headline: None,
    };
    let mut asked = Asked { cx, seen, action, limits, out };
    for (name, mut state) in R::assumptions(cx, seen, action) {
        R::apply(cx, &mut state, action, &mut Recorder::off());
        branches(&mut asked, state, &name);
    }
    asked.out.headline = headline(cx, seen, action, &asked.out.branches);
    asked.out
}

/// The chance in one figure, where anything is open.
fn headline<R: Present>(
    cx: &Cx<R>,
    seen: &Seen<'_, R>,
    action: &R::Action,
    branches: &[OddsBranch],
) -> Option<Headline> {
    let words = R::success_words(cx, seen, action);
    if words.is_empty() || branches.iter().all(|b| b.outcomes.len() < 2) {
        return None;
    }
    let chance = |b: &OddsBranch| -> f64 {
        b.outcomes.iter().filter(|o| R::is_success(cx, action, o)).map(|o| o.p).sum()
    };
    let all = branches.iter().map(chance);
    let (least, most) = all.fold((1.0_f64, 0.0_f64), |(low, high), p| (low.min(p), high.max(p)));
    Some(Headline { least, most: most.max(least), words })
}

/// The usual answer to a choice, and how it is described to the player: 'the weakest unit takes the loss'.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsualAnswer<A> {
    pub action: A,
    pub assumed: String,
}

/// One calculation of odds.
struct Asked<'a, R: Present> {
    cx: &'a Cx<R>,
    seen: &'a Seen<'a, R>,
    action: &'a R::Action,
    limits: &'a Limits,
    out: Odds,
}

impl<R: Present> Asked<'_, R> {
    fn assume(&mut self, assumed: Option<String>) {
        if let Some(text) = assumed.filter(|a| !self.out.assumed.contains(a)) {
            self.out.assumed.push(text);
        }
    }
}

fn branches<R: Present>(q: &mut Asked<'_, R>, state: R::State, name: &str) {
    let cx = q.cx;
    let ToAct::Seat(seat) = R::to_act(cx, &state) else {
        let branch = walk(q, state, name.to_owned());
        q.out.branches.push(branch);
        return;
    };
    if R::at_rest(cx, &state) {
        let branch = walk(q, state, name.to_owned());
        q.out.branches.push(branch);
        return;
    }
    // A seat answers first: one branch for each answer, labelled with it.
    let mut answers = Vec::new();
    R::legal_actions(cx, &Seen::by(cx, &state, seat), &mut answers);
    let (first, throws) = (q.out.branches.len(), q.out.throws);
    let mut labels = R::affordances(cx, &Seen::by(cx, &state, seat), &answers).into_iter().map(|a| a.label);
    for a in &answers {
        let own = labels.next().unwrap_or_default();
        let label = match (answers.len(), name.is_empty()) {
            (1, _) => name.to_owned(),
            (_, true) => own,
            (_, false) => format!("{name}: {own}"),
        };
        let mut next = state.clone();
        R::apply(cx, &mut next, a, &mut Recorder::off());
        let branch = walk(q, next, label);
        q.out.branches.push(branch);
    }
    // If no answer leads to a die roll, the answers are later decisions and the action itself has one result.
    if q.out.throws == throws {
        q.out.branches.truncate(first);
        let branch = walk(q, state, name.to_owned());
        q.out.branches.push(branch);
    }
}

fn walk<R: Present>(q: &mut Asked<'_, R>, from: R::State, answer: String) -> OddsBranch {
    let cx = q.cx;
    let mut open = Sums::default();
    open.add(from, 1.0);
    let mut ends = Sums::default();
    let mut rec = Recorder::off();
    let mut left_over: Vec<(R::State, f64)> = Vec::new();
    while !open.list.is_empty() {
        if open.list.len() + ends.list.len() > q.limits.states {
            left_over.append(&mut open.list);
            break;
        }
        let mut next = Sums::default();
        for (state, p) in open.list {
            match step(cx, &state) {
                Next::End => ends.add(state, p),
                Next::Answer { action, assumed } => {
                    q.assume(assumed);
                    let mut s = state;
                    R::apply(cx, &mut s, &action, &mut rec);
                    next.add(s, p);
                }
                Next::Chance(roll) => {
                    if p < q.limits.cut {
                        left_over.push((state, p));
                        continue;
                    }
                    let all = roll.all_outcomes();
                    let total: u64 = all.iter().map(|o| o.1).sum();
                    q.out.throws += total;
                    for (result, ways) in &all {
                        let mut s = state.clone();
                        R::resolve(cx, &mut s, result, &mut rec);
                        next.add(s, p * *ways as f64 / total as f64);
                    }
                }
            }
        }
        open = next;
    }
    if !left_over.is_empty() {
        sample(q, &left_over, &mut ends);
    }
    gather(cx, q.seen, q.action, answer, ends.list)
}

/// Probability of each distinct state, in the order found so that sums are reproducible.
struct Sums<S> {
    list: Vec<(S, f64)>,
    index: HashMap<S, usize>,
}

impl<S> Default for Sums<S> {
    fn default() -> Self {
        Self { list: Vec::new(), index: HashMap::new() }
    }
}

impl<S: Clone + Eq + Hash> Sums<S> {
    fn add(&mut self, state: S, p: f64) {
        if let Some(i) = self.index.get(&state) {
            self.list[*i].1 += p;
        } else {
            self.index.insert(state.clone(), self.list.len());
            self.list.push((state, p));
        }
    }
}

enum Next<A> {
    End,
    /// The only answer, or the usual one with its description.
    Answer {
        action: A,
        assumed: Option<String>,
    },
    Chance(crate::dice::Roll),
}

fn step<R: Present>(cx: &Cx<R>, state: &R::State) -> Next<R::Action> {
    match R::to_act(cx, state) {
        ToAct::Over(_) => Next::End,
        ToAct::Chance(_) if R::at_rest(cx, state) => Next::End,
        ToAct::Chance(roll) => Next::Chance(roll),
        ToAct::Seat(_) if R::at_rest(cx, state) => Next::End,
        ToAct::Seat(seat) => {
            let mut legal = Vec::new();
            let seen = Seen::by(cx, state, seat);
            R::legal_actions(cx, &seen, &mut legal);
            if legal.len() > 1 {
                let usual = R::usual_answer(cx, &seen, &legal).filter(|u| legal.contains(&u.action));
                return usual
                    .map_or(Next::End, |u| Next::Answer { action: u.action, assumed: Some(u.assumed) });
            }
            legal.pop().map_or(Next::End, |action| Next::Answer { action, assumed: None })
        }
    }
}

fn sample<R: Present>(q: &mut Asked<'_, R>, open: &[(R::State, f64)], ends: &mut Sums<R::State>) {
    let cx = q.cx;
    let mass: f64 = open.iter().map(|o| o.1).sum();
    let mut dice = DiceStream::new(q.limits.seed);
    let mut rec = Recorder::off();
    let mut error = 0.0f64;
    for (start, p) in open {
        let n = ((f64::from(q.limits.samples) * p / mass).ceil() as u32).max(1);
        // Rolls that give equal faces are followed together.
        let mut work = vec![(start.clone(), n)];
        while let Some((mut s, count)) = work.pop() {
            match step(cx, &s) {
                Next::End => ends.add(s, p * f64::from(count) / f64::from(n)),
                Next::Answer { action, assumed } => {
                    q.assume(assumed);
                    R::apply(cx, &mut s, &action, &mut rec);
                    work.push((s, count));
                }
                Next::Chance(roll) => {
                    q.out.throws += u64::from(count);
                    for (result, times) in thrown(&mut dice, &roll, count) {
                        let mut next = s.clone();
                        R::resolve(cx, &mut next, &result, &mut rec);
                        work.push((next, times));
                    }
                }
            }
        }
        error += (p * 0.98).powi(2) / f64::from(n);
    }
    let error = error.sqrt();
    // If several branches are sampled, the error bar is that of the worst.
    let before = match q.out.quality {
        Quality::About { error } => error,
        Quality::Exact => 0.0,
    };
    q.out.quality = Quality::About { error: error.min(mass).max(before) };
}

/// A number of rolls, equal ones counted together.
fn thrown(dice: &mut DiceStream, roll: &crate::dice::Roll, count: u32) -> Vec<(RollResult, u32)> {
    let mut found: BTreeMap<Vec<u16>, (RollResult, u32)> = BTreeMap::new();
    for _ in 0..count {
        let r = dice.roll(roll);
        let mut faces: Vec<u16> = r.faces.iter().copied().collect();
        faces.sort_unstable();
        found.entry(faces).or_insert((r, 0)).1 += 1;
    }
    found.into_values().collect()
}

fn gather<R: Present>(
    cx: &Cx<R>,
    seen: &Seen<'_, R>,
    action: &R::Action,
    answer: String,
    ends: Vec<(R::State, f64)>,
) -> OddsBranch {
    let mut lines: BTreeMap<(i32, String), OddsOutcome> = BTreeMap::new();
    let mut facts: BTreeMap<String, f64> = BTreeMap::new();
    for (state, p) in ends {
        let mut line = R::result(cx, seen, action, &state);
        line.p = p;
        for f in R::side_effects(cx, seen, action, &state) {
            *facts.entry(f.text).or_default() += p;
        }
        lines.entry((line.rank, line.text.clone())).and_modify(|l| l.p += p).or_insert(line);
    }
    let facts = facts.into_iter().map(|(text, p)| OddsFact { text, p }).collect();
    OddsBranch { answer, outcomes: lines.into_values().collect(), facts }
}
