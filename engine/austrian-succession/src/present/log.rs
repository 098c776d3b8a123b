//! Log lines.

mod combat;
mod march;

pub use combat::mod_lines as combat_mods;

use super::tracks::{impulse_name, phase_name};
use crate::Context;
use crate::event::{Event, Reason};
use crate::events::{line, rule_of};
use crate::ids::SideId;
use crate::recruiting::lot_name;
use crate::state::{Phase, SuddenEnd};
use crate::words::{hex_name, landing_name, side_name, unit_name};
use engine::present::{LogKind, LogLine};

/// Every kind of event is named, so that a new one is not forgotten.
#[warn(clippy::wildcard_enum_match_arm)]
pub fn log_line(cx: &Context, e: &Event) -> LogLine {
    match e {
        Event::PhaseBegan { phase, impulse, side, turn } => phase_line(cx, *phase, *impulse, *side, *turn),
        Event::InitiativeDie { side, die } => {
            let text = format!("{} rolls for the Initiative", side_name(cx, *side));
            of(cx, *side, LogKind::Other, text, "6.2").die(*die, true)
        }
        Event::Initiative { side } => {
            let text = format!("{} has the Initiative", side_name(cx, *side));
            of(cx, *side, LogKind::Other, text, "6.2")
        }
        Event::Morale { side, before, after, why } => {
            let change = i16::from(*after) - i16::from(*before);
            let text = format!("{}: {change:+} MP, now {after}", side_name(cx, *side));
            let (detail, rule) = reason(cx, *why);
            LogLine { follows: true, ..of(cx, *side, LogKind::Points, text, rule).detail(detail) }
        }
        Event::Joined { party, side } => {
            let name = &cx.setup.parties[party.index()].name;
            of(cx, *side, LogKind::Other, format!("{name} joins {}", side_name(cx, *side)), "25.2")
        }
        Event::SetUp { unit, side, hex } => {
            let text = format!("{} set up in {}", unit_name(cx, *unit), hex_name(cx, *hex));
            LogLine { at: Some(*hex), ..of(cx, *side, LogKind::Move, text, "40.4") }
        }
        Event::Ended { end } => ended(cx, *end),
        Event::Drawn { .. }
        | Event::PutBack { .. }
        | Event::Played { .. }
        | Event::EventDice { .. }
        | Event::Purse { .. }
        | Event::LeaderRolled { .. }
        | Event::LightsRolled { .. }
        | Event::Boxed { .. } => event_line(cx, e),
        Event::Reinforced { .. }
        | Event::Placed { .. }
        | Event::Bought { .. }
        | Event::Trained { .. }
        | Event::Combined { .. }
        | Event::Divided { .. } => recruit_line(cx, e),
        Event::Combat(e) => combat::log_line(cx, e),
        Event::Activated { .. }
        | Event::GroupMoved { .. }
        | Event::StackMoved { .. }
        | Event::Dropped { .. }
        | Event::MovementEnded { .. }
        | Event::TopShown { .. }
        | Event::Scouted { .. }
        | Event::Pillaged { .. }
        | Event::PillageRolled { .. }
        | Event::Expended { .. }
        | Event::Attrition { .. }
        | Event::AttritionSeen { .. }
        | Event::Rallied { .. } => march::log_line(cx, e),
    }
}

pub fn of(cx: &Context, side: SideId, kind: LogKind, text: String, rule: &'static str) -> LogLine {
    LogLine { army: cx.setup.sides[side.index()].army.clone(), ..LogLine::new(kind, text, &[rule]) }
}

fn reason(cx: &Context, why: Reason) -> (String, &'static str) {
    match why {
        Reason::Marker(m) => (line(cx, m).name.clone(), rule_of(cx, m)),
        Reason::MarkerBack => ("an event marker put back".into(), "28.0"),
        Reason::Recruiting => ("recruits".into(), "5.8"),
        Reason::Training => ("training".into(), "5.9"),
        Reason::Activation => ("a leader activated".into(), "5.7"),
        Reason::Combat => ("the outcome of a combat".into(), "5.11"),
        Reason::City(hex) => (format!("first in {}", hex_name(cx, hex)), "5.11"),
        Reason::Rally => ("Rally".into(), "20.2"),
    }
}

fn phase_line(cx: &Context, phase: Phase, impulse: u8, side: Option<SideId>, turn: u8) -> LogLine {
    let (name, rule) = phase_name(phase);
    if phase == Phase::Initiative {
        let title = cx.setup.turns.get(usize::from(turn).saturating_sub(1)).map_or("", |t| t.name.as_str());
        return LogLine::new(LogKind::Heading, format!("Turn {turn}: {title}"), &["4.1"]);
    }
    let mut text = name.to_owned();
    if impulse > 0 {
        text = format!("{}: {text}", impulse_name(impulse));
    }
    match side {
        Some(side) => of(cx, side, LogKind::Heading, format!("{text}, {}", side_name(cx, side)), rule),
        None => LogLine::new(LogKind::Heading, text, &[rule]),
    }
}

