//! A part of a document that was copied: rotated by 60 degrees, mirrored, pasted into
//! the same document or another.
//!
//! The part is stored as it was copied, relative to an origin; rotations and reflections are counted and applied
//! in cube coordinates when it is pasted, so that six rotations are none.

use super::edit::{Edit, LevelChange, ListEdit};
use super::hexes::{middle_hex, on_sheet};
use super::pieces::{self, hexes_of};
use crate::words;
use board::art::{RotationRule, terrain_rotation_rule};
use engine::hex::{Edge, Facing, Grid, Hex, Orientation, Shove};
use engine::scenario::{EdgeFeature, Label, MapDoc, Piece, Place, Region, ScenarioDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// Which parts of the document are copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct What {
    pub ground: bool,
    pub sides: bool,
    pub areas: bool,
    pub names: bool,
    pub pieces: bool,
}

impl Default for What {
    fn default() -> Self {
        Self { ground: true, sides: true, areas: true, names: true, pieces: true }
    }
}

/// The contents of a part, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Holds {
    pub hexes: usize,
    pub pieces: usize,
    pub sides: usize,
    pub roads: usize,
    pub names: usize,
    pub areas: usize,
}

/// A part of a document, relative to its origin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    pub ruleset: String,
    /// Rotation in sixths clockwise, after mirroring.
    sixths: u8,
    mirrored: bool,
    /// Terrain, level and rotation of the ground.
    cells: BTreeMap<Hex, Option<(String, i8, u8)>>,
    edges: BTreeMap<Edge, Vec<EdgeFeature>>,
    roads: BTreeMap<Edge, u8>,
    /// Hexsides and roads were copied, even if there were none.
    whole_sides: bool,
    regions: Vec<Region>,
    labels: Vec<Label>,
    pieces: Vec<Piece>,
}

fn moved_edge(edge: Edge, f: &dyn Fn(Hex) -> Hex) -> Option<Edge> {
    let [a, b] = edge.hexes();
    Edge::between(f(a), f(b))
}

fn moved_place(place: &Place, f: &dyn Fn(Hex) -> Hex) -> Place {
    match place {
        Place::Hex(h) => Place::Hex(f(*h)),
        Place::Hexes(hs) => Place::Hexes(hs.iter().map(|h| f(*h)).collect()),
        other => other.clone(),
    }
}

impl Pattern {
    /// Copies what lies on these hexes. None if there are no hexes.
    pub fn copy(doc: &ScenarioDoc, hexes: &[Hex], what: What) -> Option<Self> {
        let map = &doc.map;
        let inside: BTreeSet<Hex> =
            hexes.iter().copied().filter(|h| on_sheet(&map.grid, *h).is_some()).collect();
        let all: Vec<Hex> = inside.iter().copied().collect();
        let origin = middle_hex(&all)?;
        let home = move |h: Hex| h - origin;
        let cell = |h: &Hex| {
            let id = on_sheet(&map.grid, *h).filter(|_| what.ground);
            (home(*h), id.map(|id| (map.terrain_at(id).to_owned(), map.level_at(id), map.turned_at(*h))))
        };
        let mut out = Self {
            ruleset: doc.ruleset.clone(),
            cells: inside.iter().map(cell).collect(),
            whole_sides: what.sides,
            ..Self::default()
        };
        let touches = |e: &Edge| e.hexes().iter().any(|h| inside.contains(h));
        if what.sides {
            for (e, features) in map.edges.iter().filter(|(e, _)| touches(e)) {
                let there = |f: &EdgeFeature| EdgeFeature { kind: f.kind.clone(), from: f.from.map(home) };
                out.edges.extend(moved_edge(*e, &home).map(|e| (e, features.iter().map(there).collect())));
            }
            let roads = map.roads.iter().filter(|(e, _)| touches(e));
            out.roads = roads.filter_map(|(e, c)| moved_edge(*e, &home).map(|e| (e, *c))).collect();
        }
        if what.areas {
            let cut = |r: &Region| Region {
                id: r.id.clone(),
                name: r.name.clone(),
                hexes: r.hexes.iter().filter(|h| inside.contains(h)).map(|h| home(*h)).collect(),
            };
            out.regions = map.regions.iter().map(cut).filter(|r| !r.hexes.is_empty()).collect();
        }
        if what.names {
            let labels = map.labels.iter().filter(|l| inside.contains(&l.at));
            out.labels = labels.map(|l| Label { at: home(l.at), ..l.clone() }).collect();
        }
        if what.pieces {
            out.pieces = standing_pieces(doc, &inside)
                .into_iter()
                .map(|p| Piece { place: moved_place(&p.place, &home), ..p.clone() })
                .collect();
        }
        Some(out)
    }

