//! Files that another program writes while they are open here.

use super::commands::EditorAction;
use super::tests::Stage;
use crate::core::Edit;
use crate::core::tests::scenario;
use egui::{Key, Modifiers};
use engine::scenario::ScenarioDoc;
use std::path::PathBuf;

fn file() -> PathBuf {
    "field.ron".into()
}

/// The document open, its file on the disk.
fn open() -> Stage {
    let mut s = Stage::new(scenario());
    s.host.disk.insert(file(), (1, scenario()));
    s.screen.tabs[0].file.disk = super::disk::Disk::new(&s.screen.tabs[0].document);
    s.frame(vec![]);
    s
}

fn other() -> ScenarioDoc {
    ScenarioDoc { title: "Written elsewhere".into(), ..scenario() }
}

/// Another program writes; seconds pass.
fn written(s: &mut Stage, stamp: u64, doc: ScenarioDoc) {
    s.host.disk.insert(file(), (stamp, doc));
    s.time += 2.0;
    s.frame(vec![]);
    s.frame(vec![]);
}

fn paint(s: &mut Stage) {
    s.key(Key::B, Modifiers::NONE);
    s.drag(&["0404", "0804"]);
}

#[test]
fn a_file_touched_but_not_changed_is_passed_over() {
    let mut s = open();
    written(&mut s, 2, scenario());
    assert!(!s.screen.has_unsaved_changes());
    paint(&mut s);
    s.key(Key::S, Modifiers::COMMAND);
    assert!(s.screen.dialogs.conflict.is_none() && s.host.saved.len() == 1);
}

#[test]
fn a_save_does_not_write_over_anothers_work_unasked() {
    let mut s = open();
    paint(&mut s);
    // Written the moment before, noticed by the save itself.
    s.host.disk.insert(file(), (7, other()));
    s.key(Key::S, Modifiers::COMMAND);
    assert!(s.screen.dialogs.conflict.is_some() && s.host.saved.is_empty());
    s.key(Key::B, Modifiers::COMMAND);
    s.key(Key::Escape, Modifiers::NONE);
    s.frame(vec![]);
    assert!(s.screen.dialogs.conflict.is_none() && s.host.saved.is_empty() && s.screen.has_unsaved_changes());
    s.key(Key::S, Modifiers::COMMAND);
    assert!(s.screen.dialogs.conflict.is_some(), "it is asked each time until it is settled");
}

#[test]
fn what_is_gone_from_the_disk_counts_as_unsaved() {
    let mut s = open();
    assert!(!s.screen.has_unsaved_changes());
    s.host.disk.clear();
    s.time += 2.0;
    s.frame(vec![]);
    s.frame(vec![]);
    assert!(s.screen.has_unsaved_changes(), "it is in no file now");
    s.key(Key::S, Modifiers::COMMAND);
    assert_eq!(s.host.saved.len(), 1);
    assert!(!s.screen.has_unsaved_changes());
}

#[test]
fn what_a_sudden_end_left_is_asked_for_with_and_without_a_document() {
    let mut s = Stage::new(scenario());
    s.perform(EditorAction::LeftOver);
    s.key(Key::W, Modifiers::COMMAND);
    assert!(s.screen.is_empty());
    s.perform(EditorAction::LeftOver);
    assert_eq!(s.host.done, ["left over", "left over"]);
}

#[test]
fn the_step_that_is_in_the_file_is_known() {
    let mut s = Stage::new(scenario());
    assert_eq!(s.tab().document.saved_step(), Some(0));
    paint(&mut s);
    s.tab().document.apply(&Edit::Turns(5));
    s.key(Key::S, Modifiers::COMMAND);
    assert_eq!(s.tab().document.saved_step(), Some(2));
    s.tab().document.apply(&Edit::RemovePieces(vec!["one".into()]));
    assert_eq!(s.tab().document.saved_step(), Some(2));
    s.tab().document.go_to(1);
    s.tab().document.apply(&Edit::Turns(7));
    assert_eq!(s.tab().document.saved_step(), None, "what the file holds is no longer among the steps");
}
