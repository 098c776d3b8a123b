//! The editor's panels by their accessible labels: imports, forces, time, problems, overlays. No rule
//! system is named. With `PICTURES=folder` every panel is also drawn, light and dark, at two sizes and scales.

#![allow(clippy::unwrap_used)]

use editor::ui::FileRequest;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::scenario::{Issues, OptionSet, Place, ScheduleEntry, Value, When, parse};
use std::path::PathBuf;
use tests::desk::{Desk, Stage, builder, firsts, smallest, stage, stage_with};
use tests::{fits, library};

/// A small field with a river, a brook, a wood and a town, in degrees.
const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "extent", "hex_metres": 500}, "geometry":
  {"type": "Polygon", "coordinates": [[[13.0, 51.0], [13.1, 51.0], [13.1, 51.05], [13.0, 51.05], [13.0, 51.0]]]}},
 {"type": "Feature", "properties": {"kind": "river", "name": "Strom"}, "geometry":
  {"type": "LineString", "coordinates": [[12.98, 51.02], [13.03, 51.028], [13.07, 51.02], [13.12, 51.025]]}},
 {"type": "Feature", "properties": {"kind": "stream", "name": "Bach"}, "geometry":
  {"type": "LineString", "coordinates": [[13.05, 51.048], [13.052, 51.036], [13.05, 51.0245]]}},
 {"type": "Feature", "properties": {"kind": "town", "name": "Furt"}, "geometry":
  {"type": "Point", "coordinates": [13.03, 51.031]}},
 {"type": "Feature", "properties": {"kind": "dyke", "name": ""}, "geometry":
  {"type": "Point", "coordinates": [13.03, 51.031]}}
]}"#;

#[test]
fn geography_is_brought_in_through_its_dialog() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("File");
        s.click_containing("Import geography");
        assert!(s.sees("No files yet"));
        s.click_containing("Add file");
        assert_eq!(s.harness.state().1.asked, [FileRequest::Geography]);
        // A broken file is told with its place and changes nothing.
        s.hand(FileRequest::Geography, "broken.geojson", b"{\n \"type\": ");
        assert!(s.sees("broken.geojson, line 2"), "the place of the mistake");
        s.hand(FileRequest::Geography, "field.geojson", FIELD.as_bytes());
        s.harness.run_steps(20);
        assert!(s.sees("5 features onto"), "the report");
        assert!(s.sees("kind = dyke"), "what no rule speaks of");
        s.hand(FileRequest::Mapping, "mine.ron", b"(rules: [(wenn: {})])");
        assert!(s.sees("mine.ron: line 1"), "a broken table");
        s.click("Import");
        assert_eq!(s.harness.state().0.documents().count(), 2);
        let new = s.doc();
        assert_eq!((new.ruleset.as_str(), new.map.scale_m), (doc.ruleset.as_str(), 500));
        assert_eq!(new.sides.len(), 2);
        assert!(
            new.map.edges.len() > 8
                || new.map.grid.ids().filter(|h| new.map.terrain_at(*h) != "clear").count() > 10
        );
        assert_eq!(s.harness.state().0.documents().next().unwrap().doc(), &doc, "the other one is untouched");
    }
}

/// Numbers from the south, as on maps of whole countries: chosen in the dialog, one step of the history.
#[test]
fn hexes_are_numbered_anew_through_the_dialog() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click_first("Map");
        s.click_containing("Renumber hexes");
        s.click("Other");
        let south = !doc.map.grid.numbering.row.descending;
        s.click(if south { "Rows: from the bottom" } else { "Rows: from the top" });
        s.key(Key::Enter);
        assert_eq!(s.doc().map.grid.numbering.row.descending, south);
        assert_eq!(s.doc().pieces.len(), doc.pieces.len());
        let issues = library().check_document(s.doc(), &OptionSet::new());
        assert_eq!(
            issues.errors(),
            library().check_document(&doc, &OptionSet::new()).errors(),
            "{:?}",
            issues.list
        );
        s.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
        s.run();
        assert_eq!(s.doc(), &doc);
    }
}

#[test]
fn geography_is_brought_in_in_a_small_window_too() {
    for doc in firsts() {
        let mut s = stage_with(Some(doc), builder(640.0, 400.0, false));
        s.harness.state_mut().0.ask_geography();
        s.run();
        s.hand(FileRequest::Geography, "field.geojson", FIELD.as_bytes());
        s.harness.run_steps(20);
        assert!(s.sees("field.geojson") && !s.sees("5 features onto"), "one part at a time");
        part(&mut s, "Table");
        assert!(s.sees("kind = dyke"));
        part(&mut s, "Preview");
        assert!(s.sees("5 features onto"));
        s.click("Import");
        assert_eq!(s.harness.state().0.documents().count(), 2);
    }
}

