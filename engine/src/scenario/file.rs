//! The scenario file: RON, stably ordered, row strings and sparse lists.

use super::doc::{EdgeFeature, Label, MapDoc, Piece, Place, Region, ScenarioDoc, TurnTrack};
use super::file_form::{LabelFile, PieceFile, RegionFile, ScenarioFile, Turns};
use super::{At, Issues, Layer, Severity, TextIndex, TextPosition};
use crate::hex::{Edge, Facing, Grid, Hex, HexId};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The format written today.
pub const FORMAT: u32 = 3;

/// Why a text is not a scenario. Everything else about it is an [`super::Issue`].
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum FileError {
    #[error("line {line}, column {column}: {text}")]
    Syntax { line: usize, column: usize, text: String },
    #[error(
        "this is not a scenario: it has no `format` number (begin with `format: 3,`, or write one with `oblique new`)"
    )]
    NotAScenario,
    #[error("the file has format {found}, this program reads up to {known}: update the program")]
    Newer { found: u32, known: u32 },
    #[error("the file has format {0}, which never existed")]
    UnknownFormat(u32),
    #[error("the map is {cols} x {rows} hexes; at most {most} hexes fit (make it {cols} x {rows_left} at most)", most = Grid::MOST, rows_left = Grid::MOST / usize::from((*cols).max(1)))]
    TooLarge { cols: u16, rows: u16 },
    #[error("the map is {cols} x {rows} hexes; no side may be longer than {MOST_LENGTH} hexes")]
    TooLong { cols: u16, rows: u16 },
}

/// Columns or rows of a map.
const MOST_LENGTH: u16 = 2000;

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: u32,
}

impl FileError {
    /// What the reader of the text found wrong with its form.
    fn of_form(text: &str, fault: &ron::error::SpannedError) -> Self {
        let found = super::syntax::explain(text, fault);
        Self::Syntax { line: found.position.line, column: found.position.column, text: found.text }
    }

    /// Where in the text it is.
    pub fn position(&self, text: &str) -> TextPosition {
        let path = match self {
            Self::Syntax { line, column, .. } => return TextPosition { line: *line, column: *column },
            Self::NotAScenario => "",
            Self::Newer { .. } | Self::UnknownFormat(_) => "format",
            Self::TooLarge { .. } | Self::TooLong { .. } => "grid/cols",
        };
        TextIndex::build(text).position(path)
    }
}

/// Reads a scenario. Fails only on syntax, on a newer format and on an impossible size; anything else that is wrong is
/// kept as written and reported in `issues`.
pub fn parse(text: &str, issues: &mut Issues) -> Result<ScenarioDoc, FileError> {
    parse_with_places(text, issues).map(|p| p.doc)
}

/// A document, and where its parts stand in the text.
pub struct Parsed {
    pub doc: ScenarioDoc,
    pub index: TextIndex,
}

/// Like [`parse`], for callers that report problems with line and column later.
pub fn parse_with_places(text: &str, issues: &mut Issues) -> Result<Parsed, FileError> {
    if text.trim().is_empty() {
        return Err(FileError::Syntax { line: 1, column: 1, text: "the file is empty".into() });
    }
    // Check the format first: a newer file may contain what this program cannot read.
    let head: Head = ron::from_str(text).map_err(|e| FileError::of_form(text, &e))?;
    match head.format {
        0 => return Err(without_format(text)),
        found if found > FORMAT => return Err(FileError::Newer { found, known: FORMAT }),
        _ => {}
    }
    let index = TextIndex::build(text);
    let mut unknown = Issues::default();
    let severity = if head.format < FORMAT { Severity::Warning } else { Severity::Error };
    super::known_fields::check(&index, severity, &mut unknown);
    let file: ScenarioFile =
        ron::from_str(text).map_err(|e| misspelt_or(FileError::of_form(text, &e), &unknown))?;
    issues.extend(unknown);
    let file = super::migrate::migrate(file)?;
    let (cols, rows) = (file.grid.cols, file.grid.rows);
    if cols > MOST_LENGTH || rows > MOST_LENGTH {
        return Err(FileError::TooLong { cols, rows });
    }
    if file.grid.len() > Grid::MOST {
        return Err(FileError::TooLarge { cols, rows });
    }
    let mut file = file;
    super::limits::cut(&mut file, issues);
    let doc = into_doc(file, issues);
    issues.locate(&doc, &index);
    Ok(Parsed { doc, index })
}

