//! Advice on a document that can be played as it is: what an author has probably overlooked.

use crate::data::{Arm, Data, Effect};
use crate::fields;
use crate::ids::{NationId, PartyId};
use crate::setup::{PlaceCard, Setup, Start};
use engine::hex::{Dir, Edge, HexId};
use engine::scenario::{At, Issues, OptionSet, Repair, ScenarioDoc};

pub fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
    let Some(setup) = super::read(data, doc, &OptionSet::new(), &mut Issues::default()) else { return };
    fortresses(data, doc, &setup, issues);
    set_up_areas(doc, &setup, issues);
    usual_hexes(&setup, issues);
    objectives(&setup, issues);
    mountain_places(&setup, issues);
    wings(data, &setup, issues);
    overlaps(data, doc, &setup, issues);
    pools(doc, issues);
    joiners(data, &setup, issues);
}

fn hex_issue(setup: &Setup, hex: HexId) -> (At, String) {
    (At::Hex(setup.map.grid.hex(hex)), setup.map.label(hex))
}

/// Fortresses of countries in the game in which nobody starts or may be set up (40.4.1).
fn fortresses(data: &Data, doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    for place in setup.places.iter().filter(|p| p.is_fortress) {
        let Some(land) = setup.ground(place.hex).land.map(|l| &setup.lands[l.index()]) else { continue };
        let Some(nation) = land.home_of.first().filter(|_| land.is_country && !land.closed) else { continue };
        let Some(party) = setup.party_of(*nation) else { continue };
        let starts = setup.units.iter().any(|u| u.start == Start::Hex(place.hex));
        if starts || setup.set_up.iter().any(|e| e.hexes.contains(&place.hex)) {
            continue;
        }
        let (at, _) = hex_issue(setup, place.hex);
        let text = format!("the fortress {} has no garrison", place.name);
        let issue = issues.advice(at, &place.name, text).rule("40.4").remedy("place a garrison in it");
        if let Some(repair) = new_garrison(data, doc, setup, place, (*nation, party)) {
            issue.fix("Add a garrison", vec![repair]);
        }
    }
}

/// A garrison of this nation, if the counter mix has one left.
fn new_garrison(
    data: &Data,
    doc: &ScenarioDoc,
    setup: &Setup,
    place: &PlaceCard,
    (nation, party): (NationId, PartyId),
) -> Option<Repair> {
    let kind = data.units.iter().find(|u| u.arm == Arm::Garrison)?;
    let line = &data.nations[nation.index()];
    let used = setup.units.iter().filter(|u| u.nation == nation && u.arm == Arm::Garrison).count();
    if used >= usize::from(line.counters.get(&kind.id).copied().unwrap_or(0)) {
        return None;
    }
    let id = (1..).map(|n| format!("{}-garrison-{n}", line.id)).find(|id| doc.piece(id).is_none())?;
    Some(Repair::AddPiece {
        id,
        kind: kind.id.clone(),
        name: String::new(),
        side: setup.parties[party.index()].id.clone(),
        nation: line.id.clone(),
        at: setup.map.grid.hex(place.hex),
    })
}

/// Set-up is in fortresses and towns (40.4 to 40.6).
fn set_up_areas(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    for (i, entry) in doc.setup.iter().enumerate() {
        let Some(hexes) = setup.map.region(&entry.area).filter(|h| !h.is_empty()) else { continue };
        if hexes.iter().all(|h| setup.ground(*h).place.is_none()) {
            let text = format!("the set-up area '{}' has neither fortress nor town", entry.area);
            issues
                .warning(At::Field(format!("setup {}", i + 1)), &entry.area, text)
                .rule("40.4")
                .remedy("paint the hexes of fortresses and towns");
        }
    }
}

fn usual_hexes(setup: &Setup, issues: &mut Issues) {
    for entry in &setup.set_up {
        for unit in entry.pieces.iter().map(|u| setup.unit(*u)) {
            if let Some(hex) = unit.usual.filter(|h| !entry.hexes.contains(h)) {
                let text = format!("{} is not in its set-up area", setup.map.label(hex));
                issues
                    .warning(At::Piece(unit.id.clone()), &unit.id, text)
                    .rule("40.4")
                    .remedy("give it another usual hex, or none");
            }
        }
    }
}

/// Hexes that can be reached by road or over open ground from any of these, borders of neutrals ignored.
fn reach(setup: &Setup, from: impl Iterator<Item = HexId>) -> Vec<bool> {
    let mut seen = vec![false; setup.map.len()];
    let mut todo: Vec<HexId> = from.collect();
    todo.iter().for_each(|h| seen[h.index()] = true);
    while let Some(at) = todo.pop() {
        for dir in Dir::ALL {
            let Some(to) = setup.map.neighbour(at, dir) else { continue };
            let ground = setup.ground(to);
            let is_closed = ground.land.is_some_and(|l| setup.lands[l.index()].closed);
            let is_open = ground.cost.is_some() || setup.crossing(at, to).road;
            if is_open && !is_closed && !std::mem::replace(&mut seen[to.index()], true) {
                todo.push(to);
            }
        }
    }
    seen
}

