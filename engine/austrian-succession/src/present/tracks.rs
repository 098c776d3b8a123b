//! Tracks, boxes off the map, the sequence of play, the reckoning.

use super::inspect::line;
use crate::Context;
use crate::events::line as event_line;
use crate::ids::SideId;
use crate::state::{Phase, Spot, State, SuddenEnd};
use crate::victory::{self, CAMPAIGN, DECISIVE, MARGINAL};
use crate::words::{SHEET, counter, side_name};
use engine::game::Outcome;
use engine::present::{
    BoxView, CounterId, InspectLine, OutcomeView, PhaseGroup, PhaseView, Rule, ScoreView, SequenceView,
    SheetView, SideScore, TrackKind, TrackView,
};

pub fn tracks(cx: &Context, s: &State) -> Vec<TrackView> {
    let count = cx.setup.turns.len() as i32;
    let mut turns = TrackView::new("turns", "Turns", TrackKind::Turns, s.turn.into(), (1, count), &["4.1"]);
    turns.names = cx.setup.turns.iter().enumerate().map(|(i, t)| (i as i32 + 1, t.name.clone())).collect();
    let mut out = vec![turns];
    for side in SideId::BOTH {
        let card = &cx.setup.sides[side.index()];
        let most = i32::from(cx.data.morale.most);
        let at = i32::from(s.side(side).morale);
        let (id, name) = (format!("morale-{}", card.id), format!("Morale of {}", card.name));
        let mut morale = TrackView::new(id, name, TrackKind::Points, at, (0, most), &["5.2"]);
        morale.army.clone_from(&card.army);
        morale.text = format!("{at} MP");
        let dice = if s.side(side).has_activated { "half a die" } else { "a whole die" };
        morale.note = format!("Rally: {dice} [20.2]");
        out.push(morale);
        let (id, name) = (format!("points-{}", card.id), format!("Victory Points of {}", card.name));
        let points = i32::from(victory::points(cx, s, side));
        let mut score = TrackView::new(id, name, TrackKind::Score, points, (0, points.max(80)), &["27.1"]);
        score.army.clone_from(&card.army);
        score.text = format!("{points} VP");
        out.push(score);
    }
    out
}

/// Slots of the sheet of boxes with their names and rules, by row.
const SLOTS: [(&str, &str, &str); 6] = [
    ("recruits-coalition", "Recruits of the Coalition", "10.1"),
    ("recruits-habsburg", "Recruits of the Habsburgs", "10.1"),
    ("mercenaries", "Mercenaries", "33.0"),
    ("dead", "Deadpile", "10.7"),
    ("prisoners-coalition", "Prisoners of the Coalition", "38.1"),
    ("prisoners-habsburg", "Prisoners of the Habsburgs", "38.1"),
];

pub fn sheets(cx: &Context, s: &State) -> Vec<SheetView> {
    let lies_in = |slot: &str| -> Vec<CounterId> {
        let is_there = |u: &crate::ids::UnitId| super::board::lies_in_slot(cx, s, *u, slot);
        let known = cx.setup.unit_ids().filter(|u| s.unit(*u).spot != Spot::Covered);
        known.filter(is_there).map(counter).collect()
    };
    let one = |row: usize, id: &str, name: &str| BoxView {
        id: id.to_owned(),
        name: name.to_owned(),
        col: 0,
        row: row as u8,
        counters: lies_in(id),
        text: String::new(),
        parent: None,
    };
    let is_used = |slot: &str| match slot {
        "mercenaries" => cx.setup.options.mercenaries,
        "prisoners-coalition" | "prisoners-habsburg" => cx.setup.options.prisoners,
        _ => true,
    };
    let mut boxes: Vec<BoxView> = Vec::new();
    for (i, area) in cx.setup.staging.cards.iter().enumerate() {
        boxes.push(one(boxes.len(), &crate::words::staging_slot(cx, i as u8), &area.name));
    }
    for (slot, name, _) in SLOTS.iter().filter(|(slot, ..)| is_used(slot)) {
        boxes.push(one(boxes.len(), slot, name));
    }
    for side in SideId::BOTH {
        boxes.push(events_box(cx, s, side, boxes.len()));
    }
    vec![SheetView { id: SHEET.into(), name: "Off the map".into(), boxes, rule: Some(Rule("26.1")) }]
}

