//! How it is told and shown.

mod log;

use crate::action::Action;
use crate::board::{face, stack};
use crate::event::Event;
use crate::ids::{LeaderId, SideId, UnitId};
use crate::state::{Flag, MoraleState, Spirit, State};
use crate::words::{leader_counter, leader_target, unit_counter, unit_target};
use crate::{Context, PrussiasGlory, victory};
use engine::game::{Aids, Cx, Describe, Outcome, Picture, Reckon, SeatInfo, Seen};
use engine::hex::HexId;
use engine::present::{
    Affordance, Badge, BoardView, CounterId, CounterPlace, CounterView, InspectLine, Inspector, LogLine,
    MarkView, Motion, OddsOutcome, OutcomeView, OverlayKind, OverlayView, PhaseGroup, PhaseView, Prompt,
    Refusal, Rule, ScoreView, SequenceView, SideScore, SightView, Target, TrackKind, TrackView, rules,
};
use engine::scenario::{Place, ScenarioDoc, Value};
use smallvec::smallvec;
use std::sync::Arc;

fn unit_view(cx: &Context, s: &State, seat: u8, u: UnitId) -> CounterView {
    let card = cx.setup.unit(u);
    let unit = s.unit(u);
    let face = face(cx, s, u);
    let mut badges = Vec::new();
    match unit.morale {
        MoraleState::Formed => {}
        MoraleState::Disordered => badges.push(Badge::Disordered),
        MoraleState::Routed => badges.push(Badge::Routed),
    }
    for (flag, badge) in [
        (Flag::Column, Badge::Column),
        (Flag::OutOfCommand, Badge::OutOfCommand),
        (Flag::Moved, Badge::Acted),
    ] {
        if unit.has(flag) {
            badges.push(badge);
        }
    }
    let text = face.text(card.arm);
    CounterView {
        id: unit_counter(u),
        place: CounterPlace::Hexes(smallvec![unit.hex]),
        order: unit.order,
        army: cx.data.nations[card.nation as usize].army.clone(),
        figure: cx.data.units[card.kind as usize].figure.clone(),
        name: card.name.clone(),
        values: text.split(['-', ' ']).map(str::to_owned).collect(),
        reduced: unit.steps < card.steps(),
        pips: Some((unit.steps, card.steps())),
        badges,
        band: card.wing.map(|w| w.0),
        own: card.side.0 == seat,
        can_act: card.side == s.active && !unit.has(Flag::Moved),
        line: format!("{} {text}, {}", card.name, cx.setup.label(unit.hex)),
        ..CounterView::default()
    }
}

fn leader_view(cx: &Context, s: &State, seat: u8, l: LeaderId) -> CounterView {
    let card = cx.setup.leader(l);
    let leader = s.leader(l);
    let name = crate::leaders::name_of(cx, s, l);
    CounterView {
        id: leader_counter(cx, l),
        place: CounterPlace::Hexes(smallvec![leader.hex]),
        army: cx.data.nations[card.nation as usize].army.clone(),
        figure: "leader".into(),
        values: vec![crate::leaders::morale_of(cx, s, l).to_string()],
        badges: if leader.column { vec![Badge::Column] } else { Vec::new() },
        star: crate::leaders::star_of(cx, s, l) != crate::setup::Star::None,
        rider: true,
        own: card.side.0 == seat,
        can_act: card.side == s.active && !leader.moved,
        line: format!("{name}, {}", cx.setup.label(leader.hex)),
        name,
        ..CounterView::default()
    }
}

fn spirit_name(spirit: Spirit) -> &'static str {
    match spirit {
        Spirit::Steady => "steady",
        Spirit::Demoralized => "Demoralized",
        Spirit::Broken => "Broken",
    }
}

