//! How the game shows itself to one seat.

mod board;
mod charts;
mod kit;
mod labels;
mod log;
mod views;
mod ways;
mod words;

use super::action::Action;
use super::event::{Event, What};
use super::movement::{self, Judge};
use super::state::{Frame, Place, State, UNKNOWN};
use super::{Ctx, FrederickTheGreat, combat, siege, victory};
use crate::game::{Outcome, Present, SeatInfo, Seen};
use crate::hex::HexId;
use crate::present::{
    Affordance, BoardView, ChartView, Inspector, KitView, LogLine, ModLine, Motion, OddsOutcome, OutcomeView,
    OverlayKind, OverlayView, OverlayWants, Prompt, Refusal, Rule, ScoreView, SequenceView, SheetView,
    Target, TrackView, WayView,
};

const OVERLAYS: &[OverlayKind] = &[
    OverlayKind { id: "supply", name: "Supply", wants: OverlayWants::Nothing, rule: Rule("10.2") },
    OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("5.1") },
    OverlayKind { id: "path", name: "Supply path", wants: OverlayWants::Hex, rule: Rule("10.21") },
    OverlayKind { id: "zones", name: "Zones of control", wants: OverlayWants::Nothing, rule: Rule("6.0") },
];

/// The side a seat looks for; side 0 for an open look.
pub(super) fn side_of(cx: &Ctx, s: &Seen<'_, FrederickTheGreat>) -> u8 {
    (0..2).find(|side| cx.setup.seat(*side) == s.seat()).unwrap_or(0)
}

impl Present for FrederickTheGreat {
    fn seats(cx: &Ctx) -> Vec<SeatInfo> {
        let most = cx.setup.sides.iter().map(|s| s.seat.0).max().unwrap_or(0);
        let name = |seat: u8| {
            let own = |s: &&super::setup::SideInfo| s.seat.0 == seat;
            let names: Vec<&str> = cx.setup.sides.iter().filter(own).map(|s| s.name.as_str()).collect();
            let army = cx.setup.sides.iter().find(own).map_or(String::new(), |s| s.army.clone());
            SeatInfo { name: names.join(" / "), army }
        };
        (0..=most).map(name).collect()
    }

    fn prompt(cx: &Ctx, s: &Seen<'_, Self>) -> Prompt {
        views::prompt(cx, s)
    }

    fn affordance(cx: &Ctx, s: &Seen<'_, Self>, a: &Action, id: usize) -> Affordance {
        labels::affordance(cx, s.state(), a, id)
    }

    fn board(cx: &Ctx, s: &Seen<'_, Self>) -> BoardView {
        board::board(cx, s)
    }

    fn sheets(cx: &Ctx, s: &Seen<'_, Self>) -> Vec<SheetView> {
        views::sheets(cx, s.state())
    }

    fn tracks(cx: &Ctx, s: &Seen<'_, Self>) -> Vec<TrackView> {
        views::tracks(cx, s.state())
    }

    fn sequence(cx: &Ctx, s: &Seen<'_, Self>) -> SequenceView {
        views::sequence(cx, s.state())
    }

    fn inspect(cx: &Ctx, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        board::inspect(cx, s, t)
    }

    fn score(cx: &Ctx, s: &Seen<'_, Self>) -> ScoreView {
        views::score(cx, s.state())
    }

    fn outcome(cx: &Ctx, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        views::outcome(cx, s.state(), o)
    }

    fn log_line(cx: &Ctx, e: &Event) -> Option<LogLine> {
        log::line(cx, e)
    }

    fn motion(cx: &Ctx, e: &Event) -> Option<Motion> {
        match &e.what {
            What::Stepped { leader, from, to, .. } if (*leader as usize) < cx.setup.leaders.len() => {
                Some(Motion::Moved { counter: board::leader_id(*leader), path: vec![*from, *to] })
            }
            What::LeaderKilled { leader, .. } | What::LeaderTaken { leader, .. } => {
                Some(Motion::Gone { counter: board::leader_id(*leader) })
            }
            What::Lost { hex, nation, sp, .. } => {
                Some(Motion::Lost { counter: board::stack_id(*hex, *nation, false), steps: *sp })
            }
            _ => None,
        }
    }

    fn explain(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        labels::explain(cx, s.state(), subject, target)
    }

