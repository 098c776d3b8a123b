//! F5 plays the document in front at once; Esc comes back to the editor as it was left. A match that was being played waits.

#![allow(clippy::unwrap_used)]

use crate::keep::{key, paint, sees, start};
use app::ui::{App, Screen};
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::hex::HexId;
use engine::scenario::Region;
use std::sync::Arc;
use tests::desk::firsts;

/// What of the editor must be the same when one comes back.
#[derive(PartialEq, Debug)]
struct State {
    text: String,
    steps: Vec<String>,
    at: usize,
    places: Vec<Option<egui::Pos2>>,
    page: Option<String>,
    tool: bool,
}

fn state(h: &Harness<'static, App>) -> State {
    let editor = h.state().editor();
    let document = editor.document().unwrap();
    let tab = h.get_all_by_role(Role::Tab).find(|n| n.accesskit_node().toggled() == Some(Toggled::True));
    State {
        text: document.to_text(),
        steps: document.steps().iter().map(|s| s.name.clone()).collect(),
        at: document.at(),
        places: [0, 7, 20].map(|i| editor.screen_of(HexId(i))).to_vec(),
        page: tab.and_then(|n| n.accesskit_node().label()),
        tool: sees(h, "tool B"),
    }
}

fn open(h: &mut Harness<'static, App>, folder: &std::path::Path, doc: &engine::scenario::ScenarioDoc) {
    let path = folder.join(format!("{}.ron", doc.ruleset));
    std::fs::write(&path, engine::scenario::to_text(doc)).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
}

/// Escape until the editor is there again.
fn back(h: &mut Harness<'static, App>) {
    for _ in 0..4 {
        if h.state().screen() == Screen::Editor {
            return;
        }
        key(h, Modifiers::NONE, Key::Escape);
    }
    assert_eq!(h.state().screen(), Screen::Editor);
}

#[test]
fn a_playtest_leaves_the_editor_as_it_was() {
    for doc in firsts() {
        let folder = tempfile::tempdir().unwrap();
        let mut h = start(folder.path());
        open(&mut h, folder.path(), &doc);
        paint(&mut h, 0);
        paint(&mut h, 1);
        key(&mut h, Modifiers::COMMAND, Key::Z);
        key(&mut h, Modifiers::COMMAND, Key::Num3);
        (0..3).for_each(|_| key(&mut h, Modifiers::NONE, Key::Plus));
        let before = state(&h);
        assert!(before.tool && before.at + 1 < before.steps.len(), "{before:?}");
        key(&mut h, Modifiers::NONE, Key::F5);
        assert_eq!(h.state().screen(), Screen::Play, "{}", doc.ruleset);
        h.state_mut().perform(0);
        h.run_steps(4);
        back(&mut h);
        h.run();
        assert_eq!(state(&h), before, "{}", doc.ruleset);
        assert!(h.state().play().is_none(), "the test is kept nowhere");
        // Nothing of the history is lost.
        while h.state().editor().document().unwrap().can_undo() {
            key(&mut h, Modifiers::COMMAND, Key::Z);
        }
        assert_eq!(h.state().editor().document().unwrap().doc(), &doc);
    }
}

#[test]
fn a_match_under_way_waits_while_a_document_is_tried() {
    let doc = firsts().remove(0);
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    h.state_mut().begin(Arc::new(doc.clone()), 3);
    h.run_steps(6);
    h.state_mut().perform(0);
    h.run_steps(4);
    let hash = |h: &Harness<'static, App>| h.state().play().unwrap().session.game.hash();
    let there = hash(&h);
    h.get_by_label("Edit this position").click();
    h.run();
    key(&mut h, Modifiers::NONE, Key::F5);
    assert_eq!(h.state().screen(), Screen::Play);
    assert!(sees(&h, "Playtest of"));
    h.state_mut().perform(1);
    h.run_steps(4);
    assert_ne!(hash(&h), there);
    back(&mut h);
    assert_eq!(hash(&h), there, "the match is there again, as it was");
    // The same from the gallery: what is continued is the match, not the test.
    key(&mut h, Modifiers::NONE, Key::F5);
    h.state_mut().perform(1);
    h.run_steps(4);
    h.get_by_label("Home").click();
    h.run();
    assert_eq!(h.state().screen(), Screen::Home);
    h.get_by_label_contains("Continue ").click();
    h.run_steps(6);
    assert_eq!(h.state().screen(), Screen::Play);
    assert_eq!(hash(&h), there);
    assert!(!sees(&h, "Playtest of"));
}

#[test]
fn what_cannot_be_played_is_explained_and_what_can_is_played_with_its_warnings() {
    let mut doc = firsts().remove(0);
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    // An area without hexes is reported, and stops nothing.
    let nowhere = Region { id: "nowhere".into(), name: "Nowhere".into(), hexes: Vec::new() };
    std::sync::Arc::make_mut(&mut doc.map.regions).push(nowhere);
    open(&mut h, folder.path(), &doc);
    key(&mut h, Modifiers::COMMAND, Key::Num6);
    h.run_steps(8);
    assert!(sees(&h, "has no hexes"));
    key(&mut h, Modifiers::NONE, Key::F5);
    assert_eq!(h.state().screen(), Screen::Play);
    back(&mut h);
    key(&mut h, Modifiers::COMMAND, Key::A);
    key(&mut h, Modifiers::NONE, Key::Delete);
    key(&mut h, Modifiers::COMMAND, Key::Num1);
    key(&mut h, Modifiers::NONE, Key::F5);
    assert_eq!(h.state().screen(), Screen::Editor);
    assert!(sees(&h, "This scenario cannot be played yet"));
    assert!(sees(&h, "has no units"), "the list says why");
}
