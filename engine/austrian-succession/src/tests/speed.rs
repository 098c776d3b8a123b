//! How fast reach, supply and copies of a position are on the map of the campaign. `SPEED=1 cargo test --release -p austrian_succession
//! speed -- --nocapture` measures and holds them to their bounds; without it only the results are compared.

use super::games::context;
use crate::ids::{SideId, UnitId};
use crate::logistics::Depots;
use crate::movement::{Group, Spent, Theatre, reach};
use crate::state::{Spot, State};
use crate::{AustrianSuccession, Context};
use engine::dice::DiceStream;
use engine::game::{Play, Recorder, ToAct, decision};
use engine::hex::HexId;
use std::hint::black_box;
use std::time::Instant;

/// Set up as it usually stands.
fn start() -> (Context, State) {
    let cx = context("long", &[]);
    let mut s = AustrianSuccession::start(&cx);
    for u in cx.setup.unit_ids() {
        if let (Spot::Waiting, Some(hex)) = (s.unit(u).spot, cx.setup.unit(u).usual) {
            crate::fog::enter(&cx.setup, &mut s, u, hex);
        }
    }
    s.active = SideId::COALITION;
    (cx, s)
}

/// The best of many runs, in microseconds.
fn micros(mut work: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..30 {
        let begun = Instant::now();
        (0..20).for_each(|_| work());
        best = best.min(begun.elapsed().as_secs_f64() / 20.0 * 1e6);
    }
    best
}

/// The largest stack of the Coalition, and five of its units.
fn five(cx: &Context, s: &State) -> (HexId, Vec<UnitId>) {
    let own = |u: &UnitId| s.owner(&cx.setup, *u) == Some(SideId::COALITION);
    let hexes = cx.setup.unit_ids().filter(own).filter_map(|u| s.unit(u).hex());
    let hex = hexes.max_by_key(|hex| s.units_in(*hex).count()).unwrap();
    let units: Vec<UnitId> = s.units_in(hex).take(5).collect();
    (hex, units)
}

/// The same reach by a search that knows nothing of hexes: a node is a hex and a way to reckon.
fn reference(theatre: &Theatre<'_>, group: &Group, from: HexId) -> Vec<((bool, HexId), u32)> {
    let budget = u32::from(group.allowance);
    let next = |node: &(bool, HexId)| {
        let (by_road, at) = *node;
        let may_leave = at == from || !theatre.is_in_enemy_zone(group.side, at);
        theatre
            .cx
            .setup
            .map
            .neighbours(at)
            .iter()
            .copied()
            .filter(move |to| may_leave && !to.is_none())
            .filter_map(move |to| {
                let step = theatre.step(group, Spent::NOTHING, at, to, false).ok()?;
                let price = if by_road { step.spent.road? } else { step.spent.full? };
                Some(((by_road, to), u32::from(price)))
            })
            .collect::<Vec<_>>()
    };
    let mut out = Vec::new();
    for by_road in [false, true] {
        let found = pathfinding::directed::dijkstra::dijkstra_reach(&(by_road, from), next);
        out.extend(found.map(|r| (r.node, r.total_cost)).take_while(|r| r.1 <= budget));
    }
    out
}

/// Plays a game at random; how many decisions it had.
fn playout(cx: &Context, seed: u64) -> usize {
    let mut random = DiceStream::new(seed);
    let mut s = AustrianSuccession::start(cx);
    let mut list = Vec::new();
    let mut decisions = 0;
    loop {
        match AustrianSuccession::to_act(cx, &s) {
            ToAct::Over(_) => return decisions,
            ToAct::Chance(roll) => {
                let result = random.roll(&roll);
                AustrianSuccession::resolve(cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Seat(_) => {
                list.clear();
                decision::list_answers::<AustrianSuccession>(cx, &s, &mut list);
                let action = list[random.random_index(list.len())].clone();
                AustrianSuccession::apply(cx, &mut s, &action, &mut Recorder::off());
                decisions += 1;
            }
        }
    }
}

#[test]
fn reach_supply_and_copies_are_fast() {
    let (cx, s) = start();
    let (from, units) = five(&cx, &s);
    assert_eq!(units.len(), 5);
    let group = Group::of(&cx, &s, SideId::COALITION, &units, false);
    let theatre = Theatre::new(&cx, &s, SideId::COALITION);
    let ours = reach(&theatre, &group, Spent::NOTHING, from);
    let theirs = reference(&theatre, &group, from);
    for ((_, hex), cost) in theirs.iter().filter(|r| r.0.1 != from) {
        let found = ours.cost_of(*hex).map(|c| u32::from(c.1));
        assert!(found.is_some_and(|c| c <= *cost), "{}", cx.setup.map.label(*hex));
    }
    let mut hexes: Vec<HexId> = theirs.iter().map(|r| r.0.1).filter(|hex| *hex != from).collect();
    hexes.sort_unstable();
    hexes.dedup();
    assert!(hexes.len() > 20, "a reach worth measuring");
    if std::env::var("SPEED").is_err() {
        return;
    }
    let reach_time = micros(|| {
        let theatre = Theatre::new(&cx, &s, SideId::COALITION);
        black_box(reach(&theatre, &group, Spent::NOTHING, from));
    });
    let reference_time = micros(|| {
        black_box(reference(&theatre, &group, from));
    });
    let supply_time = micros(|| {
        for side in SideId::BOTH {
            black_box(Depots::new(&cx, &s, side).hungry(&[]));
        }
    });
    let clone_time = micros(|| {
        black_box(s.clone());
    });
    let begun = Instant::now();
    let decisions: usize = (0..3).map(|seed| playout(&cx, seed)).sum();
    let rate = decisions as f64 / begun.elapsed().as_secs_f64();
    println!("random games of the long game: {decisions} decisions, {rate:.0} a second");
    let size = std::mem::size_of::<State>();
    println!("reach of five with zones, {} hexes: {reach_time:.1} us", hexes.len());
    println!("dijkstra_reach of the same: {reference_time:.1} us");
    println!("supply of all stacks: {supply_time:.1} us; a copy of {size} bytes: {clone_time:.2} us");
    assert!(reach_time * 2.0 <= reference_time);
    assert!(supply_time < 2_000.0);
    assert!(clone_time < 1.0);
}
