//! What each tool would do here and now.

use super::{EdgeMode, LevelMode, Pointer, Shape, ToolKind, Toolbox};
use crate::core::edit::{Edit, LevelChange};
use crate::core::{hexes, line, pieces, slopes};
use engine::hex::{Corner, Dir, Edge, Facing, Hex, line_footprint};
use engine::scenario::{EdgeKind, FacingUse, MapDoc, Piece, Place, ScenarioDoc, Schema};

impl Toolbox {
    /// The edit a press (or the drag so far) stands for; none if it would change nothing.
    pub fn plan(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        match self.kind {
            ToolKind::Brush => self.plan_brush(doc, schema, ev),
            ToolKind::Fill => self.plan_fill(doc, schema, ev),
            ToolKind::Level => self.plan_level(doc, schema, ev),
            ToolKind::Hexside => match self.edges.mode {
                EdgeMode::Click => self.plan_side(doc, schema, ev),
                EdgeMode::Drag if self.gesture.down => {
                    self.plan_path(doc, schema, ev, self.gesture.corner?, ev.corner?)
                }
                EdgeMode::Drag => self.plan_side(doc, schema, ev),
                EdgeMode::Corners => self.plan_path(doc, schema, ev, self.corner_anchor?, ev.corner?),
            },
            ToolKind::Road => self.plan_road(doc, schema, ev),
            ToolKind::Area => self.plan_area(doc, ev),
            ToolKind::Unit => self.plan_unit(doc, schema, ev),
            ToolKind::Formation => self.plan_formation(doc, schema),
            ToolKind::Select => self.plan_carry(doc, ev),
            ToolKind::Label => self.plan_label(doc, ev),
            ToolKind::Stamp => self.plan_stamp(doc, schema, ev),
            ToolKind::Choose | ToolKind::Eyedropper => None,
        }
    }

    /// The hexes under the brush, from where it was last if it is held down.
    fn swept(&self, doc: &ScenarioDoc, ev: &Pointer) -> Vec<Hex> {
        let grid = &doc.map.grid;
        let Some(at) = ev.hex else { return Vec::new() };
        let way = match (self.gesture.down, self.gesture.last) {
            (true, Some(last)) => hexes::line(grid, last, at),
            _ => vec![at],
        };
        hexes::without_repeats(way.into_iter().flat_map(|h| hexes::disc(grid, h, self.radius)))
    }

