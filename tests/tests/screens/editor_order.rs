//! The order of battle put in order, boxes off the map, both faces of counters, the track and tables: through the
//! editor's widgets, for every rule system. No rule system is named.

#![allow(clippy::unwrap_used)]

use editor::core::{Document, csv, off_map};
use editor::print::{self, Part, Source};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::scenario::{FacingUse, Piece, Place, ScenarioDoc, ScheduleEntry, Schema, Value, When};
use std::sync::Arc;
use tests::desk::{Stage, firsts, smallest, stage};
use tests::{library, shipped};

fn schema(doc: &ScenarioDoc) -> &'static Schema {
    library().registry.get(&doc.ruleset).unwrap().schema()
}

fn rows(s: &Stage) -> Vec<Node<'_>> {
    s.harness.get_all_by_role(Role::ListItem).collect()
}

/// Ids of a side's pieces as the file has them.
fn order(doc: &ScenarioDoc) -> Vec<String> {
    doc.pieces.iter().filter(|p| p.side == doc.sides[0].id).map(|p| p.id.clone()).collect()
}

fn undo(s: &mut Stage) {
    s.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    s.run();
}

#[test]
fn rows_are_dragged_between_others_in_one_step() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        let before = order(&doc);
        let (from, to) = (rows(&s)[3].rect().center(), rows(&s)[1].rect());
        s.drag(from, Pos2::new(to.center().x, to.top() + 2.0));
        let mut want = before.clone();
        want.swap(2, 3);
        want.swap(1, 2);
        assert_eq!(order(s.doc()), want, "before the second row");
        let text = engine::scenario::to_text(s.doc());
        let places: Vec<usize> =
            want[..4].iter().map(|id| text.find(&format!("id: \"{id}\"")).unwrap()).collect();
        assert!(places.is_sorted(), "the file has them so");
        undo(&mut s);
        assert_eq!(s.doc(), &doc, "one step");
        // The middle of a row still means: under it.
        let (from, to) = (rows(&s)[3].rect().center(), rows(&s)[1].rect().center());
        s.drag(from, to);
        assert_eq!(s.doc().piece(&before[3]).unwrap().parent, before[1]);
    }
}

#[test]
fn rows_are_moved_by_keys_and_by_their_menu() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        let before = order(&doc);
        // Those who stand under somebody else go with him.
        let beside = |d: &ScenarioDoc| -> Vec<String> {
            let is_beside = |id: &String| d.piece(id).unwrap().parent == d.piece(&before[0]).unwrap().parent;
            order(d).into_iter().filter(is_beside).collect()
        };
        let row = beside(&doc);
        rows(&s)[0].click();
        s.run();
        let press = |s: &mut Stage, key| {
            s.harness.key_press_modifiers(Modifiers::ALT, key);
            s.run();
        };
        press(&mut s, Key::ArrowDown);
        press(&mut s, Key::ArrowDown);
        assert_eq!(beside(s.doc())[..3], [row[1].clone(), row[2].clone(), row[0].clone()]);
        press(&mut s, Key::ArrowUp);
        assert_eq!(beside(s.doc())[..3], [row[1].clone(), row[0].clone(), row[2].clone()]);
        // The row it was is still the one the keys are on.
        rows(&s)[1].click_secondary();
        s.run();
        s.click_containing("Move up");
        assert_eq!(order(s.doc()), before);
        for _ in 0..4 {
            undo(&mut s);
        }
        assert_eq!(s.doc(), &doc);
    }
}

