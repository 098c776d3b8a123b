//! The shipped scenarios compile without a word, and their figures are those of the charts and of geography.

use super::*;
use crate::data::Arm;
use crate::data::tests::shipped;
use crate::ids::SideId;
use crate::setup::Start;
use engine::hex::{Dir, HexId};
use engine::scenario::front_end;
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

mod bad_input;
mod damaged;

pub(crate) const SCENARIOS: [&str; 3] = ["short", "long", "tutorial"];

pub(crate) fn scenario(name: &str) -> ScenarioDoc {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/austrian-succession");
    let text = std::fs::read_to_string(folder.join(format!("{name}.ron"))).unwrap();
    let mut issues = Issues::default();
    let doc = engine::scenario::parse(&text, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    doc
}

/// Everything that is said of a document, by the front end, the compiler and the advice.
fn said(data: &Data, doc: &ScenarioDoc) -> (Option<Setup>, Issues) {
    let (options, mut issues) = (doc.options.clone(), Issues::default());
    let schema = crate::schema::schema(data);
    front_end::check(doc, &schema, &options, &mut issues);
    let setup = compile(data, doc, &options, &mut issues);
    lint(data, doc, &mut issues);
    engine::scenario::lint(doc, &schema, &mut issues);
    (setup, issues)
}

fn setup_of(name: &str) -> Setup {
    let (setup, issues) = said(&shipped(), &scenario(name));
    let lines: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
    assert!(issues.is_empty(), "{name}:\n{}", lines.join("\n"));
    setup.unwrap()
}

#[test]
fn the_scenarios_compile_without_a_word() {
    for name in SCENARIOS {
        let setup = setup_of(name);
        println!(
            "{name}: {} hexes, {} lands, {} places, {} units, {} turns",
            setup.map.len(),
            setup.lands.len(),
            setup.places.len(),
            setup.units.len(),
            setup.turns.len()
        );
    }
}

/// What is offered to whoever writes files by hand compiles too.
#[test]
fn the_examples_compile_without_a_word() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for path in [
        "assets/austrian-succession/editor/example.ron",
        "tests/rules/tests/rules/written/austrian-succession.ron",
        "tests/rules/tests/rules/written/austrian-succession-2.ron",
    ] {
        let text = std::fs::read_to_string(root.join(path)).unwrap();
        let mut issues = Issues::default();
        let doc = engine::scenario::parse(&text, &mut issues).unwrap();
        let (setup, more) = said(&shipped(), &doc);
        issues.extend(more);
        let lines: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
        assert!(issues.is_empty() && setup.is_some(), "{path}:\n{}", lines.join("\n"));
    }
}

#[test]
fn both_campaigns_are_one_but_for_their_length() {
    let (short, long) = (scenario("short"), scenario("long"));
    assert_eq!((short.turns.count, long.turns.count), (5, 14), "40.3");
    assert!(short.map == long.map && short.pieces == long.pieces && short.setup == long.setup);
    assert!(short.specials == long.specials && short.victory == long.victory && short.pools == long.pools);
}

/// All counters there are, and 13 leaders, lie ready (10.4, 40.7).
#[test]
fn every_counter_of_the_mix_is_there() {
    let (data, setup) = (shipped(), setup_of("long"));
    for (n, nation) in data.nations.iter().enumerate() {
        for (k, kind) in data.units.iter().enumerate().filter(|(_, k)| k.arm != Arm::Leader) {
            let count =
                setup.units.iter().filter(|u| u.nation.index() == n && usize::from(u.kind) == k).count();
            let most = nation.counters.get(&kind.id).copied().unwrap_or(0);
            assert_eq!(count, usize::from(most), "{} {}", nation.id, kind.id);
        }
    }
    assert_eq!(setup.units.iter().filter(|u| u.is_leader()).count(), 13);
    assert_eq!(setup.units.len(), 170);
}

