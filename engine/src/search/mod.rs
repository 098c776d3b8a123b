//! Reach and route over any node type. A rule system says what a node is and what a step costs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// What entering a node means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Enter at this price and go on.
    Go(u32),
    /// Enter at this price and stay there.
    Stop(u32),
    /// Not at all.
    No,
}

const UNSEEN: u32 = u32::MAX;
const NOBODY: u32 = u32::MAX;

/// A search over dense nodes (a hex, or hex and facing and formation packed into one number), with
/// bucket queues and arrays that are used again from search to search.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    cost: Vec<u32>,
    from: Vec<u32>,
    stopped: Vec<bool>,
    touched: Vec<u32>,
    buckets: Vec<Vec<u32>>,
}

impl Dense {
    pub fn new(nodes: usize) -> Self {
        Self {
            cost: vec![UNSEEN; nodes],
            from: vec![NOBODY; nodes],
            stopped: vec![false; nodes],
            touched: Vec::new(),
            buckets: Vec::new(),
        }
    }

    fn reset(&mut self, nodes: usize, budget: u32) {
        for n in self.touched.drain(..) {
            self.cost[n as usize] = UNSEEN;
            self.from[n as usize] = NOBODY;
            self.stopped[n as usize] = false;
        }
        if self.cost.len() < nodes {
            self.cost.resize(nodes, UNSEEN);
            self.from.resize(nodes, NOBODY);
            self.stopped.resize(nodes, false);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize_with(budget as usize + 1, Vec::new);
    }

    /// Everything that can be entered from `start` within `budget`. `expand` is given a node and
    /// what was spent, and calls back with each neighbour and what entering it means.
    pub fn reach(
        &mut self,
        nodes: usize,
        start: u32,
        budget: u32,
        mut expand: impl FnMut(u32, u32, &mut dyn FnMut(u32, Step)),
    ) {
        self.reset(nodes, budget);
        self.cost[start as usize] = 0;
        self.touched.push(start);
        self.buckets[0].push(start);
        let Self { cost, from, stopped, touched, buckets } = self;
        for spent in 0..=budget {
            let mut next = 0;
            // Free steps add to the bucket being read.
            while let Some(&node) = buckets[spent as usize].get(next) {
                next += 1;
                if cost[node as usize] != spent || stopped[node as usize] {
                    continue;
                }
                expand(node, spent, &mut |to, step| {
                    let (price, stop) = match step {
                        Step::Go(p) => (p, false),
                        Step::Stop(p) => (p, true),
                        Step::No => return,
                    };
                    let total = spent.saturating_add(price);
                    let old = cost[to as usize];
                    // The same price without a stop is better than with one.
                    let better = total < old || (total == old && stopped[to as usize] && !stop);
                    if total > budget || !better {
                        return;
                    }
                    if old == UNSEEN {
                        touched.push(to);
                    }
                    cost[to as usize] = total;
                    from[to as usize] = node;
                    stopped[to as usize] = stop;
                    buckets[total as usize].push(to);
                });
            }
        }
    }

    /// What entering `node` cost, if it was reached.
    pub fn cost(&self, node: u32) -> Option<u32> {
        self.cost.get(node as usize).copied().filter(|c| *c != UNSEEN)
    }

    /// All nodes reached, the start first, in the order found.
    pub fn reached(&self) -> &[u32] {
        &self.touched
    }

    /// The way to `node`, start first; empty if it was not reached.
    pub fn route(&self, node: u32) -> Vec<u32> {
        if self.cost(node).is_none() {
            return Vec::new();
        }
        let before = |n: &u32| self.from.get(*n as usize).copied().filter(|p| *p != NOBODY);
        let mut out: Vec<u32> = std::iter::successors(Some(node), before).collect();
        out.reverse();
        out
    }
}

/// The same over any ordered node type, for spaces too large or too odd to number.
pub fn reach<N: Ord + Clone>(
    start: N,
    budget: u32,
    mut expand: impl FnMut(&N, u32, &mut dyn FnMut(N, Step)),
) -> BTreeMap<N, (u32, Option<N>)> {
    let mut done: BTreeMap<N, (u32, Option<N>)> = BTreeMap::from([(start.clone(), (0, None))]);
    let mut stopped: BTreeMap<N, bool> = BTreeMap::new();
    let mut heap = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((spent, node))) = heap.pop() {
        if done.get(&node).is_none_or(|d| d.0 != spent) || stopped.get(&node) == Some(&true) {
            continue;
        }
        let mut found = Vec::new();
        expand(&node, spent, &mut |to, step| found.push((to, step)));
        for (to, step) in found {
            let (price, stop) = match step {
                Step::Go(p) => (p, false),
                Step::Stop(p) => (p, true),
                Step::No => continue,
            };
            let total = spent.saturating_add(price);
            let old = done.get(&to).map(|d| d.0);
            let better = match old {
                None => true,
                Some(o) => total < o || (total == o && stopped.get(&to) == Some(&true) && !stop),
            };
            if total <= budget && better {
                done.insert(to.clone(), (total, Some(node.clone())));
                stopped.insert(to.clone(), stop);
                heap.push(Reverse((total, to)));
            }
        }
    }
    done
}

/// Flood from `sources` over whatever `open` lets through: supply, command, zones.
pub fn flood(nodes: usize, sources: &[u32], mut open: impl FnMut(u32, &mut dyn FnMut(u32))) -> Vec<bool> {
    let mut seen = vec![false; nodes];
    let mut queue: Vec<u32> = Vec::new();
    for s in sources {
        if !std::mem::replace(&mut seen[*s as usize], true) {
            queue.push(*s);
        }
    }
    while let Some(node) = queue.pop() {
        open(node, &mut |to| {
            if !std::mem::replace(&mut seen[to as usize], true) {
                queue.push(to);
            }
        });
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of ten places; entering 4 costs 3, entering 6 stops, 8 is closed.
    fn row(node: u32, emit: &mut dyn FnMut(u32, Step)) {
        for to in [node.wrapping_sub(1), node + 1] {
            if to >= 10 {
                continue;
            }
            emit(
                to,
                match to {
                    4 => Step::Go(3),
                    6 => Step::Stop(1),
                    8 => Step::No,
                    _ => Step::Go(1),
                },
            );
        }
    }

    #[test]
    fn stops_and_walls_hold() {
        let mut d = Dense::new(10);
        d.reach(10, 0, 20, |n, _, emit| row(n, emit));
        assert_eq!(d.cost(4), Some(6));
        assert_eq!(d.cost(6), Some(8));
        assert_eq!(d.cost(7), None, "6 stops");
        assert_eq!(d.route(4), vec![0, 1, 2, 3, 4]);
        let sparse = reach(0u32, 20, |n, _, emit| row(*n, emit));
        for n in 0..10 {
            assert_eq!(sparse.get(&n).map(|d| d.0), d.cost(n));
        }
        d.reach(10, 9, 3, |n, _, emit| row(n, emit));
        assert_eq!(d.reached(), &[9], "8 is closed");
    }

    #[test]
    fn floods_fill_what_is_open() {
        let seen = flood(6, &[1], |n, go| {
            if n > 0 {
                go(n - 1);
            }
            if n < 3 {
                go(n + 1);
            }
        });
        assert_eq!(seen, [true, true, true, true, false, false]);
    }
}
