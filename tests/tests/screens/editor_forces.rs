//! Orders of battle, schedules, set-up, nations and sides through the editor's widgets, for every rule system.

#![allow(clippy::unwrap_used)]

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::scenario::{
    FieldKind, OptionSet, Piece, Place, Pool, PoolKind, Region, ScenarioDoc, ScheduleEntry, ScheduleKind,
    Schema, SetupEntry, SpecialKind, Value, When, WhenKind,
};
use std::sync::Arc;
use tests::desk::{Desk, Stage, builder, firsts, smallest, stage, stage_on};
use tests::library;

fn schema(doc: &ScenarioDoc) -> &'static Schema {
    library().registry.get(&doc.ruleset).unwrap().schema()
}

/// The kind of entry that brings pieces in, where the rules know one.
fn arrivals(doc: &ScenarioDoc) -> Option<&'static ScheduleKind> {
    schema(doc).schedule.iter().find(|k| k.pieces)
}

/// Those of the documents whose rules bring pieces in by a schedule, with the kind of entry that does.
fn with_arrivals(docs: Vec<ScenarioDoc>) -> Vec<(ScenarioDoc, &'static ScheduleKind)> {
    let out: Vec<_> = docs.into_iter().filter_map(|d| arrivals(&d).map(|k| (d, k))).collect();
    assert!(out.len() > 1, "several rule systems have arrivals");
    out
}

/// Rows of pieces in sight.
fn rows(s: &Stage) -> Vec<String> {
    let label = |n: Node<'_>| n.accesskit_node().label().unwrap_or_default();
    s.harness.get_all_by_role(Role::ListItem).map(label).collect()
}

/// Rows that are selected.
fn chosen(s: &Stage) -> Vec<String> {
    let on = |n: &Node<'_>| n.accesskit_node().toggled() == Some(Toggled::True);
    let label = |n: Node<'_>| n.accesskit_node().label().unwrap_or_default();
    s.harness.get_all_by_role(Role::ListItem).filter(on).map(label).collect()
}

fn row<'a>(s: &'a Stage, n: usize) -> Node<'a> {
    s.harness.get_all_by_role(Role::ListItem).nth(n).unwrap()
}

fn click_row(s: &mut Stage, n: usize, held: Modifiers) {
    row(s, n).scroll_to_me();
    s.run();
    row(s, n).click_modifiers(held);
    s.run();
}

/// The menu of a row, by part of its name; the last of that name, where a copy stands.
fn ask(s: &mut Stage, part: &str) -> egui::Pos2 {
    let find = |s: &Stage| {
        let node = s.harness.query_all_by_label_contains(part).rfind(|n| is_row(n)).unwrap();
        node.scroll_to_me();
        node.rect().center()
    };
    find(s);
    s.run();
    let at = find(s);
    s.harness.query_all_by_label_contains(part).rfind(|n| is_row(n)).unwrap().click_secondary();
    s.run();
    at
}

fn is_row(n: &Node<'_>) -> bool {
    matches!(n.accesskit_node().role(), Role::ListItem | Role::TreeItem)
}

/// An item of the menu that is open: what of that name is nearest to the row asked.
fn menu_item(s: &mut Stage, row: egui::Pos2, name: &str) {
    let of_menu = |n: &Node<'_>| n.accesskit_node().role() == Role::Button;
    let far = |n: &Node<'_>| n.rect().distance_sq_to_pos(row);
    let all = s.harness.query_all_by_label(name).filter(of_menu);
    let found = all.min_by(|a, b| far(a).total_cmp(&far(b)));
    found.unwrap_or_else(|| panic!("the menu has no {name}")).click();
    s.run();
}

/// The first side's row of the tree.
fn side_name(doc: &ScenarioDoc) -> String {
    let s = &doc.sides[0];
    if s.name.is_empty() { s.id.clone() } else { s.name.clone() }
}