/// A text without its format: that field may only be misspelt.
fn without_format(text: &str) -> FileError {
    match super::known_fields::misspelling_of(&TextIndex::build(text), "format") {
        Some((at, written)) => {
            let text = format!("there is no field '{written}' (did you mean 'format'?)");
            FileError::Syntax { line: at.line, column: at.column, text }
        }
        None => FileError::NotAScenario,
    }
}

/// A missing field that is only misspelt is reported as the misspelling.
fn misspelt_or(error: FileError, unknown: &Issues) -> FileError {
    match (&error, unknown.list.first()) {
        (FileError::Syntax { text, .. }, Some(issue)) if text.contains("' is missing in") => {
            let at = issue.position.unwrap_or_default();
            let text = format!("{} ({})", issue.text, issue.remedy);
            FileError::Syntax { line: at.line, column: at.column, text }
        }
        _ => error,
    }
}

/// Writes a scenario: the same document always gives the same text.
pub fn to_text(doc: &ScenarioDoc) -> String {
    let config = ron::ser::PrettyConfig::new().depth_limit(3).struct_names(false);
    let file = from_doc(doc);
    ron::ser::to_string_pretty(&file, config).unwrap_or_default() + "\n"
}

fn into_doc(file: ScenarioFile, issues: &mut Issues) -> ScenarioDoc {
    let grid = file.grid;
    let mut map = MapDoc::blank(grid, "");
    map.scale_m = file.scale_m;
    read_terrain(&file, &mut map, issues);
    read_levels(&file, &mut map, issues);
    super::turned::read(&file, &mut map, issues);
    read_edges(&file, &mut map, issues);
    read_roads(&file, &mut map, issues);
    let mut labels = Vec::new();
    for l in &file.labels {
        match grid.parse(&l.at) {
            Some(id) => labels.push(Label {
                text: l.text.clone(),
                at: grid.hex(id),
                dx: l.dx,
                dy: l.dy,
                turn: l.turn,
                size: l.size,
                style: l.style,
            }),
            None => {
                issues
                    .warning(
                        At::Field("labels".into()),
                        format!("label {}", l.text),
                        format!("{} is not on the map", l.at),
                    )
                    .remedy("the label is left out");
            }
        }
    }
    map.labels = Arc::new(labels);
    let mut regions = Vec::new();
    for r in &file.regions {
        let mut hexes = Vec::new();
        for word in r.hexes.split_whitespace() {
            match grid.parse(word) {
                Some(id) => hexes.push(grid.hex(id)),
                None => {
                    issues
                        .error(
                            At::Region(r.id.clone()),
                            format!("area {}", r.id),
                            format!("hex {word} is not on the map"),
                        )
                        .remedy(hexes_of_the_sheet(&grid));
                }
            }
        }
        hexes.sort();
        hexes.dedup();
        regions.push(Region { id: r.id.clone(), name: r.name.clone(), hexes });
    }
    map.regions = Arc::new(regions);
    let pieces = file.pieces.iter().map(|p| read_piece(p, &grid, issues)).collect();
    ScenarioDoc {
        format: file.format,
        ruleset: file.ruleset,
        id: file.id,
        title: file.title,
        subtitle: file.subtitle,
        date: file.date,
        date_key: file.date_key,
        summary: file.summary,
        history: file.history,
        notes: file.notes,
        credits: file.credits,
        provenance: file.provenance,
        map,
        turns: match file.turns {
            Turns::Track(track) => track,
            Turns::Count(count) => TurnTrack { count, ..TurnTrack::default() },
        },
        nations: file.nations,
        sides: file.sides,
        seats: file.seats,
        pieces: Arc::new(pieces),
        setup: file.setup,
        schedule: file.schedule,
        options: file.options,
        specials: file.specials,
        victory: file.victory,
        pools: file.pools,
        props: file.props,
        editor: file.editor,
    }
}

/// What a hex may be called.
fn hexes_of_the_sheet(grid: &Grid) -> String {
    let label = |id: Option<HexId>| id.map(|id| grid.label(id)).unwrap_or_default();
    format!("the hexes are {} to {}", label(grid.ids().next()), label(grid.ids().last()))
}

