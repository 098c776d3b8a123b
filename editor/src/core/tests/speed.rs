//! A large document: 200 by 150 hexes, 500 pieces, thousands of hexsides.

use super::*;
use crate::core::edit::PieceChange;
use engine::hex::HexId;
use std::time::{Duration, Instant};

fn large(cols: u16, rows: u16) -> ScenarioDoc {
    let grid = Grid { cols, rows, numbering: Numbering::ccrr(), ..grid() };
    let mut doc = ScenarioDoc::blank("made-up", MapDoc::blank(grid, "clear"));
    doc.sides = scenario().sides;
    let hex = |i: usize| grid.hex(HexId((i * 7919 % grid.len()) as u16));
    let one =
        |i: usize| piece(&format!("p{i}"), if i.is_multiple_of(2) { "a" } else { "b" }, Place::Hex(hex(i)));
    doc.pieces = Arc::new((0..500).map(one).collect());
    // A sixth of the hexes has a river, an eighth a road: they grow with the map.
    let river: Vec<_> = grid.ids().step_by(6).map(|id| (Edge::new(grid.hex(id), Dir(0)), None)).collect();
    apply(&mut doc, &Edit::DrawEdges { sides: river, kind: "river".into() });
    let road = grid.ids().step_by(8).map(|id| Edge::new(grid.hex(id), Dir(1))).collect();
    apply(&mut doc, &Edit::Roads { sides: road, class: 1 });
    doc
}

/// Strokes as a hand makes them: terrain, sides, a piece dragged.
fn strokes(d: &mut Document, n: usize) {
    let grid = d.doc().map.grid;
    let mut tools = Toolbox::for_document(d.doc(), &schema());
    for i in 0..n {
        tools.switch_to(ToolKind::Brush);
        tools.radius = 3;
        tools.ground.terrain = ["wood", "lake"][i % 2].into();
        let from = grid.hex_at((i * 13 % 30) as u16 + 4, (i * 17 % 20) as u16 + 4);
        let path = hexes::line(&grid, from, from.step(Dir(0)).step(Dir(0)).step(Dir(0)).step(Dir(0)));
        d.begin_stroke();
        for (k, h) in path.iter().enumerate() {
            let phase = if k == 0 { Phase::Down } else { Phase::Move };
            let reply =
                tools.respond(d.doc(), &schema(), &Pointer { phase, hex: Some(*h), ..Pointer::default() });
            if let Some(e) = reply.commit {
                d.apply(&e);
            }
        }
        d.end_stroke();
        let sides = path.iter().map(|h| (Edge::new(*h, Dir((i % 3) as u8)), None)).collect();
        d.apply(&Edit::DrawEdges { sides, kind: "bridge".into() });
        let place = Place::Hex(from);
        d.apply(&Edit::ChangePieces {
            ids: vec![format!("p{}", i % 500)],
            change: PieceChange::Place(place),
        });
    }
}

fn timed(what: &mut dyn FnMut()) -> Duration {
    let start = Instant::now();
    what();
    start.elapsed()
}

/// The best of several runs: other work on the machine must not fail the test.
fn best(mut run: impl FnMut() -> Duration) -> Duration {
    (0..7).map(|_| run()).min().unwrap()
}

/// One frame at 60 a second. Builds without optimisation are some ten times slower than what is
/// shipped; they are allowed three frames.
const FRAME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 48 } else { 16 });

#[test]
fn a_stroke_undo_and_redo_take_less_than_a_frame_each() {
    let mut d = Document::new(large(200, 150), None, "New");
    let stroke = best(|| timed(&mut || strokes(&mut d, 1)));
    strokes(&mut d, 30);
    let undo = best(|| timed(&mut || assert!(d.undo())));
    let redo = best(|| timed(&mut || assert!(d.redo())));
    for (name, t) in [("stroke", stroke), ("undo", undo), ("redo", redo)] {
        println!("{name}: {t:?}");
        assert!(t < FRAME, "{name}: {t:?}");
    }
}

#[test]
fn history_weighs_what_was_changed_and_not_what_the_map_holds() {
    let weigh = |cols, rows| {
        let mut d = Document::new(large(cols, rows), None, "New");
        strokes(&mut d, 50);
        assert_eq!(d.steps().len(), 151);
        d.steps().iter().map(crate::core::HistoryEntry::weight).sum::<usize>()
    };
    let (small, big) = (weigh(50, 40), weigh(200, 150));
    println!("50 x 40: {small} bytes, 200 x 150: {big} bytes for 150 steps");
    // Bands of rows are as wide as the map; nothing else may grow with it. Fifteen times the hexes.
    assert!(big < 5 * small, "{small} on a small map, {big} on a large one");
    assert!(big < 150 * 8 * 1024, "{big} bytes for 150 steps");
}

#[test]
fn history_does_not_hold_copies_of_the_document() {
    let mut d = Document::new(large(200, 150), None, "New");
    let pieces = Arc::downgrade(&d.doc().pieces);
    strokes(&mut d, 3);
    assert!(pieces.upgrade().is_none(), "the first list of pieces is let go");
}
