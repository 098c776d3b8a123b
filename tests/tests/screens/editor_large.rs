//! The editor's documents at full size: what history costs on a map of 200 by 150 hexes. Alone in its process, whose
//! memory it measures.

#![allow(clippy::unwrap_used)]

use editor::core::edit::PieceChange;
use editor::core::{Document, Edit};
use engine::hex::{Dir, Edge, Grid, HexId, Numbering, Orientation, Shove};
use engine::scenario::{MapDoc, Piece, Place, ScenarioDoc};
use std::sync::Arc;

/// 30,000 hexes, 10,000 sides, 500 pieces.
fn large() -> ScenarioDoc {
    let (orientation, shove) = (Orientation::PointyTop, Shove::Odd);
    let grid = Grid { orientation, shove, cols: 200, rows: 150, numbering: Numbering::ccrr() };
    let mut doc = ScenarioDoc::blank("any", MapDoc::blank(grid, "clear"));
    let sides = grid.ids().step_by(3).map(|id| (Edge::new(grid.hex(id), Dir(0)), None)).collect();
    editor::core::apply(&mut doc, &Edit::DrawEdges { sides, kind: "river".into() });
    let piece = |i: u16| Piece {
        id: format!("p{i}"),
        kind: "infantry".into(),
        place: Place::Hex(grid.hex(HexId(i * 59))),
        ..Piece::default()
    };
    doc.pieces = Arc::new((0..500).map(piece).collect());
    doc
}

/// Memory of this process in bytes, where the system tells.
fn memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|l| l.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kb| kb * 1024)
}

#[test]
fn nine_hundred_steps_on_a_large_map_take_little_memory() {
    let mut d = Document::new(large(), None, "start");
    let grid = d.doc().map.grid;
    let change = |d: &mut Document, i: u16| {
        let hex = grid.hex(HexId(i * 31 + 7));
        d.apply(&Edit::Terrain { hexes: vec![hex], kind: "wood".into(), turn: 0 });
        d.apply(&Edit::DrawEdges { sides: vec![(Edge::new(hex, Dir(1)), None)], kind: "stream".into() });
        let place = PieceChange::Place(Place::Hex(hex));
        d.apply(&Edit::ChangePieces { ids: vec![format!("p{}", i % 500)], change: place });
    };
    // The first steps fill what the allocator keeps for itself.
    (0..20).for_each(|i| change(&mut d, i));
    let Some(before) = memory() else { return };
    (20..320).for_each(|i| change(&mut d, i));
    let grown = memory().unwrap().saturating_sub(before);
    assert_eq!(d.steps().len(), 961);
    println!("{} steps: {} KB", d.steps().len(), grown / 1024);
    // Copies of the sides or of the pieces alone would take several hundred megabytes.
    assert!(grown < 40 << 20, "{} KB for 900 steps", grown / 1024);
    let end = d.doc().clone();
    while d.undo() {}
    assert_eq!(d.doc(), &large());
    while d.redo() {}
    assert_eq!(d.doc(), &end);
}
