//! Whatever is wrong with a document is said at its place, with rule and remedy, and play refuses it.

use super::*;
use engine::hex::HexId;
use engine::scenario::{Issue, Piece, Place, Region, SetupEntry, Severity, Special, Victory};
use std::sync::Arc;

/// What is said first with these words.
fn complaint(doc: &ScenarioDoc, words: &str) -> (bool, Issue) {
    let (setup, issues) = said(&shipped(), doc);
    let list: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
    let found = issues.list.iter().find(|i| i.to_string().contains(words));
    let found = found.unwrap_or_else(|| panic!("nobody says '{words}':\n{}", list.join("\n")));
    assert!(!found.rule.is_empty(), "without a rule: {found}");
    assert!(!found.remedy.is_empty() || found.fix.is_some(), "without a remedy: {found}");
    assert!(found.at != At::Whole && !found.place.is_empty(), "without a place: {found}");
    (setup.is_some() && !issues.has_errors(), found.clone())
}

/// The tutorial with one thing wrong: refused with these words, under this rule.
fn refused(rule: &str, words: &str, spoil: impl Fn(&mut ScenarioDoc)) {
    for name in ["tutorial", "short"] {
        let mut doc = scenario(name);
        spoil(&mut doc);
        let (is_playable, issue) = complaint(&doc, words);
        assert_eq!((issue.severity, issue.rule.as_str()), (Severity::Error, rule), "{name}: {issue}");
        assert!(!is_playable, "{name} is played all the same: {issue}");
    }
}

/// Plays, but something is said under this rule.
fn advised(rule: &str, words: &str, spoil: impl Fn(&mut ScenarioDoc)) -> Issue {
    let mut doc = scenario("tutorial");
    spoil(&mut doc);
    let (is_playable, issue) = complaint(&doc, words);
    assert_eq!(issue.rule, rule, "{issue}");
    assert!(is_playable, "{issue}");
    issue
}

fn piece<'a>(doc: &'a mut ScenarioDoc, id: &str) -> &'a mut Piece {
    Arc::make_mut(&mut doc.pieces).iter_mut().find(|p| p.id == id).unwrap()
}

fn hex(doc: &ScenarioDoc, label: &str) -> HexId {
    doc.map.grid.parse(label).unwrap()
}

fn add_region(doc: &mut ScenarioDoc, id: &str, labels: &[&str]) {
    let hexes = labels.iter().map(|l| doc.map.grid.hex(hex(doc, l))).collect();
    Arc::make_mut(&mut doc.map.regions).push(Region { id: id.into(), name: id.into(), hexes });
}

fn special(rule: &str, fields: &[(&str, Value)]) -> Special {
    let props = fields.iter().map(|(id, v)| ((*id).to_owned(), v.clone())).collect();
    Special { rule: rule.into(), props }
}

#[test]
fn wrong_pools() {
    refused("7.2", "'Bavaria Rises' does not exist", |d| d.pools[0].items[0].0 = "Bavaria Rises".into());
    refused("7.2", "holds 0 of", |d| d.pools[1].items[0].1 = 0);
    refused("7.2", "'Grenzers' does not exist", |d| d.pools[0].items.push(("Grenzers".into(), 1)));
    let mut doc = scenario("tutorial");
    doc.pools[0].items.push(("France Joins".into(), 1));
    assert!(!complaint(&doc, "no side of this scenario has the nation 'french'").0);
    doc = scenario("tutorial");
    doc.props.clear();
    assert!(!complaint(&doc, "its units have nowhere to come to").0);
    doc = scenario("tutorial");
    doc.pools[0].items.push(("Charles Albert's Claim".into(), 1));
    assert!(complaint(&doc, "it speaks of 'Prague'").0, "played, with a warning");
    advised("7.7", "nothing can be drawn", |d| d.pools[0].items.clear());
}

#[test]
fn wrong_pieces() {
    refused("16.15", "'value' is 7", |d| {
        piece(d, "neipperg").props.insert("value".into(), Value::Int(7));
    });
    refused("2.6", "'face' is the text '7'", |d| {
        piece(d, "au-inf-1").props.insert("face".into(), Value::from("7"));
    });
    refused("10.4", "more counters than exist: Prussia has 12 of infantry brigade", |d| {
        for n in 20..40 {
            let like = piece(d, "pr-inf-9").clone();
            Arc::make_mut(&mut d.pieces).push(Piece { id: format!("pr-inf-{n}"), ..like });
        }
    });
    let mut doc = scenario("short");
    piece(&mut doc, "sx-inf-4").kind = "light".into();
    assert!(!complaint(&doc, "Saxony has no counter of this kind").0);
    refused("2.6", "it belongs to nobody", |d| piece(d, "au-gar-1").side.clear());
    refused("25.2", "its nation 'austrian' is not of its side", |d| {
        piece(d, "pr-inf-9").nation = "austrian".into();
    });
    refused("10.4", "there is no box 'boxes:recruit'", |d| {
        let (sheet, slot) = ("boxes".into(), "recruit".into());
        piece(d, "pr-inf-9").place = Place::Box { sheet, slot };
    });
    for (slot, rule, words) in [
        ("recruits-habsburg", "10.4", "of the other side"),
        ("prisoners-coalition", "38.1", "prisoner of its own side"),
        ("mercenaries", "33.0", "for mercenaries"),
        ("staging-austrian", "26.2", "no such staging area"),
    ] {
        refused(rule, words, |d| {
            piece(d, "pr-inf-9").place = Place::Box { sheet: "boxes".into(), slot: slot.into() };
        });
    }
}

