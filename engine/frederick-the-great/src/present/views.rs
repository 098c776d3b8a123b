//! Prompt, tracks, sequence and outcome.

use super::labels::{adjective, leader, place, side_name, thing};
use super::words::{PHASES, points};
use crate::ids::SideId;
use crate::movement::{self, Judge};
use crate::state::{DoorKind, Frame, Mode, Phase, State, UNKNOWN, leaders_in};
use crate::{Ctx, FrederickTheGreat, legal, victory};
use engine::game::{Outcome, Seen};
use engine::hex::HexId;
pub use engine::present::rules;
use engine::present::{
    OutcomeView, PhaseGroup, PhaseView, Prompt, Refusal, Rule, SequenceView, TrackKind, TrackView, UndoneView,
};

pub fn prompt(cx: &Ctx, seen: &Seen<'_, FrederickTheGreat>) -> Prompt {
    let s = seen.state();
    let side = legal::deciding_side(cx, s).unwrap_or(s.phasing);
    let (text, list) = moving(cx, s).unwrap_or_else(|| deciding(cx, s));
    let left = match s.frames.top() {
        Some(Frame::Force(f)) => format!("{} MP", f.left),
        _ => String::new(),
    };
    let undone = match movement::current_march(s) {
        Some(m) if m.side == side && m.die > 0 => {
            let j = Judge::new(cx, s);
            s.leader_ids()
                .filter(|l| movement::can_begin(&j, &m, *l).is_ok())
                .map(|l| UndoneView {
                    counter: super::board::leader_id(l),
                    hex: Some(s.leaders[l.index()].hex),
                    text: leader(cx, l),
                })
                .collect()
        }
        _ => Vec::new(),
    };
    let who = side_name(cx, side).to_owned();
    let held = why_phase_cannot_end(cx, s, side);
    Prompt { who, text, rules: rules(list), points: left, undone, held, lets_go: None, threat: None }
}

/// Who keeps a movement phase from being ended.
fn why_phase_cannot_end(cx: &Ctx, s: &State, side: SideId) -> Option<Refusal> {
    let m = movement::current_march(s).filter(|m| m.side == side)?;
    let j = Judge::new(cx, s);
    let why = movement::can_end(&j, &m).err()?;
    let names: Vec<String> = leaders_in(j.leaders_bound_to_supply(&m)).map(|l| leader(cx, l)).collect();
    Some(Refusal::new(why.0, format!("{}: {}", names.join(", "), why.1)))
}

/// What is asked, and the rules it follows.
type Asked = (String, &'static [&'static str]);

/// Setting up, depots and movement.
fn moving(cx: &Ctx, s: &State) -> Option<Asked> {
    let at = |h: &HexId| place(cx, *h);
    Some(match s.frames.top() {
        Some(Frame::Setup { .. }) => ("Secretly set garrisons.".into(), &["18.0"]),
        Some(Frame::Place { entry, left }) => {
            let what = left.first().map_or(String::new(), |p| thing(cx, *p));
            let entry = cx.setup.start.entries.get(*entry as usize);
            let area = entry.map_or_else(String::new, |e| cx.setup.region_name(&e.area));
            (format!("Set up {what} in {area}."), &["18.0"])
        }
        Some(Frame::Depots) => {
            ("You may start a depot wherever 10 points are in supply.".into(), &["10.41", "10.42"])
        }
        Some(Frame::March { die: 0, .. }) => {
            ("Force march any leaders, in the order of rank.".into(), &["5.2", "5.34"])
        }
        Some(Frame::March { die, .. }) => {
            (format!("March die {die}: move your leaders in the order of rank."), &["5.1", "5.34"])
        }
        Some(Frame::Muster { leader: l, .. }) => {
            (format!("Make up {}'s force, then roll.", leader(cx, *l)), &["5.2"])
        }
        Some(Frame::Force(f)) if f.mode == Mode::Retreat => {
            (format!("Retreat from {}.", at(&f.visited[0])), &["9.52"])
        }
        Some(Frame::Force(f)) => {
            let n: u16 = f.carried.iter().map(|n| u16::from(*n)).sum();
            let with = if f.carried.contains(&UNKNOWN) { "his force".into() } else { points(n) };
            (format!("Move {} with {with} from {}.", leader(cx, f.leader), at(&f.at)), &["5.35", "5.41"])
        }
        _ => return None,
    })
}

