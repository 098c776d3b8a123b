//! 11: training. A leader in a fortress makes regular units Elite.

use crate::events::halts;
use crate::ids::{SideId, UnitId, Units};
use crate::state::{Flag, Spot, State};
use crate::words::unit_name;
use crate::{Context, morale};
use engine::present::Refusal;

/// Units a leader could make Elite: regular ones of his side in his hex that have an Elite side (11.2, 11.4).
pub fn recruits_of(cx: &Context, s: &State, leader: UnitId) -> Units {
    let setup = &cx.setup;
    let Some(hex) = s.unit(leader).hex() else { return Units::new() };
    let side = s.owner(setup, leader);
    s.units_in(hex)
        .filter(|u| s.owner(setup, *u) == side && setup.unit(*u).elite.is_some() && !s.unit(*u).is_elite())
        .filter(|u| !setup.unit(*u).is_leader())
        .collect()
}

/// Whether a leader may train now (11.2, 11.3).
pub fn check(cx: &Context, s: &State, side: SideId, leader: UnitId) -> Result<(), Refusal> {
    let setup = &cx.setup;
    let name = unit_name(cx, leader);
    let refuse = |rule, text: String| Err(Refusal::new(rule, text));
    if !setup.unit(leader).is_leader() || s.owner(setup, leader) != Some(side) {
        return refuse("11.2", format!("{name} is no leader of this side."));
    }
    if setup.turns[usize::from(s.turn) - 1].no_recruiting {
        return refuse("40.8", "Nobody trains in this turn.".into());
    }
    match s.unit(leader).spot {
        Spot::Hex(hex) if setup.ground(hex).is_fortress => {}
        _ => return refuse("11.2", format!("{name} is not in a fortress.")),
    }
    if s.unit(leader).has(Flag::Drilled) {
        return refuse("11.3", format!("{name} has trained in this turn."));
    }
    if recruits_of(cx, s, leader).is_empty() {
        return refuse("11.4", format!("Nobody with {name} can become Elite."));
    }
    if !morale::can_pay(cx, s, side, cx.data.morale.training) {
        return refuse("5.5", "The last Morale Point cannot be spent.".into());
    }
    Ok(())
}

/// The marker of Drill Time keeps a unit where it is (11.5); so does an event (41).
pub fn is_held(cx: &Context, s: &State, unit: UnitId) -> bool {
    s.unit(unit).has(Flag::Drilled) || halts(cx, s, unit).is_some()
}
