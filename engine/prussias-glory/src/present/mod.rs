//! How it is told and shown.

mod board;
mod charts;
mod inspect;
mod kit;
mod log;
mod overlay;
pub(crate) mod paths;
mod position;
mod procedure;
mod tracks;
mod unspotted;
mod used;

use crate::action::Action;
use crate::decide::refusal;
use crate::event::Event;
use crate::state::State;
use crate::words::{leader_counter, leader_target, unit_counter, unit_target};
use crate::{Context, PrussiasGlory};
use engine::game::{Aids, Cx, Describe, Outcome, Picture, SeatInfo, Seen};
use engine::hex::HexId;
use engine::present::{
    Affordance, BoardView, ChartUse, ChartView, CounterId, Inspector, KitView, LogLine, Motion, OutcomeView,
    OverlayKind, OverlayView, PathPreview, ProcedureView, Prompt, ReachView, Refusal, ScoreView,
    SequenceView, SheetView, SightView, Target, TrackView, rules,
};
use engine::scenario::ScenarioDoc;

/// The action that ends the move of the counter under way, by its place in the list.
fn lets_go(cx: &Context, s: &State) -> Option<usize> {
    let question = s.question()?;
    let mut legal = Vec::new();
    question.list(cx, s, &mut legal);
    legal.sort();
    legal.iter().position(|a| *a == Action::Halt)
}

impl Describe for PrussiasGlory {
    fn seats(cx: &Cx<Self>) -> Vec<SeatInfo> {
        cx.setup.sides.iter().map(|s| SeatInfo { name: s.name.clone(), army: s.army.clone() }).collect()
    }

