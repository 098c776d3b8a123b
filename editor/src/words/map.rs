//! Names, areas, roads, and what stands beside the pointer.

use super::{count, hex_count, hexside_count};

pub const PICTURE_TO_TRACE: &str = "Background image";
pub const UNDERLAY_GONE: &str = "Remove background image";
pub const UNDERLAY_LOOSE: &str = "Remove the pins";
pub const UNDERLAY_MOVED: &str = "Move a pin of the picture";
pub const PIN_AGAIN: &str = "Another pin";
pub const PIN_DRAG: &str = "Drag a pin on the map to move it; another one takes the place of the first.";

pub fn trace_step(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    format!("Trace {name}")
}

pub fn underlay_shows(per_cent: u8) -> String {
    format!("Background image at {per_cent} %")
}

pub fn underlay_locked(locked: bool) -> &'static str {
    if locked { "Lock background image" } else { "Unlock background image" }
}

pub fn underlay_pinned(n: usize) -> String {
    format!("Pin {n} of the picture")
}

pub const NAME_GRIPS: &str =
    "On the map: drag the letters to move it, the round grip to rotate it, the square one to scale it.";
pub const TURN_KEYS: &str = "Degrees, clockwise (comma and full stop)";
pub const SIZE_KEYS: &str = "Per cent of the style's size ([ and ])";
pub const USUAL_PLACE: &str = "Reset position";
pub const USUAL_PLACE_HELP: &str = "Where names of this style stand";
pub const NEW_AREA: &str = "Name of a new area";
pub const AREA_TAKEN: &str = "There is an area of this name";
pub const AREA_NAME_FIRST: &str = "Type its name first";
pub const FIND_AREA: &str = "Find an area";
pub const AS_AREA: &str = "As an area";
pub const CHOOSE_ITS_HEXES: &str = "Select its hexes";
pub const CHOOSE_ITS_HEXES_HELP: &str = "To copy, clear or crop to them";
pub const ROAD: &str = "Road";

/// A class of road by its name.
pub fn road_name(schema: &engine::scenario::Schema, class: u8) -> &str {
    let kind = usize::from(class).checked_sub(1).and_then(|i| schema.roads.get(i));
    kind.map(|k| k.name.as_str()).filter(|n| !n.is_empty()).unwrap_or(ROAD)
}

pub const ROAD_MEETS_WATER: &str = "Where road meets water";
pub const NO_CROSSING: &str = "Nothing";

pub const LETTERS_WAY: &str = "A1";
pub const COLUMN_WAY: &str = "0101, column first";
pub const ROW_WAY: &str = "0101, row first";
pub const SOUTH_WAY: &str = "0101, row first from the bottom";
pub const NUMBERS_SOUTH: &str = "Row and column in figures, rows counted upwards";
pub const NUMBERS_LETTERS: &str = "Letters for columns: B1 stands right of A1";
pub const NUMBERS_COLUMNS: &str = "Column and row in figures: 0201 stands right of 0101";
pub const NUMBERS_ROWS: &str = "Row and column in figures: 0102 stands right of 0101";
pub const NUMBERS_OTHER: &str = "Other";
pub const NUMBERS_OTHER_HELP: &str = "From any corner, from any number, in figures or letters";
pub const NUMBERS_ALIKE: &str = "Some hexes could not be told apart by these numbers: give the second count more digits, or one of them letters.";
pub const COLUMN_FIRST: &str = "Column first";
pub const ROW_FIRST: &str = "Row first";
pub const COLUMNS: &str = "Columns";
pub const ROWS: &str = "Rows";
pub const FROM_LEFT: &str = "from the left";
pub const FROM_RIGHT: &str = "from the right";
pub const FROM_TOP: &str = "from the top";
pub const FROM_BOTTOM: &str = "from the bottom";
pub const FIRST_NUMBER: &str = "beginning with";
pub const DIGITS: &str = "digits";
pub const LETTERS: &str = "letters";
pub const RENUMBER_HEXES: &str = "Renumber hexes";
pub const RENUMBER_HELP: &str = "Nothing moves. Hexes that entries and rules name by number are named by the new one; texts stay as written.";
pub const RENUMBER_NOW: &str = "Renumber";

pub fn default_area_name(n: usize) -> String {
    format!("Area {n}")
}

pub fn area_of(n: usize) -> String {
    format!("Area of {}", count(n, "selected hex", "selected hexes"))
}

pub fn add_chosen(n: usize) -> String {
    format!("Add {}", count(n, "selected hex", "selected hexes"))
}

pub fn take_chosen(n: usize) -> String {
    format!("Remove {}", count(n, "selected hex", "selected hexes"))
}

pub fn paint_chosen(terrain: &str) -> String {
    format!("Paint with {}", terrain.to_lowercase())
}

pub fn so_many_sides(what: &str, n: usize) -> String {
    format!("{what}, {}", hexside_count(n))
}

pub fn so_many_hexes(what: &str, n: usize) -> String {
    format!("{what}, {}", hex_count(n))
}

pub fn erase_text(what: &str) -> String {
    format!("Erase {what}")
}

pub fn replace_text(from: &str, to: &str) -> String {
    format!("Replace {from} by {to}")
}

pub fn area_hexes(area: &str, n: usize, inside: bool) -> String {
    if inside {
        format!("Add {} to {area}", hex_count(n))
    } else {
        format!("Remove {} from {area}", hex_count(n))
    }
}

pub fn pick_up(what: &str) -> String {
    format!("Pick {what}")
}

pub fn level_text(n: i8) -> String {
    format!("level {n}")
}

pub fn write_text(name: &str) -> String {
    format!("Write {name}")
}

pub fn move_name(name: &str) -> String {
    format!("Move {name}")
}

pub fn turned_text(degrees: i16) -> String {
    format!("Rotate to {degrees}\u{00B0}")
}

pub fn sized_text(per_cent: u16) -> String {
    format!("Size {per_cent} %")
}

/// A hex was clicked to be named.
pub fn naming_hex(hex: &str) -> String {
    format!("Type the name for {hex}; Enter adds it, Esc cancels.")
}

pub fn hex_label(doc: &engine::scenario::ScenarioDoc, hex: engine::hex::Hex) -> String {
    doc.map.grid.id(hex).map(|id| doc.map.grid.label(id)).unwrap_or_default()
}

pub const NAME_HINT: &str = "Name, then Enter";

pub const MENU_NAME: &str = "Name this hex";
pub const MENU_PLACE: &str = "Place pieces\u{2026}";
pub const MENU_PASTE: &str = "Paste";

pub fn menu_select(piece: &str) -> String {
    format!("Select {piece}")
}

pub fn menu_off_map(piece: &str) -> String {
    format!("Take {piece} off the map")
}

pub fn menu_delete(piece: &str) -> String {
    format!("Delete {piece}")
}

pub fn menu_paint_with(terrain: &str) -> String {
    format!("Paint with {}", terrain.to_lowercase())
}