/// Objectives that no unit of a side can ever come to (27.5).
fn objectives(setup: &Setup, issues: &mut Issues) {
    let entries = setup.staging.cards.iter().flat_map(|s| s.entry.iter().copied());
    for side in crate::ids::SideId::BOTH {
        let own =
            |u: &&crate::setup::UnitCard| u.party.is_some_and(|p| setup.parties[p.index()].side == side);
        let has_any = setup.units.iter().any(|u| own(&u));
        let mine = setup.units.iter().filter(own).filter_map(|u| match u.start {
            Start::Hex(hex) => Some(hex),
            Start::SetUp | Start::Staging | Start::Box | Start::Dead | Start::Prisoner => None,
        });
        let lines = setup.set_up.iter().filter(|e| setup.parties[e.side.index()].side == side);
        let mine = mine.chain(lines.flat_map(|e| e.hexes.iter().copied()));
        let seen = reach(setup, mine.chain(entries.clone()));
        for place in setup.places.iter().filter(|p| p.is_objective && has_any && !seen[p.hex.index()]) {
            let (at, _) = hex_issue(setup, place.hex);
            let name = &setup.sides[side.index()].name;
            let text = format!("no unit of {name} can ever reach the objective {}", place.name);
            issues
                .warning(at, &place.name, text)
                .rule("27.5")
                .remedy("lead a road to it, or choose another objective");
        }
    }
}

/// Places among mountains that no road leads to (13.9).
fn mountain_places(setup: &Setup, issues: &mut Issues) {
    for place in &setup.places {
        let beside: Vec<HexId> = Dir::ALL.iter().filter_map(|d| setup.map.neighbour(place.hex, *d)).collect();
        let has_road = beside.iter().any(|h| setup.crossing(place.hex, *h).road);
        if has_road || beside.is_empty() || beside.iter().any(|h| !setup.ground(*h).is_mountain) {
            continue;
        }
        let (at, _) = hex_issue(setup, place.hex);
        let text = format!("{} lies in the mountains and no road leads to it", place.name);
        let issue = issues.warning(at, &place.name, text).rule("13.9").remedy("lead a road to it");
        let on_road = |h: &&HexId| Dir::ALL.iter().any(|d| setup.map.road_class(**h, *d) > 0);
        if let Some(to) = beside.iter().find(on_road)
            && let Some(edge) = Edge::between(setup.map.grid.hex(place.hex), setup.map.grid.hex(*to))
        {
            issue.fix("Join the road", vec![Repair::Road { edge, class: 1 }]);
        }
    }
}

/// Wings that cannot be divided, or are never formed, for want of brigades (12.1, 12.5).
fn wings(data: &Data, setup: &Setup, issues: &mut Issues) {
    for wing in setup.units.iter().filter(|u| u.is_wing) {
        let is_brigade = |u: &&crate::setup::UnitCard| {
            u.nation == wing.nation && u.arm == wing.arm && u.is_brigade() && !u.is_mercenary
        };
        let brigades = setup.units.iter().filter(is_brigade).count();
        if brigades < 3 {
            let nation = &data.nations[wing.nation.index()].adjective;
            let text = format!("it has {brigades} {nation} brigades to be formed from and broken into");
            issues
                .warning(At::Piece(wing.id.clone()), &wing.id, text)
                .rule("12.5")
                .remedy("give its nation three brigades of this arm, or take the wing away");
        }
    }
}

/// Countries and regions that share hexes: the first named has them.
fn overlaps(data: &Data, doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    let lands = super::ground::lands(data, doc, &setup.map, &setup.parties, &mut Issues::default());
    let mut said = Vec::new();
    for (hex, first, second) in &lands.shared {
        if said.contains(&(first, second)) {
            continue;
        }
        said.push((first, second));
        let [a, b] = [first, second].map(|l| lands.cards[l.index()].name.as_str());
        let (at, label) = hex_issue(setup, *hex);
        let text = format!("{a} and {b} overlap: the hex is taken for {a}");
        issues.warning(at, label, text).rule("2.2").remedy("take the hexes out of one of them");
    }
}

fn pools(doc: &ScenarioDoc, issues: &mut Issues) {
    for id in fields::POOLS {
        let markers: u32 = doc.pools.iter().filter(|p| p.id == id).flat_map(|p| &p.items).map(|i| i.1).sum();
        let is_given = doc.pools.iter().any(|p| p.id == id);
        if is_given && markers == 0 {
            issues
                .warning(At::Field("pools".into()), id, "nothing can be drawn from this pool")
                .rule("7.7")
                .remedy("add markers, or take the pool away");
        }
    }
}

/// Neutrals whom no marker of a pool brings into the war (25.2).
fn joiners(data: &Data, setup: &Setup, issues: &mut Issues) {
    for (i, party) in setup.parties.iter().enumerate().skip(2) {
        let brings = |effect: &Effect| match effect {
            Effect::Join(nation) => data.nation(nation).is_some_and(|n| party.nations.contains(&n)),
            _ => false,
        };
        let is_pooled = |i: usize| setup.sides.iter().any(|s| s.pool[i] > 0);
        let mut markers = data.events.iter().enumerate().filter(|(_, e)| e.effects.iter().any(brings));
        if setup.control.seat_of(i).is_none() && !markers.any(|(i, _)| is_pooled(i)) {
            issues
                .advice(At::Side(party.id.clone()), &party.id, "no marker of a pool brings it into the war")
                .rule("25.2")
                .remedy("put such a marker into a pool, or let it sit with its side from the start");
        }
    }
}