#[test]
fn a_long_list_costs_only_what_is_in_sight_and_is_walked_to_its_end() {
    let mut doc = smallest().remove(0);
    let like = doc.pieces[0].clone();
    let more = (0..500).map(|i| Piece { id: format!("more-{i}"), place: Place::Off, ..like.clone() });
    Arc::make_mut(&mut doc.pieces).extend(more);
    let mut s = stage(doc.clone());
    assert!(rows(&s).len() < 60, "{} rows are laid out", rows(&s).len());
    rows(&s)[0].click();
    s.run();
    s.key(Key::End);
    s.harness.run_steps(20);
    let last = doc.pieces.iter().rfind(|p| p.side == doc.sides.last().unwrap().id).unwrap();
    let on = |n: &Node<'_>| n.accesskit_node().is_focused();
    let found = rows(&s).into_iter().find(on).unwrap();
    let said = found.accesskit_node().label().unwrap_or_default();
    assert!(said.contains(&last.id) || (!last.name.is_empty() && said.contains(&last.name)), "{said}");
    assert!(found.rect().bottom() < 900.0, "and in sight");
}

#[test]
fn counters_lie_in_the_boxes_of_the_rules_and_are_dragged_between_them() {
    let mut tried = 0;
    for doc in firsts() {
        let rules = schema(&doc);
        let Some((value, name)) = off_map::box_names(rules).iter().rfind(|f| !f.0.is_empty()) else {
            continue;
        };
        tried += 1;
        let mut doc = doc.clone();
        let has = |p: &&Piece| rules.unit(&p.kind).unwrap().fields.iter().any(|f| f.id == rules.off_map);
        let like = doc.pieces.iter().find(has).unwrap().clone();
        let idle = Piece { id: "idle".into(), name: "Idle".into(), place: Place::Off, ..like };
        Arc::make_mut(&mut doc.pieces).push(idle);
        let mut s = stage(doc.clone());
        s.click("Off map");
        let title = editor_title(name);
        let at = |s: &Stage, part: &str| {
            let mut all = s.harness.query_all_by_label_contains(part);
            all.find(|n| n.accesskit_node().role() == Role::Group).map(|n| n.rect())
        };
        s.harness.get_by_label("Idle, off map").scroll_to_me();
        s.run();
        assert!(at(&s, "No arrival planned, box, 1 piece").is_some());
        let from = s.harness.get_by_label("Idle, off map").rect().center();
        let to = at(&s, &format!("{title}, box")).unwrap().center();
        s.drag(from, to);
        let said = s.doc().piece("idle").unwrap().props.get(&rules.off_map).and_then(Value::as_text);
        assert_eq!(said, Some(value.as_str()));
        assert!(at(&s, &format!("{title}, box, 1 piece")).is_some());
        undo(&mut s);
        assert_eq!(s.doc(), &doc);
    }
    assert!(tried > 0);
}

fn editor_title(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

#[test]
fn a_counter_shows_both_its_faces() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        // Those that are cut out by themselves; points are made up of change.
        let kit = tests::desk::Desk::default().start(&doc).unwrap().kit();
        let cut = |id: &str| kit.pieces.iter().any(|p| p.piece == id);
        let own = order(&doc);
        let at = own.iter().position(|id| cut(id)).unwrap();
        rows(&s)[at].click();
        s.harness.run_steps(9);
        let faces: Vec<String> = s
            .harness
            .get_all_by_role(Role::Image)
            .filter_map(|n| n.accesskit_node().label())
            .filter(|l| [", front", ", back", ", reduced"].iter().any(|e| l.ends_with(e)))
            .collect();
        assert_eq!(faces.len(), 2, "{faces:?}");
        assert!(faces[0].ends_with(", front"));
        // A change is shown at once, and its back once the rules were asked again.
        let piece = doc.piece(&own[at]).unwrap();
        let fields = &schema(&doc).unit(&piece.kind).unwrap().fields;
        let switch = fields.iter().find(|f| f.kind == engine::scenario::FieldKind::Bool).unwrap();
        let before = piece.props.get(&switch.id).and_then(Value::as_bool).unwrap_or(false);
        s.of_role(&switch.name, Role::CheckBox);
        assert_eq!(s.doc().piece(&own[at]).unwrap().props.get(&switch.id), Some(&Value::Bool(!before)));
        s.harness.run_steps(30);
        let of = |n: &Node<'_>| n.accesskit_node().label().is_some_and(|l| faces.contains(&l));
        assert_eq!(s.harness.get_all_by_role(Role::Image).filter(of).count(), 2);
    }
}

