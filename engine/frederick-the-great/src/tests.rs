//! The shipped campaigns, played at random under the contract, and the rulebook's worked examples.

use super::action::Action;
use super::state::{BattleStage, Depot, Frame, Lead, Phase, Place, State, UNKNOWN};
use super::{Ctx, FrederickTheGreat, combat, legal, movement, supply, victory, why};
use crate::ids::{LeaderId, NationId, SideId, Walls};
use engine::MemoryAssets;
use engine::dice::{DiceStream, RollResult};
use engine::game::{AnyRuleset, Cx, Frames, Loaded, Play, Recorder, Ruleset, ToAct};
use engine::hex::HexId;
use engine::present::Seat;
use engine::scenario::{Issues, OptionSet, ScenarioDoc, parse};
use std::sync::Arc;

mod combat_table;
mod custom;
mod deployment;
mod explain;
mod judgement;
mod secrets;
mod supreme;

const YEARS: [&str; 7] = ["1756", "1757", "1758", "1759", "1760", "1761", "1762"];

/// The Russians of 1757 really come out of the forests next to Königsberg.
const MEMEL: &str = "Russian reinforcements: the enemy starts next to its entry hex";

fn root() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn assets() -> MemoryAssets {
    let mut src = MemoryAssets::default();
    for path in FrederickTheGreat::chart_files() {
        src.insert(*path, std::fs::read_to_string(root().join("assets").join(path)).unwrap());
    }
    src
}

fn loaded() -> Loaded<FrederickTheGreat> {
    let mut issues = Issues::default();
    let out = Loaded::load(&assets(), &mut issues);
    assert!(issues.is_empty(), "{:?}", issues.list);
    out.unwrap()
}

fn doc(year: &str) -> Arc<ScenarioDoc> {
    let path = root().join(format!("scenarios/frederick-the-great/{year}.ron"));
    let mut issues = Issues::default();
    let doc = parse(&std::fs::read_to_string(path).unwrap(), &mut issues).unwrap();
    assert!(issues.is_empty(), "{year}: {:?}", issues.list);
    Arc::new(doc)
}

fn cx(year: &str) -> Ctx {
    let mut issues = Issues::default();
    let data = FrederickTheGreat::load(&assets(), &mut issues).unwrap();
    let setup = FrederickTheGreat::compile(&data, &doc(year), &OptionSet::new(), &mut issues).unwrap();
    Cx { data: Arc::new(data), setup: Arc::new(setup) }
}

#[test]
fn every_campaign_compiles_without_a_word() {
    let game = loaded();
    for year in YEARS {
        // No advice either: every depot of every deployment is operative at the start (10.12).
        let issues = game.check(&doc(year), &OptionSet::new());
        let text: Vec<String> = issues.list.iter().map(ToString::to_string).collect();
        let text: Vec<&String> = text.iter().filter(|t| !(year == "1757" && t.contains(MEMEL))).collect();
        assert!(text.is_empty(), "{year}: {text:?}");
    }
}

#[test]
fn the_contract_holds() {
    let game = loaded();
    let seeds = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    for year in YEARS {
        let doc = doc(year);
        for seed in 0..seeds {
            let r = game.contract(&doc, &OptionSet::new(), seed).unwrap_or_else(|e| panic!("{year}: {e}"));
            assert!(r.decisions > 50);
        }
    }
}

