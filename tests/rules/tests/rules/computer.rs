//! Computer players: they finish every shipped scenario, play alike from the same seed, know no
//! more than their seat, and the better of them wins.

#![allow(clippy::unwrap_used)]

use command_line::sim::trial;
use engine::game::{AnyMatch, Budget, NewMatch};
use engine::hex::HexId;
use engine::present::{Affordance, CounterPlace, Seat, Target, TrackKind, Verb};
use engine::scenario::OptionSet;
use rayon::prelude::*;
use rule_tests::{Shipped, shipped};
use std::sync::Arc;

/// Games of each scenario, half of them from the other seat.
const GAMES: u64 = 2;
/// A game on a larger map takes minutes: some turns must do.
const LARGE: usize = 1_000;
const TURNS: u32 = 4;

fn hexes(s: &Shipped) -> usize {
    s.doc.map.grid.ids().count()
}

/// Plays for so many turns, or to the end; `who` has a computer player for each seat.
fn play(s: &Shipped, seed: u64, who: [&str; 2], turns: u32) -> Box<dyn AnyMatch> {
    let how = NewMatch { seed, ..Default::default() };
    let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
    let mut bots = who.map(|id| game.player(id, seed).unwrap());
    let last = game.view(Seat::OPEN).sequence().turn + turns;
    while let Some(seat) = game.to_act() {
        if game.view(Seat::OPEN).sequence().turn >= last {
            break;
        }
        let bot = &mut bots[seat.0 as usize];
        let request = game.request(seat, bot.observed()).unwrap();
        let id = bot.choose(request.as_ref(), &Budget::unlimited()).unwrap();
        game.submit(id).unwrap();
    }
    game
}

/// Points of a seat more than the other's.
fn margin(game: &dyn AnyMatch, seat: Seat) -> i32 {
    let points = game.view(Seat::OPEN).score().sides;
    points[seat.0 as usize].points - points[1 - seat.0 as usize].points
}

fn against_random(seat: Seat) -> [&'static str; 2] {
    if seat == Seat(0) { ["greedy", "random"] } else { ["random", "greedy"] }
}

#[test]
fn the_greedy_one_beats_the_random_mover() {
    let all = shipped();
    // Guided battles are over too soon.
    let all: Vec<&Shipped> = all.iter().filter(|s| hexes(s) <= LARGE && s.doc.turns.count > 8).collect();
    let games: Vec<(&Shipped, u64)> = all.iter().flat_map(|s| (0..GAMES).map(move |n| (*s, n))).collect();
    let won: Vec<bool> = games
        .into_par_iter()
        .map(|(s, n)| {
            let seat = Seat((n % 2) as u8);
            let game = play(s, n + 11, against_random(seat), u32::MAX / 2);
            let winner = game.outcome().unwrap().winner;
            println!("{} as seat {}: {winner:?} ({:+})", s.doc.title, seat.0, margin(game.as_ref(), seat));
            winner == Some(seat)
        })
        .collect();
    let wins = won.iter().filter(|w| **w).count();
    assert!(wins * 10 >= won.len() * 9, "{wins} won of {}", won.len());
}

#[test]
fn the_greedy_one_gains_ground_on_a_large_map() {
    let all = shipped();
    let large = all.iter().filter(|s| hexes(s) > LARGE && s.doc.turns.count > TURNS);
    let Some(s) = large.min_by_key(|s| s.doc.pieces.len()) else { return };
    [Seat(0), Seat(1)].into_par_iter().for_each(|seat| {
        let idle = play(s, 3, ["random", "random"], TURNS);
        let game = play(s, 3, against_random(seat), TURNS);
        let (with, without) = (margin(game.as_ref(), seat), margin(idle.as_ref(), seat));
        println!("{} as seat {}: {with:+}, at random {without:+}", s.doc.title, seat.0);
        assert!(with > without, "{} as seat {}: {with:+}, at random {without:+}", s.doc.title, seat.0);
    });
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let all = shipped();
    for s in all.iter().filter(|s| hexes(s) <= LARGE).take(2) {
        let [a, b] = [0, 1].map(|_| play(s, 5, ["greedy", "greedy"], u32::MAX / 2).hash());
        assert_eq!(a, b, "{}", s.doc.title);
    }
}

/// A sample of the trials that `oblique sim --bots greedy,first-greedy --swap` plays at length: see BENCHMARKS.md.
#[test]
fn the_greedy_one_beats_the_first_of_its_kind() {
    let all = shipped();
    let Some(s) = all.iter().find(|s| s.entry.key == "hold-the-line/mollwitz") else { panic!("no Mollwitz") };
    let bots = ["greedy", "first-greedy"].map(str::to_owned);
    let trial =
        trial::run(s.rules, &s.doc, &OptionSet::new(), (&bots, 12, 4_000)).map_err(|i| i.list).unwrap();
    let total = trial.total(0);
    println!("{} won of {}", total.won, total.games);
    assert_eq!(trial.unfinished, 0);
    assert!(total.won >= 7, "{} won of {}", total.won, total.games);
}

/// Combat units of each army on the map.
fn fighters(game: &dyn AnyMatch) -> Vec<(String, HexId)> {
    let board = game.view(Seat::OPEN).board();
    let one = |c: &engine::present::CounterView| match &c.place {
        CounterPlace::Hexes(h) if !c.figure.contains("leader") && c.figure != "commander" => {
            Some((c.army.clone(), *h.first()?))
        }
        _ => None,
    };
    board.counters.iter().filter_map(one).collect()
}