    /// Only these pieces, without the ground they stand on.
    pub fn of_pieces(doc: &ScenarioDoc, ids: &[String]) -> Option<Self> {
        let chosen: Vec<&Piece> = ids.iter().filter_map(|id| doc.piece(id)).collect();
        let hexes: Vec<Hex> = chosen.iter().flat_map(|p| hexes_of(&p.place)).collect();
        let origin = middle_hex(&hexes)?;
        let home = move |h: Hex| h - origin;
        let on_map = |p: &&&Piece| !hexes_of(&p.place).is_empty() || matches!(p.place, Place::On { .. });
        Some(Self {
            ruleset: doc.ruleset.clone(),
            cells: hexes.iter().map(|h| (home(*h), None)).collect(),
            pieces: chosen
                .iter()
                .filter(on_map)
                .map(|p| Piece { place: moved_place(&p.place, &home), ..(*p).clone() })
                .collect(),
            ..Self::default()
        })
    }

    /// Rotates by one more sixth, clockwise or counter-clockwise.
    pub fn turn(&mut self, clockwise: bool) {
        self.sixths = (self.sixths + if clockwise { 1 } else { 5 }) % 6;
    }

    /// Mirrors left and right, as seen on a sheet of this orientation.
    pub fn mirror(&mut self, orientation: Orientation) {
        // Across the vertical: mirrored along directions 0/3 and rotated. A reflection after a rotation is
        // the opposite rotation after the reflection.
        let upright = match orientation {
            Orientation::PointyTop => 3,
            Orientation::FlatTop => 2,
        };
        self.sixths = (upright + 6 - self.sixths) % 6;
        self.mirrored = !self.mirrored;
    }

    /// Where a hex of the part ends up, relative to the origin.
    fn map_hex(&self, hex: Hex) -> Hex {
        let origin = Hex::default();
        let h = if self.mirrored { hex.mirrored_about(origin) } else { hex };
        h.rotated_about(origin, self.sixths)
    }

    fn map_facing(&self, f: Facing) -> Facing {
        let f = if self.mirrored { Facing((12 - f.0 % 12) % 12) } else { f };
        f.turned_by(2 * self.sixths as i8)
    }

    /// A name stays upright; one that runs along something rotates with it.
    fn map_label(&self, l: &Label) -> Label {
        let mut out = l.clone();
        let turns = i32::from(self.sixths) * 60;
        if l.turn == 0 || (turns == 0 && !self.mirrored) {
            return out;
        }
        let base = if self.mirrored { -i32::from(l.turn) } else { i32::from(l.turn) };
        let turn = (base + turns + 90).rem_euclid(180) - 90;
        out.turn = turn as i16;
        let (sin, cos) = (turns as f32).to_radians().sin_cos();
        let (x, y) = (f32::from(l.dx), f32::from(l.dy) * if self.mirrored { -1.0 } else { 1.0 });
        out.dx = (x * cos - y * sin).round() as i16;
        out.dy = (x * sin + y * cos).round() as i16;
        out
    }

    /// The hexes it would cover with its origin at `at`.
    pub fn covered_hexes(&self, at: Hex) -> Vec<Hex> {
        self.cells.keys().map(|h| self.map_hex(*h) + at).collect()
    }

    /// Counts its contents.
    pub fn count_contents(&self) -> Holds {
        Holds {
            hexes: self.cells.len(),
            pieces: self.pieces.len(),
            sides: self.edges.values().map(Vec::len).sum(),
            roads: self.roads.len(),
            names: self.labels.len(),
            areas: self.regions.len(),
        }
    }

    /// How many hexes it covers.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// Drops what another rule system does not have, and counts what was dropped.
    pub fn known_to(&self, schema: &Schema) -> (Self, usize) {
        let mut out = self.clone();
        let mut gone = 0;
        // From other rules only actual features are copied: their open ground and their hexsides without a river
        // say nothing about what should be here.
        let foreign = !schema.ruleset.is_empty() && self.ruleset != schema.ruleset;
        let open = schema.terrains.first().map(|t| t.id.as_str());
        if foreign {
            out.cells
                .values_mut()
                .filter(|c| c.as_ref().map(|c| c.0.as_str()) == open)
                .for_each(|c| *c = None);
        }
        for cell in out.cells.values_mut() {
            if cell.as_ref().is_some_and(|(kind, ..)| schema.terrain(kind).is_none()) {
                *cell = None;
                gone += 1;
            }
        }
        for features in out.edges.values_mut() {
            let before = features.len();
            features.retain(|f| schema.edge(&f.kind).is_some());
            gone += before - features.len();
        }
        out.edges.retain(|_, f| !f.is_empty());
        out.whole_sides &= !foreign || !out.edges.is_empty();
        let roads = out.roads.len();
        out.roads.retain(|_, class| usize::from(*class) <= schema.roads.len());
        let pieces = out.pieces.len();
        out.pieces.retain(|p| schema.unit(&p.kind).is_some());
        gone += roads - out.roads.len() + pieces - out.pieces.len();
        (out, gone)
    }

