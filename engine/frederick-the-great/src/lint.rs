//! Advice of somebody who knows the game: nothing here stops a campaign.

use super::data::Data;
use super::fields;
use super::setup::{self, Setup};
use super::state::State;
use super::{Ctx, FrederickTheGreat, supply};
use crate::ids::{SideId, Walls};
use engine::game::{Cx, Play};
use engine::hex::{Hex, HexId};
use engine::scenario::{At, Issues, Place, Repair, ScenarioDoc, When};
use engine::search::{Dense, Step, distances_from};
use std::sync::Arc;

pub fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
    let mut wrong = Issues::default();
    let Some(setup) = setup::read(data, doc, &mut wrong) else { return };
    idle_pieces(doc, issues);
    nations(doc, &setup, issues);
    schedule(doc, &setup, issues);
    ground(doc, &setup, issues);
    connected(doc, &setup, issues);
    starts(&setup, issues);
    let worth: i32 = setup.forts.iter().map(|f| f.vp).sum();
    if worth == 0 {
        issues.advice(At::Whole, "fortresses", "no fortress is worth a victory point").rule("17.0");
    }
    if setup.calendar.winter.is_empty() {
        issues
            .advice(At::Field("turns".into()), "turns", "no turn is marked as winter")
            .rule("16.0")
            .remedy("mark turns, or say from which turn it is winter");
    }
    objectives(data, &setup, issues);
    // Supply is asked of a campaign begun, and one with errors cannot begin.
    if !wrong.has_errors() {
        depots(data, setup, issues);
    }
}

fn hex_at(setup: &Setup, hex: HexId) -> (At, String) {
    (At::Hex(setup.map.grid.hex(hex)), setup.label(hex))
}

fn idle_pieces(doc: &ScenarioDoc, issues: &mut Issues) {
    let scheduled = |id: &str| {
        doc.schedule.iter().any(|e| e.pieces.iter().any(|p| p == id))
            || doc.setup.iter().any(|e| e.pieces.iter().any(|p| p == id))
    };
    for p in doc.pieces.iter().filter(|p| {
        p.place == Place::Off && p.kind != "fortress" && fields::FATE.read(&p.props).flatten().is_none()
    }) {
        if !scheduled(&p.id) {
            issues
                .advice(At::Piece(p.id.clone()), setup::piece(p), "it never comes into play")
                .rule("15.12")
                .remedy("place it, or let it arrive as a reinforcement");
        }
    }
}

fn nations(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    for (i, n) in setup.nations.iter().enumerate() {
        let led = setup.leaders.iter().any(|l| l.nation.index() == i);
        if setup.totals[i] > 0 && !led {
            let text = format!("{} has troops but no leader: they can never move", n.name);
            let troops = doc.pieces.iter().find(|p| p.nation == n.id && p.kind == "strength");
            let at = troops.map_or(At::Whole, |p| At::Piece(p.id.clone()));
            issues.warning(at, &n.id, text).rule("5.0").remedy("place a leader of this nation");
        }
    }
}

/// Reinforcements that come too late, too early or into the arms of the enemy.
fn schedule(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    for (i, e) in doc.schedule.iter().enumerate() {
        let from = match e.when {
            When::Turn(t) => t,
            When::Die { from, .. } => from,
            _ => continue,
        };
        // What comes after the last turn is told for all rule systems alike.
        let first = u32::from(setup.calendar.first_turn);
        if from < first {
            let fix = vec![Repair::ScheduleTurn { entry: i, turn: first }];
            let text = format!("turn {from} comes before the first turn ({first})");
            let issue = issues.warning(At::Schedule(i), &e.name, text).rule("15.11");
            issue.fix(format!("Turn {first}"), fix);
        }
        let side = setup.sides.iter().position(|s| s.id == e.side);
        let (Some(side), Some(hex)) = (side, fields::ARRIVAL_HEX.find_hex(&e.props, &setup.map.grid)) else {
            continue;
        };
        let enemy =
            |h: HexId| setup.start.stacks.iter().any(|k| k.0 == h && setup.side_of(k.1).index() != side);
        if e.kind == "arrival" && enemy(hex) {
            issues.warning(At::Schedule(i), &e.name, "the enemy starts in its entry hex").rule("15.12");
        } else if e.kind == "arrival" && setup.ways(hex).any(|w| enemy(w.1)) {
            issues.advice(At::Schedule(i), &e.name, "the enemy starts next to its entry hex").rule("15.12");
        }
    }
}

/// More towns than this are told in one line, and mended by one button.
const EACH: usize = 3;