fn read_terrain(file: &ScenarioFile, map: &mut MapDoc, issues: &mut Issues) {
    let grid = file.grid;
    let mut palette: Vec<String> = file.legend.values().cloned().collect();
    palette.sort();
    palette.dedup();
    let index_of = |name: &str| palette.iter().position(|n| n == name).unwrap_or(0) as u8;
    let by_letter: BTreeMap<char, u8> = file.legend.iter().map(|(c, n)| (*c, index_of(n))).collect();
    let fill = by_letter.get(&'.').copied().unwrap_or(0);
    if palette.is_empty() {
        palette.push(String::new());
        issues.error(At::Field("legend".into()), "legend", "no terrain is named");
    }
    if file.terrain.len() != grid.rows as usize {
        let text = format!("{} rows of terrain for a map of {} rows", file.terrain.len(), grid.rows);
        issues.error(At::Field("terrain".into()), "terrain", text).remedy("one text for each row of `grid`");
    }
    let mut cells = vec![fill; grid.len()];
    for (r, row) in file.terrain.iter().take(grid.rows as usize).enumerate() {
        let mut n = 0;
        for (c, letter) in row.chars().enumerate() {
            n += 1;
            if c >= grid.cols as usize {
                continue;
            }
            let at = r * grid.cols as usize + c;
            match by_letter.get(&letter) {
                Some(i) => cells[at] = *i,
                None => {
                    let id = HexId(at as u16);
                    let text = format!("the letter '{letter}' is not in the legend");
                    issues.error(At::Hex(grid.hex(id)), grid.label(id), text).remedy("add it to `legend`");
                }
            }
        }
        if n != grid.cols as usize {
            let text = format!("row {} has {n} letters for {} columns", r + 1, grid.cols);
            let issue = issues.error(At::Field("terrain".into()), "terrain", text);
            issue.path(format!("terrain/{r}")).remedy("one letter for each column");
        }
    }
    map.palette = Arc::new(palette);
    map.terrain = Layer::from_fn(grid.cols, grid.rows, |i| cells[i]);
}

fn read_levels(file: &ScenarioFile, map: &mut MapDoc, issues: &mut Issues) {
    let grid = file.grid;
    for (r, row) in file.levels.iter().enumerate() {
        for (c, letter) in row.chars().enumerate() {
            let level = match letter {
                '-' => Some(-1),
                '.' => Some(0),
                _ => letter.to_digit(36).map(|d| d as i8),
            };
            if r >= grid.rows as usize || c >= grid.cols as usize || level.is_none() {
                let text = format!("row {}, letter {}: '{letter}' is no level of this map", r + 1, c + 1);
                let remedy = "one digit for each hex: 0 to 9, a dot for 0, - for one below";
                issues.error(At::Field("levels".into()), "levels", text).remedy(remedy);
                continue;
            }
            map.levels.set(r * grid.cols as usize + c, level.unwrap_or(0));
        }
    }
}

fn read_edges(file: &ScenarioFile, map: &mut MapDoc, issues: &mut Issues) {
    let mut edges: BTreeMap<Edge, Vec<EdgeFeature>> = BTreeMap::new();
    for (kind, list) in &file.edges {
        for text in list {
            let (text, directed) = match text.strip_prefix('>') {
                Some(rest) => (rest, true),
                None => (text.as_str(), false),
            };
            let hex = text.split_once('/').and_then(|(h, _)| file.grid.parse(h));
            match (map.parse_edge(text), hex) {
                (Some(e), Some(h)) => {
                    let from = directed.then(|| file.grid.hex(h));
                    edges.entry(e).or_default().push(EdgeFeature { kind: kind.clone(), from });
                }
                _ => {
                    issues.error(
                        At::Field("edges".into()),
                        format!("{kind} {text}"),
                        "no such hexside on this map",
                    )
                    .remedy("write a hex and a direction, as the names of directions of this sheet have it: A1/NE");
                }
            }
        }
    }
    for list in edges.values_mut() {
        list.sort();
        list.dedup();
    }
    map.edges = Arc::new(edges);
}

