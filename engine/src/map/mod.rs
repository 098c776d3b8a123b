//! The compiled map: dense arrays, neighbour tables, hexside features, slopes and roads. It knows ids,
//! never what they mean.

mod slopes;

use crate::hex::{Dir, Edge, Grid, Hex, HexId};
use crate::scenario::{At, Issues, MapDoc, Schema, suggestion};

/// A terrain by its place in the rule system's own list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TerrainId(pub u8);

/// A set of hexside kinds, one bit each, in the order of the rule system's list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EdgeKinds(u16);

impl EdgeKinds {
    /// As many kinds of hexsides as a rule system may have.
    pub const MOST: usize = u16::BITS as usize;

    pub const fn has(self, kind: u8) -> bool {
        (kind as usize) < Self::MOST && self.0 & (1 << kind) != 0
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
    /// For each hex and direction; directed features only at the hex they point out of.
    edge_kinds: Vec<[EdgeKinds; 6]>,
    /// For each hex and direction, how much higher the next hex lies.
    rises: Vec<[i8; 6]>,
    /// Class of road, 0 for none.
    roads: Vec<[u8; 6]>,
    regions: Vec<(String, Vec<HexId>)>,
}

impl Map {
    /// Builds the map with the kinds of `schema`, whose order gives the ids. A kind the schema does not know
    /// is an issue with its place.
    pub fn compile(doc: &MapDoc, schema: &Schema, issues: &mut Issues) -> Self {
        let grid = doc.grid;
        let terrain = terrain_ids(doc, schema, issues);
        let edge_kinds = edge_kinds(doc, schema, issues);
        let roads = road_classes(doc, schema, issues);
        let on_map = |hexes: &[Hex]| hexes.iter().filter_map(|h| grid.id(*h)).collect();
        let regions = doc.regions.iter().map(|r| (r.id.clone(), on_map(&r.hexes))).collect();
        let level = doc.levels.iter().collect();
        let rises = slopes::rises_by_hex(doc, schema);
        Self { grid, terrain, level, neighbours: grid.neighbour_table(), edge_kinds, rises, roads, regions }
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
    pub fn neighbour_table(&self) -> &[[HexId; 6]] {
        &self.neighbours
    }

    pub fn neighbour(&self, at: HexId, dir: Dir) -> Option<HexId> {
        self.neighbours[at.index()][dir.0 as usize].to_option()
    }

    pub fn direction_to(&self, from: HexId, to: HexId) -> Option<Dir> {
        let row = &self.neighbours[from.index()];
        row.iter().position(|n| *n == to).map(|i| Dir(i as u8))
    }

    pub fn is_adjacent(&self, a: HexId, b: HexId) -> bool {
        !b.is_none() && self.neighbours[a.index()].contains(&b)
    }

    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.grid.hex(a).distance(self.grid.hex(b))
    }

    /// Features of the hexside `dir` of `at`: those without a direction, and those that point out of `at` (a
    /// rampart that protects it, a slope that falls away from it). Whoever crosses meets those of both hexes.
    pub fn edge_kinds(&self, at: HexId, dir: Dir) -> EdgeKinds {
        self.edge_kinds[at.index()][dir.0 as usize]
    }

    /// How much higher the hex beyond `dir` lies: 0 for level ground, 2 and more for a steep slope. Drawn and
    /// suppressed hexsides are included.
    pub fn rise(&self, at: HexId, dir: Dir) -> i8 {
        self.rises[at.index()][dir.0 as usize]
    }

    /// Class of the road across a hexside, from 1 in the order of the schema; 0 for none.
    pub fn road_class(&self, at: HexId, dir: Dir) -> u8 {
        self.roads[at.index()][dir.0 as usize]
    }

    pub fn region(&self, id: &str) -> Option<&[HexId]> {
        self.regions.iter().find(|r| r.0 == id).map(|r| r.1.as_slice())
    }

    /// The hexes of a region in order and each once; none where it has none.
    pub fn sorted_region(&self, id: &str) -> Option<Vec<HexId>> {
        let mut hexes = self.region(id)?.to_vec();
        hexes.sort_unstable();
        hexes.dedup();
        Some(hexes).filter(|h| !h.is_empty())
    }

