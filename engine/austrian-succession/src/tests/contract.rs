//! The laws every rule system keeps, and those of this one, in whole games played at random.

use super::games::{OPTIONS, context};
use crate::compile::tests::scenario;
use crate::state::{Spot, State};
use crate::zones::Field;
use crate::{AustrianSuccession, Context, belligerents};
use engine::AssetSource;
use engine::dice::DiceStream;
use engine::game::{AnyRuleset, Loaded, Play, Recorder, ToAct, decision};
use engine::scenario::{Issues, OptionSet, Value};
use std::sync::Arc;

struct Shipped;

impl AssetSource for Shipped {
    fn read(&self, path: &str) -> Result<String, engine::AssetError> {
        std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(path),
        )
        .map_err(|_| engine::AssetError::Missing(path.into()))
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Options drawn by the bits of a number.
fn drawn(bits: u64) -> Vec<&'static str> {
    OPTIONS.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, id)| *id).collect()
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|g| g.parse().ok()).unwrap_or(usual)
}

/// `CONTRACT=20` checks so many games of each scenario.
#[test]
fn the_contract_holds() {
    let mut issues = Issues::default();
    let loaded = Loaded::<AustrianSuccession>::load(&Shipped, &mut issues).unwrap();
    assert!(!issues.has_errors(), "{:?}", issues.list);
    for seed in 0..number("CONTRACT", 1) {
        for (name, bits) in [("tutorial", 0), ("tutorial", u64::MAX), ("short", seed * 0x9e37_79b9)] {
            let options: OptionSet =
                drawn(bits).into_iter().map(|id| (id.to_owned(), Value::Bool(true))).collect();
            let doc = Arc::new(scenario(name));
            loaded.contract(&doc, &options, seed).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

/// No hex has units of both sides, nobody stands in land that is shut, morale is within its bounds.
fn check(cx: &Context, s: &State) -> Result<(), String> {
    AustrianSuccession::assert_valid(cx, s)?;
    let setup = &cx.setup;
    let field = Field::of(setup, s);
    for u in setup.unit_ids() {
        let (Spot::Hex(hex), Some(side)) = (s.unit(u).spot, s.owner(setup, u)) else { continue };
        if field.holds(side.enemy(), hex) || field.is_neutral(hex) {
            return Err(format!("{} shares {}", setup.unit(u).id, setup.map.label(hex)));
        }
        if belligerents::is_shut(setup, s, hex) {
            return Err(format!("{} stands in shut land", setup.unit(u).id));
        }
    }
    let too_high = s.sides.iter().find(|side| side.morale > cx.data.morale.most);
    too_high.map_or(Ok(()), |side| Err(format!("morale {}", side.morale)))
}

fn play(cx: &Context, seed: u64) -> Result<(usize, State), String> {
    let mut s = AustrianSuccession::start(cx);
    let (mut dice, mut choice) = (DiceStream::new(seed), DiceStream::new(seed ^ 0x5eed));
    let mut legal = Vec::new();
    for decisions in 0..AustrianSuccession::longest(cx) {
        check(cx, &s).map_err(|e| format!("seed {seed}, decision {decisions}: {e}; {:?}", s.frames))?;
        match AustrianSuccession::to_act(cx, &s) {
            ToAct::Seat(_) => {
                legal.clear();
                decision::list_answers::<AustrianSuccession>(cx, &s, &mut legal);
                if legal.is_empty() {
                    return Err(format!("seed {seed}, decision {decisions}: nothing to do; {:?}", s.frames));
                }
                let action = legal[choice.random_index(legal.len())].clone();
                AustrianSuccession::apply(cx, &mut s, &action, &mut Recorder::off());
            }
            ToAct::Chance(roll) => {
                let result = dice.roll(&roll);
                AustrianSuccession::resolve(cx, &mut s, &result, &mut Recorder::off());
            }
            ToAct::Over(_) => return Ok((decisions, s)),
        }
    }
    Err(format!("seed {seed}: endless; {:?}", s.frames))
}

/// `GAMES=300 FIRST=0` plays so many of each scenario: with no option, with all, with sets drawn at random.
#[test]
fn random_games_end_and_the_laws_hold() {
    let (games, first) = (number("GAMES", 3), number("FIRST", 0));
    for name in ["tutorial", "short", "long"] {
        let (mut decisions, mut turns) = (0, 0);
        for seed in first..first + games {
            let bits = match seed % 3 {
                0 => 0,
                1 => u64::MAX,
                _ => seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20,
            };
            let cx = context(name, &drawn(bits));
            let (made, end) = play(&cx, seed).unwrap_or_else(|e| panic!("{name}: {e}"));
            decisions += made;
            turns += usize::from(end.turn);
        }
        let games = games as usize;
        println!("{name}: {} decisions and {} turns a game", decisions / games, turns / games);
    }
}