#[test]
fn rows_are_selected_by_range_by_side_and_by_keys() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        let all = rows(&s);
        click_row(&mut s, 1, Modifiers::NONE);
        assert_eq!(chosen(&s), all[1..2]);
        click_row(&mut s, 4, Modifiers::SHIFT);
        assert_eq!(chosen(&s), all[1..5], "all between");
        click_row(&mut s, 2, Modifiers::COMMAND);
        assert_eq!(chosen(&s).len(), 3, "Ctrl takes one out");
        click_row(&mut s, 0, Modifiers::NONE);
        s.key(Key::ArrowDown);
        assert_eq!(chosen(&s), all[1..2], "the arrow goes to the next row");
        s.harness.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
        s.run();
        assert_eq!(chosen(&s), all[1..3], "with Shift it takes it along");
        let side = side_name(&doc);
        let n = doc.pieces.iter().filter(|p| p.side == doc.sides[0].id).count();
        s.click_containing(&format!("{side}, side"));
        assert!(s.sees(&format!("{n} pieces: changes")), "a click on the side selects it");
        // Folded away and back.
        let first = rows(&s)[0].clone();
        s.click(&format!("Fold {side}"));
        assert!(!rows(&s).contains(&first));
        s.click(&format!("Unfold {side}"));
        assert_eq!(rows(&s)[0], first);
    }
}

#[test]
fn a_wing_is_formed_named_counted_and_left() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        click_row(&mut s, 0, Modifiers::NONE);
        click_row(&mut s, 2, Modifiers::SHIFT);
        s.click("New formation");
        let stem = schema(&doc).organisation[0].clone();
        let is_other = |p: &&Piece| p.parent != doc.piece(&p.id).unwrap().parent;
        let formed: Vec<Piece> = s.doc().pieces.iter().filter(is_other).cloned().collect();
        assert_eq!(formed.len(), 3);
        assert!(formed.iter().all(|p| p.parent == format!("{stem} 1")));
        // Those under its leaders are counted with them.
        let mut within: Vec<String> = formed.iter().map(|p| p.id.clone()).collect();
        for i in 0.. {
            let Some(head) = within.get(i).cloned() else { break };
            let led = s.doc().pieces.iter().filter(|p| p.parent == head && !within.contains(&p.id));
            let led: Vec<String> = led.map(|p| p.id.clone()).collect();
            within.extend(led);
        }
        let row = format!("{stem} 1, formation, {} pieces", within.len());
        assert!(s.sees(&row), "a row of its own: {row}");
        s.of_role("Formation's name", Role::TextInput);
        s.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        s.harness.event(egui::Event::Text("Right wing".into()));
        s.run();
        s.key(Key::Enter);
        assert!(s.doc().pieces.iter().filter(|p| p.parent == "Right wing").count() == 3);
        assert_eq!(s.doc().formation(&formed[0].id), Some("Right wing"), "play and paper call it so");
        // Out of it again by the menu of the wing's row.
        let at = ask(&mut s, "Right wing, formation");
        menu_item(&mut s, at, "Remove from formation");
        assert!(formed.iter().all(|p| s.doc().piece(&p.id).unwrap().parent.is_empty()));
        let is_else = |p: &&Piece| is_other(p) && formed.iter().all(|f| f.id != p.id);
        assert_eq!(s.doc().pieces.iter().filter(is_else).count(), 0, "nobody else has left his commander");
        assert!(!s.sees("Right wing, formation"));
    }
}

#[test]
fn a_row_has_a_menu() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        let n = doc.pieces.len();
        let first = rows(&s)[0].clone();
        let at = ask(&mut s, &first);
        menu_item(&mut s, at, "Duplicate");
        assert_eq!(s.doc().pieces.len(), n + 1);
        let copy = s.doc().pieces.last().unwrap().clone();
        let only = chosen(&s);
        assert_eq!(only.len(), 1, "the copy is selected");
        let at = ask(&mut s, &only[0]);
        menu_item(&mut s, at, "Take off map");
        assert_eq!(s.doc().piece(&copy.id).unwrap().place, Place::Off);
        let only = chosen(&s);
        let at = ask(&mut s, &only[0]);
        let Some(kind) = arrivals(&doc) else {
            assert!(s.harness.query_by_label("Comes with").is_none(), "nothing arrives under these rules");
            continue;
        };
        menu_item(&mut s, at, "Comes with");
        menu_item(&mut s, at, &format!("New entry: {}", kind.name));
        assert_eq!(s.doc().schedule.last().unwrap().pieces, std::slice::from_ref(&copy.id));
    }
}

#[test]
fn the_table_is_narrowed_to_a_side_and_its_rows_are_carried_to_the_map() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.click("Table");
        let of = |s: &Stage, side: &str| s.harness.query_all_by_label(side).count();
        let (a, b) = (side_name(&doc), doc.sides[1].name.clone());
        s.click_first(&a);
        assert!(of(&s, &a) > of(&s, &b), "only one side is left in the column");
        assert_eq!(of(&s, &b), 1, "and the button of the other");
        let first = s.harness.query_all_by_label(&a).nth(1).unwrap().rect();
        s.drag(first.center(), egui::pos2(600.0, 470.0));
        let moved = |p: &&Piece| doc.piece(&p.id).is_some_and(|o| o.place != p.place);
        assert_eq!(s.doc().pieces.iter().filter(moved).count(), 1, "one piece stands elsewhere");
    }
}