/// What a person would shake his head at.
#[derive(Default, Debug)]
struct Follies {
    lone_charges: usize,
    retreats_into_the_enemy: usize,
    player_turns: usize,
    points_lapsed: i32,
}

impl Follies {
    fn watch(&mut self, s: &Shipped, game: &dyn AnyMatch, seat: Seat, chosen: usize) {
        let view = game.view(seat);
        let offered = view.affordances();
        let Some(a) = offered.iter().find(|a| a.id == chosen) else { return };
        let army = &game.seats()[seat.0 as usize].army;
        let near = |from: HexId, own: bool, most: u16| {
            let distance = |h: HexId| s.doc.map.grid.hex(h).distance(s.doc.map.grid.hex(from));
            fighters(game).iter().filter(|(who, h)| (who == army) == own && distance(*h) <= most).count()
        };
        let charges = a.label.contains("charge") || a.label.starts_with("Charge");
        if let (true, Some(from)) = (charges, view.path_of_action(a.id).last().copied()) {
            // The charger itself is still where it came from.
            let friends = near(from, true, 2);
            self.lone_charges += usize::from(friends <= 1 && near(from, false, 2) >= 4);
        }
        let retreats =
            |a: &Affordance| ["Retreat to", "Flee to", "Withdraw to"].iter().any(|w| a.label.starts_with(w));
        if retreats(a) && offered.iter().all(retreats) {
            let beside = |a: &Affordance| match a.target {
                Target::Hex(h) => near(h, false, 1),
                _ => 0,
            };
            self.retreats_into_the_enemy +=
                usize::from(beside(a) > 0 && offered.iter().any(|o| beside(o) == 0));
        }
        if a.verb == Verb::End {
            let points = |g: &dyn AnyMatch| {
                let tracks = g.view(Seat::OPEN).tracks();
                let own = tracks.into_iter().filter(|t| t.kind == TrackKind::Points && t.army == *army);
                own.map(|t| t.at).sum::<i32>()
            };
            let mut after = game.fork();
            after.submit(chosen).unwrap();
            self.points_lapsed += (points(game) - points(after.as_ref())).max(0);
            self.player_turns += 1;
        }
    }
}

/// Few wasted points, and horse that rides alone into a line or a retreat beside the enemy once a battle at most.
#[test]
fn two_computers_do_nothing_foolish() {
    let all = shipped();
    for key in ["hold-the-line/mollwitz"] {
        let Some(s) = all.iter().find(|s| s.entry.key == key) else { panic!("no {key}") };
        let how = NewMatch { seed: 20, ..Default::default() };
        let mut game = s.rules.new_match(Arc::clone(&s.doc), &how).map_err(|i| i.list).unwrap();
        let mut bots = [0, 1].map(|n| game.player("greedy", 20 + n).unwrap());
        let mut follies = Follies::default();
        while let Some(seat) = game.to_act() {
            let bot = &mut bots[seat.0 as usize];
            let request = game.request(seat, bot.observed()).unwrap();
            let id = bot.choose(request.as_ref(), &Budget::unlimited()).unwrap();
            follies.watch(s, game.as_ref(), seat, id);
            game.submit(id).unwrap();
        }
        println!("{key}: {follies:?}");
        assert!(follies.player_turns >= 10, "{key}: {follies:?}");
        assert!((follies.points_lapsed as usize) < follies.player_turns, "{key}: {follies:?}");
        assert!(follies.lone_charges <= 1, "{key}: {follies:?}");
        assert!(follies.retreats_into_the_enemy <= 1, "{key}: {follies:?}");
    }
}

/// The log of a campaign between two greedy players, as a watcher reads it.
fn campaign_log(key: &str, seed: u64) -> Vec<String> {
    let all = shipped();
    let Some(s) = all.iter().find(|s| s.entry.key == key) else { panic!("no {key}") };
    let game = play(s, seed, ["greedy", "greedy"], u32::MAX / 2);
    game.view(Seat::OPEN).log(0).into_iter().map(|l| l.text).collect()
}

/// Strengths in a line like 'Prussia and allies attack 15 vs 11 (136 %)'.
fn strengths(line: &str) -> Option<(u32, u32)> {
    let (before, after) = line.split_once(" vs ")?;
    let number = |word: Option<&str>| word?.parse().ok();
    Some((number(before.split(' ').next_back())?, number(after.split(' ').next())?))
}

/// Nobody shows his strength for nothing, leaves troops in the open or attacks before he has gathered what it takes.
#[test]
fn a_campaign_has_no_vain_announcement_and_no_attack_by_the_weaker() {
    let (mut attacks, mut by_the_weaker) = (0, 0);
    for seed in [9, 10, 11] {
        let log = campaign_log("frederick-the-great/1756", seed);
        let count = |words: &str| log.iter().filter(|l| l.contains(words)).count();
        assert_eq!(count("Overwhelming attack fails"), 0, "seed {seed}");
        assert_eq!(count("point behind") + count("points behind"), 0, "seed {seed}");
        let fought: Vec<(u32, u32)> = log.iter().filter_map(|l| strengths(l)).collect();
        println!("seed {seed}: attacks {fought:?}, fortresses taken {}", count("takes possession"));
        attacks += fought.len();
        by_the_weaker += fought.iter().filter(|(own, enemy)| own < enemy).count();
    }
    // The enemy's strength is hidden: now and then he is stronger than anybody thought.
    assert!(attacks > 0 && by_the_weaker * 4 <= attacks, "{by_the_weaker} of {attacks}");
}
