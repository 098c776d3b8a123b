//! Rivers that fill whole hexes: trunk before tributary, each joined to what it flows into.
use super::import::Work;
use super::rivers::{self, River};
use super::shapes;
use crate::core::hexes;
use engine::hex::Hex;

/// A touch within this many hexes of an end is the junction.
const LAST: usize = 5;
/// How far to look for a junction.
const JOINT: u16 = 3;

impl Work<'_> {
    /// Fills the remaining channels with hexes of one terrain.
    pub(super) fn fill_channels(&mut self, kind: &str) {
        let courses: Vec<River> = self.channels.iter().map(|c| c.course.clone()).collect();
        for (i, parents) in rivers::flow_order(&courses) {
            if !self.channels[i].hexes.is_empty() {
                continue;
            }
            let mut all: Vec<Hex> = Vec::new();
            for run in shapes::on_sheet(&self.layout, &courses[i].line, 0.2, 0.0) {
                let mut chain = shapes::hex_chain(&self.layout, &run, &[]);
                let begins = run.first() == courses[i].line.first();
                let ends = run.last() == courses[i].line.last();
                for (parent, at_end) in
                    [(parents[1].filter(|_| ends), true), (parents[0].filter(|_| begins), false)]
                {
                    if let Some(p) = parent {
                        chain = join_chain(chain, &self.channels[p].hexes, at_end, |a, b| {
                            hexes::line(&self.map.grid, a, b)
                        });
                    }
                }
                all.extend(chain);
            }
            let grid = self.map.grid;
            for id in all.iter().filter_map(|h| grid.id(*h)) {
                self.map.set_terrain(id, kind);
            }
            self.channels[i].line = all.iter().map(|h| self.layout.center_of(*h)).collect();
            self.channels[i].hexes = all;
        }
    }

    /// Channels that flow into another in the source data but do not touch it on the map.
    pub(super) fn check_channels(&mut self) {
        let courses: Vec<River> = self.channels.iter().map(|c| c.course.clone()).collect();
        let room = self.layout.sheet_rect().shrink(1.0);
        let wet = super::import::flooded_hexes(&self.map, self.schema);
        for (i, parents) in rivers::flow_order(&courses) {
            let ends = [courses[i].line.first(), courses[i].line.last()];
            for (parent, at) in parents.into_iter().zip(ends) {
                let (Some(p), Some(at)) = (parent, at) else { continue };
                let runs = |h: &&Hex| wet.contains(*h);
                let near = |h: &Hex| h.distance(self.layout.place_at(*at)) <= LAST as u16 + 1;
                let meets = self.channels[i].hexes.iter().filter(runs).any(|a| {
                    near(a) && self.channels[p].hexes.iter().filter(runs).any(|b| a.distance(*b) <= 1)
                });
                if room.contains(*at) && !meets {
                    self.unjoined.push((courses[i].name.clone(), courses[p].name.clone()));
                }
            }
        }
    }
}

/// Makes the end (or start) of a chain touch `into` once: cut at the first touch, or extended to it.
fn join_chain(
    mut chain: Vec<Hex>,
    into: &[Hex],
    at_end: bool,
    line: impl Fn(Hex, Hex) -> Vec<Hex>,
) -> Vec<Hex> {
    if chain.is_empty() || into.is_empty() {
        return chain;
    }
    if !at_end {
        chain.reverse();
    }
    let touches = |h: &Hex| into.iter().any(|o| o.distance(*h) <= 1);
    let from = chain.len().saturating_sub(LAST);
    match (from..chain.len()).find(|i| touches(&chain[*i])) {
        Some(i) => chain.truncate(i + 1),
        None => {
            let end = chain[chain.len() - 1];
            let to =
                into.iter().copied().min_by_key(|h| h.distance(end)).filter(|h| h.distance(end) <= JOINT);
            chain.extend(
                to.into_iter().flat_map(|to| line(end, to)).filter(|h| *h != end && !into.contains(h)),
            );
        }
    }
    if !at_end {
        chain.reverse();
    }
    chain
}
