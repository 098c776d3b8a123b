//! How it is told and shown.

mod board;
mod charts;
mod inspect;
mod kit;
mod log;
mod overlay;
mod paths;
mod position;
pub(crate) mod procedure;
mod tracks;
mod used;

use crate::action::Action;
use crate::combat::CombatEvent;
use crate::data::Arm;
use crate::decide::Frame;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::words::{counter, side_name};
use crate::{AustrianSuccession, Context};
use engine::game::decision::question;
use engine::game::{Aids, Ask, Cx, Describe, Outcome, Picture, SeatInfo, Seen};
use engine::hex::HexId;
use engine::present::{
    Affordance, BoardView, ChartUse, ChartView, CounterId, Inspector, KitView, LogLine, Motion, OutcomeView,
    OverlayKind, OverlayView, PathPreview, ProcedureView, Prompt, ReachView, ScoreView, SequenceView,
    SheetView, Target, TrackView, rules,
};
use engine::scenario::ScenarioDoc;

fn is_siege_train(cx: &Context, unit: UnitId) -> bool {
    cx.setup.unit(unit).arm == Arm::SiegeTrain
}

/// The action that ends the move of the group under way, by its place in the list.
fn lets_go(cx: &Context, s: &Seen<'_, AustrianSuccession>) -> Option<usize> {
    let mut legal = Vec::new();
    engine::game::decision::list_answers::<AustrianSuccession>(cx, s.state(), &mut legal);
    legal.iter().position(|a| *a == Action::Halt)
}

impl Describe for AustrianSuccession {
    fn seats(cx: &Cx<Self>) -> Vec<SeatInfo> {
        cx.setup.sides.iter().map(|s| SeatInfo { name: s.name.clone(), army: s.army.clone() }).collect()
    }

    fn prompt(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Prompt {
        let state = s.state();
        let Some(asked) = question::<Self>(state) else { return Prompt::default() };
        let (text, rule) = asked.prompt(cx, state);
        let who = match asked.ask(cx, state) {
            Ask::Seat(seat) => SideId::of_seat(seat).map_or(String::new(), |side| side_name(cx, side).into()),
            _ => String::new(),
        };
        let held = asked.what_is_missing(cx, state);
        Prompt { who, text, rules: rules(&[rule]), held, lets_go: lets_go(cx, s), ..Prompt::default() }
    }

    fn affordances(cx: &Cx<Self>, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        let Some(asked) = question::<Self>(s.state()) else { return Vec::new() };
        Affordance::number(actions.iter().map(|a| asked.label(cx, s.state(), a)))
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
        Some(log::log_line(cx, e))
    }

    fn meant(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Vec<Action> {
        let Some(unit) = inspect::unit_of(cx, subject) else { return Vec::new() };
        let from = s.state().unit(unit).hex();
        let Target::Hex(to) = *target else { return Vec::new() };
        let at = crate::action::Landing::Hex(to);
        let march = [Action::Go { to }, Action::Enter { to }];
        let place = Action::Place { unit, at };
        let pursue = Action::Pursue { unit, to };
        let attack = from.map(|from| Action::Attack { from, to });
        let fortress = from.zip(cx.setup.ground(to).place);
        let siege = fortress.map(|(from, place)| Action::Besiege { from, place });
        let storm = fortress.map(|(from, place)| Action::Storm { from, place });
        // What the question is about comes first: its reasons are those of the rules, the others only say that it is not the time.
        match s.state().frames.top() {
            Some(Frame::Movement(_)) => vec![Action::Lead { unit }, Action::Go { to }],
            Some(
                Frame::SetUp(_) | Frame::PlaceReinforcements(_) | Frame::TakeLot(_) | Frame::Homecoming(_),
            ) => vec![place],
            Some(Frame::Pursuit(_)) => vec![pursue],
            Some(Frame::BattlePhase(_)) => attack.into_iter().collect(),
            Some(Frame::SiegePhase(_)) if is_siege_train(cx, unit) => {
                siege.into_iter().chain(storm).collect()
            }
            Some(Frame::SiegePhase(_)) => storm.into_iter().chain(siege).collect(),
            _ => march.into_iter().chain([place, pursue]).chain(attack).chain(siege).chain(storm).collect(),
        }
    }
}

impl Picture for AustrianSuccession {
    fn board(cx: &Cx<Self>, s: &Seen<'_, Self>) -> BoardView {
        board::board(cx, s.state(), s.seat())
    }

    fn sheets(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<SheetView> {
        tracks::sheets(cx, s.state())
    }

    fn path_of_action(_: &Cx<Self>, _: &Seen<'_, Self>, a: &Action) -> Vec<HexId> {
        match a {
            Action::Go { to } | Action::GoByRiver { to } => vec![*to],
            _ => Vec::new(),
        }
    }

    fn reach(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target) -> Vec<ReachView> {
        paths::reach_views(cx, s.state(), subject)
    }

    fn path_preview(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> PathPreview {
        paths::path_preview(cx, s.state(), subject, hexes)
    }

    fn next_on_path(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> Option<Action> {
        paths::next_on_path(cx, s.state(), subject, hexes)
    }

    fn motion(_: &Cx<Self>, e: &Event) -> Option<Motion> {
        match e {
            Event::StackMoved { top: unit, to, .. } => {
                Some(Motion::Moved { counter: counter(*unit), path: vec![*to] })
            }
            Event::GroupMoved { units, to, .. } => {
                units.first().map(|u| Motion::Moved { counter: counter(*u), path: vec![*to] })
            }
            Event::Boxed { unit, .. } | Event::Combat(CombatEvent::Eliminated { unit, .. }) => {
                Some(Motion::Gone { counter: counter(*unit) })
            }
            Event::Combat(CombatEvent::Advanced { unit, to, .. }) => {
                Some(Motion::Moved { counter: counter(*unit), path: vec![*to] })
            }
            Event::Combat(CombatEvent::Retreated { units, to, .. }) => {
                units.first().map(|u| Motion::Moved { counter: counter(*u), path: vec![*to] })
            }
            _ => None,
        }
    }

    fn overlays() -> &'static [OverlayKind] {
        overlay::KINDS
    }

    fn overlay(cx: &Cx<Self>, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView {
        overlay::overlay(cx, s.state(), s.seat(), kind, subject)
    }
}

impl Aids for AustrianSuccession {
    fn charts(cx: &Cx<Self>) -> Vec<ChartView> {
        charts::charts(cx)
    }

    fn kit(cx: &Cx<Self>) -> KitView {
        kit::kit(cx)
    }

    fn piece(cx: &Cx<Self>, counter: CounterId) -> Option<&str> {
        cx.setup.units.get(counter.0 as usize).map(|u| u.id.as_str())
    }

    fn charts_used(cx: &Cx<Self>, e: &Event) -> Vec<ChartUse> {
        used::used(cx, e)
    }

    fn position(cx: &Cx<Self>, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        position::position(cx, s.state(), doc)
    }
}