#[test]
fn geography_takes_the_place_of_a_map_in_one_step() {
    let doc = firsts().remove(0);
    let mut s = stage(doc.clone());
    s.harness.state_mut().0.ask_geography();
    s.run();
    s.hand(FileRequest::Geography, "field.geojson", FIELD.as_bytes());
    s.harness.run_steps(20);
    s.click("In place of this map");
    s.click("Import");
    assert_ne!(s.doc().map, doc.map);
    assert_eq!(s.doc().pieces, doc.pieces);
    s.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    s.run();
    assert_eq!(s.doc(), &doc);
}

#[test]
fn tables_come_in_and_go_out_and_broken_ones_change_nothing() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("File");
        s.click_containing("Export order of battle");
        let (wish, name, bytes) = s.harness.state().1.written[0].clone();
        assert_eq!(wish, FileRequest::SaveTable);
        assert!(name.ends_with(".csv"));
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text.lines().count(), doc.pieces.len() + 1);
        assert!(text.starts_with('\u{feff}'), "spreadsheets know the letters by it");
        // As it went out it comes back and changes nothing.
        s.hand(FileRequest::Table, "oob.csv", text.as_bytes());
        assert_eq!(s.doc(), &doc, "{}", s.said());
        // A wrong line: nothing changes, and it is named.
        let broken = text.replacen(&format!(",{},", doc.pieces[0].side), ",nobody,", 1);
        s.hand(FileRequest::Table, "oob.csv", broken.as_bytes());
        assert!(s.sees("line 2") && s.sees("nobody"), "every wrong line is listed: {}", s.said());
        s.click("OK");
        assert!(!s.sees("line 2"));
        s.hand(FileRequest::Table, "oob.csv", b"PK\x03\x04\x00");
        assert!(s.said().contains("this is no text"));
        assert_eq!(s.doc(), &doc);
        // A changed name comes in.
        let first = &doc.pieces[0];
        let row = format!("id,side,type,name\n{},{},{},Changed\n", first.id, first.side, first.kind);
        s.hand(FileRequest::Table, "oob.csv", row.as_bytes());
        assert_eq!(s.doc().pieces[0].name, "Changed");
        assert_eq!(s.doc().pieces.len(), doc.pieces.len());
    }
}

