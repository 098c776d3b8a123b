//! Log lines of impulses, movement, logistics and rally.

use super::of;
use crate::Context;
use crate::event::Event;
use crate::ids::{SideId, UnitId};
use crate::words::{force_words, hex_name, side_name, unit_name};
use engine::hex::HexId;
use engine::present::{LogKind, LogLine};

fn at(hex: Option<HexId>, line: LogLine) -> LogLine {
    LogLine { at: hex, ..line }
}

/// `Prussian infantry 1 and 3 others`.
fn group_name(cx: &Context, units: &[UnitId]) -> String {
    match units {
        [] => "A group".to_owned(),
        [one] => unit_name(cx, *one).to_owned(),
        [first, rest @ ..] => {
            let others = if rest.len() == 1 { "other" } else { "others" };
            format!("{} and {} {others}", unit_name(cx, *first), rest.len())
        }
    }
}

fn moved(cx: &Context, side: SideId, units: &[UnitId], from: Option<HexId>, to: HexId) -> LogLine {
    let (who, verb) = (group_name(cx, units), if units.len() > 1 { "move" } else { "moves" });
    let (start, rule) = match from {
        Some(hex) => (format!("from {}", hex_name(cx, hex)), "13.2"),
        None => ("out of its staging area".to_owned(), "26.2"),
    };
    let text = format!("{who} {verb} {start} to {}", hex_name(cx, to));
    at(Some(to), of(cx, side, LogKind::Move, text, rule))
}

pub fn log_line(cx: &Context, e: &Event) -> LogLine {
    match e {
        Event::Activated { side, leader, hex } => {
            let text = format!("{} is activated", unit_name(cx, *leader));
            at(*hex, of(cx, *side, LogKind::Points, text, "18.2"))
        }
        Event::GroupMoved { side, units, from, to } => moved(cx, *side, units, *from, *to),
        Event::StackMoved { side, top, from, to } => moved(cx, *side, &[*top], *from, *to),
        Event::Dropped { side, unit, hex } => {
            let text = format!("{} stays behind", unit_name(cx, *unit));
            at(*hex, of(cx, *side, LogKind::Move, text, "18.4"))
        }
        Event::MovementEnded { side } => {
            of(cx, *side, LogKind::Other, format!("{} has moved", side_name(cx, *side)), "13.1")
        }
        Event::TopShown { unit, hex } => {
            let text = format!("{} lies on top now", unit_name(cx, *unit));
            at(Some(*hex), LogLine::new(LogKind::Other, text, &["24.0"]))
        }
        Event::Scouted { side, unit, found } => {
            let n = found.len();
            let units = if n == 1 { "unit" } else { "units" };
            let text = format!("{} scouts and finds {n} {units}", unit_name(cx, *unit));
            of(cx, *side, LogKind::Other, text, "24.1.1").detail(force_words(cx, None, found))
        }
        _ => end_of_turn_line(cx, e),
    }
}

fn end_of_turn_line(cx: &Context, e: &Event) -> LogLine {
    match e {
        Event::Pillaged { side, hex, die, success } => {
            let what = if *success { "is pillaged" } else { "is spared" };
            let text = format!("{} {what}", hex_name(cx, *hex));
            at(Some(*hex), of(cx, *side, LogKind::Check, text, "35.1").die(*die, *success))
        }
        Event::PillageRolled { hex, die, removed } => {
            let what = if *removed { "recovers" } else { "stays pillaged" };
            let text = format!("{} {what}", hex_name(cx, *hex));
            at(Some(*hex), LogLine::new(LogKind::Check, text, &["35.4"]).die(*die, *removed))
        }
        Event::Expended { side, train } => {
            of(cx, *side, LogKind::Loss, format!("{} is expended", unit_name(cx, *train)), "19.4")
        }
        Event::Attrition { side, unit, hex, die, lost, .. } => {
            let what = if *lost { "suffers attrition" } else { "holds together" };
            let text = format!("{} {what} in {}", unit_name(cx, *unit), hex_name(cx, *hex));
            at(Some(*hex), of(cx, *side, LogKind::Check, text, "19.5").die(*die, *lost))
        }
        Event::AttritionSeen { side, die, lost } => {
            let what = match lost {
                Some(unit) => format!("loses {}", unit_name(cx, *unit)),
                None => "loses nothing".to_owned(),
            };
            let text = format!("{} rolls for attrition and {what}", side_name(cx, *side));
            of(cx, *side, LogKind::Check, text, "19.5").die(*die, lost.is_some())
        }
        Event::Rallied { side, objectives, die, halved, points } => {
            let half = if *halved { ", half the die" } else { "" };
            let text = format!("{} rallies: {points} MP", side_name(cx, *side));
            let detail = format!("{objectives} for objectives{half}");
            of(cx, *side, LogKind::Points, text, "20.2").die(*die, true).detail(detail)
        }
        _ => LogLine::default(),
    }
}
