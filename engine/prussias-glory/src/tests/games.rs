//! Whole battles played at random: they end, and what must hold holds after every step.

use super::*;
use crate::contact::Contacts;
use crate::decide::{Ask, Frame};
use engine::dice::DiceStream;

/// A context of a shipped scenario with these options.
pub fn context(name: &str, options: &OptionSet) -> Context {
    let mut issues = Issues::default();
    let data = PrussiasGlory::load(&Shipped(root().join("assets")), &mut issues).unwrap();
    let setup = PrussiasGlory::compile(&data, &scenario(name), options, &mut issues);
    assert!(!issues.has_errors(), "{:?}", issues.list);
    Cx { data: Arc::new(data), setup: Arc::new(setup.unwrap()) }
}

/// Options drawn by the bits of a number.
fn drawn_options(bits: u64) -> OptionSet {
    let ids = [
        "cavalry-withdrawal",
        "cavalry-losses",
        "cossacks",
        "croat-sniping",
        "extended-range",
        "howitzers",
        "woods-disorder",
        "column-roads",
        "fortunes-of-war",
        "step-before-retreat",
        "sweep-leader-in-hex",
    ];
    ids.iter().enumerate().map(|(i, id)| ((*id).to_owned(), Value::Bool(bits >> i & 1 == 1))).collect()
}

/// Nobody who must fight is left when the phase ends (10).
fn all_have_fought(cx: &Context, before: &State, after: &State) -> Result<(), String> {
    let was_combat = before.frames.iter().any(|f| matches!(f, Frame::CloseCombat(_)));
    let is_over = was_combat && !after.frames.iter().any(|f| matches!(f, Frame::CloseCombat(_)));
    if is_over && before.active == after.active && !Contacts::now(cx, after).is_empty() {
        return Err("the phase ended before all had fought".into());
    }
    Ok(())
}

/// When the Movement Phase ends nobody is left who overfills a hex and could have gone (5.4).
fn all_are_relieved(cx: &Context, before: &State, after: &State) -> Result<(), String> {
    let is_moving = |s: &State| s.frames.iter().any(|f| matches!(f, Frame::Move(_)));
    if !is_moving(before) || is_moving(after) || before.active != after.active {
        return Ok(());
    }
    for hex in crate::board::overstacked(cx, after, after.active) {
        let units = crate::board::stack(cx, after, hex, after.active);
        if units.iter().any(|u| !crate::movement::is_engaged(cx, after, *u)) {
            return Err(format!("{} is overfull when movement ends", cx.setup.label(hex)));
        }
    }
    Ok(())
}

/// Decisions of a battle, and the most checks that one retreat led to (10.9.2).
fn play(cx: &Context, seed: u64) -> Result<(usize, u8), String> {
    let mut s = PrussiasGlory::start(cx);
    let (mut dice, mut choice) = (DiceStream::new(seed), DiceStream::new(seed ^ 0x5eed));
    let mut rec = Recorder::off();
    let (mut decisions, mut deepest) = (0, 0);
    let mut legal = Vec::new();
    loop {
        let at = |e: String| format!("seed {seed}, decision {decisions}: {e}; {:?}", s.frames);
        PrussiasGlory::assert_valid(cx, &s).map_err(at)?;
        let before = s.clone();
        match s.question().map(|q| q.ask(cx, &s)) {
            Some(Ask::Side(_)) => {
                legal.clear();
                if let Some(q) = s.question() {
                    q.list(cx, &s, &mut legal);
                }
                legal.sort();
                if legal.is_empty() || legal.windows(2).any(|w| w[0] == w[1]) {
                    return Err(at(format!("empty or double: {legal:?}")));
                }
                // Movement is cut short, so that armies close and fight.
                let pick = choice.random_index(legal.len());
                let action = legal[pick].clone();
                s.apply_action(cx, &action, &mut rec);
            }
            Some(Ask::Chance(roll)) => {
                let result = dice.roll(&roll);
                s.apply_roll(cx, &result, &mut rec);
            }
            Some(Ask::Nobody | Ask::Over) | None => return Ok((decisions, deepest)),
        }
        let rests = all_have_fought(cx, &before, &s).and_then(|()| all_are_relieved(cx, &before, &s));
        rests.map_err(|e| format!("seed {seed}, decision {decisions}: {e}"))?;
        deepest = deepest.max(s.chain);
        decisions += 1;
        if decisions > PrussiasGlory::longest(cx) {
            return Err(format!("seed {seed}: endless"));
        }
    }
}

/// `GAMES=200` plays so many of each battle; the shipped tests play a sample.
#[test]
fn random_battles_end_and_everybody_fights() {
    let games = std::env::var("GAMES").ok().and_then(|g| g.parse().ok()).unwrap_or(2u64);
    let first = std::env::var("FIRST").ok().and_then(|g| g.parse().ok()).unwrap_or(0u64);
    for name in ["kolin-battle", "krefeld-battle", "prague-battle", "kunersdorf-battle"] {
        let (mut decisions, mut deepest) = (0, 0);
        for seed in first..first + games {
            let cx = context(name, &drawn_options(seed.wrapping_mul(0x9e37_79b9) >> 3));
            let (made, chain) = play(&cx, seed).unwrap_or_else(|e| panic!("{name}: {e}"));
            decisions += made;
            deepest = deepest.max(chain);
        }
        println!("{name}: {} decisions a game, deepest chain {deepest}", decisions / games as usize);
    }
}
