//! Text on screen and for screen readers.

use engine::present::Badge;

/// The accessible name of the map.
pub const MAP: &str = "Map";
/// The accessible name of the minimap.
pub const OVERVIEW: &str = "Overview of the map";

/// The accessible value of the map: the hex under the cursor.
pub fn cursor_value(line: &str) -> String {
    if line.is_empty() { "No hex".to_owned() } else { line.to_owned() }
}

/// A sight profile in words.
pub fn sight_description(line: &[crate::profile::Sample]) -> String {
    let (Some(a), Some(b)) = (line.first(), line.last()) else { return "No line".to_owned() };
    let line_of_sight =
        format!("Sight from {}, level {}, to {}, level {}", a.label, a.ground, b.label, b.ground);
    match line.iter().find(|s| s.blocks) {
        Some(s) if s.what.is_empty() => {
            format!("{line_of_sight}: blocked at {} by ground of level {}", s.label, s.ground)
        }
        Some(s) => format!("{line_of_sight}: blocked at {} by {}", s.label, s.what),
        None => format!("{line_of_sight}: clear"),
    }
}

/// The name of a badge's state.
pub fn badge_name(b: Badge) -> &'static str {
    match b {
        Badge::Disordered => "disordered",
        Badge::Shaken => "shaken",
        Badge::Panicked => "panicked",
        Badge::Routed => "routed",
        Badge::Demoralised => "demoralised",
        Badge::OutOfCommand => "out of command",
        Badge::InSupply => "in supply",
        Badge::OutOfSupply => "out of supply",
        Badge::Locked => "besieged or locked in combat",
        Badge::Acted => "has acted",
        Badge::Asleep => "asleep",
        Badge::Column => "in column",
        Badge::Captured => "captured",
        Badge::Degraded => "degraded",
        Badge::Momentum => "under a momentum marker",
        Badge::GunsMoved => "moved: does not fire",
        Badge::Quartered => "in winter quarters",
        Badge::Drilled => "at drill: stays where it is",
        Badge::Activated => "activated for this impulse",
        Badge::Halted => "halted by an event",
    }
}

/// A town on a map of whole countries.
pub const TOWN: &str = "Town";

/// The heading of a part of the legend.
pub fn legend_heading(kind: crate::furniture::LegendKind) -> &'static str {
    use crate::furniture::LegendKind;
    match kind {
        LegendKind::Ground => "GROUND",
        LegendKind::Edge => "HEXSIDES",
        LegendKind::Road => "ROADS",
        LegendKind::Place => "PLACES",
    }
}

/// A number on the scale bar, in the unit that suits `step`.
pub fn scale_distance(metres: f32, step: f32) -> String {
    format!("{}", if step >= 1_000.0 { metres / 1_000.0 } else { metres })
}

/// The unit of the scale bar, and the size of a hex.
pub fn scale_unit(step: f32, hex_m: u32) -> String {
    let unit = if step >= 1_000.0 { "kilometres" } else { "metres" };
    let hex = if hex_m >= 1_000 { format!("{} km", hex_m as f32 / 1_000.0) } else { format!("{hex_m} m") };
    format!("{unit}; {hex} from hex to hex")
}
