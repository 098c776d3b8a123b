//! Older versions of a file.

use super::count;
use engine::scenario::ScenarioDoc;

pub const HELP: &str = "Every save keeps what the file held before. Open shows a version as a document of its own, not saved in a file.";
pub const NONE: &str = "Nothing older is kept yet: with every save, what the file held before is.";
pub const SAME: &str = "the same as what is open";
pub const OPEN: &str = "Open";
pub const OPEN_TIP: &str = "Beside this one, as a document that is not saved";
pub const BRING_BACK: &str = "Restore";
pub const BRING_BACK_TIP: &str = "Into this document, as one step that can be undone";

pub fn versions_title(document: &str) -> String {
    format!("Older versions of {document}")
}

/// The first of the list is the file itself.
pub fn version_head(n: usize, when: &str) -> String {
    if n == 0 { format!("In the file now, saved {when}") } else { format!("Saved {when}") }
}

pub fn restore_step(when: &str) -> String {
    format!("Version saved {when}")
}

/// How a version differs from the open document: `12 hexes, 3 pieces differ`.
pub fn difference_text(now: &ScenarioDoc, then: &ScenarioDoc) -> String {
    let mut parts = Vec::new();
    if now.map.grid != then.map.grid {
        parts.push(format!("{} \u{00D7} {} hexes", then.map.grid.cols, then.map.grid.rows));
    } else {
        let other = |id: &engine::hex::HexId| {
            now.map.terrain_at(*id) != then.map.terrain_at(*id)
                || now.map.levels.get(id.index()) != then.map.levels.get(id.index())
        };
        parts.push(count_or_none(now.map.grid.ids().filter(other).count(), "hex", "hexes"));
    }
    let sides = now.map.edges.iter().filter(|(e, f)| then.map.edges.get(e) != Some(f)).count()
        + then.map.edges.keys().filter(|e| !now.map.edges.contains_key(e)).count();
    parts.push(count_or_none(sides, "hexside", "hexsides"));
    let pieces = now.pieces.iter().filter(|p| then.piece(&p.id) != Some(p)).count()
        + then.pieces.iter().filter(|p| now.piece(&p.id).is_none()).count();
    parts.push(count_or_none(pieces, "piece", "pieces"));
    parts.retain(|p| !p.is_empty());
    if parts.is_empty() { "other fields differ".to_owned() } else { format!("{} differ", parts.join(", ")) }
}

fn count_or_none(n: usize, one: &str, many: &str) -> String {
    if n == 0 { String::new() } else { count(n, one, many) }
}
