//! Detachments without leaders (17.6.4) in whole games: the contract of rule systems, and what the enemy sees of them.

use super::*;
use crate::ids::SideId;
use crate::state::Behind;
use engine::game::testing::seen_by;
use engine::game::{Advice, RandomSource};
use engine::scenario::{Piece, Place, SetupEntry};

/// Kunersdorf with the Cossacks and the hussars as three Detachments without leaders, and two false leaders.
fn with_piles() -> Arc<ScenarioDoc> {
    let mut doc = scenario("kunersdorf-main");
    doc.turns.count = 1;
    for side in &mut doc.sides {
        side.props.insert("activated".into(), Value::Bool(true));
    }
    let pieces = Arc::make_mut(&mut doc.pieces);
    let leader = pieces.iter().find(|p| p.name.contains("Krasno")).cloned().expect("the Cossacks' leader");
    let side = leader.side.clone();
    for piece in pieces.iter_mut().filter(|p| p.id == leader.id) {
        piece.props.insert("detachment_counter".into(), Value::Bool(true));
    }
    let mut more: Vec<String> = Vec::new();
    for name in ["det-two", "det-three"] {
        let mut other: Piece = leader.clone();
        other.id = name.into();
        other.name = name.into();
        other.place = Place::Off;
        other.props.insert("detachment_counter".into(), Value::Bool(true));
        pieces.push(other);
        more.push(name.into());
    }
    let entry: Option<SetupEntry> = doc.setup.iter().find(|e| e.pieces.contains(&leader.id)).cloned();
    doc.setup.push(SetupEntry { pieces: more, ..entry.expect("an area for the Cossacks") });
    let army = doc.sides.iter_mut().find(|s| s.id == side).expect("their side");
    army.props.insert("false_leaders".into(), Value::Int(2));
    Arc::new(doc)
}

fn hidden() -> OptionSet {
    [("limited-intelligence".to_owned(), Value::Bool(true))].into()
}

#[test]
fn the_contract_holds_for_detachments_without_leaders() {
    loaded().contract(&with_piles(), &hidden(), 1).unwrap();
}

#[test]
fn counters_set_aside_and_masks_come_out_with_the_set_up_and_samples_fit() {
    let cx = context(&with_piles(), &hidden());
    let mut tried = 0;
    for seed in 0..8 {
        let mut s = PrussiasGlory::start(&cx);
        let mut dice = engine::dice::DiceStream::new(seed);
        let mut random = RandomSource::new(seed);
        for _ in 0..400 {
            match PrussiasGlory::to_act(&cx, &s) {
                ToAct::Chance(roll) => {
                    let result = dice.roll(&roll);
                    PrussiasGlory::resolve(&cx, &mut s, &result, &mut Recorder::off());
                }
                ToAct::Seat(seat) => {
                    let mut legal = Vec::new();
                    PrussiasGlory::legal_actions(&cx, &seen_by(&cx, &s, seat), &mut legal);
                    let action = legal[random.index(legal.len())].clone();
                    PrussiasGlory::apply(&cx, &mut s, &action, &mut Recorder::off());
                }
                ToAct::Over(_) => break,
            }
            let enemy = SideId::PRUSSIAN.seat();
            let known = seen_by::<PrussiasGlory>(&cx, &s, enemy);
            let theirs = || known.state().covers.iter().filter(|c| c.side == SideId::COALITION);
            if s.is_setting_up() {
                assert!(theirs().all(|c| !c.gone && c.what == Behind::Unknown), "before the set-up is over");
                let piles = crate::piles::piles(&cx, SideId::COALITION);
                assert_eq!(piles.count(), 3);
            } else if matches!(PrussiasGlory::to_act(&cx, &s), ToAct::Seat(_)) {
                let drawn = PrussiasGlory::sample(&cx, &known, &mut random);
                PrussiasGlory::assert_valid(&cx, &drawn).expect("a position that could be");
                assert_eq!(seen_by::<PrussiasGlory>(&cx, &drawn, enemy).state(), known.state());
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried} positions");
}
