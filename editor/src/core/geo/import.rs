//! Draws features onto a sheet by the mapping table.
use super::check::{WaterCheck, check_water, wet_hexes};
use super::frame::Frame;
use super::mapping::{Make, Mapping, Rule, ShapeKind, Unmapped, survey_features};
use super::names::{self, Wanted};
use super::path;
use super::read::{Feature, Shape};
use super::rivers::{self, Courses, Laid, Place, River};
use super::shapes::{self, Rings};
use crate::core::pieces::slug;
use crate::words;
use board::art::EdgeArt;
use board::layout::{Layout, Pos};
use engine::hex::{Edge, Hex, HexId};
use engine::scenario::{EdgeFeature, Label, LabelStyle, MapDoc, Schema};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where a settlement was placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    pub name: String,
    pub hex: Hex,
    /// It was moved to a neighbouring hex to stay on its bank.
    pub moved: bool,
    /// Rivers on whose wrong bank it still is.
    pub wrong: Vec<String>,
}

/// The result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub features: usize,
    /// Features each rule took.
    pub by_rule: Vec<usize>,
    pub unmapped: Vec<Unmapped>,
    /// Features entirely beyond the sheet.
    pub beyond: usize,
    pub water: WaterCheck,
    pub towns: Vec<Town>,
    /// Bridges and fords for which there was no water near.
    pub dry: Vec<String>,
    /// Rivers that flow into another one in the files, but not on the map.
    pub unjoined: Vec<(String, String)>,
    /// Names that other names cover or the edge cuts off.
    pub crowded: Vec<String>,
}

impl Report {
    /// Settlements on the wrong bank.
    pub fn wrong_bank(&self) -> Vec<&Town> {
        self.towns.iter().filter(|t| !t.wrong.is_empty()).collect()
    }

    pub fn report_lines(&self, map: &MapDoc) -> Vec<String> {
        words::geo_report(self, map)
    }
}

pub struct Imported {
    pub map: MapDoc,
    pub report: Report,
}

/// Makes a map. Fails with all reasons if the table asks for what the rule system does not have.
pub fn import(
    features: &[Feature],
    mapping: &Mapping,
    frame: &Frame,
    schema: &Schema,
) -> Result<Imported, Vec<String>> {
    let problems = mapping.problems(schema);
    if !problems.is_empty() {
        return Err(problems);
    }
    if frame.grid.is_empty() || frame.grid.len() > engine::hex::Grid::MOST {
        return Err(vec![words::TOO_LARGE.to_owned()]);
    }
    let first = schema.terrains.first().map_or("", |t| t.id.as_str());
    let ground = if mapping.ground.is_empty() { first } else { &mapping.ground };
    let mut map = MapDoc::blank(frame.grid, ground);
    map.scale_m = frame.hex_m.round().clamp(0.0, 1e9) as u32;
    let mut work = Work::new(map, frame, schema);
    work.apply_rules(features, mapping);
    work.finish(mapping);
    let (by_rule, unmapped) = survey_features(features, mapping);
    let water = check_water(&work.map, schema);
    let report = Report {
        features: features.len(),
        by_rule,
        unmapped,
        beyond: work.beyond,
        water,
        towns: work.towns,
        dry: work.dry,
        unjoined: work.unjoined,
        crowded: names::crowded_names(&work.map, schema),
    };
    Ok(Imported { map: work.map, report })
}

/// A hex for each settlement, and the rivers on whose wrong bank it is.
type Seats = Vec<(Hex, Vec<String>)>;

/// The most rounds in which rivers and towns make room for each other.
const ROUNDS: usize = 4;
/// The farthest a town moves from its true position, in hex radii.
const FARTHEST: f32 = 3.4;

/// A river that fills whole hexes: its course, and what it fills.
pub(super) struct Channel {
    pub(super) course: River,
    pub(super) hexes: Vec<Hex>,
    /// From centre to centre of them.
    pub(super) line: Vec<Pos>,
}

/// A settlement being placed.
pub(super) struct Settling {
    name: String,
    terrain: String,
    label: Option<LabelStyle>,
    pub(super) place: Place,
    pub(super) start: Hex,
}

