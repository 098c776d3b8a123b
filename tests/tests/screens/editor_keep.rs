//! Work in the editor is not lost: by a sudden end of the program, a full disk or a folder that is gone.

#![allow(clippy::unwrap_used)]

use crate::keep::{close, key, new_document, paint, painted, save, sees, start, until_kept};
use app::ui::{App, Screen};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

#[test]
fn a_sudden_end_loses_neither_named_nor_unnamed_work() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "With a file");
    paint(&mut h, 2);
    key(&mut h, Modifiers::COMMAND, Key::S);
    key(&mut h, Modifiers::NONE, Key::Enter);
    let path = h.state().editor().document().unwrap().path().unwrap().to_owned();
    paint(&mut h, 4);
    let named = painted(&h);
    until_kept(&mut h, folder.path(), &format!("for: {}", path.display()));
    new_document(&mut h, "Without one");
    paint(&mut h, 3);
    let unnamed = painted(&h);
    until_kept(&mut h, folder.path(), "title: \"Without one\"");
    let texts: Vec<String> = h.state().editor().documents().map(editor::core::Document::to_text).collect();
    // The program is gone without having been told to end.
    drop(h);
    let mut h = start(folder.path());
    assert!(sees(&h, "Unsaved work was found"));
    assert!(sees(&h, "Recover With a file") && sees(&h, "Recover Without one"));
    h.get_by_label("Recover all").click();
    h.run();
    assert_eq!(h.state().screen(), Screen::Editor);
    let editor = h.state().editor();
    let mut found: Vec<String> = editor.documents().map(editor::core::Document::to_text).collect();
    let mut texts = texts;
    texts.sort();
    found.sort();
    assert_eq!(found, texts);
    assert!(editor.documents().all(editor::core::Document::is_dirty));
    let with_file = editor.documents().find(|d| d.doc().title == "With a file").unwrap();
    assert_eq!(with_file.path(), Some(path.as_path()), "it still belongs to its file");
    assert!(named > 7 && unnamed == 7);
    // It is kept anew, and offered once more if this run ends suddenly too.
    until_kept(&mut h, folder.path(), "title: \"Without one\"");
    drop(h);
    let h = start(folder.path());
    assert!(sees(&h, "Recover With a file") && sees(&h, "Recover Without one"));
}

#[test]
fn what_is_saved_or_given_up_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "Saved");
    paint(&mut h, 2);
    until_kept(&mut h, folder.path(), "title: \"Saved\"");
    key(&mut h, Modifiers::COMMAND, Key::S);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(8);
    drop(h);
    let h = start(folder.path());
    assert!(!sees(&h, "Unsaved work was found"));
}

#[test]
fn a_save_that_fails_leaves_the_document_open_changed_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "Stubborn");
    key(&mut h, Modifiers::COMMAND, Key::S);
    key(&mut h, Modifiers::NONE, Key::Enter);
    let path = h.state().editor().document().unwrap().path().unwrap().to_owned();
    // Its folder is gone, and nothing can be made in its place.
    let parent = path.parent().unwrap();
    std::fs::remove_dir_all(parent).unwrap();
    std::fs::write(parent, "no folder").unwrap();
    paint(&mut h, 2);
    let text = h.state().editor().document().unwrap().to_text();
    key(&mut h, Modifiers::COMMAND, Key::S);
    assert!(sees(&h, "Not saved"));
    let document = h.state().editor().document().unwrap();
    assert!(document.is_dirty());
    assert_eq!(document.to_text(), text);
    until_kept(&mut h, folder.path(), "title: \"Stubborn\"");
}

#[test]
fn a_folder_that_is_gone_is_told_and_not_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = folder.path().join("stick");
    let mut h = start(folder.path());
    new_document(&mut h, "On a stick");
    let path = elsewhere.join("battle.ron");
    std::fs::create_dir(&elsewhere).unwrap();
    let text = h.state().editor().document().unwrap().to_text();
    std::fs::write(&path, text).unwrap();
    h.state_mut().edit_file(&path);
    h.run();
    paint(&mut h, 2);
    // The stick is taken out.
    std::fs::remove_dir_all(&elsewhere).unwrap();
    save(&mut h);
    assert!(sees(&h, "Not saved. The folder") && sees(&h, "is gone"));
    assert!(!elsewhere.exists(), "nothing is made in its place");
    let document = h.state().editor().document().unwrap();
    assert!(document.is_dirty() && document.path() == Some(path.as_path()));
    until_kept(&mut h, folder.path(), &format!("for: {}", path.display()));
    // It is back: the same save goes through.
    std::fs::create_dir(&elsewhere).unwrap();
    save(&mut h);
    assert!(!h.state().editor().document().unwrap().is_dirty());
    assert!(path.is_file());
}

