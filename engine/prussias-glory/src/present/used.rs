//! Which rows of the charts decided what happened.

use super::charts::{BOMBARDMENT_TABLE, COMBAT_TABLE};
use crate::Context;
use crate::event::Event;
use crate::modifier::Modifier;
use engine::present::ChartUse;

fn last_at_most(list: &[i32], value: i32) -> usize {
    list.iter().rposition(|x| *x <= value).unwrap_or(0)
}

fn total(die: u8, modifiers: &[Modifier]) -> i32 {
    i32::from(die) + modifiers.iter().map(|m| i32::from(m.value)).sum::<i32>()
}

pub fn used(cx: &Context, e: &Event) -> Vec<ChartUse> {
    let (title, columns, rows, column, row) = match e {
        Event::Bombarded { strength, die, modifiers, .. } => {
            let grid = &cx.data.bombardment.results;
            let row = total(*die, modifiers);
            (BOMBARDMENT_TABLE, &grid.columns, &grid.rows, i32::from(*strength), row)
        }
        Event::Fought { strength, die, modifiers, .. } => {
            let grid = &cx.data.combat.results;
            let percent = crate::odds::percent(strength.0, strength.1);
            (COMBAT_TABLE, &grid.columns, &grid.rows, percent, total(*die, modifiers))
        }
        _ => return Vec::new(),
    };
    // The first column of the chart names the rows.
    let column = Some(last_at_most(columns, column) + 1);
    vec![ChartUse { column, ..ChartUse::new(title, last_at_most(rows, row)) }]
}
