//! Computer players: they finish every shipped scenario, play alike from the same seed, know no
//! more than their seat, and the better of them wins.

#![allow(clippy::unwrap_used)]

use engine::game::{AnyMatch, Budget, NewMatch};
use engine::present::Seat;
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
