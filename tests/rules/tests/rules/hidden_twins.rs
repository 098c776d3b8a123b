//! Hidden approach through whole matches: a wing and a dummy of the same arm change places behind their counters, and nothing made for the
//! enemy's seat differs until one of the two is spotted: views, list, odds, log, motions, small pictures, a computer player's choice.

#![allow(clippy::unwrap_used)]

use engine::dice::{Dictated, DictatedRoll};
use engine::game::{AnyMatch, Budget, NewMatch, SeatView};
use engine::hex::HexId;
use engine::present::{Affordance, CounterPlace, Seat, Target};
use engine::scenario::{ScenarioDoc, Value};
use rule_tests::{Numbers, library};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Decisions of each pair of matches; `TWINS=2000` is the long run.
const DECISIONS: usize = 60;
/// Actions whose odds are compared at a decision.
const ODDS: usize = 3;

fn decisions() -> usize {
    std::env::var("TWINS").ok().and_then(|v| v.parse().ok()).unwrap_or(DECISIONS)
}

/// A main scenario with both armies active.
fn battle(name: &str) -> Arc<ScenarioDoc> {
    let mut doc = (*library().scenario_named(name).unwrap().0).clone();
    doc.turns.count = 3;
    for side in &mut doc.sides {
        side.props.insert("activated".into(), Value::Bool(true));
    }
    Arc::new(doc)
}

/// Names in the order in which counters of a side get them: wings as in the file, then dummies.
fn names(doc: &ScenarioDoc, side: usize) -> Vec<String> {
    let side = &doc.sides[side];
    let is_veiled = |id: &str| doc.setup.iter().any(|e| e.pieces.iter().any(|p| p == id));
    let wings =
        doc.pieces.iter().filter(|p| p.kind == "wing-leader" && p.side == side.id && is_veiled(&p.id));
    let mut out: Vec<String> = wings.map(|p| p.name.clone()).collect();
    for (field, name) in [("dummies_infantry", "infantry dummy"), ("dummies_cavalry", "cavalry dummy")] {
        let count = side.props.get(field).and_then(Value::as_int).unwrap_or(0);
        out.extend((0..count).map(|_| name.to_owned()));
    }
    out
}

fn draws(names: &[String]) -> impl Iterator<Item = DictatedRoll> + '_ {
    names.iter().map(|n| DictatedRoll { names: [n.clone()].into(), ..DictatedRoll::default() })
}

/// A match in which counters are drawn in this order.
fn begin(doc: &Arc<ScenarioDoc>, order: &[String], seed: u64) -> Box<dyn AnyMatch> {
    let rules = library().rules(&doc.ruleset).unwrap();
    let mut dice = Dictated::default();
    dice.results.extend(draws(order));
    let options = [("limited-intelligence".to_owned(), Value::Bool(true))].into();
    let how = NewMatch { options, seed, dice: Some(dice) };
    rules.new_match(Arc::clone(doc), &how).map_err(|i| i.list).unwrap()
}

/// The words of an action without what only its owner may know.
fn plain(label: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for c in label.chars() {
        depth += i32::from(c == '(');
        if depth == 0 {
            out.push(c);
        }
        depth -= i32::from(c == ')');
    }
    out
}

fn by_words(list: &[Affordance]) -> BTreeMap<String, usize> {
    list.iter().map(|a| (plain(&a.label), a.id)).collect()
}

fn text(v: &dyn std::fmt::Debug) -> String {
    format!("{v:?}")
}

/// Everything a seat is shown.
fn shown(view: &dyn SeatView, game: &dyn AnyMatch, acts: bool) -> Vec<(&'static str, String)> {
    let board = view.board();
    let mut out = vec![
        ("board", text(&board)),
        ("prompt", text(&view.prompt())),
        ("tracks", text(&view.tracks())),
        ("sequence", text(&view.sequence())),
        ("score", text(&view.score())),
        ("sheets", text(&view.sheets())),
        ("procedure", text(&view.procedure())),
        ("log", text(&view.log(0))),
        ("told", text(&view.log_with_motions(0))),
        ("timeline", text(&view.timeline())),
        ("position", text(&view.position())),
    ];
    for kind in game.overlays() {
        out.push(("overlay", text(&view.overlay(kind.id, None))));
    }
    for counter in &board.counters {
        out.push(("inspect", text(&view.inspect(&Target::Counter(counter.id)))));
        if let CounterPlace::Hexes(hexes) = &counter.place {
            let at: Option<HexId> = hexes.first().copied();
            out.extend(at.map(|h| ("inspect", text(&view.inspect(&Target::Hex(h))))));
        }
    }
    // Small pictures are what is not its own of each seat's board.
    let foreign: Vec<_> = board.counters.iter().filter(|c| !c.own).collect();
    out.push(("thumbnail", text(&(foreign, &board.marks, &board.areas))));
    if acts {
        let list = view.affordances();
        out.extend(list.iter().take(ODDS).map(|a| ("odds", text(&view.odds(a.id)))));
        out.push(("list", text(&list)));
    }
    out
}

