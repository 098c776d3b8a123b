//! Forged and damaged positions: a save may say anything. It is refused in words or it loads; then all its views
//! can be asked for and it can be played on. Nothing panics.
//!
//! `FORGED=20000 cargo test --release -p rule_tests --test rules forged -- --nocapture` tries so many positions of each
//! rule system; without it a sample is tried.

use engine::game::{AnyMatch, AnyRuleset, NewMatch, SaveError, SaveFile};
use engine::hex::HexId;
use engine::present::{Seat, Target};
use engine::scenario::ScenarioDoc;
use rayon::prelude::*;
use rule_tests::{Numbers, library, made_up, play_on};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Positions of each rule system tried in CI.
const SAMPLE: usize = 1_500;
/// Positions forged from one real one.
const FROM_ONE: usize = 50;
/// Actions played on.
const ACTIONS: usize = 120;

fn count() -> usize {
    std::env::var("FORGED").ok().and_then(|n| n.parse().ok()).unwrap_or(SAMPLE)
}

/// A token of a position as written.
#[derive(Clone)]
enum Token {
    Number(String),
    Word(String),
    Other(String),
}

impl Token {
    fn text(&self) -> &str {
        match self {
            Self::Number(t) | Self::Word(t) | Self::Other(t) => t,
        }
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(first) = letters.next() {
        let mut word = String::from(first);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if is_word(first) {
            while let Some(c) = letters.next_if(|c| is_word(*c)) {
                word.push(c);
            }
        }
        out.push(if first.is_ascii_digit() {
            Token::Number(word)
        } else if first.is_alphabetic() {
            Token::Word(word)
        } else {
            Token::Other(word)
        });
    }
    out
}

/// The same position with a few things changed: numbers, words for other words of it, an entry of a list taken
/// out or doubled.
fn forge(text: &str, numbers: &mut Numbers) -> String {
    let mut all = tokens(text);
    let places: Vec<usize> =
        (0..all.len()).filter(|i| matches!(all[*i], Token::Number(_) | Token::Word(_))).collect();
    // The end of a position is where its frames and lists are; half of the changes fall there.
    for _ in 0..=numbers.below(4) {
        let at = places[numbers.below(places.len())];
        let new = match &all[at] {
            Token::Number(old) => {
                let old: i128 = old.parse().unwrap_or(0);
                let new = match numbers.below(12) {
                    0 => 0,
                    1 => 1,
                    2 => 255,
                    3 => 65_535,
                    4 => 254,
                    5 => 128,
                    6 => old + 1,
                    7 => (old - 1).max(0),
                    8 => numbers.below(70) as i128,
                    9 => numbers.below(2_000) as i128,
                    10 => i128::from(u64::MAX),
                    _ => numbers.below(256) as i128,
                };
                Token::Number(new.to_string())
            }
            Token::Word(_) => {
                let other = places[numbers.below(places.len())];
                match &all[other] {
                    Token::Word(w) => Token::Word(w.clone()),
                    _ => continue,
                }
            }
            Token::Other(_) => continue,
        };
        all[at] = new;
    }
    if numbers.below(6) == 0 {
        take_out_or_double(&mut all, numbers);
    }
    all.iter().map(Token::text).collect()
}

/// A bracketed part, taken out or written twice.
fn take_out_or_double(all: &mut Vec<Token>, numbers: &mut Numbers) {
    let opens: Vec<usize> = (0..all.len()).filter(|i| all[*i].text() == "(").collect();
    if opens.is_empty() {
        return;
    }
    let from = opens[numbers.below(opens.len())];
    let mut depth = 0;
    let Some(to) = (from..all.len()).find(|i| {
        depth += i32::from(all[*i].text() == "(") - i32::from(all[*i].text() == ")");
        depth == 0
    }) else {
        return;
    };
    let part: Vec<Token> = all[from..=to].to_vec();
    if numbers.below(2) == 0 {
        let end = if all.get(to + 1).is_some_and(|t| t.text() == ",") { to + 2 } else { to + 1 };
        all.drain(from..end);
    } else {
        let comma = std::iter::once(Token::Other(",".into()));
        all.splice(to + 1..to + 1, comma.chain(part));
    }
}

/// Everything a screen may ask of a match, for every seat.
fn look_at_everything(game: &dyn AnyMatch) {
    let seats: Vec<Seat> =
        (0..game.seats().len()).map(|i| Seat(i as u8)).chain(std::iter::once(Seat::OPEN)).collect();
    for seat in seats {
        let view = game.view(seat);
        let board = view.board();
        drop((view.prompt(), view.sheets(), view.tracks(), view.sequence(), view.score()));
        drop((view.log(0), view.timeline(), view.affordances()));
        let targets: Vec<Target> = board
            .counters
            .iter()
            .take(6)
            .map(|c| Target::Counter(c.id))
            .chain([HexId(3), HexId(17)].map(Target::Hex))
            .collect();
        for t in &targets {
            drop(view.inspect(t));
            for kind in game.overlays() {
                drop(view.overlay(kind.id, Some(t)));
            }
        }
        for kind in game.overlays() {
            drop(view.overlay(kind.id, None));
        }
        if let [a, b, ..] = targets.as_slice() {
            drop(view.explain(a, b));
        }
        drop(view.position());
    }
}

/// What became of a forged position.
#[derive(PartialEq)]
enum Fate {
    Refused,
    Played,
    Panicked(String),
}

fn try_save(rules: &dyn AnyRuleset, file: &SaveFile, seed: u64) -> Fate {
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let mut game = match rules.restore(file) {
            Ok(restored) => restored.game,
            Err(SaveError::Broken(text)) => return Fate::Panicked(text),
            Err(_) => return Fate::Refused,
        };
        look_at_everything(game.as_ref());
        let mut numbers = Numbers(seed);
        for _ in 0..ACTIONS {
            let n = game.legal_count();
            if n == 0 || game.submit(numbers.below(n)).is_err() {
                break;
            }
        }
        look_at_everything(game.as_ref());
        Fate::Played
    }));
    tried.unwrap_or_else(|why| {
        let text = why.downcast_ref::<String>().cloned();
        Fate::Panicked(
            text.or_else(|| why.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default(),
        )
    })
}

