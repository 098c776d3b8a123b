//! Every kind of problem the editor warns of, for every rule system that knows it: it appears in the list, the
//! click leads there, and where there is a repair the button makes it.

#![allow(clippy::unwrap_used)]

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use engine::hex::{Dir, Edge, Hex};
use engine::scenario::{
    At, EdgeFeature, EdgeKind, Issue, OptionSet, Piece, Place, Region, RoadKind, ScenarioDoc, ScheduleEntry,
    Schema, Special, TerrainKind, Value, When,
};
use std::sync::Arc;
use tests::desk::{Desk, Stage, builder, smallest, stage_on};

/// What a press of the button does.
enum Then {
    /// The problem is gone.
    Mended,
    /// This page of the dock is shown.
    Page(&'static str),
    /// This tool is in hand.
    Tool(&'static str),
}

struct Case {
    name: &'static str,
    /// What goes wrong with a sound scenario.
    spoil: fn(&mut ScenarioDoc),
    /// Words of the problem.
    says: &'static str,
    then: Then,
}

fn hex(doc: &ScenarioDoc, label: &str) -> Hex {
    doc.map.grid.hex(doc.map.grid.parse(label).unwrap_or_else(|| panic!("no hex {label}")))
}

fn at(p: &Piece) -> Hex {
    match &p.place {
        Place::Hex(h) => *h,
        other => panic!("{} stands {other:?}", p.id),
    }
}

fn stand(p: &Piece) -> Option<Hex> {
    match &p.place {
        Place::Hex(h) => Some(*h),
        _ => None,
    }
}

fn pieces(doc: &mut ScenarioDoc) -> &mut Vec<Piece> {
    Arc::make_mut(&mut doc.pieces)
}

fn paint(doc: &mut ScenarioDoc, hexes: &[Hex], terrain: &str) {
    for h in hexes {
        if let Some(id) = doc.map.grid.id(*h) {
            doc.map.set_terrain(id, terrain);
        }
    }
}

fn region(doc: &mut ScenarioDoc, hexes: Vec<Hex>) {
    let new = Region { id: "spot".into(), name: "The spot".into(), hexes };
    Arc::make_mut(&mut doc.map.regions).push(new);
}

/// A corner of the sheet where nobody stands, cut off by water.
fn island(doc: &mut ScenarioDoc, water: &str) -> Hex {
    let ids: Vec<_> = doc.map.grid.ids().collect();
    let stands = |h: Hex| doc.pieces.iter().any(|p| p.place == Place::Hex(h));
    let free = |h: &Hex| h.hexes_within(1).into_iter().all(|n| !stands(n));
    let spot = ids.iter().map(|id| doc.map.grid.hex(*id)).find(free).expect("a free corner");
    paint(doc, &spot.ring_around(1), water);
    spot
}

/// One more piece, in the middle of the water.
fn stranded(doc: &mut ScenarioDoc, kinds: &[&str], water: &str) {
    let like = doc.piece(&second(doc, kinds)).unwrap().clone();
    let h = island(doc, water);
    paint(doc, &[h], water);
    pieces(doc).push(Piece { id: "stranded".into(), place: Place::Hex(h), ..like });
}

fn arrival<'a>(doc: &'a mut ScenarioDoc, turn: u32, piece: &str) -> &'a mut ScheduleEntry {
    let kind = tests::library().registry.get(&doc.ruleset).unwrap().schema().schedule[0].clone();
    let side = doc.piece(piece).unwrap().side.clone();
    let p = pieces(doc).iter_mut().find(|p| p.id == piece).unwrap();
    p.place = Place::Off;
    doc.schedule.push(ScheduleEntry {
        kind: kind.id,
        name: "The relief".into(),
        side,
        pieces: vec![piece.to_owned()],
        when: When::Turn(turn),
        ..ScheduleEntry::default()
    });
    doc.schedule.last_mut().unwrap()
}

