//! The made-up rule system on paper: map, counters, boxes and the pool.

use editor::print::{Options, Source, compose, pdf};
use engine::scenario::OptionSet;
use tests::made_up;

#[test]
fn set_up_sheet_boxes_and_pool_are_printed() {
    let library = made_up();
    let doc = library.scenarios[0].doc.clone().unwrap();
    let source = Source::gather(doc, library.rules("made-up").unwrap(), &OptionSet::new());
    let kit = compose(&source, &Options::default(), &mut |_| true).unwrap();
    let text: String = kit.pages.iter().flat_map(|p| p.words(false)).map(|w| w.text + "\n").collect();
    for words in ["The Ridge", "blue-first", "In the box: Reserve", "blue-reserve", "Green joins"] {
        assert!(text.contains(words), "'{words}' is not printed:\n{text}");
    }
    let bytes = pdf::write(&kit, &mut |_| true).unwrap().unwrap();
    assert!(bytes.starts_with(b"%PDF"));
}
