//! Whether the rivers of a map are connected.

use board::art::EdgeArt;
use engine::hex::{Corner, Edge, Hex};
use engine::scenario::{MapDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// What the check of the rivers found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WaterCheck {
    /// Hexsides that carry running water.
    pub sides: usize,
    /// Connected systems of them.
    pub systems: usize,
    /// Hexsides that touch no other water and not the edge: strays.
    pub orphans: Vec<Edge>,
    /// Loose ends: sources, or mouths that were missed.
    pub loose: Vec<Corner>,
}

/// Checks rivers and streams along hexsides. Kinds are recognised by how they are drawn.
pub fn check_water(map: &MapDoc, schema: &Schema) -> WaterCheck {
    let art = |id: &str| EdgeArt::parse(schema.edge(id).map_or(id, |k| k.art.as_str()));
    let runs = |id: &str| matches!(art(id), EdgeArt::River | EdgeArt::Stream);
    let sides: Vec<Edge> =
        map.edges.iter().filter(|(_, fs)| fs.iter().any(|f| runs(&f.kind))).map(|(e, _)| *e).collect();
    let wet = wet_hexes(map, schema);
    let mut at: BTreeMap<Corner, Vec<Edge>> = BTreeMap::new();
    for e in &sides {
        for c in e.end_corners() {
            at.entry(c).or_default().push(*e);
        }
    }
    let held = |c: &Corner| c.hexes().iter().any(|h| wet.contains(h) || !map.grid.contains_hex(*h));
    let open = |c: &Corner| at.get(c).is_none_or(|l| l.len() < 2) && !held(c);
    let orphans = sides.iter().filter(|e| e.end_corners().iter().all(&open)).copied().collect();
    let loose = at.keys().filter(|c| open(c)).copied().collect();
    let mut seen: BTreeSet<Edge> = BTreeSet::new();
    let mut systems = 0;
    for e in &sides {
        if !seen.insert(*e) {
            continue;
        }
        systems += 1;
        let mut todo = vec![*e];
        while let Some(next) = todo.pop() {
            for other in next.end_corners().iter().filter_map(|c| at.get(c)).flatten() {
                if seen.insert(*other) {
                    todo.push(*other);
                }
            }
        }
    }
    WaterCheck { sides: sides.len(), systems, orphans, loose }
}

/// Hexes of open water.
pub fn wet_hexes(map: &MapDoc, schema: &Schema) -> BTreeSet<Hex> {
    let wet = |name: &str| {
        let art = schema.terrain(name).map_or(name, |t| t.art.as_str());
        let ground = board::art::Ground::parse(art);
        ground.is_water() || ground == board::art::Ground::Pond
    };
    let known: Vec<bool> = map.palette.iter().map(|n| wet(n)).collect();
    let here = |id: &engine::hex::HexId| {
        map.terrain.get(id.index()).is_some_and(|i| known.get(i as usize).copied().unwrap_or(false))
    };
    map.grid.ids().filter(here).map(|id| map.grid.hex(id)).collect()
}