/// Combat, sieges and prisoners.
fn deciding(cx: &Ctx, s: &State) -> Asked {
    let at = |h: &HexId| place(cx, *h);
    match s.frames.top() {
        Some(Frame::Garrisons { .. }) => {
            ("Combat phase: move troops into or out of fortresses.".into(), &["12.21", "12.23"])
        }
        Some(Frame::Door { hex, kind, .. }) => match kind {
            DoorKind::Possess | DoorKind::Seize => (format!("Garrison {}.", at(hex)), &["13.33"]),
            DoorKind::Relief => (format!("Who goes back into {}?", at(hex)), &["12.23"]),
            _ => (format!("Move troops in or out of {}.", at(hex)), &["12.21"]),
        },
        Some(Frame::Combats { .. }) => ("Choose which combat to resolve next.".into(), &["9.0"]),
        Some(Frame::Nominate { hex, .. }) => (format!("Who commands in {}?", at(hex)), &["8.23"]),
        Some(Frame::AttackOption { hex, .. }) => (format!("Do you attack in {}?", at(hex)), &["9.0"]),
        Some(Frame::Lose { hex, left, .. }) => {
            (format!("Choose whose loss it is: {} in {}.", points((*left).into()), at(hex)), &["9.45"])
        }
        Some(Frame::Retire { hex, beaten: true, .. }) => {
            (format!("Beaten at {}: into the fortress, or retreat?", at(hex)), &["12.23", "9.51"])
        }
        Some(Frame::Retire { hex, .. }) => (
            format!("A draw at {}: stay, go into the fortress, or leave the hex?", at(hex)),
            &["12.23", "9.0"],
        ),
        Some(Frame::Sieges { .. }) => ("Press your sieges: one die each.".into(), &["13.0", "13.15"]),
        Some(Frame::Honours { hex }) => (format!("{} asks for the honours of war.", at(hex)), &["13.33"]),
        Some(Frame::Terms { hex }) => (format!("{}: honours are denied. Surrender?", at(hex)), &["13.33"]),
        Some(Frame::Refuge { hex, nation }) => {
            (format!("Where does the {} garrison of {} go?", adjective(cx, *nation), at(hex)), &["13.33"])
        }
        Some(Frame::Release { sp, leaders, .. }) => (
            format!("Choose prisoners to hand over: {} and {leaders} leaders.", points((*sp).into())),
            &["14.13", "14.14"],
        ),
        Some(Frame::PutBack { nation, sp, .. }) => (
            format!("Place exchanged {} prisoners: {}.", adjective(cx, *nation), points((*sp).into())),
            &["14.16"],
        ),
        Some(Frame::KingTaken { .. }) => ("The king is captured. Give up the game?".into(), &["14.15"]),
        _ => ("The dice decide.".into(), &["4.1"]),
    }
}

fn track(id: &str, name: &str, kind: TrackKind, at: i32, range: (i32, i32), rule: &'static str) -> TrackView {
    TrackView { text: at.to_string(), ..TrackView::new(id, name, kind, at, range, &[rule]) }
}

pub fn tracks(cx: &Ctx, s: &State) -> Vec<TrackView> {
    let setup = &*cx.setup;
    let range = (i32::from(setup.calendar.first_turn), i32::from(setup.calendar.last_turn));
    let mut turns = track("turn", "Turn", TrackKind::Turns, s.turn.into(), range, "4.1");
    turns.names = (range.0..=range.1)
        .filter_map(|t| setup.calendar.turn_names.get(t as usize - 1).map(|n| (t, n.clone())))
        .collect();
    turns.note = if setup.is_winter(s.turn) { "winter".into() } else { String::new() };
    let mut out = vec![turns];
    let die = s.frames.iter().find_map(|f| match f {
        Frame::March { die, .. } if *die > 0 => Some(i32::from(*die)),
        _ => None,
    });
    if let Some(die) = die {
        out.push(track("march", "March die", TrackKind::Other, die, (0, 6), "5.1"));
    }
    for side in SideId::BOTH {
        let r = victory::count_points(cx, s, side);
        let id = format!("vp-{}", setup.sides[side.index()].id);
        let mut t = track(&id, side_name(cx, side), TrackKind::Score, r.total, (-100, 150), "17.0");
        t.army.clone_from(&setup.sides[side.index()].army);
        out.push(t);
    }
    out
}

pub fn sequence(cx: &Ctx, s: &State) -> SequenceView {
    let at = match s.phase {
        Phase::Reinforcement => Some(0),
        Phase::Recovery => Some(1),
        Phase::Depots => Some(2),
        Phase::March => Some(3),
        Phase::ForceMarch => Some(4),
        Phase::Combat => Some(5),
        Phase::Siege => Some(6),
        Phase::Attrition => Some(7),
        _ => None,
    };
    let group = |side: SideId| PhaseGroup {
        name: side_name(cx, side).to_owned(),
        army: cx.setup.sides[side.index()].army.clone(),
        phases: PHASES
            .iter()
            .enumerate()
            .map(|(i, (name, rule))| PhaseView {
                name: (*name).into(),
                current: s.phasing == side && at == Some(i),
                rule: *rule,
            })
            .collect(),
    };
    let mut groups = SideId::BOTH.map(group).to_vec();
    groups.push(PhaseGroup {
        name: "Both".into(),
        army: String::new(),
        phases: vec![PhaseView {
            name: "Prisoner exchange".into(),
            current: matches!(s.phase, Phase::Exchange | Phase::TurnEnd),
            rule: Rule("14.11"),
        }],
    });
    SequenceView {
        turn: s.turn.into(),
        turns: cx.setup.calendar.last_turn.into(),
        turn_name: cx.setup.calendar.turn_names.get(s.turn as usize - 1).cloned().unwrap_or_default(),
        groups,
    }
}

pub fn outcome(cx: &Ctx, s: &State, o: Outcome) -> OutcomeView {
    let totals = SideId::BOTH.map(|side| victory::count_points(cx, s, side).total);
    let text = format!(
        "{} {}, {} {}.",
        side_name(cx, SideId::FIRST),
        totals[0],
        side_name(cx, SideId::SECOND),
        totals[1]
    );
    let level = match o.grade {
        n if n < 0 => "Pyrrhic victory".to_owned(),
        n => cx.data.victory.levels.get(n as usize).map_or_else(String::new, |l| l.name.clone()),
    };
    let who = SideId::BOTH.into_iter().find(|side| Some(cx.setup.seat(*side)) == o.winner);
    let title = match who {
        Some(side) => format!("{}: {level}", side_name(cx, side)),
        None => "Draw".into(),
    };
    OutcomeView { winner: o.winner, title, text, rule: Rule("17.1") }
}