#[test]
fn a_prisoner_lies_with_his_captor_and_the_dead_stay_dead() {
    let mut doc = scenario("tutorial");
    let in_box = |slot: &str| Place::Box { sheet: "boxes".into(), slot: slot.into() };
    piece(&mut doc, "pr-inf-9").place = in_box("prisoners-habsburg");
    piece(&mut doc, "anhalt-dessau").place = in_box("dead");
    piece(&mut doc, "au-inf-5").place = in_box("dead");
    piece(&mut doc, "au-lt-2").place = Place::Off;
    let (setup, issues) = said(&shipped(), &doc);
    assert!(issues.is_empty(), "{:?}", issues.list);
    let setup = setup.unwrap();
    let start = |id: &str| setup.units.iter().find(|u| u.id == id).unwrap().start;
    assert_eq!(start("pr-inf-9"), Start::Prisoner);
    assert_eq!(start("anhalt-dessau"), Start::Dead);
    assert_eq!([start("au-inf-5"), start("au-lt-2")], [Start::Box; 2], "10.6: they may be recruited again");
}

#[test]
fn wrong_starts() {
    let to = |d: &mut ScenarioDoc, id: &str, label: &str| {
        let at = hex(d, label);
        piece(d, id).place = Place::Hex(d.map.grid.hex(at));
    };
    refused("25.3", "it starts in 4810", |d| to(d, "pr-inf-9", "4810"));
    refused("13.5", "no friends could stand together in 4518", |d| {
        let slot = "4518";
        to(d, "pr-inf-9", slot);
    });
    // The button moves it out of Poland.
    let mut doc = scenario("tutorial");
    to(&mut doc, "pr-inf-9", "4810");
    let (_, issue) = complaint(&doc, "it starts in 4810");
    assert!(issue.fix.is_some(), "{issue}");
    // A neutral country is shut to others.
    let mut doc = scenario("short");
    to(&mut doc, "pr-inf-9", "1413");
    assert!(!complaint(&doc, "it starts in 1413, where it may not be").0);
    // Two starts for one piece: on the map, and set up by its owner.
    refused("40.4", "already stands on the map", |d| {
        add_region(d, "bre", &["4316"]);
        let entry = SetupEntry {
            side: "habsburg".into(),
            pieces: vec!["au-gar-1".into()],
            area: "bre".into(),
            ..SetupEntry::default()
        };
        d.setup.push(entry);
    });
    refused("40.4", "starts in a box and is set up too", |d| {
        add_region(d, "camp", &["4519"]);
        let entry = SetupEntry {
            side: "coalition".into(),
            pieces: vec!["pr-inf-9".into()],
            area: "camp".into(),
            ..SetupEntry::default()
        };
        d.setup.push(entry);
    });
}

#[test]
fn wrong_set_up() {
    let line = |area: &str, id: &str| SetupEntry {
        side: "coalition".into(),
        pieces: vec![id.into()],
        area: area.into(),
        ..SetupEntry::default()
    };
    refused("40.4", "the area 'nothing' has no hexes", |d| {
        add_region(d, "nothing", &[]);
        piece(d, "pr-inf-9").place = Place::Off;
        d.setup.push(line("nothing", "pr-inf-9"));
    });
    refused("25.3", "4810 of it lies in land", |d| {
        add_region(d, "abroad", &["4810"]);
        piece(d, "pr-inf-9").place = Place::Off;
        d.setup.push(line("abroad", "pr-inf-9"));
    });
    advised("40.4", "neither fortress nor town", |d| {
        add_region(d, "field", &["4415"]);
        piece(d, "pr-inf-9").place = Place::Off;
        d.setup.push(line("field", "pr-inf-9"));
    });
    advised("40.4", "is not in its set-up area", |d| {
        add_region(d, "town", &["3715"]);
        let p = piece(d, "pr-inf-9");
        p.place = Place::Off;
        p.props.insert("usual".into(), Value::from("4415"));
        d.setup.push(line("town", "pr-inf-9"));
    });
}

