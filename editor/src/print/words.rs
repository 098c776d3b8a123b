//! Words of the kit.

use super::Part;
pub use board::strings::badge_name;
use engine::scenario::ProvenanceKind;

pub fn part_name(part: Part) -> &'static str {
    match part {
        Part::Setup => "Setup sheet",
        Part::Schedule => "Turns and score",
        Part::Oob => "Orders of battle",
        Part::Roster => "Loss roster",
        Part::Aids => "Player aids",
        Part::Map => "Map",
        Part::Counters => "Counters",
    }
}

pub fn provenance_name(kind: ProvenanceKind) -> &'static str {
    match kind {
        ProvenanceKind::Rulebook => "From the rulebook",
        ProvenanceKind::Found => "From public sources",
        ProvenanceKind::Reconstructed => "Reconstructed",
        ProvenanceKind::Own => "The designer's own",
    }
}

pub const UNIT: &str = "unit";
pub const HEX: &str = "hex";
pub const FACING: &str = "faces";
pub const STRENGTH: &str = "strength";
pub const PLACED: &str = "placed";
pub const NOBODYS: &str = "On the map for both";
pub const SEATS: &str = "Who plays";
pub const POOLS: &str = "Counters to draw from";
/// In the column of hexes, under the heading with the box's name.
pub const BOX: &str = "box";
pub const NOT_YET: &str = "Off the map at the start";
pub const VICTORY: &str = "Victory";
pub const ORDER: &str = "Order of setup";
pub const OPTIONS: &str = "Options in force";
pub const OBJECTIVES: &str = "Objectives";
pub const SPECIALS: &str = "Special rules";
pub const SIDES: &str = "Sides";
pub const NOTES: &str = "Designer's notes";
pub const HISTORY: &str = "What happened";
pub const REINFORCEMENTS: &str = "Schedule";
pub const TURN_TRACK: &str = "Turn track";
pub const SCORE: &str = "Score sheet";
pub const SEQUENCE: &str = "Sequence of play";
pub const TERRAIN_KEY: &str = "Key to the map";
pub const PROBLEMS: &str = "Problems found";
pub const SEALED: &str = "Sealed";
pub const NONE: &str = "none";
pub const FLIP: &str = "flip on the long edge";
pub const MEASURE: &str = "50 mm: measure before cutting";
pub const CUT: &str = "Cut on the marks outside the art; the army colour runs over the cut at the rim, the picture stays 0.7 mm inside it.";
pub const REDUCED: &str =
    "Reduced side: number in another colour and emptied boxes, so that it reads in black and white as well.";

pub fn draft_note(n: usize) -> String {
    format!("draft: {n} problem{}", if n == 1 { "" } else { "s" })
}

pub fn for_only(side: &str) -> String {
    format!("for {side} only")
}

/// `1 turn`, `20 turns`.
pub fn turn_count(n: u32) -> String {
    if n == 1 { "1 turn".to_owned() } else { format!("{n} turns") }
}

/// Heading of the pieces that begin in a box off the map.
pub fn in_box(name: &str) -> String {
    format!("In the box: {name}")
}
