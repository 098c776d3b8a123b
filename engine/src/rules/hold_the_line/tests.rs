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

fn blank_battle() -> ScenarioDoc {
    use crate::hex::{Grid, Numbering, Orientation, Shove};
    use crate::scenario::{MapDoc, Nation, Side, Victory};
    let grid = Grid {
        orientation: Orientation::PointyTop,
        shove: Shove::Odd,
        cols: 8,
        rows: 6,
        numbering: Numbering::letters(),
    };
    let mut doc = ScenarioDoc::blank("hold-the-line", MapDoc::blank(grid, "clear"));
    doc.turns.count = 6;
    for (id, nation) in [("prussia", "prussian"), ("austria", "austrian")] {
        doc.nations.push(Nation { id: nation.into(), army: nation.into(), ..Nation::default() });
        doc.sides.push(Side {
            id: id.into(),
            name: id.into(),
            nations: vec![nation.into()],
            props: [("command".to_owned(), Value::Int(3))].into(),
        });
        let props = [("points".to_owned(), Value::Int(3))].into();
        doc.victory.push(Victory { kind: "points".into(), side: id.into(), props });
    }
    doc.props.insert("first".into(), "prussia".into());
    doc
}

fn add(doc: &mut ScenarioDoc, id: &str, kind: &str, side: usize, at: &str) {
    use crate::scenario::{Piece, Place};
    let grid = doc.map.grid;
    let place = grid.parse(at).map_or(Place::Off, |h| Place::Hex(grid.hex(h)));
    let side_id = doc.sides[side].id.clone();
    let nation = doc.sides[side].nations[0].clone();
    let mut props = crate::scenario::Props::new();
    if kind == "leader" {
        props.insert("commander".into(), Value::Int(1));
        props.insert("rating".into(), Value::Int(2));
    }
    let piece =
        Piece { id: id.into(), kind: kind.into(), side: side_id, nation, place, props, ..Piece::default() };
    Arc::make_mut(&mut doc.pieces).push(piece);
}

fn region(doc: &mut ScenarioDoc, id: &str, hexes: &str) {
    let grid = doc.map.grid;
    let hexes = hexes.split(' ').map(|h| grid.hex(grid.parse(h).expect("hex"))).collect();
    let region = crate::scenario::Region { id: id.into(), name: id.into(), hexes };
    Arc::make_mut(&mut doc.map.regions).push(region);
}

/// Both sides set up in secret, with reinforcements on turn 2 and an objective.
fn set_up_battle() -> ScenarioDoc {
    use crate::scenario::{ScheduleEntry, SetupEntry, Special, When};
    let mut doc = blank_battle();
    for side in 0..2 {
        for (i, kind) in ["infantry", "elite", "light-cavalry", "artillery", "leader"].iter().enumerate() {
            add(&mut doc, &format!("s{side}-{i}"), kind, side, "");
        }
        add(&mut doc, &format!("s{side}-late"), "heavy-cavalry", side, "");
    }
    region(&mut doc, "south", "A5 B5 C5 D5 A6 B6");
    region(&mut doc, "north", "A1 B1 C1 D1 A2 B2");
    for (side, area) in [("prussia", "south"), ("austria", "north")] {
        let s = usize::from(side == "austria");
        let pieces = (0..5).map(|i| format!("s{s}-{i}")).collect();
        doc.setup.push(SetupEntry { side: side.into(), pieces, area: area.into(), order: 1, secret: true });
        doc.schedule.push(ScheduleEntry {
            kind: "arrival".into(),
            name: "Reserve".into(),
            side: side.into(),
            pieces: vec![format!("s{s}-late")],
            when: When::Turn(2),
            area: area.into(),
            ..ScheduleEntry::default()
        });
    }
    let props = [("hex".to_owned(), "D3".into()), ("points".to_owned(), Value::Int(2))].into();
    doc.specials.push(Special { rule: "objective".into(), props });
    doc
}

#[test]
fn setting_up_is_play_and_stays_secret() {
    use crate::present::Seat;
    let (rules, doc) = (rules(), Arc::new(set_up_battle()));
    let issues = rules.check(&doc, &OptionSet::new());
    assert!(!issues.has_errors(), "{:?}", issues.list);
    for seed in 0..12 {
        rules.contract(&doc, &OptionSet::new(), seed).expect("contract");
    }
    let mut game = rules.new_match(Arc::clone(&doc), &Default::default()).expect("game");
    let all = game.affordances(Seat(0)).iter().position(|a| a.label == "Place all").expect("auto");
    game.submit(all).expect("placed");
    assert_eq!(game.to_act(), Some(Seat(1)));
    assert_eq!(game.board(Seat(1)).counters.len(), 0, "the enemy is hidden while setting up");
    assert_eq!(game.board(Seat(0)).counters.len(), 5);
    assert!(game.log(Seat(1), 0).is_empty());
    let all = game.affordances(Seat(1)).iter().position(|a| a.label == "Place all").expect("auto");
    game.submit(all).expect("placed");
    assert_eq!(game.board(Seat(0)).counters.len(), 10, "all is seen when all have set up");
    assert_eq!(game.sequence(Seat(0)).turn, 1);
}

