//! How far it is from every place to every hex, for computer players: the ground and its roads alone, nobody in the way.

use crate::setup::Setup;
use engine::hex::HexId;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Quarters of a Movement Point; a road costs less than open ground, though not every move along it is wholly by road.
const ROAD: u8 = 3;
/// As far as is reckoned.
pub const FAR: u8 = 240;

pub struct Distances {
    rows: Vec<Vec<u8>>,
}

impl Distances {
    pub fn new(setup: &Setup) -> Self {
        Self { rows: setup.places.iter().map(|p| row(setup, p.hex)).collect() }
    }

    /// From every hex to this place, by hex.
    pub fn to_place(&self, place: usize) -> &[u8] {
        &self.rows[place]
    }
}

/// Whether the land is shut for the whole game.
fn is_closed(setup: &Setup, hex: HexId) -> bool {
    setup.ground(hex).land.is_some_and(|land| setup.lands[land.index()].closed)
}

fn price(setup: &Setup, from: HexId, to: HexId) -> Option<u8> {
    let crossing = setup.crossing(from, to);
    if crossing.road {
        return Some(ROAD);
    }
    let own = setup.ground(to).cost? * 2;
    Some(own + if crossing.river { 8 } else { 0 })
}

fn row(setup: &Setup, from: HexId) -> Vec<u8> {
    let mut row = vec![FAR; setup.map.len()];
    let mut open = BinaryHeap::from([(Reverse(0u8), from)]);
    row[from.index()] = 0;
    while let Some((Reverse(so_far), at)) = open.pop() {
        if so_far > row[at.index()] {
            continue;
        }
        for next in setup.map.neighbours(at).iter().copied().filter(|n| !n.is_none()) {
            if is_closed(setup, next) {
                continue;
            }
            // The way goes towards the place: the hex entered is the nearer one.
            let Some(step) = price(setup, next, at) else { continue };
            let sum = so_far.saturating_add(step);
            if sum < row[next.index()] {
                row[next.index()] = sum;
                open.push((Reverse(sum), next));
            }
        }
    }
    row
}