/// A fighting piece of the first side: the second of them, so that one always stays.
fn second(doc: &ScenarioDoc, kinds: &[&str]) -> String {
    let side = doc.sides[0].id.clone();
    let mine = doc.pieces.iter().filter(|p| p.side == side && kinds.contains(&p.kind.as_str()));
    mine.filter(|p| matches!(p.place, Place::Hex(_))).nth(1).expect("two of them").id.clone()
}

const FOOT: &[&str] = &["infantry", "elite", "light-cavalry", "heavy-cavalry"];

/// Rules of one battle: few pieces share a hex, and some ground nobody enters.
const TACTICAL: &[Case] = &[
    Case {
        name: "overstacked start",
        spoil: |doc| {
            let id = second(doc, FOOT);
            let side = doc.piece(&id).unwrap().side.clone();
            let first = |p: &&Piece| p.side == side && FOOT.contains(&p.kind.as_str());
            let to = at(doc.pieces.iter().find(first).unwrap());
            pieces(doc).iter_mut().find(|p| p.id == id).unwrap().place = Place::Hex(to);
        },
        says: "more than one infantry or cavalry unit",
        then: Then::Mended,
    },
    Case {
        name: "prohibited terrain",
        spoil: |doc| stranded(doc, FOOT, "swamp"),
        says: "starts on ground that nobody can enter",
        then: Then::Mended,
    },
    Case {
        name: "no leader",
        spoil: |doc| {
            let side = doc.sides[0].id.clone();
            pieces(doc).retain(|p| p.side != side || p.kind != "leader");
        },
        says: "it has no leader",
        then: Then::Tool("Pieces"),
    },
    Case {
        name: "reinforcement after the last turn",
        spoil: |doc| {
            let (id, last) = (second(doc, FOOT), doc.turns.count);
            let h = doc.map.grid.hex(doc.map.grid.ids().next().unwrap());
            region(doc, vec![h]);
            arrival(doc, last + 3, &id).area = "spot".into();
        },
        says: "comes after the last turn",
        then: Then::Mended,
    },
    Case {
        name: "blocked entry",
        spoil: |doc| {
            let id = second(doc, FOOT);
            let h = island(doc, "swamp");
            paint(doc, &[h], "swamp");
            region(doc, vec![h]);
            arrival(doc, 3, &id).area = "spot".into();
        },
        says: "every hex it may come to is blocked",
        then: Then::Page("Schedule"),
    },
    Case {
        name: "entry next to the enemy",
        spoil: |doc| {
            let id = second(doc, FOOT);
            let side = doc.sides[1].id.clone();
            let foe = doc.pieces.iter().find(|p| p.side == side && p.kind != "leader").map(at).unwrap();
            let spot = foe.ring_around(1).into_iter().find(|h| doc.map.grid.contains_hex(*h)).unwrap();
            region(doc, vec![spot]);
            arrival(doc, 3, &id).area = "spot".into();
        },
        says: "held by the enemy or next to him",
        then: Then::Page("Schedule"),
    },
    Case {
        name: "unreachable objective",
        spoil: |doc| {
            let h = island(doc, "swamp");
            let label = doc.map.hex_label(h);
            let props = [("hex".to_owned(), Value::Text(label)), ("points".to_owned(), Value::Int(1))];
            doc.specials.push(Special { rule: "objective".into(), props: props.into_iter().collect() });
        },
        says: "can reach this objective",
        then: Then::Page("Rules"),
    },
    Case {
        name: "objective that one side alone can reach",
        spoil: |doc| {
            let like = doc.piece(&second(doc, FOOT)).unwrap().clone();
            let h = island(doc, "swamp");
            pieces(doc).push(Piece { id: "hermit".into(), place: Place::Hex(h), ..like });
            let label = doc.map.hex_label(h);
            let props = [("hex".to_owned(), Value::Text(label)), ("points".to_owned(), Value::Int(1))];
            doc.specials.push(Special { rule: "objective".into(), props: props.into_iter().collect() });
        },
        says: "cannot reach this objective",
        then: Then::Page("Rules"),
    },
    Case {
        name: "objective too far in the turns left",
        spoil: |doc| {
            // A battle taken up on its last turn: the other end of the field is out of reach.
            let stands: Vec<Hex> = doc.pieces.iter().filter_map(stand).collect();
            let near = |h: Hex| stands.iter().map(|s| s.distance(h)).min().unwrap_or(0);
            let grid = doc.map.grid;
            let open = grid.ids().filter(|id| doc.map.terrain_at(*id) == "clear").map(|id| grid.hex(id));
            let far = open.max_by_key(|h| near(*h)).unwrap();
            let gone = stands.iter().filter(|s| s.distance(far) <= 4).copied().collect::<Vec<_>>();
            pieces(doc).retain(|p| stand(p).is_none_or(|h| !gone.contains(&h)) || p.kind == "leader");
            let label = doc.map.hex_label(far);
            let props = [("hex".to_owned(), Value::Text(label)), ("points".to_owned(), Value::Int(1))];
            doc.specials.push(Special { rule: "objective".into(), props: props.into_iter().collect() });
            doc.props.insert("first_turn".into(), Value::Int(doc.turns.count.into()));
            doc.schedule.clear();
        },
        says: "by movement alone it is reached on turn",
        then: Then::Mended,
    },
    Case {
        name: "unreachable region",
        spoil: |doc| {
            let h = island(doc, "swamp");
            region(doc, vec![h]);
        },
        says: "nobody can reach it",
        then: Then::Tool("Areas"),
    },
];