#[test]
fn one_seat_may_play_both_sides() {
    let mut doc = set_up_battle();
    let sides = vec!["prussia".into(), "austria".into()];
    doc.seats.push(crate::scenario::Seating { name: "Solo".into(), sides });
    let report = rules().contract(&Arc::new(doc), &OptionSet::new(), 7).expect("contract");
    assert!(report.decisions > 10);
}

/// A map too large for one word is played by the plain lister.
#[test]
fn large_maps_keep_the_contract() {
    let mut doc = set_up_battle();
    let small = doc.map.clone();
    let mut grid = small.grid;
    (grid.cols, grid.rows) = (20, 12);
    doc.map = crate::scenario::MapDoc::blank(grid, "clear");
    doc.map.regions = small.regions;
    let mut dice = DiceStream::new(3);
    for seed in 0..4 {
        let options = mixture(&mut dice);
        rules().contract(&Arc::new(doc.clone()), &options, seed).expect("contract");
    }
}

/// Whatever a document says, it is refused with reasons or played; nothing panics.
#[test]
fn damaged_documents_are_refused_with_reasons() {
    let rules = rules();
    let text = crate::scenario::to_text(&set_up_battle());
    let words = [
        "prussia",
        "austria",
        "infantry",
        "leader",
        "north",
        "D3",
        "arrival",
        "objective",
        "clear",
        "prussian",
        "points",
    ];
    let mut refused = 0;
    for w in words {
        for new in ["", "nonsense", "Z99"] {
            for nth in 0..4 {
                let Some((at, _)) = text.match_indices(w).nth(nth) else { continue };
                let broken = format!("{}{new}{}", &text[..at], &text[at + w.len()..]);
                let mut issues = Issues::default();
                let Ok(doc) = parse(&broken, &mut issues) else { continue };
                let found = rules.check(&doc, &OptionSet::new());
                assert!(found.list.iter().all(|i| !i.text.is_empty()));
                match rules.sim(&doc, &OptionSet::new(), 1) {
                    Ok(game) => assert!(game.finished),
                    Err(why) => {
                        assert!(why.has_errors());
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

#[test]
fn every_fault_is_named_with_its_rule() {
    use crate::scenario::Place;
    let rules = rules();
    let mut doc = (*mollwitz()).clone();
    let pieces = Arc::make_mut(&mut doc.pieces);
    let grid = doc.map.grid;
    let g7 = Place::Hex(grid.hex(grid.parse("G7").expect("hex")));
    pieces[0].place = g7; // two infantry in one hex
    pieces[1].place = Place::Unknown("Z9".into());
    pieces[2].kind = "dragoon".into();
    pieces[3].props.insert("mp".into(), Value::Int(9));
    pieces[4].nation = "martian".into();
    let leader = pieces.iter_mut().find(|p| p.kind == "leader").expect("leader");
    leader.props.remove("commander");
    doc.sides[0].props.clear();
    doc.victory.clear();
    let found = rules.check(&doc, &OptionSet::from([("no-such".to_owned(), Value::Bool(true))]));
    let text: Vec<String> = found.list.iter().map(ToString::to_string).collect();
    for part in [
        "Z9 is not on the map [4.stack]",
        "'dragoon' is no unit kind",
        "`mp` is 9: a number from 1 to 4 [3.mp]",
        "the nation 'martian' is unknown [9.foreign]",
        "nobody commands the army [9.store]",
        "no command action points are given [6.ap-roll]",
        "no side has a total of points to reach [10.victory]",
        "no such option",
    ] {
        assert!(text.iter().any(|t| t.contains(part)), "missing: {part}\n{}", text.join("\n"));
    }
}

#[test]
fn damaged_positions_are_refused() {
    use crate::game::Ruleset;
    let cx = cx(&mollwitz(), &OptionSet::new());
    let good = HoldTheLine::start(&cx);
    assert_eq!(HoldTheLine::assert_valid(&cx, &good), Ok(()));
    let mut bad = Vec::new();
    let mut change = |f: &dyn Fn(&mut super::state::State)| {
        let mut s = good.clone();
        f(&mut s);
        bad.push(s);
    };
    change(&|s| s.units[0].hex.0 = 4000);
    change(&|s| s.units[0].mp = 9);
    change(&|s| s.units[0].hex = s.units[1].hex);
    change(&|s| s.active = 7);
    change(&|s| s.units.truncate(3));
    change(&|s| s.units[0].flags = super::state::flag::LOST);
    change(&|s| {
        s.frames.pop();
    });
    change(&|s| s.sides[0].commander = super::state::UnitId(99));
    change(&|s| s.frames.push(super::state::Frame::Face(super::state::UnitId(77))));
    for s in bad {
        assert!(HoldTheLine::assert_valid(&cx, &s).is_err(), "{s:?}");
    }
}
