//! Which rows of the tables decided what happened.

use super::super::Ctx;
use super::super::event::{Event, What};
use engine::present::ChartUse;

pub fn used(cx: &Ctx, e: &Event) -> Vec<ChartUse> {
    match &e.what {
        What::Battle { percent, total, sp, cells, .. } => {
            let grid = &cx.data.combat.results;
            let row = last_at_most(&grid.columns, i32::from(*percent));
            let column = last_at_most(&grid.rows, i32::from(*total));
            let mut out = vec![ChartUse { column: Some(column + 1), ..ChartUse::new("Combat results", row) }];
            // What each side lost of its strength.
            let table = &cx.data.losses;
            for (strength, cell) in sp.iter().zip(cells) {
                let row = usize::from(*strength).checked_sub(1).filter(|r| *r < table.rows.len());
                let column = table.columns.iter().position(|p| i64::from(*p) == i64::from(cell.0));
                if let (Some(row), Some(column)) = (row, column) {
                    out.push(ChartUse {
                        column: Some(column + 1),
                        ..ChartUse::new("Percentage losses", row)
                    });
                }
            }
            out
        }
        What::Siege { total, .. } => {
            let results = &cx.data.siege.results;
            let row = results.iter().rposition(|r| i64::from(r.from) <= i64::from(*total)).unwrap_or(0);
            vec![ChartUse { column: Some(1), ..ChartUse::new("Siege resolution", row) }]
        }
        _ => Vec::new(),
    }
}

fn last_at_most(list: &[i32], value: i32) -> usize {
    list.iter().rposition(|x| *x <= value).unwrap_or(0)
}
