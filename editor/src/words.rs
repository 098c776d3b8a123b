//! All texts of the editor.

pub mod checklist;
pub mod disk;
pub mod forces;
mod geo;
pub mod history;
mod map;
pub mod problems;
pub mod search_results;
pub mod versions;

pub use geo::*;
pub use map::*;

use crate::core::edit::TextField;

/// `1 hex`, `4 hexes`.
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The name, or the id where there is none.
pub fn name_or_id<'a>(name: Option<&'a str>, id: &'a str) -> &'a str {
    name.filter(|n| !n.is_empty()).unwrap_or(id)
}

fn hex_count(n: usize) -> String {
    count(n, "hex", "hexes")
}

fn hexside_count(n: usize) -> String {
    count(n, "hexside", "hexsides")
}

fn piece_count(n: usize) -> String {
    count(n, "piece", "pieces")
}

pub fn paste_step(hexes_: usize, pieces_: usize) -> String {
    if pieces_ == 0 {
        format!("Paste {}", hex_count(hexes_))
    } else {
        format!("Paste {}, {}", hex_count(hexes_), piece_count(pieces_))
    }
}

/// Which rows or columns are shoved.
pub fn first_shoved(o: engine::hex::Orientation) -> &'static str {
    match o {
        engine::hex::Orientation::PointyTop => "First row half a hex to the right",
        engine::hex::Orientation::FlatTop => "First column half a hex down",
    }
}

/// The step that resizes the sheet.
pub fn resize_step(old: &engine::scenario::ScenarioDoc, new: &engine::scenario::ScenarioDoc) -> String {
    let (a, b) = (&old.map.grid, &new.map.grid);
    if (a.cols, a.rows) == (b.cols, b.rows) {
        "Shift everything".to_owned()
    } else {
        format!("Resize to {} \u{00D7} {}", b.cols, b.rows)
    }
}

pub fn new_size(grid: &engine::hex::Grid, cols: u16, rows: u16) -> String {
    format!("From {} \u{00D7} {} to {cols} \u{00D7} {rows} hexes.", grid.cols, grid.rows)
}

/// `Beyond the new edge: 3 pieces (they move off the map), 1 name. Undo brings all back.`
pub fn lost_by_resize(l: &crate::core::sheet::Lost) -> Option<String> {
    let part = |n: usize, one: &str, many: &str| (n > 0).then(|| count(n, one, many));
    let kept = if l.pieces == 1 { "it moves off the map" } else { "they move off the map" };
    let parts: Vec<String> = [
        (l.pieces > 0).then(|| format!("{} ({kept})", piece_count(l.pieces))),
        part(l.names, "name", "names"),
        part(l.sides, "hexside", "hexsides"),
        part(l.roads, "road side", "road sides"),
        part(l.areas, "whole area", "whole areas"),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| format!("Beyond the new edge: {}. Undo brings all back.", parts.join(", ")))
}

pub fn selection_summary(hexes_: usize, pieces_: usize) -> String {
    format!("{} selected, {} on them", hex_count(hexes_), piece_count(pieces_))
}

/// `Clipboard: 12 hexes, 3 pieces, 1 name`.
pub fn in_hand(h: &crate::core::pattern::Holds) -> String {
    format!("Clipboard: {}", clipboard_contents(h))
}

