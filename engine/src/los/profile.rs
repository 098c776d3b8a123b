//! The ground under a sight line.

use crate::hex::Hex;
use crate::map::Map;
use smallvec::SmallVec;

/// One height for each hex of a sight path.
pub type Heights = SmallVec<[i16; 16]>;

/// Levels of the hexes of a path, by the slopes crossed: hand-drawn and suppressed slopes count as they are
/// drawn, whatever the levels say. None where the path leaves the map.
pub fn ground_heights(map: &Map, path: &[Hex]) -> Option<Heights> {
    let mut out = Heights::new();
    let mut before = None;
    for hex in path {
        let id = map.grid.id(*hex)?;
        let height = match (before, out.last()) {
            (Some(last), Some(height)) => height + i16::from(map.rise(last, map.direction_to(last, id)?)),
            _ => i16::from(map.level[id.index()]),
        };
        out.push(height);
        before = Some(id);
    }
    Some(out)
}

/// The first height between the ends that rises above the straight line from the first to the last.
pub fn above_line(heights: &[i16]) -> Option<usize> {
    let (first, last) = (i32::from(*heights.first()?), i32::from(*heights.last()?));
    let n = heights.len() as i32 - 1;
    let is_above = |(i, h): &(usize, &i16)| (i32::from(**h) - first) * n > (last - first) * *i as i32;
    heights.iter().enumerate().find(is_above).map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Dir, Edge, Grid, Numbering, Orientation, Shove};
    use crate::scenario::{EdgeFeature, EdgeKind, Issues, MapDoc, Schema, Slope, TerrainKind};
    use std::sync::Arc;

    #[test]
    fn only_what_rises_above_the_line_is_in_the_way() {
        assert_eq!(above_line(&[0, 0, 0]), None);
        assert_eq!(above_line(&[0, 1, 2]), None, "on the line");
        assert_eq!(above_line(&[0, 2, 2]), Some(1));
        assert_eq!(above_line(&[2, 1, 0, 0]), None);
        assert_eq!(above_line(&[2, 1, 2, 0]), Some(2), "1 lies under the line, the second 2 above it");
        assert_eq!(above_line(&[3, 0, 0, 3]), None, "low ground hides nothing");
        assert_eq!(above_line(&[1]), None);
        assert_eq!(above_line(&[]), None);
    }

    #[test]
    fn heights_follow_the_slopes_crossed() {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 5,
            rows: 1,
            numbering: Numbering::ccrr(),
        };
        let mut doc = MapDoc::blank(grid, "clear");
        doc.levels.set(0, 1);
        doc.levels.set(2, 3);
        let schema = Schema {
            terrains: vec![TerrainKind { id: "clear".into(), ..TerrainKind::default() }],
            edges: vec![EdgeKind { id: "flat".into(), slope: Some(Slope::None), ..EdgeKind::default() }],
            levels: Some((0, 5)),
            ..Schema::default()
        };
        let row: Vec<Hex> = (0..5).map(|q| Hex::new(q, 0)).collect();
        let mut issues = Issues::default();
        let map = Map::compile(&doc, &schema, &mut issues);
        assert_eq!(ground_heights(&map, &row).unwrap().as_slice(), [1, 0, 3, 0, 0]);
        let flat = EdgeFeature { kind: "flat".into(), from: None };
        Arc::make_mut(&mut doc.edges).insert(Edge::new(row[2], Dir(0)), vec![flat]);
        let map = Map::compile(&doc, &schema, &mut issues);
        assert_eq!(ground_heights(&map, &row).unwrap().as_slice(), [1, 0, 3, 3, 3], "no slope down");
        assert_eq!(ground_heights(&map, &[row[4], Hex::new(5, 0)]), None, "off the map");
    }
}
