//! Words of the order of battle, of schedule and set-up, of nations and sides.

use super::{count, piece_count};

/// In place of a value that the selected pieces do not share.
pub const DIFFERS: &str = "differs";

pub fn join_step(n: usize) -> String {
    format!("Bring {} into an entry", piece_count(n))
}

pub fn duplicate_step(n: usize) -> String {
    format!("Duplicate {}", piece_count(n))
}

pub fn form_wing_step(n: usize, name: &str) -> String {
    format!("Form {name} of {}", piece_count(n))
}

pub fn reorder_step(n: usize) -> String {
    format!("Move {} in the list", piece_count(n))
}

pub fn lay_off_map_step(n: usize) -> String {
    format!("Move {} off the map", piece_count(n))
}

pub const NOT_FOUND: &str = "No piece off the map has this name.";
pub const IN_SECRET: &str = "in secret";
/// In the column of hexes, of a piece its player sets up.
pub const BY_PLAYER: &str = "set-up";
pub const NOTHING_HELP: &str = "They never come into play.";
pub const OFF_MAP_KEYS: &str = "Drag into another box, onto the map, or over another page's name.";

pub fn no_hex(text: &str) -> String {
    format!("'{text}' is no hex of this map")
}

/// What a box off the map says of itself.
pub fn box_of(name: &str, n: usize) -> String {
    format!("{name}, box, {}", piece_count(n))
}

pub fn turn_step(n: usize) -> String {
    format!("Turn {}", piece_count(n))
}

pub const SPAN_MINUTES: &str = "minutes";
pub const CLOCK_FROM: &str = "from";
pub const CLOCK_FROM_HELP: &str = "When the first turn begins, by the clock";
pub const SPAN_DAYS: &str = "days";
pub const SPAN_HALF: &str = "half a month";
pub const SPAN_MONTH: &str = "a month";
pub const TURN_RANGE: &str = "Shift and click: all turns up to this one, to mark them at once.";

pub fn turns_head(first: u32, last: u32) -> String {
    if first == last { format!("Turn {first}") } else { format!("Turns {first} to {last}") }
}

pub fn mark_turns(n: usize) -> String {
    format!("Mark {n} turns")
}

pub const VICTORY_RULES: &str = "Victory rules";

pub fn worth_text(n: usize, total: i64) -> String {
    format!("Worth points: {}, {total} in all", piece_count(n))
}

/// Over the list of what can be added.
pub fn adds_for(side: &str, formation: &str) -> String {
    if formation.is_empty() { format!("For {side}") } else { format!("For {side}, {formation}") }
}

pub const FIND: &str = "Find a piece, wing or hex";
pub const TEXTS: &str = "Printed with the setup sheet, and shown in the gallery before play.";

pub const SIDE_UP: &str = "Move up";
pub const SIDE_ORDER: &str = "The order of sides in lists and on printed sheets";

pub const FRONT: &str = "front";
pub const BACK: &str = "back";
pub const REDUCED: &str = "reduced";

/// A picture of one face of a counter.
pub fn face_name(name: &str, which: &str) -> String {
    format!("{name}, {which}")
}

/// Of a field only some of the selected pieces have.
pub fn of_some(n: usize, all: usize, help: &str) -> String {
    format!("Of {n} of the {all} selected pieces. {help}")
}

/// Under the title of the first of several.
pub fn several_selected(n: usize) -> String {
    format!("{}: changes apply to all", piece_count(n))
}

/// What a row of the tree says of a formation.
pub fn formation_row(name: &str, what: &str, n: usize) -> String {
    format!("{name}, {what}, {}", piece_count(n))
}

/// A counter of a pool: the list it is chosen from, and how many of it there are.
pub fn pool_counter(number: usize) -> String {
    format!("Counter {number}")
}

pub fn how_many(name: &str) -> String {
    format!("How many of {name}")
}

pub const FORMATION: &str = "The formation it belongs to: a wing by name, or the piece that leads it";
pub const FORMATION_NAME: &str = "Formation's name";
pub const FORMATION_NAME_HELP: &str = "The wing or body all of its pieces belong to";
pub const NEW_FORMATION: &str = "The selected pieces form a wing of their own; name it below";
pub const ALL_SIDES: &str = "All";
pub const SIDE_FILTER: &str = "Only pieces of this side";
pub const TREE_KEYS: &str = "Drag onto the map to place, onto a piece or wing to put under it, between two rows to put there. Shift selects a range, Ctrl adds; arrow keys walk, left and right fold, Alt+Up and Alt+Down move.";
pub const ORDER: &str = "Among those it stands with: the order of the file and of printed sheets";
pub const TAKE_OFF: &str = "Take off map";
pub const OFF_MAP_NOW: &str = "Leaves the map and waits for set-up or arrival";
pub const SELECT_FORMATION: &str = "Select formation";
pub const OUT_OF_FORMATION: &str = "Remove from formation";
pub const JOIN_ENTRY: &str = "Comes with";
pub const NEW_ENTRY: &str = "New entry";
pub const NO_ENTRY: &str = "Remove from its entry";
pub const WAITING_MENU: &str = "Add pieces";
pub const WAITING: &str =
    "Unscheduled pieces of this side; or drag rows of the Forces page here over its tab";
