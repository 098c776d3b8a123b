//! A rule system nobody plays: it carries what the shared parts promise and no shipped rule system uses yet.
//!
//! Blue and red fight over a ridge; green belongs to nobody until it joins. Numbers of counters are shuffled and
//! their faces covered (M.1). Set-up is play, in areas and near a leader, in secret (M.2). Groups move along roads
//! of two classes, over slopes, ramparts and a bridge that may burn (M.3). Stacks are put in order by hand, and
//! counters come out of a box (M.4). Several hexes fire at several that all of them see (M.5). Every turn a
//! marker is drawn (M.6); pieces arrive on turns, by events and by losses (M.7).

mod present;
mod rules;
mod sample;
mod scenario;
mod setup;
mod state;

pub use scenario::scenario;
pub use setup::Setup;
pub use state::{Action, Event, State};

use engine::AssetSource;
use engine::dice::{Roll, RollResult};
pub(crate) use engine::game::Recorder;
use engine::game::{Advice, Cx, Outcome, Play, RandomSource, Ruleset, Seen, ToAct};
use engine::present::{Refusal, Seat};
use engine::scenario::{At, Issues, OptionSet, ScenarioDoc, Schema};
use state::{Frame, Spot};
use std::borrow::Cow;

pub struct MadeUp;

impl Ruleset for MadeUp {
    const ID: &'static str = "made-up";
    const NAME: &'static str = "Made up";
    const RULES_VERSION: u32 = 1;
    type Data = ();
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;

    fn chart_files() -> &'static [&'static str] {
        &[]
    }

    fn load(_: &dyn AssetSource, _: &mut Issues) -> Option<()> {
        Some(())
    }

    fn schema((): &()) -> Schema {
        setup::schema()
    }

    fn compile((): &(), doc: &ScenarioDoc, options: &OptionSet, issues: &mut Issues) -> Option<Setup> {
        setup::compile(doc, options, issues)
    }

    fn lint((): &(), doc: &ScenarioDoc, issues: &mut Issues) {
        let map = engine::map::Map::compile(&doc.map, &setup::schema(), &mut Issues::default());
        for corner in map.broken_corners() {
            let hex = corner.hexes()[0];
            let text = "the slopes round a corner of this hex contradict each other";
            issues.warning(At::Hex(hex), doc.map.hex_label(hex), text).rule("M.3");
        }
    }
}

impl Play for MadeUp {
    fn start(cx: &Cx<Self>) -> State {
        State::new(&cx.setup)
    }

    fn to_act(_: &Cx<Self>, s: &State) -> ToAct {
        match s.frames.top() {
            Some(Frame::Shuffle { left }) => ToAct::Chance(left.draw_roll("shuffle", "M.1")),
            Some(Frame::Event) => ToAct::Chance(s.bag.draw_roll("event", "M.6")),
            Some(Frame::Fire { from, .. }) => ToAct::Chance(Roll::dice("fire", "M.5", from.len() as u8, 6)),
            Some(Frame::Place { .. } | Frame::Phase | Frame::Attack { .. }) => ToAct::Seat(Seat(s.active)),
            Some(Frame::Over) | None => {
                let winner = match s.losses(0).cmp(&s.losses(1)) {
                    std::cmp::Ordering::Less => Some(Seat(0)),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(Seat(1)),
                };
                ToAct::Over(Outcome { winner, grade: 0 })
            }
        }
    }

    fn legal_actions(cx: &Cx<Self>, s: &Seen<'_, Self>, out: &mut Vec<Action>) {
        rules::list(&cx.setup, s.state(), out);
    }

