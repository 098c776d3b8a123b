//! Words for people.

/// The accessible name of the map.
pub const MAP: &str = "Map";
/// The accessible name of the overview.
pub const OVERVIEW: &str = "Overview of the map";

/// The accessible value of the map: the hex under the cursor.
pub fn cursor(line: &str) -> String {
    if line.is_empty() { "No hex".to_owned() } else { line.to_owned() }
}
