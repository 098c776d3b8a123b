//! Slopes: they follow from the levels of the two hexes, unless the map says otherwise for a
//! hexside. A rule system takes part by having levels, hexside kinds that speak of slopes
//! ([`super::EdgeKind::slope`]), or both.

use super::doc::MapDoc;
use super::schema::Schema;
use crate::hex::{Dir, Edge, Hex};
use serde::Serialize;

/// What a hexside kind means for the slope there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Slope {
    Gentle,
    Steep,
    /// There is none, whatever the levels are.
    None,
}

/// Where a slope comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// From the levels.
    Derived,
    /// Drawn on this hexside.
    Drawn,
    /// Suppressed on this hexside, whatever the levels are.
    Suppressed,
}

/// A hexside where there is a slope, or where one is suppressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlopeSide {
    pub slope: Slope,
    /// The hex it falls away from; none where there is no slope.
    pub from: Option<Hex>,
    pub origin: Origin,
}

impl Schema {
    /// What a hexside kind means for slopes, if anything.
    pub fn slope(&self, kind: &str) -> Option<Slope> {
        self.edge(kind)?.slope
    }

    /// Slopes follow from levels and can be overridden hexside by hexside.
    pub fn derives_slopes(&self) -> bool {
        self.levels.is_some() && self.edges.iter().any(|e| self.slope(&e.id).is_some())
    }
}

impl MapDoc {
    /// The slope of a hexside: as drawn, or else as it follows from the levels.
    pub fn slope_at(&self, schema: &Schema, edge: Edge) -> Option<SlopeSide> {
        let [a, b] = edge.hexes();
        let said = self.edges.get(&edge).into_iter().flatten();
        let said = said.filter_map(|f| Some((schema.slope(&f.kind)?, f.from.unwrap_or(edge.stored_key().0))));
        // If a file names several kinds for one hexside, "no slope" wins.
        match said.max_by_key(|s| s.0) {
            Some((Slope::None, _)) => {
                return Some(SlopeSide { slope: Slope::None, from: None, origin: Origin::Suppressed });
            }
            Some((slope, from)) => {
                return Some(SlopeSide { slope, from: Some(from), origin: Origin::Drawn });
            }
            None => {}
        }
        schema.levels?;
        let level = |h| self.grid.id(h).map(|id| self.level_at(id));
        let fall = i16::from(level(a)?) - i16::from(level(b)?);
        let slope = if fall.abs() > 1 { Slope::Steep } else { Slope::Gentle };
        let from = Some(if fall > 0 { a } else { b });
        (fall != 0).then_some(SlopeSide { slope, from, origin: Origin::Derived })
    }

    /// Every hexside of the sheet with its slope.
    pub fn slopes<'a>(&'a self, schema: &'a Schema) -> impl Iterator<Item = (Edge, SlopeSide)> + 'a {
        let sides = self.grid.ids().flat_map(move |id| {
            let hex = self.grid.hex(id);
            // Each hexside once: the first three directions, and the edge of the sheet.
            let once = move |d: &Dir| d.0 < 3 || !self.grid.contains_hex(hex.step(*d));
            Dir::ALL.into_iter().filter(once).map(move |d| Edge::new(hex, d))
        });
        sides.filter_map(move |e| Some((e, self.slope_at(schema, e)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Grid, Numbering, Orientation, Shove};
    use crate::scenario::{EdgeFeature, EdgeKind};
    use std::sync::Arc;

    #[test]
    fn slopes_follow_levels_until_a_side_says_otherwise() {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 5,
            rows: 5,
            numbering: Numbering::ccrr(),
        };
        let kind = |id: &str, slope| EdgeKind { id: id.into(), slope, ..EdgeKind::default() };
        let edges = vec![
            kind("slope", Some(Slope::Gentle)),
            kind("steep slope", Some(Slope::Steep)),
            kind("no slope", Some(Slope::None)),
            kind("river", None),
        ];
        let schema = Schema { levels: Some((0, 4)), edges, ..Schema::default() };
        assert!(schema.derives_slopes());
        let mut map = MapDoc::blank(grid, "clear");
        let top = grid.hex(grid.parse("0303").unwrap());
        map.levels.set(grid.parse("0303").unwrap().index(), 2);
        map.levels.set(grid.id(top.step(Dir(0))).unwrap().index(), 1);
        let of = |map: &MapDoc, d: u8| map.slope_at(&schema, Edge::new(top, Dir(d)));
        let side = |slope, from, origin| Some(SlopeSide { slope, from, origin });
        assert_eq!(of(&map, 0), side(Slope::Gentle, Some(top), Origin::Derived));
        assert_eq!(of(&map, 3), side(Slope::Steep, Some(top), Origin::Derived));
        assert_eq!(map.slopes(&schema).count(), 6 + 5, "round the top, and round its shoulder");
        let mut say = |d: u8, kind: &str, from| {
            let feature = EdgeFeature { kind: kind.into(), from };
            Arc::make_mut(&mut map.edges).insert(Edge::new(top, Dir(d)), vec![feature]);
        };
        say(3, "no slope", None);
        let low = top.step(Dir(1));
        say(1, "slope", Some(low));
        say(2, "river", None);
        assert_eq!(of(&map, 3), side(Slope::None, None, Origin::Suppressed));
        assert_eq!(of(&map, 1), side(Slope::Gentle, Some(low), Origin::Drawn), "the other way round");
        assert_eq!(of(&map, 2), side(Slope::Steep, Some(top), Origin::Derived), "a river says nothing");
        let flat = Schema { levels: None, ..schema.clone() };
        assert!(!flat.derives_slopes());
        assert_eq!(map.slope_at(&flat, Edge::new(top, Dir(0))), None);
    }
}
