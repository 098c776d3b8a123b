//! Set-up as play: whose pieces go where, in what order, openly or in secret. This module reads the document; frames
//! and states stay with the rule systems, which combine [`PlacementEntry::admits`] with their own rules.

use crate::hex::HexId;
use crate::map::Map;
use crate::scenario::{At, Issues, ScenarioDoc};
use std::collections::BTreeSet;

/// One set-up entry, in the order of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementEntry<P, S = usize> {
    /// As read, an index into the sides.
    pub side: S,
    /// Hidden from the others until all of it is placed.
    pub secret: bool,
    /// The area by its id.
    pub area: String,
    /// Hexes of the area, sorted; the whole map where the entry names only a piece to stay near.
    pub hexes: Vec<HexId>,
    /// The piece to stay near, and the greatest distance.
    pub near: Option<(P, u16)>,
    pub pieces: Vec<P>,
}

/// Reads the set-up entries of a document, in the order they are played in, with pieces by id. An entry that names
/// what does not exist is left out; `scenario::front_end` has reported it. `near_allowed`: the rules know set-up near a piece.
pub fn read_placement(
    doc: &ScenarioDoc,
    map: &Map,
    sides: &[&str],
    near_allowed: bool,
    issues: &mut Issues,
) -> Vec<PlacementEntry<String>> {
    let mut order: Vec<usize> = (0..doc.setup.len()).collect();
    order.sort_by_key(|i| (doc.setup[*i].order, *i));
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut out = Vec::new();
    for i in order {
        let e = &doc.setup[i];
        let at = At::Field("setup".into());
        let name = if e.area.is_empty() {
            format!("set-up near {}", e.near)
        } else {
            format!("set-up in {}", e.area)
        };
        let Some(side) = sides.iter().position(|s| *s == e.side) else { continue };
        let near = (!e.near.is_empty()).then(|| (e.near.clone(), u16::from(e.within)));
        let mut hexes = match map.region(&e.area) {
            Some(area) => area.to_vec(),
            None if e.area.is_empty() && near.is_some() => map.grid.ids().collect(),
            None => continue,
        };
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.is_empty() {
            continue;
        }
        if near.is_some() && !near_allowed {
            issues.error(at, name, "these rules set up in areas, not near a piece");
            continue;
        }
        if near.as_ref().is_some_and(|(piece, _)| doc.piece(piece).is_none()) {
            continue;
        }
        let pieces = e.pieces.iter().filter(|id| known.insert(id.as_str())).cloned().collect();
        out.push(PlacementEntry { side, secret: e.secret, area: e.area.clone(), hexes, near, pieces });
    }
    out
}

impl<P, S> PlacementEntry<P, S> {
    /// The same entry with the rule system's own handles; pieces without one are left out.
    pub fn resolve<Q, T>(self, side: T, mut handle: impl FnMut(P) -> Option<Q>) -> PlacementEntry<Q, T> {
        let near = self.near.and_then(|(piece, within)| handle(piece).map(|p| (p, within)));
        let pieces = self.pieces.into_iter().filter_map(handle).collect();
        PlacementEntry { side, secret: self.secret, area: self.area, hexes: self.hexes, near, pieces }
    }

    /// Whether a piece of this entry may go to `hex`, as far as area and nearness go. `place_of` says where
    /// the piece to stay near stands; without a place it keeps nobody from anything.
    pub fn admits(&self, map: &Map, hex: HexId, place_of: impl Fn(&P) -> Option<HexId>) -> bool {
        let is_near =
            |(piece, within): &(P, u16)| place_of(piece).is_none_or(|at| map.distance(at, hex) <= *within);
        self.hexes.binary_search(&hex).is_ok() && self.near.as_ref().is_none_or(is_near)
    }