fn ended(cx: &Context, end: Option<SuddenEnd>) -> LogLine {
    let name = |side: SideId| side_name(cx, side).to_owned();
    let (text, rule) = match end {
        None => ("The last turn is over".to_owned(), "27.1"),
        Some(SuddenEnd::Collapse(None)) => ("The morale of both sides collapses".to_owned(), "5.5"),
        Some(SuddenEnd::Collapse(Some(side))) => (format!("The morale of {} collapses", name(side)), "5.5"),
        Some(SuddenEnd::Fortresses(side)) => (format!("{} holds every fortress at war", name(side)), "27.3"),
        Some(SuddenEnd::Objectives(side)) => (format!("{} was last in every objective", name(side)), "27.5"),
    };
    LogLine::new(LogKind::Heading, text, &[rule])
}

fn event_line(cx: &Context, e: &Event) -> LogLine {
    match e {
        Event::Drawn { side, marker } => {
            let text = format!("{} draws '{}'", side_name(cx, *side), line(cx, *marker).name);
            of(cx, *side, LogKind::Other, text, "7.3").detail(line(cx, *marker).text.clone())
        }
        Event::PutBack { side, marker } => {
            let text = format!("{} puts '{}' back", side_name(cx, *side), line(cx, *marker).name);
            of(cx, *side, LogKind::Other, text, "28.0")
        }
        Event::Played { side, marker, took_effect } => {
            let what = if *took_effect { "takes effect" } else { "has no effect" };
            let text = format!("'{}' {what}", line(cx, *marker).name);
            LogLine { follows: true, ..of(cx, *side, LogKind::Other, text, rule_of(cx, *marker)) }
        }
        Event::EventDice { marker, dice } => {
            let text = format!("Dice of '{}'", line(cx, *marker).name);
            let out = LogLine::new(LogKind::Check, text, &[rule_of(cx, *marker)]);
            LogLine { follows: true, ..dice.iter().fold(out, |out, d| out.die(*d, true)) }
        }
        Event::Purse { side, points } => {
            let text = format!("{} has {points} points for recruits of this event", side_name(cx, *side));
            LogLine { follows: true, ..of(cx, *side, LogKind::Points, text, "41.H4") }
        }
        Event::LeaderRolled { marker, leader, die, goes } => {
            let what = if *goes { "goes to the Recruit box" } else { "stays" };
            let text = format!("{} {what}", unit_name(cx, *leader));
            LogLine::new(LogKind::Check, text, &[rule_of(cx, *marker)]).die(*die, *goes)
        }
        Event::LightsRolled { marker, side, hex, die } => {
            let text = format!("Light troops in {}", hex_name(cx, *hex));
            let out = of(cx, *side, LogKind::Check, text, rule_of(cx, *marker)).die(*die, *die <= 3);
            LogLine { at: Some(*hex), ..out }
        }
        Event::Boxed { unit, marker } => {
            let text = format!("{} goes to the Recruit box", unit_name(cx, *unit));
            LogLine::new(LogKind::Loss, text, &[rule_of(cx, *marker)])
        }
        _ => LogLine::default(),
    }
}

fn recruit_line(cx: &Context, e: &Event) -> LogLine {
    match e {
        Event::Reinforced { side, unit } => {
            let text = format!("{} will come as a reinforcement", unit_name(cx, *unit));
            of(cx, *side, LogKind::Other, text, "9.1")
        }
        Event::Placed { side, unit, at, recruit } => {
            let rule = if *recruit { "10.3" } else { "9.2" };
            let verb = if *recruit { "raised" } else { "comes as a reinforcement" };
            let text = format!("{} {verb} in {}", unit_name(cx, *unit), landing_name(cx, *unit, *at));
            of(cx, *side, LogKind::Move, text, rule)
        }
        Event::Bought { side, lot, with_purse } => {
            let rule = if *with_purse { "41.H4" } else { "10.2" };
            let text = format!("{} recruits {}", side_name(cx, *side), lot_name(cx, *lot));
            of(cx, *side, LogKind::Points, text, rule)
        }
        Event::Trained { leader, unit } => {
            let text = format!("{} makes {} Elite", unit_name(cx, *leader), unit_name(cx, *unit));
            LogLine::new(LogKind::Other, text, &["11.2"])
        }
        Event::Combined { side, wing, .. } => {
            let text = format!("Three brigades become {}", unit_name(cx, *wing));
            of(cx, *side, LogKind::Other, text, "12.3")
        }
        Event::Divided { side, wing, .. } => {
            let text = format!("{} is divided into three brigades", unit_name(cx, *wing));
            of(cx, *side, LogKind::Other, text, "12.4")
        }
        _ => LogLine::default(),
    }
}
