//! The window by its accessible labels, on the CPU, without pictures. No rule system is named:
//! labels of actions come from the match itself.

#![allow(clippy::unwrap_used)]

use app::files::Places;
use app::library::Library;
use app::settings::Settings;
use app::ui::{App, Screen};
use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use engine::hex::HexId;
use engine::present::{Affordance, Target, Verb};
use tempfile::TempDir;

struct Window {
    harness: Harness<'static, App>,
    folder: TempDir,
}

/// The program on a virtual screen with folders of its own.
fn window(width: f32, height: f32) -> Window {
    let folder = tempfile::tempdir().unwrap();
    let harness = open(width, height, folder.path());
    Window { harness, folder }
}

fn open(width: f32, height: f32, folder: &std::path::Path) -> Harness<'static, App> {
    let places = Places::below_root(folder);
    // The desktop's dialogs must not be asked in a test.
    let mut settings = Settings::default();
    settings.words.insert("players".into(), "person,person".into());
    settings.switches.insert("own-file-dialog".into(), true);
    let build = Harness::builder().with_size(vec2(width, height)).with_max_steps(120);
    let mut harness =
        build.build_eframe(move |cc| App::new(&cc.egui_ctx, Library::shipped(), settings, Some(places)));
    harness.run();
    harness
}

impl Window {
    /// Clicks a row of the dock; counters on the map have the same names.
    fn press(&mut self, label: &str) {
        let all = self.harness.get_all_by_role_and_label(egui::accesskit::Role::Button, label);
        let row = all.max_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
        row.expect("get_all finds one").click();
        self.harness.run();
    }

    fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    fn sees(&self, label: &str) -> bool {
        self.harness.query_all_by_label_contains(label).next().is_some()
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn actions(&self) -> Vec<Affordance> {
        self.app().play().unwrap().session.views.actions.clone()
    }

    fn version(&self) -> u64 {
        self.app().play().unwrap().session.game.version()
    }

    fn hash(&self) -> u64 {
        self.app().play().unwrap().session.game.hash()
    }

    /// Clicks a hex on the map with the left or right button.
    fn click_hex(&mut self, hex: HexId, button: egui::PointerButton) {
        let pos = self.app().play().unwrap().widget.screen_of(hex).unwrap();
        self.harness.hover_at(pos);
        self.harness.run();
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.run();
    }

    /// From the gallery into a match with the usual players and a fixed seed.
    fn begin(&mut self, title: &str) {
        let card = self.app_label(title);
        // The gallery is longer than the window: a search brings the card into sight.
        self.harness.get_by_label("Search").focus();
        self.harness.run();
        self.harness.get_by_label("Search").type_text(title);
        self.harness.run();
        self.click(&card);
        self.click("Play");
        self.harness.get_by_label("Seed").focus();
        self.harness.run();
        self.key(Modifiers::COMMAND, Key::A);
        self.harness.get_by_label("Seed").type_text("7");
        self.harness.run();
        self.click("Start");
        assert_eq!(self.app().screen(), Screen::Play);
    }

    fn app_label(&self, title: &str) -> String {
        let found = tests::shipped().into_iter().find(|s| s.doc.title == title).unwrap();
        format!("{}, {}, {}", found.doc.title, found.doc.date, found.rules.name())
    }
}

/// A move of one thing that can be made by clicking a hex where nothing else is meant.
fn plain_move(w: &Window) -> (Target, HexId, Affordance) {
    let board = &w.app().play().unwrap().session.views.board;
    let actions = w.actions();
    let found = actions.iter().find_map(|a| match (&a.subject, &a.target, a.verb) {
        (Some(s), Target::Hex(h), Verb::Move) if !a.chancy && !a.confirm => {
            let here: Vec<&Affordance> =
                actions.iter().filter(|o| o.subject == a.subject && o.target == a.target).collect();
            let empty = app::ui::play::selection::counters_on(*h, board).is_empty();
            (here.len() == 1 && empty).then(|| (s.clone(), *h, a.clone()))
        }
        _ => None,
    });
    found.expect("something can move to an empty hex")
}

#[test]
fn the_gallery_lists_every_shipped_scenario_and_searches_them() {
    let mut w = window(1920.0, 1080.0);
    for s in tests::shipped() {
        let label = format!("{}, {}, {}", s.doc.title, s.doc.date, s.rules.name());
        assert!(w.harness.query_by_label(&label).is_some(), "no card: {label}");
    }
    w.harness.get_by_label("Search").focus();
    w.harness.run();
    w.harness.get_by_label("Search").type_text("Mollwitz");
    w.harness.run();
    assert!(w.harness.query_by_label(&w.app_label("Mollwitz")).is_some());
    assert!(w.harness.query_by_label(&w.app_label("Leuthen")).is_none());
    w.harness.get_by_label("Search").type_text(" nowhere");
    w.harness.run();
    assert!(w.sees("No scenario matches"));
}

#[test]
fn the_keyboard_alone_chooses_and_starts() {
    let mut w = window(1280.0, 800.0);
    w.key(Modifiers::NONE, Key::ArrowRight);
    assert!(w.sees("Edit a copy"), "the first card is selected");
    w.key(Modifiers::NONE, Key::Enter);
    assert!(w.sees("Start"), "the dialog is open");
    w.key(Modifiers::NONE, Key::Enter);
    assert_eq!(w.app().screen(), Screen::Play);
}

#[test]
fn a_unit_is_picked_up_moved_and_put_back() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    assert!(w.sees("Prompt: "));
    assert!(w.sees("Can act"));
    let before = w.hash();
    let (subject, hex, action) = plain_move(&w);
    let line = match &subject {
        Target::Counter(id) => {
            let board = &w.app().play().unwrap().session.views.board;
            board.counters.iter().find(|c| c.id == *id).unwrap().line.clone()
        }
        other => panic!("{other:?}"),
    };
    w.press(&line);
    assert_eq!(w.app().play().unwrap().selection.subject, Some(subject.clone()));
    assert!(w.harness.query_by_label(&action.label).is_some(), "its actions are listed: {}", action.label);
    w.click_hex(hex, egui::PointerButton::Primary);
    assert_ne!(w.hash(), before, "the click on the lit hex did it");
    let after = w.hash();
    w.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(w.hash(), before, "taken back");
    w.key(Modifiers::COMMAND, Key::Y);
    assert_eq!(w.hash(), after, "done again");
}

