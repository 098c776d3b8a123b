//! Resizes the sheet: rows and columns added or cut off at each edge, with everything on
//! it moved along. A shift keeps the size: what one edge loses the other gains. Renumbering
//! moves nothing, but rewrites every hex number in a field.

use super::hexes::on_sheet;
use super::underlay::Underlay;
use board::layout::Layout;
use engine::hex::{Axis, Edge, Grid, Hex, Numbering, Orientation, Shove};
use engine::scenario::{Field, FieldKind, Layer, MapDoc, Place, Props, ScenarioDoc, Schema, Value};
use std::sync::Arc;

/// Columns and rows added at each edge; negative numbers are cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Margins {
    pub left: i16,
    pub right: i16,
    pub top: i16,
    pub bottom: i16,
}

impl Margins {
    /// Moves everything by so many columns and rows; the sheet keeps its size.
    pub fn shift(cols: i16, rows: i16) -> Self {
        Self { left: cols, right: -cols, top: rows, bottom: -rows }
    }

    /// What crops the sheet to these hexes. None if none of them is on it.
    pub fn crop_to(grid: &Grid, hexes: &[Hex]) -> Option<Self> {
        let on = hexes.iter().filter(|h| on_sheet(grid, **h).is_some());
        let at: Vec<(i16, i16)> = on.map(|h| grid.column_and_row(*h)).collect();
        let (c0, c1) = (at.iter().map(|p| p.0).min()?, at.iter().map(|p| p.0).max()?);
        let (r0, r1) = (at.iter().map(|p| p.1).min()?, at.iter().map(|p| p.1).max()?);
        Some(Self {
            left: -c0,
            right: c1 + 1 - grid.cols as i16,
            top: -r0,
            bottom: r1 + 1 - grid.rows as i16,
        })
    }

    /// The resulting columns and rows; none if that is not a valid sheet.
    pub fn size(self, grid: &Grid) -> Option<(u16, u16)> {
        let cols = i32::from(grid.cols) + i32::from(self.left) + i32::from(self.right);
        let rows = i32::from(grid.rows) + i32::from(self.top) + i32::from(self.bottom);
        let fits = cols >= 1 && rows >= 1 && cols <= 2000 && rows <= 2000;
        (fits && (cols * rows) as usize <= Grid::MOST).then_some((cols as u16, rows as u16))
    }
}

/// What falls off the sheet when it is resized.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lost {
    /// They stay in the document, off the map.
    pub pieces: usize,
    pub names: usize,
    pub sides: usize,
    pub roads: usize,
    /// Areas of which nothing is left.
    pub areas: usize,
}

impl Lost {
    pub fn between(old: &ScenarioDoc, new: &ScenarioDoc) -> Self {
        let on_map = |d: &ScenarioDoc| d.pieces.iter().filter(|p| p.place != Place::Off).count();
        let sides = |d: &ScenarioDoc| d.map.edges.values().map(Vec::len).sum::<usize>();
        let areas = |d: &ScenarioDoc| d.map.regions.iter().filter(|r| !r.hexes.is_empty()).count();
        Self {
            pieces: on_map(old).saturating_sub(on_map(new)),
            names: old.map.labels.len().saturating_sub(new.map.labels.len()),
            sides: sides(old).saturating_sub(sides(new)),
            roads: old.map.roads.len().saturating_sub(new.map.roads.len()),
            areas: areas(old).saturating_sub(areas(new)),
        }
    }
}

/// How hexes and their numbers change.
struct Move {
    from: Grid,
    to: Grid,
    by: Hex,
}

/// Numbers stay just wide enough for the sheet.
fn widen_axis(axis: Axis, old: u16, new: u16) -> Axis {
    let needed = |n: u16| (n + axis.first.saturating_sub(1)).to_string().len().max(2) as u8;
    let usual = !axis.letters && axis.width > 1 && axis.width == needed(old);
    let short = !axis.letters && axis.width > 1 && axis.width < needed(new);
    Axis { width: if usual || short { needed(new) } else { axis.width }, ..axis }
}

