//! The order of battle as a table: one row per piece, with where and when it arrives.
//!
//! Columns: `id parent side nation name type setup_hex facing`, the fields of the rule system's
//! kinds, then `arrive_turn arrive_at setup_area`. A parent is a piece's id, or a wing's name in brackets. An import changes pieces whose id it finds, adds
//! the others, and leaves the rest alone; a single bad line rejects the whole table.

use super::cells::{quote_cell, split_cells};
use super::edit::Edit;
use super::pieces;
use crate::words;
use engine::hex::Facing;
use engine::scenario::{
    Field, FieldKind, Piece, Place, ScenarioDoc, ScheduleEntry, ScheduleKind, Schema, SetupEntry, Value, When,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const HEAD: [&str; 8] = ["id", "parent", "side", "nation", "name", "type", "setup_hex", "facing"];
const TAIL: [&str; 3] = ["arrive_turn", "arrive_at", "setup_area"];

/// What is wrong with a table, and on which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CsvError {
    /// From 1.
    pub line: usize,
    pub text: String,
}

impl std::fmt::Display for CsvError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// Fields of all kinds of piece, each once, in the schema's order.
fn all_fields(schema: &Schema) -> Vec<&Field> {
    let mut out: Vec<&Field> = Vec::new();
    for f in schema.units.iter().flat_map(|u| &u.fields) {
        if !out.iter().any(|o| o.id == f.id) {
            out.push(f);
        }
    }
    out
}

/// How pieces arrive in this rule system: its first kind of schedule entry that has pieces.
fn arrival_kind(schema: &Schema) -> Option<&ScheduleKind> {
    schema.schedule.iter().find(|k| k.pieces)
}

fn hex_field(kind: &ScheduleKind) -> Option<&str> {
    kind.hex_field().map(|f| f.id.as_str())
}

/// The parent of a piece: the id of a piece, or the name of a wing in brackets.
fn parent_text(doc: &ScenarioDoc, p: &Piece) -> String {
    let wing = !p.parent.is_empty() && doc.piece(&p.parent).is_none();
    if wing { format!("[{}]", p.parent) } else { p.parent.clone() }
}

fn wing_name(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']').map(str::trim).filter(|n| !n.is_empty())
}

/// Where a piece stands, as the scenario file writes it.
pub fn place_text(doc: &ScenarioDoc, place: &Place) -> String {
    match place {
        Place::Off => String::new(),
        Place::Hex(h) => doc.map.hex_label(*h),
        Place::Hexes(hs) => hs.iter().map(|h| doc.map.hex_label(*h)).collect::<Vec<_>>().join(" "),
        Place::Box { sheet, slot } => format!("{sheet}:{slot}"),
        Place::On { piece, part } => format!("on {piece} {part}"),
        Place::Unknown(text) => text.clone(),
    }
}

/// Reads what [`place_text`] writes.
pub fn read_place(doc: &ScenarioDoc, text: &str) -> Option<Place> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Place::Off);
    }
    let grid = &doc.map.grid;
    let hexes: Option<Vec<_>> =
        text.split_whitespace().map(|w| grid.parse(w).map(|id| grid.hex(id))).collect();
    if let Some(list) = hexes {
        return Some(if list.len() == 1 { Place::Hex(list[0]) } else { Place::Hexes(list) });
    }
    if let Some((sheet, slot)) = text.split_once(':') {
        return Some(Place::Box { sheet: sheet.trim().into(), slot: slot.trim().into() });
    }
    let (piece, part) = text.strip_prefix("on ")?.rsplit_once(' ')?;
    Some(Place::On { piece: piece.into(), part: part.parse().ok()? })
}

