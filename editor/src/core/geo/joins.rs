//! The second half of an import: roads, crossings and regions, once rivers and towns are placed.

use super::import::Work;
use super::mapping::Mapping;
use super::shapes;
use board::art::EdgeArt;
use board::layout::Pos;
use engine::hex::{Edge, Hex, HexId};
use engine::scenario::{EdgeFeature, Region};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Work<'_> {
    pub(super) fn lay_roads(&mut self) {
        let mut out: BTreeMap<Edge, u8> = BTreeMap::new();
        let keep: Vec<Hex> = self.settling.iter().map(|s| s.place.hex).collect();
        let moved: Vec<(Pos, Pos)> = self
            .settling
            .iter()
            .filter(|s| s.place.hex != s.start)
            .map(|s| (s.place.at, self.layout.center_of(s.place.hex)))
            .collect();
        for (line, class) in &self.roads {
            // A road through a town goes to the hex where the town was placed.
            let shift = |p: &Pos| moved.iter().find(|m| m.0.distance(*p) < 0.35).map_or(*p, |m| m.1);
            let line: Vec<Pos> = line.iter().map(shift).collect();
            for run in shapes::on_sheet(&self.layout, &line, 0.2, 0.0) {
                for e in crate::core::hexes::edges_crossed(&shapes::hex_chain(&self.layout, &run, &keep)) {
                    let slot = out.entry(e).or_insert(*class);
                    *slot = (*slot).min(*class);
                }
            }
        }
        self.map.roads = Arc::new(out);
    }

    /// Bridges and fords: given as points, and where roads meet water.
    pub(super) fn add_crossings(&mut self, mapping: &Mapping) {
        let art = |id: &str| EdgeArt::parse(self.schema.edge(id).map_or(id, |k| k.art.as_str()));
        let runs = |fs: &Vec<EdgeFeature>| {
            fs.iter().any(|f| matches!(art(&f.kind), EdgeArt::River | EdgeArt::Stream))
        };
        let over = |fs: &Vec<EdgeFeature>| {
            fs.iter().any(|f| matches!(art(&f.kind), EdgeArt::Bridge | EdgeArt::Ford))
        };
        let mut edges = (*self.map.edges).clone();
        let water = |kind: &str| matches!(art(kind), EdgeArt::Bridge | EdgeArt::Ford);
        for (at, kind, name) in &self.crossings {
            let far = |e: &Edge| {
                // A road crossing here counts for more than half a hex of distance.
                let road = if self.map.roads.contains_key(e) { 0.0 } else { 0.5 };
                self.layout.edge_mid(*e).distance(*at) + road
            };
            let candidates: Vec<Edge> = if water(kind) {
                edges.iter().filter(|(_, fs)| runs(fs)).map(|(e, _)| *e).collect()
            } else {
                let hex = self.layout.place_at(*at);
                engine::hex::Dir::ALL.iter().map(|d| Edge::new(hex, *d)).collect()
            };
            let best = candidates.into_iter().map(|e| (e, far(&e))).min_by(|a, b| a.1.total_cmp(&b.1));
            match best.filter(|b| b.1 < 2.0) {
                Some((e, _)) => {
                    let list = edges.entry(e).or_default();
                    if !list.iter().any(|f| f.kind == *kind) {
                        list.push(EdgeFeature { kind: kind.clone(), from: None });
                        list.sort();
                    }
                }
                None => self.dry.push(name.clone()),
            }
        }
        if !mapping.bridge.is_empty() {
            for (_, fs) in edges.iter_mut().filter(|(e, _)| self.map.roads.contains_key(e)) {
                if runs(fs) && !over(fs) {
                    fs.push(EdgeFeature { kind: mapping.bridge.clone(), from: None });
                    fs.sort();
                }
            }
        }
        self.map.edges = Arc::new(edges);
    }

    /// Each hex goes to the region that covers most of it.
    pub(super) fn share_out_regions(&mut self) {
        let mut owner: BTreeMap<HexId, (u8, &str)> = BTreeMap::new();
        for (id, (_, shares)) in &self.regions {
            for (hex, share) in shares {
                let slot = owner.entry(*hex).or_insert((0, id));
                if *share > slot.0 {
                    *slot = (*share, id);
                }
            }
        }
        let mut out: Vec<Region> = Vec::new();
        for (id, (name, shares)) in &self.regions {
            let mine = |h: &&HexId| owner.get(*h).is_some_and(|o| o.1 == id && o.0 >= 20);
            let mut hexes: Vec<Hex> = shares.keys().filter(mine).map(|h| self.map.grid.hex(*h)).collect();
            hexes.sort();
            if !hexes.is_empty() {
                out.push(Region { id: id.clone(), name: name.clone(), hexes });
            }
        }
        self.map.regions = Arc::new(out);
    }
}