/// A number that pieces of one kind have and another kind has not.
fn own_number(doc: &ScenarioDoc) -> (String, String, String) {
    let schema = schema(doc);
    let side = &doc.sides[0].id;
    let has = |k: &str| doc.pieces.iter().any(|p| p.side == *side && p.kind == k);
    let kinds: Vec<_> = schema.units.iter().filter(|u| has(&u.id)).collect();
    for u in &kinds {
        for f in u.fields.iter().filter(|f| matches!(f.kind, FieldKind::Int { .. }) && f.printed) {
            if let Some(other) = kinds.iter().find(|o| o.fields.iter().all(|g| g.id != f.id)) {
                return (f.id.clone(), f.name.clone(), other.id.clone());
            }
        }
    }
    panic!("all kinds are alike");
}

#[test]
fn what_differs_says_so_and_a_change_reaches_those_who_have_the_field() {
    for doc in firsts() {
        let (field, name, without) = own_number(&doc);
        let mut s = stage(doc.clone());
        s.click_containing(&format!("{}, side", side_name(&doc)));
        let kind = s.harness.query_all_by_label("Kind").find(|n| n.accesskit_node().role() == Role::ComboBox);
        assert_eq!(kind.unwrap().value().as_deref(), Some("differs"));
        s.number(&name, "2");
        let side = &doc.sides[0].id;
        for p in s.doc().pieces.iter().filter(|p| p.side == *side) {
            let knows = schema(&doc).unit(&p.kind).unwrap().fields.iter().any(|f| f.id == field);
            if knows {
                assert_eq!(p.props.get(&field), Some(&Value::Int(2)), "{}", p.id);
            } else {
                assert_eq!(p.props, doc.piece(&p.id).unwrap().props, "{} has no {field}", p.id);
            }
        }
        assert!(s.doc().pieces.iter().any(|p| p.kind == without && p.side == *side));
        assert_eq!(s.doc().pieces[0].name, doc.pieces[0].name, "only that was written");
    }
}

/// A document with one entry of this kind, looked at.
fn with_entry(mut doc: ScenarioDoc, kind: &ScheduleKind) -> Stage {
    doc.schedule =
        vec![ScheduleEntry { name: "The relief".into(), side: doc.sides[0].id.clone(), ..kind.entry(2) }];
    let mut s = stage(doc);
    s.click("Schedule");
    s.click_containing("The relief, ");
    s
}

#[test]
fn entries_offer_what_the_rules_play_with_its_parameters() {
    let names = |w: &WhenKind| match w {
        WhenKind::Turn => "On a turn",
        WhenKind::Die(_) => "By a die, from a turn on",
        WhenKind::Event(_) => "By an event",
        WhenKind::Condition(_) => "On a condition",
    };
    let all = ["On a turn", "By a die, from a turn on", "By an event", "On a condition"];
    let mut dice = 0;
    for doc in firsts() {
        for kind in &schema(&doc).schedule {
            let mut s = with_entry(doc.clone(), kind);
            s.open_list("When");
            let offered = |s: &Stage, name: &str| {
                s.harness.query_all_by_label(name).any(|n| n.accesskit_node().role() == Role::Button)
            };
            for name in all {
                let known = kind.when.iter().any(|w| names(w) == name);
                assert_eq!(offered(&s, name), known, "{}: {name}", kind.id);
            }
            s.open_list("When");
            let area =
                s.harness.query_all_by_label("Area").any(|n| n.accesskit_node().role() == Role::ComboBox);
            assert_eq!(area, kind.area, "{}: an area only where it counts", kind.id);
            assert_eq!(s.sees("Add selected"), kind.pieces, "{}: pieces only where they come", kind.id);
            for w in &kind.when {
                let WhenKind::Die(fields) = w else { continue };
                s.choose("When", names(w));
                s.number(&fields[0].name, "3");
                let When::Die { from: 2, props } = &s.doc().schedule[0].when else {
                    panic!("{:?}", s.doc().schedule[0].when)
                };
                assert_eq!(props.get(&fields[0].id), Some(&Value::Int(3)), "written where the rules read it");
                dice += 1;
            }
        }
    }
    assert!(dice > 1, "both rule systems roll for something");
}

