//! Speed of the rules: legal actions and decisions a second, copies of a state, overlays, lists with labels. All in
//! processor time. Needs no screen: `cargo bench -p rule_tests --bench rules`.
//!
//! `tests/tools/compare_speed.sh` builds this file in an older tree too: it uses the engine and its registry alone.

mod common;

use common::{ProcessorTime, best, row, time};
use engine::MemoryAssets;
use engine::game::{AnyRuleset, NewMatch, digest};
use engine::present::{OverlayWants, Seat, Target};
use engine::scenario::{self, Issues, MapDoc, OptionSet, ScenarioDoc};
use registry::Registry;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The scenarios that are measured, by name, with the least ratio of listed actions.
const MEASURED: [(&str, f64); 4] = [
    ("hold-the-line/mollwitz", 2.0),
    ("frederick-the-great/1757", 2.0),
    ("prussias-glory/kunersdorf-battle", 1.0),
    ("austrian-succession/long", 1.0),
];
/// A frame of the screen.
const FRAME: Duration = Duration::from_millis(16);

/// A figure of OpenSpiel's chess, from what the command in `OPENSPIEL_CHESS` printed.
fn openspiel(text: Option<&String>, what: &str) -> Option<f64> {
    text?.rsplit(what).next()?.split_whitespace().next()?.parse().ok()
}

fn printed() -> Option<String> {
    let command = std::env::var("OPENSPIEL_CHESS").ok()?;
    let out = std::process::Command::new("sh").args(["-c", &command]).output().ok()?;
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// The project's root.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|f| f.join("assets").is_dir()).unwrap_or(here).to_owned()
}

