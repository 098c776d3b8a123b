//! Prussia's Glory II: battles of the Seven Years War. `RULES.md` says where each rule lives.

mod action;
mod activation;
mod advice;
mod approach;
mod army_morale;
mod board;
mod combat;
mod command;
mod compile;
mod contact;
mod data;
mod decide;
mod event;
mod fields;
mod fire;
mod fortunes;
mod ids;
mod leaders;
mod modifier;
mod morale;
mod movement;
mod odds;
mod opening;
mod piles;
mod present;
mod reckon;
mod redact;
mod sample;
mod schema;
mod setup;
mod sight;
mod state;
mod survey;
#[cfg(test)]
mod tests;
mod valid;
mod victory;
mod words;

pub use action::Action;
pub use data::Data;
pub use event::Event;
pub use setup::Setup;
pub use state::State;

use decide::{Ask, Phase, Sequence, refusal};
use engine::AssetSource;
use engine::dice::RollResult;
use engine::game::{Cx, Play, Recorder, Ruleset, Seen, ToAct};
use engine::present::{Refusal, Seat};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::borrow::Cow;

pub struct PrussiasGlory;

pub(crate) type Context = Cx<PrussiasGlory>;
pub(crate) type Record = Recorder<PrussiasGlory>;

impl Ruleset for PrussiasGlory {
    const ID: &'static str = "prussias-glory";
    const NAME: &'static str = "Prussia's Glory II";
    const RULES_VERSION: u32 = 1;
    type Data = Data;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn chart_files() -> &'static [&'static str] {
        data::FILES
    }

    fn load(src: &dyn AssetSource, issues: &mut Issues) -> Option<Data> {
        data::load(src, issues)
    }

    fn schema(data: &Data) -> Schema {
        schema::schema(data)
    }

    fn compile(data: &Data, doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
        compile::compile(data, doc, options, issues)
    }

    fn lint(data: &Data, doc: &ScenarioDoc, issues: &mut Issues) {
        compile::lint(data, doc, issues);
    }
}

impl Play for PrussiasGlory {
    fn start(cx: &Cx<Self>) -> State {
        let mut s = State::new(&cx.setup, Sequence { next: Phase::Turn }.into());
        opening::take_up(cx, &mut s);
        decide::begin_set_up(cx, &mut s);
        s.run(cx, &mut Recorder::off());
        s
    }

    fn to_act(cx: &Cx<Self>, s: &State) -> ToAct {
        match s.question().map(|q| q.ask(cx, s)) {
            Some(Ask::Side(side)) => ToAct::Seat(side.seat()),
            Some(Ask::Chance(roll)) => ToAct::Chance(roll),
            Some(Ask::Nobody | Ask::Over) | None => ToAct::Over(victory::outcome(cx, s)),
        }
    }

    fn legal_actions(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Action>) {
        if let Some(question) = s.state().question() {
            question.list(cx, s.state(), out);
            // Most lists come out in order; to see that is cheaper than to sort.
            if !out.is_sorted_by(|a, b| a.cmp(b).is_le()) {
                out.sort_unstable();
            }
        }
    }

    fn check(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        let Some(question) = s.state().question() else {
            return Err(refusal(("14", "the battle is over")));
        };
        let mut legal = Vec::new();
        question.list(cx, s.state(), &mut legal);
        if legal.contains(a) { Ok(()) } else { Err(refusal(question.refuse(cx, s.state(), a))) }
    }

    fn apply(cx: &Cx<Self>, s: &mut State, a: &Action, rec: &mut Recorder<Self>) {
        s.apply_action(cx, a, rec);
    }

    fn resolve(cx: &Cx<Self>, s: &mut State, r: &RollResult, rec: &mut Recorder<Self>) {
        s.apply_roll(cx, r, rec);
    }

    fn draw_names(cx: &Cx<Self>, s: &State) -> Vec<String> {
        match s.frames.top() {
            Some(decide::Frame::Shuffle(shuffle)) => shuffle.names(cx),
            _ => Vec::new(),
        }
    }

    /// Without limited intelligence everything is open to both.
    fn redact<'a>(cx: &Cx<Self>, s: &'a State, seat: Seat) -> Cow<'a, State> {
        redact::redact(cx, s, seat)
    }

    fn has_hidden_information(cx: &Cx<Self>) -> bool {
        cx.setup.is_hidden()
    }

    fn at_rest(_: &Cx<Self>, s: &State) -> bool {
        s.is_resting()
    }

    fn opens_group(_: &Cx<Self>, s: &State, a: &Action) -> bool {
        s.is_resting() && !matches!(a, Action::Halt | Action::Roll)
    }

    fn is_visible_to(cx: &Cx<Self>, e: &Event, seat: Seat) -> bool {
        e.is_seen_by(&cx.setup, seat)
    }

    fn longest(cx: &Cx<Self>) -> usize {
        usize::from(cx.setup.turns.count) * (cx.setup.units.len() + cx.setup.leaders.len()) * 60
    }

    fn assert_valid(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        valid::check(cx, s)
    }

    fn check_read(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        valid::check_read(cx, s)
    }
}
