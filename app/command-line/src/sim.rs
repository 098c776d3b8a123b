//! `oblique sim`: many games by computer players. The results depend on the seed alone, never on
//! the number of threads. One game is played in `game`; two players are compared in `trial`.

mod game;
pub mod trial;

use super::args::SimArgs;
use super::{Exit, Failure, read_options};
use engine::game::{AnyRuleset, NewMatch, SimResult, digest};
use engine::present::Seat;
use engine::scenario::{Issues, OptionSet, ScenarioDoc};
use game::Played;
use library::Library;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Games in one batch: small enough to be spread evenly over the threads.
const CHUNK: usize = 16;
const RANDOM: &str = "random";

/// Totals over all games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub scenario: String,
    pub games: usize,
    pub seed: u64,
    pub bots: Vec<String>,
    pub outcomes: BTreeMap<String, usize>,
    pub unfinished: usize,
    pub actions: Spread,
    pub turns: Spread,
    /// What each side's reckoning came to at the end, line by line; of games by computer players.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scores: BTreeMap<String, Spread>,
    /// Lines of the reckoning that are words, and in how many games they stood there.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, usize>,
    /// What each track stood at as each turn began, and at the end, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_turn: Vec<Turn>,
    /// Sum over all decisions of the actions that were listed.
    pub listed: u64,
    /// A hash over the last positions of all games, in order.
    pub digest: String,
}

/// The tracks of all games that came to a turn, or to the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turn {
    /// None: the end.
    pub turn: Option<u32>,
    pub games: usize,
    pub tracks: BTreeMap<String, Spread>,
}

/// Tracks by turn, the end last.
fn by_turn(played: &[Played]) -> Vec<Turn> {
    let mut turns: BTreeMap<u32, (usize, BTreeMap<&str, Vec<i64>>)> = BTreeMap::new();
    for (turn, tracks) in played.iter().flat_map(|p| &p.by_turn) {
        let entry = turns.entry(turn.unwrap_or(u32::MAX)).or_default();
        entry.0 += 1;
        for (name, at) in tracks {
            entry.1.entry(name).or_default().push(i64::from(*at));
        }
    }
    let spread = |(name, all): (&str, Vec<i64>)| (name.to_owned(), Spread::from_values(all.into_iter()));
    let one = |(turn, (games, tracks)): (u32, (usize, BTreeMap<&str, Vec<i64>>))| Turn {
        turn: (turn < u32::MAX).then_some(turn),
        games,
        tracks: tracks.into_iter().map(spread).collect(),
    };
    turns.into_iter().map(one).collect()
}

/// Minimum, mean and maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub least: i64,
    pub mean: f64,
    pub most: i64,
    pub total: i64,
}

impl Spread {
    fn from_values(values: impl Iterator<Item = i64>) -> Self {
        let mut out = Self { least: i64::MAX, most: i64::MIN, ..Self::default() };
        let mut n = 0u64;
        for v in values {
            out.least = out.least.min(v);
            out.most = out.most.max(v);
            out.total += v;
            n += 1;
        }
        if n == 0 {
            return Self::default();
        }
        out.mean = out.total as f64 / n as f64;
        out
    }
}