    pub fn label(&self, at: HexId) -> String {
        self.grid.label(at)
    }

    /// The side between two neighbours.
    pub fn edge_between(&self, a: HexId, b: HexId) -> Option<Edge> {
        Edge::between(self.grid.hex(a), self.grid.hex(b))
    }
}

fn terrain_ids(doc: &MapDoc, schema: &Schema, issues: &mut Issues) -> Vec<TerrainId> {
    let grid = doc.grid;
    let id_of = |name: &String| schema.terrains.iter().position(|t| t.id == *name);
    let table: Vec<Option<TerrainId>> =
        doc.palette.iter().map(|n| id_of(n).map(|i| TerrainId(i as u8))).collect();
    let mut reported = vec![false; doc.palette.len()];
    let mut terrain = Vec::with_capacity(grid.len());
    for (i, t) in doc.terrain.iter().enumerate() {
        let known = table.get(t as usize).copied().flatten();
        if known.is_none() && !std::mem::replace(&mut reported[t as usize], true) {
            let id = HexId(i as u16);
            let text = format!("the terrain '{}' is unknown to this rule system", doc.palette[t as usize]);
            issues
                .error(At::Hex(grid.hex(id)), grid.label(id), text)
                .remedy(suggestion(&doc.palette[t as usize], schema.terrains.iter().map(|t| t.id.as_str())))
                .path(format!("legend/={}", doc.palette[t as usize]));
        }
        terrain.push(known.unwrap_or(TerrainId(0)));
    }
    terrain
}

fn edge_kinds(doc: &MapDoc, schema: &Schema, issues: &mut Issues) -> Vec<[EdgeKinds; 6]> {
    if let Some(kind) = schema.edges.get(EdgeKinds::MOST) {
        let text = format!("a rule system has at most {} kinds of hexsides", EdgeKinds::MOST);
        issues.error(At::Whole, &kind.id, text);
    }
    let mut out = vec![[EdgeKinds::default(); 6]; doc.grid.len()];
    for (edge, features) in doc.edges.iter() {
        for f in features {
            let Some(kind) = schema.edges.iter().position(|k| k.id == f.kind) else {
                let text = format!("the hexside '{}' is unknown to this rule system", f.kind);
                issues
                    .error(At::Edge(*edge), doc.edge_label(*edge), text)
                    .remedy(suggestion(&f.kind, schema.edges.iter().map(|k| k.id.as_str())))
                    .path(format!("edges/{}", f.kind));
                continue;
            };
            let bit = if kind < EdgeKinds::MOST { 1 << kind } else { 0 };
            for_both_hexes(doc.grid, *edge, |here, _, i, d| {
                if f.from.is_none_or(|from| from == here) {
                    out[i][d].0 |= bit;
                }
            });
        }
    }
    out
}

fn road_classes(doc: &MapDoc, schema: &Schema, issues: &mut Issues) -> Vec<[u8; 6]> {
    let mut roads = vec![[0; 6]; doc.grid.len()];
    for (edge, class) in doc.roads.iter() {
        if !schema.roads.is_empty() && usize::from(*class) > schema.roads.len() {
            let text = format!("there is no road of class {class} in this rule system");
            let remedy = format!("use a class from 1 to {}", schema.roads.len());
            issues.error(At::Edge(*edge), doc.edge_label(*edge), text).remedy(remedy);
        }
        for_both_hexes(doc.grid, *edge, |_, _, i, d| roads[i][d] = *class);
    }
    roads
}

/// Calls `f` with each hex of the edge that is on the sheet, the other one, and the place in a table by
/// hex and direction.
fn for_both_hexes(grid: Grid, edge: Edge, mut f: impl FnMut(Hex, Hex, usize, usize)) {
    let [a, b] = edge.hexes();
    for (here, there) in [(a, b), (b, a)] {
        if let (Some(id), Some(dir)) = (grid.id(here), here.dir_to(there)) {
            f(here, there, id.index(), dir.0 as usize);
        }
    }
}

#[cfg(test)]
mod tests;