pub(super) struct Work<'a> {
    pub(super) map: MapDoc,
    frame: &'a Frame,
    pub(super) layout: Layout,
    pub(super) schema: &'a Schema,
    rivers: Vec<River>,
    pub(super) settling: Vec<Settling>,
    /// Rivers that fill whole hexes.
    pub(super) channels: Vec<Channel>,
    /// Hexes that built-up areas fill beyond their centre.
    suburbs: Vec<(HexId, String)>,
    pub(super) unjoined: Vec<(String, String)>,
    /// Line and class.
    pub(super) roads: Vec<(Vec<Pos>, u8)>,
    /// Point, kind, name.
    pub(super) crossings: Vec<(Pos, String, String)>,
    /// Point, terrain to paint, terrain to find, name.
    onto: Vec<(Pos, String, String)>,
    pub(super) regions: BTreeMap<String, (String, BTreeMap<HexId, u8>)>,
    labels: Vec<Wanted>,
    edges: BTreeMap<Edge, Vec<EdgeFeature>>,
    towns: Vec<Town>,
    pub(super) dry: Vec<String>,
    beyond: usize,
}

impl<'a> Work<'a> {
    fn new(map: MapDoc, frame: &'a Frame, schema: &'a Schema) -> Self {
        Self {
            layout: Layout::new(frame.grid),
            map,
            frame,
            schema,
            rivers: Vec::new(),
            settling: Vec::new(),
            channels: Vec::new(),
            suburbs: Vec::new(),
            unjoined: Vec::new(),
            roads: Vec::new(),
            crossings: Vec::new(),
            onto: Vec::new(),
            regions: BTreeMap::new(),
            labels: Vec::new(),
            edges: BTreeMap::new(),
            towns: Vec::new(),
            dry: Vec::new(),
            beyond: 0,
        }
    }

    fn project_line(&self, line: &[super::read::LonLat]) -> Vec<Pos> {
        line.iter().map(|p| self.frame.place(*p)).collect()
    }

    /// All rules in order, so that later ones paint over earlier ones.
    fn apply_rules(&mut self, features: &[Feature], mapping: &Mapping) {
        let room = self.layout.sheet_rect();
        let seen: Vec<bool> = features.iter().map(|f| self.touches_sheet(f, room)).collect();
        for rule in &mapping.rules {
            for (f, seen) in features.iter().zip(&seen).filter(|(f, _)| rule.matches(f)) {
                if !seen {
                    self.beyond += usize::from(rule.make != Make::Nothing);
                    continue;
                }
                match ShapeKind::of(&f.shape) {
                    ShapeKind::Area => self.import_area(f, rule),
                    ShapeKind::Line => self.import_lines(f, rule),
                    ShapeKind::Point => self.import_points(f, rule),
                }
            }
            if let Make::Terrain(kind) = &rule.make {
                self.fill_channels(kind);
            }
        }
    }

    fn touches_sheet(&self, f: &Feature, room: board::layout::Rect) -> bool {
        let mut all = f.shape.positions().map(|p| self.frame.place(p)).peekable();
        let Some(first) = all.peek().copied() else { return false };
        let bound = all.fold(board::layout::Rect::from_min_max(first, first), |b, p| {
            b.union(board::layout::Rect::from_min_max(p, p))
        });
        bound.intersects(room)
    }

    fn hex_at(&self, p: Pos) -> Option<HexId> {
        self.layout.hex_at(p)
    }