    /// The first hex that qualifies, for automatic placement.
    pub fn first_hex(&self, mut suits: impl FnMut(HexId) -> bool) -> Option<HexId> {
        self.hexes.iter().copied().find(|h| suits(*h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Grid, Hex, Numbering, Orientation, Shove};
    use crate::scenario::{MapDoc, Piece, Region, Schema, SetupEntry, TerrainKind};
    use std::sync::Arc;

    fn doc() -> ScenarioDoc {
        let grid = Grid {
            orientation: Orientation::PointyTop,
            shove: Shove::Odd,
            cols: 6,
            rows: 1,
            numbering: Numbering::ccrr(),
        };
        let mut doc = ScenarioDoc::blank("made-up", MapDoc::blank(grid, "clear"));
        let hexes = (0..3).map(|q| Hex::new(q, 0)).collect();
        doc.map.regions = Arc::new(vec![Region { id: "camp".into(), name: String::new(), hexes }]);
        let piece = |id: &str| Piece { id: id.into(), ..Piece::default() };
        doc.pieces = Arc::new(vec![piece("leader"), piece("unit"), piece("other")]);
        let entry = |pieces: &[&str], order| SetupEntry {
            side: "a".into(),
            pieces: pieces.iter().map(|p| (*p).to_owned()).collect(),
            order,
            ..SetupEntry::default()
        };
        doc.setup = vec![
            SetupEntry { near: "leader".into(), within: 2, secret: true, ..entry(&["unit"], 2) },
            SetupEntry { area: "camp".into(), ..entry(&["leader", "unit"], 1) },
        ];
        doc
    }

    fn read(doc: &ScenarioDoc) -> (Vec<PlacementEntry<String>>, Map, Issues) {
        let schema = Schema {
            terrains: vec![TerrainKind { id: "clear".into(), ..TerrainKind::default() }],
            ..Schema::default()
        };
        let mut issues = Issues::default();
        let map = Map::compile(&doc.map, &schema, &mut issues);
        let entries = read_placement(doc, &map, &["b", "a"], true, &mut issues);
        (entries, map, issues)
    }

    #[test]
    fn entries_come_in_order_and_a_piece_is_set_up_once() {
        let (entries, _, issues) = read(&doc());
        let areas: Vec<(usize, &str, bool)> =
            entries.iter().map(|e| (e.side, e.area.as_str(), e.secret)).collect();
        assert_eq!(areas, [(1, "camp", false), (1, "", true)]);
        assert_eq!(entries[0].pieces, ["leader", "unit"]);
        assert!(entries[1].pieces.is_empty());
        assert!(issues.is_empty(), "the front end says that the unit is named twice");
    }

    #[test]
    fn area_and_nearness_both_bind() {
        let (entries, map, _) = read(&doc());
        let at = |n: u16| move |_: &String| Some(HexId(n));
        let within = |e: &PlacementEntry<String>, from: u16| -> Vec<u16> {
            (0..6).filter(|h| e.admits(&map, HexId(*h), at(from))).collect()
        };
        assert_eq!(within(&entries[0], 5), [0, 1, 2], "the area alone");
        assert_eq!(within(&entries[1], 1), [0, 1, 2, 3], "two from the leader");
        assert!(entries[1].admits(&map, HexId(5), |_| None), "no leader, no tie");
        let mut both = doc();
        both.setup[0].area = "camp".into();
        let (entries, map, _) = read(&both);
        assert!(!entries[1].admits(&map, HexId(3), at(1)) && entries[1].admits(&map, HexId(2), at(1)));
        assert_eq!(entries[1].first_hex(|h| entries[1].admits(&map, h, at(4))), Some(HexId(2)));
    }

    #[test]
    fn entries_that_name_nothing_are_left_out() {
        let mut bad = doc();
        bad.setup[0].near = "nobody".into();
        bad.setup[1].area = "nowhere".into();
        bad.setup.push(SetupEntry { side: "c".into(), area: "camp".into(), ..SetupEntry::default() });
        let (entries, _, _) = read(&bad);
        assert!(entries.is_empty());
    }
}
