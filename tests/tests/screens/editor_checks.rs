//! What the rules are asked about a document, problems and overlays, holds up no frame, however large it is.

#![allow(clippy::unwrap_used)]

use crate::processor_time;
use editor::core::sheet::Margins;
use editor::ui::{EditorAnswer, FileRequest};
use egui::Key;
use engine::scenario::{OptionSet, Piece, Place, ScenarioDoc};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tests::desk::{Stage, smallest, stage};

/// 200 by 150 hexes with 500 pieces, some of them where they may not be, for every rule system.
fn large() -> Vec<ScenarioDoc> {
    let widen = |small: ScenarioDoc| {
        let mut doc = small.clone();
        let numbering = engine::hex::Numbering::ccrr();
        let grid = engine::hex::Grid { cols: 200, rows: 150, numbering, ..small.map.grid };
        let ground = small.map.terrain_at(engine::hex::HexId(0)).to_owned();
        doc.map = engine::scenario::MapDoc::blank(grid, &ground);
        (doc.schedule, doc.setup, doc.specials) = Default::default();
        let likes: Vec<&Piece> =
            small.pieces.iter().filter(|p| p.kind != "leader" && !p.side.is_empty()).collect();
        let piece = |i: u16| Piece {
            id: format!("p{i}"),
            // Every tenth stands on another.
            place: Place::Hex(grid.hex(engine::hex::HexId((i - u16::from(i % 10 == 9)) * 59))),
            parent: String::new(),
            ..likes[i as usize % likes.len()].clone()
        };
        doc.pieces = Arc::new((0..500).map(piece).collect());
        doc
    };
    smallest().into_iter().map(widen).collect()
}

/// The longest frame of the editor while it checks a changed document and lists what is wrong: of three times
/// the best, since other work on the machine is none of the editor's.
fn longest_frame(doc: ScenarioDoc, slow: Duration) -> Duration {
    let first = doc.pieces[0].clone();
    let mut s = stage(doc);
    s.page(Key::Num6);
    s.harness.run_steps(10);
    s.harness.state_mut().1.slow = slow;
    let mut best = Duration::MAX;
    for i in 0..3 {
        let mut longest = Duration::ZERO;
        // A change, then rest: the check begins, runs and is taken up.
        let (screen, desk) = s.harness.state_mut();
        let row = format!("id,side,type,name\n{},{},{},Name {i}\n", first.id, first.side, first.kind);
        let (request, path) = (FileRequest::Table, "oob.csv".into());
        desk.answer(screen, EditorAnswer::File { request, path, bytes: Ok(row.into_bytes()) });
        let began = Instant::now();
        while began.elapsed() < slow * 2 {
            let frame = processor_time();
            s.harness.step();
            longest = longest.max(processor_time() - frame);
            std::thread::sleep(Duration::from_millis(4));
        }
        best = best.min(longest);
    }
    assert_eq!(s.doc().pieces[0].name, "Name 2", "{}", s.said());
    best
}

/// At most 50 ms at a time in what is shipped. Builds without optimisation and machines with other work are
/// slower: they are allowed five times that.
const AT_A_TIME: Duration = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });

#[test]
fn checking_a_large_document_never_holds_up_the_screen() {
    for doc in large() {
        let name = doc.ruleset.clone();
        let start = Instant::now();
        let found = tests::library().check_document(&doc, &OptionSet::new()).list.len();
        println!("{name}: the check takes {:?}, {found} problems", start.elapsed());
        assert!(found > 5, "{name}: {found} problems");
        // However long it takes, the screen does not wait for it.
        let longest = longest_frame(doc, AT_A_TIME * 3);
        println!("{name}: the longest frame takes {longest:?}");
        assert!(longest < AT_A_TIME, "{name}: a frame of {longest:?}");
    }
}

#[test]
fn shipped_scenarios_are_checked_quickly_enough_for_a_frame() {
    for s in tests::shipped() {
        let cells = s.doc.map.grid.len().max(s.doc.pieces.len() * 20);
        let best = (0..3).map(|_| {
            let start = processor_time();
            std::hint::black_box(tests::library().check_document(&s.doc, &OptionSet::new()));
            processor_time() - start
        });
        let best = best.min().unwrap();
        println!("{}: {best:?}, {cells} cells", s.entry.key);
        // Larger ones go to a thread of their own.
        assert!(cells > editor::ui::LARGE || best < AT_A_TIME, "{}: {best:?}", s.entry.key);
    }
}

