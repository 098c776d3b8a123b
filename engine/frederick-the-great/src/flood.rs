//! Where a force can still get to (5.4). Asked many times in one listing, so it writes on the same paper.

use super::movement::{Judge, force_nations};
use super::state::{Force, Mode, State};
use super::{Ctx, special};
use engine::hex::HexId;
use smallvec::SmallVec;

/// Points spent to every hex, and what is left to look at; all unspent between two searches.
#[derive(Default)]
pub struct Paper {
    spent: Vec<u8>,
    touched: Vec<HexId>,
    queue: Vec<(HexId, u8)>,
}

const UNSEEN: u8 = u8::MAX;

impl Paper {
    fn begin_search(&mut self, hexes: usize, at: HexId) {
        self.spent.resize(hexes, UNSEEN);
        self.queue.clear();
        self.note_cost(at, 0);
        self.queue.push((at, 0));
    }

    fn note_cost(&mut self, hex: HexId, spent: u8) {
        self.spent[hex.index()] = spent;
        self.touched.push(hex);
    }

    fn clear_notes(&mut self) {
        for h in self.touched.drain(..) {
            self.spent[h.index()] = UNSEEN;
        }
    }
}

/// Ground that is closed to a force now: whoever is outside may not go in (18.0).
struct Bars<'a>(SmallVec<[&'a [bool]; 4]>);

impl<'a> Bars<'a> {
    fn new(cx: &'a Ctx, s: &State, nations: u8) -> Self {
        let bound = |(i, l): &(usize, &special::Limit)| {
            nations & (l.nation.bit()) != 0 && s.schedule.lifted & (1 << i) == 0
        };
        let limits =
            cx.setup.special.limits.iter().enumerate().filter(bound).map(|(_, l)| l.forbidden.as_slice());
        let closed = cx.setup.special.closed.iter().filter(|c| c.from <= s.turn).map(|c| c.hexes.as_slice());
        Self(limits.chain(closed).collect())
    }

    fn must_stop(&self, from: HexId, to: HexId) -> bool {
        self.0.iter().any(|b| b[to.index()] && !b[from.index()])
    }
}

/// Goes through all hexes a force can still reach; true as soon as `found` says so.
pub fn flood_reach(
    j: &Judge,
    f: &Force,
    at: HexId,
    left: u8,
    held: bool,
    mut found: impl FnMut(HexId) -> bool,
) -> bool {
    if held || left == 0 {
        return false;
    }
    let mut paper = j.paper.take();
    paper.begin_search(j.cx.setup.map.len(), at);
    let hit = spread_reach(j, f, left, &mut paper, &mut found);
    paper.clear_notes();
    j.paper.replace(paper);
    hit
}

fn spread_reach(
    j: &Judge,
    f: &Force,
    left: u8,
    paper: &mut Paper,
    found: &mut impl FnMut(HexId) -> bool,
) -> bool {
    let setup = &*j.cx.setup;
    let bars = Bars::new(j.cx, j.s, force_nations(j.cx, f));
    let shy = f.whole && f.mode != Mode::Retreat;
    let mut next = 0;
    while let Some(&(from, spent)) = paper.queue.get(next) {
        next += 1;
        if paper.spent[from.index()] < spent {
            continue;
        }
        for (dir, to, price) in setup.ways(from) {
            let mut total = spent + price;
            let known = paper.spent[to.index()];
            if total > left || known <= total || bars.must_stop(from, to) {
                continue;
            }
            let enemy = j.is_occupied(to, f.side.enemy());
            if enemy {
                total += j.cx.data.movement.enemy;
                if shy || total > left || known <= total {
                    continue;
                }
            }
            paper.note_cost(to, total);
            if found(to) {
                return true;
            }
            if !(enemy && setup.is_pass(from, dir)) {
                paper.queue.push((to, total));
            }
        }
    }
    false
}
