//! Which rows of the charts decided what happened.

use super::charts::{ATTRITION_TABLE, COMBAT_TABLE, SIEGE_TABLE};
use crate::Context;
use crate::combat::CombatEvent;
use crate::event::Event;
use engine::present::ChartUse;

fn row(die: u8) -> usize {
    usize::from(die.saturating_sub(1))
}

pub fn used(cx: &Context, e: &Event) -> Vec<ChartUse> {
    match e {
        // The first column of each chart names the rows.
        Event::Combat(CombatEvent::Rolled(f)) => {
            let column = Some(usize::from(f.column) + 1);
            vec![ChartUse { column, ..ChartUse::new(COMBAT_TABLE, row(f.die)) }]
        }
        Event::Combat(CombatEvent::Besieged { factors: [attacker, defender], die, .. }) => {
            let table = &cx.data.siege;
            let count = table.results.first().map_or(1, Vec::len) as i32;
            let difference = i32::from(*attacker) - i32::from(*defender);
            let column = (difference - i32::from(table.first_factor)).clamp(0, count - 1) as usize;
            vec![ChartUse { column: Some(column + 1), ..ChartUse::new(SIEGE_TABLE, row(*die)) }]
        }
        Event::Attrition { die, .. } => vec![ChartUse::new(ATTRITION_TABLE, row(*die))],
        _ => Vec::new(),
    }
}