#[test]
fn what_cannot_be_done_is_explained_with_its_rule() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    let (subject, _, _) = plain_move(&w);
    let line = {
        let Target::Counter(id) = &subject else { panic!() };
        let board = &w.app().play().unwrap().session.views.board;
        board.counters.iter().find(|c| c.id == *id).unwrap().line.clone()
    };
    w.press(&line);
    let aimed: Vec<Target> =
        w.actions().into_iter().filter(|a| a.subject.as_ref() == Some(&subject)).map(|a| a.target).collect();
    let grid = w.app().play().unwrap().session.doc().map.grid;
    let board = w.app().play().unwrap().session.views.board.clone();
    let far = grid
        .ids()
        .find(|h| {
            !aimed.contains(&Target::Hex(*h)) && app::ui::play::selection::counters_on(*h, &board).is_empty()
        })
        .unwrap();
    let before = w.hash();
    w.click_hex(far, egui::PointerButton::Primary);
    assert!(w.sees("Why not: "), "a reason is shown");
    assert_eq!(w.hash(), before);
    w.key(Modifiers::NONE, Key::Escape);
    assert!(!w.sees("Why not: "));
    w.click_hex(far, egui::PointerButton::Secondary);
    assert!(w.sees("Why not: "), "the right button asks the same");
}

#[test]
fn the_hovered_hex_is_read_out() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    let grid = w.app().play().unwrap().session.doc().map.grid;
    let hex = grid.parse("E5").unwrap();
    let pos = w.app().play().unwrap().widget.screen_of(hex).unwrap();
    w.harness.hover_at(pos);
    w.harness.run();
    assert!(w.sees("Hex: E5"));
}

#[test]
fn a_save_comes_back_as_it_was_and_the_match_is_kept_without_being_told() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    let (_, _, action) = plain_move(&w);
    w.harness.state_mut().perform(action.id);
    w.harness.run();
    let hash = w.hash();
    w.key(Modifiers::COMMAND, Key::S);
    assert!(w.sees("Saved as"));
    let saves = Places::below_root(w.folder.path()).saves();
    let file = std::fs::read_dir(&saves)
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.extension().is_some_and(|e| e == "oblique") && !p.ends_with("autosave.oblique"))
        .unwrap();
    w.click("Home");
    assert_eq!(w.app().screen(), Screen::Home);
    // Another start of the program, once this one has ended, finds the match again.
    let Window { harness, folder } = w;
    drop(harness);
    let harness = open(1280.0, 800.0, folder.path());
    let mut again = Window { harness, folder };
    let card = again.harness.get_all_by_label_contains("Continue Mollwitz").next().unwrap();
    card.click();
    again.harness.run();
    assert_eq!(again.hash(), hash, "kept after every action");
    again.harness.state_mut().open(&file);
    again.harness.run();
    assert_eq!(again.hash(), hash, "saved");
}