    fn mods(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<ModLine> {
        let st = s.state();
        let line = |text: &str, n: i32, rule: &'static str| ModLine {
            text: text.into(),
            value: format!("{n:+}"),
            rule: Rule(rule),
        };
        match (a, st.frames.top()) {
            (Action::Attack, Some(Frame::AttackOption { hex, side, .. })) => {
                let (attack, defence, mountain) = combat::modifiers(cx, st, *hex, *side);
                let mut out = vec![line(words::ATTACK_BONUS, attack.into(), "9.23")];
                out.push(line(words::DEFENCE_BONUS, -i32::from(defence), "9.23"));
                if mountain != 0 {
                    out.push(line(words::MOUNTAIN, mountain.into(), "9.22"));
                }
                out
            }
            (Action::Besiege { hex }, _) => {
                let (initiative, camp) = siege::modifiers(cx, st, *hex);
                let mut out = vec![line(words::GARRISON_COMMANDER, -i32::from(initiative), "13.0")];
                if camp != 0 {
                    out.push(line(words::CAMP, camp.into(), "1761.4C"));
                }
                out
            }
            _ => Vec::new(),
        }
    }

    fn result(cx: &Ctx, before: &Seen<'_, Self>, a: &Action, after: &State) -> OddsOutcome {
        let lost = |s: &State, side: u8| victory::reckon(cx, s, side).lost;
        let own = super::legal::decider(cx, before.state()).unwrap_or(0);
        let [mine, his] =
            [own, 1 - own].map(|side| lost(after, side).saturating_sub(lost(before.state(), side)));
        let text = match (a, after.frames.top()) {
            (Action::Besiege { .. }, Some(Frame::Honours { .. })) => words::BREACH.to_owned(),
            (Action::Go, Some(Frame::Force(f))) => format!("{} MP, {mine} lost", f.left),
            _ if mine == 0 && his == 0 => words::NOTHING_LOST.to_owned(),
            _ => format!("{mine} lost, enemy {his}"),
        };
        let breach = matches!(after.frames.top(), Some(Frame::Honours { .. }));
        OddsOutcome {
            text,
            p: 0.0,
            removes: his > 0,
            rank: i32::from(mine) - i32::from(his) - i32::from(breach),
        }
    }

    fn assumptions(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<(String, State)> {
        let st = s.state();
        let (Action::Attack, Some(Frame::AttackOption { hex, side, .. })) = (a, st.frames.top()) else {
            return vec![(String::new(), st.clone())];
        };
        let hidden = st.stacks_at(*hex).iter().any(|k| k.fresh == UNKNOWN && !k.inside);
        if !hidden {
            return vec![(String::new(), st.clone())];
        }
        let own = st.sp(&cx.setup, *hex, *side, false).max(1);
        let mut out: Vec<(String, State)> = Vec::new();
        for enemy in [own / 2, own, own + own / 2, own * 2] {
            let enemy = enemy.clamp(1, 250) as u8;
            let mut t = st.clone();
            let mut first = true;
            for k in t.stacks.iter_mut().filter(|k| k.hex == *hex && !k.inside && k.fresh == UNKNOWN) {
                k.fresh = if first { enemy } else { 0 };
                first = false;
            }
            t.stacks.retain(|k| k.sp() > 0);
            out.push((words::against(enemy), t));
        }
        out.dedup_by(|b, a| a.0 == b.0);
        out
    }

    fn charts(cx: &Ctx) -> Vec<ChartView> {
        charts::charts(cx)
    }

    fn kit(cx: &Ctx) -> KitView {
        kit::kit(cx)
    }

    fn route(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<HexId> {
        ways::route(cx, s.state(), a)
    }

    fn way(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> WayView {
        ways::way(cx, s.state(), subject, hexes)
    }

    fn follow(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> Option<Action> {
        ways::follow(cx, s.state(), subject, hexes)
    }

    fn overlays() -> &'static [OverlayKind] {
        OVERLAYS
    }

    fn overlay(cx: &Ctx, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView {
        views::overlay(cx, s, kind, subject)
    }
}

/// The hex a target points at.
pub(super) fn hex_of(s: &State, t: &Target) -> Option<HexId> {
    match t {
        Target::Hex(h) => Some(*h),
        Target::Counter(id) => match board::leader_of(*id) {
            Some(l) => {
                s.leaders.get(l as usize).filter(|l| l.on_map() || l.place == Place::Moving).map(|l| l.hex)
            }
            None => board::stack_of(*id).map(|k| k.0),
        },
        _ => None,
    }
}

/// Reasons of the same predicates, for 'why not?'.
pub(super) fn why_not_begin(cx: &Ctx, s: &State, leader: u8) -> Option<super::why::Why> {
    let j = Judge::new(cx, s);
    let m = movement::marching(s)?;
    movement::can_begin(&j, &m, leader).err()
}
