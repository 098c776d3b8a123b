//! The contract over many games with every mixture of options, and figures that must not drift.

use super::HoldTheLine;
use super::schema::OPTIONS;
use engine::dice::DiceStream;
use engine::game::{AnyRuleset, Loaded};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Value, parse};
use engine::{AssetError, AssetSource};
use std::path::PathBuf;
use std::sync::Arc;

/// The project's own assets, straight from the disk.
struct Disk;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
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
    OPTIONS.iter().map(|o| (o.id.to_owned(), Value::Bool(dice.random_index(2) == 1))).collect()
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

/// Both listers give the same at every state of random games.
#[test]
fn the_quick_list_is_the_plain_list() {
    use engine::game::{Play, Recorder, ToAct};
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
                        super::legal::list_actions(&cx, &s, &mut quick);
                        if s.frames.top() == Some(&super::state::Frame::Act) {
                            plain.clear();
                            super::plain::list_between_actions(&cx, &s, &mut plain);
                            assert_eq!(plain, quick, "{name}");
                        }
                        let pick = quick[dice.random_index(quick.len())];
                        HoldTheLine::apply(&cx, &mut s, &pick, &mut Recorder::off());
                    }
                }
            }
        }
    }
}

pub fn cx(doc: &ScenarioDoc, options: &OptionSet) -> super::C {
    use engine::game::Ruleset;
    let mut issues = Issues::default();
    let data = HoldTheLine::load(&Disk, &mut issues).expect("charts");
    let setup = HoldTheLine::compile(&data, doc, options, &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    super::C { data: Arc::new(data), setup: Arc::new(setup.expect("setup")) }
}

fn blank_battle() -> ScenarioDoc {
    use engine::hex::{Grid, Numbering, Orientation, Shove};
    use engine::scenario::{MapDoc, Nation, Side, Victory};
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
    use engine::scenario::{Piece, Place};
    let grid = doc.map.grid;
    let place = grid.parse(at).map_or(Place::Off, |h| Place::Hex(grid.hex(h)));
    let side_id = doc.sides[side].id.clone();
    let nation = doc.sides[side].nations[0].clone();
    let mut props = engine::scenario::Props::new();
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
    let region = engine::scenario::Region { id: id.into(), name: id.into(), hexes };
    Arc::make_mut(&mut doc.map.regions).push(region);
}

/// Both sides set up in secret, with reinforcements on turn 2 and an objective.
fn set_up_battle() -> ScenarioDoc {
    use engine::scenario::{ScheduleEntry, SetupEntry, Special, When};
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
        doc.setup.push(SetupEntry {
            side: side.into(),
            pieces,
            area: area.into(),
            order: 1,
            secret: true,
            ..SetupEntry::default()
        });
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
    use engine::present::Seat;
    let (rules, doc) = (rules(), Arc::new(set_up_battle()));
    let issues = rules.check(&doc, &OptionSet::new());
    assert!(!issues.has_errors(), "{:?}", issues.list);
    for seed in 0..12 {
        rules.contract(&doc, &OptionSet::new(), seed).expect("contract");
    }
    let mut game = rules.new_match(Arc::clone(&doc), &Default::default()).expect("game");
    let all = game.view(Seat(0)).affordances().iter().position(|a| a.label == "Place all").expect("auto");
    game.submit(all).expect("placed");
    assert_eq!(game.to_act(), Some(Seat(1)));
    assert_eq!(game.view(Seat(1)).board().counters.len(), 0, "the enemy is hidden while setting up");
    assert_eq!(game.view(Seat(0)).board().counters.len(), 5);
    assert!(game.view(Seat(1)).log(0).is_empty());
    let all = game.view(Seat(1)).affordances().iter().position(|a| a.label == "Place all").expect("auto");
    game.submit(all).expect("placed");
    assert_eq!(game.view(Seat(0)).board().counters.len(), 10, "all is seen when all have set up");
    assert_eq!(game.view(Seat(0)).sequence().turn, 1);
}

#[test]
fn one_seat_may_play_both_sides() {
    let mut doc = set_up_battle();
    let sides = vec!["prussia".into(), "austria".into()];
    doc.seats.push(engine::scenario::Seating { name: "Solo".into(), sides });
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
    doc.map = engine::scenario::MapDoc::blank(grid, "clear");
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
    let text = engine::scenario::to_text(&set_up_battle());
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
    use engine::scenario::Place;
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
        "the unit kind 'dragoon' does not exist",
        "'mp' is 9 [3.mp] (it must be a number from 1 to 4)",
        "the nation 'martian' does not exist",
        "nobody commands the army [9.store]",
        "no command action points are given [6.ap-roll]",
        "no side has a victory-point target [10.victory]",
        "no such option",
    ] {
        assert!(text.iter().any(|t| t.contains(part)), "missing: {part}\n{}", text.join("\n"));
    }
}