#[test]
fn a_picture_to_trace_is_kept_and_a_broken_one_refused() {
    let doc = firsts().remove(0);
    let mut s = stage(doc.clone());
    s.hand(FileRequest::Picture, "map.png", b"this is no picture");
    assert!(s.said().contains("map.png") && s.said().contains("cannot be read"), "{}", s.said());
    assert_eq!(s.doc(), &doc);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.png");
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(64, 48, image::Rgba([200, 30, 30, 255]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    std::fs::write(&path, bytes.get_ref()).unwrap();
    s.hand(FileRequest::Picture, path.to_str().unwrap(), bytes.get_ref());
    assert_eq!(s.doc().editor.get("underlay").and_then(Value::as_text), path.to_str());
    // One step of the history: it is taken back whole.
    s.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    s.run();
    assert_eq!(s.doc(), &doc);
}

#[test]
fn problems_are_shown_and_repaired() {
    for mut doc in firsts() {
        // Rules without reinforcements have no schedule.
        let schema = library().registry.get(&doc.ruleset).unwrap().schema();
        let Some(kind) = schema.schedule.first().cloned() else { continue };
        let mut late = doc.schedule.first().cloned().unwrap_or_default();
        late = ScheduleEntry {
            kind: kind.id,
            name: "Too late".into(),
            when: When::Turn(doc.turns.count + 5),
            pieces: Vec::new(),
            ..late
        };
        late.side.clone_from(&doc.sides[0].id);
        doc.schedule.push(late);
        let last = doc.turns.count;
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        s.click_containing("Problems");
        let label = format!("Turn {last}: Too late, turn");
        assert!(s.sees(&label), "a button that repairs");
        s.page(Key::Num2);
        s.click_containing(&format!("turn {}", last + 5));
        assert!(s.sees(&format!("The last turn is {last}.")), "told where it is typed, too");
        s.click_containing("Problems");
        s.click_containing(&label);
        assert_eq!(s.doc().schedule.last().unwrap().when, When::Turn(last));
        s.harness.run_steps(12);
        assert!(!s.sees(&label), "the problem is gone");
    }
}

#[test]
fn the_rule_behind_a_problem_is_a_chip_that_asks_for_it() {
    let mut tried = 0;
    for mut doc in firsts() {
        doc.turns.count = 0;
        let issues = library().check_document(&doc, &OptionSet::new());
        let Some(issue) = issues.list.iter().find(|i| !i.rule.is_empty()) else { continue };
        tried += 1;
        let mut s = stage(doc);
        s.harness.run_steps(12);
        s.click_containing("Problems");
        let chip = format!("rule {}", issue.rule);
        let found = s.harness.query_all_by_label(&chip).last();
        found.unwrap_or_else(|| panic!("no chip for {chip}: {}", issue.text)).click_accesskit();
        s.harness.run_steps(3);
        let asked = ui_kit::rule_links::take_requested_rule(&s.harness.ctx);
        assert_eq!(asked.as_deref(), Some(issue.rule.to_string().as_str()));
    }
    assert!(tried > 0, "no rule system names a rule in its problems");
}

#[test]
fn the_timeline_moves_and_marks_turns() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("Schedule");
        assert!(s.sees("Turn track") || s.sees("TURN TRACK"));
        s.click_containing("Turn 2");
        s.harness.get_by_label("Marks").focus();
        s.run();
        // Letter by letter, as it is typed.
        for letter in "rain, night".chars() {
            s.harness.get_by_label("Marks").type_text(&letter.to_string());
            s.run();
        }
        assert!(
            s.doc()
                .turns
                .marks
                .get(&2)
                .is_some_and(|m| m.contains(&"rain".to_owned()) && m.contains(&"night".to_owned()))
        );
        s.click("Fill in dates");
        assert_eq!(s.doc().turns.names.len(), s.doc().turns.count as usize);
        // Rules without reinforcements have no schedule.
        let schema = library().registry.get(&doc.ruleset).unwrap().schema();
        if let Some(kind) = schema.schedule.first() {
            let before = s.doc().schedule.len();
            s.click("Add to schedule");
            s.click_first(&kind.name);
            assert_eq!(s.doc().schedule.len(), before + 1);
            assert_eq!(s.doc().schedule.last().unwrap().when, When::Turn(2), "the turn looked at");
        }
        // Saved and read back the same.
        let text = engine::scenario::to_text(s.doc());
        let mut issues = Issues::default();
        assert_eq!(&parse(&text, &mut issues).unwrap(), s.doc());
    }
}

#[test]
fn the_order_of_battle_is_added_to_sorted_and_carried_to_the_map() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("Add piece");
        let unit = library().registry.get(&doc.ruleset).unwrap().schema().units[0].name.clone();
        // The menu lies above all else.
        let of_menu = |n: &egui_kittest::Node<'_>| n.accesskit_node().role() == Role::Button;
        s.harness.get_all_by_label(&unit).rfind(of_menu).unwrap().click_accesskit();
        s.run();
        assert_eq!(s.doc().pieces.len(), doc.pieces.len() + 1);
        let new = s.doc().pieces.last().unwrap().clone();
        assert_eq!(new.place, Place::Off);
        s.click("Off map");
        assert!(s.sees("No arrival planned, box, 1 piece"), "it waits for nothing yet");
        // Carried from the list onto the map.
        let part = if new.name.is_empty() { format!("({})", new.id) } else { new.name.clone() };
        let has = |n: &egui_kittest::Node<'_>| n.accesskit_node().label().is_some_and(|l| l.contains(&part));
        s.harness.get_all_by_role(Role::ListItem).find(has).unwrap().scroll_to_me();
        s.run();
        let row = s.harness.get_all_by_role(Role::ListItem).find(has);
        let from = row.unwrap().rect().center();
        let to = egui::pos2(600.0, 470.0);
        s.harness.hover_at(from);
        s.run();
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        s.harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
        s.harness.step();
        for k in 1..=8 {
            s.harness.event(egui::Event::PointerMoved(from + (to - from) * (k as f32 / 8.0)));
            s.harness.step();
        }
        s.harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers });
        s.run();
        assert!(
            matches!(s.doc().piece(&new.id).unwrap().place, Place::Hex(_) | Place::Hexes(_)),
            "{:?}",
            s.doc().piece(&new.id)
        );
        s.click("Table");
        for _ in 0..2 {
            s.harness.get_all_by_label_contains("Kind").find(of_menu).unwrap().click();
            s.run();
        }
        s.click("Tree");
    }
}