fn line(name: &str, value: impl ToString, rule: &'static str) -> InspectLine {
    InspectLine { name: name.into(), value: value.to_string(), rule: Some(Rule(rule)) }
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
        Prompt { who, text, rules: rules(&[rule]), ..Prompt::default() }
    }

    fn affordances(cx: &Cx<Self>, s: &Seen<'_, Self>, actions: &[Action]) -> Vec<Affordance> {
        let Some(question) = s.state().question() else { return Vec::new() };
        Affordance::number(actions.iter().map(|a| question.label(cx, s.state(), a)))
    }

    fn tracks(cx: &Cx<Self>, s: &Seen<'_, Self>) -> Vec<TrackView> {
        let state = s.state();
        let track = |side: SideId| {
            let card = &cx.setup.sides[side.index()];
            TrackView {
                id: format!("morale-{}", card.id),
                name: format!("Army morale of {}", card.name),
                kind: TrackKind::Other,
                army: card.army.clone(),
                at: state.army(side).marker.into(),
                min: -20,
                max: card.track_top.into(),
                goal: None,
                second: 0,
                text: state.army(side).marker.to_string(),
                note: format!("{} Combat Success points", state.army(side).success),
                rules: rules(&["12.1"]),
                names: Vec::new(),
            }
        };
        let turns = TrackView {
            id: "turns".into(),
            name: "Turns".into(),
            kind: TrackKind::Turns,
            army: String::new(),
            at: state.turn.into(),
            min: 1,
            max: cx.setup.turns.into(),
            goal: None,
            second: 0,
            text: String::new(),
            note: String::new(),
            rules: rules(&["14"]),
            names: cx.setup.turn_names.iter().enumerate().map(|(i, n)| (i as i32 + 1, n.clone())).collect(),
        };
        vec![turns, track(SideId::PRUSSIAN), track(SideId::COALITION)]
    }

    fn sequence(cx: &Cx<Self>, s: &Seen<'_, Self>) -> SequenceView {
        let state = s.state();
        let group = |side: SideId| PhaseGroup {
            name: cx.setup.sides[side.index()].name.clone(),
            army: cx.setup.sides[side.index()].army.clone(),
            phases: log::phases(state, side)
                .into_iter()
                .map(|(name, rule, current)| PhaseView { name: name.into(), current, rule: Rule(rule) })
                .collect(),
        };
        let turn = u32::from(state.turn);
        let name = cx.setup.turn_names.get(turn.saturating_sub(1) as usize).cloned().unwrap_or_default();
        let groups = vec![group(SideId::PRUSSIAN), group(SideId::COALITION)];
        SequenceView { turn, turns: cx.setup.turns.into(), turn_name: name, groups }
    }

    fn inspect(cx: &Cx<Self>, s: &Seen<'_, Self>, t: &Target) -> Inspector {
        let state = s.state();
        match t {
            Target::Hex(h) => {
                let terrain = cx.setup.terrain(&cx.data, *h);
                let units = SideId::BOTH.into_iter().flat_map(|side| stack(cx, state, *h, side));
                Inspector {
                    title: cx.setup.label(*h),
                    subtitle: terrain.name.clone(),
                    lines: vec![line("Level", cx.setup.map.level[h.index()], "8.2.1")],
                    counters: units.map(unit_counter).collect(),
                }
            }
            Target::Counter(CounterId(n)) if (*n as usize) < cx.setup.units.len() => {
                let u = UnitId(*n as u8);
                let lines = vec![
                    line("Face", face(cx, state, u).text(cx.setup.unit(u).arm), "2.1"),
                    line("Movement", crate::movement::allowance(cx, state, u), "7.4.1"),
                    line("Steps", state.unit(u).steps, "2.1"),
                ];
                Inspector { title: cx.setup.unit(u).name.clone(), lines, ..Inspector::default() }
            }
            Target::Counter(CounterId(n)) => {
                let l = LeaderId((*n as usize - cx.setup.units.len()) as u8);
                if l.index() >= cx.setup.leaders.len() {
                    return Inspector::default();
                }
                let lines = vec![
                    line("Morale modifier", crate::leaders::morale_of(cx, state, l), "15"),
                    line("Initiative", crate::leaders::initiative_of(cx, state, l), "2.3"),
                ];
                Inspector { title: crate::leaders::name_of(cx, state, l), lines, ..Inspector::default() }
            }
            _ => Inspector::default(),
        }
    }

    fn score(cx: &Cx<Self>, s: &Seen<'_, Self>) -> ScoreView {
        let side = |side: SideId| {
            let p = victory::points(cx, s.state(), side);
            SideScore {
                name: cx.setup.sides[side.index()].name.clone(),
                army: cx.setup.sides[side.index()].army.clone(),
                points: p.total().into(),
                goal: None,
                lines: vec![
                    line("Counters", p.counters, "19.1"),
                    line("Captured", p.captured, "19.1"),
                    line("Commanders", p.commanders, "19.1"),
                    line("Objectives", p.objectives, "19.2"),
                    line("Army morale", s.state().army(side).marker, "12.1"),
                    line("Spirit", spirit_name(s.state().army(side).spirit), "12.4"),
                ],
            }
        };
        ScoreView { sides: vec![side(SideId::PRUSSIAN), side(SideId::COALITION)], ..ScoreView::default() }
    }

    fn outcome(cx: &Cx<Self>, s: &Seen<'_, Self>, o: Outcome) -> OutcomeView {
        let level = ["", "marginal", "substantive", "decisive"][o.grade.clamp(0, 3) as usize];
        let title = match o.winner {
            Some(seat) => format!("{}: a {level} victory", cx.setup.sides[seat.0 as usize & 1].name),
            None => "A draw".into(),
        };
        let text = format!("Difference {}", victory::difference(cx, s.state()));
        OutcomeView { winner: o.winner, title, text, rule: Rule("19.2") }
    }

    fn log_line(cx: &Cx<Self>, e: &Event) -> Option<LogLine> {
        Some(log::log_line(cx, e))
    }

    fn explain(cx: &Cx<Self>, s: &Seen<'_, Self>, subject: &Target, target: &Target) -> Refusal {
        let Some(question) = s.state().question() else { return Refusal::new("14", "the battle is over") };
        let none = Refusal::new("3", "that is not asked now");
        let Target::Hex(hex) = *target else { return none };
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
        why.map_or(none, crate::decide::refusal)
    }
}