    fn import_area(&mut self, f: &Feature, rule: &Rule) {
        let Shape::Areas(list) = &f.shape else { return };
        let areas: Vec<Rings> =
            list.iter().map(|rings| rings.iter().map(|r| self.project_line(r)).collect()).collect();
        let shares = shapes::covered_shares(&self.layout, &areas);
        let least = if rule.share == 0 { 50 } else { rule.share.min(100) };
        let middle = areas.first().and_then(|r| r.first()).and_then(|r| shapes::centroid(r));
        let mut hexes: Vec<HexId> = shares.iter().filter(|(_, s)| **s >= least).map(|(id, _)| *id).collect();
        if rule.settlement
            && let Some(at) = middle
            && let (Make::Terrain(terrain), Some(id)) = (&rule.make, self.hex_at(at))
        {
            // Placed later, when the rivers are known.
            let more = hexes.drain(..).filter(|h| *h != id);
            self.suburbs.extend(more.map(|h| (h, terrain.clone())));
            self.add_settlement(f, rule, terrain, at);
        } // Running water is not painted over: it would no longer hang together.
        hexes.retain(|h| !self.channels.iter().any(|c| c.hexes.contains(&self.map.grid.hex(*h))));
        let label_at = middle.and_then(|p| self.hex_at(p)).filter(|id| hexes.contains(id));
        let label_at = label_at.or_else(|| hexes.get(hexes.len() / 2).copied());
        match &rule.make {
            Make::Terrain(kind) => hexes.iter().for_each(|id| {
                self.map.set_terrain(*id, kind);
            }),
            Make::Level(n) => self.set_levels(&hexes, *n),
            Make::LevelFrom(prop) => {
                if let Some(n) = f.props.get(prop).and_then(|v| v.parse().ok()) {
                    self.set_levels(&hexes, n);
                }
            }
            Make::Region(prop) => {
                let name = f.props.get(prop).cloned().unwrap_or_else(|| f.name.clone());
                let id = slug(&name);
                if !id.is_empty() {
                    let slot = self.regions.entry(id).or_insert_with(|| (name, BTreeMap::new()));
                    for (hex, share) in shares {
                        let s = slot.1.entry(hex).or_default();
                        *s = s.saturating_add(share).min(100);
                    }
                }
            }
            Make::Outline(kind) => self.outline_area(&hexes, kind),
            Make::Nothing | Make::Name | Make::Side(_) | Make::Road(_) => {}
        }
        if let (Some(style), Some(id), false) = (rule.label, label_at, rule.settlement) {
            self.add_label(&f.name, self.map.grid.hex(id), style, Vec::new());
        }
    }

    fn set_levels(&mut self, hexes: &[HexId], level: i8) {
        let (low, high) = self.schema.levels.unwrap_or((0, 0));
        for id in hexes {
            self.map.levels.set(id.index(), level.clamp(low, high));
        }
    }

    fn outline_area(&mut self, hexes: &[HexId], kind: &str) {
        let set: BTreeSet<Hex> = hexes.iter().map(|id| self.map.grid.hex(*id)).collect();
        for h in &set {
            for d in engine::hex::Dir::ALL {
                let other = h.step(d);
                if !set.contains(&other) && self.map.grid.contains_hex(other) {
                    self.add_edge(Edge::new(*h, d), kind, None);
                }
            }
        }
    }

    fn add_edge(&mut self, edge: Edge, kind: &str, from: Option<Hex>) {
        let list = self.edges.entry(edge).or_default();
        if !list.iter().any(|f| f.kind == kind) {
            list.push(EdgeFeature { kind: kind.to_owned(), from });
            list.sort();
        }
    }

    fn is_waterway(&self, terrain: &str) -> bool {
        let art = self.schema.terrain(terrain).map_or(terrain, |t| t.art.as_str());
        board::art::Ground::parse(art).is_waterway()
    }

    fn import_lines(&mut self, f: &Feature, rule: &Rule) {
        let Shape::Lines(list) = &f.shape else { return };
        for l in list {
            let line = self.project_line(l);
            match &rule.make {
                Make::Side(kind) => {
                    let art = EdgeArt::parse(self.schema.edge(kind).map_or(kind, |k| k.art.as_str()));
                    let water = matches!(art, EdgeArt::River | EdgeArt::Stream);
                    let (name, kind) = (f.name.clone(), kind.clone());
                    self.rivers.push(River { name, kind, line: line.clone(), water, left: rule.left });
                }
                Make::Road(class) => self.roads.push((line.clone(), *class)),
                Make::Terrain(kind) if !self.is_waterway(kind) => {
                    let runs = shapes::on_sheet(&self.layout, &line, 0.2, 0.0);
                    let chains = runs.iter().map(|r| shapes::hex_chain(&self.layout, r, &[]));
                    for hex in chains.flatten().collect::<Vec<Hex>>() {
                        let dry = !self.channels.iter().any(|c| c.hexes.contains(&hex));
                        if let Some(id) = self.map.grid.id(hex).filter(|_| dry) {
                            self.map.set_terrain(id, kind);
                        }
                    }
                }
                Make::Terrain(_) => {
                    let (name, kind) = (f.name.clone(), String::new());
                    let course = River { name, kind, line: line.clone(), water: true, left: false };
                    self.channels.push(Channel { course, hexes: Vec::new(), line: Vec::new() });
                }
                _ => {}
            }
            if let Some(style) = rule.label {
                self.label_line(f, &line, style);
            }
        }
    }