/// 40.4 to 40.6: what starts where.
#[test]
fn the_deployment_is_that_of_chapter_40() {
    let setup = setup_of("long");
    let count = |f: &dyn Fn(&crate::setup::UnitCard) -> bool| setup.units.iter().filter(|u| f(u)).count();
    assert_eq!(count(&|u| matches!(u.start, Start::Hex(_)) && u.arm == Arm::Garrison), 13 + 1 + 4 + 4 + 2);
    assert_eq!(count(&|u| matches!(u.start, Start::Hex(_))), 24, "nobody else is fixed");
    assert_eq!(count(&|u| u.start == Start::Staging), 10, "40.6");
    let placed: Vec<(usize, u8)> = setup.set_up.iter().map(|e| (e.pieces.len(), e.side.0)).collect();
    assert_eq!(placed, [(2, 1), (2, 1), (12, 1), (16, 0), (4, 3), (5, 4)]);
    assert_eq!(count(&|u| u.starts_elite && u.start == Start::SetUp), 3 + 6);
    assert!(setup.units.iter().all(|u| u.start != Start::SetUp || u.usual.is_some()), "auto needs a hex");
    assert_eq!([setup.sides[0].morale, setup.sides[1].morale], [18, 12]);
    assert_eq!(setup.sides.each_ref().map(|s| s.pool.iter().sum::<u8>()), [12, 12], "7.7");
    let winter: Vec<usize> = (0..14).filter(|t| setup.turns[*t].winter).map(|t| t + 1).collect();
    assert_eq!(winter, [1, 2, 10, 11], "23");
    assert!(setup.turns[0].no_events && setup.turns[0].no_recruiting && !setup.turns[1].no_events);
    let neutral = |id: &str| setup.parties.iter().position(|p| p.id == id).unwrap();
    for id in ["france", "bavaria", "saxony", "reichsarmee"] {
        assert!(setup.control.seat_of(neutral(id)).is_none(), "{id} belongs to nobody at first");
    }
    assert_eq!(setup.parties[neutral("reichsarmee")].side, SideId::HABSBURG);
}

#[test]
fn what_counts_is_what_the_rules_say() {
    let setup = setup_of("short");
    let objectives: Vec<&str> =
        setup.places.iter().filter(|p| p.is_objective).map(|p| p.name.as_str()).collect();
    assert_eq!(objectives.len(), 7, "{objectives:?}");
    let free: Vec<&str> = setup.places.iter().filter(|p| p.is_free_city).map(|p| p.name.as_str()).collect();
    assert_eq!(free, ["Nuremberg", "Regensburg"]);
    let bonus: Vec<(u8, i16, usize)> =
        setup.bonus.iter().map(|b| (b.side.0, b.points, b.places.len())).collect();
    assert_eq!(bonus, [(0, 10, 2), (0, 5, 2), (1, 15, 4)], "27.4");
    let paying = setup.places.iter().filter_map(|p| p.payment);
    assert_eq!(paying.clone().filter(|p| p.0 == SideId::COALITION).map(|p| p.1).sum::<u8>(), 4 + 3 + 2 + 2);
    assert_eq!(paying.filter(|p| p.0 == SideId::HABSBURG).map(|p| p.1).sum::<u8>(), 4 + 3 + 3);
    assert_eq!((setup.places.len(), setup.lands.len(), setup.staging.cards.len()), (55, 11, 2));
    assert_eq!(setup.lands.iter().filter(|l| l.is_empire).count(), 6, "2.3");
    assert!(setup.lands.iter().all(|l| l.closed == (l.id == "poland")));
    assert!(setup.lands.iter().all(|l| l.is_country != (l.closed || l.id == "german-states")), "2.5");
}

/// Neisse has a land and a place for everything its markers name, and levels of its own.
#[test]
fn the_teaching_campaign_is_whole() {
    let setup = setup_of("tutorial");
    assert_eq!((setup.levels.marginal, setup.levels.campaign, setup.levels.decisive), (6, 12, 18));
    assert_eq!(setup.paid.len(), 1);
    assert_eq!(setup.staging.instead.map(|h| setup.map.label(h)).as_deref(), Some("4522"));
    assert!(setup.set_up.is_empty() && setup.staging.cards.is_empty());
    assert_eq!(setup.units.iter().filter(|u| matches!(u.start, Start::Hex(_))).count(), 14 + 3 + 2 + 10 + 3);
    assert_eq!(setup.sides.each_ref().map(|s| s.pool.iter().sum::<u8>()), [4, 4]);
}