#[test]
fn bad_files_are_told_with_their_place_and_change_nothing() {
    let mut w = window(1280.0, 800.0);
    let write = |name: &str, text: &str| {
        let path = w.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let garbled = write("a.ron", "(\n  format: 2,\n  title: \"x\"\n  oops");
    let newer = write("b.oblique", "(format: 99)");
    let unknown =
        write("d.ron", &tests::shipped()[0].entry.text.replacen("ruleset: \"", "ruleset: \"no-", 1));
    w.harness.state_mut().open(&garbled);
    w.harness.run();
    assert!(w.sees("line 3, column 12: a comma is missing"), "the place of the mistake");
    assert_eq!(std::fs::read_to_string(&garbled).unwrap().lines().count(), 4, "untouched");
    w.click("OK");
    w.harness.state_mut().open(&newer);
    w.harness.run();
    assert!(w.sees("update the program"));
    w.click("OK");
    w.harness.state_mut().open(&w.folder.path().join("missing.ron"));
    w.harness.run();
    assert!(w.sees("check the name and the folder"));
    w.click("OK");
    w.harness.state_mut().open(&unknown);
    w.harness.run();
    assert_eq!(w.app().screen(), Screen::Editor, "what cannot be played opens in the editor");
}

/// A file of the desktop, held over the window.
#[derive(Debug)]
struct Held(std::path::PathBuf);

impl egui::DroppedFile for Held {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|e| e.to_string())
    }
}

impl Window {
    /// Files let go over the window.
    fn drop_files(&mut self, paths: &[std::path::PathBuf]) {
        let file = |p: &std::path::PathBuf| std::sync::Arc::new(Held(p.clone())) as egui::DroppedFileHandle;
        self.harness.input_mut().dropped_files = paths.iter().map(file).collect();
        self.harness.step();
        self.harness.run();
    }
}

#[test]
fn a_scenario_opened_from_its_file_can_be_edited_there() {
    let mut w = window(1280.0, 800.0);
    let path = w.folder.path().join("mine.ron");
    let doc = tests::shipped().remove(0).doc;
    std::fs::write(&path, engine::scenario::to_text(&doc)).unwrap();
    w.harness.state_mut().open(&path);
    w.harness.run();
    w.click("Edit");
    assert_eq!(w.app().screen(), Screen::Editor);
    assert_eq!(w.app().editor().document().unwrap().path(), Some(path.as_path()), "the file itself, no copy");
    assert!(!w.sees("Who plays"));
}

#[test]
fn files_are_opened_by_dropping_them() {
    let mut w = window(1280.0, 800.0);
    let file = |name: &str, text: &[u8]| {
        let path = w.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let doc = tests::shipped().remove(0).doc;
    let first = &doc.pieces[0];
    let row = format!("id,side,type,name\n{},{},{},Dropped\n", first.id, first.side, first.kind);
    let scenario = file("mine.ron", engine::scenario::to_text(&doc).as_bytes());
    let (table, letter) = (file("oob.csv", row.as_bytes()), file("letter.txt", b"Sire"));
    let point = r#"{"type": "Feature", "properties": {"kind": "town"}, "geometry": {"type": "Point", "coordinates": [13.0, 51.0]}}"#;
    let geography = file(
        "field.geojson",
        format!(r#"{{"type": "FeatureCollection", "features": [{point}]}}"#).as_bytes(),
    );
    // On the gallery it is played, a table has nowhere to go, and a letter says nothing.
    w.drop_files(&[letter, table.clone()]);
    assert!(w.sees("letter.txt cannot be opened") && w.sees("Open a scenario in the editor first"));
    w.drop_files(std::slice::from_ref(&scenario));
    assert!(w.sees("Who plays") || w.sees("WHO PLAYS"));
    w.drop_files(std::slice::from_ref(&scenario));
    assert!(w.sees("Close this dialog first"));
    w.click("Edit");
    // On the editor it is edited, and a table goes into the document.
    w.drop_files(std::slice::from_ref(&table));
    assert_eq!(w.app().editor().document().unwrap().doc().pieces[0].name, "Dropped");
    w.drop_files(std::slice::from_ref(&geography));
    assert!(w.sees("field.geojson"), "the dialog for geography holds the file");
}

#[test]
fn a_save_that_no_longer_plays_offers_its_snapshot() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    let (_, _, action) = plain_move(&w);
    w.harness.state_mut().perform(action.id);
    w.harness.run();
    let hash = w.hash();
    let mut file = w.app().play().unwrap().session.game.save();
    for h in &mut file.hashes {
        h.1 ^= 1;
    }
    let path = w.folder.path().join("c.oblique");
    std::fs::write(&path, file.to_text()).unwrap();
    w.harness.state_mut().open(&path);
    w.harness.run();
    assert!(w.sees("no longer plays at action"));
    w.click("Continue from the snapshot");
    assert_eq!(w.hash(), hash);
}

#[test]
fn dice_are_taken_back_only_when_asked_twice_and_the_log_says_so() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    // The end of a player turn changes the seat: undo is cut there.
    let end = w.actions().into_iter().find(|a| a.verb == Verb::End).expect("the phase can be ended");
    let before = w.hash();
    w.harness.state_mut().perform(end.id);
    w.harness.run();
    assert_ne!(w.hash(), before);
    w.key(Modifiers::COMMAND, Key::Z);
    assert!(w.sees("Undo past a die roll?"));
    w.click("Undo");
    assert_eq!(w.hash(), before);
    assert!(w.sees("Taken back beyond dice"), "the log says so");
}