    fn prompt(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Prompt {
        let state = s.state();
        let Some(question) = state.question() else { return Prompt::default() };
        let (text, rule) = question.prompt(cx, state);
        let who = match question.ask(cx, state) {
            crate::decide::Ask::Side(side) => cx.setup.sides[side.index()].name.clone(),
            _ => String::new(),
        };
        let is_moving = matches!(state.frames.top(), Some(crate::decide::Frame::Move(_)));
        let lets_go = if is_moving { lets_go(cx, state) } else { None };
        let held = question.what_is_missing(cx, state);
        Prompt { who, text, rules: rules(&[rule]), held, lets_go, ..Prompt::default() }
    }

    fn affordances(cx: &Cx<Self>, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        let Some(question) = s.state().question() else { return Vec::new() };
        Affordance::number(actions.iter().map(|a| question.label(cx, s.state(), a)))
    }

    fn tracks(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<TrackView> {
        tracks::tracks(cx, s.state())
    }

    fn procedure(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Option<ProcedureView> {
        procedure::procedure(cx, s.state())
    }

    fn sequence(cx: &Cx<Self>, s: &Seen<'_, Self>) -> SequenceView {
        tracks::sequence(cx, s.state())
    }

    fn inspect(cx: &Cx<Self>, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        inspect::inspect(cx, s.state(), t)
    }

    fn score(cx: &Cx<Self>, s: &Seen<'_, Self>) -> ScoreView {
        tracks::score(cx, s.state())
    }

    fn outcome(cx: &Cx<Self>, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        tracks::outcome(cx, s.state(), o)
    }

    fn log_line(cx: &Cx<Self>, e: &Event) -> Option<LogLine> {
        log::log_line(cx, e)
    }

    fn explain(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        let Some(question) = s.state().question() else { return refusal(("14", "the battle is over")) };
        let none = refusal(("3", "that is not asked now"));
        let Target::Hex(hex) = *target else { return none };
        if let Some(why) = paths::why_out_of_reach(cx, s.state(), subject, hex) {
            return Refusal { text: engine::sentence(&why.text), ..why };
        }
        let unit = cx.setup.unit_ids().find(|u| unit_target(*u) == *subject);
        let leader = cx.setup.leader_ids().find(|l| leader_target(cx, *l) == *subject);
        let layer = crate::board::Layer::Top;
        let tries = [
            unit.map(|unit| Action::Go { unit, to: hex, layer }),
            unit.map(|unit| Action::Aim { unit, hex }),
            leader.map(|leader| Action::Ride { leader, to: hex }),
            Some(Action::ChooseHex { hex }),
        ];
        let why = tries.iter().flatten().map(|a| question.refuse(cx, s.state(), a)).find(|w| w.0 != "3");
        why.map_or(none, refusal)
    }
}

impl Picture for PrussiasGlory {
    fn board(cx: &Cx<Self>, s: &Seen<'_, Self>) -> BoardView {
        board::board(cx, s.state(), s.seat().0)
    }

    fn sheets(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<SheetView> {
        tracks::sheets(cx, s.state())
    }

    fn path_of_action(_: &Cx<Self>, _: &Seen<'_, Self>, a: &Action) -> Vec<HexId> {
        paths::path_of_action(a)
    }

    fn reach(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target) -> Vec<ReachView> {
        paths::reach(cx, s.state(), subject)
    }

    fn path_preview(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> PathPreview {
        paths::path_preview(cx, s.state(), subject, hexes)
    }

    fn next_on_path(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> Option<Action> {
        paths::next_on_path(cx, s.state(), subject, hexes)
    }

    fn motion(cx: &Cx<Self>, e: &Event) -> Option<Motion> {
        match e {
            Event::Moved { unit, to, .. }
            | Event::Retreated { unit, to, .. }
            | Event::Withdrew { unit, to, .. }
            | Event::Advanced { unit, to, .. } => {
                Some(Motion::Moved { counter: unit_counter(*unit), path: vec![*to] })
            }
            Event::LeaderMoved { leader, to, .. } => {
                Some(Motion::Moved { counter: leader_counter(cx, *leader), path: vec![*to] })
            }
            Event::CoverMoved { cover, to, .. } => {
                Some(Motion::Moved { counter: crate::words::cover_counter(cx, *cover, 0), path: vec![*to] })
            }
            Event::DisMoved { cover, which, to, .. } => Some(Motion::Moved {
                counter: crate::words::cover_counter(cx, *cover, which + 1),
                path: vec![*to],
            }),
            Event::DummyRemoved { cover } => {
                Some(Motion::Gone { counter: crate::words::cover_counter(cx, *cover, 0) })
            }
            Event::StepLost { unit, .. } => Some(Motion::Lost { counter: unit_counter(*unit), steps: 1 }),
            Event::Eliminated { unit } | Event::Captured { unit, .. } | Event::RoutedOff { unit } => {
                Some(Motion::Gone { counter: unit_counter(*unit) })
            }
            _ => None,
        }
    }

    fn sight(cx: &Cx<Self>, s: &Seen<'_, Self>, from: HexId, to: HexId) -> Option<SightView> {
        Some(paths::sight(cx, s.state(), from, to))
    }

    fn overlays() -> &'static [OverlayKind] {
        overlay::KINDS
    }

    fn overlay(cx: &Cx<Self>, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView {
        overlay::overlay(cx, s.state(), s.seat().0, kind, subject)
    }
}

impl Aids for PrussiasGlory {
    fn charts(cx: &Cx<Self>) -> Vec<ChartView> {
        charts::charts(cx)
    }

    fn kit(cx: &Cx<Self>) -> KitView {
        kit::kit(cx)
    }

    fn piece(cx: &Cx<Self>, counter: CounterId) -> Option<&str> {
        let n = counter.0 as usize;
        let units = cx.setup.units.len();
        match cx.setup.units.get(n) {
            Some(unit) => Some(&unit.id),
            None => cx.setup.leaders.get(n - units).map(|l| l.id.as_str()),
        }
    }

    fn charts_used(cx: &Cx<Self>, e: &Event) -> Vec<ChartUse> {
        used::used(cx, e)
    }

    fn position(cx: &Cx<Self>, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        position::position(cx, s.state(), doc)
    }
}
