//! Reach with costs, stops, sides and stacking on 100 x 100 hexes, against `pathfinding::dijkstra_reach`.

use crate::common::{best, row, time};
use engine::hex::{Grid, HexId, Numbering, Orientation, Shove};
use engine::search::{Dense, Step};
use std::time::Duration;

struct Ground {
    neighbours: Vec<[HexId; 6]>,
    cost: Vec<u8>,
    stop: Vec<bool>,
    taken: Vec<bool>,
    /// Sides that cost one more to cross.
    water: Vec<[bool; 6]>,
}

fn ground() -> Ground {
    let grid = Grid {
        orientation: Orientation::FlatTop,
        shove: Shove::Odd,
        cols: 100,
        rows: 100,
        numbering: Numbering::ccrr(),
    };
    let neighbours = grid.neighbour_table();
    let noise = |i: usize, salt: u64| (i as u64 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let n = grid.len();
    let mut water = vec![[false; 6]; n];
    for i in 0..n {
        for d in 0..3 {
            if noise(i * 6 + d, 3) % 12 == 0
                && let Some(o) = neighbours[i][d].to_option()
            {
                water[i][d] = true;
                water[o.index()][d + 3] = true;
            }
        }
    }
    Ground {
        neighbours,
        cost: (0..n).map(|i| (noise(i, 1) % 3) as u8 + 1).collect(),
        stop: (0..n).map(|i| noise(i, 2) % 10 == 0).collect(),
        taken: (0..n).map(|i| noise(i, 4) % 20 == 0).collect(),
        water,
    }
}

fn dense(g: &Ground, d: &mut Dense, start: u32, budget: u32) {
    d.find_reach(g.neighbours.len(), start, budget, |node, _, emit| {
        for (dir, to) in g.neighbours[node as usize].iter().enumerate() {
            let i = to.index();
            if to.is_none() || g.taken[i] {
                continue;
            }
            let price = u32::from(g.cost[i]) + u32::from(g.water[node as usize][dir]);
            emit.enter_node(u32::from(to.0), if g.stop[i] { Step::Stop(price) } else { Step::Go(price) });
        }
    });
}

fn reference(g: &Ground, start: u32, budget: u32) -> Vec<(u32, u32)> {
    let next = |node: &u32| {
        let node = *node as usize;
        let closed = g.stop[node] && node as u32 != start;
        (0..6usize).filter_map(move |dir| {
            let to = g.neighbours[node][dir];
            if closed || to.is_none() || g.taken[to.index()] {
                return None;
            }
            Some((u32::from(to.0), u32::from(g.cost[to.index()]) + u32::from(g.water[node][dir])))
        })
    };
    pathfinding::directed::dijkstra::dijkstra_reach(&start, next)
        .map(|r| (r.node, r.total_cost))
        .take_while(|r| r.1 <= budget)
        .collect()
}

pub fn run() {
    let g = ground();
    let start = 50 * 100 + 50;
    let mut d = Dense::new(10_000);
    for budget in [6, 12, 30] {
        dense(&g, &mut d, start, budget);
        let want = reference(&g, start, budget);
        assert_eq!(want.len(), d.reached().len(), "the same hexes");
        assert!(want.iter().all(|(n, c)| d.cost_of(*n) == Some(*c)), "at the same cost");
        let ours = best(Duration::from_millis(80), || dense(&g, &mut d, start, budget));
        let theirs = best(Duration::from_millis(80), || {
            std::hint::black_box(reference(&g, start, budget));
        });
        let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
        let what = format!(
            "reach, 100 x 100, budget {budget}: {} hexes with costs, sides, stops, stacking",
            want.len()
        );
        row(
            &what,
            &time(ours),
            &format!("dijkstra_reach {}", time(theirs)),
            ratio,
            "≥ 4 (aim 8)",
            ratio >= 4.0,
        );
    }
}
