//! How the battle is shown: plain views in the player's words.

mod charts;
mod explain;
mod kit;
mod labels;
mod log;
mod odds;
mod overlay;
mod paths;
mod position;
mod prompt;
mod refusals;
mod used;
mod views;

use super::action::Action;
use super::event::{Event, Mod, ModKind};
use super::state::{SideId, State, UnitId};
use super::{C, HoldTheLine};
use engine::game::{Aids, Describe, Outcome, Picture, Reckon, SeatInfo, Seen};
use engine::hex::{Facing, HexId};
use engine::present::{
    Affordance, BoardView, ChartUse, ChartView, CounterId, Inspector, KitView, LogLine, ModLine, Motion,
    OddsFact, OddsOutcome, OutcomeView, OverlayKind, OverlayView, PathPreview, Prompt, Refusal, Rule, Rules,
    ScoreView, SequenceView, SightView, Target, TrackView,
};
use engine::scenario::ScenarioDoc;

/// Rule numbers as a list.
pub(super) fn rules(list: &[&'static str]) -> Rules {
    list.iter().map(|r| Rule(r)).collect()
}

pub(super) fn counter(u: UnitId) -> CounterId {
    CounterId(u32::from(u.0))
}

pub(super) fn unit_of(cx: &C, t: &Target) -> Option<UnitId> {
    match t {
        Target::Counter(c) if (c.0 as usize) < cx.setup.defs.len() => Some(UnitId(c.0 as u8)),
        _ => None,
    }
}

pub(super) fn hex_of(cx: &C, s: &State, t: &Target) -> Option<HexId> {
    let on_map = |h: HexId| (h.index() < cx.setup.ground.len()).then_some(h);
    match t {
        Target::Hex(h) | Target::StackPosition { hex: h, .. } | Target::Facing(h, _) => on_map(*h),
        Target::Counter(_) => s.unit(unit_of(cx, t)?).hex.to_option(),
        Target::Path(p) => p.last().copied().and_then(on_map),
        _ => None,
    }
}

pub(super) fn side_name(cx: &C, side: SideId) -> &str {
    &cx.setup.sides[side.index()].name
}

pub(super) fn army(cx: &C, u: UnitId) -> String {
    cx.setup.nations[cx.setup.unit_def(u).nation as usize].army.clone()
}

/// `Infantry E7`, or the unique name of a piece that is nowhere.
pub(super) fn unit_at(cx: &C, u: UnitId, hex: HexId) -> String {
    let n = cx.setup.unit_names(u);
    if hex.is_none() { n.unique.clone() } else { format!("{} {}", n.short, cx.setup.hex_label(hex)) }
}

pub(super) fn unit_now(cx: &C, s: &State, u: UnitId) -> String {
    unit_at(cx, u, s.unit(u).hex)
}

pub(super) fn facing_name(cx: &C, facing: u8) -> &'static str {
    Facing::towards_corner(facing).compass_name(cx.setup.map.grid.orientation)
}

pub(super) fn points_word(n: i64) -> String {
    format!("{n} AP")
}

/// A modifier with its name and rule.
pub(super) fn mod_line(cx: &C, m: &Mod) -> ModLine {
    let signed = format!("{:+}", m.value);
    let (text, value, rule) = match m.what {
        ModKind::Terrain(t) => (ground_name(cx, t), signed, "2.combat"),
        ModKind::Ground(t) => (ground_name(cx, t), signed, "2.morale"),
        ModKind::Leader(l) => (cx.setup.unit_names(l).short.clone(), format!("{signed} MP"), "9.morale"),
        ModKind::ChargeMorale => {
            ("Light cavalry withdrawing".into(), format!("{} MP", m.value), "8.charge-light")
        }
        ModKind::Elite => ("Elite".into(), signed, "3.elite"),
        ModKind::Opposite => ("Attacked from opposite sides".into(), signed, "opt.flank"),
        ModKind::Side => ("In the flank".into(), signed, "opt.facing"),
        ModKind::Rear => ("In the rear".into(), signed, "opt.facing"),
        ModKind::Cavalry => ("Austrian cavalry".into(), signed, "opt.nation"),
        ModKind::EliteDice => ("Elite bonus".into(), dice(m.value), "opt.elite"),
        ModKind::LinearDice => ("Linear discipline".into(), dice(m.value), "opt.linear"),
        ModKind::HillGun => ("Artillery on a hill".into(), "1 die".into(), "opt.artillery-range"),
        ModKind::OneDie => ("Long range".into(), "1 die".into(), "8.fire-one-die"),
        ModKind::Doubles => ("Prussian infantry, doubles".into(), format!("{signed} hit"), "opt.nation"),
    };
    ModLine { text, value, rule: Rule(rule) }
}