impl Move {
    fn new(grid: Grid, m: Margins) -> Option<Self> {
        let (cols, rows) = m.size(&grid)?;
        // Moving by an odd number of lines swaps shoved and unshoved lines: the sheet records
        // that, and everything keeps its neighbours.
        let odd = match grid.orientation {
            Orientation::PointyTop => m.top.rem_euclid(2) == 1,
            Orientation::FlatTop => m.left.rem_euclid(2) == 1,
        };
        let shove = match (grid.shove, odd) {
            (s, false) => s,
            (Shove::Odd, true) => Shove::Even,
            (Shove::Even, true) => Shove::Odd,
        };
        let mut to = Grid { cols, rows, shove, ..grid };
        to.numbering.col = widen_axis(grid.numbering.col, grid.cols, cols);
        to.numbering.row = widen_axis(grid.numbering.row, grid.rows, rows);
        // Where the old first hex ends up, even beyond the sheet.
        let first = at_offset(&to, m.left, m.top);
        Some(Self { from: grid, to, by: first - grid.hex_at(0, 0) })
    }

    fn hex(&self, h: Hex) -> Hex {
        h + self.by
    }

    fn moved_if_kept(&self, h: Hex) -> Option<Hex> {
        Some(self.hex(h)).filter(|h| on_sheet(&self.to, *h).is_some())
    }

    fn edge(&self, e: Edge) -> Option<Edge> {
        let [a, b] = e.hexes();
        let on = on_sheet(&self.to, self.hex(a)).or(on_sheet(&self.to, self.hex(b)));
        on.and(Edge::between(self.hex(a), self.hex(b)))
    }

    fn moved_place(&self, place: &Place) -> Place {
        match place {
            Place::Hex(h) => self.moved_if_kept(*h).map_or(Place::Off, Place::Hex),
            Place::Hexes(hs) => hs
                .iter()
                .map(|h| self.moved_if_kept(*h))
                .collect::<Option<Vec<_>>>()
                .map_or(Place::Off, Place::Hexes),
            other => other.clone(),
        }
    }

    /// A hex number after the change; what is not a number of the old sheet stays as written.
    fn moved_number(&self, text: &str) -> Option<String> {
        let old = self.from.hex(self.from.parse(text)?);
        Some(self.to.label(on_sheet(&self.to, self.hex(old))?))
    }

    fn move_value(&self, kind: &FieldKind, value: &mut Value) {
        match (kind, value) {
            (FieldKind::Hex, Value::Text(t)) => {
                if let Some(new) = self.moved_number(t) {
                    *t = new;
                }
            }
            (FieldKind::Hex, v @ Value::Int(_)) => {
                let written = v.as_int().map(|n| format!("{n:04}")).unwrap_or_default();
                if let Some(new) = self.moved_number(&written) {
                    let plain = new.parse::<i64>().ok().filter(|n| format!("{n:04}") == new);
                    *v = plain.map_or(Value::Text(new), Value::Int);
                }
            }
            (FieldKind::List(of), Value::List(items)) => {
                items.iter_mut().for_each(|v| self.move_value(of, v))
            }
            _ => {}
        }
    }

    fn move_props(&self, fields: &[Field], props: &mut Props) {
        for f in fields {
            if let Some(v) = props.get_mut(&f.id) {
                self.move_value(&f.kind, v);
            }
        }
    }
}

/// The hex at any column and row, also beyond the sheet.
fn at_offset(grid: &Grid, col: i16, row: i16) -> Hex {
    // Even steps keep the shove; from there on it is one hex more.
    let near = grid.hex_at(col.rem_euclid(2) as u16, row.rem_euclid(2) as u16);
    let (c, r) = (col - col.rem_euclid(2), row - row.rem_euclid(2));
    match grid.orientation {
        Orientation::PointyTop => Hex::new(near.q + c - r / 2, near.r + r),
        Orientation::FlatTop => Hex::new(near.q + c, near.r + r - c / 2),
    }
}

/// The document on a resized sheet. None if that is not a valid sheet.
pub fn resized(doc: &ScenarioDoc, schema: &Schema, margins: Margins) -> Option<ScenarioDoc> {
    let m = Move::new(doc.map.grid, margins)?;
    let mut out = doc.clone();
    out.map = moved_map(&doc.map, schema, &m);
    for p in Arc::make_mut(&mut out.pieces) {
        p.place = m.moved_place(&p.place);
    }
    move_underlay(&mut out, &m);
    write_numbers(&mut out, schema, &m);
    Some(out)
}

/// Whether every hex has a number that identifies it.
pub fn has_distinct_numbers(grid: &Grid) -> bool {
    grid.ids().all(|id| grid.parse(&grid.label(id)) == Some(id))
}