    /// The edit that pastes it with its origin at `at`. What would be beyond the sheet is left out.
    pub fn paste_at(&self, doc: &ScenarioDoc, schema: &Schema, at: Hex) -> Option<Edit> {
        let there = |h: Hex| self.map_hex(h) + at;
        let covered: BTreeSet<Hex> =
            self.covered_hexes(at).into_iter().filter(|h| on_sheet(&doc.map.grid, *h).is_some()).collect();
        if covered.is_empty() {
            return None;
        }
        let orientation = doc.map.grid.orientation;
        let mut edits = self.terrain_edits(schema, orientation, &there, &covered);
        if self.whole_sides {
            edits.extend(self.edge_edits(&doc.map, &there, &covered));
        }
        for r in &self.regions {
            let hexes: Vec<Hex> = r.hexes.iter().map(|h| there(*h)).filter(|h| covered.contains(h)).collect();
            if hexes.is_empty() {
                continue;
            }
            if doc.map.region(&r.id).is_none() {
                edits.push(Edit::Regions(ListEdit::Add(Region { hexes: Vec::new(), ..r.clone() })));
            }
            edits.push(Edit::RegionHexes { id: r.id.clone(), hexes, inside: true });
        }
        for l in &self.labels {
            let new = Label { at: there(l.at), ..self.map_label(l) };
            if covered.contains(&new.at) && !doc.map.labels.contains(&new) {
                edits.push(Edit::Labels(ListEdit::Add(new)));
            }
        }
        let pieces = self.fresh_pieces(doc, &there, &covered);
        let put = pieces.len();
        if !pieces.is_empty() {
            edits.push(Edit::AddPieces(pieces));
        }
        Some(Edit::Together { name: words::paste_step(covered.len(), put), edits })
    }

    /// The part alone on a small sheet, as it would be pasted into `doc`: with the hexes whose ground is copied, and
    /// the hex of its origin. None if no sheet is large enough.
    pub fn on_own_sheet(&self, doc: &ScenarioDoc, schema: &Schema) -> Option<(ScenarioDoc, Vec<Hex>, Hex)> {
        let mut grid = Grid { cols: 1, rows: 1, shove: Shove::Odd, ..doc.map.grid };
        let offsets: Vec<(i16, i16)> =
            self.cells.keys().map(|h| grid.column_and_row(self.map_hex(*h))).collect();
        let (low, high) = offsets.iter().fold(((i16::MAX, i16::MAX), (i16::MIN, i16::MIN)), |(l, h), o| {
            ((l.0.min(o.0), l.1.min(o.1)), (h.0.max(o.0), h.1.max(o.1)))
        });
        // Offset by even numbers of rows and columns, so that shoved rows stay shoved; with a margin for its outer
        // hexsides.
        let by = |low: i16| (3 - low) + (3 - low).rem_euclid(2);
        let (cols, rows) = (high.0.checked_add(by(low.0))? + 3, high.1.checked_add(by(low.1))? + 3);
        if i32::from(cols) * i32::from(rows) > 60_000 {
            return None;
        }
        (grid.cols, grid.rows) = (u16::try_from(cols).ok()?, u16::try_from(rows).ok()?);
        let origin = grid.hex_at(u16::try_from(by(low.0)).ok()?, u16::try_from(by(low.1)).ok()?);
        let open = schema.terrains.first().map(|t| t.id.clone()).unwrap_or_default();
        let mut map = MapDoc::blank(grid, &open);
        map.scale_m = doc.map.scale_m;
        let mut sheet = ScenarioDoc::blank(&doc.ruleset, map);
        (sheet.sides, sheet.nations) = (doc.sides.clone(), doc.nations.clone());
        let put = self.paste_at(&sheet, schema, origin)?;
        super::edit::apply(&mut sheet, &put);
        let ground = self.cells.iter().filter(|(_, cell)| cell.is_some());
        Some((sheet, ground.map(|(h, _)| self.map_hex(*h) + origin).collect(), origin))
    }

