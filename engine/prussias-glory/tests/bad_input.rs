//! What an author can get wrong, and what comes out of damaged files: a message with place, rule and remedy, never a panic.
//! `MUTATIONS=10000` is the long run.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

mod support;

use engine::game::{AnyRuleset, Loaded};
use engine::hex::HexId;
use engine::scenario::{
    EdgeFeature, Issues, OptionSet, Piece, Props, Region, ScenarioDoc, SetupEntry, Special, Value, parse,
};
use prussias_glory::PrussiasGlory;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use support::{Charts, Numbers, SCENARIOS, add, field, rounds, rules, scenario_text, try_match};

/// A small battle in which nothing is wrong.
fn sound() -> ScenarioDoc {
    let mut doc = field(9, 9);
    add(&mut doc, "frederick", "commander", "prussia", "", HexId(1));
    add(&mut doc, "charles", "commander", "austria", "", HexId(79));
    add(&mut doc, "forcade", "infantry", "prussia", "schwerin", HexId(2));
    add(&mut doc, "baden", "infantry", "austria", "browne", HexId(78));
    doc.sides[0].props.insert("commander".into(), Value::from("frederick"));
    doc.sides[1].props.insert("commander".into(), Value::from("charles"));
    doc
}

fn piece<'a>(doc: &'a mut ScenarioDoc, id: &str) -> &'a mut Piece {
    Arc::make_mut(&mut doc.pieces).iter_mut().find(|p| p.id == id).unwrap()
}

fn faces(list: &[&str]) -> Value {
    Value::List(list.iter().map(|f| Value::from(*f)).collect())
}

fn names(list: &[&str]) -> Value {
    faces(list)
}

fn group(wings: &[&str], guns: &[&str]) -> Special {
    let props = Props::from([
        ("name".to_owned(), Value::from("Right")),
        ("side".to_owned(), Value::from("prussia")),
        ("rating".to_owned(), Value::Int(3)),
        ("wings".to_owned(), names(wings)),
        ("guns".to_owned(), names(guns)),
    ]);
    Special { rule: "specific-group".into(), props }
}

/// The complaint about a document has these words, a rule and a remedy.
fn complains(doc: &ScenarioDoc, options: &OptionSet, words: &str, rule: &str) {
    let issues = rules().check(doc, options);
    let list: Vec<String> =
        issues.list.iter().map(|i| format!("{i} [{}] remedy: {}", i.rule, i.remedy)).collect();
    let found = issues.list.iter().find(|i| i.to_string().contains(words));
    let found = found.unwrap_or_else(|| panic!("nobody says '{words}':\n{}", list.join("\n")));
    assert_eq!(found.rule, rule, "{found}");
    assert!(!found.remedy.is_empty(), "{found}: no remedy");
}

#[test]
fn a_sound_battle_has_no_problems() {
    let list = rules().check(&sound(), &OptionSet::new()).list;
    assert!(list.is_empty(), "{list:?}");
}

#[test]
fn faces_that_rise_and_units_of_five_steps() {
    let mut doc = sound();
    piece(&mut doc, "forcade").props.insert("faces".into(), faces(&["5-4-3", "7-5-3"]));
    complains(&doc, &OptionSet::new(), "stronger than an earlier one", "2.1");
    piece(&mut doc, "forcade").props.insert("faces".into(), faces(&["8-6-3"; 5]));
    complains(&doc, &OptionSet::new(), "5 steps", "2.1");
    piece(&mut doc, "forcade").props.insert("faces".into(), faces(&["8-6"]));
    complains(&doc, &OptionSet::new(), "cannot be read", "2.1");
    piece(&mut doc, "forcade").props.insert("faces".into(), faces(&["8-6-3", "7-5-3"]));
    piece(&mut doc, "forcade").props.insert("counters".into(), Value::List(vec![Value::Int(3)]));
    complains(&doc, &OptionSet::new(), "counters do not have the steps", "2.1");
}

#[test]
fn wings_and_groups_that_contradict_themselves() {
    let none = OptionSet::new();
    let mut doc = sound();
    piece(&mut doc, "forcade").parent = String::new();
    complains(&doc, &none, "no wing leader", "4.2.1");
    piece(&mut doc, "forcade").parent = "browne".into();
    complains(&doc, &none, "of the other side", "4.2.1");

    let mut doc = sound();
    doc.specials.push(group(&["schwerin"], &[]));
    doc.specials.push(group(&["schwerin"], &[]));
    complains(&doc, &none, "two Specific Groups", "4.2.1");
    doc.specials.pop();
    doc.specials[0] = group(&["forcade"], &[]);
    complains(&doc, &none, "neither a wing leader nor a battery", "4.2.1");
    // Twice the same id: a unit cannot be in two wings.
    let mut doc = sound();
    add(&mut doc, "forcade", "infantry", "prussia", "schwerin", HexId(3));
    assert!(rules().check(&doc, &none).has_errors());
    // A name that nobody has.
    let mut doc = sound();
    doc.specials.push(group(&["keith"], &[]));
    assert!(rules().check(&doc, &none).has_errors());
}

