//! The possible results of an action before it is confirmed.

use crate::action::Action;
use crate::ids::SideId;
use crate::state::{Spot, State};
use crate::words::side_name;
use crate::{AustrianSuccession, Context};
use engine::game::{Cx, Reckon, Seen};
use engine::present::{ModLine, OddsOutcome};

/// Brigade equivalents of a side that have gone from the map, and Morale Points it has more.
fn change(cx: &Context, before: &State, after: &State, side: SideId) -> (u8, i16) {
    let setup = &cx.setup;
    let on_map = |s: &State| -> u8 {
        let ours = setup.unit_ids().filter(|u| s.owner(setup, *u) == Some(side));
        ours.filter(|u| matches!(s.unit(*u).spot, Spot::Hex(_) | Spot::Covered))
            .map(|u| setup.unit(u).brigades())
            .sum()
    };
    let points = i16::from(after.side(side).morale) - i16::from(before.side(side).morale);
    (on_map(before).saturating_sub(on_map(after)), points)
}

impl Reckon for AustrianSuccession {
    /// The shifts or factors of the combat that is being decided.
    fn mods(cx: &Cx<Self>, s: &Seen<'_, Self>, a: &Action) -> Vec<ModLine> {
        match a {
            Action::Fight | Action::Choose { .. } | Action::Expend { .. } => {
                crate::present::procedure::preview(cx, s.state())
            }
            _ => Vec::new(),
        }
    }

    /// Losses of either side in brigade equivalents, and what the change does to morale.
    fn result(cx: &Cx<Self>, before: &Seen<'_, Self>, _: &Action, after: &State) -> OddsOutcome {
        let mut parts = Vec::new();
        let mut rank = 0;
        let mut removes = false;
        for side in SideId::BOTH {
            let (lost, points) = change(cx, before.state(), after, side);
            let sign = if side == before.state().active { -1 } else { 1 };
            rank += sign * i32::from(lost);
            removes |= lost > 0;
            let name = side_name(cx, side);
            if lost > 0 {
                parts.push(format!("{name} loses {lost} BE"));
            }
            if points != 0 {
                parts.push(format!("{name} {points:+} MP"));
            }
        }
        let text = if parts.is_empty() { "no loss".to_owned() } else { parts.join(", ") };
        OddsOutcome { text, p: 0.0, removes, rank }
    }
}
