//! How the game shows itself to one seat.

mod board;
mod charts;
mod checks;
mod destinations;
mod explain;
mod inspect;
mod kit;
mod labels;
mod log;
mod overlay;
mod paths;
mod position;
mod reach;
mod sheets;
mod used;
mod views;
mod why_march;
mod words;

use super::action::Action;
use super::event::{Event, What};
use super::state::{Frame, Place, State, UNKNOWN};
use super::{Ctx, FrederickTheGreat, combat, siege, victory};
use crate::ids::{SideId, Walls};
use engine::game::{Aids, Describe, Outcome, Picture, Reckon, SeatInfo, Seen};
use engine::hex::HexId;
use engine::present::{
    Affordance, BoardView, ChartUse, ChartView, Inspector, KitView, LogLine, LossLine, ModLine, Motion,
    OddsFact, OddsOutcome, OutcomeView, OverlayKind, OverlayView, OverlayWants, PathPreview, Prompt, Refusal,
    Rule, ScoreView, SequenceView, SheetView, Target, TrackView,
};
use engine::scenario::ScenarioDoc;

const OVERLAYS: &[OverlayKind] = &[
    OverlayKind { id: "supply", name: "Supply", wants: OverlayWants::Nothing, rule: Rule("10.2") },
    OverlayKind { id: "reach", name: "Reach", wants: OverlayWants::Counter, rule: Rule("5.1") },
    OverlayKind { id: "turns", name: "Turns to reach", wants: OverlayWants::Counter, rule: Rule("5.1") },
    OverlayKind { id: "going", name: "Movement cost", wants: OverlayWants::Nothing, rule: Rule("5.41") },
    OverlayKind { id: "command", name: "Command", wants: OverlayWants::Nothing, rule: Rule("8.21") },
    OverlayKind { id: "path", name: "Supply path", wants: OverlayWants::Hex, rule: Rule("10.21") },
    OverlayKind { id: "zones", name: "Zones of control", wants: OverlayWants::Nothing, rule: Rule("6.0") },
];

/// The side a seat looks for; for an open look, or a player of both, the side that decides.
pub(super) fn side_of(cx: &Ctx, s: &Seen<'_, FrederickTheGreat>) -> SideId {
    match SideId::BOTH.map(|side| cx.setup.seat(side) == s.seat()) {
        [true, false] => SideId::FIRST,
        [false, true] => SideId::SECOND,
        _ => super::legal::deciding_side(cx, s.state()).unwrap_or(s.state().phasing),
    }
}

impl Describe for FrederickTheGreat {
    fn seats(cx: &Ctx) -> Vec<SeatInfo> {
        let most = cx.setup.sides.iter().map(|s| s.seat.0).max().unwrap_or(0);
        let name = |seat: u8| {
            let own = |s: &&super::setup::SideInfo| s.seat.0 == seat;
            let names: Vec<&str> = cx.setup.sides.iter().filter(own).map(|s| s.name.as_str()).collect();
            let army = cx.setup.sides.iter().find(own).map_or(String::new(), |s| s.army.clone());
            let player = cx.setup.sides.iter().filter(own).find_map(|s| s.player.clone());
            SeatInfo { name: player.unwrap_or_else(|| names.join(" / ")), army }
        };
        (0..=most).map(name).collect()
    }

    fn prompt(cx: &Ctx, s: &Seen<'_, Self>) -> Prompt {
        views::prompt(cx, s)
    }

    fn affordances(cx: &Ctx, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        labels::affordances(cx, s.state(), actions)
    }

    fn tracks(cx: &Ctx, s: &Seen<'_, Self>) -> Vec<TrackView> {
        views::tracks(cx, s.state())
    }

    fn sequence(cx: &Ctx, s: &Seen<'_, Self>) -> SequenceView {
        views::sequence(cx, s.state())
    }

    fn inspect(cx: &Ctx, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        inspect::inspect(cx, s, t)
    }

    fn score(cx: &Ctx, s: &Seen<'_, Self>) -> ScoreView {
        sheets::score(cx, s.state())
    }

    fn outcome(cx: &Ctx, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        views::outcome(cx, s.state(), o)
    }

    fn log_line(cx: &Ctx, e: &Event) -> Option<LogLine> {
        log::line(cx, e)
    }

    fn explain(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        explain::explain(cx, s, subject, target)
    }
}

impl Picture for FrederickTheGreat {
    fn board(cx: &Ctx, s: &Seen<'_, Self>) -> BoardView {
        board::board(cx, s)
    }

    fn sheets(cx: &Ctx, s: &Seen<'_, Self>) -> Vec<SheetView> {
        sheets::sheets(cx, s.state())
    }