/// Plays at random, keeping only strength and bounds: quick enough for many games.
#[test]
fn strength_is_conserved_and_games_end() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|s| s.parse().ok()).unwrap_or(2);
    for year in YEARS {
        let cx = cx(year);
        for seed in 0..games {
            let mut s = FrederickTheGreat::start(&cx);
            let (mut dice, mut choice) = (DiceStream::new(seed), DiceStream::new(seed + 77));
            let mut list = Vec::new();
            let mut n = 0;
            loop {
                FrederickTheGreat::assert_valid(&cx, &s)
                    .unwrap_or_else(|e| panic!("{year}, seed {seed}, {n}: {e}"));
                match FrederickTheGreat::to_act(&cx, &s) {
                    ToAct::Over(_) => break,
                    ToAct::Chance(r) => {
                        let r = dice.roll(&r);
                        FrederickTheGreat::resolve(&cx, &mut s, &r, &mut Recorder::off());
                    }
                    ToAct::Seat(_) => {
                        list.clear();
                        legal::list_actions(&movement::Judge::new(&cx, &s), &mut list);
                        assert!(!list.is_empty(), "{year}, seed {seed}: dead end {:?}", s.frames.top());
                        let a = list[choice.random_index(list.len())];
                        FrederickTheGreat::apply(&cx, &mut s, &a, &mut Recorder::off());
                        n += 1;
                    }
                }
                assert!(n < 400_000, "{year}, seed {seed} does not end");
            }
        }
    }
}

/// A scenario whose pieces are all left to the players, in secret.
#[test]
fn pieces_may_be_set_up_in_secret() {
    let mut doc = (*doc("1757")).clone();
    doc.schedule.clear();
    doc.specials.clear();
    for side in ["allies", "coalition"] {
        let mut hexes = Vec::new();
        let mut ids = Vec::new();
        for p in Arc::make_mut(&mut doc.pieces).iter_mut().filter(|p| p.side == side) {
            if let engine::scenario::Place::Hex(h) = p.place {
                hexes.push(h);
                ids.push(p.id.clone());
            }
            p.place = engine::scenario::Place::Off;
        }
        hexes.sort();
        hexes.dedup();
        let region = engine::scenario::Region { id: side.into(), name: side.into(), hexes };
        Arc::make_mut(&mut doc.map.regions).push(region);
        let entry = engine::scenario::SetupEntry {
            side: side.into(),
            pieces: ids,
            area: side.into(),
            order: 1,
            secret: true,
            ..Default::default()
        };
        doc.setup.push(entry);
    }
    loaded().contract(&Arc::new(doc), &OptionSet::new(), 9).unwrap();
}

/// What one side may know does not change with what it may not know.
#[test]
fn hidden_strength_is_in_no_view() {
    let cx = cx("1757");
    let mut s = FrederickTheGreat::start(&cx);
    let (mut dice, mut choice) = (DiceStream::new(3), DiceStream::new(4));
    for n in 0..1500 {
        match FrederickTheGreat::to_act(&cx, &s) {
            ToAct::Over(_) => break,
            ToAct::Chance(r) => {
                let r = dice.roll(&r);
                FrederickTheGreat::resolve(&cx, &mut s, &r, &mut Recorder::off());
            }
            ToAct::Seat(_) => {
                let mut list = Vec::new();
                legal::list_actions(&movement::Judge::new(&cx, &s), &mut list);
                let a = list[choice.random_index(list.len())];
                FrederickTheGreat::apply(&cx, &mut s, &a, &mut Recorder::off());
            }
        }
        let battle = s.frames.iter().any(|f| matches!(f, Frame::Battle { .. }));
        if battle || n % 5 != 0 {
            continue;
        }
        for side in SideId::BOTH {
            let mut t = s.clone();
            for k in t.stacks.iter_mut().filter(|k| cx.setup.side_of(k.nation) != side) {
                k.fresh = k.fresh.saturating_add(7).min(90);
            }
            let (a, b) = (super::redact::redact(&cx, &s, side), super::redact::redact(&cx, &t, side));
            assert_eq!(a, b, "step {n}");
            assert!(a.stacks.iter().all(|k| cx.setup.side_of(k.nation) == side || k.fresh == UNKNOWN));
        }
    }
}

/// An empty map in the middle of a turn.
fn empty(cx: &Ctx, phase: Phase) -> State {
    let mut s = FrederickTheGreat::start(cx);
    s.stacks.clear();
    s.depots.clear();
    s.set_up.plan.clear();
    for l in &mut s.leaders {
        *l = Lead { place: Place::Removed, hex: HexId::NONE, moved: false };
    }
    s.turn = 3;
    s.phase = phase;
    s.frames = Frames::new(Frame::Sequence);
    s
}

