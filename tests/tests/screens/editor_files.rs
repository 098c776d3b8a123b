//! Files that are not as they should be: changed by others, reached by several names, damaged, of unknown rules; and what a
//! sudden end left.

#![allow(clippy::unwrap_used)]

use crate::keep::{close, key, new_document, paint, painted, save, sees, start, until_kept};
use app::files;
use app::ui::Screen;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use engine::scenario::{Issues, parse};
use std::path::{Path, PathBuf};

type Program = Harness<'static, app::ui::App>;

fn text_of(h: &Program) -> String {
    h.state().editor().document().unwrap().to_text()
}

fn dirty(h: &Program) -> bool {
    h.state().editor().document().unwrap().is_dirty()
}

/// A document in its file.
fn saved(h: &mut Program, title: &str) -> PathBuf {
    new_document(h, title);
    save(h);
    key(h, Modifiers::NONE, Key::Enter);
    let document = h.state().editor().document().unwrap();
    assert!(!document.is_dirty());
    document.path().unwrap().to_owned()
}

/// Lets more than a second of the program's own time pass.
fn wait(h: &mut Program) {
    let began = h.ctx.input(|i| i.time);
    while h.ctx.input(|i| i.time) - began < 1.5 {
        h.step();
    }
    h.run();
}

fn click(h: &mut Program, label: &str) {
    h.get_by_label(label).click();
    h.run();
}

/// Another program writes the file.
fn rewrite(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

#[test]
fn a_file_changed_by_another_program_is_noticed_and_loaded_or_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = saved(&mut h, "Watched");
    wait(&mut h);
    assert!(!sees(&h, "was changed by another program"));
    let before = text_of(&h);
    rewrite(&path, "title: \"Watched\"", "title: \"Written elsewhere\"");
    wait(&mut h);
    assert!(sees(&h, "watched.ron was changed by another program"));
    click(&mut h, "Load the file");
    assert_eq!(h.state().editor().document().unwrap().doc().title, "Written elsewhere");
    assert!(!dirty(&h) && !sees(&h, "was changed by another program"));
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert_eq!(text_of(&h), before, "loading is a step like any other");
    assert!(dirty(&h));
    key(&mut h, Modifiers::COMMAND, Key::Y);
    assert!(!dirty(&h));
    // Once more, and kept as it is here: it is then in no file.
    rewrite(&path, "Written elsewhere", "Again elsewhere");
    wait(&mut h);
    click(&mut h, "Keep this one");
    assert!(dirty(&h));
    assert_eq!(h.state().editor().document().unwrap().doc().title, "Written elsewhere");
    save(&mut h);
    assert!(!dirty(&h));
    let older = files::generation_path(&path, 1);
    assert!(
        std::fs::read_to_string(older).unwrap().contains("Again elsewhere"),
        "what the other wrote is kept"
    );
}

#[test]
fn a_save_over_anothers_work_asks_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = saved(&mut h, "Disputed");
    paint(&mut h, 2);
    rewrite(&path, "Disputed", "Taken");
    save(&mut h);
    assert!(sees(&h, "disputed.ron was changed elsewhere"));
    assert!(std::fs::read_to_string(&path).unwrap().contains("Taken"));
    click(&mut h, "Do not save");
    assert!(dirty(&h) && std::fs::read_to_string(&path).unwrap().contains("Taken"));
    // Closing with saving asks the same, and stays.
    close(&mut h);
    h.get_by_label_contains("Save and close").click();
    h.run();
    assert!(sees(&h, "was changed elsewhere") && dirty(&h));
    click(&mut h, "Save over it");
    assert!(!dirty(&h));
    assert!(std::fs::read_to_string(&path).unwrap().contains("Disputed"));
    assert!(std::fs::read_to_string(files::generation_path(&path, 1)).unwrap().contains("Taken"));
}

#[test]
fn a_file_that_is_gone_leaves_its_document_unsaved_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = saved(&mut h, "Vanished");
    std::fs::remove_file(&path).unwrap();
    wait(&mut h);
    assert!(sees(&h, "is no longer where it was") && dirty(&h));
    until_kept(&mut h, folder.path(), "title: \"Vanished\"");
    save(&mut h);
    assert!(path.is_file() && !dirty(&h));
}