#[test]
fn damaged_positions_are_refused() {
    use engine::game::Play;
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
    change(&|s| s.active = super::state::SideId(7));
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

#[test]
fn the_list_of_problems_knows_the_game() {
    use engine::scenario::{At, Piece, Place, Region, Repair, ScheduleEntry, Special, When};
    let rules = rules();
    let mut doc = (*mollwitz()).clone();
    let clean = rules.check(&doc, &OptionSet::new());
    assert!(!clean.list.iter().any(|i| i.fix.is_some()), "{:?}", clean.list);
    let grid = doc.map.grid;
    let hex = |label: &str| grid.hex(grid.parse(label).expect("hex"));
    // A piece in a swamp, an objective in a corner cut off by swamps, one too far away.
    let unit = doc.pieces.iter().find(|p| p.kind != "leader").cloned().expect("unit");
    let Place::Hex(stands) = unit.place else { panic!("{unit:?}") };
    doc.map.set_terrain(grid.id(stands).expect("hex"), "swamp");
    let corner = hex("A1");
    for d in engine::hex::Dir::ALL {
        if let Some(id) = grid.id(corner.step(d)) {
            doc.map.set_terrain(id, "swamp");
        }
    }
    let objective = |at: &str| Special {
        rule: "objective".into(),
        props: [("hex".to_owned(), Value::from(at)), ("name".to_owned(), Value::from(at))].into(),
    };
    doc.specials.push(objective("A1"));
    let cut_off = doc.specials.len() - 1;
    doc.map.regions = Arc::new(
        doc.map
            .regions
            .iter()
            .cloned()
            .chain([
                Region { id: "cut".into(), name: "Cut off".into(), hexes: vec![corner] },
                Region { id: "hot".into(), name: "Hot".into(), hexes: vec![hex_of_foe(&doc, &unit)] },
            ])
            .collect(),
    );
    let late = Piece { id: "late".into(), place: Place::Off, ..unit.clone() };
    Arc::make_mut(&mut doc.pieces).push(late);
    doc.schedule.push(ScheduleEntry {
        kind: "arrival".into(),
        name: "Late".into(),
        side: unit.side.clone(),
        pieces: vec!["late".into()],
        when: When::Turn(doc.turns.count + 3),
        area: "hot".into(),
        ..ScheduleEntry::default()
    });
    let entry = doc.schedule.len() - 1;
    let found = rules.check(&doc, &OptionSet::new());
    let at = |at: &At, part: &str| found.list.iter().find(|i| i.at == *at && i.text.contains(part));
    let all: Vec<String> = found.list.iter().map(ToString::to_string).collect();
    let swamp = at(&At::Piece(unit.id.clone()), "nobody can enter").unwrap_or_else(|| panic!("{all:?}"));
    assert!(matches!(&swamp.fix.as_ref().expect("fix").repairs[..], [Repair::MovePiece { to: Some(_), .. }]));
    assert!(at(&At::Special(cut_off), "can reach this objective").is_some(), "{all:?}");
    assert!(at(&At::Region("cut".into()), "nobody can reach it").is_some(), "{all:?}");
    assert!(at(&At::Schedule(entry), "after the last turn").is_some(), "{all:?}");
    assert!(at(&At::Schedule(entry), "next to him").is_some(), "{all:?}");
}

/// A hex on which somebody of another side stands.
fn hex_of_foe(doc: &ScenarioDoc, unit: &engine::scenario::Piece) -> engine::hex::Hex {
    let foe = doc.pieces.iter().filter(|p| p.side != unit.side && p.kind != "leader");
    let hexes =
        foe.filter_map(|p| if let engine::scenario::Place::Hex(h) = p.place { Some(h) } else { None });
    hexes.into_iter().next().expect("foe")
}

#[test]
fn an_objective_too_far_for_the_turns_left_is_said() {
    use engine::scenario::{At, Repair, Special};
    let rules = rules();
    let mut doc = (*mollwitz()).clone();
    let side = doc.sides[0].id.clone();
    // Where the other side stands farthest back.
    let grid = doc.map.grid;
    let own = |p: &&engine::scenario::Piece| p.side == side;
    let place = |p: &engine::scenario::Piece| {
        if let engine::scenario::Place::Hex(h) = p.place { Some(h) } else { None }
    };
    let mine: Vec<_> = doc.pieces.iter().filter(own).filter_map(place).collect();
    let far = |id: &engine::hex::HexId| mine.iter().map(|h| h.distance(grid.hex(*id))).min().unwrap_or(0);
    let clear = grid.ids().filter(|id| doc.map.terrain_at(*id) == "clear");
    let target = clear.max_by_key(far).expect("hex");
    doc.specials.push(Special {
        rule: "objective".into(),
        props: [
            ("hex".to_owned(), Value::from(grid.label(target).as_str())),
            ("side".to_owned(), Value::from(side.as_str())),
        ]
        .into(),
    });
    let at = At::Special(doc.specials.len() - 1);
    let said = |doc: &ScenarioDoc| {
        let found = rules.check(doc, &OptionSet::new());
        found.list.into_iter().find(|i| i.at == at && i.text.contains("after the last turn"))
    };
    assert!(said(&doc).is_none(), "there is time enough");
    doc.turns.count = 1;
    let issue = said(&doc).expect("too far for one turn");
    let Some(Repair::Turns(n)) = issue.fix.as_ref().and_then(|f| f.repairs.first()).cloned() else {
        panic!("{issue:?}")
    };
    assert!(n > 1);
    doc.turns.count = n;
    assert!(said(&doc).is_none(), "the repair puts it right");
}