/// Fortress towns without their fortress.
fn ground(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    let fort = |h: HexId| {
        doc.pieces.iter().any(|p| p.kind == "fortress" && p.place == Place::Hex(setup.map.grid.hex(h)))
    };
    let bare = |h: &HexId| doc.map.terrain_at(*h) == "fortress" && !fort(*h);
    let towns: Vec<HexId> = setup.map.grid.ids().filter(bare).collect();
    let name = |h: HexId| {
        let at = setup.map.grid.hex(h);
        doc.map.place_name(at).map_or_else(|| setup.map.grid.label(h), str::to_owned)
    };
    let built = |h: &HexId| {
        let at = setup.map.grid.hex(*h);
        let nation = doc.nation_at(at).map_or_else(String::new, |n| n.id.clone());
        Repair::AddPiece {
            id: format!("fortress-{}", setup.map.grid.label(*h)),
            kind: "fortress".to_owned(),
            name: name(*h),
            side: doc.side_of_nation(&nation).map_or_else(String::new, |s| s.id.clone()),
            nation,
            at,
        }
    };
    let remedy = "place a fortress, or paint open country";
    if towns.len() > EACH {
        let (at, _) = hex_at(setup, towns[0]);
        let names: Vec<String> = towns.iter().map(|h| name(*h)).collect();
        issues
            .advice(
                at,
                format!("{} fortress towns", towns.len()),
                format!("have no fortress: {}", names.join(", ")),
            )
            .rule("12.0")
            .remedy(remedy)
            .fix("Place all", towns.iter().map(built).collect());
        return;
    }
    for h in towns {
        let (at, place) = hex_at(setup, h);
        issues
            .advice(at, place, "a fortress town without a fortress")
            .rule("12.0")
            .remedy(remedy)
            .fix(format!("Place {}", name(h)), vec![built(&h)]);
    }
}

/// What stands in a part of the map from which no way leads to the rest.
fn connected(doc: &ScenarioDoc, setup: &Setup, issues: &mut Issues) {
    let mut part = vec![usize::MAX; setup.map.len()];
    let mut sizes: Vec<usize> = Vec::new();
    let mut search = Dense::default();
    for start in setup.map.grid.ids().filter(|h| setup.ground.land[h.index()]) {
        if part[start.index()] != usize::MAX {
            continue;
        }
        // Steps cost nothing: the search takes in the whole part.
        search.find_reach(setup.map.len(), u32::from(start.0), 0, |at, _, emit| {
            for n in setup.beside(HexId(at as u16)) {
                emit.enter_node(u32::from(n.0), Step::Go(0));
            }
        });
        for node in search.reached() {
            part[*node as usize] = sizes.len();
        }
        sizes.push(search.reached().len());
    }
    let Some(main) = (0..sizes.len()).max_by_key(|i| sizes[*i]) else { return };
    let forts = setup.forts.iter().map(|f| f.hex);
    let leaders = setup.start.leader_at.iter().flatten().map(|l| l.0);
    let arrivals = setup.special.arrivals.iter().map(|a| a.hex);
    let mut used: Vec<HexId> =
        setup.start.stacks.iter().map(|k| k.0).chain(forts).chain(leaders).chain(arrivals).collect();
    used.sort_unstable();
    used.dedup();
    for h in used.into_iter().filter(|h| part[h.index()] != main) {
        let (at, place) = hex_at(setup, h);
        issues.warning(at, place, "no way leads from here to the rest of the map").rule("5.45");
    }
    // A region counts as reached if any of its hexes is.
    let reached = |h: &Hex| setup.map.grid.id(*h).is_some_and(|id| part[id.index()] == main);
    for r in doc.map.regions.iter().filter(|r| !r.hexes.is_empty() && !r.hexes.iter().any(reached)) {
        let place = format!("area {}", if r.name.is_empty() { &r.id } else { &r.name });
        issues.advice(At::Region(r.id.clone()), place, "it can be reached by nobody").rule("5.45");
    }
}

/// Leaders alone where the enemy stands, and nations where the scenario forbids them to be.
fn starts(setup: &Setup, issues: &mut Issues) {
    for (i, at) in setup.start.leader_at.iter().enumerate() {
        let (Some((hex, _)), l) = (at, &setup.leaders[i]) else { continue };
        let own = setup.start.stacks.iter().any(|k| k.0 == *hex && setup.side_of(k.1) == l.side);
        let enemy = setup.start.stacks.iter().any(|k| k.0 == *hex && setup.side_of(k.1) != l.side);
        if enemy && !own {
            issues
                .warning(
                    At::Piece(l.id.clone()),
                    &l.name,
                    "he starts alone in an enemy hex and will be captured",
                )
                .rule("8.31");
        }
    }
    for limit in &setup.special.limits {
        for k in setup.start.stacks.iter().filter(|k| k.1 == limit.nation && limit.forbidden[k.0.index()]) {
            let (at, place) = hex_at(setup, k.0);
            let text = format!("{} troops start where they may not be", setup.nations[k.1.index()].adjective);
            issues.warning(at, place, text).rule("18.0");
        }
    }
}

