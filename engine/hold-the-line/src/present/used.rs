//! Which rows of the charts decided what happened.

use super::charts::charts;
use crate::C;
use crate::event::{Event, ModKind, Mods};
use crate::state::Fight;
use crate::units;
use engine::present::{ChartUse, ChartView};

pub fn used(cx: &C, e: &Event) -> Vec<ChartUse> {
    match e {
        Event::Dice { unit, fight, range, mods, .. } => {
            let all = charts(cx);
            let column = match fight {
                Fight::Fire => format!("Fire at {range}"),
                Fight::Close => "Close combat".to_owned(),
                Fight::Charge => "Charge".to_owned(),
            };
            let name = &units::unit_kind(cx, *unit).name;
            let mut out: Vec<ChartUse> = find(&all, "Units", name, &column).into_iter().collect();
            out.extend(ground(cx, &all, mods, "Attacked there"));
            out
        }
        Event::Check { mods, .. } => ground(cx, &charts(cx), mods, "Morale there").into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The row of the ground that changed the dice.
fn ground(cx: &C, all: &[ChartView], mods: &Mods, column: &str) -> Option<ChartUse> {
    mods.iter().find_map(|m| match m.what {
        ModKind::Terrain(t) | ModKind::Ground(t) => {
            find(all, "Ground", &cx.data.terrains.get(t as usize)?.name, column)
        }
        _ => None,
    })
}

fn find(all: &[ChartView], title: &str, row: &str, column: &str) -> Option<ChartUse> {
    let chart = all.iter().find(|c| c.title == title)?;
    let at = chart.rows.iter().position(|r| r.first().is_some_and(|c| c == row))?;
    let column = chart.columns.iter().position(|c| c == column);
    Some(ChartUse { column, ..ChartUse::new(title, at) })
}