/// Rules of marching armies, rivers along sides and any number of men in a hex.
const OPERATIONAL: &[Case] = &[
    Case {
        name: "a leader nobody has rated",
        spoil: |doc| {
            let leader = pieces(doc).iter_mut().find(|p| p.kind == "leader").unwrap();
            leader.name = "Nobody".into();
            ["initiative", "attack", "defence"].iter().for_each(|k| drop(leader.props.remove(*k)));
        },
        says: "the chart has no leader of this name, and he has no initiative, attack, defence",
        then: Then::Mended,
    },
    Case {
        name: "a bare fortress town",
        spoil: |doc| {
            let h = island(doc, "clear");
            paint(doc, &[h], "fortress");
        },
        says: "a fortress town without a fortress",
        then: Then::Mended,
    },
    Case {
        name: "many bare fortress towns",
        spoil: |doc| {
            let taken: Vec<Hex> = doc.pieces.iter().filter_map(stand).collect();
            let grid = doc.map.grid;
            let free = grid.ids().filter(|h| doc.map.terrain_at(*h) == "clear").map(|h| grid.hex(h));
            let towns: Vec<Hex> = free.filter(|h| !taken.contains(h)).take(5).collect();
            paint(doc, &towns, "fortress");
        },
        says: "have no fortress: ",
        then: Then::Mended,
    },
    Case {
        name: "prohibited terrain",
        spoil: |doc| stranded(doc, &["strength"], "sea"),
        says: "is water",
        then: Then::Mended,
    },
    Case {
        name: "no leader",
        spoil: |doc| {
            let nation = doc.nations[0].id.clone();
            pieces(doc).retain(|p| p.nation != nation || p.kind != "leader");
        },
        says: "has troops but no leader",
        then: Then::Page("Forces"),
    },
    Case {
        name: "reinforcement after the last turn",
        spoil: |doc| {
            let (id, last) = (second(doc, &["strength"]), doc.turns.count);
            let to = doc.map.hex_label(at(doc.piece(&id).unwrap()));
            arrival(doc, last + 3, &id).props.insert("hex".into(), Value::Text(to));
        },
        says: "comes after the last turn",
        then: Then::Mended,
    },
    Case {
        name: "blocked entry",
        spoil: |doc| {
            let id = second(doc, &["strength"]);
            let h = island(doc, "sea");
            paint(doc, &[h], "sea");
            let to = doc.map.hex_label(h);
            arrival(doc, 3, &id).props.insert("hex".into(), Value::Text(to));
        },
        says: "arrives at no land hex",
        then: Then::Page("Schedule"),
    },
    Case {
        name: "entry next to the enemy",
        spoil: |doc| {
            let id = second(doc, &["strength"]);
            let side = doc.sides[1].id.clone();
            let foe = doc.pieces.iter().find(|p| p.side == side && p.kind == "strength").map(at).unwrap();
            let land = |h: &Hex| {
                let stands = doc.pieces.iter().any(|p| p.place == Place::Hex(*h));
                doc.map.grid.id(*h).is_some_and(|id| doc.map.terrain_at(id) == "clear") && !stands
            };
            let to = doc.map.hex_label(foe.ring_around(1).into_iter().find(land).unwrap());
            arrival(doc, 3, &id).props.insert("hex".into(), Value::Text(to));
        },
        says: "the enemy starts next to its entry hex",
        then: Then::Page("Schedule"),
    },
    Case {
        name: "unreachable objective",
        spoil: |doc| {
            let h = island(doc, "sea");
            let props = [("vp".to_owned(), Value::Int(3))].into_iter().collect();
            let place = Place::Hex(h);
            let (id, kind, name) = ("fortress-lost".into(), "fortress".into(), "Lost".into());
            pieces(doc).push(Piece { id, kind, name, place, props, ..Piece::default() });
        },
        says: "can be reached by nobody in time",
        then: Then::Page("Problems"),
    },
    Case {
        name: "objective out of reach in the turns given",
        spoil: |doc| {
            // All leaders come two turns after the last.
            doc.props.insert("first_turn".into(), Value::Int(1));
            doc.turns.count = 3;
            doc.schedule.clear();
            for side in doc.sides.clone() {
                let leads = |p: &&Piece| p.side == side.id && p.kind == "leader";
                let ids: Vec<String> = doc.pieces.iter().filter(leads).map(|p| p.id.clone()).collect();
                let to = doc.pieces.iter().filter(leads).find_map(stand).unwrap();
                let to = doc.map.hex_label(to);
                for id in ids {
                    arrival(doc, 5, &id).props.insert("hex".into(), Value::Text(to.clone()));
                }
            }
            let free = |h: &Hex| !doc.pieces.iter().any(|p| p.place == Place::Hex(*h));
            let grid = doc.map.grid;
            let land = grid.ids().filter(|id| doc.map.terrain_at(*id) == "clear").map(|id| grid.hex(id));
            let place = Place::Hex(land.into_iter().find(free).unwrap());
            let props = [("vp".to_owned(), Value::Int(3))].into_iter().collect();
            let (id, kind, name) = ("fortress-far".into(), "fortress".into(), "Far".into());
            pieces(doc).push(Piece { id, kind, name, place, props, ..Piece::default() });
        },
        says: "Far can be reached by",
        then: Then::Mended,
    },
    Case {
        name: "arrival before the first turn",
        spoil: |doc| {
            let id = second(doc, &["strength"]);
            let to = doc.map.hex_label(at(doc.piece(&id).unwrap()));
            doc.props.insert("first_turn".into(), Value::Int(2));
            doc.turns.count = doc.turns.count.max(4);
            arrival(doc, 1, &id).props.insert("hex".into(), Value::Text(to));
        },
        says: "comes before the first turn",
        then: Then::Mended,
    },
    Case {
        name: "advice beside an error",
        spoil: |doc| {
            // A piece in the water is an error; that the region is cut off is told all the same.
            stranded(doc, &["strength"], "sea");
            let h = island(doc, "sea");
            region(doc, vec![h]);
        },
        says: "it can be reached by nobody",
        then: Then::Tool("Areas"),
    },
    Case {
        name: "side drawn twice",
        spoil: |doc| {
            let edge = Edge::new(hex(doc, "0303"), Dir(0));
            let one = || EdgeFeature { kind: "river".into(), from: None };
            Arc::make_mut(&mut doc.map.edges).insert(edge, vec![one(), one()]);
        },
        says: "river is drawn twice on this side",
        then: Then::Mended,
    },
    Case {
        name: "unreachable region",
        spoil: |doc| {
            let h = island(doc, "sea");
            region(doc, vec![h]);
        },
        says: "it can be reached by nobody",
        then: Then::Tool("Areas"),
    },
];