    fn import_points(&mut self, f: &Feature, rule: &Rule) {
        let Shape::Points(list) = &f.shape else { return };
        for p in list {
            let at = self.frame.place(*p);
            let Some(id) = self.hex_at(at) else { continue };
            match &rule.make {
                Make::Terrain(kind) if rule.settlement => {
                    self.add_settlement(f, rule, kind, at);
                    continue;
                }
                Make::Terrain(kind) if !rule.onto.is_empty() => {
                    self.onto.push((at, kind.clone(), rule.onto.clone()));
                }
                Make::Terrain(kind) => {
                    self.map.set_terrain(id, kind);
                }
                Make::Name if rule.settlement => {
                    self.add_settlement(f, rule, "", at);
                    continue;
                }
                Make::Level(n) => self.set_levels(&[id], *n),
                Make::Side(kind) => self.crossings.push((at, kind.clone(), f.name.clone())),
                Make::Region(prop) => {
                    let name = f.props.get(prop).cloned().unwrap_or_else(|| f.name.clone());
                    let key = slug(&name);
                    let slot = self.regions.entry(key).or_insert_with(|| (name, BTreeMap::new()));
                    slot.1.insert(id, 100);
                }
                _ => {}
            }
            if let Some(style) = rule.label {
                self.add_label(&f.name, self.map.grid.hex(id), style, Vec::new());
            }
        }
    }

    fn add_settlement(&mut self, f: &Feature, rule: &Rule, terrain: &str, at: Pos) {
        let Some(id) = self.hex_at(at) else { return };
        let hex = self.map.grid.hex(id);
        let place = Place { at, hex, banks: f.banks.clone() };
        let (name, terrain) = (f.name.clone(), terrain.to_owned()); // A place named by two rules is one place; the later rule counts.
        self.settling.retain(|s| s.name != name || s.place.at != at);
        self.settling.push(Settling { name, terrain, label: rule.label, place, start: hex });
    }

    fn add_label(&mut self, text: &str, at: Hex, style: LabelStyle, along: Vec<(Hex, Pos, i16)>) {
        let text = text.trim(); // Parts of one wood are named once; two towns of one name are two towns.
        let settled = matches!(style, LabelStyle::Town | LabelStyle::Village);
        let close = if settled { 0 } else { 3 };
        let near = |w: &Wanted| w.label.text == text && w.label.at.distance(at) <= close;
        if text.is_empty() || self.labels.iter().any(near) {
            return;
        }
        let turn = along.first().map_or(0, |a| a.2);
        let label = Label { text: text.to_owned(), at, dx: 0, dy: 0, turn, size: 100, style };
        self.labels.push(Wanted { label, along });
    }

    /// A river's name along its course: in the middle of what is seen of it, or a little up or down from there.
    fn label_line(&mut self, f: &Feature, line: &[Pos], style: LabelStyle) {
        let runs = shapes::on_sheet(&self.layout, line, 0.3, 0.0);
        let Some(run) = runs.iter().max_by_key(|r| r.len()).filter(|r| r.len() > 6) else { return };
        let spot = |tenths: usize| {
            let mid = run.len() * tenths / 10;
            let (a, b) = (run[mid.saturating_sub(4)], run[(mid + 4).min(run.len() - 1)]);
            let mut turn = (b.y - a.y).atan2(b.x - a.x).to_degrees();
            if turn > 90.0 {
                turn -= 180.0;
            } else if turn < -90.0 {
                turn += 180.0;
            }
            let hex = self.hex_at(run[mid])?;
            Some((self.map.grid.hex(hex), run[mid], turn.round().clamp(-90.0, 90.0) as i16))
        };
        let along: Vec<(Hex, Pos, i16)> = [5, 4, 6, 3, 7, 2, 8].into_iter().filter_map(spot).collect();
        if let Some(first) = along.first() {
            self.add_label(&f.name, first.0, style, along);
        }
    }

