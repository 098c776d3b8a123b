//! Reach, route and distances over numbered nodes. A rule system says what a node is and what a step costs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

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

const NOBODY: u32 = u32::MAX;

/// What is known of a node: twice the price of entering it, plus one if it must stay there. Smaller
/// is better: cheaper first, and at the same price free to go on before stopped.
#[derive(Clone, Copy, Debug)]
struct Cell {
    key: u32,
    from: u32,
}

const UNSEEN: Cell = Cell { key: u32::MAX, from: NOBODY };

/// A search over dense nodes (a hex, or hex and facing and formation packed into one number), with
/// bucket queues and arrays that are used again from search to search.
#[derive(Clone, Debug, Default)]
pub struct Dense {
    cells: Vec<Cell>,
    touched: Vec<u32>,
    buckets: Vec<Vec<u32>>,
}

/// Takes the neighbours of the node being expanded.
pub struct Emit<'a> {
    cells: &'a mut [Cell],
    touched: &'a mut Vec<u32>,
    buckets: &'a mut [Vec<u32>],
    node: u32,
    spent: u32,
}

impl Emit<'_> {
    /// Says what entering the neighbour `to` means.
    #[inline]
    pub fn enter_node(&mut self, to: u32, step: Step) {
        let (price, stop) = match step {
            Step::Go(p) => (p, 0),
            Step::Stop(p) => (p, 1),
            Step::No => return,
        };
        let total = self.spent.saturating_add(price);
        let Some(bucket) = self.buckets.get_mut(total as usize) else { return };
        let cell = &mut self.cells[to as usize];
        let key = total * 2 + stop;
        if key >= cell.key {
            return;
        }
        if cell.key == UNSEEN.key {
            self.touched.push(to);
        }
        *cell = Cell { key, from: self.node };
        if stop == 0 {
            bucket.push(to);
        }
    }
}

impl Dense {
    pub fn new(nodes: usize) -> Self {
        Self { cells: vec![UNSEEN; nodes], touched: Vec::new(), buckets: Vec::new() }
    }

    fn reset_for(&mut self, nodes: usize, budget: u32) {
        for n in self.touched.drain(..) {
            self.cells[n as usize] = UNSEEN;
        }
        if self.cells.len() < nodes {
            self.cells.resize(nodes, UNSEEN);
        }
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize_with(budget as usize + 1, Vec::new);
    }

