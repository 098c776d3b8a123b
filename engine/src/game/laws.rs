//! Laws of the contract about what is derived from a position: samples and evaluation for computer
//! players, plans, previewed paths, exported positions, and the log line of every event.

use super::match_::Logged;
use super::{Cx, Match, Present, RandomSource, Recorder, Seen, ToAct};
use crate::hex::HexId;
use crate::present::{CounterPlace, Seat, Target};
use crate::scenario::{Issues, OptionSet, ScenarioDoc};
use std::sync::Arc;

/// Samples drawn for a seat at one position.
const SAMPLES: usize = 2;

/// What a seat would see of a sample is what it has seen, and the sample is valid. Evaluation is finite
/// and the same for the same position.
pub(super) fn laws_of_samples<R: Present>(
    cx: &Cx<R>,
    game: &Match<R>,
    random: &mut RandomSource,
) -> Result<(), String> {
    for n in 0..R::seats(cx).len() as u8 {
        let seen = game.seen(Seat(n));
        for _ in 0..SAMPLES {
            let sample = R::sample(cx, &seen, random);
            R::assert_valid(cx, &sample).map_err(|e| format!("a sample of seat {n} is not valid: {e}"))?;
            let again = Seen::<R>::by(cx, &sample, Seat(n));
            if again.state() != seen.state() {
                let (was, is) = (format!("{:?}", seen.state()), format!("{:?}", again.state()));
                let at = was.bytes().zip(is.bytes()).take_while(|(a, b)| a == b).count();
                let part =
                    |t: &str| t.get(at.saturating_sub(120)..(at + 80).min(t.len())).unwrap_or("").to_owned();
                return Err(format!(
                    "a sample of seat {n} does not agree with what was seen:\n{}\n{}",
                    part(&was),
                    part(&is)
                ));
            }
            if R::to_act(cx, &sample) != game.to_act() {
                let (is, was) = (R::to_act(cx, &sample), game.to_act());
                return Err(format!("in a sample of seat {n} another is to act: {is:?}, not {was:?}"));
            }
            let worth = R::evaluate(cx, &Seen::whole(&sample, Seat(n)));
            let same = R::evaluate(cx, &Seen::whole(&sample.clone(), Seat(n)));
            if !worth.is_finite() || worth.to_bits() != same.to_bits() {
                return Err(format!("seat {n} is worth {worth}, then {same}"));
            }
        }
    }
    Ok(())
}

/// Every plan begins with a legal action, every legal action begins a plan, and each further action is
/// legal when its turn comes or the plan is cut there: by dice, another's decision, or what has changed.
pub(super) fn laws_of_plans<R: Present>(cx: &Cx<R>, game: &Match<R>, seat: Seat) -> Result<(), String> {
    let mut plans = Vec::new();
    R::plans(cx, &game.seen(seat), &mut plans);
    for plan in &plans {
        let mut state = game.state().clone();
        for (n, action) in plan.actions.iter().enumerate() {
            if n > 0 && R::to_act(cx, &state) != ToAct::Seat(seat) {
                break;
            }
            let refused = R::check(cx, &Seen::whole(&state, seat), action).err();
            if let Some(refusal) = refused {
                return Err(format!("action {n} of a plan is refused: {refusal}: {plan:?}"));
            }
            R::apply(cx, &mut state, action, &mut Recorder::off());
        }
    }
    let begins = |a: &R::Action| plans.iter().any(|p| p.actions.first() == Some(a));
    match game.legal().iter().find(|a| !begins(a)) {
        Some(a) => Err(format!("no plan begins with {a:?}")),
        None => Ok(()),
    }
}

/// A previewed path, drawn as far as it is not refused, is previewed whole, and following it ends where it
/// ends, unless something is decided before the first step, dice are due, or another decides.
pub(super) fn laws_of_paths<R: Present>(
    cx: &Cx<R>,
    game: &Match<R>,
    seat: Seat,
    pick: usize,
) -> Result<(), String> {
    let seen = game.seen(seat);
    let action = &game.legal()[pick];
    let route = R::path_of_action(cx, &seen, action);
    let subject = R::affordances(cx, &seen, std::slice::from_ref(action)).pop().and_then(|a| a.subject);
    let Some(Target::Counter(id)) = subject else { return Ok(()) };
    let subject = Target::Counter(id);
    let path: Vec<HexId> = R::path_preview(cx, &seen, &subject, &route).steps.iter().map(|s| s.hex).collect();
    let Some(last) = path.last() else { return Ok(()) };
    let preview = R::path_preview(cx, &seen, &subject, &path);
    if preview.refused.is_some() || preview.steps.iter().map(|s| s.hex).ne(path.iter().copied()) {
        return Err(format!("a path is previewed only as far as {:?}: {path:?}", preview.steps.last()));
    }
    let stands_in = |state: &R::State| {
        let board = R::board(cx, &Seen::<R>::by(cx, state, seat));
        board.counters.iter().find(|c| c.id == id).map(|c| c.place.clone())
    };
    let start = stands_in(game.state());
    let mut state = game.state().clone();
    for _ in 0..path.len() + 2 {
        let Some(next) = R::next_on_path(cx, &Seen::<R>::by(cx, &state, seat), &subject, &path) else {
            break;
        };
        R::check(cx, &Seen::whole(&state, seat), &next)
            .map_err(|r| format!("following a path is refused: {r}: {next:?}"))?;
        R::apply(cx, &mut state, &next, &mut Recorder::off());
        if R::to_act(cx, &state) != ToAct::Seat(seat) {
            return Ok(());
        }
    }
    let end = stands_in(&state);
    let is_at = |place: &CounterPlace| matches!(place, CounterPlace::Hexes(hexes) if hexes.contains(last));
    if end == start || end.as_ref().is_none_or(is_at) {
        return Ok(());
    }
    Err(format!("the path ends at {last:?}, the counter at {end:?}: {action:?}"))
}

/// An exported position is a scenario that compiles and can be played.
pub(super) fn laws_of_position<R: Present>(
    cx: &Cx<R>,
    game: &Match<R>,
    options: &OptionSet,
) -> Result<(), String> {
    let doc: ScenarioDoc = R::position(cx, &game.seen(Seat::OPEN), game.doc());
    let mut issues = Issues::default();
    let setup = R::compile(&cx.data, &doc, options, &mut issues);
    let Some(setup) = setup.filter(|_| !issues.has_errors()) else {
        return Err(format!("an exported position does not compile: {:?}", issues.list));
    };
    let cx = Cx { data: Arc::clone(&cx.data), setup: Arc::new(setup) };
    let begun = Match::new(cx.clone(), Arc::new(doc), 1, None)?;
    R::assert_valid(&cx, begun.state()).map_err(|e| format!("an exported position is not valid: {e}"))?;
    let is_over = matches!(begun.to_act(), ToAct::Over(_));
    if begun.legal().is_empty() && !is_over {
        return Err("nothing is legal in an exported position".into());
    }
    Ok(())
}

/// Every event has a log line, or its kind is listed as silent.
pub(super) fn laws_of_log<R: Present>(cx: &Cx<R>, game: &Match<R>) -> Result<(), String> {
    for entry in &game.log {
        let Logged::Event(e) = entry else { continue };
        let kind = R::event_kind(e);
        if R::log_line(cx, e).is_none() && !R::SILENT_EVENTS.contains(&kind.as_str()) {
            return Err(format!("the event '{kind}' has no log line"));
        }
    }
    Ok(())
}