/// Forges positions reached in a game of the scenario and tries each.
fn try_scenario(rules: &dyn AnyRuleset, doc: &Arc<ScenarioDoc>, seed: u64) -> BTreeMap<String, usize> {
    let mut numbers = Numbers(seed);
    let how = NewMatch { seed, ..NewMatch::default() };
    let mut game = rules.new_match(Arc::clone(doc), &how).map_err(|i| i.list).unwrap();
    let actions = numbers.below(700);
    play_on(game.as_mut(), &mut numbers, actions);
    let mut file = game.save();
    (file.journal, file.hashes) = (Vec::new(), Vec::new());
    let real = file.snapshot.clone();
    let mut fates = BTreeMap::new();
    for n in 0..FROM_ONE as u64 {
        let forged = forge(&real, &mut numbers);
        file.base = Some(forged.clone());
        file.snapshot = forged;
        let fate = match try_save(rules, &file, seed ^ n) {
            Fate::Refused => "refused".to_owned(),
            Fate::Played => "played on".to_owned(),
            Fate::Panicked(text) => {
                println!("{}: {text}\n  {}", doc.title, file.snapshot);
                format!("panic: {text}")
            }
        };
        *fates.entry(fate).or_default() += 1;
    }
    fates
}

fn try_rules(rules: &dyn AnyRuleset, docs: &[Arc<ScenarioDoc>]) {
    let rounds = count().div_ceil(FROM_ONE);
    let fates: Vec<BTreeMap<String, usize>> = (0..rounds)
        .into_par_iter()
        .map(|n| try_scenario(rules, &docs[n % docs.len()], 77 + n as u64))
        .collect();
    let mut sum: BTreeMap<String, usize> = BTreeMap::new();
    fates.into_iter().flatten().for_each(|(fate, n)| *sum.entry(fate).or_default() += n);
    println!("{}: {sum:?}", rules.id());
    assert!(sum.get("played on").is_some_and(|n| *n > 0), "{}: none was loaded", rules.id());
    let panics = sum.keys().filter(|k| k.starts_with("panic")).count();
    assert_eq!(panics, 0, "{}: {sum:?}", rules.id());
}

#[test]
fn forged_positions_are_refused_or_played_but_never_panic() {
    for rules in library().registry.all() {
        let docs: Vec<Arc<ScenarioDoc>> = library()
            .scenarios
            .iter()
            .filter_map(|e| e.doc.clone().ok())
            .filter(|d| d.ruleset == rules.id())
            .collect();
        try_rules(rules, &docs);
    }
}

#[test]
fn neither_do_those_of_the_made_up_rules() {
    let library = made_up();
    let docs = vec![library.scenarios[0].doc.clone().unwrap()];
    try_rules(library.rules("made-up").unwrap(), &docs);
}