fn hex(cx: &Ctx, label: &str) -> HexId {
    cx.setup.map.grid.parse(label).unwrap()
}

fn nation(cx: &Ctx, id: &str) -> NationId {
    NationId(cx.setup.nations.iter().position(|n| n.id == id).unwrap() as u8)
}

fn leader(cx: &Ctx, name: &str) -> LeaderId {
    LeaderId(cx.setup.leaders.iter().position(|l| l.name == name).unwrap() as u8)
}

fn put(cx: &Ctx, s: &mut State, name: &str, at: &str, place: Place) {
    s.leaders[leader(cx, name).index()] = Lead { place, hex: hex(cx, at), moved: false };
}

fn act(cx: &Ctx, s: &mut State, a: Action) {
    legal::check_action(&movement::Judge::new(cx, s), &a).unwrap_or_else(|w| panic!("{a:?}: {w:?}"));
    FrederickTheGreat::apply(cx, s, &a, &mut Recorder::off());
}

fn roll(cx: &Ctx, s: &mut State, die: u16) {
    assert!(matches!(FrederickTheGreat::to_act(cx, s), ToAct::Chance(_)), "{:?}", s.frames.top());
    FrederickTheGreat::resolve(cx, s, &RollResult::of(&[die]), &mut Recorder::off());
}

#[test]
fn frederick_marches_six_at_most() {
    let cx = cx("1757");
    let s = empty(&cx, Phase::March);
    let fred = &cx.setup.leaders[leader(&cx, "Frederick").index()];
    assert_eq!(movement::movement_points(&cx, &s, 4, fred.initiative), 6);
    assert_eq!(movement::movement_points(&cx, &s, 2, fred.initiative), 5);
    let winter = State { turn: 16, ..s };
    assert_eq!(movement::movement_points(&cx, &winter, 4, fred.initiative), 5);
}

#[test]
fn fifteen_per_cent_of_nineteen_are_three() {
    let cx = cx("1757");
    assert_eq!(cx.data.losses.points_lost(19, 15), 3);
    for sp in 1..=40 {
        for p in [5, 10, 15, 20, 25, 30, 35, 40u8] {
            assert_eq!(cx.data.losses.points_lost(sp, p), (sp * u16::from(p) + 50) / 100, "{p} of {sp}");
        }
    }
    assert_eq!(cx.data.losses.points_lost(50, 25), 13);
}

#[test]
fn prague_is_in_supply_and_feeds_nobody_else() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::March);
    let (prague, dresden) = (hex(&cx, "1125"), hex(&cx, "1623"));
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    s.add_points(prague, a, Walls::Inside, 1, true);
    s.add_points(prague, a, Walls::Outside, 10, true);
    s.add_points(prague, p, Walls::Outside, 15, true);
    s.add_points(dresden, p, Walls::Inside, 1, true);
    let own = supply::supply_field(&cx, &s, SideId(1), false);
    assert!(own.is_supplied(prague));
    assert!(cx.setup.ways(prague).all(|w| !own.is_supplied(w.1)), "nothing is traced out of a shared hex");
    assert!(supply::supply_field(&cx, &s, SideId(0), false).is_supplied(prague), "into it is allowed");
}

#[test]
fn austrian_zones_stop_allied_paths() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::March);
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    s.add_points(hex(&cx, "2217"), p, Walls::Inside, 1, true);
    let free = supply::supply_field(&cx, &s, SideId(0), false);
    let far = hex(&cx, "2221");
    assert_eq!(free.distance_from_source(far), Some(4));
    s.add_points(hex(&cx, "2119"), a, Walls::Outside, 1, true);
    s.add_points(hex(&cx, "2319"), a, Walls::Outside, 1, true);
    let blocked = supply::supply_field(&cx, &s, SideId(0), false);
    assert!(!blocked.is_supplied(far) || blocked.distance_from_source(far) > Some(4));
    // Inside a fortress there is no zone, and allied units negate it.
    s.add_points(hex(&cx, "2219"), p, Walls::Outside, 1, true);
    assert_eq!(
        supply::supply_field(&cx, &s, SideId(0), false).distance_from_source(hex(&cx, "2220")),
        Some(3)
    );
}