#[test]
fn entries_are_dragged_to_any_turn_and_the_table_tells_their_state() {
    let mut tried = 0;
    for mut doc in firsts() {
        let rules = schema(&doc);
        let Some(kind) = rules.schedule.iter().find(|k| k.pieces) else { continue };
        tried += 1;
        let mut entry =
            ScheduleEntry { name: "The relief".into(), side: doc.sides[0].id.clone(), ..kind.entry(1) };
        // Somebody whose state can be other than usual comes with it.
        let switch = |p: &Piece| {
            let fields = &rules.unit(&p.kind).unwrap().fields;
            fields.iter().find(|f| matches!(f.kind, engine::scenario::FieldKind::Bool)).cloned()
        };
        let list = Arc::make_mut(&mut doc.pieces);
        let found = list.iter_mut().find_map(|p| switch(p).map(|f| (p, f)));
        let (p, field) = found.unwrap();
        p.props.insert(field.id.clone(), Value::Bool(true));
        p.place = Place::Off;
        entry.pieces = vec![p.id.clone()];
        doc.schedule = vec![entry];
        let mut s = stage(doc.clone());
        s.click("Schedule");
        assert!(s.sees(&field.name.to_lowercase()), "the state stands in the table");
        let chip = s.harness.get_all_by_label_contains("The relief, ").next().unwrap().rect().center();
        let last = doc.turns.count;
        let name = format!("Turn {last}");
        let boxed = s.harness.get_all_by_label_contains(&name).next().unwrap().rect();
        assert!(boxed.right() < 1440.0, "every turn is in sight: {boxed:?}");
        s.drag(chip, boxed.center());
        assert_eq!(s.doc().schedule[0].when, When::Turn(last));
    }
    assert!(tried > 1, "most rule systems bring pieces in");
}

#[test]
fn pieces_are_turned_by_a_key() {
    let mut tried = 0;
    for doc in firsts() {
        let faces = schema(&doc).facing != FacingUse::None;
        let mut s = stage(doc.clone());
        s.pick();
        s.key(Key::Period);
        assert_eq!(s.doc() != &doc, faces);
        tried += u32::from(faces);
    }
    assert!(tried > 0);
}

/// What goes out of any shipped scenario and comes back changes nothing, however the spreadsheet writes it.
#[test]
fn tables_of_every_scenario_come_back_the_same() {
    for s in shipped() {
        let rules = s.rules.schema();
        let text = csv::export(&s.doc, rules);
        let windows = text.replace('\n', "\r\n");
        let marked = format!("\u{feff}{text}");
        for (how, text) in [("plain", &text), ("windows", &windows), ("marked", &marked)] {
            let text = editor::core::cells::decode(text.as_bytes()).unwrap();
            let edit = csv::import(&s.doc, rules, &text)
                .unwrap_or_else(|e| panic!("{} {how}: {:?}", s.entry.key, &e[..e.len().min(3)]));
            let mut d = Document::new((*s.doc).clone(), None, "start");
            d.apply(&edit);
            assert_eq!(d.doc(), &*s.doc, "{} {how}", s.entry.key);
        }
    }
}