const PRUSSIAN_FOOT: &[&str] = &["infantry", "grenadiers"];

/// The first side has its first unit of infantry here, under a Wing Leader.
fn first_foot(doc: &ScenarioDoc) -> Piece {
    let side = &doc.sides[0].id;
    let is_foot = |p: &&Piece| p.side == *side && p.kind == "infantry" && stand(p).is_some();
    doc.pieces.iter().find(is_foot).expect("infantry").clone()
}

/// Rules of wings under command, with stacks counted in steps.
const GRAND_TACTICAL: &[Case] = &[
    Case {
        name: "prohibited terrain",
        spoil: |doc| stranded(doc, PRUSSIAN_FOOT, "lake"),
        says: "it stands on ground it may not enter",
        then: Then::Mended,
    },
    Case {
        name: "overstacked start",
        spoil: |doc| {
            let like = first_foot(doc);
            for n in 0..3 {
                pieces(doc).push(Piece { id: format!("more-{n}"), ..like.clone() });
            }
        },
        says: "steps of infantry and cavalry and",
        then: Then::Mended,
    },
    Case {
        name: "out of command",
        spoil: |doc| {
            let unit = first_foot(doc);
            let leader = at(doc.piece(&unit.parent).unwrap());
            let grid = doc.map.grid;
            let free = |h: &Hex| !doc.pieces.iter().any(|p| stand(p) == Some(*h));
            let open = grid.ids().filter(|id| doc.map.terrain_at(*id) == "clear").map(|id| grid.hex(id));
            let far = open.filter(free).max_by_key(|h| h.distance(leader)).unwrap();
            pieces(doc).iter_mut().find(|p| p.id == unit.id).unwrap().place = Place::Hex(far);
        },
        says: "it starts out of command",
        then: Then::Mended,
    },
    Case {
        name: "no friendly edge",
        spoil: |doc| drop(doc.sides[0].props.remove("edges")),
        says: "it has no friendly map edge",
        then: Then::Page("Scenario"),
    },
    Case {
        name: "an objective nowhere",
        spoil: |doc| {
            let objective = doc.victory.iter_mut().find(|v| v.kind == "objective").unwrap();
            objective.props.remove("hexes");
        },
        says: "it has no hex on the map",
        then: Then::Page("Victory"),
    },
];