#[cfg(unix)]
#[test]
fn one_file_is_one_document_whatever_leads_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = saved(&mut h, "Only one");
    paint(&mut h, 2);
    let link = folder.path().join("link.ron");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for other in [link.clone(), path.parent().unwrap().join(".").join(path.file_name().unwrap())] {
        h.state_mut().edit_file(&other);
        h.run();
        assert_eq!(h.state().editor().documents().count(), 1, "{}", other.display());
    }
    assert_eq!(painted(&h), 7, "with its changes");
    // Opened by the link alone, the file it names is written and the link stays one.
    save(&mut h);
    key(&mut h, Modifiers::COMMAND, Key::W);
    h.state_mut().edit_file(&link);
    h.run();
    paint(&mut h, 4);
    save(&mut h);
    assert!(!dirty(&h));
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let doc = parse(&std::fs::read_to_string(&path).unwrap(), &mut Issues::default()).unwrap();
    assert_eq!(&doc, h.state().editor().document().unwrap().doc());
}

#[test]
fn unknown_rules_are_read_only_and_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = folder.path().join("strange.ron");
    let doc = tests::shipped().remove(0).doc;
    let strange = engine::scenario::ScenarioDoc { ruleset: "no-such-rules".into(), ..(*doc).clone() };
    let text = engine::scenario::to_text(&strange);
    std::fs::write(&path, &text).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
    assert!(sees(&h, "Read-only: the rule system 'no-such-rules' is unknown"));
    key(&mut h, Modifiers::NONE, Key::B);
    key(&mut h, Modifiers::COMMAND, Key::A);
    key(&mut h, Modifiers::NONE, Key::Delete);
    assert!(!dirty(&h));
    key(&mut h, Modifiers::NONE, Key::F5);
    assert_eq!(h.state().screen(), Screen::Editor);
    assert!(sees(&h, "This scenario cannot be played yet"));
    key(&mut h, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::S);
    key(&mut h, Modifiers::NONE, Key::Enter);
    let elsewhere = h.state().editor().document().unwrap().path().unwrap().to_owned();
    assert_ne!(elsewhere, path);
    assert_eq!(std::fs::read_to_string(elsewhere).unwrap(), text);
}

#[test]
fn damaged_files_are_told_and_their_older_versions_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let wrong: [(&str, Vec<u8>, &str); 4] = [
        ("empty.ron", Vec::new(), "the file is empty"),
        ("binary.ron", b"PNG\0\xff\xfe\0".to_vec(), "this is no text file"),
        ("latin.ron", b"(\n title: \"Kolin\xe9\"".to_vec(), "line 2: this is not UTF-8"),
        ("newer.ron", b"(format: 4000)".to_vec(), "update the program"),
    ];
    for (name, bytes, says) in wrong {
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        h.state_mut().edit_file(&path);
        h.run();
        assert!(sees(&h, says), "{name}");
        assert!(sees(&h, "The file was not changed"));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        key(&mut h, Modifiers::NONE, Key::Enter);
        assert!(!sees(&h, says) && h.state().editor().is_empty());
    }
    // One that was cut off, with what it held before.
    let path = saved(&mut h, "Cut off");
    paint(&mut h, 2);
    save(&mut h);
    let good = std::fs::read_to_string(files::generation_path(&path, 1)).unwrap();
    key(&mut h, Modifiers::COMMAND, Key::W);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
    assert!(sees(&h, "The file cannot be read") && sees(&h, "line "));
    h.get_by_label_contains("Load Cut off").click();
    h.run();
    let document = h.state().editor().document().unwrap();
    assert_eq!((document.to_text(), document.path()), (good.clone(), Some(path.as_path())));
    assert!(document.is_dirty(), "it is not what the file holds");
    save(&mut h);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), good);
}

#[test]
fn what_of_a_file_is_left_out_is_told_before_it_can_be_saved_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    let path = saved(&mut h, "Partly");
    key(&mut h, Modifiers::COMMAND, Key::W);
    rewrite(&path, "turns: (", "labels: [(text: \"Nowhere\", at: \"Z99\")], turns: (");
    h.state_mut().edit_file(&path);
    h.run();
    assert!(sees(&h, "Not everything in the file could be read"));
    assert!(sees(&h, "label Nowhere: Z99 is not on the map"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    // The same when it is opened to be played.
    h.state_mut().open(&path);
    h.run();
    assert!(sees(&h, "label Nowhere: Z99 is not on the map"));
}

#[test]
fn what_was_found_is_discarded_only_when_said_twice_and_can_wait() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    for (title, row) in [("First field", 2), ("Second field", 3)] {
        new_document(&mut h, title);
        paint(&mut h, row);
        until_kept(&mut h, folder.path(), &format!("title: \"{title}\""));
    }
    drop(h);
    let mut h = start(folder.path());
    click(&mut h, "Discard First field");
    assert!(sees(&h, "It cannot be brought back"));
    click(&mut h, "Keep First field");
    assert!(sees(&h, "Recover First field"));
    click(&mut h, "Discard First field");
    click(&mut h, "Discard for good First field");
    assert!(!sees(&h, "Recover First field") && sees(&h, "Recover Second field"));
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(!sees(&h, "Recover Second field"));
    // Put off, and asked for again in the editor. A new scenario given up leads back to the gallery.
    key(&mut h, Modifiers::COMMAND, Key::N);
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert_eq!(h.state().screen(), Screen::Home);
    new_document(&mut h, "Third field");
    assert_eq!(h.state().screen(), Screen::Editor);
    h.get_by_label("File").click();
    h.run();
    h.get_by_label_contains("Unsaved work").click();
    h.run();
    click(&mut h, "Recover Second field");
    assert_eq!(painted(&h), 7);
    assert!(dirty(&h));
}

