//! Slopes of the compiled map, from levels and from what the document says of single hexsides.

use super::{Map, for_both_hexes};
use crate::hex::{Corner, HexId};
use crate::scenario::{MapDoc, Schema, Slope};

/// How much higher the next hex lies, for each hex and direction.
pub(super) fn rises_by_hex(doc: &MapDoc, schema: &Schema) -> Vec<[i8; 6]> {
    let mut rises = vec![[0; 6]; doc.grid.len()];
    if schema.levels.is_none() && !schema.edges.iter().any(|e| e.slope.is_some()) {
        return rises;
    }
    for (edge, side) in doc.slopes(schema) {
        for_both_hexes(doc.grid, edge, |here, there, i, d| {
            let drawn = match side.slope {
                Slope::None => 0,
                Slope::Gentle => 1,
                Slope::Steep => 2,
            };
            // Levels know how high a slope is; a hand-drawn one counts as one level, a steep one as two.
            let level = |h| doc.grid.id(h).map(|id| i16::from(doc.level_at(id)));
            let size = match (side.origin, level(here), level(there)) {
                (crate::scenario::Origin::Derived, Some(a), Some(b)) => (a - b).abs(),
                _ => drawn,
            };
            let rise = if side.from == Some(here) { -size } else { size };
            rises[i][d] = rise.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
        });
    }
    rises
}

impl Map {
    /// Corners round which the slopes do not add up to nothing: hand-drawn slopes that contradict each other.
    pub fn broken_corners(&self) -> Vec<Corner> {
        let corners = self.grid.ids().flat_map(|id| [0, 1].map(|i| Corner::new(self.grid.hex(id), i)));
        let mut out: Vec<Corner> = corners.filter(|c| self.rise_round(*c).is_some_and(|r| r != 0)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The rises added up on a walk round a corner; none at the rim.
    fn rise_round(&self, corner: Corner) -> Option<i16> {
        let [a, b, c] = corner.hexes().map(|h| self.grid.id(h));
        let (a, b, c) = (a?, b?, c?);
        let step = |x: HexId, y: HexId| self.direction_to(x, y).map(|d| i16::from(self.rise(x, d)));
        Some(step(a, b)? + step(b, c)? + step(c, a)?)
    }
}