#[test]
fn dialogs_open_and_close_and_settings_are_remembered() {
    let mut w = window(1280.0, 800.0);
    w.key(Modifiers::NONE, Key::F1);
    assert!(w.sees("Undo"), "the sheet of shortcuts");
    w.key(Modifiers::NONE, Key::Escape);
    assert!(!w.sees("Next unit that can act"));
    w.click("Settings");
    w.click("Dark");
    w.click("125 %");
    w.click("Close");
    assert_eq!(w.app().settings.scale, 125);
    let (read, said) = Settings::read(&Places::below_root(w.folder.path()).settings());
    assert_eq!((read.scale, read.theme, said), (125, app::settings::Theme::Dark, None));
    w.key(Modifiers::COMMAND, Key::Num0);
    assert_eq!(w.app().settings.scale, 100);
    w.key(Modifiers::COMMAND, Key::O);
    assert!(w.sees("File name, or a path"), "the program's own dialog");
    w.click("Cancel");
}

#[test]
fn idle_screens_do_not_repaint() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    w.harness.run();
    let delay =
        |w: &Window| w.harness.output().viewport_output.values().map(|v| v.repaint_delay).min().unwrap();
    assert!(delay(&w) > std::time::Duration::from_secs(3600), "play: {:?}", delay(&w));
    w.click("Home");
    // Pictures of maps come from a thread; after them nothing moves.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    w.harness.run();
    assert!(delay(&w) > std::time::Duration::from_secs(3600), "home: {:?}", delay(&w));
}

#[test]
fn a_game_is_played_by_clicking_listed_actions() {
    let mut w = window(1280.0, 800.0);
    w.begin("Mollwitz");
    let mut numbers = tests::Numbers(11);
    for step in 0..60 {
        let actions = w.actions();
        if actions.is_empty() {
            break;
        }
        let a = actions[numbers.below(actions.len())].clone();
        let before = w.version();
        if let Some(s) = &a.subject {
            w.harness.state_mut().select(s.clone());
            w.harness.run();
        }
        let mut shown = w.harness.query_all_by_label(&a.label).count();
        if shown == 0 && a.verb == Verb::End {
            w.click("End the phase");
            shown = w.harness.query_all_by_label(&a.label).count();
        }
        assert!(shown > 0, "step {step}: not listed: {}", a.label);
        w.harness.query_all_by_label(&a.label).next().unwrap().scroll_to_me();
        w.harness.run();
        w.harness.query_all_by_label(&a.label).next().unwrap().click_accesskit();
        w.harness.run();
        if w.version() == before && w.sees("End it") {
            w.click("End it");
        } else if w.version() == before {
            w.key(Modifiers::NONE, Key::Enter);
        }
        assert_ne!(w.version(), before, "step {step}: {} was not done", a.label);
    }
}

#[test]
fn nothing_is_cut_off_at_any_size_and_scale() {
    for (width, height) in
        [(1280.0, 800.0), (1920.0, 1080.0), (640.0, 400.0), (853.0, 533.0), (1706.0, 1066.0)]
    {
        let mut w = window(width, height);
        let inside = |w: &Window, label: &str| {
            let rect = w.harness.get_by_label(label).rect();
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(width, height));
            assert!(screen.expand(0.5).contains_rect(rect), "{label} at {width} x {height}: {rect:?}");
        };
        inside(&w, "Settings");
        let card = w.app_label("Mollwitz");
        w.harness.get_by_label(&card).click_accesskit();
        w.harness.run();
        w.harness.get_all_by_label("Play").next().unwrap().click_accesskit();
        w.harness.run();
        for label in ["Start", "Cancel"] {
            inside(&w, label);
        }
        w.click("Start");
        for label in ["Home", "Undo (Ctrl Z)", "Save (Ctrl S)", "Whole map (F)"] {
            inside(&w, label);
        }
        let ends: Vec<String> =
            w.actions().into_iter().filter(|a| a.verb == Verb::End).map(|a| a.label).collect();
        match ends.as_slice() {
            [one] => inside(&w, one),
            many => {
                w.key(Modifiers::NONE, Key::F10);
                many.iter().for_each(|end| inside(&w, end));
            }
        }
    }
}