/// The whole order of battle.
pub fn export(doc: &ScenarioDoc, schema: &Schema) -> String {
    let fields = all_fields(schema);
    let head: Vec<String> = HEAD
        .iter()
        .copied()
        .chain(fields.iter().map(|f| f.id.as_str()))
        .chain(TAIL)
        .map(quote_cell)
        .collect();
    let mut out = head.join(",") + "\n";
    for p in doc.pieces.iter() {
        let entry = doc.schedule.iter().find(|e| e.pieces.contains(&p.id) && matches!(e.when, When::Turn(_)));
        let hex = arrival_kind(schema).and_then(hex_field);
        let (turn, at) = match entry {
            Some(e) => {
                let turn = if let When::Turn(n) = &e.when { n.to_string() } else { String::new() };
                let own = hex.and_then(|id| e.props.get(id)).map(ToString::to_string).unwrap_or_default();
                (turn, if e.area.is_empty() { own } else { e.area.clone() })
            }
            None => (String::new(), String::new()),
        };
        let area = doc.setup.iter().find(|e| e.pieces.contains(&p.id)).map(|e| e.area.clone());
        let facing = p.facing.map_or(String::new(), |f| f.compass_name(doc.map.grid.orientation).to_owned());
        let mut row = vec![
            p.id.clone(),
            parent_text(doc, p),
            p.side.clone(),
            p.nation.clone(),
            p.name.clone(),
            p.kind.clone(),
            place_text(doc, &p.place),
            facing,
        ];
        row.extend(fields.iter().map(|f| p.props.get(&f.id).map(cell_text).unwrap_or_default()));
        row.extend([turn, at, area.unwrap_or_default()]);
        out += &row.iter().map(|c| quote_cell(c)).collect::<Vec<_>>().join(",");
        out.push('\n');
    }
    out
}

fn cell_text(v: &Value) -> String {
    match v {
        Value::Bool(b) => if *b { "yes" } else { "no" }.to_owned(),
        Value::List(l) => l.iter().map(cell_text).collect::<Vec<_>>().join(" | "),
        other => other.to_string(),
    }
}

/// A row with its cells by column.
struct Row<'a> {
    line: usize,
    cells: BTreeMap<&'a str, String>,
}

impl Row<'_> {
    /// None where the table has no such column.
    fn get(&self, column: &str) -> Option<&str> {
        self.cells.get(column).map(|c| c.trim())
    }
}

/// The column a heading means: by its id, ignoring case, or by the field's name.
fn column_id<'a>(head: &'a str, known: &[&'a str], fields: &[&'a Field]) -> &'a str {
    let like = |k: &&&str| k.eq_ignore_ascii_case(head);
    let named = || fields.iter().find(|f| f.name.eq_ignore_ascii_case(head)).map(|f| f.id.as_str());
    known.iter().find(like).copied().or_else(named).unwrap_or(head)
}

/// What a cell refers to: by its id, or by its name ignoring case.
fn by_name<'a>(mut list: impl Iterator<Item = (&'a str, &'a str)> + Clone, text: &str) -> Option<&'a str> {
    let same = |a: &str| a.to_lowercase() == text.to_lowercase();
    let exact = list.clone().find(|(id, _)| *id == text);
    exact.or_else(|| list.find(|(id, name)| !text.is_empty() && (same(id) || same(name)))).map(|(id, _)| id)
}