#[test]
fn seconds_in_command() {
    let none = OptionSet::new();
    let mut doc = sound();
    doc.sides[0].props.insert("second".into(), Value::from("frederick"));
    complains(&doc, &none, "followed by himself", "15.1");
    doc.sides[0].props.insert("second".into(), Value::from("charles"));
    complains(&doc, &none, "of the other side", "15.1");
    doc.sides[0].props.insert("second".into(), Value::from("forcade"));
    complains(&doc, &none, "is no leader", "15.1");
    doc.sides[0].props.insert("second".into(), Value::from("schwerin"));
    assert!(rules().check(&doc, &none).list.is_empty());
}

#[test]
fn ground_and_places() {
    let none = OptionSet::new();
    let mut doc = sound();
    doc.map.set_terrain(HexId(2), "lake");
    complains(&doc, &none, "ground it may not enter", "7.4.3");

    // Round one corner two sides fall and none rises.
    let mut doc = sound();
    let centre = doc.map.grid.hex(HexId(40));
    let edge = engine::hex::Edge::between(centre, centre.step(engine::hex::Dir(0))).unwrap();
    let slope = EdgeFeature { kind: "slope".into(), from: Some(centre) };
    Arc::make_mut(&mut doc.map.edges).insert(edge, vec![slope]);
    complains(&doc, &none, "round a corner", "8.2");

    let on = OptionSet::from([("extended-range".to_owned(), Value::Bool(true))]);
    complains(&sound(), &on, "no hex lies lower", "16.3.1");
    let mut doc = sound();
    doc.map.levels.set(40, 2);
    assert!(rules().check(&doc, &on).list.is_empty());

    let mut doc = sound();
    for i in 0..4 {
        add(&mut doc, &format!("more-{i}"), "infantry", "prussia", "schwerin", HexId(2));
    }
    complains(&doc, &none, "start here", "5.1");
}

#[test]
fn command_and_leaders() {
    let none = OptionSet::new();
    let mut doc = sound();
    add(&mut doc, "far", "infantry", "prussia", "schwerin", HexId(60));
    complains(&doc, &none, "starts out of command", "4.2.5");
    let mut doc = sound();
    add(&mut doc, "guns", "artillery", "prussia", "", HexId(60));
    complains(&doc, &none, "no leader is within 5 hexes", "4.2.5");
    let mut doc = sound();
    add(&mut doc, "keith", "wing-leader", "prussia", "", HexId(4));
    complains(&doc, &none, "no unit belongs to his wing", "4.2.1");
    let mut doc = sound();
    piece(&mut doc, "schwerin").place = engine::scenario::Place::Off;
    complains(&doc, &none, "his wing is on the map and he is not", "4.2.5");
    let mut doc = sound();
    doc.sides[1].props.remove("edges");
    complains(&doc, &none, "no friendly map edge", "10.9");
}

#[test]
fn areas_without_room() {
    let mut doc = sound();
    let hexes = vec![doc.map.grid.hex(HexId(20))];
    Arc::make_mut(&mut doc.map.regions).push(Region { id: "pond".into(), name: "Pond".into(), hexes });
    doc.map.set_terrain(HexId(20), "lake");
    piece(&mut doc, "forcade").place = engine::scenario::Place::Off;
    doc.setup.push(SetupEntry {
        side: "prussia".into(),
        pieces: vec!["forcade".into()],
        area: "pond".into(),
        ..SetupEntry::default()
    });
    complains(&doc, &OptionSet::new(), "no room", "5.1");
    doc.setup[0].area = "nowhere".into();
    assert!(rules().check(&doc, &OptionSet::new()).has_errors());
}

#[test]
fn an_area_off_the_map_is_said_with_its_hex() {
    let text = scenario_text("kolin-main").replacen("\"0815 0816", "\"9915 0816", 1);
    let mut issues = Issues::default();
    let doc = parse(&text, &mut issues).unwrap();
    issues.list.extend(rules().check(&doc, &OptionSet::new()).list);
    helps("kolin-main", &issues);
    let found = issues.list.iter().find(|i| i.to_string().contains("9915"));
    let found = found.unwrap_or_else(|| panic!("nobody names 9915: {:?}", issues.list));
    assert!(found.to_string().contains("Colloredo") || found.to_string().contains("colloredo"), "{found}");
}

/// A second in command of a second: a side has one, so that no cycle can be written; each other's second is refused by side.
#[test]
fn seconds_of_each_other_are_refused() {
    let mut doc = sound();
    doc.sides[0].props.insert("second".into(), Value::from("charles"));
    doc.sides[1].props.insert("second".into(), Value::from("frederick"));
    complains(&doc, &OptionSet::new(), "of the other side", "15.1");
}

