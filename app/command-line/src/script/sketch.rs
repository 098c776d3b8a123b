//! The lines of a script that describe a battle: a sketch of a map, pieces, conditions. All words come from the schema
//! of the rule system, so this works for every rule system.

mod alter;

use super::{HeaderLine, Script, words_of};
use engine::hex::{Facing, Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{
    Field, FieldKind, MapDoc, Nation, Piece, Place, Props, Region, ScenarioDoc, ScheduleEntry, Schema,
    SetupEntry, Side, Special, Value, Victory, When,
};
use library::Library;
use std::sync::Arc;

/// A battle ready to be tried.
pub struct Battle {
    pub doc: ScenarioDoc,
    pub seed: Option<u64>,
    /// `NAME=VALUE`.
    pub options: Vec<String>,
    /// Played with the charts as earlier versions shipped them.
    pub older_charts: bool,
}

/// Line and reason.
type Wrong = (usize, String);

/// Sides of a sketch that names none, each with its nation.
const SIDES: [(&str, &str); 2] = [("prussia", "prussian"), ("austria", "austrian")];

/// Builds the battle: the scenario of the command line or of the script, changed by the script's
/// lines; or a sketch from nothing.
pub(super) fn build_document(
    script: &Script,
    library: &Library,
    named: Option<&str>,
) -> Result<Battle, Wrong> {
    let mut lines = Vec::new();
    for HeaderLine { line, text } in &script.header {
        lines.push((*line, text.as_str()));
    }
    let mut base = None;
    let mut id = None;
    for (line, text) in &lines {
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match first {
            "scenario" if named.is_none() => {
                base = Some(open_scenario(library, script, rest.trim()).map_err(|e| (*line, e))?)
            }
            "ruleset" => id = Some((*line, rest.trim().to_owned())),
            _ => {}
        }
    }
    if let Some(name) = named {
        base = Some((*library.scenario_named(name).map_err(|e| (1, e))?.0).clone());
    }
    let fresh = base.is_none();
    let mut doc = match (base, id) {
        (Some(doc), _) => doc,
        (None, Some((line, id))) => {
            let schema = library.rules(&id).map_err(|e| (line, e))?.schema();
            blank_document(&id, schema)
        }
        (None, None) => return Err((1, "neither 'scenario' nor 'ruleset' is given".into())),
    };
    let rules = library.rules(&doc.ruleset).map_err(|e| (1, e))?;
    let mut sketch = Sketch {
        schema: rules.schema(),
        doc: &mut doc,
        rows: None,
        seed: None,
        options: Vec::new(),
        older_charts: false,
    };
    if fresh {
        sketch.read_sides(&lines)?;
    }
    for (line, text) in lines {
        for part in split_semicolons(text) {
            let words = words_of(part).map_err(|e| (line, e))?;
            sketch.read_line(text, &words).map_err(|e| (line, e))?;
        }
    }
    let (seed, options, older_charts) = (sketch.seed, sketch.options, sketch.older_charts);
    Ok(Battle { doc, seed, options, older_charts })
}

/// A scenario beside the script, or one of the library.
fn open_scenario(library: &Library, script: &Script, name: &str) -> Result<ScenarioDoc, String> {
    let beside = script.folder.join(name);
    let found = match beside.to_str() {
        Some(path) if beside.is_file() => library.scenario_named(path),
        _ => library.scenario_named(name),
    };
    found.map(|(doc, _)| (*doc).clone())
}

fn blank_document(id: &str, schema: &Schema) -> ScenarioDoc {
    let grid = Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 1,
        rows: 1,
        numbering: Numbering::letters(),
    };
    let ground = schema.terrains.first().map_or("", |t| t.id.as_str());
    let mut doc = ScenarioDoc::blank(id, MapDoc::blank(grid, ground));
    doc.id = "sketch".into();
    doc.title = "Sketch".into();
    doc.turns.count = 10;
    doc
}