    /// The rotation of ground after pasting, if it was `turn` when copied.
    fn map_rotation(&self, at: Hex, kind: &str, turn: u8, schema: &Schema, orientation: Orientation) -> u8 {
        // Ground that follows its surroundings rotates with them.
        let road = || self.roads.keys().any(|e| e.hexes().contains(&at));
        let (along, upright) = match (terrain_rotation_rule(kind, schema), orientation) {
            (RotationRule::Never, _) => return turn,
            (RotationRule::Around, _) => (true, 0),
            (RotationRule::Road, _) if road() => (true, 0),
            // What pointed up points where mirrored up points.
            (_, Orientation::PointyTop) => (false, 3),
            (_, Orientation::FlatTop) => (false, 4),
        };
        let mirrored = if self.mirrored { (upright + 6 - turn % 6) % 6 } else { turn };
        if along { mirrored } else { (mirrored + self.sixths) % 6 }
    }

    fn terrain_edits(
        &self,
        schema: &Schema,
        orientation: Orientation,
        there: &dyn Fn(Hex) -> Hex,
        covered: &BTreeSet<Hex>,
    ) -> Vec<Edit> {
        let mut terrains: BTreeMap<(&str, u8), Vec<Hex>> = BTreeMap::new();
        let mut levels: BTreeMap<i8, Vec<Hex>> = BTreeMap::new();
        for (h, cell) in &self.cells {
            let at = there(*h);
            if let Some((kind, level, turn)) = cell
                && covered.contains(&at)
            {
                let turn = self.map_rotation(*h, kind, *turn, schema, orientation);
                terrains.entry((kind, turn)).or_default().push(at);
                levels.entry(*level).or_default().push(at);
            }
        }
        let paint = |((kind, turn), hexes): ((&str, u8), Vec<Hex>)| Edit::Terrain {
            hexes,
            kind: kind.to_owned(),
            turn,
        };
        let mut out: Vec<Edit> = terrains.into_iter().map(paint).collect();
        if let Some(limits) = schema.levels {
            let set = |(n, hexes)| Edit::Levels { hexes, change: LevelChange::Set(n), limits };
            out.extend(levels.into_iter().map(set));
        }
        out
    }

    /// Hexsides inside the part are replaced by the copy; those on its border only gain features.
    fn edge_edits(&self, map: &MapDoc, there: &dyn Fn(Hex) -> Hex, covered: &BTreeSet<Hex>) -> Vec<Edit> {
        let within = |e: &Edge| e.hexes().iter().all(|h| covered.contains(h));
        let mut out = Vec::new();
        let old: Vec<Edge> = map.edges.keys().filter(|e| within(e)).copied().collect();
        if !old.is_empty() {
            out.push(Edit::EraseEdges { sides: old, kind: None });
        }
        let old: Vec<Edge> = map.roads.keys().filter(|e| within(e)).copied().collect();
        if !old.is_empty() {
            out.push(Edit::Roads { sides: old, class: 0 });
        }
        let touches = |e: &Edge| e.hexes().iter().any(|h| covered.contains(h));
        let mut kinds: BTreeMap<&str, Vec<(Edge, Option<Hex>)>> = BTreeMap::new();
        for (e, features) in &self.edges {
            let Some(edge) = moved_edge(*e, there).filter(touches) else { continue };
            for f in features {
                kinds.entry(&f.kind).or_default().push((edge, f.from.map(there)));
            }
        }
        out.extend(kinds.into_iter().map(|(k, sides)| Edit::DrawEdges { sides, kind: k.to_owned() }));
        let mut classes: BTreeMap<u8, Vec<Edge>> = BTreeMap::new();
        for (e, class) in &self.roads {
            if let Some(edge) = moved_edge(*e, there).filter(touches) {
                classes.entry(*class).or_default().push(edge);
            }
        }
        out.extend(classes.into_iter().map(|(class, sides)| Edit::Roads { sides, class }));
        out
    }