#[test]
fn wrong_land_and_places() {
    refused("25.3", "a fortress stands in land that nobody may enter", |d| {
        let at = hex(d, "4810");
        d.map.set_terrain(at, "fortress");
    });
    refused("2.2", "it is no area of the map", |d| d.specials.push(special("closed-region", &[])));
    refused("2.2", "is a country twice", |d| {
        d.specials.push(special("country", &[("region", Value::from("silesia"))]));
    });
    refused("25.3", "is at war from the start", |d| {
        add_region(d, "x", &["4414"]);
        let fields = [("region", Value::from("x")), ("joiner", Value::from("habsburg"))];
        d.specials.push(special("country", &fields));
    });
    advised("2.2", "overlap", |d| {
        add_region(d, "county", &["4022", "4023"]);
        d.specials.push(special("country", &[("region", Value::from("county"))]));
    });
    refused("27.1", "no fortress or town stands there", |d| {
        let props = [("hex".to_owned(), Value::from("4415"))].into();
        d.victory.push(Victory { kind: "place".into(), side: String::new(), props });
    });
    refused("27.1", "two entries speak of this place", |d| {
        let props = [("hex".to_owned(), Value::from("4316"))].into();
        d.victory.push(Victory { kind: "place".into(), side: String::new(), props });
    });
    refused("5.11.2", "this city pays twice", |d| {
        let again = d.specials.iter().find(|s| s.rule == "city-payment").unwrap().clone();
        d.specials.push(again);
    });
    refused("26.2", "leads to no hex", |d| {
        d.specials.retain(|s| s.rule != "staging-area");
        d.specials.push(special("staging-area", &[("area", Value::from("austrian"))]));
    });
}

#[test]
fn wrong_sides_and_seats() {
    for wrong in [0, 21] {
        refused("5.4", &format!("'morale' is {wrong}"), |d| {
            d.sides[0].props.insert("morale".into(), Value::Int(wrong));
        });
    }
    refused("25.2", "this joiner is nobody's", |d| {
        d.sides.truncate(2);
        let nations = vec!["reich".to_owned()];
        d.nations.push(engine::scenario::Nation { id: "reich".into(), ..Default::default() });
        let side = engine::scenario::Side { id: "empire".into(), nations, ..Default::default() };
        d.sides.push(side);
    });
    let mut doc = scenario("short");
    doc.seats.clear();
    assert!(!complaint(&doc, "neutrals too").0);
    doc = scenario("short");
    doc.seats.swap(0, 1);
    assert!(!complaint(&doc, "does not sit where it belongs").0);
    // A neutral that sits with its side has joined already.
    doc = scenario("short");
    doc.seats[0].sides.push("bavaria".into());
    let (setup, issues) = said(&shipped(), &doc);
    assert!(issues.is_empty(), "{:?}", issues.list);
    assert!(setup.unwrap().control.seat_of(3).is_some());
}

#[test]
fn wrong_turns_and_levels() {
    refused("40.3", "turn 20 is marked, and the track has", |d| {
        d.turns.marks.insert(20, vec!["winter".into()]);
    });
    refused("40.3", "0 turns cannot be played", |d| {
        d.turns.count = 0;
        d.turns.marks.clear();
    });
    refused("27.2", "do not rise", |d| {
        d.victory.retain(|v| v.kind != "levels");
        let props = [("marginal".to_owned(), Value::Int(50))].into();
        d.victory.push(Victory { kind: "levels".into(), side: String::new(), props });
    });
    refused("27.4", "it has no place, no nation", |d| {
        d.victory.push(Victory { kind: "bonus".into(), ..Victory::default() });
    });
    advised("34.4", "nobody pillages", |d| {
        d.options.insert("pillage".into(), Value::Bool(true));
    });
}

#[test]
fn what_an_author_has_probably_overlooked() {
    let issue = advised("40.4", "the fortress Glatz has no garrison", |d| {
        Arc::make_mut(&mut d.pieces).retain(|p| p.id != "au-gar-3");
    });
    assert!(issue.fix.is_some(), "{issue}");
    let mut doc = scenario("short");
    doc.pools[0].items.retain(|i| i.0 != "Saxony Joins");
    let (is_playable, issue) = complaint(&doc, "no marker of a pool brings it into the war");
    assert!(is_playable && issue.at == At::Side("saxony".into()), "{issue}");
    advised("12.5", "it has 1 Austrian brigades", |d| {
        let like = piece(d, "au-cav-4").clone();
        let wing = Piece { id: "au-cavw-1".into(), kind: "cavalry-wing".into(), ..like };
        let pieces = Arc::make_mut(&mut d.pieces);
        pieces.retain(|p| !p.id.starts_with("au-cav-") || p.id == "au-cav-1");
        pieces.push(wing);
    });
    advised("27.5", "can ever reach the objective Neisse", |d| {
        let at = hex(d, "4522");
        for to in d.map.grid.hex(at).ring_around(1) {
            if let Some(id) = d.map.grid.id(to) {
                d.map.set_terrain(id, "mountain");
            }
        }
        d.map.roads = Arc::default();
    });
    let issue = advised("13.9", "lies in the mountains and no road leads to it", |d| {
        let at = hex(d, "4022");
        let here = d.map.grid.hex(at);
        for to in here.ring_around(1) {
            if let Some(id) = d.map.grid.id(to) {
                d.map.set_terrain(id, "mountain");
            }
        }
        Arc::make_mut(&mut d.map.roads).retain(|edge, _| !edge.hexes().contains(&here));
    });
    assert!(issue.fix.is_some(), "the road beside it is joined: {issue}");
}