    /// Everything that can be entered from `start` within `budget`. `expand` is given a node and
    /// what was spent, and says of each neighbour what entering it means.
    pub fn find_reach(
        &mut self,
        nodes: usize,
        start: u32,
        budget: u32,
        mut expand: impl FnMut(u32, u32, &mut Emit<'_>),
    ) {
        self.reset_for(nodes, budget);
        self.cells[start as usize] = Cell { key: 0, from: NOBODY };
        self.touched.push(start);
        self.buckets[0].push(start);
        let Self { cells, touched, buckets } = self;
        let mut emit = Emit { cells, touched, buckets, node: start, spent: 0 };
        for spent in 0..=budget {
            emit.spent = spent;
            let mut next = 0;
            // Free steps add to the bucket being read.
            while let Some(&node) = emit.buckets[spent as usize].get(next) {
                next += 1;
                // A node put here before a cheaper way was found has been expanded already.
                if emit.cells[node as usize].key == spent * 2 {
                    emit.node = node;
                    expand(node, spent, &mut emit);
                }
            }
        }
    }

    /// What entering `node` cost, if it was reached.
    pub fn cost_of(&self, node: u32) -> Option<u32> {
        self.cells.get(node as usize).filter(|c| c.key != UNSEEN.key).map(|c| c.key / 2)
    }

    /// All nodes reached, the start first, in the order found.
    pub fn reached(&self) -> &[u32] {
        &self.touched
    }

    /// The way to `node`, start first; empty if it was not reached.
    pub fn path_to(&self, node: u32) -> Vec<u32> {
        if self.cost_of(node).is_none() {
            return Vec::new();
        }
        let before = |n: &u32| self.cells.get(*n as usize).map(|c| c.from).filter(|p| *p != NOBODY);
        let mut out: Vec<u32> = std::iter::successors(Some(node), before).collect();
        out.reverse();
        out
    }
}

/// No way leads there.
pub const UNREACHED: u32 = u32::MAX;

/// What it costs to get to every node from the nearest source, without a limit. Sources come with what has
/// been spent there already; `expand` is given a node and what was spent, and names neighbours with the total
/// that entering them comes to, which must be no less than what was spent.
pub fn distances_from(
    nodes: usize,
    sources: impl IntoIterator<Item = (u32, u32)>,
    mut expand: impl FnMut(u32, u32, &mut dyn FnMut(u32, u32)),
) -> Vec<u32> {
    let mut out = vec![UNREACHED; nodes];
    let mut queue = Totals::default();
    for (node, spent) in sources {
        if spent < out[node as usize] {
            out[node as usize] = spent;
            queue.push(spent, node);
        }
    }
    while let Some((spent, node)) = queue.pop() {
        if out[node as usize] < spent {
            continue;
        }
        expand(node, spent, &mut |to, total| {
            if total < out[to as usize] {
                out[to as usize] = total;
                queue.push(total, to);
            }
        });
    }
    out
}

/// Nodes by what was spent, the least first: a bucket for each total, and a heap for totals beyond any map.
#[derive(Default)]
struct Totals {
    buckets: Vec<Vec<u32>>,
    /// The bucket that is being read.
    at: usize,
    far: BinaryHeap<Reverse<(u32, u32)>>,
}

/// Totals from here on go to the heap.
const MOST_BUCKETS: usize = 4_096;

impl Totals {
    fn push(&mut self, total: u32, node: u32) {
        let bucket = total as usize;
        if bucket >= MOST_BUCKETS {
            self.far.push(Reverse((total, node)));
            return;
        }
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(node);
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.at) {
            if let Some(node) = bucket.pop() {
                return Some((self.at as u32, node));
            }
            self.at += 1;
        }
        self.far.pop().map(|Reverse(next)| next)
    }
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
        d.find_reach(10, 0, 20, |n, _, emit| row(n, &mut |to, step| emit.enter_node(to, step)));
        assert_eq!(d.cost_of(4), Some(6));
        assert_eq!(d.cost_of(6), Some(8));
        assert_eq!(d.cost_of(7), None, "6 stops");
        assert_eq!(d.path_to(4), vec![0, 1, 2, 3, 4]);
        d.find_reach(10, 9, 3, |n, _, emit| row(n, &mut |to, step| emit.enter_node(to, step)));
        assert_eq!(d.reached(), &[9], "8 is closed");
    }

    #[test]
    fn distances_come_from_the_nearest_source() {
        let step = |n: u32, spent: u32, go: &mut dyn FnMut(u32, u32)| {
            for to in [n.wrapping_sub(1), n + 1].into_iter().filter(|to| *to < 7 && *to != 5) {
                go(to, spent + if to == 2 { 3 } else { 1 });
            }
        };
        let u = UNREACHED;
        assert_eq!(distances_from(7, [(0, 0)], step), [0, 1, 4, 5, 6, u, u], "5 is closed");
        assert_eq!(distances_from(7, [(0, 0), (4, 2), (0, 9)], step), [0, 1, 4, 3, 2, u, u]);
        assert_eq!(distances_from(2, [], step), [u, u]);
        // Totals beyond the buckets, mixed with small ones.
        let dear = |n: u32, spent: u32, go: &mut dyn FnMut(u32, u32)| {
            if n < 3 {
                go(n + 1, spent + if n == 1 { 10_000 } else { 2 });
            }
        };
        assert_eq!(distances_from(5, [(0, 0), (4, 9_999)], dear), [0, 2, 10_002, 10_004, 9_999]);
    }
}
