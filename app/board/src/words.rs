//! Words for people.

/// The accessible name of the map.
pub const MAP: &str = "Map";
/// The accessible name of the overview.
pub const OVERVIEW: &str = "Overview of the map";

/// The accessible value of the map: the hex under the cursor.
pub fn cursor(line: &str) -> String {
    if line.is_empty() { "No hex".to_owned() } else { line.to_owned() }
}

/// A sight line from the side, in words.
pub fn profile(line: &[crate::profile::Sample]) -> String {
    let (Some(a), Some(b)) = (line.first(), line.last()) else { return "No line".to_owned() };
    let way = format!("Sight from {}, level {}, to {}, level {}", a.label, a.ground, b.label, b.ground);
    match line.iter().find(|s| s.blocks) {
        Some(s) if s.what.is_empty() => {
            format!("{way}: blocked at {} by ground of level {}", s.label, s.ground)
        }
        Some(s) => format!("{way}: blocked at {} by {}", s.label, s.what),
        None => format!("{way}: clear"),
    }
}