/// The hexes of the area that a special rule closes for the whole game.
fn closed_hexes(doc: &ScenarioDoc) -> Vec<Hex> {
    let special = doc.specials.iter().find(|s| s.rule == "closed-region").expect("closed land");
    let id = special.props.get("region").and_then(Value::as_text).unwrap();
    doc.map.region(id).unwrap().hexes.clone()
}

/// One more brigade, in land that nobody enters.
fn abroad(doc: &mut ScenarioDoc) {
    let like = doc.piece(&second(doc, &["infantry"])).unwrap().clone();
    let h = closed_hexes(doc).into_iter().find(|h| doc.map.grid.contains_hex(*h)).unwrap();
    pieces(doc).push(Piece { id: "stranded".into(), place: Place::Hex(h), ..like });
}

/// A town that counts, in a hex whose neighbours all become mountains.
fn mountain_town(doc: &mut ScenarioDoc, spot: Hex, objective: bool) {
    paint(doc, &spot.ring_around(1), "mountain");
    paint(doc, &[spot], "town");
    let props = [
        ("hex".to_owned(), Value::Text(doc.map.hex_label(spot))),
        ("points".to_owned(), Value::Int(1)),
        ("objective".to_owned(), Value::Bool(objective)),
    ];
    doc.victory.push(engine::scenario::Victory {
        kind: "place".into(),
        props: props.into_iter().collect(),
        ..engine::scenario::Victory::default()
    });
}