/// Markers in force in front of a player, and what is left in his pool: both are open (7.2, 7.4).
fn events_box(cx: &Context, s: &State, side: SideId, row: usize) -> BoxView {
    let own = s.in_force.iter().filter(|m| event_line(cx, m.marker).owner() == side);
    let words = own.map(|m| {
        let name = &event_line(cx, m.marker).name;
        if m.cancelled { format!("{name} (without effect)") } else { name.clone() }
    });
    let in_force: Vec<String> = words.collect();
    let mut pool: Vec<(String, usize)> = Vec::new();
    for name in s.side(side).pool.face_names(|m| &cx.data.events[m].name) {
        match pool.iter_mut().find(|p| p.0 == name) {
            Some(p) => p.1 += 1,
            None => pool.push((name, 1)),
        }
    }
    let times = |(name, n): &(String, usize)| if *n > 1 { format!("{name} ({n})") } else { name.clone() };
    let names: Vec<String> = pool.iter().map(times).collect();
    let mut text = match names.as_slice() {
        [] => "The pool is empty.".to_owned(),
        names => format!("In the pool: {}.", names.join(", ")),
    };
    if !in_force.is_empty() {
        text = format!("In force: {}. {text}", in_force.join(", "));
    }
    let slot = if side == SideId::COALITION { "events-coalition" } else { "events-habsburg" };
    BoxView {
        id: slot.into(),
        name: format!("Events of {}", side_name(cx, side)),
        col: 0,
        row: row as u8,
        counters: Vec::new(),
        text,
        parent: None,
    }
}

/// The phases of 4.2 with the names of the rulebook.
pub fn phase_name(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::SetUp => ("Set-up", "40.1"),
        Phase::Initiative => ("Initiative", "6.2"),
        Phase::Events => ("Events", "7.3"),
        Phase::Recruiting => ("Recruiting", "8.0"),
        Phase::Activation => ("Activation", "18.2"),
        Phase::Siege => ("Siege", "21.1"),
        Phase::Movement => ("Movement", "13.1"),
        Phase::Battle => ("Battle", "16.1"),
        Phase::Logistics => ("Logistics", "19.1"),
        Phase::Rally => ("Rally", "20.1"),
        Phase::EndOfTurn => ("End of turn", "4.2"),
    }
}

pub fn impulse_name(impulse: u8) -> &'static str {
    match impulse {
        1 => "First Campaign Impulse",
        2 => "Second Campaign Impulse",
        3 => "Third Campaign Impulse",
        _ => "",
    }
}

pub fn sequence(cx: &Context, s: &State) -> SequenceView {
    let phase = |p: Phase, current: bool| {
        let (name, rule) = phase_name(p);
        PhaseView { name: name.to_owned(), current, rule: Rule(rule) }
    };
    let is_now = |p: Phase, impulse: u8| s.phase == p && (impulse == 0 || s.impulse == impulse);
    let opening = [Phase::Initiative, Phase::Events, Phase::Recruiting];
    let campaign = [Phase::Siege, Phase::Movement, Phase::Battle];
    let closing = [Phase::Logistics, Phase::Rally, Phase::EndOfTurn];
    let plain = |name: &str, list: &[Phase]| PhaseGroup {
        name: name.to_owned(),
        army: String::new(),
        phases: list.iter().map(|p| phase(*p, is_now(*p, 0))).collect(),
    };
    let mut groups = vec![plain("Start of the turn", &opening)];
    for impulse in 1..=3 {
        let mut phases = Vec::new();
        if impulse > 1 {
            phases.push(phase(Phase::Activation, is_now(Phase::Activation, impulse)));
        }
        for side in [s.first, s.first.enemy()] {
            for p in campaign {
                let mut view = phase(p, is_now(p, impulse) && s.active == side);
                view.name = format!("{} ({})", view.name, side_name(cx, side));
                phases.push(view);
            }
        }
        groups.push(PhaseGroup { name: impulse_name(impulse).to_owned(), army: String::new(), phases });
    }
    groups.push(plain("End of the turn", &closing));
    let turn_name = cx.setup.turns.get(usize::from(s.turn).saturating_sub(1)).map(|t| t.name.clone());
    SequenceView {
        turn: s.turn.into(),
        turns: cx.setup.turns.len() as u32,
        turn_name: turn_name.unwrap_or_default(),
        groups,
    }
}