#[test]
fn overlays_are_asked_of_the_rules() {
    for doc in firsts() {
        let game = Desk::default().start(&doc).unwrap();
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        let before = s.doc().clone();
        for k in game.overlays() {
            s.click("Overlays");
            s.click(&format!("Show {}", k.name.to_lowercase()));
            // The menu bears the name of what is shown; the same again puts it out.
            s.click_first(k.name);
            s.click(&format!("Show {}", k.name.to_lowercase()));
        }
        assert_eq!(s.doc(), &before, "looking changes nothing");
    }
}

/// A panel: its name, and how to get to it.
type Panel = (&'static str, fn(&mut Stage));

const PANELS: &[Panel] = &[
    ("forces", |s| {
        s.page(Key::Num1);
        s.pick();
    }),
    ("forces-table", |s| {
        s.page(Key::Num1);
        s.click("Table");
    }),
    ("forces-off-map", |s| {
        s.page(Key::Num1);
        s.click("Off map");
    }),
    ("schedule", |s| {
        s.page(Key::Num2);
        s.click_containing("Turn 2");
    }),
    ("victory", |s| s.page(Key::Num3)),
    ("rules", |s| s.page(Key::Num4)),
    ("scenario", |s| s.page(Key::Num5)),
    ("problems", |s| s.page(Key::Num6)),
    ("tool-select", |s| s.key(Key::V)),
    ("tool-choose", |s| s.key(Key::M)),
    ("tool-brush", |s| s.key(Key::B)),
    ("tool-fill", |s| s.key(Key::G)),
    ("tool-level", |s| s.key(Key::L)),
    ("tool-hexside", |s| s.key(Key::H)),
    ("tool-road", |s| s.key(Key::R)),
    ("tool-names", |s| s.key(Key::T)),
    ("tool-areas", |s| s.key(Key::A)),
    ("tool-pieces", |s| s.key(Key::U)),
    ("tool-formation", |s| s.key(Key::F)),
    ("tool-pick", |s| s.key(Key::I)),
    ("menu-file", |s| s.click("File")),
    ("menu-view", |s| s.click("View")),
    ("steps", |s| {
        s.click("Edit");
        s.harness.get_all_by_label("History").last().unwrap().click();
        s.run();
    }),
    ("older-versions", |s| {
        s.click("File");
        s.click_containing("Older versions");
    }),
    ("keys", |s| s.key(Key::F1)),
    ("search", |s| {
        s.harness.key_press_modifiers(egui::Modifiers { shift: true, ..egui::Modifiers::COMMAND }, Key::P);
        s.run();
    }),
    ("resize", |s| {
        s.click_first("Map");
        s.click_containing("Resize");
    }),
    ("numbering", |s| {
        s.click_first("Map");
        s.click_containing("Renumber hexes");
        s.click("Other");
    }),
    ("new", |s| {
        s.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::N);
        s.run();
    }),
    ("tool-stamp", |s| {
        let held = egui::Modifiers { shift: true, ..egui::Modifiers::COMMAND };
        s.harness.key_press_modifiers(held, Key::A);
        s.run();
        s.harness.event(egui::Event::Copy);
        s.run();
        s.harness.event(egui::Event::Paste("anything".into()));
        s.run();
    }),
    ("geography", geography),
    ("geography-table", |s| {
        geography(s);
        part(s, "Table");
    }),
    ("geography-preview", |s| {
        geography(s);
        part(s, "Preview");
    }),
    ("file-changed", changed),
    ("file-conflict", |s| {
        changed(s);
        s.page(Key::S);
        assert!(s.sees("was changed elsewhere"));
    }),
    ("closing", |s| {
        changed(s);
        s.click("Keep this one");
        s.page(Key::W);
        assert!(s.sees("Save changes to"));
    }),
];

fn geography(s: &mut Stage) {
    s.harness.state_mut().0.ask_geography();
    s.run();
    s.hand(FileRequest::Geography, "field.geojson", FIELD.as_bytes());
    s.harness.run_steps(20);
}

/// A part of the import dialog, where it lies behind the others.
fn part(s: &mut Stage, name: &str) {
    let tab = s.harness.query_all_by_label(name).find(|n| n.accesskit_node().role() == Role::Tab);
    if let Some(tab) = tab {
        tab.click();
    }
    s.run();
}

/// Another program writes the file.
fn changed(s: &mut Stage) {
    let stamp = &mut s.harness.state_mut().1.stamp;
    *stamp = Some(stamp.unwrap_or(0) + 1);
    s.harness.run_steps(70);
    assert!(s.sees("was changed by another program"));
}

