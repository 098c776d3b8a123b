//! The position as a scenario of its own.

use crate::Context;
use crate::ids::UnitId;
use crate::state::{Spot, State};
use engine::scenario::{Place, ScenarioDoc};
use std::sync::Arc;

pub fn position(cx: &Context, s: &State, doc: &ScenarioDoc) -> ScenarioDoc {
    let mut out = doc.clone();
    let grid = cx.setup.map.grid;
    for piece in Arc::make_mut(&mut out.pieces) {
        let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) else { continue };
        if let Spot::Hex(hex) = s.unit(UnitId(i as u8)).spot {
            piece.place = Place::Hex(grid.hex(hex));
        }
    }
    out
}
