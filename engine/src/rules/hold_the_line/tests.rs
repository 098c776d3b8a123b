//! The contract over many games with every mixture of options, and figures that must not drift.

use super::HoldTheLine;
use super::schema::OPTIONS;
use crate::dice::DiceStream;
use crate::game::{AnyRuleset, Loaded};
use crate::scenario::{Issues, OptionSet, ScenarioDoc, Value, parse};
use crate::{AssetError, AssetSource};
use std::path::PathBuf;
use std::sync::Arc;

/// The project's own assets, straight from the disk.
struct Disk;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

impl AssetSource for Disk {
    fn read(&self, path: &str) -> Result<String, AssetError> {
        let file = root().join("assets").join(path);
        std::fs::read_to_string(file).map_err(|_| AssetError::Missing(path.to_owned()))
    }

    fn list(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
}

pub fn rules() -> Loaded<HoldTheLine> {
    let mut issues = Issues::default();
    let loaded = Loaded::load(&Disk, &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    loaded.expect("charts")
}

pub fn scenarios() -> Vec<(String, Arc<ScenarioDoc>)> {
    let folder = root().join("scenarios/hold-the-line");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("folder").map(|f| f.expect("file").path()).collect();
    files.sort();
    let read = |p: PathBuf| {
        let name = p.file_stem().expect("name").to_string_lossy().into_owned();
        let mut issues = Issues::default();
        let doc = parse(&std::fs::read_to_string(&p).expect("text"), &mut issues).expect("scenario");
        assert!(!issues.has_errors(), "{name}: {:?}", issues.list);
        (name, Arc::new(doc))
    };
    files.into_iter().map(read).collect()
}

pub fn mollwitz() -> Arc<ScenarioDoc> {
    scenarios().into_iter().find(|s| s.0 == "mollwitz").expect("mollwitz").1
}

fn mixture(dice: &mut DiceStream) -> OptionSet {
    OPTIONS.iter().map(|o| (o.0.to_owned(), Value::Bool(dice.index(2) == 1))).collect()
}

#[test]
fn every_battle_keeps_the_contract() {
    let rules = rules();
    for (name, doc) in scenarios() {
        for seed in 0..4 {
            let report =
                rules.contract(&doc, &OptionSet::new(), seed).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(report.decisions > 20, "{name}: only {} decisions", report.decisions);
        }
    }
}

#[test]
fn every_mixture_of_options_keeps_the_contract() {
    let rules = rules();
    let mut dice = DiceStream::new(1756);
    let scenarios = scenarios();
    for seed in 0..32 {
        let (name, doc) = &scenarios[seed as usize % scenarios.len()];
        let options = mixture(&mut dice);
        rules.contract(doc, &options, seed).unwrap_or_else(|e| panic!("{name} with {options:?}: {e}"));
    }
}

/// Not a test of right or wrong: prints how fast random games are. `cargo test --release -p engine
/// speed -- --ignored --nocapture`.
#[test]
#[ignore]
fn speed() {
    let (rules, doc) = (rules(), mollwitz());
    let clock = std::time::Instant::now();
    let seeds: Vec<u64> = (0..2000).collect();
    let games = rules.sims(&doc, &OptionSet::new(), &seeds).expect("games");
    let seconds = clock.elapsed().as_secs_f64();
    let listed: u64 = games.iter().map(|g| g.listed).sum();
    let actions: u64 = games.iter().map(|g| g.actions).sum();
    println!(
        "{:.1} M listed/s, {:.2} M actions/s, {:.1} listed a decision, {} bytes of state",
        listed as f64 / seconds / 1e6,
        actions as f64 / seconds / 1e6,
        listed as f64 / actions as f64,
        std::mem::size_of::<super::state::State>()
    );
}

/// Both listers give the same at every state of random games.
#[test]
fn the_quick_list_is_the_plain_list() {
    use crate::game::{Recorder, Ruleset, ToAct};
    let mut dice = DiceStream::new(1740);
    for (name, doc) in scenarios() {
        for _ in 0..6 {
            let cx = cx(&doc, &mixture(&mut dice));
            let mut s = HoldTheLine::start(&cx);
            let (mut plain, mut quick) = (Vec::new(), Vec::new());
            loop {
                match HoldTheLine::to_act(&cx, &s) {
                    ToAct::Over(_) => break,
                    ToAct::Chance(roll) => {
                        HoldTheLine::resolve(&cx, &mut s, &dice.roll(&roll), &mut Recorder::off())
                    }
                    ToAct::Seat(_) => {
                        quick.clear();
                        super::legal::list(&cx, &s, &mut quick);
                        if s.frames.top() == Some(&super::state::Frame::Act) {
                            plain.clear();
                            super::plain::act(&cx, &s, &mut plain);
                            assert_eq!(plain, quick, "{name}");
                        }
                        let pick = quick[dice.index(quick.len())];
                        HoldTheLine::apply(&cx, &mut s, &pick, &mut Recorder::off());
                    }
                }
            }
        }
    }
}

pub fn cx(doc: &ScenarioDoc, options: &OptionSet) -> super::C {
    use crate::game::Ruleset;
    let mut issues = Issues::default();
    let data = HoldTheLine::load(&Disk, &mut issues).expect("charts");
    let setup = HoldTheLine::compile(&data, doc, options, &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    super::C { data: Arc::new(data), setup: Arc::new(setup.expect("setup")) }
}
