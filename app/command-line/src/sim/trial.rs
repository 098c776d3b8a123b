//! Two computer players compared: each plays each seed from both seats.

use super::super::args::SimArgs;
use super::super::{Exit, Failure};
use super::{game, seed_of};
use engine::game::{AnyRuleset, NewMatch};
use engine::present::Seat;
use engine::scenario::{Issues, OptionSet, ScenarioDoc};
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

/// What one player did from one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    pub games: usize,
    pub won: usize,
    pub drawn: usize,
    /// Points of victory more than the other's, over all games.
    pub margin: i64,
    /// Games with more points than the other, and with as many.
    pub ahead: usize,
    pub level: usize,
    /// Points to spend that lapsed at the end of a player turn.
    pub lapsed: i64,
    pub player_turns: u64,
    #[serde(skip)]
    pub thought: Duration,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.margin += other.margin;
        self.ahead += other.ahead;
        self.level += other.level;
        self.lapsed += other.lapsed;
        self.player_turns += other.player_turns;
        self.thought += other.thought;
    }

    /// Wins, a draw as half of one, in a hundred.
    pub fn score(&self) -> f64 {
        100.0 * (self.won as f64 + self.drawn as f64 / 2.0) / self.games.max(1) as f64
    }

    /// The same by points of victory, whatever they count for.
    pub fn score_by_points(&self) -> f64 {
        100.0 * (self.ahead as f64 + self.level as f64 / 2.0) / self.games.max(1) as f64
    }
}

/// Wilson's interval of 95 % for a share of so many games, in a hundred.
pub fn interval(score: f64, games: usize) -> (f64, f64) {
    let (p, n, z) = (score / 100.0, games.max(1) as f64, 1.96_f64);
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

/// A trial: for each of two players, what it did from each seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    pub scenario: String,
    pub seed: u64,
    pub players: [String; 2],
    pub seats: [String; 2],
    pub tallies: [[Tally; 2]; 2],
    pub unfinished: usize,
}

impl Trial {
    pub fn total(&self, player: usize) -> Tally {
        let mut sum = self.tallies[player][0].clone();
        sum.add(&self.tallies[player][1]);
        sum
    }
}

/// Says what came of a trial.
pub fn print_result(
    played: Result<Trial, Issues>,
    args: &SimArgs,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let trial = match played {
        Ok(trial) => trial,
        Err(issues) => {
            for issue in &issues.list {
                writeln!(out, "{}: {issue}", args.scenario)?;
            }
            return Ok(Exit::Bad);
        }
    };
    if args.json {
        let text = serde_json::to_string_pretty(&trial).map_err(|e| e.to_string())?;
        writeln!(out, "{text}")?;
    } else {
        print_trial(&trial, out)?;
    }
    Ok(if trial.unfinished == 0 { Exit::Good } else { Exit::Bad })
}

/// Plays the trial on the threads of the current pool: two players, how many games, and the first seed.
pub fn run(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    (bots, games, seed): (&[String], usize, u64),
) -> Result<Trial, Issues> {
    let how = NewMatch { options: options.clone(), seed, dice: None };
    let seats = rules.new_match(Arc::clone(doc), &how)?.seats();
    let seat_name = |i: usize| seats.get(i).map_or_else(|| format!("seat {i}"), |s| s.name.clone());
    let player = |i: usize| bots.get(i).cloned().unwrap_or_default();
    // The seed of a pair of games is the same for both.
    let played: Result<Vec<_>, Issues> = (0..games)
        .into_par_iter()
        .map(|i| {
            let first = i % 2;
            let ids = [player(first), player(1 - first)];
            let played = game::play_watched(rules, doc, options, seed_of(seed, i / 2), &ids)?;
            Ok((first, played))
        })
        .collect();
    let mut trial = Trial {
        scenario: doc.title.clone(),
        seed,
        players: [player(0), player(1)],
        seats: [seat_name(0), seat_name(1)],
        tallies: Default::default(),
        unfinished: 0,
    };
    for (first, played) in played? {
        trial.unfinished += usize::from(!played.result.finished);
        for seat in 0..2 {
            let points = |s: usize| i64::from(played.points.get(s).copied().unwrap_or(0));
            let margin = points(seat) - points(1 - seat);
            trial.tallies[first ^ seat][seat].add(&Tally {
                games: 1,
                won: usize::from(played.result.winner == Some(Seat(seat as u8))),
                drawn: usize::from(played.result.finished && played.result.winner.is_none()),
                margin,
                ahead: usize::from(margin > 0),
                level: usize::from(margin == 0),
                lapsed: i64::from(played.lapsed.get(seat).copied().unwrap_or(0)),
                player_turns: u64::from(played.turns),
                thought: played.thought.get(seat).copied().unwrap_or_default(),
            });
        }
    }
    Ok(trial)
}

fn print_trial(t: &Trial, out: &mut dyn Write) -> std::io::Result<()> {
    let games = t.total(0).games;
    writeln!(
        out,
        "{}: {games} games, seed {}, sides swapped, {} against {}",
        t.scenario, t.seed, t.players[0], t.players[1]
    )?;
    for (name, seats) in t.players.iter().zip(0..) {
        let total = t.total(seats);
        print_tally(name, &total, out)?;
        for (seat, tally) in t.seats.iter().zip(&t.tallies[seats]) {
            print_tally(&format!("  as {seat}"), tally, out)?;
        }
    }
    if t.unfinished > 0 {
        writeln!(out, "  unfinished: {}", t.unfinished)?;
    }
    Ok(())
}

fn print_tally(name: &str, t: &Tally, out: &mut dyn Write) -> std::io::Result<()> {
    let (low, high) = interval(t.score(), t.games);
    let (least, most) = interval(t.score_by_points(), t.games);
    let (games, turns) = (t.games.max(1) as f64, t.player_turns.max(1) as f64);
    writeln!(
        out,
        "  {name:<22} {:>4} won {:>3} drawn of {:>4}: {:3.0} % [{low:.0}-{high:.0}]; by points {:3.0} % [{least:.0}-{most:.0}], {:+.1} a game; {:.2} ms and {:.2} points unspent a player turn",
        t.won,
        t.drawn,
        t.games,
        t.score(),
        t.score_by_points(),
        t.margin as f64 / games,
        t.thought.as_secs_f64() * 1000.0 / turns,
        t.lapsed as f64 / turns,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = interval(81.0, 240);
        assert!((low - 75.6).abs() < 0.2 && (high - 85.5).abs() < 0.2, "{low} {high}");
        let (low, high) = interval(50.0, 40);
        assert!((low - 35.2).abs() < 0.2 && (high - 64.8).abs() < 0.2, "{low} {high}");
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let t = Tally { games: 10, won: 6, drawn: 2, ..Tally::default() };
        assert!((t.score() - 70.0).abs() < 1e-9);
    }
}