    fn check(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Result<(), Refusal> {
        rules::check(&cx.setup, s.state(), a)
    }

    fn apply(cx: &Cx<Self>, s: &mut State, a: &Action, rec: &mut Recorder<Self>) {
        rules::apply(&cx.setup, s, a, rec);
    }

    fn draw_names(cx: &Cx<Self>, s: &State) -> Vec<String> {
        match s.frames.top() {
            Some(Frame::Shuffle { left }) => left.face_names(|p| &cx.setup.pieces[p].name),
            Some(Frame::Event) => s.bag.face_names(|m| setup::MARKERS[m]),
            _ => Vec::new(),
        }
    }

    fn resolve(cx: &Cx<Self>, s: &mut State, r: &RollResult, rec: &mut Recorder<Self>) {
        rules::resolve(&cx.setup, s, r, rec);
    }

    fn redact<'a>(_: &Cx<Self>, s: &'a State, seat: Seat) -> Cow<'a, State> {
        if seat == Seat::OPEN { Cow::Borrowed(s) } else { Cow::Owned(rules::redact(s, seat.0)) }
    }

    fn has_hidden_information(_: &Cx<Self>) -> bool {
        true
    }

    fn at_rest(_: &Cx<Self>, s: &State) -> bool {
        matches!(s.frames.top(), Some(Frame::Place { .. } | Frame::Phase | Frame::Over))
    }

    fn opens_group(_: &Cx<Self>, _: &State, a: &Action) -> bool {
        match a {
            Action::Toggle { .. } | Action::Fire | Action::Cancel => false,
            Action::Place { .. } | Action::PlaceRest | Action::Lift { .. } => true,
            Action::Move { .. }
            | Action::Withdraw { .. }
            | Action::Deploy { .. }
            | Action::Attack
            | Action::End => true,
        }
    }

    fn is_visible_to(_: &Cx<Self>, e: &Event, seat: Seat) -> bool {
        !matches!(e, Event::Placed { side, secret: true, .. } if Seat(*side) != seat)
    }

    fn longest(_: &Cx<Self>) -> usize {
        2000
    }

    fn assert_valid(cx: &Cx<Self>, s: &State) -> Result<(), String> {
        check_bounds(&cx.setup, s)?;
        let shuffled = !matches!(s.frames.top(), Some(Frame::Shuffle { .. }));
        let mut pieces: Vec<u8> = s.counters.iter().map(|c| c.piece).collect();
        pieces.sort_unstable();
        if shuffled && pieces != (0..cx.setup.pieces.len() as u8).collect::<Vec<_>>() {
            return Err("a piece is missing or there twice".into());
        }
        for c in &s.counters {
            let Spot::Hex(hex) = c.spot else { continue };
            let stack = s.stack(hex);
            let ranks: Vec<u8> = stack.iter().map(|c| s.counters[*c as usize].rank).collect();
            if shuffled && ranks != (0..stack.len() as u8).collect::<Vec<_>>() {
                return Err(format!("a stack is out of order: {ranks:?}"));
            }
            if stack.iter().any(|o| s.owner(&s.counters[*o as usize]) != s.owner(c)) {
                return Err("two sides in one hex".into());
            }
        }
        Ok(())
    }
}

/// Everything a position names exists; it may come from a damaged file.
fn check_bounds(setup: &setup::Setup, s: &State) -> Result<(), String> {
    let hex = |h: &engine::hex::HexId| h.index() < setup.map.len();
    let counter = |c: &state::Counter| {
        let placed = match &c.spot {
            Spot::Hex(h) | Spot::Secret(h) => hex(h),
            Spot::Off | Spot::Box | Spot::Lost => true,
        };
        placed && usize::from(c.side) < setup.sides.len() && usize::from(c.piece) < setup.pieces.len()
    };
    let frame = |f: &Frame| match f {
        Frame::Shuffle { left } => usize::from(left.total_left()) <= setup.pieces.len(),
        Frame::Place { entry } => usize::from(*entry) < setup.entries.len(),
        Frame::Attack { from, at, .. } | Frame::Fire { from, at } => from.iter().chain(at).all(hex),
        Frame::Event | Frame::Phase | Frame::Over => true,
    };
    let seat = |side: usize| s.control.seat_of(side).is_none_or(|seat| seat.0 < 2);
    let ok = s.counters.len() <= setup.pieces.len()
        && s.counters.iter().all(counter)
        && s.frames.depth() > 0
        && s.frames.depth() < 64
        && s.frames.iter().all(frame)
        && (0..setup.sides.len()).all(seat)
        && s.active < 2
        && s.turn <= setup.turns + 1;
    if ok { Ok(()) } else { Err("something is named that the scenario does not have".into()) }
}

impl Advice for MadeUp {
    fn evaluate(_: &Cx<Self>, s: &Seen<'_, Self>) -> f64 {
        let state = s.state();
        let own = s.seat().0.min(1);
        100.0 * (f64::from(state.losses(1 - own)) - f64::from(state.losses(own)))
    }

    fn sample(cx: &Cx<Self>, s: &Seen<'_, Self>, random: &mut RandomSource) -> State {
        sample::sample(&cx.setup, s.state(), s.seat().0, random)
    }
}

#[cfg(test)]
mod tests;
