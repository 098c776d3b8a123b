//! Which way pieces face: towards the enemy, or along a line.

use super::pieces;
use engine::hex::{Dir, Facing, Hex};
use engine::scenario::{FacingUse, ScenarioDoc, Schema};

/// The facing from `at` towards the centre of the other sides' pieces.
pub fn facing_enemy(doc: &ScenarioDoc, schema: &Schema, side: &str, at: Hex) -> Option<Facing> {
    let grid = &doc.map.grid;
    // Pieces without a side are nobody's enemy.
    let others = doc.pieces.iter().filter(|p| p.side != side && !p.side.is_empty());
    let mut ahead: Vec<Hex> = others.flat_map(|p| pieces::hexes_of(&p.place)).collect();
    if ahead.is_empty() {
        // No enemy yet: face across the sheet.
        ahead.push(grid.hex_at(grid.cols / 2, grid.rows / 2));
    }
    let n = ahead.len() as i64;
    let sum = |f: fn(&Hex) -> i16| ahead.iter().map(|h| i64::from(f(h))).sum::<i64>();
    // The vector to the centre of the enemy, times their number.
    facing_along(schema, (sum(|h| h.q) - n * i64::from(at.q), sum(|h| h.r) - n * i64::from(at.r)))
}

/// The facing of the rules that is nearest to a direction.
pub fn facing_along(schema: &Schema, to: (i64, i64)) -> Option<Facing> {
    let step = match schema.facing {
        FacingUse::None => return None,
        FacingUse::Sides | FacingUse::Corners => 2,
        FacingUse::Both => 1,
    };
    let first = u8::from(schema.facing == FacingUse::Corners);
    let score = |f: &Facing| {
        let unit = |d: u8| {
            let h = Hex::default().step(Dir(d % 6));
            (i64::from(h.q), i64::from(h.r))
        };
        let (a, b) = (unit(f.0 / 2), unit(f.0 / 2 + 1));
        let v = if f.is_corner() { (a.0 + b.0, a.1 + b.1) } else { a };
        let dot = |x: (i64, i64), y: (i64, i64)| 2 * x.0 * y.0 + 2 * x.1 * y.1 + x.0 * y.1 + x.1 * y.0;
        let along = dot(v, to);
        // The square of the cosine with its sign; corners are longer vectors by the root of three.
        along * along.abs() * (6 / dot(v, v).max(1))
    };
    (first..12).step_by(step).map(Facing).max_by_key(|f| (score(f), std::cmp::Reverse(f.0)))
}