    /// What is laid, and how: turned only if its picture has a direction. Erasing lays the rules' first terrain.
    fn laid<'a>(&'a self, schema: &'a Schema, ev: &Pointer) -> (&'a str, u8) {
        match schema.terrains.first() {
            Some(open) if ev.ctrl || self.gesture.erase => (&open.id, 0),
            _ => (
                &self.ground.terrain,
                if turns(&self.ground.terrain, schema) { self.ground.turn % 6 } else { 0 },
            ),
        }
    }

    fn plan_brush(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let (grid, (kind, turn)) = (&doc.map.grid, self.laid(schema, ev));
        let ends = self.gesture.start.zip(self.gesture.last);
        let mut hexes = match (self.ground.shape, ends) {
            (Shape::Line, Some((a, b))) => {
                let way = hexes::line(grid, a, b);
                hexes::without_repeats(way.into_iter().flat_map(|h| hexes::disc(grid, h, self.radius)))
            }
            (Shape::Rectangle, Some((a, b))) => hexes::rectangle(grid, a, b),
            (Shape::Rectangle, None) => ev.hex.into_iter().collect(),
            _ => self.swept(doc, ev),
        };
        hexes.retain(|h| {
            let other = |id| doc.map.terrain_at(id) != kind || doc.map.turned_at(*h) != turn;
            hexes::on_sheet(grid, *h).is_some_and(other)
        });
        some(hexes).map(|hexes| Edit::Terrain { hexes, kind: kind.to_owned(), turn })
    }

    fn plan_fill(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let (at, (kind, turn)) = (ev.hex?, self.laid(schema, ev));
        let map = &doc.map;
        let id = hexes::on_sheet(&map.grid, at)?;
        let from = map.terrain_at(id);
        if from == kind {
            return None;
        }
        if self.ground.everywhere && turn == 0 {
            return Some(Edit::ReplaceTerrain { from: from.to_owned(), to: kind.to_owned() });
        }
        let same = |id: engine::hex::HexId| map.terrain_at(id) == from;
        let hexes = if self.ground.everywhere {
            map.grid.ids().filter(|id| same(*id)).map(|id| map.grid.hex(id)).collect()
        } else {
            hexes::flood(&map.grid, at, same)
        };
        some(hexes).map(|hexes| Edit::Terrain { hexes, kind: kind.to_owned(), turn })
    }

    fn plan_level(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let limits = schema.levels?;
        let change = match (self.levels.mode, ev.ctrl) {
            (LevelMode::Raise, false) | (LevelMode::Lower, true) => LevelChange::By(1),
            (LevelMode::Lower, false) | (LevelMode::Raise, true) => LevelChange::By(-1),
            (LevelMode::Set, _) => LevelChange::Set(self.levels.level.clamp(limits.0, limits.1)),
        };
        let changes = |h: &Hex| {
            let Some(id) = hexes::on_sheet(&doc.map.grid, *h) else { return false };
            let old = doc.map.level_at(id);
            let new = match change {
                LevelChange::Set(n) => n,
                LevelChange::By(n) => old.saturating_add(n).clamp(limits.0, limits.1),
            };
            new != old && !self.gesture.over.contains(h)
        };
        let hexes = self.swept(doc, ev).into_iter().filter(changes).collect();
        some(hexes).map(|hexes| Edit::Levels { hexes, change, limits })
    }

    /// The one side under the pointer: drawn, or taken away if it is there already.
    pub(super) fn plan_side(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let edge = ev.edge.filter(|e| hexes::side_on_sheet(&doc.map.grid, *e))?;
        let directed = schema.edge(&self.edges.kind)?.directed;
        let [a, b] = edge.hexes();
        let near = ev.hex.filter(|h| edge.hexes().contains(h)).unwrap_or(a);
        let other = if near == a { b } else { a };
        let from = directed.then_some(if self.edges.flip { other } else { near });
        let there = doc.map.edges.get(&edge).and_then(|fs| fs.iter().find(|f| f.kind == self.edges.kind));
        let kind = self.edges.kind.clone();
        match there {
            Some(f) if self.erasing(ev) || f.from == from => {
                Some(Edit::EraseEdges { sides: vec![edge], kind: Some(kind) })
            }
            None if self.erasing(ev) => None,
            _ => Some(self.drawn(doc, schema, Edit::DrawEdges { sides: vec![(edge, from)], kind })),
        }
    }

    fn plan_path(
        &self,
        doc: &ScenarioDoc,
        schema: &Schema,
        ev: &Pointer,
        from: Corner,
        to: Corner,
    ) -> Option<Edit> {
        let directed = schema.edge(&self.edges.kind)?.directed;
        let kind = self.edges.kind.clone();
        let way = hexes::corner_way(&doc.map, from, to);
        if self.erasing(ev) {
            let has = |e: &Edge| doc.map.edges.get(e).is_some_and(|fs| fs.iter().any(|f| f.kind == kind));
            let sides: Vec<Edge> = way.iter().map(|w| w.0).filter(has).collect();
            return some(sides).map(|sides| Edit::EraseEdges { sides, kind: Some(kind) });
        }
        let side = |(edge, left): &(Edge, Hex)| {
            let [a, b] = edge.hexes();
            let right = if *left == a { b } else { a };
            (*edge, directed.then_some(if self.edges.flip { right } else { *left }))
        };
        let drawn = some(way.iter().map(side).collect()).map(|sides| Edit::DrawEdges { sides, kind });
        drawn.map(|e| self.drawn(doc, schema, e))
    }

    /// Sides with what comes along: slopes give way to each other, roads keep their way over new water.
    fn drawn(&self, doc: &ScenarioDoc, schema: &Schema, draw: Edit) -> Edit {
        let wet = matches!(&draw, Edit::DrawEdges { kind, .. } if is_art(schema, kind, &WATER));
        let roads = |e: &Edge| doc.map.roads.contains_key(e);
        let met: Vec<Edge> = draw.edges().into_iter().filter(roads).collect();
        match if wet { self.crossed(&doc.map, schema, &met, true) } else { None } {
            Some(over) => Edit::Together { name: String::new(), edits: vec![draw, over] },
            None => slopes::replacing_slopes(doc, schema, draw),
        }
    }

    /// What brings a road over the water of these sides, where nothing does yet and something is to come along.
    fn crossed(&self, map: &MapDoc, schema: &Schema, sides: &[Edge], wet: bool) -> Option<Edit> {
        let kind = crossings(schema).find(|k| k.id == self.roads.crossing)?;
        let missing = |e: &&Edge| {
            let here = map.edges.get(e);
            let has = |arts: &[&str]| here.is_some_and(|fs| fs.iter().any(|f| is_art(schema, &f.kind, arts)));
            (wet || has(&WATER)) && !has(&CROSSINGS)
        };
        let sides = sides.iter().filter(missing).map(|e| (*e, None)).collect();
        some(sides).map(|sides| Edit::DrawEdges { sides, kind: kind.id.clone() })
    }

    fn plan_road(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let from = if self.gesture.down { self.gesture.last? } else { self.anchor? };
        let sides = hexes::edges_crossed(&hexes::line(&doc.map.grid, from, ev.hex?));
        if self.erasing(ev) {
            let sides = sides.into_iter().filter(|e| doc.map.roads.contains_key(e)).collect();
            return some(sides).map(|sides| Edit::Roads { sides, class: 0 });
        }
        let class = self.roads.class.max(1);
        let wet = self.crossed(&doc.map, schema, &sides, false);
        let sides: Vec<Edge> = sides.into_iter().filter(|e| doc.map.roads.get(e) != Some(&class)).collect();
        let road = some(sides).map(|sides| Edit::Roads { sides, class });
        match (road, wet) {
            (Some(road), Some(bridges)) => {
                Some(Edit::Together { name: String::new(), edits: vec![road, bridges] })
            }
            (road, _) => road,
        }
    }

    fn plan_area(&self, doc: &ScenarioDoc, ev: &Pointer) -> Option<Edit> {
        let region = doc.map.region(&self.region)?;
        let inside = !self.erasing(ev);
        let hexes: Vec<Hex> = self
            .swept(doc, ev)
            .into_iter()
            .filter(|h| region.hexes.binary_search(h).is_ok() != inside)
            .collect();
        some(hexes).map(|hexes| Edit::RegionHexes { id: self.region.clone(), hexes, inside })
    }

    fn plan_unit(&self, doc: &ScenarioDoc, schema: &Schema, ev: &Pointer) -> Option<Edit> {
        let at = ev.hex?;
        hexes::on_sheet(&doc.map.grid, at)?;
        let kind = schema.unit(&self.template.kind)?;
        let mut piece = self.template.clone();
        let length = kind.footprint.0.max(1);
        piece.place = if length > 1 {
            Place::Hexes(line_footprint(at, Dir(0), length).to_vec())
        } else {
            Place::Hex(at)
        };
        if !pieces::hexes_of(&piece.place).iter().all(|h| hexes::on_sheet(&doc.map.grid, *h).is_some()) {
            return None;
        }
        if schema.facing == FacingUse::None {
            piece.facing = None;
        } else if piece.facing.is_none() {
            piece.facing = facing_enemy(doc, schema, &piece.side, at);
        }
        // What the rules usually say is written down, so that the piece is complete without the chart.
        for f in kind.fields.iter().filter(|f| pieces::says_something(&f.default)) {
            piece.props.entry(f.id.clone()).or_insert_with(|| f.default.clone());
        }
        let nation = if piece.nation.is_empty() { &piece.side } else { &piece.nation };
        piece.id = pieces::free_id(doc, &pieces::slug(&format!("{nation} {}", kind.id)));
        Some(Edit::AddPieces(vec![piece]))
    }

    /// The selected pieces drawn up along the line.
    fn plan_formation(&self, doc: &ScenarioDoc, schema: &Schema) -> Option<Edit> {
        let (a, b) = self.gesture.start.zip(self.gesture.last)?;
        line::draw_up(doc, schema, &self.selection, (a, b), self.lines)
    }

    /// The selected pieces moved as the pointer has moved; with Ctrl, copies of them.
    fn plan_carry(&self, doc: &ScenarioDoc, ev: &Pointer) -> Option<Edit> {
        let (a, b) = self.gesture.start.zip(self.gesture.last)?;
        if !self.gesture.carrying || a == b {
            return None;
        }
        let shift = |h: Hex| Hex::new(h.q + b.q - a.q, h.r + b.r - a.r);
        let on_map = |id: &String| doc.piece(id).filter(|p| !pieces::hexes_of(&p.place).is_empty());
        let chosen: Vec<&Piece> = self.selection.iter().filter_map(on_map).collect();
        let place = |p: &Piece| pieces::moved_place(&p.place, shift(pieces::hexes_of(&p.place)[0]));
        let fits = |place: &Place| {
            pieces::hexes_of(place).iter().all(|h| hexes::on_sheet(&doc.map.grid, *h).is_some())
        };
        // All or none: a formation is never torn by the edge of the sheet.
        if chosen.is_empty() || !chosen.iter().all(|p| fits(&place(p))) {
            return None;
        }
        if ev.ctrl {
            let copy = |p: &&Piece| Piece { place: place(p), ..(*p).clone() };
            return Some(Edit::AddPieces(chosen.iter().map(copy).collect()));
        }
        Some(Edit::PlacePieces(chosen.iter().map(|p| (p.id.clone(), place(p), None)).collect()))
    }
}

