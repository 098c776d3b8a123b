//! The compiled map: dense arrays, neighbour tables, features of sides. It knows ids, never what
//! they mean.

use crate::hex::{Dir, Edge, Grid, Hex, HexId};
use crate::scenario::{At, Issues, MapDoc, suggestion};

/// A terrain by its place in the rule system's own list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TerrainId(pub u8);

/// Kinds of hexside features, one bit each, in the order of the rule system's list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sides(pub u16);

impl Sides {
    pub const fn has(self, kind: u8) -> bool {
        self.0 & (1 << kind) != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A map ready for rules. Behind an `Arc`; what changes in play lives in the state as marks.
#[derive(Clone, Debug)]
pub struct Map {
    pub grid: Grid,
    pub terrain: Vec<TerrainId>,
    pub level: Vec<i8>,
    neighbours: Vec<[HexId; 6]>,
    /// For each hex and way out, the features met when leaving; directed ones only from their own side.
    leaving: Vec<[Sides; 6]>,
    /// The same when entering: directed ones point at who comes.
    entering: Vec<[Sides; 6]>,
    /// Class of road, 0 for none.
    roads: Vec<[u8; 6]>,
    regions: Vec<(String, Vec<HexId>)>,
}

impl Map {
    /// Builds the map; what `terrains` and `edges` (the rule system's names, in order) do not know
    /// is an issue with its place.
    pub fn compile(doc: &MapDoc, terrains: &[&str], edges: &[&str], issues: &mut Issues) -> Self {
        let grid = doc.grid;
        let mut unknown = vec![false; doc.palette.len()];
        let table: Vec<Option<TerrainId>> = doc
            .palette
            .iter()
            .map(|n| terrains.iter().position(|t| t == n).map(|i| TerrainId(i as u8)))
            .collect();
        let mut terrain = Vec::with_capacity(grid.len());
        for (i, t) in doc.terrain.iter().enumerate() {
            let known = table.get(t as usize).copied().flatten();
            if known.is_none() && !std::mem::replace(&mut unknown[t as usize], true) {
                let id = HexId(i as u16);
                let text =
                    format!("the terrain '{}' is unknown to this rule system", doc.palette[t as usize]);
                issues
                    .error(At::Hex(grid.hex(id)), grid.label(id), text)
                    .remedy(suggestion(&doc.palette[t as usize], terrains.iter().copied()))
                    .path(format!("legend/={}", doc.palette[t as usize]));
            }
            terrain.push(known.unwrap_or(TerrainId(0)));
        }
        let mut leaving = vec![[Sides::default(); 6]; grid.len()];
        let mut entering = leaving.clone();
        for (edge, features) in doc.edges.iter() {
            for f in features {
                let Some(kind) = edges.iter().position(|k| *k == f.kind) else {
                    let text = format!("the hexside '{}' is unknown to this rule system", f.kind);
                    issues
                        .error(At::Edge(*edge), doc.edge_label(*edge), text)
                        .remedy(suggestion(&f.kind, edges.iter().copied()))
                        .path(format!("edges/{}", f.kind));
                    continue;
                };
                let bit = Sides(1 << kind);
                let [a, b] = edge.hexes();
                for (here, there) in [(a, b), (b, a)] {
                    let (Some(id), Some(dir)) = (grid.id(here), here.dir_to(there)) else { continue };
                    let (i, d) = (id.index(), dir.0 as usize);
                    if f.from.is_none_or(|from| from == here) {
                        leaving[i][d].0 |= bit.0;
                    }
                    if f.from.is_none_or(|from| from == there) {
                        entering[i][d].0 |= bit.0;
                    }
                }
            }
        }
        let mut roads = vec![[0; 6]; grid.len()];
        for (edge, class) in doc.roads.iter() {
            let [a, b] = edge.hexes();
            for (here, there) in [(a, b), (b, a)] {
                if let (Some(id), Some(dir)) = (grid.id(here), here.dir_to(there)) {
                    roads[id.index()][dir.0 as usize] = *class;
                }
            }
        }
        let on_map = |hexes: &[Hex]| hexes.iter().filter_map(|h| grid.id(*h)).collect();
        let regions = doc.regions.iter().map(|r| (r.id.clone(), on_map(&r.hexes))).collect();
        let level = doc.levels.iter().collect();
        Self { grid, terrain, level, neighbours: grid.neighbours(), leaving, entering, roads, regions }
    }

    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    pub fn neighbours(&self, at: HexId) -> &[HexId; 6] {
        &self.neighbours[at.index()]
    }

    /// All neighbour rows, for dense searches.
    pub fn table(&self) -> &[[HexId; 6]] {
        &self.neighbours
    }

    pub fn neighbour(&self, at: HexId, dir: Dir) -> Option<HexId> {
        self.neighbours[at.index()][dir.0 as usize].some()
    }

    pub fn dir(&self, from: HexId, to: HexId) -> Option<Dir> {
        let row = &self.neighbours[from.index()];
        row.iter().position(|n| *n == to).map(|i| Dir(i as u8))
    }

    pub fn touches(&self, a: HexId, b: HexId) -> bool {
        !b.is_none() && self.neighbours[a.index()].contains(&b)
    }

    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.hex(a).distance(self.grid.hex(b))
    }

    /// Features met when leaving `at` by `dir`.
    pub fn leaving(&self, at: HexId, dir: Dir) -> Sides {
        self.leaving[at.index()][dir.0 as usize]
    }

    /// Features met at the side `dir` of `at` by somebody who comes in through it.
    pub fn entering(&self, at: HexId, dir: Dir) -> Sides {
        self.entering[at.index()][dir.0 as usize]
    }

    pub fn road(&self, at: HexId, dir: Dir) -> u8 {
        self.roads[at.index()][dir.0 as usize]
    }

    pub fn region(&self, id: &str) -> Option<&[HexId]> {
        self.regions.iter().find(|r| r.0 == id).map(|r| r.1.as_slice())
    }

    pub fn label(&self, at: HexId) -> String {
        self.grid.label(at)
    }

    /// The side between two neighbours.
    pub fn edge(&self, a: HexId, b: HexId) -> Option<Edge> {
        Edge::between(self.grid.hex(a), self.grid.hex(b))
    }
}