    fn motion(cx: &Ctx, e: &Event) -> Option<Motion> {
        match &e.what {
            What::Stepped { leader, from, to, .. } if (leader.index()) < cx.setup.leaders.len() => {
                Some(Motion::Moved { counter: board::leader_id(*leader), path: vec![*from, *to] })
            }
            What::LeaderKilled { leader, .. } | What::LeaderTaken { leader, .. } => {
                Some(Motion::Gone { counter: board::leader_id(*leader) })
            }
            What::Lost { hex, nation, sp, .. } => {
                Some(Motion::Lost { counter: board::stack_id(*hex, *nation, Walls::Outside), steps: *sp })
            }
            _ => None,
        }
    }

    fn path_of_action(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<HexId> {
        paths::path_of_action(cx, s.state(), a)
    }

    fn path_preview(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> PathPreview {
        paths::path_preview(cx, s.state(), subject, hexes)
    }

    fn destinations(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target) -> Vec<(HexId, String)> {
        destinations::destinations(cx, s.state(), subject)
    }

    fn path_to(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, to: HexId) -> Vec<HexId> {
        destinations::path_to(cx, s.state(), subject, to)
    }

    fn next_on_path(cx: &Ctx, s: &Seen<'_, Self>, subject: &Target, hexes: &[HexId]) -> Option<Action> {
        paths::next_on_path(cx, s.state(), subject, hexes)
    }

    fn overlays() -> &'static [OverlayKind] {
        OVERLAYS
    }

    fn overlay(cx: &Ctx, s: &Seen<'_, Self>, kind: &str, subject: Option<&Target>) -> OverlayView {
        overlay::overlay(cx, s, kind, subject)
    }
}

impl Reckon for FrederickTheGreat {
    fn dice_modifiers(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<ModLine> {
        let st = s.state();
        let line = |text: &str, n: i32, rule: &'static str| ModLine {
            text: text.into(),
            value: format!("{n:+}"),
            rule: Rule(rule),
        };
        match (a, st.frames.top()) {
            (Action::Attack, Some(Frame::AttackOption { hex, side, .. })) => {
                let (attack, defence, mountain) = combat::battle_modifiers(cx, st, *hex, *side);
                let mut out = vec![line(words::ATTACK_BONUS, attack.into(), "9.23")];
                out.push(line(words::DEFENCE_BONUS, -i32::from(defence), "9.23"));
                if mountain != 0 {
                    out.push(line(words::MOUNTAIN, mountain.into(), "9.22"));
                }
                out
            }
            (Action::Besiege { hex }, _) => {
                let (initiative, camp) = siege::siege_modifiers(cx, st, *hex);
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
        let lost = |s: &State, side: SideId| victory::count_points(cx, s, side).lost;
        let own = super::legal::deciding_side(cx, before.state()).unwrap_or(SideId::FIRST);
        let [mine, his] =
            [own, own.enemy()].map(|side| lost(after, side).saturating_sub(lost(before.state(), side)));
        let text = match (a, after.frames.top()) {
            (Action::Besiege { .. }, Some(Frame::Honours { .. })) => words::BREACH.to_owned(),
            (Action::Go, Some(Frame::Force(f))) => words::allowance(f.left, mine),
            (Action::Attack, _) => {
                words::battle(beaten(cx, before.state(), after).map(|b| b == own), mine, his)
            }
            _ if mine == 0 && his == 0 => words::NOTHING_LOST.to_owned(),
            _ => words::losses(mine, his),
        };
        let breach = matches!(after.frames.top(), Some(Frame::Honours { .. }));
        OddsOutcome {
            text,
            p: 0.0,
            removes: his > 0,
            rank: i32::from(mine) - i32::from(his) - i32::from(breach),
        }
    }

    fn success_words(_: &Ctx, _: &Seen<'_, Self>, a: &Action) -> &'static str {
        match a {
            Action::Attack => words::VICTORY,
            Action::Besiege { .. } => words::BREACH,
            _ => "",
        }
    }

    fn is_success(_: &Ctx, a: &Action, outcome: &OddsOutcome) -> bool {
        match a {
            Action::Besiege { .. } => outcome.text == words::BREACH,
            _ => outcome.text.starts_with(words::VICTORY),
        }
    }

    fn side_effects(cx: &Ctx, before: &Seen<'_, Self>, _: &Action, after: &State) -> Vec<OddsFact> {
        let own = super::legal::deciding_side(cx, before.state()).unwrap_or(SideId::FIRST);
        let fell = |side: SideId| {
            (0..after.leaders.len()).any(|i| {
                cx.setup.leaders[i].side == side
                    && after.leaders[i].place == Place::Dead
                    && before.state().leaders[i].place != Place::Dead
            })
        };
        let fact = |(side, text): (SideId, &str)| OddsFact {
            text: text.into(),
            p: if fell(side) { 1.0 } else { 0.0 },
        };
        [(own, words::OWN_FALLS), (own.enemy(), words::ENEMY_FALLS)]
            .into_iter()
            .filter(|f| fell(f.0))
            .map(fact)
            .collect()
    }

    fn assumptions(cx: &Ctx, s: &Seen<'_, Self>, a: &Action) -> Vec<(String, State)> {
        let st = s.state();
        let (hex, side, own) = match (a, st.frames.top()) {
            (Action::Attack, Some(Frame::AttackOption { hex, side, .. })) => {
                (hex, side, st.strength_at(&cx.setup, *hex, *side, Walls::Outside).max(1))
            }
            (Action::Overwhelm, Some(Frame::Force(f))) => (&f.at, &f.side, st.sp_moving(f.at, f.side).max(1)),
            _ => return vec![(String::new(), st.clone())],
        };
        let hidden = st.stacks_at(*hex).iter().any(|k| k.fresh == UNKNOWN && k.inside == Walls::Outside);
        if !hidden {
            return vec![(String::new(), st.clone())];
        }
        let told = st
            .sieges
            .announced
            .iter()
            .find(|a| a.0 == *hex && st.depot_at(*hex).is_some_and(|d| d.side != *side));
        let mut list: Vec<u8> = match told {
            // The besieger has announced his strength (13.14).
            Some((_, sp)) => vec![(*sp).clamp(1, 250) as u8],
            // The most that is overwhelmed, and one more (5.5).
            None if *a == Action::Overwhelm => {
                let most =
                    (u32::from(own) * 100 / u32::from(cx.data.combat.overwhelming.max(1))).min(249) as u8;
                [most, most + 1].into_iter().filter(|n| *n > 0).collect()
            }
            None => [own / 2, own, own + own / 2, own * 2].map(|n| n.clamp(1, 250) as u8).into(),
        };
        list.dedup();
        let assume = |enemy: u8| {
            let mut t = st.clone();
            let mut left = enemy;
            // All of it to the first nation: only the sum counts in the ratio.
            for k in t
                .stacks
                .iter_mut()
                .filter(|k| k.hex == *hex && k.inside == Walls::Outside && k.fresh == UNKNOWN)
            {
                k.fresh = std::mem::take(&mut left);
            }
            t.stacks.retain(|k| k.sp() > 0);
            let name = if told.is_some() { words::announced(enemy) } else { words::against(enemy) };
            (name, t)
        };
        list.into_iter().map(assume).collect()
    }
}

impl Aids for FrederickTheGreat {
    fn losses(cx: &Ctx, s: &Seen<'_, Self>) -> Option<Vec<LossLine>> {
        Some(position::losses(cx, s))
    }

    fn position(cx: &Ctx, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        position::position(cx, s.state(), doc)
    }

    fn charts_used(cx: &Ctx, e: &Event) -> Vec<ChartUse> {
        used::used(cx, e)
    }

    fn charts(cx: &Ctx) -> Vec<ChartView> {
        charts::charts(cx)
    }

    fn kit(cx: &Ctx) -> KitView {
        kit::kit(cx)
    }
}

/// The side beaten in a battle since `before`; none for a draw or no battle.
fn beaten(cx: &Ctx, before: &State, after: &State) -> Option<SideId> {
    let under_way = after.frames.iter().find_map(|f| match f {
        Frame::Battle { loser, .. } if *loser != SideId::NONE => Some(*loser),
        Frame::Force(f) if f.mode == super::state::Mode::Retreat => Some(f.side),
        _ => None,
    });
    let fresh = || after.demoralised.iter().find(|d| !before.demoralised.contains(d)).map(|d| d.1);
    let gone = || {
        let Some(Frame::AttackOption { hex, .. }) = before.frames.top() else { return None };
        SideId::BOTH.into_iter().find(|side| !after.is_present(&cx.setup, *hex, *side, Walls::Outside))
    };
    under_way.or_else(fresh).or_else(gone)
}

/// The hex a target points at.
pub(super) fn hex_of(s: &State, t: &Target) -> Option<HexId> {
    match t {
        Target::Hex(h) => Some(*h),
        Target::Counter(id) => match board::leader_of(*id) {
            Some(l) => {
                s.leaders.get(l.index()).filter(|l| l.on_map() || l.place == Place::Moving).map(|l| l.hex)
            }
            None if board::marching_of(*id).is_some() => s.moving_force().map(|m| m.0),
            None => board::stack_of(*id).map(|k| k.0),
        },
        _ => None,
    }
}