#[test]
fn several_turns_are_marked_at_once_and_dated_by_halves_of_months() {
    for doc in firsts() {
        let mut doc = doc.clone();
        doc.turns.marks.clear();
        doc.turns.names.clear();
        doc.date_key = "1757-04-18".into();
        let mut s = stage(doc.clone());
        s.click("Schedule");
        for (n, held) in [(2, Modifiers::NONE), (4, Modifiers::SHIFT)] {
            let name = format!("Turn {n}");
            let button = |n: &Node<'_>| n.accesskit_node().role() == Role::Button;
            s.harness.query_all_by_label(&name).find(button).unwrap().click_modifiers(held);
            s.run();
        }
        assert!(s.sees("TURNS 2 TO 4") || s.sees("Turns 2 to 4"));
        let marks = match schema(&doc).turn_marks.first() {
            Some((id, name)) => {
                s.of_role(name, Role::CheckBox);
                id.clone()
            }
            None => {
                s.of_role("Marks", Role::TextInput);
                s.harness.event(egui::Event::Text("rain".into()));
                s.run();
                "rain".to_owned()
            }
        };
        let marked: Vec<u32> = s.doc().turns.marks.keys().copied().collect();
        assert_eq!(marked, [2, 3, 4]);
        assert!(s.doc().turns.marks.values().all(|m| *m == [marks.clone()]));
        s.choose("A turn is", "half a month");
        s.click("Fill in dates");
        assert_eq!(s.doc().turns.names[..3], ["Late April", "Early May", "Late May"]);
    }
}

/// What is said on all pages of some parts of the kit, in the order it is printed.
fn printed(doc: &ScenarioDoc, parts: &[Part]) -> Vec<String> {
    let rules = library().registry.get(&doc.ruleset).unwrap();
    let src = Source::gather(Arc::new(doc.clone()), rules, &engine::scenario::OptionSet::new());
    let how = print::Options { parts: parts.to_vec(), ..print::Options::default() };
    let kit = print::compose(&src, &how, &mut |_| true).unwrap();
    kit.pages.iter().flat_map(|p| p.words(false)).map(|w| w.text).collect()
}

#[test]
fn printed_sheets_keep_the_order_of_the_list() {
    for doc in smallest() {
        let mut doc = doc.clone();
        let own: Vec<String> = {
            let side = doc.sides[0].id.clone();
            let on = doc.pieces.iter().filter(|p| p.side == side && matches!(p.place, Place::Hex(_)));
            on.take(2).map(|p| p.id.clone()).collect()
        };
        for p in Arc::make_mut(&mut doc.pieces).iter_mut() {
            let at = own.iter().position(|id| *id == p.id);
            p.parent = at.map_or(p.parent.clone(), |i| ["Vanguard", "Arriere-garde"][i].to_owned());
        }
        let places = |doc: &ScenarioDoc, part: Part| {
            let all = printed(doc, &[part]);
            let at = |name: &str| all.iter().position(|t| t.contains(name)).unwrap();
            (at("Vanguard"), at("Arriere-garde"))
        };
        let turned = editor::core::order::move_among_siblings(&doc, &own[..1], false).unwrap();
        let mut other = doc.clone();
        editor::core::apply(&mut other, &turned);
        for part in [Part::Setup, Part::Oob] {
            let (a, b) = places(&doc, part);
            assert!(a < b, "{}: as the list has them", doc.title);
            let (a, b) = places(&other, part);
            assert!(a > b, "{}: and the other way round", doc.title);
        }
    }
}

#[test]
fn printed_sheets_say_who_plays_what_is_drawn_and_where_pieces_lie() {
    let mut boxes = 0;
    for doc in smallest() {
        let mut doc = doc.clone();
        let rules = schema(&doc);
        let sides = doc.sides.iter().map(|s| s.id.clone()).collect();
        doc.seats = vec![engine::scenario::Seating { name: "One alone".into(), sides }];
        doc.pools = vec![engine::scenario::Pool {
            id: "events".into(),
            name: "Events".into(),
            items: vec![("Thaw".into(), 3)],
        }];
        doc.credits = "Made by many hands".into();
        let fate = off_map::box_names(rules).iter().rfind(|f| !f.0.is_empty());
        if let Some((value, _)) = fate {
            let has = |p: &Piece| rules.unit(&p.kind).unwrap().fields.iter().any(|f| f.id == rules.off_map);
            let list = Arc::make_mut(&mut doc.pieces);
            let mut gone = list.iter().find(|p| has(p)).unwrap().clone();
            (gone.id, gone.place) = ("gone".into(), Place::Off);
            gone.props.insert(rules.off_map.clone(), Value::from(value.as_str()));
            list.push(gone);
        }
        let all = printed(&doc, &[Part::Setup, Part::Schedule]).join("\n");
        for said in ["One alone", "3 Thaw", "Made by many hands"] {
            assert!(all.contains(said), "{}: {said}", doc.title);
        }
        if let Some((_, name)) = fate {
            assert!(all.contains(&editor_title(name)), "{}: {name}", doc.title);
            boxes += 1;
        }
    }
    assert!(boxes > 0);
}