/// Splits a line at semicolons outside quotes.
fn split_semicolons(text: &str) -> Vec<&str> {
    let (mut quoted, mut from) = (false, 0);
    let mut out = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                out.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    out.push(&text[from..]);
    out
}

struct Sketch<'a> {
    schema: &'a Schema,
    doc: &'a mut ScenarioDoc,
    /// Rows of the map while it is being read.
    rows: Option<Vec<String>>,
    seed: Option<u64>,
    options: Vec<String>,
    older_charts: bool,
}

impl Sketch<'_> {
    /// Sides come first: the other lines name them.
    fn read_sides(&mut self, lines: &[(usize, &str)]) -> Result<(), Wrong> {
        for (line, text) in lines.iter().filter(|(_, t)| t.starts_with("side ")) {
            let words = words_of(text).map_err(|e| (*line, e))?;
            let Some(id) = words.get(1) else { continue };
            self.side_named(id, &words[2..]);
        }
        if self.doc.sides.is_empty() {
            for (side, nation) in SIDES {
                self.side_named(side, &[nation.to_owned()]);
            }
        }
        Ok(())
    }

    fn side_named(&mut self, id: &str, nations: &[String]) {
        for n in nations {
            self.nation_named(n);
        }
        let name = engine::capitalised(id);
        let nations = nations.to_vec();
        self.doc.sides.push(Side { id: id.to_owned(), name, nations, props: Props::new() });
    }

    fn nation_named(&mut self, id: &str) {
        if id.is_empty() || self.doc.nation(id).is_some() {
            return;
        }
        let nation = match self.schema.nations.iter().find(|n| n.id == id) {
            Some(n) => Nation {
                id: n.id.clone(),
                name: n.name.clone(),
                adjective: n.adjective.clone(),
                army: n.army.clone(),
            },
            None => Nation {
                id: id.into(),
                name: engine::capitalised(id),
                adjective: engine::capitalised(id),
                army: id.into(),
            },
        };
        self.doc.nations.push(nation);
    }

    fn read_line(&mut self, whole: &str, words: &[String]) -> Result<(), String> {
        let Some((first, rest)) = words.split_first() else { return Ok(()) };
        if let Some(rows) = &mut self.rows {
            if first == "end" {
                let rows = std::mem::take(rows);
                self.rows = None;
                return self.read_map(&rows);
            }
            rows.push(whole.to_owned());
            return Ok(());
        }
        match first.as_str() {
            "scenario" | "ruleset" | "side" => Ok(()),
            "charts" if *rest == ["older"] => {
                self.older_charts = true;
                Ok(())
            }
            "charts" => Err("write 'charts older'".to_owned()),
            "map" => {
                self.rows = Some(Vec::new());
                Ok(())
            }
            "seed" => {
                self.seed = Some(read_number(rest.first())?);
                Ok(())
            }
            "title" => {
                self.doc.title = rest.join(" ");
                Ok(())
            }
            "grid" => self.read_grid(rest),
            "turns" => {
                self.doc.turns.count = read_number(rest.first())?;
                Ok(())
            }
            "mark" => self.mark_place(rest),
            "pool" => self.read_pool(rest),
            "seating" => self.read_seating(rest),
            "first" => self.read_first(rest),
            "prop" => match rest {
                [name, value] => {
                    self.doc.props.insert(name.clone(), Value::from_words(value));
                    Ok(())
                }
                _ => Err("prop NAME VALUE".into()),
            },
            "option" => match rest {
                [pair] if pair.contains('=') => {
                    self.options.push(pair.clone());
                    Ok(())
                }
                [name, value] => {
                    self.options.push(format!("{name}={value}"));
                    Ok(())
                }
                _ => Err("option NAME VALUE".into()),
            },
            "region" => self.read_region(rest),
            "remove" => self.remove_piece(rest),
            "special" => self.read_special(rest),
            "setup" => self.read_setup(rest),
            "edge" => self.read_edge(rest),
            "road" => self.read_road(rest),
            "level" => self.read_level(rest),
            "terrain" => self.change_terrain(rest),
            "victory" => self.read_victory(None, rest),
            // A piece without a side, where the rule system has such.
            "nobody" => self.read_piece("", rest),
            other if self.doc.side(other).is_some() => self.read_piece(other, rest),
            other if self.schema.victory.iter().any(|v| v.id == other) => {
                self.read_victory(Some(other), rest)
            }
            other if self.schema.schedule.iter().any(|s| s.id == other) => self.read_schedule(other, rest),
            other if self.schema.side_fields.iter().any(|f| f.id == other) => self.side_field(other, rest),
            other => Err(format!("'{other}' is neither a command nor a word that describes a battle")),
        }
    }

    fn read_first(&mut self, rest: &[String]) -> Result<(), String> {
        let [side] = rest else { return Err("first SIDE".into()) };
        self.known_side(side)?;
        self.doc.props.insert("first".into(), Value::from(side.as_str()));
        Ok(())
    }

    fn known_side(&self, id: &str) -> Result<(), String> {
        if self.doc.side(id).is_some() {
            return Ok(());
        }
        let ids: Vec<&str> = self.doc.sides.iter().map(|s| s.id.as_str()).collect();
        Err(format!("no side is called '{id}'; there are: {}", ids.join(", ")))
    }

    fn read_grid(&mut self, words: &[String]) -> Result<(), String> {
        let grid = &mut self.doc.map.grid;
        for w in words {
            match w.as_str() {
                "pointy-top" => grid.orientation = Orientation::PointyTop,
                "flat-top" => grid.orientation = Orientation::FlatTop,
                "odd" => grid.shove = Shove::Odd,
                "even" => grid.shove = Shove::Even,
                "letters" => grid.numbering = Numbering::letters(),
                "ccrr" => grid.numbering = Numbering::ccrr(),
                other => {
                    return Err(format!("'{other}': pointy-top or flat-top, odd or even, letters or ccrr"));
                }
            }
        }
        Ok(())
    }

    /// One letter a hex, blanks as you like. The letters are those of the rule system.
    fn read_map(&mut self, rows: &[String]) -> Result<(), String> {
        let rows: Vec<Vec<char>> =
            rows.iter().map(|r| r.chars().filter(|c| !c.is_whitespace()).collect()).collect();
        let cols = rows.first().map_or(0, Vec::len);
        if cols == 0 || rows.iter().any(|r| r.len() != cols) || cols > 100 || rows.len() > 100 {
            return Err("all rows of the map need the same number of letters, 1 to 100".into());
        }
        let grid = Grid { cols: cols as u16, rows: rows.len() as u16, ..self.doc.map.grid };
        let ground = self.doc.map.palette.first().cloned().unwrap_or_default();
        let mut map = MapDoc::blank(grid, &ground);
        for (id, letter) in (0..).map(HexId).zip(rows.into_iter().flatten()) {
            let Some(t) = self.schema.terrains.iter().find(|t| t.key == letter) else {
                let known: Vec<String> =
                    self.schema.terrains.iter().map(|t| format!("{} {}", t.key, t.id)).collect();
                return Err(format!("the letter '{letter}' is no terrain; there are: {}", known.join(", ")));
            };
            map.set_terrain(id, &t.id);
        }
        self.doc.map = map;
        Ok(())
    }

    fn hex_named(&self, word: &str) -> Result<HexId, String> {
        self.doc.map.grid.parse(word).ok_or_else(|| format!("hex {word} is not on the map"))
    }

    fn is_place(&self, word: &str) -> bool {
        word == "off" || word.contains(':') || word.split('+').all(|h| self.doc.map.grid.parse(h).is_some())
    }

    fn read_piece(&mut self, side: &str, words: &[String]) -> Result<(), String> {
        let mut words = words.iter().map(String::as_str).peekable();
        let kind = words.next().ok_or("a kind of unit is needed")?;
        let Some(unit) = self.schema.unit(kind) else {
            let ids: Vec<&str> = self.schema.units.iter().map(|u| u.id.as_str()).collect();
            return Err(format!("no unit is called '{kind}'; there are: {}", ids.join(", ")));
        };
        let mut piece = Piece { kind: kind.into(), side: side.into(), ..Piece::default() };
        let mut at = words.next().ok_or("a hex is needed, or 'off'")?;
        if let Ok(n) = at.parse::<i64>()
            && words.peek().is_some_and(|w| self.is_place(w))
        {
            let int = unit.fields.iter().find(|f| matches!(f.kind, FieldKind::Int { .. }));
            let int = int.ok_or_else(|| format!("{kind} has no number"))?;
            piece.props.insert(int.id.clone(), Value::Int(n));
            at = words.next().unwrap_or("off");
        }
        piece.place = self.place_named(at)?;
        while let Some(word) = words.next() {
            let mut value = || words.next().map(str::to_owned).ok_or_else(|| format!("{word} needs a value"));
            match word {
                "name" => piece.name = value()?,
                "nation" => piece.nation = value()?,
                "id" => piece.id = value()?,
                "parent" => piece.parent = value()?,
                "facing" => {
                    let name = value()?;
                    let facing = Facing::parse_compass(&name, self.doc.map.grid.orientation);
                    piece.facing = Some(facing.ok_or_else(|| format!("'{name}' is no facing"))?);
                }
                _ => {
                    let field = unit.fields.iter().find(|f| f.id == word);
                    let field = field.ok_or_else(|| unknown_field(kind, word, &unit.fields))?;
                    let next = words.peek().copied();
                    let (value, used) = field_value(field, next)?;
                    if used {
                        words.next();
                    }
                    piece.props.insert(field.id.clone(), value);
                }
            }
        }
        self.finish_piece(piece);
        Ok(())
    }

    fn finish_piece(&mut self, mut piece: Piece) {
        if piece.nation.is_empty() {
            let side = self.doc.side(&piece.side);
            piece.nation = side.and_then(|s| s.nations.first()).cloned().unwrap_or_default();
        }
        self.nation_named(&piece.nation.clone());
        if let Some(side) = self.doc.sides.iter_mut().find(|s| s.id == piece.side)
            && !side.nations.contains(&piece.nation)
        {
            side.nations.push(piece.nation.clone());
        }
        if piece.id.is_empty() {
            let stem = format!("{}-{}", piece.side, piece.kind);
            let free = (1..).map(|n| format!("{stem}-{n}")).find(|id| self.doc.piece(id).is_none());
            piece.id = free.unwrap_or(stem);
        }
        Arc::make_mut(&mut self.doc.pieces).push(piece);
    }

    fn read_region(&mut self, words: &[String]) -> Result<(), String> {
        let Some((id, hexes)) = words.split_first() else { return Err("region ID HEX...".into()) };
        let ids: Result<Vec<HexId>, String> = hexes.iter().map(|h| self.hex_named(h)).collect();
        let mut hexes: Vec<_> = ids?.into_iter().map(|h| self.doc.map.grid.hex(h)).collect();
        hexes.sort();
        hexes.dedup();
        let regions = Arc::make_mut(&mut self.doc.map.regions);
        regions.retain(|r| r.id != *id);
        regions.push(Region { id: id.clone(), name: engine::capitalised(id), hexes });
        Ok(())
    }

    fn read_special(&mut self, words: &[String]) -> Result<(), String> {
        let Some((id, rest)) = words.split_first() else { return Err("special ID [FIELD=VALUE]".into()) };
        let Some(kind) = self.schema.specials.iter().find(|s| s.id == *id) else {
            let ids: Vec<&str> = self.schema.specials.iter().map(|s| s.id.as_str()).collect();
            return Err(format!("no special rule is called '{id}'; there are: {}", ids.join(", ")));
        };
        let props = read_pairs(id, &kind.fields, rest)?;
        self.doc.specials.push(Special { rule: id.clone(), props });
        Ok(())
    }

    /// Without a kind: the first that has a number.
    fn read_victory(&mut self, kind: Option<&str>, words: &[String]) -> Result<(), String> {
        let int = |f: &&Field| matches!(f.kind, FieldKind::Int { .. });
        let kinds = &self.schema.victory;
        let found = match kind {
            Some(id) => kinds.iter().find(|v| v.id == id),
            None => kinds.iter().find(|v| v.fields.iter().any(|f| int(&f))),
        };
        let found = found.ok_or("this rule system counts no points")?;
        // What nobody in particular scores names no side.
        let (side, mut rest) = match words.split_first() {
            Some((side, rest)) if self.doc.side(side).is_some() => (side.as_str(), rest),
            Some((word, _)) if !word.contains('=') => return self.known_side(word),
            Some(_) => ("", words),
            None => return Err("a side is needed".into()),
        };
        let mut props = Props::new();
        if let Some((n, others)) = rest.split_first()
            && let (Ok(n), Some(f)) = (n.parse::<i64>(), found.fields.iter().find(int))
        {
            props.insert(f.id.clone(), Value::Int(n));
            rest = others;
        }
        props.extend(read_pairs(&found.id, &found.fields, rest)?);
        let (kind, side) = (found.id.clone(), side.to_owned());
        // A side has one entry of a kind, unless each of them is about hexes of its own.
        let of_hexes = |f: &&Field| match &f.kind {
            FieldKind::Hex => true,
            FieldKind::List(inner) => matches!(**inner, FieldKind::Hex),
            _ => false,
        };
        let place = found.fields.iter().find(of_hexes).map(|f| f.id.as_str());
        let at = |p: &Props| place.and_then(|id| p.get(id)).cloned();
        let own = at(&props);
        self.doc.victory.retain(|v| (&v.kind, &v.side) != (&kind, &side) || at(&v.props) != own);
        self.doc.victory.push(Victory { kind, side, props });
        Ok(())
    }

    fn side_field(&mut self, id: &str, words: &[String]) -> Result<(), String> {
        let (side, word) = match words {
            [side] => (side, None),
            [side, value] => (side, Some(value.as_str())),
            _ => return Err(format!("{id} SIDE VALUE")),
        };
        self.known_side(side)?;
        let field = self.schema.side_fields.iter().find(|f| f.id == id).ok_or("no such field")?;
        let value = field_value(field, word)?.0;
        if let Some(s) = self.doc.sides.iter_mut().find(|s| s.id == *side) {
            s.props.insert(id.to_owned(), value);
        }
        Ok(())
    }

    /// `arrival austria name=Lacy pieces=a,b area=south die from=1 cost=1`: what follows `die` tells
    /// how it is rolled for.
    fn read_schedule(&mut self, kind: &str, words: &[String]) -> Result<(), String> {
        let found = self.schema.schedule.iter().find(|s| s.id == kind).ok_or("no such entry")?;
        let Some((side, rest)) = words.split_first() else { return Err("a side is needed".into()) };
        self.known_side(side)?;
        let mut entry = ScheduleEntry { kind: kind.into(), side: side.clone(), ..ScheduleEntry::default() };
        let cut = rest.iter().position(|w| w == "die").unwrap_or(rest.len());
        let mut own = Vec::new();
        for w in &rest[..cut] {
            match w.split_once('=') {
                Some(("name", v)) => entry.name = v.to_owned(),
                Some(("pieces", v)) => entry.pieces = joined_names(v),
                Some(("area", v)) => entry.area = v.to_owned(),
                Some(("turn", v)) => entry.when = When::Turn(read_number(Some(&v.to_owned()))?),
                _ => own.push(w.clone()),
            }
        }
        entry.props = read_pairs(kind, &found.fields, &own)?;
        if cut < rest.len() {
            let (mut from, mut how) = (1, Vec::new());
            for w in &rest[cut + 1..] {
                match w.split_once('=') {
                    Some(("from", v)) => from = read_number(Some(&v.to_owned()))?,
                    _ => how.push(w.clone()),
                }
            }
            let die = When::Die { from, props: Default::default() };
            entry.when = When::Die { from, props: read_pairs(kind, found.when_fields(&die), &how)? };
        }
        for p in Arc::make_mut(&mut self.doc.pieces).iter_mut().filter(|p| entry.pieces.contains(&p.id)) {
            p.place = Place::Off;
        }
        self.doc.schedule.push(entry);
        Ok(())
    }

    fn read_setup(&mut self, words: &[String]) -> Result<(), String> {
        let Some((side, rest)) = words.split_first() else { return Err("a side is needed".into()) };
        self.known_side(side)?;
        let mut entry = SetupEntry { side: side.clone(), ..SetupEntry::default() };
        for w in rest {
            match w.split_once('=') {
                Some(("pieces", v)) => entry.pieces = joined_names(v),
                Some(("area", v)) => entry.area = v.to_owned(),
                Some(("near", v)) => entry.near = v.to_owned(),
                Some(("within", v)) => entry.within = read_number(Some(&v.to_owned()))?,
                Some(("order", v)) => entry.order = read_number(Some(&v.to_owned()))?,
                None if w == "secret" => entry.secret = true,
                _ => {
                    return Err(format!(
                        "'{w}': setup SIDE pieces=A,B area=X [near=PIECE within=N] [order=N] [secret]"
                    ));
                }
            }
        }
        self.doc.setup.push(entry);
        Ok(())
    }
}