    /// Its pieces with ids that are free in `doc`; references among them are renamed too.
    fn fresh_pieces(
        &self,
        doc: &ScenarioDoc,
        there: &dyn Fn(Hex) -> Hex,
        covered: &BTreeSet<Hex>,
    ) -> Vec<Piece> {
        let mut taken: BTreeSet<String> = doc.pieces.iter().map(|p| p.id.clone()).collect();
        let mut names: BTreeMap<&str, String> = BTreeMap::new();
        for p in &self.pieces {
            let id = pieces::fresh_id(&p.id, &taken);
            taken.insert(id.clone());
            names.insert(&p.id, id);
        }
        let fits = |p: &&Piece| hexes_of(&p.place).iter().all(|h| covered.contains(&there(*h)));
        let put: Vec<&Piece> = self.pieces.iter().filter(fits).collect();
        let one = |p: &&Piece| {
            let mut new = (*p).clone();
            new.id = names.get(p.id.as_str()).cloned().unwrap_or_default();
            new.parent = match names.get(p.parent.as_str()) {
                Some(id) => id.clone(),
                None if doc.piece(&p.parent).is_some() || doc.pieces.iter().any(|o| o.parent == p.parent) => {
                    p.parent.clone()
                }
                None => String::new(),
            };
            new.facing = p.facing.map(|f| self.map_facing(f));
            new.place = match &p.place {
                Place::On { piece, part } => match names.get(piece.as_str()) {
                    Some(id) => Place::On { piece: id.clone(), part: *part },
                    None => Place::Off,
                },
                place => moved_place(place, there),
            };
            if doc.side(&new.side).is_none() {
                let own = |s: &&engine::scenario::Side| s.nations.contains(&new.nation);
                let side = doc.sides.iter().find(own).or_else(|| doc.sides.first());
                new.side = side.map(|s| s.id.clone()).unwrap_or_default();
            }
            new
        };
        put.iter().map(one).collect()
    }
}

/// Pieces on these hexes, and those that ride on them.
fn standing_pieces<'a>(doc: &'a ScenarioDoc, inside: &BTreeSet<Hex>) -> Vec<&'a Piece> {
    let here = |p: &Piece| {
        let hexes = hexes_of(&p.place);
        !hexes.is_empty() && hexes.iter().all(|h| inside.contains(h))
    };
    let carriers: BTreeSet<&str> = doc.pieces.iter().filter(|p| here(p)).map(|p| p.id.as_str()).collect();
    let rides = |p: &Piece| matches!(&p.place, Place::On { piece, .. } if carriers.contains(piece.as_str()));
    doc.pieces.iter().filter(|p| here(p) || rides(p)).collect()
}

/// Ids of the pieces on these hexes.
pub fn pieces_on(doc: &ScenarioDoc, hexes: &[Hex]) -> Vec<String> {
    let inside: BTreeSet<Hex> = hexes.iter().copied().collect();
    standing_pieces(doc, &inside).into_iter().map(|p| p.id.clone()).collect()
}

/// Removes everything that [`Pattern::copy`] would copy; the ground becomes open.
pub fn clear_hexes(doc: &ScenarioDoc, schema: &Schema, hexes: &[Hex], what: What) -> Option<Edit> {
    let inside: BTreeSet<Hex> =
        hexes.iter().copied().filter(|h| on_sheet(&doc.map.grid, *h).is_some()).collect();
    if inside.is_empty() {
        return None;
    }
    let all: Vec<Hex> = inside.iter().copied().collect();
    let within = |e: &Edge| e.hexes().iter().all(|h| inside.contains(h));
    let mut edits = Vec::new();
    if what.ground {
        if let Some(ground) = schema.terrains.first() {
            edits.push(Edit::Terrain { hexes: all.clone(), kind: ground.id.clone(), turn: 0 });
        }
        if let Some(limits) = schema.levels {
            let change = LevelChange::Set(0);
            edits.push(Edit::Levels { hexes: all.clone(), change, limits });
        }
    }
    if what.sides {
        let sides: Vec<Edge> = doc.map.edges.keys().filter(|e| within(e)).copied().collect();
        edits.push(Edit::EraseEdges { sides, kind: None });
        // A road that leads in would now lead nowhere.
        let touches = |e: &&Edge| e.hexes().iter().any(|h| inside.contains(h));
        let sides = doc.map.roads.keys().filter(touches).copied().collect();
        edits.push(Edit::Roads { sides, class: 0 });
    }
    if what.areas {
        let out = |r: &Region| Edit::RegionHexes { id: r.id.clone(), hexes: all.clone(), inside: false };
        edits.extend(doc.map.regions.iter().map(out));
    }
    if what.names {
        let gone = doc.map.labels.iter().enumerate().filter(|(_, l)| inside.contains(&l.at));
        edits.extend(gone.map(|(i, _)| Edit::Labels(ListEdit::Remove(i))).rev());
    }
    if what.pieces {
        edits.push(Edit::RemovePieces(pieces_on(doc, &all)));
    }
    Some(Edit::Together { name: words::clear_step(all.len()), edits })
}
