//! The laws every rule system keeps, for every scenario, many seeds and any set of options.

use engine::game::{AnyMatch, NewMatch};
use engine::hex::HexId;
use engine::present::{CounterPlace, Seat, Target};
use engine::scenario::{OptionSet, Place, Region, SetupEntry};
use rayon::prelude::*;
use rule_tests::{Numbers, Shipped, random_options, shipped};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(shipped);

/// How many games of a scenario: eight, of long ones two. `CONTRACT_SEEDS` says otherwise.
fn seeds(s: &Shipped) -> u64 {
    let asked = std::env::var("CONTRACT_SEEDS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or_else(|| {
        let game = s.rules.sims(&s.doc, &OptionSet::new(), &[1]);
        if game.is_ok_and(|g| g[0].actions > 1500) { 2 } else { 8 }
    })
}

#[test]
fn every_law_holds_in_every_scenario() {
    let all: Vec<(&Shipped, u64)> =
        SHIPPED.iter().flat_map(|s| (0..seeds(s)).map(move |seed| (s, seed))).collect();
    let failures: Vec<String> = all
        .par_iter()
        .filter_map(|(s, seed)| {
            // The first games are played by the scenario's own options, the others by any.
            let options = match seed {
                0..3 => OptionSet::new(),
                _ => random_options(s.rules.schema(), &mut Numbers(*seed)),
            };
            let report = s.rules.contract(&s.doc, &options, *seed);
            report.err().map(|e| format!("{}, options {options:?}: {e}", s.entry.key))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_option_alone_keeps_the_laws() {
    let mut jobs = Vec::new();
    let mut scenarios: BTreeMap<&str, Vec<&Shipped>> = BTreeMap::new();
    let all = shipped();
    for s in &all {
        scenarios.entry(s.rules.id()).or_default().push(s);
    }
    for list in scenarios.values() {
        for (n, o) in list[0].rules.schema().options.iter().enumerate() {
            // Each option in two scenarios, another two for the next one.
            for k in 0..2.min(list.len()) {
                let s = list[(2 * n + k) % list.len()];
                jobs.push((s.entry.key.clone(), s.rules, Arc::clone(&s.doc), o.clone()));
            }
        }
    }
    assert!(!jobs.is_empty(), "no rule system has an option");
    let failures: Vec<String> = jobs
        .par_iter()
        .filter_map(|(key, rules, doc, o)| {
            let other = rule_tests::values_of(&o.kind).into_iter().find(|v| *v != o.default)?;
            let all = OptionSet::from([(o.id.clone(), other)]);
            rules.contract(doc, &all, 41).err().map(|e| format!("{key}, {all:?}: {e}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn all_shipped_scenarios_can_be_played_without_a_warning() {
    for s in shipped() {
        let issues = s.rules.check(&s.doc, &OptionSet::new());
        let bad: Vec<String> = issues
            .list
            .iter()
            .filter(|i| i.severity > engine::scenario::Severity::Advice)
            .map(ToString::to_string)
            .collect();
        assert!(bad.is_empty(), "{}: {}", s.entry.key, bad.join("\n"));
        assert!(s.entry.issues.is_empty(), "{}: {:?}", s.entry.key, s.entry.issues);
    }
}

#[test]
fn only_the_seat_to_act_is_offered_actions() {
    for s in shipped() {
        let mut game =
            s.rules.new_match(Arc::clone(&s.doc), &NewMatch { seed: 3, ..NewMatch::default() }).unwrap();
        let mut numbers = Numbers(3);
        for _ in 0..60 {
            let Some(actor) = game.to_act() else { break };
            for seat in (0..game.seats().len() as u8).map(Seat) {
                let n = game.view(seat).affordances().len();
                assert_eq!(n > 0, seat == actor, "{}: seat {seat:?} of {actor:?}", s.entry.key);
                if seat != actor {
                    assert_eq!(game.view(seat).odds(0), None);
                }
            }
            assert_eq!(game.view(Seat::OPEN).affordances().len(), game.legal_count());
            let pick = numbers.below(game.legal_count());
            game.submit(pick).unwrap();
        }
    }
}

/// Every side of a shipped scenario set up in secret, each in the hexes it starts in.
fn secret(s: &Shipped) -> engine::scenario::ScenarioDoc {
    let mut doc = (*s.doc).clone();
    doc.schedule.clear();
    doc.specials.clear();
    let mut regions = Vec::new();
    for side in &doc.sides {
        let mut hexes = Vec::new();
        let mut ids = Vec::new();
        for p in Arc::make_mut(&mut doc.pieces).iter_mut().filter(|p| p.side == side.id) {
            if let Place::Hex(h) = p.place {
                hexes.push(h);
                ids.push(p.id.clone());
            }
            p.place = Place::Off;
        }
        hexes.sort();
        hexes.dedup();
        let area = format!("secret-{}", side.id);
        regions.push(Region { id: area.clone(), name: area.clone(), hexes });
        doc.setup.push(SetupEntry {
            side: side.id.clone(),
            pieces: ids,
            area,
            order: 1,
            secret: true,
            ..SetupEntry::default()
        });
    }
    let placed: BTreeSet<String> = doc.setup.iter().flat_map(|e| e.pieces.clone()).collect();
    Arc::make_mut(&mut doc.pieces).retain(|p| placed.contains(&p.id));
    Arc::make_mut(&mut doc.map.regions).extend(regions);
    doc
}

/// Hexes of the counters that `seat` sees and does not own.
fn foreign(game: &dyn AnyMatch, seat: Seat) -> Vec<(u32, HexId)> {
    let mut out = Vec::new();
    for c in game.view(seat).board().counters.iter().filter(|c| !c.own && !c.hidden) {
        if let CounterPlace::Hexes(list) = &c.place {
            out.extend(list.iter().map(|h| (c.id.0, *h)));
        }
    }
    out
}

#[test]
fn what_is_set_up_in_secret_is_not_seen() {
    let mut tried = BTreeSet::new();
    for s in shipped().iter().filter(|s| tried.insert(s.rules.id())) {
        let doc = Arc::new(secret(s));
        // Rule systems that let people set up openly have nothing to hide here.
        if !s.rules.has_hidden_information(&doc, &OptionSet::new()) {
            continue;
        }
        let how = NewMatch { seed: 5, ..NewMatch::default() };
        let mut game = match s.rules.new_match(Arc::clone(&doc), &how) {
            Ok(game) => game,
            Err(issues) => panic!("{}: {:?}", s.entry.key, issues.list),
        };
        let first = game.to_act().unwrap();
        let others: Vec<Seat> = (0..game.seats().len() as u8).map(Seat).filter(|x| *x != first).collect();
        let mut placed = 0;
        // Three pieces are enough to see, and leave more to be placed.
        for _ in 0..40 {
            if game.to_act() != Some(first) || placed >= 3 {
                break;
            }
            let all = game.view(first).affordances();
            let hex = |t: &Target| matches!(t, Target::Hex(_));
            let pick = all.iter().find(|a| hex(&a.target)).unwrap_or(&all[0]).clone();
            placed += usize::from(hex(&pick.target));
            let log = game.log_len();
            game.submit(pick.id).unwrap();
            for seat in &others {
                assert_eq!(foreign(game.as_ref(), *seat), [], "{}: after {}", s.entry.key, pick.label);
                if let Target::Hex(h) = pick.target {
                    let label = doc.map.grid.label(h);
                    let told = game.view(*seat).log(log);
                    let tells =
                        told.iter().any(|l| engine::has_words(&format!("{} {}", l.head, l.text), &[&label]));
                    assert!(!tells, "{}: the log tells of {label}", s.entry.key);
                }
                assert!(game.view(*seat).affordances().is_empty());
            }
        }
        assert!(placed > 0, "{}: nothing could be placed", s.entry.key);
        s.rules.contract(&doc, &OptionSet::new(), 9).unwrap();
    }
}