fn joined_names(text: &str) -> Vec<String> {
    text.split(',').filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

fn read_number<T: std::str::FromStr>(word: Option<&String>) -> Result<T, String> {
    let word = word.ok_or("a number is needed")?;
    word.parse().map_err(|_| format!("'{word}' is no number that fits here"))
}

fn unknown_field(of: &str, name: &str, fields: &[Field]) -> String {
    let ids: Vec<&str> = fields.iter().map(|f| f.id.as_str()).collect();
    format!("{of} has no field '{name}'; it has: {}", ids.join(", "))
}

/// The value of a field from the word that follows it, and whether that word was used. A switch
/// needs none, and a number without one is 1.
fn field_value(field: &Field, word: Option<&str>) -> Result<(Value, bool), String> {
    let read = word.map(Value::from_words);
    match (&field.kind, read, word) {
        (FieldKind::Bool, Some(v @ Value::Bool(_)), _) => Ok((v, true)),
        (FieldKind::Bool, _, _) => Ok((Value::Bool(true), false)),
        (FieldKind::Int { .. }, Some(v @ Value::Int(_)), _) => Ok((v, true)),
        (FieldKind::Int { .. }, _, _) => Ok((Value::Int(1), false)),
        (FieldKind::List(inner), _, Some(w)) => {
            let one = |w: &String| match **inner {
                FieldKind::Int { .. } | FieldKind::Bool => Value::from_words(w),
                _ => Value::from(w.as_str()),
            };
            Ok((Value::List(joined_names(w).iter().map(one).collect()), true))
        }
        (_, _, Some(w)) => Ok((Value::from(w), true)),
        (_, _, None) => Err(format!("{} needs a value", field.id)),
    }
}

/// `FIELD=VALUE` words, or a field alone.
fn read_pairs(of: &str, fields: &[Field], words: &[String]) -> Result<Props, String> {
    let mut out = Props::new();
    for w in words {
        let (name, value) = w.split_once('=').map_or((w.as_str(), None), |(n, v)| (n, Some(v)));
        let field = fields.iter().find(|f| f.id == name).ok_or_else(|| unknown_field(of, name, fields))?;
        let (read, used) = field_value(field, value)?;
        if let (Some(v), false) = (value, used) {
            return Err(format!("{name}: '{v}' does not fit"));
        }
        out.insert(name.to_owned(), read);
    }
    Ok(out)
}