/// Ten Austrians in Prague, five outside, twenty Prussians with their depot (12.23).
fn besieged_prague(cx: &Ctx) -> State {
    let mut s = empty(cx, Phase::Combat);
    let prague = hex(cx, "1125");
    let (a, p) = (nation(cx, "austrian"), nation(cx, "prussian"));
    s.add_points(prague, a, Walls::Inside, 10, true);
    s.add_points(prague, a, Walls::Outside, 5, true);
    s.add_points(prague, p, Walls::Outside, 20, true);
    s.add_points(hex(cx, "1623"), p, Walls::Inside, 1, true);
    s.depots.push(Depot { hex: prague, side: SideId(0), done: true, offmap: false, used: false });
    s.frames.push(Frame::Combats { begun: false, left: smallvec::SmallVec::new() });
    s.frames.push(Frame::Garrisons { side: SideId(1) });
    supply::update_supply(cx, &mut s, &mut Recorder::off());
    assert_eq!(s.sieges.besieged, [prague]);
    s
}

#[test]
fn the_garrison_of_prague_sallies_and_goes_back() {
    let cx = cx("1757");
    let mut s = besieged_prague(&cx);
    let prague = hex(&cx, "1125");
    let a = nation(&cx, "austrian");
    act(&cx, &mut s, Action::Open { hex: prague });
    let j = legal::check_action(&movement::Judge::new(&cx, &s), &Action::In { nation: a, sp: 5 });
    assert_eq!(j, Err(why::BESIEGED_FORT), "the five cannot simply walk in");
    act(&cx, &mut s, Action::Out { nation: a, sp: 9 });
    act(&cx, &mut s, Action::Done);
    act(&cx, &mut s, Action::Done);
    assert_eq!(s.strength_at(&cx.setup, prague, SideId(1), Walls::Outside), 14);
    assert_eq!(s.strength_at(&cx.setup, prague, SideId(1), Walls::Inside), 1);
    act(&cx, &mut s, Action::Fight { hex: prague });
    roll(&cx, &mut s, 1);
    roll(&cx, &mut s, 6);
    // Nobody attacks: the nine go back in, the five stay out.
    let mut t = s.clone();
    act(&cx, &mut t, Action::Decline);
    act(&cx, &mut t, Action::Decline);
    assert_eq!(
        (
            t.strength_at(&cx.setup, prague, SideId(1), Walls::Inside),
            t.strength_at(&cx.setup, prague, SideId(1), Walls::Outside)
        ),
        (10, 5)
    );
    // They attack at 70 per cent and are beaten: into the fortress, demoralised.
    act(&cx, &mut s, Action::Attack);
    assert!(matches!(s.frames.top(), Some(Frame::Battle { stage: BattleStage::Die, .. })));
    roll(&cx, &mut s, 1);
    assert!(matches!(s.frames.top(), Some(Frame::Retire { .. })), "{:?}", s.frames.top());
    act(&cx, &mut s, Action::Retire);
    assert_eq!(s.strength_at(&cx.setup, prague, SideId(1), Walls::Outside), 0);
    assert!(s.is_demoralised(prague, SideId(1)));
    assert!(s.is_besieged(prague));
}