/// A hex without road, place or piece, and nothing of that kind around it; with a road in one of its neighbours or in none.
fn lonely_hex(doc: &ScenarioDoc, beside_road: bool) -> Hex {
    let has_road = |h: Hex| doc.map.roads.keys().any(|e| e.hexes().contains(&h));
    let plain = |h: &Hex| doc.map.grid.id(*h).is_some_and(|id| doc.map.terrain_at(id) == "open");
    let stands = |h: Hex| doc.pieces.iter().any(|p| p.place == Place::Hex(h));
    let closed = closed_hexes(doc);
    let fits = |h: &Hex| {
        let around = h.ring_around(1);
        let quiet = |n: &Hex| plain(n) && !stands(*n) && !closed.contains(n);
        quiet(h)
            && !has_road(*h)
            && around.iter().all(quiet)
            && around.iter().any(|n| has_road(*n)) == beside_road
    };
    doc.map.grid.ids().map(|id| doc.map.grid.hex(id)).find(fits).expect("a lonely hex")
}

/// Rules of campaigns with countries, recruits and places that count.
const CAMPAIGN: &[Case] = &[
    Case {
        name: "a fortress without garrison",
        spoil: |doc| pieces(doc).retain(|p| p.id != "au-gar-1"),
        says: "the fortress Brieg has no garrison",
        then: Then::Mended,
    },
    Case { name: "a start in closed land", spoil: abroad, says: "where it may not be", then: Then::Mended },
    Case {
        name: "a town in the mountains beside a road",
        spoil: |doc| mountain_town(doc, lonely_hex(doc, true), false),
        says: "lies in the mountains and no road leads to it",
        then: Then::Mended,
    },
    Case {
        name: "a town in the mountains far from any road",
        spoil: |doc| mountain_town(doc, lonely_hex(doc, false), false),
        says: "lies in the mountains and no road leads to it",
        then: Then::Page("Problems"),
    },
    Case {
        name: "unreachable objective",
        spoil: |doc| mountain_town(doc, lonely_hex(doc, false), true),
        says: "no unit of Coalition can ever reach the objective",
        then: Then::Page("Problems"),
    },
    Case {
        name: "a wing without brigades",
        spoil: |doc| {
            let side = doc.sides[0].id.clone();
            let horse = |p: &&Piece| p.side == side && p.kind == "cavalry";
            let ids: Vec<String> = doc.pieces.iter().filter(horse).map(|p| p.id.clone()).collect();
            // One brigade is left, and one becomes a wing.
            pieces(doc).retain(|p| !ids[2..].contains(&p.id));
            pieces(doc).iter_mut().find(|p| p.id == ids[1]).unwrap().kind = "cavalry-wing".into();
        },
        says: "brigades to be formed from and broken into",
        then: Then::Page("Forces"),
    },
    Case {
        name: "countries that overlap",
        spoil: |doc| {
            let hexes = doc.map.region("moravia").unwrap().hexes.clone();
            let other = Arc::make_mut(&mut doc.map.regions).iter_mut().find(|r| r.id == "bohemia").unwrap();
            other.hexes.push(hexes[0]);
        },
        says: "overlap: the hex is taken for",
        then: Then::Page("Problems"),
    },
    Case {
        name: "a pool of nothing",
        spoil: |doc| doc.pools[0].items.clear(),
        says: "nothing can be drawn from this pool",
        then: Then::Page("Rules"),
    },
    Case {
        name: "a set-up area without a place",
        spoil: |doc| {
            let spot = lonely_hex(doc, false);
            region(doc, vec![spot]);
            let side = doc.sides[0].id.clone();
            let waits = |p: &&mut Piece| p.side == side && matches!(p.place, Place::Box { .. });
            let piece = pieces(doc).iter_mut().find(waits).unwrap();
            piece.place = Place::Off;
            let (pieces, area) = (vec![piece.id.clone()], "spot".into());
            doc.setup.push(engine::scenario::SetupEntry { side, pieces, area, ..Default::default() });
        },
        says: "has neither fortress nor town",
        then: Then::Page("Schedule"),
    },
    Case {
        name: "a marker that does not exist",
        spoil: |doc| doc.pools[0].items.push(("Bavaria Rises".into(), 1)),
        says: "'Bavaria Rises' does not exist",
        then: Then::Page("Rules"),
    },
];