#[test]
fn a_way_the_rules_do_not_know_stays_to_be_seen_and_changed() {
    for (mut doc, kind) in with_arrivals(firsts()) {
        doc.schedule = vec![ScheduleEntry {
            name: "The relief".into(),
            side: doc.sides[0].id.clone(),
            when: When::Event("thaw".into()),
            ..kind.entry(2)
        }];
        let issues = library().check_document(&doc, &OptionSet::new());
        assert!(issues.has_errors(), "the list of problems names it");
        let mut s = stage(doc);
        s.click("Schedule");
        assert!(s.sees("Not bound to a turn"));
        s.click_containing("The relief, ");
        assert!(s.sees("do not play it this way"));
        s.choose("When", "On a turn");
        assert_eq!(s.doc().schedule[0].when, When::Turn(1));
        assert!(!s.sees("do not play it this way"));
    }
}

#[test]
fn pieces_of_an_entry_are_counters_that_are_clicked_added_and_taken_out() {
    for (mut doc, kind) in with_arrivals(firsts()) {
        let on_map = |p: &&Piece| p.side == doc.sides[0].id && matches!(p.place, Place::Hex(_));
        let stands = doc.pieces.iter().find(on_map).unwrap().id.clone();
        let like = doc.piece(&stands).unwrap().clone();
        let idle = Piece { id: "idle".into(), name: "Idle".into(), place: Place::Off, ..like };
        Arc::make_mut(&mut doc.pieces).push(idle);
        let mut s = with_entry(doc.clone(), kind);
        s.of_role("Add pieces", Role::Button);
        s.click_containing("Idle");
        assert_eq!(s.doc().schedule[0].pieces, ["idle"]);
        s.harness.get_by_label("Idle, off map").click();
        s.run();
        assert_eq!(chosen(&s), ["Idle, off map"], "a click selects it");
        // One from the map leaves it.
        s.page(Key::Num1);
        s.harness.get_by_label("Idle, off map").click();
        s.run();
        s.key(Key::Home);
        s.key(Key::ArrowDown);
        let first = s.doc().pieces.iter().find(|p| p.side == doc.sides[0].id).unwrap().id.clone();
        s.page(Key::Num2);
        s.of_role("Add selected (1)", Role::Button);
        assert_eq!(s.doc().schedule[0].pieces, ["idle".to_owned(), first.clone()]);
        assert_eq!(s.doc().piece(&first).unwrap().place, Place::Off, "it waits off the map");
        s.of_role("Take Idle out", Role::Button);
        assert_eq!(s.doc().schedule[0].pieces, [first]);
    }
}

#[test]
fn rows_are_carried_over_the_tab_into_an_entry() {
    for (doc, kind) in with_arrivals(smallest()) {
        let mut s = with_entry(doc.clone(), kind);
        s.page(Key::Num1);
        let from = row(&s, 0).rect().center();
        let first = s.doc().pieces.iter().find(|p| p.side == doc.sides[0].id).unwrap().id.clone();
        let tab = s.harness.get_by_label("Schedule").rect().center();
        s.harness.hover_at(from);
        s.run();
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        s.harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
        s.harness.step();
        for k in 1..=6 {
            s.harness.event(egui::Event::PointerMoved(from + (tab - from) * (k as f32 / 6.0)));
            s.harness.step();
        }
        s.run();
        let zone = s.harness.get_by_label("Drop here to bring them in");
        zone.scroll_to_me();
        s.run();
        let to = s.harness.get_by_label("Drop here to bring them in").rect().center();
        s.harness.event(egui::Event::PointerMoved(to));
        s.run();
        s.harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers });
        s.run();
        assert_eq!(s.doc().schedule[0].pieces, [first]);
    }
}

#[test]
fn a_hex_of_a_field_is_taken_from_the_map() {
    let mut tried = 0;
    for doc in firsts() {
        let Some(kind) = schema(&doc).schedule.iter().find(|k| k.hex_field().is_some()) else { continue };
        tried += 1;
        let field = kind.hex_field().unwrap();
        let mut s = with_entry(doc, kind);
        s.of_role(&format!("Take {} from the map", field.name.to_lowercase()), Role::Button);
        let at = egui::pos2(600.0, 470.0);
        s.harness.hover_at(at);
        s.run();
        s.drag(at, at);
        let said = s.doc().schedule[0].props.get(&field.id).and_then(Value::as_text).unwrap().to_owned();
        assert!(s.doc().map.grid.parse(&said).is_some(), "{said}");
        assert!(s.harness.query_all_by_label("The relief").count() < 3);
    }
    assert!(tried > 0);
}