/// Movement points to every hex from where a side's leaders start or arrive; whoever comes later has a
/// longer way by what he could have marched until then.
fn times(setup: &Setup, side: SideId, a_turn: u32) -> Vec<u32> {
    let mut starts: Vec<(u32, u32)> = Vec::new();
    let mut begin = |h: HexId, at: u32| starts.push((u32::from(h.0), at));
    for (i, at) in setup.start.leader_at.iter().enumerate() {
        if let Some((hex, _)) = at.filter(|_| setup.leaders[i].side == side) {
            begin(hex, 0);
        }
    }
    for a in setup.special.arrivals.iter().filter(|a| a.side == side && a.leaders != 0) {
        begin(a.hex, u32::from(a.turn.saturating_sub(setup.calendar.first_turn)) * a_turn);
    }
    for l in &setup.start.loose {
        let entry = &setup.start.entries[l.entry as usize];
        if entry.side == side && matches!(l.what, super::placing::Thing::Leader { .. }) {
            entry.hexes.iter().for_each(|h| begin(*h, 0));
        }
    }
    distances_from(setup.map.len(), starts, |at, spent, go| {
        for (_, to, price) in setup.ways(HexId(at as u16)) {
            go(u32::from(to.0), spent + u32::from(price));
        }
    })
}

/// Fortresses that nobody of a side can reach by marching alone in all turns.
fn objectives(data: &Data, setup: &Setup, issues: &mut Issues) {
    // A march and a force march in every turn, each with the best die.
    let a_turn = 2 * u32::from(data.movement.most);
    let turns = u32::from(setup.calendar.last_turn.saturating_sub(setup.calendar.first_turn)) + 1;
    let reach = SideId::BOTH.map(|side| times(setup, side, a_turn));
    for f in setup.forts.iter().filter(|f| f.vp > 0) {
        let holder = setup.start.stacks.iter().find(|k| k.0 == f.hex).map(|k| setup.side_of(k.1));
        let way = |side: usize| reach[side][f.hex.index()];
        // The other side must take it; one that nobody holds is anybody's.
        let (points, who) = match holder {
            Some(side) => (way(side.enemy().index()), "no leader of the other side"),
            None => (way(0).min(way(1)), "nobody"),
        };
        if points <= turns * a_turn {
            continue;
        }
        let (at, place) = hex_at(setup, f.hex);
        let text = format!("{} can be reached by {who} in time", f.name);
        let issue = issues.warning(at, place, text).rule("5.1");
        let last = u32::from(setup.calendar.first_turn.max(1)) - 1 + points.div_ceil(a_turn);
        if points != u32::MAX && last <= 200 {
            issue.remedy(format!("by marching alone it takes until turn {last}"));
            issue.fix(format!("{last} turns"), vec![Repair::Turns(last)]);
        }
    }
}

/// Depots are judged with every garrison inside, as its owner could place it.
fn depots(data: &Data, setup: Setup, issues: &mut Issues) {
    let cx: Ctx = Cx { data: Arc::new(data.clone()), setup: Arc::new(setup) };
    let mut s = FrederickTheGreat::start(&cx);
    garrison_all(&cx, &mut s);
    for d in &cx.setup.start.depots {
        if !supply::supply_field(&cx, &s, d.1, false).is_operative(d.0) {
            let (at, place) = hex_at(&cx.setup, d.0);
            issues.advice(at, place, "this depot is not operative at the start").rule("10.12");
        }
    }
}

fn garrison_all(cx: &Ctx, s: &mut State) {
    for k in cx.setup.start.stacks.iter().filter(|k| cx.setup.is_fort(k.0) && k.2 == Walls::Outside) {
        let free = !s.is_present(&cx.setup, k.0, cx.setup.side_of(k.1).enemy(), Walls::Inside);
        if free && s.depot_at(k.0).is_none() {
            let n = s.remove_points(k.0, k.1, Walls::Outside, 1);
            s.add_points(k.0, k.1, Walls::Inside, n, true);
        }
    }
}