/// Reads a table into an edit of `doc`, or lists everything that is wrong with it.
pub fn import(doc: &ScenarioDoc, schema: &Schema, text: &str) -> Result<Edit, Vec<CsvError>> {
    let lines = split_cells(text).map_err(|e| vec![e])?;
    let Some((first, head)) = lines.first() else {
        return Err(vec![CsvError { line: 1, text: "the table is empty".into() }]);
    };
    let fields = all_fields(schema);
    let known: Vec<&str> =
        HEAD.iter().copied().chain(fields.iter().map(|f| f.id.as_str())).chain(TAIL).collect();
    let mut wrong: Vec<CsvError> = Vec::new();
    let head: Vec<&str> = head.iter().map(|h| column_id(h.trim(), &known, &fields)).collect();
    for (i, h) in head.iter().enumerate().filter(|(i, h)| head[..*i].contains(h)) {
        wrong.push(CsvError {
            line: *first,
            text: format!("the column '{h}' stands there twice ({})", i + 1),
        });
    }
    for h in head.iter().filter(|h| !known.contains(*h)) {
        let text = format!("the column '{h}' is unknown; there are: {}", known.join(", "));
        wrong.push(CsvError { line: *first, text });
    }
    for need in ["id", "side", "type"].iter().filter(|n| !head.contains(n)) {
        wrong.push(CsvError { line: *first, text: format!("there is no column '{need}'") });
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut rows = Vec::new();
    for (line, cells) in &lines[1..] {
        if cells.len() > head.len() {
            let text = format!("{} cells for {} columns", cells.len(), head.len());
            wrong.push(CsvError { line: *line, text });
        }
        rows.push(Row { line: *line, cells: head.iter().copied().zip(cells.iter().cloned()).collect() });
    }
    let mut reader = Reader::new(doc, schema, &rows);
    for row in &rows {
        reader.read_row(row);
    }
    reader.wrong.extend(wrong);
    reader.wrong.sort_by_key(|e| e.line);
    if !reader.wrong.is_empty() {
        return Err(reader.wrong);
    }
    let name = words::csv_import(rows.len());
    Ok(Edit::Forces { name, pieces: Arc::new(reader.pieces), schedule: reader.schedule, setup: reader.setup })
}

struct Reader<'a> {
    doc: &'a ScenarioDoc,
    schema: &'a Schema,
    /// Ids after the import, for parents.
    ids: BTreeSet<String>,
    taken: BTreeMap<String, usize>,
    pieces: Vec<Piece>,
    schedule: Vec<ScheduleEntry>,
    setup: Vec<SetupEntry>,
    wrong: Vec<CsvError>,
}