#[test]
fn set_up_by_the_player_is_made_here_and_played() {
    for doc in firsts() {
        assert!(schema(&doc).setup);
        let mut doc = doc.clone();
        doc.setup.clear();
        let hexes: Vec<_> = {
            let own = doc.pieces.iter().filter(|p| p.side == doc.sides[0].id);
            let at = own.filter_map(|p| if let Place::Hex(h) = p.place { Some(h) } else { None });
            let mut list: Vec<_> = at.collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        Arc::make_mut(&mut doc.map.regions)
            .insert(0, Region { id: "camp".into(), name: "Camp".into(), hexes });
        let mut s = stage(doc.clone());
        click_row(&mut s, 0, Modifiers::NONE);
        let first = s.doc().pieces.iter().find(|p| p.side == doc.sides[0].id).unwrap().id.clone();
        s.page(Key::Num2);
        s.of_role("Add set-up entry", Role::Button);
        let entry = s.doc().setup[0].clone();
        assert_eq!((entry.side.as_str(), entry.area.as_str()), (doc.sides[0].id.as_str(), "camp"));
        assert_eq!(entry.pieces, std::slice::from_ref(&first));
        assert_eq!(s.doc().piece(&first).unwrap().place, Place::Off);
        let issues = library().check_document(s.doc(), &OptionSet::new());
        assert!(!issues.has_errors(), "{issues:?}");
        let game = Desk::default().start(s.doc()).unwrap();
        let plain = Desk::default().start(&doc).unwrap();
        let asked = |g: &dyn engine::game::AnyMatch| g.view(engine::present::Seat(0)).prompt().text;
        assert_ne!(asked(&*game), asked(&*plain), "its player is asked to place it");
    }
}

#[test]
fn problems_of_the_set_up_lead_to_it_and_are_repaired() {
    for doc in firsts() {
        let mut doc = doc.clone();
        let p = doc.pieces.iter().find(|p| p.side == doc.sides[0].id && matches!(p.place, Place::Hex(_)));
        let p = p.unwrap().clone();
        let Place::Hex(h) = p.place else { panic!() };
        Arc::make_mut(&mut doc.map.regions)
            .insert(0, Region { id: "camp".into(), name: "Camp".into(), hexes: vec![h] });
        doc.setup.push(engine::scenario::SetupEntry {
            side: p.side.clone(),
            pieces: vec![p.id.clone()],
            area: "camp".into(),
            ..Default::default()
        });
        let issues = library().check_document(&doc, &OptionSet::new());
        let said = |i: &&engine::scenario::Issue| i.text.contains("on the map") && i.fix.is_some();
        assert!(issues.list.iter().any(|i| said(&i)), "{issues:?}");
        let mut s = stage(doc.clone());
        s.harness.run_steps(12);
        s.click_containing("Problems");
        s.click_containing("Take off map: ");
        assert_eq!(s.doc().piece(&p.id).unwrap().place, Place::Off);
    }
}

#[test]
fn nations_have_colours_to_choose_and_stay_while_they_are_needed() {
    for doc in firsts() {
        let mut s = stage(doc.clone());
        s.page(Key::Num5);
        s.of_role("Nations", Role::DisclosureTriangle);
        s.open_list("Colours");
        s.of_role("Swedish", Role::Button);
        let changed = |(a, b): (&engine::scenario::Nation, &engine::scenario::Nation)| a.army != b.army;
        let pairs = s.doc().nations.iter().zip(&doc.nations);
        assert_eq!(pairs.filter(|p| changed(*p)).count(), 1);
        assert!(s.doc().nations.iter().any(|n| n.army == "swedish"));
        let first = format!("Delete {}", doc.nations[0].name);
        let crosses: Vec<bool> =
            s.harness.query_all_by_label(&first).map(|n| n.accesskit_node().is_disabled()).collect();
        assert!(!crosses.is_empty() && crosses.iter().all(|d| *d), "side and nation are in use");
        // A nation of one's own only where the rules take one.
        let own = schema(&doc).own_nations;
        assert_eq!(s.sees("These rules allow only these nations"), !own);
        if own {
            s.of_role("Add nation", Role::Button);
            s.click("A nation of your own");
            let new = s.doc().nations.last().unwrap().clone();
            assert_eq!(new.id, "nation-1");
            let mut made = s.doc().clone();
            made.sides[0].nations.push(new.id.clone());
            Arc::make_mut(&mut made.pieces)[0].nation = new.id;
            let before = library().check_document(&doc, &OptionSet::new()).errors();
            assert_eq!(
                library().check_document(&made, &OptionSet::new()).errors(),
                before,
                "and it can be played"
            );
        }
    }
}

/// Rules that know events, conditions and a heap of counters.
fn made_up() -> Schema {
    let base = schema(&smallest()[0]);
    let parameter = base.schedule.iter().flat_map(|k| &k.when).find_map(|w| match w {
        WhenKind::Die(f) => f.first().cloned(),
        _ => None,
    });
    let falls = SpecialKind {
        id: "falls".into(),
        name: "A fortress falls".into(),
        fields: parameter.into_iter().collect(),
        ..SpecialKind::default()
    };
    let kind = ScheduleKind {
        id: "news".into(),
        name: "News".into(),
        when: vec![
            WhenKind::Event(vec![("peace".into(), "Peace".into()), ("plague".into(), "Plague".into())]),
            WhenKind::Condition(vec![falls]),
        ],
        ..ScheduleKind::default()
    };
    Schema {
        ruleset: "made-up".into(),
        schedule: vec![kind],
        pools: vec![PoolKind { id: "events".into(), name: "Event counters".into(), ..PoolKind::default() }],
        setup: false,
        ..base.clone()
    }
}

#[test]
fn events_conditions_and_pools_are_offered_by_rules_that_have_them() {
    let rules = made_up();
    let mut doc = smallest().remove(0);
    doc.ruleset = "made-up".into();
    doc.schedule.clear();
    let desk = Desk { made_up: Some(rules.clone()), ..Desk::default() };
    let mut s = stage_on(Some(doc), builder(1440.0, 900.0, false), desk);
    s.click("Schedule");
    assert!(s.sees("have no player set-up"), "no set-up is offered");
    assert!(!s.sees("Add set-up entry"));
    s.click("Add to schedule");
    s.click_first("News");
    assert_eq!(s.doc().schedule[0].when, When::Event("peace".into()));
    s.choose("Event", "Plague");
    assert_eq!(s.doc().schedule[0].when, When::Event("plague".into()));
    s.choose("When", "On a condition");
    let WhenKind::Condition(known) = &rules.schedule[0].when[1] else { panic!() };
    let field = &known[0].fields[0];
    s.number(&field.name, "2");
    let When::Condition { kind, props } = &s.doc().schedule[0].when else { panic!() };
    assert_eq!((kind.as_str(), props.get(&field.id)), ("falls", Some(&Value::Int(2))));
    s.page(Key::Num4);
    s.of_role("Add pool", Role::Button);
    s.click_first("Event counters");
    let empty = Pool { id: "events".into(), name: "Event counters".into(), items: Vec::new() };
    assert_eq!(s.doc().pools, [empty]);
    // Rules without heaps offer none.
    let mut s = stage(firsts().remove(0));
    s.page(Key::Num4);
    assert!(s.sees("use no counter pools") && !s.sees("Add pool"));
}

#[test]
fn pieces_are_left_to_be_set_up_near_another_where_the_rules_know_that() {
    let mut doc = smallest().remove(0);
    let near = doc.pieces[1].clone();
    let (side, pieces) = (doc.pieces[0].side.clone(), vec![doc.pieces[0].id.clone()]);
    doc.setup = vec![SetupEntry { side, pieces, ..SetupEntry::default() }];
    let mut s = stage(doc.clone());
    s.click("Schedule");
    assert!(s.harness.query_all_by_label("Near piece").next().is_none(), "these rules know no such set-up");
    doc.ruleset = "made-up".into();
    let rules = Schema { setup: true, setup_near: true, ..made_up() };
    let name = editor::core::pieces::piece_name(&near, &rules);
    let desk = Desk { made_up: Some(rules), ..Desk::default() };
    let mut s = stage_on(Some(doc), builder(1440.0, 900.0, false), desk);
    s.click("Schedule");
    s.choose("Near piece", &name);
    assert_eq!((s.doc().setup[0].near.as_str(), s.doc().setup[0].within), (near.id.as_str(), 1));
    s.number("Within", "3");
    assert_eq!(s.doc().setup[0].within, 3);
}
