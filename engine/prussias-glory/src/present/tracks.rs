//! Tracks, the boxes of army morale, the sequence of play, the score.

use super::board::{box_counter, sheet_id};
use super::inspect::line;
use super::log;
use crate::Context;
use crate::ids::SideId;
use crate::state::{BoxKind, Spirit, State};
use crate::victory;
use engine::game::Outcome;
use engine::present::{
    BoxView, InspectLine, OutcomeView, PhaseGroup, PhaseView, Rule, ScoreView, SequenceView, SheetView,
    SideScore, TrackKind, TrackView, rules,
};

fn spirit(s: &State, side: SideId) -> &'static str {
    match s.army(side).spirit {
        Spirit::Steady => "",
        Spirit::Demoralized => "Demoralized; ",
        Spirit::Broken => "Broken; ",
    }
}

fn morale(cx: &Context, s: &State, side: SideId) -> TrackView {
    let card = &cx.setup.sides[side.index()];
    let army = s.army(side);
    let am = &cx.data.army_morale;
    let names = am.demoralization.iter().map(|d| (i32::from(d.level), format!("Demoralized on 1-{}", d.die)));
    TrackView {
        id: format!("morale-{}", card.id),
        name: format!("Army morale of {}", card.name),
        kind: TrackKind::Other,
        army: card.army.clone(),
        at: army.marker.into(),
        min: i32::from(am.broken),
        max: card.track_top.into(),
        goal: None,
        second: 0,
        text: army.marker.to_string(),
        note: format!(
            "{}{} Combat Success points, {} boxes filled",
            spirit(s, side),
            army.success,
            army.boxes.len()
        ),
        rules: rules(&["12.1", "13"]),
        names: names.collect(),
    }
}

pub fn tracks(cx: &Context, s: &State) -> Vec<TrackView> {
    let turns = TrackView {
        id: "turns".into(),
        name: "Turns".into(),
        kind: TrackKind::Turns,
        army: String::new(),
        at: s.turn.into(),
        min: 1,
        max: cx.setup.turns.count.into(),
        goal: None,
        second: 0,
        text: String::new(),
        note: String::new(),
        rules: rules(&["14"]),
        names: cx.setup.turns.names.iter().enumerate().map(|(i, n)| (i as i32 + 1, n.clone())).collect(),
    };
    vec![turns, morale(cx, s, SideId::PRUSSIAN), morale(cx, s, SideId::COALITION)]
}

/// The track of each army as boxes, from the top of what is filled to the level that breaks it.
pub fn sheets(cx: &Context, s: &State) -> Vec<SheetView> {
    let sheet = |side: SideId| SheetView {
        id: sheet_id(cx, side),
        name: format!("Army morale: {}", cx.setup.sides[side.index()].name),
        boxes: boxes(cx, s, side),
        rule: Some(Rule("12.2")),
    };
    SideId::BOTH.into_iter().map(sheet).collect()
}

fn boxes(cx: &Context, s: &State, side: SideId) -> Vec<BoxView> {
    let army = s.army(side);
    let am = &cx.data.army_morale;
    let highest = army.boxes.iter().map(|b| b.level).max().unwrap_or(army.base).max(army.base);
    let next = if army.boxes.is_empty() { army.base } else { army.lowest() - 1 };
    let is_told = |level: i8| {
        level == army.marker
            || level >= next
            || am.demoralization.iter().any(|d| d.level == level)
            || level == am.automatic
            || level == am.broken
    };
    let lowest = am.broken.min(army.marker).min(next);
    let one = |(row, level): (usize, i8)| {
        let pieces = army.boxes.iter().enumerate().filter(|(_, b)| b.level == level);
        let mut words = Vec::new();
        if level == army.marker {
            words.push("current morale".to_owned());
        }
        let fatigue = pieces.clone().filter(|(_, b)| b.kind == BoxKind::Fatigue).count();
        if fatigue > 0 {
            words.push("fatigue".to_owned());
        }
        if pieces.clone().any(|(_, b)| b.kind == BoxKind::Cost) {
            words.push("cost of Activation".to_owned());
        }
        if level == next {
            words.push("next box".to_owned());
        }
        if let Some(d) = am.demoralization.iter().find(|d| d.level == level) {
            words.push(format!("Demoralized on 1-{}", d.die));
        }
        if level == am.automatic {
            words.push("Demoralized".to_owned());
        }
        if level == am.broken {
            words.push("Broken".to_owned());
        }
        BoxView {
            id: level.to_string(),
            name: level.to_string(),
            col: 0,
            row: row as u8,
            counters: pieces
                .filter(|(_, b)| !matches!(b.kind, BoxKind::Fatigue | BoxKind::Cost))
                .map(|(i, _)| box_counter(cx, side, i))
                .collect(),
            text: words.join(", "),
            parent: None,
        }
    };
    (lowest..=highest).rev().filter(|level| is_told(*level)).enumerate().map(one).collect()
}