fn selected(s: &Stage, page: &str) -> bool {
    let tab = |n: &egui_kittest::Node<'_>| {
        let n = n.accesskit_node();
        n.role() == Role::Tab && n.label().is_some_and(|l| l.starts_with(page))
    };
    let found = s.harness.get_all_by_role(Role::Tab).find(tab);
    // Pages are told apart by what a screen reader hears of them.
    found.is_some_and(|n| n.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True))
}

fn try_case(doc: &ScenarioDoc, case: &Case) {
    try_case_on(doc, case, Desk::default());
}

fn try_case_on(doc: &ScenarioDoc, case: &Case, desk: Desk) {
    let mut doc = doc.clone();
    let sound = issues_of(&desk, &doc);
    assert!(
        !sound.iter().any(|i| i.text.contains(case.says)),
        "{}: {}: there from the start",
        doc.ruleset,
        case.name
    );
    (case.spoil)(&mut doc);
    // What follows from rules says from which; a side of the map may just be drawn wrong.
    let told = issues_of(&desk, &doc).into_iter().find(|i| i.text.contains(case.says));
    let cited = told.is_some_and(|i| !i.rule.is_empty() || matches!(i.at, At::Edge(_)));
    assert!(cited, "{}: {}: no rule", doc.ruleset, case.name);
    let mut s = stage_on(Some(doc.clone()), builder(1440.0, 900.0, false), desk);
    s.harness.run_steps(12);
    s.page(Key::Num6);
    s.harness.run_steps(4);
    let about = |n: &egui_kittest::Node<'_>| {
        let n = n.accesskit_node();
        n.role() == Role::Button && n.label().is_some_and(|l| l.contains(case.says))
    };
    let found = s.harness.get_all_by_role(Role::Button).find(about);
    let button = found.unwrap_or_else(|| panic!("{}: {}: not in the list", doc.ruleset, case.name));
    let label = button.accesskit_node().label().unwrap_or_default();
    assert_eq!(label.starts_with("Show "), !matches!(case.then, Then::Mended), "{label}");
    button.scroll_to_me();
    s.run();
    s.harness.get_all_by_role(Role::Button).find(about).unwrap().click();
    s.harness.run_steps(14);
    let what = format!("{}: {}", doc.ruleset, case.name);
    match case.then {
        Then::Mended => {
            assert_ne!(s.doc(), &doc, "{what}: nothing was done");
            assert!(!s.sees(case.says), "{what}: still there");
            s.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
            s.run();
            assert_eq!(s.doc(), &doc, "{what}: the repair is one step of the history");
        }
        Then::Page(page) => {
            assert!(selected(&s, page), "{what}: the page {page} is not shown");
            assert_eq!(s.doc(), &doc);
        }
        Then::Tool(tool) => {
            let title = |n: &egui_kittest::Node<'_>| n.accesskit_node().value().is_some_and(|v| v == tool);
            let shown = s.harness.get_all_by_role(Role::Label).any(|n| title(&n));
            assert!(shown, "{what}: the tool {tool} is not in hand");
        }
    }
}

fn issues_of(desk: &Desk, doc: &ScenarioDoc) -> Vec<Issue> {
    desk.check(doc).list
}

#[test]
fn every_kind_of_problem_appears_leads_there_and_is_repaired() {
    for doc in smallest() {
        let cases = match doc.ruleset.as_str() {
            "hold-the-line" => TACTICAL,
            "frederick-the-great" => OPERATIONAL,
            "prussias-glory" => GRAND_TACTICAL,
            "austrian-succession" => CAMPAIGN,
            other => panic!("no problems are tried for {other}: add them"),
        };
        for case in cases {
            println!("{}: {}", doc.ruleset, case.name);
            try_case(&doc, case);
        }
    }
}

