//! What an import of geography reports.

use super::{count, hexside_count, sheet_summary};
use crate::core::geo::ShapeKind;

/// Parts of the import dialog where they lie one behind the other.
pub const GEO_PARTS: [&str; 3] = ["Files and sheet", "Table", "Preview"];

pub const RULE_VALUES: &str = "Values parted by |; * is any";
pub const RULE_SHAPE: &str = "Only features of this shape";
pub const RULE_NAME: &str = "Whether the feature's name is written, and how";
pub const NOT_NAMED: &str = "not written";
pub const RULE_SHARE: &str = "Per cent of a hex an area must cover to fill it";
pub const RULE_SETTLEMENT: &str = "At least one hex however small, and it keeps to its bank of a river";
pub const RULE_ORDER: &str = "Rules are taken in order: later ones paint over earlier ones";

pub const RULE_ONTO: &str = "A point goes to the nearest hex of this terrain: a bridge onto the river";
pub const RULE_LEFT: &str = "Points out to the left";
pub const RULE_LEFT_HELP: &str = "Left of the line as it is drawn in the file, else to its right";
pub const RULE_AND: &str = "And only if\u{2026}";
pub const RULE_AND_HELP: &str = "One more property the features must have, with its values";
pub const GEO_MAKING: &str = "The map is being made\u{2026}";
pub const GEO_NO_THREAD: &str =
    "The map could not be started: the system is out of threads. Change something to try again.";
pub const GEO_GROUND: &str = "The terrain of hexes no feature speaks of";
pub const GEO_BRIDGE: &str = "What comes where a road meets water";

pub fn without_condition(property: &str) -> String {
    format!("Whatever its {property} is")
}

pub fn rule_details(condition: &str) -> String {
    format!("Details of the rule for {condition}")
}

/// The first of them, and how many more.
fn first_names(names: &[String]) -> String {
    const MOST: usize = 6;
    let first = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => first,
        n => format!("{first} and {n} more"),
    }
}

/// What came of an import, a line for each thing worth knowing.
pub fn geo_report(r: &crate::core::geo::Report, map: &engine::scenario::MapDoc) -> Vec<String> {
    let mut out = vec![format!("{} onto {}.", count(r.features, "feature", "features"), sheet_summary(map))];
    let w = &r.water;
    if w.sides > 0 {
        out.push(format!(
            "Rivers: {} in {}, {} without a river, {} (sources, or mouths that were missed).",
            hexside_count(w.sides),
            count(w.systems, "joined system", "joined systems"),
            w.orphans.len(),
            count(w.loose.len(), "open end", "open ends"),
        ));
    }
    for (river, into) in &r.unjoined {
        out.push(format!("{river} does not reach {into}, into which it flows."));
    }
    if !map.roads.is_empty() {
        out.push(format!("Roads: {}.", hexside_count(map.roads.len())));
    }
    if !map.regions.is_empty() {
        out.push(format!("{}.", count(map.regions.len(), "region", "regions")));
    }
    if !r.towns.is_empty() {
        let moved = r.towns.iter().filter(|t| t.moved).count();
        let wrong = r.wrong_bank();
        out.push(format!(
            "{}, {moved} moved to the next hex to keep their bank, {} on the wrong bank.",
            count(r.towns.len(), "settlement", "settlements"),
            wrong.len()
        ));
        for t in wrong {
            out.push(format!(
                "{} ({}) lies on the wrong bank of {}.",
                t.name,
                map.hex_label(t.hex),
                t.wrong.join(", ")
            ));
        }
    }
    if !r.crowded.is_empty() {
        out.push(format!(
            "{} covered by others or cut off: {}.",
            count(r.crowded.len(), "name is", "names are"),
            first_names(&r.crowded)
        ));
    }
    for name in &r.dry {
        out.push(format!("{name}: no water near to cross."));
    }
    if r.beyond > 0 {
        out.push(format!("{} beyond the sheet.", count(r.beyond, "feature lies", "features lie")));
    }
    for u in &r.unmapped {
        let what = shape_count(Some(u.shape), u.count);
        out.push(format!("{what} with {} = {} not in the table.", u.property, u.value));
    }
    out
}

/// `1 point`, `4 lines`.
pub fn shape_count(shape: Option<ShapeKind>, n: usize) -> String {
    match shape {
        Some(ShapeKind::Point) => count(n, "point", "points"),
        Some(ShapeKind::Line) => count(n, "line", "lines"),
        Some(ShapeKind::Area) => count(n, "area", "areas"),
        None => count(n, "feature", "features"),
    }
}
