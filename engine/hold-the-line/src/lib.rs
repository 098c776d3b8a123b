//! Hold the Line: Frederick's War. A file for each chapter of the rulebook (`terrain` 2, `units` 3,
//! `action_points` 6, `movement` 7, `fire`, `sight`, `close_combat`, `charge` and `retreat` 8,
//! `leaders` 9, `victory` 10, `special` 11, `options`), and around them what every rule system has:
//! charts, setup, state, actions, events, flow. `RULES.md` says where each rule is.

mod action;
mod action_points;
mod apply;
mod board;
mod charge;
mod close_combat;
mod combat;
mod compile;
mod data;
mod evaluate;
mod event;
mod fields;
mod fire;
mod first_evaluate;
mod flow;
mod leaders;
mod legal;
mod lint;
mod movement;
mod options;
mod plain;
mod present;
mod quick;
mod retreat;
mod sample;
mod schema;
mod setup;
mod sight;
mod special;
mod state;
mod terrain;
mod units;
mod valid;
mod victory;
mod walk;
mod why;

#[cfg(test)]
mod tests;

use engine::AssetSource;
use engine::dice::RollResult;
use engine::game::{Advice, Cx, Play, RandomSource, Recorder, Ruleset, Seen, ToAct};
use engine::present::{Refusal, Seat};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::borrow::Cow;

/// The rule system.
pub struct HoldTheLine;

pub(crate) type C = Cx<HoldTheLine>;
pub(crate) type Rec = Recorder<HoldTheLine>;

impl Ruleset for HoldTheLine {
    const ID: &'static str = "hold-the-line";
    const NAME: &'static str = "Hold the Line: Frederick's War";
    const RULES_VERSION: u32 = 2;
    type Data = data::Data;
    type Setup = setup::Setup;
    type State = state::State;
    type Action = action::Action;
    type Event = event::Event;

    fn chart_files() -> &'static [&'static str] {
        data::FILES
    }

    fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Self::Data> {
        data::load_charts(src, issues)
    }

    fn schema(data: &Self::Data) -> Schema {
        schema::schema(data)
    }

    fn compile(
        data: &Self::Data,
        doc: &ScenarioDoc,
        options: &OptionSet,
        issues: &mut Issues,
    ) -> Option<Self::Setup> {
        compile::compile(data, doc, options, issues)
    }

    fn lint(data: &Self::Data, doc: &ScenarioDoc, issues: &mut Issues) {
        lint::lint(data, doc, issues);
    }
}

impl Play for HoldTheLine {
    fn start(cx: &C) -> Self::State {
        flow::start_state(cx)
    }

    fn to_act(cx: &C, s: &Self::State) -> ToAct {
        flow::to_act(cx, s)
    }

    fn legal_actions(cx: &C, s: &Seen<'_, Self>, out: &mut Vec<Self::Action>) {
        legal::list_actions(cx, s.state(), out);
    }

    fn check(cx: &C, s: &Seen<'_, Self>, a: &Self::Action) -> Result<(), Refusal> {
        legal::check_action(cx, s.state(), a).map_err(why::Why::refusal)
    }

    fn apply(cx: &C, s: &mut Self::State, a: &Self::Action, rec: &mut Rec) {
        apply::apply_action(cx, s, a, rec);
        flow::run_until_asked(cx, s, rec);
    }

    fn resolve(cx: &C, s: &mut Self::State, r: &RollResult, rec: &mut Rec) {
        apply::resolve_roll(cx, s, r, rec);
        flow::run_until_asked(cx, s, rec);
    }

    fn redact<'a>(cx: &C, s: &'a Self::State, seat: Seat) -> Cow<'a, Self::State> {
        flow::redact(cx, s, seat)
    }

    fn has_hidden_information(cx: &C) -> bool {
        cx.setup.defs.iter().any(|d| d.secret)
    }

    fn at_rest(_cx: &C, s: &Self::State) -> bool {
        s.frames.depth() <= 1
    }

    fn opens_group(_cx: &C, s: &Self::State, _a: &Self::Action) -> bool {
        s.frames.depth() <= 1
    }

    fn is_visible_to(cx: &C, e: &Self::Event, seat: Seat) -> bool {
        flow::is_visible_to(cx, e, seat)
    }

    fn longest(cx: &C) -> usize {
        // Each unit acts once a player turn; a combat asks a handful of questions.
        (cx.setup.turns.last as usize + 2) * 2 * (cx.setup.defs.len() * 24 + 64)
    }

    fn assert_valid(cx: &C, s: &Self::State) -> Result<(), String> {
        valid::check_state(cx, s)
    }
}

impl Advice for HoldTheLine {
    fn evaluate(cx: &C, s: &Seen<'_, Self>) -> f64 {
        evaluate::evaluate(cx, s.state(), s.seat())
    }

    fn evaluate_first(cx: &C, s: &Seen<'_, Self>) -> f64 {
        first_evaluate::evaluate(cx, s.state(), s.seat())
    }

    fn sample(cx: &C, s: &Seen<'_, Self>, random: &mut RandomSource) -> Self::State {
        sample::sample(cx, s.state(), s.seat(), random)
    }
}