#[test]
fn two_programs_at_once_leave_each_other_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = start(folder.path());
    let path = saved(&mut one, "Shared");
    paint(&mut one, 2);
    until_kept(&mut one, folder.path(), "title: \"Shared\"");
    // What the first keeps is no unsaved work of an ended run.
    let mut two = start(folder.path());
    assert!(!sees(&two, "Unsaved work was found"));
    two.state_mut().edit_file(&path);
    two.run();
    paint(&mut two, 4);
    save(&mut two);
    assert!(!dirty(&two));
    wait(&mut one);
    assert!(sees(&one, "shared.ron was changed by another program") && dirty(&one));
    save(&mut one);
    assert!(sees(&one, "shared.ron was changed elsewhere"));
    click(&mut one, "Save over it");
    assert!(std::fs::read_to_string(files::generation_path(&path, 1)).unwrap() == text_of(&two));
    wait(&mut two);
    assert!(sees(&two, "shared.ron was changed by another program"));
    click(&mut two, "Load the file");
    assert_eq!(text_of(&two), text_of(&one));
    // Both end suddenly with changes: both are offered.
    paint(&mut one, 6);
    paint(&mut two, 8);
    let texts = [text_of(&one), text_of(&two)];
    wait(&mut one);
    wait(&mut two);
    wait(&mut one);
    wait(&mut two);
    drop(one);
    drop(two);
    let mut h = start(folder.path());
    click(&mut h, "Recover all");
    let found: Vec<String> = h.state().editor().documents().map(editor::core::Document::to_text).collect();
    assert_eq!(found.len(), 2);
    assert!(texts.iter().all(|t| found.contains(t)));
}

#[test]
fn broken_geography_is_told_in_its_dialog_and_changes_nothing() {
    for doc in tests::desk::firsts() {
        let mut s = tests::desk::stage(doc.clone());
        s.harness.state_mut().0.ask_geography();
        s.run();
        s.hand(
            editor::ui::FileRequest::Geography,
            "rivers.geojson",
            b"{\n \"type\": \"FeatureCollection\",\n \"features\": [}",
        );
        assert!(s.sees("rivers.geojson, line 3"), "{}", doc.ruleset);
        s.hand(editor::ui::FileRequest::Geography, "bytes.geojson", &[0, 159, 146, 150]);
        assert!(s.sees("bytes.geojson"), "{}", doc.ruleset);
        assert_eq!(s.doc(), &doc);
    }
}

/// A wood and a road in Silesia.
const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"kind": "wood"}, "geometry": {"type": "Polygon", "coordinates": [[[17.0, 50.9], [17.03, 50.9], [17.03, 50.93], [17.0, 50.9]]]}},
{"type": "Feature", "properties": {"kind": "village", "name": "Dorf"}, "geometry": {"type": "Point", "coordinates": [17.02, 50.91]}}]}"#;

#[test]
fn geography_keeps_the_sheet_the_new_scenario_was_given() {
    let mut s = tests::desk::stage_with(None, tests::desk::builder(1440.0, 900.0, false));
    s.page(Key::N);
    s.click("Geography");
    s.click("Other");
    s.click("Row first");
    s.click("Rows: from the bottom");
    s.click_containing("half a hex to the right");
    s.key(Key::Enter);
    s.harness.run_steps(6);
    let made = s.doc().map.grid;
    assert!(made.numbering.row.descending && made.shove == engine::hex::Shove::Even);
    s.hand(editor::ui::FileRequest::Geography, "field.geojson", FIELD.as_bytes());
    let began = std::time::Instant::now();
    while s.doc().map.labels.is_empty() {
        assert!(began.elapsed() < std::time::Duration::from_secs(30));
        s.harness.run_steps(5);
        if let Some(n) = s.harness.query_by_label("Import") {
            n.click();
        }
        s.harness.run_steps(5);
    }
    assert_eq!(s.doc().map.grid, made);
}
