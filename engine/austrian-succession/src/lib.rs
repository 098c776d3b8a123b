//! War of the Austrian Succession: the First Silesian War, 1740 to 1742. `RULES.md` says where each rule lives.

mod action;
mod advance_guard;
mod advice;
mod belligerents;
mod combat;
mod compile;
mod data;
mod decide;
mod event;
mod events;
mod fields;
mod fog;
mod ids;
mod impulses;
mod leaders;
mod logistics;
mod midway;
mod morale;
mod movement;
mod pillage;
mod present;
mod prisoners;
mod rally;
mod reckon;
mod recruiting;
mod redact;
mod reinforcements;
mod reorganization;
mod retreat;
mod sample;
mod schema;
mod setup;
mod siege;
mod staging;
mod state;
mod training;
mod valid;
mod victory;
mod words;
mod works;
mod zones;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use data::Data;
pub use event::Event;
pub use setup::Setup;
pub use state::State;

use decide::{Frame, Sequence, SetUp};
use engine::AssetSource;
use engine::dice::RollResult;
use engine::game::{AsDecision, Cx, Play, Recorder, Ruleset, Seen, ToAct, decision};
use engine::present::{Refusal, Seat};
use engine::scenario::{Issues, OptionSet, ScenarioDoc, Schema};
use std::borrow::Cow;

pub struct AustrianSuccession;

pub(crate) type Context = Cx<AustrianSuccession>;
pub(crate) type Record = Recorder<AustrianSuccession>;

impl Ruleset for AustrianSuccession {
    const ID: &'static str = "austrian-succession";
    const NAME: &'static str = "War of the Austrian Succession";
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

impl Play for AustrianSuccession {
    fn start(cx: &Cx<Self>) -> State {
        let mut s = State::new(&cx.setup, Frame::Sequence(Sequence::FIRST));
        if !cx.setup.set_up.is_empty() {
            s.push(SetUp { entry: 0 });
        }
        decision::run(cx, &mut s, &mut Recorder::off());
        s
    }

    fn to_act(cx: &Cx<Self>, s: &State) -> ToAct {
        decision::to_act(cx, s)
    }

    fn legal_actions(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Action>) {
        decision::list_answers(cx, s.state(), out);
    }

    fn check(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        // A name like 'von Schwerin' begins a sentence too.
        let as_sentence = |r: Refusal| Refusal { text: engine::capitalised(&r.text), ..r };
        decision::check_answer(cx, s.state(), a).map_err(as_sentence)
    }

    fn apply(cx: &Cx<Self>, s: &mut State, a: &Action, rec: &mut Recorder<Self>) {
        decision::answer(cx, s, a, rec);
    }

    fn resolve(cx: &Cx<Self>, s: &mut State, r: &RollResult, rec: &mut Recorder<Self>) {
        decision::answer_roll(cx, s, r, rec);
    }

    fn draw_names(cx: &Cx<Self>, s: &State) -> Vec<String> {
        decision::question::<Self>(s).map(|q| q.draw_names(cx, s)).unwrap_or_default()
    }

    fn redact<'a>(cx: &Cx<Self>, s: &'a State, seat: Seat) -> Cow<'a, State> {
        redact::redact(cx, s, seat)
    }

    fn has_hidden_information(_: &Cx<Self>) -> bool {
        true
    }

    fn at_rest(_: &Cx<Self>, s: &State) -> bool {
        s.frames.top().is_some_and(|f| f.decision().is_rest())
    }

    fn opens_group(cx: &Cx<Self>, s: &State, _: &Action) -> bool {
        Self::at_rest(cx, s)
    }

    fn is_visible_to(cx: &Cx<Self>, e: &Event, seat: Seat) -> bool {
        e.is_seen_by(cx, seat)
    }

    fn retells(e: &Event) -> bool {
        matches!(e, Event::StackMoved { .. } | Event::AttritionSeen { .. })
    }

    fn longest(cx: &Cx<Self>) -> usize {
        cx.setup.turns.len() * cx.setup.units.len() * 100
    }

    fn assert_valid(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        valid::check(cx, s)
    }

    fn check_read(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        valid::check_read(cx, s)
    }
}
