//! What the status line says of the tool in hand, as it stands.

use super::tool_text;
use crate::core::tool::{EdgeMode, LevelMode, Shape, ToolKind, Toolbox};
use engine::scenario::{ScenarioDoc, Schema};

fn name_or_id<'a>(name: Option<&'a String>, id: &'a str) -> &'a str {
    name.map(String::as_str).filter(|n| !n.is_empty()).unwrap_or(id)
}

/// The tool with what it draws, what a press does next, and what the keys held change.
pub fn tool_status(tools: &Toolbox, doc: &ScenarioDoc, schema: &Schema, name_held: bool) -> String {
    let (name, _, help) = tool_text(tools.kind);
    let plain = format!("{name}: {help}");
    match tools.kind {
        ToolKind::Brush | ToolKind::Fill => terrain_status(tools, schema),
        ToolKind::Level if schema.levels.is_some() => match tools.levels.mode {
            LevelMode::Raise => "Raise: drag over hexes; Ctrl lowers, Alt picks up a level.".to_owned(),
            LevelMode::Lower => "Lower: drag over hexes; Ctrl raises, Alt picks up a level.".to_owned(),
            LevelMode::Set => format!("Level {}: drag over hexes; Alt picks up a level.", tools.levels.level),
        },
        ToolKind::Hexside if !schema.edges.is_empty() => edge_status(tools, schema),
        ToolKind::Road if !schema.roads.is_empty() => {
            let road = usize::from(tools.roads.class).checked_sub(1).and_then(|i| schema.roads.get(i));
            let road = name_or_id(road.map(|r| &r.name), super::ROAD);
            match (tools.road_start().is_some(), tools.erase) {
                (true, _) => format!("{road}: click where it goes on; Esc ends it."),
                (_, true) => "Erase roads: drag along them, or click from hex to hex.".to_owned(),
                _ => format!("{road}: drag, or click where it begins; Ctrl erases, Alt picks up."),
            }
        }
        ToolKind::Area => match doc.map.region(&tools.region) {
            Some(r) if tools.erase => {
                format!("{}: drag to take hexes out; Alt picks an area.", name_or_id(Some(&r.name), &r.id))
            }
            Some(r) => {
                let area = name_or_id(Some(&r.name), &r.id);
                format!("{area}: drag to add hexes; Ctrl takes them out, Alt picks an area.")
            }
            None => "Areas: name one at the left, then drag over its hexes.".to_owned(),
        },
        ToolKind::Label => match (name_held, tools.label.text.trim()) {
            (false, "") => "Names: click a hex and type, or click a name to change it.".to_owned(),
            (true, "") => "Names: drag the letters, the round grip turns, the square one sizes.".to_owned(),
            (_, text) => format!("{text}: click where it is to be written."),
        },
        ToolKind::Level => super::NO_LEVELS.to_owned(),
        ToolKind::Hexside => super::NO_SIDES.to_owned(),
        ToolKind::Road => super::NO_ROADS.to_owned(),
        _ => plain,
    }
}

fn terrain_status(tools: &Toolbox, schema: &Schema) -> String {
    let what = name_or_id(schema.terrain(&tools.ground.terrain).map(|t| &t.name), &tools.ground.terrain);
    let open = schema.terrains.first().map_or("", |t| t.name.as_str());
    let does = match (tools.kind, tools.ground.everywhere, tools.ground.shape) {
        (ToolKind::Fill, true, _) => "click: every hex of that terrain changes",
        (ToolKind::Fill, ..) => "click to fill joined hexes",
        (_, _, Shape::Freehand) => "drag to paint, [ and ] size",
        (_, _, Shape::Line) => "drag a line, [ and ] size",
        (_, _, Shape::Rectangle) => "drag a rectangle",
    };
    let turn = if crate::core::tool::turns(&tools.ground.terrain, schema) { ", Shift+R turns" } else { "" };
    format!("{what}: {does}{turn}; Ctrl lays {}, Alt picks up.", open.to_lowercase())
}

fn edge_status(tools: &Toolbox, schema: &Schema) -> String {
    let kind = schema.edge(&tools.edges.kind);
    let what = name_or_id(kind.map(|k| &k.name), &tools.edges.kind);
    let turn = if kind.is_some_and(|k| k.directed) { ", X turns it round" } else { "" };
    let held = if tools.erase { "Alt picks up" } else { "Ctrl erases, Alt picks up" };
    let erase = if tools.erase { "Erase " } else { "" };
    let does = match (tools.edges.mode, tools.path_start().is_some()) {
        (EdgeMode::Click, _) => "click sides",
        (EdgeMode::Drag, _) => "drag along sides",
        (EdgeMode::Corners, false) => "click the corner where it begins",
        (EdgeMode::Corners, true) => {
            return format!("{erase}{what}: click the next corner{turn}; the same again or Esc ends it.");
        }
    };
    format!("{erase}{what}: {does}; {held}{turn}.")
}
