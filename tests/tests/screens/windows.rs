//! Several windows at once, a disk that cannot be written to, files written by hand: nothing is lost unasked.

#![allow(clippy::unwrap_used)]

use crate::keep::{close, key, paint, save, sees, start};
use app::files::Places;
use egui::{Key, Modifiers};
use engine::AssetSource;
use engine::game::SaveFile;

#[test]
fn two_windows_keep_their_matches_apart() {
    let folder = tempfile::tempdir().unwrap();
    let doc = tests::desk::firsts().remove(0);
    let mut windows = [start(folder.path()), start(folder.path())];
    for (h, seed) in windows.iter_mut().zip([11, 22]) {
        h.state_mut().begin(std::sync::Arc::new(doc.clone()), seed);
        h.run_steps(6);
    }
    // By turns, as somebody with two windows would.
    for _ in 0..3 {
        for h in &mut windows {
            h.state_mut().perform(0);
            h.run_steps(6);
        }
    }
    let hashes: Vec<String> =
        windows.iter().map(|h| format!("{:016x}", h.state().play().unwrap().session.game.hash())).collect();
    drop(windows);
    let saves = Places::below_root(folder.path()).saves();
    let mut seeds = Vec::new();
    for name in ["autosave.oblique", "autosave-2.oblique"] {
        let file = SaveFile::parse(&std::fs::read_to_string(saves.join(name)).unwrap()).unwrap();
        let restored = tests::library().registry.get(&doc.ruleset).unwrap().restore(&file).unwrap();
        seeds.push(file.seed);
        assert!(hashes.contains(&format!("{:016x}", restored.game.hash())), "{name}");
    }
    assert_eq!(seeds, [11, 22]);
}

#[test]
fn closing_says_that_the_game_could_not_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    h.state_mut().begin(std::sync::Arc::new(tests::desk::firsts().remove(0)), 5);
    h.run_steps(6);
    // A folder lies where the match should be written.
    let autosave = Places::below_root(folder.path()).autosave();
    std::fs::remove_file(&autosave).unwrap();
    std::fs::create_dir_all(&autosave).unwrap();
    h.state_mut().perform(0);
    h.run_steps(6);
    let said = close(&mut h);
    assert!(said.contains(&egui::ViewportCommand::CancelClose));
    assert!(sees(&h, "The game could not be saved") && sees(&h, "is a folder"));
    // Enter saves elsewhere and never closes.
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "Save the game as"));
    key(&mut h, Modifiers::NONE, Key::Escape);
    // Once it can be written again, closing is as usual.
    std::fs::remove_dir_all(&autosave).unwrap();
    close(&mut h);
    assert!(sees(&h, "Close in the middle of the game?"));
    assert!(autosave.is_file());
}

#[test]
fn a_save_asks_before_it_removes_comments() {
    let folder = tempfile::tempdir().unwrap();
    let rules = tests::library().registry.all().next().unwrap();
    let text = tests::library().assets.read(&format!("{}/editor/example.ron", rules.id())).unwrap();
    let path = folder.path().join("by-hand.ron");
    std::fs::write(&path, &text).unwrap();
    let mut h = start(folder.path());
    h.state_mut().edit_file(&path);
    h.run_steps(8);
    paint(&mut h, 0);
    save(&mut h);
    assert!(sees(&h, "by-hand.ron has comments"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "nothing is written yet");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(h.state().editor().document().unwrap().is_dirty());
    save(&mut h);
    egui_kittest::kittest::Queryable::get_by_label(&h, "Save without comments").click();
    h.run_steps(6);
    assert!(!h.state().editor().document().unwrap().is_dirty());
    let now = std::fs::read_to_string(&path).unwrap();
    assert_eq!(engine::scenario::syntax::count_comments(&now), 0);
    paint(&mut h, 1);
    save(&mut h);
    assert!(!sees(&h, "has comments"), "asked once");
}