    fn finish(&mut self, mapping: &Mapping) {
        self.share_out_banks();
        let wet = wet_hexes(&self.map, self.schema);
        let rivers = std::mem::take(&mut self.rivers);
        let laid = self.lay_and_seat(&rivers, &wet);
        for l in &laid {
            let river = &rivers[l.river];
            let directed = self.schema.edge(&river.kind).is_some_and(|k| k.directed);
            for (edge, left) in path::edges_with_left(&l.way) {
                let [a, b] = edge.hexes();
                let right = if left == a { b } else { a };
                if wet.contains(&left) && wet.contains(&right) {
                    continue;
                }
                let from = directed.then_some(if river.left { left } else { right });
                self.add_edge(edge, &river.kind, from);
            }
        }
        self.put_towns();
        self.lay_roads();
        self.map.edges = Arc::new(std::mem::take(&mut self.edges));
        self.add_crossings(mapping);
        for (at, kind, find) in std::mem::take(&mut self.onto) {
            let far = |id: &HexId| self.layout.center(*id).distance(at);
            let near = self.map.grid.ids().filter(|id| self.map.terrain_at(*id) == find);
            if let Some(id) = near.filter(|id| far(id) < 2.0).min_by(|a, b| far(a).total_cmp(&far(b))) {
                self.map.set_terrain(id, &kind);
            }
        }
        let wanted = std::mem::take(&mut self.labels);
        self.map.labels = Arc::new(names::place_names(&self.map, self.schema, wanted));
        self.share_out_regions();
        self.check_channels();
    }

    /// Two places in one hex on different banks: the later one goes to the hex next to it.
    fn share_out_banks(&mut self) {
        for i in 1..self.settling.len() {
            let rivals: Vec<usize> =
                (0..i).filter(|j| self.settling[*j].place.hex == self.settling[i].place.hex).collect();
            let differs = |j: usize, r: &River| {
                let of = |k: usize| rivers::bank_of(r, &self.settling[k].place);
                matches!((of(i), of(j)), (Some(a), Some(b)) if a != b)
            };
            let water = self.rivers.iter().filter(|r| r.water);
            let Some(river) = water.into_iter().find(|r| rivals.iter().any(|j| differs(*j, r))) else {
                continue;
            };
            let place = &self.settling[i].place;
            let Some(bank) = rivers::bank_of(river, place) else { continue };
            let taken = |h: &Hex| self.settling.iter().any(|s| s.place.hex == *h);
            let good = |h: &Hex| {
                let c = self.layout.center_of(*h);
                self.map.grid.contains_hex(*h)
                    && !taken(h)
                    && shapes::beside_line(&river.line, c).is_some_and(|b| b.1 == bank)
            };
            let far = |h: &Hex| self.layout.center_of(*h).distance(place.at);
            let next =
                place.hex.ring_around(1).into_iter().filter(good).min_by(|a, b| far(a).total_cmp(&far(b)));
            if let Some(h) = next {
                self.settling[i].place.hex = h;
            }
        }
    }

    /// Rivers make room for towns, then towns for rivers, until no town is on the wrong bank.
    fn lay_and_seat(&mut self, rivers: &[River], wet: &BTreeSet<Hex>) -> Vec<Laid> {
        let mut best: Option<(usize, Courses, Seats)> = None;
        for _ in 0..ROUNDS {
            let places: Vec<Place> = self.settling.iter().map(|s| s.place.clone()).collect();
            let courses = rivers::lay_all(&self.layout, rivers, &places, wet);
            let seats = self.seat_settlements(rivers, &courses.laid);
            let wrong = seats.iter().map(|s| s.1.len()).sum::<usize>() + courses.unjoined.len();
            for (s, seat) in self.settling.iter_mut().zip(&seats) {
                s.place.hex = seat.0;
            }
            if best.as_ref().is_none_or(|b| wrong < b.0) {
                best = Some((wrong, courses, seats));
            }
            if wrong == 0 {
                break;
            }
        }
        let (_, courses, seats) = best.unwrap_or_default();
        for (s, (hex, wrong)) in self.settling.iter_mut().zip(seats) {
            s.place.hex = hex;
            let (name, moved) = (s.name.clone(), hex != s.start);
            self.towns.push(Town { name, hex, moved, wrong });
        }
        let name = |i: usize| rivers[i].name.clone();
        self.unjoined.extend(courses.unjoined.iter().map(|(a, b)| (name(*a), name(*b))));
        courses.laid
    }