fn clipboard_contents(h: &crate::core::pattern::Holds) -> String {
    let part = |n: usize, one: &str, many: &str| (n > 0).then(|| count(n, one, many));
    let parts = [
        part(h.hexes, "hex", "hexes"),
        part(h.sides, "hexside", "hexsides"),
        part(h.roads, "road side", "road sides"),
        part(h.pieces, "piece", "pieces"),
        part(h.names, "name", "names"),
        part(h.areas, "area", "areas"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

pub const PARTS: &str = "Copied parts";

pub fn clipboard_part(n: usize, h: &crate::core::pattern::Holds) -> String {
    format!("Part {n}: {} ({n})", clipboard_contents(h))
}

pub fn part_short(h: &crate::core::pattern::Holds) -> String {
    hex_count(h.hexes)
}

pub fn left_out(n: usize) -> String {
    format!("{} not supported by these rules left out.", count(n, "item", "items"))
}

pub fn clear_step(n: usize) -> String {
    format!("Clear {}", hex_count(n))
}

pub fn field_name(field: TextField) -> &'static str {
    match field {
        TextField::Id => "Identifier",
        TextField::Title => "Title",
        TextField::Subtitle => "Subtitle",
        TextField::Date => "Date",
        TextField::DateKey => "Sort date",
        TextField::Summary => "Summary",
        TextField::History => "History",
        TextField::Notes => "Designer's notes",
        TextField::Credits => "Credits",
        TextField::ProvenanceNote => "Source",
    }
}

pub const KEYS: &str = "Keys and gestures of the editor";
pub const POINTER: &str = "Pointer";
pub const EVERYWHERE: &str = "All screens";
pub const SEARCH_HINT: &str = "Search actions, ground, pieces, places and hexes by name";
pub const NOTHING_FOUND: &str = "Nothing matches. Try fewer or other words.";
pub const HISTORY: &str = "History";
pub const HISTORY_TIP: &str = "All steps by name: a click goes back or forward to one";

/// What a click on a step of the history does.
pub fn step_tip(step: usize, at: usize) -> String {
    match step.cmp(&at) {
        std::cmp::Ordering::Less => format!("Undoes {}", count(at - step, "step", "steps")),
        std::cmp::Ordering::Equal => "The document is here".to_owned(),
        std::cmp::Ordering::Greater => format!("Redoes {}", count(step - at, "step", "steps")),
    }
}

/// A step as it is listed; one of them may be what the file holds.
pub fn history_entry(name: &str, saved: bool) -> String {
    if saved { format!("{name} \u{00B7} saved") } else { name.to_owned() }
}

pub const NOT_SAVED: &str = "not saved";
pub const NOT_SAVED_KEPT: &str = "not saved (recovery copy kept)";

pub fn file_name(path: &std::path::Path) -> String {
    path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Of a file that is older than what is on the screen.
pub fn changed_since(path: &std::path::Path, kept: bool) -> String {
    format!("{}, changed{}", file_name(path), if kept { " (recovery copy kept)" } else { "" })
}

/// What the word about saving at the bottom means.
pub fn saved_tip(path: Option<&std::path::Path>) -> String {
    let file =
        path.map_or_else(|| "It is not saved in a file".to_owned(), |p| format!("Its file: {}", p.display()));
    format!("{file}. A recovery copy of every change is written within seconds and offered after a crash.")
}
pub const RECENT: &str = "Open recent";
pub const NO_RECENT: &str = "Nothing was opened yet.";
pub const WAND_EVERYWHERE: &str = "Also hexes not connected to the one clicked";
pub const NOTHING_CHOSEN: &str = "No hexes selected. Drag over the map; Shift adds, Ctrl removes.";
pub const NOTHING_COPIED: &str = "Nothing copied yet. Select hexes (M) or pieces, then press Ctrl+C.";
pub const STAMP_HELP: &str = "Click the map to paste, as often as you like. Esc cancels.";
pub const RESIZE: &str =
    "Columns and rows to add at each edge; negative numbers remove rows. Everything on the map moves along.";
pub const MARGIN: &str = "Negative numbers remove rows";
pub const SHIFT: &str = "What is pushed over an edge is lost; undo brings it back";
pub const NO_SUCH_SHEET: &str = "A sheet has at least one hex and at most 60,000.";
pub const GEO_FIGURES: &str = "Hexes numbered by column and row in figures";
pub const GEO_LETTERS: &str = "Hexes numbered with letters for columns";
pub const NEW_HELP: &str = "Rules and hexes are set once; everything else can be changed later.";
pub const NEW_TITLE: &str = "Name of the battle";
pub const NEW_SIZE: &str = "Click to type, or drag; at most 60,000 hexes in all";
pub const NEW_GEOGRAPHY: &str = "You select the files next; they may set the size of the sheet.";
pub const NEW_SHOVE_TIP: &str =
    "The first row (pointy top) or column (flat top) is shifted by half a hex; else the second is";
pub const NEW_SAMPLE: &str = "How the sheet will look";

/// `20 x 15: 300 hexes, A1 to T15`.
pub fn new_sheet(grid: &engine::hex::Grid) -> String {
    let ends = (grid.ids().next(), grid.ids().last());
    let (a, b) = match ends {
        (Some(a), Some(b)) => (grid.label(a), grid.label(b)),
        _ => Default::default(),
    };
    format!("{} \u{00D7} {}: {}, {a} to {b}", grid.cols, grid.rows, hex_count(grid.len()))
}
pub const NEW_RULES: &str = "What may be drawn and placed, and how it is played";
pub const NEW_SIDE: &str = "Its nation; more sides and allies are added under Scenario";
/// A document that is open, among maps to start from.
pub fn open_map(title: &str) -> String {
    format!("{} (open)", if title.trim().is_empty() { UNTITLED } else { title.trim() })
}
pub const NO_MAPS: &str = "Neither the library nor an open document has a map for these rules.";
pub const MAP_OF: &str = "Terrain, hexsides, roads, names and areas are taken over; pieces are not";
pub const NO_RULES: &str = "Select the rules first.";
pub const SAME_NATION: &str = "The two sides need different nations.";
pub const RECOVERED: &str = "Recovered";
pub const COPIED: &str = "Oblique Order: copied part of a map";
pub const NONE: &str = "none";
pub const UNTITLED: &str = "Untitled";
pub const NO_LEVELS: &str = "These rules have no elevation levels.";
pub const NO_SIDES: &str = "These rules have no hexside features.";
pub const NO_ROADS: &str = "These rules have no roads.";
pub const NO_UNITS: &str = "These rules name no pieces.";
pub const NO_SIDES_YET: &str = "Add sides and nations under Scenario first.";
pub const NO_AREAS: &str =
    "No areas yet. Name one below, then paint it: for setting up, for arrivals, for objectives.";
pub const NO_LABEL: &str = "Click a name on the map.";
/// Of the way a terrain is laid; the key in brackets.
pub fn turn_help(key: &str) -> String {
    format!("How its picture lies; over the map the key rotates the hex pointed at{key}")
}
pub const SLOPES: &str = "Slopes are drawn wherever levels differ.";
pub const SLOPE_SIDES: &str = "Slope sides";
pub const SLOPE_DRAW: &str =
    "Take the hexside tool with it; Ctrl erases, and the levels say again what is there";
pub const SLOPES_BACK: &str = "All slopes as the levels have them";
pub const SLOPES_BACK_HELP: &str = "Takes away what was drawn or suppressed by hand, in one step";

pub fn draw_slope(kind: &str) -> String {
    format!("{kind} by hand (H)")
}

/// `12 derived, 1 drawn by hand, 2 suppressed`.
pub fn slope_tally(n: crate::core::slopes::Tally) -> String {
    format!(
        "{} derived from levels, {} drawn by hand (dot), {} suppressed (cross).",
        n.derived, n.drawn, n.suppressed
    )
}

pub fn slope_text(slope: engine::scenario::Slope, origin: engine::scenario::Origin) -> &'static str {
    use engine::scenario::{Origin, Slope};
    match (slope, origin) {
        (Slope::None, _) | (_, Origin::Suppressed) => "no slope (suppressed)",
        (Slope::Gentle, Origin::Derived) => "slope (derived)",
        (Slope::Gentle, Origin::Drawn) => "slope (drawn by hand)",
        (Slope::Steep, Origin::Derived) => "steep slope (derived)",
        (Slope::Steep, Origin::Drawn) => "steep slope (drawn by hand)",
    }
}
pub const FLIP: &str = "Slopes fall and works face the other way (X)";
pub const ERASE: &str = "Or hold Ctrl while drawing";
pub const BRIDGES: &str = "Comes with the road, and with water drawn across a road";
pub const HUNDREDTHS: &str = "In hundredths of the hex radius";
pub const OFF_MAP: &str = "off map";
pub const NO_SIDE: &str = "Without a side";
pub const NO_PIECES: &str = "No pieces yet. Take the Pieces tool (U), choose a kind and click the map.";
pub const NOTHING_SELECTED: &str =
    "Nothing selected. Click a piece on the map or in the list; Ctrl adds to the selection.";
pub const IDENTIFIER: &str = "The name by which the file knows it; no two pieces share one";
pub const DATE_KEY: &str = "Year-month-day, for sorting: 1741-04-10";
pub const SCENARIO_PROP: &str = "A property of the scenario, as the rules know it";
pub const UNKNOWN_RULE: &str = "Unknown to these rules; kept as written.";
pub const OPTIONS: &str =
    "What this scenario changes from the rulebook; a player may still choose otherwise.";
pub const VICTORY_BY_RULES: &str =
    "This rule system reckons victory by itself. What counts is set with pieces, sides and special rules.";
pub const NO_VICTORY: &str = "Nobody can win yet. Add a victory condition.";
pub const NO_SCHEDULE: &str = "Nothing scheduled. Select pieces off the map, then add their arrival.";
pub const NO_SCHEDULE_KINDS: &str = "These rules schedule nothing; see the special rules.";
pub const NO_SETUP: &str = "All pieces start where they stand on the map.";
pub const ADD_SETUP: &str = "The selected pieces are left to the player to place";
pub const SETUP_ORDER: &str = "Entries are played in this order; equal numbers together";
pub const DIVIDER: &str = "Drag to share the room between the two";
pub const PANELS: &str = "Panels";
pub const PANELS_TIP: &str = "Forces, schedule, victory and the rest (F7)";
pub const PRINT_KIT: &str = "Print kit";
pub const PRINT_KIT_TIP: &str = "Map, counters, set-up sheets and charts on paper (Ctrl+P)";
pub const DOCUMENT_TAB: &str = "Bring to the front (Ctrl+Tab for the next one)";
pub const ALL_PROBLEMS_TIP: &str = "The whole list (Ctrl+6)";
pub const HEAD_HEX: &str = "hex";
pub const HEAD_VALUES: &str = "values";
pub const VIEW_TREE: &str = "Sides, formations, pieces";
pub const VIEW_TABLE: &str = "All pieces in a table that can be sorted";
pub const VIEW_OFF_MAP: &str = "Pieces that do not start on the map, by what they wait for";

pub const NO_PROBLEMS: &str = "No problems. It can be played (F5).";
pub const TOO_LARGE: &str = "At most 60,000 hexes fit.";
pub const READ_ONLY: &str = "These rules are unknown here: the map can be looked at, not changed.";

/// The notice above the map of a document with unknown rules.
pub fn read_only(ruleset: &str) -> String {
    format!(
        "Read-only: the rule system '{ruleset}' is unknown to this program. The map can be looked at, copied from and saved elsewhere; nothing in the file is lost."
    )
}
pub const EMPTY: &str = "No scenario is open.";
pub const EMPTY_HELP: &str =
    "Begin a new one, open a file, or choose one in the gallery and press Edit a copy.";
pub const LATELY: &str = "Recent files";

/// `1 error, 2 warnings`.
pub fn problem_counts(errors: usize, warnings: usize, advice: usize) -> String {
    let part = |n: usize, one: &str, many: &str| (n > 0).then(|| count(n, one, many));
    let parts = [
        part(errors, "error", "errors"),
        part(warnings, "warning", "warnings"),
        part(advice, "suggestion", "suggestions"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
pub const OPENED: &str = "Opened";
pub const STARTED: &str = "New";
pub const PLAYTEST: &str = "Play this document now; the editor keeps its state (F5)";

pub fn not_playable(errors: usize) -> String {
    format!("This scenario cannot be played yet: {}.", count(errors, "error", "errors"))
}

/// `13 x 9 hexes, flat-top, 457 m`.
pub fn sheet_summary(map: &engine::scenario::MapDoc) -> String {
    let top = match map.grid.orientation {
        engine::hex::Orientation::PointyTop => "pointy top",
        engine::hex::Orientation::FlatTop => "flat top",
    };
    let scale = if map.scale_m > 0 { format!(", {} m", map.scale_m) } else { String::new() };
    format!("{} \u{00D7} {} hexes, {top}{scale}", map.grid.cols, map.grid.rows)
}

pub fn csv_import(n: usize) -> String {
    format!("Import {} from a table", piece_count(n))
}
pub const GEO_INTRO: &str =
    "Maps from longitude and latitude: add GeoJSON files, say what their features become, look, import.";
pub const GEO_EMPTY: &str =
    "No files yet. Add one or more: rivers, places, relief, regions, or a whole battlefield.";
pub const GEO_FIT: &str = "The sheet is made large enough for all that is in the files";
pub const GEO_MIDDLE: &str = "The middle of the sheet; else that of the files";
pub const GEO_PREVIEW: &str = "Preview of the imported map";
pub const GEO_PREVIEW_HELP: &str = "Drag to move the sheet, turn the wheel to change the size of a hex";
pub const GEO_STEP: &str = "Import geography";

/// Why a table was rejected: the first lines that are wrong.
pub fn not_text(name: &str) -> String {
    format!("{name}: this is no text; nothing was changed")
}

pub fn table_refused(name: &str, n: usize) -> String {
    format!("{name}: nothing was changed. {}:", count(n, "line is wrong", "lines are wrong"))
}
pub const SHOW_PROBLEM: &str = "Show where it is";
pub const CHECK_PIECE: &str = "Select a piece on the map to see this.";
pub const CHECK_HEX: &str = "Point at a hex to see this.";
pub const CHECK_WAIT: &str = "Computing\u{2026}";
pub const CHECK_ERRORS: &str = "Overlays need a scenario without errors; see Problems.";

pub fn renumber_step(n: usize) -> String {
    format!("Renumber {}", piece_count(n))
}
pub const TEMPLATES: &str = "Pieces ready to be placed, by nation";
pub const LINE_GAP: &str = "Hexes from one line to the next";
pub const FORMATION: &str = "Pieces stand where ground and stacking allow, leaders with the first line.";
pub const RENUMBER: &str = "New identifiers in the order of the selection";
pub const ADD_PIECE: &str = "A piece off the map; drag it onto the map, or leave it to set-up or schedule";
pub const NEVER_COMES: &str = "No arrival planned";
pub const NO_OFF_MAP: &str = "Every piece starts on the map.";

/// `12 pieces, 2 leaders, 38 morale points`.
pub fn totals_text(t: &crate::core::forces::Totals) -> String {
    let mut parts = vec![t.pieces.to_string()];
    if t.leaders > 0 {
        parts.push(count(t.leaders, "leader", "leaders"));
    }
    if let Some((name, n)) = &t.strength {
        parts.push(strength_text(name, *n));
    }
    parts.join(", ")
}

/// `1 morale point`, `38 morale points`; fields are named in the plural.
fn strength_text(name: &str, n: i64) -> String {
    let name = name.to_lowercase();
    format!("{n} {}", if n == 1 { name.trim_end_matches('s') } else { &name })
}

/// The same where room is short: `12 pieces, 38 morale points`.
pub fn totals_short(t: &crate::core::forces::Totals) -> String {
    match &t.strength {
        Some((name, n)) => format!("{}, {}", piece_count(t.pieces), strength_text(name, *n)),
        None => piece_count(t.pieces),
    }
}
pub const NO_TURNS: &str = "No turns yet: say how many under Scenario.";
pub const TURN_NAME: &str = "What is printed in the box, if not just the number";
pub const DRAG_ENTRY: &str = "Click to edit, drag to another turn";
pub const DAYS: &str = "How far it is from one turn to the next";
pub const FILL_IN_DATES: &str = "Fill in dates";
pub const NEW_PIECES: &str = "Settings for new pieces";
pub const WRITE_DATES: &str = "Fills the boxes: dates from the sort date on, or times by the clock";
pub const NO_DATE: &str = "Enter a sort date (1741-04-10) under Scenario first";
pub const NO_SEATS: &str =
    "Every side has a player of its own. Add seats where one player leads several sides.";
pub const ADD_SEAT: &str = "A player, and the sides that follow him";
pub const NO_POOLS: &str = "No pools. Add one where counters or events are drawn from a limited number.";
pub const ADD_POOL: &str = "A limited number of counters or events to draw from";
pub const UNDERLAY_STEP: &str = "Change the background image";
pub const NO_UNDERLAY: &str =
    "A scanned or downloaded map, shown through while you paint. It is not part of the game.";
pub const UNDERLAY_LOCK: &str = "No pin is set or moved by mistake";
pub const PIN: &str = "Three pins fit the picture: click a spot on it, then where that spot belongs";
pub const PIN_SPOT: &str = "Click a spot you know on the picture. Esc stops.";
pub const PIN_PLACE: &str = "Now click where on the map that spot belongs. Esc stops.";

pub fn picture_refused(name: &str, why: &str) -> String {
    format!("{name}: the picture cannot be read ({why}); nothing was changed")
}
pub const OVERLAYS: &str = "Overlays";
pub const OVERLAYS_HELP: &str = "What the rules say of this map: reach, sight, supply and the like";

pub fn overlays_shown(n: usize) -> String {
    format!("{n} overlays")
}

pub const LAYERS: &str = "Layers";
pub const LAYERS_TIP: &str = "What is drawn: grid, numbers, counters, areas, problem signs";