#[test]
fn a_new_piece_is_of_the_side_nation_and_wing_of_the_selected_one() {
    for doc in firsts() {
        let mut doc = doc.clone();
        let side = doc.sides[1].id.clone();
        let list = Arc::make_mut(&mut doc.pieces);
        let like = list.iter_mut().find(|p| p.side == side).unwrap();
        (like.name, like.parent) = ("Pattern".into(), "Left wing".into());
        let like = like.clone();
        let mut s = stage(doc.clone());
        s.harness.get_by_label("Find a piece, wing or hex").focus();
        s.run();
        s.harness.event(egui::Event::Text("pattern".into()));
        s.run();
        s.pick();
        s.click("Add piece");
        assert!(s.sees(&format!("For {}, Left wing", doc.sides[1].name)));
        let unit = schema(&doc).units[0].name.clone();
        let of_menu = |n: &Node<'_>| n.accesskit_node().role() == Role::Button;
        s.harness.get_all_by_label(&unit).rfind(of_menu).unwrap().click_accesskit();
        s.run();
        let new = s.doc().pieces.last().unwrap();
        assert_eq!(s.doc().pieces.len(), doc.pieces.len() + 1);
        assert_eq!((&new.side, &new.nation, &new.parent), (&like.side, &like.nation, &like.parent));
    }
}

#[test]
fn sides_change_places() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.page(Key::Num5);
        s.of_role("Move up", Role::Button);
        let ids = |d: &ScenarioDoc| d.sides.iter().map(|s| s.id.clone()).collect::<Vec<_>>();
        let mut want = ids(&doc);
        want.swap(0, 1);
        assert_eq!(ids(s.doc()), want);
        undo(&mut s);
        assert_eq!(s.doc(), &doc);
    }
}

#[test]
fn sheets_of_the_rules_are_boxes_too() {
    let mut doc = smallest().remove(0);
    let rules = Schema { ruleset: "made-up".into(), sheets: vec!["Recruits".into()], ..schema(&doc).clone() };
    doc.ruleset = "made-up".into();
    let like = doc.pieces[0].clone();
    Arc::make_mut(&mut doc.pieces).push(Piece {
        id: "idle".into(),
        name: "Idle".into(),
        place: Place::Off,
        ..like
    });
    let desk = tests::desk::Desk { made_up: Some(rules), ..Default::default() };
    let mut s = tests::desk::stage_on(Some(doc.clone()), tests::desk::builder(1440.0, 900.0, false), desk);
    s.click("Off map");
    let group = |n: &Node<'_>| n.accesskit_node().role() == Role::Group;
    let from = s.harness.get_by_label("Idle, off map").rect().center();
    let to = s.harness.query_all_by_label_contains("Recruits, box").find(group).unwrap().rect().center();
    s.drag(from, to);
    let sheet = Place::Box { sheet: "Recruits".into(), slot: String::new() };
    assert_eq!(s.doc().piece("idle").unwrap().place, sheet);
    assert!(s.sees("Recruits, box, 1 piece"));
    let text = engine::scenario::to_text(s.doc());
    let again = engine::scenario::parse(&text, &mut engine::scenario::Issues::default()).unwrap();
    assert_eq!(again.piece("idle").unwrap().place, sheet, "the file keeps it");
}
