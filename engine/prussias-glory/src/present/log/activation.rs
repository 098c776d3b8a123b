//! Log lines of set-up, activation and Detachments.

use super::{Words, die};
use crate::event::Event;
use engine::present::{LogKind, LogLine};

pub fn of_activation(w: &Words<'_>, e: &Event) -> Option<LogLine> {
    let cx = w.0;
    let det = |d: u8| {
        let card = &cx.setup.detachments[usize::from(d)];
        format!("{}, Detachment {}", w.side(card.side), card.name)
    };
    Some(match e {
        Event::UnitPlaced { unit, hex } => {
            w.of_unit(LogKind::Other, *unit, format!("is set up in {}", w.hex(*hex)), "19")
        }
        Event::LeaderPlaced { leader, hex } => {
            w.line(LogKind::Other, w.leader(*leader), format!("is set up in {}", w.hex(*hex)), "19")
        }
        Event::SetUpDone { side } => w.line(LogKind::Heading, w.side(*side), "is set up", "19"),
        Event::StaysInactive { side } => {
            w.line(LogKind::Other, w.side(*side), "the army stays inactive", "4.1")
        }
        Event::ActivationPaid { side, points } => {
            w.line(LogKind::Points, w.side(*side), format!("pays {points} army morale to Activate"), "4.1.1")
        }
        Event::ActivationRolled { side, die: d, initiative, activates } => {
            let text = if *activates { "the army is Activated" } else { "the army does not move" };
            let text = format!("{d} and {initiative}: {text}");
            LogLine { dice: die(*d, *activates), ..w.line(LogKind::Check, w.side(*side), text, "4.1.1") }
        }
        Event::ArmyAlarmed { side } => {
            let text = "the enemy is near: the army is Activated from its next Player Turn";
            w.line(LogKind::Other, w.side(*side), text, "4.1.2")
        }
        Event::ArmyActivated { side } => {
            w.line(LogKind::Heading, w.side(*side), "the army is Activated", "4.1")
        }
        Event::CoupRolled { side, die: d, initiative, succeeds } => {
            let text = if *succeeds { "coup d'oeil" } else { "no coup d'oeil" };
            let text = format!("{d} and {initiative}: {text}");
            LogLine { dice: die(*d, *succeeds), ..w.line(LogKind::Check, w.side(*side), text, "4.1.3") }
        }
        Event::CoupDeclined { side } => {
            w.line(LogKind::Other, w.side(*side), "lets the coup d'oeil pass", "4.1.3")
        }
        Event::DetachmentActivated { detachment } => {
            w.line(LogKind::Other, det(*detachment), "is Activated", "4.3")
        }
        Event::DetachmentDissolved { detachment } => {
            w.line(LogKind::Other, det(*detachment), "is part of the main army again", "4.3.1")
        }
        _ => return None,
    })
}