/// Every data file below a folder, as the engine wants it: names below the root, with slashes.
fn read_below(root: &Path, folder: &Path, into: &mut MemoryAssets) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_below(root, &path, into)?;
        } else if path.extension().is_some_and(|e| e == "ron") {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            into.insert(name, std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut assets = MemoryAssets::default();
    let folder = root().join("assets");
    read_below(&folder, &folder, &mut assets)?;
    let registry = Registry::load(&assets, &mut Issues::default());
    let chess = printed();
    println!("| what | here | against | ratio | goal |");
    println!("|---|---|---|---|---|");
    for (key, least) in MEASURED {
        // An older tree may not have the scenario yet.
        let Ok(text) = std::fs::read_to_string(root().join("scenarios").join(format!("{key}.ron"))) else {
            println!("| {key} | not there | | 0 | |");
            continue;
        };
        let doc = Arc::new(scenario::parse(&text, &mut Issues::default())?);
        let rules = registry.get(&doc.ruleset).ok_or("its rule system is unknown")?;
        let name = format!("{}, {}", rules.name(), doc.title);
        let (listed, decisions) = rates(rules, &doc);
        let what = format!("{name}: listed legal actions a second in random games");
        against(&what, listed, openspiel(chess.as_ref(), "listed actions/s"), &format!("≥ {least}"), least);
        let what = format!("{name}: decisions a second (list, pick, apply, roll)");
        against(&what, decisions, openspiel(chess.as_ref(), "moves/s"), "≥ 1 (aim 3)", 1.0);
        copying(rules, &doc, &name);
        hovering(rules, &doc, &name);
        labelling(rules, &doc, &name);
        last_positions(rules, &doc, &name);
    }
    let scenario = |key: &str| -> Result<ScenarioDoc, Box<dyn std::error::Error>> {
        let text = std::fs::read_to_string(root().join("scenarios").join(format!("{key}.ron")))?;
        Ok(scenario::parse(&text, &mut Issues::default())?)
    };
    let kunersdorf = Arc::new(scenario("prussias-glory/kunersdorf-battle")?);
    // The other rule system's cavalry on a bare sheet of the same size.
    let mut bare = scenario("hold-the-line/mollwitz")?;
    bare.map = MapDoc::blank(kunersdorf.map.grid, "clear");
    let reach = |doc: Arc<ScenarioDoc>| registry.get(&doc.ruleset).and_then(|rules| reaching(rules, &doc));
    if let (Some(here), Some(there)) = (reach(kunersdorf), reach(Arc::new(bare))) {
        let what = "Kunersdorf: reach of a cavalry unit (the widest), as the overlay shows it";
        let ratio = here.as_secs_f64() / there.as_secs_f64();
        row(
            what,
            &time(here),
            &format!("Mollwitz's on that sheet {}", time(there)),
            ratio,
            "≤ 2",
            ratio <= 2.0,
        );
    }
    Ok(())
}

/// The overlay of the cavalry counter that reaches furthest, at the first decision at which one reaches anything.
fn reaching(rules: &dyn AnyRuleset, doc: &Arc<ScenarioDoc>) -> Option<Duration> {
    let how = NewMatch { seed: 3, ..NewMatch::default() };
    let mut game = rules.new_match(Arc::clone(doc), &how).map_err(|i| println!("{:?}", i.list)).ok()?;
    for n in 0..400usize {
        let seat = game.to_act()?;
        let view = game.view(seat);
        let horse = ["cavalry", "cuirassier", "dragoon", "hussar"];
        let is_horse = |figure: &str| horse.iter().any(|h| figure.contains(h));
        let counters = view.board().counters;
        let widest = counters
            .iter()
            .filter(|c| c.own && is_horse(&c.figure))
            .map(|c| Target::Counter(c.id))
            .max_by_key(|t| view.overlay("reach", Some(t)).areas.len())
            .filter(|t| !view.overlay("reach", Some(t)).areas.is_empty());
        if let Some(target) = widest {
            return Some(best(Duration::from_millis(40), || {
                std::hint::black_box(game.view(seat).overlay("reach", Some(&target)));
            }));
        }
        drop(view);
        let count = game.legal_count();
        game.submit(n * 7 % count.max(1)).ok()?;
    }
    None
}

/// One number for the last positions of some games: a change for speed must leave it as it was.
fn last_positions(rules: &dyn AnyRuleset, doc: &ScenarioDoc, name: &str) {
    let seeds: Vec<u64> = (0..20).collect();
    let games = rules.sims(doc, &OptionSet::new(), &seeds).expect("a shipped scenario");
    let ends: Vec<u8> = games.iter().flat_map(|g| g.hash.to_le_bytes()).collect();
    println!("\n{name}: last positions of 20 games {:016x}\n", digest(&ends));
}

/// Listed actions and decisions a second, the best of five rounds of about a second.
fn rates(rules: &dyn AnyRuleset, doc: &ScenarioDoc) -> (f64, f64) {
    let none = OptionSet::new();
    let (mut listed, mut decisions) = (0.0f64, 0.0f64);
    for round in 0..5u64 {
        let (mut l, mut d, mut seed) = (0u64, 0u64, round * 1000);
        let start = ProcessorTime::now();
        while start.elapsed() < Duration::from_secs(1) {
            let seeds: Vec<u64> = (seed..seed + 4).collect();
            seed += 4;
            let games = rules.sims(doc, &none, &seeds).expect("a shipped scenario");
            l += games.iter().map(|g| g.listed).sum::<u64>();
            d += games.iter().map(|g| g.actions).sum::<u64>();
        }
        let seconds = start.elapsed().as_secs_f64();
        listed = listed.max(l as f64 / seconds);
        decisions = decisions.max(d as f64 / seconds);
    }
    (listed, decisions)
}

fn against(what: &str, rate: f64, chess: Option<f64>, goal: &str, least: f64) {
    let here = format!("{:.2} M/s", rate / 1e6);
    match chess {
        Some(c) => {
            let there = format!("OpenSpiel chess {:.2} M/s", c / 1e6);
            row(what, &here, &there, rate / c, goal, rate / c >= least);
        }
        None => row(what, &here, "OPENSPIEL_CHESS not set", 0.0, goal, false),
    }
}

fn copying(rules: &dyn AnyRuleset, doc: &ScenarioDoc, name: &str) {
    let mut probe = rules.probe(doc, &OptionSet::new(), 7, 60).expect("a shipped scenario");
    let copy = best(Duration::from_millis(40), || probe.copy());
    let bytes = vec![1u8; probe.size()];
    let mut to = vec![0u8; probe.size()];
    let plain = best(Duration::from_millis(40), || {
        to.copy_from_slice(std::hint::black_box(&bytes));
        std::hint::black_box(&mut to);
    });
    let limit = (3.0 * plain.as_secs_f64()).max(200e-9);
    let what = format!("{name}: copy of a state of {} bytes", probe.size());
    let ratio = copy.as_secs_f64() / plain.as_secs_f64();
    row(
        &what,
        &time(copy),
        &format!("memcpy {}", time(plain)),
        ratio,
        "≤ 3, or 200 ns",
        copy.as_secs_f64() <= limit,
    );
}

/// Every overlay of the whole map or of a hex, as if the pointer had just moved there; one view answers for all, as it
/// does on the screen. What the view itself costs is the row before.
fn hovering(rules: &dyn AnyRuleset, doc: &Arc<ScenarioDoc>, name: &str) {
    let how = NewMatch { seed: 3, ..NewMatch::default() };
    let Ok(mut game) = rules.new_match(Arc::clone(doc), &how) else { return };
    for n in 0..400usize {
        let count = game.legal_count();
        if count == 0 || game.submit(n * 7 % count).is_err() {
            break;
        }
    }
    let seat = Seat(0);
    let middle = engine::hex::HexId((doc.map.grid.len() / 2) as u16);
    let took = best(Duration::from_millis(40), || {
        std::hint::black_box(game.view(seat).overlay("", None));
    });
    row(
        &format!("{name}: a view of a seat, asked for an overlay there is not"),
        &time(took),
        "4 ms",
        took.as_secs_f64() / 4e-3,
        "≤ 1",
        true,
    );
    let view = game.view(seat);
    for kind in game.overlays().iter().filter(|k| k.wants != OverlayWants::Counter) {
        let took = best(Duration::from_millis(40), || {
            std::hint::black_box(view.overlay(kind.id, Some(&Target::Hex(middle))));
        });
        let what = format!("{name}: overlay '{}' worked out anew", kind.name);
        let ratio = took.as_secs_f64() / 4e-3;
        row(&what, &time(took), "4 ms", ratio, "≤ 1", ratio <= 1.0);
    }
}

/// The list of actions with labels at every decision of a turn, until each seat has had one.
fn labelling(rules: &dyn AnyRuleset, doc: &Arc<ScenarioDoc>, name: &str) {
    let how = NewMatch { seed: 3, ..NewMatch::default() };
    let (mut least, mut decisions, mut labels) = (Duration::MAX, 0, 0);
    for _ in 0..5 {
        let Ok(mut game) = rules.new_match(Arc::clone(doc), &how) else { return };
        let (mut took, mut turn) = (Duration::ZERO, 0);
        (decisions, labels) = (0, 0);
        while let Some(seat) = game.to_act() {
            // The set-up before the first turn is a turn of its own: 0.
            let now = game.view(seat).sequence().turn;
            if now != turn && decisions > 1 {
                break;
            }
            turn = now;
            let start = ProcessorTime::now();
            let list = std::hint::black_box(game.view(seat).affordances());
            took += start.elapsed();
            decisions += 1;
            labels += list.len();
            if list.is_empty() || game.submit(decisions * 7 % list.len()).is_err() {
                break;
            }
        }
        least = least.min(took);
    }
    let what =
        format!("{name}: the lists with labels of a whole turn ({decisions} decisions, {labels} labels)");
    let ratio = least.as_secs_f64() / FRAME.as_secs_f64();
    row(&what, &time(least), "a frame, 16 ms", ratio, "≤ 1", ratio <= 1.0);
}
