//! Prussia's Glory II: battles of the Seven Years War. Being built: `RULES.md` says which chapters are there.
//! It is not in the registry yet, so nobody is offered an unfinished game.

mod action;
mod advice;
mod army_morale;
mod board;
mod combat;
mod command;
mod compile;
mod contact;
mod data;
mod decide;
mod event;
mod fire;
mod ids;
mod leaders;
mod modifier;
mod morale;
mod movement;
mod odds;
mod present;
mod reckon;
mod schema;
mod setup;
mod sight;
mod state;
#[cfg(test)]
mod tests;
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
            out.sort();
        }
    }

    fn check(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        let Some(question) = s.state().question() else {
            return Err(Refusal::new("14", "the battle is over"));
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

    /// Battle scenarios are open to both.
    fn redact<'a>(_: &Cx<Self>, s: &'a State, _: Seat) -> Cow<'a, State> {
        Cow::Borrowed(s)
    }

    fn at_rest(_: &Cx<Self>, s: &State) -> bool {
        s.is_resting()
    }

    fn opens_group(_: &Cx<Self>, s: &State, a: &Action) -> bool {
        s.is_resting() && !matches!(a, Action::Halt | Action::Roll)
    }

    fn sees(_: &Cx<Self>, _: &Event, _: Seat) -> bool {
        true
    }

    fn longest(cx: &Cx<Self>) -> usize {
        usize::from(cx.setup.turns) * (cx.setup.units.len() + cx.setup.leaders.len()) * 60
    }

    fn assert_valid(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        for u in cx.setup.unit_ids().filter(|u| s.unit(*u).is_on_map()) {
            let unit = s.unit(u);
            let stack = board::stack(cx, s, unit.hex, cx.setup.unit(u).side);
            let orders: Vec<u8> = stack.iter().map(|o| s.unit(*o).order).collect();
            if orders.iter().enumerate().any(|(i, o)| usize::from(*o) != i) {
                return Err(format!("a stack is out of order: {orders:?}"));
            }
            if unit.steps == 0 || unit.steps > cx.setup.unit(u).steps() {
                return Err(format!("{} has {} steps", cx.setup.unit(u).name, unit.steps));
            }
            let is_capture = is_fighting(s) && arms_meet_at_guns(cx, s, unit.hex);
            if !is_capture && board::has_unit(cx, s, unit.hex, cx.setup.unit(u).side.enemy()) {
                return Err(format!("both sides stand in {}", cx.setup.label(unit.hex)));
            }
        }
        for side in ids::SideId::BOTH {
            let lost: usize = cx
                .setup
                .unit_ids()
                .filter(|u| cx.setup.unit(*u).side == side)
                .map(|u| {
                    usize::from(cx.setup.unit(u).counters_lost(cx.setup.unit(u).steps(), s.unit(u).steps))
                })
                .sum();
            let laid = s.army(side).boxes.iter().filter(|b| b.kind != state::BoxKind::Fatigue).count();
            if lost != laid {
                return Err(format!("{lost} counters lost, {laid} on the track"));
            }
        }
        Ok(())
    }
}

/// A close combat is going on.
fn is_fighting(s: &State) -> bool {
    s.frames.iter().any(|f| matches!(f, decide::Frame::Fight(_)))
}

/// Only in a capture attempt do both sides stand in one hex (10.10.3).
fn arms_meet_at_guns(cx: &Cx<PrussiasGlory>, s: &State, hex: engine::hex::HexId) -> bool {
    ids::SideId::BOTH.into_iter().any(|side| !board::has_fighter(cx, s, hex, side))
}