/// The seed of game `i`: neighbouring numbers give unlike games (splitmix64).
pub fn seed_of(seed: u64, i: usize) -> u64 {
    let mut z = seed.wrapping_add((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub fn run_command(library: &Library, args: &SimArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (doc, _) = library.scenario_named(&args.scenario)?;
    let rules = library.rules(&doc.ruleset)?;
    let options = read_options(rules, &args.options)?;
    check_players(rules, args)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()
        .map_err(|e| format!("the threads cannot be started: {e}"))?;
    if let Some(path) = &args.log {
        return game::write_log(rules, &doc, &options, args, path, out);
    }
    if args.swap {
        let how = (args.bots.as_slice(), args.games as usize, args.seed);
        let played = pool.install(|| trial::run(rules, &doc, &options, how));
        return trial::print_result(played, args, out);
    }
    let began = Instant::now();
    let played = pool.install(|| run(rules, &doc, &options, args));
    let seconds = began.elapsed().as_secs_f64();
    let summary = match played {
        Ok(summary) => summary,
        Err(issues) => {
            for issue in &issues.list {
                writeln!(out, "{}: {issue}", args.scenario)?;
            }
            return Ok(Exit::Bad);
        }
    };
    print_summary(&summary, seconds, pool.current_num_threads(), args.json, out)?;
    Ok(if summary.unfinished == 0 { Exit::Good } else { Exit::Bad })
}

/// Names that exist, and two of them where two are compared; `args` bounds the numbers.
fn check_players(rules: &dyn AnyRuleset, args: &SimArgs) -> Result<(), Failure> {
    let known = || rules.bots().iter().chain(rules.yardsticks()).map(|b| b.id);
    for bot in &args.bots {
        if !known().any(|id| id == bot) {
            let known: Vec<&str> = known().collect();
            return Err(
                format!("no computer player is called '{bot}'; there are: {}", known.join(", ")).into()
            );
        }
    }
    if args.swap && args.bots.len() != 2 {
        return Err("--swap compares two computer players: name two with --bots".to_owned().into());
    }
    Ok(())
}

/// Plays the games on the threads of the current pool.
pub fn run(
    rules: &dyn AnyRuleset,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    args: &SimArgs,
) -> Result<Summary, Issues> {
    let (games, seed, bots) = (args.games as usize, args.seed, args.bots.as_slice());
    let how = NewMatch { options: options.clone(), seed, dice: None };
    let first = rules.new_match(Arc::clone(doc), &how)?;
    let names: Vec<String> = first.seats().into_iter().map(|s| s.name).collect();
    let seeds: Vec<u64> = (0..games).map(|i| seed_of(seed, i)).collect();
    let plain = bots.iter().all(|b| b == RANDOM);
    let chunks: Result<Vec<Vec<Played>>, Issues> = seeds
        .par_chunks(CHUNK)
        .map(|seeds| {
            if args.by_turn {
                let play = |s: &u64| game::play_by_turn(rules, doc, options, *s, bots);
                seeds.iter().map(play).collect()
            } else if plain {
                Ok(rules.sims(doc, options, seeds)?.into_iter().map(Played::plain).collect())
            } else {
                let play = |s: &u64| game::play(rules, doc, options, *s, bots);
                seeds.iter().map(play).collect()
            }
        })
        .collect();
    let played: Vec<Played> = chunks?.into_iter().flatten().collect();
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    let mut hashes = Vec::with_capacity(played.len() * 8);
    let mut scores: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    let mut facts: BTreeMap<String, usize> = BTreeMap::new();
    for p in &played {
        *outcomes.entry(p.title.clone().unwrap_or_else(|| outcome_name(&p.result, &names))).or_default() += 1;
        hashes.extend(p.result.hash.to_le_bytes());
        for (line, value) in &p.scores {
            match value {
                Some(n) => scores.entry(line.clone()).or_default().push(*n),
                None => *facts.entry(line.clone()).or_default() += 1,
            }
        }
    }
    let results = || played.iter().map(|p| &p.result);
    Ok(Summary {
        scenario: doc.title.clone(),
        games,
        seed,
        bots: bots.to_vec(),
        outcomes,
        unfinished: results().filter(|r| !r.finished).count(),
        actions: Spread::from_values(results().map(|r| r.actions as i64)),
        turns: Spread::from_values(results().map(|r| i64::from(r.turns))),
        scores: scores.into_iter().map(|(k, v)| (k, Spread::from_values(v.into_iter()))).collect(),
        facts,
        by_turn: by_turn(&played),
        listed: results().map(|r| r.listed).sum(),
        digest: format!("{:016x}", digest(&hashes)),
    })
}

fn outcome_name(r: &SimResult, names: &[String]) -> String {
    let grade = if r.grade == 0 { String::new() } else { format!(", grade {}", r.grade) };
    match r.winner {
        _ if !r.finished => "unfinished".into(),
        None => format!("draw{grade}"),
        Some(Seat(s)) => {
            let name = names.get(s as usize).map_or_else(|| format!("seat {s}"), Clone::clone);
            format!("{name} wins{grade}")
        }
    }
}

/// A table: a line for each turn, a column for each track.
fn print_turns(turns: &[Turn], out: &mut dyn Write) -> std::io::Result<()> {
    let names: std::collections::BTreeSet<&String> = turns.iter().flat_map(|t| t.tracks.keys()).collect();
    if names.is_empty() {
        return Ok(());
    }
    let head: Vec<&str> = names.iter().map(|n| n.as_str()).collect();
    writeln!(out, "  mean as each turn begins: games, {}", head.join(", "))?;
    for t in turns {
        let turn = t.turn.map_or_else(|| "end".to_owned(), |n| n.to_string());
        write!(out, "  {turn:>6} {:>6}", t.games)?;
        for name in &names {
            match t.tracks.get(*name) {
                Some(v) => write!(out, " {:>8.1}", v.mean)?,
                None => write!(out, " {:>8}", "-")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn print_summary(
    s: &Summary,
    seconds: f64,
    threads: usize,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let rate = |n: f64| n / seconds.max(1e-9);
    let speed = serde_json::json!({
        "seconds": seconds,
        "threads": threads,
        "games_per_second": rate(s.games as f64),
        "actions_per_second": rate(s.actions.total as f64),
        "listed_per_second": rate(s.listed as f64),
    });
    if json {
        let whole = serde_json::json!({ "result": s, "speed": speed });
        let text = serde_json::to_string_pretty(&whole).map_err(|e| e.to_string())?;
        writeln!(out, "{text}")?;
        return Ok(());
    }
    writeln!(out, "{}: {} games, seed {}, {}", s.scenario, s.games, s.seed, s.bots.join(" against "))?;
    for (name, n) in &s.outcomes {
        writeln!(out, "  {name:<30} {n:>7}  {:5.1} %", 100.0 * *n as f64 / s.games.max(1) as f64)?;
    }
    for (name, v) in [("turns", s.turns), ("actions", s.actions)] {
        writeln!(out, "  {name:<10} {} to {}, mean {:.1}", v.least, v.most, v.mean)?;
    }
    for (name, v) in &s.scores {
        writeln!(out, "  {name:<30} {} to {}, mean {:.1}", v.least, v.most, v.mean)?;
    }
    for (name, n) in &s.facts {
        writeln!(out, "  {name:<30} in {n} games")?;
    }
    print_turns(&s.by_turn, out)?;
    writeln!(out, "  digest     {}", s.digest)?;
    writeln!(
        out,
        "  {seconds:.2} s on {threads} threads: {:.0} games/s, {:.0} actions/s, {:.0} listed actions/s",
        rate(s.games as f64),
        rate(s.actions.total as f64),
        rate(s.listed as f64),
    )?;
    Ok(())
}