/// By the printed table a victor always keeps a point; without one he captures nobody (9.46).
#[test]
fn a_victor_without_points_captures_no_leader() {
    let cx = cx("1757");
    for points in [0, 1] {
        let mut s = empty(&cx, Phase::Combat);
        let prague = hex(&cx, "1125");
        let (fred, browne) = (leader(&cx, "Frederick"), leader(&cx, "Browne"));
        for l in [fred, browne] {
            s.leaders[l.index()] = Lead { place: Place::Outside, hex: prague, moved: false };
        }
        s.add_points(prague, nation(&cx, "prussian"), Walls::Outside, points, true);
        s.frames.push(Frame::Battle {
            hex: prague,
            attacker: SideId(0),
            stage: BattleStage::Prisoners,
            lost: [1, 1],
            leads: [fred, browne],
            siege: false,
            falls: [false; 2],
            loser: SideId(1),
        });
        combat::go_on(&cx, &mut s, &mut Recorder::off());
        let taken = s.leaders[browne.index()].place == Place::Prisoner;
        assert_eq!(taken, points > 0, "{points} points of the victor");
        assert_eq!(s.leaders[fred.index()].place, Place::Outside);
    }
}

#[test]
fn an_equal_storm_leaves_the_fortress_empty() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::Siege);
    let prague = hex(&cx, "1125");
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    s.add_points(prague, a, Walls::Inside, 4, true);
    s.add_points(prague, p, Walls::Outside, 4, true);
    s.add_points(hex(&cx, "0231"), a, Walls::Inside, 1, true);
    s.add_points(hex(&cx, "1623"), p, Walls::Inside, 1, true);
    s.depots.push(Depot { hex: prague, side: SideId(0), done: true, offmap: false, used: false });
    s.frames.push(Frame::Sieges { left: smallvec::smallvec![prague] });
    supply::update_supply(&cx, &mut s, &mut Recorder::off());
    let mut granted = s.clone();
    for t in [&mut s, &mut granted] {
        act(&cx, t, Action::Besiege { hex: prague });
        roll(&cx, t, 6);
    }
    act(&cx, &mut granted, Action::Grant);
    assert_eq!(
        granted.strength_at(&cx.setup, hex(&cx, "0231"), SideId(1), Walls::Inside),
        5,
        "honours: to the nearest garrison"
    );
    act(&cx, &mut granted, Action::In { nation: p, sp: 1 });
    act(&cx, &mut granted, Action::Done);
    assert_eq!(granted.depot_at(prague), None, "the siege depot is used up");
    act(&cx, &mut s, Action::Deny);
    act(&cx, &mut s, Action::Refuse);
    assert_eq!((s.off_map.dead[a.index()], s.off_map.dead[p.index()]), (4, 4));
    assert!(s.stacks_at(prague).is_empty());
}

#[test]
fn three_prussians_for_three_austrians() {
    let cx = cx("1758");
    let mut s = empty(&cx, Phase::Exchange);
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    s.add_points(hex(&cx, "1125"), a, Walls::Inside, 1, true);
    s.add_points(hex(&cx, "2217"), p, Walls::Inside, 1, true);
    (s.off_map.prisoners[a.index()], s.off_map.prisoners[p.index()]) = (5, 3);
    s.frames.push(Frame::Exchange { entry: 0 });
    super::flow::run_until_asked(&cx, &mut s, &mut Recorder::off());
    assert_eq!((s.off_map.prisoners[a.index()], s.off_map.prisoners[p.index()]), (2, 0));
    assert_eq!(s.strength_at(&cx.setup, hex(&cx, "1125"), SideId(1), Walls::Inside), 4);
    assert_eq!(s.strength_at(&cx.setup, hex(&cx, "2217"), SideId(0), Walls::Inside), 4);
}

#[test]
fn an_overwhelming_attack_needs_four_to_one() {
    let cx = cx("1757");
    let (a, p) = (nation(&cx, "austrian"), nation(&cx, "prussian"));
    for (enemy, taken) in [(4, true), (5, false)] {
        let mut s = empty(&cx, Phase::March);
        s.add_points(hex(&cx, "1623"), p, Walls::Inside, 1, true);
        s.add_points(hex(&cx, "1623"), p, Walls::Outside, 16, true);
        let to = hex(&cx, "1722");
        s.add_points(to, a, Walls::Outside, enemy, true);
        put(&cx, &mut s, "Frederick", "1623", Place::Outside);
        s.frames.push(Frame::March { side: SideId(0), die: 4, nation: NationId::NONE, done: 0, next: 0 });
        act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Frederick") });
        act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 16 });
        act(&cx, &mut s, Action::Step { to });
        act(&cx, &mut s, Action::Overwhelm);
        assert_eq!(s.off_map.prisoners[a.index()] > 0, taken);
        assert_eq!(s.stacks_at(to).is_empty(), taken);
    }
}