/// The terrain's picture has a direction.
pub fn turns(terrain: &str, schema: &Schema) -> bool {
    board::art::terrain_rotation_rule(terrain, schema) != board::art::RotationRule::Never
}

/// Turns the ground of those hexes whose pictures have a direction by a sixth, clockwise or against.
pub fn turn_ground(doc: &ScenarioDoc, schema: &Schema, hexes: &[Hex], clockwise: bool) -> Option<Edit> {
    let has = |h: &&Hex| {
        hexes::on_sheet(&doc.map.grid, **h).is_some_and(|id| turns(doc.map.terrain_at(id), schema))
    };
    let by = if clockwise { 1 } else { 5 };
    some(hexes.iter().filter(has).copied().collect()).map(|hexes| Edit::TurnGround { hexes, by })
}

fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    if list.is_empty() { None } else { Some(list) }
}

/// How water and ways over it are drawn: that is all the editor knows of a hexside.
const WATER: [&str; 2] = ["river", "stream"];
const CROSSINGS: [&str; 2] = ["bridge", "ford"];

fn is_art(schema: &Schema, kind: &str, arts: &[&str]) -> bool {
    schema.edge(kind).is_some_and(|k| arts.contains(&k.art.as_str()))
}

/// The hexsides that bring a road over water: bridges first, then fords.
pub fn crossings(schema: &Schema) -> impl Iterator<Item = &EdgeKind> {
    CROSSINGS.iter().flat_map(move |art| schema.edges.iter().filter(move |k| k.art == *art))
}