pub fn score(cx: &Context, s: &State) -> ScoreView {
    let side = |side: SideId| {
        let card = &cx.setup.sides[side.index()];
        let lines = victory::reckoning(cx, s, side);
        SideScore {
            name: card.name.clone(),
            army: card.army.clone(),
            points: lines.iter().map(|l| i32::from(l.points)).sum(),
            goal: None,
            lines: lines.iter().map(|l| line(&l.name, l.points, l.rule)).collect(),
        }
    };
    let sides = SideId::BOTH.into_iter().map(side).collect();
    ScoreView { sides, conditions: conditions(cx, s), outcome: None }
}

fn conditions(cx: &Context, s: &State) -> Vec<InspectLine> {
    let v = &cx.setup.levels;
    let levels =
        format!("marginal {}, campaign {}, decisive {} points ahead", v.marginal, v.campaign, v.decisive);
    let mut out = vec![line("Levels of victory", levels, "27.2")];
    for bonus in &cx.setup.bonus {
        let places: Vec<&str> =
            bonus.places.iter().map(|p| cx.setup.places[p.index()].name.as_str()).collect();
        let nation = &cx.data.nations[bonus.nation.index()].adjective;
        let words = format!("{nation} units in {}: {} points", places.join(", "), bonus.points);
        out.push(line(&bonus.name, words, "27.4"));
    }
    let objectives = cx.setup.places.iter().filter(|p| p.is_objective);
    let last = objectives.zip(&s.last_in).map(|(p, side)| {
        let who = side.map_or("nobody", |side| side_name(cx, side));
        format!("{} ({who})", p.name)
    });
    let held: Vec<String> = last.collect();
    if !held.is_empty() {
        out.push(line("Objectives, last entered by", held.join(", "), "27.5"));
    }
    out.push(line("At once", "all fortresses at war, all objectives, or the enemy's morale at 0", "27.3"));
    out
}

pub fn outcome(cx: &Context, s: &State, o: Outcome) -> OutcomeView {
    let level = match o.grade {
        MARGINAL => "marginal",
        CAMPAIGN => "campaign",
        DECISIVE => "decisive",
        _ => "",
    };
    let title = match o.winner.and_then(SideId::of_seat) {
        Some(side) => format!("{}: a {level} victory", side_name(cx, side)),
        None => "A draw".into(),
    };
    let [coalition, habsburg] = SideId::BOTH.map(|side| victory::points(cx, s, side));
    let (text, rule) = match s.ended {
        Some(SuddenEnd::Collapse(None)) => ("The morale of both sides collapsed at once".to_owned(), "5.5"),
        Some(SuddenEnd::Collapse(Some(side))) => {
            (format!("The morale of {} has collapsed", side_name(cx, side)), "27.3")
        }
        Some(SuddenEnd::Fortresses(side)) => {
            (format!("{} holds every fortress of the countries at war", side_name(cx, side)), "27.3")
        }
        Some(SuddenEnd::Objectives(side)) => {
            (format!("{} was the last in every objective", side_name(cx, side)), "27.5")
        }
        None => {
            let [c, h] = SideId::BOTH.map(|side| side_name(cx, side).to_owned());
            (format!("{c} {coalition} points, {h} {habsburg}"), "27.2")
        }
    };
    OutcomeView { winner: o.winner, title, text, rule: Rule(rule) }
}
