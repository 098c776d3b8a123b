//! The laws every rule system keeps, checked by playing at random. See [`Ruleset`].

use super::{Cx, Match, Present, RandomSource, Recorder, Seen, ToAct, laws, state_hash};
use crate::dice::{DiceStream, RollResult};
use crate::present::{Seat, Target};
use crate::scenario::{OptionSet, ScenarioDoc};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Samples are drawn and plans unfolded at every so many decisions.
const SAMPLED: usize = 5;
/// A position is exported at every so many decisions.
const EXPORTED: usize = 97;

/// What was checked in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub decisions: usize,
    pub rolls: usize,
    /// Rule numbers met in prompts, labels, refusals and log.
    pub rules: BTreeSet<&'static str>,
    pub hash: u64,
}

/// Plays one game at random with this seed and checks every law at every state.
pub fn check<R: Present>(
    cx: &Cx<R>,
    doc: &Arc<ScenarioDoc>,
    options: &OptionSet,
    seed: u64,
) -> Result<Report, String> {
    let mut report = Report::default();
    let mut game = Match::new(cx.clone(), Arc::clone(doc), seed, None)?;
    let mut choice = DiceStream::new(seed ^ 0xc0ffee);
    let mut random = RandomSource::new(seed);
    let mut before: Vec<R::Action> = Vec::new();
    loop {
        let say = |text: String| format!("seed {seed}, decision {}: {text}", report.decisions);
        R::assert_valid(cx, game.state()).map_err(say)?;
        let ToAct::Seat(seat) = game.to_act() else { break };
        laws_of_state(cx, &game, seat, &before, &mut report.rules).map_err(say)?;
        if report.decisions > R::longest(cx) {
            return Err(say("the game does not end".into()));
        }
        let pick = choice.random_index(game.legal().len());
        if report.decisions.is_multiple_of(SAMPLED) {
            laws::laws_of_samples(cx, &game, &mut random).map_err(say)?;
            laws::laws_of_plans(cx, &game, seat).map_err(say)?;
        }
        laws::laws_of_paths(cx, &game, seat, pick).map_err(say)?;
        if report.decisions.is_multiple_of(EXPORTED) && R::at_rest(cx, game.state()) {
            laws::laws_of_position(cx, &game, options).map_err(say)?;
        }
        laws_of_action(cx, &game, pick, seed).map_err(say)?;
        before = game.legal().to_vec();
        let (old, rolls) = (game.clone(), report.decisions % 7 == 0);
        game.submit(pick).map_err(|e| format!("seed {seed}: a listed action was refused: {e}"))?;
        report.decisions += 1;
        if rolls {
            let say = |text: String| format!("seed {seed}, decision {}: {text}", report.decisions);
            laws_of_undo(&old, &game).map_err(say)?;
        }
    }
    report.rolls = game.journal().iter().filter(|e| matches!(e, super::Entry::Roll(_))).count();
    for line in game.log(Seat::OPEN, 0) {
        report.rules.extend(line.rules.iter().map(|r| r.0));
        report.rules.extend(line.mods.iter().map(|m| m.rule.0));
        if line.rules.is_empty() && line.kind != crate::present::LogKind::Note {
            return Err(format!("seed {seed}: a log line without a rule: {}", line.text));
        }
    }
    laws::laws_of_log(cx, &game).map_err(|e| format!("seed {seed}: {e}"))?;
    let file = game.save(options, Default::default());
    let again = super::SaveFile::parse(&file.to_text()).map_err(|e| format!("seed {seed}: {e}"))?;
    let restored =
        Match::restore(cx.clone(), Arc::clone(doc), &again).map_err(|e| format!("seed {seed}: {e}"))?;
    if restored.hash() != game.hash() || restored.log(Seat::OPEN, 0) != game.log(Seat::OPEN, 0) {
        return Err(format!("seed {seed}: the save plays differently"));
    }
    report.hash = game.hash();
    Ok(report)
}

