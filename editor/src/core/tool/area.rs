//! Choosing hexes (frame, lasso, wand) and putting down what was copied.

use super::{Gesture, Phase, Pointer, Reply, Toolbox};
use crate::core::edit::Edit;
use crate::core::{hexes, pattern};
use engine::hex::Hex;
use engine::scenario::{ScenarioDoc, Schema};
use std::collections::BTreeSet;

/// How hexes are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SelectionShape {
    #[default]
    Frame,
    /// Drawn freely round them.
    Lasso,
    /// All joined hexes like the one clicked.
    Wand,
}

impl Toolbox {
    /// The frame, lasso or wand. Shift adds to the chosen hexes, Ctrl takes away.
    pub(super) fn choose_tool(&mut self, doc: &ScenarioDoc, ev: &Pointer) -> Reply {
        match ev.phase {
            Phase::Hover => Reply { marquee: self.area.clone(), ..Reply::default() },
            Phase::Down => {
                self.gesture = Gesture { down: true, start: ev.hex, last: ev.hex, ..Gesture::default() };
                self.gesture.over.extend(ev.hex);
                Reply { marquee: self.caught(doc), ..Reply::default() }
            }
            Phase::Move | Phase::Up => {
                if let (Some(last), Some(now)) = (self.gesture.last, ev.hex) {
                    let way = hexes::line(&doc.map.grid, last, now);
                    self.gesture.over.extend(way.into_iter().skip(1));
                }
                self.gesture.last = ev.hex.or(self.gesture.last);
                let caught = self.caught(doc);
                if ev.phase == Phase::Move {
                    return Reply { marquee: caught, ..Reply::default() };
                }
                self.gesture = Gesture::default();
                self.choose(doc, caught, ev)
            }
        }
    }

    fn choose(&mut self, doc: &ScenarioDoc, caught: Vec<Hex>, ev: &Pointer) -> Reply {
        let mut chosen: BTreeSet<Hex> =
            if ev.shift || ev.ctrl { self.area.iter().copied().collect() } else { BTreeSet::new() };
        for h in caught {
            if ev.ctrl {
                chosen.remove(&h);
            } else {
                chosen.insert(h);
            }
        }
        self.area = chosen.into_iter().collect();
        self.selection = pattern::pieces_on(doc, &self.area);
        let (select, marquee) = (Some(self.selection.clone()), self.area.clone());
        Reply { select, marquee, ..Reply::default() }
    }

    /// What the gesture so far has caught.
    fn caught(&self, doc: &ScenarioDoc) -> Vec<Hex> {
        let grid = &doc.map.grid;
        match self.choosing {
            SelectionShape::Frame => self.frame(doc),
            SelectionShape::Lasso => enclosed(doc, &self.gesture.over),
            SelectionShape::Wand => {
                let Some(at) = self.gesture.start else { return Vec::new() };
                let Some(id) = hexes::on_sheet(grid, at) else { return Vec::new() };
                let map = &doc.map;
                let like = |o: engine::hex::HexId| {
                    map.terrain_at(o) == map.terrain_at(id) && map.level_at(o) == map.level_at(id)
                };
                if self.ground.everywhere {
                    return grid.ids().filter(|o| like(*o)).map(|o| grid.hex(o)).collect();
                }
                hexes::flood(grid, at, like)
            }
        }
    }

    /// A click puts down what was copied; a drag does not smear it.
    pub(super) fn stamp_tool(&mut self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Reply {
        // Over the map only where it would lie is told: it may be as large as a sheet.
        let commit = if ev.phase == Phase::Down { self.plan_stamp(doc, schema, ev) } else { None };
        let put = ev.hex.filter(|_| self.stamp.is_some());
        Reply { commit, put, ..Reply::default() }
    }

    pub(super) fn plan_stamp(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        self.stamp.as_ref()?.paste_at(doc, schema, ev.hex?)
    }
}

/// The hexes passed, and those whose middles lie within the closed way.
fn enclosed(doc: &ScenarioDoc, way: &[Hex]) -> Vec<Hex> {
    let grid = &doc.map.grid;
    let passed: BTreeSet<Hex> = way.iter().copied().collect();
    let (Some(low), Some(high)) = (way.iter().map(|h| h.r).min(), way.iter().map(|h| h.r).max()) else {
        return Vec::new();
    };
    // Axial coordinates are a slanted picture of the plane: inside stays inside.
    let inside = |h: Hex| {
        let mut within = false;
        for (i, a) in way.iter().enumerate() {
            let b = way[(i + 1) % way.len()];
            if (a.r > h.r) != (b.r > h.r) {
                let [aq, ar, bq, br, q, r] = [a.q, a.r, b.q, b.r, h.q, h.r].map(i64::from);
                // The way crosses this line of hexes to the right of the hex.
                let (cross, run) = ((bq - aq) * (r - ar) - (q - aq) * (br - ar), br - ar);
                within ^= if run > 0 { cross > 0 } else { cross < 0 };
            }
        }
        within
    };
    let all = grid.ids().map(|id| grid.hex(id)).filter(|h| (low..=high).contains(&h.r));
    all.filter(|h| passed.contains(h) || inside(*h)).collect()
}