pub const NOBODY_WAITS: &str = "No piece of this side is off the map without an entry.";
pub const MEMBER: &str = "A double click leads to its values and its state.";
pub const DROP_ENTRY: &str = "Drop here to bring them in";

pub fn fold_tip(open: bool, name: &str) -> String {
    if open { format!("Fold {name}") } else { format!("Unfold {name}") }
}

/// While rows are dragged.
pub fn dragged_text(first: &str, n: usize) -> String {
    if n < 2 { first.to_owned() } else { format!("{first} and {} more", n - 1) }
}

pub const ON_TURN: &str = "On a turn";
pub const BY_DIE: &str = "By a die, from a turn on";
pub const BY_EVENT: &str = "By an event";
pub const ON_CONDITION: &str = "On a condition";
pub const WHEN_UNKNOWN: &str = "These rules do not play it this way; choose another.";
pub const WHEN_ONLY: &str = "The only way these rules know";
pub const FROM_TURN: &str = "From turn";
pub const FROM_TURN_HELP: &str = "Rolled for on this turn and after";
pub const UNUSED_AREA: &str = "Area (not used by these rules)";
pub const UNUSED_PIECES: &str = "These rules bring no pieces with it.";
pub const ANY_TURN: &str = "Not bound to a turn";

pub fn unused_property(id: &str, value: &str) -> String {
    format!("{id}: {value} (unknown to these rules)")
}

pub const SETUP_UNKNOWN: &str = "These rules have no player set-up: every piece starts where it stands.";
pub const SECRET: &str = "The other side does not see it until all have set up";
pub const NO_POOLS_HERE: &str = "These rules use no counter pools: they would not be played.";
pub const POOL_UNKNOWN: &str = "These rules draw nothing from it; kept as written.";

pub const COLOURS: &str = "Colours of its counters";
pub const OWN_NATION: &str = "A nation of your own";
pub const OWN_NATION_HELP: &str = "Name, adjective and colours as you like";
pub const ONLY_NATIONS: &str = "These rules allow only these nations.";
pub const NO_MORE_NATIONS: &str = "All nations of these rules are in.";
pub const NEW_NATION: &str = "Nation";
pub const SIDE_NATIONS: &str = "Nations that fight on this side";

/// Why something cannot be deleted: `12 pieces, 2 schedule entries`.
pub fn in_use(uses: &[(usize, &str, &str)]) -> Option<String> {
    let said: Vec<String> = uses.iter().filter(|u| u.0 > 0).map(|u| count(u.0, u.1, u.2)).collect();
    (!said.is_empty()).then(|| format!("Still in use: {}.", said.join(", ")))
}

pub const MARKS: &str =
    "Weather, night and the like, parted by commas: printed in the box, without effect in these rules";
pub const HEX_FIELD: &str = "no such hex on this map";
pub const DUPLICATE: &str = "Copies next to them, which come with the same entries (Ctrl+D)";
pub const NEW_SETUP: &str = "New set-up entry";

pub const NEAR: &str =
    "The pieces go no farther from this one than the number below; the area may then be empty";
pub const WITHIN: &str = "Hexes from that piece at most";

/// `place` says where: `in Silesia`.
pub fn setup_title(i: usize, place: &str) -> String {
    format!("Set-up {} {place}", i + 1)
}

pub fn leave_step(n: usize) -> String {
    format!("Remove {} from their entries", piece_count(n))
}

pub fn missing_piece(id: &str) -> String {
    format!("{id}: no such piece")
}

pub fn all_waiting(n: usize) -> String {
    format!("All {n} unscheduled")
}
pub const NO_AREA_YET: &str = "No areas yet: draw one with the Areas tool (A).";

pub fn pick_hex(field: &str) -> String {
    format!("Take {} from the map", field.to_lowercase())
}

/// Beside the pointer while a field waits for a hex.
pub fn picking_hex(hex: &str) -> String {
    if hex.is_empty() { "Click a hex; Esc stops".to_owned() } else { format!("Take {hex}; Esc stops") }
}
pub const NO_OPTIONS: &str = "These rules have no options.";

pub fn none_found(filter: &str) -> String {
    format!("No piece has \u{201C}{}\u{201D}.", filter.trim())
}

pub fn last_turn(last: u32) -> String {
    format!("The last turn is {last}.")
}

pub const ADD_NATION: &str = "Add nation\u{2026}";
pub const ADD_NATION_HELP: &str = "Another nation fights for this side";

pub fn nation_joins(name: &str) -> String {
    format!("Add {name}")
}

/// Shown for a figure that the rule system's chart gives.
pub const CHART: &str = "chart";