/// Rules with roads, rivers and bridges along sides, which no registered system has.
fn with_roads() -> (Schema, ScenarioDoc) {
    let edge = |id: &str| EdgeKind { id: id.into(), name: id.into(), art: id.into(), ..EdgeKind::default() };
    let rules = Schema {
        ruleset: "roads".into(),
        name: "Roads".into(),
        terrains: vec![TerrainKind {
            id: "clear".into(),
            name: "Clear".into(),
            key: '.',
            ..TerrainKind::default()
        }],
        edges: ["river", "stream", "bridge"].map(edge).to_vec(),
        roads: vec![RoadKind { id: "road".into(), name: "Road".into(), art: "road".into() }],
        ..Schema::default()
    };
    let numbering = engine::hex::Numbering::ccrr();
    let grid = engine::hex::Grid { cols: 10, rows: 8, numbering, ..smallest()[0].map.grid };
    let mut doc = ScenarioDoc::blank("roads", engine::scenario::MapDoc::blank(grid, "clear"));
    doc.title = "Roads".into();
    (rules, doc)
}

/// Water on a side, and roads on others.
fn banks(doc: &mut ScenarioDoc, kinds: &[&str], roads: &[Edge]) -> Edge {
    let e = Edge::new(hex(doc, "0505"), Dir(0));
    let list = kinds.iter().map(|k| EdgeFeature { kind: (*k).to_owned(), from: None }).collect();
    Arc::make_mut(&mut doc.map.edges).insert(e, list);
    Arc::make_mut(&mut doc.map.roads).extend(roads.iter().map(|r| (*r, 1)));
    e
}

const ROADS: &[Case] = &[
    Case {
        name: "road over water",
        spoil: |doc| {
            let e = Edge::new(hex(doc, "0505"), Dir(0));
            banks(doc, &["river"], &[e]);
        },
        says: "meets water without a bridge or ford",
        then: Then::Mended,
    },
    Case {
        name: "road ending at a bridgeless river",
        spoil: |doc| {
            let e = Edge::new(hex(doc, "0505"), Dir(3));
            banks(doc, &["river"], &[e]);
        },
        says: "ends at water that has neither bridge nor ford",
        then: Then::Mended,
    },
    Case {
        name: "road that goes on beyond the river",
        spoil: |doc| {
            let h = hex(doc, "0505");
            banks(doc, &["river"], &[Edge::new(h, Dir(3)), Edge::new(h.step(Dir(0)), Dir(1))]);
        },
        says: "the road ends at the water; it goes on in",
        then: Then::Mended,
    },
    Case {
        name: "two waters on one side",
        spoil: |doc| {
            banks(doc, &["river", "stream"], &[]);
        },
        says: "river and stream are drawn on the same side",
        then: Then::Mended,
    },
    Case {
        name: "bridge over nothing",
        spoil: |doc| {
            banks(doc, &["bridge"], &[]);
        },
        says: "bridge where there is no water",
        then: Then::Mended,
    },
];

#[test]
fn roads_and_waters_of_made_up_rules_are_looked_at_too() {
    let (rules, doc) = with_roads();
    for case in ROADS {
        println!("{}", case.name);
        try_case_on(&doc, case, Desk { made_up: Some(rules.clone()), ..Desk::default() });
    }
}

#[test]
fn what_is_wrong_with_a_piece_is_told_once() {
    for mut doc in smallest() {
        match doc.ruleset.as_str() {
            "hold-the-line" => stranded(&mut doc, FOOT, "swamp"),
            "frederick-the-great" => stranded(&mut doc, &["strength"], "sea"),
            "prussias-glory" => stranded(&mut doc, PRUSSIAN_FOOT, "lake"),
            "austrian-succession" => abroad(&mut doc),
            other => panic!("no ground is tried for {other}: add it"),
        }
        let h = stand(doc.piece("stranded").unwrap()).unwrap();
        let about = |i: &&Issue| i.at == At::Piece("stranded".into()) || i.at == At::Hex(h);
        let list = tests::library().check_document(&doc, &OptionSet::new()).list;
        let found: Vec<&Issue> = list.iter().filter(about).collect();
        assert_eq!(found.len(), 1, "{}: {found:#?}", doc.ruleset);
        assert!(found[0].fix.is_some(), "{}: {found:#?}", doc.ruleset);
    }
}