/// Sizes of windows in pixels, and how large things are drawn in them.
const WINDOWS: [(f32, f32, f32); 4] =
    [(1280.0, 800.0, 1.0), (1920.0, 1080.0, 1.0), (1280.0, 800.0, 2.0), (1920.0, 1080.0, 2.0)];

/// Nothing is cut off, nothing lies over something else, everything has a name: every panel, at every size,
/// for every rule system. `ONLY=name` looks at some panels.
#[test]
fn every_panel_fits_at_every_size() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut wrong: Vec<String> = Vec::new();
    for (n, doc) in smallest().into_iter().enumerate() {
        for (w, h, scale) in WINDOWS {
            let mut s = stage_with(Some(doc.clone()), builder(w / scale, h / scale, false));
            for (name, go) in PANELS.iter().filter(|p| p.0.contains(&only)) {
                // Out of the menu or dialog before.
                s.key(Key::Escape);
                s.key(Key::V);
                go(&mut s);
                let mut say = |what: &str, list: Vec<String>| {
                    let head = format!("{name}-{n} {w}x{h} at {scale}: {what}: ");
                    wrong.extend(list.into_iter().map(|l| format!("{head}{l}")));
                };
                say("overlap", fits::overlaps(&s.harness));
                say("no name", fits::nameless(&s.harness));
                say("cut off", fits::out_of_sight(&mut s.harness));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A small window with the program's letters.
fn drawn(mut add: impl FnMut(&mut egui::Ui) + 'static) -> egui_kittest::Harness<'static> {
    let mut first = true;
    // What is wrong here is meant to be.
    let build =
        egui_kittest::Harness::builder().with_size(egui::vec2(200.0, 160.0)).with_accessibility_check(false);
    let mut harness = build.build_ui(move |ui| {
        if std::mem::take(&mut first) {
            ui_kit::theme::install(ui.ctx());
            ui.ctx().request_repaint();
        } else {
            add(ui);
        }
    });
    harness.run_steps(4);
    harness
}

/// The check itself: it sees what is cut off and cannot be scrolled to, what lies over something else, and what
/// has no name; and is content with what a scroll area holds.
#[test]
fn the_check_sees_what_is_wrong() {
    let wrong = |ui: &mut egui::Ui| {
        let at = |x: f32, y: f32| egui::Rect::from_min_size(egui::pos2(x, y), egui::vec2(80.0, 24.0));
        let _ = ui.put(at(170.0, 10.0), egui::Button::new("Half gone"));
        let _ = ui.put(at(20.0, 50.0), egui::Button::new("Below"));
        let _ = ui.put(at(60.0, 58.0), egui::Button::new("Above"));
        let _ = ui.put(at(20.0, 110.0), egui::Button::new(""));
    };
    let mut harness = drawn(wrong);
    let cut = fits::out_of_sight(&mut harness);
    assert!(cut.len() == 1 && cut[0].starts_with("Half gone"), "{cut:?}");
    let over = fits::overlaps(&harness);
    assert!(over.len() == 1 && over[0].contains("Below") && over[0].contains("Above"), "{over:?}");
    assert_eq!(fits::nameless(&harness).len(), 1);
    let sound = |ui: &mut egui::Ui| {
        egui::ScrollArea::vertical().show(ui, |ui| {
            for i in 0..30 {
                let _ = ui.button(format!("Button {i}"));
            }
        });
    };
    let mut harness = drawn(sound);
    assert_eq!(fits::out_of_sight(&mut harness), Vec::<String>::new());
    assert_eq!(fits::overlaps(&harness), Vec::<String>::new());
}

#[test]
fn every_panel_can_be_looked_at() {
    let Some(folder) = std::env::var_os("PICTURES").map(PathBuf::from) else {
        println!("skipped: set PICTURES=folder to draw every panel");
        return;
    };
    std::fs::create_dir_all(&folder).unwrap();
    let only = std::env::var("ONLY").unwrap_or_default();
    for (n, doc) in firsts().into_iter().enumerate() {
        for (name, go) in PANELS.iter().filter(|p| p.0.contains(&only)) {
            for (i, (w, h, scale)) in WINDOWS.into_iter().enumerate() {
                for dark in [false, true] {
                    let build = builder(w / scale, h / scale, dark).with_pixels_per_point(scale).wgpu();
                    let mut s = stage_with(Some(doc.clone()), build);
                    go(&mut s);
                    s.harness.run_steps(10);
                    let picture = s.harness.render().unwrap();
                    let shade = if dark { "dark" } else { "light" };
                    picture.save(folder.join(format!("{name}-{n}-{i}-{shade}.png"))).unwrap();
                }
            }
        }
    }
}