impl Picture for PrussiasGlory {
    fn board(cx: &Cx<Self>, s: &Seen<'_, Self>) -> BoardView {
        let (state, seat) = (s.state(), s.seat().0);
        let units = cx.setup.unit_ids().filter(|u| state.unit(*u).is_on_map());
        let leaders = cx.setup.leader_ids().filter(|l| state.leader(*l).is_on_map());
        let mut counters: Vec<CounterView> = units.map(|u| unit_view(cx, state, seat, u)).collect();
        counters.extend(leaders.map(|l| leader_view(cx, state, seat, l)));
        let locked = |l: &crate::state::Locked| {
            let value = if l.penalty { "-2" } else { "" };
            MarkView::new(Target::Hex(l.hex), "locked", "Locked in combat", "6.3").value(value)
        };
        BoardView { counters, marks: state.locked.iter().map(locked).collect(), areas: Vec::new() }
    }

    fn motion(cx: &Cx<Self>, e: &Event) -> Option<Motion> {
        match e {
            Event::Moved { unit, to, .. } | Event::Retreated { unit, to, .. } => {
                Some(Motion::Moved { counter: unit_counter(*unit), path: vec![*to] })
            }
            Event::LeaderMoved { leader, to, .. } => {
                Some(Motion::Moved { counter: leader_counter(cx, *leader), path: vec![*to] })
            }
            Event::StepLost { unit, .. } => Some(Motion::Lost { counter: unit_counter(*unit), steps: 1 }),
            Event::Eliminated { unit } | Event::Captured { unit } | Event::RoutedOff { unit } => {
                Some(Motion::Gone { counter: unit_counter(*unit) })
            }
            _ => None,
        }
    }

    fn sight(cx: &Cx<Self>, s: &Seen<'_, Self>, from: HexId, to: HexId) -> Option<SightView> {
        let blocked_at = crate::sight::blocker(cx, s.state(), from, to);
        let text = if blocked_at.is_none() { "in sight" } else { "not in sight" }.to_owned();
        Some(SightView { from, to, blocked_at, steps: Vec::new(), text, rules: rules(&["8.2"]) })
    }

    fn overlays() -> &'static [OverlayKind] {
        &[]
    }

    fn overlay(_: &Cx<Self>, _: &Seen<'_, Self>, _: &str, _: Option<&Target>) -> OverlayView {
        OverlayView::default()
    }
}

impl Reckon for PrussiasGlory {
    fn result(cx: &Cx<Self>, before: &Seen<'_, Self>, _: &Action, after: &State) -> OddsOutcome {
        let steps = |s: &State, side: SideId| -> i32 {
            let own = cx.setup.unit_ids().filter(|u| cx.setup.unit(*u).side == side);
            own.map(|u| i32::from(s.unit(u).steps)).sum()
        };
        let lost = |side| steps(before.state(), side) - steps(after, side);
        let (own, enemy) = (lost(before.state().active), lost(before.state().active.enemy()));
        let text = format!("{own} steps lost, {enemy} steps of the enemy lost");
        OddsOutcome { text, p: 0.0, removes: own + enemy > 0, rank: enemy - own }
    }
}

impl Aids for PrussiasGlory {
    fn position(cx: &Cx<Self>, s: &Seen<'_, Self>, doc: &ScenarioDoc) -> ScenarioDoc {
        let mut out = doc.clone();
        let grid = cx.setup.map.grid;
        let place = |hex: HexId| if hex.is_none() { Place::Off } else { Place::Hex(grid.hex(hex)) };
        for piece in Arc::make_mut(&mut out.pieces) {
            if let Some(i) = cx.setup.units.iter().position(|u| u.id == piece.id) {
                let (u, card) = (UnitId(i as u8), &cx.setup.units[i]);
                let unit = s.state().unit(u);
                piece.place = place(unit.hex);
                let lost = usize::from(card.steps() - unit.steps);
                if unit.steps > 0 && lost > 0 {
                    let faces = card.faces[lost..].iter().map(|f| Value::Text(f.text(card.arm))).collect();
                    piece.props.insert("faces".into(), Value::List(faces));
                    piece.props.remove("counters");
                }
                piece.props.insert("order".into(), Value::Int(unit.order.into()));
            } else if let Some(i) = cx.setup.leaders.iter().position(|l| l.id == piece.id) {
                piece.place = place(s.state().leader(LeaderId(i as u8)).hex);
            }
        }
        out
    }
}