fn read_roads(file: &ScenarioFile, map: &mut MapDoc, issues: &mut Issues) {
    let mut roads: BTreeMap<Edge, u8> = BTreeMap::new();
    for (class, list) in &file.roads {
        for text in list {
            let mut last: Option<Hex> = None;
            for word in text.split_whitespace() {
                let Some(hex) = file.grid.parse(word).map(|id| file.grid.hex(id)) else {
                    issues
                        .error(At::Field("roads".into()), "road", format!("hex {word} is not on the map"))
                        .remedy(hexes_of_the_sheet(&file.grid));
                    continue;
                };
                if let Some(from) = last {
                    match Edge::between(from, hex) {
                        Some(e) => {
                            let slot = roads.entry(e).or_default();
                            *slot = (*slot).max(*class);
                        }
                        None => {
                            let text = "the road jumps: this hex does not touch the one before";
                            issues
                                .error(At::Hex(hex), word, text)
                                .remedy("name every hex it goes through, or begin a new road here");
                        }
                    }
                }
                last = Some(hex);
            }
        }
    }
    map.roads = Arc::new(roads);
}

fn read_piece(p: &PieceFile, grid: &Grid, issues: &mut Issues) -> Piece {
    let hexes: Option<Vec<Hex>> =
        p.at.split_whitespace().map(|w| grid.parse(w).map(|id| grid.hex(id))).collect();
    let place = match (p.at.trim(), hexes) {
        ("", _) => Place::Off,
        (_, Some(list)) if list.len() == 1 => Place::Hex(list[0]),
        (_, Some(list)) => Place::Hexes(list),
        (text, None) => {
            match (text.split_once(':'), text.strip_prefix("on ").and_then(|t| t.rsplit_once(' '))) {
                (Some((sheet, slot)), _) => Place::Box { sheet: sheet.into(), slot: slot.into() },
                (None, Some((piece, part))) if part.parse::<u8>().is_ok() => {
                    Place::On { piece: piece.into(), part: part.parse().unwrap_or(0) }
                }
                _ => {
                    issues
                        .error(
                            At::Piece(p.id.clone()),
                            format!("piece {}", p.id),
                            format!("hex {text} is not on the map"),
                        )
                        .remedy(hexes_of_the_sheet(grid));
                    Place::Unknown(text.into())
                }
            }
        }
    };
    let facing = if p.facing.is_empty() { None } else { Facing::parse_compass(&p.facing, grid.orientation) };
    if facing.is_none() && !p.facing.is_empty() {
        let text = format!("'{}' is no facing", p.facing);
        let issue = issues.error(At::Piece(p.id.clone()), format!("piece {}", p.id), text);
        issue.remedy("write a direction of this sheet, as NE");
    }
    Piece {
        id: p.id.clone(),
        kind: p.kind.clone(),
        side: p.side.clone(),
        nation: p.nation.clone(),
        name: p.name.clone(),
        place,
        facing,
        parent: p.parent.clone(),
        props: p.props.clone(),
    }
}

fn from_doc(doc: &ScenarioDoc) -> ScenarioFile {
    let map = &doc.map;
    let grid = map.grid;
    let legend = legend_of(&map.palette);
    let letter_of: Vec<char> =
        map.palette.iter().map(|n| legend.iter().find(|(_, m)| *m == n).map_or('?', |(c, _)| *c)).collect();
    let cols = grid.cols.max(1) as usize;
    let cells: Vec<char> =
        map.terrain.iter().map(|i| letter_of.get(i as usize).copied().unwrap_or('?')).collect();
    let terrain = cells.chunks(cols).map(|row| row.iter().collect()).collect();
    let heights: Vec<i8> = map.levels.iter().collect();
    let flat = heights.iter().all(|l| *l == 0);
    let height = |l: &i8| if *l < 0 { '-' } else { char::from_digit(*l as u32, 36).unwrap_or('0') };
    let levels = if flat {
        Vec::new()
    } else {
        heights.chunks(cols).map(|row| row.iter().map(height).collect()).collect()
    };
    let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (edge, features) in map.edges.iter() {
        for f in features {
            let [a, b] = edge.hexes();
            let text = match f.from.and_then(|h| grid.id(h).map(|id| (h, id))) {
                Some((h, id)) => {
                    let other = if h == a { b } else { a };
                    let dir = h.dir_to(other).map_or("", |d| d.compass_name(grid.orientation));
                    format!(">{}/{dir}", grid.label(id))
                }
                None => map.edge_label(*edge),
            };
            edges.entry(f.kind.clone()).or_default().push(text);
        }
    }
    let mut roads: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for (class, path) in road_paths(map) {
        let words: Vec<String> = path.iter().map(|h| map.hex_label(*h)).collect();
        roads.entry(class).or_default().push(words.join(" "));
    }
    let label = |l: &Label| LabelFile {
        text: l.text.clone(),
        at: map.hex_label(l.at),
        dx: l.dx,
        dy: l.dy,
        turn: l.turn,
        size: l.size,
        style: l.style,
    };
    let region = |r: &Region| RegionFile {
        id: r.id.clone(),
        name: r.name.clone(),
        hexes: r.hexes.iter().map(|h| map.hex_label(*h)).collect::<Vec<_>>().join(" "),
    };
    ScenarioFile {
        format: doc.format,
        ruleset: doc.ruleset.clone(),
        id: doc.id.clone(),
        title: doc.title.clone(),
        subtitle: doc.subtitle.clone(),
        date: doc.date.clone(),
        date_key: doc.date_key.clone(),
        summary: doc.summary.clone(),
        history: doc.history.clone(),
        notes: doc.notes.clone(),
        credits: doc.credits.clone(),
        provenance: doc.provenance.clone(),
        grid,
        scale_m: map.scale_m,
        legend,
        terrain,
        levels,
        rotation: super::turned::written(map),
        edges,
        roads,
        labels: map.labels.iter().map(label).collect(),
        regions: map.regions.iter().map(region).collect(),
        turns: Turns::Track(doc.turns.clone()),
        nations: doc.nations.clone(),
        sides: doc.sides.clone(),
        seats: doc.seats.clone(),
        pieces: doc.pieces.iter().map(|p| write_piece(p, map)).collect(),
        setup: doc.setup.clone(),
        schedule: doc.schedule.clone(),
        options: doc.options.clone(),
        specials: doc.specials.clone(),
        victory: doc.victory.clone(),
        pools: doc.pools.clone(),
        props: doc.props.clone(),
        editor: doc.editor.clone(),
    }
}