/// What a computer player of a seat would do.
fn choice(game: &dyn AnyMatch, seat: Seat, seed: u64) -> Vec<Option<usize>> {
    let ask = |id: &str| {
        let mut bot = game.player(id, seed).unwrap();
        let request = game.request(seat, bot.observed()).unwrap();
        bot.choose(request.as_ref(), &Budget::unlimited())
    };
    ["greedy", "random"].into_iter().map(ask).collect()
}

/// Whether one of the two counters is no longer what both worlds may differ in.
fn is_spotted(game: &dyn AnyMatch, owner: Seat, numbers: [usize; 2]) -> bool {
    let counters = game.view(owner).board().counters;
    let stands =
        |n: usize| counters.iter().any(|c| c.own && plain(&c.name).contains(&format!("counter {n} of")));
    !numbers.into_iter().all(stands)
}

/// Plays two worlds side by side; how often what the enemy gets was compared, and how many of these were choices of a computer player.
fn twins(name: &str, side: usize, seed: u64) -> (usize, usize) {
    let doc = battle(name);
    // The Coalition draws first.
    let order = [names(&doc, 1), names(&doc, 0)].concat();
    let from = if side == 1 { 0 } else { names(&doc, 1).len() };
    let dummy = from + order[from..].iter().position(|n| n == "infantry dummy").unwrap();
    let first = from + order[from..].iter().position(|n| is_foot(&doc, n)).unwrap();
    let mut swapped = order.clone();
    swapped.swap(first, dummy);
    let mut worlds = [begin(&doc, &order, seed), begin(&doc, &swapped, seed)];
    let (owner, enemy) = (Seat(side as u8), Seat(1 - side as u8));
    let mut numbers = Numbers(seed);
    let (mut compared, mut chosen, mut is_down) = (0, 0, false);
    for decision in 0..decisions() {
        let Some(seat) = worlds[0].to_act() else { break };
        assert_eq!(worlds[1].to_act(), Some(seat), "who is asked");
        let acts = seat == enemy;
        let [a, b] = worlds.each_ref().map(|w| shown(w.view(enemy).as_ref(), w.as_ref(), acts));
        for (x, y) in a.iter().zip(&b) {
            assert_eq!(x, y, "{name}, decision {decision}");
        }
        assert_eq!(a.len(), b.len());
        compared += 1;
        if acts && decision % 8 == 0 {
            let [a, b] = worlds.each_ref().map(|w| choice(w.as_ref(), enemy, seed));
            assert_eq!(a, b, "{name}, decision {decision}: what a computer player does");
            chosen += 1;
        }
        let [list, other] = worlds.each_ref().map(|w| by_words(&w.view(Seat::OPEN).affordances()));
        let both: Vec<(usize, usize)> = list
            .iter()
            .filter(|(words, _)| acts || !words.contains("the rest"))
            .filter_map(|(words, id)| Some((*id, *other.get(words)?)))
            .collect();
        let Some(&(x, y)) = both.get(numbers.below(both.len().max(1))) else { break };
        worlds[0].submit(x).unwrap();
        worlds[1].submit(y).unwrap();
        let stands = worlds.iter().all(|w| !is_spotted(w.as_ref(), owner, [first + 1, dummy + 1]));
        if is_down && !stands {
            break;
        }
        is_down |= stands;
    }
    (compared, chosen)
}

/// Whether the wing of a leader has foot, so that its counter shows infantry (4.2.1).
fn is_foot(doc: &ScenarioDoc, leader: &str) -> bool {
    let Some(id) = doc.pieces.iter().find(|p| p.name == leader).map(|p| &p.id) else { return false };
    let foot = ["infantry", "grenadiers", "croats", "freikorps"];
    doc.pieces.iter().any(|p| &p.parent == id && foot.contains(&p.kind.as_str()))
}

#[test]
fn the_enemy_notices_nothing_when_a_wing_and_a_dummy_change_places() {
    let (mut compared, mut chosen) = (0, 0);
    for (name, side, seed) in [("kolin-main", 1, 5), ("kunersdorf-main", 1, 6), ("prague-main", 0, 7)] {
        let (a, b) = twins(name, side, seed);
        compared += a;
        chosen += b;
    }
    println!("compared {compared} times, {chosen} choices of computer players");
    assert!(compared > 60 && chosen > 0, "{compared} compared, {chosen} choices");
}