fn laws_of_state<R: Present>(
    cx: &Cx<R>,
    game: &Match<R>,
    seat: Seat,
    before: &[R::Action],
    rules: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let legal = game.legal();
    if legal.is_empty() {
        return Err("a dead end: nothing is legal".into());
    }
    if !legal.is_sorted() || legal.windows(2).any(|w| w[0] == w[1]) {
        return Err(format!("the list is not sorted or has doubles: {legal:?}"));
    }
    let mut whole = Vec::new();
    R::legal_actions(cx, &Seen::whole(game.state(), seat), &mut whole);
    if whole != legal {
        return Err("what is legal differs between the redacted and the whole state".into());
    }
    for (n, _) in R::seats(cx).iter().enumerate() {
        let seen = game.seen(Seat(n as u8));
        if Seen::by(cx, seen.state(), seen.seat()).state() != seen.state() {
            return Err(format!("what seat {n} may know still holds something it may not"));
        }
    }
    let seen = game.seen(seat);
    for a in legal {
        R::check(cx, &seen, a).map_err(|r| format!("listed but refused: {a:?}: {r}"))?;
    }
    // What was legal before this action and is not legal now must be refused, with a rule.
    for a in before.iter().filter(|a| legal.binary_search(a).is_err()) {
        match R::check(cx, &seen, a) {
            Ok(()) => return Err(format!("not listed but not refused: {a:?}")),
            Err(r) if r.text.is_empty() || r.rule.0.is_empty() => {
                return Err(format!("a refusal without reason or rule: {a:?}"));
            }
            Err(r) => {
                rules.insert(r.rule.0);
            }
        }
    }
    labels(cx, &seen, legal, rules)?;
    let prompt = R::prompt(cx, &seen);
    if prompt.text.is_empty() || prompt.rules.is_empty() {
        return Err("the prompt has no text or no rule".into());
    }
    rules.extend(prompt.rules.iter().map(|r| r.0));
    let state = game.state();
    if state.clone() != *state || state_hash(&state.clone()) != state_hash(state) {
        return Err("a clone differs".into());
    }
    let text = ron::to_string(state).map_err(|e| e.to_string())?;
    let back: R::State = ron::from_str(&text).map_err(|e| format!("the state does not read back: {e}"))?;
    if back != *state || state_hash(&back) != state_hash(state) {
        return Err("the state read back differs".into());
    }
    Ok(())
}

fn labels<R: Present>(
    cx: &Cx<R>,
    seen: &Seen<'_, R>,
    legal: &[R::Action],
    rules: &mut BTreeSet<&'static str>,
) -> Result<(), String> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let listed = R::affordances(cx, seen, legal);
    if listed.len() != legal.len() || listed.iter().enumerate().any(|(i, af)| af.id != i) {
        return Err("the actions in words do not match the legal actions".into());
    }
    for (i, (a, af)) in legal.iter().zip(&listed).enumerate() {
        if af.rules.is_empty() || af.label.is_empty() {
            return Err(format!("an action without label or rule: {a:?}"));
        }
        if let Target::Path(p) = &af.target
            && p.is_empty()
        {
            return Err(format!("an empty path: {}", af.label));
        }
        rules.extend(af.rules.iter().map(|r| r.0));
        if let Some(other) = known.insert(af.label.to_lowercase(), i) {
            return Err(format!("two actions are called '{}': {:?} and {a:?}", af.label, legal[other]));
        }
    }
    Ok(())
}

fn laws_of_action<R: Present>(cx: &Cx<R>, game: &Match<R>, pick: usize, seed: u64) -> Result<(), String> {
    let action = &game.legal()[pick];
    let (mut a, mut b) = (game.state().clone(), game.state().clone());
    R::apply(cx, &mut a, action, &mut Recorder::new());
    R::apply(cx, &mut b, action, &mut Recorder::off());
    if a != b {
        return Err(format!("the same action gives two results: {action:?}"));
    }
    // The order of like dice must not matter.
    let mut dice = DiceStream::new(seed.wrapping_add(pick as u64));
    for _ in 0..4 {
        let ToAct::Chance(roll) = R::to_act(cx, &a) else { break };
        let result = dice.roll(&roll);
        let mut turned = result.faces.clone();
        turned.reverse();
        R::resolve(cx, &mut a, &result, &mut Recorder::off());
        R::resolve(cx, &mut b, &RollResult { faces: turned }, &mut Recorder::off());
        if a != b {
            return Err(format!("the order of the dice {:?} matters after {action:?}", result.faces));
        }
    }
    Ok(())
}

fn laws_of_undo<R: Present>(old: &Match<R>, new: &Match<R>) -> Result<(), String> {
    let mut back = new.clone();
    let cut = back.can_undo(false).is_err();
    let rolled = new.journal()[old.journal().len()..].iter().any(|e| matches!(e, super::Entry::Roll(_)));
    if !cut && (rolled || new.to_act() != old.to_act()) {
        return Err("undo would pass dice or a change of player".into());
    }
    back.undo(true).map_err(|e| e.to_string())?;
    // A group may have several steps: undo goes to its beginning, redo returns to this state.
    if !back.redo() || back.hash() != new.hash() {
        return Err("undo and redo do not come back to the same state".into());
    }
    if old.can_undo(true).is_err() {
        let mut first = new.clone();
        first.undo(true).map_err(|e| e.to_string())?;
        if first.hash() != old.hash() {
            return Err("undo does not restore the state".into());
        }
    }
    Ok(())
}