/// Hexes from each place by steps that `is_step` allows.
fn distances(setup: &Setup, from: HexId, is_step: impl Fn(HexId, HexId) -> bool) -> BTreeMap<HexId, u32> {
    let mut out = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for to in Dir::ALL.iter().filter_map(|d| setup.map.neighbour(at, *d)) {
            if !out.contains_key(&to) && is_step(at, to) {
                out.insert(to, out[&at] + 1);
                queue.push_back(to);
            }
        }
    }
    out
}

fn hex_of(setup: &Setup, name: &str) -> HexId {
    setup.places.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("no place {name}")).hex
}

#[test]
fn roads_are_as_long_as_they_were() {
    let setup = setup_of("long");
    for (from, to, hexes) in [
        ("Berlin", "Crossen", 13),
        ("Küstrin", "Crossen", 7),
        ("Crossen", "Glogau", 8),
        ("Glogau", "Breslau", 9),
        ("Breslau", "Brieg", 3),
        ("Brieg", "Neisse", 4),
        ("Brünn", "Olmütz", 7),
        ("Vienna", "Brünn", 10),
        ("Prague", "Königgrätz", 9),
        ("Dresden", "Prague", 12),
        ("Linz", "Vienna", 15),
        ("Munich", "Linz", 19),
    ] {
        let all = distances(&setup, hex_of(&setup, from), |a, b| setup.crossing(a, b).road);
        assert_eq!(all.get(&hex_of(&setup, to)), Some(&hexes), "{from} to {to}");
    }
}

/// Borders of neutrals ignored, every place can be reached from Berlin over ground that may be entered.
#[test]
fn every_place_can_be_reached_from_berlin() {
    let setup = setup_of("long");
    let is_open = |h: HexId| !setup.ground(h).land.is_some_and(|l| setup.lands[l.index()].closed);
    let all = distances(&setup, hex_of(&setup, "Berlin"), |a, b| {
        is_open(b) && (setup.ground(b).cost.is_some() || setup.crossing(a, b).road)
    });
    for place in &setup.places {
        assert!(all.contains_key(&place.hex), "{} cannot be reached", place.name);
    }
}

#[test]
fn seventy_six_mountain_hexes_carry_a_road() {
    let setup = setup_of("long");
    let has_road = |h: HexId| Dir::ALL.iter().any(|d| setup.map.road_class(h, *d) > 0);
    let mountains: Vec<HexId> = setup.map.grid.ids().filter(|h| setup.ground(*h).is_mountain).collect();
    let passes = mountains.iter().filter(|h| has_road(**h)).count();
    println!("{passes} of {} mountain hexes carry a road", mountains.len());
    // Two places stand on mountain ground.
    let in_mountains = ["Kufstein", "Innsbruck"].map(|name| hex_of(&setup, name));
    assert_eq!(passes + in_mountains.iter().filter(|h| has_road(**h)).count(), 76);
}

/// Who moves along a river stays on its bank or crosses it (13.14).
#[test]
fn river_movement_follows_the_line_of_the_river() {
    let setup = setup_of("tutorial");
    let hex = |label: &str| setup.map.grid.parse(label).unwrap();
    let along = |a: &str, b: &str| setup.crossing(hex(a), hex(b)).along_river;
    assert!(along("4316", "4317"), "across the corner at Breslau");
    assert!(along("4317", "4316"), "both ways");
    assert!(along("4521", "4522"), "across the Neisse");
    assert!(!along("4514", "4515"), "no river there");
    for id in setup.map.grid.ids() {
        for dir in Dir::ALL {
            let Some(to) = setup.map.neighbour(id, dir) else { continue };
            let (there, back) = (setup.crossing(id, to), setup.crossing(to, id));
            assert_eq!(there, back, "{} and {}", setup.map.label(id), setup.map.label(to));
        }
    }
}