/// The way to look from `at` towards the middle of the other sides' pieces.
pub fn facing_enemy(doc: &ScenarioDoc, schema: &Schema, side: &str, at: Hex) -> Option<Facing> {
    let grid = &doc.map.grid;
    // What belongs to nobody is nobody's enemy.
    let others = doc.pieces.iter().filter(|p| p.side != side && !p.side.is_empty());
    let mut ahead: Vec<Hex> = others.flat_map(|p| pieces::hexes_of(&p.place)).collect();
    if ahead.is_empty() {
        // Nobody stands there yet: across the sheet.
        ahead.push(grid.hex_at(grid.cols / 2, grid.rows / 2));
    }
    let n = ahead.len() as i64;
    let sum = |f: fn(&Hex) -> i16| ahead.iter().map(|h| i64::from(f(h))).sum::<i64>();
    // The vector to the middle of the enemy, times their number.
    facing_along(schema, (sum(|h| h.q) - n * i64::from(at.q), sum(|h| h.r) - n * i64::from(at.r)))
}

/// The facing the rules have that is nearest to a direction.
pub fn facing_along(schema: &Schema, to: (i64, i64)) -> Option<Facing> {
    let step = match schema.facing {
        FacingUse::None => return None,
        FacingUse::Sides | FacingUse::Corners => 2,
        FacingUse::Both => 1,
    };
    let first = u8::from(schema.facing == FacingUse::Corners);
    let score = |f: &Facing| {
        let unit = |d: u8| {
            let h = Hex::default().step(Dir(d % 6));
            (i64::from(h.q), i64::from(h.r))
        };
        let (a, b) = (unit(f.0 / 2), unit(f.0 / 2 + 1));
        let v = if f.is_corner() { (a.0 + b.0, a.1 + b.1) } else { a };
        let dot = |x: (i64, i64), y: (i64, i64)| 2 * x.0 * y.0 + 2 * x.1 * y.1 + x.0 * y.1 + x.1 * y.0;
        let along = dot(v, to);
        // The square of the cosine with its sign; corners are longer vectors by the root of three.
        along * along.abs() * (6 / dot(v, v).max(1))
    };
    (first..12).step_by(step).map(Facing).max_by_key(|f| (score(f), std::cmp::Reverse(f.0)))
}