fn write_piece(p: &Piece, map: &MapDoc) -> PieceFile {
    let at = match &p.place {
        Place::Off => String::new(),
        Place::Hex(h) => map.hex_label(*h),
        Place::Hexes(list) => list.iter().map(|h| map.hex_label(*h)).collect::<Vec<_>>().join(" "),
        Place::Box { sheet, slot } => format!("{sheet}:{slot}"),
        Place::On { piece, part } => format!("on {piece} {part}"),
        Place::Unknown(text) => text.clone(),
    };
    PieceFile {
        id: p.id.clone(),
        kind: p.kind.clone(),
        side: p.side.clone(),
        nation: p.nation.clone(),
        name: p.name.clone(),
        at,
        facing: p.facing.map_or(String::new(), |f| f.compass_name(map.grid.orientation).to_owned()),
        parent: p.parent.clone(),
        props: p.props.clone(),
    }
}

/// A letter for each terrain: `.` for `clear`, else the first free letter of its name.
fn legend_of(palette: &[String]) -> BTreeMap<char, String> {
    let mut out: BTreeMap<char, String> = BTreeMap::new();
    for name in palette {
        let own = name.chars().flat_map(|c| [c.to_ascii_uppercase(), c.to_ascii_lowercase()]);
        let first = if name == "clear" { Some('.') } else { None };
        let spare = ('!'..='~').filter(|c| !matches!(c, '"' | '\\'));
        let letter = first
            .into_iter()
            .chain(own.filter(char::is_ascii_alphabetic))
            .chain(spare)
            .find(|c| !out.contains_key(c));
        if let Some(c) = letter {
            out.insert(c, name.clone());
        }
    }
    out
}

/// Roads as long paths, so that a file reads like a map.
fn road_paths(map: &MapDoc) -> Vec<(u8, Vec<Hex>)> {
    let mut left: BTreeMap<Edge, u8> = (*map.roads).clone();
    let mut out = Vec::new();
    while let Some((&edge, &class)) = left.iter().next() {
        left.remove(&edge);
        let [a, b] = edge.hexes();
        let mut path = std::collections::VecDeque::from([a, b]);
        for front in [false, true] {
            loop {
                let end = if front { path.front() } else { path.back() };
                let Some(at) = end.copied() else { break };
                let next =
                    crate::hex::Dir::ALL.iter().find(|d| left.get(&Edge::new(at, **d)) == Some(&class));
                let Some(dir) = next else { break };
                left.remove(&Edge::new(at, *dir));
                if front {
                    path.push_front(at.step(*dir));
                } else {
                    path.push_back(at.step(*dir));
                }
            }
        }
        out.push((class, path.into()));
    }
    out
}
