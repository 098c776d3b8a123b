//! Log lines of hidden approach and of the fortunes of war.

use super::{Words, die};
use crate::decide::fortune_words;
use crate::event::Event;
use engine::present::{DieView, LogKind, LogLine};

/// A counter as the log may name it: by its drawn number alone.
fn counter(cover: u8) -> String {
    format!("Wing counter {}", cover + 1)
}

pub fn of_approach(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let cx = w.0;
    let wing = |wing: crate::ids::WingId| w.leader(cx.setup.wing(wing).leader);
    let state = |effective: bool| if effective { "Effective" } else { "Degraded" };
    Some(match e {
        Event::LaidUp { unit, wing: with } => {
            w.of_unit(LogKind::Other, *unit, format!("is laid up with {}", wing(*with)), "17.1.1")
        }
        Event::LeaderLaidUp { leader, wing: with } => {
            w.line(LogKind::Other, w.leader(*leader), format!("is laid up with {}", wing(*with)), "17.1.1")
        }
        Event::Detached { unit } => {
            w.of_unit(LogKind::Other, *unit, "is detached to the Army Commander", "17.1.1")
        }
        Event::Rejoined { unit } => w.of_unit(LogKind::Other, *unit, "goes back to its wing", "17.1.1"),
        Event::CoverPlaced { cover, hex, .. } => {
            w.line(LogKind::Other, counter(*cover), format!("is set up in {}", w.hex(*hex)), "17.1.2")
        }
        Event::CoverMoved { cover, to, .. } => {
            w.line(LogKind::Move, counter(*cover), format!("moves to {}", w.hex(*to)), "17.1.4")
        }
        Event::DisMoved { cover, to, .. } => {
            let text = format!("a Dis counter moves to {}", w.hex(*to));
            w.line(LogKind::Move, counter(*cover), text, "17.1.4")
        }
        Event::CoverFormed { cover } => w.line(LogKind::Other, counter(*cover), "forms column", "7.6"),
        Event::CoverDeployed { cover } => w.line(LogKind::Other, counter(*cover), "deploys", "4.4"),
        Event::CoverShown { cover, wing: shown } => {
            w.line(LogKind::Other, counter(*cover), format!("is the wing of {}", wing(*shown)), "17.1.6")
        }
        Event::CoverTurnedDown { cover } => {
            w.line(LogKind::Other, counter(*cover), "met dummies alone and is turned down again", "17.1.6")
        }
        Event::DummyRemoved { cover } => {
            w.line(LogKind::Other, counter(*cover), "is a dummy and is removed", "17.1.6")
        }
        Event::ContestRolled { side, moving, stationary, moving_wins } => {
            let text = if *moving_wins { "the moving wing wins" } else { "the stationary wing wins" };
            let text = format!("{moving} to {stationary}: {text}");
            w.line(LogKind::Check, w.side(*side), text, "17.2.1")
        }
        Event::SecretRolled { man, wing: to, die: d, effective, .. } => {
            let what = to.map_or_else(|| "his guns".to_owned(), |t| format!("the wing of {}", wing(t)));
            let text = format!("tries to recover {what}: {}", state(*effective));
            LogLine { dice: die(*d, *effective), ..w.line(LogKind::Check, w.man(*man), text, "4.5") }
        }
        Event::VeiledRolled { side, die: d, effective, .. } => {
            let text = format!("a Special Leader with an unspotted wing tries: {}", state(*effective));
            LogLine { dice: die(*d, *effective), ..w.line(LogKind::Check, w.side(*side), text, "17.1.3") }
        }
        _ => return None,
    })
}

pub fn of_fortunes(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let cx = w.0;
    let wing = |wing: crate::ids::WingId| w.leader(cx.setup.wing(wing).leader);
    Some(match e {
        Event::LeashNamed { wing: kept, .. } => {
            w.line(LogKind::Other, wing(*kept), "is kept on a short leash", "18")
        }
        Event::FortuneRolled { side, dice, modifier, result } => {
            let text = format!("fortunes of war, {modifier:+}: {}", fortune_words(*result));
            let view = |d: &u8| DieView { value: *d, sides: 6, counted: true };
            LogLine {
                dice: dice.iter().map(view).collect(),
                ..w.line(LogKind::Check, w.side(*side), text, "18")
            }
        }
        Event::WingStruck { wing: struck, result } => {
            w.line(LogKind::Other, wing(*struck), fortune_words(*result), "18")
        }
        Event::CoverStruck { cover, result } => {
            w.line(LogKind::Other, counter(*cover), fortune_words(*result), "18")
        }
        Event::CoverSpared { cover } => w.line(LogKind::Other, counter(*cover), "no effect", "18"),
        _ => return None,
    })
}