fn ground_name(cx: &C, terrain: u8) -> String {
    cx.data.terrains.get(terrain as usize).map_or_else(String::new, |t| t.name.clone())
}

fn dice(n: i8) -> String {
    if n == 1 { "+1 die".into() } else { format!("{n:+} dice") }
}

impl Describe for HoldTheLine {
    fn seats(cx: &C) -> Vec<SeatInfo> {
        let seat = |s: &super::setup::SeatDef| SeatInfo { name: s.name.clone(), army: s.army.clone() };
        cx.setup.seats.iter().map(seat).collect()
    }

    fn prompt(cx: &C, s: &Seen<'_, Self>) -> Prompt {
        prompt::prompt(cx, s.state())
    }

    fn affordances(cx: &C, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        labels::affordances(cx, s.state(), actions)
    }

    fn tracks(cx: &C, s: &Seen<'_, Self>) -> Vec<TrackView> {
        views::tracks(cx, s.state())
    }

    fn sequence(cx: &C, s: &Seen<'_, Self>) -> SequenceView {
        views::sequence(cx, s.state())
    }

    fn inspect(cx: &C, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        views::inspect(cx, s.state(), t)
    }

    fn score(cx: &C, s: &Seen<'_, Self>) -> ScoreView {
        views::score(cx, s.state())
    }

    fn outcome(cx: &C, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        views::outcome(cx, s.state(), o)
    }

    fn log_line(cx: &C, e: &Event) -> Option<LogLine> {
        Some(log::line(cx, e))
    }

    fn explain(cx: &C, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        explain::explain(cx, s.state(), subject, target)
    }
}

impl Picture for HoldTheLine {
    fn board(cx: &C, s: &Seen<'_, Self>) -> BoardView {
        views::board(cx, s.state(), s.seat())
    }

    fn motion(cx: &C, e: &Event) -> Option<Motion> {
        log::motion(cx, e)
    }

    fn path_of_action(cx: &C, s: &Seen<'_, Self>, a: &Action) -> Vec<HexId> {
        paths::path_of_action(cx, s.state(), a)
    }

    fn path_preview(cx: &C, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> PathPreview {
        paths::path_preview(cx, s.state(), subject, hexes)
    }

    fn next_on_path(cx: &C, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> Option<Action> {
        paths::next_on_path(cx, s.state(), subject, hexes)
    }

    fn sight(cx: &C, s: &Seen<'_, Self>, from: HexId, to: HexId) -> Option<SightView> {
        Some(paths::sight(cx, s.state(), from, to))
    }

    fn overlays() -> &'static [OverlayKind] {
        overlay::KINDS
    }

    fn overlay(cx: &C, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView {
        overlay::overlay(cx, s.state(), kind, subject)
    }
}

impl Reckon for HoldTheLine {
    fn dice_modifiers(cx: &C, s: &Seen<'_, Self>, a: &Action) -> Vec<ModLine> {
        odds::dice_modifiers(cx, s.state(), a)
    }

    fn result(cx: &C, before: &Seen<'_, Self>, a: &Action, after: &State) -> OddsOutcome {
        odds::result(cx, before.state(), a, after)
    }

    fn success_words(_: &C, s: &Seen<'_, Self>, a: &Action) -> &'static str {
        odds::success_words(s.state(), a)
    }

    fn is_success(_: &C, a: &Action, outcome: &OddsOutcome) -> bool {
        odds::is_success(a, outcome)
    }

    fn side_effects(cx: &C, before: &Seen<'_, Self>, a: &Action, after: &State) -> Vec<OddsFact> {
        odds::side_effects(cx, before.state(), a, after)
    }
}

impl Aids for HoldTheLine {
    fn position(cx: &C, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        position::position(cx, s.state(), doc)
    }

    fn piece(cx: &C, counter: CounterId) -> Option<&str> {
        cx.setup.names.get(counter.0 as usize).map(|n| n.id.as_str())
    }

    fn charts_used(cx: &C, e: &Event) -> Vec<ChartUse> {
        used::used(cx, e)
    }

    fn charts(cx: &C) -> Vec<ChartView> {
        charts::charts(cx)
    }

    fn kit(cx: &C) -> KitView {
        kit::kit(cx)
    }
}