    /// Rivers on whose wrong bank a place in this hex would be.
    fn wrong_banks(&self, rivers: &[River], laid: &[Laid], place: &Place, hex: Hex) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        for l in laid.iter().filter(|l| rivers[l.river].water) {
            let river = &rivers[l.river];
            if let (Some(bank), Some(left)) =
                (rivers::bank_of(river, place), rivers::side_of_way(&self.layout, &l.way, hex))
                && bank != left
                && !out.contains(&river.name)
            {
                out.push(river.name.clone());
            }
        }
        let centre = self.layout.center_of(hex);
        for c in &self.channels {
            if let Some(bank) = rivers::bank_of(&c.course, place)
                && let Some((_, left)) = shapes::beside_line(&c.line, centre)
                && bank != left
                && !out.contains(&c.course.name)
            {
                out.push(c.course.name.clone());
            }
        }
        out
    }

    /// Where each settlement is placed, and what is still wrong: one that a river leaves on the
    /// wrong bank moves to a nearby hex.
    fn seat_settlements(&self, rivers: &[River], laid: &[Laid]) -> Seats {
        let wet = flooded_hexes(&self.map, self.schema);
        let mut taken: BTreeSet<Hex> = BTreeSet::new();
        let mut out = Seats::new();
        for s in &self.settling {
            let wrong = |h: Hex| self.wrong_banks(rivers, laid, &s.place, h);
            let mut hex = s.place.hex;
            if wet.contains(&hex) || !wrong(hex).is_empty() {
                let far = |h: &Hex| self.layout.center_of(*h).distance(s.place.at);
                let fits = |h: &Hex| self.map.grid.contains_hex(*h) && !taken.contains(h) && !wet.contains(h);
                let mut near: Vec<Hex> = hex.hexes_within(2).into_iter().filter(fits).collect();
                near.sort_by(|a, b| far(a).total_cmp(&far(b)));
                near.retain(|h| far(h) < FARTHEST && wrong(*h).is_empty());
                let free = |h: &&Hex| !self.settling.iter().any(|o| o.place.hex == **h);
                hex = near.iter().find(free).or(near.first()).copied().unwrap_or(hex);
            }
            taken.insert(hex);
            out.push((hex, wrong(hex)));
        }
        out
    }

    /// Paints settlements where they were placed.
    fn put_towns(&mut self) {
        let wet = flooded_hexes(&self.map, self.schema);
        let settling = std::mem::take(&mut self.settling);
        for (id, terrain) in std::mem::take(&mut self.suburbs) {
            if !wet.contains(&self.map.grid.hex(id)) {
                self.map.set_terrain(id, &terrain);
            }
        }
        for s in &settling {
            if let Some(id) = self.map.grid.id(s.place.hex).filter(|_| !s.terrain.is_empty()) {
                self.map.set_terrain(id, &s.terrain);
            }
            if let Some(style) = s.label {
                self.add_label(&s.name, s.place.hex, style, Vec::new());
            }
        }
        self.settling = settling;
    }
}

/// Hexes that cannot be built on: open water, and channels that fill a hex.
pub(super) fn flooded_hexes(map: &MapDoc, schema: &Schema) -> BTreeSet<Hex> {
    let mut out = wet_hexes(map, schema);
    let channel = |id: &HexId| {
        let name = map.terrain_at(*id);
        let art = schema.terrain(name).map_or(name, |t| t.art.as_str());
        board::art::Ground::parse(art).is_waterway()
    };
    out.extend(map.grid.ids().filter(channel).map(|id| map.grid.hex(id)));
    out
}