#[test]
fn older_versions_are_seen_opened_and_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "Versions");
    save(&mut h);
    key(&mut h, Modifiers::NONE, Key::Enter);
    let path = h.state().editor().document().unwrap().path().unwrap().to_owned();
    for row in [2, 4] {
        paint(&mut h, row);
        save(&mut h);
    }
    let now = h.state().editor().document().unwrap().doc().clone();
    assert_eq!(painted(&h), 14);
    let list = |h: &mut Harness<'static, App>| {
        h.get_by_label("File").click();
        h.run();
        h.get_by_label_contains("Older versions").click();
        h.run();
    };
    list(&mut h);
    assert!(sees(&h, "In the file now") && sees(&h, "the same as what is open"));
    assert!(sees(&h, "7 hexes differ") && sees(&h, "14 hexes differ"));
    // The oldest as a document of its own, in no file yet.
    h.get_all_by_label_contains("Open: ").last().unwrap().click();
    h.run();
    assert_eq!(h.state().editor().documents().count(), 2);
    let opened = h.state().editor().document().unwrap();
    assert!(opened.path().is_none() && opened.is_dirty());
    assert_eq!(painted(&h), 0);
    until_kept(&mut h, folder.path(), "kept by the editor for: \n");
    // And the one before into the document itself, as a step of its history.
    key(&mut h, Modifiers::CTRL, Key::Tab);
    list(&mut h);
    h.get_all_by_label_contains("Restore: ").nth(1).unwrap().click();
    h.run();
    assert_eq!(painted(&h), 7);
    let document = h.state().editor().document().unwrap();
    assert!(document.is_dirty() && document.path() == Some(path.as_path()));
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert_eq!(h.state().editor().document().unwrap().doc(), &now);
}

#[test]
fn closing_names_what_is_unsaved_and_saves_it_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    for (title, row) in [("First field", 2), ("Second field", 3)] {
        new_document(&mut h, title);
        paint(&mut h, row);
    }
    let said = close(&mut h);
    assert!(said.contains(&egui::ViewportCommand::CancelClose), "{said:?}");
    assert!(sees(&h, "Save before closing?") && sees(&h, "First field") && sees(&h, "Second field"));
    h.get_by_label_contains("Save all and close").click();
    h.run();
    // Each is asked for its file; the second is thought better of.
    key(&mut h, Modifiers::NONE, Key::Enter);
    key(&mut h, Modifiers::NONE, Key::Escape);
    h.run_steps(6);
    let changed = |h: &Harness<'static, App>| h.state().editor().documents().filter(|d| d.is_dirty()).count();
    assert_eq!(changed(&h), 1, "one is saved, the program goes on");
    close(&mut h);
    h.get_by_label_contains("Save and close").click();
    h.run();
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(6);
    assert_eq!(changed(&h), 0);
    let said = close(&mut h);
    assert!(!said.contains(&egui::ViewportCommand::CancelClose), "{said:?}");
}

#[test]
fn any_step_is_gone_to_from_the_list_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "Steps");
    let texts: Vec<String> = [2, 3, 4, 5]
        .into_iter()
        .map(|row| {
            paint(&mut h, row);
            h.state().editor().document().unwrap().to_text()
        })
        .collect();
    // The strip below the map is hidden: the menu has the list all the same.
    key(&mut h, Modifiers::NONE, Key::F8);
    for (step, said) in [(1, "1  Paint"), (4, "4  Paint"), (2, "2  Paint")] {
        h.get_by_label("Edit").click();
        h.run();
        h.get_by_label("History").click();
        h.run();
        h.get_by_label_contains(said).click();
        h.run();
        let document = h.state().editor().document().unwrap();
        assert_eq!((document.at(), document.to_text()), (step, texts[step - 1].clone()));
        assert_eq!(document.steps().len(), 5, "what was taken back can be done again");
    }
}

#[test]
fn panels_stand_as_they_were_left_even_after_a_sudden_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut h = start(folder.path());
    new_document(&mut h, "Panels");
    key(&mut h, Modifiers::NONE, Key::F8);
    key(&mut h, Modifiers::NONE, Key::F6);
    // The edge between map and dock is drawn to the left.
    let dock = |h: &Harness<'static, App>| h.state().settings.panels["editor dock width"];
    let before = dock(&h);
    let edge = egui::pos2(1280.0 - before, 400.0);
    h.hover_at(edge);
    h.run();
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        pressed,
        button: egui::PointerButton::Primary,
        modifiers: Modifiers::NONE,
    };
    h.event(button(edge, true));
    h.step();
    let to = edge - egui::vec2(80.0, 0.0);
    h.event(egui::Event::PointerMoved(to));
    h.step();
    h.event(button(to, false));
    h.run();
    let wide = dock(&h);
    assert!(wide > before + 60.0, "{before} {wide}");
    let began = h.ctx.input(|i| i.time);
    while h.ctx.input(|i| i.time) - began < 3.0 {
        h.step();
    }
    drop(h);
    let places = app::files::Places::below_root(folder.path());
    let (settings, _) = app::settings::Settings::read(&places.settings());
    assert_eq!(settings.panels["editor dock width"], wide);
    assert_eq!((settings.panels["editor history"], settings.panels["editor palette"]), (0.0, 0.0));
}