pub fn sequence(cx: &Context, s: &State) -> SequenceView {
    let group = |side: SideId| PhaseGroup {
        name: cx.setup.sides[side.index()].name.clone(),
        army: cx.setup.sides[side.index()].army.clone(),
        phases: log::phases(s, side)
            .into_iter()
            .map(|(name, rule, current)| PhaseView { name: name.into(), current, rule: Rule(rule) })
            .collect(),
    };
    let joint = PhaseGroup {
        name: "Both armies".into(),
        army: String::new(),
        phases: log::joint_phases(s)
            .into_iter()
            .map(|(name, rule, current)| PhaseView { name: name.into(), current, rule: Rule(rule) })
            .collect(),
    };
    let turn = u32::from(s.turn);
    let name = cx.setup.turns.names.get(turn.saturating_sub(1) as usize).cloned().unwrap_or_default();
    let groups = vec![group(SideId::PRUSSIAN), group(SideId::COALITION), joint];
    SequenceView { turn, turns: cx.setup.turns.count.into(), turn_name: name, groups }
}

pub fn score(cx: &Context, s: &State) -> ScoreView {
    let side = |side: SideId| {
        let p = victory::points(cx, s, side);
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
                line("Army morale", s.army(side).marker, "12.1"),
                line("Spirit", spirit(s, side), "12.4"),
            ],
        }
    };
    let sides = vec![side(SideId::PRUSSIAN), side(SideId::COALITION)];
    ScoreView { sides, conditions: conditions(cx, s), outcome: None }
}

fn conditions(cx: &Context, s: &State) -> Vec<InspectLine> {
    let name = |side: SideId| cx.setup.sides[side.index()].name.clone();
    let levels = &cx.setup.levels;
    let list = |l: &[i16; 3]| {
        let words = ["marginal", "substantive", "decisive"];
        let each = words.iter().zip(l).map(|(word, n)| format!("{word} {n:+}"));
        each.collect::<Vec<_>>().join(", ")
    };
    vec![
        line("Difference now", format!("{:+}", victory::difference(cx, s)), "19.2"),
        line(&format!("{} wins from", name(SideId::PRUSSIAN)), list(&levels.prussian), "19.2"),
        line(&format!("{} wins at", name(SideId::COALITION)), list(&levels.coalition), "19.2"),
    ]
}

pub fn outcome(cx: &Context, s: &State, o: Outcome) -> OutcomeView {
    let level = ["", "marginal", "substantive", "decisive"][o.grade.clamp(0, 3) as usize];
    let title = match o.winner {
        Some(seat) => format!("{}: a {level} victory", cx.setup.sides[seat.0 as usize & 1].name),
        None => "A draw".into(),
    };
    let points = |side: SideId| victory::points(cx, s, side).total();
    let text = format!(
        "{} {} points, {} {}: a difference of {:+}",
        cx.setup.sides[0].name,
        points(SideId::PRUSSIAN),
        cx.setup.sides[1].name,
        points(SideId::COALITION),
        victory::difference(cx, s)
    );
    OutcomeView { winner: o.winner, title, text, rule: Rule("19.2") }
}