fn figures(p: &Piece) -> engine::scenario::Props {
    p.props.iter().filter(|(_, v)| v.as_int().is_some()).map(|(k, v)| (k.clone(), v.clone())).collect()
}

/// A sound scenario on a sheet of 200 by 150 hexes with 500 pieces, or as many as can be played: where every counter
/// is one that exists, those of the scenario.
fn large_and_sound() -> Vec<ScenarioDoc> {
    let widen = |small: &ScenarioDoc, most: usize| {
        let schema = tests::library().registry.get(&small.ruleset).unwrap().schema().clone();
        let (cols, rows) = (small.map.grid.cols as i16, small.map.grid.rows as i16);
        let margins = Margins { right: 200 - cols, bottom: 150 - rows, ..Margins::default() };
        let mut doc = editor::core::sheet::resized(small, &schema, margins).unwrap();
        let grid = doc.map.grid;
        let standing = |p: &&Piece| {
            !p.side.is_empty()
                && matches!(p.place, Place::Hex(_))
                && schema.unit(&p.kind).is_some_and(|k| !k.leader)
        };
        let likes: Vec<Piece> = small.pieces.iter().filter(standing).cloned().collect();
        let have = doc.pieces.len();
        let more = (have..most).map(|i| Piece {
            id: format!("more-{i}"),
            name: String::new(),
            // Figures alone: whoever is inside something is so nowhere else.
            props: figures(&likes[i % likes.len()]),
            // Two apart, beyond what was there.
            place: Place::Hex(grid.hex_at(60 + (i as u16 % 60) * 2, 60 + (i as u16 / 60) * 2)),
            ..likes[i % likes.len()].clone()
        });
        let more: Vec<Piece> = more.collect();
        Arc::make_mut(&mut doc.pieces).extend(more);
        doc
    };
    let sound = |doc: &ScenarioDoc| {
        let issues = tests::library().check_document(doc, &OptionSet::new());
        let wrong = issues.list.iter().find(|i| i.severity == engine::scenario::Severity::Error);
        wrong.inspect(|w| println!("{}: {w}", doc.ruleset)).is_none()
    };
    let one = |small: ScenarioDoc| [500, 200, 60, 0].map(|n| widen(&small, n)).into_iter().find(sound);
    smallest().into_iter().map(|d| one(d).expect("a sound document")).collect()
}

#[test]
fn overlays_of_a_large_document_never_hold_up_the_screen() {
    for doc in large_and_sound() {
        let name = doc.ruleset.clone();
        let rules = tests::library().registry.get(&name).unwrap();
        let begun = Instant::now();
        let game = rules.new_match(Arc::new(doc.clone()), &engine::game::NewMatch::default()).unwrap();
        println!("{name}: beginning it takes {:?}", begun.elapsed());
        let mut s = stage(doc);
        let wait = |s: &mut Stage, what: &dyn Fn(&Stage) -> bool| {
            let began = Instant::now();
            while !what(s) {
                assert!(began.elapsed() < Duration::from_secs(60), "{name}: no answer");
                s.harness.step();
                std::thread::sleep(Duration::from_millis(5));
            }
        };
        wait(&mut s, &|s| s.sees("Overlays"));
        s.pick();
        for kind in game.overlays() {
            s.harness
                .key_press_modifiers(egui::Modifiers { shift: true, ..egui::Modifiers::COMMAND }, Key::P);
            s.run();
            s.harness.event(egui::Event::Text(format!("overlays {}", kind.name)));
            s.run();
            s.harness.key_press(Key::Enter);
            let (mut longest, began) = (Duration::ZERO, Instant::now());
            // The pointer wanders: every hex is another question.
            for n in 0..40 {
                let frame = processor_time();
                s.harness.event(egui::Event::PointerMoved(egui::pos2(420.0 + 6.0 * n as f32, 400.0)));
                s.harness.step();
                longest = longest.max(processor_time() - frame);
                std::thread::sleep(Duration::from_millis(3));
            }
            println!(
                "{name}: {}: the longest frame takes {longest:?}, all of it {:?}",
                kind.name,
                began.elapsed()
            );
            assert!(longest < AT_A_TIME, "{name}: {}: a frame of {longest:?}", kind.name);
        }
    }
}
