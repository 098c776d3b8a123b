//! Paper from absurd documents and from large maps: it ends, and the file stays small.

use editor::print::{HexSize, Options, Paper, Part, Source, compose, pdf};
use engine::hex::Grid;
use engine::scenario::{Issues, MapDoc, OptionSet, ScenarioDoc, parse};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests::{Numbers, library, shipped};

fn written(doc: ScenarioDoc, parts: &[Part]) -> (usize, usize) {
    let rules = library().registry.get(&doc.ruleset).unwrap();
    let source = Source::gather(Arc::new(doc), rules, &OptionSet::new());
    let options =
        Options { paper: Paper::A4, parts: parts.to_vec(), hex: HexSize::Auto, ..Options::default() };
    let kit = compose(&source, &options, &mut |_| true).unwrap();
    (kit.pages.len(), pdf::write(&kit, &mut |_| true).unwrap().unwrap().len())
}

#[test]
fn absurd_figures_and_endless_texts_are_printed_all_the_same() {
    let began = Instant::now();
    for s in tests::desk::firsts() {
        let text = engine::scenario::to_text(&s);
        let long = "Donaudampfschifffahrt".repeat(500);
        let lines = "A line of a story. ".repeat(5000);
        let wild = text
            .replacen("count: ", "count: 2147483", 1)
            .replacen("title: \"", &format!("title: \"{long}"), 1)
            .replacen("history: \"", &format!("history: \"{lines}"), 1)
            .replacen("name: \"", &format!("name: \"{long}"), 1);
        assert_ne!(wild, text);
        let doc = parse(&wild, &mut Issues::default()).unwrap();
        assert!(doc.turns.count <= 999 && doc.title.chars().count() <= 200);
        let (pages, _) = written(doc, &Part::ALL);
        assert!(pages < 400, "{pages} pages");
    }
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}

/// A sheet of so many hexes with the grounds of a shipped battle strewn over it.
fn strewn(cols: u16, rows: u16) -> ScenarioDoc {
    let first = shipped().into_iter().next().unwrap();
    let mut doc = (*first.doc).clone();
    let grid = Grid { cols, rows, ..doc.map.grid };
    let mut map = MapDoc::blank(grid, doc.map.terrain_at(engine::hex::HexId(0)));
    let kinds: Vec<String> = first.rules.schema().terrains.iter().map(|t| t.id.clone()).collect();
    let mut numbers = Numbers(7);
    for id in grid.ids() {
        if numbers.below(3) == 0 {
            map.set_terrain(id, &kinds[numbers.below(kinds.len())]);
        }
    }
    doc.map = map;
    doc.pieces = Arc::default();
    doc
}

#[test]
fn a_large_map_takes_few_bytes_for_each_hex() {
    let doc = strewn(60, 45);
    let hexes = doc.map.grid.len();
    let (_, bytes) = written(doc, &[Part::Map]);
    // At this rate 200 x 150 hexes stay under 20 MB.
    let each = bytes / hexes;
    assert!(each < 20_000_000 / 30_000, "{each} bytes for a hex ({bytes} for {hexes})");
}