impl<'a> Reader<'a> {
    fn new(doc: &'a ScenarioDoc, schema: &'a Schema, rows: &[Row<'_>]) -> Self {
        let named = rows.iter().filter_map(|r| r.get("id")).map(str::to_owned);
        Self {
            doc,
            schema,
            ids: doc.pieces.iter().map(|p| p.id.clone()).chain(named).collect(),
            taken: BTreeMap::new(),
            pieces: (*doc.pieces).clone(),
            schedule: doc.schedule.clone(),
            setup: doc.setup.clone(),
            wrong: Vec::new(),
        }
    }

    fn add_error(&mut self, row: &Row<'_>, text: impl Into<String>) {
        self.wrong.push(CsvError { line: row.line, text: text.into() });
    }

    fn read_row(&mut self, row: &Row<'_>) {
        let id = row.get("id").unwrap_or_default().to_owned();
        if !id.is_empty()
            && let Some(before) = self.taken.insert(id.clone(), row.line)
        {
            return self.add_error(row, format!("the id '{id}' stands on line {before} already"));
        }
        let old = self.pieces.iter().position(|p| p.id == id && !id.is_empty());
        let mut p = old.and_then(|i| self.pieces.get(i).cloned()).unwrap_or_default();
        self.read_plain_cells(row, &mut p);
        self.own_fields(row, &mut p);
        if id.is_empty() {
            let stem = pieces::slug(&format!(
                "{} {}",
                if p.nation.is_empty() { &p.side } else { &p.nation },
                p.kind
            ));
            let free = (1u32..).map(|n| format!("{stem}-{n}")).find(|id| !self.ids.contains(id));
            p.id = free.unwrap_or(stem);
            self.ids.insert(p.id.clone());
        } else {
            p.id = id;
        }
        self.read_arrival(row, &p);
        match old.and_then(|i| self.pieces.get_mut(i)) {
            Some(slot) => *slot = p,
            None => self.pieces.push(p),
        }
    }

    fn read_plain_cells(&mut self, row: &Row<'_>, p: &mut Piece) {
        let written = row.get("side").unwrap_or_default();
        let sides = self.doc.sides.iter().map(|s| (s.id.as_str(), s.name.as_str()));
        let side = by_name(sides, written).unwrap_or(written);
        // Some pieces have no side (a fortress belongs to whoever holds it).
        if !side.is_empty() && self.doc.side(side).is_none() {
            let all: Vec<&str> = self.doc.sides.iter().map(|s| s.id.as_str()).collect();
            self.add_error(row, format!("there is no side '{side}'; there are: {}", all.join(", ")));
        }
        let written = row.get("type").unwrap_or_default();
        let kinds = self.schema.units.iter().map(|u| (u.id.as_str(), u.name.as_str()));
        let kind = by_name(kinds, written).unwrap_or(written);
        if self.schema.unit(kind).is_none() {
            let all: Vec<&str> = self.schema.units.iter().map(|u| u.id.as_str()).collect();
            self.add_error(row, format!("there is no type '{kind}'; there are: {}", all.join(", ")));
        }
        (p.side, p.kind) = (side.to_owned(), kind.to_owned());
        if let Some(written) = row.get("nation") {
            let nations = self.doc.nations.iter().map(|n| (n.id.as_str(), n.name.as_str()));
            let nation = by_name(nations, written).unwrap_or(written);
            if !nation.is_empty() && self.doc.nation(nation).is_none() {
                self.add_error(row, format!("there is no nation '{nation}'"));
            }
            nation.clone_into(&mut p.nation);
        }
        // A new piece gets its side's first nation.
        if p.nation.is_empty() && p.id.is_empty() {
            p.nation = self.doc.side(side).and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        }
        if let Some(name) = row.get("name") {
            name.clone_into(&mut p.name);
        }
        if let Some(parent) = row.get("parent") {
            if !parent.is_empty() && wing_name(parent).is_none() && !self.ids.contains(parent) {
                let text = format!("the parent '{parent}' is neither in the table nor in the scenario");
                self.add_error(row, text + "; a wing's name stands in brackets");
            }
            wing_name(parent).unwrap_or(parent).clone_into(&mut p.parent);
        }
        if let Some(text) = row.get("setup_hex") {
            match read_place(self.doc, text) {
                Some(place) => p.place = place,
                None => self.add_error(row, format!("'{text}' is no hex of this map")),
            }
        }
        if let Some(text) = row.get("facing") {
            p.facing = Facing::parse_compass(text, self.doc.map.grid.orientation);
            if p.facing.is_none() && !text.is_empty() {
                self.add_error(row, format!("'{text}' is no facing of this map"));
            }
        }
    }

    fn own_fields(&mut self, row: &Row<'_>, p: &mut Piece) {
        let Some(kind) = self.schema.unit(&p.kind) else { return };
        for f in all_fields(self.schema) {
            let Some(text) = row.get(&f.id) else { continue };
            if text.is_empty() {
                p.props.remove(&f.id);
                continue;
            }
            // Two kinds may have different limits for a field of the same name.
            let Some(own) = kind.fields.iter().find(|k| k.id == f.id) else {
                self.add_error(row, format!("{} has no '{}'", kind.name, f.id));
                continue;
            };
            match read_value(&own.kind, text) {
                Ok(v) => {
                    p.props.insert(f.id.clone(), v);
                }
                Err(why) => self.add_error(row, format!("{}: '{text}' is {why}", f.id)),
            }
        }
    }

    /// Arrival and set-up: removes the piece from its old entry and adds it to a matching or a new one.
    fn read_arrival(&mut self, row: &Row<'_>, p: &Piece) {
        if let Some(text) = row.get("arrive_turn") {
            let at = self.area_id(row.get("arrive_at").unwrap_or_default()).to_owned();
            self.schedule_arrival(row, p, text, &at);
        }
        let Some(area) = row.get("setup_area").map(|a| self.area_id(a).to_owned()) else { return };
        let same = |e: &SetupEntry| e.area == area && e.side == p.side;
        if self.setup.iter().any(|e| same(e) && e.pieces.contains(&p.id)) {
            return;
        }
        self.setup.iter_mut().for_each(|e| e.pieces.retain(|x| *x != p.id));
        if area.is_empty() {
            return;
        }
        if self.doc.map.region(&area).is_none() {
            return self.add_error(row, format!("there is no area '{area}'"));
        }
        match self.setup.iter_mut().find(|e| same(e)) {
            Some(e) => e.pieces.push(p.id.clone()),
            None => self.setup.push(SetupEntry {
                side: p.side.clone(),
                pieces: vec![p.id.clone()],
                area,
                order: self.setup.len() as i32 + 1,
                ..SetupEntry::default()
            }),
        }
    }

    /// The id of an area given by name; anything else as written.
    fn area_id<'t>(&self, text: &'t str) -> &'t str
    where
        'a: 't,
    {
        by_name(self.doc.map.regions.iter().map(|r| (r.id.as_str(), r.name.as_str())), text).unwrap_or(text)
    }

