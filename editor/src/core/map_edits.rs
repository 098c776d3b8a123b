//! Applies the map edits of [`super::edit::Edit`]. Whatever is beyond the sheet is skipped.

use super::edit::LevelChange;
use super::hexes::{on_sheet, side_on_sheet};
use engine::hex::{Edge, Hex};
use engine::scenario::{EdgeFeature, MapDoc};
use std::collections::BTreeSet;
use std::sync::Arc;

pub fn paint_terrain(map: &mut MapDoc, hexes: &[Hex], kind: &str, turn: u8) {
    let grid = map.grid;
    for id in hexes.iter().filter_map(|h| on_sheet(&grid, *h)) {
        map.set_terrain(id, kind);
        map.set_turned(grid.hex(id), turn);
    }
}

pub fn turn_ground(map: &mut MapDoc, hexes: &[Hex], by: u8) {
    let grid = map.grid;
    for h in hexes.iter().filter(|h| on_sheet(&grid, **h).is_some()) {
        map.set_turned(*h, map.turned_at(*h) + by % 6);
    }
}

pub fn replace_terrain(map: &mut MapDoc, from: &str, to: &str) {
    let grid = map.grid;
    for id in grid.ids().filter(|id| map.terrain_at(*id) == from).collect::<Vec<_>>() {
        map.set_terrain(id, to);
        map.set_turned(grid.hex(id), 0);
    }
}

pub fn change_levels(map: &mut MapDoc, hexes: &[Hex], change: LevelChange, limits: (i8, i8)) {
    let grid = map.grid;
    let (low, high) = (limits.0.min(limits.1), limits.1.max(limits.0));
    for id in hexes.iter().filter_map(|h| on_sheet(&grid, *h)) {
        let new = match change {
            LevelChange::Set(n) => n,
            LevelChange::By(n) => map.level_at(id).saturating_add(n),
        };
        map.levels.set(id.index(), new.clamp(low, high));
    }
}

pub fn draw_edges(map: &mut MapDoc, drawn: &[(Edge, Option<Hex>)], kind: &str) {
    let grid = map.grid;
    let edges = Arc::make_mut(&mut map.edges);
    for (edge, from) in drawn.iter().filter(|s| side_on_sheet(&grid, s.0)) {
        let from = from.filter(|h| edge.hexes().contains(h));
        let features = edges.entry(*edge).or_default();
        features.retain(|f| f.kind != kind);
        features.push(EdgeFeature { kind: kind.to_owned(), from });
        features.sort();
    }
}

/// Removes one kind, or all kinds.
pub fn erase_edges(map: &mut MapDoc, erased: &[Edge], kind: Option<&str>) {
    let edges = Arc::make_mut(&mut map.edges);
    for edge in erased {
        if let Some(features) = edges.get_mut(edge) {
            features.retain(|f| kind.is_some_and(|k| f.kind != k));
            if features.is_empty() {
                edges.remove(edge);
            }
        }
    }
}

/// Directed features point the other way.
pub fn flip_edges(map: &mut MapDoc, flipped: &[Edge], kind: &str) {
    let grid = map.grid;
    let edges = Arc::make_mut(&mut map.edges);
    for edge in flipped {
        let [a, b] = if side_on_sheet(&grid, *edge) { edge.hexes() } else { continue };
        for f in edges.get_mut(edge).into_iter().flatten().filter(|f| f.kind == kind) {
            f.from = f.from.map(|from| if from == a { b } else { a });
        }
    }
}

/// Class 0 removes roads. A road joins two hexes, both on the sheet.
pub fn set_roads(map: &mut MapDoc, crossed: &[Edge], class: u8) {
    let grid = map.grid;
    let roads = Arc::make_mut(&mut map.roads);
    for e in crossed.iter().filter(|e| e.hexes().iter().all(|h| on_sheet(&grid, *h).is_some())) {
        if class == 0 {
            roads.remove(e);
        } else {
            roads.insert(*e, class);
        }
    }
}

/// Adds hexes to an area, or takes them out of it.
pub fn set_area_hexes(map: &mut MapDoc, id: &str, hexes: &[Hex], inside: bool) {
    let grid = map.grid;
    let regions = Arc::make_mut(&mut map.regions);
    let Some(region) = regions.iter_mut().find(|r| r.id == id) else { return };
    if inside {
        region.hexes.extend(hexes.iter().filter(|h| on_sheet(&grid, **h).is_some()));
        region.hexes.sort();
        region.hexes.dedup();
    } else {
        let out: BTreeSet<&Hex> = hexes.iter().collect();
        region.hexes.retain(|h| !out.contains(h));
    }
}