/// The document with renumbered hexes. None if two hexes would share a number.
pub fn renumbered(doc: &ScenarioDoc, schema: &Schema, numbering: Numbering) -> Option<ScenarioDoc> {
    let from = doc.map.grid;
    let to = Grid { numbering, ..from };
    if !has_distinct_numbers(&to) {
        return None;
    }
    let mut out = doc.clone();
    out.map.grid = to;
    write_numbers(&mut out, schema, &Move { from, to, by: Hex::new(0, 0) });
    Some(out)
}

/// Rewrites the hex numbers in fields.
fn write_numbers(out: &mut ScenarioDoc, schema: &Schema, m: &Move) {
    for p in Arc::make_mut(&mut out.pieces) {
        if let Some(kind) = schema.unit(&p.kind) {
            m.move_props(&kind.fields, &mut p.props);
        }
    }
    m.move_props(&schema.scenario_fields, &mut out.props);
    out.sides.iter_mut().for_each(|s| m.move_props(&schema.side_fields, &mut s.props));
    for s in &mut out.specials {
        if let Some(k) = schema.specials.iter().find(|k| k.id == s.rule) {
            m.move_props(&k.fields, &mut s.props);
        }
    }
    for s in &mut out.schedule {
        if let Some(k) = schema.schedule.iter().find(|k| k.id == s.kind) {
            m.move_props(&k.fields, &mut s.props);
        }
    }
    for v in &mut out.victory {
        if let Some(k) = schema.victory.iter().find(|k| k.id == v.kind) {
            m.move_props(&k.fields, &mut v.props);
        }
    }
    for o in &schema.options {
        if let Some(v) = out.options.get_mut(&o.id) {
            m.move_value(&o.kind, v);
        }
    }
}

/// The background image stays under the hexes it was pinned to.
fn move_underlay(doc: &mut ScenarioDoc, m: &Move) {
    let Some(mut u) = Underlay::of(doc).filter(|u| !u.pins.is_empty()) else { return };
    let first = m.from.hex_at(0, 0);
    let by = Layout::new(m.to).center_of(m.hex(first)) - Layout::new(m.from).center_of(first);
    for pin in &mut u.pins {
        pin.sheet = [pin.sheet[0] + by.x, pin.sheet[1] + by.y];
    }
    super::edit::apply(doc, &Underlay::edit(Some(&u)));
}

fn moved_map(old: &MapDoc, schema: &Schema, m: &Move) -> MapDoc {
    let mut palette = old.palette.clone();
    let open = schema.terrains.first().map_or("", |t| t.id.as_str());
    let ground = palette.iter().position(|n| n == open).unwrap_or_else(|| {
        Arc::make_mut(&mut palette).push(open.to_owned());
        palette.len() - 1
    });
    let was = |i: usize| {
        let h = m.to.hex(engine::hex::HexId(i as u16)) - m.by;
        on_sheet(&m.from, h).map(engine::hex::HexId::index)
    };
    let (cols, rows) = (m.to.cols, m.to.rows);
    let mut out = MapDoc {
        grid: m.to,
        scale_m: old.scale_m,
        palette,
        terrain: Layer::from_fn(cols, rows, |i| {
            was(i).and_then(|i| old.terrain.get(i)).unwrap_or(ground.min(255) as u8)
        }),
        levels: Layer::from_fn(cols, rows, |i| was(i).and_then(|i| old.levels.get(i)).unwrap_or(0)),
        ..old.clone()
    };
    let feature = |f: &engine::scenario::EdgeFeature| {
        let from = f.from.map(|h| m.hex(h));
        engine::scenario::EdgeFeature { kind: f.kind.clone(), from }
    };
    let edges = old.edges.iter().filter_map(|(e, fs)| Some((m.edge(*e)?, fs.iter().map(feature).collect())));
    out.edges = Arc::new(edges.collect());
    let turned = old.turned.iter().filter_map(|(h, n)| Some((m.moved_if_kept(*h)?, *n)));
    out.turned = Arc::new(turned.collect());
    let inside = |e: &Edge| e.hexes().iter().all(|h| on_sheet(&m.to, *h).is_some());
    let roads = old.roads.iter().filter_map(|(e, c)| Some((m.edge(*e).filter(inside)?, *c)));
    out.roads = Arc::new(roads.collect());
    let labels = old.labels.iter().filter_map(|l| {
        let at = m.moved_if_kept(l.at)?;
        Some(engine::scenario::Label { at, ..l.clone() })
    });
    out.labels = Arc::new(labels.collect());
    for r in Arc::make_mut(&mut out.regions) {
        r.hexes = r.hexes.iter().filter_map(|h| m.moved_if_kept(*h)).collect();
        r.hexes.sort_unstable();
    }
    out
}
