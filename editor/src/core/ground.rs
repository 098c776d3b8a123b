//! Terrain whose picture has a direction.

use super::edit::Edit;
use super::hexes;
use engine::hex::Hex;
use engine::scenario::{ScenarioDoc, Schema};

/// Whether the terrain's picture has a direction, so that its rotation matters.
pub fn has_direction(terrain: &str, schema: &Schema) -> bool {
    board::art::terrain_rotation_rule(terrain, schema) != board::art::RotationRule::Never
}

/// Rotates by a sixth, clockwise or counter-clockwise, the ground of hexes whose picture has a direction.
pub fn turn_ground(doc: &ScenarioDoc, schema: &Schema, hexes: &[Hex], clockwise: bool) -> Option<Edit> {
    let has = |h: &&Hex| {
        hexes::on_sheet(&doc.map.grid, **h).is_some_and(|id| has_direction(doc.map.terrain_at(id), schema))
    };
    let by = if clockwise { 1 } else { 5 };
    let hexes: Vec<Hex> = hexes.iter().filter(has).copied().collect();
    (!hexes.is_empty()).then_some(Edit::TurnGround { hexes, by })
}