    fn schedule_arrival(&mut self, row: &Row<'_>, p: &Piece, turn: &str, at: &str) {
        if turn.is_empty() {
            let fixed = |e: &&mut ScheduleEntry| matches!(e.when, When::Turn(_));
            self.schedule.iter_mut().filter(fixed).for_each(|e| e.pieces.retain(|x| *x != p.id));
            return;
        }
        let Some(kind) = arrival_kind(self.schema) else {
            return self.add_error(row, "these rules know no arrivals");
        };
        let Some(turn) = turn.parse::<u32>().ok().filter(|n| *n > 0) else {
            return self.add_error(row, format!("arrive_turn: '{turn}' is no turn"));
        };
        let hex = hex_field(kind);
        let grid = &self.doc.map.grid;
        let here = kind.area && self.doc.map.region(at).is_some();
        let (area, props) = match (here || at.is_empty(), hex, grid.parse(at)) {
            (true, ..) => (at.to_owned(), None),
            (false, Some(field), Some(id)) => {
                (String::new(), Some((field.to_owned(), Value::Text(grid.label(id)))))
            }
            _ => {
                let what = match (kind.area, hex) {
                    (true, Some(_)) => "no area and no hex",
                    (false, Some(_)) => "no hex",
                    _ => "no area",
                };
                return self.add_error(row, format!("arrive_at: '{at}' is {what}"));
            }
        };
        let same = |e: &ScheduleEntry| {
            let there = props.as_ref().is_none_or(|(k, v)| e.props.get(k) == Some(v));
            e.kind == kind.id && e.side == p.side && e.when == When::Turn(turn) && e.area == area && there
        };
        if self.schedule.iter().any(|e| same(e) && e.pieces.contains(&p.id)) {
            return;
        }
        self.schedule.iter_mut().for_each(|e| e.pieces.retain(|x| *x != p.id));
        match self.schedule.iter_mut().find(|e| same(e)) {
            Some(e) => e.pieces.push(p.id.clone()),
            None => {
                let defaults = kind.fields.iter().map(|f| (f.id.clone(), f.default.clone()));
                self.schedule.push(ScheduleEntry {
                    kind: kind.id.clone(),
                    side: p.side.clone(),
                    pieces: vec![p.id.clone()],
                    when: When::Turn(turn),
                    area,
                    props: defaults.chain(props).collect(),
                    ..ScheduleEntry::default()
                });
            }
        }
    }
}

/// Reads a cell as a value of this kind, or says what it should have been.
fn read_value(kind: &FieldKind, text: &str) -> Result<Value, String> {
    match kind {
        FieldKind::Bool => match text.to_lowercase().as_str() {
            "yes" | "true" | "on" | "1" => Ok(Value::Bool(true)),
            "no" | "false" | "off" | "0" => Ok(Value::Bool(false)),
            _ => Err("neither yes nor no".into()),
        },
        FieldKind::Int { min, max } => match text.parse::<i64>() {
            Ok(n) if (*min..=*max).contains(&n) => Ok(Value::Int(n)),
            _ => Err(format!("no number from {min} to {max}")),
        },
        FieldKind::Choice(list) => {
            let all = list.iter().map(|c| (c.0.as_str(), c.1.as_str()));
            if let Some(id) = by_name(all, text) {
                return Ok(Value::from(id));
            }
            let ids: Vec<&str> = list.iter().map(|c| c.0.as_str()).collect();
            Err(format!("none of {}", ids.join(", ")))
        }
        FieldKind::Figures(form) => match form.read(text) {
            Some(_) => Ok(Value::from(text)),
            None => Err(format!("not of the form {}", form.example())),
        },
        FieldKind::List(of) => {
            let items: Result<Vec<Value>, String> =
                text.split('|').map(|t| read_value(of, t.trim())).collect();
            items.map(Value::List)
        }
        _ => Ok(Value::from(text)),
    }
}