/// Each complaint says where, and how it is put right: as a remedy, or in the words of a fault of form.
fn helps(name: &str, issues: &Issues) {
    const FORMS: [&str; 6] = ["must be", "missing", "should end", "(add", "(remove", "(use"];
    const MORE: [&str; 5] = ["(did you mean", "(give", "(write", "(an angle", "not closed"];
    for issue in &issues.list {
        let is_placed = !issue.place.is_empty() || issue.position.is_some();
        assert!(is_placed && !issue.text.is_empty(), "{name}: {issue:?}");
        let is_said = FORMS.iter().chain(&MORE).any(|w| issue.text.contains(w));
        let is_helped = is_said || !issue.remedy.is_empty() || issue.fix.is_some();
        assert!(is_helped, "{name}: nothing to do about: {issue:?}");
    }
}

/// Another character, a cut, a doubled line, a changed number: what damaged files look like.
fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        match numbers.below(5) {
            0 => bytes[at] = b"0123456789-\"(),[]{}:"[numbers.below(19)],
            1 => {
                let end = (at + numbers.below(30)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + numbers.below(200)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            _ => {
                // Numbers are what makes a file that can still be read mean something else.
                let digit = (at..bytes.len()).find(|i| bytes[*i].is_ascii_digit());
                if let Some(i) = digit {
                    let word = ["0", "9", "99", "255", "-1", "65536", "300"][numbers.below(7)];
                    bytes.splice(i..=i, word.bytes());
                }
            }
        }
        if bytes.is_empty() {
            return String::new();
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_scenarios_make_no_panic() {
    let rules = rules();
    let mut numbers = Numbers(10);
    let (mut read, mut played) = (0, 0);
    for round in 0..rounds("MUTATIONS", 100) {
        let name = SCENARIOS[round % SCENARIOS.len()];
        let text = damaged(&scenario_text(name), &mut numbers);
        let done = catch_unwind(AssertUnwindSafe(|| {
            let mut issues = Issues::default();
            let Ok(doc) = parse(&text, &mut issues) else {
                helps(name, &issues);
                return (false, false);
            };
            issues.list.extend(rules.check(&doc, &OptionSet::new()).list);
            helps(name, &issues);
            let Ok(mut game) = try_match(&rules, doc, OptionSet::new(), 3) else { return (true, false) };
            for _ in 0..25 {
                let n = game.legal_count();
                if n == 0 {
                    break;
                }
                game.submit(numbers.below(n)).unwrap();
            }
            (true, true)
        }));
        let done = done.unwrap_or_else(|_| panic!("round {round} of {name} panics"));
        read += usize::from(done.0);
        played += usize::from(done.1);
    }
    assert!(read > 0 && played > 0, "{read} could be read, {played} played: a poor sample");
    println!("{read} could be read, {played} played");
}

#[test]
fn damaged_charts_are_refused_whole_or_serve() {
    let files: Vec<(String, String)> =
        rules().charts().iter().map(|c| (c.path.clone(), c.text.clone())).collect();
    let mut numbers = Numbers(11);
    let mut refused = 0;
    for round in 0..rounds("MUTATIONS", 100) * files.len() {
        let (path, text) = &files[round % files.len()];
        let charts = Charts(Some((path.clone(), damaged(text, &mut numbers))));
        let loaded = catch_unwind(AssertUnwindSafe(|| {
            let mut issues = Issues::default();
            let rules: Option<Loaded<PrussiasGlory>> = Loaded::load(&charts, &mut issues);
            match rules {
                None => {
                    assert!(issues.has_errors(), "refused without a word");
                    helps(path, &issues);
                    let file = path.rsplit('/').next().unwrap();
                    let said = issues.list.iter().any(|i| i.to_string().contains(file));
                    assert!(said, "{path}: {:?}", issues.list);
                    true
                }
                Some(rules) => {
                    let _ = try_match(&rules, sound(), OptionSet::new(), 1);
                    false
                }
            }
        }));
        refused += usize::from(loaded.unwrap_or_else(|_| panic!("round {round}: {path} panics")));
    }
    assert!(refused > 0);
    println!("{refused} refused");
}

#[test]
fn a_chart_with_a_hole_is_refused_with_its_place() {
    for (file, whole, hole) in [
        (
            "prussias-glory/bombardment.ron",
            "[\"-\", \"1r*\", \"2r\", \"2r*\", \"3r*\", \"3r*\", \"3r*\"],",
            "",
        ),
        ("prussias-glory/army_morale.ron", "(box: 4, die: 2), ", ""),
        ("prussias-glory/units.ron", "id: \"hussars\"", "id: \"dragoons\""),
        ("prussias-glory/terrain.ron", "id: \"clear\"", "id: \"marsh\""),
    ] {
        let text = std::fs::read_to_string(support::root().join("assets").join(file)).unwrap();
        assert!(text.contains(whole), "{file} has changed");
        let charts = Charts(Some((file.into(), text.replacen(whole, hole, 1))));
        let mut issues = Issues::default();
        let loaded: Option<Loaded<PrussiasGlory>> = Loaded::load(&charts, &mut issues);
        assert!(loaded.is_none(), "{file} with a hole is taken");
        let name = file.rsplit('/').next().unwrap();
        assert!(issues.list.iter().any(|i| i.to_string().contains(name)), "{file}: {:?}", issues.list);
    }
}
