//! The way from a blank sheet to a battle, step by step.

pub const HEAD: &str = "From sheet to battle";
pub const TIP: &str = "Takes you there";
pub const READY: &str = "It can be played: F5.";

/// What is to be done, and how.
pub const GROUND: (&str, &str) =
    ("Paint the ground", "Select a terrain at the left, then drag over the map.");
pub const SIDES: (&str, &str) =
    ("Draw rivers and works", "They run along hexsides: drag from corner to corner.");
pub const ROADS: (&str, &str) = ("Draw roads", "Drag from hex to hex; bridges come with them.");
pub const LEVELS: (&str, &str) = ("Raise hills", "Drag to raise the ground; slopes are drawn by themselves.");
pub const FORCES: (&str, &str) =
    ("Place both armies", "Select side and kind, then click hexes. Leaders too.");
pub const SCHEDULE: (&str, &str) =
    ("Plan arrivals", "Select pieces off the map and add them to the schedule. Or leave it out.");
pub const VICTORY: (&str, &str) = ("Set victory conditions", "Add a victory condition.");
pub const MEND: (&str, &str) = ("Fix problems", "The list says where, and often offers the repair.");
pub const PLAY: (&str, &str) = ("Playtest", "F5 plays it at once; Esc comes back here.");