#[test]
fn a_zero_initiative_leader_stays_in_supply() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::March);
    let p = nation(&cx, "prussian");
    s.add_points(hex(&cx, "2925"), p, Walls::Inside, 1, true);
    s.add_points(hex(&cx, "2925"), p, Walls::Outside, 9, true);
    put(&cx, &mut s, "Lehwald", "2925", Place::Outside);
    s.frames.push(Frame::March { side: SideId(0), die: 6, nation: NationId::NONE, done: 0, next: 0 });
    act(&cx, &mut s, Action::Begin { leader: leader(&cx, "Lehwald") });
    act(&cx, &mut s, Action::Take { inside: Walls::Outside, sp: 9 });
    // With the garrison, his source, taken along he may only end inside, as its new garrison.
    let mut t = s.clone();
    act(&cx, &mut t, Action::Take { inside: Walls::Inside, sp: 1 });
    let j = movement::Judge::new(&cx, &t);
    assert_eq!(legal::check_action(&j, &Action::Stop { inside: Walls::Outside }), Err(why::SUPPLY));
    assert_eq!(legal::check_action(&j, &Action::Stop { inside: Walls::Inside }), Ok(()));
    for label in ["2926", "2927", "2928", "2929", "2930"] {
        if legal::check_action(&movement::Judge::new(&cx, &s), &Action::Step { to: hex(&cx, label) }).is_ok()
        {
            act(&cx, &mut s, Action::Step { to: hex(&cx, label) });
        }
    }
    let field = supply::supply_field(&cx, &s, SideId(0), true);
    assert!(field.is_supplied(s.leaders[leader(&cx, "Lehwald").index()].hex));
}

#[test]
fn prussian_losses_beyond_twenty_count_double() {
    let cx = cx("1757");
    let mut s = empty(&cx, Phase::Over);
    s.off_map.dead[nation(&cx, "prussian").index()] = 18;
    s.off_map.prisoners[nation(&cx, "hanoverian").index()] = 5;
    assert_eq!(victory::count_points(&cx, &s, SideId(0)).total, -(20 + 6));
    s.off_map.dead[nation(&cx, "austrian").index()] = 23;
    assert_eq!(victory::count_points(&cx, &s, SideId(1)).total, -23);
    let o = victory::outcome(&cx, &s);
    assert_eq!((o.winner, o.grade), (Some(Seat(1)), -1), "both negative: pyrrhic");
}

#[test]
fn every_hex_of_a_deployment_is_sensible() {
    for year in YEARS {
        let cx = cx(year);
        let used =
            cx.setup.start.stacks.iter().map(|k| k.0).chain(cx.setup.special.arrivals.iter().map(|a| a.hex));
        for h in used.chain(cx.setup.forts.iter().map(|f| f.hex)) {
            assert!(
                cx.setup.ground.land[h.index()] && cx.setup.ways(h).count() >= 2,
                "{year} {}",
                cx.setup.label(h)
            );
        }
        for (a, b) in [("1125", "1623"), ("2217", "0231"), ("3321", "0406"), ("3741", "1901")] {
            let mut seen = vec![false; cx.setup.map.len()];
            let mut queue = vec![hex(&cx, a)];
            while let Some(h) = queue.pop() {
                if !std::mem::replace(&mut seen[h.index()], true) {
                    queue.extend(cx.setup.ways(h).map(|w| w.1));
                }
            }
            assert!(seen[hex(&cx, b).index()], "{year}: no way from {a} to {b}");
        }
    }
}
